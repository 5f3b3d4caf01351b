"""Make outlines of closed paths, whatever their form."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.base.geometry import Path, Point, transformed, translate
from beeprint.drawing.flatten import directed, subpaths
from beeprint.drawing.region import Region
from beeprint.drawing.shape import Shape
from beeprint.drawing.svg.reader.paths import tight_box


def free(outer: Path, holes: Sequence[Path] = (), folds: Sequence[Sequence[Point]] = ()) -> Shape:
    """Return a piece of any outline: closed paths that do not cross themselves or each other, lines to fold along.

    What folds have outside the outline or in a hole is left out.
    """
    box = tight_box(outer)
    place = translate(-box.x, -box.y)
    curve = directed(transformed(outer, place), clockwise=True)
    inner = tuple(directed(transformed(hole, place), clockwise=False) for hole in holes)
    [(corners, _)] = subpaths(curve)
    region = Region(corners, [ring for hole in inner for ring, _ in subpaths(hole)])
    lines = [part for fold in folds for part in region.inside([place.point(*point) for point in fold])]
    width, height = round(box.width, 4), round(box.height, 4)
    return Shape("outline", width, height, corners, 0, tuple(lines), None, curve, inner)

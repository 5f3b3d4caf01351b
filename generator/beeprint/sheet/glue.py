"""Where to put glue: areas of folded pieces that stay free of ink, hatched where a person cuts the piece out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from beeprint.base.colour import BLACK, WHITE
from beeprint.base.geometry import Path, Ring, Segment, bounds, polygon
from beeprint.draw.drawing import Layer, Mark, Solid, Stroke, group, path_mark
from beeprint.sheet.impose import Placed

#: mm between the lines of the hatch, and their width; light enough not to show through.
_DISTANCE, _WIDTH, _OPACITY = 2.0, 0.15, 0.35


def glue_areas(placed: Iterable[Placed], hatches: bool) -> Iterator[Mark]:
    """Yield bare paper, with a hatch or without, for each area of glue of the pieces on a page."""
    for one in placed:
        for ring in one.piece.shape.glue:
            marks: list[Mark] = [path_mark(polygon(ring), Solid(WHITE), None)]
            if hatches:
                marks.append(hatched(ring))
            area = group(marks, clip=polygon(ring))
            yield group([area], one.at, clip=polygon(one.window.corners) if one.window else None)


def hatched(ring: Ring) -> Mark:
    """Draw the hatch of an area of glue."""
    lines = path_mark(_hatch(ring), None, Stroke(Solid(BLACK, _OPACITY), _WIDTH), Layer.GUIDE)
    return group([lines], clip=polygon(ring))


def _hatch(ring: Ring) -> Path:
    """Return lines at 45 degrees over the box of a ring."""
    box = bounds(ring)
    start, count = box.x - box.height, math.ceil((box.width + box.height) / _DISTANCE)
    lines: list[Segment] = []
    for number in range(1, count + 1):
        x = start + number * _DISTANCE
        lines += [("M", x, box.bottom), ("L", x + box.height, box.y)]
    return tuple(lines)


def has_glue(placed: Iterable[Placed]) -> bool:
    """Return whether any of the pieces has an area of glue."""
    return any(one.piece.shape.glue for one in placed)

"""The lines of a die: where pieces are cut out and folded, each kind in a spot ink of its own that overprints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from beeprint.base.colour import Cmyk, Colour
from beeprint.base.geometry import Path, line, polygon, transformed
from beeprint.base.problems import error_at
from beeprint.drawing.drawing import Drawing, Layer, Mark, PathMark, Stroke, path_mark
from beeprint.drawing.shape import Shape
from beeprint.laser import bridges
from beeprint.laser.plan import Polyline
from beeprint.outputs.shared.inks import DieKeys, ink_names
from beeprint.sources.names import slug

if TYPE_CHECKING:
    from beeprint.press.inks import FixedInk
    from beeprint.press.vendor import Vendor
    from beeprint.sheet import Placed
    from beeprint.sources.nodes import Node

#: How cut lines and folds look on a screen, and what prints where their spot inks are not known.
_CUT, _FOLD = (Colour(236, 0, 140), Cmyk(0, 100, 0, 0)), (Colour(0, 158, 224), Cmyk(100, 0, 0, 0))
#: mm: how wide a nick is (assumed: twice what a laser leaves, since a die presses it together).
_NICK = 0.6
#: mm: 0.25 pt, which cutters ask for.
_WIDTH = 0.088


def inks(profile: DieKeys, printer: Vendor, node: Node, shapes: Iterable[Shape]) -> tuple[FixedInk, ...]:
    """Return the spot ink of the cut lines, and where a shape is folded that of the lines to fold along.

    BuildError at `score` of a profile, whose YAML is `node`, where both have one name.
    """
    from beeprint.press.inks import FixedInk

    cut, score = ink_names(profile, printer)
    names = (cut, score) if any(shape.folds for shape in shapes) else (cut,)
    if slug(score) == slug(cut) and len(names) > 1:
        place = node.at(["score"])
        raise error_at(place, f"cut and score lines have the same ink {cut}", "name two spot inks")
    return tuple(FixedInk.spot(name, *look) for name, look in zip(names, (_CUT, _FOLD), strict=False))


def say(dies: Iterable[FixedInk]) -> str:
    """Say which spot inks the lines of a die have."""
    cut, *folds = (die.printed.spot for die in dies)
    return f"cut lines are the spot ink {cut}" + "".join(f", lines to fold along {name}" for name in folds)


def draw(
    placed: Iterable[Placed], side: Literal["front", "back"], nicks: int, cut: FixedInk, *folds: FixedInk
) -> Iterator[Mark]:
    """Yield the outlines of pieces on one side of a page, and the lines to fold along, each in its ink.

    Each outline has `nicks` gaps, which hold the piece in its frame.
    """
    for placement in placed:
        outline = placement.piece.shape if side == "front" else placement.piece.shape.mirrored
        for path in _nicked(outline, nicks) if nicks else [outline.cut_path()]:
            yield path_mark(transformed(path, placement.at), None, Stroke(cut, _WIDTH), Layer.CUT)
        for ink in folds:
            for fold in outline.folds:
                yield path_mark(transformed(line(*fold), placement.at), None, Stroke(ink, _WIDTH), Layer.SCORE)


def cuts(drawing: Drawing) -> Path:
    """Return the cut lines on a page as a path, empty where there are none."""
    marks = (mark for mark in drawing.marks if isinstance(mark, PathMark) and mark.layer is Layer.CUT)
    return tuple(segment for mark in marks for segment in mark.path)


def _nicked(outline: Shape, nicks: int) -> Iterator[Path]:
    """Yield the lines of an outline with gaps in it, and its holes, which fall out."""
    rings = [outline.ring()]
    middles = bridges.bridges(rings, nicks, _NICK)
    for part in bridges.cut([Polyline(ring, True) for ring in rings], middles, _NICK):
        yield polygon(part.points) if part.closed else line(*part.points)
    yield from outline.holes

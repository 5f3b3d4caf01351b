"""Leave out of drawings what changes nothing in the part that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, path_box
from beeprint.draw.drawing import Group, Mark, Symbol, Use


def shown_part(symbol: Symbol, box: Rect) -> Symbol:
    """Return the symbol without the clips that hide nothing inside the box: each costs a pass over all its pixels."""
    return Symbol.of(_unclipped(symbol.marks, IDENTITY, box))


def _unclipped(marks: Sequence[Mark], place: Affine, box: Rect) -> list[Mark]:
    return [_without(mark, place, box) for mark in marks]


def _without(mark: Mark, place: Affine, box: Rect) -> Mark:
    if isinstance(mark, Use):
        inner = _unclipped(mark.symbol.marks, place @ mark.transform, box)
        same = all(one is other for one, other in zip(inner, mark.symbol.marks, strict=True))
        return mark if same else Use(Symbol.of(inner), mark.transform)
    if not isinstance(mark, Group):
        return mark
    matrix = place @ mark.transform
    inner = _unclipped(mark.marks, matrix, box)
    hides = mark.clip is not None and not _covers(mark.clip, matrix, box)
    if hides == (mark.clip is not None) and all(one is other for one, other in zip(inner, mark.marks, strict=True)):
        return mark
    even_odd = hides and mark.even_odd
    return Group(
        tuple(inner), mark.transform, mark.opacity, mark.clip if hides else None, mark.piece, even_odd=even_odd
    )


def _covers(clip: Path, matrix: Affine, box: Rect) -> bool:
    """Return whether a clip is an upright rectangle that holds the whole box, a pixel's width to spare."""
    around = path_box(clip)
    upright = matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0
    plain = upright and len(clip) <= 6 and all(segment[0] in "MLZ" for segment in clip)
    corners = {(segment[1], segment[2]) for segment in clip if segment[0] != "Z"}
    if not plain or corners != {(point.x, point.y) for point in around.corners}:
        return False
    return matrix.rect(around).contains(box.grow(0.2), 0)

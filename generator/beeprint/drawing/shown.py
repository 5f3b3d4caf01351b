"""Leave out of drawings what changes nothing in the part that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, path_box
from beeprint.drawing.drawing import Group, Mark, Symbol, Use, marks_box

#: Coordinates are rounded to this, in mm.
_FINE = 0.001


def shown_part(symbol: Symbol, box: Rect) -> Symbol:
    """Return the symbol without the clips that hide nothing inside the box.

    Each costs a pass over all its pixels. A clip hides nothing if it is a rectangle round all that it holds, or round
    the box, or round a clip that it lies in.
    """
    return Symbol.of(_unclipped(symbol.marks, IDENTITY, box))


def _unclipped(marks: Sequence[Mark], place: Affine, seen: Rect) -> list[Mark]:
    """Return marks without needless clips; nothing is seen of them outside `seen`, a box in the drawing's own space."""
    return [_without(mark, place, seen) for mark in marks]


def _without(mark: Mark, place: Affine, seen: Rect) -> Mark:
    if not mark.clipped:
        return mark
    if isinstance(mark, Use):
        inner = _unclipped(mark.symbol.marks, place @ mark.transform, seen)
        same = all(drawn_mark is other for drawn_mark, other in zip(inner, mark.symbol.marks, strict=True))
        return mark if same else Use(Symbol.of(inner), mark.transform)
    assert isinstance(mark, Group)
    matrix, clip = place @ mark.transform, mark.clip
    if clip is not None and _hides_nothing(clip, mark, matrix, seen):
        clip = None
    within = seen if clip is None else matrix.rect(path_box(clip)).intersection(seen)
    inner = _unclipped(mark.marks, matrix, within)
    if clip is mark.clip and all(drawn_mark is other for drawn_mark, other in zip(inner, mark.marks, strict=True)):
        return mark
    even_odd = clip is not None and mark.even_odd
    return Group(tuple(inner), mark.transform, mark.opacity, clip, mark.piece, even_odd=even_odd)


def _hides_nothing(clip: Path, held: Group, matrix: Affine, seen: Rect) -> bool:
    """Return whether a clip is a rectangle round all that it holds, or an upright one round all that is seen."""
    around = path_box(clip)
    if not _is_rectangle(clip):
        return False
    if is_upright(clip, matrix) and matrix.rect(around).contains(seen, _FINE):
        return True
    reach = marks_box(held.marks)
    return reach is not None and around.contains(reach, 0)


def is_upright(path: Path, matrix: Affine) -> bool:
    """Return whether a path is a rectangle, and still one after the transform, with sides across and down."""
    return (matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0) and _is_rectangle(path)


def _is_rectangle(path: Path) -> bool:
    if len(path) > 6 or any(segment[0] not in "MLZ" for segment in path):
        return False
    corners = [(segment[1], segment[2]) for segment in path if segment[0] != "Z"]
    straight = all(corner[0] == two[0] or corner[1] == two[1] for corner, two in pairwise(corners))
    return straight and set(corners) == {(point.x, point.y) for point in path_box(path).corners}

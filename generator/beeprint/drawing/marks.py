"""Rewrite marks: other paints, marks left out, clips left out that hide nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from functools import partial
from itertools import pairwise
from operator import is_

from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, path_box
from beeprint.drawing.drawing import Group, ImageMark, Leaf, Mark, Paint, Run, Solid, Symbol, Use, marks_box

#: Makes a new paint of a paint; None paints nothing.
Repaint = Callable[[Paint], Paint | None]
# How many symbols a rewriter keeps: a game that is edited for long leaves many that nobody sees any more.
_MOST_SYMBOLS = 4_000
# Coordinates are rounded to this, in mm.
_FINE = 0.001


class Rewriter:
    """Rewrites marks leaf by leaf: a subclass says what replaces a leaf.

    What does not change stays the same object. Each symbol is rewritten once, and once more for each `variant` of it.
    """

    def __init__(self) -> None:
        self._symbols: dict[tuple[str, Hashable], Symbol] = {}

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        """Return what replaces a leaf; `at` is the transform from its space to the drawing's."""
        raise NotImplementedError

    def variant(self, symbol: Symbol, at: Affine) -> Hashable:
        """Return what decides, besides its content, how a symbol is rewritten that `at` places in the drawing."""
        return None

    def group(self, mark: Group, at: Affine) -> Iterable[Group]:
        """Return what replaces a group."""
        marks = self.marks(mark.marks, at @ mark.transform)
        return (mark if marks is mark.marks else replace(mark, marks=marks),)

    def symbol(self, symbol: Symbol, at: Affine = IDENTITY) -> Symbol:
        """Return a symbol rewritten; `at` is the transform from its space to the drawing's."""
        key = symbol.key, self.variant(symbol, at)
        known = self._symbols.get(key)
        if known is None:
            before = symbol.marks
            marks = self.marks(before, at)
            if len(self._symbols) >= _MOST_SYMBOLS:
                del self._symbols[next(iter(self._symbols))]
            known = self._symbols[key] = symbol if marks is before else Symbol.of(marks)
        return known

    def marks(self, marks: tuple[Mark, ...], at: Affine = IDENTITY) -> tuple[Mark, ...]:
        """Return marks rewritten; the same tuple if nothing changes."""
        made: list[Mark] = []
        for mark in marks:
            if isinstance(mark, Group):
                made += self.group(mark, at)
            elif isinstance(mark, Use):
                symbol = self.symbol(mark.symbol, at @ mark.transform)
                made.append(mark if symbol is mark.symbol else replace(mark, symbol=symbol))
            else:
                made += self.leaf(mark, at)
        return marks if is_same(made, marks) else tuple(made)


class _LeafRewriter(Rewriter):
    def __init__(self, change: Callable[[Leaf], Iterable[Mark]]) -> None:
        super().__init__()
        self._change = change

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        return self._change(mark)


def rewrite(marks: Iterable[Mark], change: Callable[[Leaf], Iterable[Mark]]) -> tuple[Mark, ...]:
    """Rewrite marks, each leaf alone: `change` returns what replaces it."""
    return _LeafRewriter(change).marks(tuple(marks))


def is_same(marks: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Return whether two sequences hold the same objects."""
    return len(marks) == len(others) and all(map(is_, marks, others))


def repainted(mark: Leaf, repaint: Repaint) -> Iterable[Mark]:
    """Return a leaf in other paints; nothing where none of its paints is left. Pictures and unpainted paths stay."""
    if isinstance(mark, Run):
        paint = repaint(mark.paint)
        if paint is mark.paint:
            return (mark,)
        return (replace(mark, paint=paint),) if isinstance(paint, Solid) else ()
    if isinstance(mark, ImageMark) or not mark.paints:
        return (mark,)
    stroke = mark.stroke
    fill = None if mark.fill is None else repaint(mark.fill)
    line = None if stroke is None else repaint(stroke.paint)
    if stroke is not None and line is not stroke.paint:
        stroke = None if line is None else replace(stroke, paint=line)
    if fill is mark.fill and stroke is mark.stroke:
        return (mark,)
    return () if fill is None and stroke is None else (mark.painted(fill, stroke),)


def recoloured(symbol: Symbol, old: Colour, new: Colour) -> Symbol:
    """Return the symbol with `new` wherever it had `old`, in fills, lines, letters and gradients; pixels stay."""

    def repaint(paint: Paint) -> Paint:
        if isinstance(paint, Solid):
            return replace(paint, colour=new) if paint.colour.hex == old.hex else paint
        if all(stop.colour.hex != old.hex for stop in paint.stops):
            return paint
        stops = tuple(replace(stop, colour=new) if stop.colour.hex == old.hex else stop for stop in paint.stops)
        return replace(paint, stops=stops)

    return _LeafRewriter(partial(repainted, repaint=repaint)).symbol(symbol)


def without_colours(marks: Iterable[Mark], colours: Set[Colour]) -> tuple[Mark, ...]:
    """Return marks without what is painted in one of some colours."""

    def repaint(paint: Paint) -> Paint | None:
        return None if isinstance(paint, Solid) and paint.colour in colours else paint

    return rewrite(marks, partial(repainted, repaint=repaint))


def shown_part(symbol: Symbol, box: Rect) -> Symbol:
    """Return the symbol without the clips that hide nothing inside the box.

    Each costs a pass over all its pixels. A clip hides nothing if it is a rectangle round all that it holds, or round
    the box, or round a clip that it is in.
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
        return mark if is_same(inner, mark.symbol.marks) else Use(Symbol.of(inner), mark.transform)
    assert isinstance(mark, Group)
    matrix, clip = place @ mark.transform, mark.clip
    if clip is not None and _hides_nothing(clip, mark, matrix, seen):
        clip = None
    within = seen if clip is None else matrix.rect(path_box(clip)).intersection(seen)
    inner = _unclipped(mark.marks, matrix, within)
    if clip is mark.clip and is_same(inner, mark.marks):
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
    straight = all(one[0] == two[0] or one[1] == two[1] for one, two in pairwise(corners))
    return straight and set(corners) == {(point.x, point.y) for point in path_box(path).corners}

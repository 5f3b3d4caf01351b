"""Rewritten marks: what changes, and what stays the same object."""

from __future__ import annotations

from collections.abc import Iterable

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import IDENTITY, Affine, Point, Rect, rectangle, scale, translate
from beeprint.drawing.drawing import (
    Leaf,
    LinearGradient,
    Mark,
    PathMark,
    Run,
    Solid,
    Stop,
    Stroke,
    Symbol,
    group,
    path_mark,
    use,
    walk,
)
from beeprint.drawing.marks import Rewriter, recoloured, rewrite, without_colours

RED, BLUE = Colour(200, 30, 20), Colour(20, 40, 190)
BOX = rectangle(Rect(0, 0, 10, 10))
RED_BOX, BLUE_BOX = path_mark(BOX, Solid(RED)), path_mark(BOX, Solid(BLUE))
LETTERS = Run("a", "font/regular", 3, IDENTITY, Solid(RED), ())


class Widths(Rewriter):
    """Notes at which scale it meets each leaf."""

    def __init__(self) -> None:
        super().__init__()
        self.met: list[float] = []

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        self.met.append(at.scale)
        return (mark,)

    def variant(self, symbol: Symbol, at: Affine) -> float:
        return at.scale


def test_what_does_not_change_stays_the_same_object() -> None:
    plain = group([use(Symbol.of([BLUE_BOX]))], translate(3, 0))
    marks = (plain, group([RED_BOX, BLUE_BOX], scale(2), clip=BOX))
    assert rewrite(marks, lambda mark: (mark,)) is marks
    left = without_colours(marks, {RED})
    assert left[0] is plain
    assert left[1] == group([BLUE_BOX], scale(2), clip=BOX)


def test_a_symbol_is_rewritten_once_for_each_size_and_placed_as_before() -> None:
    symbol = Symbol.of([RED_BOX])
    marks = (use(symbol), use(symbol, translate(20, 0)), group([use(symbol)], scale(2)))
    rewriter = Widths()
    assert rewriter.marks(marks) is marks
    assert rewriter.met == [1, 2]
    first, second, _ = rewrite(marks, lambda mark: (BLUE_BOX,))
    assert first == use(Symbol.of([BLUE_BOX]))
    assert second == use(Symbol.of([BLUE_BOX]), translate(20, 0))


def test_a_colour_changes_in_fills_lines_letters_and_gradients() -> None:
    fade = LinearGradient(Point(0, 0), Point(1, 0), (Stop(0, RED), Stop(1, BLACK)))
    lined = path_mark(BOX, fade, Stroke(Solid(RED, 0.5), 0.3), even_odd=True)
    changed = recoloured(Symbol.of([group([lined, LETTERS, BLUE_BOX])]), RED, BLUE)
    seen = [paint for mark, _ in walk(changed.marks) for paint in mark.paints]
    blue = LinearGradient(Point(0, 0), Point(1, 0), (Stop(0, BLUE), Stop(1, BLACK)))
    assert seen == [blue, Solid(BLUE, 0.5), Solid(BLUE), Solid(BLUE)]
    untouched = Symbol.of([BLUE_BOX])
    assert recoloured(untouched, RED, BLUE) is untouched


def test_a_path_that_loses_its_fill_keeps_its_line_and_no_rule() -> None:
    lined = path_mark(BOX, Solid(RED), Stroke(Solid(BLUE), 0.3), even_odd=True)
    assert without_colours([lined, LETTERS], {RED}) == (PathMark(BOX, None, Stroke(Solid(BLUE), 0.3)),)

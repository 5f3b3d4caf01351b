"""The little pictures of the print guide: one for each kind of step, in a square of 15 mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from beeprint.base.colour import WHITE, Colour
from beeprint.base.geometry import Affine, Path, Rect, ellipse, line, polygon, rectangle, rotate, transformed
from beeprint.drawing.drawing import Mark, Solid, Stroke, group, path_mark

#: The side of a picture, in mm.
SIDE = 15.0


class Paints(NamedTuple):
    """The colours of the guide: its `accent`, the `tint` of its grounds, and the `ink` of lines and text."""

    accent: Colour
    tint: Colour
    ink: Colour


#: The colours of a guide without a leaflet, and of a guide in little ink.
OWN = Paints(Colour(138, 109, 29), Colour(243, 239, 226), Colour(40, 40, 40))
GREYS = Paints(Colour(90, 90, 90), Colour(240, 240, 240), Colour(40, 40, 40))


def picture(kind: str, paints: Paints, at: Affine) -> Mark:
    """Draw the picture of a step, with the square's top left corner where `at` puts 0, 0."""
    ground = path_mark(rectangle(Rect(0, 0, SIDE, SIDE), 2.4), Solid(paints.tint))
    return group([ground, *_DRAW[kind](_Pen(paints))], at)


class _Pen(NamedTuple):
    paints: Paints

    def shape(self, path: Path, fill: Colour | None = WHITE) -> Mark:
        """Draw an outline with a fill."""
        return path_mark(path, Solid(fill) if fill else None, self._line())

    def rule(self, *points: tuple[float, float], dashed: bool = False) -> Mark:
        """Draw a line; dashed lines are where something is folded."""
        return path_mark(line(*points), None, self._line(dashed))

    def block(self, path: Path) -> Mark:
        """Fill an area with the accent."""
        return path_mark(path, Solid(self.paints.accent))

    def _line(self, dashed: bool = False) -> Stroke:
        dashes = (0.8, 0.6) if dashed else ()
        return Stroke(Solid(self.paints.ink), 0.35, "butt" if dashed else "round", "round", 4.0, dashes)

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> Iterator[Mark]:
        """Draw an arrow straight across or down."""
        (x, y), (to_x, to_y) = start, end
        across, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        yield path_mark(line(start, end), None, Stroke(Solid(self.paints.accent), 0.6, "round"))
        wings = [(to_x - 1.5 * across + 1.1 * down * side, to_y - 1.5 * down + 1.1 * across * side) for side in (-1, 1)]
        yield self.block(polygon([(to_x + 0.6 * across, to_y + 0.6 * down), *wings]))


def _paper(pen: _Pen) -> Iterator[Mark]:
    for step in (2.0, 1.0, 0.0):
        yield pen.shape(rectangle(Rect(3.2 + step, 2.2 + step, 7, 9.6)))
    yield from (pen.rule((4.6, y), (8.8, y)) for y in (4.4, 5.8, 7.2))


def _print(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(rectangle(Rect(4.6, 1.9, 5.8, 4.2)))
    yield pen.shape(rectangle(Rect(2.2, 5.2, 10.6, 5), 0.9), pen.paints.accent)
    yield pen.shape(rectangle(Rect(4.2, 8.2, 6.6, 5)))
    yield from (pen.rule((5.4, y), (9.6, y)) for y in (9.9, 11.3))


def _halves(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(polygon([(3, 7.5), (10, 7.5), (12.4, 11.6), (5.4, 11.6)]))
    yield pen.shape(polygon([(3, 7.5), (10, 7.5), (12, 3.2), (5, 3.2)]))
    yield pen.rule((3, 7.5), (10, 7.5), dashed=True)
    yield from pen.arrow((13.3, 5.2), (13.3, 9.2))


def _board(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(polygon([(1.8, 10.2), (5.2, 7.4), (13.2, 7.4), (9.8, 10.2)]), pen.paints.accent)
    yield pen.shape(polygon([(1.8, 10.2), (9.8, 10.2), (9.8, 12), (1.8, 12)]), pen.paints.accent)
    yield pen.shape(polygon([(9.8, 10.2), (13.2, 7.4), (13.2, 9.2), (9.8, 12)]), pen.paints.accent)
    yield pen.shape(polygon([(1.8, 5), (5.2, 2.2), (13.2, 2.2), (9.8, 5)]))
    yield from pen.arrow((7.5, 5.6), (7.5, 7.4))


def _cut(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(rectangle(Rect(2.6, 3.4, 9.8, 9.2)))
    for at in (5.6, 9.4):
        yield pen.shape(rectangle(Rect(at - 2.0, 4.4, 3.6, 3.2)), pen.paints.tint)
        yield pen.shape(rectangle(Rect(at - 2.0, 8.4, 3.6, 3.2)), pen.paints.tint)
    blade = polygon([(7.5, 6.4), (8.7, 5.0), (8.7, 3.6), (7.5, 3.6)])
    yield path_mark(line((7.5, 14), (7.5, 6)), None, Stroke(Solid(pen.paints.accent), 0.5))
    yield pen.shape(blade)
    yield pen.shape(rectangle(Rect(7.2, 1.2, 1.8, 2.4), 0.4), pen.paints.accent)


def _join(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(rectangle(Rect(1.6, 4, 5, 7)))
    yield pen.shape(rectangle(Rect(4.9, 4, 1.7, 7)), pen.paints.accent)
    yield pen.shape(rectangle(Rect(8.4, 4, 5, 7)))
    yield from pen.arrow((10.4, 12.8), (6.6, 12.8))


def _fold(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(polygon([(3, 5.6), (8.6, 6.8), (8.6, 13.2), (3, 11.8)]))
    yield pen.shape(polygon([(8.6, 6.8), (12, 5.4), (12, 11.6), (8.6, 13.2)]), pen.paints.accent)
    yield pen.shape(polygon([(3, 5.6), (6.4, 4.4), (12, 5.4), (8.6, 6.8)]), pen.paints.tint)
    yield pen.shape(polygon([(6.4, 4.4), (12, 5.4), (11.2, 2.6), (5.6, 1.6)]))


def _booklet(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(polygon([(7.5, 4), (2, 2.6), (2, 11), (7.5, 12.6)]))
    yield pen.shape(polygon([(7.5, 4), (13, 2.6), (13, 11), (7.5, 12.6)]))
    for y in (5.4, 7, 8.6):
        yield pen.rule((3.4, y - 0.2), (6.2, y + 0.5))
        yield pen.rule((11.6, y - 0.2), (8.8, y + 0.5))
    yield from (path_mark(line((7.5, y), (7.5, y + 1.2)), None, Stroke(Solid(pen.paints.accent), 0.7)) for y in (6, 9))


def _sleeve(pen: _Pen) -> Iterator[Mark]:
    yield pen.shape(rectangle(Rect(4.6, 2.4, 5.8, 8), 0.6), pen.paints.accent)
    yield path_mark(rectangle(Rect(4, 6, 7, 7.6), 0.5), Solid(WHITE, 0.6), Stroke(Solid(pen.paints.ink), 0.35))


def _bring(pen: _Pen) -> Iterator[Mark]:
    pencil = [(6.4, 2), (8.6, 2), (8.6, 10.2), (7.5, 13), (6.4, 10.2)]
    turned = rotate(35, (7.5, 7.5))
    yield pen.shape(transformed(polygon(pencil), turned), pen.paints.accent)
    yield pen.shape(transformed(polygon([(6.4, 10.2), (8.6, 10.2), (7.5, 13)]), turned))
    yield pen.shape(transformed(ellipse(7.5, 12.6, 0.3, 0.3), turned), pen.paints.ink)


_DRAW: Mapping[str, Callable[[_Pen], Iterator[Mark]]] = {
    "paper": _paper,
    "print": _print,
    "halves": _halves,
    "board": _board,
    "cut": _cut,
    "join": _join,
    "fold": _fold,
    "booklet": _booklet,
    "sleeve": _sleeve,
    "bring": _bring,
}

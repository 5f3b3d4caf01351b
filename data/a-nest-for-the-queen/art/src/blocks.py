"""The squares that cards and sheet print, 6 x 6 mm: a hatch for each level, so that grey tells them apart."""

from __future__ import annotations

from art.pen import Point
from style import DETAIL, Pen, polygon, polyline, slab

SIDE = 6.0
GROUNDS = {"brown": "stone"}  # of a level whose ink is in its lines


def square(pen: Pen, level: str, x: float = 0.0, y: float = 0.0, side: float = SIDE) -> None:
    """Draw one square of a level with its hatch, `side` mm wide."""
    size = side / SIDE
    with pen.at(x, y, size):
        pen.flat(slab(0.2, 0.2, 5.6, 5.6, 0.7), GROUNDS.get(level, level))
        HATCHES[level](pen, size)
        pen.path(slab(0.2, 0.2, 5.6, 5.6, 0.7))


def dots(pen: Pen, size: float) -> None:
    """Draw the dots of level 1, honey and grain."""
    for x, y in ((1.6, 1.6), (4.4, 1.6), (3, 3), (1.6, 4.4), (4.4, 4.4)):
        pen.flat(slab(x - 0.5, y - 0.5, 1, 1, 0.5), "ink")


def diagonals(pen: Pen, size: float) -> None:
    """Draw the diagonal lines of level 2, trodden earth: dark on light, so that a grey print keeps them."""
    for start in (2.4, 4.8, 7.2, 9.6):
        ends: list[Point] = []
        for x in (0.9, 5.1):
            y = min(max(start - x, 0.9), 5.1)
            ends.append((start - y, y))
        pen.line(polyline(ends), "brown", 1.15 * size)


def leaves(pen: Pen, size: float) -> None:
    """Draw the three little leaves of level 3, living chambers."""
    for x, y, turn in ((1.8, 2.1, -35.0), (4.3, 2.2, 35.0), (3, 4.4, 0.0)):
        with pen.at(x, y, 1, turn):
            pen.flat("M0 -1.4C1.1 -.6 1.1 .6 0 1.3C-1.1 .6 -1.1 -.6 0 -1.4Z", "paper")
            pen.line(polyline([(0, -0.5), (0, 0.9)]), "green-deep", DETAIL * size)


HATCHES = {"yellow": dots, "brown": diagonals, "green": leaves}


def arrow(pen: Pen, x: float, y: float, length: float, fill: str) -> None:
    """Draw a stout arrow to the right from (x, y), its axis at y."""
    half, head = 0.8, 2.0
    tip = x + length
    pen.path(
        polygon(
            [
                (x, y - half),
                (tip - head, y - half),
                (tip - head, y - 2),
                (tip, y),
                (tip - head, y + 2),
                (tip - head, y + half),
                (x, y + half),
            ]
        ),
        fill,
    )


def main() -> None:
    """Write blocks/yellow, brown and green, and the icons of those that turn green."""
    for level in HATCHES:
        pen = Pen(SIDE, SIDE)
        square(pen, level)
        pen.save(f"blocks/{level}")
    for level in ("yellow", "brown"):
        pen = Pen(3 * SIDE - 0.6, SIDE)
        square(pen, level)
        arrow(pen, 6.7, 3, 4, "paper")
        square(pen, "green", 2 * SIDE - 0.6)
        pen.save(f"icons/{level}-green")

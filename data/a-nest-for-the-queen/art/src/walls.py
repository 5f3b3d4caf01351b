"""The back walls of the chambers, faint behind the scenes: each card has its shelves, tunnels, beams or trellis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from art.pen import Point
from style import Pen, oval, polygon, polyline, slab, smooth

INK, FAINT = "sand", 0.75
FLOOR = 30.4


def tunnel(pen: Pen, x: float, width: float, height: float, foot: float = FLOOR) -> None:
    """Open a side tunnel in the wall, its foot's middle at (x, foot)."""
    half = width / 2
    arch = [(x - half, foot), (x - half * 0.92, foot - height * 0.6), (x, foot - height)]
    arch += [(x + half * 0.92, foot - height * 0.6), (x + half, foot)]
    pen.flat(smooth(arch, False) + "Z", INK, FAINT)
    inner = [(x + (px - x) * 0.66, foot - (foot - py) * 0.76) for px, py in arch]
    pen.flat(smooth(inner, False) + "Z", "soil-light", 0.45)


def shelf(pen: Pen, x: float, y: float, width: float, jars: int = 0) -> None:
    """Hang a shelf with its brackets, its left end at (x, y), and some vessels on it."""
    pen.flat(slab(x, y, width, 1.2, 0.5), INK)
    for at in (x + 1.6, x + width - 2.4):
        pen.flat(polygon([(at, y + 1), (at + 0.9, y + 1), (at + 0.9, y + 2.8)]), INK)
    for index in range(jars):
        at = x + width * (index + 0.5) / jars
        pen.flat(
            smooth([(at - 0.9, y), (at - 1.7, y - 2.2), (at - 0.9, y - 3.9), (at + 0.9, y - 3.9)]) + "", INK, FAINT
        )
        pen.flat(slab(at - 1.7, y - 3.2, 3.4, 3.3, 1.2), INK, FAINT)


def roots(pen: Pen, ends: Sequence[Point]) -> None:
    """Let faint roots hang from the ceiling down to the given ends."""
    for x, y in ends:
        way = [(x - 1, 2.5), (x + 0.8, y * 0.45), (x - 0.6, y * 0.7), (x + 0.5, y)]
        pen.line(smooth(way, False), INK, 0.9)
        pen.line(smooth([(x + 0.4, y * 0.45), (x + 2.2, y * 0.62)], False), INK, 0.6)


def store(pen: Pen) -> None:
    """Draw two shelves of jars."""
    shelf(pen, 13, 17.2, 11, 3)
    tunnel(pen, 27, 8, 11)


def repair(pen: Pen) -> None:
    """Draw props and a beam, as in a mine."""
    pen.flat(slab(7.4, 12.4, 24, 1.7, 0.5), INK)
    for x in (10.0, 27.0):
        pen.flat(slab(x, 13.6, 1.7, 17, 0.4), INK, FAINT)
    tunnel(pen, 19.2, 12.4, 14)


def farm(pen: Pen) -> None:
    """Draw roots, and a bed with young mushrooms on the wall."""
    roots(pen, ((20, 9), (40, 8), (42.6, 6)))
    shelf(pen, 8.4, 18.6, 14)
    for x, size in ((11.2, 1.0), (15.2, 1.35), (19.4, 0.9)):
        pen.flat(slab(x - 0.45 * size, 18.7 - 2.4 * size, 0.9 * size, 2.4 * size), INK, FAINT)
        pen.flat(
            smooth([(x - 1.9 * size, 18.7 - 2.2 * size), (x, 18.7 - 4.2 * size), (x + 1.9 * size, 18.7 - 2.2 * size)]),
            INK,
        )


def hunt(pen: Pen) -> None:
    """Draw the mouth of the nest, with stalks of grass beyond."""
    tunnel(pen, 40, 21, 17.6)
    for x, tip in ((12.0, 14.0), (15.5, 17.4), (19.0, 12.4), (22.6, 18.0)):
        pen.line(smooth([(x, FLOOR), (x + 0.4, (tip + FLOOR) / 2), (x + 1.8, tip)], False), INK, 0.9)


def breed(pen: Pen) -> None:
    """Draw cells in the wall, some with eggs."""
    for row, starts in enumerate(((20.0, 26.2, 38.8, 45.0), (16.9, 23.1, 41.9))):
        for x in starts:
            y = 9.6 + 5.6 * row
            pen.flat(oval(x, y, 2.6, 2.3), INK, FAINT)
            pen.flat(oval(x, y + 0.3, 1.2, 1.5), "white", 0.8)


def build(pen: Pen) -> None:
    """Draw A finished wall with an arch."""
    for row in range(5):
        for column in range(5):
            x, y = 7.2 + 4.6 * column - (row % 2) * 2.3, 10.2 + 2.6 * row
            if x > 5 and not (row > 2 and 10 < x < 20):
                pen.flat(slab(x, y, 4.2, 2.2, 0.3), INK, FAINT)


def raid(pen: Pen) -> None:
    """Draw A breach in the wall, rubble under it."""
    breach = [(14.0, 30.0), (15.6, 20), (13.6, 14.4), (19, 10.8), (22, 7), (27, 9.4), (32, 7.4), (35, 13)]
    breach += [(38.6, 16.4), (36.4, 22), (38, 30.0)]
    pen.flat(polygon(breach), INK, FAINT)
    pen.flat(polygon([(26 + (x - 26) * 0.72, 30 + (y - 30) * 0.8) for x, y in breach]), "soil-light", 0.35)


def inhibit(pen: Pen) -> None:
    """Draw the tunnel that is closed."""
    tunnel(pen, 36.6, 25, 23.6)
    shelf(pen, 10.4, 14.6, 10, 2)


def mimic(pen: Pen) -> None:
    """Draw two tunnels, alike."""
    tunnel(pen, 12.6, 8.4, 19)
    tunnel(pen, 23.8, 8.4, 19)


def one_die(pen: Pen) -> None:
    """Draw A shelf with two dice, and a bow of roots."""
    shelf(pen, 11.2, 16.8, 14)
    for x in (13.0, 18.6):
        pen.flat(slab(x, 12.2, 4.5, 4.5, 0.9), INK)
        pen.flat(oval(x + 2.25, 14.45, 1.2, 1.2), "paper")
    roots(pen, ((24, 8), (27.6, 11)))


def extra(pen: Pen) -> None:
    """Draw A trellis with leaves."""
    for x in (8.6, 14.0, 19.4, 24.8):
        pen.line(polyline([(x, 9.6), (x, FLOOR)]), INK, 0.8)
    for y in (11.6, 17.0, 22.4):
        pen.line(polyline([(6.6, y), (26.8, y)]), INK, 0.8)
    for x, y, turn in ((8.6, 15.6, -30.0), (14, 10.4, 25.0), (19.4, 14.6, -25.0), (24.8, 12, 30.0)):
        pen.flat(oval(x + 1.3, y, 1.9, 0.95, turn), INK)


def repeat(pen: Pen) -> None:
    """Draw row upon row of the same arch."""
    for x in (6.2, 13.0, 45.4):
        tunnel(pen, x, 6, 12)


WALLS: dict[str, Callable[[Pen], None]] = {
    "store": store,
    "repair": repair,
    "farm": farm,
    "hunt": hunt,
    "breed": breed,
    "build": build,
    "raid": raid,
    "inhibit": inhibit,
    "mimic": mimic,
    "die": one_die,
    "extra": extra,
    "repeat": repeat,
}

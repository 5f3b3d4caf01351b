"""The icons, clear at 5 mm: types of cards, eggs, crown, chamber, dice."""

from __future__ import annotations

from collections.abc import Callable

from blocks import square
from props import card_back, die, hand, jar, larva, loop, mask, mushroom, plus, trowel
from style import DETAIL, Pen, oval, polygon, polyline, slab, smooth
from tokens import crown_shape, egg_shape

LINE = 0.5  # on a page of 10 mm, so an icon printed at 5 mm still has a line of a quarter


def store(pen: Pen) -> None:
    """Draw a jar."""
    jar(pen, 5, 9.2, 0.67)


def repair(pen: Pen) -> None:
    """Draw a trowel."""
    trowel(pen, 1.15, 8.85, 1.03, -45)


def farm(pen: Pen) -> None:
    """Draw two mushrooms."""
    mushroom(pen, 7.25, 9.2, 0.49, 8, "soil-light")
    mushroom(pen, 4.05, 9.2, 0.83)


def hunt(pen: Pen) -> None:
    """Draw a head with open mandibles, bent on prey."""
    for flip in (False, True):
        with pen.at(5, 0, 1, 0, flip):
            pen.path(
                smooth(
                    [(0.9, 5.2), (2.9, 5.2), (3.9, 6.8), (2.9, 8.9), (0.5, 9.7), (1.9, 8.1), (1.9, 6.9), (0.6, 6.2)]
                ),
                "sand",
            )
            pen.line(smooth([(1.6, 1.6), (2.6, 0.4), (4.4, 1.2)], False), "ink", LINE)
    pen.path(
        smooth([(1.5, 3.4), (2.8, 1.5), (5, 1), (7.2, 1.5), (8.5, 3.4), (7.2, 5.6), (5, 6.3), (2.8, 5.6)]), "worker"
    )
    for x in (3.1, 6.9):
        pen.flat(oval(x, 3.4, 0.95, 1.15, 0), "white")
        pen.flat(oval(x, 3.7, 0.55, 0.7, 0), "ink")


def breed(pen: Pen) -> None:
    """Draw a larva."""
    larva(pen, 4.6, 8.7, 0.88)


def build(pen: Pen) -> None:
    """Draw a stack of bricks."""
    for x, y in ((0.5, 9.4), (5.1, 9.4), (2.8, 6.6), (2.8, 3.2)):
        pen.path(slab(x, y - 2.7, 4.4, 2.7, 0.4), "worker-light")
    pen.line(smooth([(1.2, 3.6), (1.2, 4.6)], False), "ink", 0.4)
    pen.line(smooth([(8.8, 3.6), (8.8, 4.6)], False), "ink", 0.4)


def raid(pen: Pen) -> None:
    """Draw two crossed stings, banded at the root."""
    for turn in (36, -36):
        with pen.at(5, 5.25, 0.95, turn):
            sting = "M-1.9 4.2C-1.7 .6 -1 -2.6 0 -5.6C1 -2.6 1.7 .6 1.9 4.2C.8 4.9 -.8 4.9 -1.9 4.2Z"
            pen.flat(sting, "gold")
            with pen.within(sting):
                for y in (-0.2, 2.2):
                    pen.flat(slab(-3, y, 6, 1.2), "ink")
                pen.flat(slab(-3, -6, 6, 3.6), "paper")
            pen.path(sting)


def inhibit(pen: Pen) -> None:
    """Draw a stop hand in a sign."""
    pen.path(
        polygon([(3.1, 0.4), (6.9, 0.4), (9.6, 3.1), (9.6, 6.9), (6.9, 9.6), (3.1, 9.6), (0.4, 6.9), (0.4, 3.1)]),
        "vermillion",
    )
    hand(pen, 4.7, 5, 0.68, "paper")


def mimic(pen: Pen) -> None:
    """Draw two masks, alike."""
    mask(pen, 6.4, 4.35, 0.66, "violet-light", True, 14)
    mask(pen, 3.8, 5.45, 0.76, "gold", True, -8)


def one_die(pen: Pen) -> None:
    """Draw a die and a plus."""
    die(pen, 4.2, 5.8, "5", 7.6)
    plus(pen, 7.9, 2.1, 1.9)


def extra(pen: Pen) -> None:
    """Draw three green squares and a plus."""
    for x, y in ((0.3, 5.2), (4.7, 5.2), (0.3, 0.8)):
        square(pen, "green", x, y, 4.5)
    plus(pen, 7.4, 2.7, 2.1)


def repeat(pen: Pen) -> None:
    """Draw an arrow that comes round again."""
    with pen.at(5, 5.1):
        pen.path(loop(3.4, -60, 215, 1.7, 1.9), "violet")


def chamber(pen: Pen) -> None:
    """Draw the royal chamber: nine green squares."""
    pen.flat(slab(0.4, 0.4, 9.2, 9.2, 0.6), "green")
    for at in (3.47, 6.53):
        pen.line(polyline([(at, 0.4), (at, 9.6)]), "ink", 0.4)
        pen.line(polyline([(0.4, at), (9.6, at)]), "ink", 0.4)
    for x in (1.93, 5, 8.07):
        for y in (1.93, 5, 8.07):
            pen.flat(f"M{x:g} {y - 1:g}L{x + 0.75:g} {y:g}L{x:g} {y + 1:g}L{x - 0.75:g} {y:g}Z", "paper")
    pen.path(slab(0.4, 0.4, 9.2, 9.2, 0.6))


def crown(pen: Pen) -> None:
    """Draw the queen's crown."""
    crown_shape(pen, 5, 5.1, 0.4)


TEN: dict[str, Callable[[Pen], None]] = {
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
    "chamber": chamber,
    "crown": crown,
}


def egg() -> None:
    """Write the egg, 6 x 8 mm."""
    pen = Pen(6, 8)
    egg_shape(pen, 3, 4.12, 2.75)
    pen.save("icons/egg")


def dice() -> None:
    """Write the pair of dice of the dice game, 17 x 10 mm; upright as the figures beside them."""
    pen = Pen(17, 10)
    die(pen, 12.6, 5, "4", 7.9)
    die(pen, 4.4, 5, "5", 7.9)
    pen.save("icons/dice")


def as_egg() -> None:
    """Write the mark that a card pays as one egg, 15.4 x 7.9 mm."""
    pen = Pen(15.4, 7.9)
    card_back(pen, 2.75, 3.95, 0.74)
    for y in (3.2, 4.8):
        pen.line(polyline([(6.7, y), (8.9, y)]), "ink", 0.6)
    egg_shape(pen, 12.5, 4.1, 2.5)
    pen.save("icons/as-egg")


def pip() -> None:
    """Write a pip of the row that counts the copies, 2.4 x 2.4 mm."""
    pen = Pen(2.4, 2.4)
    pen.path(oval(1.2, 1.2, 0.95, 0.95), "gold", DETAIL)
    pen.save("icons/pip")


def main() -> None:
    """Write all icons."""
    for name, draw in TEN.items():
        pen = Pen(10, 10, LINE)
        draw(pen)
        pen.save(f"icons/{name}")
    egg()
    dice()
    as_egg()
    pip()

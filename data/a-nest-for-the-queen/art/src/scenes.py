"""The scenes in the chambers of the cards, 51 x 36 mm without a ground; the floor lies at FLOOR."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import around, hexagon, star
from blocks import square
from insects import RIVAL, worker
from props import brick, card_back, comb, die, hand, jar, larva, leaf, loop, mushroom, niche, plus, seed, trowel
from style import Pen, oval, polygon, polyline, slab, smooth
from walls import WALLS

FLOOR = 31.2


def shadow(pen: Pen, x: float, half: float, y: float = FLOOR) -> None:
    """Lay a soft shadow under what stands at x."""
    pen.flat(oval(x, y + 0.2, half, 0.9), "soil-light", 0.55)


def store(pen: Pen) -> None:
    """Draw a worker that brings a grain to jar and heap."""
    shadow(pen, 38, 9)
    shadow(pen, 14, 9)
    niche(pen, 25, 3, 19, 7.6)
    for x, size in ((30.0, 0.42), (36.0, 0.36)):
        jar(pen, x, 10, size)
    for x, turn in ((39.6, 10.0), (41.6, -30.0)):
        seed(pen, x, 9, 0.7, turn)
    jar(pen, 38, FLOOR, 1.36)
    for x, y, turn in ((25.3, 0, 8), (29.4, 0.3, -12), (46.4, 0.4, 15), (27.2, -2, -5), (30.8, -2.5, 35)):
        seed(pen, x, FLOOR - 1.2 + y, 1, turn)
    worker(pen, 14.3, FLOOR - 0.4, 1.08, turn=-17, reach=(9.4, -3.2), look=4)
    seed(pen, 25.2, FLOOR - 9.4, 1.25, -20)


def repair(pen: Pen) -> None:
    """Draw a worker that plasters a crack in the wall."""
    pillar = smooth(
        [
            (33.4, -1),
            (37.6, 5),
            (38.6, 12),
            (38, 22),
            (37.2, 28),
            (34.6, FLOOR + 0.6),
            (41, FLOOR + 1.1),
            (47.4, FLOOR + 0.3),
            (45.8, 27),
            (45.4, 18),
            (44.8, 8),
            (44.4, 3),
            (44.2, -1),
        ]
    )
    with pen.within(slab(30, 1.5, 20, 33)):
        pen.flat(pillar, "soil-light")
        for x, y in ((40.4, 6.4), (43.6, 26.8), (40.2, 28.6), (42.8, 4.6)):
            pen.flat(oval(x, y, 0.7, 0.4), "soil-deep")
        pen.path(pillar)
    crack = [(43.4, 8.4), (41.2, 11.6), (43.2, 14.4), (41.4, 18.2), (43.4, 21.6), (42.6, 25)]
    pen.line(polyline(crack), "ink", 0.7)
    pen.line(polyline([(43.2, 14.4), (44.6, 15.6)]), "ink", 0.5)
    pen.path(smooth([(38.2, 18.4), (40.6, 16.2), (43.6, 17.2), (44.6, 20.2), (42.2, 22.8), (39, 22)]), "brown")
    pen.line(smooth([(40, 19.2), (42, 18.6), (43.6, 19.4)], False), "brown-light", 0.4)
    shadow(pen, 15, 10)
    shadow(pen, 29.4, 5)
    pen.path(smooth([(25, FLOOR + 0.5), (26.6, 28.7), (29.4, 27.4), (32.2, 28.9), (33.6, FLOOR + 0.5)]), "brown")
    pen.line(smooth([(27.6, 29.3), (29.4, 28.6), (31, 29.3)], False), "brown-light", 0.4)
    trowel(pen, 25.2, 23.8, 1.2, -24)
    worker(pen, 15.8, FLOOR - 0.4, 1.1, turn=-7, reach=(9.4, -6), look=-6)
    worker(pen, 38.2, 9.4, 0.56, True, -94, look=-12)


def farm(pen: Pen) -> None:
    """Draw a worker that tends mushrooms that grow on cut leaves."""
    for x, length, turn in ((24, 9, -12), (33, 9, 172), (34, 10, -6), (44, 9, 186), (46.4, 7, 170)):
        leaf(pen, x, FLOOR - 0.2, length, turn)
    comb(pen, 29.2, 1.6, 0.86)
    mushroom(pen, 45, FLOOR - 1, 1.0, 9, "soil-light")
    mushroom(pen, 38.4, FLOOR - 1, 1.75)
    mushroom(pen, 31.2, FLOOR - 1, 1.1, -5, "soil-light")
    shadow(pen, 13, 9)
    leaf(pen, 21.4, FLOOR - 5.8, 7, 12, "green-light")
    worker(pen, 12.8, FLOOR, 1.05, look=2, jaws=0.8)


def hunt(pen: Pen) -> None:
    """Draw a worker with open mandibles that surprises a beetle."""
    shadow(pen, 16, 10)
    shadow(pen, 39, 8)
    for x, y in ((33.6, FLOOR), (38, FLOOR), (42.8, FLOOR)):
        pen.line(smooth([(x + 2, y - 4), (x - 0.6, y - 2.8), (x - 1, y)], False), "ink", 0.8)
    shell = "M33.4 27.6C33.4 20.4 37.6 17.6 41 17.8C45 18 47.4 21.6 47.4 27.6C43 29 37 29 33.4 27.6Z"
    pen.flat(shell, "sky-deep")
    with pen.within(shell):
        pen.flat(smooth([(36, 21), (39, 18.8), (42, 19), (39, 20.6), (37, 23)]), "wing")
        for x, y, r in ((38.2, 25.4, 1), (43.6, 23, 1.2), (41, 27, 0.8), (45.6, 26.6, 0.8)):
            pen.flat(oval(x, y, r, r), "ink")
    pen.path(shell)
    pen.path(smooth([(34.4, 28), (31.2, 27.4), (30.4, 24.6), (32.4, 22.4), (35, 22.6)]), "ebony")
    pen.path(oval(32.2, 24.4, 1.25, 1.4), "white", 0.25)
    pen.flat(oval(31.8, 24.5, 0.5, 0.6), "ink")
    pen.line(smooth([(32, 22.4), (31.6, 20), (33, 18.4)], False), "ink", 0.45)
    pen.line(smooth([(33.4, 22.2), (34, 20), (35.8, 19)], False), "ink", 0.45)
    for start, end in (((29.9, 14.4), (30.5, 16.6)), ((32.9, 13.7), (33, 16)), ((35.9, 14.4), (35.4, 16.6))):
        pen.line(polyline([start, end]), "ink", 0.6)
    worker(pen, 15.4, FLOOR + 0.1, 1.15, turn=7, reach=(8, -1.1), look=-12, jaws=1.5)


def breed(pen: Pen) -> None:
    """Draw a nurse that looks after three larvae in their cradles."""
    for x in (27.4, 36.2, 45):
        shadow(pen, x, 4.6)
        larva(pen, x, FLOOR - 1.6, 0.86, True)
        with pen.at(x, FLOOR):
            pen.path("M-4.4 -3.4C-4.4 1.6 4.4 1.6 4.4 -3.4C1.6 -1.9 -1.6 -1.9 -4.4 -3.4Z", "green")
        pen.line(smooth([(x - 2, FLOOR - 1), (x, FLOOR - 0.6), (x + 2, FLOOR - 1)], False), "green-light", 0.35)
    shadow(pen, 13, 9)
    worker(pen, 13.2, FLOOR, 1.05, reach=(10.2, -5.2), look=12)
    heart(pen, 31, 12.6, 1.3)
    heart(pen, 36, 9.4, 0.9)


def heart(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw a heart about (x, y)."""
    with pen.at(x, y, size):
        pen.path(
            "M0 2.2C-3.6 -.4 -2.4 -2.8 -.9 -2.6C-.3 -2.5 0 -1.9 0 -1.6C0 -1.9 .3 -2.5 .9 -2.6C2.4 -2.8 3.6 -.4 0 2.2Z",
            "violet",
        )


def build(pen: Pen) -> None:
    """Draw a worker that lays bricks in steps."""
    shadow(pen, 37, 12)
    # A plumb line, so that the wall grows straight.
    pen.line(polyline([(29.6, 1), (29.6, 15.4)]), "ink", 0.3)
    pen.path(polygon([(28.5, 15.2), (30.7, 15.2), (30.4, 17.4), (29.6, 19.4), (28.8, 17.4)]), "sky-deep")
    rows = ((25.4, 31.6, 37.8), (28.5, 34.7, 40.9), (31.6, 37.8), (34.7, 40.9), (37.8,))
    for row, starts in enumerate(rows):
        for x in starts:
            brick(pen, x, FLOOR - 3.1 * row, 6.2, "green-light" if (row * 2 + round(x)) % 3 == 0 else "worker-light")
    shadow(pen, 12.6, 9)
    worker(pen, 12.8, FLOOR, 1.05, reach=(8.4, -5.2), look=-14)
    brick(pen, 22, FLOOR - 6.4, 6.2, "green-light")
    worker(pen, 41.2, FLOOR - 15.5, 0.66, True, look=16)


def raid(pen: Pen) -> None:
    """Draw two workers that rear up at each other."""
    shadow(pen, 14, 9)
    shadow(pen, 39, 9)
    pen.path(polygon(star(25.8, 18.6, 5.5, 3.6, 12)), "sun")
    worker(pen, 37.4, FLOOR - 0.6, 1.04, True, 18, (8.4, -3.8), 6, 1.5, RIVAL)
    worker(pen, 14, FLOOR - 0.6, 1.08, False, -18, (8.4, -3.8), 6, 1.5)


def inhibit(pen: Pen) -> None:
    """Draw a boulder rolled before the tunnel, a guard on it with a paddle, and a rival who finds the way shut."""
    shadow(pen, 12.6, 9)
    shadow(pen, 36.4, 12)
    for x, y, turn in ((45, 22.8, 22.0), (42.6, 20.6, 8.0)):
        card_back(pen, x, y, 1.0, turn)
    boulder = smooth(
        [(27.4, FLOOR), (26.8, 25.6), (29.4, 20.6), (35.2, 18.6), (41.6, 20.2), (45.4, 24.6), (46.4, FLOOR)]
    )
    pen.flat(boulder, "stone")
    with pen.within(boulder):
        pen.flat(smooth([(36, 15), (42, 18), (47, 24), (47, 33), (30, 33), (39, 28), (41, 22)]), "soil-light", 0.7)
        pen.flat(oval(31.6, 23, 1.8, 0.9, -40), "white", 0.6)
    pen.path(boulder)
    pen.line(polyline([(37, 22), (38.6, 24), (37.6, 26.4)]), "soil-deep", 0.4)
    pen.line(polyline([(31.6, 27), (33.6, 28)]), "soil-deep", 0.4)
    pen.cord(polyline([(29.4, 18.6), (27.4, 11.8)]), "soil-light", 0.9)
    with pen.at(26.5, 9.2, 0.56, -14):
        pen.path(polygon(hexagon(0, 0, 9.6, 0)), "vermillion")
        pen.line(polygon(hexagon(0, 0, 8.2, 0)), "paper", 0.5)
        hand(pen, -0.5, 0.2, 1.1, "paper")
    worker(pen, 36.2, 19.3, 0.86, True, 12, (8.2, -1.6), -4)
    worker(pen, 13.4, FLOOR - 0.4, 0.94, turn=-17, reach=(9.2, -4.6), look=-14, coat=RIVAL)


def mimic(pen: Pen) -> None:
    """Draw a worker that sees its double in the mirror."""
    shadow(pen, 12.6, 9)
    shadow(pen, 38.6, 7)
    pen.cord(polyline([(33.6, FLOOR + 0.4), (38.6, 26), (43.6, FLOOR + 0.4)]), "gold-deep", 0.9)
    pen.path(oval(38.6, 16.2, 10.4, 13), "gold")
    glass = oval(38.6, 16.2, 8.6, 11.2)
    pen.flat(glass, "wing")
    with pen.within(glass):
        pen.flat(polygon([(30, 18), (40, 2), (43, 3), (32, 23)]), "white", 0.7)
        worker(pen, 46.6, 26.4, 1.06, True, 14, (8.6, -3.6), -6)
    pen.path(glass)
    worker(pen, 13.4, FLOOR - 0.3, 1.05, False, -14, (8.6, -3.6), -6)


def one_die(pen: Pen) -> None:
    """Draw a worker that rolls one more die along."""
    shadow(pen, 36, 9)
    shadow(pen, 14, 9)
    die(pen, 35.4, 21.4, "5", 17, 8)
    for x, y, length in ((46.6, 12, 3), (47.4, 17, 2.4)):
        pen.line(smooth([(x, y), (x + 0.8, y + length / 2), (x + 0.7, y + length)], False), "ink", 0.5)
    worker(pen, 14.4, FLOOR, 1.08, reach=(9.6, -5.6), look=-4)
    worker(pen, 36.4, 12.3, 0.62, turn=14, look=-8)


def extra(pen: Pen) -> None:
    """Draw two green squares, and a worker that brings a third on raised forefeet."""
    shadow(pen, 15, 9)
    shadow(pen, 38, 9)
    for x in (29.6, 38.6):
        square(pen, "green", x, FLOOR - 9, 9)
    square(pen, "green", 16.6, 7, 9)
    plus(pen, 43, 8.6, 3.8)
    worker(pen, 14.6, FLOOR - 0.8, 1.1, turn=-26, reach=(8.8, -8.4), look=-12)
    worker(pen, 38.6, FLOOR - 9, 0.6, True, look=-14)


def repeat(pen: Pen) -> None:
    """Draw a worker that treads a wheel after a card hung before its eyes: round it goes again."""
    x, y, radius = 29.0, 17.4, 13.2
    shadow(pen, x, 11)
    pen.cord(polyline([(x - 8, FLOOR + 0.6), (x, y), (x + 8, FLOOR + 0.6)]), "soil-deep", 1.1)
    pen.flat(oval(x, y, radius, radius), "paper")
    for turn in range(0, 180, 30):
        pen.line(polyline([around(x, y, radius, turn), around(x, y, radius, turn + 180)]), "soil-light", 0.5)
    for edge in (radius + 0.7, radius - 1.1):
        pen.line(oval(x, y, edge, edge), "ink", 0.35)
    pen.line(oval(x, y, radius - 0.2, radius - 0.2), "gold", 1.4)
    for turn in range(0, 360, 15):
        pen.line(polyline([around(x, y, radius - 0.9, turn), around(x, y, radius + 0.5, turn)]), "gold-deep", 0.4)
    pen.line(polyline([(37.4, 8.6), (37.4, 12)]), "ink", 0.35)
    card_back(pen, 37.4, 15.4, 0.78, 6)
    with pen.at(x, y - 4.4):
        pen.path(loop(4.2, -150, 100, 1.7, 2.1), "violet")
    worker(pen, 28.2, y + radius - 1.2, 0.82, reach=(8.6, -3.2), look=-16)
    for at, length in ((11.4, 3.2), (12.4, 2.4)):
        pen.line(polyline([(at, 21 + length), (at + length, 21 + length)]), "ink", 0.5)


SCENES: dict[str, Callable[[Pen], None]] = {
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


def main() -> None:
    """Write all scenes."""
    for name, draw in SCENES.items():
        pen = Pen(51, 36)
        WALLS[name](pen)
        draw(pen)
        pen.save(f"scenes/{name}")

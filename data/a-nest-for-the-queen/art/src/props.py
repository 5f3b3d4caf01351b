"""What lies about in the nest: jars, mushrooms, larvae, bricks, dice; each drawn about its foot at (x, y)."""

from __future__ import annotations

import math

from art.pen import around, hexagon
from style import DETAIL, Pen, oval, polygon, polyline, slab, smooth


def seed(pen: Pen, x: float, y: float, size: float = 1.0, turn: float = 0.0) -> None:
    """Draw a grain with its seam, about its middle."""
    with pen.at(x, y, size, turn):
        pen.path(oval(0, 0, 2, 1.3), "yellow")
        pen.detail(smooth([(-1.2, 0.1), (0, 0.35), (1.2, 0.1)], False), "yellow-deep")


def jar(pen: Pen, x: float, y: float, size: float = 1.0) -> None:
    """Draw a clay jar, brim-full of honey."""
    with pen.at(x, y, size):
        body = smooth(
            [(-3.6, 0), (-6.4, -4.6), (-6, -9.4), (-3.8, -11.6), (3.8, -11.6), (6, -9.4), (6.4, -4.6), (3.6, 0)]
        )
        pen.flat(body, "soil")
        with pen.within(body):
            pen.flat(slab(1.8, -13, 6, 14), "soil-deep", 0.6)
            pen.flat(slab(-7, -6.9, 14, 2.6), "sand")
            zigzag = [(-7.0 + 1.4 * step, -6.4 if step % 2 else -4.8) for step in range(11)]
            pen.line(polyline(zigzag), "brown", 0.4)
        pen.path(body)
        honey = (
            "M-4.6 -11.2C-4.8 -14 4.8 -14 4.6 -11.2L4.6 -11C3.6 -10 3.4 -8 2.6 -8C1.8 -8 2 -9.8 1 -10"
            "C0 -10 -.2 -9.2 -1 -9.2C-1.8 -9.2 -2 -10.2 -4.6 -11.2Z"
        )
        pen.path(honey, "gold")
        pen.path(slab(-5, -12.8, 10, 1.9, 0.9), "soil-light")
        pen.detail(smooth([(-3.2, -12.2), (-1, -12.4)], False), "white")


def mushroom(pen: Pen, x: float, y: float, size: float = 1.0, turn: float = 0.0, cap: str = "worker-light") -> None:
    """Draw a mushroom with a spotted cap."""
    with pen.at(x, y, size, turn):
        pen.path(smooth([(-1.1, 0.2), (-0.9, -3), (-1, -6), (1, -6), (0.9, -3), (1.1, 0.2)]), "egg")
        dome = "M-4.2 -4.8C-4.4 -8.4 -2.2 -10 0 -10C2.2 -10 4.4 -8.4 4.2 -4.8C2 -4 -2 -4 -4.2 -4.8Z"
        pen.flat(dome, cap)
        with pen.within(dome):
            for px, py, r in ((-2.2, -6.4, 0.9), (0.7, -8, 1.1), (2.9, -5.9, 0.8)):
                pen.flat(oval(px, py, r, r * 0.85), "egg")
        pen.path(dome)


def leaf(pen: Pen, x: float, y: float, length: float, turn: float, fill: str = "green") -> None:
    """Draw a leaf whose stalk is at (x, y)."""
    with pen.at(x, y, length / 8, turn):
        pen.path("M0 0C1.6 -2.6 5 -3 8 0C5 3 1.6 2.6 0 0Z", fill)
        pen.detail(polyline([(0.6, 0), (6.4, 0)]), "green-deep")
        for px in (2.4, 4.2):
            pen.detail(polyline([(px, 0), (px + 1.2, -1.1)]), "green-deep")
            pen.detail(polyline([(px, 0), (px + 1.2, 1.1)]), "green-deep")


def larva(pen: Pen, x: float, y: float, size: float = 1.0, flip: bool = False) -> None:
    """Draw a content larva, curled up like a comma."""
    with pen.at(x, y, size, 0, flip):
        body = smooth(
            [
                (-4.4, -1.2),
                (-4.6, -3.8),
                (-2.6, -4.9),
                (0, -3.9),
                (1.2, -4.9),
                (1.4, -7.3),
                (3.6, -8.4),
                (5.5, -6.8),
                (5.2, -3),
                (3, -0.5),
                (-1.8, 0),
            ]
        )
        pen.flat(body, "egg")
        with pen.within(body):
            pen.flat(smooth([(-4.6, 0.6), (-1, -0.9), (2.6, -1.6), (4.6, -4), (6.5, -3), (3, 1)]), "egg-shade")
            for near, far in (
                ((-2.9, -5), (-3.1, 0.2)),
                ((-0.9, -4.6), (-0.6, 0.2)),
                ((1, -4.4), (2.5, 0)),
                ((1.1, -5.1), (5.4, -2.4)),
            ):
                middle = ((near[0] + far[0]) / 2 - 0.4, (near[1] + far[1]) / 2 + 0.4)
                pen.detail(smooth([near, middle, far], False), "soil-light")
        pen.path(body)
        pen.line(smooth([(2.4, -6.8), (2.8, -6.4), (3.3, -6.8)], False), "ink", 0.3)
        pen.line(smooth([(4.1, -6.6), (4.5, -6.2), (5, -6.6)], False), "ink", 0.3)
        pen.line(smooth([(3.2, -5.3), (3.7, -5), (4.2, -5.2)], False), "ink", 0.3)


def brick(pen: Pen, x: float, y: float, width: float = 5.0, fill: str = "worker-light") -> None:
    """Draw a brick, its lower left corner at (x, y), half as high as wide."""
    pen.path(slab(x, y - width / 2, width, width / 2, 0.4), fill)
    pen.detail(polyline([(x + 0.8, y - width / 2 + 0.7), (x + width * 0.45, y - width / 2 + 0.7)]), "egg")


def trowel(pen: Pen, x: float, y: float, size: float = 1.0, turn: float = 0.0) -> None:
    """Draw a trowel, its handle's end at (x, y), pointing right."""
    with pen.at(x, y, size, turn):
        pen.cord(polyline([(3, 0), (5.6, 0)]), "stone", 0.5)
        pen.path(polygon([(5, 0), (6.6, -2.3), (11, 0), (6.6, 2.3)]), "sky-deep")
        pen.flat(polygon([(5.6, 0), (6.7, -1.6), (10, 0)]), "wing")
        pen.path(slab(-0.4, -0.9, 4, 1.8, 0.9), "soil-deep")


#: The numerals of the paper dice (Source Sans Black) as outlines, 5 units high, about their middle.
DIGITS = {
    "2": (
        "M-1.75 2.5H1.81V1.39H0.99C0.77 1.39 0.42 1.42 0.17 1.45C0.84 0.77 1.58 -0.1 1.58 -0.89"
        "C1.58 -1.87 0.88 -2.5 -0.11 -2.5C-0.84 -2.5 -1.3 -2.25 -1.81 -1.71L-1.1 -1"
        "C-0.87 -1.23 -0.62 -1.46 -0.29 -1.46C0.06 -1.46 0.31 -1.25 0.31 -0.81"
        "C0.31 -0.15 -0.59 0.67 -1.75 1.74Z"
    ),
    "4": (
        "M0.17 2.5H1.43V1.38H1.96V0.35H1.43V-2.5H-0.26L-1.96 0.43V1.38H0.17ZM-0.69 0.35 -0.23 -0.5"
        "C-0.09 -0.8 0.06 -1.1 0.18 -1.4H0.21C0.2 -1.06 0.17 -0.55 0.17 -0.21V0.35Z"
    ),
    "5": (
        "M-0.04 2.5C0.96 2.5 1.82 1.87 1.82 0.77C1.82 -0.27 1.09 -0.75 0.24 -0.75"
        "C0.08 -0.75 -0.05 -0.74 -0.22 -0.67L-0.16 -1.39H1.6V-2.5H-1.31L-1.43 0.02L-0.86 0.39"
        "C-0.57 0.21 -0.44 0.16 -0.18 0.16C0.21 0.16 0.49 0.38 0.49 0.8"
        "C0.49 1.23 0.22 1.43 -0.24 1.43C-0.6 1.43 -0.94 1.23 -1.23 0.97L-1.82 1.8"
        "C-1.42 2.21 -0.84 2.5 -0.04 2.5Z"
    ),
}
#: The field of a die's face and the height of its digit, as shares of its side.
FIELD, DIGIT = 0.72, 0.46


def die(pen: Pen, x: float, y: float, digit: str, side: float = 9.0, turn: float = 0.0) -> None:
    """Draw a green die about its middle, with a digit in a field, as the paper dice have it."""
    half, field, unit = side / 2, side * FIELD, side * DIGIT / 5
    with pen.at(x, y, 1, turn):
        pen.path(slab(-half, -half, side, side, side * 0.16), "green")
        pen.path(slab(-field / 2, -field / 2, field, field, field * 0.36), "paper", DETAIL * 1.2)
        with pen.at(0, 0, unit):
            pen.flat(DIGITS[digit], "ink")


def loop(radius: float, start: float, end: float, width: float, head: float) -> str:
    """Return an arrow bent round (0, 0), clockwise from `start` to `end` degrees."""
    turns = [start + (end - start) * step / 14 for step in range(15)]
    outer, inner = ([around(0, 0, radius + side * width / 2, turn) for turn in turns] for side in (1, -1))
    far, near = (around(0, 0, radius + side * head, end) for side in (1, -1))
    tip = around(0, 0, radius, end + math.degrees(head * 1.25 / radius))
    return (
        smooth(outer, False)
        + "".join(f"L{px:.2f} {py:.2f}" for px, py in (far, tip, near))
        + smooth(inner[::-1], False).replace("M", "L", 1)
        + "Z"
    )


def plus(pen: Pen, x: float, y: float, half: float, fill: str = "gold") -> None:
    """Draw a stout plus sign about (x, y)."""
    arm = half * 0.36
    corners = [
        (-arm, -half),
        (arm, -half),
        (arm, -arm),
        (half, -arm),
        (half, arm),
        (arm, arm),
        (arm, half),
        (-arm, half),
        (-arm, arm),
        (-half, arm),
        (-half, -arm),
        (-arm, -arm),
    ]
    pen.path(polygon([(x + px, y + py) for px, py in corners]), fill)


def hand(pen: Pen, x: float, y: float, size: float, fill: str) -> None:
    """Draw a raised palm, about 8 x 10 mm at size 1, its middle at (x, y)."""
    with pen.at(x, y, size):
        for px, top in ((-2.4, -3.3), (-0.75, -4.6), (0.9, -4.4), (2.5, -3.1)):
            pen.path(slab(px - 0.78, top, 1.56, 6, 0.78), fill)
        pen.path(
            "M-3.2 .2L-3.2 2.6C-3.2 4.6 -1.6 5.4 .4 5.4C2.4 5.4 3.3 4.4 3.7 3L5 .4C5.4 -.8 4.2 -1.4 3.5 -.5L3.2 0Z",
            fill,
        )
        pen.flat("M-2.9 -1L3 -1L3.2 1.2L-2.9 1.2Z", fill)


def mask(pen: Pen, x: float, y: float, size: float, fill: str, glad: bool, turn: float = 0.0) -> None:
    """Draw a mask about (x, y), 8 mm wide at size 1: a smile or its echo."""
    with pen.at(x, y, size, turn):
        pen.path("M-4 -4.4C-1.5 -3.4 1.5 -3.4 4 -4.4C4.5 .6 3.4 4.8 0 5.4C-3.4 4.8 -4.5 .6 -4 -4.4Z", fill)
        for side in (-1.7, 1.7):
            pen.flat(oval(side, -1.4, 0.95, 0.65, 10 if side > 0 else -10), "ink")
        bend = 3.2 if glad else 1.6
        pen.line(smooth([(-1.9, 2.2), (0, bend), (1.9, 2.2)], False), "ink", 0.6 * size)


def card_back(pen: Pen, x: float, y: float, size: float = 1.0, turn: float = 0.0) -> None:
    """Draw a small card of the draw deck about (x, y), 7 x 10 mm at size 1: the tunnel winds in and out again."""
    with pen.at(x, y, size, turn):
        card = slab(-3.5, -5, 7, 10, 0.8)
        pen.flat(card, "soil-deep")
        way = smooth(
            [(1.4, -6), (1.2, -4.2), (-1.4, -2.6), (-1.9, 0), (1.9, 0), (1.4, 2.6), (-1.2, 4.2), (-1.4, 6)], False
        )
        with pen.within(card):
            pen.line(way, "sand", 1.1 * size)
            pen.flat(oval(0, 0, 2.4, 2.9), "sand")
        pen.line(oval(0, 0, 1.3, 1.7), "soil-dark", 0.55 * size)
        pen.path(card)


def niche(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Dig a niche into the back wall, its upper left corner at (x, y)."""
    pen.path(slab(x, y, width, height, height * 0.42), "stone")
    pen.flat(slab(x + 0.6, y + 0.6, width - 1.2, height * 0.3, height * 0.15), "soil-light", 0.7)


def comb(pen: Pen, x: float, y: float, size: float = 1.0) -> None:
    """Hang a honeycomb from (x, y), cells 3 mm across at size 1."""
    with pen.at(x, y, size):
        for column, row in ((-1, 0), (0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3)):
            cx, cy = 3 * (column - 0.5 + row % 2 * 0.5), 1.5 + 2.6 * row
            pen.path(polygon(hexagon(cx, cy, 1.74)), "yellow" if (column + row) % 3 else "gold")
        pen.flat(oval(0, 11.9, 0.6, 0.9), "gold")

"""Draw where the ball takes place, in a few quiet tones: the buffet, the fountain, the dance floor, the garden gate."""

from __future__ import annotations

import math

from art.pen import DETAIL, LINE, around
from style import AXIS, BUST, Pen, at, bust, number, polygon, polyline, scallops

WIDTH, HEIGHT = BUST


def night(pen: Pen, *inks: str) -> None:
    """Draw the sky, from top to bottom."""
    pen.box(0, 0, WIDTH, HEIGHT, pen.fade("sky", *inks), 0)


def stars(pen: Pen, places: list[tuple[float, float, float]]) -> None:
    """Draw stars as small discs."""
    for x, y, size in places:
        pen.disc(x, y, size, fill="lantern", line=0, opacity=0.85)


def glow(pen: Pen, colour: str = "plum-light") -> None:
    """Draw candlelight behind the head, so that dark hats and hair stand out from the night."""
    for step in range(24):
        pen.disc(AXIS, 14.5, 19 - 0.5 * step, 17.5 - 0.5 * step, colour, 0, opacity=0.022)


def lantern(pen: Pen, x: float, y: float, size: float = 1) -> None:
    """Draw a paper lantern with its glow."""
    with pen.at(x, y, size):
        pen.disc(0, 0, 4.2, fill="lantern", line=0, opacity=0.16)
        pen.disc(0, 0, 1.9, 2.3, "gold-light", DETAIL)
        pen.disc(0, 0, 0.8, 2.3, "lantern", 0)
        pen.box(-0.9, -2.7, 1.8, 0.7, "gold", DETAIL)
        pen.box(-0.9, 2, 1.8, 0.7, "gold", DETAIL)


def garland(pen: Pen, left: float, right: float, drop: float, lights: int) -> None:
    """Draw a string of lights that hangs through."""
    pen.detail(f"M-1,{number(left)} Q21,{number((left + right) / 2 + 2 * drop)} 43,{number(right)}", "gold-light")
    for index in range(lights):
        t = (index + 0.5) / lights
        x, middle = -1 + 44 * t, (left + right) / 2 + 2 * drop
        y = (1 - t) ** 2 * left + 2 * t * (1 - t) * middle + t**2 * right
        pen.disc(x, y + 1, 0.75, 1, "lantern", DETAIL)


def hedge(pen: Pen, top: float, fill: str, lobe: float, shift: float = 0) -> None:
    """Draw a clipped hedge across the picture."""
    data, x = f"M-2,54 V{number(top)}", -2 + shift
    while x < 44:
        data += f" A{at(lobe * 0.56, lobe * 0.56)} 0 0 1 {at(min(x + lobe, 46), top)}"
        x += lobe
    pen.path(data + " V54 Z", fill, 0)


def buffet() -> None:
    """Draw a long table with towers of cakes below a garland."""
    pen = bust()
    night(pen, "night", "dusk", "dusk-light")
    stars(pen, [(6, 12, 0.3), (14, 6, 0.4), (31, 5, 0.35), (37, 13, 0.3)])
    glow(pen)
    garland(pen, 11, 11, -3, 9)
    hedge(pen, 30, "hedge", 6)
    for x, tiers in ((5.5, ((5, 33), (3.8, 28.6), (2.4, 24.6))), (36.5, ((5, 33), (3.8, 28.6), (2.4, 24.6)))):
        pen.path(f"M{x:g},21 V36", line=LINE, colour="gold-light")
        for half, y in tiers:
            for bun in range(3):
                pen.disc(x + (bun - 1) * half * 0.6, y - 1, half * 0.34, half * 0.36, "rose", 0, opacity=0.85)
            pen.path(
                f"M{x - half:g},{y:g} H{x + half:g} L{x + half - 1:g},{y + 0.9:g} H{x - half + 1:g} Z", "gold-light", 0
            )
    pen.box(-1, 36, 44, 17, "plum-light", 0)
    pen.path("".join(f"M{x:g},36 Q{x + 3.5:g},42 {x + 7:g},36 Z " for x in range(0, 42, 7)), "white", 0)
    pen.save("scenes/eat")


def fountain() -> None:
    """Draw a fountain of punch under the moon."""
    pen = bust()
    night(pen, "night", "dusk", "rose")
    pen.disc(32.5, 11, 5.2, fill="lantern", line=0, opacity=0.25)
    pen.disc(32.5, 11, 3.6, fill="lantern", line=0)
    stars(pen, [(7, 14, 0.35), (13, 7, 0.3), (22, 4, 0.4), (24, 11, 0.25), (38, 18, 0.3)])
    glow(pen)
    hedge(pen, 33, "hedge", 8)
    hedge(pen, 38, "hedge-light", 6, 2)
    for side in (-1, 1):
        for reach, top in ((16.5, 15), (11, 9)):
            x = 21 + side * reach
            pen.path(
                f"M21,6 C{21 + side * 3:g},{top - 5:g} {x:g},{top - 4:g} {x:g},{top + 16:g}",
                line=0.9,
                colour="rose-light",
                opacity=0.8,
            )
    pen.path("M3,31 H39 C38,35 32,36 21,36 C10,36 4,35 3,31 Z", "dusk-light", 0)
    pen.path("M3,31 H39 L38.6,32.4 H3.4 Z", "plum-light", 0)
    pen.box(17, 36, 8, 18, "dusk-light", 0)
    pen.save("scenes/drink")


def ballroom() -> None:
    """Draw a chandelier, curtains and a chequered floor."""
    pen = bust()
    night(pen, "plum-deep", "plum-mid", "plum-mid")
    glow(pen, "gold-light")
    pen.detail("M21,-1 V3", "gold-light", LINE)
    for side in (-1, 1):
        pen.path(
            f"M21,7 C{21 + side * 6:g},9 {21 + side * 12:g},8 {21 + side * 14:g},3.6",
            line=LINE * 2,
            colour="gold-light",
        )
        for x, y in ((7.4, 6.4), (14, 3)):
            pen.box(21 + side * x - 0.55, y - 2, 1.1, 2.6, "paper", 0)
            pen.path(f"M{21 + side * x:g},{y - 4.6:g} q1.3,1.7 0,2.6 q-1.3,-0.9 0,-2.6 Z", "lantern", 0)

    def curtain() -> None:
        pen.path("M-1,-1 H5 C6,14 2.4,24 2,34 H-1 Z", "punch", 0)
        pen.wash("M2.6,-1 C3,12 1.6,24 1,34 H-1 V-1 Z", "plum-deep", 0.5)

    pen.both(curtain)
    for row in range(5):
        top, bottom = 34 + 3.4 * row + row * row * 0.2, 34 + 3.4 * (row + 1) + (row + 1) ** 2 * 0.2
        for column in range(-6, 6):
            if (row + column) % 2:
                continue
            near, far = 3.4 + 0.9 * row, 3.4 + 0.9 * (row + 1)
            pen.path(
                polygon(
                    [
                        (21 + column * near, top),
                        (21 + (column + 1) * near, top),
                        (21 + (column + 1) * far, bottom),
                        (21 + column * far, bottom),
                    ]
                ),
                "dusk-light",
                0,
                opacity=0.5,
            )
    pen.save("scenes/dance")


def garden() -> None:
    """Draw a gate in a hedge, lanterns in the trees."""
    pen = bust()
    night(pen, "night", "dusk", "lagoon")
    stars(pen, [(5, 15, 0.3), (12, 8, 0.4), (19, 4, 0.3), (25, 9, 0.35), (33, 5, 0.4), (38, 14, 0.3), (29, 13, 0.25)])
    glow(pen)
    for x, y, size in ((3, 20, 8), (39, 20, 8)):
        pen.path(scallops(x, y, size, 9), "hedge", 0)
    pen.path("M0.6,20 H4.4 V54 H0.6 Z M37.6,20 H41.4 V54 H37.6 Z", "hedge", 0)
    hedge(pen, 36, "hedge-light", 7, 1)
    for turn in range(-180, 1, 30):
        pen.detail(polyline([(21, 36), around(21, 36, 15, turn)]), "gold", LINE, 0.6)
    pen.path("M6,52 V36 A15,15 0 0 1 36,36 V52", line=0.7, colour="gold", opacity=0.8)
    lantern(pen, 8, 21, 0.9)
    lantern(pen, 34.4, 24, 0.9)
    pen.save("scenes/none")


def halo() -> None:
    """Draw the golden rays behind a Belle; the picture is four mm wider than a guest's."""
    pen = Pen(46, 52)
    pen.box(0, 0, 46, 52, pen.fade("sky", "dusk", "night", "plum-deep", round_=True), 0)
    for turn in range(0, 360, 15):
        left, right = around(23, 24, 46, turn - 2.4), around(23, 24, 46, turn + 2.4)
        pen.path(polygon([(23, 24), left, right]), "gold-light", 0, opacity=0.34)
    for radius, opacity in ((21, 0.2), (18.5, 0.28), (16, 0.36)):
        pen.disc(23, 24, radius, fill="lantern", line=0, opacity=opacity)
    for index in range(24):
        x, y = around(23, 24, 20.6, index * 15 + 7.5)
        pen.disc(x, y, 0.55 + 0.25 * math.cos(index * math.pi), fill="gold-pale", line=0)
    pen.save("scenes/belle")


def main() -> None:
    """Draw them all."""
    buffet()
    fountain()
    ballroom()
    garden()
    halo()

"""Draw the back of guests and Belles: a wrapped gift, the same whichever way it lies."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, hexagon
from frames import BLEED, CARD, card
from style import Pen, number, polygon, scallops

WIDE, HIGH = CARD
X, Y = WIDE / 2, HIGH / 2
BAND = 6.5  # mm, half the ribbon


def paper(pen: Pen) -> None:
    """Draw the wrapping: a honeycomb about the middle, a dot or a small blossom in every cell."""
    pen.box(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED, "plum", 0)
    side, pitch = 4.6, 4.6 * 3**0.5
    with pen.stamp("cell", 1):
        pen.path(polygon(hexagon(0, 0, side - 0.5, 30)), "plum-mid", LINE, "gold")
    with pen.stamp("blossom", 1):
        pen.path(scallops(0, 0, 1.5, 6, fat=1.1), "rose-light", 0)
        pen.disc(0, 0, 0.7, fill="gold", line=0)
    cells = [
        (row, (X + pitch * (column + (row % 2) / 2), Y + side * 1.5 * row))
        for row in range(-7, 8)
        for column in range(-5, 6)
    ]
    pen.put("cell", [spot for _, spot in cells], 0.85)
    pen.put("blossom", [spot for row, spot in cells if row % 2 == 0 and -BLEED - 2 < spot[0] < WIDE + BLEED + 2])
    for row, (x, y) in cells:
        if row % 2 and -BLEED < x < WIDE + BLEED:
            pen.disc(x, y, 0.8, fill="gold-light", line=0)


def band(pen: Pen, upright: bool) -> None:
    """Draw one ribbon of the cross."""
    long = (HIGH if upright else WIDE) / 2 + BLEED + 1
    with pen.group(f"translate({X:g} {Y:g})" + ("" if upright else " rotate(90)")):
        pen.path(f"M{-BAND:g},{-long:g} H{BAND:g} V{long:g} H{-BAND:g} Z", "gold-light")
        for x in (-BAND + 1.3, BAND - 1.3):
            pen.path(f"M{x:g},{-long:g} V{long:g}", line=0.6, colour="gold")
        pen.wash(f"M{-BAND + 2.6:g},{-long:g} H{BAND - 2.6:g} V{long:g} H{-BAND + 2.6:g} Z", "gold-pale", 0.8)


def tail(pen: Pen, length: float) -> None:
    """Draw an end of the bow, notched."""
    far, notch = number(-length), number(-length + 3.4)
    pen.path(f"M-2.4,-4 L-5.2,{far} L0,{notch} L5.2,{far} L2.4,-4 Z", "rose")
    pen.detail("M0,-5 V-15", "punch", LINE)


def loop(pen: Pen) -> None:
    """Draw a loop of the bow."""
    pen.path(
        "M0,0 C-8.4,-4 -11.4,-12.6 -7.6,-17.4 C-4.6,-20.6 -1.6,-18.8 0,-16.6 "
        "C1.6,-18.8 4.6,-20.6 7.6,-17.4 C11.4,-12.6 8.4,-4 0,0 Z",
        "rose",
    )
    pen.path(
        "M0,-2 C-5,-5 -7,-10.6 -5,-13.6 C-3.2,-15.6 -1.2,-14 0,-12.4 C1.2,-14 3.2,-15.6 5,-13.6 C7,-10.6 5,-5 0,-2 Z",
        "punch",
        DETAIL,
    )
    pen.detail("M-7.6,-15.6 C-8.4,-12 -7,-8 -4.4,-5 M7.6,-15.6 C8.4,-12 7,-8 4.4,-5", "rose-light", LINE)


def petal(pen: Pen) -> None:
    """Draw a petal of the flower in the middle."""
    pen.path("M0,0 C-2.2,-1.4 -2.2,-3.6 0,-4.6 C2.2,-3.6 2.2,-1.4 0,0 Z", "rose-light", DETAIL)


def bow(pen: Pen) -> None:
    """Draw four loops and four tails round a rosette, each with its opposite, so that none lies over its twin."""

    def pair(turn: float, draw: Callable[[Pen], None]) -> None:
        for half in (0, 180):
            with pen.at(X, Y, turn=turn + half):
                draw(pen)

    pair(-45, lambda inner: tail(inner, 27))
    pair(45, lambda inner: tail(inner, 21))
    pair(0, loop)
    pair(90, loop)
    pen.path(scallops(X, Y, 7.4, 12), "gold-light")
    pen.disc(X, Y, 5.6, fill="paper")
    for turn in (0, 60, 120):
        pair(turn, petal)
    pen.disc(X, Y, 1.3, fill="gold-light")


def main() -> None:
    """Draw the back."""
    pen = card()
    with pen.at(BLEED, BLEED):
        paper(pen)
        band(pen, upright=False)
        band(pen, upright=True)
        bow(pen)
    pen.save("backs/gift")

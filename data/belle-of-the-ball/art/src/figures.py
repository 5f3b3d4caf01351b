"""Draw the figure of the rules leaflet: what lies on the table, its parts numbered. No word is in it."""

from __future__ import annotations

from collections.abc import Sequence

from art.pen import DETAIL, LINE
from style import Pen, polygon
from symbols import crown

CARD = (13, 18)  # mm
ROW = (26, 41, 56, 71, 86)  # mm, where the minglers lie
NUMERALS = ((98.4, 4), (19.6, 4), (4, 4), (27.6, 33), (59.4, 29), (84.4, 33))
HOUSES = ("house-linden", "house-borage", "house-clover", "house-heather", "house-thistle")


def card(pen: Pen, fill: str) -> None:
    """Draw a blank card about (0, 0)."""
    wide, high = CARD
    pen.box(-wide / 2, -high / 2, wide, high, fill, radius=1)


def rail(pen: Pen, colour: str, signs: Sequence[float]) -> None:
    """Draw the column on the left of a card, with a disc for each of its signs."""
    pen.path("M-6.5,-8 Q-6.5,-9 -5.5,-9 H-3.3 V9 H-5.5 Q-6.5,9 -6.5,8 Z", colour)
    for y in signs:
        pen.disc(-4.9, y, 1, fill="gold-light" if y < -6 else "paper", line=DETAIL)


def guest(pen: Pen, house: str) -> None:
    """Draw a guest: the column of signs and a bust, in the colour of a house."""
    card(pen, "paper")
    rail(pen, house, (-6.8, -3.9, -1.1, 1.7))
    pen.path("M-2.1,2.6 V-3 C-2.1,-8.6 5.3,-8.6 5.3,-3 V2.6 Z", "night")
    pen.path("M-1.6,2.6 C-1.6,-1 4.8,-1 4.8,2.6 Z", house, DETAIL)
    pen.disc(1.6, -2.2, 2.1, 2.3, "honey-light", DETAIL)
    for x in (0.8, 2.4):
        pen.disc(x, -2.3, 0.25, fill="ink", line=0)
    pen.path("M-2.7,1.6 H5.9 V4 H-2.7 Z", "plum", DETAIL)
    for y in (5.5, 7):
        pen.detail(f"M-2.1,{y:g} H5.3", "dust-deep", LINE)


def belle(pen: Pen) -> None:
    """Draw a Belle: dark and crowned, her column in a colour that no house has."""
    card(pen, "plum-deep")
    rail(pen, "punch", (-3.9, -1.1))
    with pen.at(-4.9, -6.8, 0.28):
        crown(pen)
    pen.path("M-2.1,2.4 V-3 C-2.1,-9 5.3,-9 5.3,-3 V2.4 Z", "night", colour="gold-light")
    pen.path("M-1.8,2.4 C-1.8,-1.2 5,-1.2 5,2.4 Z", "rose", DETAIL)
    pen.disc(1.6, -2, 2.1, 2.3, "honey-light", DETAIL)
    for x in (0.8, 2.4):
        pen.disc(x, -2.1, 0.25, fill="ink", line=0)
    with pen.at(1.6, -4.7, 0.36):
        crown(pen)
    pen.path("M-2.7,1.4 H5.9 V3.8 H-2.7 Z", "punch", DETAIL)
    pen.path("M-2.4,4.6 H5.6 V8 H-2.4 Z", "paper", DETAIL)


def gift(pen: Pen) -> None:
    """Draw the back of any card: the gift."""
    card(pen, "plum-mid")
    pen.path("M-1.1,-9 H1.1 V9 H-1.1 Z M-6.5,-1.1 H6.5 V1.1 H-6.5 Z", "gold-pale", DETAIL)
    for side in (-1, 1):
        with pen.group(f"scale({side} 1)"):
            pen.path("M0,0 C1,-3.4 4.6,-3.6 4.4,-0.6 C4.3,2.2 1.4,1.6 0,0 Z", "rose", DETAIL)
    pen.disc(0, 0, 1.3, fill="gold-light", line=DETAIL)


def arrow(pen: Pen, x: float, y: float) -> None:
    """Draw an arrow to the left, its middle at (x, y)."""
    spots = [(-2.3, 0), (0.1, -2), (0.1, -0.75), (2.3, -0.75), (2.3, 0.75), (0.1, 0.75), (0.1, 2)]
    pen.path(polygon((x + u, y + v) for u, v in spots), "gold-light", DETAIL)


def numeral(pen: Pen, x: float, y: float, text: str) -> None:
    """Draw a number on a disc."""
    pen.disc(x, y, 2.3, fill="punch")
    pen.title(x, y + 1.25, text, 3.6, "paper")


def table(pen: Pen) -> None:
    """Draw the discards, the row and the draw deck."""
    with pen.at(9, 12, turn=-7):
        card(pen, "shade")
    with pen.at(9.4, 12.2, turn=4):
        guest(pen, "house-sage")
    arrow(pen, 17.8, 12)
    for x, house in zip(ROW, HOUSES, strict=True):
        with pen.at(x, 12):
            guest(pen, house)
    arrow(pen, 95.5, 12)
    for x in ROW[:-1]:
        arrow(pen, x + 7.5, 20.6)
    for step in (3, 2, 1, 0):
        with pen.at(105 + step * 0.5, 12 + step * 0.5):
            gift(pen)


def clique(pen: Pen) -> None:
    """Draw a clique of two single guests, a couple with a gift, and a Belle beside it."""
    for x, house in ((34.0, "house-borage"), (49.0, "house-sage")):
        with pen.at(x, 41):
            guest(pen, house)
    with pen.at(65, 44.6):
        gift(pen)
    for x, y, house in ((66, 37, "house-linden"), (68.5, 41, "house-thistle")):
        with pen.at(x, y):
            guest(pen, house)
    with pen.at(91, 41):
        belle(pen)


def main() -> None:
    """Draw the figure."""
    pen = Pen(116, 57)
    pen.box(0, 0, 116, 57, "plum-light", 0)
    table(pen)
    clique(pen)
    for index, (x, y) in enumerate(NUMERALS, start=1):
        numeral(pen, x, y, str(index))
    pen.save("figures/table")

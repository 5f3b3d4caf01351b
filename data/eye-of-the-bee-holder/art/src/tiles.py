"""The grounds of the hexagonal tiles, and of the score sheet."""

from __future__ import annotations

import math

from art.pen import DETAIL, around
from cards import comb, crown, medallion, rays, scales, stepped
from style import Pen, cell, polygon, spot

FLATS = 60
BLEED = 3
CORNER = 3.5  # mm of bleed at a corner
RING = 21.6  # mm from the middle of the Favor to its numbers
WIDTH, HEIGHT = FLATS * 2 / math.sqrt(3), FLATS
MIDDLE = (round(WIDTH, 2) / 2 + CORNER, HEIGHT / 2 + BLEED)


def tile() -> Pen:
    """Return an empty tile with its bleed."""
    return Pen(round(WIDTH, 2) + 2 * CORNER, HEIGHT + 2 * BLEED)


def sunburst() -> None:
    """Draw the rays on a facet, tinted by the layout."""
    pen = tile()
    with pen.within(cell(*MIDDLE, FLATS + 2 * BLEED)):
        rays(pen, MIDDLE[0], 25.5, 60, 18, "currentColor", 1)
    pen.save("facets/rays")


def sash() -> None:
    """Draw the sash across a facet, with bleed left and right."""
    pen = Pen(80, 15)
    pen.box(-1, 0.5, 82, 14, "paper", 0.5)
    for y in (1, 14):
        pen.path(f"M-1,{y:g} H81", "none", 0.4, "gold")
    pen.save("facets/sash")


def favor() -> None:
    """Draw the ground of the Queen's Favor: a place for each number but the first, and the way of the draft."""
    pen = tile()
    x, y = MIDDLE
    pen.box(0, 0, 2 * x, 2 * y, "velvet", 0)
    scales(pen, 2 * x, 2 * y, 9, "velvet-light", 0.55)
    for index in range(5):
        chevron(pen, x, y, 60 * index)
    for index in range(1, 6):
        at = around(x, y, RING, 90 + 60 * index)
        with pen.turned(60 * index, *at):
            pen.path(cell(*at, 9.4), "gold-light", 0.5)
            pen.path(f"M{spot((at[0] - 1.6, at[1] + 3))} h3.2", "none", 0.6)  # or a 6 from one side is a 9 from another
    pen.save("favor/front")


def arrow() -> None:
    """Draw the arrow at slot 1, which lies whole inside the tile."""
    pen = Pen(20, 11.4)
    head = [(0.6, 3.4), (4.6, 3.4), (4.6, 0), (15.4, 0), (15.4, 3.4), (19.4, 3.4), (10, 11)]
    pen.path(polygon(head), "gold", 0.6)
    pen.path(polygon([(3.4, 4.4), (16.6, 4.4), (10, 9.7)]), "gold-light", 0)
    pen.save("favor/arrow")


def chevron(pen: Pen, x: float, y: float, turn: float) -> None:
    """Draw a pointer, counter-clockwise round the middle, half a place before `turn` degrees past slot 1."""
    at = around(x, y, 24.6, 90 + turn + 30)
    with pen.turned(90 + turn + 30, *at):
        px, py = at
        pen.path(
            f"M{spot((px - 1.9, py + 1.1))} L{spot((px, py - 1.1))} L{spot((px + 1.9, py + 1.1))}", "none", 1, "gold"
        )


def favor_back() -> None:
    """Draw the Favor's plain side: the comb and the Queen's eye."""
    pen = tile()
    width, height = 2 * MIDDLE[0], 2 * MIDDLE[1]
    pen.box(0, 0, width, height, "velvet-deep", 0)
    comb(pen, width, height, 13)
    medallion(pen, *MIDDLE, 40)
    pen.save("favor/back")


def score() -> None:
    """Draw the ground of the score sheet: a paper panel on the palace's wall."""
    width, height = 196, 132
    pen = Pen(width, height)
    pen.box(0, 0, width, height, "velvet", 0)
    scales(pen, width, height, 12, "velvet-light", 0.55)
    pen.path(stepped(7, 9, width - 14, height - 16, ((5, 3), (5, 2.4), (5, 1.8))), "paper", 0.6)
    pen.path(stepped(8.2, 10.2, width - 16.4, height - 18.4, ((5, 3), (5, 2.4), (5, 1.8))), "none", DETAIL, "gold")
    crown(pen, 98, 10.4, 4.2)
    pen.save("score/ground")


def main() -> None:
    """Write every ground."""
    sunburst()
    sash()
    favor()
    arrow()
    favor_back()
    score()

"""Draw what surrounds the pictures: arches, name plaques, the ribbons of the houses, the reference card."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, Point, hexagon
from style import Pen, at, number, polygon, polyline
from symbols import CRESTS, MARKS

BLEED = 3
CARD = (63, 88)


def card() -> Pen:
    """Return an empty canvas of a card with its bleed; draw inside `pen.at(BLEED, BLEED)`."""
    return Pen(CARD[0] + 2 * BLEED, CARD[1] + 2 * BLEED)


def arch(x: float, y: float, width: float, height: float, rise: float, hole: bool = False) -> str:
    """Return a round arch; as a hole it runs the other way round, to be cut out of what is drawn before it."""
    left, right, top, base = number(x), number(x + width), number(y + rise), number(y + height)
    bend = f"A{at(width / 2, rise)} 0 0"
    if hole:
        return f"M{left},{base} H{right} V{top} {bend} 0 {left},{top} Z"
    return f"M{left},{base} V{top} {bend} 1 {right},{top} V{base} Z"


Area = tuple[float, float, float, float]


def comb(pen: Pen, area: Area, colour: str, pitch: float, opacity: float) -> None:
    """Draw a honeycomb of thin lines, row by row, over an area: left, top, right, bottom."""
    left, top, right, bottom = area
    side = pitch / 3**0.5
    with pen.stamp("cell", 1):
        pen.detail(polyline(hexagon(0, 0, side, 150)[:4]), colour)
    cells: list[Point] = []
    row, y = 0, top
    while y < bottom + side:
        x = left + (pitch / 2 if row % 2 else 0)
        while x < right + pitch:
            cells.append((x, y))
            x += pitch
        y, row = y + side * 1.5, row + 1
    with pen.group(opacity=opacity):
        pen.put("cell", cells)


def curl(pen: Pen, x: float, y: float, turn: float, colour: str = "gold", mirrored: bool = False) -> None:
    """Draw a tendril that fills a corner, its root at the corner."""
    flip = " scale(-1 1)" if mirrored else ""
    with pen.group(f"translate({number(x)} {number(y)}){flip} rotate({number(turn)})"):
        pen.path("M0,0 C4,0.4 7.4,0 8.6,2 C9.4,3.6 7.6,5 6.4,4 C5.6,3.2 6.4,2.2 7.2,2.6", line=LINE, colour=colour)
        pen.path("M0,0 C0.4,4 0,7.4 2,8.6 C3.6,9.4 5,7.6 4,6.4 C3.2,5.6 2.2,6.4 2.6,7.2", line=LINE, colour=colour)
        pen.path("M0,0 C1.6,1.2 3,2.4 3.8,4.6 C1.8,4 0.8,2 0,0 Z", colour, 0)
        pen.disc(0, 0, 0.7, fill=colour, line=0)


def rim(pen: Pen, d: str) -> None:
    """Draw a gold moulding along a path."""
    pen.path(d, line=1.7)
    pen.path(d, line=1.1, colour="gold-light")
    pen.path(d, line=DETAIL, colour="gold")


def guest() -> None:
    """Draw a guest's frame: paper with an arched window, and a panel below."""
    pen = card()
    with pen.at(BLEED, BLEED):
        pen.path("M-3,-3 H66 V91 H-3 Z " + arch(17.5, 4, 42, 52, 21, hole=True), "paper", 0)
        pen.wash("M15.5,56 H66 V91 H15.5 Z", "gold-pale", 0.45)
        comb(pen, (15.5, 58, 66, 91), "gold-light", 6, 0.3)
        curl(pen, 17.4, 3.4, 0)
        curl(pen, 59.6, 3.4, 0, mirrored=True)
        rim(pen, arch(17.5, 4, 42, 52, 21))
        pen.box(16.4, 64.4, 44.4, 20.8, "paper", LINE, "gold", 2)
    pen.save("frames/guest")


def belle() -> None:
    """Draw a Belle's frame: plum honeycomb with an arched window, and a cream panel below."""
    pen = card()
    with pen.at(BLEED, BLEED):
        pen.path("M-3,-3 H66 V91 H-3 Z " + arch(8.5, 3.5, 46, 52, 23, hole=True), "plum", 0)
        for side in (0, 1):
            with pen.group("matrix(-1 0 0 1 63 0)" if side else ""):
                pen.path("M-3,-3 H31.5 V3.5 C18.8,3.5 8.5,13.8 8.5,26.5 V56 H-3 Z", "plum-deep", 0)
                curl(pen, 4.2, 4.2, 0, "gold-light")
                for index in range(9):
                    pen.disc(5.2, 19 + 4.4 * index, 0.8, fill="gold-light", line=0)
        comb(pen, (-3, 56, 66, 91), "dusk-light", 6, 0.35)
        pen.path("M-3,56 H66", line=1.1, colour="gold")
        pen.path("M-3,56 H66", line=0.5, colour="gold-light")
        rim(pen, arch(8.5, 3.5, 46, 52, 23))
        pen.box(4, 61, 55, 23.8, "paper", 1.7, radius=2.5)
        pen.box(4, 61, 55, 23.8, "paper", 1.1, "gold-light", 2.5)
        pen.box(4, 61, 55, 23.8, "none", DETAIL, "gold", 2.5)
    pen.save("frames/belle")


def plaque(name: str, width: float, fill: str, edge: str) -> None:
    """Draw a banner with folded ends to write a name on."""
    pen = Pen(width, 13)
    middle = number(width / 2)

    def fold() -> None:
        pen.path("M0.4,4 L4,3.4 V11.6 L0.4,12.4 L2,8.2 Z", "plum-deep")

    pen.both(fold)
    right = number(width - 3.4)
    pen.path(f"M3.4,2.2 Q{middle},-0.4 {right},2.2 V10.4 Q{middle},12.4 3.4,10.4 Z", fill)
    right = number(width - 4.4)
    pen.detail(f"M4.4,3 Q{middle},0.6 {right},3 M4.4,9.7 Q{middle},11.6 {right},9.7", edge, LINE)
    pen.save(f"frames/{name}")


def flourish() -> None:
    """Draw the ornament that fills the place of a pull that is not there."""
    pen = Pen(40, 9)
    for side in (0, 1):
        with pen.group("matrix(-1 0 0 1 40 0)" if side else ""):
            pen.path("M17,4.5 C13,1 8.6,2 8.4,4.6 C8.3,6.4 10.6,6.8 11,5.3 C11.2,4.3 10,4 9.7,4.8", colour="gold")
            pen.path("M17,4.5 C12,8.6 6,6.6 1.6,4.5", colour="gold")
            pen.path("M6.4,6 C4.6,4.2 3,3.8 1.6,4.5 C3,6 4.6,6.6 6.4,6 Z", "gold", 0)
            pen.disc(0.7, 4.5, 0.5, fill="gold", line=0)
    pen.path(polygon(hexagon(20, 4.5, 2.6)), "gold-light")
    pen.path(polygon(hexagon(20, 4.5, 1.4)), "paper", DETAIL)
    pen.save("frames/flourish")


def ribbon(house: str) -> None:
    """Draw the band down the left of a guest's card, the crest of the house woven into it."""
    pen = Pen(18.5, 94)
    pen.box(0, 0, 18.5, 94, "currentColor", 0)
    with pen.stamp("crest", 0.32):
        CRESTS[house](pen)
    rows = ((1 + 7.6 * row, 3.8 if row % 2 else 0.0) for row in range(13))
    spots = [(1.6 + 7.6 * column + shift, y) for y, shift in rows for column in range(3)]
    pen.put("crest", [(x, y) for x, y in spots if x < 15], 0.28)
    pen.box(0, 0, 18.5, 94, "ink", 0, opacity=0.08)
    pen.box(16.9, -1, 1.4, 96, "gold-light", LINE)
    for index in range(24):
        pen.disc(17.6, 2 + 4 * index, 0.35, fill="gold", line=0)
    pen.save(f"ribbons/{house}")


def reference() -> None:
    """Draw the frame of a reference card: a plum head with a crown on a cream card."""
    pen = card()
    with pen.at(BLEED, BLEED):
        pen.box(-3, -3, 69, 94, "plum", 0)
        comb(pen, (-3, -3, 66, 91), "dusk-light", 6, 0.35)
        pen.box(3.4, 14.4, 56.2, 70.2, "paper", 1.7, radius=2)
        pen.box(3.4, 14.4, 56.2, 70.2, "none", 1.1, "gold-light", 2)
        pen.box(3.4, 14.4, 56.2, 70.2, "none", DETAIL, "gold", 2)
        for x in (8, 55):
            with pen.at(x, 9, 0.6):
                MARKS["crown"](pen)
    pen.save("frames/reference")


def main() -> None:
    """Draw them all."""
    tasks: list[Callable[[], None]] = [guest, belle, reference, flourish]
    for task in tasks:
        task()
    plaque("plaque", 46, "plum", "gold-light")
    plaque("plaque-belle", 50, "punch", "gold-pale")
    for house in CRESTS:
        ribbon(house)

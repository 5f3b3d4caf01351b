"""Draw what surrounds the pictures: arches, name plaques, the ribbons of the houses, the reference card."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, Point, hexagon
from style import Pen, at, number, polygon, polyline
from symbols import CRESTS, MARKS, Motif

BLEED = 3
MORE_BLEED = 4.5  # that of ribbons, whose boxes say so: some printers ask for more than 3 mm
CARD = (63, 88)
# What guests and Belles share, in mm from the trim. The layouts rely on these.
RAIL = 15.0  # how far the ribbon reaches; its signs are in the middle of it
STRIP = 1.0  # the gold braid beside it
ARCH = (19.85, 3.85, 39.3, 51.2, 19.65)  # left, top, width, height, rise; its moulding is 0.85 wider on all sides
PANEL = (19, 64.2, 41, 20.8)
BANNER = 41.0  # as wide as moulding and panel, 3 mm from the braid and from the trim
PAUSE = 57.0  # how far down the ornament is that parts who a guest is from what a guest does
RESTS = (44.3, 69.2, 79.6)  # how far down ornaments may fill the place of a sign; the ribbon is plain behind them


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
        pen.path("M-3,-3 H66 V91 H-3 Z " + arch(*ARCH, hole=True), "paper", 0)
        pen.box(RAIL, 30, 66 - RAIL, 61, pen.fade("floor", "paper", "gold-pale"), 0, opacity=0.6)
        comb(pen, (RAIL, 66, 66, 91), "gold-light", 6, 0.3)
        corners(pen, "gold")
        rim(pen, arch(*ARCH))
        pen.box(*PANEL, "paper", LINE, "gold", 2)
    pen.save("frames/guest")


def belle() -> None:
    """Draw a Belle's frame: that of a guest at night, plum honeycomb instead of paper."""
    pen = card()
    with pen.at(BLEED, BLEED):
        sky = pen.fade("floor", "plum-deep", "plum-deep", "plum")
        pen.path("M-3,-3 H66 V91 H-3 Z " + arch(*ARCH, hole=True), sky, 0)
        corners(pen, "gold-light")
        rim(pen, arch(*ARCH))
        left, top, width, height = PANEL
        panel = left + 0.7, top + 0.7, width - 1.4, height - 1.4
        pen.box(*panel, "paper", 1.4, radius=2.5)
        pen.box(*panel, "paper", 0.9, "gold-light", 2.5)
        pen.box(*panel, "none", DETAIL, "gold", 2.5)
    pen.save("frames/belle")


def corners(pen: Pen, colour: str) -> None:
    """Draw tendrils in the corners over the arch."""
    left, _, width, _, _ = ARCH
    curl(pen, left, 3.4, 0, colour)
    curl(pen, left + width, 3.4, 0, colour, mirrored=True)


def plaque(name: str, fill: str, fold_fill: str, edge: str) -> None:
    """Draw a banner with folded ends to write a name on."""
    width = BANNER
    pen = Pen(width, 13)
    middle = number(width / 2)

    def fold() -> None:
        pen.path("M0.2,4 L3.8,3.4 V11.6 L0.2,12.4 L1.8,8.2 Z", fold_fill)
        pen.detail("M1.1,4.6 L2.5,8.2 L1.1,11.5", edge)

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


def rest() -> None:
    """Draw the ornament that fills a place of the rail where there is nothing to do."""
    pen = Pen(9, 9)
    for side in (0, 1):
        with pen.group("matrix(-1 0 0 1 9 0)" if side else ""):
            pen.detail("M3.5,4.5 C2.4,2.6 0.5,3.2 0.7,4.5 C0.9,5.5 2.1,5.2 1.9,4.5", "gold-pale", LINE)
            pen.detail("M4.5,3.3 C4.4,2.2 3.6,1.6 2.9,2 M4.5,5.7 C4.4,6.8 3.6,7.4 2.9,7", "gold-pale", LINE)
    pen.path(polygon(hexagon(4.5, 4.5, 1.2)), "gold-light", DETAIL)
    pen.save("frames/rest")


def ribbon(name: str, motif: Motif) -> None:
    """Draw the band down the left of a card, a motif woven into it."""
    wide, over = BLEED + RAIL + STRIP, MORE_BLEED - BLEED
    pen = Pen(over + wide, 94 + 2 * over)
    pen.box(0, 0, over + wide, 94 + 2 * over, "currentColor", 0)
    with pen.stamp("crest", 0.32):
        motif(pen)
    middle, pause = BLEED + RAIL / 2, BLEED + PAUSE
    plain = (PAUSE, *RESTS)
    rows = ((1 + 7.6 * row, 3.8 if row % 2 else 0.0) for row in range(13))
    spots = [(middle - 7.6 + 7.6 * column + shift, y) for y, shift in rows for column in range(3)]
    free = [(x, y) for x, y in spots if x < BLEED + RAIL - 1.8 and all(abs(y - BLEED - one) > 3.5 for one in plain)]
    with pen.at(over, over):
        pen.put("crest", free, 0.22)
        pen.box(-over, -over, over + wide, 94 + 2 * over, "ink", 0, opacity=0.08)
        for side in (-1, 1):
            start, end = number(middle + side * 1.9), number(middle + side * 5.2)
            pen.detail(f"M{start},{number(pause)} H{end}", "gold-pale", LINE)
            pen.disc(middle + side * 5.2, pause, 0.4, fill="gold-pale", line=0)
        pen.path(polygon(hexagon(middle, pause, 1.1)), "gold-light", DETAIL)
        pen.box(BLEED + RAIL, -1 - over, STRIP, 96 + 2 * over, "gold-light", LINE)
        for index in range(24):
            pen.disc(BLEED + RAIL + STRIP / 2, 2 + 4 * index, 0.3, fill="gold", line=0)
    pen.save(f"ribbons/{name}")


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
    tasks: list[Callable[[], None]] = [guest, belle, reference, flourish, rest]
    for task in tasks:
        task()
    plaque("plaque", "plum", "plum-deep", "gold-light")
    plaque("plaque-belle", "punch", "plum-mid", "gold-pale")
    for name, motif in {**CRESTS, "belle": MARKS["crown"]}.items():
        ribbon(name, motif)

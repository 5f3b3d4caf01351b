"""Draw the icons: what a card does, who is on a token, what lies on the field. One box of 10 x 10 units each."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from art.pen import frame, ring, star
from icon import BOLD, Icon, arrow, at, blunt, box, cell, disc, number, oval, polygon, polyline, spot

TIMING = 0.5  # the lines of a timing: cards show it larger than other icons
ICONS: dict[str, Callable[[Icon], None]] = {}


def icon(name: str) -> Callable[[Callable[[Icon], None]], Callable[[Icon], None]]:
    """Enter a drawing function in the list of icons under `name`."""

    def enter(draw: Callable[[Icon], None]) -> Callable[[Icon], None]:
        ICONS[name] = draw
        return draw

    return enter


# ---- parts that several icons share


def eye_dot(pic: Icon, x: float, y: float, r: float = 0.8) -> None:
    """Draw an eye as the bees have it: a tall dark oval with a highlight."""
    pic.flat(oval(x, y, r, r * 1.3), "ink")
    pic.flat(disc(x - r * 0.25, y - r * 0.5, r * 0.42), "white")


def feeler(pic: Icon, x: float, y: float, to_x: float, to_y: float) -> None:
    """Draw an antenna with its knob."""
    pic.line(f"M{at(x, y)} Q{at(x, to_y, to_x, to_y)}")
    pic.flat(disc(to_x, to_y, 0.5), "ink")


def stripes(x: float, y: float, length: float, degrees: float, *offsets: float) -> list[tuple[str, str]]:
    """Return the bands of an abdomen, across its axis, bulging towards the sting."""
    to = frame(x, y, degrees)
    bands = []
    for u in offsets:
        near, far = u - 0.42, u + 0.42
        bulge = 0.7
        bands.append(
            f"M{spot(to(near, -length))} Q{spot(to(near - bulge, 0), to(near, length))} "
            f"L{spot(to(far, length))} Q{spot(to(far - bulge, 0), to(far, -length))} Z"
        )
    return [(d, "ink") for d in bands]


def mite_body(pic: Icon, x: float, y: float, r: float, *, eyes: bool = True) -> None:
    """Draw a varroa mite from above: a flat oval, wider than long, four legs a side."""
    for side in (-1, 1):
        for rise, reach in ((-58, 1.5), (-20, 1.5), (18, 1.48), (54, 1.45)):
            c, s = cos(radians(rise)), sin(radians(rise))
            knee = (x + side * r * 1.28 * c, y + r * 1.12 * s - 0.16 * r)
            foot = (x + side * r * reach * c, y + r * reach * s + 0.12 * r)
            pic.line(polyline([(x + side * r * 0.6 * c, y + r * 0.5 * s), knee, foot]))
    pic.body(oval(x, y, r, r * 0.8), "mite")
    if eyes:
        for side in (-1, 1):
            pic.flat(disc(x + side * r * 0.36, y - r * 0.2, r * 0.27), "white")
            pic.flat(disc(x + side * r * 0.28, y - r * 0.15, r * 0.14), "ink")


def grain(pic: Icon, x: float, y: float, r: float, spikes: int = 10) -> None:
    """Draw a pollen grain: a spiky golden ball with pits; `r` reaches to the tips."""
    pic.body(polygon(star(x, y, r, r * 0.74, spikes)), "honey")
    for u, v, size in ((0.22, -0.2, 0.14), (-0.12, 0.3, 0.14), (0.38, 0.28, 0.11)):
        pic.flat(disc(x + u * r, y + v * r, size * r), "honey-deep")
    pic.gloss(f"M{at(x - 0.42 * r, y)} A{number(0.42 * r)} {number(0.42 * r)} 0 0 1 {at(x - 0.08 * r, y - 0.42 * r)}")


def skep(pic: Icon, x: float, base: float, width: float, height: float) -> None:
    """Draw a straw hive: a dome of three rolls with a dark door."""
    rolls = ((0.44, 0.0), (0.56, 0.18), (0.44, 0.37), (0.5, 0.56), (0.35, 0.72), (0.3, 1.0))
    left = [at(x - u * width, base - v * height) for u, v in rolls]
    right = [at(x + u * width, base - v * height) for u, v in rolls]
    top, low, high = (at(x, base - v * height) for v in (1.0, 0.33, 0.68))
    pic.body(
        f"M{at(x, base)} L{left[0]} Q{left[1]} {left[2]} Q{left[3]} {left[4]} Q{left[5]} {top} "
        f"Q{right[5]} {right[4]} Q{right[3]} {right[2]} Q{right[1]} {right[0]} Z",
        "honey",
    )
    pic.line(f"M{left[2]} Q{low} {right[2]} M{left[4]} Q{high} {right[4]}")
    half, lintel = width * 0.17, base - height * 0.22
    arch = f"A{number(half)} {number(half)} 0 0 1 {at(x + half, lintel)}"
    pic.flat(f"M{at(x - half, base)} V{number(lintel)} {arch} V{number(base)} Z", "ink")


def card(pic: Icon, x: float, y: float, colour: str, w: float = 5.4, h: float = 7.4, tilt: float = 0) -> None:
    """Draw a card."""
    pic.body(box(x, y, w, h, tilt, 0.8), colour)


def zed(pic: Icon, x: float, y: float, size: float, width: float = 0.7) -> None:
    """Draw a letter Z of sleep, centred."""
    h = size / 2
    pic.line(polyline([(x - h, y - h), (x + h, y - h), (x - h, y + h), (x + h, y + h)]), "ink", width)


# ---- strength


@icon("attack")
def attack(pic: Icon) -> None:
    """Draw two crossed bee stings: a striped abdomen is the grip, the sting a ground blade."""
    for x, degrees, side in ((8.4, -134, 1), (1.6, -46, -1)):
        to = frame(x, 8.4, degrees)
        ground = polyline([to(0, 0), to(12, 0), to(12, -3 * side), to(0, -3 * side)])
        blade = polygon([to(1.4, -1.5), to(10.1, 0), to(1.4, 1.5)])
        pic.body(blade, "attack", shaded=False, inside=[(ground, "blush")])
        pic.body(oval(*to(1.1, 0), 1.75, 1.6, degrees), "bee", inside=stripes(*to(1.4, 0), 2, degrees, 0.2))
        pic.flat(disc(*to(2.05, side * 0.7), 0.32), "white")


@icon("defence")
def defence(pic: Icon) -> None:
    """Draw a shield that bears a honeycomb cell."""
    pic.body(
        "M1.15,2.2 Q1.15,1.6 1.8,1.6 Q3.6,1.6 4.6,0.9 Q5,0.6 5.4,0.9 Q6.4,1.6 8.2,1.6 Q8.85,1.6 8.85,2.2 "
        "V4.9 C8.85,7.2 7,8.6 5.3,9.25 Q5,9.35 4.7,9.25 C3,8.6 1.15,7.2 1.15,4.9 Z",
        "defence",
    )
    pic.gloss("M2.15,5 V2.7")
    pic.body(cell(5, 4.85, 2.3), "honey")


def timing(pic: Icon, colour: str, symbol: str, vein: str = "") -> None:
    """Draw a disc in the colour of a timing, its symbol in white: the same on cards, in texts and on the reference."""
    pic.body(disc(5, 5, 4.7), colour, shaded=False, edge=TIMING)
    pic.body(symbol, "white", shaded=False, edge=TIMING)
    if vein:
        pic.line(vein, width=TIMING)


@icon("star")
def white_star(pic: Icon) -> None:
    """Draw a star with five points, for cards that may be played at any time."""
    timing(pic, "timing-yellow", blunt(star(5, 5.3, 3.8, 1.95, 5), 0.25))


@icon("bolt")
def bolt(pic: Icon) -> None:
    """Draw a flash of lightning, for cards that are played at once."""
    points = [(4.2, 1.5), (7.3, 1.5), (6.1, 3.9), (7.8, 3.9), (3.4, 8.7), (4.3, 5.8), (2.4, 5.8)]
    timing(pic, "timing-blue", blunt(points, 0.25))


@icon("leaf")
def leaf(pic: Icon) -> None:
    """Draw a leaf with its midrib, for cards that are played in their own step of a turn."""
    blade = "M2.9,7 C1.6,3.6 4.2,1.6 7.8,1.8 Q8.2,1.8 8.2,2.2 C8.4,5.8 6.4,8.4 2.9,7 Z"
    timing(pic, "timing-green", blade, "M2,8.1 L2.9,7 Q4.4,5 6.3,3.8")


@icon("crown")
def crown(pic: Icon) -> None:
    """Draw the queen's crown."""
    points = [(1.0, 3.6), (3.2, 5.4), (5, 2.1), (6.8, 5.4), (9, 3.6), (8.3, 8.9), (1.7, 8.9)]
    pic.body(blunt(points, 0.4), "honey")
    pic.line("M1.95,7.1 H8.05")
    for x, y in ((1.25, 3.1), (5, 1.65), (8.75, 3.1)):
        pic.body(disc(x, y, 0.75 if x == 5 else 0.6), "jelly", shaded=False)
    pic.gloss(polyline([(2.35, 5.9), (2.45, 6.1)]))


# ---- who


@icon("kid")
def kid(pic: Icon) -> None:
    """Draw a baby bee with its dummy."""
    for side in (-1, 1):
        pic.line(polyline([(5 + side * 1.1, 2.9), (5 + side * 2, 1.2)]))
        pic.flat(disc(5 + side * 2.1, 1.05, 0.62), "ink")
    pic.body(oval(5, 5.4, 4.15, 3.3), "bee")
    for x in (1.9, 8.1):
        pic.flat(oval(x, 6.3, 0.75, 0.5), "blush")
    for x in (3.2, 6.8):
        eye_dot(pic, x, 4.9, 0.95)
    pic.body(disc(5, 8.1, 1.2), "white", shaded=False)
    pic.body(oval(5, 6.9, 1.9, 1.0), "petal-pink")
    pic.gloss(polyline([(4.1, 6.7), (4.3, 6.6)]))


@icon("forager")
def forager(pic: Icon) -> None:
    """Draw a round bee in a headscarf, with a bucket of pollen."""
    pic.body(oval(7.75, 7.2, 1.4, 0.95), "honey", shaded=False)
    pic.body(blunt([(6.1, 7.5), (9.4, 7.5), (8.9, 9.3), (6.6, 9.3)], 0.4), "rock-light", shaded=False)
    pic.body(oval(2.5, 2.7, 1.3, 1.9, -38), "wing", shaded=False)
    pic.flat(blunt([(0.5, 8.2), (1.2, 6.1), (2.3, 7.2)], 0.3), "ink")
    pic.body(oval(3.4, 5.9, 2.65, 2.2, -20), "bee", inside=stripes(3.4, 5.9, 4, -20, -1.0, 0.75))
    feeler(pic, 5.7, 2.2, 4.9, 1.0)
    feeler(pic, 7.5, 2.2, 8.4, 1.0)
    scarf = "M3,4.2 Q6.4,2.2 9.9,3.8 V1 H3 Z"
    pic.body(disc(6.45, 4.2, 2.5), "bee", inside=[(scarf, "red")])
    pic.line("M4.2,3.75 Q6.5,2.4 8.75,3.45")
    eye_dot(pic, 5.9, 4.45, 0.62)
    eye_dot(pic, 7.8, 4.45, 0.58)
    pic.line("M6.2,5.75 Q6.9,6.1 7.6,5.7")


@icon("soldier")
def soldier(pic: Icon) -> None:
    """Draw a bee with crested helmet and spear."""
    pic.cord("M8.5,8.7 V3", "bark-light", 0.4)
    pic.body(blunt([(8.5, 0.6), (9.45, 2.4), (8.5, 3.9), (7.55, 2.4)], 0.3), "rock-light", shaded=False)
    pic.body("M1.9,3.6 C1.5,-0.4 6.5,-0.4 6.1,3.6 Z", "red")
    pic.line("M4,1.2 V2.4")
    pic.body(oval(4, 6.35, 3.15, 2.75), "bee")
    for x in (2.7, 5.3):
        eye_dot(pic, x, 6.5, 0.72)
    pic.line("M3.2,8.3 Q4,7.8 4.8,8.3")
    pic.body(
        "M0.75,5.4 C0.5,1.5 7.5,1.5 7.25,5.4 Q7.2,5.8 6.8,5.65 Q5,4.9 4,6.1 Q3,4.9 1.2,5.65 Q0.8,5.8 0.75,5.4 Z",
        "rock-light",
    )
    pic.gloss("M2,4.1 Q2.2,3.6 2.7,3.4")


@icon("drifting-bee")
def drifting_bee(pic: Icon) -> None:
    """Draw a bee asleep on a small cloud."""
    pic.body(oval(2.7, 2.7, 1.3, 1.8, -32), "wing", shaded=False)
    pic.body(oval(3.1, 5.3, 2.4, 2.0, -8), "bee", inside=stripes(3.1, 5.3, 4, -8, -0.9, 0.8))
    feeler(pic, 5.3, 2.9, 4.7, 1.5)
    pic.body(disc(6.1, 4.6, 2.35), "bee")
    pic.line("M4.9,4.5 Q5.4,5.3 5.9,4.5 M6.9,4.5 Q7.3,5.3 7.7,4.5")
    pic.body(
        "M2.1,9.3 A1.45 1.45 0 0 1 1.9,6.5 A1.7 1.7 0 0 1 4.4,6.6 A1.9 1.9 0 0 1 7.2,6.8 A1.3 1.3 0 1 1 8,9.3 Z",
        "white",
    )
    zed(pic, 8.4, 1.5, 1.6)


@icon("ladybird")
def ladybird(pic: Icon) -> None:
    """Draw a ladybird from above, head up."""
    for side in (-1, 1):
        for y, bend, foot in ((4.4, 3.6, 3.0), (6.2, 6.1, 6.6), (7.8, 8.2, 9.1)):
            pic.line(polyline([(5 + side * 2, y), (5 + side * 3.8, bend), (5 + side * 4.3, foot)]))
    pic.line("M4.2,2.2 Q4.1,0.9 3.0,0.9 M5.8,2.2 Q5.9,0.9 7.0,0.9")
    pic.flat(oval(5, 2.9, 2.25, 1.75), "ink")
    for x in (3.9, 6.1):
        pic.flat(disc(x, 2.25, 0.5), "white")
    pic.body(oval(5, 6.1, 3.3, 3.15), "red")
    pic.line("M5,3 V9.2")
    for x, y, r in ((3.5, 5.0, 0.72), (6.5, 5.0, 0.72), (3.45, 7.3, 0.77), (6.55, 7.3, 0.77)):
        pic.flat(disc(x, y, r), "ink")
    pic.gloss(polyline([(2.45, 6.3), (2.55, 5.8)]))


# ---- what lies about


@icon("pollen")
def pollen(pic: Icon) -> None:
    """Draw a pollen grain."""
    grain(pic, 5, 5, 4.3)


@icon("flower")
def flower(pic: Icon) -> None:
    """Draw a simple flower."""
    for x, y in ring(5, 5.2, 2.5, 5):
        pic.body(disc(x, y, 1.8), "petal-pink")
    pic.body(disc(5, 5.2, 1.7), "petal-yellow", shaded=False)
    pic.gloss(polyline([(4.3, 2.1), (4.6, 1.8)]))


@icon("rock")
def rock(pic: Icon) -> None:
    """Draw a big boulder and a small one."""
    pic.body(blunt([(1.3, 9), (0.8, 5.9), (2.6, 2.3), (5.7, 1.4), (8.0, 4.6), (8.3, 9)], 0.8), "rock-light")
    pic.line("M5.4,1.9 L4.5,4.3 L5.6,6")
    pic.body(blunt([(5.1, 9.1), (5.3, 7.1), (7.3, 6), (9.1, 7.3), (9.2, 9.1)], 0.7), "rock")
    pic.gloss("M2,5.9 L3,4")


@icon("stump")
def stump(pic: Icon) -> None:
    """Draw a cut tree stump with its rings."""
    pic.body(
        "M1.9,3.2 C2,5.6 1.9,7 0.9,8.5 Q0.6,9.1 1.3,9.1 Q2.6,9.2 3.4,8.5 Q5,9.9 6.6,8.5 Q7.4,9.2 8.7,9.1 "
        "Q9.4,9.1 9.1,8.5 C8.1,7 8,5.6 8.1,3.2 Z",
        "bark",
    )
    pic.line("M3.9,6.5 V7.4 M6.2,6 V7.2")
    pic.body(oval(5, 3.1, 3.7, 2.1), "bark-light", shaded=False)
    pic.line(oval(5, 3.1, 1.7, 0.85))


@icon("fungus")
def fungus(pic: Icon) -> None:
    """Draw a trunk with three bracket-fungus caps."""
    pic.body(box(4.6, 5, 3.4, 8.6), "bark")
    for x, y, w in ((6.7, 3.6, 2.5), (3.1, 6.2, 2.3), (6.7, 8.8, 2.5)):
        rim = f"M{at(x - w, y - 0.75)} H{number(x + w)} V{number(y + 1)} H{number(x - w)} Z"
        pic.body(
            f"M{at(x - w, y - 0.3)} C{at(x - w, y - w * 1.35, x + w, y - w * 1.35, x + w, y - 0.3)} "
            f"Q{at(x + w, y + 0.2, x + w - 0.5, y + 0.2)} H{number(x - w + 0.5)} "
            f"Q{at(x - w, y + 0.2, x - w, y - 0.3)} Z",
            "fungus",
            inside=[(rim, "bark-light")],
        )
        pic.gloss(polyline([(x - w * 0.45, y - 1.35), (x - w * 0.2, y - 1.6)]))


@icon("mite")
def mite(pic: Icon) -> None:
    """Draw a varroa mite."""
    mite_body(pic, 5, 5.1, 2.95)


@icon("cure")
def cure(pic: Icon) -> None:
    """Draw a mite struck out."""
    mite_body(pic, 5, 5.1, 2.95)
    pic.cord(polyline([(1.6, 8.4), (8.4, 1.6)]), "red", 1.0)


@icon("spread")
def spread(pic: Icon) -> None:
    """Draw a mite on its way to the next place."""
    mite_body(pic, 3.5, 6.6, 2.05)
    pic.body(arrow((5.9, 4.1), (9.2, 0.8), 1.7, 4.4, 2.6), "attack", shaded=False)


@icon("spots")
def spots(pic: Icon) -> None:
    """Draw three spots of a ladybird."""
    for x, y in ((5, 2.8), (2.75, 6.8), (7.25, 6.8)):
        pic.flat(disc(x, y, 2.05), "ink")
        pic.gloss(f"M{at(x - 1.1, y - 0.1)} A1.15 1.15 0 0 1 {at(x - 0.2, y - 1.1)}")


# ---- what is done


@icon("hourglass")
def hourglass(pic: Icon) -> None:
    """Draw an hourglass, half run."""
    glass = "M2.6,2 C2.6,4.2 4.3,4.2 4.3,5 C4.3,5.8 2.6,5.8 2.6,8 H7.4 C7.4,5.8 5.7,5.8 5.7,5 C5.7,4.2 7.4,4.2 7.4,2 Z"
    sand = [("M2,3.5 H8 L5.2,5 V6.6 L8,8.6 H2 L4.8,6.6 V5 Z", "honey")]
    pic.body(glass, "white", inside=sand)
    for y in (1.5, 8.5):
        pic.body(box(5, y, 6.8, 1.5), "bark-light")


@icon("eye")
def eye(pic: Icon) -> None:
    """Draw an open eye."""
    pic.line("M2.2,3.4 L1.3,2 M5,2.4 V0.9 M7.8,3.4 L8.7,2", width=0.75)
    lid = "M5,2.8 Q7.1,2.8 9.2,5.8 Q5,11.2 0.8,5.8 Q2.9,2.8 5,2.8 Z"
    pic.body(
        lid, "white", inside=[(disc(5, 5.6, 2.8), "ink"), (disc(5, 5.6, 2.25), "leaf"), (disc(5, 5.6, 1.1), "ink")]
    )
    pic.flat(disc(4.3, 4.8, 0.65), "white")


@icon("swap")
def swap(pic: Icon) -> None:
    """Draw two opposing arrows."""
    pic.body(arrow((0.8, 2.85), (9.2, 2.85), 1.7, 4.2, 2.9), "honey", shaded=False)
    pic.body(arrow((9.2, 7.15), (0.8, 7.15), 1.7, 4.2, 2.9), "jelly", shaded=False)


@icon("steal")
def steal(pic: Icon) -> None:
    """Draw a claw that grabs a pollen grain."""
    grain(pic, 5, 6.4, 2.9, 10)
    pic.body(box(5, 1.4, 2.4, 1.4), "jelly", shaded=False)
    for side in (-1, 1):
        talon = [(0.2, 1.9), (1.9, 1.6), (4.1, 2.6), (4.3, 5.8), (4.2, 7.6), (3.0, 8.7), (2.2, 9.1)]
        back = [(1.6, 8.9), (2.0, 8.3), (2.9, 6.6), (2.9, 4.2), (2.0, 3.9), (0.2, 3.9)]
        a, b, c, d, e, f, g, h, i, j, k, m, n = (at(5 + side * x, y) for x, y in (*talon, *back))
        pic.body(f"M{a} C{b} {c} {d} C{e} {f} {g} Q{h} {i} C{j} {k} {m} L{n} Z", "jelly", shaded=False)
    pic.body(disc(5, 2.9, 1.35), "jelly")


@icon("revive")
def revive(pic: Icon) -> None:
    """Draw a heart with wings."""
    wing = ((1, 6.1), (2.6, 6.9), (3.6, 5.7), (3.5, 5), (4.2, 4.5), (4.5, 3.1), (4.1, 1.5), (2.6, 0.9), (1.6, 2.1))
    for side in (-1, 1):
        a, b, c, d, e, f, g, h, i = (at(5 + side * x, y) for x, y in wing)
        pic.body(f"M{a} C{b} {c} {d} C{e} {f} {g} C{h} {i} {a} Z", "wing", shaded=False)
    pic.body("M3.6,2.4 Q4.6,2.4 5,3.5 Q5.4,2.4 6.4,2.4 C8.1,2.4 9.1,5.7 5,8.7 C0.9,5.7 1.9,2.4 3.6,2.4 Z", "red")
    pic.gloss("M3.3,4.7 Q3.2,4 3.6,3.7")


@icon("block")
def block(pic: Icon) -> None:
    """Draw a stop sign with a bar."""
    pic.body(blunt(ring(5, 5, 4.6, 8, -67.5)), "red")
    pic.body(box(5, 5, 5.6, 2.0), "white", shaded=False)
    pic.gloss(polyline([(2.05, 3.6), (3.3, 2.3)]))


@icon("home")
def home(pic: Icon) -> None:
    """Draw a hive and the way in."""
    skep(pic, 5, 8.4, 8.2, 7.6)
    pic.body(arrow((5, 9.3), (5, 4.6), 1.5, 4.2, 2.6), "leaf", shaded=False)


@icon("raid")
def raid(pic: Icon) -> None:
    """Draw a bee and an arrow that fly at a hive."""
    skep(pic, 6.5, 9.1, 5.0, 7.4)
    pic.body(oval(1.7, 1.9, 0.8, 1.1, -30), "wing", shaded=False)
    pic.body(oval(2.45, 3.3, 1.65, 1.3, 15), "bee", inside=stripes(2.2, 3.3, 3, 15, -0.2))
    pic.flat(oval(3.2, 3.3, 0.32, 0.42), "ink")
    pic.body(arrow((0.8, 7), (5.4, 7), 1.7, 4.2, 2.5), "attack", shaded=False)


@icon("mutiny")
def mutiny(pic: Icon) -> None:
    """Draw a raised fist with a placard that cries out."""
    pic.cord("M5,8 V5", "bark-light", 0.5)
    pic.body(box(5, 3.2, 8.0, 4.7, -4), "paper")
    pic.flat(blunt([(4.0, 1.3), (5.8, 1.2), (5.4, 3.8), (4.6, 3.8)], 0.3), "red")
    pic.flat(disc(5.05, 4.6, 0.6), "red")
    pic.body("M3.3,7.4 Q3.3,6.4 4.3,6.4 H5.9 Q7.1,6.5 7.1,7.7 Q7.1,9.2 5.6,9.2 H4.7 Q3.3,9.2 3.3,7.8 Z", "bee-light")
    pic.line("M5,7.4 H6.7 M5,8.3 H6.6")


@icon("move-two")
def move_two(pic: Icon) -> None:
    """Draw an arrow that hops from hex to hex."""
    for x in (2.85, 7.15):
        pic.body(cell(x, 6.8, 2.45), "meadow-deep")
    hop = "M2.6,6.7 V3.8 A2.25 2.25 0 0 1 7.1,3.8 V4.5"
    pic.line(hop, "ink", 1 + 2 * BOLD)
    pic.body(blunt([(5.2, 4.2), (9.0, 4.2), (7.1, 7)], 0.3), "attack", shaded=False)
    pic.line(hop, "attack", 1)


@icon("anywhere")
def anywhere(pic: Icon) -> None:
    """Draw four arrows out from a hex."""
    quarter = [(0.75, 0.75), (0.75, 2.5), (1.8, 2.5), (0, 4.3), (-1.8, 2.5), (-0.75, 2.5)]
    corners = [frame(5, 5, turn)(u, v) for turn in (0, 90, 180, 270) for u, v in quarter]
    pic.body(blunt(corners, 0.2), "attack", shaded=False)
    pic.body(cell(5, 5, 1.9), "meadow-deep")


@icon("pattern")
def pattern(pic: Icon) -> None:
    """Draw four hexes joined."""
    for x, y in ((2.75, 3.2), (6.25, 3.2), (4.5, 6.24), (8, 6.24)):
        pic.body(cell(x - 0.37, y + 0.28, 2.02), "sky-deep")


# ---- cards


@icon("copies")
def copies(pic: Icon) -> None:
    """Draw two cards of a kind."""
    card(pic, 6.3, 4.5, "honey")
    card(pic, 3.7, 5.5, "paper")
    pic.body(cell(3.7, 5.5, 1.5), "honey", shaded=False)


@icon("draw")
def draw_card(pic: Icon) -> None:
    """Draw a card more."""
    card(pic, 4.2, 4.6, "paper", 6, 7.8)
    arms = [(-0.75, -2.3), (0.75, -2.3), (0.75, -0.75), (2.3, -0.75), (2.3, 0.75), (0.75, 0.75), (0.75, 2.3)]
    arms += [(-0.75, 2.3), (-0.75, 0.75), (-2.3, 0.75), (-2.3, -0.75), (-0.75, -0.75)]
    pic.body(blunt([(6.8 + x, 6.8 + y) for x, y in arms], 0.3), "leaf")


@icon("hand")
def hand(pic: Icon) -> None:
    """Draw a fan of three cards."""
    for tilt, colour in ((-22, "honey"), (0, "paper"), (22, "jelly")):
        x, y = frame(5, 9.8, tilt)(0, -4.9)
        card(pic, x, y, colour, 3.2, 6.6, tilt)


@icon("discard")
def discard(pic: Icon) -> None:
    """Draw a card goes down on the pile."""
    card(pic, 5, 3.9, "paper", 5.6, 6.4)
    pic.body(arrow((5, 1.7), (5, 6.1), 1.4, 3.8, 2.2), "attack", shaded=False)
    for y in (8.55, 7.05):
        pic.body(box(5, y, 8.4, 1.5), "honey", shaded=False)


@icon("dormant")
def dormant(pic: Icon) -> None:
    """Draw a pattern card that sleeps."""
    card(pic, 4.0, 5.4, "night", 6.4, 7.7)
    for x, y in ((3.0, 5.2), (5.1, 5.2), (4.05, 7.05)):
        pic.flat(cell(x, y, 1.02), "sky-deep")
    pic.cord(polyline([(6.0, 1.4), (8.7, 1.4), (6.0, 4.2), (8.7, 4.2)]), "white", 0.6)


def main() -> None:
    """Draw all icons."""
    for name, draw in ICONS.items():
        picture = Icon(f"icons/{name}")
        draw(picture)
        picture.save(picture.name)

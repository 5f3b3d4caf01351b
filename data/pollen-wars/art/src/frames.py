"""The fronts of the cards, 63 x 88 mm with 3 mm of bleed: everything but words, numbers, icons and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from art.pen import DETAIL, LINE, Drawn, Picture
from backs import CENTRE, FULL, HEIGHT, WIDTH, blank, drop
from comb import Box, cells, drips, gleams, grown, lattice, panel, save_cut, sheet, some
from style import Pencil, at, canvas, number, outline, rounded, save

# Where the layouts put their things, in mm from the bleed corner. The layouts rely on these.
TITLE: Box = (9, 8, 60, 19)
BADGE: tuple[float, float, float] = (11.5, 13.5, 5.5)
PICTURE: Box = (8, 21, 61, 56)
TEXT: Box = (8, 57.6, 61, 79.4)
COPIES: Box = (28.3, 81, 40.7, 87.4)
SEAT = (20.5, 8.0)  # of the attack icons, of the defence icons
SEAT_RIM = 0.5  # around a seat, for its outline
PLATE: Box = (5.8, 12, 63.2, 84.6)  # what holds picture and text together; the banner and the seats overlap it


def window(pencil: Pencil, box: Box, radius: float = 2.0, lit: str = "sky") -> list[Drawn]:
    """Draw a picture window whose outline lies wholly outside the picture that will cover it."""
    return [panel(pencil, grown(box, LINE / 2), radius + LINE / 2, lit)]


def label(pencil: Pencil, box: Box, rim: str, fill: str = "paper", radius: float = 2.2) -> list[Drawn]:
    """Draw a light panel with a fine line in the deck's colour just inside its edge."""
    return [
        panel(pencil, box, radius, fill),
        panel(pencil, grown(box, -0.75), radius - 0.75, "none", line=DETAIL, colour=rim),
    ]


def badge_seat(pencil: Pencil, fill: str) -> list[Drawn]:
    """Draw the ring that a round badge is set into."""
    x, y, radius = BADGE
    return [pencil.oval(x, y, radius, radius, fill), pencil.oval(x, y, radius - 0.9, radius - 0.9, "paper")]


def cell_seat(pencil: Pencil, box: Box) -> Drawn:
    """Draw a long cell, pointed at both ends."""
    left, top, right, bottom = box
    middle, point = (top + bottom) / 2, 2.6
    corners = [
        (left, middle),
        (left + point, top),
        (right - point, top),
        (right, middle),
        (right - point, bottom),
        (left + point, bottom),
    ]
    return pencil.shape(rounded(corners, 0.8), "currentColor")


def shield_seat(pencil: Pencil, box: Box) -> Drawn:
    """Draw a broad shield."""
    left, top, right, bottom = box
    middle = (left + right) / 2
    return pencil.shape(
        f"M{at(left, top + 1)}Q{at(left, top, left + 1, top)}H{number(right - 1)}Q{at(right, top, right, top + 1)}"
        f"V{number(top + 3)}C{at(right, bottom - 1.2, right - 3.4, bottom - 1, middle, bottom)}"
        f"C{at(left + 3.4, bottom - 1, left, bottom - 1.2, left, top + 3)}Z",
        "currentColor",
    )


def seats() -> None:
    """Save the seats of the battle icons. They are no part of a front: a card without the icon has no empty seat."""
    for name, draw in (("attack", cell_seat), ("defence", shield_seat)):
        picture = canvas(SEAT[0] + 2 * SEAT_RIM, SEAT[1] + 2 * SEAT_RIM)
        picture.add(draw(Pencil(picture, 1), (SEAT_RIM, SEAT_RIM, SEAT[0] + SEAT_RIM, SEAT[1] + SEAT_RIM)))
        save(picture, f"frames/seat-{name}")


STUDS = (38.5, 53.5, 68.5)  # evenly, from the middle of the picture to that of the text
FOOT_ROW = 82.0  # between the text and the edge of the plate


@dataclass(frozen=True)
class Deck:
    """The inks of one deck's fronts."""

    name: str
    ground: str
    plate: str
    plate_light: str
    rim: str
    seat: str


HONEY = Deck("honey", "honey", "honey-deep", "flower-eye", "honey-deep", "honey-light")
JELLY = Deck("jelly", "jelly", "jelly-deep", "jelly", "jelly", "jelly-light")


def honey_ground(picture: Picture, pencil: Pencil) -> list[Drawn]:
    """Draw comb to the edge with honey running down it."""
    centres = lattice(grown(FULL, 1), 3.6, CENTRE)
    border = [c for c in centres if not (8 < c[0] < 61 and 15 < c[1] < 82)]
    runs = [(8.5, 1.0, 6.9), (20, 1.3, 7.2), (25, 0.9, 6.6), (40, 1.3, 7.2), (45, 0.9, 6.4), (56, 1.1, 7.2),
            (61, 0.8, 6.5)]  # fmt: skip
    return [
        pencil.flat(cells(border, 3.25), "flower-eye", 0.6),
        pencil.flat(cells(some(border, 0.3), 2.6), "honey-deep", 0.55),
        pencil.flat(cells(some(border, 0.16, 3), 2.6), "honey-light", 0.8),
        pencil.shape(drips(-1, 70, -1, 5.2, runs), "bee"),
        pencil.flat("M-1 -1H70V3.2Q58 4.4 46 3.4T22 3.4T-1 3.4Z", "honey-light", 0.8),
        gleams(pencil, runs, 5.2),
    ]


def jelly_ground(picture: Picture, pencil: Pencil) -> list[Drawn]:
    """Draw violet silk with drops, and pearls down both sides."""
    centres = lattice(grown(FULL, 2), 3.6, CENTRE)
    border = [c for c in centres if not (9 < c[0] < 60 and 15 < c[1] < 81)]
    silk = "".join(drop(x, y + 0.5, 1.05) for x, y in border)
    return [
        sheet(pencil, FULL, "jelly"),
        pencil.flat(silk, "jelly-light", 0.45),
        pencil.stroke("".join(f"M{at(x - 0.45, y + 0.3)}v.3" for x, y in border), 0.3, "white"),
    ]


def pearls(pencil: Pencil, places: Sequence[tuple[float, float, float]]) -> list[Drawn]:
    """Draw pearls at (x, y, radius)."""
    drawn: list[Drawn] = []
    for x, y, radius in places:
        drawn += [
            pencil.oval(x, y, radius, radius, "jelly-light"),
            pencil.dot(x - 0.3 * radius, y - 0.32 * radius, 0.34 * radius, "white"),
        ]
    return drawn


def trimmings(pencil: Pencil, deck: Deck) -> list[Drawn]:
    """Draw the studs down the sides of the plate, and a row of three at its foot where the seats may lie."""
    left, _, right, _ = PLATE
    studs = [(x, y) for x in (left, right) for y in STUDS]
    feet = [(x + dx, FOOT_ROW) for x in (16.75, WIDTH - 16.75) for dx in (-3.6, 0, 3.6)]
    if deck is JELLY:
        return pearls(pencil, [*((x, y, 1.35) for x, y in studs), *((x, y, 1.0) for x, y in feet)])
    return [
        pencil.shape(" ".join(cells([place], 1.6) for place in studs), "honey-light"),
        pencil.shape(" ".join(cells([place], 1.2) for place in feet), "honey-light"),
    ]


def front(deck: Deck) -> None:
    """Save the front of a honey or jelly card."""
    picture, pencil = blank(deck.ground)
    ground = honey_ground if deck is HONEY else jelly_ground
    parts = [
        *ground(picture, pencil),
        panel(pencil, PLATE, 3.4, deck.plate),
        panel(pencil, grown(PLATE, -0.95), 2.6, "none", line=0.5, colour=deck.plate_light),
        *trimmings(pencil, deck),
        *window(pencil, PICTURE),
        *label(pencil, TEXT, deck.rim),
        *label(pencil, TITLE, deck.rim, radius=4.4),
        *badge_seat(pencil, deck.seat),
        panel(pencil, COPIES, 2, "paper"),
    ]
    for part in parts:
        picture.add(part)
    save_cut(picture, f"frames/{deck.name}", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- other decks


def squares(pencil: Pencil, box: Box) -> list[Drawn]:
    """Draw the faint squares of drawing paper, closed on all sides."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    lines = [f"M{at(left + 3 * i, top)}v{number(high)}" for i in range(round(wide / 3) + 1)]
    lines += [f"M{at(left, top + 3 * i)}h{number(wide)}" for i in range(round(high / 3) + 1)]
    return [pencil.stroke("".join(lines), 0.2, "sky")]


def pattern() -> None:
    """Save the front of a pattern card: a blueprint with a light sheet."""
    picture, pencil = blank("night")
    lines = picture.path(
        d=cells(lattice(grown(FULL, 1), 4.2, CENTRE), 4.2),
        fill="none",
        stroke_opacity=0.4,
        **outline(0.22, "sky-deep"),
    )
    marks = "".join(f"M{at(12 + 3 * i, 5.6)}v{number(1.4 if i % 5 == 0 else 0.8)}" for i in range(16))
    marks += "".join(f"M{at(5.6, 22 + 3 * i)}h{number(1.4 if i % 5 == 0 else 0.8)}" for i in range(22))
    parts = [
        lines,
        panel(pencil, (5.6, 5.6, 63.4, 88.4), 3, "none", line=0.5, colour="sky-deep"),
        pencil.stroke(marks, 0.25, "sky-deep"),
        *label(pencil, (9, 20, 60, 76), "sky-deep"),
        *squares(pencil, (10.5, 21, 58.5, 75)),
        *label(pencil, (9, 8, 60, 17), "sky-deep", radius=4.4),
        *label(pencil, (9, 79, 60, 87), "sky-deep", radius=4),
    ]
    for part in parts:
        picture.add(part)
    save_cut(picture, "frames/pattern", WIDTH, HEIGHT)


def frond(pencil: Pencil, x: float, y: float, size: float, turn: float) -> Drawn:
    """Draw an outlined leaf whose stalk is at (x, y)."""
    s = size
    edge = f"M0 0C{at(-0.5 * s, -0.2 * s, -0.5 * s, -0.75 * s, 0, -s)}C{at(0.5 * s, -0.75 * s, 0.5 * s, -0.2 * s)} 0 0Z"
    half = f"M0 0C{at(-0.5 * s, -0.2 * s, -0.5 * s, -0.75 * s, 0, -s)}Z"
    ribs = "".join(
        f"M0 {number(-t * s)}L{at(side * 0.22 * s, -(t + 0.16) * s)}" for t in (0.22, 0.44) for side in (-1, 1)
    )
    return pencil.group(
        pencil.flat(edge, "leaf"),
        pencil.flat(half, "meadow-deep", 0.6),
        pencil.stroke(f"M0 0V{number(-0.82 * s)}{ribs}", DETAIL, "leaf-dark"),
        pencil.shape(edge, "none"),
        transform=f"translate({at(x, y)})rotate({number(turn)})",
    )


def lawn(pencil: Pencil, box: Box) -> list[Drawn]:
    """Draw the quiet light of a lawn, seen from above, with a few blades of grass."""
    left, top, right, bottom = box
    blades = [(12.5, 30), (17.5, 26), (53, 25.5), (57, 32), (12.2, 66), (16, 71), (51.5, 70.6), (56.6, 65)]
    tuft = "l.9 1.5v-2v2l.9 -1.5"
    grass = "".join(f"M{at(x - 0.9, y - 1.5)}{tuft}" for x, y in blades)
    x, y = (left + right) / 2, (top + bottom) / 2
    return [
        panel(pencil, box, 1.2, "meadow", line=None),
        pencil.oval(x, y, 23, 23, "paper", lined=False),
        pencil.stroke(grass, 0.5, "meadow-deep"),
    ]


def ladybird() -> None:
    """Save the front of a ladybird card: a light panel in a hedge."""
    picture, pencil = blank("leaf-dark")
    leaves = []
    for i in range(9):  # down both sides, the lower leaves over the upper ones
        y = 11 + 10.2 * i
        leaves += [frond(pencil, 8, y + 3, 12.5, -52), frond(pencil, 61, y + 3, 12.5, 52)]
    for i in range(7):  # along the top and the bottom, spread like a fan
        x = CENTRE[0] + 9 * (i - 3)
        lean = 7 * (i - 3)
        leaves += [frond(pencil, x, 12.5, 11.5, lean), frond(pencil, x, 84.6, 11.5, 180 - lean)]
    parts = [
        *leaves,
        *label(pencil, (8, 20, 61, 74), "leaf"),
        *lawn(pencil, (9.2, 21.2, 59.8, 72.8)),
        *label(pencil, (9, 8, 60, 17), "leaf", radius=4.4),
        *label(pencil, (9, 79, 60, 87), "leaf", radius=4),
    ]
    for part in parts:
        picture.add(part)
    save_cut(picture, "frames/ladybird", WIDTH, HEIGHT)


def reference() -> None:
    """Save the ground of a reference card: nearly all paper, with a rim of comb."""
    picture, pencil = blank("honey")
    centres = lattice(grown(FULL, 1), 3.6, CENTRE)
    border = [c for c in centres if not (10 < c[0] < 59 and 11 < c[1] < 83)]
    parts = [
        pencil.flat(cells(border, 3.25), "flower-eye", 0.6),
        pencil.flat(cells(some(border, 0.28), 2.6), "honey-deep", 0.55),
        pencil.flat(cells(some(border, 0.16, 3), 2.6), "honey-light", 0.8),
        *label(pencil, (7, 7, 62, 87), "honey-deep", radius=3),
        panel(pencil, (9.2, 9, 59.8, 17.6), 4.2, "honey-light"),
    ]
    for part in parts:
        picture.add(part)
    save_cut(picture, "frames/reference", WIDTH, HEIGHT)


def main() -> None:
    """Draw all fronts."""
    front(HONEY)
    front(JELLY)
    seats()
    pattern()
    ladybird()
    reference()

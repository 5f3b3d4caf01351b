"""The fronts of the cards, 63 x 88 mm with 3 mm of bleed: everything but words, numbers, icons and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from art.pen import DETAIL, LINE, Drawn, Picture
from backs import CENTRE, FULL, HEIGHT, WIDTH, blank, drop
from comb import Box, cells, drips, gleams, grown, lattice, panel, save_cut, sheet, some
from style import Pencil, at, number, outline, rounded

# Where the layouts put their things, in mm from the bleed corner. The layouts rely on these.
TITLE: Box = (9, 8, 60, 19)
BADGE: tuple[float, float, float] = (11.5, 13.5, 5.5)
PICTURE: Box = (8, 21, 61, 56)
TEXT: Box = (8, 58, 61, 79)
STRIP = (80.5, 88.0)
SEATS = {"left": (7.0, 25.0), "middle": (27.0, 42.0), "right": (44.0, 62.0)}
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


def cell_seat(pencil: Pencil, span: tuple[float, float], fill: str) -> Drawn:
    """Draw a long cell, pointed at both ends."""
    (left, right), (top, bottom) = span, STRIP
    middle, point = (top + bottom) / 2, 2.6
    corners = [
        (left, middle),
        (left + point, top),
        (right - point, top),
        (right, middle),
        (right - point, bottom),
        (left + point, bottom),
    ]
    return pencil.shape(rounded(corners, 0.8), fill)


def shield_seat(pencil: Pencil, span: tuple[float, float], fill: str) -> Drawn:
    """Draw a broad shield."""
    (left, right), (top, bottom) = span, STRIP
    middle = (left + right) / 2
    return pencil.shape(
        f"M{at(left, top + 1)}Q{at(left, top, left + 1, top)}H{number(right - 1)}Q{at(right, top, right, top + 1)}"
        f"V{number(top + 3)}C{at(right, bottom - 1.2, right - 3.4, bottom - 1, middle, bottom)}"
        f"C{at(left + 3.4, bottom - 1, left, bottom - 1.2, left, top + 3)}Z",
        fill,
    )


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
    runs = [(4.2, 0.75, 21), (20, 1.3, 7.2), (25, 0.9, 6.6), (40, 1.3, 7.2), (45, 0.9, 6.4), (56, 1.1, 7.2),
            (64.8, 0.75, 31)]  # fmt: skip
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
    """Draw the small ornaments at the corners of the plate."""
    left, _, right, _ = PLATE
    if deck is JELLY:
        return pearls(pencil, [(x, y, 1.35) for x in (left, right) for y in (38.5, 57, 68.5)])
    return [
        pencil.shape(" ".join(cells([(x, y)], 1.6) for x in (left, right) for y in (38.5, 57, 68.5)), "honey-light"),
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
        cell_seat(pencil, SEATS["left"], deck.seat),
        panel(pencil, (SEATS["middle"][0], STRIP[0], SEATS["middle"][1], STRIP[1]), 2, "paper"),
        shield_seat(pencil, SEATS["right"], deck.seat),
    ]
    for part in parts:
        picture.add(part)
    save_cut(picture, f"frames/{deck.name}", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- other decks


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
        leaves += [frond(pencil, x, 12.5, 11.5, lean), frond(pencil, x, 82.6, 11.5, 180 - lean)]
    parts = [
        *leaves,
        *label(pencil, (8, 20, 61, 74), "leaf"),
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
    pattern()
    ladybird()
    reference()

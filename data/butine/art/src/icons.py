"""Draw the icons of the reference cards and the hourglass of the quick pack; each is 10 x 10 and read at 5 mm."""

from __future__ import annotations

from art.pen import hexagon, star
from creatures import bee
from style import DEEP, TILES, Sheet, disc, polygon, rounded, shrunk

BOX = 10
LINE = 0.7  # units: 0.35 mm when the icon is printed at 5 mm


def card(x: float, y: float, width: float, height: float) -> str:
    """Return a card about a middle."""
    left, top = x - width / 2, y - height / 2
    return rounded([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], 0.8)


def edged(sheet: Sheet, d: str, colour: str, width: float = LINE) -> None:
    """Lay a shape with an edge, so that a light one shows on paper."""
    sheet.flat(d, colour)
    sheet.line(d, "ink", width)


def arrow(sheet: Sheet, d: str, head: list[tuple[float, float]], colour: str = "ink") -> None:
    """Lay an arrow along a path."""
    sheet.line(d, colour, 1)
    sheet.flat(polygon(head), colour)


def tile() -> None:
    """Draw a rhombus laid against a hexagon, a whole edge and two corners of it."""
    sheet = Sheet(BOX, BOX)
    edge, x, y = 3.3, 1.7, 3.6
    edged(sheet, polygon((x + px * edge, y + py * edge) for px, py in TILES["hexagon"]), "meadow")
    on_top = ((x + (px + 0.5) * edge, y + (py - DEEP) * edge) for px, py in TILES["rhombus"])
    edged(sheet, polygon(on_top), "dandelion")
    sheet.save("icons/tile")


def forage() -> None:
    """Draw the bee."""
    sheet = Sheet(BOX, BOX)
    bee(sheet, 4.9, 5.2, 3.5, -60, "forage")
    sheet.save("icons/forage")


def bonus() -> None:
    """Draw three cards and a plus."""
    sheet = Sheet(BOX, BOX)
    for x in (2.3, 4.1, 5.9):
        edged(sheet, card(x, 4, 3.6, 6), "honey")
    sheet.flat(disc(7, 7, 2.8), "ink")
    sheet.line("M7,5.5 V8.5 M5.5,7 H8.5", "paper", 1)
    sheet.save("icons/bonus")


def refill() -> None:
    """Draw an open card that moves down."""
    sheet = Sheet(BOX, BOX)
    edged(sheet, card(5, 2.9, 8.6, 4.9), "paper")
    for x, colour in ((2.6, "borage"), (5, "poppy"), (7.4, "sun")):
        sheet.flat(disc(x, 2.9, 0.95), colour)
    arrow(sheet, "M5,6.2 V8", [(5, 9.9), (2.8, 7.4), (7.2, 7.4)])
    sheet.save("icons/refill")


def swap() -> None:
    """Draw two arrows that change places round a point."""
    sheet = Sheet(BOX, BOX)
    arrow(sheet, "M1.2,4.4 C1.8,1.4 6,0.8 7.6,3", [(9.5, 4.6), (8.9, 1), (5.9, 3.4)])
    arrow(sheet, "M8.8,5.6 C8.2,8.6 4,9.2 2.4,7", [(0.5, 5.4), (1.1, 9), (4.1, 6.6)])
    edged(sheet, polygon(hexagon(5, 5, 1.7)), "honey", 0.6)
    sheet.save("icons/swap")


def end() -> None:
    """Draw the last card with a flag of honey."""
    sheet = Sheet(BOX, BOX)
    edged(sheet, card(5, 5, 6, 8.8), "honey")
    for x, y in [(5, 5), *hexagon(5, 5, 2.1, -60)]:
        sheet.flat(polygon(hexagon(x, y, 1.05, 0)), "honey-dark")
    sheet.save("icons/end")


def quick() -> None:
    """Draw an hourglass."""
    sheet = Sheet(BOX, BOX)
    glass = (
        "M2.6,1.6 C2.6,3.6 4.3,4.2 4.3,5 C4.3,5.8 2.6,6.4 2.6,8.4 H7.4 "
        "C7.4,6.4 5.7,5.8 5.7,5 C5.7,4.2 7.4,3.6 7.4,1.6 Z"
    )
    edged(sheet, glass, "paper")
    sheet.flat("M3.6,3.1 H6.4 C6,3.8 5.3,4.2 5,4.9 C4.7,4.2 4,3.8 3.6,3.1 Z", "poppy")
    sheet.flat("M3.2,8.1 C3.4,7 4.4,6.6 5,6.4 C5.6,6.6 6.6,7 6.8,8.1 Z", "poppy")
    sheet.line("M1.9,1.2 H8.1 M1.9,8.8 H8.1", "ink", 1.3)
    sheet.save("icons/quick")


def expert() -> None:
    """Draw two tiles' worth: the bee's hexagon with a star."""
    sheet = Sheet(BOX, BOX)
    edged(sheet, polygon(shrunk(hexagon(5, 5, 4.7), 0.1)), "borage")
    sheet.flat(polygon(star(5, 5.1, 3.1, 1.35, 5)), "sun")
    sheet.save("icons/expert")


def main() -> None:
    """Draw the icons."""
    for draw in (tile, forage, bonus, refill, swap, end, quick, expert):
        draw()

"""The picture of the rules leaflet: a draft with four players, seen from above."""

from __future__ import annotations

from art.pen import DETAIL, Point, around
from style import STUDIO, Pen, cell, polygon, spot

WIDTH, HEIGHT = 123.0, 77.0
X, Y = WIDTH / 2, HEIGHT / 2
FLATS = 15.4  # mm, a tile
PLAYERS = 4
#: Where they sit, in the order in which they draft: to the right of the player at the bottom, and on counter-clockwise.
SEATS: list[Point] = [(WIDTH - 19, Y), (X, 7), (19, Y), (X, HEIGHT - 7)]
SEAT = (33.0, 9.6)  # mm
ORDER = ("first", "second", "third", "last")


def slots() -> list[str]:
    """Return which slots each of the players fills, in the order in which they draft, as the game's data says."""
    rows = [row for row in STUDIO.rows("draft") if int(row["players"]) == PLAYERS]
    return [" and ".join(row["slots"].split()) for row in sorted(rows, key=lambda row: int(row["seat"]))]


def tile(pen: Pen, slot: int) -> None:
    """Draw the place of a facet, its slot's number in it; slot 1 is below the middle, the others clockwise."""
    x, y = around(X, Y, FLATS, 90 + 60 * (slot - 1))
    first = slot == 1
    pen.path(cell(x, y, FLATS - 0.7), "gold" if first else "gold-pale", 0.45)
    pen.words(x, y + 2, str(slot), 5.8, family="Source Serif Pro", weight="900")


def favor(pen: Pen) -> None:
    """Draw the Queen's Favor with its arrow at slot 1."""
    pen.path(cell(X, Y, FLATS - 0.7), "velvet", 0.45)
    pen.path(cell(X, Y, 8.6), "paper", 0.35)
    pen.path(cell(X, Y, 7.6), "none", DETAIL, "gold")
    foot = Y + FLATS / 2 - 0.5
    pen.path(polygon([(X - 3.2, foot - 3.2), (X + 3.2, foot - 3.2), (X, foot)]), "gold", 0.35)


def seat(pen: Pen, index: int, filled: str) -> None:
    """Draw the place of a player: when they draft and which slots they fill."""
    x, y = SEATS[index]
    width, height = SEAT
    last = index == len(SEATS) - 1
    pen.box(x - width / 2, y - height / 2, width, height, "gold" if last else "paper", 0.45, radius=2.4)
    pen.words(x, y - 0.6, f"drafts {ORDER[index]}", 3.7, weight="700")
    pen.words(x, y + 3.2, f"{'slot' if len(filled) == 1 else 'slots'} {filled}", 3.4)


def way(pen: Pen, start: Point, bend: Point, end: Point) -> None:
    """Draw an arrow from one player to the next."""
    pen.path(f"M{spot(start)} Q{spot(bend)} {spot(end)}", "none", 1, "gold-deep")
    (bx, by), (ex, ey) = bend, end
    reach = ((ex - bx) ** 2 + (ey - by) ** 2) ** 0.5
    ux, uy = (ex - bx) / reach, (ey - by) / reach
    wings = [(ex - 2.4 * ux - 1.7 * uy * side, ey - 2.4 * uy + 1.7 * ux * side) for side in (1, -1)]
    pen.path(polygon([wings[0], (ex + 0.6 * ux, ey + 0.6 * uy), wings[1]]), "gold-deep", 0.3, "gold-deep")


def main() -> None:
    """Write the ring of slots round the Favor, who fills which, and the way of the draft."""
    pen = Pen(WIDTH, HEIGHT)
    pen.box(0, 0, WIDTH, HEIGHT, "stage-tabby", 0)
    for start, bend, end in (
        ((WIDTH - 17, Y - 8), (WIDTH - 19, 9), (X + 20, 7)),
        ((X - 20, 7), (19, 9), (17, Y - 8)),
        ((17, Y + 8), (19, HEIGHT - 9), (X - 20, HEIGHT - 7)),
    ):
        way(pen, start, bend, end)
    for slot in range(1, 7):
        tile(pen, slot)
    favor(pen)
    for index, filled in enumerate(slots()):
        seat(pen, index, filled)
    pen.save("leaflet/ring")

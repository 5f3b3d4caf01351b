"""Draw the grounds of the cards, 63 x 44 mm and 3 mm of bleed: both faces of a hive card, the frame of a reference."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import dist

from art.pen import ROOT3, Point, frame, hexagon
from blossoms import DOTS, LEAN, borage, daisy, dandelion, dots, keyline, leaf, poppy
from creatures import bee
from landscape import HEIGHT, MIDDLE, PLACES, SKIES, WIDTH, landscape, sky
from style import Sheet, disc, rounded, shrunk, spot

PITCH = 19.8  # mm between the flowers of a card


def _spaced(start: Point, handles: tuple[Point, Point], end: Point, pitch: float) -> list[Point]:
    """Return points on a curve at equal distances of about `pitch` mm, its two ends among them."""
    fine = []
    for step in range(201):
        t = step / 200
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        corners = (start, *handles, end)
        fine.append(
            (
                sum(weight * x for weight, (x, _) in zip(weights, corners, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, corners, strict=True)),
            )
        )
    run = [0.0, *accumulate(dist(one, two) for one, two in pairwise(fine))]
    count = round(run[-1] / pitch)
    return [fine[bisect_left(run, run[-1] * (index / count) - 1e-9)] for index in range(count + 1)]


def flight(sheet: Sheet) -> None:
    """Lay the dotted line of the flight over the three flowers, alike from both ends, with the bee's disc at each.

    It ends above the highest tile; the pictures of the lower ones bring the rest.
    """
    bees = [(MIDDLE[0] + side * 24.3, 10.4) for side in (-1, 1)]
    tiles = [(MIDDLE[0] + step * PITCH, 25.0) for step in (-1, 0, 1)]
    up, aside = DOTS[0], LEAN * DOTS[0]
    points = [(tiles[0][0] - aside, 25 - up), (tiles[2][0] + aside, 25 - up)]
    for left, right in pairwise(tiles):
        # Mirrored halves, so that the dots of both flights fall alike.
        top = ((left[0] + right[0]) / 2, 11.0)
        start = (left[0] + aside, 25 - up)
        half = _spaced(start, ((start[0] + 2.2 * LEAN, start[1] - 2.2), (top[0] - 3.6, top[1])), top, 2.0)
        points += [*half, *((2 * top[0] - x, y) for x, y in half[:-1])]
    dots(sheet, points)
    for name, turn, (x, y) in zip(("left", "right"), (58, 122), bees, strict=True):
        sheet.cut(disc(x, y, 3.7), "honey-dark", 0.8)
        sheet.flat(disc(x, y, 3.2), "honey-pale")
        bee(sheet, x, y, 2.1, turn, name, swept=True)


def hive_sky(name: str) -> None:
    """Draw what is furthest off on a card: the sky of an hour of the day, and the hills."""
    sheet = Sheet(WIDTH, HEIGHT)
    sky(sheet, name)
    sheet.save(f"skies/{name}")


def hive_front(flower: str) -> None:
    """Draw what stands before the hills and the flight, for cards with a flower in the middle."""
    sheet = Sheet(WIDTH, HEIGHT)
    landscape(sheet, flower)
    flight(sheet)
    sheet.save(f"frames/hive-{flower}")


def honeycomb(sheet: Sheet, colours: tuple[str, str]) -> None:
    """Lay a comb that repeats with the card, 12 cells by 10 rows, so that neighbours on a sheet continue it."""
    pitch, rise = 63 / 12, 44 / 10
    cells: dict[str, list[str]] = {colour: [] for colour in colours}
    for row in range(-6, 7):
        for column in range(-8, 8):
            x, y = MIDDLE[0] + (column + (row % 2) / 2) * pitch, MIDDLE[1] + row * rise
            cell = [(x + u, y + v * rise / (pitch * ROOT3 / 2)) for u, v in hexagon(0, 0, pitch / ROOT3)]
            # One cell in three is of the second colour: axial coordinates, which repeat with the card too.
            axial = column - row // 2
            cells[colours[(axial - row) % 3 == 0]].append(rounded(shrunk(cell, 0.3), 0.6))
    for colour, paths in cells.items():
        sheet.flat(" ".join(paths), colour)


def pot(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a pot of honey with a label that says 1; (x, y) is the middle of its foot, `size` 1 makes it 17 mm high."""
    to = frame(x, y, 0, size)

    def path(text: str) -> str:
        """Return path data of M, L, C and Z with its points moved to the pot."""
        words = (word if word.isalpha() else spot(to(*map(float, word.split(",")))) for word in text.split())
        return " ".join(words)

    belly = "C 9.2,-11.4 9.4,-4.6 7.2,-1.4 C 6.6,-0.5 6,0 5,0"
    left = "M -5,0 C -6,0 -6.6,-0.5 -7.2,-1.4 C -9.4,-4.6 -9.2,-11.4 -6,-14"
    sheet.cut(path(f"{left} L 6,-14 {belly} Z"), "paper", 1.6)
    sheet.flat(path(f"M 6,-14 {belly} L 2.8,0 C 7,-4 7,-10 3.4,-14 Z"), "paper-deep")
    drip = path(
        "M -7.4,-15.4 L 7.4,-15.4 L 7.4,-12.4 C 7.4,-11 5.2,-11 5.2,-12.4 C 5.2,-13.2 3.6,-13.2 3.6,-12.2 L 3.6,-11.2 "
        "C 3.6,-9.8 1.4,-9.8 1.4,-11.2 L 1.4,-12 C 1.4,-13 -1.2,-13 -1.2,-12 C -1.2,-11 -3.2,-11 -3.2,-12 L -3.2,-12.2 "
        "C -3.2,-13 -4.8,-13 -4.8,-12.2 L -4.8,-10.4 C -4.8,-9 -7,-9 -7,-10.4 L -7.4,-12 Z"
    )
    rim = rounded([to(-7.6, -17), to(7.6, -17), to(7.6, -14.6), to(-7.6, -14.6)], size)
    keyline(sheet, (drip, rim))
    sheet.cut(drip, "honey", 0.8)
    sheet.cut(rim, "honey-light", 0.6)
    sheet.flat(path("M -0.7,-2 L -0.7,-6.5 L -2.2,-5.6 L -2.2,-7.5 L 0.3,-9.2 L 1.7,-9.2 L 1.7,-2 Z"), "honey-dark")


def hive_back() -> None:
    """Draw a comb with a pot of honey worth 1 point between the four flowers."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", "honey-deep")
    honeycomb(sheet, ("honey", "amber"))
    for side in (-1, 1):
        x = MIDDLE[0] + side * 22.4
        for tip, wide in (((0, -20), 4), ((5.4, -9), 4), ((-4.4, -9.4), 3.6), ((6.4, -2), 3.6)):
            leaf(sheet, (x, 38), (x + side * tip[0], 38 + tip[1]), wide)
    pot(sheet, MIDDLE[0], 41, 1.9)
    daisy(sheet, MIDDLE[0] - 22.6, 36.6, 5.6, 14)
    dandelion(sheet, MIDDLE[0] - 22.8, 24.6, 4.3, 16, keyed=True)
    borage(sheet, MIDDLE[0] + 22.6, 36.8, 5.2)
    poppy(sheet, MIDDLE[0] + 22.8, 24.6, 4, keyed=True)
    sheet.save("backs/hive")


def reference(name: str, green: float, gold: float = HEIGHT) -> None:
    """Draw the ground of a side of the reference card: paper under a ribbon, tinted from `green` and `gold` mm down.

    The tints hold what is not part of the list that the title announces, each something else.
    """
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", "paper")
    sheet.flat(f"M0,{green:g} H{WIDTH} V{HEIGHT} H0 Z", "hill-far")
    if gold < HEIGHT:
        sheet.flat(f"M0,{gold:g} H{WIDTH} V{HEIGHT} H0 Z", "paper")
        sheet.flat(f"M0,{gold:g} H{WIDTH} V{HEIGHT} H0 Z", "honey-light", 0.5)
    sheet.cut(f"M0,0 H{WIDTH} V11.8 H0 Z", "leaf", 0.7)
    for sign in (-1, 1):
        x = MIDDLE[0] + sign * 26.2
        leaf(sheet, (x, 8.1), (x - sign * 3.9, 7.3), 2)
        leaf(sheet, (x, 8.1), (x - sign * 3.1, 9.7), 1.7)
    daisy(sheet, MIDDLE[0] - 26.2, 8, 2.2, 10)
    dandelion(sheet, MIDDLE[0] + 26.2, 8, 2.1, 16)
    sheet.save(f"frames/{name}")


def main() -> None:
    """Draw the grounds of the cards."""
    for name in SKIES:
        hive_sky(name)
    for flower in PLACES:
        hive_front(flower)
    hive_back()
    reference("reference", 36.6)
    reference("reference-back", 29.1, 36.9)

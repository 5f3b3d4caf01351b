"""Draw the grounds of the cards, 63 x 44 mm and 3 mm of bleed: both faces of a hive card, the frame of a reference."""

from __future__ import annotations

from art.pen import frame, hexagon
from blossoms import borage, daisy, dandelion, leaf, poppy
from style import LEAF, Sheet, disc, rounded, shrunk, slim, spot

WIDTH, HEIGHT = 69, 50  # mm, with the bleed
MIDDLE = (WIDTH / 2, HEIGHT / 2)


def hill(levels: tuple[float, float, float], foot: float = HEIGHT) -> str:
    """Return a hill from the left to the right edge, given its height at the left, in the middle and at the right."""
    left, middle, right = levels
    return (
        f"M0,{foot:g} L0,{left:g} C12,{left - 3:g} 20,{middle:g} {MIDDLE[0]:g},{middle:g} "
        f"C48,{middle:g} 56,{right - 2:g} {WIDTH},{right:g} L{WIDTH},{foot:g} Z"
    )


def grass(sheet: Sheet, x: float, y: float, colour: str, size: float = 1) -> None:
    """Lay a bunch of grass."""
    for bearing, length in ((-122, 2.6), (-104, 3.8), (-84, 4.4), (-64, 3.2)):
        sheet.flat(LEAF.whole(slim(x, y, bearing, length * size, 0.8 * size)), colour)


def flight(sheet: Sheet) -> None:
    """Lay the dotted line of the flight, alike from both ends, with a dot at each."""
    # From the left dot through the first flower, under it and up into the middle of the second; then the same turned.
    half = [(-26.6, -12.4), (-27.6, -6), (-24, -3), (-19.5, -1.5), (-13, 0.8), (-14.6, 11.4), (-9, 11.4)]
    half += [(-4.2, 11.4), (-4.4, 4)]
    whole = [*half, (0, 0), *((-x, -y) for x, y in reversed(half))]
    first, *rest = ((MIDDLE[0] + x, MIDDLE[1] + y) for x, y in whole)
    curves = " ".join(f"C{spot(*rest[i : i + 3])}" for i in range(0, len(rest), 3))
    sheet.line(f"M{spot(first)} {curves}", "leaf", 0.75, stroke_dasharray="0.01 1.87")
    for x, y in (first, rest[-1]):
        sheet.flat(disc(x, y, 1.35), "leaf")
        sheet.flat(disc(x, y, 0.65), "paper")


def hive_front() -> None:
    """Draw the sky between two meadows, the second being the first one turned."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", "sky")
    sheet.flat(disc(*MIDDLE, 17.5), "paper")
    with sheet.twice("half"):
        sheet.cut(hill((39.5, 43.4, 38.6)), "meadow-light", 0.8)
        for x, y in ((20.5, 42), (23.6, 43), (44.6, 43), (62.4, 40.2)):
            grass(sheet, x, y, "meadow-light", 0.9)
        sheet.cut(hill((43.6, 42.6, 44.6)), "meadow", 0.8)
        grass(sheet, 56.4, 44.4, "meadow-deep", 0.9)
        grass(sheet, 53.8, 45, "meadow-deep", 0.7)
        sheet.cut(hill((44.2, 45.8, 42.4)), "meadow-deep", 0.8)
    flight(sheet)
    sheet.save("frames/hive")


def honeycomb(sheet: Sheet, pitch: float, colours: tuple[str, str]) -> None:
    """Lay a comb over the whole card, symmetric about its middle; the rows lie a shade apart."""
    rise = pitch * 0.866
    cells: dict[str, list[str]] = {colour: [] for colour in colours}
    for row in range(-5, 6):
        for column in range(-6, 7):
            x = MIDDLE[0] + (column + (row % 2) / 2) * pitch
            y = MIDDLE[1] + row * rise
            if not (-pitch < x < WIDTH + pitch and -pitch < y < HEIGHT + pitch):
                continue
            cell = hexagon(x, y, pitch / 1.732)
            # One cell in three is of the second colour: axial coordinates, so that turning the card changes nothing.
            axial = column - row // 2
            cells[colours[(axial - row) % 3 == 0]].append(rounded(shrunk(cell, 0.42), 0.9))
    for colour, paths in cells.items():
        sheet.flat(" ".join(paths), colour)


def pot(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a pot of honey with a label that says 1; (x, y) is the middle of its foot, `size` 1 makes it 17 mm high."""
    to = frame(x, y, 0, size)

    def path(text: str) -> str:
        """Return path data of M, L, C and Z with its points moved to the pot."""
        words = (word if word.isalpha() else spot(to(*map(float, word.split(",")))) for word in text.split())
        return " ".join(words)

    sheet.cut(path("M -5.6,0 C -9.6,-3 -9.8,-11 -6,-14 L 6,-14 C 9.8,-11 9.6,-3 5.6,0 Z"), "paper", 1.6)
    sheet.flat(path("M 6,-14 C 9.8,-11 9.6,-3 5.6,0 L 2.4,0 C 7,-4 7,-10 3.4,-14 Z"), "paper-deep")
    drip = path(
        "M -7.4,-15.4 L 7.4,-15.4 L 7.4,-12.4 C 7.4,-11 5.2,-11 5.2,-12.4 C 5.2,-13.2 3.6,-13.2 3.6,-12.2 L 3.6,-11.2 "
        "C 3.6,-9.8 1.4,-9.8 1.4,-11.2 L 1.4,-12 C 1.4,-13 -1.2,-13 -1.2,-12 C -1.2,-11 -3.2,-11 -3.2,-12 L -3.2,-12.2 "
        "C -3.2,-13 -4.8,-13 -4.8,-12.2 L -4.8,-10.4 C -4.8,-9 -7,-9 -7,-10.4 L -7.2,-12 Z"
    )
    sheet.cut(drip, "honey", 0.8)
    rim = [to(-7.6, -17), to(7.6, -17), to(7.6, -14.6), to(-7.6, -14.6)]
    sheet.cut(rounded(rim, size), "honey-light", 0.6)
    sheet.flat(
        path("M -1.2,-1.7 L -1.2,-6.2 L -2.7,-5.3 L -2.7,-7.2 L -0.2,-8.9 L 1.2,-8.9 L 1.2,-1.7 Z"), "honey-dark"
    )


def hive_back() -> None:
    """Draw a comb with a pot of honey worth 1 point, and the same again for whoever sits opposite."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", "honey-deep")
    honeycomb(sheet, 7.8, ("honey", "amber"))
    with sheet.twice("half"):
        for tip, wide in (((7.4, 42), 5), ((9.2, 33), 4.4), ((33.2, 42), 5), ((31.6, 33.4), 4.4)):
            leaf(sheet, (20.2, 39), tip, wide)
        pot(sheet, 20.2, 41, 1.36)
        daisy(sheet, 10.8, 39.2, 4.6, 12)
        borage(sheet, 29.8, 39, 4)
        poppy(sheet, 25.2, 41.6, 2.9)
        dandelion(sheet, 15.8, 41.6, 2.9, 16)
    sheet.save("backs/hive")


def reference() -> None:
    """Draw the ground of the reference card: paper under a ribbon, on a comb's colour."""
    sheet = Sheet(WIDTH, HEIGHT)
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", "meadow")
    panel = [(4.4, 8.8), (WIDTH - 4.4, 8.8), (WIDTH - 4.4, HEIGHT - 4.4), (4.4, HEIGHT - 4.4)]
    sheet.cut(rounded(panel, 2), "paper", 0.7)
    sheet.cut(f"M0,0 H{WIDTH} V10.6 Q{MIDDLE[0]:g},13 0,10.6 Z", "leaf", 0.9)
    for sign in (-1, 1):
        x = MIDDLE[0] + sign * 27.6
        leaf(sheet, (x, 8.6), (x - sign * 4.4, 8.0), 2.4)
        leaf(sheet, (x, 8.6), (x - sign * 3.2, 10.6), 2.2)
    daisy(sheet, MIDDLE[0] - 27.6, 8.4, 2.7, 10)
    dandelion(sheet, MIDDLE[0] + 27.6, 8.4, 2.5, 16)
    sheet.save("frames/reference")


def main() -> None:
    """Draw the grounds of the cards."""
    hive_front()
    hive_back()
    reference()

"""The landscapes on the fronts of hive cards: a sun behind three hills, and one thing on either side before them.

The sun stands in the sky of the morning, of noon or of the evening; each of the four places is seen under all three.

They keep clear of what else is on a card: the flowers in the middle, the flight above them, and the hourglass at the
lower left. All are paler than the tiles; nothing in them has a colour of the four flowers, or is cut off by the trim.
"""

from __future__ import annotations

from typing import NamedTuple

from art.pen import around, bearings, frame
from style import DROP, LEAF, Sheet, disc, ellipse, polygon, rounded, slim

WIDTH, HEIGHT = 69, 50  # mm, a card with its bleed
MIDDLE = (WIDTH / 2, HEIGHT / 2)


def hill(levels: tuple[float, float, float], foot: float = HEIGHT) -> str:
    """Return a hill from the left to the right edge, given its height at the left, in the middle and at the right."""
    left, middle, right = levels
    return (
        f"M0,{foot:g} L0,{left:g} C12,{left - 2:g} 20,{middle:g} {MIDDLE[0]:g},{middle:g} "
        f"C48,{middle:g} 56,{right - 2:g} {WIDTH},{right:g} L{WIDTH},{foot:g} Z"
    )


def sun(sheet: Sheet, x: float, y: float, r: float, light: str) -> None:
    """Lay a pale sun with rays behind the flowers, its middle at (x, y)."""
    for bearing in bearings(24, 0):
        ends = [around(x, y, 76, bearing + turn) for turn in (-2.6, 2.6)]
        sheet.flat(polygon([(x, y), *ends]), light, 0.55)
    sheet.flat(disc(x, y, r), light)


def cloud(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a cloud with a flat foot, its middle at (x, y)."""
    to = frame(x, y, 0, size)
    lobes = (((-4.6, 0.2), 1.9), ((-2, -1.3), 2.6), ((1.4, -0.9), 2.4), ((4.4, 0.4), 1.7))
    for lift, colour in ((0.8, "wing-shade"), (0, "white")):
        for (u, v), r in lobes:
            sheet.flat(disc(*to(u, v + lift), r * size), colour)
        sheet.flat(polygon([to(-4.6, lift), to(4.4, lift), to(4.4, 2.1 + lift), to(-4.6, 2.1 + lift)]), colour)


def tree(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a tree with a round crown, half of it in the shade, its foot at (x, y)."""
    to = frame(x, y, 0, size)
    sheet.flat(polygon([to(-0.28, 0.4), to(-0.16, -2), to(0.16, -2), to(0.28, 0.4)]), "honey-dark")
    crown = slim(*to(0, -0.9), -90, 4.6 * size, 5.4 * size)
    sheet.folded(DROP, crown, "grove", "grove-shade", 0.5)


def grass(sheet: Sheet, x: float, y: float, colour: str, size: float = 1) -> None:
    """Lay a bunch of grass."""
    for bearing, length in ((-122, 2.6), (-104, 3.8), (-84, 4.4), (-64, 3.2)):
        sheet.flat(LEAF.whole(slim(x, y, bearing, length * size, 0.8 * size)), colour)


def mushroom(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a mushroom, its foot at (x, y)."""
    to = frame(x, y, 0, size)
    stalk = [to(-0.55, 0), to(-0.35, -1.9), to(0.35, -1.9), to(0.55, 0)]
    sheet.cut(polygon(stalk), "paper", 0.4)
    (ax, ay), (bx, by) = to(-1.7, -1.7), to(1.7, -1.7)
    cap = f"M{ax:.2f},{ay:.2f} A{1.7 * size:.2f},{1.6 * size:.2f} 0 0 1 {bx:.2f},{by:.2f} Z"
    sheet.cut(cap, "honey-dark", 0.6)
    for u, v, r in ((-0.7, -2.2, 0.24), (0.3, -2.7, 0.3), (0.95, -2.1, 0.2)):
        sheet.flat(disc(*to(u, v), r * size), "honey-light")


def fir(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a fir of three storeys, half of each in the shade, its foot at (x, y)."""
    to = frame(x, y, 0, size)
    for foot, half, rise in ((0, 1.7, 2.6), (-1.5, 1.4, 2.3), (-2.9, 1, 2.1)):
        sheet.cut(polygon([to(-half, foot), to(0, foot - rise), to(half, foot)]), "grove", 0.4)
        sheet.flat(polygon([to(0, foot), to(0, foot - rise), to(half, foot)]), "grove-shade")


def skep(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Lay a beehive of straw, its foot at (x, y)."""
    to = frame(x, y, 0, size)
    for row, half in enumerate((1.8, 1.75, 1.55, 1.15)):
        (left, foot), (right, head) = to(-half, -0.95 * row), to(half, -0.95 * row - 0.95)
        bar = [(left, head), (right, head), (right, foot), (left, foot)]
        sheet.cut(rounded(bar, 0.4 * size), "honey" if row % 2 else "honey-light", 0.4)
    sheet.flat(disc(*to(0, -0.75), 0.42 * size), "honey-dark")


def fence(sheet: Sheet, x: float, y: float, count: int) -> None:
    """Lay a fence of pales from (x, y) to the right."""
    for rail in (-2, -0.9):
        bar = [(x - 0.8, y + rail), (x + 1.9 * count - 0.4, y + rail), (x + 1.9 * count - 0.4, y + rail + 0.4)]
        sheet.flat(polygon([*bar, (x - 0.8, y + rail + 0.4)]), "paper-deep")
    for index in range(count):
        at = x + 1.9 * index
        pale = [(at, y), (at, y - 2.6), (at + 0.4, y - 3.2), (at + 0.8, y - 2.6), (at + 0.8, y)]
        sheet.cut(polygon(pale), "paper", 0.4)


def pond(sheet: Sheet, x: float, y: float, half: float) -> None:
    """Lay a pond with two ripples."""
    sheet.flat(ellipse(frame(x, y), 0, 0, half, 1.5), "wing-shade")
    sheet.flat(ellipse(frame(x, y), 0, 0.25, half * 0.94, 1.2), "sky")
    for u, v in ((-0.45, -0.2), (0.3, 0.45)):
        sheet.line(f"M{x + half * (u - 0.16):.2f},{y + v:.2f} h{half * 0.32:.2f}", "white", 0.25)


def reed(sheet: Sheet, x: float, y: float, length: float, lean: float) -> None:
    """Lay a bulrush with two blades, its foot at (x, y)."""
    tip = around(x, y, length, -90 + lean)
    for turn, share in ((-14, 0.8), (12, 0.7)):
        sheet.flat(LEAF.whole(slim(x, y, -90 + lean + turn, length * share, 1.2)), "grove-shade")
    sheet.line(f"M{x:g},{y:g} L{tip[0]:.2f},{tip[1]:.2f}", "meadow-deep", 0.4)
    ends = [around(x, y, length * share, -90 + lean) for share in (0.66, 0.92)]
    (x0, y0), (x1, y1) = ends
    sheet.line(f"M{x0:.2f},{y0:.2f} L{x1:.2f},{y1:.2f}", "honey-deep", 1.3)


def woods(sheet: Sheet) -> None:
    """Lay trees on the right, mushrooms on the left."""
    for x, y, size in ((45.4, 42.6, 1.35), (57.8, 42.8, 1.5), (51.4, 43.6, 1.9)):
        tree(sheet, x, y, size)
    for x, y, size in ((21.4, 43.6, 1.7), (25.8, 44, 1.15)):
        mushroom(sheet, x, y, size)


def highland(sheet: Sheet) -> None:
    """Lay firs on the right, stones on the left."""
    for x, y, size in ((45.6, 42.6, 1.3), (57.6, 42.8, 1.45), (51.4, 43.6, 1.75)):
        fir(sheet, x, y, size)
    for x, y, half in ((21.6, 42.2, 2.7), (26.2, 42.8, 1.9)):
        sheet.cut(ellipse(frame(x, y), 0, 0, half, half * 0.62), "petal-deep", 0.5)
        sheet.flat(ellipse(frame(x, y), -half * 0.2, -half * 0.16, half * 0.5, half * 0.24), "petal-shade")


def farm(sheet: Sheet) -> None:
    """Lay beehives before a fence on the right, heads of cabbage on the left."""
    fence(sheet, 41.6, 42.6, 11)
    for x, y, size in ((48, 43.4, 1.5), (55.2, 43.6, 1.75)):
        skep(sheet, x, y, size)
    for x, y, size in ((20.8, 42.8, 1.6), (26.2, 43.2, 1.3)):
        for bearing in (-150, -30, -120, -60):
            sheet.folded(DROP, slim(x, y, bearing, 2.3 * size, 2.2 * size), "grove", "grove-shade", 0.4)
        sheet.cut(disc(x, y - 0.7 * size, 0.95 * size), "hill-far", 0.4)


def wetland(sheet: Sheet) -> None:
    """Lay a pond on the right, bulrushes on both sides."""
    pond(sheet, 51.4, 42.2, 8.2)
    for x, y, length, lean in (
        (20.8, 43.8, 8, -8),
        (23, 44.2, 9.6, 2),
        (25.4, 43.8, 7.4, 9),
        (57.2, 43.6, 8.4, 3),
        (59.2, 43.2, 6.8, 10),
    ):
        reed(sheet, x, y, length, lean)


#: What stands before the hills on cards with each flower in the middle.
PLACES = {"white": woods, "yellow": wetland, "red": farm, "blue": highland}


class Sky(NamedTuple):
    """An hour of the day: its colours, where the sun stands, the clouds, and the hills from the farthest on."""

    air: str
    light: str
    sun: tuple[float, float, float]
    clouds: tuple[tuple[float, float, float], ...]
    hills: tuple[tuple[float, float, float], ...]


#: The clouds keep off the flight and the bees' discs; the hills below the flowers.
SKIES = {
    "morning": Sky(
        "dawn",
        "dawn-light",
        (13, 35, 15.5),
        ((34.5, 9.2, 0.66),),
        ((36.6, 38.4, 33.4), (38.6, 40.2, 41.4), (45, 44.2, 43.2)),
    ),
    "noon": Sky(
        "sky",
        "paper",
        (*MIDDLE, 17.4),
        ((34.5, 8.6, 0.8),),
        ((35.4, 37.6, 34.8), (40, 38.8, 40.4), (43.4, 45.4, 43)),
    ),
    "evening": Sky(
        "dusk",
        "dusk-light",
        (54.5, 34, 16.5),
        ((31.4, 7.6, 0.52), (37.6, 9.8, 0.52)),
        ((33, 36.8, 36.8), (41.6, 39.6, 38.6), (42.8, 44.2, 45)),
    ),
}


def sky(sheet: Sheet, name: str) -> None:
    """Lay the sky of an hour of the day with its clouds, and the hills one before the other."""
    hour = SKIES[name]
    sheet.flat(f"M0,0 H{WIDTH} V{HEIGHT} H0 Z", hour.air)
    sun(sheet, *hour.sun, hour.light)
    for x, y, size in hour.clouds:
        cloud(sheet, x, y, size)
    for levels, colour in zip(hour.hills, ("hill-far", "hill", "hill-near"), strict=True):
        sheet.flat(hill(levels), colour)


def landscape(sheet: Sheet, flower: str) -> None:
    """Lay what stands before the hills."""
    PLACES[flower](sheet)
    for x, size in ((32.2, 0.8), (38.2, 0.62)):
        grass(sheet, x, 44, "grove", size)

"""Draw the four flowers: large on the tiles (art/tiles), small and without leaves on the cards (art/blossoms)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import atan2, degrees, hypot, sqrt

from art.pen import Point, around, bearings, frame, star
from style import DEEP, DROP, LEAF, PETAL, TILES, Sheet, disc, polygon, rounded, shrunk, slim

EDGE = 30  # mm, the unit edge of the tiles
RIM = 1.7  # mm, the hedge along a tile's edge
BOX = 20  # mm, a blossom on a card


def plate(sheet: Sheet, tile: str, edge: float, rim: float, x: float = 0, y: float = 0, hedge: bool = False) -> None:
    """Lay the ground of a tile: the meadow within the rim, and the rim itself where no layout draws it."""
    corners = [(x + px * edge, y + py * edge) for px, py in TILES[tile]]
    if hedge:
        sheet.cut(rounded(corners, 0.8), "meadow-deep", 0.8)
    sheet.flat(rounded(shrunk(corners, rim), edge / 20), "meadow")


def tuft(sheet: Sheet, x: float, y: float, size: float = 1) -> None:
    """Lay three blades of grass that grow from (x, y)."""
    for bearing, length in ((-118, 1.7), (-90, 2.3), (-62, 1.7)):
        sheet.flat(LEAF.whole(slim(x, y, bearing, length * size, 0.75 * size)), "meadow-light")


def leaf(sheet: Sheet, root: Point, tip: Point, width: float) -> None:
    """Lay a folded leaf from its root to its tip."""
    dx, dy = tip[0] - root[0], tip[1] - root[1]
    sheet.folded(LEAF, slim(*root, degrees(atan2(dy, dx)), hypot(dx, dy), width), "leaf-light", "leaf")


def toothed(sheet: Sheet, root: Point, tip: Point, width: float) -> None:
    """Lay a leaf with teeth that point back to its root, as dandelions have them."""
    dx, dy = tip[0] - root[0], tip[1] - root[1]
    to = slim(*root, degrees(atan2(dy, dx)), hypot(dx, dy), width)
    side = [(0, 0.1), (0.26, 0.16), (0.2, 0.42), (0.46, 0.2), (0.42, 0.5), (0.68, 0.22), (0.66, 0.44), (1, 0)]
    upper, lower = [to(u, -v) for u, v in side], [to(u, v) for u, v in side]
    sheet.cut(polygon([*upper, *reversed(lower)]), "leaf-light")
    sheet.flat(polygon([*lower, to(0, 0)]), "leaf")


def daisy(sheet: Sheet, x: float, y: float, r: float, many: int = 16) -> None:
    """Lay a daisy: two rings of petals and a disc of florets."""
    turn, wide = 180 / many, 5.4 * r / many
    for bearing in bearings(many, -90 + turn):
        sheet.folded(PETAL, slim(x, y, bearing, r, wide, r * 0.2), "petal-shade", "petal-deep", r / 20)
    for bearing in bearings(many):
        sheet.folded(PETAL, slim(x, y, bearing, r * 0.93, wide, r * 0.2), "white", "petal-shade", r / 20)
    sheet.cut(disc(x, y, r * 0.31), "sun-deep", r / 18)
    sheet.flat(disc(x, y, r * 0.27), "sun")
    for index in range(1, int(2.2 * r) + 6):
        # Florets stand in the spiral of a sunflower: each a golden angle further.
        reach = r * 0.235 * sqrt(index / (2.2 * r + 6))
        sheet.flat(disc(*around(x, y, reach, index * 137.508), r * 0.021 + 0.02), "sun-deep")


def dandelion(sheet: Sheet, x: float, y: float, r: float, many: int = 24) -> None:
    """Lay a dandelion: three rings of rays, the lower ones darker, and a tuft."""
    for outer, inner, colour, turn in (
        (1.0, 0.62, "amber", 0.0),
        (0.88, 0.5, "dandelion", 0.5),
        (0.64, 0.34, "amber", 0.0),
        (0.56, 0.28, "dandelion", 0.0),
    ):
        sheet.cut(polygon(star(x, y, r * outer, r * inner, many, -90 + turn * 360 / many)), colour, r / 16)
    sheet.cut(polygon(star(x, y, r * 0.3, r * 0.16, many // 2)), "amber", r / 20)
    sheet.flat(polygon(star(x, y, r * 0.24, r * 0.12, many // 2)), "dandelion-light")


def _petal_of_poppy(x: float, y: float, bearing: float, r: float, wide: float) -> str:
    """Return a broad petal with a wavy edge."""
    to = frame(x, y, bearing, r)
    parts = [
        ((0.1, -0.5 * wide), (0.35, -0.95 * wide), (0.66, -0.86 * wide)),
        ((0.8, -0.82 * wide), (0.84, -0.6 * wide), (0.93, -0.48 * wide)),
        ((1.02, -0.34 * wide), (0.93, -0.14 * wide), (1, 0)),
        ((1.04, 0.16 * wide), (0.98, 0.34 * wide), (0.92, 0.46 * wide)),
        ((0.85, 0.6 * wide), (0.82, 0.82 * wide), (0.66, 0.86 * wide)),
        ((0.35, 0.95 * wide), (0.1, 0.5 * wide), (0, 0)),
    ]
    text = " ".join("C" + " ".join(f"{to(u, v)[0]:.2f},{to(u, v)[1]:.2f}" for u, v in part) for part in parts)
    return f"M{to(0, 0)[0]:.2f},{to(0, 0)[1]:.2f} {text} Z"


def poppy(sheet: Sheet, x: float, y: float, r: float) -> None:
    """Lay a poppy: two petals behind, two before, a black heart, stamens and a pod."""
    behind, before = ("poppy-deep", "poppy", 1.12 * r, 0.92), ("poppy", "poppy-light", r, 1.0)
    for bearing, (colour, crease, reach, wide) in ((0.0, behind), (180.0, behind), (-90.0, before), (90.0, before)):
        sheet.cut(_petal_of_poppy(x, y, bearing, reach, wide), colour, r / 11)
        for turn in (-28, 0, 28):
            end = reach * (0.84 if turn else 0.9)
            sheet.flat(LEAF.whole(slim(x, y, bearing + turn, end, r * 0.07, reach * 0.44)), crease)
    for bearing in bearings(4):
        sheet.flat(DROP.whole(slim(x, y, bearing, r * 0.5, r * 0.42)), "heart")
    for bearing in bearings(16, -78.75):
        sheet.flat(LEAF.whole(slim(x, y, bearing, r * 0.4, r * 0.06, r * 0.2)), "heart")
        sheet.flat(disc(*around(x, y, r * 0.4, bearing), r * 0.048), "heart")
    sheet.cut(disc(x, y, r * 0.19), "pod", r / 22)
    sheet.flat(polygon(star(x, y, r * 0.17, r * 0.05, 8)), "leaf-dark")


def borage(sheet: Sheet, x: float, y: float, r: float) -> None:
    """Lay a borage blossom: a star of five folded petals over its sepals, a white eye and a dark cone."""
    for bearing in bearings(5, -54):
        sheet.folded(LEAF, slim(x, y, bearing, r * 0.92, r * 0.36), "leaf", "leaf-dark", r / 12)
    for bearing in bearings(5):
        sheet.folded(LEAF, slim(x, y, bearing, r * 1.06, r * 0.86, r * 0.06), "borage-light", "borage", r / 10, side=1)
        sheet.flat(LEAF.whole(slim(x, y, bearing, r * 0.9, r * 0.5, r * 0.1)), "borage")
        sheet.flat(LEAF.half(slim(x, y, bearing, r * 0.9, r * 0.5, r * 0.1), 1), "borage-deep")
    for bearing in bearings(5):
        sheet.flat(PETAL.whole(slim(x, y, bearing, r * 0.34, r * 0.26)), "white")
    sheet.cut(polygon(star(x, y, r * 0.22, r * 0.09, 5, -54)), "heart", r / 30)


FLOWERS: dict[str, Callable[[Sheet, float, float, float], None]] = {
    "daisy": daisy,
    "dandelion": dandelion,
    "poppy": poppy,
    "borage": borage,
}
TILE_OF = {"daisy": "hexagon", "dandelion": "rhombus", "poppy": "trapezoid", "borage": "triangle"}


def tile(name: str) -> tuple[Sheet, list[Point]]:
    """Return the ground of a flower's tile and its corners."""
    corners = [(x * EDGE, y * EDGE) for x, y in TILES[TILE_OF[name]]]
    sheet = Sheet(round(max(x for x, _ in corners), 3), round(max(y for _, y in corners), 3))
    plate(sheet, TILE_OF[name], EDGE, RIM)
    return sheet, corners


def towards(middle: Point, corner: Point, short: float) -> Point:
    """Return the point `short` mm before a corner."""
    dx, dy = corner[0] - middle[0], corner[1] - middle[1]
    share = 1 - short / hypot(dx, dy)
    return middle[0] + dx * share, middle[1] + dy * share


def daisy_tile() -> None:
    """Draw the hexagon: a daisy on a rosette of leaves."""
    sheet, corners = tile("daisy")
    middle = (EDGE, EDGE * DEEP)
    for index in range(6):
        for turn, size in ((-6, 0.9), (6, 1.1)):
            x, y = around(*middle, 22, 30 + index * 60 + turn)
            tuft(sheet, x, y + size, size)
    for corner in corners:
        for turn in (-14, 14):
            to = slim(*middle, degrees(atan2(corner[1] - middle[1], corner[0] - middle[0])) + turn, 22.6, 5.4, 10)
            sheet.folded(LEAF, to, "leaf", "leaf-dark")
        leaf(sheet, middle, towards(middle, corner, 3.4), 7.6)
    daisy(sheet, *middle, 19)
    sheet.save("tiles/daisy")


def dandelion_tile() -> None:
    """Draw the rhombus: a dandelion between two sprays of toothed leaves."""
    sheet, corners = tile("dandelion")
    middle = (EDGE * 0.75, EDGE * DEEP / 2)
    for x, y in ((16.4, 4.6), (14.0, 8.2), (28.8, 23.9), (31.4, 20.4)):
        tuft(sheet, x, y, 0.9)
    for corner, sign in ((corners[1], 1), (corners[3], -1)):
        toothed(sheet, middle, towards(middle, corner, 4.6), 8.2)
        toothed(sheet, middle, (middle[0] + sign * 15.2, middle[1] - sign * 1.2), 6)
        toothed(sheet, middle, (middle[0] + sign * 9.8, middle[1] - sign * 10.6), 5)
    dandelion(sheet, *middle, 10.2)
    sheet.save("tiles/dandelion")


def bud(sheet: Sheet, x: float, y: float, bearing: float) -> None:
    """Lay a poppy bud that is about to open."""
    sheet.folded(DROP, slim(x, y, bearing, 4.4, 3.4), "poppy", "poppy-deep", 0.8)
    sheet.folded(DROP, slim(x, y, bearing - 16, 3.8, 2.2), "leaf-light", "leaf", 0.5)
    sheet.folded(DROP, slim(x, y, bearing + 16, 3.8, 2.2), "leaf-light", "leaf", 0.5)


def poppy_tile() -> None:
    """Draw the trapezoid: a poppy with a bud on each side."""
    sheet, _ = tile("poppy")
    x, y = EDGE, EDGE * DEEP / 2 + 0.3
    for px, py in ((17.4, 5.4), (42.8, 5.6), (8.8, 23.2), (51.4, 23.2), (24, 23.9), (36.4, 23.9)):
        tuft(sheet, px, py, 0.8)
    for sign in (-1, 1):
        for reach, drop, wide in ((22.5, 9.2, 5.4), (14.6, -7.4, 4.4), (14.4, 8.8, 4.2)):
            leaf(sheet, (x, y), (x + sign * reach, y + drop), wide)
        stalk = f"M{x + sign * 9:g},{y + 1:g} Q{x + sign * 14:g},{y - 2:g} {x + sign * 16.2:g},{y + 1.2:g}"
        sheet.line(stalk, "leaf-dark", 0.6)
        bud(sheet, x + sign * 16, y + 0.8, 90 - sign * 32)
    poppy(sheet, x, y, 10.1)
    sheet.save("tiles/poppy")


def borage_tile() -> None:
    """Draw the triangle: a borage star with a leaf in each corner."""
    sheet, corners = tile("borage")
    middle = (EDGE / 2, EDGE * DEEP * 2 / 3)
    for px, py in ((11.6, 24.1), (18.4, 24.1), (12.4, 9.6), (17.6, 9.6)):
        tuft(sheet, px, py, 0.62)
    for corner in corners:
        leaf(sheet, middle, towards(middle, corner, 3.6), 4.8)
    borage(sheet, middle[0], middle[1] + 0.1, 7.4)
    sheet.save("tiles/borage")


#: For the cards: the tile's unit edge, and the flower's size and how far below the box's middle it sits.
FEWER_PETALS = FLOWERS | {"daisy": partial(daisy, many=14), "dandelion": partial(dandelion, many=18)}
SMALL = {"daisy": (9.6, 7.4, 0), "dandelion": (12.9, 6.0, 0), "poppy": (10, 4.9, 0), "borage": (17.6, 6.2, 2.1)}


def blossom(name: str) -> None:
    """Draw a flower on its tile for the cards; it may grow over the tile's edge, but leaves the corners free."""
    edge, size, drop = SMALL[name]
    sheet = Sheet(BOX, BOX)
    corners = TILES[TILE_OF[name]]
    width, height = max(x for x, _ in corners) * edge, max(y for _, y in corners) * edge
    plate(sheet, TILE_OF[name], edge, 0.75, (BOX - width) / 2, (BOX - height) / 2, hedge=True)
    FEWER_PETALS[name](sheet, BOX / 2, BOX / 2 + drop, size)
    sheet.save(f"blossoms/{name}")


def main() -> None:
    """Draw the tiles and the cards' blossoms."""
    daisy_tile()
    dandelion_tile()
    poppy_tile()
    borage_tile()
    for flower in FLOWERS:
        blossom(flower)

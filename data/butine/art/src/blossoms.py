"""Draw the four flowers: large on the tiles (art/tiles), small and without leaves on the cards (art/blossoms)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt

from art.pen import Frame, Point, around, bearings, frame, star
from style import DEEP, DROP, LEAF, PETAL, TILES, Sheet, disc, polygon, rounded, shrunk, slim, smooth, spot

EDGE = 30  # mm, the unit edge of the tiles
RIM = 1.7  # mm, the hedge along a tile's edge
BOX = 20  # mm, a blossom on a card
KEYLINE = 0.4  # mm


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


def keyline(sheet: Sheet, shapes: Iterable[str]) -> None:
    """Lay the cream edge of a flower on a ground of its own colour, below its outer shapes."""
    for shape in shapes:
        sheet.line(shape, "paper", 2 * KEYLINE)


def dandelion(sheet: Sheet, x: float, y: float, r: float, many: int = 24, keyed: bool = False) -> None:
    """Lay a dandelion: three rings of rays, the lower ones darker, and a tuft."""
    if keyed:
        rings = ((1.0, 0.62, 0.0), (0.88, 0.5, 180 / many))
        keyline(sheet, (polygon(star(x, y, r * out, r * inner, many, turn - 90)) for out, inner, turn in rings))
    for outer, inner, colour, turn in (
        (1.0, 0.62, "amber", 0.0),
        (0.88, 0.5, "dandelion", 0.5),
        (0.64, 0.34, "amber", 0.0),
        (0.56, 0.28, "dandelion", 0.0),
    ):
        sheet.cut(polygon(star(x, y, r * outer, r * inner, many, -90 + turn * 360 / many)), colour, r / 16)
    sheet.cut(polygon(star(x, y, r * 0.3, r * 0.16, many // 2)), "amber", r / 20)
    sheet.flat(polygon(star(x, y, r * 0.24, r * 0.12, many // 2)), "dandelion-light")


def _petal_of_poppy(to: Frame, half: float, wave: float, side: int = 0) -> str:
    """Return a broad petal over `half` degrees on both sides of its fold, its rim notched; or one side of it.

    `wave` moves the notches along the rim, so that no two petals are alike.
    """
    steps = range(-12 if side <= 0 else 0, (12 if side >= 0 else 0) + 1)
    rim = []
    for step in steps:
        share = step / 12
        # A petal is round at its shoulders; its rim falls in wherever the wave turns back.
        reach = (1 - 0.34 * abs(share) ** 3.4) * (0.965 + 0.035 * abs(sin(pi * (2.2 * share + wave))) ** 0.6)
        angle = radians(half * share)
        rim.append(to(reach * cos(angle), reach * sin(angle)))
    curve = smooth(rim, closed=False)
    return f"M{spot(to(0, 0))} L{curve[1:]} Z"


def poppy(sheet: Sheet, x: float, y: float, r: float, wide: float = 1.0, turn: float = 0, keyed: bool = False) -> None:
    """Lay a poppy: two petals behind, two before, all unlike, a dark heart, stamens and a pod.

    `wide` stretches it, `turn` turns it.
    """
    petals = (
        # bearing, reach, half the angle, where the rim is notched; those behind first
        (172.0, 1.1 * wide, 58 / sqrt(wide), 0.2, "poppy", "poppy-deep"),
        (4.0, 1.14 * wide, 60 / sqrt(wide), 0.6, "poppy", "poppy-deep"),
        (-97.0, 0.98, 66, 0.35, "poppy", "poppy-light"),
        (82.0, 1.0, 70, 0.8, "poppy", "poppy-light"),
    )
    if keyed:
        frames = ((frame(x, y, bearing + turn, reach * r), half, wave) for bearing, reach, half, wave, *_ in petals)
        keyline(sheet, (_petal_of_poppy(*shape) for shape in frames))
    for bearing, reach, half, wave, colour, crease in petals:
        bearing += turn
        to = frame(x, y, bearing, reach * r)
        sheet.cut(_petal_of_poppy(to, half, wave), colour, r / 9)
        sheet.flat(_petal_of_poppy(to, half, wave, -1), crease, 0.5)
        for lean, start, end in ((-38, 0.54, 0.84), (-17, 0.5, 0.9), (18, 0.52, 0.88), (40, 0.56, 0.8)):
            end_of = slim(x, y, bearing + lean * half / 64, end * reach * r, r * 0.055, start * reach * r)
            sheet.flat(LEAF.whole(end_of), crease)
    for bearing in bearings(4):
        sheet.flat(DROP.whole(slim(x, y, bearing, r * 0.42, r * 0.34)), "heart")
    for index, bearing in enumerate(bearings(18, -80)):
        reach = r * (0.47, 0.38)[index % 2]
        sheet.line(f"M{spot((x, y))} L{spot(around(x, y, reach, bearing))}", "heart", round(r * 0.02, 3))
        sheet.flat(disc(*around(x, y, reach, bearing), r * 0.036), "heart")
    sheet.cut(disc(x, y, r * 0.18), "pod", r / 22)
    sheet.flat(polygon(star(x, y, r * 0.16, r * 0.045, 8)), "leaf-dark")


def borage(sheet: Sheet, x: float, y: float, r: float, turn: float = 0) -> None:
    """Lay a borage blossom: a star of five folded petals over its sepals, a white eye and a dark cone."""
    for bearing in bearings(5, turn - 54):
        sheet.folded(LEAF, slim(x, y, bearing, r * 0.92, r * 0.36), "leaf", "leaf-dark", r / 12)
    for bearing in bearings(5, turn - 90):
        sheet.folded(LEAF, slim(x, y, bearing, r * 1.06, r * 0.86, r * 0.06), "borage-light", "borage", r / 10, side=1)
        sheet.flat(LEAF.whole(slim(x, y, bearing, r * 0.9, r * 0.5, r * 0.1)), "borage")
        sheet.flat(LEAF.half(slim(x, y, bearing, r * 0.9, r * 0.5, r * 0.1), 1), "borage-deep")
    for bearing in bearings(5, turn - 90):
        sheet.flat(PETAL.whole(slim(x, y, bearing, r * 0.34, r * 0.26)), "white")
    sheet.cut(polygon(star(x, y, r * 0.22, r * 0.09, 5, turn - 54)), "heart", r / 30)


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


def clock(sheet: Sheet, x: float, y: float, r: float) -> None:
    """Lay a dandelion gone to seed: two rings of down round its heart."""
    sheet.cut(disc(x, y, r), "petal-shade", 0.8)
    for many, reach, turn in ((14, 0.9, 0.0), (9, 0.56, 20.0)):
        for bearing in bearings(many, turn):
            tip = around(x, y, r * reach, bearing)
            sheet.line(f"M{spot((x, y))} L{spot(tip)}", "petal-deep", 0.16)
            sheet.flat(disc(*tip, r * 0.15), "white")
    sheet.flat(disc(x, y, r * 0.16), "leaf-light")


def closed_dandelion(sheet: Sheet, x: float, y: float, bearing: float) -> None:
    """Lay a dandelion that is about to open."""
    for turn in (-20, 20, 0):
        sheet.flat(LEAF.whole(slim(x, y, bearing + turn, 4.6, 1.5)), "amber" if turn else "dandelion")
    for turn in (-22, 22):
        sheet.folded(DROP, slim(x, y, bearing + turn, 3.3, 2.2), "leaf-light", "leaf", 0.5)


def dandelion_tile(seeds: bool = False) -> None:
    """Draw the rhombus: a dandelion between two sprays of toothed leaves; one bud and one clock of seeds, if wanted."""
    sheet, corners = tile("dandelion")
    middle = (EDGE * 0.75, EDGE * DEEP / 2)
    for x, y in ((16.4, 4.6), (14.0, 8.2), (28.0, 23.9), (30.6, 20.4)):
        tuft(sheet, x, y, 0.9)
    for corner, sign in ((corners[1], 1), (corners[3], -1)):
        toothed(sheet, middle, towards(middle, corner, 4.6), 8.2)
        # Side leaves begin beyond the heart: the rays hide their stalks, and the tips stay within the ground.
        root = (middle[0] - sign * 2.2, middle[1])
        toothed(sheet, root, (root[0] + sign * 15.2, root[1] - sign * 1.2), 6)
        toothed(sheet, middle, (middle[0] + sign * 9.8, middle[1] - sign * 10.6), 5)
    if seeds:
        for x, y, sign in ((32.6, 6.6, 1), (12.4, 19.4, -1)):
            sheet.line(f"M{spot(middle)} L{x:g},{y:g}", "leaf-dark", 0.6)
            clock(sheet, x, y, 2.9) if sign > 0 else closed_dandelion(sheet, x + 1.2, y - 0.8, 146)
    dandelion(sheet, *middle, 10.2, 22 if seeds else 24)
    sheet.save("tiles/dandelion-seeds" if seeds else "tiles/dandelion")


def bud(sheet: Sheet, x: float, y: float, bearing: float) -> None:
    """Lay a poppy bud that is about to open."""
    sheet.folded(DROP, slim(x, y, bearing, 4.4, 3.4), "poppy", "poppy-deep", 0.8)
    sheet.folded(DROP, slim(x, y, bearing - 16, 3.8, 2.2), "leaf-light", "leaf", 0.5)
    sheet.folded(DROP, slim(x, y, bearing + 16, 3.8, 2.2), "leaf-light", "leaf", 0.5)


def pod(sheet: Sheet, x: float, y: float, lean: float) -> None:
    """Lay a poppy's ripe capsule on its stem, from the side: ribs, and a scalloped lid with rays, like a crown."""
    with sheet.at(x, y, 0.9, lean):
        side = [(0.55, 0), (0.85, -0.55), (2.2, -1.9), (2.5, -3.5), (1.9, -4.9), (1.25, -5.7)]
        outline = smooth([*side, *((-u, v) for u, v in reversed(side))])
        sheet.cut(outline, "pod-light", 0.8)
        with sheet.within(outline):
            sheet.flat(smooth([(0.3, 0.6), (0.9, -3.2), (0.5, -6.4), (4, -6.4), (4, 0.6)]), "pod")
        for u in (-1, 0, 1):
            rib = [(0.3 * u, -0.7), (1.35 * u, -2.9), (0.75 * u, -5.4)]
            sheet.line(smooth(rib, closed=False), "leaf", 0.24)
        sheet.cut(rounded([(-0.8, -0.35), (0.8, -0.35), (0.6, 0.5), (-0.6, 0.5)], 0.25), "leaf-light", 0.4)
        lobes = [around(0, -6.1, (3.05, 2.5)[i % 2], 15 * i, 0.42) for i in range(24)]
        sheet.cut(smooth(lobes), "leaf-dark", 0.6)
        for bearing in bearings(12, 15):
            ends = [around(0, -6.1, reach, bearing, 0.42) for reach in (0.5, 2.2)]
            sheet.line(f"M{spot(*ends[:1])} L{spot(*ends[1:])}", "pod-light", 0.24)


def poppy_tile(pods: bool = False) -> None:
    """Draw the trapezoid: a poppy with a bud on each side, or turned over and with a pod on each side."""
    sheet, _ = tile("poppy")
    x, y = EDGE, EDGE * DEEP / 2 + 0.3
    for px, py in ((17.4, 5.4), (42.8, 5.6), (24, 23.9), (36.4, 23.9)):
        tuft(sheet, px, py, 0.8)
    for sign in (-1, 1):
        for reach, drop, wide in ((22.5, 9.2, 5.4), (14.6, -7.4, 4.4), (14.4, 8.8, 4.2)):
            leaf(sheet, (x, y), (x + sign * reach, y + drop), wide)
        if pods:
            stem = f"M{x + sign * 7:g},{y + 6:g} Q{x + sign * 16.3:g},{y + 9.4:g} {x + sign * 16.8:g},{y + 4.9:g}"
            sheet.line(stem, "leaf-dark", 0.6)
            pod(sheet, x + sign * 16.9, y + 5.1, sign * 6)
        else:
            stalk = f"M{x + sign * 9:g},{y + 1:g} Q{x + sign * 14:g},{y - 2:g} {x + sign * 16.2:g},{y + 1.2:g}"
            sheet.line(stalk, "leaf-dark", 0.6)
            bud(sheet, x + sign * 16, y + 0.8, 90 - sign * 32)
    poppy(sheet, x, y, 10, 1.25, turn=180 if pods else 0)
    sheet.save("tiles/poppy-pods" if pods else "tiles/poppy")


def borage_tile(buds: bool = False) -> None:
    """Draw the triangle: a borage star with a leaf in each corner, or turned over and with a bud in each."""
    sheet, corners = tile("borage")
    middle = (EDGE / 2, EDGE * DEEP * 2 / 3)
    for px, py in ((11.6, 24.1), (18.4, 24.1), (12.4, 9.6), (17.6, 9.6)):
        tuft(sheet, px, py, 0.62)
    for corner in corners:
        leaf(sheet, middle, towards(middle, corner, 3.6), 4.8)
        if buds:
            x, y = towards(middle, corner, 9.2)
            bearing = degrees(atan2(corner[1] - middle[1], corner[0] - middle[0]))
            sheet.folded(DROP, slim(x, y, bearing, 3.6, 2.6), "borage-light", "borage", 0.6)
            sheet.folded(DROP, slim(x, y, bearing, 2, 2.4), "leaf", "leaf-dark", 0.4)
    borage(sheet, *middle, 6 if buds else 6.3, 180 if buds else 0)
    sheet.save("tiles/borage-buds" if buds else "tiles/borage")


#: For the cards: the tile's unit edge, and the flower's size and how far below the box's middle it sits.
FEWER_PETALS = FLOWERS | {
    "daisy": partial(daisy, many=14),
    "dandelion": partial(dandelion, many=18),
    "poppy": partial(poppy, wide=1.25),
}
SMALL = {"daisy": (8.7, 6.6, 0), "dandelion": (12.4, 4.4, 0), "poppy": (9.4, 3.2, 0), "borage": (17.2, 3.8, 2.48)}


#: How far above a flower's middle the dots of a flight to it stand, and how far beside it for each mm of that.
#: Cards have the first; tiles that do not reach as high have as many of the rest as end 0.8 mm before their edges.
DOTS, LEAN = (9.4, 7.45, 5.5), 0.24
OWN_DOTS = {"daisy": 0, "dandelion": 1, "poppy": 2, "borage": 1}


def dots(sheet: Sheet, points: Iterable[Point]) -> None:
    """Lay the dots of a flight, each whole and with light round it."""
    middles = list(points)
    for colour, r in (("paper", 1.0), ("leaf-dark", 0.625)):
        sheet.flat(" ".join(disc(x, y, r) for x, y in middles), colour)


def blossom(name: str) -> None:
    """Draw a flower on its tile for the cards, below the last dots of a flight from either side.

    The flower stays within the tile's edge, so that both its shape and the flower's tell.
    """
    edge, size, drop = SMALL[name]
    sheet = Sheet(BOX, BOX)
    own = DOTS[1 : 1 + OWN_DOTS[name]]
    if own:
        dots(sheet, [(BOX / 2 + side * LEAN * up, BOX / 2 - up) for up in own for side in (-1, 1)])
    corners = TILES[TILE_OF[name]]
    width, height = max(x for x, _ in corners) * edge, max(y for _, y in corners) * edge
    plate(sheet, TILE_OF[name], edge, 0.75, (BOX - width) / 2, (BOX - height) / 2, hedge=True)
    FEWER_PETALS[name](sheet, BOX / 2, BOX / 2 + drop, size)
    sheet.save(f"blossoms/{name}")


def main() -> None:
    """Draw the tiles and the cards' blossoms."""
    daisy_tile()
    for other in (False, True):
        dandelion_tile(other)
        poppy_tile(other)
        borage_tile(other)
    for flower in FLOWERS:
        blossom(flower)

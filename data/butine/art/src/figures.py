"""Draw the figures of the rules leaflet: the table, tiles laid rightly and wrongly, two flights. No word is in them."""

from __future__ import annotations

from collections.abc import Sequence

from art.pen import Point, frame
from blossoms import FLOWERS, TILE_OF, leaf, towards
from blossoms import SMALL as SMALL_EDGE
from cards import pot
from creatures import bee
from landscape import cloud
from style import DEEP, TILES, Sheet, at, disc, polygon, rounded, shrunk, smooth

EDGE = 15.0  # mm, the unit edge of the meadow over which the bee flies
SMALL = 8.4  # mm, that of the tiles to be laid
FLOWER_OF = {tile: flower for flower, tile in TILE_OF.items()}
REACH = {"daisy": 0.62, "dandelion": 0.34, "poppy": 0.31, "borage": 0.21}  # edges, a flower's size on its tile
CARD = (14.4, 10)  # mm
FLOWN = (36, 22)  # mm, a card of the example
STEP = 11.4  # mm between its flowers
PLAIN = {
    "W": ("hexagon", "white"),
    "Y": ("rhombus", "dandelion"),
    "R": ("trapezoid", "poppy"),
    "B": ("triangle", "borage"),
}


def lattice(a: float, b: float) -> Point:
    """Return a point of the triangular lattice, in edges: `a` along the row, `b` rows down."""
    return a + b / 2, b * DEEP


def middle(points: Sequence[Point]) -> Point:
    """Return the middle of corners."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def panel(width: float, height: float) -> Sheet:
    """Return a sheet on a ground of paper."""
    sheet = Sheet(width, height)
    sheet.flat(polygon([(0, 0), (width, 0), (width, height), (0, height)]), "paper")
    return sheet


class Meadow:
    """Tiles laid on a sheet, their lattice beginning at a point."""

    def __init__(self, sheet: Sheet, x: float, y: float, edge: float, bloom: float = 1, leafy: bool = False) -> None:
        """Take the place of the lattice's origin, its unit edge in mm, how large flowers are, and whether on leaves."""
        self.sheet, self.edge, self.bloom, self.leafy = sheet, edge, bloom, leafy
        self.place = frame(x, y, 0, edge)

    def corners(self, tile: str, a: float, b: float, turn: int) -> list[Point]:
        """Return the corners of a tile whose first one lies at a spot, turned by so many sixths clockwise."""
        first, *_ = TILES[tile]
        turned = frame(0, 0, 60 * turn)
        x, y = lattice(a, b)
        return [self.place(x + u, y + v) for u, v in (turned(px - first[0], py - first[1]) for px, py in TILES[tile])]

    def lay(self, tile: str, a: float, b: float, turn: int = 0, new: bool = False) -> None:
        """Lay a tile with its flower; a new one lies higher and has an edge of light."""
        corners, flower = self.corners(tile, a, b, turn), FLOWER_OF[tile]
        self.sheet.cut(rounded(corners, self.edge / 26), "meadow-deep", 1.6 if new else 0.7)
        self.sheet.flat(rounded(shrunk(corners, self.edge / 17), self.edge / 20), "meadow-light" if new else "meadow")
        if self.leafy:
            heart = middle(corners)
            for corner in corners:
                leaf(self.sheet, heart, towards(heart, corner, self.edge * 0.14), self.edge * 0.19)
        FLOWERS[flower](self.sheet, *middle(corners), REACH[flower] * self.edge * self.bloom)

    def match(self, a: float, b: float) -> None:
        """Mark a corner that meets a corner."""
        x, y = self.place(*lattice(a, b))
        self.sheet.flat(disc(x, y, 1.05), "ink")
        self.sheet.flat(disc(x, y, 0.65), "honey-light")


def numeral(sheet: Sheet, x: float, y: float, text: str, dark: bool = False, r: float = 2.2, plate: float = 0) -> None:
    """Lay a number on a disc, light or dark, and the disc on a plate of paper that is so much wider all round."""
    if plate:
        sheet.cut(disc(x, y, r + plate), "paper", 0.8)
    sheet.flat(disc(x, y, r), "ink")
    if not dark:
        sheet.flat(disc(x, y, r - 0.4), "paper")
    sheet.words(x, y + r * 0.52, text, r * 1.5, weight="900", colour="paper" if dark else "ink")


def verdict(sheet: Sheet, x: float, y: float, right: bool) -> None:
    """Lay a tick or a cross on a disc."""
    sheet.flat(disc(x, y, 2.6), "leaf" if right else "poppy-deep")
    mark = "M-1.2,0.1 L-0.3,1 L1.3,-0.9" if right else "M-1,-1 L1,1 M-1,1 L1,-1"
    with sheet.group(f"translate({at(x, y)})"):
        sheet.line(mark, "paper", 0.7)


def lay() -> None:
    """Draw two tiles laid as they may be, and three that may not lie so."""
    sheet = panel(116, 33)
    for x, right in ((12, True), (36, True), (62, False), (84.5, False), (105, False)):
        verdict(sheet, x, 29.6, right)

    def meadow(x: float, y: float) -> Meadow:
        """Begin a meadow about a verdict."""
        return Meadow(sheet, x - SMALL / 2, y, SMALL)

    whole, half, shifted, corner, between = (
        meadow(x, y) for x, y in ((12, 10), (36, 9), (62, 10), (84.5, 10), (105, 9))
    )
    for one in (whole, shifted, corner):
        one.lay("hexagon", 0, 0)
    for one in (half, between):
        one.lay("trapezoid", 0, 0)
    whole.lay("rhombus", 1, -1, new=True)
    whole.match(0, 0)
    whole.match(1, 0)
    half.lay("triangle", 0, 1, 1, new=True)
    half.match(-1, 1)
    shifted.lay("rhombus", 1.5, -1, new=True)
    corner.lay("triangle", 2, -1, 1, new=True)
    between.lay("triangle", 0.5, 1, 1, new=True)
    sheet.save("figures/lay")


def meadow_of_eight(meadow: Meadow) -> None:
    """Lay the meadow of the example."""
    for tile, a, b, turn in (
        ("hexagon", 0, 0, 0),
        ("rhombus", 1, -1, 0),
        ("trapezoid", 2, -1, 0),
        ("triangle", 2, 0, 1),
        ("rhombus", 2, 0, 0),
        ("trapezoid", 1, 1, 0),
        ("hexagon", 3, 0, 0),
        ("triangle", 3, 2, 1),
    ):
        meadow.lay(tile, a, b, turn)


def way(sheet: Sheet, points: Sequence[Point], dotted: bool) -> None:
    """Lay a flight over points, a whole line or a dotted one, with light round it."""
    curve = smooth(points, closed=False)
    sheet.line(curve, "paper", 1.9)
    if dotted:
        sheet.line(curve, "ink", 1.1, stroke_dasharray="0.01 1.7")
    else:
        sheet.line(curve, "ink", 0.8)


def oblong(x: float, y: float, size: Point = CARD) -> list[Point]:
    """Return the corners of a card about a middle."""
    wide, high = size
    return [(x + sx * wide / 2, y + sy * high / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def flown_card(sheet: Sheet, x: float, y: float, flowers: str, order: str, dark: bool) -> None:
    """Lay a card to be flown about a middle; under each flower the number of its tile in the flight."""
    sheet.cut(rounded(oblong(x, y, FLOWN), 1.4), "meadow-deep", 0.8)
    sheet.flat(rounded(shrunk(oblong(x, y, FLOWN), 0.9), 0.8), "sky")
    for index, (letter, number) in enumerate(zip(flowers, order, strict=True)):
        tile = PLAIN[letter][0]
        edge, _, drop = SMALL_EDGE[FLOWER_OF[tile]]
        edge *= 0.54
        left, top = x + (index - 1) * STEP - middle(TILES[tile])[0] * edge, y - 2.6 - middle(TILES[tile])[1] * edge
        first, *_ = TILES[tile]
        Meadow(sheet, left + first[0] * edge, top + first[1] * edge - drop * 0.2, edge).lay(tile, 0, 0)
        numeral(sheet, x + (index - 1) * STEP, y + 6.2, number, dark, 1.9)


def flight() -> None:
    """Draw two flights over a meadow, one in a line and one dotted, and the two cards that they follow.

    The bee flies from heart to heart, so that every number stands in the middle of its tile.
    """
    sheet = panel(118, 57)
    meadow = Meadow(sheet, EDGE / 2 + 2.4, DEEP * EDGE + 2.6, EDGE)
    meadow_of_eight(meadow)
    # The dandelion is on both ways, so its numbers stand side by side.
    one = ((0.52, 1.42), (1.2, 1.56), (2, 1.3), (2.06, 0.86), (2.13, 0.433), (2.42, 0.78), (2.9, 0.95), (3.5, 0.866))
    two = (
        (3.5, 0.866),
        (3.24, 0.44),
        (2.84, 0.26),
        (2.38, 0.433),
        (2.1, 0.1),
        (1.5, 0.289),
        (1.14, 0.62),
        (0.5, 0.866),
    )
    there, again = ([meadow.place(*p) for p in points] for points in (one, two))
    way(sheet, there, dotted=False)
    way(sheet, again, dotted=True)
    for points, dark, stops in ((there, False, (2, 4, 7)), (again, True, (3, 5, 7))):
        for order, stop in enumerate(stops, start=1):
            numeral(sheet, *points[stop], str(order), dark, r=1.75, plate=0.4)
    bee(sheet, *there[0], 2.9, 20, "flight")
    flown_card(sheet, 98.4, 15, "RYW", "123", dark=False)
    flown_card(sheet, 98.4, 42, "WBY", "321", dark=True)
    sheet.save("figures/flight")


#: The tiles of the leaflet's first picture, each with its first corner on the lattice and its turn in sixths.
COVER = (
    ("hexagon", 4, 0, 0),
    ("hexagon", 1, 0, 0),
    ("trapezoid", 2, 1, 5),
    ("rhombus", 2, 2, 5),
    ("rhombus", 1, 2, 5),
    ("trapezoid", 3, 2, 0),
    ("trapezoid", -1, 3, 5),
    ("trapezoid", 1, 4, 4),
    ("triangle", 1, 2, 0),
    ("hexagon", 3, 3, 0),
    ("hexagon", 0, 3, 0),
    ("triangle", 2, 3, 5),
    ("rhombus", 1, 4, 0),
    ("rhombus", 4, 2, 5),
    ("rhombus", -1, 2, 5),
    ("triangle", 2, 4, 0),
    ("hexagon", -2, 3, 0),
    ("triangle", -1, 4, 0),
)


def meadow() -> None:
    """Draw the leaflet's first picture: the bee on a meadow that goes on beyond all sides but the sky's.

    A page with little room shows less of its top and bottom.
    """
    width, height, edge, horizon = 118.0, 126.0, 26.0, 24.0
    sheet = Sheet(width, height)
    whole = polygon([(0, 0), (width, 0), (width, height), (0, height)])
    sheet.flat(whole, "sky")
    for x, y, size in ((93, 16, 1.5), (44, 19, 1.1)):
        cloud(sheet, x, y, size)
    with sheet.within(whole):
        # No sky shows where rounded corners meet.
        top = horizon + DEEP * edge
        sheet.flat(polygon([(0, top), (width, top), (width, height), (0, height)]), "meadow-deep")
        place = Meadow(sheet, -0.7 * edge, horizon, edge, 1.04, leafy=True)
        for tile, a, b, turn in COVER:
            place.lay(tile, a, b, turn)
        bee(sheet, 61.6, 72.2, 12, -78, "meadow")
    sheet.save("figures/meadow")


def hive_card(sheet: Sheet, x: float, y: float, flowers: str) -> None:
    """Lay an open hive card about a middle, its flowers told by their tiles."""
    corners = oblong(x, y)
    sheet.cut(rounded(corners, 1), "meadow-deep", 0.8)
    sheet.flat(rounded(shrunk(corners, 0.7), 0.6), "sky")
    for index, letter in enumerate(flowers):
        tile, colour = PLAIN[letter]
        shape = TILES[tile]
        size = 3.6 / max(px for px, _ in shape)
        px, py = middle(shape)
        outline = [(x + (index - 1) * 4.3 + (u - px) * size, y + (v - py) * size) for u, v in shape]
        sheet.cut(polygon(outline), colour, 0.4)


def pile_of_cards(sheet: Sheet, x: float, y: float) -> None:
    """Lay the pile of hive cards, honey pots up."""
    for step in (3, 2, 1, 0):
        corners = oblong(x + step * 0.5, y + step * 0.5)
        sheet.cut(rounded(corners, 1), "honey-deep" if step % 2 else "honey", 0.5)
    pot(sheet, x, y + 4.1, 0.48)


def stack(sheet: Sheet, tile: str, x: float, y: float, turn: int = 0) -> None:
    """Lay a stack of three tiles about a middle."""
    plain = Meadow(sheet, 0, 0, SMALL).corners(tile, 0, 0, turn)
    mx, my = middle(plain)
    for step in (2, 1):
        edge = [(u - mx + x + step * 0.7, v - my + y + step * 0.7) for u, v in plain]
        sheet.cut(rounded(edge, 0.4), "meadow-deep", 0.7)
    Meadow(sheet, x - mx, y - my, SMALL).lay(tile, 0, 0, turn)


def table() -> None:
    """Draw a table laid for three, its parts numbered as the steps of the setup."""
    sheet = panel(116, 64)
    Meadow(sheet, 58 - SMALL / 2, 39.3 - DEEP * SMALL, SMALL).lay("hexagon", 0, 0)
    bee(sheet, 58, 38.9, 3.4, -60, "table")
    stacks = (("hexagon", 14.0, 39.3), ("rhombus", 35.0, 39.3), ("trapezoid", 81.0, 39.3), ("triangle", 102.0, 38.3))
    for tile, x, y in stacks:
        stack(sheet, tile, x, y)
    step = CARD[0] + 1.4
    pile_of_cards(sheet, 25.6, 22.6)
    for index, flowers in enumerate(("YBR", "WYR", "BRB", "WRW")):
        hive_card(sheet, 42.8 + index * step, 22.6, flowers)
    for x, y, hand in (
        (25.2, 7.4, ("RYW", "BWB", "WBY")),
        (90.8, 7.4, ("YRB", "WYW", "RWB")),
        (58, 56.6, ("WRY", "BYW", "RBR")),
    ):
        for index, flowers in enumerate(hand):
            hive_card(sheet, x + (index - 1) * step, y, flowers)
    numerals = ((49.6, 32.4, "1"), (5.2, 32.8, "2"), (17.6, 18, "3"), (33.8, 51.8, "4"), (41.4, 15, "5"))
    for x, y, text in numerals:
        numeral(sheet, x, y, text, dark=True)
    sheet.save("figures/table")


def main() -> None:
    """Draw the figures."""
    lay()
    flight()
    meadow()
    table()

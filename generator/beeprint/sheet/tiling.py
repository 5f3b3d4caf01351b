"""Part an outline that is larger than the paper into tiles, and pack these on as few sheets as will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import SAME, Rect, Ring, area, bounds, clipped
from beeprint.drawing.shape import Shape
from beeprint.sheet.spec import LEAST_TILE, SLUG_KEPT, SPARE, Tiles

#: The most tiles of a piece; more than that nobody glues.
MOST_TILES = 400
#: The height of the line of text below a tile that has no strip there.
FOOT = 3.4
# Between tiles on a sheet, in mm.
_GAP = 2.0
# On how many of the last sheets room is looked for: a thousand copies would else take minutes.
_LOOKED_AT = 40
# The least part of an outline, in mm2, that is a tile, and how near a joint a fold lies on it, in mm.
_SLIVER, _ON = 1.0, 0.05


class Tile(NamedTuple):
    """A part of a piece: its column and row, and boxes in the piece's mm.

    `own` is what is seen of it once all are joined, `art` what is printed of the front, `whole` all that it takes, with
    its strips. `beyond` says which of its left, upper, right and lower sides are joints.
    """

    column: int
    row: int
    own: Rect
    art: Rect
    whole: Rect
    beyond: tuple[bool, bool, bool, bool]

    @property
    def name(self) -> str:
        """Return its name, such as B3: a letter for the column, then the number of the row."""
        return f"{letters(self.column)}{self.row + 1}"

    @property
    def foot(self) -> float:
        """Return the height of the line of text below it."""
        return 0.0 if self.strip_below else FOOT

    @property
    def strip_below(self) -> bool:
        """Return whether the tile below it is glued onto it."""
        return self.whole.bottom > self.art.bottom + SAME

    @property
    def strip_right(self) -> bool:
        """Return whether the tile on its right is glued onto it."""
        return self.whole.right > self.art.right + SAME


class Spread(NamedTuple):
    """A tile on a sheet: of which of the pieces, which tile, and where the corner of its box is, in the area's mm."""

    piece: int
    tile: Tile
    x: float
    y: float


class Tiling(Struct, frozen=True):
    """The tiles of an outline, column by column in each row, where its joints are, and its tiles on sheets."""

    tiles: tuple[Tile, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    sheets: tuple[tuple[Spread, ...], ...]


def letters(number: int) -> str:
    """Return the letters of a column, from 0: A to Z, then AA, as spreadsheets count."""
    letter = chr(ord("A") + number % 26)
    return letter if number < 26 else letters(number // 26 - 1) + letter


def tilings(shape: Shape, bleed: float, tiles: Tiles, width: float, height: float, pieces: int) -> Iterator[Tiling]:
    """Yield ways to part the outline of equal pieces for an area of a sheet, in mm; none where it is too small.

    Tiles are even, or as large as the area but for the last ones, which then may share a sheet; where they can, they
    end at the hinges.
    """
    box = shape.bleed_box(bleed)
    ring = shape.ring(bleed, rounded=False)
    strip = SPARE if tiles.joint == "butt" else tiles.overlap
    butt = FOOT if tiles.joint == "butt" else 0.0
    upright = {hinge.start.x for hinge in shape.hinges if hinge.start.x == hinge.end.x}
    level = {hinge.start.y for hinge in shape.hinges if hinge.start.y == hinge.end.y}
    columns = _Axis(box.x, box.right, width, strip, 0.0, sorted(upright))
    rows = _Axis(box.y, box.bottom, height - butt, strip, FOOT - butt, sorted(level))
    for across, down in product(columns.ways(), rows.ways()):
        if (len(across) + 1) * (len(down) + 1) > MOST_TILES:
            continue
        parts = tuple(_tiles(ring, box, across, down, strip))
        spreads = _packed(parts, pieces, width, height)
        yield Tiling(parts, across, down, tuple(tuple(spread) for spread in spreads))


def cost(tiling: Tiling, shape: Shape, overlap: float) -> tuple[float, ...]:
    """Return what makes one tiling worse than another.

    Slivers, which are hard to glue, more sheets, then fewer hinges at joints, hinges that run through a strip, more
    tiles, and narrow ones.
    """
    hinges = [(h.start.x, tiling.across) if h.start.x == h.end.x else (h.start.y, tiling.down) for h in shape.hinges]
    away = [min((at - joint for joint in joints if at > joint - _ON), default=1e9) for at, joints in hinges]
    on = sum(distance <= _ON for distance in away)
    through = sum(_ON < distance < overlap for distance in away)
    sides = [min(tile.own.width, tile.own.height) for tile in tiling.tiles]
    slivers = sum(side < LEAST_TILE / 2 for side in sides)
    return slivers, len(tiling.sheets), -on, through, len(tiling.tiles), -round(min(sides), 3)


class _Axis(Struct, frozen=True):
    """One direction: its ends, the room on a sheet, the strip beyond a joint, what the last tile leaves free."""

    start: float
    end: float
    room: float
    strip: float
    foot: float
    folds: Sequence[float]

    def most(self, first: bool, last: bool) -> float:
        """Return how much may be seen of a tile: less where there are joints beside it."""
        return self.room - (0 if first else SPARE) - (self.foot if last else self.strip)

    def ways(self) -> set[tuple[float, ...]]:
        """Return the joints of each way to part it; none where the room is too small."""
        if self.most(False, False) < LEAST_TILE:
            return set()
        lines = {self._joints(self._even([self.start, self.end])), self._joints(self._full())}
        if self.folds:
            lines.add(self._joints(self._even([self.start, *self.folds, self.end])))
        return lines

    def _joints(self, sizes: Sequence[float]) -> tuple[float, ...]:
        return tuple(round(self.start + at, 3) for at in accumulate(sizes[:-1]))

    def _even(self, ends: Sequence[float]) -> list[float]:
        """Return the sizes of as few tiles as will do between each two places, all about as large."""
        sizes: list[float] = []
        for a, b in pairwise(ends):
            most = self._enough(b - a, a == ends[0], b == ends[-1])
            left = b - a
            for number, limit in enumerate(most):
                sizes.append(min(limit, left / (len(most) - number)))
                left -= sizes[-1]
        return sizes

    def _full(self) -> list[float]:
        """Return the sizes of tiles that are as large as they can be, but for the last."""
        length = self.end - self.start
        enough = self._enough(length, True, True)
        enough[-1] = length - sum(enough[:-1])
        short = LEAST_TILE - enough[-1]
        if short > 0 and len(enough) > 1 and enough[-2] - short >= LEAST_TILE:
            enough[-2:] = [enough[-2] - short, LEAST_TILE]
        return enough

    def _enough(self, length: float, first: bool, last: bool) -> list[float]:
        """Return the most that may be seen of each of as many tiles as a length needs."""
        count = 1
        while True:
            lengths = [self.most(first and n == 0, last and n == count - 1) for n in range(count)]
            if sum(lengths) >= length - SAME:
                return lengths
            count += 1


def _tiles(ring: Ring, box: Rect, across: Sequence[float], down: Sequence[float], strip: float) -> Iterator[Tile]:
    """Yield the tiles that hold a part of an outline, each no larger than that part."""
    xs, ys = (box.x, *across, box.right), (box.y, *down, box.bottom)
    parts: dict[tuple[int, int], Rect] = {}
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs)):
            corners = clipped(ring, Rect(left, top, right - left, bottom - top))
            if corners and abs(area(corners)) >= _SLIVER:
                parts[column, row] = bounds(corners)
    for (column, row), own in parts.items():
        # Where an outline has gaps, a neighbour may lie beyond a joint that the tile does not reach.
        left = (column - 1, row) in parts and abs(own.x - xs[column]) < SAME
        above = (column, row - 1) in parts and abs(own.y - ys[row]) < SAME
        right = (column + 1, row) in parts and abs(own.right - xs[column + 1]) < SAME
        below = (column, row + 1) in parts and abs(own.bottom - ys[row + 1]) < SAME
        art = grown(own, SPARE * left, SPARE * above, SPARE * right, SPARE * below)
        whole = grown(own, SPARE * left, SPARE * above, strip * right, strip * below)
        yield Tile(column, row, own, art, whole, (left, above, right, below))


def grown(box: Rect, left: float, above: float, right: float, below: float) -> Rect:
    """Move each edge of a box outwards by its own distance, in mm."""
    return Rect(box.x - left, box.y - above, box.width + left + right, box.height + above + below)


class _Row(Struct):
    """A row of tiles on a sheet: its top, its height, and how far it is filled, in mm."""

    top: float
    height: float
    filled: float = 0.0


def _packed(tiles: Sequence[Tile], pieces: int, width: float, height: float) -> list[list[Spread]]:
    """Pack the tiles of so many pieces on sheets, in rows as high as their first tile, the highest tiles first.

    Sheets, and the tiles on them, are in the order of pieces and tiles.
    """
    waiting = [(piece, number) for piece in range(pieces) for number in range(len(tiles))]
    waiting.sort(key=lambda tile: (-_height(tiles[tile[1]]), -tiles[tile[1]].whole.width, tile))
    pages: list[list[_Row]] = []
    rows: list[list[tuple[tuple[int, int], Spread]]] = []
    for piece, number in waiting:
        tile = tiles[number]
        page, row = _room(pages, tile.whole.width, _height(tile), width, height)
        if page == len(rows):
            rows.append([])
        rows[page].append(((piece, number), Spread(piece, tile, row.filled, row.top)))
        row.filled += tile.whole.width + _GAP
    ordered = sorted((sorted(page) for page in rows), key=lambda page: page[0][0])
    return [[spread for _, spread in page] for page in ordered]


def _height(tile: Tile) -> float:
    return tile.whole.height + tile.foot


def _room(pages: list[list[_Row]], wide: float, high: float, width: float, height: float) -> tuple[int, _Row]:
    """Return the first of the last pages with room for a tile, and the row there; a new one where there is none."""
    for number in range(max(0, len(pages) - _LOOKED_AT), len(pages)):
        rows = pages[number]
        for row in rows:
            if row.filled + wide <= width + SAME and high <= row.height + SAME:
                return number, row
        top = rows[-1].top + rows[-1].height + _GAP
        if top + high <= height + SAME:
            rows.append(_Row(top, high))
            return number, rows[-1]
    pages.append([_Row(0.0, high)])
    return len(pages) - 1, pages[-1][0]


def free_area(printable: Rect) -> Rect:
    """Return where tiles may lie on a sheet: above the line that says what it is."""
    return Rect(printable.x, printable.y, printable.width, printable.height - SLUG_KEPT)

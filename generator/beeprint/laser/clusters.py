"""Clusters: equal pieces in a lattice, arranged for the least cutting and the least material."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from beeprint.base.geometry import IDENTITY, SAME, Affine, Point, Rect, hex_corners
from beeprint.drawing.shape import Shape
from beeprint.laser.tiling import Tiling, tiling

#: A cluster may take this much more material than the smallest one if that saves cutting.
_ROOM = 1.25
#: From this number on, pieces that share no cuts are placed in a grid instead of nested one by one.
_MANY = 60
#: How many offsets of a window over a lattice are tried.
_MOST_OFFSETS = 16
#: How many widths of rows are tried for a cluster that does not fill a bed.
_MOST_WIDTHS = 12

# A place in a lattice: turned by 180 degrees or not, then the cell.
_Cell = tuple[bool, int, int]


class Cluster(Struct, frozen=True):
    """Equal pieces, the box round their trims at (0, 0); `at` maps the mm of each piece to the cluster's."""

    at: tuple[Affine, ...]
    width: float
    height: float


class _Rows(NamedTuple):
    """Cells that are all turned or all not, in rows."""

    turned: bool
    i: NDArray[np.int64]
    j: NDArray[np.int64]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Return the numbers of each cell."""
        return zip(self.i.tolist(), self.j.tolist(), strict=True)


class _Lattice(Struct, frozen=True):
    """A tiling and the box of an outline at its origin.

    If neighbours share cuts, `middles` holds places round which a cluster may grow: the outline's middle, one of its
    corners, the middle of one edge. Otherwise it is empty.
    """

    tiling: Tiling
    box: Rect
    middles: tuple[Point, ...] = ()

    def trim(self, cell: _Cell) -> Rect:
        """Return the box of the piece in a cell."""
        x, y = self.tiling.place(*cell)
        box = self.box
        return Rect(x - box.right, y - box.bottom, box.width, box.height) if cell[0] else box.move(x, y)

    def lefts(self, rows: _Rows) -> NDArray[np.float64]:
        """Return the left edges of the pieces in cells, as `trim` does."""
        x, shift = rows.i * self.tiling.first.x + rows.j * self.tiling.second.x, self.tiling.shift
        x = x + shift.x if rows.turned and shift else x
        left: NDArray[np.float64] = x - self.box.right if rows.turned else self.box.x + x
        return left

    def at(self, cell: _Cell) -> Affine:
        """Return the transform that places a piece in a cell."""
        x, y = self.tiling.place(*cell)
        return Affine(-1, 0, 0, -1, x, y) if cell[0] else Affine(1, 0, 0, 1, x, y)


@lru_cache(maxsize=1024)
def clusters(
    shape: Shape, count: int, room: tuple[float, float], kerf: float, apart: float, shares: int
) -> tuple[Cluster, ...]:
    """Divide `count` pieces into clusters that fit into `room` mm, as they are or turned by 90 degrees.

    Full clusters come first; the rest is divided into `shares`. `apart` is the distance between trims that share no
    cut. A piece without a lattice is a cluster by itself. ValueError if not even one piece fits.
    """
    rooms = tuple(dict.fromkeys((room, room[::-1])))
    if not any(shape.width <= width + SAME and shape.height <= height + SAME for width, height in rooms):
        raise ValueError("the piece is larger than the room")
    lattices = tuple(_lattices(shape, count, kerf, apart))
    if not lattices:
        return (Cluster((IDENTITY,), shape.width, shape.height),) * count
    windows = [(lattice, _window(lattice, free, count)) for lattice in lattices for free in rooms]
    best, most = max(windows, key=lambda pair: len(pair[1]))
    groups: list[Cluster] = []
    while count >= len(most):
        groups.append(_cluster(best, most))
        count -= len(most)
    for number in range(shares):
        share = count // shares + (number < count % shares)
        if share:
            groups.append(_smallest(lattices, share, rooms))
    return tuple(groups)


def _lattices(shape: Shape, count: int, kerf: float, apart: float) -> Iterator[_Lattice]:
    """Yield the lattices for a shape: one in which pieces share cuts, else that of rounds or, for many, a grid."""
    shared = tiling(shape.corners, kerf) if shape.edges else None
    if shared is not None:
        (a, b), *_ = shape.edges
        yield _Lattice(shared, shape.box, (shape.box.centre, a, Point((a.x + b.x) / 2, (a.y + b.y) / 2)))
        return
    cells: list[tuple[Point, ...]] = [shape.box.corners]
    if shape.is_round:
        cells.insert(0, hex_corners(shape.box.centre, shape.width))
    elif count < _MANY:
        return
    for cell in cells:
        spread = tiling(cell, apart)
        if spread is not None:
            yield _Lattice(spread, shape.box)


def _cluster(lattice: _Lattice, cells: Sequence[_Cell]) -> Cluster:
    """Return the cluster of some cells, in rows."""
    trims = {cell: lattice.trim(cell) for cell in cells}
    x, y = min(trim.x for trim in trims.values()), min(trim.y for trim in trims.values())
    right, bottom = max(trim.right for trim in trims.values()), max(trim.bottom for trim in trims.values())
    ordered = sorted(cells, key=lambda cell: _in_rows(trims[cell]))
    back = Affine(1, 0, 0, 1, -x, -y)
    return Cluster(tuple(back @ lattice.at(cell) for cell in ordered), right - x, bottom - y)


def _in_rows(trim: Rect) -> tuple[float, float]:
    return round(trim.y, 3), round(trim.x, 3)


def _rows(lattice: _Lattice, window: Rect) -> Iterator[_Rows]:
    """Yield the cells whose pieces lie within a window: those that are not turned, then those that are."""
    (ax, ay), (bx, by) = lattice.tiling.first, lattice.tiling.second
    size = ax * by - ay * bx
    for turned in (False, True) if lattice.tiling.shift else (False,):
        start = lattice.trim((turned, 0, 0))
        free = Rect(window.x - start.x, window.y - start.y, window.width - start.width, window.height - start.height)
        if free.width < -SAME or free.height < -SAME:
            continue
        steps = [((x * by - y * bx) / size, (y * ax - x * ay) / size) for x, y in free.corners]
        lows = [math.floor(min(step[axis] for step in steps) - 1) for axis in (0, 1)]
        highs = [math.ceil(max(step[axis] for step in steps) + 1) for axis in (0, 1)]
        # All cells of a window at once: dozens of windows with hundreds of cells are looked at for a cluster.
        i, j = np.arange(lows[0], highs[0] + 1), np.arange(lows[1], highs[1] + 1)[:, None]
        x, y = i * ax + j * bx - free.x, i * ay + j * by - free.y
        inside = (x >= -SAME) & (x <= free.width + SAME) & (y >= -SAME) & (y <= free.height + SAME)
        rows, columns = inside.nonzero()
        yield _Rows(turned, columns + lows[0], rows + lows[1])


def _count(lattice: _Lattice, window: Rect) -> int:
    """Return how many pieces lie within a window."""
    return sum(len(rows.i) for rows in _rows(lattice, window))


def _cells(lattice: _Lattice, window: Rect) -> list[_Cell]:
    """Return the cells whose pieces lie within a window."""
    return [(rows.turned, i, j) for rows in _rows(lattice, window) for i, j in rows.pairs()]


def _window(lattice: _Lattice, room: tuple[float, float], count: int) -> list[_Cell]:
    """Return the cells of the window that holds the most, or enough, in rows from the top.

    Any window can be moved, without losing a piece, until one piece touches its upper edge and another its left edge.
    Since all cells are alike, the upper one may be the cell at the origin, turned or not.
    """
    box, tiled = lattice.box, lattice.tiling
    cell = abs(tiled.first.x * tiled.second.y - tiled.first.y * tiled.second.x) / (2 if tiled.shift else 1)
    # For a few pieces the window need not be as large as the bed.
    reach = 2 * math.sqrt(cell * count) + 2 * max(box.width, box.height)
    width, height = (
        min(room[0], max(reach, 4 * cell * count / room[1])),
        min(room[1], max(reach, 4 * cell * count / room[0])),
    )
    best, most = Rect(0, 0, 0, 0), 0
    for turned in (False, True) if tiled.shift else (False,):
        top = lattice.trim((turned, 0, 0))
        strip = Rect(top.x - width, top.y, width + box.width, height)
        near = [left for rows in _rows(lattice, strip) for left in np.unique(lattice.lefts(rows)).tolist()]
        lefts = sorted({round(left, 4) for left in near})
        for left in lefts[-_MOST_OFFSETS:]:
            window = Rect(left, top.y, width, height)
            cells = _count(lattice, window)
            if cells > most:
                best, most = window, cells
        if most >= 4 * count:
            break
    return _cells(lattice, best) if most else []


def _smallest(lattices: Sequence[_Lattice], count: int, rooms: Sequence[tuple[float, float]]) -> Cluster:
    """Return the cluster of `count` pieces with the least cutting that is not much larger than the smallest."""
    candidates = [
        (round(-_saved(lattice, cells), 3), round(cluster.width * cluster.height, 3), cluster)
        for lattice in lattices
        for room in rooms
        for cells in _candidates(lattice, count, room)
        for cluster in [_cluster(lattice, cells)]
    ]
    least = min(size for _, size, _ in candidates)
    return min((entry for entry in candidates if entry[1] <= _ROOM * least), key=lambda entry: entry[:2])[2]


def _candidates(lattice: _Lattice, count: int, room: tuple[float, float]) -> Iterator[list[_Cell]]:
    """Yield rows of several widths, and clusters grown round each of the lattice's middles."""
    cells = _window(lattice, room, count)
    if len(cells) >= count:
        left, size = min(lattice.trim(cell).x for cell in cells), lattice.box.width * lattice.box.height * count
        widths = sorted({round(lattice.trim(cell).right - left, 3) for cell in cells})
        # Prefer widths near that of a square; the widest fills a bed from the top.
        near = sorted(widths, key=lambda width: abs(math.log(width * width / size)))[:_MOST_WIDTHS]
        for width in sorted({*near, widths[-1]}):
            rows = _window(lattice, (min(width + SAME, room[0]), room[1]), count)
            if len(rows) >= count:
                yield sorted(rows, key=lambda cell: _in_rows(lattice.trim(cell)))[:count]
    for middle in lattice.middles:
        grown = _grown(lattice, count, room, middle)
        if grown is not None:
            yield grown


def _saved(lattice: _Lattice, cells: Sequence[_Cell]) -> float:
    """Return the length of the cuts that neighbours share."""
    if not lattice.middles:
        return 0.0
    held = set(cells)
    return (
        sum(length for cell in cells for *near, length in lattice.tiling.neighbours(*cell) if tuple(near) in held) / 2
    )


def _grown(lattice: _Lattice, count: int, room: tuple[float, float], middle: Point) -> list[_Cell] | None:
    """Grow a cluster: place each piece where it shares most with earlier ones, near the middle; None without room."""
    latest: _Cell = (False, 0, 0)
    box = lattice.trim(latest)
    chosen = {latest: None}
    shared: dict[_Cell, float] = {}
    rim: list[tuple[float, float, float, float, _Cell]] = []
    while len(chosen) < count:
        for turned, i, j, length in lattice.tiling.neighbours(*latest):
            cell = turned, i, j
            if cell not in chosen:
                shared[cell] = shared.get(cell, 0.0) + length
                trim = lattice.trim(cell)
                near = round(math.dist(trim.centre, middle), 3)
                heapq.heappush(rim, (-round(shared[cell], 3), near, *_in_rows(trim), cell))
        while rim:
            latest = heapq.heappop(rim)[-1]
            # A cell may be queued twice, with an older, worse rank. One that does not fit never will: the box grows.
            whole = box.union(lattice.trim(latest))
            if latest not in chosen and whole.width <= room[0] + SAME and whole.height <= room[1] + SAME:
                break
        else:
            return None
        box = whole
        chosen[latest] = None
    return list(chosen)

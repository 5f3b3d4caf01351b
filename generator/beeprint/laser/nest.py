"""Nest boxes on beds, and find the offcut that is left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np
import rectpack
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from beeprint.base.geometry import Affine, Rect, Ring, rotate, translate

_STEPS = 1000

# The number of a bed, and where a box goes on it.
_Spot = tuple[int, Affine]


def nest(boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float) -> list[tuple[int, Affine]]:
    """Return for each box its bed, from 0, and its transform; boxes are turned by 90 degrees only if that saves beds.

    `room` is the free area of each bed, large enough for each box; boxes are at least `apart` mm from each other. Of
    the results with the fewest beds, the one that leaves most of the last bed in one piece is chosen.
    """
    ways = product((False, True), (rectpack.MaxRectsBssf, rectpack.MaxRectsBl, rectpack.SkylineBl))
    packings = [(turn, _packed(boxes, room, apart, turn, algorithm)) for turn, algorithm in ways]

    def cost(way: tuple[bool, Mapping[int, _Spot]]) -> tuple[int, bool, float]:
        turn, places = way
        last = max(bed for bed, _ in places.values())
        corners = [at.point(*boxes[number]) for number, (bed, at) in places.items() if bed == last]
        corners += [at.point(0, 0) for bed, at in places.values() if bed == last]
        return last, turn, round(max(x for x, _ in corners) * max(y for _, y in corners), 3)

    _, best = min((way for way in packings if len(way[1]) == len(boxes)), key=cost)
    return [best[number] for number in range(len(boxes))]


def _packed(
    boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float, turn: bool, algorithm: object
) -> dict[int, _Spot]:
    """Return the places of the boxes that fit, by their numbers."""
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.BFF,
        pack_algo=algorithm,
        sort_algo=rectpack.SORT_AREA,
        rotation=turn,
    )
    # Each box includes its distance on the right and below, and the bed is larger by the same.
    sizes = [(_up(width + apart), _up(height + apart)) for width, height in boxes]
    for number, (width, height) in enumerate(sizes):
        packer.add_rect(width, height, rid=number)
    # One step more than the room, as boxes are rounded up by as much.
    packer.add_bin(_up(room[0] + apart) + 1, _up(room[1] + apart) + 1, count=len(boxes))
    packer.pack()
    boxes_at: dict[int, _Spot] = {}
    for bed, x, y, width, height, number in packer.rect_list():
        at = translate(x / _STEPS, y / _STEPS)
        if (width, height) != sizes[number]:
            at = at @ translate(boxes[number][1], 0) @ rotate(90)
        boxes_at[number] = (bed, at)
    return boxes_at


def _up(length: float) -> int:
    return math.ceil(round(length * _STEPS, 3))


# What is left of a bed: the largest upright rectangle that touches no piece, to be used for something else.


#: The side of a cell in mm, and the most cells: those of larger beds are larger.
_CELL, _MOST_CELLS = 0.5, 1_000_000


def tolerance(width: float, height: float) -> float:
    """Return by how much in mm each side of the rectangle found may be shorter than it could be: two cells."""
    return 2 * _cell(width, height)


def largest_free(width: float, height: float, outlines: Iterable[Ring], kerf: float) -> Rect | None:
    """Return the largest rectangle of a bed that no outline reaches, not even its cut; None if all is taken.

    The bed is divided into rows of cells, and a cell that an outline touches is taken; so the rectangle is free for
    certain. Of these cells the largest rectangle is found exactly, by the bars of a histogram above each row.
    """
    cell = _cell(width, height)
    columns, rows = math.floor(width / cell), math.floor(height / cell)
    taken = np.zeros((rows, columns), bool)
    for outline in outlines:
        # Beyond the outline the beam removes a whole kerf.
        for row, left, right in _spans(Polygon(outline).buffer(kerf, join_style="mitre"), cell, rows):
            taken[row, max(0, math.floor(left / cell)) : max(0, math.ceil(right / cell))] = True
    best, largest = 0, None
    heights = np.zeros(columns, int)
    # Where the next row takes no cell that is free here, every rectangle goes on into it.
    ends = np.append((taken[1:] & ~taken[:-1]).any(axis=1), True)
    for row in range(rows):
        heights = np.where(taken[row], 0, heights + 1)
        for start, end, high in _bars(heights) if ends[row] else ():
            if (end - start) * high > best:
                best = (end - start) * high
                largest = Rect(start * cell, (row + 1 - high) * cell, (end - start) * cell, high * cell)
    return largest


def _cell(width: float, height: float) -> float:
    return max(_CELL, math.sqrt(width * height / _MOST_CELLS))


def _spans(area: Polygon, cell: float, rows: int) -> Iterator[tuple[int, float, float]]:
    """Yield how far an area reaches in each row of cells that it touches: from left to right, in mm."""
    _, top, _, bottom = area.bounds
    first, last = max(0, math.floor(top / cell)), min(rows - 1, math.floor(bottom / cell))
    numbers = range(first, last + 1)
    strips = shapely.box(-1e5, [row * cell for row in numbers], 1e5, [(row + 1) * cell for row in numbers])
    parts, places = shapely.get_parts(shapely.intersection(area, strips), return_index=True)
    lefts, _, rights, _ = shapely.bounds(parts).T.tolist()
    yield from zip((places + first).tolist(), lefts, rights, strict=True)


def _bars(heights: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """Yield the widest rectangle under each bar of a histogram: its first column, the one after it, its height."""
    edges = [0, *(np.flatnonzero(np.diff(heights)) + 1).tolist()]
    bars: Sequence[tuple[int, int]] = [(edge, int(heights[edge])) for edge in edges]
    open_: list[tuple[int, int]] = []
    for at, high in (*bars, (len(heights), 0)):
        start = at
        while open_ and open_[-1][1] > high:
            start, lower = open_.pop()
            yield start, at, lower
        if high and (not open_ or open_[-1][1] < high):
            open_.append((start, high))

"""What is left of a bed: the largest upright rectangle that touches no piece, to be used for something else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from beeprint.base.geometry import Rect, Ring

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
    best, found = 0, None
    heights = np.zeros(columns, int)
    # Where the next row takes no cell that is free here, every rectangle goes on into it.
    ends = np.append((taken[1:] & ~taken[:-1]).any(axis=1), True)
    for row in range(rows):
        heights = np.where(taken[row], 0, heights + 1)
        for start, end, high in _bars(heights) if ends[row] else ():
            if (end - start) * high > best:
                best = (end - start) * high
                found = Rect(start * cell, (row + 1 - high) * cell, (end - start) * cell, high * cell)
    return found


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

"""Find free places for a box on a piece, all at once: the face as rows of bits, one for each cell of a fine grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from beeprint.base.geometry import Point, Rect
from beeprint.draw.shape import Shape

#: The side of a cell, in mm.
CELL = 0.25


class Room:
    """What is free of a piece, at least `inset` mm inside its trim, besides the boxes that are `taken`."""

    def __init__(self, shape: Shape, inset: float, taken: Sequence[Rect]) -> None:
        self._shape, self._inset, self._box = shape, inset, shape.box.grow(-inset)
        self._columns = max(0, math.ceil(self._box.width / CELL))
        self._rows = list(_outside(shape, inset))
        for box in taken:
            first, last = self._cells(box.x - self._box.x, box.right - self._box.x, self._columns)
            bits = ((1 << max(0, last - first)) - 1) << first
            top, foot = self._cells(box.y - self._box.y, box.bottom - self._box.y, len(self._rows))
            for row in range(top, foot):
                self._rows[row] |= bits

    @staticmethod
    def _cells(start: float, end: float, count: int) -> tuple[int, int]:
        """Return the first cell that a length touches and the one after the last, as far as there are cells."""
        first = min(count, max(0, math.floor(start / CELL + 1e-6)))
        return first, min(count, max(first, math.ceil(end / CELL - 1e-6)))

    def places(self, width: float, height: float) -> Iterator[Rect]:
        """Yield free places for a box of a size in mm, the outer ones first: the ends and the middle of free rows."""
        wide, high = math.ceil(width / CELL - 1e-6), math.ceil(height / CELL - 1e-6)
        spots = []
        starts = self._columns - wide + 1
        if starts > 0:
            for row, taken in enumerate(_joined(self._rows, high)):
                free = ~_spread(taken, wide) & ((1 << starts) - 1)
                if free:
                    spots += [(free.bit_length() - 1, row), ((free & -free).bit_length() - 1, row)]
                    spots += [(starts // 2, row)] if free >> starts // 2 & 1 else []
        middle = self._box.centre
        boxes = [Rect(self._box.x + x * CELL, self._box.y + y * CELL, width, height) for x, y in spots]
        boxes.sort(key=lambda box: -max(abs(box.centre.x - middle.x), abs(box.centre.y - middle.y)))
        yield from (box for box in boxes if self._shape.encloses(box, self._inset))


def _joined(rows: Sequence[int], high: int) -> list[int]:
    """Return, for each row, the bits of as many rows from there on together; none where there are fewer."""
    joined, count = list(rows), 1
    if high > len(joined):
        return []
    while count < high:
        step = min(count, high - count)
        joined = [one | joined[at + step] for at, one in enumerate(joined[: len(joined) - step])]
        count += step
    return joined


def _spread(bits: int, wide: int) -> int:
    """Return which cells have a set bit among as many cells from there on."""
    count = 1
    while count < wide:
        step = min(count, wide - count)
        bits |= bits >> step
        count += step
    return bits


@lru_cache(maxsize=64)
def _outside(shape: Shape, inset: float) -> tuple[int, ...]:
    """Return rows of bits, set where the middle of a cell is outside the shape, or too near to its rim."""
    box = shape.box.grow(-inset)
    columns, rows = max(0, math.ceil(box.width / CELL)), max(0, math.ceil(box.height / CELL))
    if shape.is_rectangle:
        return (0,) * rows
    return tuple(_crossed(shape.ring(-inset), box, box.y + (row + 0.5) * CELL, columns) for row in range(rows))


def _crossed(ring: Sequence[Point], box: Rect, y: float, columns: int) -> int:
    """Return the cells of a row whose middle is outside a ring."""
    crossings = sorted(
        a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        if (a.y <= y) != (b.y <= y)
    )
    inside = 0
    for start, end in zip(crossings[::2], crossings[1::2], strict=False):
        first = min(columns, max(0, math.ceil((start - box.x) / CELL - 0.5)))
        last = min(columns, max(first, math.ceil((end - box.x) / CELL - 0.5)))
        inside |= ((1 << (last - first)) - 1) << first
    return ~inside & ((1 << columns) - 1)

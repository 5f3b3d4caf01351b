"""Find free places for a box on a piece, all at once: the face as rows of bits, one for each cell of a fine grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import IDENTITY, SAME, Affine, Path, Point, Rect, path_box
from beeprint.drawing.drawing import Group, Mark, PathMark, Run, Symbol, Use, marks_box
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.drawing.text import run_box

# What a label on a face should not cover: letters, icons and pictures that tell of the piece, and lines of panels.


#: What a millimetre of a line that a label crosses costs, in square millimetres; how long a line is, at least.
_CROSSED, _LONG = 0.4, 8.0
#: What part of the face a mark may take that tells of the piece; larger ones are its ground. Specks of less than so
#: many mm2 tell nothing.
_GROUND, _SPECK = 1 / 8, 0.5
#: What part of the face a slot may take to be a sign that means something on all pieces.
_SIGN = 1 / 24


class Taken(Struct, frozen=True):
    """The boxes of what must stay whole, long straight lines as flat boxes, and boxes of pictures to spare, in mm.

    `words` are those of the boxes that are letters and icons.
    """

    boxes: Sequence[Rect] = ()
    lines: Sequence[Rect] = ()
    pictures: Sequence[Rect] = ()
    words: Sequence[Rect] = ()

    @property
    def least(self) -> Taken:
        """Return what must stay whole even on a full face: letters and icons."""
        return Taken(self.words, self.lines, (*self.boxes, *self.pictures), self.words)

    def hidden(self, spot: Rect) -> float:
        """Return how many square millimetres of what must stay whole lie in a place."""
        return covered(spot, self.boxes)

    def is_free(self, spot: Rect) -> bool:
        """Return whether a place is clear of all that must stay whole."""
        left, top, right, bottom = spot.x + SAME, spot.y + SAME, spot.right - SAME, spot.bottom - SAME
        return not any(box.x < right and left < box.right and box.y < bottom and top < box.bottom for box in self.boxes)

    def cost(self, spot: Rect) -> float:
        """Return what it costs to cover a place, in square millimetres; crossing a line costs by its length."""
        crossed = sum(max(common(spot, line)) for line in self.lines if min(common(spot, line)) >= 0)
        return covered(spot, self.pictures) + _CROSSED * crossed


class _Leaf(NamedTuple):
    """The box of a mark, and whether it is letters."""

    box: Rect
    is_text: bool


class Takers:
    """Finds what a label should not cover on faces; what the marks of a symbol take is worked out once."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._symbols: dict[str, tuple[_Leaf, ...]] = {}

    def taken(
        self, slots: Iterable[tuple[Sequence[Mark], bool]], icons: Iterable[Rect], lines: Iterable[Rect], whole: float
    ) -> Taken:
        """Return what is taken of a face of `whole` mm2 by its slots: their marks, and whether a row decides on them.

        Letters and `icons` stay whole, as do the marks of bound slots and of small ones, such as signs; grounds do not.
        """
        words, boxes, pictures = list(icons), list[Rect](), list[Rect]()
        for marks, is_bound in slots:
            around = marks_box(marks)
            tells = is_bound or (around is not None and around.width * around.height < whole * _SIGN)
            for leaf in self._leaves(marks, IDENTITY, None):
                size = leaf.box.width * leaf.box.height
                if leaf.is_text:
                    words.append(leaf.box)
                elif tells and _SPECK < size < whole * _GROUND:
                    boxes.append(leaf.box)
                elif tells and size < whole / 2:
                    pictures.append(leaf.box)
        return Taken(_outer([*words, *boxes]), tuple(lines), _outer(pictures), tuple(words))

    def _leaves(self, marks: Iterable[Mark], at: Affine, clip: Rect | None) -> Iterator[_Leaf]:
        """Yield the boxes of marks as far as clips show them."""
        for mark in marks:
            if isinstance(mark, Group):
                inner = at @ mark.transform
                window = clip if mark.clip is None else _within(inner.rect(path_box(mark.clip)), clip)
                yield from self._leaves(mark.marks, inner, window)
                continue
            leaves = self._symbol(mark.symbol) if isinstance(mark, Use) else self._single(mark)
            inner = at @ mark.transform if isinstance(mark, Use) else at
            for leaf in leaves:
                seen = _within(inner.rect(leaf.box), clip)
                if seen.width > 0 and seen.height > 0:
                    yield _Leaf(seen, leaf.is_text)

    def _symbol(self, symbol: Symbol) -> tuple[_Leaf, ...]:
        leaves = self._symbols.get(symbol.key)
        if leaves is None:
            marks = list(self._leaves(symbol.marks, IDENTITY, None))
            leaves = self._symbols[symbol.key] = tuple(dict.fromkeys(marks))
        return leaves

    def _single(self, mark: Mark) -> Iterator[_Leaf]:
        if isinstance(mark, Run):
            if mark.text.strip():
                yield _Leaf(run_box(mark, self._fonts), True)
            return
        box = None if isinstance(mark, PathMark) and mark.fill is None and mark.stroke is None else marks_box([mark])
        if box is not None:
            yield _Leaf(box, False)


def _within(box: Rect, clip: Rect | None) -> Rect:
    return box if clip is None else box.intersection(clip)


def _outer(boxes: Sequence[Rect]) -> tuple[Rect, ...]:
    """Return boxes without those inside others, the largest first."""
    outer: list[Rect] = []
    for box in sorted(boxes, key=lambda box: (-box.width * box.height, box.x, box.y)):
        if not any(other.contains(box, SAME) for other in outer):
            outer.append(box)
    return tuple(outer)


def straight(path: Path, at: Affine) -> Iterator[Rect]:
    """Yield the long level and upright sides of a path, transformed, as flat boxes."""
    start = end = Point(0, 0)
    for segment in path:
        before = end
        end = start if segment[0] == "Z" else at.point(*segment[-2:])
        start = end if segment[0] == "M" else start
        side = Rect(min(before.x, end.x), min(before.y, end.y), abs(before.x - end.x), abs(before.y - end.y))
        if segment[0] in "LZ" and max(side.width, side.height) >= _LONG and min(side.width, side.height) < SAME:
            yield side


def common(first: Rect, other: Rect) -> tuple[float, float]:
    """Return how much width and height two boxes have in common; negative where they lie apart."""
    width = min(first.right, other.right) - max(first.x, other.x)
    return width, min(first.bottom, other.bottom) - max(first.y, other.y)


def covered(box: Rect, others: Sequence[Rect]) -> float:
    """Return how many square millimetres of other boxes lie in a box."""
    total = 0.0
    for other in others:
        width, height = common(box, other)
        total += max(0.0, width) * max(0.0, height)
    return total


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
        joined = [rect | joined[at + step] for at, rect in enumerate(joined[: len(joined) - step])]
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

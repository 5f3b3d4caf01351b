"""What a label on a face should not cover: letters, icons and pictures that tell of the piece, and lines of panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import IDENTITY, SAME, Affine, Path, Point, Rect, path_box
from beeprint.draw.drawing import Group, Mark, PathMark, Run, Symbol, Use, marks_box
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import run_box

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
            found = list(self._leaves(symbol.marks, IDENTITY, None))
            leaves = self._symbols[symbol.key] = tuple(dict.fromkeys(found))
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


def common(one: Rect, other: Rect) -> tuple[float, float]:
    """Return how much width and height two boxes have in common; negative where they lie apart."""
    width = min(one.right, other.right) - max(one.x, other.x)
    return width, min(one.bottom, other.bottom) - max(one.y, other.y)


def covered(box: Rect, others: Sequence[Rect]) -> float:
    """Return how many square millimetres of other boxes lie in a box."""
    total = 0.0
    for other in others:
        width, height = common(box, other)
        total += max(0.0, width) * max(0.0, height)
    return total

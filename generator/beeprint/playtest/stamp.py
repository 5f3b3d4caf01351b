"""Stamp a face with the version and its piece's id, inside the safe zone, where the stamp covers least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from beeprint.base.colour import WHITE, Colour
from beeprint.base.geometry import SAME, Affine, Path, Point, Rect, rectangle, rotate, translate
from beeprint.draw.drawing import Mark, Solid, Symbol, group, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.draw.shape import Shape
from beeprint.draw.text import Style, line_run, text_width
from beeprint.files.names import slug

_INK = Solid(Colour(0x1C, 0x1C, 0x1C))
_GROUND = Solid(WHITE, 0.85)
#: Sizes in points, in order of preference; below the last a stamp is illegible.
_SIZES = (5.5, 5.0, 4.5, 4.0, 3.5, 3.0)
_PT = 25.4 / 72
#: How many more square millimetres a stamp may cover rather than be a point smaller.
_SMALLER = 1.0
#: What a millimetre of a line that a stamp crosses costs, in square millimetres; how far it stays from one, in mm; how
#: long a line is, at least.
_CROSSED, _CLEAR, _LONG = 0.4, 0.25, 8.0
_LINE = 1.05  # from one line to the next, in ems
_STEPS = 9


class Taken(Struct, frozen=True):
    """What a stamp should not cover: the boxes of what must stay legible, and long straight lines as flat boxes."""

    boxes: Sequence[Rect] = ()
    lines: Sequence[Rect] = ()

    def cost(self, spot: Rect) -> float:
        """Return what it costs to cover a place, in square millimetres; crossing a line costs by its length."""
        crossed = sum(max(_common(spot, line)) for line in self.lines if min(_common(spot, line)) >= 0)
        return 3 * _covered(spot, self.boxes) + _CROSSED * crossed


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


def stamped(symbol: Symbol, shape: Shape, safe: float, words: Sequence[str], taken: Taken, fonts: Fonts) -> Symbol:
    """Return a face with a stamp of words, such as version and id.

    The stamp covers as little as possible of what is `taken`. Words that do not fit side by side in any size are set in
    lines, and the last is shortened if even these do not fit.
    """
    missing = set(fonts.missing("source-sans", "semibold", " ".join(words)))
    written = [slug(word) if missing & set(word) else word for word in words]
    found = _fitting(written, shape, safe, taken, fonts)
    if found is None:
        found = [*written], _SIZES[-1], _middle(written, shape, fonts)
    lines, size, at = found
    return Symbol.of([*symbol.marks, group(_stamp(lines, size, fonts), at)])


def _fitting(
    words: Sequence[str], shape: Shape, safe: float, taken: Taken, fonts: Fonts
) -> tuple[list[str], float, Affine] | None:
    """Return lines, size in points and place: on one line or several, whole if they fit, else shortened."""
    # The middle half of a piece identifies it, so covering it costs too; what must stay legible costs three times that.
    box = shape.box
    middle = (Rect(box.width / 4, box.height / 4, box.width / 2, box.height / 2),)
    best: tuple[float, list[str], float, Affine] | None = None
    for lines in _settings(words):
        for size in _SIZES:
            loss = _SMALLER * (_SIZES[0] - size) + 2 * (len(lines) - 1)
            if best is not None and best[0] <= loss:
                break
            width, height = _extent(lines, size, fonts)
            # In steps of 0.5 mm, so that names of similar length share their places.
            wide, high = -(-width // 0.5) * 0.5, round(height, 2)
            # The foot comes first, then the places above lines, then all others.
            above = tuple(_above(taken.lines, shape, safe, wide, high))
            for first, spots in ((0, _spots(shape, safe, wide, high)), (_STEPS, above)):
                for index, (spot, at) in enumerate(spots, first):
                    least = loss + 0.01 * index
                    if best is not None and best[0] <= least:
                        break
                    cost = least + taken.cost(spot) + _covered(spot, middle)
                    if best is None or cost < best[0]:
                        best = cost, list(lines), size, at
        if best is not None and len(lines) > 1:
            break
    return best[1:] if best is not None else None


def _settings(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield (" ".join(words),)
    yield tuple(words)
    *first, last = words
    for length in range(len(last) - 1, 1, -1):
        yield (*first, f"{last[:length]}\u2026")


def _extent(lines: Sequence[str], size: float, fonts: Fonts) -> tuple[float, float]:
    style = _style(size)
    width = max(text_width(fonts, line, style) for line in lines)
    return width + 0.8, (len(lines) * _LINE * size) * _PT + 0.3


def _above(
    lines: Sequence[Rect], shape: Shape, safe: float, width: float, height: float
) -> Iterator[tuple[Rect, Affine]]:
    """Yield the places for a stamp of a size just above long level lines, the lowest first: inside a panel's foot."""
    for line in sorted(lines, key=lambda line: -line.y):
        for x in (line.x, line.right - width):
            box = Rect(x, line.y - _CLEAR - height, width, height)
            if line.width >= width and shape.encloses(box, safe):
                yield box, translate(box.x, box.y)


def _common(one: Rect, other: Rect) -> tuple[float, float]:
    """Return how much width and height two boxes have in common; negative where they lie apart."""
    width = min(one.right, other.right) - max(one.x, other.x)
    return width, min(one.bottom, other.bottom) - max(one.y, other.y)


def _covered(box: Rect, taken: Sequence[Rect]) -> float:
    """Return how many square millimetres of other things a stamp would cover."""
    total = 0.0
    for other in taken:
        width, height = _common(box, other)
        total += max(0.0, width) * max(0.0, height)
    return total


@lru_cache(maxsize=1024)
def _spots(shape: Shape, safe: float, width: float, height: float) -> tuple[tuple[Rect, Affine], ...]:
    """Return the places for a stamp of a size, the best first.

    On cards and boards that is the foot, then the sides; on tokens and tiles, which often have an emblem at the foot,
    the top.
    """
    room = shape.box.grow(-safe)
    across, down = room.width - width, room.height - height
    up, right = room.height - width, room.width - height
    ends = sorted((n / (_STEPS - 1) for n in range(_STEPS)), key=lambda share: (abs(share - 0.5) < 0.45, share))
    inside = [(share, step / 24) for step in range(1, 24) for share in (0.5, 0.0, 1.0, 0.25, 0.75)]
    flat = [(share, 1.0) for share in ends] if shape.is_rectangle else [(0.5, 0.0)]
    boxes = [(Rect(room.x + across * x, room.y + down * y, width, height), False) for x, y in flat]
    if shape.is_rectangle:
        boxes += [(Rect(room.x + right * x, room.y + up * y, height, width), True) for x in (0.0, 1.0) for y in ends]
        boxes += [(Rect(room.x + across * x, room.y, width, height), False) for x in ends]
        inside = [(x, 1 - y) for x, y in inside]
    boxes += [(Rect(room.x + across * x, room.y + down * y, width, height), False) for x, y in inside]
    return tuple(
        (box, translate(box.x, box.bottom) @ rotate(-90) if turned else translate(box.x, box.y))
        for box, turned in boxes
        if box.x >= room.x - 0.01 and box.y >= room.y - 0.01 and shape.encloses(box, safe)
    )


def _middle(lines: Sequence[str], shape: Shape, fonts: Fonts) -> Affine:
    """Return a place in the middle, for a piece whose safe zone is too small for a stamp."""
    width, height = _extent(lines, _SIZES[-1], fonts)
    centre = shape.box.centre
    return translate(centre.x - width / 2, centre.y - height / 2)


def _stamp(lines: Sequence[str], size: float, fonts: Fonts) -> Iterator[Mark]:
    width, height = _extent(lines, size, fonts)
    style = _style(size)
    yield path_mark(rectangle(Rect(0, 0, width, height), 0.3), _GROUND)
    for number, line in enumerate(lines):
        x = (width - text_width(fonts, line, style)) / 2
        yield line_run(fonts, line, style, x, 0.15 + (number * _LINE + 0.8) * size * _PT)


def _style(size: float) -> Style:
    return Style("source-sans", "semibold", size, size, paint=_INK)

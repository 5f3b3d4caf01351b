"""Stamp a face with the version and its piece's id, where the stamp hides nothing that tells of the piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from beeprint.base.colour import WHITE, Colour
from beeprint.base.geometry import Affine, Rect, rectangle, rotate, translate
from beeprint.drawing.drawing import Mark, Solid, Symbol, group, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.sheet.playtest.room import Room, Taken, covered
from beeprint.sources.names import slug

_INK = Solid(Colour(0x1C, 0x1C, 0x1C))
_GROUND = Solid(WHITE, 0.85)
#: Sizes in points, in order of preference; below the last a stamp is illegible.
_SIZES = (5.5, 5.0, 4.5, 4.0, 3.5, 3.0)
_PT = 25.4 / 72
#: How many more square millimetres a stamp may cover rather than be a point smaller.
_SMALLER = 1.0
#: How far a stamp stays from a line, in mm.
_CLEAR = 0.25
#: How far inside the trim it may lie where the safe zone has no room, in mm.
_LEAST_INSET = 0.3
#: The sizes that are tried all over a piece, in points.
_SMALL = (4.0, 3.0)
_LINE = 1.05  # from one line to the next, in ems
_STEPS = 9

_Placed = tuple[list[str], float, Affine]


class Stamp(Struct, frozen=True):
    """The lines of a stamp, their size in points, its place on the face, and whether it hides nothing that tells."""

    lines: tuple[str, ...]
    size: float
    at: Affine
    is_clear: bool


def placed(words: Sequence[str], shape: Shape, safe: float, taken: Taken, fonts: Fonts) -> Stamp:
    """Return a stamp of words, such as version and id, where it hides nothing that must stay whole of what is `taken`.

    Words that do not fit side by side are set in lines. Where the safe zone has no room, the stamp goes nearer to the
    edge, and only then is the last word shortened. On a face that is full, it keeps off letters and icons if it can.
    """
    missing = set(fonts.missing("source-sans", "semibold", " ".join(words)))
    written = [slug(word) if missing & set(word) else word for word in words]
    whole = [(" ".join(written),), tuple(written)]
    for settings in (whole, list(_shortened(written))):
        for inset in dict.fromkeys((safe, min(safe, _LEAST_INSET))):
            best = _best(settings, shape, inset, taken, fonts) or _anywhere(settings, shape, inset, taken, fonts)
            if best is not None:
                return Stamp(tuple(best[0]), *best[1:], True)
    inset = min(safe, _LEAST_INSET)
    best = (
        _best(whole, shape, safe, taken.least, fonts)
        or _anywhere(whole, shape, inset, taken.least, fonts)
        or _least(whole, shape, safe, taken, fonts)
    )
    return Stamp(tuple(best[0]), *best[1:], False)


def stamped(symbol: Symbol, stamp: Stamp, fonts: Fonts) -> Symbol:
    """Return a face with its stamp."""
    return Symbol.of([*symbol.marks, group(_stamp(stamp.lines, stamp.size, fonts), stamp.at)])


def _best(settings: Sequence[Sequence[str]], shape: Shape, inset: float, taken: Taken, fonts: Fonts) -> _Placed | None:
    """Return the best of the usual places that are free, in the first setting that has any; None without any."""
    middle = _middle_of(shape)
    best: tuple[float, list[str], float, Affine] | None = None
    for lines in settings:
        for size in _SIZES:
            loss = _SMALLER * (_SIZES[0] - size) + 2 * (len(lines) - 1)
            if best is not None and best[0] <= loss:
                break
            wide, high = _rounded(lines, size, fonts)
            # The foot comes first, then the places above lines, then all others.
            above = tuple(_above(taken.lines, shape, inset, wide, high))
            for first, some in ((0, _spots(shape, inset, wide, high)), (_STEPS, above)):
                for index, (spot, at) in enumerate(some, first):
                    least = loss + 0.01 * index
                    if best is not None and best[0] <= least:
                        break
                    if not taken.is_free(spot):
                        continue
                    cost = least + taken.cost(spot) + covered(spot, middle)
                    if best is None or cost < best[0]:
                        best = cost, list(lines), size, at
        if best is not None and len(lines) > 1:
            break
    return best[1:] if best is not None else None


def _anywhere(
    settings: Sequence[Sequence[str]], shape: Shape, inset: float, taken: Taken, fonts: Fonts
) -> _Placed | None:
    """Return a free place anywhere on a piece for a small stamp, upright or turned, near its rim; None without any."""
    room = Room(shape, inset, taken.boxes)
    for size in _SMALL:
        for lines in settings:
            width, height = _rounded(lines, size, fonts)
            for is_turned in (False, True):
                spot = next(room.places(*((height, width) if is_turned else (width, height))), None)
                if spot is not None:
                    return list(lines), size, _at(spot, is_turned)
    return None


def _least(settings: Sequence[Sequence[str]], shape: Shape, safe: float, taken: Taken, fonts: Fonts) -> _Placed:
    """Return the place of the smallest stamp that hides least of what must stay whole, for a face that is full."""
    middle = _middle_of(shape)
    best: tuple[float, list[str], float, Affine] | None = None
    for lines in settings:
        for spot, at in _spots(shape, safe, *_rounded(lines, _SIZES[-1], fonts)):
            hidden = taken.hidden(spot) + covered(spot, middle)
            if best is None or hidden < best[0]:
                best = hidden, list(lines), _SIZES[-1], at
    lines = list(settings[-1])
    return best[1:] if best is not None else (lines, _SIZES[-1], _middle(lines, shape, fonts))


def _middle_of(shape: Shape) -> tuple[Rect]:
    """Return the middle half of a piece, which identifies it, so that covering it costs too."""
    box = shape.box
    return (Rect(box.width / 4, box.height / 4, box.width / 2, box.height / 2),)


def _rounded(lines: Sequence[str], size: float, fonts: Fonts) -> tuple[float, float]:
    """Return the room of a stamp in mm, in steps of 0.5 mm, so that names of similar length share their places."""
    width, height = _extent(lines, size, fonts)
    return -(-width // 0.5) * 0.5, round(height, 2)


def _shortened(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
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
        (box, _at(box, turned))
        for box, turned in boxes
        if box.x >= room.x - 0.01 and box.y >= room.y - 0.01 and shape.encloses(box, safe)
    )


def _at(box: Rect, is_turned: bool) -> Affine:
    return translate(box.x, box.bottom) @ rotate(-90) if is_turned else translate(box.x, box.y)


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

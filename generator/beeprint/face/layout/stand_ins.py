"""What a draft draws instead of a missing picture: a calm pattern with initials, the same for a row at every build."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from beeprint.base.colour import Colour
from beeprint.base.geometry import Path, Rect, ellipse, polygon, rectangle
from beeprint.drawing.drawing import Mark, Solid, digest, group, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, compose
from beeprint.drawing.text.markup import escaped


class _Tone(NamedTuple):
    """The colours of a stand-in: its ground, the pattern on it, and its words."""

    ground: Colour
    pattern: Colour
    words: Colour


_TONES = (
    _Tone(Colour(219, 230, 214), Colour(200, 217, 193), Colour(62, 90, 58)),
    _Tone(Colour(242, 232, 211), Colour(231, 216, 184), Colour(112, 84, 36)),
    _Tone(Colour(214, 227, 238), Colour(192, 211, 227), Colour(48, 82, 112)),
    _Tone(Colour(243, 222, 217), Colour(232, 202, 195), Colour(126, 62, 52)),
    _Tone(Colour(228, 221, 239), Colour(211, 201, 228), Colour(84, 66, 118)),
    _Tone(Colour(211, 232, 228), Colour(187, 217, 211), Colour(36, 92, 84)),
)
#: Shares of a box's smaller side: how far a pattern repeats, and how high the initials are.
_PITCH, _INITIALS = 0.22, 0.42
#: Points: the smallest initials, and the sizes of the picture's name; how high its strip is, in mm.
_SMALLEST, _NAME_SIZES, _STRIP = 5.0, (6.0, 4.0), 3.2
_WORD = re.compile(r"[^\W_]+")


def stand_in(name: str, words: str, key: str, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    """Yield what stands for a missing picture: a pattern that `key` chooses, the initials of `words`, its name.

    What there is no room for is left out.
    """
    if box.width <= 0 or box.height <= 0:
        return
    number = int(digest(key), 16)
    tone = _TONES[number % len(_TONES)]
    pattern = _PATTERNS[number // len(_TONES) % len(_PATTERNS)]
    side = min(box.width, box.height)
    ground = path_mark(rectangle(box), Solid(tone.ground), None)
    yield group([ground, path_mark(pattern(box, side * _PITCH), Solid(tone.pattern), None)], clip=rectangle(box))
    letters = initials(words)
    size = side * _INITIALS / 25.4 * 72
    if letters and size >= _SMALLEST:
        yield from _text(letters, Style("source-sans", "bold", size, _SMALLEST, 1.0), tone, box, fonts)
    if box.height > 3 * _STRIP:
        strip = Rect(box.x + 1, box.bottom - _STRIP - 0.8, box.width - 2, _STRIP)
        largest, smallest = _NAME_SIZES
        style = Style("source-sans", "regular", largest, smallest, 1.0)
        yield from _text(name.replace("/", "/\u200b"), style, tone, strip, fonts)


def initials(words: str) -> str:
    """Return the first letters of the first two words of a text, as capitals: QB for Queen bee."""
    return "".join(word[0].upper() for word in _WORD.findall(words)[:2])


def _text(text: str, style: Style, tone: _Tone, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    if box.width <= 0:
        return
    middle = Style(
        style.family, style.weight, style.size, style.smallest, style.leading, "centre", "middle", Solid(tone.words)
    )
    block = compose(fonts, escaped(text), middle, box)
    if not block.overflow and not block.missing:
        yield from block.runs


def _stripes(box: Rect, pitch: float) -> Path:
    """Return slanting stripes, as wide as the gaps between them."""
    count = math.ceil((box.width + box.height) / (2 * pitch))
    path: Path = ()
    for step in range(count):
        x = box.x - box.height + 2 * pitch * step
        lean = x + box.height
        path += polygon([(x, box.bottom), (x + pitch, box.bottom), (lean + pitch, box.y), (lean, box.y)])
    return path


def _dots(box: Rect, pitch: float) -> Path:
    """Return dots in rows, every other row moved by half a step."""
    path: Path = ()
    for row in range(math.ceil(box.height / pitch) + 1):
        for column in range(math.ceil(box.width / pitch) + 1):
            x, y = box.x + (column + row % 2 / 2) * pitch, box.y + row * pitch
            path += ellipse(x, y, pitch / 4, pitch / 4)
    return path


def _hills(box: Rect, pitch: float) -> Path:
    """Return round hills along the foot."""
    width = 3 * pitch
    path: Path = ()
    for column in range(math.ceil(box.width / width) + 1):
        x, high = box.x + column * width, pitch * (2.4 if column % 2 else 1.6)
        path += ellipse(x, box.bottom, width / 2, high)
    return path


def _peaks(box: Rect, pitch: float) -> Path:
    """Return rows of triangles."""
    path: Path = ()
    for row in range(math.ceil(box.height / (2 * pitch))):
        y = box.y + (row + 0.75) * 2 * pitch
        for column in range(math.ceil(box.width / (2 * pitch)) + 1):
            x = box.x + (column + row % 2 / 2) * 2 * pitch
            path += polygon([(x - pitch / 2, y), (x, y - pitch), (x + pitch / 2, y)])
    return path


_PATTERNS: tuple[Callable[[Rect, float], Path], ...] = (_stripes, _dots, _hills, _peaks)

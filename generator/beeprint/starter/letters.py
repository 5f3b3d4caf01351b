"""How much room texts take in the font of new games, before there is a game that sets them."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from beeprint.base.geometry import PT_PER_MM
from beeprint.drawing.fonts import Font
from beeprint.drawing.text.markup import parse
from beeprint.sources.workspace import SHIPPED, Workspace

#: The font family of new games, and how far apart lines are, in em.
FAMILY, LEADING = "source-sans", 1.2
#: What an icon takes, and a letter that the font lacks, in em.
_ICON, _LACKING = 1.2, 1.0
#: What is added to the width of words for kerning and rounding.
_SPARE = 1.01


def width(text: str, size: float, weight: str = "regular", family: str = FAMILY) -> float:
    """Return how wide a text without markup is on one line, in mm, at a size in points."""
    return sum(_advance(f"{family}/{weight}", char) for char in text) * _SPARE * size / PT_PER_MM


def longest_word(text: str, size: float) -> float:
    """Return how wide the widest word of a text is, in mm, at a size in points."""
    return max((width(word, size) for word in text.split()), default=0)


def height(text: str, room: float, size: float, family: str = FAMILY) -> float:
    """Return how high a text with markup is, in mm, where lines are `room` mm wide, at a size in points."""
    ems = room * PT_PER_MM / size / _SPARE
    lines, space = 0, _advance(f"{family}/regular", " ")
    for words in _words(text, family):
        lines += 1
        used = 0.0
        for word in words:
            if used and used + space + word > ems:
                lines, used = lines + 1, 0.0
            lines += max(0, math.ceil(word / ems) - 1)
            used += word + (space if used else 0)
    return lines * LEADING * size / PT_PER_MM


@lru_cache(maxsize=10_000)
def _words(text: str, family: str) -> tuple[tuple[float, ...], ...]:
    """Return the widths in em of the words of each paragraph."""
    widths: list[tuple[float, ...]] = []
    for parts in parse(text).paragraphs:
        words = [0.0]
        for part in parts:
            style = f"{family}/{'bold' if part.bold else 'regular'}"
            words[-1] += _ICON if part.icon else 0
            for char in part.text:
                if char.isspace():
                    words.append(0.0)
                else:
                    words[-1] += _advance(style, char)
        widths.append(tuple(words))
    return tuple(widths) or ((),)


@cache
def _advance(style: str, char: str) -> float:
    font = _font(style)
    number = font.glyph(char)
    return font.advance(number) / font.upem if number else _LACKING


@cache
def _font(key: str) -> Font:
    path = Workspace(SHIPPED).font_file(key)
    assert path is not None
    return Font(key, path)

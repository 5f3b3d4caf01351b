"""What a font file says of itself: its family, its style, and the weights that can be cut out of a variable font."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import NamedTuple

from beeprint.base import regular
from beeprint.base.font_styles import WEIGHTS, style_of

#: Other words for weights, as foundries write them.
_WEIGHTS = {
    **{"hairline": 100, "ultralight": 200, "normal": 400, "book": 400, "roman": 400, "demi": 600, "demibold": 600},
    **{"ultrabold": 800, "heavy": 900},
    **WEIGHTS,
}
_ENGLISH = 0x0409
_SLANTED = {"italic", "oblique", "ital"}
_SPLIT = re.compile(r"(?i)\b(extra|ultra|semi|demi)[ -](light|bold)\b")


class FontName(NamedTuple):
    """A font file's family and style; `weights` are those of a variable font, from the least to the largest."""

    family: str
    style: str
    weights: tuple[int, int] | None = None

    def styles(self) -> list[str]:
        """Return the styles that the file has."""
        if self.weights is None:
            return [self.style]
        low, high = self.weights
        italic = self.style.endswith("italic")
        return [style_of(weight, italic) for weight in WEIGHTS.values() if low <= weight <= high] or [self.style]


def described(path: Path) -> FontName | None:
    """Return what a font file says of itself, None where it says nothing."""
    try:
        return _described(regular.read(path))
    except (OSError, struct.error, IndexError, ValueError):
        return None  # what is not a font is reported where it is used


def _described(data: bytes) -> FontName | None:
    tables = _tables(data)
    names = _names(tables.get("name", b""))
    family, style = (names.get(typographic) or names.get(plain) or "" for typographic, plain in ((16, 1), (17, 2)))
    if not family:
        return None
    weight, italic, rest = _understood(style)
    os2 = tables.get("OS/2", b"")
    if len(os2) >= 64:
        weight = weight or struct.unpack(">H", os2[4:6])[0]
        italic = italic or bool(struct.unpack(">H", os2[62:64])[0] & 1)
    return FontName(f"{family} {rest}".strip(), style_of(weight or 400, italic), _weights(tables.get("fvar", b"")))


def _tables(data: bytes) -> dict[str, bytes]:
    """Return the tables of a font file that say what it is (OpenType, "Organization of an OpenType Font")."""
    count = struct.unpack(">H", data[4:6])[0]
    spans: dict[bytes, tuple[int, int]] = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack(">4sIII", data[at : at + 16])
        if tag in (b"name", b"OS/2", b"fvar"):
            spans[tag] = start, start + length  # cut out once, however often a file names it
    return {tag.decode("ascii"): data[start:end] for tag, (start, end) in spans.items()}


def _names(table: bytes) -> dict[int, str]:
    """Return the family's and the style's names by their numbers, the English ones if there are any."""
    if not table:
        return {}
    _, count, storage = struct.unpack(">HHH", table[:6])
    spans: dict[int, tuple[int, int, int, int]] = {}
    for at in range(6, 6 + 12 * count, 12):
        platform, _, language, number, length, start = struct.unpack(">HHHHHH", table[at : at + 12])
        if number not in (1, 2, 16, 17) or platform == 2:
            continue
        rank = (language == _ENGLISH) + (platform == 3)
        if length and rank >= spans.get(number, (-1,))[0]:
            spans[number] = rank, platform, storage + start, storage + start + length
    # Read once each: thousands of entries may mean one long text.
    return {
        number: table[start:end].decode("mac-roman" if platform == 1 else "utf-16-be").strip("\0 ")
        for number, (_, platform, start, end) in spans.items()
    }


def _weights(table: bytes) -> tuple[int, int] | None:
    """Return the least and the largest weight of a variable font."""
    if not table:
        return None
    start, _, count, size = struct.unpack(">HHHH", table[4:12])
    for at in range(start, start + count * size, size):
        tag, low, _, high = struct.unpack(">4siii", table[at : at + 16])
        if tag == b"wght":
            return low // 65536, high // 65536
    return None


def _understood(style: str) -> tuple[int, bool, str]:
    """Return the weight that a style names, 0 for none, whether it is italic, and its other words: a width."""
    weight, italic, rest = 0, False, []
    for word in _SPLIT.sub(r"\1\2", style).split():
        known = word.lower()
        if known in _WEIGHTS:
            weight = _WEIGHTS[known]
        elif known in _SLANTED:
            italic = True
        else:
            rest.append(word)
    return weight, italic, " ".join(rest)

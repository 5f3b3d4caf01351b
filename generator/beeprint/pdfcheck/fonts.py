"""Fonts of a PDF: whether they are embedded, and how wide their letters are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from beeprint.pdfcheck import objects
from beeprint.pdfcheck.objects import get

_MAX_WIDTHS = 100_000
_USUAL = 0.5


@dataclass(frozen=True)
class Font:
    """A font; widths are in parts of its size. A Type 3 font has its glyphs as content streams in `value`."""

    name: str
    kind: str
    embedded: bool
    label: str
    wide: bool  # two bytes a letter
    widths: Mapping[int, float] = field(repr=False)
    usual: float
    value: Any = field(default=None, repr=False, compare=False)

    def advance(self, text: bytes) -> tuple[int, float]:
        """Return how many letters a string has, and how far they reach."""
        if not self.wide:
            return len(text), sum(self.widths.get(code, self.usual) for code in text)
        codes = [text[at] << 8 | text[at + 1] for at in range(0, len(text) - 1, 2)]
        return len(codes), sum(self.widths.get(code, self.usual) for code in codes)


def read(value: Any) -> Font:
    """Read a font, whatever is missing in it."""
    kind = objects.name(get(value, "Subtype"))
    inner = next(objects.items(get(value, "DescendantFonts"), 1), None) if kind == "Type0" else value
    descriptor = get(inner, "FontDescriptor")
    embedded = kind == "Type3" or any(
        isinstance(get(descriptor, key), pikepdf.Stream) for key in ("FontFile", "FontFile2", "FontFile3")
    )
    name = objects.name(get(value, "BaseFont")) or objects.name(get(value, "Name")) or "without a name"
    if kind == "Type0":
        widths, usual = _wide_widths(inner), objects.number(get(inner, "DW"), 1000) / 1000
    else:
        matrix = objects.numbers(get(value, "FontMatrix"), 6)
        unit = abs(matrix[0]) if kind == "Type3" and matrix else 0.001
        first = int(objects.number(get(value, "FirstChar")))
        listed = objects.items(get(value, "Widths"), 256)
        widths = {first + index: objects.number(width) * unit for index, width in enumerate(listed)}
        usual = 0.0 if kind == "Type3" else objects.number(get(descriptor, "MissingWidth")) / 1000 or _USUAL
    return Font(name, kind or "a font", embedded, objects.label(value), kind == "Type0", widths, usual, value)


def _wide_widths(font: Any) -> dict[int, float]:
    """Read the widths of a CID font: `first [w w w]` and `first last w` (ISO 32000-1, 9.7.4.3)."""
    found: dict[int, float] = {}
    parts = list(objects.items(get(font, "W"), _MAX_WIDTHS))
    at, room = 0, _MAX_WIDTHS
    while at + 1 < len(parts) and room > 0:
        first = int(objects.number(parts[at]))
        if isinstance(parts[at + 1], pikepdf.Array):
            for index, width in enumerate(objects.items(parts[at + 1], _MAX_WIDTHS)):
                found[first + index] = objects.number(width) / 1000
            at += 2
            continue
        last = int(objects.number(parts[at + 1]))
        width = objects.number(parts[at + 2]) / 1000 if at + 2 < len(parts) else 0.0
        codes = range(first, min(last, first + 65_535) + 1)
        found.update(dict.fromkeys(codes, width))
        room -= len(codes)
        at += 3
    return found

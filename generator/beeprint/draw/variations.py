"""Count what it takes to cut a weight out of a variable font, before HarfBuzz does so: nothing stops it then."""

from __future__ import annotations

import struct
from collections.abc import Callable

#: As much as any font may cost, and how many parts of glyphs are looked at to find out.
_MOST, _MOST_PARTS, _DEEPEST = 10**12, 1_000_000, 64
# Flags of a part of a glyph (OpenType, table glyf): long values, more parts, one scale, two, and four.
_LONG, _MORE, _SCALES = 0x0001, 0x0020, ((0x0008, 2), (0x0040, 4), (0x0080, 8))


def moved(table: Callable[[str], bytes]) -> int:
    """Return how many points of all glyphs are moved, each once by itself and once for each of its variations.

    `table` returns a table of the font, empty if there is none. What cannot be read counts as nothing, as for HarfBuzz.
    """
    glyphs = _Glyphs(table)
    total = 0
    for number in range(len(glyphs.places) - 1):
        total += glyphs.cost(number)
        if total >= _MOST or glyphs.parts > _MOST_PARTS:
            return _MOST
    return total


class _Glyphs:
    """The glyphs of a font: where each lies, where its variations lie, and what was found of each."""

    def __init__(self, table: Callable[[str], bytes]) -> None:
        self.glyf, self.gvar = table("glyf"), table("gvar")
        self.places = _offsets(table("loca"), table("head")[50:52] != b"\0\0")
        self.variations: list[int] = []
        if len(self.gvar) >= 20:
            count, flags, start = struct.unpack(">HHI", self.gvar[12:20])
            size = (4 if flags & 1 else 2) * (count + 1)
            self.variations = [start + at for at in _offsets(self.gvar[20 : 20 + size], bool(flags & 1))]
        self._known: dict[int, int] = {}
        self.parts = 0

    def cost(self, number: int, depth: int = 0) -> int:
        """Return how many points of a glyph and of its parts are moved."""
        found = self._known.get(number)
        if found is None:
            self._known[number] = 0  # for a glyph that is part of itself
            found = self._known[number] = min(_MOST, self._cost(number, depth))
        return found

    def _cost(self, number: int, depth: int) -> int:
        start, end = self.places[number : number + 2] if number + 1 < len(self.places) else (0, 0)
        if end - start < 12 or depth > _DEEPEST:
            return 0
        contours = int.from_bytes(self.glyf[start : start + 2], "big", signed=True)
        if contours >= 0:
            at = start + 8 + 2 * contours
            points = int.from_bytes(self.glyf[at : at + 2], "big") + 1 if contours else 0
            return points * (1 + self._tuples(number))
        parts = self._parts_of(start + 10, end)
        return len(parts) * (1 + self._tuples(number)) + sum(self.cost(part, depth + 1) for part in parts)

    def _tuples(self, number: int) -> int:
        start, end = self.variations[number : number + 2] if number + 1 < len(self.variations) else (0, 0)
        return int.from_bytes(self.gvar[start : start + 2], "big") & 0x0FFF if end - start >= 4 else 0

    def _parts_of(self, at: int, end: int) -> list[int]:
        found: list[int] = []
        more = True
        while more and at + 4 <= min(end, len(self.glyf)) and self.parts + len(found) <= _MOST_PARTS:
            flags, part = struct.unpack(">HH", self.glyf[at : at + 4])
            found.append(part)
            at += 4 + (4 if flags & _LONG else 2) + next((size for flag, size in _SCALES if flags & flag), 0)
            more = bool(flags & _MORE)
        self.parts += len(found)
        return found


def _offsets(data: bytes, long: bool) -> list[int]:
    """Return the offsets of a table: of four bytes each, or of two that count pairs."""
    if long:
        return list(struct.unpack(f">{len(data) // 4}I", data[: len(data) // 4 * 4]))
    return [2 * at for at in struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2])]

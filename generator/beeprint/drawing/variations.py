"""Count what it takes to cut a weight out of a variable font, before HarfBuzz does so: nothing stops it then."""

from __future__ import annotations

import itertools
import re
import struct
from collections.abc import Callable

#: As much as any font may cost, and how many parts of glyphs are looked at to find out.
_MOST, _MOST_PARTS, _DEEPEST = 10**12, 1_000_000, 64
# How many numbers and operators HarfBuzz reads of a charstring, at most.
_MOST_READ = 200_000
# Flags of a part of a glyph (OpenType, table glyf): long values, more parts, one scale, two, and four.
_LONG, _MORE, _SCALES = 0x0001, 0x0020, ((0x0008, 2), (0x0040, 4), (0x0080, 8))


# A number of a charstring, and an operator (Compact Font Format 2, "Charstring operators").
_NUMBER_OR_CALL = re.compile(rb"([\x20-\xf6]|[\xf7-\xfe].|\x1c..|\xff....)|(\x0c.|.)", re.DOTALL)
_CALL, _CALL_GLOBAL = b"\x0a", b"\x1d"


def interpreted(table: bytes) -> int:
    """Return how many numbers and operators of all glyphs of a table CFF2 are read at most, subroutines at each call.

    What cannot be read counts as nothing, as for HarfBuzz.
    """
    try:
        return _Charstrings(table).cost()
    except (struct.error, IndexError, ValueError):
        return 0


class _Charstrings:
    """The charstrings of a table CFF2: its subroutines, and what was found of each."""

    def __init__(self, table: bytes) -> None:
        self._table = table
        start, size = struct.unpack(">BH", table[2:5])
        top = _operands(table[start : start + size])
        self._global = self._index(start + size)
        self._glyphs = self._index(top[17][0])
        self._locals = [self._local(*span) for span in self._index(top[1236][0])]
        self._known: dict[tuple[int, int], int] = {}

    def cost(self) -> int:
        """Return the sum of all glyphs: each call as if it were that of the longest subroutine."""
        longest = max(
            (self._of(span, own, 0) for own in self._locals or [[]] for span in self._global + own), default=0
        )
        first, last = (self._glyphs[0][0], self._glyphs[-1][1]) if self._glyphs else (0, 0)
        body = self._table[first:last]
        calls = body.count(_CALL) + body.count(_CALL_GLOBAL)
        return min(len(body) + calls * longest, len(self._glyphs) * _MOST_READ)

    def _local(self, start: int, end: int) -> list[tuple[int, int]]:
        size, at = _operands(self._table[start:end]).get(18, (0, 0))
        subroutines = _operands(self._table[at : at + size]).get(19)
        return self._index(at + subroutines[0]) if subroutines else []

    def _of(self, span: tuple[int, int], own: list[tuple[int, int]], depth: int) -> int:
        """Return how many numbers and operators a subroutine has, with those that it calls."""
        if span not in self._known:
            self._known[span] = 0  # for one that calls itself
            last, cost = 0, 0
            for number, operator in _NUMBER_OR_CALL.findall(self._table[slice(*span)]) if depth < _DEEPEST else ():
                cost += 1
                last = _value(number) if number else last
                if operator in (_CALL, _CALL_GLOBAL):
                    called = own if operator == _CALL else self._global
                    place = last + (107 if len(called) < 1_240 else 1_131 if len(called) < 33_900 else 32_768)
                    cost += self._of(called[place], own, depth + 1) if 0 <= place < len(called) else 0
            self._known[span] = min(cost, _MOST_READ)
        return self._known[span]

    def _index(self, at: int) -> list[tuple[int, int]]:
        """Return where the entries of an INDEX begin and end."""
        count, size = struct.unpack(">IB", self._table[at : at + 5]) if self._table[at : at + 4] != bytes(4) else (0, 1)
        data = self._table[at + 5 : at + 5 + (count + 1) * size]
        if not count or len(data) < (count + 1) * size or not 1 <= size <= 4:
            return []
        start = at + 4 + len(data)
        places = [start + int.from_bytes(data[n : n + size], "big") for n in range(0, len(data), size)]
        return [(one, min(two, len(self._table))) for one, two in itertools.pairwise(places)]


def _value(number: bytes) -> int:
    first = number[0]
    if first < 0xF7:
        return first - 139
    if first < 0xFF:
        return (first - 247) * 256 + number[1] + 108 if first < 0xFB else -(first - 251) * 256 - number[1] - 108
    return int.from_bytes(number[1:3], "big", signed=True)


def _operands(data: bytes) -> dict[int, tuple[int, ...]]:
    """Return the whole numbers before each operator of a DICT, 1200 added to those of two bytes."""
    found, before, at = dict[int, tuple[int, ...]](), list[int](), 0
    while at < len(data):
        first, size = data[at], 1
        if first == 29:
            before.append(int.from_bytes(data[at + 1 : at + 5], "big", signed=True))
            size = 5
        elif first == 28:
            before.append(int.from_bytes(data[at + 1 : at + 3], "big", signed=True))
            size = 3
        elif first == 30:  # a fraction, which ends with a half byte of ones
            size = next((n for n in range(1, len(data) - at) if 0xF in (data[at + n] >> 4, data[at + n] & 0xF)), 1) + 1
        elif first >= 32:
            size = 2 if 0xF7 <= first < 0xFF else 1
            before.append(_value(data[at : at + size]))
        else:
            size = 2 if first == 12 else 1
            found[1_200 + data[at + 1] if first == 12 else first] = tuple(before)
            before.clear()
        at += size
    return found


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

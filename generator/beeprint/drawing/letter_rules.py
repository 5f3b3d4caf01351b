"""Count the rules for letters that stand together, before HarfBuzz tries them: nothing stops it while it does."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

#: As much as any font may cost, how many entries of lists are looked at to find out, and how deep rules call others.
_MOST, _MOST_LOOKED_AT, _DEEPEST = 10**9, 3_000_000, 64
# How often a rule calls others at a letter until HarfBuzz gives up.
_CALLS, _FEW = 1_024, 100
# Where the list of sets of rules begins, by table, kind and format of a subtable (OpenType, GSUB and GPOS).
_SETS: Mapping[tuple[str, int, int], int] = {
    **{("GSUB", 4, 1): 4, ("GSUB", 5, 1): 4, ("GSUB", 5, 2): 6, ("GSUB", 6, 1): 4, ("GSUB", 6, 2): 10},
    **{("GPOS", 2, 1): 8, ("GPOS", 7, 1): 4, ("GPOS", 7, 2): 6, ("GPOS", 8, 1): 4, ("GPOS", 8, 2): 10},
}
# By table: the kind of subtable that only says where another one is; kinds whose rules call others, for letters side by
# side and for those with others around them; pairs of letters, which are found without trying each.
_ELSEWHERE, _SIDE_BY_SIDE, _AROUND = {"GSUB": 7, "GPOS": 9}, {"GSUB": 5, "GPOS": 7}, {"GSUB": 6, "GPOS": 8}
_PAIRS = ("GPOS", 2, 1)


class Rules(NamedTuple):
    """How many rules are tried at a letter at most, and how many a font has, each as often as it is referred to."""

    tried: int
    all: int


def rules(table: Callable[[str], bytes]) -> Rules:
    """Count the rules of a font; `table` returns one of its tables, empty if there is none."""
    found = [_Table(tag, table(tag)).rules() for tag in _ELSEWHERE]
    return Rules(sum(one.tried for one in found), sum(one.all for one in found))


class _Table:
    """The rules of one table, and what was found of each part of it."""

    def __init__(self, tag: str, data: bytes) -> None:
        self._tag, self._data = tag, data
        self._looked_at = 0
        self._lookups = self._list(self._number(8), self._number(8))
        self._tried: dict[int, int] = {}
        self._widest = max(map(self._own, dict.fromkeys(self._lookups)), default=0)

    def rules(self) -> Rules:
        """Count the rules."""
        tried = every = 0
        for at, times in Counter(self._lookups).items():
            tried += times * self._lookup(at)
            every += times * sum(often * self._all(*where) for where, often in self._subtables(at).items())
        if self._looked_at > _MOST_LOOKED_AT:
            return Rules(_MOST, _MOST)
        return Rules(min(tried, _MOST), min(every, _MOST))

    def _subtables(self, at: int) -> Counter[tuple[int, int]]:
        """Return the kind and the place of each subtable of a lookup, and how often it has it."""
        kind, found = self._number(at), Counter[tuple[int, int]]()
        for place, often in Counter(self._list(at + 4, at)).items():
            if kind == _ELSEWHERE[self._tag]:
                found[self._number(place + 2), place + self._number(place + 4, 4)] += often
            else:
                found[kind, place] += often
        return found

    def _lookup(self, at: int, depth: int = 0) -> int:
        """Return how many rules of a lookup are tried at a letter, and of those that its rules call."""
        if at not in self._tried:
            most, own = _CALLS * self._widest, self._own(at)
            # For a rule that calls itself; those of honest fonts do so for few letters.
            self._tried[at] = own if own < _FEW else most
            subtables = self._subtables(at)
            called = max((self._called(*where, depth) for where in subtables), default=0)  # the first that matches
            self._tried[at] = own + min(called, most)
        return self._tried[at]

    def _own(self, at: int) -> int:
        return sum(often * self._at_letter(*where) for where, often in self._subtables(at).items())

    def _sets(self, kind: int, at: int) -> Counter[int]:
        what = self._tag, kind, self._number(at)
        return Counter(self._list(at + _SETS[what], at)) if what in _SETS else Counter()

    def _all(self, kind: int, at: int) -> int:
        return 1 + sum(often * (1 + self._number(place)) for place, often in self._sets(kind, at).items())

    def _at_letter(self, kind: int, at: int) -> int:
        """Return how many rules of a subtable are tried at a letter."""
        pairs = (self._tag, kind, self._number(at)) == _PAIRS
        return 1 if pairs else max(map(self._number, self._sets(kind, at)), default=1)

    def _called(self, kind: int, at: int, depth: int) -> int:
        """Return how many rules are tried of the lookups that one rule of a subtable calls, at most."""
        called = 0
        for records in self._records(kind, at) if depth < _DEEPEST else ():
            places = Counter(self._number(spot + 2) for spot in records)
            known = ((self._lookups[one], often) for one, often in places.items() if one < len(self._lookups))
            called = max(called, sum(often * self._lookup(place, depth + 1) for place, often in known))
        return called

    def _records(self, kind: int, at: int) -> Iterator[range]:
        """Yield where each rule says which lookups it calls."""
        around = kind == _AROUND[self._tag]
        if not around and kind != _SIDE_BY_SIDE[self._tag]:
            return
        if self._number(at) == 3:
            yield self._around(at + 2, 0) if around else self._side_by_side(at + 2, 0)
            return
        for place in dict.fromkeys(spot for one in self._sets(kind, at) for spot in self._list(one, one)):
            yield self._around(place, 1) if around else self._side_by_side(place, 1)

    def _side_by_side(self, at: int, less: int) -> range:
        start = at + 4 + 2 * max(0, self._number(at) - less)
        return self._spots(start, self._number(at + 2))

    def _around(self, at: int, less: int) -> range:
        for first in (0, less, 0):
            at += 2 + 2 * max(0, self._number(at) - first)
        return self._spots(at + 2, self._number(at))

    def _spots(self, start: int, count: int) -> range:
        self._looked_at += count
        return range(start, min(start + 4 * count, len(self._data)), 4)

    def _number(self, at: int, size: int = 2) -> int:
        return int.from_bytes(self._data[at : at + size], "big")

    def _list(self, at: int, base: int) -> list[int]:
        """Return the places that a list refers to, counted from `base`."""
        data = self._data[at + 2 : at + 2 + 2 * self._number(at)]
        self._looked_at += len(data) // 2
        if self._looked_at > _MOST_LOOKED_AT:
            return []
        return [base + place for place in struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2])]

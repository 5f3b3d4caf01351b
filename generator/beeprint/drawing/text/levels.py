"""Resolve the direction of text: the embedding levels of the Unicode bidirectional algorithm (UAX #9).

Rule names in brackets are the annex's. Lines are reordered one by one, after they are broken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional, category, mirrored, normalize

#: Characters that may make a line bidirectional: right-to-left scripts, and the controls.
BOTH_WAYS = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_DEEPEST = 125
_MOST_BRACKETS = 63
_EMBEDDINGS = {"LRE": "", "RLE": "", "LRO": "L", "RLO": "R"}
_ISOLATES = ("LRI", "RLI", "FSI")
_REMOVED = {*_EMBEDDINGS, "PDF", "BN"}
_NEUTRAL = {"B", "S", "WS", "ON", "PDI", *_ISOLATES}
#: Numbers count as R when neutrals are resolved by their neighbours.
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}


@lru_cache(maxsize=1024)
def levels(text: str) -> tuple[int, tuple[int, ...]]:
    """Resolve a paragraph's direction (1: right to left) and each character's level; odd ones run leftwards."""
    kinds = [bidirectional(char) or "L" for char in text]
    partner = _partners(kinds)
    base = _direction(kinds, partner, 0, len(kinds))
    explicit = _explicit(kinds, partner, base)
    result = list(explicit)
    kept = [index for index, kind in enumerate(kinds) if kind not in _REMOVED]
    for run in _sequences(kept, explicit, partner):
        start, end = _edges(text, kept, explicit, partner, run, base)
        resolved = _resolved(text, [kinds[index] for index in run], run, explicit[run[0]], start, end)
        for index, level in zip(run, resolved, strict=True):
            result[index] = level
    return base, tuple(result)


def _partners(kinds: Sequence[str]) -> dict[int, int]:
    """Match each isolate's start with its end, both ways (BD9)."""
    pairs: dict[int, int] = {}
    still: list[int] = []
    for index, kind in enumerate(kinds):
        if kind in _ISOLATES:
            still.append(index)
        elif kind == "PDI" and still:
            pairs[index] = still.pop()
            pairs[pairs[index]] = index
    return pairs


def _direction(kinds: Sequence[str], partner: dict[int, int], start: int, end: int) -> int:
    """Find the direction of the first strong character outside isolates (P2, P3)."""
    index = start
    while index < end:
        kind = kinds[index]
        if kind in ("L", "R", "AL"):
            return 0 if kind == "L" else 1
        index = partner.get(index, end) + 1 if kind in _ISOLATES else index + 1
    return 0


def _explicit(kinds: list[str], partner: dict[int, int], base: int) -> list[int]:
    """Compute the levels from embeddings and isolates; overrides change the kinds (X1 to X8)."""
    result = []
    open_ = _Open(base)
    for index, kind in enumerate(tuple(kinds)):
        if kind == "PDI":
            open_.end_isolate()
        level, override, _ = open_.innermost
        result.append(base if kind == "B" else level)
        if override and kind not in _REMOVED and kind != "B":
            kinds[index] = override
        if kind in _EMBEDDINGS or kind in _ISOLATES:
            right = kind[0] == "R"
            if kind == "FSI":
                right = bool(_direction(kinds, partner, index + 1, partner.get(index, len(kinds))))
            open_.begin(kind, (level + 1) | 1 if right else (level + 2) & ~1)
        elif kind == "PDF":
            open_.end_embedding()
    return result


class _Part(NamedTuple):
    """An embedding or isolate: its level, the kind that overrides its content's, if any, and whether it isolates."""

    level: int
    override: str
    isolate: bool


class _Open:
    """The stack of open embeddings and isolates, and how many did not fit for being too deep."""

    def __init__(self, base: int) -> None:
        self._parts = [_Part(base, "", False)]
        self._lost_isolates = self._lost_embeddings = 0

    @property
    def innermost(self) -> _Part:
        """Return the last one opened; the paragraph itself where none is open."""
        return self._parts[-1]

    def begin(self, kind: str, level: int) -> None:
        """Begin an embedding or isolate (X2 to X5c)."""
        isolate = kind in _ISOLATES
        if level <= _DEEPEST and not self._lost_isolates and not self._lost_embeddings:
            self._parts.append(_Part(level, _EMBEDDINGS.get(kind, ""), isolate))
        elif isolate:
            self._lost_isolates += 1
        elif not self._lost_isolates:
            self._lost_embeddings += 1

    def end_isolate(self) -> None:
        """End the innermost isolate, and the embeddings that are still open in it (X6a)."""
        if self._lost_isolates:
            self._lost_isolates -= 1
        elif any(part.isolate for part in self._parts):
            self._lost_embeddings = 0
            while not self._parts.pop().isolate:
                pass

    def end_embedding(self) -> None:
        """End the innermost embedding, unless an isolate holds it (X7)."""
        if self._lost_isolates:
            return
        if self._lost_embeddings:
            self._lost_embeddings -= 1
        elif len(self._parts) > 1 and not self.innermost.isolate:
            self._parts.pop()


def _sequences(kept: Sequence[int], explicit: Sequence[int], partner: dict[int, int]) -> list[list[int]]:
    """Return the runs of one level, joined across isolates (BD13, X9, X10)."""
    runs = [list(run) for _, run in groupby(kept, key=lambda index: explicit[index])]
    by_start = {run[0]: run for run in runs}
    sequences = []
    for run in runs:
        if partner.get(run[0], run[0]) < run[0]:
            continue  # it goes on where an isolate ended, and is joined to its beginning
        sequence = list(run)
        while partner.get(sequence[-1], -1) > sequence[-1] and partner[sequence[-1]] in by_start:
            sequence += by_start[partner[sequence[-1]]]
        sequences.append(sequence)
    return sequences


def _edges(
    text: str, kept: Sequence[int], explicit: Sequence[int], partner: dict[int, int], run: Sequence[int], base: int
) -> tuple[str, str]:
    """Return the directions before and after a sequence: those of the higher level at each edge (X10)."""
    before, after = bisect_left(kept, run[0]) - 1, bisect_left(kept, run[-1]) + 1
    # An isolate without an end reaches to the end of the paragraph.
    open_ = run[-1] not in partner and bidirectional(text[run[-1]]) in _ISOLATES
    outside = (
        explicit[kept[before]] if before >= 0 else base,
        explicit[kept[after]] if after < len(kept) and not open_ else base,
    )
    start, end = ("R" if max(explicit[run[0]], level) % 2 else "L" for level in outside)
    return start, end


def _resolved(text: str, kinds: list[str], run: Sequence[int], level: int, start: str, end: str) -> list[int]:
    """Resolve the levels of one sequence's characters (W1 to I2)."""
    own = "R" if level % 2 else "L"
    kinds = _weak(kinds, start)
    for first, last in _brackets([text[index] for index in run], kinds):
        side = _bracket_side(kinds, first, last, own, start)
        for index in (first, last) if side else ():
            kinds[index] = side
            while index + 1 < len(run) and bidirectional(text[run[index + 1]]) == "NSM":
                index += 1
                kinds[index] = side
    _neutrals(kinds, start, end, own)
    raised = {"L": 1, "EN": 1, "AN": 1} if level % 2 else {"R": 1, "EN": 2, "AN": 2}
    return [level + raised.get(kind, 0) for kind in kinds]


def _weak(kinds: list[str], start: str) -> list[str]:
    """Resolve the kinds of marks, numbers and their signs (W1 to W7)."""
    result = list(kinds)
    _settle_marks(result, start)
    _settle_arabic(result, start)
    _settle_separators(result)
    _settle_terminators(result)
    _settle_numbers(result, start)
    return result


def _settle_marks(kinds: list[str], start: str) -> None:
    """Give marks the kind of their base character (W1)."""
    for index, kind in enumerate(kinds):
        if kind == "NSM":
            last = kinds[index - 1] if index else start
            kinds[index] = "ON" if last == "PDI" or last in _ISOLATES else last


def _settle_arabic(kinds: list[str], start: str) -> None:
    """Make numbers after Arabic letters Arabic, then those letters R (W2, W3)."""
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        if kind == "AL":
            kinds[index] = "R"
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"


def _settle_separators(kinds: list[str]) -> None:
    """Make a single separator between two numbers part of a number (W4)."""
    for index in range(1, len(kinds) - 1):
        around, kind, other = kinds[index - 1 : index + 2]
        if around == other and ((kind == "CS" and around in ("EN", "AN")) or (kind == "ES" and around == "EN")):
            kinds[index] = around


def _settle_terminators(kinds: list[str]) -> None:
    """Make signs such as % beside a number part of it (W5)."""
    index = 0
    for is_terminator, group in groupby(tuple(kinds), key=lambda kind: kind == "ET"):
        stop = index + len(list(group))
        if is_terminator and "EN" in (*kinds[max(index - 1, 0) : index], *kinds[stop : stop + 1]):
            kinds[index:stop] = ["EN"] * (stop - index)
        index = stop


def _settle_numbers(kinds: list[str], start: str) -> None:
    """Make other separators and signs neutral, and numbers after left-to-right letters L (W6, W7)."""
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _brackets(chars: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Match brackets in pairs; return their places, in order of the opening one (BD16)."""
    still: list[tuple[str, int]] = []
    pairs = []
    for index, char in enumerate(chars):
        if kinds[index] != "ON" or not mirrored(char) or category(char) not in ("Ps", "Pe"):
            continue
        char = normalize("NFC", char)
        if category(char) == "Ps":
            if len(still) == _MOST_BRACKETS:
                break
            still.append((mirror(char), index))
            continue
        for depth in range(len(still) - 1, -1, -1):
            if still[depth][0] == char:
                pairs.append((still[depth][1], index))
                del still[depth:]
                break
    return sorted(pairs)


def mirror(char: str) -> str:
    """Return the character's mirror image, or the character itself."""
    if not mirrored(char):
        return char
    from bidi.mirror import MIRRORED  # its table only: get_display keeps no levels, which runs and their looks need

    return str(MIRRORED.get(char, char))


def _bracket_side(kinds: Sequence[str], first: int, last: int, own: str, start: str) -> str:
    """Return the direction of a pair of brackets, empty where the rules for neutrals decide (N0)."""
    inside = {_STRONG[kind] for kind in kinds[first + 1 : last] if kind in _STRONG}
    if own in inside:
        return own
    if not inside:
        return ""
    context = next((_STRONG[kind] for kind in reversed(kinds[:first]) if kind in _STRONG), start)
    return context if context in inside else own


def _neutrals(kinds: list[str], start: str, end: str, own: str) -> None:
    """Give neutrals the direction of both neighbours where they agree, else the embedding's (N1, N2)."""
    index = 0
    for neutral, group in groupby(tuple(kinds), key=lambda kind: kind in _NEUTRAL):
        stop = index + len(list(group))
        if neutral:
            strong = _STRONG[kinds[index - 1]] if index else start
            other = _STRONG[kinds[stop]] if stop < len(kinds) else end
            kinds[index:stop] = [strong if strong == other else own] * (stop - index)
        index = stop


def visual(levels_of: Sequence[int]) -> Iterator[int]:
    """Yield the indices of a line's pieces from left to right, by their levels (L2)."""
    order = list(range(len(levels_of)))
    lowest = min((level for level in levels_of if level % 2), default=0)
    for level in range(max(levels_of, default=0), max(lowest, 1) - 1, -1):
        index = 0
        for deep, group in groupby(tuple(order), key=lambda place: levels_of[place] >= level):
            stop = index + len(list(group))
            if deep:
                order[index:stop] = order[index:stop][::-1]
            index = stop
    yield from order

"""What reading a content stream gives: marks in the order in which they are painted, and faults with their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from beeprint.press.pdfcheck.colours import Inks
from beeprint.press.pdfcheck.report import MAX_FAULTS, MAX_PLACES, PAGE_PLACES, RULES, Fault, Spot, shortened

#: Left, top, right, bottom in mm; y points down.
Edges = tuple[float, float, float, float]
Ring = tuple[tuple[float, float], ...]
#: The outline of a clipping path, and how far it has been moved.
Clip = tuple[tuple[Ring, ...], tuple[float, float]]
# How many clipping paths of a mark are looked at; others count as the boxes around them.
_MAX_CLIPS = 6
EVERYWHERE: Edges = (-1e6, -1e6, 1e6, 1e6)


class Mark(Struct, frozen=True):
    """Something painted: where, in which inks, and how it treats the inks below it.

    `rings` is its outline where it is known, else it lies somewhere in `box`. `inks` are None where only a renderer
    knows them. `keeps` says what overprint leaves of the inks below: "" nothing, "others" all inks that it has not
    itself, "spots" those that are no process inks.
    """

    box: Edges
    inks: Inks | None
    source: str
    rings: tuple[Ring, ...] = ()
    keeps: str = ""
    blended: bool = False
    text_size: float = 0  # points; 0 is no text
    line: float = 0  # the width of a line along the rings, in mm
    by: tuple[float, float] = (0.0, 0.0)  # how far the rings have been moved
    clips: tuple[Clip, ...] = ()
    vague: bool = False  # its outline is not kept, and its box says too much
    picture: Any = None  # a small CMYK picture of what is painted, where that is one

    def moved(self, dx: float, dy: float, clip: Edges, clips: tuple[Clip, ...]) -> Mark | None:
        """Return the mark moved, and clipped to a box and to outlines; None where nothing is left."""
        x0, y0, x1, y1 = self.box
        box = meeting((x0 + dx, y0 + dy, x1 + dx, y1 + dy), clip)
        if box is None:
            return None
        return Mark(
            box,
            self.inks,
            self.source,
            self.rings,
            self.keeps,
            self.blended,
            self.text_size,
            self.line,
            (self.by[0] + dx, self.by[1] + dy),
            (*((rings, (x + dx, y + dy)) for rings, (x, y) in self.clips), *clips)[:_MAX_CLIPS],
            self.vague,
            self.picture,
        )


def meeting(edges: Edges, other: Edges) -> Edges | None:
    """Return what two boxes have in common; a box may be as thin as a line."""
    overlap = max(edges[0], other[0]), max(edges[1], other[1]), min(edges[2], other[2]), min(edges[3], other[3])
    return overlap if overlap[0] <= overlap[2] and overlap[1] <= overlap[3] else None


def around(points: Iterable[tuple[float, float]]) -> Edges:
    """Return the box around some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


Key = tuple[str, str, str, str]
#: Values that are told as one number, and the least that is told without decimals.
_ALIKE, _ROUND = 0.5, 10


class _Occurrences(Struct):
    count: int = 0
    worst: float | None = None
    differ: bool = False
    pages: Counter[int] = field(default_factory=Counter)
    places: dict[tuple[int, str, Edges | None], None] = field(default_factory=dict)

    def told(self, text: str) -> str:
        """Return what was found, with the worst value in it."""
        if self.worst is None:
            return text
        written = f"{self.worst:.0f}" if self.worst >= _ROUND else f"{self.worst:.2f}"
        return text.replace("{}", written) + (", at worst" if self.differ else "")


class Findings:
    """Faults in progress: each once, with how often it occurs and its first places."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self._found: dict[Key, _Occurrences] = {}

    def add(
        self,
        rule: str,
        found: str,
        expected: str,
        source: str = "",
        box: Edges | None = None,
        page: int = 0,
        value: float | None = None,
    ) -> None:
        """Add a fault; without effect where its rule is one of PDF/X, and another standard is asked for.

        A value stands in what was found as `{}`; faults that differ in it only are one, which tells the worst: the
        least where the rule asks for more, else the most.
        """
        if RULES[rule].of_x and not self.strict:
            return
        self._add((rule, RULES[rule].severity, shortened(found), expected), 1, [(page, source, box)], value, False)

    def _add(
        self,
        key: Key,
        count: int,
        places: Iterable[tuple[int, str, Edges | None]],
        value: float | None,
        differ: bool,
    ) -> None:
        there = self._found.get(key)
        if there is None:
            if len(self._found) >= MAX_FAULTS:
                return
            there = self._found[key] = _Occurrences()
        if value is not None:
            known = value if there.worst is None else there.worst
            there.differ |= differ or abs(value - known) > _ALIKE
            there.worst = (min if RULES[key[0]].more else max)(value, known)
        there.count = min(there.count + count, 10**9)
        for place in places:
            there.pages[place[0]] += 1
            if there.pages[place[0]] <= PAGE_PLACES and len(there.places) < MAX_PLACES:
                there.places[place[0], place[1], _rounded(place[2])] = None

    def take(self, other: Findings, page: int = 0, by: tuple[float, float] = (0, 0), box: Edges | None = None) -> None:
        """Add the faults of a stream that is painted here: moved, or all of them in one box."""
        dx, dy = by
        for key, occurrences in other._found.items():
            self._add(
                key,
                occurrences.count,
                [
                    (
                        page or at,
                        source,
                        box or (there and (there[0] + dx, there[1] + dy, there[2] + dx, there[3] + dy)),
                    )
                    for at, source, there in occurrences.places
                ],
                occurrences.worst,
                occurrences.differ,
            )

    def faults(self) -> tuple[Fault, ...]:
        """Return the faults, errors first, in the order of the rules."""
        order = list(RULES)
        ranked = sorted(self._found.items(), key=lambda item: (item[0][1] != "error", order.index(item[0][0])))
        return tuple(
            Fault(
                rule,
                severity,
                occurrences.told(fault),
                expected,
                RULES[rule].hint,
                occurrences.count,
                tuple(dict.fromkeys(_spot(*place) for place in occurrences.places)),
                tuple(sorted(page for page in occurrences.pages if page)),
            )
            for (rule, severity, fault, expected), occurrences in ranked
        )


def _rounded(box: Edges | None) -> Edges | None:
    return None if box is None else (*(round(side, 3) for side in box),)  # type: ignore[return-value]


def _spot(page: int, source: str, box: Edges | None) -> Spot:
    """Return a place to a tenth of a mm: places that a person cannot tell apart are one."""
    if box is None:
        return Spot(page, source)
    x0, y0, x1, y1 = box
    return Spot(page, source, (round(x0, 1), round(y0, 1), round(x1 - x0, 1), round(y1 - y0, 1)))


class Outcome:
    """What a stream paints, in mm of the page on which it was first met, and what is wrong with it."""

    def __init__(self, strict: bool) -> None:
        self.marks: list[Mark] = []
        self.findings = Findings(strict)

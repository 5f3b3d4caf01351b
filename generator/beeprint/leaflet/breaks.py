"""Choose the pages of a leaflet, all of them together, as TeX chooses the lines of a paragraph.

Every way to end pages has a cost: of what its pages leave blank, and of what its breaks part (Knuth and Plass,
Breaking Paragraphs into Lines, 1981). Pictures and the space between blocks give way before a page has a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from beeprint.base import budget
from beeprint.base.problems import Problem
from beeprint.leaflet.parts import Item

#: The share by which pictures, and the space between blocks, may be smaller than the text asks for, and larger.
_PICTURES, _SPACES = (0.25, 0.2), (0.2, 0.6)
#: In so many steps.
_STEPS = 50
#: mm by which a page may seem too full.
_SLACK = 0.01
#: Text of so many mm is a stump above the first heading of a page or below its last; twice as much is still short.
_STUMP = 9.0

#: A list is rather not parted from fewer of its items.
_FEW = 3

# What things cost; a page that is blank by the share b costs _HOLE * b * b, and _GAPING too where b is above _MOST.
_PAGE = 30.0
_HOLE, _GAPING, _MOST = 160.0, 25.0, 0.22
_TIGHT, _LOOSE = 3.0, 1.0
_IMPOSSIBLE, _KEPT, _NEAR = 1e9, 1e6, 30.0
_IN_SECTION, _IN_LIST, _FEW_ITEMS, _STUMPED, _SHORT = 1.5, 2.5, 5.0, 20.0, 8.0
_SCANT, _SCANT_SHARE = 12.0, 0.6

#: What a way to begin a page costs, and an item of a page that is filled, in steps.
_TRIED, _FILLED = 4, 40

_HEADS = ("title", "heading", "subheading")


class Placed(NamedTuple):
    """An item on a page, counted from 0, and how far it is from the top of the page's text, in mm."""

    item: Item
    page: int
    y: float


class _Fit(NamedTuple):
    """The shares of their size that pictures and spaces have on a page."""

    pictures: float
    spaces: float


def _fit(step: int) -> _Fit:
    """Return how a page is filled in a step: from -_STEPS, as loose as can be, to _STEPS, as tight as can be."""
    side = 0 if step > 0 else 1
    return _Fit(1 - _PICTURES[side] * step / _STEPS, 1 - _SPACES[side] * step / _STEPS)


_AS_ASKED, _TIGHTEST, _LOOSEST = _fit(0), _fit(_STEPS), _fit(-_STEPS)


class _Heights:
    """The heights of pages, from sums of what is before each item."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._spaces = tuple(accumulate((item.space for item in items), initial=0.0))
        self._items = {
            fit: tuple(accumulate((item.high(fit.pictures) for item in items), initial=0.0))
            for fit in (_AS_ASKED, _TIGHTEST, _LOOSEST)
        }

    def of(self, start: int, end: int, fit: _Fit = _AS_ASKED) -> float:
        """Return the height of some items on a page; the space above the first is left out."""
        sums = self._items[fit]
        return sums[end] - sums[start] + (self._spaces[end] - self._spaces[start + 1]) * fit.spaces


def placed(items: Sequence[Item], room: float, problems: list[Problem]) -> list[Placed]:
    """Return where each item goes on pages `room` mm high, the last one at the foot of its page.

    A block higher than a page is a problem.
    """
    lines: list[Placed] = []
    ends = _ends(items, room)
    for page, (start, end) in enumerate(zip((0, *ends), ends, strict=False)):
        budget.spend("leaflets", _FILLED * (end - start), at=lambda start=start: items[start].place)  # type: ignore[misc]
        fit = _filling(items[start:end], room, 0 if end == len(items) else -_STEPS)
        y = 0.0
        for index in range(start, end):
            item = items[index].at(fit.pictures)
            y += item.space * fit.spaces if index > start else 0.0
            if y + item.height > room + _SLACK:
                message = f"this block is {item.height:.0f} mm high, more than the {room:.0f} mm of a page"
                problems.append(Problem(item.place, message, "split it, or make its pictures smaller"))
            elif index == len(items) - 1:
                y = room - item.height
            lines.append(Placed(item, page, y))
            y += item.height
    return lines


def _filling(items: Sequence[Item], room: float, loosest: int) -> _Fit:
    """Return how a page is filled: as loosely as it has room, but not more than that unless it has to be tight."""
    spaces = sum(item.space for item in items[1:])
    fits = (_fit(step) for step in range(loosest, _STEPS))
    return next(
        (fit for fit in fits if spaces * fit.spaces + sum(item.high(fit.pictures) for item in items) <= room + _SLACK),
        _TIGHTEST,
    )


def _ends(items: Sequence[Item], room: float) -> list[int]:
    """Return the number of items before the end of each page, for the ends that cost least."""
    heights = _Heights(items)
    best, before = [0.0], [0]
    for end in range(1, len(items) + 1):
        tried = [(best[start] + cost, start) for start, cost in _starts(items, end, heights, room)]
        budget.spend("leaflets", _TRIED * len(tried), at=lambda end=end: items[end - 1].place)  # type: ignore[misc]
        cost, start = min(tried)
        best.append(cost + _parted(items, end))
        before.append(start)
    ends, end = [], len(items)
    while end:
        ends.append(end)
        end = before[end]
    return ends[::-1]


def _starts(items: Sequence[Item], end: int, heights: _Heights, room: float) -> Iterator[tuple[int, float]]:
    """Yield the items that a page before `end` may begin with, and what it costs."""
    for start in range(end - 1, -1, -1):
        least = heights.of(start, end, _TIGHTEST)
        if least > room + _SLACK and start < end - 1:
            return
        yield start, _PAGE + _cost(heights, start, end, room, end == len(items))
        if items[start].fresh:
            return


def _cost(heights: _Heights, start: int, end: int, room: float, last: bool) -> float:
    """Return the cost of a page by what it leaves blank, or by how much its pictures have to give way."""
    height, least, most = (heights.of(start, end, fit) for fit in (_AS_ASKED, _TIGHTEST, _LOOSEST))
    if least > room + _SLACK:
        return _IMPOSSIBLE
    if height > room:
        return _TIGHT * ((height - room) / max(height - least, _SLACK)) ** 2
    if last:
        return _SCANT * max(0.0, 1 - height / (_SCANT_SHARE * room)) ** 2
    loose = min(1.0, (room - height) / max(most - height, _SLACK))
    blank = max(0.0, room - most) / room
    return _LOOSE * loose**2 + _HOLE * blank**2 + (_GAPING if blank > _MOST else 0.0)


def _parted(items: Sequence[Item], end: int) -> float:
    """Return the cost of a page that ends before an item, by what that parts."""
    if end == len(items) or items[end].fresh:
        return 0.0
    before, after = items[end - 1], items[end]
    if before.keep:
        return _KEPT
    cost = _NEAR if before.near else 0.0
    if after.kind not in _HEADS:
        cost += _IN_SECTION + _stump(_after(items, end))
        if before.kind == after.kind == "item":
            few = min(_items(_after(items, end)), _items(_before(items, end))) < _FEW
            cost += _IN_LIST + _FEW_ITEMS * few
    if after.kind not in _HEADS[:2]:
        cost += _stump(_before(items, end))
    return cost


def _after(items: Sequence[Item], end: int) -> Iterator[Item]:
    """Yield the items from `end` on; a copy of them for each end would take the square of their number."""
    return (items[at] for at in range(end, len(items)))


def _before(items: Sequence[Item], end: int) -> Iterator[Item]:
    """Yield the items before `end`, the last one first."""
    return (items[at] for at in range(end - 1, -1, -1))


def _items(items: Iterable[Item]) -> int:
    """Return how many items of a list come first, as far as that matters."""
    return sum(1 for _ in takewhile(lambda item: item.kind == "item", islice(items, _FEW)))


def _stump(items: Iterable[Item]) -> float:
    """Return the cost of parting items up to a heading or the end from the rest of their section, if they are few."""
    height = 0.0
    for item in items:
        if item.kind in _HEADS:
            break
        height += item.space + item.height
        if height >= 2 * _STUMP:
            return 0.0
    return _STUMPED if height < _STUMP else _SHORT

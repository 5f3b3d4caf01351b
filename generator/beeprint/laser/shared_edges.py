"""Merge the edges that rings share, wholly or in part, so that each is cut once."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from beeprint.base.geometry import SAME, Point

#: Lines no further apart than this, in mm, count as one.
_ON = 1e-3
#: Lines within one of so many steps of half a turn count as parallel: over a metre they diverge by a tenth of that.
_ANGLES = 30_000_000


class Edges(Struct, frozen=True):
    """Distinct edges as pairs of numbers of `points`, each with how many rings it bounds."""

    points: tuple[Point, ...]
    uses: dict[tuple[int, int], int]


def distinct(rings: Iterable[Sequence[Point]]) -> Edges:
    """Return the edges of the rings, each once; edges that overlap on a line are split where one of them ends."""
    lines: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    directions: dict[int, tuple[float, float]] = {}
    for ring in rings:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            length = math.dist(a, b)
            if length < SAME:
                continue
            ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
            # A line's angle has no direction; the odd offset keeps round angles away from the boundaries of steps.
            key = int(math.atan2(uy, ux) % math.pi / math.pi * _ANGLES + 0.2718) % _ANGLES
            ux, uy = directions.setdefault(key, (ux, uy))
            along = sorted((a.x * ux + a.y * uy, b.x * ux + b.y * uy))
            lines[key].append((a.y * ux - a.x * uy, along[0], along[1]))
    numbers = PointNumbers()
    uses: dict[tuple[int, int], int] = {}
    for key, spans in lines.items():
        ux, uy = directions[key]
        for across, start, end, count in _once(spans):
            ends = [numbers.of(Point(t * ux - across * uy, t * uy + across * ux)) for t in (start, end)]
            if ends[0] != ends[1]:
                pair = (min(ends), max(ends))
                uses[pair] = uses.get(pair, 0) + count
    return Edges(tuple(numbers.points), uses)


def _once(spans: list[tuple[float, float, float]]) -> Iterator[tuple[float, float, float, int]]:
    """Yield the parts of parallel spans (offset, start, end) on the same lines, each once, with its number of spans."""
    spans.sort()
    group: list[tuple[float, float, float]] = []
    for span in spans:
        if group and span[0] - group[-1][0] > _ON:
            yield from _parts(group)
            group = []
        group.append(span)
    yield from _parts(group)


def _parts(group: Sequence[tuple[float, float, float]]) -> Iterator[tuple[float, float, float, int]]:
    """Yield the parts of the spans of one line."""
    ends = sorted(t for span in group for t in span[1:])
    marks = [t for index, t in enumerate(ends) if index == 0 or t - ends[index - 1] > SAME]
    ordered = sorted(group, key=lambda span: span[1])
    open_: list[tuple[float, float, float]] = []
    following = 0
    for start, end in pairwise(marks):
        middle = (start + end) / 2
        while following < len(ordered) and ordered[following][1] < middle:
            open_.append(ordered[following])
            following += 1
        open_ = [span for span in open_ if span[2] > middle]
        if open_:
            yield open_[0][0], start, end, len(open_)


class PointNumbers:
    """Numbers points; those no further apart than a thousandth of a millimetre get the same number."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._near: dict[tuple[int, int], list[int]] = defaultdict(list)

    def of(self, point: Point) -> int:
        """Return the number of a point."""
        column, row = math.floor(point.x / _ON), math.floor(point.y / _ON)
        for x in (column, column - 1, column + 1):
            for y in (row, row - 1, row + 1):
                for number in self._near.get((x, y), ()):
                    if math.dist(self.points[number], point) < _ON:
                        return number
        self.points.append(point)
        self._near[column, row].append(len(self.points) - 1)
        return len(self.points) - 1

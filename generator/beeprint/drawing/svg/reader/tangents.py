"""Places on a path and its direction there: at its corners, for markers, and at distances from its start, for text."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct

from beeprint.base.geometry import Path, Point
from beeprint.drawing.svg.reader.paths import path_corners
from beeprint.drawing.svg.reader.xml import Element


class Corner(Struct, frozen=True):
    """A corner of a path and the path's direction there in degrees; `first` and `last` of the whole path.

    The angle is None where the path turns back, which programs take for one direction or another.
    """

    at: Point
    angle: float | None
    first: bool
    last: bool


def corners(element: Element, path: Path) -> list[Corner]:
    """Return the corners of a shape's path (SVG 1.1, 11.6.2): the ends of its commands, not those of an arc's parts."""
    counts = path_corners(element.attributes.get("d", "")) if element.name == "path" else [1] * len(path)
    ends = _ends(counts)
    places: list[tuple[Point, float | None, float | None]] = []
    for start, stop in _subpaths(path):
        closed = path[stop - 1][0] == "Z"
        at = Point(*path[start][1:])
        steps = [_Step.of(path, index, at) for index in range(start + 1, stop)]
        # A step of zero length arrives like the nearest step before it and leaves like the nearest after it.
        ways_in = list(accumulate((step.arrives for step in steps), _or_last))
        ways_out = list(accumulate((step.leaves for step in reversed(steps)), _or_last))[::-1]
        around = (ways_in[-1], ways_out[0]) if closed and steps else (None, None)
        places.append((at, around[0], ways_out[0] if steps else None))
        for index, step in enumerate(steps):
            if start + 1 + index not in ends:
                continue
            last = index + 1 == len(steps)
            out = around[1] if last and closed else None if last else ways_out[index + 1]
            places.append((step.end, ways_in[index], out))
    return [
        Corner(at, _between(into, out), index == 0, index + 1 == len(places))
        for index, (at, into, out) in enumerate(places)
    ]


class _Step(Struct, frozen=True):
    """One segment: its end, and the directions in which it leaves and arrives, None where it has no length."""

    end: Point
    leaves: float | None
    arrives: float | None

    @classmethod
    def of(cls, path: Path, index: int, start: Point) -> _Step:
        before = path[index - 1]
        here = start if before[0] == "Z" else Point(*before[-2:])
        segment = path[index]
        points = [here, *(Point(*pair) for pair in zip(segment[1::2], segment[2::2], strict=True))]
        if segment[0] == "Z":
            points.append(start)
        ways = [_heading(point, two) for point, two in pairwise(points) if point != two]
        return cls(points[-1], ways[0] if ways else None, ways[-1] if ways else None)


def _ends(counts: Sequence[int]) -> set[int]:
    """Return the numbers of the segments that end a command."""
    at, last = 0, set[int]()
    for count in counts:
        at += count
        last.add(at - 1)
    return last


def _subpaths(path: Path) -> Iterator[tuple[int, int]]:
    starts = [index for index, segment in enumerate(path) if segment[0] == "M"]
    yield from zip(starts, [*starts[1:], len(path)], strict=True)


def _heading(point: Point, two: Point) -> float:
    return math.atan2(two.y - point.y, two.x - point.x)


def _or_last(last: float | None, way: float | None) -> float | None:
    return last if way is None else way


def _between(into: float | None, out: float | None) -> float | None:
    """Return the direction halfway between two, in degrees; None between opposite ones."""
    if into is None or out is None:
        return math.degrees(out if into is None and out is not None else into or 0.0)
    x, y = math.cos(into) + math.cos(out), math.sin(into) + math.sin(out)
    if math.hypot(x, y) < 1e-9:
        return None
    return math.degrees(math.atan2(y, x))


# Into how many pieces a curve is cut to measure its length.
_PIECES = 64

_Curve = tuple[tuple[float, float], ...]


class Along(Struct, frozen=True, eq=False):
    """A path by pieces of its lines and curves: each piece's curve and end, the distance there; where text starts."""

    pieces: tuple[tuple[_Curve, float, float], ...]
    ends: tuple[float, ...]
    start: float = 0.0

    @classmethod
    def of(cls, path: Path) -> Along:
        """Measure a path; a piece is a curve and the part of it from one parameter to another."""
        pieces: list[tuple[_Curve, float, float]] = []
        lengths: list[float] = []
        for curve in _curves(path):
            count = 1 if len(curve) == 2 else _PIECES
            spots = [_at(curve, index / count) for index in range(count + 1)]
            for index, (pair, other) in enumerate(pairwise(spots)):
                if pair != other:
                    pieces.append((curve, index / count, (index + 1) / count))
                    lengths.append(math.dist(pair, other))
        return cls(tuple(pieces), tuple(accumulate(lengths)))

    @property
    def length(self) -> float:
        """Return the length of the path."""
        return self.ends[-1] if self.ends else 0.0

    def spot(self, distance: float) -> tuple[float, float, float] | None:
        """Return the place at a distance from the path's start and its direction in degrees, None beyond its ends."""
        if not 0 <= distance <= self.length or not self.pieces:
            return None
        index = min(bisect_left(self.ends, distance), len(self.pieces) - 1)
        curve, start, end = self.pieces[index]
        before = self.ends[index - 1] if index else 0.0
        share = (distance - before) / (self.ends[index] - before)
        t = start + (end - start) * share
        x, y = _at(curve, t)
        across, down = _slope(curve, t)
        if not (across or down):  # a handle of no length: the chord tells the direction
            (ax, ay), (bx, by) = _at(curve, start), _at(curve, end)
            across, down = bx - ax, by - ay
        return x, y, math.degrees(math.atan2(down, across))


def _curves(path: Path) -> Iterator[_Curve]:
    """Yield each line and curve of a path by its points."""
    start = here = (0.0, 0.0)
    for segment in path:
        if segment[0] == "M":
            start = here = segment[1:3]
            continue
        points = (start,) if segment[0] == "Z" else tuple(zip(segment[1::2], segment[2::2], strict=True))
        yield (here, *points)
        here = points[-1]


def _at(curve: _Curve, t: float) -> tuple[float, float]:
    """Return a point of a line or curve, by de Casteljau's construction."""
    while len(curve) > 1:
        curve = tuple((a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(curve))
    return curve[0]


def _slope(curve: _Curve, t: float) -> tuple[float, float]:
    """Return the direction of a line or curve, which may have no length at an end."""
    return _at(tuple((c - a, d - b) for (a, b), (c, d) in pairwise(curve)), t)

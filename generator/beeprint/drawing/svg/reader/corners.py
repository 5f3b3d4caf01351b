"""The corners of a path, where markers go, and the direction of the path there."""

from __future__ import annotations

import math
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

"""Bridges: short gaps in the cuts that hold pieces in their sheet until someone presses them out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from beeprint.geometry import Point, Rect, bounds
from beeprint.laser.edges import Ring
from beeprint.laser.plan import Polyline

#: How wide a bridge of wood or board is that a hand still breaks, in mm; common figures are 0.2 to 0.5.
WIDTH = 0.4
_NEAR = 0.01


def bridges(rings: Sequence[Ring], count: int) -> list[Point]:
    """Return the middles of at least `count` bridges on each ring; one on a shared edge holds both neighbours."""
    found: list[Point] = []
    for ring in rings:
        box = bounds(ring).grow(_NEAR)
        length = sum(math.dist(a, b) for a, b in _edges(ring))
        taken = [at for at in (_along(ring, point) for point in found if box.contains(_dot(point))) if at is not None]
        spots = list(_spots(ring, count))
        while len(taken) < count:
            at, point = max(
                spots,
                key=lambda spot: round(min((_round(spot[0] - other, length) for other in taken), default=length), 3),
            )
            taken.append(at)
            found.append(point)
    return found


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _dot(point: Point) -> Rect:
    return Rect(point.x, point.y, 0, 0)


def _round(way: float, length: float) -> float:
    """Return the shorter way between two spots of a ring."""
    way %= length
    return min(way, length - way)


def _along(ring: Ring, point: Point) -> float | None:
    """Return how far along the ring a point lies, None for one that does not lie on it."""
    walked = 0.0
    for a, b in _edges(ring):
        foot, away = _foot(a, b, point)
        if away < _NEAR:
            return walked + foot
        walked += math.dist(a, b)
    return None


def _foot(a: Point, b: Point, point: Point) -> tuple[float, float]:
    """Return how far along a segment the nearest place to a point is, and how far the point is from there."""
    length = math.dist(a, b)
    if length == 0:
        return 0.0, math.dist(a, point)
    t = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length
    t = min(max(t, 0.0), length)
    return t, math.dist(point, (a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length))


def _spots(ring: Ring, count: int) -> Iterator[tuple[float, Point]]:
    """Yield where bridges may lie: evenly along each straight edge, away from its corners, or all round a curve."""
    walked = 0.0
    straight = [math.dist(a, b) > 6 * WIDTH for a, b in _edges(ring)]
    for (a, b), long in zip(_edges(ring), straight, strict=True):
        length = math.dist(a, b)
        if long:
            # An odd number of spots, so that one is in the middle.
            steps = 2 * count + 1
            for index in range(1, steps + 1):
                t = index / (steps + 1)
                if min(t, 1 - t) * length > 2 * WIDTH:
                    yield walked + t * length, Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
        elif not any(straight):
            yield walked, a
        walked += length


def cut(lines: Iterable[Polyline], middles: Sequence[Point]) -> Iterator[Polyline]:
    """Yield the lines without WIDTH mm about each middle; a closed line that loses something comes out open."""
    for line in lines:
        points = (*line.points, line.points[0]) if line.closed else line.points
        box = bounds(points).grow(_NEAR)
        length = sum(math.dist(a, b) for a, b in pairwise(points))
        spots = [_foot_on(points, middle) for middle in middles if box.contains(_dot(middle))]
        gaps = sorted((at - WIDTH / 2, at + WIDTH / 2) for at in spots if at is not None)
        if not gaps:
            yield line
            continue
        if line.closed:
            # Begin behind the first gap, so that no rest is torn in two at the start.
            start = gaps[0][1] % length
            points = (*_part(points, start, length), *_part(points, 0, start)[1:])
            gaps = sorted(((a - start) % length, (a - start) % length + b - a) for a, b in gaps)
        ends = [0.0, *(value for gap in gaps for value in gap), length]
        for begin, end in zip(ends[::2], ends[1::2], strict=True):
            if min(end, length) - max(begin, 0) > _NEAR:
                yield Polyline(_part(points, max(begin, 0.0), min(end, length)))


def _foot_on(points: Sequence[Point], point: Point) -> float | None:
    walked = 0.0
    for a, b in pairwise(points):
        foot, away = _foot(a, b, point)
        if away < _NEAR:
            return walked + foot
        walked += math.dist(a, b)
    return None


def _part(points: Sequence[Point], start: float, end: float) -> tuple[Point, ...]:
    """Return the part of a line from one way along it to another."""
    found: list[Point] = []
    walked = 0.0
    for a, b in pairwise(points):
        length = math.dist(a, b)
        low, high = max(start - walked, 0.0), min(end - walked, length)
        if high >= low and length > 0:
            for t in (low, high):
                spot = Point(a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length)
                if not found or math.dist(found[-1], spot) > 1e-9:
                    found.append(spot)
        walked += length
    return tuple(found)

"""Find the circles and arcs in lines whose curves were flattened to chords, for formats that have arcs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from beeprint.base.geometry import FLAT, Point, bounds
from beeprint.laser.plan import Polyline

#: How far points may lie from the circle that stands for them, in mm: the rounding of engraved lines, and the share of
#: the radius by which four cubics miss a circle, as art draws them, up to the last figure.
_ROUNDED, _CUBIC, _NEAR = 1e-4, 2.8e-4, 1e-3
#: How far a chord may lie from its arc, in mm: what flattening leaves. The sides of a polygon lie further off.
_CHORD = FLAT * 1.1
#: The fewest chords that count as an arc, and the most radians of one: some programs misread arcs beyond a half turn.
_LEAST, _MOST = 3, math.pi + 1e-6
#: A wider arc is as good as straight, in mm.
_WIDEST = 2000.0


class Circle(NamedTuple):
    """A circle, in mm."""

    centre: Point
    radius: float


class Step(NamedTuple):
    """A point of a line and how it goes on: straight where `bulge` is 0, else along an arc.

    A bulge is the tangent of a quarter of the arc's angle, as in DXF; here it is positive where the arc runs clockwise
    as seen, since y points down.
    """

    point: Point
    bulge: float = 0.0


def circle(line: Polyline) -> Circle | None:
    """Return the circle that a closed line is, or None."""
    count = len(line.points)
    if not line.closed or count < 8:
        return None
    centre = bounds(line.points).centre
    # Most lines are far from round, which a quarter of the way round shows.
    if abs(math.dist(centre, line.points[0]) - math.dist(centre, line.points[count // 4])) > 3 * _NEAR:
        return None
    away = [math.dist(centre, point) for point in line.points]
    found = Circle(centre, (min(away) + max(away)) / 2)
    sweep = _sweep(found, (*line.points, line.points[0]))
    return found if sweep is not None and abs(abs(sweep) - 2 * math.pi) < 1e-6 else None


def steps(line: Polyline) -> Iterator[Step]:
    """Yield the points of a line, those within an arc left out; the last of a closed line leads back to its first."""
    points = (*line.points, line.points[0]) if line.closed else line.points
    at, last = 0, len(points) - 1
    while at < last:
        end, bulge = _longest(points, at)
        yield Step(points[at], bulge)
        at = end
    if not line.closed:
        yield Step(points[last])


def _longest(points: Sequence[Point], start: int) -> tuple[int, float]:
    """Return where the longest arc from a point ends, and its bulge; the next point and 0 where none begins."""
    least, most = 0, len(points) - 1 - start
    size, found = _LEAST, 0.0
    # Double the number of chords until they are no arc; the longest arc is between that number and the one before.
    while size <= most and (bulge := _bulge(points[start : start + size + 1])) is not None:
        least, found = size, bulge
        if size == most:
            break
        size = min(2 * size, most)
    most = min(size, most) if least else 0
    while most - least > 1:
        size = (least + most) // 2
        bulge = _bulge(points[start : start + size + 1])
        if bulge is None:
            most = size
        else:
            least, found = size, bulge
    return start + max(least, 1), found


def _bulge(points: Sequence[Point]) -> float | None:
    """Return the bulge of the arc through some points, None where they are not on one."""
    found = _through(points[0], points[len(points) // 2], points[-1])
    sweep = None if found is None else _sweep(found, points)
    return None if sweep is None or abs(sweep) > _MOST else math.tan(sweep / 4)


def _sweep(found: Circle, points: Sequence[Point]) -> float | None:
    """Return the angle through which points run round a circle; None if they leave it, turn back or cut across."""
    (x, y), radius = found
    near = min(_ROUNDED + _CUBIC * radius, _NEAR)
    for px, py in points:
        if abs(math.hypot(px - x, py - y) - radius) > near:
            return None
    whole = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        turn = math.atan2((ax - x) * (by - y) - (ay - y) * (bx - x), (ax - x) * (bx - x) + (ay - y) * (by - y))
        if turn * whole < 0 or not turn or radius * (1 - math.cos(turn / 2)) > _CHORD:
            return None
        whole += turn
    return whole


def _through(a: Point, b: Point, c: Point) -> Circle | None:
    """Return the circle through three points, None where they are nearly in line."""
    bx, by, cx, cy = b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y
    cross = 2 * (bx * cy - by * cx)
    if abs(cross) < 1e-9:
        return None
    one, two = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * one - by * two) / cross, (bx * two - cx * one) / cross
    radius = math.hypot(x, y)
    return Circle(Point(a.x + x, a.y + y), radius) if radius < _WIDEST else None

"""Lines as machines write them: arcs found in polylines again, and chains of moves."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beeprint.base.geometry import FLAT, Point, bounds
from beeprint.drawing.decimals import Floats, Units, coordinates, units
from beeprint.laser.plan import Area, Polyline

#: How far points may lie from the circle that stands for them, in mm: the rounding of engraved lines, and the share of
#: the radius by which four cubics miss a circle, as art draws them, up to the last figure.
_ROUNDED, _CUBIC, _NEAR = 1e-4, 2.8e-4, 1e-3
#: How far a chord may lie from its arc, in mm: what flattening leaves. The sides of a polygon lie further off.
_CHORD = FLAT * 1.1
#: The fewest chords that count as an arc, and the most radians of one: some programs misread arcs beyond a half turn.
_LEAST, _MOST = 3, math.pi + 1e-6
#: By how much the look at many lines is less strict than that at each.
_LAX = 1.1
#: A wider arc is as good as straight, in mm.
_WIDEST = 2000.0
_Numbers = NDArray[np.int64]


class Circle(NamedTuple):
    """A circle, in mm."""

    centre: Point
    radius: float


class Step(NamedTuple):
    """The number of a point of a line and how it goes on: straight where `bulge` is 0, else along an arc.

    A bulge is the tangent of a quarter of the arc's angle, as in DXF; here it is positive where the arc runs clockwise
    as seen, since y points down.
    """

    at: int
    bulge: float = 0.0


def bent(lines: Sequence[Polyline], points: Floats) -> list[set[int]]:
    """Return for each line from which of its points an arc may begin; `points` are those of all, one after the other.

    Of a bed's thousands of lines hardly any has arcs. Where none begins is told at once: the four points from there on
    do not lie near a circle, with chords as short as those of an arc.
    """
    owners, places, corners = _fours(lines)
    a, b, c, d = (points[corner] for corner in corners)
    # As in `_through`, by the first, the third and the last point.
    (bx, by), (cx, cy), (dx, dy) = (b - a).T, (c - a).T, (d - a).T
    cross = 2 * (cx * dy - cy * dx)
    lengths, two = cx * cx + cy * cy, dx * dx + dy * dy
    with np.errstate(all="ignore"):
        x, y = (dy * lengths - cy * two) / cross, (cx * two - dx * lengths) / cross
        radius = np.hypot(x, y)
        off = np.abs(np.hypot(bx - x, by - y) - radius)
        chord = np.maximum(bx * bx + by * by, (dx - cx) ** 2 + (dy - cy) ** 2)
        strays = radius - np.sqrt(np.maximum(radius * radius - chord / 4, 0))
        near = off < np.minimum(_ROUNDED + _CUBIC * radius, _NEAR) * _LAX
        round_ = near & (radius < _WIDEST * _LAX) & (strays < _CHORD * _LAX)
    ends: list[set[int]] = [set() for _ in lines]
    for owner, place in zip(owners[round_].tolist(), places[round_].tolist(), strict=True):
        ends[owner].add(place)
    return ends


def _fours(lines: Sequence[Polyline]) -> tuple[_Numbers, _Numbers, list[_Numbers]]:
    """Return all points of lines that follow each other in fours: the line of each, where it begins, and its points.

    Where it begins is a number of the line's points, and its points are numbers of those of all lines. A closed line
    goes on to its first point, where an arc on it ends at the latest.
    """
    sizes = np.array([len(line.points) for line in lines], np.int64)
    lengths = sizes + np.array([line.closed for line in lines], np.int64)
    starts, firsts = sizes.cumsum() - sizes, lengths.cumsum() - lengths
    owners = np.repeat(np.arange(len(lines)), lengths)
    places = np.arange(len(owners)) - firsts[owners]
    begins = (places + _LEAST < lengths[owners]).nonzero()[0]
    owners, places = owners[begins], places[begins]
    return owners, places, [starts[owners] + (places + step) % sizes[owners] for step in range(_LEAST + 1)]


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
    fitted = Circle(centre, (min(away) + max(away)) / 2)
    sweep = _sweep(fitted, (*line.points, line.points[0]))
    return fitted if sweep is not None and abs(abs(sweep) - 2 * math.pi) < 1e-6 else None


def steps(line: Polyline, begins: Container[int]) -> Iterator[Step]:
    """Yield the points of a line, those within an arc left out; the last of a closed line leads back to its first.

    `begins` are the numbers of points from which an arc may begin, as `bent` tells: others are not tried.
    """
    points = (*line.points, line.points[0]) if line.closed else line.points
    at, last = 0, len(points) - 1
    while at < last:
        end, bulge = _longest(points, at) if at in begins else (at + 1, 0.0)
        yield Step(at, bulge)
        at = end
    if not line.closed:
        yield Step(last)


def _longest(points: Sequence[Point], start: int) -> tuple[int, float]:
    """Return where the longest arc from a point ends, and its bulge; the next point and 0 where none begins."""
    least, most = 0, len(points) - 1 - start
    size, best = _LEAST, 0.0
    # Double the number of chords until they are no arc; the longest arc is between that number and the one before.
    while size <= most and (bulge := _bulge(points[start : start + size + 1])) is not None:
        least, best = size, bulge
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
            least, best = size, bulge
    return start + max(least, 1), best


def _bulge(points: Sequence[Point]) -> float | None:
    """Return the bulge of the arc through some points, None where they are not on one."""
    fitted = _through(points[0], points[len(points) // 2], points[-1])
    sweep = None if fitted is None else _sweep(fitted, points)
    return None if sweep is None or abs(sweep) > _MOST else math.tan(sweep / 4)


def _sweep(circle: Circle, points: Sequence[Point]) -> float | None:
    """Return the angle through which points run round a circle; None if they leave it, turn back or cut across."""
    (x, y), radius = circle
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
    lengths, two = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * lengths - by * two) / cross, (bx * two - cx * lengths) / cross
    radius = math.hypot(x, y)
    return Circle(Point(a.x + x, a.y + y), radius) if radius < _WIDEST else None


# The moves of a beam along many lines, as a file writes them: to so many decimals, without steps of no length.


#: The points of a line, and whether it is closed.
Way = tuple[Sequence[Point], bool]


class Moves(NamedTuple):
    """The points of lines, one after the other, in units of the last decimal; where each begins, and the last ends."""

    points: Units
    starts: Sequence[int]

    def parts(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
        """Yield the texts of each line's points, of those of all."""
        for start, end in pairwise(self.starts):
            yield texts[start:end]


def moves(lines: Sequence[Way], digits: int) -> Moves:
    """Return lines, each with whether it is closed, as a file writes them; a beam would dwell where two points are one.

    A line that is no more than a dot keeps its points.
    """
    sizes = np.array([len(points) for points, _ in lines], np.int64)
    closed = np.array([closed for _, closed in lines], np.bool_)
    points = units(coordinates(points for points, _ in lines), digits)
    ends = sizes.cumsum()
    starts = ends - sizes
    kept = np.ones(len(points), np.bool_)
    kept[1:] = (points[1:] != points[:-1]).any(axis=1)
    kept[starts] = True
    before = np.concatenate(([0], kept.cumsum()))
    counts = before[ends] - before[starts]
    last = kept.nonzero()[0][before[ends] - 1]
    back = closed & (counts > 2) & (points[last] == points[starts]).all(axis=1)
    kept[last[back]] = False
    for at in (counts < 2).nonzero()[0].tolist():
        kept[starts[at] : ends[at]] = True
    before = np.concatenate(([0], kept.cumsum()))
    return Moves(points[kept], [0, *before[ends].tolist()])


def closed_rings(areas: Sequence[Area]) -> list[Way]:
    """Return the rings of areas, one after the other, as closed lines."""
    return [(ring, True) for area in areas for ring in area.rings]


def ways(lines: Sequence[Polyline]) -> list[Way]:
    """Return lines as their points and whether they are closed."""
    return [(line.points, line.closed) for line in lines]

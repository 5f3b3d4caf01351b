"""Paths as points: flattened, measured, followed step by step, and the edges that a drawing covers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial

from msgspec import Struct

from beeprint.base.geometry import (
    FLAT,
    IDENTITY,
    SAME,
    Affine,
    Path,
    Point,
    Rect,
    Ring,
    Segment,
    area,
    bounds,
    path_box,
)
from beeprint.drawing.drawing import Group, Mark, PathMark, Use


def subpaths(path: Path) -> Iterator[tuple[Ring, bool]]:
    """Yield each subpath as points, and whether it encloses an area: closed by a Z or by its last point."""
    points: list[Point] = []
    for word, *values in (*path, ("M", 0.0, 0.0)):
        if word in "MZ" and len(points) > 1:
            back = math.dist(points[0], points[-1]) < FLAT
            ring = tuple(points[:-1] if back else points)
            yield ring, (back or word == "Z") and len(ring) > 2
            # After a Z a path may go on from where it began.
            points = points[:1]
        if word == "M":
            points = [Point(*values)]
        elif word == "L":
            points.append(Point(*values))
        elif word == "C":
            points += _curve(points[-1], [Point(*values[index : index + 2]) for index in (0, 2, 4)])


def tight_box(path: Path) -> Rect:
    """Return the box round the drawn line itself, curves' handles not counted; ValueError without any point."""
    points: list[tuple[float, float]] = []
    x0 = y0 = 0.0
    for segment in path:
        if segment[0] == "Z":
            continue
        x, y = segment[-2:]
        points.append((x, y))
        if segment[0] == "C":
            _, x1, y1, x2, y2, _, _ = segment
            for t in (*_turns(x0, x1, x2, x), *_turns(y0, y1, y2, y)):
                points.append((_at(t, x0, x1, x2, x), _at(t, y0, y1, y2, y)))
        x0, y0 = x, y
    return bounds(points)


def _at(t: float, p: float, q: float, r: float, s: float) -> float:
    """Return a cubic's coordinate at t."""
    u = 1 - t
    return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s


def _turns(p: float, q: float, r: float, s: float) -> list[float]:
    """Return the extrema of a cubic's coordinate between 0 and 1: the roots of its derivative a t^2 + 2 b t + c."""
    a, b, c = s - 3 * r + 3 * q - p, r - 2 * q + p, q - p
    root = b * b - a * c
    if root < 0:
        return []
    # Without cancellation, and with a = 0 for a curve of lower degree.
    k = -b - math.copysign(math.sqrt(root), b)
    slopes = [over / under for over, under in ((k, a), (c, k)) if abs(under) > 1e-12]
    return [t for t in slopes if 0 < t < 1]


def parts(path: Path) -> Iterator[Path]:
    """Yield each subpath of a path as a path of its own."""
    part: list[Segment] = []
    for segment in path:
        if segment[0] == "M" and part:
            yield tuple(part)
            part = []
        part.append(segment)
        if segment[0] == "Z":
            yield tuple(part)
            # After a Z a path may go on from where it began.
            part = [part[0]]
    if len(part) > 1:
        yield tuple(part)


def directed(path: Path, clockwise: bool) -> Path:
    """Return a closed path of one part so that it runs clockwise as seen, or the other way."""
    [(ring, _)] = subpaths(path)
    if (area(ring) > 0) is clockwise:
        return path
    steps = [segment for segment in path if segment[0] != "Z"]
    ends = [segment[-2:] for segment in steps]
    back: list[Segment] = [("M", *ends[-1])]
    for segment, (x, y) in zip(reversed(steps[1:]), reversed(ends[:-1]), strict=True):
        if segment[0] == "C":
            _, x1, y1, x2, y2, _, _ = segment
            back.append(("C", x2, y2, x1, y1, x, y))
        else:
            back.append(("L", x, y))
    return (*back, ("Z",))


def _curve(start: Point, handles: list[Point]) -> Iterator[Point]:
    """Yield enough points of a cubic that no chord lies further than FLAT from it.

    A chord of step h is off by at most h^2 / 8 of the second derivative, which is largest at one of the ends.
    """
    p, (q, r, s) = start, handles
    bend = 6 * max(
        math.hypot(p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y), math.hypot(q.x - 2 * r.x + s.x, q.y - 2 * r.y + s.y)
    )
    count = min(500, max(1, math.ceil(math.sqrt(bend / (8 * FLAT)))))
    for index in range(1, count + 1):
        t = index / count
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield Point(a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y)


#: The distance between two points of an edge in mm, at most.
STEP = 0.25
#: A point of an edge, and half the width of the line along it in mm.
Spot = tuple[Point, float]


class Edge(Struct, frozen=True, dict=True):
    """The edges of one mark, followed point by point only where their box does not tell enough.

    `box` encloses all points. `half` is half the width of the line along them in mm, or more than that.
    """

    box: Rect
    half: float
    follow: Callable[[], Iterable[Spot]]

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Return the points, no further than STEP apart."""
        return tuple(self.follow())


def edges(marks: Iterable[Mark], at: Affine = IDENTITY) -> Iterator[Edge]:
    """Yield the edges of marks transformed by `at`; of images and text, the corners of a box.

    What a clip cuts off is left out.
    """
    for mark in marks:
        if isinstance(mark, PathMark):
            if mark.path and (mark.fill is not None or mark.stroke is not None):
                half = mark.stroke.width / 2 * at.scale if mark.stroke else 0.0
                yield Edge(at.rect(mark.box), half, partial(_followed, mark.path, at, half))
        elif isinstance(mark, Use):
            yield from edges(mark.symbol.marks, at @ mark.transform)
        elif isinstance(mark, Group):
            yield from _grouped(mark, at @ mark.transform)
        elif mark.reach is not None:
            corners = [(at.point(*corner), 0.0) for corner in mark.reach.corners]
            yield Edge(at.rect(mark.reach), 0.0, partial(tuple, corners))


def _followed(path: Path, at: Affine, half: float) -> Iterator[Spot]:
    return ((point, half) for ring in rings(path, at) for point in ring)


def _grouped(mark: Group, at: Affine) -> Iterator[Edge]:
    """Yield the edges of a group; those that its clip cuts off are moved to the edge of the clip's box."""
    contour = edges(mark.marks, at)
    if mark.clip is None:
        yield from contour
        return
    window = at.rect(path_box(mark.clip))
    for edge in contour:
        if window.grow(-edge.half).contains(edge.box):
            yield edge
        else:
            corners = [_moved_into(window, corner) for corner in (edge.box.corners[0], edge.box.corners[2])]
            # Points that stay may lie as far outside the window as two coordinates that count as the same.
            yield Edge(bounds(corners).grow(SAME), edge.half, partial(_clipped, edge, window))


def _clipped(edge: Edge, window: Rect) -> Iterator[Spot]:
    left, top, right, bottom = window.x - SAME, window.y - SAME, window.right + SAME, window.bottom + SAME
    for point, half in edge.spots:
        if left + half <= point.x <= right - half and top + half <= point.y <= bottom - half:
            yield point, half
        else:
            yield _moved_into(window, point), 0.0


def _moved_into(window: Rect, point: Point) -> Point:
    return Point(min(max(point.x, window.x), window.right), min(max(point.y, window.y), window.bottom))


def rings(path: Path, at: Affine = IDENTITY) -> Iterator[list[Point]]:
    """Yield each subpath, transformed by `at`, as points no further than STEP apart."""
    ring: list[Point] = []
    for segment in path:
        if segment[0] == "M":
            if ring:
                yield ring
            ring = [at.point(segment[1], segment[2])]
        elif segment[0] == "L":
            ring += _between(ring[-1], at.point(segment[1], segment[2]))
        elif segment[0] == "C":
            _, x1, y1, x2, y2, x, y = segment
            ring += _along((ring[-1], at.point(x1, y1), at.point(x2, y2), at.point(x, y)))
        elif ring:
            ring += _between(ring[-1], ring[0])
    if ring:
        yield ring


def _between(start: Point, end: Point) -> Iterator[Point]:
    count = max(1, math.ceil(math.dist(start, end) / STEP))
    (x0, y0), (x1, y1) = start, end
    return (Point(x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count) for step in range(1, count + 1))


def _along(corners: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a cubic after its first."""
    reach = sum(math.dist(a, b) for a, b in itertools.pairwise(corners))
    count = max(2, math.ceil(reach / STEP))
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    for step in range(1, count + 1):
        t, u = step / count, 1 - step / count
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield Point(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)

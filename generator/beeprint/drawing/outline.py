"""What a drawing covers, as points along its edges: for checks that need more than a box."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial

from msgspec import Struct

from beeprint.base.geometry import IDENTITY, SAME, Affine, Path, Point, Rect, bounds, path_box
from beeprint.drawing.drawing import Group, Mark, PathMark, Use

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

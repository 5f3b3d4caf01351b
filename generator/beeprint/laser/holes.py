"""Holes in pieces: closed paths on the cut layer of a face's drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.base.geometry import FLAT, Path, Point, Ring, transformed
from beeprint.draw.drawing import Layer, PathMark, Symbol, walk


def holes(face: Symbol) -> Iterator[Ring]:
    """Yield the holes in a face's drawing, in mm from the trim's corner, curves flattened."""
    return (points for points, closed in _cuts(face) if closed)


def open_cuts(face: Symbol) -> Iterator[Point]:
    """Yield the start of each cut that is not a hole, since it does not return to its start."""
    return (points[0] for points, closed in _cuts(face) if not closed)


def _cuts(face: Symbol) -> Iterator[tuple[Ring, bool]]:
    for mark, matrix in walk(face.marks):
        if isinstance(mark, PathMark) and mark.layer is Layer.CUT:
            yield from subpaths(transformed(mark.path, matrix))


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

"""Holes in pieces: closed paths of the face's drawing that lie on the layer of cuts."""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.drawing import Layer, PathMark, Symbol, walk
from beeprint.geometry import Path, Point, transformed
from beeprint.laser.edges import Ring
from beeprint.laser.plan import FLAT


def holes(face: Symbol) -> Iterator[Ring]:
    """Yield the holes that a face's drawing cuts, in mm from the trim's corner, curves flattened."""
    for mark, matrix in walk(face.marks):
        if isinstance(mark, PathMark) and mark.layer is Layer.CUT:
            yield from rings(transformed(mark.path, matrix))


def rings(path: Path) -> Iterator[Ring]:
    """Yield the closed parts of a path as rings of points."""
    points: list[Point] = []
    for word, *values in path:
        if word == "M":
            points = [Point(*values)]
        elif word == "L":
            points.append(Point(*values))
        elif word == "C":
            points += _curve(points[-1], [Point(*values[index : index + 2]) for index in (0, 2, 4)])
        elif len(points) > 2:
            if math.dist(points[0], points[-1]) < FLAT:
                points.pop()
            yield tuple(points)


def _curve(start: Point, handles: list[Point]) -> Iterator[Point]:
    """Yield points of a cubic, so many that no chord lies further than FLAT from it.

    A chord of step h is off by at most h2 / 8 of the second derivative, which is largest at one of the ends.
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

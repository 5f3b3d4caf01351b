"""Flatten paths: curves become chords that lie no further than FLAT mm from them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.base.geometry import FLAT, Path, Point, Ring, Segment, area


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

"""Where things lie: points round a middle, corners of regular shapes, turned frames.

Lengths are mm, y points down; angles are degrees, clockwise from the right, so that -90 is the top.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin, sqrt

Point = tuple[float, float]
Frame = Callable[[float, float], Point]

ROOT3 = sqrt(3)


def around(x: float, y: float, radius: float, degrees: float, flat: float = 1.0) -> Point:
    """Return the point at an angle on a circle about (x, y), flattened to `flat` of its height."""
    angle = radians(degrees)
    return x + radius * cos(angle), y + radius * flat * sin(angle)


def bearings(count: int, start: float = -90.0) -> list[float]:
    """Return as many angles, evenly set round a turn."""
    return [start + 360 * i / count for i in range(count)]


def ring(x: float, y: float, radius: float, count: int, start: float = -90.0, flat: float = 1.0) -> list[Point]:
    """Return as many points, evenly set round (x, y)."""
    return [around(x, y, radius, bearing, flat) for bearing in bearings(count, start)]


def hexagon(x: float, y: float, radius: float, start: float = -90.0) -> list[Point]:
    """Return the corners of a hexagon, one of them at the top; with `start` 0 it has flats at top and bottom."""
    return ring(x, y, radius, 6, start)


def star(x: float, y: float, outer: float, inner: float, points: int, start: float = -90.0) -> list[Point]:
    """Return the corners of a star, tips and notches in turn."""
    return [around(x, y, (outer, inner)[i % 2], bearing) for i, bearing in enumerate(bearings(2 * points, start))]


def frame(x: float, y: float, degrees: float = 0.0, size: float = 1.0) -> Frame:
    """Return a map from a frame at (x, y), turned and enlarged, to the canvas."""
    c, s = cos(radians(degrees)) * size, sin(radians(degrees)) * size
    return lambda u, v: (x + u * c - v * s, y + u * s + v * c)

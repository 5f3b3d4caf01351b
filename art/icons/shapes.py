"""Areas to draw icons from, in a square of 24 by 24: they are joined, cut and laid over each other, then softened.

All icons share the widths here, so that they look drawn by one hand and stay legible when printed 3 mm high.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union

from art.pen import Paths, Point, around
from beeprint.drawing.svg.reader.paths import parse_path

# Shapely has no types.
Area = Any

#: The width of a line and of a gap: 0.29 and 0.2 mm in an icon that is 3 mm high.
LINE, GAP = 2.3, 1.6
#: The radius of all corners.
SOFT = 0.42
#: The longest side of an icon, and the side of the square that a compact one covers.
_LONGEST, _COVERS = 21.6, 18.4
#: How far an arc may stray from the points it replaces, and the longest piece of a curve.
_STRAY, _PIECE = 0.012, 0.6
_STEPS = 40
_PATHS = Paths(comma=" ", gap="")


def shape(d: str) -> Area:
    """Return the area inside path data; where it crosses itself, it is open."""
    area: Area = Polygon()
    for points in _lines(d):
        area = area.symmetric_difference(Polygon(points).buffer(0))
    return area


def stroke(d: str, width: float = LINE, cap: str = "round") -> Area:
    """Return the area of a line along path data."""
    joins = "mitre" if cap == "flat" else "round"
    return join(
        *(LineString(points).buffer(width / 2, _STEPS, cap_style=cap, join_style=joins) for points in _lines(d))
    )


def _lines(d: str) -> list[list[Point]]:
    lines: list[list[Point]] = []
    for letter, *values in parse_path(d):
        numbers = [float(value) for value in values]
        if letter == "M":
            lines.append([(numbers[0], numbers[1])])
        elif letter == "L":
            lines[-1].append((numbers[0], numbers[1]))
        elif letter == "C":
            lines[-1] += _bend(lines[-1][-1], numbers)
        else:
            lines[-1].append(lines[-1][0])
    return lines


def _bend(start: Point, ends: list[float]) -> list[Point]:
    (x, y), (a, b, c, d, u, v) = start, ends
    shares = [step / _STEPS for step in range(1, _STEPS + 1)]
    weights = [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in shares]
    return [(p * x + q * a + r * c + s * u, p * y + q * b + r * d + s * v) for p, q, r, s in weights]


def poly(*numbers: float) -> Area:
    """Return the polygon through points, x and y in turn."""
    return Polygon([*zip(numbers[::2], numbers[1::2], strict=True)])


def disc(x: float, y: float, radius: float) -> Area:
    """Return a circle."""
    return oval(x, y, radius, radius)


def oval(x: float, y: float, rx: float, ry: float) -> Area:
    """Return an ellipse."""
    count = 4 * _STEPS
    turns = [2 * pi * step / count for step in range(count)]
    return Polygon([(x + rx * cos(turn), y + ry * sin(turn)) for turn in turns])


def box(left: float, top: float, right: float, bottom: float, radius: float = 0) -> Area:
    """Return a rectangle with round corners."""
    inner = poly(left + radius, top + radius, right - radius, top + radius, right - radius, bottom - radius,
                 left + radius, bottom - radius)  # fmt: skip
    return inner.buffer(radius, _STEPS) if radius else inner


def join(*areas: Area) -> Area:
    """Return what any of the areas covers."""
    return unary_union(areas)


def over(*areas: Area, gap: float = GAP) -> Area:
    """Lay areas over each other, the first on top, with a gap round each."""
    whole: Area = Polygon()
    for area in reversed(areas):
        whole = whole - area.buffer(gap, _STEPS) | area
    return whole


def turn(area: Area, degrees: float, x: float = 12, y: float = 12) -> Area:
    """Return an area turned about a point, clockwise as seen."""
    return affinity.rotate(area, degrees, (x, y))


def move(area: Area, x: float, y: float) -> Area:
    """Return an area moved."""
    return affinity.translate(area, x, y)


def size(area: Area, factor: float, x: float = 12, y: float = 12) -> Area:
    """Return an area enlarged about a point."""
    return affinity.scale(area, factor, factor, origin=(x, y))


def flip(area: Area, x: float = 12) -> Area:
    """Return the mirror image of an area."""
    return affinity.scale(area, -1, 1, origin=(x, 0))


def both(area: Area) -> Area:
    """Return an area with its mirror image."""
    return area | flip(area)


def spread(area: Area, count: int, x: float = 12, y: float = 12) -> Area:
    """Repeat an area round a point."""
    return join(*(turn(area, 360 * number / count, x, y) for number in range(count)))


def sector(x: float, y: float, inner: float, outer: float, start: float, end: float) -> Area:
    """Return a part of a ring between two angles; -90 is the top."""
    count = max(2, ceil(abs(end - start) / 2))
    angles = [start + (end - start) * step / count for step in range(count + 1)]
    return Polygon([*(around(x, y, outer, angle) for angle in angles),
                    *(around(x, y, inner, angle) for angle in reversed(angles))])  # fmt: skip


# ---- finishing


def finish(area: Area) -> Area:
    """Soften all corners, and bring an icon to the size at which it looks as large as the others."""
    opened = _fitted(area).buffer(-SOFT, _STEPS).buffer(2 * SOFT, _STEPS)
    return _fitted(opened.buffer(-SOFT, _STEPS))  # again, since soft tips are shorter


def _fitted(area: Area) -> Area:
    left, top, right, bottom = area.bounds
    longest, covers = max(right - left, bottom - top), area.convex_hull.area**0.5
    area = size(area, min(_LONGEST / longest, _COVERS / covers), 0, 0)
    left, top, right, bottom = area.bounds
    return move(area, 12 - (left + right) / 2, 12 - (top + bottom) / 2)


def data(area: Area) -> str:
    """Return the path data of an area, of lines and arcs."""
    parts = sorted(getattr(area, "geoms", [area]), key=lambda part: part.bounds)
    rings = [ring for part in parts for ring in (part.exterior, *sorted(part.interiors, key=lambda ring: ring.bounds))]
    return "".join(_outline([(x, y) for x, y in ring.coords]) for ring in rings)


def _outline(points: list[Point]) -> str:
    """Write a closed line; runs of short pieces become arcs."""
    start = max(range(1, len(points)), key=lambda at: dist(points[at - 1], points[at]))
    points = [*points[start:], *points[1 : start + 1]]  # begins after the longest piece
    written, at, last = [f"M{_PATHS.at(*points[0])}"], 0, len(points) - 1
    while at < last:
        end, radius, sweep = _longest_arc(points, at)
        if end - at < 3:
            at += 1
            written.append(f"L{_PATHS.at(*points[at])}" if at < last else "")
        else:
            at = end
            number = _PATHS.number(radius)
            written.append(f"A{number} {number} 0 0 {sweep} {_PATHS.at(*points[at])}")
    return "".join([*written, "Z"])


def _longest_arc(points: list[Point], at: int) -> tuple[int, float, int]:
    """Return where the longest arc from a point ends, its radius, and 1 where it is clockwise as seen."""
    best = at, 0.0, 0
    end = at + 1
    while end < len(points) and dist(points[end - 1], points[end]) <= _PIECE:
        if end - at >= 3:
            arc = _arc(points[at : end + 1])
            if arc is None:
                break
            best = end, *arc
        end += 1
    return best


def _arc(points: list[Point]) -> tuple[float, int] | None:
    """Return the radius and direction of the arc through points, None where there is none of up to a half turn."""
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 2], points[-1]
    cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if abs(cross) < 1e-9:
        return None
    b, c = (bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2
    x = ax + ((cy - ay) * b - (by - ay) * c) / (2 * cross)
    y = ay + ((bx - ax) * c - (cx - ax) * b) / (2 * cross)
    radius = hypot(ax - x, ay - y)
    if any(abs(hypot(px - x, py - y) - radius) > _STRAY for px, py in points):
        return None
    angles = [atan2(py - y, px - x) for px, py in (points[0], points[len(points) // 2], points[-1])]
    swept = sum((after - before + pi) % (2 * pi) - pi for before, after in pairwise(angles))
    return (radius, int(cross > 0)) if abs(swept) < 3 else None

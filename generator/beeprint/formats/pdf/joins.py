"""Split curves so that readers of PDF draw mitres where SVG does.

A reader draws a curve as a few chords and joins these as it joins lines. SVG has no joins inside a curve, and measures
the angle of a corner between the curves themselves. So a tight bend gets a spike, and at a corner whose mitre is nearly
as long as the limit allows, the chords decide. A part of a curve that turns little is its own chord.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from beeprint.base.geometry import Path, Point, Segment

#: A curve's start, handles and end.
_Curve = tuple[Point, Point, Point, Point]
# Radians by which a part of a bend turns at most, and the part of a curve beside a corner.
_BEND, _CORNER = 0.3, 0.02
# The most by which another limit may differ from the drawing's own, as a factor.
_ASIDE = 1.25
# Times that a curve is halved at most.
_DEPTH = 12


class _Link(NamedTuple):
    """A segment that has a length: its place in the path, its start, handles and end."""

    place: int
    points: tuple[Point, ...]

    def direction(self, at_end: bool) -> float:
        """Return the angle of its tangent at its start or its end."""
        points = self.points[::-1] if at_end else self.points
        x, y = next(((x - points[0][0], y - points[0][1]) for x, y in points if (x, y) != points[0]), (0.0, 0.0))
        return math.atan2(-y, -x) if at_end else math.atan2(y, x)

    @property
    def turn(self) -> float:
        """Return how far it turns in all; 0 for a line."""
        return _turn(self.points)


def settle_mitres(path: Path, radius: float, limit: float) -> tuple[Path, float]:
    """Split curves that bend more tightly than `radius` and curves beside corners whose mitres are near the limit.

    Return the path and a limit that is as far from these mitres as any that draws the same ones.
    """
    if all(segment[0] != "C" for segment in path):
        return path, limit
    starts: set[int] = set()
    ends: set[int] = set()
    curves: dict[int, _Curve] = {}
    drawn, bevelled = limit / _ASIDE, limit * _ASIDE
    for links in _subpaths(path):
        closed = path[links[-1].place][0] == "Z"
        for before, other in (*pairwise(links), *([(links[-1], links[0])] if closed else ())):
            corner = abs(math.remainder(other.direction(False) - before.direction(True), math.tau))
            length = 1 / max(math.cos(corner / 2), 1e-9)
            drawn, bevelled = (max(drawn, length), bevelled) if length <= limit else (drawn, min(bevelled, length))
            if _is_undecided(corner, before.turn + other.turn, limit):
                ends.add(before.place)
                starts.add(other.place)
        curves |= {link.place: link.points for link in links if len(link.points) == 4}
    result: list[Segment] = []
    for index, segment in enumerate(path):
        curve = curves.get(index)
        if curve is None:
            result.append(segment)
            continue
        bent = _turn(curve) > _BEND and _bends_within(curve, radius)
        if not bent and index not in starts and index not in ends:
            result.append(segment)
            continue
        parts = _halved(curve, index in starts, index in ends, bent, _DEPTH)
        result += (("C", *part, *other, *end) for _, part, other, end in parts)
    same = len(result) == len(path)
    return path if same else tuple(result), math.sqrt(drawn * bevelled) if starts else limit


def _subpaths(path: Path) -> Iterator[list[_Link]]:
    """Yield the segments of each subpath that have a length."""
    links: list[_Link] = []
    at = start = Point(0, 0)
    for index, (kind, *numbers) in enumerate(path):
        ends = [Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)] or [start]
        if kind == "M":
            if links:
                yield links
            links, at, start = [], ends[0], ends[0]
            continue
        if kind == "Z" or any(end != at for end in ends):
            links.append(_Link(index, (at, *ends)))
        at = ends[-1]
    if links:
        yield links


def _is_undecided(corner: float, turns: float, limit: float) -> bool:
    """Return whether chords in place of curves that turn may decide if a corner, an angle, has a mitre."""
    return turns > 0 and limit > 1 and abs(corner - 2 * math.acos(1 / limit)) < turns / 2


def _turn(points: tuple[Point, ...]) -> float:
    """Return how far the legs between points turn in all, in radians."""
    legs = [(x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(points) if (x, y) != (x2, y2)]
    return sum(abs(math.atan2(a * d - b * c, a * c + b * d)) for (a, b), (c, d) in pairwise(legs))


def _bends_within(curve: _Curve, radius: float) -> bool:
    """Return whether one of 16 parts of a curve bends more tightly than a radius."""
    parts = [curve]
    for _ in range(4):
        parts = [half for part in parts for half in _halves(part)]
    return any(_turn(part) * radius > math.dist(part[0], part[3]) for part in parts)


def _halved(curve: _Curve, at_start: bool, at_end: bool, bent: bool, depth: int) -> list[_Curve]:
    """Return a curve in parts that turn little: at its start or end beside corners, everywhere where it is bent."""
    turn = _turn(curve)
    if not depth or turn <= _CORNER or not (at_start or at_end or (bent and turn > _BEND)):
        return [curve]
    first_half, other = _halves(curve)
    return [*_halved(first_half, at_start, False, bent, depth - 1), *_halved(other, False, at_end, bent, depth - 1)]


def _halves(curve: _Curve) -> tuple[_Curve, _Curve]:
    """Return the two halves of a curve (de Casteljau)."""
    start, near, other, end = curve
    first, inner, last = _middle(start, near), _middle(near, other), _middle(other, end)
    before, after = _middle(first, inner), _middle(inner, last)
    middle = _middle(before, after)
    return (start, first, before, middle), (middle, after, last, end)


def _middle(point: Point, other: Point) -> Point:
    return Point((point.x + other.x) / 2, (point.y + other.y) / 2)

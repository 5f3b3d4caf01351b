"""Combine several paths into one non-zero path: the union of the shapes in a clip path, and of what clips them.

Curves are split into short chords, and chords are cut where they meet. A piece is part of the outline if exactly one of
its sides is covered. Pieces of the outline are joined end to end, each turned so that the covered side is the same.
Curves come out as curves: a chord knows the part of the curve it replaces.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from msgspec import Struct, field

from beeprint.base.geometry import Path, Point, Rect, Segment, path_box
from beeprint.drawing.svg.reader.limits import Budget

#: The most chords of one region.
MAX_CHORDS = 20_000
# How far a chord may stray from its curve, and the distance at which two points are the same, as shares of the size.
_STRAY, _SAME = 1e-5, 2e-8
# Budget: steps for comparing two boxes, testing whether two chords meet, a point where they do, a chord, and a path
# when it is asked which side of an edge it covers.
_COMPARED, _MEETING, _MET, _CHORD, _COVERED = 0.25, 8, 20, 10, 1
_ON = "edges that cross"

#: Tells from the winding number of each path, by its index, whether a point is covered.
Covered = Callable[[Counter[int]], bool]


class Area(NamedTuple):
    """What a path encloses, by the non-zero rule or the even-odd one."""

    path: Path
    even_odd: bool = False


class _Chord(NamedTuple):
    """A piece of a path's edge: the ends by number, the path's number, the curve and the part of it."""

    start: int
    end: int
    owner: int
    curve: int
    t0: float
    t1: float


class _Plane(Struct):
    """Points by number, those nearer than `same` merged; curves by number, each from its start."""

    same: float
    points: list[Point] = field(default_factory=list)
    curves: list[tuple[float, ...]] = field(default_factory=list)
    cells: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def number(self, x: float, y: float) -> int:
        """Return the number of a point."""
        column, row = math.floor(x / self.same), math.floor(y / self.same)
        for cell in ((column + i, row + j) for i in (0, -1, 1) for j in (0, -1, 1)):
            for other in self.cells.get(cell, ()):
                if math.dist(self.points[other], (x, y)) <= self.same:
                    return other
        self.points.append(Point(x, y))
        self.cells.setdefault((column, row), []).append(len(self.points) - 1)
        return len(self.points) - 1


def union(parts: Sequence[Sequence[Area]], budget: Budget) -> Area | None:
    """Return the union of parts as one area; a part is the intersection of its areas. None where it is too complex.

    Areas of one rule whose boxes lie apart need no work: their paths are one path.
    """
    areas = [area for part in parts for area in part]
    rules = {area.even_odd for area in areas}
    if len(areas) == len(parts) and len(rules) < 2 and _apart(areas, budget):
        return Area(tuple(segment for area in areas for segment in area.path), True in rules)
    ends = list(accumulate((len(part) for part in parts), initial=0))

    def covered(turns: Counter[int]) -> bool:
        inside = [turns[n] % 2 if area.even_odd else turns[n] for n, area in enumerate(areas)]
        return any(all(inside[start:end]) for start, end in pairwise(ends))

    areas_union = region([area.path for area in areas], covered, budget)
    return None if areas_union is None else Area(areas_union)


def _apart(areas: Sequence[Area], budget: Budget) -> bool:
    """Return whether no two areas' boxes overlap; a sweep from left to right."""
    active: list[Rect] = []
    for box in sorted(path_box(area.path) for area in areas):
        active = [other for other in active if other.right >= box.x]
        budget.spend(1 + _COMPARED * len(active), _ON)
        if any(other.y <= box.bottom and box.y <= other.bottom for other in active):
            return False
        active.append(box)
    return True


def region(paths: Sequence[Path], covered: Covered, budget: Budget) -> Path | None:
    """Return the non-zero path of the points where `covered` holds; None where that is too complex."""
    if sum(map(len, paths)) > MAX_CHORDS:
        return None
    values = [value for path in paths for segment in path for value in segment[1:]]
    if not values:
        return ()
    size = max(max(values) - min(values), max(map(abs, values)) * 1e-3)
    if not size:
        return ()
    plane = _Plane(size * _SAME)
    chords = list(islice(_chords(paths, plane, size * _STRAY), MAX_CHORDS + 1))
    budget.spend(_CHORD * len(chords), _ON)
    if len(chords) > MAX_CHORDS:
        return None
    cut = _cut(plane, chords, budget)
    strands = _strands(cut)
    outline: list[list[_Chord]] = []
    seen: set[tuple[tuple[int, int], ...]] = set()
    for strand in strands:
        less, more, right = _sides(plane, strand, cut, budget)
        budget.spend(_COVERED * len(paths), _ON)
        if covered(less) == covered(more):
            continue
        if covered(less) != right:
            strand = [_turned(chord) for chord in reversed(strand)]
        key = tuple((chord.start, chord.end) for chord in strand)
        if key not in seen:  # edges that lie on one another are one
            seen.add(key)
            outline.append(strand)
    return _joined(plane, outline)


# chords ------------------------------------------------------------------------------------------------------------


def _chords(paths: Sequence[Path], plane: _Plane, stray: float) -> Iterator[_Chord]:
    """Yield the chords of all paths, each subpath closed."""
    for owner, path in enumerate(paths):
        start = at = (0.0, 0.0)
        for segment in (*path, ("M", 0.0, 0.0)):
            if segment[0] in "MZ" and at != start:
                yield from _along(plane, (*at, *start), owner, stray)
            if segment[0] == "M":
                start = at = (segment[1], segment[2])
            elif segment[0] == "Z":
                at = start
            else:
                yield from _along(plane, (*at, *segment[1:]), owner, stray)
                at = segment[-2:]


def _along(plane: _Plane, curve: tuple[float, ...], owner: int, stray: float) -> Iterator[_Chord]:
    plane.curves.append(curve)
    count = 1
    if len(curve) == 8:
        x0, y0, x1, y1, x2, y2, x, y = curve
        bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x, y1 - 2 * y2 + y))
        count = min(200, math.ceil(math.sqrt(0.75 * bend / stray)) + 1)
    last = plane.number(curve[0], curve[1])
    for step in range(1, count + 1):
        x, y = _at(curve, step / count) if step < count else curve[-2:]
        here = plane.number(x, y)
        if here != last:
            yield _Chord(last, here, owner, len(plane.curves) - 1, (step - 1) / count, step / count)
        last = here


def _at(curve: tuple[float, ...], t: float) -> tuple[float, float]:
    if len(curve) == 4:
        return curve[0] + (curve[2] - curve[0]) * t, curve[1] + (curve[3] - curve[1]) * t
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    x0, y0, x1, y1, x2, y2, x, y = curve
    return a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y


def _turned(chord: _Chord) -> _Chord:
    return _Chord(chord.end, chord.start, chord.owner, chord.curve, chord.t1, chord.t0)


# cutting -----------------------------------------------------------------------------------------------------------


def _cut(plane: _Plane, chords: list[_Chord], budget: Budget) -> list[_Chord]:
    """Cut the chords wherever two meet, keeping their order."""
    points, cuts = plane.points, dict[int, set[int]]()
    boxes = []
    for chord in chords:
        (ax, ay), (bx, by) = points[chord.start], points[chord.end]
        boxes.append((min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)))
    active: list[int] = []
    same = plane.same
    for index in sorted(range(len(chords)), key=lambda index: boxes[index][0]):
        left, _, low, high = boxes[index]
        active = [other for other in active if boxes[other][1] >= left - same]
        budget.spend(_COMPARED * len(active), _ON)
        for other in active:
            if boxes[other][3] >= low - same and boxes[other][2] <= high + same:
                met = _meet(plane, chords, index, other, cuts)
                budget.spend(_MET if met else _MEETING, _ON)
        active.append(index)
    result: list[_Chord] = []
    for index, chord in enumerate(chords):
        result += _pieces(plane, chord, cuts[index]) if index in cuts else [chord]
    return result


def _meet(plane: _Plane, chords: list[_Chord], this: int, two: int, cuts: dict[int, set[int]]) -> bool:
    """Note where two chords meet, ends of one on the other or a crossing; return whether a cut was noted."""
    first, second = chords[this], chords[two]
    meets = noted = False
    for index, chord, other in ((this, first, second), (two, second, first)):
        for end in (other.start, other.end):
            if end in (chord.start, chord.end):
                meets = True
            elif _touches(plane, chord, end):
                cuts.setdefault(index, set()).add(end)
                meets = noted = True
    if meets:
        return noted
    (ax, ay), (bx, by) = plane.points[first.start], plane.points[first.end]
    (cx, cy), (dx, dy) = plane.points[second.start], plane.points[second.end]
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not across:
        return False
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
    if 0 < t < 1 and 0 < u < 1:
        point = plane.number(ax + (bx - ax) * t, ay + (by - ay) * t)
        for index, chord in ((this, first), (two, second)):
            if point not in (chord.start, chord.end):
                cuts.setdefault(index, set()).add(point)
        return True
    return False


def _touches(plane: _Plane, chord: _Chord, point: int) -> bool:
    (ax, ay), (bx, by) = plane.points[chord.start], plane.points[chord.end]
    x, y = plane.points[point]
    t = _share(plane, chord, point)
    return 0 < t < 1 and math.hypot(ax + (bx - ax) * t - x, ay + (by - ay) * t - y) <= plane.same


def _share(plane: _Plane, chord: _Chord, point: int) -> float:
    """Return how far along a chord a point lies."""
    (ax, ay), (bx, by) = plane.points[chord.start], plane.points[chord.end]
    x, y = plane.points[point]
    return ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)


def _pieces(plane: _Plane, chord: _Chord, cuts: set[int]) -> Iterator[_Chord]:
    last, before = chord.start, chord.t0
    for share, point in sorted((_share(plane, chord, point), point) for point in cuts):
        t = chord.t0 + (chord.t1 - chord.t0) * share
        yield _Chord(last, point, chord.owner, chord.curve, before, t)
        last, before = point, t
    yield _Chord(last, chord.end, chord.owner, chord.curve, before, chord.t1)


def _strands(chords: list[_Chord]) -> list[list[_Chord]]:
    """Group consecutive chords that nothing else meets."""
    degree = Counter(end for chord in chords for end in (chord.start, chord.end))
    strands: list[list[_Chord]] = []
    for chord in chords:
        last = strands[-1][-1] if strands else None
        if last and last.end == chord.start and last.owner == chord.owner and degree[chord.start] == 2:
            strands[-1].append(chord)
        else:
            strands.append([chord])
    return strands


# sides -------------------------------------------------------------------------------------------------------------


def _sides(
    plane: _Plane, strand: list[_Chord], chords: list[_Chord], budget: Budget
) -> tuple[Counter[int], Counter[int], bool]:
    """Return the winding numbers of all paths on either side of a strand.

    First on the side of smaller x, then of larger; of y where the strand runs across. And whether the first of them
    lies to its right, as seen.
    """
    points = plane.points
    budget.spend(2 * _COMPARED * len(chords), _ON)
    longest = max(strand, key=lambda chord: math.dist(points[chord.start], points[chord.end]))
    (ax, ay), (bx, by) = points[longest.start], points[longest.end]
    # A ray to the side that the chord runs least towards; 0 and 1 are x and y, or the other way round.
    i, j = (0, 1) if abs(by - ay) >= abs(bx - ax) else (1, 0)
    (mx, my), near = ((points[longest.start][k] + points[longest.end][k]) / 2 for k in (i, j)), plane.same * 2
    less, on = Counter[int](), Counter[int]()
    for chord in chords:
        a, b = points[chord.start], points[chord.end]
        down = b[j] > my
        if (a[j] > my) == down:
            continue
        x = a[i] + (b[i] - a[i]) * (my - a[j]) / (b[j] - a[j])
        if x < mx - near:
            less[chord.owner] += 1 if down else -1
        elif x <= mx + near:
            on[chord.owner] += 1 if down else -1
    more = less.copy()
    for owner, count in on.items():
        more[owner] += count
    descends = points[longest.end][j] > points[longest.start][j]
    return less, more, descends == (i == 0)


# joining -----------------------------------------------------------------------------------------------------------


def _joined(plane: _Plane, outline: list[list[_Chord]]) -> Path | None:
    """Join the strands end to end as closed subpaths; None where an end is left over."""
    leaving: dict[int, deque[int]] = {}
    for index, strand in enumerate(outline):
        leaving.setdefault(strand[0].start, deque()).append(index)
    free = set(range(len(outline)))
    result: list[Segment] = []
    for index in range(len(outline)):
        if index not in free:
            continue
        ring: list[_Chord] = []
        at: int | None = index
        while at is not None:
            free.discard(at)
            ring += outline[at]
            at = _first_of(leaving.get(ring[-1].end, deque()), free)
            if ring[-1].end == ring[0].start:
                break
        if ring[-1].end != ring[0].start:
            return None
        result += _drawn(plane, ring)
    return tuple(result)


def _first_of(indexes: deque[int], free: set[int]) -> int | None:
    """Return the first free index, dropping those before it."""
    while indexes and indexes[0] not in free:
        indexes.popleft()
    return indexes[0] if indexes else None


def _drawn(plane: _Plane, ring: list[_Chord]) -> Iterator[Segment]:
    """Yield a ring of chords as a subpath: chords of one curve become that part of it."""
    first = plane.points[ring[0].start]
    yield ("M", *first)
    parts: list[_Chord] = []
    for chord in ring:
        last = parts[-1] if parts else None
        if last and last.curve == chord.curve and last.t1 == chord.t0 and (last.t0 < last.t1) == (chord.t0 < chord.t1):
            parts[-1] = last._replace(end=chord.end, t1=chord.t1)
        else:
            parts.append(chord)
    for part in parts:
        start, end = plane.points[part.start], plane.points[part.end]
        curve = plane.curves[part.curve]
        yield ("L", *end) if len(curve) == 4 else ("C", *_handles(curve, part.t0, part.t1, start, end), *end)
    yield ("Z",)


def _handles(
    curve: tuple[float, ...], t0: float, t1: float, start: Point, end: Point
) -> tuple[float, float, float, float]:
    """Return the handles of the part of a cubic from t0 to t1, which may run backwards."""
    _, _, x1, y1, x2, y2, _, _ = curve
    if (t0, t1) == (0, 1):
        return x1, y1, x2, y2
    if (t0, t1) == (1, 0):
        return x2, y2, x1, y1
    third = (t1 - t0) / 3
    (ax, ay), (bx, by) = _slope(curve, t0), _slope(curve, t1)
    return start.x + ax * third, start.y + ay * third, end.x - bx * third, end.y - by * third


def _slope(curve: tuple[float, ...], t: float) -> tuple[float, float]:
    """Return a cubic's derivative at t."""
    x0, y0, x1, y1, x2, y2, x, y = curve
    u = 1 - t
    a, b, c = 3 * u * u, 6 * u * t, 3 * t * t
    return a * (x1 - x0) + b * (x2 - x1) + c * (x - x2), a * (y1 - y0) + b * (y2 - y1) + c * (y - y2)

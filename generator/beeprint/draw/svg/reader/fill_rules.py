"""Fill rules: convert an even-odd path, or the union of several paths, to one non-zero path.

Where no two edges meet except neighbours at their ends, each subpath is a simple ring, and the depth at which it is
nested decides its direction. Curves are treated as short chords. `regions` handles everything else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from beeprint.base.geometry import Path, Point, Ring, Segment, area, bounds
from beeprint.draw.svg.reader.document import Document
from beeprint.draw.svg.reader.limits import Budget, RefusedError
from beeprint.draw.svg.reader.regions import MAX_CHORDS, region
from beeprint.draw.svg.reader.xml import Element

# A chord strays from its curve by less than this share of the path's size.
_STRAY = 1e-4
# Budget: steps for a corner of a ring, and for comparing two edges, or a point with an edge or a box.
_CORNER, _COMPARED = 3, 0.3
_ON = "edges that cross"


def drawn_nonzero(document: Document, element: Element, path: Path) -> Path:
    """Convert a shape's even-odd path to a non-zero one, once; RefusedError where that is too complex."""
    found: Path | None = path
    if element.name not in ("rect", "circle", "ellipse", "line"):
        if path not in document.nonzero:
            document.nonzero[path] = nonzero(path, document.budget)
        found = document.nonzero[path]
    if found is None:
        raise RefusedError(
            element.place,
            "the edges of an even-odd path cross or touch too often",
            "combine its parts into one outline with holes (Inkscape: Path > Union), or set its fill rule to non-zero",
        )
    return found


def nonzero(path: Path, budget: Budget) -> Path | None:
    """Convert an even-odd path to a non-zero one; None where that is too complex."""
    found = _simple_rings(path, budget)
    if found is None:
        return region([path], lambda turns: turns[0] % 2 == 1, budget)
    subpaths, rings = found
    depths = _depths(rings, budget)
    return tuple(
        segment
        for subpath, ring, depth in zip(subpaths, rings, depths, strict=True)
        for segment in (_reversed(subpath) if ring and (area(ring) > 0) != (depth % 2 == 0) else subpath)
    )


def union(parts: Sequence[Sequence[Path]], budget: Budget) -> Path | None:
    """Return the union of parts as one path; a part is the intersection of its paths, filled non-zero.

    None where that is too complex. Simple rings that all run the same way only add up: they are kept as they are, and
    overlaps stay filled.
    """
    result: list[Path] = []
    for part in parts:
        found = _simple_rings(part[0], budget) if len(part) == 1 else None
        # A hole, or a filled ring inside another: only their direction tells which.
        if found is None or any(_depths(found[1], budget)):
            return _union_of_all(parts, budget)
        for subpath, ring in zip(*found, strict=True):
            result.append(_reversed(subpath) if ring and area(ring) < 0 else subpath)
    return tuple(segment for subpath in result for segment in subpath)


def _union_of_all(parts: Sequence[Sequence[Path]], budget: Budget) -> Path | None:
    paths = [path for part in parts for path in part]
    ends = list(accumulate(len(part) for part in parts))
    numbers = [range(end - len(part), end) for part, end in zip(parts, ends, strict=True)]
    return region(paths, lambda turns: any(all(turns[n] for n in part) for part in numbers), budget)


def _simple_rings(path: Path, budget: Budget) -> tuple[list[Path], list[Ring]] | None:
    """Return the subpaths and their rings (empty where they enclose nothing); None where edges meet."""
    if len(path) > MAX_CHORDS:
        return None
    subpaths = _subpaths(path)
    tolerance = _tolerance(path)
    rings: list[Ring] = []
    for subpath in subpaths:
        ring = _ring(subpath, tolerance)
        budget.spend(_CORNER * len(ring), _ON)
        rings.append(ring if len(ring) > 2 else ())
    return None if _edges_meet([ring for ring in rings if ring], budget) else (subpaths, rings)


def _tolerance(path: Path) -> float:
    largest: float = max((abs(value) for segment in path for value in segment[1:]), default=1.0)
    return largest * _STRAY


def _subpaths(path: Path) -> list[Path]:
    starts = [index for index, segment in enumerate(path) if segment[0] == "M"]
    return [path[start:end] for start, end in zip(starts, [*starts[1:], len(path)], strict=True)]


def _ring(subpath: Path, tolerance: float) -> Ring:
    """Return the subpath as a closed polygon without repeated points; curves as chords."""
    points: list[Point] = []
    x0 = y0 = 0.0
    for segment in subpath:
        if segment[0] == "Z":
            break
        x, y = segment[-2:]
        if segment[0] == "C":
            _, x1, y1, x2, y2, _, _ = segment
            bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x, y1 - 2 * y2 + y))
            count = min(200, math.ceil(math.sqrt(0.75 * bend / (tolerance or 1))) + 2)
            for step in range(1, count):
                t = step / count
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                points.append(Point(a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y))
        points.append(Point(x, y))
        x0, y0 = x, y
    return tuple(point for point, before in zip(points, points[-1:] + points[:-1], strict=True) if point != before)


def _edges_meet(rings: list[Ring], budget: Budget) -> bool:
    """Return whether any two edges touch or cross, joints aside; True also where there are too many to tell."""
    edges = [
        (a, b, which, index, len(ring))
        for which, ring in enumerate(rings)
        for index, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True))
    ]
    if len(edges) > MAX_CHORDS:
        return True
    edges.sort(key=lambda edge: min(edge[0].x, edge[1].x))
    active: list[tuple[Point, Point, int, int, int]] = []
    for edge in edges:
        left, (low, high) = min(edge[0].x, edge[1].x), sorted((edge[0].y, edge[1].y))
        active = [other for other in active if max(other[0].x, other[1].x) >= left]
        budget.spend(_COMPARED * len(active), _ON)
        for other in active:
            if max(other[0].y, other[1].y) >= low and min(other[0].y, other[1].y) <= high and _meet(edge, other):
                return True
        active.append(edge)
    return False


def _meet(one: tuple[Point, Point, int, int, int], other: tuple[Point, Point, int, int, int]) -> bool:
    a, b, ring, index, count = one
    c, d, ring2, index2, _ = other
    if ring == ring2 and (index - index2) % count in (1, count - 1):
        # Neighbours meet where they join; they share more only where the path turns back on itself.
        before, joint, after = (c, a, b) if (index - index2) % count == 1 else (a, c, d)
        back = (before.x - joint.x) * (after.x - joint.x) + (before.y - joint.y) * (after.y - joint.y) > 0
        return back and _side(before, joint, after) == 0
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, p: Point) -> int:
    """Return on which side of the line a b the point lies: 1, -1, or 0 on it."""
    turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    return (turn > 0) - (turn < 0)


def _depths(rings: list[Ring], budget: Budget) -> list[int]:
    """Count the rings that enclose each ring."""
    boxes = {index: bounds(ring) for index, ring in enumerate(rings) if ring}
    depths = [0] * len(rings)
    ahead = sorted(boxes, key=lambda index: boxes[index].x, reverse=True)
    active: list[int] = []
    # Sweep from left to right: only rings whose boxes span the point's x need a look.
    for index in sorted(boxes, key=lambda index: rings[index][0].x):
        x, y = rings[index][0]
        while ahead and boxes[ahead[-1]].x <= x:
            active.append(ahead.pop())
        active = [other for other in active if boxes[other].right >= x]
        budget.spend(_COMPARED * len(active), _ON)
        for other in active:
            box = boxes[other]
            if other != index and box.y <= y <= box.bottom:
                budget.spend(_COMPARED * len(rings[other]), _ON)
                depths[index] += _inside(rings[index][0], rings[other])
    return depths


def _inside(point: Point, ring: Ring) -> bool:
    inside = False
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        if (a.y > point.y) != (b.y > point.y) and point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x:
            inside = not inside
    return inside


def _reversed(subpath: Path) -> Path:
    """Reverse a subpath."""
    drawn = [segment for segment in subpath if segment[0] != "Z"]
    result: list[Segment] = [("M", *drawn[-1][-2:])]
    for segment, before in zip(reversed(drawn[1:]), reversed(drawn[:-1]), strict=True):
        end = before[-2:]
        if segment[0] == "C":
            _, x1, y1, x2, y2, _, _ = segment
            result.append(("C", x2, y2, x1, y1, *end))
        else:
            result.append(("L", *end))
    if subpath[-1][0] == "Z":
        result.append(("Z",))
    return tuple(result)

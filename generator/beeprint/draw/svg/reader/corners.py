"""Markers: arrowheads and dots on the corners of a path, each turned as the path runs there."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from beeprint.base.geometry import Affine, Path, Point, Rect, rotate, scale, translate
from beeprint.draw.svg.reader import style, viewports
from beeprint.draw.svg.reader.paths import NUMBER, path_corners
from beeprint.draw.svg.reader.style import Measure
from beeprint.draw.svg.reader.xml import Element

#: The shapes that have corners for markers.
MARKED = {"path", "line", "polyline", "polygon"}
ATTRIBUTES = {
    *("markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "viewBox", "preserveAspectRatio"),
}
_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn|)")
_DEGREES = {"deg": 1.0, "": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


@dataclass(frozen=True, slots=True)
class Corner:
    """Where a path has a corner, and which way it runs there in degrees; `first` and `last` of the whole path."""

    at: Point
    angle: float
    first: bool
    last: bool


def corners(element: Element, path: Path) -> list[Corner]:
    """Return the corners of a shape's path (SVG 1.1, 11.6.2): the ends of its commands, not those of an arc's parts."""
    counts = path_corners(element.attributes.get("d", "")) if element.name == "path" else [1] * len(path)
    ends = _ends(counts)
    found: list[tuple[Point, float | None, float | None]] = []
    for start, stop in _subpaths(path):
        closed = path[stop - 1][0] == "Z"
        at = Point(*path[start][1:])
        steps = [_Step.of(path, index, at) for index in range(start + 1, stop)]
        # A step of no length goes as the nearest one that goes: before it where it arrives, after it where it leaves.
        ways_in = list(accumulate((step.arrives for step in steps), _or_last))
        ways_out = list(accumulate((step.leaves for step in reversed(steps)), _or_last))[::-1]
        around = (ways_in[-1], ways_out[0]) if closed and steps else (None, None)
        found.append((at, around[0], ways_out[0] if steps else None))
        for index, step in enumerate(steps):
            if start + 1 + index not in ends:
                continue
            last = index + 1 == len(steps)
            out = around[1] if last and closed else None if last else ways_out[index + 1]
            found.append((step.end, ways_in[index], out))
    return [
        Corner(at, _between(into, out), index == 0, index + 1 == len(found))
        for index, (at, into, out) in enumerate(found)
    ]


@dataclass(frozen=True, slots=True)
class _Step:
    """One segment: where it ends, and the ways it leaves and arrives, none where it has no length."""

    end: Point
    leaves: float | None
    arrives: float | None

    @classmethod
    def of(cls, path: Path, index: int, start: Point) -> _Step:
        before = path[index - 1]
        here = start if before[0] == "Z" else Point(*before[-2:])
        segment = path[index]
        points = [here, *(Point(*pair) for pair in zip(segment[1::2], segment[2::2], strict=True))]
        if segment[0] == "Z":
            points.append(start)
        ways = [_heading(one, two) for one, two in pairwise(points) if one != two]
        return cls(points[-1], ways[0] if ways else None, ways[-1] if ways else None)


def _ends(counts: Sequence[int]) -> set[int]:
    """Return the numbers of the segments that end a command."""
    at, found = 0, set[int]()
    for count in counts:
        at += count
        found.add(at - 1)
    return found


def _subpaths(path: Path) -> Iterator[tuple[int, int]]:
    starts = [index for index, segment in enumerate(path) if segment[0] == "M"]
    yield from zip(starts, [*starts[1:], len(path)], strict=True)


def _heading(one: Point, two: Point) -> float:
    return math.atan2(two.y - one.y, two.x - one.x)


def _or_last(last: float | None, way: float | None) -> float | None:
    return last if way is None else way


def _between(into: float | None, out: float | None) -> float:
    """Return the direction halfway between two, in degrees."""
    if into is None or out is None:
        return math.degrees(out if into is None and out is not None else into or 0.0)
    x, y = math.cos(into) + math.cos(out), math.sin(into) + math.sin(out)
    if math.hypot(x, y) < 1e-9:
        return math.degrees(into) + 90
    return math.degrees(math.atan2(y, x))


def frame(marker: Element, measure: Measure, width: float) -> tuple[Rect, Affine, Affine, Measure] | None:
    """Return a marker's box, the matrix from it to a corner that runs right, that of its content, and what shares mean.

    `width` is that of the line. None where the marker has no size.
    """
    attributes = {
        "width": marker.attributes.get("markerWidth", "3"),
        "height": marker.attributes.get("markerHeight", "3"),
    }
    attributes |= {
        key: marker.attributes[key] for key in ("viewBox", "preserveAspectRatio") if key in marker.attributes
    }
    found = viewports.viewport(attributes, measure, {})
    if found is None:
        return None
    box, content, inner = found
    ref = content.point(_ref(marker, "refX", inner), _ref(marker, "refY", inner))
    units = marker.attributes.get("markerUnits", "strokeWidth").strip()
    if units not in ("strokeWidth", "userSpaceOnUse"):
        raise ValueError(f"markerUnits is {units!r}, not strokeWidth or userSpaceOnUse")
    factor = width if units == "strokeWidth" else 1.0
    return box, scale(factor) @ translate(-ref.x, -ref.y), content, inner


def _ref(marker: Element, key: str, inner: Measure) -> float:
    return style.length(marker.attributes.get(key, "0"), key, inner)


def turned(marker: Element, corner: Corner) -> Affine:
    """Return the matrix that puts what runs right at (0, 0) onto a corner."""
    text = marker.attributes.get("orient", "0").strip()
    if text in ("auto", "auto-start-reverse"):
        angle = corner.angle + (180 if text != "auto" and corner.first else 0)
    else:
        match = _ANGLE.fullmatch(text)
        if not match:
            raise ValueError(f"orient is {text!r}, not auto, auto-start-reverse or an angle")
        angle = float(match[1]) * _DEGREES[match[2]]
    return translate(*corner.at) @ rotate(angle)

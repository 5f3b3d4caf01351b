"""The lightness of paints, and of what a drawing shows at a point."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from beeprint.base.colour import lightness
from beeprint.base.geometry import Path, Point, Rect, bounds
from beeprint.drawing.drawing import (
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Symbol,
    Use,
)

# What is not known, such as the pixels of a picture, counts as neither light nor dark.
_MIDDLE = 50.0
# Chords of a curve when it is asked whether a point lies in a path.
_CHORDS = 6


def lightness_and_opacity(paint: Paint) -> tuple[float, float]:
    """Return a paint's lightness and opacity; for a gradient, the means of its stops, weighted by the range of each."""
    if isinstance(paint, Solid):
        return lightness(paint.colour), paint.opacity
    stops = sorted(paint.stops, key=lambda stop: stop.offset)
    ends = [0.0, *((a.offset + b.offset) / 2 for a, b in pairwise(stops)), 1.0]
    shares = [max(0.0, after - before) for before, after in pairwise(ends)]
    light = sum(share * lightness(stop.colour) for share, stop in zip(shares, stops, strict=True))
    return light, paint.opacity * sum(share * stop.opacity for share, stop in zip(shares, stops, strict=True))


def lightness_at(marks: Sequence[Mark], point: Point) -> float:
    """Return the lightness, 0 to 100, that marks show at a point of white paper; texts are left out."""
    light, left = 0.0, 1.0
    for shown, opacity in _seen(marks, point):
        light += left * opacity * shown
        left *= 1 - opacity
        if left < 0.02:
            break
    return light + left * 100


def ground(marks: Sequence[Mark], points: Sequence[Point]) -> Symbol:
    """Return the marks that `lightness_at` may find at any of these points: cards of a deck have them in common."""
    box = bounds(points)
    return Symbol.of(mark for mark in marks if not isinstance(mark, Run) and _meet(mark.reach, box))


def _meet(rect: Rect | None, other: Rect) -> bool:
    """Return whether two boxes share a point."""
    return (
        rect is not None
        and rect.x <= other.right
        and other.x <= rect.right
        and rect.y <= other.bottom
        and other.y <= rect.bottom
    )


def _seen(marks: Sequence[Mark], point: Point) -> Iterator[tuple[float, float]]:
    """Yield the lightness and opacity of each layer at a point, the topmost first."""
    for mark in reversed(marks):
        box = mark.reach
        if box is None or not (box.x <= point.x <= box.right and box.y <= point.y <= box.bottom):
            continue
        if isinstance(mark, Use):
            yield from _seen_in(mark.symbol, *mark.transform.inverse().point(*point))
        elif isinstance(mark, Group):
            inner = mark.transform.inverse().point(*point)
            if mark.clip is None or _covers(mark.clip, inner, mark.even_odd):
                yield from ((light, opacity * mark.opacity) for light, opacity in _seen(mark.marks, inner))
        elif isinstance(mark, PathMark):
            if mark.stroke is not None and _is_on(mark.path, point, mark.stroke.width / 2):
                yield _paint_at(mark.stroke.paint, point)
            if mark.fill is not None and _covers(mark.path, point, mark.even_odd):
                yield _paint_at(mark.fill, point)
        elif isinstance(mark, ImageMark):
            yield _MIDDLE, 1.0


@lru_cache(maxsize=16384)
def _seen_in(symbol: Symbol, x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Return the layers at a point of a symbol, such as the frame that the cards of a deck have in common."""
    return tuple(_seen(symbol.marks, Point(x, y)))


def _paint_at(paint: Paint, point: Point) -> tuple[float, float]:
    """Return the lightness and opacity of a paint at a point; a radial gradient counts as one round its centre."""
    if isinstance(paint, Solid):
        return lightness(paint.colour), paint.opacity
    at = paint.transform.inverse().point(*point)
    if isinstance(paint, RadialGradient):
        place = math.dist(at, paint.centre) / paint.radius if paint.radius else 1.0
    else:
        place = _along(paint, at)
    stops = [(stop.offset, lightness(stop.colour), stop.opacity * paint.opacity) for stop in paint.stops]
    for (start, light, opacity), (end, after, then) in pairwise(stops):
        if place < end:
            share = min(1.0, max(0.0, (place - start) / (end - start)))
            return light + share * (after - light), opacity + share * (then - opacity)
    return stops[-1][1:]


def _along(paint: LinearGradient, at: Point) -> float:
    dx, dy = paint.end.x - paint.start.x, paint.end.y - paint.start.y
    length = dx * dx + dy * dy
    return ((at.x - paint.start.x) * dx + (at.y - paint.start.y) * dy) / length if length else 1.0


def _chords(path: Path) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of a path, curves as chords, each part closed."""
    start = at = Point(0.0, 0.0)
    for segment in (*path, ("M", 0.0, 0.0)):
        if segment[0] in ("M", "Z"):
            if at != start:
                yield at, start
            at = start
        if segment[0] == "M":
            start = at = Point(*segment[1:])
        elif segment[0] == "L":
            yield at, Point(*segment[1:])
            at = Point(*segment[1:])
        elif segment[0] == "C":
            for end in _curve(at, segment[1:]):
                yield at, end
                at = end


def _curve(start: Point, handles: Sequence[float]) -> Iterator[Point]:
    """Yield points along a cubic curve, the last its end."""
    x1, y1, x2, y2, x3, y3 = handles
    for step in range(1, _CHORDS + 1):
        t = step / _CHORDS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield Point(a * start.x + b * x1 + c * x2 + d * x3, a * start.y + b * y1 + c * y2 + d * y3)


@lru_cache(maxsize=1024)
def _edges(path: Path) -> tuple[tuple[float, float, float, float], ...]:
    """Return the chords of a path by their ends, kept for the next point."""
    return tuple((*a, *b) for a, b in _chords(path))


def _covers(path: Path, point: Point, even_odd: bool) -> bool:
    """Return whether a filled path covers a point."""
    turns, (x, y) = 0, point
    for ax, ay, bx, by in _edges(path):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            turns += 1 if even_odd or by > ay else -1
    return bool(turns % 2) if even_odd else turns != 0


def _is_on(path: Path, point: Point, reach: float) -> bool:
    """Return whether a point lies within `reach` mm of a path."""
    x, y = point
    return any(
        _distance(Point(ax, ay), Point(bx, by), point) <= reach
        for ax, ay, bx, by in _edges(path)
        if min(ax, bx) - reach <= x <= max(ax, bx) + reach and min(ay, by) - reach <= y <= max(ay, by) + reach
    )


def _distance(a: Point, b: Point, point: Point) -> float:
    """Return the distance of a point from the line between two others."""
    dx, dy = b.x - a.x, b.y - a.y
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length)) if length else 0.0
    return math.dist(point, (a.x + share * dx, a.y + share * dy))

"""Places for equal pieces in an area: grids, packed rounds, interlocked rows, lattices of hexagons and rosettes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from beeprint.base.geometry import SAME, Point, Rect, bounds
from beeprint.draw.shape import Shape


class Spot(NamedTuple):
    """A place for a piece: the top left corner of its box in mm, and whether the piece is turned by 180 degrees."""

    x: float
    y: float
    turned: bool = False


def places(shape: Shape, area: Rect, gap: float, columns: int | None = None, rows: int | None = None) -> list[Spot]:
    """Return places for as many pieces as fit, row by row, centred left to right from the top of the area.

    `gap` is the distance between neighbouring trims in mm; `columns` and `rows` are upper limits.
    """
    if shape.is_round:
        found = _rounds(shape.width, area, gap)
    elif shape.lattice and not shape.is_rectangle:
        # On a narrow strip, such as the half above a fold, a plain grid may hold more than the lattice does.
        found = max(_lattice(shape, area, gap), _grid(shape, area, gap, columns, rows), key=len)
    else:
        found = max(_grid(shape, area, gap, columns, rows), _interlocked(shape, area, gap, columns, rows), key=len)
    if not found:
        return []
    box = bounds((spot.x, spot.y) for spot in found)
    dx, dy = area.centre.x - (box.centre.x + shape.width / 2), area.y - box.y
    moved = (Spot(spot.x + dx, spot.y + dy, spot.turned) for spot in found)
    return sorted(moved, key=lambda spot: (round(spot.y, 3), spot.x))


def exact(spot: Spot, x: float = 0.0, y: float = 0.0) -> Spot:
    """Return a place moved by x, y mm, without the noise of arithmetic."""
    return Spot(round(spot.x + x, 6), round(spot.y + y, 6), spot.turned)


def fit(room: float, size: float, gap: float) -> int:
    """Return how many of a size fit with gaps between them; a tolerance of 1e-4 mm is added here and nowhere else."""
    return max(0, math.floor((room + gap + SAME) / (size + gap)))


def _grid(shape: Shape, area: Rect, gap: float, columns: int | None, rows: int | None) -> list[Spot]:
    across = min(fit(area.width, shape.width, gap), columns or 999)
    down = min(fit(area.height, shape.height, gap), rows or 999)
    return [Spot(c * (shape.width + gap), r * (shape.height + gap)) for r in range(down) for c in range(across)]


def _rounds(diameter: float, area: Rect, gap: float) -> list[Spot]:
    """Return rows of rounds, every other row shifted by half a pitch, or a square grid where it holds more."""
    pitch = diameter + gap
    across = fit(area.width, diameter, gap)
    shifted = fit(area.width - pitch / 2, diameter, gap)
    step = pitch * math.sqrt(3) / 2
    down = max(0, math.floor((area.height - diameter + SAME) / step) + 1) if area.height + SAME >= diameter else 0
    packed = [
        Spot(c * pitch + (pitch / 2 if r % 2 else 0), r * step)
        for r in range(down)
        for c in range(shifted if r % 2 else across)
    ]
    square = [Spot(c * pitch, r * pitch) for r in range(fit(area.height, diameter, gap)) for c in range(across)]
    return packed if len(packed) > len(square) else square


@lru_cache(maxsize=64)
def _lattice(shape: Shape, area: Rect, gap: float) -> list[Spot]:
    """Return the points of the shape's lattice in the area, at the offset that holds the most.

    Any window can be shifted, without losing a point, until one point lies on its upper edge and one on its left. Since
    all points are alike, the upper one may be the origin, so only the left edge is searched.
    """
    if shape.lattice is None:
        return []
    first, second = shape.lattice
    grow = 1 + gap / _opening(shape)
    (ax, ay), (bx, by) = (first.x * grow, first.y * grow), (second.x * grow, second.y * grow)
    width, height = area.width - shape.width + SAME, area.height - shape.height + SAME
    if width < 0 or height < 0:
        return []
    reach = math.ceil((width + height) / min(math.hypot(ax, ay), math.hypot(bx, by))) + 2
    span = range(-2 * reach, 2 * reach + 1)
    spots = ((i * ax + j * bx, i * ay + j * by) for i in span for j in span)
    points = [Spot(x, y) for x, y in spots if -SAME <= y <= height and -width - SAME <= x <= width + SAME]
    best: list[Spot] = []
    for left in sorted({round(p.x, 6) for p in points if p.x <= SAME}):
        inside = [p for p in points if left - SAME <= p.x <= left + width]
        if len(inside) > len(best):
            best = inside
    return best


@lru_cache(maxsize=64)
def _opening(shape: Shape) -> float:
    """Return by how many mm the narrowest gap of a lattice opens where it is stretched to twice its size."""
    first, second = shape.lattice or (Point(shape.width, 0), Point(0, shape.height))
    edges = {(_rounded(a), _rounded(b)): (a, b) for a, b in shape.edges}
    found = [math.hypot(*first), math.hypot(*second)]
    for i, j in ((1, 0), (0, 1), (1, 1), (1, -1)):
        x, y = i * first.x + j * second.x, i * first.y + j * second.y
        for a, b in edges.values():
            back = _rounded(Point(b.x - x, b.y - y)), _rounded(Point(a.x - x, a.y - y))
            if back in edges:
                found.append(abs(x * (b.y - a.y) - y * (b.x - a.x)) / math.dist(a, b))
    return min(found)


def _interlocked(shape: Shape, area: Rect, gap: float, columns: int | None, rows: int | None) -> list[Spot]:
    """Return rows in which every other piece is turned, each as near to the one before it as the gap allows.

    An outline that a half turn does not change is not turned. None for outlines with notches, free
    outlines and rectangles.
    """
    if not shape.edges or not _is_convex(shape.corners) or shape.is_rectangle:
        return []
    one = shape.offset_corners([gap / 2] * len(shape.corners))
    other = tuple(Point(shape.width - x, shape.height - y) for x, y in one)
    turned = {_rounded(corner) for corner in one} != {_rounded(corner) for corner in other}
    first, second, pair = _step(one, other), _step(other, one), _step(one, one)
    second = max(second, pair - first)
    xs = [0.0]
    while (x := xs[-1] + (first if len(xs) % 2 else second)) + shape.width <= area.width + SAME:
        xs.append(x)
    if area.width + SAME < shape.width:
        return []
    down = min(fit(area.height, shape.height, gap), rows or 999)
    return [
        Spot(x, row * (shape.height + gap), turned and column % 2 == 1)
        for row in range(down)
        for column, x in enumerate(xs[:columns])
    ]


def _rounded(point: Point) -> tuple[float, float]:
    return round(point.x, 3) + 0.0, round(point.y, 3) + 0.0


def _is_convex(corners: Sequence[Point]) -> bool:
    """Return whether an outline, clockwise, has straight edges and no notch."""
    turns = zip(corners, (*corners[1:], *corners[:1]), (*corners[2:], *corners[:2]), strict=True)
    return bool(corners) and all((b.x - a.x) * (c.y - b.y) >= (b.y - a.y) * (c.x - b.x) - SAME for a, b, c in turns)


def _step(left: Sequence[Point], right: Sequence[Point]) -> float:
    """Return how far to the right a convex outline has to be moved to lie beside another, in mm."""
    heights = {corner.y for corner in (*left, *right)}
    shared = [
        y for y in heights if all(min(c.y for c in ring) <= y <= max(c.y for c in ring) for ring in (left, right))
    ]
    return max((max(_across(left, y)) - min(_across(right, y)) for y in shared), default=0.0)


def _across(ring: Sequence[Point], y: float) -> list[float]:
    """Return the x at which the edges of an outline have a height."""
    found: list[float] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        if min(a.y, b.y) <= y <= max(a.y, b.y):
            found += [a.x, b.x] if a.y == b.y else [a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)]
    return found

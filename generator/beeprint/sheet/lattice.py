"""Places for equal pieces in an area: grids, hexagonal packings of rounds, lattices of hexagons and rosettes."""

from __future__ import annotations

import math

from beeprint.base.geometry import SAME, Point, Rect, bounds
from beeprint.draw.shape import Shape


def places(shape: Shape, area: Rect, gap: float, columns: int | None = None, rows: int | None = None) -> list[Point]:
    """Return the top left corners of as many pieces as fit, row by row, centred left to right from the top of the area.

    `gap` is the distance between neighbouring trims in mm; `columns` and `rows` are upper limits.
    """
    if shape.is_round:
        found = _rounds(shape.width, area, gap)
    elif shape.lattice and not shape.is_rectangle:
        # On a narrow strip, such as the half above a fold, a plain grid may hold more than the lattice does.
        found = max(_lattice(shape, area, gap), _grid(shape, area, gap, columns, rows), key=len)
    else:
        found = _grid(shape, area, gap, columns, rows)
    if not found:
        return []
    box = bounds(found)
    dx = area.centre.x - (box.centre.x + shape.width / 2)
    return sorted((Point(x + dx, y + area.y - box.y) for x, y in found), key=lambda p: (round(p.y, 3), p.x))


def _fit(room: float, size: float, gap: float) -> int:
    """Return how many of a size fit with gaps between them; a tolerance of 1e-4 mm is added here and nowhere else."""
    return max(0, math.floor((room + gap + SAME) / (size + gap)))


def _grid(shape: Shape, area: Rect, gap: float, columns: int | None, rows: int | None) -> list[Point]:
    across = min(_fit(area.width, shape.width, gap), columns or 999)
    down = min(_fit(area.height, shape.height, gap), rows or 999)
    return [Point(c * (shape.width + gap), r * (shape.height + gap)) for r in range(down) for c in range(across)]


def _rounds(diameter: float, area: Rect, gap: float) -> list[Point]:
    """Return rows of rounds, every other row shifted by half a pitch, or a square grid where it holds more."""
    pitch = diameter + gap
    across = _fit(area.width, diameter, gap)
    shifted = _fit(area.width - pitch / 2, diameter, gap)
    step = pitch * math.sqrt(3) / 2
    down = max(0, math.floor((area.height - diameter + SAME) / step) + 1) if area.height + SAME >= diameter else 0
    packed = [
        Point(c * pitch + (pitch / 2 if r % 2 else 0), r * step)
        for r in range(down)
        for c in range(shifted if r % 2 else across)
    ]
    square = [Point(c * pitch, r * pitch) for r in range(_fit(area.height, diameter, gap)) for c in range(across)]
    return packed if len(packed) > len(square) else square


def _lattice(shape: Shape, area: Rect, gap: float) -> list[Point]:
    """Return the points of the shape's lattice in the area, at the offset that holds the most.

    Any window can be shifted, without losing a point, until one point lies on its upper edge and one on its left. Since
    all points are alike, the upper one may be the origin, so only the left edge is searched.
    """
    if shape.lattice is None:
        return []
    first, second = shape.lattice
    grow = 1 + gap / min(math.hypot(*first), math.hypot(*second))
    (ax, ay), (bx, by) = (first.x * grow, first.y * grow), (second.x * grow, second.y * grow)
    width, height = area.width - shape.width + SAME, area.height - shape.height + SAME
    if width < 0 or height < 0:
        return []
    reach = math.ceil((width + height) / min(math.hypot(ax, ay), math.hypot(bx, by))) + 2
    points = [
        Point(i * ax + j * bx, i * ay + j * by)
        for i in range(-2 * reach, 2 * reach + 1)
        for j in range(-2 * reach, 2 * reach + 1)
    ]
    points = [p for p in points if -SAME <= p.y <= height and -width - SAME <= p.x <= width + SAME]
    best: list[Point] = []
    for left in sorted({round(p.x, 6) for p in points if p.x <= SAME}):
        inside = [p for p in points if left - SAME <= p.x <= left + width]
        if len(inside) > len(best):
            best = inside
    return best

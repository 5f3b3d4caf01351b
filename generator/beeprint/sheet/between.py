"""Places for equal pieces between the marks of a cutting machine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from beeprint.base.geometry import SAME, Rect, bounds
from beeprint.draw.shape import Shape
from beeprint.sheet.lattice import Spot, exact, places
from beeprint.sheet.spec import SheetSpec


def between_marks(
    shape: Shape, area: Rect, gap: float, spec: SheetSpec, clear: Sequence[Rect], centred: bool
) -> list[Spot]:
    """Return as many places as fit in an area, with their bleed clear of the corners that hold marks."""
    found: list[Spot] = []
    middle = _middle(clear)
    for grid in _grids(shape, area, gap, spec):
        box = bounds((spot.x, spot.y) for spot in grid)
        box = Rect(box.x, box.y, box.width + shape.width, box.height + shape.height)
        for x in _shifts((box.x, box.right), (area.x, area.right), [(c.x, c.right) for c in clear], gap / 2, True):
            for y in _shifts(
                (box.y, box.bottom), (area.y, area.bottom), [(c.y, c.bottom) for c in clear], gap / 2, centred
            ):
                if len(grid) > len(found):
                    moved = [exact(spot, x, y) for spot in grid]
                    found = max(
                        found, [spot for spot in moved if _is_clear(shape, spot, gap / 2, clear, middle)], key=len
                    )
    return found


def _grids(shape: Shape, area: Rect, gap: float, spec: SheetSpec) -> Iterator[list[Spot]]:
    """Yield ways to fill an area: as many rows and columns as fit, and fewer, which may lie between the marks."""
    whole = places(shape, area, gap, spec.columns, spec.rows)
    if not whole:
        return
    yield whole
    columns, rows = len({round(spot.x, 3) for spot in whole}), len({round(spot.y, 3) for spot in whole})
    for fewer in range(1, 5) if shape.is_rectangle else ():
        for across in range(fewer + 1):
            if columns > across and rows > fewer - across:
                yield places(shape, area, gap, columns - across, rows - (fewer - across))


def _shifts(
    span: tuple[float, float],
    room: tuple[float, float],
    clear: Sequence[tuple[float, float]],
    away: float,
    middle: bool,
) -> list[float]:
    """Return how far a grid may be moved along an axis: to both ends and the middle of its room, and up to the marks.

    The first is the one preferred: the middle, or the start.
    """
    (start, end), (low, high) = span, room
    first = [(low + high - start - end) / 2, low - start] if middle else [low - start, (low + high - start - end) / 2]
    beside = [spot for a, b in clear for spot in (a - away - end, b + away - start)]
    shifts = [*first, high - end, *beside]
    return list(dict.fromkeys(round(s, 6) for s in shifts if low - SAME <= start + s and end + s <= high + SAME))


def _middle(clear: Sequence[Rect]) -> tuple[float, float, float, float]:
    """Return where the corners with marks end: on the left, above, on the right and below."""
    centre = bounds([corner for one in clear for corner in one.corners] or [(0, 0)]).centre
    return (
        max((one.right for one in clear if one.centre.x <= centre.x), default=-math.inf),
        max((one.bottom for one in clear if one.centre.y <= centre.y), default=-math.inf),
        min((one.x for one in clear if one.centre.x > centre.x), default=math.inf),
        min((one.y for one in clear if one.centre.y > centre.y), default=math.inf),
    )


def _is_clear(
    shape: Shape, spot: Spot, bleed: float, clear: Sequence[Rect], middle: tuple[float, float, float, float]
) -> bool:
    """Return whether a piece, with its bleed, keeps out of the corners with a mark."""
    # Most pieces lie between the corners, across or down, which is known at once.
    left, top, right, low = middle
    if top <= spot.y - bleed and spot.y + shape.height + bleed <= low:
        return True
    if left <= spot.x - bleed and spot.x + shape.width + bleed <= right:
        return True
    box = shape.box.move(spot.x, spot.y)
    if not shape.is_round:
        return not any(box.grow(bleed).overlaps(one) for one in clear)
    (x, y), reach = box.centre, shape.width / 2 + bleed - SAME
    nearest = ((min(max(x, c.x), c.right), min(max(y, c.y), c.bottom)) for c in clear)
    return all(math.hypot(x - a, y - b) >= reach for a, b in nearest)

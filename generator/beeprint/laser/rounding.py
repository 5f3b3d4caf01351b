"""Points as they are kept of artwork, to a tenth of a micrometre, and the order in which it lies on a piece."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

from beeprint.base.geometry import Point, Ring
from beeprint.laser import planar
from beeprint.laser.plan import Polyline

#: Sorts lines and areas in rows of a centimetre, each from left to right.
Row = tuple[int, float, float]
#: Makes a point of a pair, without the call of a function for each.
POINT = partial(tuple.__new__, Point)


def rounded(points: Iterable[tuple[float, float]]) -> Ring:
    """Return points to a tenth of a micrometre."""
    return tuple(map(POINT, [(round(x, 4), round(y, 4)) for x, y in points]))


def polyline(points: planar.Coordinates) -> Polyline:
    """Return a line through points; it is closed if it ends where it begins."""
    closed = len(points) > 3 and points[0] == points[-1]
    return Polyline(rounded(points[:-1] if closed else points), closed)


def in_rows(points: Iterable[tuple[float, float]]) -> Row:
    """Return a key that sorts lines and areas in rows of a centimetre, each from left to right."""
    x, y = min(points, key=lambda point: (point[1], point[0]))
    return math.floor(y / 10), x, y

"""The outlines of pieces as closed rings of straight segments: nominal, or grown by half a kerf for the beam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import shapely

from beeprint.base.geometry import Point, area
from beeprint.draw.shape import Shape
from beeprint.laser.plan import FLAT

Ring = tuple[Point, ...]


def ring(shape: Shape, by: float = 0, rounded: bool = True) -> Ring:
    """Return a shape's outline, clockwise, moved outwards by `by` mm; with `rounded` its corners as the shape says."""
    if not shape.corners:
        radius = shape.width / 2
        return tuple(_arc(Point(radius, radius), radius + by, -90, 270))[:-1]
    corners = shape.offset_corners([by] * len(shape.corners))
    if not rounded or shape.corner <= 0:
        return corners
    return tuple(point for index in range(len(corners)) for point in _corner(corners, index, shape.corner + by))


def _arc(centre: Point, radius: float, start: float, end: float) -> Iterator[Point]:
    """Yield points of an arc, both ends included, so many that no chord lies further than FLAT from it."""
    sweep = math.radians(end - start)
    step = 2 * math.acos(max(0.0, 1 - FLAT / radius)) if radius > FLAT else math.pi / 2
    count = max(2, math.ceil(abs(sweep) / step))
    # A count that four divides holds the outermost points of a round.
    count += -count % 4
    for index in range(count + 1):
        angle = math.radians(start) + sweep * index / count
        yield Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))


def _corner(corners: Ring, index: int, radius: float) -> Iterator[Point]:
    """Yield the arc that rounds a right-angled corner, clockwise."""
    before, at, after = corners[index - 1], corners[index], corners[(index + 1) % len(corners)]
    radius = min(radius, math.dist(before, at) / 2, math.dist(at, after) / 2)
    ux, uy = (before.x - at.x) / math.dist(before, at), (before.y - at.y) / math.dist(before, at)
    vx, vy = (after.x - at.x) / math.dist(after, at), (after.y - at.y) / math.dist(after, at)
    centre = Point(at.x + (ux + vx) * radius, at.y + (uy + vy) * radius)
    start = math.degrees(math.atan2(-vy, -vx))
    yield from _arc(centre, radius, start, start + 90)


def shrunk(hole: Ring, by: float) -> Ring:
    """Return a hole's outline moved inwards by `by` mm, so that what the beam burns beside it makes it whole.

    ValueError where it is too narrow for that, so that nothing or several holes would be left.
    """
    left = shapely.Polygon(hole).buffer(-by, join_style="mitre") if by else shapely.Polygon(hole)
    if left.is_empty or not isinstance(left, shapely.Polygon):
        raise ValueError("the hole is narrower than the beam")
    return clockwise([Point(x, y) for x, y in left.exterior.coords[:-1]])


def clockwise(points: Sequence[Point]) -> Ring:
    """Return a ring in the direction in which outlines run."""
    return tuple(points) if area(points) > 0 else tuple(reversed(points))

"""Rings for the beam to follow: holes smaller by half a kerf, all of them clockwise."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from beeprint.base.geometry import Point, Ring, area


def shrunk(hole: Ring, by: float) -> Ring:
    """Return a hole's outline moved inwards by `by` mm, half the kerf, so that the beam cuts it to size.

    ValueError if it is so narrow that no hole or several holes would be left.
    """
    left = shapely.Polygon(hole).buffer(-by, join_style="mitre") if by else shapely.Polygon(hole)
    if left.is_empty or not isinstance(left, shapely.Polygon):
        raise ValueError("the hole is narrower than the kerf")
    return clockwise([Point(x, y) for x, y in left.exterior.coords[:-1]])


def clockwise(points: Sequence[Point]) -> Ring:
    """Return a ring in clockwise direction, in which all outlines run."""
    return tuple(points) if area(points) > 0 else tuple(reversed(points))

"""Free outlines as areas: grown and shrunk with round joins, tested for what lies in them, cut into triangles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy
import shapely
from shapely import Polygon

from beeprint.base import budget
from beeprint.base.geometry import FLAT, SAME, Path, Point, Rect, Ring, area, polygon

#: What it costs to grow an outline, in steps, by the square of the half turns that it makes in all: where it turns to
#: and fro in little room, all the arcs round its corners cross each other.
_TURN = 2


class Region:
    """The area within an outline, without its holes, in mm; curves are chords."""

    def __init__(self, ring: Ring, holes: Sequence[Ring] = ()) -> None:
        self.whole = Polygon(ring)
        self.solid = Polygon(ring, holes)
        self._zones: dict[float, shapely.Geometry] = {}

    def grown(self, by: float) -> Path:
        """Return the outline moved outwards by `by` mm; inwards it may fall into several parts, or one point."""
        polygons = [polygon(ring) for ring in _rings(_buffered(self.whole, by))]
        middle = self.whole.representative_point()
        return tuple(segment for ring in polygons for segment in ring) or polygon([(middle.x, middle.y)])

    def ring(self, by: float) -> Ring:
        """Return the outline moved outwards by `by` mm, clockwise; the largest part of it."""
        return max(_rings(_buffered(self.whole, by)), key=area, default=())

    def encloses(self, box: Rect, inset: float) -> bool:
        """Return whether a box lies `inset` mm or more inside, away from the holes too."""
        return bool(shapely.covers(self._zone(inset), shapely.box(box.x, box.y, box.right, box.bottom)))

    def holds(self, points: Iterable[Point], inset: float) -> bool:
        """Return whether all points lie `inset` mm or more inside, away from the holes too."""
        return bool(shapely.covers(self._zone(inset), shapely.points(list(points))).all())

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle inside, clear of the holes."""
        return float(2 * shapely.maximum_inscribed_circle(self.solid, tolerance=FLAT).length)

    def triangles(self) -> list[tuple[Point, Point, Point]]:
        """Return the area as triangles, each clockwise, with no corners but those of the outline and the holes."""
        triangles = []
        for part in shapely.constrained_delaunay_triangles(self.solid).geoms:
            a, b, c = (Point(x, y) for x, y in part.exterior.coords[:3])
            triangles.append((a, b, c) if area((a, b, c)) > 0 else (a, c, b))
        return sorted(triangles)

    def coarse(self, by: float) -> tuple[Ring, ...]:
        """Return the outline, clockwise, and its holes, the other way, with points left out: `by` mm away at most."""
        simpler = self.solid.simplify(by)
        holes = (ring[::-1] for hole in simpler.interiors for ring in _rings(Polygon(hole)))
        return (*_rings(Polygon(simpler.exterior)), *holes)

    @property
    def hull(self) -> Ring:
        """Return the convex outline round the area, clockwise."""
        [ring] = _rings(self.whole.convex_hull.simplify(FLAT))
        return ring

    def inside(self, line: Sequence[Point]) -> list[tuple[Point, ...]]:
        """Return the parts of a line that lie inside, clear of the holes."""
        segments = shapely.line_merge(shapely.LineString(line).intersection(self.solid.buffer(FLAT)))
        lines = [
            part
            for part in getattr(segments, "geoms", [segments])
            if part.geom_type == "LineString" and part.length > FLAT
        ]
        return sorted(tuple(Point(x, y) for x, y in piece.coords) for piece in lines)

    def _zone(self, inset: float) -> shapely.Geometry:
        zone = self._zones.get(inset)
        if zone is None:
            zone = self._zones[inset] = _buffered(self.solid, -inset)
            shapely.prepare(zone)
        return zone


def _buffered(geometry: shapely.Geometry, by: float) -> shapely.Geometry:
    """Return an area grown by `by` mm; the chords of its round joins lie no further than FLAT from their arcs."""
    if abs(by) < SAME:
        return geometry
    budget.spend("outlines", _TURN * _half_turns(geometry) ** 2)
    step = 2 * math.acos(max(0.0, 1 - FLAT / abs(by))) if abs(by) > FLAT else math.pi / 2
    return geometry.buffer(by, quad_segs=max(2, math.ceil(math.pi / 2 / step)))


def _half_turns(geometry: shapely.Geometry) -> float:
    """Return by how much the outline of an area turns in all, to either side; 2 for a convex one."""
    angles = numpy.arctan2(*numpy.diff(shapely.get_coordinates(geometry), axis=0).T)
    turned = numpy.abs(numpy.diff(angles))
    return float(numpy.minimum(turned, 2 * math.pi - turned).sum() / math.pi)


def _rings(geometry: shapely.Geometry) -> list[Ring]:
    """Return the outer rings of an area, clockwise, from left to right."""
    parts = [part for part in getattr(geometry, "geoms", [geometry]) if not part.is_empty]
    rings = [tuple(Point(x, y) for x, y in part.exterior.coords[:-1]) for part in parts]
    return sorted(ring if area(ring) > 0 else ring[::-1] for ring in rings)

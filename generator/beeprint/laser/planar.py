"""Planar geometry by shapely: areas and lines of paths, strokes and hatches, in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from beeprint.base.geometry import Affine, Path
from beeprint.drawing.drawing import Stroke

#: The points of a line or of a closed ring, as shapely takes and gives them.
Coordinates = list[tuple[float, float]]
#: Several geometries, as we list them and as shapely does.
Parts = Sequence[BaseGeometry] | NDArray[np.object_]
#: How far a flattened curve may lie from the curve in mm: a tenth of the beam's width.
FLAT = 0.01
#: How many chords a curve becomes at most.
MOST_CHORDS = 500
#: Rings with less area than this, in mm2, are dropped.
SPECK = 1e-8
#: What counts as a line, by its type and by the number of its type.
_LINES, LINES = ("LineString", "LinearRing"), (shapely.GeometryType.LINESTRING, shapely.GeometryType.LINEARRING)
_CAPS = {"butt": "flat", "round": "round", "square": "square"}
_JOINS = {"miter": "mitre", "round": "round", "bevel": "bevel"}
_MAX_DASHES = 5_000
#: How many parts are looked at, to see whether others lie inside them.
_LARGEST = 12


def flatten(path: Path, at: Affine, tolerance: float = FLAT) -> Iterator[tuple[Coordinates, bool]]:
    """Yield each subpath as points transformed by `at`, and whether it is closed; chords stray under `tolerance`."""
    points: Coordinates = []
    for segment in path:
        if segment[0] == "M":
            if len(points) > 1:
                yield points, False
            points = [at.point(segment[1], segment[2])]
        elif segment[0] == "L":
            points.append(at.point(segment[1], segment[2]))
        elif segment[0] == "C":
            _, x1, y1, x2, y2, x, y = segment
            corners = points[-1], at.point(x1, y1), at.point(x2, y2), at.point(x, y)
            points += _chords(corners, tolerance)
        elif points:
            yield points, True
            points = points[:1]
    if len(points) > 1:
        yield points, False


def _chords(corners: Sequence[tuple[float, float]], tolerance: float) -> Coordinates:
    """Return the points of a cubic's chords except the first; the second differences bound how far they stray."""
    p, q, r, s = corners
    bend = max(
        math.hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1]),
        math.hypot(q[0] - 2 * r[0] + s[0], q[1] - 2 * r[1] + s[1]),
    )
    count = max(1, min(MOST_CHORDS, math.ceil(math.sqrt(0.75 * bend / tolerance))))
    result = []
    for step in range(1, count + 1):
        t = step / count
        u = 1 - t
        # Written out, this takes a third of what sums over the corners do.
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        result.append(
            (a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]),
        )
    return result


def filled(rings: Iterable[Coordinates], even_odd: bool = False) -> BaseGeometry:
    """Return the area that rings enclose, by the non-zero rule or the even-odd one."""
    polygons = [Polygon(ring) for ring in rings if len(ring) > 2]
    if even_odd:
        return _alternating(polygons)
    polygons = [polygon for polygon in polygons if polygon.area > SPECK]
    if not all(polygon.is_valid for polygon in polygons):
        return _wound(polygons)
    ways: tuple[list[Polygon], list[Polygon]] = ([], [])
    for polygon in polygons:
        ways[polygon.exterior.is_ccw].append(polygon)
    sums = [shapely.union_all(way) for way in ways]
    if not ways[0] or not ways[1]:
        return sums[0] if ways[0] else sums[1]
    # If rings that run the same way do not overlap, no point is wound more than once each way.
    if all(abs(total.area - sum(part.area for part in way)) < 1e-6 for total, way in zip(sums, ways, strict=True)):
        return shapely.symmetric_difference(*sums)
    return _wound(polygons)


def _alternating(polygons: Sequence[Polygon]) -> BaseGeometry:
    """Return the area that an odd number of rings enclose, each of them even-odd too."""
    parts = [polygon if polygon.is_valid else _wound([polygon], even_odd=True) for polygon in polygons]
    while len(parts) > 1:
        pairs = zip_longest(parts[::2], parts[1::2], fillvalue=Polygon())
        parts = [shapely.symmetric_difference(first, other) for first, other in pairs]
    return parts[0] if parts else Polygon()


def _wound(polygons: Sequence[Polygon], even_odd: bool = False) -> BaseGeometry:
    """Return the area of rings that cross themselves or each other: the cells whose winding number is not 0, or odd."""
    rings = [polygon.exterior for polygon in polygons]
    cells = [cell for cell in polygonize(shapely.union_all(rings)) if cell.area > SPECK]
    outlines = [list(ring.coords) for ring in rings]

    def winding(cell: Polygon) -> int:
        spot: Point = cell.representative_point()
        return sum(_turns(outline, spot.x, spot.y) for outline in outlines)

    return shapely.union_all([cell for cell in cells if (winding(cell) % 2 if even_odd else winding(cell))])


def _turns(outline: Coordinates, x: float, y: float) -> int:
    """Return the winding number of a closed outline round x, y: the edges that cross the ray to the right, signed."""
    number = 0
    for (x1, y1), (x2, y2) in pairwise(outline):
        if (y1 <= y) != (y2 <= y) and ((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1) > 0) == (y1 <= y):
            number += 1 if y1 <= y else -1
    return number


def lines(parts: Iterable[tuple[Coordinates, bool]], stroke: Stroke, growth: float) -> BaseGeometry:
    """Return the middle line of a stroke, cut into its dashes; `growth` is the scale at which it is drawn."""
    lines = []
    for points, closed in parts:
        ring = [*points, points[0]] if closed else points
        ring = [point for point, after in pairwise([*ring, (math.inf, 0.0)]) if point != after]
        if len(ring) > 1:
            lines += _dashed(ring, stroke, growth)
    return MultiLineString(lines)


def _dashed(points: Coordinates, stroke: Stroke, growth: float) -> list[Coordinates]:
    """Cut a line into its dashes; if they are too fine or too many, return it whole."""
    pattern = [dash * growth for dash in stroke.dashes]
    pattern = pattern * 2 if len(pattern) % 2 else pattern
    whole = LineString(points)
    period = sum(pattern)
    if period < 0.05 or whole.length / period * len(pattern) > _MAX_DASHES:
        return [points]
    result, at, index = [], -((stroke.dash_offset * growth) % period), 0
    while at < whole.length:
        end = at + pattern[index % len(pattern)]
        if index % 2 == 0 and end > 0:
            piece = shapely.ops.substring(whole, max(at, 0), min(end, whole.length))
            if piece.length > 0:
                result.append([(x, y) for x, y in piece.coords])
        at, index = end, index + 1
    return result


def broad(line: BaseGeometry, stroke: Stroke, growth: float) -> BaseGeometry:
    """Return the area of a stroke along a line."""
    return shapely.buffer(
        line,
        stroke.width * growth / 2,
        quad_segs=8,
        cap_style=_CAPS[stroke.cap],
        join_style=_JOINS[stroke.join],
        mitre_limit=stroke.miter_limit,
    )


def union(parts: Sequence[BaseGeometry]) -> BaseGeometry:
    """Return the union of parts; those disjoint from all others are passed through."""
    if len(parts) == 1:
        return parts[0]
    try:
        return shapely.disjoint_subset_union_all(parts)
    except shapely.GEOSException:
        # Parts that differences left with edges that cross by a hair can leave a hole without its outline.
        return shapely.union_all(shapely.make_valid([*parts]))


def outermost(parts: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """Return parts without those inside the largest: they have the same union, and are fewer by far."""
    inside = np.zeros(len(parts), bool)
    for index in np.argsort(-shapely.area(parts), kind="stable")[:_LARGEST].tolist():
        if not inside[index]:
            shapely.prepare(parts[index])
            inside |= shapely.contains_properly(parts[index], parts)
    return [part for part, gone in zip(parts, inside.tolist(), strict=True) if not gone]


def without(rest: BaseGeometry, covers: Sequence[BaseGeometry]) -> BaseGeometry:
    """Subtract covers from a geometry; from lines one after another, which is faster than joining the covers."""
    if covers and shapely.get_dimensions(rest) == 2:
        covers = [union(covers)]
    for cover in covers:
        rest = shapely.difference(rest, cover)
    return rest


def each_without(parts: Sequence[BaseGeometry], cover: BaseGeometry) -> list[BaseGeometry]:
    """Subtract a cover from each of some parts; those beside it are kept as they are."""
    shapely.prepare(cover)
    meets = shapely.intersects(cover, parts)
    return [shapely.difference(part, cover) if met else part for part, met in zip(parts, meets, strict=True)]


def hatch(area: BaseGeometry, spacing: float) -> list[Coordinates]:
    """Hatch an area, part by part, with lines at 45 degrees, `spacing` mm apart, in alternating directions.

    They lie on one grid through the origin, so that lines continue across neighbouring areas.
    """
    turn = math.sqrt(0.5)
    result: list[Coordinates] = []
    for part in shapely.get_parts(area):
        x, y, right, bottom = part.bounds
        first, last = math.ceil((x + y) * turn / spacing), math.floor((right + bottom) * turn / spacing)
        low, high = (x - bottom) * turn - 1, (right - y) * turn + 1
        across = [number * spacing for number in range(first, last + 1)]
        rays = [[((far + s) * turn, (far - s) * turn) for s in (low, high)] for far in across]
        cut = shapely.intersection(shapely.linestrings(rays), part) if rays else ()
        for number, row in enumerate(cut):
            pieces = sorted(chains([row]), key=lambda piece: piece[0][0] - piece[0][1])
            result += [piece[::-1] for piece in pieces[::-1]] if number % 2 else pieces
    return result


def broader(area: BaseGeometry, width: float) -> tuple[BaseGeometry, BaseGeometry]:
    """Return the parts of an area in which a circle of diameter `width` fits, and the others."""
    parts = shapely.get_parts(area)
    # A part that is smaller than the circle, and clearly so, need not be shrunk to see that.
    holds = shapely.area(parts) > 0.7 * math.pi * (width / 2) ** 2
    holds[holds] = ~shapely.is_empty(shapely.buffer(parts[holds], -width / 2))
    return union(parts[holds].tolist()), union(parts[~holds].tolist())


def larger(geometry: BaseGeometry, least: float) -> BaseGeometry:
    """Return an area without parts and holes smaller than `least` mm2."""
    parts = [part for part in shapely.get_parts(geometry) if part.area >= least]
    return shapely.MultiPolygon(
        [Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area >= least]) for part in parts]
    )


def grown(parts: Sequence[BaseGeometry], by: float) -> BaseGeometry:
    """Return everything within `by` mm of the parts, to an accuracy of a quarter of that."""
    return around(coarse([shapely.geometrycollections([*parts])], by), by)


def coarse(parts: Parts, by: float) -> list[BaseGeometry]:
    """Return parts with as few points as `around` needs."""
    simpler: list[BaseGeometry] = shapely.simplify(parts, by / 4, preserve_topology=False).tolist()
    return simpler


def around(coarse: Sequence[BaseGeometry], by: float) -> BaseGeometry:
    """Return everything within `by` mm of coarse parts."""
    return shapely.buffer(shapely.geometrycollections([*coarse]), by, quad_segs=2)


def closed(area: BaseGeometry, gap: float) -> BaseGeometry:
    """Close the slits and holes of an area that are narrower than `gap` mm."""
    wide = shapely.buffer(area, gap / 2, join_style="mitre", mitre_limit=2)
    return shapely.buffer(wide, -gap / 2, join_style="mitre", mitre_limit=2)


def chains(geometries: Sequence[BaseGeometry]) -> list[Coordinates]:
    """Return lines as lists of points, joined where they meet end to end; dots are left out."""
    every = [part for part in shapely.get_parts([*geometries]) if part.geom_type in _LINES and not part.is_empty]
    parts = shapely.get_parts(joined(every))
    return [points(part) for part in shapely.simplify(parts, FLAT) if part.length > FLAT]


def joined(lines: Sequence[BaseGeometry]) -> BaseGeometry:
    """Join lines where two of them meet end to end."""
    return shapely.line_merge(shapely.multilinestrings(lines)) if len(lines) > 1 else shapely.geometrycollections(lines)


def points(line: BaseGeometry) -> Coordinates:
    """Return the points of a line or a ring, all at once: one by one they take five times as long."""
    return [(x, y) for x, y in shapely.get_coordinates(line).tolist()]


def rings(part: BaseGeometry, least: float) -> list[Coordinates]:
    """Return the rings of a polygon, the outer one first; none if it is none, and no area under `least` mm2."""
    if part.geom_type != "Polygon" or part.area < least:
        return []
    held = [part.exterior, *(hole for hole in part.interiors if Polygon(hole).area >= least)]
    return [points(ring)[:-1] for ring in held]


def edge(area: BaseGeometry, seen: BaseGeometry) -> BaseGeometry:
    """Return the outline of an area along the part of it that is seen."""
    return shapely.intersection(area.boundary, shapely.buffer(seen, 0.005))

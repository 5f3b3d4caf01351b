"""Nest clusters by their true outlines, edge to edge where they can share a cut, for what boxes leave no room for.

Clusters are placed one after the other, the largest first, each as near to one side of the first bed with room as it
can be (bottom-left nesting). What finds no room comes first the next time; where that does not help, it is divided in
two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import shapely
from msgspec import Struct, field
from numpy.typing import NDArray
from shapely import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from beeprint.base.geometry import SAME, Affine, Point, Ring, bounds, offset_polygon, translate
from beeprint.drawing.shape import Shape
from beeprint.laser.clusters import Cluster
from beeprint.laser.route import distinct

# Blocks: where they may not lie beside each other, and where they share a cut.
#
# A block is a cluster in one of four orientations. The positions at which two blocks come too near each other are the
# Minkowski sum of one and the mirror image of the other, grown by the distance (the no-fit polygon: Bennell and
# Oliveira, The geometry of nesting problems, 2008). Blocks whose edges coincide may lie nearer: they share these cuts.


#: How much an outline may be grown to have fewer corners, in mm; curves have a thousand.
_COARSE = 0.1
#: What touches within this distance counts as touching, in mm, and what overlaps by less than this area, in mm2.
_TOUCH, _OVERLAP = 2e-3, 1e-2
#: Into how many chords a quarter of a circle is divided, and how far from its middle a chord of radius 1 comes.
_SEGMENTS = 16
_CHORD = math.cos(math.pi / 4 / _SEGMENTS)
#: Of pieces that share a cut, corners come as near as this many kerfs.
_CORNERS = 2.2
#: Positions are the same within this many decimals of a millimetre.
_DIGITS = 4

#: Turns by whole right angles, exactly.
_QUARTERS = tuple(Affine(*turn, 0, 0) for turn in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)))

#: An edge of a grown outline, clockwise.
_Edge = tuple[Point, Point]


class Outline(Struct, frozen=True, dict=True):
    """The outline of equal pieces in one orientation: nominal, and grown by half a kerf if its edges may be shared."""

    ring: Ring
    grown: Ring | None

    @cached_property
    def area(self) -> Polygon:
        """Return what lies within the outline, grown a little where that spares many corners."""
        exact = Polygon(self.ring)
        if len(self.ring) <= 2 * 24:
            return exact
        return Polygon(exact.buffer(_COARSE, quad_segs=4).exterior).simplify(_COARSE / 2)

    @cached_property
    def convex(self) -> bool:
        """Return whether the outline has no notch."""
        return bool(self.area.convex_hull.area - self.area.area < 1e-6 * self.area.area)


class Block(Struct, frozen=True, eq=False, dict=True):
    """A cluster in one orientation, its box at (0, 0): its outlines, each with where its origin goes."""

    parts: tuple[tuple[Outline, Point], ...]
    at: Affine
    width: float
    height: float

    @cached_property
    def trims(self) -> NDArray[Any]:
        """Return the nominal outlines, as an array of polygons."""
        return np.array([moved(Polygon(outline.ring), spot) for outline, spot in self.parts])

    @cached_property
    def edges(self) -> tuple[_Edge, ...]:
        """Return the grown edges along its rim, which other blocks may share."""
        contact_edges: dict[tuple[float, ...], _Edge] = {}
        for outline, (x, y) in self.parts:
            ring = outline.grown or ()
            for a, b in pairwise((*ring, *ring[:1])):
                here, there = Point(a.x + x, a.y + y), Point(b.x + x, b.y + y)
                # A neighbour within the block has the same edge in the other direction.
                if contact_edges.pop(_key(there, here), None) is None:
                    contact_edges[_key(here, there)] = (here, there)
        return tuple(contact_edges.values())


def _key(a: Point, b: Point) -> tuple[float, ...]:
    return tuple(round(value, 2) + 0.0 for value in (*a, *b))


def moved(areas: Any, by: tuple[float, float]) -> Any:
    """Return an area, or an array of areas, moved by x and y."""
    return shapely.transform(areas, lambda points: points + by)


class Blocks:
    """Makes the blocks of clusters; those of equal clusters are the same objects."""

    def __init__(self, kerf: float) -> None:
        self._kerf = kerf
        self._outlines: dict[tuple[Shape, tuple[float, ...]], Outline] = {}
        self._known: dict[tuple[Shape, Cluster], tuple[Block, ...]] = {}

    def of(self, shape: Shape, cluster: Cluster) -> tuple[Block, ...]:
        """Return a cluster as it is, then turned by 90, 180 and 270 degrees, without those that look the same."""
        key = shape, cluster
        if key not in self._known:
            made = [self._turned(shape, cluster, quarters) for quarters in range(4)]
            looks = {
                tuple(sorted((id(outline), round(x, 2), round(y, 2)) for outline, (x, y) in block.parts)): block
                for block in reversed(made)
            }
            self._known[key] = tuple(block for block in made if block in looks.values())
        return self._known[key]

    def _turned(self, shape: Shape, cluster: Cluster, quarters: int) -> Block:
        turn = _QUARTERS[quarters]
        box = bounds([turn.point(*corner) for corner in ((0, 0), (cluster.width, cluster.height))])
        whole = Affine(1, 0, 0, 1, -box.x, -box.y) @ turn
        parts = []
        for at in cluster.at:
            placed = whole @ at
            x, y = placed.point(0, 0)
            parts.append((self._outline(shape, placed, Point(x, y)), Point(x, y)))
        return Block(tuple(parts), whole, box.width, box.height)

    def _outline(self, shape: Shape, at: Affine, origin: Point) -> Outline:
        key = shape, tuple(round(value, 6) + 0.0 for value in tuple(at)[:4])
        if key not in self._outlines:
            ring = tuple(_less(at.point(*corner), origin) for corner in shape.ring(rounded=False))
            grown = offset_polygon(shape.corners, [self._kerf / 2] * len(shape.corners)) if shape.edges else ()
            turned = tuple(_less(at.point(*corner), origin) for corner in grown) or None
            self._outlines[key] = Outline(ring, turned)
        return self._outlines[key]


def _less(point: Point, origin: Point) -> Point:
    return Point(point.x - origin.x, point.y - origin.y)


@lru_cache(maxsize=4096)
def _sum(still: Outline, moving: Outline) -> BaseGeometry:
    """Return where the origin of an outline may not be, since it would lie on another one at (0, 0)."""
    outlines, other = (list(outline.area.exterior.coords) for outline in (still, moving))
    if still.convex and moving.convex:
        return MultiPoint([(a[0] - b[0], a[1] - b[1]) for a, b in product(outlines, other)]).convex_hull
    # The edges of the sum are sums of edges; within them lies what either covers when a corner of it is on the other.
    steps = [
        MultiPoint([(p[0] - q[0], p[1] - q[1]) for p, q in product(a, b)]).convex_hull
        for a, b in product(pairwise(outlines), pairwise(other))
    ]
    back = Polygon([(-x, -y) for x, y in other])
    steps += [moved(Polygon(outlines), (-other[0][0], -other[0][1])), moved(back, outlines[0])]
    return shapely.union_all(steps)


class Pairs:
    """What two blocks are to each other; each pair is worked out once."""

    def __init__(self, apart: float, kerf: float) -> None:
        self._apart, self._kerf = apart, kerf
        self._known: dict[tuple[Block, Block], tuple[BaseGeometry, BaseGeometry]] = {}
        self._shared: dict[tuple[Block, Block], tuple[Point, ...]] = {}

    def blocked(self, still: Block, moving: Block) -> BaseGeometry:
        """Return where a moving block's origin is too near a block at (0, 0) to share no cut with it."""
        return self._near(still, moving)[0]

    def covered(self, still: Block, moving: Block) -> BaseGeometry:
        """Return where a moving block's origin is too near a block at (0, 0) even if they share a cut."""
        return self._near(still, moving)[1]

    def _near(self, still: Block, moving: Block) -> tuple[BaseGeometry, BaseGeometry]:
        key = still, moving
        if key not in self._known:
            sums: dict[tuple[int, int, float, float], BaseGeometry] = {}
            for (parts, at), (other, spot) in product(still.parts, moving.parts):
                x, y = at.x - spot.x, at.y - spot.y
                name = (id(parts), id(other), round(x, 2), round(y, 2))
                if name not in sums:
                    sums[name] = moved(_sum(parts, other), (x, y))
            whole = shapely.union_all(list(sums.values()))
            covered = whole.buffer(self._kerf - _TOUCH, join_style="mitre")
            shapely.prepare(covered)
            self._known[key] = whole.buffer((self._apart - _TOUCH) / _CHORD, quad_segs=_SEGMENTS), covered
        return self._known[key]

    def shared(self, still: Block, moving: Block) -> tuple[Point, ...]:
        """Return where a moving block's origin makes one of its edges begin or end with one of a block at (0, 0)."""
        key = still, moving
        if key not in self._shared:
            lengths: dict[tuple[float, float], Point] = {}
            for (a, b), (c, d) in product(still.edges, moving.edges):
                ux, uy, vx, vy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
                size = math.hypot(ux, uy) * math.hypot(vx, vy)
                if ux * vx + uy * vy < 0 and abs(ux * vy - uy * vx) < 1e-7 * size:
                    for x, y in ((b.x - c.x, b.y - c.y), (a.x - d.x, a.y - d.y)):
                        lengths[round(x, _DIGITS), round(y, _DIGITS)] = Point(x, y)
            self._shared[key] = tuple(lengths.values())
        return self._shared[key]

    def fits(self, trims: NDArray[Any], others: shapely.STRtree) -> bool:
        """Return whether outlines keep their distance from others, or share a cut with those that are nearer."""
        near = others.query(trims, predicate="dwithin", distance=self._apart - _TOUCH)
        for point, other in near.T.tolist():
            still = others.geometries[other]
            if not self._kerf - _TOUCH <= trims[point].distance(still) <= _CORNERS * self._kerf + _TOUCH:
                return False
            if not self._kerf and shapely.intersection(trims[point], still).area > _OVERLAP:
                return False
        return True


def free(room: tuple[float, float], moving: Block, taken: Iterable[BaseGeometry]) -> Iterator[Point]:
    """Yield the corners of the area that is left for a block's origin in a room."""
    width, height = room[0] - moving.width, room[1] - moving.height
    if width < -SAME or height < -SAME:
        return
    # An area of no width, for a block as wide as the room, is not an area.
    whole = shapely.box(0, 0, max(width, SAME), max(height, SAME))
    left = shapely.difference(whole, shapely.union_all(list(taken)))
    for x, y in shapely.get_coordinates(left).tolist():
        yield Point(min(max(x, 0.0), max(width, 0.0)), min(max(y, 0.0), max(height, 0.0)))


#: More clusters than this are not nested by their outlines: it would take long, and saves least where there are many.
_MOST = 60
#: How many orders are tried, in each direction.
_TRIES = 24
#: How often an item comes first before it is divided.
_PATIENCE = 4
#: No nest is looked for that would fill more than this share of the beds; few that were tried fill four fifths.
_FULLEST = 0.8

T = TypeVar("T")
#: How good a position is, the least first.
_Rank = tuple[float, ...]


class Item(Struct, Generic[T], frozen=True, eq=False):
    """A cluster to nest, and what belongs to it."""

    shape: Shape
    cluster: Cluster
    members: T


class Nested(NamedTuple, Generic[T]):
    """An item with its bed, from 0, and its transform."""

    item: Item[T]
    bed: int
    at: Affine


class _Bed(Struct):
    """A bed as it is filled."""

    blocks: list[tuple[Block, Point]] = field(default_factory=list)
    trims: list[Polygon] = field(default_factory=list)


def outline_nest(
    divisions: Sequence[Sequence[Item[T]]],
    room: tuple[float, float],
    apart: float,
    kerf: float,
    most: int,
    divide: Callable[[Item[T]], Sequence[Item[T]]],
) -> list[Nested[T]] | None:
    """Return items on at most `most` beds, with as little cutting as was found; None if they were not found to fit.

    `divisions` are the ways in which the pieces are divided into clusters at first. `room` is the free area of each
    bed; trims that share no cut are at least `apart` mm from each other. `divide` parts an item in two, if it can be.
    """
    if _least_area(divisions[0], apart, kerf) > _FULLEST * most * (room[0] + apart) * (room[1] + apart):
        return None
    blocks, pairs = Blocks(kerf), Pairs(apart, kerf)
    arrangements: list[tuple[float, list[Nested[T]]]] = []
    for items, down in product(divisions, (True, False)):
        order = sorted(items, key=lambda item: -round(item.cluster.width * item.cluster.height, 3))
        failed: Counter[Item[T]] = Counter()
        for _ in range(_TRIES):
            nested, left, beds = _filled(order, blocks, pairs, room, most, down)
            if not left:
                arrangements.append((_cutting(beds), nested))
                break
            failed.update(left)
            stubborn = [item for item in left if failed[item] > _PATIENCE]
            parts = [half for item in left for half in (divide(item) if item in stubborn else [item])]
            order = [*parts, *(item for item in order if item not in left)]
            if len(order) > _MOST:
                break
    return min(arrangements, key=lambda way: way[0])[1] if arrangements else None


def _least_area(items: Sequence[Item[T]], apart: float, kerf: float) -> float:
    """Return the area that items take: each piece with half of the distance to its neighbours, a kerf at least."""
    used = 0.0
    for item in items:
        outline = Polygon(item.shape.ring())
        used += len(item.cluster.at) * (outline.area + outline.length * (kerf if item.shape.edges else apart) / 2)
    return used


def _filled(
    order: Sequence[Item[T]], blocks: Blocks, pairs: Pairs, room: tuple[float, float], most: int, down: bool
) -> tuple[list[Nested[T]], list[Item[T]], list[_Bed]]:
    """Place items in an order; return those that found room, those that did not, and the beds."""
    beds = [_Bed() for _ in range(most)]
    nested: list[Nested[T]] = []
    left: list[Item[T]] = []
    for item in order:
        spot = _placed(blocks.of(item.shape, item.cluster), beds, room, pairs, down)
        if spot is None:
            left.append(item)
        else:
            nested.append(Nested(item, *spot))
    return nested, left, beds


def _placed(
    turned: Sequence[Block], beds: Sequence[_Bed], room: tuple[float, float], pairs: Pairs, down: bool
) -> tuple[int, Affine] | None:
    """Place a cluster, in the best of its orientations, on the first bed that has room; None if none has."""
    for number, bed in enumerate(beds):
        ways = [
            (placement, block) for block in turned if (placement := _best(block, bed, room, pairs, down)) is not None
        ]
        if ways:
            (_, spot), block = min(ways, key=lambda way: way[0][0])
            bed.blocks.append((block, spot))
            bed.trims += list(moved(block.trims, spot))
            return number, translate(*spot) @ block.at
    return None


def _best(block: Block, bed: _Bed, room: tuple[float, float], pairs: Pairs, down: bool) -> tuple[_Rank, Point] | None:
    """Return the best position of a block on a bed and its rank, None if it has no room."""

    def rank(spot: Point) -> _Rank:
        right, bottom = round(spot.x + block.width, 2), round(spot.y + block.height, 2)
        left, top = round(spot.x, 2), round(spot.y, 2)
        return (bottom, left, top, right) if down else (right, top, left, bottom)

    taken = [moved(pairs.blocked(still, block), at) for still, at in bed.blocks]
    apart = min(((rank(spot), spot) for spot in free(room, block, taken)), default=None)
    touching = {rank(spot): spot for spot in _touching(block, bed, room, pairs)}
    others = shapely.STRtree(bed.trims)
    for place in sorted(place for place in touching if apart is None or place < apart[0]):
        if pairs.fits(moved(block.trims, touching[place]), others):
            return place, touching[place]
    return apart


def _touching(block: Block, bed: _Bed, room: tuple[float, float], pairs: Pairs) -> Iterator[Point]:
    """Yield where a block shares an edge with one on a bed, lies in the room and covers no other."""
    spots = [
        (at.x + move.x, at.y + move.y)
        for still, at in bed.blocks
        for move in pairs.shared(still, block)
        if _within(Point(at.x + move.x, at.y + move.y), block, room)
    ]
    points = np.array(spots).reshape(-1, 2)
    open_ = np.ones(len(points), bool)
    for still, at in bed.blocks:
        open_ &= ~shapely.contains_xy(pairs.covered(still, block), points[:, 0] - at.x, points[:, 1] - at.y)
    for x, y in points[open_].tolist():
        yield Point(x, y)


def _within(spot: Point, block: Block, room: tuple[float, float]) -> bool:
    least = min(spot.x, spot.y, room[0] - spot.x - block.width, room[1] - spot.y - block.height)
    return least > -SAME


def _cutting(beds: Sequence[_Bed]) -> float:
    """Return the length of the edges on beds that may be shared, each once; that of all others is the same anyway."""
    length = 0.0
    for bed in beds:
        rings = [
            [Point(p.x + spot.x + at.x, p.y + spot.y + at.y) for p in outline.grown]
            for block, at in bed.blocks
            for outline, spot in block.parts
            if outline.grown
        ]
        edges = distinct(rings)
        length += sum(math.dist(edges.points[a], edges.points[b]) for a, b in edges.uses)
    return round(length, 3)

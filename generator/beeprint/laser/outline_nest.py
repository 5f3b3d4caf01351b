"""Nest clusters by their true outlines, edge to edge where they can share a cut, for what boxes leave no room for.

Clusters are placed one after the other, the largest first, each as near to one side of the first bed with room as it
can be (bottom-left nesting). What finds no room comes first the next time; where that does not help, it is divided in
two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import shapely
from msgspec import Struct, field
from shapely import Polygon

from beeprint.base.geometry import SAME, Affine, Point, translate
from beeprint.draw.shape import Shape
from beeprint.laser.blocks import Block, Blocks, Pairs, free, moved
from beeprint.laser.clusters import Cluster
from beeprint.laser.shared_edges import distinct

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
    found: list[tuple[float, list[Nested[T]]]] = []
    for items, down in product(divisions, (True, False)):
        order = sorted(items, key=lambda item: -round(item.cluster.width * item.cluster.height, 3))
        failed: Counter[Item[T]] = Counter()
        for _ in range(_TRIES):
            nested, left, beds = _filled(order, blocks, pairs, room, most, down)
            if not left:
                found.append((_cutting(beds), nested))
                break
            failed.update(left)
            stubborn = [item for item in left if failed[item] > _PATIENCE]
            parts = [half for item in left for half in (divide(item) if item in stubborn else [item])]
            order = [*parts, *(item for item in order if item not in left)]
            if len(order) > _MOST:
                break
    return min(found, key=lambda way: way[0])[1] if found else None


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
        ways = [(found, block) for block in turned if (found := _best(block, bed, room, pairs, down)) is not None]
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

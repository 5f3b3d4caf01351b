"""Tile the plane with equal outlines, edge to edge with a kerf between them.

First the nominal outline gives a lattice: the moves, and a half turn if needed, by which its copies cover the plane.
Then the copies are moved apart until outlines grown by half a kerf lie edge to edge. The beam runs once along such an
edge and takes half its width from each side, so that both pieces keep their size. For hexagons the pitch is flats plus
kerf; triangles, rhombi, trapezoids and rosettes have other moves, found in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from beeprint.base.geometry import SAME, Point, Ring, area, offset_polygon

#: Outlines with more edges, such as nets of dice, are nested one by one: the search would take seconds for nothing.
_MOST_EDGES = 24


class Neighbour(Struct, frozen=True):
    """A neighbour in the cell i first + j second away, `turned` or not, and the length of edge it shares."""

    turned: bool
    i: int
    j: int
    shared: float


class Tiling(Struct, frozen=True):
    """A tiling by copies at every i first + j second; with a `shift`, also by copies turned by 180 degrees.

    A point p of the outline goes to p, or in a turned copy to shift - p. `around` lists the neighbours of an unturned
    copy; those of a turned one lie in the opposite directions.
    """

    first: Point
    second: Point
    shift: Point | None
    around: tuple[Neighbour, ...]

    def place(self, turned: bool, i: int, j: int) -> Point:
        """Return the place of the outline's origin."""
        x, y = i * self.first.x + j * self.second.x, i * self.first.y + j * self.second.y
        return Point(x + self.shift.x, y + self.shift.y) if turned and self.shift else Point(x, y)

    def neighbours(self, turned: bool, i: int, j: int) -> Iterator[tuple[bool, int, int, float]]:
        """Yield the neighbouring places, each with the length of the shared edge."""
        for near in self.around:
            if near.turned and turned:
                yield False, i - near.i, j - near.j, near.shared
            elif turned:
                yield True, i - near.i, j - near.j, near.shared
            else:
                yield near.turned, i + near.i, j + near.j, near.shared


class _Contact(Struct, frozen=True):
    """A move that puts edges of another ring on edges of the first, and the pairs of their numbers."""

    move: Point
    pairs: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def tiling(ring: Ring, kerf: float) -> Tiling | None:
    """Find a tiling in which copies of a ring (nominal, clockwise) share cuts; None if moves and half turns give none.

    Two conditions suffice: every edge is also a neighbour's edge, and a cell has the area of the rings in it. By the
    first, every point is covered the same number of times; by the second, that number is one.
    """
    if len(ring) > _MOST_EDGES:
        return None
    turned = tuple(Point(-x, -y) for x, y in ring)
    straight, half = _contacts(ring, ring), _contacts(ring, turned)
    size = area(ring)
    for first, second in _bases([contact.move for contact in straight], size):
        near = dict(_near(straight, first, second, Point(0, 0)))
        if _whole(ring, near.values()):
            return _spread(ring, kerf, {(False, *step): contact for step, contact in near.items()})
    apart = [Point(b.move.x - a.move.x, b.move.y - a.move.y) for a, b in product(half, half) if a is not b]
    for first, second in _bases(apart, 2 * size):
        for mate in half:
            contacts = {(False, *step): contact for step, contact in _near(straight, first, second, Point(0, 0))}
            contacts |= {(True, *step): contact for step, contact in _near(half, first, second, mate.move)}
            if _whole(ring, contacts.values()):
                return _spread(ring, kerf, contacts)
    return None


def _edge(ring: Ring, index: int) -> tuple[Point, Point]:
    return ring[index], ring[(index + 1) % len(ring)]


def _contacts(ring: Ring, other: Ring) -> list[_Contact]:
    """Return the moves of `other` that put one of its edges on an edge of the ring."""
    touching: list[tuple[Point, list[tuple[int, int]]]] = []
    for index, number in product(range(len(ring)), range(len(other))):
        (a, b), (c, d) = _edge(ring, index), _edge(other, number)
        move = Point(b.x - c.x, b.y - c.y)
        if math.dist(a, (d.x + move.x, d.y + move.y)) > SAME:
            continue
        known = next((pairs for at, pairs in touching if math.dist(at, move) < SAME), None)
        if known is None:
            touching.append((move, [(index, number)]))
        else:
            known.append((index, number))
    return [_Contact(move, tuple(pairs)) for move, pairs in touching]


def _bases(moves: Sequence[Point], cell: float) -> Iterator[tuple[Point, Point]]:
    """Yield pairs of moves whose parallelogram has the area of a cell, the shortest pairs first."""

    def size(pair: tuple[Point, Point]) -> tuple[float, float, float]:
        (ax, ay), (bx, by) = pair
        return round(ax * ax + ay * ay + bx * bx + by * by, 3), round(-ax, 3), round(-by, 3)

    pairs = [
        (u, v)
        for u, v in product(moves, moves)
        if abs(u.x * v.y - u.y * v.x - cell) < 1e-6 * cell and u.x > -SAME and v.y > -SAME
    ]
    yield from sorted(pairs, key=size)


def _near(
    contacts: Sequence[_Contact], first: Point, second: Point, shift: Point
) -> Iterator[tuple[tuple[int, int], _Contact]]:
    """Yield the contacts whose move is shift + i first + j second, with i and j."""
    cell = first.x * second.y - first.y * second.x
    for contact in contacts:
        x, y = contact.move.x - shift.x, contact.move.y - shift.y
        i, j = (x * second.y - y * second.x) / cell, (y * first.x - x * first.y) / cell
        if abs(i - round(i)) + abs(j - round(j)) < 1e-6:
            yield (round(i), round(j)), contact


def _whole(ring: Ring, contacts: Iterable[_Contact]) -> bool:
    """Return whether every edge of the ring is an edge of a neighbour."""
    return len({index for contact in contacts for index, _ in contact.pairs}) == len(ring)


def _spread(ring: Ring, kerf: float, contacts: Mapping[tuple[bool, int, int], _Contact]) -> Tiling | None:
    """Return the tiling whose neighbours lie a kerf apart, edge along edge; None if not all can."""
    grown = offset_polygon(ring, [kerf / 2] * len(ring))
    turned = tuple(Point(-x, -y) for x, y in grown)
    moves = {step: _apart(grown, turned if step[0] else grown, contact) for step, contact in contacts.items()}
    rows = [(float(i), float(j), float(turned)) for turned, i, j in moves]
    unknowns = 3 if any(row[2] for row in rows) else 2
    xs = _least_squares([row[:unknowns] for row in rows], [move.x for move in moves.values()])
    ys = _least_squares([row[:unknowns] for row in rows], [move.y for move in moves.values()])
    around = tuple(
        Neighbour(*step, sum(math.dist(*_edge(grown, index)) for index, _ in contact.pairs))
        for step, contact in contacts.items()
    )
    places = [Point(x, y) for x, y in zip(xs, ys, strict=True)]
    tiling = Tiling(places[0], places[1], places[2] if unknowns == 3 else None, around)
    if any(math.dist(tiling.place(*step), move) > SAME for step, move in moves.items()):
        return None
    return tiling


def _apart(ring: Ring, other: Ring, contact: _Contact) -> Point:
    """Return the move that puts the edges of two grown rings on the same lines.

    Two edges that are not parallel determine it. If all are parallel, the middles of the first pair coincide.
    """
    lines = []
    for index, number in contact.pairs:
        (a, b), (c, d) = _edge(ring, index), _edge(other, number)
        length = math.dist(a, b)
        normal = Point((b.y - a.y) / length, (a.x - b.x) / length)
        lines.append((normal, normal.x * (a.x - d.x) + normal.y * (a.y - d.y)))
    (n, s), *rest = lines
    for m, t in rest:
        cross = n.x * m.y - n.y * m.x
        if abs(cross) > 1e-6:
            return Point((s * m.y - t * n.y) / cross, (t * n.x - s * m.x) / cross)
    (a, b), (c, d) = _edge(ring, contact.pairs[0][0]), _edge(other, contact.pairs[0][1])
    return Point((a.x + b.x - c.x - d.x) / 2, (a.y + b.y - c.y - d.y) / 2)


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Return the numbers whose products with the rows come nearest to the values (normal equations, Gauss-Jordan)."""
    size = len(rows[0])
    matrix = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(size)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(matrix[i][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        head = [value / matrix[column][column] for value in matrix[column]]
        matrix = [
            head if i == column else [v - row[column] * h for v, h in zip(row, head, strict=True)]
            for i, row in enumerate(matrix)
        ]
    return [row[-1] for row in matrix]

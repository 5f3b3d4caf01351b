"""Route the beam: few long lines, inner ones before those around them, the nearest next."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from beeprint.base.geometry import Point, Ring, bounds
from beeprint.laser.plan import Polyline
from beeprint.laser.shared_edges import Edges, distinct

_Edge = tuple[int, int]
_START = Point(0, 0)


def route(rings: Iterable[Ring], alone: Iterable[Ring] = ()) -> tuple[Polyline, ...]:
    """Return the lines that cut out closed rings (clockwise), each edge once, starting near the bed's corner.

    Rings that share edges form a cluster. Its inner edges come first and its outer boundary last, so that nothing moves
    while it is being cut; the nearest cluster is next. Rings in `alone` are known to share no edges, which saves the
    search.
    """
    edges = distinct(rings)
    clusters = [
        [[edges.points[number] for number in line] for line in _cluster(edges, part)] for part in _connected(edges.uses)
    ]
    clusters += [[[*ring, ring[0]]] for ring in alone]
    lines: list[Polyline] = []
    at = _START
    for index, _ in nearest([[point for line in cluster for point in line] for cluster in clusters], _START):
        *inner, outer = clusters[index]
        for number, way in nearest([_ends(line) for line in inner], at):
            line = _from(inner[number], way)
            lines.append(line)
            at = line.points[0] if line.closed else line.points[-1]
        lines.append(_from(outer, next(nearest([outer[:-1]], at))[1]))
        at = lines[-1].points[0]
    return tuple(lines)


def route_open(segments: Sequence[tuple[Point, Point]]) -> tuple[Polyline, ...]:
    """Return lines that run over each segment once, chained where they meet, the nearest next."""
    edges = distinct(segments)
    lines = [line for part in _connected(edges.uses) for line in _trails(edges.points, part)]
    placed = [[edges.points[number] for number in line] for line in lines]
    return tuple(_from(placed[number], spot) for number, spot in nearest([_ends(line) for line in placed], _START))


def ordered(lines: Sequence[Polyline]) -> tuple[Polyline, ...]:
    """Return lines that may be drawn in any order and direction so that little is travelled between them."""
    spots = [line.points if line.closed else (line.points[0], line.points[-1]) for line in lines]
    return tuple(_begun(lines[number], spot) for number, spot in nearest(spots, _START))


def _begun(line: Polyline, spot: int) -> Polyline:
    """Return a line beginning at one of its ends, or at a point of a closed one."""
    if not spot:
        return line
    turned = (*line.points[spot:], *line.points[:spot]) if line.closed else line.points[::-1]
    return Polyline(turned, line.closed)


def in_order(rings: Iterable[Ring]) -> tuple[Polyline, ...]:
    """Return closed rings that share nothing as lines, the nearest next."""
    lines = [[*ring, ring[0]] for ring in rings]
    return tuple(_from(lines[number], spot) for number, spot in nearest([line[:-1] for line in lines], _START))


def nearest(spots: Sequence[Sequence[Point]], at: Point) -> Iterator[tuple[int, int]]:
    """Yield the number of each line and the spot at which to begin it, so that it begins near the end of the last one.

    A line with two spots is open and ends at the other; one with more is closed and ends where it began.
    """
    index = _SpotIndex(spots)
    for _ in spots:
        number, spot = index.take(at)
        line = spots[number]
        at = line[1 - spot] if len(line) == 2 else line[spot]
        yield number, spot


class _SpotIndex:
    """Spots of lines indexed by squares, to find the nearest without looking at all of them.

    Whenever half of the lines are taken, the squares grow, so that a search never crosses many empty ones.
    """

    def __init__(self, spots: Sequence[Sequence[Point]]) -> None:
        self._spots = spots
        self._left = dict.fromkeys(range(len(spots)))
        self._index()

    def _index(self) -> None:
        everywhere = [point for number in self._left for point in self._spots[number]] or [_START]
        self._box = box = bounds(everywhere)
        self._indexed = len(self._left)
        self._size = max(1.0, math.sqrt(box.width * box.height / max(1, self._indexed)))
        self._squares: dict[tuple[int, int], dict[tuple[int, int], Point]] = defaultdict(dict)
        for number in self._left:
            for spot, point in enumerate(self._spots[number]):
                self._squares[self._square(point)][number, spot] = point

    def _square(self, point: Point) -> tuple[int, int]:
        return math.floor(point.x / self._size), math.floor(point.y / self._size)

    def _round(self, column: int, row: int, ring: int) -> Iterator[dict[tuple[int, int], Point]]:
        """Yield the squares that hold spots and lie `ring` squares away from one."""
        squares = self._squares
        for x in range(column - ring, column + ring + 1):
            step = 1 if abs(x - column) == ring else 2 * ring
            for y in range(row - ring, row + ring + 1, step or 1):
                if (x, y) in squares:
                    yield squares[x, y]

    def take(self, at: Point) -> tuple[int, int]:
        """Return the nearest line and its spot, and remove the line."""
        column, row = self._square(at)
        x, y = at
        best: tuple[float, tuple[int, int]] | None = None
        # Squared, and a little more than `best`, which is rounded: most spots are further away.
        near = math.inf
        reach = max(math.dist(at, corner) for corner in self._box.corners) / self._size
        for ring in range(math.ceil(reach) + 2):
            # Everything in squares further out is further away than this.
            if best is not None and best[0] < (ring - 1) * self._size:
                break
            for square in self._round(column, row, ring):
                for line, (px, py) in square.items():
                    if (px - x) * (px - x) + (py - y) * (py - y) <= near:
                        found = round(math.dist((px, py), at), 4), line
                        if best is None or found < best:
                            best, near = found, (found[0] + 1e-4) ** 2
        if best is None:
            raise ValueError("nothing is left")
        number, spot = best[1]
        for index, point in enumerate(self._spots[number]):
            del self._squares[self._square(point)][number, index]
        del self._left[number]
        if 2 * len(self._left) < self._indexed:
            self._index()
        return number, spot


def _ends(line: Sequence[Point]) -> list[Point]:
    """Return where a line may begin: at either end, or at any point of a closed one."""
    return list(line[:-1]) if line[0] == line[-1] else [line[0], line[-1]]


def _from(line: Sequence[Point], spot: int) -> Polyline:
    """Return the line beginning at a spot of `_ends`."""
    if line[0] == line[-1]:
        ring = line[:-1]
        return Polyline((*ring[spot:], *ring[:spot]), True)
    return Polyline(tuple(reversed(line)) if spot else tuple(line))


def _connected(uses: Iterable[_Edge]) -> Iterator[list[_Edge]]:
    """Yield the edges of each connected part, in their order."""
    parent: dict[int, int] = {}

    def root(number: int) -> int:
        parent.setdefault(number, number)
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    ordered = list(uses)
    for a, b in ordered:
        parent[root(a)] = root(b)
    parts: dict[int, list[_Edge]] = defaultdict(list)
    for edge in ordered:
        parts[root(edge[0])].append(edge)
    yield from parts.values()


def _cluster(edges: Edges, part: Sequence[_Edge]) -> list[list[int]]:
    """Return the lines of a cluster, the closed outer boundary last."""
    boundary = _boundary(edges.points, part)
    outer = {(min(a, b), max(a, b)) for a, b in pairwise(boundary)}
    inner = [edge for edge in part if edge not in outer]
    return [*(line for piece in _connected(inner) for line in _trails(edges.points, piece)), boundary]


def _boundary(points: Sequence[Point], part: Sequence[_Edge]) -> list[int]:
    """Return the outer boundary of a part: from its topmost point, take the leftmost edge at each point."""
    near: dict[int, list[int]] = defaultdict(list)
    for a, b in part:
        near[a].append(b)
        near[b].append(a)
    start = min(near, key=lambda number: (points[number].y, points[number].x))
    # Before the topmost point the way comes from above; clockwise as seen, it first goes to the right.
    line, heading = [start], math.pi / 2
    while True:
        here = line[-1]
        at = points[here]

        def turn(other: int, at: Point = at, heading: float = heading) -> float:
            angle = math.atan2(points[other].y - at.y, points[other].x - at.x)
            return (angle - heading + math.pi) % (2 * math.pi)

        # Never go straight back, although the turn of that edge, 0, is the smallest.
        choices = [other for other in near[here] if len(line) < 2 or other != line[-2]]
        following = min(choices, key=turn)
        if here == start and len(line) > 1 and following == line[1]:
            return line
        line.append(following)
        heading = math.atan2(points[following].y - at.y, points[following].x - at.x)


def _trails(points: Sequence[Point], part: Sequence[_Edge]) -> Iterator[list[int]]:
    """Yield as few lines as possible that run over each edge of a connected part once, straight on if they can."""
    left: dict[int, dict[int, None]] = defaultdict(dict)
    for a, b in part:
        left[a][b] = left[b][a] = None

    def walk(start: int) -> list[int]:
        line = [start]
        while left[line[-1]]:
            here = line[-1]
            before = points[line[-2]] if len(line) > 1 else None
            following = min(left[here], key=lambda other: (_bend(before, points[here], points[other]), other))
            del left[here][following], left[following][here]
            line.append(following)
        return line

    odd = [number for number in left if len(left[number]) % 2]
    trails = [walk(number) for number in odd if len(left[number]) % 2]
    if not trails:
        trails.append(walk(next(iter(left))))
    # The rest are closed loops; each is inserted into a line that it meets.
    for index, line in enumerate(trails):
        spot = 0
        while spot < len(line):
            if left[line[spot]]:
                line[spot : spot + 1] = walk(line[spot])
            else:
                spot += 1
        trails[index] = line
    yield from trails


def _bend(before: Point | None, here: Point, after: Point) -> float:
    """Return the angle by which the line turns at a point, in radians."""
    if before is None:
        return 0.0
    turn = math.atan2(after.y - here.y, after.x - here.x) - math.atan2(here.y - before.y, here.x - before.x)
    return round(abs((turn + math.pi) % (2 * math.pi) - math.pi), 6)

"""Order the lines to cut: each edge once, and short ways between them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct

from beeprint.base.geometry import SAME, Point, Ring, area, bounds
from beeprint.laser.plan import Polyline

# Rings for the beam to follow: holes smaller by half a kerf, all of them clockwise.


def shrunk(hole: Ring, by: float) -> Ring:
    """Return a hole's outline moved inwards by `by` mm, half the kerf, so that the beam cuts it to size.

    ValueError if it is so narrow that no hole or several holes would be left.
    """
    import shapely  # numpy comes with it, and the dies of a press have no use for either

    left = shapely.Polygon(hole).buffer(-by, join_style="mitre") if by else shapely.Polygon(hole)
    if left.is_empty or not isinstance(left, shapely.Polygon):
        raise ValueError("the hole is narrower than the kerf")
    return clockwise([Point(x, y) for x, y in left.exterior.coords[:-1]])


def clockwise(points: Sequence[Point]) -> Ring:
    """Return a ring in clockwise direction, in which all outlines run."""
    return tuple(points) if area(points) > 0 else tuple(reversed(points))


# Merge the edges that rings share, wholly or in part, so that each is cut once.


#: Lines no further apart than this, in mm, count as one.
_ON = 1e-3
#: Lines within one of so many steps of half a turn count as parallel: over a metre they diverge by a tenth of that.
_ANGLES = 30_000_000


class Edges(Struct, frozen=True):
    """Distinct edges as pairs of numbers of `points`, each with how many rings it bounds."""

    points: tuple[Point, ...]
    uses: dict[tuple[int, int], int]


def distinct(rings: Iterable[Sequence[Point]]) -> Edges:
    """Return the edges of the rings, each once; edges that overlap on a line are split where one of them ends."""
    lines: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    directions: dict[int, tuple[float, float]] = {}
    for ring in rings:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            length = math.dist(a, b)
            if length < SAME:
                continue
            ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
            # A line's angle has no direction; the odd offset keeps round angles away from the boundaries of steps.
            key = int(math.atan2(uy, ux) % math.pi / math.pi * _ANGLES + 0.2718) % _ANGLES
            ux, uy = directions.setdefault(key, (ux, uy))
            along = sorted((a.x * ux + a.y * uy, b.x * ux + b.y * uy))
            lines[key].append((a.y * ux - a.x * uy, along[0], along[1]))
    numbers = PointNumbers()
    uses: dict[tuple[int, int], int] = {}
    for key, spans in lines.items():
        ux, uy = directions[key]
        for across, start, end, count in _once(spans):
            ends = [numbers.of(Point(t * ux - across * uy, t * uy + across * ux)) for t in (start, end)]
            if ends[0] != ends[1]:
                pair = (min(ends), max(ends))
                uses[pair] = uses.get(pair, 0) + count
    return Edges(tuple(numbers.points), uses)


def _once(spans: list[tuple[float, float, float]]) -> Iterator[tuple[float, float, float, int]]:
    """Yield the parts of parallel spans (offset, start, end) on the same lines, each once, with its number of spans."""
    spans.sort()
    group: list[tuple[float, float, float]] = []
    for span in spans:
        if group and span[0] - group[-1][0] > _ON:
            yield from _parts(group)
            group = []
        group.append(span)
    yield from _parts(group)


def _parts(group: Sequence[tuple[float, float, float]]) -> Iterator[tuple[float, float, float, int]]:
    """Yield the parts of the spans of one line."""
    ends = sorted(t for span in group for t in span[1:])
    marks = [t for index, t in enumerate(ends) if index == 0 or t - ends[index - 1] > SAME]
    ordered = sorted(group, key=lambda span: span[1])
    open_: list[tuple[float, float, float]] = []
    following = 0
    for start, end in pairwise(marks):
        middle = (start + end) / 2
        while following < len(ordered) and ordered[following][1] < middle:
            open_.append(ordered[following])
            following += 1
        open_ = [span for span in open_ if span[2] > middle]
        if open_:
            yield open_[0][0], start, end, len(open_)


class PointNumbers:
    """Numbers points; those no further apart than a thousandth of a millimetre get the same number."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._near: dict[tuple[int, int], list[int]] = defaultdict(list)

    def of(self, point: Point) -> int:
        """Return the number of a point."""
        column, row = math.floor(point.x / _ON), math.floor(point.y / _ON)
        for x in (column, column - 1, column + 1):
            for y in (row, row - 1, row + 1):
                for number in self._near.get((x, y), ()):
                    if math.dist(self.points[number], point) < _ON:
                        return number
        self.points.append(point)
        self._near[column, row].append(len(self.points) - 1)
        return len(self.points) - 1


_Edge = tuple[int, int]
_START = Point(0, 0)
#: The least size of squares in mm, and by how much the numbers of squares differ that lie side by side.
_LEAST, _ROW = 0.1, 1 << 24


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

    Whenever two thirds of the lines are taken, the squares grow, so that a search never crosses many empty ones.
    """

    def __init__(self, spots: Sequence[Sequence[Point]]) -> None:
        self._points = [point for line in spots for point in line]
        self._lines = [(number, spot) for number, line in enumerate(spots) for spot in range(len(line))]
        self._firsts = [0, *accumulate(map(len, spots))]
        self._left = dict.fromkeys(range(len(spots)))
        self._rounds: list[list[int]] = [[]]
        self._index()

    def _index(self) -> None:
        points = self._points
        left = [at for number in self._left for at in range(self._firsts[number], self._firsts[number + 1])]
        box = bounds([points[at] for at in left] or [_START])
        self._indexed = len(self._left)
        self._size = size = max(_LEAST, math.sqrt(box.width * box.height / max(1, len(left))))
        self._squares: dict[int, dict[int, Point]] = {}
        self._where: dict[int, int] = {}
        for at in left:
            x, y = point = points[at]
            square = self._where[at] = math.floor(x / size) * _ROW + math.floor(y / size)
            self._squares.setdefault(square, {})[at] = point

    def _round(self, ring: int) -> list[int]:
        """Return how far from a square, as they are numbered, those are that lie `ring` squares away; of 1, or less."""
        while len(self._rounds) <= ring:
            far = len(self._rounds)
            ends = [x * _ROW + y for x in (-far, far) for y in range(-far, far + 1)]
            sides = [x * _ROW + y for x in range(1 - far, far) for y in ((-far, far) if far > 1 else (-1, 0, 1))]
            self._rounds.append(ends + sides)
        return self._rounds[ring]

    def take(self, at: Point) -> tuple[int, int]:
        """Return the nearest line and its spot, and remove the line."""
        if not self._left:
            raise ValueError("nothing is left")
        x, y = at
        squares, size, ring = self._squares, self._size, 1
        middle = math.floor(x / size) * _ROW + math.floor(y / size)
        best, nearest_ = math.inf, -1
        # Squared, and a little more than `best`, which is rounded: most spots are further away.
        near = math.inf
        # Everything in squares further out is further away than that.
        while best + 1e-4 >= (ring - 1) * size:
            # From far away, all squares are fewer than those that lie between.
            last = ring * ring > len(squares)
            for square in squares if last else [middle + step for step in self._round(ring)]:
                if square not in squares:
                    continue
                for number, (px, py) in squares[square].items():
                    if (px - x) * (px - x) + (py - y) * (py - y) <= near:
                        distance = round(math.dist((px, py), at), 4)
                        if distance < best or (distance == best and number < nearest_):
                            best, nearest_, near = distance, number, (distance + 1e-4) ** 2
            if last:
                break
            ring += 1
        number, spot = self._lines[nearest_]
        self._remove(number)
        return number, spot

    def _remove(self, line: int) -> None:
        where, squares = self._where, self._squares
        for number in range(self._firsts[line], self._firsts[line + 1]):
            square = where[number]
            held = squares[square]
            if len(held) == 1:
                del squares[square]
            else:
                del held[number]
        del self._left[line]
        if 3 * len(self._left) < self._indexed:
            self._index()


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

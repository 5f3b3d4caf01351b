"""Bridges: short gaps in the cuts, which hold pieces in the sheet until they are pressed out."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from beeprint.base.geometry import Point, Ring, area
from beeprint.laser.plan import Polyline
from beeprint.laser.route import PointNumbers

_NEAR = 0.01
#: mm: how wide a slot is at most, in which a bridge would leave a burr where another piece has to fit.
_SLOT = 6.0

# A place on a ring: how far along, and the number of the point.
_Spot = tuple[float, int]


def bridges(rings: Sequence[Ring], count: int, gap: float) -> list[Point]:
    """Place bridges that hold all rings in the sheet, at least `count` on each, and return their middles.

    `gap` is how long the gaps in the lines are, in mm: a bridge and a kerf, as the beam burns half a kerf beyond each
    end of a line.

    A bridge on a shared edge only joins two neighbours, so each ring has one that leads to the sheet itself or to a
    ring that is held already. There is none in a slot, as long as there is room elsewhere.
    """
    numbers = PointNumbers()
    spots = _places(rings, count, gap, numbers)
    owners: dict[int, list[int]] = defaultdict(list)
    for index, places in enumerate(spots):
        for _, number in places:
            owners[number].append(index)
    chosen: dict[int, None] = {}
    order = [index for index, places in enumerate(spots) if any(len(owners[number]) == 1 for _, number in places)]
    known, held = set(order), set[int]()
    for index in order:
        length = sum(math.dist(a, b) for a, b in _edges(rings[index]))
        firm = [spot for spot in spots[index] if len(owners[spot[1]]) == 1 or held & {*owners[spot[1]]}]
        if not any(number in chosen for _, number in firm):
            chosen[_furthest(firm, _taken(spots[index], chosen), length)] = None
        held.add(index)
        while len(taken := _taken(spots[index], chosen)) < min(count, len(spots[index])):
            chosen[_furthest(spots[index], taken, length)] = None
        for _, number in spots[index]:
            order += [other for other in owners[number] if other not in known]
            known.update(owners[number])
    return [numbers.points[number] for number in chosen]


def _taken(spots: Sequence[_Spot], chosen: Iterable[int]) -> list[float]:
    """Return the positions of bridges along a ring."""
    return [way for way, number in spots if number in chosen]


def _furthest(spots: Sequence[_Spot], taken: Sequence[float], length: float) -> int:
    """Return the number of the spot furthest from all taken ones on a ring of a length, the first of equals."""

    def alone(spot: _Spot) -> float:
        ways = ((spot[0] - other) % length for other in taken)
        return round(min((min(way, length - way) for way in ways), default=length), 3)

    return max(spots, key=alone)[1]


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _spots(ring: Ring, count: int, gap: float) -> Iterator[tuple[float, Point]]:
    """Yield the spots for bridges: along each straight edge, away from its corners, or all round a curve.

    The middle of an edge comes first. Neighbours that share an edge have the same spots on it.
    """
    walked = 0.0
    straight = [_is_long(math.dist(a, b), gap) for a, b in _edges(ring)]
    steps = 2 * (count + 1)
    stride = max(1, len(ring) // (4 * steps))
    for index, ((a, b), long) in enumerate(zip(_edges(ring), straight, strict=True)):
        length = math.dist(a, b)
        if long:
            for step in sorted(range(1, steps), key=lambda step: (abs(2 * step - steps), step)):
                t = step / steps
                if min(t, 1 - t) * length > 1.5 * gap:
                    yield walked + t * length, Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
        elif index % stride == 0 and not any(straight):
            yield walked, a
        walked += length


def _places(rings: Sequence[Ring], count: int, gap: float, numbers: PointNumbers) -> list[list[_Spot]]:
    """Return the spots of each ring; those on an edge that two rings share have the same number."""
    spots = [[(way, numbers.of(point)) for way, point in _spots(ring, count, gap)] for ring in rings]
    counts = Counter(number for places in spots for _, number in places)
    shared = {number for number, times in counts.items() if times > 1}
    return [_clear(places, ring, shared, count, gap) for places, ring in zip(spots, rings, strict=True)]


def _clear(places: list[_Spot], ring: Ring, shared: set[int], count: int, gap: float) -> list[_Spot]:
    """Return the spots of a ring that are not in its slots; all where too few are left, or none that leads outside.

    Spots on edges that are `shared` with other rings stay, as these have them too.
    """
    inside = _in_slots(ring, gap)
    free_spots = [spot for spot in places if spot[1] in shared or not inside(spot[0])]
    if len(free_spots) < count or all(number in shared for _, number in free_spots):
        return places
    return free_spots


def _in_slots(ring: Ring, gap: float) -> Callable[[float], bool]:
    """Return whether a position along a ring lies in a slot: whether the ring faces itself there, nearby."""
    side = 1.0 if area(ring) > 0 else -1.0
    spots: list[tuple[float, float]] = []
    walked = 0.0
    edges = list(_edges(ring))
    for a, b in edges:
        length = math.dist(a, b)
        out = (side * (b.y - a.y) / length, side * (a.x - b.x) / length) if length else (0.0, 0.0)
        for c, d in edges if _is_long(length, gap) else ():
            # An edge that runs the other way, in front of this one: as far as the two face each other.
            along = [((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length for p in (d, c)]
            away = [(p.x - a.x) * out[0] + (p.y - a.y) * out[1] for p in (d, c)]
            low, high = max(along[0], 0.0), min(along[1], length)
            if high - low > _NEAR and min(away) > -_NEAR and _NEAR < max(away) < _SLOT:
                spots.append((walked + low, walked + high))
        walked += length
    return lambda way: any(low <= way <= high for low, high in spots)


def _is_long(length: float, gap: float) -> bool:
    """Return whether an edge is long enough for a bridge."""
    return length > 4 * gap


def cut(lines: Iterable[Polyline], middles: Sequence[Point], gap: float) -> Iterator[Polyline]:
    """Yield the lines with a gap of so many mm at each bridge; a closed line with gaps becomes open lines."""
    import shapely  # numpy comes with it, and dies without bridges have no use for either
    from shapely import LineString
    from shapely.ops import substring

    spots = shapely.STRtree([shapely.Point(middle) for middle in middles])
    half = gap / 2
    for line in lines:
        whole = LineString((*line.points, line.points[0]) if line.closed else line.points)
        near = spots.geometries.take(spots.query(whole, predicate="dwithin", distance=_NEAR))
        gaps = [(at - half, at + half) for at in sorted(whole.project(near).tolist())]
        if not gaps:
            yield line
            continue
        if line.closed:
            # Begin after the first gap, so that no part is split in two at the start.
            start = gaps[0][1] % whole.length
            first, last = substring(whole, start, whole.length), substring(whole, 0, start)
            whole = LineString((*first.coords, *last.coords[1:]))
            gaps = sorted(((a - start) % whole.length, (a - start) % whole.length + b - a) for a, b in gaps)
        ends = [0.0, *(value for gap in gaps for value in gap), whole.length]
        for begin, end in zip(ends[::2], ends[1::2], strict=True):
            if min(end, whole.length) - max(begin, 0) > _NEAR:
                part = substring(whole, max(begin, 0.0), min(end, whole.length))
                yield Polyline(tuple(Point(x, y) for x, y in part.coords))

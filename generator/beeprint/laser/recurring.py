"""What engraving makes of the parts of faces, worked out once for each: most recur on many faces, in the same place.

The faces of a deck share frames, icons and grounds, and often differ in little more than a name. So areas and lines are
taken apart into what does not reach each other, and each such part is known by its coordinates. What is worked out of
one follows from these alone, so that a face never depends on those before it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from beeprint.base.geometry import Point, Ring
from beeprint.laser import planar
from beeprint.laser.plan import Area, Polyline

# Points as they are kept of artwork, to a tenth of a micrometre, and the order in which it lies on a piece.


#: Sorts lines and areas in rows of a centimetre, each from left to right.
Row = tuple[int, float, float]
#: Makes a point of a pair, without the call of a function for each.
POINT = partial(tuple.__new__, Point)


def rounded(points: Iterable[tuple[float, float]]) -> Ring:
    """Return points to a tenth of a micrometre."""
    return tuple(map(POINT, [(round(x, 4), round(y, 4)) for x, y in points]))


def polyline(points: planar.Coordinates) -> Polyline:
    """Return a line through points; it is closed if it ends where it begins."""
    closed = len(points) > 3 and points[0] == points[-1]
    return Polyline(rounded(points[:-1] if closed else points), closed)


def in_rows(points: Iterable[tuple[float, float]]) -> Row:
    """Return a key that sorts lines and areas in rows of a centimetre, each from left to right."""
    x, y = min(points, key=lambda point: (point[1], point[0]))
    return math.floor(y / 10), x, y


_Result = TypeVar("_Result")
#: How many bytes of coordinates are known at most, after which all is forgotten: some hundred faces.
_MAX_KNOWN = 64_000_000


class Numbered(Struct, frozen=True):
    """Geometries without parts of their own, and the number by which each is known."""

    parts: NDArray[np.object_]
    numbers: list[int]

    def __add__(self, other: Numbered) -> Numbered:
        """Return these and others."""
        return Numbered(np.concatenate((self.parts, other.parts)), self.numbers + other.numbers)


class Recurring:
    """Works out what follows from parts, and remembers it."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._next = count()
        self._known: dict[Hashable, Any] = {}
        self._size = 0

    def tidy(self) -> None:
        """Forget all if it is too much; what was numbered before must not be asked for again."""
        if self._size > _MAX_KNOWN:
            self._numbers.clear()
            self._known.clear()
            self._size = 0

    def numbered(self, geometries: planar.Parts) -> Numbered:
        """Take geometries apart, and number their parts."""
        parts = shapely.get_parts(geometries)
        return Numbered(parts, self.numbers(parts))

    def numbers(self, geometries: planar.Parts) -> list[int]:
        """Return a number for each geometry, the same for those with the same coordinates."""
        return [self._number(key) for key in shapely.to_wkb(geometries).tolist()]

    def _number(self, key: bytes) -> int:
        number = self._numbers.get(key)
        if number is None:
            # A number is never given twice, so that it stays true for whoever keeps it.
            number = self._numbers[key] = next(self._next)
            self._size += len(key)
        return number

    def each(
        self, what: Hashable, keys: Sequence[Hashable], work: Callable[[list[int]], Iterable[_Result]]
    ) -> list[_Result]:
        """Return `what` for each of some keys; `work` is given the places of those for which it is not known."""
        known: dict[Hashable, _Result] = self._known.setdefault(what, {})
        fresh = {key: place for place, key in enumerate(keys) if key not in known}
        if fresh:
            known.update(zip(fresh, work([*fresh.values()]), strict=True))
        return [known[key] for key in keys]

    def within(self, some: Numbered, others: Numbered, distance: float) -> dict[int, list[int]]:
        """Return the places of the other parts that are within so many mm of a part, in order, by its place."""
        if not len(some.parts) or not len(others.parts):
            return defaultdict(list)
        boxes = np.add(shapely.bounds(some.parts), (-distance, -distance, distance, distance))
        places, near = STRtree(others.parts).query(shapely.box(*boxes.T))
        # One number for each pair: pairs are many.
        keys = (np.take(some.numbers, places) << 32 | np.take(others.numbers, near)).tolist()

        def measured(fresh: list[int]) -> list[bool]:
            firsts, other = some.parts[places[fresh]], others.parts[near[fresh]]
            # Whichever has more points is prepared, since many others lie around it.
            larger = shapely.get_num_coordinates(firsts) >= shapely.get_num_coordinates(other)
            firsts, other = np.where(larger, firsts, other), np.where(larger, other, firsts)
            shapely.prepare(firsts)
            near_enough: list[bool] = shapely.dwithin(firsts, other, distance).tolist()
            return near_enough

        known = np.array(self.each(("within", distance), keys, measured), bool)
        places, near = places[known], near[known]
        order = np.lexsort((near, places))
        result = defaultdict(list)
        for place, other in zip(places[order].tolist(), near[order].tolist(), strict=True):
            result[place].append(other)
        return result

    def groups(self, numbered_parts: Numbered, distance: float) -> list[list[int]]:
        """Return the places of parts in groups that are further than so many mm from each other."""
        groups = [[place] for place in range(len(numbered_parts.parts))]
        for place, near in self.within(numbered_parts, numbered_parts, distance).items():
            for other in near:
                first, more = groups[place], groups[other]
                if first is not more:
                    first += more
                    for member in more:
                        groups[member] = first
        return [sorted(group) for place, group in enumerate(groups) if place == min(group)]

    def broader(
        self, areas: Sequence[BaseGeometry], gap: float, width: float, least: float = 0.0
    ) -> tuple[list[BaseGeometry], list[BaseGeometry]]:
        """Close the slits of areas that are narrower than `gap` mm, and return the parts as `planar.broader` does.

        Of those that are not broad, what is smaller than `least` mm2 is left out.
        """
        union = self.numbered([planar.union(areas)])
        # Corners grow by the width of the gap at most; those that meet so belong to one group.
        groups = self.groups(union, 2.01 * gap)

        def worked(fresh: list[int]) -> Iterator[tuple[list[BaseGeometry], list[BaseGeometry]]]:
            for place in fresh:
                whole = shapely.geometrycollections(union.parts[groups[place]])
                broad, narrow = planar.broader(planar.closed(whole, gap), width)
                narrow = planar.larger(narrow, least) if least else narrow
                yield shapely.get_parts(broad).tolist(), shapely.get_parts(narrow).tolist()

        keys = [tuple(union.numbers[place] for place in group) for group in groups]
        pairs = self.each(("broader", gap, width, least), keys, worked)
        return [part for broad, _ in pairs for part in broad], [part for _, narrow in pairs for part in narrow]

    def hatch(self, areas: Sequence[BaseGeometry], spacing: float) -> list[Polyline]:
        """Hatch areas as `planar.hatch` does, in the order of their parts."""
        numbered = self.numbered(areas)

        def worked(fresh: list[int]) -> Iterator[list[Polyline]]:
            for part in numbered.parts[fresh]:
                yield [polyline(points) for points in planar.hatch(part, spacing)]

        return [line for some in self.each(("hatch", spacing), numbered.numbers, worked) for line in some]

    def apart(self, lines: Sequence[BaseGeometry], marks: Numbered, by: float) -> list[BaseGeometry]:
        """Return the parts of lines that are further than `by` mm away from all marks."""
        numbered = self.numbered(lines)
        # Coarse marks may reach further: whatever is near to any of the lines keeps all of them away.
        near = {other for some in self.within(numbered, marks, by).values() for other in some}
        reached = self.within(numbered, marks, 1.3 * by)
        around = [[other for other in reached[place] if other in near] for place in range(len(numbered.parts))]

        def worked(fresh: list[int]) -> Iterator[list[BaseGeometry]]:
            covers = [planar.around(coarse(around[place]), by) for place in fresh]
            for left in shapely.difference(numbered.parts[fresh], covers):
                yield shapely.get_parts(left).tolist()

        def coarse(places: list[int]) -> list[BaseGeometry]:
            numbers = [marks.numbers[place] for place in places]
            return self.each(
                ("coarse", by), numbers, lambda fresh: planar.coarse(marks.parts[[places[at] for at in fresh]], by)
            )

        keys = [
            (number, *(marks.numbers[other] for other in some))
            for number, some in zip(numbered.numbers, around, strict=True)
        ]
        return [part for some in self.each(("apart", by), keys, worked) for part in some]

    def chains(self, geometries: Sequence[BaseGeometry], rim: BaseGeometry) -> list[Polyline]:
        """Return lines outside a rim, in rows, joined where they meet end to end; dots are left out."""
        every = self._lines(geometries)

        def outside(fresh: list[int]) -> Iterator[list[BaseGeometry]]:
            for part in shapely.difference(every.parts[fresh], rim):
                yield shapely.get_parts(part).tolist()

        kept = self.each(("outside", *self.numbers([rim])), every.numbers, outside)
        joined = self._lines([planar.joined([part for some in kept for part in some])])

        def worked(fresh: list[int]) -> Iterator[tuple[Row, Polyline] | None]:
            for part in shapely.simplify(joined.parts[fresh], planar.FLAT):
                points = planar.points(part)
                yield (in_rows(points), polyline(points)) if part.length > planar.FLAT else None

        rows = self.each("chain", joined.numbers, worked)
        return [line for _, line in sorted((row for row in rows if row is not None), key=itemgetter(0))]

    def surfaces(self, geometry: BaseGeometry, least: float) -> list[Area]:
        """Return the areas of a geometry, in rows, their holes too; those under `least` mm2 are left out."""
        every = self.numbered([shapely.simplify(geometry, planar.FLAT)])

        def worked(fresh: list[int]) -> Iterator[list[tuple[Row, Area]]]:
            for part in every.parts[fresh]:
                rings = planar.rings(part, least)
                yield [(in_rows(rings[0]), Area(tuple(map(rounded, rings))))] if rings else []

        rows = [row for some in self.each(("surface", least), every.numbers, worked) for row in some]
        return [area for _, area in sorted(rows, key=itemgetter(0))]

    def edge(self, area: BaseGeometry, seen: BaseGeometry) -> BaseGeometry:
        """Return the outline of an area along the part of it that is seen."""
        if seen is area and (whole := area.boundary).geom_type == "LineString":
            return whole
        [edges] = self.each("edge", [tuple(self.numbers([area, seen]))], lambda _: [planar.edge(area, seen)])
        return edges

    def _lines(self, geometries: Sequence[BaseGeometry]) -> Numbered:
        parts = shapely.get_parts(geometries)
        parts = parts[np.isin(shapely.get_type_id(parts), planar.LINES) & ~shapely.is_empty(parts)]
        return Numbered(parts, self.numbers(parts))

"""Whether what is printed touches a line that it should be clear of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import reduce

from beeprint.base.geometry import SAME, Point, Rect, bounds, path_box
from beeprint.draw.outline import STEP, Edge, edges, rings
from beeprint.draw.shape import is_inside
from beeprint.face.layout import Area, Face, Ink

#: The least distance between an icon and the line of a shape, in mm: what a home printer keeps apart.
CLEARANCE = 0.15


class Lines:
    """Finds the lines that icons touch; pairs that faces share are compared once.

    Boxes are compared first, since most edges and lines lie far apart, and only then points.
    """

    def __init__(self) -> None:
        self._edges: dict[int, tuple[Edge, ...]] = {}
        self._reaches: dict[int, tuple[Rect, float]] = {}
        self._boxes: dict[int, Rect] = {}
        self._rings: dict[int, list[list[Point]]] = {}
        self._known: dict[tuple[int, int], tuple[bool, bool]] = {}

    def forget(self, gone: Set[int]) -> None:
        """Forget inks and areas, by their ids, that are no longer there."""
        for known in (self._edges, self._reaches, self._boxes, self._rings):
            for one in gone:
                known.pop(one, None)
        self._known = {pair: found for pair, found in self._known.items() if gone.isdisjoint(pair)}

    def touched(self, face: Face) -> Iterator[tuple[Ink, Area]]:
        """Yield each icon of a face, and each picture that has to stay inside, with a line beneath that it touches."""
        beneath: list[Area] = []
        for one in face.painted:
            if isinstance(one, Area):
                beneath.append(one)
            elif isinstance(one, Ink) and one.mark is not None and beneath and self.edges(one):
                for area in self._below(one, beneath):
                    yield one, area

    def _below(self, ink: Ink, beneath: Sequence[Area]) -> list[Area]:
        """Return the areas whose lines an icon touches, from the uppermost down to the filled shape that it lies on."""
        found: list[Area] = []
        for area in reversed(beneath):
            key = (id(ink), id(area))
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = self._touches(ink, area), self._lies_on(ink, area)
            touches, lies_on = known
            if touches:
                found.append(area)
            if lies_on:
                break
        return found

    def edges(self, ink: Ink) -> tuple[Edge, ...]:
        """Return the edges of a picture or icon."""
        found = self._edges.get(id(ink))
        if found is None:
            found = self._edges[id(ink)] = () if ink.mark is None else tuple(edges([ink.mark], ink.at))
        return found

    def reach(self, ink: Ink) -> tuple[Rect, float]:
        """Return a box that encloses the edges of a picture or icon that has some, and half its widest line."""
        found = self._reaches.get(id(ink))
        if found is None:
            box = reduce(Rect.union, (edge.box for edge in self.edges(ink)))
            found = self._reaches[id(ink)] = box, max(edge.half for edge in self.edges(ink))
        return found

    def _box(self, ink: Ink) -> Rect:
        """Return the box round the points of a picture's or icon's edges."""
        found = self._boxes.get(id(ink))
        if found is None:
            # From the largest edge down, so that few have to be followed point by point.
            for edge in sorted(self.edges(ink), key=lambda edge: edge.box.width * edge.box.height, reverse=True):
                if found is None or not found.contains(edge.box, 0):
                    box = bounds([point for point, _ in edge.spots])
                    found = box if found is None else found.union(box)
            assert found is not None
            self._boxes[id(ink)] = found
        return found

    def _outline(self, area: Area) -> list[list[Point]]:
        found = self._rings.get(id(area))
        if found is None:
            found = self._rings[id(area)] = list(rings(area.path, area.at))
        return found

    def _lies_on(self, ink: Ink, area: Area) -> bool:
        box, (around, _) = self._box_of(area), self.reach(ink)
        if not area.covers or not box.overlaps(around, -SAME):
            return False
        if not all(box.overlaps(edge.box, -SAME) for edge in self.edges(ink)):
            return False
        outline = self._outline(area)
        # Where no line runs through the larger box, its corners lie on the same side as those of the exact one.
        crossed = any(_within(around.grow(STEP), ring) for ring in outline)
        corners = (self._box(ink) if crossed else around).corners
        return all(is_inside(corner, ring) for ring in outline for corner in corners)

    def _touches(self, ink: Ink, area: Area) -> bool:
        if not area.line:
            return False
        least = area.line / 2 * area.at.scale + CLEARANCE
        box, widest = self.reach(ink)
        around = box.grow(least + widest)
        if not self._box_of(area).overlaps(around, -SAME):
            return False
        points = _within(around, (point for ring in self._outline(area) for point in ring))
        return any(
            math.dist(point, spot) < least + half
            for edge in self.edges(ink)
            for point in _within(edge.box.grow(least + edge.half), points)
            for spot, half in edge.spots
        )

    def _box_of(self, area: Area) -> Rect:
        return area.at.rect(path_box(area.path))


def _within(box: Rect, points: Iterable[Point]) -> list[Point]:
    """Return those of the points that lie in the box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [point for point in points if left <= point.x <= right and top <= point.y <= bottom]

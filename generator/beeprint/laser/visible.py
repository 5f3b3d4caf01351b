"""The visible parts of a drawing's marks, as areas and lines in mm, in painting order: later marks cover earlier ones.

Most of a face's marks recur: a symbol is placed on it many times, and again on the next face, perhaps in other colours.
What a mark shows, what its own marks leave of each other and what it covers are worked out once for each shape,
rotation and scale.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add
from typing import Any

import shapely
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from beeprint.base.geometry import IDENTITY, Affine, scale, translate
from beeprint.draw.drawing import Group, ImageMark, Layer, Mark, PathMark, Run, Symbol, Use, walk
from beeprint.draw.fonts import Fonts
from beeprint.draw.tone import lightness_and_opacity
from beeprint.laser import planar
from beeprint.laser.colourless import Shapes, painted

#: A stroke of at most the first width, in mm, is one line of the beam; up to the second, a line may stand for its area.
THIN, MEDIUM = 0.4, 1.2
#: A mark less opaque than this only shades what lies under it.
SHEER = 0.5
_MAX_KNOWN = 20_000


@dataclass(frozen=True)
class VisibleMark:
    """A mark on a face: its area, the visible part `seen`, its lightness; in a patch, the number of its lightness.

    `engrave` is the layout's setting, "" where the tone decides. For a thin stroke, `seen` is its middle line; a medium
    one has the visible part of its middle line in `middle`.
    """

    area: BaseGeometry
    seen: BaseGeometry
    light: float
    engrave: str
    thin: bool = False
    middle: BaseGeometry | None = None
    text: bool = False
    image: tuple[ImageMark, Affine] | None = None


class Patch:
    """Marks that no longer cover each other, and the area they cover together."""

    def __init__(self, marks: Iterable[VisibleMark], area: Callable[[], BaseGeometry] | None = None) -> None:
        self.marks = tuple(one for one in marks if not one.seen.is_empty)
        self._area = area

    @cached_property
    def area(self) -> BaseGeometry:
        """Return the area the marks cover, worked out once it is asked for: of the lowest marks, that is never."""
        return planar.union([one.area for one in self.marks]) if self._area is None else self._area()

    def moved(self, x: float, y: float, first: int) -> Patch:
        """Return the patch moved by x and y mm, with the numbers of its lights counted from `first`."""
        if not self.marks or not (x or y or first):
            return self
        if not (x or y):
            return Patch([replace(one, light=first + one.light) for one in self.marks], lambda: self.area)

        def there(geometry: Any) -> Any:
            return shapely.transform(geometry, lambda points: add(points, (x, y)))

        # Of most marks all is seen: these stay known by having one geometry for both.
        areas = there([one.area for one in self.marks])
        others = iter(there([each for one in self.marks for each in (one.seen, one.middle) if each is not one.area]))
        by = translate(x, y)
        marks = [
            replace(
                one,
                area=area,
                seen=area if one.seen is one.area else next(others),
                light=first + one.light,
                middle=next(others),
                image=one.image and (one.image[0], by @ one.image[1]),
            )
            for one, area in zip(self.marks, areas, strict=True)
        ]
        return Patch(marks, lambda: there(self.area))

    def within(self, clip: BaseGeometry) -> Patch:
        """Return the part of the patch inside a clip; marks wholly inside, as most are, are kept without computing."""
        if not self.marks or clip.is_empty:
            return NOTHING
        shapely.prepare(clip)
        areas = [one.area for one in self.marks]
        inside, beside = shapely.contains_properly(clip, areas), shapely.disjoint(clip, areas)
        marks = []
        for one, whole, gone in zip(self.marks, inside, beside, strict=True):
            if whole:
                marks.append(one)
            elif not gone:
                area, middle = shapely.intersection([one.area, one.middle], clip)
                seen = area if one.seen is one.area else shapely.intersection(one.seen, clip)
                marks.append(replace(one, area=area, seen=seen, middle=middle))
        return Patch(marks)


NOTHING = Patch(())


#: What a mark costs to engrave, and each pair of marks that lie over each other, in steps.
_MARK, _PAIR = 300, 20


def cost(symbol: Symbol) -> float:
    """Return what it costs to see which marks of a symbol cover which, in steps, from the boxes round them."""
    boxes = [at.rect(mark.reach) for mark, at in walk(symbol.marks) if mark.reach is not None]
    if len(boxes) < 2:
        return _MARK * len(boxes)
    left, top, right, bottom = zip(*((box.x, box.y, box.right, box.bottom) for box in boxes), strict=True)
    areas = shapely.box(left, top, right, bottom)
    return _MARK * len(boxes) + _PAIR * len(STRtree(areas).query(areas, predicate="intersects")[0])


class VisibleMarks:
    """Works out the visible parts of marks, and caches them for marks that recur, in whatever colours."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._shapes = Shapes()
        self._known: dict[tuple[object, ...], Patch] = {}

    def of(self, symbol: Symbol, piece: BaseGeometry) -> tuple[VisibleMark, ...]:
        """Return the visible marks of a symbol on a piece, in painting order, the ground first.

        The ground is white paper if no mark covers the piece.
        """
        _, lights = self._shapes.all(symbol.marks)
        found = self._all(symbol.marks, IDENTITY, 1.0, "").within(piece)
        marks = tuple(replace(one, light=lights[round(one.light)]) for one in found.marks)
        core = shapely.buffer(piece, -0.2)
        covered = shapely.covers([one.area for one in marks], core).tolist()
        for index in range(len(marks) - 1, -1, -1):
            one = marks[index]
            if covered[index] and not one.thin and one.image is None:
                return marks[index:]
        return VisibleMark(piece, _bare(piece, found), 100.0, ""), *marks

    def _all(self, marks: Iterable[Mark], at: Affine, opacity: float, engrave: str) -> Patch:
        patches, first = [], 0
        for mark in marks:
            patches.append(self._mark(mark, at, opacity, engrave, first))
            first += len(self._shapes.of(mark).lights)
        return _uncovered(patches)

    def _mark(self, mark: Mark, at: Affine, opacity: float, engrave: str, first: int) -> Patch:
        """Return the visible parts of a mark, its lights numbered from `first`.

        That is nothing if it is not to be engraved or nearly transparent.
        """
        turned = Affine(round(at.a, 9), round(at.b, 9), round(at.c, 9), round(at.d, 9), 0.0, 0.0)
        key = (self._shapes.of(mark).shape, turned, opacity, engrave)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            found = self._known[key] = self._fresh(mark, turned, opacity, engrave)
        return found.moved(at.e, at.f, first)

    def _fresh(self, mark: Mark, at: Affine, opacity: float, engrave: str) -> Patch:
        if isinstance(mark, Use):
            return self._all(mark.symbol.marks, at @ mark.transform, opacity, engrave)
        if isinstance(mark, Group):
            return self._group(mark, at, opacity * mark.opacity, mark.engrave or engrave)
        if mark.layer in (Layer.CUT, Layer.GUIDE):
            return NOTHING
        own = {Layer.ENGRAVE: "fill", Layer.SCORE: "score"}.get(mark.layer, engrave)
        if isinstance(mark, ImageMark):
            box = shapely.Polygon([at.point(*corner) for corner in mark.box.corners])
            return Patch([VisibleMark(box, box, 0, own, image=(mark, at))])
        if isinstance(mark, Run):
            return self._run(mark, at, opacity, own)
        return _uncovered(Patch([one]) for one in _path(painted(mark), at, opacity, own))

    def _group(self, mark: Group, at: Affine, opacity: float, engrave: str) -> Patch:
        if engrave == "none" or _sheer(opacity, engrave):
            return NOTHING
        space = at @ mark.transform
        found = self._all(mark.marks, space, opacity, engrave)
        if mark.clip is None:
            return found
        return found.within(planar.filled((ring for ring, _ in planar.flatten(mark.clip, space)), mark.even_odd))

    def _run(self, run: Run, at: Affine, opacity: float, engrave: str) -> Patch:
        """Return the outlines of a line of text as one area."""
        if _sheer(lightness_and_opacity(run.paint)[1] * opacity, engrave):
            return NOTHING
        font = self._fonts[run.font]
        place = at @ run.place @ scale(run.size / font.upem)
        letters = []
        for glyph in run.glyphs:
            spot = place @ Affine(1, 0, 0, 1, glyph.x, -glyph.y)
            letters.append(planar.filled(ring for ring, _ in planar.flatten(font.outline(glyph.number), spot)))
        area = planar.union(letters)
        return Patch([VisibleMark(area, area, 0, engrave, text=True)])


def _bare(piece: BaseGeometry, over: Patch) -> BaseGeometry:
    """Return what a patch leaves uncovered of a piece."""
    if not over.marks:
        return piece
    # Art that reaches the cut covers all paper by a few of its areas, in which the others lie.
    few = planar.union(planar.outermost([one.area for one in over.marks]))
    rest = planar.without(piece, [few])
    return rest if rest.is_empty else planar.without(piece, [over.area])


def _sheer(opacity: float, engrave: str) -> bool:
    """Return whether a mark is left out as nearly transparent; one with `engrave` in its layout never is."""
    return not engrave and opacity < SHEER


def _path(mark: PathMark, at: Affine, opacity: float, engrave: str) -> Iterator[VisibleMark]:
    parts = list(planar.flatten(mark.path, at))
    if mark.fill is not None and not _sheer(lightness_and_opacity(mark.fill)[1] * opacity, engrave):
        area = planar.filled((ring for ring, _ in parts), mark.even_odd)
        yield VisibleMark(area, area, 0, engrave)
    if mark.stroke is not None:
        growth = math.sqrt(abs(at.a * at.d - at.b * at.c))
        if not _sheer(lightness_and_opacity(mark.stroke.paint)[1] * opacity, engrave):
            line = planar.lines(parts, mark.stroke, growth)
            width = mark.stroke.width * growth
            thin = width <= THIN or engrave in ("line", "score")
            area = planar.broad(line, mark.stroke, growth)
            middle = line if not thin and width <= MEDIUM else None
            number = int(mark.fill is not None)
            yield VisibleMark(area, line if thin else area, number, engrave, thin, middle)


def _uncovered(patches: Iterable[Patch]) -> Patch:
    """Merge patches in painting order, each mark with the part that later patches leave uncovered."""
    over = [patch for patch in patches if patch.marks]
    if len(over) < 2:
        return over[0] if over else NOTHING
    # Nothing lies under the lowest patch, so its box is all that the tree needs of it.
    lowest = shapely.box(*shapely.total_bounds([one.area for one in over[0].marks]))
    areas = [lowest, *(patch.area for patch in over[1:])]
    found = [(number, one) for number, patch in enumerate(over) for one in patch.marks]
    covers: dict[int, list[BaseGeometry]] = defaultdict(list)
    below, above = STRtree(areas).query([one.seen for _, one in found], predicate="intersects")
    for low, high in zip(below.tolist(), above.tolist(), strict=True):
        if high > found[low][0]:
            covers[low].append(areas[high])
    marks = []
    for index, (_, one) in enumerate(found):
        if index in covers:
            middle = one.middle and planar.without(one.middle, covers[index])
            marks.append(replace(one, seen=planar.without(one.seen, covers[index]), middle=middle))
        else:
            marks.append(one)
    return Patch(marks, lambda: planar.union([over[0].area, *areas[1:]]))

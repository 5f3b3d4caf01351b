"""The visible parts of a drawing's marks, as areas and lines in mm, in painting order: later marks cover earlier ones.

Most of a face's marks recur: a symbol is placed on it many times, and again on the next face.
What a mark shows, what its own marks leave of each other and what it covers are worked out once for each rotation and
scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import add
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from beeprint.base.colour import BLACK
from beeprint.base.geometry import IDENTITY, Affine, scale, translate
from beeprint.drawing.drawing import Group, ImageMark, Layer, Mark, PathMark, Run, Solid, Stroke, Symbol, Use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.tone import lightness_and_opacity
from beeprint.laser import planar

#: The width, in mm, of a line that is scored although it is not painted: a hair.
_HAIR = 0.1


def painted(mark: PathMark) -> PathMark:
    """Return the mark with a paint: on a layer of its own, a path need not be painted to be scored or engraved."""
    if mark.fill is not None or mark.stroke is not None:
        return mark
    ink = Solid(BLACK)
    return replace(mark, fill=ink) if mark.layer is Layer.ENGRAVE else replace(mark, stroke=Stroke(ink, _HAIR))


#: A stroke of at most the first width, in mm, is one line of the beam; up to the second, a line may stand for its area.
THIN, MEDIUM = 0.4, 1.2
#: A mark less opaque than this only shades what lies under it.
SHEER = 0.5
_MAX_KNOWN = 20_000


class VisibleMark(Struct, frozen=True):
    """A mark on a face: its area, the visible part `seen` and its lightness.

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
        held = tuple(marks)
        gone = shapely.is_empty([patch.seen for patch in held]).tolist()
        self.marks = tuple(patch for patch, empty in zip(held, gone, strict=True) if not empty) if any(gone) else held
        self._area = area

    @cached_property
    def area(self) -> BaseGeometry:
        """Return the area the marks cover, worked out once it is asked for: of the lowest marks, that is never."""
        return planar.union([mark.area for mark in self.marks]) if self._area is None else self._area()

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """Return the box round the marks: left, top, right, bottom."""
        return tuple(shapely.total_bounds([mark.area for mark in self.marks]).tolist())

    def moved(self, x: float, y: float) -> Patch:
        """Return the patch moved by x and y mm."""
        if not self.marks or not (x or y):
            return self

        def there(geometry: Any) -> Any:
            return shapely.transform(geometry, lambda points: add(points, (x, y)))

        # Of most marks all is seen: these stay known by having one geometry for both.
        areas = there([mark.area for mark in self.marks])
        others = iter(
            there([each for mark in self.marks for each in (mark.seen, mark.middle) if each is not mark.area])
        )
        by = translate(x, y)
        marks = [
            replace(
                mark,
                area=area,
                seen=area if mark.seen is mark.area else next(others),
                middle=next(others),
                image=mark.image and (mark.image[0], by @ mark.image[1]),
            )
            for mark, area in zip(self.marks, areas, strict=True)
        ]
        return Patch(marks, lambda: there(self.area))

    def within(self, clip: BaseGeometry) -> Patch:
        """Return the part of the patch inside a clip; marks wholly inside, as most are, are kept without computing."""
        if not self.marks or clip.is_empty:
            return NOTHING
        shapely.prepare(clip)

        def cut(geometry: BaseGeometry) -> BaseGeometry:
            return shapely.intersection(geometry, clip)

        areas = np.array([mark.area for mark in self.marks])
        # The box round a mark has fewer points than the mark, and of most marks the box is inside too.
        inside, beside = (
            shapely.contains_properly(clip, shapely.box(*shapely.bounds(areas).T)),
            np.zeros(len(areas), bool),
        )
        rest = np.flatnonzero(~inside)
        inside[rest], beside[rest] = shapely.contains_properly(clip, areas[rest]), shapely.disjoint(clip, areas[rest])
        marks = []
        for mark, whole, gone in zip(self.marks, inside.tolist(), beside.tolist(), strict=True):
            if whole:
                marks.append(mark)
            elif not gone:
                area, middle = cut(mark.area), mark.middle and cut(mark.middle)
                seen = area if mark.seen is mark.area else cut(mark.seen)
                marks.append(replace(mark, area=area, seen=seen, middle=middle))
        return Patch(marks)


NOTHING = Patch(())


class VisibleMarks:
    """Works out the visible parts of marks, and caches them for marks that recur."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._known: dict[tuple[object, ...], Patch] = {}

    def of(self, symbol: Symbol, piece: BaseGeometry) -> tuple[VisibleMark, ...]:
        """Return the visible marks of a symbol on a piece, in painting order, the ground first.

        The ground is white paper if no mark covers the piece.
        """
        seen = self._all(symbol.marks, IDENTITY, 1.0, "").within(piece)
        core = shapely.buffer(piece, -0.2)
        covered = shapely.covers([mark.area for mark in seen.marks], core).tolist()
        for index in range(len(seen.marks) - 1, -1, -1):
            mark = seen.marks[index]
            if covered[index] and not mark.thin and mark.image is None:
                return seen.marks[index:]
        return VisibleMark(piece, _bare(piece, seen), 100.0, ""), *seen.marks

    def _all(self, marks: Iterable[Mark], at: Affine, opacity: float, engrave: str) -> Patch:
        return _uncovered(self._mark(mark, at, opacity, engrave) for mark in marks)

    def _mark(self, mark: Mark, at: Affine, opacity: float, engrave: str) -> Patch:
        """Return the visible parts of a mark: nothing if it is not to be engraved or nearly transparent."""
        turned = Affine(round(at.a, 9), round(at.b, 9), round(at.c, 9), round(at.d, 9), 0.0, 0.0)
        key = (mark.key, turned, opacity, engrave)
        patch = self._known.get(key)
        if patch is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            patch = self._known[key] = self._fresh(mark, turned, opacity, engrave)
        return patch.moved(at.e, at.f)

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
            return Patch([VisibleMark(box, box, 0.0, own, image=(mark, at))])
        if isinstance(mark, Run):
            return self._run(mark, at, opacity, own)
        return _uncovered(Patch([part]) for part in _path(painted(mark), at, opacity, own))

    def _group(self, mark: Group, at: Affine, opacity: float, engrave: str) -> Patch:
        if engrave == "none" or _sheer(opacity, engrave):
            return NOTHING
        space = at @ mark.transform
        marks = self._all(mark.marks, space, opacity, engrave)
        if mark.clip is None:
            return marks
        clip = planar.filled((ring for ring, _ in planar.flatten(mark.clip, space)), mark.even_odd)
        return marks.within(clip)

    def _run(self, run: Run, at: Affine, opacity: float, engrave: str) -> Patch:
        """Return the outlines of a line of text as one area."""
        light, own = lightness_and_opacity(run.paint)
        if _sheer(own * opacity, engrave):
            return NOTHING
        font = self._fonts[run.font]
        place = at @ run.place @ scale(run.size / font.upem)
        letters = []
        for glyph in run.glyphs:
            spot = place @ Affine(1, 0, 0, 1, glyph.x, -glyph.y)
            letters.append(planar.filled(ring for ring, _ in planar.flatten(font.outline(glyph.number), spot)))
        area = planar.union(letters)
        return Patch([VisibleMark(area, area, light, engrave, text=True)])


def _sheer(opacity: float, engrave: str) -> bool:
    """Return whether a mark is left out as nearly transparent; one with `engrave` in its layout never is."""
    return not engrave and opacity < SHEER


def _path(mark: PathMark, at: Affine, opacity: float, engrave: str) -> Iterator[VisibleMark]:
    parts = list(planar.flatten(mark.path, at))
    if mark.fill is not None:
        light, own = lightness_and_opacity(mark.fill)
        if not _sheer(own * opacity, engrave):
            area = planar.filled((ring for ring, _ in parts), mark.even_odd)
            yield VisibleMark(area, area, light, engrave)
    if mark.stroke is not None:
        light, own = lightness_and_opacity(mark.stroke.paint)
        if not _sheer(own * opacity, engrave):
            line = planar.lines(parts, mark.stroke, at.scale)
            width = mark.stroke.width * at.scale
            thin = width <= THIN or engrave in ("line", "score")
            area = planar.broad(line, mark.stroke, at.scale)
            middle = line if not thin and width <= MEDIUM else None
            yield VisibleMark(area, line if thin else area, light, engrave, thin, middle)


def _bare(piece: BaseGeometry, over: Patch) -> BaseGeometry:
    """Return what a patch leaves uncovered of a piece."""
    if not over.marks:
        return piece
    # Art that reaches the cut covers all paper by a few of its areas, in which the others lie.
    few = planar.outermost([mark.area for mark in over.marks])
    rest = planar.without(piece, [planar.union(few)])
    return rest if rest.is_empty else planar.without(piece, [over.area])


def _uncovered(patches: Iterable[Patch]) -> Patch:
    """Merge patches in painting order, each mark with the part that later patches leave uncovered."""
    patches = [patch for patch in patches if patch.marks]
    if len(patches) < 2:
        return patches[0] if patches else NOTHING
    marks: list[VisibleMark] = []
    for patch, above in zip(patches, _over(patches), strict=True):
        marks += _left(patch, [other.area for other in above]) if above else patch.marks
    return Patch(marks, lambda: planar.union([patch.area for patch in patches]))


def _left(patch: Patch, over: Sequence[BaseGeometry]) -> Iterable[VisibleMark]:
    """Return the marks of a patch, each with the part that areas over it leave uncovered."""
    covers: dict[int, list[BaseGeometry]] = defaultdict(list)
    below, above = STRtree(over).query([mark.seen for mark in patch.marks], predicate="intersects")
    for low, high in sorted(zip(below.tolist(), above.tolist(), strict=True)):
        covers[low].append(over[high])
    marks = list(patch.marks)
    for index, some in covers.items():
        seen, middle = marks[index].seen, marks[index].middle
        marks[index] = replace(
            marks[index], seen=planar.without(seen, some), middle=middle and planar.without(middle, some)
        )
    return marks


def _over(patches: Sequence[Patch]) -> list[list[Patch]]:
    """Return for each patch the later ones over it, by their boxes."""
    covers: list[list[Patch]] = [[] for _ in patches]
    boxes = shapely.box(*np.transpose([patch.bounds for patch in patches]))
    for low, high in sorted(zip(*STRtree(boxes).query(boxes).tolist(), strict=True)):
        if high > low:
            covers[low].append(patches[high])
    return covers

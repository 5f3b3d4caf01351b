"""The visible parts of a drawing's marks, as areas and lines in mm, in painting order: later marks cover earlier ones.

Most of a face's marks recur: a symbol is placed on it many times, and again on the next face, perhaps in other colours.
What a mark shows, what its own marks leave of each other and what it covers are worked out once for each shape,
rotation and scale.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from operator import add
from typing import Any, NamedTuple, TypeVar, cast

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

# Marks without their colours: numbers that tell shapes apart, and the lightness of what is painted in each.
#
# Pieces of several players, and of several species, often differ in their colours only. What their marks show of each
# other is then the same, and need not be worked out again.


#: The width, in mm, of a line that is scored although it is not painted: a hair.
_HAIR = 0.1


class Colourless(NamedTuple):
    """A mark without its colours: marks of one `shape` differ in colour only.

    `lights` are the lightnesses of what the mark paints, in painting order: a path's fill comes before its stroke.
    """

    shape: int
    lights: tuple[float, ...]


class Shapes:
    """Numbers the shapes of marks."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[str, Colourless] = {}

    def of(self, mark: Mark) -> Colourless:
        """Return a mark without its colours."""
        visible = self._known.get(mark.key)
        if visible is None:
            content, lights = self._taken_apart(mark)
            # A number is never given twice, so that it stays true for whoever keeps it.
            number = self._numbers.setdefault(content, len(self._numbers))
            visible = self._known[mark.key] = Colourless(number, lights)
        return visible

    def all(self, marks: Iterable[Mark]) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the shapes of several marks, and all their lights, one mark after the other."""
        every = [self.of(mark) for mark in marks]
        return tuple(visible.shape for visible in every), tuple(
            chain.from_iterable(visible.lights for visible in every)
        )

    def _taken_apart(self, mark: Mark) -> tuple[Hashable, tuple[float, ...]]:
        """Return all of a mark that its outlines follow from, and its lights."""
        if isinstance(mark, Use):
            shapes, lights = self.all(mark.symbol.marks)
            return ("use", shapes, mark.transform), lights
        if isinstance(mark, Group):
            shapes, lights = self.all(mark.marks)
            return ("group", shapes, mark.transform, mark.opacity, mark.clip, mark.even_odd, mark.engrave), lights
        if isinstance(mark, ImageMark):
            return ("image", mark.key), (0.0,)
        if isinstance(mark, Run):
            light, opacity = lightness_and_opacity(mark.paint)
            return ("run", mark.font, mark.size, mark.place, mark.glyphs, mark.layer, opacity), (light,)
        mark = painted(mark)
        paints = [] if mark.fill is None else [mark.fill]
        paints += [] if mark.stroke is None else [mark.stroke.paint]
        lights, opacities = zip(*map(lightness_and_opacity, paints), strict=True)
        line = mark.stroke and replace(mark.stroke, paint=Solid(BLACK))
        return ("path", mark.path, mark.fill is None, line, mark.even_odd, mark.layer, opacities), lights


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
#: How many points patches have that are kept because they followed from others, at most.
_MAX_POINTS = 2_000_000


class VisibleMark(Struct, frozen=True):
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

    def within(self, clip: BaseGeometry, cut: Callable[[BaseGeometry], BaseGeometry]) -> Patch:
        """Return the part of the patch inside a clip; marks wholly inside, as most are, are kept without computing.

        `cut` returns what of a geometry is inside the clip.
        """
        if not self.marks or clip.is_empty:
            return NOTHING
        shapely.prepare(clip)
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
                marks.append(
                    replace(mark, area=area, seen=area if mark.seen is mark.area else cut(mark.seen), middle=middle)
                )
        return Patch(marks)


NOTHING = Patch(())
_Found = TypeVar("_Found")


class VisibleMarks:
    """Works out the visible parts of marks, and caches them for marks that recur, in whatever colours."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._shapes = Shapes()
        self._known: dict[tuple[object, ...], Patch] = {}
        self._followed: dict[tuple[object, ...], tuple[Sequence[object], object]] = {}
        self._points = 0

    def of(self, symbol: Symbol, piece: BaseGeometry) -> tuple[VisibleMark, ...]:
        """Return the visible marks of a symbol on a piece, in painting order, the ground first.

        The ground is white paper if no mark covers the piece.
        """
        _, lights = self._shapes.all(symbol.marks)
        seen = self._within(self._all(symbol.marks, IDENTITY, 1.0, ""), piece)
        marks = tuple(replace(mark, light=lights[round(mark.light)]) for mark in seen.marks)
        core = shapely.buffer(piece, -0.2)
        covered = shapely.covers([mark.area for mark in marks], core).tolist()
        for index in range(len(marks) - 1, -1, -1):
            mark = marks[index]
            if covered[index] and not mark.thin and mark.image is None:
                return marks[index:]
        return VisibleMark(piece, self._bare(piece, seen), 100.0, ""), *marks

    def _all(self, marks: Iterable[Mark], at: Affine, opacity: float, engrave: str) -> Patch:
        patches, first = [], 0
        for mark in marks:
            patches.append((self._mark(mark, at, opacity, engrave), first))
            first += len(self._shapes.of(mark).lights)
        return self._uncovered(patches)

    def _mark(self, mark: Mark, at: Affine, opacity: float, engrave: str) -> Patch:
        """Return the visible parts of a mark: nothing if it is not to be engraved or nearly transparent."""
        turned = Affine(round(at.a, 9), round(at.b, 9), round(at.c, 9), round(at.d, 9), 0.0, 0.0)
        key = (self._shapes.of(mark).shape, turned, opacity, engrave)
        known_mark = self._known.get(key)
        if known_mark is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            known_mark = self._known[key] = self._fresh(mark, turned, opacity, engrave)
        if not known_mark.marks or not (at.e or at.f):
            return known_mark
        return self._once((known_mark,), lambda: known_mark.moved(at.e, at.f), at.e, at.f)

    def _once(self, things: Sequence[Patch | BaseGeometry], work: Callable[[], _Found], *more: object) -> _Found:
        """Return what follows from patches and geometries and something more, worked out once for these same ones."""
        key = (*map(id, things), *more)
        known = self._followed.get(key)
        if known is not None:
            return cast(_Found, known[1])
        if self._points > _MAX_POINTS:
            self._followed.clear()
            self._points = 0
        result = work()
        # All are kept with what follows from them, so that no others come to have their identities.
        self._followed[key] = things, result
        areas = [mark.area for mark in result.marks] if isinstance(result, Patch) else [result]
        self._points += int(shapely.get_num_coordinates(areas).sum())
        return result

    def _within(self, patch: Patch, clip: BaseGeometry) -> Patch:
        """Return the part of a patch inside a clip; what many faces show is cut once, with each clip."""
        outline = clip.wkb

        def cut(geometry: BaseGeometry) -> BaseGeometry:
            return self._once((geometry,), lambda: shapely.intersection(geometry, clip), "within", outline)

        return patch.within(clip, cut)

    def _bare(self, piece: BaseGeometry, over: Patch) -> BaseGeometry:
        """Return what a patch leaves uncovered of a piece."""
        if not over.marks:
            return piece
        # Art that reaches the cut covers all paper by a few of its areas, in which the others lie, on one face after
        # the other.
        few = planar.outermost([mark.area for mark in over.marks])
        rest = self._once(few, lambda: planar.without(piece, [planar.union(few)]), "bare", piece.wkb)
        return rest if rest.is_empty else planar.without(piece, [over.area])

    def _left(self, patch: Patch, over: Sequence[Patch]) -> Patch:
        """Return the marks of a patch, each with the part that others over it leave uncovered."""
        areas = [other.area for other in over]
        covers: dict[int, list[BaseGeometry]] = defaultdict(list)
        below, above = STRtree(areas).query([mark.seen for mark in patch.marks], predicate="intersects")
        for low, high in sorted(zip(below.tolist(), above.tolist(), strict=True)):
            covers[low].append(areas[high])

        def without(geometry: BaseGeometry, some: Sequence[BaseGeometry]) -> BaseGeometry:
            # Where something else lies over the patch on another face, most marks are under the same as before.
            return self._once((geometry, *some), lambda: planar.without(geometry, some))

        marks = list(patch.marks)
        for index, some in covers.items():
            mark = marks[index]
            marks[index] = replace(
                mark, seen=without(mark.seen, some), middle=mark.middle and without(mark.middle, some)
            )
        return Patch(marks)

    def _uncovered(self, patches: Iterable[tuple[Patch, int]]) -> Patch:
        """Merge patches in painting order, each mark with the part that later patches leave uncovered.

        With each patch comes the number of its first light.
        """
        over = [(patch, first) for patch, first in patches if patch.marks]
        if not over:
            return NOTHING
        covers = _over([patch for patch, _ in over])
        marks: list[VisibleMark] = []
        for (patch, first), above in zip(over, covers, strict=True):
            left = self._once((patch, *above), partial(self._left, patch, above)) if above else patch
            marks += [replace(mark, light=first + mark.light) for mark in left.marks] if first else left.marks
        if len(over) == 1:
            return over[0][0] if not over[0][1] else Patch(marks, lambda: over[0][0].area)
        return Patch(marks, lambda: planar.union([patch.area for patch, _ in over]))

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
        return self._uncovered((Patch([mark_]), 0) for mark_ in _path(painted(mark), at, opacity, own))

    def _group(self, mark: Group, at: Affine, opacity: float, engrave: str) -> Patch:
        if engrave == "none" or _sheer(opacity, engrave):
            return NOTHING
        space = at @ mark.transform
        marks = self._all(mark.marks, space, opacity, engrave)
        if mark.clip is None:
            return marks
        clip = planar.filled((ring for ring, _ in planar.flatten(mark.clip, space)), mark.even_odd)
        return self._within(marks, clip)

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


def _over(patches: Sequence[Patch]) -> list[list[Patch]]:
    """Return for each patch the later ones over it, by their boxes."""
    covers: list[list[Patch]] = [[] for _ in patches]
    if len(patches) > 1:
        boxes = shapely.box(*np.transpose([patch.bounds for patch in patches]))
        for low, high in sorted(zip(*STRtree(boxes).query(boxes).tolist(), strict=True)):
            if high > low:
                covers[low].append(patches[high])
    return covers

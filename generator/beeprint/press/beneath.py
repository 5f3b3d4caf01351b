"""What is below a mark on a page: areas of one paint each, and the inks that may be seen of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import Cmyk
from beeprint.base.geometry import Affine, Path, Point, Rect, transformed
from beeprint.drawing.drawing import Group, ImageMark, Mark, Paint, PathMark, Run, Solid, Use
from beeprint.drawing.flatten import subpaths
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import run_box
from beeprint.press.fine import is_fine_line, is_fine_text
from beeprint.press.icc import Values
from beeprint.press.inks import Inks, Printed

# The edges of outlines, as numbers: whether an outline goes round a box without touching it.


class Edges(Struct, frozen=True):
    """Straight edges, rows of x0, y0, x1, y1: those of all rings of an outline, each closed."""

    values: Values

    def moved(self, at: Affine) -> Edges:
        """Return the edges in another space."""
        a, b, c, d, e, f = at
        if not len(self.values) or (a, b, c, d, e, f) == (1, 0, 0, 1, 0, 0):
            return self
        points = self.values.reshape(-1, 2)
        return Edges((points @ np.array([[a, b], [c, d]]) + (e, f)).reshape(-1, 4))

    def goes_round(self, box: Rect, even_odd: bool) -> bool:
        """Return whether all of a box lies inside: no edge meets it, and its middle is inside by the rule."""
        return not self._meets(box) and self._holds(box.centre, even_odd)

    def misses(self, box: Rect, even_odd: bool) -> bool:
        """Return whether all of a box lies outside."""
        return not self._meets(box) and not self._holds(box.centre, even_odd)

    def _meets(self, box: Rect) -> bool:
        x0, y0, x1, y1 = self.values.T
        beside = (np.maximum(x0, x1) < box.x) | (np.minimum(x0, x1) > box.right)
        beside |= (np.maximum(y0, y1) < box.y) | (np.minimum(y0, y1) > box.bottom)
        return _meets(self.values[~beside], box)

    def _holds(self, point: Point, even_odd: bool) -> bool:
        """Return whether a point is inside by the rule."""
        x, y = point
        x0, y0, x1, y1 = self.values.T
        right = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
        up, down = (y0 <= y) & (y1 > y) & (right < 0), (y0 > y) & (y1 <= y) & (right > 0)
        turns = int(up.sum()) - int(down.sum())
        return turns % 2 == 1 if even_odd else turns != 0


def _meets(near: Values, box: Rect) -> bool:
    """Return whether any edge meets a box; `near` edges reach into it in both directions."""
    if not len(near):
        return False
    x0, y0, x1, y1 = near.T
    corners = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in box.corners]
    # An edge passes a box by where all corners are on one side of its line.
    passes = (np.min(corners, axis=0) > 0) | (np.max(corners, axis=0) < 0)
    return not passes.all()


def edges(mark: PathMark) -> Edges:
    """Return the edges of a mark's path."""
    return outline(mark.path)


@lru_cache(maxsize=8192)
def outline(path: Path) -> Edges:
    """Return the edges of a path, curves as chords."""
    rings = [np.array(points) for points, _ in subpaths(path) if len(points) > 2]
    closed = [np.column_stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    return Edges(np.concatenate(closed) if closed else np.zeros((0, 4)))


#: The paths that clip a mark, on the page, and whether their rule is even-odd; None where a group fades it.
Clips = tuple[tuple[Path, bool], ...] | None
# mm: letters may stand out of the box of their line a little.
_OVERHANG = 0.2


class Area(Struct, frozen=True):
    """A text, a picture, the fill of a path or its line, where it is on the page.

    `inks` are the process inks that may be seen of it, none of a spot ink; `solid` is what it prints if it has one
    colour. A placed symbol is an area too, with all its inks and no paint.
    """

    mark: Mark
    at: Affine
    box: Rect
    clips: Clips
    inks: frozenset[Cmyk]
    paint: Paint | None = None
    solid: Printed | None = None

    @property
    def overprints(self) -> bool:
        """Return whether this is printed in process inks that leave those below it."""
        return self.solid is not None and self.solid.overprint and not self.solid.spot

    @property
    def is_plain(self) -> bool:
        """Return whether this is a fill of one colour that hides what is below it."""
        if self.clips is None or self.overprints or not isinstance(self.mark, PathMark):
            return False
        return self.mark.fill is not None and self.solid is not None and self.opacity >= 1

    @property
    def opacity(self) -> float:
        """Return the least opacity of the paint; a picture's own transparency is not counted."""
        if self.paint is None:
            return 1.0
        stops = () if isinstance(self.paint, Solid) else self.paint.stops
        return min([self.paint.opacity, *(stop.opacity for stop in stops)])

    def hides(self, box: Rect) -> bool:
        """Return whether this is plain and covers all of a box."""
        if not self.is_plain or not self.box.contains(box, 0) or self.clips is None:
            return False
        if not all(outline(path).goes_round(box, even_odd) for path, even_odd in self.clips):
            return False
        assert isinstance(self.mark, PathMark)
        return edges(self.mark).moved(self.at).goes_round(box, self.mark.even_odd)

    def misses(self, box: Rect) -> bool:
        """Return whether this does not touch a box: a line that goes round it, or a fill beside it."""
        if not isinstance(self.mark, PathMark):
            return False
        if self.mark.fill is not None:
            return edges(self.mark).moved(self.at).misses(box, self.mark.even_odd)
        if self.mark.stroke is None:
            return False
        if not self.box.contains(box, 0):
            return False
        half = self.mark.stroke.width * self.at.scale / 2
        return edges(self.mark).moved(self.at).goes_round(box.grow(half), even_odd=False)


class Areas:
    """Finds the areas of marks; what is known of marks and pictures is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks, self.fonts = inks, fonts
        self._pictures: dict[str, Cmyk] = {}
        self._known: dict[tuple[int, Affine, Clips], tuple[Mark, tuple[Area, ...]]] = {}
        self._placed: dict[tuple[str, Affine, Clips], tuple[Area, ...]] = {}

    def of(self, mark: PathMark | ImageMark | Run, at: Affine, clips: Clips) -> tuple[Area, ...]:
        """Return the areas of a mark, the fill of a path before its line."""
        # Faces share the marks of slots that look the same on all of them.
        key = (id(mark), at, clips)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = mark, tuple(self._of(mark, at, clips))
        return known[1]

    def reaching(self, areas: Iterable[Area], box: Rect) -> Iterator[Area]:
        """Yield those areas that reach into a box; of symbols, their parts, the upper ones first as `areas` are."""
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        for area in areas:
            x, y, width, height = area.box
            if x >= right or y >= bottom or x + width <= left or y + height <= top:
                continue
            if isinstance(area.mark, Use):
                yield from self.reaching(reversed(self._inside(area.mark, area.at, area.clips)), box)
            else:
                yield area

    def _inside(self, mark: Use, at: Affine, clips: Clips) -> tuple[Area, ...]:
        """Return the areas of a placed symbol."""
        inner = at @ mark.transform
        key = (mark.symbol.key, inner, clips)
        if key not in self._placed:
            self._placed[key] = tuple(self._all(mark.symbol.marks, inner, clips))
        return self._placed[key]

    def _all(self, marks: Iterable[Mark], at: Affine, clips: Clips) -> Iterator[Area]:
        for mark in marks:
            if isinstance(mark, Group):
                inner = at @ mark.transform
                yield from self._all(mark.marks, inner, within(clips, mark, inner))
            elif isinstance(mark, Use):
                yield from self._all(mark.symbol.marks, at @ mark.transform, clips)
            else:
                yield from self.of(mark, at, clips)

    def _of(self, mark: PathMark | ImageMark | Run, at: Affine, clips: Clips) -> Iterator[Area]:
        if isinstance(mark, Run):
            box = at.rect(run_box(mark, self.fonts).grow(_OVERHANG))
            solid = self.inks.printed(mark.paint, is_fine_text(mark.size * at.scale * mark.place.scale))
            yield Area(mark, at, box, clips, _process(solid), mark.paint, solid)
        elif isinstance(mark, ImageMark):
            if mark.reach is not None:
                yield Area(mark, at, at.rect(mark.reach), clips, frozenset((self._picture(mark),)))
        else:
            # A line may go round something that is on the fill alone.
            fill, line = replace(mark, stroke=None), replace(mark, fill=None)
            if mark.fill is not None and fill.reach is not None:
                yield self._painted(fill, mark.fill, False, at, clips)
            if mark.stroke is not None and line.reach is not None:
                fine = is_fine_line(mark.stroke.width * at.scale)
                yield self._painted(line, mark.stroke.paint, fine, at, clips)

    def _painted(self, mark: PathMark, paint: Paint, fine: bool, at: Affine, clips: Clips) -> Area:
        assert mark.reach is not None
        box = at.rect(mark.reach)
        if isinstance(paint, Solid):
            solid = self.inks.printed(paint, fine)
            return Area(mark, at, box, clips, _process(solid), paint, solid)
        pairs = pairwise((*paint.stops, *paint.stops[-1:]))
        inks = (inks for pair, other in pairs for _, inks in self.inks.parts(pair, other))
        return Area(mark, at, box, clips, frozenset(inks), paint)

    def _picture(self, mark: ImageMark) -> Cmyk:
        """Return the most of each ink that a picture has somewhere."""
        if mark.digest not in self._pictures:
            most = self.inks.picture(mark.data).getextrema()
            self._pictures[mark.digest] = Cmyk(*(high / 2.55 for _, high in most))  # type: ignore[misc]
        return self._pictures[mark.digest]


def _process(printed: Printed) -> frozenset[Cmyk]:
    return frozenset(() if printed.spot else (printed.cmyk,))


def within(clips: Clips, group: Group, at: Affine) -> Clips:
    """Return the clips of marks in a group, whose space leads to the page by `at`; None where it fades them."""
    if clips is None or group.opacity < 1:
        return None
    return clips if group.clip is None else (*clips, (transformed(group.clip, at), group.even_odd))

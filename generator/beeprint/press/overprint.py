"""Whether inks that overprint stay under the limit, laid over what is below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from beeprint.base.colour import Cmyk
from beeprint.base.geometry import IDENTITY, Affine, Rect, transformed
from beeprint.draw.drawing import Drawing, Group, ImageMark, Mark, PathMark, Run, Solid, Symbol, Use, walk
from beeprint.draw.flatten import subpaths
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import run_box
from beeprint.press.fine import is_fine_line, is_fine_text
from beeprint.press.inks import Inks, Printed

_NONE = Cmyk(0, 0, 0, 0)
# mm: letters may stand out of the box of their line a little.
_OVERHANG = 0.2


class Overprints:
    """Judges pages; what is known of symbols and pictures is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks, self.fonts = inks, fonts
        self._symbols: dict[tuple[str, float], _Amounts] = {}
        self._pictures: dict[str, Cmyk] = {}
        self._placed: dict[tuple[str, Affine, bool], tuple[_Item, ...]] = {}

    def denied(self, drawing: Drawing) -> frozenset[str]:
        """Return the keys of marks on a page that must knock out: over what is below them they would pass the limit.

        What is below is taken from the boxes of marks, so that it may be overrated; it is never underrated. A symbol is
        judged as a whole.
        """
        found: set[str] = set()
        items = list(self._items(drawing.marks, IDENTITY, plain=True))
        for index, item in enumerate(items):
            if not item.amounts.over:
                continue
            below = item.amounts.most if isinstance(item.mark, Use) else _NONE
            for other in self._parts(reversed(items[:index]), item.box):
                below = _greater(below, other.amounts.most)
                if other.plain and _hides(other.mark, other.at, item.box):
                    break
            if any(_together(one, below).total > self.inks.limit for one in item.amounts.over):
                found.add(item.mark.key)
        return frozenset(found)

    def _parts(self, items: Iterable[_Item], box: Rect) -> Iterator[_Item]:
        """Yield what of items reaches into a box, the upper ones first; of symbols, their parts."""
        for item in items:
            if not item.box.overlaps(box):
                continue
            if isinstance(item.mark, Use):
                yield from self._parts(reversed(self._inside(item.mark, item.at, item.plain)), box)
            else:
                yield item

    def _inside(self, mark: Use, at: Affine, plain: bool) -> tuple[_Item, ...]:
        """Return the parts of a placed symbol."""
        key = (mark.symbol.key, at @ mark.transform, plain)
        if key not in self._placed:
            self._placed[key] = tuple(self._items(mark.symbol.marks, at @ mark.transform, plain))
        return self._placed[key]

    def _items(self, marks: Iterable[Mark], at: Affine, plain: bool) -> Iterator[_Item]:
        for mark in marks:
            if isinstance(mark, Group):
                whole = plain and mark.clip is None and mark.opacity >= 1
                yield from self._items(mark.marks, at @ mark.transform, whole)
            elif isinstance(mark, Run):
                yield _Item(
                    mark, at, at.rect(run_box(mark, self.fonts).grow(_OVERHANG)), self._amounts(mark, at), plain
                )
            elif mark.reach is not None:
                yield _Item(mark, at, at.rect(mark.reach), self._amounts(mark, at), plain)

    def _amounts(self, mark: Mark, at: Affine) -> _Amounts:
        if isinstance(mark, Use):
            return self._in_symbol(mark.symbol, (at @ mark.transform).scale)
        printed = [one for one in _printed(mark, at.scale, self.inks) if not one.spot]
        most = _NONE
        for inks in (*(one.cmyk for one in printed), *self._others(mark)):
            most = _greater(most, inks)
        return _Amounts(most, tuple(one.cmyk for one in printed if one.overprint))

    def _in_symbol(self, symbol: Symbol, scale: float) -> _Amounts:
        """Return the amounts of a whole symbol; how it is scaled decides which of its marks are fine."""
        key = (symbol.key, round(scale, 3))
        found = self._symbols.get(key)
        if found is None:
            most, over = _NONE, dict[Cmyk, None]()
            for mark, at in walk(symbol.marks, Affine(scale, 0, 0, scale, 0, 0)):
                if not isinstance(mark, Group | Use):
                    amounts = self._amounts(mark, at)
                    most = _greater(most, amounts.most)
                    over.update(dict.fromkeys(amounts.over))
            found = self._symbols[key] = _Amounts(most, tuple(over))
        return found

    def _others(self, mark: Mark) -> Iterator[Cmyk]:
        """Yield amounts of ink that a picture or a gradient has somewhere."""
        if isinstance(mark, ImageMark):
            if mark.digest not in self._pictures:
                most = self.inks.picture(mark.data).getextrema()
                self._pictures[mark.digest] = Cmyk(*(high / 2.55 for _, high in most))  # type: ignore[misc]
            yield self._pictures[mark.digest]
        elif isinstance(mark, PathMark):
            for paint in (mark.fill, mark.stroke.paint if mark.stroke else None):
                if paint is not None and not isinstance(paint, Solid):
                    for one, other in pairwise((*paint.stops, *paint.stops[-1:])):
                        yield from (found for _, found in self.inks.parts(one, other))


@dataclass(frozen=True, slots=True)
class _Amounts:
    """The most of each ink that something may have, and the inks in it that overprint."""

    most: Cmyk
    over: tuple[Cmyk, ...] = ()


@dataclass(frozen=True, slots=True)
class _Item:
    """A mark on a page; a plain one is neither clipped nor faded by groups round it."""

    mark: Mark
    at: Affine
    box: Rect
    amounts: _Amounts
    plain: bool


def _printed(mark: Mark, scale: float, inks: Inks) -> Iterator[Printed]:
    """Yield what a mark prints in one colour."""
    if isinstance(mark, Run):
        yield inks.of(mark.paint.colour, is_fine_text(mark.size * scale * mark.place.scale))
    elif isinstance(mark, PathMark):
        if isinstance(mark.fill, Solid):
            yield inks.of(mark.fill.colour)
        if mark.stroke is not None and isinstance(mark.stroke.paint, Solid):
            yield inks.of(mark.stroke.paint.colour, is_fine_line(mark.stroke.width * scale))


def _greater(one: Cmyk, other: Cmyk) -> Cmyk:
    return Cmyk(*map(max, one, other))


def _together(over: Cmyk, below: Cmyk) -> Cmyk:
    """Return the inks of a colour printed over another: its own where it has any (OPM 1)."""
    return Cmyk(*(one if one > 0 else other for one, other in zip(over, below, strict=True)))


def _hides(mark: Mark, at: Affine, box: Rect) -> bool:
    """Return whether an opaque fill without notches or holes covers all of a box."""
    if not (isinstance(mark, PathMark) and isinstance(mark.fill, Solid) and mark.fill.opacity >= 1):
        return False
    rings = list(subpaths(transformed(mark.path, at)))
    if len(rings) != 1:
        return False
    points, corners = np.array(rings[0][0]), np.array(box.corners)
    edges = np.roll(points, -1, axis=0) - points
    turns = _cross(edges, np.roll(edges, -1, axis=0))
    sides = _cross(edges[:, None], corners - points[:, None])
    return any(bool((sign * turns >= -1e-6).all() and (sign * sides >= -1e-6).all()) for sign in (1, -1))


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    found: np.ndarray = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return found

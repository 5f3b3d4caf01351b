"""Whether inks that overprint stay under the limit, laid over what is below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import Cmyk
from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, transformed
from beeprint.base.geometry import scale as enlarge
from beeprint.draw.drawing import Drawing, Group, ImageMark, Mark, PathMark, Run, Solid, Symbol, Use
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import run_box
from beeprint.press.edges import edges, outline
from beeprint.press.fine import detail, is_fine_line, is_fine_text
from beeprint.press.inks import Inks, Printed

_NONE = Cmyk(0, 0, 0, 0)
# The paths that clip a mark, and whether their rule is even-odd.
_Clips = tuple[tuple[Path, bool], ...] | None
# mm: letters may stand out of the box of their line a little.
_OVERHANG = 0.2


class Overprints:
    """Judges pages; what is known of symbols and pictures is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks, self.fonts = inks, fonts
        self._symbols: dict[tuple[str, tuple[float, ...]], _Amounts] = {}
        self._pictures: dict[str, Cmyk] = {}
        self._known: dict[tuple[int, Affine, _Clips], tuple[Mark, tuple[_Item, ...]]] = {}
        self._placed: dict[tuple[str, Affine, _Clips], tuple[_Item, ...]] = {}

    def denied(self, drawing: Drawing) -> frozenset[str]:
        """Return the keys of marks on a page that must knock out: over what is below them they would pass the limit.

        What is below is taken from the boxes of marks, so that it may be overrated; it is never underrated. A symbol is
        the same wherever it lies: where a mark in it must knock out over what is below the symbol, all of it does.
        """
        return self._judged(list(self._items(drawing.marks, IDENTITY, ())))[0]

    def denied_in(self, symbol: Symbol, scale: float) -> frozenset[str]:
        """Return the keys of marks in a symbol that must knock out over others in it; `scale` is that of its place."""
        return self._in_symbol(symbol, scale).denied

    def _judged(self, items: Sequence[_Item]) -> tuple[frozenset[str], tuple[_Over, ...]]:
        """Return the keys of marks that must knock out, and what of the others overprints."""
        denied: set[str] = set()
        allowed: dict[_Over, None] = {}
        for index, item in enumerate(items):
            if not item.amounts.over:
                continue
            lower = list(self._parts(reversed(items[:index]), item.box))
            over = [_laid(one, item, lower) for one in item.amounts.over]
            if any(_together(one.inks, one.below).total > self.inks.limit for one in over):
                denied.add(item.key)
            else:
                allowed |= dict.fromkeys(over)
        return frozenset(denied), tuple(allowed)

    def _parts(self, items: Iterable[_Item], box: Rect) -> Iterator[_Item]:
        """Yield what of items reaches into a box, the upper ones first; of symbols, their parts."""
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        for item in items:
            x, y, width, height = item.box
            if x >= right or y >= bottom or x + width <= left or y + height <= top:
                continue
            if isinstance(item.mark, Use):
                yield from self._parts(reversed(self._inside(item.mark, item.at, item.clips)), box)
            else:
                yield item

    def _inside(self, mark: Use, at: Affine, clips: _Clips) -> tuple[_Item, ...]:
        """Return the parts of a placed symbol."""
        key = (mark.symbol.key, at @ mark.transform, clips)
        if key not in self._placed:
            self._placed[key] = tuple(self._items(mark.symbol.marks, at @ mark.transform, clips))
        return self._placed[key]

    def _items(self, marks: Iterable[Mark], at: Affine, clips: _Clips) -> Iterator[_Item]:
        for mark in marks:
            # Faces share the marks of slots that look the same on all of them.
            key = (id(mark), at, clips)
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = mark, tuple(self._parts_of(mark, at, clips))
            yield from known[1]

    def _parts_of(self, mark: Mark, at: Affine, clips: _Clips) -> Iterator[_Item]:
        if isinstance(mark, Group):
            inner = at @ mark.transform
            yield from self._items(mark.marks, inner, _clipped(clips, mark, inner))
        elif isinstance(mark, Run):
            box = at.rect(run_box(mark, self.fonts).grow(_OVERHANG))
            yield _Item(mark.key, mark, at, box, self._amounts(mark, at), clips)
        elif isinstance(mark, PathMark) and mark.fill is not None and mark.stroke is not None:
            # Its line may go round something that lies on the fill alone.
            for part in (replace(mark, stroke=None), replace(mark, fill=None)):
                if part.reach is not None:
                    yield _Item(mark.key, part, at, at.rect(part.reach), self._amounts(part, at), clips)
        elif mark.reach is not None:
            yield _Item(mark.key, mark, at, at.rect(mark.reach), self._amounts(mark, at), clips)

    def _amounts(self, mark: Mark, at: Affine) -> _Amounts:
        if isinstance(mark, Use):
            return self._in_symbol(mark.symbol, (at @ mark.transform).scale)
        printed = [one for one in _printed(mark, at.scale, self.inks) if not one.spot]
        most = _NONE
        for inks in (*(one.cmyk for one in printed), *self._others(mark)):
            most = _greater(most, inks)
        return _Amounts(most, tuple(_Over(one.cmyk) for one in printed if one.overprint))

    def _in_symbol(self, symbol: Symbol, scale: float) -> _Amounts:
        """Return the amounts of a whole symbol; how it is scaled decides which of its marks are fine."""
        key = (symbol.key, detail(symbol, scale))
        found = self._symbols.get(key)
        if found is None:
            items = list(self._items(symbol.marks, enlarge(scale), ()))
            most = _NONE
            for item in items:
                most = _greater(most, item.amounts.most)
            denied, over = self._judged(items)
            own = tuple(replace(one, box=enlarge(1 / scale).rect(one.box)) for one in over if one.box and scale)
            found = self._symbols[key] = _Amounts(most, own, denied)
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


class _Amounts(Struct, frozen=True):
    """The most of each ink that something may have, and what in it overprints; `denied` knocks out in a symbol."""

    most: Cmyk
    over: tuple[_Over, ...] = ()
    denied: frozenset[str] = frozenset()


class _Over(Struct, frozen=True):
    """Inks that overprint, the most that is known to lie below them, and whether that hides all that is lower still.

    `box` is where they are, that of the whole mark if it is missing.
    """

    inks: Cmyk
    below: Cmyk = _NONE
    hides: bool = False
    box: Rect | None = None


class _Item(Struct, frozen=True):
    """A mark on a page or a part of one, with the paths that groups round it clip it to; None where they fade it.

    `key` is that of the whole mark.
    """

    key: str
    mark: Mark
    at: Affine
    box: Rect
    amounts: _Amounts
    clips: _Clips

    def goes_round(self, box: Rect) -> bool:
        """Return whether this is a line that goes round a box and does not touch it."""
        if not isinstance(self.mark, PathMark) or self.mark.fill is not None or self.mark.stroke is None:
            return False
        if not self.box.contains(box, 0):
            return False
        half = self.mark.stroke.width * self.at.scale / 2
        return edges(self.mark).moved(self.at).goes_round(box.grow(half), even_odd=False)

    def hides(self, box: Rect) -> bool:
        """Return whether an opaque fill covers all of a box."""
        mark = self.mark
        if self.clips is None or not isinstance(mark, PathMark) or not self.box.contains(box, 0):
            return False
        if not isinstance(mark.fill, Solid) or mark.fill.opacity < 1:
            return False
        if not all(outline(path).goes_round(box, even_odd) for path, even_odd in self.clips):
            return False
        return edges(mark).moved(self.at).goes_round(box, mark.even_odd)


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


def _laid(over: _Over, item: _Item, lower: Sequence[_Item]) -> _Over:
    """Return what overprints, laid over the items below it, the upper ones first."""
    at = item.at @ item.mark.transform if isinstance(item.mark, Use) else item.at
    box = item.box if over.box is None else at.rect(over.box)
    if over.hides:
        return _Over(over.inks, over.below, True, box)
    below = over.below
    for other in lower:
        if not other.box.overlaps(box):
            continue
        if not other.goes_round(box):
            below = _greater(below, other.amounts.most)
        if other.hides(box):
            return _Over(over.inks, below, True, box)
    return _Over(over.inks, below, False, box)


def _clipped(clips: _Clips, group: Group, at: Affine) -> _Clips:
    """Return the clips of marks in a group; None where it fades them."""
    if clips is None or group.opacity < 1:
        return None
    return clips if group.clip is None else (*clips, (transformed(group.clip, at), group.even_odd))

"""Print black over what is below it, held to what the limit of ink leaves.

An ink that overprints stays as it is. Where it would pass the limit over a colour, this colour is printed once more in
its shape, as thin as it has to be, and the ink overprints that: so no ink ends beside it, and a press that is a hair
out of register shows no white. This is decided once, on drawings, for files, plates and pictures alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import Cmyk
from beeprint.base.geometry import IDENTITY, Affine, Rect, rectangle, transformed, translate
from beeprint.base.geometry import scale as enlarge
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    Mark,
    PathMark,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    path_mark,
)
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import is_same
from beeprint.press.beneath import Area, Areas, Clips, within
from beeprint.press.fine import detail
from beeprint.press.inks import ROUNDING, FixedInk, Inks

#: How many colours below a mark are printed in its shape; over more, it knocks out.
MOST_COLOURS = 120


class Overprints:
    """Settles what overprints; what symbols become is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks, self.fonts = inks, fonts
        self._areas = Areas(inks, fonts)
        self._symbols: dict[tuple[str, tuple[float, ...]], _Settled] = {}
        self._heavy: dict[tuple[Cmyk, frozenset[Cmyk]], bool] = {}
        self._needs_ground = False  # whether inks overprint something through which what is lower shows

    def settled(self, drawing: Drawing) -> Drawing:
        """Return a page on which all that overprints stays under the limit."""
        return Drawing(drawing.box, tuple(self._marks(drawing.marks, IDENTITY, (), [], [])))

    def _marks(
        self, marks: Iterable[Mark], at: Affine, clips: Clips, below: list[Area], over: list[_Over]
    ) -> Iterator[Mark]:
        """Yield marks settled over the areas `below`; add theirs to these, and to `over` what still overprints."""
        for mark in marks:
            if isinstance(mark, Group):
                yield self._group(mark, at, clips, below, over)
            elif isinstance(mark, Use):
                yield self._use(mark, at, clips, below, over)
            else:
                yield from self._mark(mark, at, clips, below, over)

    def _group(self, mark: Group, at: Affine, clips: Clips, below: list[Area], over: list[_Over]) -> Group:
        inner = at @ mark.transform
        # A group that is faded is blended as a whole: nothing in it overprints what is below it.
        own, told = (below, over) if mark.opacity >= 1 else ([], [])
        marks = tuple(self._marks(mark.marks, inner, within(clips, mark, inner), own, told))
        if own is not below:
            below += own
        return mark if is_same(marks, mark.marks) else replace(mark, marks=marks)

    def _use(self, mark: Use, at: Affine, clips: Clips, below: list[Area], over: list[_Over]) -> Mark:
        """Settle a symbol, which is the same wherever it is, unless something in it is too much for what is below."""
        inner = at @ mark.transform
        if mark.symbol.reach is None:
            return mark
        known = self._symbol(mark.symbol, inner.scale)
        reaching = [replace(over_mark, box=inner.rect(over_mark.box)) for over_mark in known.over]
        if known.needs_ground or any(self._is_too_much(over_mark, below) for over_mark in reaching):
            return group(self._marks(mark.symbol.marks, inner, clips, below, over), mark.transform)
        below.append(Area(mark, at, inner.rect(mark.symbol.reach), clips, known.inks))
        over += reaching
        return mark if known.symbol is mark.symbol else replace(mark, symbol=known.symbol)

    def _symbol(self, symbol: Symbol, scale: float) -> _Settled:
        """Return a symbol settled by itself; how it is scaled decides which of its marks are fine."""
        key = (symbol.key, detail(symbol, scale))
        known = self._symbols.get(key)
        if known is None:
            below: list[Area] = []
            over: list[_Over] = []
            outside, self._needs_ground = self._needs_ground, False
            marks = tuple(self._marks(symbol.marks, enlarge(scale), (), below, over))
            back = enlarge(1 / scale if scale else 1)
            known = self._symbols[key] = _Settled(
                symbol if is_same(marks, symbol.marks) else Symbol.of(marks),
                frozenset(inks for area in below for inks in area.inks),
                tuple(dict.fromkeys(replace(mark, box=back.rect(mark.box)) for mark in over)),
                self._needs_ground,
            )
            self._needs_ground = outside
        return known

    def _is_too_much(self, over: _Over, below: Sequence[Area]) -> bool:
        """Return whether inks would pass the limit over something that is below them."""
        for area in self._areas.reaching(reversed(below), over.box):
            if self._is_heavy(over.inks, area) and not area.misses(over.box):
                return True
            if area.hides(over.box):
                return False
        return False

    def _is_heavy(self, over: Cmyk, area: Area) -> bool:
        """Return whether inks pass the limit over an area, or may over what that overprints itself."""
        if area.overprints and any(own and not other for own, other in zip(area.solid.cmyk, over, strict=True)):  # type: ignore[union-attr]
            return True
        key = over, area.inks
        if key not in self._heavy:
            most = self.inks.limit - ROUNDING
            self._heavy[key] = any(sum(over) + sum(_kept(over, inks)) > most for inks in area.inks)
        return self._heavy[key]

    def _mark(
        self, mark: PathMark | ImageMark | Run, at: Affine, clips: Clips, below: list[Area], over: list[_Over]
    ) -> Iterator[Mark]:
        """Yield a mark, with what is printed beneath it."""
        areas = self._areas.of(mark, at, clips)
        parts: list[Mark] = []
        settled = False
        for area in areas:
            if area.solid is not None and area.overprints:
                inks = area.solid.cmyk
                beneath, hides = self._beneath(area, inks, below)
                if beneath is None:
                    parts.append(_painted(area.mark, FixedInk.process(inks, area.opacity)))
                    settled = True
                else:
                    parts += [*beneath, area.mark]
                    settled = settled or bool(beneath)
                if not hides:
                    over.append(_Over(inks, area.box))
            else:
                parts.append(area.mark)
            below.append(area)
        yield from parts if settled else [mark]

    def _beneath(self, area: Area, inks: Cmyk, below: Sequence[Area]) -> tuple[list[Mark] | None, bool]:
        """Return what is printed in the shape of an area beneath it, and whether all that is lower is hidden there.

        None where inks cannot overprint: they knock out.
        """
        lower: list[Area] = []
        heavy: list[int] = []
        hidden = False
        for other in self._areas.reaching(reversed(below), area.box):
            if self._is_heavy(inks, other) and not other.misses(area.box):
                heavy.append(len(lower))
            lower.append(other)
            if other.hides(area.box):
                hidden = True
                break
        if not heavy:
            return [], hidden
        if not area.at.scale or area.clips is None or area.opacity < 1:
            return None, True
        plain = all(lower[index].is_plain for index in heavy)
        shown = lower[: heavy[-1] + 1] if plain else lower
        layers = [layer for other in reversed(shown) if (layer := self._layer(area, inks, other)) is not None]
        if len(layers) > MOST_COLOURS:
            return None, True
        if plain or hidden:
            return layers, hidden
        self._needs_ground = True
        return [self._shape(area, FixedInk.process(inks)), *layers], True

    def _layer(self, area: Area, over: Cmyk, lower: Area) -> Mark | None:
        """Return the shape of an area within a lower one, in its colour as thin as `over` needs it; None without any.

        A gradient or a picture is one colour there.
        """
        mark = lower.mark
        if lower.clips is None or lower.overprints or lower.opacity < 1 or lower.misses(area.box):
            return None
        if isinstance(mark, ImageMark) and bitmap.samples(mark.data).alpha is None:
            path, even_odd = rectangle(mark.box), False
        elif isinstance(mark, PathMark) and mark.fill is not None:
            path, even_odd = mark.path, mark.even_odd
        else:
            return None
        thin = FixedInk.process(_thin(over, lower.inks, self.inks.limit)) if lower.inks else lower.paint
        assert isinstance(thin, Solid)  # what has no process inks is one spot ink
        made = self._shape(area, thin)
        back = area.at.inverse()
        if not lower.hides(area.box):
            made = group([made], clip=transformed(path, back @ lower.at), even_odd=even_odd)
        for clip, rule in lower.clips:
            if (clip, rule) not in (area.clips or ()):
                made = group([made], clip=transformed(clip, back), even_odd=rule)
        return made

    def _shape(self, area: Area, paint: Solid) -> Mark:
        """Return the shape of an area in a paint; a text as outlines, so that it is not in the file twice."""
        mark = area.mark
        if isinstance(mark, Run):
            font = self.fonts[mark.font]
            unit = mark.place @ enlarge(mark.size / font.upem)
            letters = (
                transformed(font.outline(glyph.number), unit @ translate(glyph.x, -glyph.y)) for glyph in mark.glyphs
            )
            return path_mark(tuple(segment for letter in letters for segment in letter), paint)
        return _painted(mark, paint)


class _Over(Struct, frozen=True):
    """Inks that overprint whatever is below a symbol, and where."""

    inks: Cmyk
    box: Rect


class _Settled(Struct, frozen=True):
    """A symbol that is settled, the inks that may be seen of it, and what in it overprints what is below it.

    `needs_ground` where inks in it overprint a transparent colour: how thin that has to be depends on what is below the
    symbol, so that it is settled anew at each place.
    """

    symbol: Symbol
    inks: frozenset[Cmyk]
    over: tuple[_Over, ...]
    needs_ground: bool


def _painted(mark: Mark, paint: Solid) -> Mark:
    """Return the text, or the fill or the line of a path, in another paint."""
    if isinstance(mark, Run):
        return replace(mark, paint=paint)
    assert isinstance(mark, PathMark)
    if mark.stroke is not None:
        return replace(mark, stroke=replace(mark.stroke, paint=paint))
    return replace(mark, fill=paint)


def _kept(over: Cmyk, below: Cmyk) -> list[float]:
    """Return the inks that stay where a colour is printed over another: those of which it has none (OPM 1)."""
    return [0.0 if own > 0 else other for own, other in zip(over, below, strict=True)]


def _thin(over: Cmyk, inks: Collection[Cmyk], limit: float) -> Cmyk:
    """Return the inks of a colour, the mean of several, as far as the limit leaves room for them beneath others."""
    kept = [_kept(over, ink) for ink in inks]
    mean = [sum(amounts) / len(kept) for amounts in zip(*kept, strict=True)]
    share = min(1.0, max(0.0, limit - ROUNDING - sum(over)) / max(sum(mean), 1e-9))
    return Cmyk(*(round(amount * share, 1) for amount in mean))

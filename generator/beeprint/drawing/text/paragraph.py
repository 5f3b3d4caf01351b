"""Prepare a paragraph for line breaking: its characters, styles, directions and atoms."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category, east_asian_width

from msgspec import Struct
from msgspec.structs import replace

from beeprint.drawing.drawing import Glyph, Solid
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text.breaks import INVISIBLE, SOFT_HYPHEN, clusters, hyphens, opportunities, phrases, rests
from beeprint.drawing.text.fallback import BOX
from beeprint.drawing.text.levels import BOTH_WAYS, levels
from beeprint.drawing.text.markup import Part

#: What stands for an inline icon in a paragraph's characters.
ICON = "\ufffc"
#: The space between a number and the icon of what is counted, where no line ends.
_COUNTED = re.compile(rf"(?<=[\d\u00bc-\u00be]) (?={ICON})")
#: The blank, in em, that stays between the ink of an icon and a mark beside it: as much as a letter has at its side.
_BEARING = 0.05
#: The Unicode categories of opening marks and of closing ones, which touch the word after them or before them.
_OPENING, _CLOSING = ("Ps", "Pi"), ("Pe", "Pf", "Po")
_INKLESS = frozenset({" ", ICON})
# A long word is shaped in pieces of at most this many parts, to keep the work linear.
_MOST_PARTS = 16
# Directional controls, dropped once the levels are known.
_CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Breadth(NamedTuple):
    """The width of an icon, and how much of that is blank on the left and on the right of its ink."""

    width: float
    left: float = 0.0
    right: float = 0.0

    def scaled(self, by: float) -> Breadth:
        """Return the breadth of a larger or smaller icon."""
        return Breadth(*(by * length for length in self))


class Span(NamedTuple):
    """Characters that look alike: from `start` on in one font and paint, or one icon of a width in em.

    `left` and `right` are how far the blank edges of the icon's picture extend beyond that width.
    """

    start: int
    font: str
    paint: Solid
    icon: str = ""
    width: float = 0.0
    left: float = 0.0
    right: float = 0.0


class Atom(NamedTuple):
    """An unbreakable unit of characters without a space; widths in em.

    `spaced`: it follows a space; `free`: a line may begin with it. `hyphen` is the width of the hyphen if a line breaks
    before it, `lead` the extra width at the start of a line, where it loses its kerning.
    """

    start: int
    end: int
    width: float
    spaced: bool = False
    free: bool = False
    hyphen: float = 0.0
    lead: float = 0.0


class Paragraph(Struct, frozen=True, dict=True):
    """A paragraph's visible characters; `base` is 1 where it runs from right to left, `levels` empty if all runs right.

    `breaks` are the places before which a line may begin, `soft` those of them where the line before shows a hyphen,
    `rests` those where a text in ideographs pauses.
    """

    fonts: Fonts
    language: str
    text: str
    spans: tuple[Span, ...]
    breaks: frozenset[int]
    soft: frozenset[int]
    base: int = 0
    levels: tuple[int, ...] = ()
    rests: frozenset[int] = frozenset()

    @cached_property
    def seams(self) -> tuple[frozenset[int], ...]:
        """Return the breaks that centred lines of ideographs prefer: pauses, then also the beginnings of phrases."""
        if not self.rests and not any(east_asian_width(char) in "WF" for char in self.text):
            return ()
        pauses = self.rests | self.soft
        return pauses, pauses | (self.breaks & phrases(self.text))

    def span(self, index: int) -> Span:
        """Return the span of a character."""
        spans = self.spans
        return spans[0] if len(spans) == 1 else spans[bisect_right(self._starts, index) - 1]

    def span_end(self, index: int) -> int:
        """Return where the span of a character ends."""
        if len(self.spans) == 1:
            return len(self.text)
        place = bisect_right(self._starts, index)
        return self._starts[place] if place < len(self._starts) else len(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self.spans]

    @cached_property
    def _cuts(self) -> list[int]:
        """Return the places where shaping is split: styles, directions, spaces, ideographs."""
        text, levels_of = self.text, self.levels
        starts = {*(span.start for span in self.spans), len(text)}
        space = text.find(" ")
        while space >= 0:
            starts |= {space, space + 1}
            space = text.find(" ", space + 1)
        starts.update(index for index in range(1, len(levels_of)) if levels_of[index] != levels_of[index - 1])
        parts = 0
        for place in sorted(self.breaks):
            if place in starts:
                parts = 0
                continue
            parts += 1
            wide = any(east_asian_width(char) in "WF" for char in text[place - 1 : place + 1])
            if wide or parts == _MOST_PARTS:
                starts.add(place)
                parts = 0
        return sorted(starts)

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the pieces of a stretch of characters that are shaped one by one, spaces by themselves."""
        if start >= end:
            return iter(())
        cuts = self._cuts
        return pairwise((start, *cuts[bisect_right(cuts, start) : bisect_left(cuts, end)], end))

    def shape(self, start: int, end: int, tail: str = "") -> tuple[tuple[Glyph, ...], int]:
        """Return the glyphs of a piece and its advance in font units; `tail` is a hyphen drawn after it."""
        key = start, end, tail
        glyphs = self._shaped.get(key)
        if glyphs is None:
            glyphs = self._shaped[key] = self._shape(start, end, tail)
        return glyphs

    @cached_property
    def _shaped(self) -> dict[tuple[int, int, str], tuple[tuple[Glyph, ...], int]]:
        return {}

    def _shape(self, start: int, end: int, tail: str) -> tuple[tuple[Glyph, ...], int]:
        font = self.fonts[self.span(start).font]
        text = self.text[start:end] + tail
        if not self.levels:
            return font.shape(text, self.language)
        around = (self.text[max(0, start - 5) : start], "" if tail else self.text[end : end + 5])
        return font.shape(text, self.language, self.levels[start] % 2 == 1, around)

    def width(self, start: int, end: int, tail: str = "") -> float:
        """Return the width of a stretch of characters in em, spaces not counted."""
        total, text = 0.0, self.text
        for begin, stop in self.pieces(start, end):
            if text[begin] == " ":
                continue
            span = self.span(begin)
            if span.icon:
                total += span.width
            else:
                advance = self.shape(begin, stop, tail if stop == end else "")[1]
                total += advance / self.fonts[span.font].upem
        return total

    @cached_property
    def reach(self) -> tuple[float, float]:
        """Return how far the ink of its letters, icons left out, reaches above and below a baseline, in em."""
        return self.reach_of(0, len(self.text))

    def reach_of(self, start: int, end: int) -> tuple[float, float]:
        """Return how far the ink of a stretch of letters, icons left out, reaches above and below a baseline, in em."""
        above = below = 0.0
        text, fonts = self.text, self.fonts
        for begin, stop in self.pieces(start, end):
            if text[begin] not in _INKLESS:
                font = fonts[self.span(begin).font]
                high, low = font.reach(self.shape(begin, stop)[0])
                above, below = max(above, high / font.upem), max(below, low / font.upem)
        return above, below

    @property
    def has_icons(self) -> bool:
        """Return whether it shows an icon."""
        return ICON in self.text and any(span.icon for span in self.spans)

    def hyphen(self, index: int) -> str:
        """Return the hyphen to draw after a character: the font's hyphen, or else hyphen-minus."""
        font = self.fonts[self.span(index).font]
        return "\u2010" if 0x2010 in font.characters else "-"

    def unbroken(self, space: float) -> float:
        """Return how far the words of a single line reach, spaces of this width between them; in em."""
        widest = self._unbroken.get(space)
        if widest is None:
            most = used = self.atoms[0].width if self.atoms else 0.0
            for atom in self.atoms[1:]:
                used = used + atom.width + (space if atom.spaced else 0.0)
                most = max(most, used)
            widest = self._unbroken[space] = most
        return widest

    @cached_property
    def _unbroken(self) -> dict[float, float]:
        return {}

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """Return the atoms in reading order."""
        atoms: list[Atom] = []
        at = 0
        for word in self.text.split(" "):
            end = at + len(word)
            if word:
                inner = [place for place in range(at + 1, end) if place in self.breaks] if self.breaks else []
                if inner or at in self.soft:
                    atoms += self._word(at, end, inner, bool(atoms))
                else:
                    atoms.append(Atom(at, end, self.width(at, end), bool(atoms), at in self.breaks))
            at = end + 1
        return tuple(atoms)

    def opened(self, room: float) -> Paragraph:
        """Return the paragraph with what is wider than `room`, in em, breakable between any two letters."""
        atoms, breaks = self.atoms, set[int]()
        heads = [index for index, atom in enumerate(atoms) if atom.free or not index]
        for first, after in zip(heads, [*heads[1:], len(atoms)], strict=True):
            start, end = atoms[first].start, atoms[after - 1].end
            if self.width(start, end) > room:
                breaks |= {start + place for place, _ in clusters(self.text[start:end]) if place}
        return replace(self, breaks=self.breaks | breaks) if breaks else self

    def _word(self, start: int, end: int, inner: Sequence[int], spaced: bool) -> Iterator[Atom]:
        """Yield the atoms of a word; their widths add up to that of the word shaped as a whole."""
        for part, stop in zip([start, *inner], [*inner, end], strict=True):
            index = bisect_right(self._cuts, part)
            first, last = self._cuts[index - 1], self._cuts[index]
            before = self.width(first, part)
            lead = self.width(part, last) - (self.width(first, last) - before) if first < part else 0.0
            hyphen = 0.0
            if part in self.soft:
                origin = self._cuts[bisect_right(self._cuts, part - 1) - 1]
                hyphen = self.width(origin, part, self.hyphen(part - 1)) - self.width(origin, part)
            free = part > start or start in self.breaks
            yield Atom(part, stop, self.width(first, stop) - before, spaced and part == start, free, hyphen, lead)


def prepare(
    fonts: Fonts,
    parts: Sequence[tuple[Part, str, Solid]],
    breadth: Callable[[str], Breadth],
    language: str = "",
    patterns: str = "",
) -> Paragraph:
    """Make a paragraph of parts, each with its font and paint; `patterns` is the language to hyphenate in.

    `breadth` gives that of an icon in em.

    Runs of spaces become one; invisible break characters are removed.
    """
    raw: list[str] = []
    said: list[str] = []  # the same, with each letter that a box stands for
    marks: list[Span] = []
    length = 0
    for part, font, paint in parts:
        text = part.text.replace("\t", " ")
        while "  " in text:
            text = text.replace("  ", " ")
        if text[:1] == " " and (not raw or raw[-1][-1] == " "):
            text = text[1:]
        if part.icon:
            marks.append(Span(length, font, paint, part.icon, *breadth(part.icon)))
            said.append(part.text[:1] if part.icon.startswith(BOX) else ICON)
            text = ICON
        elif text and (not marks or marks[-1].icon or (marks[-1][1:3] != (font, paint) and text != " ")):
            # A space between two styles takes the first one's.
            marks.append(Span(length, font, paint))
        if text:
            said += () if part.icon else (text,)
            raw.append(text)
            length += len(text)
    return _visible("".join(raw).rstrip(" "), "".join(said).rstrip(" "), fonts, marks, language, patterns)


def _visible(raw: str, said: str, fonts: Fonts, marks: Sequence[Span], language: str, patterns: str) -> Paragraph:
    """Make a paragraph of raw characters, removing invisible ones; lines break, and run, by what is `said`."""
    # An icon breaks like a letter: never from an adjacent number or bracket.
    breaks = {*opportunities(said.replace(ICON, "x"))}
    breaks -= {match.end() for match in _COUNTED.finditer(raw)} if ICON in raw else set()
    soft = {place for place in breaks if raw[place - 1] == SOFT_HYPHEN}
    if patterns:
        added = {*hyphens(raw, patterns)} - breaks
        breaks, soft = breaks | added, soft | added
    pauses = rests(said, frozenset(breaks))
    base, shown_levels = levels(said) if BOTH_WAYS.search(said) else (0, ())
    hidden = (
        [index for index, char in enumerate(raw) if char in INVISIBLE or char in _CONTROLS] if not raw.isascii() else []
    )
    if hidden:
        gone = {*hidden}

        def moved(place: int) -> int:
            return place - bisect_right(hidden, place - 1)

        marks = [span._replace(start=moved(span.start)) for span in marks]
        breaks, soft = {moved(place) for place in breaks}, {moved(place) for place in soft}
        pauses = frozenset(moved(place) for place in pauses)
        shown_levels = tuple(level for index, level in enumerate(shown_levels) if index not in gone)
        raw = "".join(char for index, char in enumerate(raw) if index not in gone)
    return Paragraph(
        fonts,
        language,
        raw,
        _kerned(marks, raw, shown_levels),
        frozenset(breaks),
        frozenset(soft),
        base,
        shown_levels,
        pauses,
    )


def _kerned(spans: Sequence[Span], text: str, shown_levels: Sequence[int]) -> tuple[Span, ...]:
    """Return spans whose icons are without their blank edges where a mark touches them."""
    return tuple(_close(span, text, shown_levels) if span.icon else span for span in spans)


def _close(icon: Span, text: str, shown_levels: Sequence[int]) -> Span:
    """Return an icon without its blank edge where a mark touches it: a full stop is as close to it as to a letter."""
    before, after = text[icon.start - 1 : icon.start], text[icon.start + 1 : icon.start + 2]
    touched = [bool(before) and category(before) in _OPENING, bool(after) and category(after) in _CLOSING]
    if shown_levels and shown_levels[icon.start] % 2:  # it runs from right to left
        touched.reverse()
    left, right = (max(0.0, blank - _BEARING) * is_so for blank, is_so in zip(icon[-2:], touched, strict=True))
    return icon._replace(width=icon.width - left - right, left=left, right=right)

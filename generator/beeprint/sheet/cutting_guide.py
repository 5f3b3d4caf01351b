"""Draw in which order to cut sheets: a small picture of each, its cuts numbered and measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Affine, Point, Rect, ellipse, line, rectangle, scale, transformed, translate
from beeprint.draw.drawing import Drawing, Mark, Solid, Stroke, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Style, compose, line_run, text_width
from beeprint.sheet.guillotine import Cut, Plan, plan
from beeprint.sheet.impose import Sheet

# In mm: the margin of the page, the room between pictures, and what is kept round a picture for its badges.
_MARGIN, _APART, _BADGES = 16.0, 8.0, 6.0
_HEAD, _CAPTION = 20.0, 14.0
_BADGE, _OVER = 2.1, 2.0
_TITLE = Style("source-sans", "bold", 20, 20)
_GAME = Style("source-sans", "regular", 9, 9)
_ORDER = Style("source-sans", "regular", 10, 8.5, leading=1.25)
_NAME = Style("source-sans", "bold", 9, 7)
_NOTE = Style("source-sans", "regular", 8.5, 7, leading=1.2)
_MEASURE = Style("source-sans", "regular", 7, 7, paint=Solid(Colour(90, 90, 90)))
_PAPER = Stroke(Solid(Colour(150, 150, 150)), 0.2)
_PIECE, _RIM = Solid(Colour(232, 232, 228)), Stroke(Solid(Colour(195, 195, 190)), 0.12)
_FIRST, _LATER = Stroke(Solid(BLACK), 0.35, "butt"), Stroke(Solid(BLACK), 0.2, "butt")
_REST = Stroke(Solid(Colour(90, 90, 90)), 0.2, "butt", "miter", 4.0, (1.2, 0.8))


@dataclass(frozen=True)
class Layout:
    """How pieces lie on one or more sheets: one of these, the name under its picture, and notes on what else to do."""

    sheet: Sheet
    name: str
    notes: tuple[str, ...] = ()

    @cached_property
    def region(self) -> Rect:
        """Return the part of the paper that is cut; a folded sheet is cut through both halves at once."""
        paper = self.sheet.paper
        return Rect(0, 0, paper.width, paper.height / 2) if self.sheet.folded else paper

    @cached_property
    def plan(self) -> Plan:
        """Return the cuts."""
        straight = {one.trim: one.piece.shape.is_rectangle for one in self.sheet.fronts}
        return plan(list(straight), straight.__getitem__, self.region)


def cutting_guide(
    layouts: Sequence[Layout], game: str, words: Mapping[str, str], paper: Rect, fonts: Fonts
) -> list[Drawing]:
    """Draw pages of upright paper with a picture of each layout, four to a page, or a single one across it.

    `words` has the title of the page, `cutting-guide`, and what it says to all, `cutting-order`.
    """
    inner = paper.grow(-_MARGIN)
    columns, rows = (1, 1) if len(layouts) == 1 else (2, 1) if len(layouts) == 2 else (2, 2)
    width = (inner.width - (columns - 1) * _APART) / columns
    height = (inner.height - _HEAD - (rows - 1) * _APART) / rows
    pages = []
    for start in range(0, len(layouts), columns * rows):
        marks = list(_head(inner, game, words, fonts))
        for index, layout in enumerate(layouts[start : start + columns * rows]):
            row, column = divmod(index, columns)
            x, y = inner.x + column * (width + _APART), inner.y + _HEAD + row * (height + _APART)
            marks += _picture(layout, Rect(x, y, width, height), fonts)
        pages.append(Drawing(paper, tuple(marks)))
    return pages


def _head(inner: Rect, game: str, words: Mapping[str, str], fonts: Fonts) -> Iterator[Mark]:
    yield line_run(fonts, words["cutting-guide"], _TITLE, inner.x, inner.y + 6)
    yield line_run(fonts, game, _GAME, inner.right - text_width(fonts, game, _GAME), inner.y + 6)
    yield from compose(fonts, words["cutting-order"], _ORDER, Rect(inner.x, inner.y + 10, inner.width, 10)).runs


def _picture(layout: Layout, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    """Draw a sheet in a box, with its name and notes below."""
    paper = layout.sheet.paper
    factor = min((box.width - 2 * _BADGES) / paper.width, (box.height - 2 * _BADGES - _CAPTION) / paper.height)
    at = translate(box.x + _BADGES, box.y + _BADGES) @ scale(factor)
    yield path_mark(rectangle(at.rect(paper)), Solid(WHITE), _PAPER)
    for one in layout.sheet.fronts:
        yield path_mark(transformed(one.piece.shape.cut_path(), at @ one.at), _PIECE, _RIM)
    for part in layout.plan.rest:
        yield path_mark(rectangle(at.rect(part.grow(1))), None, _REST)
    if layout.sheet.folded:
        y = paper.height / 2
        yield path_mark(line(at.point(0, y), at.point(paper.width, y)), None, _REST)
    yield from _cuts(layout, at, fonts)
    y = box.y + _BADGES + paper.height * factor + _BADGES + 3.5
    left = box.x + _BADGES
    yield line_run(fonts, layout.name, _NAME, left, y)
    if layout.notes:
        yield from compose(fonts, " ".join(layout.notes), _NOTE, Rect(left, y + 1.2, box.right - left, 11)).runs


class _Drawn(NamedTuple):
    """A cut in a picture: the part that it parts and where it is, in mm of the page; `whole` goes through the sheet.

    One that is too near to the cut before has its badge at another place: it is `aside`.
    """

    cut: Cut
    part: Rect
    place: float
    whole: bool
    aside: bool

    def on(self, along: float, across: float) -> Point:
        """Return a point by how far it is along the cut, and across all cuts of this part."""
        return Point(across, along) if self.cut.axis == "x" else Point(along, across)

    @property
    def ends(self) -> tuple[float, float]:
        """Return where the line begins and ends; one through the whole sheet reaches over its edges."""
        start, end = (self.part.y, self.part.bottom) if self.cut.axis == "x" else (self.part.x, self.part.right)
        return (start - _OVER, end + _OVER) if self.whole else (start, end)

    @property
    def badge(self) -> Point:
        """Return the middle of the badge: at the line's start, else at its end or farther along."""
        start, end = self.ends
        if self.whole:
            return self.on(end + _BADGE if self.aside else start - _BADGE, self.place)
        return self.on(start + _BADGE + 0.9 + (2 * _BADGE + 0.4 if self.aside else 0), self.place)


def _cuts(layout: Layout, at: Affine, fonts: Fonts) -> Iterator[Mark]:
    """Draw the cuts of a sheet: all lines, then their badges, and the measures where a number occurs first."""
    drawn: list[_Drawn] = []
    for cut in layout.plan.cuts:
        part, place = at.rect(cut.part), (at.e if cut.axis == "x" else at.f) + cut.at * at.a
        before = drawn[-1] if drawn and drawn[-1].cut.part == cut.part else None
        near = before is not None and not before.aside and place - before.place < 2 * _BADGE
        drawn.append(_Drawn(cut, part, place, cut.part == layout.region, near))
    for one in drawn:
        start, end = one.ends
        yield path_mark(line(one.on(start, one.place), one.on(end, one.place)), None, _FIRST if one.whole else _LATER)
    shown: set[int] = set()
    for before, one in zip([None, *drawn], drawn, strict=False):
        yield from _badge(one, fonts)
        if before is not None and before.cut.part == one.cut.part and one.cut.number not in shown:
            yield from _measure(before, one, fonts)
        shown.add(one.cut.number)


def _badge(one: _Drawn, fonts: Fonts) -> Iterator[Mark]:
    """Draw the number of a cut in a disc, dark for cuts through the whole sheet."""
    x, y = one.badge
    yield path_mark(ellipse(x, y, _BADGE, _BADGE), Solid(BLACK if one.whole else WHITE), _LATER)
    style = Style("source-sans", "semibold", 7.5, 7.5, paint=Solid(WHITE if one.whole else BLACK))
    text = str(one.cut.number)
    yield line_run(fonts, text, style, x - text_width(fonts, text, style) / 2, y + 0.9)


def _measure(before: _Drawn, one: _Drawn, fonts: Fonts) -> Iterator[Mark]:
    """Write how far a cut is from the one before, between the two, if there is room."""
    text = f"{round(one.cut.at - before.cut.at, 1):g}"
    width, taken = text_width(fonts, text, _MEASURE), _BADGE * (2 - one.aside - before.aside)
    if one.place - before.place - taken < (width if one.cut.axis == "x" else 2.4) + 0.6:
        return
    start = one.ends[0] - _BADGE if one.whole else one.ends[0] + _BADGE + 0.9
    x, y = one.on(start, (before.place + one.place) / 2)
    yield line_run(fonts, text, _MEASURE, x - width / 2, y + 0.85)

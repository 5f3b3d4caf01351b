"""Draw in which order to cut sheets: a small picture of each, its cuts numbered and measured."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import (
    SAME,
    Affine,
    Point,
    Rect,
    bounds,
    ellipse,
    line,
    rectangle,
    scale,
    transformed,
    translate,
)
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, compose, line_run, text_width
from beeprint.sheet.impose import Sheet

# Order the cuts that part a sheet into its pieces: each runs straight through what lies under the blade.


Axis = Literal["x", "y"]
# Cuts nearer to each other than this, in mm, are one; no blade tells them apart.
_ONE = 0.02


class Cut(NamedTuple):
    """A straight cut: its number, the axis on which it is `at` so many mm, and the part of the sheet that it parts."""

    number: int
    axis: Axis
    at: float
    part: Rect


class Plan(Struct, frozen=True):
    """The cuts of a sheet in order, equal ones of like parts under one number; `rest` are parts that no cut parts.

    A part of the rest holds pieces that only scissors free: they interlock, or are no rectangles.
    """

    cuts: tuple[Cut, ...]
    rest: tuple[Rect, ...]

    @property
    def numbers(self) -> int:
        """Return the highest number of a cut."""
        return max((cut.number for cut in self.cuts), default=0)


def plan(boxes: Sequence[Rect], straight: Callable[[Rect], bool], sheet: Rect) -> Plan:
    """Return how to part a sheet with pieces in these boxes; `straight` says of a box whether it is the piece's edge.

    At each step all cuts along one axis are made which go through the whole part and through no piece: of the two axes,
    the one with fewer cuts, so that fewer parts have to be cut in turn.
    """
    cuts: list[Cut] = []
    rest: list[Rect] = []
    known: list[tuple[Axis, float, dict[float, int]]] = []
    parts = [(sheet, tuple(boxes))]
    # Part by part, those of one step before those of the next.
    while parts:
        following: list[tuple[Rect, tuple[Rect, ...]]] = []
        for part, held in parts:
            axis, lines = _lines(part, held, straight)
            if not lines:
                if len(held) > 1 or not all(map(straight, held)):
                    rest.append(bounds([corner for box in held for corner in box.corners]))
                continue
            start, length = (part.x, part.height) if axis == "x" else (part.y, part.width)
            places = {round(at - start, 2): at for at in lines}
            numbers = _known(known, axis, round(length, 2), set(places))
            if numbers is None:
                last = max((cut.number for cut in cuts), default=0)
                numbers = {place: last + index for index, place in enumerate(places, start=1)}
                known.append((axis, round(length, 2), numbers))
            cuts += [Cut(numbers[place], axis, at, part) for place, at in places.items()]
            following += _parted(part, held, axis, lines)
        parts = following
    return Plan(tuple(cuts), tuple(rest))


def _known(
    known: Sequence[tuple[Axis, float, dict[float, int]]], axis: Axis, length: float, places: set[float]
) -> dict[float, int] | None:
    """Return the numbers of the cuts of an earlier part as long that has all these places; None if there is none."""
    return next(
        (
            picture
            for known_axis, long, picture in known
            if (known_axis, long) == (axis, length) and places <= set(picture)
        ),
        None,
    )


def _lines(part: Rect, held: Sequence[Rect], straight: Callable[[Rect], bool]) -> tuple[Axis, list[float]]:
    """Return the axis to cut along next, and where."""
    axes: tuple[Axis, Axis] = ("y", "x")
    spans = [(axis, list(_free(part, held, straight, axis))) for axis in axes]
    return min((line for line in spans if line[1]), key=lambda span: len(span[1]), default=spans[0])


def _free(part: Rect, held: Sequence[Rect], straight: Callable[[Rect], bool], axis: Axis) -> Iterator[float]:
    """Yield where a part can be cut along edges of its pieces and through none."""
    spans = [_span(box, axis) for box in held]
    low, high = _span(part, axis)
    edges = sorted({at for box, span in zip(held, spans, strict=True) for at in span if straight(box)})
    last = low
    for at in edges:
        inside = last + _ONE < at < high - _ONE
        if inside and not any(start + _ONE < at < end - _ONE for start, end in spans):
            yield at
            last = at


def _parted(
    part: Rect, held: Sequence[Rect], axis: Axis, lines: Sequence[float]
) -> Iterator[tuple[Rect, tuple[Rect, ...]]]:
    """Yield the parts between cuts that hold pieces, with these."""
    low, high = _span(part, axis)
    for start, end in pairwise((low, *lines, high)):
        inside = tuple(box for box in held if start - _ONE <= _span(box, axis)[0] and _span(box, axis)[1] <= end + _ONE)
        if inside:
            across = Rect(start, part.y, end - start, part.height)
            yield (across if axis == "x" else Rect(part.x, start, part.width, end - start)), inside


def _span(box: Rect, axis: Axis) -> tuple[float, float]:
    return (box.x, box.right) if axis == "x" else (box.y, box.bottom)


# In mm: the margin of the page, the room between pictures, and what is kept round a picture for its badges.
_MARGIN, _APART, _BADGES = 16.0, 8.0, 6.0
_HEAD, _CAPTION = 20.0, 18.0
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
_LEADER = Stroke(Solid(Colour(150, 150, 150)), 0.12, "butt")
_REST = Stroke(Solid(Colour(90, 90, 90)), 0.2, "butt", "miter", 4.0, (1.2, 0.8))


class Layout(Struct, frozen=True, dict=True):
    """How pieces lie on one or more sheets: one of these, the name under its picture, and notes on what else to do.

    `numbers` are those of all these sheets.
    """

    sheet: Sheet
    name: str
    notes: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    @cached_property
    def region(self) -> Rect:
        """Return the part of the paper that is cut; a folded sheet is cut through both halves at once."""
        paper = self.sheet.paper
        return Rect(0, 0, paper.width, paper.height / 2) if self.sheet.folded else paper

    @cached_property
    def plan(self) -> Plan:
        """Return the cuts."""
        straight = {front.trim: front.piece.shape.is_rectangle for front in self.sheet.fronts}
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
    for front in layout.sheet.fronts:
        yield path_mark(transformed(front.piece.shape.cut_path(), at @ front.at), _PIECE, _RIM)
    for part in layout.plan.rest:
        yield path_mark(rectangle(at.rect(part.grow(1))), None, _REST)
    if layout.sheet.folded:
        y = paper.height / 2
        yield path_mark(line(at.point(0, y), at.point(paper.width, y)), None, _REST)
    yield from _cuts(layout, at, fonts)
    y = box.y + _BADGES + paper.height * factor + _BADGES + 7.5
    left = box.x + _BADGES
    yield line_run(fonts, layout.name, _NAME, left, y)
    if layout.notes:
        yield from compose(fonts, " ".join(layout.notes), _NOTE, Rect(left, y + 1.2, box.right - left, 11)).runs


class _Drawn(NamedTuple):
    """A cut in a picture: the part that it parts, where it is and the sheet's region, all in mm of the page."""

    cut: Cut
    part: Rect
    place: float
    region: Rect

    @property
    def whole(self) -> bool:
        """Return whether the cut goes through the whole sheet."""
        return self.part == self.region

    def on(self, along: float, across: float) -> Point:
        """Return a point by how far it is along the cut, and across all cuts of this part."""
        return Point(across, along) if self.cut.axis == "x" else Point(along, across)

    def _along(self, box: Rect) -> tuple[float, float]:
        return (box.y, box.bottom) if self.cut.axis == "x" else (box.x, box.right)

    @property
    def ends(self) -> tuple[float, float]:
        """Return where the line begins and ends: where these are the sheet's edges, it reaches over them."""
        (start, end), (first, last) = self._along(self.part), self._along(self.region)
        return start - _OVER * (start <= first + SAME), end + _OVER * (end >= last - SAME)

    @property
    def inner(self) -> float:
        """Return where the first badge within the part would be, along the cut."""
        return self._along(self.part)[0] + _BADGE + 0.9

    def badges(self) -> Iterator[Point]:
        """Yield where its badge may be, the best place first: beyond the sheet, else farther and farther along it."""
        start, end = self.ends
        first, last = self._along(self.region)
        if self.whole:
            yield self.on(start - _BADGE, self.place)
        if end > last + SAME:
            yield self.on(end + _BADGE, self.place)
        if start < first - SAME:
            yield self.on(start - _BADGE, self.place)
        at = self.inner
        while not self.whole and at + _BADGE <= end:
            yield self.on(at, self.place)
            at += 2 * _BADGE + 0.4

    def beside(self) -> Iterator[tuple[Point, Point]]:
        """Yield places for its badge beside the sheet, nearest first, each with the end of the line that is nearer."""
        start, end = self.ends
        first, last = self._along(self.region)
        sides = sorted([(start - first, start, first, -1), (last - end, end, last, 1)])
        for _, near, edge, way in sides:
            for out in (_BADGE, 3 * _BADGE + 0.2):
                yield self.on(edge + way * out, self.place), self.on(near, self.place)


def _cuts(layout: Layout, at: Affine, fonts: Fonts) -> Iterator[Mark]:
    """Draw the cuts of a sheet: all lines, then their badges, and the measures where a number occurs first.

    A badge for which there is no room is left out where its number is shown elsewhere, else it is beside the sheet.
    """
    region = at.rect(layout.region)
    drawn = [
        _Drawn(cut, at.rect(cut.part), (at.e if cut.axis == "x" else at.f) + cut.at * at.a, region)
        for cut in layout.plan.cuts
    ]
    for picture in drawn:
        start, end = picture.ends
        yield path_mark(
            line(picture.on(start, picture.place), picture.on(end, picture.place)),
            None,
            _FIRST if picture.whole else _LATER,
        )
    taken: list[Point] = []
    badges: list[tuple[_Drawn, Point]] = []
    for picture in drawn:
        spot = next((spot for spot in picture.badges() if _is_free(spot, taken, 2 * _BADGE)), None)
        if spot is None:
            if any(known.cut.number == picture.cut.number for known, _ in badges):
                continue
            free = (step for step in picture.beside() if _is_free(step[0], taken, 2 * _BADGE))
            spot, near = next(free, next(picture.beside()))
            yield path_mark(line(spot, near), None, _LEADER)
        taken.append(spot)
        badges.append((picture, spot))
    for badge, spot in badges:
        yield from _badge(badge, spot, fonts)
    shown: set[int] = set()
    for before, picture in pairwise(drawn):
        if before.cut.part == picture.cut.part and picture.cut.number not in shown:
            yield from _measure(before, picture, taken, fonts)
        shown |= {before.cut.number, picture.cut.number}


def _is_free(spot: Point, taken: Sequence[Point], away: float) -> bool:
    """Return whether a place is at least so far from all badges."""
    return all(math.dist(spot, other) > away - SAME for other in taken)


def _badge(picture: _Drawn, spot: Point, fonts: Fonts) -> Iterator[Mark]:
    """Draw the number of a cut in a disc, dark for cuts through the whole sheet."""
    x, y = spot
    yield path_mark(ellipse(x, y, _BADGE, _BADGE), Solid(BLACK if picture.whole else WHITE), _LATER)
    style = Style("source-sans", "semibold", 7.5, 7.5, paint=Solid(WHITE if picture.whole else BLACK))
    text = str(picture.cut.number)
    yield line_run(fonts, text, style, x - text_width(fonts, text, style) / 2, y + 0.9)


def _measure(before: _Drawn, picture: _Drawn, taken: Sequence[Point], fonts: Fonts) -> Iterator[Mark]:
    """Write how far a cut is from the one before, between the two, if there is room."""
    text = f"{round(picture.cut.at - before.cut.at, 1):g}"
    width = text_width(fonts, text, _MEASURE)
    along = picture.ends[0] - _BADGE if picture.whole else picture.inner
    x, y = picture.on(along, (before.place + picture.place) / 2)
    room = picture.place - before.place - (width if picture.cut.axis == "x" else 2.4)
    if room > 0.6 and _is_free(Point(x, y), taken, _BADGE + (width if picture.cut.axis == "x" else 2.4) / 2 + 0.3):
        yield line_run(fonts, text, _MEASURE, x - width / 2, y + 0.85)

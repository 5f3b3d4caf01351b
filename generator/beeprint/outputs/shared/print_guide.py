"""The print guide: one page that says what to do with the sheets of a profile, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Rect, ellipse, line, rectangle, rotate, scale, transformed, translate
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.drawing.text import Style, compose, line_run, text_width
from beeprint.drawing.text.markup import escaped
from beeprint.game.model import Deck
from beeprint.game.words import say
from beeprint.outputs.shared.output import Step
from beeprint.outputs.shared.pieces import Checked
from beeprint.outputs.shared.printed import Printed
from beeprint.outputs.shared.step_pictures import GREYS, OWN, SIDE, Paints, picture
from beeprint.outputs.shared.steps import Steps
from beeprint.sheet import Sheet

# In mm: the margin of the page, its head, the room between steps, and where a step's text starts.
_MARGIN, _HEAD, _GAP, _INDENT = 16.0, 33.0, 6.0, 20.0
#: In mm: how wide paper is at least to hold the guide, and how high at most; other paper is not in every home.
_SMALLEST, _LARGEST = 148.0, 297.0
#: How many files are shown with a picture of their first sheet, side by side.
_CELLS, _COLUMNS = 12, 3
#: How high such a picture is in mm, and how high where one row holds all; how much a step's picture grows at most.
_THUMB, _LARGE_THUMB = 20.0, 36.0
_LARGEST_PICTURE = 1.4
#: The text grows or shrinks by these factors until the page holds it; steps side by side are no larger than usual.
_FACTORS = [factor / 100 for factor in range(150, 39, -5)]
_SIDE_BY_SIDE = 1.15
_LEFT = Stroke(Solid(Colour(150, 150, 150)), 0.15)
_GREY = Colour(96, 96, 96)


class _Look(Struct, frozen=True):
    """How the page looks: the fonts of the game's leaflet, if it has one, and its colours."""

    body: str
    title: tuple[str, str]
    heading: tuple[str, str]
    paints: Paints

    @classmethod
    def of(cls, checked: Checked, little_ink: bool) -> _Look:
        """Return the look of a game's guide: without colours where the sheets are in little ink."""
        made = checked.leaflet
        if made is None or made.look is None or not made.pages:
            paints = GREYS if little_ink else OWN
            return cls("source-sans", ("source-sans", "bold"), ("source-sans", "bold"), paints)
        look, inks = made.look, made.inks
        paints = GREYS if little_ink else Paints(inks[look.accent], inks[look.tint], inks[look.body.colour])
        title, heading = (look.title.font, look.title.weight), (look.heading.font, look.heading.weight)
        return cls(look.body.font, title, heading, paints)


class _Column(NamedTuple):
    """Where text goes, how large it is as a share of its usual size, and what sets it."""

    box: Rect
    factor: float
    look: _Look
    fonts: Fonts
    language: str

    def set(self, text: str, y: float, size: float, weight: str = "regular", colour: Colour | None = None) -> _Set:
        """Set a text from y down, as wide as the column."""
        paint = Solid(self.look.paints.ink if colour is None else colour)
        size *= self.factor
        style = Style(self.look.body, weight, size, size, 1.25, paint=paint, language=self.language, anywhere=True)
        whole = escaped(text).replace("g/m²", "g/\u2060m²")  # a unit stays on one line
        block = compose(self.fonts, whole, style, Rect(self.box.x, y, self.box.width, 200), boxed=True)
        return _Set((*block.runs, *(mark for _, mark in block.pictures)), block.height)

    def within(self, x: float, width: float) -> _Column:
        """Return a part of the column."""
        return self._replace(box=Rect(x, self.box.y, width, self.box.height))


class _Set(NamedTuple):
    """Marks, and how high they are in mm."""

    marks: tuple[Mark, ...]
    height: float


def draw_print_guide(checked: Checked, steps: Steps, printed: Sequence[Printed]) -> Drawing:
    """Draw the guide on the upright paper of the first sheets, or on usual paper where that is small or large."""
    width, height = sorted(printed[0].sheets[0].paper[2:])
    paper = Rect(0, 0, width, height) if width >= _SMALLEST and height <= _LARGEST else steps.usual_paper.box()
    look, language = _Look.of(checked, steps.little_ink), checked.game.written_in
    inner = paper.grow(-_MARGIN)
    shown = steps.steps()
    for factor, across in _ways():
        column = _Column(inner, factor, look, checked.fonts, language)
        blocks = list(_rows(shown, steps, printed, column, across))
        free = inner.height - _HEAD - sum(block.height for block in blocks)
        gap = free / max(1, len(blocks) - 1)
        if gap >= _GAP * factor:
            break
    y, marks = inner.y + _HEAD, list(_head(checked, steps, column))
    gap = max(0.0, min(gap, 4 * _GAP))
    for block in blocks:
        marks.append(group(block.marks, translate(0, y)))
        y += block.height + gap
    return Drawing(paper, tuple(marks))


def _ways() -> Iterator[tuple[float, bool]]:
    """Yield factors of the text, and whether all steps are as wide as the page: large and wide first."""
    yield from ((factor, True) for factor in _FACTORS if factor >= 1)
    yield from ((factor, False) for factor in _FACTORS if factor <= _SIDE_BY_SIDE)


def _rows(
    shown: Sequence[Step], steps: Steps, printed: Sequence[Printed], column: _Column, across: bool
) -> Iterator[_Set]:
    """Yield the steps from y = 0 on: those about papers and files as wide as the page, the others too if `across`.

    Otherwise the others are in two columns.
    """
    number = 0
    wide = [step for step in shown if across or step.kind in ("paper", "print")]
    for step in wide:
        number += 1
        yield _step(step, number, column, _cells(steps, printed, column) if step.kind == "print" else None)
    rest = shown[len(wide) :]
    if rest:
        yield _columns(rest, number + 1, column)


def _columns(steps: Sequence[Step], first: int, column: _Column) -> _Set:
    """Set steps in two columns, the first of them down the left, so that the columns are about as long."""
    width, gap = (column.box.width - _GAP) / 2, 1.4 * _GAP * column.factor
    right = column.box.x + width + _GAP
    halves = [
        [_step(step, number, column.within(x, width)) for number, step in enumerate(steps, start=first)]
        for x in (column.box.x, right)
    ]

    def high(sets: Sequence[_Set]) -> float:
        return sum(each.height for each in sets) + gap * (len(sets) - 1)

    split = min(range(1, len(steps) + 1), key=lambda at: max(high(halves[0][:at]), high(halves[1][at:])))
    marks: list[Mark] = []
    for sets in (halves[0][:split], halves[1][split:]):
        y = 0.0
        for each in sets:
            marks.append(group(each.marks, translate(0, y)))
            y += each.height + gap
    return _Set(tuple(marks), max(high(halves[0][:split]), high(halves[1][split:])))


def _step(step: Step, number: int, column: _Column, cells: _Set | None = None) -> _Set:
    """Set a step: its picture with its number, its title, what to do, and the files it is about."""
    factor, paints = column.factor, column.look.paints
    x = column.box.x
    size = min(_LARGEST_PICTURE, factor)
    marks: list[Mark] = [picture(step.kind, paints, translate(x, 0) @ scale(size))]
    marks += _badge(str(number), x + 0.6, 0.6, column)
    indent = _INDENT * size
    text = column.within(x + indent, column.box.width - indent)
    family, weight = column.look.heading
    style = Style(family, weight, 13 * factor, 13 * factor, paint=Solid(paints.accent))
    marks.append(line_run(column.fonts, step.title, style, text.box.x, 4.0 * factor))
    y = 5.6 * factor
    if step.words:
        block = text.set(" ".join(step.words), y, 9.5)
        marks += block.marks
        y += block.height + 1.2 * factor
    before = ""
    for entry in step.lines if cells is None else ():
        first = text.set(entry.called if entry.called != before else "", y, 9, "semibold")
        before = entry.called
        inset = 19 * factor
        if text_width(column.fonts, entry.called, Style(column.look.body, "semibold", 9 * factor)) > inset - 1:
            inset = 0.0
        rest = text.within(text.box.x + inset + (0 if inset else 3), text.box.width - inset - (0 if inset else 3))
        words_set = rest.set(entry.words, y if inset else y + first.height, 9)
        marks += (*first.marks, *words_set.marks)
        y += (words_set.height if inset else first.height + words_set.height) + 0.7 * factor
    if cells is not None:
        marks.append(group(cells.marks, translate(0, y + 1)))
        y += cells.height + 1
    if step.notes:
        block = text.set(" ".join(step.notes), y + 0.8 * factor, 9, colour=_GREY)
        marks += block.marks
        y += block.height + 0.8 * factor
    return _Set(tuple(marks), max(y, SIDE * size))


def _badge(number: str, x: float, y: float, column: _Column) -> Iterator[Mark]:
    """Draw the number of a step in a disc about x, y."""
    radius = 2.7 * min(_LARGEST_PICTURE, column.factor)
    yield path_mark(ellipse(x, y, radius, radius), Solid(column.look.paints.accent), Stroke(Solid(WHITE), 0.5))
    size = radius * 3.6
    style = Style(column.look.body, "bold", size, size, paint=Solid(WHITE))
    yield line_run(column.fonts, number, style, x - text_width(column.fonts, number, style) / 2, y + radius * 0.44)


def _cells(steps: Steps, printed: Sequence[Printed], column: _Column) -> _Set:
    """Set the files side by side: a picture of the first sheet, the name, how many sheets, on which paper."""
    shown = printed if len(printed) <= _CELLS else printed[: _CELLS - 1]
    indent = _INDENT * min(_LARGEST_PICTURE, column.factor)
    columns = min(_COLUMNS, len(shown))
    left, width = column.box.x + indent, (column.box.width - indent) / columns
    thumb = (_THUMB if len(printed) > _COLUMNS else _LARGE_THUMB) * min(1.0, column.factor)
    wide = 0.76 * thumb
    marks: list[Mark] = []
    y = 0.0
    for start in range(0, len(shown), columns):
        heights = []
        for index, part in enumerate(shown[start : start + columns]):
            x = left + index * width
            marks += _thumbnail(part, Rect(x, y, wide, thumb), column.look.paints)
            text = column.within(x + wide + 2.5, width - wide - 4.5)
            below = y
            for words, size, weight, colour in (
                (part.called, 9.5, "bold", None),
                (steps.sides_of(part), 8.5, "regular", None),
                (steps.paper_of(part), 8.5, "regular", _GREY),
            ):
                block = text.set(words, below, size, weight, colour)
                marks += block.marks
                below += block.height + 0.3
            heights.append(max(below - y, thumb))
        y += max(heights) + 2.5 * column.factor
    if len(shown) < len(printed):
        more = say(column.language, "guide-more", count=len(printed) - len(shown))
        block = column.within(left, column.box.width - indent).set(more, y, 8.5)
        marks += block.marks
        y += block.height + 2
    return _Set(tuple(marks), y - 2)


def _thumbnail(part: Printed, box: Rect, paints: Paints) -> Iterator[Mark]:
    """Draw the first sheet of a file small: its paper, a second sheet behind it, and the outlines of its pieces."""
    laid: Sheet = next((each for each in part.sheets if each.fronts), part.sheets[0])
    factor = min((box.width - 1) / laid.paper.width, (box.height - 1) / laid.paper.height)
    at = translate(box.x, box.y) @ scale(factor)
    paper = at.rect(laid.paper)
    if part.count > 1:
        yield path_mark(rectangle(paper.move(1, 1)), Solid(WHITE), _LEFT)
    yield path_mark(rectangle(paper), Solid(WHITE), _LEFT)
    pieces = []
    for front in laid.fronts:
        path = transformed(front.piece.shape.cut_path(), at @ front.at)
        pieces.append(path_mark(path, Solid(paints.tint), Stroke(Solid(paints.accent), 0.12)))
    yield group(pieces, clip=rectangle(paper))
    if laid.folded:
        y = paper.centre.y
        yield path_mark(line((paper.x, y), (paper.right, y)), None, Stroke(Solid(paints.ink), 0.2, dashes=(0.8, 0.6)))


def _head(checked: Checked, steps: Steps, column: _Column) -> Iterator[Mark]:
    """Draw the title of the game, what the page is, how many sheets there are, and a few pieces."""
    inner, look, fonts = column.box, column.look, column.fonts
    fan = [] if steps.little_ink else _fan(checked, inner)
    width = inner.width - (58 if fan else 0)
    family, weight = look.title
    style = Style(family, weight, 27, 11, 1.0, valign="middle", paint=Solid(look.paints.accent))
    title = compose(fonts, escaped(checked.game.full_title), style, Rect(inner.x, inner.y, width, 12), boxed=True)
    yield from title.runs
    yield from (mark for _, mark in title.pictures)
    words = f"{say(column.language, 'guide')} \u00b7 {steps.total()}"
    below = column._replace(factor=1.0).within(inner.x, width)
    yield from below.set(words, inner.y + 14, 13, "semibold").marks
    version = say(column.language, "version", version=checked.game.spec.version)
    draft = f"{say(column.language, 'draft')} \u00b7 " if checked.draft else ""
    yield from below.set(f"{draft}{version}", inner.y + 20.5, 8.5, colour=_GREY).marks
    y = inner.y + _HEAD - 6
    yield path_mark(line((inner.x, y), (inner.right, y)), None, Stroke(Solid(look.paints.accent), 0.4))
    yield from fan


def _fan(checked: Checked, inner: Rect) -> list[Mark]:
    """Return the fronts of up to three decks, cards first, fanned out at the top right."""
    decks = sorted(checked.game.decks.values(), key=lambda deck: deck.role != "card")
    chosen = [deck for deck in decks if deck.rows.rows and deck.role in ("card", "tile") and deck.spec.print_ != 0]
    marks: list[Mark] = []
    cards = list(islice(_faces(checked, chosen), 3))
    for index, (symbol, shape) in enumerate(cards):
        factor = min(23 / shape.height, 23 / shape.width)
        middle = (inner.right - 14 - 13 * (len(cards) - 1 - index), inner.y + 11.5)
        at = translate(*middle) @ rotate(8 * (index - (len(cards) - 1) / 2)) @ scale(factor)
        at = at @ translate(-shape.box.centre.x, -shape.box.centre.y)
        marks.append(group([use(symbol)], at, clip=shape.cut_path()))
        marks.append(path_mark(transformed(shape.cut_path(), at), None, Stroke(Solid(BLACK, 0.35), 0.15)))
    return marks


def _faces(checked: Checked, decks: Iterable[Deck]) -> Iterator[tuple[Symbol, Shape]]:
    """Yield the front of a middle row of each deck, with its outline."""
    for deck in decks:
        rows = deck.rows.rows
        face = checked.faces.get((deck.name, rows[len(rows) // 2].id, "front"))
        if face is not None:
            yield face.symbol, deck.shape

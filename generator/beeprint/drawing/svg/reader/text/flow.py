"""Set Inkscape's flowed text, `flowRoot`, as Inkscape does: lines in a rectangle, broken between words.

It was a draft of SVG 1.2, which no browser draws. A line is as high as its highest letters, and as the element's own
line height; a line that does not fit above the rectangle's bottom is left out with all that follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, pairwise

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Path, Rect, bounds, transformed
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing.drawing import Mark
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.document import HINTS, is_blank
from beeprint.drawing.svg.reader.limits import RefusedError
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.text.letters import MAX_LETTERS, SILENT, Letter, LetterReader, Span, TextContext
from beeprint.drawing.svg.reader.text.runs import Advance, advances, set_letters
from beeprint.drawing.svg.reader.xml import Element
from beeprint.drawing.text.breaks import opportunities

#: What each alignment is in terms of text-anchor.
_ANCHORS = {"start": "start", "left": "start", "center": "middle", "end": "end", "right": "end"}
# The line height `normal`, in em, and how far a line may reach beyond the rectangle, in user units.
_NORMAL, _NEAR = 1.25, 0.001
# Budget: steps for a letter whose line is looked for; it is shaped once more than letters of other texts.
_BROKEN = 40
_VERSION = re.compile(r"(\d+)\.(\d+)")
_VERSION_KEY = "{}http://www.inkscape.org/namespaces/inkscape version"


class FlowContext(Struct, frozen=True):
    """What flowed text needs beyond other text.

    `nearest` takes an element and a property; it returns the property's value at the element or the nearest one around
    it that sets it, and the font size there; None where none does. `warn` takes an element, a message and a hint.
    """

    text: TextContext
    nearest: Callable[[Element, str], tuple[str, float] | None]
    warn: Callable[[Element, str, str], None]
    root: Element


class _Paragraph(Struct, frozen=True):
    """A paragraph: its element, its letters, and the text-anchor that aligns its lines."""

    element: Element
    letters: list[Letter]
    anchor: str


class _Height(Struct, frozen=True):
    """How far a line reaches above and below its baseline, in user units."""

    above: float
    below: float


def read_flow(element: Element, inherited: Mapping[str, str], context: FlowContext) -> Iterator[Mark]:
    """Yield the marks of a flowRoot; RefusedError and BuildError for what Inkscape draws in ways not known here."""
    if not is_blank(element):
        yield from set_letters(_Flow(element, inherited, context).letters(), context.text)


class _Flow:
    """One flowRoot: its rectangle, its paragraphs, and the lines that they are broken into."""

    def __init__(self, element: Element, inherited: Mapping[str, str], context: FlowContext) -> None:
        self._element, self._context = element, context
        self._before_092 = _is_before_092(context.root)
        self._region = self._read_region()
        self._span = LetterReader(context.text).span_of(element, inherited)
        self._problems: list[Problem] = []
        self._space, self._count = "", 0
        self._paragraphs = list(self._read_paragraphs(element, inherited, self._span))
        if self._problems:
            raise BuildError(self._problems)

    def letters(self) -> list[Letter]:
        """Return the letters of all lines that fit into the rectangle, the first of each at its place."""
        flowed: list[Letter] = []
        y, full = self._region.y, False
        for paragraph in self._paragraphs:
            for line, tried in self._lines(paragraph) if not full else ():
                height = self._height(tried)
                if y + height.above + height.below > self._region.bottom + _NEAR:
                    full = True
                    break
                shown = line[:-1] if self._ends_loosely(paragraph, line) else line
                if shown:
                    first = shown[0]
                    first.x, first.y, first.anchor = self._start(paragraph.anchor), y + height.above, paragraph.anchor
                flowed += shown
                y += height.above + height.below
        shown_ids = set(map(id, flowed))
        lost = (letter for part in self._paragraphs for letter in part.letters if id(letter) not in shown_ids)
        if any(not letter.char.isspace() for letter in lost):
            message = "the flowed text is longer than its rectangle is high; Inkscape does not draw the rest either"
            self._context.warn(self._element, message, "make the rectangle higher or the text shorter")
        return flowed

    def _start(self, anchor: str) -> float:
        return self._region.x + self._region.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]

    def _ends_loosely(self, paragraph: _Paragraph, line: list[Letter]) -> bool:
        """Return whether a line ends with a space that does not count when the line is aligned."""
        if not line or line[-1].char != " ":
            return False
        return line[-1] is not paragraph.letters[-1] or paragraph is self._paragraphs[-1]

    # the region ----------------------------------------------------------------------------------------------------

    def _refusal(self) -> RefusedError:
        return RefusedError(
            self._element.place, "the element flowRoot cannot be drawn exactly", HINTS[self._element.name]
        )

    def _read_region(self) -> Rect:
        """Return the rectangle that the text flows into; RefusedError for any other region."""
        regions = [child for child in self._element.children if child.name.startswith("flowRegion")]
        shapes = [shape for region in regions for shape in region.children if shape.name not in SILENT]
        if len(regions) != 1 or len(shapes) != 1 or regions[0].name != "flowRegion":
            raise self._refusal()
        shape, matrix = shapes[0], parse_transform(shapes[0].attributes.get("transform", ""))
        if shape.name == "use":
            target = self._context.text.target(shape, shape.attributes.get("href", ""))
            # Inkscape does not apply the place of a use, nor the transform of what it refers to.
            moves = any(style.length(shape.attributes.get(key, "0"), key, self._context.text.measure) for key in "xy")
            if target is None or moves or "transform" in target.attributes:
                raise self._refusal()
            shape = target
        box = None
        if shape.name in ("rect", "path", "polygon"):
            box = _rectangle(transformed(self._context.text.path(shape), matrix))
        if box is None:
            raise self._refusal()
        return box

    # paragraphs ----------------------------------------------------------------------------------------------------

    def _read_paragraphs(self, element: Element, inherited: Mapping[str, str], parent: Span) -> Iterator[_Paragraph]:
        """Yield the paragraphs of a flowRoot or flowDiv; white space before one belongs to it."""
        self._take_space(element.text)
        for child in element.children:
            if child.name == "flowDiv":
                reader = LetterReader(self._context.text)
                inside = style.inherited(inherited, self._context.text.own(child))
                yield from self._read_paragraphs(child, inside, reader.span_of(child, inside, parent))
            elif child.name == "flowPara":
                yield from self._read_paragraph(child, inherited, parent)
            elif child.name != "flowRegion" and child.name not in SILENT and not child.name.startswith("{"):
                raise self._refusal()
            self._take_space(child.tail)

    def _take_space(self, text: str) -> None:
        if text.strip():
            raise self._refusal()
        self._space += text

    def _read_paragraph(self, element: Element, inherited: Mapping[str, str], parent: Span) -> Iterator[_Paragraph]:
        """Yield a paragraph, nothing for one that has no letters: it takes no line."""
        reader = LetterReader(self._context.text)
        try:
            letters = reader.paragraph_of(element, inherited, parent, self._space)
        except BuildError as error:
            self._problems += error.problems
            letters = []
        self._space = ""
        self._count += len(letters)
        if self._count > MAX_LETTERS:
            raise ValueError(f"the text has more than {MAX_LETTERS:,} characters")
        raised = next((letter.span.element for letter in letters if letter.span.rise), None)
        if raised is not None:
            message = f"{raised.name} is raised by baseline-shift, which Inkscape draws otherwise in flowed text"
            self._problems.append(Problem(raised.place, message, HINTS["flowRoot"]))
        if letters or self._before_092:
            yield _Paragraph(element, letters, self._anchor(element))

    def _anchor(self, element: Element) -> str:
        """Return the text-anchor that text-align has, or else text-anchor."""
        align = self._context.nearest(element, "text-align") or self._context.nearest(element, "text-anchor")
        word = align[0] if align else "start"
        anchor = {**_ANCHORS, "middle": "middle"}.get(word)
        if anchor is None:
            message = f"text-align {word} on {element.name} is not supported"
            raise RefusedError(element.place, message, "use start, center or end, or " + HINTS["flowRoot"])
        return anchor

    # lines ---------------------------------------------------------------------------------------------------------

    def _lines(self, paragraph: _Paragraph) -> Iterator[tuple[list[Letter], list[Letter]]]:
        """Yield the lines of a paragraph, each with the spaces after it; RefusedError for a word that is too wide.

        The second list has the letters that were tried on the line: up to the first that does not fit.
        """
        letters = paragraph.letters
        if not letters:
            yield [], []
            return
        self._context.text.budget.spend(_BROKEN * len(letters), "text")
        ends = list(advances(letters))
        pens = [0.0, *accumulate(advance.width for advance in ends)]
        wholes = [*(at for at, advance in enumerate(ends) if advance.begins), len(letters)]
        forced = {at for at, letter in enumerate(letters, 1) if letter.ends_line}
        places = {*opportunities("".join(letter.char for letter in letters)), *forced, len(letters)}
        start = fitting = 0
        for before, place in pairwise([0, *sorted(places & set(wholes))]):
            if self._is_wider(letters, ends, pens, start, place):
                if fitting > start:
                    wide = (at for at in range(fitting, place) if self._is_wider(letters, ends, pens, start, at + 1))
                    yield letters[start:fitting], letters[start : next(wide) + 1]
                    start = fitting
                if self._is_wider(letters, ends, pens, start, place):
                    word = "".join(letter.char for letter in letters[before:place]).strip()
                    message = f"{word[:40]!r} is wider than the rectangle that the text flows into"
                    raise RefusedError(paragraph.element.place, message, "make the rectangle wider")
            fitting = place
            if place in forced:
                yield letters[start:place], letters[start:place]
                start = place
        if start < len(letters):
            yield letters[start:], letters[start:]

    def _is_wider(self, letters: list[Letter], ends: list[Advance], pens: list[float], start: int, end: int) -> bool:
        """Return whether a line is wider than the rectangle; spaces at its end do not count, nor does their spacing."""
        while end > start and letters[end - 1].char == " ":
            end -= 1
        return end > start and pens[end] - ends[end - 1].spacing - pens[start] > self._region.width + _NEAR

    def _height(self, line: Iterable[Letter]) -> _Height:
        """Return how high a line is: as high as its letters and, since Inkscape 0.92, as one of the flowRoot's own."""
        spans = list(dict.fromkeys(letter.span for letter in line))
        if not spans or not self._before_092:
            # Where the flowRoot's own font is missing, that of the letters counts, which are all that is drawn.
            own = self._span
            spans.append(replace(own, font=spans[0].font) if own.lacking is not None and spans else own)
        heights = [self._span_height(span) for span in spans]
        return _Height(max(height.above for height in heights), max(height.below for height in heights))

    def _span_height(self, span: Span) -> _Height:
        up, down = span.font.typographic
        leading = (self._line_height(span) - span.size) / 2
        return _Height(up / (up + down) * span.size + leading, down / (up + down) * span.size + leading)

    def _line_height(self, span: Span) -> float:
        """Return the line height of letters; a percentage is one of the size where it is set, a number of their own."""
        text, size = self._context.nearest(span.element, "line-height") or ("normal", span.size)
        if text == "normal":
            return _NORMAL * span.size
        if text.endswith("%"):
            # Before Inkscape 0.92 each element had the share of its own size.
            share = style.number(text[:-1], "line-height") / 100
            return share * (span.size if self._before_092 else size)
        if text.endswith("em"):
            return style.number(text[:-2], "line-height") * size
        if re.fullmatch(r"[\d.]+", text):
            return style.number(text, "line-height") * span.size
        return style.length(text, "line-height")


def _rectangle(path: Path) -> Rect | None:
    """Return the upright rectangle that a path is, None for any other path."""
    if any(segment[0] not in "MLZ" for segment in path) or [segment[0] for segment in path].count("M") != 1:
        return None
    corners = [segment[1:3] for segment in path if segment[0] != "Z"]
    if len(corners) == 5 and corners[0] == corners[-1]:
        corners.pop()
    if len(corners) != 4:
        return None
    box = bounds(corners)
    across, down = box.width * _NEAR, box.height * _NEAR
    turns = [(abs(a[0] - b[0]) <= across, abs(a[1] - b[1]) <= down) for a, b in pairwise([*corners, corners[0]])]
    upright = turns in ([(True, False), (False, True)] * 2, [(False, True), (True, False)] * 2)
    return box if upright and box.width > 0 and box.height > 0 else None


def _is_before_092(root: Element) -> bool:
    """Return whether a file is from an Inkscape before 0.92, which set lines otherwise."""
    version = _VERSION.match(root.attributes.get(_VERSION_KEY, ""))
    return version is not None and (int(version[1]), int(version[2])) < (0, 92)

"""Read content streams as a press would: pages, forms, patterns, glyphs of Type 3 fonts, appearances.

Nothing is rendered. What each mark is painted with is followed down to its inks. A form that is painted again in the
same state is not read again, so that a file of many pages that share their art is read once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import pikepdf

from beeprint.press.pdfcheck import colours, objects, state, tokens
from beeprint.press.pdfcheck.colours import CMYK, GRAY, RGB, Inks, Space
from beeprint.press.pdfcheck.marks import EVERYWHERE, Edges, Mark, Outcome, Ring, around, meeting
from beeprint.press.pdfcheck.objects import get
from beeprint.press.pdfcheck.painting import Painting, matrix_of
from beeprint.press.pdfcheck.shared import MAX_MARKS, Shared
from beeprint.press.pdfcheck.state import IDENTITY, Matrix, State, corners, times

_MM_PER_POINT = 25.4 / 72


class Interpreter(Shared):
    """Reads the content of a file; one for each file."""

    def read(self, data: bytes, resources: Any, state: State, source: str, colourless: bool = False) -> Outcome:
        """Read a stream, and return what it paints."""
        outcome = Outcome(self.expected.allows.strict)
        _Stream(self, resources, state, source, outcome, colourless).run(data)
        return outcome

    def page(self, data: bytes, value: Any, resources: Any, state: State) -> Outcome:
        """Read the content of a page."""
        outcome = Outcome(self.expected.allows.strict)
        reader = _Stream(self, resources, state, "", outcome, False)
        reader.group(value)
        reader.run(data)
        return outcome

    def appearance(self, form: Any, resources: Any, state: State, outcome: Outcome) -> None:
        """Paint the form of an annotation upon a page."""
        _Stream(self, resources, state, "annotation", outcome, False).form(form)


class _Stream(Painting):
    """One content stream that is being read."""

    text_matrix = line_matrix = IDENTITY

    def run(self, data: bytes) -> None:
        """Read the stream from its beginning to its end."""
        spend = self.whole.spend
        for count, (operator, operands) in enumerate(tokens.operations(data)):
            if not count & 63 or len(operands) > 64:
                spend(64 + len(operands) // 8)
            handle = _HANDLERS.get(operator)
            if handle is None:
                if operator not in _PLAIN:
                    self._odd(operator)
                continue
            try:
                handle(self, operands)
            except (IndexError, TypeError, ValueError, OverflowError, AttributeError):
                self._odd(operator)

    def _odd(self, operator: str) -> None:
        words = f"the operator {operator[:20]}" if operator in _HANDLERS else "something that is no operator"
        self.findings.add(
            "syntax", f"{words} in a content stream, which cannot be understood", "PDF operators", self.source
        )

    # text -------------------------------------------------------------------------------------------------------

    def begin_text(self, _: Sequence[Any]) -> None:
        """BT: begin a text."""
        self.text_matrix = self.line_matrix = IDENTITY

    def set_font(self, operands: Sequence[Any]) -> None:
        """Tf: take a font and its size."""
        name, size = operands
        value = get(get(self.resources, "Font"), str(name))
        if value is None:
            raise ValueError("there is no such font")
        self.state.font, self.state.size = self.whole.font(value), float(size)

    def text_mode(self, operands: Sequence[float]) -> None:
        """Tr: fill, stroke or hide text."""
        self.state.text_mode = int(operands[0])

    def next_line(self, operands: Sequence[float]) -> None:
        """Td: begin a line."""
        x, y = operands
        self.line_matrix = self.text_matrix = times((1, 0, 0, 1, x, y), self.line_matrix)

    def next_line_leading(self, operands: Sequence[float]) -> None:
        """TD: begin a line, and keep its distance."""
        self.state.leading = -operands[1]
        self.next_line(operands)

    def set_text_matrix(self, operands: Sequence[float]) -> None:
        """Tm: place the text."""
        a, b, c, d, e, f = operands
        self.line_matrix = self.text_matrix = (a, b, c, d, e, f)

    def star(self, _: Sequence[Any]) -> None:
        """T*: begin the next line."""
        self.next_line((0.0, -self.state.leading))

    def show(self, operands: Sequence[Any]) -> None:
        """Tj: show a text."""
        self._show([operands[0]])

    def show_parts(self, operands: Sequence[Any]) -> None:
        """TJ: show a text in parts."""
        self._show(operands[0])

    def quote(self, operands: Sequence[Any]) -> None:
        """Show a text on the next line."""
        self.star(operands)
        self._show([operands[-1]])

    def double_quote(self, operands: Sequence[Any]) -> None:
        """Show a text on the next line, with its spacing."""
        self.state.word_spacing, self.state.spacing = operands[0], operands[1]
        self.quote(operands)

    def _show(self, parts: Sequence[Any]) -> None:
        state = self.state
        if state.font is None:
            raise ValueError("text has no font")
        width, letters = 0.0, 0
        for part in parts:
            if isinstance(part, bytes):
                count, reach = state.font.advance(part)
                letters += count
                width += reach * state.size + count * state.spacing + part.count(b" ") * state.word_spacing
            else:
                width -= part / 1000 * state.size
        width *= state.stretch
        if letters:
            self._letters(width)
        self.text_matrix = times((1, 0, 0, 1, width, 0), self.text_matrix)

    def _letters(self, width: float) -> None:
        """Keep text that reaches so far in text space."""
        state, font = self.state, self.state.font
        matrix = times(self.text_matrix, state.ctm)
        low, high = state.rise - 0.2 * state.size, state.rise + 0.75 * state.size
        outline = corners(matrix, 0, low, width, high)
        box = around(outline)
        here = meeting(box, state.clip)
        if font is None or here is None:
            return
        self.judge.font(font, True, self.findings, self.source, here)
        self.whole.named_fonts.setdefault(font.name)
        size = abs(state.size) * math.hypot(matrix[2], matrix[3]) / (_MM_PER_POINT * self.whole.unit)
        if font.kind == "Type3":
            self._glyphs(font, matrix, here)
            return
        if state.text_mode in (0, 2, 4, 6):
            self.mark("text", False, box, (outline,), max(size, 0.01))
        if state.text_mode in (1, 2, 5, 6):
            self.mark("text", True, box, (outline,), max(size, 0.01))

    def _glyphs(self, font: state.Font, matrix: Matrix, box: Edges) -> None:
        """Read the glyphs of a Type 3 font; all of them, since a font holds those that are used."""
        procedures, own = get(font.value, "CharProcs"), get(font.value, "Resources")
        shape: Matrix = objects.numbers(get(font.value, "FontMatrix"), 6) or (0.001, 0, 0, 0.001, 0, 0)  # type: ignore[assignment]
        size = self.state.size
        for key in objects.keys(procedures)[:256]:
            glyph = get(procedures, key)
            if not isinstance(glyph, pikepdf.Stream):
                continue
            inner = self.state.copy()
            inner.ctm = times(times(shape, (size, 0, 0, size, 0, 0)), matrix)
            stream = self.whole.stream(glyph, self.resources if own is None else own, inner, "glyph")
            if stream is not None:
                self.findings.take(stream.findings, box=box)
                for mark in stream.marks[:5]:
                    self.keep(Mark(box, mark.inks, mark.source, (), mark.keeps, mark.blended, clips=self.state.clips))

    def uncoloured(self, _: Sequence[Any]) -> None:
        """Begin a glyph that has the colour of its text, whatever it says."""
        self.fixed = True

    # forms and pictures -----------------------------------------------------------------------------------------

    def paint_object(self, operands: Sequence[Any]) -> None:
        """Do: paint a form or a picture."""
        value = get(get(self.resources, "XObject"), str(operands[0]))
        if not isinstance(value, pikepdf.Stream):
            raise ValueError("there is no such object")
        kind = objects.name(get(value, "Subtype"))
        place = objects.label(value) or self.source
        if get(value, "OPI") is not None:
            self.findings.add("opi", "a stand-in for a picture (OPI)", "the picture itself", place)
        if kind == "PS" or objects.name(get(value, "Subtype2")) == "PS" or get(value, "PS") is not None:
            self.findings.add("postscript", "a PostScript object", "none", place)
        elif kind == "Image":
            self._picture(value, place)
        elif kind == "Form":
            if get(value, "Ref") is not None:
                self.findings.add("external", "a form that stands for a page of another file", "the page itself", place)
            self.form(value)

    def form(self, value: Any) -> None:
        """Paint a form here."""
        self.group(value)
        inner = self.state.copy()
        inner.ctm = times(matrix_of(value), self.state.ctm)
        dx, dy = inner.ctm[4:]
        self._open_form(value, inner, dx, dy)

    def _open_form(self, value: Any, inner: State, dx: float, dy: float) -> None:
        """Read a form as if its origin lay at 0, 0, and lay what it paints where it lies."""
        inner.ctm = (*inner.ctm[:4], 0.0, 0.0)
        stream = self.whole.stream(value, self.resources, inner, "form", self.colourless)
        if stream is None:
            self.findings.add(
                "syntax", "a form that paints itself, or is nested too deep", "forms in forms", self.source
            )
            return
        self.findings.take(stream.findings, by=(dx, dy))
        for mark in stream.marks[: MAX_MARKS - len(self.outcome.marks)]:
            moved = mark.moved(dx, dy, self.state.clip, self.state.clips)
            if moved is not None:
                self.keep(moved)

    def group(self, value: Any) -> None:
        """Check the transparency group of a page or a form."""
        there = get(value, "Group")
        if objects.name(get(there, "S")) != "Transparency":
            return
        place = objects.label(value) or self.source
        if not self.whole.expected.allows.transparency:
            self.findings.add("transparency", "a transparency group", "none", place)
        if get(there, "CS") is not None and not self.colourless:
            space = self.whole.spaces.read(get(there, "CS"), self.resources)
            if space.kind == "DeviceRGB":
                box = meeting(self.state.clip, EVERYWHERE) or EVERYWHERE
                self.judge.colour(space, "a group that blends", self.findings, place, box)

    def inline(self, operands: Sequence[Any]) -> None:
        """BI: paint a picture that stands in the stream."""
        entries = operands[0]
        wanted = {
            short: entries.get(short, entries.get(long))
            for short, long in (("W", "Width"), ("H", "Height"), ("BPC", "BitsPerComponent"), ("IM", "ImageMask"))
        }
        filtered = entries.get("F", entries.get("Filter", []))
        if "LZW" in filtered or "LZWDecode" in filtered:
            self.findings.add("lzw", "LZW compression of an inline picture", "none", self.source)
        space = entries.get("CS", entries.get("ColorSpace"))
        size = int(wanted["W"] or 0), int(wanted["H"] or 0)
        box, rings = self._place()
        if wanted["IM"]:
            self._stencil(size, box, rings, self.source)
            return
        known_space = self._inline_space(space)
        self._sized(size, False, self.source, box)
        self.judge.colour(known_space, "a picture", self.findings, self.source, box)
        self.judge.unknown.setdefault("the inks of inline pictures")
        self.keep(Mark(box, None, self.source, rings, clips=self.state.clips))

    def _inline_space(self, space: Any) -> Space:
        if isinstance(space, list) and len(space) > 1:
            base = self.space(str(space[1]))
            return Space("Indexed", 1, base=base)
        return self.space(str(space)) if space else GRAY

    def _place(self) -> tuple[Edges, tuple[Ring, ...]]:
        """Return where a picture lies: the unit square."""
        ring = corners(self.state.ctm, 0, 0, 1, 1)
        box = meeting(around(ring), self.state.clip)
        return box or (0.0, 0.0, -1.0, -1.0), (ring,)

    def _picture(self, value: Any, place: str) -> None:
        whole, judge = self.whole, self.judge
        size = int(objects.number(get(value, "Width"))), int(objects.number(get(value, "Height")))
        box, rings = self._place()
        if box[0] > box[2]:
            return
        jpx = "JPXDecode" in objects.filters_of(value)
        if jpx and not whole.expected.allows.jpx:
            self.findings.add("jpx", "a picture in JPEG 2000", "JPEG or Flate", place, box)
        if get(value, "Alternates") is not None:
            self.findings.add("alternate-image", "alternate pictures", "none", place, box)
        soft = get(value, "SMask") is not None or objects.number(get(value, "SMaskInData")) > 0
        if soft and not whole.expected.allows.transparency:
            self.findings.add("transparency", "a picture with a soft mask", "none", place, box)
        blended = judge.blending(self.state, "ca", self.findings, place, box) or soft
        if get(value, "ImageMask") is True:
            self._decoded(value, size, 1, 1, place, box)
            self._stencil(size, box, rings, place)
            return
        bits = int(objects.number(get(value, "BitsPerComponent"), 8))
        known = get(value, "ColorSpace")
        channels = 0 if known is None else whole.spaces.read(known, self.resources).count
        self._decoded(value, size, bits, channels, place, box)
        self._sized(size, bits == 1, place, box)
        written = get(value, "ColorSpace")
        if self.colourless:
            return
        if written is None:
            judge.unknown.setdefault("pictures in JPEG 2000, which hold their own colours")
            self.keep(Mark(box, None, place, rings, clips=self.state.clips))
            return
        space = whole.spaces.read(written, self.resources)
        judge.colour(space, "a picture", self.findings, place, box)
        self._measure(value, space, size, bits, Mark(box, None, place, rings, "", blended, clips=self.state.clips))

    def _decoded(self, value: Any, size: tuple[int, int], bits: int, channels: int, place: str, box: Edges) -> None:
        """Check that a picture can be decoded."""
        why = self.whole.damage(value, size, bits, channels)
        if why:
            self.findings.add("picture-data", f"a picture that cannot be decoded: {why}", "a whole one", place, box)

    def _measure(self, value: Any, space: Space, size: tuple[int, int], bits: int, mark: Mark) -> None:
        measurement = self.whole.measured(value, space, *size, bits)
        if measurement.unknown:
            self.judge.unknown.setdefault(measurement.unknown)
            self.keep(mark)
            return
        inks = _spread(measurement.most)
        keeps = self.judge.overprint(self.state, False, space, inks, True)
        self.keep(
            Mark(
                mark.box,
                inks,
                mark.source,
                mark.rings,
                keeps,
                mark.blended,
                clips=mark.clips,
                picture=measurement.small,
            )
        )

    def _stencil(self, size: tuple[int, int], box: Edges, rings: tuple[Ring, ...], place: str) -> None:
        self._sized(size, True, place, box)
        self.mark("a stencil", False, box, rings)

    def _sized(self, size: tuple[int, int], one_bit: bool, place: str, box: Edges) -> None:
        a, b, c, d, _, _ = self.state.ctm
        dpi = self.judge.resolution(size, (math.hypot(a, b), math.hypot(c, d)), one_bit, self.findings, place, box)
        if dpi:
            self.whole.lowest_resolution = min(dpi, self.whole.lowest_resolution or dpi)


def _spread(most: float) -> Inks:
    """Return inks with this sum."""
    return {name: min(1.0, max(0.0, most - index)) for index, name in enumerate(reversed(colours.PLATES))}


def _painter(fill: bool, stroke: bool, closed: bool = False) -> Callable[[_Stream, Any], None]:
    return lambda stream, _: stream.paint(fill, stroke, closed)


def _colour(space: Space, stroke: bool) -> Callable[[_Stream, Any], None]:
    return lambda stream, operands: stream.device(space, stroke, operands)


def _number(name: str, share: float = 1.0) -> Callable[[_Stream, Any], None]:
    return lambda stream, operands: setattr(stream.state, name, operands[0] * share)


_S = _Stream
_HANDLERS: dict[str, Callable[[_Stream, Any], None]] = {
    "q": _S.save,
    "Q": _S.restore,
    "cm": _S.concat,
    "gs": _S.set_state,
    "w": _number("width"),
    "m": _S.move,
    "l": _S.line,
    "c": _S.curve,
    "v": _S.curve_from,
    "y": _S.curve_to,
    "h": _S.close,
    "re": _S.rectangle,
    "W": _S.clip,
    "W*": _S.clip,
    "n": _S.end,
    "f": _painter(True, False),
    "F": _painter(True, False),
    "f*": _painter(True, False),
    "S": _painter(False, True),
    "s": _painter(False, True, True),
    "B": _painter(True, True),
    "B*": _painter(True, True),
    "b": _painter(True, True, True),
    "b*": _painter(True, True, True),
    "sh": _S.shade,
    "g": _colour(GRAY, False),
    "G": _colour(GRAY, True),
    "rg": _colour(RGB, False),
    "RG": _colour(RGB, True),
    "k": _colour(CMYK, False),
    "K": _colour(CMYK, True),
    "cs": _S.space_fill,
    "CS": _S.space_stroke,
    "sc": _S.colour_fill,
    "scn": _S.colour_fill,
    "SC": _S.colour_stroke,
    "SCN": _S.colour_stroke,
    "BT": _S.begin_text,
    "Tf": _S.set_font,
    "Tc": _number("spacing"),
    "Tw": _number("word_spacing"),
    "Tz": _number("stretch", 0.01),
    "TL": _number("leading"),
    "Ts": _number("rise"),
    "Tr": _S.text_mode,
    "Td": _S.next_line,
    "TD": _S.next_line_leading,
    "Tm": _S.set_text_matrix,
    "T*": _S.star,
    "Tj": _S.show,
    "TJ": _S.show_parts,
    "'": _S.quote,
    '"': _S.double_quote,
    "d1": _S.uncoloured,
    "Do": _S.paint_object,
    "BI": _S.inline,
}
#: Operators that say nothing of what is checked.
_PLAIN = {"ET", "J", "j", "M", "d", "ri", "i", "d0", "BMC", "BDC", "EMC", "MP", "DP", "BX", "EX"}

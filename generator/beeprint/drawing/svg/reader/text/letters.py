"""Collect the letters of an SVG text element: white space collapsed, each with its font, size and place.

What is not supported is refused by name, all of it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, islice

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Path, Rect, transformed
from beeprint.base.problems import BuildError, Problem, error_at
from beeprint.drawing.drawing import Layer, Paint, Solid, Stroke
from beeprint.drawing.fonts import Font, Fonts
from beeprint.drawing.svg.reader import colours, style
from beeprint.drawing.svg.reader.document import applies
from beeprint.drawing.svg.reader.limits import PIXELS, Budget, RefusedError
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.text.along import Along
from beeprint.drawing.svg.reader.text.typeface import OUTLINES, check_letters, drop, typefaces
from beeprint.drawing.svg.reader.xml import Element
from beeprint.drawing.text.fallback import stretches

#: Attributes of text and tspan beside properties, and of a textPath.
ATTRIBUTES = {"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"}
PATH_ATTRIBUTES = {"href", "startOffset", "method", "spacing", "side", "textLength", "lengthAdjust"}
MAX_LETTERS = 20_000
# Budget: steps for a letter, which is shaped, placed and perhaps rotated by itself.
_LETTER = 80
# Budget: steps for a line and a curve of the path that a text runs along.
_LINE, _CURVE = 5, 150
RULES = ("underline", "overline", "line-through")
_PARTS = {"tspan", "a", "tref", "textPath"}
_FLOWING = {"flowPara": {"flowSpan", "flowLine"}, "flowSpan": {"flowSpan"}, "flowLine": {"flowSpan"}}
# Elements whose letters have places of their own: not those of a textPath (SVG 2, 11.8.1), nor of flowed text.
_PLACING = {"text", "tspan", "a", "tref"}
#: Elements in a text that draw nothing.
SILENT = {"title", "desc", "metadata"}
_KEEPING = {"pre", "pre-wrap", "break-spaces", "preserve", "preserve nowrap"}
_NOTHING = Rect(0, 0, 0, 0)


class TextContext(Struct, frozen=True):
    """What text needs from its document: fonts, an element's own properties, paints, and the enlargement.

    `paint` takes an element, the property, inherited properties and the box that a gradient spans; `target` finds what
    an element refers to, `path` reads a shape's path; `measure` resolves relative lengths;
    `layer` is what the text is for.
    """

    fonts: Fonts
    own: Callable[[Element], Mapping[str, str]]
    paint: Callable[[Element, str, Mapping[str, str], Rect], Paint | None]
    stroke: Callable[[Paint, Mapping[str, str]], Stroke | None]
    target: Callable[[Element, str], Element | None]
    path: Callable[[Element], Path]
    budget: Budget
    growth: float = 1.0
    measure: Measure | None = None
    layer: Layer = Layer.PRINT


class Fit(Struct, frozen=True, eq=False):
    """A length that the letters of an element fill, by the space between them or by stretching them as well."""

    element: Element
    length: float
    stretched: bool


class Span(Struct, frozen=True, eq=False):
    """Letters of one element in one font: its properties, font and size, and the rules drawn along them.

    `chain` holds the keys of the fonts that are asked for letters, the first one that of the element.
    `shift` is how far baseline-shift raises them, `rise` their total height above the line. `fit` is the length that
    the letters of an element have to fill; `lacking` says which font there is not, if any letter is drawn; `along` is
    the path that they follow.
    """

    element: Element
    style: Mapping[str, str]
    font: Font
    size: float
    shift: float
    rise: float
    chain: tuple[str, ...]
    rules: tuple[tuple[str, Span], ...] = ()
    fit: Fit | None = None
    lacking: BuildError | None = None
    along: Along | None = None


class Letter(Struct):
    """A character, its span, and where its element puts it.

    `anchor` is what counts for its line in place of text-anchor; `ends_line` is whether flowed text breaks after it.
    """

    char: str
    span: Span
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rotate: float = 0.0
    anchor: str = ""
    ends_line: bool = False


class LetterReader:
    """Reader of one text element, which collects its letters and problems."""

    def __init__(self, context: TextContext) -> None:
        self.context = context
        self.problems: list[Problem] = []
        self.raw: list[Letter] = []
        self.ranges: list[tuple[Element, int, int, float]] = []

    def letters_of(self, element: Element, inherited: Mapping[str, str]) -> list[Letter]:
        """Return the letters with white space collapsed and their places resolved."""
        if not _says(element):
            return []
        self._gather(element, inherited, None)
        return self._resolved()

    def paragraph_of(self, element: Element, inherited: Mapping[str, str], parent: Span, space: str) -> list[Letter]:
        """Return the letters of a paragraph of flowed text inside `parent`, which begins with white space."""
        self._say(space, parent)
        self._trying(element, partial(self._child, element, inherited, parent))
        return self._resolved()

    def span_of(self, element: Element, inherited: Mapping[str, str], parent: Span | None = None) -> Span:
        """Return the span of an element that holds paragraphs of flowed text."""
        return self._span(element, inherited, parent)

    def _resolved(self) -> list[Letter]:
        """Return the letters collected, with white space collapsed and places resolved; BuildError for problems."""
        kept = _white_space(self.raw)
        at = {id(letter): index for index, letter in enumerate(kept)}
        for owner, start, end, size in self.ranges:
            if owner.name not in _PLACING:
                continue
            own = [kept[at[id(letter)]] for letter in self.raw[start:end] if id(letter) in at]
            self._trying(owner, partial(_place, owner, own, size, self.context.measure))
        self._lend(kept)
        chars_by_span: dict[Span, list[str]] = {}
        for letter in kept:
            chars_by_span.setdefault(letter.span, []).append(letter.char)
        for span, chars in chars_by_span.items():
            if span.lacking is not None:
                self.problems += span.lacking.problems
                continue
            self._trying(
                span.element, partial(check_letters, "".join(chars), span.font, span.chain, span.element.place)
            )
        for fit in dict.fromkeys(span.fit for span in chars_by_span if span.fit is not None):
            own = [letter for letter in kept if letter.span.fit is fit]
            if any(letter.x is not None or letter.y is not None for letter in own[1:]):
                message = f"textLength on {fit.element.name} with places for letters inside is not supported"
                self.problems.append(Problem(fit.element.place, message, "set it on the tspan of each line"))
        if self.problems:
            raise BuildError(self.problems)
        return kept

    def _lend(self, letters: list[Letter]) -> None:
        """Set the letters that an element's font lacks in another font of its chain that has them."""
        lent: dict[tuple[Span, str], Span] = {}
        for span, group in groupby(letters, key=lambda letter: letter.span):
            own = list(group)
            at = iter(own)
            for text, key in stretches(self.context.fonts, "".join(letter.char for letter in own), span.chain):
                for letter in islice(at, len(text)):
                    if key != span.chain[0]:
                        letter.span = lent.setdefault((span, key), replace(span, font=self.context.fonts[key]))

    def _trying(self, element: Element, action: Callable[[], None]) -> None:
        try:
            action()
        except BuildError as error:
            self.problems += error.problems
        except RefusedError as refused:
            self.problems.append(refused.problem)
        except ValueError as error:
            self.problems.append(Problem(element.place, f"{element.name}: {error}"))

    def _gather(
        self, element: Element, properties: Mapping[str, str], parent: Span | None, said: str | None = None
    ) -> None:
        """Collect the letters of an element; `said` replaces what it contains."""
        spans: list[Span] = []
        self._trying(element, lambda: spans.append(self._span(element, properties, parent)))
        span = spans[0] if spans else None
        start = len(self.raw)
        slot = len(self.ranges)
        if span:
            self.ranges.append((element, start, start, span.size))
        self._say(element.text if said is None else said, span)
        for child in element.children if said is None else ():
            if child.name in _FLOWING.get(element.name, _PARTS):
                self._trying(child, partial(self._child, child, properties, span))
                if child.name == "flowLine" and self.raw:
                    self.raw[-1].ends_line = True
            elif child.name not in SILENT and not child.name.startswith("{"):
                message = f"the element {child.name} cannot be drawn exactly"
                hint = f"{OUTLINES}, or {PIXELS}" if child.name == "textPath" else OUTLINES
                self.problems.append(Problem(child.place, message, hint))
            self._say(child.tail, span)
        if span:
            self.ranges[slot] = (element, start, len(self.raw), span.size)

    def _child(self, child: Element, properties: Mapping[str, str], span: Span | None) -> None:
        own = self.context.own(child)
        if own.get("display") == "none" or not applies(child):
            return
        for name in ("opacity", "clip-path", "transform"):
            if own.get(name, "none") not in ("none", "1", ""):
                raise error_at(child.place, f"{name} on {child.name} is not supported", "set it on the whole text")
        if child.name == "textPath" and span is not None and span.along is not None:
            raise error_at(child.place, "no program draws a textPath inside a textPath", "move it out of the other one")
        said = self._referenced(child) if child.name == "tref" else None
        self._gather(child, style.inherited(properties, own), span, said)

    def _referenced(self, tref: Element) -> str:
        """Return the text of the element that a tref refers to (SVG 1.1, 10.6)."""
        attributes = tref.attributes
        target = self.context.target(tref, attributes.get("href", ""))
        if target is None:
            return ""
        if target.name not in ("text", "tspan"):
            raise error_at(tref.place, f"tref refers to a {target.name}", "refer to a text, or type what should show")
        return _flat(target)

    def _along(self, element: Element, size: float) -> Along:
        """Return the path that a textPath refers to, and where its text starts."""
        attributes = element.attributes
        target = self.context.target(element, attributes.get("href", ""))
        if target is None:
            return Along.of(())
        if target.name != "path" or "pathLength" in target.attributes:
            what = "a path with pathLength" if target.name == "path" else f"a {target.name}"
            raise error_at(element.place, f"textPath refers to {what}", OUTLINES)
        for name, plain in (("method", "align"), ("side", "left")):
            if attributes.get(name, plain) != plain:
                raise error_at(element.place, f"{name} {attributes[name]} on textPath is not supported", OUTLINES)
        path = self.context.path(target)
        self.context.budget.spend(sum(_CURVE if segment[0] == "C" else _LINE for segment in path), "text")
        along = Along.of(transformed(path, parse_transform(target.attributes.get("transform", ""))))
        text = attributes.get("startOffset", "0").strip()
        share = text.endswith("%")
        start = (
            style.number(text[:-1], "startOffset") / 100 * along.length
            if share
            else measured(text, size, "startOffset")
        )
        return replace(along, start=start)

    def _say(self, text: str, span: Span | None) -> None:
        if len(self.raw) + len(text) > MAX_LETTERS:
            raise ValueError(f"the text has more than {MAX_LETTERS:,} characters")
        self.context.budget.spend(_LETTER * len(text), "text")
        if span:
            self.raw += [Letter(char, span) for char in text]

    def _span(self, element: Element, properties: Mapping[str, str], parent: Span | None) -> Span:
        for name, values in style.TEXT_ONLY.items():
            if properties[name] not in values:
                raise error_at(element.place, f"{name} {properties[name]} on {element.name} is not supported", OUTLINES)
        own = self.context.own(element)
        flows = own.get("shape-inside", "none") != "none" or own.get("inline-size", "auto") not in ("auto", "0")
        if flows and not any("x" in child.attributes for child in element.children):
            raise error_at(element.place, "text that flows into a shape is not supported", OUTLINES)
        declared = own.get("text-decoration-line", own.get("text-decoration", "none")).split()
        if element.name in ("text", "flowRoot") and not {*properties["text-decoration"].split()} <= {"none", *declared}:
            raise error_at(
                element.place,
                "text-decoration on an element around a text is not supported",
                "set it on the text itself",
            )
        chain, lacking = self._chain(properties, element)
        font = self.context.fonts[chain[0]]
        size = style.length(properties["font-size"], "font-size")
        if size < 0:
            raise ValueError("font-size is negative")
        shift = (parent.shift if parent else 0.0) + _shift(own, parent, size)
        rise = shift - drop(own.get("alignment-baseline", "auto"), properties["dominant-baseline"], font, size)
        fit = self._fit(element, size) or (parent.fit if parent else None)
        along = self._along(element, size) if element.name == "textPath" else parent.along if parent else None
        if fit is not None and along is not None:
            raise error_at(element.place, "textLength along a path is not supported", "remove it; use letter-spacing")
        span = Span(element, properties, font, size, shift, rise, chain, fit=fit, lacking=lacking, along=along)
        return replace(span, rules=(*(parent.rules if parent else ()), *self._rules(declared, span)))

    def _chain(self, properties: Mapping[str, str], element: Element) -> tuple[tuple[str, ...], BuildError | None]:
        """Return the fonts of an element; where there is none another one and the error, for letters that are drawn.

        Editors leave families at elements that hold others, and at white space.
        """
        fonts = self.context.fonts
        try:
            return typefaces(properties, fonts, element.place), None
        except BuildError as error:
            family = next(iter(fonts.families), None)
            if family is None or _own_letters(element):
                raise
            return (f"{family}/{fonts.families[family][0]}",), error

    def _fit(self, element: Element, size: float) -> Fit | None:
        """Read the length that an element's letters have to fill."""
        text = element.attributes.get("textLength", "").strip()
        if not text:
            return None
        how = element.attributes.get("lengthAdjust", "spacing").strip()
        if how not in ("spacing", "spacingAndGlyphs"):
            raise ValueError(f"lengthAdjust is {how!r}; use spacing or spacingAndGlyphs")
        length = measured(text, size, "width", self.context.measure)
        if length <= 0:
            raise ValueError("textLength is not more than 0")
        return Fit(element, length, how != "spacing")

    def _rules(self, declared: list[str], span: Span) -> Iterator[tuple[str, Span]]:
        """Yield the rules that an element draws under, over and through its letters."""
        for kind in declared:
            if kind in RULES:
                yield kind, span
            elif kind not in ("none", "inherit", "solid"):
                raise ValueError(f"text-decoration {kind} is not supported")
        colour = span.style["text-decoration-color"]
        if colour.lower() not in ("", "currentcolor") and set(declared) & set(RULES):
            paint = self.context.paint(span.element, "fill", span.style, _NOTHING)
            if not isinstance(paint, Solid) or paint.colour != colours.colour(colour, BLACK)[0]:
                raise ValueError("text-decoration-color other than the fill is not supported")


def _flat(element: Element) -> str:
    """Return all text in an element, whatever surrounds it (SVG 1.1, 10.6)."""
    return element.text + "".join(_flat(child) + child.tail for child in element.children)


def _says(element: Element) -> bool:
    """Return whether an element holds letters, its children's included, or anything that is not supported."""
    children = [child for child in element.children if child.name not in SILENT and not child.name.startswith("{")]
    return _own_letters(element) or any(child.name not in ("tspan", "a") or _says(child) for child in children)


def _own_letters(element: Element) -> bool:
    """Return whether an element holds letters that are not its children's."""
    return any(part.strip() for part in (element.text, *(child.tail for child in element.children)))


def _white_space(raw: Iterable[Letter]) -> list[Letter]:
    """Collapse white space except where it is preserved (SVG 1.1, 10.15)."""
    kept: list[Letter] = []
    soft = True  # at the start, or after a space that absorbs further ones
    for letter in raw:
        look = letter.span.style
        space = look["white-space"] or ("pre" if look["xml:space"] == "preserve" else "normal")
        if letter.char in "\r\n\t ":
            if letter.char in "\r\n" and look["white-space"] in (*_KEEPING, "pre-line"):
                raise error_at(
                    letter.span.element.place,
                    "a line break kept inside a text is not supported",
                    "use a tspan for each line",
                )
            letter.char = " "
            if space in _KEEPING:
                soft = False
            elif soft:
                continue
            else:
                soft = True
        else:
            soft = False
        kept.append(letter)
    if kept and soft and kept[-1].char == " ":
        kept.pop()
    return kept


def _place(owner: Element, letters: list[Letter], size: float, measure: Measure | None) -> None:
    """Give the letters of an element the positions in its attributes."""
    for name in ("x", "y", "dx", "dy", "rotate"):
        text = owner.attributes.get(name)
        if text is None or (name == "rotate" and text.strip() in ("0", "")):
            continue
        parts = text.replace(",", " ").split()
        if name == "rotate":
            values = [style.number(part, name) for part in parts]
        else:
            values = [measured(part, size, name, measure) for part in parts]
        for letter, value in zip(letters, values, strict=False):
            setattr(letter, name, value)
        if name == "rotate" and values:
            for letter in letters[len(values) :]:
                letter.rotate = values[-1]


def measured(text: str, size: float, name: str, measure: Measure | None = None) -> float:
    """Parse a length, which may be in em of this size or relative to `measure`."""
    if text.endswith("em"):
        return style.length(text[:-2], name) * size
    return style.length(text, name, measure)


def _shift(own: Mapping[str, str], parent: Span | None, size: float) -> float:
    """Return how far an element's baseline-shift raises it above the element round it."""
    text = own.get("baseline-shift", "baseline")
    if parent is None or text in ("baseline", "inherit", "0"):
        return 0.0
    if text in ("sub", "super"):
        tag = "SUBSCRIPT_EM_Y_OFFSET" if text == "sub" else "SUPERSCRIPT_EM_Y_OFFSET"
        rise = parent.font.measure(tag) / parent.font.upem * parent.size
        return -rise if text == "sub" else rise
    if text.endswith("%"):
        return style.length(text[:-1], "baseline-shift") / 100 * parent.size
    return measured(text, size, "baseline-shift")

"""Read SVG as a Drawing: our own normal form, and art from elsewhere as far as it can be drawn exactly.

Anything that is not listed is refused by name, with its place and a hint; nothing visible is dropped silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base import budget as game_budget
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import IDENTITY, Affine, Rect, translate
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing.drawing import Drawing, Group, Layer, Mark, PathMark, Solid, Symbol, Use, group, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.svg.reader import style, viewports
from beeprint.drawing.svg.reader.animations import ANIMATIONS
from beeprint.drawing.svg.reader.clips import Clips
from beeprint.drawing.svg.reader.data_attributes import read_engrave, read_layer, read_run
from beeprint.drawing.svg.reader.document import HINTS, TEXTS, Context, Document, applies, growth_of, is_blank
from beeprint.drawing.svg.reader.grouping import (
    UNMEASURED,
    box_of,
    cut_at,
    enlarged,
    ghost,
    placed,
    placed_use,
    without_ghosts,
)
from beeprint.drawing.svg.reader.images import read_image
from beeprint.drawing.svg.reader.limits import STEPS, RefusedError, SpentError, Weight
from beeprint.drawing.svg.reader.markers import Markers
from beeprint.drawing.svg.reader.masks import Masks
from beeprint.drawing.svg.reader.paint import read_paint
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.patterns import Patterns
from beeprint.drawing.svg.reader.regions import Area
from beeprint.drawing.svg.reader.shape_marks import Shapes
from beeprint.drawing.svg.reader.shapes import ATTRIBUTES, shape_path
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.text.letters import ATTRIBUTES as WORD_ATTRIBUTES
from beeprint.drawing.svg.reader.text_marks import LINK_ATTRIBUTES, text_marks
from beeprint.drawing.svg.reader.xml import Element, parse

# Elements that are drawn only where something refers to them, and those already refused.
_SKIPPED = {
    *(TEXTS | ANIMATIONS),
    *("linearGradient", "radialGradient", "clipPath", "defs", "symbol", "marker", "pattern", "filter", "mask"),
    *("style", "script", "view", "cursor", "color-profile", "font", "font-face"),
}
_GROUPS = {"g", "a", "switch"}
_HREF = {"href"}
_KNOWN: dict[str, set[str]] = {
    **ATTRIBUTES,
    "g": set(),
    "a": LINK_ATTRIBUTES,
    "switch": set(),
    "svg": viewports.ATTRIBUTES,
    "symbol": viewports.ATTRIBUTES | {"refX", "refY"},
    "use": {*_HREF, "x", "y", "width", "height"},
    "text": WORD_ATTRIBUTES,
    "flowRoot": set(),
    "image": {*_HREF, "x", "y", "width", "height", "preserveAspectRatio"},
}
# Backgrounds of the outermost svg that paint nothing, or white, as most exports do for screens.
_NO_GROUND = {
    *("none", "transparent", "", "0 0", "initial", "inherit", "unset"),
    *("white", "#fff", "#ffffff", "rgb(255, 255, 255)", "rgb(255,255,255)"),
}
_ALTERNATIVE = "compare it with the original; in draw.io, turn off Formatted Text for labels before you export"
#: The size in mm, of its longer side, to which any page may be enlarged.
_CARD = 100.0
#: The most groups around a mark; each clip path but the first, and each very small or large unit, adds one.
MAX_DEPTH = 150
#: What a mark and a segment of a path take in memory, in bytes.
_MARK_KEPT, _SEGMENT_KEPT = 250, 100
#: How many times its steps a picture takes of its game's: its XML is parsed too, and its marks are kept in the cache.
_PARSED = 1.2
#: Elements that have no outline to cut.
_UNCUT = {
    "text": ("text", "convert it to paths (Inkscape: Path > Object to Path), or remove data-layer"),
    "flowRoot": ("a text", "convert it to paths (Inkscape: Path > Object to Path), or remove data-layer"),
    "image": ("a picture of pixels", "draw its outline as a path, or remove data-layer"),
}
# Properties that leave a part of what an element draws.
_CUTTING = {"clip-path", "mask"}
_CONDITIONS = {"requiredFeatures", "requiredExtensions", "systemLanguage"}


def read(
    text: str | bytes,
    place: str,
    current: Colour | None = None,
    fonts: Fonts | None = None,
    warnings: list[Problem] | None = None,
) -> Drawing:
    """Read an SVG file; BuildError with every problem found.

    `current` is what currentColor means; `fonts` are those available to text. Warnings are added to `warnings`.

    Where width and height give a millimetre per unit, the drawing's box is the viewBox; else the picture
    is scaled to its size in mm, its top left at (0, 0).
    """
    return read_tree(parse(text, place), current, fonts, warnings)


def read_tree(
    root: Element, current: Colour | None = None, fonts: Fonts | None = None, warnings: list[Problem] | None = None
) -> Drawing:
    """Read a parsed SVG file; BuildError with every problem found."""
    document = Document(root, current or BLACK)
    allowed = document.budget.left = min(STEPS, max(0.0, game_budget.left(STEPS)))
    drawing = Drawing(Rect(0, 0, 1, 1), ())
    try:
        document.index(root)
        _apply_sheets(document)
        document.check_animations()
        drawing = _Reader(document, fonts or Fonts(FilePath)).drawing()
    except SpentError as spent:
        document.problems.append(spent.problem(root.place))
    weight = document.drawn.weight
    kept = weight.marks * _MARK_KEPT + weight.segments * _SEGMENT_KEPT
    game_budget.spend("pictures", _PARSED * (allowed - document.budget.left), kept, lambda: root.place)
    if document.problems:
        raise BuildError(sorted(dict.fromkeys(document.problems), key=lambda problem: problem.place))
    if warnings is not None:
        warnings += dict.fromkeys(document.warnings)
    return drawing


def _apply_sheets(document: Document) -> None:
    """Resolve stylesheets into the elements' style attributes."""
    if document.sheets:
        # Most art has no stylesheet, and its reader takes time to load.
        from beeprint.drawing.svg.reader.css import stylesheets

        for problem in stylesheets.apply(document.root, document.sheets, document.budget):
            document.note(problem)


class _Entered(NamedTuple):
    """A drawn element: its own properties, transform and opacity, and the context of its content."""

    element: Element
    own: Mapping[str, str]
    matrix: Affine
    opacity: float
    inside: Context


class _Reader:
    """Walk through a document and turn elements into marks."""

    def __init__(self, document: Document, fonts: Fonts) -> None:
        self._document, self._fonts = document, fonts
        self._clips = Clips(document)
        self._masks = Masks(document, self._clips)
        patterns, markers = Patterns(document, self._children), Markers(document, self._clips, self._children)
        self._shapes = Shapes(document, patterns, markers)

    def drawing(self) -> Drawing:
        """Draw the picture; problems are collected in the document."""
        return self._document.trying(self._document.root, self._drawing, Drawing(Rect(0, 0, 1, 1), ()))

    def _drawing(self) -> Drawing:
        document, root = self._document, self._document.root
        document.check_attributes(root, viewports.ATTRIBUTES)
        own = document.own(root)
        document.check_refused(root, own, masked=True)
        if any(own.get(name, "none").lower() not in _NO_GROUND for name in ("background", "background-color")):
            document.warn(root, "the background in the style of svg is not printed", "draw a rectangle if it should be")
        if "transform" in own:
            raise ValueError("transform on the outermost svg is not supported; put it on a group inside")
        box, matrix = viewports.read_page(root.attributes)
        # Pages as small as a pixel are enlarged to a card's size, and what is rounded on them with them.
        growth = (1.0 if matrix is None else growth_of(matrix)) * max(1.0, _CARD / max(box.width, box.height))
        initial = style.inherited(style.INITIAL, own)
        context = Context(initial, viewports.user_size(root.attributes)._replace(em=_em(initial)), (), growth)
        if not applies(root):
            raise ValueError("the picture is for other languages or programs by the attributes of its svg; remove them")
        context = replace(context, layer=read_layer(root))
        marks = () if own.get("display") == "none" else tuple(self._children(root, context))
        opacity = style.ratio(own.get("opacity", "1"))
        clips = self._areas(root, own, context.measure, marks)
        if opacity < 1 or clips:
            marks = (placed(marks, IDENTITY, opacity, clips, growth),)
        if document.boxed:
            marks = without_ghosts(marks)
        return Drawing(box, marks if matrix is None else (placed(marks, matrix, growth=growth),))

    # elements ---------------------------------------------------------------------------------------------------

    def _children(self, element: Element, context: Context) -> Iterator[Mark]:
        for at, child in enumerate(element.children):
            name = child.name
            if name in _SKIPPED or name.startswith("{"):
                continue
            if name == "foreignObject" and element.name == "switch" and self._has_other(element.children[at + 1 :]):
                message = "what is drawn in place of a foreignObject is the alternative that the file offers"
                self._document.warn(child, message, _ALTERNATIVE)
                continue
            if name == "flowRoot" and is_blank(child):
                continue
            if name not in _KNOWN:
                if applies(child):
                    self._document.refuse(child)
                continue
            yield from self._document.trying(child, partial(self._whole, child, context), list[Mark]())
            if element.name == "switch" and applies(child):
                return

    @staticmethod
    def _has_other(others: Sequence[Element]) -> bool:
        """Return whether a switch offers something else that can be drawn."""
        return any(other.name in _KNOWN and applies(other) for other in others)

    def _whole(self, element: Element, context: Context) -> list[Mark]:
        """Draw an element; RefusedError where its marks are nested too deeply."""
        marks = self._element(element, context)
        if max((mark.depth for mark in marks), default=0) > MAX_DEPTH:
            message = f"groups and clip paths are nested deeper than {MAX_DEPTH} levels"
            raise RefusedError(element.place, message, "ungroup it, or release clip paths")
        return marks

    def _element(self, element: Element, context: Context, size: Mapping[str, str] | None = None) -> list[Mark]:
        """Draw an element; `size` is the width and height given by a use of it. RefusedError for a cut of nothing."""
        before = len(self._document.problems)
        entered = self._enter(element, context)
        marks = [] if entered is None else self._drawn(entered, size or {})
        is_cut = element.attributes.get("data-layer") == Layer.CUT.value
        if is_cut and not _cuts(marks) and len(self._document.problems) == before:
            hint = "draw and show what is to be cut, or remove data-layer"
            raise RefusedError(
                element.place, f"the cut is empty or hidden: nothing in this {element.name} is cut", hint
            )
        return marks

    def _drawn(self, entered: _Entered, size: Mapping[str, str]) -> list[Mark]:
        element, name = entered.element, entered.element.name
        if entered.inside.layer is Layer.CUT and (name in _UNCUT or "data-font" in element.attributes):
            what, hint = _UNCUT.get(name, _UNCUT["text"])
            raise RefusedError(element.place, f"{what} cannot be cut", hint)
        if name in _GROUPS and "data-font" in element.attributes:
            return self._run(entered)
        if name in _GROUPS:
            return [self._grouped(entered, list(self._children(element, entered.inside)))]
        if name in ("text", "flowRoot"):
            return [self._grouped(entered, text_marks(self._document, self._fonts, element, entered.inside))]
        if name == "use":
            return self._use(entered)
        if name in ("svg", "symbol"):
            return self._placed(entered, *self._viewport(entered, size))
        if name == "image":
            return self._placed(entered, self._image(entered))
        marks, opacity = _folded(self._shapes.of(element, entered.inside), entered.opacity)
        return self._placed(entered._replace(opacity=opacity), marks)

    def _enter(self, element: Element, context: Context) -> _Entered | None:
        """Read what applies to all that an element draws, None where it is not shown; note what cannot be drawn."""
        document, attributes = self._document, element.attributes
        document.check_attributes(element, _KNOWN[element.name])
        own = document.own(element)
        document.check_refused(element, own, masked=True)
        if own.get("display") == "none" or not (_CONDITIONS.isdisjoint(attributes) or applies(element)):
            return None
        document.drawn.count(Weight(1, 0), "simplify it")
        document.spend_on(element)
        document.drawn.enter(element, context.level)
        matrix = parse_transform(own["transform"]) if "transform" in own else IDENTITY
        inside = _inside(element, context, own, matrix)
        return _Entered(element, own, matrix, style.ratio(own["opacity"]) if "opacity" in own else 1.0, inside)

    def _grouped(self, entered: _Entered, marks: list[Mark]) -> Group:
        """Group marks as an element does, with its data for the sheet and the laser."""
        attributes, growth = entered.element.attributes, entered.inside.growth
        clips = self._clips_on(entered, marks)
        group = placed(marks, entered.matrix, entered.opacity, clips, growth, attributes.get("data-piece", ""))
        return replace(group, engrave=read_engrave(entered.element)) if "data-engrave" in attributes else group

    def _placed(self, entered: _Entered, marks: list[Mark], box: Area | None = None) -> list[Mark]:
        """Group marks only where an element transforms, fades or clips them; `box` is one more clip."""
        clips = self._clips_on(entered, marks)
        if box is not None:
            clips = (*clips, box)
        if marks and (entered.matrix != IDENTITY or entered.opacity < 1 or clips):
            return [placed(marks, entered.matrix, entered.opacity, clips, entered.inside.growth)]
        return marks

    def _clips_on(self, entered: _Entered, marks: list[Mark]) -> tuple[Area, ...]:
        if _CUTTING.isdisjoint(entered.own):
            return ()
        return self._areas(entered.element, entered.own, entered.inside.measure, marks)

    def _areas(
        self, element: Element, own: Mapping[str, str], measure: Measure, marks: Iterable[Mark]
    ) -> tuple[Area, ...]:
        """Return the areas that an element's clip path and mask leave of its marks."""
        box = box_of(marks, self._document.budget)
        return (*self._clips.of(element, own, measure, box), *self._masks.of(element, own, measure, box))

    def _viewport(self, entered: _Entered, size: Mapping[str, str]) -> tuple[list[Mark], Area | None]:
        """Draw a nested svg or symbol; also return the box that clips it, None where nothing overflows."""
        element, context = entered.element, entered.inside
        view = viewports.viewport(element.attributes, context.measure, size)
        if view is None:
            return [], None
        box, matrix, measure = view
        if matrix != IDENTITY and not _CUTTING.isdisjoint(entered.own):
            raise _placed_differently(element)
        inside = replace(context, measure=measure, growth=context.growth * growth_of(matrix))
        marks: list[Mark] = [placed(self._children(element, inside), matrix, growth=inside.growth)]
        return marks, cut_at(marks, box, entered.own)

    def _image(self, entered: _Entered) -> list[Mark]:
        context, document = entered.inside, self._document
        shown = context.style["visibility"] == "visible"
        if not shown and not document.boxed:
            return []
        picture = read_image(
            entered.element, context.style, document.budget, context.growth, context.measure, context.layer
        )
        if picture is None or not document.boxed:
            return [] if picture is None else [picture]
        if isinstance(picture, Group):
            return [picture, UNMEASURED] if shown else [UNMEASURED]
        frame = ghost(shape_path("rect", entered.element.attributes, context.measure), context.growth)
        return [frame, picture] if shown else [frame]

    def _run(self, entered: _Entered) -> list[Mark]:
        """Read a group of glyphs as the run of text that `write` made it from."""
        font_style = entered.inside.style
        paint = read_paint(self._document, entered.element, "fill", entered.inside, ())
        if not _CUTTING.isdisjoint(entered.own) or font_style["stroke"] != "none" or not isinstance(paint, Solid):
            raise ValueError(
                "a run of text takes one colour, no stroke, clip path or mask; put them on a group around it"
            )
        if font_style["visibility"] != "visible":
            return []
        mark = read_run(entered.element, entered.matrix, paint, self._document.ids, entered.inside.layer)
        return [mark if entered.opacity == 1 else group([mark], IDENTITY, entered.opacity)]

    # uses -------------------------------------------------------------------------------------------------------

    def _use(self, entered: _Entered) -> list[Mark]:
        """Draw a use: a placed symbol."""
        element, context = entered.element, entered.inside
        attributes = element.attributes
        href = attributes.get("href", "")
        target = self._document.target(element, href, "use")
        if target is None:
            return []
        key = href.strip()[1:]
        if key in context.through:
            raise RefusedError(element.place, f"use refers to itself: {' > '.join((*context.through, key))}")
        if target.name not in _KNOWN:
            hint = HINTS.get(target.name, "refer to a group")
            raise RefusedError(element.place, f"use refers to a {target.name}", hint)
        sized = target.name in ("svg", "symbol")
        size: dict[str, str] = {side: attributes[side] for side in ("width", "height") if sized and side in attributes}
        x, y = (style.length(attributes.get(name, "0"), name, context.measure) for name in ("x", "y"))
        at = translate(x, y)
        symbol = self._symbol(element, target, replace(context, through=(*context.through, key)), size)
        if entered.opacity < 1 or not _CUTTING.isdisjoint(entered.own):
            if sized and at != IDENTITY and not _CUTTING.isdisjoint(entered.own):
                raise _placed_differently(element)
            # What cuts a use lies in the space that its x and y have moved (SVG 1.1, 5.6).
            return self._placed(entered._replace(matrix=entered.matrix @ at), [Use(symbol)])
        return [placed_use(symbol, entered.matrix @ at if at != IDENTITY else entered.matrix, context.growth)]

    def _symbol(self, element: Element, target: Element, context: Context, size: Mapping[str, str]) -> Symbol:
        """Draw an element as a symbol, made once for all places where it looks the same."""

        def make() -> tuple[Mark, ...]:
            marks = tuple(self._element(target, context, size))
            # A plain group is the symbol itself, so that a symbol survives `write` and `read` unchanged.
            if len(marks) == 1 and isinstance(marks[0], Group) and marks[0] == Group(marks[0].marks):
                return marks[0].marks
            return marks

        known = (target, tuple(context.style.values()), context.measure, *size.values(), enlarged(context.growth))
        return self._document.drawn.symbol((*known, context.shape, context.layer), element, context.level, make)


def _placed_differently(element: Element) -> RefusedError:
    which = "an inner svg element" if element.name == "svg" else f"a {element.name} element"
    message = f"programs place a clip path or mask on {which} differently"
    return RefusedError(element.place, message, "put the element into a group, and the clip path or mask on that group")


def _inside(element: Element, context: Context, own: Mapping[str, str], matrix: Affine) -> Context:
    """Return the context inside an element."""
    inner_style = style.inherited(context.style, own)
    measure = context.measure._replace(em=_em(inner_style)) if "font-size" in own or "font" in own else context.measure
    growth = context.growth if matrix == IDENTITY else context.growth * growth_of(matrix)
    layer = read_layer(element, context.layer)
    return Context(inner_style, measure, context.through, growth, context.level + 1, context.shape, layer)


def _cuts(marks: Iterable[Mark]) -> bool:
    """Return whether any line is cut."""
    inner_marks = (mark for mark, _ in walk(marks))
    return any(isinstance(mark, PathMark) and mark.layer is Layer.CUT and len(mark.path) > 1 for mark in inner_marks)


def _em(properties: Mapping[str, str]) -> float:
    """Return the font size in user units, 0 where it is unknown."""
    try:
        return style.length(properties.get("font-size", "0"))
    except ValueError:
        return 0.0


def _folded(marks: list[Mark], opacity: float) -> tuple[list[Mark], float]:
    """Fold the opacity into the paint of a single mark with one paint; return the marks and the opacity left over."""
    mark = marks[0] if len(marks) == 1 else None
    if opacity == 1 or not isinstance(mark, PathMark):
        return marks, opacity
    if mark.stroke is None and mark.fill is not None:
        return [replace(mark, fill=replace(mark.fill, opacity=mark.fill.opacity * opacity))], 1.0
    if mark.fill is None and mark.stroke is not None:
        paint = replace(mark.stroke.paint, opacity=mark.stroke.paint.opacity * opacity)
        return [replace(mark, stroke=replace(mark.stroke, paint=paint))], 1.0
    return marks, opacity

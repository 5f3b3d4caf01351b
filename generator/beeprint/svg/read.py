"""Read SVG as a Drawing: our own normal form exactly, and art drawn elsewhere as far as it can be drawn exactly.

What is not on the lists is refused by name, with its place and a hint; nothing that shows is left out in silence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path as FilePath
from typing import TypeVar

from beeprint.colour import BLACK, Colour
from beeprint.drawing import (
    Drawing,
    Group,
    Mark,
    Paint,
    PathMark,
    Solid,
    Stroke,
    Symbol,
    Use,
    group,
    path_mark,
    rounded_matrix,
)
from beeprint.fonts import Fonts
from beeprint.geometry import IDENTITY, Affine, Path, Rect, rectangle, transformed, translate
from beeprint.problems import BuildError, Place, Problem, did_you_mean
from beeprint.svg import page, style, winding
from beeprint.svg.document import Element, parse
from beeprint.svg.gradients import gradient_chain, read_gradient
from beeprint.svg.images import read_image
from beeprint.svg.leaves import read_layer, read_run
from beeprint.svg.letters import ATTRIBUTES as WORD_ATTRIBUTES
from beeprint.svg.letters import Setting
from beeprint.svg.paths import parse_path, parse_transform, tight_box
from beeprint.svg.shapes import ATTRIBUTES, shape_path
from beeprint.svg.words import read_text

MAX_MARKS = 200_000
MAX_SEGMENTS = 2_000_000
#: Levels of groups and uses, one through the other; each takes four calls of Python's stack.
MAX_LEVELS = 100
# Coordinates are kept to 0.001 units; the most that may move a point in mm where a picture is drawn enlarged.
_LOSS = 0.02
_SKIPPED = {"title", "desc", "metadata", "linearGradient", "radialGradient", "clipPath", "defs"}
_TEXTS = {"title", "desc", "metadata"}
# Elements that change what lies outside them, so that they are refused in defs as well.
_EVERYWHERE = {"style", "script"}
_DRAWN = {*ATTRIBUTES, "svg", "g", "use", "image", "text"}
_HINTS = {
    "font": "use one of the project's fonts, or put one into the game's folder fonts/",
    "flowRoot": "convert it to text (Inkscape: Text > Convert to Text), or to paths (Path > Object to Path)",
    "style": "save it with presentation attributes (Inkscape: Save as > Optimised SVG, convert CSS to attributes)",
    "symbol": "replace the symbol by a group",
    "filter": "remove the filter, or set raster: 600dpi where the layout places it",
    "mask": "use a clip path, or set raster: 600dpi where the layout places it",
    "pattern": "draw the pattern out, or set raster: 600dpi where the layout places it",
    "foreignObject": "remove it",
    "script": "remove it; pictures never run code",
}

T = TypeVar("T")


class _RefusedError(Exception):
    """Something at a place that cannot be drawn; becomes a problem, reading goes on."""

    def __init__(self, place: Place, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(place, message, hint)


def read(text: str | bytes, place: str, current: Colour | None = None, fonts: Fonts | None = None) -> Drawing:
    """Return the picture of an SVG file; BuildError with every problem found.

    `current` is what currentColor means, `fonts` are those that text may be set in.

    Where width and height give a millimetre per unit, the drawing's box is the viewBox as it stands; else the picture
    is scaled to its size in mm, its top left at (0, 0).
    """
    return read_tree(parse(text, place), current, fonts)


def read_tree(root: Element, current: Colour | None = None, fonts: Fonts | None = None) -> Drawing:
    """Return the picture of a parsed SVG file; BuildError with every problem found."""
    reader = _Reader(root, current or BLACK, fonts)
    drawing = reader.drawing()
    if reader.problems:
        raise BuildError(sorted(dict.fromkeys(reader.problems), key=lambda problem: problem.place))
    return drawing


@dataclass(frozen=True)
class _Context:
    """What an element stands in: inherited properties, ids it is reached through, enlargement, levels above it."""

    style: Mapping[str, str]
    through: tuple[str, ...] = ()
    growth: float = 1.0
    level: int = 0


class _Reader:
    """The reading of one document: its ids, symbols made so far, problems found so far."""

    def __init__(self, root: Element, current: Colour, fonts: Fonts | None) -> None:
        self.root, self.current, self.fonts = root, current, fonts or Fonts(FilePath)
        self.problems: list[Problem] = []
        self.ids: dict[str, Element] = {}
        self.symbols: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[Symbol, int]] = {}
        self.parents: dict[Element, Element] = {}
        self.paths: dict[Element, Path] = {}
        self.marks_made = self.segments_made = 0
        self._index(root)

    def _index(self, element: Element) -> None:
        if element.name in _TEXTS or element.name.startswith("{"):
            return
        if element.name in _EVERYWHERE:
            self._refuse(element)
        key = element.attributes.get("id")
        if key:
            self.ids.setdefault(key, element)
        for child in element.children:
            self.parents[child] = element
            self._index(child)

    def _refuse(self, element: Element) -> None:
        hint = _HINTS.get(element.name, "")
        self.problems.append(Problem(element.place, f"the element {element.name} cannot be drawn exactly", hint))

    def trying(self, element: Element, action: Callable[[], T], fallback: T) -> T:
        """Return what an action returns; what it refuses becomes a problem at the element."""
        try:
            return action()
        except _RefusedError as refused:
            self.problems.append(refused.problem)
        except BuildError as error:
            self.problems += error.problems
        except ValueError as error:
            self.problems.append(Problem(element.place, f"{element.name}: {error}"))
        return fallback

    # the document -----------------------------------------------------------------------------------------------

    def drawing(self) -> Drawing:
        empty = Drawing(Rect(0, 0, 1, 1), ())
        return self.trying(self.root, self._drawing, empty)

    def _drawing(self) -> Drawing:
        root = self.root
        self._check_attributes(root, page.ATTRIBUTES)
        own = style.properties(root.attributes)
        self._check_refused(root, own)
        if "transform" in own:
            raise ValueError("transform is not drawn here; put a group inside")
        box, matrix = page.read_page(root.attributes)
        factor = 1.0 if matrix is None else _growth(matrix)
        context = _Context(style.inherited(style.INITIAL, own), (), factor)
        marks = () if own.get("display") == "none" else tuple(self._children(root, context))
        opacity, clips = style.ratio(own.get("opacity", "1")), self._clips(root, own)
        if opacity < 1 or clips:
            marks = (_clipped(group(marks, IDENTITY, opacity, clips[0] if clips else None), clips[1:]),)
        return Drawing(box, marks if matrix is None else (group(marks, matrix),))

    # elements ---------------------------------------------------------------------------------------------------

    def _children(self, element: Element, context: _Context) -> Iterator[Mark]:
        for child in element.children:
            if child.name in _SKIPPED or child.name.startswith("{"):
                continue
            if child.name not in _DRAWN or child.name == "svg":
                self._refuse(child)
                continue
            yield from self.trying(child, partial(self._marks, child, context), list[Mark]())

    def _marks(self, element: Element, context: _Context) -> list[Mark]:
        return list(self._element(element, context))

    def _element(self, element: Element, context: _Context) -> Iterator[Mark]:
        attributes = element.attributes
        self._check_attributes(element, ATTRIBUTES.get(element.name, _OTHER_ATTRIBUTES.get(element.name, set())))
        own = style.properties(attributes)
        self._check_refused(element, own)
        if own.get("display") == "none":
            return
        self.marks_made += 1
        if self.marks_made > MAX_MARKS:
            raise _RefusedError(element.place, f"the picture draws more than {MAX_MARKS:,} marks", "simplify it")
        if context.level >= MAX_LEVELS:
            raise _RefusedError(
                element.place, f"groups and uses are nested deeper than {MAX_LEVELS} levels", "ungroup it"
            )
        matrix = parse_transform(own.get("transform", ""))
        inner = _Context(
            style.inherited(context.style, own), context.through, context.growth * _growth(matrix), context.level + 1
        )
        opacity = style.ratio(own["opacity"]) if "opacity" in own else 1.0
        clips = self._clips(element, own)
        if element.name == "g" and "data-font" in attributes:
            yield from self._run(element, inner, matrix, opacity, clips)
            return
        if element.name == "g":
            marks = tuple(self._children(element, inner))
            piece = attributes.get("data-piece", "")
            yield _clipped(group(marks, matrix, opacity, clips[0] if clips else None, piece), clips[1:])
            return
        if element.name == "use":
            yield from self._use(element, inner, matrix, opacity, clips)
            return
        if element.name == "text":
            marks = tuple(self._text(element, inner))
            yield _clipped(group(marks, matrix, opacity, clips[0] if clips else None), clips[1:])
            return
        mark = self._picture(element, inner) if element.name == "image" else self._shape(element, inner, opacity)
        if mark is None:
            return
        folded = isinstance(mark, PathMark) and (mark.fill is None or mark.stroke is None)
        opacity = 1.0 if folded else opacity
        if matrix != IDENTITY or opacity < 1 or clips:
            yield _clipped(group([mark], matrix, opacity, clips[0] if clips else None), clips[1:])
        else:
            yield mark

    def _check_attributes(self, element: Element, known: set[str]) -> None:
        for name in element.attributes:
            if name not in known and not style.is_property(name) and not style.is_harmless(name):
                self.problems.append(
                    Problem(element.place, f"{element.name} has an unknown attribute {name}", did_you_mean(name, known))
                )

    def _check_refused(self, element: Element, own: Mapping[str, str]) -> None:
        for name, value in own.items():
            if name in style.REFUSED and value not in (style.REFUSED[name], "inherit", ""):
                hint = _HINTS.get(name, "remove it, or set raster: 600dpi where the layout places it")
                self.problems.append(Problem(element.place, f"{name} on {element.name} cannot be drawn exactly", hint))
            elif not style.is_property(name):
                self.problems.append(Problem(element.place, f"{element.name} has an unknown property {name}"))

    def _use(
        self, element: Element, context: _Context, matrix: Affine, opacity: float, clips: tuple[Path, ...]
    ) -> Iterator[Mark]:
        attributes = element.attributes
        href = attributes.get("href", attributes.get("xlink:href", ""))
        if not href.startswith("#"):
            raise _RefusedError(element.place, f"use refers to {href!r} outside the file", "copy it into the file")
        key = href[1:]
        target = self.ids.get(key)
        if target is None:
            raise _RefusedError(
                element.place, f"use refers to {href}, which is not in the file", did_you_mean(key, self.ids)
            )
        if key in context.through:
            raise _RefusedError(element.place, f"use refers to itself: {' > '.join((*context.through, key))}")
        if target.name not in _DRAWN or target.name == "svg":
            raise _RefusedError(
                element.place, f"use refers to a {target.name}", _HINTS.get(target.name, "refer to a group")
            )
        known = (key, tuple(sorted(context.style.items())))
        if known not in self.symbols:
            before = self.marks_made
            marks = tuple(self._element(target, replace(context, through=(*context.through, key))))
            # A plain group is the symbol itself, so that what `write` calls a symbol comes back as the same one.
            if len(marks) == 1 and isinstance(marks[0], Group) and marks[0] == Group(marks[0].marks):
                marks = marks[0].marks
            self.symbols[known] = (Symbol.of(marks), self.marks_made - before)
        symbol, weight = self.symbols[known]
        self.marks_made += weight
        if self.marks_made > MAX_MARKS:
            raise _RefusedError(element.place, f"the picture draws more than {MAX_MARKS:,} marks", "use fewer copies")
        x, y = (style.length(attributes.get(name, "0"), name) for name in ("x", "y"))
        at = matrix @ translate(x, y) if x or y else matrix
        if opacity < 1 or clips:
            inner = Use(symbol, rounded_matrix(translate(x, y)))
            yield _clipped(group([inner], matrix, opacity, clips[0] if clips else None), clips[1:])
        else:
            yield Use(symbol, rounded_matrix(at))

    def _shape(self, element: Element, context: _Context, opacity: float) -> PathMark | None:
        path, found = self._path(element), context.style
        if not path or found["visibility"] != "visible":
            return None
        self.segments_made += len(path)
        if self.segments_made > MAX_SEGMENTS:
            raise _RefusedError(
                element.place, f"the picture draws more than {MAX_SEGMENTS:,} path segments", "simplify it"
            )
        fill = None if element.name == "line" else self._paint(element, "fill", context, path)
        paint = self._paint(element, "stroke", context, path)
        stroke = None if paint is None else self._stroke(paint, found)
        if fill is not None and found["fill-rule"] == "evenodd":
            turned = _nonzero(element, path)
            if stroke is not None and stroke.dashes and turned != path:
                raise ValueError("fill-rule evenodd with a dashed stroke is not drawn; draw fill and stroke apart")
            path = turned
        if fill is None and stroke is None:
            return None
        if opacity < 1 and stroke is None and fill is not None:
            fill = replace(fill, opacity=fill.opacity * opacity)
        elif opacity < 1 and fill is None and stroke is not None:
            stroke = replace(stroke, paint=replace(stroke.paint, opacity=stroke.paint.opacity * opacity))
        mark = path_mark(path, fill, stroke, read_layer(element))
        if context.growth * 0.0005 > _LOSS and _loss(path, mark.path) * context.growth > _LOSS:
            raise ValueError(
                f"is drawn {context.growth:.3g} times as large and would lose detail; draw it in millimetres"
            )
        return mark

    def _path(self, element: Element) -> Path:
        """Return a shape's path in its own space, read once however often it is drawn."""
        found = self.paths.get(element)
        if found is None:
            attributes = element.attributes
            plain = element.name == "path"
            found = parse_path(attributes.get("d", "")) if plain else shape_path(element.name, attributes)
            self.paths[element] = found
        return found

    def _picture(self, element: Element, context: _Context) -> Mark | None:
        visible = context.style["visibility"] == "visible"
        return read_image(element, context.style, context.growth) if visible else None

    def _text(self, element: Element, context: _Context) -> list[Mark]:
        def own(part: Element) -> Mapping[str, str]:
            found = style.properties(part.attributes)
            if part is not element:
                self._check_attributes(part, _LINK_ATTRIBUTES if part.name == "a" else WORD_ATTRIBUTES)
                self._check_refused(part, found)
            return found

        def paint(part: Element, key: str, found: Mapping[str, str], box: Rect) -> Paint | None:
            return self._paint(part, key, replace(context, style=found), rectangle(box))

        return read_text(element, context.style, Setting(self.fonts, own, paint, self._stroke, context.growth))

    def _run(
        self, element: Element, context: _Context, matrix: Affine, opacity: float, clips: tuple[Path, ...]
    ) -> Iterator[Mark]:
        found = context.style
        paint = self._paint(element, "fill", context, ())
        if clips or found["stroke"] != "none" or not isinstance(paint, Solid):
            raise ValueError(
                "a run of text takes one colour and neither stroke nor clip; put them on a group around it"
            )
        if found["visibility"] == "visible":
            mark = read_run(element, matrix, paint, self.ids)
            yield mark if opacity == 1 else group([mark], IDENTITY, opacity)

    def _stroke(self, paint: Paint, found: Mapping[str, str]) -> Stroke | None:
        width = style.length(found["stroke-width"], "stroke-width")
        miter = style.length(found["stroke-miterlimit"], "stroke-miterlimit")
        if width < 0:
            raise ValueError("stroke-width is negative")
        if width == 0:
            return None
        dashes: tuple[float, ...] = ()
        if found["stroke-dasharray"] not in ("none", ""):
            dashes = tuple(style.length(part, "dash") for part in found["stroke-dasharray"].replace(",", " ").split())
            if min(dashes) < 0:
                raise ValueError("a dash is negative")
            # An odd list is read twice over (SVG 1.1, 11.4); all zeros is a whole line.
            dashes = (dashes * 2 if len(dashes) % 2 else dashes) if any(dashes) else ()
        offset = style.length(found["stroke-dashoffset"], "stroke-dashoffset")
        cap, join = found["stroke-linecap"], found["stroke-linejoin"]
        if cap not in ("butt", "round", "square") or join not in ("miter", "round", "bevel"):
            raise ValueError(f"stroke-linecap {cap} or stroke-linejoin {join} is not drawn")
        return Stroke(paint, width, cap, join, miter, dashes, offset)

    def _paint(self, element: Element, key: str, context: _Context, path: Path) -> Paint | None:
        text = context.style[key]
        opacity = style.ratio(context.style[f"{key}-opacity"])
        if text == "none":
            return None
        target = style.reference(text)
        if target is not None:
            gradient = self.ids.get(target)
            if gradient is None or gradient.name not in ("linearGradient", "radialGradient"):
                what = f"a {gradient.name}" if gradient else "nothing in the file"
                hint = _HINTS.get(gradient.name, "") if gradient else did_you_mean(target, self.ids)
                raise _RefusedError(element.place, f"{key} refers to {what}: {text}", hint)
            for link in gradient_chain(gradient, self.ids):
                self._check_gradient(link)
            # A run of text has no path; it refuses gradients anyway.
            box = tight_box(path) if path else Rect(0, 0, 0, 0)
            current = self._current(self._standing(gradient))
            return read_gradient(gradient, self.ids, box, opacity, current)
        found, own = style.colour(text, self._current(context.style))
        return Solid(found, opacity * own)

    def _current(self, inherited: Mapping[str, str]) -> Colour:
        own = inherited["color"]
        return self.current if not own else style.colour(own, self.current)[0]

    def _check_gradient(self, link: Element) -> None:
        self._check_attributes(link, _GRADIENT_ATTRIBUTES)
        self._check_refused(link, style.properties(link.attributes))
        for stop in link.children:
            if stop.name == "stop":
                self._check_attributes(stop, {"offset"})
            elif stop.name not in _TEXTS and not stop.name.startswith("{"):
                self._refuse(stop)

    def _standing(self, element: Element) -> Mapping[str, str]:
        """Return the inherited properties of an element where it stands in the file."""
        above = self._standing(self.parents[element]) if element in self.parents else style.INITIAL
        return style.inherited(above, style.properties(element.attributes))

    def _clips(self, element: Element, own: Mapping[str, str]) -> tuple[Path, ...]:
        """Return the clip paths of an element, outermost first; a clip path may itself be clipped."""
        text = own.get("clip-path", "none")
        found: list[Path] = []
        seen: set[str] = set()
        while text not in ("none", ""):
            key = style.reference(text)
            target = self.ids.get(key or "")
            if target is None or target.name != "clipPath":
                raise _RefusedError(
                    element.place, f"clip-path refers to no clip path: {text}", did_you_mean(key or "", self.ids)
                )
            if key in seen:
                raise _RefusedError(target.place, f"the clip path {key} refers to itself")
            seen.add(str(key))
            if target not in self.paths:
                self.paths[target] = self._clip(target)
            found.append(self.paths[target])
            text = style.properties(target.attributes).get("clip-path", "none")
        return tuple(found)

    def _clip(self, target: Element) -> Path:
        if target.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise _RefusedError(
                target.place, "clipPathUnits objectBoundingBox is not drawn", "draw the clip in user space"
            )
        self._check_attributes(target, {"clipPathUnits"})
        self._check_refused(target, style.properties(target.attributes))
        outer = parse_transform(target.attributes.get("transform", ""))
        if outer != IDENTITY and "clip-path" in style.properties(target.attributes):
            raise _RefusedError(target.place, "a clip path both moved and clipped is not drawn", "combine the two")
        paths = [path for child in target.children for path in self._clip_part(child, outer)]
        found = paths[0] if len(paths) == 1 else winding.union(paths)
        if found is None:
            raise _RefusedError(
                target.place, "a clip path of several shapes that meet is not drawn", "combine them into one path"
            )
        return found or (("M", 0.0, 0.0), ("Z",))

    def _clip_part(self, child: Element, outer: Affine) -> Iterator[Path]:
        """Yield the path that a child adds to a clip path, if any."""
        if child.name in _SKIPPED or child.name.startswith("{"):
            return
        if child.name not in ATTRIBUTES:
            raise _RefusedError(child.place, f"{child.name} in a clip path is not drawn", "combine it into one path")
        self._check_attributes(child, ATTRIBUTES[child.name])
        own, standing = style.properties(child.attributes), self._standing(child)
        self._check_refused(child, own)
        if own.get("clip-path", "none") != "none":
            raise _RefusedError(child.place, "clip-path inside a clip path is not drawn", "cut the shape itself")
        if own.get("display") == "none" or standing["visibility"] != "visible":
            return
        path = self._path(child)
        if standing["clip-rule"] == "evenodd":
            path = _nonzero(child, path)
        matrix = outer @ parse_transform(own.get("transform", ""))
        yield path if matrix == IDENTITY else transformed(path, matrix)


_LINK_ATTRIBUTES = {"href", "xlink:href", "target"}
_GRADIENT_ATTRIBUTES = {
    *("href", "xlink:href", "gradientUnits", "gradientTransform", "spreadMethod"),
    *("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr"),
}
_OTHER_ATTRIBUTES = {
    "g": set[str](),
    "use": {"href", "xlink:href", "x", "y", "width", "height"},
    "text": WORD_ATTRIBUTES,
    "image": {"href", "xlink:href", "x", "y", "width", "height", "preserveAspectRatio"},
}


def _clipped(inner: Group, clips: tuple[Path, ...]) -> Group:
    """Return a group inside further clips, which hold in the space that the group's own transform leads to."""
    for clip in clips:
        inner = Group((replace(inner, transform=IDENTITY),), inner.transform, 1.0, clip)
    return inner


def _loss(path: Path, kept: Path) -> float:
    """Return how far rounding moved a coordinate."""
    return max(
        (abs(a - b) for one, two in zip(path, kept, strict=True) for a, b in zip(one[1:], two[1:], strict=True)),
        default=0,
    )


def _growth(matrix: Affine) -> float:
    """Return the largest factor by which a matrix stretches lengths along its axes."""
    return max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))


def _nonzero(element: Element, path: Path) -> Path:
    """Return what an even-odd path shows as a non-zero path."""
    found = path if element.name in ("rect", "circle", "ellipse", "line") else winding.nonzero(path)
    if found is None:
        raise _RefusedError(
            element.place,
            "an even-odd path whose edges meet is not drawn",
            "make its parts one outline and holes (Inkscape: Path > Union), or set its fill rule to non-zero",
        )
    return found

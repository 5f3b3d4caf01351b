"""Read SVG as a Drawing: our own normal form exactly, and art drawn elsewhere as far as it can be drawn exactly.

What is not on the lists is refused by name, with its place and a hint; nothing that shows is left out in silence.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from beeprint.colour import BLACK, Colour
from beeprint.drawing import (
    Drawing,
    Glyph,
    Group,
    ImageMark,
    Layer,
    Mark,
    Paint,
    PathMark,
    Run,
    Solid,
    Stroke,
    Symbol,
    Use,
    group,
    path_mark,
    rounded_matrix,
    rounded_rect,
)
from beeprint.geometry import IDENTITY, Affine, Path, Rect, bounds, path_points, scale, transformed, translate
from beeprint.problems import BuildError, Place, Problem, did_you_mean
from beeprint.svg import style
from beeprint.svg.document import Element, parse
from beeprint.svg.gradients import read_gradient
from beeprint.svg.paths import numbers, parse_path, parse_transform
from beeprint.svg.shapes import ATTRIBUTES, shape_path

MAX_MARKS = 200_000
_MAX_USE_DEPTH = 32
_SKIPPED = {"title", "desc", "metadata", "linearGradient", "radialGradient", "clipPath", "defs"}
_DRAWN = {*ATTRIBUTES, "svg", "g", "use", "image"}
_HINTS = {
    "text": "convert the text to paths (Inkscape: Path > Object to Path), or use a text slot",
    "style": "save it with presentation attributes (Inkscape: Save as > Optimised SVG, convert CSS to attributes)",
    "symbol": "replace the symbol by a group",
    "filter": "remove the filter, or place the picture as PNG",
    "mask": "use a clip path, or place the picture as PNG",
    "pattern": "draw the pattern out, or place the picture as PNG",
    "foreignObject": "remove it",
    "script": "remove it; pictures never run code",
}

T = TypeVar("T")


class _RefusedError(Exception):
    """Something at a place that cannot be drawn; becomes a problem, reading goes on."""

    def __init__(self, place: Place, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(place, message, hint)


def read(text: str | bytes, place: str, current: Colour | None = None) -> Drawing:
    """Return the picture of an SVG file; BuildError with every problem found. `current` is what currentColor means.

    Where width and height give a millimetre per unit, the drawing's box is the viewBox as it stands; else the picture
    is scaled to its size in mm, its top left at (0, 0).
    """
    root = parse(text.encode("utf-8") if isinstance(text, str) else text, place)
    reader = _Reader(root, current or BLACK)
    drawing = reader.drawing()
    if reader.problems:
        raise BuildError(dict.fromkeys(reader.problems))
    return drawing


@dataclass(frozen=True)
class _Context:
    """What an element stands in: inherited properties, the ids it is reached through."""

    style: Mapping[str, str]
    through: tuple[str, ...] = ()


class _Reader:
    """The reading of one document: its ids, symbols made so far, problems found so far."""

    def __init__(self, root: Element, current: Colour) -> None:
        self.root, self.current = root, current
        self.problems: list[Problem] = []
        self.ids: dict[str, Element] = {}
        self.symbols: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[Symbol, int]] = {}
        self.marks_made = 0
        self._index(root)

    def _index(self, element: Element) -> None:
        for child in (element, *element.children):
            if child is element:
                key = element.attributes.get("id")
                if key:
                    self.ids.setdefault(key, element)
            else:
                self._index(child)

    def trying(self, element: Element, action: Callable[[], T], fallback: T) -> T:
        """Return what an action returns; what it refuses becomes a problem at the element."""
        try:
            return action()
        except _RefusedError as refused:
            self.problems.append(refused.problem)
        except ValueError as error:
            self.problems.append(Problem(element.place, f"{element.name}: {error}"))
        return fallback

    # the document -----------------------------------------------------------------------------------------------

    def drawing(self) -> Drawing:
        empty = Drawing(Rect(0, 0, 1, 1), ())
        return self.trying(self.root, self._drawing, empty)

    def _drawing(self) -> Drawing:
        root = self.root
        self._check_attributes(root, {"width", "height", "viewBox", "preserveAspectRatio", "x", "y"})
        view = self._view_box()
        to_mm = 25.4 / 96
        size = [
            style.length(root.attributes[key], key) * to_mm
            if key in root.attributes and not root.attributes[key].strip().endswith("%")
            else None
            for key in ("width", "height")
        ]
        width, height = size
        if view is None:
            if width is None or height is None:
                raise _RefusedError(
                    root.place, "the picture has neither a viewBox nor a width and height", "give it a viewBox"
                )
            view = Rect(0, 0, width / to_mm, height / to_mm)
        width = (
            width if width is not None else (view.width * height / view.height if height is not None else view.width)
        )
        height = height if height is not None else view.height * width / view.width
        if width <= 0 or height <= 0:
            raise _RefusedError(root.place, "the picture has no size")
        marks = tuple(self._children(root, _Context(style.INITIAL)))
        matrix = self._to_box(view, width, height)
        if matrix is None:
            return Drawing(rounded_rect(view), marks)
        return Drawing(rounded_rect(Rect(0, 0, width, height)), (group(marks, matrix),))

    def _view_box(self) -> Rect | None:
        text = self.root.attributes.get("viewBox")
        if text is None:
            return None
        values = numbers(text)
        if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
            raise ValueError(f"viewBox is {text!r}, not x, y, width and height")
        return Rect(*values)

    def _to_box(self, view: Rect, width: float, height: float) -> Affine | None:
        """Return the matrix from the viewBox to the picture's size in mm, None where a unit is a millimetre already."""
        x, y = width / view.width, height / view.height
        fit = self.root.attributes.get("preserveAspectRatio", "xMidYMid").split()
        if abs(x - 1) < 1e-4 and abs(y - 1) < 1e-4:
            return None
        if "slice" in fit:
            raise _RefusedError(
                self.root.place, "preserveAspectRatio slice is not read", "crop the page to the picture"
            )
        if fit[0] == "none":
            return scale(x, y) @ translate(-view.x, -view.y)
        factor = min(x, y)
        share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
        dx = (width - view.width * factor) * share.get(fit[0][1:4], 0.5)
        dy = (height - view.height * factor) * share.get(fit[0][5:8], 0.5)
        return translate(dx, dy) @ scale(factor) @ translate(-view.x, -view.y)

    # elements ---------------------------------------------------------------------------------------------------

    def _children(self, element: Element, context: _Context) -> Iterator[Mark]:
        for child in element.children:
            if child.name in _SKIPPED or child.name.startswith("{"):
                continue
            if child.name not in _DRAWN or child.name == "svg":
                self.problems.append(
                    Problem(
                        child.place, f"the element {child.name} cannot be drawn exactly", _HINTS.get(child.name, "")
                    )
                )
                continue
            yield from self.trying(child, partial(self._marks, child, context), list[Mark]())

    def _marks(self, element: Element, context: _Context) -> list[Mark]:
        return list(self._element(element, context))

    def _element(self, element: Element, context: _Context) -> Iterator[Mark]:
        attributes = element.attributes
        if "data-font" in attributes:
            yield _run(element)
            return
        self._check_attributes(element, ATTRIBUTES.get(element.name, _OTHER_ATTRIBUTES.get(element.name, set())))
        own = style.properties(attributes)
        self._check_refused(element, own)
        inner = replace(context, style=style.inherited(context.style, own))
        if own.get("display") == "none":
            return
        self.marks_made += 1
        if self.marks_made > MAX_MARKS:
            raise _RefusedError(element.place, f"the picture draws more than {MAX_MARKS:,} marks", "simplify it")
        matrix = parse_transform(attributes.get("transform", own.get("transform", "")))
        opacity = style.ratio(own["opacity"]) if "opacity" in own else 1.0
        clips = self._clips(element, own, context)
        if element.name == "g":
            marks = tuple(self._children(element, inner))
            piece = attributes.get("data-piece", "")
            yield _clipped(group(marks, matrix, opacity, clips[0] if clips else None, piece), clips[1:])
            return
        if element.name == "use":
            yield from self._use(element, inner, matrix, opacity, clips)
            return
        mark = self._image(element) if element.name == "image" else self._shape(element, inner, opacity)
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
                hint = _HINTS.get(name, "remove it, or place the picture as PNG")
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
        if key in context.through or len(context.through) > _MAX_USE_DEPTH:
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
        if element.name == "path":
            path = parse_path(element.attributes.get("d", ""))
        else:
            path = shape_path(element.name, element.attributes)
        found = context.style
        if not path or found["visibility"] != "visible":
            return None
        fill = None if element.name == "line" else self._paint(element, "fill", context, path)
        paint = self._paint(element, "stroke", context, path)
        stroke = None if paint is None else self._stroke(paint, found)
        if fill is not None and found["fill-rule"] == "evenodd" and not _simple(element, path):
            raise _RefusedError(
                element.place,
                "fill-rule evenodd is not drawn",
                "make the holes run the other way (Inkscape: Path > Union)",
            )
        if fill is None and stroke is None:
            return None
        if opacity < 1 and stroke is None and fill is not None:
            fill = replace(fill, opacity=fill.opacity * opacity)
        elif opacity < 1 and fill is None and stroke is not None:
            stroke = replace(stroke, paint=replace(stroke.paint, opacity=stroke.paint.opacity * opacity))
        return path_mark(path, fill, stroke, _layer(element))

    def _stroke(self, paint: Paint, found: Mapping[str, str]) -> Stroke | None:
        width = style.length(found["stroke-width"], "stroke-width")
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
        return Stroke(paint, width, cap, join, float(found["stroke-miterlimit"]), dashes, offset)

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
            box = bounds(path_points(path))
            return read_gradient(gradient, self.ids, box, opacity, self._current(context))
        found, own = style.colour(text, self._current(context))
        return Solid(found, opacity * own)

    def _current(self, context: _Context) -> Colour:
        own = context.style["color"]
        return self.current if not own else style.colour(own, self.current)[0]

    def _clips(self, element: Element, own: Mapping[str, str], context: _Context) -> tuple[Path, ...]:
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
            found.append(self._clip(target, context))
            text = style.properties(target.attributes).get("clip-path", "none")
        return tuple(found)

    def _clip(self, target: Element, context: _Context) -> Path:
        if target.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise _RefusedError(
                target.place, "clipPathUnits objectBoundingBox is not drawn", "draw the clip in user space"
            )
        outer = parse_transform(target.attributes.get("transform", ""))
        paths: list[Path] = []
        for child in target.children:
            if child.name in _SKIPPED or child.name.startswith("{"):
                continue
            if child.name not in ATTRIBUTES:
                raise _RefusedError(
                    child.place, f"{child.name} in a clip path is not drawn", "combine it into one path"
                )
            own = style.properties(child.attributes)
            path = (
                parse_path(child.attributes.get("d", ""))
                if child.name == "path"
                else shape_path(child.name, child.attributes)
            )
            rule = style.inherited(context.style, own)["clip-rule"]
            if rule == "evenodd" and not _simple(child, path):
                raise _RefusedError(child.place, "clip-rule evenodd is not drawn", "make the holes run the other way")
            matrix = outer @ parse_transform(child.attributes.get("transform", ""))
            paths.append(path if matrix == IDENTITY else transformed(path, matrix))
        if len(paths) > 1:
            raise _RefusedError(
                target.place, "a clip path of several shapes is not drawn", "combine them into one path"
            )
        return paths[0] if paths else (("M", 0.0, 0.0), ("Z",))

    def _image(self, element: Element) -> ImageMark:
        attributes = element.attributes
        href = attributes.get("href", attributes.get("xlink:href", ""))
        head, mark, body = href.partition(";base64,")
        mime = head.removeprefix("data:")
        if not mark or mime not in ("image/png", "image/jpeg"):
            raise _RefusedError(
                element.place, "only PNG and JPEG pictures inside the file are read", "embed the picture"
            )
        if attributes.get("preserveAspectRatio", "") != "none":
            raise _RefusedError(
                element.place, "an embedded picture needs preserveAspectRatio none", "use a picture slot"
            )
        try:
            data = base64.b64decode("".join(body.split()), validate=True)
        except binascii.Error as error:
            raise _RefusedError(element.place, f"the embedded picture is damaged: {error}") from error
        x, y, width, height = (style.length(attributes.get(key, "0"), key) for key in ("x", "y", "width", "height"))
        found = ImageMark.of(data, mime, Rect(x, y, width, height))
        return replace(found, layer=_layer(element))


_OTHER_ATTRIBUTES = {
    "g": set[str](),
    "use": {"href", "xlink:href", "x", "y", "width", "height"},
    "image": {"href", "xlink:href", "x", "y", "width", "height", "preserveAspectRatio"},
}


def _clipped(inner: Group, clips: tuple[Path, ...]) -> Group:
    """Return a group inside further clips, which hold in the space that the group's own transform leads to."""
    for clip in clips:
        inner = Group((replace(inner, transform=IDENTITY),), inner.transform, 1.0, clip)
    return inner


def _simple(element: Element, path: Path) -> bool:
    """Return whether both fill rules show the same: one basic shape, or one subpath that cannot cross itself."""
    if element.name in ("rect", "circle", "ellipse", "line"):
        return True
    moves = sum(1 for segment in path if segment[0] == "M")
    return moves == 1 and len(path) <= 4 and all(segment[0] in "MLZ" for segment in path)


def _layer(element: Element) -> Layer:
    name = element.attributes.get("data-layer", "print")
    try:
        return Layer(name)
    except ValueError:
        raise ValueError(f"data-layer is {name!r}; {did_you_mean(name, [layer.value for layer in Layer])}") from None


def _run(element: Element) -> Run:
    """Return the run of text that a group of placed glyphs says it is."""
    attributes = element.attributes
    place = Affine(*numbers(attributes["data-place"]))
    clusters = [int(value) for value in attributes.get("data-clusters", "").split()]
    glyphs = tuple(
        Glyph(
            int(child.attributes["href"].rpartition(".")[2]),
            int(child.attributes.get("x", "0")),
            -int(child.attributes.get("y", "0")),
            cluster,
        )
        for child, cluster in zip(element.children, clusters, strict=True)
    )
    fill, _ = style.colour(attributes["fill"], BLACK)
    paint = Solid(fill, float(attributes.get("fill-opacity", "1")))
    size = float(attributes["data-size"])
    return Run(attributes.get("aria-label", ""), attributes["data-font"], size, place, paint, glyphs, _layer(element))

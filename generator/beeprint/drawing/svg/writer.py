"""Write a Drawing as SVG in normal form.

The serialiser is our own: six elements, plain strings, and what many faces share is serialised once. Ids depend on the
content alone, so that a symbol is serialised alike in every file. References are `xlink:href`, which every program
reads; Inkscape 1.2 drops a `use` that has only the plain `href` of SVG 2.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from weakref import WeakKeyDictionary, proxy

from beeprint.base.geometry import IDENTITY, Affine, Path, scale
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    Layer,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Stroke,
    Symbol,
    Use,
)
from beeprint.drawing.fonts import Fonts

_MAX_KNOWN = 20_000
#: How many characters of definitions are kept: many times what a game's faces share.
_MAX_DEFINED = 12_000_000
_RULE = ' {}-rule="evenodd"'
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def write(drawing: Drawing, fonts: Fonts, title: str = "") -> str:
    """Serialise the drawing as an SVG document whose user unit is a millimetre."""
    words = _WORDS.get(fonts)
    if words is None or words.size > _MAX_DEFINED:
        words = _WORDS[fonts] = _Words(fonts)
    box = drawing.box
    body, needs = words.marks(drawing.marks)
    definitions = words.definitions(needs)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{number(box.width)}mm" height="{number(box.height)}mm" '
        f'viewBox="{number(box.x)} {number(box.y)} {number(box.width)} {number(box.height)}">',
        *([f"<title>{_escaped(title)}</title>"] if title else []),
        *(["<defs>", *definitions, "</defs>"] if definitions else []),
        *body,
        "</svg>\n",
    ]
    return "\n".join(parts)


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a coordinate of a Drawing (rounded to 0.001) as briefly as possible."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def exact(value: float) -> str:
    """Format a number so that reading it gives the same value."""
    return repr(float(value)).removesuffix(".0")


def _matrix(m: Affine) -> str:
    return " ".join(exact(value) for value in m)


def path_data(path: Path) -> str:
    """Write a path as the `d` of a path element, in mm."""
    return " ".join(f"{segment[0]}{' '.join(map(number, segment[1:]))}" for segment in path)


def _name(letter: str, content: str) -> str:
    return letter + hashlib.sha256(content.encode()).hexdigest()[:12]


class _Words:
    """Serialised marks and definitions, with the definitions they need, kept for the fonts' lifetime.

    `size` is the number of characters in the definitions.
    """

    def __init__(self, fonts: Fonts) -> None:
        self._fonts: Fonts = proxy(fonts)  # they would live as long as this otherwise, and this as long as they do
        self.size = 0
        self._definitions: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._closures: dict[str, dict[str, None]] = {}
        self._glyphs: dict[str, dict[int, tuple[str, str]]] = {}  # by font and number: its name, and how it is placed
        self._known: dict[str, tuple[str, tuple[str, ...]] | tuple[()]] = {}

    def definitions(self, needs: Iterable[str]) -> list[str]:
        """Return the definitions, each after those it needs itself."""
        names: dict[str, None] = {}
        for need in dict.fromkeys(needs):
            names.update(self._closures.get(need) or self._closure(need))
        return [self._definitions[name][0] for name in names]

    def _closure(self, name: str) -> dict[str, None]:
        """Return the names of the definitions that one needs, itself last."""
        names = self._closures.get(name)
        if names is None:
            inner = (other for need in self._definitions[name][1] for other in self._closure(need))
            names = self._closures[name] = dict.fromkeys((*inner, name))
        return names

    def _define(self, name: str, text: str, needs: Iterable[str] = ()) -> str:
        if name not in self._definitions:
            self._definitions[name] = text, tuple(dict.fromkeys(needs))
            self.size += len(text)
        return name

    def marks(self, marks: Iterable[Mark]) -> tuple[list[str], list[str]]:
        """Return the lines of marks and the names of the definitions they need, in order of use."""
        lines: list[str] = []
        needs: list[str] = []
        for mark in marks:
            known = self._known.get(mark.known_key or "")
            line, more = known or self._shared(mark)
            lines.append(line)
            needs += more
        return lines, needs

    def _shared(self, mark: Mark) -> tuple[str, tuple[str, ...]]:
        """Serialise a mark, with its needs, keeping them from the second time on: what occurs twice occurs often."""
        key = mark.known_key
        if key is None:
            return self._mark(mark)
        if key not in self._known:
            if len(self._known) > _MAX_KNOWN:
                self._known.clear()
            self._known[key] = ()
            return self._mark(mark)
        words = self._known[key] = self._mark(mark)
        return words

    def _mark(self, mark: Mark) -> tuple[str, tuple[str, ...]]:
        needs: list[str] = []
        if isinstance(mark, PathMark):
            line = self._path(mark, needs)
        elif isinstance(mark, Group):
            attributes = self._group(mark, needs)
            inner, more = self.marks(mark.marks)
            line = "\n".join([f"<g{attributes}>", *inner, "</g>"])
            needs += more
        elif isinstance(mark, Use):
            needs.append(self._symbol(mark.symbol))
            at = "" if mark.transform == IDENTITY else f' transform="matrix({_matrix(mark.transform)})"'
            line = f'<use xlink:href="#{mark.symbol.key}"{at}/>'
        elif isinstance(mark, Run):
            line = self._run(mark, needs)
        else:
            line = _image(mark)
        return line, tuple(dict.fromkeys(needs))

    def _symbol(self, symbol: Symbol) -> str:
        if symbol.key not in self._definitions:
            lines, needs = self.marks(symbol.marks)
            self._define(symbol.key, "\n".join([f'<g id="{symbol.key}">', *lines, "</g>"]), needs)
        return symbol.key

    def _group(self, mark: Group, needs: list[str]) -> str:
        text = "" if mark.transform == IDENTITY else f' transform="matrix({_matrix(mark.transform)})"'
        if mark.opacity != 1:
            text += f' opacity="{exact(mark.opacity)}"'
        if mark.clip is not None:
            inner = f'<path d="{path_data(mark.clip)}"{_RULE.format("clip") if mark.even_odd else ""}/>'
            name = _name("c", inner if mark.even_odd else path_data(mark.clip))
            needs.append(self._define(name, f'<clipPath id="{name}">{inner}</clipPath>'))
            text += f' clip-path="url(#{name})"'
        if mark.piece:
            text += f" data-piece={_quoted(mark.piece)}"
        if mark.engrave:
            text += f' data-engrave="{mark.engrave}"'
        return text

    def _path(self, mark: PathMark, needs: list[str]) -> str:
        text = f'<path d="{path_data(mark.path)}"{self._paint("fill", mark.fill, needs)}'
        if mark.even_odd:
            text += _RULE.format("fill")
        if mark.stroke is not None:
            text += self._paint("stroke", mark.stroke.paint, needs) + _stroke(mark.stroke)
        return f"{text}{_layer(mark.layer)}/>"

    def _paint(self, key: str, paint: Paint | None, needs: list[str]) -> str:
        if paint is None:
            return f' {key}="none"'
        if isinstance(paint, Solid):
            value = paint.colour.hex
        else:
            text = _gradient(paint)
            name = _name("p", text)
            needs.append(self._define(name, text.replace(" ", f' id="{name}" ', 1)))
            value = f"url(#{name})"
        return f' {key}="{value}"' + (f' {key}-opacity="{exact(paint.opacity)}"' if paint.opacity != 1 else "")

    def _run(self, mark: Run, needs: list[str]) -> str:
        font = self._fonts[mark.font]
        a, b, c, d, e, f = mark.place @ scale(mark.size / font.upem)
        transform = " ".join(f"{value:.9f}".rstrip("0").rstrip(".") for value in (a, b, c, d, e, f))
        uses = []
        known = self._glyphs.setdefault(mark.font, {})
        for glyph, x, y, _ in mark.glyphs:
            name, placed = known.get(glyph) or self._glyph(mark.font, glyph)
            needs.append(name)
            if y:
                placed += f' x="{x}" y="{-y}"/>' if x else f' y="{-y}"/>'
            else:
                placed += f' x="{x}"/>' if x else "/>"
            uses.append(placed)
        opacity = f' fill-opacity="{exact(mark.paint.opacity)}"' if mark.paint.opacity != 1 else ""
        clusters = " ".join([str(glyph.cluster) for glyph in mark.glyphs])
        return (
            f"<g aria-label={_quoted(mark.text)} data-font={_quoted(mark.font)} "
            f'data-size="{exact(mark.size)}" data-place="{_matrix(mark.place)}" data-clusters="{clusters}" '
            f'transform="matrix({transform})" fill="{mark.paint.colour.hex}"{opacity}{_layer(mark.layer)}>'
            f"{''.join(uses)}</g>"
        )

    def _glyph(self, key: str, number: int) -> tuple[str, str]:
        """Define a glyph of a font, and return its name and the beginning of what places it."""
        name = f"{re.sub(r'[^A-Za-z0-9-]', '_', key)}.{number}"
        data = path_data(self._fonts[key].outline(number))
        self._define(name, f'<path id="{name}" d="{data}"/>' if data else f'<g id="{name}"/>')
        reference = self._glyphs[key][number] = name, f'<use xlink:href="#{name}"'
        return reference


_WORDS: WeakKeyDictionary[Fonts, _Words] = WeakKeyDictionary()


def _quoted(text: str) -> str:
    """Quote an attribute's value."""
    return f'"{_escaped(text)}"'


# Line ends and tabs are written as references, since XML would turn them into spaces.
_REFERENCES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def _escaped(text: str) -> str:
    """Escape a text for XML."""
    return _CONTROL.sub("", text).translate(_REFERENCES)


def _layer(layer: Layer) -> str:
    return "" if layer is Layer.PRINT else f' data-layer="{layer.value}"'


def _stroke(stroke: Stroke) -> str:
    text = f' stroke-width="{exact(stroke.width)}"'
    if stroke.cap != "butt":
        text += f' stroke-linecap="{stroke.cap}"'
    if stroke.join != "miter":
        text += f' stroke-linejoin="{stroke.join}"'
    if stroke.miter_limit != 4:
        text += f' stroke-miterlimit="{exact(stroke.miter_limit)}"'
    if stroke.dashes:
        text += f' stroke-dasharray="{" ".join(map(exact, stroke.dashes))}"'
    if stroke.dash_offset:
        text += f' stroke-dashoffset="{exact(stroke.dash_offset)}"'
    return text


def _gradient(paint: LinearGradient | RadialGradient) -> str:
    if isinstance(paint, LinearGradient):
        kind = "linearGradient"
        (x1, y1), (x2, y2) = paint.start, paint.end
        values = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    else:
        kind = "radialGradient"
        (cx, cy), (fx, fy) = paint.centre, paint.focus
        values = {"cx": cx, "cy": cy, "r": paint.radius, "fx": fx, "fy": fy}
    text = "".join(f' {key}="{exact(value)}"' for key, value in values.items())
    at = "" if paint.transform == IDENTITY else f' gradientTransform="matrix({_matrix(paint.transform)})"'
    stops = "".join(
        f'<stop offset="{exact(stop.offset)}" stop-color="{stop.colour.hex}"'
        + (f' stop-opacity="{exact(stop.opacity)}"' if stop.opacity != 1 else "")
        + "/>"
        for stop in paint.stops
    )
    return f'<{kind} gradientUnits="userSpaceOnUse"{text}{at}>{stops}</{kind}>'


def _image(mark: ImageMark) -> str:
    box = mark.box
    data = base64.b64encode(mark.data).decode("ascii")
    return (
        f'<image x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}" '
        f'preserveAspectRatio="none" xlink:href="data:{mark.mime};base64,{data}"{_layer(mark.layer)}/>'
    )

"""SVG's properties: which are known and which refused, inheritance, lengths, ratios and references."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from beeprint.base.problems import alike
from beeprint.drawing.svg.reader.css.values import MAX_VALUE
from beeprint.drawing.svg.reader.paths import NUMBER, numbers

#: Properties that children inherit, with their initial values.
INITIAL: dict[str, str] = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "visibility": "visible",
    "image-rendering": "auto",
    "color": "",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "paint-order": "normal",
    "font-family": "",
    "font-size": "16",
    "font-style": "normal",
    "font-weight": "400",
    "letter-spacing": "normal",
    "word-spacing": "normal",
    "text-anchor": "start",
    "text-decoration": "none",
    "text-decoration-line": "",
    "text-decoration-color": "",
    "white-space": "",
    "xml:space": "default",
    "dominant-baseline": "auto",
}

#: Inherited properties of text that are supported only at these values; the first is the initial one.
TEXT_ONLY: dict[str, tuple[str, ...]] = {
    "font-variant": ("normal", "none"),
    "font-variant-caps": ("normal",),
    "font-variant-ligatures": ("normal", "common-ligatures"),
    "font-variant-numeric": ("normal",),
    "font-variant-east-asian": ("normal",),
    "font-variant-position": ("normal",),
    "font-variant-alternates": ("normal",),
    "font-feature-settings": ("normal",),
    "font-variation-settings": ("normal",),
    "font-stretch": ("normal", "100%"),
    "font-size-adjust": ("none",),
    "font-kerning": ("auto", "normal"),
    "kerning": ("auto",),
    "text-decoration-style": ("solid",),
    "text-decoration-thickness": ("auto",),
    "text-underline-offset": ("auto",),
    "text-underline-position": ("auto",),
    "text-emphasis": ("none",),
    "text-emphasis-style": ("none",),
    "text-transform": ("none",),
    "text-shadow": ("none",),
    "writing-mode": ("lr-tb", "lr", "horizontal-tb"),
    "direction": ("ltr",),
    "glyph-orientation-horizontal": ("0", "0deg"),
}
INITIAL |= {name: values[0] for name, values in TEXT_ONLY.items()}

#: The markers of a path's first, inner and last corners.
MARKERS = ("marker-start", "marker-mid", "marker-end")
#: Keywords for the parent's value.
_AS_ABOVE = {"inherit", "unset", "revert", "revert-layer"}

_LINES = {"text-decoration", "text-decoration-line"}

#: Properties that refer to an element or name a function; other words and numbers, such as false, are none of theirs.
_REFERRING = {"filter", "clip-path", "mask"}
_NO_REFERENCE = re.compile(r"(?!(none|initial|inherit|unset|revert|revert-layer|.*-box)$)[\w.+-]+")

#: Supported properties that are not inherited.
OWN = {
    *("opacity", "clip-path", "display", "transform", "stop-color", "stop-opacity", "overflow"),
    *("baseline-shift", "alignment-baseline"),
}

#: Properties that change the picture in a way that cannot be drawn exactly, with the values that change nothing.
REFUSED: dict[str, tuple[str, ...]] = {
    "filter": ("none",),
    "mask": ("none",),
    "mask-image": ("none",),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "transform-origin": ("0", "0 0", "0px 0px", "0% 0%"),
    "-webkit-transform-origin": ("0", "0 0", "0px 0px", "0% 0%"),
    "clip": ("auto",),
    "color-interpolation": ("sRGB", "auto"),
    "animation": ("none",),
    "animation-name": ("none",),
    "-webkit-animation": ("none",),
    "-webkit-animation-name": ("none",),
    "backdrop-filter": ("none",),
    "all": (),
}

# Properties without effect on what is drawn; editors write them everywhere.
_HARMLESS = re.compile(
    r"font.*|text-.*|line-height|unicode-bidi|glyph-orientation-vertical|shape-(rendering|padding|margin|inside)"
    r"|color-(rendering|interpolation.*|profile)|solid-.*|pointer-events|cursor|isolation|enable-background"
    r"|inline-size|d|stop-.*|flood-.*|lighting-color|block-progression|will-change|transition.*"
    r"|(-webkit-)?animation-.*|filter-(blend-mode|gaussianblur-deviation)|mask-(type|mode|repeat|position|clip|origin|size|composite)|-(inkscape|moz|ms|o)-.*|--.*"
    # The boxes of HTML, which have no effect inside SVG, and settings of screens.
    r"|(flex|grid|align|justify|place)(-.*)?|(row-|column-)?gap|order|float|clear|position|top|right|bottom|left"
    r"|inset(-.*)?|z-index|(margin|padding|border|outline|background)(-.*)?|box-(sizing|shadow|decoration-break)"
    r"|vertical-align|(min|max)-(width|height|inline-size|block-size)|(-webkit-)?user-select|user-drag|touch-action"
    r"|-webkit-(font|tap|box-(?!reflect)|flex|align|justify|user|print|text-size|touch|overflow|margin|padding|border)-?.*"
    r"|scroll-.*|overscroll-.*|object-(fit|position)|aspect-ratio|contain|content|content-visibility|resize|appearance"
    r"|(caret|accent)-color|color-scheme|(forced|print)-color-adjust|color-adjust|(page-)?break-.*|orphans|widows"
    r"|list-style.*|table-layout|border-collapse|quotes|hyphens|word-(break|wrap)|overflow-(wrap|anchor)|line-break|src"
    r"|counter-.*|columns?(-.*)?|unicode-range|speak.*|shape-outside|backface-visibility|zoom-.*"
)
#: Places and sizes, which are read from attributes; those in the style of the outermost svg are read too.
GEOMETRY = {"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
# Elements that have each of them.
_BOXES = {"rect", "image", "use", "svg", "symbol", "foreignObject"}
_ROUND = {"circle", "ellipse", "radialGradient"}
_HARMLESS_ATTRIBUTES = re.compile(
    r"id|class|role|style|lang|tabindex|version|baseProfile|contentScriptType|contentStyleType|zoomAndPan"
    r"|externalResourcesRequired|focusable|focusHighlight|nav-.*|required(Features|Extensions)|systemLanguage"
    r"|on(click|activate|focus(in|out)|mouse(down|up|over|move|out|enter|leave)|key(down|up|press))"
    r"|marker|aria-.*|data-.*|xml.*|\{.*|xlink:(title|type|role|show|actuate|arcrole)"
)

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "Q": 24 / 25.4}
_RELATIVE = {"bolder", "lighter"}
_WEIGHT = re.compile(r"[1-9]00|bold|bolder|lighter")
# Style, variant, weight; size and leading; families (CSS 2, 15.8).
_FONT = re.compile(r"((?:[a-z0-9-]+\s+)*?)([0-9.]+[a-z%]+|medium|larger|smaller)(?:\s*/\s*[^\s]+)?\s+(\S.*)")
# The x-height counts as half the size, since the font is not looked up (CSS 2.1, 4.3.2).
_FONT_UNITS = {"em": 1.0, "ex": 0.5}
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z%]*+)\s*+")


@lru_cache(maxsize=1024)
def is_property(name: str) -> bool:
    """Return whether a presentation attribute or declaration is known, even if it has no effect."""
    return name in INITIAL or name in OWN or name in REFUSED or bool(_HARMLESS.fullmatch(name))


def is_idle(name: str) -> bool:
    """Return whether a property has no effect, whatever its value."""
    return name not in INITIAL and name not in OWN and name not in REFUSED and bool(_HARMLESS.fullmatch(name))


def is_sized(element: str, name: str) -> bool:
    """Return whether a place or size in a style changes an element."""
    return element in (_BOXES if name in ("x", "y", "width", "height") else _ROUND | {"rect"})


def meant(name: str, known: Iterable[str]) -> str:
    """Return the attribute or property that an unknown one is most likely a slip of the pen for, or nothing."""
    return alike(name, [*known, *INITIAL, *OWN], 0.75)


def is_harmless(name: str) -> bool:
    """Return whether an attribute of any element changes nothing."""
    return bool(_HARMLESS_ATTRIBUTES.fullmatch(name))


def declarations(style: str) -> dict[str, str]:
    """Parse a style attribute's declarations."""
    values: dict[str, str] = {}
    # An unclosed comment extends to the end.
    for part in re.sub(r"/\*.*?(?:\*/|\Z)", "", style, flags=re.DOTALL).split(";"):
        if not part.strip():
            continue
        name, mark, value = part.partition(":")
        if not mark or not value.strip():
            continue  # what is no declaration counts as not there (CSS 2.1, 4.2)
        if name.strip() == "d":
            raise ValueError("path data in style is not supported; write it in the attribute d")
        name, value = name.strip().lower(), value.replace("!important", "").strip()
        values.pop(name, None)
        values[name] = value
    return values


def properties(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return an element's properties: its attributes, with its style attribute over them."""
    # The shorthand `marker` exists only in stylesheets; as an attribute it has no effect (SVG 1.1, 11.6.2).
    # An empty value is none, but for a list of fonts.
    own = {
        name: value.strip()
        for name, value in attributes.items()
        if is_property(name) and name != "marker" and (value.strip() or name == "font-family")
    }
    for name in _REFERRING & own.keys():
        if _NO_REFERENCE.fullmatch(own[name]):
            del own[name]  # a value that is not of the property counts as not there (CSS 2.1, 4.2)
    if "style" in attributes:
        for name, value in declarations(attributes["style"]).items():
            if name in _REFERRING and _NO_REFERENCE.fullmatch(value):
                continue
            own.pop(name, None)  # moves it to the end, so that it overrides an earlier shorthand
            own[name] = value
    for name, value in own.items():
        if len(value) > MAX_VALUE and name != "d" and not _HARMLESS.fullmatch(name):
            raise ValueError(f"{name} has {len(value):,} characters, more than {MAX_VALUE:,}")
    return _spread(own) if "font" in own or "marker" in own else own


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    """Return the properties that an element's children inherit."""
    changed = {name: value for name, value in own.items() if name in INITIAL and value not in _AS_ABOVE}
    for name, value in changed.items():
        if value == "initial":
            changed[name] = INITIAL[name]
    if changed.get("dominant-baseline") == "no-change":
        del changed["dominant-baseline"]
    if not _LINES.isdisjoint(changed):
        changed["text-decoration"] = _lines(parent["text-decoration"], own)
    if "font-size" in changed:
        changed["font-size"] = _font_size(changed["font-size"], parent["font-size"])
    if changed.get("font-weight") in _RELATIVE:
        changed["font-weight"] = _font_weight(changed["font-weight"], parent["font-weight"])
    return {**parent, **changed} if changed else parent


def _lines(above: str, own: Mapping[str, str]) -> str:
    """Return the lines along a text: an element adds its own to those of the elements round it (CSS 2.1, 16.3.1)."""
    words = own.get("text-decoration-line", own.get("text-decoration", "none"))
    lines = dict.fromkeys(word for word in f"{above} {words}".split() if word not in ("none", *_AS_ABOVE))
    return " ".join(lines) or "none"


def _spread(own: dict[str, str]) -> dict[str, str]:
    """Expand the shorthands `font` and `marker`; later properties override them."""
    sides: dict[str, str] = {}
    for name, value in own.items():
        if name == "marker":
            sides |= dict.fromkeys(MARKERS, value)
            continue
        match = _FONT.fullmatch(value) if name == "font" else None
        sides[name] = value
        if not match:
            continue
        sides |= {"font-style": "normal", "font-weight": "400", "font-variant": "normal", "font-stretch": "normal"}
        sides |= {"font-size": match[2], "font-family": match[3]}
        for word in match[1].split():
            key = "font-style" if word in ("italic", "oblique") else "font-weight" if _WEIGHT.fullmatch(word) else ""
            if key or word != "normal":
                sides[key or "font-variant"] = word
    return sides


def _font_size(text: str, parent: str) -> str:
    """Resolve a relative font size against the parent's; anything that is not a size stays as it is."""
    match = _LENGTH.fullmatch(text)
    unit = match[2].lower() if match else text
    factor = {"em": 1.0, "%": 0.01, "larger": 1.2, "smaller": 1 / 1.2}.get(unit)
    try:
        if factor is not None:
            return repr(factor * (numbers(match[1])[0] if match else 1.0) * float(parent))
        return repr(length(text, "font-size"))
    except ValueError:
        return {"medium": "16"}.get(text, text)


def _font_weight(word: str, parent: str) -> str:
    """Return the weight that bolder or lighter stands for (CSS Fonts 4, 2.2.1)."""
    weight = {"normal": 400, "bold": 700}.get(parent) or (int(parent) if parent.isdigit() else 400)
    steps = ((350, "400"), (550, "700")) if word == "bolder" else ((550, "100"), (750, "400"))
    return next((value for limit, value in steps if weight < limit), "900" if word == "bolder" else "700")


class Measure(NamedTuple):
    """What relative lengths refer to, in user units: the viewport's width and height, the font size."""

    width: float
    height: float
    em: float = 0.0


_ACROSS = {"x", "x1", "x2", "cx", "fx", "dx", "rx", "width", "markerWidth", "refX"}
_DOWN = {"y", "y1", "y2", "cy", "fy", "dy", "ry", "height", "markerHeight", "refY"}


@lru_cache(maxsize=8192)
def length(text: str, name: str = "length", measure: Measure | None = None) -> float:
    """Parse a length in user units; ValueError for anything else, and for relative lengths without a measure.

    The name decides what a percentage refers to: the viewport's width, its height, or the mean of the two.
    """
    match = _LENGTH.fullmatch(text)
    unit = match[2] if match else "?"
    if match and unit in _UNITS:
        return numbers(match[1])[0] * _UNITS[unit]
    if match and measure and unit == "%":
        width, height, _ = measure
        mean = math.sqrt((width * width + height * height) / 2)
        return numbers(match[1])[0] / 100 * (width if name in _ACROSS else height if name in _DOWN else mean)
    if match and measure and measure.em and unit in _FONT_UNITS:
        return numbers(match[1])[0] * measure.em * _FONT_UNITS[unit]
    raise ValueError(f"{name} is {text!r}; write a number, with or without mm, cm, in, pt or px")


@lru_cache(maxsize=1024)
def number(text: str, name: str) -> float:
    """Parse a single number without a unit; ValueError for anything else."""
    try:
        value = numbers(text)
    except ValueError:
        value = []
    if len(value) != 1:
        raise ValueError(f"{name} is {text!r}; write a number without a unit")
    return value[0]


@lru_cache(maxsize=1024)
def ratio(text: str) -> float:
    """Parse an opacity or offset, 0 to 1, written as a number or a percentage."""
    value = numbers(text.strip().removesuffix("%"))
    if len(value) != 1:
        raise ValueError(f"{text!r} is not a number from 0 to 1")
    return min(1.0, max(0.0, value[0] / (100 if text.strip().endswith("%") else 1)))


_REFERENCE = re.compile(r"\s*+url\(\s*+(?:'#([^']+)'|\"#([^\"]+)\"|#([^'\")]+))\s*+\)\s*+(.*)", re.DOTALL)


def reference(text: str) -> str | None:
    """Return the id in `url(#id)`, whatever follows it; None for anything else."""
    match = _REFERENCE.fullmatch(text)
    return (match[1] or match[2] or match[3].rstrip()) if match else None


def fallback(text: str) -> str:
    """Return the fallback of a paint reference: what follows `url(#id)`."""
    match = _REFERENCE.fullmatch(text)
    return match[4].strip() if match else ""

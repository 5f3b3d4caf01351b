"""What SVG's presentation attributes mean: inheritance, colours, paints, strokes, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from PIL.ImageColor import colormap

from beeprint.colour import Colour, parse
from beeprint.svg.paths import NUMBER, numbers

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

#: Inherited properties of text that are drawn at these values only; the first is the initial one.
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

#: Properties that belong to one element.
OWN = {
    *("opacity", "clip-path", "display", "transform", "stop-color", "stop-opacity"),
    *("baseline-shift", "alignment-baseline"),
}

#: Properties that change the picture in a way that cannot be drawn exactly, with the values that change nothing.
REFUSED = {
    "filter": "none",
    "mask": "none",
    "mix-blend-mode": "normal",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "paint-order": "normal",
    "vector-effect": "none",
    "transform-origin": "0 0",
    "clip": "auto",
    "color-interpolation": "sRGB",
}

# These change nothing that is drawn here; editors write them everywhere.
_HARMLESS = re.compile(
    r"font.*|text-.*|line-height|unicode-bidi|glyph-orientation-vertical|shape-(rendering|padding|margin|inside)"
    r"|color-(rendering|interpolation.*|profile)|solid-.*|pointer-events|cursor|isolation|overflow|enable-background"
    r"|inline-size|d|stop-.*|flood-.*|lighting-color|block-progression|will-change|-inkscape-.*"
)
_HARMLESS_ATTRIBUTES = re.compile(
    r"id|class|role|style|lang|tabindex|version|baseProfile|contentScriptType|contentStyleType|zoomAndPan"
    r"|aria-.*|data-.*|xml.*|\{.*|xlink:(title|type|role|show|actuate|arcrole)"
)

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "q": 24 / 25.4}
_RELATIVE = {"bolder", "lighter"}
_WEIGHT = re.compile(r"[1-9]00|bold|bolder|lighter")
# Style, variant, weight; size and leading; families (CSS 2, 15.8).
_FONT = re.compile(r"((?:[a-z0-9-]+\s+)*?)([0-9.]+[a-z%]+|medium|larger|smaller)(?:\s*/\s*[^\s]+)?\s+(\S.*)")
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-zA-Z%]*)\s*")


@lru_cache(maxsize=1024)
def is_property(name: str) -> bool:
    """Return whether a presentation attribute or declaration is known, if only to be without effect."""
    return name in INITIAL or name in OWN or name in REFUSED or bool(_HARMLESS.fullmatch(name))


@lru_cache(maxsize=1024)
def is_harmless(name: str) -> bool:
    """Return whether an attribute of any element changes nothing."""
    return bool(_HARMLESS_ATTRIBUTES.fullmatch(name))


def declarations(style: str) -> dict[str, str]:
    """Return a style attribute's declarations; ValueError where it is not of the form `a: b; c: d`."""
    found = {}
    for part in re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL).split(";"):
        if not part.strip():
            continue
        name, mark, value = part.partition(":")
        if not mark:
            raise ValueError(f"{part.strip()!r} is no declaration")
        if name.strip() == "d":
            raise ValueError("path data in style is not read; write it as the attribute d")
        found[name.strip().lower()] = value.replace("!important", "").strip()
    return found


def properties(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return an element's properties: its attributes, with its style attribute over them."""
    found = {name: value.strip() for name, value in attributes.items() if is_property(name)}
    for name, value in declarations(attributes["style"]).items() if "style" in attributes else ():
        found.pop(name, None)  # so that what the short form `font` leaves open comes after it
        found[name] = value
    return _spread(found) if "font" in found else found


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    """Return what an element passes to its children."""
    changed = {name: value for name, value in own.items() if name in INITIAL and value != "inherit"}
    if "font-size" in changed:
        changed["font-size"] = _font_size(changed["font-size"], parent["font-size"])
    if changed.get("font-weight") in _RELATIVE:
        changed["font-weight"] = _font_weight(changed["font-weight"], parent["font-weight"])
    return {**parent, **changed} if changed else parent


def _spread(own: dict[str, str]) -> dict[str, str]:
    """Return properties with the short form `font` put into words; what follows it in the file is over it."""
    found: dict[str, str] = {}
    for name, value in own.items():
        match = _FONT.fullmatch(value) if name == "font" else None
        found[name] = value
        if not match:
            continue
        found |= {"font-style": "normal", "font-weight": "400", "font-variant": "normal", "font-stretch": "normal"}
        found |= {"font-size": match[2], "font-family": match[3]}
        for word in match[1].split():
            key = "font-style" if word in ("italic", "oblique") else "font-weight" if _WEIGHT.fullmatch(word) else ""
            if key or word != "normal":
                found[key or "font-variant"] = word
    return found


@lru_cache(maxsize=1024)
def _font_size(text: str, parent: str) -> str:
    """Return a size in units of the file where it refers to the size around it; what is no size stays as it is."""
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


@lru_cache(maxsize=8192)
def length(text: str, name: str = "length") -> float:
    """Return a length in user units; ValueError for percentages, font units and anything else."""
    match = _LENGTH.fullmatch(text)
    if not match or match[2].lower() not in _UNITS:
        raise ValueError(f"{name} is {text!r}; write a number, or one with mm, cm, in, pt or px")
    return numbers(match[1])[0] * _UNITS[match[2].lower()]


@lru_cache(maxsize=1024)
def ratio(text: str) -> float:
    """Return an opacity or offset, 0 to 1, written as a number or a percentage."""
    value = numbers(text.strip().removesuffix("%"))
    if len(value) != 1:
        raise ValueError(f"{text!r} is no number from 0 to 1")
    return min(1.0, max(0.0, value[0] / (100 if text.strip().endswith("%") else 1)))


@lru_cache(maxsize=1024)
def colour(text: str, current: Colour) -> tuple[Colour, float]:
    """Return a colour and its opacity; ValueError where it is none that is known."""
    word = text.strip().lower()
    if word == "currentcolor":
        return current, 1.0
    if word == "transparent":
        return Colour(0, 0, 0), 0.0
    found = parse(word)
    if found is not None:
        return found, 1.0
    named: Any = colormap.get(word)
    if isinstance(named, str):
        return Colour(*bytes.fromhex(named[1:7])), 1.0
    match = re.fullmatch(r"rgba?\(([^)]*)\)", word)
    if match:
        parts = [part for part in re.split(r"[\s,/]+", match[1].strip()) if part]
        if len(parts) in (3, 4):
            channels = [_channel(part) for part in parts[:3]]
            return Colour(*channels), ratio(parts[3]) if len(parts) == 4 else 1.0
    raise ValueError(f"{text!r} is no colour that is known here; write it as #rrggbb")


def _channel(text: str) -> int:
    value = numbers(text.removesuffix("%"))
    if len(value) != 1:
        raise ValueError(f"{text!r} is no part of a colour")
    return round(min(255.0, max(0.0, value[0] * 2.55 if text.endswith("%") else value[0])))


def reference(text: str) -> str | None:
    """Return the id in `url(#id)`, or None."""
    match = re.fullmatch(r"\s*url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)\s*(none)?\s*", text)
    return match[1] if match else None

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
}

#: Properties that belong to one element.
OWN = {"opacity", "clip-path", "display", "transform", "stop-color", "stop-opacity"}

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

# Without text these change nothing; editors write them everywhere.
_HARMLESS = re.compile(
    r"font.*|text-.*|letter-spacing|word-spacing|line-height|white-space|writing-mode|direction|unicode-bidi"
    r"|dominant-baseline|alignment-baseline|baseline-shift|kerning|shape-(rendering|padding|margin|inside)"
    r"|color-(rendering|interpolation.*|profile)|solid-.*|pointer-events|cursor|isolation|overflow|enable-background"
    r"|inline-size|d|stop-.*|flood-.*|lighting-color|block-progression|will-change|-inkscape-.*"
)
_HARMLESS_ATTRIBUTES = re.compile(
    r"id|class|role|style|lang|tabindex|version|baseProfile|contentScriptType|contentStyleType|zoomAndPan"
    r"|aria-.*|data-.*|xml.*|\{.*|xlink:(title|type|role|show|actuate|arcrole)"
)

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "q": 24 / 25.4}
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
    return found | (declarations(attributes["style"]) if "style" in attributes else {})


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    """Return what an element passes to its children."""
    changed = {name: value for name, value in own.items() if name in INITIAL and value != "inherit"}
    return {**parent, **changed} if changed else parent


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

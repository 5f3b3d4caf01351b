"""Values of properties: custom properties and light-dark(), ratios, colours, and values that every program ignores."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from PIL.ImageColor import colormap

from beeprint.base.colour import Colour, parse
from beeprint.drawing.svg.reader.paths import numbers

#: The most characters of a value, and the most custom properties that refer to each other.
MAX_VALUE, MAX_LINKS = 10_000, 16
_FUNCTION = re.compile(r"(?<![-\w])(var|light-dark)\(", re.IGNORECASE)


def is_plain(value: str) -> bool:
    """Return whether a value has neither function."""
    return "(" not in value or _FUNCTION.search(value) is None


def resolved(value: str, custom: Callable[[str], str | None], level: int = 0) -> str | None:
    """Return a value with both functions resolved; `custom` finds a custom property.

    None where the value is invalid, because a custom property without a fallback is not set or refers to itself.
    ValueError where a value grows too long.
    """
    if level > MAX_LINKS:
        return None
    parts: list[str] = []
    at = 0
    while call := _FUNCTION.search(value, at):
        end = _closing(value, call.end())
        if end is None:
            return None
        first, rest = _arguments(value[call.end() : end])
        if call[1].lower() == "var":
            known = custom(first.strip())
            inner = resolved(known, custom, level + 1) if known is not None else None
            if inner is None and rest is not None:
                inner = resolved(rest, custom, level + 1)
        else:
            inner = resolved(first, custom, level + 1)
        if inner is None:
            return None
        parts += [value[at : call.start()], inner.strip()]
        if sum(map(len, parts)) > MAX_VALUE:
            raise ValueError(f"a value with var() has more than {MAX_VALUE:,} characters")
        at = end + 1
    return "".join((*parts, value[at:]))


def _closing(text: str, start: int) -> int | None:
    """Return where the bracket closes that opens before `start`."""
    level = 1
    for at in range(start, len(text)):
        level += {"(": 1, ")": -1}.get(text[at], 0)
        if not level:
            return at
    return None


def _arguments(text: str) -> tuple[str, str | None]:
    """Return a function's first argument, and what follows its comma."""
    level = 0
    for at, char in enumerate(text):
        level += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and not level:
            return text[:at], text[at + 1 :]
    return text, None


# SVG's colour syntax: names, hexadecimal digits, and the functions rgb and hsl.


# Commas between all parts, or blanks with a slash before the opacity (CSS Color 4, 4.1).
_PART = r"[^\s,/]+"
_COLOUR_FUNCTION = re.compile(
    rf"(rgb|hsl)a?\(\s*(?:({_PART})\s*,\s*({_PART})\s*,\s*({_PART})(?:\s*,\s*({_PART}))?"
    rf"|({_PART})\s+({_PART})\s+({_PART})(?:\s*/\s*({_PART}))?)\s*\)"
)
_TURNS = {"deg": 360.0, "grad": 400.0, "rad": 6.283185307179586, "turn": 1.0, "": 360.0}
_ANGLE = re.compile(r"(.+?)(deg|grad|rad|turn|)")


@lru_cache(maxsize=1024)
def ratio(text: str) -> float:
    """Parse an opacity or offset, 0 to 1, written as a number or a percentage."""
    value = numbers(text.strip().removesuffix("%"))
    if len(value) != 1:
        raise ValueError(f"{text!r} is not a number from 0 to 1")
    return min(1.0, max(0.0, value[0] / (100 if text.strip().endswith("%") else 1)))


@lru_cache(maxsize=1024)
def colour(text: str, current: Colour) -> tuple[Colour, float]:
    """Parse a colour and its opacity; ValueError where it is not a known colour."""
    # Without the colour profile, the sRGB colour before icc-color() counts (SVG 1.1, 12.3.1).
    word = " ".join(text.lower().split())
    head, profile, _ = word.rpartition(" icc-color(")
    if profile and word.endswith(")"):
        word = head.rstrip()
    if word == "currentcolor":
        return current, 1.0
    if word == "transparent":
        return Colour(0, 0, 0), 0.0
    value = parse(word)
    if value is not None:
        return value, 1.0
    if re.fullmatch(r"#(?:[0-9a-f]{4}|[0-9a-f]{8})", word):
        digits = "".join(digit * 2 for digit in word[1:]) if len(word) == 5 else word[1:]
        red, green, blue, covers = bytes.fromhex(digits)
        return Colour(red, green, blue), covers / 255
    named: Any = colormap.get(word)
    if named is not None:
        # Pillow replaces the digits by numbers once it has looked the name up itself.
        return Colour(*(bytes.fromhex(named[1:7]) if isinstance(named, str) else named[:3])), 1.0
    match = _COLOUR_FUNCTION.fullmatch(word)
    if match:
        component, two, three, *more = (part for part in match.groups()[1:] if part)
        opacity = ratio(more[0]) if more else 1.0
        if match[1] == "hsl":
            return _of_hue(component, two, three), opacity
        if len({part.endswith("%") for part in (component, two, three)}) == 1:
            return Colour(_channel(component), _channel(two), _channel(three)), opacity
    raise ValueError(f"{text!r} is not a known colour; write it as #rrggbb")


def _channel(text: str) -> int:
    value = _number(text.removesuffix("%"), text)
    return round(min(255.0, max(0.0, value * 2.55 if text.endswith("%") else value)))


def _of_hue(hue: str, saturation: str, lightness: str) -> Colour:
    match = _ANGLE.fullmatch(hue)
    if not match or not saturation.endswith("%") or not lightness.endswith("%"):
        raise ValueError(f"'hsl({hue}, {saturation}, {lightness})' is not a colour; write it like hsl(120, 50%, 50%)")
    turn = _number(match[1], hue) / _TURNS[match[2]]
    red, green, blue = colorsys.hls_to_rgb(turn % 1.0, ratio(lightness), ratio(saturation))
    return Colour(*(int(round(value * 255, 6) + 0.5) for value in (red, green, blue)))


def _number(text: str, whole: str) -> float:
    value = numbers(text)
    if len(value) != 1:
        raise ValueError(f"{whole!r} is not part of a colour")
    return value[0]


# Values of properties that every program ignores: what is drawn is as if the file did not have them.


# The words that a property has; another word counts as not there (CSS 2.1, 4.2).
_WORDS = {
    "stroke-linejoin": ("miter", "round", "bevel"),
    "stroke-linecap": ("butt", "round", "square"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
_COLOURS = ("fill", "stroke", "color", "stop-color")
#: Properties that may have a value worth a warning.
CHECKED = frozenset((*_WORDS, *_COLOURS, "stroke-miterlimit"))
_EVERYWHERE = ("inherit", "initial", "unset", "revert", "revert-layer")
# A colour that begins with a digit, a dot or # and has too few digits, too many, or others: no slip of the pen can be
# read from it, as it can from a name.
_NO_COLOUR = re.compile(r"#(?!(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?:\s|$)).*|[\d.].*", re.IGNORECASE)


def unusable(name: str, value: str) -> str:
    """Return what to write instead of a value that every program ignores, empty for any other value."""
    if name in _WORDS:
        words = _WORDS[name]
        return "" if value in words or value in _EVERYWHERE else f"write {', '.join(words[:-1])} or {words[-1]}"
    return "write it as #rrggbb" if name in _COLOURS and _NO_COLOUR.fullmatch(value) else ""


def leave_out(own: Mapping[str, str], names: set[str], attributes: Mapping[str, str]) -> dict[str, str]:
    """Return properties without those named, each as its attribute has it if a style had overridden that."""
    kept = {name: value for name, value in own.items() if name not in names}
    for name in names:
        value = attributes.get(name, "").strip()
        if value and not unusable(name, value):
            kept[name] = value
    return kept

"""SVG's colour syntax: names, hexadecimal digits, and the functions rgb and hsl."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache
from typing import Any

from PIL.ImageColor import colormap

from beeprint.base.colour import Colour, parse
from beeprint.drawing.svg.reader.paths import numbers
from beeprint.drawing.svg.reader.style import ratio

# Commas between all parts, or blanks with a slash before the opacity (CSS Color 4, 4.1).
_PART = r"[^\s,/]+"
_FUNCTION = re.compile(
    rf"(rgb|hsl)a?\(\s*(?:({_PART})\s*,\s*({_PART})\s*,\s*({_PART})(?:\s*,\s*({_PART}))?"
    rf"|({_PART})\s+({_PART})\s+({_PART})(?:\s*/\s*({_PART}))?)\s*\)"
)
_TURNS = {"deg": 360.0, "grad": 400.0, "rad": 6.283185307179586, "turn": 1.0, "": 360.0}
_ANGLE = re.compile(r"(.+?)(deg|grad|rad|turn|)")


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
    match = _FUNCTION.fullmatch(word)
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

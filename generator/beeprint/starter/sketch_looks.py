"""Colours and fonts as other programs name them."""

from __future__ import annotations

import re

from beeprint.base.colour import BLACK, parse
from beeprint.drawing.svg.reader.values import colour as svg_colour
from beeprint.starter.sketch import Font

_BOLD = ("bold", "heavy", "black", "semi-bold", "semibold", "demi-bold", "demibold", "extrabold", "extra-bold")
_ITALIC = ("italic", "oblique")
_PLAIN = ("normal", "regular", "light", "medium", "thin", "condensed", "book", "roman", "semi-condensed")


def colour(text: str) -> str | None:
    """Return a colour as `#rrggbb`, empty for none or one that is clear; None for one that is not known."""
    plain = text.strip(" :'\"").lower().replace("_", "")
    if plain in ("", "none", "empty", "transparent", "nil"):
        return ""
    digits = plain.removeprefix("#")
    if re.fullmatch(r"[0-9a-f]{4}|[0-9a-f]{8}", digits) and plain.startswith("#"):
        short = len(digits) == 4
        alpha, rest = (digits[3:], digits[:3]) if short else (digits[6:], digits[:6])
        return "" if not int(alpha, 16) else (parse(f"#{rest}") or BLACK).hex
    try:
        return svg_colour(plain, BLACK)[0].hex
    except (ValueError, KeyError):
        return None


def font(text: str) -> Font:
    """Read a font as Pango names it, such as `Lora, Sans Bold 36`: families, styles, points."""
    match = re.fullmatch(r"(.*?)\s*(\d+(?:\.\d+)?)?\s*(?:pt|px)?\s*", text.strip(), re.DOTALL)
    words = (match[1] if match else text).split()
    styles: set[str] = set()
    while words and words[-1].strip(",").lower() in (*_BOLD, *_ITALIC, *_PLAIN):
        styles.add(words.pop().strip(",").lower())
    families = tuple(family.strip(" '\"") for family in " ".join(words).split(",") if family.strip(" '\""))
    points = float(match[2]) if match and match[2] else 0.0
    return Font(families, points, bool(styles & {*_BOLD}), bool(styles & {*_ITALIC}))

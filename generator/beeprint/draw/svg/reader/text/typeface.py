"""Choose a font for SVG text: CSS families and weights become keys of `Fonts`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from unicodedata import bidirectional

from beeprint.base.problems import Place, did_you_mean, error_at, nearest, otherwise
from beeprint.draw.fonts import Font, Fonts

#: The fonts for CSS's generic families.
GENERIC = {"sans-serif": "source-sans", "serif": "source-serif"}
_WEIGHTS = {
    **{"thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500},
    **{"semibold": 600, "bold": 700, "extrabold": 800, "black": 900},
}
_WORDS = {"normal": 400, "bold": 700}
_FAMILY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")
#: The hint for text that is not supported.
OUTLINES = "convert the text to paths (Inkscape: Path > Object to Path)"
_LEFTWARDS = {"R", "AL", "AN", "RLE", "RLO", "RLI"}


def families(text: str) -> list[str]:
    """Parse a list of font families; ValueError where it is not one."""
    names, at = [], 0
    while at < len(text):
        match = _FAMILY.match(text, at)
        if not match:
            raise ValueError(f"font-family is {text!r}, which is not a list of families")
        names.append(" ".join((match[1] or match[2] or match[3] or "").split()))
        at = match.end()
    return [name for name in names if name]


def typeface(style: Mapping[str, str], fonts: Fonts, place: Place) -> Font:
    """Find the font for inherited properties; a problem at `place` where there is none."""
    wanted = families(style["font-family"])
    if not wanted:
        known = f"choose from {', '.join(sorted(fonts.families))}; or " if fonts.families else ""
        raise error_at(place, "the text names no font-family", known + OUTLINES)
    family = next((found for name in wanted if (found := _family(name, fonts)) is not None), None)
    if family is None:
        named = " or ".join(wanted)
        spelt = {name.lower(): name for name in fonts.spelt}
        near = nearest(wanted[0].lower(), spelt)
        hint = otherwise(did_you_mean(spelt[near] if near else wanted[0], fonts.spelt), OUTLINES)
        raise error_at(place, f"there is no font {named}", hint)
    style_name = _style(style)
    if style_name not in fonts.families[family]:
        styles = fonts.families[family]
        known = f"its only style is {styles[0]}" if len(styles) == 1 else f"choose from {', '.join(styles)}"
        raise error_at(place, f"the font {family} has no style {style_name}", f"{known}; or {OUTLINES}")
    return fonts[f"{family}/{style_name}"]


def _family(name: str, fonts: Fonts) -> str | None:
    generic = GENERIC.get(name.lower())
    return fonts.names.get(name.lower()) or (generic if generic in fonts.families else None)


def _style(style: Mapping[str, str]) -> str:
    """Return the name of a style, such as `bold-italic`."""
    weight, slope = style["font-weight"], style["font-style"].split(" ")[0]
    value = _WORDS.get(weight) or (int(weight) if weight.isascii() and weight.isdigit() else 0)
    name = next((name for name, at in _WEIGHTS.items() if at == value), "")
    if not name:
        raise ValueError(f"font-weight is {weight!r}; use normal, bold or a multiple of 100 from 100 to 900")
    if slope not in ("normal", "italic", "oblique"):
        raise ValueError(f"font-style is {slope!r}; use normal or italic")
    if slope == "normal":
        return name
    return "italic" if name == "regular" else f"{name}-italic"


def check_letters(text: str, font: Font, place: Place) -> None:
    """Check letters; a problem at `place` where the font lacks one or one runs from right to left."""
    missing = font.missing(text)
    if missing:
        named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
        raise error_at(place, f"the font {font.key} lacks {named}", f"use another font, or {OUTLINES}")
    leftwards = next((char for char in text if bidirectional(char) in _LEFTWARDS), None)
    if leftwards:
        raise error_at(place, f"text from right to left is not supported in pictures ({leftwards!r})", OUTLINES)

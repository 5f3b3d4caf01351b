"""Choose a font for SVG text: CSS families and weights become keys of `Fonts`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import bidirectional

from beeprint.base.problems import BuildError, Place, error_at, nearest, otherwise
from beeprint.draw.fonts import Font, Fonts

#: The fonts for CSS's generic families, and for Inkscape's names of them.
GENERIC = {
    **dict.fromkeys(("sans-serif", "sans", "system-ui", "ui-sans-serif"), "source-sans"),
    **dict.fromkeys(("serif", "ui-serif"), "source-serif"),
}
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
    for name in (*wanted, "default"):
        asked = name.lower()
        if asked in fonts.stand_ins:
            family = fonts.stand_ins[asked]
            return fonts[f"{family}/{_nearest(_style(style), fonts.families[family])}"]
        if name != "default" and (found := _family(name, fonts)) is not None:
            family = found
            break
    else:
        raise _missing(wanted, fonts, place)
    style_name = _style(style)
    if style_name not in fonts.families[family]:
        styles = fonts.families[family]
        known = f"its only style is {styles[0]}" if len(styles) == 1 else f"choose from {', '.join(styles)}"
        raise error_at(place, f"the font {family} has no style {style_name}", f"{known}; or {OUTLINES}")
    return fonts[f"{family}/{style_name}"]


def _missing(wanted: list[str], fonts: Fonts, place: Place) -> BuildError:
    """Return the error for a text none of whose families there is; its hint is the line to write."""
    if not wanted:
        return error_at(place, "the text names no font-family", otherwise(add_font("default", fonts), OUTLINES))
    spelt = {name.lower(): name for name in fonts.spelt}
    near = nearest(wanted[0].lower(), spelt)
    hint = otherwise(f"did you mean {spelt[near]}?", add_font(wanted[0], fonts)) if near else add_font(wanted[0], fonts)
    return error_at(place, f"there is no font {' or '.join(wanted)}", f"{hint}; or {OUTLINES}")


# Names of families that have serifs.
_SERIFS = re.compile(
    r"times|georgia|garamond|palat|book|century|roman|baskerv|bodoni|caslon|minion|cambria|serif(?<!sans.serif)|slab",
    re.IGNORECASE,
)


def add_font(name: str, fonts: Fonts) -> str:
    """Return the line of game.yaml that sets a family that is missing in another."""
    meant = "source-serif" if _SERIFS.search(name) else "source-sans"
    others = [family for family in sorted(fonts.families) if family != meant]
    chosen = meant if meant in fonts.families or not others else others.pop(0)
    shown = f"{name!r}" if re.search(r"[^A-Za-z0-9 .-]|^[^A-Za-z]", name) else name
    also = f" (or another of {', '.join(others[:12])})" if others else ""
    return f"add fonts: {{{shown}: {chosen}}} to game.yaml{also}"


def _nearest(wanted: str, styles: Sequence[str]) -> str:
    """Return the style of a stand-in that is nearest to the one wanted: its slope first, then its weight.

    A weight that is missing is replaced as in CSS (Fonts 4, 5.2); a family without italics stays upright.
    """
    weights = {style: _split(style) for style in styles}
    weight, italic = _split(wanted)
    alike = {style: value for style, (value, slope) in weights.items() if slope == italic} or {
        style: value for style, (value, _) in weights.items()
    }

    def order(style: str) -> tuple[bool, int]:
        value = alike[style]
        if 400 <= weight <= 500:
            # Up to 500 first, then lighter, then heavier.
            return not weight <= value <= 500, abs(value - weight) + (value > 500) * 1000
        return (value > weight) if weight < 400 else (value < weight), abs(value - weight)

    return min(alike, key=order)


def _split(style: str) -> tuple[int, bool]:
    """Return the weight of a style, and whether it is italic."""
    italic = style.endswith("italic")
    return _WEIGHTS.get(style.removesuffix("italic").rstrip("-") or "regular", 400), italic


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
    coloured = font.coloured(text)
    if coloured:
        named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in coloured)
        has = "has" if len(coloured) == 1 else "have"
        message = f"{named} {has} no outline in the font {font.key}, only colours"
        raise error_at(place, message, f"use another font, or {OUTLINES}")
    leftwards = next((char for char in text if bidirectional(char) in _LEFTWARDS), None)
    if leftwards:
        raise error_at(place, f"text from right to left is not supported in pictures ({leftwards!r})", OUTLINES)

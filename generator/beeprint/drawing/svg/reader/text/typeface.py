"""Choose fonts for SVG text: CSS families and weights become keys of `Fonts`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import bidirectional

from beeprint.base.font_styles import WEIGHTS
from beeprint.base.font_styles import nearest as nearest_style
from beeprint.base.problems import BuildError, Place, error_at, nearest, otherwise
from beeprint.drawing.fonts import Font, Fonts

#: The fonts for CSS's generic families, and for Inkscape's names of them.
GENERIC = {
    **dict.fromkeys(("sans-serif", "sans", "system-ui", "ui-sans-serif"), "source-sans"),
    **dict.fromkeys(("serif", "ui-serif"), "source-serif"),
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


def typefaces(style: Mapping[str, str], fonts: Fonts, place: Place) -> tuple[str, ...]:
    """Find the keys of the fonts for inherited properties; a problem at `place` where there is none.

    The first is the font of the text. Letters that it lacks are asked for in the families after it, then in the fonts
    of the language, in the nearest style that they have.
    """
    wanted = families(style["font-family"])
    named = [(name.lower() in fonts.stand_ins, family) for name in wanted if (family := _family(name, fonts))]
    named = named or [(True, fonts.stand_ins["default"])] if "default" in fonts.stand_ins else named
    if not named:
        raise _missing(wanted, fonts, place)
    (stands_in, family), style_name = named[0], _style(style)
    styles = fonts.families[family]
    if stands_in:
        style_name = nearest_style(style_name, styles)
    if style_name not in styles:
        known = f"its only style is {styles[0]}" if len(styles) == 1 else f"choose from {', '.join(styles)}"
        raise error_at(place, f"the font {family} has no style {style_name}", f"{known}; or {OUTLINES}")
    chain = fonts.chain(", ".join(dict.fromkeys(family for _, family in named)), style_name)
    return tuple(dict.fromkeys((f"{family}/{style_name}", *chain)))


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


def _family(name: str, fonts: Fonts) -> str | None:
    """Return the family that sets what names this one: itself, or the one that stands in for it."""
    if name.lower() in fonts.stand_ins:
        return fonts.stand_ins[name.lower()]
    generic = GENERIC.get(name.lower())
    return fonts.names.get(name.lower()) or (generic if generic in fonts.families else None)


def _style(style: Mapping[str, str]) -> str:
    """Return the name of a style, such as `bold-italic`."""
    weight, slope = style["font-weight"], style["font-style"].split(" ")[0]
    value = _WORDS.get(weight) or (int(weight) if weight.isascii() and weight.isdigit() else 0)
    name = next((name for name, at in WEIGHTS.items() if at == value), "")
    if not name:
        raise ValueError(f"font-weight is {weight!r}; use normal, bold or a multiple of 100 from 100 to 900")
    if slope not in ("normal", "italic", "oblique"):
        raise ValueError(f"font-style is {slope!r}; use normal or italic")
    if slope == "normal":
        return name
    return "italic" if name == "regular" else f"{name}-italic"


def check_letters(text: str, font: Font, chain: Sequence[str], place: Place) -> None:
    """Check letters; a problem at `place` where no font of the chain has one or one runs from right to left."""
    missing = font.missing(text)
    if missing:
        named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
        asked = f"each of {', '.join(chain[:-1])} and {chain[-1]}" if len(chain) > 1 else f"the font {font.key}"
        raise error_at(place, f"{asked} lacks {named}", f"use another font, or {OUTLINES}")
    coloured = font.coloured(text)
    if coloured:
        named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in coloured)
        has = "has" if len(coloured) == 1 else "have"
        message = f"{named} {has} no outline in the font {font.key}, only colours"
        raise error_at(place, message, f"use another font, or {OUTLINES}")
    leftwards = next((char for char in text if bidirectional(char) in _LEFTWARDS), None)
    if leftwards:
        raise error_at(place, f"text from right to left is not supported in pictures ({leftwards!r})", OUTLINES)


def drop(own: str, dominant: str, font: Font, size: float) -> float:
    """Return how far letters are lowered so that the given baseline lies at their place."""
    name = own if own not in ("auto", "baseline", "inherit") else dominant
    above = {
        **dict.fromkeys(("auto", "baseline", "alphabetic", "use-script", "inherit"), 0.0),
        "middle": font.measure("X_HEIGHT") / 2,
        "central": (font.ascent + font.descent) / 2,
        "mathematical": font.ascent / 2,
        "hanging": font.ascent * 0.8,
        **dict.fromkeys(("text-before-edge", "before-edge", "text-top"), float(font.ascent)),
        **dict.fromkeys(("text-after-edge", "after-edge", "ideographic", "text-bottom"), float(font.descent)),
    }
    if name not in above:
        raise ValueError(f"the baseline {name} is not supported")
    return above[name] / font.upem * size

"""Names of font styles, such as `semibold-italic`: their weights, and which one is nearest to another."""

from __future__ import annotations

from collections.abc import Sequence

#: The weight of each word for one, as in CSS and OpenType.
WEIGHTS = {
    **{"thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500},
    **{"semibold": 600, "bold": 700, "extrabold": 800, "black": 900},
}


def split(style: str) -> tuple[int, bool]:
    """Return the weight of a style, and whether it is italic."""
    italic = style.endswith("italic")
    return WEIGHTS.get(style.removesuffix("italic").rstrip("-") or "regular", 400), italic


def style_of(weight: int, italic: bool) -> str:
    """Return the style of a weight, rounded to hundreds."""
    word = min(WEIGHTS, key=lambda name: abs(WEIGHTS[name] - weight))
    if not italic:
        return word
    return "italic" if word == "regular" else f"{word}-italic"


def nearest(wanted: str, styles: Sequence[str]) -> str:
    """Return the style that is nearest to the one wanted: its slope first, then its weight.

    A weight that is missing is replaced as in CSS (Fonts 4, 5.2); a family without italics stays upright.
    """
    weights = {style: split(style) for style in styles}
    weight, italic = split(wanted)
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

"""LightBurn's palette: a layer is known by its colour, and a colour by its number.

Source: the LightBurn documentation, Color Palette (docs.lightburnsoftware.com), for names and colours; that T1 and T2
have the numbers 30 and 31 in a project is what LightBurn's own files hold.
"""

from __future__ import annotations

from beeprint.base.colour import Colour

#: C00 to C29, then the tool layers T1 and T2, which are never output.
PALETTE = (
    *("#000000", "#0000ff", "#ff0000", "#00e000", "#d0d000", "#ff8000", "#00e0e0", "#ff00ff", "#b4b4b4", "#0000a0"),
    *("#a00000", "#00a000", "#a0a000", "#c08000", "#00a0ff", "#a000a0", "#808080", "#7d87b9", "#bb7784", "#4a6fe3"),
    *("#d33f6a", "#8cd78c", "#f0b98d", "#f6c4e1", "#fa9ed4", "#500a78", "#b45a00", "#004754", "#86fa88", "#ffdb66"),
    *("#f36926", "#0c96d9"),
)
#: The number from which on layers are tools.
TOOLS = 30


def number_of(colour: Colour) -> int | None:
    """Return the number of the layer that has a colour; None if none has it."""
    return PALETTE.index(colour.hex) if colour.hex in PALETTE else None

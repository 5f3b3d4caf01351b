"""Fonts made for tests: each letter is a box, so that a font of a few hundred bytes has any letters and names."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

WEIGHTS = {"Light": 300, "Regular": 400, "Italic": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "Bold Italic": 700}


def letters(path: Path, chars: str, family: str = "Tiny", style: str = "Regular", width: int = 600) -> Path:
    """Write a font that has a space and these letters, all `width` units wide at 1000 units an em."""
    names = [".notdef", "space", *(f"u{ord(char):04X}" for char in chars)]
    box, nothing = TTGlyphPen(None), TTGlyphPen(None)
    box.moveTo((50, 0))
    for corner in ((50, 700), (width - 50, 700), (width - 50, 0)):
        box.lineTo(corner)
    box.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x20: "space"} | {ord(char): f"u{ord(char):04X}" for char in chars})
    solid, empty = box.glyph(), nothing.glyph()
    builder.setupGlyf({name: empty if name == "space" else solid for name in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (width, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(usWeightClass=WEIGHTS.get(style, 400), fsSelection=1 if "Italic" in style else 0x40)
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(path)
    return path

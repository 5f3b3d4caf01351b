"""Fonts of colours (bitmaps, layers, SVG): a character without an outline is refused where it stands, not left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph as Bitmap
from fontTools.ttLib.tables.sbixStrike import Strike

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.draw import svg
from beeprint.draw.fonts import Fonts
from svgs import art, pixel

BEE = "\N{HONEYBEE}"
KINDS = ("sbix", "COLR 0", "COLR 1", "SVG")


def font(path: Path, kind: str) -> None:
    """Write a font that has `a` and `b` as outlines and the bee only in colours."""
    names = [".notdef", "space", "a", "b", "bee", "wing"]
    square, nothing = TTGlyphPen(None), TTGlyphPen(None)
    square.moveTo((0, 0))
    for corner in ((0, 500), (500, 500), (500, 0)):
        square.lineTo(corner)
    square.closePath()
    solid, empty = square.glyph(), nothing.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x20: "space", 0x61: "a", 0x62: "b", ord(BEE): "bee"})
    builder.setupGlyf({name: solid if name in ("a", "b", "wing", ".notdef") else empty for name in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bees", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if kind == "SVG":
        document = '<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph4"><path d="M0 0H9V9Z" fill="red"/></g></svg>'
        builder.font["SVG "] = table = newTable("SVG ")
        table.docList = [(document, 4, 4)]
    elif kind.startswith("COLR"):
        builder.setupCOLR({"bee": [("wing", 0)] if kind.endswith("0") else PAINT}, version=int(kind[-1]))
        builder.setupCPAL([[(0.8, 0.4, 0, 1)]])
    else:
        table = newTable("sbix")
        table.version, table.flags, table.strikes = 1, 1, {}
        strike = Strike(ppem=20, resolution=72)
        strike.glyphs = {"bee": Bitmap(glyphName="bee", graphicType="png ", imageData=pixel((200, 100, 0)))}
        table.strikes[20] = strike
        builder.font["sbix"] = table
    builder.save(path)


PAINT = {"Format": 10, "Glyph": "wing", "Paint": {"Format": 2, "PaletteIndex": 0, "Alpha": 1.0}}


@pytest.fixture(params=KINDS)
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    (tmp_path / "mine" / "fonts").mkdir()
    font(tmp_path / "mine" / "fonts" / "bees.ttf", request.param)
    return tmp_path / "mine"


def test_a_character_without_an_outline_is_refused_at_its_cell(game: Path) -> None:
    layout = 'slots:\n  title: {kind: text, text: "{title}", font: bees, size: 9, box: [6, 6, 51, 9]}\n'
    (game / "layouts" / "card.yaml").write_text(layout, "utf-8")
    (game / "layouts" / "tile.yaml").write_text(
        "slots:\n  ground: {kind: shape, shape: outline, fill: leaf}\n", "utf-8"
    )
    rows = "".join(f"S{at},{'ab' if at > 1 else f'a{BEE}b'},sun,1,\n" for at in range(1, 10))
    rows += "".join(f"R{at},b a,rain,1,\n" for at in range(1, 10))
    (game / "cards.csv").write_text(f"id,title,suit,value,text\n{rows}", "utf-8")
    [problem] = [one for one in pipeline.check(game, Options()).problems if one.severity == "error"]
    assert str(problem).startswith(
        f"mine/cards.csv:2:4: error: title: {BEE!r} (U+1F41D) has no outline in the font bees"
    )


def test_a_character_without_an_outline_is_refused_at_its_text_in_art(game: Path) -> None:
    fonts = Fonts(lambda key: game / "fonts" / "bees.ttf", lambda: {"bees": ["regular"]})
    svg.read(art('<text x="1" y="5" font-family="bees" font-size="4">a b</text>'), "art.svg", fonts=fonts)
    with pytest.raises(BuildError) as caught:
        svg.read(art(f'<text x="1" y="5" font-family="bees" font-size="4">a{BEE}</text>'), "art.svg", fonts=fonts)
    [problem] = caught.value.problems
    assert problem.place == ("art.svg", 2, 1)
    assert problem.message == f"{BEE!r} (U+1F41D) has no outline in the font bees/regular, only colours"
    assert "Object to Path" in problem.hint

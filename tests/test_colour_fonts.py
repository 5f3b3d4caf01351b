"""Fonts of colours (layers, SVG, bitmaps): printed in their colours, or refused where they stand; never left out."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph as Bitmap
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image

from beeprint import pipeline
from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import colour_glyphs, svg
from beeprint.drawing.drawing import Drawing, Solid
from beeprint.drawing.fonts import Font, Fonts
from beeprint.drawing.text import Style, compose
from beeprint.formats.pdf import Info, Page, write
from conftest import font_file
from small_game import small_game
from svgs import art
from test_picture_formats import saved

BEE = "\N{HONEYBEE}"
ORANGE, BLUE, WHITE = (204, 102, 0), (0, 0, 255), (255, 255, 255)
Paint = dict[str, Any]
KINDS = ("sbix", "COLR 0", "COLR 1", "SVG")


def font(path: Path, kind: str, paint: Paint | None = None, body: str = "", data: bytes = b"", layers: int = 1) -> Path:
    """Write a font that has `a` and `b` as outlines and the bee only in colours; `wing` is a square of half an em."""
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
        body = body or '<path d="M0 0H500V-500H0Z" fill="#cc6600"/>'
        document = f'<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph4">{body}</g><g id="glyph5"/></svg>'
        builder.font["SVG "] = table = newTable("SVG ")
        table.docList = [(document, 4, 4)]
    elif kind.startswith("COLR"):
        builder.setupCOLR(
            {"bee": [("wing", 0)] * layers if kind.endswith("0") else paint or PAINT}, version=int(kind[-1])
        )
        builder.setupCPAL([[(0.8, 0.4, 0, 1), (0, 0, 1, 1), (0, 1, 0, 1)]])
    else:
        table = newTable("sbix")
        table.version, table.flags, table.strikes = 1, 1, {}
        strike = Strike(ppem=20, resolution=72)
        strike.glyphs = {
            "bee": Bitmap(
                glyphName="bee", graphicType="png ", imageData=data or saved(Image.new("RGB", (10, 10), ORANGE), "PNG")
            )
        }
        table.strikes[20] = strike
        builder.font["sbix"] = table
    builder.save(path)
    return path


def solid(index: int = 0, alpha: float = 1.0) -> Paint:
    return {"Format": 2, "PaletteIndex": index, "Alpha": alpha}


def wing(paint: Paint) -> Paint:
    return {"Format": 10, "Glyph": "wing", "Paint": paint}


def line(extend: str = "pad", first: float = 0, last: float = 1, times: int = 1) -> Paint:
    """Return the colours of a gradient from orange to blue, so many times over each other."""
    stops = ((first, 0), (last, 1)) * times
    colour_stops = [{"StopOffset": offset, "PaletteIndex": index, "Alpha": 1.0} for offset, index in stops]
    return {"Extend": extend, "ColorStop": colour_stops}


def linear(x0: int, x1: int, **more: Any) -> Paint:
    """Return a gradient from left to right."""
    points = {"x0": x0, "y0": 0, "x1": x1, "y1": 0, "x2": x0, "y2": 100}
    return {"Format": 4, "ColorLine": line(**more), **points}


def composed(source: Paint, mode: str, backdrop: Paint) -> Paint:
    return {"Format": 32, "SourcePaint": source, "CompositeMode": mode, "BackdropPaint": backdrop}


PAINT = wing(solid())


@pytest.fixture(params=KINDS)
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    (tmp_path / "mine" / "fonts").mkdir()
    font(tmp_path / "mine" / "fonts" / "bees.ttf", request.param)
    return tmp_path / "mine"


def texts(game: Path) -> None:
    """Lay the bee between two letters onto the first card of the game."""
    layout = 'slots:\n  title: {kind: text, text: "{title}", font: bees, size: 9, box: [6, 6, 51, 9]}\n'
    (game / "layouts" / "card.yaml").write_text(layout, "utf-8")
    (game / "layouts" / "tile.yaml").write_text(
        "slots:\n  ground: {kind: shape, shape: outline, fill: leaf}\n", "utf-8"
    )
    rows = f"S1,a{BEE}b,sun,1,\nS2,ab,sun,1,\n" + "".join(f"R{at},b a,rain,1,\n" for at in range(1, 4))
    (game / "cards.csv").write_text(f"id,title,suit,value,text\n{rows}", "utf-8")


def test_a_letter_in_colours_is_printed_and_can_be_searched(game: Path) -> None:
    texts(game)
    options = Options(profiles=("home-a4",), only={"cards": ("S1",)})
    built = pipeline.build(pipeline.check(game, options), options)
    [file] = [path for path in built.written if path.name == "cards.pdf"]
    with pypdfium2.PdfDocument(file) as document:
        image = document[0].render(scale=2).to_pil().convert("RGB")
    assert ORANGE in {colour for _, colour in image.getcolors(1 << 24) or ()}
    with pikepdf.open(file) as document:
        maps = [thing.ToUnicode.read_bytes() for thing in document.objects if "/ToUnicode" in _keys(thing)]
    # pdfium drops characters outside the Basic Multilingual Plane, so the PDF itself has to say that it is a bee.
    assert any(BEE.encode("utf-16-be").hex().encode() in cmap for cmap in maps)


def _keys(value: Any) -> set[str]:
    return set(value.keys()) if isinstance(value, pikepdf.Dictionary) else set()


REFUSED = {
    "a gradient around a point": wing(
        {"Format": 8, "ColorLine": line(), "centerX": 0, "centerY": 0, "startAngle": 0, "endAngle": 180}
    ),
    "layers composed by XOR": composed(wing(solid()), "xor", wing(solid(1))),
    "layers that mask each other": composed(wing(solid()), "src_in", wing(linear(0, 500))),
    "a round gradient that repeats": wing(
        {
            "Format": 6,
            "ColorLine": line("repeat"),
            **dict(zip(("x0", "y0", "r0", "x1", "y1", "r1"), itertools.repeat(9))),
        }
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_letter_that_cannot_be_drawn_is_refused_at_its_cell(game: Path, why: str) -> None:
    texts(game)
    font(game / "fonts" / "bees.ttf", "COLR 1", REFUSED[why])
    [problem] = [problem for problem in pipeline.check(game, Options()).problems if problem.severity == "error"]
    assert str(problem).startswith(
        f"mine/cards.csv:2:4: error: title: {BEE!r} (U+1F41D) of the font bees cannot be printed: it has {why}"
    )


@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("SVG", {"body": '<g filter="url(#a)"><path d="M0 0H9V9Z"/></g>'}, "its SVG cannot be drawn (filter"),
        ("sbix", {"data": b"GIF89a"}, "its picture cannot be read: it is a damaged GIF file"),
        ("sbix", {"data": saved(Image.new("1", (2001, 2000)), "PNG")}, "it has 4,002,000 pixels, more than 4,000,000"),
        ("COLR 0", {"layers": 60_000}, "it has too many layers and corners, which cannot be drawn exactly"),
    ],
)
def test_so_is_one_whose_drawing_or_picture_is_faulty(tmp_path: Path, kind: str, more: Any, why: str) -> None:
    fonts = Fonts(lambda key: font(tmp_path / "bees.ttf", kind, **more))
    block = compose(fonts, BEE, Style("bees", size=20), Rect(0, 0, 90, 30))
    assert (block.runs[0].glyphs, block.pictures) == ((), ())
    assert why in block.faults[0].message


def test_the_colours_of_a_gradient_count_as_corners_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colour_glyphs, "_MOST_SEGMENTS", 300)
    bees = Font("bees", font(tmp_path / "bees.ttf", "COLR 1", wing(linear(0, 500, times=200))))
    with pytest.raises(colour_glyphs.UndrawableError, match="it has too many layers and corners"):
        colour_glyphs.picture(bees, 4, Colour(0, 0, 0))


def test_a_drawing_without_an_end_is_looked_at_once(tmp_path: Path) -> None:
    bees = Font("bees", font(tmp_path / "bees.ttf", "SVG"))
    with pytest.raises(colour_glyphs.UndrawableError, match="its SVG cannot be read"):
        colour_glyphs._from_svg(b"<svg " * 600_000, 4, bees, Colour(0, 0, 0))


def test_a_drawing_that_many_glyphs_read_anew_is_paid_for_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = font(tmp_path / "bees.ttf", "SVG", body='<defs>{}</defs><path d="M0 0H9V9Z"/>'.format("<g/>" * 1_000))
    monkeypatch.setitem(budget.STEPS, "check", 50_000)
    bees = Font("bees", path)
    with pytest.raises(BuildError, match="of that for fonts"), budget.of_game("check", Place("mine")):
        for red in range(20):
            assert colour_glyphs.picture(bees, 4, Colour(red, 0, 0)) is not None
    assert red > 2


# what is seen -------------------------------------------------------------------------------------------------------


HALF = tuple((a + b) // 2 for a, b in zip(ORANGE, BLUE, strict=True))
#: What a glyph's square looks like a quarter, half and three quarters of the way across its middle.
SEEN: dict[str, tuple[Paint, tuple[Any, Any, Any]]] = {
    "solid": (wing(solid()), (ORANGE, ORANGE, ORANGE)),
    "the colour of the words": (wing(solid(0xFFFF)), ((255, 0, 0),) * 3),
    "translucent": (wing(solid(1, 0.5)), ((127, 127, 255),) * 3),
    "linear": (wing(linear(125, 375)), (ORANGE, HALF, BLUE)),
    "linear, turned": (
        wing({"Format": 4, "ColorLine": line(), **{"x0": 125, "y0": 0, "x1": 375, "y1": 250, "x2": 125, "y2": 500}}),
        (ORANGE, HALF, BLUE),
    ),
    "linear, its stops elsewhere": (wing(linear(0, 1000, first=0.125, last=0.375)), (ORANGE, HALF, BLUE)),
    "linear, repeated": (wing(linear(-1875, -1625, extend="repeat")), (None, HALF, None)),
    "linear, reflected": (wing(linear(375, 625, extend="reflect")), (BLUE, HALF, ORANGE)),
    "radial": (
        wing({"Format": 6, "ColorLine": line(), **{"x0": 125, "y0": 250, "r0": 0, "x1": 125, "y1": 250, "r1": 250}}),
        (ORANGE, HALF, BLUE),
    ),
    "radial, from a circle": (
        wing({"Format": 6, "ColorLine": line(), **{"x0": 0, "y0": 250, "r0": 125, "x1": 0, "y1": 250, "r1": 375}}),
        (ORANGE, HALF, BLUE),
    ),
    "radial, inwards": (
        wing({"Format": 6, "ColorLine": line(), **{"x0": 500, "y0": 250, "r0": 375, "x1": 500, "y1": 250, "r1": 125}}),
        (ORANGE, HALF, BLUE),
    ),
    "moved": ({"Format": 14, "dx": 200, "dy": 0, "Paint": wing(solid())}, (WHITE, ORANGE, ORANGE)),
    "layers": (
        {"Format": 1, "Layers": [wing(solid()), {"Format": 14, "dx": 200, "dy": 0, "Paint": wing(solid(1))}]},
        (ORANGE, BLUE, BLUE),
    ),
    "faded": (composed(wing(solid(1)), "src_in", wing(solid(0, 0.5))), ((127, 127, 255),) * 3),
    "within": (
        composed(wing(solid(1)), "src_in", {"Format": 14, "dx": 200, "dy": 0, "Paint": wing(solid())}),
        (WHITE, BLUE, BLUE),
    ),
    "under": (composed(wing(solid(1)), "dest_over", wing(solid())), (ORANGE, ORANGE, ORANGE)),
}


def printed(fonts: Fonts, path: Path) -> list[tuple[int, int, int]]:
    """Return what is seen of a bee of 40 mm an em at three places across its square."""
    size = 40 / 25.4 * 72
    box = Rect(0, 0, 40, 40)
    style = Style("bees", size=size, smallest=size, paint=Solid(Colour(255, 0, 0)))
    block = compose(fonts, BEE, style, box)
    assert (block.missing, block.faults, block.overflow) == ("", (), "")
    drawing = Drawing(box, (*block.runs, *(mark for _, mark in block.pictures)))
    assert svg.read(svg.write(drawing, fonts), "drawing.svg", fonts=fonts) == drawing
    write(path, [Page(drawing, box, box)], fonts, Info("a bee"))
    [run] = block.runs
    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=10 / 72 * 25.4).to_pil().convert("RGB")
    return [image.getpixel((x, round(run.place.f * 10 - 100))) for x in (50, 100, 150)]


def near(colour: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(colour, other, strict=True))


@pytest.mark.parametrize("name", SEEN)
def test_layers_are_printed_in_their_colours(tmp_path: Path, name: str) -> None:
    paint, expected = SEEN[name]
    path = font(tmp_path / "bees.ttf", "COLR 1", paint)
    colours = printed(Fonts(lambda key: path), tmp_path / "bee.pdf")
    assert all(colour is None or near(colour, other) for colour, other in zip(expected, colours, strict=True)), colours


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_colour_font_is_printed(tmp_path: Path, kind: str) -> None:
    path = font(tmp_path / "bees.ttf", kind)
    colours = printed(Fonts(lambda key: path), tmp_path / "bee.pdf")
    assert near(colours[0], ORANGE)


def test_a_font_of_bitmaps_alone_is_not_embedded(tmp_path: Path) -> None:
    path = font(tmp_path / "bees.ttf", "sbix")
    with TTFont(path) as opened:
        del opened["glyf"], opened["loca"]
        opened.save(path)
    files = {"bees/regular": path, "source-sans/regular": font_file("source-sans/regular")}
    fonts = Fonts(lambda key: files[key])
    block = compose(fonts, f"a {BEE}", Style("source-sans, bees", size=20), Rect(0, 0, 90, 30))
    assert [(run.font, run.text.strip()) for run in block.runs] == [
        ("source-sans/regular", "a"),
        ("source-sans/regular", BEE),
    ]
    assert len(block.pictures) == 1
    alone = compose(fonts, BEE, Style("bees", size=20), Rect(0, 0, 90, 30))
    assert (alone.runs[0].glyphs, len(alone.pictures)) == ((), 1)


def test_a_font_of_one_colour_loads_nothing_for_colours() -> None:
    code = (
        "import sys; from pathlib import Path; from beeprint.drawing.fonts import Fonts;"
        "from beeprint.drawing.text import Style, compose; from beeprint.base.geometry import Rect;"
        "compose(Fonts(lambda key: Path(sys.argv[1])), 'a bee', Style('source-sans'), Rect(0, 0, 90, 30));"
        "print([name for name in sys.modules if 'colour_glyphs' in name])"
    )
    command = [sys.executable, "-c", code, str(font_file("source-sans/regular"))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout == "[]\n", result.stderr


def test_a_character_without_an_outline_is_refused_at_its_text_in_art(game: Path) -> None:
    fonts = Fonts(lambda key: game / "fonts" / "bees.ttf", lambda: {"bees": ["regular"]})
    svg.read(art('<text x="1" y="5" font-family="bees" font-size="4">a b</text>'), "art.svg", fonts=fonts)
    with pytest.raises(BuildError) as caught:
        svg.read(art(f'<text x="1" y="5" font-family="bees" font-size="4">a{BEE}</text>'), "art.svg", fonts=fonts)
    [problem] = caught.value.problems
    assert str(problem.place) == "art.svg:2:1"
    assert problem.message == f"{BEE!r} (U+1F41D) has no outline in the font bees/regular, only colours"
    assert "Object to Path" in problem.hint

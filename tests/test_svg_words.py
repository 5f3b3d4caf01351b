"""Text in art: in the project's fonts, where resvg puts it, and as words in the PDF; what is not drawn is named."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, PathMark, Run, walk
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf import Info, Page, write
from beeprint.sources.fonts import metric_compatible
from beeprint.sources.workspace import Workspace
from conftest import ROOT, font_file

FILES = [
    str(font_file(key))
    for key in (
        *(f"source-sans/{style}" for style in ("regular", "italic", "semibold", "bold", "bold-italic", "black")),
        *("source-serif/regular", "source-serif/bold", "fredoka/regular", "amatic/bold"),
    )
]
GRADIENT = (
    '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#d55e00"/><stop offset="1" stop-color="#0072b2"/>'
    "</linearGradient>"
)

#: Bodies of a picture of 240 x 60 units, its font 20 units of Source Sans Pro.
TEXTS = {
    "plain": '<text x="10" y="40">Queen of the hive, affluent</text>',
    "no place": '<text transform="translate(8 30)">Bee</text>',
    "anchors": '<text x="120" y="20" text-anchor="middle">middle</text>'
    '<text x="230" y="50" text-anchor="end">end</text>',
    "anchors of each chunk": '<text x="120" y="20" text-anchor="middle">one'
    '<tspan x="120" y="50">another</tspan></text>',
    "places of letters": '<text x="10 40 80,110" y="30 35 40">places</text>',
    "places beyond the letters": '<text x="10 40 80,110" y="30">ab</text>',
    "moves": '<text x="10" y="30" dx="0 4 2" dy="0 5 -5 3">moved</text>',
    "moves in em": '<text x="10" y="1em" dx="1em .5em">moved</text>',
    "moves of a tspan": '<text x="10" y="30">moved <tspan dx="5" dy="10">down</tspan> on</text>',
    "places through elements": '<text x="10 50 90" y="30">a<tspan>b<tspan fill="red">c</tspan></tspan>d</text>',
    "turned": '<text x="10" y="30" rotate="10 20 30">turned</text>',
    "turned and not": '<text x="10" y="30" rotate="30 0">turned</text>',
    "turned in a tspan": '<text x="10" y="30">not <tspan rotate="-20">turned</tspan> not</text>',
    "letter spacing": '<text x="10" y="30" letter-spacing="3">Queen Bee</text>',
    "letter spacing in em": '<text x="10" y="30" letter-spacing="-.05em">Queen Bee</text>',
    "letter spacing, centred": '<text x="120" y="30" text-anchor="middle" letter-spacing="5">spaced</text>',
    "a length to fill": '<text x="10" y="30" textLength="200">Queen Bee</text>',
    "a length to fill, narrower": '<text x="10" y="30" textLength="60" lengthAdjust="spacing">Queen Bee</text>',
    "letters stretched": '<text x="10" y="30" textLength="200" lengthAdjust="spacingAndGlyphs">Queen Bee</text>',
    "letters squeezed": '<text x="120" y="30" text-anchor="middle" textLength="50" '
    'lengthAdjust="spacingAndGlyphs">Queen Bee</text>',
    "lines spread": '<text textLength="9em"><tspan x="10" y="25" textLength="200">one</tspan>'
    '<tspan x="10" y="50" textLength="100">two</tspan></text>',
    "spread in a tspan before more": '<text x="10" y="30">one <tspan textLength="80">long</tspan> text</text>',
    "word spacing": '<text x="10" y="30" word-spacing="9">one two three</text>',
    "colours": '<text x="10" y="30" fill="#d55e00">red <tspan fill="#0072b2" fill-opacity=".5">blue</tspan> red</text>',
    "a colour inside a kerned pair": '<text x="10" y="30">A<tspan fill="#0072b2">V</tspan>A<tspan>V</tspan></text>',
    "moved inside a ligature": '<text x="10" y="30" dx="0 0 0 4">affine</text>',
    "bold and italic": '<text x="10" y="30">a <tspan font-weight="bold">b</tspan> <tspan font-style="italic">c'
    '</tspan><tspan style="font-weight:700;font-style:oblique"> d</tspan></text>',
    "weights": '<text x="10" y="30"><tspan font-weight="600">a</tspan><tspan font-weight="900">b</tspan></text>',
    "sizes": '<g font-size="150%"><text x="10" y="40">a<tspan font-size=".5em">b<tspan font-size="10pt">c</tspan>'
    "</tspan></text></g>",
    "size in larger": '<text x="10" y="40">a<tspan font-size="larger">b</tspan>'
    '<tspan font-size="smaller">c</tspan></text>',
    "short form": '<text x="10" y="40" style="font:italic 700 30px Source Sans Pro">short</text>',
    "short form and size": '<text x="10" y="40" font-size="9" style="font-size:40px;font:bold 30px Fredoka One;'
    'font-weight:400">short</text>',
    "another family": '<text x="10" y="40" font-family="Source Serif Pro">serif '
    '<tspan font-weight="bold">bold</tspan></text>',
    "a list of families": "<text x='10' y='40' style='font-family: Nowhere, \"Fredoka One\", sans-serif'>round</text>",
    "Amatic": '<text x="10" y="40" font-family="Amatic SC" font-weight="bold">tall</text>',
    "opacity": '<text x="10" y="30" opacity=".5">half</text>',
    "hidden": '<text x="10" y="30">a<tspan visibility="hidden">bc</tspan>d<tspan display="none">ef</tspan>g</text>',
    "clipped": '<clipPath id="c"><path d="M0 0h240v27H0z"/></clipPath><text x="10" y="30" '
    'clip-path="url(#c)">cut</text>',
    "used": '<defs><text id="t" x="10" y="30">twice</text></defs><use href="#t"/>'
    '<use href="#t" x="100" fill="#d55e00"/>',
    "stroked": '<text x="10" y="40" font-size="40" fill="#ffc107" stroke="black" stroke-width="2">Honey</text>',
    "stroked only": '<text x="10" y="40" font-size="40" fill="none" stroke="#0072b2" '
    'stroke-dasharray="3 1">Honey</text>',
    "gradient": f'{GRADIENT}<text x="10" y="40" font-size="40" fill="url(#g)">Honey<tspan dy="9">&amp;</tspan></text>',
    "gradient in a tspan": f'{GRADIENT}<text x="10" y="40">a <tspan fill="url(#g)" font-size="40">Honey</tspan></text>',
    "underline": '<text x="10" y="30" text-decoration="underline">under <tspan fill="red">a</tspan> line</text>',
    "rules": '<text x="10" y="30" text-decoration="overline line-through" fill="#0072b2">over and through</text>',
    "rule in its own colour": '<text x="10" y="30" fill="#0072b2" text-decoration="underline">blue '
    '<tspan fill="red">red</tspan></text>',
    "rule of a tspan": '<text x="10" y="30">no <tspan text-decoration="line-through">yes</tspan> no</text>',
    "other languages": '<text x="10" y="30">for <tspan systemLanguage="fr">vous</tspan>you'
    '<a requiredExtensions="x"> not</a> all</text>',
    "the baseline of the parent": '<g dominant-baseline="hanging"><text x="10" y="20">Äp<tspan '
    'dominant-baseline="no-change">Äp</tspan></text></g>',
    "raised": '<text x="10" y="30">m<tspan baseline-shift="5">2</tspan> n<tspan baseline-shift="-20%">3</tspan></text>',
    "super": '<text x="10" y="30">m<tspan baseline-shift="super">2</tspan>n'
    '<tspan baseline-shift="sub">3</tspan></text>',
    **{
        f"baseline {name}": f'<text x="10" y="30" dominant-baseline="{name}">xÄp</text>'
        for name in ("middle", "central", "hanging", "mathematical", "text-before-edge", "text-after-edge")
    },
    "white space": '<text x="10" y="30">\n  one\n  <tspan> two </tspan>\tthree  </text>',
    "white space kept": '<text x="10" y="30" xml:space="preserve">  one   two </text>',
    "accents": '<text x="10" y="40">Žluťoučký kůň, œuvre — “straße”</text>',
    "entities": '<text x="10" y="40">&lt;&amp;&#65;&gt;</text>',
    "Inkscape": '<text xml:space="preserve" style="font-style:normal;font-variant:normal;font-weight:bold;'
    "font-stretch:normal;font-size:24px;line-height:1.25;font-family:'Source Sans Pro';"
    "-inkscape-font-specification:'Source Sans Pro Bold';"
    "font-variant-ligatures:normal;font-variant-caps:normal;text-align:center;text-anchor:middle;fill:#d55e00;"
    'stroke:none" x="120" y="25" id="text1"><tspan id="tspan1" x="120" y="25">Two lines</tspan>'
    '<tspan x="120" y="52" id="tspan2">of Inkscape</tspan></text>',
    "nothing": '<text x="10" y="30"></text><text> <tspan/></text><text font-size="0">gone</text>',
}


def picture(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60" '
        f'font-family="Source Sans Pro" font-size="20">\n{body}\n</svg>'
    )


def drawn(text: str, by: int = 2) -> Image.Image:
    size = 'width="240" height="60"'
    text = text.replace('width="63.5mm" height="15.875mm"', size)
    assert size in text
    data = resvg_py.svg_to_bytes(
        svg_string=text, zoom=by, dpi=96, skip_system_fonts=True, font_files=FILES, background="#ffffff"
    )
    with Image.open(io.BytesIO(bytes(data))) as image:
        return image.convert("RGB").reduce(by)


def off(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels with a channel off by more than 48 of 255."""
    worst = ImageChops.difference(image, other).convert("L", (0.34, 0.33, 0.33, 0))
    return sum(worst.histogram()[32:]) / (image.width * image.height)


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_where_resvg_puts_it(fonts: Fonts, name: str) -> None:
    text = picture(TEXTS[name])
    drawing = svg.read(text, "art.svg", fonts=fonts)
    ours, theirs = drawn(svg.write(drawing, fonts)), drawn(text)
    assert off(ours, theirs) <= 0.001
    assert (ours.getcolors(2) is not None) is (name == "nothing")
    assert svg.read(svg.write(drawing, fonts), "again.svg") == drawing


def runs(body: str, fonts: Fonts) -> list[tuple[str, str]]:
    """Return the text and the font of each run."""
    drawing = svg.read(picture(body), "art.svg", fonts=fonts)
    return [(mark.text, mark.font) for mark, _ in walk(drawing.marks) if isinstance(mark, Run)]


#: What is right though resvg shows otherwise: runs with their fonts.
RUNS = {
    '<text>a<tspan font-weight="bolder">b<tspan font-weight="bolder">c<tspan font-weight="lighter">d</tspan></tspan>'
    "</tspan></text>": [
        ("a", "source-sans/regular"),
        ("b", "source-sans/bold"),
        ("c", "source-sans/black"),
        ("d", "source-sans/bold"),
    ],
    '<text font-family="AMATIC sc">t</text>': [("t", "amatic/regular")],
    '<text font-family="fredoka">t</text>': [("t", "fredoka/regular")],
    '<text font-family="Nowhere, sans-serif">t</text>': [("t", "source-sans/regular")],
    '<text font-family="serif" font-weight="bold">t</text>': [("t", "source-serif/bold")],
    "<text style=\"font: italic bold 12px/1.5 'Source Sans Pro', serif\">t</text>": [("t", "source-sans/bold-italic")],
    "<text>You are<tspan> not </tspan>a banana</text>": [
        ("You are", "source-sans/regular"),
        (" not ", "source-sans/regular"),
        ("a banana", "source-sans/regular"),
    ],
    '<text style="white-space:pre">a  b</text>': [("a  b", "source-sans/regular")],
    "<text><title>no</title>a<desc>no</desc>b<!-- no -->c</text>": [("abc", "source-sans/regular")],
    '<text>af<tspan fill="red">fi</tspan>ne</text>': [
        ("af", "source-sans/regular"),
        ("fi", "source-sans/regular"),
        ("ne", "source-sans/regular"),
    ],
}


@pytest.mark.parametrize("body", RUNS)
def test_text_becomes_runs(fonts: Fonts, body: str) -> None:
    assert runs(body, fonts) == RUNS[body]


def test_spaced_letters_are_no_ligatures(fonts: Fonts) -> None:
    def glyphs(spacing: str) -> int:
        drawing = svg.read(picture(f'<text letter-spacing="{spacing}">office</text>'), "art.svg", fonts=fonts)
        return sum(len(mark.glyphs) for mark, _ in walk(drawing.marks) if isinstance(mark, Run))

    assert glyphs("0") < glyphs("1") == 6


def test_a_move_inside_a_centred_text_is_part_of_its_width(fonts: Fonts) -> None:
    """As the specification has it and browsers do; resvg leaves the move out."""
    text = picture('<text x="120" y="40" text-anchor="middle" dx="0 40">MM</text>')
    shown = ImageChops.invert(drawn(svg.write(svg.read(text, "art.svg", fonts=fonts), fonts))).getbbox()
    assert shown is not None
    assert abs((shown[0] + shown[2]) / 2 - 120) <= 1


def test_text_of_art_can_be_read_in_the_pdf(fonts: Fonts, tmp_path: Path) -> None:
    body = f'{TEXTS["Inkscape"]}<text x="10" y="12" dx="0 .5 .5" stroke="black" fill="red">Stroked, too</text>'
    drawing = svg.read(picture(body), "art.svg", fonts=fonts)
    write(tmp_path / "made.pdf", [Page(drawing, drawing.box, drawing.box)], fonts, Info("A title", "", "", "test"), "")
    with pypdfium2.PdfDocument(tmp_path / "made.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert text.split() == ["Two", "lines", "of", "Inkscape", "Stroked,", "too"]


def test_an_outline_below_its_fill_stays_below(fonts: Fonts) -> None:
    body = '<text x="10" y="40" fill="red" stroke="black" style="paint-order:stroke fill">Bee</text>'
    try:
        drawing = svg.read(picture(body), "art.svg", fonts=fonts)
    except BuildError as error:
        assert "paint-order on text cannot be drawn exactly" in str(error)
    else:
        assert [type(mark) for mark, _ in walk(drawing.marks) if not isinstance(mark, Group)] == [PathMark, Run]


#: A path for texts, and a path of lines.
WAYS = (
    '<path id="q" fill="none" d="M10 50C60 -10 160 -10 230 50"/><path id="p" fill="none" d="M20 20H60V50L90 20h40z"/>'
    '<path id="r" fill="none" transform="translate(9 9) scale(.9)" d="M0 40Q100 -40 200 40"/>'
)
ALONG = {
    "plain": ("", '<textPath href="#q">Along the path</textPath>'),
    "from an offset": ("", '<textPath href="#q" startOffset="30">Along <tspan fill="red">it</tspan></textPath>'),
    "about the middle": ('text-anchor="middle"', '<textPath href="#q" startOffset="50%">Along</textPath>'),
    "to the end": ('text-anchor="end"', '<textPath href="#q" startOffset="100%">Along</textPath>'),
    "beyond the ends": ("", '<textPath href="#q" startOffset="-20">Along the path and on, much further</textPath>'),
    "moved": ('dx="9"', '<textPath href="#q">Al<tspan dy="-6" dx="5">on</tspan><tspan dy="6">g</tspan></textPath>'),
    "an x counts along the path": ('x="40" y="30"', '<textPath href="#q">Along the path</textPath>'),
    "on lines with corners": (
        'font-size="12"',
        '<textPath href="#p">Along the lines of a path with corners</textPath>',
    ),
    "on a path that is moved": ("", '<textPath href="#r">Along the path</textPath>'),
    "beside other text": ('x="9" y="50"', 'be<textPath href="#q">Al</textPath><tspan x="150" y="55">on</tspan>'),
    "outlined": ('fill="url(#g)" stroke="red" stroke-width=".5"', '<textPath href="#q">Along</textPath>'),
}


@pytest.mark.parametrize("name", ALONG)
def test_text_runs_along_its_path(fonts: Fonts, name: str) -> None:
    """resvg puts letters up to a third of a unit further along, on straight lines too."""
    attributes, content = ALONG[name]
    text = picture(f"{GRADIENT}{WAYS}<text {attributes}>{content}</text>")
    ours, theirs = drawn(svg.write(svg.read(text, "art.svg", fonts=fonts), fonts)), drawn(text)
    assert off(ours, theirs) <= 0.03
    assert off(theirs, drawn(picture("<g/>"))) > 0.01
    assert off(ours, ImageChops.offset(theirs, 3, 0)) > off(ours, theirs) + 0.005, "what is 3 units beside it is wrong"


def test_text_along_a_straight_path_is_where_plain_text_would_be(fonts: Fonts) -> None:
    path = '<path id="q" fill="none" d="M10 40H90L230 40"/>'
    along = picture(f'{path}<text><textPath href="#q" startOffset="5">Queen affine AVA</textPath></text>')
    plain = picture('<text x="15" y="40" style="font-variant-ligatures:none">Queen affine AVA</text>')
    assert off(drawn(svg.write(svg.read(along, "art.svg", fonts=fonts), fonts)), drawn(plain)) <= 0.001


def test_letters_stand_with_their_middles_on_the_path(fonts: Fonts) -> None:
    """On a circle of radius 40 each letter's foot has that distance, and turns with it."""
    body = (
        '<path id="p" d="M60 20A40 40 0 0 1 60 100"/><text><textPath href="#p" startOffset="30">OOO</textPath></text>'
    )
    marks = [mark for mark, _ in walk(svg.read(picture(body), "art.svg", fonts=fonts).marks) if isinstance(mark, Run)]
    half = fonts["source-sans/regular"].shape("O")[1] / fonts["source-sans/regular"].upem * 10
    for number, mark in enumerate(marks):
        foot = mark.place.point(half, 0)
        turn = math.atan2(mark.place.b, mark.place.a)
        assert math.dist(foot, (60, 60)) == pytest.approx(40, abs=0.01)
        assert turn == pytest.approx((30 + half * (2 * number + 1)) / 40, abs=0.001)
    assert len(marks) == 3


def test_a_tref_shows_the_text_that_it_refers_to(fonts: Fonts) -> None:
    body = '<defs><text id="t" x="9">Hello, <tspan>you</tspan></text></defs>'
    body += '<text x="5" y="30">Say <tref href="#t" fill="red" dx="2"/>!</text>'
    texts = [
        mark.text for mark, _ in walk(svg.read(picture(body), "a.svg", fonts=fonts).marks) if isinstance(mark, Run)
    ]
    assert "".join(texts) == "Say Hello, you!"
    assert off(drawn(svg.write(svg.read(picture(body), "a.svg", fonts=fonts), fonts)), drawn(picture(body))) <= 0.001


def test_references_of_a_text_that_lead_nowhere_show_nothing_with_a_warning(fonts: Fonts) -> None:
    body = '<text x="5" y="30">a<tref href="#gone"/><textPath href="#lost">b</textPath></text>'
    warnings: list[Problem] = []
    drawing = svg.read(picture(body), "art.svg", fonts=fonts, warnings=warnings)
    assert [mark.text for mark, _ in walk(drawing.marks) if isinstance(mark, Run)] == ["a"]
    assert [str(warning).split(" refers to ")[1].split(",")[0] for warning in warnings] == ["#gone", "#lost"]


REFUSED = """
<text font-family="Sauce Sans">a</text> | there is no font Sauce Sans | Otherwise add fonts: {Sauce Sans:
<text font-family="Comic Sans, Papyrus">a</text> | there is no font Comic Sans or Papyrus | or convert the text to paths
<text font-family="">a</text> | the text names no font-family | add fonts: {default: source-sans} to
<text font-family="monospace">a</text> | there is no font monospace | or convert the text to paths
<text font-family="a'b">a</text> | font-family is "a'b", which is not a list of families |
<text font-family="fredoka" font-weight="bold">a</text> | the font fredoka has no style bold | its only style is regular
<text font-weight="450">a</text> | font-weight is '450'; use normal, bold or a multiple of 100 |
<text font-style="slanted">a</text> | font-style is 'slanted'; use normal or italic |
<text font-size="-3">a</text> | font-size is negative |
<text font-size="huge">a</text> | font-size is 'huge' |
<text>aᾅ中</text> | lacks '中' (U+4E2D) | use another font
<text>א</text> | the font source-sans/regular lacks 'א' (U+05D0) |
<text font-family="Amatic SC">א</text> | text from right to left is not supported in pictures ('א') | convert
<text direction="rtl">a</text> | direction rtl on text is not supported | convert the text to paths
<text><tspan writing-mode="tb">a</tspan></text> | writing-mode tb on tspan is not supported | convert the text to paths
<text font-variant="small-caps">a</text> | font-variant small-caps on text is not supported |
<text style="font: small-caps 9px serif">a</text> | font-variant small-caps on text is not supported |
<g style="text-transform:uppercase"><text>a</text></g> | text-transform uppercase on text is not supported |
<text font-stretch="condensed">a</text> | font-stretch condensed on text is not supported |
<text style="font-feature-settings:'ss01'">a</text> | font-feature-settings 'ss01' on text is not supported |
<text textLength="90">a<tspan x="9">b</tspan></text> | textLength on text with places for letters | on the tspan of each
<text textLength="-9">a</text> | textLength is not more than 0 |
<text textLength="9" lengthAdjust="stretch">a</text> | lengthAdjust is 'stretch'; use spacing or spacingAndGlyphs |
<text><altGlyph>a</altGlyph></text> | the element altGlyph cannot be drawn exactly | convert the text to paths
<text>a<animate/></text> | the element animate cannot be drawn exactly |
<text style="shape-inside:url(#r)">a</text> | text that flows into a shape is not supported | convert the text to paths
<flowRoot><flowPara>a</flowPara></flowRoot> | the element flowRoot cannot be drawn exactly | Convert to Text
<text><tspan opacity=".5">a</tspan></text> | opacity on tspan is not supported | set it on the whole text
<text><tspan filter="url(#f)">a</tspan></text> | filter on tspan cannot be drawn exactly |
<text><tspan rotat="1">a</tspan></text> | tspan has an unknown attribute rotat | did you mean rotate?
<text x="1 two">a</text> | x is 'two' |
<text text-anchor="centre">a</text> | text-anchor is 'centre'; use start, middle or end |
<g text-decoration="underline"><text>a</text></g> | text-decoration on an element around a text is | on the text itself
<text text-decoration="blink">a</text> | text-decoration blink is not supported |
<text style="text-decoration:underline;text-decoration-color:red">a</text> | text-decoration-color other than the fill |
<text text-decoration="underline" rotate="9">a</text> | text-decoration underline on rotated letters is not supported |
<text text-decoration="underline" dy="0 9">ab</text> | text-decoration underline on letters at different heights |
<g text-decoration="underline"><text text-decoration="none">a</text></g> | on an element around a text | set it on
<g text-decoration-line="overline"><text>a</text></g> | on an element around a text | set it on the text
<g text-decoration="overline"><text text-decoration="underline">a</text></g> | on an element around a text | set it on
<text text-decoration="underline">a<tspan baseline-shift="5">b</tspan></text> | letters that are raised or of another |
<text text-decoration="underline">a<tspan font-size="9">b</tspan></text> | letters that are raised or of another size |
<text>a<tspan baseline-shift="5" rotate="9">b</tspan></text> | both raised and rotated are drawn differently |
<path id="p"/><text><textPath href="#p">a<textPath href="#p">b</textPath></textPath></text> | inside a textPath | out of
<text rotate="5mm">a</text> | rotate is '5mm'; write a number without a unit |
<text rotate="5 10%">a</text> | rotate is '10%'; write a number without a unit |
<text><tref href="a.svg#t"/></text> | tref refers to 'a.svg#t' outside the file |
<g id="t"/><text><tref href="#t"/></text> | tref refers to a g | refer to a text
<circle id="q"/><text><textPath href="#q">a</textPath></text> | textPath refers to a circle | convert the text to paths
<path id="q" pathLength="9" d="M0 0h9"/><text><textPath href="#q">a</textPath></text> | a path with pathLength |
<path id="q" d="M0 0h9"/><text><textPath href="#q" side="right">a</textPath></text> | side right on textPath | convert
<path id="q" d="M0 0h9"/><text><textPath href="#q" method="stretch">a</textPath></text> | method stretch on textPath |
<path id="q" d="M0 0h9"/><text><textPath href="#q">a<tspan x="3">b</tspan></textPath></text> | x or y inside a |
<path id="q" d="M0 0h9"/><text><textPath href="#q">a</textPath>b</text> | text after a textPath is not supported |
<path id="q" d="M0 0h9"/><text text-decoration="overline"><textPath href="#q">a</textPath></text> | on rotated |
<text dominant-baseline="text-middle">a</text> | the baseline text-middle is not supported |
<text style="white-space:pre">a&#10;b</text> | a line break kept inside a text is not supported | use a tspan
<g transform="scale(1000)"><text font-size=".02">a</text></g> | is enlarged 417 times and would shift |
"""


@pytest.mark.parametrize("line", [line for line in REFUSED.splitlines() if " | " in line])
def test_text_that_is_not_drawn_is_refused_by_name(fonts: Fonts, line: str) -> None:
    body, message, hint = (part.strip() for part in f"{line} ".split(" | "))
    with pytest.raises(BuildError) as caught:
        svg.read(picture(body), "art.svg", fonts=fonts)
    assert str(caught.value).startswith("art.svg:2:")
    assert message in str(caught.value)
    assert hint in str(caught.value)


def test_all_that_is_wrong_with_a_text_comes_at_once_each_where_it_stands(fonts: Fonts) -> None:
    body = (
        '<text font-family="Nowhere">a\n<tspan font-weight="1">b</tspan>\n<tspan font-family="serif">\u4e2d</tspan>\n'
        '<altGlyph/>\n<tspan font-family="serif" x="q">b</tspan></text>'
    )
    with pytest.raises(BuildError) as caught:
        svg.read(picture(body), "art.svg", fonts=fonts)
    lines = [problem.place.line for problem in caught.value.problems]
    assert lines == [2, 3, 4, 5, 6]


def test_text_is_bounded(fonts: Fonts) -> None:
    with pytest.raises(BuildError, match="the text has more than 20,000 characters"):
        svg.read(picture(f"<text>{'a ' * 11_000}</text>"), "art.svg", fonts=fonts)


def test_without_fonts_text_is_refused() -> None:
    with pytest.raises(BuildError, match="there is no font Source Sans Pro"):
        svg.read(picture("<text>a</text>"), "art.svg")


# families that stand in for others -----------------------------------------------------------------------------------


def with_stand_ins(stand_ins: dict[str, str]) -> Fonts:
    place = Workspace(ROOT)
    return Fonts(font_file, place.font_styles, None, stand_ins, metric_compatible, place.font_weight)


def stood_in(body: str, stand_ins: dict[str, str]) -> Run:
    drawing = svg.read(picture(body), "art.svg", fonts=with_stand_ins(stand_ins))
    (run,) = (mark for mark, _ in walk(drawing.marks) if isinstance(mark, Run))
    return run


@pytest.mark.parametrize(
    ("family", "font"),
    [
        ("Arial", "fredoka/regular"),
        ("'  ARIAL ', sans-serif", "fredoka/regular"),
        ("Nobody, Arial", "fredoka/regular"),
        ("Amatic SC, Arial", "amatic/regular"),
        ("Arial, Amatic SC", "fredoka/regular"),
        ("Nobody", "source-serif/regular"),
        ("", "source-serif/regular"),
        ("serif", "amatic/regular"),
        ("DejaVu Sans", "vera/regular"),
        ("Helvetica", "arimo/regular"),
        ("Liberation Sans", "arimo/regular"),
        ("Cambria", "caladea/regular"),
        ("Bitstream Vera Sans", "vera/regular"),
        ("Sans", "source-sans/regular"),
    ],
)
def test_a_family_stands_in_for_one_that_is_missing(family: str, font: str) -> None:
    asked = {"Arial": "fredoka", "serif": "Amatic SC", "default": "source-serif"}
    assert stood_in(f'<text font-family="{family}">Bee</text>', asked).font == font


@pytest.mark.parametrize(
    ("style", "font"),
    [
        ("font-weight:bold", "source-sans/bold"),
        ("font-weight:500", "source-sans/regular"),
        ("font-weight:100", "source-sans/light"),
        ("font-weight:800", "source-sans/black"),
        ("font-weight:900;font-style:italic", "source-sans/black-italic"),
        ("font-style:italic;font-family:Comic Sans MS;font-weight:bold", "amatic/bold"),
        ("font-weight:300;font-family:Comic Sans MS", "amatic/regular"),
    ],
)
def test_a_stand_in_takes_the_nearest_style_that_it_has(style: str, font: str) -> None:
    asked = {"Arial": "source-sans", "Comic Sans MS": "amatic"}
    assert stood_in(f'<text font-family="Arial" style="{style}">Bee</text>', asked).font == font


@pytest.mark.parametrize(
    ("style", "advances"),
    [
        # The widths of Helvetica, and so of Arial, in Adobe's metrics, of 1000.
        ("", {"A": 667, "g": 556, "i": 222, "W": 944, "8": 556, ",": 278}),
        ("font-weight:bold", {"A": 722, "g": 611, "i": 278, "W": 944, "8": 556, ",": 278}),
        ("font-weight:bold;font-style:italic", {"A": 722, "g": 611, "i": 278, "W": 944, "8": 556, ",": 278}),
    ],
)
def test_letters_of_arial_are_as_wide_as_those_of_the_family_used_for_it(style: str, advances: dict[str, int]) -> None:
    run = stood_in(f'<text font-family="Arial" style="{style}">{"".join(advances)}</text>', {})
    font = with_stand_ins({})[run.font]
    assert run.font.startswith("arimo/")
    assert {char: round(font.advance(font.glyph(char)) / font.upem * 1000) for char in advances} == advances


def test_letters_of_dejavu_sans_are_as_wide_as_those_of_the_family_used_for_it() -> None:
    # The advances that DejaVu Sans 2.37 has for these letters, of 2048.
    advances = {"A": 1401, "g": 1300, "i": 569, "W": 2025, "ß": 1290, "8": 1303, ",": 651}
    run = stood_in(f'<text font-family="DejaVu Sans">{"".join(advances)}</text>', {})
    font = Fonts(font_file)[run.font]
    assert {char: font.advance(font.glyph(char)) for char in advances} == advances


@pytest.mark.parametrize(
    "body",
    [
        '<text x="5" y="40" font-family="Nobody"></text>',
        '<text x="5" y="40" font-family="Nobody" xml:space="preserve"> <tspan x="5" y="9"> </tspan></text>',
        '<text x="5" y="40" font-family="Nobody">\n  <tspan font-family="Source Sans Pro">Bee</tspan>\n</text>',
        '<text x="5" y="40" font-family="Nobody"><tspan font-family="Amatic SC">Bee</tspan>'
        '<tspan font-weight="900"/></text>',
        '<flowRoot font-family="Nobody"><flowRegion><rect width="9" height="9"/></flowRegion><flowPara/> </flowRoot>',
    ],
)
def test_where_no_letter_is_drawn_no_font_is_needed(fonts: Fonts, body: str) -> None:
    drawing = svg.read(picture(body), "art.svg", fonts=fonts)
    assert [mark.text for mark, _ in walk(drawing.marks) if isinstance(mark, Run)] == ["Bee"] * body.count("Bee")


def test_white_space_that_is_drawn_in_a_missing_font_is_refused(fonts: Fonts) -> None:
    body = '<text font-family="Nobody" xml:space="preserve"><tspan font-family="Amatic SC">a</tspan> </text>'
    with pytest.raises(BuildError, match="there is no font Nobody"):
        svg.read(picture(body), "art.svg", fonts=fonts)


def test_a_text_path_has_no_places_for_its_letters(fonts: Fonts) -> None:
    path = '<path id="p" d="M10 40C60 10 120 60 230 30"/>'
    plain, placed = (
        svg.read(picture(f'{path}<text><textPath href="#p"{more}>Some text</textPath></text>'), "a.svg", fonts=fonts)
        for more in ("", ' x="40" y="9" dx="5"')
    )
    assert plain == placed


@pytest.mark.parametrize("how", ["spacing", "spacingAndGlyphs"])
def test_what_follows_a_length_to_fill_begins_after_it(fonts: Fonts, how: str) -> None:
    # Letters that are spread have a gap after the last one too (SVG 2, 11.5). resvg stretches from the line's start.
    body = f'<text x="10" y="30">on <tspan textLength="90" lengthAdjust="{how}">and</tspan>on</text>'
    first, filled, last = (
        mark for mark, _ in walk(svg.read(picture(body), "art.svg", fonts=fonts).marks) if isinstance(mark, Run)
    )
    assert last.place.e - filled.place.e == pytest.approx(118.94 if how == "spacing" else 90, abs=0.001)
    assert filled.place.a / first.place.a == (1 if how == "spacing" else pytest.approx(2.9, abs=0.1))

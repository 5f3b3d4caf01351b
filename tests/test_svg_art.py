"""Art is shown as another engine shows it: resvg's picture of a file beside its picture of what was read of it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from beeprint.base.colour import Colour
from beeprint.base.geometry import path_box
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, ImageMark, PathMark, RadialGradient, Solid, Use, walk
from cases import spread
from svgs import again, art, marks, off, only, shown

FILES = sorted((Path(__file__).parent / "art").glob("*.svg"))
PAGE = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
GRADIENT = '<stop stop-color="#d55e00"/><stop offset=".3" stop-color="#f0e442"/><stop offset="1" stop-color="#0072b2"/>'
INSIDE = '<rect width="10" height="6" fill="#f0e442"/><path d="M0 0L10 6M0 6L10 0" stroke="#000"/><circle r="4"/>'
HEAD = '<path d="M0 0L10 5L0 10z" fill="#d55e00"/><path d="M0 5H14" stroke="#0072b2"/>'
ARROW = 'viewBox="0 0 10 10" refX="2" refY="5" markerWidth="4" markerHeight="4"'
LINE = 'fill="none" stroke="#009e73" stroke-width=".8"'


def marked(path: str, marker: str = f'{ARROW} orient="auto"', line: str = LINE) -> str:
    ends = 'marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"'
    return f'<defs><marker id="m" {marker}>{HEAD}</marker></defs>{path.replace("/>", f" {line} {ends}/>")}'


def filled(gradient: str, shape: str = '<rect x="3" y="4" width="34" height="20"') -> str:
    return f'<defs>{gradient}</defs>{shape} fill="url(#g)" stroke="url(#g)" stroke-width="3" stroke-opacity=".5"/>'


def nested(attributes: str) -> str:
    return f'<rect x="5" y="5" width="24" height="18" fill="#fff"/><svg x="5" y="5" {attributes}>{INSIDE}</svg>'


COLOURS = (
    "#f80; #f808; #ff8800; #ff880080; rgb(10,200,30); rgba(10, 200, 30, .5); rgb(10%,80%,30%); transparent; "
    "hsl(120, 50%, 40%); hsl(-90, 100%, 30%); currentColor; rgb(300, -5, 20); LightGoldenrodYellow; darkgrey"
)

LOOKS = {
    "preserveAspectRatio none": nested('width="24" height="18" viewBox="0 0 10 6" preserveAspectRatio="none"'),
    "preserveAspectRatio meet": nested('width="24" height="18" viewBox="0 0 10 6" preserveAspectRatio="xMaxYMin meet"'),
    "preserveAspectRatio slice": nested(
        'width="24" height="18" viewBox="0 0 10 6" preserveAspectRatio="xMaxYMid slice"'
    ),
    "slice in a tall box": nested('width="9" height="18" viewBox="1 1 10 6" preserveAspectRatio="xMinYMid slice"'),
    "overflow visible": nested('width="9" height="9" overflow="visible"'),
    "a viewport clips": nested('width="9" height="9"'),
    "shares of the page": '<rect x="10%" y="20%" width="50%" height="50%" rx="5%" stroke="#fff" stroke-width="5%"/>'
    '<circle cx="80%" cy="30%" r="15%" fill="#fff" stroke="red" stroke-dasharray="5% 2%"/>'
    '<line x1="5%" y1="95%" x2="95%" y2="80%" stroke="#000"/>',
    "shares of a viewport": '<svg x="50%" width="50%" height="50%" viewBox="0 0 8 8"><rect width="50%" height="50%"/>'
    "</svg>"
    '<svg y="50%" width="50%" height="50%"><rect x="25%" width="50%" height="50%"/></svg>',
    "symbols": f'<symbol id="s" viewBox="0 0 10 6">{INSIDE}</symbol><use href="#s" width="10" height="12"/>'
    '<use href="#s" x="12" y="3" width="20" height="9" transform="rotate(9)" opacity=".5"/><use href="#s" x="60%"/>',
    "a symbol that shows all": f'<symbol id="s" overflow="visible">{INSIDE}</symbol><use href="#s" x="20" y="12"/>',
    "use of an svg": f'<defs><svg id="s" width="5" height="5" viewBox="0 0 10 6">{INSIDE}</svg></defs>'
    '<use href="#s" x="3" y="3"/><use href="#s" x="12" width="25" height="20"/>',
    "markers on lines": marked('<polyline points="6,24 6,8 20,8 30,24"/>'),
    "markers on curves": marked('<path d="M5 20C5 5 20 5 20 15S32 24 34 9"/>'),
    "markers on open subpaths": marked('<path d="M6 6H14V12M20 20L30 26V20M34 4V10"/>'),
    "markers of a fixed angle": marked('<path d="M8 8L30 8V24"/>', f'{ARROW} orient="30"'),
    "markers turned at the start": marked('<path d="M8 8L30 8V24"/>', f'{ARROW} orient="auto-start-reverse"'),
    "markers in user units": marked('<path d="M8 8L30 8V24"/>', f'{ARROW} markerUnits="userSpaceOnUse"'),
    "markers without a viewBox": marked(
        '<path d="M8 8L30 8V24"/>', 'refX="1" refY="2" markerWidth="8" markerHeight="6"'
    ),
    "markers that overflow": marked('<path d="M8 8L30 8V24"/>', f'{ARROW} overflow="visible" orient="auto"'),
    "a line of no length": marked('<path d="M8 8H8"/>') + marked('<path d="M18 18L18 18"/>').partition("</defs>")[2],
    "spread pad": filled(f'<linearGradient id="g" x1=".3" x2=".6" y2=".2">{GRADIENT}</linearGradient>'),
    "spread reflect": filled(
        f'<linearGradient id="g" x1=".3" x2=".5" y2=".2" spreadMethod="reflect">{GRADIENT}</linearGradient>'
    ),
    "spread repeat": filled(
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="12" x2="16" y1="3" y2="6" spreadMethod="repeat" '
        f'gradientTransform="rotate(20)">{GRADIENT}</linearGradient>'
    ),
    "a circle repeated": filled(
        f'<radialGradient id="g" r=".2" fx=".4" spreadMethod="repeat">{GRADIENT}</radialGradient>'
    ),
    "a circle reflected": filled(
        '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="50%" cy="30%" r="10%" spreadMethod="reflect">'
        f"{GRADIENT}</radialGradient>",
        '<path d="M4 4L36 9L20 26z"',
    ),
    "a gradient of a gradient": filled(
        f'<linearGradient id="a" x1="1" x2="0" spreadMethod="repeat">{GRADIENT}</linearGradient>'
        '<radialGradient id="b" href="#a" cy="20%" r=".3"/><radialGradient id="g" href="#b" fx="45%"/>'
    ),
    "a gradient's fallback": '<linearGradient id="g"/><path d="M3 3H30" stroke="url(#gone) #d55e00" stroke-width="3"/>'
    f'<linearGradient id="h">{GRADIENT}</linearGradient><path d="M3 9H30" stroke="url(#h) #0072b2" stroke-width="3"/>',
    "clip in the box": '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath>'
    '<rect x="3" y="3" width="20" height="9" clip-path="url(#c)"/>'
    '<g clip-path="url(#c)"><rect x="5" y="14" width="9" height="9" fill="#fff"/><circle cx="22" cy="20" r="8"/></g>',
    "clips in clips": '<clipPath id="a"><circle cx="15" cy="15" r="10"/></clipPath>'
    '<clipPath id="b" clip-path="url(#a)"><path d="M0 0H40L0 30z" clip-path="url(#d)"/></clipPath>'
    '<clipPath id="d" transform="translate(4 0)"><rect x="3" y="8" width="30" height="9"/></clipPath>'
    '<g clip-path="url(#b)" transform="rotate(5)"><rect width="40" height="30"/></g>',
    "use in a clip": '<path id="p" d="M0 0H12V12H0zM3 3H9V9H3z" clip-rule="evenodd"/>'
    '<clipPath id="c"><use href="#p" x="9" y="9" transform="scale(1.2)"/></clipPath>'
    '<rect width="40" height="30" fill="#d55e00" clip-path="url(#c)"/>',
    "an empty clip": '<clipPath id="c"><rect width="9" height="9" display="none"/></clipPath>'
    '<rect width="40" height="30" clip-path="url(#c)"/>',
    "paint order": '<g stroke="#d55e00" stroke-width="4" fill="#0072b2"><rect x="4" y="4" width="10" height="20"/>'
    '<rect x="22" y="4" width="10" height="20" paint-order="stroke" opacity=".7"/></g>',
    "markers below": marked('<path d="M8 8L30 8V24" paint-order="markers"/>', line=LINE.replace(".8", "2")),
    "even-odd with dashes": '<path d="M3 3H33V25H3zM9 9H27V19H9z" fill="#d55e00" fill-rule="evenodd" stroke="#000" '
    'stroke-dasharray="4 1"/>',
    "colours": "".join(
        f'<rect x="{5 * (n % 7)}" y="{6 * (n // 7)}" width="5" height="6" fill="{word}"/>'
        for n, word in enumerate(COLOURS.split("; "))
    ),
    "the colour property": '<g color="#d55e00"><rect width="9" height="9" fill="currentColor"/>'
    '<g color="#0072b2" fill="currentColor"><rect x="12" width="9" height="9" style="color: inherit"/></g></g>'
    '<linearGradient id="g" color="#009e73"><stop stop-color="currentColor"/><stop offset="1" color="red"'
    ' stop-color="currentColor"/></linearGradient><rect y="12" width="30" height="9" fill="url(#g)"/>',
    "units": "".join(
        f'<rect y="{3 * n}" width="{size}" height="2"/>'
        for n, size in enumerate(["12px", "1in", "9mm", "2cm", "20pt", "2pc", "1.5e1", "40%", ".3in"])
    ),
    "switch": '<switch><g requiredExtensions="x"/><g requiredFeatures="x"/><rect width="30" height="9"/><circle r="9"/>'
    '</switch><a href="x"><rect y="22" width="9" height="5"/></a>',
    "group opacity": '<g opacity="50%"><rect x="3" y="3" width="20" height="15"/>'
    '<circle cx="22" cy="15" r="9" fill="#d55e00" stroke="#fff" stroke-width="3" opacity=".6"/></g>',
    "caps, joins and mitres": '<g fill="none" stroke="#0072b2" stroke-width="3"><path d="M4 4L14 12L4 14"/>'
    '<path d="M20 4L30 6L20 8" stroke-miterlimit="12"/><path d="M4 20L14 26L4 28" stroke-linejoin="round" '
    'stroke-linecap="round"/><path d="M20 20L30 22L20 26" stroke-linejoin="bevel" stroke-linecap="square"/></g>',
    "dashes": '<g stroke="#000" stroke-width="2"><path d="M2 4H38" stroke-dasharray="3"/>'
    '<path d="M2 9H38" stroke-dasharray="4,2 1" stroke-dashoffset="-3"/><path d="M2 14H38" stroke-dasharray="0 4" '
    'stroke-linecap="round"/><path d="M2 19H38" stroke-dasharray="0 0"/><rect x="3" y="22" width="9" height="5" '
    'fill="none" stroke-dasharray="3 1" stroke-width=".5"/></g>',
    "hidden and shown": '<g visibility="hidden"><rect width="9" height="9"/><rect x="12" width="9" height="9" '
    'visibility="visible"/></g><g display="none"><rect y="12" width="9" height="9"/></g>',
    "large units": '<g transform="scale(250)"><path d="M.01234 .0181L.1499 .0207L.0807 .1103z"/><path d="M.02 .1'
    'H.14" stroke="#d55e00" stroke-width=".004" stroke-dasharray=".01 .002"/><g transform="translate(.01234 .00111)" '
    f'clip-path="url(#c)"><rect width=".1" height=".1" fill="url(#g)"/></g></g><linearGradient id="g">{GRADIENT}'
    '</linearGradient><clipPath id="c"><circle cx=".05133" cy=".05133" r=".02777"/></clipPath>',
    "small units": '<g transform="matrix(.0000123456 0 0 .0000123456 3 4)"><path d="M0 0H2500000L1500000 1800000z"/>'
    '<g transform="scale(.00123456)"><circle cx="9e6" cy="9e6" r="5e6" transform="scale(100)" fill="#d55e00"/></g></g>',
    "nothing at all": '<rect width="0" height="5"/><path d=""/><circle r="0"/><g/><polyline points=""/>'
    '<path d="M3 3" stroke="#000"/><filter id="f"/><mask id="m"><rect width="9" height="9"/></mask>'
    '<pattern id="p"><rect width="9" height="9"/></pattern><rect width="3" height="3"/>',
}


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_as_in_another_engine(look: str) -> None:
    text = art(LOOKS[look], PAGE)
    wanted = shown(text, 160, 2)
    assert off(wanted, shown(again(text), 160, 2)) < 0.001
    if look not in ("an empty clip",):
        assert off(wanted, shown(art("", PAGE), 160, 2)) > 0.003, "there is nothing to be seen"


@pytest.mark.parametrize("file", spread(FILES, lambda path: path.stem == "inkscape"), ids=lambda path: path.stem)
def test_what_editors_save_looks_as_it_does_there(file: Path) -> None:
    text = file.read_text("utf-8")
    wanted = shown(text, 300, 2)
    assert off(wanted, shown(again(text), 300, 2)) < 0.001
    assert len(wanted.getcolors(1 << 20) or ()) > 50


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("marker-end:url(#Triangle)", "marker-end:none"),
        ('spreadMethod="reflect"', 'spreadMethod="pad"'),
        ("opacity:0.7", "opacity:0.3"),
        ('clip-path="url(#clipPath1)"', ""),
        ("paint-order:stroke fill markers", "stroke-dasharray:3"),
    ],
)
def test_the_comparison_notices(old: str, new: str) -> None:
    text = next(file for file in FILES if file.stem == "inkscape").read_text("utf-8")
    assert old in text
    assert off(shown(text), shown(again(text.replace(old, new)))) > 0.001


def ways(path: str) -> list[tuple[float, float, int]]:
    """Return where markers are and which way they point, in degrees."""
    drawing = svg.read(art(marked(path), PAGE), "a.svg")
    transforms = [mark.transform for mark in drawing.marks if isinstance(mark, Use)]
    return [(at.e, at.f, round(math.degrees(math.atan2(at.b, at.a)))) for at in transforms]


def test_markers_stand_where_commands_end_and_halve_the_angle() -> None:
    assert ways('<path d="M4 4H9V9"/>') == [(4, 4, 0), (9, 4, 45), (9, 9, 90)]
    # An arc has two ends, however many curves it is drawn with.
    assert ways('<path d="M10 20A8 8 0 1 1 26 20"/>') == [(10, 20, -90), (26, 20, 90)]
    # A closed path ends where it began, halfway between its last and its first side.
    assert ways('<path d="M8 8H30V22z"/>') == [(8, 8, -74), (30, 8, 45), (30, 22, 151), (8, 8, -74)]
    corners = ways('<path d="M8 8H30V22H8V8z"/>')
    assert [corners[0], *corners[-2:]] == [(8, 8, -45), (8, 8, -90), (8, 8, -45)]


def test_a_marker_shows_what_lies_in_its_width_and_height() -> None:
    # 4 by 3 stroke widths at a scale of 0.3: the view of 10 by 10 has 5/3 more on either side.
    body = marked('<path d="M4 4H9"/>', ARROW.replace('Height="4"', 'Height="3"'))
    (_, mark, *_) = svg.read(art(body, PAGE), "a.svg").marks
    assert isinstance(mark, Use)
    (inner,) = mark.symbol.marks
    assert isinstance(inner, Group) and inner.clip == (("M", 0, 0), ("L", 4, 0), ("L", 4, 3), ("L", 0, 3), ("Z",))


@pytest.mark.parametrize(
    ("word", "paint"),
    [
        ("hsla(200deg, 80%, 50%, 0.5)", Solid(Colour(26, 162, 230), 0.5)),
        ("hsl(0.5turn 90% 40%)", Solid(Colour(10, 194, 194))),
        ("rgb(10 200 30 / 50%)", Solid(Colour(10, 200, 30), 0.5)),
        ("RebeccaPurple", Solid(Colour(102, 51, 153))),
        ("#0c08", Solid(Colour(0, 204, 0), 136 / 255)),
        ("#cd853f icc-color(acmecmyk, 0.11, 0.48, 0.83, 0.00)", Solid(Colour(205, 133, 63))),
    ],
)
def test_colours_newer_than_the_other_engine(word: str, paint: Solid) -> None:
    assert only(f'<rect width="1" height="1" fill="{word}"/>').fill == paint


@pytest.mark.parametrize(("language", "drawn"), [("de, en-GB", True), ("en", True), ("fr", False), ("", False)])
def test_what_is_not_for_readers_of_english_is_left_out(language: str, drawn: bool) -> None:
    shape = f'<rect width="1" height="1" systemLanguage="{language}"/>'
    assert len(marks(shape)) == drawn
    (mark,) = marks(f'<switch>{shape}<circle r="1"/></switch>')
    assert (mark.path[1][0] == "L") == drawn  # type: ignore[union-attr]


def test_a_radial_gradient_takes_the_transform_of_a_linear_one() -> None:
    body = f'<linearGradient id="a" gradientTransform="translate(.5 0)">{GRADIENT}</linearGradient>'
    mark = only(f'{body}<radialGradient id="g" href="#a"/><rect width="4" height="4" fill="url(#g)"/>')
    assert isinstance(mark.fill, RadialGradient)
    assert mark.fill.transform.point(*mark.fill.centre) == (4, 2)


def test_a_page_may_be_sliced() -> None:
    body = '<rect width="20" height="10"/>'
    drawing = svg.read(
        art(body, 'width="10mm" height="10mm" viewBox="0 0 20 10" preserveAspectRatio="xMaxYMid slice"'), "a"
    )
    ((mark, at),) = [(mark, at) for mark, at in walk(drawing.marks) if isinstance(mark, PathMark)]
    assert at.rect(path_box(mark.path)) == pytest.approx((-10, 0, 20, 10))


def test_what_fits_its_viewport_is_not_clipped() -> None:
    drawing = svg.read(art('<svg width="5" height="5"><rect width="5" height="5"/></svg>'), "a.svg")
    assert [mark.clip for mark, _ in walk(drawing.marks) if not isinstance(mark, PathMark | ImageMark)] == [None]  # type: ignore[union-attr]

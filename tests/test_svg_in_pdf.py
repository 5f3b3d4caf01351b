"""Art is drawn in SVG and in PDF as another engine draws it: resvg's picture of a file beside resvg's and pdfium's of
what was read of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint.base.colour import Colour
from beeprint.base.geometry import scale
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, PathMark, Solid, group
from beeprint.drawing.fonts import Fonts
from svgs import again, art, off, shown, shown_in_pdf

PAGE = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
#: Engines smooth edges each in its own way: two grounds of pixels may differ a little more than two pictures of one.
SHARE, PDF_SHARE = 0.001, 0.003
STAR = "M20 2L28 27L7 11H33L12 27z"

STOPS = '<stop stop-color="#d55e00"/><stop offset=".3" stop-color="#f0e442"/><stop offset="1" stop-color="#0072b2"/>'
PANEL = '<rect x="3" y="4" width="34" height="20" fill="url(#g)"/>'
WAVE = '<path d="M-5 0L20 5L-5 12z" fill="#d55e00"/>'
BY_BOX = 'clipPathUnits="objectBoundingBox"'
HALF = f'<clipPath id="c" {BY_BOX}><rect width=".5" height="1"/></clipPath>'


def radial(attributes: str) -> str:
    return f'<radialGradient id="g" {attributes}>{STOPS}</radialGradient>{PANEL}'


def halved(*shapes: str) -> str:
    """Return shapes clipped to the left half of the box round all of them."""
    return f'{HALF}<g clip-path="url(#c)"><rect x="5" y="5" width="10" height="20"/>{"".join(shapes)}</g>'


def capped(path: str, cap: str = "square", more: str = "") -> str:
    line = f'stroke="#000" stroke-width="8" stroke-linecap="{cap}" {more}'
    return f'{path.replace("/>", f" {line}/>")}<rect x="30" y="20" width="5" height="5"/>'


def marked(marker: str, around: str = "<g>") -> str:
    line = '<path d="M8 8L30 8V24" fill="none" stroke="#000" marker-start="url(#m)" marker-mid="url(#m)"/>'
    return f'{around}<marker id="m" viewBox="0 0 10 10" {marker}>{WAVE}</marker>{line}</g>'


LOOKS = {
    "an ellipse with one radius": '<ellipse cx="10" cy="15" rx="9"/><ellipse cx="30" cy="15" ry="9" rx="auto"/>',
    "an ellipse whose radius is a share": '<ellipse cx="20" cy="15" rx="25%"/>',
    "an ellipse with a radius of 0": '<ellipse cx="20" cy="15" rx="0" ry="9"/><rect width="5" height="5"/>',
    "a clip path moved by its box's units": f'<clipPath id="c" {BY_BOX} transform="translate(5 2) rotate(9)"><rect '
    'width=".5" height=".5"/></clipPath><rect x="5" y="5" width="30" height="20" clip-path="url(#c)"/>',
    "a hidden shape in a clip's box": halved('<rect x="15" y="5" width="20" height="20" visibility="hidden"/>'),
    "an unpainted shape in a clip's box": halved('<rect x="15" y="5" width="20" height="20" fill="none"/>'),
    "a shape in a clip's box that is not there": halved('<rect x="15" y="5" width="20" height="20" display="none"/>'),
    "a hidden shape in a use in a clip's box": '<defs><g id="u" visibility="hidden"><circle cx="30" cy="15" r="5"/></g>'
    "</defs>" + halved('<use href="#u"/>'),
    "a lone move in a clip's box": halved('<path d="M39 29"/>'),
    "a focus outside": radial('r=".3" fx=".95"'),
    "a focus far outside": radial('r=".3" fx="1.5" fy="-.5"'),
    "a focus near the circle": radial('r=".3" fx=".795"'),
    "places of another kind of gradient": f'<linearGradient id="a" cx=".2" r=".2" fx=".3">{STOPS}</linearGradient>'
    f'<radialGradient id="g" href="#a"/>{PANEL}',
    "an end of another kind of gradient": f'<radialGradient id="a" y2="1" x2=".2">{STOPS}</radialGradient>'
    f'<linearGradient id="g" href="#a"/>{PANEL}',
    "markers in percent": marked('refX="10%" refY="10%" markerWidth="10%" markerHeight="13.33333%"'),
    "markers whose view is in percent": marked('refX="5%" refY="10%" markerWidth="5" markerHeight="5"'),
    "a marker in one attribute, which is none": f'<marker id="m">{WAVE}</marker><path d="M9 9h9v9" marker="url(#m)"/>',
    "markers of a clipping parent": marked('overflow="inherit"', '<g overflow="hidden">'),
    "markers of a showing parent": marked('overflow="inherit"', '<g overflow="visible">'),
    "markers of a parent that says nothing": marked('overflow="inherit"'),
    "markers that start anew": marked('style="overflow: initial"'),
    "a viewport of a showing parent": '<svg width="9" height="9" overflow="inherit"><path d="M0 0H20V5H0z"/></svg>',
    **{f"a point with {cap} caps": capped('<path d="M10 10h0"/>', cap) for cap in ("butt", "round", "square")},
    **{f"a closed point with {cap} caps": capped('<path d="M10 10z"/>', cap) for cap in ("butt", "round", "square")},
    **{
        f"a curve without length with {cap} caps": capped('<path d="M10 10C10 10 10 10 10 10"/>', cap)
        for cap in ("butt", "round", "square")
    },
    "an arc without length": capped('<path d="M10 10A3 3 0 0 0 10 10"/>', "round"),
    "points beside lines": capped('<path d="M10 10h0h0v0M20 20M18 8L30 8"/>'),
    "a turned point": capped('<path transform="rotate(20)" d="M15 10h0"/>'),
    "a dashed point": capped('<path d="M10 10h0"/>', more='stroke-dasharray="3 2"'),
    "a line without length": capped('<line x1="10" y1="10" x2="10" y2="10"/>'),
    "a polyline without length": capped('<polyline points="10,10 10,10"/>'),
    "a point of a gradient": f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="20">{STOPS}</linearGradient>'
    + capped('<path d="M10 10h0"/>').replace("#000", "url(#g)"),
    "dots": '<path d="M5 5H30L35 25" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" '
    'stroke-dasharray="0 6"/>',
    **{
        f"dots on corners with {cap} caps": '<rect x="8" y="5" width="24" height="20" fill="none" stroke="#000" '
        f'stroke-width="4" stroke-linecap="{cap}" stroke-dasharray="0 8"/>'
        for cap in ("round", "square")
    },
    "dots and dashes": '<path d="M5 5H30L35 25" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" '
    'stroke-dasharray="0 6 2 5" stroke-dashoffset="4"/>',
    "dots without caps": '<path d="M5 5H30L35 25" fill="none" stroke="#000" stroke-width="3" '
    'stroke-dasharray="0 2 3 3 0 1" stroke-dashoffset="1"/><path d="M0 28H40" stroke="red" stroke-dasharray="0 3"/>',
    "an even-odd star": f'<path fill-rule="evenodd" fill="#d55e00" d="{STAR}"/>',
    "an even-odd star with a line": f'<path fill-rule="evenodd" fill="#d55e00" stroke="#000" d="{STAR}"/>',
    "an even-odd star with a clear line": f'<path fill-rule="evenodd" stroke="#fff" stroke-width="3" '
    f'stroke-opacity=".5" d="{STAR}"/>',
    "an even-odd star to clip": f'<clipPath id="c"><path clip-rule="evenodd" d="{STAR}"/></clipPath>'
    '<rect width="40" height="30" fill="#d55e00" clip-path="url(#c)"/>',
    "an even-odd star of a gradient": '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1"/>'
    f'</radialGradient><path fill-rule="evenodd" fill="url(#g)" d="{STAR}"/>',
    "a gradient along a line far from the origin": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="40000">'
    f'{STOPS}</linearGradient><g transform="scale(.001)" fill="none" stroke="url(#g)" stroke-width="2000">'
    '<path d="M33000 4000C39000 9000 31000 20000 38000 26000M4000 4000L9000 26000"/></g>',
    "a gradient along a line in large units": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2=".4">'
    f'{STOPS}</linearGradient><g transform="scale(100)"><path fill="none" stroke="url(#g)" stroke-width=".02" '
    'd="M.05 .05C.1 .4 .2 0 .35 .25"/></g>',
    "dashes of a gradient": f'<linearGradient id="g" x2=".8">{STOPS}</linearGradient><path fill="none" '
    'stroke="url(#g)" stroke-width="2" stroke-dasharray="3 2" stroke-dashoffset="1" d="M5 5C30 5 20 25 35 25"/>',
    "a gradient of one colour along a line": '<linearGradient id="g"><stop stop-color="#d55e00"/><stop offset="1" '
    'stop-color="#d55e00"/></linearGradient><path d="M5 5C30 5 20 25 35 25" fill="none" stroke="url(#g)"/>',
    "a cone of one colour": '<radialGradient id="g" r=".2" fx=".9"><stop stop-color="#d55e00"/>'
    f'<stop offset="1" stop-color="#d55e00"/></radialGradient>{PANEL}',
    "tight bends in a line with mitres": '<g fill="none" stroke="#000" stroke-width="3">'
    '<path d="M3 15L13 5C13.5 4.5 13.6 4.6 13.2 5.3L8 15"/><path d="M18 5C36 15 18 15 33 3"/>'
    '<path d="M25 29C34 18 17 18 27 29M5 20C20 22 20 22 5 25"/></g>',
    "mitres between curves, just over the limit and just under it": '<g fill="none" stroke="#000" stroke-width="2">'
    '<path d="M4 25C5 20 7 12 10 8 9.434 11.96 9 21 11.5 26"/>'
    '<path d="M24 25C25 20 27 12 30 8 29.465 11.964 29 21 31.5 26"/></g>',
}
#: Looks that take larger pictures, since pdfium cuts clips at whole pixels.
FINE = ("a shape in a clip's box that is not there", "a lone move in a clip's box")


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_in_svg_and_pdf_as_in_another_engine(look: str) -> None:
    text, width = art(LOOKS[look], PAGE), 160 if look in FINE else 80
    wanted = shown(text, width)
    assert off(wanted, shown(again(text), width)) < SHARE
    assert off(wanted, shown_in_pdf(text, width)) < PDF_SHARE
    assert off(wanted, shown(art("", PAGE), width)) > 0.003, "there is nothing to be seen"


#: What is not drawn, each with a part of its message.
REFUSED = {
    radial('r=".3" fx=".8"'): "lies on the gradient's own rim",
    radial('gradientUnits="userSpaceOnUse" cx="20" cy="15" r="5" fx="24" fy="18"'): "lies on the gradient's own rim",
    radial('gradientTransform="scale(0)"'): "flattens it to nothing",
    radial('gradientTransform="matrix(1 1 1 1 0 0)"').replace("radial", "linear"): "flattens it to nothing",
    marked('orient="auto"').replace("M8 8L30 8V24", "M8 8L30 8L20 8"): "turn a marker differently where the line turns",
    '<marker id="m"/><g marker-end="url(#m)"><circle r="5"/></g>': "markers on a circle are drawn by some programs",
    '<marker id="m"/><rect width="5" height="5" marker-mid="url(#m)"/>': "markers on a rect are drawn by some programs",
    **{
        f'<rect width="5" height="5" fill="{colour}"/>': f"'{colour}' is not a known colour"
        for colour in ("rgba(0, 50%, 100%, .5)", "rgb(0 50% 9)", "rgb(0,,50,30)", "rgb(0 50 30 .5)", "rgb(0, 5 3)")
    },
    '<path d="M3 3L9 5" stroke="red" stroke-miterlimit="5mm"/>': "stroke-miterlimit is '5mm'; write a number without",
    halved('<text visibility="hidden" font-family="serif">a</text>'): "(objectBoundingBox) are not supported on text",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_programs_draw_differently_is_refused(fonts: Fonts, body: str) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(body, PAGE), "a.svg", fonts=fonts)
    assert REFUSED[body] in str(caught.value)


def test_a_picture_for_another_language_is_refused() -> None:
    with pytest.raises(BuildError, match="the picture is for other languages or programs"):
        svg.read(art("<g/>", f'{PAGE} systemLanguage="fr"'), "a.svg")
    assert svg.read(art("<path d='M0 0h5v5'/>", f'{PAGE} systemLanguage="en"'), "a.svg").marks


def test_a_gradient_of_one_colour_is_that_colour(fonts: Fonts) -> None:
    stops = '<stop stop-color="#d55e00" stop-opacity=".5"/><stop offset="1" stop-color="#d55e00" stop-opacity=".5"/>'
    for kind in ("linearGradient", "radialGradient"):
        body = f'<{kind} id="g">{stops}</{kind}><path d="M1 1L9 5" fill="none" stroke="url(#g)"/>'
        [mark] = svg.read(art(body, PAGE), "a.svg", fonts=fonts).marks
        assert isinstance(mark, PathMark) and mark.stroke
        assert mark.stroke.paint == Solid(Colour(0xD5, 0x5E, 0), 0.5)


def test_a_page_of_a_pixel_is_drawn_as_exactly_as_a_large_one() -> None:
    body = f'<path d="{STAR}" fill="none" stroke="#000"/>'
    tiny, large = (art(body, f'width="{size}" height="{size}" viewBox="-1.7 -1.3 40 40"') for size in (1, 400))
    drawing = svg.read(tiny, "art.svg")
    enlarged = Drawing(svg.read(large, "art.svg").box, (group(drawing.marks, scale(400)),))
    assert off(shown(svg.write(enlarged, Fonts(Path)), 240), shown(again(large), 240)) == 0


def test_shapes_that_only_measure_a_box_are_not_in_the_drawing() -> None:
    text = again(art(halved('<rect x="15" width="20" height="20" visibility="hidden"/>'), PAGE))
    assert text.count("<path") == 2, "the clip and the shape that is seen"


def test_a_viewport_inherits_that_the_one_around_it_clips() -> None:
    inner = '<svg width="30" height="9"><svg width="9" height="9" overflow="{}"><path d="M0 0H20V5H0z"/></svg></svg>'
    looks = {word: again(art(inner.format(word), PAGE)) for word in ("inherit", "hidden", "revert", "visible", "unset")}
    assert looks["inherit"] == looks["hidden"] == looks["revert"]
    assert looks["visible"] == looks["unset"] != looks["hidden"]

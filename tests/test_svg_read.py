"""What is read of SVG is drawn exactly or refused by name."""

from __future__ import annotations

import base64
import io
import math
import re
from pathlib import Path

import pytest
import resvg_py
import svgelements
from PIL import Image, ImageColor

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Rect
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Glyph, Group, Layer, LinearGradient, PathMark, Run, Solid, Stop, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.svg.reader.colours import colour
from beeprint.drawing.svg.reader.paths import parse_path
from svgs import art, marks, only, path_points, pixel


def test_shapes_become_paths() -> None:
    assert only('<rect x="1" y="2" width="3" height="4"/>').path == (
        ("M", 1.0, 2.0),
        ("L", 4.0, 2.0),
        ("L", 4.0, 6.0),
        ("L", 1.0, 6.0),
        ("Z",),
    )
    assert only('<polygon points="0,0 4,0 2,3"/>').path[-1] == ("Z",)
    assert [segment[0] for segment in only('<circle cx="5" cy="5" r="2"/>').path] == ["M", "C", "C", "C", "C", "Z"]
    assert only('<line x1="0" y1="1" x2="2" y2="3" stroke="red"/>').path == (("M", 0.0, 1.0), ("L", 2.0, 3.0))
    assert marks('<rect width="0" height="4"/>') == []


@pytest.mark.parametrize(
    "data",
    [
        "M1 2l3 4h5v-6H1V2z",
        "M0,0c1,2,3,4,5,6s7,8,9,10S1,1,2,2",
        "m1 1q2 3 4 0t4 0T9,9",
        "M2 2a3 2 30 1 0 4 4A1 1 0 0 1 8 8",
        "M0 0a1 1 0 01.5.5",
        "M5-5.5.5.25-1e1,2E0",
        "M0 0L5 5zm1 1l2 0",
    ],
)
def test_path_data_means_what_an_independent_reader_says(data: str) -> None:
    ours = [point for segment in parse_path(data) for point in [segment[-2:]] if segment[0] != "Z"]
    theirs = [step.end for step in svgelements.Path(data) if not isinstance(step, svgelements.Close)]
    # An arc is one step there and several curves here: its end has to be among ours, in order.
    spots = iter(ours)
    for end in theirs:
        assert any(math.dist(spot, (end.x, end.y)) < 1e-6 for spot in spots), (data, end)


def test_arcs_stay_on_their_ellipse() -> None:
    path = parse_path("M4 0A4 4 0 1 1 -4 0")
    ends = [segment[-2:] for segment in path]
    assert all(math.isclose(math.hypot(x, y), 4, abs_tol=1e-9) for x, y in ends)
    assert ends[-1] == (-4, 0) and min(y for _, y in ends) >= -1e-9


def test_styles_are_inherited_and_the_style_attribute_wins() -> None:
    mark = only('<g fill="#f00" stroke="blue"><path d="M0 0H5V5z" stroke="none" style="fill: rgb(0, 128, 0)"/></g>')
    assert (mark.fill, mark.stroke) == (Solid(Colour(0, 128, 0)), None)


def test_opacity_folds_into_a_single_paint_and_groups_two() -> None:
    assert only('<rect width="5" height="5" opacity="0.5"/>').fill == Solid(Colour(0, 0, 0), 0.5)
    drawing = svg.read(art('<rect width="5" height="5" stroke="#000" opacity="0.5"/>'), "a.svg")
    assert isinstance(drawing.marks[0], Group) and drawing.marks[0].opacity == 0.5


def test_current_colour_is_the_tint() -> None:
    drawing = svg.read(art('<path d="M0 0H1V1z" fill="currentColor"/>'), "a.svg", current=Colour(9, 8, 7))
    assert isinstance(drawing.marks[0], PathMark) and drawing.marks[0].fill == Solid(Colour(9, 8, 7))


def test_gradients_in_a_box_come_out_in_user_space() -> None:
    mark = only(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/><stop offset="100%" stop-opacity=".5"/>'
        '</linearGradient><linearGradient id="b" href="#a" x2="0" y2="1"/></defs>'
        '<rect x="2" y="4" width="4" height="5" fill="url(#b)"/>'
    )
    assert isinstance(mark.fill, LinearGradient)
    start, end = (mark.fill.transform.point(*point) for point in (mark.fill.start, mark.fill.end))
    assert (start, end) == ((2, 4), (2, 9))
    assert mark.fill.stops == (Stop(0, Colour(255, 255, 255)), Stop(1, Colour(0, 0, 0), 0.5))


@pytest.mark.parametrize(
    ("attributes", "box", "corner"),
    [
        ('width="10mm" height="10mm" viewBox="0 0 10 10"', Rect(0, 0, 10, 10), (1, 1)),
        ('width="20mm" height="20mm" viewBox="0 0 10 10"', Rect(0, 0, 20, 20), (2, 2)),
        ('width="96" height="96"', Rect(0, 0, 25.4, 25.4), (0.265, 0.265)),
        ('viewBox="0 0 10 10"', Rect(0, 0, 10, 10), (1, 1)),
        ('width="1in" height="2in" viewBox="0 0 10 10"', Rect(0, 0, 25.4, 50.8), (2.54, 15.24)),
    ],
)
def test_sizes_lead_to_millimetres(attributes: str, box: Rect, corner: tuple[float, float]) -> None:
    drawing = svg.read(art('<path d="M1 1H2"  stroke="#000"/>', attributes), "a.svg")
    assert drawing.box == pytest.approx(box)
    ((mark, at),) = [(m, t) for m, t in walk(drawing.marks) if isinstance(m, PathMark)]
    assert at.point(*next(path_points(mark.path))) == pytest.approx(corner, abs=0.01)


REFUSED = """
<text x="1">Hi</text> | 2:1: error: the text names no font-family
<rect width="1" height="1" filter="url(#f)"/> | 2:1: error: filter on rect cannot be drawn exactly
<g style="mix-blend-mode:multiply"/> | 2:1: error: mix-blend-mode on g cannot be drawn exactly
<foreignObject/> | 2:1: error: the element foreignObject cannot be drawn exactly
<script>alert(1)</script> | 2:1: error: the element script cannot be drawn exactly
<pattern id="p"/><path d="M0 0h1" stroke="url(#p)"/> | 2:18: error: stroke refers to a pattern: url(#p)
<image href="http://example.com/a.png" width="1" height="1"/> | refers to 'http://example.com/a.png' outside the file
<image href="file:///etc/passwd" width="1" height="1"/> | refers to 'file:///etc/passwd' outside the file
<use href="other.svg#a"/> | use refers to 'other.svg#a' outside the file
<g id="a"><use href="#a"/></g> | use refers to itself: a > a
<path d="M0 0 L1"/> | path: L takes 2 numbers, not 1
<path d="hello"/> | path: path data has to start with M
<path d="M0 0L1 1X"/> | path: '1 1X' is not a list of numbers
<rect width="wide" height="1"/> | rect: width is 'wide'; write a number, with or without mm, cm, in, pt or px
<rect width="1furlong" height="1"/> | rect: width is '1furlong'
<rect width="1MM" height="1"/> | rect: width is '1MM'
<rect width="2em" height="1" font-size="huge"/> | rect: width is '2em'
<animate/> | 2:1: error: the element animate cannot be drawn exactly
<rect width="1" height="1"><set attributeName="x" to="3"/></rect> | 2:28: error: the element set cannot be drawn exactly
<g onload="go()"/> | 2:1: error: g runs a script (onload)
<path d="M0 0H1" stroke="red" vector-effect="non-scaling-stroke"/> | vector-effect on path cannot be drawn exactly
<path d="M0 0H1" stroke="red" stroke-dasharray="1" pathLength="9"/> | dashes with pathLength are not supported
<path d="M0 0H1" stroke="red" stroke-miterlimit="-1"/> | stroke-miterlimit is negative
<path d="M0 0H1" stroke="context-fill"/> | stroke is context-fill outside a marker
<path d="M0 0H1" paint-order="stroke stroke" stroke="red"/> | paint-order is 'stroke stroke'; write normal
<path d="M0 0H1" marker-end="url(#a)"/> | marker-end does not refer to a marker: url(#a)
<marker id="m"><path id="p" d="M0 0" marker-end="url(#m)"/></marker><use href="#p"/> | refers to itself: p > m > m
<use href="#f"/><filter id="f"/> | 2:1: error: use refers to a filter
<svg width="-1"/> | svg: width or height is negative
<svg viewBox="0 0 1"/> | svg: viewBox is '0 0 1', not x, y, width and height
<unknown/> | 2:1: error: the element unknown cannot be drawn exactly
<switch><foreignObject/></switch> | 2:9: error: the element foreignObject cannot be drawn exactly
<rect rx="-1" width="1" height="1"/> | rect: a radius is negative
<rect width="1" height="1" fill="hsl(1,2,3)"/> | 'hsl(1, 2, 3)' is not a colour; write it like hsl(120, 50%, 50%)
<rect width="1" height="1" fill="octarine"/> | rect: 'octarine' is not a known colour
<rect width="1" height="1" wdith="2"/> | rect has an unknown attribute wdith
<rect width="1" height="1" style="fil: red"/> | rect has an unknown property fil
<g transform="spin(3)"/> | 'spin(3)' is not a transform
<g transform="rotate(1,2)"/> | rotate takes 1 or 3 numbers, not 2
<g data-font="a/b"/> | a run of text has been changed since it was written (aria-label is missing)
<g data-font="a/b" aria-label="" data-size="1" data-place="1 0" data-clusters=""/> | size and place do not match
<path d="M0 0A10 5 0 1 1 7"/> | path: '10 5 0 1 1 7' is not an arc
<polygon points="1111111111111111111111111111111111111111111x"/> | is not a list of numbers
<rect width="1e999" height="1"/> | rect: 1e999 is too large
<rect width="1" height="1" fill="rgb(%,%,2%)"/> | rect: '%' is not part of a colour
<path d="M0 0H1" stroke="red" stroke-miterlimit="nan"/> | path: stroke-miterlimit is 'nan'
<g transform="scale(9e6)scale(9e6)scale(9e6)"/> | is too large
<path d="M0 0H1" style="d:path('M0 0')"/> | path data in style is not supported
<image preserveAspectRatio="none" href="data:image/png;base64,AAAA"/> | the embedded picture cannot be read
"""


@pytest.mark.parametrize("line", [line for line in REFUSED.splitlines() if " | " in line])
def test_what_cannot_be_drawn_is_refused_by_name(line: str) -> None:
    body, expected = line.split(" | ")
    with pytest.raises(BuildError) as caught:
        svg.read(art(body), "art.svg")
    assert expected in str(caught.value)
    assert str(caught.value).startswith("art.svg:2:")


CLIPPED = '<defs>{}</defs><rect width="9" height="9" clip-path="url(#c)"/>'


@pytest.mark.parametrize(
    ("clip", "expected"),
    [
        ('<clipPath id="c" mask="url(#m)"><rect width="1" height="1"/></clipPath>', "mask on clipPath"),
        (
            '<clipPath id="c"><rect width="1" height="1" clip-path="url(#c)"/></clipPath>',
            "the clip path c refers to itself",
        ),
        ('<clipPath id="c"><text>a</text></clipPath>', "text in a clip path"),
    ],
)
def test_a_clip_path_is_drawn_exactly_or_refused(clip: str, expected: str) -> None:
    with pytest.raises(BuildError, match=expected):
        svg.read(art(CLIPPED.format(clip)), "art.svg")


def test_shapes_of_a_clip_path_unite_whichever_way_they_run() -> None:
    # The second runs the other way round: without turning it, their overlap would be cut out.
    clip = '<clipPath id="c"><path d="M0 0H4V4H0z"/><path d="M2 2V6H6V2z"/></clipPath>'
    (mark,) = svg.read(art(CLIPPED.format(clip)), "art.svg").marks
    assert isinstance(mark, Group) and mark.clip is not None
    ring = [segment[1:] for segment in mark.clip if segment[0] != "Z"]
    assert set(ring) == {(0, 0), (4, 0), (4, 2), (6, 2), (6, 6), (2, 6), (2, 4), (0, 4)}


@pytest.mark.parametrize("attribute", ['fill="red"', 'style="fill: red"', 'color="red" fill="currentColor"'])
def test_the_root_passes_its_properties_on(attribute: str) -> None:
    (mark,) = svg.read(art('<path d="M0 0H5V5z"/>', f'viewBox="0 0 9 9" {attribute}'), "a.svg").marks
    assert isinstance(mark, PathMark) and mark.fill == Solid(Colour(255, 0, 0))


def test_the_root_may_be_clear_clipped_or_unseen() -> None:
    (mark,) = svg.read(art("<g/>", 'viewBox="0 0 9 9" opacity=".5"'), "a.svg").marks
    assert isinstance(mark, Group) and mark.opacity == 0.5
    assert svg.read(art("<g/>", 'viewBox="0 0 9 9" display="none"'), "a.svg").marks == ()
    with pytest.raises(BuildError, match="filter on svg cannot be drawn exactly"):
        svg.read(art("<g/>", 'viewBox="0 0 9 9" filter="url(#f)"'), "a.svg")


def test_a_gradient_spans_what_is_drawn_not_its_handles() -> None:
    mark = only(
        '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
        '<path d="M0 0C10 0 10 5 0 5z" fill="url(#g)"/>'
    )
    assert isinstance(mark.fill, LinearGradient)
    assert mark.fill.transform.point(*mark.fill.end).x == pytest.approx(7.5)


# Rows of what shows (#), sampled in the middle of each unit square.
EVEN_ODD = {
    "M0 0H6V4H0zM1 1H5V3H1z": "###### #....# #....# ######",
    "M0 0H6V4H0zM1 1V3H5V1z": "###### #....# #....# ######",
    "M0 0H6V5H0zM1 1H5V4H1zM2 2H4V3H2z": "###### #....# #.##.# #....# ######",
    "M0 0H2V2H0zM4 0V2H6V0z": "##..## ##..##",
}


@pytest.mark.parametrize("data", EVEN_ODD)
def test_even_odd_paths_stay_as_they_are(data: str) -> None:
    rows = EVEN_ODD[data].split()
    drawing = svg.read(
        art(
            f'<path fill-rule="evenodd" d="{data}"/>', f'width="6mm" height="{len(rows)}mm" viewBox="0 0 6 {len(rows)}"'
        ),
        "a.svg",
    )
    text = svg.write(drawing, Fonts(lambda key: Path(key)))
    assert text.count('fill-rule="evenodd"') == 1 and [mark.even_odd for mark in drawing.marks] == [True]  # type: ignore[union-attr]
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96, width=96)))).getchannel("A")
    seen = [
        "".join("#" if image.getpixel((16 * x + 8, 16 * y + 8)) else "." for x in range(6)) for y in range(len(rows))
    ]
    assert seen == rows


def test_hidden_pictures_and_shapes_of_no_size_draw_nothing() -> None:
    href = f"data:image/png;base64,{base64.b64encode(pixel((1, 2, 3))).decode()}"
    image = f'preserveAspectRatio="none" href="{href}" height="4"'
    assert len(marks(f'<image {image} width="4"/>')) == 1
    assert marks(f'<image {image} width="4" visibility="hidden"/>') == []
    assert marks(f'<image {image} width="0"/>') == []


def test_references_are_read_with_and_without_their_namespace() -> None:
    shapes = '<defs><path id="a" d="M0 0H1V1Z"/><path id="b" d="M5 5H6V6Z"/></defs>'
    spelt = [
        marks(f'{shapes}<use xmlns:l="http://www.w3.org/1999/xlink" {links}/>')
        for links in ('href="#a"', 'l:href="#a"', 'l:href="#b" href="#a"')
    ]
    assert spelt[0] and spelt == [spelt[0]] * 3


def test_a_run_moved_by_hand_is_refused_rather_than_put_back(fonts: Fonts) -> None:
    run = Run("ab", "source-sans/bold", 4.0, Affine(1, 0, 0, 1, 2, 8), Solid(Colour(0, 0, 0)), (Glyph(5, 0, 0, 0),))
    text = svg.write(Drawing(Rect(0, 0, 40, 10), (run,)), fonts)
    moved = re.sub(r' transform="[^"]*"', ' transform="translate(3 3)scale(.004)"', text)
    assert moved != text
    with pytest.raises(BuildError, match="transform and data-place differ"):
        svg.read(moved, "a.svg")


def test_all_faults_come_at_once() -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art("<image width='1'/>\n<video/>\n<path d='x'/>"), "art.svg")
    assert [problem.place.line for problem in caught.value.problems] == [2, 3, 4]


def test_editors_leavings_are_ignored() -> None:
    body = (
        '<metadata/><title>x</title><i:grid xmlns:i="http://www.inkscape.org/x"/>'
        '<g i:label="a" xmlns:i="http://www.inkscape.org/x" id="g1" class="c" font-size="3" data-x="1">'
        '<rect width="5" height="5"/></g>'
    )
    assert len(marks(body)) == 1


@pytest.mark.parametrize("begin", ["click", "b.mouseover", "indefinite", "focusin; click + 2s", "accessKey(a)"])
def test_an_animation_that_waits_for_a_reader_leaves_the_picture_as_it_is(begin: str) -> None:
    assert len(marks(f'<rect width="1" height="1"><set attributeName="x" to="3" begin="{begin}"/></rect>')) == 1


@pytest.mark.parametrize("begin", ["3s", "click; 0:02", "b.begin + 500ms", "b.end", "b.end+1s", "0.5"])
def test_an_animation_that_begins_later_leaves_the_first_moment_with_a_warning(begin: str) -> None:
    text = art(f'<rect width="1" height="1"><set attributeName="x" to="3" begin="{begin}"/></rect>')
    warnings: list[Problem] = []
    (mark,) = svg.read(text, "a.svg", warnings=warnings).marks
    assert isinstance(mark, PathMark) and mark.path[0] == ("M", 0, 0)
    assert [str(warning).partition("\n")[0] for warning in warnings] == [
        "a.svg:2:28: warning: set begins after the first moment of the picture, which is drawn"
    ]


def test_mistakes_without_end_are_refused_at_their_picture() -> None:
    body = '<rect width="9" height="9">' + '<animate attributeName="x" from="5"/>' * 30_000 + "</rect>"
    with pytest.raises(BuildError, match="4,000,000 steps, 100 % of them for mistakes"):
        svg.read(art(body), "a.svg")


@pytest.mark.parametrize("begin", ["0s", "click; 0", "b.begin", "-1s", "0:00", "", "wallclock(2026)"])
def test_an_animation_that_begins_by_itself_is_refused(begin: str) -> None:
    with pytest.raises(BuildError, match="the element set cannot be drawn exactly"):
        marks(f'<rect width="1" height="1"><set attributeName="x" to="3" begin="{begin}"/></rect>')


@pytest.mark.parametrize("wrong", ['filter="0" clip-path="false"', 'mask="null"', 'style="filter:false;clip-path:0"'])
def test_words_that_are_no_reference_count_as_not_there(wrong: str) -> None:
    # As in pictures of an icon library that a program has written its settings into.
    assert marks(f'<path {wrong} d="M1 1H9V9z"/>') == marks('<path d="M1 1H9V9z"/>')
    clipped = '<clipPath id="c"><path d="M0 0H5V5z"/></clipPath><path clip-path="url(#c)" {}d="M1 1H9V9z"/>'
    assert svg.read(art(clipped.format('style="clip-path:false" ')), "a.svg") == svg.read(
        art(clipped.format("")), "a.svg"
    )
    for real in ('filter="blur(2px)"', 'clip-path="#c"', 'clip-path="fill-box"'):
        with pytest.raises(BuildError):
            marks(f'<path {real} d="M1 1H9V9z"/>')


def test_handlers_of_a_reader_s_hand_change_nothing() -> None:
    assert len(marks('<rect width="1" height="1" onclick="go()" onmouseover="go()"/>')) == 1


def test_a_name_is_a_colour_whoever_looked_it_up_before() -> None:
    ImageColor.getrgb("peru")
    colour.cache_clear()
    assert only('<rect width="1" height="1" fill="peru"/>').fill == Solid(Colour(205, 133, 63))


def cut_paths(content: str) -> list[PathMark]:
    drawing = svg.read(art(content), "a.svg")
    return [mark for mark, _ in walk(drawing.marks) if isinstance(mark, PathMark) and mark.layer is Layer.CUT]


def test_a_layer_is_inherited_and_needs_no_paint() -> None:
    circle = '<circle cx="5" cy="5" r="2" {}/>'
    for content in (
        circle.format('data-layer="cut" fill="none"'),
        f'<g data-layer="cut" fill="none">{circle.format("")}</g>',
        f'<g data-layer="cut"><g><g>{circle.format("")}</g></g></g>',
        '<defs><circle id="a" r="2"/></defs><use href="#a"/><use href="#a" data-layer="cut"/>',
        '<g data-layer="cut"><circle r="2"/><circle r="3" data-layer="print"/></g>',
        # Painted in two steps, it is still cut once.
        circle.format('data-layer="cut" fill="red" stroke="blue" paint-order="stroke" fill-rule="evenodd"'),
    ):
        assert len(cut_paths(content)) == 1, content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('<g data-layer="cut"/>', "the cut is empty or hidden: nothing in this g is cut"),
        ('<circle data-layer="cut" r="0"/>', "the cut is empty or hidden: nothing in this circle is cut"),
        ('<path data-layer="cut" d="M5 5"/>', "the cut is empty or hidden: nothing in this path is cut"),
        ('<rect data-layer="cut" width="5" height="5" visibility="hidden"/>', "the cut is empty or hidden"),
        ('<g data-layer="cut" display="none"><rect width="5" height="5"/></g>', "the cut is empty or hidden"),
        ('<g data-layer="cut"><rect width="5" height="5"/><text font-family="serif">a</text></g>', "text cannot be"),
        ('<g data-layer="cutt"><rect width="5" height="5"/></g>', "data-layer is 'cutt'; did you mean cut?"),
    ],
)
def test_a_cut_that_comes_to_nothing_is_refused(content: str, said: str) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(content), "a.svg")
    assert len(caught.value.problems) == 1 and said in caught.value.problems[0].message


def test_a_cut_is_not_lost_among_pixels() -> None:
    with pytest.raises(BuildError, match="a cut is lost where the picture is turned into pixels"):
        svg.sanitised(art('<g data-layer="cut"><rect width="5" height="5"/></g>'), "a.svg")

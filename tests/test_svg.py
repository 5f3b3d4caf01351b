"""The waist: what is written is read back exactly; what is read is drawn exactly or refused by name."""

from __future__ import annotations

import base64
import io
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
import resvg_py
import svgelements
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from beeprint import svg
from beeprint.colour import Colour
from beeprint.drawing import (
    Drawing,
    Glyph,
    Group,
    ImageMark,
    Layer,
    LinearGradient,
    Mark,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Stop,
    Stroke,
    Symbol,
    Use,
    group,
    path_mark,
    rounded_matrix,
    use,
    walk,
)
from beeprint.fonts import Fonts
from beeprint.geometry import IDENTITY, Affine, Point, Rect, path_points
from beeprint.packing import pack, unpack
from beeprint.problems import BuildError
from beeprint.svg.paths import parse_path

# Drawings ------------------------------------------------------------------------------------------------------------

lengths = st.floats(-500, 500).map(lambda value: round(value, 3) + 0.0)
opacities = st.sampled_from([1.0, 0.5, 0.25, 0.333333])
colours = st.builds(Colour, *[st.integers(0, 255)] * 3)
solids = st.builds(Solid, colours, opacities)
matrices = st.tuples(*[st.floats(-3, 3)] * 4, lengths, lengths).map(lambda values: rounded_matrix(Affine(*values)))
stops = (
    st.lists(st.floats(0, 1), min_size=2, max_size=4)
    .map(sorted)
    .flatmap(lambda offsets: st.tuples(*[st.builds(Stop, st.just(offset), colours, opacities) for offset in offsets]))
)
points = st.builds(Point, lengths, lengths)
linear = st.builds(LinearGradient, points, points, stops, matrices, opacities).filter(lambda g: g.start != g.end)
radial = st.builds(RadialGradient, points, st.floats(0.1, 90), points, stops, matrices, opacities)
paints = solids | linear | radial
strokes = st.builds(
    Stroke,
    paints,
    st.floats(0.05, 9).map(lambda value: round(value, 3)),
    st.sampled_from(["butt", "round", "square"]),
    st.sampled_from(["miter", "round", "bevel"]),
    st.sampled_from([4.0, 10.0]),
    st.sampled_from([(), (1.0, 2.0), (0.5, 0.25, 3.0, 1.0)]),
    st.sampled_from([0.0, 1.5]),
)
segments = st.lists(
    st.tuples(st.just("L"), lengths, lengths) | st.tuples(st.just("C"), *[lengths] * 6), min_size=1, max_size=4
)
paths = st.tuples(lengths, lengths, segments, st.booleans()).map(
    lambda p: (("M", p[0], p[1]), *p[2], *([("Z",)] if p[3] else []))
)
layers = st.sampled_from(list(Layer))
path_marks = st.builds(path_mark, paths, paints, st.none() | strokes, layers) | st.builds(
    path_mark, paths, st.none(), strokes, layers
)


def pixel(colour: tuple[int, int, int]) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (2, 3), colour).save(data, "PNG")
    return data.getvalue()


images = st.builds(
    lambda colour, x, y: ImageMark.of(pixel(tuple(colour)), "image/png", Rect(x, y, 4, 6)), colours, lengths, lengths
)
runs = st.builds(
    lambda text, size, place, paint, layer: Run(
        text,
        "source-sans/bold",
        size,
        place,
        paint,
        tuple(Glyph(5 + index, 500 * index, index % 3 * 10, index) for index in range(len(text))),
        layer,
    ),
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=6
    ),
    st.floats(1, 20).map(lambda value: round(value, 4)),
    matrices,
    solids,
    layers,
)


def nested(inner: st.SearchStrategy[Mark]) -> st.SearchStrategy[Mark]:
    marks = st.lists(inner, max_size=3)
    return st.builds(group, marks, matrices | st.just(IDENTITY), opacities, st.none() | paths) | st.builds(
        use, marks.map(Symbol.of), matrices | st.just(IDENTITY)
    )


drawings = st.builds(
    lambda marks: Drawing(Rect(-3, -3, 69, 94), tuple(marks)),
    st.lists(st.recursive(path_marks | images | runs, nested, max_leaves=6), max_size=5),
)


@given(drawings)
@example(Drawing(Rect(-3, -3, 69, 94), (group([], piece="honey/H01#3"), Use(Symbol.of([group([])])))))
def test_round_trip(fonts: Fonts, drawing: Drawing) -> None:
    text = svg.write(drawing, fonts)
    again = svg.read(text, "again.svg")
    assert again == drawing
    assert svg.write(again, fonts) == text


@given(drawing=drawings)
def test_marks_come_out_of_a_pack_as_they_went_in(drawing: Drawing) -> None:
    found, more = unpack(pack(drawing.marks, box=drawing.box))
    assert found == drawing.marks and more == {"box": list(drawing.box)}
    assert [mark.key for mark in found] == [mark.key for mark in drawing.marks]


def test_the_written_form_is_the_normal_form(fonts: Fonts) -> None:
    symbol = Symbol.of([path_mark((("M", 0, 0), ("L", 1, 1)), None, Stroke(Solid(Colour(1, 2, 3)), 0.3))])
    drawing = Drawing(Rect(-3, -3, 69, 94), (use(symbol), use(symbol, Affine(1, 0, 0, 1, 5, 6))))
    lines = svg.write(drawing, fonts).splitlines()
    assert lines[0] == '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
    assert sum(line.startswith("<g id=") for line in lines) == 1
    assert lines[-3:-1] == [
        f'<use href="#{symbol.key}"/>',
        f'<use href="#{symbol.key}" transform="matrix(1 0 0 1 5 6)"/>',
    ]


def test_text_is_words_and_outlines_at_once(fonts: Fonts) -> None:
    glyphs, _ = fonts["fredoka/regular"].shape("Bee & <me>")
    run = Run("Bee & <me>", "fredoka/regular", 4.0, Affine(1, 0, 0, 1, 2, 8), Solid(Colour(0, 0, 0)), glyphs)
    text = svg.write(Drawing(Rect(0, 0, 40, 10), (run,)), fonts)
    assert 'aria-label="Bee &amp; &lt;me&gt;"' in text and "<text" not in text
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96))))
    assert image.convert("RGBA").getchannel("A").getbbox() is not None


# Reading -------------------------------------------------------------------------------------------------------------


def art(body: str, attributes: str = 'width="10mm" height="10mm" viewBox="0 0 10 10"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>\n{body}\n</svg>'


def marks(body: str) -> list[Mark]:
    return [mark for mark, _ in walk(svg.read(art(body), "art.svg").marks) if isinstance(mark, PathMark | ImageMark)]


def only(body: str) -> PathMark:
    (mark,) = marks(body)
    assert isinstance(mark, PathMark)
    return mark


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
<text x="1">Hi</text> | 2:1: error: text names no font-family
<filter id="f"/> | 2:1: error: the element filter cannot be drawn exactly
<rect width="1" height="1" filter="url(#f)"/> | 2:1: error: filter on rect cannot be drawn exactly
<rect width="1" height="1" mask="url(#m)"/> | 2:1: error: mask on rect cannot be drawn exactly
<g style="mix-blend-mode:multiply"/> | 2:1: error: mix-blend-mode on g cannot be drawn exactly
<style>rect{fill:red}</style> | 2:1: error: the element style cannot be drawn exactly
<foreignObject/> | 2:1: error: the element foreignObject cannot be drawn exactly
<script>alert(1)</script> | 2:1: error: the element script cannot be drawn exactly
<pattern id="p"/> | 2:1: error: the element pattern cannot be drawn exactly
<image href="http://example.com/a.png" width="1" height="1"/> | refers to http://example.com/a.png, outside the file
<image href="file:///etc/passwd" width="1" height="1"/> | refers to file:///etc/passwd, outside the file
<use href="other.svg#a"/> | use refers to 'other.svg#a' outside the file
<use href="#nothing"/> | use refers to #nothing, which is not in the file
<g id="a"><use href="#a"/></g> | use refers to itself: a > a
<path d="M0 0 L1"/> | path: L takes 2 numbers, not 1
<path d="hello"/> | path: path data has to start with M
<path d="M0 0L1 1X"/> | path: '1 1X' is no list of numbers
<rect width="wide" height="1"/> | rect: width is 'wide'; write a number, or one with mm, cm, in, pt or px
<rect width="10%" height="1"/> | rect: width is '10%'
<rect width="1" height="1" fill="octarine"/> | rect: 'octarine' is no colour that is known here
<rect width="1" height="1" fill="url(#g)"/> | fill refers to nothing in the file: url(#g)
<path d="M0 0H9V9zM1 1H2V2z" fill-rule="evenodd"/> | an even-odd path whose edges meet is not drawn
<rect width="1" height="1" clip-path="url(#c)"/> | clip-path refers to no clip path: url(#c)
<rect width="1" height="1" wdith="2"/> | rect has an unknown attribute wdith
<rect width="1" height="1" style="fil: red"/> | rect has an unknown property fil
<g transform="spin(3)"/> | 'spin(3)' is no transform
<g transform="rotate(1,2)"/> | rotate takes 1 or 3 numbers, not 2
<defs><style>rect{fill:red}</style></defs> | 2:7: error: the element style cannot be drawn exactly
<g data-font="a/b"/> | a run of text is not as it was written (aria-label is missing)
<g data-font="a/b" aria-label="" data-size="1" data-place="1 0" data-clusters=""/> | size and place do not go together
<path d="M0 0A10 5 0 1 1 7"/> | path: '10 5 0 1 1 7' is no arc
<polygon points="1111111111111111111111111111111111111111111x"/> | is no list of numbers
<rect width="1e999" height="1"/> | rect: 1e999 is too large
<rect width="1" height="1" fill="rgb(%,1,2)"/> | rect: '%' is no part of a colour
<path d="M0 0H1" stroke="red" stroke-miterlimit="nan"/> | path: stroke-miterlimit is 'nan'
<g transform="scale(9e6)scale(9e6)scale(9e6)"/> | leads out of all bounds
<path d="M0 0H1" style="d:path('M0 0')"/> | path data in style is not read
<g transform="scale(100)"><path d="M.1234 0H9V9z"/></g> | is drawn 100 times as large and would lose detail
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
            '<clipPath id="c"><rect width="1" height="1" clip-path="url(#d)"/></clipPath>',
            "clip-path inside a clip path",
        ),
        (
            '<clipPath id="c"><rect width="2" height="2"/><path d="M0 0H3L0 3L3 3z"/></clipPath>',
            "several shapes that meet",
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
    assert mark.clip[5:] == (("M", 6.0, 2.0), ("L", 6.0, 6.0), ("L", 2.0, 6.0), ("L", 2.0, 2.0), ("Z",))


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


# Rows of what shows (#) when the path is drawn non-zero, sampled in the middle of each unit square.
EVEN_ODD = {
    "M0 0H6V4H0zM1 1H5V3H1z": "###### #....# #....# ######",
    "M0 0H6V4H0zM1 1V3H5V1z": "###### #....# #....# ######",
    "M0 0H6V5H0zM1 1H5V4H1zM2 2H4V3H2z": "###### #....# #.##.# #....# ######",
    "M0 0H2V2H0zM4 0V2H6V0z": "##..## ##..##",
}


@pytest.mark.parametrize("data", EVEN_ODD)
def test_even_odd_paths_become_non_zero_ones(data: str) -> None:
    rows = EVEN_ODD[data].split()
    drawing = svg.read(
        art(
            f'<path fill-rule="evenodd" d="{data}"/>', f'width="6mm" height="{len(rows)}mm" viewBox="0 0 6 {len(rows)}"'
        ),
        "a.svg",
    )
    text = svg.write(drawing, Fonts(lambda key: Path(key)))
    assert "evenodd" not in text
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


def test_a_run_moved_by_hand_is_refused_rather_than_put_back(fonts: Fonts) -> None:
    run = Run("ab", "source-sans/bold", 4.0, Affine(1, 0, 0, 1, 2, 8), Solid(Colour(0, 0, 0)), (Glyph(5, 0, 0, 0),))
    text = svg.write(Drawing(Rect(0, 0, 40, 10), (run,)), fonts)
    moved = re.sub(r' transform="[^"]*"', ' transform="translate(3 3)scale(.004)"', text)
    assert moved != text
    with pytest.raises(BuildError, match="transform and data-place differ"):
        svg.read(moved, "a.svg")


def test_all_faults_come_at_once() -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art("<text/>\n<mask/>\n<path d='x'/>"), "art.svg")
    assert [problem.place.line for problem in caught.value.problems] == [2, 3, 4]


def test_editors_leavings_are_ignored() -> None:
    body = (
        '<metadata/><title>x</title><i:grid xmlns:i="http://www.inkscape.org/x"/>'
        '<g i:label="a" xmlns:i="http://www.inkscape.org/x" id="g1" class="c" font-size="3" data-x="1">'
        '<rect width="5" height="5"/></g>'
    )
    assert len(marks(body)) == 1


def test_uses_through_deep_groups_are_refused_before_the_stack_ends() -> None:
    levels = [f'<g id="u{n}">{"<g>" * 55}<use href="#u{n - 1}"/>{"</g>" * 55}</g>' for n in range(1, 31)]
    body = f'<defs><g id="u0"/>{"".join(levels)}</defs><use href="#u30"/>'
    with pytest.raises(BuildError, match="nested deeper than 100 levels"):
        svg.read(art(body), "a.svg")


def test_one_long_path_in_many_styles_is_bounded() -> None:
    path = f'<defs><path id="p" d="M0 0{"L1 1L2 3" * 20_000}"/></defs>'
    body = path + "".join(f'<use href="#p" stroke-width="{index}"/>' for index in range(1000))
    with pytest.raises(BuildError, match="more than 2,000,000 path segments"):
        svg.read(art(body), "a.svg")


def test_entities_of_an_outside_file_are_not_dropped_in_silence() -> None:
    with pytest.raises(BuildError, match=r"^a\.svg:3: error: the entity &x; is not read"):
        svg.read('<!DOCTYPE svg SYSTEM "x.dtd">\n' + art('<g fill="&x;red"/>'), "a.svg")


def test_entities_and_bombs_are_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>'
    with pytest.raises(BuildError, match="declares entities"):
        svg.read(bomb, "a.svg")
    levels = ['<rect id="u0" width="1" height="1"/>']
    levels += [f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 10}</g>' for n in range(1, 12)]
    with pytest.raises(BuildError, match=r"more than 200,000 marks"):
        svg.read(art(f"<defs>{''.join(levels)}</defs><use href='#u11'/>"), "a.svg")
    with pytest.raises(BuildError, match="nested deeper than 64"):
        svg.read(art("<g>" * 100 + "</g>" * 100), "a.svg")


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: art(text).encode()))
@example(b"")
@example(b'<?xml version="1.0" encoding="klingon"?><svg/>')
@example(b'<?xml version="1.0" encoding="shift_jis"?><svg/>')
@example(art("<path d='M0 0A1e-200 1 0 0 0 5 5A1 1 0 0 0 1e-200 0'/>").encode())
@example(art("<g/>", 'width="2" height="1" viewBox="0 0 1 1" preserveAspectRatio=""').encode())
@example(b"<svg")
@example(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 1"/>')
def test_nothing_but_problems_escapes(data: bytes) -> None:
    try:
        drawing = svg.read(data, "fuzz.svg")
    except BuildError as error:
        assert error.problems
    else:
        assert drawing.box.width > 0


SAMPLE = art(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="50%" stop-opacity=".5"/>'
    '</linearGradient><clipPath id="c"><path d="M0 0H9V9z"/></clipPath>'
    '<g id="s"><rect width="3" height="4" rx="1"/></g>'
    '</defs><g transform="rotate(3)scale(2)" opacity=".5" clip-path="url(#c)"><use href="#s" x="1"/>'
    '<path d="m1 2c1 2 3 4 5 6a1 2 3 0 1 4 5z" fill="url(#g)" stroke="rgb(1,2,3)" stroke-dasharray="1 2"/></g>'
    '<g aria-label="ab" data-font="a/b" data-size="3" data-place="1 0 0 1 2 3" data-clusters="0" '
    'transform="matrix(.003 0 0 .003 2 3)" fill="#123"><use href="#a_b.5" x="5"/></g><g id="a_b.5"/>'
)


def test_the_sample_to_spoil_is_whole() -> None:
    kinds = {type(mark) for mark, _ in walk(svg.read(SAMPLE, "fuzz.svg").marks)}
    assert kinds == {Group, Use, PathMark, Run}


@given(st.lists(st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 9), st.text('0-9.%e#()<>/" Mmaz', max_size=5))))
@settings(max_examples=400)
def test_a_spoilt_picture_is_read_or_refused(spoils: list[tuple[int, int, str]]) -> None:
    text = SAMPLE
    for at, length, new in spoils:
        text = text[:at] + new + text[at + length :]
    try:
        drawing = svg.read(text, "fuzz.svg")
    except BuildError as error:
        assert all(problem.place.file == "fuzz.svg" and problem.place.line for problem in error.problems)
    else:
        points = [
            point for mark, _ in walk(drawing.marks) if isinstance(mark, PathMark) for point in path_points(mark.path)
        ]
        assert all(math.isfinite(value) for point in points for value in point)


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789 .,-e+", max_size=40))
def test_path_data_is_read_or_refused(data: str) -> None:
    try:
        path = parse_path(data)
    except ValueError as error:
        assert str(error)
    else:
        assert not path or path[0][0] == "M"


def test_written_bytes_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, pathlib, sys; sys.path.insert(0, 'tests'); from conftest import *;"
        "c = build.check(POLLEN_WARS, build.Options(only={'field': ('F01',), 'honey': ('H01',)}));"
        "from beeprint import svg;"
        "print(hashlib.sha256(''.join(svg.write(f.drawing, c.fonts) for f in c.faces.values()).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1

"""The waist: what is written is read back exactly, in the normal form, the same bytes every time."""

from __future__ import annotations

import io
import math
import subprocess
import sys

import pytest
import resvg_py
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Point, Rect
from beeprint.drawing import svg
from beeprint.drawing.drawing import (
    Drawing,
    Glyph,
    ImageMark,
    Layer,
    LinearGradient,
    Mark,
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
)
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.packing import pack, unpack
from svgs import pixel

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
#: A gradient is never crushed flat, and its focus not on its circle: programs disagree on what that shows.
wide = matrices.filter(lambda matrix: matrix.a * matrix.d != matrix.b * matrix.c)
linear = st.builds(LinearGradient, points, points, stops, wide, opacities).filter(lambda g: g.start != g.end)
radial = st.builds(RadialGradient, points, st.floats(0.1, 90), points, stops, wide, opacities).filter(
    lambda g: abs(math.dist(g.centre, g.focus) - g.radius) > 0.01 * g.radius
)
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
rules = st.booleans()
path_marks = (
    st.builds(path_mark, paths, paints, st.none() | strokes, layers, rules)
    | st.builds(path_mark, paths, st.none(), strokes, layers, rules)
    # Only what is printed needs paint.
    | st.builds(path_mark, paths, st.none(), st.none(), layers.filter(lambda layer: layer is not Layer.PRINT))
)


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
    layers.filter(lambda layer: layer is not Layer.CUT),  # letters have no outline to cut
)


def nested(inner: st.SearchStrategy[Mark]) -> st.SearchStrategy[Mark]:
    marks = st.lists(inner, max_size=3)
    return st.builds(
        group, marks, matrices | st.just(IDENTITY), opacities, st.none() | paths, even_odd=rules
    ) | st.builds(use, marks.map(Symbol.of), matrices | st.just(IDENTITY))


drawings = st.builds(
    lambda marks: Drawing(Rect(-3, -3, 69, 94), tuple(marks)),
    st.lists(st.recursive(path_marks | images | runs, nested, max_leaves=6), max_size=5),
)


@given(drawings)
@example(Drawing(Rect(-3, -3, 69, 94), (group([], piece="honey/H01#3"), Use(Symbol.of([group([])])))))
@example(Drawing(Rect(0, 0, 9, 9), (group([], engrave="line"), group([group([], engrave="none")], opacity=0.5))))
@pytest.mark.slow
def test_round_trip(fonts: Fonts, drawing: Drawing) -> None:
    text = svg.write(drawing, fonts)
    again = svg.read(text, "again.svg")
    assert again == drawing
    assert svg.write(again, fonts) == text


@given(drawing=drawings)
def test_marks_come_out_of_a_pack_as_they_went_in(drawing: Drawing) -> None:
    result, more = unpack(pack(drawing.marks, box=drawing.box))
    assert result == drawing.marks and more == {"box": list(drawing.box)}
    assert [mark.key for mark in result] == [mark.key for mark in drawing.marks]


def test_the_written_form_is_the_normal_form(fonts: Fonts) -> None:
    symbol = Symbol.of([path_mark((("M", 0, 0), ("L", 1, 1)), None, Stroke(Solid(Colour(1, 2, 3)), 0.3))])
    drawing = Drawing(Rect(-3, -3, 69, 94), (use(symbol), use(symbol, Affine(1, 0, 0, 1, 5, 6))))
    lines = svg.write(drawing, fonts).splitlines()
    assert lines[0] == (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'width="69mm" height="94mm" viewBox="-3 -3 69 94">'
    )
    assert sum(line.startswith("<g id=") for line in lines) == 1
    assert lines[-3:-1] == [
        f'<use xlink:href="#{symbol.key}"/>',
        f'<use xlink:href="#{symbol.key}" transform="matrix(1 0 0 1 5 6)"/>',
    ]


def test_text_is_words_and_outlines_at_once(fonts: Fonts) -> None:
    glyphs, _ = fonts["fredoka/regular"].shape("Bee & <me>")
    run = Run("Bee & <me>", "fredoka/regular", 4.0, Affine(1, 0, 0, 1, 2, 8), Solid(Colour(0, 0, 0)), glyphs)
    text = svg.write(Drawing(Rect(0, 0, 40, 10), (run,)), fonts)
    assert 'aria-label="Bee &amp; &lt;me&gt;"' in text and "<text" not in text
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96))))
    assert image.convert("RGBA").getchannel("A").getbbox() is not None


@pytest.mark.slow
def test_written_bytes_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, pathlib, sys; sys.path.insert(0, 'tests'); from conftest import *;"
        "c = pipeline.check(POLLEN_WARS, Options(only={'field': ('F01',), 'honey': ('H01',)}));"
        "from beeprint.drawing import svg;"
        "print(hashlib.sha256(''.join(svg.write(f.drawing, c.fonts) for f in c.faces.values()).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1

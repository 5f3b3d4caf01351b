"""What is drawn with a warning: animations at rest, and without values that every program ignores."""

from __future__ import annotations

import pytest

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from svgs import art, marks

#: Animations that begin with the picture as it is drawn, and some that begin with another.
AT_REST = (
    '<animateTransform attributeName="transform" type="rotate" values="0 5 5; 360 5 5" dur="4s"/>',
    '<animateTransform attributeName="transform" type="translate" from="0" to="3 3"/>',
    '<animateTransform attributeName="transform" additive="sum" type="rotate" from="360" to="9" begin="0s"/>',
    '<animate attributeName="width" from="5.0" to="9"/>',
    '<animate attributeName="opacity" values="1;0;1"/>',
    '<animate attributeName="fill" to="red"/>',
)
MOVED = (
    '<animateTransform attributeName="transform" type="rotate" values="45;360"/>',
    '<animateTransform attributeName="transform" type="rotate" values="0;360" begin="-1s"/>',
    '<animateTransform attributeName="transform" type="spin" values="0;360"/>',
    '<animate attributeName="width" from="4" to="9"/>',
    '<animate attributeName="opacity" values="0;1"/>',
    '<animate attributeName="width" from="5" to="9" href="#other"/>',
    '<animateMotion path="M0 0H5"/>',
)


@pytest.mark.parametrize("animation", AT_REST)
def test_an_animation_that_begins_with_what_is_drawn_leaves_it_so_with_a_warning(animation: str) -> None:
    warnings: list[Problem] = []
    drawing = svg.read(art(f'<rect width="5" height="5">{animation}</rect>'), "a.svg", warnings=warnings)
    assert drawing == svg.read(art('<rect width="5" height="5"/>'), "a.svg")
    assert [problem.message.partition(" ")[2] for problem in warnings] == [
        "begins with the picture as it is drawn, at rest"
    ]


@pytest.mark.parametrize("animation", MOVED)
def test_an_animation_that_begins_with_something_else_is_refused_and_pixels_offered(animation: str) -> None:
    with pytest.raises(BuildError, match="cannot be drawn exactly") as caught:
        marks(f'<rect width="5" height="5">{animation}</rect>')
    assert svg.suits_pixels(caught.value)


def test_pixels_show_an_animated_picture_at_rest() -> None:
    text = art(f'<rect width="5" height="5">{MOVED[0]}<set attributeName="x" to="3"/></rect>')
    body = svg.sanitised(text, "a.svg").text(Rect(0, 0, 10, 10), 10, 10, BLACK)
    assert "<rect" in body and "animate" not in body and "<set" not in body


#: Values that every program ignores, what is drawn instead, and the end of the message.
UNUSABLE = {
    'stroke="red" stroke-linejoin="square"': ('stroke="red"', "stroke-linejoin 'square'"),
    'stroke="red" stroke-linecap="miter"': ('stroke="red"', "stroke-linecap 'miter'"),
    'fill="#0"': ("", "fill '#0'"),
    'fill="#00000"': ("", "fill '#00000'"),
    'fill=".214"': ("", "fill '.214'"),
    'fill="red" style="fill:#1234567"': ('fill="red"', "fill '#1234567'"),
    'fill-rule="odd"': ("", "fill-rule 'odd'"),
}


@pytest.mark.parametrize("written", UNUSABLE)
def test_a_value_that_every_program_ignores_is_ignored_with_a_warning(written: str) -> None:
    drawn, message = UNUSABLE[written]
    warnings: list[Problem] = []
    path = '<g stroke-width="2"><path d="M1 9L5 1L9 9" {}/></g>'
    drawing = svg.read(art(path.format(written)), "a.svg", warnings=warnings)
    assert drawing == svg.read(art(path.format(drawn)), "a.svg")
    assert [problem.message for problem in warnings] == [f"path: {message} is ignored, as every program does"]


def test_a_mitre_limit_below_1_bevels_every_corner_with_a_warning() -> None:
    warnings: list[Problem] = []
    path = '<path d="M1 9L5 1L9 9" stroke="red" stroke-miterlimit="{}"/>'
    drawings = [svg.read(art(path.format(limit)), "a.svg", warnings=warnings) for limit in ("0", ".5", "1")]
    assert drawings[0] == drawings[1] == drawings[2]
    assert [problem.message for problem in warnings] == [
        f"path: stroke-miterlimit {limit} bevels every corner, as 1 does" for limit in ("0", ".5")
    ]


def test_an_origin_of_transforms_without_a_transform_changes_nothing() -> None:
    for name in ("transform-origin", "-webkit-transform-origin"):
        assert marks(f'<path d="M1 1H9V9z" style="{name}:5px 5px"/>') == marks('<path d="M1 1H9V9z"/>')
        with pytest.raises(BuildError, match=f"{name} on path cannot be drawn exactly") as caught:
            marks(f'<path d="M1 1H9V9z" transform="rotate(9)" style="{name}:5px 5px"/>')
        assert svg.suits_pixels(caught.value)


def test_pixels_are_offered_for_a_clip_in_the_units_of_a_text(fonts: Fonts) -> None:
    body = '<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0H1V1z"/></clipPath>'
    with pytest.raises(BuildError, match="not supported on text") as caught:
        svg.read(art(f'{body}<text clip-path="url(#c)" font-family="serif">a</text>'), "a.svg", fonts=fonts)
    assert svg.suits_pixels(caught.value)

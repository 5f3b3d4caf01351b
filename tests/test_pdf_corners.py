"""The PDF's odd cases: where SVG and PDF differ on the same words, SVG's meaning wins."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from beeprint.base.geometry import Affine, Point, Rect, line, rectangle
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    LinearGradient,
    Mark,
    Paint,
    RadialGradient,
    Solid,
    Stop,
    Stroke,
    path_mark,
)
from beeprint.formats.pdf import Info, Page, write
from test_pdf_output import BLUE, FONTS, GREEN, PAPER, RED, Make, make, near, page, pixels, run, square, text_of

WHITE = (255, 255, 255)
PANEL = rectangle(Rect(10, 10, 40, 20))
__all__ = ["make"]  # the fixture of test_pdf_output, which writes one page


def linear(*stops: Stop) -> LinearGradient:
    return LinearGradient(Point(10, 0), Point(50, 0), stops)


@pytest.mark.parametrize(
    "gradient",
    [
        LinearGradient(Point(5, 5), Point(5, 5), (Stop(0, RED), Stop(1, BLUE))),
        RadialGradient(Point(5, 5), 0, Point(5, 5), (Stop(0, RED), Stop(1, BLUE))),
        linear(Stop(0.5, BLUE)),
    ],
)
def test_a_gradient_without_length_is_its_last_colour(make: Make, gradient: Paint) -> None:
    at = pixels(make(path_mark(PANEL, gradient, Stroke(gradient, 4))))
    assert (at(30, 20), at(30, 8.5)) == (BLUE, BLUE)


def test_a_line_without_stops_or_width_is_not_drawn(make: Make) -> None:
    at = pixels(
        make(
            path_mark(line((10, 10), (50, 10)), None, Stroke(linear(), 4)),
            path_mark(line((10, 30), (50, 30)), None, Stroke(Solid(RED), 0)),
        )
    )
    assert (at(30, 10), at(30, 30)) == (WHITE, WHITE)


def test_a_gradient_that_its_matrix_crushes_is_not_drawn(make: Make) -> None:
    gradient = LinearGradient(Point(0, 0), Point(1, 0), (Stop(0, RED), Stop(1, BLUE)), Affine(1, 0, 0, 0, 0, 0))
    assert pixels(make(path_mark(PANEL, gradient)))(30, 20) == WHITE


@pytest.mark.parametrize("away", [9.995, 10, 10.005])
def test_a_focus_on_its_circle_leaves_nothing_unpainted(make: Make, away: float) -> None:
    gradient = RadialGradient(Point(30, 20), 10, Point(30 + away, 20), (Stop(0, RED), Stop(1, BLUE)))
    at = pixels(make(path_mark(rectangle(PAPER), gradient)))
    assert all(at(x, y) != WHITE for x in range(1, 60, 4) for y in range(1, 40, 4))
    assert near(at(1, 1), BLUE)


def test_a_focus_outside_its_circle_paints_a_cone_as_in_svg(make: Make) -> None:
    gradient = RadialGradient(Point(20, 20), 10, Point(40, 20), (Stop(0, RED), Stop(1, BLUE)))
    at = pixels(make(path_mark(rectangle(PAPER), gradient)))
    # The cone's sides touch the circle: a radius of 10 seen from 20 away opens by 30 degrees on either side.
    assert near(at(29, 20), BLUE) and near(at(29, 24), BLUE)
    assert (at(30, 26.5), at(30, 13.5), at(45, 20)) == (WHITE, WHITE, WHITE)


def test_two_stops_at_the_start_keep_the_outer_colour_outside(make: Make) -> None:
    gradient = linear(Stop(0, RED), Stop(0, BLUE), Stop(1, GREEN))
    at = pixels(make(path_mark(rectangle(PAPER), gradient)))
    assert near(at(5, 20), RED) and near(at(11, 20), BLUE, 8) and near(at(55, 20), GREEN)


def test_a_translucent_line_lies_over_its_fill(make: Make) -> None:
    at = pixels(make(path_mark(PANEL, Solid(RED), Stroke(Solid(BLUE, 0.5), 4))))
    assert near(at(30, 11), (127, 0, 127)) and near(at(30, 9), (127, 127, 255)) and at(30, 20) == RED


def test_a_lines_stops_fade(make: Make) -> None:
    at = pixels(make(path_mark(line((10, 20), (50, 20)), None, Stroke(linear(Stop(0, RED, 0), Stop(1, RED)), 6))))
    assert near(at(11, 20), (255, 249, 249), 8) and near(at(49, 20), (255, 6, 6), 8)


def test_an_earlier_opacity_does_not_reach_a_fading_gradient(make: Make) -> None:
    at = pixels(make(square(0, 0, 5, 5, RED, 0.2), path_mark(PANEL, linear(Stop(0, BLUE), Stop(1, BLUE, 0.99)))))
    assert near(at(12, 20), BLUE)


@pytest.mark.parametrize(
    ("dashes", "offset", "wanted"),
    [((0, 0), 0, (RED, RED)), ((5, 5), -5, (WHITE, RED)), ((5,), 0, (RED, WHITE)), ((5,), -5, (WHITE, RED))],
)
def test_dashes_mean_what_svg_means(
    make: Make, dashes: tuple[float, ...], offset: float, wanted: tuple[object, object]
) -> None:
    path = make(path_mark(line((10, 20), (50, 20)), None, Stroke(Solid(RED), 4, dashes=dashes, dash_offset=offset)))
    at = pixels(path)
    assert (at(12, 20), at(17, 20)) == wanted
    with pikepdf.open(path) as pdf:
        (operands,) = (
            instruction.operands
            for instruction in pikepdf.parse_content_stream(pdf.pages[0])
            if str(instruction.operator) == "d"
        )
    assert float(operands[1]) >= 0 and (not list(operands[0]) or sum(map(float, operands[0])) > 0)


def test_an_empty_clip_hides_all(make: Make) -> None:
    assert pixels(make(Group((square(0, 0, 60, 40),), clip=())))(30, 20) == WHITE


@pytest.mark.parametrize("name", ["hönig/ß#1", "蜂/1", "a\nb", "a(b\\"])
def test_a_pieces_id_is_kept_in_any_script(make: Make, name: str) -> None:
    with pikepdf.open(make(Group((square(0, 0, 60, 40),), piece=name))) as pdf:
        (marked,) = (
            instruction.operands[1]
            for instruction in pikepdf.parse_content_stream(pdf.pages[0])
            if str(instruction.operator) == "BDC"
        )
        assert str(marked.Id) == name


@pytest.mark.parametrize("font", ["ttf", "otf"])
@pytest.mark.parametrize("text", ["x\u0301e\u0331 e x", "e\u0331 e", "A \u0410 \u0391"])
def test_a_letter_with_an_accent_does_not_spoil_the_plain_letter(make: Make, font: str, text: str) -> None:
    assert text_of(make(run(text, font))) == text


def test_two_texts_of_the_same_glyphs_are_both_found(tmp_path: Path) -> None:
    """A glyph may stand for different characters in two runs: each run reads as it was written."""
    glyph_run = run("office")
    other: Mark = type(glyph_run)("OFFICE", "ttf", 5, glyph_run.place, glyph_run.paint, glyph_run.glyphs)
    path = tmp_path / "two.pdf"
    write(path, [page(glyph_run), Page(Drawing(PAPER, (other,)), PAPER, PAPER)], FONTS, Info("t", "", "", ""))
    with pypdfium2.PdfDocument(path) as document:
        texts = [str(document[index].get_textpage().get_text_range()) for index in range(2)]
    assert texts == ["office", "OFFICE"]

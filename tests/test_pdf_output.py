"""The PDF: what a reader, a printer and a script that reads it get; judged by qpdf and pdfium, which are not ours."""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import font_source_sans_pro
import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from beeprint.base import geometry
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Affine, Point, Rect, ellipse, line, rectangle, rotate, scale, translate
from beeprint.drawing.drawing import (
    Drawing,
    Glyph,
    ImageMark,
    LinearGradient,
    Mark,
    RadialGradient,
    Run,
    Solid,
    Stop,
    Stroke,
    Symbol,
    group,
    path_mark,
    use,
)
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf import Info, Page, write
from beeprint.sources.workspace import Workspace
from cases import examples, spread
from conftest import ROOT
from small_game import small_game
from svgs import path_points

RED, GREEN, BLUE = Colour(255, 0, 0), Colour(0, 128, 0), Colour(0, 0, 255)
PAPER = Rect(0, 0, 60, 40)
POINTS = 72 / 25.4
SANS_FILES = Path(font_source_sans_pro.__path__[0]) / "files"
FONTS = Fonts(lambda key: SANS_FILES / f"SourceSansPro-Regular.{key}")  # the keys are ttf and otf
Make = Callable[..., Path]


def page(*marks: Mark) -> Page:
    return Page(Drawing(PAPER, marks), Rect(5, 4, 50, 30), Rect(2, 1, 56, 36))


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write a file of one page with these marks."""

    def made(*marks: Mark, info: Info | None = None, duplex: str = "") -> Path:
        path = tmp_path / "made.pdf"
        write(path, [page(*marks)], FONTS, info or Info("A title", "", "", "beeprint test"), duplex)
        return path

    return made


def pixels(path: Path, dots: int = 8) -> Callable[[float, float], tuple[int, int, int]]:
    """Return what pdfium paints at a place in mm, y down."""
    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=dots / POINTS).to_pil().convert("RGB")
    return lambda x, y: image.getpixel((int(x * dots), int(y * dots)))  # type: ignore[return-value]


def near(colour: tuple[int, ...], wanted: tuple[int, ...], by: int = 3) -> bool:
    return all(abs(level - other) <= by for level, other in zip(colour, wanted, strict=True))


def text_of(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return str(document[0].get_textpage().get_text_range())


def square(x: float, y: float, width: float, height: float, colour: Colour = RED, opacity: float = 1) -> Mark:
    return path_mark(rectangle(Rect(x, y, width, height)), Solid(colour, opacity))


def run(text: str, font: str = "ttf", size: float = 5, place: Affine | None = None) -> Run:
    return Run(text, font, size, place or translate(5, 20), Solid(BLACK), FONTS[font].shape(text)[0])


def walk(thing: pikepdf.Object, seen: set[tuple[int, int]] | None = None) -> Iterator[pikepdf.Object]:
    """Yield every object that a file reaches from its trailer, once."""
    seen = set() if seen is None else seen
    if thing.is_indirect:
        if thing.objgen in seen:
            return
        seen.add(thing.objgen)
    yield thing
    children: list[object] = []
    if isinstance(thing, pikepdf.Array):
        children = list(thing)  # type: ignore[call-overload]
    elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        children = [thing[key] for key in thing.keys()]  # noqa: SIM118 - a stream is no mapping
    for child in children:
        if isinstance(child, pikepdf.Object):
            yield from walk(child, seen)


def objects_of(path: Path, key: str, value: str) -> list[dict[str, str]]:
    """Return the dictionaries of the file whose entry `key` is `value`, as plain words."""
    with pikepdf.open(path) as pdf:
        return [
            {name: str(thing[name]) for name in thing.keys()}  # noqa: SIM118 - a stream is no mapping
            for thing in walk(pdf.trailer)
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) and str(thing.get(key, "")) == value
        ]


def png(mode: str, colour: object, size: tuple[int, int] = (8, 8)) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, colour).save(file, "PNG")  # type: ignore[arg-type]
    return file.getvalue()


# the file ---------------------------------------------------------------------------------------------------------


def a_bit_of_everything() -> list[Mark]:
    gradient = LinearGradient(Point(0, 0), Point(20, 0), (Stop(0, RED), Stop(0.5, GREEN, 0.5), Stop(1, BLUE)))
    symbol = Symbol.of([path_mark(rectangle(Rect(0, 0, 20, 10), 2), gradient, Stroke(Solid(BLACK, 0.5), 0.5))])
    return [
        square(0, 0, 3, 3),
        group([use(symbol)], translate(5, 5), clip=rectangle(Rect(0, 0, 15, 10)), piece="honey/H01#3"),
        group([use(symbol), run("office after")], opacity=0.5),
        run("AVATAR", "otf", place=translate(5, 30)),
        ImageMark.of(png("RGBA", (0, 0, 255, 128)), "image/png", Rect(40, 20, 10, 10)),
    ]


def test_qpdf_finds_nothing_wrong(make: Make) -> None:
    path = make(*a_bit_of_everything(), duplex="long")
    job = pikepdf.Job(["qpdf", "--check", str(path)])
    job.run()
    assert job.exit_code == 0 and not job.has_warnings


def test_boxes_are_paper_trim_and_bleed_in_points_with_y_up(make: Make) -> None:
    with pikepdf.open(make(square(0, 0, 1, 1))) as pdf:
        boxes = {
            key: [float(v) / POINTS for v in pdf.pages[0].obj[key]] for key in ("/MediaBox", "/TrimBox", "/BleedBox")
        }
    assert boxes["/MediaBox"] == pytest.approx([0, 0, 60, 40], abs=1e-3)
    assert boxes["/TrimBox"] == pytest.approx([5, 6, 55, 36], abs=1e-3)
    assert boxes["/BleedBox"] == pytest.approx([2, 3, 58, 39], abs=1e-3)


@pytest.mark.parametrize(
    ("duplex", "wanted"), [("", None), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")]
)
def test_the_printer_is_asked_for_true_size_and_the_right_edge(make: Make, duplex: str, wanted: str | None) -> None:
    with pikepdf.open(make(square(0, 0, 1, 1), duplex=duplex)) as pdf:
        preferences = pdf.Root.ViewerPreferences
        assert str(preferences.PrintScaling) == "/None"
        assert (str(preferences.Duplex) if "/Duplex" in preferences else None) == wanted


def test_the_file_says_only_what_is_known_of_it(make: Make) -> None:
    path = make(square(0, 0, 1, 1), info=Info("Pollen (Wars) ß 蜂", "", "", "beeprint 0.1"))
    with pikepdf.open(path) as pdf:
        told = {key: str(value) for key, value in pdf.docinfo.items() if key != "/Trapped"}
        assert pdf.pdf_version in ("1.4", "1.5", "1.6")
        assert "/Trans" not in pdf.pages[0].obj
    assert told == {"/Title": "Pollen (Wars) ß 蜂", "/Creator": "beeprint 0.1"}
    data = path.read_bytes()
    assert (
        b"Helvetica" not in data and b"anonymous" not in data and b"unspecified" not in data and b"/Trans " not in data
    )


@pytest.mark.slow
def test_the_same_bytes_whatever_the_hash_seed_and_the_date_of_a_release() -> None:
    program = (
        "import hashlib, tempfile, pathlib, test_pdf_output as t\n"
        "p = pathlib.Path(tempfile.mkdtemp()) / 'x.pdf'\n"
        "t.write(p, [t.page(*t.a_bit_of_everything())] * 2, t.FONTS, t.Info('x', 'y', '', 'z'), 'short')\n"
        "print(hashlib.sha256(p.read_bytes()).hexdigest())"
    )
    here = Path(__file__).parent
    sums = set()
    for seed, epoch in (("1", ""), ("2", "1"), ("77", "1700000000")):
        paths = os.pathsep.join([str(here), *sys.path])
        sums.add(
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths, "SOURCE_DATE_EPOCH": epoch},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    assert len(sums) == 1


@pytest.mark.parametrize(
    "command",
    spread(["build dated --profile home-a4", "laser dated --copies tiles=1"], lambda command: command.startswith("b")),
)
def test_a_date_that_is_no_number_stops_no_build(tmp_path: Path, command: str) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "abc"}
    small_game(tmp_path / "dated")  # by its name, it is in no cache
    run = [sys.executable, "-m", "beeprint", *command.split()]
    done = subprocess.run(run, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


# pieces and symbols -----------------------------------------------------------------------------------------------


def test_a_symbol_used_fifty_times_is_embedded_once(make: Make) -> None:
    inner = Symbol.of([square(0, 0, 1, 1)])
    outer = Symbol.of([use(inner), use(inner, translate(2, 0))])
    path = make(*(group([use(outer)], translate(index, index / 2), piece=f"d/{index}") for index in range(50)))
    assert len(objects_of(path, "/Subtype", "/Form")) == 2
    assert near(pixels(path)(20.5, 10.5), RED)


def test_a_mark_is_written_alike_however_often_and_after_whatever_it_is_drawn(make: Make) -> None:
    marks = (square(0, 0, 4, 4), square(4, 0, 4, 4, BLUE), square(8, 0, 4, 4, BLUE, 0.5), run("again", size=4))
    orders = list(permutations(marks))
    drawn = [*(mark for order in orders for mark in order), *(group(order, translate(5, 5)) for order in orders)]
    new = make(*drawn, *drawn).read_bytes()
    assert all(mark.key for mark in drawn)  # what has a key is known when it is drawn again
    assert make(*drawn, *drawn).read_bytes() == new


def test_what_lies_on_the_pages_once_is_drawn_there(make: Make) -> None:
    once, twice = Symbol.of([square(0, 0, 3, 3)]), Symbol.of([square(0, 0, 2, 2, BLUE)])
    placed = [(once, 10), (twice, 20), (twice, 30)]
    path = make(*(group([use(symbol)], translate(at, at), piece=f"d/{at}") for symbol, at in placed))
    assert len(objects_of(path, "/Subtype", "/Form")) == 1
    seen = pixels(path)
    assert near(seen(11, 11), RED) and near(seen(21, 21), BLUE) and near(seen(31, 31), BLUE)
    assert near(seen(14, 14), (255, 255, 255))


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.floats(-30, 90),
    st.floats(-30, 60),
    st.floats(-180, 180),
    st.sampled_from([1.0, -1.0, 0.5]),
    st.text("ab/#()\\ 1"),
)
def test_a_piece_tells_its_id_and_its_place(
    make: Make, x: float, y: float, turn: float, across: float, name: str
) -> None:
    symbol = Symbol.of([square(0, 0, 10, 5)])
    at = translate(x, y) @ rotate(turn) @ scale(across, 1)
    path = make(group([use(symbol)], at, clip=rectangle(Rect(0, 0, 10, 5)), piece=f"honey/H{name}"))
    with pikepdf.open(path) as pdf:
        words = [
            (str(instruction.operator), list(instruction.operands))
            for instruction in pikepdf.parse_content_stream(pdf.pages[0])
        ]
    operators = [operator for operator, _ in words]
    assert operators[:10] == ["BDC", "q", "cm", "m", "l", "l", "l", "h", "W", "n"]
    assert operators[-2:] == ["Q", "EMC"]
    tag, marked = words[0][1]
    assert (str(tag), str(marked.Id)) == ("/Piece", f"honey/H{name}")
    to_points = Affine(*(float(value) for value in words[2][1]))
    for corner in ((0, 0), (10, 0), (10, 5)):
        on_paper = at.point(*corner)
        wanted = (on_paper.x * POINTS, (PAPER.height - on_paper.y) * POINTS)
        assert to_points.point(*corner) == pytest.approx(wanted, abs=0.01)


def test_only_pieces_are_marked(make: Make) -> None:
    with pikepdf.open(make(group([square(0, 0, 1, 1)], translate(3, 3)), run("plain"))) as pdf:
        operators = [str(instruction.operator) for instruction in pikepdf.parse_content_stream(pdf.pages[0])]
    assert "BDC" not in operators and "BMC" not in operators


def test_a_forms_box_cuts_no_mark(make: Make) -> None:
    corner = path_mark(line((0, 0), (10, 0), (0.5, 3)), None, Stroke(Solid(RED), 2, miter_limit=20))
    symbol = Symbol.of([corner, run("Ågj", size=8, place=translate(0, 12))])
    placed, plain = make(use(symbol, translate(10, 10))), None
    with pypdfium2.PdfDocument(placed) as document:
        placed_image = document[0].render(scale=4).to_pil().convert("RGB")
    plain = make(group(symbol.marks, translate(10, 10)))
    with pypdfium2.PdfDocument(plain) as document:
        plain_image = document[0].render(scale=4).to_pil().convert("RGB")
    assert placed_image.tobytes() == plain_image.tobytes()


# paint ------------------------------------------------------------------------------------------------------------


def test_y_points_down_and_colours_are_right(make: Make) -> None:
    at = pixels(make(square(0, 0, 10, 10), square(50, 30, 10, 10, GREEN)))
    assert (at(5, 5), at(55, 35), at(55, 5), at(5, 35)) == (RED, GREEN, (255, 255, 255), (255, 255, 255))


def test_a_very_long_path_has_the_operators_of_many_short_ones(make: Make) -> None:
    def operators(path: geometry.Path) -> list[tuple[str, list[str]]]:
        with pikepdf.open(make(path_mark(path, Solid(RED)))) as pdf:
            words = pikepdf.parse_content_stream(pdf.pages[0])
            return [(str(instruction.operator), list(map(str, instruction.operands))) for instruction in words]

    part = (("M", 0.0, -0.004), ("L", 12.34, 5.0), ("C", 1.0, 2.5, 3.125, -4.001, 100.0, 0.1), ("Z",))
    few = operators(part)
    start = [operator for operator, _ in few].index("m")
    assert [operator for operator, _ in few[start : start + 5]] == ["m", "l", "c", "h", "f"]
    assert operators(part * 2000) == [*few[:start], *few[start : start + 4] * 2000, *few[start + 4 :]]


def test_fills_are_non_zero(make: Make) -> None:
    path = rectangle(Rect(10, 10, 20, 20)) + rectangle(Rect(15, 15, 10, 10))
    assert pixels(make(path_mark(path, Solid(RED))))(20, 20) == RED


def test_lines_have_width_dashes_and_caps(make: Make) -> None:
    at = pixels(
        make(
            path_mark(line((10, 10), (50, 10)), None, Stroke(Solid(BLUE), 4, dashes=(5, 5))),
            path_mark(line((10, 25), (50, 25)), None, Stroke(Solid(BLUE), 4, cap="square")),
        )
    )
    assert (at(12, 8.5), at(17, 10), at(22, 11.5), at(12, 12.5)) == (BLUE, (255, 255, 255), BLUE, (255, 255, 255))
    assert (at(8.5, 25), at(51.5, 25), at(7.5, 25)) == (BLUE, BLUE, (255, 255, 255))


def test_a_line_lies_over_its_fill(make: Make) -> None:
    mark = path_mark(rectangle(Rect(10, 10, 40, 20)), Solid(RED), Stroke(Solid(BLUE), 4))
    at = pixels(make(mark))
    assert (at(30, 11), at(30, 9), at(30, 20)) == (BLUE, BLUE, RED)


def test_opacity_mixes_with_what_lies_below_and_does_not_last(make: Make) -> None:
    at = pixels(make(square(0, 0, 10, 10, RED, 0.5), square(20, 0, 10, 10, RED), square(25, 5, 10, 10, BLUE, 0.25)))
    assert near(at(5, 5), (255, 127, 127)) and at(22, 2) == RED and near(at(27, 7), (191, 0, 64))


def test_a_group_fades_as_a_whole(make: Make) -> None:
    at = pixels(make(group([square(10, 10, 20, 20), square(20, 10, 20, 20, BLUE)], opacity=0.5), square(45, 0, 9, 9)))
    assert near(at(15, 20), (255, 127, 127)) and near(at(25, 20), (127, 127, 255)) and at(50, 5) == RED


def test_a_clip_hides_what_is_outside_and_ends_with_its_group(make: Make) -> None:
    clip = rectangle(Rect(0, 0, 5, 5))
    at = pixels(make(group([square(0, 0, 20, 20)], translate(10, 10), clip=clip), square(40, 0, 10, 10)))
    assert (at(12, 12), at(17, 12), at(45, 5)) == (RED, (255, 255, 255), RED)


@pytest.mark.parametrize("placed", [False, True])
def test_a_linear_gradient_runs_between_its_ends_and_extends(make: Make, placed: bool) -> None:
    gradient = LinearGradient(Point(0, 0), Point(1, 0), (Stop(0, RED), Stop(0.5, GREEN), Stop(1, BLUE)), scale(20, 1))
    mark = path_mark(rectangle(Rect(-10, 0, 40, 10)), gradient)
    at = pixels(make(use(Symbol.of([mark]), translate(20, 10)) if placed else group([mark], translate(20, 10))))
    assert near(at(12, 15), RED) and near(at(30, 15), GREEN, 6) and near(at(48, 15), BLUE)
    assert near(at(25, 15), (127, 64, 0), 6) and at(30, 21) == (255, 255, 255)


def test_a_radial_gradient_runs_from_its_focus(make: Make) -> None:
    gradient = RadialGradient(Point(30, 20), 10, Point(25, 20), (Stop(0, RED), Stop(1, BLUE)))
    at = pixels(make(path_mark(rectangle(Rect(5, 2, 50, 36)), gradient)))
    assert near(at(25, 20), RED, 10) and near(at(41, 20), BLUE) and near(at(7, 4), BLUE)
    assert near(at(32.5, 20), (127, 0, 127), 6)


def test_a_line_with_a_gradient_is_round_where_a_small_drawing_is_enlarged(make: Make) -> None:
    # pdfium clips to such a line, and would make a polygon of a circle that is one unit wide.
    gradient = LinearGradient(Point(0, 0), Point(1, 0), (Stop(0, RED), Stop(1, RED, 0.99)))
    small = path_mark(ellipse(0, 0, 0.4, 0.4), None, Stroke(gradient, 0.02))
    path = make(group([small], Affine(40, 0, 0, 40, 30, 20)))
    at = pixels(path, 40)
    for angle in range(0, 360, 5):
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        inside, outside = (at(30 + x * radius, 20 + y * radius) for radius in (15.67, 16.33))
        assert near(inside, RED, 8), (angle, inside)
        assert near(outside, RED, 8), (angle, outside)


def test_a_sharp_step_in_a_gradient_stays_sharp(make: Make) -> None:
    gradient = LinearGradient(
        Point(10, 0), Point(50, 0), (Stop(0, RED), Stop(0.5, RED), Stop(0.5, BLUE), Stop(0.2, BLUE))
    )
    at = pixels(make(path_mark(rectangle(Rect(10, 10, 40, 10)), gradient)))
    assert near(at(29, 15), RED) and near(at(31, 15), BLUE) and near(at(49, 15), BLUE)


def test_stops_fade_and_the_gradients_opacity_multiplies(make: Make) -> None:
    stops = (Stop(0, RED, 0), Stop(1, RED, 1))
    at = pixels(
        make(
            path_mark(rectangle(Rect(10, 0, 40, 10)), LinearGradient(Point(10, 0), Point(50, 0), stops)),
            path_mark(rectangle(Rect(10, 15, 40, 10)), LinearGradient(Point(10, 0), Point(50, 0), stops, opacity=0.5)),
            square(0, 30, 10, 10),
        )
    )
    assert near(at(10.5, 5), (255, 252, 252), 5) and near(at(30, 5), (255, 127, 127), 5) and near(at(49.5, 5), RED, 5)
    assert near(at(49.5, 20), (255, 128, 128), 5) and at(5, 35) == RED


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_line_takes_its_gradient_along_however_deep_it_is_placed(make: Make, depth: int) -> None:
    gradient = LinearGradient(Point(10, 0), Point(50, 0), (Stop(0, RED), Stop(1, BLUE)))
    mark: Mark = path_mark(line((10, 10), (50, 10)), None, Stroke(gradient, 6))
    for _ in range(depth):
        mark = use(Symbol.of([group([mark], translate(3, 5))]), translate(-3, -3))
    at = pixels(make(group([mark], scale(1, -1) @ translate(0, -30))))
    y = 30 - 10 - 2 * depth
    assert near(at(11, y), (249, 0, 6), 8) and near(at(49, y), (6, 0, 249), 8)


def test_a_gradient_without_stops_paints_nothing(make: Make) -> None:
    none = LinearGradient(Point(0, 0), Point(1, 0), ())
    assert pixels(make(path_mark(rectangle(Rect(10, 10, 40, 20)), none)))(30, 20) == (255, 255, 255)


# text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("font", ["ttf", "otf"])
@pytest.mark.parametrize("text", ["after office", "AVATAR", "fi ffi fl", "Größe 12 € «Ж»", "To: W. Ye"])
def test_text_is_found_and_copied_as_it_was_written(make: Make, font: str, text: str) -> None:
    assert text_of(make(run(text, font))) == text


def test_a_glyph_of_two_characters_is_copied_as_each_run_has_it(fonts: Fonts, tmp_path: Path) -> None:
    font = fonts["source-serif/regular"]
    assert font.glyph("\u03bc") == font.glyph("\u00b5") != 0
    texts = ["1 \u03bcm", "2 \u03bcm", "1 \u00b5m", "21 \u00b5m", "12 \u03bcm"]
    lines = [
        Run(text, font.key, 4.0, translate(2, 6 + 6 * at), Solid(BLACK), font.shape(text)[0])
        for at, text in enumerate(texts)
    ]
    write(tmp_path / "made.pdf", [page(*lines)], fonts, Info("A title"))
    assert text_of(tmp_path / "made.pdf").split("\r\n") == texts


def test_text_stands_upright_where_its_baseline_is(make: Make) -> None:
    path = make(run("H", size=20, place=translate(10, 30)))
    with pypdfium2.PdfDocument(path) as document:
        left, bottom, right, top = (value / POINTS for value in document[0].get_textpage().get_charbox(0))
    assert (left, bottom) == pytest.approx((10 + 0.088 * 20, 10), abs=0.3)
    assert top - bottom == pytest.approx(20 * FONTS["ttf"].cap_height / FONTS["ttf"].upem, abs=0.3)
    assert 10 < right < 10 + 20
    at = pixels(path)
    above = [at(10 + x / 4, 25)[0] < 128 for x in range(60)]
    assert any(above) and not any(at(10 + x / 4, 31)[0] < 128 for x in range(60))


def test_text_turned_a_quarter_runs_down_the_page(make: Make) -> None:
    path = make(run("HHHH", size=6, place=translate(30, 5) @ rotate(90)))
    with pypdfium2.PdfDocument(path) as document:
        page_text = document[0].get_textpage()
        tops = [page_text.get_charbox(index)[3] / POINTS for index in range(4)]
    assert tops == sorted(tops, reverse=True) and tops[0] - tops[3] > 9


def test_glyphs_stand_where_shaping_put_them(make: Make) -> None:
    """Kerning and offsets, the outlines of the same glyphs being the measure."""
    shaped = run("AVAT", size=10, place=translate(5, 25))
    moved = tuple(
        Glyph(g.number, g.x + 40 * index, g.y + 150 * (index % 2), g.cluster) for index, g in enumerate(shaped.glyphs)
    )
    text = Run(shaped.text, "ttf", 10, shaped.place, Solid(BLACK), moved)
    font = FONTS["ttf"]
    unit = 10 / font.upem
    outlines = [
        group(
            [path_mark(font.outline(g.number), Solid(BLACK))], translate(5 + g.x * unit, 25 - g.y * unit) @ scale(unit)
        )
        for g in moved
    ]
    picture = pixels(make(text), 4)
    other = pixels(make(*outlines), 4)
    far = sum(abs(picture(x / 4, y / 4)[0] - other(x / 4, y / 4)[0]) > 96 for x in range(240) for y in range(160))
    ink = sum(other(x / 4, y / 4)[0] < 128 for x in range(240) for y in range(160))
    assert ink > 300 and far <= ink * 0.02


def test_every_font_is_embedded_once_as_a_subset(make: Make) -> None:
    path = make(*a_bit_of_everything(), run("again"), use(Symbol.of([run("and again")])))
    fonts = objects_of(path, "/Type", "/FontDescriptor")
    names = sorted(font["/FontName"] for font in fonts)
    assert len(fonts) == 2 and all(len(name.split("+")[0]) == 7 for name in names)
    assert [("/FontFile2" in font) ^ ("/FontFile3" in font) for font in fonts] == [True, True]
    assert all(
        float(font["/Ascent"]) > 500 > 0 > float(font["/Descent"]) and float(font["/CapHeight"]) > 500 for font in fonts
    )
    assert {font["/Subtype"] for font in objects_of(path, "/Type", "/Font")} == {
        "/Type0",
        "/CIDFontType0",
        "/CIDFontType2",
    }
    full = sum((SANS_FILES / f"SourceSansPro-Regular.{key}").stat().st_size for key in ("ttf", "otf"))
    assert path.stat().st_size < full / 5


def test_a_variable_font_is_embedded_at_the_weight_that_is_shown(tmp_path: Path) -> None:
    place = Workspace(ROOT)
    fonts = Fonts(lambda key: place.font_file(key) or Path(key), weigh=place.font_weight)
    ink = []
    for style in ("regular", "bold"):
        font = fonts[f"arimo/{style}"]
        mark = Run("Hamburg", font.key, 6, translate(5, 20), Solid(BLACK), font.shape("Hamburg")[0])
        path = tmp_path / f"{style}.pdf"
        write(path, [page(mark)], fonts, Info("A title", "", "", "beeprint test"))
        (descriptor,) = objects_of(path, "/Type", "/FontDescriptor")
        assert "/FontFile2" in descriptor
        with pikepdf.open(path) as file:
            embedded = next(thing for thing in file.objects if "/Length1" in thing)
            tables = hb.Face(embedded.read_bytes()).table_tags
            assert "glyf" in tables and not {"fvar", "gvar", "HVAR", "avar"} & set(tables)
        with pypdfium2.PdfDocument(path) as document:
            ink.append(sum(document[0].render(scale=4).to_pil().convert("L").histogram()[:128]))
        assert text_of(path) == "Hamburg"
    assert ink[1] > 1.2 * ink[0] > 0


# pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "colour", "wanted"),
    [
        ("RGB", (10, 200, 30), (10, 200, 30)),
        ("L", 77, (77, 77, 77)),
        ("1", 1, (255, 255, 255)),
        ("LA", (100, 128), (177, 177, 177)),
        ("RGBA", (255, 0, 0, 128), (255, 127, 127)),
        ("I;16", 40000, (156, 156, 156)),
    ],
)
def test_a_png_looks_as_it_is(make: Make, mode: str, colour: object, wanted: tuple[int, int, int]) -> None:
    path = make(ImageMark.of(png(mode, colour), "image/png", Rect(10, 10, 20, 20)))
    at = pixels(path)
    assert near(at(20, 20), wanted) and at(8, 20) == (255, 255, 255)


def jpeg(image: Image.Image, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=95, subsampling=0, **options)
    return file.getvalue()


def two_halves(upper: Colour = RED, lower: Colour = BLUE) -> Image.Image:
    image = Image.new("RGB", (16, 16), lower)
    image.paste(upper, (0, 0, 16, 8))
    return image


def test_a_jpeg_is_passed_through_and_stands_upright(make: Make) -> None:
    data = jpeg(two_halves())
    path = make(ImageMark.of(data, "image/jpeg", Rect(10, 10, 20, 20)))
    at = pixels(path)
    assert data in path.read_bytes()
    assert near(at(20, 13), RED, 8) and near(at(20, 27), BLUE, 8)


def test_the_same_picture_is_embedded_once(make: Make) -> None:
    data = png("RGB", GREEN)
    path = make(*(ImageMark.of(data, "image/png", Rect(6 * index, 5, 5, 5)) for index in range(8)))
    assert len(objects_of(path, "/Subtype", "/Image")) == 1
    assert pixels(path)(44, 7) == GREEN


def test_letters_stand_where_they_were_set_though_widths_are_whole_thousandths(fonts: Fonts, tmp_path: Path) -> None:
    font, size = fonts["amatic/bold"], 10.0
    assert 1000 % font.upem and font.upem % 1000
    text = "millimetres will wilt in wintertime"
    line_of = Run(text, font.key, size, translate(2, 20), Solid(BLACK), font.shape(text)[0])
    write(tmp_path / "made.pdf", [page(line_of)], fonts, Info("A title"))
    with pypdfium2.PdfDocument(tmp_path / "made.pdf") as document:
        letters = document[0].get_textpage()
        assert letters.get_text_range() == text
        lefts = [letters.get_charbox(index)[0] / POINTS for index in range(len(text))]
    edges = [min((x for x, _ in path_points(font.outline(glyph.number))), default=0) for glyph in line_of.glyphs]
    wanted = [2 + (glyph.x + edge) * size / font.upem for glyph, edge in zip(line_of.glyphs, edges, strict=True)]
    off = [abs(left - other) for left, other, char in zip(lefts, wanted, text, strict=True) if char != " "]
    assert max(off) < 0.02

"""A written Drawing looks the same in resvg, CairoSVG and readers of PDF: pixels at 600 dpi, averaged to 75."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from painters import by_cairo, by_poppler
from PIL import Image, ImageDraw, ImageOps

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Point, Rect, ellipse, line, polygon, rectangle, rotate, scale, translate
from beeprint.drawing import svg
from beeprint.drawing.drawing import (
    Drawing,
    ImageMark,
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
    use,
)
from beeprint.drawing.fonts import Fonts
from beeprint.sources.workspace import SHIPPED, Workspace
from engines import BY, DPI, by_pdfium, by_resvg, write_pdf
from pixels import SHARE, off

RED, BLUE, GREEN, BLACK = Colour(213, 94, 0), Colour(0, 114, 178), Colour(0, 158, 115), Colour(0, 0, 0)
BOX = Rect(-3, -3, 67.733, 50.8)
SMALL = (200, 150)  # the pixels of BOX at 75 dpi


def font_file(key: str) -> Path:
    path = Workspace(SHIPPED).font_file(key)
    assert path is not None, key
    return path


def words(text: str, x: float, y: float, colour: Colour = BLACK) -> Run:
    fonts = Fonts(font_file)
    glyphs, _ = fonts["source-sans/bold"].shape(text)
    return Run(text, "source-sans/bold", 5.0, Affine(1, 0, 0, 1, x, y), Solid(colour), glyphs)


def photo() -> ImageMark:
    image = Image.new("RGB", (40, 20), "#fff8e7")
    ImageDraw.Draw(image).rectangle((0, 0, 19, 9), fill="#0072b2")
    data = io.BytesIO()
    image.save(data, "PNG")
    return ImageMark.of(data.getvalue(), "image/png", Rect(40, 30, 16, 12))


STOPS = (Stop(0, RED), Stop(0.4, GREEN, 0.5), Stop(1, BLUE))
SYMBOL = Symbol.of([path_mark(ellipse(0, 0, 4, 2), Solid(GREEN), Stroke(Solid(BLACK), 0.4)), words("B", -1, 1)])
MARKS: dict[str, list[Mark]] = {
    "paths and holes": [
        path_mark(rectangle(BOX), Solid(Colour(255, 248, 231))),
        path_mark(
            (*polygon([(5, 5), (25, 5), (25, 25), (5, 25)]), *polygon([(9, 9), (9, 21), (21, 21), (21, 9)])), Solid(RED)
        ),
        path_mark(ellipse(40, 15, 12, 9), Solid(BLUE, 0.5), Stroke(Solid(BLACK, 0.5), 1.5)),
    ],
    "strokes": [
        path_mark(line((5, 5), (15, 25), (25, 5)), None, Stroke(Solid(RED), 3, "round", "round")),
        path_mark(line((30, 5), (35, 25), (40, 5)), None, Stroke(Solid(BLUE), 2, "square", "miter", 10)),
        path_mark(line((45, 5), (55, 25)), None, Stroke(Solid(GREEN), 1, "butt", "bevel", 4, (3, 1.5, 0.5, 1.5), 1)),
    ],
    "gradients": [
        path_mark(rectangle(Rect(2, 2, 25, 20)), LinearGradient(Point(4, 4), Point(20, 18), STOPS)),
        path_mark(rectangle(Rect(30, 2, 25, 20)), RadialGradient(Point(42, 12), 9, Point(40, 10), STOPS, opacity=0.7)),
        path_mark(
            rectangle(Rect(2, 26, 25, 15)),
            LinearGradient(Point(0, 0), Point(1, 0), STOPS, Affine(20, 5, -5, 20, 4, 28)),
        ),
        path_mark(line((32, 30), (55, 40)), None, Stroke(LinearGradient(Point(32, 30), Point(55, 40), STOPS), 4)),
    ],
    "groups": [
        group(
            [path_mark(rectangle(Rect(0, 0, 30, 20)), Solid(RED)), path_mark(ellipse(20, 12, 9, 9), Solid(BLUE))],
            rotate(20, (10, 10)),
            0.5,
        ),
        group(
            [path_mark(rectangle(BOX), Solid(GREEN))], translate(40, 20) @ scale(0.4, -0.6), 1, ellipse(0, 0, 30, 20)
        ),
        group(
            [group([path_mark(rectangle(BOX), Solid(BLUE))], clip=ellipse(45, 35, 9, 9))],
            clip=rectangle(Rect(40, 30, 20, 5)),
        ),
        group([path_mark(rectangle(BOX), Solid(BLACK))], clip=()),
    ],
    "symbols, text and pictures": [
        *[use(SYMBOL, translate(8 + 12 * n, 10) @ rotate(30 * n) @ scale(1 + n / 8)) for n in range(4)],
        words("After the fluffy “Queen” bee", 0, 28, RED),
        photo(),
    ],
}


@pytest.mark.parametrize("name", MARKS)
def test_both_engines_show_the_same(name: str) -> None:
    text = svg.write(Drawing(BOX, tuple(MARKS[name])), Fonts(font_file))
    shown = by_resvg(text)
    assert len(shown.getcolors(1 << 20) or ()) > 3
    assert off(shown, by_cairo(text, *SMALL)) <= SHARE


def test_what_is_read_back_looks_as_before() -> None:
    fonts = Fonts(font_file)
    text = svg.write(Drawing(BOX, tuple(mark for marks in MARKS.values() for mark in marks)), fonts)
    assert off(by_resvg(text), by_resvg(svg.write(svg.read(text, "a.svg"), fonts))) == 0


@pytest.mark.parametrize("change", ["a symbol half a millimetre aside", "a lost word", "a lost clip"])
def test_the_comparison_notices(change: str) -> None:
    marks = [mark for marks in MARKS.values() for mark in marks]
    spoilt: list[Mark] = list(marks)
    if change.startswith("a symbol"):
        at = next(index for index, mark in enumerate(marks) if isinstance(mark, Use))
        spoilt[at] = use(SYMBOL, translate(8.5, 10))
    elif change == "a lost word":
        spoilt = [words("After the fluffy “Queen”", 0, 28, RED) if isinstance(mark, Run) else mark for mark in marks]
    else:
        spoilt = [mark for mark in marks if mark != MARKS["groups"][3]] + [path_mark(rectangle(BOX), Solid(BLACK))]
    fonts = Fonts(font_file)
    texts = [svg.write(Drawing(BOX, tuple(content)), fonts) for content in (marks, spoilt)]
    assert off(by_resvg(texts[0]), by_cairo(texts[1], *SMALL)) > SHARE


#: Lines that readers of PDF draw otherwise than programs for SVG do, unless the file is written for them.
BENDS = (
    (("M", 5, 30), ("L", 20, 10), ("C", 20.7, 9.2, 20.8, 9.4, 20.3, 10.5), ("L", 12, 30)),
    (("M", 28, 8), ("C", 60, 28, 28, 28, 58, 5)),
)
FAR = (("M", 3000, 500), ("C", 6000, 500, 4000, 4000, 5500, 4000), ("L", 6000, 500))
SLOPE = LinearGradient(Point(3000, 0), Point(6000, 0), STOPS)
LINES: dict[str, list[Mark]] = {
    "mitres in tight bends": [path_mark(path, None, Stroke(Solid(BLACK), 4)) for path in BENDS],
    "a gradient far from the origin": [group([path_mark(FAR, None, Stroke(SLOPE, 300, "round"))], scale(0.01))],
}


@pytest.mark.parametrize("name", LINES)
def test_readers_of_pdf_draw_lines_as_programs_for_svg_do(name: str, tmp_path: Path) -> None:
    fonts, drawing = Fonts(font_file), Drawing(BOX, tuple(LINES[name]))
    write_pdf(tmp_path / "lines.pdf", [drawing], fonts)
    wanted = by_resvg(svg.write(drawing, fonts))
    pictures = {
        "pdfium": next(by_pdfium(tmp_path / "lines.pdf")),
        "poppler": next(by_poppler(tmp_path / "lines.pdf")),
        "Ghostscript": by_ghostscript(tmp_path / "lines.pdf"),
    }
    assert {
        reader: off(wanted, picture.crop((0, 0, *wanted.size))) <= SHARE for reader, picture in pictures.items()
    } == dict.fromkeys(pictures, True)


def test_no_reader_of_pdf_draws_a_spike_at_a_tight_bend(tmp_path: Path) -> None:
    """Readers draw curves as few chords on a page of few pixels, so poppler draws at 50 dpi."""
    write_pdf(
        tmp_path / "bend.pdf", [Drawing(BOX, (path_mark(BENDS[0], None, Stroke(Solid(BLACK), 4)),))], Fonts(font_file)
    )
    command = ["pdftoppm", "-r", "50", "-png", "-singlefile", str(tmp_path / "bend.pdf"), str(tmp_path / "bend")]
    subprocess.run(command, check=True)
    with Image.open(tmp_path / "bend.png") as page:
        box = ImageOps.invert(page.convert("L")).point(lambda ink: 255 * (ink > 99)).getbbox()
    assert box is not None
    # The line bends 9.5 mm below the trim's edge, 12.5 mm below that of the page, and is 2 mm wide to each side.
    assert box[1] / 50 * 25.4 == pytest.approx(10.5, abs=0.6)


def by_ghostscript(path: Path) -> Image.Image:
    """Return the averaged picture of a PDF's page as Ghostscript draws it."""
    png = path.with_suffix(".png")
    subprocess.run(["gs", "-q", "-sDEVICE=png16m", f"-r{DPI}", "-o", str(png), str(path)], check=True)
    with Image.open(png) as image:
        return image.reduce(BY)

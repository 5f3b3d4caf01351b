"""The PDF through poppler, Ghostscript and qpdf as a print shop has them: each alone must find and paint the same."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from beeprint.base.geometry import Point, Rect, line, rectangle, translate
from beeprint.drawing.drawing import (
    LinearGradient,
    Mark,
    RadialGradient,
    Solid,
    Stop,
    Stroke,
    Symbol,
    group,
    path_mark,
    use,
)
from test_pdf_output import BLUE, FONTS, GREEN, RED, Info, a_bit_of_everything, near, page, run, square, write

DOTS = 4  # a mm
Renderer = Callable[..., Image.Image]


def said(*command: str | Path) -> str:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def poppler(path: Path, dots: int = DOTS) -> Image.Image:
    target = path.with_suffix(".poppler")
    said("pdftoppm", "-r", str(dots * 25.4), "-png", "-singlefile", path, target)
    return Image.open(target.with_suffix(".poppler.png")).convert("RGB")


def ghostscript(path: Path, dots: int = DOTS) -> Image.Image:
    target = path.with_suffix(".gs.png")
    options = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-sDEVICE=png16m", f"-r{dots * 25.4}"]
    said("gs", *options, "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", f"-sOutputFile={target}", path)
    return Image.open(target).convert("RGB")


RENDERERS = pytest.mark.parametrize("render", [poppler, ghostscript])


def written(folder: Path, *marks: Mark) -> Path:
    path = folder / "made.pdf"
    write(path, [page(*marks)], FONTS, Info("A title", "", "", "beeprint test"))
    return path


@pytest.mark.tool("qpdf", "pdffonts")
def test_qpdf_pdfinfo_and_pdffonts_agree_that_it_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path, *a_bit_of_everything())
    said("qpdf", "--check", path)
    boxes = dict(re.findall(r"^(\w+Box): +(.+)$", said("pdfinfo", "-box", path), re.MULTILINE))
    assert [float(v) for v in boxes["TrimBox"].split()] == pytest.approx([14.17, 17.01, 155.91, 102.05], abs=0.01)
    rows = said("pdffonts", path).splitlines()[2:]
    assert len(rows) == 2
    # The columns emb, sub, uni, then the object's number and generation.
    assert all(row.split()[-5:-2] == ["yes", "yes", "yes"] for row in rows)


@pytest.mark.tool("pdftotext")
@pytest.mark.parametrize("font", ["ttf", "otf"])
@pytest.mark.parametrize("text", ["after office", "AVATAR", "Größe 12 € «Ж»"])
def test_poppler_finds_the_words(tmp_path: Path, font: str, text: str) -> None:
    assert said("pdftotext", written(tmp_path, run(text, font)), "-").strip() == text


@pytest.mark.tool("pdftoppm", "gs")
@RENDERERS
def test_paint_is_the_same_everywhere(tmp_path: Path, render: Renderer) -> None:
    fading = LinearGradient(Point(10, 0), Point(50, 0), (Stop(0, RED, 0), Stop(1, RED, 1)))
    stepped = LinearGradient(Point(10, 0), Point(50, 0), (Stop(0, RED), Stop(0.5, GREEN), Stop(1, BLUE)))
    ring = RadialGradient(Point(8, 30), 6, Point(8, 30), (Stop(0, RED), Stop(1, BLUE)))
    lined = Symbol.of([path_mark(line((10, 0), (50, 0)), None, Stroke(stepped, 4))])
    nested = Symbol.of([use(lined, translate(0, 3))])
    image = render(
        written(
            tmp_path,
            path_mark(rectangle(Rect(10, 0, 40, 6)), fading),
            path_mark(rectangle(Rect(0, 8, 60, 6)), stepped),
            use(nested, translate(0, 17)),
            path_mark(rectangle(Rect(0, 24, 16, 12)), ring),
            group([square(20, 26, 10, 10), square(25, 26, 10, 10, BLUE)], opacity=0.5),
            group([square(0, 0, 10, 10, GREEN)], translate(40, 26), clip=rectangle(Rect(0, 0, 5, 5))),
            path_mark(rectangle(Rect(50, 26, 8, 8)), Solid(RED, 0.5)),
        )
    )
    wanted = {
        (10.5, 3): (255, 252, 252),
        (49.5, 3): RED,
        (30, 3): (255, 127, 127),
        (5, 11): RED,
        (30, 11): GREEN,
        (55, 11): BLUE,
        (11, 20): (248, 6, 0),
        (49, 20): (0, 6, 242),
        (8, 30): RED,
        (1, 25): BLUE,
        (22, 30): (255, 127, 127),
        (27, 30): (127, 127, 255),
        (42, 28): GREEN,
        (47, 28): (255, 255, 255),
        (54, 30): (255, 127, 127),
    }
    seen = {at: image.getpixel((int(at[0] * DOTS), int(at[1] * DOTS))) for at in wanted}
    assert {at: seen[at] for at in wanted if not near(seen[at], wanted[at], 12)} == {}  # type: ignore[arg-type]


@RENDERERS
@pytest.mark.parametrize("font", ["ttf", "otf"])
def test_glyphs_are_their_outlines(tmp_path: Path, render: Renderer, font: str) -> None:
    text = run("AVATAR office", font, 8, translate(4, 20))
    unit = 8 / FONTS[font].upem
    outlines = [
        path_mark(
            tuple(
                (s[0], *(v * unit + (4 + g.x * unit, 20)[i % 2] for i, v in enumerate(s[1:])))
                for s in FONTS[font].outline(g.number)
            ),
            text.paint,
        )
        for g in text.glyphs
    ]
    # Both put glyphs on whole dots, outlines between them; eight times finer that is an eighth of a dot.
    first, other = (
        list(render(written(tmp_path, *marks), 8 * DOTS).convert("L").reduce(8).tobytes())
        for marks in ([text], outlines)
    )
    ink = sum(value < 128 for value in other)
    assert ink > 300 and sum(abs(a - b) > 64 for a, b in zip(first, other, strict=True)) < ink * 0.01

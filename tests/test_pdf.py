"""PDFs as other tools read them: boxes, forms, fonts, words, colours at places."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

import sheets
from beeprint.colour import Colour
from beeprint.drawing import (
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
    group,
    path_mark,
    use,
)
from beeprint.fonts import Font, Fonts
from beeprint.geometry import Affine, Point, Rect, line, rectangle, rotate, translate
from beeprint.outputs import pdf

RED, GREEN, BLUE, BLACK = Colour(255, 0, 0), Colour(0, 255, 0), Colour(0, 0, 255), Colour(0, 0, 0)
PAPER = Rect(0, 0, 100, 60)
INFO = pdf.Info("Title", "Author", "", "beeprint")


def box(x: float, y: float, width: float, height: float, paint: Solid | LinearGradient | RadialGradient) -> Mark:
    return path_mark(rectangle(Rect(x, y, width, height)), paint)


def made(tmp_path: Path, fonts: Fonts, *marks: Mark, pages: int = 1, duplex: str = "") -> Path:
    path = tmp_path / "made.pdf"
    page = pdf.Page(Drawing(PAPER, marks), Rect(10, 10, 80, 40), Rect(7, 7, 86, 46))
    pdf.write(path, [page] * pages, fonts, INFO, duplex)
    return path


def picture(path: Path) -> Image.Image:
    """Return the first page at 10 pixels to the millimetre."""
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=254 / 72).to_pil().convert("RGB")


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = image.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(found, tuple)
    return found


def run(fonts: Fonts, key: str, text: str, size: float, x: float, y: float) -> Run:
    return Run(text, key, size, translate(x, y), Solid(BLACK), fonts[key].shape(text)[0])


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return str(document[0].get_textpage().get_text_range())


def test_boxes_are_points_with_y_up(tmp_path: Path, fonts: Fonts) -> None:
    with pikepdf.open(made(tmp_path, fonts, duplex="short")) as file:
        page = file.pages[0]
        mm = 72 / 25.4
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 100 * mm, 60 * mm], abs=0.01)
        assert [float(v) for v in page.trimbox] == pytest.approx([10 * mm, 10 * mm, 90 * mm, 50 * mm], abs=0.01)
        assert [float(v) for v in page.obj.BleedBox] == pytest.approx([7 * mm, 7 * mm, 93 * mm, 53 * mm], abs=0.01)
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert file.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert set(file.docinfo.keys()) == {"/Title", "/Author", "/Creator", "/Trapped"}


def test_qpdf_finds_nothing_wrong(tmp_path: Path, fonts: Fonts) -> None:
    path = made(tmp_path, fonts, run(fonts, "fredoka/regular", "Bee", 5, 20, 20), pages=3)
    job = pikepdf.Job(["qpdf", "--check", str(path)])
    job.run()
    assert job.exit_code == 0 and not job.has_warnings


def test_shapes_lie_where_the_drawing_has_them(tmp_path: Path, fonts: Fonts) -> None:
    image = picture(made(tmp_path, fonts, box(20, 5, 10, 10, Solid(RED)), box(60, 40, 10, 10, Solid(BLUE))))
    assert (at(image, 25, 10), at(image, 65, 45), at(image, 25, 45)) == ((255, 0, 0), (0, 0, 255), (255, 255, 255))


def test_a_symbol_is_embedded_once(tmp_path: Path, fonts: Fonts) -> None:
    inner = Symbol.of([box(0, 0, 1, 1, Solid(RED))])
    outer = Symbol.of([use(inner), use(inner, translate(2, 0))])
    path = made(tmp_path, fonts, *(use(outer, translate(index, index)) for index in range(50)), pages=2)
    with pikepdf.open(path) as file:
        forms = [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 2
    image = picture(path)
    assert at(image, 22.5, 20.5) == (255, 0, 0)


def test_placed_pieces_are_marked(tmp_path: Path, fonts: Fonts) -> None:
    symbol = Symbol.of([box(0, 0, 4, 4, Solid(RED))])
    marks = [group([use(symbol)], translate(10, 20) @ rotate(90), piece="odd (name)\\#1"), group([use(symbol)])]
    (found,) = sheets.pieces(made(tmp_path, fonts, *marks))
    assert found.id == "odd (name)\\#1"
    assert found.point(4, 0) == pytest.approx((10, 24), abs=0.01)


def test_opacities_and_their_end(tmp_path: Path, fonts: Fonts) -> None:
    half = group([box(10, 10, 10, 10, Solid(RED)), box(15, 10, 10, 10, Solid(BLUE))], opacity=0.5)
    image = picture(made(tmp_path, fonts, half, box(40, 10, 10, 10, Solid(RED, 0.5)), box(60, 10, 10, 10, Solid(RED))))
    assert at(image, 12, 15) == pytest.approx((255, 127, 127), abs=2)
    assert at(image, 18, 15) == pytest.approx((127, 127, 255), abs=2), "a group fades as a whole"
    assert at(image, 45, 15) == pytest.approx((255, 127, 127), abs=2)
    assert at(image, 65, 15) == (255, 0, 0)


def test_clips_hold_for_their_group_only(tmp_path: Path, fonts: Fonts) -> None:
    clipped = group([box(0, 0, 50, 50, Solid(RED))], clip=rectangle(Rect(10, 10, 5, 5)))
    image = picture(made(tmp_path, fonts, clipped, box(30, 30, 5, 5, Solid(GREEN))))
    assert (at(image, 12, 12), at(image, 20, 20), at(image, 32, 32)) == ((255, 0, 0), (255, 255, 255), (0, 255, 0))


STOPS = (Stop(0, RED), Stop(0.5, GREEN), Stop(1, BLUE))


def test_gradients_inside_placed_and_turned_symbols(tmp_path: Path, fonts: Fonts) -> None:
    across = LinearGradient(Point(10, 0), Point(30, 0), STOPS)
    symbol = Symbol.of([box(0, 0, 40, 10, across)])
    image = picture(made(tmp_path, fonts, use(symbol, translate(5, 5)), use(symbol, translate(90, 10) @ rotate(90))))
    assert at(image, 8, 10) == (255, 0, 0), "the first colour extends"
    assert at(image, 25, 10) == pytest.approx((0, 255, 0), abs=6)
    assert at(image, 43, 10) == pytest.approx((0, 0, 255), abs=6)
    assert at(image, 85, 30) == pytest.approx((0, 255, 0), abs=6)
    assert at(image, 85, 15) == (255, 0, 0)


def test_radial_gradients_stops_with_opacity_and_gradient_strokes(tmp_path: Path, fonts: Fonts) -> None:
    fading = RadialGradient(Point(20, 20), 10, Point(20, 20), (Stop(0, RED), Stop(1, RED, 0)))
    stroke = Stroke(LinearGradient(Point(50, 0), Point(90, 0), (Stop(0, RED), Stop(1, BLUE))), 4)
    marks = [box(5, 5, 30, 30, fading), group([path_mark(line((10, 0), (50, 0)), None, stroke)], translate(0, 50))]
    image = picture(made(tmp_path, fonts, *marks, path_mark(line((50, 20), (90, 20)), None, stroke)))
    assert at(image, 20, 20) == pytest.approx((255, 0, 0), abs=6)
    assert at(image, 25, 20) == pytest.approx((255, 127, 127), abs=8)
    assert at(image, 33, 33) == pytest.approx((255, 255, 255), abs=2)
    assert at(image, 70, 20) == pytest.approx((127, 0, 127), abs=8)


def test_text_is_live_shaped_and_upright(tmp_path: Path, fonts: Fonts) -> None:
    path = made(
        tmp_path,
        fonts,
        run(fonts, "source-sans/regular", "after office AVATAR", 5, 10, 20),
        run(fonts, "fredoka/regular", "Mutin-bee! \u00d76", 6, 10, 40),
    )
    assert words(path).split() == ["after", "office", "AVATAR", "Mutin-bee!", "\u00d76"]
    image = picture(path).convert("L").point(lambda value: 255 * (value < 128))
    left, top, _, bottom = image.getbbox() or (0, 0, 0, 0)
    assert (left / 10, top / 10, bottom / 10) == pytest.approx((10.4, 16.3, 40.1), abs=0.8)


def test_a_font_with_cff_outlines(tmp_path: Path) -> None:
    import font_source_sans_pro

    (folder,) = font_source_sans_pro.__path__
    fonts = Fonts(lambda key: Path(folder) / "files" / "SourceSansPro-Bold.otf")
    path = made(tmp_path, fonts, run(fonts, "own/regular", "final flight", 6, 10, 30))
    assert words(path).strip() == "final flight"
    assert min(picture(path).convert("L").tobytes()) < 40
    assert embedded(path) == [("CIDFontType0", True)]


def embedded(path: Path) -> list[tuple[str, bool]]:
    """Return each font's kind and whether its file is embedded."""
    with pikepdf.open(path) as file:
        found = []
        for entry in file.objects:
            if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/Font" and "/FontDescriptor" in entry:
                descriptor = entry.FontDescriptor
                has = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                found.append((str(entry.Subtype)[1:], has))
        return found


def test_fonts_are_embedded_once_and_there_is_no_helvetica(tmp_path: Path, fonts: Fonts) -> None:
    path = made(
        tmp_path, fonts, *(run(fonts, "source-sans/bold", "Honey", 5, 10, 10 * y) for y in range(1, 5)), pages=4
    )
    assert embedded(path) == [("CIDFontType2", True)]
    data = path.read_bytes()
    assert b"Helvetica" not in data and b"/Trans " not in data and b"anonymous" not in data


def image_mark(mode: str, colour: object, kind: str, x: float, **options: object) -> ImageMark:
    data = io.BytesIO()
    Image.new(mode, (8, 4), colour).save(data, kind, **options)  # type: ignore[arg-type]
    return ImageMark.of(data.getvalue(), f"image/{kind.lower()}", Rect(x, 10, 8, 4))


def test_pictures_keep_colour_alpha_and_orientation(tmp_path: Path, fonts: Fonts) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    marks = [
        image_mark("RGB", (255, 0, 0), "PNG", 5),
        image_mark("RGBA", (255, 0, 0, 128), "PNG", 15),
        image_mark("L", 100, "PNG", 25),
        image_mark("RGB", (0, 0, 255), "JPEG", 35, quality=95),
        image_mark("CMYK", (0, 255, 255, 0), "JPEG", 45),
        image_mark("RGB", (0, 0, 255), "JPEG", 55, exif=turned),
        image_mark("I;16", 32768, "PNG", 65),
    ]
    path = made(tmp_path, fonts, *marks, pages=2)
    image = picture(path)
    found = [at(image, x + 4, 12) for x in range(5, 70, 10)]
    expected = [(255, 0, 0), (255, 127, 127), (100,) * 3, (0, 0, 254), (254, 0, 0), (0, 0, 254), (128,) * 3]
    assert [pytest.approx(colour, abs=6) for colour in expected] == found
    with pikepdf.open(path) as file:
        images = [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert len(images) == len(marks) + 1, "each picture once, and one soft mask"


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib; sys.path.insert(0, 'tests'); import conftest, test_pdf as t;"
        "fonts = conftest.Fonts(conftest.font_file); folder = pathlib.Path(sys.argv[1]);"
        "t.made(folder, fonts, t.run(fonts, 'fredoka/regular', 'Bee', 5, 9, 9), t.box(1, 1, 9, 9, t.Solid(t.RED, .5)))"
    )
    seen = set()
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", script, str(folder)], env=environment, check=True)
        seen.add(hashlib.sha256((folder / "made.pdf").read_bytes()).hexdigest())
    assert len(seen) == 1


def test_font_measures_are_of_this_world(fonts: Fonts) -> None:
    font: Font = fonts["source-sans/regular"]
    assert font.upem == 1000 and 600 < font.cap_height < 720 and font.missing("aé→漢") == ["漢"]
    assert Affine(*translate(1, 2)).point(0, 0) == (1, 2)

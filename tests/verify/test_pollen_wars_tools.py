"""Pollen Wars as poppler, Ghostscript, qpdf and CairoSVG see it."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import cairosvg
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from beeprint import build, svg
from conftest import POLLEN_WARS

SHEETS = ("cards", "tokens", "field", "tiles", "boards")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = build.Options(("home-a4",), tmp_path_factory.mktemp("verify"))
    return build.build(build.check(POLLEN_WARS, options), options).target / "home-a4"


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", SHEETS)
def test_qpdf_poppler_and_ghostscript_take_the_file(made: Path, name: str) -> None:
    path = str(made / f"{name}.pdf")
    assert "No syntax or stream encoding errors" in said("qpdf", "--check", path)
    rows = said("pdffonts", path).splitlines()[2:]
    assert rows and all(row.split()[-5:-2] == ["yes", "yes", "yes"] for row in rows), rows
    assert len(said("pdfimages", "-list", path).splitlines()) == 2, "no raster in any sheet"
    assert (
        "error" not in said("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", path).lower()
    )


def test_poppler_finds_the_words(made: Path, checked: build.Checked) -> None:
    text = " ".join(said("pdftotext", str(made / "cards.pdf"), "-").split())
    for row in checked.game.decks["honey"].rows.rows:
        assert text.count(row.texts["pun"]) >= 1 or " " in row.texts["pun"]
        assert all(word in text for word in row.texts["pun"].split())


def off(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than 48 of 255, both averaged from 600 dpi to 75."""
    size = (max(1, one.width // 8), max(1, one.height // 8))
    small = [image.convert("RGB").resize(size, Image.Resampling.BOX) for image in (one, other)]
    loud = ImageChops.difference(*small).point(lambda value: 255 * (value > 48)).convert("L")
    return sum(loud.histogram()[1:]) / (size[0] * size[1])


def flat(image: Image.Image) -> Image.Image:
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image.convert("RGBA"))
    return white


@pytest.mark.parametrize(
    ("deck", "piece", "side"),
    [
        ("honey", "H01", "front"),
        ("jelly", "R14", "front"),
        ("jelly", "", "back"),
        ("field", "F01", "front"),
        ("forager", "forager-sky", "back"),
        ("ladybird", "L22", "front"),
        ("reference", "turn", "back"),
    ],
)
def test_two_svg_engines_agree_on_a_face(checked: build.Checked, deck: str, piece: str, side: str) -> None:
    text = svg.write(checked.faces[deck, piece, side].drawing, checked.fonts)
    resvg = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=600))))
    cairo = Image.open(io.BytesIO(cairosvg.svg2png(bytestring=text.encode(), dpi=600, output_width=resvg.width)))
    assert off(flat(resvg), flat(cairo).resize(resvg.size)) <= 0.001


def test_two_pdf_engines_agree_on_a_sheet_and_notice_a_moved_one(made: Path, tmp_path: Path) -> None:
    path = made / "tiles.pdf"
    said("pdftoppm", "-r", "600", "-f", "1", "-l", "1", "-png", str(path), str(tmp_path / "page"))
    poppler = Image.open(next(tmp_path.glob("page*.png"))).convert("RGB")
    with pypdfium2.PdfDocument(path) as document:
        pdfium = document[0].render(scale=600 / 72).to_pil().convert("RGB").resize(poppler.size)
    assert off(poppler, pdfium) <= 0.001
    assert off(poppler, ImageChops.offset(pdfium, 40, 0)) > 0.001

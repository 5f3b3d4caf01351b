"""Pollen Wars as poppler, Ghostscript and qpdf see it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.outputs.shared import Checked
from conftest import POLLEN_WARS
from engines import BY, DPI
from pixels import SHARE, off

SHEETS = ("cards", "tokens", "field", "tiles", "boards")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(profiles=("home-a4",), output=tmp_path_factory.mktemp("verify"))
    return pipeline.build(pipeline.check(POLLEN_WARS, options), options).target / "home-a4"


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


def test_poppler_finds_the_words(made: Path, checked: Checked) -> None:
    text = " ".join(said("pdftotext", str(made / "cards.pdf"), "-").split())
    for row in checked.game.decks["honey"].rows.rows:
        assert text.count(row.texts["pun"]) >= 1 or " " in row.texts["pun"]
        assert all(word in text for word in row.texts["pun"].split())


def test_two_pdf_engines_agree_on_a_sheet_and_notice_a_moved_one(made: Path, tmp_path: Path) -> None:
    path = made / "tiles.pdf"
    said("pdftoppm", "-r", str(DPI), "-f", "1", "-l", "1", "-png", str(path), str(tmp_path / "page"))
    poppler = Image.open(next(tmp_path.glob("page*.png"))).convert("RGB")
    with pypdfium2.PdfDocument(path) as document:
        pdfium = document[0].render(scale=DPI / 72).to_pil().convert("RGB").resize(poppler.size)
    assert off(poppler.reduce(BY), pdfium.reduce(BY)) <= SHARE
    assert off(poppler.reduce(BY), ImageChops.offset(pdfium, 40, 0).reduce(BY)) > SHARE

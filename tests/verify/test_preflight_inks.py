"""The inks that preflight adds up are those of Ghostscript's plates, at the place where there is most of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageMath

from beeprint.press.pdfcheck import checking
from beeprint.press.standard import Expected
from press_pdfs import INKS, inked
from verify.test_pdf_tools import said


def separated(path: Path, folder: Path) -> float:
    """Return the most ink of a dot of the first page within its bleed, in per cent, as Ghostscript separates it."""
    options = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dLastPage=1", "-dUseBleedBox=true", "-dPrintSpotCMYK=false"]
    said("gs", *options, "-sDEVICE=tiffsep", "-r300", f"-sOutputFile={folder / 'plate.tif'}", path)
    plates = sorted(folder.glob("plate(*.tif"))
    assert len(plates) >= 4
    total = None
    for plate in plates:
        with Image.open(plate) as image:
            ink = image.convert("L").point([255 - value for value in range(256)]).convert("I")
        total = (
            ink if total is None else ImageMath.lambda_eval(lambda args: args["one"] + args["two"], one=total, two=ink)
        )
    assert total is not None
    return total.getextrema()[1] / 2.55


@pytest.mark.parametrize("content", INKS)
def test_ghostscript_separates_the_same(tmp_path: Path, content: str) -> None:
    path = inked(tmp_path, content)
    report = checking.check(path, "a.pdf", "x4", replace(Expected("x4"), limit=1000))
    assert report.most_ink == pytest.approx(separated(path, tmp_path), abs=2)

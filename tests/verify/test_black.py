"""Black beside colours, on the plates that Ghostscript and MuPDF make: the colours go on beneath it.

Where they end at its edge, a press that is a tenth of a millimetre out of register prints a white rim.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from command import made
from verify.test_press_tools import PROCESS, SOME, ghostscript, mupdf

DOTS = 400
#: mm2 of black beside colours from which on a file is measured: the legs of a ladybird on white paper are less.
LEAST = 5.0
#: Those that are measured whole; of the others, some pieces.
CASES = [
    ("butine", "press-x4"),
    pytest.param("belle-of-the-ball", "press-x4", marks=pytest.mark.slow),
    pytest.param("eye-of-the-bee-holder", "press-x4", marks=pytest.mark.slow),
    pytest.param("a-nest-for-the-queen", "press-x4", marks=pytest.mark.slow),
    pytest.param("pollen-wars", "press-x4", marks=pytest.mark.slow),
    ("belle-of-the-ball", "drivethrucards"),
    pytest.param("pollen-wars", "drivethrucards", marks=pytest.mark.slow),
    pytest.param("eye-of-the-bee-holder", "press-x1a", marks=pytest.mark.slow),
    pytest.param("a-nest-for-the-queen", "european-offset", marks=pytest.mark.slow),
    pytest.param("pollen-wars", "punchboard", marks=pytest.mark.slow),
]


def _rims(inks: NDArray[np.float64]) -> tuple[int, int]:
    """Return how many pixels of solid black have a colour beside them, and how many of these have none beneath.

    Beside is the next pixel, 0.06 mm: beneath a line of 0.1 mm round a white figure, a colour goes on to its middle.
    """
    colours, black = inks[:, :, :3].sum(axis=2), inks[:, :, 3]
    reach = 1
    near = Image.fromarray(np.where((colours > 60) & (black < 50), 255, 0).astype(np.uint8))
    beside = (black > 90) & (np.asarray(near.filter(ImageFilter.MaxFilter(2 * reach + 1))) > 0)
    return int(beside.sum()), int((beside & (colours < 5)).sum())


@pytest.mark.parametrize(("game", "profile"), CASES)
def test_colours_go_on_beneath_the_black_beside_them(game: str, profile: str, tmp_path: Path) -> None:
    """Of the first, the middle and the last page of each file, less than 3 % of the black beside colours is bare."""
    only = ["--only", SOME[game] or ""] if profile == "drivethrucards" and SOME[game] else []
    made("build", game, "--profile", profile, "--output", str(tmp_path), *only)
    measured = 0
    for path in sorted(tmp_path.rglob("*.pdf")):
        with pikepdf.open(path) as pdf:
            count = len(pdf.pages)
        pages = sorted({1, (count + 1) // 2, count})
        gs = [
            np.stack([plates[name] for name in PROCESS], axis=-1)
            for page in pages
            for plates in ghostscript(path, DOTS, f"-dFirstPage={page}", f"-dLastPage={page}")
        ]
        for engine, seen in (
            ("Ghostscript", gs),
            ("MuPDF", [inks for page in pages for inks in mupdf(path, DOTS, page)]),
        ):
            beside, bare = np.sum([_rims(inks) for inks in seen], axis=0)
            if beside * (25.4 / DOTS) ** 2 >= LEAST:
                measured += 1
                assert bare < 0.03 * beside, (path.name, engine, bare, beside)
    assert measured

"""Pictures look the same in poppler, Ghostscript and CairoSVG as in resvg and pdfium."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import cairosvg
import pytest
from PIL import Image

from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from beeprint.sources.workspace import SHIPPED, Workspace
from test_bitmap import PICTURES, art, by_pdfium, by_resvg, corners, embedded, near

FONTS = Fonts(Workspace(SHIPPED).font_file)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PICTURES)
def test_every_engine_shows_the_picture(tmp_path: Path, name: str) -> None:
    drawing = svg.read(art(embedded(PICTURES[name][0])), "art.svg")
    wanted = corners(by_resvg(drawing, FONTS))
    by_pdfium(drawing, FONTS, tmp_path / "made.pdf")
    loss = 3 if name.startswith("jpeg") else 1
    commands = {
        "poppler": ["pdftoppm", "-r", "300", "-png", "-singlefile", "made.pdf", "poppler"],
        "Ghostscript": [
            *(
                "gs",
                "-q",
                "-dSAFER",
                "-dBATCH",
                "-dNOPAUSE",
                "-sDEVICE=png16m",
                "-r300",
                "-sOutputFile=Ghostscript.png",
            ),
            *("-dUseFastColor=true", "-sOutputFile=Ghostscript.png", "made.pdf"),
        ],
    }
    for engine, command in commands.items():
        subprocess.run(command, cwd=tmp_path, check=True)
        with Image.open(tmp_path / f"{engine}.png") as image:
            assert near(corners(image), wanted, loss), (engine, corners(image), wanted)
    data = cairosvg.svg2png(svg.write(drawing, FONTS).encode(), background_color="white")
    with Image.open(io.BytesIO(data)) as image:
        assert near(corners(image), wanted, loss), ("CairoSVG", corners(image), wanted)

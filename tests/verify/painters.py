"""Draw with engines that need system libraries, as engines.py does with those that are wheels."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import cairosvg
from PIL import Image

from engines import BY, DPI
from pixels import averaged


def by_cairo(text: str, width: int, height: int) -> Image.Image:
    """Return the averaged picture of an SVG document as CairoSVG draws it."""
    return averaged(cairosvg.svg2png(text.encode(), output_width=width * BY, output_height=height * BY), BY)


def by_poppler(path: Path) -> Iterator[Image.Image]:
    """Yield the averaged pictures of a PDF's pages as poppler draws them, one at a time as they come."""
    with subprocess.Popen(["pdftoppm", "-r", str(DPI), str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        while process.stdout.readline() == b"P6\n":
            width, height = map(int, process.stdout.readline().split())
            assert process.stdout.readline() == b"255\n"
            yield Image.frombytes("RGB", (width, height), process.stdout.read(width * height * 3)).reduce(BY)
    assert process.returncode == 0

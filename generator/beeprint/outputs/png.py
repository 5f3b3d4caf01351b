"""Write a drawing as a PNG picture.

resvg draws it: it is a wheel on every system, needs no font and gives the same pixels everywhere.
"""

from __future__ import annotations

import io
from pathlib import Path

import resvg_py
from PIL import Image

from beeprint import svg
from beeprint.drawing import Drawing
from beeprint.fonts import Fonts


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float) -> None:
    """Write the drawing at `dpi` dots to the inch on white, with the resolution noted in the file."""
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg.write(drawing, fonts), dpi=dpi, skip_system_fonts=True))
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.convert("RGBA").getchannel("A"))
        path.parent.mkdir(parents=True, exist_ok=True)
        ground.save(path, dpi=(dpi, dpi))

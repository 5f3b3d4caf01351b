"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from beeprint import raster, svg
from beeprint.drawing import Drawing
from beeprint.fonts import Fonts


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float) -> None:
    """Write the drawing at `dpi` dots to the inch on white, with the resolution noted in the file."""
    data = raster.draw(svg.write(drawing, fonts), dpi)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.convert("RGBA").getchannel("A"))
        path.parent.mkdir(parents=True, exist_ok=True)
        ground.save(path, dpi=(dpi, dpi))

"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from beeprint.draw import raster, svg
from beeprint.draw.drawing import Drawing
from beeprint.draw.fonts import Fonts


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False) -> None:
    """Write a drawing at `dpi` dots per inch, noted in the file; on white unless it is `cut` out."""
    data = raster.draw(svg.write(drawing, fonts), dpi)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        if cut:
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path, dpi=(dpi, dpi))
            return
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.convert("RGBA").getchannel("A"))
        path.parent.mkdir(parents=True, exist_ok=True)
        ground.save(path, dpi=(dpi, dpi))


def join(path: Path, columns: int, rows: int, width: int, height: int, cells: Mapping[int, Path]) -> None:
    """Join pictures of one size edge to edge and write them; `cells` are by place, row by row, empty ones white."""
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    for place, file in cells.items():
        with Image.open(file, formats=("PNG",)) as cell:
            whole.paste(cell, (place % columns * width, place // columns * height))
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.save(path)

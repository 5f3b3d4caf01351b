"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from beeprint.base.geometry import MM_PER_INCH, Rect, scale, translate
from beeprint.draw import layers
from beeprint.draw.drawing import Drawing, Symbol, group, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.shown import shown_part


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False) -> None:
    """Write a drawing as `encoded` returns it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(drawing, fonts, dpi, cut))


def encoded(drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False, noted: float = 0) -> bytes:
    """Return a drawing as a picture of `dpi` dots per inch, on white unless it is `cut` out.

    This resolution is noted in it, or `noted`.
    """
    shown = Drawing(drawing.box, shown_part(Symbol.of(drawing.marks), drawing.box).marks)
    image = layers.picture(shown, fonts, dpi)
    if not cut:
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.getchannel("A"))
        image = ground
    png = io.BytesIO()
    image.save(png, "PNG", dpi=(noted or dpi, noted or dpi))
    return png.getvalue()


def write_exact(path: Path, drawing: Drawing, fonts: Fonts, size: tuple[int, int], dpi: float) -> None:
    """Write a drawing on white as a picture of exactly so many pixels, in RGB; `dpi` is noted in it."""
    width, height = size
    box = drawing.box
    place = scale(width / box.width, height / box.height) @ translate(-box.x, -box.y)
    # A unit is a pixel, so that no fraction of one is left over at the edge.
    picture = Drawing(Rect(0, 0, width, height), (group([use(Symbol.of(drawing.marks))], place),))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(picture, fonts, MM_PER_INCH, noted=dpi))


def join(path: Path, columns: int, rows: int, width: int, height: int, cells: Mapping[int, Path]) -> None:
    """Join pictures of one size edge to edge and write them; `cells` are by place, row by row, empty ones white."""
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    for place, file in cells.items():
        with Image.open(file, formats=("PNG",)) as cell:
            whole.paste(cell, (place % columns * width, place // columns * height))
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.save(path)

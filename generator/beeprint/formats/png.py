"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops

from beeprint.base.colour import BLACK
from beeprint.base.geometry import MM_PER_INCH, Rect, path_box, scale, translate
from beeprint.draw import raster, svg
from beeprint.draw.drawing import Drawing, Group, Solid, Symbol, group, path_mark, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.shown import shown_part

#: A clip that bounds less of a picture than this costs less than a mask of the whole.
_MOST = 0.5


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False) -> None:
    """Write a drawing as `encoded` returns it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(drawing, fonts, dpi, cut))


def encoded(drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False, noted: float = 0) -> bytes:
    """Return a drawing as a picture of `dpi` dots per inch, on white unless it is `cut` out.

    This resolution is noted in it, or `noted`.
    """
    shown = Drawing(drawing.box, shown_part(Symbol.of(drawing.marks), drawing.box).marks)
    image = _pixels(shown, fonts, dpi)
    if not cut:
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.getchannel("A"))
        image = ground
    png = io.BytesIO()
    image.save(png, "PNG", dpi=(noted or dpi, noted or dpi))
    return png.getvalue()


def _pixels(drawing: Drawing, fonts: Fonts, dpi: float) -> Image.Image:
    """Return a drawing in RGBA; a clip that bounds nearly all of it, as a face's outline does, is laid on as a mask.

    A face of a deck is then drawn without it, in half the time, and the mask is drawn once for all of them.
    """
    *under, top = drawing.marks or (None,)
    if not isinstance(top, Group) or top.clip is None or top.opacity != 1:
        return _drawn(drawing, fonts, dpi)
    box, seen = drawing.box, top.transform.rect(path_box(top.clip)).intersection(drawing.box)
    if seen.width * seen.height < _MOST * box.width * box.height:
        return _drawn(drawing, fonts, dpi)
    inside = _drawn(Drawing(box, (group(top.marks, top.transform, piece=top.piece),)), fonts, dpi)
    outline = path_mark(top.clip, Solid(BLACK), even_odd=top.even_odd)
    mask = _mask(Drawing(box, (group([outline], top.transform),)), fonts, dpi)
    inside.putalpha(ImageChops.multiply(inside.getchannel("A"), mask))
    if not under:
        return inside
    ground = _drawn(Drawing(box, tuple(under)), fonts, dpi)
    ground.alpha_composite(inside)
    return ground


def _drawn(drawing: Drawing, fonts: Fonts, dpi: float) -> Image.Image:
    with Image.open(io.BytesIO(raster.draw(svg.write(drawing, fonts), dpi)), formats=("PNG",)) as image:
        return image.convert("RGBA")


@lru_cache(maxsize=8)
def _mask(drawing: Drawing, fonts: Fonts, dpi: float) -> Image.Image:
    return _drawn(drawing, fonts, dpi).getchannel("A")


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

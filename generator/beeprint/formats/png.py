"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from PIL import Image

from beeprint.base.geometry import MM_PER_INCH, Rect, scale, translate
from beeprint.draw import layers
from beeprint.draw.drawing import Drawing, Symbol, group, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.shown import shown_part

#: zlib's level without filters: more takes twice as long for a few hundredths less.
_LEVEL = 3
#: How many lines are packed at once.
_LINES = 64
#: How many times as large a file may be for the sake of time.
_MORE = 1.1


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
        image = _on_white(image)
    return packed(image, noted or dpi)


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image in RGBA as it looks on white, in RGB."""
    alpha = image.getchannel("A")
    if alpha.getextrema()[0] == 255:
        return image.convert("RGB")
    ground = Image.new("RGB", image.size, "white")
    ground.paste(image, mask=alpha)
    return ground


def packed(image: Image.Image, dpi: float = 0) -> bytes:
    """Return an image in RGB or RGBA as a PNG file, with a note of its dots per inch unless these are 0.

    PNG's filters foretell a pixel from its neighbours, which takes three times as long as packing what there is. Much
    art is smaller without them; a sample tells where it is.
    """
    bands = [
        image.crop((0, top, image.width, min(top + _LINES, image.height))) for top in range(0, image.height, _LINES)
    ]
    sample = Image.new(image.mode, (image.width, 2 * _LINES))
    for number in range(2):
        sample.paste(bands[len(bands) * (1 + number) // 3], (0, number * _LINES))
    if len(_unfiltered([sample])) > _MORE * len(_filtered(sample)):
        return _filtered(image, dpi)
    head = struct.pack(">2I5B", image.width, image.height, 8, {"RGB": 2, "RGBA": 6}[image.mode], 0, 0, 0)
    each = int(dpi / 0.0254 + 0.5)
    size = _chunk(b"pHYs", struct.pack(">2IB", each, each, 1)) if dpi else b""
    data = _chunk(b"IDAT", _unfiltered(bands))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + size + data + _chunk(b"IEND", b"")


def _filtered(image: Image.Image, dpi: float = 0) -> bytes:
    """Return an image as a PNG file with the filter for each line that Pillow chooses."""
    png = io.BytesIO()
    image.save(png, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return png.getvalue()


def _unfiltered(bands: Iterable[Image.Image]) -> bytes:
    """Return the pixels of bands, which lie below each other, packed as they are."""
    pack, parts = zlib.compressobj(_LEVEL), []
    for band in bands:
        lines, row = band.tobytes(), band.width * len(band.getbands())
        parts.append(pack.compress(b"".join(b"\0" + lines[at : at + row] for at in range(0, len(lines), row))))
    return b"".join([*parts, pack.flush()])


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


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
    _paste(whole, ((place % columns * width, place // columns * height, file) for place, file in cells.items()))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed(whole))


def write_over(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cells: Iterable[tuple[int, int, Path]]) -> None:
    """Write a drawing, a unit of which is a pixel, with pictures at their places over it; `dpi` is noted in it."""
    image = layers.picture(drawing, fonts, MM_PER_INCH).convert("RGB")
    _paste(image, cells)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed(image, dpi))


def _paste(whole: Image.Image, cells: Iterable[tuple[int, int, Path]]) -> None:
    for x, y, file in cells:
        with Image.open(file, formats=("PNG",)) as cell:
            whole.paste(cell, (x, y))

"""Write a drawing as a PNG picture."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from PIL import Image

from beeprint.base.geometry import MM_PER_INCH, Rect, scale, translate
from beeprint.drawing import layers
from beeprint.drawing.drawing import Drawing, Symbol, group, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import shown_part

#: A picture in memory.
Pixels = Image.Image
#: zlib's level without filters: more takes half as long again for a tenth less. Where most is blank it is worth it, as
#: art of so few edges would be smaller with filters otherwise.
_LEVEL, _BLANK_LEVEL = 3, 4
#: How many lines are packed at once.
_LINES = 64
#: How many times as large a file may be for the sake of time.
_MORE = 1.1
#: How many parts a sample has, and the most pixels across and down of each.
_PARTS, _ACROSS, _DOWN = 4, 200, 32
#: The most pixels of a side in TGA.
_MOST_TGA = 65_535
#: What is packed to less of its bytes than this is mostly blank.
_BLANK = 0.03


def write(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False) -> None:
    """Write a drawing as `encoded` returns it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(drawing, fonts, dpi, cut))


def encoded(drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False, noted: float = 0) -> bytes:
    """Return a drawing as a picture of `dpi` dots per inch, on white unless it is `cut` out.

    This resolution is noted in it, or `noted`.
    """
    return packed(drawn(drawing, fonts, dpi, cut), noted or dpi)


def drawn(drawing: Drawing, fonts: Fonts, dpi: float, cut: bool = False) -> Image.Image:
    """Return what a drawing shows in RGB on white, or in RGBA if it is `cut` out."""
    shown = Drawing(drawing.box, shown_part(Symbol.of(drawing.marks), drawing.box).marks)
    image = layers.picture(shown, fonts, dpi)
    if cut:
        return image if image.mode == "RGBA" else image.convert("RGBA")
    return _on_white(image)


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image in RGB or RGBA as it looks on white, in RGB."""
    if image.mode == "RGB":
        return image
    ground = Image.new("RGB", image.size, "white")
    ground.paste(image, mask=image)
    return ground


def packed(image: Image.Image, dpi: float = 0) -> bytes:
    """Return an image in RGB or RGBA as a PNG file, with a note of its dots per inch unless these are 0.

    PNG's filters foretell a pixel from its neighbours, which takes three times as long as packing what there is. Much
    art is smaller without them; a sample tells where it is.
    """
    sample = _sample(image)
    plain = len(_unfiltered([sample]))
    blank = plain < _BLANK * sample.width * sample.height * len(sample.getbands())
    if not blank and plain > _MORE * len(_filtered(sample)):
        return _filtered(image, dpi)
    bands = (
        image.crop((0, top, image.width, min(top + _LINES, image.height))) for top in range(0, image.height, _LINES)
    )
    head = struct.pack(">2I5B", image.width, image.height, 8, {"RGB": 2, "RGBA": 6}[image.mode], 0, 0, 0)
    each = int(dpi / 0.0254 + 0.5)
    size = _chunk(b"pHYs", struct.pack(">2IB", each, each, 1)) if dpi else b""
    data = _chunk(b"IDAT", _unfiltered(bands, _BLANK_LEVEL if blank else _LEVEL))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + size + data + _chunk(b"IEND", b"")


def _sample(image: Image.Image) -> Image.Image:
    """Return parts of an image below each other, from its upper left to its lower right."""
    across, down = min(image.width, _ACROSS), min(image.height, _DOWN)
    sample = Image.new(image.mode, (across, _PARTS * down))
    for number in range(_PARTS):
        left, top = (room * (1 + number) // (1 + _PARTS) for room in (image.width - across, image.height - down))
        sample.paste(image.crop((left, top, left + across, top + down)), (0, number * down))
    return sample


def _filtered(image: Image.Image, dpi: float = 0) -> bytes:
    """Return an image as a PNG file with the filter for each line that Pillow chooses."""
    png = io.BytesIO()
    image.save(png, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return png.getvalue()


def _unfiltered(bands: Iterable[Image.Image], level: int = _LEVEL) -> bytes:
    """Return the pixels of bands, which lie below each other, packed as they are."""
    pack = zlib.compressobj(level)
    # Before each line stands the number of its filter, 0. Pillow fills lines up with zeros to a given length, and so
    # gives each line the number of the next one; the last zero is one too many.
    lines, parts = b"\0", []
    for band in bands:
        parts.append(pack.compress(lines))
        lines = band.tobytes("raw", band.mode, len(band.getbands()) * band.width + 1)
    return b"".join([*parts, pack.compress(lines[:-1]), pack.flush()])


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


def cell(image: Image.Image) -> bytes:
    """Return an image in RGB or RGBA as a file for pictures of many of them, which `join` and `write_over` read.

    Runs of one colour, as TGA has them, take half the time of PNG. A longer side than TGA can have is left to PNG.
    """
    if max(image.size) > _MOST_TGA:
        return packed(image)
    file = io.BytesIO()
    image.save(file, "TGA", compression="tga_rle")
    return file.getvalue()


def join(path: Path, columns: int, rows: int, width: int, height: int, cells: Mapping[int, Path]) -> None:
    """Join pictures of one size edge to edge and write them; `cells` are by place, row by row, empty ones white."""
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    _paste(whole, ((place % columns * width, place // columns * height, file) for place, file in cells.items()))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed(whole))


def write_over(path: Path, drawing: Drawing, fonts: Fonts, dpi: float, cells: Iterable[tuple[int, int, Path]]) -> None:
    """Write a drawing, a unit of which is a pixel, with pictures at their places over it; `dpi` is noted in it."""
    image = _on_white(layers.picture(drawing, fonts, MM_PER_INCH))
    _paste(image, cells)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed(image, dpi))


def _paste(whole: Image.Image, cells: Iterable[tuple[int, int, Path]]) -> None:
    for x, y, file in cells:
        with Image.open(file, formats=("PNG", "TGA")) as image:
            whole.paste(image, (x, y))

"""Picture formats: what a file holds decides, not its name; each shows the same picture as a PNG of it."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from beeprint.base.colour import BLACK
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import bitmap, svg
from beeprint.drawing.drawing import ImageMark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.picture_formats import ENDINGS, READ, format_of, webp_size
from beeprint.face.picture import Pictures
from beeprint.sources.workspace import Workspace
from test_bitmap import BLUE, CORNERS, GREEN, GREY, RED, art, corners, embedded, near, photo

Image.init()
needs_avif = pytest.mark.skipif("AVIF" not in Image.SAVE, reason="Pillow before 11.3")


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    data = io.BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def seen_in_part() -> Image.Image:
    """Return the photo with its lower right quarter transparent."""
    image = photo().convert("RGBA")
    image.paste((0, 0, 0, 0), (16, 16, 32, 32))
    return image


def as_palette() -> Image.Image:
    return photo().quantize(8)


def turned(value: int) -> Image.Exif:
    tags = Image.Exif()
    tags[0x0112] = value
    return tags


def moving(form: str) -> bytes:
    return saved(photo(), form, save_all=True, append_images=[photo().rotate(90)], duration=100)


def deep() -> bytes:
    """Return a TIFF of 16 bits, grey from left to right."""
    samples = b"".join(struct.pack("<H", x * 2048 + 255) for _ in range(32) for x in range(32))
    return saved(Image.frombytes("I;16", (32, 32), samples), "TIFF")


#: Pictures of the four corners, with how far colours may be off and the corners where they are not those.
FILES: dict[str, tuple[bytes, int, tuple[object, ...]]] = {
    "webp": (saved(photo(), "WEBP", quality=95), 24, CORNERS),
    "webp without loss": (saved(photo(), "WEBP", lossless=True), 0, CORNERS),
    "webp that moves": (moving("WEBP"), 24, CORNERS),
    "tiff": (saved(photo(), "TIFF"), 0, CORNERS),
    "tiff in lzw": (saved(photo(), "TIFF", compression="tiff_lzw"), 0, CORNERS),
    "tiff of palette": (saved(as_palette(), "TIFF"), 3, CORNERS),
    "tiff in cmyk": (saved(photo().convert("CMYK"), "TIFF"), 3, CORNERS),
    "tiff of two pages": (saved(photo(), "TIFF", save_all=True, append_images=[photo().rotate(90)]), 0, CORNERS),
    "tiff on its head": (saved(photo(), "TIFF", exif=turned(3)), 0, (GREY, BLUE, GREEN, RED)),
    "tiff on its side": (saved(photo(), "TIFF", exif=turned(6)), 0, (BLUE, RED, GREY, GREEN)),
    "webp on its side": (saved(photo(), "WEBP", lossless=True, exif=turned(6)), 0, (BLUE, RED, GREY, GREEN)),
    "bmp": (saved(photo(), "BMP"), 0, CORNERS),
    "bmp of palette": (saved(as_palette(), "BMP"), 3, CORNERS),
    "gif": (saved(as_palette(), "GIF"), 3, CORNERS),
    "gif that moves": (moving("GIF"), 3, CORNERS),
}


def opened(tmp_path: Path, data: bytes, file: str = "bee.png") -> ImageMark:
    (tmp_path / "art").mkdir(exist_ok=True)
    (tmp_path / "art" / file).write_bytes(data)
    pictures = Pictures(Workspace(tmp_path), Fonts(lambda key: tmp_path / "none.ttf"))
    [mark] = pictures.get(file.rpartition(".")[0], BLACK, Place("card.yaml"), "").symbol.marks
    assert isinstance(mark, ImageMark)
    return mark


@pytest.mark.parametrize("name", FILES)
def test_a_picture_shows_the_same_in_every_format_whatever_its_name(tmp_path: Path, name: str) -> None:
    data, by, expected = FILES[name]
    mark = opened(tmp_path, data)
    shown = Image.open(io.BytesIO(mark.data))
    assert (shown.format, mark.mime, shown.size) == ("PNG", "image/png", (32, 32))
    assert near(corners(shown), expected, by)  # type: ignore[arg-type]


@needs_avif
def test_an_avif_is_read_and_lies_as_it_should(tmp_path: Path) -> None:
    assert near(corners(Image.open(io.BytesIO(opened(tmp_path, saved(photo(), "AVIF", quality=95)).data))), CORNERS, 30)
    side = saved(photo(), "AVIF", quality=95, exif=turned(6))
    colours = corners(Image.open(io.BytesIO(opened(tmp_path, side, "side.avif").data)))
    assert near(colours, (BLUE, RED, GREY, GREEN), 30)


@pytest.mark.parametrize("form", ["WEBP", "TIFF", "GIF"])
def test_what_is_transparent_stays_so(tmp_path: Path, form: str) -> None:
    image = seen_in_part()
    image = image.quantize(16) if form == "GIF" else image
    more = {"WEBP": {"lossless": True}, "GIF": {"transparency": image.getpixel((31, 31))}, "TIFF": {}}[form]
    shown = Image.open(io.BytesIO(opened(tmp_path, saved(image, form, **more)).data)).convert("RGBA")
    assert [shown.getpixel(at)[3] for at in ((2, 2), (30, 2), (2, 30), (30, 30))] == [255, 255, 255, 0]


def test_a_tiff_of_16_bits_keeps_the_upper_8(tmp_path: Path) -> None:
    shown = Image.open(io.BytesIO(opened(tmp_path, deep()).data))
    assert (shown.mode, [shown.getpixel((x, 0)) for x in (0, 1, 31)]) == ("L", [0, 8, 248])


@pytest.mark.parametrize("ending", [*ENDINGS, ".WEBP", ".TIF"])
def test_a_picture_is_found_by_each_ending(tmp_path: Path, ending: str) -> None:
    assert opened(tmp_path, FILES["webp without loss"][0], f"bee{ending}").mime == "image/png"


def test_every_format_that_is_read_has_a_sample_here() -> None:
    kinds = {format_of(data) for data, _, _ in FILES.values()}
    assert kinds | {"PNG", "JPEG", "AVIF"} == set(READ)


OTHERS = {
    b"8BPS\0\1": "it is a Photoshop document, which is a program's working file\n    hint: save it again as PNG",
    b"\0\0\0\x18ftypheic\0\0\0\0mif1heic": "it is an HEIC photo, which needs a decoder that beeprint does not have",
    b"%PDF-1.7": "it is a PDF or Illustrator document, which is not an SVG drawing\n    hint: save it again as SVG",
    b"%!PS-Adobe-3.0 EPSF-3.0": "it is a PostScript drawing, which is not an SVG drawing",
    b"\x1f\x8b\x08": "it is a compressed file, which is not plain SVG",
    b"<svg xmlns='http://www.w3.org/2000/svg'/>": "save it again as a file that ends in .svg",
    b"<!DOCTYPE html><html>": "it is a web page, which is not a picture: the download went wrong",
    b"\xff\x0a": "it is a JPEG XL picture",
    b"neither": "it is not a picture in a format that beeprint reads\n    hint: save it again as PNG or JPEG",
}


@pytest.mark.parametrize("data", OTHERS)
def test_another_format_is_named_by_what_the_file_holds(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(BuildError) as caught:
        opened(tmp_path, data)
    assert OTHERS[data] in str(caught.value)


def bombs() -> dict[str, bytes]:
    """Return small files that declare more pixels than any picture may have."""
    webp = bytearray(FILES["webp without loss"][0])
    webp[21:25] = (16382 | 16382 << 14).to_bytes(4, "little")
    bmp = bytearray(FILES["bmp"][0])
    bmp[18:26] = struct.pack("<ii", 40_000, 40_000)
    gif = bytearray(FILES["gif"][0])
    gif[6:10] = struct.pack("<HH", 65_000, 65_000)
    tags = ((256, 60_000), (257, 60_000), (258, 1), (259, 1), (262, 1), (273, 8), (277, 1), (278, 60_000), (279, 8))
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return {
        "webp": bytes(webp),
        "bmp": bytes(bmp),
        "gif": bytes(gif),
        "tiff": b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4),
    }


@pytest.mark.parametrize("name", bombs())
def test_a_picture_of_too_many_pixels_is_refused_unread(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bitmap, "_load", lambda image: pytest.fail("it was decoded"))
    with pytest.raises(BuildError, match=rf"it has .*more than {28 if name == 'webp' else 72},000,000"):
        opened(tmp_path, bombs()[name])


def test_a_large_picture_in_cmyk_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(Image.new("CMYK", (6_000, 9_700)), "TIFF", compression="tiff_lzw")
    monkeypatch.setattr(bitmap, "_load", lambda image: pytest.fail("it was decoded"))
    with pytest.raises(BuildError, match="it has 58,200,000 pixels in CMYK, more than 58,000,000"):
        opened(tmp_path, data)


def test_what_a_webp_declares_is_told_without_opening_it() -> None:
    assert bitmap.pixels(bombs()["webp"]) == 16_383 * 16_383  # its decoder would take 2 GB


@pytest.mark.parametrize("options", [{"quality": 90}, {"lossless": True}, {"quality": 90, "exif": turned(1)}])
def test_the_size_of_a_webp_is_known_before_it_is_opened(options: dict[str, object]) -> None:
    assert webp_size(saved(Image.new("RGB", (123, 45)), "WEBP", **options)) == (123, 45)


def test_pictures_inside_svg_may_have_the_same_formats() -> None:
    data = FILES["webp without loss"][0]
    [mark] = svg.read(art(embedded(data).replace("image/jpeg", "image/webp")), "art.svg").marks
    assert isinstance(mark, ImageMark)
    assert near(corners(Image.open(io.BytesIO(mark.data))), CORNERS, 0)


def test_no_format_is_loaded_that_no_picture_has() -> None:
    code = "import sys, beeprint.drawing.bitmap; print([name for name in sys.modules if name.endswith('ImagePlugin')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"

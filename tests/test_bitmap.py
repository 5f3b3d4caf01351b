"""Pictures: whatever a PNG or JPEG says, SVG and PDF show the same upright picture in its own colours."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from pathlib import Path
from urllib.parse import quote

import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageCms
from PIL.TiffImagePlugin import ImageFileDirectory_v2

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import bitmap, svg
from beeprint.drawing.drawing import Drawing, ImageMark, walk
from beeprint.drawing.fonts import Fonts
from beeprint.face.picture import Pictures
from beeprint.formats.pdf import Info, Page, write
from beeprint.sources.workspace import Workspace

RED, GREEN, BLUE, GREY = (213, 34, 30), (16, 158, 60), (20, 60, 200), (128, 128, 128)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
#: The corners of the picture: top left, top right, bottom left, bottom right.
CORNERS = (RED, GREEN, BLUE, GREY)
SIDE = 32
PIXELS = [CORNERS[2 * (y >= SIDE // 2) + (x >= SIDE // 2)] for y in range(SIDE) for x in range(SIDE)]
Colours = tuple[tuple[int, int, int], ...]


def photo() -> Image.Image:
    image = Image.new("RGB", (SIDE, SIDE))
    image.putdata(PIXELS)
    return image


def jpeg(image: Image.Image, **options: object) -> bytes:
    data = io.BytesIO()
    image.save(data, "JPEG", **({"quality": 95, "subsampling": 0} | options))
    return data.getvalue()


def png(kind: int, depth: int, pixels: list[tuple[int, ...]], interlaced: bool = False, **chunks: bytes) -> bytes:
    """Return a PNG of 32 x 32 pixels written by hand: Pillow writes neither all depths nor interlaced ones."""

    def chunk(name: str, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name.encode() + body + struct.pack(">I", zlib.crc32(name.encode() + body))

    def row(y: int, xs: range) -> bytes:
        bits = "".join(f"{sample:0{depth}b}" for x in xs for sample in pixels[y * SIDE + x])
        bits += "0" * (-len(bits) % 8)
        return b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")

    adam = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    passes = adam if interlaced else [(0, 0, 1, 1)]
    body = b"".join(row(y, range(x0, SIDE, dx)) for x0, y0, dx, dy in passes for y in range(y0, SIDE, dy))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, depth, kind, 0, 0, interlaced)
    parts = [("IHDR", head), *chunks.items(), ("IDAT", zlib.compress(body)), ("IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, content) for name, content in parts)


def quarters(*samples: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return pixels with these samples in the four quarters."""
    return [samples[CORNERS.index(pixel)] for pixel in PIXELS]


def orientation(value: int) -> bytes:
    tags = Image.Exif()
    tags[0x0112] = value
    return tags.tobytes()


def exif_jpeg(value: int) -> bytes:
    """Return a JPEG that looks like the picture where its orientation is minded."""
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's transpositions that undo each
    stored = photo().transpose(Image.Transpose(back[value]))
    return jpeg(stored, exif=orientation(value))


def swapped() -> bytes:
    """Return a colour profile of which red and green have changed places."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for at in range(132, 132 + 12 * int.from_bytes(profile[128:132], "big"), 12):
        name = bytes(profile[at : at + 4])
        profile[at : at + 4] = {b"rXYZ": b"gXYZ", b"gXYZ": b"rXYZ"}.get(name, name)
    return bytes(profile)


def inverted(image: Image.Image) -> list[Image.Image]:
    return [band.point(lambda value: 255 - value) for band in image.split()]


def ycck() -> bytes:
    """Return a JPEG of four inks as Photoshop saves them: inverted, as luminance, two chrominances and black."""
    negative = Image.merge("RGB", inverted(photo()))
    plain = jpeg(Image.merge("CMYK", [*inverted(negative.convert("YCbCr")), Image.new("L", (SIDE, SIDE))]))
    at = plain.index(b"Adobe") + 11
    assert plain[at] == 0  # Pillow marks the channels as inks; what they hold here is luminance and chrominance
    return plain[:at] + b"\2" + plain[at + 1 :]


GREY_8 = quarters((40,), (200,), (90,), (150,))
GREYS: Colours = ((40, 40, 40), (200, 200, 200), (90, 90, 90), (150, 150, 150))
PLTE = bytes(part for colour in CORNERS for part in colour)
INDEX = quarters((0,), (1,), (2,), (3,))
COLOUR_8 = quarters(*CORNERS)
CLEAR: Colours = (RED, WHITE, BLUE, GREY)
DEEP = quarters(*(tuple(part * 257 for part in colour) for colour in CORNERS))

PICTURES: dict[str, tuple[bytes, Colours]] = {
    "png colour": (png(2, 8, COLOUR_8), CORNERS),
    "png colour interlaced": (png(2, 8, COLOUR_8, True), CORNERS),
    "png colour with one clear": (png(2, 8, COLOUR_8, tRNS=struct.pack(">3H", *GREEN)), CLEAR),
    "png colour and alpha": (png(6, 8, quarters(*((*c, 0 if c == GREEN else 255) for c in CORNERS))), CLEAR),
    "png half clear": (
        png(6, 8, quarters(*((*c, 128) for c in CORNERS))),
        tuple(tuple(round(part * 128 / 255 + 127) for part in c) for c in CORNERS),  # type: ignore[misc]
    ),
    "png 16 bit": (png(2, 16, DEEP), CORNERS),
    "png 16 bit and alpha": (png(6, 16, [(*p, 0 if p[1] == 158 * 257 else 65535) for p in DEEP]), CLEAR),
    "png grey": (png(0, 8, GREY_8), GREYS),
    "png grey with one clear": (
        png(0, 8, GREY_8, tRNS=struct.pack(">H", 200)),
        (GREYS[0], WHITE, GREYS[2], GREYS[3]),
    ),
    "png grey and alpha": (png(4, 8, [(*p, 255 * (p[0] < 200)) for p in GREY_8]), (GREYS[0], WHITE, *GREYS[2:])),
    "png grey 16 bit": (png(0, 16, [(p[0] * 257 + 3,) for p in GREY_8]), GREYS),
    "png grey 16 bit with one clear": (
        png(0, 16, [(p[0] * 257,) for p in GREY_8], tRNS=struct.pack(">H", 200 * 257)),
        (GREYS[0], WHITE, GREYS[2], GREYS[3]),
    ),
    "png grey 16 bit, one nearly clear": (
        png(0, 16, [(p[0] * 257,) for p in GREY_8], tRNS=struct.pack(">H", 200 * 257 + 1)),
        GREYS,
    ),
    "png grey 4 bit with one clear": (
        png(0, 4, quarters((1,), (4,), (9,), (15,)), tRNS=struct.pack(">H", 4)),
        ((17, 17, 17), WHITE, (153, 153, 153), WHITE),
    ),
    "png grey 2 bit": (
        png(0, 2, quarters((0,), (1,), (2,), (3,)), True),
        (BLACK, (85, 85, 85), (170, 170, 170), WHITE),
    ),
    "png 1 bit": (png(0, 1, quarters((0,), (1,), (1,), (0,))), (BLACK, WHITE, WHITE, BLACK)),
    "png 1 bit interlaced": (png(0, 1, quarters((0,), (1,), (1,), (0,)), True), (BLACK, WHITE, WHITE, BLACK)),
    "png 1 bit, black clear": (png(0, 1, quarters((0,), (1,), (1,), (0,)), tRNS=b"\0\0"), (WHITE,) * 4),
    "png palette": (png(3, 8, INDEX, PLTE=PLTE), CORNERS),
    "png palette 2 bit": (png(3, 2, INDEX, True, PLTE=PLTE), CORNERS),
    "png palette with clear ones": (png(3, 4, INDEX, PLTE=PLTE, tRNS=b"\xff\0"), CLEAR),
    "png turned": (png(2, 8, quarters(BLUE, RED, GREY, GREEN), eXIf=orientation(6)[6:]), (GREY, BLUE, GREEN, RED)),
    "png with gamma 1": (
        png(2, 8, quarters(*[(55, 0, 255)] * 4), gAMA=struct.pack(">I", 100000)),
        ((127, 0, 255),) * 4,
    ),
    "png with the usual gamma": (png(2, 8, COLOUR_8, gAMA=struct.pack(">I", 45455)), CORNERS),
    "jpeg": (jpeg(photo()), CORNERS),
    "jpeg progressive": (jpeg(photo(), progressive=True), CORNERS),
    "jpeg with less colour": (jpeg(photo(), subsampling=2), CORNERS),
    "jpeg grey": (jpeg(photo().convert("L")), tuple((v, v, v) for v in (87, 104, 64, 128))),
    "jpeg in inks": (jpeg(photo().convert("CMYK")), CORNERS),
    "jpeg in inks as Photoshop saves it": (ycck(), CORNERS),
    "jpeg with red, green and blue": (jpeg(photo(), keep_rgb=True), CORNERS),
    "jpeg in a space of its own": (jpeg(photo(), icc_profile=swapped()), ()),
    "png in a space of its own": (png(2, 8, COLOUR_8, iCCP=b"x\0\0" + zlib.compress(swapped())), ()),
    "jpeg that says sRGB": (
        jpeg(photo(), icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()),
        CORNERS,
    ),
    **{f"jpeg turned {value}": (exif_jpeg(value), CORNERS) for value in range(2, 9)},
}
KEPT = {
    *("png colour", "png colour interlaced", "png palette", "png grey", "png 1 bit", "png with the usual gamma"),
    *("png palette with clear ones", "jpeg", "jpeg progressive", "jpeg grey", "jpeg that says sRGB"),
}


def art(href: str, more: str = 'x="0" y="0" width="20" height="20"', page: str = "0 0 20 20") -> str:
    """Return a picture of 20 x 20 mm that holds one."""
    _, _, width, height = page.split()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}mm" '
        f'height="{height}mm" viewBox="{page}">\n<image {more} xlink:href="{href}"/></svg>'
    )


def embedded(data: bytes) -> str:
    mime = "image/png" if data[:1] == b"\x89" else "image/jpeg"
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


def corners(image: Image.Image) -> Colours:
    at = [(x * image.width // 4, y * image.height // 4) for y in (1, 3) for x in (1, 3)]
    return tuple(image.convert("RGB").getpixel(place) for place in at)  # type: ignore[misc]


def by_resvg(drawing: Drawing, fonts: Fonts) -> Image.Image:
    text = svg.write(drawing, fonts)
    data = resvg_py.svg_to_bytes(svg_string=text, dpi=96, background="#ffffff", skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data)))


def by_pdfium(drawing: Drawing, fonts: Fonts, path: Path) -> Image.Image:
    box = drawing.box
    write(path, [Page(drawing, box, box)], fonts, Info("A title", "", "", "beeprint test"), "")
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=4).to_pil()


def near(colours: Colours, other: Colours, by: int) -> bool:
    pairs = [pair for a, b in zip(colours, other, strict=True) for pair in zip(a, b, strict=True)]
    return all(abs(a - b) <= by for a, b in pairs)


@pytest.mark.parametrize("name", PICTURES)
def test_svg_and_pdf_show_the_picture(fonts: Fonts, tmp_path: Path, name: str) -> None:
    data, expected = PICTURES[name]
    drawing = svg.read(art(embedded(data)), "art.svg")
    shown = corners(by_resvg(drawing, fonts))
    printed = corners(by_pdfium(drawing, fonts, tmp_path / "made.pdf"))
    loss = 8 if name.startswith("jpeg") else 1
    if expected:
        assert near(shown, expected, loss), shown
        assert near(printed, expected, loss), printed
    assert near(shown, printed, 3 if name.startswith("jpeg") else 1), (shown, printed)
    if name in KEPT:
        assert pictures(drawing) == [data]


def pictures(drawing: Drawing) -> list[bytes]:
    return [mark.data for mark, _ in walk(drawing.marks) if isinstance(mark, ImageMark)]


@pytest.mark.parametrize("name", ["jpeg in a space of its own", "png in a space of its own"])
def test_a_colour_profile_is_minded_once(fonts: Fonts, name: str) -> None:
    made = corners(by_resvg(svg.read(art(embedded(PICTURES[name][0])), "art.svg"), fonts))
    # Of a profile whose red is green, what the file calls red is green to see, and the other way round.
    assert made[0][1] > 180 > 90 > made[0][0]
    assert made[1][0] > 120 > 90 > made[1][1]
    assert b"ICC_PROFILE" not in pictures(svg.read(art(embedded(PICTURES[name][0])), "art.svg"))[0]


def test_a_jpeg_that_needs_nothing_goes_into_the_pdf_as_it_is(fonts: Fonts, tmp_path: Path) -> None:
    data = PICTURES["jpeg progressive"][0]
    by_pdfium(svg.read(art(embedded(data)), "art.svg"), fonts, tmp_path / "made.pdf")
    with pikepdf.open(tmp_path / "made.pdf") as pdf:
        images = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Width" in thing]
        assert [(str(thing["/Filter"]), thing.read_raw_bytes()) for thing in images] == [("/DCTDecode", data)]


def test_a_picture_file_that_stands_on_its_side_lies_as_it_should(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    tall = photo().resize((64, 32)).transpose(Image.Transpose.ROTATE_90)
    (tmp_path / "art" / "bee.jpg").write_bytes(jpeg(tall, exif=orientation(6)))
    picture = Pictures(Workspace(tmp_path), Fonts(Path)).get("bee", Colour(0, 0, 0), Place("game.yaml"), "")
    assert (picture.pixels, picture.box) == (64, Rect(0, 0, 6.4, 3.2))
    with Image.open(io.BytesIO(pictures(Drawing(picture.box, picture.symbol.marks))[0])) as image:
        assert image.size == (64, 32)
        assert near(corners(image), CORNERS, 8)


# How an image element is fitted; a picture of 32 x 32 in a box of 30 x 10, on a page of 40 x 20.
FITS = [
    ("none", Rect(5, 5, 30, 10), Rect(5, 5, 30, 10)),
    ("", Rect(15, 5, 10, 10), Rect(15, 5, 10, 10)),
    ("xMinYMin meet", Rect(5, 5, 10, 10), Rect(5, 5, 10, 10)),
    ("xMaxYMid", Rect(25, 5, 10, 10), Rect(25, 5, 10, 10)),
    ("xMidYMax slice", Rect(5, -15, 30, 30), Rect(5, 5, 30, 10)),
    ("xMidYMin slice", Rect(5, 5, 30, 30), Rect(5, 5, 30, 10)),
]


@pytest.mark.parametrize(("how", "box", "seen"), FITS)
def test_a_picture_is_fitted_as_resvg_fits_it(fonts: Fonts, how: str, box: Rect, seen: Rect) -> None:
    more = f'x="5" y="5" width="30" height="10" preserveAspectRatio="{how}"'
    text = art(embedded(PICTURES["png colour"][0]), more if how else more.partition(" pres")[0], "0 0 40 20")
    drawing = svg.read(text, "art.svg")
    assert [mark.box for mark, _ in walk(drawing.marks) if isinstance(mark, ImageMark)] == [box]
    ours, theirs = (
        Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=form, width=400, background="#ffffff", dpi=96))))
        for form in (svg.write(drawing, fonts), text)
    )
    different = ImageChops.difference(ours.convert("RGB"), theirs.convert("RGB")).convert("L")
    assert max(different.tobytes()) <= 2
    painted = ImageChops.invert(ours.convert("RGB")).getbbox()
    wanted = [10 * part for part in (seen.x, seen.y, seen.right, seen.bottom)]
    assert painted is not None and all(abs(a - b) <= 1 for a, b in zip(painted, wanted, strict=True))


def test_a_picture_without_a_size_has_that_of_its_pixels() -> None:
    data = embedded(PICTURES["png colour"][0])
    for more, size in (("", (32, 32)), ('width="8"', (8, 8)), ('height="16"', (16, 16))):
        (mark,) = svg.read(art(data, more), "art.svg").marks
        assert isinstance(mark, ImageMark)
        assert (mark.box.width, mark.box.height) == size


PNG = PICTURES["png palette"][0]
BASE = base64.b64encode(PNG).decode()
URIS = {
    "plain": f"data:image/png;base64,{BASE}",
    "a charset": f"data:image/png;charset=utf-8;base64,{BASE}",
    "upper case": f"DATA:IMAGE/PNG;BASE64,{BASE}",
    "lines": "data:image/png;base64,\n  " + "\n ".join(BASE[at : at + 60] for at in range(0, len(BASE), 60)),
    "escapes in base64": f"data:image/png;base64,{quote(BASE, safe='')}",
    "no padding": f"data:image/png;base64,{BASE.rstrip('=')}",
    "bytes as escapes": f"data:image/png,{quote(PNG, safe='')}",
    "no type": f"data:;base64,{BASE}",
    "the wrong type": f"data:image/jpeg;base64,{BASE}",
}


@pytest.mark.parametrize("name", URIS)
def test_a_data_uri_is_read_however_it_is_written(name: str) -> None:
    assert pictures(svg.read(art(URIS[name]), "art.svg")) == [PNG]


def test_a_jpeg_may_be_called_jpg() -> None:
    data = PICTURES["jpeg"][0]
    assert pictures(svg.read(art(embedded(data).replace("jpeg", "jpg", 1)), "art.svg")) == [data]


COMMON, SPOILT = PICTURES["png colour"][0], b"\x89PNG\r\n\x1a\nno more"
REFUSED = {
    "../secret.png": "refers to '../secret.png' outside the file\n    hint: put it beside",
    "file:///etc/passwd": "refers to 'file:///etc/passwd' outside the file\n    hint: put it beside",
    "https://example.com/a.png": "refers to 'https://example.com/a.png' outside the file\n    hint: put it beside",
    "": "refers to no picture\n    hint: put it beside",
    "#bee": "refers to '#bee' outside the file\n    hint: put it beside",
    "data:image/svg+xml;base64,AAAA": "of type image/svg+xml is not supported; embed it as PNG or JPEG",
    "data:image/gif;base64,R0lGODlh": "it is a damaged GIF file, or of a kind that is not read",
    "data:image/png;base64": "its data URI has no comma",
    "data:image/png,%zz": "its data URI contains a stray %",
    "data:image/png;base64,A*==": "the embedded picture cannot be read",
    embedded(b"GIF89a"): "it is a damaged GIF file, or of a kind that is not read",
    embedded(SPOILT): "it is a damaged PNG file, or of a kind that is not read",
    embedded(b"no picture"): "it is not a picture in a format that beeprint reads",
    embedded(COMMON[: len(COMMON) // 2]): "it is damaged or incomplete",
    embedded(COMMON[:60] + b"xxxx" + COMMON[64:]): "it is damaged or incomplete",
    embedded(PICTURES["jpeg"][0][:-60]): "it is damaged or incomplete",
    embedded(png(2, 16, DEEP, tRNS=struct.pack(">3H", 1, 2, 3))): "16 bits per sample and a transparent colour",
    embedded(jpeg(photo(), icc_profile=b"no profile at all")): "its colour profile cannot be read; save it in sRGB",
}


@pytest.mark.parametrize("href", REFUSED)
def test_a_picture_that_cannot_be_read_says_why_and_where(href: str) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(href), "art.svg")
    assert str(caught.value).startswith("art.svg:2:1: error: image")
    assert REFUSED[href] in str(caught.value)


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded() -> None:
    data = bytearray(COMMON)
    data[16:24] = struct.pack(">II", 6000, 5000)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    with pytest.raises(BuildError, match="it has 30,000,000 pixels, more than 20,000,000"):
        svg.read(art(embedded(bytes(data))), "art.svg")


def test_a_tag_that_is_cut_off_is_no_trouble(fonts: Fonts) -> None:
    data = jpeg(photo(), exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x09\0\0\xff\xff")
    assert near(corners(by_resvg(svg.read(art(embedded(data)), "art.svg"), fonts)), CORNERS, 8)


@pytest.mark.parametrize("key", ["gamma", "icc_profile", "transparency", "xmp", "exif"])
@pytest.mark.parametrize("kind", ["tEXt", "zTXt", "iTXt"])
def test_a_text_is_none_of_what_a_picture_says_of_itself(key: str, kind: str) -> None:
    text = {"tEXt": b"abcd", "zTXt": b"\0" + zlib.compress(b"abcd"), "iTXt": b"\0\0\0\0abcd"}[kind]
    data = png(2, 8, PIXELS, **{kind: key.encode() + b"\0" + text})
    assert bitmap.normal(data) == bitmap.Bitmap(data, "image/png", SIDE, SIDE)
    assert bitmap.samples(data).alpha is None


def tiff(tag: int) -> bytes:
    """Return a TIFF in which a tag is a number."""
    tags = ImageFileDirectory_v2()
    tags.tagtype[tag], tags[tag] = 3, 7
    made = io.BytesIO()
    photo().save(made, "TIFF", tiffinfo=tags)
    return made.getvalue()


def test_a_colour_profile_that_is_a_number_is_none() -> None:
    with Image.open(io.BytesIO(bitmap.normal(tiff(34675)).data)) as image:
        assert image.tobytes() == photo().tobytes()


def test_other_tags_that_are_of_a_wrong_kind_are_damage() -> None:
    strips_as_text = tiff(34675).replace(struct.pack("<HH", 273, 4), struct.pack("<HH", 273, 2))
    for data in (tiff(700), strips_as_text):
        with pytest.raises(ValueError, match="it is damaged or incomplete"):
            bitmap.normal(data)


def test_a_moving_picture_is_refused() -> None:
    made = io.BytesIO()
    photo().save(made, "PNG", save_all=True, append_images=[photo().rotate(90)])
    with pytest.raises(BuildError, match="it is animated; save only its first frame"):
        svg.read(art(embedded(made.getvalue())), "art.svg")


@pytest.mark.parametrize("value", ["pixelated", "crisp-edges", "optimizeSpeed"])
def test_hard_pixels_are_refused_by_name(value: str) -> None:
    more = f'width="9" height="9" image-rendering="{value}"'
    with pytest.raises(BuildError, match=f"image-rendering {value} is not supported; remove it"):
        svg.read(art(embedded(COMMON), more), "art.svg")


def test_the_same_picture_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = []
    monkeypatch.setattr(bitmap, "_load", lambda image: decoded.append(image.load()))
    bitmap.normal.cache_clear()
    for _ in range(3):
        svg.read(art(embedded(COMMON)), "art.svg")
    assert len(decoded) == 1


def test_a_photo_whose_scans_never_end_is_paid_for_before(tmp_path: Path) -> None:
    Image.new("L", (900, 900), 128).save(tmp_path / "a.jpg", progressive=True)
    data = (tmp_path / "a.jpg").read_bytes()
    last = data[data.rindex(b"\xff\xda") : -2]
    with budget.of_game("check", Place("mine")):
        assert bitmap.normal(data).width == 900
        assert budget.spent("pixels")[0] < 10_000
    with pytest.raises(BuildError, match="of that for pixels"), budget.of_game("check", Place("mine")):
        bitmap.normal(data[:-2] + last * 20_000 + data[-2:])


def test_a_tile_larger_than_any_number_is_damage() -> None:
    tags = ImageFileDirectory_v2()
    # A grey picture of 64 by 64 pixels, in tiles of 2^31 by 2^31, as long as the file allows.
    for tag, value in {256: 64, 257: 64, 258: 8, 259: 1, 262: 1, 277: 1, 322: 2**31, 323: 2**31}.items():
        tags[tag] = value
    tags[324], tags[325] = (300,) * 16, (256,) * 16
    with pytest.raises(ValueError, match="it is damaged or incomplete"):
        bitmap.normal(b"II*\0\x08\0\0\0" + tags.tobytes(8) + bytes(5_000))

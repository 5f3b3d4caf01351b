"""Picture files as every output shows them: PNG or JPEG, upright, in sRGB, 8 bits, one frame.

Engines treat orientation tags, colour profiles, CMYK and 16-bit samples differently. A file that has any of these is
converted once, here, and so is one of another format than PNG and JPEG; any other file is kept byte for byte.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import struct
import sys
import warnings
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from PIL import Image, ImageChops

from beeprint.base import budget
from beeprint.drawing.picture_formats import PLUGINS, READ, Foreign, format_of, webp_size

if TYPE_CHECKING:
    from PIL import ImageCms

#: The most pixels a picture may have: A3 at 600 dpi. A few decoded copies of that take a gigabyte.
MAX_PIXELS = 72_000_000
#: Those of formats whose libraries keep several copies of what they unpack.
_FEWER = {"WEBP": 28_000_000, "AVIF": 50_000_000}
#: Those of a picture in CMYK, which is in memory beside its colours on a screen.
_MOST_INKS = 58_000_000
#: The longest side, in pixels, as of a JPEG: each line costs memory of its own.
MAX_SIDE = 65_535
#: What a pixel costs to unpack and to pack again, in steps, and what each scan of a JPEG costs for it: a scan of a few
#: bytes may refine all pixels.
_PIXEL, _SCAN = 0.05, 0.0008
# How many pixels are worked on at once, where that takes several copies.
_BAND = 2_000_000
# JPEGs that every engine reads: baseline, extended and progressive, with Huffman coding.
_FRAMES = {0xC0, 0xC1, 0xC2}
_ALONE = {0x01, *range(0xD0, 0xD9)}
_QUALITY = 95
# sRGB's gamma in PNG and its tolerance; how far a profile's colours may be from sRGB's, out of 255.
_GAMMA, _GAMMA_LOSS, _PROFILE_LOSS = 1 / 2.2, 0.02, 3
# What is asked of a file besides its samples. Pillow puts texts of a PNG, and tags of a TIFF, under the same names.
_ASKED: dict[str, tuple[type, ...]] = {
    **{"icc_profile": (bytes,), "exif": (bytes,), "xmp": (bytes,)},
    **{"gamma": (float,), "transparency": (int, bytes, tuple)},
}
# Modes of TIFF files whose samples have no range or colour that a screen would show.
_DEEP = {"I": "32 bits deep", "F": "fractions", "LAB": "in the colour space Lab"}
# The transposition that undoes each EXIF orientation (tag 0x0112).
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_ON_ITS_SIDE = frozenset(_TURNS[tag] for tag in (5, 6, 7, 8))
#: What Pillow raises for damaged files.
DAMAGED = (OSError, ValueError, TypeError, ArithmeticError, SyntaxError, EOFError, LookupError, struct.error)
_STEPS = (0, 40, 90, 150, 210, 255)


class Bitmap(Struct, frozen=True):
    """A picture file that every engine shows alike; `mime` is image/png or image/jpeg."""

    data: bytes
    mime: str
    width: int
    height: int


class Samples(Struct, frozen=True):
    """A normal picture's samples for a PDF: grey or RGB, a byte per channel, and the alpha channel if any.

    A JPEG is `packed`: its file holds the samples, and `data` is empty.
    """

    size: tuple[int, int]
    grey: bool
    packed: bool = False
    data: bytes = b""
    alpha: bytes | None = None


def size(data: bytes) -> tuple[int, int]:
    """Return the width and height in pixels that a picture file declares, upright; ValueError for any other file."""
    declared = webp_size(data) if format_of(data) == "WEBP" else None
    if declared is not None:
        return declared
    with _opened(data, sys.maxsize) as image:
        # Only cameras turn pictures, and to be asked, a PNG would be unpacked whole.
        turned = image.format in ("JPEG", "MPO") and _turn(image) in _ON_ITS_SIDE
        return (image.height, image.width) if turned else image.size


def pixels(data: bytes) -> int:
    """Return the number of pixels that a picture file declares; ValueError for any other file."""
    width, height = size(data)
    return width * height


@lru_cache(maxsize=16)
def normal(data: bytes, most: int = MAX_PIXELS) -> Bitmap:
    """Read a picture file of at most `most` pixels as a normal picture; ValueError says why it cannot be read.

    A WebP or AVIF may have fewer. A file of a format other than PNG and JPEG becomes PNG, its first frame or page if it
    has several.
    """
    form = format_of(data)
    with _opened(data, min(most, _FEWER.get(form, most) if isinstance(form, str) else most)) as image:
        if image.mode == "CMYK" and image.width * image.height > _MOST_INKS:
            raise ValueError(f"it has {image.width * image.height:,} pixels in CMYK, more than {_MOST_INKS:,}")
        return _normal(image, data)


def _normal(image: Image.Image, data: bytes) -> Bitmap:
    # Cameras write several pictures into one JPEG, which Pillow calls MPO.
    png = image.format not in ("JPEG", "MPO")
    kept = not png or image.format == "PNG"
    if image.format == "PNG" and getattr(image, "n_frames", 1) > 1:
        raise ValueError("it is animated; save only its first frame")
    if not png:
        budget.spend("pixels", _SCAN * image.width * image.height * data.count(b"\xff\xda"))
    _load(image)
    turn = _turn(image)
    normal_image = _colours(image, data)
    if kept and turn is None and normal_image is None and (data[24] <= 8 if png else _common(image, data)):
        return Bitmap(data, "image/png" if png else "image/jpeg", *image.size)
    normal_image = normal_image or _plain(image, data)
    normal_image = normal_image if turn is None else normal_image.transpose(turn)
    normal_image.info.clear()
    made = io.BytesIO()
    if png:
        normal_image.save(made, "PNG")
    else:
        normal_image.save(made, "JPEG", quality=_QUALITY, subsampling=0)
    return Bitmap(made.getvalue(), "image/png" if png else "image/jpeg", *normal_image.size)


def samples(data: bytes) -> Samples:
    """Return the samples of a normal picture."""
    with _opened(data) as image:
        if image.format != "PNG":
            return Samples(image.size, image.mode == "L", True)
        budget.spend("pixels", image.width * image.height * _PIXEL)
        _load(image)
        flat = _plain(image, data)
    del image  # a large picture has room for two copies, not for three
    mask = (
        flat.getchannel("A").tobytes() if flat.mode in ("LA", "RGBA") and flat.getextrema()[-1] != (255, 255) else None
    )
    grey = flat.mode in ("L", "LA")
    # Pillow takes colours out of RGBA as they are packed, without a copy in between.
    packed = flat.tobytes("raw", "RGB") if flat.mode == "RGBA" else in_mode(flat, "L" if grey else "RGB").tobytes()
    return Samples(flat.size, grey, False, packed, mask)


def in_mode(image: Image.Image, mode: str) -> Image.Image:
    """Return a picture in a mode; Pillow would copy one that has it already."""
    return image if image.mode == mode else image.convert(mode)


@contextlib.contextmanager
def loaded(data: bytes) -> Iterator[Image.Image]:
    """Open a picture file and unpack its samples as they are; ValueError where it cannot be read."""
    with _opened(data) as image:
        _load(image)
        yield image


@contextlib.contextmanager
def _opened(data: bytes, most: int = MAX_PIXELS) -> Iterator[Image.Image]:
    with warnings.catch_warnings():
        # Pillow warns about large sizes, which are checked here, and about broken tags.
        warnings.simplefilter("ignore")
        form = _known(data, most)
        try:
            if form in PLUGINS and form not in Image.OPEN:
                importlib.import_module(f"PIL.{PLUGINS[form]}")
            image = Image.open(io.BytesIO(data), formats=(form,))
        except Image.DecompressionBombError as error:
            raise ValueError(f"it has more than {most:,} pixels") from error
        except DAMAGED as error:
            raise ValueError(f"it is a damaged {READ[form]} file, or of a kind that is not read") from error
        with image:
            if max(image.size) > MAX_SIDE:
                raise ValueError(f"it is {max(image.size):,} pixels long; no side may have more than {MAX_SIDE:,}")
            if image.width * image.height > most:
                raise ValueError(f"it has {image.width * image.height:,} pixels, more than {most:,}")
            yield image


def _known(data: bytes, most: int) -> str:
    """Return the format of a file, which its content decides; ValueError for one that is not read or too large."""
    form = format_of(data)
    if isinstance(form, Foreign):
        raise ValueError(f"it is {form.name}, which {form.why}")
    if form is None:
        raise ValueError("it is not a picture in a format that beeprint reads")
    width, height = (form == "WEBP" and webp_size(data)) or (0, 0)
    if width * height > most:
        raise ValueError(f"it has {width * height:,} pixels, more than {most:,}")
    return form


def _load(image: Image.Image) -> None:
    try:
        image.load()
    except (*DAMAGED, zlib.error) as error:
        raise ValueError(f"it is damaged or incomplete ({error})") from error
    for name, kinds in _ASKED.items():
        if not isinstance(image.info.get(name), kinds):
            image.info.pop(name, None)


def _turn(image: Image.Image) -> Image.Transpose | None:
    """Return how to turn a picture upright, None where its tag is missing or cannot be read."""
    try:
        value = image.getexif().get(0x0112, 1)
    except DAMAGED:
        return None
    return _TURNS.get(value) if isinstance(value, int) else None


# reading headers --------------------------------------------------------------------------------------------------


def _common(image: Image.Image, data: bytes) -> bool:
    """Return whether a JPEG has one grey or the usual three channels, in a coding that every engine reads."""
    if image.mode == "L":
        return _frame(data) in _FRAMES
    parts = [layer[0] for layer in getattr(image, "layer", [])]
    usual = "jfif" in image.info or image.info.get("adobe_transform") == 1 or parts == [1, 2, 3]
    return image.mode == "RGB" and usual and image.info.get("adobe_transform") != 0 and _frame(data) in _FRAMES


def _frame(data: bytes) -> int:
    """Return the marker of a JPEG's frame, which names its coding; 0 where there is none."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _ALONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return marker
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0


# samples -----------------------------------------------------------------------------------------------------------


def _plain(image: Image.Image, data: bytes) -> Image.Image:
    """Convert the picture to L, LA, RGB or RGBA, a PNG's transparent colour becoming alpha."""
    clear = image.info.get("transparency")
    bits = data[24] if image.format == "PNG" else 8
    if image.mode == "I;16" or (image.mode.startswith("I") and image.format == "PNG") or image.mode == "I;16B":
        return _shallow(image, clear)
    if image.mode in _DEEP:
        raise ValueError(f"its samples are {_DEEP[image.mode]}; save it in RGB with 8 bits")
    if image.mode in ("RGBa", "La"):
        return image.convert("RGBA" if image.mode == "RGBa" else "LA")
    if image.mode in ("1", "L"):
        grey = image.convert("L")
        if not isinstance(clear, int):
            return grey
        level = clear * 255 // ((1 << bits) - 1)
        return Image.merge("LA", (grey, grey.point([0 if value == level else 255 for value in range(256)])))
    if image.mode == "RGB" and clear is not None and bits > 8:
        raise ValueError("it has 16 bits per sample and a transparent colour; save it with 8 bits")
    if image.mode in ("P", "PA", "RGB"):
        converted = in_mode(image, "RGBA" if clear is not None or image.mode == "PA" else "RGB")
    else:
        converted = image if image.mode in ("LA", "RGBA") else image.convert("RGB")
    converted.info.clear()
    return converted


def _shallow(image: Image.Image, clear: object) -> Image.Image:
    """Reduce a 16-bit grey picture to its upper 8 bits."""
    shallow = Image.new("LA" if isinstance(clear, int) else "L", image.size)
    for box in bands(image):
        shallow.paste(_upper(image.crop(box), clear), box)
    return shallow


def bands(image: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes of bands of a picture, for work that takes several copies of what it works on."""
    step = max(1, _BAND // max(1, image.width))
    for top in range(0, image.height, step):
        yield 0, top, image.width, min(top + step, image.height)


def _upper(image: Image.Image, clear: object) -> Image.Image:
    raw = image.convert("I;16").tobytes() if image.mode != "I;16B" else image.tobytes()
    low, high = (raw[0::2], raw[1::2]) if image.mode != "I;16B" else (raw[1::2], raw[0::2])
    grey = Image.frombytes("L", image.size, high)
    if not isinstance(clear, int):
        return grey
    same = [
        Image.frombytes("L", image.size, part).point([255 if value == byte else 0 for value in range(256)])
        for part, byte in ((low, clear & 255), (high, clear >> 8))
    ]
    return Image.merge("LA", (grey, ImageChops.invert(ImageChops.darker(*same))))


def _colours(image: Image.Image, data: bytes) -> Image.Image | None:
    """Convert the picture to sRGB if its profile, gamma or CMYK calls for it; else return None."""
    profile = image.info.get("icc_profile")
    if profile and "srgb" not in image.info:
        return _managed(image, data, profile)
    if image.mode == "CMYK":
        return image.convert("RGB")
    gamma = image.info.get("gamma")
    if gamma and "srgb" not in image.info and abs(gamma - _GAMMA) > _GAMMA_LOSS:
        return _brightened(image, data, _GAMMA / gamma)
    return None


def _brightened(image: Image.Image, data: bytes, exponent: float) -> Image.Image:
    """Raise every colour sample to an exponent; alpha stays as it is."""
    curve = [round(255 * (value / 255) ** exponent) for value in range(256)]
    plain = _plain(image, data)
    alpha = plain.mode in ("LA", "RGBA")
    table = curve * (len(plain.getbands()) - alpha) + list(range(256)) * alpha
    for box in bands(plain):
        plain.paste(plain.crop(box).point(table), box)
    return plain


def _managed(image: Image.Image, data: bytes, profile: bytes) -> Image.Image | None:
    """Convert the picture to sRGB by its profile; return None where no visible colour changes."""
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        space = str(source.profile.xcolor_space).strip()
        mode = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}[space]
        if (mode == "CMYK") != (image.mode == "CMYK"):
            raise ValueError("the profile and the picture have different colour spaces")
        change = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
        if mode != "CMYK" and _is_srgb(change, mode):
            return None
        return _in_srgb(image if mode == "CMYK" else _plain(image, data), mode, change)
    except (ImageCms.PyCMSError, KeyError, OSError, ValueError) as error:
        raise ValueError("its colour profile cannot be read; save it in sRGB") from error


def _in_srgb(flat: Image.Image, mode: str, change: ImageCms.ImageCmsTransform) -> Image.Image:
    """Return a picture in sRGB, the same one where it has room for that; its alpha stays as it is."""
    from PIL import ImageCms

    wanted = "RGBA" if flat.mode in ("LA", "RGBA") else "RGB"
    in_srgb = flat if flat.mode == wanted else Image.new(wanted, flat.size)
    for box in bands(flat):
        part = flat.crop(box)
        shown = ImageCms.applyTransform(part.convert(mode), change)
        if shown is None:
            raise ValueError("the profile changes no picture")
        if wanted == "RGBA":
            shown.putalpha(part.getchannel("A"))
        in_srgb.paste(shown, box)
    in_srgb.info.clear()
    return in_srgb


def _is_srgb(change: object, mode: str) -> bool:
    """Return whether a transform to sRGB changes no colour visibly."""
    from PIL import ImageCms

    every = [(r, g, b) for r in _STEPS for g in _STEPS for b in _STEPS]
    swatch = Image.new("RGB", (len(every), 1))
    swatch.putdata(every if mode == "RGB" else [(grey, grey, grey) for grey, _, _ in every])
    shown = ImageCms.applyTransform(swatch.convert(mode), change)  # type: ignore[arg-type]
    return shown is not None and max(ImageChops.difference(shown, swatch).tobytes()) <= _PROFILE_LOSS

"""Pictures of a PDF: their size in pixels, their colours, and the ink of those in CMYK, pixel by pixel."""

from __future__ import annotations

import io
import struct
import warnings
from typing import Any

from msgspec import Struct
from PIL import Image, ImageChops, ImageMath

from beeprint.pdfcheck import filters, objects
from beeprint.pdfcheck.colours import CMYK, GRAY, Space
from beeprint.pdfcheck.objects import get

#: The most pixels of a picture whose samples are looked at, and the sides of the small picture that is kept of it.
MAX_PIXELS = 25_000_000
_SMALL = 64
_STRIP = 1 << 20


class Measured(Struct, frozen=True):
    """The most ink of a picture's pixels, 0 to 4, and a small CMYK picture of it; or why it is not known."""

    most: float = 0
    small: Image.Image | None = None
    unknown: str = ""


def measure(stream: Any, space: Space, width: int, height: int, bits: int) -> Measured:
    """Measure the ink of a picture in DeviceCMYK, DeviceGray, or an indexed space of one of them."""
    if space.kind == "Indexed":
        entries = [
            space.inks([index]) for index in range(len(space.table) // max(1, space.base.count if space.base else 1))
        ]
        known = [sum(inks.values()) for inks in entries if inks is not None]
        return Measured(max(known)) if known and len(known) == len(entries) else Measured(unknown=_in(space))
    if space not in (CMYK, GRAY):
        return Measured(unknown=_in(space))
    if space == GRAY:
        return Measured(1.0)
    if not 0 < width * height <= MAX_PIXELS:
        return Measured(unknown=f"a picture has more than {MAX_PIXELS:,} pixels")
    try:
        image = _samples(stream, width, height, bits)
    except (filters.TooLargeError, MemoryError):
        return Measured(unknown="a picture has more data than its size says")
    except filters.DamagedError as error:
        return Measured(unknown=f"a picture cannot be read: {error}")
    decode = objects.numbers(get(stream, "Decode"), 8)
    if decode and decode[0] > decode[1]:
        image = ImageChops.invert(image)
    small = image.resize((min(_SMALL, width), min(_SMALL, height)), Image.Resampling.BOX)
    return Measured(_most(image) / 255, small)


def _in(space: Space) -> str:
    names = " of ".join(one.kind for one in space.chain())
    return f"pictures in {names}: their inks depend on how the press converts them"


def _samples(stream: Any, width: int, height: int, bits: int) -> Image.Image:
    data, packed = objects.data(stream, width * height * 4 + (1 << 20))
    if packed == "DCTDecode":
        return _jpeg(data, (width, height))
    if packed:
        raise filters.DamagedError(f"it is in {packed}, which is not measured")
    if bits != 8:
        raise filters.DamagedError(f"it has {bits} bits a channel, which is not measured")
    wanted = width * height * 4
    return Image.frombytes("CMYK", (width, height), data[:wanted].ljust(wanted, b"\0"))


def _jpeg(data: bytes, size: tuple[int, int]) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=("JPEG",))
            if image.size != size or image.mode != "CMYK":
                raise filters.DamagedError("its JPEG data has another size or colours")
            image.load()
    except (OSError, ValueError, SyntaxError, struct.error) as error:
        raise filters.DamagedError("its JPEG data is damaged") from error
    # Pillow turns the inks of JPEGs of Adobe's kind round, which a PDF does only where its Decode says so.
    return ImageChops.invert(image) if "adobe" in image.info else image


def _most(image: Image.Image) -> float:
    """Return the largest sum of a pixel's channels, 0 to 1020."""
    width, height = image.size
    most, rows = 0, max(1, _STRIP // width)
    for top in range(0, height, rows):
        strip = image.crop((0, top, width, min(height, top + rows)))
        c, m, y, k = strip.split()
        total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"], c=c, m=m, y=y, k=k)
        most = max(most, int(total.getextrema()[1]))
    return most

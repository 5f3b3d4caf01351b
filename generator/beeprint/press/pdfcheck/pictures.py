"""Pictures of a PDF: their size in pixels, their colours, and the ink of those in CMYK, pixel by pixel."""

from __future__ import annotations

import io
import os
import struct
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from msgspec import Struct
from PIL import Image, ImageChops, ImageMath

from beeprint.press.pdfcheck import filters, objects
from beeprint.press.pdfcheck.colours import CMYK, GRAY, Space
from beeprint.press.pdfcheck.objects import get

# Whether the data of a picture is a picture: decoded within bounds, or judged by its head alone.
#
# Pillow decodes JPEG and JPEG 2000, libtiff CCITT. Of JBIG2, which neither knows, only the segments are read
# (ITU-T T.88, 7.2).


#: The most pixels of a picture that is decoded, and of one in JPEG 2000, which takes ten times as long; larger ones are
#: judged by their heads.
MAX_DECODED, _MAX_JPX = 25_000_000, 2_500_000
#: The most bytes that Flate makes of one, and the filters that make no more of it.
_MOST_OF_ONE = 1032
_PLAIN = {"FlateDecode", "LZWDecode", "RunLengthDecode", "ASCIIHexDecode", "ASCII85Decode"}
_ERRORS = (OSError, ValueError, SyntaxError, struct.error, EOFError, OverflowError)


def damage(stream: Any, size: tuple[int, int], bits: int, channels: int) -> str:
    """Return why a picture cannot be decoded, "" where it can or is too large to try.

    `size` is in pixels, with so many bits a channel. Without `channels` it is not known how much data there has to be.
    """
    width, height = size
    if width < 1 or height < 1:
        return f"it is {width} x {height} pixels large"
    needed = (width * bits * channels + 7) // 8 * height
    names = objects.filters_of(stream)
    try:
        if set(names) <= _PLAIN:
            return _too_short(stream, needed, len(names))
        data, packed = objects.data(stream)
    except filters.DamagedError as error:
        return str(error)
    except filters.TooLargeError:
        return ""
    if packed == "JBIG2Decode":
        return "" if _segments(data) else "its JBIG2 data is damaged"
    if packed == "CCITTFaxDecode":
        return _fax(stream, data, size)
    return _file(data, packed, size)


def _too_short(stream: Any, needed: int, steps: int) -> str:
    """Return whether there is less data than the size asks for, first by the bytes that it is packed in."""
    packed = len(stream.read_raw_bytes())
    if packed * _MOST_OF_ONE**steps < needed:
        return f"its {packed:,} bytes cannot hold the {needed:,} that its size asks for"
    if needed > objects.MAX_DATA:
        return ""
    there = len(objects.data(stream, needed + (1 << 20))[0])
    return f"it has {there:,} bytes of the {needed:,} that its size asks for" if there < needed else ""


def _file(data: bytes, packed: str, size: tuple[int, int]) -> str:
    kind, title, most = ("JPEG", "JPEG", MAX_DECODED) if packed == "DCTDecode" else ("JPEG2000", "JPEG 2000", _MAX_JPX)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=(kind,)) as image:
                if packed == "DCTDecode" and image.size != size:
                    return f"its JPEG data is {image.width} x {image.height} pixels large, not {size[0]} x {size[1]}"
                if image.width * image.height <= most:
                    image.load()
    except (*_ERRORS, Image.DecompressionBombError):
        return f"its {title} data is damaged"
    return ""


def _fax(stream: Any, data: bytes, size: tuple[int, int]) -> str:
    """Decode CCITT data as the strip of a TIFF file; libtiff goes on where it is damaged, and says so."""
    parms = next(
        (
            parameters
            for parameters in objects.one_or_more(get(stream, "DecodeParms"), 8)
            if objects.is_dictionary(parameters)
        ),
        None,
    )
    code = int(objects.number(get(parms, "K")))
    columns = int(objects.number(get(parms, "Columns"), 1728))
    if columns * size[1] > MAX_DECODED or columns < 1:
        return "" if columns > 0 else "its CCITT data has no columns"
    aligned = get(parms, "EncodedByteAlign") is True
    if aligned:
        return ""  # libtiff does not know rows that begin with a byte
    tags = {256: columns, 257: size[1], 258: 1, 259: 4 if code < 0 else 3, 262: 0, 277: 1, 278: size[1], 279: len(data)}
    tags |= {} if code < 0 else {292: 1 if code > 0 else 0}
    tags[273] = 8 + 2 + 12 * (len(tags) + 1) + 4
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in sorted(tags.items()))
    head = struct.pack("<2sHIH", b"II", 42, 8, len(tags)) + entries + bytes(4)
    with _complaints() as said:
        try:
            with Image.open(io.BytesIO(head + data), formats=("TIFF",)) as image:
                image.load()
        except _ERRORS:
            return "its CCITT data is damaged"
    return "its CCITT data is damaged" if said and b"Bad code word" in said[0] else ""


@contextmanager
def _complaints() -> Iterator[list[bytes]]:
    """Gather what libraries in C write to standard error, at most a megabyte of it."""
    said: list[bytes] = []
    kept = os.dup(2)
    file: IO[bytes]
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            said.append(file.read(1 << 20))


def _segments(data: bytes) -> bool:
    """Return whether data is a row of JBIG2 segments that ends where the last of them does."""
    at, pages = 0, 0
    while at < len(data):
        if len(data) - at < 11:
            return False
        number, flags, count = struct.unpack_from(">IBB", data, at)
        kind, referred = flags & 63, count >> 5
        place = at + 6
        if referred == 7:
            referred = struct.unpack_from(">I", data, at + 5)[0] & 0x1FFFFFFF
            place = at + 9 + (referred + 8) // 8
        place += referred * (1 if number <= 256 else 2 if number <= 65_536 else 4) + (4 if flags & 64 else 1)
        if kind > 62 or place + 4 > len(data):
            return False
        length = struct.unpack_from(">I", data, place)[0]
        pages += kind == 48
        # A generic region may end where it says so itself; it is the last one then.
        at = len(data) if length == 0xFFFFFFFF else place + 4 + length
    return at == len(data) and pages > 0


def is_large(stream: Any, size: tuple[int, int]) -> bool:
    """Return whether a picture has too many pixels to be decoded."""
    return size[0] * size[1] > (_MAX_JPX if "JPXDecode" in objects.filters_of(stream) else MAX_DECODED)


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
    names = " of ".join(part.kind for part in space.chain())
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

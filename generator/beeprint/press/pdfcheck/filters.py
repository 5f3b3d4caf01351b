"""Take the data of streams through their filters, never to more bytes than asked for."""

from __future__ import annotations

import base64
import io
import itertools
import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

#: Filters whose data is a picture file, which a decoder of pictures reads.
PICTURES = {"DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode"}
_SHORT = {
    "A85": "ASCII85Decode",
    "AHx": "ASCIIHexDecode",
    "CCF": "CCITTFaxDecode",
    "DCT": "DCTDecode",
    "Fl": "FlateDecode",
    "LZW": "LZWDecode",
    "RL": "RunLengthDecode",
}
_CHUNK = 1 << 16
# LZW is undone here at less than a megabyte a second.
_MAX_LZW = 4_000_000
_MAX_FILTERS = 8


class DamagedError(ValueError):
    """Raised for data that is not what its filter says."""


class TooLargeError(ValueError):
    """Raised for data that becomes larger than it may."""


def full_name(name: str) -> str:
    """Return the name of a filter, for one that an inline picture may shorten."""
    return _SHORT.get(name, name)


def unpacked(data: bytes, filters: Sequence[str], parms: Sequence[Mapping[str, Any]], most: int) -> tuple[bytes, str]:
    """Return the data after its filters, and the filter of pictures at which they stop, "" for none.

    Errors: TooLargeError past `most` bytes at any step, DamagedError.
    """
    if len(filters) > _MAX_FILTERS:
        raise DamagedError(f"it has {len(filters)} filters")
    if len(data) > most:
        raise TooLargeError
    for index, name in enumerate(filters):
        if name in PICTURES:
            return data, name
        undo = _FILTERS.get(name)
        if undo is None:
            raise DamagedError(f"its filter {name} is unknown")
        data = undo(data, parms[index] if index < len(parms) else {}, most)
    return data, ""


def _flate(data: bytes, parm: Mapping[str, Any], most: int) -> bytes:
    machine, size = zlib.decompressobj(), 0
    made: list[bytes] = []
    for start in range(0, len(data), _CHUNK):
        try:
            part = machine.decompress(data[start : start + _CHUNK], most + 1 - size)
        except zlib.error as error:
            if not made:
                raise DamagedError("its compressed data is damaged") from error
            break  # what came before is shown by most programs
        made.append(part)
        size += len(part)
        if size > most:
            raise TooLargeError
        if machine.eof:
            break
    return _predicted(b"".join(made), parm)


def _lzw(data: bytes, parm: Mapping[str, Any], most: int) -> bytes:
    early = parm.get("EarlyChange", 1)
    made = bytearray()
    table: list[bytes] = []
    width, buffer, bits = 9, 0, 0
    last = b""
    for byte in data:
        buffer, bits = (buffer << 8 | byte) & 0xFFFFFF, bits + 8
        if bits < width:
            continue
        bits -= width
        code = buffer >> bits & ((1 << width) - 1)
        if code == 257:
            break
        if code == 256 or not table:
            table = [bytes((value,)) for value in range(256)] + [b"", b""]
            width, last = 9, b""
            if code == 256:
                continue
        if code < len(table):
            entry = table[code]
        elif last:
            entry = last + last[:1]
        else:
            raise DamagedError("its LZW data is damaged")
        made += entry
        if len(made) > min(most, _MAX_LZW):
            raise TooLargeError
        if last and len(table) < 4096:
            table.append(last + entry[:1])
        last = entry
        width = min(12, max(9, (len(table) + (1 if early else 0)).bit_length()))
    return _predicted(bytes(made), parm)


def _predicted(data: bytes, parm: Mapping[str, Any]) -> bytes:
    """Undo the predictor that Flate and LZW know (ISO 32000-1, 7.4.4.4)."""
    kind = _whole(parm.get("Predictor"), 1)
    if kind < 2 or not data:
        return data
    colours, depth = _whole(parm.get("Colors"), 1), _whole(parm.get("BitsPerComponent"), 8)
    row = (colours * depth * _whole(parm.get("Columns"), 1) + 7) // 8
    if not 0 < row < 1 << 24 or not 0 < colours < 64 or depth not in (1, 2, 4, 8, 16):
        raise DamagedError("its predictor is impossible")
    if kind == 2:
        return _differences(data, row, colours) if depth == 8 else data
    return _as_png(data, row, max(1, colours * depth // 8))


def _differences(data: bytes, row: int, colours: int) -> bytes:
    made = bytearray(data)
    for start in range(0, len(data), row):
        for channel in range(start, min(start + colours, len(data))):
            part = slice(channel, min(start + row, len(data)), colours)
            made[part] = bytes(value & 255 for value in itertools.accumulate(data[part]))
    return bytes(made)


#: The colour types of PNG whose pixels have so many bytes.
_PNG = {1: (0, "L"), 2: (4, "LA"), 3: (2, "RGB"), 4: (6, "RGBA")}


def _as_png(data: bytes, row: int, step: int) -> bytes:
    """Undo PNG's predictors by reading the rows as those of a PNG file, whose pixels have as many bytes."""
    if step not in _PNG or row % step:
        raise DamagedError("its predictor has more channels than are read here")
    height = len(data) // (row + 1)
    if not height:
        return b""
    kind, mode = _PNG[step]
    head = struct.pack(">IIBBBBB", row // step, height, 8, kind, 0, 0, 0)
    body = zlib.compress(data[: height * (row + 1)], 0)
    parts = ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
    written = b"".join(
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part)) for name, part in parts
    )
    try:
        with Image.open(io.BytesIO(b"\x89PNG\r\n\x1a\n" + written), formats=("PNG",)) as image:
            return image.convert(mode).tobytes()
    except (OSError, ValueError, SyntaxError, struct.error, zlib.error) as error:
        raise DamagedError("its predictor's rows are damaged") from error


def _hex(data: bytes, _parm: Mapping[str, Any], _most: int) -> bytes:
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.partition(b">")[0])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _base85(data: bytes, _parm: Mapping[str, Any], most: int) -> bytes:
    body = data.partition(b"~")[0]
    if len(body) + 4 * body.count(b"z") > 2 * most:
        raise TooLargeError
    try:
        return base64.a85decode(body, ignorechars=b"\0 \t\n\r\f\v")
    except ValueError as error:
        raise DamagedError("its ASCII85 data is damaged") from error


def _runs(data: bytes, _parm: Mapping[str, Any], most: int) -> bytes:
    made, at = bytearray(), 0
    while at < len(data) and data[at] != 128:
        length = data[at]
        if length < 128:
            made += data[at + 1 : at + 2 + length]
            at += 2 + length
        else:
            made += data[at + 1 : at + 2] * (257 - length)
            at += 2
        if len(made) > most:
            raise TooLargeError
    return bytes(made)


_FILTERS: Mapping[str, Callable[[bytes, Mapping[str, Any], int], bytes]] = {
    "FlateDecode": _flate,
    "LZWDecode": _lzw,
    "ASCIIHexDecode": _hex,
    "ASCII85Decode": _base85,
    "RunLengthDecode": _runs,
    "Crypt": lambda data, _parm, _most: data,
}


def _whole(value: Any, otherwise: int) -> int:
    return int(value) if isinstance(value, int) else otherwise

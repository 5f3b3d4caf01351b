"""Replace one part of a ZIP archive; all others keep their bytes, their order and their times."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from itertools import pairwise

from beeprint.base.problems import Place, error_at
from beeprint.sources.workbook import AGAIN

_LOCAL, _CENTRAL, _END = 30, 46, 22
_DESCRIPTOR = 8  # a flag: sizes come after the data
_HUGE = 0xFFFFFFFF


def replace_part(data: bytes, shown: str, name: str, new: bytes) -> bytes:
    """Return an archive's bytes with other bytes in a part; BuildError for archives of several volumes or gigabytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = sorted(archive.infolist(), key=lambda part: part.header_offset)
        directory = archive.start_dir
    starts = [part.header_offset for part in parts] + [directory]
    ends = dict(pairwise(starts))
    crc, packed = zlib.crc32(new), new
    out, offsets = bytearray(data[: starts[0]]), {}
    for part in parts:
        offsets[part.header_offset] = len(out)
        entry = data[part.header_offset : ends[part.header_offset]]
        if part.filename == name:
            if part.compress_type == zipfile.ZIP_DEFLATED:
                packing = zlib.compressobj(6, zlib.DEFLATED, -15)
                packed = packing.compress(new) + packing.flush()
            size = _LOCAL + sum(struct.unpack_from("<HH", entry, 26))
            head = bytearray(entry[:size])
            _fill(head, 6, 14, crc, len(packed), len(new))
            entry = bytes(head) + packed
        out += entry
    at, last = directory, data.rfind(b"PK\x05\x06")
    first = len(out)
    while data[at : at + 4] == b"PK\x01\x02":
        size = _CENTRAL + sum(struct.unpack_from("<HHH", data, at + 28))
        head = bytearray(data[at : at + size])
        offset = struct.unpack_from("<I", head, 42)[0]
        if offset not in offsets or _HUGE in struct.unpack_from("<II", head, 20):
            raise error_at(Place(shown), "the workbook's archive is of an unusual kind", AGAIN)
        struct.pack_into("<I", head, 42, offsets[offset])
        if offset == next(part.header_offset for part in parts if part.filename == name):
            _fill(head, 8, 16, crc, len(packed), len(new))
        out += head
        at += size
    tail = bytearray(data[last:])
    if at != last or len(tail) < _END:
        raise error_at(Place(shown), "the workbook's archive is of an unusual kind", AGAIN)
    struct.pack_into("<II", tail, 12, len(out) - first, first)
    return bytes(out + tail)


def _fill(head: bytearray, flags: int, sums: int, crc: int, packed: int, size: int) -> None:
    """Write check sum and sizes into a header; they no longer come after the data."""
    struct.pack_into("<H", head, flags, struct.unpack_from("<H", head, flags)[0] & ~_DESCRIPTOR)
    struct.pack_into("<III", head, sums, crc, packed, size)

"""Replace parts of a ZIP archive; all others keep their bytes, their order and their times."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from itertools import pairwise

from beeprint.base.problems import Place, error_at
from beeprint.sources.workbook import AGAIN

_LOCAL, _CENTRAL, _END = 30, 46, 22
_DESCRIPTOR = 8  # a flag: sizes come after the data
_HUGE = 0xFFFFFFFF
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def replace_parts(data: bytes, shown: str, new: Mapping[str, bytes]) -> bytes:
    """Return an archive's bytes with other bytes in these parts.

    BuildError for archives of several volumes or gigabytes, or with parts packed otherwise than by deflate.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = sorted(archive.infolist(), key=lambda part: part.header_offset)
        directory = archive.start_dir
    ends = dict(pairwise([*(part.header_offset for part in parts), directory]))
    out, offsets = bytearray(data[: parts[0].header_offset]), dict[int, int]()
    packed: dict[int, tuple[int, int, int]] = {}  # check sum and sizes of the new parts, by the offset of the old
    for part in parts:
        offsets[part.header_offset] = len(out)
        entry = data[part.header_offset : ends[part.header_offset]]
        if part.filename in new:
            if part.compress_type not in _PACKED or _HUGE in struct.unpack_from("<II", entry, 18):
                raise _unusual(shown)
            content = new[part.filename]
            body = _deflated(content) if part.compress_type == zipfile.ZIP_DEFLATED else content
            packed[part.header_offset] = zlib.crc32(content), len(body), len(content)
            head = bytearray(entry[: _LOCAL + sum(struct.unpack_from("<HH", entry, 26))])
            _fill(head, 6, 14, packed[part.header_offset])
            entry = bytes(head) + body
        out += entry
    at, last, first = directory, data.rfind(b"PK\x05\x06"), len(out)
    while data[at : at + 4] == b"PK\x01\x02":
        size = _CENTRAL + sum(struct.unpack_from("<HHH", data, at + 28))
        head = bytearray(data[at : at + size])
        offset = struct.unpack_from("<I", head, 42)[0]
        if offset not in offsets or _HUGE in struct.unpack_from("<II", head, 20):
            raise _unusual(shown)
        struct.pack_into("<I", head, 42, offsets[offset])
        if offset in packed:
            _fill(head, 8, 16, packed[offset])
        out += head
        at += size
    tail = bytearray(data[last:])
    if at != last or len(tail) < _END:
        raise _unusual(shown)
    struct.pack_into("<II", tail, 12, len(out) - first, first)
    written = bytes(out + tail)
    _check(data, written, shown, new)
    return written


def _unusual(shown: str) -> Exception:
    return error_at(Place(shown), "the workbook's archive is packed in an unusual way", AGAIN)


def _deflated(content: bytes) -> bytes:
    packing = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packing.compress(content) + packing.flush()


def _fill(head: bytearray, flags: int, at: int, sums: tuple[int, int, int]) -> None:
    """Write check sum and sizes into a header; they no longer come after the data."""
    struct.pack_into("<H", head, flags, struct.unpack_from("<H", head, flags)[0] & ~_DESCRIPTOR)
    struct.pack_into("<III", head, at, *sums)


def _check(before: bytes, after: bytes, shown: str, new: Mapping[str, bytes]) -> None:
    """Raise BuildError unless all parts can be read, and only these are new."""
    try:
        with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as written:
            names = old.namelist()
            same = names == written.namelist() and all(
                written.read(name) == (new[name] if name in new else old.read(name)) for name in names
            )
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        raise _unusual(shown) from None
    if not same:
        raise _unusual(shown)

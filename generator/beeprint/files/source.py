"""Read files as bytes, and decode them."""

from __future__ import annotations

import stat
from pathlib import Path

from beeprint.base.problems import Place, error_at

#: The largest file, in bytes; no spreadsheet that somebody edits is larger.
MAX_BYTES = 16_000_000
_AGAIN = "no text has one: export the file again"
_AS_UTF8 = 'save the file as "CSV UTF-8 (comma delimited)" in Excel, or with the character set UTF-8 in LibreOffice'


def read_bytes(path: Path, shown: str, limit: int = MAX_BYTES) -> bytes:
    """Read a file; BuildError if that fails or the file is larger than `limit` bytes."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise error_at(Place(shown), "this is not a regular file", "put a regular file in its place")
        with path.open("rb") as file:
            data = file.read(limit + 1)  # the size that the system reports may be 0, as in /proc
        if len(data) > limit:
            raise error_at(Place(shown), f"the file has {max(status.st_size, len(data)):,} bytes, more than {limit:,}")
        return data
    except OSError as error:
        raise error_at(Place(shown), f"cannot read the file: {error.strerror or error}") from error


def decode(data: bytes, shown: str) -> str:
    """Decode UTF-8 with or without a byte order mark; line ends become line feeds."""
    hint = _AS_UTF8 if shown.lower().endswith((".csv", ".tsv", ".txt")) else "save it with the character set UTF-8"
    if len(data) > MAX_BYTES:
        raise error_at(Place(shown), f"the file has {len(data):,} bytes, more than {MAX_BYTES:,}")
    unmarked = (data[0:4:2] == b"\0\0") != (data[1:4:2] == b"\0\0")  # every other byte of a Latin text is 0
    if unmarked or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise error_at(Place(shown, 1, 1), "the file is UTF-16, not UTF-8", hint)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace").replace("\r\n", "\n")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise error_at(
            Place(shown, line, column),
            f"byte 0x{data[error.start]:02x} is not UTF-8; in Windows-1252 it is "
            f"{data[error.start : error.start + 1].decode('cp1252', 'replace')!r}",
            hint,
        ) from error
    if "\0" in text:
        raise error_at(
            Place(shown, text.count("\n", 0, text.index("\0")) + 1), "the file contains a NUL character", _AGAIN
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")

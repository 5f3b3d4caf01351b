"""Read the files of a game: list what a folder holds, read files as bytes, and decode them."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

from beeprint.base import regular
from beeprint.base.problems import Place, Problem, error_at
from beeprint.base.words import quoted

#: The largest file, in bytes; no spreadsheet that somebody edits is larger.
MAX_BYTES = 16_000_000
#: What Google Drive puts into a folder for a sheet.
_GOOGLE = re.compile(rb'\s*\{[^{}]{0,400}"(?:doc_id|url)"\s*:\s*"(?:https://docs\.google\.com|[\w-]{30,})')
_AGAIN = "no text has one: export the file again"
_AS_UTF8 = 'save the file as "CSV UTF-8 (comma delimited)" in Excel, or with the character set UTF-8 in LibreOffice'


def read_bytes(path: Path, shown: str, limit: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """Read a file; BuildError if that fails, if it exceeds `limit` bytes, or if it is not `within` a folder."""
    try:
        return regular.read(path, limit, within)
    except regular.TooLargeError as error:
        raise error_at(Place(shown), f"the file has {error.size:,} bytes, more than {limit:,}") from error
    except (regular.NotRegularError, IsADirectoryError) as error:
        raise error_at(Place(shown), "this is not a regular file", "put a regular file in its place") from error
    except OSError as error:
        raise error_at(Place(shown), f"cannot read the file: {error.strerror or error}") from error


def check_contents(data: bytes, shown: str) -> None:
    """Raise BuildError for a stand-in for the real file: an empty file, a pointer, a lock or a link."""
    name = shown.rpartition("/")[2]
    if name.startswith("~$"):
        message = "this is the lock that Excel puts beside a workbook while it is open, not the workbook"
        raise error_at(Place(shown), message, f"give the workbook itself, such as {name[2:]}")
    if not data:
        hint = "save it again; if it was downloaded or synchronised, that has not finished"
        raise error_at(Place(shown), "the file is empty: it has 0 bytes", hint)
    if data.startswith(b"version https://git-lfs"):
        raise error_at(Place(shown), "this stands for a file that Git LFS keeps", "run git lfs pull")
    if name.lower().endswith(".gsheet") or _GOOGLE.match(data):
        message = "this is a link to a Google sheet, not the sheet"
        raise error_at(Place(shown), message, "download the sheet: File > Download > Microsoft Excel (.xlsx)")


def decode(data: bytes, shown: str) -> str:
    """Decode UTF-8 with or without a byte order mark; line ends become line feeds."""
    _check_size(data, shown)
    if _utf_16(data):
        raise error_at(Place(shown, 1, 1), "the file is UTF-16, not UTF-8", "save it with the character set UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        word = _word(data, error.start)
        message = "the text from here on is not UTF-8" + (f"; in Windows-1252 it is {word}" if word else "")
        raise error_at(_place(data, error.start, shown), message, "save it with the character set UTF-8") from error
    return _plain(text, shown)


def decode_export(data: bytes, shown: str) -> tuple[str, list[Problem]]:
    """Decode a spreadsheet's export as `decode` does; UTF-16 and Windows-1252 are read with a warning."""
    _check_size(data, shown)
    codec = _utf_16(data)
    if codec:
        try:
            text = data.decode(codec).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise error_at(Place(shown), "the file is faulty UTF-16", _AS_UTF8) from error
        return _plain(text, shown), [Problem(Place(shown, 1, 1), "the file is UTF-16, not UTF-8", _AS_UTF8, "warning")]
    try:
        return _plain(data.decode("utf-8-sig"), shown), []
    except UnicodeDecodeError as error:
        place, start = _place(data, error.start, shown), error.start
    try:
        text = _plain(data.decode("cp1252"), shown)
    except UnicodeDecodeError as error:
        message = "the text from here on is neither UTF-8 nor Windows-1252"
        raise error_at(_place(data, error.start, shown), message, _AS_UTF8) from error
    message = f"the file is not UTF-8; it is read as Windows-1252, with words such as {_word(data, start)}"
    return text, [Problem(place, message, f"if that is wrong, {_AS_UTF8}", "warning")]


def _check_size(data: bytes, shown: str) -> None:
    if len(data) > MAX_BYTES:
        raise error_at(Place(shown), f"the file has {len(data):,} bytes, more than {MAX_BYTES:,}")


def _utf_16(data: bytes) -> str:
    """Return the codec of a file in UTF-16, with or without a byte order mark; empty for other encodings."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    even, odd = data[0:4:2] == b"\0\0", data[1:4:2] == b"\0\0"  # every other byte of a Latin text is 0
    return "" if even == odd else "utf-16-be" if even else "utf-16-le"


def _word(data: bytes, start: int) -> str:
    """Quote the word around a byte as Windows-1252 has it, so that a reader sees whether that is right."""
    before, after = data[max(0, start - 40) : start], data[start : start + 40]
    first = re.search(rb"[\w\x80-\xff]*\Z", before)
    word = (first[0] if first else b"") + (re.match(rb"[\w\x80-\xff]*", after) or [b""])[0]
    try:
        return quoted(word.decode("cp1252"))
    except UnicodeDecodeError:
        return ""


def _place(data: bytes, start: int, shown: str) -> Place:
    before = data[:start].decode("utf-8", "replace").replace("\r\n", "\n")
    return Place(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))


def _plain(text: str, shown: str) -> str:
    """Return a text with line feeds as its line ends; BuildError for NUL characters."""
    if "\0" in text:
        raise error_at(
            Place(shown, text.count("\n", 0, text.index("\0")) + 1), "the file contains a NUL character", _AGAIN
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def list_inputs(root: Path, without: Path) -> Iterator[tuple[str, str]]:
    """Yield the files below a folder that a build may read, in order, each as its name with slashes and its path.

    Links are followed as a build follows them. Left out are the folder `without`, files whose names start with a dot,
    and links out of the folder, where reading may never end. OSError for a link to a folder around itself.
    """
    whole, waiting = regular.real(root), [(str(root), "")]
    while waiting:
        folder, inner = waiting.pop()
        folders, files = _read(folder, whole)
        yield from ((f"{inner}{name}", os.path.join(folder, name)) for name in files)
        below = ((os.path.join(folder, name), f"{inner}{name}/") for name in reversed(folders))
        waiting += (pair for pair in below if Path(pair[0]) != without)


def list_names(root: Path) -> Iterator[str]:
    """Yield the names of the files below a folder, with slashes; hidden folders and links to folders are left out."""
    top = os.path.join(root, "")
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inner = os.path.join(folder, "")[len(top) :].replace(os.sep, "/")
        yield from (f"{inner}{file}" for file in files)


def digest_header(name: str, data: bytes) -> bytes:
    """Return the bytes to digest ahead of a file's own, so that no two sets of files have the same digest."""
    encoded = name.encode("utf-8", "surrogatepass")
    return b"%d %b %d\n" % (len(encoded), encoded, len(data))


def _read(folder: str, root: Path) -> tuple[list[str], list[str]]:
    """Return the names in a folder that a build may read, in order: of folders, and of files."""
    folders, files = list[str](), list[str]()
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # a folder of others, which no build can read either
        return folders, files
    for entry in entries:
        inside, link = entry.is_dir(), entry.is_symlink()
        if inside and link and _is_below(folder, regular.real(Path(entry))):
            raise OSError(errno.ELOOP, "a link to a folder around itself", folder)
        if not entry.name.startswith(".") and (not link or _is_below(entry.path, root)):
            (folders if inside else files).append(entry.name)
    return folders, files


def _is_below(path: str, root: Path) -> bool:
    return regular.real(Path(path)).is_relative_to(root)

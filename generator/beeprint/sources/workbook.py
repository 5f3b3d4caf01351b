"""Read what XLSX and ODS workbooks hold: their sheets as rows of text, as the eye sees them."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Literal, NamedTuple
from xml.parsers import expat

from msgspec import Struct, field

from beeprint.base import budget
from beeprint.base.problems import Place, error_at
from beeprint.sources.foreign_files import ForeignFile, foreign_archive
from beeprint.sources.tables import MAX_CELLS, SPLIT, address

#: The most bytes that the parts of a workbook may have once they are unpacked, and the most parts.
MAX_UNPACKED = 200_000_000
MAX_PARTS = 5_000
#: The most starts and ends of elements in a part: a table of as many cells as there may be has four for each.
MAX_ENDS = 12_000_000
#: How many of them take a step of the budget.
_PER_STEP = 2
#: Elements lie nearer to each other in the XML than this, in bytes; a cell's text is far shorter.
_FAR = 1_000_000
#: What to do about a workbook that cannot be read.
AGAIN = "open it in a spreadsheet, and save it again"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAVE_AS = "save it as an Excel workbook (XLSX), as an OpenDocument spreadsheet (ODS) or as CSV UTF-8"


class Span(NamedTuple):
    """A block of merged cells: its first row and column, counted from 0, and its numbers of rows and columns."""

    row: int
    column: int
    rows: int
    columns: int

    def spots(self, rows: int, columns: int) -> Iterator[tuple[int, int]]:
        """Yield the row and column of each cell in it that lies in a sheet of so many rows and columns."""
        for row in range(self.row, min(self.row + self.rows, rows)):
            yield from ((row, column) for column in range(self.column, min(self.column + self.columns, columns)))


class Sheet(Struct):
    """A sheet: its rows as the eye sees them, and what is wrong with single cells, by row and column from 0."""

    name: str
    hidden: bool
    rows: list[list[str]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    wrong: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    numbers: dict[tuple[int, int], float] = field(default_factory=dict)  # what cells hold, not what their formats show
    sums: set[tuple[int, int]] = field(default_factory=set)  # cells whose formulas sum up cells of their own column
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text into a cell, whose row and column may not exist yet."""
        while len(self.rows) <= row:
            self.rows.append([])
        cells = self.rows[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text


def position(name: str) -> tuple[int, int] | None:
    """Return row and column, counted from 0, of a cell's name such as C14; None for any other text."""
    match = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})", name)
    if match is None or match[2].startswith("0"):
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


#: How the file begins that Git LFS leaves in place of one that is not fetched.
_LFS = b"version https://git-lfs.github.com/spec/"


def open_workbook(data: bytes, shown: str) -> zipfile.ZipFile:
    """Open a workbook's archive; BuildError if it is not one, has a password, or is a ZIP bomb.

    All parts that are XML are unpacked once, so that no reader meets a part larger than it claims to be.
    """
    place = Place(shown)
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise error_at(place, "the workbook is locked with a password", "save it without one")
        raise error_at(place, "this is a file of an old Excel (XLS)", _SAVE_AS)
    if not data.startswith(b"PK"):
        rather, ending = _rather(data)
        hint = f"give the file the ending {ending}, here and in game.yaml" if ending else _SAVE_AS
        hint = "fetch the workbook with: git lfs pull" if data.startswith(_LFS) else hint
        raise error_at(place, f"this is not a workbook{rather}", hint)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = archive.infolist()
        if len({part.filename for part in parts}) < len(parts) or len(parts) > MAX_PARTS:
            raise error_at(place, "the workbook's archive is faulty", AGAIN)
        if sum(part.file_size for part in parts) > MAX_UNPACKED:
            message = f"the workbook has more than {MAX_UNPACKED:,} bytes once it is unpacked"
            raise error_at(place, message, "delete what the game does not need, pictures first")
        for part in parts:
            if part.filename.lower().endswith((".xml", ".rels")) or part.filename == "mimetype":
                archive.read(part)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        if "password" in str(error):
            raise error_at(place, "the workbook is locked with a password", "save it without one") from error
        raise error_at(place, "the workbook's file is damaged", AGAIN) from error
    return archive


def _rather(data: bytes) -> tuple[str, str]:
    """Describe what a file that is not a workbook seems to be, with the ending to give it; empty if unknown."""
    head = data[:400].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head[:200].lower().startswith((b"<!doctype html", b"<html", b"<head", b"<table", b"<meta")):
        return ", but a web page", ""
    if head.startswith(b"<?xml"):
        return ", but XML", ""
    if head.startswith(_LFS):
        return ", but a pointer of Git LFS to a file that is not there", ""
    if head[:1] in (b"[", b"{"):
        return ", but JSON", ".json"
    text = not any(byte < 9 or 13 < byte < 32 for byte in head)
    return (", but text, such as CSV", ".csv") if text and head else ("", "")


def kind_of(archive: zipfile.ZipFile) -> Literal["xlsx", "ods"] | ForeignFile:
    """Return the kind of a workbook by the parts of its archive, or what the archive is instead."""
    names = archive.namelist()
    media_type = archive.read("mimetype").decode("latin-1") if "mimetype" in names else ""
    if "opendocument.spreadsheet" in media_type:
        return "ods"
    if any(name.startswith("xl/") and name.endswith(".bin") and "workbook" in name for name in names):
        return ForeignFile("a binary workbook (XLSB)", _SAVE_AS)
    return "xlsx" if any(name.startswith("xl/") for name in names) else foreign_archive(names, media_type)


def fill_spans(sheet: Sheet, head: int) -> Iterator[tuple[int, int, str, str]]:
    """Let merged cells of one column show their text in each row; yield a problem for each block of names of columns.

    What a block across columns holds belongs to no column, so all its cells are wrong. Problems are row, column,
    message and hint. BuildError where blocks lie over each other, so that there is no end of filling them.
    """
    room = MAX_CELLS
    size = len(sheet.rows), max(map(len, sheet.rows), default=0)
    for span in sheet.spans:
        cells = sheet.rows[span.row] if span.row < len(sheet.rows) else []
        text = cells[span.column] if span.column < len(cells) else ""
        if not text.strip():
            continue
        first = address(span.row, span.column)
        last = address(span.row + span.rows - 1, span.column + span.columns - 1)
        if span.row == head - 1:
            message = f"the cells {first} to {last} are merged"
            yield span.row, span.column, message, SPLIT
            continue
        if span.columns > 1:
            for spot in islice(span.spots(*size), room + 1):
                sheet.wrong[spot] = f"is merged: {first} to {last} are one cell", SPLIT
                room -= 1
        else:
            for row, column in islice(span.spots(*size), 1, room + 2):
                sheet.put(row, column, text)
                room -= 1
        if room < 0:
            yield span.row, span.column, f"more than {MAX_CELLS:,} cells are merged, up to {first}", SPLIT
            return


Start = Callable[[str, dict[str, str]], None]


def parse(data: bytes, shown: str, start: Start, end: Callable[[str], None], text: Callable[[str], None]) -> None:
    """Read XML by callbacks, names without prefixes; BuildError for faulty XML and for all with a document type.

    So it is for more elements than a table may have, and for one so long that it would fill the memory.
    """
    ends = data.count(b"<") + data.count(b"/>")
    if ends > MAX_ENDS or re.search(rb"<[^<]{%d}" % _FAR, data):
        message = "the workbook holds more than a table may: its XML has too many elements, or one that is too long"
        raise error_at(Place(shown), message, "delete what the game does not need, or split the deck")
    budget.spend("rows", ends / _PER_STEP, at=lambda: Place(shown))
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise error_at(Place(shown), "the workbook declares a document type, as none should", AGAIN)

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: start(name.rpartition(":")[2], attributes)
    parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    parser.CharacterDataHandler = text
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise error_at(Place(shown), f"the workbook holds faulty XML: {error}", AGAIN) from error


def locate(data: bytes, start: Callable[[str, dict[str, str], int], None], end: Callable[[int], None]) -> None:
    """Read XML that `parse` accepts by callbacks with the byte at which each tag begins; names have their prefixes."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: start(name, attributes, parser.CurrentByteIndex)
    parser.EndElementHandler = lambda _: end(parser.CurrentByteIndex)
    parser.Parse(data, True)


def first(data: bytes, shown: str) -> dict[str, str]:
    """Return the attributes of the first element of XML, of which no more is read; BuildError if it is faulty."""
    elements: list[dict[str, str]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _, attributes: elements.append(attributes)
    try:
        for start in range(0, len(data), 4096):
            parser.Parse(data[start : start + 4096], False)
            if elements:
                return elements[0]
    except expat.ExpatError as error:
        raise error_at(Place(shown), f"the workbook holds faulty XML: {error}", AGAIN) from error
    return {}

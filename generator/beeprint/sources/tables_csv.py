"""Read CSV files as tables, and write lists that a spreadsheet opens without running anything in them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice

from msgspec.structs import replace

from beeprint.base.problems import Place, Problem, error_at
from beeprint.sources.source import decode_export
from beeprint.sources.tables import MAX_CELLS, MAX_ROWS, UNNAMED, DataTable, Grid, header_row, table_of

_EXPORT = "save the table as CSV UTF-8"
#: The marks between cells, by what messages call them.
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
#: The fewest rows of a table whose first column may be an index, the names of the columns counted.
_LEAST_INDEX = 3
_FEWER_ROWS = "delete the rows that no piece needs, or split the deck"
_CONFLICT = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)
#: Files that are archives, by a name or type in them; the last stands for any archive.
_ARCHIVES = {
    b"application/vnd.oasis.opendocument.spreadsheet": (
        "this is a LibreOffice file (ODS), not a CSV file",
        "give its name the ending .ods, here and in game.yaml",
    ),
    b"xl/": (
        "this is an Excel file (XLSX), not a CSV file",
        "give its name the ending .xlsx, here and in game.yaml",
    ),
    b"word/": ("this is a Word document, not a CSV file", f"copy its table into a spreadsheet, and {_EXPORT}"),
    b"Index/": ("this is a Numbers file, not a CSV file", "export it with File > Export To > CSV, encoding UTF-8"),
    b"": ("this is a ZIP archive, not a CSV file", "unpack it, and name the CSV file in it"),
}
_OTHERS = {
    b"\xd0\xcf\x11\xe0": (
        "this is a file of an old Excel (XLS), not a CSV file",
        'save it with File > Save As > "CSV UTF-8 (comma delimited)"',
    ),
    b"%PDF-": ("this is a PDF, not a CSV file", _EXPORT),
    b"{\\rtf": ("this is a text with formatting (RTF), not a CSV file", _EXPORT),
}


def read_csv(data: bytes, shown: str, head: int | None = 1) -> DataTable:
    """Read a CSV file as Excel, LibreOffice, Google and pandas write it, with commas, semicolons, tabs or |.

    `head` is the number of the row that names the columns; None looks for it.
    """
    other = _other_format(data)
    if other:
        raise error_at(Place(shown), *other)
    text, warnings = decode_export(data, shown)
    first = text.split("\n", 1)[0]
    if first.lstrip('"').lower().startswith("sep="):
        raise error_at(Place(shown, 1, 1), f"the first line is {first!r}, an instruction for Excel", "delete that line")
    conflict = _CONFLICT.search(text)
    if conflict:
        line = text.count("\n", 0, conflict.start()) + 1
        message = "this line marks a conflict that git could not merge"
        raise error_at(Place(shown, line, 1), message, "keep one of the versions, and delete the marks")
    if first.startswith("|") and first.rstrip().endswith("|"):
        message = "this is a table in Markdown, not a CSV file"
        raise error_at(Place(shown, 1, 1), message, f"copy it into a spreadsheet, and {_EXPORT}")
    delimiter = max(SEPARATORS.values(), key=lambda mark: (first.count(mark), mark == ","))
    # Line ends and delimiters inside cells count too; a table that somebody edits still has far fewer.
    if text.count("\n") > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_ROWS:,} rows", _FEWER_ROWS)
    if text.count(delimiter) > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_CELLS:,} cells", "delete empty columns and rows")
    separator = next(name for name, mark in SEPARATORS.items() if mark == delimiter)
    records = _records(text, delimiter, shown)
    head = header_row(records) if head is None else head
    if _is_index(records[head - 1 :]):
        records[head - 1][0] = f"{UNNAMED} A"  # a remark, as a column of a workbook that has no name
    table = table_of(shown, records, _Cells(shown, text, delimiter), separator, head=head)
    return replace(table, warnings=(*warnings, *_swallowed(table, delimiter)))


def _swallowed(table: DataTable, delimiter: str) -> Iterator[Problem]:
    """Yield a warning for each cell that seems to hold rows, since a quote that opens it is closed too late."""
    marks = len(table.header) - 1
    for row, cells in enumerate(table.rows) if marks else ():
        for head, text in cells.items():
            lines = text.split("\n")[1:-1] if "\n" in text else []
            if len(lines) > 1 and all(line.count(delimiter) == marks for line in lines):
                message = f"{table.cell(row, head)} holds {len(lines)} lines that look like rows"
                hint = "if they are rows, close the quote that opens the cell at the end of its first line"
                yield Problem(table.place(row, head), message, hint, "warning")


def _is_index(records: Sequence[Sequence[str]]) -> bool:
    """Return whether the first column has no name and numbers the rows, as pandas writes it."""
    if len(records) < _LEAST_INDEX or not records[0] or records[0][0].strip() or not any(records[0]):
        return False
    numbers = [record[0].strip() for record in records[1:] if record]
    start = {"0": 0, "1": 1}.get(numbers[0] if numbers else "")
    return start is not None and numbers == [str(number) for number in range(start, start + len(numbers))]


class _Cells(Grid):
    """The places of the cells of a CSV file, which are located only when a message needs them."""

    def __init__(self, shown: str, text: str, delimiter: str) -> None:
        self._shown, self._text, self._delimiter = shown, text, delimiter

    def place(self, record: int, column: int = 0) -> Place:
        """Find the line and the character at which a cell starts."""
        if record == 1 and not column:
            return Place(self._shown, 1, 1)  # every file that is read asks for this one
        cells = self._starts[record - 1] if record <= len(self._starts) else [(record, 1)]
        return Place(self._shown, *cells[min(column, len(cells) - 1)])

    @cached_property
    def _starts(self) -> list[list[tuple[int, int]]]:
        return _starts(self._text, self._delimiter)


def _other_format(data: bytes) -> tuple[str, str] | None:
    """Return a message and a hint for a file in another format than CSV; None for CSV."""
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"PK\x03\x04"):
        return _ARCHIVES[next((mark for mark in _ARCHIVES if mark in data), b"")]
    if head[:200].lower().startswith((b"<!doctype html", b"<html", b"<head", b"<table", b"<meta", b"<script")):
        google = b"accounts.google.com" in data or b"docs.google.com" in data
        hint = "publish the sheet as CSV (File > Share > Publish to web), or download it while you are signed in"
        return "this is a web page, not a CSV file", hint if google else _EXPORT
    return next((words for mark, words in _OTHERS.items() if head.startswith(mark)), None)


def _records(text: str, delimiter: str, shown: str) -> list[list[str]]:
    """Split the text into the cells of each record; BuildError for broken quotes, or more than a table may hold."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = 0  # where the last whole record ends
    try:
        # Cells with the same text are one, so that a long table takes less room.
        seen: dict[str, str] = {}
        records: list[list[str]] = []
        for record in islice(reader, MAX_ROWS + 1):
            records.append([seen.setdefault(cell, cell) for cell in record])
            last = reader.line_num
    except csv.Error as error:
        if "field larger" in str(error):
            hint = "shorten it; a cell that starts with a quote must end with one"
            raise error_at(
                Place(shown, reader.line_num), f"a cell has more than {csv.field_size_limit():,} characters", hint
            ) from error
        if "expected after" in str(error):
            message = "text follows the quote that closes a cell"
            hint = 'write a quote inside such a cell twice: "say ""hi"" twice"'
            if reader.line_num > last + 1:
                message = f"a quote is opened here, and text follows the one that closes it, in line {reader.line_num}"
                hint = f"close the cell with a quote in line {last + 1}, or {hint}"
            raise error_at(Place(shown, last + 1, 1), message, hint) from error
        line = _unclosed_quote(text, delimiter)
        message = "a quote is opened but never closed" if "unexpected end" in str(error) else f"CSV: {error}"
        raise error_at(Place(shown, line, 1), message, "a cell that starts with a quote must end with one") from error
    if len(records) > MAX_ROWS:
        raise error_at(Place(shown, reader.line_num), f"the file has more than {MAX_ROWS:,} rows", _FEWER_ROWS)
    return records


def _unclosed_quote(text: str, delimiter: str) -> int:
    """Find the line of the last cell that starts with a quote, which most likely is the unclosed one."""
    last = 1
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith('"') or delimiter + '"' in line:
            last = number
    return last


def _starts(text: str, delimiter: str) -> list[list[tuple[int, int]]]:
    """Find, for each record, the line and column where each of its cells starts, by csv's rules for quotes."""
    records: list[list[tuple[int, int]]] = []
    line, index = 1, 0
    while index < len(text):
        end = text.find("\n", index)
        plain = text[index : len(text) if end < 0 else end]
        if '"' in plain:
            record, index, line = _start_of_each(text, index, line, delimiter)
        else:
            lengths = accumulate(len(cell) + 1 for cell in plain.split(delimiter)[:-1])
            record = [(line, 1), *((line, 1 + length) for length in lengths)]
            index, line = index + len(plain) + 1, line + 1
        records.append(record)
    return records


def _start_of_each(text: str, index: int, line: int, delimiter: str) -> tuple[list[tuple[int, int]], int, int]:
    """Find where the cells of one record start, then the index and the line of the next record."""
    record, cell, first, closed, quoted = [(line, 1)], index, index, -1, False
    for match in re.compile(f'["\n{delimiter}]').finditer(text, index):
        mark, at = match[0], match.start()
        if mark == '"':
            # Inside a cell in quotes, two of them stand for one.
            opens = not quoted and at in (cell, closed + 1)
            quoted, closed = opens, at if quoted else -1
        elif quoted:
            line, first = (line + 1, at + 1) if mark == "\n" else (line, first)
        elif mark == "\n":
            return record, at + 1, line + 1
        else:
            cell = at + 1
            record.append((line, cell - first + 1))
    return record, len(text), line


# What begins a formula in one spreadsheet program or another, some in wide letters too. Where lists are parted by
# semicolons or tabs, a program may part a text there, and at ends of lines.
_FORMULA = re.compile(r"(^|[;\t\r\n])([ ]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def write_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; an apostrophe marks texts that a spreadsheet would take for a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        table.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _plain(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(lambda match: f"{match[0]}'", text)

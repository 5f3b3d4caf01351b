"""Read CSV files as tables."""

from __future__ import annotations

import csv
import io
from itertools import islice

from beeprint.base.problems import Place, error_at
from beeprint.files.source import decode
from beeprint.files.tables import MAX_CELLS, MAX_ROWS, DataTable, table_of


def read_csv(data: bytes, shown: str) -> DataTable:
    """Read a CSV file as Excel, LibreOffice and Google write it, separated by commas, semicolons or tabs."""
    text = decode(data, shown)
    first = text.split("\n", 1)[0]
    if first.lower().startswith("sep="):
        raise error_at(Place(shown, 1, 1), f"the first line is {first!r}, an instruction for Excel", "delete that line")
    delimiter = max(",;\t", key=lambda mark: (first.count(mark), mark == ","))
    # Delimiters inside cells count too; a table that somebody edits still has far fewer.
    if text.count(delimiter) > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_CELLS:,} cells", "delete empty columns")
    return table_of(shown, _records(text, delimiter, shown), lambda: _starts(text, delimiter))


def _records(text: str, delimiter: str, shown: str) -> list[list[str]]:
    """Split the text into the cells of each record; BuildError for broken quotes, or more than a table may hold."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        records = list(islice(reader, MAX_ROWS + 1))
    except csv.Error as error:
        if "field larger" in str(error):
            hint = "shorten it; a cell that starts with a quote must end with one"
            raise error_at(
                Place(shown, reader.line_num), f"a cell has more than {csv.field_size_limit():,} characters", hint
            ) from error
        line = _unclosed_quote(text, delimiter)
        unclosed = "unexpected end" in str(error)
        message = "a quote is opened but never closed" if unclosed else f"CSV: {error}"
        raise error_at(Place(shown, line, 1), message, "a cell that starts with a quote must end with one") from error
    if len(records) > MAX_ROWS:
        raise error_at(Place(shown, reader.line_num), f"the file has more than {MAX_ROWS:,} rows", "delete empty rows")
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
    line, char = 1, 1
    record = [(1, 1)]
    quoted, start = False, True
    index, size = 0, len(text)
    while index < size:
        mark = text[index]
        if quoted:
            if mark == '"' and text[index + 1 : index + 2] == '"':
                index, char = index + 1, char + 1
            elif mark == '"':
                quoted = False
            elif mark == "\n":
                line, char = line + 1, 0
        elif mark == '"' and start:
            quoted, start = True, False
        elif mark == delimiter:
            record.append((line, char + 1))
            start = True
        elif mark == "\n":
            records.append(record)
            line, char, start = line + 1, 0, True
            record = [(line, 1)]
        else:
            start = False
        index, char = index + 1, char + 1
    if len(record) > 1 or record[0] != (line, char):
        records.append(record)
    return records

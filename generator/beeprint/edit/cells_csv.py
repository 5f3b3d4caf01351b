"""Replace a cell of a CSV file in the way in which the file is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from beeprint.edit.text import SourceText, Splice, source_text
from beeprint.sources.source import decode_export
from beeprint.sources.tables_csv import SEPARATORS

_LINE_END = re.compile(r"\r\n?|\n")


class _Span(NamedTuple):
    """The characters of a cell, with its quotes."""

    start: int
    end: int


def replaced(data: bytes, shown: str, separator: str, record: int, column: int, text: str) -> bytes:
    """Return a file's bytes with another text in a cell, by the number of its record and column, as tables have them.

    `separator` is the name that messages have for the mark between cells.
    """
    reading = decode_export(data, shown)[0]
    source = source_text(data, shown, ("utf-16-le", "utf-16-be", "cp1252"), reading)
    delimiter = SEPARATORS[separator]
    records = _spans(source.text, delimiter)
    cells = records[record - 1]
    habits = _Habits(source, delimiter, records[1:])
    if column >= len(cells):
        end = cells[-1].end
        missing = delimiter * (column - len(cells) + 1)
        return source.spliced([Splice(end, end, missing + habits.written(text, "", column))])
    span = cells[column]
    old = source.text[span.start : span.end]
    return source.spliced([Splice(*span, habits.written(text, old, column))])


def _spans(text: str, delimiter: str) -> list[list[_Span]]:
    """Find the cells of each record, blank lines among them, by the rules of the reader."""
    cell = re.compile(rf'"(?:[^"]++|"")*+"|[^{delimiter}\r\n]*+')
    records: list[list[_Span]] = []
    at = 0
    while at < len(text):
        record: list[_Span] = []
        while True:
            match = cell.match(text, at)
            assert match is not None  # it may be empty
            record.append(_Span(*match.span()))
            at = match.end()
            if text[at : at + 1] != delimiter:
                break
            at += 1
        line_end = _LINE_END.match(text, at)
        at = line_end.end() if line_end else len(text)
        records.append(record)
    return records


class _Habits:
    """How a file writes its cells: what it puts in quotes, and how it ends lines within them."""

    def __init__(self, source: SourceText, delimiter: str, records: Iterable[list[_Span]]) -> None:
        self._delimiter = delimiter
        self._rows = [[source.text[span.start : span.end] for span in record] for record in records]

    def written(self, text: str, old: str, column: int) -> str:
        """Return a text as the file would write it in a column, in place of an old cell."""
        if self._needs_quotes(text) or self._quotes(old, column, bool(text)):
            lines = text.replace('"', '""').split("\n")
            return f'"{self._line_end().join(lines)}"'
        if old[:1] == '"' or not text:
            return text
        bare = old.strip(" ")
        return old.replace(bare, text) if bare and bare != old else text  # cells may be lined up by blanks

    def _needs_quotes(self, text: str) -> bool:
        return any(mark in text for mark in (self._delimiter, '"', "\n", "\r"))

    def _quotes(self, old: str, column: int, filled: bool) -> bool:
        """Return whether quotes that are not needed are the habit: of this cell, its column, or else the file."""
        below = [row[column] for row in self._rows if column < len(row)]
        for cells in ([old], below, [cell for row in self._rows for cell in row]):
            optional = [cell for cell in cells if self._optional(cell, filled)]
            if optional:
                return sum(cell[0:1] == '"' for cell in optional) * 2 > len(optional)
        return False

    def _optional(self, cell: str, filled: bool) -> bool:
        """Return whether quotes around a cell are a matter of habit; `filled` asks for cells that hold anything."""
        inner = cell[1:-1] if cell[:1] == '"' else cell
        return not self._needs_quotes(inner) and bool(inner) == filled

    def _line_end(self) -> str:
        """Return the line end within cells; programs that end rows by CR LF write a line feed there."""
        inner = (_LINE_END.search(cell) for row in self._rows for cell in row)
        return next((match[0] for match in inner if match), "\n")

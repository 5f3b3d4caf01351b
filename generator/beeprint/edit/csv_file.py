"""Rewrite rows and columns of a CSV file in the way in which the file is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from beeprint.edit.rewriting import NewRow, Rewriting
from beeprint.edit.text import SourceText, Splice, source_text
from beeprint.sources.source import decode_export
from beeprint.sources.tables import DataTable
from beeprint.sources.tables_csv import SEPARATORS

_LINE_END = re.compile(r"\r\n?|\n")


class _Record:
    """A record: its cells as they are written, with their quotes, and the line end after them, none at the end."""

    def __init__(self, cells: list[str], end: str = "") -> None:
        self.cells, self.end = cells, end


def rewrite_csv(data: bytes, shown: str, table: DataTable, rewriting: Rewriting) -> bytes:
    """Return a file's bytes after a rewriting of its table; records that it does not concern stay as they are."""
    source = source_text(data, shown, ("utf-16-le", "utf-16-be", "cp1252"), decode_export(data, shown)[0])
    file = _CsvFile(source, table)
    for (record, head), text in rewriting.texts.items():
        file.set(record, table.header.index(head), text)
    for head, name in rewriting.heads.items():
        file.set(table.head, table.header.index(head), name)
    order = file.arrange(rewriting)
    if rewriting.column is not None:
        column = rewriting.column
        file.add_column(column.at, {table.head: column.head, **column.texts})
    if rewriting.dropped:
        file.drop_column(table.header.index(rewriting.dropped))
    text = "".join(f"{file.delimiter.join(record.cells)}{record.end}" for record in order)
    return source.splice([Splice(0, len(source.text), text)])


class _CsvFile:
    """The records of a file, blank lines among them, by the rules of the reader, and how it writes its cells."""

    def __init__(self, source: SourceText, table: DataTable) -> None:
        self.delimiter = SEPARATORS[table.separator]
        self._source, self._table = source, table
        self._records = _split(source.text, self.delimiter)
        self._rows = [list(record.cells) for record in self._records[1:]]
        self._all = [cell for cells in self._rows for cell in cells]

    def set(self, record: int, column: int, text: str) -> None:
        """Write a text into a cell; a record that is too short gets the marks that it lacks."""
        cells = self._records[record - 1].cells
        old = cells[column] if column < len(cells) else ""
        beside = [list(cells)] if record == self._table.head else [self._column(column), self._all]
        cells += [""] * (column + 1 - len(cells))
        cells[column] = self._write(text, old, [[old], *beside])

    def arrange(self, rewriting: Rewriting) -> list[_Record]:
        """Return the records in their new order; the file ends with a line end if it did so before."""
        if not rewriting.rows and not rewriting.gone:
            return self._records
        order: list[_Record] = []
        last = len(self._records) + 1
        for number in range(1, last + 1):
            order += [self._new(row) for row in rewriting.rows if min(row.before, last) == number]
            if number < last and number not in rewriting.gone:
                order.append(self._records[number - 1])
        final = self._records[-1].end
        for record in order:
            record.end = record.end or self._source.newline
        for record, after in pairwise(order):
            if record.end == "\r" and after.cells == [""] and after.end.startswith("\n"):
                record.end = "\n"  # CR and the LF of an empty line would be one line end
        if not final and order:
            order[-1].end = ""
        return order

    def _new(self, row: NewRow) -> _Record:
        columns = {head: index for index, head in enumerate(self._table.header)}
        width = len(self._records[self._table.head - 1].cells)
        like = self._records[row.like - 1] if row.like else None
        cells = list(like.cells) if like else [self._write("", "", [self._column(index)]) for index in range(width)]
        for head, text in row.texts.items():
            column = columns[head]
            cells += [""] * (column + 1 - len(cells))
            cells[column] = self._write(text, cells[column] if like else "", [self._column(column), self._all])
        return _Record(cells, like.end if like else "")

    def add_column(self, at: int, texts: dict[int, str]) -> None:
        """Add a cell to every record that has any, at an index; `texts` are those of rows, by their records."""
        for number, record in enumerate(self._records, start=1):
            if record.cells == [""] or number < self._table.head:
                continue
            record.cells += [""] * (at - len(record.cells))
            beside = list(record.cells) if number == self._table.head else self._all
            record.cells.insert(at, self._write(texts.get(number, ""), "", [beside]))

    def drop_column(self, at: int) -> None:
        """Take a cell out of every record that has it."""
        for record in self._records[self._table.head - 1 :]:
            if len(record.cells) > max(at, 1):
                del record.cells[at]

    def _column(self, column: int) -> list[str]:
        return [cells[column] for cells in self._rows if column < len(cells)]

    def _write(self, text: str, old: str, beside: Iterable[Sequence[str]]) -> str:
        """Return a text as the file would write it, in place of an old cell, quoted as the cells beside it are."""
        if self._needs_quotes(text) or self._quotes(beside, bool(text)):
            lines = text.replace('"', '""').split("\n")
            return f'"{self._line_end().join(lines)}"'
        if old[:1] == '"' or not text:
            return text
        bare = old.strip(" ")
        return old.replace(bare, text) if bare and bare != old else text  # cells may be lined up by blanks

    def _needs_quotes(self, text: str) -> bool:
        return any(mark in text for mark in (self.delimiter, '"', "\n", "\r"))

    def _quotes(self, beside: Iterable[Sequence[str]], filled: bool) -> bool:
        """Return whether quotes that are not needed are the habit: of the first cells that leave a choice."""
        for cells in beside:
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
        inner = map(_LINE_END.search, self._all)
        return next((match[0] for match in inner if match), "\n")


def _split(text: str, delimiter: str) -> list[_Record]:
    cell = re.compile(rf'"(?:[^"]++|"")*+"|[^{re.escape(delimiter)}\r\n]*+')
    records: list[_Record] = []
    at = 0
    while at < len(text):
        cells: list[str] = []
        while True:
            match = cell.match(text, at)
            assert match is not None  # it may be empty
            cells.append(match[0])
            at = match.end()
            if text[at : at + 1] != delimiter:
                break
            at += 1
        end = _LINE_END.match(text, at)
        at = end.end() if end else len(text)
        records.append(_Record(cells, end[0] if end else ""))
    return records

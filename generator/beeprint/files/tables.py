"""Data files as tables, independent of their format: header, rows of text, and the place of every cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest

from beeprint.base.problems import BuildError, Place, Problem, error_at

MAX_ROWS = 20_000
MAX_COLUMNS = 500
MAX_CELLS = 1_000_000

_CURLY = re.compile("^[“”„«]")
_STRAIGHT = 'write straight quotes (") around a cell that contains a {}; curly ones are part of the text'
_QUOTES = "put a cell that contains a {} in quotes"

#: For each record of a file, the header being the first, the line and column at which each of its cells starts.
Starts = Sequence[Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class DataTable:
    """A data file: its header, its rows as text (blank rows left out), and the place of every cell."""

    shown: str
    header: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    records: tuple[int, ...]  # for each row, the number of its record in the file, the header being 1
    ragged: tuple[int, ...]  # rows with more cells than the header, none of which can be trusted
    find_starts: Callable[[], Starts] = field(repr=False, compare=False)  # places are needed for messages only
    separator: str = "comma"  # what messages call the mark between cells

    def place(self, row: int | None, column: str | None = None) -> Place:
        """Find where a row's cell starts; row None is the header."""
        record = 0 if row is None else self.records[row] - 1
        cells = self._starts[record] if record < len(self._starts) else [(record + 1, 1)]
        index = self.header.index(column) if column in self.header else 0
        line, char = cells[min(index, len(cells) - 1)]
        return Place(self.shown, line, char)

    def too_many(self, row: int) -> Problem:
        """Return the problem of a ragged row, at its first extra cell."""
        cells = self._starts[self.records[row] - 1]
        line, char = cells[len(self.header)]
        return Problem(
            Place(self.shown, line, char),
            f"row {self.records[row]} has {len(cells)} cells, but the header has {len(self.header)}",
            (_STRAIGHT if any(map(_CURLY.search, self.rows[row].values())) else _QUOTES).format(self.separator),
        )

    def cell(self, row: int | None, column: str) -> str:
        """Return the cell's name as a spreadsheet shows it, such as C14."""
        record = 1 if row is None else self.records[row]
        index = self.header.index(column) if column in self.header else 0
        letters = ""
        while index >= 0:
            letters, index = chr(ord("A") + index % 26) + letters, index // 26 - 1
        return f"{letters}{record}"

    @property
    def late_header(self) -> int:
        """Return the number of the record that looks like the header, below a title, say; 0 if there is none."""
        near = zip(self.records[:10], self.rows, strict=False)
        return next((number for number, cells in near if "id" in map(str.strip, cells.values())), 0)

    @cached_property
    def _starts(self) -> Starts:
        return self.find_starts()


def table_of(
    shown: str, records: Sequence[Sequence[str]], find_starts: Callable[[], Starts], separator: str = "comma"
) -> DataTable:
    """Turn a file's records into a table; BuildError for a faulty header or more than a table may hold."""
    if not records or not any(cell.strip() for cell in records[0]):
        raise error_at(Place(shown, 1, 1), "the first row must contain the names of the columns")
    header = tuple(cell.strip() for cell in records[0])
    while header and not header[-1]:
        header = header[:-1]
    if len(header) > MAX_COLUMNS:
        raise error_at(
            Place(shown, 1, 1), f"the table has {len(header):,} columns, more than {MAX_COLUMNS:,}", "delete some"
        )
    if len(header) * len(records) > MAX_CELLS:
        raise error_at(
            Place(shown, 1, 1),
            f"the table has {len(header) * len(records):,} cells, more than {MAX_CELLS:,}",
            "delete empty columns and rows",
        )
    problems = _faulty_names(shown, header, find_starts)
    if problems:
        raise BuildError(problems)
    rows: list[dict[str, str]] = []
    numbers: list[int] = []
    ragged: list[int] = []
    for number, record in enumerate(records[1:], start=2):
        if not any(cell.strip() for cell in record):
            continue
        if any(cell.strip() for cell in record[len(header) :]):
            ragged.append(len(rows))
        rows.append(dict(zip_longest(header, record[: len(header)], fillvalue="")))
        numbers.append(number)
    return DataTable(shown, header, tuple(rows), tuple(numbers), tuple(ragged), find_starts, separator)


def _faulty_names(shown: str, header: tuple[str, ...], find_starts: Callable[[], Starts]) -> list[Problem]:
    """Return a problem for each column without a name, and each with a duplicate one."""
    problems: list[Problem] = []
    for index, name in enumerate(header):
        if not name:
            line, char = find_starts()[0][index]
            problems.append(
                Problem(Place(shown, line, char), f"column {index + 1} has no name", "name it in the first row")
            )
        elif name in header[:index]:
            line, char = find_starts()[0][index]
            problems.append(Problem(Place(shown, line, char), f"duplicate column {name}", "rename one, or delete it"))
    return problems

"""Plan which cells of a workbook's sheet get other texts, and which rows take the cells of another row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.sheet_shift import Shift
from beeprint.edit.sheet_xml import Spot
from beeprint.sources.tables import DataTable, address, name_unnamed
from beeprint.sources.workbook import position

IN_SPREADSHEET = "open the workbook in a spreadsheet, and change it there"
#: A number as spreadsheets keep it exactly, and as cells without a format show it.
NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?", re.ASCII)


class SheetPlan(Struct, frozen=True):
    """What becomes of a sheet: rows and columns count from 0.

    `sources` are the rows that take the cells of another row, first of all; `copies` are those of them whose source
    keeps its cells, and `moved` all rows that get or give cells, except these sources. `texts` are written then. In the
    columns `numeric`, and in cells that hold a number, a number is written as a number, unless `as_texts`. New rows
    look like `last`, the last row with cells. `shift` comes first of all: rows and columns go, and rows make room.
    """

    shown: str
    sheet: str
    texts: Mapping[Spot, str]
    sources: Mapping[int, int]
    copies: frozenset[int]
    moved: frozenset[int]
    numeric: frozenset[int]
    last: int
    as_texts: bool = False
    shift: Shift | None = None

    def is_number(self, column: int, text: str, *, was_number: bool) -> bool:
        """Return whether a text is written into a cell as a number."""
        wanted = column in self.numeric or was_number
        return wanted and not self.as_texts and bool(NUMBER.fullmatch(text)) and text != "-0"

    def place(self, spot: Spot) -> Place:
        """Return the place of a cell, as the sheet has it before its rows come and go."""
        spot = (self.shift.was(spot[0]) if self.shift else spot[0], spot[1])
        return Place(self.shown, spot[0] + 1, spot[1] + 1, f"{self.sheet}!{address(*spot)}")

    def moves(self, spot: Spot) -> bool:
        """Return whether a cell gets or gives what it holds as rows change places."""
        return spot[0] in self.moved

    def check_texts(self, check: Callable[[Spot], None]) -> None:
        """Raise BuildError with the problems of all cells that must not be written."""
        problems: list[Problem] = []
        for spot in self.texts:
            try:
                check(spot)
            except BuildError as error:
                problems += error.problems
        if problems:
            raise BuildError(problems)

    def check_ranges(self, what: str, ranges: Iterable[tuple[Spot, Spot]]) -> None:
        """Raise BuildError where cells that move are only a part of a range, such as of a validation."""
        for (top, left), (bottom, right) in ranges:
            rows = {row for row in self.moved if top <= row <= bottom}
            if rows and rows != self.moved:
                cells = f"{address(top, left)}:{address(bottom, right)}"
                message = f"rows and columns cannot be moved or deleted here, since {what} holds for {cells} only"
                raise error_at(self.place((top, left)), message, IN_SPREADSHEET)

    def check_formulas(self, reference: re.Pattern[str], formulas: Iterable[tuple[bool, str]]) -> None:
        """Raise BuildError where a formula names a single cell that moves; each says whether it is of this sheet.

        Ranges stay as they are, since rows move within them.
        """
        for own, formula in formulas:
            quoted = self.sheet.replace("'", "''")
            names = {self.sheet, f"'{quoted}'"}
            spots = [
                spot
                for match in reference.finditer(formula)
                for spot in [position(match["cell"])]
                if spot and (own if not match["sheet"] else match["sheet"].lstrip("$") in names)
            ]
            if any(map(self.moves, spots)):
                message = "rows and columns cannot be moved or deleted here, since a formula names them" + (
                    formula and f": {formula[:40]}"
                )
                raise error_at(Place(self.shown), message, IN_SPREADSHEET)


def plans(shown: str, table: DataTable, rewriting: Rewriting) -> Iterator[SheetPlan]:
    """Yield the ways to carry out a rewriting, the best first."""
    column = rewriting.column
    if column is not None and column.at < len(table.header) and table.header[column.at] != name_unnamed(column.at):
        raise error_at(Place(shown), "a workbook gets new columns behind the last one", "add it at the end")
    sheet = table.place(None).cell.rpartition("!")[0]
    numeric = {at for at, head in enumerate(table.header) if _is_numeric(table, head)}
    numeric |= {column.at} if column and column.numbers else set()
    last = (table.records[-1] if table.records else table.head) - 1
    base = SheetPlan(shown, sheet, {}, {}, frozenset(), frozenset(), frozenset(numeric), last)
    for layout in _layouts(table, rewriting, sheet, last):
        for as_texts in (False, True):
            yield structs.replace(base, **layout, as_texts=as_texts)


def _layouts(table: DataTable, rewriting: Rewriting, sheet: str, last: int) -> Iterator[dict[str, Any]]:
    """Yield what plans have besides, the best first: rows and columns come and go, or cells change places."""
    kept = {row.like for row in rewriting.rows} & rewriting.gone
    shift = None if kept or rewriting.empties else _shift(sheet, table, rewriting, last)
    if shift is not None:
        texts, sources = _shifted(table, rewriting, shift)
        yield {
            "texts": texts,
            "sources": sources,
            "copies": frozenset(sources),
            "moved": frozenset(sources),
            "last": shift.row(shift.at) - shift.count - 1 if shift.count else shift.row(last + 1) - 1,
            "shift": shift,
        }
        return
    texts, sources, copies = _laid_out(table, rewriting)
    given = {source for row, source in sources.items() if row not in copies}
    yield {"texts": texts, "sources": sources, "copies": copies, "moved": frozenset({*sources, *given})}


def _shift(sheet: str, table: DataTable, rewriting: Rewriting, last: int) -> Shift | None:
    """Return the rows to delete and to insert, and the column to delete; None where new rows come below all others."""
    places = {row.before - 1 for row in rewriting.rows}
    gone = tuple(sorted(record - 1 for record in rewriting.gone))
    columns = (table.header.index(rewriting.dropped),) if rewriting.dropped else ()
    if len(places) > 1 or not (gone or columns or (places and max(places) <= last)):
        return None
    at = min([*places, last + 1])
    return Shift(sheet, at, len(rewriting.rows), gone, columns, table.head - 1)


def _shifted(table: DataTable, rewriting: Rewriting, shift: Shift) -> tuple[dict[Spot, str], dict[int, int]]:
    """Return the texts of cells, and the rows that copy others, once rows and columns have come and gone."""
    rows = dict(enumerate(rewriting.rows, start=shift.row(shift.at) - shift.count))
    cells = {(shift.row(record - 1), head): text for (record, head), text in rewriting.texts.items()}
    cells |= {(number, head): text.strip() for number, row in rows.items() for head, text in row.texts.items()}
    sources = {number: shift.row(row.like - 1) for number, row in rows.items() if row.like}
    texts = {(row, shift.column(table.header.index(head))): text for (row, head), text in cells.items()}
    return texts, sources


def _is_numeric(table: DataTable, head: str) -> bool:
    """Return whether most cells of a column hold numbers, not texts that look like numbers."""
    kinds = [(row, head) in table.numbers for row, cells in enumerate(table.rows) if cells[head].strip()]
    return sum(kinds) * 2 > len(kinds)


def _laid_out(table: DataTable, rewriting: Rewriting) -> tuple[dict[Spot, str], dict[int, int], frozenset[int]]:
    """Return the texts of cells, the rows that take the cells of others, and the copies among these.

    The rows in their new order get the numbers that rows have, so that no gap is left. If the rewriting `empties` rows
    that go, each row keeps its number, and new rows come below all others.
    """
    header = rewriting.header(table)
    texts: dict[Spot, str] = {(table.head - 1, table.header.index(head)): to for head, to in rewriting.heads.items()}
    if rewriting.column:
        texts[table.head - 1, rewriting.column.at] = rewriting.column.head
    sources, copies = dict[int, int](), set[int]()
    order = rewriting.order(table)
    end = table.records[-1] + 1 if table.records else table.head + 1
    free = (
        iter(range(end, end + len(order)))
        if rewriting.empties
        else iter([*table.records, *range(end, end + len(order))])
    )
    used: set[int] = set()
    for kept, row in order:
        number = kept if rewriting.empties and kept else next(free)
        used.add(number)
        source = kept or row.like
        if source and source != number:
            sources[number - 1] = source - 1
            copies |= {number - 1} if row.like and row.like not in rewriting.gone else set()
        cells = _given(rewriting, kept) if kept else row.texts
        if not source and number in table.records:
            cells = {**dict.fromkeys(table.header, ""), **cells}  # none of the row that was here
        texts |= {(number - 1, header.index(head)): text.strip() for head, text in cells.items()}
    for number in {*table.records} - used:
        texts |= {(number - 1, column): "" for column in range(len(table.header))}
    return texts, sources, frozenset(copies)


def _given(rewriting: Rewriting, record: int) -> dict[str, str]:
    """Return the texts that cells of a record get, by their heads."""
    cells = {head: text for (number, head), text in rewriting.texts.items() if number == record}
    if rewriting.column:
        cells[rewriting.column.head] = rewriting.column.texts.get(record, "")
    return cells

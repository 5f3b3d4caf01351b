"""Plan which cells of a workbook's sheet get other texts, and which rows take the cells of another row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from beeprint.base.problems import Place, error_at
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.row_shift import Shift
from beeprint.edit.sheet_xml import Spot
from beeprint.sources.tables import DataTable, address
from beeprint.sources.workbook import position

IN_SPREADSHEET = "open the workbook in a spreadsheet, and change it there"
#: A number as spreadsheets keep it exactly, and as cells without a format show it.
NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?", re.ASCII)


class SheetPlan(Struct, frozen=True):
    """What becomes of a sheet: rows and columns count from 0.

    `sources` are the rows that take the cells of another row, first of all; `copies` are those of them whose source
    keeps its cells, and `moved` all rows that get or give cells, except these sources. `texts` are written then. In the
    columns `numeric`, and in cells that hold a number, a number is written as a number, unless `as_texts`. New rows
    look like `last`, the last row with cells. `head` is the row of the heads, `width` their number; the cells right of
    the column `dropped` move to the left. `shift` inserts empty rows first, so that rows below the cards make room.
    """

    shown: str
    sheet: str
    texts: Mapping[Spot, str]
    sources: Mapping[int, int]
    copies: frozenset[int]
    moved: frozenset[int]
    numeric: frozenset[int]
    last: int
    head: int
    width: int
    dropped: int | None
    as_texts: bool = False
    shift: Shift | None = None

    def is_number(self, column: int, text: str, *, was_number: bool) -> bool:
        """Return whether a text is written into a cell as a number."""
        wanted = column in self.numeric or was_number
        return wanted and not self.as_texts and bool(NUMBER.fullmatch(text)) and text != "-0"

    def place(self, spot: Spot) -> Place:
        """Return the place of a cell."""
        return Place(self.shown, spot[0] + 1, spot[1] + 1, f"{self.sheet}!{address(*spot)}")

    def moves(self, spot: Spot) -> bool:
        """Return whether a cell gets or gives what it holds as rows or columns move."""
        sideways = self.dropped is not None and spot[0] >= self.head and self.dropped <= spot[1] < self.width
        return sideways or spot[0] in self.moved

    def check_ranges(self, what: str, ranges: Iterable[tuple[Spot, Spot]]) -> None:
        """Raise BuildError where cells that move are only a part of a range, such as of a validation."""
        for (top, left), (bottom, right) in ranges:
            rows = {row for row in self.moved if top <= row <= bottom}
            sideways = self.dropped is not None and bottom >= self.head and right >= self.dropped and left < self.width
            if (rows and rows != self.moved) or sideways:
                cells = f"{address(top, left)}:{address(bottom, right)}"
                message = f"rows and columns cannot be moved or deleted here, since {what} holds for {cells} only"
                raise error_at(self.place((top, left)), message, IN_SPREADSHEET)

    def check_formulas(self, reference: re.Pattern[str], formulas: Iterable[tuple[bool, str]]) -> None:
        """Raise BuildError where a formula names a single cell that moves; each says whether it is of this sheet.

        Ranges stay as they are, since rows move within them; beside a column that goes, all formulas count.
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
            mentions = own or any(name in formula for name in names)
            if any(map(self.moves, spots)) or (self.dropped is not None and mentions):
                message = "rows and columns cannot be moved or deleted here, since a formula names them" + (
                    formula and f": {formula[:40]}"
                )
                raise error_at(Place(self.shown), message, IN_SPREADSHEET)


def plans(shown: str, table: DataTable, rewriting: Rewriting) -> Iterator[SheetPlan]:
    """Yield the ways to carry out a rewriting, the best first: rows move up for a row that goes, or it is emptied."""
    column = rewriting.column
    if column is not None and column.at != len(table.header):
        raise error_at(Place(shown), "a workbook gets new columns behind the last one", "add it at the end")
    sheet = table.place(None).cell.rpartition("!")[0]
    numeric = {at for at, head in enumerate(table.header) if _is_numeric(table, head)}
    numeric |= {column.at} if column and column.numbers else set()
    last = (table.records[-1] if table.records else table.head) - 1
    dropped = table.header.index(rewriting.dropped) if rewriting.dropped else None
    shift = _shift(sheet, rewriting, last)
    if shift is not None:
        texts, sources, copies = _above_others(table, rewriting, shift)
        moved = frozenset(sources)
        head, width = table.head - 1, len(table.header)
        for as_texts in (False, True):
            yield SheetPlan(
                shown,
                sheet,
                texts,
                sources,
                copies,
                moved,
                frozenset(numeric),
                shift.at - 1,
                head,
                width,
                None,
                as_texts,
                shift,
            )
        return
    kept = {row.like for row in rewriting.rows} & rewriting.gone
    inserted = any(row.before <= last + 1 for row in rewriting.rows)
    for stays in (False, True) if rewriting.gone and not kept and not inserted else (False,):
        texts, sources, copies = _laid_out(table, rewriting, stays=stays)
        given = {source for row, source in sources.items() if row not in copies}
        for as_texts in (False, True):
            yield SheetPlan(
                shown,
                sheet,
                texts,
                sources,
                copies,
                frozenset({*sources, *given}),
                frozenset(numeric),
                last,
                table.head - 1,
                len(table.header),
                dropped,
                as_texts,
            )


def _shift(sheet: str, rewriting: Rewriting, last: int) -> Shift | None:
    """Return the rows to insert above others, if a rewriting only adds rows at one place and sets texts."""
    places = {row.before - 1 for row in rewriting.rows}
    if len(places) != 1 or rewriting.gone or max(places) > last:
        return None
    return Shift(sheet, max(places), len(rewriting.rows))


def _above_others(
    table: DataTable, rewriting: Rewriting, shift: Shift
) -> tuple[dict[Spot, str], dict[int, int], frozenset[int]]:
    """Return the texts of cells, and the rows that copy others, once rows have been inserted."""
    rows = dict(enumerate(rewriting.rows, start=shift.at))
    cells = {(shift.row(record - 1), head): text for (record, head), text in rewriting.texts.items()}
    cells |= {(number, head): text.strip() for number, row in rows.items() for head, text in row.texts.items()}
    sources = {number: shift.row(row.like - 1) for number, row in rows.items() if row.like}
    texts = {(row, table.header.index(head)): text for (row, head), text in cells.items()}
    return texts, sources, frozenset(sources)


def _is_numeric(table: DataTable, head: str) -> bool:
    """Return whether most cells of a column hold numbers, not texts that look like numbers."""
    kinds = [(row, head) in table.numbers for row, cells in enumerate(table.rows) if cells[head].strip()]
    return sum(kinds) * 2 > len(kinds)


def _laid_out(
    table: DataTable, rewriting: Rewriting, *, stays: bool
) -> tuple[dict[Spot, str], dict[int, int], frozenset[int]]:
    """Return the texts of cells, the rows that take the cells of others, and the copies among these.

    The rows in their new order get the numbers that rows have, so that no gap is left. With `stays`, each row keeps
    its number: rows that go are emptied, and new rows come below all others.
    """
    header = [*table.header, *([rewriting.column.head] if rewriting.column else ())]
    texts: dict[Spot, str] = {(table.head - 1, table.header.index(head)): to for head, to in rewriting.heads.items()}
    if rewriting.column:
        texts[table.head - 1, rewriting.column.at] = rewriting.column.head
    sources, copies = dict[int, int](), set[int]()
    order = rewriting.order(table)
    end = table.records[-1] + 1 if table.records else table.head + 1
    free = iter(range(end, end + len(order))) if stays else iter([*table.records, *range(end, end + len(order))])
    used: set[int] = set()
    for kept, row in order:
        number = kept if stays and kept else next(free)
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

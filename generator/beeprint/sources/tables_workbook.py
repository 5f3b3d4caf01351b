"""Read a sheet of an Excel workbook (XLSX) or an OpenDocument spreadsheet (ODS) as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from zipfile import ZipFile

from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.sources import workbook_ods, workbook_xlsx
from beeprint.sources.number_format import ENGLISH, Marks, marks_of
from beeprint.sources.tables import (
    MAX_CELLS,
    DataTable,
    Fact,
    Grid,
    NoSheetError,
    address,
    header_row,
    late_header,
    name_unnamed,
    table_of,
)
from beeprint.sources.workbook import Sheet, fill_spans, kind_of, open_workbook

#: The fewest rows of a table below names of groups.
_LEAST_ROWS = 4
#: How many sheets a message names.
_NAMED = 20

Sheets = Sequence[tuple[Sheet, Callable[[], Sheet]]]


def read_workbook(data: bytes, shown: str, sheet: str = "", head: int | None = 1, language: str = "") -> DataTable:
    """Read one sheet, by name or the only one that holds anything; BuildError for all that cannot be read exactly.

    `head` is the number of the row that names the columns; None looks for it. Decimals are written as in `language`.
    Cells are the texts that they show, formulas their stored results. Hidden rows and columns are read like others.
    """
    with open_workbook(data, shown) as archive:
        marks = marks_of(language)
        table = _table(_chosen(_sheets(archive, data, shown, marks), sheet, shown), shown, bool(sheet), head)
        return replace(table, decimal=marks.decimal)


def sheet_names(data: bytes, shown: str) -> list[str]:
    """Return the names of the visible sheets that hold anything; BuildError as for `read_workbook`."""
    with open_workbook(data, shown) as archive:
        return [sheet.name for sheet in _filled(_visible(_sheets(archive, data, shown)))]


def _sheets(archive: ZipFile, data: bytes, shown: str, marks: Marks = ENGLISH) -> Sheets:
    """Return the sheets of a workbook, each with a function that reads it."""
    kind = kind_of(archive)
    if kind == "ods":
        return [(sheet, partial(_itself, sheet)) for sheet in workbook_ods.sheets(archive, shown, marks)]
    if kind == "xlsx":
        return list(workbook_xlsx.sheets(archive, data, shown, marks))
    raise error_at(Place(shown), f"this is {kind.name}, not an Excel workbook or an ODS spreadsheet", kind.cure)


def _visible(sheets: Sheets) -> list[Callable[[], Sheet]]:
    return [read for sheet, read in sheets if not sheet.hidden] or [read for _, read in sheets]


class _Cells(Grid):
    """The places of the cells of a sheet."""

    def __init__(self, shown: str, sheet: str) -> None:
        self._shown, self._sheet = shown, sheet

    def place(self, record: int, column: int = 0) -> Place:
        """Return row and column of a cell, and its name after that of its sheet."""
        return Place(self._shown, record, column + 1, f"{self._sheet}!{address(record - 1, column)}")


def _itself(sheet: Sheet) -> Sheet:
    return sheet


def _chosen(sheets: Sheets, wanted: str, shown: str) -> Sheet:
    """Read the sheet that is wanted; without a name, the only one that is visible and holds anything."""
    names = [sheet.name for sheet, _ in sheets]
    if wanted:
        match = [read for sheet, read in sheets if sheet.name == wanted]
        if not match:
            message = f"the workbook has no sheet {wanted}"
            raise NoSheetError([Problem(Place(shown), message, did_you_mean(wanted, names))])
        return match[0]()
    visible = _visible(sheets)
    read_all = [read() for read in visible] if len(visible) < 2 else _filled(visible)
    if len(read_all) == 1:
        return read_all[0]
    if not names or not read_all:
        raise error_at(Place(shown), "the workbook holds no cells")
    called = ", ".join(sheet.name for sheet in read_all[:_NAMED]) + (", ..." if len(read_all) > _NAMED else "")
    message = f"the workbook has {len(read_all)} sheets with cells: {called}"
    largest = max(read_all, key=lambda sheet: sum(map(len, sheet.rows)))
    raise error_at(Place(shown), message, f"choose one: data: {{file: ..., sheet: {largest.name}}}")


def _filled(reads: list[Callable[[], Sheet]]) -> list[Sheet]:
    """Read sheets, and return those that hold anything."""
    return [sheet for sheet in (read() for read in reads) if any(any(cells) for cells in sheet.rows)]


def _table(sheet: Sheet, shown: str, named: bool, head: int | None) -> DataTable:
    """Turn a sheet into a table; BuildError for merged cells that no row or column can claim for itself."""
    origin = _Cells(shown, sheet.name)
    later = header_row(sheet.rows) if sheet.rows else 1
    later = 2 if later == 1 and _is_below_groups(sheet) else later
    head = later if head is None else head
    if head == 1 and later > 1:
        raise late_header(origin.place(1), later)
    sheet.spans = [span for span in sheet.spans if span.row + span.rows >= head]
    spans = fill_spans(sheet, head)
    faulty = [Problem(origin.place(row + 1, column), message, hint) for row, column, message, hint in spans]
    if faulty:
        raise BuildError(faulty)
    if sum(map(len, sheet.rows)) > MAX_CELLS:
        raise error_at(Place(shown), f"the sheet {sheet.name} has more than {MAX_CELLS:,} cells", "split the deck")
    records = list(_trimmed(sheet))
    unnamed = _name_all(records, head)
    table = table_of(shown, records, origin, sheet=sheet.name if named else "", head=head)
    width = len(table.header)
    heads = [(column, what) for (row, column), what in sheet.wrong.items() if row == head - 1 and column < width]
    if heads:
        raise BuildError(Problem(origin.place(head, column), f"the name {what[0]}", what[1]) for column, what in heads)
    hint = f"name it in row {head} if the game needs it"
    warnings = tuple(
        Problem(origin.place(head, at), f"column {address(0, at)[:-1]} has no name, so it is left out", hint, "warning")
        for at in unnamed
    )
    return replace(_with_facts(table, sheet), warnings=warnings)


def _is_below_groups(sheet: Sheet) -> bool:
    """Return whether the second row names the columns, below names of groups of them that are merged in the first.

    It does if each of its cells has a distinct name and at least one column below holds only numbers.
    """
    merged = any(span.row == 0 and span.rows == 1 and span.columns > 1 for span in sheet.spans)
    if not merged or len(sheet.rows) < _LEAST_ROWS:
        return False
    names = [cell.strip() for cell in sheet.rows[1]]
    while names and not names[-1]:
        names.pop()
    if len({*names} - {""}) < len(names) or any((1, column) in sheet.numbers for column in range(len(names))):
        return False
    filled = [
        {row for row in range(2, len(sheet.rows)) if sheet.rows[row][at : at + 1] not in ([], [""])}
        for at in range(len(names))
    ]
    return any(rows and all((row, at) in sheet.numbers for row in rows) for at, rows in enumerate(filled))


def _with_facts(table: DataTable, sheet: Sheet) -> DataTable:
    """Return a table with what is known of the cells, rows and columns of its sheet."""
    index = {record - 1: row for row, record in enumerate(table.records)}
    return replace(
        table,
        wrong=_of_rows(table, sheet.wrong),
        numbers=_of_rows(table, sheet.numbers),
        sums=frozenset(_of_rows(table, dict.fromkeys(sheet.sums))),
        across=frozenset(index[span.row] for span in sheet.spans if span.columns > 1 and span.row in index),
        hidden_rows=frozenset(index[row] for row in sheet.hidden_rows if row in index),
        hidden=frozenset(table.header[column] for column in sheet.hidden_columns if column < len(table.header)),
    )


def _of_rows(table: DataTable, facts: Mapping[tuple[int, int], Fact]) -> dict[tuple[int, str], Fact]:
    """Return facts of a sheet's cells by the rows of its table and the names of their columns."""
    index = {record - 1: row for row, record in enumerate(table.records)}
    return {
        (index[row], table.header[column]): fact
        for (row, column), fact in facts.items()
        if row in index and column < len(table.header)
    }


def _name_all(records: list[list[str]], head: int) -> list[int]:
    """Name nameless columns as remarks; return the indexes, from 0, of those that hold anything."""
    names = records[head - 1] if head <= len(records) else []
    below = records[head:]
    if not names:
        return []
    names += [""] * (max(map(len, below), default=0) - len(names))
    unnamed = [at for at, name in enumerate(names) if not name.strip()]
    for at in unnamed:
        names[at] = name_unnamed(at)
    return [at for at in unnamed if any(record[at].strip() for record in below if at < len(record))]


def _trimmed(sheet: Sheet) -> Iterator[list[str]]:
    """Yield the rows without empty cells at their ends; a cell whose formula has no result counts as filled."""
    for cells in sheet.rows:
        last = max((column for column, text in enumerate(cells) if text.strip()), default=-1)
        yield cells[: last + 1]

"""Data files as tables, independent of their format: header, rows of text, and the place of every cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.lean import MANY, Sharing
from beeprint.base.problems import BuildError, Place, Problem, error_at

MAX_ROWS = 200_000
MAX_COLUMNS = 500
MAX_CELLS = 2_000_000
#: What the names of columns begin with that have none in the file; as for all remarks, with #.
UNNAMED = "# column"
#: What to do about merged cells.
SPLIT = "split them, and write into each cell what it holds"
#: How many letters of a long name a message says.
_CALLED = 40
#: How many rows may stand above the names of the columns.
_TITLE_ROWS = 9
#: How long the name of a column may be, below notes.
_NAME_LETTERS = 60
#: How many numbers below a text show that it is the name of a column.
_LEAST_NUMBERS = 3

Fact = TypeVar("Fact")

_CURLY = re.compile("^[“”„«]")
_STRAIGHT = 'write straight quotes (") around a cell that contains a {}; curly ones are part of the text'
_QUOTES = "put a cell that contains a {} in quotes"


class Origin(Protocol):
    """The numbers of the records of a data file, counted from 1; the header is the first."""

    def place(self, record: int, column: int = 0) -> Place:
        """Find where a cell starts, its column counted from 0."""

    def cell(self, record: int, column: int) -> str:
        """Name a cell as people see it: cell C14, item 13."""

    def row(self, record: int) -> str:
        """Name a record as people see it: row 14, item 13."""


class Grid:
    """What files have in common whose records are the rows of a spreadsheet."""

    def cell(self, record: int, column: int) -> str:
        """Name a cell as a spreadsheet shows it."""
        return f"cell {address(record - 1, column)}"

    def row(self, record: int) -> str:
        """Name a row by the number that a spreadsheet shows."""
        return f"row {record}"


def name_unnamed(column: int) -> str:
    """Return the name of a column of a workbook that has none, from its index."""
    return f"{UNNAMED} {address(0, column)[:-1]}"


def address(row: int, column: int) -> str:
    """Return a cell's name, such as C14, from its row and column counted from 0."""
    letters = ""
    while column >= 0:
        letters, column = chr(ord("A") + column % 26) + letters, column // 26 - 1
    return f"{letters}{row + 1}"


class NoSheetError(BuildError):
    """A workbook lacks the sheet that is wanted."""


class DataTable(Struct, frozen=True, eq=False):
    """A data file: its header, its rows as text (blank rows left out), and the place of every cell.

    `wrong` holds a message and a hint for each cell that its file's reader knows to be wrong, by row and column;
    `numbers` the number of each cell that holds one, whatever its format shows.
    """

    shown: str
    header: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    records: tuple[int, ...]  # for each row, the number of its record in the file, the first being 1
    ragged: Mapping[int, int]  # rows with more cells than the header, with how many; none can be trusted
    origin: Origin
    separator: str = ""  # what messages call the mark between cells; empty where there is none
    decimal: str = ""  # what stands before decimals, where the file's format does not say
    sheet: str = ""  # the sheet of a workbook
    wrong: Mapping[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()  # what its file's reader says of it as a whole
    aliases: Mapping[str, str] = field(default_factory=dict)  # names under which columns are read, and their heads
    numbers: Mapping[tuple[int, str], float] = field(default_factory=dict)
    head: int = 1  # the number of the record that is the header
    sums: frozenset[tuple[int, str]] = frozenset()  # cells whose formulas sum up cells of their own column
    across: frozenset[int] = frozenset()  # rows in which cells of several columns are merged
    hidden_rows: frozenset[int] = frozenset()
    hidden: frozenset[str] = frozenset()  # columns that the spreadsheet does not show
    made_from: str = ""  # the column that ids are made from, where the file has none

    def __eq__(self, other: object) -> bool:
        """Compare header and rows; their places in the files do not count."""
        if not isinstance(other, DataTable):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name != "origin")

    def __ne__(self, other: object) -> bool:
        """Negate `==`: a Struct does not derive it from an `__eq__` of its own."""
        return not self == other

    @property
    def mark(self) -> str:
        """Return the mark before decimals, empty where it is not known."""
        return self.decimal or {"semicolon": ",", "tab": ""}.get(self.separator, ".")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all columns, with those under which they are read."""
        return (*self.header, *(name for name in self.aliases if name not in self.header))

    def with_lines(self, mark: str) -> DataTable:
        """Return the table with line breaks in its cells in place of a mark; as it is if the mark is empty."""
        if not mark:
            return self
        rows = tuple({head: cell.replace(mark, "\n") for head, cell in cells.items()} for cells in self.rows)
        return replace(self, rows=rows)

    def renamed(self, heads: Mapping[str, str]) -> DataTable:
        """Return the table with columns under other names as well: by each name, the head of its column."""
        new = {name: head for name, head in heads.items() if name != head}
        if not new:
            return self
        rows = tuple({**cells, **{name: cells.get(head, "") for name, head in new.items()}} for cells in self.rows)
        wrong, numbers = _also(self.wrong, new), _also(self.numbers, new)
        return replace(self, rows=rows, wrong=wrong, numbers=numbers, aliases={**self.aliases, **new})

    def place(self, row: int | None, column: str | None = None) -> Place:
        """Return the place of a row's cell; row None is the header."""
        return self.origin.place(self.head if row is None else self.records[row], self._index(column))

    def without(self, rows: Collection[int]) -> DataTable:
        """Return the table without these rows."""
        if not rows:
            return self
        kept = [row for row in range(len(self.rows)) if row not in rows]
        new = {row: at for at, row in enumerate(kept)}
        return replace(
            self,
            rows=tuple(self.rows[row] for row in kept),
            records=tuple(self.records[row] for row in kept),
            ragged={new[row]: count for row, count in self.ragged.items() if row in new},
            wrong=_moved(self.wrong, new),
            numbers=_moved(self.numbers, new),
            sums=frozenset(_moved(dict.fromkeys(self.sums), new)),
            across=frozenset(new[row] for row in self.across & new.keys()),
            hidden_rows=frozenset(new[row] for row in self.hidden_rows & new.keys()),
        )

    def too_many(self, row: int) -> Problem:
        """Return the problem of a ragged row, at its first extra cell."""
        record = self.records[row]
        message = f"{self.origin.row(record)} has {self.ragged[row]} cells, but the header has {len(self.header)}"
        hint = "name the column in the first row, or empty the cell"
        if self.separator:
            curly = any(map(_CURLY.search, self.rows[row].values()))
            hint = (_STRAIGHT if curly else _QUOTES).format(self.separator)
        return Problem(self.origin.place(record, len(self.header)), message, hint)

    def cell(self, row: int | None, column: str) -> str:
        """Name a cell as people see it, such as cell C14."""
        return self.origin.cell(self.head if row is None else self.records[row], self._index(column))

    def _index(self, column: str | None) -> int:
        head = self.aliases.get(column or "", column)
        return self.header.index(head) if head in self.header else 0

    def called(self, row: int) -> str:
        """Return what a person knows a row by: its id, or the text that its id is made from."""
        name = " ".join(self.rows[row].get(self.made_from or "id", "").split())
        return f"{name[:_CALLED]}..." if self.made_from and len(name) > _CALLED else name

    def row_name(self, row: int) -> str:
        """Name a row as people see it, such as row 14."""
        return self.origin.row(self.records[row])

    @property
    def row_of_ids(self) -> int:
        """Return the number of the record that names the column id, for example below a title; 0 if no record does."""
        near = zip(self.records[:10], self.rows, strict=False)
        return next((number for number, cells in near if "id" in {cell.strip().lower() for cell in cells.values()}), 0)


def _moved(facts: Mapping[tuple[int, str], Fact], new: Mapping[int, int]) -> dict[tuple[int, str], Fact]:
    """Renumber facts of cells by row; facts of rows without a new number are dropped."""
    return {(new[row], head): fact for (row, head), fact in facts.items() if row in new}


def _also(facts: Mapping[tuple[int, str], Fact], new: Mapping[str, str]) -> dict[tuple[int, str], Fact]:
    """Return facts of cells, those of columns with new names under these as well."""
    more = {(row, name): facts[row, head] for name, head in new.items() for row, at in facts if at == head}
    return {**facts, **more}


def header_row(records: Sequence[Sequence[str]]) -> int:
    """Return the number of the record with the names of the columns: the first, unless a title or notes are above.

    Blank rows do not count. It is a later one only where that is certain: all above it have at most two cells, it has
    three or more names, more than twice as many as these, and what follows is no wider and mostly as wide. Fewer names
    do, and gaps between them, where a blank row or a column of numbers shows that they are names.
    """
    widths = [_width(record) for record in records]
    blank = next((at for at, width in enumerate(widths[:_TITLE_ROWS]) if width), 0)
    if blank:
        return blank + header_row(records[blank:])
    later = _header_below_title(records, widths)
    return later if later > 1 else _header_below_notes(records)


def _header_below_title(records: Sequence[Sequence[str]], widths: Sequence[int]) -> int:
    for at in range(1, min(len(records), _TITLE_ROWS + 1)):
        above, names = max(widths[:at]), [cell.strip() for cell in records[at][: widths[at]]]
        if above > 2:
            return 1
        named = len(names) > max(2, 2 * above) and len({*names}) == len(names) and not any(map(_is_number, names))
        below = [width for width in widths[at + 1 :] if width] if named else []
        if named and all(names) and below and max(below) <= len(names):
            return at + 1 if sum(2 * width >= len(names) for width in below) * 2 >= len(below) else 1
    return 1


def _header_below_notes(records: Sequence[Sequence[str]]) -> int:
    """Return the number of the record whose texts name most columns, below records of one or two cells; 1 for none."""
    for at in range(1, min(len(records), _TITLE_ROWS + 1)):
        names = _filled(records[at])
        above = max(len(_filled(record)) for record in records[:at])
        if above > 2:
            return 1
        if len(names) <= 2 or len(set(names.values())) < len(names) or any(map(_is_no_name, names.values())):
            continue
        columns: dict[int, list[str]] = {}
        for record in records[at + 1 :]:
            for column, text in _filled(record).items():
                columns.setdefault(column, []).append(text)
        named = [column for column in columns if column in names]
        repeats = any(names[column] in columns[column] for column in named)
        is_certain = not _filled(records[at - 1]) or any(_are_numbers(columns[column]) for column in named)
        if is_certain and not repeats and len(named) > 2 and 4 * len(named) >= 3 * len(columns):
            return at + 1
    return 1


def _filled(record: Sequence[str]) -> dict[int, str]:
    return {column: cell.strip() for column, cell in enumerate(record) if cell.strip()}


def _is_no_name(text: str) -> bool:
    return len(text) > _NAME_LETTERS or _is_number(text)


def _are_numbers(texts: Sequence[str]) -> bool:
    return len(texts) >= _LEAST_NUMBERS and all(map(_is_number, texts))


def _width(record: Sequence[str]) -> int:
    return next((at for at in range(len(record), 0, -1) if record[at - 1].strip()), 0)


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-+]?\d[\d.,]*", text))


def table_of(
    shown: str, records: Sequence[Sequence[str]], origin: Origin, separator: str = "", sheet: str = "", head: int = 1
) -> DataTable:
    """Turn a file's records into a table; BuildError for a faulty header or more than a table may hold.

    `head` is the number of the record with the names of the columns; those above it are skipped.
    """
    first = origin.place(head)
    later = header_row(records) if head == 1 else 1
    if later > 1:
        raise late_header(first, later)
    if len(records) < head or not any(cell.strip() for cell in records[head - 1]):
        which = "the first row" if head == 1 else f"row {head}"
        raise error_at(first, f"{which} must contain the names of the columns")
    header = tuple(cell.strip() for cell in records[head - 1])
    while header and not header[-1]:
        header = header[:-1]
    if len(header) > MAX_COLUMNS:
        raise error_at(first, f"the table has {len(header):,} columns, more than {MAX_COLUMNS:,}", "delete some")
    if len(header) * len(records) > MAX_CELLS:
        raise error_at(
            first,
            f"the table has {len(header) * len(records):,} cells, more than {MAX_CELLS:,}",
            "delete empty columns and rows",
        )
    problems = _faulty_names(header, origin, head)
    if problems:
        raise BuildError(problems)
    rows: list[Mapping[str, str]] = []
    sharing = Sharing() if len(records) > MANY else None
    numbers: list[int] = []
    ragged: dict[int, int] = {}
    for number, record in enumerate(records[head:], start=head + 1):
        if not any(cell.strip() for cell in record):
            continue
        if any(cell.strip() for cell in record[len(header) :]):
            ragged[len(rows)] = len(record)
        cells = dict(zip_longest(header, record[: len(header)], fillvalue=""))
        rows.append(sharing.lean(cells) if sharing else cells)
        numbers.append(number)
    return DataTable(shown, header, tuple(rows), tuple(numbers), ragged, origin, separator, sheet=sheet, head=head)


def late_header(place: Place, number: int) -> BuildError:
    """Return the error for column names that are not in the first row."""
    message = f"the names of the columns are in row {number}, not in the first row"
    return error_at(place, message, f"write data: {{file: ..., head: {number}}}, or delete the rows above them")


def _faulty_names(header: tuple[str, ...], origin: Origin, head: int) -> list[Problem]:
    """Return a problem for each column without a name, and each with a duplicate one."""
    problems: list[Problem] = []
    for index, name in enumerate(header):
        if not name:
            problems.append(
                Problem(origin.place(head, index), f"column {index + 1} has no name", "name it in the first row")
            )
        elif name in header[:index]:
            problems.append(Problem(origin.place(head, index), f"duplicate column {name}", "rename one, or delete it"))
    return problems


#: Functions that sum up a column below it or above it, and their names in other languages than that of files.
_AGGREGATES = (
    *("SUM", "SUBTOTAL", "AGGREGATE", "AVERAGE", "COUNT", "COUNTA", "MEDIAN"),
    *("SUMME", "TEILERGEBNIS", "MITTELWERT", "ANZAHL", "ANZAHL2", "SOMME", "SOUS\\.TOTAL", "MOYENNE", "SUMA", "SOMMA"),
)
_SUM = re.compile(rf"(?:of:)?=?\s*(?:{'|'.join(_AGGREGATES)})\((.*)\)", re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\.?\$?([A-Z]{1,3})\$?(\d{1,7})", re.IGNORECASE)
#: The formula of an Excel table's row of totals, whose column is its own.
_OF_TABLE = re.compile(r"SUBTOTAL\(\d+,\s*[^\W\d]?\w*\[[^\]]+\]\)", re.IGNORECASE)


def sums_up(formula: str, row: int, column: int) -> bool:
    """Return whether a formula does nothing but sum up cells of its own column, as below a table: SUM(F2:F31).

    `row` and `column` are those of its cell, from 0.
    """
    match = _SUM.fullmatch(formula.strip())
    if match is None or "!" in match[1] or "[$" in match[1]:  # of another sheet
        return False
    if _OF_TABLE.fullmatch(formula.strip()):
        return True
    ranges = _RANGE.findall(match[1])
    own = address(0, column)[:-1]
    return bool(ranges) and all(
        {first.upper(), last.upper()} == {own} and not int(start) <= row + 1 <= int(end)
        for first, start, last, end in ranges
    )

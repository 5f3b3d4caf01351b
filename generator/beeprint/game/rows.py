"""Rows of typed cells from data files, and their translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple
from unicodedata import normalize

from beeprint.base.options import MAX_COPIES
from beeprint.base.problems import MAX_PROBLEMS, Place, Problem, Severity, did_you_mean, error_at, nearest, whole
from beeprint.base.words import invisible, quoted
from beeprint.files.names import slug, stems
from beeprint.files.tables import DataTable
from beeprint.game.columns import Column, Columns, nearly_whole, typed
from beeprint.game.damage import Damage, damage

#: Names that other programs give to the column that counts copies.
_COUNTS = (
    "qty",
    "quantity",
    "count",
    "number",
    "num",
    "amount",
    "copy",
    "cards",
    "times",
    "x",
    "anzahl",
    "menge",
    "nombre",
    "cantidad",
)


class Held(NamedTuple):
    """A cell's text, and its value of the column's type; None if it is empty or wrong."""

    text: str
    value: Any


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a data file: the text of its cells, their typed values, and the copies in the box."""

    id: str
    index: int
    copies: int
    texts: Mapping[str, str]
    values: Mapping[str, Any]
    faulty: frozenset[str] = frozenset()  # columns whose cells are wrong and have been reported
    numbered: str = ""  # the name of its files, where the slug of its id is taken
    translated: Mapping[str, tuple[DataTable, int]] = field(
        default_factory=dict
    )  # the table and row of each translated cell

    @property
    def stem(self) -> str:
        """Return the name of its files, which no other row of its file has."""
        return self.numbered or slug(self.id)

    def held(self, column: str) -> Held:
        """Return what the cell of a column holds."""
        return Held(self.texts.get(column, ""), self.values.get(column))


@dataclass(frozen=True)
class Rows:
    """The typed rows of a data file, in file order."""

    name: str
    table: DataTable
    columns: Mapping[str, Column]
    rows: tuple[Row, ...]
    lost: int = 0  # the number of rows without an id, which are reported and omitted

    @cached_property
    def by_id(self) -> dict[str, Row]:
        """Return the rows by id."""
        return {row.id: row for row in self.rows}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of all rows of the file, including those that an edition leaves out."""
        return frozenset(cells.get("id", "").strip() for cells in self.table.rows) - {""}

    @property
    def file(self) -> str:
        """Return the file's name without folders."""
        return self.table.shown.rsplit("/", 1)[-1]

    def place(self, row: Row, column: str = "id") -> Place:
        """Find the place of a row's cell, in the translation if it comes from there."""
        table, index = row.translated.get(column, (self.table, row.index))
        return table.place(index, column)

    def cell(self, row: Row, column: str) -> str:
        """Name a cell as messages do: (H13, column copies, cell C14)."""
        table, index = row.translated.get(column, (self.table, row.index))
        return f"({row.id}, column {column}, cell {table.cell(index, column)})"


def understand_rows(name: str, table: DataTable, columns: Columns, place: Place, problems: list[Problem]) -> Rows:
    """Type the rows of a data file; problems of the header and cells are added to `problems`."""
    declared: dict[str, Column] = {"id": Column(type="text"), **columns}
    if "id" not in table.header and table.late_header:
        message = f"the names of the columns are in row {table.late_header}, not in the first row"
        raise error_at(table.place(None), message, "delete the rows above them")
    if not any(head == "copies" or _misspelt(head, declared) for head in table.header):
        message = f"the first row names none of the columns {', '.join(declared)}"
        raise error_at(table.place(None), message, "write the names of the columns in the first row")
    problems += _faulty_header(table, declared, place)
    # Where the copies seem to stand in a column of another name, no rule should count them.
    unsure = frozenset({"copies"} if any(_means_copies(head, table) for head in {*table.header} - {*declared}) else ())
    rows: list[Row] = []
    ids: dict[str, tuple[str, int]] = {}
    for index, cells in enumerate(table.rows):
        if len(problems) > MAX_PROBLEMS:
            message = f"there are more than {MAX_PROBLEMS:,} problems; the rows from here on are not read"
            raise error_at(table.place(index), message, "fix the other problems first")
        row = _row(table, index, cells, declared, problems)
        key = slug(row.id).lower() if row.id.isascii() else normalize("NFC", row.id).casefold()
        if not row.id:
            continue
        if key in ids:
            other, first = ids[key]
            clash, hint = _clash(row.id, other, table.records[first])
            clash += f" (cell {table.cell(index, 'id')})"
            problems.append(Problem(table.place(index, "id"), clash, hint))
        ids.setdefault(key, (row.id, index))
        rows.append(replace(row, faulty=row.faulty | unsure) if unsure else row)
    if not table.rows:
        message = f"the file has no rows below its header, so {name} is empty"
        problems.append(Problem(table.place(None), message, "add a row for each piece or entry", "warning"))
    numbered = stems(row.id for row in rows)
    kept = (replace(row, numbered=numbered[row.id]) if row.id in numbered else row for row in rows)
    return Rows(name, table, declared, tuple(kept), len(table.rows) - len(rows))


def _clash(key: str, other: str, number: int) -> tuple[str, str]:
    """Return a message and a hint for an id that is like another one, which is in row `number`."""
    if other == key:
        return f"duplicate id {key}, first used in row {number}", "delete the row, or give it a unique id"
    way = "case" if other.lower() == key.lower() else "case or punctuation"
    if normalize("NFC", other) == normalize("NFC", key):
        message = f"the ids {key} and {other} (row {number}) differ only in how their accents are encoded"
        return message, "give one of them another id; retyping it is not enough"
    clash = f"the ids {key} and {other} (row {number}) differ only in {way}"
    return clash + (", so their files would have the same name" if key.isascii() else ""), "rename one"


def translated(rows: Rows, table: DataTable, problems: list[Problem]) -> Rows:
    """Replace cells of the rows by those of a translation, which has only the columns that are translated.

    A cell that is missing or empty shows the original, with a warning; an unknown id or column is an error.
    """
    texts = [column for column, kind in rows.columns.items() if kind.type == "text" and column != "id"]
    for head in table.header:
        if head not in texts and head != "id" and not head.startswith(("#", "note")):
            hint = did_you_mean(head, texts)
            problems.append(Problem(table.place(None, head), f"{rows.file} has no text column {head}", hint))
    columns = [head for head in table.header if head in texts]
    found: dict[str, int] = {}
    problems += [table.too_many(index) for index in table.ragged]
    for index, cells in enumerate(table.rows):
        key = cells.get("id", "").strip()
        if key not in rows.by_id:
            hint = did_you_mean(key, rows.by_id)
            message = f"{rows.file} has no row {key}" if key else "the id is empty"
            problems.append(Problem(table.place(index, "id"), message, hint))
        elif key in found:
            problems.append(Problem(table.place(index, "id"), f"duplicate id {key}"))
        found.setdefault(key, index)
    return replace(
        rows, rows=tuple(_translated_row(row, table, found.get(row.id), columns, problems) for row in rows.rows)
    )


def _translated_row(row: Row, table: DataTable, index: int | None, columns: list[str], problems: list[Problem]) -> Row:
    """Replace the cells of a row by those of its translation."""
    if index is None:
        missing = [column for column in columns if row.texts.get(column)]
        if missing:
            message = f"{row.id} is not translated; the original is shown"
            problems.append(Problem(table.place(None), message, f"add a row with the id {row.id}", "warning"))
        return row
    cells = {column: table.rows[index].get(column, "").strip() for column in columns}
    for column, text in cells.items():
        found = damage(text)
        wrong = _doubt(found) if found else None
        if not text and row.texts.get(column):
            wrong = _Wrong("is not translated; the original is shown", "", "warning")
        if wrong:
            where = f"({row.id}, column {column}, cell {table.cell(index, column)})"
            message = f"{column} {wrong.message} {where}"
            problems.append(Problem(table.place(index, column), message, wrong.hint, wrong.severity))
    changed = {column: text for column, text in cells.items() if text}
    places = dict.fromkeys(changed, (table, index))
    return replace(row, texts={**row.texts, **changed}, values={**row.values, **changed}, translated=places)


def _faulty_header(table: DataTable, declared: Columns, place: Place) -> Iterator[Problem]:
    """Yield a problem for each missing column, and each that is not declared; only one for a misspelt column."""
    missing = [column for column in declared if column not in table.header]
    unknown: list[Problem] = []
    for head in table.header:
        if head in declared or head == "copies" or head.startswith(("#", "note")):
            continue
        meant = _misspelt(head, missing)
        hidden = invisible(head)
        message = f"column {head} is not declared" + (f"; it holds {hidden}" if hidden else "")
        if meant:
            missing.remove(meant)
            hint = f"rename it {meant}"
        else:
            copies = "copies" if _means_copies(head, table) else ""
            hint = f"{f'did you mean {copies}? Otherwise ' if copies else ''}declare it under columns: (game.yaml, "
            hint += f"line {place.line}), or start its name with '#' or 'note' to have beeprint ignore it"
        unknown.append(Problem(table.place(None, head), message, hint))
    for column in missing:
        hint = f"add it to the first row, or remove it from columns: (game.yaml, line {place.line})"
        yield Problem(table.place(None), f"the column {column} is missing", hint)
    yield from unknown


def _means_copies(head: str, table: DataTable) -> bool:
    """Return whether a column that is not declared seems to hold the copies of pieces."""
    return "copies" not in table.header and (head.lower() in _COUNTS or bool(_misspelt(head, ("copies",))))


def _misspelt(head: str, known: Iterable[str]) -> str:
    """Return the known column whose name a head misspells, or writes with other capitals or invisible characters."""
    names = tuple(known)
    plain = "".join(char for char in head if char.isprintable()).strip("\"'“”„\u2018\u2019«» ").casefold()
    return next((name for name in names if name.casefold() == plain), "") or nearest(head, names)


def _row(table: DataTable, index: int, cells: dict[str, str], columns: Columns, problems: list[Problem]) -> Row:
    """Type one row."""
    texts = {**dict.fromkeys(columns, ""), **{column: text.strip() for column, text in cells.items()}}
    ragged = index in table.ragged
    if ragged or _is_remark(texts, columns):
        problems.append(table.too_many(index) if ragged else _remark(table, index))
        return Row(
            texts["id"], index, 1, {**texts, "copies": "1"}, dict.fromkeys(columns), frozenset({*columns, "copies"})
        )
    values: dict[str, Any] = {}
    faulty = {column for column in columns if column not in cells}

    def report(column: str, wrong: _Wrong) -> None:
        if wrong.severity == "error":
            faulty.add(column)
        where = f"({texts.get('id') or 'no id'}, column {column}, cell {table.cell(index, column)})"
        place = table.place(index, column)
        problems.append(Problem(place, f"{column} {wrong.message} {where}", wrong.hint, wrong.severity))

    for name, column in columns.items():
        values[name], wrong = _value(texts[name], column) if name in cells else (None, None)
        if wrong and name == "id" and not texts["id"]:
            wrong = wrong._replace(hint="give every row an id of its own")
        if wrong:
            report(name, wrong)
    values["copies"], wrong = _copies(texts.get("copies", ""))
    if wrong:
        report("copies", wrong)
    hidden = invisible(texts["id"])
    if hidden:
        report("id", _Wrong(f"holds {hidden}", "delete it unless the id is meant to differ by it", "warning"))
    if texts["id"].startswith("#"):
        problems.append(_printed_remark(table, index, texts["id"]))
    copies: int = values["copies"]
    return Row(texts["id"], index, copies, {**texts, "copies": str(copies)}, values, frozenset(faulty))


class _Wrong(NamedTuple):
    """What is wrong with a cell, after the name of its column, and what to do."""

    message: str
    hint: str = ""
    severity: Severity = "error"


def _value(text: str, column: Column) -> tuple[Any, _Wrong | None]:
    """Convert a cell's text to its column's type, and say what is wrong with it, if anything."""
    if not text:
        value = () if column.type in ("list", "cells") else None
        hint = "fill it in, or declare the column with a ? to allow empty cells"
        return value, None if column.optional else _Wrong("is empty", hint)
    found = damage(text)
    try:
        value = typed(text, column)
    except ValueError as error:
        message, _, hint = str(error).partition("\n")
        return None, _Wrong(found.message, found.hint) if found else _Wrong(message, hint)
    return value, _doubt(found) if found else None


def _doubt(found: Damage) -> _Wrong:
    return _Wrong(found.message, found.hint, "error" if found.certain else "warning")


def _copies(text: str) -> tuple[int, _Wrong | None]:
    """Parse the cell that counts copies, and say what is wrong with it, if anything."""
    if not text:
        return 1, None
    count = whole(text)
    if count is not None and 1 <= count <= MAX_COPIES:
        return count, None
    found = damage(text)
    if found:
        return 1, _Wrong(found.message, found.hint)
    hint = "delete the row to leave the piece out" if text == "0" else "" if count else nearly_whole(text)
    return 1, _Wrong(f"is {quoted(text)}; it must be from 1 to {MAX_COPIES}", hint)


def _is_remark(texts: Mapping[str, str], columns: Columns) -> bool:
    """Return whether a row can only be meant as a comment: # and a text in its first cell, and nothing else."""
    others = [name for name in columns if name != "id"]
    needed = any(not columns[name].optional for name in others)
    return texts["id"].startswith("#") and needed and not any(texts[name] for name in others)


def _remark(table: DataTable, index: int) -> Problem:
    return Problem(
        table.place(index, "id"),
        f"row {table.records[index]} is a comment, but every row of a data file is a piece or an entry",
        "delete it; for remarks, add a column whose name starts with #",
    )


def _printed_remark(table: DataTable, index: int, key: str) -> Problem:
    where = f"({key}, column id, cell {table.cell(index, 'id')})"
    message = f"the id starts with #, but the row counts like any other: data files have no comments {where}"
    return Problem(table.place(index, "id"), message, "delete the row, or the # of its id", "warning")

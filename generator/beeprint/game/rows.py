"""Rows of typed cells from data files, and their translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from beeprint.base.options import MAX_COPIES
from beeprint.base.problems import MAX_PROBLEMS, Place, Problem, did_you_mean, error_at, nearest, whole
from beeprint.base.words import quoted
from beeprint.files.tables import DataTable
from beeprint.files.workspace import slug
from beeprint.game.columns import Column, Columns, typed


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
    translated: Mapping[str, tuple[DataTable, int]] = field(
        default_factory=dict
    )  # the table and row of each translated cell

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
    problems += _faulty_header(table, declared, place)
    rows: list[Row] = []
    ids: dict[str, tuple[str, int]] = {}
    for index, cells in enumerate(table.rows):
        if len(problems) > MAX_PROBLEMS:
            message = f"there are more than {MAX_PROBLEMS:,} problems; the rows from here on are not read"
            raise error_at(table.place(index), message, "fix the other problems first")
        row = _row(table, index, cells, declared, problems)
        key = slug(row.id).lower()
        if not row.id:
            continue
        if key in ids:
            other, first = ids[key]
            number, hint = table.records[first], "delete the row, or give it a unique id"
            clash = f"duplicate id {row.id}, first used in row {number}"
            if other != row.id:
                way = "case" if other.lower() == row.id.lower() else "case or punctuation"
                clash = f"the ids {row.id} and {other} (row {number}) differ only in {way}, "
                clash += "so their files would have the same name"
                hint = "rename one"
            clash += f" (cell {table.cell(index, 'id')})"
            problems.append(Problem(table.place(index, "id"), clash, hint))
        ids.setdefault(key, (row.id, index))
        rows.append(row)
    return Rows(name, table, declared, tuple(rows), len(table.rows) - len(rows))


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
        if not text and row.texts.get(column):
            where = f"({row.id}, column {column}, cell {table.cell(index, column)})"
            message = f"{column} is not translated; the original is shown {where}"
            problems.append(Problem(table.place(index, column), message, "", "warning"))
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
        meant = nearest(head, missing)
        if meant:
            missing.remove(meant)
            hint = f"rename it {meant}"
        else:
            copies = nearest(head, {"copies"}.difference(table.header))
            hint = f"{f'did you mean {copies}? Otherwise ' if copies else ''}declare it under columns: (game.yaml, "
            hint += f"line {place.line}), or start its name with '#' or 'note' to have beeprint ignore it"
        unknown.append(Problem(table.place(None, head), f"column {head} is not declared", hint))
    for column in missing:
        hint = f"add it to the first row, or remove it from columns: (game.yaml, line {place.line})"
        yield Problem(table.place(None), f"the column {column} is missing", hint)
    yield from unknown


def _row(table: DataTable, index: int, cells: dict[str, str], columns: Columns, problems: list[Problem]) -> Row:
    """Type one row."""
    texts = {**dict.fromkeys(columns, ""), **{column: text.strip() for column, text in cells.items()}}
    if index in table.ragged:
        problems.append(table.too_many(index))
        return Row(
            texts["id"], index, 1, {**texts, "copies": "1"}, dict.fromkeys(columns), frozenset({*columns, "copies"})
        )
    values: dict[str, Any] = {}
    faulty = {column for column in columns if column not in cells}

    def wrong(column: str, message: str, hint: str = "") -> None:
        faulty.add(column)
        where = f"({texts.get('id') or 'no id'}, column {column}, cell {table.cell(index, column)})"
        problems.append(Problem(table.place(index, column), f"{message} {where}", hint))

    for name, column in columns.items():
        text = texts[name]
        if name not in cells:
            values[name] = None
            continue
        if not text:
            if not column.optional:
                wrong(name, f"{name} is empty", "fill it in, or declare the column with a ? to allow empty cells")
            values[name] = () if column.type in ("list", "cells") else None
            continue
        try:
            values[name] = typed(text, column)
        except ValueError as error:
            message, _, hint = str(error).partition("\n")
            wrong(name, f"{name} {message}", hint)
            values[name] = None
    copies = 1
    if texts.get("copies"):
        text = texts["copies"]
        count = whole(text)
        if count is not None and 1 <= count <= MAX_COPIES:
            copies = count
        else:
            hint = "delete the row to leave the piece out" if text == "0" else ""
            wrong("copies", f"copies is {quoted(text)}; it must be from 1 to {MAX_COPIES}", hint)
    values["copies"] = copies
    return Row(texts["id"], index, copies, {**texts, "copies": str(copies)}, values, frozenset(faulty))

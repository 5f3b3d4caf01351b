"""Data files understood: typed columns, rows, translations, and the conditions that rules and layouts put on rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Tag

from beeprint.base.colour import parse
from beeprint.base.options import MAX_COPIES
from beeprint.base.problems import MAX_PROBLEMS, Place, Problem, did_you_mean, error_at, whole
from beeprint.files.schema import Flag, Int, Model, Words
from beeprint.files.tables import DataTable
from beeprint.files.workspace import slug

Kind = Literal["text", "int", "bool", "colour", "length", "choice", "list", "cells", "ref"]


def _column(value: Any) -> Any:
    """Return `int?` as {type: int, optional: yes}; a mapping may carry the question mark at its type too."""
    found = dict(value) if isinstance(value, dict) else {"type": value}
    if isinstance(found.get("type"), str) and found["type"].endswith("?"):
        found |= {"type": found["type"][:-1], "optional": True}
    return found


class Column(Model):
    """What a column's cells hold: `of` names the choices (or a list's), `table` what a ref refers to."""

    type: Kind
    optional: Flag = False
    of: Words = ()
    items: Literal["text", "int"] = "text"
    table: str = ""


Columns = dict[str, Annotated[Column, BeforeValidator(_column)]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a data file: the text of its cells, their typed values, how many copies the box holds."""

    id: str
    index: int
    copies: int
    texts: Mapping[str, str]
    values: Mapping[str, Any]
    faulty: frozenset[str] = frozenset()  # columns whose cell is wrong and reported already
    translated: Mapping[str, tuple[DataTable, int]] = field(default_factory=dict)  # where a translated cell stands


@dataclass(frozen=True)
class Rows:
    """A data file understood: rows in file order."""

    name: str
    table: DataTable
    columns: Mapping[str, Column]
    rows: tuple[Row, ...]
    lost: int = 0  # rows without an id, which are reported and not here

    @cached_property
    def by_id(self) -> dict[str, Row]:
        """Return the rows by id."""
        return {row.id: row for row in self.rows}

    @property
    def file(self) -> str:
        """Return the file's name without folders."""
        return self.table.shown.rsplit("/", 1)[-1]

    def place(self, row: Row, column: str = "id") -> Place:
        """Return where a row's cell stands, in the translation where it comes from there."""
        table, index = row.translated.get(column, (self.table, row.index))
        return table.place(index, column)

    def cell(self, row: Row, column: str) -> str:
        """Return what a person calls a cell: (H13, column copies, cell C14)."""
        table, index = row.translated.get(column, (self.table, row.index))
        return f"({row.id}, column {column}, cell {table.cell(index, column)})"


def understand_rows(name: str, table: DataTable, columns: Columns, place: Place, problems: list[Problem]) -> Rows:
    """Return a data file's rows; faults of header and cells are added to `problems`."""
    declared: dict[str, Column] = {"id": Column(type="text"), **columns}
    for column in declared:
        if column not in table.header:
            hint = did_you_mean(column, [head for head in table.header if head not in declared])
            problems.append(Problem(table.place(None), f"the column {column} is missing", hint))
    for head in table.header:
        if head not in declared and head != "copies" and not head.startswith(("#", "note")):
            problems.append(
                Problem(
                    table.place(None, head),
                    f"unknown column {head}",
                    f"{_nearest(head, [*declared, 'copies'])}declare it under columns: (game.yaml, line {place.line}), "
                    "or start its name with # or note to keep it as a remark",
                )
            )
    rows: list[Row] = []
    ids: dict[str, tuple[str, int]] = {}
    for index, cells in enumerate(table.rows):
        if len(problems) > MAX_PROBLEMS:
            message = f"there are more than {MAX_PROBLEMS:,} problems; the rows from here on are not read"
            raise error_at(table.place(index), message, "mend the others first")
        row = _row(table, index, cells, declared, problems)
        key = slug(row.id).lower()
        if not row.id:
            continue
        if key in ids:
            other, first = ids[key]
            twice = "stands twice, first" if other == row.id else f"names the same file as {other}"
            problems.append(
                Problem(
                    table.place(index, "id"),
                    f"the id {row.id} {twice} in row {table.cell(first, 'id')[1:]} (cell {table.cell(index, 'id')})",
                    "delete the duplicate row, or give it an id of its own",
                )
            )
        ids.setdefault(key, (row.id, index))
        rows.append(row)
    return Rows(name, table, declared, tuple(rows), len(table.rows) - len(rows))


def translated(rows: Rows, table: DataTable, problems: list[Problem]) -> Rows:
    """Return the rows with the cells of a translation over theirs; the columns it has are the ones translated.

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
            problems.append(Problem(table.place(index, "id"), f"{rows.file} has no {key or 'row without an id'}", hint))
        elif key in found:
            problems.append(Problem(table.place(index, "id"), f"the id {key} stands twice"))
        found.setdefault(key, index)
    return replace(
        rows, rows=tuple(_translated_row(row, table, found.get(row.id), columns, problems) for row in rows.rows)
    )


def _translated_row(row: Row, table: DataTable, index: int | None, columns: list[str], problems: list[Problem]) -> Row:
    """Return a row with the cells of its translation."""
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


def _nearest(word: str, known: list[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{hint} Otherwise " if hint.startswith("did") else ""


def _row(table: DataTable, index: int, cells: dict[str, str], columns: Columns, problems: list[Problem]) -> Row:
    """Return one typed row."""
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
            values[name] = _typed(text, column)
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
            wrong("copies", f"copies is {text}, not a number from 1 to {MAX_COPIES}", hint)
    values["copies"] = copies
    return Row(texts["id"], index, copies, {**texts, "copies": str(copies)}, values, frozenset(faulty))


def _typed(text: str, column: Column) -> Any:
    """Return a cell's text as its column's type; ValueError says what is wrong, a hint after a line break."""
    kind = column.type
    if kind == "int":
        return _whole(text)
    if kind == "bool":
        found = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower())
        if found is None:
            raise ValueError(f"is {text}, not yes or no")
        return found
    if kind == "colour":
        colour = parse(text)
        if colour is None:
            raise ValueError(f"is {text}, not a colour\nwrite it as #E69F00")
        return colour
    if kind == "length":
        return _length(text)
    if kind == "choice":
        if text not in column.of:
            raise ValueError(f"is {text}, not one of {', '.join(column.of)}\n{did_you_mean(text, column.of)}")
        return text
    if kind == "list":
        items = tuple(text.split())
        for item in items:
            if column.of and item not in column.of:
                raise ValueError(f"holds {item}, not one of {', '.join(column.of)}\n{did_you_mean(item, column.of)}")
        return tuple(map(_whole, items)) if column.items == "int" else items
    if kind == "cells":
        return parse_cells(text)
    return text


def _whole(text: str) -> int:
    body = text[1:] if text[0] in "+-" else text
    if not (body.isascii() and body.isdigit() and len(body) <= 9):
        raise ValueError(f"is {text}, not a whole number")
    return int(text)


def _length(text: str) -> float:
    number, unit = text.removesuffix("mm").removesuffix("cm").strip(), 10 if text.endswith("cm") else 1
    try:
        value = float(number) * unit
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise ValueError(f"is {text}, not a length\nwrite it in mm, such as 12.5")
    return value


def parse_cells(text: str) -> tuple[tuple[int, int], ...]:
    """Return `0,0 0,1` as pairs of whole numbers."""
    pairs = []
    for item in text.split():
        parts = item.split(",")
        if len(parts) != 2:
            raise ValueError(f"holds {item}, not two numbers with a comma\nwrite cells as 0,0 0,1 1,-1")
        pairs.append((_whole(parts[0] or "x"), _whole(parts[1] or "x")))
    return tuple(pairs)


class Range(Model):
    """A condition on a value: bounds, equality with another column, or what a list holds."""

    min: Int | None = None
    max: Int | None = None
    same_as: str | None = None
    differs_from: str | None = None
    contains: str | None = None
    lacks: str | None = None


Condition = Annotated[
    Annotated[Range, Tag("bounds")] | Annotated[Words, Tag("values")],
    Discriminator(lambda value: "bounds" if isinstance(value, dict | Range) else "values"),
]
Where = dict[str, Condition]


def matches(row: Row, where: Where) -> bool:
    """Return whether the row meets every condition; an empty cell counts as 0 in bounds."""
    return all(_meets(row, column, wanted) for column, wanted in where.items())


def _meets(row: Row, column: str, wanted: Range | tuple[str, ...]) -> bool:
    text, value = row.texts.get(column, ""), row.values.get(column)
    if not isinstance(wanted, Range):
        # A spreadsheet may have written yes as TRUE: the value counts, not its spelling.
        return ("yes" if value else "no") in wanted if isinstance(value, bool) else text in wanted
    number = value if isinstance(value, int | float) else len(value) if isinstance(value, tuple) else 0
    items = tuple(map(str, value)) if isinstance(value, tuple) else (text,)
    return (
        (wanted.min is None or number >= wanted.min)
        and (wanted.max is None or number <= wanted.max)
        and (wanted.same_as is None or text == row.texts.get(wanted.same_as, ""))
        and (wanted.differs_from is None or text != row.texts.get(wanted.differs_from, ""))
        and (wanted.contains is None or wanted.contains in items)
        and (wanted.lacks is None or wanted.lacks not in items)
    )


def columns_of(where: Where) -> Iterator[str]:
    """Yield every column that the conditions name."""
    for column, wanted in where.items():
        yield column
        if isinstance(wanted, Range):
            yield from (name for name in (wanted.same_as, wanted.differs_from) if name)

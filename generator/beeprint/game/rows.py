"""Rows of typed cells from data files, and their translations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple
from unicodedata import normalize

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.lean import MANY, Sharing
from beeprint.base.options import MAX_COPIES
from beeprint.base.problems import (
    MAX_PROBLEMS,
    Fix,
    Hint,
    Place,
    Problem,
    Severity,
    error_at,
    otherwise,
    replacing,
    reworded,
    whole,
)
from beeprint.base.words import invisible, quoted
from beeprint.game.asides import without_asides
from beeprint.game.columns import (
    DIGITS,
    Column,
    Columns,
    LimitError,
    UnfitError,
    adapt,
    as_meant,
    counts,
    nearly_whole,
    says_none,
    typed,
    unlisted,
    unread,
    write_as,
)
from beeprint.game.damage import Damage, damage, in_workbook
from beeprint.sources.names import slug, stems
from beeprint.sources.tables import SPLIT, DataTable

_COUNT = Column(type="int")
#: Numbers in words, in the languages that many tables are written in.
_IN_WORDS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    )
    for number, word in enumerate(words.split())
} | {"free": "0"}
#: The columns that hold the name of a card.
_NAMES = ("title", "name")
_NONE: Mapping[str, Any] = MappingProxyType({})  # one for all rows
#: What a row and each of its cells cost to type, in steps, and to keep, in bytes.
_ROW, _CELL = 24, 4
_ROW_KEPT, _CELL_KEPT = 1_400, 150
#: What a draft counts cells as that cannot be read.
UNREAD = "unread cell"


class Held(NamedTuple):
    """A cell's text, and its value of the column's type; None if it is empty or wrong."""

    text: str
    value: Any


class Row(Struct, frozen=True):
    """A row of a data file: the text of its cells, their typed values, and the copies in the box."""

    id: str
    index: int
    copies: int
    texts: Mapping[str, str]
    values: Mapping[str, Any]
    faulty: frozenset[str] = frozenset()  # columns whose cells are wrong and have been reported
    numbered: str = ""  # the name of its files, where the slug of its id is taken
    translated: Mapping[str, tuple[DataTable, int]] = field(
        default_factory=lambda: _NONE
    )  # the table and row of each translated cell
    written: Mapping[str, str] = field(
        default_factory=lambda: _NONE
    )  # the texts with braces, as they were before being filled

    @property
    def stem(self) -> str:
        """Return the name of its files, which no other row of its file has."""
        return self.numbered or slug(self.id)

    def as_written(self, column: str) -> str:
        """Return the text of a cell as its file has it, with braces; empty where there is none."""
        return self.written.get(column, self.texts.get(column, ""))

    def held(self, column: str) -> Held:
        """Return what the cell of a column holds."""
        return Held(self.texts.get(column, ""), self.values.get(column))


class Rows(Struct, frozen=True, dict=True):
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
        """Return the file's name without folders, and the sheet that game.yaml names."""
        name = self.table.shown.rstrip("/").rsplit("/", 1)[-1]
        return f"{name}:{self.table.sheet}" if self.table.sheet else name

    def head(self, column: str) -> str:
        """Return what the file calls a column."""
        return self.table.aliases.get(column, column)

    def place(self, row: Row, column: str = "id") -> Place:
        """Find the place of a row's cell, in the translation if it comes from there."""
        table, index = row.translated.get(column, (self.table, row.index))
        return table.place(index, column)

    def called(self, row: Row) -> str:
        """Return what a card is called, such as "Storm Lantern (S6)"; without an id that beeprint made of its name."""
        if self.table.made_from:
            return self.table.called(row.index).strip("*_ ") or row.id
        name = next((row.texts[column].strip("*_ ") for column in _NAMES if row.texts.get(column)), "")
        return f"{name} ({row.id})" if name and slug(name).casefold() != row.id.casefold() else name or row.id

    def cell(self, row: Row, column: str) -> str:
        """Name a cell as messages do: (H13, column copies, cell C14), or by the text that an id is made from."""
        table, index = row.translated.get(column, (self.table, row.index))
        return f"({self.table.called(row.index) or row.id}, column {column}, {table.cell(index, column)})"


def understand_rows(
    name: str,
    table: DataTable,
    columns: Columns,
    place: Place,
    problems: list[Problem],
    ignore: tuple[str, ...] = (),
    lines: Mapping[str, int] | None = None,
    old: Rows | None = None,
) -> Rows:
    """Type the rows of a data file; problems of the header and cells are added to `problems`.

    `place` is that of `columns:` in game.yaml, and `lines` has the line of each column there; `ignore` names heads that
    the game does not use. `old` are the rows of an earlier reading in which nothing was wrong.
    """
    lines = lines or {}
    declared: dict[str, Column] = {"id": Column(type="text"), **columns}
    columns_there = len(table.names) + len(declared)
    budget.spend(
        "rows",
        len(table.rows) * (_ROW + _CELL * columns_there),
        len(table.rows) * (_ROW_KEPT + _CELL_KEPT * columns_there),
        lambda: place,
    )
    problems += table.warnings
    table = without_asides(table, problems, quietly=True)
    table = adapt(table, declared, ignore, place, problems, lines)
    # Where the copies seem to stand in a column of another name, no rule should count them.
    unsure = frozenset({"copies"} if any(counts(head, table) for head in unread(table, declared, ignore)) else ())
    known = _typed_alike(old, table, declared)
    sharing = Sharing() if len(table.rows) > MANY else None
    rows: list[Row] = []
    ids: dict[str, tuple[str, int]] = {}
    taken = {cells.get("id", "").strip().casefold() for cells in table.rows}
    at = {name: place._replace(line=lines.get(name, place.line)) for name in declared}
    for index, cells in enumerate(table.rows):
        if len(problems) > MAX_PROBLEMS:
            message = f"there are more than {MAX_PROBLEMS:,} problems; the rows from here on are not read"
            raise error_at(table.place(index), message, "fix the other problems first")
        row = known.get((index, *cells.values())) or _row(table, index, cells, declared, at, problems)
        key = slug(row.id).lower() if row.id.isascii() else normalize("NFC", row.id).casefold()
        if not row.id:
            continue
        if key in ids:
            problems.append(_same_id(table, row.id, index, ids[key], taken))
        ids.setdefault(key, (row.id, index))
        row = replace(row, faulty=row.faulty | unsure) if unsure else row
        rows.append(replace(row, texts=sharing.lean(row.texts), values=sharing.lean(row.values)) if sharing else row)
    if not table.rows:
        message = f"the file has no rows below its header, so {name} is empty"
        problems.append(Problem(table.place(None), message, "add a row for each piece or entry", "warning"))
    numbered = stems(row.id for row in rows)
    kept = (replace(row, numbered=numbered[row.id]) if row.id in numbered else row for row in rows)
    return Rows(name, table, declared, tuple(kept), len(table.rows) - len(rows))


def _typed_alike(old: Rows | None, table: DataTable, columns: Columns) -> dict[tuple[int | str, ...], Row]:
    """Return rows of an earlier reading by number and cells, if a row of the table with these is typed alike."""
    if old is None or old.columns != columns:
        return {}
    new, before = (replace(read_table, shown="", rows=(), records=()) for read_table in (table, old.table))
    if new != before or table.wrong or table.numbers or table.ragged:
        return {}  # what is beside the texts is known by the numbers of rows
    return {(row.index, *old.table.rows[row.index].values()): row for row in old.rows if not row.numbered}


def _same_id(table: DataTable, key: str, index: int, first: tuple[str, int], taken: set[str]) -> Problem:
    """Return the problem of an id that an earlier row has, by its id and index."""
    clash, hint = _clash(key, first[0], table.row_name(first[1]))
    head = table.aliases.get("id", "id")
    if head != "id" and first[0] == key:
        hint += f"; if {head} is no id, read it as another column, such as number: {{from: {head}}}, and write id: auto"
    fixes = () if table.made_from else (_renaming(key, taken),)
    return Problem(table.place(index, "id"), f"{clash} ({table.cell(index, 'id')})", hint, fixes=fixes)


def _renaming(key: str, taken: set[str]) -> Fix:
    """Return the fix that gives a row a free id, and note it as taken: C07 becomes the next number, drone drone-2."""
    stem, digits = re.fullmatch(r"(.*?)(\d{0,6})", key, re.DOTALL).groups()  # type: ignore[union-attr]
    stem, digits = (stem, digits) if digits else (f"{key}-", "1")
    number = int(digits) + 1
    while (new := f"{stem}{number:0{len(digits)}}").casefold() in taken:
        number += 1
    taken.add(new.casefold())
    return replacing(key, new, title=f"Rename it {new}")


def _clash(key: str, other: str, number: str) -> tuple[str, str]:
    """Return a message and a hint for an id that is like another one, which is in the row of this name."""
    if other == key:
        return f"duplicate id {key}, first used in {number}", "delete the row, or give it a unique id"
    way = "case" if other.lower() == key.lower() else "case or punctuation"
    if normalize("NFC", other) == normalize("NFC", key):
        message = f"the ids {key} and {other} ({number}) differ only in how their accents are encoded"
        return message, "give one of them another id; retyping it is not enough"
    clash = f"the ids {key} and {other} ({number}) differ only in {way}"
    return clash + (", so their files would have the same name" if key.isascii() else ""), "rename one"


def _row(
    table: DataTable,
    index: int,
    cells: Mapping[str, str],
    columns: Columns,
    declared_at: Mapping[str, Place],
    problems: list[Problem],
) -> Row:
    """Type one row; `declared_at` has the line in game.yaml that declares each column."""
    texts = {**dict.fromkeys(columns, ""), **{column: text.strip() for column, text in cells.items()}}
    ragged = index in table.ragged
    if ragged or _is_remark(texts, columns):
        problems.append(table.too_many(index) if ragged else _remark(table, index))
        return Row(
            texts["id"], index, 1, {**texts, "copies": "1"}, dict.fromkeys(columns), frozenset({*columns, "copies"})
        )
    values: dict[str, Any] = {}
    faulty = {column for column in columns if column not in cells}

    def report(column: str, wrong: Wrong) -> None:
        if wrong.severity == "error":
            faulty.add(column)
        name = table.called(index) or ("no name" if table.made_from else "no id")
        called = _called(table, index, column)
        where = f"({name}, column {called}, {table.cell(index, column)})"
        place = table.place(index, column)
        hint = reworded(wrong.hint, in_workbook(wrong.hint)) if place.cell else wrong.hint
        hole = UNREAD if wrong.severity == "error" and texts.get("id") else ""
        problems.append(Problem(place, f"{called} {wrong.message} {where}", hint, wrong.severity, hole))

    for name, rounded in _rounded(table, index, texts, columns):
        report(name, rounded)
    texts |= _numbers(table, index, texts, columns)
    for name, column in columns.items():
        if name == "copies":
            continue
        meant = as_meant(texts[name], column, table.mark)
        values[name], wrong = _value(meant, column) if name in cells else (None, None)
        if (index, name) in table.wrong:
            values[name], wrong = None, _of_sheet(table, index, name, column)
        if wrong and name == "id" and not texts["id"]:
            wrong = wrong._replace(hint="give every row an id of its own")
        if wrong:
            report(name, _with_a_way_out(wrong, name, table.aliases.get(name, name), column, meant, declared_at[name]))
    values["copies"], wrong = _copies(as_meant(texts.get("copies", ""), _COUNT, table.mark))
    if (index, "copies") in table.wrong:
        wrong = Wrong(*table.wrong[index, "copies"])
    if wrong:
        report("copies", wrong)
    hidden = invisible(texts["id"])
    if hidden:
        report("id", Wrong(f"holds {hidden}", "delete it unless the id is meant to differ by it", "warning"))
    if texts["id"].startswith("#"):
        problems.append(_printed_remark(table, index, texts["id"]))
    copies: int = values["copies"]
    return Row(texts["id"], index, copies, {**texts, "copies": str(copies)}, values, frozenset(faulty))


def _called(table: DataTable, index: int, column: str) -> str:
    """Return the name of a cell's column for a message: that in the sheet where the sheet is what is wrong."""
    return table.aliases.get(column, column) if (index, column) in table.wrong else column


def _of_sheet(table: DataTable, index: int, name: str, column: Column) -> Wrong:
    """Return what is wrong with a cell in its sheet; of merged cells, say which may stay empty."""
    wrong = Wrong(*table.wrong[index, name])
    if wrong.hint == SPLIT and column.optional and not table.rows[index].get(name, "").strip():
        return wrong._replace(hint=f"split them; {table.cell(index, name)} may stay empty")
    return wrong


def _numbers(table: DataTable, index: int, texts: Mapping[str, str], columns: Columns) -> dict[str, str]:
    """Return the texts of a row's cells that hold whole numbers, without what their formats add, or that say none."""
    counted = [name for name, column in columns.items() if column.type == "int"]
    numbers = {name: table.numbers.get((index, name)) for name in (*counted, "copies")}
    plain = {name: without_format(texts[name], number) for name, number in numbers.items() if number is not None}
    return plain | {name: "" for name in counted if says_none(texts[name], columns[name])}


def _rounded(table: DataTable, index: int, texts: Mapping[str, str], columns: Columns) -> Iterator[tuple[str, Wrong]]:
    """Yield what is doubtful about each cell that shows a whole number and holds another one."""
    for name in (*columns, "copies"):
        number, text = table.numbers.get((index, name), 0), texts.get(name, "")
        whole_number = name == "copies" or columns[name].type == "int"
        plain = whole_number and re.fullmatch(r"[-+]?\d[\d,]*", text)
        if plain and abs(number - round(number)) > 1e-9:
            message = f"is {number:.10g}, but the sheet shows {text}, which is what counts"
            hint = "write a whole number; or let the cell show its decimals, and make it a text column"
            yield name, Wrong(message, hint, "warning")


def _with_a_way_out(wrong: Wrong, name: str, head: str, column: Column, text: str, at: Place) -> Wrong:
    """Return what is wrong with a cell, with hint and fix to declare the column otherwise if the cell is right.

    Fixes call the column `head`, as its table does.
    """
    where = f"game.yaml, line {at.line}"
    if wrong.severity == "warning" or (text and damage(text)):
        return wrong
    if not text and not column.optional and name != "id":
        does = f"Writes a ? behind the type of {head} in game.yaml, so that its cells may be empty."
        return wrong.also(f"Let {head} be empty", {"column": name, "optional": True}, does, at)
    if text and (words := unlisted(text, column)):
        word = words[0]
        wrong = wrong._replace(hint=otherwise(wrong.hint, f"add it to the words of the column (of: in {where})"))
        does = f"Adds {word} to the list of words that {head} may hold, in game.yaml."
        return wrong.also(f"Add {word} to the list of {head}", {"column": name, "choice": word}, does, at)
    if text and (beyond := _beyond(text, column)):
        change = f"change the limit of the column ({beyond.limit}: in {where})"
        wrong = wrong._replace(hint=otherwise(wrong.hint, change))
        limit, number = ("least", "most")[beyond.limit == "max"], f"{beyond.value:g}"
        does = f"Makes {number} the {limit} that {head} may be, in game.yaml."
        return wrong.also(f"Let {head} be {number}", {"column": name, beyond.limit: beyond.value}, does, at)
    if text and column.type == "int" and not wrong.hint:
        is_long = text.isascii() and text.lstrip("+-").isdigit()
        todo = f"write at most {DIGITS} digits" if is_long else "write a whole number, such as 3"
        wrong = wrong._replace(hint=f"{todo}; if it is meant, make it a text column ({where})")
        near = _near_number(text)
        likely = [replacing(text, near, title=f"Change {text} to {near}")] if near else []
        ask = Fix("Write the right number", "replace", {"word": text, "new": text}, asks=True)
        wrong = wrong._replace(hint=Hint(wrong.hint, (*likely, ask)))
        does = f"Makes {head} a column of texts, in game.yaml."
        return wrong.also(f"Let {head} hold any text", {"column": name, "type": "text"}, does, at)
    return wrong


def _beyond(text: str, column: Column) -> LimitError | None:
    """Return what says that a text is a number beyond a limit of its column; None for any other text."""
    try:
        typed(text, column)
    except LimitError as error:
        return error
    except ValueError:
        return None
    return None


def without_format(text: str, number: float) -> str:
    """Return a whole number alone where its format adds words, a currency or decimals; else the text as it is."""
    plain = re.fullmatch(r"[-+]?\d[\d,]*", text)
    return text if plain or not text or abs(number) >= 1e9 or number != int(number) else str(int(number))


#: Letters that are typed, or read by a scanner, in place of digits.
_LIKE_DIGITS = str.maketrans("lIOo", "1100")


def _near_number(text: str) -> str:
    """Return the whole number that a text seems to mean, such as l2, 3, or ten; empty for none."""
    if text.casefold() in _IN_WORDS:
        return _IN_WORDS[text.casefold()]
    number = text.strip(" ,.;:'").translate(_LIKE_DIGITS)
    is_number = number.isascii() and number.isdigit() and len(number) <= DIGITS
    return number if is_number and number != text else ""


class Wrong(NamedTuple):
    """What is wrong with a cell, after the name of its column, and what to do."""

    message: str
    hint: str = ""
    severity: Severity = "error"

    def also(self, title: str, values: Mapping[str, Any], does: str, at: Place) -> Wrong:
        """Return it with a fix that declares the column otherwise."""
        fixes = self.hint.fixes if isinstance(self.hint, Hint) else ()
        return self._replace(hint=Hint(self.hint, (*fixes, Fix(title, "redeclare", values, does, place=at))))


def _value(text: str, column: Column) -> tuple[Any, Wrong | None]:
    """Convert a cell's text to its column's type, and say what is wrong with it, if anything."""
    if not text:
        value = () if column.type in ("list", "cells") else None
        hint = "fill it in, or let the column have empty cells (a ? behind its type in game.yaml)"
        return value, None if column.optional else Wrong("is empty", hint)
    mark = damage(text)
    try:
        value = typed(text, column)
    except ValueError as error:
        message, _, hint = str(error).partition("\n")
        hint = error.hint if isinstance(error, UnfitError) else hint
        return None, Wrong(mark.message, mark.hint) if mark else Wrong(message, hint)
    return value, doubt(mark) if mark else None


def doubt(damage: Damage) -> Wrong:
    """Say what is doubtful about a damaged text."""
    return Wrong(damage.message, damage.hint, "error" if damage.certain else "warning")


def _copies(text: str) -> tuple[int, Wrong | None]:
    """Parse the cell that counts copies, and say what is wrong with it, if anything."""
    if not text:
        return 1, None
    count = whole(text)
    if count is not None and 1 <= count <= MAX_COPIES:
        return count, None
    mark = damage(text)
    if mark:
        return 1, Wrong(mark.message, mark.hint)
    if text.isascii() and text.isdigit() and text.strip("0"):
        return 1, Wrong(f"is {text}, more than {MAX_COPIES:,}", f"write {MAX_COPIES:,} or fewer")
    hint = "delete the row to leave the piece out" if text == "0" else _count_meant(text)
    return 1, Wrong(f"is {quoted(text)}, not a whole number from 1 to {MAX_COPIES:,}", hint)


def _count_meant(text: str) -> str:
    """Return a hint for a text that is no number of copies."""
    meant = re.fullmatch(r"(?:[x\u00d7]\s*(\d{1,4})|(\d{1,4})\s*[x\u00d7])", text, re.IGNORECASE)
    if meant:
        return write_as(meant[1] or meant[2], text)
    if text.startswith("-"):
        return "write how many of the piece there are, such as 1; delete the row to leave it out"
    return nearly_whole(text) or "write a whole number, such as 2"


def _is_remark(texts: Mapping[str, str], columns: Columns) -> bool:
    """Return whether a row can only be meant as a comment: # and a text in its first cell, and nothing else."""
    others = [name for name in columns if name != "id"]
    needed = any(not columns[name].optional for name in others)
    return texts["id"].startswith("#") and needed and not any(texts[name] for name in others)


def _remark(table: DataTable, index: int) -> Problem:
    return Problem(
        table.place(index, "id"),
        f"{table.row_name(index)} is a comment, but every row of a data file is a piece or an entry",
        "delete it; for remarks, add a column whose name starts with #",
    )


def _printed_remark(table: DataTable, index: int, key: str) -> Problem:
    where = f"({key}, column id, {table.cell(index, 'id')})"
    message = f"the id starts with #, but the row counts like any other: data files have no comments {where}"
    return Problem(table.place(index, "id"), message, "delete the row, or the # of its id", "warning")

"""Select the pieces that a rule is about: rows of decks or tables that meet conditions, counted, grouped and named."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from beeprint.base.colour import Colour
from beeprint.base.problems import Place, Problem, did_you_mean, error_at
from beeprint.base.words import quoted
from beeprint.game.binding import Names, Scope
from beeprint.game.conditions import Bounds, Comparison, Conditions, columns_of, faults, hold, in_words
from beeprint.game.model import Game
from beeprint.game.rows import Held, Row, Rows
from beeprint.rules.rule import SYNONYMS, Entry, Holds, ListColumns
from beeprint.sources.records import Called, Model, keys_of
from beeprint.sources.schema import Words

#: More groups than this are a mistake, not a rule about a game.
MAX_GROUPS = 100_000


class Piece(NamedTuple):
    """A row and the data file it belongs to."""

    source: Rows
    row: Row

    def value(self, column: str) -> Any:
        """Return a cell's value."""
        return self.row.values.get(column, self.row.texts.get(column))

    def key(self, columns: Iterable[str]) -> tuple[Any, ...]:
        """Return the values of several cells."""
        return tuple(self.value(column) for column in columns)

    def place(self, column: str = "id") -> Place:
        """Return where a cell stands."""
        return self.source.place(self.row, column)

    def cell(self, column: str) -> str:
        """Name a cell as messages do: (H13, column copies, cell C14)."""
        return self.source.cell(self.row, column)

    def seen_from(self, other: Piece) -> str:
        """Return what it is called, with the file's name if `other` is in a different file; a made id is not."""
        table = self.source.table
        name = f"{table.called(self.row.index)} in {table.row_name(self.row.index)}" if table.made_from else self.row.id
        return self._in_file(name, other)

    def holds(self, column: str, other: Piece) -> str:
        """Say who has a value, or where ids are made in which cell it stands: by H13, in cell C14."""
        table = self.source.table
        return (
            self._in_file(f"in {table.cell(self.row.index, column)}", other)
            if table.made_from
            else f"by {self.seen_from(other)}"
        )

    def _in_file(self, name: str, other: Piece) -> str:
        return name if other.source.table.shown == self.source.table.shown else f"{name} of {self.source.file}"


class Decks(Model, mixin=True):
    """Decks by name."""

    decks: Annotated[Words, Meta(min_length=1), Called(SYNONYMS["decks"])]

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each name that the game does not know."""
        for index, name in enumerate(self.decks):
            if name not in game.decks:
                yield Problem(place("decks", index), f"there is no deck {name}", did_you_mean(name, game.decks))


class Chosen(Decks, mixin=True):
    """The rows of decks or tables that meet `where:`."""

    where: Conditions = {}

    def data(self, game: Game) -> list[Rows]:
        """Return the data that is named, each once."""
        rows_by_name = (game.rows(name) for name in dict.fromkeys(self.decks))
        return [rows for rows in rows_by_name if rows is not None]

    def pieces(self, game: Game) -> list[Piece]:
        """Return the rows that meet the conditions, in file order."""
        return [
            Piece(rows, row)
            for rows in self.data(game)
            for row in rows.rows
            if not self.where or hold(self.where, Scope(game, rows, row).held)
        ]

    def reads(self) -> set[str]:
        """Return the columns that the rule reads, including those reached through references in its conditions."""
        columns = set(columns_of(self.where))
        for field, _, _ in _marked(self):
            value = getattr(self, field)
            columns |= {value} if isinstance(value, str) else set(value)
        return columns - {""}

    def is_sound(self, game: Game) -> bool:
        """Return whether every cell to be read is sound; the others have been reported already."""
        reads = self.reads()
        return all(not rows.lost and all(_is_sound(game, rows, column) for column in reads) for rows in self.data(game))

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown deck, table or column, and each column of the wrong type."""
        unknown = [(index, name) for index, name in enumerate(self.decks) if game.rows(name) is None]
        for index, name in unknown:
            hint = did_you_mean(name, game.names)
            yield Problem(place("decks", index), f"there is no deck or table {name}", hint)
        for rows in self.data(game):
            for field, alias, mark in _marked(self):
                value = getattr(self, field)
                for index, column in enumerate((value,) if isinstance(value, str) else value):
                    if column:
                        yield from _faulty_column(rows, column, mark, place(alias, index))
            yield from faults(self.where, Names.of_data(game, rows), partial(place, "where"))

    def is_closed(self, game: Game, columns: Iterable[str]) -> bool:
        """Return whether the types of columns list their values, so that a missing one is noticed."""
        return all(closed(game, rows, column) for rows in self.data(game) for column in columns)

    def files(self, game: Game) -> str:
        """Return the names of the data files: honey.csv, or field.csv and flower.csv."""
        return listed(dict.fromkeys(rows.file for rows in self.data(game)))

    def holder(self, game: Game, singular: str = "has", plural: str = "have") -> str:
        """Return the subject of a message with its verb: `honey.csv has`, or `edition quick has`."""
        files = self.files(game)
        return f"edition {game.edition} has" if game.edition else f"{files} {agreed(files, singular, plural)}"

    def noun(self, game: Game) -> str:
        """Return the plural noun for the pieces."""
        nouns = {game.decks[name].noun if name in game.decks else "rows" for name in self.decks}
        return nouns.pop() if len(nouns) == 1 else "pieces"

    def conditions(self, columns: Iterable[str] = (), values: Iterable[Any] = ()) -> str:
        """Put the conditions, and the values of a group, into words: ` with kid 'raid' and hive 'pink'`."""
        group = {column: named(value) for column, value in zip(columns, values, strict=True)}
        words = [in_words(column, wanted) for column, wanted in self.where.items() if column not in group]
        words += [f"{column} {text}" for column, text in group.items()]
        return f" with {' and '.join(words)}" if words else ""


class Counted(Chosen, mixin=True):
    """Pieces to count: copies, rows, or the items of list columns, with `value` only those that equal it."""

    of: Literal["copies", "rows", "items"] = "copies"
    items: ListColumns = ()
    value: Words = ()

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if self.value and not (self.items or self.of == "items"):
            raise ValueError("value needs items: the list columns in which it is counted")

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of != "rows" else set())

    def amount(self, piece: Piece) -> int:
        """Return the number that a row contributes to a count."""
        copies = 1 if self.of == "rows" else piece.row.copies
        columns = self.list_columns(piece.source)
        if not columns:
            return copies
        items = [str(item) for column in columns for item in piece.value(column)]
        return copies * (sum(item in self.value for item in items) if self.value else len(items))

    def list_columns(self, rows: Rows) -> tuple[str, ...]:
        """Return the list columns whose items are counted."""
        if self.of == "items" and not self.items:
            return tuple(name for name, column in rows.columns.items() if column.type == "list")
        return self.items

    def counted(self, game: Game) -> tuple[str, str]:
        """Return the plural noun for what is counted, and what narrows it: (items, of value 7 in a and b)."""
        columns = dict.fromkeys(column for rows in self.data(game) for column in self.list_columns(rows))
        if columns:
            value = f" of value {' or '.join(map(quoted, self.value))}" if self.value else ""
            return "items", f"{value} in {listed(columns)}"
        return ("rows" if self.of == "rows" else self.noun(game)), ""


class Target(Chosen):
    """A column of another deck or table."""

    column: Annotated[str, Holds()] = "id"


def chosen_in(model: Model, place: Entry) -> Iterator[tuple[Decks, Entry]]:
    """Yield every selection of decks in a rule, its own and those of its terms, each with its place."""
    if isinstance(model, Decks):
        yield model, place
    for key in keys_of(type(model)):
        value = getattr(model, key.field)
        for index, part in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(part, Model) and not isinstance(part, Bounds):
                yield from chosen_in(part, place.below(key.alias, index))


def groups(
    chosen: Chosen, game: Game, columns: tuple[str, ...], place: Place, every: bool = False
) -> dict[tuple[Any, ...], list[Piece]]:
    """Group the pieces by the values of columns; a value that a column may have but no row has gives an empty group.

    Choices, references and yes-or-no columns may have all values of their type; other columns have the values that the
    data contains: those that occur together, or with `every` all combinations of them. The order is that of game.yaml
    and the data files. Without columns, all pieces are one group. BuildError at `place` for more than MAX_GROUPS.
    """
    pieces = chosen.pieces(game)
    known = [_known(chosen, game, column, pieces) for column in columns]
    if every:
        known = [
            dict.fromkeys([*values, *(p.value(c) for p in pieces)]) for c, values in zip(columns, known, strict=True)
        ]
    loose = [column for column, values in zip(columns, known, strict=True) if not values]
    together = dict.fromkeys(piece.key(loose) for piece in pieces) if loose else {(): None}
    tight = [values for values in known if values]
    if math.prod(map(len, [together, *tight])) > MAX_GROUPS:
        raise error_at(place, f"{listed(columns)} have more than {MAX_GROUPS:,} combinations of values")
    by_key: dict[tuple[Any, ...], list[Piece]] = {}
    for choice in itertools.product(*tight):
        for rest in together:
            tight_values, loose_values = iter(choice), iter(rest)
            by_key[tuple(next(tight_values if values else loose_values) for values in known)] = []
    for piece in pieces:
        by_key.setdefault(piece.key(columns), []).append(piece)
    return by_key


def _known(chosen: Chosen, game: Game, column: str, pieces: list[Piece]) -> dict[Any, None]:
    """Return the values that a column may have, as far as its type and the conditions tell; otherwise none."""
    values = dict.fromkeys(value for rows in chosen.data(game) for value in closed(game, rows, column))
    wanted = chosen.where.get(column)
    if isinstance(wanted, Comparison):
        return {}
    if wanted is None:
        return values
    return {value: None for value in values if hold({column: wanted}, {column: Held(show(value), value)}.get)}


def closed(game: Game, rows: Rows, column: str) -> tuple[Any, ...]:
    """Return every value that a choice, reference or yes-or-no column may have; nothing for other columns."""
    declared = rows.columns.get(column)
    if declared is None:
        return ()
    if declared.type == "ref":
        target = game.rows(declared.table)
        return tuple(target.by_id) if target else ()
    if declared.type == "bool":
        return (True, False)
    return declared.of if declared.type == "choice" else ()


def show(value: Any) -> str:
    """Format a cell's value as it is written in a data file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Colour):
        return value.hex
    if isinstance(value, tuple):
        return " ".join(",".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value) or "empty"
    if isinstance(value, float):
        return f"{value:g}"
    return "empty" if value is None or value == "" else str(value)


def named(value: Any) -> str:
    """Format a cell's value for a sentence: in quotes, but numbers and `empty` bare."""
    return "empty" if value in (None, "", ()) else quoted(show(value))


def listed(words: Iterable[str]) -> str:
    """Join words as in a sentence: a, b and c."""
    items = list(words)
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def agreed(subject: str, singular: str, plural: str) -> str:
    """Choose the form of a verb for a subject that may list several files."""
    return plural if " and " in subject else singular


def number_of(count: int, noun: str) -> str:
    """Return `51 honey cards`, and `1 honey card` where the noun's plural is regular."""
    return f"{count:,} {singular(noun) if count == 1 else noun}"


def figures(numbers: Mapping[str, int]) -> str:
    """List the first few numbers with their names: pink 9, green 8."""
    shown = [f"{name} {number}" for name, number in numbers.items()]
    return ", ".join(shown[:12]) + (", ..." if len(shown) > 12 else "")


def singular(noun: str) -> str:
    """Return a regular plural without its s."""
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def gap(data: Iterable[Rows]) -> str:
    """Return a hint that names a number obviously missing from the ids, such as H05 between H01 and H17."""
    for rows in data:
        parts = [re.fullmatch(r"(\D*)(\d+)", row.id) for row in rows.rows]
        numbered = [(part[1], part[2]) for part in parts if part]
        if len(numbered) < max(3, len(parts)) or len({prefix for prefix, _ in numbered}) > 1:
            continue
        numbers = {int(digits) for _, digits in numbered}
        first, last, width = min(numbers), max(numbers), min(len(digits) for _, digits in numbered)
        if last - first <= len(numbers) + 1:
            names = [f"{numbered[0][0]}{number:0{width}}" for number in range(first, last) if number not in numbers]
            if names:
                return f"{rows.file} has no {listed(names)}: was a row lost?"
    return ""


def _marked(model: Model) -> Iterator[tuple[str, str, Holds]]:
    """Yield the fields that name columns, by their names in Python and in YAML, and the types they may have."""
    for key in keys_of(type(model)):
        for mark in key.marks:
            if isinstance(mark, Holds):
                yield key.field, key.alias, mark


def _faulty_column(rows: Rows, column: str, mark: Holds, place: Place) -> Iterator[Problem]:
    """Yield a problem if the data has no such column, or one of another type."""
    declared = rows.columns.get(column)
    if declared is None:
        if column != "copies":
            known = [*rows.columns, "copies"]
            yield Problem(place, f"{rows.name} has no column {column}", did_you_mean(column, known))
        elif mark.kinds and "int" not in mark.kinds:
            yield Problem(place, f"copies is a column of numbers, not {_kinds(mark)}")
    elif mark.kinds and declared.type not in mark.kinds:
        fitting = [name for name, other in rows.columns.items() if other.type in mark.kinds]
        hint = f"columns of that type: {', '.join(fitting)}" if fitting else f"{rows.name} has no column of that type"
        yield Problem(place, f"column {column} of {rows.name} is of type {declared.type}, not {_kinds(mark)}", hint)


def _kinds(mark: Holds) -> str:
    return " or ".join(mark.kinds)


def _is_sound(game: Game, rows: Rows, column: str) -> bool:
    """Return whether all cells of a column, or of a column such as `hive.ink` of another file, are sound."""
    head, _, tail = (column, "", "") if column in rows.columns else column.partition(".")
    if any(head in row.faulty for row in rows.rows) or _dangling(game, rows, head):
        return False
    target = game.rows(rows.columns[head].table) if tail else None
    return target is None or not (target.lost or any(tail in row.faulty for row in target.rows))


def _dangling(game: Game, rows: Rows, column: str) -> bool:
    """Return whether a reference leads nowhere; that is reported when the data is read."""
    declared = rows.columns.get(column)
    target = game.rows(declared.table) if declared is not None and declared.type == "ref" else None
    known = {None, *target.by_id} if target else set()
    return target is not None and any(row.values[column] not in known for row in rows.rows)

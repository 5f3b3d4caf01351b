"""Compare the table of a deck with another one, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from typing import Literal

from msgspec import Struct, structs

from beeprint.base.problems import BuildError, Place, Problem, error_at, nearest
from beeprint.edit.tables import Table, TableColumn, name_column
from beeprint.game.asides import without_asides
from beeprint.game.columns import Column, match_head, match_heads, means_copies, unlisted
from beeprint.sources.data_formats import endings, format_of
from beeprint.sources.foreign_files import foreign_file
from beeprint.sources.table_files import read_table_bytes, sheets_of
from beeprint.sources.tables import UNNAMED, DataTable

Kind = Literal["added", "changed", "renamed", "gone"]

#: How many different words cards must share whose ids and names differ, unless their names are alike, to be the same.
_EVIDENCE = 4
#: From which share of equal letters on, of 1, two names are alike.
_ALIKE = 0.6


class CellChange(Struct, frozen=True):
    """A cell that differs: the name of its column, and its text in the game's table and in the newer one."""

    column: str
    before: str
    after: str


class CardChange(Struct, frozen=True):
    """A card that differs, under a `key` of this comparison; `card` is what a person knows it by, `title` its name.

    `now` is the name, or else the id, that a renamed card has in the newer table; empty for all others.
    """

    key: str
    kind: Kind
    card: str
    title: str
    cells: tuple[CellChange, ...]
    now: str = ""


class Difference(Struct, frozen=True):
    """What differs in a newer table: cards, and columns that only one of both has, by their heads.

    `by` is the column by which cards were matched, empty where their places were; `same` counts cards without change.
    """

    by: str
    cards: tuple[CardChange, ...]
    new_columns: tuple[str, ...]
    gone_columns: tuple[str, ...]
    same: int


class Comparison(Struct, frozen=True):
    """The table of a deck beside a newer one, whose columns have the heads of the deck's file.

    `pairs` are the rows of both that are the same card, by their indexes; None where one of both lacks the card.
    Words of the columns `listing` become part of their lists as far as cells with them are taken, and these columns may
    be empty where new cards that are taken have nothing there.
    """

    table: Table
    other: DataTable
    columns: tuple[TableColumn, ...]
    new_columns: tuple[str, ...]
    by: str
    pairs: tuple[tuple[int | None, int | None], ...]
    listing: frozenset[str] = frozenset()

    @property
    def faults(self) -> dict[tuple[str, str], Problem]:
        """Return why cells of the newer table cannot be taken, by the keys of cards and columns; "" is a whole card."""
        keys = {new: card.key for old, new in self.pairs if new is not None and (card := self.card(old, new))}
        heads = {column.head: column.name for column in self.columns}
        wrong = {
            (keys[row], heads[head]): Problem(self.other.place(row, head), f"{head} {message}", hint)
            for (row, head), (message, hint) in self.other.wrong.items()
            if row in keys and head in heads
        }
        return wrong | {(keys[row], ""): self.other.too_many(row) for row in self.other.ragged if row in keys}

    @property
    def difference(self) -> Difference:
        """Return what differs, in the order of the newer table; cards that are gone come last."""
        cards = tuple(card for pair in self.pairs if (card := self.card(*pair)) is not None)
        columns = {column.name for column in self.columns}
        lacking = [column for column in self.table.columns if column.head and column.name not in columns]
        gone = tuple(column.head for column in lacking if not column.head.startswith(UNNAMED))
        return Difference(self.by, cards, self.new_columns, gone, len(self.pairs) - len(cards))

    def unlisted_in(self, cells: Iterable[CellChange]) -> dict[str, tuple[str, ...]]:
        """Return the words of these cells that the lists of their columns lack, by the names of the columns."""
        columns = {column.name: column.column for column in self.columns if column.column and column.column.of}
        words: dict[str, dict[str, None]] = {}
        for cell in cells:
            if cell.column in columns and (new := unlisted(cell.after, columns[cell.column])):
                words.setdefault(cell.column, {}).update(dict.fromkeys(new))
        return {name: tuple(new) for name, new in words.items()}

    def meant_by(self, words: Mapping[str, Iterable[str]]) -> dict[str, dict[str, str]]:
        """Return the listed word that each of some words of columns is most likely a slip for, where there is one."""
        lists = {column.name: column.column.of for column in self.columns if column.column}
        meant = {name: {word: nearest(word, lists[name]) for word in each} for name, each in words.items()}
        return {name: near for name, each in meant.items() if (near := {word: to for word, to in each.items() if to})}

    def corrected(self, names: Collection[str]) -> Comparison:
        """Return the comparison in which slips in some columns are the listed words that they stand for."""
        columns = [column for column in self.columns if column.name in names]
        return structs.replace(self, other=_in_listed_words(self.other, columns, nearest))

    def emptied_by(self, cards: Collection[str] | None = None) -> dict[str, int]:
        """Return the columns that have to be filled in and that new cards leave empty, with how many of them do.

        `cards` are the keys of the new cards that count; all without it.
        """
        added = [new for old, new in self.pairs if old is None and new is not None]
        rows = [self.other.rows[new] for new in added if cards is None or f"added:{new}" in cards]
        needed = (each for each in self.columns if each.column and not each.column.optional and each.name != "id")
        counts = {each.name: sum(not row.get(each.head, "").strip() for row in rows) for each in needed}
        return {name: number for name, number in counts.items() if number}

    def card(self, old: int | None, new: int | None) -> CardChange | None:
        """Return how a card differs; None if it does not."""
        before = self.table.texts_by_head[old] if old is not None else {}
        after = self.other.rows[new] if new is not None else {}
        cells = tuple(
            CellChange(column.name, *texts)
            for column in self.columns
            for texts in [(before.get(column.head, "").strip(), after.get(column.head, "").strip())]
            if texts[0] != texts[1]
        )
        if old is None:
            return CardChange(f"added:{new}", "added", self._called(new or 0), self._title(after), cells)
        row = self.table.pieces[old]
        card, title = row.id if row else self.table.called(old), self._title(before)
        if new is None:
            return CardChange(f"gone:{old}", "gone", card, title, cells)
        names = {cell.column: cell.after for cell in cells if cell.after}
        now = names.get(name_column(self.columns), "") or names.get("id", "")
        return CardChange(f"changed:{old}", "renamed" if now else "changed", card, title, cells, now) if cells else None

    def _title(self, cells: Mapping[str, str]) -> str:
        """Return the name of a card; empty where there is none."""
        return cells.get(_head(self.table.columns, name_column(self.table.columns)), "").strip()

    def _called(self, row: int) -> str:
        """Return what a person knows a new card by: its id, else the first text that it has."""
        cells = self.other.rows[row]
        texts = (cells.get(column.head, "").strip() for column in self.columns)
        return next(filter(None, texts), "") or self.other.row_name(row)


# Read and match -------------------------------------------------------------------------------------------------------


def compare(table: Table, data: bytes, name: str) -> Comparison:
    """Compare a table with the bytes of another one, of any format; BuildError where that is no table of the deck.

    Its heads are matched as the game's columns are with those of its own file, its cards by id, else by the column
    that ids are made from or the first text, else by their places. A card whose id or name is another one is found by
    the one that it kept, or by nearly all of its other cells.
    """
    sheets = read_sheets(data, PurePosixPath(name.replace("\\", "/")).name, table.spec.data.sheet)
    other = max(sheets, key=lambda sheet: len(_matches(table, sheet.header)))
    heads = _matches(table, other.header)
    if not heads:
        known = ", ".join(column.head for column in table.columns if column.head)
        message = f"{other.shown} has none of the columns of {table.file}"
        raise error_at(other.place(None), message, f"its first row must name columns such as {known}")
    columns = tuple(column for column in table.columns if column.name in heads)
    other = without_asides(_renamed(other, {heads[column.name]: column.head for column in columns}), [])
    new = tuple(
        head for head in other.header if head not in {column.head for column in columns} and not head.startswith("#")
    )
    by = _identity(table, columns)
    other = _in_listed_words(other, columns, _in_other_capitals)
    return Comparison(table, other, columns, new, by, tuple(_pairs(table, other, columns, by)))


def _in_listed_words(
    other: DataTable, columns: Iterable[TableColumn], meant: Callable[[str, Sequence[str]], str]
) -> DataTable:
    """Return a table in which listed words take the place of their slips; `meant` returns "" for no slip."""
    lists = {each.head: each.column for each in columns if each.column and each.column.of}
    rows = [
        {**row, **{head: _listed(row.get(head, ""), column, meant) for head, column in lists.items()}}
        for row in other.rows
    ]
    return structs.replace(other, rows=tuple(rows))


def _listed(text: str, column: Column, meant: Callable[[str, Sequence[str]], str]) -> str:
    lacking = unlisted(text.strip(), column)
    words = text.split() if column.type == "list" else [text.strip()]
    return " ".join((word in lacking and meant(word, column.of)) or word for word in words) if lacking else text


def _in_other_capitals(word: str, known: Sequence[str]) -> str:
    """Return the only known word that differs from another at most in capitals; empty if there is none."""
    same = [each for each in known if each.casefold() == word.casefold()]
    return same[0] if len(same) == 1 else ""


def read_sheets(data: bytes, name: str, sheet: str = "") -> list[DataTable]:
    """Read the tables of a file: of a workbook, the sheet of that name, else all; BuildError where it holds none."""
    if format_of(name) is None:
        foreign = foreign_file(name)
        cure = foreign.cure if foreign else f"choose a file that ends in {', '.join(endings())}"
        raise error_at(Place(name), f"this is {foreign.name if foreign else 'not a table'}", cure)
    sheets = sheets_of(data, name)
    tables: list[DataTable] = []
    errors: list[BuildError] = []
    for each in [each for each in sheets if each == sheet] or sheets:
        try:
            tables.append(read_table_bytes(data, name, each, None))
        except BuildError as error:
            errors.append(error)
    if not tables:
        raise errors[0] if errors else error_at(Place(name), "the file holds no table", "choose another one")
    return tables


def has_columns(table: Table, others: Iterable[DataTable]) -> bool:
    """Return whether any of some tables has a column of a deck's table."""
    return any(_matches(table, other.header) for other in others)


def _matches(table: Table, header: tuple[str, ...]) -> dict[str, str]:
    """Return the head in another header of each column that it has, by the name of the column."""
    columns = {column.name: column for column in table.columns if column.editable}
    heads = {name: head for name, head in match_heads(table.declared, header).items() if name in columns}
    for name, column in columns.items():
        free = tuple(head for head in header if head not in heads.values() and not head.startswith(UNNAMED))
        head = match_head(column.head, free) or match_head(name, free)
        if name == "copies" and not head:
            head = next(filter(means_copies, free), "")
        if name not in heads and head:
            heads[name] = head
    return heads


def _renamed(other: DataTable, names: Mapping[str, str]) -> DataTable:
    """Return a table whose heads have the names that the game's file has for them."""
    header = tuple(names.get(head, head) for head in other.header)
    rows = tuple(dict(zip(header, (cells[head] for head in other.header), strict=True)) for cells in other.rows)
    wrong = {(row, names.get(head, head)): fault for (row, head), fault in other.wrong.items()}
    numbers = {(row, names.get(head, head)): number for (row, head), number in other.numbers.items()}
    sums = frozenset((row, names.get(head, head)) for row, head in other.sums)
    return structs.replace(other, header=header, rows=rows, wrong=wrong, numbers=numbers, sums=sums)


def _identity(table: Table, columns: Sequence[TableColumn]) -> str:
    """Return the column by which cards are the same in both tables; empty where there is none."""
    names = {column.name: column for column in columns}
    if "id" in names:
        return "id"
    made_from = next((column.name for column in columns if column.head == table.made_from), "")
    return made_from or name_column(columns)


def _head(columns: Sequence[TableColumn], name: str) -> str:
    return next((column.head for column in columns if column.name == name), "")


def _pairs(
    table: Table, other: DataTable, columns: Sequence[TableColumn], by: str
) -> Iterator[tuple[int | None, int | None]]:
    """Yield the rows of each card, in the order of the newer table; cards that are gone come last."""
    old = {index: table.texts_by_head[index] for index, piece in enumerate(table.pieces) if piece}
    new = dict(enumerate(other.rows))
    if not by:
        places = dict(zip(new, old, strict=False))
    else:
        name = name_column(columns)
        places = _same_key(old, new, _head(columns, by))
        if name != by:
            places |= _same_name(old, new, _head(columns, name), places)
        heads = [column.head for column in columns if column.name not in (by, name)]
        places |= _alike(old, new, _head(columns, name), heads, places)
    yield from ((places.get(row), row) for row in new)
    yield from ((index, None) for index in old if index not in places.values())


#: The cells of rows, by their indexes.
_Cells = Mapping[int, Mapping[str, str]]


def _same_key(old: _Cells, new: _Cells, head: str) -> dict[int, int]:
    """Return the old row of each new one that has the same text; rows with one text are matched in their order."""
    rows: dict[str, list[int]] = {}
    for index, cells in old.items():
        rows.setdefault(cells.get(head, "").strip(), []).append(index)
    texts = {row: cells.get(head, "").strip() for row, cells in new.items()}
    return {row: rows[text].pop(0) for row, text in texts.items() if text and rows.get(text)}


def _same_name(old: _Cells, new: _Cells, head: str, places: Mapping[int, int]) -> dict[int, int]:
    """Return the old row of each new one that has none yet, and a name that no other card of both tables has."""
    names = [_unique({row: cells.get(head, "").strip() for row, cells in rows.items()}) for rows in (old, new)]
    pairs = ((row, names[0].get(name)) for name, row in names[1].items() if name)
    return {
        row: index for row, index in pairs if index is not None and row not in places and index not in places.values()
    }


def _unique(texts: Mapping[int, str]) -> dict[str, int]:
    """Return the row of each text that only one row has."""
    counts = Counter(texts.values())
    return {text: row for row, text in texts.items() if counts[text] == 1}


def _alike(old: _Cells, new: _Cells, name: str, heads: Sequence[str], places: Mapping[int, int]) -> dict[int, int]:
    """Return the old row of each new one that has none yet, where one card alone has nearly all of its other cells."""
    free = [row for row in new if row not in places]
    gone = [index for index in old if index not in places.values()]
    pairs = [(row, index) for row in free for index in gone if _nearly_equal(old[index], new[row], name, heads)]
    rows, indexes = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    return {row: index for row, index in pairs if rows[row] == indexes[index] == 1}


def _nearly_equal(before: Mapping[str, str], after: Mapping[str, str], name: str, heads: Sequence[str]) -> bool:
    """Return whether at most a quarter of the cells differ that hold a text, and what is the same is no accident."""
    pairs = [(before.get(head, "").strip(), after.get(head, "").strip()) for head in heads]
    pairs = [texts for texts in pairs if any(texts)]
    same = [text for text, other in pairs if text == other]
    if not same or len(pairs) - len(same) > len(pairs) // 4:
        return False
    was, now = (cells.get(name, "").strip().casefold() for cells in (before, after))
    return len(set(" ".join(same).split())) >= _EVIDENCE or SequenceMatcher(a=was, b=now).ratio() >= _ALIKE

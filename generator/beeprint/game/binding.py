"""Resolve names in braces and conditions: columns, rows they refer to, a grid's cell, the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.problems import Place, Problem, did_you_mean, reworded, whole
from beeprint.drawing.text.markup import emphasised, escaped, from_html, parse
from beeprint.game.columns import Column
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Held, Row, Rows

#: The most characters that the names in one text may expand to, far more than any text needs.
MAX_LETTERS = 200_000
BOUND = re.compile(r"\{\{|\}\}|\{([\w#. -]+)\}")
_GAME = ("title", "version")
#: What an item of a repetition is, and of a column what the row holds there and what the file calls it.
ITEM = ("item", "item.value", "item.head")


class Scope(Struct, frozen=True):
    """The names available when a row is drawn or checked: its columns, rows they refer to, and a grid's cell."""

    game: Game
    rows: Rows | None = None
    row: Row | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    cell: Row | None = None

    def value(self, name: str) -> str | None:
        """Look up the text of a name, or None."""
        if name in self.extra:
            return self.extra[name]
        own = None if self.row is None else self.row.texts.get(name)
        if own is not None:
            return own
        row, column, _ = self._source(name)
        if row is not None:
            return row.texts.get(column)
        head, _, tail = name.partition(".")
        return str(getattr(self.game.spec, tail)) if head == "game" and tail in _GAME else None

    def held(self, name: str) -> Held | None:
        """Look up the text and value of a name, or None; what is not a cell counts as a number or text."""
        row, column, _ = self._source(name)
        if name not in self.extra and row is not None:
            return row.held(column) if column in row.texts else None
        text = self.value(name)
        number = whole(text or "")
        return None if text is None else Held(text, text if number is None else number)

    def marked(self, name: str) -> str | None:
        """Look up the text of a name as markup, into which that of a column with `markup:` is turned."""
        row, column, rows = self._source(name)
        value = self.value(name)
        declared = rows.columns.get(column) if rows and row and name not in self.extra else None
        if value is not None and name == ITEM[-1]:
            return escaped(value, self.game.spec.icon_words)
        if value is None or declared is None or declared.markup is True:
            return value
        if declared.markup == "html":
            return from_html(value, self.game.spec.icon_words)
        return (emphasised if declared.markup == "icons" else escaped)(value, self.game.spec.icon_words)

    def origin(self, text: str) -> tuple[Place, str] | None:
        """Find the first cell of a data file that a text takes its words from, and its name for messages."""
        for name in filter(None, BOUND.findall(text)):
            row, column, rows = self._source(name)
            if row is not None and rows is None:  # a row that a grid draws: of one of the tables
                rows = next((table for table in self.game.tables.values() if table.by_id.get(row.id) is row), None)
            if row is not None and rows is not None and name not in self.extra and column in row.texts:
                return rows.place(row, column), rows.cell(row, column)
        return None

    def _source(self, name: str) -> tuple[Row | None, str, Rows | None]:
        """Find the row and the column that a name refers to, and the data that the row is from, if known."""
        if self.row is not None and name in self.row.texts:
            return self.row, name, self.rows
        head, _, tail = name.partition(".")
        if not tail or (head == "game" and tail in _GAME):
            return None, "", None
        if head == "cell" and self.cell is not None:
            return self.cell, tail, None
        column = self.rows.columns.get(head) if self.row is not None and self.rows is not None else None
        table = self.game.rows(column.table) if column is not None and column.type == "ref" else None
        return (table.by_id.get(self.row.texts.get(head, "")), tail, table) if table and self.row else (None, "", None)


class Meaning(NamedTuple):
    """What a name stands for in every row: a column, and the data it belongs to, if any.

    `peers` are the columns of the same name in other decks, which may use the same layout; `loose` marks a text that
    may be a number, such as the content of a grid's cell.
    """

    column: Column
    rows: Rows | None = None
    name: str = ""
    peers: tuple[Column, ...] = ()
    loose: bool = False


TEXT, NUMBER = Meaning(Column(type="text")), Meaning(Column(type="int"))


class Names(Struct, frozen=True):
    """The names that may be used in one place, to check texts and conditions there before any row is drawn."""

    game: Game
    rows: Rows | None
    extra: Mapping[str, Meaning]
    lacking: str  # how messages say that a name is missing
    shared: bool = False  # whether other decks may use the same text

    @classmethod
    def of_data(cls, game: Game, rows: Rows) -> Names:
        """Return the names for rules and editions, which concern one data file."""
        return cls(game, rows, {"copies": NUMBER}, f"{rows.name} has no column")

    @classmethod
    def of_text(cls, game: Game, rows: Rows | None) -> Names:
        """Return the names for texts and layouts: the columns of `rows`, if given, and the game."""
        lacking = "a shared back has no column" if rows is None else f"{rows.file} has no column"
        return cls(game, rows, {f"game.{key}": TEXT for key in _GAME}, lacking, shared=True)

    def also(self, extra: Mapping[str, Meaning]) -> Names:
        """Add other names, which take precedence."""
        return replace(self, extra={**self.extra, **extra})

    def meaning(self, name: str) -> Meaning | None:
        """Return what a name stands for, or None."""
        if name in self.extra:
            return self.extra[name]
        if self.rows is None:
            return None
        if name == "copies":
            return NUMBER
        if name in self.rows.columns:
            return Meaning(self.rows.columns[name], self.rows, name, self._peers(name))
        head, _, tail = name.partition(".")
        column, table = self.rows.columns.get(head), self.table(head)
        if column is None or table is None or tail not in table.columns:
            return None
        target = table.columns[tail]
        # If the reference is empty, so are the columns of the row it would refer to.
        target = replace(target, optional=True) if column.optional else target
        return Meaning(target, table, tail)

    def table(self, column: str) -> Rows | None:
        """Return the data that a column refers to, or None."""
        declared = self.rows.columns.get(column) if self.rows is not None else None
        return self.game.rows(declared.table) if declared is not None and declared.type == "ref" else None

    def _peers(self, name: str) -> tuple[Column, ...]:
        decks = self.game.decks.values() if self.shared else ()
        return tuple(deck.rows.columns[name] for deck in decks if name in deck.rows.columns)

    def unknown(self, place: Place, name: str) -> Problem | None:
        """Return a problem if a name is unknown."""
        if self.meaning(name) is not None:
            return None
        head, _, tail = name.partition(".")
        table = self.table(head) if tail else None
        if table is not None:
            return Problem(place, f"{table.file} has no column {tail}", did_you_mean(tail, table.columns))
        if name in ITEM:
            hint = f"{name} is for slots with repeat: {{over: ...}}" + ", a list of columns" * (name != "item")
            return Problem(place, f"{self.lacking} {name}", hint)
        known = [*(self.rows.columns if self.rows else ()), *self.extra]
        hint = did_you_mean(name, known)
        hint = reworded(hint, hint.replace("choose from", "available here:", 1))
        return Problem(place, f"{self.lacking} {name}", hint)

    def check_text(self, place: Place, text: str) -> Iterator[Problem]:
        """Yield a problem for each unknown name in a text, and for an unmatched brace."""
        if {"{", "}"} & set(BOUND.sub("", text)):
            message = f"{text!r} has an unmatched brace"
            yield Problem(place, message, "write {column}, or {{ and }} for the braces themselves")
        yield from filter(None, (self.unknown(place, name) for name in names_in(text)))


@lru_cache(maxsize=4096)
def names_in(text: str) -> tuple[str, ...]:
    """Find the names in a text."""
    return tuple(match.group(1) for match in BOUND.finditer(text) if match.group(1))


def bind(text: str, scope: Scope, markup: bool = False, absent: str | None = None) -> str:
    """Fill in every `{name}` of a text; `{{` and `}}` are literal braces. KeyError for a name without a value.

    With `absent` that stands for it, such as for the columns of the row that an empty cell refers to.

    With `markup`, the result is parsed as markup, so that columns with `markup: no` or `icons` are escaped. Values
    beyond MAX_LETTERS in total are omitted: no text that long can be set.
    """
    if "{" not in text and "}" not in text:
        return text

    room = MAX_LETTERS

    def fill(match: re.Match[str]) -> str:
        nonlocal room
        name = match.group(1)
        if not name:
            return match.group(0)[0]
        value = scope.marked(name) if markup else scope.value(name)
        value = absent if value is None else value
        if value is None:
            raise KeyError(name)
        room -= len(value)
        return value if room >= 0 else ""

    return BOUND.sub(fill, text)


# Names and descriptions of pieces for virtual tables and for lists that scripts read.


#: Columns that hold a piece's name unless the deck says otherwise; the first that exists counts.
_NAMES = ("name", "title")


class Label(NamedTuple):
    """A piece's name and description, as plain text."""

    name: str
    description: str


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each unknown name in a deck's `name` and `description`."""
    for deck in game.decks.values():
        for key, text in (("name", deck.spec.name), ("description", deck.spec.description)):
            yield from Names.of_text(game, deck.rows).check_text(game.node.at(["decks", deck.name, key]), text)


def label(game: Game, deck: Deck, row: Row) -> Label:
    """Label a row's pieces: as the deck says, else by a column called name or title, else by id."""
    scope = Scope(game, deck.rows, row)
    wanted = deck.spec.name or next((f"{{{column}}}" for column in _NAMES if column in deck.rows.columns), "")
    labels = (bind(text, scope, markup=True, absent="") for text in (wanted, deck.spec.description))
    name, about = (plain(text, game) for text in labels)
    return Label(name or row.id, about)


def icon_name(game: Game, icon: str) -> str:
    """Return an icon in words: what `icon-names:` says, else the name of the row with its id, else that of its file."""
    if icon in game.spec.icon_names:
        return game.spec.icon_names[icon]
    for source in game.names:
        rows = game.rows(source)
        row = rows.by_id.get(icon) if rows else None
        for column in _NAMES:
            if row is not None and row.texts.get(column):
                return plain(row.texts[column])
    return _file_name(icon)


def _file_name(icon: str) -> str:
    return icon.rpartition("/")[2].replace("-", " ")


def plain(text: str, game: Game | None = None) -> str:
    """Strip a text of markup: icons become words, those of a game if it is given, and empty lines are removed."""
    if not text:
        return ""
    named: Callable[[str], str] = partial(icon_name, game) if game else _file_name
    lines = [
        "".join(named(part.icon) if part.icon else part.text for part in paragraph)
        for paragraph in parse(text).paragraphs
    ]
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))

"""Rules about the values of cells: within a row, from row to row, and in other tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from beeprint.base.problems import Place, Problem, did_you_mean, reworded, whole
from beeprint.base.words import counted, quoted
from beeprint.game.binding import Names, Scope, bind, names_in, plain
from beeprint.game.conditions import faults, hold
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.rules.chosen import Chosen, Piece, Target, listed, named, show
from beeprint.rules.rule import NUMBERS, Column, Columns, Entry, Figure, Holds, ListColumn, OneOrMoreColumns, Rule, Span
from beeprint.sources.records import Before
from beeprint.sources.schema import TEXT, Flag, Words, reads


class Facts(Rule, Chosen):
    """Each row holds what the game's rules of play say of it: a value for each of some columns, listed by id.

    - {rule: facts, table: flowers, column: tile, is: {white: hexagon, red: trapezoid}}
    - rule: facts
      deck: ability
      columns:   [copies, cost, name]
      is:
        inhibit: [3, 2, Inhibit]
        mimic:   [2, 3, Mimic]

    Every row needs its facts, and all facts a row. `by` names another column than `id`. `empty` stands for an empty
    cell. Copy the facts from the rules of play, not from the data file, or they cannot show where it is wrong.
    """

    rule: Literal["facts"]
    by: Column = "id"
    columns: OneOrMoreColumns
    is_: Annotated[dict[str, Words], Meta(min_length=1)]

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, each list of a wrong length, and each value that no cell can have."""
        yield from super().faults(game, place)
        for key, values in self.is_.items():
            if len(values) != len(self.columns):
                message = f"{key} has {counted(len(values), 'fact')} for {counted(len(self.columns), 'column')}"
                yield Problem(place("is", key), message, f"write one for each of {', '.join(self.columns)}")
                continue
            for rows in self.data(game):
                for index, (column, value) in enumerate(zip(self.columns, values, strict=True)):
                    if column in rows.columns or column == "copies":
                        spot = partial(_spot, place, key, index)
                        yield from faults({column: (value,)}, Names.of_data(game, rows), spot)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell that differs, each row without facts, and each fact without a row."""
        missing = dict.fromkeys(self.is_)
        for piece in self.pieces(game):
            held = _held(piece, self.by)
            key = held.text if held.text in self.is_ else str(held.value)
            if key not in self.is_:
                hint = did_you_mean(held.text, self.is_)
                hint = reworded(hint, f"add it to {place('is')}, or correct the cell: {hint}")
                message = f"{self.by} is {named(held.text)}, for which there are no facts {piece.cell(self.by)}"
                yield Problem(piece.place(self.by), message, hint)
                continue
            missing.pop(key, None)
            yield from self._differing(piece, self.is_[key], place, key)
        for key in missing:
            message = f"no row of {self.files(game)}{self.conditions()} has {self.by} {quoted(key)}"
            yield Problem(place("is", key), message, "add the row, or delete the facts")

    def _differing(self, piece: Piece, values: tuple[str, ...], place: Entry, key: str) -> Iterator[Problem]:
        for index, (column, wanted) in enumerate(zip(self.columns, values, strict=True)):
            held = _held(piece, column)
            if column not in piece.row.translated and not hold({column: (wanted,)}, {column: held}.get):
                yield Problem(
                    piece.place(column),
                    f"{column} is {named(held.text)}, not {named('' if wanted == 'empty' else wanted)} "
                    f"{piece.cell(column)}",
                    f"change the cell, or the fact in {_spot(place, key, index)}",
                )

    def covers(self, game: Game) -> Iterable[str]:
        """Return the deck: the facts of a lost row are left over, unless another deck has a row for them."""
        return () if self.where or len(self.decks) > 1 else self.decks


def _held(piece: Piece, column: str) -> Held:
    return piece.row.held(column)


def _spot(place: Entry, key: str, index: int, *_: str | int) -> Place:
    """Return the place of a value in the rule."""
    return place("is", key, index)


class Follows(Rule, Chosen):
    """A column is determined by others: rows with equal values in `from` have equal values in it.

    - {rule: follows, deck: tiles, column: colour, from: shape}
    - {rule: follows, deck: tiles, column: colour, from: shape, one-to-one: yes}

    With `one-to-one` the reverse holds too: no two shapes share a colour.
    """

    rule: Literal["follows"]
    column: Column
    from_: Annotated[Columns, Meta(min_length=1)]
    one_to_one: Flag = False

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row that contradicts the first row with the same values."""
        pieces = self.pieces(game)
        yield from self._determined(pieces, self.from_, (self.column,))
        if self.one_to_one:
            yield from self._determined(pieces, (self.column,), self.from_)

    def _determined(self, pieces: list[Piece], given: tuple[str, ...], wanted: tuple[str, ...]) -> Iterator[Problem]:
        first: dict[tuple[Any, ...], Piece] = {}
        for piece in pieces:
            other = first.setdefault(piece.key(given), piece)
            if piece.key(wanted) != other.key(wanted):
                yield Problem(
                    piece.place(wanted[0]),
                    f"{_words(piece, wanted)} goes with {_words(piece, given)}, but {_words(other, wanted)} does in "
                    f"{other.seen_from(piece)} {piece.cell(wanted[0])}",
                    f"rows with the same {listed(given)} must have the same {listed(wanted)}",
                )


def _words(piece: Piece, columns: tuple[str, ...]) -> str:
    return listed(f"{column} {named(piece.value(column))}" for column in columns)


class Spells(Rule, Chosen):
    """A column spells others of its row: a name its id, an id the number of its card, an ink the house it is for.

    - {rule: spells, table: traits, column: name, is: "{id}"}
    - {rule: spells, table: draft, column: id, is: "p{players}s{seat}"}
    - {rule: spells, deck: belles, where: {attracts: house}, column: name, is: "Belle of {house.name}"}

    Capitals, spaces, hyphens and leading zeros make no difference: `Sweet Stiletto` spells `sweet-stiletto`. So a
    picture that is found by its id is the picture of what the card says. Translations are not compared.
    """

    rule: Literal["spells"]
    column: Column
    is_: Annotated[str, Meta(min_length=1)]

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | set(names_in(self.is_))

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            yield from Names.of_data(game, rows).check_text(place("is"), self.is_)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell that spells something else."""
        for piece in self.pieces(game):
            if self.column in piece.row.translated:
                continue
            wanted, text = bind(self.is_, Scope(game, piece.source, piece.row)), piece.row.texts[self.column]
            if _letters(text) != _letters(wanted):
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} is {named(text)}, which does not spell {named(wanted)} {piece.cell(self.column)}",
                    f"change the cell, or the rule in {place('is')}",
                )


def _letters(text: str) -> str:
    """Return the letters and numbers of a text, without capitals and leading zeros."""
    return "".join(re.sub(r"^0+(?=\d)", "", part) for part in re.findall(r"\d+|[^\W\d_]+", text.casefold()))


class Mentions(Rule, Chosen):
    """A text names what its row is about: words listed by id, all of which it holds.

    - rule: mentions
      deck: action
      column: text
      words: {store: yellow, hunt: [dice game, brown]}

    Case and markup make no difference, and an icon counts by its name. The words tell one text from another, so that
    a text on the wrong row is found; each row needs at least one. `by` names another column than `id`. Translations
    are not searched.
    """

    rule: Literal["mentions"]
    by: Column = "id"
    column: Column
    words: Annotated[dict[str, Words], Meta(min_length=1)]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each text that lacks a word, each row without words, and each word without a row."""
        missing = dict.fromkeys(self.words)
        for piece in self.pieces(game):
            key = piece.row.texts.get(self.by, "")
            if not self.words.get(key):
                hint = did_you_mean(key, self.words)
                hint = reworded(hint, f"add it to {place('words')}, or correct the cell: {hint}")
                message = f"there are no words for {self.by} {quoted(key)} {piece.cell(self.by)}"
                yield Problem(piece.place(self.by), message, hint)
                continue
            missing.pop(key, None)
            text = " ".join(plain(piece.row.texts[self.column]).casefold().split())
            lacking = [word for word in self.words[key] if word.casefold() not in text]
            if lacking and self.column not in piece.row.translated:
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} does not mention {listed(map(quoted, lacking))} {piece.cell(self.column)}",
                    f"change the text, or the words in {place('words', key)}",
                )
        for key in missing:
            message = f"no row of {self.files(game)}{self.conditions()} has {self.by} {quoted(key)}"
            yield Problem(place("words", key), message, "add the row, or delete the words")


_SIGNS = {"sum": " + ", "difference": " - ", "product": " x "}
NumberColumns = Annotated[Words, Holds(NUMBERS)]


class Arithmetic(Rule, Chosen):
    """In each row, numbers add up to another, differ by it or multiply to it.

    - {rule: arithmetic, table: thresholds, difference: [couples, players], is: 3}
    - {rule: arithmetic, table: tables, product: [players, hand], is: dealt}
    - {rule: arithmetic, table: nest, sum: [row, y], is: 11}

    `is` is a number, or the column that holds it. A difference is the first number less the others. Rows in which one
    of the cells is empty are not checked.
    """

    rule: Literal["arithmetic"]
    sum: NumberColumns = ()
    difference: NumberColumns = ()
    product: NumberColumns = ()
    is_: Annotated[str, Meta(min_length=1)]

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        sides = [columns for columns in (self.sum, self.difference, self.product) if columns]
        if len(sides) != 1 or len(sides[0]) < 2:
            raise ValueError("give one of sum, difference and product, with at least two columns")

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({self.is_} if whole(self.is_) is None else set())

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, and one if `is` is neither a number nor a column of numbers."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            known = [*(name for name, column in rows.columns.items() if column.type in NUMBERS), "copies"]
            if whole(self.is_) is None and self.is_ not in known:
                message = f"{rows.name} has no column of numbers {self.is_}"
                yield Problem(place("is"), message, did_you_mean(self.is_, known))

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row whose numbers do not agree."""
        word = "sum" if self.sum else "difference" if self.difference else "product"
        columns: tuple[str, ...] = getattr(self, word)
        for piece in self.pieces(game):
            numbers = piece.key(columns)
            number = whole(self.is_)
            wanted = piece.value(self.is_) if number is None else number
            if None in numbers or wanted is None:
                continue
            value = {
                "sum": math.fsum(numbers),
                "difference": 2 * numbers[0] - math.fsum(numbers),
                "product": math.prod(numbers),
            }[word]
            if not math.isclose(value, wanted, abs_tol=1e-9):
                source = f", as its {self.is_} says" if number is None else ""
                yield Problem(
                    piece.place(columns[0]),
                    f"{_SIGNS[word].join(columns)} is {value:g}, not {wanted:g}{source} {piece.cell(columns[0])}",
                    f"change a cell of the row, or the rule in {place(word)}",
                )


class NonDecreasing(Rule, Chosen):
    """A column's numbers or words never fall from one row to the next, in the order of the file.

    - {rule: non-decreasing, table: scale, column: eggs}
    - {rule: non-decreasing, deck: cards, column: cost, within: suit}
    - {rule: non-decreasing, deck: cards, column: id}

    Words are in the order of their letters, so that ids such as G09 and G10 hold their rows. With `within`, only rows
    with equal values in these columns are compared. Empty cells are skipped.
    """

    rule: Literal["non-decreasing"]
    column: Annotated[str, Holds((*NUMBERS, "text"))]
    within: Columns = ()

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row lower than the one before it."""
        before: dict[tuple[Any, ...], Piece] = {}
        for piece in self.pieces(game):
            value = piece.value(self.column)
            if value in (None, ""):
                continue
            key = (piece.source.name, *piece.key(self.within))
            other = before.get(key)
            if other is not None and value < other.value(self.column):
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} falls from {show(other.value(self.column))} in {other.row.id} to {show(value)} "
                    f"{piece.cell(self.column)}",
                    "put the rows in order, or correct the number",
                )
            before[key] = piece


@reads(TEXT, besides=True)
def _target(value: Any) -> Any:
    return {"deck": value} if isinstance(value, str) else value


_Target = Annotated[Target, Before(_target)]


class RefersTo(Rule, Chosen):
    """Every value of a column, or every item of its lists, occurs in a column of another deck or table.

    - {rule: refers-to, decks: [field, flower], columns: [a, b], to: blossoms}
    - {rule: refers-to, deck: guests, column: likes, to: {table: interests, column: symbol, where: {kind: mood}}}

    The other column is `id` unless `to` names one. Empty cells refer to nothing.
    """

    rule: Literal["refers-to"]
    columns: OneOrMoreColumns
    to: _Target

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell that refers to nothing."""
        target = self.to.column
        known = {item for piece in self.to.pieces(game) for item in _items(piece.value(target))}
        for piece in self.pieces(game):
            for column in self.columns:
                for item in dict.fromkeys(_items(piece.value(column))):
                    if item not in known:
                        rows = f"{self.to.files(game)}{self.to.conditions()}"
                        message = f"{column} is {quoted(item)}, but no {target} in {rows} has that value"
                        yield Problem(piece.place(column), f"{message} {piece.cell(column)}", did_you_mean(item, known))


def _items(value: object) -> list[str]:
    """Return a cell's items as text: a list's, or the value alone."""
    items = value if isinstance(value, tuple) else (value,)
    return [show(item) for item in items if item not in (None, "")]


class Composition(Rule, Chosen):
    """Each row's list holds each value a given number of times, and no other value.

    - {rule: composition, deck: field, column: a, is: {1: 4, 3: 2, 5: 1}}
    """

    rule: Literal["composition"]
    column: ListColumn
    is_: Annotated[dict[str, Figure], Meta(min_length=1)]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell whose composition differs."""
        never = Span(min=0, max=0)
        for piece in self.pieces(game):
            counts = Counter(map(str, piece.value(self.column)))
            wrong = [
                f"{value!r} {_times(counts[value])}, not {self.is_.get(value, never)}"
                for value in dict.fromkeys([*self.is_, *counts])
                if counts[value] not in self.is_.get(value, never)
            ]
            if wrong:
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} holds {'; '.join(wrong)} {piece.cell(self.column)}",
                    f"change the cell, or the rule in {place('is')}",
                )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")

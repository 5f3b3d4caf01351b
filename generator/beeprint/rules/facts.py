"""The rule `facts`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.base.words import counted, quoted
from beeprint.files.schema import Words
from beeprint.game.binding import Names
from beeprint.game.conditions import faults, hold
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.rules.chosen import Chosen, Piece, named
from beeprint.rules.rule import Column, Entry, OneOrMoreColumns, Rule


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
    is_: Annotated[dict[str, Words], Field(min_length=1)]

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
                hint = f"add it to {place('is')}, or correct the cell: {did_you_mean(held.text, self.is_)}"
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

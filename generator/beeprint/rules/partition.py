"""The rule `partition`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.files.schema import Words
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, groups
from beeprint.rules.rule import Columns, Entry, ListColumn, Rule

_ONCE = "each item must occur exactly once"


class Partition(Rule, Chosen):
    """The lists of all rows together hold each member of a set once; with `over: row` the list of each row does.

    - {rule: partition, table: draft, column: slots, set: [1, 2, 3, 4, 5, 6], each: players}
    - {rule: partition, deck: favor, column: edges, set: [1, 2, 3, 4, 5, 6], over: row}

    `each` checks the rows of each value of a column separately. Each row counts once, however many copies it has.
    """

    rule: Literal["partition"]
    column: ListColumn
    set_: Annotated[Words, Field(min_length=1)]
    over: Literal["rows", "row"] = "rows"
    each: Columns = ()

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each item that is not in the set, missing or repeated."""
        for key, pieces in groups(self, game, self.each, place("each")).items():
            parts = [pieces] if self.over == "rows" else [[piece] for piece in pieces]
            for part in parts:
                yield from self._split(game, place, part, self.conditions(self.each, key))

    def _split(self, game: Game, place: Entry, pieces: list[Piece], rest: str) -> Iterator[Problem]:
        """Yield the problems of one set."""
        first: dict[str, Piece] = {}
        for piece in pieces:
            cell = piece.cell(self.column)
            for item in map(str, piece.value(self.column)):
                if item not in self.set_:
                    hint = did_you_mean(item, self.set_)
                    message = f"{self.column} holds {quoted(item)}, which is not in the set {cell}"
                    yield Problem(piece.place(self.column), message, hint)
                elif item in first:
                    twice = " twice" if first[item] is piece else f", and so does {first[item].seen_from(piece)}"
                    yield Problem(piece.place(self.column), f"{self.column} holds {quoted(item)}{twice} {cell}", _ONCE)
                first.setdefault(item, piece)
        missing = [item for item in self.set_ if item not in first]
        if not missing:
            return
        if self.over == "row":
            place_, where = pieces[0].place(self.column), pieces[0].cell(self.column)
            yield Problem(place_, f"{self.column} lacks {', '.join(map(quoted, missing))} {where}", _ONCE)
        else:
            message = f"no {self.column} in {self.files(game)}{rest} holds {', '.join(map(quoted, missing))}"
            yield Problem(place("set"), message, _ONCE)

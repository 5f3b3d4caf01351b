"""The rule `sum`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, groups
from beeprint.rules.rule import NUMBERS, Columns, Entry, Figure, Holds, Rule


class Summed(Chosen):
    """Pieces whose numbers are added up: once per copy, or once per row with `of: rows`."""

    of: Literal["copies", "rows"] = "copies"

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of == "copies" else set())

    def total(self, column: str, pieces: list[Piece]) -> float:
        """Return the sum of a column of numbers, or of lists of numbers; an empty cell adds nothing."""
        return sum(_amount(piece, column) * (piece.row.copies if self.of == "copies" else 1) for piece in pieces)


def _amount(piece: Piece, column: str) -> float:
    value = piece.value(column)
    return sum(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else value or 0


SummedColumn = Annotated[str, Holds((*NUMBERS, "list"))]


class Sum(Rule, Summed):
    """A column's numbers add up to a figure over all copies, or for each value of another column.

    - {rule: sum, deck: guests, column: popularity, is: 336}
    - {rule: sum, deck: guests, column: popularity, each: house, is: 56}
    - {rule: sum, decks: [field, flower], column: a, is: 195}

    The numbers in a list are added too. `of: rows` adds each row once, however many copies it has.
    """

    rule: Literal["sum"]
    column: SummedColumn
    each: Columns = ()
    is_: Figure

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each wrong sum."""
        for key, pieces in groups(self, game, self.each, place("each")).items():
            found = self.total(self.column, pieces)
            if found not in self.is_:
                yield Problem(
                    place("is", self.is_.key(found)),
                    f"{self.column} in {self.files(game)} adds up to {found:g}{self.conditions(self.each, key)}, "
                    f"not {self.is_}",
                    f"change {self.column} or copies there, or the number in this rule",
                )

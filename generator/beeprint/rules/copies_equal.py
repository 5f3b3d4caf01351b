"""The rule `copies-equal`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import model_validator

from beeprint.base.problems import Problem
from beeprint.files.schema import Count
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen
from beeprint.rules.rule import Entry, Holds, Rule


class CopiesEqual(Rule, Chosen):
    """Each row has as many copies as a column says, or all rows the same number.

    - {rule: copies-equal, deck: action, column: value}
    - {rule: copies-equal, deck: hive-cards, is: 2}

    A row whose column is empty may have any number.
    """

    rule: Literal["copies-equal"]
    column: Annotated[str, Holds(("int",))] = ""
    is_: Count | None = None

    @model_validator(mode="after")
    def _has_one(self) -> CopiesEqual:
        if bool(self.column) == (self.is_ is not None):
            raise ValueError("give either column or is")
        return self

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | {"copies"}

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row with a wrong number of copies."""
        for piece in self.pieces(game):
            wanted = self.is_ if self.is_ is not None else piece.value(self.column)
            if wanted is not None and piece.row.copies != wanted:
                source = f", as its {self.column} says" if self.column else ""
                yield Problem(
                    piece.place("copies"),
                    f"copies is {piece.row.copies}, not {wanted}{source} {piece.cell('copies')}",
                    f"change the cell, or the rule in {place('column' if self.column else 'is')}",
                )

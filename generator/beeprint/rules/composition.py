"""The rule `composition`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen
from beeprint.rules.rule import Entry, Figure, ListColumn, Rule, Span


class Composition(Rule, Chosen):
    """Each row's list holds each value a given number of times, and no other value.

    - {rule: composition, deck: field, column: a, is: {1: 4, 3: 2, 5: 1}}
    """

    rule: Literal["composition"]
    column: ListColumn
    is_: Annotated[dict[str, Figure], Field(min_length=1)]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell whose composition differs."""
        never = Span(min=0, max=0)
        for piece in self.pieces(game):
            found = Counter(map(str, piece.value(self.column)))
            wrong = [
                f"{value!r} {_times(found[value])}, not {self.is_.get(value, never)}"
                for value in dict.fromkeys([*self.is_, *found])
                if found[value] not in self.is_.get(value, never)
            ]
            if wrong:
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} holds {'; '.join(wrong)} {piece.cell(self.column)}",
                    f"change the cell, or the rule in {place('is')}",
                )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")

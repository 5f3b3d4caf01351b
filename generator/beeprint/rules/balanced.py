"""The rule `balanced`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Counted, figures, groups, listed, number_of, show
from beeprint.rules.rule import Entry, Figure, OneOrMoreColumns, Rule


class Balanced(Rule, Counted):
    """Every value of a column occurs equally often, or every combination of the values of several columns.

    - {rule: balanced, deck: guests, column: mood}
    - {rule: balanced, deck: guests, columns: [house, mood], is: {min: 5, max: 6}}

    `is` says how often: a number, or bounds for each.
    """

    rule: Literal["balanced"]
    columns: OneOrMoreColumns
    is_: Figure | None = None

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each value too rare or too frequent; without `is`, one problem if they differ."""
        every = len(self.columns) > 1
        found = {
            key: sum(map(self.amount, pieces))
            for key, pieces in groups(self, game, self.columns, place("columns"), every).items()
        }
        files = self.files(game)
        if self.is_ is None:
            if len(set(found.values())) > 1:
                names = {" ".join(map(show, key)): number for key, number in found.items()}
                yield Problem(
                    place("columns"),
                    f"{listed(self.columns)} in {files}{self.conditions()} {'are' if every else 'is'} not balanced: "
                    f"{figures(names)}",
                    "make the numbers equal, or give bounds with is: {min: ..., max: ...}",
                )
            return
        noun, rest = self.counted(game)
        subject = self.holder(game)
        for key, number in found.items():
            if number not in self.is_:
                yield Problem(
                    place("is", self.is_.key(number)),
                    f"{subject} {number_of(number, noun)}{rest}{self.conditions(self.columns, key)}, not {self.is_}",
                    f"change {listed(self.columns)} or copies there, or the number in this rule",
                )

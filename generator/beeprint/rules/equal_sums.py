"""The rule `equal-sums`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem
from beeprint.files.schema import Count, Words
from beeprint.game.model import Game
from beeprint.rules.chosen import listed
from beeprint.rules.rule import NUMBERS, Entry, Holds, Rule
from beeprint.rules.sums import Summed


class EqualSums(Rule, Summed):
    """Columns of numbers add up to the same sum, or to sums at most `within` apart.

    - {rule: equal-sums, deck: honey, columns: [attack, defence], within: 2}
    """

    rule: Literal["equal-sums"]
    columns: Annotated[Words, Holds((*NUMBERS, "list")), Field(min_length=2)]
    within: Count = 0

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem if the sums lie further apart."""
        pieces = self.pieces(game)
        sums = {column: self.total(column, pieces) for column in self.columns}
        apart = max(sums.values()) - min(sums.values())
        if apart > self.within:
            found = listed(f"{column} to {total:g}" for column, total in sums.items())
            allowed = f"at most {self.within}" if self.within else "equal"
            yield Problem(
                place("within") if self.within else place("columns"),
                f"in {self.files(game)}{self.conditions()} {_adds(found)}: {apart:g} apart, not {allowed}",
                "change the numbers or the copies there, or the number in this rule",
            )


def _adds(found: str) -> str:
    first, _, rest = found.partition(" to ")
    return f"{first} adds up to {rest}"

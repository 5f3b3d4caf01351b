"""The rule `every-combination`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.game import Game
from beeprint.problems import Problem
from beeprint.rules.chosen import Counted, groups, number_of
from beeprint.rules.rule import Columns, Entry, Figure, Rule, Span

_SHOWN = 6


class EveryCombination(Rule, Counted):
    """Every combination of the values of columns is there, once or as often as `times` says.

    - {rule: every-combination, deck: bees, columns: [texture, pattern, wings]}
    - {rule: every-combination, deck: guests, columns: [house, mood, doing], times: {min: 1, max: 2}}

    A choice, reference, yes or no has all the values that it can have, any other column those that stand in it.
    """

    rule: Literal["every-combination"]
    columns: Annotated[Columns, Field(min_length=2)]
    times: Figure = Span(min=1, max=1)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each combination too rare or too frequent; the first few, and how many more."""
        files = self.files(game)
        wrong = 0
        for key, pieces in groups(self, game, self.columns, place("columns"), every=True).items():
            found = sum(map(self.amount, pieces))
            if found in self.times:
                continue
            wrong += 1
            if wrong > _SHOWN:
                continue
            rest = self.conditions(self.columns, key)
            blame = pieces[-1] if pieces and self.times.max is not None and found > self.times.max else None
            where = f" {blame.cell(self.columns[0])}" if blame else ""
            noun, _ = self.counted(game)
            yield Problem(
                blame.place(self.columns[0])
                if blame
                else place("times")
                if "times" in self.model_fields_set
                else place("columns"),
                f"{files} has {number_of(found, noun)}{rest}, not {self.times}{where}",
                f"it stands in {', '.join(piece.row.id for piece in pieces[:12])}" if blame else f"add it to {files}",
            )
        if wrong > _SHOWN:
            yield Problem(place("columns"), f"{files} has {wrong - _SHOWN} more combinations too rarely or too often")

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks: a row lost leaves a combination out."""
        return () if self.where or self.items or not self.times.min else self.decks

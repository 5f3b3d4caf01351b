"""The rule `every-combination`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.game.model import Game
from beeprint.rules.chosen import Counted, groups, number_of
from beeprint.rules.rule import Columns, Entry, Figure, Rule, Span

_SHOWN = 6


class EveryCombination(Rule, Counted):
    """Every combination of the values of columns occurs, once or as often as `times` says.

    - {rule: every-combination, deck: bees, columns: [texture, pattern, wings]}
    - {rule: every-combination, deck: guests, columns: [house, mood, doing], times: {min: 1, max: 2}}

    A choice, reference or yes-or-no column counts all the values it can have, any other column those it contains.
    """

    rule: Literal["every-combination"]
    columns: Annotated[Columns, Field(min_length=2)]
    times: Figure = Span(min=1, max=1)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each of the first few combinations too rare or too frequent, then one for the rest."""
        files, subject, wrong = self.files(game), self.holder(game), 0
        noun, _ = self.counted(game)
        for key, pieces in groups(self, game, self.columns, place("columns"), every=True).items():
            found = sum(map(self.amount, pieces))
            if found in self.times:
                continue
            wrong += 1
            if wrong > _SHOWN:
                continue
            message = f"{subject} {number_of(found, noun)}{self.conditions(self.columns, key)}, not {self.times}"
            if self.times.key(found) == "max":
                last, ids = pieces[-1], ", ".join(piece.row.id for piece in pieces[:12])
                spot = last.place(self.columns[0])
                yield Problem(spot, f"{message} {last.cell(self.columns[0])}", f"it occurs in {ids}")
            else:
                yield Problem(place("columns"), message, f"add it to {files}")
        if wrong > _SHOWN:
            more = counted(wrong - _SHOWN, "more combination")
            yield Problem(place("columns"), f"{subject} {more} too rarely or too often")

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks: a lost row would leave a combination out."""
        whole = not self.where and not self.items and bool(self.times.min)
        return self.decks if whole and self.is_closed(game, self.columns) else ()

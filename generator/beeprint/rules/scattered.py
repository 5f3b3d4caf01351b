"""The rule `scattered`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal

from pydantic import Field, model_validator

from beeprint.base.geometry import ROSETTE
from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.files.schema import Count, Words
from beeprint.game.model import Game
from beeprint.rules import lattice
from beeprint.rules.chosen import Chosen, Piece, show
from beeprint.rules.rule import Entry, Holds, ListColumn, Rule


class Scattered(Rule, Chosen):
    """Hexagons of one value are scattered over the area that rosettes form: they keep apart, or do not cluster.

    - {rule: scattered, decks: [field, flower], centres: [q, r], column: a, value: 5, apart: 3}
    - {rule: scattered, decks: [field, flower], centres: [q, r], column: a, value: 3, together: 2}

    `column` lists the values of a rosette, the middle first; `centres` names the columns with the place of its middle.
    `apart` is the least number of steps from one such hexagon to the next, `together` the most that may form a group.
    """

    rule: Literal["scattered"]
    centres: Annotated[Words, Holds(("int",)), Field(min_length=2, max_length=2)]
    column: ListColumn
    value: str
    apart: Annotated[Count, Field(ge=1)] = 1
    together: Annotated[Count, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Scattered:
        if (self.apart == 1) == (self.together is None):
            raise ValueError("give either apart (2 or more) or together")
        return self

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each two that lie too near, and for each group that is too large."""
        found: dict[lattice.Cell, Piece] = {}
        for piece in self.pieces(game):
            q, r = piece.key(self.centres)
            if q is None or r is None:
                continue
            for (dq, dr), item in zip(ROSETTE, piece.value(self.column), strict=False):
                if show(item) == self.value:
                    found[q + dq, r + dr] = piece
        for one, other in combinations(sorted(found), 2):
            steps = max(abs(a - b) for a, b in zip((*one, sum(one)), (*other, sum(other)), strict=True))
            if steps < self.apart:
                where = (
                    f"{found[one].seen_from(found[other])}, {counted(steps, 'step')} apart, not at least {self.apart}"
                )
                yield self._problem(found[other], f"lies too near the one of {where}", place("apart"))
        for group in lattice.islands(found) if self.together else ():
            if len(group) > (self.together or 0):
                pieces = list(dict.fromkeys(found[cell].row.id for cell in sorted(group)))
                where = f"is one of {len(group)} together on {', '.join(pieces)}, not at most {self.together}"
                yield self._problem(found[max(group)], where, place("together"))

    def _problem(self, piece: Piece, what: str, place: object) -> Problem:
        return Problem(
            piece.place(self.column),
            f"a hexagon of value {self.value} {what} {piece.cell(self.column)}",
            f"change {self.column} or the places, or the rule in {place}",
        )

"""The rule `non-decreasing`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, show
from beeprint.rules.rule import NUMBERS, Columns, Entry, Holds, Rule


class NonDecreasing(Rule, Chosen):
    """A column's numbers or words never fall from one row to the next, in the order of the file.

    - {rule: non-decreasing, table: scale, column: eggs}
    - {rule: non-decreasing, deck: cards, column: cost, within: suit}
    - {rule: non-decreasing, deck: cards, column: id}

    Words are in the order of their letters, so that ids such as G09 and G10 hold their rows. With `within`, only rows
    with equal values in these columns are compared. Empty cells are skipped.
    """

    rule: Literal["non-decreasing"]
    column: Annotated[str, Holds((*NUMBERS, "text"))]
    within: Columns = ()

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row lower than the one before it."""
        before: dict[tuple[Any, ...], Piece] = {}
        for piece in self.pieces(game):
            value = piece.value(self.column)
            if value in (None, ""):
                continue
            key = (piece.source.name, *piece.key(self.within))
            other = before.get(key)
            if other is not None and value < other.value(self.column):
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} falls from {show(other.value(self.column))} in {other.row.id} to {show(value)} "
                    f"{piece.cell(self.column)}",
                    "put the rows in order, or correct the number",
                )
            before[key] = piece

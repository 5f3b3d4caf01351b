"""The rule `unique`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, listed, named
from beeprint.rules.rule import Entry, OneOrMoreColumns, Rule


class Unique(Rule, Chosen):
    """No two pieces have the same value in a column, or the same values in several columns together.

    - {rule: unique, deck: ladybird, column: spots}
    - {rule: unique, deck: guests, columns: [given-name, house]}
    - {rule: unique, deck: honey, of: rows, column: pun}

    Copies of a piece are alike, so a piece with several copies breaks the rule, unless `of: rows` compares rows only.
    Rows in which all the columns are empty are not compared.
    """

    rule: Literal["unique"]
    columns: OneOrMoreColumns
    of: Literal["copies", "rows"] = "copies"

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of == "copies" else set())

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row that repeats an earlier one, and each that has copies."""
        first: dict[tuple[Any, ...], Piece] = {}
        for piece in self.pieces(game):
            key = piece.key(self.columns)
            if all(value in (None, "", ()) for value in key):
                continue
            words = listed(f"{column} {named(value)}" for column, value in zip(self.columns, key, strict=True))
            verb = "are" if len(self.columns) > 1 else "is"
            if key in first:
                other = first[key].holds(self.columns[-1], piece)
                yield Problem(
                    piece.place(self.columns[-1]),
                    f"{words} {verb} already used {other} {piece.cell(self.columns[-1])}",
                    "give each a unique value, or delete the duplicate row",
                )
            elif self.of == "copies" and piece.row.copies > 1:
                yield Problem(
                    piece.place("copies"),
                    f"{words} {verb} on {piece.row.copies} copies, not 1 {piece.cell('copies')}",
                    "add of: rows to the rule, so that it compares rows, not copies; or set copies to 1",
                )
            first.setdefault(key, piece)

"""The rule `unique`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, listed, show
from beeprint.rules.rule import Entry, OneOrMoreColumns, Rule


class Unique(Rule, Chosen):
    """No two pieces have the same value in a column, or the same values in several columns together.

    - {rule: unique, deck: ladybird, column: spots}
    - {rule: unique, deck: guests, columns: [given-name, house]}
    - {rule: unique, deck: honey, of: rows, column: pun}

    Copies of a piece are alike, so a piece with copies contradicts it, unless `of: rows` compares rows only. Rows in
    which all the columns are empty are not compared.
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
            words = listed(f"{column} {show(value)}" for column, value in zip(self.columns, key, strict=True))
            if key in first:
                other = first[key].seen_from(piece)
                yield Problem(
                    piece.place(self.columns[-1]),
                    f"{words} stands in {other} already {piece.cell(self.columns[-1])}",
                    "give each a value of its own, or delete a row that stands twice",
                )
            elif self.of == "copies" and piece.row.copies > 1:
                yield Problem(
                    piece.place("copies"),
                    f"{words} stands on {piece.row.copies} copies, not on 1 {piece.cell('copies')}",
                    "make copies 1, or write of: rows in the rule to compare rows only",
                )
            first.setdefault(key, piece)

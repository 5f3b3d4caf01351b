"""The rule `follows`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from beeprint.base.problems import Problem
from beeprint.files.schema import Flag
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, listed, named
from beeprint.rules.rule import Column, Columns, Entry, Rule


class Follows(Rule, Chosen):
    """A column is determined by others: rows with equal values in `from` have equal values in it.

    - {rule: follows, deck: tiles, column: colour, from: shape}
    - {rule: follows, deck: tiles, column: colour, from: shape, one-to-one: yes}

    With `one-to-one` the reverse holds too: no two shapes share a colour.
    """

    rule: Literal["follows"]
    column: Column
    from_: Annotated[Columns, Field(min_length=1)]
    one_to_one: Flag = False

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row that contradicts the first row with the same values."""
        pieces = self.pieces(game)
        yield from self._determined(pieces, self.from_, (self.column,))
        if self.one_to_one:
            yield from self._determined(pieces, (self.column,), self.from_)

    def _determined(self, pieces: list[Piece], given: tuple[str, ...], wanted: tuple[str, ...]) -> Iterator[Problem]:
        first: dict[tuple[Any, ...], Piece] = {}
        for piece in pieces:
            other = first.setdefault(piece.key(given), piece)
            if piece.key(wanted) != other.key(wanted):
                yield Problem(
                    piece.place(wanted[0]),
                    f"{_words(piece, wanted)} goes with {_words(piece, given)}, but {_words(other, wanted)} does in "
                    f"{other.seen_from(piece)} {piece.cell(wanted[0])}",
                    f"rows with the same {listed(given)} must have the same {listed(wanted)}",
                )


def _words(piece: Piece, columns: tuple[str, ...]) -> str:
    return listed(f"{column} {named(piece.value(column))}" for column in columns)

"""A rule that numbers rise from row to row, and an output that lists a game's pieces in a text file."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from beeprint import Problem
from beeprint.game.model import Game
from beeprint.outputs.shared import Order, Output, Product, Profile
from beeprint.rules.chosen import Chosen
from beeprint.rules.rule import Entry, NumberColumn, Rule


class Ascending(Rule, Chosen):
    """Each number in a column is greater than the one above it: {rule: ascending, deck: cards, column: value}."""

    rule: Literal["ascending"]
    column: NumberColumn

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each number that is not greater than the one above it; empty cells are skipped."""
        filled = [piece for piece in self.pieces(game) if piece.value(self.column) is not None]
        for above, piece in pairwise(filled):
            if piece.value(self.column) <= above.value(self.column):
                yield Problem(piece.place(self.column), f"{self.column} does not rise {piece.cell(self.column)}")


class PieceList(Profile):
    """A profile that lists the pieces in a text file."""

    output: Literal["piece-list"]
    file: str = "pieces.txt"


def make(order: Order[PieceList]) -> Product:
    """Plan the job that writes a line for each row."""
    rows = [f"{row.copies} x {row.id}" for deck in order.checked.game.decks.values() for row in deck.rows.rows]
    path = order.folder / order.profile.file

    def write() -> None:
        path.parent.mkdir(parents=True)
        path.write_text("\n".join(rows) + "\n", "utf-8")

    return Product((f"{order.name}/{path.name}",), ((1.0, write),), summary=(f"{path.name}: {len(rows)} lines",))


PIECE_LIST = Output(PieceList, make)

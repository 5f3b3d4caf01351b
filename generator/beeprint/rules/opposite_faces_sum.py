"""The rule `opposite-faces-sum`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.files.schema import Value
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen
from beeprint.rules.rule import Entry, ListColumn, Rule

#: Which faces lie opposite each other once the net of `shape.die_net` is folded.
OPPOSITE = ((0, 2), (1, 3), (4, 5))


class OppositeFacesSum(Rule, Chosen):
    """Opposite faces of a die add up to the same number: 7 on a common die.

    - {rule: opposite-faces-sum, deck: dice, column: faces, sum: 7}

    The column is a list of six whole numbers (`items: int`) in the order of the net: the four faces of its column
    from the top down, then the faces left and right of the second. Opposite faces are the first and third, the second
    and fourth, and the last two: `1 2 6 5 3 4`.
    """

    rule: Literal["opposite-faces-sum"]
    column: ListColumn
    sum: Value = 7

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, and one if the list does not hold numbers."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            declared = rows.columns.get(self.column)
            if declared is not None and declared.type == "list" and declared.items != "int":
                hint = f"declare it as {self.column}: {{type: list, items: int}}"
                yield Problem(
                    place("column"), f"column {self.column} of {rows.name} is a list of text, not of int", hint
                )

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each die that does not have six faces, or whose faces do not add up."""
        for piece in self.pieces(game):
            faces, cell = piece.value(self.column), piece.cell(self.column)
            if len(faces) != 6:
                message = f"{self.column} holds {counted(len(faces), 'face')}, not 6 {cell}"
                hint = "list the four faces from top to bottom, then those left and right of the second"
                yield Problem(piece.place(self.column), message, hint)
                continue
            pairs = [(faces[a], faces[b]) for a, b in OPPOSITE]
            wrong = [f"{a} + {b} = {a + b}" for a, b in pairs if a + b != self.sum]
            if wrong:
                yield Problem(
                    piece.place(self.column),
                    f"opposite faces add up to {', '.join(wrong)}, not {self.sum} {cell}",
                    "opposite faces are the 1st and 3rd, the 2nd and 4th, and the 5th and 6th",
                )

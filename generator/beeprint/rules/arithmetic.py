"""The rule `arithmetic`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from beeprint.base.problems import Problem, did_you_mean, whole
from beeprint.files.schema import Words
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen
from beeprint.rules.rule import NUMBERS, Entry, Holds, Rule

_SIGNS = {"sum": " + ", "difference": " - ", "product": " x "}
NumberColumns = Annotated[Words, Holds(NUMBERS)]


class Arithmetic(Rule, Chosen):
    """In each row, numbers add up to another, differ by it or multiply to it.

    - {rule: arithmetic, table: thresholds, difference: [couples, players], is: 3}
    - {rule: arithmetic, table: tables, product: [players, hand], is: dealt}
    - {rule: arithmetic, table: nest, sum: [row, y], is: 11}

    `is` is a number, or the column that holds it. A difference is the first number less the others. Rows in which one
    of the cells is empty are not checked.
    """

    rule: Literal["arithmetic"]
    sum: NumberColumns = ()
    difference: NumberColumns = ()
    product: NumberColumns = ()
    is_: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _has_one(self) -> Arithmetic:
        given = [columns for columns in (self.sum, self.difference, self.product) if columns]
        if len(given) != 1 or len(given[0]) < 2:
            raise ValueError("give one of sum, difference and product, with at least two columns")
        return self

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({self.is_} if whole(self.is_) is None else set())

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, and one if `is` is neither a number nor a column of numbers."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            known = [*(name for name, column in rows.columns.items() if column.type in NUMBERS), "copies"]
            if whole(self.is_) is None and self.is_ not in known:
                message = f"{rows.name} has no column of numbers {self.is_}"
                yield Problem(place("is"), message, did_you_mean(self.is_, known))

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row whose numbers do not agree."""
        word = "sum" if self.sum else "difference" if self.difference else "product"
        columns: tuple[str, ...] = getattr(self, word)
        for piece in self.pieces(game):
            numbers = piece.key(columns)
            number = whole(self.is_)
            wanted = piece.value(self.is_) if number is None else number
            if None in numbers or wanted is None:
                continue
            found = {
                "sum": math.fsum(numbers),
                "difference": 2 * numbers[0] - math.fsum(numbers),
                "product": math.prod(numbers),
            }[word]
            if not math.isclose(found, wanted, abs_tol=1e-9):
                source = f", as its {self.is_} says" if number is None else ""
                yield Problem(
                    piece.place(columns[0]),
                    f"{_SIGNS[word].join(columns)} is {found:g}, not {wanted:g}{source} {piece.cell(columns[0])}",
                    f"change a cell of the row, or the rule in {place(word)}",
                )

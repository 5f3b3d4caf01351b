"""The rule `refers-to`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.files.schema import TEXT, reads
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Target, show
from beeprint.rules.rule import Entry, OneOrMoreColumns, Rule


@reads(TEXT, besides=True)
def _target(value: Any) -> Any:
    return {"deck": value} if isinstance(value, str) else value


_Target = Annotated[Target, BeforeValidator(_target)]


class RefersTo(Rule, Chosen):
    """Every value of a column, or every item of its lists, occurs in a column of another deck or table.

    - {rule: refers-to, decks: [field, flower], columns: [a, b], to: blossoms}
    - {rule: refers-to, deck: guests, column: likes, to: {table: interests, column: symbol, where: {kind: mood}}}

    The other column is `id` unless `to` names one. Empty cells refer to nothing.
    """

    rule: Literal["refers-to"]
    columns: OneOrMoreColumns
    to: _Target

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell that refers to nothing."""
        target = self.to.column
        known = {item for piece in self.to.pieces(game) for item in _items(piece.value(target))}
        for piece in self.pieces(game):
            for column in self.columns:
                for item in dict.fromkeys(_items(piece.value(column))):
                    if item not in known:
                        rows = f"{self.to.files(game)}{self.to.conditions()}"
                        message = f"{column} is {quoted(item)}, but no {target} in {rows} has that value"
                        yield Problem(piece.place(column), f"{message} {piece.cell(column)}", did_you_mean(item, known))


def _items(value: object) -> list[str]:
    """Return a cell's items as text: a list's, or the value alone."""
    items = value if isinstance(value, tuple) else (value,)
    return [show(item) for item in items if item not in (None, "")]

"""The rule `spells`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem
from beeprint.game.binding import Names, Scope, bind, names_in
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, named
from beeprint.rules.rule import Column, Entry, Rule


class Spells(Rule, Chosen):
    """A column spells others of its row: a name its id, an id the number of its card, an ink the house it is for.

    - {rule: spells, table: traits, column: name, is: "{id}"}
    - {rule: spells, table: draft, column: id, is: "p{players}s{seat}"}
    - {rule: spells, deck: belles, where: {attracts: house}, column: name, is: "Belle of {house.name}"}

    Capitals, spaces, hyphens and leading zeros make no difference: `Sweet Stiletto` spells `sweet-stiletto`. So a
    picture that is found by its id is the picture of what the card says. Translations are not compared.
    """

    rule: Literal["spells"]
    column: Column
    is_: Annotated[str, Field(min_length=1)]

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | set(names_in(self.is_))

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            yield from Names.of_data(game, rows).check_text(place("is"), self.is_)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each cell that spells something else."""
        for piece in self.pieces(game):
            if self.column in piece.row.translated:
                continue
            wanted, found = bind(self.is_, Scope(game, piece.source, piece.row)), piece.row.texts[self.column]
            if _letters(found) != _letters(wanted):
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} is {named(found)}, which does not spell {named(wanted)} {piece.cell(self.column)}",
                    f"change the cell, or the rule in {place('is')}",
                )


def _letters(text: str) -> str:
    """Return the letters and numbers of a text, without capitals and leading zeros."""
    return "".join(re.sub(r"^0+(?=\d)", "", part) for part in re.findall(r"\d+|[^\W\d_]+", text.casefold()))

"""The rule `fits`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import model_validator

from beeprint.base.geometry import SAME
from beeprint.base.problems import Problem, did_you_mean
from beeprint.files.schema import Length
from beeprint.game.model import Game
from beeprint.rules.chosen import Decks
from beeprint.rules.rule import Entry, Rule


class Fits(Rule, Decks):
    """Pieces fit into a circle of a given diameter, or onto the pieces of another deck (one hexagon of a rosette).

    - {rule: fits, deck: forager, into: field, margin: 1}
    - {rule: fits, deck: soldier, diameter: 18}

    `margin` mm stay free on all sides. A piece may lie at any angle, so the circle around it must fit into the largest
    circle inside the other piece; a hexagon on a hexagon lies straight. Of a die, one face counts.
    """

    rule: Literal["fits"]
    into: str = ""
    diameter: Length = 0
    margin: Length = 0

    @model_validator(mode="after")
    def _has_one(self) -> Fits:
        if bool(self.into) == bool(self.diameter):
            raise ValueError("give either into (a deck) or diameter (in mm)")
        return self

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown deck."""
        yield from super().faults(game, place)
        if self.into and self.into not in game.decks:
            yield Problem(place("into"), f"there is no deck {self.into}", did_you_mean(self.into, game.decks))

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each deck whose pieces are too large."""
        cell = game.decks[self.into].spec.shape if self.into else None
        room = (cell.within if cell else self.diameter) - 2 * self.margin
        for name in self.decks:
            deck = game.decks[name]
            size, across = deck.spec.shape.across(cell)
            if size > room + SAME:
                yield Problem(
                    place("into") if self.into else place("diameter"),
                    f"{deck.noun} measure {size:.4g} mm {across}, but there is room for only {room:.4g} mm",
                    f"change their shape in {game.node.at(['decks', name, 'shape'])}, or the number in this rule",
                )

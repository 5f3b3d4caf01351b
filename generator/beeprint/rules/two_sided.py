"""The rule `two-sided`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.files.schema import Flag
from beeprint.game.model import Game
from beeprint.rules.chosen import Decks
from beeprint.rules.rule import Entry, Rule


class TwoSided(Rule, Decks):
    """Pieces have something individual on both sides, or with `is: no` on the front only.

    - {rule: two-sided, decks: [forager, soldier, field]}
    - {rule: two-sided, deck: honey, is: no}

    An individual back is a layout with `each: piece`; a back shared by the whole deck does not count.
    """

    rule: Literal["two-sided"]
    is_: Flag = True

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck that is not so."""
        for name in self.decks:
            back = game.decks[name].spec.back
            own = back is not None and back.each == "piece"
            if own == self.is_:
                continue
            noun = game.decks[name].noun
            found = "a back each" if own else "no back" if back is None else "one back for the whole deck"
            yield Problem(
                game.node.at(["decks", name, *(["back", "each"] if own else ["back"])]),
                f"{noun} have {found}, not {'a back each' if self.is_ else 'a shared back or none'}",
                "write back: {layout: ..., each: piece}, or remove the deck from the rule in " + str(place("decks"))
                if self.is_
                else f"delete each: piece, or remove the deck from the rule in {place('decks')}",
            )

"""The rule `same-back`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Decks
from beeprint.rules.rule import Entry, Rule


class SameBack(Rule, Decks):
    """Decks cannot be told apart by their backs: they share one back, and no piece has its own.

    - {rule: same-back, decks: [action, ability]}
    - {rule: same-back, deck: honey}
    """

    rule: Literal["same-back"]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck whose back gives it or its pieces away."""
        first = ""
        for name in self.decks:
            noun, back = game.decks[name].noun, game.decks[name].spec.back
            if back is None or back.each == "piece":
                found = "no back" if back is None else "a back each"
                path = ["decks", name, *(["back", "each"] if back else [])]
                message = f"{noun} have {found}, not a shared one"
                yield Problem(game.node.at(path), message, "write back: {layout: ...} without each: piece")
                continue
            first = first or name
            shared = game.decks[first].spec.back
            if shared is not None and back.layout != shared.layout:
                yield Problem(
                    game.node.at(["decks", name, "back", "layout"]),
                    f"{noun} have the back {back.layout}, but {game.decks[first].noun} have {shared.layout}",
                    f"give both the same layout, or change the rule in {place('decks')}",
                )

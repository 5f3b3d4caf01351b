"""The rule `distinct-backs`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Decks
from beeprint.rules.rule import Entry, Rule


class DistinctBacks(Rule, Decks):
    """Decks can be told apart by their backs: each has a back, and no two have the same.

    - {rule: distinct-backs, decks: [honey, jelly, pattern, ladybird]}
    """

    rule: Literal["distinct-backs"]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck without a back or with another deck's."""
        first: dict[str, str] = {}
        for name in dict.fromkeys(self.decks):
            noun, back = game.decks[name].noun, game.decks[name].spec.back
            if back is None:
                place_ = game.node.at(["decks", name])
                yield Problem(place_, f"{noun} have no back to tell them apart by", "add back: {layout: ...}")
            elif back.layout in first:
                yield Problem(
                    game.node.at(["decks", name, "back", "layout"]),
                    f"{noun} have the same back as {first[back.layout]}: {back.layout}",
                    f"give each deck a different back layout, or change the rule in {place('decks')}",
                )
            else:
                first[back.layout] = noun

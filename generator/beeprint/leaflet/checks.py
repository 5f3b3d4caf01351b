"""Check the leaflet of an edition that is not being built: its passages, values and figures, but not its pages."""

from __future__ import annotations

from beeprint.base.problems import BuildError, Problem
from beeprint.base.store import Store
from beeprint.game.model import Game
from beeprint.leaflet.figures import named
from beeprint.leaflet.pages import written
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import filled


def check(game: Game, store: Store) -> list[Problem]:
    """Return the problems of what a leaflet says of one box; none where the game has no leaflet."""
    if game.spec.leaflet is None:
        return []
    problems: list[Problem] = []
    try:
        for block in written(game, store):
            _check(block, game, problems)
    except BuildError as error:
        problems += error.problems
    return problems


def _check(block: Block, game: Game, problems: list[Problem]) -> None:
    filled(block, game, problems)
    for name in block.shown:
        if not name.startswith("art/"):
            try:
                named(name, block, game)
            except BuildError as error:
                problems += error.problems
    for inner in block.inner:
        _check(inner, game, problems)

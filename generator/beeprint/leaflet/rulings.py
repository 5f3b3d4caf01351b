"""House rulings: what a leaflet decides where the published rules are silent. Each bears a mark; a line explains it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beeprint.game.model import Game
from beeprint.game.words import say
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import OURS, OURS_MARK

_NAME = f"{{{OURS}}}"


def inked(blocks: Iterable[Block], ink: str) -> tuple[Block, ...]:
    """Return the blocks with the marks of rulings in an ink, those in asides too."""
    return tuple(
        replace(block, text=block.text.replace(_NAME, f"[{ink}: {_NAME}]"), inner=inked(block.inner, ink))
        for block in blocks
    )


def explanation(blocks: Iterable[Block], game: Game) -> list[str]:
    """Return the line that says what the mark means; nothing where no block has one."""
    marked = any(_NAME in block.text or explanation(block.inner, game) for block in blocks)
    return [f"{OURS_MARK} {say(game.written_in, 'ruling')}"] if marked else []

"""What `beeprint list --sleeves GAME` shows: which sleeves to buy for the cards of a game, and how thick they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beeprint.base.words import counted
from beeprint.cli.console import json_of, reporting_errors, say, write
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.game.sleeves import SNUG, Fit
from beeprint.outputs.shared import piles
from beeprint.outputs.shared.piles import Kept
from beeprint.sources.workspace import Workspace


def show(folder: Path, as_json: bool) -> None:
    """Print the cards of each size with the sleeves that fit, how many packs, and the boxes that hold the cards."""
    with reporting_errors(True):
        game, _ = model.load(Workspace(folder))
        kept_piles = list(piles.kept(game))
    if as_json:
        rest = [pile.deck.name for pile in piles.unsleeved(game)]
        write(json_of({"sizes": [_entry(game, kept) for kept in kept_piles], "unsleeved": rest}))
        return
    for line in _lines(game, kept_piles):
        say(line, out=True)


def _lines(game: Game, kept_piles: list[Kept]) -> Iterator[str]:
    for kept in kept_piles:
        decks = ", ".join(f"{pile.deck.name} ({pile.pieces})" for pile in kept.piles)
        bare = sum(pile.bare for pile in kept.piles)
        yield f"{counted(kept.pieces, 'card')} of {kept.width:g} x {kept.height:g} mm, {bare:.3g} mm thick: {decks}"
        for fit in kept.fits:
            yield f"  {_said(kept, fit)}"
        if not kept.fits:
            yield "  no sleeve in the table is for cards of this size"
        holding = [f"{vendor}'s box for {box.cards} cards" for vendor, box in piles.boxes(game, kept)]
        yield f"  all of them, bare, fit into {' or '.join(holding)}" if holding else "  no vendor's box holds them all"
    for title, inside in piles.own_boxes(game):
        yield f"the box {title} holds {', '.join(inside)}"
    rest = ", ".join(f"{pile.deck.name} ({pile.pieces})" for pile in piles.unsleeved(game))
    if rest:
        yield f"no cards, so without sleeves: {rest}"


def _said(kept: Kept, fit: Fit) -> str:
    size = " x ".join(f"{side:g}" for side in fit.size.sleeve)
    loose = f"; loose, made for cards {fit.loose:.2g} mm larger" if fit.loose > SNUG else ""
    packs = f"{counted(kept.packs(fit), 'pack')} of {fit.pack}"
    thick = f"{kept.thickness(fit):.3g} mm thick"
    return f"{fit.line.maker} {fit.line.line}, {fit.size.name} ({size} mm): {packs}, {thick}{loose}"


def _entry(game: Game, kept: Kept) -> dict[str, Any]:
    return {
        "card": [kept.width, kept.height],
        "cards": kept.pieces,
        "decks": {pile.deck.name: {"cards": pile.pieces, "thickness": round(pile.bare, 2)} for pile in kept.piles},
        "sleeves": [
            {
                "maker": fit.line.maker,
                "line": fit.line.line,
                "name": fit.size.name,
                "outside": list(fit.size.sleeve),
                "loose": round(fit.loose, 2),
                "pack": fit.pack,
                "packs": kept.packs(fit),
                "thickness": round(kept.thickness(fit), 2),
            }
            for fit in kept.fits
        ],
        "boxes": {vendor: box.product or box.name for vendor, box in piles.boxes(game, kept)},
    }

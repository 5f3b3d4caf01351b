"""What the manifest says of a game and of each of its pieces."""

from __future__ import annotations

from typing import Any

from beeprint.base.options import CheckOptions
from beeprint.game.model import Game
from beeprint.products.pieces import Checked, rows_of, selected


def head(made: Game) -> dict[str, str]:
    """Return what the manifest says of a game as a whole."""
    spec = made.spec
    variant = {"edition": made.edition} if made.edition else {}
    return {"game": spec.id, "version": spec.version, "title": spec.title, **variant}


def pieces(checked: Checked, options: CheckOptions) -> list[dict[str, Any]]:
    """Return what the manifest says of each piece: copies, how many of these are printed, fields, keys of its faces."""
    found = []
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            held = {} if deck.printed(row) == row.copies else {"printed": deck.printed(row)}
            found.append(
                {
                    "id": f"{deck.name}/{row.id}",
                    "deck": deck.name,
                    "shape": f"{deck.spec.shape.kind} {deck.shape.width:g} x {deck.shape.height:g} mm",
                    "copies": row.copies,
                    **held,
                    "front": checked.faces[deck.name, row.id, "front"].symbol.key,
                    "back": back.symbol.key if back else None,
                    "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
                }
            )
    return found


def part(checked: Checked, options: CheckOptions) -> dict[str, Any]:
    """Return what the manifest says of this build: the game and every piece; its files are known when all is made."""
    loaded = checked.game
    found = {"head": head(loaded), "decks": list(loaded.decks), "pieces": pieces(checked, options)}
    if options.only:
        found["known"] = [f"{deck.name}/{row.id}" for deck in loaded.decks.values() for row in deck.rows.rows]
    return found

"""The entries of the manifest for a game and each of its pieces."""

from __future__ import annotations

from typing import Any

from beeprint.base.geometry import line
from beeprint.base.options import CheckOptions
from beeprint.draw.drawing import digest, rounded_path
from beeprint.draw.shape import Shape
from beeprint.game.model import Game
from beeprint.products.pieces import Checked, rows_of, selected


def head(made: Game) -> dict[str, str]:
    """Return the manifest's keys for a game as a whole."""
    spec = made.spec
    variant = {"edition": made.edition} if made.edition else {}
    return {"game": spec.id, "version": spec.version, "title": spec.title, **variant}


def pieces(checked: Checked, options: CheckOptions) -> list[dict[str, Any]]:
    """Return the manifest's entry for each piece: copies, how many of them are printed, fields, keys of its faces."""
    entries = []
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            shared = {"shared-back": True} if deck.spec.back and deck.spec.back.each == "deck" else {}
            held = {} if deck.printed(row) == row.copies else {"printed": deck.printed(row)}
            cuts = {"cuts": _lines(deck.shape)} if deck.shape.curve else {}
            entries.append(
                {
                    "id": f"{deck.name}/{row.id}",
                    "deck": deck.name,
                    "shape": f"{deck.spec.shape.kind} {deck.shape.width:g} x {deck.shape.height:g} mm",
                    "corner": round(deck.shape.corner, 4),
                    **cuts,
                    "copies": row.copies,
                    **held,
                    "front": checked.faces[deck.name, row.id, "front"].symbol.key,
                    "back": back.symbol.key if back else None,
                    **shared,
                    "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
                }
            )
    return entries


def _lines(outline: Shape) -> str:
    """Return a key of all the lines of an outline: its rim, holes and folds."""
    return digest(repr([rounded_path(path) for path in (outline.cut_path(), *(line(*fold) for fold in outline.folds))]))


def part(checked: Checked, options: CheckOptions) -> dict[str, Any]:
    """Return this build's part of the manifest, the game and every piece, without its files, which are not made yet."""
    loaded = checked.game
    content = {"head": head(loaded), "decks": list(loaded.decks), "pieces": pieces(checked, options)}
    if options.only:
        content["known"] = [f"{deck.name}/{row.id}" for deck in loaded.decks.values() for row in deck.rows.rows]
    return content

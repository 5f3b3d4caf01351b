"""The entries of the manifest for a game and each of its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beeprint.base.geometry import line
from beeprint.base.options import CheckOptions
from beeprint.draw.drawing import digest, rounded_path
from beeprint.draw.shape import Shape
from beeprint.game.model import Game
from beeprint.products.later import LaterFaces
from beeprint.products.pieces import Checked, rows_of, selected


def head(made: Game) -> dict[str, str]:
    """Return the manifest's keys for a game as a whole."""
    spec = made.spec
    variant = {"edition": made.edition} if made.edition else {}
    return {"game": spec.id, "version": spec.version, "title": spec.title, **variant}


class _Pieces:
    """The entries of pieces, made anew for each iteration: those of a large deck would fill the memory."""

    def __init__(self, checked: Checked, options: CheckOptions) -> None:
        self._asked = checked, options

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return _entries(*self._asked)


def pieces(checked: Checked, options: CheckOptions) -> list[dict[str, Any]]:
    """Return the manifest's entry for each piece: copies, how many of them are printed, fields, keys of its faces."""
    return list(_entries(checked, options))


def _entries(checked: Checked, options: CheckOptions) -> Iterator[dict[str, Any]]:
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            shared = {"shared-back": True} if deck.spec.back and deck.spec.back.each == "deck" else {}
            held = {} if deck.printed(row) == row.copies else {"printed": deck.printed(row)}
            cuts = {"cuts": _lines(deck.shape)} if deck.shape.curve else {}
            yield {
                "id": f"{deck.name}/{row.id}",
                "deck": deck.name,
                "shape": f"{deck.spec.shape.kind} {deck.shape.width:g} x {deck.shape.height:g} mm",
                "corner": round(deck.shape.corner, 4),
                **cuts,
                "copies": row.copies,
                **held,
                "front": checked.key(deck, row, "front"),
                "back": checked.key(deck, row, "back"),
                **shared,
                "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
            }


def _lines(outline: Shape) -> str:
    """Return a key of all the lines of an outline: its rim, holes and folds."""
    return digest(repr([rounded_path(path) for path in (outline.cut_path(), *(line(*fold) for fold in outline.folds))]))


def _stocks(made: Game) -> set[str]:
    """Return the stocks of a game and its boxes, after which files are called too."""
    leaflet = made.spec.leaflet
    stocks = {deck.spec.stock for deck in made.components.values()} | ({leaflet.stock} if leaflet else set())
    return {*stocks, *made.boxes}


def part(checked: Checked, options: CheckOptions) -> dict[str, Any]:
    """Return this build's part of the manifest, the game and every piece, without its files, which are not made yet."""
    loaded = checked.game
    listed = _Pieces(checked, options) if isinstance(checked.faces, LaterFaces) else pieces(checked, options)
    content = {"head": head(loaded), "decks": list(loaded.decks), "pieces": listed}
    if options.only:
        content["known"] = [f"{deck.name}/{row.id}" for deck in loaded.decks.values() for row in deck.rows.rows]
        content["stocks"] = sorted(_stocks(loaded))
    return content

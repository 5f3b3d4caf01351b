"""What is set of a deck, with the controls that set it and what holds where nothing is set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import asdict

from beeprint.base.problems import BuildError
from beeprint.edit.deck_backs import plain_back
from beeprint.edit.decks import KEYS
from beeprint.edit.draft import written
from beeprint.edit.slot_keys import SlotKey, control_of, sentences_of
from beeprint.edit.tables import find_table
from beeprint.game.model import DeckSpec, Game
from beeprint.sources.records import keys_of
from beeprint.sources.workspace import Workspace

_LABELS = {
    "noun": "What its pieces are called",
    "name": "What one piece is called",
    "description": "What is said of one piece",
    "bleed": "Bleed",
    "safe": "Safe zone",
    "print": "Print at most",
    "per-player": "Copies for each player",
    "for-players": "Copies for a number of players",
    "ignore": "Columns to leave out",
    "boxed": "Kept in a box of the game",
    "legible-text": "Warn if text is smaller than",
}
#: Sentences of keys that the documents explain together with another key.
_SENTENCES = {
    "title": "the name of the deck",
    "stock": "decks of the same paper are printed together",
    "noun": "what its pieces are called, in the plural, such as tiles",
    "name": "what lists and virtual tables call a piece; columns in braces are filled in",
    "description": "what is read aloud of a piece; columns in braces are filled in",
    "print": "the most copies of a piece to print, however many the box holds; 0 for cards outside the count",
    "for-players": "how many copies of each card are printed for a number of players, a line for each, such as 3-4: 2",
    "per-player": "how many copies of each card each player adds, or row where each player takes one row",
    "boxed": "without the tick, its cards stay outside the game's boxes",
    "legible-text": "smaller text is a warning, in points; 7.5 for cards and 0 for other pieces unless you set it",
    "ignore": "columns of the file that the game does not use, a line for each; rest stands for all that have no type",
}


@cache
def deck_keys() -> tuple[SlotKey, ...]:
    """Return the keys of a deck that are set one by one."""
    sentences = {**sentences_of("game", "DeckSpec"), **_SENTENCES}
    keys = {key.alias: key for key in keys_of(DeckSpec)}
    usual = ("title", "noun", "stock")
    return tuple(control_of(keys[key], sentences[key], key in usual, _LABELS.get(key, "")) for key in KEYS)


def deck_settings(game: Game, name: str) -> dict[str, Any]:
    """Return what is set of a deck: the values in game.yaml, what holds without them, its shape, back and copies."""
    deck = game.decks[name]
    entry = written(game, ["decks", name])
    box = deck.shape.box
    return {
        "name": name,
        "title": entry.get("title", name),
        "rows": len(deck.rows.rows),
        "pieces": sum(row.copies for row in deck.rows.rows),
        "file": deck.spec.data.file,
        "data": asdict(deck.spec.data),
        "front": deck.spec.front,
        "width": box.width,
        "height": box.height,
        "shape": entry.get("shape") or {},
        "values": {key: entry[key] for key in KEYS if key in entry},
        "usual": {"noun": deck.noun, "legible-text": f"{deck.legible_text:g}" if deck.legible_text else ""},
        "back": _back(game, name),
        "copies": _copies(game, name),
    }


def _back(game: Game, name: str) -> Mapping[str, Any]:
    """Return how a deck's back is made, and which decks have the same one."""
    back = game.decks[name].spec.back
    if back is None:
        return {"kind": "none"}
    layouts = {other: deck.spec.back.layout for other, deck in game.decks.items() if deck.spec.back}
    shared = [other for other, layout in layouts.items() if layout == back.layout and other != name]
    ink, pattern = plain_back(game, name) or ("", "")
    return {"kind": back.each, "layout": back.layout, "shared": shared, "ink": ink, "pattern": pattern}


def _copies(game: Game, name: str) -> Mapping[str, Any]:
    """Return whether a column says how many copies there are, the number that all cards have, and why it is fixed."""
    numbers = {row.copies for row in game.decks[name].rows.rows}
    number = numbers.pop() if len(numbers) == 1 else None
    try:
        table = find_table(Workspace(game.workspace.game), name)
    except BuildError as error:
        return {"column": False, "number": number, "reason": error.problems[0].message}
    column = any(column.name == "copies" for column in table.columns)
    return {"column": column, "number": number, "reason": table.reason}

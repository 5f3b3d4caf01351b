"""Fill in `{...}` in a leaflet: the number of pieces in a deck, a cell of the data, or a key of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.game.model import Game
from beeprint.leaflet.reading import Block

_BOUND = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_GAME = ("title", "version", "players", "summary")


def filled(block: Block, game: Game, problems: list[Problem]) -> str:
    """Return a block's text with every `{name}` filled in; an unknown name is a problem at its place."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            return match[0][0]
        value = _value(name, game)
        if isinstance(value, str):
            return value
        message, hint = value
        problems.append(Problem(block.find(match[0]), message, hint))
        return ""

    if {"{", "}"} & set(_BOUND.sub("", block.text)):
        hint = "write {deck} or {table/row.column}; for a brace itself write it twice"
        problems.append(Problem(block.place, "an unmatched brace", hint))
    return _BOUND.sub(fill, block.text)


def _value(name: str, game: Game) -> str | tuple[str, str]:
    """Return the value of a name, or a message and a hint."""
    if name.startswith("game."):
        key = name.removeprefix("game.")
        if key not in _GAME:
            return f"there is no {name}", did_you_mean(key, _GAME)
        text = str(getattr(game.spec, key))
        return plain(re.sub(r"(?<=\d)-(?=\d)", "\u2013", text) if key == "players" else text)
    source, slash, cell = name.partition("/")
    rows = game.rows(source)
    if rows is None or (not slash and source not in game.decks):
        return f"there is no deck {source}" if not slash else f"there is no deck or table {source}", did_you_mean(
            source, game.names if slash else list(game.decks)
        )
    if not slash:
        return str(sum(row.copies for row in rows.rows))
    piece, _, column = cell.rpartition(".")
    row = rows.by_id.get(piece)
    if row is None:
        return f"{rows.file} has no {piece or cell}", did_you_mean(piece or cell, rows.by_id)
    if column not in row.texts:
        return f"{rows.file} has no column {column}", did_you_mean(column, row.texts)
    return row.texts[column]


def plain(text: str) -> str:
    """Return a text in which nothing is markup."""
    return re.sub(r"([\\*:\[\]])", r"\\\1", text)


def components(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the number of pieces and the title of each deck in the box."""
    for deck in game.decks.values():
        count = sum(row.copies for row in deck.rows.rows)
        if count and deck.spec.print_ != 0:
            yield str(count), plain(deck.spec.title)

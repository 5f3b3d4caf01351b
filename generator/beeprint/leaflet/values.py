"""Fill in `{...}` in a leaflet: the number of pieces in a deck, a cell of the data, or a key of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from beeprint.base import budget
from beeprint.base.problems import Problem, did_you_mean
from beeprint.game.figures import BOUND, UnknownError, cell_of, no_column, unmatched
from beeprint.game.model import Deck, Game
from beeprint.game.words import say
from beeprint.leaflet.reading import Block

#: What a block costs, each name and letter that is filled in, and a row that is counted, in steps; a fault too, and
#: what it keeps, in bytes.
_BLOCK, _NAME, _LETTER, _ROW = 5, 3, 0.06, 0.15
_FAULT, _FAULT_KEPT = 300, 700
#: The name that marks a sentence as a house ruling, and the mark that readers see: no line begins with it.
OURS, OURS_MARK = "ours", "\u2020"
_JOINER = "\u2060"
_GAME = ("title", "version", "players", "summary", "edition")


def filled(block: Block, game: Game, problems: list[Problem]) -> str:
    """Return a block's text with every `{name}` filled in; an unknown name is a problem at its place."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            return match[0][0]
        try:
            value = _value(name, game)
        except budget.SpentError as error:
            raise error.at(block.place) from None
        if isinstance(value, str):
            budget.spend("leaflets", _NAME + _LETTER * len(value), len(value), lambda: block.place)
            return value
        message, hint = value
        budget.spend("leaflets", _FAULT, _FAULT_KEPT, lambda: block.place)
        problems.append(Problem(block.find(match[0]), message, hint))
        return ""

    budget.spend("leaflets", _BLOCK + _LETTER * len(block.text), at=lambda: block.place)
    if unmatched(block.text):
        hint = "write {deck} or {table/row.column}; for a brace itself write it twice"
        problems.append(Problem(block.place, "an unmatched brace", hint))
    return BOUND.sub(fill, block.text)


def _value(name: str, game: Game) -> str | tuple[str, str]:
    """Return the value of a name, or a message and a hint."""
    if name == OURS:
        return _JOINER + OURS_MARK
    if name.startswith("game."):
        return _of_game(name.removeprefix("game."), game)
    if "/" not in name:
        known = name in game.decks
        return str(printed(game.decks[name])) if known else (f"there is no deck {name}", did_you_mean(name, game.decks))
    try:
        rows, piece, column = cell_of(name, game.rows, game.names)
        row = rows.by_id.get(piece)
        if row is None:
            return lacking(game, name.partition("/")[0], piece)
        if column not in row.texts:
            raise no_column(rows, column, row.texts)
    except UnknownError as error:
        return error.message, error.hint
    value = row.values.get(column)
    return ", ".join(str(item) for item in value) if isinstance(value, tuple) else row.texts[column]


def _of_game(key: str, game: Game) -> str | tuple[str, str]:
    """Return what game.yaml says under a key, as text without markup, or a message and a hint."""
    if key not in _GAME:
        return f"there is no game.{key}", did_you_mean(key, _GAME)
    if key == "edition":
        return plain(game.edition_title)
    if key == "players":
        least, _, most = (game.range_of_players or game.spec.players).partition("-")
        return plain(say(game.language, "span", least=least, most=most) if most else least)
    return plain(str(getattr(game.spec, key)))


def lacking(game: Game, source: str, piece: str) -> tuple[str, str]:
    """Return the message and hint for a piece that the data or the game's edition does not have."""
    rows = game.rows(source)
    assert rows is not None
    if piece not in rows.ids:
        return f"{rows.file} has no {piece}", did_you_mean(piece, rows.by_id)
    hint = f"put what is said of it between {{with {source}/{piece}}} and {{end}}"
    return f"the box that is built holds no {source}/{piece}", hint


def printed(deck: Deck) -> int:
    """Return how many pieces of a deck are in the box that is printed."""
    budget.spend("leaflets", _ROW * len(deck.rows.rows))
    return sum(deck.printed(row) for row in deck.rows.rows)


def plain(text: str) -> str:
    """Return a text in which nothing is markup."""
    return re.sub(r"([\\*:\[\]])", r"\\\1", text)


class Component(NamedTuple):
    """A deck of the box: the number of its pieces, its title as a text, and the deck."""

    number: str
    title: str
    deck: Deck


def components(game: Game) -> Iterator[Component]:
    """Yield the decks of the box with the number of pieces that a build prints.

    Where the whole game has more of them, such as a pad of sheets, that is for the leaflet's own text to say: next to a
    number in a list of contents, a larger one only makes readers look for missing pieces.
    """
    for deck in game.decks.values():
        count = printed(deck)
        if count:
            yield Component(str(count), plain(deck.spec.title), deck)

"""Names and descriptions of pieces for virtual tables and for lists that scripts read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beeprint.base.problems import Problem
from beeprint.draw.text.markup import parse
from beeprint.game.binding import Names, Scope, bind
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

#: Columns that hold a piece's name unless the deck says otherwise; the first that exists counts.
_NAMES = ("name", "title")


class Label(NamedTuple):
    """A piece's name and description, as plain text."""

    name: str
    description: str


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each unknown name in a deck's `name` and `description`."""
    for deck in game.decks.values():
        for key, text in (("name", deck.spec.name), ("description", deck.spec.description)):
            yield from Names.of_text(game, deck.rows).check_text(game.node.at(["decks", deck.name, key]), text)


def label(game: Game, deck: Deck, row: Row) -> Label:
    """Label a row's pieces: as the deck says, else by a column called name or title, else by id."""
    scope = Scope(game, deck.rows, row)
    wanted = deck.spec.name or next((f"{{{column}}}" for column in _NAMES if column in deck.rows.columns), "")
    return Label(plain(bind(wanted, scope)) or row.id, plain(bind(deck.spec.description, scope)))


def plain(text: str) -> str:
    """Strip a text of markup: icons become their names, empty lines are removed."""
    lines = ["".join(part.icon.replace("-", " ") or part.text for part in parts) for parts in parse(text).paragraphs]
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))

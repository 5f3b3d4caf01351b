"""What a piece is called away from its own face: on a virtual table, in lists for people's scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beeprint.base.problems import Problem
from beeprint.draw.text.markup import parse
from beeprint.game.binding import Names, Scope, bind
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

#: Columns that hold a name where the deck does not say which one does, the first that there is.
_NAMES = ("name", "title")


class Label(NamedTuple):
    """A piece's name and what it says, in plain words."""

    name: str
    description: str


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each name in a deck's `name` and `description` that means nothing."""
    for deck in game.decks.values():
        for key, text in (("name", deck.spec.name), ("description", deck.spec.description)):
            yield from Names.of_text(game, deck.rows).check_text(game.node.at(["decks", deck.name, key]), text)


def label(game: Game, deck: Deck, row: Row) -> Label:
    """Return what a row's pieces are called: as the deck says, else by a column called name or title, else by id."""
    scope = Scope(game, deck.rows, row)
    wanted = deck.spec.name or next((f"{{{column}}}" for column in _NAMES if column in deck.rows.columns), "")
    return Label(plain(bind(wanted, scope)) or row.id, plain(bind(deck.spec.description, scope)))


def plain(text: str) -> str:
    """Return a text without its marks: icons as their names, lines that say nothing left out."""
    lines = ["".join(part.icon.replace("-", " ") or part.text for part in parts) for parts in parse(text).paragraphs]
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))

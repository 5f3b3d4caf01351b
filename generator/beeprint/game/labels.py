"""Names and descriptions of pieces for virtual tables and for lists that scripts read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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
    found = (bind(text, scope, markup=True, absent="") for text in (wanted, deck.spec.description))
    name, about = (plain(text, game) for text in found)
    return Label(name or row.id, about)


def icon_name(game: Game, icon: str) -> str:
    """Return an icon in words: what `icon-names:` says, else the name of the row with its id, else that of its file."""
    if icon in game.spec.icon_names:
        return game.spec.icon_names[icon]
    for source in game.names:
        rows = game.rows(source)
        row = rows.by_id.get(icon) if rows else None
        for column in _NAMES:
            if row is not None and row.texts.get(column):
                return plain(row.texts[column])
    return _file_name(icon)


def _file_name(icon: str) -> str:
    return icon.rpartition("/")[2].replace("-", " ")


def plain(text: str, game: Game | None = None) -> str:
    """Strip a text of markup: icons become words, those of a game if it is given, and empty lines are removed."""
    if not text:
        return ""
    named: Callable[[str], str] = partial(icon_name, game) if game else _file_name
    lines = ["".join(named(part.icon) if part.icon else part.text for part in one) for one in parse(text).paragraphs]
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))

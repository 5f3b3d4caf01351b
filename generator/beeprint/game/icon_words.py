"""Check the words of texts that become icons: where they have no effect, and where they seem to be mistyped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beeprint.base.problems import Problem, nearest
from beeprint.game.model import Deck, Game

#: A word between marks, such as [coin], (S) and <sun>.
_BETWEEN_MARKS = re.compile(r"[^\w\s]+\w+[^\w\s]+")


def doubtful_words(game: Game) -> Iterator[Problem]:
    """Yield a warning for each column that prints icons' words as text, and for each word that is nearly one."""
    if not game.spec.icons:
        return
    for deck in game.decks.values():
        for name, column in deck.rows.columns.items():
            if column.type == "text" and name != "id":
                yield from _mistyped(game, deck, name) if column.markup else _without_effect(game, deck, name)


def _without_effect(game: Game, deck: Deck, name: str) -> Iterator[Problem]:
    """Yield a warning for a column whose texts are printed letter by letter, with words that would be icons."""
    texts = [row.texts[name] for row in deck.rows.rows]
    word = next((word for word in game.spec.icons if any(word in text for text in texts)), "")
    if word:
        place = game.node.key_at(["decks", deck.name, "columns"], name)
        message = f"{word} becomes no icon in the column {name}, which is printed letter by letter"
        yield Problem(place, message, "write markup: icons instead of no, or remove it", "warning")


def _mistyped(game: Game, deck: Deck, name: str) -> Iterator[Problem]:
    """Yield a warning for each word between marks that is no icon but nearly one."""
    marked = [word for word in game.spec.icons if _BETWEEN_MARKS.fullmatch(word)]
    pairs = {(word[0], word[-1]) for word in marked}
    for row in deck.rows.rows if marked else ():
        for first, last in sorted(pairs):
            for found in re.findall(rf"{re.escape(first)}\w+{re.escape(last)}", row.texts[name]):
                near = nearest(found[1:-1], [word[1:-1] for word in marked if (word[0], word[-1]) == (first, last)])
                if found not in game.spec.icons and near and len(found) > _SHORT:
                    message = f"{found} is no icon, so it is printed as text {deck.rows.cell(row, name)}"
                    hint = f"did you mean {first}{near}{last}?"
                    yield Problem(deck.rows.place(row, name), message, hint, "warning")


#: Words of so many letters with their marks are too short to be mistyped ones: {2} is not {1}.
_SHORT = 4

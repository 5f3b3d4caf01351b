"""The rule `mentions`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.files.schema import Words
from beeprint.game.labels import plain
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, listed
from beeprint.rules.rule import Column, Entry, Rule


class Mentions(Rule, Chosen):
    """A text names what its row is about: words listed by id, all of which it holds.

    - rule: mentions
      deck: action
      column: text
      words: {store: yellow, hunt: [dice game, brown]}

    Case and markup make no difference, and an icon counts by its name. The words tell one text from another, so that
    a text on the wrong row is found; each row needs at least one. `by` names another column than `id`. Translations
    are not searched.
    """

    rule: Literal["mentions"]
    by: Column = "id"
    column: Column
    words: Annotated[dict[str, Words], Field(min_length=1)]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each text that lacks a word, each row without words, and each word without a row."""
        missing = dict.fromkeys(self.words)
        for piece in self.pieces(game):
            key = piece.row.texts.get(self.by, "")
            if not self.words.get(key):
                hint = f"add it to {place('words')}, or correct the cell: {did_you_mean(key, self.words)}"
                message = f"there are no words for {self.by} {quoted(key)} {piece.cell(self.by)}"
                yield Problem(piece.place(self.by), message, hint)
                continue
            missing.pop(key, None)
            text = " ".join(plain(piece.row.texts[self.column]).casefold().split())
            lacking = [word for word in self.words[key] if word.casefold() not in text]
            if lacking and self.column not in piece.row.translated:
                yield Problem(
                    piece.place(self.column),
                    f"{self.column} does not mention {listed(map(quoted, lacking))} {piece.cell(self.column)}",
                    f"change the text, or the words in {place('words', key)}",
                )
        for key in missing:
            message = f"no row of {self.files(game)}{self.conditions()} has {self.by} {quoted(key)}"
            yield Problem(place("words", key), message, "add the row, or delete the words")

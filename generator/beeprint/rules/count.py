"""The rule `count`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.rules.chosen import Counted, Piece, gap, groups, number_of, singular
from beeprint.rules.rule import Columns, Entry, Figure, Rule


class Count(Rule, Counted):
    """A deck holds a given number of pieces, in total or for each value of a column, or of items in its lists.

    - {rule: count, deck: honey, is: 52}
    - {rule: count, deck: honey, of: rows, is: 17}
    - {rule: count, deck: honey, where: {kid: raid}, is: 11}
    - {rule: count, deck: honey, where: {timing: blue, attack: {min: 1}}, is: 0}
    - {rule: count, deck: forager, each: hive, is: 9}
    - {rule: count, decks: [field, flower], items: [a, b], value: 7, is: 1}

    `is: {min: 1, max: 2}` gives bounds. Copies are counted unless the rule says `of: rows`. `each` counts every value
    that a choice, reference or yes-or-no column can have, even one that no row has.
    """

    rule: Literal["count"]
    each: Columns = ()
    is_: Figure

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each wrong number, or for each row if there must be none."""
        for key, pieces in groups(self, game, self.each, place("each")).items():
            found = sum(map(self.amount, pieces))
            if found in self.is_:
                continue
            if self.is_.max == 0 and self.where and not self.list_columns(pieces[0].source):
                yield from self._forbidden(game, place, pieces)
                continue
            noun, rest = self.counted(game)
            yield Problem(
                place("is", self.is_.key(found)),
                f"{self.holder(game, 'holds', 'hold')} {number_of(found, noun)}{rest}"
                f"{self.conditions(self.each, key)}, not {self.is_}",
                self._hint(game, found),
            )

    def _forbidden(self, game: Game, place: Entry, pieces: list[Piece]) -> Iterator[Problem]:
        """Yield a problem for each row that meets conditions that no row may meet."""
        column = next(reversed(self.where)).partition(".")[0]
        one = singular(self.noun(game)) if self.noun(game) != "pieces" else "piece"
        for piece in pieces:
            yield Problem(
                piece.place(column),
                f"there must be no {one}{self.conditions()} {piece.cell(column)}",
                f"change the row, or the rule in {place('is')}",
            )

    def _hint(self, game: Game, found: int) -> str:
        if game.edition:
            return "change what the edition uses, or the number in this rule"
        change = "or change the number in this rule"
        files = self.files(game)
        if self.is_.min is None or found > self.is_.min:
            return f"remove {found - (self.is_.max or 0)} from {files}, {change}"
        lost = gap(self.data(game)) if self.of != "items" and not self.items else ""
        return lost or f"add {self.is_.min - found} to {files}, {change}"

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks that are counted completely, so that a lost row changes a figure."""
        whole = not self.where and not self.items and self.of != "items" and bool(self.is_.min)
        return self.decks if whole and self.is_closed(game, self.each) else ()

"""The rule `count`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import model_validator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.game.columns import stands_for
from beeprint.game.model import Game
from beeprint.rules.chosen import Counted, Piece, gap, groups, number_of, singular
from beeprint.rules.rule import Columns, Entry, Figures, Rule, Span


class Count(Rule, Counted):
    """A deck holds a given number of pieces, in total or for each value of a column, or of items in its lists.

    - {rule: count, deck: honey, is: 52}
    - {rule: count, deck: honey, of: rows, is: 17}
    - {rule: count, deck: honey, where: {kid: raid}, is: 11}
    - {rule: count, deck: honey, where: {timing: blue, attack: {min: 1}}, is: 0}
    - {rule: count, deck: forager, each: hive, is: 9}
    - {rule: count, deck: honey, each: kid, is: {raid: 11, swarm: 9}}
    - {rule: count, decks: [field, flower], items: [a, b], value: 7, is: 1}

    `is: {min: 1, max: 2}` gives bounds, and `is: {raid: 11, swarm: 9}` a number for each value of the one column of
    `each`; values that it does not name are not counted. Copies are counted unless the rule says `of: rows`. `each`
    counts every value that a choice, reference or yes-or-no column can have, even one that no row has.
    """

    rule: Literal["count"]
    each: Columns = ()
    is_: Figures

    @model_validator(mode="after")
    def _has_a_column(self) -> Count:
        if isinstance(self.is_, dict) and len(self.each) != 1:
            raise ValueError("a number for each value needs each: with one column")
        return self

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each wrong number, or for each row if there must be none."""
        found = groups(self, game, self.each, place("each"))
        if isinstance(self.is_, Span):
            yield from self._faults(game, place, found, self.is_, ())
            return
        for word, span in self.is_.items():
            meant = {key: pieces for key, pieces in found.items() if stands_for(word, key[0])}
            if not meant:
                hint = did_you_mean(word, [str(key[0]) for key in found])
                yield Problem(place("is", word), f"{self.each[0]} has no value {word}", hint)
            yield from self._faults(game, place, meant, span, (word,))

    def _faults(
        self, game: Game, place: Entry, counts: Mapping[tuple[Any, ...], list[Piece]], wanted: Span, path: Sequence[str]
    ) -> Iterator[Problem]:
        """Yield a problem for each group of pieces of which there is a wrong number."""
        for key, pieces in counts.items():
            found = sum(map(self.amount, pieces))
            if found in wanted:
                continue
            if wanted.max == 0 and self.where and not self.list_columns(pieces[0].source):
                yield from self._forbidden(game, place, pieces)
                continue
            noun, rest = self.counted(game)
            yield Problem(
                place("is", *path, wanted.key(found)),
                f"{self.holder(game, 'holds', 'hold')} {number_of(found, noun)}{rest}"
                f"{self.conditions(self.each, key)}, not {wanted}",
                self._hint(game, found, wanted),
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

    def _hint(self, game: Game, found: int, wanted: Span) -> str:
        if game.edition:
            return "change what the edition uses, or the number in this rule"
        change = "or change the number in this rule"
        files = self.files(game)
        if wanted.min is None or found > wanted.min:
            return f"remove {found - (wanted.max or 0)} from {files}, {change}"
        lost = gap(self.data(game)) if self.of != "items" and not self.items else ""
        return lost or f"add {wanted.min - found} to {files}, {change}"

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks that are counted completely, so that a lost row changes a figure."""
        spans = [self.is_] if isinstance(self.is_, Span) else list(self.is_.values())
        named = isinstance(self.is_, Span) or self._names_all(game)
        whole = not self.where and not self.items and self.of != "items" and all(one.min for one in spans) and named
        return self.decks if whole and self.is_closed(game, self.each) else ()

    def _names_all(self, game: Game) -> bool:
        """Return whether each choice of the column has a number of its own."""
        columns = (rows.columns.get(self.each[0]) for rows in self.data(game))
        return isinstance(self.is_, dict) and all({*column.of} <= {*self.is_} for column in columns if column)

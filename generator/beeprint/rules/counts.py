"""Rules that count pieces: how many there are, of which kinds, and with which sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from beeprint.base.problems import Problem, did_you_mean, replacing
from beeprint.base.words import counted
from beeprint.game.columns import stands_for
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Counted, Piece, figures, gap, groups, listed, named, number_of, show, singular
from beeprint.rules.rule import (
    NUMBERS,
    Columns,
    Entry,
    Figure,
    Figures,
    Holds,
    OneOrMoreColumns,
    Rule,
    Span,
    figure_fixes,
)
from beeprint.sources.schema import Count as WholeNumber
from beeprint.sources.schema import Words


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

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        super().validate(given)
        if isinstance(self.is_, dict) and len(self.each) != 1:
            raise ValueError("a number for each value needs each: with one column")

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each wrong number, or for each row if there must be none."""
        by_key = groups(self, game, self.each, place("each"))
        if isinstance(self.is_, Span):
            yield from self._faults(game, place, by_key, self.is_, ())
            return
        for word, span in self.is_.items():
            meant = {key: pieces for key, pieces in by_key.items() if stands_for(word, key[0])}
            if not meant:
                hint = did_you_mean(word, [str(key[0]) for key in by_key])
                yield Problem(place("is", word), f"{self.each[0]} has no value {word}", hint)
            yield from self._faults(game, place, meant, span, (word,))

    def _faults(
        self, game: Game, place: Entry, counts: Mapping[tuple[Any, ...], list[Piece]], wanted: Span, path: Sequence[str]
    ) -> Iterator[Problem]:
        """Yield a problem for each group of pieces of which there is a wrong number."""
        for key, pieces in counts.items():
            number = sum(map(self.amount, pieces))
            if number in wanted:
                continue
            if wanted.max == 0 and self.where and not self.list_columns(pieces[0].source):
                yield from self._forbidden(game, place, pieces)
                continue
            noun, rest = self.counted(game)
            at = place("is", *path, wanted.key(number))
            yield Problem(
                at,
                f"{self.holder(game, 'holds', 'hold')} {number_of(number, noun)}{rest}"
                f"{self.conditions(self.each, key)}, not {wanted}",
                self._hint(game, number, wanted),
                fixes=figure_fixes(at, number, wanted, place),
            )

    def _forbidden(self, game: Game, place: Entry, pieces: list[Piece]) -> Iterator[Problem]:
        """Yield a problem for each row that meets conditions that no row may meet."""
        column = next(reversed(self.where)).partition(".")[0]
        noun_of_piece = singular(self.noun(game)) if self.noun(game) != "pieces" else "piece"
        for piece in pieces:
            yield Problem(
                piece.place(column),
                f"there must be no {noun_of_piece}{self.conditions()} {piece.cell(column)}",
                f"change the row, or the rule in {place('is')}",
            )

    def _hint(self, game: Game, number: int, wanted: Span) -> str:
        if game.edition:
            return "change what the edition uses, or the number in this rule"
        change = "or change the number in this rule"
        files = self.files(game)
        if wanted.min is None or number > wanted.min:
            return f"remove {number - (wanted.max or 0)} from {files}, {change}"
        lost = gap(self.data(game)) if self.of != "items" and not self.items else ""
        return lost or f"add {wanted.min - number} to {files}, {change}"

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks that are counted completely, so that a lost row changes a figure."""
        spans = [self.is_] if isinstance(self.is_, Span) else list(self.is_.values())
        named = isinstance(self.is_, Span) or self._names_all(game)
        whole = not self.where and not self.items and self.of != "items" and all(span.min for span in spans) and named
        return self.decks if whole and self.is_closed(game, self.each) else ()

    def _names_all(self, game: Game) -> bool:
        """Return whether each choice of the column has a number of its own."""
        columns = (rows.columns.get(self.each[0]) for rows in self.data(game))
        return isinstance(self.is_, dict) and all({*column.of} <= {*self.is_} for column in columns if column)


class Summed(Chosen, mixin=True):
    """Pieces whose numbers are added up: once per copy, or once per row with `of: rows`."""

    of: Literal["copies", "rows"] = "copies"

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of == "copies" else set())

    def total(self, column: str, pieces: list[Piece]) -> float:
        """Return the sum of a column of numbers, or of lists of numbers; an empty cell adds nothing."""
        return sum(_amount(piece, column) * (piece.row.copies if self.of == "copies" else 1) for piece in pieces)


def _amount(piece: Piece, column: str) -> float:
    value = piece.value(column)
    return sum(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else value or 0


SummedColumn = Annotated[str, Holds((*NUMBERS, "list"))]


class Sum(Rule, Summed):
    """A column's numbers add up to a figure over all copies, or for each value of another column.

    - {rule: sum, deck: guests, column: popularity, is: 336}
    - {rule: sum, deck: guests, column: popularity, each: house, is: 56}
    - {rule: sum, decks: [field, flower], column: a, is: 195}

    The numbers in a list are added too. `of: rows` adds each row once, however many copies it has.
    """

    rule: Literal["sum"]
    column: SummedColumn
    each: Columns = ()
    is_: Figure

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each wrong sum."""
        for key, pieces in groups(self, game, self.each, place("each")).items():
            total = self.total(self.column, pieces)
            if total not in self.is_:
                at = place("is", self.is_.key(total))
                yield Problem(
                    at,
                    f"{self.column} in {self.files(game)} adds up to {total:g}{self.conditions(self.each, key)}, "
                    f"not {self.is_}",
                    f"change {self.column} or copies there, or the number in this rule",
                    fixes=figure_fixes(at, total, self.is_, place),
                )


class EqualSums(Rule, Summed):
    """Columns of numbers add up to the same sum, or to sums at most `within` apart.

    - {rule: equal-sums, deck: honey, columns: [attack, defence], within: 2}
    """

    rule: Literal["equal-sums"]
    columns: Annotated[Words, Holds((*NUMBERS, "list")), Meta(min_length=2)]
    within: WholeNumber = 0

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem if the sums lie further apart."""
        pieces = self.pieces(game)
        sums = {column: self.total(column, pieces) for column in self.columns}
        apart = max(sums.values()) - min(sums.values())
        if apart > self.within:
            totals = listed(f"{column} to {total:g}" for column, total in sums.items())
            allowed = f"at most {self.within}" if self.within else "equal"
            wider = replacing(f"{self.within}", f"{apart:g}", title=f"Change the check to {apart:g}")
            yield Problem(
                place("within") if self.within else place("columns"),
                f"in {self.files(game)}{self.conditions()} {_adds(totals)}: {apart:g} apart, not {allowed}",
                "change the numbers or the copies there, or the number in this rule",
                fixes=(wider,) if self.within and apart == int(apart) else (),
            )


def _adds(totals: str) -> str:
    first, _, rest = totals.partition(" to ")
    return f"{first} adds up to {rest}"


class CopiesEqual(Rule, Chosen):
    """Each row has as many copies as a column says, or all rows the same number.

    - {rule: copies-equal, deck: action, column: value}
    - {rule: copies-equal, deck: hive-cards, is: 2}

    A row whose column is empty may have any number.
    """

    rule: Literal["copies-equal"]
    column: Annotated[str, Holds(("int",))] = ""
    is_: WholeNumber | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if bool(self.column) == (self.is_ is not None):
            raise ValueError("give either column or is")

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | {"copies"}

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row with a wrong number of copies."""
        for piece in self.pieces(game):
            wanted = self.is_ if self.is_ is not None else piece.value(self.column)
            if wanted is not None and piece.row.copies != wanted:
                source = f", as its {self.column} says" if self.column else ""
                yield Problem(
                    piece.place("copies"),
                    f"copies is {piece.row.copies}, not {wanted}{source} {piece.cell('copies')}",
                    f"change the cell, or the rule in {place('column' if self.column else 'is')}",
                    fixes=(replacing(str(piece.row.copies), str(wanted), title=f"Make it {wanted}"),),
                )


class Unique(Rule, Chosen):
    """No two pieces have the same value in a column, or the same values in several columns together.

    - {rule: unique, deck: ladybird, column: spots}
    - {rule: unique, deck: guests, columns: [given-name, house]}
    - {rule: unique, deck: honey, of: rows, column: pun}

    Copies of a piece are alike, so a piece with several copies breaks the rule, unless `of: rows` compares rows only.
    Rows in which all the columns are empty are not compared.
    """

    rule: Literal["unique"]
    columns: OneOrMoreColumns
    of: Literal["copies", "rows"] = "copies"

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of == "copies" else set())

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row that repeats an earlier one, and each that has copies."""
        first: dict[tuple[Any, ...], Piece] = {}
        for piece in self.pieces(game):
            key = piece.key(self.columns)
            if all(value in (None, "", ()) for value in key):
                continue
            words = listed(f"{column} {named(value)}" for column, value in zip(self.columns, key, strict=True))
            verb = "are" if len(self.columns) > 1 else "is"
            if key in first:
                other = first[key].holds(self.columns[-1], piece)
                yield Problem(
                    piece.place(self.columns[-1]),
                    f"{words} {verb} already used {other} {piece.cell(self.columns[-1])}",
                    "give each a unique value, or delete the duplicate row",
                )
            elif self.of == "copies" and piece.row.copies > 1:
                yield Problem(
                    piece.place("copies"),
                    f"{words} {verb} on {piece.row.copies} copies, not 1 {piece.cell('copies')}",
                    "add of: rows to the rule, so that it compares rows, not copies; or set copies to 1",
                )
            first.setdefault(key, piece)


_SHOWN = 6


class EveryCombination(Rule, Counted):
    """Every combination of the values of columns occurs, once or as often as `times` says.

    - {rule: every-combination, deck: bees, columns: [texture, pattern, wings]}
    - {rule: every-combination, deck: guests, columns: [house, mood, doing], times: {min: 1, max: 2}}

    A choice, reference or yes-or-no column counts all the values it can have, any other column those it contains.
    """

    rule: Literal["every-combination"]
    columns: Annotated[Columns, Meta(min_length=2)]
    times: Figure = Span(min=1, max=1)

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each of the first few combinations too rare or too frequent, then one for the rest."""
        files, subject, wrong = self.files(game), self.holder(game), 0
        noun, _ = self.counted(game)
        for key, pieces in groups(self, game, self.columns, place("columns"), every=True).items():
            number = sum(map(self.amount, pieces))
            if number in self.times:
                continue
            wrong += 1
            if wrong > _SHOWN:
                continue
            message = f"{subject} {number_of(number, noun)}{self.conditions(self.columns, key)}, not {self.times}"
            if self.times.key(number) == "max":
                last, ids = pieces[-1], ", ".join(piece.row.id for piece in pieces[:12])
                spot = last.place(self.columns[0])
                yield Problem(spot, f"{message} {last.cell(self.columns[0])}", f"it occurs in {ids}")
            else:
                yield Problem(place("columns"), message, f"add it to {files}")
        if wrong > _SHOWN:
            more = counted(wrong - _SHOWN, "more combination")
            yield Problem(place("columns"), f"{subject} {more} too rarely or too often")

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks: a lost row would leave a combination out."""
        whole = not self.where and not self.items and bool(self.times.min)
        return self.decks if whole and self.is_closed(game, self.columns) else ()


class Balanced(Rule, Counted):
    """Every value of a column occurs equally often, or every combination of the values of several columns.

    - {rule: balanced, deck: guests, column: mood}
    - {rule: balanced, deck: guests, columns: [house, mood], is: {min: 5, max: 6}}

    `is` says how often: a number, or bounds for each.
    """

    rule: Literal["balanced"]
    columns: OneOrMoreColumns
    is_: Figure | None = None

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each value too rare or too frequent; without `is`, one problem if they differ."""
        every = len(self.columns) > 1
        numbers = {
            key: sum(map(self.amount, pieces))
            for key, pieces in groups(self, game, self.columns, place("columns"), every).items()
        }
        files = self.files(game)
        if self.is_ is None:
            if len(set(numbers.values())) > 1:
                names = {" ".join(map(show, key)): number for key, number in numbers.items()}
                yield Problem(
                    place("columns"),
                    f"{listed(self.columns)} in {files}{self.conditions()} {'are' if every else 'is'} not balanced: "
                    f"{figures(names)}",
                    "make the numbers equal, or give bounds with is: {min: ..., max: ...}",
                )
            return
        noun, rest = self.counted(game)
        subject = self.holder(game)
        for key, number in numbers.items():
            if number not in self.is_:
                at = place("is", self.is_.key(number))
                yield Problem(
                    at,
                    f"{subject} {number_of(number, noun)}{rest}{self.conditions(self.columns, key)}, not {self.is_}",
                    f"change {listed(self.columns)} or copies there, or the number in this rule",
                    fixes=figure_fixes(at, number, self.is_, place),
                )

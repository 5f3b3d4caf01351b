"""Rules about pieces and their decks: backs, shapes, faces of dice, supplies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from beeprint.base.geometry import SAME
from beeprint.base.problems import Problem, did_you_mean
from beeprint.base.words import counted, quoted
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Counted, Decks, Piece, groups, number_of
from beeprint.rules.rule import SYNONYMS, Columns, Entry, ListColumn, Rule
from beeprint.sources.records import Before, Called, Model
from beeprint.sources.schema import INTEGER, Count, Flag, Length, Value, Words, one_or_more, reads

_ONCE = "each item must occur exactly once"


class Partition(Rule, Chosen):
    """The lists of all rows together hold each member of a set once; with `over: row` the list of each row does.

    - {rule: partition, table: draft, column: slots, set: [1, 2, 3, 4, 5, 6], each: players}
    - {rule: partition, deck: favor, column: edges, set: [1, 2, 3, 4, 5, 6], over: row}

    `each` checks the rows of each value of a column separately. Each row counts once, however many copies it has.
    """

    rule: Literal["partition"]
    column: ListColumn
    set_: Annotated[Words, Meta(min_length=1)]
    over: Literal["rows", "row"] = "rows"
    each: Columns = ()

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each item that is not in the set, missing or repeated."""
        for key, pieces in groups(self, game, self.each, place("each")).items():
            parts = [pieces] if self.over == "rows" else [[piece] for piece in pieces]
            for part in parts:
                yield from self._split(game, place, part, self.conditions(self.each, key))

    def _split(self, game: Game, place: Entry, pieces: list[Piece], rest: str) -> Iterator[Problem]:
        """Yield the problems of one set."""
        first: dict[str, Piece] = {}
        for piece in pieces:
            cell = piece.cell(self.column)
            for item in map(str, piece.value(self.column)):
                if item not in self.set_:
                    hint = did_you_mean(item, self.set_)
                    message = f"{self.column} holds {quoted(item)}, which is not in the set {cell}"
                    yield Problem(piece.place(self.column), message, hint)
                elif item in first:
                    twice = " twice" if first[item] is piece else f", and so does {first[item].seen_from(piece)}"
                    yield Problem(piece.place(self.column), f"{self.column} holds {quoted(item)}{twice} {cell}", _ONCE)
                first.setdefault(item, piece)
        missing = [item for item in self.set_ if item not in first]
        if not missing:
            return
        if self.over == "row":
            place_, where = pieces[0].place(self.column), pieces[0].cell(self.column)
            yield Problem(place_, f"{self.column} lacks {', '.join(map(quoted, missing))} {where}", _ONCE)
        else:
            message = f"no {self.column} in {self.files(game)}{rest} holds {', '.join(map(quoted, missing))}"
            yield Problem(place("set"), message, _ONCE)


class Term(Counted):
    """Pieces to count, or a plain number; subtracted with `minus: yes`."""

    decks: Annotated[Words, Called(SYNONYMS["decks"])] = ()
    number: Value | None = None
    minus: Flag = False

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        super().validate(given)
        if bool(self.decks) == (self.number is not None):
            raise ValueError("give either a deck or a number")

    def total(self, game: Game) -> int:
        """Return how much the term adds."""
        number = sum(map(self.amount, self.pieces(game))) if self.number is None else self.number
        return -number if self.minus else number

    def words(self, game: Game) -> tuple[bool, str]:
        """Return whether the term is negative, and the term in words."""
        minus = self.total(game) < 0
        if self.number is not None:
            return minus, str(abs(self.number))
        noun, rest = self.counted(game)
        return minus, f"{number_of(abs(self.total(game)), noun)}{rest}{self.conditions()}"


@reads(INTEGER, besides=True)
def _term(value: Any) -> Any:
    return {"number": value} if isinstance(value, str) else value


_Terms = Annotated[tuple[Annotated[Term, Before(_term)], ...], Before(one_or_more)]


class Supply(Rule, Model):
    """There are at least as many pieces as needed.

    - {rule: supply, have: {deck: forager}, per-player: 9, players: 6}
    - {rule: supply, have: {deck: pattern}, need: [6, 1]}
    - rule: supply
      have: [{decks: [field, flower], items: b}, {decks: [field, flower], items: b, value: 0, minus: yes}]
      need: [{deck: forager}, 1]

    `have` and `need` are sums of terms: a number, or pieces counted as the rule count does (`where`, `of: rows`,
    `items` with `value`), subtracted with `minus: yes`. `per-player` times `players` is added to `need`.
    """

    rule: Literal["supply"]
    have: Annotated[_Terms, Meta(min_length=1)]
    need: _Terms = ()
    per_player: Count | None = None
    players: Count | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if (self.per_player is None) != (self.players is None):
            raise ValueError("per-player and players belong together")
        if not self.need and self.players is None:
            raise ValueError("give need, or per-player and players")

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem if there are fewer pieces than needed."""
        have = sum(term.total(game) for term in self.have)
        need = sum(term.total(game) for term in self.need)
        needed = [term.words(game) for term in self.need]
        if self.per_player is not None and self.players is not None:
            need += self.per_player * self.players
            needed.append((False, f"{self.per_player} for each of {self.players} players"))
        if have < need:
            available = _sum([term.words(game) for term in self.have])
            yield Problem(
                place("need") if self.need else place("per-player"),
                f"{need} needed, but only {have} available",
                f"available: {available}; needed: {_sum(needed)}",
            )


def _sum(terms: list[tuple[bool, str]]) -> str:
    """Return terms with their signs: 91 items in b - 22 items of value 0 in b + 1."""
    words = "".join(f" {'-' if minus else '+'} {text}" for minus, text in terms)
    return words.removeprefix(" + ").lstrip()


class TwoSided(Rule, Decks):
    """Pieces have something individual on both sides, or with `is: no` on the front only.

    - {rule: two-sided, decks: [forager, soldier, field]}
    - {rule: two-sided, deck: honey, is: no}

    An individual back is a layout with `each: piece`; a back shared by the whole deck does not count.
    """

    rule: Literal["two-sided"]
    is_: Flag = True

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck that is not so."""
        for name in self.decks:
            back = game.decks[name].spec.back
            own = back is not None and back.each == "piece"
            if own == self.is_:
                continue
            noun = game.decks[name].noun
            present = "a back each" if own else "no back" if back is None else "one back for the whole deck"
            yield Problem(
                game.node.at(["decks", name, *(["back", "each"] if own else ["back"])]),
                f"{noun} have {present}, not {'a back each' if self.is_ else 'a shared back or none'}",
                "write back: {layout: ..., each: piece}, or remove the deck from the rule in " + str(place("decks"))
                if self.is_
                else f"delete each: piece, or remove the deck from the rule in {place('decks')}",
            )


class SameBack(Rule, Decks):
    """Decks cannot be told apart by their backs: they share one back, and no piece has its own.

    - {rule: same-back, decks: [action, ability]}
    - {rule: same-back, deck: honey}
    """

    rule: Literal["same-back"]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck whose back gives it or its pieces away."""
        first = ""
        for name in self.decks:
            noun, back = game.decks[name].noun, game.decks[name].spec.back
            if back is None or back.each == "piece":
                present = "no back" if back is None else "a back each"
                path = ["decks", name, *(["back", "each"] if back else [])]
                message = f"{noun} have {present}, not a shared one"
                yield Problem(game.node.at(path), message, "write back: {layout: ...} without each: piece")
                continue
            first = first or name
            shared = game.decks[first].spec.back
            if shared is not None and back.layout != shared.layout:
                yield Problem(
                    game.node.at(["decks", name, "back", "layout"]),
                    f"{noun} have the back {back.layout}, but {game.decks[first].noun} have {shared.layout}",
                    f"give both the same layout, or change the rule in {place('decks')}",
                )


class DistinctBacks(Rule, Decks):
    """Decks can be told apart by their backs: each has a back, and no two have the same.

    - {rule: distinct-backs, decks: [honey, jelly, pattern, ladybird]}
    """

    rule: Literal["distinct-backs"]

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem, placed at the back in game.yaml, for each deck without a back or with another deck's."""
        first: dict[str, str] = {}
        for name in dict.fromkeys(self.decks):
            noun, back = game.decks[name].noun, game.decks[name].spec.back
            if back is None:
                place_ = game.node.at(["decks", name])
                yield Problem(place_, f"{noun} have no back to tell them apart by", "add back: {layout: ...}")
            elif back.layout in first:
                yield Problem(
                    game.node.at(["decks", name, "back", "layout"]),
                    f"{noun} have the same back as {first[back.layout]}: {back.layout}",
                    f"give each deck a different back layout, or change the rule in {place('decks')}",
                )
            else:
                first[back.layout] = noun


class Fits(Rule, Decks):
    """Pieces fit into a circle of a given diameter, or onto the pieces of another deck (one hexagon of a rosette).

    - {rule: fits, deck: forager, into: field, margin: 1}
    - {rule: fits, deck: soldier, diameter: 18}

    `margin` mm stay free on all sides. A piece may lie at any angle, so the circle around it must fit into the largest
    circle inside the other piece; a hexagon on a hexagon lies straight. Of a die, one face counts.
    """

    rule: Literal["fits"]
    into: str = ""
    diameter: Length = 0
    margin: Length = 0

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if bool(self.into) == bool(self.diameter):
            raise ValueError("give either into (a deck) or diameter (in mm)")

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown deck."""
        yield from super().faults(game, place)
        if self.into and self.into not in game.decks:
            yield Problem(place("into"), f"there is no deck {self.into}", did_you_mean(self.into, game.decks))

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each deck whose pieces are too large."""
        cell = game.decks[self.into].spec.shape if self.into else None
        room = (cell.within if cell else self.diameter) - 2 * self.margin
        for name in self.decks:
            deck = game.decks[name]
            size, across = deck.spec.shape.across(cell)
            if size > room + SAME:
                yield Problem(
                    place("into") if self.into else place("diameter"),
                    f"{deck.noun} measure {size:.4g} mm {across}, but there is room for only {room:.4g} mm",
                    f"change their shape in {game.node.at(['decks', name, 'shape'])}, or the number in this rule",
                )


#: Which faces lie opposite each other once the net of `shape.die_net` is folded.
OPPOSITE = ((0, 2), (1, 3), (4, 5))


class OppositeFacesSum(Rule, Chosen):
    """Opposite faces of a die add up to the same number: 7 on a common die.

    - {rule: opposite-faces-sum, deck: dice, column: faces, sum: 7}

    The column is a list of six whole numbers (`items: int`) in the order of the net: the four faces of its column
    from the top down, then the faces left and right of the second. Opposite faces are the first and third, the second
    and fourth, and the last two: `1 2 6 5 3 4`.
    """

    rule: Literal["opposite-faces-sum"]
    column: ListColumn
    sum: Value = 7

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, and one if the list does not hold numbers."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            declared = rows.columns.get(self.column)
            if declared is not None and declared.type == "list" and declared.items != "int":
                hint = f"declare it as {self.column}: {{type: list, items: int}}"
                yield Problem(
                    place("column"), f"column {self.column} of {rows.name} is a list of text, not of int", hint
                )

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each die that does not have six faces, or whose faces do not add up."""
        for piece in self.pieces(game):
            faces, cell = piece.value(self.column), piece.cell(self.column)
            if len(faces) != 6:
                message = f"{self.column} holds {counted(len(faces), 'face')}, not 6 {cell}"
                hint = "list the four faces from top to bottom, then those left and right of the second"
                yield Problem(piece.place(self.column), message, hint)
                continue
            pairs = [(faces[a], faces[b]) for a, b in OPPOSITE]
            wrong = [f"{a} + {b} = {a + b}" for a, b in pairs if a + b != self.sum]
            if wrong:
                yield Problem(
                    piece.place(self.column),
                    f"opposite faces add up to {', '.join(wrong)}, not {self.sum} {cell}",
                    "opposite faces are the 1st and 3rd, the 2nd and 4th, and the 5th and 6th",
                )

"""The rule `supply`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, model_validator

from beeprint.base.problems import Problem
from beeprint.files.schema import INTEGER, Count, Flag, Model, Value, Words, one_or_more, reads
from beeprint.game.model import Game
from beeprint.rules.chosen import Counted, number_of
from beeprint.rules.rule import SYNONYMS, Entry, Rule


class Term(Counted):
    """Pieces to count, or a plain number; subtracted with `minus: yes`."""

    decks: Words = Field(default=(), validation_alias=AliasChoices(*SYNONYMS["decks"]))
    number: Value | None = None
    minus: Flag = False

    @model_validator(mode="after")
    def _has_one(self) -> Term:
        if bool(self.decks) == (self.number is not None):
            raise ValueError("give either a deck or a number")
        return self

    def total(self, game: Game) -> int:
        """Return how much the term adds."""
        found = sum(map(self.amount, self.pieces(game))) if self.number is None else self.number
        return -found if self.minus else found

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


_Terms = Annotated[tuple[Annotated[Term, BeforeValidator(_term)], ...], BeforeValidator(one_or_more)]


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
    have: Annotated[_Terms, Field(min_length=1)]
    need: _Terms = ()
    per_player: Count | None = None
    players: Count | None = None

    @model_validator(mode="after")
    def _has_need(self) -> Supply:
        if (self.per_player is None) != (self.players is None):
            raise ValueError("per-player and players belong together")
        if not self.need and self.players is None:
            raise ValueError("give need, or per-player and players")
        return self

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

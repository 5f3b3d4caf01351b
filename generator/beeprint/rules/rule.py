"""What every rule has in common: its keys, figures such as `is: 52`, and how it finds its place in game.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_args

from pydantic import AliasChoices, BeforeValidator, Field, model_validator

from beeprint.base.problems import Place, Problem, Severity
from beeprint.files.nodes import Node
from beeprint.files.schema import Model, Words
from beeprint.game.columns import Kind
from beeprint.game.conditions import Bounds
from beeprint.game.model import Game

#: Words that mean the same key, so that a rule reads well for one deck, several, or a table.
SYNONYMS = {"decks": ("deck", "decks", "table", "tables"), "columns": ("column", "columns")}


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule as it stands in game.yaml; called with a path of keys, it returns the place of what is written there."""

    node: Node
    prefix: tuple[str | int, ...] = ()

    def __call__(self, *path: str | int) -> Place:
        """Return the place of a path of keys and indexes; parts that are not written are skipped."""
        node = self.node
        for part in (*self.prefix, *path):
            words = SYNONYMS.get(str(part), (part,))
            node = next((step for step in (node.find([word]) for word in words) if step is not None), node)
        return node.place

    def below(self, *path: str | int) -> Entry:
        """Return the entry whose paths start further down."""
        return Entry(self.node, (*self.prefix, *path))


@dataclass(frozen=True, slots=True)
class Holds:
    """Marks a key that names columns, and says of which types they may be (none: of any)."""

    kinds: tuple[Kind, ...] = ()


NUMBERS: tuple[Kind, ...] = ("int", "length")
Column = Annotated[str, Holds()]
NumberColumn = Annotated[str, Holds(NUMBERS)]
ListColumn = Annotated[str, Holds(("list",))]
Columns = Annotated[Words, Holds()]
ListColumns = Annotated[Words, Holds(("list",))]
OneOrMoreColumns = Annotated[Columns, Field(validation_alias=AliasChoices(*SYNONYMS["columns"]), min_length=1)]


class Rule(Model):
    """One entry of `rules:` in game.yaml.

    `severity: warning` lets a build go on; `note` is for the reader; `editions` limits the rule to editions.
    """

    rule: str
    severity: Severity = "error"
    editions: Words = ()
    note: str = ""

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield what contradicts the rule; every name in it is known by then, and every cell it reads is sound."""
        raise NotImplementedError

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks and tables of which no row can be lost without this rule noticing."""
        return ()

    @classmethod
    def word(cls) -> str:
        """Return what `rule:` says for this rule."""
        return str(get_args(cls.model_fields["rule"].annotation)[0])


class Span(Bounds):
    """A figure that has to be met: `52`, or bounds `{min: 1, max: 2}` of which one may be left out."""

    @model_validator(mode="after")
    def _has_bounds(self) -> Span:
        if self.min is None and self.max is None:
            raise ValueError("give a number, or min, max or both")
        return self

    def key(self, number: float) -> str:
        """Return the bound that the number contradicts."""
        return "min" if self.min is not None and number < self.min else "max"


def _figure(value: Any) -> Any:
    """Return `52` as {min: 52, max: 52}."""
    if not isinstance(value, str):
        return value
    digits = value.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(f"expected a whole number, or min and max, found {value!r}")
    return {"min": value, "max": value}


Figure = Annotated[Span, BeforeValidator(_figure)]

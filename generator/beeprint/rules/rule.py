"""What all rules have in common: keys, figures such as `is: 52`, and places in game.yaml for problems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from beeprint.base.problems import Fix, Place, Problem, Severity, replacing
from beeprint.game.columns import Kind
from beeprint.game.conditions import Bounds
from beeprint.game.model import Game
from beeprint.sources.conversion import written
from beeprint.sources.nodes import Node
from beeprint.sources.records import Before, ByForm, Called, Model, words_of
from beeprint.sources.schema import INTEGER, Words, reads

#: Keys with the same meaning, so that a rule reads well for one deck, several, or a table.
SYNONYMS = {"decks": ("deck", "decks", "table", "tables"), "columns": ("column", "columns")}


class Entry(Struct, frozen=True):
    """A rule's entry in game.yaml; call it with a path of keys to get the place of the value there."""

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


def figure_fixes(place: Place, number: float, wanted: Span, entry: Entry) -> tuple[Fix, ...]:
    """Return the fixes of a figure that does not hold: another number in the rule, or no rule."""
    bound = wanted.min if wanted.key(number) == "min" else wanted.max
    remove = "Removes the rule from game.yaml: the data alone say how many there are."
    return (
        replacing(f"{bound:g}", f"{number:g}", title=f"Change the check to {number:g}", place=place),
        Fix("Remove this check", "remove", {}, remove, place=entry.node.place),
    )


class Holds(Struct, frozen=True):
    """Mark a key as naming columns, and limit their types; no kinds allow any type."""

    kinds: tuple[Kind, ...] = ()


NUMBERS: tuple[Kind, ...] = ("int", "length")
Column = Annotated[str, Holds()]
NumberColumn = Annotated[str, Holds(NUMBERS)]
ListColumn = Annotated[str, Holds(("list",))]
Columns = Annotated[Words, Holds()]
ListColumns = Annotated[Words, Holds(("list",))]
OneOrMoreColumns = Annotated[Columns, Meta(min_length=1), Called(SYNONYMS["columns"])]


class Rule(Model, mixin=True):
    """One entry of `rules:` in game.yaml.

    `severity: warning` lets a build continue, `note` is for the reader, and `editions` limits the rule to editions.
    """

    rule: str
    severity: Severity = "error"
    editions: Words = ()
    note: str = ""

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield what contradicts the rule. Names in it are checked beforehand, and the cells it reads are sound."""
        raise NotImplementedError

    def covers(self, game: Game) -> Iterable[str]:
        """Return the decks and tables in which this rule would notice a lost row."""
        return ()

    @classmethod
    def word(cls) -> str:
        """Return the name by which `rule:` calls this rule."""
        return words_of(cls, "rule")[0]


class Span(Bounds):
    """A figure to be met: `52`, or bounds such as `{min: 1, max: 2}`, either of which may be omitted."""

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        super().validate(given)
        if self.min is None and self.max is None:
            raise ValueError("give a number, or min, max or both")

    def key(self, number: float) -> str:
        """Return the bound that the number violates."""
        return "min" if self.min is not None and number < self.min else "max"


@reads(INTEGER, besides=True)
def _figure(value: Any) -> Any:
    """Return `52` as {min: 52, max: 52}."""
    if not isinstance(value, str):
        return value
    digits = value.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(f"expected a whole number, or min and max, found {written(value)}")
    return {"min": value, "max": value}


Figure = Annotated[Span, Before(_figure)]


#: A figure for all, or one for each value of a column.
Figures = Annotated[
    Figure | dict[str, Figure],
    ByForm(lambda value: 1 if isinstance(value, dict) and not {*value} <= {"min", "max"} else 0),
]

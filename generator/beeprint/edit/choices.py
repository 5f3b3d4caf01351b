"""The choices of a slot as a layout writes them: `choose:`, and further ones in it as `also:`, each with its cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from beeprint.face.template import ALSO, CHOICE_KEYS
from beeprint.game.binding import names_in
from beeprint.game.conditions import ELSE, EMPTY, NOT_EMPTY
from beeprint.game.rows import Rows
from beeprint.sources.nodes import Node

#: A case: a node of a layout as it was read, or the keys that a file writes.
Case = TypeVar("Case")

CHOOSE = "choose"
#: What the choice goes by that makes single cards differ.
OF_CARD = "{id}"


class Choice(NamedTuple, Generic[Case]):
    """A choice of a slot: the keys that lead to it from the slot, what its cases go by, these, and that of a piece."""

    keys: tuple[str, ...]
    by: str
    cases: Mapping[str, Case]
    case: str = ""


def choices_of(slot: Node) -> Iterator[Choice[Node]]:
    """Yield the choices of a slot; each is laid over those before it."""
    keys: tuple[str, ...] = (CHOOSE,)
    while (choice := slot.find(keys)) is not None and isinstance(choice.value, dict):
        cases = {case: node for case, node in choice.value.items() if case not in CHOICE_KEYS}
        by = choice.value.get("by")
        yield Choice(keys, "" if by is None else str(by.value), cases)
        keys = (*keys, ALSO)


def cards_of_case(slot: Node, keys: Sequence[str], rows: Rows) -> str:
    """Return which cards a case of a slot is for, in words; `keys` lead to it from the slot."""
    *way, case = keys
    by = next(choice.by for choice in choices_of(slot) if choice.keys == tuple(way))
    return cards_of(by, case, rows)


def cards_of(by: str, case: str, rows: Rows) -> str:
    """Return which cards a case is for, in words such as "the cards with Type = Storm"."""
    heads = [rows.head(name) for name in names_in(by)]
    if by == OF_CARD and case in rows.by_id:
        return f"the card {rows.called(rows.by_id[case])}"
    if case == EMPTY:
        return f"the cards without {' and '.join(heads)}"
    if case == NOT_EMPTY:
        return f"the cards with {' or '.join(heads)}"
    if case == ELSE:
        return f"the cards of another {' and '.join(heads)}"
    return f"the cards with {heads[0]} = {case}" if len(heads) == 1 else f"the cards that are “{case}”"


def case_keys(path: Sequence[str]) -> tuple[str, ...]:
    """Return the keys at the end of a path that lead from a slot to a case of it; none where it ends at a slot."""
    start = len(path) - 2
    while start > 1 and path[start] == ALSO:
        start -= 1
    return tuple(path[start:]) if start > 0 and path[start] == CHOOSE else ()


def choices_written(choice: Any) -> Iterator[Choice[Any]]:
    """Yield the choices of a slot as a file writes them, from its `choose:` on."""
    keys: tuple[str, ...] = (CHOOSE,)
    while isinstance(choice, dict):
        yield Choice(keys, str(choice.get("by", "")), cases_of(choice))
        keys, choice = (*keys, ALSO), choice.get(ALSO)


def cases_of(choice: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cases of a choice as a file writes it."""
    return {case: keys for case, keys in choice.items() if case not in CHOICE_KEYS}


def base_of(path: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a slot without those of its case."""
    return tuple(path[: len(path) - len(case_keys(path))])

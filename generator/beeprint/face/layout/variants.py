"""Which variant of a slot is shown, and whether it is."""

from __future__ import annotations

from beeprint.face.template import Choice, Slot
from beeprint.face.template.names import columns_named
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import case_of, columns_of, hold
from beeprint.game.rows import Held, Row


def is_seen(slot: Slot, entry: Slot | Choice, scope: Scope) -> bool:
    """Return whether the conditions of a slot hold, and those of the choice that it is a variant of."""
    return hold(entry.when, scope.held) and hold(slot.when, scope.held)


def despite(entry: Slot | Choice, row: Row) -> Slot | Choice | None:
    """Return the variant that the text of a wrong cell chooses, if nothing in it comes from such a cell; else None.

    A name beside a number stays where it is, though the number cannot be read.
    """
    if (
        not isinstance(entry, Choice)
        or entry.column not in row.faulty
        or not row.faulty.isdisjoint(columns_of(entry.when))
    ):
        return None
    text = row.texts.get(entry.column, "")
    case = case_of(entry.variants, Held(text, text))
    variant: Slot | Choice | None = None if case is None else entry.variants[case]
    return variant if variant is not None and row.faulty.isdisjoint(columns_named(variant)) else None


def variant(entry: Slot | Choice, scope: Scope) -> Slot | Choice:
    """Return the variant of a slot for the values that its choices go by; the choice that has no case for its value."""
    if not isinstance(entry, Choice):
        return entry
    value = bind(entry.by, scope)
    held = scope.held(entry.column) if entry.column else None
    case = case_of(entry.variants, held or Held(value, value))
    return entry if case is None else variant(entry.variants[case], scope)

"""Which variant of a slot is shown, and whether it is."""

from __future__ import annotations

from beeprint.face.template import Choice, Slot
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import case_of, hold
from beeprint.game.rows import Held


def is_seen(slot: Slot, entry: Slot | Choice, scope: Scope) -> bool:
    """Return whether the conditions of a slot hold, and those of the choice that it is a variant of."""
    return hold(entry.when, scope.held) and hold(slot.when, scope.held)


def variant(entry: Choice, scope: Scope) -> Slot | None:
    """Return the variant of a choice for the value that it goes by; None where no case has it."""
    value = bind(entry.by, scope)
    held = scope.held(entry.column) if entry.column else None
    case = case_of(entry.variants, held or Held(value, value))
    return None if case is None else entry.variants[case]

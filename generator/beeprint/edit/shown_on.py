"""Slots that only some pieces have: new ones for these, and others that are taken off them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from beeprint.base.words import titled
from beeprint.edit.boxes import SlotPlace
from beeprint.edit.change import Edit
from beeprint.edit.choices import cards_of
from beeprint.edit.new_slots import NewSlot
from beeprint.edit.slot_keys import order_of
from beeprint.edit.slot_list import add_slots, delete_slots, without_slots
from beeprint.edit.slots import Only, SlotSource, edit_of, write_keys
from beeprint.game.conditions import EMPTY, NOT_EMPTY


def add_for(at: SlotPlace, slots: Sequence[NewSlot], only: Only | None) -> Edit:
    """Return the edit that adds slots, which only the pieces of `only` show; all pieces without it."""
    if only is None:
        return add_slots(at, slots)
    change = add_slots(at, [shown_on(slot, only) for slot in slots])
    return replace(change, title=f"{change.title} on {cards_with(only, at)}")


def shown_on(slot: NewSlot, only: Only) -> NewSlot:
    """Return a new slot that only the pieces of `only` show."""
    plain = {**slot.keys, "when": {**slot.keys.get("when", {}), only.column: only.value or EMPTY}}
    kind = plain.get("kind")
    return slot._replace(keys={key: plain[key] for key in order_of(str(kind)) if key in plain} if kind else plain)


def take_off(sources: Sequence[SlotSource], only: Only) -> Edit:
    """Return the edit that takes slots off the pieces of `only`; a slot that no other piece shows is deleted."""
    changes = [
        (source, _hidden(source.values["when"].plain if "when" in source.values else {}, only)) for source in sources
    ]
    gone = [source for source, when in changes if when is None]
    if len(gone) == len(sources):
        return delete_slots(sources)
    at = sources[0].at
    hidden = [(source, {"when": when}) for source, when in changes if when is not None]
    documents = [without_slots(document, gone) for document in write_keys(hidden, "here", None).values()]
    names = ", ".join(f"“{titled(source.name)}”" for source in sources)
    return edit_of(at, f"{names} taken off {cards_with(only, at)}", documents)


def cards_with(only: Only, at: SlotPlace) -> str:
    """Return the pieces of `only` in words."""
    return cards_of(f"{{{only.column}}}", only.value or EMPTY, at.deck.rows)


def _hidden(when: Any, only: Only) -> Mapping[str, Any] | None:
    """Return conditions that hold for the pieces that they held for, but not for those of `only`; None for none."""
    held = dict(when) if isinstance(when, Mapping) else {}
    now, value = held.get(only.column), only.value or EMPTY
    if now is None or now == NOT_EMPTY:
        some = {} if now is None else {"empty": "no"}
        held[only.column] = {**some, "is-not": value} if value != EMPTY else NOT_EMPTY
    elif isinstance(now, Mapping):
        other = now.get("is-not", [])
        words = [*(other if isinstance(other, list) else [other]), value]
        held[only.column] = {**now, "is-not": words if len(words) > 1 else value}
    else:
        left = [word for word in (now if isinstance(now, list) else [now]) if word != value]
        if not left:
            return None
        held[only.column] = left[0] if len(left) == 1 else left
    return held

"""Which names a slot mentions: what it is drawn from, and where to point when that is wrong."""

from __future__ import annotations

from beeprint.face.template.slots import (
    Choice,
    GridSlot,
    Slot,
)
from beeprint.game.binding import names_in
from beeprint.game.rows import Rows, columns_of

#: Keys of slots whose texts may name columns.
BINDABLE = ("text", "art", "icon", "colour", "fill", "stroke", "rotate", "cells", "values")


def columns_named(entry: Slot | Choice) -> set[str]:
    """Return every column that a slot's content or conditions come from."""
    if isinstance(entry, Choice):
        return {*_heads(entry.by), *(name for slot in entry.variants.values() for name in columns_named(slot))}
    found = {head for key in BINDABLE for head in _heads(getattr(entry, key, "") or "")}
    found |= set(columns_of(entry.when)) | set(_heads(entry.repeat.times if entry.repeat else ""))
    if isinstance(entry, GridSlot):
        found |= {name for child in entry.each.values() for name in columns_named(child)}
    return found


def names_used(entry: Slot | Choice) -> tuple[str, ...]:
    """Return every name whose value a slot's drawing follows from, but those that its own grid or repetition gives."""
    return tuple(sorted(_names_used(entry)))


def _names_used(entry: Slot | Choice) -> set[str]:
    if isinstance(entry, Choice):
        inner = {name for slot in entry.variants.values() for name in _names_used(slot)}
        return inner | {*names_in(entry.by), *columns_of(entry.when)}
    found = {name for key in BINDABLE for name in names_in(getattr(entry, key, "") or "")}
    if isinstance(entry, GridSlot):
        inner = {name for child in entry.each.values() for name in _names_used(child)}
        found |= {name for name in inner if name not in ("cell", "i") and not name.startswith("cell.")}
    if entry.repeat:
        found -= {"n"}
        found |= set(names_in(entry.repeat.times))
    return found | set(columns_of(entry.when))


def _heads(text: str) -> list[str]:
    return [name.partition(".")[0] for name in names_in(text)]


def first_column(slot: Slot, rows: Rows | None) -> str | None:
    """Return the first column that a slot's content comes from: where to point when it does not fit."""
    for key in ("text", "art", "icon", "values", "cells"):
        for name in names_in(getattr(slot, key, "") or ""):
            head = name.partition(".")[0]
            if rows is not None and head in rows.columns:
                return head
    return None

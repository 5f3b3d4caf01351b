"""Find the names that a slot mentions: what it is drawn from, and which column to blame for a fault."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from beeprint.base.memo import Same
from beeprint.face.template.slots import Binds, Choice, GridSlot, Layout, Slot
from beeprint.game.binding import ITEM, names_in
from beeprint.game.conditions import columns_of
from beeprint.game.rows import Rows
from beeprint.sources.records import Model, keys_of


class BoundText(NamedTuple):
    """A text that may name columns: the path of its key, and whether it is what the slot shows."""

    path: tuple[str | int, ...]
    text: str
    shows: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names in it."""
        return names_in(self.text)


def bound_texts(model: Model) -> tuple[BoundText, ...]:
    """Return the texts of a slot's, choice's or frame's keys that may name columns, nested models included."""
    return _bound_texts(Same(model))


@lru_cache(maxsize=2048)
def _bound_texts(same: Same[Model]) -> tuple[BoundText, ...]:
    return tuple(_texts_of(same.value))


def _texts_of(model: Model) -> Iterator[BoundText]:
    for name, key, mark in _keys(type(model)):
        value = getattr(model, name)
        if mark is not None and isinstance(value, str):
            yield BoundText((key,), value, mark.shows)
        elif mark is not None and isinstance(value, tuple):
            yield from (BoundText((key, number), text, mark.shows) for number, text in enumerate(value))
        elif isinstance(value, Model):
            yield from (inner._replace(path=(key, *inner.path)) for inner in bound_texts(value))


@cache
def _keys(model: type[Model]) -> tuple[tuple[str, str, Binds | None], ...]:
    """Return a model's keys in order: their names in Python and YAML, and how they bind, None where they do not."""
    return tuple(
        (key.field, key.alias, next((mark for mark in key.marks if isinstance(mark, Binds)), None))
        for key in keys_of(model)
    )


def columns_named(entry: Slot | Choice) -> set[str]:
    """Return every column that a slot's content or conditions come from."""
    names = {name for text in bound_texts(entry) for name in text.names} | set(columns_of(entry.when))
    if isinstance(entry, Slot) and entry.repeat is not None:
        names |= set(entry.repeat.columns)
    return {name.partition(".")[0] for name in names}.union(*map(columns_named, _inner(entry)))


def names_used(entry: Slot | Choice) -> tuple[str, ...]:
    """Return every name whose value a slot's drawing depends on, except those from its own grid or repetition."""
    return tuple(sorted(_names_used(entry)))


def _names_used(entry: Slot | Choice) -> set[str]:
    inside = {name for slot in _inner(entry) for name in _names_used(slot)}
    if isinstance(entry, GridSlot):
        inside = {name for name in inside if name not in ("cell", "i") and not name.startswith("cell.")}
    around = set(columns_of(entry.when))
    repeat = entry.repeat if isinstance(entry, Slot) else None
    for text in bound_texts(entry):
        # What is repeated, and how often, is needed before there is a current one.
        (around if text.path[0] == "repeat" else inside).update(text.names)
    if repeat is not None:
        inside.discard("n")
    if repeat is not None and repeat.over:
        return {name for name in (inside | around) if name not in ITEM} | set(repeat.columns)
    return inside | around


def tables(layout: Layout) -> frozenset[str]:
    """Return the names of the tables and decks that a layout's grids read."""
    return frozenset().union(*map(_tables, layout.slots.values()))


def _tables(entry: Slot | Choice) -> set[str]:
    own = {entry.table, entry.lookup} - {""} if isinstance(entry, GridSlot) else set()
    return own.union(*map(_tables, _inner(entry)))


def mentions(entry: Slot | Choice, name: str) -> bool:
    """Return whether a slot, or one inside it, mentions a name."""
    own = {*columns_of(entry.when), *(mentioned for text in bound_texts(entry) for mentioned in text.names)}
    return name in own or any(mentions(inner, name) for inner in _inner(entry))


def _inner(entry: Slot | Choice) -> tuple[Slot | Choice, ...]:
    """Return the slots inside a slot: a choice's variants, a grid's slots."""
    if isinstance(entry, Choice):
        return tuple(entry.variants.values())
    return entry.inside if isinstance(entry, GridSlot) else ()


def first_column(slot: Slot, rows: Rows | None) -> str | None:
    """Return the first column that a slot's content comes from, to blame when it does not fit."""
    names = (name for text in bound_texts(slot) if text.shows for name in text.names)
    heads = (name.partition(".")[0] for name in names)
    return next((head for head in heads if rows is not None and head in rows.columns), None)

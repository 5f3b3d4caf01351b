"""Remember what the tables of a game were made from, so that a person's own changes are known when a newer one comes.

The store keeps a base for each state of a file, by a digest of its bytes: a base may be missing, but is never wrong.
Edits here carry it on. A file that another program wrote has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from beeprint.base import regular
from beeprint.base.store import Store
from beeprint.edit.change import Edit, digest
from beeprint.sources.data_formats import format_of
from beeprint.sources.source import read_bytes


class Base(Struct, frozen=True):
    """A table, as the bytes of a file of this name, that a person's own changes began from.

    Unless `is_whole`, a person may have changed the table earlier too.
    """

    name: str
    data: bytes
    is_whole: bool


class _Entry(Struct, frozen=True):
    name: str
    key: str
    is_whole: bool


#: The base of each deck that was replaced, and under the empty name that of all other decks of a file.
_Entries = dict[str, _Entry]


def base_of(store: Store, path: Path, data: bytes, deck: str) -> Base | None:
    """Return the base of a deck whose file has these bytes; None if it is not known."""
    entries = _entries(store, path, data)
    entry = entries.get(deck) or entries.get("")
    then = store.get("file", entry.key) if entry else None
    return Base(entry.name, then, entry.is_whole) if entry and then is not None else None


def begin(store: Store, paths: Iterable[Path]) -> None:
    """Remember that files of a new game, if they are tables, came as they are."""
    for path in paths:
        if path.is_file() and format_of(path.name):
            data = read_bytes(path, path.name)
            _put(store, path, data, {"": _Entry(path.name, store.put_file(data), True)})


def carry(store: Store, change: Edit, bases: Mapping[str, bytes] | None = None) -> None:
    """Carry the bases of tables over an edit; `bases` are those of replaced tables, as CSV, by decks."""
    for each in change.changes:
        if each.after is None or not format_of(each.path.name):
            continue
        before = each.after if each.before is None else each.before
        entries = _entries(store, each.path, before)
        if not entries:
            entries = {"": _Entry(each.path.name, store.put_file(before), each.before is None)}
        for deck, data in (bases or {}).items():
            entries[deck] = _Entry("base.csv", store.put_file(data), True)
        _put(store, each.path, each.after, entries)


def _sources(path: Path, data: bytes) -> tuple[str, str]:
    return str(regular.real(path)), digest(data)


def _entries(store: Store, path: Path, data: bytes) -> _Entries:
    text = store.get("bases", *_sources(path, data))
    return msgspec.json.decode(text, type=_Entries) if text is not None else {}


def _put(store: Store, path: Path, data: bytes, entries: _Entries) -> None:
    store.put("bases", msgspec.json.encode(entries), *_sources(path, data))

"""Declare the columns of a data file in game.yaml, with the types that their cells have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from beeprint.base.problems import Fix, Place, error_at
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.edit.fixed_words import read_data
from beeprint.sources.nodes import read_yaml
from beeprint.sources.tables import DataTable
from beeprint.starter.deck_of_table import Guess, mark_texts, may_be_empty, type_of_cells
from beeprint.starter.guess import guess, key_of, plain

#: The keys of a deck or table that come before the ones written here.
_ORDER = ("title", "data", "columns", "ignore")


def declare(draft: Draft, fix: Fix, place: Place) -> None:
    """Declare the column of a head, or read a declared one from it, or have it ignored; `place` is that of columns:."""
    document = draft.yaml(draft.path(place))
    keys, head = _entry_at(document, place), str(fix.values["head"])
    if fix.values.get("ignore"):
        ignored = document.get((*keys, "ignore"))
        listed = [ignored] if isinstance(ignored, str) else ignored or []
        document = document.set((*keys, "ignore"), [*listed, head], _ORDER)
    else:
        name, value = _declaration(draft, document, fix, keys)
        document = document.set((*keys, "columns", name), value, _ORDER if name not in _ORDER else ())
    draft.put(document)


def _declaration(draft: Draft, document: Document, fix: Fix, keys: tuple[str, ...]) -> tuple[str, Any]:
    """Return the name and the declaration of a column."""
    head, known = str(fix.values["head"]), document.get((*keys, "columns")) or {}
    name = str(fix.values.get("as", ""))
    if name:
        declared = known.get(name, {})
        more = declared if isinstance(declared, dict) else {"type": declared}
        return name, {"from": head, **{key: value for key, value in more.items() if key != "from"}}
    table = read_data(draft, draft.path(Place(str(fix.values["file"]))))
    return declaration_of(table, head, draft.workspace.names("art", SUFFIXES), known)


def declaration_of(table: DataTable, head: str, pictures: list[str], known: Collection[str]) -> tuple[str, Any]:
    """Return a name that is not `known` for a column of a table, and its declaration, guessed from all its cells."""
    column = _guess(plain(table), head, pictures)
    name, number = column.name, 2
    while name in known:
        name, number = f"{column.name}-{number}", number + 1
    declared = column.declared or "text"
    if name != head.strip().casefold() and not declared.startswith("{"):
        return name, {"from": head, "type": declared.strip('"')}
    return name, read_yaml(declared.encode(), "").plain()


def _guess(table: DataTable, head: str, pictures: list[str]) -> Guess:
    """Guess what a column holds from all columns of its table; that of one which is mere work on the cards is text."""
    guesses, _ = guess(table, pictures)
    column = next((column for column in guesses if column.head == head), None)
    if column is not None and column.role not in ("id", "copies"):
        return column
    cells = [cells.get(head, "").strip() for cells in table.rows]
    kind, choices, odd = type_of_cells(cells)
    typed = Guess(key_of(head) or "column", head, kind, may_be_empty(kind, cells, odd), choices, odd=odd)
    return mark_texts(typed, cells, table) if kind in ("text", "choice") else typed


def redeclare(draft: Draft, fix: Fix, place: Place) -> None:
    """Let a declared column be empty, hold another choice or number, or be text; `place` is on its line."""
    document = draft.yaml(draft.path(place))
    name = str(fix.values["column"])
    keys = next((keys for keys in _columns_on(document, name, place.line)), None)
    if keys is None:
        raise error_at(place, f"the column {name} is not declared here", "look at the problem as it is now")
    declared = document.get(keys)
    key = keys if not isinstance(declared, dict) else (*keys, "type")
    kind = str(document.get(key) or "text")
    if fix.values.get("optional"):
        if isinstance(declared, dict) and "optional" in declared:
            document = document.set((*keys, "optional"), True)
        elif not kind.endswith("?"):
            document = document.set(key, f"{kind}?")
    elif limit := next((limit for limit in ("min", "max") if limit in fix.values), ""):
        document = document.set((*keys, limit), fix.values[limit])
    elif fix.values.get("type"):
        document = document.set(key, str(fix.values["type"]) + ("?" if kind.endswith("?") else ""))
        for limit in ("min", "max") if isinstance(declared, dict) else ():  # texts have none
            document = document.remove((*keys, limit))
    else:
        document = list_words(document, keys, [str(fix.values["choice"])])
    draft.put(document)


def list_words(document: Document, keys: tuple[str, ...], words: Iterable[str]) -> Document:
    """Add words to the list of a column, which is declared at `keys`; words that it has already are skipped."""
    listed = document.get((*keys, "of"))
    known = [listed] if isinstance(listed, str) else listed or []
    new = [word for word in dict.fromkeys(words) if word not in map(str, known)]
    return document.set((*keys, "of"), [*known, *new]) if new else document


def _entry_at(document: Document, place: Place) -> tuple[str, ...]:
    """Return the keys of the deck or table whose columns: are at a place, or which is there and has none."""
    node = read_yaml(document.data, place.file)
    for group, name in _entries(document):
        if node.key_at([group, name], "columns") == place:
            return (group, name)
    raise error_at(place, "no deck or table declares its columns here", "look at the problem as it is now")


def _columns_on(document: Document, name: str, line: int) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the columns of a name that a line of game.yaml declares."""
    node = read_yaml(document.data, "")
    for group, entry in _entries(document):
        keys = (group, entry, "columns")
        if node.find([*keys, name]) is not None and node.key_at(keys, name).line == line:
            yield (*keys, name)


def _entries(document: Document) -> Iterator[tuple[str, str]]:
    for group in ("decks", "tables"):
        entries = document.get((group,))
        yield from ((group, name) for name in (entries if isinstance(entries, dict) else ()))

"""Add, rename and delete a column: in the file of a table, in game.yaml, and in what uses it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from beeprint.base.problems import BuildError, Problem, error_at
from beeprint.base.words import quoted
from beeprint.edit.change import Edit
from beeprint.edit.column_removal import removal_words, removals, without_column
from beeprint.edit.column_uses import bound, renamed, shared_rules, uses_of
from beeprint.edit.document import Document
from beeprint.edit.rewriting import NewColumn, Rewriting
from beeprint.edit.table_formats import adds_below
from beeprint.edit.table_words import translated
from beeprint.edit.tables import Table, TableColumn, finish
from beeprint.game.columns import match_head
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, shown
from beeprint.starter.guess import key_of

#: The declaration of a column, by what the page calls its type.
TYPES = {"text": "text?", "whole number": "int?", "yes/no": "bool?", "choice": "choice?", "picture": "text?"}
_NAME = re.compile(r"[^\W\d][\w -]*")
_LETTERS = 60


def add_column(
    table: Table,
    name: str,
    kind: str,
    words: Sequence[str],
    first: str | Mapping[int, str],
    at: int,
    seen: Mapping[str, str],
) -> Edit:
    """Return the edit that adds a column to the file and declares it, with `first` in every row, or a text by record.

    `kind` is a key of TYPES, `words` are those of a choice, `at` is an index in the columns of the table.
    """
    head = checked_head(table, name)
    name = name_of(head)
    if kind not in TYPES:
        raise error_at(table.head, f"{quoted(kind)} is not a type of columns", f"choose from {', '.join(TYPES)}")
    declared: object = TYPES[kind]
    if kind == "choice":
        if not words:
            raise error_at(table.head, f"the choice {name} has no words", "write the words that a cell may hold")
        declared = {"type": "choice?", "of": [str(word) for word in words]}
    heads = [column.head for column in table.columns]
    header = table.header
    inside = 0 < at < len(heads) and heads[at] and not adds_below(table.file)
    before = heads[at] if inside else ""
    cards = [record for at, record in enumerate(table.records) if at not in table.asides]
    texts = dict.fromkeys(cards, first) if isinstance(first, str) else first
    column = NewColumn(head, header.index(before) if before else table.free_column(), texts, kind == "whole number")
    document = declare_column(table, game_yaml(table), head, declared)
    return finish(table, Rewriting(column=column), f"column {head} added", seen, others=[document.change])


def declare_column(table: Table, document: Document, head: str, declared: object) -> Document:
    """Return game.yaml with the declaration of a new column, for all decks and tables that read the file."""
    name = name_of(head)
    for path in readers(table, document):
        document = _read_from(document.set([*path, "columns", name], declared), (*path, "columns", name), head)
    return document


def rename_column(table: Table, name: str, to: str, seen: Mapping[str, str]) -> Edit:
    """Return the edit that gives a column another heading, and the name that follows from it to all that uses it."""
    column = table.column(name)
    to = checked_head(table, to, column)
    if name in ("id", "copies"):
        raise error_at(table.head, f"{name} is a name that beeprint knows", "keep it")
    new = to if column.head == name and _NAME.fullmatch(to) else key_of(to)
    uses = uses_of(table.workspace, table.name, name)
    shared = shared_rules(uses, table.name)
    if shared:
        raise BuildError(shared)
    changed = {document.path: document for document in (renamed(uses, name, new) if new != name else ())}
    document = changed.pop(table.workspace.game / GAME, game_yaml(table))
    for path in readers(table, document):
        if column.column is not None and document.get([*path, "columns", name]) is not None:
            document = document.rename([*path, "columns", name], new) if new != name else document
            document = _read_from(document, (*path, "columns", new), to)
    pattern = bound(name)
    texts = {
        (record, head): pattern.sub(lambda _: "{" + new, text)
        for record, cells in zip(table.records, table.texts_by_head, strict=True)
        for head, text in cells.items()
        if pattern.search(text)
    }
    others = [document.change, *(each.change for each in changed.values())]
    old = {column.head, name}
    others += translated(table, lambda words: Rewriting(heads={head: to for head in words.header if head in old}))
    rewriting = Rewriting(texts=texts, heads={column.head: to} if column.head != to else {})

    def allow(problem: Problem) -> bool:
        """Return whether a problem is one that a cell has already, by the column's new name."""
        return problem.place.file == table.head.file and problem.message.startswith(f"{new} ")

    return finish(table, rewriting, f"column {column.head} renamed to {to}", seen, allow, others)


def _read_from(document: Document, keys: tuple[str, ...], head: str) -> Document:
    """Return game.yaml with the declaration of a column that is read from a head, which it names only if it must."""
    declared = document.get(keys)
    if match_head(keys[-1], (head,)):
        is_named = isinstance(declared, dict) and "from" in declared
        return document.remove((*keys, "from")) if is_named else document
    if isinstance(declared, dict):
        return document.set((*keys, "from"), head)
    return document.set(keys, {"from": head, "type": declared})


def delete_column(
    table: Table, name: str, seen: Mapping[str, str], *, force: bool = False, everywhere: bool = False
) -> Edit:
    """Return the edit that deletes a column and its declaration, `everywhere` with all that uses the column.

    BuildError with all that uses the column and what would become of it, unless `everywhere` or `force` says that the
    person knows; with `force` all of that stays, and is in error.
    """
    column = table.column(name)
    if name == "id":
        raise error_at(table.head, "every card needs its id", "keep the column id")
    removed = removals(uses_of(table.workspace, table.name, name), name, table.name)
    kept = [each for each in removed if not everywhere or not each.is_possible]
    if kept and not force:
        raise BuildError(removal_words(kept, name))
    changed = {document.path: document for document in (without_column(removed) if everywhere else ())}
    document = changed.pop(table.workspace.game / GAME, game_yaml(table))
    for path in readers(table, document):
        if column.column is not None:
            document = document.remove([*path, "columns", name])
    rewriting = Rewriting(dropped=column.head)
    drop = translated(table, lambda words: Rewriting(dropped=name) if name in words.header else Rewriting())
    others = [document.change, *(each.change for each in changed.values()), *drop]
    return finish(table, rewriting, f"column {column.head} deleted", seen, lambda _: force, others)


def name_of(head: str) -> str:
    """Return the name that designs and conditions have for a column of a new head."""
    head = " ".join(head.split())
    return head if _NAME.fullmatch(head) else key_of(head)


def checked_head(table: Table, head: str, own: TableColumn | None = None) -> str:
    """Return the head of a column without blanks around it; BuildError for one that cannot be, or that another has."""
    head = " ".join(head.split())
    if not key_of(head) or head.startswith("#") or len(head) > _LETTERS:
        hint = f"begin with a letter, and write at most {_LETTERS} letters"
        raise error_at(table.head, f"{quoted(head)} cannot be the heading of a column", hint)
    names = {known.casefold() for column in table.columns if column != own for known in (column.name, column.head)}
    if {head.casefold(), key_of(head)} & names:
        raise error_at(table.head, f"there is a column {head} already", "choose another heading")
    return head


def readers(table: Table, document: Document) -> list[tuple[str, str]]:
    """Return the keys in game.yaml of all decks and tables that read the file of a table, its own first."""
    data = document.get([*table.path, "data"])
    entries = [(group, name) for group in ("decks", "tables") for name in document.get([group]) or ()]
    return [table.path, *(path for path in entries if path != table.path and document.get([*path, "data"]) == data)]


def game_yaml(table: Table) -> Document:
    """Return game.yaml as it is now."""
    path = table.workspace.game / GAME
    return Document(path, read_bytes(path, shown(path)))

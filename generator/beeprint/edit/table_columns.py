"""Add, rename and delete a column: in the file of a table, in game.yaml, and in what uses it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from beeprint.base.problems import BuildError, error_at
from beeprint.base.words import quoted
from beeprint.edit.change import Edit
from beeprint.edit.column_uses import bound, renamed, shared_rules, used_words, uses_of
from beeprint.edit.document import Document
from beeprint.edit.rewriting import NewColumn, Rewriting
from beeprint.edit.table_formats import adds_below
from beeprint.edit.table_words import translated
from beeprint.edit.tables import Table, finish
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, shown

#: The declaration of a column, by what the page calls its type.
TYPES = {"text": "text?", "whole number": "int?", "yes/no": "bool?", "choice": "choice?", "picture": "text?"}
_NAME = re.compile(r"[^\W\d][\w -]*")


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
    name = _checked(table, name)
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
    texts = dict.fromkeys(table.records, first) if isinstance(first, str) else first
    column = NewColumn(name, header.index(before) if before else len(header), texts, kind == "whole number")
    document = game_yaml(table)
    for path in readers(table, document):
        document = document.set([*path, "columns", name], declared)
    return finish(table, Rewriting(column=column), f"column {name} added", seen, others=[document.change])


def rename_column(table: Table, name: str, to: str, seen: Mapping[str, str]) -> Edit:
    """Return the edit that renames a column in the file, in game.yaml, and in all that uses it."""
    column = table.column(name)
    to = _checked(table, to)
    if name in ("id", "copies"):
        raise error_at(table.head, f"{name} is a name that beeprint knows", "keep it")
    uses = uses_of(table.workspace, table.name, name)
    shared = shared_rules(uses, table.name)
    if shared:
        raise BuildError(shared)
    changed = {document.path: document for document in renamed(uses, name, to)}
    document = changed.pop(table.workspace.game / GAME, game_yaml(table))
    for path in readers(table, document):
        if column.column is not None and document.get([*path, "columns", name]) is not None:
            document = document.rename([*path, "columns", name], to)
    heads = {column.head: to} if column.head == name else {}
    pattern = bound(name)
    texts = {
        (record, head): pattern.sub(lambda _: "{" + to, text)
        for record, cells in zip(table.records, table.texts_by_head, strict=True)
        for head, text in cells.items()
        if pattern.search(text)
    }
    others = [document.change, *(each.change for each in changed.values())]
    if heads:
        others += translated(table, lambda words: Rewriting(heads=heads) if name in words.header else Rewriting())
    rewriting = Rewriting(texts=texts, heads=heads)
    return finish(table, rewriting, f"column {name} renamed to {to}", seen, others=others)


def delete_column(table: Table, name: str, seen: Mapping[str, str], *, force: bool = False) -> Edit:
    """Return the edit that deletes a column and its declaration.

    BuildError with all that uses the column, unless `force` says that the person knows.
    """
    column = table.column(name)
    if name == "id":
        raise error_at(table.head, "every card needs its id", "keep the column id")
    uses = used_words(uses_of(table.workspace, table.name, name), name)
    if uses and not force:
        raise BuildError(uses)
    document = game_yaml(table)
    for path in readers(table, document):
        if column.column is not None:
            document = document.remove([*path, "columns", name])
    rewriting = Rewriting(dropped=column.head)
    drop = translated(table, lambda words: Rewriting(dropped=name) if name in words.header else Rewriting())
    others = [document.change, *drop]
    return finish(table, rewriting, f"column {name} deleted", seen, lambda _: force, others)


def _checked(table: Table, name: str) -> str:
    """Return the name of a new column without blanks around it; BuildError for one that cannot be."""
    name = " ".join(name.split())
    if not _NAME.fullmatch(name):
        hint = "begin with a letter; go on with letters, digits, blanks, - and _"
        raise error_at(table.head, f"{quoted(name)} cannot be the name of a column", hint)
    names = {known.casefold() for column in table.columns for known in (column.name, column.head)}
    if name.casefold() in names:
        raise error_at(table.head, f"there is a column {name} already", "choose another name")
    return name


def readers(table: Table, document: Document) -> list[tuple[str, str]]:
    """Return the keys in game.yaml of all decks and tables that read the file of a table, its own first."""
    data = document.get([*table.path, "data"])
    entries = [(group, name) for group in ("decks", "tables") for name in document.get([group]) or ()]
    return [table.path, *(path for path in entries if path != table.path and document.get([*path, "data"]) == data)]


def game_yaml(table: Table) -> Document:
    """Return game.yaml as it is now."""
    path = table.workspace.game / GAME
    return Document(path, read_bytes(path, shown(path)))

"""Write texts into the cells of a table, into rows below the last, and into new columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from msgspec import structs

from beeprint.base.problems import Place, error_at
from beeprint.base.words import counted
from beeprint.edit.brace_words import keep_words
from beeprint.edit.change import Edit
from beeprint.edit.declaring import list_words
from beeprint.edit.document import Document
from beeprint.edit.rewriting import NewColumn, Rewriting
from beeprint.edit.table_columns import TYPES, checked_head, declare_column, game_yaml, name_of
from beeprint.edit.tables import Table, finish, new_rows
from beeprint.game.columns import Column
from beeprint.sources.workspace import shown

#: Cells as a page writes them: the index of the row, the name of the column, and the text.
Cells = Mapping[tuple[int, str], str]


def set_cells(
    table: Table,
    cells: Cells,
    seen: Mapping[str, str],
    words: Mapping[str, Collection[str]] = MappingProxyType({}),
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Edit:
    """Return the edit that writes texts into cells; rows past the last are added, with ids of their own.

    `words` are added to the lists of columns, by their names. `columns` are heads of columns to add, which the cells
    may name, with their types as keys of TYPES. Words in braces that name nothing stay words. BuildError where a text
    does not fit its column: all is written, or nothing.
    """
    heads = {checked_head(table, head): kind for head, kind in columns.items()}
    named = {name_of(head): head for head in heads}
    names = {given: name_of(checked_head(table, given)) for given in columns}
    clean = {(index, names.get(name, name)): _clean(table, text) for (index, name), text in cells.items()}
    document = _list_words(table, game_yaml(table), words)
    for head, kind in heads.items():
        document = declare_column(table, document, head, TYPES[kind])
    clean, document, kept = keep_words(table, document, clean, {name: heads[head] for name, head in named.items()})
    texts: dict[tuple[int, str], str] = {}
    added: dict[int, dict[str, str]] = {}
    for (index, name), text in clean.items():
        if index >= len(table.pieces):
            added.setdefault(index, {})[name] = text
        elif name not in named:
            column = table.column(name)
            if table.texts_by_head[index].get(column.head, "").strip() != text:
                texts[table.records[index], column.head] = text
    given = [added[index] for index in sorted(added)]
    for name in {name for row in given for name in row if name not in named}:
        table.column(name)
    rows, open_cells = new_rows(table, len(table.pieces), given)
    rows = tuple(
        structs.replace(row, texts={**row.texts, **{head: own.get(name, "") for name, head in named.items()}})
        for row, own in zip(rows, given, strict=True)
    )
    steps = [
        Rewriting(column=NewColumn(head, table.free_column(number), _texts(table, clean, name), heads[head] != "text"))
        for number, (name, head) in enumerate(named.items())
    ]
    title = _title(table, clean, words, kept)
    if named:
        title += f", {counted(len(named), 'column')} added"
    return finish(table, Rewriting(texts=texts, rows=rows), title, seen, open_cells, [document.change], steps)


def _texts(table: Table, cells: Cells, name: str) -> dict[int, str]:
    """Return the texts of a new column in rows that the table has, by record."""
    rows = enumerate(table.records)
    return {record: cells.get((index, name), "") for index, record in rows if index not in table.asides}


def _title(table: Table, cells: Cells, words: Mapping[str, Collection[str]], kept: Collection[str]) -> str:
    title = f"{counted(len(cells), 'cell')} of {table.title} changed"
    if len(cells) == 1:
        ((index, name),) = cells
        head = table.column(name).head
        title = f"{head} of {table.called(index) if index < len(table.pieces) else 'a new row'} changed"
    listed = (f"{', '.join(new)} added to the list of {table.column(name).head}" for name, new in words.items())
    return ", ".join((title, *listed, *([f"{', '.join(kept)} kept as words"] if kept else [])))


def _list_words(table: Table, document: Document, words: Mapping[str, Collection[str]]) -> Document:
    """Return game.yaml with words added to the lists of columns, by their names."""
    for name, new in words.items():
        if not table.declared.get(name, Column()).of:
            raise error_at(table.head, f"{name} has no list of words", "look at the column as it is now")
        document = list_words(document, (*table.path, "columns", name), new)
    return document


def _clean(table: Table, text: str) -> str:
    if "\0" in text:
        raise error_at(Place(shown(table.source[0])), "a cell cannot hold a NUL character", "no text has one")
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()

"""Replace a word at the place of a problem: a key or a value of YAML, a cell or a head of a table, a word of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Fix, Place, error_at
from beeprint.edit import table_formats
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.text import Piece, Splice, source_text
from beeprint.sources.data_formats import CSV, EXCEL, JSON, JSON_LINES, ODS, YAML, format_of
from beeprint.sources.nodes import read_yaml
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import GAME, shown

_GONE = "look at the problem as it is now, or change it in the file"


def replace_word(draft: Draft, fix: Fix, place: Place) -> None:
    """Write `new` in place of `word` at a place; BuildError where the word is not there, or not once only."""
    path, word, new = draft.path(place), str(fix.values["word"]), str(fix.values["new"])
    for old, other in _forms(word, new):
        try:
            return _replace(draft, path, place, old, other)
        except _AbsentError:
            continue
    raise error_at(place, f"{word} is not written here", _GONE)


class _AbsentError(Exception):
    """Raised where a word is not at its place."""


def _forms(word: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield a word and its successor, then both without the folders that they share: a cell may hold the name alone."""
    yield word, new
    while "/" in word and "/" in new and word.split("/")[0] == new.split("/")[0]:
        word, new = word.partition("/")[2], new.partition("/")[2]
        yield word, new


def _replace(draft: Draft, path: Path, place: Place, word: str, new: str) -> None:
    data = _data_of(draft, path)
    if data is not None:
        _in_table(draft, path, place, data, (word, new))
    elif path.suffix.lower() in (".yaml", ".yml"):
        draft.put(_in_document(draft.yaml(path), place, word, new))
    else:
        _in_text(draft, path, place, word, new)


def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")


# YAML -----------------------------------------------------------------------------------------------------------------


def _in_document(document: Document, place: Place, word: str, new: str) -> Document:
    """Return a document in which a key or a value at a place is another."""
    key = _key_at(document, place, word)
    at = [piece for piece in pieces(document.root) if (piece.line, piece.column) == (place.line, place.column)]
    scalars = [scalar for piece in at[:1] for scalar in piece.scalars()]
    wanted = [scalar for scalar in scalars if scalar.value == word]
    wanted = wanted or [scalar for scalar in scalars if _whole(word).search(scalar.value)]
    if key is None and not wanted:  # the key of the value at the place, which messages of conditions name
        key = next((piece for piece in at if piece.key is not None and piece.path[-1] == word), None)
    if key is not None:
        return document.rename(key.path, new)
    if len(wanted) != 1:
        raise _AbsentError
    value = wanted[0].value
    return document.set(wanted[0].path, new if value == word else _whole(word).sub(lambda _: new, value))


def _key_at(document: Document, place: Place, word: str) -> Piece | None:
    """Return the value whose key is at a place, None where that is another word."""
    named = (piece for piece in pieces(document.root) if piece.key is not None and piece.path[-1] == word)
    at = (place.line, place.column)
    return next((piece for piece in named if piece.key and position(document, piece.key[0]) == at), None)


def pieces(piece: Piece) -> Iterator[Piece]:
    """Yield a value and all values in it, outer ones first."""
    yield piece
    for child in piece.children:
        yield from pieces(child)


def position(document: Document, at: int) -> tuple[int, int]:
    """Return line and column, from 1, of a character of a document."""
    text = source_text(document.data, shown(document.path)).text[:at]
    lines = re.split(r"\r\n?|\n", text)
    return len(lines), len(lines[-1]) + 1


# tables ---------------------------------------------------------------------------------------------------------------


class _Data(NamedTuple):
    """What the game says of a data file: the sheet or list, the row of its heads, and the folder that it is in."""

    sheet: str
    head: int
    folder: bool


def _declared(draft: Draft) -> dict[str, tuple[tuple[str, str], Any]]:
    """Return, by the names of data files, the keys of a deck or table in game.yaml and what it says of its data."""
    try:
        plain = read_yaml(draft.read(draft.folder / GAME) or b"", GAME).plain()
    except BuildError:
        return {}
    entries: dict[str, tuple[tuple[str, str], Any]] = {}
    for group in ("decks", "tables"):
        named = plain.get(group) if isinstance(plain, dict) else None
        for name, entry in named.items() if isinstance(named, dict) else ():
            data = entry.get("data") if isinstance(entry, dict) else None
            file = data.get("file") if isinstance(data, dict) else data
            if isinstance(file, str):
                entries.setdefault(file, ((group, name), data))
    return entries


def _data_of(draft: Draft, path: Path) -> _Data | None:
    """Return what game.yaml says of a data file or its translation; None for other files."""
    try:
        name = path.relative_to(draft.folder).as_posix()
    except ValueError:
        return None
    name = re.sub(r"^lang/[^/]+/(?!game\.yaml)", "", name)
    entries = _declared(draft)
    folder = f"{name.rpartition('/')[0]}/"
    source: Any = entries[name][1] if name in entries else entries[folder][1] if folder in entries else None
    if source is None:
        return None
    more = source if isinstance(source, dict) else {}
    return _Data(str(more.get("sheet", "")), int(more.get("head", 1)), name not in entries)


def read_data(draft: Draft, path: Path) -> DataTable:
    """Return a data file of the game, as the draft has it."""
    data = _data_of(draft, path) or _Data("", 1, False)
    return read_table_bytes(draft.read(path) or b"", shown(path), data.sheet, data.head)


def _in_table(draft: Draft, path: Path, place: Place, data: _Data, words: tuple[str, str]) -> None:
    """Replace a word in the only cell at a place that holds it, or in a head."""
    held = draft.read(path) or b""
    word, new = words
    if data.folder:
        raise error_at(place, "this is a file of a folder of cards", _GONE)
    table = read_table_bytes(held, shown(path), data.sheet, data.head)
    at = table.origin.place
    heads = [head for number, head in enumerate(table.header) if at(table.head, number) == place and head == word]
    if heads:
        changed = _write_cell(path, held, table, (table.head, heads[0]), new)
        wanted = [tuple(new if head == word else head for head in table.header), *_cells(table)]
    else:
        row, head = _cell(table, place, word)
        text = table.rows[row][head].strip()
        text = new if text == word else _whole(word).sub(lambda _: new, text)
        changed = _write_cell(path, held, table, (table.records[row], head), text)
        cells = [dict(cells) for cells in table.rows]
        cells[row][head] = text
        wanted = [table.header, *([text.strip() for text in cells.values()] for cells in cells)]
    after = read_table_bytes(changed, shown(path), data.sheet, data.head)
    if [after.header, *_cells(after)] != wanted:
        raise error_at(place, f"{word} cannot be changed here without changing something else", _GONE)
    draft.write(path, changed)


def _cells(table: DataTable) -> list[list[str]]:
    return [[text.strip() for text in cells.values()] for cells in table.rows]


def _cell(table: DataTable, place: Place, word: str) -> tuple[int, str]:
    """Return row and column of the only cell at a place that holds a word."""
    cells = [
        (row, head)
        for row, record in enumerate(table.records)
        for number, head in enumerate(table.header)
        if table.origin.place(record, number) == place and _whole(word).search(table.rows[row][head])
    ]
    exact = [(row, head) for row, head in cells if table.rows[row][head].strip() == word]
    cells = exact or cells
    if len(cells) != 1:
        raise _AbsentError
    return cells[0]


def _write_cell(path: Path, data: bytes, table: DataTable, cell: tuple[int, str], text: str) -> bytes:
    """Return a file's bytes with a text in a cell, by the number of its record and its head."""
    (record, head), format_ = cell, format_of(path.name) or CSV
    has_cells = table.separator or format_ in (EXCEL, ODS)
    if has_cells or (record > table.head and format_ in (JSON, JSON_LINES, YAML)):
        table_formats.check_editable(path, path.name)
        rewriting = Rewriting(heads={head: text}) if record == table.head else Rewriting(texts={(record, head): text})
        return table_formats.rewrite(data, shown(path), path.name, table, rewriting)
    raise error_at(table.origin.place(record), f"{path.name} is {format_.name}, which is not changed here", _GONE)


# other texts ----------------------------------------------------------------------------------------------------------


def _in_text(draft: Draft, path: Path, place: Place, word: str, new: str) -> None:
    """Replace a word at a place of a Markdown file or a drawing, or behind it on its line."""
    source = source_text(draft.read(path) or b"", shown(path))
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", source.text))]
    if not 0 < place.line <= len(starts):
        raise _AbsentError
    start = starts[place.line - 1] + max(0, place.column - 1)
    end = next((at for at in starts if at > start), len(source.text))
    spans = [match.span() for match in _whole(word).finditer(source.text, start, end)]
    if not spans:
        raise _AbsentError
    draft.write(path, source.splice([Splice(*spans[0], new)]))


def seems_written(draft: Draft, fix: Fix, place: Place) -> bool:
    """Return whether the word that a fix replaces is on the line of its place, or in a cell that begins there.

    A workbook is not read for that: its reader gave the place.
    """
    if fix.kind != "replace" or place.cell:
        return True
    data = draft.read(draft.path(place)) or b""
    lines = re.split(r"\r\n?|\n", data.decode("utf-8", "replace"))[max(0, place.line - 1) :]
    return any(old in line for old, _ in _forms(str(fix.values["word"]), str(fix.values["new"])) for line in lines[:20])

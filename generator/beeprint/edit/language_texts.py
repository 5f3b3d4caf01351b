"""The texts of a game beside their translations in a language, and the edit that writes a translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base.problems import Fix, Place, did_you_mean, error_at
from beeprint.edit import table_formats
from beeprint.edit.change import Change, Edit
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.edit.rewriting import NewColumn, NewRow, Rewriting
from beeprint.edit.translations import translate
from beeprint.game import model
from beeprint.game.columns import match_heads
from beeprint.game.model import DataFile, Game
from beeprint.game.rows import Row, Rows
from beeprint.game.titles import texts_to_read
from beeprint.game.translation import has_words
from beeprint.sources.data_formats import CSV, TEXT, TSV, format_of
from beeprint.sources.nodes import Node
from beeprint.sources.source import read_bytes
from beeprint.sources.table_files import read_table
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import GAME, Workspace, shown


class TextPair(Struct, frozen=True):
    """A text of a game with its translation, empty where there is none, or where it is still the original.

    `table` is a deck or a table, and `keys` are a row and a column of it; else `table` is empty, and `keys` lead to the
    text in game.yaml.
    """

    table: str
    keys: tuple[str, ...]
    original: str
    text: str


def language_texts(game: Game, language: str) -> list[TextPair]:
    """List the texts of a game that people read, with their translations; BuildError where one cannot be read."""
    _check_language(game, language)
    original = model.load(Workspace(game.workspace.game))[0]
    titles = _titles(original.workspace.game, language)
    pairs = [
        TextPair("", keys, text, _differing(_joined(titles.get(keys)), text))
        for keys in texts_to_read(original.node)
        for text in [_joined(_value(original.node, keys))]
    ]
    for name, rows in _tables(original):
        words = _Words(original, name, language)
        pairs += [
            TextPair(name, (row.id, column), row.as_written(column), words.text(row.id, column))
            for row in rows.rows
            for column in _columns(rows)
            if has_words(row.texts.get(column, ""))
        ]
    return pairs


def reasons(game: Game, language: str) -> dict[str, str]:
    """Return why the texts of some tables cannot be translated in the page, in words, by the tables' names."""
    original = model.load(Workspace(game.workspace.game))[0]
    return {name: reason for name, _ in _tables(original) if (reason := _Words(original, name, language).reason)}


def set_translation(game: Game, language: str, table: str, keys: Sequence[str], text: str, before: str) -> Edit:
    """Return the edit that writes a translation; without a text, the original is printed again.

    BuildError if the translation is not `before` any more, or cannot be that of its original.
    """
    _check_language(game, language)
    home = game.workspace.game
    wanted = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    translated = model.load(Workspace(home), language)[0]
    draft = Draft(translated)
    if not table:
        original = _value(model.load(Workspace(home))[0].node, keys)
        document = _titles(home, language)
        _check_before(document.path, _differing(_joined(document.get(keys)), _joined(original)), before)
        draft.put(_with_title(document, tuple(keys), wanted.split("\n") if isinstance(original, list) else wanted))
        return draft.edit(f"{' of '.join(reversed(keys[-2:]))} in {language} changed")
    row, column = keys
    words = _Words(model.load(Workspace(home))[0], table, language)
    _check_before(words.path, words.text(row, column), before)
    words.write(draft, row, column, wanted)
    return draft.edit(f"{column} of {row} in {language} changed")


def _check_language(game: Game, language: str) -> None:
    if language not in game.spec.languages[1:]:
        place = Place(shown(game.workspace.game / GAME))
        hint = did_you_mean(language, game.spec.languages[1:]) or "add the language first"
        raise error_at(place, f"the game is not translated into {language}", hint)


def _check_before(path: Path, now: str, before: str) -> None:
    if now != before:
        raise error_at(Place(shown(path)), "this translation has changed meanwhile", "look at it as it is now")


# Texts of game.yaml ---------------------------------------------------------------------------------------------------


def _titles(home: Path, language: str) -> Document:
    path = home / "lang" / language / GAME
    return Document(path, read_bytes(path, shown(path)) if path.is_file() else b"{}\n")


def _with_title(document: Document, keys: tuple[str, ...], value: str | list[str]) -> Document:
    """Return a document with another text; without one, the mappings that it leaves empty go too."""
    if value not in ("", [""]):
        return document.set(keys, value)
    if document.get(keys) is None:
        return document
    document = document.remove(keys)
    return document.remove(keys[:1]) if document.get(keys[:1]) == {} else document


def _value(node: Node, keys: Sequence[str]) -> Any:
    entry = node.find(keys)
    if entry is None:
        raise error_at(node.place, f"game.yaml has no {' > '.join(keys)}", "look at it as it is now")
    return entry.plain()


def _differing(text: str, original: str) -> str:
    return "" if text == original else text


def _joined(value: Any) -> str:
    """Return a text of game.yaml, the items of a list as lines."""
    return "\n".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


# Texts of tables ------------------------------------------------------------------------------------------------------


def _tables(game: Game) -> Iterator[tuple[str, Rows]]:
    """Yield decks and tables, and only the first of several that read the same file."""
    files: set[DataFile] = set()
    for name in game.names:
        rows, data = game.rows(name), _entry(game, name).data
        if rows is not None and data not in files:
            files.add(data)
            yield name, rows


def _entry(game: Game, name: str) -> model.DeckSpec | model.TableSpec:
    return game.spec.decks[name] if name in game.spec.decks else game.spec.tables[name]


def _columns(rows: Rows) -> list[str]:
    return [name for name, column in rows.columns.items() if column.type == "text" and name != "id"]


class _Words:
    """The translation of a table: the file as it is, and what a text makes of it."""

    def __init__(self, original: Game, name: str, language: str) -> None:
        self._data = _entry(original, name).data
        rows = original.rows(name)
        if rows is None:
            raise error_at(original.node.place, f"there is no table {name}", did_you_mean(name, original.names))
        self._rows = rows
        self.file = f"lang/{language}/{self._data.file}"
        self.path = original.workspace.game / self.file
        place = Place(shown(self.path))
        self._raw: DataTable | None = None
        if self.path.exists():
            data = self._data
            self._raw = read_table(Workspace(original.workspace.game), self.file, data.sheet, place, data.head)
        header = self._raw.header if self._raw else ()
        self._heads = {"id": "id"} | match_heads(rows.columns, header)
        records = zip(self._raw.records, self._raw.rows, strict=True) if self._raw else ()
        self._cells: dict[str, tuple[int, Mapping[str, str]]] = {}
        for record, cells in records:
            self._cells.setdefault(cells.get(self._heads["id"], "").strip(), (record, cells))

    @property
    def reason(self) -> str:
        """Return why nothing can be translated here, empty if it can."""
        name = self._data.file
        if name.endswith("/"):
            return f"{name} is a folder of texts: translate its files in {self.file}."
        if self._raw is None and (format_of(name) or CSV) not in (CSV, TSV, TEXT):
            return f"{name} is no CSV: save a copy as {self.file}, with the id and the texts to translate."
        return ""

    def text(self, row: str, column: str) -> str:
        """Return the translation of a cell, empty where there is none."""
        _, cells = self._cells.get(row, (0, {}))
        original = self._rows.by_id[row].as_written(column) if row in self._rows.by_id else ""
        return _differing(cells.get(self._heads.get(column, column), "").strip(), original)

    def write(self, draft: Draft, row: str, column: str, text: str) -> None:
        """Write a translation into the file, with the row and the column if they are missing; BuildError if it cannot.

        Texts without a translation get their originals, which beeprint takes for still to be translated.
        """
        place = Place(shown(self.path))
        if self.reason:
            raise error_at(place, self.reason.rstrip("."), "then translate here")
        if row not in self._rows.by_id or column not in _columns(self._rows):
            raise error_at(place, f"{self._rows.file} has no text {column} of {row}", "look at the table as it is now")
        entry = self._rows.by_id[row]
        wanted = text or entry.as_written(column)
        if wanted == (self.text(row, column) or entry.as_written(column)):
            return
        if self._raw is None:
            texts = {name: entry.as_written(name) for name in _columns(self._rows)}
            fix = Fix("", "translate", {"file": self.file, "rows": [{"id": row, **texts, column: wanted}]})
            return translate(draft, fix, place)
        table_formats.check_editable(self.path, self.file)
        rewriting = self._rewriting(self._raw, entry, column, wanted)
        before = read_bytes(self.path, shown(self.path))
        after = table_formats.rewrite(before, shown(self.path), self.file, self._raw, rewriting)
        if not rewriting.is_carried_out(self._raw, table_formats.read_again(after, self.path, self._raw)):
            raise error_at(place, "this text cannot be written without changing another", "edit it in the file")
        draft.take([Change(self.path, before, after)])

    def _rewriting(self, raw: DataTable, row: Row, column: str, text: str) -> Rewriting:
        head = self._heads.get(column, column)
        record, _ = self._cells.get(row.id, (0, {}))
        new_column = None
        if head not in raw.header:
            originals = {number: self._rows.by_id.get(key) for key, (number, _) in self._cells.items()}
            texts = {number: each.as_written(column) for number, each in originals.items() if each}
            texts |= {record: text} if record else {}
            new_column = NewColumn(head, len(raw.header), texts)
        if record:
            return Rewriting(texts={} if new_column else {(record, head): text}, column=new_column)
        named = {name: self._heads.get(name, name) for name in _columns(self._rows)}
        texts_of = {at: row.as_written(name) for name, at in named.items() if at in (*raw.header, head)}
        end = raw.records[-1] + 1 if raw.records else raw.head + 1
        new_row = NewRow(end, {self._heads["id"]: row.id, **texts_of, head: text})
        return Rewriting(rows=(new_row,), column=new_column)

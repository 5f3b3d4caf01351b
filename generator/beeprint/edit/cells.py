"""Find a cell of a data file, and write another text into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from msgspec import Struct, structs

from beeprint.base.problems import Place, Problem, did_you_mean, error_at
from beeprint.edit import cell_formats, table_formats
from beeprint.edit.change import Change, Edit, check_seen, digests, own_file
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.tables import brought
from beeprint.game import columns, model
from beeprint.game.model import Game
from beeprint.game.rows import Rows, understand_rows
from beeprint.sources.data_formats import CSV, format_of
from beeprint.sources.source import read_bytes
from beeprint.sources.table_files import read_table
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import Workspace, shown


@dataclass(frozen=True)
class Cell:
    """A cell in a snapshot of its file; `head` is its column's name there, `called` what a person calls its row.

    `language` is empty unless the file is a translation, which holds texts only.
    """

    name: str
    row: str
    column: str
    language: str
    head: str
    text: str
    place: Place
    path: Path
    seen: Mapping[str, str]
    called: str
    _source: _Source = field(repr=False, compare=False)


class _Source(Struct, frozen=True):
    """The source of a cell: the file as the game names it, its bytes, its table, and the index of the row.

    `head` is the number of the row that names the columns, `sheet` that of a workbook.
    """

    game: Game
    file: str
    data: bytes
    table: DataTable
    index: int
    head: int
    sheet: str

    def table_with(self, data: bytes, path: Path) -> DataTable:
        """Return the table as it is with other bytes in the file."""
        return read_table(self.workspace_with(data, path), self.file, self.sheet, Place(self.file), self.head)

    def workspace_with(self, data: bytes, path: Path) -> Workspace:
        """Return the game's folder with other bytes in the file."""
        workspace = self.game.workspace
        name = f"{self.file}{path.name}" if self.file.endswith("/") else self.file
        return replace(workspace, instead={**workspace.instead, name: data})


def find_cell(game: Game, name: str, row: str | int, column: str, language: str = "") -> Cell:
    """Find a cell of a deck or table by the id or the line of its row; BuildError if there is none.

    With `language`, a text is that of the translation. A workbook is refused with the sheet and the cell to edit.
    """
    spec = game.spec.decks.get(name) or game.spec.tables.get(name)
    if spec is None:
        raise error_at(game.node.place, f"there is no deck or table {name}", did_you_mean(name, game.names))
    group = "decks" if name in game.spec.decks else "tables"
    place = game.node.at([group, name, "data"])
    table = read_table(game.workspace, spec.data.file, spec.data.sheet, place, spec.data.head)
    at = game.node.key_at([group, name], "columns")
    rows = understand_rows(name, table, spec.columns, at, [], spec.ignore)
    index = _index(rows, row)
    key, file, table = rows.table.rows[index].get("id", "").strip(), spec.data.file, rows.table
    kind = rows.columns.get(column)
    if language == next(iter(game.spec.languages), "") or kind is None or kind.type != "text" or column == "id":
        language = ""
    if language:
        file = f"lang/{language}/{spec.data.file}"
        table = _translation(game, rows, structs.replace(spec.data, file=file), place)
        index = _in_translation(table, key, column)
    head = _head(table, rows, column)
    spot = table.place(index, column)
    format_ = format_of(file) or CSV
    if not format_.editable:
        sheet, _, cell = spot.cell.rpartition("!")
        hint = f"open it, and edit the cell {cell} of the sheet {sheet}" if cell else "open it in its own program"
        raise error_at(spot, f"{file} is {format_.name}, which is not changed here", hint)
    path = _path(game.workspace, file, spot)
    data = read_bytes(path, shown(path))
    text = table.rows[index].get(head, "").strip()
    source = _Source(game, file, data, table, index, spec.data.head, spec.data.sheet)
    called = rows.called(rows.by_id[key]) if key in rows.by_id else key
    return Cell(name, key, column, language, head, text, spot, path, digests({path: data}), called, source)


def _index(rows: Rows, row: str | int) -> int:
    """Return the index of a row in its table, by its id or by any of its lines in the file."""
    table = rows.table
    if isinstance(row, str):
        if row not in rows.by_id:
            raise error_at(table.place(None), f"{rows.file} has no row {row}", did_you_mean(row, rows.by_id))
        return rows.by_id[row].index
    lines = [table.place(index).line for index in range(len(table.rows))]
    above = [index for index, line in enumerate(lines) if line <= row]
    if not above:
        raise error_at(table.place(None), f"no row of {rows.file} is on line {row}", "rows come below the header")
    return above[-1]


def _translation(game: Game, rows: Rows, data: model.DataFile, place: Place) -> DataTable:
    """Return the table of a translation, with its columns under the names of the game."""
    if not (game.workspace.game / data.file).exists():
        there = Place(shown(game.workspace.game / data.file))
        raise error_at(there, "there is no such translation", f"write one that holds id and the texts of {rows.file}")
    table = read_table(game.workspace, data.file, data.sheet, place, data.head)
    return table.renamed(columns.match_heads(rows.columns, table.header))


def _in_translation(table: DataTable, key: str, column: str) -> int:
    """Return the index of the row that a translation has for an id."""
    index = next((index for index, cells in enumerate(table.rows) if cells.get("id", "").strip() == key), None)
    if index is None:
        raise error_at(table.place(None), f"{key} is not translated", f"add a row with the id {key}")
    return index


def _head(table: DataTable, rows: Rows, column: str) -> str:
    """Return the name of a column in the file."""
    declared = rows.columns.get(column)
    if column == "id" and declared is not None and declared.auto is not None:
        head = table.aliases.get("id", "")
        if "id" not in columns.match_heads({"id": declared}, table.header):
            message = f"ids are made from the column {head}" if head else "ids are made from another column"
            raise error_at(table.place(None, column), message, "edit that one")
    head = table.aliases.get(column, column)
    if head in table.header:
        return head
    known = [name for name in (*rows.columns, "copies") if table.aliases.get(name, name) in table.header]
    hint = "add it to the first row" if column in (*rows.columns, "copies") else did_you_mean(column, known)
    raise error_at(table.place(None), f"{table.shown} has no column {column}", hint)


def _path(workspace: Workspace, file: str, spot: Place) -> Path:
    """Return the file that a cell is in: the data file itself, or one of the files in a folder."""
    if file.endswith("/"):
        return next(path for path in (workspace.game / file).iterdir() if shown(path) == spot.file)
    path = workspace.data_file(file, spot)
    if path is None:
        raise error_at(spot, f"there is no file {file} in {shown(workspace.game)}")
    return path


def set_cell(cell: Cell, text: str, seen: Mapping[str, str]) -> Edit:
    """Return the edit that writes a text into a cell; BuildError where the game cannot be read with it.

    Blanks around the text are left out, as the reader does. Problems are those that the edit brings.
    """
    source = cell._source
    check_seen({cell.path: source.data}, seen)
    game = source.game.workspace.game
    own_file(cell.path, game)
    wanted = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    title = f"{cell.head} of {cell.called} changed"
    if wanted == cell.text:
        return Edit(title, game, ())
    if "\0" in wanted:
        raise error_at(cell.place, f"{cell.column} cannot hold a NUL character", "no text has one")
    data = with_text(cell, wanted)
    _check_table(cell, data, wanted)
    old = table_formats.old_results(source.data, shown(cell.path), source.file, source.table, _rewriting(cell, wanted))
    return Edit(title, game, (Change(cell.path, source.data, data),), (*_faults(cell, data), *old))


def rebased(cell: Cell, data: bytes) -> Cell:
    """Return a cell of a file whose bytes have changed meanwhile in other cells of one line each."""
    return replace(cell, _source=structs.replace(cell._source, data=data))


def with_text(cell: Cell, text: str) -> bytes:
    """Return the file's bytes with the text in the cell; nothing is checked."""
    source, file = cell._source, shown(cell.path)
    if source.file.endswith("/"):
        return cell_formats.replace_markdown(source.data, file, cell.head, text)
    table_formats.check_editable(cell.path, source.file)
    table = source.table_with(source.data, cell.path)
    return table_formats.rewrite(source.data, file, source.file, table, _rewriting(cell, text))


def _rewriting(cell: Cell, text: str) -> Rewriting:
    return Rewriting(texts={(cell._source.table.records[cell._source.index], cell.head): text})


def _check_table(cell: Cell, data: bytes, text: str) -> None:
    """Raise BuildError unless the file's table differs in the wanted cell only."""
    source = cell._source
    old, new = source.table_with(source.data, cell.path), source.table_with(data, cell.path)
    index = old.records.index(source.table.records[source.index])  # a game leaves out rows that aren't pieces
    rows = [dict(cells) for cells in old.rows]
    rows[index][cell.head] = text
    after = [dict(cells) for cells in new.rows]
    if index < len(after):
        after[index][cell.head] = after[index].get(cell.head, "").strip()
    if (new.header, new.records, after) != (old.header, old.records, rows):
        message = f"{cell.column} of {cell.row} cannot be changed without changing something else"
        raise error_at(cell.place, message, "edit it in the file")


def _faults(cell: Cell, data: bytes) -> tuple[Problem, ...]:
    """Return the warnings that a change brings to the game's data; BuildError for errors, in the reader's words."""
    after = cell._source.workspace_with(data, cell.path)
    return brought(cell._source.game.workspace, after, lambda _: False, cell.language)

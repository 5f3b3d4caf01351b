"""Let the translations of a table follow when its cards and columns get other names, or go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from beeprint.base.problems import Place, error_at
from beeprint.edit import table_formats
from beeprint.edit.change import Change, own_file
from beeprint.edit.rewriting import NewRow, Rewriting
from beeprint.game.model import DeckSpec, TableSpec
from beeprint.sources.source import read_bytes
from beeprint.sources.table_files import read_table
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import Workspace, shown


class _Original(Protocol):
    """What is asked of a table."""

    @property
    def workspace(self) -> Workspace: ...

    @property
    def file(self) -> str: ...

    @property
    def spec(self) -> DeckSpec | TableSpec: ...


def translated(table: _Original, rewrite: Callable[[DataTable], Rewriting]) -> Iterator[Change]:
    """Yield what changes in each translation of a table; BuildError where a translation cannot be written."""
    game = table.workspace.game
    for folder in sorted((game / "lang").iterdir()) if (game / "lang").is_dir() else ():
        path = folder / table.file
        if not path.is_file():
            continue
        file, data = path.relative_to(game).as_posix(), table.spec.data
        words = read_table(table.workspace, file, data.sheet, Place(shown(path)), data.head)
        rewriting = rewrite(words)
        if rewriting != Rewriting():
            yield _changed(path, file, words, rewriting, game)


def _changed(path: Path, file: str, words: DataTable, rewriting: Rewriting, game: Path) -> Change:
    own_file(path, game)
    table_formats.check_editable(path, file)
    before = read_bytes(path, shown(path))
    after = table_formats.rewrite(before, shown(path), file, words, rewriting)
    again = table_formats.read_again(after, path, words)
    if not rewriting.is_carried_out(words, again):
        raise error_at(Place(shown(path)), "this translation cannot follow the change", "change it in the file first")
    return Change(path, before, after)


def follow(words: DataTable, ids: Mapping[str, str | None], copies: Mapping[str, Sequence[str]]) -> Rewriting:
    """Return the rewriting of a translation whose cards get other ids, None for a card that goes.

    `copies` are the ids of duplicates of a card, which take its texts with them.
    """
    if "id" not in words.header:
        return Rewriting()
    texts, gone, rows = dict[tuple[int, str], str](), set[int](), list[NewRow]()
    for record, cells in zip(words.records, words.rows, strict=True):
        key = cells["id"].strip()
        new = ids.get(key, key)
        if new is None:
            gone.add(record)
        elif new != key:
            texts[record, "id"] = new
        end = words.records[-1] + 1
        rows += [NewRow(end, {"id": copy}, record) for copy in copies.get(key, ())]
    return Rewriting(texts=texts, gone=frozenset(gone), rows=tuple(rows))

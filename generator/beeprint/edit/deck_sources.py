"""Which table a deck is read from, and which design draws its fronts."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from beeprint.base.problems import BuildError, Place, did_you_mean, error_at
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.change import Edit
from beeprint.edit.column_uses import uses_of
from beeprint.edit.decks import ORDER, check_deck
from beeprint.edit.declaring import declaration_of
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft, check_readable
from beeprint.edit.snapshot import Snapshot
from beeprint.game.columns import Column, match_head, match_heads, unread
from beeprint.game.model import Game
from beeprint.sources.data_formats import endings, format_of
from beeprint.sources.source import list_names, read_bytes
from beeprint.sources.table_files import read_table_bytes, sheets_of
from beeprint.sources.tables import UNNAMED, DataTable
from beeprint.sources.workspace import OUTPUT, Workspace, shown
from beeprint.starter.schemas import kind_of

#: The folders of a game whose files are no tables of it.
_NO_TABLES = ("lang", "layouts", "schemas", "art", "fonts", OUTPUT)
#: The keys of data: in the order of a file.
_KEYS = ("file", "sheet", "head", "source")


def tables_of(game: Game) -> list[tuple[str, str]]:
    """Return the tables in a game's folder, each as a file and its sheet; files that cannot be read are left out."""
    home = game.workspace.game
    used = {spec.data.file for spec in game.spec.decks.values()} | {
        spec.data.file for spec in game.spec.tables.values()
    }
    tables: list[tuple[str, str]] = []
    for name in sorted(list_names(home)):
        format_ = format_of(name)
        is_table = format_ is not None and (format_.taken == "always" or name in used)
        if is_table and name.partition("/")[0] not in _NO_TABLES:
            with contextlib.suppress(BuildError, OSError):
                sheets = sheets_of(read_bytes(home / name, shown(home / name)), name)
                tables += [(name, sheet if len(sheets) > 1 else "") for sheet in sheets]
    return [*tables, *((name, "") for name in used if name.endswith("/"))]


def designs_of(game: Game) -> list[str]:
    """Return the layouts that may draw pieces: the game's own, and the fronts of its decks."""
    own = [name for name in Snapshot(game.workspace.game).own_names() if kind_of(f"layouts/{name}.yaml") == "layout"]
    return list(dict.fromkeys([*own, *(deck.spec.front for deck in game.decks.values())]))


def set_table(game: Game, deck: str, file: str, sheet: str, head: int | None, source: str) -> Edit:
    """Return the edit after which a deck is read from another table, or from another row on.

    `head` is the number of the row that names the columns, None to look for it; `source` the address that the table is
    pulled from. New columns are declared by what their cells hold. Columns that the table lacks are no longer declared,
    unless a design or a rule uses them. Cells that do not fit are warnings.
    """
    check_deck(game, deck)
    if not file.lower().endswith((*endings(), "/")):
        raise error_at(Place(file), "this is not a table that can be read", f"choose one of {', '.join(endings())}")
    draft = Draft(game)
    document, keys = draft.game_yaml, ["decks", deck, "data"]
    before = game.decks[deck].spec.data
    values: dict[str, Any] = {"file": file, "sheet": sheet, "head": head or 1, "source": source}
    is_same = (file, sheet, head) == (before.file, before.sheet, before.head)
    if not is_same and not file.endswith("/"):
        data = game.workspace.data(file, game.node.at(keys))
        has_rows = getattr(format_of(file), "has_rows", False)
        table = read_table_bytes(*data, sheet, head if has_rows else 1)
        values["head"] = table.head if has_rows else 1
        spec = game.decks[deck].spec
        document = declare_columns(draft.workspace, document, ("decks", deck), spec.columns, spec.ignore, table)
    usual = {"sheet": "", "head": 1, "source": ""}
    kept = {key: values[key] for key in _KEYS if key == "file" or values[key] != usual[key]}
    draft.put(document.set(keys, kept if len(kept) > 1 else file, _KEYS))
    check_readable(draft.workspace)
    return draft.edit(f"table of {game.decks[deck].spec.title} changed", lambda problem: True)


def declare_columns(
    workspace: Workspace,
    document: Document,
    path: tuple[str, str],
    columns: Mapping[str, Column],
    ignore: tuple[str, ...],
    table: DataTable,
) -> Document:
    """Declare the columns of a table, and take out the declared columns that it lacks and nothing uses.

    `path` leads to the deck or table in game.yaml.
    """
    keys = [*path, "columns"]
    heads = match_heads(columns, table.header)
    for name in columns:
        if name not in heads and name not in ("id", "copies") and not uses_of(workspace, path[1], name):
            document = document.remove([*keys, name])
    known = set(document.get(keys) or ())
    pictures = workspace.names("art", SUFFIXES)
    for head in unread(table.renamed(heads), dict(columns), ignore):
        if not head.startswith(UNNAMED) and head.strip().casefold() != "id":
            name, declared = declaration_of(table, head, pictures, known)
            document = document.set([*keys, name], declared, () if known else ORDER)
            known.add(name)
            heads[name] = head
    if "id" not in columns and not match_head("id", table.header):
        document = _with_ids(document, keys, heads)
    return document


def _with_ids(document: Document, keys: list[str], heads: Mapping[str, str]) -> Document:
    """Have the ids of a table made from its first column of texts."""
    columns = document.get(keys) or {}
    types = {name: each.get("type", "text") if isinstance(each, dict) else each for name, each in columns.items()}
    texts = [name for name, kind in types.items() if kind.removesuffix("?") == "text"]
    there = [name for name in texts if name in heads]
    if not there:
        return document
    return document.set([*keys, "id"], "auto" if there[0] == texts[0] else {"auto": there[0]}, ("id",))


def set_front(game: Game, deck: str, design: str) -> Edit:
    """Return the edit after which a layout draws a deck's fronts: a name, or one with a column in braces."""
    check_deck(game, deck)
    known = designs_of(game)
    if "{" not in design and design not in known:
        place = game.node.at(["decks", deck, "front"])
        raise error_at(place, f"there is no layout {design}", did_you_mean(design, known))
    draft = Draft(game)
    draft.put(draft.game_yaml.set(["decks", deck, "front"], design, ORDER))
    return draft.edit(f"design of {game.decks[deck].spec.title} changed")

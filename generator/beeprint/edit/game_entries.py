"""Add, change and remove the entries of game.yaml that have names: boxes, editions, stocks, tables and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.edit.change import Edit
from beeprint.edit.deck_sources import declare_columns
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft, check_readable, written
from beeprint.edit.entry_keys import (
    GROUPS,
    Path,
    bare,
    by_key,
    expanded,
    inside,
    keys_of_group,
    kind_of_group,
    model_of,
    order_at,
    short_form,
    shortened,
)
from beeprint.edit.game_settings import game_order
from beeprint.edit.slot_keys import label_of
from beeprint.game import model
from beeprint.game.boxes import with_boxes
from beeprint.game.edition import editions
from beeprint.game.model import Game
from beeprint.sources.conversion import convert
from beeprint.sources.records import keys_of
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.workspace import GAME, Workspace, shown


def entries_of(game: Game, group: str) -> dict[str, Any]:
    """Return the entries of a group by their names, as game.yaml has them, with all short forms written out."""
    plain = written(game, [group]) or {}
    try:
        values = expanded(kind_of_group(group), plain)
    except ValueError:
        values = plain
    return dict(values) if isinstance(values, Mapping) else {}


def set_entry(game: Game, group: str, name: str, path: Path, value: Any) -> Edit:
    """Return the edit that sets a key of an entry; None removes it. `path` are the keys that lead to it in the entry.

    Another kind takes along the keys that it has too. BuildError where the game could not be read any more.
    """
    _check(game, group, path)
    draft = Draft(game)
    draft.put(_with(draft.game_yaml, (group, name, *path), value))
    if group == "tables" and path[:1] == ("data",):
        draft.put(_columns(game, draft, name))
    what = label_of(str(path[-1])).lower() if path else GROUPS[group].noun
    return _edit(game, draft, f"{what} of {name or 'all'} changed")


def add_entry(game: Game, group: str, name: str, values: Sequence[tuple[Path, Any]]) -> Edit:
    """Return the edit that adds an entry with the values at some keys of it."""
    place = Place(shown(game.workspace.game / GAME))
    noun = GROUPS[group].noun
    if name in entries_of(game, group):
        raise error_at(place, f"there is a {noun} {name} already", "choose another name")
    entry: Any = {}
    for path, value in values:
        _check(game, group, path)
        entry = _at(entry, path, value)
    ordered = _ordered(get_args(bare(kind_of_group(group)))[1], entry)
    if ordered in ({}, None, ""):
        raise error_at(place, f"the {noun} {name} says nothing yet", "fill in a field")
    if group == "tables" and not isinstance(ordered, Mapping):
        raise error_at(place, f"the {noun} {name} needs a file", "choose the file that it reads")
    draft = Draft(game)
    draft.put(_with(draft.game_yaml, (group, name), ordered))
    if group == "tables":
        draft.put(_columns(game, draft, name))
    return _edit(game, draft, f"{noun} {name}".rstrip() + " added")


def remove_entry(game: Game, group: str, name: str) -> Edit:
    """Return the edit that removes an entry, and its key of game.yaml with the last one."""
    _check(game, group, ())
    draft = Draft(game)
    document = draft.game_yaml
    is_last = list(entries_of(game, group)) == [name]
    draft.put(document.remove([group]) if is_last else _with(document, (group, name), None))
    return _edit(game, draft, f"{GROUPS[group].noun} {name}".rstrip() + " removed")


def _check(game: Game, group: str, path: Path) -> None:
    """Raise BuildError for keys that entries of a group do not have."""
    place = Place(shown(game.workspace.game / GAME))
    if group not in GROUPS:
        raise error_at(place, f"{group} is not set here", did_you_mean(group, GROUPS))
    known = {each.path for each in keys_of_group(group)}
    if path and not any(_fits(path, pattern) for pattern in known):
        raise error_at(place, f"{'.'.join(path)} is not set here", "")


def _fits(path: Path, pattern: Path) -> bool:
    return len(path) == len(pattern) and all(each in ("*", key) for each, key in zip(pattern, path, strict=True))


# Values ---------------------------------------------------------------------------------------------------------------


def _with(document: Document, keys: Path, value: Any) -> Document:
    """Return game.yaml with another value at some keys of a group; None removes it.

    A mapping in its short form is written out where that says more, and in its short form where that is all.
    """
    types = list(_types(keys))
    for depth, kind in enumerate(types[:-1], 1):
        now = document.get(keys[:depth])
        is_union = by_key(kind) is not None and keys[depth : depth + 1] == ("kind",)
        if short_form(kind) is None and not is_union:
            continue
        mapping = expanded(kind, now) or {}
        changed = _changed(mapping, keys[depth:], value)
        if is_union:
            changed = {key: inner for key, inner in changed.items() if inside(kind, key, changed) is not Any}
        return _put(document, keys[:depth], shortened(kind, _ordered(kind, changed)))
    return _put(document, keys, shortened(types[-1], value))


def _types(keys: Path) -> Iterator[Any]:
    """Yield the types of what is at each beginning of some keys of game.yaml."""
    kind = kind_of_group(keys[0])
    yield kind
    for key in keys[1:]:
        kind = inside(kind, key, None)
        yield kind


def _put(document: Document, keys: Path, value: Any) -> Document:
    """Set or remove a value; a new key stands where files have it."""
    if value is None or value in ("", [], {}):
        return document.remove(keys)
    depth = next((depth for depth in range(len(keys) - 1, 0, -1) if document.get(keys[:depth]) is not None), 0)
    order = game_order() if not depth else order_at(keys[0], keys[1:depth]) if depth > 1 else ()
    return document.set(keys, value, order)


def _changed(mapping: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return a mapping with another value at some keys; None removes it, and mappings that are empty then."""
    changed = dict(mapping)
    inner = value if len(path) == 1 else _changed(changed.get(path[0]) or {}, path[1:], value)
    if inner is None or inner in ("", [], {}):
        changed.pop(path[0], None)
    else:
        changed[path[0]] = inner
    return changed


def _at(entry: Any, path: Path, value: Any) -> Any:
    return _changed(entry, path, value) if path else value


def _ordered(kind: Any, value: Any) -> Any:
    """Return a mapping with its keys in the order of its model, and its short forms."""
    if not isinstance(value, Mapping):
        return value
    union = by_key(kind)
    inner = union.get(str(value.get("kind"))) if union else model_of(kind)
    names = [key.alias for key in keys_of(inner)] if inner is not None else list(value)
    first = ("kind",) if union else ()
    ordered = dict.fromkeys((*first, *(name for name in names if name in value), *value))
    types = {key: inside(kind, key, value) for key in ordered}
    return {key: shortened(types[key], _ordered(types[key], value[key])) for key in ordered if key in value}


# Edits ----------------------------------------------------------------------------------------------------------------


def _columns(game: Game, draft: Draft, name: str) -> Document:
    """Return game.yaml with the columns of a table of `tables:` declared by what its file holds."""
    document = draft.game_yaml
    entry = expanded(kind_of_group("tables"), document.get(["tables"]))[name]
    data = dict(entry.get("data") or {})
    file = str(data.get("file", ""))
    contents = draft.workspace.data(file, Place(shown(game.workspace.game / GAME)))
    table = read_table_bytes(*contents, str(data.get("sheet", "")), int(data.get("head", 1)))
    columns = convert(get_args(bare(kind_of_group("tables")))[1], entry).columns
    return declare_columns(draft.workspace, document, ("tables", name), columns, (), table)


def _edit(game: Game, draft: Draft, title: str) -> Edit:
    """Return the edit; BuildError for what it makes wrong with the game as a whole, or with its editions.

    Errors in cells and layouts, and boxes that do not fit what they hold, become warnings.
    """
    check_readable(draft.workspace)
    old, new = (_faults(workspace) for workspace in (Workspace(game.workspace.game), draft.workspace))
    known = {problem.message for problem in (*old.editions, *old.boxes)}
    wrong, boxes = ([each for each in faults if each.message not in known] for faults in new)
    if wrong:
        raise BuildError(wrong)
    change = draft.edit(title, lambda problem: problem.place.file != shown(game.workspace.game / GAME))
    return replace(change, warnings=(*boxes, *change.warnings))


class _Faults(NamedTuple):
    """What is wrong with the editions and the boxes of a game."""

    editions: Sequence[Problem] = ()
    boxes: Sequence[Problem] = ()


def _faults(workspace: Workspace) -> _Faults:
    """Return what is wrong with editions and boxes; nothing where the game cannot be read."""
    try:
        game, _ = model.load(workspace, "", model.rows_memo(workspace.game))
    except BuildError:
        return _Faults()
    return _Faults(*(list(_problems(partial(read, game))) for read in (editions, with_boxes)))


def _problems(read: Callable[[], object]) -> Iterator[Problem]:
    try:
        read()
    except BuildError as error:
        yield from error.problems

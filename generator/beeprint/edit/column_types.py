"""What the cells of a column may hold: its type and limits, set in game.yaml, and the cells that would not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from beeprint.base.problems import Problem
from beeprint.edit.change import Edit
from beeprint.edit.document import Document
from beeprint.edit.draft import DraftWorkspace, check_readable
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.slot_keys import SlotKey, control_of, sentences_of
from beeprint.edit.table_columns import game_yaml, readers
from beeprint.edit.tables import Table, finish
from beeprint.game.columns import Column, Kind
from beeprint.sources.records import keys_of


class ColumnType(NamedTuple):
    """A type of columns: what the page calls it, what a cell holds, and the keys of a column that it has."""

    title: str
    sentence: str
    keys: tuple[str, ...] = ()


TYPES: Mapping[Kind, ColumnType] = {
    "text": ColumnType("text", "Any words, or the name of a picture.", ("markup",)),
    "int": ColumnType("whole number", "A number such as 7.", ("min", "max")),
    "bool": ColumnType("yes or no", "The cells are ticks."),
    "choice": ColumnType("choice", "You choose one word of a list in the cell.", ("of",)),
    "list": ColumnType("several words", "Words or numbers with blanks between them.", ("items", "of", "min", "max")),
    "colour": ColumnType("colour", "A colour such as #E69F00."),
    "length": ColumnType("length", "Millimetres such as 12.5.", ("min", "max")),
    "ref": ColumnType("row of a table", "The id of a row of another table or deck.", ("table",)),
    "cells": ColumnType("cells of a grid", "Pairs of numbers such as 0,0 1,0."),
}
#: A text whose cells name pictures that the cards show: no type of a file, but a choice for people.
PICTURE = ColumnType(
    "picture",
    "Names of pictures. A text on the card that shows the column becomes a picture; else the card gets a place for it.",
)
#: The keys of a column in the order of a file. The heads of a file say `from`, and `auto` is for ids alone.
ORDER = ("from", "auto", "type", "optional", "items", "of", "table", "min", "max", "markup")
_LABELS = {"optional": "May be empty", "items": "Each is", "of": "Words", "min": "At least", "max": "At most",
           "markup": "Marks in texts"}  # fmt: skip
#: What files leave out.
_DEFAULTS = (("items", "text"), ("markup", "yes"))
_TITLES = {
    "items": ("a word", "a whole number"),
    "markup": ("all marks count", "print it letter by letter", "icons, bold and italic", "HTML tags count"),
}
_SENTENCES = {
    "optional": "otherwise every card needs something here",
    "of": "the words that a cell may hold, a line for each",
    "table": "the table or deck whose rows the cells name",
    "min": "",  # the label says all
    "max": "",
    "markup": "whether asterisks make words bold and words in colons become icons",
}


@cache
def column_keys() -> tuple[SlotKey, ...]:
    """Return the keys of a column that are set one by one, its type first."""
    sentences = {**sentences_of("game", "Column"), **_SENTENCES}
    keys = {key.alias: key for key in keys_of(Column)}
    controls = {name: control_of(keys[name], sentences[name], True, _LABELS.get(name, "")) for name in ORDER[2:]}
    named = {name: replace(controls[name], titles=titles) for name, titles in _TITLES.items()}
    titles = tuple(each.title for each in TYPES.values())
    named["type"] = replace(controls["type"], words=tuple(TYPES), titles=titles)
    return tuple(named.get(name, controls[name]) for name in ORDER[2:])


class ColumnSettings(NamedTuple):
    """What is set of a column: its values by key, and whether a check says that no two rows have the same."""

    values: Mapping[str, Any]
    unique: bool


def column_settings(table: Table, name: str) -> ColumnSettings:
    """Return what is set of a column; BuildError where the table has none of the name."""
    declared = asdict(table.column(name).column or Column(optional=True))
    values = {key.alias: declared[key.field] for key in keys_of(Column) if declared[key.field] != key.plain_default()}
    values |= {"type": declared["type"], **({"markup": "no"} if values.get("markup") is False else {})}
    return ColumnSettings(values, next(_unique(game_yaml(table), table, name), None) is not None)


class Fit(NamedTuple):
    """How the cells of a column fit what is set of it.

    `faulty` are problems by the index of the row, `same` counts rows that have the text of an earlier row, and `others`
    are the other problems that the change brings.
    """

    faulty: Mapping[int, Problem]
    same: int
    others: tuple[Problem, ...]


def set_column_type(
    table: Table, name: str, values: Mapping[str, Any], unique: bool, seen: Mapping[str, str]
) -> tuple[Edit, Fit]:
    """Return the edit that sets what the cells of a column may hold, and how they fit.

    `values` are those of column_keys, None for what is not set; `unique` adds or removes the check that no two rows
    have the same text. Cells that do not fit stay as they are, and are reported afterwards. BuildError where game.yaml
    could not be read any more.
    """
    column = table.column(name)
    document = game_yaml(table)
    old = document.get([*table.path, "columns", name])
    for path in readers(table, document):
        keys = [*path, "columns", name]
        if path == table.path or document.get(keys) == old is not None:
            document = document.set(keys, declaration(old, values), ORDER)
    document = _with_check(document, table, name, unique)
    problems = check_readable(DraftWorkspace(table.workspace.game, new={document.path: document.data}))
    edit = finish(table, Rewriting(), f"type of {column.head} changed", seen, lambda _: True, [document.change])
    by_place = {problem.place: problem for problem in reversed(problems)}
    places = {index: table.place(index, column) for index, row in enumerate(table.pieces) if row}
    faulty = {index: by_place[place] for index, place in places.items() if place in by_place}
    at = [each.name for each in table.columns].index(name)
    texts = Counter(text for index, cells in enumerate(table.texts) if index in places and (text := cells[at]))
    here = set(places.values())
    others = tuple(problem for problem in edit.warnings if problem.place not in here)
    return edit, Fit(faulty, sum(texts.values()) - len(texts), others)


def declaration(old: Any, values: Mapping[str, Any]) -> Any:
    """Return what game.yaml says of a column with other values: a word where that is all, else a mapping.

    The parts of the old declaration that stay are as they were.
    """
    before = dict(old) if isinstance(old, dict) else {"type": old or "text"}
    kind, optional = str(values.get("type") or "text"), bool(values.get("optional"))
    made = _parts(before, kind, values)
    if "optional" in before and optional:
        made["optional"] = True
    word = f"{kind}?" if optional and "optional" not in before else kind
    if "type" in before or word != "text":
        made["type"] = word
    if set(made) <= {"type"}:
        return made.get("type", "text")
    return {key: made[key] for key in ORDER if key in made}


def _parts(before: Mapping[str, Any], kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a declaration that a type has, with their values: as they were where they mean the same."""
    known = TYPES[kind].keys  # type: ignore[index]
    made = {key: before[key] for key in before if key in ("from", "auto") or key in known}
    for key in known:
        value = values.get(key)
        if value in (None, "", []) or (key, value) in _DEFAULTS:
            made.pop(key, None)
        elif made.get(key) not in (value, value[0] if isinstance(value, list) and len(value) == 1 else value):
            made[key] = value
    return made


def _unique(document: Document, table: Table, name: str) -> Iterator[int]:
    """Yield the index of each rule that no two rows of a table have the same in a column."""
    rules = document.get(["rules"])
    for index, rule in enumerate(rules if isinstance(rules, list) else ()):
        keys = dict(rule) if isinstance(rule, dict) else {}
        columns = keys.pop("columns", keys.pop("column", None))
        keys.pop("note", None)
        if columns in (name, [name]) and keys == {"rule": "unique", "deck": table.name, "of": "rows"}:
            yield index


def _with_check(document: Document, table: Table, name: str, unique: bool) -> Document:
    """Add or remove the check that no two rows of a table have the same in a column."""
    indexes = list(_unique(document, table, name))
    if unique and not indexes:
        rule = {"rule": "unique", "deck": table.name, "of": "rows", "column": name}
        return document.insert(["rules"], len(document.get(["rules"]) or ()), rule)
    for index in reversed(indexes if not unique else ()):
        document = document.remove(["rules", index] if len(document.get(["rules"])) > 1 else ["rules"])
    return document

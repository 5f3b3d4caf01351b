"""Read records with named values as tables: JSON, JSON Lines, YAML lists, and folders of Markdown with front matter."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.source import decode
from beeprint.sources.tables import MAX_CELLS, MAX_ROWS, DataTable, table_of

#: The column that holds what follows the front matter of a Markdown file.
BODY = "text"
_FRONT = re.compile(r"---[ \t]*\n(.*?\n)??---[ \t]*(?:\n|\Z)", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")
#: How many lists a file may hold, how deep they may be in it, and how many of them a message names.
MAX_LISTS, _DEEP, _NAMED = 100, 3, 20
#: The fewest records in a mapping of records, and the names under which records have titles.
_LEAST_RECORDS = 2
_TITLED = frozenset({"name", "title", "card", "card_name", "cardname"})
#: What is wrong with values that no cell can hold.
NESTED = ("holds a mapping", "holds a list of mappings or lists")
_WORDS_ONLY = "write a text, a number, yes or no, or a list of these"
_EXAMPLE = 'write a list of records, such as [{"id": "sun", "title": "Sun"}]'

Record = tuple[Place, Mapping[str, Any]]


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


class _Spots:
    """Line and column of positions in a text, in ascending order, so that its lines are counted once."""

    def __init__(self, text: str, shown: str) -> None:
        self._text, self._shown = text, shown
        self._line, self._end, self._at = 1, -1, 0  # the line, the end of the one before it, and how far both are known

    def place(self, at: int) -> Place:
        """Return the place of a value that begins here."""
        self._line += self._text.count("\n", self._at, at)
        self._end = max(self._end, self._text.rfind("\n", self._at, at))
        self._at = at
        return Place(self._shown, self._line, at - self._end)


class _Items:
    """The places of records; each value has the place of its record's start."""

    def __init__(self, places: Sequence[Place], noun: str = "item") -> None:
        self._places, self._noun = places, noun

    def place(self, record: int, column: int = 0) -> Place:
        """Return where a record starts; the header has the place of the first one."""
        return self._places[max(0, min(record - 2, len(self._places) - 1))]

    def cell(self, record: int, column: int) -> str:
        """Name the record that holds a value."""
        return self.row(record)

    def row(self, record: int) -> str:
        """Name a record by its number, the first being 1."""
        return f"{self._noun} {record - 1}"


def read_json(data: bytes, shown: str, lines: bool = False, wanted: str = "") -> DataTable:
    """Read a JSON list of records, or with `lines` a record on each line; numbers stay as they are written.

    Of a file with several lists, `wanted` names one.
    """
    text = decode(data, shown)
    records = _lines(text, shown) if lines else _items(text, shown, wanted)
    return _table(shown, list(islice(records, MAX_ROWS + 1)), sheet=wanted)


def read_yaml_list(data: bytes, shown: str, wanted: str = "") -> DataTable:
    """Read a YAML list of records; `null` and `~` are empty. Of a file with several lists, `wanted` names one."""
    node = read_yaml(data, shown)
    if not isinstance(node.value, dict | tuple):
        raise error_at(node.place, "the file does not hold a list of records", "write - before each record")
    if isinstance(node.value, dict):
        for key in _chosen(node.plain(), wanted, shown):
            node = node.value[key]
    if isinstance(node.value, dict):
        named = {key: _mapping(item) for key, item in node.value.items()}
        records = _named(named)
        return _table(shown, [(node.value[key].place, records[key]) for key in named], sheet=wanted)
    assert isinstance(node.value, tuple)
    return _table(shown, [(item.place, _mapping(item)) for item in node.value], sheet=wanted)


def list_names(data: bytes, shown: str) -> list[str]:
    """Return the names of the lists of records or texts in a JSON or YAML file; a single empty name if it is a list."""
    if shown.lower().endswith((".yaml", ".yml")):
        whole = read_yaml(data, shown).plain()
    else:
        text = decode(data, shown)
        if text[_skip(text, 0) :][:1] != "{":
            return [""]
        whole = _decoded(text, shown)
    return [".".join(path) for path in islice(_lists(whole), MAX_LISTS)] or [""]


def _lists(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the lists of records or texts in a document, and of the mappings whose values are records."""
    if isinstance(value, list):
        if value and (_all(value, dict) or all(type(item) is str for item in value)):
            yield path
    elif isinstance(value, dict):
        if _are_records(list(value.values())):
            yield path
        elif len(path) < _DEEP:
            for key, inner in value.items():
                yield from _lists(inner, (*path, key))


def _are_records(values: Sequence[Any]) -> bool:
    """Return whether values of a mapping are records: two or more, most of which have a plain value of one name."""
    if len(values) < _LEAST_RECORDS or not _all(values, dict):
        return False
    names = Counter(name for record in values for name, value in record.items() if not isinstance(value, dict | list))
    return any(2 * count > len(values) for count in names.values())


def _all(values: Sequence[Any], kind: type) -> bool:
    return all(isinstance(value, kind) for value in values)


def _chosen(whole: Mapping[str, Any], wanted: str, shown: str) -> tuple[str, ...]:
    """Return the path of a list in a document: the `wanted` list, or else the only list of records or of texts."""
    paths = {".".join(path): path for path in islice(_lists(whole), MAX_LISTS)}
    if wanted:
        if wanted not in paths:
            raise error_at(Place(shown), f"the file has no list {wanted}", did_you_mean(wanted, paths))
        return paths[wanted]
    of_records = [path for path in paths.values() if _all(list(_at(whole, path)), dict)] or list(paths.values())
    if not of_records:
        raise error_at(Place(shown, 1, 1), "the file holds an object, not a list of records", _EXAMPLE)
    top = min(map(len, of_records))
    of_records = [path for path in of_records if len(path) == top]
    if len(of_records) > 1:
        called = ", ".join(list(paths)[:_NAMED]) + (", ..." if len(paths) > _NAMED else "")
        hint = f"choose one: data: {{file: ..., sheet: {'.'.join(of_records[0])}}}"
        raise error_at(Place(shown, 1, 1), f"the file holds {len(paths)} lists: {called}", hint)
    return of_records[0]


def _at(whole: Any, path: Sequence[str]) -> Sequence[Any]:
    """Return the values at a path, those of a mapping without their names."""
    for key in path:
        whole = whole[key]
    return list(whole.values()) if isinstance(whole, dict) else whole


def _named(records: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return the records of a mapping with their names there: as `name` if they have none, else as `id` or `key`."""
    heads = {head.casefold() for record in records.values() for head in record}
    head = "name" if heads.isdisjoint(_TITLED) else "id" if "id" not in heads else "key"
    if any(
        all(str(record.get(column, "")) == key for key, record in records.items()) for column in ("id", "key", "name")
    ):
        return dict(records)
    return {key: {head: key, **record} for key, record in records.items()}


def read_folder(files: Sequence[tuple[bytes, str]], shown: str) -> DataTable:
    """Read Markdown files, each a record: its front matter, the text below it, and as its id the file's name."""
    records: list[Record] = []
    for data, name in files:
        text = decode(data, name)
        front = _FRONT.match(text)
        head = (front[1] or "") if front else ""
        node = read_yaml(("\n" + head).encode(), name) if head.strip() else Node({}, Place(name, 1, 1))
        body = text[front.end() :].strip() if front else text.strip()
        stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        values = _mapping(node)
        if body and BODY in values:
            message = f"the front matter has a value {BODY}, which is the name of the text below it"
            raise error_at(node.key_at([], BODY), message, "give the value another name")
        records.append((Place(name, 1, 1), {"id": stem, **values, **({BODY: body} if body else {})}))
    if not records:
        raise error_at(Place(shown), "the folder holds no Markdown files", "put a file such as sun.md into it")
    return _table(shown, records, "file")


def _mapping(node: Node) -> Mapping[str, Any]:
    if isinstance(node.value, str):
        return {BODY: node.value}
    if not isinstance(node.value, dict):
        raise error_at(node.place, "this is not a record", "write each value after its name, such as title: Sun")
    return {key: None if value in ("null", "~") else value for key, value in node.plain().items()}


def _items(text: str, shown: str, wanted: str) -> Iterator[Record]:
    """Yield the records of a JSON list, which may be a value of an object."""
    decoder, spots = _decoder(shown), _Spots(text, shown)
    try:
        first = start = _skip(text, 0)
        if text[first : first + 1] == "{":
            for key in _chosen(_decoded(text, shown), wanted, shown):
                start = next(at for name, at in _members(text, start, decoder) if name == key)
            if text[start] == "{":
                members = list(_members(text, start, decoder))
                records = _named({name: decoder.raw_decode(text, at)[0] for name, at in members})
                yield from ((spots.place(at), records[name]) for name, at in members)
                return
        if text[start : start + 1] != "[":
            raise error_at(spots.place(start), "the file does not hold a list of records", _EXAMPLE)
        at = _skip(text, start + 1)
        while text[at : at + 1] != "]":
            value, end = decoder.raw_decode(text, at)
            yield _record(value, spots.place(at))
            at = _skip(text, end)
            if text[at : at + 1] == ",":
                at = _skip(text, at + 1)
            elif text[at : at + 1] != "]":
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        rest = _skip(text, at + 1)
        if start == first and rest < len(text):
            raise json.JSONDecodeError("Extra data", text, rest)
    except json.JSONDecodeError as error:
        raise error_at(Place(shown, error.lineno, error.colno), f"JSON: {error.msg}", _AGAIN) from error
    except RecursionError as error:
        raise error_at(Place(shown), "the values are nested too deeply", _EXAMPLE) from error


def _decoded(text: str, shown: str) -> Any:
    """Return the values of a JSON file; BuildError if it is faulty."""
    try:
        return _decoder(shown).decode(text)
    except json.JSONDecodeError as error:
        raise error_at(Place(shown, error.lineno, error.colno), f"JSON: {error.msg}", _AGAIN) from error
    except RecursionError as error:
        raise error_at(Place(shown), "the values are nested too deeply", _EXAMPLE) from error


def _members(text: str, start: int, decoder: json.JSONDecoder) -> Iterator[tuple[str, int]]:
    """Yield the names of the values in the object that begins here, and where each value begins."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        name, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        yield name, at
        at = _skip(text, decoder.raw_decode(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at


_AGAIN = "check quotes, commas and brackets at this place"


def _lines(text: str, shown: str) -> Iterator[Record]:
    """Yield the record on each line that is not blank."""
    decoder = _decoder(shown)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield _record(decoder.decode(line), Place(shown, number, 1))
            except json.JSONDecodeError as error:
                raise error_at(Place(shown, number, error.colno), f"JSON: {error.msg}", _AGAIN) from error
            except RecursionError as error:
                raise error_at(Place(shown, number), "the values are nested too deeply", _EXAMPLE) from error


def _decoder(shown: str) -> json.JSONDecoder:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        record = dict(pairs)
        if len(record) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            raise error_at(Place(shown), f"a record has two values {twice}", "delete one of them")
        return record

    return json.JSONDecoder(object_pairs_hook=unique, parse_float=_Number, parse_int=_Number, parse_constant=str)


def _record(value: Any, place: Place) -> Record:
    if type(value) is str:
        return place, {BODY: value}
    if not isinstance(value, dict):
        raise error_at(place, "this is not a record", _EXAMPLE)
    return place, value


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _table(shown: str, records: Sequence[Record], noun: str = "item", sheet: str = "") -> DataTable:
    """Turn records into a table whose columns are the names of all values, in the order in which they first occur.

    What a cell cannot hold, such as a mapping, is wrong there, and no matter where the game does not use its column.
    """
    if not records:
        raise error_at(Place(shown, 1, 1), "the list is empty", _EXAMPLE)
    header = list(dict.fromkeys(name for _, values in records for name in values))
    if len(records) > MAX_ROWS or len(records) * len(header) > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_ROWS:,} records or {MAX_CELLS:,} values")
    marks = {name: _mark_between([values.get(name) for _, values in records]) for name in header}
    rows = [[_cell(values.get(name), marks[name]) for name in header] for _, values in records]
    table = table_of(shown, [header, *rows], _Items([place for place, _ in records], noun), sheet=sheet)
    record_of = dict(zip(table.records, range(len(table.rows)), strict=True))
    wrong = {
        (record_of[number], name.strip()): (_what(value), _WORDS_ONLY)
        for number, (_, values) in enumerate(records, start=2)
        for name, value in values.items()
        if number in record_of and _plain(value) is None
    }
    return replace(table, wrong=wrong)


def _mark_between(values: Sequence[Any]) -> str:
    """Return the separator of a column's lists: a blank, or a comma if any item has several words.

    Sentences are separated by line feeds.
    """
    items = {item for value in values if isinstance(value, list) for item in value if isinstance(item, str)}
    if not any(re.search(r"\s", item.strip()) for item in items):
        return " "
    return "\n" if any(item.rstrip().endswith((".", "!", "?")) for item in items) else ", "


def _cell(value: Any, mark: str) -> str:
    """Return a value as the text of a cell, nothing for null and for what no cell can hold."""
    plain = _plain(value)
    return "" if plain is None else str(plain) if isinstance(plain, str) else mark.join(filter(None, plain))


def _plain(value: Any) -> str | list[str] | None:
    """Return a value as a text, or a list of these as texts; None for anything else."""
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return None if any(not isinstance(item, str) for item in items) else [str(item).strip() for item in items]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value if isinstance(value, str) else None


def _what(value: Any) -> str:
    return NESTED[0] if isinstance(value, dict) else NESTED[1]

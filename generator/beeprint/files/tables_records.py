"""Read records with named values as tables: JSON, JSON Lines, YAML lists, and folders of Markdown with front matter."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.source import decode
from beeprint.files.tables import MAX_CELLS, MAX_ROWS, DataTable, table_of

#: The column that holds what follows the front matter of a Markdown file.
BODY = "text"
_FRONT = re.compile(r"---[ \t]*\n(.*?\n)??---[ \t]*(?:\n|\Z)", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")
_EXAMPLE = 'write a list of records, such as [{"id": "sun", "title": "Sun"}]'

Record = tuple[Place, Mapping[str, Any]]


class _Spots:
    """Where values of a text stand, asked for from its start to its end, so that its lines are counted once."""

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
    """Where records stand: all values of a record at its start."""

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


def read_json(data: bytes, shown: str, lines: bool = False) -> DataTable:
    """Read a JSON list of records, or with `lines` a record on each line; numbers stay as they are written."""
    text = decode(data, shown)
    records = _lines(text, shown) if lines else _items(text, shown)
    return _table(shown, list(islice(records, MAX_ROWS + 1)))


def read_yaml_list(data: bytes, shown: str) -> DataTable:
    """Read a YAML list of records; `null` and `~` are empty."""
    node = read_yaml(data, shown)
    if isinstance(node.value, dict) and len(node.value) == 1:
        node = next(iter(node.value.values()))
    if not isinstance(node.value, tuple):
        raise error_at(node.place, "the file does not hold a list of records", "write - before each record")
    return _table(shown, [(item.place, _mapping(item)) for item in node.value])


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
    if not isinstance(node.value, dict):
        raise error_at(node.place, "this is not a record", "write each value after its name, such as title: Sun")
    return {key: None if value in ("null", "~") else value for key, value in node.plain().items()}


def _items(text: str, shown: str) -> Iterator[Record]:
    """Yield the records of a JSON list, which may be the only value of an object."""
    decoder, spots = _decoder(shown), _Spots(text, shown)
    try:
        first = _skip(text, 0)
        start = _only_list(text, first, decoder) if text[first : first + 1] == "{" else first
        if start < 0:
            raise error_at(spots.place(first), "the file holds an object, not a list of records", _EXAMPLE)
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


def _only_list(text: str, start: int, decoder: json.JSONDecoder) -> int:
    """Return where the only list begins among the values of the object that begins here; -1 unless there is one."""
    whole = decoder.decode(text)
    lists = [name for name, value in whole.items() if isinstance(value, list)]
    at = start
    for wanted in lists if len(lists) == 1 else ():
        for name in whole:
            at = _skip(text, decoder.raw_decode(text, _skip(text, at + 1))[1])
            at = _skip(text, at + 1)
            if name == wanted:
                return at
            at = _skip(text, decoder.raw_decode(text, at)[1])
    return -1


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
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            raise error_at(Place(shown), f"a record has two values {twice}", "delete one of them")
        return found

    return json.JSONDecoder(object_pairs_hook=unique, parse_float=str, parse_int=str, parse_constant=str)


def _record(value: Any, place: Place) -> Record:
    if not isinstance(value, dict):
        raise error_at(place, "this is not a record", _EXAMPLE)
    return place, value


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _table(shown: str, records: Sequence[Record], noun: str = "item") -> DataTable:
    """Turn records into a table whose columns are the names of all values, in the order in which they first occur."""
    if not records:
        raise error_at(Place(shown, 1, 1), "the list is empty", _EXAMPLE)
    header = list(dict.fromkeys(name for _, values in records for name in values))
    if len(records) > MAX_ROWS or len(records) * len(header) > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_ROWS:,} records or {MAX_CELLS:,} values")
    problems: list[Problem] = []
    rows = [[_cell(values.get(name), name, place, problems) for name in header] for place, values in records]
    if problems:
        raise BuildError(problems)
    return table_of(shown, [header, *rows], _Items([place for place, _ in records], noun))


def _cell(value: Any, name: str, place: Place, problems: list[Problem]) -> str:
    """Return a value as the text of a cell: a list with spaces between its items, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    items = [_plain(item) for item in value] if isinstance(value, list) else [None]
    if all(item is not None and item and not re.search(r"\s", item) for item in items):
        return " ".join(map(str, items))
    what = "a mapping" if isinstance(value, dict) else "a list of more than single words"
    hint = "write a text, a number, yes or no, or a list of words"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        what, hint = "a list of lists or mappings", "give each of its items a row of its own, in CSV or a spreadsheet"
    problems.append(Problem(place, f"{name} holds {what}", hint))
    return ""


def _plain(value: Any) -> str | None:
    return ("yes" if value else "no") if isinstance(value, bool) else value if isinstance(value, str) else None

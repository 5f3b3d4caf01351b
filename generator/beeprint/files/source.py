"""Read YAML and CSV so that every value keeps its place in the file a person edits."""

from __future__ import annotations

import csv
import io
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from beeprint.base.problems import BuildError, Place, Problem, error_at

#: A data file larger than this is not a spreadsheet that somebody edits.
MAX_BYTES = 16_000_000
MAX_ROWS = 20_000
#: Values of a YAML file; columns of a CSV file, and its cells.
MAX_VALUES = 100_000
MAX_COLUMNS = 500
MAX_CELLS = 1_000_000
_MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value and where it stands: text, a tuple of nodes, or a dict of nodes with the places of its keys."""

    value: str | tuple[Node, ...] | dict[str, Node]
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    def plain(self) -> Any:
        """Return the value as plain text, lists and dicts."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value

    def find(self, path: Sequence[str | int]) -> Node | None:
        """Return the node at a path of keys and indexes, or None."""
        node = self
        for part in path:
            if isinstance(node.value, dict) and str(part) in node.value:
                node = node.value[str(part)]
            elif isinstance(node.value, tuple) and isinstance(part, int) and part < len(node.value):
                node = node.value[part]
            else:
                return None
        return node

    def at(self, path: Sequence[str | int]) -> Place:
        """Return the place of a path; parts that lead nowhere are skipped, so the nearest place is found."""
        node = self
        for part in path:
            step = node.find([part])
            node = node if step is None else step
        return node.place

    def key_at(self, path: Sequence[str | int], key: str) -> Place:
        """Return the place of a key of the mapping at a path."""
        node = self
        for part in path:
            step = node.find([part])
            node = node if step is None else step
        return node.keys.get(key, node.place)


def decode(data: bytes, shown: str) -> str:
    """Return the text of UTF-8 bytes with or without a byte order mark, line ends as line feeds."""
    if len(data) > MAX_BYTES:
        raise error_at(Place(shown), f"the file has {len(data):,} bytes, more than {MAX_BYTES:,}")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise error_at(Place(shown, 1, 1), "the file is UTF-16, not UTF-8", 'save it as "CSV UTF-8 (comma delimited)"')
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace").replace("\r\n", "\n")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise error_at(
            Place(shown, line, column),
            f"byte 0x{data[error.start]:02x} is not UTF-8; as Windows wrote it, it may be "
            f"{data[error.start : error.start + 1].decode('cp1252', 'replace')!r}",
            'save the file as "CSV UTF-8 (comma delimited)" in Excel, or with character set UTF-8 in LibreOffice',
        ) from error
    if "\0" in text:
        raise error_at(Place(shown, text.count("\n", 0, text.index("\0")) + 1), "the file holds a NUL character")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_yaml(data: bytes, shown: str) -> Node:
    """Return the document as located nodes; no aliases, no tags, no duplicate keys."""
    text = decode(data, shown)
    import yaml

    # Events are read, nothing is composed or constructed: scalars stay the text that was written, `no` and `0123` too,
    # and what is nested without end is refused before anything recurs.
    reading = _Yaml(shown, yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    try:
        root = reading.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(shown, mark.line + 1, mark.column + 1) if mark else Place(shown)
        raise error_at(
            place, f"YAML: {error.problem or error.context}", "check indentation, quotes and colons"
        ) from error
    except yaml.YAMLError as error:
        raise error_at(Place(shown), f"YAML: {error}") from error
    if root is None:
        raise error_at(Place(shown, 1, 1), "the file is empty")
    if reading.problems:
        raise BuildError(reading.problems)
    return root


class _Yaml:
    """The reading of one YAML file, event by event; problems are collected, so that all come at once."""

    def __init__(self, shown: str, events: Iterator[Any]) -> None:
        self.shown, self.events = shown, events
        self.problems: list[Problem] = []
        self.count = 0

    def document(self) -> Node | None:
        """Return the root of the only document, None where there is none."""
        root = None
        for event in self.events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent" and root is not None:
                raise error_at(self._place(event), "YAML: a second document begins here", "take the line --- out")
            if kind not in ("StreamStartEvent", "DocumentStartEvent", "DocumentEndEvent", "StreamEndEvent"):
                root = self._node(event, 0)
        return root

    def _place(self, event: Any) -> Place:
        return Place(self.shown, event.start_mark.line + 1, event.start_mark.column + 1)

    def _node(self, event: Any, depth: int) -> Node:
        place, kind = self._place(event), type(event).__name__
        self.count += 1
        if self.count > MAX_VALUES:
            raise error_at(place, f"the file has more than {MAX_VALUES:,} values")
        if depth > _MAX_DEPTH:
            raise error_at(place, f"nested deeper than {_MAX_DEPTH} levels")
        if kind == "AliasEvent":
            self.problems.append(Problem(place, "YAML aliases are not allowed", "write the value out"))
            return Node("", place)
        if kind == "ScalarEvent":
            return Node(event.value, place)
        if kind == "SequenceStartEvent":
            return Node(tuple(self._node(item, depth + 1) for item in self._until("SequenceEndEvent")), place)
        return self._mapping(place, depth)

    def _until(self, end: str) -> Iterator[Any]:
        """Yield the events that begin values, up to the end of what they are in."""
        for event in self.events:
            if type(event).__name__ == end:
                return
            yield event

    def _mapping(self, place: Place, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        for event in self._until("MappingEndEvent"):
            key, value = self._node(event, depth + 1), self._node(next(self.events), depth + 1)
            if not isinstance(key.value, str):
                self.problems.append(Problem(key.place, "a key has to be a single word or text"))
            elif key.value in values:
                hint = f"it stands first in line {keys[key.value].line}"
                self.problems.append(Problem(key.place, f"the key {key.value} stands twice", hint))
            else:
                values[key.value], keys[key.value] = value, key.place
        return Node(values, place, keys)


@dataclass(frozen=True)
class Table:
    """A CSV file: its header, its rows as text (blank rows left out), and the place of every cell."""

    shown: str
    header: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    _records: tuple[int, ...]  # for each row, the number of its record in the file, the header being 1
    _text: str
    _delimiter: str
    ragged: tuple[int, ...] = ()  # rows with more cells than the header: no cell of theirs can be trusted

    def place(self, row: int | None, column: str | None = None) -> Place:
        """Return where a row's cell starts; row None is the header."""
        record = 0 if row is None else self._records[row] - 1
        cells = self._places[record] if record < len(self._places) else [(record + 1, 1)]
        index = self.header.index(column) if column in self.header else 0
        line, char = cells[min(index, len(cells) - 1)]
        return Place(self.shown, line, char)

    def too_many(self, row: int) -> Problem:
        """Return what is wrong with a ragged row, at its first cell too many."""
        cells = self._places[self._records[row] - 1]
        line, char = cells[len(self.header)]
        return Problem(
            Place(self.shown, line, char),
            f"row {self._records[row]} has {len(cells)} cells, the header {len(self.header)}",
            "put a cell that holds a comma into quotes",
        )

    def cell(self, row: int | None, column: str) -> str:
        """Return the cell's name as a spreadsheet shows it, such as C14."""
        record = 1 if row is None else self._records[row]
        index = self.header.index(column) if column in self.header else 0
        letters = ""
        while index >= 0:
            letters, index = chr(ord("A") + index % 26) + letters, index // 26 - 1
        return f"{letters}{record}"

    @cached_property
    def _places(self) -> list[list[tuple[int, int]]]:
        return _cell_places(self._text, self._delimiter)


def read_csv(data: bytes, shown: str) -> Table:
    """Return the table of a CSV file as Excel, LibreOffice and Google write it: comma, semicolon or tab."""
    text = decode(data, shown)
    first = text.split("\n", 1)[0]
    if first.lower().startswith("sep="):
        raise error_at(Place(shown, 1, 1), f"the first line is {first!r}, a note for Excel", "delete that line")
    delimiter = max(",;\t", key=lambda mark: (first.count(mark), mark == ","))
    # Marks in texts are counted as well: what has that many is no table that somebody edits.
    if text.count(delimiter) > MAX_CELLS:
        raise error_at(Place(shown), f"the file has more than {MAX_CELLS:,} cells", "delete columns that are empty")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        records = list(islice(reader, MAX_ROWS + 1))
    except csv.Error as error:
        if "field larger" in str(error):
            hint = "shorten it; a quote that opens a cell has to close it"
            raise error_at(
                Place(shown, reader.line_num), f"a cell has more than {csv.field_size_limit():,} letters", hint
            ) from error
        line = _unclosed_quote(text, delimiter)
        raise error_at(Place(shown, line, 1), f"CSV: {error}", "a quote that opens a cell has to close it") from error
    if not records or not any(cell.strip() for cell in records[0]):
        raise error_at(Place(shown, 1, 1), "the first row has to hold the columns' names")
    header = tuple(cell.strip() for cell in records[0])
    while header and not header[-1]:
        header = header[:-1]
    problems: list[Problem] = []
    rows: list[dict[str, str]] = []
    numbers: list[int] = []
    ragged: list[int] = []
    if len(records) > MAX_ROWS:
        raise error_at(
            Place(shown, reader.line_num), f"the file has more than {MAX_ROWS:,} rows", "delete those that are empty"
        )
    if len(header) > MAX_COLUMNS:
        raise error_at(
            Place(shown, 1, 1), f"the table has {len(header):,} columns, more than {MAX_COLUMNS:,}", "delete some"
        )
    if len(header) * len(records) > MAX_CELLS:
        raise error_at(
            Place(shown, 1, 1), f"the table has {len(header) * len(records):,} cells, more than {MAX_CELLS:,}"
        )
    table = Table(shown, header, (), (), text, delimiter)
    for index, name in enumerate(header):
        if not name:
            problems.append(Problem(Place(shown, 1, 1), f"column {index + 1} has no name", "name it in the first row"))
        elif name in header[:index]:
            line, char = table._places[0][index]
            problems.append(Problem(Place(shown, line, char), f"the column {name} stands twice"))
    for number, record in enumerate(records[1:], start=2):
        if not any(cell.strip() for cell in record):
            continue
        if any(cell.strip() for cell in record[len(header) :]):
            ragged.append(len(rows))
        rows.append(dict(zip_longest(header, record[: len(header)], fillvalue="")))
        numbers.append(number)
    if problems:
        raise BuildError(problems)
    return Table(shown, header, tuple(rows), tuple(numbers), text, delimiter, tuple(ragged))


def _unclosed_quote(text: str, delimiter: str) -> int:
    """Return the line of the last cell that a quote opens: where an unclosed one most likely stands."""
    last = 1
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith('"') or delimiter + '"' in line:
            last = number
    return last


def _cell_places(text: str, delimiter: str) -> list[list[tuple[int, int]]]:
    """Return for each record the line and column at which each of its cells starts, by csv's rules for quotes."""
    records: list[list[tuple[int, int]]] = []
    line, char = 1, 1
    record = [(1, 1)]
    quoted, start = False, True
    index, size = 0, len(text)
    while index < size:
        mark = text[index]
        if quoted:
            if mark == '"' and text[index + 1 : index + 2] == '"':
                index, char = index + 1, char + 1
            elif mark == '"':
                quoted = False
            elif mark == "\n":
                line, char = line + 1, 0
        elif mark == '"' and start:
            quoted, start = True, False
        elif mark == delimiter:
            record.append((line, char + 1))
            start = True
        elif mark == "\n":
            records.append(record)
            line, char, start = line + 1, 0, True
            record = [(line, 1)]
        else:
            start = False
        index, char = index + 1, char + 1
    if len(record) > 1 or record[0] != (line, char):
        records.append(record)
    return records


def read_bytes(path: Path, shown: str, limit: int = MAX_BYTES) -> bytes:
    """Return a file's bytes; a problem where it cannot be read or is larger than `limit`."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise error_at(Place(shown), "this is no file with data", "put a plain file in its place")
        with path.open("rb") as file:
            data = file.read(limit + 1)  # what a system makes up has no size that it tells
        if len(data) > limit:
            raise error_at(Place(shown), f"the file has {max(status.st_size, len(data)):,} bytes, more than {limit:,}")
        return data
    except OSError as error:
        raise error_at(Place(shown), f"cannot read the file: {error.strerror or error}") from error

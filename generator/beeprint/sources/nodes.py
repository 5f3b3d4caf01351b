"""Read YAML so that every value keeps its place in the file a person edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from beeprint.base.memo import recent
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.sources.source import decode

#: The most values in one file.
MAX_VALUES = 100_000
_MAX_DEPTH = 40


class Node(Struct, frozen=True):
    """A YAML value and its place: text, a tuple of nodes, or a dict of nodes with the places of its keys."""

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
        """Find the node at a path of keys and indexes, or None."""
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
        """Find the place of a path; parts that do not exist are skipped, which gives the nearest place."""
        node = self
        for part in path:
            step = node.find([part])
            node = node if step is None else step
        return node.place

    def key_at(self, path: Sequence[str | int], key: str) -> Place:
        """Find the place of a key of the mapping at a path."""
        node = self
        for part in path:
            step = node.find([part])
            node = node if step is None else step
        return node.keys.get(key, node.place)


_INSTEAD_OF_ALIASES = (
    "write the value out, or in a layout write under styles: what several slots share; put a text that begins with * "
    "between quotes"
)


@recent
def read_yaml(data: bytes, shown: str) -> Node:
    """Read a document as located nodes; BuildError for aliases, duplicate keys and faulty YAML. Tags are ignored.

    Values are never changed, so that files that are read again and again are parsed once.
    """
    text = decode(data, shown)
    import yaml

    # Reading events, without composing or constructing, keeps scalars such as `no` and `0123` as they are written, and
    # refuses unbounded nesting before any recursion.
    reading = _Yaml(shown, events_of(text), text)
    try:
        root = reading.document()
    except yaml.MarkedYAMLError as error:
        from beeprint.sources.yaml_faults import explain  # where something is wrong, and only there

        raise explain(error, text, shown) from error
    except yaml.YAMLError as error:
        raise error_at(Place(shown), f"YAML: {error}") from error
    if root is None:
        raise error_at(Place(shown, 1, 1), "the file is empty")
    if reading.problems or reading.marks:
        raise BuildError([*reading.problems, *reading.marks.values()])
    return root


def events_of(text: str) -> Iterator[Any]:
    """Return the events of a YAML text with their start and end marks; yaml.YAMLError for faulty YAML."""
    import yaml

    events: Iterator[Any] = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return events


class _Yaml:
    """Read one YAML file event by event; problems are collected and reported together."""

    def __init__(self, shown: str, events: Iterator[Any], text: str) -> None:
        self.shown, self.events, self._text = shown, events, text
        self.problems: list[Problem] = []
        self.marks: dict[str, Problem] = {}  # anchors and tags, and what to say of them
        self.count = 0

    def document(self) -> Node | None:
        """Read the root of the only document; None if the file is empty."""
        root = None
        for event in self.events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent" and root is not None:
                raise error_at(self._place(event), "YAML: a second document begins here", "delete the line ---")
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
            self.marks.pop(f"&{event.anchor}", None)  # an anchor that is meant
            message = f"*{event.anchor} is an alias of YAML, which beeprint does not read"
            self.problems.append(Problem(place, message, _INSTEAD_OF_ALIASES))
            return Node("", place)
        sign = f"&{event.anchor}" if event.anchor else str(event.tag or "")
        # A mark before a number or a list is meant; before words it is their first letter.
        if kind == "ScalarEvent" and sign[:1] in ("&", "!") and sign != "!" and re.search(r"[^\W\d_]", event.value):
            message = f"YAML takes {sign} for a mark of its own, and beeprint does not read such marks"
            self.marks[sign] = Problem(place, message, "put a text that begins with & or ! between quotes")
        if kind == "ScalarEvent":
            if not event.value and event.implicit[0]:
                self._check_comment(event)
            return Node(event.value, place)
        if kind == "SequenceStartEvent":
            return Node(tuple(self._node(item, depth + 1) for item in self._until("SequenceEndEvent")), place)
        return self._mapping(place, depth)

    def _check_comment(self, event: Any) -> None:
        """Note a value such as #ffffff without quotes, which YAML takes for a comment."""
        rest = self._text[event.start_mark.index :].partition("\n")[0]
        match = re.match(r"\s*(#[^\s#].*)", rest)
        if match:
            message = f"YAML takes {match[1].strip()} for a comment, which leaves no value"
            hint = f'put the value between quotes: "{match[1].strip()}"; or write a space after the # of a comment'
            place = Place(self.shown, event.start_mark.line + 1, event.start_mark.column + match.start(1) + 1)
            self.problems.append(Problem(place, message, hint))

    def _until(self, end: str) -> Iterator[Any]:
        """Yield the events that begin values, up to the end of their collection."""
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
                self.problems.append(Problem(key.place, "a key must be text, not a list or a mapping"))
            elif key.value in values:
                hint = f"delete one of the two; the other is on line {keys[key.value].line}"
                self.problems.append(Problem(key.place, f"duplicate key {key.value}", hint))
            else:
                values[key.value], keys[key.value] = value, key.place
        return Node(values, place, keys)


#: How deep values lie in each other in YAML, and the word that takes in another entry.
_DEEP, _MERGE = 20, "<<"


def plain_values(data: bytes, shown: str) -> dict[str, Any]:
    """Return the entries of a YAML file, whose aliases share their values; BuildError for faulty YAML."""
    import yaml

    try:
        events = events_of(data.decode("utf-8-sig", "replace"))
        plain = _plain_document(events)
    except yaml.YAMLError:
        read_yaml(data, shown)  # says what is wrong
        return {}
    return plain if isinstance(plain, dict) else {}


def _plain_document(events: Iterator[Any]) -> Any:
    """Return the value of the first document of YAML events; None if it is missing or nested too deeply."""
    import yaml

    anchors: dict[str, Any] = {}
    stack: list[tuple[Any, list[Any]]] = []  # what is open: its event, and the values in it
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            if len(stack) >= _DEEP:
                return None
            stack.append((event, []))
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            start, members = stack.pop()
            value: Any = _entries(members) if isinstance(start, yaml.MappingStartEvent) else members
        elif isinstance(event, yaml.ScalarEvent):
            start, value = event, event.value
        elif isinstance(event, yaml.AliasEvent):
            start, value = event, anchors.get(event.anchor or "")
        else:
            continue
        if not isinstance(event, yaml.AliasEvent) and start.anchor:
            anchors[start.anchor] = value
        if not stack:
            return value
        stack[-1][1].append(value)
    return None


def _entries(members: Sequence[Any]) -> dict[str, Any]:
    """Return keys with their values, after the entries that `<<` merges in."""
    pairs = [(str(key), value) for key, value in zip(members[::2], members[1::2], strict=False)]
    taken: dict[str, Any] = {}
    for key, value in pairs:
        for merged in (value if isinstance(value, list) else [value]) if key == _MERGE else ():
            taken |= merged if isinstance(merged, dict) else {}
    return taken | {key: value for key, value in pairs if key != _MERGE}

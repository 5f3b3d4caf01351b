"""Source text: a file's characters, line ends and encoding, and where each value of a YAML text begins and ends."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from beeprint.base.problems import Place, error_at
from beeprint.sources.nodes import events_of

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Splice(NamedTuple):
    """Replace the characters of a text from `start` to `end` by `new`."""

    start: int
    end: int
    new: str


class SourceText(Struct, frozen=True):
    """A file's text without its byte order mark, and what turns it into the file's bytes again."""

    shown: str
    text: str
    mark: bytes = b""
    codec: str = "utf-8"

    @property
    def newline(self) -> str:
        """Return the line end of the file, that of its first line."""
        end = next((at for at, char in enumerate(self.text) if char in "\r\n"), -1)
        return "\n" if end < 0 else "\r\n" if self.text[end : end + 2] == "\r\n" else self.text[end]

    def splice(self, splices: Iterable[Splice]) -> bytes:
        """Return the file's bytes after all splices; BuildError for a character that its encoding lacks."""
        text = self.text
        for splice in sorted(splices, reverse=True):
            text = text[: splice.start] + splice.new + text[splice.end :]
        try:
            return self.mark + text.encode(self.codec)
        except UnicodeEncodeError as error:
            char = text[error.start]
            name = "Windows-1252" if self.codec == "cp1252" else self.codec.upper()
            character = f"U+{ord(char):04X}" if 0xD800 <= ord(char) < 0xE000 else char
            message = f"the file is {name}, which has no character {character}"
            raise error_at(Place(self.shown), message, "save the file as UTF-8 first") from error


def source_text(data: bytes, shown: str, others: Iterable[str] = (), reading: str | None = None) -> SourceText:
    """Decode a file that a reader has accepted: by its mark, as UTF-8, or in one of `others`.

    `reading` is the text that the reader saw, with line feeds as its line ends.
    """
    marked = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), None)
    for mark, codec in [marked] if marked else [(b"", codec) for codec in ("utf-8", *others)]:
        try:
            text = data[len(mark) :].decode(codec)
        except UnicodeDecodeError:
            continue
        if reading is None or text.replace("\r\n", "\n").replace("\r", "\n") == reading:
            return SourceText(shown, text, mark, codec)
    raise error_at(Place(shown), "the encoding of the file is not known", "save it as UTF-8")


Path = tuple[str | int, ...]
#: What stands before a value: an anchor or a tag.
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_PLAIN = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


class Piece(Struct, frozen=True):
    """A value in a text, from `start` to `end`; `line` and `column` count from 1, as those of its Place.

    `style` is `flow` or `block` for collections, else the mark before a scalar: a quote, | or >, or nothing.
    `key` is the span of the key of an entry, None for the root and for items.
    """

    start: int
    end: int
    line: int
    column: int
    path: Path
    style: str
    value: str = ""
    items: tuple[Piece, ...] = ()
    entries: Mapping[str, Piece] | None = None
    key_columns: tuple[int, ...] = ()
    key: tuple[int, int] | None = None

    @property
    def children(self) -> tuple[Piece, ...]:
        """Return the values in a collection."""
        return self.items if self.entries is None else tuple(self.entries.values())

    @property
    def is_scalar(self) -> bool:
        """Return whether this is a text, neither a list nor a mapping."""
        return self.style not in ("flow", "block")

    def find(self, path: Sequence[str | int]) -> Piece | None:
        """Find the value at a path of keys and indexes, or None."""
        piece: Piece | None = self
        for part in path:
            if piece is None:
                return None
            if isinstance(part, int):
                piece = piece.items[part] if part < len(piece.items) else None
            else:
                piece = (piece.entries or {}).get(part)
        return piece

    def scalars(self) -> Iterator[Piece]:
        """Yield the scalars in it, in the order of the text, without keys."""
        if self.is_scalar:
            yield self
        for child in self.children:
            yield from child.scalars()


def compose(source: SourceText) -> Piece:
    """Find the values of a text that `files.nodes.read_yaml` has read without a problem."""
    events = events_of(source.text)
    for event in events:
        if type(event).__name__ not in ("StreamStartEvent", "DocumentStartEvent"):
            return _piece(event, events, ())
    raise error_at(Place(source.shown, 1, 1), "the file is empty")


def _piece(event: Any, events: Iterator[Any], path: Path, key: tuple[int, int] | None = None) -> Piece:
    kind, start = type(event).__name__, event.start_mark
    at = (start.index, start.line + 1, start.column + 1)
    if kind == "ScalarEvent":
        return Piece(at[0], event.end_mark.index, *at[1:], path, event.style or "", event.value, key=key)
    style = "flow" if event.flow_style else "block"
    if kind == "SequenceStartEvent":
        items: list[Piece] = []
        while type(inner := next(events)).__name__ != "SequenceEndEvent":
            items.append(_piece(inner, events, (*path, len(items))))
        return Piece(at[0], inner.end_mark.index, *at[1:], path, style, items=tuple(items), key=key)
    entries: dict[str, Piece] = {}
    columns: list[int] = []
    while type(name := next(events)).__name__ != "MappingEndEvent":
        columns.append(name.start_mark.column)
        span = (name.start_mark.index, name.end_mark.index)
        entries[name.value] = _piece(next(events), events, (*path, name.value), span)
    return Piece(at[0], name.end_mark.index, *at[1:], path, style, entries=entries, key_columns=tuple(columns), key=key)


def inside(source: SourceText, piece: Piece) -> tuple[int, int]:
    """Return the span of a scalar's value, without quotes, anchors and tags.

    BuildError for a value with escapes, or over several lines.
    """
    raw = source.text[piece.start : piece.end]
    before = _PROPERTIES.match(raw)
    start, end = piece.start + (before.end() if before else 0), piece.end
    if piece.style in ("'", '"'):
        start, end = start + 1, end - 1
    if source.text[start:end] != piece.value:
        message = f"{piece.value!r} is not written letter by letter here"
        raise error_at(Place(source.shown, piece.line, piece.column), message, "write it on one line, without escapes")
    return start, end


def insert(
    source: SourceText, mapping: Piece, keys: Sequence[str], value: str, after: Sequence[str] | None = None
) -> Splice:
    """Return what adds an entry to a mapping: `value` under a key, or under keys within one another.

    The entry goes after the last existing entry of `after`, or to the end without `after`. If none of them exists, it
    goes to the front; in a block, it goes below the first entry, whose comment stays above that.
    """
    entries = mapping.entries or {}
    known = list(entries) if after is None else [name for name in entries if name in after]
    anchor = entries[known[-1]] if known else None
    if mapping.style == "block":
        return _below(source, anchor or _first_whole(entries), _lines(mapping, keys, value))
    text = _flow(keys, value)
    if anchor is not None:
        return Splice(anchor.end, anchor.end, f", {text}")
    start = source.text.index("{", mapping.start) + 1
    return Splice(start, start, f"{text}, " if entries else text)


def _lines(mapping: Piece, keys: Sequence[str], value: str) -> list[str]:
    """Return an entry of a block, over several lines where those beside it are written so."""
    column = mapping.key_columns[0]
    beside = [child.style for child in mapping.children if child.entries is not None]
    if len(keys) == 1 or not beside or set(beside) != {"block"}:
        return [" " * column + _flow(keys, value)]
    lines = [f"{' ' * (column + 2 * depth)}{_key(key)}:" for depth, key in enumerate(keys)]
    return [*lines[:-1], f"{lines[-1]} {value}"]


def _below(source: SourceText, anchor: Piece, lines: Sequence[str]) -> Splice:
    """Return what adds lines below the one on which a value ends."""
    end = _last_character(source, anchor)
    if source.text[end - 1 : end] in ("\r", "\n"):  # the text of a block scalar, with its last line end
        return Splice(end, end, "".join(f"{line}{source.newline}" for line in lines))
    line_end = re.compile(r"[\r\n]").search(source.text, end)
    at = line_end.start() if line_end else len(source.text)
    return Splice(at, at, "".join(f"{source.newline}{line}" for line in lines))


def add_section(source: SourceText, root: Piece, section: str, keys: Sequence[str], value: str) -> Splice:
    """Return what adds a key at the end of the document, with an entry on a line of its own below it."""
    if root.style == "flow":
        return insert(source, root, [section, *keys], value)
    splice = insert(source, root, [section], "")
    text = f"{' ' * (root.column - 1)}{section}:{source.newline}{' ' * (root.column + 1)}{_flow(keys, value)}"
    first, last = (source.newline, "") if splice.new.startswith(source.newline) else ("", source.newline)
    return splice._replace(new=f"{first}{text}{last}")


def _flow(keys: Sequence[str], value: str) -> str:
    head, *rest = keys
    return f"{_key(head)}: {'{' + _flow(rest, value) + '}' if rest else value}"


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _first_whole(entries: Mapping[str, Piece]) -> Piece:
    """Return the first value that ends within its line, or else the last one."""
    return next((child for child in entries.values() if _ends_its_line(child)), list(entries.values())[-1])


def _ends_its_line(piece: Piece) -> bool:
    return piece.end > piece.start and (piece.style == "flow" or (piece.is_scalar and piece.style not in ("|", ">")))


def _last_character(source: SourceText, piece: Piece) -> int:
    """Return where the text of a value ends; a block collection ends with its last value."""
    while piece.style == "block" and piece.children:
        piece = piece.children[-1]
    return piece.end


def with_value(plain: Any, path: Sequence[str | int], value: Any) -> Any:
    """Return plain lists and mappings with another value at a path; missing mappings are added."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(plain, list) and isinstance(head, int):
        return [with_value(item, rest, value) if index == head else item for index, item in enumerate(plain)]
    mapping = dict(plain or {})
    mapping[str(head)] = with_value(mapping.get(str(head)), rest, value)
    return mapping

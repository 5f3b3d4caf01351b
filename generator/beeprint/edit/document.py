"""Change the entries of a YAML document that a person wrote: all else keeps its bytes, comments and style too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.change import Change
from beeprint.edit.text import Piece, SourceText, Splice, compose, source_text
from beeprint.edit.yaml_style import as_block, as_flow, as_key, lists_mappings, quoted_like, scalar_forms
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import shown

#: The longest line, in characters, onto which an entry of a flow mapping is added.
_WIDE = 120
_BY_HAND = "write it into the file by hand"
_LINE_END = re.compile(r"\r\n?|\n")
#: A line that is a comment, and its indent.
_COMMENT = re.compile(r"([ \t]*)#[^\r\n]*")
_ANCHOR = re.compile(r"&\S+[ \t]*")
#: Blank lines, and those right above a position.
_BLANK = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))+")
_BLANK_ABOVE = re.compile(r"(?:^|(?<=[\r\n]))((?:[ \t]*(?:\r\n|\r|\n))+)\Z")
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")


#: Keys and indexes that lead to a value.
Keys = Sequence[str | int]


class _Span(NamedTuple):
    """Characters of the text, `end` excluded."""

    start: int
    end: int


class Document:
    """A YAML file, changed entry by entry. A document never changes: each step returns another one.

    Values are texts, numbers, booleans, lists and mappings. Each step reads the file again, and raises BuildError
    unless its values differ in the wanted way only.
    """

    def __init__(self, path: FilePath, data: bytes, before: bytes | None = None) -> None:
        """`before` are the bytes that the file has on the disk, if they are not `data`."""
        self.path, self.data = path, data
        self._before = data if before is None else before
        self._shown = shown(path)

    @cached_property
    def plain(self) -> Any:
        """Return the values as plain texts, lists and mappings."""
        return read_yaml(self.data, self._shown).plain()

    @cached_property
    def _source(self) -> SourceText:
        return source_text(self.data, self._shown)

    @cached_property
    def root(self) -> Piece:
        """Return the values with their spans in the text."""
        return compose(self._source)

    @property
    def change(self) -> Change:
        """Return what all steps since the file was read change."""
        return Change(self.path, self._before, self.data)

    def get(self, keys: Keys) -> Any:
        """Return the plain value at keys and indexes, None where there is none."""
        value = self.plain
        for key in keys:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    # set --------------------------------------------------------------------------------------------------------------

    def set(self, keys: Keys, value: Any, order: Sequence[str] = ()) -> Document:
        """Give an entry a value, and add the mappings around it that are missing.

        A new entry goes behind the last of its siblings that come before it in `order`, or to the end.
        """
        wanted, now, piece = _plain(value), self.get(keys), self.root.find(keys)
        if piece is None:
            return self._add(keys, value, order)
        if now == wanted:
            return self
        if isinstance(now, dict) and isinstance(wanted, dict) and wanted and now:
            return self._set_entries(keys, value, order)
        if isinstance(now, list) and isinstance(wanted, list) and wanted and now:
            return self._set_items(keys, list(value))
        is_text = piece.is_scalar and isinstance(wanted, str)
        forms = scalar_forms(self._source, piece, wanted) if is_text else [as_flow(value)]
        return self._first(keys, [[self._replace(piece, form)] for form in forms], _with(self.plain, keys, wanted))

    def _set_entries(self, keys: Keys, value: Mapping[str, Any], order: Sequence[str]) -> Document:
        """Change the entries of a mapping that differ."""
        document, gone = self, [name for name in self.get(keys) if name not in value]
        first, last = (gone, []) if len(gone) < len(self.get(keys)) else ([], gone)  # an empty mapping would go too
        for name in first:
            document = document.remove((*keys, name))
        for name, inner in value.items():
            document = document.set((*keys, name), inner, order)
        for name in last:
            document = document.remove((*keys, name))
        return document

    def _replace(self, piece: Piece, text: str) -> Splice:
        """Return what writes another value in place of one; its anchor and tag stay."""
        source = self._source.text
        properties = _PROPERTIES.match(source, piece.start, piece.end)
        start = properties.end() if properties else piece.start
        if piece.style == "block":  # begins on the line below its key
            start = piece.key[1] + 1 if piece.key else piece.start
            return Splice(start, self._end(piece), f" {text}" if piece.key else text)
        empty = piece.start == piece.end and source[start - 1 : start] == ":"
        end = piece.end if piece.style not in ("|", ">") else self._end(piece)
        return Splice(start, end, f" {text}" if empty and not text.startswith((" ", "\n", "\r")) else text)

    def _set_items(self, keys: Keys, value: list[Any]) -> Document:
        """Change the items of a list that differ, and add or remove items."""
        document, plain = self, [_plain(item) for item in value]
        for index in reversed(range(len(self.get(keys)))):
            items = document.get(keys)
            if len(items) > len(plain) and items[index:] != plain[len(plain) - len(items) + index :]:
                document = document.remove((*keys, index))
        for index, item in enumerate(value):
            if index < len(document.get(keys)):
                document = document.set((*keys, index), item)
            else:
                document = document.insert(keys, index, item)
        return document

    def _add(self, keys: Keys, value: Any, order: Sequence[str]) -> Document:
        depth = len(keys) - 1
        while depth and self.root.find(keys[:depth]) is None:
            depth -= 1
        holder = self.root.find(keys[:depth])
        inner = value
        for key in reversed(keys[depth + 1 :]):
            inner = {str(key): inner}
        if holder is None or (holder.is_scalar and holder.value) or isinstance(keys[depth], int):
            raise self._refusal(keys)
        name = str(keys[depth])
        expected = _with(self.plain, keys, _plain(value))
        is_empty = holder.style == "flow" and not holder.entries and depth == 1 and self.root.style == "block"
        if holder.is_scalar or is_empty:  # `slots:` without a value, or `slots: {}`
            column = self._column(holder)
            block = as_block({name: inner}, " " * (column + 2), self._newline)
            lines = self._newline + self._newline.join(block)
            at = self._line_end(holder.end)
            braces = [Splice(holder.key[1] + 1, holder.end, "")] if is_empty and holder.key else []
            return self._first(keys, [[*braces, Splice(at, at, lines)]], expected)
        return self._first(keys, [self._entry(holder, name, inner, order)], expected)

    def _entry(self, mapping: Piece, name: str, value: Any, order: Sequence[str]) -> list[Splice]:
        """Return what adds an entry to a mapping."""
        entries = mapping.entries or {}
        earlier = order[: order.index(name)] if name in order else None
        before = list(entries) if earlier is None else [key for key in entries if key in earlier or key not in order]
        if earlier is not None:
            known = [key for key in entries if key in earlier]
            before = list(entries)[: list(entries).index(known[-1]) + 1] if known else []
        anchor = entries[before[-1]] if before else None
        if mapping.style == "flow":
            return self._flow_entry(mapping, anchor, f"{self._written_key(mapping, name)}: {as_flow(value)}")
        indent = " " * mapping.key_columns[0]
        lines = self._block_lines(mapping, name, value, indent)
        blank = self._newline if self._spaced(mapping, before[-1] if before else "") else ""
        if anchor is None:
            at = self._line_start(self._entry_span(mapping, next(iter(entries))).start)
            return [Splice(at, at, "".join(f"{line}{self._newline}" for line in lines) + blank)]
        return [self._below(self._chunk_end(anchor), lines, blank)]

    def _below(self, at: int, lines: Sequence[str], blank: str = "") -> Splice:
        """Return what adds lines at the end of a chunk, which is the begin of a line or the end of the text."""
        text = self._source.text
        if at and text[at - 1] not in "\r\n":
            return Splice(at, at, blank + "".join(f"{self._newline}{line}" for line in lines))
        return Splice(at, at, blank + "".join(f"{line}{self._newline}" for line in lines))

    def _flow_entry(self, mapping: Piece, anchor: Piece | None, text: str) -> list[Splice]:
        source = self._source.text
        if anchor is None:
            start = source.index("{", mapping.start) + 1
            return [Splice(start, start, f"{text}, " if mapping.entries else text)]
        start, end = self._line_start(anchor.end), self._line_end(anchor.end)
        begin = self._line_start(_begin(anchor))
        if begin > mapping.start and not source[begin : _begin(anchor)].strip():  # each entry has a line of its own
            rest = re.match(r"\s*,[ \t]*(?=#|$)|[ \t]*(?=#|$)", source[anchor.end : end])
            if rest is not None:
                line = f"{self._newline}{source[begin : _begin(anchor)]}{text}"
                has_comma = "," in rest[0]
                comma = [] if has_comma else [Splice(anchor.end, anchor.end, ",")]
                return [*comma, Splice(end, end, line + ("," if has_comma else ""))]
        is_long = start <= mapping.start and end - start > _WIDE  # somebody wrote it so
        if end - start + len(text) + 2 <= _WIDE or is_long:
            return [Splice(anchor.end, anchor.end, f", {text}")]
        # A mapping that is written over several lines goes on as it does there.
        wrapped = re.match(r"[ \t]*", source[start:]) if start > mapping.start else None
        indent = wrapped[0] if wrapped else " " * (self._column(mapping) + 2)
        return [Splice(anchor.end, anchor.end, f",{self._newline}{indent}{text}")]

    def _written_key(self, mapping: Piece, name: str) -> str:
        """Write a key of a mapping, between quotes where all its keys are."""
        starts = {self._source.text[child.key[0]] for child in mapping.children if child.key}
        return quoted_like(next(iter(starts)), name) if len(starts) == 1 else as_key(name)

    def _block_lines(self, mapping: Piece, name: str, value: Any, indent: str) -> list[str]:
        """Return the lines of a new entry of a block, in the style of its siblings."""
        beside = [child for child in mapping.children if child.entries]
        blocks = [child for child in beside if child.style == "block"]
        key = self._written_key(mapping, name)
        flow = f"{indent}{key}: {as_flow(value)}"
        step = blocks[-1].key_columns[0] - mapping.key_columns[0] if blocks else 2
        if not isinstance(value, Mapping) or not value:
            multiline = (isinstance(value, str) and "\n" in value) or lists_mappings(value)
            return as_block({name: value}, indent, self._newline) if multiline else [flow]
        holds_entries = not mapping.path and any(isinstance(inner, Mapping) for inner in value.values())
        if len(blocks) * 2 > len(beside) or holds_entries:
            return [f"{indent}{key}:", *as_block(value, indent + " " * step, self._newline, step)]
        is_flow = not blocks and (beside or mapping.path) and len(flow) <= _WIDE
        return [flow] if is_flow else as_block({name: value}, indent, self._newline, step)

    def _spaced(self, mapping: Piece, name: str) -> bool:
        """Return whether blank lines are between an entry of a block, or its first one, and its neighbour."""
        names = list(mapping.entries or {})
        if len(names) < 2:
            return False
        at = max(1, names.index(name)) if name else 1
        before, last = (self._entry_span(mapping, neighbour) for neighbour in names[at - 1 : at + 1])
        between = self._source.text[before.end : last.start]
        return bool(between) and not between.strip()

    # lists ------------------------------------------------------------------------------------------------------------

    def insert(self, keys: Keys, index: int, value: Any) -> Document:
        """Put an item into a list, before the item that has the index now, or at the end."""
        listed = self.root.find(keys)
        if listed is None or (listed.is_scalar and not listed.value):
            return self.set(keys, [value])
        if listed.entries is not None or listed.is_scalar:
            raise self._refusal(keys)
        plain = [*self.get(keys)]
        plain.insert(index, _plain(value))
        expected = _with(self.plain, keys, plain)
        items = listed.items
        if listed.style == "flow" or not items:
            if not items:
                at = self._source.text.index("[", listed.start) + 1
                return self._first(keys, [[Splice(at, at, as_flow(value))]], expected)
            if index >= len(items):
                return self._first(keys, [[Splice(items[-1].end, items[-1].end, f", {as_flow(value)}")]], expected)
            return self._first(
                keys, [[Splice(items[index].start, items[index].start, f"{as_flow(value)}, ")]], expected
            )
        column = self._dash(items[0]) - self._line_start(items[0].start)
        indent = " " * column
        blocks = sum(item.style == "block" for item in items)
        if isinstance(value, Mapping) and value and blocks * 2 > len(items):
            first, *rest = as_block(value, f"{indent}  ", self._newline)
            lines = [f"{indent}- {first.lstrip(' ')}", *rest]
        else:
            lines = [f"{indent}- {as_flow(value)}"]
        if index >= len(items):
            splice = self._below(self._chunk_end(items[-1], column), lines)
        else:
            at = self._item_span(items[index]).start
            splice = Splice(at, at, "".join(f"{line}{self._newline}" for line in lines))
        return self._first(keys, [[splice]], expected)

    # remove, rename, move ---------------------------------------------------------------------------------------------

    def remove(self, keys: Keys) -> Document:
        """Remove an entry with its comments; a mapping or list below the root's entries goes with its last entry."""
        holder, piece = self.root.find(keys[:-1]), self.root.find(keys)
        if holder is None or piece is None:
            return self
        if len(holder.children) == 1 and len(keys) > 2:
            return self.remove(keys[:-1])
        if len(holder.children) == 1 and len(keys) == 2:
            return self.set(keys[:-1], {} if holder.entries is not None else [])
        expected = _without(self.plain, keys)
        if holder.style == "flow":
            return self._first(keys, [[self._cut_flow(holder, piece)]], expected)
        span = self._entry_span(holder, str(keys[-1])) if holder.entries is not None else self._item_span(piece)
        dashed = piece.key is not None and span.start == piece.key[0] > self._line_start(span.start)
        if dashed:  # `- key: value`, whose dash stays
            return self._first(keys, [[Splice(span.start, _begin(holder.children[1]), "")]], expected)
        return self._first(keys, [[self._cut_lines(span)]], expected)

    def _cut_lines(self, span: _Span) -> Splice:
        """Return what takes lines out, with the blank lines of one side where there are some on both."""
        text, start, end = self._source.text, *span
        above = _BLANK_ABOVE.search(text, 0, start)
        below = _BLANK.match(text, end)
        if end == len(text) and above:
            return Splice(above.start(1), end, "")
        return Splice(start, below.end() if above and below else end, "")

    def _cut_flow(self, holder: Piece, piece: Piece) -> Splice:
        children = list(holder.children)
        at = children.index(piece)
        if at + 1 < len(children):
            return Splice(_begin(piece), _begin(children[at + 1]), "")
        if at:
            return Splice(children[at - 1].end, piece.end, "")
        return Splice(_begin(piece), piece.end, "")

    def rename(self, keys: Keys, name: str) -> Document:
        """Give an entry another key, at its place."""
        piece, holder = self.root.find(keys), self.root.find(keys[:-1])
        if piece is None or piece.key is None or holder is None or name in (holder.entries or {}):
            raise self._refusal(keys)
        plain = self.get(keys[:-1])
        expected = _with(self.plain, keys[:-1], {name if key == keys[-1] else key: v for key, v in plain.items()})
        written = quoted_like(self._source.text[piece.key[0]], name)
        return self._first(keys, [[Splice(*piece.key, written)]], expected, in_order=True)

    def copy(self, keys: Keys, name: str) -> Document:
        """Write an entry once more under another key, at the end of its mapping: as it is, with the comments in it."""
        piece, holder = self.root.find(keys), self.root.find(keys[:-1])
        if piece is None or piece.key is None or holder is None or name in (holder.entries or {}):
            raise self._refusal(keys)
        source, last = self._source.text, list(holder.children)[-1]
        anchor = _ANCHOR.match(source, piece.start)  # which names one value only
        start = anchor.end() if anchor else piece.start
        begin = quoted_like(source[piece.key[0]], name) + source[piece.key[1] : piece.start]
        expected = _with(self.plain, [*keys[:-1], name], self.get(keys))
        if holder.style == "flow":
            text = begin + source[start : piece.end]
            return self._first(keys, [self._flow_entry(holder, last, text)], expected)
        text = " " * holder.key_columns[0] + begin + source[start : self._chunk_end(piece)].rstrip("\r\n")
        blank = self._newline if self._spaced(holder, list(holder.entries or {})[-1]) else ""
        splice = self._below(self._chunk_end(last), _LINE_END.split(text), blank)
        return self._first(keys, [[splice]], expected)

    def move(self, keys: Keys, before: str | None) -> Document:
        """Move an entry before one of its siblings, None for the end; its comments go with it."""
        holder, piece = self.root.find(keys[:-1]), self.root.find(keys)
        name = str(keys[-1])
        if holder is None or holder.entries is None or piece is None:
            raise self._refusal(keys)
        if before == name:
            return self
        names = [key for key in holder.entries if key != name]
        names.insert(len(names) if before is None else names.index(before), name)
        if names == list(holder.entries):
            return self
        plain = self.get(keys[:-1])
        expected = _with(self.plain, keys[:-1], {key: plain[key] for key in names})
        if holder.style == "flow":
            text = self._source.text[_begin(piece) : piece.end]
            cut = self._cut_flow(holder, piece)
            if before is None:
                last = list(holder.children)[-1]
                return self._first(keys, [[cut, Splice(last.end, last.end, f", {text}")]], expected, in_order=True)
            at = _begin(holder.entries[before])
            return self._first(keys, [[cut, Splice(at, at, f"{text}, ")]], expected, in_order=True)
        return self._first(keys, [self._in_order(holder, names)], expected, in_order=True)

    def _in_order(self, holder: Piece, names: Sequence[str]) -> list[Splice]:
        """Return what writes the entries of a block in another order; the blank lines between them stay."""
        spans = {name: self._entry_span(holder, name) for name in holder.entries or {}}
        text = self._source.text
        splices = []
        for span, name in zip(spans.values(), names, strict=True):
            chunk = text[spans[name].start : spans[name].end]
            if span != spans[name]:
                is_ended = text[span.start : span.end].endswith(("\r", "\n"))
                chunk = chunk.rstrip("\r\n") + (self._newline if is_ended else "")
                splices.append(Splice(*span, chunk))
        return splices

    # spans ------------------------------------------------------------------------------------------------------------

    @property
    def _newline(self) -> str:
        return self._source.newline

    def _line_start(self, at: int) -> int:
        text = self._source.text
        return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1

    def _line_end(self, at: int) -> int:
        match = _LINE_END.search(self._source.text, at)
        return match.start() if match else len(self._source.text)

    def _next_line(self, at: int) -> int:
        """Return where the line below the one of `at` begins, or the text ends."""
        match = _LINE_END.search(self._source.text, at)
        return match.end() if match else len(self._source.text)

    def _column(self, piece: Piece) -> int:
        """Return the column, from 0, of the key of a value."""
        start = piece.key[0] if piece.key else piece.start
        return start - self._line_start(start)

    def _end(self, piece: Piece) -> int:
        """Return where the text of a value ends, without the blank lines below a block scalar."""
        while piece.style == "block" and piece.children:
            piece = piece.children[-1]
        if piece.style in ("|", ">"):
            return piece.start + len(self._source.text[piece.start : piece.end].rstrip())
        return piece.end

    def _chunk_end(self, piece: Piece, column: int | None = None) -> int:
        """Return the begin of the line below an entry and below the comments that are indented further than its key."""
        at = self._next_line(self._end(piece))
        column = self._column(piece) if column is None else column
        text = self._source.text
        while (match := _COMMENT.match(text, at)) and len(match[1]) > column:
            at = self._next_line(match.end())
        return at

    def _entry_span(self, mapping: Piece, name: str) -> _Span:
        """Return the lines of an entry of a block, from the comments right above its key."""
        piece = (mapping.entries or {})[name]
        column = self._column(piece)
        assert piece.key is not None
        start = self._line_start(piece.key[0])
        is_first = next(iter(mapping.entries or {})) == name
        if self._source.text[start : piece.key[0]].strip():  # `- key: value`
            return _Span(piece.key[0], self._chunk_end(piece))
        if not (is_first and not mapping.path):  # what is above the first key is about the file
            start = self._comments_above(start, column)
        return _Span(start, self._chunk_end(piece))

    def _comments_above(self, start: int, column: int) -> int:
        text = self._source.text
        while start:
            above = self._line_start(start - (2 if text[start - 2 : start] == "\r\n" else 1))
            match = _COMMENT.match(text, above)
            if match is None or len(match[1]) != column:
                break
            start = above
        return start

    def _dash(self, item: Piece) -> int:
        """Return where the dash of an item is."""
        return self._source.text.rindex("-", 0, item.start)

    def _item_span(self, item: Piece) -> _Span:
        dash = self._dash(item)
        start = self._line_start(dash)
        return _Span(self._comments_above(start, dash - start), self._chunk_end(item, dash - start))

    # results ----------------------------------------------------------------------------------------------------------

    def _first(self, keys: Keys, ways: Sequence[Sequence[Splice]], expected: Any, in_order: bool = False) -> Document:
        """Return the document with the first of some splices that give it the expected values."""
        for splices in ways:
            document = Document(self.path, self._source.splice(splices), self._before)
            try:
                plain = document.plain
            except BuildError:
                continue
            if plain == expected and (not in_order or _orders(plain, keys[:-1]) == _orders(expected, keys[:-1])):
                return document
        raise self._refusal(keys)

    def _refusal(self, keys: Keys) -> BuildError:
        piece = next(
            (piece for depth in range(len(keys), -1, -1) if (piece := self.root.find(keys[:depth]))), self.root
        )
        name = next((key for key in reversed(keys) if isinstance(key, str)), "the file")
        place = Place(self._shown, piece.line, piece.column)
        return error_at(place, f"{name} cannot be changed here without changing something else", _BY_HAND)


def _begin(piece: Piece) -> int:
    """Return where an entry or an item begins."""
    return piece.key[0] if piece.key else piece.start


def _plain(value: Any) -> Any:
    """Return a value as the reader of YAML returns it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _with(plain: Any, keys: Keys, value: Any) -> Any:
    """Return plain values with another value at keys; missing mappings are added."""
    if not keys:
        return value
    head, rest = keys[0], keys[1:]
    if isinstance(plain, list) and isinstance(head, int):
        return [_with(item, rest, value) if index == head else item for index, item in enumerate(plain)]
    mapping = dict(plain) if isinstance(plain, dict) else {}
    mapping[str(head)] = _with(mapping.get(str(head)), rest, value)
    return mapping


def _without(plain: Any, keys: Keys) -> Any:
    """Return plain values without an entry."""
    head, rest = keys[0], keys[1:]
    if isinstance(plain, list):
        if not rest:
            return [item for index, item in enumerate(plain) if index != head]
        return [_without(item, rest) if index == head else item for index, item in enumerate(plain)]
    if not rest:
        return {key: value for key, value in plain.items() if key != head}
    return {key: _without(value, rest) if key == head else value for key, value in plain.items()}


def _orders(plain: Any, keys: Keys) -> list[str]:
    for key in keys:
        plain = plain[key]
    return list(plain)

"""Write a text into a cell of a YAML, JSON or Markdown file, where all else stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.text import Piece, SourceText, Splice, compose, insert, source_text, with_value
from beeprint.sources.nodes import read_yaml
from beeprint.sources.tables_records import BODY

# Replace a value of a record: in JSON, JSON Lines, a YAML list, or a Markdown file with front matter.


_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)
_LINE = re.compile(r"[^\r\n]+")
_FRONT = re.compile(r"---[ \t]*(?:\r\n?|\n)((?:.*?(?:\r\n?|\n))??)---[ \t]*(?:\r\n?|\n|\Z)", re.DOTALL)
_FLAGS = {"yes": "true", "true": "true", "1": "true", "no": "false", "false": "false", "0": "false"}
#: What a text between double quotes of YAML writes as an escape: what is no printable character, and line ends.
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')


# JSON ----------------------------------------------------------------------------------------------------------------


class _Member(NamedTuple):
    """A value of an object: its name, and its characters in the text."""

    name: str
    start: int
    end: int


def replace_json(data: bytes, shown: str, lines: bool, item: int, name: str, text: str) -> bytes:
    """Return a file's bytes with another text in a record, counted from 0; a value keeps its type where it can."""
    source = source_text(data, shown)
    start = next(islice(_lines(source.text) if lines else _items(source.text, shown), item, None), -1)
    if start < 0 or source.text[start] != "{":
        raise _elsewhere(shown)
    members = list(_members(source.text, start))
    member = next((member for member in members if member.name == name), None)
    plain = source.text.isascii() and "\\u" in source.text
    if member is not None:
        old = json.loads(source.text[member.start : member.end], parse_int=_Number, parse_float=_Number)
        return source.splice([Splice(member.start, member.end, _value(text, old, plain))])
    entry = f"{json.dumps(name, ensure_ascii=plain)}: {_value(text, '', plain)}"
    if members:
        return source.splice([Splice(members[-1].end, members[-1].end, f", {entry}")])
    return source.splice([Splice(start + 1, start + 1, entry)])


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


def _value(text: str, old: Any, plain: bool) -> str:
    """Write a text as a value of the same type as the old one."""
    if isinstance(old, list):
        words = [_value(word, old[0] if old else "", plain) for word in text.split()]
        return f"[{', '.join(words)}]"
    if isinstance(old, bool) and text.lower() in _FLAGS:
        return _FLAGS[text.lower()]
    if isinstance(old, _Number) and _NUMBER.fullmatch(text):
        return text
    if not text and (old is None or isinstance(old, bool | _Number)):
        return "null"
    return json.dumps(text, ensure_ascii=plain)


def _elsewhere(shown: str) -> BuildError:
    return error_at(Place(shown), "the file is more than one list of records", "edit it in the file")


def _items(text: str, shown: str) -> Iterator[int]:
    """Yield where the records of a list begin, which may be the only list of an object."""
    at = _skip(text, 0)
    if text[at] == "{":
        lists = [member.start for member in _members(text, at) if text[member.start] == "["]
        if len(lists) != 1:
            raise _elsewhere(shown)
        at = lists[0]
    at = _skip(text, at + 1)
    while text[at] != "]":
        yield at
        at = _after(text, at)


def _lines(text: str) -> Iterator[int]:
    """Yield where the records begin that each have a line of their own."""
    return (_skip(text, line.start()) for line in _LINE.finditer(text) if line[0].strip())


def _members(text: str, start: int) -> Iterator[_Member]:
    """Yield the values of the object that begins here."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        name, end = json.JSONDecoder().raw_decode(text, at)
        value = _skip(text, _skip(text, end) + 1)
        yield _Member(name, value, json.JSONDecoder().raw_decode(text, value)[1])
        at = _after(text, value)


def _after(text: str, at: int) -> int:
    """Return the position of the next value or name after the value at `at`, or of the closing bracket."""
    at = _skip(text, json.JSONDecoder().raw_decode(text, at)[1])
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    blanks = _SPACE.match(text, at)
    return blanks.end() if blanks else at


# YAML ----------------------------------------------------------------------------------------------------------------


def replace_yaml(data: bytes, shown: str, item: int, name: str, text: str) -> bytes:
    """Return a file's bytes with another text in a record of a list, counted from 0."""
    source = source_text(data, shown)
    root = compose(source)
    listed = root if root.entries is None else next(iter(root.entries.values()))
    if listed.entries is not None or len(root.entries or [1]) != 1 or listed.items[item].entries is None:
        raise _elsewhere(shown)
    return source.splice([_in_mapping(source, listed.items[item], name, text)])


def _in_mapping(source: SourceText, record: Piece, name: str, text: str) -> Splice:
    """Return what writes a text under a key of a mapping, in the first form that YAML reads as it is meant."""
    piece = record.find([name])
    if piece is not None and not piece.is_scalar and (piece.style == "block" or piece.entries is not None):
        place = Place(source.shown, piece.line, piece.column)
        raise error_at(place, f"{name} is a list over several lines", "edit it in the file")
    plain = read_yaml(source.text.encode(), source.shown).plain()
    meant = text if piece is None or piece.is_scalar else text.split()
    path = (*record.path, name)
    for form in _forms(source, piece, text):
        splice = Splice(piece.start, piece.end, form) if piece is not None else insert(source, record, [name], form)
        new = source.text[: splice.start] + splice.new + source.text[splice.end :]
        try:
            node = read_yaml(new.encode(), source.shown)
        except BuildError:
            continue
        value = node.find(path)
        said = value.plain() if value is not None else None
        # A literal ends with a line end, which the reader of cells leaves out.
        if (said.strip() if isinstance(said, str) else said) == meant and node.plain() == with_value(plain, path, said):
            return splice
    message = f"{name} cannot be written here as {text!r}"
    raise error_at(Place(source.shown, record.line, record.column), message, "edit it in the file")


def _forms(source: SourceText, piece: Piece | None, text: str) -> Iterator[str]:
    """Yield the ways to write a text, first that in which the value was written."""
    if piece is not None and not piece.is_scalar:
        yield f"[{', '.join(text.split())}]"
        yield f"[{', '.join(map(_double_quoted, text.split()))}]"
        return
    style = piece.style if piece is not None else '"'
    gap = " " if piece is not None and piece.start == piece.end else ""  # `key:` without a value
    if piece is not None and style == "|":
        yield from _literal(source, piece, text)
    if "\n" not in text:
        if style in ("", "|", ">") and text:
            yield gap + text
        if style == "'":
            yield "'" + text.replace("'", "''") + "'"
    end = source.newline if style in ("|", ">") else ""
    yield gap + _double_quoted(text) + end


def _literal(source: SourceText, piece: Piece, text: str) -> Iterator[str]:
    """Yield a text in the block of a literal, below its mark and as far to the right as before."""
    lines = re.split(r"\r\n?|\n", source.text[piece.start : piece.end])
    first = next((line for line in lines[1:] if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" "))]
    after = lines[len(lines) - next((at for at, line in enumerate(reversed(lines)) if line.strip()), 0) :]
    body = [indent + line if line else "" for line in text.split("\n")]
    yield source.newline.join([lines[0], *body, *after])


def _double_quoted(text: str) -> str:
    named = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + _ESCAPED.sub(lambda match: named.get(match[0], f"\\u{ord(match[0]):04x}"), text) + '"'


# Markdown ------------------------------------------------------------------------------------------------------------


def replace_markdown(data: bytes, shown: str, name: str, text: str) -> bytes:
    """Return a file's bytes with another text in its front matter, or below it for the column of that name."""
    source = source_text(data, shown)
    front = _FRONT.match(source.text)
    if name == "id":
        raise error_at(Place(shown), "the id is the name of the file", "rename the file")
    head = front[1] if front else ""
    values = compose(SourceText(shown, head)) if head.strip() else None
    if name == BODY and (values is None or name not in (values.entries or {})):
        start = front.end() if front else 0
        body = source.text[start:]
        first = start + len(body) - len(body.lstrip())
        lines = text.split("\n")
        return source.splice([Splice(first, max(first, len(source.text.rstrip())), source.newline.join(lines))])
    if front is None or values is None:
        raise error_at(Place(shown), f"the file has no front matter for {name}", "write it between two lines ---")
    within = _in_mapping(SourceText(shown, head), values, name, text)
    return source.splice([Splice(within.start + front.start(1), within.end + front.start(1), within.new)])

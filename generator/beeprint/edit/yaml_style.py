"""How values are written in YAML: plain where that reads as it is meant, in flow or in block style."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from beeprint.edit.text import Piece, SourceText

_KEY = re.compile(r"[A-Za-z_][\w.-]*(?: [\w.-]+)*", re.ASCII)
#: The characters with which a plain text may not begin; - ? : may, before anything but a blank.
_MARKS = "-?:,[]{}#&*!|>'\"%@`=~"
#: What a plain text may not hold: a comment, a key, and in a flow collection its punctuation.
_BROKEN = re.compile(r"\s#|:\s|:$|^\s|\s$|[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")
#: What a text between double quotes writes as an escape: characters that cannot be printed, and line ends.
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')
#: The longest mapping in flow style that is an entry of a block, in characters.
_SHORT = 100


def as_key(name: str) -> str:
    """Write a key."""
    return name if _KEY.fullmatch(name) or name.isdigit() else double_quoted(name)


def quoted_like(first: str, name: str) -> str:
    """Write a key as another one is written, which begins with `first`: between quotes where that is a quote."""
    single = "'" + name.replace("'", "''") + "'"
    if first == "'" and not _ESCAPED.search(name.replace('"', "").replace("\\", "")):
        return single
    return double_quoted(name) if first == '"' else as_key(name)


def as_flow(value: Any) -> str:
    """Write a value on one line; texts are quoted where they have to be."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{as_key(str(key))}: {as_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(as_flow, value)) + "]"
    return as_scalar(value)


def as_scalar(value: Any, in_flow: bool = True) -> str:
    """Write a text, a number or yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}"
    text = str(value)
    return text if is_plain(text, in_flow) else double_quoted(text)


def is_plain(text: str, in_flow: bool = True) -> bool:
    """Return whether YAML reads a text without quotes as it is meant."""
    if not text or _BROKEN.search(text) or (in_flow and any(mark in text for mark in ",[]{}")):
        return False
    number = re.fullmatch(r"-?\d+(?:\.\d+)?", text) is not None
    return number or (text[0] not in _MARKS and not re.fullmatch(r"null|Null|NULL", text))


def double_quoted(text: str) -> str:
    """Write a text between double quotes."""
    named = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + _ESCAPED.sub(lambda match: named.get(match[0], f"\\u{ord(match[0]):04x}"), text) + '"'


def as_block(mapping: Mapping[str, Any], indent: str, newline: str, step: int = 2) -> list[str]:
    """Write entries on lines of their own; short mappings and lists within them are in flow style.

    Mappings in a list have lines of their own. `step` is the number of blanks by which what is within an entry is
    indented further.
    """
    deeper = indent + " " * step
    lines: list[str] = []
    for key, value in mapping.items():
        name = f"{indent}{as_key(str(key))}:"
        flow = f"{name} {as_flow(value)}"
        is_text = isinstance(value, str) and "\n" in value
        if (isinstance(value, Mapping) and value and len(flow) > _SHORT) or _holds_mappings(value):
            lines += [name, *as_block(value, deeper, newline, step)]
        elif lists_mappings(value):
            lines += [name, *(f"{deeper}- {as_flow(item)}" for item in value)]
        elif is_text and _is_literal(value):
            lines += [f"{name} |-", *(f"{deeper}{line}" if line else "" for line in value.split("\n"))]
        elif isinstance(value, Mapping | list | tuple):
            lines.append(flow)
        else:
            lines.append(f"{name} {as_scalar(value, in_flow=False)}".rstrip())
    return lines


def lists_mappings(value: Any) -> bool:
    """Return whether a list holds mappings that have a line each."""
    return isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value)


def _holds_mappings(value: Any) -> bool:
    """Return whether a mapping holds mappings of mappings, which nobody writes on one line."""
    if not isinstance(value, Mapping):
        return False
    inner = [entry for entry in value.values() if isinstance(entry, Mapping)]
    return any(isinstance(entry, Mapping) for mapping in inner for entry in mapping.values())


def _is_literal(text: str) -> bool:
    """Return whether the lines of a text can be written below `|-` as they are."""
    return (
        not text.startswith((" ", "\n"))
        and not text.endswith("\n")
        and not _ESCAPED.search(text.replace("\n", "").replace('"', "").replace("\\", ""))
    )


def scalar_forms(source: SourceText, piece: Piece, text: str) -> list[str]:
    """Return the ways to write a text in place of a scalar, the way in which that is written first."""
    forms: list[str] = []
    if piece.style == "|":
        forms += _literal(source, piece, text)
    if piece.style == ">":
        forms += _folded(source, piece, text)
    if "\n" not in text:
        if piece.style in ("", "|", ">") and is_plain(text, in_flow=False):
            forms.append(text)
        if piece.style == "'":
            forms.append("'" + text.replace("'", "''") + "'")
    return [*forms, double_quoted(text)]


def _folded(source: SourceText, piece: Piece, text: str) -> list[str]:
    """Write a text below the mark of a folded scalar, in lines as long as before."""
    lines = re.split(r"\r\n?|\n", source.text[piece.start : piece.end].rstrip())
    if len(lines) < 2 or "\n" in text.rstrip("\n"):
        return []
    indent = lines[1][: len(lines[1]) - len(lines[1].lstrip())]
    room = max(60, *map(len, lines[1:])) - len(indent)
    body = [indent + line for line in textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)]
    return [source.newline.join([mark, *body]) for mark in (lines[0], lines[0].replace(piece.style, f"{piece.style}-"))]


def _literal(source: SourceText, piece: Piece, text: str) -> list[str]:
    """Write a text below the mark of a literal, as far to the right as before."""
    lines = re.split(r"\r\n?|\n", source.text[piece.start : piece.end])
    first = next((line for line in lines[1:] if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" "))]
    body = [indent + line if line else "" for line in text.rstrip("\n").split("\n")]
    return [source.newline.join([mark, *body]) for mark in (lines[0], lines[0].replace(piece.style, f"{piece.style}-"))]

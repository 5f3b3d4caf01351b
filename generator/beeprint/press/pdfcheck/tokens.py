"""Read a content stream as operators with their operands, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_REGULAR = rb"[^\0\t\n\f\r ()<>\[\]{}/%]"
_TOKEN = re.compile(
    rb"[\0\t\n\f\r ]*(?:"
    rb"(?P<number>[+\-.0-9]" + _REGULAR + rb"*)"
    rb"|(?P<word>" + _REGULAR + rb"+)"
    rb"|/(?P<name>" + _REGULAR + rb"*)"
    rb"|\((?P<text>[^()\\]*)\)"
    rb"|(?P<nested>\()"
    rb"|(?P<open>\[|<<)"
    rb"|(?P<close>\]|>>)"
    rb"|<(?P<hex>[0-9A-Fa-f\0\t\n\f\r ]*)>"
    rb"|(?P<comment>%[^\r\n]*)"
    rb"|(?P<odd>.))",
    re.DOTALL,
)
_SPACES = b"\0\t\n\f\r "
_PARTS = re.compile(rb"[()\\]")
_HEX = re.compile(rb"#([0-9A-Fa-f]{2})")
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_END = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)")
#: How many operands an operator may have, those in arrays too, how deep these are nested, how long a string with
#: brackets in it may be, how large a number.
_MAX_OPERANDS, _MAX_DEPTH, _MAX_TEXT, _MAX_NUMBER = 20_000, 30, 1 << 20, 1e7
_WORDS = {b"true": True, b"false": False, b"null": None}


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


def operations(data: bytes) -> Iterator[tuple[str, list[Any]]]:
    """Yield each operator with its operands: numbers, bytes, `Name`s, lists, dicts.

    What is no PDF yields the operator `?`. An inline picture yields `BI` with its dictionary and its data.
    """
    operands: list[Any] = []
    outer: list[tuple[list[Any], bytes]] = []
    data = data.rstrip(_SPACES)
    at, end = 0, len(data)
    while at < end:
        match = _TOKEN.match(data, at)
        if match is None:
            return
        at, kind = match.end(), match.lastgroup
        if kind == "number":
            operands.append(_number(match["number"]))
        elif kind == "word":
            word = match["word"]
            if word in _WORDS:
                operands.append(_WORDS[word])
            elif word == b"ID":
                picture = _pairs(operands)
                at, body = _inline(data, at, picture)
                yield "BI", [picture, body]
                operands, outer = [], []
            elif word == b"BI":
                operands = []
            else:
                yield word.decode("latin-1"), operands if not outer else []
                operands, outer = [], []
        elif kind == "name":
            operands.append(_name(match["name"]))
        elif kind == "text":
            operands.append(match["text"])
        elif kind == "nested":
            at, text = _text(data, at)
            operands.append(text)
        elif kind == "open":
            if len(outer) >= _MAX_DEPTH:
                yield "?", []
                return
            outer.append((operands, match["open"]))
            operands = []
        elif kind == "close":
            if outer:
                inner = operands
                operands, mark = outer.pop()
                operands.append(_pairs(inner) if mark == b"<<" else inner)
        elif kind == "hex":
            digits = bytes(match["hex"]).translate(None, _SPACES)
            operands.append(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii")))
        elif kind == "odd":
            yield "?", []
        if len(operands) > _MAX_OPERANDS:
            yield "?", operands
            operands, outer = [], []


def _number(text: bytes) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if -_MAX_NUMBER < value < _MAX_NUMBER else 0.0


def _name(text: bytes) -> Name:
    return Name(_HEX.sub(lambda match: bytes((int(match[1], 16),)), text).decode("utf-8", "replace"))


def _text(data: bytes, at: int) -> tuple[int, bytes]:
    """Read a string whose first bracket stands before `at`, up to the one that closes it."""
    start, depth = at, 1
    while True:
        match = _PARTS.search(data, at)
        if match is None or match.end() - start > _MAX_TEXT:
            return len(data), b""
        at = match.end()
        if match[0] == b"\\":
            at += 1
            continue
        depth += 1 if match[0] == b"(" else -1
        if not depth:
            return at, _ESCAPED.sub(_plain, data[start : at - 1])


def _plain(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes((int(code, 8) & 255,)) if code[:1].isdigit() and code < b"8" else _ESCAPES.get(code, code)


def _pairs(items: list[Any]) -> dict[str, Any]:
    return {str(key): value for key, value in zip(items[::2], items[1::2], strict=False)}


def _inline(data: bytes, at: int, picture: dict[str, Any]) -> tuple[int, bytes]:
    """Return where an inline picture ends, and its data."""
    at += 1
    filtered = picture.get("F", picture.get("Filter"))
    length = 0
    if not filtered:
        width, height = (picture.get(short, picture.get(long, 0)) for short, long in (("W", "Width"), ("H", "Height")))
        if isinstance(width, float) and isinstance(height, float):
            length = int((abs(width) + 7) // 8 * abs(height))  # one bit a pixel at least
    match = _END.search(data, min(at + length, len(data)))
    return (match.end(), data[at : match.start()]) if match else (len(data), data[at:])

"""Parse the markup of texts: **bold**, *italic*, :icon:, [ink: words]; a backslash makes a mark literal."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_MARK = re.compile(
    r"\\([*:\[\]\\])"  # a literal mark
    r"|(\*{4,}|(?<=\d)\*+(?=\d))"  # a row of asterisks is literal, and so is a product of numbers
    r"|(\*\*|\*)"
    r"|:([a-z0-9][a-z0-9-]*):"
    r"|\[(#?[\w-]+): ?"
    r"|([\[\]])"
)
# Unicode's mandatory line breaks.
_LINE_END = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")


class Part(NamedTuple):
    """Words in one style, or an icon; `ink` is empty for the slot's own colour."""

    text: str
    bold: bool = False
    italic: bool = False
    ink: str = ""
    icon: str = ""


class Fault(NamedTuple):
    """An error in the markup: what is wrong, and what to do."""

    message: str
    hint: str


class Markup(NamedTuple):
    """A parsed text: its paragraphs, and the faults in its marks."""

    paragraphs: tuple[tuple[Part, ...], ...]
    faults: tuple[Fault, ...]


@lru_cache(maxsize=4096)
def parse(text: str) -> Markup:
    """Parse a text into paragraphs; marks apply within their line, and an unclosed one is a fault.

    Asterisks open before a word and close after one, so `5 * 3` is literal; so is one between digits, as in `5*3`, and
    so are brackets that name no ink.
    """
    paragraphs, faults = [], []
    for line in _LINE_END.split(text):
        parts, wrong = _line(line)
        paragraphs.append(parts)
        faults += wrong
    return Markup(tuple(paragraphs), tuple(dict.fromkeys(faults)))


def _line(line: str) -> tuple[tuple[Part, ...], list[Fault]]:
    """Parse one line into parts and faults."""
    open_ = {"**": False, "*": False}
    brackets: list[str] = []  # the open inks; empty for a plain bracket
    parts: list[Part] = []
    at = 0

    def add(text: str, icon: str = "") -> None:
        if text or icon:
            ink = next(filter(None, reversed(brackets)), "")
            parts.append(Part(text, open_["**"], open_["*"], ink, icon))

    for match in _MARK.finditer(line):
        add(line[at : match.start()])
        at = match.end()
        literal, row, stars, icon, ink, bracket = match.groups()
        if stars:
            before, after = line[match.start() - 1 : match.start()], line[at : at + 1]
            if open_[stars] and not before.isspace():
                open_[stars] = False
            elif not open_[stars] and after and not after.isspace():
                open_[stars] = True
            else:
                add(stars)
        elif ink:
            brackets.append(ink)
        elif bracket == "]":
            if not (brackets and brackets.pop()):
                add(bracket)
        elif icon:
            add("", icon)
        else:
            brackets += [""] if bracket else []
            add(literal or row or bracket)
    add(line[at:])
    faults = [
        Fault(
            f"{mark} is opened but not closed", f"write {mark} after the last word too, or {_escaped(mark)} to print it"
        )
        for mark, still in open_.items()
        if still
    ]
    faults += [
        Fault(f"[{ink}: is opened but not closed", "write ] after the last word, or \\[ to print a bracket")
        for ink in brackets
        if ink
    ]
    return tuple(parts), faults


def _escaped(mark: str) -> str:
    return "".join(f"\\{char}" for char in mark)

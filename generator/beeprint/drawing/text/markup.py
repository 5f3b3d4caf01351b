"""Parse the markup of texts: **bold**, *italic*, :icon:, [ink: words]; a backslash makes a mark literal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from beeprint.base import budget

#: Words of a text that become icons, each with the icon's name.
IconWords = tuple[tuple[str, str], ...]

_MARK = (
    r"\\([*:\[\]\\])"  # a literal mark
    r"|(\*{4,}|(?<=\d)\*+(?=\d))"  # a row of asterisks is literal, and so is a product of numbers
    r"|(\*\*|\*)"
    r"|:([a-z0-9][a-z0-9/-]*):"
    r"|\[(#?[\w-]+): ?"
    r"|([\[\]])"
)
#: What every mark begins with.
_SIGN = re.compile(r"[\\*:\[\]]")
#: How many words may become icons at no cost, and what each of more costs at each letter of a text, in steps.
_FEW, _WORD = 20, 0.03
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


def has_marks(text: str) -> bool:
    """Return whether a text may hold marks; else it is printed as it is, line by line."""
    return _SIGN.search(text) is not None


@lru_cache(maxsize=4096)
def parse(text: str, icons: IconWords = ()) -> Markup:
    """Parse a text into paragraphs; marks apply within their line, and an unclosed one is a fault.

    Words in `icons` become these icons: what begins or ends with a letter only as a whole word, and none after a
    backslash.

    Asterisks open before a word and close after one, so `5 * 3` is literal; so is one between digits, as in `5*3`, and
    so are brackets that name no ink.
    """
    if not icons and not has_marks(text) and not _LINE_END.search(text):
        return Markup(((Part(text),) if text else (),), ())
    paragraphs, faults = [], []
    for line in _LINE_END.split(text):
        parts, wrong = _line(line, icons)
        paragraphs.append(parts)
        faults += wrong
    return Markup(tuple(paragraphs), tuple(dict.fromkeys(faults)))


def escaped(text: str, icons: IconWords = (), keep: bool = False) -> str:
    """Return the markup that prints a text letter by letter; with `keep`, words still become icons."""

    def literal(match: re.Match[str]) -> str:
        return match[0] if keep and match["word"] else f"\\{match[0]}"

    budget.spend("texts", words_cost(text, icons))
    return _to_escape(icons).sub(literal, text)


def words_cost(text: str, icons: IconWords) -> float:
    """Return what looking for the words that become icons costs in a text, in steps; few words cost nothing."""
    return _WORD * max(0, len(icons) - _FEW) * len(text)


@lru_cache(maxsize=16)
def _to_escape(icons: IconWords) -> re.Pattern[str]:
    """Return what finds all that is no letter of a text: marks, and words that become icons."""
    return re.compile(rf"(?P<word>{_any_of(icons) if icons else '(?!)'})|[*:\[\]\\]")


@lru_cache(maxsize=16)
def _marks(icons: IconWords) -> re.Pattern[str]:
    """Return what finds the marks of texts in which some words are icons."""
    words = _any_of(icons) if icons else "(?!)"
    return re.compile(rf"\\(?P<literal>{words})|(?P<word>{words})|{_MARK}")


def _any_of(icons: IconWords) -> str:
    """Return a pattern for any of the words, the longest first."""
    words = sorted((word for word, _ in icons), key=len, reverse=True)
    bounds = (
        (r"(?<!\w)" if re.match(r"\w", word) else "", r"(?!\w)" if re.search(r"\w$", word) else "") for word in words
    )
    return "|".join(f"{before}{re.escape(word)}{after}" for word, (before, after) in zip(words, bounds, strict=True))


def _line(line: str, icons: IconWords) -> tuple[tuple[Part, ...], list[Fault]]:
    """Parse one line into parts and faults."""
    open_ = {"**": False, "*": False}
    brackets: list[str] = []  # the open inks; empty for a plain bracket
    inks = [""]  # the ink of the words between each of them
    parts: list[Part] = []
    named, at = dict(icons), 0

    def add(text: str, icon: str = "") -> None:
        if text or icon:
            parts.append(Part(text, open_["**"], open_["*"], inks[-1], icon))

    for match in _marks(icons).finditer(line):
        add(line[at : match.start()])
        at = match.end()
        literal, stars, icon, ink, bracket = _mark_of(match, named)
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
            inks.append(ink)
        elif bracket == "]":
            if not (brackets and brackets[-1]):
                add(bracket)
            if brackets:
                brackets.pop()
                inks.pop()
        elif icon:
            add("", icon)
        else:
            if bracket:
                brackets.append("")
                inks.append(inks[-1])
            add(literal or bracket)
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


class _Mark(NamedTuple):
    """What a mark is: one of these texts, all others empty."""

    literal: str
    stars: str
    icon: str
    ink: str
    bracket: str


def _mark_of(match: re.Match[str], icons: Mapping[str, str]) -> _Mark:
    word_kept, word, literal, row, stars, icon, ink, bracket = (text or "" for text in match.groups())
    return _Mark(word_kept or literal or row, stars, icons.get(word, icon), ink, bracket)


def _escaped(mark: str) -> str:
    return "".join(f"\\{char}" for char in mark)

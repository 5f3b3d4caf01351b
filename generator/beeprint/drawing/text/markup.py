"""Parse the markup of texts: **bold**, *italic*, :icon:, [ink: words]; a backslash makes a mark literal."""

from __future__ import annotations

import html
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
#: Words of a line between asterisks.
_EMPHASIS = re.compile(
    r"(?<![\w*\\])(?P<stars>\*{1,3})(?=[^\s*])(?P<words>[^*\r\n\v\f\x85\u2028\u2029]*)(?<!\s)(?P=stars)(?![\w*])"
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


def emphasised(text: str, icons: IconWords = ()) -> str:
    """Return the markup that prints a text letter by letter, except icons and bold and italic words.

    Asterisks count only in pairs round whole words of a line: those of a footnote or a product are printed.
    """
    parts: list[str] = []
    at = 0
    for span in _EMPHASIS.finditer(text):
        stars = span["stars"]
        parts += [escaped(text[at : span.start()], icons, keep=True), stars]
        parts += [escaped(span["words"], icons, keep=True), stars[::-1]]
        at = span.end()
    return "".join([*parts, escaped(text[at:], icons, keep=True)])


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


# Turn the HTML tags of texts, as games on screens hold them, into markup: <b> is **bold**, <br> a new line.


#: A tag that is known, and a character written by its name or number.
TAG = re.compile(
    r"<(?P<end>/?)(?P<name>b|strong|i|em|br|p|div|li|ul|ol|u|s|span|font|small|sup|sub|center|nobr)\b[^<>]{0,400}>",
    re.IGNORECASE,
)
ENTITY = re.compile(
    r"&(?:nbsp|amp|lt|gt|quot|apos|hellip|[mn]dash|[lr][sd]quo|#\d{2,6}|#x[0-9a-f]{2,5});", re.IGNORECASE
)
_BOLD, _ITALIC = ("b", "strong"), ("i", "em")
_NEW_LINE, _BLOCKS = ("br",), ("p", "div", "ul", "ol")


class _Run(NamedTuple):
    text: str
    bold: bool
    italic: bool


def has_tags(text: str) -> bool:
    """Return whether a text holds tags or names of characters that are known."""
    return TAG.search(text) is not None or ENTITY.search(text) is not None


@lru_cache(maxsize=4096)
def from_html(text: str, icons: IconWords = ()) -> str:
    """Return the markup of a text in HTML; tags without a mark, such as <u>, are left out, their words stay.

    Asterisks and other marks are printed, and words in `icons` become these icons.
    """
    lines: list[list[_Run]] = [[]]
    bold = italic = at = 0
    for match in TAG.finditer(text):
        _add(lines, text[at : match.start()], bold > 0, italic > 0)
        at, name, step = match.end(), match["name"].lower(), -1 if match["end"] else 1
        bold = max(0, bold + step) if name in _BOLD else bold
        italic = max(0, italic + step) if name in _ITALIC else italic
        if name in _NEW_LINE or (name in _BLOCKS and lines[-1]):
            lines.append([])
        elif name == "li" and step > 0:
            if lines[-1]:
                lines.append([])
            _add(lines, "\u2022 ", False, False)
    _add(lines, text[at:], bold > 0, italic > 0)
    return "\n".join("".join(_marked(run, icons) for run in line) for line in lines).strip()


def _add(lines: list[list[_Run]], text: str, bold: bool, italic: bool) -> None:
    """Add words to the last line, and a line for each line end in them; blanks around styled words are plain."""
    for number, part in enumerate(html.unescape(text).split("\n")):
        if number:
            lines.append([])
        words = part.strip()
        before, after = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
        if not words:
            before, after = part, ""
        for run in (_Run(before, False, False), _Run(words, bold, italic), _Run(after, False, False)):
            last = lines[-1][-1] if lines[-1] else None
            if last is not None and last[1:] == run[1:]:
                lines[-1][-1] = last._replace(text=last.text + run.text)
            elif run.text:
                lines[-1].append(run)


def _marked(run: _Run, icons: IconWords) -> str:
    marks = "**" * run.bold + "*" * run.italic
    return f"{marks}{escaped(run.text, icons, keep=True)}{marks[::-1]}"

"""Draw the change list as pages to print, with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, rectangle
from beeprint.base.words import one_line
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.game.changes.compare import Change
from beeprint.game.changes.report import HEADINGS, deeds, named, reason, summary, under
from beeprint.game.changes.state import State

_INK, _GREY = Solid(Colour(0x22, 0x22, 0x22)), Solid(Colour(0x66, 0x66, 0x66))
_TITLE = Style("source-sans", "bold", 15, 15, paint=_INK)
_HEAD = Style("source-sans", "bold", 10.5, 10.5, paint=_INK)
_NAME = Style("source-sans", "semibold", 9.5, 9.5, paint=_INK)
_TEXT = Style("source-sans", "regular", 8.5, 8.5, paint=_INK)
_FINE = Style("source-sans", "regular", 8, 8, paint=_GREY)
_MARGIN, _BOX = 14.0, 3.2
#: A value longer than this many lines is cut on paper; changes.md has it whole.
_MOST_LINES = 6


class _Line(NamedTuple):
    """A line of text, `skip` mm below the one before and indented; `ticked` ones have a box to tick.

    `keep` is how many of the following lines must be on the same page.
    """

    text: str
    style: Style
    skip: float
    indent: float = 0.0
    ticked: bool = False
    keep: int = 0


def pages(old: State, new: State, changes: Sequence[Change], fonts: Fonts, paper: Rect) -> list[Drawing]:
    """Draw the change list on as many pages as it needs."""
    width = paper.width - 2 * _MARGIN
    lines = list(_lines(old, new, changes, fonts, width))
    sheets: list[list[Mark]] = [[]]
    y = _MARGIN
    for index, line in enumerate(lines):
        need = line.skip + sum(follower.skip for follower in lines[index + 1 : index + 1 + line.keep])
        if y + need > paper.bottom - _MARGIN - 5 and sheets[-1]:
            sheets.append([])
            y = _MARGIN
        y += line.skip
        x = _MARGIN + line.indent
        if line.ticked:
            square = rectangle(Rect(x - _BOX - 1.6, y - _BOX + 0.5, _BOX, _BOX))
            sheets[-1].append(path_mark(square, None, Stroke(_INK, 0.25)))
        sheets[-1].append(line_run(fonts, line.text, line.style, x, y))
    return [_page(marks, number, len(sheets), new, fonts, paper) for number, marks in enumerate(sheets, start=1)]


def _page(marks: list[Mark], number: int, count: int, new: State, fonts: Fonts, paper: Rect) -> Drawing:
    foot = _printable(f"{new.title} \u00b7 changes \u00b7 page {number} of {count}", _FINE, fonts)
    x = paper.width - _MARGIN - text_width(fonts, foot, _FINE)
    return Drawing(paper, (*marks, line_run(fonts, foot, _FINE, x, paper.bottom - _MARGIN)))


def _lines(old: State, new: State, changes: Sequence[Change], fonts: Fonts, width: float) -> Iterator[_Line]:
    yield _Line(_printable(f"{new.title}: what has changed", _TITLE, fonts), _TITLE, 5)
    for sentence in summary(old, new, changes):
        for number, line in enumerate(_wrapped(sentence, _TEXT, width, fonts)):
            yield _Line(line, _TEXT, 4 if number else 5.5)
    for kind, heading in HEADINGS.items():
        part = under(kind, changes)
        if part:
            yield _Line(heading, _HEAD, 9, keep=2)
        for change in part:
            yield from _entry(change, fonts, width)


def _entry(change: Change, fonts: Fonts, width: float) -> Iterator[_Line]:
    what = deeds(change)
    indent, ticked = _BOX + 2, bool(change.take_out or change.put_in)
    title = f"{named(change.piece)}, {change.piece.deck}{': ' if what else ''}{what}"
    for number, line in enumerate(_wrapped(title, _NAME, width - indent, fonts)):
        yield _Line(line, _NAME, 4.3 if number else 5.5, indent, ticked and not number, keep=1)
    details = [f"{name}: {was} \u2192 {now}" for name, was, now in change.numbers]
    details += [f"{name}: {_value(before)} \u2192 {_value(after)}" for name, before, after in change.fields]
    details += [reason(change)] if reason(change) else []
    for detail in details:
        lines = _wrapped(detail, _TEXT, width - indent - 4, fonts)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "\u2026 the rest is in changes.md"]
        for number, line in enumerate(lines):
            yield _Line(line, _TEXT, 3.8 if number else 4.2, indent + (4 if number else 2))


def _value(text: str) -> str:
    return f"\u201c{text}\u201d" if text else "nothing"


def _wrapped(text: str, style: Style, width: float, fonts: Fonts) -> list[str]:
    """Break a text into lines that fit; a word that is too long is broken too."""
    lines: list[str] = []
    line = ""
    for word in _printable(one_line(text), style, fonts).split(" "):
        longer = f"{line} {word}".lstrip()
        if text_width(fonts, longer, style) <= width:
            line = longer
            continue
        lines += [line] if line else []
        while text_width(fonts, word, style) > width:
            cut = max(1, int(len(word) * width / text_width(fonts, word, style)) - 1)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line] if line or not lines else lines


def _printable(text: str, style: Style, fonts: Fonts) -> str:
    """Replace each character that the page's font lacks by a question mark."""
    missing = set(fonts.missing(style.family, style.weight, text))
    return "".join("?" if char in missing else char for char in text)

"""Turn the HTML tags of texts, as games on screens hold them, into markup: <b> is **bold**, <br> a new line."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import NamedTuple

from beeprint.drawing.text.markup import IconWords, escaped

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

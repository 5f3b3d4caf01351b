"""Links from one place of a leaflet to another: `[words](#heading)`, which paper shows by the number of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from beeprint.base.problems import Problem, did_you_mean
from beeprint.game.words import say
from beeprint.leaflet.outline import Heading
from beeprint.leaflet.reading import Block

_LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)++)\]\(#([^()\s]+)\)")


class Link(NamedTuple):
    """A link of a text: the words that lead on, as paper shows them, and the heading that they lead to."""

    words: str
    heading: Heading


def parts(text: str, heads: Mapping[str, Heading]) -> Iterator[tuple[str, str]]:
    """Yield a text in parts, each with the name of the heading it leads to, or nothing."""
    start = 0
    for match in _LINK.finditer(text):
        yield text[start : match.start()], ""
        name = match[2].lower()
        yield match[1], name if name in heads else ""
        start = match.end()
    yield text[start:], ""


def printed(
    text: str, heads: Mapping[str, Heading], pages: Mapping[str, int], ink: str, language: str
) -> tuple[str, list[Link]]:
    """Return a text as paper shows it, a page's number in `ink` after the words of each link, and its links."""
    printed_links: list[Link] = []

    def number(match: re.Match[str]) -> str:
        heading = heads.get(match[2].lower())
        if heading is None:
            return match[1]
        page = say(language, "page", number=pages.get(heading.name, 0))
        words = f"({page})".replace(" ", "\u00a0")
        printed_links.append(Link(words, heading))
        return f"{match[1]}\u00a0[{ink}: {words}]"

    return _LINK.sub(number, text), printed_links


def faults(text: str, block: Block, heads: Mapping[str, Heading]) -> Iterator[Problem]:
    """Yield a problem for each link that leads to no heading."""
    for match in _LINK.finditer(text):
        name = match[2].lower()
        if name not in heads:
            hint = did_you_mean(name, heads) or "write a heading's words in small letters, joined by hyphens"
            yield Problem(block.find(f"(#{match[2]})"), f"there is no heading #{match[2]}", hint)

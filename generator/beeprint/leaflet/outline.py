"""The headings of a leaflet: their words, their names for links, and the outline that they form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from beeprint.drawing.structure import Bookmark
from beeprint.game.binding import plain
from beeprint.game.model import Game
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import filled
from beeprint.sources.names import slug

#: The level of the headings that the contents list.
CONTENTS_LEVEL = 2
_ICON = re.compile(r"(?<!\\):[a-z0-9][a-z0-9-]*:")
_LEVELS = {"title": 1, "heading": 2, "subheading": 3}


class Heading(NamedTuple):
    """A heading: its level from 1, its words without markup, and a name that no other heading has."""

    level: int
    title: str
    name: str


def headings(blocks: Iterable[Block], game: Game) -> dict[int, Heading]:
    """Return the headings of a text, those in asides left out, by the identity of their blocks."""
    numbers: dict[int, Heading] = {}
    seen: Counter[str] = Counter()
    for block in blocks:
        if block.kind in _LEVELS:
            text = filled(block, game, [])
            # An icon repeats what the words beside it say.
            title = " ".join(plain(_ICON.sub("", text)).split()) or plain(text, game)
            name = slug(title).lower()
            seen[name] += 1
            count = f"-{seen[name]}" if seen[name] > 1 else ""
            numbers[id(block)] = Heading(_LEVELS[block.kind], title, f"{name}{count}")
    return numbers


def bookmarks(headings: Iterable[Heading]) -> tuple[Bookmark, ...]:
    """Return the bookmarks of headings: those below the title stand beside it."""
    return tuple(Bookmark(max(1, heading.level - 1), heading.title, heading.name) for heading in headings)

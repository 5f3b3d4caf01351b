"""Find the cards that files are named after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from beeprint.edit.drop_targets import Upload
from beeprint.edit.picture_columns import stem_of
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.sources.names import bare

#: How many letters the name of a card has at least that counts as a part of a file's name.
_LEAST_LETTERS = 4


def cards_named(uploads: Sequence[Upload], deck: Deck) -> list[tuple[Upload, Row | None]]:
    """Return files with the cards that they are named after, or whose names are words of theirs: Queen Bee art.png.

    A card gets one file of its words, and none where another one has its whole name.
    """
    cards = _cards_by_name(deck)
    exact = {upload.path: cards.get(stem_of(upload.path)) for upload in uploads}
    taken = {row.id for row in exact.values() if row}
    loose = {path: _named_in(path, cards) for path, row in exact.items() if row is None}
    counts = Counter(row.id for row in loose.values() if row)
    for path, row in loose.items():
        exact[path] = row if row and row.id not in taken and counts[row.id] == 1 else None
    return [(upload, exact[upload.path]) for upload in uploads]


def _named_in(path: str, cards: Mapping[str, Row]) -> Row | None:
    """Return the only card whose name is a part of a file's name, in whole words; None where there are several."""
    words = re.findall(r"[^\W_]+", PurePosixPath(path).stem)
    runs = {bare("".join(words[start:end])) for start in range(len(words)) for end in range(start + 1, len(words) + 1)}
    rows = {row.id: row for name, row in cards.items() if name in runs and len(name) >= _LEAST_LETTERS}
    return next(iter(rows.values())) if len(rows) == 1 else None


def _cards_by_name(deck: Deck) -> dict[str, Row]:
    """Return the rows by their titles and ids, as letters and digits; names of several rows are left out."""
    title = next((name for name, column in deck.rows.columns.items() if column.type == "text" and name != "id"), "")
    cards: dict[str, Row] = {}
    titles = [bare(row.texts.get(title, "")) for row in deck.rows.rows]
    for row, name in zip(deck.rows.rows, titles, strict=True):
        if name and titles.count(name) == 1:
            cards[name] = row
    return cards | {bare(row.id): row for row in deck.rows.rows}

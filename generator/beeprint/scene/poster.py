"""A whole deck at once: its pieces in rows, each row in the middle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from beeprint.base.geometry import translate
from beeprint.scene.things import Thing


def poster(decks: Sequence[Sequence[Thing]], gap: float, ratio: float, columns: int = 0) -> list[Thing]:
    """Return the pieces of decks in rows, deck below deck, from (0, 0); the pieces of a deck are of one size.

    `ratio` is the width of the picture, divided by its height, that comes out about; `columns` is the number of pieces
    in a row instead.
    """
    decks = [deck for deck in decks if deck]
    cells = [(deck[0].outline.width + gap, deck[0].outline.height + gap) for deck in decks]
    area = sum(len(deck) * width * height for deck, (width, height) in zip(decks, cells, strict=True))
    wanted = math.sqrt(area * ratio)
    counts = [columns or _columns(len(deck), wanted / width) for deck, (width, _) in zip(decks, cells, strict=True)]
    middle = max(min(count, len(deck)) * cell[0] for count, deck, cell in zip(counts, decks, cells, strict=True)) / 2
    placed, top = [], 0.0
    for deck, (width, height), count in zip(decks, cells, counts, strict=True):
        for start in range(0, len(deck), count):
            row = deck[start : start + count]
            left = middle - len(row) * width / 2
            placed += [replace(one, at=translate(left + at * width, top)) for at, one in enumerate(row)]
            top += height
    return placed


def _columns(count: int, wanted: float) -> int:
    """Return how many pieces of a deck make a row: about as many as wanted, with a last row that is nearly full."""
    most = max(1, min(count, round(wanted)))
    near = range(max(1, math.floor(wanted * 0.8)), max(1, min(count, math.ceil(wanted * 1.2))) + 1)
    return min(near, key=lambda columns: (-count % columns / columns, abs(columns - wanted)), default=most)

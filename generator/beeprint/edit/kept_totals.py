"""Keep totals right that are plain numbers below the cards, as a formula in their place would do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from beeprint.edit.rewriting import Rewriting
from beeprint.sources.tables import DataTable


def kept_totals(table: DataTable, asides: Collection[int], rewriting: Rewriting) -> dict[tuple[int, str], str]:
    """Return the new texts of totals that a rewriting makes wrong, by record and head.

    `asides` are the records of rows that are not cards. A total is a whole number below the last card that is the sum
    of its column; a number that was wrong before, that goes, or that the rewriting sets, is left alone.
    """
    rows = dict(zip(table.records, table.rows, strict=True))
    cards = [record for record in rows if record not in asides]
    below = [record for record in rows if record > max(cards, default=0) and record not in rewriting.gone]
    if not below or rewriting.column or rewriting.heads or rewriting.dropped:
        return {}
    origins = (origin for origin, _ in rewriting.origins(table))
    after = [cells for origin, cells in zip(origins, rewriting.apply(table)[1], strict=True) if origin not in asides]
    sums = _new_sums(table.header, [rows[card] for card in cards], after)
    totals = {(at, head): new for at in below for head, (old, new) in sums.items() if rows[at][head].strip() == old}
    return {at: new for at, new in totals.items() if at not in rewriting.texts}


def total_of(table: DataTable, index: int, head: str, cards: Collection[int]) -> str:
    """Return what a formula below the cards that sums up its column comes to; empty where that is not certain.

    `cards` are the indexes of the rows that are cards.
    """
    sums = [row for row, column in table.sums if column == head]
    if sums != [index] or index < max(cards, default=0):
        return ""
    return _sum(head, [table.rows[card] for card in cards], 0)


def _new_sums(
    heads: Iterable[str], before: Sequence[Mapping[str, str]], after: Sequence[Mapping[str, str]]
) -> dict[str, tuple[str, str]]:
    """Return the sums of the columns before and after, where they differ."""
    sums = {head: (_sum(head, before, 2), _sum(head, after, 0)) for head in heads}
    return {head: (old, new) for head, (old, new) in sums.items() if old and new and old != new}


def _sum(head: str, rows: Iterable[Mapping[str, str]], least: int) -> str:
    """Return the sum of a column; empty where a cell is no whole number, or fewer than `least` are above 0."""
    numbers = [text for cells in rows if (text := cells[head].strip())]
    if not all(text.isascii() and text.isdigit() and len(text) <= 9 for text in numbers):
        return ""
    return str(sum(map(int, numbers))) if sum(int(text) > 0 for text in numbers) >= least else ""

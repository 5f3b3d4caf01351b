"""Find what a person has changed in a table since it was made or taken over from another one: its base."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.problems import BuildError
from beeprint.edit.comparing import CardChange, Comparison, compare
from beeprint.edit.replacing import Cards
from beeprint.edit.table_bases import Base

#: Who changed a cell that differs: only the person, while the newer table has the old text, or both.
Own = Literal["here", "both"]


class OwnChanges(Struct, frozen=True):
    """What a person changed of all that differs: cells by the keys of card and column, cards where the column is empty.

    `columns` are the heads of columns that a person deleted or renamed and that the newer table still has. Unless
    `is_whole`, the rest of what differs may be a change of the person too.
    """

    cells: Mapping[tuple[str, str], Own]
    columns: tuple[str, ...]
    is_whole: bool


class _Version(NamedTuple):
    """A state of the table: the texts of its cells by the index of the row now, texts that name cards, and heads."""

    texts: Mapping[int, Mapping[str, str]]
    names: frozenset[str]
    heads: frozenset[str]


def own_changes(comparison: Comparison, base: Base | None) -> OwnChanges:
    """Return what a person changed since the base of the table; without one, nothing is known."""
    before = _version(comparison, base) if base else None
    if base is None or before is None:
        return OwnChanges({}, (), False)
    cells: dict[tuple[str, str], Own] = {}
    for old, new in comparison.pairs:
        card = comparison.card(old, new)
        if card is None:
            continue
        if new is None or old is None:
            is_own = old not in before.texts if new is None else _name(comparison, new) in before.names
            cells |= {(card.key, ""): "here"} if is_own else {}
            continue
        was = before.texts.get(old, {})
        for cell in card.cells:
            text = was.get(cell.column, "")
            if text != cell.before:
                cells[card.key, cell.column] = "here" if text == cell.after else "both"
    return OwnChanges(cells, tuple(head for head in comparison.new_columns if head in before.heads), base.is_whole)


def merged(comparison: Comparison, cards: Cards, columns: Collection[str], own: OwnChanges) -> bytes:
    """Return the base, as CSV, of a table that takes these cells and new columns over.

    What a person kept is in the newer table's words, so that it is known as the person's the next time too. What was
    not taken otherwise, such as a text that did not fit, is in the words of the table, so that it comes the next time.
    """
    kept = {head for head in comparison.new_columns if head in columns or head in own.columns}
    new = [head for head in comparison.new_columns if head not in kept]
    heads = [head for head in comparison.other.header if head not in new]
    text = io.StringIO()
    writer = csv.DictWriter(text, heads, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_merged_rows(comparison, cards, own))
    return text.getvalue().encode()


def _merged_rows(comparison: Comparison, cards: Cards, own: OwnChanges) -> Iterator[Mapping[str, str]]:
    heads = {column.name: column.head for column in comparison.columns}
    for old, new in comparison.pairs:
        card = comparison.card(old, new)
        if new is None:
            if card and card.key not in cards and (card.key, "") not in own.cells:
                yield comparison.table.texts_by_head[old or 0]
        elif card is None or old is not None or card.key in cards or _stays(own, card, ""):
            taken = cards.get(card.key, ()) if card else ()
            left = [cell for cell in card.cells if cell.column not in taken] if card and old is not None else []
            here = {heads[cell.column]: cell.before for cell in left if card and not _stays(own, card, cell.column)}
            yield {**comparison.other.rows[new], **here}


def _stays(own: OwnChanges, card: CardChange, column: str) -> bool:
    """Return whether what was not taken is a person's, or may be."""
    return not own.is_whole or (card.key, column) in own.cells


def _version(comparison: Comparison, base: Base) -> _Version | None:
    """Return a base of the table; None where it cannot be read as one of the deck."""
    table = comparison.table
    try:
        then = compare(table, base.data, base.name)
    except BuildError:
        return None
    rows = {old: then.other.rows[new] for old, new in then.pairs if old is not None and new is not None}
    texts = {old: {column.name: cells[column.head].strip() for column in then.columns} for old, cells in rows.items()}
    names = {_name(then, row) for row in range(len(then.other.rows))}
    return _Version(texts, frozenset(names), frozenset(then.other.header))


def _name(comparison: Comparison, row: int) -> str:
    """Return the text that another table knows a card by."""
    head = next((column.head for column in comparison.columns if column.name == comparison.by), "")
    return comparison.other.rows[row].get(head, "").strip()

"""Find what a person has changed in a table since a newer one was made from it, as far as edits are remembered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.problems import BuildError
from beeprint.edit.change import Edit
from beeprint.edit.comparing import Comparison, compare
from beeprint.edit.tables import Table

#: Who changed a cell that differs: only the person, while the newer table has the old text, or both.
Own = Literal["here", "both"]


class OwnChanges(Struct, frozen=True):
    """What a person changed of all that differs: cells by the keys of card and column, cards where the column is empty.

    `columns` are the heads of columns that a person deleted or renamed and that the newer table still has.
    """

    cells: Mapping[tuple[str, str], Own]
    columns: tuple[str, ...]


class _Step(NamedTuple):
    """The bytes of a file before and after one or several edits; `is_taken` if they came from another table."""

    before: bytes
    after: bytes
    is_taken: bool


class _Version(NamedTuple):
    """A state of the table: the texts of its cells by the index of the row now, texts that name cards, and heads."""

    texts: Mapping[int, Mapping[str, str]]
    names: frozenset[str]
    heads: frozenset[str]


def own_changes(comparison: Comparison, done: Sequence[Edit], taken: Collection[Edit]) -> OwnChanges:
    """Return what a person changed by these edits; `taken` are those of them that took over a newer table."""
    table = comparison.table
    steps = [
        (_version(table, step.before), _version(table, step.after), step.is_taken)
        for step in _steps(table, done, taken)
    ]
    known = [(before, after, is_taken) for before, after, is_taken in steps if before and after]
    cells: dict[tuple[str, str], Own] = {}
    for old, new in comparison.pairs:
        card = comparison.card(old, new)
        if card is None:
            continue
        if card.kind in ("added", "gone"):
            cells |= {(card.key, ""): "here"} if _came_or_went(comparison, known, old, new) else {}
            continue
        for cell in card.cells:
            before = _own_before(known, old or 0, cell.column)
            cells |= {} if before is None else {(card.key, cell.column): "here" if before == cell.after else "both"}
    lost = [before.heads - after.heads for before, after, is_taken in known if not is_taken]
    return OwnChanges(cells, tuple(head for head in comparison.new_columns if any(head in heads for heads in lost)))


def _steps(table: Table, done: Sequence[Edit], taken: Collection[Edit]) -> Iterator[_Step]:
    """Yield what edits did to the file of a table; a person's own edits in a row are one step."""
    last: _Step | None = None
    for edit in done:
        is_taken = any(edit is each for each in taken)
        for change in edit.changes:
            if not table.is_file(change.path) or change.before is None or change.after is None:
                continue
            if last and not last.is_taken and not is_taken and last.after == change.before:
                last = last._replace(after=change.after)
                continue
            if last:
                yield last
            last = _Step(change.before, change.after, is_taken)
    if last:
        yield last


def _version(table: Table, data: bytes) -> _Version | None:
    """Return a state of the table; None where it cannot be read as one of the deck."""
    try:
        then = compare(table, data, table.file)
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


def _own_before(steps: Sequence[tuple[_Version, _Version, bool]], row: int, column: str) -> str | None:
    """Return the text of a cell before a person changed it; None where the text that it has is not a person's."""
    own: str | None = None
    for before, after, is_taken in reversed(steps):
        was, now = (version.texts.get(row, {}).get(column) for version in (before, after))
        if was == now:
            continue
        if is_taken:
            break
        own = was or ""
    return own


def _came_or_went(
    comparison: Comparison, steps: Sequence[tuple[_Version, _Version, bool]], old: int | None, new: int | None
) -> bool:
    """Return whether a person added a card that the newer table lacks, or deleted one that it has."""
    for before, after, is_taken in reversed(steps):
        if old is not None and old in after.texts and old not in before.texts:
            return not is_taken
        if new is not None and (name := _name(comparison, new)) in before.names and name not in after.names:
            return not is_taken
    return False

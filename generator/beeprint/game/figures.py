"""Texts that take their figures from the data: `{cost}` in a cell is what the column cost of its row holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.problems import Fix, Hint, Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.game.rows import UNREAD, Row, Rows

BOUND = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_BRACES = frozenset("{}")


class UnknownError(Exception):
    """Raised for a name that stands for nothing: a message and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


def unmatched(text: str) -> bool:
    """Return whether a text has a brace that is neither part of a name nor one of two."""
    return bool(_BRACES & set(BOUND.sub("", text)))


def cell_of(name: str, find: Callable[[str], Rows | None], known: Iterable[str]) -> tuple[Rows, str, str]:
    """Find the data of `deck/row.column`, its row's id and its column; UnknownError where there are no such data."""
    source, _, cell = name.partition("/")
    rows = find(source)
    if rows is None:
        raise UnknownError(f"there is no deck or table {source}", did_you_mean(source, known))
    key, dot, column = cell.rpartition(".")
    return rows, key if dot else cell, column if dot else ""


def no_column(rows: Rows, column: str, known: Iterable[str]) -> UnknownError:
    """Return the error for a column that data lack."""
    return UnknownError(f"{rows.file} has no column {column}", did_you_mean(column, known))


def filled(
    read: Mapping[str, Rows],
    decks: Collection[str],
    problems: list[Problem],
    icons: Collection[str] = (),
    icon_fixes: Callable[[str], tuple[Fix, ...]] = lambda word: (),
) -> dict[str, Rows]:
    """Fill in every `{name}` in the text columns of all data: columns of the row, other cells, numbers of pieces.

    Columns with `markup: no`, `icons` or `html` are left as they are, and so is what becomes an icon, such as `{W}`.
    `icon_fixes` returns the fixes that make a word such as `{coin}` an icon.
    Texts that were filled in before are filled in anew, as an edition has other copies and other numbers of pieces.
    """
    data = _Data(read, decks, frozenset(icons), icon_fixes)
    return {name: _filled(rows, data, problems) for name, rows in read.items()}


class _Data(NamedTuple):
    """All that a text may take its figures from, and the words in braces that are icons."""

    read: Mapping[str, Rows]
    decks: Collection[str]
    icons: Collection[str]
    icon_fixes: Callable[[str], tuple[Fix, ...]]


def _filled(rows: Rows, data: _Data, problems: list[Problem]) -> Rows:
    marked = (name for name, column in rows.columns.items() if column.type == "text" and column.markup is True)
    columns = [marked_row for marked_row in marked if marked_row != "id"]
    filled = [_with_figures(row, columns, rows, data, problems) for row in rows.rows]
    same = all(new is old for new, old in zip(filled, rows.rows, strict=True))
    return rows if same else replace(rows, rows=tuple(filled))


def _with_figures(
    row: Row,
    columns: list[str],
    rows: Rows,
    data: _Data,
    problems: list[Problem],
) -> Row:
    """Return a row with its texts filled in; one that names what is not there is a problem, and stays as written."""
    written = {name: text for name in columns if _BRACES & set(text := row.written.get(name, row.texts[name]))}
    if not written:
        return row
    texts, wrong = {name: row.texts[name] for name in written}, set(row.faulty)
    for name, text in written.items():
        try:
            texts[name] = BOUND.sub(lambda match: _value(match, row, rows, data), text)
            if unmatched(text):
                raise UnknownError("has an unmatched brace", "write {column}, or {{ and }} for the braces themselves")
        except UnknownError as error:
            if name in row.written:
                continue  # it names a piece that the edition leaves out: the box's figure stays
            wrong.add(name)
            message = f"{name} {error.message} {rows.cell(row, name)}"
            problems.append(Problem(rows.place(row, name), message, error.hint, hole=UNREAD))
    return replace(
        row,
        texts={**row.texts, **texts},
        values={**row.values, **texts},
        written=written,
        faulty=frozenset(wrong),
    )


def _value(match: re.Match[str], row: Row, rows: Rows, data: _Data) -> str:
    """Return what a name in braces stands for, or the brace that a double one is."""
    name = match[1]
    if name is None:
        return match[0][0]
    if match[0] in data.icons:
        return match[0]
    try:
        source, target, column = _cell(name, row, rows, data.read)
        if target is None and name in data.decks:
            return str(sum(source_row.copies for source_row in data.read[name].rows))
        if target is None or column not in target.texts:
            raise no_column(source, column, [*(name for name in source.columns if name != "id"), "copies"])
    except UnknownError as error:
        raise UnknownError(f"names {match[0]}, but {error.message}", _or_icon(match[0], error.hint, data)) from None
    text = target.written.get(column, target.texts[column])
    if not text:
        raise UnknownError(f"names {match[0]}, but that cell is empty {source.cell(target, column)}", "fill it in")
    if _BRACES & set(text):
        hint = "name a column of numbers or words"
        raise UnknownError(f"names {match[0]}, a text that itself holds braces", hint)
    return text


def _or_icon(word: str, hint: str, data: _Data) -> str:
    """Return a hint that offers to make a word an icon too, where there is a drawing for it."""
    fixes = data.icon_fixes(word)
    if not fixes:
        return hint
    known = hint.fixes if isinstance(hint, Hint) else ()
    return Hint(f"{hint}; or make it an icon (under icons: in game.yaml)", (*known, *fixes))


def _cell(name: str, row: Row, rows: Rows, read: Mapping[str, Rows]) -> tuple[Rows, Row | None, str]:
    """Find the data, the row and the column that a name stands for; no row where it has none."""
    if name in row.texts:
        return rows, row, name
    if "/" in name:
        there, key, column = cell_of(name, read.get, read)
        if key not in there.by_id:
            raise UnknownError(f"{there.file} has no row {quoted(key)}", did_you_mean(key, there.by_id))
        return there, there.by_id[key], column
    head, dot, tail = name.partition(".")
    declared = rows.columns.get(head)
    other = read.get(declared.table) if dot and declared is not None and declared.type == "ref" else None
    return (rows, None, name) if other is None else (other, other.by_id.get(row.texts[head]), tail)

"""Choose an id and values for a row that a person adds to a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from beeprint.game.columns import Column
from beeprint.game.rows import Row, Rows
from beeprint.sources.names import slug

_NUMBERED = re.compile(r"(.*?)(\d+)", re.DOTALL)
_NEW = "New card"


def next_id(taken: Sequence[str], above: str, title: str) -> str:
    """Return an id that fits others: C37 after C36, else the slug of a title, numbered where it is taken.

    `above` is the id of the row above, whose letters before the number are used first.
    """
    numbered = [match for key in taken if (match := _NUMBERED.fullmatch(key))]
    keys = {slug(key).lower() for key in taken}
    if len(numbered) * 2 > len(taken):
        return _free(_numbers_after(numbered, above), keys)
    stem = slug(title or _NEW)
    if taken and not any(key != key.lower() for key in taken):
        stem = stem.lower()
    if any("_" in key for key in taken) and not any("-" in key for key in taken):
        stem = stem.replace("-", "_")
    joint = "_" if "_" in stem else "-"
    return _free((stem if number == 1 else f"{stem}{joint}{number}" for number in _from(1)), keys)


def _numbers_after(numbered: Sequence[re.Match[str]], above: str) -> Iterable[str]:
    """Yield ids with the letters of the row above, numbered on; as wide as the others if these begin with zeros."""
    last = _NUMBERED.fullmatch(above)
    start = last[1] if last else Counter(match[1] for match in numbered).most_common(1)[0][0]
    numbers = [match[2] for match in numbered if match[1] == start]
    width = max(map(len, numbers)) if any(number[0] == "0" for number in numbers) else 0
    return (f"{start}{number:0{width}d}" for number in _from(max(map(int, numbers)) + 1))


def _from(number: int) -> Iterable[int]:
    return range(number, number + 1_000_000)


def _free(names: Iterable[str], keys: set[str]) -> str:
    return next(name for name in names if slug(name).lower() not in keys)


def fresh_texts(rows: Rows, above: Row | None, given: Mapping[str, str], taken: Sequence[str]) -> dict[str, str]:
    """Return texts for a new row by column: an id, a title, and a value for each column that needs one.

    `given` are the texts that the row has, `taken` the ids of all others. A text column that needs one stays empty,
    except the first, which names the card.
    """
    texts: dict[str, str] = {}
    first = rows.table.made_from or next(
        (name for name, column in rows.columns.items() if column.type == "text" and name != "id"), ""
    )
    for name, column in rows.columns.items():
        if name == "id" or name in given:
            continue
        if name == first:
            texts[name] = _new_name(rows, name)
        elif not column.optional:
            texts[name] = _needed(rows, name, column, above)
    if not rows.table.made_from and not given.get("id"):
        texts["id"] = next_id(taken, above.id if above else "", given.get(first) or texts.get(first, ""))
    counts = [cells.get("copies", "").strip() for cells in rows.table.rows]
    if "copies" in rows.table.names and counts and all(counts):
        texts.setdefault("copies", "1")
    return texts


def _new_name(rows: Rows, column: str) -> str:
    """Return a name that no row has yet."""
    others = {row.texts.get(column, "").casefold() for row in rows.rows}
    names = (_NEW if number == 1 else f"{_NEW} {number}" for number in _from(1))
    return next(text for text in names if text.casefold() not in others)


def _needed(rows: Rows, name: str, column: Column, above: Row | None) -> str:
    """Return a value for a column that must not be empty; that of the row above where none is usual."""
    if column.type == "text":
        return ""
    if column.of:
        return column.of[0]
    if column.type == "int":
        return "0"
    if column.type == "bool":
        return next((row.texts[name] for row in rows.rows if row.values.get(name) is False), "no")
    row = above or next(iter(rows.rows), None)
    return row.texts.get(name, "") if row else ""

"""Leave out a last row that adds up the table above it, which spreadsheets often have and no game means as a piece."""

from __future__ import annotations

import re

from beeprint.base.problems import Problem
from beeprint.base.words import quoted
from beeprint.files.tables import DataTable

_WORDS = frozenset(
    (
        *("total", "totals", "grand total", "sum", "subtotal", "summe", "gesamt", "gesamtsumme", "somme"),
        *("totale", "totaux", "suma", "soma", "totaal"),
    )
)


def without_totals(table: DataTable, problems: list[Problem]) -> DataTable:
    """Return the table without a last row that adds up a column, with a warning for it.

    The row has a word for a total in it, or nothing but totals.
    """
    last = table.rows[-1] if len(table.rows) > 2 else {}
    word = next((text for text in last.values() if text.strip(" :").casefold() in _WORDS), "")
    filled = [head for head in table.header if last.get(head, "").strip()]
    sums = [head for head in filled if _adds_up(table, head)]
    if not sums or not (word or (sums == filled and table.header[0] not in filled)):
        return table
    named = f", {quoted(word.strip())}," if word else ""
    message = f"{table.row_name(len(table.rows) - 1)}{named} adds up the column {sums[0]}"
    given = next((last[head].strip() for head in table.header if head.strip().casefold() == "id"), "")
    if given and given != word.strip():  # a row that was given an id is meant
        problems.append(_warning(table, sums[0], f"{message}, but counts as a row", "delete it if it is none"))
        return table
    hint = "delete it; if it is a piece or an entry, " + ("give it another name" if word else "name it")
    problems.append(_warning(table, sums[0], f"{message}, so it is left out", hint))
    return table.without_last()


def _warning(table: DataTable, head: str, message: str, hint: str) -> Problem:
    return Problem(table.place(len(table.rows) - 1, head), message, hint, "warning")


def _adds_up(table: DataTable, head: str) -> bool:
    total, above = _number(table.rows[-1][head]), [_number(row[head]) for row in table.rows[:-1]]
    return total is not None and sum(number is not None for number in above) > 1 and total == sum(filter(None, above))


def _number(text: str) -> int | None:
    plain = re.sub(r"[.,]0+$", "", text.strip())
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else None

"""Lists for people: CSV that a spreadsheet opens and runs nothing of."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

# What begins a formula in one spreadsheet program or another, and what may begin so and is none.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def written(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; an apostrophe marks texts that a spreadsheet would take for a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        table.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text[:1] in _FORMULAS and not _NUMBER.fullmatch(text) else text

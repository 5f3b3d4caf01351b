"""Lists for people: CSV that a spreadsheet opens and runs nothing of."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

# What begins a formula in one spreadsheet program or another, some in wide letters too. Where lists are parted by
# semicolons or tabs, a program may part a text there, and at ends of lines.
_FORMULA = re.compile(r"(^|[;\t\r\n])([ ]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def written(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; an apostrophe marks texts that a spreadsheet would take for a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        table.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _plain(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(lambda found: f"{found[0]}'", text)

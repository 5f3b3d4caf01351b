"""Know the formulas that sum up a column, as they stand below a table."""

from __future__ import annotations

import re

from beeprint.files.tables import address

#: Functions that sum up a column below it or above it, and their names in other languages than that of files.
_AGGREGATES = (
    *("SUM", "SUBTOTAL", "AGGREGATE", "AVERAGE", "COUNT", "COUNTA", "MEDIAN"),
    *("SUMME", "TEILERGEBNIS", "MITTELWERT", "ANZAHL", "ANZAHL2", "SOMME", "SOUS\\.TOTAL", "MOYENNE", "SUMA", "SOMMA"),
)
_SUM = re.compile(rf"(?:of:)?=?\s*(?:{'|'.join(_AGGREGATES)})\((.*)\)", re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\.?\$?([A-Z]{1,3})\$?(\d{1,7})", re.IGNORECASE)
#: The formula of an Excel table's row of totals, whose column is its own.
_OF_TABLE = re.compile(r"SUBTOTAL\(\d+,\s*[^\W\d]?\w*\[[^\]]+\]\)", re.IGNORECASE)


def sums_up(formula: str, row: int, column: int) -> bool:
    """Return whether a formula does nothing but sum up cells of its own column, as below a table: SUM(F2:F31).

    `row` and `column` are those of its cell, from 0.
    """
    match = _SUM.fullmatch(formula.strip())
    if match is None or "!" in match[1] or "[$" in match[1]:  # of another sheet
        return False
    if _OF_TABLE.fullmatch(formula.strip()):
        return True
    ranges = _RANGE.findall(match[1])
    own = address(0, column)[:-1]
    return bool(ranges) and all(
        {first.upper(), last.upper()} == {own} and not int(start) <= row + 1 <= int(end)
        for first, start, last, end in ranges
    )

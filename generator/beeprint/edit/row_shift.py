"""Say where references to cells point once rows have been inserted into a sheet."""

from __future__ import annotations

import re

from msgspec import Struct

_CORNER = r"(?:\$?[A-Z]{1,3})?\$?\d{1,7}"
_SHEET = r"'(?:[^']|'')+'|[\w.]+"
_XLSX = re.compile(
    rf'"(?:[^"]|"")*"|\[[^\]]*\]|(?<![\w.$:\]])(?:(?P<sheet>{_SHEET})!)?(?:(?P<first>{_CORNER}):(?P<last>{_CORNER})'
    r"|(?P<cell>\$?[A-Z]{1,3}\$?\d{1,7}))(?![\w(\[.!:])"
)
_ODS = re.compile(
    rf'"(?:[^"]|"")*"|(?<![\w.$:])(?:\$?(?P<sheet>{_SHEET}))?\.(?:(?P<first>{_CORNER}):(?:\$?(?:{_SHEET}))?\.'
    rf"(?P<last>{_CORNER})|(?P<cell>\$?[A-Z]{{1,3}}\$?\d{{1,7}}))(?![\w(\[.!:])"
)
_ROW = re.compile(r"\d+$")


class Shift(Struct, frozen=True):
    """`count` new rows of a sheet from row `at` on, counted from 0; the rows below move down.

    A range that ends in the row above grows with the new rows, as that of a total below them.
    """

    sheet: str
    at: int
    count: int

    def row(self, row: int) -> int:
        """Return where a row is now."""
        return row + self.count if row >= self.at else row

    def bottom(self, row: int) -> int:
        """Return where the last row of a range is now."""
        return row + self.count if row >= self.at - 1 else row

    def xlsx(self, formula: str, *, own: bool, grows: bool = True) -> str:
        """Return a formula or a list of ranges of Excel; names without a sheet count if it is `own`."""
        return self._written(_XLSX, formula, own, grows)

    def ods(self, formula: str, *, own: bool, grows: bool = True) -> str:
        """Return a formula or a range of OpenDocument; names without a sheet count if it is `own`."""
        return self._written(_ODS, formula, own, grows)

    def _written(self, pattern: re.Pattern[str], formula: str, own: bool, grows: bool) -> str:
        def moved(match: re.Match[str]) -> str:
            if not match["first"] and not match["cell"]:
                return match[0]
            name = (match["sheet"] or "").strip("'").replace("''", "'")
            if not (name == self.sheet if name else own):
                return match[0]
            spans = [(group, self.bottom if group == "last" and grows else self.row) for group in ("first", "last")]
            spans = spans if match["first"] else [("cell", self.row)]
            text, start = match[0], match.start()
            for group, row in reversed(spans):
                corner = _ROW.sub(lambda number, row=row: str(row(int(number[0]) - 1) + 1), match[group])
                text = text[: match.start(group) - start] + corner + text[match.end(group) - start :]
            return text

        return pattern.sub(moved, formula)

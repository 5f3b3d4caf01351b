"""Say where references to cells point once rows of a sheet have come or gone, or columns have gone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from beeprint.edit.sheet_xml import Spot
from beeprint.sources.tables import address
from beeprint.sources.workbook import position

#: What a spreadsheet writes for a reference whose cells are all gone.
LOST = "#REF!"
_CORNER = r"(?:\$?[A-Z]{1,3})?\$?\d{1,7}"
_COLUMN = r"\$?[A-Z]{1,3}"
_SHEET = r"'(?:[^']|'')+'|[\w.]+"
_XLSX = re.compile(
    rf'"(?:[^"]|"")*"|\[[^\]]*\]|(?<![\w.$:\]])(?:(?P<sheet>{_SHEET})!)?(?:(?P<first>{_CORNER}):(?P<last>{_CORNER})'
    rf"|(?P<left>{_COLUMN}):(?P<right>{_COLUMN})|(?P<cell>\$?[A-Z]{{1,3}}\$?\d{{1,7}}))(?![\w(\[.!:])"
)
_ODS = re.compile(
    rf'"(?:[^"]|"")*"|(?<![\w.$:])(?:\$?(?P<sheet>{_SHEET}))?\.(?:(?P<first>{_CORNER}):(?:\$?(?:{_SHEET}))?\.'
    rf"(?P<last>{_CORNER})|(?P<left>{_COLUMN}):(?:\$?(?:{_SHEET}))?\.(?P<right>{_COLUMN})"
    r"|(?P<cell>\$?[A-Z]{1,3}\$?\d{1,7}))(?![\w(\[.!:])"
)
_GROUPS = (("first", "last"), ("left", "right"), ("cell",))
_PARTS = re.compile(r"(\$?)([A-Z]*)(\$?)(\d*)")


class Corner(NamedTuple):
    """A corner of a range, as a formula writes it: its column and its row, None in ranges of whole rows or columns."""

    column: int | None
    row: int | None
    is_fixed_column: bool
    is_fixed_row: bool

    def __str__(self) -> str:
        letters = "" if self.column is None else "$" * self.is_fixed_column + address(0, self.column)[:-1]
        return letters + ("" if self.row is None else "$" * self.is_fixed_row + str(self.row + 1))


#: Returns the new corners of a reference; None if all its cells go.
Move = Callable[[list[Corner]], list[Corner] | None]


class Shift(Struct, frozen=True):
    """Rows and columns of a sheet, counted from 0: `count` new rows come before row `at`, then `gone` and `columns` go.

    A range that ends in the row above the new ones grows with them, as that of a total below the cards.
    """

    sheet: str
    at: int = 0
    count: int = 0
    gone: tuple[int, ...] = ()  # in order
    columns: tuple[int, ...] = ()  # that go, in order
    head: int = 0  # the row of the heads: what is above it keeps a column from going

    def row(self, row: int) -> int:
        """Return where a row is now; of one that goes, where the next one is."""
        return row + self.count * (row >= self.at) - bisect_left(self.gone, row)

    def was(self, row: int) -> int:
        """Return which row is at a place now; of a new row, the place itself."""
        rows = range(max(0, row - self.count), row + len(self.gone) + 1)
        return next((old for old in rows if self.row(old) == row and not self.goes(old)), row)

    def column(self, column: int) -> int:
        """Return where a column is now; of one that goes, where the next one is."""
        return column - bisect_left(self.columns, column)

    def goes(self, row: int, column: int = -1) -> bool:
        """Return whether the row or the column of a cell goes."""
        return any(
            at < len(gone) and gone[at] == number
            for number, gone in ((row, self.gone), (column, self.columns))
            for at in [bisect_left(gone, number)]
        )

    def gone_in(self, first: int, stop: int) -> int:
        """Return how many rows go, from one row on before another one."""
        return bisect_left(self.gone, stop) - bisect_left(self.gone, first)

    def xlsx(self, formula: str, *, own: bool, grows: bool = True, base: Spot | None = None) -> str:
        """Return a formula or a list of ranges of Excel; names without a sheet count if it is `own`.

        LOST is in it for each reference whose cells are all gone. With a `base`, the cell that a condition is written
        for, relative references keep their distance to it.
        """
        return _rewritten(_XLSX, formula, self.sheet, own, self._move(grows, base))

    def ods(self, formula: str, *, own: bool, grows: bool = True, base: Spot | None = None) -> str:
        """Return a formula or a range of OpenDocument, as `xlsx` does."""
        return _rewritten(_ODS, formula, self.sheet, own, self._move(grows, base))

    def _move(self, grows: bool, base: Spot | None) -> Move:
        def end(row: int) -> int:
            """Return where the last row of a range is now, which is above the first one if all of them go."""
            return row + self.count * (row >= self.at - grows) - bisect_right(self.gone, row)

        def right(column: int) -> int:
            return column - bisect_right(self.columns, column)

        def moved(corner: Corner, *, is_last: bool) -> Corner:
            column, row = corner[:2]
            if base and column is not None and not corner.is_fixed_column:
                column = self.column(base[1]) + column - base[1]
            elif column is not None:
                column = (right if is_last else self.column)(column)
            if base and row is not None and not corner.is_fixed_row:
                row = self.row(base[0]) + row - base[0]
            elif row is not None:
                row = (end if is_last else self.row)(row)
            return Corner(column, row, *corner[2:])

        def move(corners: list[Corner]) -> list[Corner] | None:
            if len(corners) == 1:
                return None if self._loses(corners[0], base) else [moved(corners[0], is_last=False)]
            first, last = moved(corners[0], is_last=False), moved(corners[1], is_last=True)
            pairs = ((first.column, last.column), (first.row, last.row))
            is_lost = any(start is not None and stop is not None and start > stop for start, stop in pairs)
            return None if is_lost else [first, last]

        return move

    def _loses(self, corner: Corner, base: Spot | None) -> bool:
        """Return whether a single cell that a formula names goes."""
        row = corner.row in self.gone and (corner.is_fixed_row or not base)
        return row or (corner.column in self.columns and (corner.is_fixed_column or not base))


def copied(formula: str, rows: int, columns: int) -> str:
    """Return a formula of Excel as a cell has it that lies so many rows below and columns right of its own."""

    def move(corners: list[Corner]) -> list[Corner]:
        return [
            Corner(
                corner.column if corner.column is None or corner.is_fixed_column else corner.column + columns,
                corner.row if corner.row is None or corner.is_fixed_row else corner.row + rows,
                *corner[2:],
            )
            for corner in corners
        ]

    return _rewritten(_XLSX, formula, "", True, move, every=True)


def _rewritten(
    pattern: re.Pattern[str], formula: str, sheet: str, own: bool, move: Move, *, every: bool = False
) -> str:
    """Return a formula whose references to a sheet, or to `every` one, have moved."""

    def moved(match: re.Match[str]) -> str:
        groups = next((groups for groups in _GROUPS if match[groups[0]]), ())
        name = (match["sheet"] or "").strip("'").replace("''", "'")
        if not groups or not (every or (name == sheet if name else own)):
            return match[0]
        corners = move([_corner(match[group]) for group in groups])
        if corners is None:
            return LOST
        text, start = match[0], match.start()
        for group, corner in reversed([*zip(groups, corners, strict=True)]):
            text = text[: match.start(group) - start] + str(corner) + text[match.end(group) - start :]
        return text

    return pattern.sub(moved, formula)


def _corner(text: str) -> Corner:
    match = _PARTS.fullmatch(text)
    assert match is not None
    dollar, letters, other, number = match.groups()
    spot = position(f"{letters or 'A'}{number or 1}") or (int(number) - 1, 0)
    is_whole_row = not letters
    return Corner(
        None if is_whole_row else spot[1],
        spot[0] if number else None,
        bool(dollar) and not is_whole_row,
        bool(other) or (bool(dollar) and is_whole_row),
    )

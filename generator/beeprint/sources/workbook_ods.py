"""Read OpenDocument spreadsheets from their XML, which holds the text that each cell shows."""

from __future__ import annotations

import math
import re
import zipfile
from decimal import ROUND_HALF_UP, Decimal

from msgspec import Struct, field

from beeprint.base.problems import Place, error_at, whole
from beeprint.sources.number_format import ENGLISH, Marks, general
from beeprint.sources.tables import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, address, sums_up
from beeprint.sources.workbook import AGAIN, Sheet, Span, parse

_NUMBER = re.compile(r"-?\d{1,400}(\.\d{1,400})?(E[-+]?\d{1,4})?", re.ASCII | re.IGNORECASE)
#: Elements in a cell whose paragraphs are not its text.
_HIDDEN = ("collapse", "filter")
ASIDE = ("annotation", "shapes", "frame", "custom-shape", "g")
#: What is wrong with a value of a kind that is not shown as it is, where a program has written no text beside it.
_NO_TEXT = "holds a value without the text that it shows", "open the workbook in a spreadsheet, and save it again"
#: Elements whose tables are no sheets: the cells of other files as they were last, and drawings over a sheet.
NO_SHEETS = ("dde-links", "dde-link", "shapes")
#: The most characters of a cell, as in CSV files.
_MAX_TEXT = 131_072


def sheets(archive: zipfile.ZipFile, shown: str, marks: Marks = ENGLISH) -> list[Sheet]:
    """Read all sheets; BuildError for faulty workbooks, and for cells beyond what a table may hold.

    Plain numbers are shown with `marks`, whatever the language in which the workbook was saved.
    """
    names = archive.namelist()
    if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise error_at(Place(shown), "the workbook is locked with a password", "save it without one")
    if "content.xml" not in names:
        raise error_at(Place(shown), "the workbook has no content", AGAIN)
    reader = _Reader(shown, marks)
    parse(archive.read("content.xml"), shown, reader.start, reader.end, reader.text)
    return reader.sheets


class _Cell(Struct):
    """The cell that is being read."""

    repeat: int
    rows: int
    columns: int
    formula: str
    kind: str
    value: str = ""
    bare: str | None = ""  # what it shows where a program has written no text; None where that is not known
    marks: Marks = ENGLISH
    paragraphs: list[list[str]] = field(default_factory=list)

    @property
    def shows(self) -> str:
        """Return its text, a line for each paragraph."""
        if not self.paragraphs:
            return self.bare or ""
        text = "\n".join("".join(parts) for parts in self.paragraphs)
        return _written(text, self.value, self.marks) if self.kind == "float" else text


class _Reader:
    """Collects sheets from the elements of content.xml."""

    def __init__(self, shown: str, marks: Marks) -> None:
        self.sheets: list[Sheet] = []
        self._marks = marks
        self._shown = shown
        self._hidden: set[str] = set()  # styles of sheets that are not shown
        self._style = ""
        self._row = self._column = self._columns = 0
        self._repeat = 1
        self._cell: _Cell | None = None
        self._aside = 0
        self._written = False
        self._room = MAX_CELLS
        self._length = 0  # of the cell's text so far
        self._collapsed: list[range] = []  # the rows of this sheet that are not shown

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        entry = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if self._aside or tag in NO_SHEETS or (self._cell and tag in ASIDE):
            self._aside += 1
        elif tag == "style":
            self._style = entry.get("name", "")
        elif tag == "table-properties" and entry.get("display") == "false":
            self._hidden.add(self._style)
        elif tag == "table":
            self.sheets.append(Sheet(entry.get("name", ""), entry.get("style-name", "") in self._hidden))
            self._row = self._columns = 0
            self._collapsed = []
        elif tag == "table-row" and self.sheets:
            self._repeat, self._column, self._written = _count(entry, "number-rows-repeated"), 0, False
            if entry.get("visibility") in _HIDDEN:
                self._collapsed.append(range(self._row, self._row + self._repeat))
        elif tag == "table-column" and self.sheets:
            columns = _count(entry, "number-columns-repeated")
            if entry.get("visibility") in _HIDDEN:
                self.sheets[-1].hidden_columns |= {*range(self._columns, min(self._columns + columns, MAX_COLUMNS))}
            self._columns += columns
        elif tag in ("table-cell", "covered-table-cell") and self.sheets:
            kind = entry.get("value-type", "")
            spans = _count(entry, "number-rows-spanned"), _count(entry, "number-columns-spanned")
            formula, value = entry.get("formula", ""), entry.get("value", "")
            repeat = _count(entry, "number-columns-repeated")
            self._length = 0
            self._cell = _Cell(repeat, *spans, formula, kind, value, _bare(entry, self._marks), self._marks)
        elif self._cell:
            self._inline(tag, entry)

    def _inline(self, tag: str, entry: dict[str, str]) -> None:
        """Begin an element of a cell's text."""
        assert self._cell
        if tag == "p":
            self._cell.paragraphs.append([])
        elif self._cell.paragraphs and tag in ("s", "tab", "line-break"):
            mark = {"s": " " * min(_count(entry, "c"), 1000), "tab": "\t", "line-break": "\n"}[tag]
            self._add(mark)

    def text(self, part: str) -> None:
        """Take a piece of text."""
        if self._cell and self._cell.paragraphs and not self._aside:
            self._add(part)

    def _add(self, part: str) -> None:
        """Add to the cell's text."""
        assert self._cell
        self._length += len(part)
        if self._length > _MAX_TEXT:
            message = f"the cell {address(self._row, self._column)} has more than {_MAX_TEXT:,} characters"
            raise error_at(self._place_of(self._row, self._column), message, "shorten it")
        self._cell.paragraphs[-1].append(part)

    def end(self, tag: str) -> None:
        """End an element."""
        if self._aside:
            self._aside -= 1
        elif tag in ("table-cell", "covered-table-cell") and self._cell:
            self._place(self._cell)
            self._column += self._cell.repeat
            self._cell = None
        elif tag == "table-row" and self.sheets:
            self._end_row()
        elif tag == "table" and self.sheets:
            # Rows are hidden down to the sheet's end, far below the last one that holds anything.
            sheet = self.sheets[-1]
            for rows in self._collapsed:
                sheet.hidden_rows |= {*range(rows.start, min(rows.stop, len(sheet.rows)))}

    def _place(self, cell: _Cell) -> None:
        """Put the cell that has been read into the sheet."""
        sheet, text = self.sheets[-1], cell.shows
        if cell.rows > 1 or cell.columns > 1:
            sheet.spans.append(Span(self._row, self._column, cell.rows, cell.columns))
        if sums_up(cell.formula, self._row, self._column):
            sheet.sums.add((self._row, self._column))
        if not text:
            if cell.bare is None and not cell.paragraphs:
                sheet.wrong[self._row, self._column] = _NO_TEXT
                sheet.put(self._row, self._column, "=")
            elif cell.formula and cell.kind != "string":
                message = "holds a formula without its result"
                hint = "open the workbook in a spreadsheet, which works it out, and save it again"
                sheet.wrong[self._row, self._column] = message, hint
                sheet.put(self._row, self._column, "=")  # so that the row does not count as blank
            return
        last = self._column + cell.repeat - 1
        if self._row >= MAX_ROWS or last >= MAX_COLUMNS:
            raise self._beyond(self._row, last)
        self._take(cell.repeat)
        number = cell.kind in ("float", "currency") and re.fullmatch(r"-?\d+(\.\d+)?", cell.value)
        for column in range(self._column, last + 1):
            sheet.put(self._row, column, text)
            if number and math.isfinite(float(cell.value)):
                sheet.numbers[self._row, column] = float(cell.value)
        self._written = True

    def _end_row(self) -> None:
        """Repeat the row as often as it says, if it holds anything."""
        sheet = self.sheets[-1]
        if self._written and self._repeat > 1:
            if self._row + self._repeat > MAX_ROWS:
                raise self._beyond(self._row + self._repeat - 1, 0)
            cells = sheet.rows[self._row]
            self._take(len(cells) * (self._repeat - 1))
            for row in range(self._row + 1, self._row + self._repeat):
                for column, text in enumerate(cells):
                    sheet.put(row, column, text)
                    if (self._row, column) in sheet.numbers:
                        sheet.numbers[row, column] = sheet.numbers[self._row, column]
        self._row += self._repeat

    def _take(self, count: int) -> None:
        """Take room for so many cells; BuildError where the workbook has more than a table may."""
        self._room -= count
        if self._room < 0:
            message = f"the workbook has more than {MAX_CELLS:,} cells"
            raise error_at(self._place_of(self._row, self._column), message, "delete cells, or split the deck")

    def _place_of(self, row: int, column: int) -> Place:
        return Place(self._shown, row + 1, column + 1, f"{self.sheets[-1].name}!{address(row, column)}")

    def _beyond(self, row: int, column: int) -> Exception:
        name = address(row, column)
        message = f"the cell {name} holds something, but a table has at most {MAX_ROWS:,} rows"
        return error_at(
            self._place_of(row, column), f"{message} and {MAX_COLUMNS:,} columns", "empty it, or split the deck"
        )


def _bare(entry: dict[str, str], marks: Marks) -> str | None:
    """Return what a cell shows whose program has written a value but no text; None where that is not known."""
    kind, value = entry.get("value-type", ""), entry.get("value", "")
    if kind == "float" and _NUMBER.fullmatch(value) and math.isfinite(float(value)):
        return general(float(value), marks)
    plain = {"string": "string-value", "date": "date-value", "boolean": "boolean-value"}.get(kind)
    if plain is not None:
        text = entry.get(plain, "")
        return None if len(text) > _MAX_TEXT else text.upper() if kind == "boolean" else text
    return None if value or entry.get("time-value") else ""


def _written(text: str, value: str, marks: Marks) -> str:
    """Return a number with these marks before its decimals and between thousands, whatever its language writes.

    Texts that are more than a number stay as they are.
    """
    written = re.fullmatch(r"([-+\u2212]?)(\d[\d.,'\u2019 \u00a0\u202f]*)", text)
    if written is None or not re.search(r"\D", written[2]) or not re.fullmatch(r"-?\d+(\.\d+)?", value):
        return text
    digits = re.sub(r"\D", "", written[2])
    last = len(re.split(r"\D", written[2])[-1])
    for decimals in (last, 0):
        try:
            rounded = f"{abs(Decimal(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):,f}"
        except ArithmeticError:  # more digits than a spreadsheet knows
            return text
        if re.sub(r"\D", "", rounded) == digits:
            groups = len(re.findall(r"\D", written[2])) - bool(decimals)
            plain = rounded if groups else rounded.replace(",", "")
            return written[1] + plain.translate({ord(","): marks.thousands, ord("."): marks.decimal})
    return text


def _count(entry: dict[str, str], name: str) -> int:
    """Return an attribute that counts something, 1 where it is missing or makes no sense."""
    return max(1, whole(entry.get(name, "")) or 1)

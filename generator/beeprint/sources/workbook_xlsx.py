"""Read Excel workbooks: values by calamine, and from their XML what it does not tell."""

from __future__ import annotations

import contextlib
import io
import math
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from msgspec import Struct, field

from beeprint.base.problems import BuildError, Place, Problem, capped, error_at, whole
from beeprint.base.words import quoted
from beeprint.sources.number_format import BUILT_IN, ENGLISH, Marks, as_shown, general, is_of_time
from beeprint.sources.tables import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, address, sums_up
from beeprint.sources.workbook import AGAIN, Sheet, Span, first, parse, position

_NO_RESULT = (
    "holds a formula without its result",
    "open the workbook in a spreadsheet, which works it out, and save it again",
)
_UNKNOWN = "write it as text, or choose a plainer format in the spreadsheet"
#: The day that Excel counts although there was none, 29 February 1900, and what is said of it.
_NO_DAY = 60
#: The most rows that a spreadsheet has; with many more, the library ends the process.
_MOST_ROWS = 1_048_576
#: The most characters that the cells of a sheet hold together, a shared text counted for each of them.
_MOST_TEXT = 100_000_000
# Ten million and more; some programs count a text each time it is used, so that there may be more than there are.
_TOO_MANY_TEXTS = re.compile(r"\+?0*[1-9][0-9]{7,}")
#: The most days that Python counts; with more, the library fails.
_MOST_DAYS = 999_999_999
_NO_NUMBER = "holds a number that no spreadsheet knows", "write another one"
_NO_DATE = "is no date, although its format is one for dates", "write a date, or choose a format for numbers"


class _Facts(Struct):
    """What a sheet's XML says of its cells, by row and column from 0."""

    styles: dict[tuple[int, int], int] = field(default_factory=dict)
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    without_result: list[tuple[int, int]] = field(default_factory=list)
    no_day: set[tuple[int, int]] = field(default_factory=set)
    sums: set[tuple[int, int]] = field(default_factory=set)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    huge: dict[tuple[int, int], float] = field(default_factory=dict)  # numbers of more days than there are
    texts: Counter[str] = field(default_factory=Counter)  # how many cells hold each shared text, by its number
    last_row: int = -1
    last_column: int = -1


def sheets(
    archive: zipfile.ZipFile, data: bytes, shown: str, marks: Marks = ENGLISH
) -> Iterator[tuple[Sheet, Callable[[], Sheet]]]:
    """Yield each sheet of cells without its rows, and a function that reads them; BuildError for faulty workbooks.

    Numbers are shown with `marks`, since a workbook does not say in which language it was written.
    """
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    _check_texts(archive, shown)
    try:
        book = _guarded(lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)), shown)
    except CalamineError as error:
        raise error_at(Place(shown), f"the workbook cannot be read: {error}", AGAIN) from error
    paths = sheet_paths(archive, shown)
    for entry in book.sheets_metadata:
        if entry.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet = Sheet(entry.name, entry.visible != SheetVisibleEnum.Visible)

        def read(sheet: Sheet = sheet) -> Sheet:
            return _read(sheet, book, archive, paths.get(sheet.name, ""), shown, marks)

        yield sheet, read


def _check_texts(archive: zipfile.ZipFile, shown: str) -> None:
    """Raise BuildError where a workbook claims to hold too many texts: the library makes room for all at once."""
    for part in archive.namelist():
        if part.lower() == "xl/sharedstrings.xml":
            claimed = first(archive.read(part), shown).get("uniqueCount", "")
            if _TOO_MANY_TEXTS.fullmatch(claimed):
                message = f"the workbook claims to hold {quoted(claimed)} texts, as no spreadsheet does"
                raise error_at(Place(shown), message, AGAIN)


def _guarded(call: Callable[[], Any], shown: str) -> Any:
    """Call the library; a panic of its own, which Python does not count among exceptions, becomes a BuildError."""
    try:
        return call()
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise error_at(Place(shown), "the workbook cannot be read", AGAIN) from error


def _read(sheet: Sheet, book: Any, archive: zipfile.ZipFile, path: str, shown: str, marks: Marks) -> Sheet:
    """Fill in the rows of a sheet."""
    from python_calamine import CalamineError

    if path not in archive.namelist():
        raise error_at(Place(shown), f"the workbook has no data for its sheet {sheet.name}", AGAIN)
    facts = _facts(archive.read(path), shown, sheet.name)
    codes = style_codes(archive, shown)
    _check_huge(sheet, facts, codes, shown)
    # The library makes room for all cells from the first to the last, whether they hold anything or not.
    if (facts.last_row + 1) * (facts.last_column + 1) > MAX_CELLS:
        last = address(facts.last_row, facts.last_column)
        message = f"the sheet {sheet.name} has more than {MAX_CELLS:,} cells: they reach to {last}"
        raise error_at(Place(shown), message, "delete cells far from the others, or split the deck")
    _check_length(archive, sheet, facts, shown)
    show = partial(_text, sheet, facts=facts, codes=codes, marks=marks)
    try:
        table = _guarded(lambda: book.get_sheet_by_name(sheet.name), shown)
        rows = _guarded(lambda: table.to_python(skip_empty_area=False), shown)
    except CalamineError as error:
        raise error_at(Place(shown), f"the sheet {sheet.name} cannot be read: {error}", AGAIN) from error
    if not rows and facts.last_row >= 0:
        raise error_at(Place(shown), f"the sheet {sheet.name} cannot be read", AGAIN)
    for row, values in enumerate(rows):
        sheet.rows.append([show((row, column), value) for column, value in enumerate(values)])
    for spot, text in facts.errors.items():
        sheet.put(*spot, text)
    for spot in facts.without_result:
        sheet.put(*spot, "=")  # so that the row does not count as blank
        sheet.wrong[spot] = _NO_RESULT
    for (row, column), (last_row, last_column) in table.merged_cell_ranges or ():
        sheet.spans.append(Span(row, column, last_row - row + 1, last_column - column + 1))
    sheet.sums, sheet.hidden_rows, sheet.hidden_columns = facts.sums, facts.hidden_rows, facts.hidden_columns
    return sheet


def _check_length(archive: zipfile.ZipFile, sheet: Sheet, facts: _Facts, shown: str) -> None:
    """Raise BuildError where cells share texts that are too long for all: the library copies them for each cell."""
    path = next((part for part in archive.namelist() if part.lower() == "xl/sharedstrings.xml"), "")
    if not path or facts.texts.total() * archive.getinfo(path).file_size <= _MOST_TEXT:
        return
    lengths: list[int] = []

    def start(tag: str, _: dict[str, str]) -> None:
        if tag == "si":
            lengths.append(0)

    def text(part: str) -> None:
        if lengths:
            lengths[-1] += len(part)

    parse(archive.read(path), shown, start, lambda _: None, text)
    numbers = ((whole(number) or 0, count) for number, count in facts.texts.items())
    if sum(lengths[number] * count for number, count in numbers if number < len(lengths)) > _MOST_TEXT:
        message = f"the texts of the sheet {sheet.name} have more than {_MOST_TEXT:,} characters"
        raise error_at(Place(shown), message, "shorten them, or split the deck")


def _code(spot: tuple[int, int], facts: _Facts, codes: list[str]) -> str:
    """Return the code of a cell's format."""
    style = facts.styles.get(spot, 0)
    return codes[style] if style < len(codes) else "General"


def _check_huge(sheet: Sheet, facts: _Facts, codes: list[str], shown: str) -> None:
    """Raise BuildError for numbers at which the library fails: those without an end, and days beyond all counting."""
    wrong = {
        spot: _NO_DATE if math.isfinite(number) else _NO_NUMBER
        for spot, number in facts.huge.items()
        if not math.isfinite(number) or is_of_time(_code(spot, facts, codes))
    }
    if wrong:
        every = ((_place(shown, sheet.name, spot), what, hint) for spot, (what, hint) in wrong.items())
        raise BuildError(capped(Problem(place, f"the cell {what}", hint) for place, what, hint in every))


def _place(shown: str, name: str, spot: tuple[int, int]) -> Place:
    row, column = spot
    return Place(shown, row + 1, column + 1, f"{name}!{address(row, column)}")


def _text(sheet: Sheet, spot: tuple[int, int], value: Any, facts: _Facts, codes: list[str], marks: Marks) -> str:
    """Return the text that a cell shows."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n").replace("_x000D_", "")
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    code = _code(spot, facts, codes)
    text = as_shown(value, code, marks)
    if isinstance(value, (int, float)):
        sheet.numbers[spot] = value
    days = isinstance(value, date) and value.year == 1900 and spot in facts.no_day
    if days or (text is None and isinstance(value, (time, timedelta)) and set("yYdD") & set(code)):
        text = _iso(value)
        sheet.wrong[spot] = _NO_DATE
    elif text is None:
        text = general(value, marks) if isinstance(value, (int, float)) else _iso(value)
        sheet.wrong[spot] = f"is shown in a format that beeprint does not know: {code}", _UNKNOWN
    return text


def _iso(value: date | datetime | time | timedelta) -> str:
    return str(value) if isinstance(value, timedelta) else value.isoformat()


# XML -----------------------------------------------------------------------------------------------------------------


def _elements(archive: zipfile.ZipFile, path: str, shown: str) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of a part in order, with their attributes; nothing for a part that is missing."""
    elements: list[tuple[str, dict[str, str]]] = []
    if path in archive.namelist():
        parse(archive.read(path), shown, lambda *pair: elements.append(pair), lambda _: None, lambda _: None)
    return elements


def _local(attributes: dict[str, str], name: str) -> str:
    """Return an attribute by its name without a prefix."""
    return next((value for key, value in attributes.items() if key.rpartition(":")[2] == name and ":" in key), "")


def related(archive: zipfile.ZipFile, part: str, shown: str) -> list[tuple[str, str, str]]:
    """Return id, kind and path of each part that a part names."""
    folder, name = posixpath.split(part)
    return [
        (
            entry.get("Id", ""),
            entry.get("Type", "").rpartition("/")[2],
            posixpath.normpath(posixpath.join("/" + folder, entry.get("Target", ""))).lstrip("/"),
        )
        for tag, entry in _elements(archive, posixpath.join(folder, "_rels", f"{name}.rels"), shown)
        if tag == "Relationship"
    ]


def book_path(archive: zipfile.ZipFile, shown: str) -> str:
    """Return the path of the part that lists the sheets."""
    return next((path for _, kind, path in related(archive, "", shown) if kind == "officeDocument"), "xl/workbook.xml")


def sheet_paths(archive: zipfile.ZipFile, shown: str) -> dict[str, str]:
    """Return the path of each sheet's part, by the sheet's name."""
    home = book_path(archive, shown)
    parts = {key: path for key, _, path in related(archive, home, shown)}
    sheets = [
        (entry.get("name", ""), parts.get(_local(entry, "id"), ""))
        for tag, entry in _elements(archive, home, shown)
        if tag == "sheet"
    ]
    if len({path for _, path in sheets}) < len(sheets):
        raise error_at(Place(shown), "two sheets of the workbook are one", AGAIN)
    return dict(sheets)


def style_elements(archive: zipfile.ZipFile, shown: str) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of the part that says how cells look."""
    kinds = related(archive, book_path(archive, shown), shown)
    path = next((path for _, kind, path in kinds if kind == "styles"), "xl/styles.xml")
    return _elements(archive, path, shown)


def style_codes(archive: zipfile.ZipFile, shown: str) -> list[str]:
    """Return the code of the number format of each style of cells."""
    own: dict[int, str] = {}
    codes: list[str] = []
    inside = False
    for tag, entry in style_elements(archive, shown):
        if tag == "numFmt":
            own[whole(entry.get("numFmtId", "")) or 0] = entry.get("formatCode", "General")
        elif tag in ("cellXfs", "cellStyles"):
            inside = tag == "cellXfs"
        elif tag == "xf" and inside:
            number = whole(entry.get("numFmtId", "")) or 0
            codes.append(own.get(number) or BUILT_IN.get(number, "General"))
    return codes


def _facts(data: bytes, shown: str, name: str) -> _Facts:
    """Read of a sheet's cells what calamine does not tell; BuildError for one beyond what a table may hold."""
    facts = _Facts()
    row = column = -1
    hidden = 0
    kind, inside = "", ""
    formula: list[str] | None = None
    written: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal row, column, kind, formula, inside, hidden
        if tag == "row":
            number = attributes.get("r", str(row + 2))
            if not 1 <= (whole(number) or 0) <= _MOST_ROWS:
                raise error_at(
                    Place(shown), f"the sheet {name} has a row {quoted(number)}, as no spreadsheet has", AGAIN
                )
            row, column = int(number) - 1, -1
            if attributes.get("hidden") in ("1", "true"):
                facts.hidden_rows.add(row)
        elif tag == "col" and attributes.get("hidden") in ("1", "true"):
            first, last = (whole(attributes.get(key, "")) or 0 for key in ("min", "max"))
            # They stand in order, each column once.
            if first > hidden:
                hidden = last
                facts.hidden_columns |= {*range(first - 1, min(last, MAX_COLUMNS))}
        elif tag == "c":
            written_at = attributes.get("r", "")
            spot = position(written_at)
            if written_at and (spot is None or spot[0] >= _MOST_ROWS):
                message = f"row {row + 1} of the sheet {name} has a cell {quoted(written_at)}, as no spreadsheet has"
                raise error_at(Place(shown), message, AGAIN)
            if spot and spot[0] == row and spot[1] <= column:
                message = f"the cells of row {row + 1} are out of order: {address(*spot)} stands too late"
                raise error_at(_place(shown, name, spot), message, AGAIN)
            row, column = spot or (max(row, 0), column + 1)
            kind, formula = attributes.get("t", "n"), None
            written.clear()
            style = whole(attributes.get("s", ""))
            if kind in ("n", "d") and style:
                facts.styles[row, column] = style
        elif tag == "f":
            formula = []
        inside = tag if tag in ("v", "t", "f") else ""

    def text(part: str) -> None:
        if inside == "f" and formula is not None:
            formula.append(part)
        elif inside:
            written.append(part)

    def end(tag: str) -> None:
        nonlocal inside
        inside = ""
        if tag != "c":
            return
        if formula and sums_up("".join(formula), row, column):
            facts.sums.add((row, column))
        if not written:
            facts.styles.pop((row, column), None)
            if formula is None or kind == "str":
                return
            facts.without_result.append((row, column))
        facts.last_row, facts.last_column = max(facts.last_row, row), max(facts.last_column, column)
        if facts.last_row >= MAX_ROWS or facts.last_column >= MAX_COLUMNS:
            message = f"the cell {address(row, column)} holds something, but a table has at most {MAX_ROWS:,} rows"
            place = _place(shown, name, (row, column))
            raise error_at(place, f"{message} and {MAX_COLUMNS:,} columns", "empty it, or split the deck")
        if not written:
            return
        if kind == "s":
            facts.texts["".join(written)] += 1
        elif kind == "e":
            facts.errors[row, column] = "".join(written)
        elif kind == "n":
            number = "".join(written)
            if number.partition(".")[0] == str(_NO_DAY):
                facts.no_day.add((row, column))
            with contextlib.suppress(ValueError):
                if not abs(float(number)) <= _MOST_DAYS:
                    facts.huge[row, column] = float(number)

    parse(data, shown, start, end, text)
    return facts

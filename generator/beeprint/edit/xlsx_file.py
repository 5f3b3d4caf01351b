"""Write cells of a sheet of an Excel workbook: the cells in its XML, and nothing else of the file."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date
from html import escape, unescape

from msgspec import Struct, field

from beeprint.base.problems import error_at
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, check_text, elements_of, set_attribute, spliced, tag_of
from beeprint.edit.workbook_plan import IN_SPREADSHEET, SheetPlan
from beeprint.edit.xlsx_tables import commented, follow, sheet_tables
from beeprint.sources.number_format import as_shown, is_of_time
from beeprint.sources.tables import address
from beeprint.sources.workbook import position
from beeprint.sources.workbook_xlsx import sheet_paths, style_codes, style_elements

#: Elements that hold for ranges of cells, and what messages call them.
_RANGES = {"dataValidation": "a validation", "conditionalFormatting": "a conditional format", "hyperlink": "a link"}
#: A single cell that a formula names, with the name of its sheet: Cards!$B$5.
_REFERENCE = re.compile(
    r"(?<![\w:.$])(?:(?P<sheet>'(?:[^']|'')+'|[\w.]+)!)?\$?(?P<cell>[A-Z]{1,3}\$?\d{1,7})(?![\w:(.])"
)
_EPOCH = date(1899, 12, 30)
#: The orders in which people write a day, its numbers apart by any marks.
_DAYS = (
    r"(?P<y>\d{4})\D+(?P<m>\d+)\D+(?P<d>\d+)",
    r"(?P<d>\d+)\D+(?P<m>\d+)\D+(?P<y>\d{4})",
    r"(?P<m>\d+)\D+(?P<d>\d+)\D+(?P<y>\d{4})",
)


class _Cell(Struct):
    """A cell of the sheet: its element and its formula, and whether it holds a number."""

    element: Element
    formula: Element | None = None
    number: bool = False

    @property
    def style(self) -> str:
        return self.element.attributes.get("s", "0")


class _SheetXml(Struct):
    """What of a sheet's XML is to be kept true."""

    xml: bytes
    rows: dict[int, Element] = field(default_factory=dict)
    cells: dict[Spot, _Cell] = field(default_factory=dict)
    data: Element | None = None
    dimension: Element | None = None
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)
    arrays: list[tuple[Spot, Spot]] = field(default_factory=list)
    ranges: dict[str, list[tuple[Spot, Spot]]] = field(default_factory=dict)
    columns: list[tuple[range, str]] = field(default_factory=list)
    protected: bool = False
    prefix: str = ""
    last_column: int = -1


def write_xlsx(archive: zipfile.ZipFile, plan: SheetPlan) -> dict[str, bytes]:
    """Return the parts that change: the sheet's, and those of its tables whose heads or last row change.

    BuildError for formulas, merged and locked cells, and for cells that cannot move without harm.
    """
    shown = plan.shown
    path = sheet_paths(archive, shown)[plan.sheet]
    sheet = _scan(archive.read(path), shown)
    tables = sheet_tables(archive, path, shown)
    codes = style_codes(archive, shown)
    unlocked = _unlocked(style_elements(archive, shown))
    if plan.sources:
        _check_moves(sheet, plan, unlocked)
        plan.check_formulas(_REFERENCE, _formulas(archive, path, shown))
        plan.check_ranges("a comment", commented(archive, path, shown))
        plan.check_ranges("a table", [(table.first, table.last) for table in tables])
        sheet = _scan(_moved(sheet, plan), shown)
    plan.check_texts(lambda spot: _check(sheet, spot, unlocked, plan))
    return {path: _write(sheet, plan, codes), **follow(archive, tables, plan)}


def formula_cells(archive: zipfile.ZipFile, shown: str, name: str) -> set[Spot]:
    """Return the cells of a sheet that formulas work out."""
    sheet = _scan(archive.read(sheet_paths(archive, shown)[name]), shown)
    return {spot for spot, cell in sheet.cells.items() if cell.formula}


def _formulas(archive: zipfile.ZipFile, sheet: str, shown: str) -> Iterator[tuple[bool, str]]:
    """Yield the formulas of all sheets, and whether each is of a sheet."""
    for path in sheet_paths(archive, shown).values():
        xml = archive.read(path) if path in archive.namelist() else b""
        for element, _ in elements_of(xml, shown) if b"<" in xml else ():
            if element.local == "f":
                yield path == sheet, unescape(xml[element.inner : element.close].decode("utf-8"))


# Read -----------------------------------------------------------------------------------------------------------------


def _scan(xml: bytes, shown: str) -> _SheetXml:
    """Find rows, cells and ranges in the XML of a sheet, which the reader has read."""
    sheet = _SheetXml(xml)
    spot = (-1, -1)
    for element, around in elements_of(xml, shown):
        tag, attributes = element.local, element.attributes
        if tag == "row":
            spot = (int(attributes.get("r", spot[0] + 2)) - 1, -1)
            sheet.rows[spot[0]] = element
        elif tag == "c":
            spot = position(attributes.get("r", "")) or (spot[0], spot[1] + 1)
            sheet.cells[spot], sheet.last_column = _Cell(element), max(sheet.last_column, spot[1])
        elif tag == "f" and spot in sheet.cells and around[-1].local == "c":
            sheet.cells[spot].formula = element
            sheet.arrays += _corners(attributes.get("ref", "")) if attributes.get("t") in ("array", "dataTable") else []
        elif tag == "v" and spot in sheet.cells:
            sheet.cells[spot].number = sheet.cells[spot].element.attributes.get("t", "n") == "n"
        elif tag == "mergeCell":
            sheet.merged += _corners(attributes.get("ref", ""))
        elif tag in _RANGES:
            ranges = attributes.get("sqref") or attributes.get("ref", "")
            sheet.ranges.setdefault(_RANGES[tag], []).extend(pair for each in ranges.split() for pair in _corners(each))
        else:
            _read_whole(sheet, element)
    return sheet


def _read_whole(sheet: _SheetXml, element: Element) -> None:
    """Take what a sheet says of itself as a whole."""
    attributes = element.attributes
    if element.local == "sheetData":
        sheet.data, sheet.prefix = element, element.name.removesuffix("sheetData")
    elif element.local == "dimension":
        sheet.dimension = element
    elif element.local == "col" and "style" in attributes:
        columns = range(int(attributes["min"]) - 1, int(attributes["max"]))
        sheet.columns.append((columns, attributes["style"]))
    elif element.local == "sheetProtection":
        sheet.protected = attributes.get("sheet", "0") in ("1", "true")


def _corners(ref: str) -> list[tuple[Spot, Spot]]:
    first, _, last = ref.partition(":")
    corners = position(first), position(last or first)
    return [(corners[0], corners[1])] if corners[0] and corners[1] else []


def _within(spot: Spot, ranges: list[tuple[Spot, Spot]]) -> bool:
    return any(top <= spot[0] <= bottom and left <= spot[1] <= right for (top, left), (bottom, right) in ranges)


def _style(sheet: _SheetXml, spot: Spot, last: int) -> str:
    """Return the style of a cell: its own, for new rows that of the last one, else that of its row or column."""
    if spot in sheet.cells:
        return sheet.cells[spot].element.attributes.get("s", "")
    if spot[0] > last and (last, spot[1]) in sheet.cells:
        return sheet.cells[last, spot[1]].element.attributes.get("s", "")
    row = sheet.rows.get(spot[0])
    if row is not None and row.attributes.get("customFormat") in ("1", "true"):
        return row.attributes.get("s", "")
    return next((style for columns, style in sheet.columns if spot[1] in columns), "")


# Refuse ---------------------------------------------------------------------------------------------------------------


def _check(sheet: _SheetXml, spot: Spot, unlocked: frozenset[str], plan: SheetPlan) -> None:
    """Raise BuildError where a cell must not be written."""
    cell, place = sheet.cells.get(spot), plan.place(spot)
    if (cell is not None and cell.formula) or _within(spot, sheet.arrays):
        raise error_at(place, "this cell is worked out by a formula", "change the cells that it takes, or the formula")
    if _within(spot, sheet.merged):
        raise error_at(place, "this cell is merged with others", "split them in the spreadsheet first")
    if sheet.protected and (_style(sheet, spot, plan.last) or "0") not in unlocked:
        raise error_at(place, "the sheet is protected, and this cell is locked", "unprotect the sheet first")


def _check_moves(sheet: _SheetXml, plan: SheetPlan, unlocked: frozenset[str]) -> None:
    """Raise BuildError where rows cannot change places without changing what other cells mean."""
    for spot, cell in sheet.cells.items():
        if spot[0] in plan.copies or not plan.moves(spot):
            continue
        if cell.formula or _within(spot, sheet.arrays):
            message = "rows and columns cannot be moved or deleted here, since this cell is worked out by a formula"
            raise error_at(plan.place(spot), message, IN_SPREADSHEET)
        if sheet.protected and cell.style not in unlocked:
            message = (
                "rows and columns cannot be moved or deleted here: the sheet is protected, and this cell is locked"
            )
            raise error_at(plan.place(spot), message, "unprotect the sheet first")
    plan.check_ranges("a merged cell", sheet.merged)
    for what, ranges in sheet.ranges.items():
        plan.check_ranges(what, ranges)


def _unlocked(styles: list[tuple[str, dict[str, str]]]) -> frozenset[str]:
    """Return the numbers of the styles whose cells may be changed on a protected sheet."""
    number, inside, unlocked = -1, False, set[str]()
    for tag, attributes in styles:
        if tag in ("cellXfs", "cellStyles"):
            inside = tag == "cellXfs"
        elif inside and tag == "xf":
            number += 1
        elif inside and tag == "protection" and attributes.get("locked") in ("0", "false"):
            unlocked.add(str(number))
    return frozenset(unlocked)


# Write ----------------------------------------------------------------------------------------------------------------


def _moved(sheet: _SheetXml, plan: SheetPlan) -> bytes:
    """Return the XML after rows have taken the cells of others."""
    splices: list[XmlSplice] = []
    by_row: dict[int, list[Spot]] = {}
    for spot in sorted(sheet.cells):
        by_row.setdefault(spot[0], []).append(spot)
    for row, source in sorted(plan.sources.items()):
        old = sheet.rows.get(row)
        like = sheet.rows.get(source)
        attributes = {**(like.attributes if like else {}), "r": str(row + 1)}
        cells = b"".join(_taken(sheet, plan, row, spot) for spot in by_row.get(source, []))
        new = tag_of(f"{sheet.prefix}row", attributes) + cells + f"</{sheet.prefix}row>".encode()
        start, end = (old.start, old.end) if old is not None else (_below(sheet, row),) * 2
        splices.append(XmlSplice(start, end, new))
    return spliced(sheet.xml, splices)


def _taken(sheet: _SheetXml, plan: SheetPlan, row: int, spot: Spot) -> bytes:
    """Return the XML of a cell in its new place; a copy holds the result of a formula."""
    cell = sheet.cells[spot]
    element = cell.element
    tag = tag_of(element.name, {**element.attributes, "r": address(row, spot[1])}, empty=element.empty)
    inside = sheet.xml[element.inner : element.end]
    if cell.formula is not None and row in plan.copies:
        inside = sheet.xml[element.inner : cell.formula.start] + sheet.xml[cell.formula.end : element.end]
    return tag + inside


def _write(sheet: _SheetXml, plan: SheetPlan, codes: list[str]) -> bytes:
    """Return the XML of a sheet with texts in cells."""
    splices: list[XmlSplice] = []
    missing: dict[int, list[tuple[int, bytes]]] = {}
    for spot, text in sorted(plan.texts.items()):
        cell = sheet.cells.get(spot)
        if cell is not None:
            splices.append(XmlSplice(cell.element.start, cell.element.end, _cell(sheet, plan, spot, text, codes)))
        elif text:
            missing.setdefault(spot[0], []).append((spot[1], _cell(sheet, plan, spot, text, codes)))
    splices += _added(sheet, missing)
    written = [spot for spot, text in plan.texts.items() if text]
    splices += _dimension(sheet, [*written, *(spot for spot in sheet.cells if spot[0] in plan.sources)])
    return spliced(sheet.xml, splices)


def _added(sheet: _SheetXml, missing: Mapping[int, list[tuple[int, bytes]]]) -> list[XmlSplice]:
    """Return what adds cells that have no element yet to their rows, and rows that have none to the sheet."""
    splices: list[XmlSplice] = []
    prefix, data = sheet.prefix.encode(), sheet.data
    rows: list[tuple[int, bytes]] = []
    for row, cells in missing.items():
        element, inside = sheet.rows.get(row), b"".join(new for _, new in cells)
        if element is None:
            rows.append((row, b'<%brow r="%d">%b</%brow>' % (prefix, row + 1, inside, prefix)))
        elif element.empty:
            tag = sheet.xml[element.start : element.end].removesuffix(b"/>").rstrip()
            splices.append(XmlSplice(element.start, element.end, b"%b>%b</%brow>" % (tag, inside, prefix)))
        else:
            splices += [XmlSplice(at, at, new) for column, new in cells for at in [_before(sheet, row, column)]]
    assert data is not None
    if data.empty and rows:
        inside = b"".join(new for _, new in rows)
        new = b"<%bsheetData>%b</%bsheetData>" % (prefix, inside, prefix)
        return [*splices, XmlSplice(data.start, data.end, new)]
    for row, new in rows:
        at = _below(sheet, row)
        splices.append(XmlSplice(at, at, new))
    return splices


def _below(sheet: _SheetXml, row: int) -> int:
    """Return where a row that has no element yet begins in the XML of the sheet."""
    assert sheet.data is not None
    return min((element.start for number, element in sheet.rows.items() if number > row), default=sheet.data.close)


def _before(sheet: _SheetXml, row: int, column: int) -> int:
    """Return where a cell of a column begins in the XML of its row."""
    element = sheet.rows[row]
    later = (at for at in range(column + 1, sheet.last_column + 1) if (row, at) in sheet.cells)
    return next((sheet.cells[row, at].element.start for at in later), element.close)


def _cell(sheet: _SheetXml, plan: SheetPlan, spot: Spot, text: str, codes: list[str]) -> bytes:
    """Write a cell: a number, a truth value or a day where the cell holds them, else a text."""
    cell, style = sheet.cells.get(spot), _style(sheet, spot, plan.last)
    prefix = sheet.prefix
    attributes = {"r": address(*spot), **({"s": style} if style else {})}
    name = f"{prefix}c"
    if not text:
        return tag_of(name, attributes, empty=True)
    was_number = cell is not None and cell.number
    code = codes[int(style)] if style.isdecimal() and int(style) < len(codes) else "General"
    day = _serial(text, code) if not plan.as_texts and (was_number or spot[0] > plan.last) else None
    value = ""
    if day is not None:
        value = str(day)
    elif plan.is_number(spot[1], text, was_number=was_number) and as_shown(float(text), code) == text:
        value = text
    elif cell is not None and cell.element.attributes.get("t") == "b" and text in ("TRUE", "FALSE"):
        attributes["t"], value = "b", str(int(text == "TRUE"))
    if value:
        return tag_of(name, attributes) + f"<{prefix}v>{value}</{prefix}v></{name}>".encode()
    check_text(text, plan.place(spot))
    inline = f'<{prefix}is><{prefix}t xml:space="preserve">{escape(text, quote=False)}</{prefix}t></{prefix}is>'
    return tag_of(name, {**attributes, "t": "inlineStr"}) + f"{inline}</{name}>".encode()


def _serial(text: str, code: str) -> int | None:
    """Return the number of the day that a cell of a format shows as this text; None if it is no day there."""
    if not is_of_time(code):
        return None
    for pattern in _DAYS:
        match = re.fullmatch(pattern, text, re.ASCII)
        try:
            day = date(*(int(match[key]) for key in "ymd")) if match else None
        except ValueError:
            continue
        if day is not None and day.year > 1900 and as_shown(day, code) == text:
            return (day - _EPOCH).days
    return None


def _dimension(sheet: _SheetXml, spots: list[Spot]) -> list[XmlSplice]:
    """Return the change of the range that a sheet claims to fill, if cells outside of it are written."""
    if sheet.dimension is None or not spots:
        return []
    corners = [corner for pair in _corners(sheet.dimension.attributes.get("ref", "")) for corner in pair]
    every = [*corners, *spots]
    top, left = min(row for row, _ in every), min(column for _, column in every)
    bottom, right = max(row for row, _ in every), max(column for _, column in every)
    if not corners or corners == [(top, left), (bottom, right)]:
        return []
    new = f"{address(top, left)}:{address(bottom, right)}"
    return [set_attribute(sheet.xml, sheet.dimension, "ref", new)]

"""Insert empty rows into a sheet of an Excel workbook: rows below move down, references follow."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from xml.sax.saxutils import escape, unescape

from beeprint.base.problems import Place, error_at
from beeprint.edit.row_shift import Shift
from beeprint.edit.sheet_xml import Element, XmlSplice, elements_of, set_attribute, spliced, tag_of
from beeprint.edit.workbook_plan import IN_SPREADSHEET
from beeprint.edit.xlsx_tables import commented
from beeprint.sources.tables import address
from beeprint.sources.workbook import position
from beeprint.sources.workbook_xlsx import book_path, related, sheet_paths

#: Elements whose text is a formula or a list of ranges.
_FORMULAS = ("f", "formula", "formula1", "formula2", "sqref", "calculatedColumnFormula", "totalsRowFormula")
#: Attributes that hold ranges.
_RANGES = ("ref", "sqref")
_RESULTS = re.compile(r"calcChain\.xml$")


def insert_rows(archive: zipfile.ZipFile, shown: str, shift: Shift) -> dict[str, bytes]:
    """Return the parts of a workbook that change; BuildError for remarks, protection and formulas that span rows."""
    paths = sheet_paths(archive, shown)
    own = paths[shift.sheet]
    if any(row >= shift.at for (row, _), _ in commented(archive, own, shown)):
        raise error_at(Place(shown), f"a row below row {shift.at} has a remark, which cannot move", IN_SPREADSHEET)
    tables = {path for _, kind, path in related(archive, own, shown) if kind == "table"}
    home, names = book_path(archive, shown), set(archive.namelist())
    new = {own: _sheet(archive.read(own), shown, shift)}
    for path in ({*paths.values(), *tables, home} - {own}) & names:
        new[path] = _others(archive.read(path), shown, shift, own=path in tables)
    for path in filter(_RESULTS.search, names):
        new[path] = _chain(archive.read(path), shown, shift, _number(archive.read(home), shown, shift.sheet))
    return {path: xml for path, xml in new.items() if xml != archive.read(path)}


def _sheet(xml: bytes, shown: str, shift: Shift) -> bytes:
    """Return the XML of the sheet with empty rows that look like the row above them."""
    splices: list[XmlSplice] = []
    row, above, below = -1, list[Element](), None
    cells: list[Element] = []
    data: Element | None = None
    for element, around in elements_of(xml, shown):
        tag = element.local
        if tag == "sheetProtection" and element.attributes.get("sheet", "0") in ("1", "true"):
            raise error_at(
                Place(shown), "the sheet is protected, and its rows cannot move", "unprotect the sheet first"
            )
        if tag == "sheetData":
            data = element
        elif tag == "row":
            row = int(element.attributes.get("r", row + 2)) - 1
            above = [element] if row == shift.at - 1 else above
            below = below or (element if row >= shift.at else None)
            splices += _numbered(xml, element, str(shift.row(row) + 1))
        elif tag == "c":
            spot = position(element.attributes.get("r", ""))
            splices += _numbered(xml, element, address(shift.row(row), spot[1])) if spot else []
            cells += [element] if row == shift.at - 1 else []
        elif tag in _FORMULAS:
            splices += _formula(xml, element, shown, shift, row if around[-1].local == "c" else -1)
        else:
            splices += _ranges(xml, element, shift)
    assert data is not None
    at = below.start if below else data.close
    return spliced(xml, [XmlSplice(at, at, _rows(data, above, cells, shift)), *splices])


def _numbered(xml: bytes, element: Element, number: str) -> list[XmlSplice]:
    """Return what gives a row or a cell its new number, which it may leave out."""
    is_other = element.attributes.get("r", number) != number
    return [set_attribute(xml, element, "r", number)] if is_other else []


def _rows(data: Element, above: list[Element], cells: list[Element], shift: Shift) -> bytes:
    """Write empty rows that look like the row above them."""
    prefix = data.name.removesuffix("sheetData")
    looks = {key: value for key, value in above[0].attributes.items() if key != "r"} if above else {}
    new = bytearray()
    for row in range(shift.at, shift.at + shift.count):
        new += tag_of(f"{prefix}row", {"r": str(row + 1), **looks})
        for number, cell in enumerate(cells):
            spot = position(cell.attributes.get("r", "")) or (row, number)
            style = {"s": cell.attributes["s"]} if "s" in cell.attributes else {}
            new += tag_of(f"{prefix}c", {"r": address(row, spot[1]), **style}, empty=True)
        new += f"</{prefix}row>".encode()
    return bytes(new)


def _formula(xml: bytes, element: Element, shown: str, shift: Shift, row: int) -> Iterator[XmlSplice]:
    """Yield what changes in a formula; a running sum in the row above the new ones keeps its range."""
    text = unescape(xml[element.inner : element.close].decode("utf-8"))
    new = shift.xlsx(text, own=True, grows=row != shift.at - 1)
    ref = element.attributes.get("ref", "")
    rows = [spot[0] for spot in map(position, ref.split(":")) if spot]
    if rows and rows[0] < rows[-1] and (new != text or rows[0] < shift.at <= rows[-1]):
        message = f"rows cannot be inserted, since a formula holds for {ref}"
        raise error_at(Place(shown), message, IN_SPREADSHEET)
    if rows and rows[0] >= shift.at:
        moved = shift.xlsx(ref, own=True, grows=False)
        yield set_attribute(xml, element, "ref", moved)
    if new != text:
        yield XmlSplice(element.inner, element.close, escape(new).encode())


def _ranges(xml: bytes, element: Element, shift: Shift) -> Iterator[XmlSplice]:
    """Yield what changes in the ranges that an element holds for; those of merged cells and links do not grow."""
    for name in _RANGES:
        ranges = element.attributes.get(name, "")
        grows = element.local not in ("mergeCell", "hyperlink")
        new = " ".join(shift.xlsx(each, own=True, grows=grows) for each in ranges.split())
        if new != ranges:
            yield set_attribute(xml, element, name, new)


def _others(xml: bytes, shown: str, shift: Shift, *, own: bool) -> bytes:
    """Return the XML of another sheet, of a table or of the workbook, whose formulas name cells of the sheet."""
    splices: list[XmlSplice] = []
    for element, _ in elements_of(xml, shown) if b"<" in xml else ():
        if element.local in _FORMULAS or element.local == "definedName":
            text = unescape(xml[element.inner : element.close].decode("utf-8"))
            new = shift.xlsx(text, own=own)
            splices += [XmlSplice(element.inner, element.close, escape(new).encode())] if new != text else []
        elif element.local == "calcPr" and not element.attributes.get("fullCalcOnLoad"):
            attributes = {**element.attributes, "fullCalcOnLoad": "1"}
            splices.append(
                XmlSplice(element.start, element.inner, tag_of(element.name, attributes, empty=element.empty))
            )
        elif own:
            splices += _ranges(xml, element, shift)
    return spliced(xml, splices)


def _number(xml: bytes, shown: str, sheet: str) -> str:
    """Return the number that a workbook has for a sheet."""
    entries = (element for element, _ in elements_of(xml, shown) if element.local == "sheet")
    return next((entry.attributes.get("sheetId", "") for entry in entries if entry.get("name") == sheet), "")


def _chain(xml: bytes, shown: str, shift: Shift, sheet: str) -> bytes:
    """Return the list of cells with formulas; an entry without a sheet is of that of the entry before it."""
    splices: list[XmlSplice] = []
    now = ""
    for element, _ in elements_of(xml, shown):
        now = element.attributes.get("i", now)
        spot = position(element.attributes.get("r", ""))
        if now == sheet and spot and spot[0] >= shift.at:
            splices.append(set_attribute(xml, element, "r", address(shift.row(spot[0]), spot[1])))
    return spliced(xml, splices)

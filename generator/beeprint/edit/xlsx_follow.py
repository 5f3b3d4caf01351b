"""Parts of an Excel workbook that name cells of a sheet, and follow where its rows and columns come and go."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from xml.sax.saxutils import escape, unescape

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.sheet_shift import LOST, Shift
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, elements_of, set_attribute, spliced, tag_of, without
from beeprint.edit.workbook_plan import IN_SPREADSHEET
from beeprint.edit.xlsx_tables import SheetTable, is_used
from beeprint.sources.tables import address
from beeprint.sources.workbook import position

#: Elements whose text is a formula or a list of ranges.
FORMULAS = ("f", "formula", "formula1", "formula2", "sqref", "calculatedColumnFormula", "totalsRowFormula")
_CHAIN = re.compile(r"/calcChain(\.xml)?$")
_REMARKS = ("comment", "threadedComment")


def count_error(shown: str, own: str, sheet: str, spot: Spot | None, formula: str) -> BuildError:
    """Return the error of a formula, of a cell if `spot` is known, that counts on cells of the sheet `own` that go."""
    words = formula.removeprefix("=")[:60]
    if not spot:
        message = f"a chart, a format or a name of the workbook shows cells that would go: {words}"
        return error_at(Place(shown), message, "change it in the spreadsheet first")
    place = Place(shown, spot[0] + 1, spot[1] + 1, f"{sheet}!{address(*spot)}")
    where = address(*spot) if sheet == own else f"{sheet}!{address(*spot)}"
    message = f"the formula ={words} in {where} counts on cells that would go"
    return error_at(place, message, "change the formula in the spreadsheet first")


def follow_references(xml: bytes, shown: str, shift: Shift, sheet: str) -> bytes:
    """Return the XML of another sheet, a chart, a pivot table or the workbook, which name cells of the sheet."""
    splices: list[XmlSplice] = []
    spot: Spot | None = None
    for element, _ in elements_of(xml, shown) if b"<" in xml else ():
        if element.local == "c":
            spot = position(element.attributes.get("r", ""))
        if element.local in FORMULAS or element.local == "definedName":
            splices += _text(xml, element, shown, shift, (sheet, spot if sheet else None))
        elif element.local == "calcPr" and not element.attributes.get("fullCalcOnLoad"):
            attributes = {**element.attributes, "fullCalcOnLoad": "1"}
            splices.append(
                XmlSplice(element.start, element.inner, tag_of(element.name, attributes, empty=element.empty))
            )
        elif element.local == "worksheetSource" and element.attributes.get("sheet") == shift.sheet:
            ranges = element.attributes.get("ref", "")
            splices += [set_attribute(xml, element, "ref", shift.xlsx(ranges, own=True))] if ranges else []
    return spliced(xml, splices)


def _text(
    xml: bytes, element: Element, shown: str, shift: Shift, at: tuple[str, Spot | None], *, own: bool = False
) -> list[XmlSplice]:
    """Return what changes in the formula that an element holds."""
    text = unescape(xml[element.inner : element.close].decode("utf-8"))
    new = shift.xlsx(text, own=own)
    if LOST in new and LOST not in text:
        raise count_error(shown, shift.sheet, *at, text)
    return [XmlSplice(element.inner, element.close, escape(new).encode())] if new != text else []


def follow_table(archive: zipfile.ZipFile, table: SheetTable, shown: str, shift: Shift) -> bytes:
    """Return the XML of a table of the sheet; BuildError where it would lose its last row or its totals."""
    left, columns = table.first[1], list[tuple[Element, Element]]()
    splices: list[XmlSplice] = []
    for element, around in elements_of(table.xml, shown):
        if element.local == "tableColumn" and shift.goes(-1, left + table.columns.index(element)):
            name = element.attributes.get("name", "")
            if is_used(archive, name):
                message = f"{name} is the name of a column of a table, which formulas use"
                raise error_at(Place(shown), message, IN_SPREADSHEET)
            columns.append((element, around[-1]))
        elif element.local == "filterColumn" and shift.columns:
            message = f"the table {table.name} is filtered, so that its columns cannot move"
            raise error_at(Place(shown), message, "show all rows in the spreadsheet first")
        elif element.local in FORMULAS:
            splices += _text(table.xml, element, shown, shift, ("", None), own=True)
        for ranges in {element.attributes.get("ref", "")} - {""}:
            new = shift.xlsx(ranges, own=True)
            splices += [set_attribute(table.xml, element, "ref", new)] if new != ranges else []
            rows = [spot[0] for spot in map(position, new.split(":")) if spot]
            is_short = element == table.root and rows and rows[-1] - rows[0] < table.has_heads + table.has_totals
            if LOST in new or is_short or (table.has_totals and shift.goes(table.last[0])):
                message = f"the table {table.name} would lose its last row, its totals or what it is sorted by"
                raise error_at(Place(shown), message, IN_SPREADSHEET)
    return without(table.xml, splices, columns, {around.start: len(table.columns) for _, around in columns})


def _drawing(xml: bytes, shown: str, shift: Shift) -> bytes:
    """Return the XML of pictures and charts on the sheet: they keep their sizes, and move with their first cell."""
    splices: list[XmlSplice] = []
    by = (0, 0)
    for element, around in elements_of(xml, shown):
        if element.local not in ("row", "col") or around[-1].local not in ("from", "to"):
            continue
        if around[-2].attributes.get("editAs") == "absolute":
            continue
        axis, at = ("row", "col").index(element.local), int(xml[element.inner : element.close])
        if around[-1].local == "from":
            moved = (shift.row if element.local == "row" else shift.column)(at) - at
            by = (moved, by[1]) if axis == 0 else (by[0], moved)
        if by[axis]:
            splices.append(XmlSplice(element.inner, element.close, str(at + by[axis]).encode()))
    return spliced(xml, splices)


def without_chain(xml: bytes, shown: str) -> bytes:
    """Return the XML without what names the list of cells with formulas, which a spreadsheet makes again."""
    gone: list[tuple[Element, Element]] = []
    sizes: Counter[int] = Counter()
    for element, around in elements_of(xml, shown):
        if around:
            sizes[around[-1].start] += 1
            names = element.attributes.get("Type", ""), element.attributes.get("PartName", "")
            gone += [(element, around[-1])] if any(map(_CHAIN.search, names)) else []
    return without(xml, [], gone, sizes)


def _remarks(xml: bytes, shown: str, shift: Shift) -> bytes:
    """Return the XML of the remarks on cells of the sheet, without those of cells that go."""
    splices: list[XmlSplice] = []
    gone: list[tuple[Element, Element]] = []
    sizes: Counter[int] = Counter()
    for element, around in elements_of(xml, shown):
        spot = position(element.attributes.get("ref", "")) if element.local in _REMARKS else None
        if spot is None:
            continue
        sizes[around[-1].start] = len(xml)  # the list stays, even without remarks
        if shift.goes(*spot):
            gone.append((element, around[-1]))
        elif (new := (shift.row(spot[0]), shift.column(spot[1]))) != spot:
            splices.append(set_attribute(xml, element, "ref", address(*new)))
    return without(xml, splices, gone, sizes)


def _notes(xml: bytes, shown: str, shift: Shift) -> bytes:
    """Return the VML of the shapes that show remarks: each names its cell, and the cells that it covers."""

    def follow(shape: re.Match[bytes]) -> bytes:
        row, column = (re.search(rb"<\w+:%s>\s*(\d+)\s*<" % name, shape[0]) for name in (b"Row", b"Column"))
        if not row or not column:
            return shape[0]
        spot = int(row[1]), int(column[1])
        if shift.goes(*spot):
            return b""
        new = shift.row(spot[0]), shift.column(spot[1])
        by = {2: new[0] - spot[0], 6: new[0] - spot[0], 0: new[1] - spot[1], 4: new[1] - spot[1]}

        def anchor(match: re.Match[bytes]) -> bytes:
            numbers = [int(number) for number in match[2].split(b",")]
            moved = (str(number + by.get(at, 0)) for at, number in enumerate(numbers))
            return match[1] + ", ".join(moved).encode()

        text = shape[0]
        if any(by.values()):
            text = re.sub(rb"(<\w+:Row>\s*)\d+", b"\\g<1>%d" % new[0], text)
            text = re.sub(rb"(<\w+:Column>\s*)\d+", b"\\g<1>%d" % new[1], text)
            text = re.sub(rb"(<\w+:Anchor>\s*)([\d,\s]*\d)", anchor, text)
        return text

    return re.sub(rb"<(\w+):shape\s.*?</\1:shape>", follow, xml, flags=re.DOTALL)


#: What becomes of parts of the sheet, by the kind of their relation to it.
FOLLOWING = {"drawing": _drawing, "comments": _remarks, "threadedComment": _remarks, "vmlDrawing": _notes}

"""Insert empty rows into a sheet of an OpenDocument spreadsheet: rows below move down, references follow."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from beeprint.base.problems import Place, error_at
from beeprint.edit.row_shift import Shift
from beeprint.edit.sheet_xml import Element, XmlSplice, elements_of, set_attribute, spliced, tag_of
from beeprint.edit.workbook_plan import IN_SPREADSHEET

_CONTENT = "content.xml"
_CELLS = ("table-cell", "covered-table-cell")
#: Attributes that hold formulas or ranges, with a sheet's name, by their names without prefixes.
_RANGES = ("formula", "target-range-address", "cell-range-address", "print-ranges")
#: What an empty cell keeps of the one above it, by names without prefixes.
_LOOKS = ("style-name", "content-validation-name", "number-columns-repeated")


class _Rows(Struct):
    """Equal rows below each other: the first one, their number, and the elements of their cells."""

    element: Element
    row: int
    count: int
    cells: list[Element] = field(default_factory=list)


def insert_rows(archive: zipfile.ZipFile, shown: str, shift: Shift) -> dict[str, bytes]:
    """Return content.xml; BuildError for protection, and for cells that are merged or repeated across the place."""
    xml = archive.read(_CONTENT)
    splices: list[XmlSplice] = []
    table: Element | None = None
    rows: list[_Rows] = []
    for element, around in elements_of(xml, shown):
        if element.local == "table" and element.get("name") == shift.sheet and table is None:
            table = element
        own = table is not None and table.start <= element.start < table.end
        if own and element.local == "table-row":
            first = rows[-1].row + rows[-1].count if rows else 0
            rows.append(_Rows(element, first, int(element.get("number-rows-repeated", "1"))))
        elif own and element.local in _CELLS and around[-1] is rows[-1].element:
            rows[-1].cells.append(element)
        grows = not (rows and own and element.local in _CELLS and rows[-1].row == shift.at - 1)
        splices += _followed(xml, element, shift, own=own, grows=grows)
    assert table is not None
    _check(table, rows, shown, shift)
    return {_CONTENT: spliced(xml, [*splices, *_inserted(xml, rows, shift)])}


def _followed(xml: bytes, element: Element, shift: Shift, *, own: bool, grows: bool) -> Iterator[XmlSplice]:
    """Yield what changes in the formula or the range of an element."""
    changed = {
        key: new
        for key, text in element.attributes.items()
        if key.rpartition(":")[2] in _RANGES
        for new in [shift.ods(text, own=own, grows=grows)]
        if new != text
    }
    if len(changed) == 1:
        yield from (set_attribute(xml, element, key, new) for key, new in changed.items())
    elif changed:
        attributes = {**element.attributes, **changed}
        yield XmlSplice(element.start, element.inner, tag_of(element.name, attributes, empty=element.empty))


def _check(table: Element, rows: list[_Rows], shown: str, shift: Shift) -> None:
    """Raise BuildError where rows cannot move without changing what other cells mean."""
    if table.get("protected") == "true":
        raise error_at(Place(shown), "the sheet is protected, and its rows cannot move", "unprotect the sheet first")
    for block in rows:
        spans = (cell.get(f"number-{what}-spanned", "1") for cell in block.cells for what in ("rows", "matrix-rows"))
        tall = max((int(span) for span in spans), default=1)
        splits = block.row < shift.at < block.row + block.count and any(cell.get("formula") for cell in block.cells)
        if splits or block.row < shift.at < block.row + tall:
            message = f"rows cannot be inserted above row {shift.at + 1}, since a cell spans rows there"
            raise error_at(Place(shown), message, IN_SPREADSHEET)


def _inserted(xml: bytes, rows: list[_Rows], shift: Shift) -> Iterator[XmlSplice]:
    """Yield what inserts the rows: before a row, or in the middle of equal ones; blank rows at the end become fewer."""
    at = next(block for block in rows if block.row <= shift.at < block.row + block.count)
    above = next((block for block in rows if block.row <= shift.at - 1 < block.row + block.count), at)
    new = _empty(above) * shift.count
    inside = xml[at.element.inner : at.element.end]
    parts = shift.at - at.row, at.row + at.count - shift.at
    if parts[0]:
        tags = [tag_of(at.element.name, _counted(at.element, part), empty=at.element.empty) for part in parts]
        yield XmlSplice(at.element.start, at.element.end, tags[0] + inside + new + tags[1] + inside)
    else:
        yield XmlSplice(at.element.start, at.element.start, new)
    last = rows[-1]
    if last is not at and last.count > shift.count and not any(cell.get("value-type") for cell in last.cells):
        tag = tag_of(last.element.name, _counted(last.element, last.count - shift.count), empty=last.element.empty)
        yield XmlSplice(last.element.start, last.element.inner, tag)


def _counted(element: Element, count: int) -> Mapping[str, str]:
    """Return the attributes of equal rows with another number of them."""
    return {
        key: str(count) if key.endswith("number-rows-repeated") else text for key, text in element.attributes.items()
    }


def _empty(above: _Rows) -> bytes:
    """Write an empty row that looks like the row above it."""
    looks = {key: text for key, text in above.element.attributes.items() if not key.endswith("number-rows-repeated")}
    cells = (tag_of(cell.name.replace("covered-", ""), _kept(cell), empty=True) for cell in above.cells)
    return tag_of(above.element.name, looks) + b"".join(cells) + f"</{above.element.name}>".encode()


def _kept(cell: Element) -> Mapping[str, str]:
    return {key: text for key, text in cell.attributes.items() if key.rpartition(":")[2] in _LOOKS}

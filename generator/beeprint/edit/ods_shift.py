"""Insert and delete rows, and delete columns, of a sheet of an OpenDocument spreadsheet: references follow."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from beeprint.base.problems import Place, error_at
from beeprint.edit.sheet_shift import LOST, Shift
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, elements_of, tag_of, without
from beeprint.edit.workbook_plan import IN_SPREADSHEET
from beeprint.sources.tables import address
from beeprint.sources.workbook import position

_CONTENT = "content.xml"
_CHARTS = re.compile(r"Object [^/]+/content\.xml")
_CELLS = ("table-cell", "covered-table-cell")
#: Attributes that hold formulas or ranges, with a sheet's name, by their names without prefixes.
_RANGES = (
    "formula", "target-range-address", "cell-range-address", "print-ranges", "expression", "values-cell-range-address",
    "label-cell-address", "table-background-cell-range", "source-cell-range-addresses",
)  # fmt: skip
#: Attributes that hold conditions, which are written for the cell of `base-cell-address`.
_CONDITIONS = ("value", "condition")
_PLACES = ("base-cell-address", "end-cell-address")
#: What an empty cell keeps of the one above it, by names without prefixes.
_LOOKS = ("style-name", "content-validation-name", "number-columns-repeated")
_SPOT = re.compile(r"(.*\.)(\$?[A-Z]{1,3}\$?\d{1,7})")


class _Cells(Struct):
    """Equal cells beside each other, or equal rows below each other: the first one, and their number."""

    element: Element
    around: Element
    first: int
    count: int
    cells: list[_Cells] = field(default_factory=list)

    @property
    def stop(self) -> int:
        return self.first + self.count


def shift_cells(archive: zipfile.ZipFile, shown: str, shift: Shift) -> dict[str, bytes]:
    """Return the parts that change.

    BuildError for protection, for merged cells that would go in part, and for formulas that count on cells that go.
    """
    new = {_CONTENT: _content(archive.read(_CONTENT), shown, shift)}
    for path in filter(_CHARTS.fullmatch, archive.namelist()):
        xml = archive.read(path)
        splices = (_changed(each, _followed(each, shown, shift, own=False)) for each, _ in elements_of(xml, shown))
        new[path] = without(xml, [splice for each in splices for splice in each], (), {})
    return {path: xml for path, xml in new.items() if xml != archive.read(path)}


def _content(xml: bytes, shown: str, shift: Shift) -> bytes:
    sheet = _Sheet(shown, shift)
    for element, around in elements_of(xml, shown):
        sheet.take(element, around)
    assert sheet.table is not None
    sheet.check()
    splices = [*sheet.splices, *_rows(xml, sheet.rows, shift, sheet.gone)]
    return without(xml, splices, sheet.gone, sheet.sizes)


class _Sheet(Struct):
    """The sheet whose cells move, and what becomes of content.xml."""

    shown: str
    shift: Shift
    table: Element | None = None
    rows: list[_Cells] = field(default_factory=list)
    columns: list[_Cells] = field(default_factory=list)
    splices: list[XmlSplice] = field(default_factory=list)
    gone: list[tuple[Element, Element]] = field(default_factory=list)
    sizes: Counter[int] = field(default_factory=Counter)
    cut: int = 0  # where the cells end that go with their column

    def take(self, element: Element, around: tuple[Element, ...]) -> None:
        """Take in an element, and what changes in it."""
        if around:
            self.sizes[around[-1].start] += 1
        if element.local == "table" and element.get("name") == self.shift.sheet and self.table is None:
            self.table = element
        own = self.table is not None and self.table.start <= element.start < self.table.end
        attributes = self._moved(element, around[-1]) if own and around else {}
        row = self.rows[-1] if own and self.rows and element.start < self.rows[-1].element.end else None
        if element.start < self.cut:
            return
        if row is not None and self.shift.gone_in(row.first, row.stop) == row.count:
            return
        grows = not (row is not None and row.stop == self.shift.at)
        followed = _followed(element, self.shown, self.shift, own=own, grows=grows)
        if LOST in followed.values():
            self.gone.append((element, around[-1]))
        else:
            self.splices += _changed(element, {**attributes, **followed})

    def _moved(self, element: Element, around: Element) -> Mapping[str, str]:
        """Go on to the next row, column or cell, and return its attributes that change as columns and rows go."""
        if element.local == "table-row":
            self.rows.append(_Cells(element, around, _next(self.rows), _count(element, "rows")))
        elif element.local == "table-column":
            self.columns.append(_Cells(element, around, _next(self.columns), _count(element, "columns")))
            return self._narrowed(self.columns[-1])
        elif element.local in _CELLS and self.rows and around is self.rows[-1].element:
            cells = self.rows[-1].cells
            cells.append(_Cells(element, around, _next(cells), _count(element, "columns")))
            return {**self._narrowed(cells[-1]), **self._spanned(self.rows[-1], cells[-1])}
        return {}

    def _narrowed(self, cells: _Cells) -> Mapping[str, str]:
        """Return the new number of equal cells when some of them go; the element goes with the last."""
        left = cells.count - sum(cells.first <= column < cells.stop for column in self.shift.columns)
        if not left:
            self.gone.append((cells.element, cells.around))
            self.cut = cells.element.end
        key = next((key for key in cells.element.attributes if key.endswith("number-columns-repeated")), "")
        return {key: str(left)} if left and left != cells.count else {}

    def check(self) -> None:
        """Raise BuildError where cells cannot move without changing what other cells mean."""
        shift, place = self.shift, Place(self.shown)
        if self.table is not None and self.table.get("protected") == "true":
            message = "the sheet is protected, and its cells cannot move"
            raise error_at(place, message, "unprotect the sheet first")
        for block in self.rows:
            splits = block.first < shift.at < block.stop and shift.count
            if splits and any(cell.element.get("formula") for cell in block.cells):
                message = f"rows cannot be inserted above row {shift.at + 1}, since a cell spans rows there"
                raise error_at(place, message, IN_SPREADSHEET)
            for cell in block.cells:
                self._check_span(block, cell)

    def _spanned(self, row: _Cells, cell: _Cells) -> Mapping[str, str]:
        """Return the new spans of a merged cell that stays, but loses rows or columns."""
        attributes: dict[str, str] = {}
        for key, span in cell.element.attributes.items():
            if key.endswith("number-rows-spanned"):
                attributes[key] = str(int(span) - self.shift.gone_in(row.first + 1, row.first + int(span)))
            elif key.endswith("number-columns-spanned"):
                gone = sum(cell.first < column < cell.first + int(span) for column in self.shift.columns)
                attributes[key] = str(int(span) - gone)
        return {key: span for key, span in attributes.items() if cell.element.attributes[key] != span}

    def _check_span(self, block: _Cells, cell: _Cells) -> None:
        """Raise BuildError where a merged cell or a formula of several cells is split, or loses some of its cells."""
        shift = self.shift
        tall, wide, matrix_tall, matrix_wide = (
            int(cell.element.get(f"number-{what}-spanned", "1"))
            for what in ("rows", "columns", "matrix-rows", "matrix-columns")
        )
        is_split = bool(shift.count) and block.first < shift.at < block.first + max(tall, matrix_tall)
        for height, width, is_matrix in ((tall, wide, False), (matrix_tall, matrix_wide, True)):
            rows = {shift.goes(row) for row in range(block.first, block.first + height)}
            columns = {shift.goes(-1, at) for at in range(cell.first, cell.first + width)}
            first = shift.goes(block.first, cell.first)
            is_split |= max(len(rows), len(columns)) > 1 and (is_matrix or first)
        where = address(block.first, cell.first)
        if is_split:
            message = f"rows and columns cannot be moved or deleted here, since the cell {where} is merged with others"
            raise error_at(Place(self.shown), message, IN_SPREADSHEET)
        is_above = block.first < shift.head and any(cell.first <= at < cell.stop for at in shift.columns)
        if is_above and (cell.element.get("value-type") or cell.element.get("formula")):
            message = f"the column cannot go, since the cell {where} above it holds something"
            raise error_at(Place(self.shown), message, IN_SPREADSHEET)


def _next(cells: list[_Cells]) -> int:
    return cells[-1].stop if cells else 0


def _count(element: Element, what: str) -> int:
    return int(element.get(f"number-{what}-repeated", "1"))


def _followed(element: Element, shown: str, shift: Shift, *, own: bool, grows: bool = True) -> dict[str, str]:
    """Return the attributes of an element that change; LOST for the range of a format that loses all its cells."""
    changed: dict[str, str] = {}
    base = _SPOT.fullmatch(element.get("base-cell-address").replace("$", ""))
    for key, text in element.attributes.items():
        name, new = key.rpartition(":")[2], text
        if name in _RANGES:
            new = shift.ods(text, own=own, grows=grows)
        elif name in _CONDITIONS and base:
            new = shift.ods(text, own=own, base=position(base[2]))
        elif name in _PLACES:
            new = _moved(text, shift)
        if LOST in new and LOST not in text:
            if element.local == "conditional-format":
                ranges = (shift.ods(each, own=own, grows=grows) for each in text.split())
                new = " ".join(each for each in ranges if LOST not in each) or LOST
            else:
                message = f"the formula {text.removeprefix('of:')[:60]} counts on cells that would go"
                raise error_at(Place(shown), message, "change the formula in the spreadsheet first")
        changed |= {key: new} if new != text else {}
    return changed


def _moved(text: str, shift: Shift) -> str:
    """Return where a cell of the sheet is now; of one that goes, where the next one is."""
    match = _SPOT.fullmatch(text)
    spot: Spot | None = position(match[2]) if match else None
    if match is None or spot is None or match[1].strip("$.").strip("'").replace("''", "'") != shift.sheet:
        return text
    new = shift.row(spot[0]), shift.column(spot[1])
    return text if new == spot else match[1] + address(*new)


def _changed(element: Element, attributes: Mapping[str, str]) -> Iterator[XmlSplice]:
    """Yield what gives an element other attributes."""
    if attributes:
        tag = tag_of(element.name, {**element.attributes, **attributes}, empty=element.empty)
        yield XmlSplice(element.start, element.inner, tag)


def _rows(xml: bytes, rows: list[_Cells], shift: Shift, gone: list[tuple[Element, Element]]) -> Iterator[XmlSplice]:
    """Yield what inserts new rows and takes out deleted ones; blank rows at the end become fewer or more."""
    above = next((block for block in rows if block.first <= shift.at - 1 < block.stop), rows[-1])
    new, last = _empty(above) * shift.count, rows[-1]
    if shift.at >= last.stop:
        yield XmlSplice(last.element.end, last.element.end, _blank(above, shift.at - last.stop) + new)
    for block in rows:
        element, at = block.element, min(max(shift.at, block.first), block.stop)
        parts = [stop - start - shift.gone_in(start, stop) for start, stop in ((block.first, at), (at, block.stop))]
        if block is last and not any(cell.element.get("value-type") for cell in last.cells) and block.count > 1:
            parts[1] = max(1, parts[1] + len(shift.gone) - shift.count)
        if shift.count and block.first < shift.at < block.stop:
            inside = xml[element.inner : element.end]
            tags = [tag_of(element.name, _counted(element, part), empty=element.empty) for part in parts]
            first, second = (tag + inside if part else b"" for tag, part in zip(tags, parts, strict=True))
            yield XmlSplice(element.start, element.end, first + new + second)
            continue
        if shift.count and shift.at == block.first:
            yield XmlSplice(element.start, element.start, new)
        if not sum(parts):
            gone.append((element, block.around))
        elif sum(parts) != block.count:
            tag = tag_of(element.name, _counted(element, sum(parts)), empty=element.empty)
            yield XmlSplice(element.start, element.inner, tag)


def _counted(element: Element, count: int) -> Mapping[str, str]:
    """Return the attributes of equal rows with another number of them."""
    return {
        key: str(count) if key.endswith("number-rows-repeated") else text for key, text in element.attributes.items()
    }


def _empty(above: _Cells) -> bytes:
    """Write an empty row that looks like the row above it."""
    looks = {key: text for key, text in above.element.attributes.items() if not key.endswith("number-rows-repeated")}
    cells = (tag_of(cell.element.name.replace("covered-", ""), _kept(cell.element), empty=True) for cell in above.cells)
    return tag_of(above.element.name, looks) + b"".join(cells) + f"</{above.element.name}>".encode()


def _kept(cell: Element) -> Mapping[str, str]:
    return {key: text for key, text in cell.attributes.items() if key.rpartition(":")[2] in _LOOKS}


def _blank(like: _Cells, count: int) -> bytes:
    """Write blank rows, as far as a sheet has none yet."""
    prefix = like.element.name.removesuffix("table-row")
    cell = f"<{prefix}table-cell/></{like.element.name}>".encode()
    return tag_of(like.element.name, {f"{prefix}number-rows-repeated": str(count)}) + cell if count else b""

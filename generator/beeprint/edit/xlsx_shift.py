"""Insert and delete rows, and delete columns, of a sheet of an Excel workbook: cells move, references follow."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections import Counter
from xml.sax.saxutils import escape, unescape

from msgspec import Struct, field

from beeprint.base.problems import Place, error_at
from beeprint.edit.sheet_shift import LOST, Shift, copied
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, elements_of, set_attribute, tag_of, without
from beeprint.edit.workbook_plan import IN_SPREADSHEET
from beeprint.edit.xlsx_follow import FOLLOWING, FORMULAS, count_error, follow_references, follow_table, without_chain
from beeprint.edit.xlsx_tables import sheet_tables
from beeprint.sources.tables import address
from beeprint.sources.workbook import position
from beeprint.sources.workbook_xlsx import book_path, related, sheet_paths

#: Formulas of conditions, which are written for the first cell of a range.
_CONDITIONS = ("formula", "formula1", "formula2")
#: Attributes that hold ranges.
_RANGES = ("ref", "sqref")
_FORMULA = re.compile(rb"<(\w+:)?f[\s/>]")
_TYPES = "[Content_Types].xml"
_READERS = re.compile(r"xl/(charts/chart|pivotCache/pivotCacheDefinition)[^/]*\.xml")
_BREAKS = ("rowBreaks", "colBreaks")


def shift_cells(archive: zipfile.ZipFile, shown: str, shift: Shift) -> dict[str, bytes]:
    """Return the parts of a workbook that change.

    BuildError for protection, and for formulas and names that count on single cells that go.
    """
    paths = sheet_paths(archive, shown)
    own = paths[shift.sheet]
    parts = related(archive, own, shown)
    names = set(archive.namelist())
    home = book_path(archive, shown)
    readers = filter(_READERS.fullmatch, names)
    new = {own: _Sheet(archive.read(own), shown, shift).shifted()}
    sheets = {path: name for name, path in paths.items()}
    for path in ({*sheets, *readers, home} - {own}) & names:
        new[path] = follow_references(archive.read(path), shown, shift, sheets.get(path, ""))
    for table in sheet_tables(archive, own, shown):
        new[table.path] = follow_table(archive, table, shown, shift)
    for _, kind, path in parts:
        if kind in FOLLOWING and path in names:
            new[path] = FOLLOWING[kind](archive.read(path), shown, shift)
    for path in {_TYPES, "{}/_rels/{}.rels".format(*posixpath.split(home))} & names:
        new[path] = without_chain(archive.read(path), shown)
    return {path: xml for path, xml in new.items() if xml != archive.read(path)}


class _Shared(Struct):
    """A formula that cells share: its text, the cell that holds it, the range, and each cell's element."""

    text: str
    spot: Spot
    ref: str
    elements: list[tuple[Element, Spot]] = field(default_factory=list)

    def formula(self, spot: Spot) -> str:
        """Return the formula as one of its cells has it."""
        return copied(self.text, spot[0] - self.spot[0], spot[1] - self.spot[1])


class _Sheet(Struct):
    """The XML of the sheet whose cells move, and what becomes of it."""

    xml: bytes
    shown: str
    shift: Shift
    splices: list[XmlSplice] = field(default_factory=list)
    gone: list[tuple[Element, Element]] = field(default_factory=list)
    sizes: Counter[int] = field(default_factory=Counter)
    shared: dict[str, _Shared] = field(default_factory=dict)
    above: list[Element] = field(default_factory=list)  # the row above the new ones, and its cells
    below: Element | None = None
    data: Element | None = None
    lost: list[tuple[Element, str, Spot | None]] = field(default_factory=list)
    heirs: dict[Spot, Spot] = field(default_factory=dict)  # cells of merged ones whose first cell goes, and that
    anchors: dict[Spot, Element] = field(default_factory=dict)
    rows: dict[int, Element] = field(default_factory=dict)  # that stay, as the cells
    cells: dict[Spot, Element] = field(default_factory=dict)
    cut: int = 0  # where the row or the cell ends that goes
    spot: Spot = (-1, -1)

    def shifted(self) -> bytes:
        """Return the XML after the shift, with empty rows that look like the row above them."""
        elements = list(elements_of(self.xml, self.shown))
        for element, _ in elements:
            if element.local == "mergeCell":
                self._bequeath(element.attributes.get("ref", ""))
        for element, around in elements:
            self.sizes[around[-1].start if around else -1] += 1
            self._take(element, around)
        self._unshare()
        self._inherit()
        assert self.data is not None
        at = self.below.start if self.below else self.data.close
        new = [XmlSplice(at, at, self._rows(self.data))] if self.shift.count else []
        removed = [(each.start, each.end) for each, _ in self.gone]
        for element, text, spot in self.lost:
            if not any(start <= element.start < end for start, end in removed):
                raise count_error(self.shown, self.shift.sheet, self.shift.sheet, spot, text)
        return without(self.xml, [*new, *self.splices], self.gone, self.sizes)

    def _take(self, element: Element, around: tuple[Element, ...]) -> None:
        """Take in an element: one that goes, or what changes in it."""
        self._count(element)
        if element.local == "f" and around[-1].local == "c" and element.attributes.get("t") == "shared":
            self._share(element)
        elif element.start < self.cut or (element.local in ("row", "c") and self._goes(element)):
            if element.start >= self.cut:
                self.gone.append((element, around[-1]))
                self.cut = element.end
            if element.local == "c" and self.spot in self.heirs.values():
                self.anchors[self.spot] = element
            self._check_array(element, is_gone=True)
        else:
            self._follow(element, around)

    def _count(self, element: Element) -> None:
        """Go on to the next row or cell."""
        if element.local == "sheetData":
            self.data = element
        elif element.local == "row":
            self.spot = (int(element.attributes.get("r", self.spot[0] + 2)) - 1, -1)
            self.below = self.below or (element if self.spot[0] >= self.shift.at else None)
            self.above = [element] if self.spot[0] == self.shift.at - 1 else self.above
        elif element.local == "c":
            self.spot = position(element.attributes.get("r", "")) or (self.spot[0], self.spot[1] + 1)
            if self.spot[0] == self.shift.at - 1:
                self.above.append(element)

    def _goes(self, element: Element) -> bool:
        goes = self.shift.goes(self.spot[0], self.spot[1] if element.local == "c" else -1)
        is_above = self.spot[0] < self.shift.head and self.spot not in self.heirs.values()
        if goes and is_above and element.close > element.inner:
            message = f"the column cannot go, since the cell {address(*self.spot)} above it holds something"
            raise error_at(Place(self.shown), message, IN_SPREADSHEET)
        return goes

    def _follow(self, element: Element, around: tuple[Element, ...]) -> None:
        """Take in what changes in an element that stays."""
        shift, tag = self.shift, element.local
        if tag == "sheetProtection" and element.attributes.get("sheet", "0") in ("1", "true"):
            message = "the sheet is protected, and its cells cannot move"
            raise error_at(Place(self.shown), message, "unprotect the sheet first")
        if tag == "row":
            self.rows[self.spot[0]] = element
            self._set(element, "r", str(shift.row(self.spot[0]) + 1))
        elif tag == "c":
            self.cells[self.spot] = element
            if self.heirs.get(self.spot) not in self.anchors:
                self._set(element, "r", address(shift.row(self.spot[0]), shift.column(self.spot[1])))
        elif tag == "col" and shift.columns:
            self._col(element, around[-1])
        elif tag == "brk" and around[-1].local in _BREAKS:
            at = int(element.attributes.get("id", "0"))
            self._set(element, "id", str(shift.row(at) if around[-1].local == _BREAKS[0] else shift.column(at)))
        elif tag == "filterColumn" and shift.columns:
            message = "the sheet is filtered, so that its columns cannot move"
            raise error_at(Place(self.shown), message, "show all rows in the spreadsheet first")
        elif tag in FORMULAS:
            self._check_array(element)
            self._formula(element, around)
        elif tag != "selection":
            self._ranges(element, around)

    def _bequeath(self, ref: str) -> None:
        """Take in a merged cell: where its first cell goes, the first one that stays takes its place."""
        spots = [spot for spot in map(position, ref.split(":")) if spot]
        if len(spots) < 2 or not self.shift.goes(*spots[0]):
            return
        (top, left), (bottom, right) = spots
        row = next((row for row in range(top, bottom + 1) if not self.shift.goes(row)), None)
        column = next((column for column in range(left, right + 1) if not self.shift.goes(-1, column)), None)
        if row is not None and column is not None:
            self.heirs[row, column] = spots[0]

    def _inherit(self) -> None:
        """Write what merged cells hold whose first cell goes into their next one; BuildError where that cannot be."""
        for spot, old in self.heirs.items():
            anchor, cell, row = self.anchors.get(old), self.cells.get(spot), self.rows.get(spot[0])
            if anchor is None:
                continue
            is_formula = _FORMULA.search(self.xml, anchor.inner, anchor.close)
            if row is None or row.empty or is_formula or (cell is not None and not cell.empty):
                message = f"the merged cell {address(*old)} would lose what it holds"
                raise error_at(Place(self.shown), message, IN_SPREADSHEET)
            number = address(self.shift.row(spot[0]), self.shift.column(spot[1]))
            first = tag_of(anchor.name, {**anchor.attributes, "r": number}, empty=anchor.empty)
            right = (each.start for at, each in self.cells.items() if at[0] == spot[0] and at[1] > spot[1])
            start = cell.start if cell else min(right, default=row.close)
            end = cell.end if cell else start
            self.splices.append(XmlSplice(start, end, first + self.xml[anchor.inner : anchor.end]))

    def _set(self, element: Element, name: str, value: str) -> None:
        """Give an element another value of an attribute, which it may leave out."""
        if element.attributes.get(name, value) != value:
            self.splices.append(set_attribute(self.xml, element, name, value))

    def _col(self, element: Element, around: Element) -> None:
        first, last = (int(element.attributes[key]) - 1 for key in ("min", "max"))
        left = [column for column in range(first, last + 1) if column not in self.shift.columns]
        if not left:
            self.gone.append((element, around))
            return
        ends = {"min": str(self.shift.column(left[0]) + 1), "max": str(self.shift.column(left[-1]) + 1)}
        tag = tag_of(element.name, {**element.attributes, **ends}, empty=element.empty)
        self.splices.append(XmlSplice(element.start, element.inner, tag))

    def _formula(self, element: Element, around: tuple[Element, ...]) -> None:
        """Take in a formula; a running sum in the row above the new ones keeps its range."""
        is_cell = around[-1].local == "c"
        text = unescape(self.xml[element.inner : element.close].decode("utf-8"))
        base = _base(around) if element.local in _CONDITIONS else None
        grows = not (is_cell and self.spot[0] == self.shift.at - 1)
        if element.local == "sqref":
            new = self._list(text, grows=True)
            if not new:
                self.gone.append((around[-1], around[-2]))
        else:
            new = self.shift.xlsx(text, own=True, grows=grows, base=base)
        if LOST in new and LOST not in text:
            self.lost.append((element, text, self.spot if is_cell else None))
        ref = element.attributes.get("ref", "")
        if ref and (moved := self.shift.xlsx(ref, own=True, grows=False)) != ref:
            attributes = {**element.attributes, "ref": moved}
            self.splices.append(
                XmlSplice(element.start, element.inner, tag_of(element.name, attributes, empty=element.empty))
            )
        if new != text:
            self.splices.append(XmlSplice(element.inner, element.close, escape(new).encode()))

    def _check_array(self, element: Element, *, is_gone: bool = False) -> None:
        """Raise BuildError where only some of the cells go or move that a formula holds for."""
        ref = element.attributes.get("ref", "") if element.local == "f" else ""
        spots = [spot for spot in map(position, ref.split(":")) if spot]
        if len(spots) < 2 or spots[0] == spots[1]:
            return
        (top, left), (bottom, right) = spots
        rows = {self.shift.goes(row) for row in range(top, bottom + 1)}
        columns = {self.shift.goes(-1, column) for column in range(left, right + 1)}
        is_split = self.shift.count and top < self.shift.at <= bottom
        text = unescape(self.xml[element.inner : element.close].decode("utf-8"))
        changes = not is_gone and self.shift.xlsx(text, own=True) != text
        if len(rows) > 1 or len(columns) > 1 or is_split or changes:
            what = f"rows and columns cannot be moved or deleted here, since a formula holds for {ref}"
            raise error_at(Place(self.shown), what, IN_SPREADSHEET)

    def _share(self, element: Element) -> None:
        """Take in a formula that cells share; its first cell has the text."""
        key = element.attributes.get("si", "")
        if not element.empty and element.close > element.inner:
            text = unescape(self.xml[element.inner : element.close].decode("utf-8"))
            self.shared[key] = _Shared(text, self.spot, element.attributes.get("ref", ""))
        if key in self.shared:
            self.shared[key].elements.append((element, self.spot))

    def _unshare(self) -> None:
        """Give each cell a formula of its own where the cells that share one, or what they name, do not stay."""
        for shared in self.shared.values():
            texts = [shared.formula(spot) for _, spot in shared.elements]
            grows = [spot[0] != self.shift.at - 1 for _, spot in shared.elements]
            new = [self.shift.xlsx(text, own=True, grows=each) for text, each in zip(texts, grows, strict=True)]
            if new == texts and self.shift.xlsx(shared.ref, own=True, grows=False) == shared.ref:
                continue
            for (element, spot), old, text in zip(shared.elements, texts, new, strict=True):
                if LOST in text and LOST not in old:
                    self.lost.append((element, old, spot))
                kept = {key: value for key, value in element.attributes.items() if key not in ("t", "ref", "si")}
                written = tag_of(element.name, kept) + escape(text).encode() + f"</{element.name}>".encode()
                self.splices.append(XmlSplice(element.start, element.end, written))

    def _ranges(self, element: Element, around: tuple[Element, ...]) -> None:
        """Take in the ranges that an element holds for, which goes with the last of them."""
        for name in _RANGES:
            ranges = element.attributes.get(name, "")
            new = self._list(ranges, grows=element.local not in ("mergeCell", "hyperlink"))
            is_single = element.local == "mergeCell" and len(set(new.split(":"))) == 1
            if ranges and (not new or is_single):
                self.gone.append((element, around[-1]))
            elif new != ranges:
                self.splices.append(set_attribute(self.xml, element, name, new))

    def _list(self, ranges: str, *, grows: bool) -> str:
        """Return a list of ranges without lost ones."""
        new = (self.shift.xlsx(each, own=True, grows=grows) for each in ranges.split())
        return " ".join(each for each in new if LOST not in each)

    def _rows(self, data: Element) -> bytes:
        """Write empty rows that look like the row above them."""
        prefix = data.name.removesuffix("sheetData")
        row, cells = self.above[:1], self.above[1:]
        looks = {key: value for each in row for key, value in each.attributes.items() if key != "r"}
        new = bytearray()
        first = self.shift.row(self.shift.at) - self.shift.count
        for number in range(first, first + self.shift.count):
            new += tag_of(f"{prefix}row", {"r": str(number + 1), **looks})
            for index, cell in enumerate(cells):
                spot = position(cell.attributes.get("r", "")) or (number, index)
                style = {"s": cell.attributes["s"]} if "s" in cell.attributes else {}
                new += tag_of(f"{prefix}c", {"r": address(number, spot[1]), **style}, empty=True)
            new += f"</{prefix}row>".encode()
        return bytes(new)


def _base(around: tuple[Element, ...]) -> Spot | None:
    """Return the first cell of the ranges that a condition holds for."""
    ranges = next((each.attributes["sqref"] for each in reversed(around) if "sqref" in each.attributes), "")
    spots = [spot for each in ranges.split() if (spot := position(each.partition(":")[0]))]
    return (min(row for row, _ in spots), min(column for _, column in spots)) if spots else None

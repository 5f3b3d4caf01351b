"""Write cells of a sheet of an OpenDocument spreadsheet: the cells in content.xml, and nothing else of the file."""

from __future__ import annotations

import re
import zipfile
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from html import escape

from msgspec import Struct, field

from beeprint.base.problems import Place, error_at
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, check_text, elements_of, spliced, tag_of
from beeprint.edit.workbook_plan import IN_SPREADSHEET, SheetPlan
from beeprint.sources.workbook import AGAIN, position
from beeprint.sources.workbook_ods import NO_SHEETS

_CONTENT = "content.xml"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
#: Attributes that say what a cell holds, by their names without prefixes.
_VALUES = ("value-type", "value", "date-value", "time-value", "boolean-value", "string-value", "currency", "formula")
_CELLS = ("table-cell", "covered-table-cell")
_SPACES = re.compile(r"(?<= ) +|^ +| +$")
_CORNERS = re.compile(r"\.\$?([A-Z]{1,3})\$?(\d+)(?::[^.\s]*\.\$?([A-Z]{1,3})\$?(\d+))?")
#: A single cell that a formula names, with the name of its sheet: [$Cards.B5].
_REFERENCE = re.compile(r"\[(?P<sheet>[^\[\].]*)\.\$?(?P<cell>[A-Z]{1,3}\$?\d+)\]")


class _Cell(Struct):
    """Equal cells beside each other: the first column and their number; children that are not their text."""

    element: Element
    column: int
    count: int
    asides: list[Element] = field(default_factory=list)

    @property
    def merged(self) -> bool:
        spans = self.element.get("number-columns-spanned", "1"), self.element.get("number-rows-spanned", "1")
        return self.element.local != "table-cell" or spans != ("1", "1")

    @property
    def formula(self) -> str:
        return self.element.get("formula")


class _Row(Struct):
    """Equal rows below each other: the first one and their number."""

    element: Element
    row: int
    count: int
    cells: list[_Cell] = field(default_factory=list)

    def at(self, column: int) -> _Cell | None:
        """Return the cells that a column is in; None past the last."""
        return next((cell for cell in self.cells if cell.column <= column < cell.column + cell.count), None)


class _Sheet(Struct):
    """A sheet of content.xml, and what of the whole its cells depend on."""

    xml: bytes
    names: Mapping[str, str]
    table: Element
    rows: list[_Row] = field(default_factory=list)
    columns: list[tuple[range, str]] = field(default_factory=list)
    arrays: list[tuple[Spot, Spot]] = field(default_factory=list)
    ranges: list[tuple[Spot, Spot]] = field(default_factory=list)
    formulas: list[tuple[bool, str]] = field(default_factory=list)  # of this sheet, or of others

    @property
    def protected(self) -> bool:
        return self.table.get("protected") == "true"

    def at(self, row: int) -> _Row | None:
        """Return the rows that a row is in; None past the last."""
        place = bisect_right(self.rows, row, key=lambda rows: rows.row) - 1
        return self.rows[place] if place >= 0 and row < self.rows[place].row + self.rows[place].count else None

    def cell(self, spot: Spot) -> _Cell | None:
        row = self.at(spot[0])
        return row.at(spot[1]) if row else None


def write_ods(archive: zipfile.ZipFile, plan: SheetPlan) -> dict[str, bytes]:
    """Return the parts that change: content.xml alone.

    BuildError for formulas, merged and locked cells, and for cells that cannot move without harm.
    """
    sheet = _scan(archive.read(_CONTENT), plan.shown, plan.sheet)
    unlocked = _unlocked(archive, sheet, plan.shown)
    if plan.sources:
        _check_moves(sheet, plan, unlocked)
    plan.check_texts(lambda spot: _check(sheet, (plan.sources.get(spot[0], spot[0]), spot[1]), spot, plan, unlocked))
    rows = {spot[0] for spot, text in plan.texts.items() if text or sheet.at(spot[0])} | set(plan.sources)
    return {_CONTENT: spliced(sheet.xml, _splices(sheet, plan, sorted(rows)))}


def formula_cells(archive: zipfile.ZipFile, shown: str, name: str) -> set[Spot]:
    """Return the cells of a sheet that formulas work out."""
    rows = _scan(archive.read(_CONTENT), shown, name).rows
    return {(row.row, cell.column) for row in rows for cell in row.cells if cell.formula}


# Read -----------------------------------------------------------------------------------------------------------------


def _scan(xml: bytes, shown: str, name: str) -> _Sheet:
    """Find the rows and cells of a sheet, which the reader has read."""
    elements = list(elements_of(xml, shown))
    if any(element.local == "tracked-changes" for element, _ in elements):
        message = "the spreadsheet records changes, and a change here would be missing there"
        raise error_at(Place(shown), message, "accept the changes, and end the recording")
    sheet: _Sheet | None = None
    aside = 0  # where an element ends whose tables are no sheets
    for element, around in elements:
        if element.start < aside:
            continue
        if element.local in NO_SHEETS:
            aside = element.end
        if element.local == "table" and element.get("name") == name and sheet is None:
            sheet = _Sheet(xml, _prefixes(elements[0][0], shown), element)
        elif sheet is not None and element.start < sheet.table.end:
            _take(sheet, element, around, shown)
    assert sheet is not None
    table = sheet.table
    cells = (element for element, _ in elements if element.local in _CELLS and element.get("formula"))
    sheet.formulas = [(table.start < cell.start < table.end, cell.get("formula")) for cell in cells]
    return sheet


def _prefixes(root: Element, shown: str) -> dict[str, str]:
    """Return the prefixes, with their colons, of the names that are written."""
    spaces = {uri: key.partition(":")[2] for key, uri in root.attributes.items() if key.startswith("xmlns:")}
    try:
        return {name: spaces[_SPACE.format(name)] + ":" for name in ("office", "table", "text")}
    except KeyError:
        raise error_at(Place(shown), "the spreadsheet's XML is written in an unusual way", AGAIN) from None


def _take(sheet: _Sheet, element: Element, around: tuple[Element, ...], shown: str) -> None:
    """Take a row, a column, a cell or what is in it."""
    tag, parent = element.local, around[-1]
    if tag == "table":
        raise error_at(Place(shown), f"the sheet {sheet.table.get('name')} holds another table", IN_SPREADSHEET)
    if tag == "table-row":
        rows = sheet.rows[-1] if sheet.rows else None
        sheet.rows.append(_Row(element, rows.row + rows.count if rows else 0, _count(element, "rows")))
    elif tag == "table-column":
        first = sheet.columns[-1][0].stop if sheet.columns else 0
        columns = range(first, first + _count(element, "columns"))
        sheet.columns.append((columns, element.get("default-cell-style-name")))
    elif tag in _CELLS and sheet.rows and parent is sheet.rows[-1].element:
        _take_cell(sheet, element)
    elif parent.local in _CELLS and tag != "p" and sheet.rows:
        sheet.rows[-1].cells[-1].asides.append(element)
    for match in _CORNERS.finditer(element.get("target-range-address")):
        first_, last = position(match[1] + match[2]), position((match[3] or match[1]) + (match[4] or match[2]))
        sheet.ranges += [(first_, last)] if first_ and last else []


def _take_cell(sheet: _Sheet, element: Element) -> None:
    row = sheet.rows[-1]
    column = row.cells[-1].column + row.cells[-1].count if row.cells else 0
    row.cells.append(_Cell(element, column, _count(element, "columns")))
    height, width = (int(element.get(f"number-matrix-{what}-spanned", "1")) for what in ("rows", "columns"))
    if (height, width) != (1, 1):
        sheet.arrays.append(((row.row, column), (row.row + height - 1, column + width - 1)))


def _count(element: Element, what: str) -> int:
    count = element.get(f"number-{what}-repeated", "1")
    return max(1, int(count)) if count.isdecimal() else 1


def _unlocked(archive: zipfile.ZipFile, sheet: _Sheet, shown: str) -> frozenset[str]:
    """Return the names of the styles whose cells may be changed in a protected sheet, which any other one need not."""
    if not sheet.protected:
        return frozenset()
    protect, parents = dict[str, str](), dict[str, str]()
    for part in (sheet.xml, archive.read("styles.xml") if "styles.xml" in archive.namelist() else b""):
        for element, around in elements_of(part, shown) if part else ():
            if element.local == "style":
                parents[element.get("name")] = element.get("parent-style-name", "Default")
            elif element.local == "table-cell-properties" and element.get("cell-protect") and around:
                protect[around[-1].get("name")] = element.get("cell-protect")

    def is_unlocked(style: str) -> bool:
        seen: set[str] = set()
        while style and style not in seen and style not in protect:
            seen.add(style)
            style = parents.get(style, "")
        return protect.get(style, "protected") in ("none", "formula-hidden")

    return frozenset(style for style in {*parents, *protect} if is_unlocked(style))


def _style(sheet: _Sheet, spot: Spot) -> str:
    """Return the name of a cell's style: its own, or that of its row or column."""
    row, cell = sheet.at(spot[0]), sheet.cell(spot)
    own = cell.element.get("style-name") if cell else ""
    own = own or (row.element.get("default-cell-style-name") if row else "")
    return own or next((style for columns, style in sheet.columns if spot[1] in columns), "") or "Default"


# Refuse ---------------------------------------------------------------------------------------------------------------


def _check(sheet: _Sheet, source: Spot, spot: Spot, plan: SheetPlan, unlocked: frozenset[str]) -> None:
    """Raise BuildError where a cell must not be written; `source` is the cell whose place it takes."""
    cell, place = sheet.cell(source), plan.place(spot)
    is_copy = spot[0] in plan.copies
    if not is_copy and ((cell and cell.formula) or _within(source, sheet.arrays)):
        raise error_at(place, "this cell is worked out by a formula", "change the cells that it takes, or the formula")
    if cell and cell.merged:
        raise error_at(place, "this cell is merged with others", "split them in the spreadsheet first")
    if sheet.protected and _style(sheet, spot) not in unlocked:
        raise error_at(place, "the sheet is protected, and this cell is locked", "unprotect the sheet first")


def _within(spot: Spot, ranges: list[tuple[Spot, Spot]]) -> bool:
    return any(top <= spot[0] <= bottom and left <= spot[1] <= right for (top, left), (bottom, right) in ranges)


def _check_moves(sheet: _Sheet, plan: SheetPlan, unlocked: frozenset[str]) -> None:
    """Raise BuildError where rows cannot change places without changing what other cells mean."""
    sources = {source for row, source in plan.sources.items() if row in plan.copies}
    for row in sheet.rows:
        for cell in row.cells if row.row <= plan.last + 1 else ():
            spot = (row.row, cell.column)
            moves = any(map(plan.moved.__contains__, range(row.row, min(row.row + row.count - 1, plan.last + 1) + 1)))
            if cell.merged and (moves or row.row in sources):
                raise error_at(
                    plan.place(spot),
                    "rows and columns cannot be moved or deleted here, since this cell is merged",
                    IN_SPREADSHEET,
                )
            if moves and (cell.formula or _within(spot, sheet.arrays)):
                message = "rows and columns cannot be moved or deleted here, since this cell is worked out by a formula"
                raise error_at(plan.place(spot), message, IN_SPREADSHEET)
            locked = sheet.protected and _style(sheet, spot) not in unlocked
            if moves and locked:
                message = (
                    "rows and columns cannot be moved or deleted here: the sheet is protected, and this cell is locked"
                )
                raise error_at(plan.place(spot), message, "unprotect the sheet first")
    plan.check_ranges("a format or a filter", sheet.ranges)
    plan.check_formulas(_REFERENCE, sheet.formulas)


# Write ----------------------------------------------------------------------------------------------------------------


def _splices(sheet: _Sheet, plan: SheetPlan, rows: list[int]) -> Iterator[XmlSplice]:
    """Yield the new XML of rows; equal rows are split where one of them changes."""
    texts: dict[int, dict[int, str]] = {}
    for (row, column), text in plan.texts.items():
        texts.setdefault(row, {})[column] = text
    for block in sheet.rows:
        inside = [row for row in rows if block.row <= row < block.row + block.count]
        if not inside:
            continue
        new, at = bytearray(), block.row
        for row in [*inside, block.row + block.count]:
            if row > at:
                new += _repeated(sheet, block.element, "rows", row - at)
            if row < block.row + block.count:
                new += _row(sheet, plan, row, texts.get(row, {}))
            at = row + 1
        yield XmlSplice(block.element.start, block.element.end, bytes(new))
    end = sheet.rows[-1].row + sheet.rows[-1].count if sheet.rows else 0
    at = sheet.rows[-1].element.end if sheet.rows else sheet.table.close
    new = bytearray()
    table = sheet.names["table"]
    for row in (row for row in rows if row >= end):
        if row > end:
            gap = tag_of(f"{table}table-row", {f"{table}number-rows-repeated": str(row - end)})
            new += gap + f"<{table}table-cell/></{table}table-row>".encode()
        new += _row(sheet, plan, row, texts.get(row, {}))
        end = row + 1
    yield XmlSplice(at, at, bytes(new))


def _repeated(sheet: _Sheet, element: Element, what: str, count: int) -> bytes:
    """Return the XML of rows or cells with another number of them."""
    return _tag(sheet, element, what, count) + sheet.xml[element.inner : element.end]


def _tag(sheet: _Sheet, element: Element, what: str, count: int, without: tuple[str, ...] = ()) -> bytes:
    repeated = f"number-{what}-repeated"
    kept = {
        key: value for key, value in element.attributes.items() if key.rpartition(":")[2] not in (repeated, *without)
    }
    if count > 1:
        kept[f"{sheet.names['table']}{repeated}"] = str(count)
    return tag_of(element.name, kept, empty=element.empty)


def _row(sheet: _Sheet, plan: SheetPlan, row: int, texts: Mapping[int, str]) -> bytes:
    """Write a row with texts in its cells, from the row whose cells it takes; new rows look like the last one."""
    block = sheet.at(plan.sources.get(row, row))
    like = sheet.at(plan.last) if row > plan.last and row not in plan.sources else None
    new = bytearray()
    for start, stop, cell in _pieces(block, texts):
        at = start
        for column in [*sorted(column for column in texts if start <= column < stop), stop]:
            if column > at:
                new += _kept(sheet, plan, row, cell, (at, column))
            if column < stop:
                new += _cell(sheet, plan, (row, column), cell, like.at(column) if like else None, texts[column])
            at = column + 1
    model = like or block
    name = f"{sheet.names['table']}table-row"
    tag = _tag(sheet, model.element, "rows", 1) if model else f"<{name}>".encode()
    tag = tag.removesuffix(b"/>") + b">" if tag.endswith(b"/>") else tag
    return tag + bytes(new) + f"</{name}>".encode()


def _pieces(block: _Row | None, texts: Mapping[int, str]) -> list[tuple[int, int, _Cell | None]]:
    """Return the cells of a row with their first columns and those after them; None for what no element holds yet."""
    pieces: list[tuple[int, int, _Cell | None]] = []
    if block:
        pieces += [(cell.column, cell.column + cell.count, cell) for cell in block.cells]
    end = max([column + 1 for column, text in texts.items() if text], default=0)
    last = pieces[-1][1] if pieces else 0
    return [*pieces, (last, end, None)] if end > last else pieces


def _kept(sheet: _Sheet, plan: SheetPlan, row: int, cell: _Cell | None, columns: tuple[int, int]) -> bytes:
    """Write cells that keep what they hold, from one column to another."""
    count = columns[1] - columns[0]
    if cell is None:
        table = sheet.names["table"]
        repeated = {f"{table}number-columns-repeated": str(count)} if count > 1 else {}
        return tag_of(f"{table}table-cell", repeated, empty=True)
    if row in plan.copies and cell.formula:
        return (
            _tag(sheet, cell.element, "columns", count, ("formula",)) + sheet.xml[cell.element.inner : cell.element.end]
        )
    return _repeated(sheet, cell.element, "columns", count)


def _cell(sheet: _Sheet, plan: SheetPlan, spot: Spot, cell: _Cell | None, like: _Cell | None, text: str) -> bytes:
    """Write a cell: a number or a truth value where the cell holds one, else a text; remarks at it are kept."""
    table, office = sheet.names["table"], sheet.names["office"]
    shape = cell if like is None or (cell and cell.element.get("style-name")) else like
    without = (*_VALUES, "number-columns-repeated")
    attributes = {
        key: value
        for key, value in (shape.element.attributes if shape else {}).items()
        if key.rpartition(":")[2] not in without
    }
    name = f"{table}table-cell"
    asides = b"".join(sheet.xml[aside.start : aside.end] for aside in cell.asides) if cell else b""
    if text:
        was = cell.element.get("value-type") if cell else ""
        kind, value = "string", {}
        if plan.is_number(spot[1], text, was_number=was == "float"):
            kind, value = "float", {f"{office}value": text}
        elif was == "boolean" and text in ("TRUE", "FALSE"):
            kind, value = "boolean", {f"{office}boolean-value": text.lower()}
        attributes |= {f"{office}value-type": kind, **value}
        check_text(text, plan.place(spot))
    if not text and not asides:
        return tag_of(name, attributes, empty=True)
    return tag_of(name, attributes) + asides + (_paragraphs(sheet, text) if text else b"") + f"</{name}>".encode()


def _paragraphs(sheet: _Sheet, text: str) -> bytes:
    """Write a text: a paragraph for each line, with elements for blanks that XML does not keep."""
    prefix = sheet.names["text"]
    lines = (_SPACES.sub(lambda match: "\0" * len(match[0]), line) for line in escape(text, quote=False).split("\n"))
    return "".join(
        f"<{prefix}p>{line.replace(chr(0), f'<{prefix}s/>').replace(chr(9), f'<{prefix}tab/>')}</{prefix}p>"
        for line in lines
    ).encode()

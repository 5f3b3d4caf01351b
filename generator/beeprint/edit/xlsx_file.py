"""Write cells of an Excel workbook: the cell in the XML of its sheet, and nothing else of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from msgspec import Struct, field

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.zip_parts import replace_part
from beeprint.sources.tables import DataTable, address
from beeprint.sources.tables_workbook import read_workbook
from beeprint.sources.workbook import AGAIN, locate, open_workbook, parse, position
from beeprint.sources.workbook_xlsx import sheet_paths, style_elements

_TAG = re.compile(rb"""<[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(/?)>""")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?", re.ASCII)
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]")
_IN_EXCEL = "open the workbook, and change it there"

Spot = tuple[int, int]


class _Splice(NamedTuple):
    """Replace the bytes of the XML from `start` to `end` by `new`."""

    start: int
    end: int
    new: bytes


class _Element(Struct):
    """An element of the XML from `start` to `end`, its inside from `inner` to `close`; an empty one is a single tag."""

    start: int
    inner: int
    attributes: dict[str, str]
    empty: bool
    close: int = 0
    end: int = 0


class _Cell(Struct):
    """A cell of the sheet: its element, and whether it holds a formula or a number."""

    element: _Element
    formula: bool = False
    number: bool = False


class _SheetXml(Struct):
    """What of a sheet's XML is to be kept true: rows, cells, the range of all, merged cells and protection."""

    rows: dict[int, _Element] = field(default_factory=dict)
    cells: dict[Spot, _Cell] = field(default_factory=dict)
    data: _Element | None = None
    dimension: _Element | None = None
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)
    protected: bool = False
    prefix: str = ""


def rewrite_xlsx(data: bytes, shown: str, table: DataTable, rewriting: Rewriting) -> bytes:
    """Return a workbook's bytes after a rewriting of a table; all parts except its sheet's are copied.

    Rows are added below all others, and deleted by emptying their cells, so that no row gets another number.
    BuildError for what would change others, such as rows that move, and for formulas, merged and locked cells.
    """
    texts = _texts(table, rewriting, shown)
    sheet = table.place(None).cell.rpartition("!")[0]
    with open_workbook(data, shown) as archive:
        path = sheet_paths(archive, shown)[sheet]
        xml = archive.read(path)
        parsed = _scan(xml, shown)
        unlocked = _unlocked(style_elements(archive, shown))
    for spot in texts:
        _check(parsed, spot, unlocked, Place(shown, spot[0] + 1, spot[1] + 1, f"{sheet}!{address(*spot)}"))
    numeric = frozenset(
        column
        for column, head in enumerate(table.header)
        if (kinds := [(row, head) in table.numbers for row, cells in enumerate(table.rows) if cells[head]])
        and sum(kinds) * 2 > len(kinds)
    )
    last = table.records[-1] - 1 if table.records else -1
    for as_texts in (False, True):
        new = replace_part(
            data, shown, path, _write(xml, parsed, texts, frozenset() if as_texts else numeric, last, as_texts)
        )
        try:
            if rewriting.is_carried_out(table, read_workbook(new, shown, sheet, table.head)):
                return new
        except BuildError:
            continue
    message = "the sheet cannot be changed like this without changing something else"
    raise error_at(Place(shown), message, _IN_EXCEL)


def _texts(table: DataTable, rewriting: Rewriting, shown: str) -> dict[Spot, str]:
    """Return all texts to write by the row and column of their cells, from 0."""
    index = {head: column for column, head in enumerate(table.header)}
    texts = {(record - 1, index[head]): text for (record, head), text in rewriting.texts.items()}
    texts |= {(table.head - 1, index[head]): name for head, name in rewriting.heads.items()}
    end = table.records[-1] if table.records else table.head
    moved = {row.like for row in rewriting.rows} & rewriting.gone
    if moved or any(row.before <= end for row in rewriting.rows):
        message = "rows of a workbook are not moved here, since formulas and formats name them by their numbers"
        raise error_at(Place(shown), message, _IN_EXCEL)
    cells_of = dict(zip(table.records, table.rows, strict=True))
    for number, row in enumerate(rewriting.rows):
        cells = {**cells_of.get(row.like, {}), **row.texts}
        texts |= {(end + number, index[head]): text.strip() for head, text in cells.items() if text.strip()}
    for record in rewriting.gone:
        texts |= {(record - 1, column): "" for head, column in index.items() if cells_of[record].get(head)}
    return texts | _column_texts(table, rewriting, shown)


def _column_texts(table: DataTable, rewriting: Rewriting, shown: str) -> dict[Spot, str]:
    """Return the texts of a column that is added behind all others, and the emptied cells of one that goes."""
    column, texts = rewriting.column, dict[Spot, str]()
    if column is not None:
        if column.at != len(table.header):
            raise error_at(Place(shown), "a workbook gets new columns behind the last one", "add it at the end")
        texts = {(record - 1, column.at): text for record, text in column.texts.items() if text}
        texts[table.head - 1, column.at] = column.head
    if rewriting.dropped:
        at = table.header.index(rewriting.dropped)
        texts |= {(record - 1, at): "" for record in (table.head, *table.records)}
    return texts


def _check(sheet: _SheetXml, spot: Spot, unlocked: frozenset[str], place: Place) -> None:
    """Raise BuildError where a cell must not be written."""
    cell = sheet.cells.get(spot)
    if cell is not None and cell.formula:
        raise error_at(place, "this cell is worked out by a formula", "change the cells that it takes, or the formula")
    for (top, left), (bottom, right) in sheet.merged:
        if top <= spot[0] <= bottom and left <= spot[1] <= right:
            raise error_at(place, "this cell is merged with others", "split them in the spreadsheet first")
    style = cell.element.attributes.get("s", "0") if cell else "0"
    if sheet.protected and style not in unlocked:
        raise error_at(place, "the sheet is protected, and this cell is locked", "unprotect the sheet first")


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


def _scan(xml: bytes, shown: str) -> _SheetXml:
    """Find rows and cells in the XML of a sheet, which the reader has read; BuildError unless it is UTF-8."""
    parse(xml, shown, lambda *_: None, lambda _: None, lambda _: None)  # refuse what the reader refuses
    try:
        xml.decode("utf-8")
    except UnicodeDecodeError:
        raise error_at(Place(shown), "the workbook's XML is not UTF-8", AGAIN) from None
    sheet = _SheetXml()
    spot, stack = (-1, -1), list[_Element]()

    def start(name: str, attributes: dict[str, str], at: int) -> None:
        nonlocal spot
        tag = name.rpartition(":")[2]
        match = _TAG.match(xml, at)
        if match is None:
            raise error_at(Place(shown), "the workbook holds faulty XML", AGAIN)
        element = _Element(at, match.end(), attributes, match[1] == b"/", match.end(), match.end())
        stack.append(element)
        if tag == "row":
            spot = (int(attributes.get("r", spot[0] + 2)) - 1, -1)
            sheet.rows[spot[0]] = element
        elif tag == "c":
            spot = position(attributes.get("r", "")) or (spot[0], spot[1] + 1)
            sheet.cells[spot] = _Cell(element)
        elif tag == "f" and spot in sheet.cells:
            sheet.cells[spot].formula = True
        elif tag == "v" and spot in sheet.cells:
            sheet.cells[spot].number = sheet.cells[spot].element.attributes.get("t", "n") == "n"
        elif tag == "sheetData":
            sheet.data, sheet.prefix = element, name.removesuffix(tag)
        elif tag == "dimension":
            sheet.dimension = element
        elif tag == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            corners = position(first), position(last or first)
            if corners[0] and corners[1]:
                sheet.merged.append((corners[0], corners[1]))
        elif tag == "sheetProtection":
            sheet.protected = attributes.get("sheet", "0") in ("1", "true")

    def end(at: int) -> None:
        element = stack.pop()
        if not element.empty:
            element.close = at
            element.end = xml.index(b">", element.close) + 1

    locate(xml, start, end)
    return sheet


def _write(
    xml: bytes, sheet: _SheetXml, texts: Mapping[Spot, str], numeric: frozenset[int], last: int, as_texts: bool
) -> bytes:
    """Return the XML of a sheet with texts in cells; numbers stay numbers, and in columns of numbers become numbers.

    `last` is the last row with cells, whose formats new rows take. With `as_texts`, no number stays one.
    """
    splices: list[_Splice] = []
    missing: dict[int, list[tuple[int, bytes]]] = {}
    for (row, column), text in sorted(texts.items()):
        cell = sheet.cells.get((row, column))
        like = cell or (sheet.cells.get((last, column)) if row > last else None)
        style = like.element.attributes.get("s", "") if like else ""
        as_number = column in numeric or (cell is not None and cell.number and not as_texts)
        new = _cell(sheet.prefix, (row, column), style, text, as_number)
        if cell is not None:
            splices.append(_Splice(cell.element.start, cell.element.end, new))
        elif text:
            missing.setdefault(row, []).append((column, new))
    splices += _added(xml, sheet, missing)
    if sheet.dimension is not None:
        splices += _dimension(xml, sheet.dimension, [spot for spot, text in texts.items() if text])
    out, at = bytearray(), 0
    for splice in sorted(splices, key=lambda splice: splice[:2]):
        out += xml[at : splice.start] + splice.new
        at = splice.end
    return bytes(out + xml[at:])


def _added(xml: bytes, sheet: _SheetXml, missing: Mapping[int, list[tuple[int, bytes]]]) -> list[_Splice]:
    """Return what adds cells that have no element yet to their rows, and rows that have none to the sheet."""
    splices: list[_Splice] = []
    prefix, data = sheet.prefix.encode(), sheet.data
    rows: list[tuple[int, bytes]] = []
    for row, cells in missing.items():
        element, inside = sheet.rows.get(row), b"".join(new for _, new in cells)
        if element is None:
            rows.append((row, b'<%brow r="%d">%b</%brow>' % (prefix, row + 1, inside, prefix)))
        elif element.empty:
            tag = xml[element.start : element.end].removesuffix(b"/>").rstrip()
            splices.append(_Splice(element.start, element.end, b"%b>%b</%brow>" % (tag, inside, prefix)))
        else:
            splices += [_Splice(at, at, new) for column, new in cells for at in [_before(sheet, row, column, element)]]
    assert data is not None
    if data.empty and rows:
        inside = b"".join(new for _, new in rows)
        return [*splices, _Splice(data.start, data.end, b"<%bsheetData>%b</%bsheetData>" % (prefix, inside, prefix))]
    for row, new in rows:
        at = min((element.start for number, element in sheet.rows.items() if number > row), default=data.close)
        splices.append(_Splice(at, at, new))
    return splices


def _before(sheet: _SheetXml, row: int, column: int, element: _Element) -> int:
    """Return where a cell of a column begins in the XML of its row."""
    later = (cell.element.start for spot, cell in sheet.cells.items() if spot[0] == row and spot[1] > column)
    return min(later, default=element.close)


def _cell(prefix: str, spot: Spot, style: str, text: str, as_number: bool) -> bytes:
    head = f'<{prefix}c r="{address(*spot)}"' + (f' s="{style}"' if style else "")
    if not text:
        return f"{head}/>".encode()
    if as_number and _NUMBER.fullmatch(text):
        return f"{head}><{prefix}v>{text}</{prefix}v></{prefix}c>".encode()
    illegal = _ILLEGAL.search(text)
    if illegal:
        raise error_at(Place(""), f"a workbook cannot hold the character U+{ord(illegal[0]):04X}", "leave it out")
    t = f'<{prefix}t xml:space="preserve">{escape(text)}</{prefix}t>'
    return f'{head} t="inlineStr"><{prefix}is>{t}</{prefix}is></{prefix}c>'.encode()


def _dimension(xml: bytes, element: _Element, spots: list[Spot]) -> list[_Splice]:
    """Return the change of the range that a sheet claims to fill, if cells outside of it are written."""
    ref = element.attributes.get("ref", "")
    first, _, last = ref.partition(":")
    corners = [corner for corner in (position(first), position(last or first)) if corner]
    every = [*corners, *spots]
    if len(corners) < 2 or not spots:
        return []
    top, left = min(row for row, _ in every), min(column for _, column in every)
    bottom, right = max(row for row, _ in every), max(column for _, column in every)
    new = f"{address(top, left)}:{address(bottom, right)}"
    if [corners[0], corners[1]] == [(top, left), (bottom, right)]:
        return []
    tag = xml[element.start : element.inner]
    return [_Splice(element.start, element.inner, tag.replace(ref.encode(), new.encode(), 1))]

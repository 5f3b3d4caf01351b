"""Workbooks that tests edit, as Excel and LibreOffice write them, and what differs in them afterwards."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from beeprint import edit
from beeprint.edit.zip_parts import replace_parts
from beeprint.sources.workspace import Workspace
from edits import GAME, put, tiny
from workbooks import line

ROWS = [("id", "title", "cost", "copies"), ("C1", "Drone", 1, 1), ("C2", "Queen", 2, 1), ("C3", "Scout", None, 2)]


def dressed() -> tuple[openpyxl.Workbook, Worksheet]:
    """Return a workbook with fills, a conditional format, validation, a chart and a second sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Cards"
    for row in ROWS:
        sheet.append(row)
    sheet["B2"].fill, sheet["B2"].font = PatternFill("solid", fgColor="FFCC00"), Font(bold=True)
    sheet.conditional_formatting.add("C2:C4", CellIsRule("greaterThan", ["1"], fill=PatternFill("solid")))
    choice = DataValidation(type="list", formula1='"Drone,Queen,Scout"')
    sheet.add_data_validation(choice)
    choice.add("B2:B9")
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=4), titles_from_data=True)
    sheet.add_chart(chart, "H2")
    book.create_sheet("Notes").append(("nothing", "here"))
    return book, sheet


def saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def resulting(data: bytes) -> bytes:
    """Give each formula of a workbook a result, as a spreadsheet does when it saves."""
    sheets = [name for name in parts(data) if name.startswith("xl/worksheets/sheet")]
    new = {name: re.sub(rb"</f><v ?/>|</f><v></v>", b"</f><v>4</v>", parts(data)[name][0]) for name in sheets}
    return replace_parts(data, "cards.xlsx", new)


def table(folder: Path, data: bytes, sheet: str = "Cards", file: str = "cards.xlsx") -> edit.Table:
    tiny(folder)
    columns = "columns: {title: text, cost: 'int?'}\n    data: {file: " + file + ", sheet: " + sheet + "}"
    game = GAME.replace('columns: {title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}', columns)
    put(folder, {"game.yaml": game.replace("    data: cards.csv\n", ""), file: data})
    return edit.find_table(Workspace(folder), "cards")


def again(folder: Path) -> edit.Table:
    return edit.find_table(Workspace(folder), "cards")


def parts(data: bytes) -> dict[str, tuple[bytes, object]]:
    """Return the bytes and the time of each part, in order."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.testzip() is None
        return {part.filename: (opened.read(part), part.date_time) for part in opened.infolist()}


def changed(before: bytes, after: bytes) -> list[str]:
    """Return the parts that differ; none comes or goes, and all stay in their order."""
    old, new = parts(before), parts(after)
    assert list(old) == list(new)
    return [name for name in old if old[name] != new[name]]


def done(change: edit.Edit) -> bytes:
    """Write an edit, take it back, and write it again; return what the workbook holds then."""
    (path,) = (each.path for each in change.changes if each.path.suffix in (".xlsx", ".ods"))
    before = path.read_bytes()
    edit.write(change)
    edit.write(change.reversed)
    assert path.read_bytes() == before
    edit.write(change)
    return path.read_bytes()


def rows_of(data: bytes) -> list[list[object]]:
    """Return the rows of the first sheet as calamine reads them."""
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


_MANIFEST = "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>"
_STYLES = (
    "<style:style style:name='ce1' style:family='table-cell'><style:table-cell-properties fo:background-color='#ffcc00'"
    "/></style:style><style:style style:name='free' style:family='table-cell'><style:table-cell-properties "
    "style:cell-protect='none'/></style:style>"
)
_CARDS = (
    "<table:table-column table:number-columns-repeated='1024' table:default-cell-style-name='Default'/>"
    "<table:table-row>{}</table:table-row>"
    "<table:table-row>{}<table:table-cell office:value-type='float' office:value='1' "
    "table:number-columns-repeated='2'><text:p>1</text:p></table:table-cell>{rest}</table:table-row>"
    "<table:table-row table:style-name='ro1'>{}<table:table-cell office:value-type='float' office:value='2'><text:p>2"
    "</text:p></table:table-cell><table:table-cell/>{rest}</table:table-row>"
    "<table:table-row table:number-rows-repeated='1048573'><table:table-cell table:number-columns-repeated='1024'/>"
    "</table:table-row>"
)


def ods_text(text: str, more: str = "", inside: str = "") -> str:
    return f"<table:table-cell office:value-type='string'{more}>{inside}<text:p>{text}</text:p></table:table-cell>"


def ods_cards(more: str = "", protected: bool = False, rows: str = "") -> bytes:
    """Write a spreadsheet as LibreOffice does: repeated cells and rows, styles, a remark and a second sheet."""
    remark = "<office:annotation><text:p>ask Ann</text:p></office:annotation>"
    blank = "<table:table-cell table:number-columns-repeated='1020'/>"
    sheet = _CARDS.format(
        "".join(map(ods_text, ("id", "title", "cost", "copies"))),
        ods_text("C1") + ods_text("Drone", " table:style-name='ce1'", remark),
        ods_text("C2") + ods_text("Queen", " table:style-name='free'"),
        rest=blank,
    )
    spaces = "".join(
        f" xmlns:{name}='urn:oasis:names:tc:opendocument:xmlns:{uri}:1.0'"
        for name, uri in {
            "office": "office",
            "table": "table",
            "text": "text",
            "style": "style",
            "fo": "xsl-fo-compatible",
        }.items()
    )
    protection = " table:protected='true'" if protected else ""
    content = (
        f"<?xml version='1.0' encoding='UTF-8'?>\n<office:document-content{spaces}><office:automatic-styles>{_STYLES}"
        f"</office:automatic-styles><office:body><office:spreadsheet><table:table table:name='Cards'{protection}>"
        f"{rows or sheet}</table:table><table:table table:name='Notes'>{line('here')}</table:table>{more}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    others = {"content.xml": content, "Pictures/bee.png": b"bee", "META-INF/manifest.xml": _MANIFEST}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        for name, part in others.items():
            packed.writestr(name, part)
    return file.getvalue()


WORKBOOKS = {"xlsx": saved(dressed()[0]), "ods": ods_cards()}

"""Spreadsheets as the world has them: what is read of each, or said of it, as dirty_workbooks.txt shows."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from beeprint.base.problems import BuildError
from beeprint.game import model
from beeprint.sources.workspace import Workspace
from cases import spread
from workbooks import archive, line, ods, parts_of, saved, words, xlsx

GAME = """\
id: game
version: "1"
title: Game
decks:
  bees:
    title: Bees
    data: FILE
    columns: {title: text, cost: "int?", text: "text?"}
    shape: {kind: card, size: us-poker}
    front: bee
    stock: cards
"""
HEAD = ["id", "title", "cost", "text"]
ROWS = [["A", "Drone", 1, "Buzz"], ["B", "Queen", 2, "All hail"]]
CSV = "id,title,cost,text\nA,Drone,1,Buzz\nB,Queen,2,All hail\n"
EXPECTED = Path(__file__).parent / "dirty_workbooks.txt"

#: The bytes of a file, or how they are made: large files wait for their test, as all processes of a run read the cases.
Data = bytes | Callable[[], bytes]
Case = tuple[str, Data]
CASES: dict[str, Case | tuple[str, Data, str]] = {}


def book(change: Callable[[Worksheet, Workbook], Any] | None = None, rows: list[list[Any]] | None = None) -> bytes:
    """Return a workbook with a small table, changed as a case wants it."""
    made = Workbook()
    sheet = made.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Bees"
    for row in [HEAD, *(ROWS if rows is None else rows)]:
        sheet.append(row)
    if change is not None:
        change(sheet, made)
    return saved(made)


def excel(name: str, rows: list[list[Any]] | None = None) -> Callable[[Callable[[Worksheet, Workbook], Any]], None]:
    """Return a decorator that adds a workbook, which its function changes, to the cases."""

    def add(change: Callable[[Worksheet, Workbook], Any]) -> None:
        CASES[name] = ("bees.xlsx", lambda: book(change, rows))

    return add


def shows(value: Any, code: str) -> bytes:
    """Return a workbook with a value of a format in its text and in its cost."""

    def change(sheet: Worksheet, _: Workbook) -> None:
        for spot in ("C2", "D2"):
            sheet[spot] = value
            sheet[spot].number_format = code

    return book(change)


def cells(*texts: str) -> str:
    """Write a row of cells as they stand in XML."""
    return f"<row>{''.join(texts)}</row>"


def one(inner: str, kind: str = "str", more: str = "") -> str:
    return f'<c t="{kind}"{more}>{inner}</c>'


TOP = words(*HEAD)
LAST = words("B", "Queen", "2", "All hail")


def with_text(cell: str) -> bytes:
    """Return a workbook whose first row's text is this cell."""
    return xlsx(TOP + words("A", "Drone", "1").replace("</row>", f"{cell}</row>") + LAST)


# how a sheet looks ---------------------------------------------------------------------------------------------------


@excel("xlsx: cells merged down a column")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.merge_cells("D2:D3")


@excel("xlsx: cells merged across columns")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.merge_cells("B2:C2")


@excel("xlsx: a title above the head, merged over the table")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.insert_rows(1, 2)
    sheet["A1"] = "The bees of our game"
    sheet.merge_cells("A1:D1")


@excel("xlsx: a title above the head")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.insert_rows(1, 2)
    sheet["A1"] = "The bees of our game"


@excel("xlsx: hidden rows and columns, and rows that a filter hides")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.row_dimensions[2].hidden = True
    sheet.column_dimensions["D"].hidden = True
    sheet.auto_filter.ref = "A1:D3"
    sheet.auto_filter.add_filter_column(1, ["Queen"])


@excel("xlsx: a hidden sheet and a very hidden one")
def _(_: Worksheet, made: Workbook) -> None:
    for name, state in (("Lists", "hidden"), ("Secret", "veryHidden")):
        made.create_sheet(name).append(["sun", "rain"])
        made[name].sheet_state = state


@excel("xlsx: a chart, a chart sheet and an empty sheet")
def _(sheet: Worksheet, made: Workbook) -> None:
    chart = BarChart()
    chart.add_data(Reference(sheet, 3, 1, 3, 3), titles_from_data=True)
    sheet.add_chart(chart, "F2")
    other = BarChart()
    other.add_data(Reference(sheet, 3, 1, 3, 3))
    made.create_chartsheet("Curve").add_chart(other)
    made.create_sheet("Sheet2")


@excel("xlsx: a second sheet with a pivot table's cells")
def _(_: Worksheet, made: Workbook) -> None:
    sheet = made.create_sheet("Pivot")
    for row in (["Row Labels", "Sum of cost"], ["A", 1], ["Grand Total", 3]):
        sheet.append(row)


@excel("xlsx: a table, a named range, a validation, a link and a comment")
def _(sheet: Worksheet, made: Workbook) -> None:
    sheet.add_table(Table(displayName="Bees", ref="A1:D3"))
    made.defined_names["costs"] = DefinedName("costs", attr_text="Bees!$C$2:$C$3")
    check = DataValidation("list", formula1='"1,2,3"')
    check.add("C2:C3")
    sheet.add_data_validation(check)
    sheet["B2"].hyperlink = "https://example.org/"
    sheet["D2"].comment = Comment("Not buzz?", "me")


@excel("xlsx: blank rows between, blank columns behind, and formats far beyond")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet.insert_rows(3, 3)
    sheet["H1"] = sheet["H2"] = "  "
    sheet["XFD1048576"].number_format = "0.00"


@excel("xlsx: totals below the table, without an id", [*ROWS, [None, "Total", 3, None]])
def _(_: Worksheet, __: Workbook) -> None:
    pass


@excel("xlsx: totals below the table, as an id", [*ROWS, ["Total", None, 3, None]])
def _(_: Worksheet, __: Workbook) -> None:
    pass


FOUR = [["A", "Drone", 1, "Buzz"], ["B", "Queen", 2, "All hail"], ["C", "Scout", 4, "Look"], ["D", "Guard", 3, "Stay"]]


@excel("xlsx: headings of sections, one of them merged over the table", FOUR)
def _(sheet: Worksheet, _: Workbook) -> None:
    for row, text in ((5, "The guards"), (4, "B"), (2, "The crew")):
        sheet.insert_rows(row)
        sheet.cell(row, 1, text)
    sheet.merge_cells("A2:D2")


@excel("xlsx: a row with an id and nothing else", [*FOUR, ["E"]])
def _(_: Worksheet, __: Workbook) -> None:
    pass


@excel("xlsx: the names of the columns again, and a row of totals for each section", FOUR)
def _(sheet: Worksheet, _: Workbook) -> None:
    for cells in (
        [None, None, 10],
        ["id", "Title", "cost", "text"],
        ["E", "Brood", 7, "Eat"],
        ["F", "Nurse", 5, "Feed"],
    ):
        sheet.append(cells)
    sheet.append([None, "Subtotal", 12])
    sheet.append([None, "Queens in all", 22, "so far"])


CASES["xlsx: a row that sums up a column by its formula"] = (
    "bees.xlsx",
    xlsx(
        TOP
        + words("A", "Drone", "1", "Buzz")
        + LAST
        + '<row r="4"><c r="B4" t="str"><v>In the box</v></c><c r="C4"><f>SUM(C2:C3)</f><v>7</v></c></row>'
        + '<row r="5"><c r="C5"><f>AVERAGE(C$2:C$3)</f></c></row>'
    ),
)
CASES["xlsx: formulas that sum up other columns, one's own row, or a single number with others"] = (
    "bees.xlsx",
    xlsx(
        TOP
        + "".join(
            f'<row r="{row}"><c r="A{row}" t="str"><v>{key}</v></c><c r="C{row}"><f>{formula}</f><v>{row}</v></c></row>'
            for row, key, formula in ((2, "A", "SUM(E2:H2)"), (3, "B", "SUM(D1:D2)"), (4, "C", "MAX(C$2:C3)+1"))
        )
    ),
)
CASES["xlsx: the row of totals of an Excel table"] = (
    "bees.xlsx",
    xlsx(
        TOP
        + words("A", "Drone", "1", "Buzz")
        + LAST
        + '<row r="4"><c r="B4" t="str"><v>Result</v></c><c r="C4"><f>SUBTOTAL(109,Bees[cost])</f><v>3</v></c></row>'
    ),
)


# heads ---------------------------------------------------------------------------------------------------------------


@excel("xlsx: a head twice")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["D1"] = "cost"


@excel("xlsx: a head missing above cells")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["C1"] = None


@excel("xlsx: a head missing above the last cells")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["E2"] = "what is this?"


@excel("xlsx: heads in capitals, with spaces, a line break and a no-break space")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["A1"], sheet["B1"], sheet["C1"], sheet["D1"] = "ID", " Title ", "cost\n", "text\u00a0"


@excel("xlsx: a number and a date as heads")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["C1"], sheet["D1"] = 2024, datetime.date(2024, 3, 5)


# values --------------------------------------------------------------------------------------------------------------


@excel("xlsx: formulas without stored results")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["C2"], sheet["D3"] = "=1+1", '="All "&"hail"'


CASES["xlsx: formulas with results, of this sheet, others and other files"] = (
    "bees.xlsx",
    xlsx(
        TOP
        + cells(
            one("<v>A</v>"),
            one("<f>Other!B2&amp;[1]Bees!A1</f><v>Drone</v>"),
            one('<f t="shared" ref="C2:C3" si="0">1+1</f><v>2</v>', "n"),
            one("<f>IF(1,2,&quot;&quot;)</f><v></v>"),
        )
        + cells(one("<v>B</v>"), one("<v>Queen</v>"), one('<f t="shared" si="0"/><v>3</v>', "n"), one("<v>x</v>"))
    ),
)
CASES["xlsx: a shared formula without a result"] = (
    "bees.xlsx",
    xlsx(TOP + cells(one("<v>A</v>"), one("<v>Drone</v>"), one('<f t="shared" si="0"/>', "n"))),
)


@excel("xlsx: errors of formulas")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["C2"], sheet["D2"], sheet["D3"] = "#DIV/0!", "#REF!", "#N/A"


DAY = datetime.date(2024, 3, 5)
CASES["xlsx: a date of the system's format"] = ("bees.xlsx", lambda: shows(DAY, "mm-dd-yy"))
CASES["xlsx: a date and a time in a format of one's own"] = (
    "bees.xlsx",
    lambda: shows(datetime.datetime(2024, 3, 5, 14, 30), "d mmm yyyy h:mm"),
)


@excel("xlsx: dates that count from 1904")
def _(sheet: Worksheet, made: Workbook) -> None:
    made.epoch = CALENDAR_MAC_1904
    sheet["D2"] = DAY


CASES["xlsx: a date before there are dates"] = ("bees.xlsx", lambda: shows(-5, "yyyy-mm-dd"))
CASES["xlsx: the leap day of 1900, which was none"] = ("bees.xlsx", lambda: shows(60, "yyyy-mm-dd"))
CASES["xlsx: the first of January 1900"] = ("bees.xlsx", lambda: shows(1, "yyyy-mm-dd"))
CASES["xlsx: a percentage"] = ("bees.xlsx", lambda: shows(0.5, "0%"))
CASES["xlsx: dollars"] = ("bees.xlsx", lambda: shows(5, '"$"#,##0'))
CASES["xlsx: euros of an accountant"] = ("bees.xlsx", lambda: shows(5, '_-* #,##0.00\\ "€"_-'))
CASES["xlsx: a fraction"] = ("bees.xlsx", lambda: shows(0.5, "# ?/?"))
CASES["xlsx: a thousand with a comma"] = ("bees.xlsx", lambda: shows(1000, "#,##0"))
CASES["xlsx: a number rounded by its format"] = ("bees.xlsx", lambda: shows(2.6, "0"))
CASES["xlsx: a number that its format hides"] = ("bees.xlsx", lambda: shows(3, ";;;"))
CASES["xlsx: a number as text by its format"] = ("bees.xlsx", lambda: shows(7, "@"))
CASES["xlsx: a very long number"] = ("bees.xlsx", lambda: shows(12345678901234567, "General"))
CASES["xlsx: true and false"] = ("bees.xlsx", lambda: book(rows=[["A", True, None, False]]))
CASES["xlsx: numbers that are texts, as with an apostrophe"] = (
    "bees.xlsx",
    lambda: book(rows=[["007", "'Drone", "5", "'007"]]),
)


@excel("xlsx: rich text, line breaks and spaces")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["D2"] = CellRichText("Draw ", TextBlock(InlineFont(b=True), "two"), " cards\nthen\r\nstop ")
    sheet["B2"] = "\u00a0Drone\u00a0"


@excel("xlsx: emoji, letters from right to left and an invisible mark")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["B2"], sheet["D2"], sheet["D3"] = "🐝 Drone", "دبور 3", "Queen\u200b bee\ufeff"


@excel("xlsx: the longest cell that Excel has")
def _(sheet: Worksheet, _: Workbook) -> None:
    sheet["D2"] = "buzz " * 6553


CASES["xlsx: characters that Excel escapes"] = (
    "bees.xlsx",
    lambda: with_text("<c t='inlineStr'><is><t>one_x000A_two_x005F_x000A_ caf_x00E9_ a_x000D_\nb</t></is></c>"),
)
CASES["xlsx: readings above Japanese text"] = (
    "bees.xlsx",
    lambda: with_text("<c t='inlineStr'><is><t>蜜蜂</t><rPh sb='0' eb='2'><t>ミツバチ</t></rPh></is></c>"),
)
CASES["xlsx: a text in runs, without any format"] = (
    "bees.xlsx",
    lambda: with_text("<c t='inlineStr'><is><r><t>Bu</t></r><r><t xml:space='preserve'>zz </t></r></is></c>"),
)
CASES["xlsx: a date as text of ISO 8601"] = ("bees.xlsx", lambda: with_text("<c t='d'><v>2024-03-05T00:00:00</v></c>"))
CASES["xlsx: whole numbers as Google writes them"] = (
    "bees.xlsx",
    xlsx(TOP + cells(one("<v>A</v>"), one("<v>Drone</v>"), one("<v>1.0</v>", "n"), one("<v>3.0</v>", "n"))),
)
CASES["xlsx: what Google writes while it still works"] = (
    "bees.xlsx",
    lambda: book(rows=[["A", "Loading...", None, "#ERROR!"]]),
)

# files ---------------------------------------------------------------------------------------------------------------


def altered(change: Callable[[dict[str, bytes]], Any], data: bytes | None = None) -> bytes:
    """Return a workbook whose parts are changed."""
    parts = parts_of(data or book())
    change(parts)
    return archive(parts)


def swapped(part: str, old: str, new: str, data: bytes | None = None) -> bytes:
    def change(parts: dict[str, bytes]) -> None:
        assert old.encode() in parts[part]
        parts[part] = parts[part].replace(old.encode(), new.encode())

    return altered(change, data)


SHEET = "xl/worksheets/sheet1.xml"


def shared(items: str | None) -> bytes:
    """Return a workbook whose texts stand in a part of their own, where there is one."""

    def change(parts: dict[str, bytes]) -> None:
        link = '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
        link += 'sharedStrings" Target="sharedStrings.xml"/></Relationships>'
        links = parts["xl/_rels/workbook.xml.rels"]
        parts["xl/_rels/workbook.xml.rels"] = links.replace(b"</Relationships>", link.encode())
        if items is not None:
            main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{items}</sst>'.encode()

    spots = "".join(f"<c t='s'><v>{number}</v></c>" for number in range(2))
    return altered(change, xlsx(TOP + f"<row>{spots}<c><v>1</v></c><c t='s'><v>2</v></c></row>"))


CASES["xlsx: texts apart, one of them in runs with a reading"] = (
    "bees.xlsx",
    shared(
        "<si><t>A</t></si><si><r><rPr><b/></rPr><t>Dr</t></r><r><t xml:space='preserve'>one </t></r>"
        "<rPh sb='0' eb='1'><t>no</t></rPh></si><si><t>a_x0041_b</t></si>"
    ),
)
CASES["xlsx: the part with all texts is missing"] = ("bees.xlsx", shared(None))
CASES["xlsx: a cell names a text that is not there"] = ("bees.xlsx", shared("<si><t>A</t></si>"))
CASES["xlsx: the sheet is missing"] = ("bees.xlsx", lambda: altered(lambda parts: parts.pop(SHEET)))
CASES["xlsx: the formats are missing"] = ("bees.xlsx", lambda: altered(lambda parts: parts.pop("xl/styles.xml")))
CASES["xlsx: the sheet claims to reach its last cell"] = (
    "bees.xlsx",
    lambda: swapped(SHEET, '<dimension ref="A1:D3"', '<dimension ref="A1:XFD1048576"'),
)
CASES["xlsx: the sheet claims to be one cell"] = (
    "bees.xlsx",
    lambda: swapped(SHEET, '<dimension ref="A1:D3"', '<dimension ref="A1"'),
)


def strict(parts: dict[str, bytes]) -> None:
    for name, data in parts.items():
        data = data.replace(
            b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        )
        data = data.replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
        parts[name] = data


CASES["xlsx: strict"] = ("bees.xlsx", lambda: altered(strict))


def in_utf_16(parts: dict[str, bytes]) -> None:
    parts[SHEET] = ('<?xml version="1.0" encoding="UTF-16"?>' + parts[SHEET].decode()).encode("utf-16")


CASES["xlsx: a sheet in UTF-16"] = ("bees.xlsx", lambda: altered(in_utf_16))


def backslashes(parts: dict[str, bytes]) -> None:
    for name in list(parts):
        parts[name.replace("/", "\\")] = parts.pop(name)


CASES["xlsx: names of parts with backslashes"] = ("bees.xlsx", lambda: altered(backslashes))
CASES["xlsx: cells out of order, and one twice"] = (
    "bees.xlsx",
    xlsx(
        TOP
        + '<row r="2"><c r="B2" t="str"><v>Drone</v></c><c r="A2" t="str"><v>A</v></c>'
        + '<c r="A2" t="str"><v>Z</v></c></row>'
    ),
)
CASES["xlsx: a cell at the end of the sheet"] = (
    "bees.xlsx",
    xlsx(TOP + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
)
CASES["xlsx: a cell beyond the end of any sheet"] = ("bees.xlsx", xlsx(TOP + '<row><c r="ZZZ2"><v>1</v></c></row>'))
CASES["xlsx: a million empty rows"] = ("bees.xlsx", lambda: xlsx(TOP + LAST + '<row s="1"/>' * 1_000_000))
CASES["xlsx: a bomb"] = ("bees.xlsx", lambda: archive({"xl/workbook.xml": b"0" * 200_000_001}))
CASES["xlsx: half a file"] = ("bees.xlsx", book()[:3000])
CASES["xlsx: with a password"] = (
    "bees.xlsx",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
)
CASES["xlsx: CSV under its name"] = ("bees.xlsx", CSV.encode())
CASES["xlsx: ODS under its name"] = ("bees.xlsx", ods(line(*HEAD) + line("A", "Drone", "1", "Buzz")))
CASES["ods: XLSX under its name"] = ("bees.ods", lambda: book())
CASES["csv: XLSX under its name"] = ("bees.csv", lambda: book())
CASES["xlsx: XML of Excel 2003 under its name"] = (
    "bees.xlsx",
    b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
)
CASES["xlsx: a web page under its name"] = ("bees.xlsx", b"<html><table><tr><td>id</td></tr></table></html>")


def numbers(parts: Workbook) -> None:
    summary = parts.create_sheet("Export Summary", 0)
    summary.append(["This document was exported from Numbers."])


CASES["xlsx: an export of Numbers, with its summary"] = ("bees.xlsx", lambda: book(lambda _, made: numbers(made)))
CASES["xlsx: the same, with the sheet named"] = ("bees.xlsx", lambda: book(lambda _, made: numbers(made)), "Bees")
CASES["xlsx: a sheet named in another case"] = ("bees.xlsx", lambda: book(), "bees")

# ODS -----------------------------------------------------------------------------------------------------------------


def spot(text: str, kind: str = "string", more: str = "") -> str:
    shown = f"<text:p>{text}</text:p>" if text else ""
    return f'<table:table-cell office:value-type="{kind}" {more}>{shown}</table:table-cell>'


def row(*spots: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(spots)}</table:table-row>"


OTOP = line(*HEAD)
FILL = '<table:table-cell table:number-columns-repeated="16380"/>'
NOTHING = '<table:table-cell table:number-columns-repeated="16384"/>'
END = f'<table:table-row table:number-rows-repeated="1048573">{NOTHING}</table:table-row>'
CASES["ods: empty cells and rows repeated to the end"] = (
    "bees.ods",
    ods(OTOP.replace("</table:table-row>", f"{FILL}</table:table-row>") + line("A", "Drone", "1", "Buzz") + END),
)
CASES["ods: columns and rows that repeat what they hold"] = (
    "bees.ods",
    ods(OTOP + row(spot("A"), spot("1", "float", 'office:value="1" table:number-columns-repeated="2"'), spot("Buzz"))),
)
CASES["ods: a text repeated beyond the table"] = (
    "bees.ods",
    ods(OTOP + row(spot("A", more='table:number-columns-repeated="16384"'))),
)
CASES["ods: dates, percentages, currency and booleans as they look"] = (
    "bees.ods",
    ods(
        OTOP
        + row(
            spot("A"), spot("05.03.24", "date", 'office:date-value="2024-03-05"'), spot(""), spot("50 %", "percentage")
        )
        + row(spot("B"), spot("5,00 €", "currency"), spot(""), spot("WAHR", "boolean"))
    ),
)
CASES["ods: a row that sums up a column by its formula"] = (
    "bees.ods",
    ods(
        OTOP
        + row(spot("A"), spot("x"), spot("1", "float", 'office:value="1"'), spot("y"))
        + row(spot("B"), spot("z"), spot("2", "float", 'office:value="2"'), spot("y"))
        + row(spot(""), spot("all"), spot("9", "float", 'office:value="9" table:formula="of:=SUM([.C2:.C3])"'))
    ),
)
CASES["ods: a decimal comma and a point between thousands"] = (
    "bees.ods",
    ods(
        OTOP
        + row(
            spot("A"),
            spot("x"),
            spot("1.000", "float", 'office:value="1000"'),
            spot("2,5", "float", 'office:value="2.5"'),
        )
    ),
)
CASES["ods: numbers in German, Swiss and English"] = (
    "bees.ods",
    ods(
        OTOP
        + row(spot("A"), spot("1.000,50", "float", 'office:value="1000.5"'), spot("1,000", "float", 'office:value="1"'))
        + row(
            spot("B"), spot("1\u2019000", "float", 'office:value="1000"'), spot("1,000", "float", 'office:value="1000"')
        )
        + row(
            spot("C"),
            spot("-3,14", "float", 'office:value="-3.14159"'),
            spot(""),
            spot("3 St.", "float", 'office:value="3"'),
        )
    ),
)
CASES["ods: cells merged across columns"] = (
    "bees.ods",
    ods(OTOP + row(spot("A"), spot("x", more='table:number-columns-spanned="2"'), "<table:covered-table-cell/>")),
)
CASES["ods: a hidden sheet"] = (
    "bees.ods",
    ods(
        OTOP + line("A", "Drone", "1", "Buzz"),
        '<table:table table:name="Lists" table:style-name="gone">' + line("sun") + "</table:table>",
    ),
)
CASES["ods: a formula without a result, and errors"] = (
    "bees.ods",
    ods(
        OTOP
        + row(spot("A"), spot("x"), spot("", "float", 'table:formula="of:=[.A1]"'), spot("Err:502", "string"))
        + row(spot("B"), spot("y"), spot("#DIV/0!", "string"), spot(""))
    ),
)
CASES["ods: merged cells, an annotation, a link and a picture's text"] = (
    "bees.ods",
    ods(
        OTOP
        + row(
            spot("A"),
            "<table:table-cell><office:annotation><text:p>why?</text:p></office:annotation><text:p>Dro<text:span>"
            'ne</text:span></text:p><draw:frame xmlns:draw="d"><text:p>a picture</text:p></draw:frame>'
            "</table:table-cell>",
            spot("1", "float"),
            spot("<text:a>Buzz</text:a>", more='table:number-rows-spanned="2"'),
        )
        + row(spot("B"), spot("Queen"), spot("2", "float"), "<table:covered-table-cell/>")
    ),
)
CASES["ods: changes that were recorded"] = (
    "bees.ods",
    ods(
        "<table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell>"
        "<text:p>Wasp</text:p></table:change-track-table-cell></table:previous></table:cell-content-change>"
        "</table:tracked-changes>" + OTOP + line("A", "Drone", "1", "Buzz")
    ),
)
CASES["ods: grouped and filtered rows"] = (
    "bees.ods",
    ods(
        f"<table:table-header-rows>{OTOP}</table:table-header-rows><table:table-row-group table:display='false'>"
        + row(spot("A"), spot("Drone"), spot("1", "float"), spot("Buzz"), more='table:visibility="filter"')
        + "</table:table-row-group>"
    ),
)
CASES["ods: with a password"] = (
    "bees.ods",
    archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "encrypted-package": b"\x00",
            "META-INF/manifest.xml": "<m:manifest xmlns:m='m'><m:encryption-data/></m:manifest>",
        }
    ),
)

# text ----------------------------------------------------------------------------------------------------------------

CASES["ods: a text file"] = (
    "bees.ods",
    archive({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"}),
)
CASES["ods: half a file"] = ("bees.ods", ods(OTOP)[:-30])
CASES["ods: XML that is not"] = (
    "bees.ods",
    archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a>"}),
)

CASES["csv: semicolons and decimal commas"] = ("bees.csv", b"id;title;cost;text\nA;Drone;1,0;2,5 mg\nB;Queen;1.000;x\n")
CASES["tsv: tabs, as pasted from a sheet"] = ("bees.tsv", CSV.replace(",", "\t").encode())
CASES["tsv: a cell over two lines"] = ("bees.tsv", b'id\ttitle\tcost\ttext\nA\tDrone\t1\t"Buzz\nbuzz"\n')
CASES["tsv: UTF-16, as Excel's Unicode Text"] = ("bees.tsv", CSV.replace(",", "\t").encode("utf-16"))
CASES["tsv: a text with commas only"] = ("bees.tsv", CSV.encode())
CASES["csv: Windows-1252"] = ("bees.csv", CSV.replace("Queen", "Königin \u2013 5 €").encode("cp1252"))
CASES["csv: a byte order mark in the middle"] = ("bees.csv", CSV.replace("B,", "\ufeffB,").encode())
CASES["csv: a byte order mark in a text"] = ("bees.csv", CSV.replace("Buzz", "Bu\ufeffzz").encode())
CASES["csv: NUL bytes at its end"] = ("bees.csv", CSV.encode() + bytes(100))
CASES["csv: a quote that is never closed"] = ("bees.csv", CSV.replace("Queen", '"Queen').encode())
CASES["csv: Google's errors and what it is still working on"] = (
    "bees.csv",
    CSV.replace("Buzz", "Loading...").replace("All hail", "#ERROR!").encode(),
)
CASES["csv: totals below the table"] = ("bees.csv", (CSV + "Total,,3,\n").encode())
CASES["csv: all cells in quotes, CR LF, no end of line at the end"] = (
    "bees.csv",
    "\r\n".join(",".join(f'"{cell}"' for cell in text.split(",")) for text in CSV.strip().split("\n")).encode(),
)
CASES["csv: totals that would be a card"] = ("bees.csv", (CSV + "T,Total,3,\n").encode())
CASES["csv: totals by the text of a formula, as German programs show it"] = (
    "bees.csv",
    (CSV + ",Summe,=SUMME(C2:C3),\n").encode(),
)
CASES["json: records of which one has little to say"] = (
    "bees.json",
    b'[{"id": "A", "title": "Drone", "cost": 1, "text": "Buzz"}, {"id": "Lone queen"},'
    b' {"id": "B", "title": "Queen", "cost": 2, "text": "Hail"}]',
)
CASES["csv: a card called Total"] = ("bees.csv", (CSV + "T,Total,9,\n").encode())
CASES["csv: a table beside the table"] = ("bees.csv", b"id,title,cost,text,,Kind,Number\nA,Drone,1,Buzz,,sun,4\n")


def told(folder: Path, case: Any) -> str:
    """Read a file as the data of a game, and return the messages and the rows that are read of it."""
    name, data, *sheet = case
    data_key = f"{{file: {name}, sheet: {sheet[0]}}}" if sheet else name
    (folder / "game.yaml").write_text(GAME.replace("FILE", data_key), "utf-8")
    (folder / name).write_bytes(data() if callable(data) else data)
    try:
        game, problems = model.load(Workspace(folder))
        rows = game.decks["bees"].rows.rows
    except BuildError as error:
        rows, problems = (), list(error.problems)
    report = "".join(f"{problem}\n" for problem in problems)
    for one_row in rows:
        shown = [ascii_of(one_row.texts.get(head, "")) for head in HEAD]
        if (cost := one_row.values["cost"]) is not None and str(cost) != shown[2]:
            shown[2] += f" (= {cost})"
        report += f"{' | '.join(shown)}\n"
    return report


def ascii_of(text: str) -> str:
    """Return a text as the expectations show it: marks that nobody sees as escapes, long ones cut."""
    plain = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return plain if len(plain) < 80 else f"{plain[:30]}... ({len(text):,} characters)"


def expected() -> dict[str, str]:
    parts = EXPECTED.read_text("utf-8").split("== ")[1:]
    return {name: body for name, _, body in (part.partition("\n") for part in parts)}


# test_workbooks reads a million empty rows every time.
@pytest.mark.parametrize("case", spread(CASES, lambda case: "million" not in case))
def test_a_dirty_spreadsheet_is_read_right_or_answered_plainly(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(tmp_path, CASES[case]) == expected()[case]


def test_every_expectation_has_its_spreadsheet(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--refresh"):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path)
            reports = {}
            for number, (name, case) in enumerate(CASES.items()):
                (tmp_path / str(number)).mkdir()
                patch.chdir(tmp_path / str(number))
                reports[name] = told(Path(), case)
        text = "".join(f"== {name}\n{said}" for name, said in reports.items())
        EXPECTED.write_text(text, "utf-8", newline="\n")
    assert list(expected()) == list(CASES) and len(CASES) >= 40


def test_nothing_is_passed_over_in_silence() -> None:
    """Each spreadsheet gives rows or a message; a message without rows is an error with something to do."""
    for name, expectation in expected().items():
        assert expectation, name
        if " | " not in expectation:
            assert ": error: " in expectation and "hint: " in expectation, name

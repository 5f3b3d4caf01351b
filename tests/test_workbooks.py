"""Excel and OpenDocument workbooks: cells are what the eye sees, all else is a message at sheet and cell."""

from __future__ import annotations

import datetime
import io
import struct
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook

from beeprint.base.problems import BuildError
from beeprint.sources.number_format import as_shown, is_of_time, marks_of
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables import DataTable
from beeprint.sources.tables_workbook import read_workbook
from workbooks import MAIN, archive, line, ods, parts_of, saved, words, xlsx


def told(data: bytes, sheet: str = "") -> str:
    with pytest.raises(BuildError) as caught:
        read_workbook(data, "bees.xlsx", sheet)
    return str(caught.value)


def column(table: DataTable, name: str) -> list[str]:
    return [row[name] for row in table.rows]


# what the eye sees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1.0, "General", "1"),
        (0.1 + 0.2, "General", "0.3"),
        (1e12, "General", "1E+12"),
        (1000, "#,##0", "1,000"),
        (999, "#,##0", "999"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (7, "000", "007"),
        (0.5, "0%", "50%"),
        (0.125, "0.0%", "12.5%"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (-3, "0;(0)", "(3)"),
        (-3, "0", "-3"),
        (0, '0;-0;"none"', "none"),
        (0, "0;-0;", ""),
        (12, "+0;-0", "+12"),
        (5, '0 "VP"', "5 VP"),
        (5, '"€" 0.00', "€ 5.00"),
        (5, "[$€-407] #,##0.00", "€ 5.00"),
        (5, '_-* #,##0.00\\ "€"_-', "5.00 €"),
        (12, "[Red]0", "12"),
        (0.25, ".00", ".25"),
        (1500000, '0.0,,"M"', "1.5M"),
        (0.5, "# ?/?", None),
        (12, "[>10]0;00", None),
        (1234, "0.00E+00", None),
        (datetime.date(2024, 3, 5), "dd/mm/yyyy", "05/03/2024"),
        (datetime.date(2024, 3, 5), "dddd, mmmm d", "Tuesday, March 5"),
        (datetime.date(2024, 3, 5), "[$-409]d-mmm;@", "5-Mar"),
        (datetime.date(2024, 3, 5), "[$-407]d. mmmm yyyy", None),
        (datetime.datetime(2024, 3, 5, 14, 7, 9), "d mmm yy h:mm AM/PM", "5 Mar 24 2:07 PM"),
        (datetime.datetime(2024, 3, 5, 0, 7, 9, 500000), "mm:ss.0", "07:09.5"),
        (datetime.time(13, 5), "h:mm", "13:05"),
        (datetime.timedelta(hours=30, minutes=5), "[h]:mm:ss", "30:05:00"),
    ],
)
def test_numbers_and_dates_are_the_text_that_the_cell_shows(value: float, code: str, text: str | None) -> None:
    assert as_shown(value, code) == text


@pytest.mark.parametrize(
    ("language", "value", "code", "text"),
    [
        ("de", 1234.5, '#,##0.00\\ "€"', "1.234,50 €"),
        ("fr", 1234.5, "#,##0.00", "1\u00a0234,50"),
        ("pt-BR", 0.5, "General", "0,5"),
        ("de-CH", 1234.5, "#,##0.00", "1,234.50"),
        ("en", 0.5, "0.0", "0.5"),
        ("ja", 1234.5, "#,##0.0", "1,234.5"),
    ],
)
def test_a_number_has_the_marks_of_the_language(language: str, value: float, code: str, text: str) -> None:
    assert as_shown(value, code, marks_of(language)) == text


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_decimals_and_thousands_of_a_workbook_are_in_the_language_of_the_game(ending: str) -> None:
    shown = (
        '<table:table-cell office:value-type="float" office:value="1234.5"><text:p>1,234.5</text:p></table:table-cell>'
    )
    text = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in "A")
    cells = {
        "xlsx": xlsx(
            words("id", "price") + '<row><c t="str"><v>A</v></c><c s="1"><v>1234.5</v></c></row>', ["#,##0.0"]
        ),
        "ods": ods(line("id", "price") + f"<table:table-row>{text}{shown}</table:table-row>"),
    }
    for language, price in (("de", "1.234,5"), ("en", "1,234.5")):
        table = read_workbook(cells[ending], f"bees.{ending}", language=language)
        assert column(table, "price") == [price] and table.mark == (",", ".")[language == "en"]


def test_a_sheet_of_excel_reads_as_it_looks() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["id", "title", "cost", "share", "day", "rare"])
    sheet.append(["A", "Queen\nBee", 3.0, 0.5, datetime.date(2024, 3, 5), True])
    sheet.append(["B", "Drone", 1200, 0.25, datetime.date(2024, 3, 6), False])
    sheet["D2"].number_format = sheet["D3"].number_format = "0%"
    sheet["C3"].number_format = "#,##0"
    sheet["E3"].number_format = "d mmm"
    sheet.row_dimensions[3].hidden = True
    table = read_workbook(saved(book), "bees.xlsx")
    assert table.header == ("id", "title", "cost", "share", "day", "rare")
    assert [list(row.values()) for row in table.rows] == [
        ["A", "Queen\nBee", "3", "50%", "2024-03-05", "TRUE"],
        ["B", "Drone", "1,200", "25%", "6 Mar", "FALSE"],
    ]
    assert str(table.place(1, "cost")) == "bees.xlsx:Sheet!C3" and table.cell(1, "cost") == "cell C3"


def test_a_sheet_of_libreoffice_reads_as_it_looks() -> None:
    shows = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>A</text:p></table:table-cell>'
        '<table:table-cell office:value-type="percentage" office:value="0.5"><office:annotation><text:p>half</text:p>'
        "</office:annotation><text:p>50 %</text:p></table:table-cell>"
        '<table:table-cell office:value-type="string"><text:p>two<text:s text:c="2"/>words</text:p><text:p>and more'
        "</text:p></table:table-cell></table:table-row>"
    )
    empty = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'
    table = read_workbook(ods(line("id", "share", "text") + shows + line("B", "x", "y", repeat=2) + empty), "bees.ods")
    assert [list(row.values()) for row in table.rows] == [
        ["A", "50 %", "two  words\nand more"],
        ["B", "x", "y"],
        ["B", "x", "y"],
    ]
    assert table.records == (2, 3, 4) and str(table.place(2, "text")) == "bees.ods:Bees!C4"


def test_merged_cells_of_a_column_show_their_text_in_every_row() -> None:
    merged = '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>'
    table = read_workbook(xlsx(words("id", "suit") + words("A", "sun") + words("B"), more=merged), "bees.xlsx")
    assert column(table, "suit") == ["sun", "sun"]


def test_all_cells_merged_across_columns_are_wrong_but_empty_ones() -> None:
    merged = '<mergeCells><mergeCell ref="B2:C2"/><mergeCell ref="B3:C3"/><mergeCell ref="A4:XFD9"/></mergeCells>'
    rows = words("id", "suit", "text") + words("A", "sun") + words("B") + words("C")
    table = read_workbook(xlsx(rows, more=merged), "bees.xlsx")
    assert {cell: message for cell, (message, _) in table.wrong.items()} == {
        (0, "suit"): "is merged: B2 to C2 are one cell",
        (0, "text"): "is merged: B2 to C2 are one cell",
        **{(2, head): "is merged: A4 to XFD9 are one cell" for head in ("id", "suit", "text")},
    }


def test_names_of_columns_in_merged_cells_are_refused_all_at_once() -> None:
    merged = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:C2"/></mergeCells>'
    messages = told(xlsx(words("id", "", "text") + words("A", "sun", "x"), more=merged))
    assert messages == (
        "bees.xlsx:Bees!A1: error: the cells A1 to B1 are merged\n"
        "    hint: split them, and write into each cell what it holds\n"
        "bees.xlsx:Bees!C1: error: the cells C1 to C2 are merged\n"
        "    hint: split them, and write into each cell what it holds"
    )


def test_rows_and_columns_left_empty_shift_nothing() -> None:
    rows = '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="C1" t="str"><v>title</v></c></row>'
    rows += '<row r="5"><c r="A5" t="str"><v>A</v></c><c r="C5" t="str"><v>Bee</v></c></row>'
    assert column(read_workbook(xlsx(rows), "bees.xlsx"), "title") == ["Bee"]
    table = read_workbook(xlsx(rows.replace('"C', '"B')), "bees.xlsx")
    assert table.records == (5,) and str(table.place(0, "title")) == "bees.xlsx:Bees!B5"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('"$"#,##0_);("$"#,##0)', ["$1,235", "-$3"]),
        ('"$"#,##0.00_);[Red]("$"#,##0.00)', ["$1,234.50", "-$2.50"]),
        (r'_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)', ["1,234.50", "-2.50"]),
        (r'_("$"* #,##0.00_)_("$"* \(#,##0.00\)_("$"* "-"??_)_(@_)', ["$1,234.50", "-$2.50"]),
    ],
)
def test_money_has_its_mark_where_a_library_has_not_written_its_format_down(code: str, shown: list[str]) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (["id", "price"], ["A", 1234.5], ["B", -2.5]):
        sheet.append(row)
    for cell in sheet["B"]:
        cell.number_format = code
    assert b"<numFmt " not in parts_of(saved(book))["xl/styles.xml"]
    assert column(read_workbook(saved(book), "bees.xlsx"), "price") == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ('float" office:value="12.50', "12.5"),
        ('float" office:value="1E16', "1E+16"),
        ('string" office:string-value="One', "One"),
        ('boolean" office:boolean-value="true', "TRUE"),
        ('date" office:date-value="2026-11-22', "2026-11-22"),
    ],
)
def test_a_value_without_its_text_is_shown_as_it_is(value: str, shown: str) -> None:
    cell = f'<table:table-cell office:value-type="{value}"/>'
    data = ods(line("id") + f"<table:table-row>{cell}</table:table-row>")
    assert column(read_workbook(data, "bees.ods"), "id") == [shown]


def test_a_value_that_is_shown_otherwise_is_named_where_its_text_is_missing() -> None:
    cell = '<table:table-cell office:value-type="percentage" office:value="0.15"/>'
    table = read_workbook(ods(line("id") + f"<table:table-row>{cell}</table:table-row>"), "bees.ods")
    assert table.wrong[0, "id"][0] == "holds a value without the text that it shows"


# which sheet ---------------------------------------------------------------------------------------------------------


def test_the_only_visible_sheet_with_cells_is_read() -> None:
    book = Workbook()
    book.create_sheet("Empty")
    notes = book.create_sheet("Notes")
    notes.append(["id", "title"])
    notes.append(["A", "One"])
    assert column(read_workbook(saved(book), "bees.xlsx"), "title") == ["One"]
    honey = book.create_sheet("Honey")
    honey.append(["id"])
    assert told(saved(book)) == (
        "bees.xlsx: error: the workbook has 2 sheets with cells: Notes, Honey\n"
        "    hint: choose one: data: {file: ..., sheet: Notes}"
    )
    honey.sheet_state = "hidden"
    assert column(read_workbook(saved(book), "bees.xlsx"), "title") == ["One"]
    assert read_workbook(saved(book), "bees.xlsx", "Honey").header == ("id",)
    assert told(saved(book), "Hony").endswith("the workbook has no sheet Hony\n    hint: did you mean Honey?")


def test_cells_that_a_spreadsheet_keeps_of_other_files_are_no_sheet() -> None:
    link = f"<table:dde-link><table:table>{line('x', 'y')}</table:table></table:dde-link>"
    data = ods(line("id", "title") + line("A", "One"), f"<table:dde-links>{link}</table:dde-links>")
    assert column(read_workbook(data, "bees.ods"), "title") == ["One"]


# what cannot be read -------------------------------------------------------------------------------------------------


def test_a_formula_without_its_result_is_named_and_its_row_is_kept() -> None:
    rows = words("id", "cost") + words("A") + '<row r="3"><c r="B3"><f>A1+1</f></c></row>'
    table = read_workbook(xlsx(rows), "bees.xlsx")
    assert table.wrong[1, "cost"][0] == "holds a formula without its result"
    missing = (
        '<table:table-row><table:table-cell table:formula="of:=[.A1]" office:value-type="float"/></table:table-row>'
    )
    assert (
        read_workbook(ods(line("id") + missing), "bees.ods").wrong[0, "id"][0] == "holds a formula without its result"
    )


def test_errors_of_formulas_are_texts_that_later_checks_know() -> None:
    rows = words("id", "cost") + '<row><c t="str"><v>A</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    assert column(read_workbook(xlsx(rows), "bees.xlsx"), "cost") == ["#DIV/0!"]


def test_a_format_that_is_not_known_is_named() -> None:
    rows = words("id", "cost") + '<row><c t="str"><v>A</v></c><c s="1"><v>0.5</v></c></row>'
    table = read_workbook(xlsx(rows, ["# ?/?"]), "bees.xlsx")
    assert table.wrong[0, "cost"][0] == "is shown in a format that beeprint does not know: # ?/?"


#: What no spreadsheet writes as a number, and numbers at the ends of what it can hold.
ODD = ["", "-1", "0", "\u00b2", "\u0663", "9" * 5000, "999999999", "1e999", "nan", "inf", "x", "1.5", "1" * 30 + ".12"]
ODD += ["1,5", "1e308", "1e-320", "0x10", " 1 "]
CODES = ["0.00", "General", "#,##0", "yyyy-mm-dd", "0%", "@", "[h]:mm", "0.00E+00", "0.0,,", "%" * 300]


def odd_workbooks(odd: str) -> Iterator[tuple[str, bytes]]:
    """Yield workbooks that have an odd number somewhere, with what their files are called."""
    cell = '<row><c t="inlineStr"><is><t>a</t></is></c>{}</row>'
    head = words("id", "n")
    for number in range(1, len(CODES) + 1):
        yield "a.xlsx", xlsx(head + cell.format(f'<c s="{number}"><v>{odd}</v></c>'), CODES)
    for kind in ("s", "b", "e", "str", "n", "d", "other"):
        yield "a.xlsx", xlsx(head + cell.format(f'<c t="{kind}"><v>{odd}</v></c>'))
    for attributes in (f's="{odd}"', f'r="B{odd}"', f'r="{odd}"'):
        yield "a.xlsx", xlsx(head + cell.format(f"<c {attributes}><v>1</v></c>"), ["0.0"])
    yield "a.xlsx", xlsx(head + f'<row r="{odd}" hidden="1"><c t="str"><v>a</v></c></row>')
    yield "a.xlsx", xlsx(head, more=f'<cols><col min="{odd}" max="{odd}" hidden="1"/></cols>')
    yield "a.xlsx", xlsx(head, more=f'<mergeCells><mergeCell ref="A{odd}:B{odd}"/></mergeCells>')
    parts = parts_of(xlsx(head + cell.format('<c s="1"><v>1</v></c>'), ["0.0"]))
    for name in (b'numFmtId="200"', b'numFmtId="0"', b'sheetId="1"'):
        new = name.partition(b"=")[0] + b'="' + odd.encode() + b'"'
        yield "a.xlsx", archive({part: data.replace(name, new) for part, data in parts.items()})
    texts = f'<sst xmlns="{MAIN}" uniqueCount="{odd}"><si><t>a</t></si></sst>'
    yield "a.xlsx", archive({**parts, "xl/sharedStrings.xml": texts})
    for kind, key in (("float", ""), ("currency", ""), ("date", "date-"), ("time", "time-"), ("boolean", "boolean-")):
        for shown in (odd, "1.234,5"):
            value = f'office:value-type="{kind}" office:{key}value="{odd}"><text:p>{shown}</text:p>'
            row = f'<table:table-row table:number-rows-repeated="{odd}"><table:table-cell><text:p>a</text:p>'
            row += f'</table:table-cell><table:table-cell table:number-columns-repeated="{odd}" {value}'
            yield "a.ods", ods(line("id", "n") + row + "</table:table-cell></table:table-row>")


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:8])
def test_odd_numbers_anywhere_in_a_workbook_are_read_or_named(odd: str, capfd: pytest.CaptureFixture[str]) -> None:
    ends = Counter[str]()
    for name, data in odd_workbooks(odd):
        try:
            table = read_table_bytes(data, name)
        except BuildError as error:
            assert all(problem.place.file == name for problem in error.problems)
            ends["named"] += 1
        else:
            assert all(isinstance(text, str) for row in table.rows for text in row.values())
            ends["read"] += 1
    assert ends.total() == len(CODES) + 27
    assert capfd.readouterr() == ("", "")  # no panic of a library is shown


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [
        (
            "1e999",
            "0.00",
            "a.xlsx:Bees!B2: error: the cell holds a number that no spreadsheet knows\n    hint: write another",
        ),
        ("nan", "yyyy-mm-dd", "a.xlsx:Bees!B2: error: the cell holds a number that no spreadsheet knows"),
        ("1e12", "yyyy-mm-dd", "a.xlsx:Bees!B2: error: the cell is no date, although its format is one for dates"),
    ],
)
def test_a_number_at_which_a_library_fails_is_named_at_its_cell(number: str, code: str, message: str) -> None:
    rows = words("id", "n") + f'<row><c t="str"><v>A</v></c><c s="1"><v>{number}</v></c></row>'
    with pytest.raises(BuildError) as caught:
        read_table_bytes(xlsx(rows, [code]), "a.xlsx")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1.2345e30, "#,##0.0", "1,234,500,000,000,000,000,000,000,000,000.0"),
        (0.5, "0%%", "5000%%"),
        (1e12, "0.0,,", "1000000.0"),
        (1.0, "0" * 256, None),
    ],
)
def test_numbers_with_many_digits_are_shown_whole(value: float, code: str, text: str | None) -> None:
    assert as_shown(value, code) == text


FAR = words("id") + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
TEXTS = archive({**parts_of(xlsx(words("id"))), "xl/sharedStrings.xml": '<sst uniqueCount="4294967295"/>'})
LOCKED = OLE + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (xlsx(FAR), "bees.xlsx:Bees!XFD1048576: error: the cell XFD1048576 holds something, but a table has at most"),
        (OLE, "this is a file of an old Excel (XLS)\n    hint: save it as an Excel workbook (XLSX)"),
        (LOCKED, "the workbook is locked with a password\n    hint: save it without one"),
        (b"id,title\nA,One\n", "this is not a workbook, but text, such as CSV"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:23f9\nsize 24204\n",
            "this is not a workbook, but a pointer of Git LFS to a file that is not there\n"
            "    hint: fetch the workbook with: git lfs pull",
        ),
        (b'[{"id": "A"}]', "this is not a workbook, but JSON"),
        (b"<!doctype html><html>", "this is not a workbook, but a web page"),
        (b"\x00\x01\x02\x03", "this is not a workbook\n"),
        (b"", "this is not a workbook\n"),
        (
            xlsx(words("id") + '<row r="2"><c r="B4294967295"/></row>'),
            "row 2 of the sheet Bees has a cell 'B4294967295', as no spreadsheet has",
        ),
        (xlsx(words("id") + '<row r="4294967295"/>'), "has a row 4294967295, as no spreadsheet has\n    hint: open"),
        (TEXTS, "bees.xlsx: error: the workbook claims to hold 4294967295 texts, as no spreadsheet does"),
        (xlsx(words("id"))[:-40], "the workbook's file is damaged"),
        (xlsx(words("id"), doctype="<!DOCTYPE x>"), "the workbook declares a document type"),
        (xlsx("<row><c></row>"), "the workbook holds faulty XML: mismatched tag"),
        (xlsx(""), "the first row must contain the names of the columns"),
        (archive({"word/document.xml": "x"}), "this is a Word document, not an Excel workbook or an ODS spreadsheet"),
        (archive({"a.txt": "x"}), "this is a ZIP archive, not an Excel workbook or an ODS spreadsheet"),
        (archive({"Index/a.iwa": "x"}), "this is a Numbers file, not an Excel workbook"),
        (archive({"xl/workbook.bin": "x"}), "this is a binary workbook (XLSB), not an Excel workbook"),
    ],
    ids=lambda value: value[-40:].strip() if isinstance(value, str) else "",
)
def test_what_is_no_workbook_is_named(data: bytes, message: str) -> None:
    assert message in told(data)


def test_an_archive_of_too_many_parts_is_named() -> None:
    assert "the workbook's archive is faulty" in told(archive({f"xl/{number}.xml": "x" for number in range(5001)}))


def test_an_archive_that_unpacks_to_too_much_is_named() -> None:
    data = archive({"xl/a.xml": b"0" * 200_000_001})
    assert "the workbook has more than 200,000,000 bytes once it is unpacked" in told(data)


def test_a_part_larger_than_it_claims_is_found_before_it_is_read() -> None:
    data = bytearray(xlsx(words("id") + "<row/>" * 100_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as opened:
        size = opened.getinfo("xl/worksheets/sheet1.xml").file_size
    for start in range(len(data) - 4):
        if data[start : start + 4] == struct.pack("<I", size):
            data[start : start + 4] = struct.pack("<I", 40)
    assert "the workbook's file is damaged" in told(bytes(data))


def test_a_locked_spreadsheet_of_libreoffice_is_named() -> None:
    parts = {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "x"}
    manifest = "<m><manifest:encryption-data/></m>"
    assert "locked with a password" in told(archive({**parts, "META-INF/manifest.xml": manifest}))


def test_a_million_empty_rows_cost_nothing() -> None:
    rows = words("id", "title") + words("A", "One") + '<row s="1"/>' * 1_000_000
    assert len(read_workbook(xlsx(rows), "bees.xlsx").rows) == 1


def _texts(text: str, cells: int) -> bytes:
    rows = words("id", "title") + '<row><c t="s"><v>0</v></c></row>' * cells
    related = b'<Relationship Id="r3" Type="%s/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    parts = parts_of(xlsx(rows))
    links = parts["xl/_rels/workbook.xml.rels"]
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts["xl/_rels/workbook.xml.rels"] = links.replace(b"</Relationships>", related % kind)
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}"><si><t>{text}</t></si></sst>'.encode()
    return archive(parts)


def _two_sheets_of_one_part() -> bytes:
    parts = parts_of(xlsx(words("id", "title")))
    sheet = b'<sheet name="Bees" sheetId="1" r:id="r1"/>'
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(sheet, sheet + sheet.replace(b"Bees", b"Wasps"))
    return archive(parts)


def _row(text: str, cell: str = "", row: str = "") -> str:
    held = f'<table:table-cell office:value-type="string" {cell}><text:p>{text}</text:p></table:table-cell>'
    return f"<table:table-row {row}>{held}</table:table-row>"


_HEAD = line("id", "title")
_FAR = '<row r="190000"><c r="SF190000" t="inlineStr"><is><t>x</t></is></c></row>'
_NO_RESULT = '<row r="1048576"><c r="XFD1048576"><f>1</f></c></row>'
_COLLAPSED = '<table:table-row table:visibility="collapse" table:number-rows-repeated="200000"/>'
_BLOCKS = "".join(f'<mergeCell ref="A{number}:A3000"/>' for number in range(2, 3000))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ods(_HEAD + "<a/>" * 7_000_000), "too many elements"),
        (xlsx(words("id", "title"), more="<a/>" * 7_000_000), "too many elements"),
        (ods(_HEAD + _row("x", f"{'a' * 1_000_000}=''")), "one that is too long"),
        (ods(_HEAD + _row("<text:s text:c='1000'/>" * 200)), "the cell A2 has more than 131,072 characters"),
        (
            ods(_HEAD + _row("x", "table:number-columns-repeated='400'", "table:number-rows-repeated='100000'")),
            "the workbook has more than 2,000,000 cells",
        ),
        (ods(_HEAD + _row("x", "table:number-rows-spanned='3000'") * 3000), "more than 2,000,000 cells are merged"),
        (xlsx(words("id", "title") + words("a") * 3000, more=f"<mergeCells>{_BLOCKS}</mergeCells>"), "are merged"),
        (xlsx(words("id", "title") + _FAR), "has more than 2,000,000 cells: they reach to SF190000"),
        (xlsx(words("id", "title") + _NO_RESULT), "the cell XFD1048576 holds something"),
        (_texts("x" * 30_000, 4_000), "have more than 100,000,000 characters"),
        (_two_sheets_of_one_part(), "two sheets of the workbook are one"),
        (ods(_HEAD, f'<table:table table:name="x">{_HEAD}</table:table>' * 30), "Bees, x, x"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value[:30],
)
def test_a_small_workbook_that_unpacks_into_more_than_a_table_is_refused(data: bytes, message: str) -> None:
    assert message in told(data)


def test_rows_hidden_down_to_the_end_of_many_sheets_cost_nothing() -> None:
    hidden = f'<table:table table:name="x">{_COLLAPSED}</table:table>' * 300
    table = read_workbook(ods(_HEAD + line("sun", "Sun"), hidden), "bees.ods")
    assert column(table, "title") == ["Sun"]


def test_a_number_of_more_digits_than_can_be_counted_stays_as_it_is_shown() -> None:
    digits = "9" * 90_000
    cell = f'<table:table-cell office:value-type="float" office:value="{digits}"><text:p>9,9</text:p>'
    table = read_workbook(ods(f"{_HEAD}<table:table-row>{cell}</table:table-cell></table:table-row>"), "bees.ods")
    assert column(table, "id") == ["9,9"]


def test_only_a_game_with_a_workbook_loads_its_reader(new_game: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "beeprint", "check", str(new_game)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "beeprint.sources.tables_csv" in done.stderr
    assert "calamine" not in done.stderr and "workbook" not in done.stderr


# what it costs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("file", "loaded"), [("cards.csv", []), ("cards.xlsx", ["python_calamine"])])
def test_the_library_for_workbooks_is_loaded_only_where_a_workbook_is_read(
    tmp_path: Path, file: str, loaded: list[str]
) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["id"])
    book.active.append(["queen"])
    data = saved(book) if file.endswith(".xlsx") else b"id\nqueen\n"
    (tmp_path / file).write_bytes(data)
    code = (
        "import sys; from pathlib import Path; from beeprint.base.problems import Place;"
        "from beeprint.sources.table_files import read_table; from beeprint.sources.workspace import Workspace;"
        "found = read_table(Workspace(Path(sys.argv[1])), sys.argv[2], '', Place(''));"
        "assert [row['id'] for row in found.rows] == ['queen'];"
        "print(sorted({'python_calamine', 'openpyxl', 'watchfiles'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(tmp_path), file], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(loaded)


def test_an_opendocument_spreadsheet_whose_kind_is_damaged_is_named() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(BuildError, match=r"a\.ods: error: the workbook's file is damaged"):
        read_workbook(file.getvalue().replace(b"vnd.oasis", b"vnd.oases"), "a.ods")


@pytest.mark.timeout(60)
def test_a_format_longer_than_a_program_writes_is_read_in_time() -> None:
    assert is_of_time("yyyy") and not is_of_time("[" * 900_000 + "yyyy")

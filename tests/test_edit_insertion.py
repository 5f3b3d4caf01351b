"""New cards come below the last card, above the totals and notes at the end of a table, which go on counting all."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table, TableColumn

from beeprint import edit
from beeprint.edit.sheet_shift import Shift
from beeprint.edit.zip_parts import replace_parts
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.workspace import Workspace
from edited_workbooks import again, changed, done, dressed, ods_text, parts, rows_of, saved, table
from edits import put, tiny
from workbooks import line, ods

CSV = "id,title,cost,suit,copies\nA,Drone,1,sun,1\nB,Queen,2,rain,2\n,,,,\n,TOTAL,3,,3\n,average,1.5,,\n"


def cards(folder: Path, text: str = CSV) -> edit.Table:
    tiny(folder)
    put(folder, {"cards.csv": text})
    return edit.find_table(Workspace(folder), "cards")


def lines(change: edit.Edit) -> list[str]:
    data = next(each.after for each in change.changes if each.path.name == "cards.csv")
    return (data or b"").decode().splitlines()[1:]


@pytest.mark.parametrize("at", [2, 3, 4])
def test_a_card_is_added_above_a_total_of_a_text_file(tmp_path: Path, at: int) -> None:
    shown = cards(tmp_path)
    assert (shown.asides, shown.end_of_cards) == (frozenset({2, 3}), 2)
    rest = ["A,Drone,1,sun,1", "B,Queen,2,rain,2"], [",,,,", ",TOTAL,3,,4", ",average,1.5,,"]
    assert lines(edit.add_row(shown, at, shown.seen)) == [*rest[0], "New-card,New card,,,1", *rest[1]]


def test_copies_and_pasted_cards_come_above_a_total_which_stays_right(tmp_path: Path) -> None:
    shown = cards(tmp_path)
    copy = lines(edit.duplicate_rows(shown, [1], shown.seen))
    assert [row.split(",")[1] for row in copy] == ["Drone", "Queen", "Queen", "", "TOTAL", "average"]
    pasted = edit.set_cells(shown, {(4, "title"): "Scout", (4, "cost"): "7", (5, "title"): "Guard"}, shown.seen)
    assert [row.split(",")[1] for row in lines(pasted)] == ["Drone", "Queen", "Scout", "Guard", "", "TOTAL", "average"]
    assert all(problem.severity == "warning" for problem in pasted.warnings)
    words = [problem.message for problem in pasted.warnings]
    assert words[0].startswith("row 8, 'average', is named as a total, so it is left out; its numbers are no longer")
    assert lines(pasted)[-2] == ",TOTAL,10,,5", "a total that was right stays right"
    wrong = cards(tmp_path / "wrong", CSV.replace("TOTAL,3,,3", "TOTAL,4,,9"))
    assert lines(edit.duplicate_rows(wrong, [1], wrong.seen))[-2] == ",TOTAL,4,,9", "one that was wrong is left alone"
    edit.write(pasted)
    after = edit.find_table(Workspace(tmp_path), "cards")
    assert [row.id if row else "" for row in after.pieces][-2:] == ["", ""] and after.end_of_cards == 4


def test_a_card_whose_name_is_more_than_a_total_stays_a_card(tmp_path: Path) -> None:
    shown = cards(tmp_path, CSV.replace(",TOTAL,3,,3\n,average,1.5,,\n", "T,Total Eclipse,9,,\n"))
    assert shown.asides == frozenset()


def summed(tail: str = "=SUM(C2:C4)") -> tuple[openpyxl.Workbook, openpyxl.worksheet.worksheet.Worksheet]:
    """Return a workbook with a blank row, a total and a mean below its cards, and formulas that name them."""
    book, sheet = dressed()
    for row in ((), (None, "TOTAL", tail, "=SUM(D2:D5)"), (None, "average", "=AVERAGE(C2:C4)")):
        sheet.append(row)
    sheet["B6"].font = Font(bold=True)
    book["Notes"]["A3"] = '=SUM(Cards!C2:C4)&"C6"'
    book["Notes"]["A4"] = "=Cards!C6"
    return book, sheet


def resulting(data: bytes) -> bytes:
    """Give each formula a result and list it, as a spreadsheet does when it saves."""
    sheets = [name for name in parts(data) if name.startswith("xl/worksheets/sheet")]
    new = {name: re.sub(rb"</f><v ?/>|</f><v></v>", b"</f><v>4</v>", parts(data)[name][0]) for name in sheets}
    new["xl/workbook.xml"] = parts(data)["xl/workbook.xml"][0].replace(b' fullCalcOnLoad="1"', b"")
    file = io.BytesIO(replace_parts(data, "cards.xlsx", new))
    with zipfile.ZipFile(file, "a") as opened:
        chain = '<calcChain xmlns="x"><c r="C7" i="1"/><c r="C6"/><c r="A3" i="2"/></calcChain>'
        opened.writestr("xl/calcChain.xml", chain)
    return file.getvalue()


def test_a_row_is_inserted_into_a_workbook_and_formulas_follow(tmp_path: Path) -> None:
    data = resulting(saved(summed()[0]))
    shown = table(tmp_path, data)
    change = edit.add_row(shown, 9, shown.seen)
    new = done(change)
    book = openpyxl.load_workbook(io.BytesIO(new))
    sheet, notes = book["Cards"], book["Notes"]
    assert [cell.value for cell in sheet[5]] == ["C4", "New card", None, 1]
    assert [cell.value for cell in sheet[7]] == [None, "TOTAL", "=SUM(C2:C5)", "=SUM(D2:D6)"]
    assert sheet["C8"].value == "=AVERAGE(C2:C5)"
    assert (notes["A3"].value, notes["A4"].value) == ('=SUM(Cards!C2:C5)&"C6"', "=Cards!C7")
    assert sheet["B7"].font.bold and not sheet["B5"].font.bold
    assert [str(each.sqref) for each in sheet.data_validations.dataValidation] == ["B2:B10"]
    assert [str(each.sqref) for each in sheet.conditional_formatting] == ["C2:C5"]
    sheets = [f"xl/worksheets/sheet{number}.xml" for number in (1, 2)]
    assert set(changed(data, new)) == {*sheets, "xl/workbook.xml", "xl/charts/chart1.xml"}
    assert b"'Cards'!$C$2:$C$5" in parts(new)["xl/charts/chart1.xml"][0]
    assert b'fullCalcOnLoad="1"' in parts(new)["xl/workbook.xml"][0]
    shown = again(tmp_path)
    new = done(edit.duplicate_rows(shown, [0, 1], shown.seen))
    assert [row[1] for row in rows_of(new)] == [
        "title", "Drone", "Queen", "Scout", "New card", "Drone", "Queen", "", "TOTAL", "average",
    ]  # fmt: skip
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["C9"].value == "=SUM(C2:C7)"


def test_a_table_of_excel_with_a_row_of_totals_grows(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet.append((None, "Total", "=SUBTOTAL(109,C2:C4)", "=SUM(D2:D4)"))
    made = Table(displayName="Bees", ref="A1:D5", totalsRowCount=1)
    made._initialise_columns()
    for column, name in zip(made.tableColumns, ("id", "title", "cost", "copies"), strict=True):
        assert isinstance(column, TableColumn)
        column.name = name
    sheet.add_table(made)
    shown = table(tmp_path, resulting(saved(book)))
    new = done(edit.add_row(shown, 3, shown.seen))
    part = parts(new)["xl/tables/table1.xml"][0]
    assert b'ref="A1:D6"' in part
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["D6"].value == "=SUM(D2:D5)"


def test_where_no_row_can_be_inserted_the_new_card_comes_below_and_that_is_said(tmp_path: Path) -> None:
    book, sheet = summed()
    sheet["H4"] = ArrayFormula("H4:H7", "=C4:C7")
    shown = table(tmp_path, resulting(saved(book)))
    change = edit.add_row(shown, 3, shown.seen)
    assert rows_of(done(change))[7][:2] == ["C4", "New card"]
    (warning,) = [problem for problem in change.warnings if problem.severity == "warning"]
    assert warning.message == (
        "the new card is below the last row, not above row 6, where no card begins: "
        "rows and columns cannot be moved or deleted here, since a formula holds for H4:H7"
    )


def test_references_follow_rows_that_move() -> None:
    shift = Shift("Cards", 4, 2)
    assert shift.xlsx("SUM($C$2:C4)+C5*Notes!C9&\"C7\"+'Cards'!B9", own=True) == (
        "SUM($C$2:C6)+C7*Notes!C9&\"C7\"+'Cards'!B11"
    )
    assert shift.xlsx("LOG10(C3)+Bees[C9]+$5:$6", own=True) == "LOG10(C3)+Bees[C9]+$7:$8"
    assert shift.xlsx("SUM(C2:C4)", own=False) == "SUM(C2:C4)"
    assert shift.ods("of:=SUM([.C2:.C4])+[$Cards.C5]+[$'Old cards'.C9]", own=True) == (
        "of:=SUM([.C2:.C6])+[$Cards.C7]+[$'Old cards'.C9]"
    )
    assert shift.ods("$Cards.$A$1:.$D$5", own=False) == "$Cards.$A$1:.$D$7"


def test_a_row_is_inserted_into_a_spreadsheet_of_libreoffice(tmp_path: Path) -> None:
    total = "".join(
        f"<table:table-cell table:formula='of:=SUM([.{column}2:.{column}4])' office:value-type='float' "
        "office:value='4'>"
        "<text:p>4</text:p></table:table-cell>"
        for column in "CD"
    )
    blank = '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
    end = '<table:table-row table:number-rows-repeated="1048569"><table:table-cell/></table:table-row>'
    rows = [line("id", "title", "cost", "copies"), *(line(f"C{n}", name, "1", "1") for n, name in enumerate("abc"))]
    data = ods(
        "".join([*rows, blank, f"<table:table-row>{ods_text('')}{ods_text('TOTAL')}{total}</table:table-row>", end])
    )
    shown = table(tmp_path, data, "Bees", "cards.ods")
    assert shown.end_of_cards == 3 and len(shown.pieces) == 4
    new = done(edit.add_row(shown, 4, shown.seen))
    read = read_table_bytes(new, "cards.ods", "Bees", 1)
    assert [row["title"] for row in read.rows] == ["a", "b", "c", "New card", "TOTAL"]
    assert read.records == (2, 3, 4, 5, 8)
    content = parts(new)["content.xml"][0]
    assert b"[.C2:.C5]" in content and b'number-rows-repeated="1048568"' in content

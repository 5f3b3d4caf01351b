"""Cards and columns that are deleted go from a workbook's sheet with their cells, and all that names others follows."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.comparing import compare
from beeprint.edit.replacing import replace_table
from beeprint.edit.sheet_shift import Shift, copied
from beeprint.edit.zip_parts import replace_parts
from beeprint.sources.table_files import read_table_bytes
from edited_workbooks import again, changed, done, ods_text, parts, resulting, rows_of, saved, table
from workbooks import line, ods

HEADS = ("id", "title", "cost", "copies", "value")


def cards(total: bool = True) -> tuple[openpyxl.Workbook, Worksheet]:
    """Return a workbook of five cards with a formula each, a total below, and much that names their cells."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Cards"
    sheet.append(HEADS)
    for number, name in enumerate(("Ant", "Bee", "Cicada", "Drone", "Egg"), start=2):
        sheet.append((f"C{number}", name, number, 1, f"=C{number}*2"))
        sheet.cell(number, 2).font = Font(name=name)
    if total:
        sheet.append((None, "Total", "=SUM(C2:C6)", "=SUM(D2:D6)", "=COUNTA(B2:B6)"))
    sheet["H2"] = "=C6+SUM($C$2:$C$6)"
    sheet.merge_cells("H4:H5")
    sheet.merge_cells("I5:J6")
    sheet["I5"] = "beside"  # and the row below it takes its place
    sheet.conditional_formatting.add("C2:C6", FormulaRule(["$C2>3"], fill=PatternFill("solid", bgColor="FF0000")))
    sheet.conditional_formatting.add("B5", FormulaRule(["$C5>3"], fill=PatternFill("solid", bgColor="FF0000")))
    choice = DataValidation(type="list", formula1="$B$2:$B$6")
    sheet.add_data_validation(choice)
    choice.add("B2:B6")
    sheet["B6"].hyperlink = "https://example.org/egg"
    sheet["B5"].hyperlink = "https://example.org/drone"
    sheet.row_breaks.append(Break(id=5))
    sheet.row_dimensions[6].height = 33
    sheet.column_dimensions["C"].width = 5
    sheet.column_dimensions["D"].width = 44
    notes = book.create_sheet("Notes")
    notes["A1"] = "=SUM(Cards!C2:C6)&Cards!B6"
    book.defined_names["names"] = DefinedName("names", attr_text="Cards!$B$2:$B$6")
    return book, sheet


def delete(folder: Path, data: bytes, *rows: int) -> Worksheet:
    """Delete rows of a workbook's cards, take that back, do it again, and return the sheet as openpyxl reads it."""
    shown = table(folder, data)
    return openpyxl.load_workbook(io.BytesIO(done(edit.delete_rows(shown, rows, shown.seen))))["Cards"]


def test_a_card_goes_with_its_row_and_all_that_names_others_follows(tmp_path: Path) -> None:
    data = resulting(saved(cards()[0]))
    sheet = delete(tmp_path, data, 3)
    new = (tmp_path / "cards.xlsx").read_bytes()
    assert [[cell.value for cell in row[:5]] for row in sheet.iter_rows(max_row=6)] == [
        list(HEADS),
        ["C2", "Ant", 2, 1, "=C2*2"],
        ["C3", "Bee", 3, 1, "=C3*2"],
        ["C4", "Cicada", 4, 1, "=C4*2"],
        ["C6", "Egg", 6, 1, "=C5*2"],
        [None, "Total", "=SUM(C2:C5)", "=SUM(D2:D5)", "=COUNTA(B2:B5)"],
    ]
    assert [sheet.cell(row, 2).font.name for row in range(2, 6)] == ["Ant", "Bee", "Cicada", "Egg"]
    assert sheet["H2"].value == "=C5+SUM($C$2:$C$5)" and sheet.row_dimensions[5].height == 33
    assert sorted(map(str, sheet.merged_cells.ranges)) == ["I5:J5"], "the merged cell of one row is a cell"
    assert sheet["I5"].value == "beside"
    assert [str(each.sqref) for each in sheet.conditional_formatting] == ["C2:C5"]
    assert [(str(each.sqref), each.formula1) for each in sheet.data_validations.dataValidation] == [
        ("B2:B5", "$B$2:$B$5")
    ]
    links = [(row, cell.hyperlink.target) for row in range(2, 7) if (cell := sheet.cell(row, 2)).hyperlink]
    assert links == [(5, "https://example.org/egg")] and sheet.row_breaks.brk[0].id == 4
    book = openpyxl.load_workbook(io.BytesIO(new))
    assert book["Notes"]["A1"].value == "=SUM(Cards!C2:C5)&Cards!B5"
    assert book.defined_names["names"].attr_text == "Cards!$B$2:$B$5"
    sheets = ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/workbook.xml"]
    assert changed(data, new) == [name for name in parts(data) if name in sheets]
    assert [row[1] for row in rows_of(new)[:6]] == ["title", "Ant", "Bee", "Cicada", "Egg", "Total"]


def test_the_first_and_the_last_cards_go_and_conditions_stay_beside_their_cells(tmp_path: Path) -> None:
    book, sheet = cards()
    sheet["H2"] = sheet["I5"] = book["Notes"]["A1"] = None
    sheet.unmerge_cells("H4:H5"), sheet.unmerge_cells("I5:J6")
    sheet = delete(tmp_path, resulting(saved(book)), 0, 4)
    (ranges,) = [each for each in sheet.conditional_formatting if str(each.sqref) == "C2:C4"]
    assert [rule.formula for rule in ranges.rules] == [["$C2>3"]]
    assert [cell.value for cell in sheet[5]][:5] == [None, "Total", "=SUM(C2:C4)", "=SUM(D2:D4)", "=COUNTA(B2:B4)"]
    assert [cell.value for cell in sheet[2]][:5] == ["C3", "Bee", 3, 1, "=C2*2"]


def test_a_formula_that_cells_share_becomes_one_for_each(tmp_path: Path) -> None:
    data = resulting(saved(cards()[0]))
    xml = parts(data)["xl/worksheets/sheet1.xml"][0]
    for row in range(2, 7):
        shared = b'<f t="shared" si="0"/>' if row > 2 else b'<f t="shared" ref="E2:E6" si="0">C2*2</f>'
        xml = xml.replace(b"<f>C%d*2</f>" % row, shared)
    data = replace_parts(data, "cards.xlsx", {"xl/worksheets/sheet1.xml": xml})
    sheet = delete(tmp_path, data, 0, 2)
    assert [sheet.cell(row, 5).value for row in range(2, 6)] == ["=C2*2", "=C3*2", "=C4*2", "=COUNTA(B2:B4)"]


def test_a_table_of_excel_shrinks_and_keeps_a_row(tmp_path: Path) -> None:
    book, sheet = cards(total=False)
    sheet.merged_cells.ranges.clear()
    sheet.add_table(Table(displayName="Bees", ref="A1:E6"))
    sheet = delete(tmp_path, resulting(saved(book)), 1)
    assert (sheet.tables["Bees"].ref, sheet.tables["Bees"].autoFilter.ref) == ("A1:E5", "A1:E5")


def test_a_row_that_a_formula_counts_on_is_emptied_and_that_is_said(tmp_path: Path) -> None:
    book, _ = cards()
    shown = table(tmp_path, resulting(saved(book)))
    with pytest.raises(BuildError, match=r"the formula =C6\+SUM\(\$C\$2:\$C\$6\) in H2 counts on cells that would go"):
        edit.delete_rows(shown, [4], shown.seen)
    book, sheet = cards()
    sheet.unmerge_cells("I5:J6")
    for row in range(1, 8):
        sheet.cell(row, 5).value = None
    shown = table(tmp_path / "plain", resulting(saved(book)))
    change = edit.delete_rows(shown, [4], shown.seen)
    assert [row[0] for row in rows_of(done(change))[4:7]] == ["C5", "", ""]
    (warning,) = [problem for problem in change.warnings if "row" in problem.message]
    formula = "the formula =C6+SUM($C$2:$C$6) in H2 counts on cells that would go"
    assert warning.message == f"the row of Egg (C6) stays in the workbook, but empty: {formula}"


def test_cards_are_replaced_above_a_total_that_goes_on_counting_all(tmp_path: Path) -> None:
    book, sheet = cards()
    sheet["H2"] = book["Notes"]["A1"] = None
    shown = table(tmp_path, resulting(saved(book)))
    newer = "id,title,cost,copies\n" + "".join(f"C{at},{name},{at},1\n" for at, name in enumerate("abcd", start=2))
    comparison = compare(shown, (newer + "N1,New,9,1\nN2,Newer,8,2\n").encode(), "newer.csv")
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    assert [card.kind for card in comparison.difference.cards].count("gone") == 1
    new = done(replace_table(comparison, wish, (), shown.seen))
    sheet = openpyxl.load_workbook(io.BytesIO(new))["Cards"]
    assert [sheet.cell(row, 1).value for row in range(2, 8)] == ["C2", "C3", "C4", "C5", "N1", "N2"]
    assert [cell.value for cell in sheet[8]][1:5] == ["Total", "=SUM(C2:C7)", "=SUM(D2:D7)", "=COUNTA(B2:B7)"]
    assert sheet["C7"].value == 8 and sheet["B7"].font.name == "Drone", "a number, which looks like the card above"


def test_all_cards_are_replaced_at_once(tmp_path: Path) -> None:
    book, sheet = cards()
    sheet["H2"] = book["Notes"]["A1"] = sheet["I5"] = None
    sheet.merged_cells.ranges.clear()
    shown = table(tmp_path, resulting(saved(book)))
    comparison = compare(shown, b"id,title,cost,copies\nX1,Xylo,1,1\nX2,Yak,1,1\n", "newer.csv")
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    sheet = openpyxl.load_workbook(io.BytesIO(done(replace_table(comparison, wish, (), shown.seen))))["Cards"]
    assert [sheet.cell(row, 1).value for row in range(1, 4)] == ["id", "X1", "X2"]
    assert [cell.value for cell in sheet[4]][1:5] == ["Total", "=SUM(C2:C3)", "=SUM(D2:D3)", "=COUNTA(B2:B3)"]
    assert [str(each.sqref) for each in sheet.conditional_formatting] == ["C2:C3"]


def test_a_column_goes_beside_formulas(tmp_path: Path) -> None:
    book, sheet = cards()
    for row in range(2, 7):
        sheet.cell(row, 5).value = f"=D{row}*2"
    sheet.conditional_formatting = type(sheet.conditional_formatting)()
    sheet["H2"], book["Notes"]["A1"] = "=SUM(C2:D6)", "=Cards!D4"
    shown = table(tmp_path, resulting(saved(book)))
    new = done(edit.delete_column(shown, "cost", shown.seen))
    book = openpyxl.load_workbook(io.BytesIO(new))
    sheet = book["Cards"]
    assert [cell.value for cell in sheet[2]][:4] == ["C2", "Ant", 1, "=C2*2"]
    assert [cell.value for cell in sheet[7]][:4] == [None, "Total", "=SUM(C2:C6)", "=COUNTA(B2:B6)"]
    assert (sheet["G2"].value, book["Notes"]["A1"].value) == ("=SUM(C2:C6)", "=Cards!C4")
    assert sheet.column_dimensions["C"].width == 44 and sorted(map(str, sheet.merged_cells.ranges)) == [
        "G4:G5",
        "H5:I6",
    ]
    shown = table(tmp_path / "counted", resulting(saved(cards()[0])))
    with pytest.raises(BuildError, match=r"cards\.xlsx:Cards!E2.*the formula =C2\*2 in E2 counts on cells"):
        edit.delete_column(shown, "cost", shown.seen)


def spreadsheet() -> bytes:
    """Write a spreadsheet as LibreOffice does: a total below the cards, a blank row, and formats of ranges."""

    def formula(text: str) -> str:
        return (
            f"<table:table-cell table:formula='of:={text}' office:value-type='float' office:value='4'>"
            "<text:p>4</text:p></table:table-cell>"
        )

    head = line("id", "title", "cost", "copies")
    rows = "".join(line(f"C{at}", name, "1", "1") for at, name in enumerate("abcd", start=2))
    total = f"<table:table-row>{ods_text('')}{ods_text('TOTAL')}{formula('SUM([.C2:.C5])')}{formula('SUM([.D2:.D5])')}"
    end = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'
    return ods(head + rows + total + "</table:table-row>" + end)


def test_a_card_goes_from_a_spreadsheet_of_libreoffice(tmp_path: Path) -> None:
    shown = table(tmp_path, spreadsheet(), "Bees", "cards.ods")
    new = done(edit.delete_rows(shown, [0, 3], shown.seen))
    read = read_table_bytes(new, "cards.ods", "Bees", 1)
    assert [(row["id"], row["title"]) for row in read.rows] == [("C3", "b"), ("C4", "c"), ("", "TOTAL")]
    assert read.records == (2, 3, 4)
    content = parts(new)["content.xml"][0]
    assert b"[.C2:.C3]" in content and b"[.D2:.D3]" in content and b'number-rows-repeated="1048572"' in content


def test_cards_of_a_spreadsheet_of_libreoffice_are_replaced(tmp_path: Path) -> None:
    shown = table(tmp_path, spreadsheet(), "Bees", "cards.ods")
    comparison = compare(shown, b"id,title,cost,copies\nC2,a,1,1\nC3,b,1,1\nC4,c,7,1\nX,x,1,1\nY,y,1,1\n", "newer.csv")
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    new = done(replace_table(comparison, wish, (), shown.seen))
    read = read_table_bytes(new, "cards.ods", "Bees", 1)
    assert [(row["id"], row["cost"]) for row in read.rows][2:5] == [("C4", "7"), ("X", "1"), ("Y", "1")]
    assert read.records == (2, 3, 4, 5, 6, 7) and b"[.C2:.C6]" in parts(new)["content.xml"][0]


def test_a_column_goes_from_a_spreadsheet_of_libreoffice(tmp_path: Path) -> None:
    shown = table(tmp_path, spreadsheet(), "Bees", "cards.ods")
    new = done(edit.delete_column(shown, "cost", shown.seen))
    read = read_table_bytes(new, "cards.ods", "Bees", 1)
    assert read.header == ("id", "title", "copies") and b"SUM([.C2:.C5])" in parts(new)["content.xml"][0]
    assert next(tuple(row.values()) for row in read.rows) == ("C2", "a", "1")


def test_references_follow_rows_and_columns_that_go() -> None:
    shift = Shift("Cards", gone=(2, 3), columns=(1,))
    assert shift.xlsx("SUM(C2:C5)+C6+C$3+SUM(B2:B9)+$A:$C+Notes!C3", own=True) == (
        "SUM(B2:B3)+B4+#REF!+SUM(#REF!)+$A:$B+Notes!C3"
    )
    assert shift.ods("of:=SUM([.C2:.C5])+[$Cards.C6]+[.C3]", own=True) == "of:=SUM([.B2:.B3])+[$Cards.B4]+[#REF!]"
    assert Shift("Cards", 4, 2, (3,)).xlsx("SUM(C2:C4)", own=True) == "SUM(C2:C5)", "new cards come for the last"
    assert Shift("Cards", gone=(1,)).xlsx("$C2>$H$9", own=True, base=(1, 2)) == "$C2>$H$8"
    assert copied('C2*$D$2+Bees[cost]&"C2"', 3, 1) == 'D5*$D$2+Bees[cost]&"C2"'


def test_a_merged_cell_whose_first_card_goes_keeps_its_text(tmp_path: Path) -> None:
    book, sheet = cards()
    for row in range(2, 7):
        sheet.cell(row, 5).value = None
    sheet["E1"], sheet["E2"], sheet["E7"] = "kind", "Crawlers", None
    sheet.merge_cells("E2:E4")
    sheet = delete(tmp_path, resulting(saved(book)), 0)
    assert "E2:E3" in map(str, sheet.merged_cells.ranges) and sheet["E2"].value == "Crawlers"


def test_remarks_follow_their_cards(tmp_path: Path) -> None:
    book, sheet = cards()
    sheet["H2"] = None
    for cell in ("B3", "B4", "B6", "C7"):
        sheet[cell].comment = Comment(f"on {cell}", "Ann")
    data = resulting(saved(book))
    sheet = delete(tmp_path, data, 1, 3)
    assert {cell.coordinate: cell.comment.text for row in sheet for cell in row if cell.comment} == {
        "B3": "on B4",
        "B4": "on B6",
        "C5": "on C7",
    }
    (notes,) = [name for name in parts(data) if name.endswith(".vml")]
    drawn = parts((tmp_path / "cards.xlsx").read_bytes())[notes][0]
    assert re.findall(rb"Row>(\d+)<", drawn) == [b"2", b"3", b"4"]


def test_a_new_column_comes_right_behind_the_others_and_a_legend_beside_them_stays(tmp_path: Path) -> None:
    book, sheet = cards()
    sheet["H2"] = sheet["I5"] = None
    sheet.merged_cells.ranges.clear()
    sheet["G2"], sheet["G3"] = "Legend", "fast"
    sheet.merge_cells("G3:G4")
    shown = table(tmp_path, resulting(saved(book)))
    comparison = compare(
        shown, b"id,title,cost,copies,power,speed\nC2,Ant,2,1,7,slow\nC3,Bee,3,1,8,fast\n", "newer.csv"
    )
    new = done(replace_table(comparison, {}, ("power",), shown.seen))
    sheet = openpyxl.load_workbook(io.BytesIO(new))["Cards"]
    assert [sheet.cell(row, 6).value for row in range(1, 5)] == ["power", "7", "8", None]
    assert (sheet["G2"].value, sheet["G3"].value) == ("Legend", "fast")
    shown = again(tmp_path)
    new = done(edit.add_column(shown, "speed", "text", [], "slow", 9, shown.seen))
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["H1"].value == "speed"

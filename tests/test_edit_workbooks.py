"""Cells of Excel workbooks, written in place: the cell in the XML of its sheet, and no byte of any other part."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill, Protection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.table_formats import rewrite
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.workspace import Workspace
from cases import examples
from edits import GAME, put, tiny
from workbooks import words, xlsx

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


def table(folder: Path, data: bytes, sheet: str = "Cards") -> edit.Table:
    tiny(folder)
    columns = "columns: {title: text, cost: 'int?'}\n    data: {file: cards.xlsx, sheet: " + sheet + "}"
    game = GAME.replace('columns: {title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}', columns)
    put(folder, {"game.yaml": game.replace("    data: cards.csv\n", ""), "cards.xlsx": data})
    return edit.find_table(Workspace(folder), "cards")


def parts(data: bytes) -> dict[str, tuple[bytes, object]]:
    """Return the bytes and the time of each part, in order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {part.filename: (archive.read(part), part.date_time) for part in archive.infolist()}


def changed(before: bytes, after: bytes) -> list[str]:
    """Return the parts that differ; none comes or goes, and all stay in their order."""
    old, new = parts(before), parts(after)
    assert list(old) == list(new)
    return [name for name in old if old[name] != new[name]]


def done(change: edit.Edit) -> bytes:
    """Write an edit, take it back, and write it again; return what the workbook holds then."""
    path = change.game / "cards.xlsx"
    before = path.read_bytes()
    edit.write(change)
    edit.write(change.reversed)
    assert path.read_bytes() == before
    edit.write(change)
    return path.read_bytes()


def rows_of(data: bytes) -> list[list[object]]:
    """Return the rows of the first sheet as calamine reads them."""
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


def test_cells_are_written_and_all_else_stays(tmp_path: Path) -> None:
    data = saved(dressed()[0])
    cards = table(tmp_path, data)
    assert (cards.format, cards.reason) == ("an Excel workbook", "")
    new = done(edit.set_cells(cards, {(0, "title"): "Queen & <Bee>\nsecond", (2, "cost"): "7"}, cards.seen))
    assert changed(data, new) == ["xl/worksheets/sheet1.xml"]
    sheet = openpyxl.load_workbook(io.BytesIO(new))["Cards"]
    assert (sheet["B2"].value, sheet["C4"].value, sheet["C3"].value) == ("Queen & <Bee>\nsecond", 7, 2)
    assert sheet["B2"].fill.fgColor.rgb == "00FFCC00" and sheet["B2"].font.bold
    assert len(sheet.conditional_formatting) == 1 and len(sheet.data_validations.dataValidation) == 1
    assert rows_of(new)[3] == ["C3", "Scout", 7.0, 2.0]


def test_rows_are_added_at_the_end_and_emptied(tmp_path: Path) -> None:
    data = saved(dressed()[0])
    cards = table(tmp_path, data)
    new = done(edit.add_row(cards, 1, cards.seen))
    assert rows_of(new)[4] == ["C4", "New card", "", 1.0]
    assert b'<dimension ref="A1:D5"/>' in parts(new)["xl/worksheets/sheet1.xml"][0]
    cards = edit.find_table(Workspace(tmp_path), "cards")
    new = done(edit.duplicate_rows(cards, [0], cards.seen))
    assert rows_of(new)[5] == ["C5", "Drone", 1.0, 1.0]
    cards = edit.find_table(Workspace(tmp_path), "cards")
    done(edit.delete_rows(cards, [1, 4], cards.seen))
    cards = edit.find_table(Workspace(tmp_path), "cards")
    assert [row.id for row in cards.pieces if row] == ["C1", "C3", "C4"]
    with pytest.raises(BuildError, match="rows of a workbook are not moved here"):
        edit.move_rows(cards, [0], 2, cards.seen)


def test_a_column_is_added_at_the_end(tmp_path: Path) -> None:
    cards = table(tmp_path, saved(dressed()[0]))
    new = done(edit.add_column(cards, "Power", "whole number", [], "3", 4, cards.seen))
    assert [row[4] for row in rows_of(new)] == ["Power", 3.0, 3.0, 3.0] or [row[4] for row in rows_of(new)] == [
        "Power",
        *["3"] * 3,
    ]


def test_formulas_merged_and_locked_cells_are_refused_by_their_names(tmp_path: Path) -> None:
    cards = table(tmp_path, xlsx(words("id", "title", "cost", "copies") + _formula()), "Bees")
    with pytest.raises(BuildError, match=r"Bees!C2: error: this cell is worked out by a formula"):
        edit.set_cells(cards, {(0, "cost"): "5"}, cards.seen)
    book, sheet = dressed()
    sheet.merge_cells("B2:B3")
    cards = table(tmp_path, saved(book))
    with pytest.raises(BuildError, match="Cards!B3: error: this cell is merged with others"):
        edit.set_cells(cards, {(1, "title"): "x"}, cards.seen)
    book, sheet = dressed()
    sheet.protection.sheet = True
    sheet["B2"].protection = Protection(locked=False)
    cards = table(tmp_path, saved(book))
    with pytest.raises(BuildError, match="Cards!B3: error: the sheet is protected"):
        edit.set_cells(cards, {(1, "title"): "x"}, cards.seen)
    assert rows_of(done(edit.set_cells(cards, {(0, "title"): "x"}, cards.seen)))[1][1] == "x"


def _formula() -> str:
    texts = "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in "AB")
    return f'<row r="2">{texts}<c><f>1+1</f><v>2</v></c></row>'


@pytest.mark.parametrize("lock", ["~$cards.xlsx", ".~lock.cards.xlsx#"])
def test_a_workbook_that_is_open_elsewhere_is_refused(tmp_path: Path, lock: str) -> None:
    table(tmp_path, saved(dressed()[0]))
    (tmp_path / lock).write_bytes(b"")
    cards = edit.find_table(Workspace(tmp_path), "cards")
    assert cards.reason.startswith("cards.xlsx is open in")
    with pytest.raises(BuildError, match=r"cards\.xlsx is open in"):
        edit.set_cells(cards, {(0, "title"): "x"}, cards.seen)


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Cn"]), max_size=8
) | st.sampled_from(["007", "5", "1.50", "-3", "a\nb", "yes", "TRUE", "=1+1", " x ", "<b>", "1e5", "2026-01-01", ""])


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.tuples(st.integers(2, 4), st.sampled_from(["title", "cost", "copies"])), TEXTS, max_size=5))
def test_any_texts_are_read_back(texts: dict[tuple[int, str], str]) -> None:
    wanted = {at: text.strip() for at, text in texts.items()}
    before = read_table_bytes(DRESSED, "cards.xlsx", "Cards")
    after = rewrite(DRESSED, "cards.xlsx", "cards.xlsx", before, Rewriting(texts=wanted))
    assert Rewriting(texts=wanted).is_carried_out(before, read_table_bytes(after, "cards.xlsx", "Cards"))
    assert changed(DRESSED, after) in ([], ["xl/worksheets/sheet1.xml"])


DRESSED = saved(dressed()[0])

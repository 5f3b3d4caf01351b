"""Cells of Excel workbooks, written in place, and archives of workbooks that are refused."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.styles import Protection
from openpyxl.worksheet.table import Table

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.rewriting import NewRow, Rewriting
from beeprint.edit.table_formats import rewrite
from beeprint.edit.zip_parts import replace_parts
from beeprint.sources.table_files import read_table_bytes
from cases import examples
from edited_workbooks import WORKBOOKS, again, changed, done, dressed, parts, rows_of, saved, table
from edits import put
from workbooks import words, xlsx


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


def test_rows_are_added_below_deleted_and_moved(tmp_path: Path) -> None:
    data = saved(dressed()[0])
    cards = table(tmp_path, data)
    new = done(edit.add_row(cards, 1, cards.seen))
    assert rows_of(new)[4] == ["C4", "New card", "", 1.0]
    assert b'<dimension ref="A1:D5"/>' in parts(new)["xl/worksheets/sheet1.xml"][0]
    cards = again(tmp_path)
    new = done(edit.duplicate_rows(cards, [0], cards.seen))
    assert rows_of(new)[5] == ["C5", "Drone", 1.0, 1.0]
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["B6"].fill.fgColor.rgb == "00FFCC00"
    cards = again(tmp_path)
    new = done(edit.move_rows(cards, [0], 3, cards.seen))
    assert [row[0] for row in rows_of(new)] == ["id", "C2", "C3", "C1", "C4", "C5"]
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["B4"].fill.fgColor.rgb == "00FFCC00"
    assert changed(data, new) == ["xl/worksheets/sheet1.xml"]


def test_rows_below_a_card_that_goes_move_up(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet.conditional_formatting = type(sheet.conditional_formatting)()
    cards = table(tmp_path, saved(book))
    new = done(edit.delete_rows(cards, [0], cards.seen))
    assert [row[:2] for row in rows_of(new)] == [["id", "title"], ["C2", "Queen"], ["C3", "Scout"]]


def test_a_row_is_emptied_where_others_cannot_move(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet["G4"] = "=B3&1"
    cards = table(tmp_path, _with_results(saved(book)))
    new = done(edit.delete_rows(cards, [1], cards.seen))
    assert [row[0] for row in rows_of(new)] == ["id", "C1", "", "C3"]
    with pytest.raises(
        BuildError, match="rows and columns cannot be moved or deleted here, since this cell is worked out by a formula"
    ):
        edit.move_rows(again(tmp_path), [0], 2, again(tmp_path).seen)


def _with_results(data: bytes) -> bytes:
    """Give each formula a result, as a spreadsheet does when it saves."""
    name = "xl/worksheets/sheet1.xml"
    return replace_parts(
        data,
        "",
        {name: parts(data)[name][0].replace(b"</f><v />", b"</f><v>7</v>").replace(b"</f><v></v>", b"</f><v>7</v>")},
    )


def test_a_column_is_added_at_the_end(tmp_path: Path) -> None:
    cards = table(tmp_path, saved(dressed()[0]))
    new = done(edit.add_column(cards, "Power", "whole number", [], "3", 1, cards.seen))
    assert [row[4] for row in rows_of(new)] == ["Power", 3.0, 3.0, 3.0]
    cards = again(tmp_path)
    new = done(edit.add_column(cards, "Code", "text", [], "3", 1, cards.seen))
    assert [row[5] for row in rows_of(new)] == ["Code", "3", "3", "3"]
    cards = again(tmp_path)
    new = done(edit.rename_column(cards, "Code", "Sign", cards.seen))
    assert rows_of(new)[0][5] == "Sign"


def test_columns_move_to_the_left_where_one_goes(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet._charts.clear()
    sheet["F2"] = "=SUM(B2:D2)+SUM(D2:D4)"
    cards = table(tmp_path, _with_results(saved(book)))
    new = done(edit.delete_column(cards, "cost", cards.seen))
    assert [row[:3] for row in rows_of(new)[:2]] == [["id", "title", "copies"], ["C1", "Drone", 1.0]]
    left = openpyxl.load_workbook(io.BytesIO(new))["Cards"]
    assert left["E2"].value == "=SUM(B2:C2)+SUM(C2:C4)" and len(left.conditional_formatting) == 0
    cards = table(tmp_path, saved(dressed()[0]))
    with pytest.raises(BuildError, match=r"a chart, a format or a name of the workbook shows cells that would go"):
        edit.delete_column(cards, "cost", cards.seen)


def test_a_table_of_excel_grows_and_follows_its_heads(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet.add_table(Table(displayName="Bees", ref="A1:D4"))
    data = saved(book)
    cards = table(tmp_path, data)
    new = done(edit.add_row(cards, 9, cards.seen))
    assert set(changed(data, new)) == {"xl/tables/table1.xml", "xl/worksheets/sheet1.xml"}
    grown = openpyxl.load_workbook(io.BytesIO(new))["Cards"].tables["Bees"]
    assert (grown.ref, grown.autoFilter.ref) == ("A1:D5", "A1:D5")
    cards = again(tmp_path)
    new = done(edit.rename_column(cards, "cost", "price", cards.seen))
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"].tables["Bees"].column_names == [
        "id",
        "title",
        "price",
        "copies",
    ]
    with pytest.raises(BuildError, match="a chart, a format or a name of the workbook shows cells that would go"):
        edit.delete_column(again(tmp_path), "price", again(tmp_path).seen)


def test_days_and_truth_values_stay_what_they_are(tmp_path: Path) -> None:
    book, sheet = dressed()
    sheet["E1"], sheet["F1"] = "born", "free"
    sheet["E2"], sheet["F2"] = date(2026, 1, 2), True
    sheet["E2"].number_format = "dd/mm/yyyy"
    table(tmp_path, saved(book))
    game = (tmp_path / "game.yaml").read_text("utf-8").replace("columns: {", "columns: {born: text?, free: bool?, ")
    put(tmp_path, {"game.yaml": game})
    cards = again(tmp_path)
    new = done(edit.set_cells(cards, {(0, "born"): "28/02/2026", (0, "free"): "FALSE"}, cards.seen))
    cells = openpyxl.load_workbook(io.BytesIO(new))["Cards"]
    assert (cells["E2"].value, cells["F2"].value) == (datetime(2026, 2, 28), False)
    cards = again(tmp_path)
    new = done(edit.set_cells(cards, {(0, "born"): "in spring"}, cards.seen))
    assert openpyxl.load_workbook(io.BytesIO(new))["Cards"]["E2"].value == "in spring"


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


def test_a_formula_beside_a_changed_cell_is_said_to_keep_its_old_result(tmp_path: Path) -> None:
    cards = table(tmp_path, xlsx(words("id", "title", "cost", "copies") + _formula()), "Bees")
    change = edit.set_cells(cards, {(0, "title"): "Queen"}, cards.seen)
    assert [(problem.severity, problem.place.cell) for problem in change.warnings] == [("warning", "Bees!C2")]
    assert "a formula beside the changed cell keeps its old result" in change.warnings[0].message
    cards = table(tmp_path, saved(dressed()[0]))
    assert edit.set_cells(cards, {(0, "title"): "Queen"}, cards.seen).warnings == ()


@pytest.mark.parametrize("lock", ["~$cards.xlsx", ".~lock.cards.xlsx#", ".~lock.cards.ods#"])
def test_a_workbook_that_is_open_elsewhere_is_refused(tmp_path: Path, lock: str) -> None:
    file = "cards.ods" if "ods" in lock else "cards.xlsx"
    table(tmp_path, WORKBOOKS[file.partition(".")[2]], file=file)
    (tmp_path / lock).write_bytes(b"")
    cards = again(tmp_path)
    assert cards.reason.startswith(f"{file} is open in")
    with pytest.raises(BuildError, match="is open in"):
        edit.set_cells(cards, {(0, "title"): "x"}, cards.seen)


# archives -------------------------------------------------------------------------------------------------------------


def _packed(data: bytes, method: int = zipfile.ZIP_DEFLATED, more: str = "", streamed: bool = False) -> bytes:
    """Pack the parts of a workbook in another way."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return not streamed

        def tell(self) -> int:
            return super().tell() if not streamed else self._fail()

        def _fail(self) -> int:
            raise OSError

    file = Pipe()
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, (content, _) in parts(data).items():
            packed.writestr(name, content)
        if more:
            packed.writestr(more, "<signature/>")
    return file.getvalue()


def test_sizes_after_the_data_are_understood(tmp_path: Path) -> None:
    data = _packed(saved(dressed()[0]), streamed=True)
    assert data[6] & 8  # the flag in the first header
    cards = table(tmp_path, data)
    new = done(edit.set_cells(cards, {(0, "title"): "x"}, cards.seen))
    assert rows_of(new)[1][1] == "x" and changed(data, new) == ["xl/worksheets/sheet1.xml"]


def _zip64(data: bytes) -> bytes:
    """Write an end of the directory as archives of many gigabytes have it."""
    at = data.rfind(b"PK\x05\x06")
    count, size, first = struct.unpack_from("<HII", data, at + 10)
    end = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, first)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, at, 1)
    return data[:at] + end + locator + data[at:]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_zip64, "archive is packed in an unusual way"),
        (lambda data: _packed(data, more="_xmlsignatures/sig1.xml"), "the workbook is signed"),
        (lambda data: _packed(data, more="META-INF/documentsignatures.xml"), "the workbook is signed"),
    ],
    ids=["zip64", "signed", "signed-ods"],
)
def test_strange_archives_are_refused_in_words(tmp_path: Path, spoil: Callable[[bytes], bytes], words: str) -> None:
    data = spoil(saved(dressed()[0]))
    cards = table(tmp_path, data)
    with pytest.raises(BuildError, match=words):
        edit.set_cells(cards, {(0, "title"): "x"}, cards.seen)
    assert (tmp_path / "cards.xlsx").read_bytes() == data


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_is_packed_in_another_way_is_not_replaced(method: int) -> None:
    with pytest.raises(BuildError, match="archive is packed in an unusual way"):
        replace_parts(_packed(saved(dressed()[0]), method), "cards.xlsx", {"xl/worksheets/sheet1.xml": b""})


# any texts ------------------------------------------------------------------------------------------------------------

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Cn"]), max_size=8
) | st.sampled_from(["007", "5", "1.50", "-3", "a\nb", "yes", "TRUE", "=1+1", " x ", "<b>", "1e5", "2026-01-01", ""])


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.tuples(st.integers(2, 3), st.sampled_from(["title", "cost", "copies"])), TEXTS, max_size=5),
    st.sampled_from(["xlsx", "ods"]),
    st.frozensets(st.integers(2, 3), max_size=1),
    st.permutations([2, 3]),
)
def test_any_edits_are_read_back(
    texts: dict[tuple[int, str], str], ending: str, gone: frozenset[int], order: list[int]
) -> None:
    data = WORKBOOKS[ending]
    before = read_table_bytes(data, f"cards.{ending}", "Cards")
    wanted = {at: text.strip() for at, text in texts.items() if at[0] not in gone}
    copies = tuple(
        NewRow(before.records[-1] + 1, {"id": f"N{record}"}, record) for record in order if record not in gone
    )
    rewriting = Rewriting(texts=wanted, gone=gone, rows=copies)
    after = rewrite(data, f"cards.{ending}", f"cards.{ending}", before, rewriting)
    assert rewriting.is_carried_out(before, read_table_bytes(after, f"cards.{ending}", "Cards"))
    assert set(changed(data, after)) <= {"xl/worksheets/sheet1.xml", "content.xml"}
    if ending == "xlsx":
        header, rows = rewriting.apply(before)
        cells = [
            row for row in openpyxl.load_workbook(io.BytesIO(after))["Cards"].iter_rows(values_only=True) if any(row)
        ]
        shown = [["" if value is None else str(value).strip() for value in row[: len(header)]] for row in cells]
        assert shown == [list(header), *(list(row.values()) for row in rows)]

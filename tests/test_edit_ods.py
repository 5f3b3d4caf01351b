"""Cells of OpenDocument spreadsheets, written in place, as LibreOffice writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import edit
from beeprint.base.problems import BuildError
from edited_workbooks import again, changed, done, ods_cards, ods_text, parts, rows_of, table
from edits import difference
from workbooks import line


def _row(key: str, attributes: str) -> str:
    cell = ods_text("x", attributes) if attributes else "<table:covered-table-cell/>"
    return f"<table:table-row>{ods_text(key)}{cell}</table:table-row>"


_HEADS = line("id", "title")
_FORMULA, _TALL = " table:formula='of:=1'", " table:number-rows-spanned='2'"


def ods_table(folder: Path, data: bytes) -> edit.Table:
    return table(folder, data, file="cards.ods")


def test_cells_of_a_spreadsheet_are_written_and_all_else_stays(tmp_path: Path) -> None:
    data = ods_cards()
    cards = ods_table(tmp_path, data)
    assert (cards.format, cards.reason) == ("an OpenDocument spreadsheet", "")
    new = done(edit.set_cells(cards, {(0, "title"): "A  <b>\n x", (0, "cost"): "7", (1, "title"): "5"}, cards.seen))
    assert changed(data, new) == ["content.xml"]
    assert rows_of(new) == [["id", "title", "cost", "copies"], ["C1", "A  <b>\n x", 7.0, 1.0], ["C2", "5", 2.0, ""]]
    before, after = difference(parts(data)["content.xml"][0], parts(new)["content.xml"][0])
    assert b"ask Ann" in after and b'table:style-name="ce1"' in after and b"1048573" not in before
    assert b"A <text:s/>&lt;b&gt;</text:p><text:p><text:s/>x</text:p>" in after


def test_rows_and_columns_of_a_spreadsheet_come_go_and_move(tmp_path: Path) -> None:
    cards = ods_table(tmp_path, ods_cards())
    new = done(edit.add_row(cards, 0, cards.seen))
    assert rows_of(new)[3] == ["C3", "New card", "", ""]
    assert b'table:number-rows-repeated="1048572"' in parts(new)["content.xml"][0]
    cards = again(tmp_path)
    new = done(edit.duplicate_rows(cards, [0], cards.seen))
    assert rows_of(new)[4] == ["C4", "Drone", 1.0, 1.0]
    cards = again(tmp_path)
    new = done(edit.move_rows(cards, [3], 0, cards.seen))
    assert [row[0] for row in rows_of(new)] == ["id", "C4", "C1", "C2", "C3"]
    cards = again(tmp_path)
    new = done(edit.delete_rows(cards, [1], cards.seen))
    assert [row[0] for row in rows_of(new)] == ["id", "C4", "C2", "C3"]
    cards = again(tmp_path)
    new = done(edit.add_column(cards, "power", "whole number", [], "3", 2, cards.seen))
    assert [row[4] for row in rows_of(new)] == ["power", 3.0, 3.0, 3.0]
    cards = again(tmp_path)
    new = done(edit.delete_column(cards, "cost", cards.seen))
    assert rows_of(new)[:2] == [["id", "title", "copies", "power"], ["C4", "Drone", 1.0, 3.0]]
    cards = again(tmp_path)
    new = done(edit.rename_column(cards, "power", "strength", cards.seen))
    assert rows_of(new)[0] == ["id", "title", "copies", "strength"]


@pytest.mark.parametrize(
    ("data", "row", "words"),
    [
        (ods_cards(protected=True), 0, "the sheet is protected, and this cell is locked"),
        (ods_cards(more="<table:tracked-changes/>"), 1, "the spreadsheet records changes"),
        (ods_cards(rows=_HEADS + _row("C1", _FORMULA)), 0, "this cell is worked out by a formula"),
        (
            ods_cards(rows=_HEADS + _row("C1", _TALL) + _row("C2", "")),
            1,
            "this cell is merged with others",
        ),
    ],
    ids=["locked", "recorded", "formula", "merged"],
)
def test_cells_of_a_spreadsheet_that_cannot_change_are_refused(
    tmp_path: Path, data: bytes, row: int, words: str
) -> None:
    cards = ods_table(tmp_path, data)
    with pytest.raises(BuildError, match=words):
        edit.set_cells(cards, {(row, "title"): "y"}, cards.seen)


def test_an_unlocked_cell_of_a_protected_spreadsheet_is_written(tmp_path: Path) -> None:
    cards = ods_table(tmp_path, ods_cards(protected=True))
    assert rows_of(done(edit.set_cells(cards, {(1, "title"): "y"}, cards.seen)))[2][1] == "y"

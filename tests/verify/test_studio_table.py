"""The view Cards with tables as designers keep them: totals, headings of their own, slips of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import browser, studio
from playwright.sync_api import Browser
from test_studio_grid import CARDS, Sheet, towers

TOTALS = f"{CARDS},,,,,,,\n,TOTAL,16,,,,,9\n"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


def test_new_cards_come_above_the_total(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers", TOTALS)
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.page.get_by_role("button", name="Add card", exact=True).click()
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "New card", "", "TOTAL")
        sheet.cell("C7", "title").wait_for()
        assert sheet.here == ("C7", "title")
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == TOTALS)
        sheet.cell("C6", "title").click()
        sheet.page.get_by_role("button", name="Duplicate card", exact=True).click()
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Well", "", "TOTAL")
        sheet.page.get_by_role("alert").get_by_text("is named as a total, so it is left out").wait_for()
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == TOTALS)
        sheet.copy("Hall\t6\tno\tsun\r\nRoof\t7\tno\tsun\r\nLoft\t8\tno\tsun\r\n")
        sheet.cell("C6", "title").click()
        sheet.press("Control+v")
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Hall", "Roof", "Loft", "", "TOTAL")
        sheet.cell("C8", "title").wait_for()
        assert [row["id"] for row in sheet.rows[5:8]] == ["C6", "C7", "C8"]
        shown = sheet.page.locator(".cards-body .cards-row [data-column=title]").all_inner_texts()
        assert shown == ["Gate", "Wall", "Moat", "Keep", "Yard", "Hall", "Roof", "Loft", "TOTAL"]
        assert sheet.tab.said == []

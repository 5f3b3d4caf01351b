"""Cards of a workbook in Chromium: what is deleted goes with its row, and each column says what can become of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser
from test_studio_grid import GAME, LAYOUT, towers

from edited_workbooks import resulting
from workbooks import saved

MORE = """\
  others:
    title: Others
    data: others.csv
    shape: {kind: card, size: standard-card}
    stock: cards
    front: card
    columns: {title: text, art: text?, text: text?}
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game whose deck is a sheet with a total, and a deck beside it whose art is printed as words."""
    folder = towers(tmp_path / "towers", game=GAME.replace("cards.csv", "cards.xlsx") + MORE)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["id", "title", "cost", "rare", "suit", "art", "text", "copies"])
    for number, name in enumerate(("Gate", "Wall", "Moat", "Keep"), start=1):
        sheet.append([f"C{number}", name, number, "no", "sun", "sun.svg", "", 1])
    sheet.append([None, "Total", "=SUM(C2:C5)", None, None, None, None, "=SUM(H2:H5)"])
    sheet["K3"] = "=1+1"
    (folder / "cards.xlsx").write_bytes(resulting(saved(book)))
    (folder / "others.csv").write_text("id,title,art,text\nO1,Other,,\n", "utf-8")
    return folder


def test_a_card_of_a_workbook_goes_with_its_row_and_comes_back(chromium: Browser, game: Path) -> None:
    file = game / "cards.xlsx"
    before = file.read_bytes()
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        tab.page.get_by_role("gridcell", name="Keep").click()
        tab.page.get_by_role("button", name="Delete card").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('Keep deleted')")
        sheet = openpyxl.load_workbook(file).active
        assert sheet is not None
        assert [cell.value for cell in sheet["B"]] == ["title", "Gate", "Wall", "Moat", "Total"]
        assert (sheet["C5"].value, sheet["H5"].value) == ("=SUM(C2:C4)", "=SUM(H2:H4)")
        tab.page.locator(".view.cards .toast-undo:visible").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('Undone')")
        assert file.read_bytes() == before
        assert tab.said == []


def test_a_column_is_deleted_from_its_menu_or_says_why_it_stays(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        head = tab.page.get_by_role("columnheader")
        head.filter(has_text="id").first.click()
        menu = tab.page.get_by_role("dialog", name="Column id")
        assert menu.get_by_role("button", name="Delete column").is_disabled()
        assert "Every card needs its id." in menu.inner_text()
        assert tab.violations() == []
        menu.press("Escape")
        head.filter(has_text="copies").click()
        tab.page.get_by_role("dialog", name="Column copies").get_by_role("button", name="Delete column").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('Deleted')")
        sheet = openpyxl.load_workbook(game / "cards.xlsx").active
        assert sheet is not None
        assert [cell.value for cell in sheet[1]] == [
            "id",
            "title",
            "cost",
            "rare",
            "suit",
            "art",
            "text",
            None,
            None,
            None,
        ]


def test_what_was_refused_goes_with_its_deck(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        tab.page.get_by_label("Newer table").set_input_files(
            {"name": "notes.csv", "mimeType": "text/csv", "buffer": b"day,guest\n1,Ann\n2,Bob\n"}
        )
        bar = tab.page.locator(".cards-refusal")
        bar.get_by_text("none of the columns").wait_for()
        tab.page.get_by_role("region", name="Cards").get_by_label("Deck").select_option("others")
        bar.wait_for(state="hidden")
        assert tab.said == []


def test_a_text_that_shows_names_of_pictures_shows_the_pictures(chromium: Browser, game: Path) -> None:
    layout = game / "layouts/card.yaml"
    layout.write_text(
        LAYOUT.replace(
            'art: {kind: picture, art: "{art}"', 'art: {kind: text, font: source-sans, size: 9, text: "{art}"'
        )
    )
    with studio(game) as address:
        tab = Tab(chromium, address, "#card?at=cards/C1&slot=art")
        tab.page.get_by_role("button", name="Show as pictures").click()
        tab.until("() => document.querySelector('.toast').textContent.includes('shows pictures')")
        assert 'kind: picture, art: "{art}", box: [5, 15, 53, 30]' in layout.read_text("utf-8")
        tab.page.get_by_role("button", name="Show as pictures").wait_for(state="hidden")
        assert tab.said == []

"""The start page in Chromium: a game from a template and from a workbook, folders, recent games, and --read-only."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from browsing import Tab, browser
from playwright.sync_api import Browser, expect

from beeprint import starter
from beeprint.starter.looks import LOOKS
from beeprint.starter.packed import pack


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the documents of a home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    (tmp_path / "Documents").mkdir()
    return tmp_path / "Documents"


@contextlib.contextmanager
def started(folder: Path, *options: str) -> Iterator[str]:
    """Run `beeprint studio` in a folder without a game; the value is the page's address."""
    command = [sys.executable, "-m", "beeprint", "studio", "--no-browser", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def click(tab: Tab, name: str, **options: Any) -> None:
    tab.page.get_by_role("button", name=name, exact=True, **options).first.click()


def shows_pieces(tab: Tab, count: int) -> None:
    tab.page.locator(".tools .count", has_text=re.compile(rf"\b{count} (pieces|printed)")).wait_for()


def test_a_blank_game_is_made_and_found_again(chromium: Browser, documents: Path) -> None:
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "New game")
        tab.page.get_by_label("Title", exact=True).fill("Night moths")
        tab.page.get_by_label("What the deck is called").fill("Moths")
        tab.page.get_by_role("group", name="Look").get_by_label("Antique").check(force=True)
        tab.until("() => document.querySelector('.browser-note').textContent.includes('Documents')")
        assert tab.violations() == []
        click(tab, "Make the game")
        tab.page.get_by_role("gridcell", name="First card", exact=True).wait_for()  # its cards, to write
        assert (documents / "night-moths" / "moths.csv").is_file()
        assert LOOKS["antique"].inks["paper"] in (documents / "night-moths" / "palette.yaml").read_text("utf-8")
        click(tab, "Night moths")
        tab.page.get_by_role("link", name="All games").click()
        recent = tab.page.get_by_role("list", name="Recent games")
        recent.wait_for()
        assert recent.get_by_role("button").count() == 1
        assert tab.page.get_by_role("list", name="Templates").get_by_role("listitem").count() >= 8
        assert tab.violations() == []
        recent.get_by_role("button").click()
        shows_pieces(tab, 3)
        assert tab.said == []


def test_each_sheet_of_a_workbook_has_its_own_template_size_and_look(chromium: Browser, documents: Path) -> None:
    book = openpyxl.Workbook()
    for name, head in (("Moths", "Text"), ("Tokens", "Value")):
        sheet = book.create_sheet(name)
        for row in (["Name", head], ["Atlas", 3], ["Luna", 2]):
            sheet.append(row)
    del book["Sheet"]
    book.save(documents / "cards.xlsx")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        tab.page.get_by_label("Table", exact=True).set_input_files(documents / "cards.xlsx")
        tab.page.get_by_text("Template, size and look as below").nth(1).click()
        tab.page.get_by_text("Token suits it, since the sheet is called Tokens.").wait_for()
        tab.page.get_by_role("combobox", name="Template", exact=True).select_option("Square tile")
        tab.page.get_by_role("combobox", name="Look", exact=True).select_option("Dark")
        tab.page.get_by_text("Square tile, Dark").wait_for()
        assert tab.violations() == []
        tab.page.get_by_label("Title", exact=True).fill("Insects")
        click(tab, "Make the game")
        tab.page.get_by_role("list", name="What was guessed").wait_for()
        layouts = documents / "insects" / "layouts"
        assert "fill: dark-" in (layouts / "tokens.yaml").read_text("utf-8")
        assert "size: [60, 60]" in (layouts / "tokens.yaml").read_text("utf-8")
        assert "dark-" not in (layouts / "moths.yaml").read_text("utf-8")
        assert tab.said == []


def test_all_recent_games_are_shown_when_one_asks(chromium: Browser, documents: Path) -> None:
    games = [documents / f"game-{number}" for number in range(14)]
    for game in games:
        starter.write(game, "blank")
    settings = documents.parent / ".config" / "beeprint"
    settings.mkdir(parents=True)
    (settings / "recent-games.json").write_text(json.dumps(list(map(str, games))), "utf-8")
    with started(documents) as address:
        tab = Tab(chromium, address)
        recent = tab.page.get_by_role("list", name="Recent games")
        recent.wait_for()
        assert recent.get_by_role("button").count() == 12
        tab.page.get_by_text("A game that is not listed here: choose Open a folder above.").wait_for()
        click(tab, "Show all 14")
        assert recent.get_by_role("button").count() == 14
        assert tab.violations() == []


def test_a_workbook_becomes_a_game_of_the_sheet_that_is_ticked(chromium: Browser, documents: Path) -> None:
    book = openpyxl.Workbook()
    for name, rows in (("Moths", (["Atlas", "Large."], ["Luna", "Green."])), ("Bees", (["Drone", "Idle."],) * 2)):
        sheet = book.create_sheet(name)
        for row in (["Name", "Text"], *rows):
            sheet.append(row)
    prices = book["Sheet"]
    prices.title = "Prices"
    for row in (["Item", "Euro"], ["Box", 3], ["Sleeves", 2]):
        prices.append(row)
    book.save(documents / "cards.xlsx")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        tab.page.get_by_label("Table", exact=True).set_input_files(documents / "cards.xlsx")
        tab.page.get_by_role("group", name="Sheets that become decks").wait_for()
        assert [tab.page.get_by_label(name).is_checked() for name in ("Moths", "Bees", "Prices")] == [True, True, False]
        tab.page.get_by_label("Bees").uncheck()
        tab.page.get_by_label("Title", exact=True).fill("Insects")
        tab.page.get_by_label("Size of the cards").select_option("own")
        tab.page.get_by_label("Width in mm").fill("70")
        tab.page.get_by_label("Height in mm").fill("120")
        click(tab, "Make the game")
        notes = tab.page.get_by_role("list", name="What was guessed")
        notes.wait_for()
        assert "cards are 70 x 120 mm" in notes.inner_text() and tab.violations() == []
        click(tab, "Choose again")
        tab.page.get_by_label("Moths").uncheck()
        tab.page.get_by_label("Bees").uncheck()
        click(tab, "Make the game")
        tab.page.get_by_text("Tick a sheet that lists your cards.").wait_for()
        assert not (documents / "insects").exists() and tab.violations() == []
        tab.page.get_by_label("Moths").check()
        click(tab, "Make the game")
        notes.wait_for()
        click(tab, "Open the game")
        shows_pieces(tab, 2)
        assert tab.said == []


ADVENTURE = """Name,Type,Cost,Text
Ember Fox,Creature,1,Ready one exhausted ally.
Ferry at Dusk,Event,2,"At dusk, move one hero across the river."
Goblin Market,Event,0,Trade up to 2 coins for items of your choice.
"""


def test_a_table_is_imported_in_a_template_and_a_look_that_are_chosen_by_pictures(
    chromium: Browser, documents: Path
) -> None:
    (documents / "night_roads.csv").write_text(ADVENTURE, "utf-8")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        tab.page.get_by_label("Table", exact=True).set_input_files(documents / "night_roads.csv")
        looks, kinds = (tab.page.get_by_role("group", name=name) for name in ("Look", "Template of the cards"))
        expect(looks.get_by_role("radio")).to_have_count(4)
        expect(kinds.get_by_role("radio")).to_have_count(13)
        picture = looks.locator("img").nth(2)
        expect(picture).to_have_attribute("src", re.compile("look=dark"))
        picture.scroll_into_view_if_needed()
        tab.page.wait_for_function("picture => picture.naturalWidth > 0", arg=picture.element_handle())
        assert tab.violations() == []
        looks.get_by_label("Dark").check(force=True)
        kinds.get_by_label("Character").check(force=True)
        expect(tab.page.get_by_label("Title", exact=True)).to_have_value("Night Roads")
        tab.page.get_by_label("Title", exact=True).fill("Adventure")
        click(tab, "Make the game")
        notes = tab.page.get_by_role("list", name="What was guessed")
        notes.wait_for()
        assert "The template is character" in notes.inner_text()
        assert (documents / "adventure" / "palette.yaml").read_text("utf-8").endswith(LOOKS["dark"].palette)
        assert tab.said == []


#: Elements of a dialog that scroll in it, the dialog itself left out.
_SCROLLS = """() => [...document.querySelectorAll('dialog *')]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY)).map((each) => each.className)"""


PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const place = document.activeElement ?? document.body;
    place.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_cells_of_a_spreadsheet_are_pasted_as_a_table(chromium: Browser, documents: Path) -> None:
    with started(documents) as address:
        tab = Tab(chromium, address)
        tab.page.get_by_text("Or paste cells that you copied in a spreadsheet.").wait_for()
        tab.page.evaluate(PASTE, "one line of words")  # no table
        tab.page.evaluate(PASTE, 'Name\tCost\tText\r\nMoth\t2\t"Say ""hm"".\nThen fly."\r\nBee\t1\tDraw a card.')
        dialog = tab.page.get_by_role("dialog", name="Import a table")
        expect(dialog.get_by_label("Title", exact=True)).to_have_value("Cards")
        dialog.get_by_label("Title", exact=True).fill("Night moths")
        click(tab, "Make the game")
        tab.page.get_by_role("list", name="What was guessed").wait_for()
        (table,) = (documents / "night-moths").glob("*.tsv")
        assert table.read_bytes() == b'Name\tCost\tText\r\nMoth\t2\t"Say ""hm"".\nThen fly."\r\nBee\t1\tDraw a card.'
        click(tab, "Open the game")
        shows_pieces(tab, 2)
        assert tab.said == []


@pytest.mark.parametrize("width", [1440, 390])
def test_a_dialog_scrolls_in_one_place_with_the_buttons_in_sight(
    chromium: Browser, documents: Path, width: int
) -> None:
    (documents / "cards.csv").write_text(ADVENTURE, "utf-8")
    for number in range(30):
        (documents / f"folder-{number}").mkdir()
    with started(documents) as address:
        tab = Tab(chromium, address, width=width)
        for name in ("New game", "Import a table"):
            click(tab, name)
            if name == "Import a table":
                tab.page.get_by_label("Table", exact=True).set_input_files(documents / "cards.csv")
            place = tab.page.locator(".place-of > summary")
            expect(place).to_be_visible()
            expect(place).to_contain_text(f"Where it is put {documents}")
            title = tab.page.get_by_label("Title", exact=True).bounding_box()
            at = place.bounding_box()
            assert title and at and 0 < at["y"] - title["y"] < 90  # right below the title
            make = tab.page.get_by_role("button", name="Make the game")
            expect(make).to_be_in_viewport(ratio=1)
            place.click()
            tab.page.get_by_role("button", name="folder-29").wait_for()
            assert tab.page.evaluate(_SCROLLS) == []
            expect(make).to_be_in_viewport(ratio=1)
            assert tab.violations() == []
            tab.page.keyboard.press("Escape")
        assert tab.said == []


def test_a_title_that_is_taken_is_refused_beside_the_button_until_it_or_the_folder_changes(
    chromium: Browser, documents: Path
) -> None:
    (documents / "cards.csv").write_text(ADVENTURE, "utf-8")
    (documents / "other").mkdir()
    starter.write(documents / "adventure", "blank")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        tab.page.get_by_label("Table", exact=True).set_input_files(documents / "cards.csv")
        title, make = tab.page.get_by_label("Title", exact=True), tab.page.get_by_role("button", name="Make the game")
        title.fill("Adventure")
        make.click()
        refused = tab.page.get_by_role("alert").filter(has_text="There is already a game of this title")
        words = "There is already a game of this title in this folder. Give it another title, or choose another folder."
        expect(refused).to_have_text(words)
        expect(refused).to_be_in_viewport(ratio=1)
        at, button = refused.bounding_box(), make.bounding_box()
        assert at and button and at["x"] < button["x"] and at["y"] < button["y"] + button["height"] < at["y"] + 90
        assert tab.violations() == []
        title.fill("Adventures")
        expect(refused).to_be_hidden()
        title.fill("Adventure")
        make.click()
        expect(refused).to_be_visible()
        tab.page.get_by_text("Where it is put").click()
        click(tab, "other")
        expect(refused).to_be_hidden()
        expect(tab.page.locator(".browser-trail [aria-current=true]")).to_have_text("other")
        make.click()
        tab.page.get_by_role("list", name="What was guessed").wait_for()
        assert (documents / "other" / "adventure" / "game.yaml").is_file()


def test_cards_of_a_template_are_begun_in_a_look(chromium: Browser, documents: Path) -> None:
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "New game")
        dialog = tab.page.get_by_role("dialog")
        dialog.get_by_label("Event", exact=True).check(force=True)
        looks = dialog.get_by_role("group", name="Look")
        looks.get_by_label("Antique").check(force=True)
        covers = dialog.get_by_role("group", name="Template").locator("img")
        shown = covers.evaluate_all("each => each.map((picture) => picture.getAttribute('src'))")
        kinds = [address for address in shown if "/cards/" in address]
        assert kinds and all("antique" in address for address in kinds), shown
        dialog.get_by_label("Title", exact=True).fill("Old roads")
        click(tab, "Make the game")
        tab.page.get_by_role("gridcell", name="Market Day", exact=True).wait_for()
        assert (documents / "old-roads" / "palette.yaml").read_text("utf-8").endswith(LOOKS["antique"].palette)
        assert tab.said == []


def test_a_document_is_refused_as_soon_as_it_is_chosen(chromium: Browser, documents: Path) -> None:
    (documents / "cards.csv").write_text("Name,Text\nMoth,Flies.\nBee,Buzzes.\n", "utf-8")
    (documents / "cards.docx").write_bytes(b"PK")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        table = tab.page.get_by_label("Table", exact=True)
        table.set_input_files(documents / "cards.csv")
        tab.page.get_by_label("Title", exact=True).wait_for()
        table.set_input_files(documents / "cards.docx")
        tab.page.get_by_role("alert").filter(has_text="is a Word document").wait_for()
        assert not tab.page.get_by_label("Title", exact=True).is_visible()
        assert not tab.page.get_by_role("button", name="Make the game").is_visible() and tab.violations() == []
        dialog = tab.page.get_by_role("dialog")
        words = dialog.inner_text()
        assert "cards.docx makes no game" in words and "cards.docx is a Word document" in words
        cancel = dialog.get_by_role("button", name="Cancel", exact=True).bounding_box()
        choose = dialog.get_by_role("button", name="Choose a file").bounding_box()
        assert cancel and choose and cancel["height"] == pytest.approx(choose["height"], abs=8)
        table.set_input_files(documents / "cards.csv")
        tab.page.get_by_label("Title", exact=True).wait_for()
        assert tab.page.get_by_role("button", name="Make the game").is_visible()


def test_a_folder_is_opened_only_if_it_is_a_game(chromium: Browser, documents: Path) -> None:
    starter.write(documents / "Shelf" / "garden")
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Open a folder")
        dialog = tab.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Shelf").click()
        dialog.get_by_role("button", name="garden game").wait_for()
        assert dialog.get_by_role("button", name="Open the game").is_disabled() and tab.violations() == []
        dialog.get_by_role("button", name="garden game").click()
        click(tab, "Open the game")
        shows_pieces(tab, 21)


def test_a_page_of_a_game_says_that_another_was_opened_and_goes_to_it(chromium: Browser, documents: Path) -> None:
    starter.write(documents / "garden")
    starter.write(documents / "moths", "blank")
    with started(documents / "garden") as address:
        first, second = Tab(chromium, address), Tab(chromium, address, "start")
        shows_pieces(first, 21)
        click(second, "Open a folder")
        second.page.get_by_role("dialog").get_by_role("button", name="moths game").click()
        click(second, "Open the game")
        shows_pieces(second, 3)
        first.page.get_by_text("Another game was opened in this studio.").wait_for()
        assert first.violations() == []
        click(first, "Go to the other game")
        shows_pieces(first, 3)


def test_with_read_only_nothing_is_made(chromium: Browser, documents: Path) -> None:
    with started(documents, "--read-only") as address:
        tab = Tab(chromium, address)
        tab.page.get_by_role("button", name="Open a folder").wait_for()
        for name in ("New game", "Import a table"):
            assert tab.page.get_by_role("button", name=name, exact=True).is_disabled()
        assert tab.page.get_by_role("button", name="Open a folder").is_enabled() and tab.violations() == []


def test_no_dropped_file_takes_the_page_away(chromium: Browser, documents: Path) -> None:
    starter.write(documents / "garden")
    with started(documents / "garden") as address:
        tab = Tab(chromium, address)
        shows_pieces(tab, 21)
        refused = tab.page.evaluate(
            "() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'a.xyz'));"
            "return ['dragover', 'drop'].map(name => !document.body.dispatchEvent("
            "new DragEvent(name, {dataTransfer: data, bubbles: true, cancelable: true}))); }"
        )
        assert refused == [True, True]


def test_a_game_that_was_sent_is_dropped_or_chosen_and_opens(chromium: Browser, documents: Path) -> None:
    starter.write(documents / "moths", "blank", "Night moths")
    sent = documents / "moths (1).zip"
    sent.write_bytes(pack(documents / "moths"))
    with started(documents) as address:
        tab = Tab(chromium, address)
        click(tab, "Open a folder")
        tab.page.get_by_label("ZIP", exact=True).set_input_files(sent)
        name = tab.page.get_by_label("Name of its folder")
        assert name.input_value() == "moths"
        click(tab, "Unpack and open")
        tab.page.get_by_role("alert").filter(has_text="There is already a folder of this name").wait_for()
        assert tab.violations() == []
        name.fill("Moths of a friend")
        click(tab, "Unpack and open")
        shows_pieces(tab, 3)
    assert (documents / "moths-of-a-friend/game.yaml").read_bytes() == (documents / "moths/game.yaml").read_bytes()


def test_the_start_page_says_that_the_studio_has_stopped(chromium: Browser, documents: Path) -> None:
    with started(documents) as address:
        tab = Tab(chromium, address)
        tab.page.get_by_role("button", name="New game", exact=True).wait_for()
        assert tab.count("#lost") == 0
    tab.page.get_by_role("status", name="Connection").get_by_text("beeprint has stopped.").wait_for()
    assert tab.text("#lost code") == "beeprint studio"
    assert tab.violations() == []

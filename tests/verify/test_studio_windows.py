"""Two windows of one game in Chromium, and files that others change: nothing is lost, and the page says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, expect

from beeprint import starter


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=600_000)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def windows(chromium: Browser, address: str, view: str) -> tuple[Tab, Tab]:
    return Tab(chromium, address, view, reduced_motion="reduce"), Tab(chromium, address, view, reduced_motion="reduce")


def cell(tab: Tab, text: str) -> Locator:
    return tab.page.get_by_role("gridcell", name=text, exact=True).first


def type_over(tab: Tab, cell: Locator, text: str) -> None:
    """Open the editor of a cell of the grid, and type a text in the place of its own."""
    cell.dblclick()
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.type(text)


def titles(mine: Path) -> list[str]:
    return [line.split(",")[1] for line in (mine / "cards.csv").read_text("utf-8").splitlines()[1:]]


def test_an_edit_of_a_window_is_seen_and_undone_in_another(chromium: Browser, mine: Path) -> None:
    before = (mine / "cards.csv").read_bytes()
    with studio(mine) as address:
        first, other = windows(chromium, address, "#cards")
        type_over(first, cell(first, "First light"), "Dawn")
        first.page.keyboard.press("Enter")
        expect(cell(other, "Dawn")).to_be_visible()
        other.page.get_by_role("button", name="Undo", exact=True).click()
        expect(cell(first, "First light")).to_be_visible()
        assert (mine / "cards.csv").read_bytes() == before
        first.page.get_by_role("button", name="Redo", exact=True).click()
        expect(cell(other, "Dawn")).to_be_visible()
        assert first.said == other.said == []


def test_a_cell_that_another_window_changed_is_written_only_after_a_second_enter(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        first, other = windows(chromium, address, "#cards")
        type_over(other, cell(other, "First light"), "Typed here")
        for title, text in (("First light", "Dawn"), ("Warm stones", "Cold stones")):
            type_over(first, cell(first, title), text)
            first.page.keyboard.press("Enter")
        expect(cell(other, "Cold stones")).to_be_visible()  # so it knows of the edit before too
        other.page.keyboard.press("Enter")
        says = other.page.locator("#cards-says")
        expect(says).to_contain_text("This cell was changed elsewhere: it holds “Dawn” now.")
        expect(says).to_contain_text("Press Enter to write your text over it, or Esc to keep it.")
        expect(other.page.locator(".cards-input")).to_have_value("Typed here")
        assert titles(mine)[:2] == ["Dawn", "Cold stones"]
        other.page.keyboard.press("Enter")
        expect(cell(first, "Typed here")).to_be_visible()
        type_over(other, cell(other, "Open blossoms"), "Typed in vain")
        for title, text in (("Open blossoms", "Buds"), ("Cold stones", "Wet stones")):
            type_over(first, cell(first, title), text)
            first.page.keyboard.press("Enter")
        expect(cell(other, "Wet stones")).to_be_visible()
        other.page.keyboard.press("Enter")
        expect(says).to_contain_text("it holds “Buds” now")
        other.page.keyboard.press("Escape")
        expect(cell(other, "Buds")).to_be_visible()
        assert titles(mine)[:3] == ["Typed here", "Wet stones", "Buds"]
        assert first.said == other.said == []


def test_a_card_keeps_what_is_typed_while_another_window_changes_its_row(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        first, other = windows(chromium, address, "#card?at=cards/S2")
        theirs, mine_ = (tab.page.get_by_role("table", name="Cells of the row") for tab in (first, other))
        mine_.get_by_label("title").fill("Typed here")
        theirs.get_by_label("value").fill("9")
        theirs.get_by_label("value").press("Enter")
        expect(mine_.get_by_label("value")).to_have_value("9")
        mine_.get_by_label("title").press("Enter")  # another cell of the same file does no harm
        expect(theirs.get_by_label("title")).to_have_value("Typed here")
        mine_.get_by_label("title").fill("Typed again")
        for column, text in (("title", "Dusk"), ("value", "8")):
            theirs.get_by_label(column).fill(text)
            theirs.get_by_label(column).press("Enter")
        expect(mine_.get_by_label("value")).to_have_value("8")
        mine_.get_by_label("title").press("Enter")
        expect(mine_).to_contain_text("This cell was changed elsewhere: it holds “Dusk” now.")
        expect(mine_.get_by_label("title")).to_have_value("Typed again")
        assert titles(mine)[1] == "Dusk"
        mine_.get_by_label("title").press("Enter")
        expect(theirs.get_by_label("title")).to_have_value("Typed again")
        assert first.said == other.said == []


def test_a_cell_that_is_left_keeps_what_another_window_wrote_and_offers_the_typed_text(
    chromium: Browser, mine: Path
) -> None:
    with studio(mine) as address:
        first, other = windows(chromium, address, "#cards")
        kept = other.page.locator(".cards-refusal")

        def change_elsewhere(*changes: tuple[str, str]) -> None:
            for title, text in changes:
                type_over(first, cell(first, title), text)
                first.page.keyboard.press("Enter")
            expect(cell(other, changes[-1][1])).to_be_visible()  # so the window knows of all that came before

        type_over(other, cell(other, "First light"), "Typed here")
        change_elsewhere(("First light", "Dawn"), ("Warm stones", "Cold stones"))
        cell(other, "Cold stones").click()
        expect(kept).to_contain_text(
            "“Typed here” was not written, since another window or program changed the cell to “Dawn”."
        )
        assert titles(mine)[:2] == ["Dawn", "Cold stones"]
        kept.get_by_role("button", name="Write Typed here").click()
        expect(cell(first, "Typed here")).to_be_visible()
        expect(kept).to_be_hidden()

        type_over(other, cell(other, "Open blossoms"), "Typed in vain")
        change_elsewhere(("Open blossoms", "Buds"), ("Cold stones", "Wet stones"))
        other.page.keyboard.press("Enter")
        expect(other.page.locator("#cards-says")).to_contain_text("it holds “Buds” now")
        other.page.keyboard.press("Tab")
        expect(kept).to_contain_text("“Typed in vain” was not written")
        assert titles(mine)[:3] == ["Typed here", "Wet stones", "Buds"]
        assert first.said == other.said == []


def test_a_cell_beside_a_card_that_is_left_keeps_what_another_window_wrote(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        first, other = windows(chromium, address, "#card?at=cards/S2")
        theirs, mine_ = (tab.page.get_by_role("table", name="Cells of the row") for tab in (first, other))

        def change_elsewhere(*changes: tuple[str, str]) -> None:
            for column, text in changes:
                theirs.get_by_label(column).fill(text)
                theirs.get_by_label(column).press("Enter")
            expect(mine_.get_by_label(changes[-1][0])).to_have_value(changes[-1][1])

        mine_.get_by_label("title").fill("Typed here")
        change_elsewhere(("title", "Dusk"), ("value", "8"))
        mine_.get_by_label("title").press("Enter")
        expect(mine_).to_contain_text("Press Enter to write your text over it, or Esc to keep it.")
        mine_.get_by_label("value").click()
        expect(mine_).to_contain_text(
            "“Typed here” was not written, since another window or program changed the cell to “Dusk”."
        )
        expect(mine_.get_by_label("title")).to_have_value("Dusk")
        assert titles(mine)[1] == "Dusk"
        mine_.get_by_role("button", name="Write Typed here").click()
        expect(theirs.get_by_label("title")).to_have_value("Typed here")
        assert titles(mine)[1] == "Typed here"
        assert first.said == other.said == []


def test_a_window_whose_game_gave_way_to_another_says_so_and_keeps_what_is_typed(
    chromium: Browser, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    starter.write(tmp_path / "yours", title="Yours")
    theirs = (tmp_path / "yours" / "cards.csv").read_bytes()
    title = "Mine"
    with studio(mine) as address:
        first = Tab(chromium, address, "#cards", reduced_motion="reduce")
        other = Tab(chromium, address, "start", reduced_motion="reduce")
        type_over(first, cell(first, "First light"), "Typed here")
        open_yours = (
            "path => fetch('open-game', {method: 'POST', headers: {'X-Beeprint': '1'}, body: JSON.stringify({path})})"
        )
        other.page.evaluate(open_yours, str(tmp_path / "yours"))
        band = first.page.locator("#lost")
        expect(band).to_contain_text("Another game was opened in this studio. It shows Yours now.")
        expect(first.page.locator(".cards-input")).to_have_value("Typed here")
        first.page.keyboard.press("Enter")
        refusal = first.page.locator("#cards-says, .cards-refusal:visible")
        expect(refusal.first).to_contain_text("Another game was opened in this studio")
        expect(first.page.locator(".cards-input")).to_have_value("Typed here")
        assert (tmp_path / "yours" / "cards.csv").read_bytes() == theirs
        band.get_by_role("button", name=f"Open {title} again").click()
        first.page.locator("html[data-link=live]").wait_for()
        expect(band).to_be_hidden()
        first.page.locator(".cards-input").press("Enter")
        expect(cell(first, "Typed here")).to_be_visible()
        while titles(mine)[0] != "Typed here":  # the page shows it before it is written
            first.page.wait_for_timeout(50)
        assert (tmp_path / "yours" / "cards.csv").read_bytes() == theirs
        other.page.evaluate(open_yours, str(tmp_path / "yours"))
        band.get_by_role("button", name="Go to the other game").click()
        expect(first.page.locator("#title")).to_have_text("Yours")


def test_what_an_editor_saved_is_not_undone_and_a_read_only_file_says_what_to_do(chromium: Browser, mine: Path) -> None:
    cards = mine / "cards.csv"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1", reduced_motion="reduce")
        row, toast = tab.page.get_by_role("table", name="Cells of the row"), tab.page.locator(".toast:visible")
        row.get_by_label("title").fill("Dawn")
        row.get_by_label("title").press("Enter")
        expect(toast).to_contain_text("(S1) changed")
        saved = cards.read_text("utf-8").replace("Warm stones", "Cold stones")
        cards.write_text(saved, "utf-8", newline="")
        tab.page.get_by_role("button", name="Undo", exact=True).first.click()
        expect(toast).to_contain_text(
            "cards.csv has changed meanwhile: look at it as it is now, and make the change again"
        )
        assert cards.read_text("utf-8") == saved
        cards.chmod(0o444)
        row.get_by_label("title").fill("Dusk")
        row.get_by_label("title").press("Enter")
        expect(row).to_contain_text("cards.csv is read-only: allow writing to it; it is as it was")
        expect(row.get_by_label("title")).to_have_value("Dusk")
        assert cards.read_text("utf-8") == saved
        cards.chmod(0o644)
        row.get_by_label("title").press("Enter")
        expect(toast).to_contain_text("(S1) changed")
        assert cards.read_text("utf-8") == saved.replace("Dawn", "Dusk")
        assert tab.said == []

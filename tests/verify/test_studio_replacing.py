"""Replace the table of a deck in Chromium: a newer file is dropped, and taken card by card, or pulled."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser

from beeprint import starter
from small_game import small_game
from workbooks import saved

#: Remember that a game is as it was made, in the store of the studio.
BEGIN = """import sys
from pathlib import Path
from beeprint.base.store import Store
from beeprint.edit import table_bases
table_bases.begin(Store.open(), Path(sys.argv[1]).iterdir())"""
#: Drop a file with a text on an element.
DROP = """([name, text, at]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  document.querySelector(at).dispatchEvent(
    new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carried }));
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game with the cards S1, S4 and R6, and a second deck; the studio knows how it was made."""
    game = small_game(tmp_path / "mine")
    subprocess.run([sys.executable, "-c", BEGIN, str(game)], check=True)
    return game


def newer(game: Path) -> str:
    """Return the table of its cards with a new title, without S4 and with another card."""
    head, s1, _, r6 = (game / "cards.csv").read_text("utf-8").splitlines()
    return "\n".join([head, s1.replace("First light", "Last light"), r6, r6.replace("R6", "R9")]) + "\n"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dropped_table_is_taken_card_by_card_and_undone(chromium: Browser, mine: Path, scheme: str) -> None:
    file, text = mine / "cards.csv", newer(mine)
    before = file.read_bytes()
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards", color_scheme=scheme)
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        tab.page.evaluate(DROP, ["newer.csv", text, ".view.cards"])
        ask = tab.page.get_by_role("dialog", name="Compare newer.csv", exact=True)
        assert ask.get_by_label("Compare with").input_value() == "cards"
        ask.get_by_role("button", name="Compare").press("Enter")
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Garden cards$"))
        dialog.wait_for()
        changes = dialog.get_by_role("list", name="Changes").locator("> li").all_inner_texts()
        assert [words.split("\n")[0].strip() for words in changes] == ["S1", "R9", "S4"]
        assert "First light → Last light" in changes[0] and "title" in changes[0] and "renamed" in changes[0]
        assert "1 renamed, 1 new, 1 no longer there; 1 card without a change." in dialog.inner_text()
        assert not dialog.get_by_label("Delete this card: S4").is_checked()  # what goes is for a person to tick
        assert tab.violations() == []
        assert file.read_bytes() == before
        dialog.get_by_role("button", name="Accept 2 changes").press("Enter")
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('2 cards')")
        lines = file.read_text("utf-8").splitlines()
        assert [line.split(",")[0] for line in lines] == ["id", "S1", "S4", "R6", "R9"] and "Last light" in lines[1]
        tab.page.locator(".view.cards .toast-undo:visible").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('Undone')")
        assert file.read_bytes() == before
        assert tab.said == []


def test_a_file_is_chosen_and_what_is_wrong_with_it_is_said(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        chosen = tab.page.get_by_label("Newer table")
        chosen.set_input_files({"name": "notes.csv", "mimeType": "text/csv", "buffer": b"day,guest\n1,Ann\n2,Bob\n"})
        refusal = tab.page.locator(".cards-refusal")
        refusal.get_by_text("none of the columns of the table of Garden cards").wait_for()
        text = (mine / "cards.csv").read_bytes()
        chosen.set_input_files({"name": "same.csv", "mimeType": "text/csv", "buffer": text})
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Garden cards$"))
        dialog.get_by_text("Nothing differs: 3 cards without a change.").wait_for()
        dialog.get_by_role("button", name="Close", exact=True).click()
        assert (mine / "cards.csv").read_bytes() == text


def test_a_link_that_is_no_address_is_refused_in_its_dialog(chromium: Browser, mine: Path) -> None:
    before = (mine / "game.yaml").read_bytes()
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards", 1800)  # wide enough for all buttons
        tab.page.get_by_role("button", name="Get newest from the web", exact=True).and_(
            tab.page.locator(":enabled")
        ).click()
        dialog = tab.page.get_by_role("dialog", name="Get the newest table of Garden cards")
        dialog.get_by_label("Link").fill("http://127.0.0.1/cards.csv")
        assert tab.violations() == []
        dialog.get_by_role("button", name="Get it").click()
        dialog.get_by_role("alert").get_by_text("the table of Garden cards cannot be pulled").wait_for()
        dialog.get_by_role("button", name="Cancel").click()
    assert (mine / "game.yaml").read_bytes() == before


def test_cells_of_a_card_are_taken_one_by_one(chromium: Browser, mine: Path) -> None:
    head, s1, *rest = (mine / "cards.csv").read_text("utf-8").splitlines()
    cells = s1.replace("S1", "S2").replace("First light", "Last light").rsplit(",", 1)
    newer = "\n".join([head, ",".join([cells[0], "7"]), *rest]) + "\n"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        table = {"name": "newer.csv", "mimeType": "text/csv", "buffer": newer.encode()}
        tab.page.get_by_label("Newer table").set_input_files(table)
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Garden cards$"))
        card = dialog.get_by_role("list", name="Changes").locator("> li").first
        assert not card.get_by_label("id of S1").is_checked() and card.get_by_label("title of S1").is_checked()
        whole = card.get_by_label("S1, renamed")
        assert whole.evaluate("(box) => box.indeterminate")
        whole.check()
        assert card.get_by_label("id of S1").is_checked()
        dialog.get_by_role("button", name="Accept 1 change").wait_for()
        for name in ("id of S1", "title of S1"):
            card.get_by_label(name).uncheck()
        dialog.get_by_role("button", name="Accept 1 change").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('1 card')")
    assert (mine / "cards.csv").read_text("utf-8").splitlines()[1] == f"{s1.rsplit(',', 1)[0]},7"


def test_all_sheets_of_a_newer_workbook_are_offered_and_cards_that_are_gone_said_first(
    chromium: Browser, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    land, sea = book.active, book.create_sheet("Sea deck")
    assert land is not None
    land.title = "Land deck"
    for sheet, names in ((land, ("Raft", "Sloop", "Galleon")), (sea, ("Squall", "Reef", "Whale"))):
        sheet.append(["Card Name", "Rules Text", "How Many"])
        for name in names:
            sheet.append([name, f"Say {name} aloud.", 1])
    (tmp_path / "ships.xlsx").write_bytes(saved(book))
    game = tmp_path / "ships"
    starter.write_from(game, tmp_path / "ships.xlsx")
    subprocess.run([sys.executable, "-c", BEGIN, str(game)], check=True)
    land.delete_rows(2)
    sea["B2"] = "A storm comes up."
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards?deck=land-deck")
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        tab.page.get_by_label("Newer table").set_input_files(
            {"name": "newer.xlsx", "mimeType": "application/octet-stream", "buffer": saved(book)}
        )
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Land deck$"))
        dialog.get_by_text("1 card is gone from newer.xlsx: Raft. It stays unless you tick here.").wait_for()
        dialog.get_by_text("The file has a sheet for Sea deck (1 change) too.").wait_for()
        dialog.get_by_label("Delete this card", exact=True).check()
        assert dialog.get_by_label("Delete this card: raft").is_checked()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Accept 1 change").click()
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Sea deck$"))
        dialog.get_by_text("A storm comes up.").wait_for()
        dialog.get_by_role("button", name="Accept 1 change").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('1 card')")
        assert tab.said == []
    after = openpyxl.load_workbook(game / "ships.xlsx")
    assert [row[0] for row in after["Land deck"].values if any(row)] == ["Card Name", "Sloop", "Galleon"]
    assert after["Sea deck"]["B2"].value == "A storm comes up."


def test_new_words_of_a_list_are_added_by_one_button_and_own_changes_can_be_hidden(
    chromium: Browser, mine: Path
) -> None:
    imported = (mine / "cards.csv").read_text("utf-8").replace(",rain,", ",rian,")
    head, s1, s4, r6 = imported.splitlines()
    assert ",sun," in s1 and ",sun," in s4 and ",rian," in r6  # a slip that the person corrects, and the file keeps
    (mine / "cards.csv").write_text(imported, "utf-8")
    subprocess.run([sys.executable, "-c", BEGIN, str(mine)], check=True)
    newer = "\n".join([head, s1.replace(",sun,", ",fog,"), s4.replace(",sun,", ",hail,"), r6]) + "\n"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        for at, column, text in ((0, "title", "My light"), (2, "suit", "sun")):
            tab.page.locator(f".cards-cell[data-column={column}]").nth(at).click()
            tab.page.keyboard.type(text)
            tab.page.keyboard.press("Enter")
            tab.until("() => document.querySelector('[title^=\"Undo: \"]')")
            while text not in (mine / "cards.csv").read_text("utf-8").splitlines()[at + 1]:
                tab.page.wait_for_timeout(50)
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        table = {"name": "newer.csv", "mimeType": "text/csv", "buffer": newer.encode()}
        tab.page.get_by_label("Newer table").set_input_files(table)
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Garden cards$"))
        dialog.get_by_text("2 words are not in the list of suit: fog, hail.").wait_for()
        changes = dialog.get_by_role("list", name="Changes")
        assert changes.get_by_label("suit of S4").is_disabled()
        only = dialog.get_by_label("Only what the file changed")
        assert only.is_checked()
        dialog.get_by_text("2 changed; 1 card without a change in the file.").wait_for()
        only.uncheck()
        changes.get_by_label("title of S1").check()
        changes.get_by_label("title of S1").uncheck()
        only.check()
        assert changes.locator("> li:visible").count() == 2  # not R6, which only the person changed
        assert changes.get_by_label("title of S1").is_hidden() and changes.get_by_label("suit of S1").is_visible()
        dialog.get_by_role("button", name="Add them to the list").click()
        dialog.get_by_text("Added to the list of suit with what you accept: fog, hail.").wait_for()
        assert tab.violations() == []
        changes.get_by_label("suit of S1").check()
        dialog.get_by_role("button", name="Tick all").click()
        dialog.get_by_role("button", name="Accept 2 changes").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('2 cards')")
    rows = (mine / "cards.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[:3] for row in rows[1:]] == [
        [*s1.replace("First light", "My light").split(",")[:2], "fog"],
        [*s4.split(",")[:2], "hail"],
        [*r6.split(",")[:2], "sun"],
    ]
    assert "of: [sun, rain, fog, hail]" in (mine / "game.yaml").read_text("utf-8")


def test_a_new_card_with_a_word_that_its_list_lacks_is_said_to_be_left_out_until_the_word_is_added(
    chromium: Browser, mine: Path
) -> None:
    lines = (mine / "cards.csv").read_text("utf-8").splitlines()
    fog = lines[1].replace("S1", "F1").replace("First light", "Fog bank").replace(",sun,", ",fog,")
    newer = "\n".join([lines[0], lines[1].replace("First light", "Last light"), *lines[2:], fog]) + "\n"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        table = {"name": "newer.csv", "mimeType": "text/csv", "buffer": newer.encode()}
        tab.page.get_by_label("Newer table").set_input_files(table)
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare .* with Garden cards$"))
        dialog.get_by_text("Left out: F1. The reason is beside it.").wait_for()
        assert dialog.get_by_role("button", name="Accept 1 of 2 changes").is_enabled() and tab.violations() == []
        dialog.get_by_role("button", name="Add it to the list").click()
        dialog.get_by_text("Added to the list of suit with what you accept: fog.").wait_for()
        assert "Left out" not in dialog.inner_text()
        dialog.get_by_label("F1, new").check()
        dialog.get_by_role("button", name="Accept all 2").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('2 cards')")
    assert (mine / "cards.csv").read_text("utf-8").splitlines()[-1] == fog


def test_running_numbers_that_no_card_shows_stand_apart_from_changes(chromium: Browser, tmp_path: Path) -> None:
    names = ["Raft", "Punt", "Skiff", "Kayak"]

    def ships(names: list[str], word: str) -> bytes:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        for row in [["Nr", "Name", "Text"], *([at, name, f"Say {word}: {name}."] for at, name in enumerate(names, 1))]:
            sheet.append(row)
        return saved(book)

    (tmp_path / "ships.xlsx").write_bytes(ships(names, "aloud"))
    game = tmp_path / "ships"
    starter.write_from(game, tmp_path / "ships.xlsx")
    text = (game / "game.yaml").read_text("utf-8")
    assert "ignore: [Nr]" in text, text
    subprocess.run([sys.executable, "-c", BEGIN, str(game)], check=True)
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards")
        tab.page.get_by_role("button", name="Replace the table").and_(tab.page.locator(":enabled")).wait_for()
        newer = {"name": "newer.xlsx", "mimeType": "application/octet-stream"}
        table = tab.page.get_by_label("Newer table")
        table.set_input_files({**newer, "buffer": ships(["Barge", *names], "aloud")})
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Compare newer.xlsx"))
        dialog.get_by_text("1 new; 4 cards without a change").wait_for()
        assert dialog.get_by_role("list", name="Changes", exact=True).locator("> li").count() == 1
        dialog.get_by_text("4 other cards differ only in Nr, which no card shows").click()
        assert dialog.get_by_role("list", name="Changes that no card shows").locator("> li").count() == 4
        assert tab.violations() == []
        dialog.get_by_role("button", name="Accept 1 change").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('5 cards')")
        cells = openpyxl.load_workbook(game / "ships.xlsx").worksheets[0].iter_rows(min_row=2, values_only=True)
        assert [row[:2] for row in cells] == [*enumerate(["Barge", *names], 1)]
        table.set_input_files({**newer, "buffer": ships([*names, "Barge"], "aloud")})
        dialog.get_by_text("Nothing new; 5 cards without a change").wait_for()
        dialog.get_by_role("button", name="Accept all 5").click()
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('5 cards')")

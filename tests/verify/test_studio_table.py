"""The view Cards with tables as designers keep them: totals, headings of their own, slips of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser
from test_studio_grid import CARDS, GAME, SUN, Sheet, towers

from small_game import small_game

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
        assert (game / "cards.csv").read_text("utf-8").endswith("\n,TOTAL,17,,,,,10\n"), "the total stays right"
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


def test_own_changes_are_marked_and_stay_when_the_table_is_replaced(chromium: Browser, tmp_path: Path) -> None:
    text = CARDS.replace("id,title,cost", "id,title,Cost (coins)")
    game = towers(tmp_path / "towers", text, GAME.replace("cost: int", 'cost-coins: {type: int, from: "Cost (coins)"}'))
    newer = (
        text.replace("C1,Gate,3", "C1,Gate,8")
        .replace("C2,Wall,1", "C2,Old wall,1")
        .replace("C5,Yard,4", "C5,Yard,four")
    )
    newer += "C7,Hall,6,no,wood,,,1\nC8,Loft,6,no,sun,,,1\n"
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "cost-coins").click()
        sheet.write("7")
        sheet.press("Enter")
        sheet.holds("Cost (coins)", "7", "1", "2", "5", "4", "1")
        sheet.cell("C3", "title").click()
        sheet.write("Ditch")
        sheet.press("Enter")
        sheet.holds("title", "Gate", "Wall", "Ditch", "Keep", "Yard", "Well")
    with studio(game) as address:  # started again
        sheet = Sheet(chromium, address, game)
        table = {"name": "newer.csv", "mimeType": "text/csv", "buffer": newer.encode()}
        sheet.page.get_by_label("Newer table").set_input_files(table)
        dialog = sheet.page.get_by_role("dialog", name="Compare newer.csv with Towers")
        dialog.wait_for()
        assert "What you changed here stays, unless you tick it." in dialog.inner_text()
        unknown = "The studio does not know who made the other changes, so nothing is ticked"
        assert unknown in dialog.inner_text()
        assert "2 cards have errors. They are described beside each." in dialog.inner_text()
        cost = dialog.get_by_label("Cost (coins) of C1")
        assert not cost.is_checked() and not dialog.get_by_label("title of C3").is_checked()
        rows = dialog.get_by_role("list", name="Changes").locator("> li")
        assert "You changed or kept this here, and the newer table has another text." in rows.nth(0).inner_text()
        assert "You changed or kept this here. The newer table still has the old text." in rows.nth(2).inner_text()
        assert dialog.locator("input:checked").count() == 0
        assert dialog.get_by_role("button", name="Accept 0 changes").is_disabled()
        faulty = dialog.get_by_label("Cost (coins) of C5")
        assert faulty.is_disabled() and dialog.get_by_label("C7, new").is_disabled()
        assert "Cannot be taken: Cost (coins) is 'four', not a whole number" in rows.nth(3).inner_text()
        assert sheet.tab.violations() == []
        dialog.get_by_role("button", name="Tick all").click()
        dialog.get_by_text("This takes back 2 changes of your own.").wait_for()
        dialog.get_by_role("button", name="Tick none").click()
        assert dialog.locator("input:checked").count() == 0
        dialog.get_by_label("title of C2").check()
        dialog.get_by_label("C8, new").check()
        dialog.get_by_role("button", name="Accept 2 of 4 changes").click()
        dialog.wait_for(state="hidden")
        sheet.holds("title", "Gate", "Old wall", "Ditch", "Keep", "Yard", "Well", "Loft")
        assert sheet.column("Cost (coins)") == ["7", "1", "2", "5", "4", "1", "6"]
        sheet.page.get_by_label("Newer table").set_input_files(
            {**table, "buffer": newer.replace("Old wall", "Dam").encode()}
        )
        dialog.wait_for()
        assert "does not know" not in dialog.inner_text()
        assert dialog.get_by_label("title of C2").is_checked() and not cost.is_checked()
        assert sheet.tab.said == []


def test_columns_have_their_own_headings_everywhere(chromium: Browser, tmp_path: Path) -> None:
    text = CARDS.replace("id,title,cost", "id,title,Cost (coins)").replace("copies\n", "Qty\n")
    columns = 'cost-coins: {type: int, from: "Cost (coins)"}\n      copies: {from: Qty}'
    game = towers(tmp_path / "towers", text, GAME.replace("cost: int", columns))
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        heads = sheet.page.get_by_role("columnheader")
        assert [head.split("\n")[0] for head in heads.all_inner_texts()][3::6] == ["Cost (coins)"]
        sheet.cell("C2", "cost-coins").click()
        sheet.write("1.5")
        alert = sheet.page.locator(".cards-says strong")
        alert.get_by_text("Cost (coins) is 1.5, not a whole number").wait_for()
        sheet.press("Escape")
        sheet.tab.go("#card?at=cards/C2")
        row = sheet.page.get_by_role("table", name="Cells of the row")
        row.get_by_label("Cost (coins)", exact=True).wait_for()
        names = row.get_by_role("rowheader").all_inner_texts()
        assert names == ["id", "title", "Cost (coins)", "Qty", "rare", "suit", "art", "text"]
        row.get_by_label("Qty").fill("4")
        row.get_by_label("Qty").press("Enter")
        sheet.holds("Qty", "2", "4", "1", "1", "3", "1")
        sheet.page.get_by_text("Qty of").first.wait_for()
        assert "cost-coins" not in sheet.page.inner_text("main")
        assert sheet.tab.said == []


def test_the_row_of_a_card_has_its_copies(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.tab.go("#card?at=cards/C1")
        row = sheet.page.get_by_role("table", name="Cells of the row")
        copies = row.get_by_label("copies")
        copies.fill("many")
        row.get_by_text("copies is 'many'").wait_for()
        copies.fill("5")
        copies.press("Enter")
        sheet.holds("copies", "5", "1", "1", "1", "3", "1")
        assert sheet.tab.said == []


def test_rows_are_pasted_before_a_cell_is_clicked_and_their_columns_placed(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.tab.until("() => document.activeElement.closest('.cards-cell')")
        sheet.page.get_by_role("button", name="Cards", exact=True).focus()
        sheet.copy("Title\tCost\tOil\tScene\r\nInn\t4\t3\t")
        sheet.press("Control+v")
        sheet.page.get_by_role("alert").get_by_role("button", name="Add 2 columns and paste").click()
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Inn")
        sheet.tab.go("#card?at=cards/C1")
        row = sheet.page.get_by_role("table", name="Cells of the row")
        place = row.get_by_role("button", name="Place Oil on the card")
        place.wait_for()
        assert row.get_by_role("button", name="Place title on the card").count() == 0
        assert row.get_by_role("button", name="Place art on the card").count() == 0
        place.click()
        sheet.until(lambda: 'text: "{Oil}"' in (game / "layouts/card.yaml").read_text("utf-8"))
        place.wait_for(state="detached")
        row.get_by_role("button", name="Place Scene on the card").wait_for()
        assert sheet.tab.said == []


@pytest.mark.parametrize(
    ("width", "spare"), [(1600, []), (1440, ["Get newest from the web"]), (1024, None), (390, None)]
)
def test_the_bar_stays_one_line(chromium: Browser, tmp_path: Path, width: int, spare: list[str] | None) -> None:
    game = small_game(tmp_path / "mine")  # with two decks
    with studio(game) as address:
        tab = Tab(chromium, address, "#cards", width)
        bar = tab.page.get_by_role("toolbar", name="Cards")
        bar.get_by_role("button", name="Add card").and_(tab.page.locator(":enabled")).wait_for()
        boxes = [button.bounding_box() for button in bar.locator("button:visible, select").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        middles = {round(box["y"] + box["height"] / 2) for box in boxes if box}
        assert max(middles) - min(middles) <= 2
        for name in ("Duplicate", "Delete"):
            for words in bar.locator(":scope > button", has_text=name).locator("> span").all():
                box = words.bounding_box()
                assert box and box["width"] > 30, name  # never a bare icon
        more = bar.get_by_role("button", name="More", exact=True)
        assert more.is_visible() == (spare != [])
        if spare != []:
            more.click()
            menu = bar.get_by_role("group", name="More")
            names = menu.get_by_role("button").all_inner_texts()
            assert spare is None or names == spare
            assert "Get newest from the web" in names and tab.violations() == []
            menu.get_by_role("button", name="Get newest from the web").press("Enter")
            tab.page.get_by_role("dialog", name="Get the newest table of Garden cards").wait_for()
        assert tab.said == []


def test_what_is_typed_is_written_when_one_leaves(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "title").click()
        sheet.write("Gatehouse")
        sheet.page.evaluate("() => (location.hash = '#game')")
        sheet.holds("title", "Gatehouse", "Wall", "Moat", "Keep", "Yard", "Well")
        sheet.page.get_by_role("button", name="Cards", exact=True).click()
        sheet.cell("C2", "title").click()
        sheet.write("Curtain")
        sheet.page.wait_for_load_state("networkidle")  # what is typed has been checked
        sheet.page.reload()
        sheet.holds("title", "Gatehouse", "Curtain", "Moat", "Keep", "Yard", "Well")
        assert sheet.tab.said == []


def test_what_cannot_be_written_is_not_lost_when_one_leaves(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "cost").click()
        sheet.write("many")
        fault = sheet.page.locator(".cards-says strong").get_by_text("cost is 'many'")
        fault.wait_for()
        note = sheet.page.get_by_role("group", name="Problem of this cell")
        assert "Cost is 'many'" in note.inner_text() and "Press Esc to get “3” back." in note.inner_text()
        beside, height = note.bounding_box(), sheet.page.locator(".cards-scroll").bounding_box()
        editor = sheet.page.locator(".cards-input").bounding_box()
        assert beside["y"] - editor["y"] - editor["height"] < 20 or beside["x"] - editor["x"] - editor["width"] < 20
        sheet.press("Escape")
        assert sheet.page.locator(".cards-scroll").bounding_box() == height
        sheet.write("many")
        fault.wait_for()
        sheet.page.close(run_before_unload=True)
        sheet.tab.until("() => document.querySelector('.cards-input')?.value === 'many'")
        assert sheet.tab.said == ["dialog: "]  # the browser asks in its own words
        sheet.page.get_by_role("button", name="Game", exact=True).first.click()
        sheet.tab.until("() => location.hash.startsWith('#cards')")
        fault.wait_for()
        assert (sheet.editor, sheet.here) == ("many", ("C1", "cost"))
        sheet.press("Escape")
        assert sheet.column("cost")[0] == "3"


def test_messages_name_the_card_and_the_heading(chromium: Browser, tmp_path: Path) -> None:
    text = CARDS.replace("id,title,cost", "id,title,Cost (coins)")
    game = towers(tmp_path / "towers", text, GAME.replace("cost: int", 'cost-coins: {type: int, from: "Cost (coins)"}'))
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        says = sheet.page.locator(".cards-says strong")
        for column, typed, words in (
            (
                "cost-coins",
                "12345678901",
                "Cost (coins) is 12345678901, larger than 999,999,999: write at most 9 digits",
            ),
            ("rare", "perhaps", "rare is 'perhaps', not yes or no: write yes or no"),
            ("copies", "5000", "copies is 5000, more than 1,000: write 1,000 or fewer"),
        ):
            sheet.cell("C3", column).focus()
            sheet.write(typed)
            says.get_by_text(words).wait_for()
            assert "cell " not in says.inner_text()
            sheet.press("Escape")
        sheet.copy("x\tmaybe\r\n4\tno")
        sheet.cell("C3", "cost-coins").click()
        sheet.press("Control+v")
        alert = sheet.page.get_by_role("alert")
        alert.get_by_text("Moat (C3): Cost (coins) is 'x', not a whole number.").wait_for()
        alert.get_by_text("Moat (C3): rare is 'maybe', not yes or no.").wait_for()
        assert sheet.tab.said == []


def test_a_column_is_sorted_again_after_an_edit(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers", TOTALS)
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "cost").click()
        sheet.write("9")
        sheet.press("Enter")
        sheet.until(lambda: sheet.column("cost")[0] == "9")
        for way, first in (("Sort high to low", "C1"), ("Sort low to high", "C2")):
            sheet.page.get_by_role("columnheader", name="cost").click()
            sheet.page.get_by_role("button", name=way).click()
            sheet.page.locator(".cards-body .cards-row").first.get_by_role(
                "gridcell", name=first, exact=True
            ).wait_for()
            assert sheet.page.evaluate("() => document.activeElement.dataset.column") == "cost"
            titles = sheet.page.locator(".cards-body [data-column=title]").all_inner_texts()
            assert titles[-1] == "TOTAL"  # which is no card
        assert sheet.tab.said == []


def test_a_slip_in_a_number_is_corrected_in_its_problem(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers", CARDS.replace("C1,Gate,3", "C1,Gate,l2").replace("C4,Keep,5", "C4,Keep,many"))
    with studio(game) as address:
        tab = Tab(chromium, address, "#problems")
        slip = tab.page.locator(".problem").filter(has_text="cost is 'l2'").last
        guess = tab.page.locator(".problem").filter(has_text="cost is 'many'").last
        tab.page.locator(".problem").first.wait_for()
        for details in tab.page.locator(".each-problem > summary").all():
            details.click()
        assert slip.get_by_label("Write the right number").input_value() == "l2"
        buttons = slip.locator(".fixes").get_by_role("button").all_inner_texts()
        assert [button.split("\n")[0] for button in buttons] == ["Save", "Change l2 to 12", "Let cost hold any text"]
        assert tab.violations() == []
        slip.get_by_role("button", name="Change l2 to 12").click()
        slip.wait_for(state="hidden")
        guess.get_by_label("Write the right number").fill("6")
        guess.get_by_role("button", name="Save").click()
        guess.wait_for(state="hidden")
        expected = CARDS.replace("C1,Gate,3", "C1,Gate,12").replace("C4,Keep,5", "C4,Keep,6")
        assert (game / "cards.csv").read_text("utf-8") == expected
        assert tab.said == []


def test_a_cell_shows_the_picture_that_its_card_shows_by_any_spelling_of_its_name(
    chromium: Browser, tmp_path: Path
) -> None:
    game = towers(tmp_path / "towers", CARDS.replace("yes,sun,sun", "yes,sun,Watch Tower.svg", 1))
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        thumbnail = sheet.cell("C1", "art").locator(".picture img")
        assert thumbnail.count() == 0
        (game / "art/watch-tower.svg").write_text(SUN, "utf-8")
        thumbnail.wait_for()
        assert sheet.tab.said == []

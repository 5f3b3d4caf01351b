"""The view Game in Chromium: a designer sets up decks and what they share, by the names of controls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, expect

from beeprint import starter
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from small_game import small_game


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game to change: a deck of cards with a back, and a deck of tiles without."""
    return small_game(tmp_path / "mine")


def game_in(folder: Path) -> Game:
    return model.load(Workspace(folder))[0]


def opened(chromium: Browser, address: str, part: str, **context: object) -> Tab:
    """Return a tab that shows a part of the game."""
    tab = Tab(chromium, address, f"#game?part={part}", reduced_motion="reduce", **context)
    expect.set_options(timeout=1_000_000)
    tab.page.set_default_timeout(1_000_000)
    expect(tab.page.get_by_role("region", name="Game", exact=True)).to_be_visible()
    return tab


def says(tab: Tab, words: str) -> Locator:
    """Wait until the page says what was done."""
    toast = tab.page.locator(".view.game .toast")
    expect(toast).to_contain_text(words, ignore_case=True)
    return toast


def test_a_deck_is_added_from_a_table_in_a_template_chosen_by_its_picture(chromium: Browser, mine: Path) -> None:
    table = "Name,Value\nWood,1\nStone,2\nGlass,3\n"
    with studio(mine) as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        page.get_by_role("button", name="Add deck", exact=True).click()
        dialog = page.get_by_role("dialog", name="Add a deck")
        dialog.get_by_role("radio", name="A table").check()
        file = {"name": "goods.csv", "mimeType": "text/csv", "buffer": table.encode()}
        dialog.get_by_label("Table", exact=True).set_input_files([file])
        kinds = dialog.get_by_role("group", name="Template of the cards")
        picture = kinds.locator("img").nth(5)
        picture.scroll_into_view_if_needed()
        page.wait_for_function("picture => picture.naturalWidth > 0", arg=picture.element_handle())
        assert tab.violations() == []
        kinds.get_by_label("Token").check(force=True)
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "Deck goods added")
        assert "kind: round" in (mine / "game.yaml").read_text("utf-8")


def test_a_deck_gets_another_template_and_look_and_keeps_its_old_design(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "goods.csv").write_text("Name,Value,Text\nGold,5,Pay it.\nSilver,2,Keep it.\n", "utf-8")
    starter.write_from(tmp_path / "goods", tmp_path / "goods.csv")
    before = (tmp_path / "goods/layouts/goods.yaml").read_bytes()
    with studio(tmp_path / "goods") as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        deck = page.get_by_role("region", name="Deck", exact=True)
        deck.get_by_role("button", name="Another template").click()
        dialog = page.get_by_role("dialog", name="Another template for Goods")
        kinds = dialog.get_by_role("group", name="Template of the cards")
        kinds.get_by_label("Token").check(force=True)
        dialog.get_by_role("group", name="Look").get_by_label("Dark").check(force=True)
        expect(dialog.get_by_role("status")).to_contain_text("The pieces become 35 x 35 mm. There is no room for Text.")
        expect(dialog.get_by_role("status")).to_contain_text("The design “goods” stays: choose it again under Table")
        picture = kinds.locator("label", has_text="Token").locator("img")
        picture.scroll_into_view_if_needed()
        page.wait_for_function("picture => picture.naturalWidth > 1", arg=picture.element_handle())
        expect(dialog.get_by_label("Also the back")).to_be_checked()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Use this template").click()
        says(tab, "Template of goods changed")
        assert game_in(tmp_path / "goods").decks["goods"].spec.back.layout == "goods-back"  # type: ignore[union-attr]
        deck.get_by_text("Size and shape: 35 x 35 mm").wait_for()
        assert game_in(tmp_path / "goods").decks["goods"].spec.front == "goods-token"
        assert (tmp_path / "goods/layouts/goods.yaml").read_bytes() == before
        page.get_by_role("button", name="Undo", exact=True).first.click()
        deck.get_by_text("Size and shape: 63 x 88 mm").wait_for()
        assert tab.said == []


def test_a_deck_is_added_shaped_and_deleted(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        page.get_by_role("button", name="Add deck", exact=True).click()
        dialog = page.get_by_role("dialog", name="Add a deck")
        dialog.get_by_label("Title").fill("Events")
        dialog.get_by_role("radio", name="Tarot card").check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "Deck Events added")
        deck = page.get_by_role("region", name="Deck", exact=True)
        expect(deck.get_by_role("heading")).to_have_text("Events")  # which is chosen
        deck.get_by_label("Title").fill("")
        deck.get_by_label("Title").press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("The key title is missing")
        expect(deck.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
        deck.get_by_label("Kind of paper").fill("large cards")
        deck.get_by_label("Kind of paper").press("Tab")
        says(tab, "kind of paper of events")
        deck.get_by_role("button", name="Rename").click()
        dialog = page.get_by_role("dialog", name="Rename Events")
        dialog.get_by_label("Title").fill("Happenings")
        dialog.get_by_label("Short name").fill("happenings")
        dialog.get_by_role("button", name="Rename", exact=True).click()
        expect(deck.get_by_role("heading")).to_have_text("Happenings")
        deck.get_by_text("Size and shape: 70 x 120 mm").click()
        deck.get_by_role("radio", name="Hexagon 70 x 80.8 mm").check()  # as wide as the cards
        deck.get_by_label("Corner radius").wait_for(state="detached")
        deck.get_by_label("From side to side").fill("50")
        expect(deck.locator(".shape-preview")).to_contain_text("50 x 57.7 mm")
        design = deck.get_by_role("group", name="Design", exact=True)
        expect(design.get_by_role("radio", name="New design: Hex tile")).to_be_checked()
        expect(design.get_by_role("status")).to_contain_text("A hexagon has room for a picture, a number and a name.")
        assert tab.violations() == []
        design.get_by_role("radio", name="Fit the design to the new size").check(force=True)
        deck.get_by_role("button", name="Change size and shape").click()
        says(tab, "of happenings changed")
        deck.get_by_text("Size and shape: 50 x 57.7 mm").wait_for()
        for choice, size in (("Hexagon", "50 x 57.7 mm"), ("Square tile", "50 x 50 mm"), ("Round token", "50 x 50 mm")):
            choices = deck.locator(".shape-choice", has_text=choice)
            expect(choices.first).to_contain_text(size)  # other tiles are as wide
        deck.get_by_text("Back:").click()
        deck.get_by_label("Back", exact=True).select_option("the back of another deck")
        deck.get_by_role("button", name="Change the back").click()
        deck.get_by_text("Back: shared with Garden cards").wait_for()
        made = game_in(mine).decks["happenings"]
        assert (made.shape.kind, made.spec.stock, made.spec.back and made.spec.back.layout) == (
            "hexagon",
            "large cards",
            "back",
        )
        deck.get_by_role("button", name="Delete deck").click()
        dialog = page.get_by_role("dialog", name="Delete Happenings?")
        assert "events.csv" not in dialog.inner_text()
        dialog.get_by_text(re.compile(r"^You lose \d+ tiles?")).wait_for()
        dialog.get_by_text("The files that go with it").click()
        assert "events.csv" in dialog.inner_text()
        dialog.get_by_role("button", name="Delete", exact=True).click()
        toast = says(tab, "Deck happenings deleted")
        assert "happenings" not in game_in(mine).decks
        toast.get_by_role("button", name="Undo").click()
        says(tab, "Undone: Deck happenings deleted")
        page.get_by_role("button", name=re.compile("^Happenings")).wait_for()
        assert "happenings" in game_in(mine).decks
        assert tab.said == []


def test_a_deck_is_read_from_another_table_and_drawn_by_another_design(chromium: Browser, mine: Path) -> None:
    (mine / "more.csv").write_text("name,power\nMeadow,3\nWood,5\n", "utf-8")
    with studio(mine) as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        page.get_by_role("button", name="Garden tiles").click()
        deck = page.get_by_role("region", name="Deck", exact=True)
        deck.get_by_text("Table and design: tiles.csv, tile").click()
        deck.get_by_label("Table", exact=True).select_option("more.csv")
        says(tab, "table of garden tiles")
        deck.get_by_text("Table and design: more.csv, tile").wait_for()
        deck.get_by_text("2 rows in more.csv").wait_for()
        assert tab.violations() == []
        deck.get_by_label("Design of the fronts").select_option("card")
        expect(page.get_by_role("alert")).to_contain_text(
            "uses the column title, which the table of Garden tiles does not have"
        )
        expect(deck.get_by_label("Design of the fronts")).to_have_value("tile")
        deck.get_by_label("Design of the fronts").select_option("back")
        says(tab, "design of garden tiles")
        made = game_in(mine).decks["tiles"]
        assert (made.spec.front, list(made.rows.by_id), made.spec.columns["power"].type) == (
            "back",
            ["meadow", "wood"],
            "int",
        )
        assert tab.said == []


def test_a_box_and_an_edition_are_set_up_by_hand(chromium: Browser, mine: Path) -> None:
    before = (mine / "game.yaml").read_text("utf-8")
    with studio(mine) as address:
        tab = opened(chromium, address, "boxes")
        page = tab.page
        page.get_by_role("button", name="Add box", exact=True).click()
        dialog = page.get_by_role("dialog", name="Add box")
        dialog.get_by_label("Title").fill("All of it")
        dialog.get_by_label("Kind").select_option("open tray")
        dialog.get_by_role("button", name="Add", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text("The key for is missing")
        dialog.get_by_role("checkbox", name="Garden cards").check()
        dialog.get_by_role("checkbox", name="Garden tiles").check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "box all-of-it added")
        page.get_by_text("All of it open tray, Garden cards, Garden tiles").click()
        page.get_by_label("Kind", exact=True).select_option("box with a lid that tucks in")
        says(tab, "kind of all-of-it")
        page.get_by_text("More", exact=True).last.click()
        expect(page.get_by_label("Depth of the walls")).to_be_hidden()  # which a tray has
        page.get_by_label("Notch for a thumb").fill("70")
        page.get_by_label("Notch for a thumb").press("Tab")
        expect(page.get_by_role("alert")).to_contain_text("it must be at most 50")
        page.get_by_label("Notch for a thumb").fill("5")
        page.get_by_label("Notch for a thumb").press("Tab")
        says(tab, "notch of all-of-it")
        assert tab.violations() == []
        box = game_in(mine).spec.boxes["all-of-it"].shape
        assert (box.kind, box.for_, box.notch) == ("tuck-box", ("cards", "tiles"), 5)  # type: ignore[union-attr]
        page.get_by_role("button", name="Remove all-of-it").click()
        says(tab, "box all-of-it removed")
        assert (mine / "game.yaml").read_text("utf-8") == before

        page.get_by_role("button", name="Editions", exact=True).click()
        page.get_by_role("button", name="Add edition").click()
        page.get_by_role("dialog").get_by_label("Title").fill("Kid game")
        page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
        says(tab, "edition kid-game added")
        page.get_by_text("Kid game", exact=True).click()
        page.get_by_text("Garden tiles: as in the whole game").click()
        page.get_by_label("Leave it out").locator("visible=true").check()
        page.get_by_text("Garden tiles: leave it out").click()
        page.get_by_text("Garden cards: as in the whole game").click()
        page.get_by_role("button", name="Add a condition").locator("visible=true").click()
        page.get_by_label("Column", exact=True).locator("visible=true").select_option("suit")
        page.get_by_label("Value", exact=True).locator("visible=true").fill("sun")
        page.get_by_label("Value", exact=True).locator("visible=true").press("Tab")
        page.get_by_text("Garden cards: only some cards (suit)").wait_for()
        assert "cards: {where: {suit: sun}}" in (mine / "game.yaml").read_text("utf-8")
        assert tab.violations() == []
        assert tab.said == []


def test_a_table_to_look_things_up_is_added_and_written(chromium: Browser, mine: Path) -> None:
    (mine / "hives.csv").write_text("id,ink,large\nNorth,sun,yes\nSouth,leaf,no\n", "utf-8")
    with studio(mine) as address:
        tab = opened(chromium, address, "more")
        page = tab.page
        page.locator("summary", has_text="Tables to look things up").click()
        page.get_by_role("button", name="Add table").click()
        dialog = page.get_by_role("dialog", name="Add table")
        dialog.get_by_label("Title").fill("The hives")
        dialog.get_by_label("Table", exact=True).fill("hives.csv")
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "table the-hives added")
        page.get_by_text("The hives", exact=True).click()
        assert tab.violations() == []
        page.get_by_role("button", name="Write its rows").click()
        cell = page.locator("[role=gridcell][data-column=ink]").first
        cell.click()
        page.keyboard.type("rain")
        page.keyboard.press("Enter")
        tab.until("() => document.querySelector('[role=gridcell][data-column=ink]').textContent === 'rain'")
        page.get_by_role("columnheader", name="large").click()
        expect(page.get_by_role("button", name="Place on the card")).to_have_count(0)
        page.get_by_role("button", name="Type and limits").click()
        dialog = page.get_by_role("dialog", name="Type of large")
        dialog.get_by_label("May be empty").check()
        dialog.get_by_role("button", name="Change", exact=True).click()
        page.get_by_text("Type of large changed").first.wait_for()
        table = game_in(mine).spec.tables["the-hives"]
        assert (table.title, table.data.file, table.columns["large"].type) == ("The hives", "hives.csv", "bool")
        assert "North,rain,yes" in (mine / "hives.csv").read_text("utf-8")
        assert table.columns["large"].optional and tab.said == []


def test_an_ink_is_added_renamed_and_not_deleted_while_it_is_used(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "palette")
        page = tab.page
        page.get_by_role("button", name="Add colour").click()
        dialog = page.get_by_role("dialog", name="Add a colour")
        dialog.get_by_label("Name").fill("sun")
        dialog.get_by_role("button", name="Add", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text("There is an ink sun already")
        dialog.get_by_label("Name").fill("Rosé")
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "Colour rose added")
        page.get_by_label("rose in hexadecimal").fill("#D98FA0")
        page.get_by_label("rose in hexadecimal").press("Enter")
        says(tab, "Colour rose changed")
        expect(page.get_by_label("Colour of rose")).to_have_value("#d98fa0")
        page.get_by_role("button", name="Rename leaf").click()
        page.get_by_role("dialog").get_by_label("Name").fill("grass")
        page.get_by_role("dialog").get_by_role("button", name="Rename", exact=True).click()
        says(tab, "Colour leaf renamed to grass")
        page.get_by_role("button", name="Delete grass").click()
        expect(page.get_by_role("alert")).to_contain_text(re.compile("ground", re.IGNORECASE))
        page.get_by_role("button", name="Delete rose").click()
        says(tab, "Colour rose deleted")
        assert "fill: grass" in (mine / "layouts" / "back.yaml").read_text("utf-8")
        assert tab.said == []


def test_fonts_are_shown_in_words_of_the_game(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "fonts")
        sample = tab.page.get_by_alt_text("First light in fredoka")
        sample.wait_for()
        tab.until("() => [...document.querySelectorAll('.font-line')].some((image) => image.naturalWidth)")
        tab.page.get_by_label("Text of the samples").fill("Long shadows")
        tab.page.get_by_alt_text("Long shadows in fredoka").wait_for()
        assert tab.violations() == []


def test_a_font_is_dropped_and_removed(chromium: Browser, mine: Path) -> None:
    data = Workspace(mine).font("fredoka/regular").read_bytes()
    with studio(mine) as address:
        tab = opened(chromium, address, "fonts")
        page = tab.page
        page.get_by_label("Text of the samples").fill("Honey")
        page.get_by_role("img", name="Honey in fredoka").wait_for()
        page.get_by_label("Font", exact=True).set_input_files(
            {"name": "Merry.ttf", "mimeType": "font/ttf", "buffer": data}
        )
        says(tab, "Added: Merry.ttf")
        assert (mine / "fonts" / "merry.ttf").read_bytes() == data
        page.get_by_role("button", name="Remove ").click()
        says(tab, "Font Fredoka One removed")
        assert not (mine / "fonts" / "merry.ttf").exists()
        assert tab.violations() == []


def test_a_word_in_brackets_becomes_an_icon(chromium: Browser, mine: Path) -> None:
    cards = mine / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Draw a card.", "Gain [coin] or [gold]."), "utf-8", newline="")
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
    with studio(mine) as address:
        tab = opened(chromium, address, "icons")
        page = tab.page
        page.get_by_role("button", name="Make it an icon: [coin]").click()
        dialog = page.get_by_role("dialog", name="Make [coin] an icon")
        dialog.get_by_role("radio", name="sun", exact=True).check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Make it an icon").click()
        says(tab, "icon sun put in place of [coin]: 1 text shows it")
        page.get_by_role("button", name="Make it an icon: [gold]").click()
        dialog = page.get_by_role("dialog", name="Make [gold] an icon")
        dialog.get_by_label("Drawing").set_input_files(
            {"name": "sun.svg", "mimeType": "image/svg+xml", "buffer": drawing}
        )
        dialog.get_by_role("button", name="Make it an icon").click()
        taken = page.get_by_role("dialog", name="A file with this name is there")
        taken.get_by_role("button", name="Keep both").click()
        says(tab, "icon sun-2 put in place of [gold]")
        page.get_by_role("button", name="Print the word [gold]").click()
        says(tab, "icon of [gold] removed")
        assert game_in(mine).spec.icons == {"[coin]": "sun"}
        assert tab.said == []


def test_icons_are_searched_by_words_and_a_word_gets_the_icon_that_stands_for_it(chromium: Browser, mine: Path) -> None:
    cards = mine / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Draw a card.", "Pay [money] or [xyz]."), "utf-8", newline="")
    with studio(mine) as address:
        tab = opened(chromium, address, "icons")
        page = tab.page
        page.get_by_role("button", name="Make it an icon: [money]").click()
        dialog = page.get_by_role("dialog", name="Make [money] an icon")
        expect(dialog.get_by_label("Search icons")).to_have_value("money")
        expect(dialog.get_by_role("radio", name="coin", exact=True)).to_be_checked()  # by its words
        dialog.get_by_label("Search icons").fill("swords")
        sword = dialog.get_by_role("radio", name="sword", exact=True)
        expect(sword).to_be_checked()
        expect(dialog.get_by_role("radio", name="coin", exact=True)).to_have_count(0)
        dialog.get_by_label("Search icons").fill("xyzzy")
        dialog.get_by_text("No icon has these words.").wait_for()
        assert tab.violations() == []
        dialog.get_by_role("button", name="All icons").click()
        dialog.get_by_role("radio", name="victory", exact=True).wait_for()
        dialog.get_by_label("Search icons").fill("cash")
        expect(dialog.get_by_role("radio", name="coin", exact=True)).to_be_checked()
        page.keyboard.press("Enter")
        says(tab, "icon coin put in place of [money]: 1 text shows it")
        assert (mine / "art" / "icons" / "coin.svg").is_file()
        page.get_by_role("button", name="Make it an icon: [xyz]").click()
        dialog = page.get_by_role("dialog", name="Make [xyz] an icon")
        expect(dialog.get_by_label("Search icons")).to_have_value("")
        dialog.get_by_role("radio", name="victory", exact=True).wait_for()  # all of them, and none is chosen
        expect(dialog.get_by_role("radio", checked=True)).to_have_count(0)
        assert tab.said == []


def test_a_word_that_texts_count_becomes_an_icon_with_its_plural(chromium: Browser, mine: Path) -> None:
    cards, text = mine / "cards.csv", "Gain 2 coins. Pay 1 coin for 1 coin."
    rows = (
        cards.read_text("utf-8").replace("Draw a card.", text).replace("High noon,sun,4,,", f"High noon,sun,4,{text},")
    )
    assert rows.count(text) == 2
    cards.write_text(rows, "utf-8", newline="")
    with studio(mine) as address:
        tab = opened(chromium, address, "icons")
        page = tab.page
        page.get_by_text("6 times in 2 texts, with coins").wait_for()
        page.get_by_role("button", name="Make it an icon: coin").click()
        dialog = page.get_by_role("dialog", name="Make coin an icon")
        expect(dialog.get_by_label("Also coins, 2 times")).to_be_checked()
        dialog.get_by_role("radio", name="sun", exact=True).check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Make it an icon").click()
        says(tab, "icon sun put in place of coin and coins: 2 texts show it")
        assert game_in(mine).spec.icons == {"coin": "sun", "coins": "sun"}
        assert tab.said == []


def test_a_text_with_a_word_in_brackets_offers_to_make_it_an_icon(chromium: Browser, mine: Path) -> None:
    cards = mine / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Draw a card.", "Gain [coin] or {gold}."), "utf-8", newline="")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards", reduced_motion="reduce")
        page = tab.page
        page.get_by_role("gridcell", name="Gain [coin] or {gold}.", exact=True).click()
        page.get_by_role("button", name="Make [coin] an icon").click()
        dialog = page.get_by_role("dialog", name="Make [coin] an icon")
        expect(dialog.get_by_role("radio", name="coin", exact=True)).to_be_checked()  # of beeprint's set, first
        assert tab.violations() == []
        dialog.get_by_role("button", name="Make it an icon").click()
        expect(page.get_by_role("button", name="Make [coin] an icon")).to_have_count(0)
        assert game_in(mine).spec.icons == {"[coin]": "coin"}
        assert (mine / "art" / "icons" / "coin.svg").is_file()
        tab.go("#card?at=cards/S1")
        page.get_by_role("button", name="Make {gold} an icon").click()
        page.get_by_role("dialog").get_by_role("radio", name="coin", exact=True).check()
        page.get_by_role("dialog").get_by_role("button", name="Make it an icon").click()
        expect(page.get_by_role("button", name="Make {gold} an icon")).to_have_count(0)
        assert game_in(mine).spec.icons == {"[coin]": "coin", "{gold}": "coin"}
        assert tab.said == []


def test_words_in_brackets_that_are_no_icons_are_reported_and_fixed_together(chromium: Browser, mine: Path) -> None:
    cards = mine / "cards.csv"
    words = "[sun] [draw] or [qwrtz]."
    cards.write_text(cards.read_text("utf-8").replace("Draw a card.", words), "utf-8", newline="")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#problems", reduced_motion="reduce")
        page = tab.page
        shared = page.get_by_role("list", name="Fixes of several problems")
        shared.get_by_text("Make [sun], [draw] icons").wait_for()
        page.get_by_role("button", name="Choose an icon for [qwrtz]").click()
        dialog = page.get_by_role("dialog", name="Make [qwrtz] an icon")
        dialog.get_by_role("radio", name="rain", exact=True).check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Make it an icon").click()
        expect(page.get_by_role("button", name="Choose an icon for [qwrtz]")).to_have_count(0)
        shared.get_by_role("listitem").filter(has_text="[sun], [draw]").get_by_role("button").click()
        page.get_by_text("Nothing is wrong").wait_for()
        icons = game_in(mine).spec.icons
        assert icons.keys() == {"[qwrtz]", "[sun]", "[draw]"} and icons["[sun]"] == "sun"
        assert (mine / "art" / "icons" / f"{icons['[draw]']}.svg").is_file()
        assert tab.said == []


def test_names_of_files_are_words_in_the_page(chromium: Browser, mine: Path) -> None:
    """Colours and layers are called by words; the files keep their names, and no command is shown."""
    palette, design = mine / "palette.yaml", (mine / "layouts" / "card.yaml").read_text("utf-8")
    palette.write_text(f"{palette.read_text('utf-8')}\nmoon-light: '#ABCDEF'\n", "utf-8", newline="")
    with studio(mine) as address:
        tab = opened(chromium, address, "palette")
        page = tab.page
        page.get_by_text("Moon light", exact=True).wait_for()
        page.get_by_role("button", name="Rename Moon light").wait_for()
        tab.go("#game?part=icons")
        page.get_by_role("button", name="Add word").click()
        page.get_by_role("dialog").get_by_label("Search icons").wait_for()
        assert "pip install" not in page.inner_text("body")
        tab.go("#card?at=cards/S1")
        layers = page.get_by_role("region", name="Layers")
        name = layers.locator("[data-slot=value-disc] .layer-name")
        expect(name).to_have_text("Value disc")
        assert name.evaluate("element => element.scrollWidth <= element.clientWidth")  # nothing is cut
        name.click()
        expect(page.locator(".slot-title")).to_have_text("Value disc")
        assert palette.read_text("utf-8").endswith("moon-light: '#ABCDEF'\n")
        assert (mine / "layouts" / "card.yaml").read_text("utf-8") == design and tab.said == []


def test_the_game_gets_a_title_and_credits(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "about")
        page = tab.page
        page.get_by_label("Title").fill("Meadow")
        page.get_by_label("Title").press("Tab")
        says(tab, "title of the game")
        expect(page.get_by_role("button", name="Meadow")).to_be_visible()  # the menu of the game
        page.get_by_label("Credits").fill("Rules: me\nLicence: CC BY 4.0")
        page.get_by_label("Players", exact=True).click()
        says(tab, "credits of the game")
        spec = game_in(mine).spec
        assert (spec.title, spec.credits) == ("Meadow", ("Rules: me", "Licence: CC BY 4.0"))
        assert tab.said == []


def test_a_language_is_added_and_texts_are_translated_beside_the_originals(chromium: Browser, mine: Path) -> None:
    french = mine / "lang" / "fr"
    with studio(mine) as address:
        tab = opened(chromium, address, "languages")
        page = tab.page
        page.get_by_role("button", name="Add language").click()
        page.get_by_role("dialog").get_by_label("Language").fill("fr")
        page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
        says(tab, "Language fr added")
        page.get_by_label("Only texts without a translation").check()
        first = page.get_by_label("S1 title in French")
        first.fill("Aube")
        first.press("Enter")  # leads to the next text
        expect(page.get_by_label("S1 text in French")).to_be_focused()
        page.keyboard.type("Pioche une carte.")
        page.keyboard.press("Enter")
        says(tab, "text of S1 in fr")
        expect(first).to_have_value("Aube")  # it stays in sight while open texts are listed
        assert "S1,Aube,Pioche une carte." in (french / "cards.csv").read_text("utf-8").splitlines()
        wrong = page.get_by_label("R6 text in French")
        wrong.fill("Rien")
        wrong.press("Enter")
        page.get_by_text("text lacks the icon :sun: of the original").wait_for()
        expect(wrong).to_have_value("Rien")
        wrong.press("Escape")
        expect(wrong).to_have_value("")
        assert tab.violations() == []
        page.get_by_role("group", name="Languages").get_by_role("button", name="Rules of play").click()
        page.get_by_role("button", name="Translate the leaflet").click()
        says(tab, "rules of play in fr added")
        text = page.get_by_label("Text of the leaflet")
        expect(text).to_have_value(re.compile("Draw one"))
        text.fill(text.input_value().replace("Draw one", "Prends une"))
        page.get_by_label("Language", exact=True).select_option("English")
        expect(text).to_have_value("# {game.title}\n\nDraw one of {cards} cards, and a :sun:.\n")
        page.get_by_label("Language", exact=True).select_option("French")
        expect(text).to_have_value(re.compile("Prends une"))  # typed, and not saved yet
        page.get_by_role("button", name="Save").click()
        says(tab, "Rules of play changed")
        assert "Prends une" in (french / "rules.md").read_text("utf-8")
        assert "Draw one" in (mine / "rules.md").read_text("utf-8")
        assert tab.violations() == [] and tab.said == []


def test_a_leaflet_that_was_changed_elsewhere_keeps_what_is_typed(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "leaflet")
        text = tab.page.get_by_label("Text of the leaflet")
        text.fill("# Typed here\n")
        (mine / "rules.md").write_text("# Saved elsewhere\n", "utf-8")
        tab.page.get_by_text("rules.md was changed elsewhere. Save writes your text over it").wait_for()
        expect(text).to_have_value("# Typed here\n")
        tab.page.get_by_role("button", name="Discard").click()
        expect(text).to_have_value("# Saved elsewhere\n")
        assert (mine / "rules.md").read_text("utf-8") == "# Saved elsewhere\n"
        assert tab.said == []


def test_rules_are_changed_in_place(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "checks")
        page = tab.page
        number = page.get_by_label("Number: There are 5 garden cards in deck cards")
        number.fill("7")
        number.press("Enter")
        says(tab, "changed to 7")
        rule = page.get_by_role("listitem").filter(has_text="There are 7 garden cards in deck cards")
        expect(rule).to_contain_text("he table of Garden cards holds 5 garden cards, not 7")
        expect(rule.get_by_label("Number")).to_be_focused()
        rule.get_by_role("button", name="Let the count follow the data").click()
        says(tab, "check of a number removed")
        expect(page.get_by_role("listitem").filter(has_text="There is at least 1 garden card")).to_contain_text("Holds")
        page.get_by_role("button", name="Delete: There are 3 tiles in deck tiles").click()
        says(tab, "Check deleted: There are 3 tiles in deck tiles")
        page.get_by_role("button", name="Add a check that counts tiles").click()
        says(tab, "Check added: count")
        page.get_by_role("button", name="Add check", exact=True).click()
        dialog = page.get_by_role("dialog", name="Add a check")
        dialog.get_by_label("Rule").select_option("No two cards have the same")
        dialog.get_by_label("title").check()
        assert tab.violations() == []
        dialog.get_by_role("button", name="Add", exact=True).click()
        page.get_by_text("No two rows in deck cards have the same title").wait_for()
        assert [rule["rule"] for rule in game_in(mine).spec.rules] == ["count", "count", "unique"]
        assert tab.said == []


def test_the_leaflet_is_written(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "leaflet")
        page = tab.page
        text = page.get_by_label("Text of the leaflet")
        text.fill("# {game.title}\n\nDraw a :sun: and win.\n")
        page.get_by_text("Not saved yet").wait_for()
        page.get_by_role("button", name="Save").click()
        says(tab, "Rules of play changed")
        assert (mine / "rules.md").read_text("utf-8") == "# {game.title}\n\nDraw a :sun: and win.\n"
        page.get_by_role("button", name="Print no leaflet").click()
        page.get_by_role("button", name="Make a leaflet").click()
        says(tab, "Rules of play added")
        expect(text).to_have_value("# {game.title}\n\nDraw a :sun: and win.\n")  # the file was still there
        assert tab.said == []


def test_rules_are_written_by_buttons_and_their_pages_stand_beside(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "leaflet")
        page = tab.page
        text = page.get_by_label("Text of the leaflet")
        text.fill("# Rules\n\nStart\n\ndraw\npass\n\n")
        text.evaluate("(it) => it.setSelectionRange(9, 9)")
        page.get_by_role("button", name="Heading", exact=True).click()
        text.evaluate("(it) => it.setSelectionRange(it.value.indexOf('draw'), it.value.indexOf('pass') + 4)")
        page.get_by_role("button", name="List", exact=True).click()
        expect(text).to_have_value("# Rules\n\n## Start\n\n- draw\n- pass\n\n")
        text.evaluate("(it) => it.setSelectionRange(it.value.indexOf('pass'), it.value.indexOf('pass') + 4)")
        page.get_by_role("button", name="Bold", exact=True).click()
        text.evaluate("(it) => it.setSelectionRange(it.value.length, it.value.length)")
        page.get_by_label("Icon", exact=True).select_option(label="sun")
        page.get_by_label("Insert", exact=True).select_option(label="Title of the game")
        written = "# Rules\n\n## Start\n\n- draw\n- **pass**\n\n:sun:{game.title}"
        expect(text).to_have_value(written)
        expect(page.get_by_text("{game.title} is printed as: Title of the game.")).to_be_visible()
        assert "monospace" not in text.evaluate("(it) => getComputedStyle(it).fontFamily")
        beside = page.get_by_role("complementary", name="The pages as saved").get_by_role("img")
        before = beside.first.get_attribute("src")
        page.get_by_role("button", name="Save", exact=True).click()
        says(tab, "Rules of play changed")
        assert (mine / "rules.md").read_text("utf-8") == f"{written}\n"
        expect(beside.first).not_to_have_attribute("src", before or "")
        assert tab.said == [] and tab.violations() == []


@pytest.mark.parametrize("part", ["decks", "about", "checks", "leaflet", "languages", "palette", "fonts", "icons"])
def test_every_part_is_shown_without_changes_and_to_axe(chromium: Browser, mine: Path, part: str) -> None:
    """With --read-only, no control changes the game; axe-core finds nothing, and nothing is cut off."""
    with studio(mine, "--read-only") as address:
        for width, scheme in ((390, "dark"), (1024, "light")):
            tab = opened(chromium, address, part, width=width, color_scheme=scheme)
            tab.page.locator(".game-part").wait_for()
            for details in tab.page.locator(".game-scroll details").all():
                details.evaluate("(one) => { one.open = true; }")
            tab.until("() => [...document.querySelectorAll('.game-scroll img')].every((one) => one.complete)")
            assert tab.violations() == []
            assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            changing = tab.page.locator(".game-scroll :is(input:not([type=file]), select, textarea):visible").all()
            names = [each.get_attribute("aria-label") for each in changing if each.is_editable() and each.is_enabled()]
            assert names == (["Text of the samples"] if part == "fonts" else [])
            words = [each.inner_text() for each in tab.page.locator(".game-scroll button:visible").all()]
            assert not {"Rename", "Delete", "Delete deck", "Add deck", "Add colour", "Add check", "Save"} & set(words)
            assert tab.said == []
            tab.context.close()


def test_a_table_that_is_dropped_becomes_a_deck(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        page.get_by_role("button", name="Garden tiles").wait_for()
        files = page.evaluate_handle(
            "() => { const files = new DataTransfer();"
            "files.items.add(new File(['Name,Cost\\nBee,2\\nWasp,3\\n'], 'my-insects.csv')); return files; }"
        )
        page.dispatch_event("#main", "drop", {"dataTransfer": files})
        dialog = page.get_by_role("dialog", name="Add a deck")
        expect(dialog.get_by_label("Title")).to_have_value("My Insects")
        assert dialog.get_by_role("radio", name="A table").is_checked()
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "Deck my insects added")
        page.get_by_role("button", name="my insects").wait_for()
        assert [row.texts["name"] for row in game_in(mine).decks["my-insects"].rows.rows] == ["Bee", "Wasp"]
        assert tab.said == []

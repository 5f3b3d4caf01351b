"""Design in Chromium: which card it opens, what a click on the card chooses, and what is beside and below the card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import browsing
import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Page, expect
from test_studio_grid import GAME, towers

from beeprint import starter

#: How many pictures a place has: with one, while a new state of its card is loaded, and while another card is.
OTHER_CARD = """async () => {
  const modules = performance.getEntriesByType('resource').map(({ name }) => name);
  const { frame, show } = await import(modules.find(name => name.endsWith('/picture.js')));
  const place = document.body.appendChild(frame());
  place.style.height = '9px';
  const [one, two] = [...document.querySelectorAll('.extreme .picture img')].map(({ src }) => src);
  await show(place, one, '', 'one');
  const counts = [place.childElementCount];
  show(place, two, '', 'one');
  counts.push(place.childElementCount);
  show(place, one, '', 'two');
  return [...counts, place.childElementCount];
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=1000 * browsing._PATIENCE)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a game of 12 kinds of cards and 3 tiles."""
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def put(path: Path, before: str, after: str) -> None:
    """Write something else into a file, which is a change that somebody makes beside the page."""
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")


def view(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Views").get_by_role("button", name=name, exact=True).click()


def test_design_opens_the_deck_that_cards_shows_and_cards_the_deck_that_is_designed(
    chromium: Browser, mine: Path
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards", reduced_motion="reduce")
        tab.views()
        cards = tab.page.get_by_role("toolbar", name="Cards")
        name = tab.page.locator(".piece-name")
        view(tab.page, "Design")
        name.wait_for()
        first = name.inner_text()
        tab.page.get_by_role("button", name="Next card").click()
        expect(name).not_to_have_text(first)
        left = name.inner_text()
        view(tab.page, "Cards")
        cards.get_by_label("Deck").select_option("tiles")
        view(tab.page, "Design")
        deck = tab.page.get_by_role("complementary", name="The piece").get_by_role("combobox", name="Deck", exact=True)
        expect(deck).to_have_value("tiles")
        tab.until("() => location.hash.includes('at=tiles')")
        deck.select_option("cards")
        expect(name).to_have_text(left)  # where it was left
        view(tab.page, "Cards")
        expect(cards.get_by_label("Deck")).to_have_value("cards")
        assert tab.said == []


def test_times_that_are_no_number_are_refused_in_the_field_and_a_column_gets_its_braces(
    chromium: Browser, mine: Path
) -> None:
    card = mine / "layouts/card.yaml"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        properties = tab.page.get_by_role("region", name="Properties")
        properties.get_by_text("More", exact=True).click()
        times = properties.get_by_role("combobox", name="Times")
        before = card.read_bytes()
        times.fill("Event")
        times.press("Enter")
        expect(properties.locator(".complaints")).to_contain_text("a whole number or a column in braces")
        assert card.read_bytes() == before
        times.fill("value")
        times.press("Enter")
        tab.page.locator(".toast.done", has_text="Repeat").wait_for()
        assert 'times: "{value}"' in card.read_text("utf-8")


def test_a_problem_of_a_layer_opens_it_in_design_and_stands_beside_the_card(chromium: Browser, mine: Path) -> None:
    put(mine / "layouts/card.yaml", "{kind: text, ", '{kind: text, repeat: {times: "{suit}"}, ')
    with studio(mine) as address:
        tab = Tab(chromium, address, "#problems", reduced_motion="reduce")
        tab.views()
        tab.page.get_by_role("button", name="Show it on a card").first.click()
        chosen = tab.page.get_by_role("region", name="Layers").locator(".slot-name[aria-pressed=true]")
        chosen.wait_for()
        expect(tab.page.locator(".slot-title")).to_have_text(chosen.locator(".layer-name").inner_text())
        expect(tab.page.locator(".details .card-problems[data-severity=error]")).to_contain_text("whole number")
        assert chosen.locator(".layer-faulty").is_visible()


def test_the_layer_that_came_along_to_another_card_stays_chosen_at_the_first_click(
    chromium: Browser, mine: Path
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=ground", reduced_motion="reduce")
        ground = tab.page.locator(".slot-name[data-slot=ground]")
        title = tab.page.locator(".slot-title", has_text="ground")
        title.wait_for()
        line = tab.page.locator(".slot.chosen .line")
        assert line.evaluate("line => getComputedStyle(line).fill") == "none"  # no tint over what one judges
        tab.page.get_by_role("button", name="Next card").click()
        tab.until("() => !location.hash.includes('S1')")
        tab.page.locator(".slot-name[data-slot=ground][aria-pressed=true]").wait_for()
        ground.click()
        expect(ground).to_have_attribute("aria-pressed", "true")
        assert title.is_visible()
        ground.click()
        expect(ground).to_have_attribute("aria-pressed", "false")
        assert tab.said == []


def test_a_condition_without_a_value_asks_for_it(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        show = tab.page.get_by_role("group", name="Show when")
        says = show.get_by_role("status")
        expect(says).to_have_text("Shown on all.")
        show.get_by_role("button", name="Add a condition").click()
        expect(says).to_have_text("Choose a column.")
        show.get_by_label("Column").select_option("suit")
        expect(says).to_have_text("Choose a value.")
        show.get_by_label("Value").fill("sun")
        show.get_by_label("Value").press("Enter")
        expect(says).to_contain_text("Shown on 6 of 12")


def test_a_condition_on_yes_or_no_offers_both_and_a_refused_one_stays(chromium: Browser, tmp_path: Path) -> None:
    game = towers(tmp_path / "towers")
    layout = game / "layouts" / "card.yaml"
    with studio(game) as address:
        tab = Tab(chromium, address, "#card?at=cards/C1&slot=title", reduced_motion="reduce")
        show = tab.page.get_by_role("group", name="Show when")
        show.get_by_role("button", name="Add a condition").click()
        show.get_by_label("Column").select_option("rare")
        show.get_by_label("Value").select_option("yes")
        expect(show.get_by_role("status")).to_contain_text("Shown on 2 of 6")
        tab.page.wait_for_function("() => document.querySelector('.toast.done')")
        before = layout.read_text("utf-8")
        assert "when: {rare: yes}" in before or 'when: {rare: "yes"}' in before
        show.get_by_role("button", name="Add a condition").click()
        added = show.locator(".condition").last
        added.get_by_label("Column").select_option("suit")
        added.get_by_label("Value").fill("comet")
        added.get_by_label("Value").press("Enter")
        expect(show.get_by_role("alert")).to_contain_text("comet")
        expect(show.locator(".condition")).to_have_count(2)
        assert added.get_by_label("Value").input_value() == "comet" and layout.read_text("utf-8") == before
        added.get_by_label("Value").fill("sun")
        added.get_by_label("Value").press("Enter")
        expect(show.get_by_role("alert")).to_be_hidden()
        for _ in range(100):
            if layout.read_text("utf-8") != before:
                break
            tab.page.wait_for_timeout(50)
        assert "suit: sun" in layout.read_text("utf-8")


def test_a_change_for_one_card_names_the_card(chromium: Browser, tmp_path: Path) -> None:
    game = GAME.replace("    columns:\n", "    columns:\n      id: {auto: title}\n")
    cards = "title,cost,rare,suit,art,text\nGate,3,yes,sun,sun,\nOld Wall,1,no,moon,moon,\n"
    with studio(towers(tmp_path / "towers", cards, game)) as address:
        tab = Tab(chromium, address, "#card?at=cards/old-wall&slot=title", reduced_motion="reduce")
        tab.page.get_by_label("Edit for").select_option("Only Old Wall")
        tab.page.get_by_text("Only Old Wall will change").first.wait_for()
        assert "id = " not in tab.page.inner_text("main")


def test_the_extremes_name_the_column_that_they_go_by_and_show_no_other_card_meanwhile(
    chromium: Browser, mine: Path
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1", reduced_motion="reduce")
        band = tab.page.get_by_role("region", name="Extremes")
        expect(band).to_contain_text("Longest")
        tab.page.locator(".slot-name[data-slot=title]").click()
        expect(band).to_contain_text("Longest of title")
        tab.pictures()
        shown = tab.page.evaluate(OTHER_CARD)
        assert shown == [1, 1, 0]  # a new state of a card replaces the old one, but no card shows another one's picture
        assert tab.said == []


def test_a_new_icon_offers_the_icons_of_the_game_and_then_those_that_come_with_beeprint(
    chromium: Browser, mine: Path
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1", reduced_motion="reduce")
        tab.pictures()
        tab.page.get_by_role("button", name="Add icon").click()
        properties = tab.page.get_by_role("region", name="Properties")
        properties.get_by_text("Choose an icon").click()
        own = properties.get_by_role("list", name="Pictures of the game")
        sets = properties.get_by_role("list", name="Icons, copied into your game")
        own.get_by_role("button", name="sun", exact=True).wait_for()
        properties.get_by_label("Search icons").fill("life")
        expect(sets.get_by_role("button", name="sword", exact=True)).to_have_count(0)
        sets.get_by_role("button", name="heart", exact=True).click()
        own.get_by_role("button", name="heart", pressed=True).wait_for()
        assert "icon: heart" in (mine / "layouts/card.yaml").read_text("utf-8")
        assert (mine / "art/icons/heart.svg").exists()
        assert tab.said == []


def test_handles_of_a_box_that_reaches_past_the_card_stay_in_sight_and_the_panel_says_so(
    chromium: Browser, mine: Path
) -> None:
    put(mine / "layouts/card.yaml", "box: [8, 55, 47, 19]", "box: [8, 55, 47, 63]")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=text", reduced_motion="reduce")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        panel = tab.page.get_by_role("region", name="The chosen layer")
        expect(panel).to_contain_text("Its box reaches 30 mm below the card.")
        stage, grip = (tab.page.locator(each).bounding_box() for each in (".stage", ".grip[data-grip=s]"))
        assert stage and grip and grip["y"] + grip["height"] <= stage["y"] + stage["height"]
        x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x, y - 60, steps=4)
        tab.page.mouse.up()
        tab.page.locator(".toast.done").wait_for()
        assert "box: [8, 55, 47, 63]" not in (mine / "layouts/card.yaml").read_text("utf-8")
        assert tab.said == []


def test_rare_keys_are_folded_and_empty_fields_show_what_may_be_written(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        properties = tab.page.get_by_role("region", name="Properties")
        properties.get_by_text("More", exact=True).click()
        properties.get_by_role("group", name="Repeat").wait_for()
        assert not properties.get_by_role("textbox", name="Moves with").is_visible()
        assert properties.get_by_label("Side of the tuck box").count() == 0  # cards have no sides
        properties.get_by_text("Rare", exact=True).click()
        expect(properties.get_by_role("textbox", name="Moves with")).to_have_attribute("placeholder", "name of a layer")
        assert tab.violations() == []


def test_a_text_gets_bold_words_and_columns_by_buttons_and_says_how_it_reads(chromium: Browser, mine: Path) -> None:
    card = mine / "layouts/card.yaml"
    put(card, 'text: "{title}"', "text: Costs")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        properties = tab.page.get_by_role("region", name="Properties")
        text = properties.get_by_role("textbox", name="Text", exact=True)
        expect(text).to_have_value("Costs")
        text.select_text()
        properties.get_by_role("button", name="Bold").click()
        expect(text).to_have_value("**Costs**")
        text.press("End")
        text.press_sequentially(" ")
        properties.get_by_label("Insert a column").select_option(label="value")
        expect(text).to_have_value("**Costs** «value»")
        expect(properties.locator(".reads")).to_have_text(re.compile(r"^Reads: Costs \d+$"))
        assert properties.locator(".reads strong").inner_text() == "Costs"
        tab.until("() => document.querySelector('.toast.done')")
        assert tab.violations() == []
    assert "**Costs** {value}" in card.read_text("utf-8")

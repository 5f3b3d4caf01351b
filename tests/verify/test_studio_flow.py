"""From one step to the next in Chromium: cards are added and typed, messages hide nothing, files are found again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, expect

from beeprint import starter

#: Whether an element is covered by another one at one of some places, of its corners and its middle.
COVERED = """([over, under]) => {
  const box = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(under)].filter(each => each.offsetParent).some(each => {
    const other = each.getBoundingClientRect();
    return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  });
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def market(tmp_path: Path) -> Path:
    """Return a blank game of 40 cards."""
    starter.write(tmp_path / "market", "blank", "Night market")
    lines = "".join(f"Stall {number},Gain {number}.,1\n" for number in range(1, 41))
    (tmp_path / "market/cards.csv").write_text(f"name,text,copies\n{lines}", "utf-8")
    return tmp_path / "market"


def view(tab: Tab, name: str) -> None:
    tab.page.get_by_role("navigation", name="Views").get_by_role("button", name=name, exact=True).click()


def test_a_card_is_added_from_the_table_and_its_name_typed_at_once(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address)
        tab.page.get_by_role("button", name="Add card").click()
        tab.page.locator(".cards-cell:focus", has_text="New card").wait_for()
        assert tab.page.locator(".cards-cell:focus").get_attribute("data-column") == "name"
        tab.page.keyboard.type("Lantern")
        tab.page.keyboard.press("Enter")
        tab.until("() => document.querySelector('.view.cards .toast').textContent.includes('Lantern')")
        assert tab.said == []
    assert (market / "cards.csv").read_text("utf-8").splitlines()[-1] == "Lantern,,1"


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_a_message_hides_neither_rows_nor_buttons(chromium: Browser, market: Path, width: int) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address, "#cards", width=width)
        tab.page.get_by_role("gridcell", name="Stall 1", exact=True).click()
        tab.page.keyboard.press("Control+End")
        height = tab.page.locator(".cards-scroll").bounding_box()
        if not tab.page.get_by_role("button", name="Delete card").is_visible():
            tab.page.get_by_role("button", name="More", exact=True).click()
        tab.page.get_by_role("button", name="Delete card").click()
        toast = ".view.cards .toast.done"
        tab.page.locator(toast, has_text="Deleted").wait_for()
        assert not tab.page.evaluate(COVERED, [toast, ".cards-scroll, .cards-bar button, .cards-says, .cards-count"])
        assert tab.page.locator(".cards-scroll").bounding_box() == pytest.approx(height, abs=0.5)  # nothing moves
        assert tab.violations() == []
        view(tab, "Game")
        deck = tab.page.get_by_role("region", name="Deck", exact=True)
        deck.get_by_label("Title").fill("Stalls")
        deck.get_by_label("Title").press("Enter")
        toast = ".view.game .toast.done"
        tab.page.locator(toast).wait_for()
        assert not tab.page.evaluate(COVERED, [toast, ".game-scroll, .game-bar button"])
        tab.go("#card?at=cards/stall-1")
        tab.pictures()
        assert not tab.page.evaluate(COVERED, [".view.one .toast", ".stage, .stage-bar button, .details"])


def test_a_selection_tints_cells_below_what_they_show(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address, "#cards")
        tab.page.get_by_role("gridcell", name="Stall 1", exact=True).click()
        tab.page.keyboard.press("Shift+ArrowDown")
        tab.until("() => document.querySelectorAll('.cards-cell[aria-selected=true]').length === 2")
        overlay = "getComputedStyle(document.querySelector('.cards-selection:not(.filling)')).backgroundColor"
        assert tab.page.evaluate(overlay) == "rgba(0, 0, 0, 0)"
        colours = "[...document.querySelectorAll('.cards-cell')].map(each => getComputedStyle(each).backgroundColor)"
        assert len(set(tab.page.evaluate(colours))) == 2
        assert tab.violations() == []


def test_sheets_begin_with_fronts_after_a_card_was_turned_over(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address, "#card?at=cards/stall-1&side=back")
        tab.pictures()
        view(tab, "Sheets")
        tab.page.get_by_role("button", name="Turn all over", pressed=False).wait_for()
        tab.until("() => document.querySelector('.sheets .sheet')")
        assert tab.count(".view.pages.backs") == 0 and "side" not in tab.page.url


def test_export_says_the_whole_path_of_its_files(
    chromium: Browser, market: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(market.parent.parent)
    with studio(market) as address:
        tab = Tab(chromium, address, "#export")
        place = tab.page.locator(".export-place")
        assert place.locator("code").inner_text() == str(market.resolve() / "output")
        assert place.get_by_role("button", name="show the folder").is_visible()
        tab.page.get_by_role("button", name="Print at home").click()
        made = tab.page.locator(".made .place code")
        made.wait_for()
        assert made.inner_text() == str(market.resolve() / "output/market/home-a4")
    assert list((market / "output/market/home-a4").glob("*.pdf"))


def test_missing_pictures_are_one_line_and_each_opens_its_layer_with_the_pictures(
    chromium: Browser, tmp_path: Path
) -> None:
    rows = "".join(f"Bee {number},pic-{number}.svg\n" for number in range(1, 13))
    (tmp_path / "bees.csv").write_text(f"Name,Picture\n{rows}", "utf-8")
    mine = tmp_path / "mine"
    command = [sys.executable, "-m", "beeprint", "new", str(mine), "--from", str(tmp_path / "bees.csv")]
    subprocess.run(command, check=True, capture_output=True)
    starter.write(tmp_path / "other")
    sun = (tmp_path / "other/art/icons/sun.svg").read_bytes()
    (mine / "art/pictures").mkdir(parents=True)
    (mine / "art/pictures/sun.svg").write_bytes(sun)
    (tmp_path / "pic-1.svg").write_bytes(sun)
    with studio(mine) as address:
        tab = Tab(chromium, address, "#export", reduced_motion="reduce")
        tab.page.get_by_role("button", name="Print at home").click()
        answer = tab.page.locator(".export-answer").first
        answer.get_by_text("Show all 12").click()
        assert answer.locator(".problems.near > li").count() == 1
        answer.get_by_role("button", name="Choose the picture").nth(1).click()
        tab.until("() => document.activeElement.textContent === 'Choose a picture for Bee 2'")
        tab.page.get_by_role("button", name="sun", exact=True).click()
        tab.page.get_by_text("Picture of Bee 2 changed").first.wait_for()
        assert "Bee 2,sun\nBee 3,pic-3.svg" in (mine / "bees.csv").read_text("utf-8")
        tab.go("#problems")
        with tab.page.expect_file_chooser() as chooser:
            tab.page.get_by_role("button", name="Add the pictures").click()
        chooser.value.set_files([tmp_path / "pic-1.svg"])
        tab.page.get_by_text("Show all 10").wait_for()


def test_a_text_is_edited_in_place_as_it_is_set_on_the_card(chromium: Browser, tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    with studio(tmp_path / "mine") as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        tab.page.locator(".slot.chosen").first.wait_for()
        tab.pictures()
        box = tab.page.locator(".slot.chosen rect").first.bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tab.page.mouse.dblclick(*middle)
        field = tab.page.locator(".in-place")
        field.wait_for()
        tab.until("() => document.activeElement.matches('.in-place')")
        style = "one => [getComputedStyle(one).fontFamily, getComputedStyle(one).textAlign, one.style.color !== '']"
        family, align, coloured = field.evaluate(style)
        assert family.startswith("card-") and align == "center" and coloured
        tab.page.keyboard.press("Escape")
        field.wait_for(state="detached")
        tab.page.mouse.dblclick(*middle)
        field.fill("Dawn")
        tab.page.keyboard.press("Enter")
        field.wait_for(state="detached")
        assert "S1,Dawn,sun" in (tmp_path / "mine/cards.csv").read_text("utf-8")
        assert tab.said == []


def test_chosen_words_become_bold_and_plain_again_by_a_key(chromium: Browser, tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    cards = tmp_path / "mine/cards.csv"
    with studio(tmp_path / "mine") as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&slot=title", reduced_motion="reduce")
        tab.page.locator(".slot.chosen").first.wait_for()
        tab.page.keyboard.press("Enter")
        field = tab.page.locator(".in-place")
        expect(field).to_be_focused()
        field.fill("Dawn chorus")
        for _ in "chorus":
            tab.page.keyboard.press("Shift+ArrowLeft")
        tab.page.keyboard.press("Control+b")
        assert field.input_value() == "Dawn **chorus**"
        tab.page.keyboard.press("Control+i")
        assert field.input_value() == "Dawn ***chorus***"
        tab.page.keyboard.press("Control+b")
        assert field.input_value() == "Dawn *chorus*"
        tab.page.keyboard.press("Control+i")
        tab.page.keyboard.press("Control+b")
        tab.page.keyboard.press("Enter")
        field.wait_for(state="detached")
        assert "S1,Dawn **chorus**,sun" in cards.read_text("utf-8")
        tab.go("#cards")
        cell = tab.page.locator("[role=gridcell][data-column=title]").first
        expect(cell).to_have_text("Dawn **chorus**")
        cell.dblclick()
        expect(tab.page.locator(".cards-input")).to_be_focused()
        tab.page.keyboard.press("Control+a")
        tab.page.keyboard.press("Control+b")
        assert tab.page.locator(".cards-input").input_value() == "**Dawn **chorus****"
        tab.page.keyboard.press("Control+b")
        tab.page.keyboard.press("Escape")
        assert tab.said == []


def test_export_that_lacks_a_picture_offers_a_draft_and_the_card(chromium: Browser, tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    (tmp_path / "mine/art/icons/rain.svg").unlink()
    with studio(tmp_path / "mine") as address:
        tab = Tab(chromium, address, "#problems")
        word = tab.page.locator(".problems .severity").get_by_text("unfinished", exact=True).first
        word.wait_for()
        tab.go("#export")
        tab.page.get_by_role("button", name="Print at home").click()
        answer = tab.page.locator(".export-answer")
        answer.get_by_text("unfinished", exact=True).first.wait_for()
        assert str(tmp_path) not in answer.locator(".message").first.inner_text()
        assert "Not printed yet: 11 pictures are missing." in answer.first.inner_text()
        answer.get_by_role("button", name="Print a draft").click()
        tab.page.locator(".made").wait_for()
        assert tab.text(".made .lacks").startswith("Draft: 8 cards with placeholder art")
        assert tab.page.get_by_label("Draft").is_checked()


def test_only_profiles_for_the_chosen_paper_are_listed(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address, "#export?open=print,cut")
        names = "() => [...document.querySelectorAll('.export-group [data-profile]')].map(one => one.dataset.profile)"
        for paper, title in (("a4", "A4"), ("letter", "US Letter")):
            tab.page.get_by_label("Paper").select_option(label=title)
            other = "letter" if paper == "a4" else "a4"
            listed = tab.until(f"() => {{ const all = ({names})(); return all.includes('playtest-{paper}') && all; }}")
            assert not any(name.endswith((other, "a3", f"{other}-bleed")) for name in listed)
            assert "cricut" in listed  # for a paper of its own
        tab.page.get_by_label("Paper").select_option(label="A3, at a copy shop")
        tab.page.get_by_role("button", name="Make copyshop-a3").wait_for()
        assert tab.said == []


def test_export_is_seen_at_once_and_its_groups_open_from_the_keyboard(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        tab = Tab(chromium, address, "#export")
        groups = [tab.page.get_by_role("heading", name=name, exact=True) for name in ("Show", "Play", "Press", "Cut")]
        home = tab.page.get_by_role("button", name="Print at home", exact=True)
        for control in (home, tab.page.get_by_label("Draft"), *groups):
            control.wait_for()
            box = control.bounding_box()
            assert box and box["y"] + box["height"] <= 900
        assert [each["y"] for each in map(Locator.bounding_box, (home, *groups)) if each] == sorted(
            each["y"] for each in map(Locator.bounding_box, (home, *groups)) if each
        )
        page = tab.page.get_by_role("button", name="Make web-page", exact=True)
        assert page.count() == 0 and tab.violations() == []
        home.focus()
        for _ in range(2):  # Print, then Show
            tab.page.keyboard.press("Tab")
        tab.page.keyboard.press("Enter")
        page.wait_for()
        tab.until("() => location.hash.includes('open=show')")
        assert tab.violations() == []
        page.click()
        tab.page.get_by_role("link", name="market.html").first.wait_for()
        tab.page.reload()
        page.wait_for()  # the address says that the group is open
        groups[0].click()
        tab.until("() => !location.hash.includes('open')")
        tab.page.locator(".export-group[data-group=Show] summary", has_text="1 made").wait_for()
        assert tab.said == []


def test_the_first_view_is_the_overview_and_its_earlier_address_leads_there(chromium: Browser, market: Path) -> None:
    with studio(market) as address:
        for kept in ("", "#table?q=Stall+40", "#overview?q=Stall+40"):
            tab = Tab(chromium, address, kept)
            tab.page.get_by_role("region", name="Overview").get_by_role("gridcell").first.wait_for()
            views = tab.page.get_by_role("navigation", name="Views")
            assert views.locator("[aria-current=page]").inner_text() == "Overview"
            assert tab.count("[role=gridcell]") == 1 or not kept
            tab.context.close()
        tab = Tab(chromium, address, "#table")
        tab.page.keyboard.press("?")
        assert "Table" not in tab.page.get_by_role("dialog", name="Keys").inner_text()


#: How many lines the controls of a bar are on: those that do not overlap from top to bottom.
LINES = """bar => {
  const boxes = [...document.querySelectorAll(`${bar} :is(button, select, summary)`)].filter(each => each.offsetParent);
  const middles = boxes.map(each => each.getBoundingClientRect()).map(box => box.top + box.height / 2);
  return boxes.length && Math.max(...middles) - Math.min(...middles) < 12;
}"""


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_the_bars_of_a_game_of_two_decks_are_one_line(chromium: Browser, tmp_path: Path, width: int) -> None:
    starter.write(tmp_path / "mine")
    with studio(tmp_path / "mine") as address:
        tab = Tab(chromium, address, "#cards", width=width)
        for name, bar in (("Cards", ".cards-bar"), ("Overview", ".tools"), ("Sheets", ".view.pages .page-bar")):
            view(tab, name)
            tab.until(LINES, bar)
        view(tab, "Cards")
        for name in ("Duplicate card", "Delete card"):
            assert tab.page.get_by_role("button", name=name, exact=True).is_visible()

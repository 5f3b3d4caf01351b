"""One card and the table in Chromium: which slot a click chooses, what a rename keeps, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser

from small_game import small_game

#: A white card: a picture over a mat, words on a panel that hides a part of another picture, and a border in front.
LAYOUT = """\
size: [63, 88]
slots:
  mat: {kind: shape, shape: rectangle, box: [10, 10, 20, 20], fill: "#ddccaa"}
  sun: {kind: picture, art: sun, box: [5, 5, 40, 30]}
  moon: {kind: picture, art: sun, box: [5, 45, 50, 30]}
  panel: {kind: shape, shape: rectangle, box: [8, 60, 44, 20], fill: "#ffffff"}
  title: {kind: text, font: source-sans, size: 10, text: "{title}", box: [10, 62, 18, 8]}
  words: {kind: text, font: source-sans, size: 10, text: "{text}", box: [30, 8, 12, 12]}
  tilted: {kind: shape, shape: rectangle, box: [46, 20, 12, 2], fill: "#333333", rotate: 90}
  rule: {kind: shape, shape: line, box: [8, 83, 40, 0.1], stroke: "#333333"}
  border: {kind: shape, shape: rectangle, box: [2, 2, 59, 84], stroke: "#333333"}
"""
SUN = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game to be changed: three different cards, five with their copies, and a tile with three."""
    return small_game(tmp_path / "mine")


def rewritten(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8", newline="")


@pytest.fixture
def named(tmp_path: Path, mine: Path) -> Path:
    """Return the game with ids that are made from the titles of its cards."""
    rewritten(mine / "game.yaml", "    columns:\n", "    columns:\n      id: {auto: title}\n")
    text = (mine / "cards.csv").read_text("utf-8")
    lines = [line.split(",", 1)[1] for line in text.splitlines()]
    (mine / "cards.csv").write_text("\n".join(lines) + "\n", "utf-8", newline="")
    return mine


def test_a_click_chooses_what_one_sees_there(chromium: Browser, mine: Path) -> None:
    pips = 'font: source-sans, size: 10, text: "{n}", box: [8, 50, 4, 5], repeat: {times: 2, step: [36, 0]}'
    (mine / "layouts" / "card.yaml").write_text(f"{LAYOUT}  pips: {{kind: text, {pips}}}\n", "utf-8")
    (mine / "art").mkdir(exist_ok=True)
    (mine / "art" / "sun.svg").write_text(SUN, "utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S4&lines=o")  # the card without words
        tab.until("() => document.querySelectorAll('.lines .slot').length === 10")
        edge = tab.page.locator(".over").last.bounding_box()
        assert edge
        scale = edge["width"] / 69  # with 3 mm of bleed on each side
        met = {
            "sun": (20, 20),  # in front of the mat
            "moon": (30, 52),
            "pips": (46, 52),  # the second time
            "title": (14, 66),  # on the panel
            "panel": (40, 75),  # in front of the moon
            "tilted": (52, 25),  # where it is turned to
            "rule": (30, 83.4),  # beside it
            "border": (55, 8),  # nothing else is there, nor at its edge
        }
        for name, (x, y) in {**met, "sun again": (36, 12), "panel again": (14, 69.3)}.items():  # no words are there
            tab.page.mouse.click(edge["x"] + (x + 3) * scale, edge["y"] + (y + 3) * scale)
            chosen = tab.until("() => document.querySelector('.slot-name[aria-pressed=true]')?.dataset.slot")
            assert chosen == name.removesuffix(" again"), name
            hover = tab.page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('.slot')?.dataset.slot",
                [edge["x"] + (x + 3) * scale, edge["y"] + (y + 3) * scale],
            )
            assert hover == chosen, "the pointer shows another slot than the one that it chooses"
            tab.page.keyboard.press("Escape")
            tab.until("() => !document.querySelector('.slot-name[aria-pressed=true]')")
        for x, left in ((46, 44), (10, 8)):  # the repetition that was clicked is framed
            tab.page.mouse.click(edge["x"] + (x + 3) * scale, edge["y"] + 55 * scale)
            tab.until(f"() => document.querySelector('.slot.chosen .line')?.getAttribute('x') === '{left}'")
        for _ in range(3):
            tab.page.keyboard.press("Escape")
        assert tab.page.evaluate("() => location.hash").startswith("#card"), "Esc once too often leaves no design"
        assert tab.said == []


def test_a_second_click_goes_to_what_a_person_means_and_with_alt_to_all(chromium: Browser, mine: Path) -> None:
    (mine / "layouts" / "card.yaml").write_text(LAYOUT, "utf-8")
    (mine / "art").mkdir(exist_ok=True)
    (mine / "art" / "sun.svg").write_text(SUN, "utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S4&lines=o")
        tab.until("() => document.querySelectorAll('.lines .slot').length === 9")
        edge = tab.page.locator(".over").last.bounding_box()
        assert edge
        scale = edge["width"] / 69

        def chosen_at(x: float, y: float) -> str:
            tab.page.mouse.click(edge["x"] + (x + 3) * scale, edge["y"] + (y + 3) * scale)
            let_go = tab.page.evaluate("() => Date.now()")
            tab.until("(before) => Date.now() > before + 400", let_go)  # the next click is no double click
            name: str = tab.until("() => document.querySelector('.slot-name[aria-pressed=true]')?.dataset.slot")
            return name

        # The border covers most of the card: a second click passes it over, or stays where there is nothing else.
        assert [chosen_at(20, 20) for _ in range(4)] == ["sun", "mat", "sun", "mat"]
        assert [chosen_at(50, 50) for _ in range(3)] == ["moon"] * 3
        tab.page.keyboard.down("Alt")
        assert [chosen_at(50, 50) for _ in range(3)] == ["border", "moon", "border"]
        tab.page.keyboard.up("Alt")
        assert tab.said == []


def test_the_next_card_keeps_the_layer_and_the_panel_shows_its_title(chromium: Browser, mine: Path) -> None:
    (mine / "layouts" / "card.yaml").write_text(LAYOUT, "utf-8")
    (mine / "art").mkdir(exist_ok=True)
    (mine / "art" / "sun.svg").write_text(SUN, "utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        layers, properties = (tab.page.get_by_role("region", name=name) for name in ("Layers", "Properties"))
        layers.locator("[data-slot=title].slot-name").click()
        properties.get_by_role("heading", name="Title", exact=True).wait_for()
        panel = tab.page.locator(".details")
        panel.get_by_role("button", name="Next card").click()
        tab.until("() => document.querySelector('.piece-name').textContent === 'S4'")
        properties.get_by_role("heading", name="Title", exact=True).wait_for()
        assert tab.until("() => document.querySelector('.slot-name[aria-pressed=true]')?.dataset.slot") == "title"
        assert panel.evaluate("each => (each.scrollTop = each.scrollHeight, each.scrollTop)") > 200
        layers.locator("[data-slot=words].slot-name").click()
        properties.get_by_role("heading", name="Words", exact=True).wait_for()
        tab.until(
            "() => { const top = (name) => document.querySelector(name).getBoundingClientRect().top;"
            "return Math.abs(top('.properties') - top('.details')) < 2; }"
        )
        assert tab.said == []


def test_a_card_that_is_renamed_stays_the_one_that_is_shown(chromium: Browser, named: Path) -> None:
    with studio(named) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.querySelectorAll('.cell').length > 3")
        key = tab.page.evaluate("() => document.querySelector('.cell').dataset.key")
        tab.go(f"#card?at={key}")
        field = tab.page.get_by_label("title", exact=True)
        first = field.input_value()
        field.fill("Second light")
        field.press("Enter")
        tab.until("() => document.querySelector('.piece-name')?.textContent === 'Second light'")
        tab.until("() => location.hash.includes('second-light')")
        assert field.input_value() == "Second light"
        assert tab.page.evaluate("() => document.activeElement.value") == "Second light"
        assert tab.count(".details-words") == 1 and "not there any more" not in tab.page.inner_text("main")
        # A second edit of the row, under its new id, and what it was when the page was opened.
        tab.page.get_by_label("text", exact=True).fill("Pass.")
        tab.page.get_by_label("text", exact=True).press("Enter")
        tab.until("() => document.querySelector('.toast').textContent.startsWith('Text of Second light changed')")
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("c")
        tab.until("() => [...document.querySelectorAll('.framed')].filter(one => !one.hidden).length === 2")
        tab.page.keyboard.press("c")
        for _ in range(2):
            tab.page.keyboard.press("Control+z")
            tab.page.wait_for_timeout(0)
        tab.until("name => document.querySelector('.piece-name').textContent === name", first)
        tab.page.keyboard.press("Escape")
        tab.until("key => document.activeElement.dataset.key === key", key)
        assert tab.said == []


def test_a_row_that_is_gone_is_still_said_to_be_gone(chromium: Browser, named: Path) -> None:
    with studio(named) as address:
        tab = Tab(chromium, address, "#card?at=cards/rainbow")
        tab.until("() => document.querySelector('.piece-name')?.textContent === 'Rainbow'")
        lines = (named / "cards.csv").read_text("utf-8").splitlines(keepends=True)
        (named / "cards.csv").write_text("".join(lines[:-1]), "utf-8", newline="")
        tab.until("() => document.querySelector('main').innerText.includes('This card is not there any more')")


def test_a_column_that_is_new_marks_no_card_as_changed(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.querySelectorAll('.cell').length > 3")
        lines = (mine / "cards.csv").read_text("utf-8").splitlines()
        lines = [f"{line},{at or 'strength'}" for at, line in enumerate(lines)]
        (mine / "cards.csv").write_text("\n".join(lines) + "\n", "utf-8", newline="")
        tab.until("() => !document.querySelector('.badge').hidden")
        assert tab.count(".cell.changed") == 0
        rewritten(mine / "cards.csv", "High noon", "Late noon")
        tab.until("() => document.querySelectorAll('.cell.changed').length === 1")
        assert tab.page.evaluate("() => document.querySelector('.cell.changed').dataset.key") == "cards/S4"


def test_the_table_and_the_numbers_count_the_same_pieces(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.querySelectorAll('.cell').length > 3")
        decks = tab.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[data-deck]')]"
            ".map(one => [one.firstChild.textContent, one.lastChild.textContent]))"
        )
        heads = tab.page.locator(".row.head .count").all_inner_texts()
        count = tab.text(".tools .count")
        tab.page.keyboard.press("8")
        tab.until("() => document.querySelector('.counts')")
        rows = tab.page.evaluate(
            "() => [...document.querySelectorAll('.counts tbody tr .figure:not(.soft)')].map(one => one.textContent)"
        )
        total = tab.text(".counts caption")
        assert total.endswith("4 different, 8 printed") and sorted(rows) == ["3", "5"]
        assert sorted(decks.values()) == ["3", "5", "8"]
        assert count == "4 different, 8 printed"
        assert heads == ["3 different, 5 printed", "1 different, 3 printed"]


@pytest.mark.parametrize("width", [900, 1400])
def test_the_panel_of_another_card_begins_at_its_top(chromium: Browser, mine: Path, width: int) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1", width=width)
        tab.until("() => document.querySelector('.slot-name')")
        tab.page.set_viewport_size({"width": width, "height": 420})
        scrolled = "() => document.querySelector('.details').scrollTop"
        tab.page.evaluate("() => document.querySelector('.details').scrollTo(0, 100)")
        assert tab.page.evaluate(scrolled) == 100
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("ArrowRight")
        tab.until("() => document.querySelector('.piece-name').textContent === 'S4'")
        assert tab.page.evaluate(scrolled) == 0


@pytest.mark.parametrize("width", [900, 1400])
@pytest.mark.parametrize("size", ["1.4", "2.6"])
def test_the_button_that_turns_a_card_covers_nothing_of_it(
    chromium: Browser, mine: Path, width: int, size: str
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, f"#overview?size={size}", width=width)
        tab.until("() => document.querySelectorAll('.cell').length > 3")
        cell = tab.page.locator("[data-key='cards/S1']")
        cell.hover()
        cell.locator(".turn").wait_for()  # once the backs are there, too
        card, turn, name = (cell.locator(part).bounding_box() for part in (".trimmed", ".turn", ".name"))
        assert card and turn and name
        assert turn["y"] >= card["y"] + card["height"]
        assert name["x"] + name["width"] <= turn["x"]
        cell.locator(".turn").click()
        tab.until("() => document.querySelector(\"[data-key='cards/S1']\").getAttribute('aria-label').includes('back')")


def test_other_pieces_and_other_pages_begin_at_the_top(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#overview?size=8")
        tab.until("() => document.querySelectorAll('.cell').length > 1")
        tab.page.set_viewport_size({"width": 900, "height": 500})
        scrolled = "() => document.querySelector('.scroller').scrollTop"
        tab.page.evaluate("() => document.querySelector('.scroller').scrollTo(0, 300)")
        tab.page.click("[data-deck=tiles]")
        tab.until("() => document.querySelector('.row.head h2').textContent.includes('tiles')")
        assert tab.page.evaluate(scrolled) == 0
        tab.go("#sheets?profile=home-a4&large=1")
        tab.pictures()
        tab.page.evaluate("() => document.querySelector('.view.pages:not([hidden])').scrollTo(0, 300)")
        tab.page.select_option("label:has-text('What to make') select", "home-letter")
        tab.until("() => location.hash.includes('home-letter') && document.querySelector('.file-of-pages')")
        tab.until("() => document.querySelector('.view.pages:not([hidden])').scrollTop === 0")


def test_a_card_that_gets_a_back_can_be_turned_over(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        rewritten(mine / "game.yaml", "    back: {layout: back}", "    # no back")
        tab.until("() => document.querySelector(\"[data-key='cards/S1']\")?.matches('.one-sided')")
        rewritten(mine / "game.yaml", "    # no back", "    back: {layout: back}")
        tab.until("() => !document.querySelector(\"[data-key='cards/S1']\").matches('.one-sided')")
        tab.page.locator("[data-key='cards/S1']").hover()
        tab.page.locator("[data-key='cards/S1'] .turn").click()
        tab.until("() => document.querySelector(\"[data-key='cards/S1']\").getAttribute('aria-label').includes('back')")


def test_a_double_click_on_a_card_selects_no_text(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.querySelectorAll('.cell').length > 3")
        tab.page.locator("[data-key='cards/S1']").dblclick()
        tab.until("() => document.querySelector('.piece-name')?.textContent === 'S1'")
        tab.pictures()
        card = tab.page.locator(".framed:visible").first.bounding_box()
        assert card
        for down in (0.3, 0.5, 0.98):
            tab.page.mouse.dblclick(card["x"] + card["width"] / 2, card["y"] + card["height"] * down)
            assert tab.page.evaluate("() => getSelection().isCollapsed"), "what is selected is painted blue"

"""The view Cards in Chromium, by real keys, mouse and clipboard: the table of a deck works as spreadsheets do."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, Route, expect

from beeprint import starter

GAME = """\
id: towers
title: Towers
version: "1"
decks:
  cards:
    title: Towers
    data: cards.csv
    shape: {kind: card, size: standard-card}
    stock: cards
    front: card
    columns:
      title: text
      cost: int
      rare: bool
      suit: {type: choice, of: [sun, moon, star]}
      art: text?
      text: text?
"""
LAYOUT = """\
slots:
  title: {kind: text, font: source-sans, size: 12, text: "{title}", box: [5, 5, 53, 8]}
  art: {kind: picture, art: "{art}", box: [5, 15, 53, 30]}
  words: {kind: text, font: source-sans, size: 9, text: "{text}", box: [5, 50, 53, 25]}
"""
SUN = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
CARDS = """\
id,title,cost,rare,suit,art,text,copies
C1,Gate,3,yes,sun,sun,Draw a card.,2
C2,Wall,1,no,moon,moon,,1
C3,Moat,2,no,star,,"Say ""Halt"", twice.
Then rest.",1
C4,Keep,5,yes,sun,sun,Draw a card.,1
C5,Yard,4,no,moon,,,3
C6,Well,1,no,star,moon,Draw two cards.,1
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


def towers(folder: Path, cards: str = CARDS, game: str = GAME) -> Path:
    """Write a game of towers; return its folder."""
    files = {"game.yaml": game, "cards.csv": cards, "layouts/card.yaml": LAYOUT}
    for name, text in {**files, "art/sun.svg": SUN, "art/moon.svg": SUN.replace("v7", "v5")}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8", newline="")
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return towers(tmp_path / "towers")


class Sheet:
    """The grid of a page, and the file that it writes."""

    def __init__(self, chromium: Browser, address: str, game: Path, width: int = 1440, **context: object) -> None:
        self.tab = Tab(chromium, address, "#cards", width, **context)
        self.page, self._path = self.tab.page, game / "cards.csv"
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.tab.until("() => document.querySelector('[role=gridcell]:not(.cards-cell[data-type=card])')")

    def cell(self, key: str, column: str) -> Locator:
        """Return the cell of a column in the row whose id is shown as `key`."""
        row = self.page.get_by_role("row").filter(has=self.page.get_by_role("gridcell", name=key, exact=True))
        return row.first.locator(f"[role=gridcell][data-column='{column}']")

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)

    @property
    def here(self) -> tuple[str, str]:
        """Return the id and the column of the cell that has the focus."""
        place = self.page.evaluate(
            "() => { const cell = document.activeElement.closest('[role=gridcell], [role=columnheader]');"
            "return [cell.parentNode.querySelector('[data-column=id]').textContent, cell.dataset.column]; }"
        )
        return (place[0], place[1])

    @property
    def editor(self) -> str | None:
        """Return the text in the editor of a cell, None where none is open."""
        return self.page.evaluate("() => document.querySelector('.cards-input')?.value ?? null")

    @property
    def rows(self) -> list[dict[str, str]]:
        """Return the rows that the file has."""
        with self._path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def column(self, name: str) -> list[str]:
        """Return a column of the file."""
        return [row.get(name, "") for row in self.rows]

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until the file holds what it must, and the page knows."""
        for _ in range(1200):
            if holds():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(self._path.read_text("utf-8") + self.page.inner_text(".view.cards"))

    def holds(self, column: str, *texts: str) -> None:
        """Wait until a column of the file holds texts."""
        self.until(lambda: self.column(column) == list(texts))

    def copy(self, text: str, kind: str = "text/plain") -> None:
        """Put a text on the clipboard, as another program does."""
        script = (
            "([kind, text]) => navigator.clipboard.write([new ClipboardItem({[kind]: new Blob([text], {type: kind})})])"
        )
        self.page.evaluate(script, [kind, text])

    @property
    def clipboard(self) -> str:
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))


def test_keys_go_from_cell_to_cell(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "title").click()
        for keys, place in {
            "ArrowDown ArrowRight": ("C2", "cost"),
            "ArrowLeft ArrowUp": ("C1", "title"),
            "End": ("C1", "copies"),
            "Tab": ("C2", "id"),
            "Shift+Tab": ("C1", "copies"),
            "Control+End": ("C6", "copies"),
            "Home": ("C6", "id"),
            "PageUp": ("C1", "id"),
            "PageDown": ("C6", "id"),
            "Control+Home": ("C1", "id"),
            "Control+ArrowDown": ("C6", "id"),
            "Control+ArrowRight": ("C6", "copies"),
            "Control+ArrowUp ArrowLeft Control+ArrowDown": ("C3", "text"),  # the cell between is empty
        }.items():
            sheet.press(*keys.split())
            assert sheet.here == place, keys
        assert sheet.page.locator("[role=grid] [tabindex='0']").count() == 1
        assert sheet.tab.said == []


def test_a_cell_is_typed_over_edited_and_put_back(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "title").click()
        sheet.write("Ga")
        assert sheet.editor == "Ga"
        sheet.press("Escape")
        assert (sheet.editor, sheet.here) == (None, ("C1", "title"))
        sheet.press("F2")
        sheet.write("way")
        assert sheet.editor == "Gateway"
        sheet.press("Enter")
        assert sheet.here == ("C2", "title")
        sheet.write("Curtain")
        sheet.press("Tab")
        assert sheet.here == ("C2", "cost")
        sheet.write("7")
        sheet.press("ArrowDown")  # leaves a cell that is typed over
        assert sheet.here == ("C3", "cost")
        sheet.press("Shift+Tab", "Enter", "End")
        sheet.press("Alt+Enter")
        sheet.write("Deep")
        sheet.press("Shift+Enter")
        assert sheet.here == ("C2", "title")
        sheet.holds("title", "Gateway", "Curtain", "Moat\nDeep", "Keep", "Yard", "Well")
        assert sheet.column("cost")[1] == "7"
        sheet.cell("C4", "title").dblclick()
        assert sheet.editor == "Keep"
        sheet.press("Escape")
        for _ in range(4):
            sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        sheet.press("Control+y")
        sheet.until(lambda: sheet.column("title")[0] == "Gateway")
        assert sheet.tab.said == []


def test_enter_after_tabs_goes_to_the_next_row_where_the_tabs_began(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "title").click()
        sheet.write("Gatehouse")
        sheet.press("Tab")
        sheet.write("8")
        sheet.press("Tab", "Tab", "s", "Tab")  # a tick, and a choice
        sheet.write("moon")
        sheet.press("Enter")
        assert sheet.here == ("C2", "title")
        sheet.press("Tab")
        sheet.write("9")
        sheet.press("Enter")
        assert sheet.here == ("C3", "title")
        sheet.press("Tab", "ArrowDown")  # which ends the run of Tabs
        sheet.write("6")
        sheet.press("Enter")
        assert sheet.here == ("C5", "cost")
        sheet.press("Shift+Tab", "Tab")
        sheet.cell("C4", "text").click()
        sheet.write("Draw.")
        sheet.press("Enter")
        assert sheet.here == ("C5", "text")
        sheet.holds("cost", "8", "9", "2", "6", "4", "1")
        sheet.holds(
            "text",
            *(row["text"] for row in csv.DictReader(CARDS.splitlines(keepends=True)) if row["id"] < "C4"),
            "Draw.",
            "",
            "Draw two cards.",
        )
        assert sheet.tab.said == []


def test_a_card_is_added_where_tab_and_enter_lead_below_the_last_one(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C6", "title").click()
        sheet.write("Cistern")
        sheet.press("Tab")
        sheet.write("2")
        sheet.press("Enter")  # ends the run of Tabs in a new card
        sheet.until(lambda: sheet.here == ("C7", "title"))
        sheet.page.locator(".toast").get_by_text(re.compile(" added to ")).wait_for()
        sheet.press("End", "Tab")  # which has no name yet, so that none follows it
        sheet.page.wait_for_function("() => !document.activeElement.closest('[role=grid]')")
        sheet.cell("C7", "title").click()
        sheet.write("Ditch")
        sheet.press("Tab", "End")
        sheet.write("3")
        sheet.press("Tab")
        sheet.until(lambda: sheet.here == ("C8", "id"))
        sheet.holds("copies", "2", "1", "1", "1", "3", "1", "3", "1")
        sheet.cell("C6", "cost").click()
        sheet.press("Control+Enter")
        sheet.until(lambda: sheet.column("id") == ["C1", "C2", "C3", "C4", "C5", "C6", "C9", "C7", "C8"])
        assert sheet.column("title")[5] == "Cistern" and len(sheet.rows) == 9
        for _ in range(7):
            sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        assert sheet.tab.said == []


def test_blocks_are_copied_cut_pasted_emptied_and_filled(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C2", "suit").click()
        sheet.press("Shift+ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight")
        assert sheet.page.locator("[role=gridcell][aria-selected=true]").count() == 6
        sheet.press("Control+c")
        sheet.tab.until("async () => (await navigator.clipboard.readText()).startsWith('moon')")
        assert sheet.clipboard == 'moon\tmoon\t\r\nstar\t\t"Say ""Halt"", twice.\nThen rest."'
        # As many rows below the end as are lacking.
        sheet.cell("C6", "suit").click()
        sheet.press("Control+v")
        sheet.until(lambda: len(sheet.rows) == 7)
        assert [(row["suit"], row["art"], row["text"]) for row in sheet.rows[5:]] == [
            ("moon", "moon", ""),
            ("star", "", 'Say "Halt", twice.\nThen rest.'),
        ]
        assert sheet.rows[6]["id"] == "C7"
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        # A single text fills what is selected, and a column of them what it goes into twice.
        sheet.copy("9")
        sheet.cell("C1", "cost").click()
        sheet.cell("C4", "cost").click(modifiers=["Shift"])
        sheet.press("Control+v")
        sheet.holds("cost", "9", "9", "9", "9", "4", "1")
        sheet.copy("1\r\n2\r\n")
        sheet.press("Control+v")
        sheet.holds("cost", "1", "2", "1", "2", "4", "1")
        sheet.press("Control+d")
        sheet.holds("cost", "1", "1", "1", "1", "4", "1")
        sheet.press("Control+x")
        sheet.page.get_by_role("alert").get_by_text("cost is empty").first.wait_for()  # a number must be there
        sheet.page.get_by_role("button", name="Close", exact=True).click()
        sheet.cell("C1", "text").click()
        sheet.cell("C3", "text").click(modifiers=["Shift"])
        sheet.press("Control+x")
        sheet.holds("text", "", "", "", "Draw a card.", "", "Draw two cards.")
        sheet.cell("C3", "text").click()
        sheet.press("Control+v")
        sheet.holds("text", "", "", "Draw a card.", "", 'Say "Halt", twice.\nThen rest.', "Draw two cards.")
        sheet.press("Delete")
        sheet.holds("text", "", "", "", "", "", "Draw two cards.")
        sheet.press("Control+z")
        sheet.holds("text", "", "", "Draw a card.", "", 'Say "Halt", twice.\nThen rest.', "Draw two cards.")
        sheet.press("Control+a")
        assert sheet.page.locator("[role=gridcell][aria-selected=true]").count() == 6 * 8
        assert sheet.tab.said == []


def test_a_table_of_a_web_page_is_pasted(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        cells = "<tr><td>East <b>tower</b></td><td>8</td></tr><tr><td>West<br>tower</td><td> 9 </td></tr>"
        sheet.copy(f"<p>Towers</p><table>{cells}</table><script>document.title = 'x'</script>", "text/html")
        sheet.cell("C5", "title").click()
        sheet.press("Control+v")
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "East tower", "West\ntower")
        assert sheet.column("cost")[4:] == ["8", "9"]
        sheet.copy("a\tb\tc\td")
        sheet.cell("C1", "text").click()
        sheet.press("Control+v")
        alert = sheet.page.get_by_role("alert")
        expect(alert).to_contain_text(
            "Nothing was pasted: 2 columns of what you pasted do not fit beside the last column."
        )
        expect(alert).to_contain_text("Gate (C1): copies is 'b'")  # all reasons at once
        assert sheet.column("text")[0] == "Draw a card."
        sheet.copy("Inn\tmany\r\nTent\tfew")
        sheet.cell("C5", "title").click()
        sheet.press("Control+v")
        expect(alert).to_contain_text("Nothing was pasted: East tower (C5): cost is 'many'")
        assert (game / "cards.csv").read_text("utf-8").count("Inn") == 0
        assert sheet.tab.said == []


def test_a_first_row_of_heads_says_which_columns_are_pasted(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.copy("Cost\t TITLE \r\n7\tInn\r\n8\tTent")
        sheet.cell("C6", "suit").click()
        sheet.press("Control+v")
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Inn", "Tent")
        assert sheet.column("cost")[5:] == ["1", "7", "8"]
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        sheet.copy("Title\tOil\tText\tArtist\r\nInn\t3\tGain {oil}.\tAda\r\nTent\t\tPay {oil}.\tBo")
        sheet.cell("C6", "title").click()
        sheet.press("Control+v")
        alert = sheet.page.get_by_role("alert")
        expect(alert).to_contain_text("Nothing was pasted: the table has no columns Oil and Artist.")
        alert.get_by_role("button", name="Add 2 columns and paste").click()
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Inn", "Tent")
        assert [(row["Oil"], row["Artist"], row["text"]) for row in sheet.rows[6:]] == [
            ("3", "Ada", "Gain {oil}."),
            ("", "Bo", "Pay {oil}."),
        ]
        written = (game / "game.yaml").read_text("utf-8")
        assert "Oil: int?" in written and "Artist: text?" in written and "markup: icons" in written
        sheet.page.get_by_role("columnheader", name="Artist").wait_for()
        expect(alert).to_be_hidden()
        sheet.press("Control+z")  # all of it is one step
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        sheet.page.get_by_role("columnheader", name="Artist").wait_for(state="detached")
        sheet.cell("C6", "title").click()
        sheet.press("Control+v")
        alert.get_by_role("button", name="Paste without them").click()
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Inn", "Tent")
        assert "Oil" not in sheet.rows[0]
        assert sheet.tab.said == []


def test_pasted_cards_change_those_of_their_names_and_others_are_added(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.copy("Title\tCost\r\n keep \t9\r\nInn\t7\r\nWall\t1")
        sheet.cell("C2", "suit").click()
        sheet.press("Control+v")
        toast = sheet.page.locator(".view.cards .toast")
        words = "Pasted: 1 card changed, 1 card added, 1 card as before. Cards are matched by title."
        expect(toast).to_contain_text(words)
        sheet.holds("cost", "3", "1", "2", "9", "4", "1", "7")
        assert sheet.column("title") == ["Gate", "Wall", "Moat", "keep", "Yard", "Well", "Inn"]
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)
        sheet.cell("C6", "title").click()
        sheet.page.get_by_role("button", name="Add card", exact=True).click()  # it waits for its name
        sheet.until(lambda: len(sheet.rows) == 7)
        sheet.copy("Title\tCost\r\nInn\t7\r\nWall\t5\r\nTent\t8")
        sheet.press("Control+v")
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Yard", "Well", "Inn", "Tent")
        assert sheet.column("cost") == ["3", "5", "2", "5", "4", "1", "7", "8"]
        assert sheet.tab.said == []


def test_cards_of_a_starter_are_written_over_by_a_paste(chromium: Browser, tmp_path: Path) -> None:
    game = tmp_path / "mine"
    starter.write(game, "blank", "Mine", "Cards")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.copy("Name\tText\r\nInn\tSleep.\r\nTent\tRest.")
        sheet.page.get_by_role("gridcell", name="First card", exact=True).click()
        sheet.press("Control+v")
        sheet.holds("name", "Inn", "Tent", "Third card")
        expect(sheet.page.locator(".view.cards .toast")).to_contain_text("Pasted: 2 cards written over.")


def test_a_word_in_braces_is_typed_into_a_cell(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C2", "text").click()
        sheet.write("Gain {oil}.")
        sheet.press("Enter")
        sheet.until(lambda: sheet.column("text")[1] == "Gain {oil}.")
        assert "markup: icons" in (game / "game.yaml").read_text("utf-8")
        assert sheet.tab.said == []


def test_a_block_is_selected_and_filled_by_the_mouse(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        middles = {}
        for key, column in (("C2", "title"), ("C3", "suit"), ("C6", "suit")):
            box = sheet.cell(key, column).bounding_box()
            assert box
            middles[key] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse = sheet.page.mouse
        mouse.move(*middles["C2"])
        mouse.down()
        mouse.move(*middles["C3"], steps=4)
        mouse.up()
        assert sheet.page.locator("[role=gridcell][aria-selected=true]").count() == 8
        sheet.cell("C2", "suit").click()
        sheet.press("Shift+ArrowDown")
        box = sheet.page.locator(".cards-fill").bounding_box()
        assert box
        mouse.move(box["x"] + 5, box["y"] + 5)
        mouse.down()
        mouse.move(*middles["C6"], steps=4)
        mouse.up()
        sheet.holds("suit", "sun", "moon", "star", "moon", "star", "moon")
        assert sheet.page.evaluate("() => getSelection().toString()") == ""
        sheet.press("Control+z")
        sheet.until(lambda: (game / "cards.csv").read_text("utf-8") == CARDS)


def test_words_are_found_and_replaced(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "title").click()
        sheet.press("Control+f")
        bar = sheet.page.get_by_role("search", name="Find and replace")
        bar.get_by_label("Find", exact=True).fill("draw")
        count = bar.get_by_role("status")
        assert count.inner_text() == "3 matches"
        sheet.press("Enter")
        assert count.inner_text() == "1 of 3"
        bar.get_by_label("Match case").check()
        assert count.inner_text() == "No matches"
        bar.get_by_label("Match case").uncheck()
        bar.get_by_label("Replace with").fill("Take")
        foreseen = bar.get_by_text("Replace all changes 3 cells of text. First: “Draw a card.” → “Take a card.”")
        foreseen.wait_for()
        bar.get_by_role("button", name="Replace", exact=True).click()
        sheet.until(lambda: sheet.column("text")[0] == "Take a card.")
        bar.get_by_role("button", name="Replace all").click()
        sheet.until(lambda: sheet.column("text")[3:] == ["Take a card.", "", "Take two cards."])
        assert count.inner_text() == "No matches"
        sheet.press("Escape")
        assert not bar.is_visible()
        assert sheet.here == ("C4", "text")
        sheet.press("Control+z")  # what was replaced together
        sheet.until(lambda: sheet.column("text")[3:] == ["Draw a card.", "", "Draw two cards."])
        assert sheet.column("text")[0] == "Take a card."
        assert sheet.tab.said == []


def test_words_are_replaced_in_one_column(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.cell("C1", "suit").click()
        sheet.press("Control+f")
        bar = sheet.page.get_by_role("search", name="Find and replace")
        bar.get_by_label("Find", exact=True).fill("moon")
        bar.get_by_label("Replace with").fill("sun")
        bar.get_by_text("Replace all changes 2 cells of suit, 2 cells of art. First: “moon” → “sun”").wait_for()
        bar.get_by_label("In column").select_option("In suit")
        assert bar.get_by_role("status").inner_text() == "2 matches"
        bar.get_by_text("Replace all changes 2 cells of suit. First: “moon” → “sun”").wait_for()
        assert sheet.tab.violations() == []
        bar.get_by_role("button", name="Replace all").click()
        sheet.holds("suit", "sun", "sun", "star", "sun", "sun", "star")
        assert sheet.column("art") == ["sun", "moon", "", "sun", "", "moon"]
        assert sheet.tab.said == []


def test_an_empty_cell_of_yes_and_no_is_an_empty_box(chromium: Browser, tmp_path: Path) -> None:
    game = towers(
        tmp_path / "towers", CARDS.replace("Wall,1,no", "Wall,1,"), GAME.replace("rare: bool", 'rare: "bool?"')
    )
    before = (game / "cards.csv").read_bytes()
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        box = sheet.cell("C2", "rare").get_by_role("checkbox", name="rare of C2, empty")
        box.wait_for()
        assert not box.evaluate("(box) => box.indeterminate || box.checked")
        assert (game / "cards.csv").read_bytes() == before
        box.click()
        sheet.until(lambda: sheet.column("rare")[1] == "yes")
        sheet.cell("C2", "rare").get_by_role("checkbox", name="rare of C2", exact=True).wait_for()
        assert sheet.tab.said == []


def test_rows_and_columns_are_arranged_for_the_view_only(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page

        def choose(column: str, name: str) -> None:
            page.get_by_role("columnheader", name=column).click()
            page.get_by_role("dialog", name=f"Column {column}").get_by_role("button", name=name).click()

        def shown(column: str) -> list[str]:
            cells = page.locator(f"[role=gridcell][data-column={column}]:visible")
            return [text.strip() for text in cells.all_inner_texts()]

        choose("cost", "Sort high to low")
        assert shown("title") == ["Keep", "Yard", "Gate", "Moat", "Wall", "Well"]
        assert page.get_by_role("columnheader", name="cost").get_attribute("aria-sort") == "descending"
        assert "the file keeps its order" in page.inner_text(".cards-note")
        assert page.get_by_role("button", name="Move up").is_disabled()
        sheet.cell("C4", "cost").click()
        sheet.write("0")
        sheet.press("Enter")
        sheet.holds("cost", "3", "1", "2", "0", "4", "1")  # the row that is seen there, which stays where it is
        assert shown("title")[0] == "Keep" and sheet.here == ("C5", "cost")
        page.get_by_role("columnheader", name="suit").click()
        menu = page.get_by_role("dialog", name="Column suit")
        menu.get_by_label("moon").uncheck()
        menu.get_by_label("star").uncheck()
        page.keyboard.press("Escape")
        assert shown("title") == ["Gate", "Keep"]
        assert "2 of 6 rows, filtered by suit" in page.inner_text(".cards-note")
        assert page.get_by_role("grid").get_attribute("aria-rowcount") == "3"
        sheet.cell("C1", "title").click()
        sheet.press("Delete")
        sheet.press("Escape")
        page.get_by_role("button", name="Order of the file, all rows").click()
        assert shown("id") == ["C1", "C2", "C3", "C4", "C5", "C6"]
        choose("cost", "Hide column")
        assert page.get_by_role("columnheader", name="cost").count() == 0
        assert page.get_by_role("grid").get_attribute("aria-colcount") == "9"
        assert page.get_by_role("columnheader", name="rare").get_attribute("aria-colindex") == "5"
        assert "Hidden: cost." in page.inner_text(".cards-note")
        page.get_by_role("button", name="Show all columns").click()
        assert page.get_by_role("columnheader", name="cost").count() == 1
        before = page.get_by_role("columnheader", name="art").bounding_box()
        page.get_by_role("columnheader", name="art").focus()
        sheet.press("Shift+ArrowRight")
        after = page.get_by_role("columnheader", name="art").bounding_box()
        assert before and after and after["width"] == before["width"] + 12
        page.set_viewport_size({"width": 700, "height": 800})
        choose("cost", "Freeze up to here")
        frozen = "() => [...document.querySelectorAll('.cards-head.frozen')].map(head => head.dataset.column)"
        assert page.evaluate(frozen) == ["", "id", "title", "cost"]
        sheet.cell("C1", "text").click()
        left = sheet.cell("C1", "cost").bounding_box()
        assert left and left["x"] < 350
        assert sheet.tab.said == []


def test_each_type_of_cell_has_its_control(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page, status = sheet.page, sheet.page.locator("#cards-says")
        tick = sheet.cell("C1", "rare").get_by_role("checkbox", name="rare of C1")
        assert tick.is_checked()
        tick.click()
        sheet.until(lambda: sheet.column("rare")[0] == "no")
        sheet.press(" ")
        sheet.until(lambda: sheet.column("rare")[0] == "yes")
        assert sheet.here == ("C1", "rare")
        sheet.press("ArrowRight", "Enter")
        choice = page.get_by_role("combobox", name="suit of C1")
        assert [option.strip() for option in choice.locator("option").all_inner_texts()] == [
            "sun",
            "moon",
            "star",
            "Another word…",
        ]
        choice.select_option("star")
        sheet.until(lambda: sheet.column("suit")[0] == "star")
        sheet.press("m", "Enter")
        sheet.until(lambda: sheet.column("suit")[0] == "moon")
        sheet.tab.until("() => document.querySelectorAll('.cards-art img').length === 4")
        sheet.cell("C3", "art").click()
        sheet.write("mo")
        assert page.get_by_role("combobox", name="art of C3").get_attribute("list") == "cards-words"
        sheet.write("on")
        sheet.press("Enter")
        sheet.until(lambda: sheet.column("art")[2] == "moon")
        # A number that is none is refused in words, while it is typed and when it is written.
        sheet.cell("C2", "cost").click()
        sheet.write("many")
        page.locator(".cards-input[aria-invalid=true]").wait_for()
        status.filter(has_text="cost is 'many', not a whole number").wait_for()
        sheet.press("Enter")
        page.locator(".cards-input[aria-invalid=true]").wait_for()
        assert (
            sheet.column("cost")[1] == "1" and page.locator(".cards-input").input_value() == "many"
        )  # to be corrected
        sheet.press("Escape")
        assert sheet.cell("C2", "cost").inner_text() == "1"
        # What another program left in the file is marked.
        text = (game / "cards.csv").read_text("utf-8")
        (game / "cards.csv").write_text(text.replace("C5,Yard,4", "C5,Yard,lots"), "utf-8", newline="")
        cell = sheet.cell("C5", "cost")
        faulty = "() => document.querySelectorAll('[data-column=cost][aria-invalid=true]').length"
        sheet.tab.until(f"{faulty} === 1")
        assert cell.get_attribute("aria-invalid") == "true"
        cell.click()
        words = page.evaluate(
            "() => document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
        )
        assert "cost is 'lots', not a whole number" in words and words == status.inner_text()
        sheet.write("4")
        sheet.press("Enter")
        sheet.tab.until(f"{faulty} === 0")
        assert sheet.tab.said == []


def test_a_word_that_a_list_lacks_is_kept_and_offered_to_the_list(chromium: Browser, game: Path) -> None:
    before = (game / "game.yaml").read_text("utf-8")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page
        ask = page.get_by_role("dialog")
        sheet.cell("C1", "suit").click()
        sheet.write("comet")
        page.get_by_text("comet is not in the list of suit. Press Enter").first.wait_for()
        sheet.press("Enter")
        ask.get_by_text("comet is not in the list of suit. Add it to the list?").wait_for()
        assert sheet.cell("C1", "suit").inner_text() == "comet"  # what was typed is still there
        ask.get_by_role("button", name="Cancel").click()
        page.get_by_text("suit holds sun again.").first.wait_for()
        assert sheet.here == ("C1", "suit") and sheet.cell("C1", "suit").inner_text() == "sun"
        assert (game / "cards.csv").read_text("utf-8") == CARDS and (game / "game.yaml").read_text("utf-8") == before

        sheet.press("Enter")  # the list, in which one types another word
        page.get_by_role("combobox", name="suit of C1").select_option("Another word…")
        sheet.write("9")
        sheet.press("Enter")
        ask.get_by_role("button", name="Add it to the list").click()
        sheet.until(lambda: sheet.column("suit")[0] == "9")
        assert "of: [sun, moon, star, 9]" in (game / "game.yaml").read_text("utf-8")
        assert sheet.here == ("C2", "suit")
        sheet.press("Control+z")
        sheet.until(lambda: sheet.column("suit")[0] == "sun")
        assert (game / "game.yaml").read_text("utf-8") == before

        sheet.cell("C1", "suit").click()
        sheet.write("comet")
        sheet.cell("C3", "title").click(force=True)  # a click elsewhere asks too
        ask.get_by_role("button", name="Cancel").click()
        page.get_by_text("suit holds sun again.").first.wait_for()

        sheet.copy("earth\nMOON\nair\nearth")  # a block asks once; what differs in capitals only is written as listed
        sheet.cell("C2", "suit").click()
        sheet.press("Control+v")
        ask.get_by_text("2 words are not in the list of suit: earth, air. Add them to the list?").wait_for()
        ask.get_by_role("button", name="Add them to the list").click()
        sheet.holds("suit", "sun", "earth", "moon", "air", "earth", "star")
        assert "of: [sun, moon, star, earth, air]" in (game / "game.yaml").read_text("utf-8")
        sheet.copy("x\ny")
        sheet.cell("C2", "suit").click()
        sheet.press("Control+v")
        ask.get_by_text("2 words are not in the list of suit: x, y.").wait_for()
        sheet.press("Escape")
        page.get_by_text("Nothing was changed: 2 words are not in the list of suit: x, y.").first.wait_for()
        sheet.holds("suit", "sun", "earth", "moon", "air", "earth", "star")

        sheet.copy("Well\t1\tno\tstar\nMill\t2\tno\tfire\nBarn\t2\tno\tfire")  # new rows are chosen once they are there
        sheet.cell("C6", "title").click()
        sheet.press("Control+v")
        ask.get_by_role("button", name="Add it to the list").click()
        sheet.holds("suit", "sun", "earth", "moon", "air", "earth", "star", "fire", "fire")
        sheet.until(lambda: page.locator("[role=gridcell][aria-selected=true]").count() == 12)
        assert sheet.tab.said == []


def test_a_refused_text_is_put_back_when_another_cell_is_clicked(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        foot = sheet.page.locator(".cards-foot")
        sheet.cell("C2", "copies").click()
        sheet.write("Goblin")
        sheet.press("Enter")
        sheet.page.locator(".cards-input[aria-invalid=true]").wait_for()  # to be corrected
        sheet.cell("C4", "title").click()
        foot.get_by_text("“Goblin” does not fit copies, so it holds 1 again.").wait_for()
        assert (sheet.editor, sheet.here) == (None, ("C4", "title"))
        assert sheet.cell("C2", "copies").inner_text() == "1"

        # What is typed meanwhile stays in the cell that was clicked, however long the answer takes.
        kept: list[Route] = []
        sheet.page.route("**/cells*", lambda route: kept.append(route))
        sheet.cell("C2", "cost").click()
        sheet.write("many")
        sheet.cell("C5", "title").click()
        sheet.write("Courtyard")
        while not kept:
            sheet.page.wait_for_timeout(20)
        kept[0].continue_()
        sheet.page.unroute("**/cells*")
        foot.get_by_text("“many” does not fit cost, so it holds 1 again.").wait_for()
        assert (sheet.editor, sheet.here) == ("Courtyard", ("C5", "title"))
        sheet.press("Enter")
        sheet.holds("title", "Gate", "Wall", "Moat", "Keep", "Courtyard", "Well")
        assert sheet.column("cost")[1] == "1" and sheet.column("copies")[1] == "1"
        assert sheet.tab.said == []


def test_a_red_cell_says_why_and_is_fixed_beside_it_by_mouse_and_by_keys(chromium: Browser, game: Path) -> None:
    text = CARDS.replace("C5,Yard,4", "C5,Yard,l2").replace("C2,Wall,1", "C2,Wall,l2")
    (game / "cards.csv").write_text(text, "utf-8", newline="")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        note = sheet.page.get_by_role("group", name="Problem of this cell")
        cell = sheet.cell("C5", "cost")
        sheet.tab.until("() => document.querySelectorAll('[data-column=cost][aria-invalid=true]').length === 2")
        cell.hover()
        note.get_by_text("cost is 'l2', not a whole number").wait_for()
        note.get_by_role("button", name="Change l2 to 12").click()
        sheet.tab.until("() => document.querySelectorAll('[data-column=cost][aria-invalid=true]').length === 1")
        note.wait_for(state="hidden")
        assert sheet.column("cost")[4] == "12"

        sheet.cell("C1", "cost").click()
        assert note.is_hidden()
        sheet.press("ArrowDown")
        note.get_by_text("Alt-Enter goes to the fix.").wait_for()
        sheet.press("Alt+Enter", "Escape")
        assert sheet.here == ("C2", "cost")
        sheet.press("Alt+Enter", "Control+a")
        sheet.write("7")
        sheet.press("Enter")
        note.wait_for(state="hidden")
        sheet.tab.until("() => document.activeElement.dataset.column === 'cost'")
        assert sheet.column("cost")[1] == "7" and sheet.here == ("C2", "cost")
        assert sheet.tab.said == []


def test_fix_writes_the_listed_word_where_only_capitals_differ(chromium: Browser, game: Path) -> None:
    (game / "cards.csv").write_text(CARDS.replace("Yard,4,no,moon", "Yard,4,no,Moon"), "utf-8", newline="")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        note = sheet.page.get_by_role("group", name="Problem of this cell")
        sheet.cell("C5", "suit").click()
        note.get_by_text("did you mean moon?").wait_for()
        note.get_by_text("Change Moon to moon", exact=True).wait_for()
        note.get_by_role("button", name="Other ways").click()
        assert note.locator(".ways button").all_inner_texts()[0].startswith("Add Moon to the list of suit")
        note.get_by_role("button", name="Fix", exact=True).click()
        sheet.until(lambda: sheet.column("suit")[4] == "moon")
        assert "of: [sun, moon, star]" in (game / "game.yaml").read_text("utf-8")
        assert sheet.tab.said == []


def test_cards_and_columns_come_and_go(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page

        def click(name: str) -> None:
            page.get_by_role("button", name=name, exact=True).click()

        sheet.cell("C2", "title").click()
        click("Add card")
        sheet.until(lambda: sheet.column("id") == ["C1", "C2", "C7", "C3", "C4", "C5", "C6"])
        sheet.tab.until("() => document.activeElement.matches('[role=gridcell][data-column=title]')")
        sheet.write("Ditch")
        sheet.press("Enter")
        sheet.until(lambda: sheet.column("title")[2] == "Ditch")
        sheet.cell("C7", "title").click()
        click("Duplicate card")
        sheet.until(lambda: sheet.column("title")[2:4] == ["Ditch", "Ditch"] and len(set(sheet.column("id"))) == 8)
        page.get_by_text("Ditch duplicated").first.wait_for()
        click("Move up")
        page.get_by_text("Ditch moved").first.wait_for()
        click("Move up")
        sheet.until(lambda: sheet.column("title")[1:4] == ["Ditch", "Wall", "Ditch"])
        sheet.press("Alt+ArrowDown")
        sheet.until(lambda: sheet.column("title")[1:4] == ["Wall", "Ditch", "Ditch"])
        sheet.press("Shift+ArrowDown")
        click("Delete card")
        sheet.until(lambda: sheet.column("id") == ["C1", "C2", "C3", "C4", "C5", "C6"])
        page.get_by_text("Ditch and 1 other deleted").first.wait_for()
        sheet.press("Control+z")
        sheet.until(lambda: len(sheet.rows) == 8)
        sheet.press("Control+Shift+z")
        sheet.until(lambda: len(sheet.rows) == 6)

        click("Add column")
        dialog = page.get_by_role("dialog", name="Add a column")
        dialog.get_by_label("Name").fill("age")
        dialog.get_by_label("Type").select_option("choice")
        dialog.get_by_label("Words").fill("old, new")
        assert dialog.get_by_label("First value").input_value() == "old"
        dialog.get_by_role("button", name="Add").click()
        sheet.holds("age", *["old"] * 6)
        page.get_by_role("columnheader", name="age").click()
        click("Rename column")
        dialog = page.get_by_role("dialog", name="Rename age")
        dialog.get_by_label("Name").fill("era")
        dialog.get_by_role("button", name="Rename").click()
        sheet.holds("era", *["old"] * 6)
        assert "era: {type: choice?, of: [old, new]}" in (game / "game.yaml").read_text("utf-8")
        page.get_by_role("columnheader", name="era").click()
        click("Delete column")
        sheet.until(lambda: "era" not in sheet.rows[0])
        assert (game / "game.yaml").read_text("utf-8") == GAME
        for _ in range(3):
            sheet.press("Control+z")
        sheet.until(lambda: "age" not in sheet.rows[0] and "era" not in sheet.rows[0])
        assert sheet.tab.said == []


def test_what_is_typed_into_a_new_card_is_kept_however_long_the_card_takes_to_be_written(
    chromium: Browser, game: Path
) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        kept: list[Route] = []
        sheet.page.route("**/rows*", lambda route: kept.append(route))
        sheet.cell("C2", "title").click()
        sheet.page.get_by_role("button", name="Add card", exact=True).click()
        while not kept:
            sheet.page.wait_for_timeout(20)
        sheet.write("Ditch")  # into a cell that the studio fills with "New card"
        kept[0].continue_()
        sheet.cell("C7", "title").locator(".cards-input").wait_for()
        sheet.press("Enter")
        sheet.holds("title", "Gate", "Wall", "Ditch", "Moat", "Keep", "Yard", "Well")
        assert sheet.tab.said == []


def test_a_column_that_cards_show_is_deleted_with_its_layer_or_alone_and_undo_is_at_hand(
    chromium: Browser, game: Path
) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page
        layout = game / "layouts/card.yaml"

        def delete(way: str) -> None:
            page.get_by_role("columnheader", name="text").click()
            page.get_by_role("button", name="Delete column").click()
            page.get_by_role("dialog", name="Delete the column text?").get_by_role("button", name=way).click()

        delete("Delete it everywhere")
        sheet.until(lambda: "text" not in sheet.rows[0])
        assert layout.read_text("utf-8") == "".join(LAYOUT.splitlines(keepends=True)[:-1])
        sheet.press("Control+z")
        sheet.until(lambda: "text" in sheet.rows[0])
        page.get_by_role("columnheader", name="text").wait_for()
        delete("Delete the column only")
        band = page.get_by_role("complementary", name="What is broken")
        band.get_by_text("The design uses the column text, which the table of Towers does not have").wait_for()
        page.locator("[data-view=problems]").click()
        band.get_by_role("button", name="Undo").click()
        band.wait_for(state="hidden")
        assert "text" in sheet.rows[0] and layout.read_text("utf-8") == LAYOUT
        page.keyboard.press("Control+y")
        band.wait_for()
        page.locator("[data-view=overview]").click()
        page.keyboard.press("Control+z")
        page.get_by_role("region", name="Done").get_by_text("Undone: Column text deleted").wait_for()
        band.wait_for(state="hidden")
        assert sheet.tab.said == []


def test_the_type_and_limits_of_a_column_are_chosen_while_one_sees_which_cells_fit(
    chromium: Browser, game: Path
) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page

        def opened(column: str) -> Locator:
            page.get_by_role("columnheader", name=column).click()
            page.get_by_role("button", name="Type and limits").click()
            return page.get_by_role("dialog", name=f"Type of {column}")

        dialog = opened("cost")
        dialog.get_by_text("All cells fit.").wait_for()
        dialog.get_by_label("At most").fill("4")
        dialog.get_by_label("No two rows have the same").check()
        dialog.get_by_text("1 cell of 6 would not fit.").wait_for()
        dialog.get_by_text("Keep (C4): cost is 5; it must be at most 4").wait_for()
        dialog.get_by_text("1 row has the text of another row.").wait_for()
        assert sheet.tab.violations() == []
        dialog.get_by_role("button", name="Change").click()
        page.get_by_text("Type of cost changed").first.wait_for()
        text = (game / "game.yaml").read_text("utf-8")
        assert "      cost: {type: int, max: 4}\n" in text
        assert "rules:\n  - {rule: unique, deck: cards, of: rows, column: cost}\n" in text
        page.locator("[data-column=cost].faulty, [data-column=cost][aria-invalid=true]").first.wait_for()

        dialog = opened("text")
        dialog.get_by_label("Type").select_option("picture")
        dialog.get_by_text("Names of pictures. A text on the card that shows the column becomes a picture").wait_for()
        dialog.get_by_text("All cells fit.").wait_for()
        dialog.get_by_role("button", name="Cancel").click()
        dialog = opened("title")
        dialog.get_by_label("Type").select_option("choice")
        assert dialog.get_by_label("Words").input_value().split() == ["Gate", "Keep", "Moat", "Wall", "Well", "Yard"]
        dialog.get_by_label("Words").fill("Gate\nKeep\nMoat")
        dialog.get_by_label("May be empty").check()
        dialog.get_by_text("3 cells of 6 would not fit.").wait_for()
        dialog.get_by_role("button", name="Change").click()
        page.get_by_text("Type of title changed").first.wait_for()
        assert "      title: {type: choice?, of: [Gate, Keep, Moat]}\n" in (game / "game.yaml").read_text("utf-8")
        sheet.press("Control+z", "Control+z")
        page.get_by_text("Undone: Type of cost changed").first.wait_for()
        assert (game / "game.yaml").read_text("utf-8") == GAME and (game / "cards.csv").read_text("utf-8") == CARDS
        assert sheet.tab.said == []


def test_a_column_that_is_used_is_deleted_after_a_single_question(chromium: Browser, game: Path) -> None:
    used = {"severity": "error", "message": "layouts/card.yaml uses {art}", "hint": "delete the slot too", "place": {}}

    def answer(route: Route) -> None:
        if route.request.post_data_json["force"]:
            route.continue_()
        else:
            route.fulfill(json={"done": False, "problems": [used]})

    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page
        page.route("**/column?*", answer)
        for button, gone in (("Cancel", False), ("Delete the column only", True)):
            page.get_by_role("columnheader", name="art").click()
            page.get_by_role("button", name="Delete column").click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_text("layouts/card.yaml uses {art}").wait_for()
            assert dialog.count() == 1 and page.get_by_role("alert").count() == 0
            dialog.get_by_role("button", name=button).click()
            assert dialog.count() == 0
            if gone:
                sheet.until(lambda: "art" not in sheet.rows[0])
        page.get_by_text("Column art deleted").first.wait_for()
        assert "art" in CARDS and page.get_by_role("columnheader", name="art").count() == 0


def test_the_card_of_a_row_is_opened_and_left_again(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        page = sheet.page
        sheet.cell("C4", "title").click()
        page.get_by_role("button", name="Open the card").click()
        sheet.tab.until("() => document.querySelector('.piece-name')?.textContent === 'C4'")
        page.keyboard.press("Escape")
        sheet.tab.until("() => document.activeElement.matches('.cards-cell')")
        assert sheet.here[0] == "C4"
        sheet.press("ArrowDown", "Enter")
        sheet.tab.until("() => document.querySelector('.piece-name')?.textContent === 'C5'")
        page.go_back()
        sheet.tab.until("() => document.activeElement.matches('.cards-cell')")
        assert sheet.here == ("C5", "")
        assert sheet.tab.said == []


def test_a_number_that_the_game_fixes_is_said_where_a_card_is_added(chromium: Browser, game: Path) -> None:
    (game / "game.yaml").write_text(GAME + "rules:\n  - {rule: count, deck: cards, is: 9}\n", "utf-8", newline="")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        sheet.page.get_by_role("button", name="Add card").click()
        problems = sheet.page.get_by_role("list", name="Problems of the whole table")
        problems.get_by_text("holds 10 towers, not 9").wait_for()
        problems.get_by_role("button", name="Fix").click()
        problems.get_by_role("button", name="10").first.click()
        sheet.until(lambda: "deck: cards, is: 10}" in (game / "game.yaml").read_text("utf-8"))
        problems.wait_for(state="hidden")


def test_the_grid_is_sound_for_screen_readers(chromium: Browser, game: Path) -> None:
    with studio(game) as address:
        for width, schemes in {1440: ("light", "dark"), 1024: ("light",), 390: ("dark",)}.items():
            for scheme in schemes:
                sheet = Sheet(chromium, address, game, width, color_scheme=scheme)
                page = sheet.page
                grid = page.get_by_role("grid", name="Cards")
                assert [grid.get_attribute(f"aria-{name}count") for name in ("row", "col")] == ["7", "9"]
                assert page.get_by_role("row").nth(1).get_attribute("aria-rowindex") == "2"
                sheet.cell("C3", "id").click()
                sheet.press("Shift+ArrowDown", "Control+f")
                page.get_by_label("Find", exact=True).fill("a")
                assert sheet.tab.violations() == []
                page.get_by_role("columnheader", name="id").focus()
                sheet.press("Enter")
                page.get_by_role("dialog", name="Column id").wait_for()
                assert sheet.tab.violations() == []
                sheet.press("Escape")
                assert sheet.page.evaluate("() => document.activeElement.dataset.column") == "id"
                if width < 600:
                    page.get_by_role("button", name="More", exact=True).click()
                page.get_by_role("button", name="Add column").click()
                page.get_by_role("dialog", name="Add a column").get_by_label("Type").select_option("choice")
                assert sheet.tab.violations() == []
                assert sheet.tab.said == []
                sheet.tab.context.close()


def test_the_page_says_by_its_names_which_card_got_another_name(chromium: Browser, tmp_path: Path) -> None:
    cards = "title,cost,rare,suit,art,text\nGate,3,yes,sun,sun,\nWall,1,no,moon,moon,\n"
    game = towers(tmp_path / "towers", cards, GAME.replace("    columns:\n", "    columns:\n      id: {auto: title}\n"))
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        heads = sheet.page.get_by_role("columnheader")
        expect(heads).to_contain_text(["Card", "title", "cost"])  # an id that is made is not shown
        assert "frozen" in (heads.nth(1).get_attribute("class") or "")
        heads.nth(1).click()
        sheet.page.get_by_role("button", name="Show all columns").click()
        sheet.page.get_by_role("gridcell", name="gate", exact=True).click()
        sheet.press("F2")
        assert sheet.editor is None and "not changed here" in sheet.page.locator("#cards-says").inner_text()
        sheet.press("ArrowRight")
        sheet.write("High gate")
        sheet.press("Enter")
        sheet.page.get_by_text("Gate is called High gate now.").first.wait_for()
        assert sheet.page.get_by_role("gridcell", name="high-gate", exact=True).is_visible()
        assert sheet.here == ("wall", "title")
        assert sheet.tab.said == []


def test_the_name_of_a_card_stays_in_sight_and_columns_are_hidden_and_shown(chromium: Browser, tmp_path: Path) -> None:
    cards = "#,title,cost,rare,suit,art,text\n1,Gate,3,yes,sun,sun,\n2,Wall,1,no,moon,moon,\n"
    columns = '    columns:\n      id: {auto: title}\n      number: {from: "#", type: int}\n'
    game = towers(tmp_path / "towers", cards, GAME.replace("    columns:\n", columns))
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        frozen = sheet.page.locator(".cards-heads .frozen")
        expect(frozen).to_have_text(["Card", "#", "title"])
        sheet.page.locator("[role=columnheader][data-column=cost]").click()
        sheet.page.get_by_role("button", name="Hide column").click()
        expect(sheet.page.locator("[data-column=cost]")).to_have_count(0)
        sheet.page.get_by_text("Hidden: id, cost.").wait_for()
        sheet.tab.go("#cards")  # this browser keeps it
        sheet.page.get_by_text("Hidden: id, cost.").wait_for()
        sheet.page.locator(".cards-note").get_by_role("button", name="Show all columns").click()
        expect(sheet.page.locator("[role=columnheader]")).to_contain_text(["Card", "id", "#", "title", "cost"])
        expect(sheet.page.locator(".cards-note")).to_be_hidden()
        assert sheet.tab.said == []


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_bar_to_find_words_is_in_order_on_every_screen(chromium: Browser, game: Path, width: int) -> None:
    with studio(game) as address:
        sheet = Sheet(chromium, address, game, width)
        sheet.page.locator(".cards-cell").first.focus()
        sheet.press("Control+f")
        bar = sheet.page.get_by_role("search", name="Find and replace")
        names = {"Find": "searchbox", "Previous match": "button", "Next match": "button", "Close find": "button"}
        tops = {bar.get_by_role(role, name=name).bounding_box()["y"] for name, role in names.items()}  # type: ignore[arg-type, index]
        assert max(tops) - min(tops) < 8, "what finds is one line"
        below = {
            bar.get_by_role("button", name=name, exact=True).bounding_box()["y"] for name in ("Replace", "Replace all")
        }  # type: ignore[index]
        assert len(below) == 1
        assert sheet.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_cell_that_is_only_warned_of_has_the_colour_of_warnings(chromium: Browser, tmp_path: Path) -> None:
    icons = GAME.replace("decks:\n", "icons:\n  '[coin]': sun\ndecks:\n")
    cards = CARDS.replace("Draw two cards.", "Pay [cion].").replace("C5,Yard,4", "C5,Yard,lots")
    cards = cards.replace("C2,Wall,1", "C2,Wall,")
    game = towers(tmp_path / "towers", cards, icons)
    (game / "art" / "icons").mkdir()
    (game / "art" / "icons" / "sun.svg").write_text(SUN, "utf-8")
    with studio(game) as address:
        sheet = Sheet(chromium, address, game)
        colours = {}
        for key, column in (("C6", "text"), ("C5", "cost")):
            cell = sheet.cell(key, column)
            expect(cell).to_have_class(re.compile("faulty"))
            colours[column] = cell.evaluate("(cell) => getComputedStyle(cell, '::before').borderTopColor")
        warning, error = (
            sheet.page.evaluate(
                "(name) => { const probe = document.body.appendChild(document.createElement('i'));"
                "probe.style.color = `var(${name})`; return getComputedStyle(probe).color; }",
                name,
            )
            for name in ("--warning", "--error")
        )
        assert colours == {"text": warning, "cost": error} and warning != error
        expect(sheet.cell("C2", "cost")).to_have_class(re.compile("faulty doubtful"))  # to be filled in yet
        assert sheet.cell("C6", "text").get_attribute("aria-invalid") is None
        assert sheet.cell("C5", "cost").get_attribute("aria-invalid") == "true"
        sheet.cell("C6", "text").click()
        expect(sheet.page.locator(".cell-fault.doubtful")).to_contain_text("[cion] is no icon")
        assert sheet.tab.violations() == []

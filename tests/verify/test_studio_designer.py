"""What a designer does by hand, in the browser alone: each action finds its controls by role and name.

Every test begins with a game on the disk and ends with what its files say. No test writes a file of the game itself.
"""

from __future__ import annotations

import csv
import io
import re
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, Page, expect
from test_studio_start import click, started

from beeprint import starter
from beeprint.game import model
from beeprint.sources.workspace import Workspace

#: How long a page may take, in ms: a machine may be busy with other tests.
_PATIENCE = 600_000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=_PATIENCE)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a game of 12 kinds of cards and 3 tiles."""
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def page(chromium: Browser, mine: Path) -> Iterator[Page]:
    """Return the page of the game, which must have nothing to complain of at the end."""
    with studio(mine) as address:
        tab = Tab(chromium, address, reduced_motion="reduce")
        tab.page.get_by_role("gridcell", name=re.compile("^S1")).wait_for()
        yield tab.page
        assert tab.said == []
        tab.context.close()


def wait_for(page: Page, holds: Callable[[], object]) -> None:
    """Wait until the files say something."""
    for _ in range(_PATIENCE // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    assert holds()


def rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))


def view(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Views").get_by_role("button", name=name, exact=True).click()


def card(page: Page, name: str = "S1") -> None:
    """Open a card from the overview."""
    page.get_by_role("gridcell", name=re.compile(f"^{name}\\b")).click()
    page.get_by_role("region", name="Layers").get_by_role("button", name="title", exact=False).first.wait_for()


def slot(page: Page, name: str) -> Locator:
    """Choose a slot in Layers, and return its properties."""
    title = name.replace("-", " ").capitalize()
    page.get_by_role("region", name="Layers").get_by_role("button", name=re.compile(f"^{title}\\b")).first.click()
    properties = page.get_by_role("region", name="Properties")
    properties.get_by_role("heading", name=title, exact=True).wait_for()
    return properties


def cell(page: Page, text: str) -> Locator:
    return page.get_by_role("gridcell", name=text, exact=True).first


def front(mine: Path) -> dict[str, Any]:
    """Return the slots of the layout of cards, as its file says."""
    plain: dict[str, Any] = Workspace(mine).yaml("layouts", "card", model.Place("")).plain()
    return dict(plain["slots"])


# 1 and 2: starting --------------------------------------------------------------------------------------------------


def test_a_game_is_started(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home(tmp_path, monkeypatch)
    with started(tmp_path) as address:
        tab = Tab(chromium, address)
        click(tab, "New game")
        tab.page.get_by_label("Title", exact=True).fill("Night moths")
        click(tab, "Make the game")
        tab.page.get_by_role("navigation", name="Views").wait_for()
    assert (tmp_path / "Documents/night-moths/game.yaml").is_file()


def test_a_table_is_imported(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home(tmp_path, monkeypatch)
    table = "Name,Type,Text\n" + "".join(f"Card {n},{'Storm' if n % 2 else 'Calm'},Do {n}.\n" for n in range(36))
    with started(tmp_path) as address:
        tab = Tab(chromium, address)
        click(tab, "Import a table")
        file = {"name": "weather.csv", "mimeType": "text/csv", "buffer": table.encode()}
        tab.page.get_by_label("Table", exact=True).set_input_files(file)
        click(tab, "Make the game")
        click(tab, "Open the game")
        tab.page.get_by_role("navigation", name="Views").wait_for()
    (deck,) = model.load(Workspace(tmp_path / "Documents/weather"))[0].decks.values()
    assert len(deck.rows.rows) == 36


def home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    (folder / "Documents").mkdir()


# 3 to 5: the table --------------------------------------------------------------------------------------------------


def test_a_cell_is_edited(page: Page, mine: Path) -> None:
    view(page, "Cards")
    cell(page, "Draw a card.").click()
    page.keyboard.type("Take two.")
    page.keyboard.press("Enter")
    wait_for(page, lambda: rows(mine / "cards.csv")[0]["text"] == "Take two.")


def test_cards_are_added_duplicated_and_deleted(page: Page, mine: Path) -> None:
    before = rows(mine / "cards.csv")
    view(page, "Cards")
    cell(page, "First light").click()
    page.get_by_role("button", name="Duplicate card").click()
    wait_for(page, lambda: len(rows(mine / "cards.csv")) == len(before) + 1)
    assert [row["title"] for row in rows(mine / "cards.csv")][:2] == ["First light", "First light"]
    page.get_by_role("button", name="Add card").click()
    wait_for(page, lambda: len(rows(mine / "cards.csv")) == len(before) + 2)
    cell(page, "First light").click()
    page.get_by_role("button", name="Delete card").click()
    wait_for(page, lambda: len(rows(mine / "cards.csv")) == len(before) + 1)


def test_a_column_is_added_and_placed_on_the_card(page: Page, mine: Path) -> None:
    view(page, "Cards")
    page.get_by_role("button", name="Add column").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("strength")
    dialog.get_by_label("Type", exact=True).select_option("whole number")
    dialog.get_by_label("First value").fill("3")
    dialog.get_by_label("Place it on the card").check()
    dialog.get_by_role("button", name="Add", exact=True).click()
    wait_for(page, lambda: "strength" in rows(mine / "cards.csv")[0])
    assert {row["strength"] for row in rows(mine / "cards.csv")} == {"3"}
    wait_for(page, lambda: "{strength}" in str(front(mine)))
    expect(page.locator(".toast")).to_contain_text("Added: the column strength, on the card at the bottom right.")
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("region", name="Properties").get_by_role("heading", name="strength").wait_for()
    assert model.load(Workspace(mine))[0].decks["cards"].rows.columns["strength"].type == "int"


# 6 to 11: the card --------------------------------------------------------------------------------------------------


def test_a_text_and_a_picture_are_added(page: Page, mine: Path) -> None:
    card(page)
    before = front(mine)
    count = len(before)
    for button in ("Add text", "Add picture"):
        page.get_by_role("button", name=button, exact=True).click()
        count += 1
        wait_for(page, lambda count=count: len(front(mine)) == count)
    assert sorted(entry["kind"] for name, entry in front(mine).items() if name not in before) == ["picture", "text"]


def test_a_slot_is_moved_and_resized(page: Page, mine: Path) -> None:
    card(page)
    properties = slot(page, "title")
    for label, value in (("X", "6"), ("Width", "51")):
        properties.get_by_label(label, exact=True).fill(value)
        page.keyboard.press("Tab")
    wait_for(page, lambda: front(mine)["title"]["box"] == ["6", "8", "51", "9"])


def test_font_size_colour_alignment_and_background_are_chosen(page: Page, mine: Path) -> None:
    card(page)
    properties = slot(page, "title")
    for label, value in (("Font", "amatic"), ("Colour", "rain"), ("Align", "right")):
        properties.get_by_label(label, exact=True).select_option(value)
        wait_for(page, lambda value=value: value in front(mine)["title"].values())
    properties.get_by_label("Size", exact=True).fill("18")
    wait_for(page, lambda: front(mine)["title"].get("size") == "18")
    slot(page, "panel").get_by_label("Fill", exact=True).select_option("leaf")
    wait_for(page, lambda: front(mine)["panel"]["fill"] == "leaf")


DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
_DROP = """(place, [name, type, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type }));
  for (const kind of ["dragenter", "dragover", "drop"])
    place.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_picture_is_dropped_on_a_card(page: Page, mine: Path) -> None:
    view(page, "Cards")
    page.get_by_role("button", name="Add column").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("scene")
    dialog.get_by_label("Type", exact=True).select_option("picture")
    dialog.get_by_label("Place it on the card").check()
    dialog.get_by_role("button", name="Add", exact=True).click()
    wait_for(page, lambda: "scene" in str(front(mine)))
    page.get_by_role("columnheader", name=re.compile("^scene")).wait_for()
    where = page.get_by_role("row").filter(has=page.get_by_role("gridcell", name="First light", exact=True))
    place = where.get_by_role("gridcell").last
    expect(place).to_have_attribute("aria-colindex", re.compile("8"))
    place.evaluate(_DROP, ["Sun rise.svg", "image/svg+xml", DRAWING])
    wait_for(page, lambda: rows(mine / "cards.csv")[0]["scene"])
    assert (mine / "art" / f"{rows(mine / 'cards.csv')[0]['scene']}.svg").read_text("utf-8") == DRAWING


def test_a_word_becomes_an_icon(page: Page, mine: Path) -> None:
    view(page, "Cards")
    cell(page, "Draw a card.").click()
    page.keyboard.type("Gain [coin].")
    page.keyboard.press("Enter")
    wait_for(page, lambda: "Gain [coin]." in (mine / "cards.csv").read_text("utf-8"))
    view(page, "Game")
    page.get_by_role("button", name="Icons", exact=True).click()
    page.get_by_role("button", name=re.compile("Make .*an icon")).first.click()
    file = {"name": "coin.svg", "mimeType": "image/svg+xml", "buffer": DRAWING.encode()}
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Make it an icon").click()
    wait_for(page, lambda: (mine / "art/icons/coin.svg").is_file())
    wait_for(page, lambda: "[coin]" in (mine / "game.yaml").read_text("utf-8"))


def test_a_slot_is_shown_only_on_some_cards(page: Page, mine: Path) -> None:
    card(page)
    properties = slot(page, "value")
    show = properties.get_by_role("group", name="Show when")
    show.get_by_role("button", name="Add a condition").click()
    show.get_by_label("Column").select_option("suit")
    show.get_by_label("Value").fill("sun")
    page.keyboard.press("Tab")
    wait_for(page, lambda: front(mine)["value"].get("when") == {"suit": "sun"})
    expect(show).to_contain_text("Shown on ")
    show.get_by_label("Test").select_option("is not")
    wait_for(page, lambda: front(mine)["value"].get("when") == {"suit": {"is-not": "sun"}})
    expect(show).to_contain_text(re.compile("Shown on [1-9]"))
    show.get_by_label("Test").select_option("is one of")
    values = show.get_by_role("group", name="Choose from")
    expect(values.get_by_label("sun", exact=True)).to_be_checked()
    values.get_by_label("rain", exact=True).check()
    wait_for(page, lambda: front(mine)["value"].get("when") == {"suit": ["sun", "rain"]})
    show.get_by_label("Test").select_option("is none of")
    wait_for(page, lambda: front(mine)["value"].get("when") == {"suit": {"is-not": ["sun", "rain"]}})
    expect(show).to_contain_text("Shown on 0 of ")


# 12 to 14: decks ----------------------------------------------------------------------------------------------------


def deck(page: Page, name: str = "Garden cards") -> Locator:
    view(page, "Game")
    page.get_by_role("button", name=re.compile(name)).first.click()
    chosen = page.get_by_role("region", name="Deck", exact=True)
    expect(chosen.get_by_role("heading").first).to_have_text(name)
    return chosen


def test_a_deck_gets_another_back(page: Page, mine: Path) -> None:
    chosen = deck(page, "Garden tiles")
    chosen.get_by_text("Back:").click()
    chosen.get_by_label("Back", exact=True).select_option("plain, in one colour")
    chosen.get_by_role("button", name="Change the back").click()
    wait_for(page, lambda: model.load(Workspace(mine))[0].decks["tiles"].spec.back is not None)


def test_cards_get_another_size(page: Page, mine: Path) -> None:
    chosen = deck(page)
    chosen.get_by_text(re.compile("^Size and shape")).click()
    chosen.get_by_role("radio", name=re.compile("^Tarot")).check()
    chosen.get_by_label("Fit the design to the new size").check()
    chosen.get_by_role("button", name="Change size and shape").click()
    wait_for(page, lambda: model.load(Workspace(mine))[0].decks["cards"].shape.height == 120)


def test_a_second_deck_is_added(page: Page, mine: Path) -> None:
    view(page, "Game")
    page.get_by_role("button", name="Add deck", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Events")
    dialog.get_by_role("button", name="Add", exact=True).click()
    wait_for(page, lambda: "events" in model.load(Workspace(mine))[0].decks)
    view(page, "Overview")
    page.get_by_role("gridcell", name=re.compile("Events")).first.wait_for()


# 15 to 17: looking, printing, sending -------------------------------------------------------------------------------


def test_an_edit_is_undone_a_card_magnified_and_its_sheet_seen(page: Page, mine: Path) -> None:
    before = (mine / "layouts/card.yaml").read_bytes()
    card(page)
    slot(page, "title").get_by_label("Size", exact=True).fill("16")
    wait_for(page, lambda: (mine / "layouts/card.yaml").read_bytes() != before)
    page.get_by_role("button", name="Undo", exact=True).first.click()
    wait_for(page, lambda: (mine / "layouts/card.yaml").read_bytes() == before)
    page.get_by_role("button", name="Redo", exact=True).first.click()
    wait_for(page, lambda: (mine / "layouts/card.yaml").read_bytes() != before)
    page.get_by_role("button", name="Larger", exact=True).click()
    expect(page.get_by_role("button", name=re.compile(r"^\d+ %$"))).not_to_have_text("149 %")
    view(page, "Sheets")
    page.get_by_role("figure").first.wait_for()


def test_the_game_is_printed(page: Page, mine: Path) -> None:
    view(page, "Export")
    page.get_by_role("checkbox", name="Draft").check()
    page.get_by_role("button", name="Print at home", exact=True).click()
    link = page.get_by_role("link", name="cards.pdf").first
    link.wait_for()
    data = page.request.get(str(link.evaluate("one => one.href"))).body()
    about = subprocess.run(["pdfinfo", "-"], input=data, capture_output=True, check=True).stdout.decode()
    assert "A4" in about
    expect(page.get_by_role("list", name="What to do now")).to_contain_text("A4")


def test_the_game_is_sent(page: Page, mine: Path) -> None:
    view(page, "Export")
    page.get_by_role("heading", name="Show", exact=True).click()
    page.get_by_role("button", name="Make web-page", exact=True).click()
    link = page.get_by_role("link", name="mine.html").first
    link.wait_for()
    assert b"data:image/webp" in page.request.get(str(link.evaluate("one => one.href"))).body()


def test_the_game_is_sent_to_be_changed_by_another_person(page: Page, mine: Path, tmp_path: Path) -> None:
    view(page, "Export")
    page.get_by_role("heading", name="Show", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the ZIP", exact=True).click()
    assert saved.value.suggested_filename == "mine.zip"
    expect(page.get_by_role("listitem").filter(has_text="as a folder (ZIP)")).to_contain_text("mine.zip is in")
    with zipfile.ZipFile(saved.value.path()) as sent:
        assert sent.read("mine/cards.csv") == (mine / "cards.csv").read_bytes()


def drawn(mine: Path) -> list[str]:
    """Return the layers of the cards' front as their file has them, the lowest first."""
    slots = (mine / "layouts" / "card.yaml").read_text("utf-8").partition("\nslots:\n")[2]
    return re.findall(r"^  ([\w-]+):", slots, re.MULTILINE)


def layer(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Layers").locator(f".layer[data-path={name}]")


def test_a_layer_goes_to_the_front_and_to_the_back_in_one_step(page: Page, mine: Path) -> None:
    card(page)
    before = drawn(mine)
    rest = before[:-1]
    assert before == ["ground", "panel", "title", "picture", "text", "value-disc", "value"]
    layer(page, "value").locator(".slot-name").click()
    page.get_by_role("button", name="Send to back").click()
    wait_for(page, lambda: drawn(mine) == ["ground", "value", *rest[1:]])  # above the ground of the whole card
    expect(page.locator(".toast:visible")).to_contain_text("Value sent to the back")
    page.keyboard.press("Control+Shift+BracketLeft")
    wait_for(page, lambda: drawn(mine) == ["value", *rest])
    expect(page.locator(".toast:visible")).to_contain_text("behind the ground")
    page.keyboard.press("Control+Shift+BracketRight")
    wait_for(page, lambda: drawn(mine) == before)
    page.get_by_role("button", name="Send backward").click(modifiers=["Shift"])
    wait_for(page, lambda: drawn(mine) == ["ground", "value", *rest[1:]])
    page.get_by_role("button", name="Bring to front").click()
    wait_for(page, lambda: drawn(mine) == before)


def test_a_layer_is_dragged_to_a_place_that_a_line_shows(page: Page, mine: Path) -> None:
    card(page)

    def drag(name: str, target: str, part: float) -> None:
        """Drag a layer to a part of the height of another one; a line is there before it is dropped."""
        start, end = layer(page, name).bounding_box(), layer(page, target).bounding_box()
        assert start and end
        page.mouse.move(start["x"] + 40, start["y"] + start["height"] / 2)
        page.mouse.down()
        for share in (part - 0.1, part):
            page.mouse.move(end["x"] + 40, end["y"] + share * end["height"], steps=4)
        line = layer(page, target).evaluate("(made) => getComputedStyle(made, '::after').height")
        assert line == "3px"
        page.mouse.up()
        expect(page.locator(".layer:is(.into-above, .into-below, .lifted)")).to_have_count(0)

    drag("picture", "value", 0.25)
    wait_for(page, lambda: drawn(mine)[-2:] == ["value", "picture"])
    expect(page.locator(".layer").first).to_have_attribute("data-path", "picture")
    drag("picture", "panel", 0.75)
    wait_for(page, lambda: drawn(mine)[:3] == ["ground", "picture", "panel"])
    expect(page.locator(".layer").nth(-2)).to_have_attribute("data-path", "picture")
    drag("picture", "ground", 0.75)
    wait_for(page, lambda: drawn(mine)[:2] == ["picture", "ground"])


def test_a_shape_that_is_drawn_over_a_title_is_behind_it(page: Page, mine: Path) -> None:
    card(page)
    errors = page.get_by_role("navigation", name="Views").locator(".badge")
    box = page.locator(".framed .card:visible").first.bounding_box()
    assert box
    scale = box["width"] / 63
    page.keyboard.press("Shift+S")
    page.mouse.move(box["x"] + 10 * scale, box["y"] + 7 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 50 * scale, box["y"] + 18 * scale, steps=4)
    page.mouse.up()
    expect(page.locator(".toast:visible")).to_contain_text("Shape added behind Title")
    wait_for(page, lambda: drawn(mine)[:4] == ["ground", "panel", "shape", "title"])
    page.locator("html[data-link=live]").wait_for()
    expect(errors).to_be_hidden()


def test_layers_show_whole_names(page: Page, mine: Path) -> None:
    card(page)
    layer(page, "value-disc").locator(".slot-name").dblclick()
    page.keyboard.type("Ring around the number of the card")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ring around the number of the card", exact=False).first.wait_for()
    for width in (1440, 1024, 390):
        page.set_viewport_size({"width": width, "height": 900})
        cut = page.locator(".layer-name, .layer .shows").evaluate_all(
            "(all) => all.filter((made) => made.scrollWidth > made.clientWidth + 1).map((made) => made.textContent)"
        )
        assert cut == []

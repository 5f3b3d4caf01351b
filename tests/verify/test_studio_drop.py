"""Files dropped on the studio's page in Chromium: on a slot, on a card, in the grid, and where a name is taken."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser

from beeprint.game import model
from beeprint.sources.workspace import Workspace
from edits import CARD, GAME, put, tiny

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z" fill="#a33"/></svg>'
OTHER = SVG.replace(b"a33", b"33a")
CARDS = "id,title,cost,suit,art,copies\nA,Drone,1,sun,,1\nB,Queen Bee,2,rain,,2\n"
HERO = '  hero: {kind: picture, art: "{art}", box: [10, 30, 40, 30], when: {art: not-empty}}\n'

#: Drop files at a point of the window: their paths and their bytes in base64.
DROP = """async ([files, x, y]) => {
  const data = new DataTransfer();
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  for (const [name, text] of files) data.items.add(new File([bytes(text)], name));
  const target = document.elementFromPoint(x, y);
  const made = { dataTransfer: data, bubbles: true, cancelable: true, clientX: x, clientY: y };
  const event = (name) => new DragEvent(name, made);
  target.dispatchEvent(event("dragover"));
  const words = document.body.dataset.drop;
  target.dispatchEvent(event("drop"));
  return words;
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return the tiny game with a column of pictures and a slot that shows it."""
    tiny(tmp_path / "mine", card=CARD + HERO)
    declared = GAME.replace('cost: "int?",', 'cost: "int?", art: "text?",')
    put(tmp_path / "mine", {"game.yaml": declared, "cards.csv": CARDS, "art/sun.svg": SVG})
    return tmp_path / "mine"


def drop(tab: Tab, x: float, y: float, *files: tuple[str, bytes]) -> str:
    """Drop files at a point of the window; return what the page said before they were let go."""
    sent = [[name, base64.b64encode(data).decode()] for name, data in files]
    words: str = tab.page.evaluate(DROP, [sent, x, y])
    return words


def drop_as_a_browser(tab: Tab, x: float, y: float, file: Path) -> None:
    """Hold a file over a point of the window, as a hand does, and let it go there."""
    session = tab.context.new_cdp_session(tab.page)
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})


def on_face(tab: Tab, x: float, y: float) -> tuple[float, float]:
    """Return the point of the window where a place of the card is, in mm from the corner of its trim."""
    tab.until("() => document.querySelectorAll('.layer-panel [role=option], .layer-panel li').length")
    edge = tab.page.locator(".over").last.bounding_box()
    assert edge
    scale = edge["width"] / 69  # with 3 mm of bleed on each side
    return edge["x"] + (x + 3) * scale, edge["y"] + (y + 3) * scale


def choose(tab: Tab, title: str, whom: str) -> None:
    """Answer for whom a picture is that was dropped."""
    dialog = tab.page.get_by_role("dialog", name=title)
    dialog.get_by_role("button", name=whom, exact=True).click()
    dialog.wait_for(state="detached")


def says(tab: Tab, words: str) -> None:
    tab.page.locator(".toast", has_text=words).wait_for()


def texts(folder: Path) -> dict[str, str]:
    game = model.load(Workspace(folder))[0]
    return {row.id: row.texts.get("art", "") for row in game.decks["cards"].rows.rows}


def test_a_picture_is_dropped_on_a_card_and_undone(chromium: Browser, mine: Path) -> None:
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        words = drop(tab, *on_face(tab, 30, 70), ("Wide Sun.svg", OTHER))
        assert words == "Drop to place it on the card"
        choose(tab, "Add a picture layer here", "All cards")
        says(tab, "wide-sun.svg put on the card")
        lines = (mine / "layouts" / "card.yaml").read_text("utf-8").splitlines()
        line = next(line for line in lines if line.startswith("  picture:"))
        assert "art: wide-sun, box: [" in line
        x, y, width, height = map(float, line.partition("box: [")[2].partition("]")[0].split(", "))
        assert (x + width / 2, y + height / 2) == pytest.approx((30, 70), abs=0.3)
        assert (width, height) == (30.2, 15.1)  # the proportions of the picture, and clear of what is printed there
        tab.page.get_by_role("region", name="Properties").get_by_role("heading", name="picture").wait_for()
        assert tab.page.get_by_role("button", name="Choose a file", exact=True).is_visible() and tab.violations() == []
        tab.page.locator(".toast").get_by_role("button", name="Undo").click()
        says(tab, "Undone")
        assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before
        assert tab.said == []


def test_a_file_that_is_there_already_is_said_to_be_so_and_nothing_else(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#overview")
        drop(tab, 5, 5, ("sun.svg", SVG))
        says(tab, "The game has sun.svg already, so nothing changed")
        toast = tab.page.locator(".toast", has_text="sun.svg")
        assert "added" not in toast.inner_text() and toast.get_by_role("button", name="Undo").count() == 0


def test_a_picture_is_dropped_on_the_slot_of_a_column_and_a_name_that_is_taken_is_asked_for(
    chromium: Browser, mine: Path
) -> None:
    put(mine, {"cards.csv": CARDS.replace("sun,,", "sun,sun,")})
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        assert drop(tab, *on_face(tab, 30, 45), ("sun.svg", OTHER)) == "Drop to show it in Hero"
        dialog = tab.page.get_by_role("dialog", name="Show it in hero")
        tab.until("() => document.querySelector('.dropped-picture')?.naturalWidth === 40")
        edge, (x, y) = dialog.bounding_box(), on_face(tab, 30, 45)
        assert edge and 0 < edge["x"] - x < 20 and 0 < edge["y"] - y < 20 and tab.violations() == []
        choose(tab, "Show it in hero", "This card only")
        dialog = tab.page.get_by_role("dialog", name="A file with this name is there")
        dialog.get_by_role("button", name="Use the one that is there").wait_for()
        tab.until(
            "() => [...document.querySelectorAll('.rivals img')].map((each) => each.naturalWidth).join() === '40,40'"
        )
        captions = dialog.locator("figcaption").all_inner_texts()
        assert captions == ["New", "In the game"] and dialog.locator("button.main").inner_text() == "Replace it"
        assert tab.violations() == []
        dialog.get_by_role("button", name="Keep both").click()
        says(tab, "sun-2.svg put on Drone (A)")
        assert texts(mine) == {"A": "sun-2", "B": ""} and (mine / "art" / "sun-2.svg").read_bytes() == OTHER
        drop(tab, *on_face(tab, 30, 45), ("notes.psd", b"8BPS"))
        tab.page.get_by_role("dialog", name="Not brought in").get_by_text("Photoshop").first.wait_for()
        tab.page.get_by_role("button", name="Close", exact=True).click()


@pytest.mark.parametrize("is_chosen", [False, True])
def test_a_file_held_over_a_picture_is_shown_in_its_box(
    chromium: Browser, mine: Path, tmp_path: Path, is_chosen: bool
) -> None:
    file = tmp_path / "Seal.svg"
    file.write_bytes(OTHER)
    layout = CARD + HERO + "  mark: {kind: picture, art: sun, box: [10, 62, 20, 10]}\n"
    put(mine, {"cards.csv": CARDS.replace("sun,,", "sun,sun,"), "layouts/card.yaml": layout})
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        for place, words in (((30, 45), "seal.svg put on Drone (A)"), ((20, 67), "seal.svg put into Mark")):
            if is_chosen:
                tab.page.mouse.click(*on_face(tab, *place))
                tab.page.get_by_role("region", name="Properties").get_by_role(
                    "heading", name="hero" if place == (30, 45) else "mark"
                ).wait_for()
            drop_as_a_browser(tab, *on_face(tab, *place), file)
            name, whom = ("hero", "This card only") if place == (30, 45) else ("mark", "All cards")
            choose(tab, f"Show it in {name}", whom)
            says(tab, words)
        assert texts(mine) == {"A": "seal", "B": ""} and (mine / "art" / "seal.svg").read_bytes() == OTHER
        assert "mark: {kind: picture, art: seal, box: [10, 62, 20, 10]}" in (mine / "layouts/card.yaml").read_text()
        assert tab.said == []


def test_a_ground_is_never_chosen_by_a_drop_and_a_card_gets_a_picture_of_its_own_by_one_click(
    chromium: Browser, mine: Path
) -> None:
    pattern = "  pattern: {kind: picture, art: sun, box: bleed, fit: cover}\n"
    plain = "id,title,cost,suit,copies\nA,Drone,1,sun,1\nB,Queen Bee,2,rain,2\n"
    card = CARD.replace("slots:\n", f"slots:\n{pattern}")
    put(mine, {"layouts/card.yaml": card, "game.yaml": GAME, "cards.csv": plain})
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/B")
        tab.pictures()
        assert drop(tab, *on_face(tab, 30, 60), ("Moth.svg", OTHER)) == "Drop to place it on the card"
        choose(tab, "Add a picture layer here", "This card only")
        says(tab, "moth.svg put on Queen Bee (B)")
        written = (mine / "layouts/card.yaml").read_text("utf-8")
        assert pattern in written and 'art: "{picture}"' in written and "when: {picture: not-empty}" in written
        assert (mine / "cards.csv").read_text("utf-8").splitlines()[0].split(",")[-1] == "picture"
        assert [line.endswith("moth") for line in (mine / "cards.csv").read_text("utf-8").splitlines()] == [0, 0, 1]
        tab.go("#card?at=cards/A")
        tab.pictures()  # the layer draws nothing on this card, and waits for a picture of its own
        assert drop(tab, *on_face(tab, 30, 60), ("Bee.svg", OTHER)) == "Drop to show it in Picture"
        choose(tab, "Show it in picture", "This card only")
        says(tab, "bee.svg put on Drone (A)")
        assert "bee" in (mine / "cards.csv").read_text("utf-8").splitlines()[1]
        assert (mine / "layouts/card.yaml").read_text("utf-8") == written
        assert tab.said == []


def test_a_picture_is_dropped_for_all_cards_of_a_kind(chromium: Browser, mine: Path) -> None:
    rows = "C,Guard,1,sun,,1\nD,Larva,2,rain,,1\n"
    put(mine, {"cards.csv": CARDS + rows})
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        drop(tab, *on_face(tab, 30, 70), ("Moth.svg", OTHER))
        dialog = tab.page.get_by_role("dialog", name="Add a picture layer here")
        dialog.wait_for()
        names = dialog.locator(".buttons button").all_inner_texts()
        assert names == ["Cancel", "This card only", "Cards with suit = sun", "All cards"]
        assert tab.violations() == []
        choose(tab, "Add a picture layer here", "Cards with suit = sun")
        says(tab, "moth.svg put on the cards with suit = sun")
        lines = (mine / "layouts/card.yaml").read_text("utf-8").splitlines()
        (line,) = [line for line in lines if line.startswith("  picture:")]
        assert "art: moth" in line and "when: {suit: sun}" in line
        tab.page.locator(".toast").get_by_role("button", name="Undo").click()
        says(tab, "Undone")
        assert tab.said == []


def test_a_picture_dropped_on_the_mark_of_an_empty_card_fills_the_picture_there(chromium: Browser, mine: Path) -> None:
    mark = "  emblem: {kind: icon, icon: sun, box: [22, 38, 12, 12], when: {art: empty}}\n"
    put(mine, {"layouts/card.yaml": CARD + HERO + mark, "art/icons/sun.svg": SVG})
    before = (mine / "layouts/card.yaml").read_bytes()
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        assert drop(tab, *on_face(tab, 28, 44), ("Moth.svg", OTHER)) == "Drop to show it in Hero"
        choose(tab, "Show it in hero", "This card only")
        says(tab, "moth.svg put on Drone (A)")
        assert texts(mine) == {"A": "moth", "B": ""} and (mine / "layouts/card.yaml").read_bytes() == before
        assert tab.said == []


def test_a_drawing_on_a_text_can_be_the_icon_of_a_word(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        drop(tab, *on_face(tab, 10, 10), ("coin.svg", SVG))
        dialog = tab.page.get_by_role("dialog", name="What is this drawing?")
        dialog.wait_for()
        assert dialog.get_by_label("Word").input_value() == "[coin]" and tab.violations() == []
        dialog.get_by_role("button", name="Icon for the word").click()
        says(tab, "icon coin put in place of [coin]")
        assert (mine / "art" / "icons" / "coin.svg").read_bytes() == SVG
        assert 'icons:\n  "[coin]": coin\n' in (mine / "game.yaml").read_text("utf-8")


def test_pictures_are_dropped_on_the_grid_and_chosen_by_keyboard(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#cards?deck=cards")
        cell = tab.page.locator(".cards-cell[data-column=art]").nth(1)
        box = cell.bounding_box()
        assert box
        assert drop(tab, box["x"] + 8, box["y"] + 8, ("queen.svg", OTHER)) == "Drop to show it on B"
        says(tab, "queen.svg put on Queen Bee (B)")
        assert texts(mine) == {"A": "", "B": "queen"}
        two = (("drone.svg", SVG.replace(b"a33", b"3a3")), ("Moon.svg", SVG.replace(b"a33", b"333")))
        drop(tab, box["x"] + 8, 800, *two)
        says(tab, "1 picture put on the card of its name. No card is called like Moon.svg.")
        assert texts(mine) == {"A": "drone", "B": "queen"} and (mine / "art" / "moon.svg").is_file()
        cell.click()
        choose = tab.page.get_by_role("toolbar", name="Cards").get_by_role("button", name="Add pictures")
        with tab.page.expect_file_chooser() as chooser:
            choose.press("Enter")
        chooser.value.set_files({"name": "Queen.svg", "mimeType": "image/svg+xml", "buffer": SVG})
        tab.page.get_by_role("button", name="Replace it").click()
        says(tab, "queen.svg put on Queen Bee (B)")
        assert (mine / "art" / "queen.svg").read_bytes() == SVG and tab.violations() == []
        assert tab.said == []


def test_a_cropped_picture_is_moved_in_its_box(chromium: Browser, mine: Path) -> None:
    ground = "  ground: {kind: picture, art: sun, box: [10, 30, 20, 20]}\n"  # a picture of 40 x 20
    layout = mine / "layouts" / "card.yaml"
    put(mine, {"layouts/card.yaml": CARD + ground})
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        tab.page.mouse.click(*on_face(tab, 20, 40))
        properties = tab.page.get_by_role("region", name="Properties")
        handle = tab.page.get_by_role("button", name="Move the picture in its box")
        properties.get_by_label("Fit", exact=True).select_option(label="fill and crop")
        handle.wait_for()
        assert "fit: cover, box: [10, 30, 20, 20]" in layout.read_text("utf-8") and tab.violations() == []
        handle.press("Shift+ArrowRight")  # 5 of the 10 mm that are left of the middle
        tab.until("() => document.querySelector('.toast').textContent.includes('Part that shows of “Ground” changed')")
        assert "fit: cover, focus: [0.25, 0.5], box: [10, 30, 20, 20]" in layout.read_text("utf-8")
        x, y = on_face(tab, 20, 40)
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(*on_face(tab, 12, 47), steps=4)
        tab.page.mouse.up()
        field = properties.get_by_label("Part that shows", exact=True)
        tab.until(
            "() => document.querySelector('.properties [aria-label=\"Part that shows\"]').value.startsWith('0.6')"
        )
        across, down = map(float, field.input_value().split(", "))
        assert across == pytest.approx(0.65, abs=0.02) and down == 0.5  # 8 mm to the left; nothing to move up or down
        tab.page.keyboard.press("Control+z")
        tab.until(
            "() => document.querySelector('.properties [aria-label=\"Part that shows\"]').value.startsWith('0.25')"
        )
        assert "focus: [0.25, 0.5]" in layout.read_text("utf-8") and tab.said == []


def test_a_column_is_dragged_onto_the_card_or_placed_from_its_menu(chromium: Browser, mine: Path) -> None:
    put(mine, {"layouts/card.yaml": CARD, "cards.csv": CARDS.replace("sun,,", "sun,sun,")})
    layout = mine / "layouts" / "card.yaml"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/A")
        tab.pictures()
        x, y = on_face(tab, 40, 60)
        stage = tab.page.locator(".stage")
        edge = stage.bounding_box()
        assert edge
        at = {"x": x - edge["x"], "y": y - edge["y"]}
        tab.page.locator("table.cells th", has_text="art").drag_to(stage, target_position=at)
        tab.page.get_by_role("region", name="Properties").get_by_role("heading", name="art").wait_for()
        line = next(line for line in layout.read_text("utf-8").splitlines() if line.startswith("  art:"))
        assert line.startswith("  art: {kind: picture, ") and "when: {art: not-empty}" in line
        left, top, width, height = map(float, line.partition("box: [")[2].partition("]")[0].split(", "))
        assert (left + width / 2, top + height / 2) == pytest.approx((40, 60), abs=0.3)
        tab.go("#cards?deck=cards")
        tab.page.locator(".cards-head[data-column=cost]").focus()
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("dialog", name="Column cost").get_by_role("button", name="Place on the card").press(
            "Enter"
        )
        tab.page.locator(".toast", has_text="On the card now: cost").wait_for()
        assert 'text: "{cost}"' in layout.read_text("utf-8")
        tab.page.get_by_role("button", name="Add column").click()
        dialog = tab.page.get_by_role("dialog", name="Add a column")
        dialog.get_by_label("Name").fill("Power")
        dialog.get_by_label("Place it on the card").check()
        dialog.get_by_role("button", name="Add", exact=True).click()
        tab.page.locator(".toast", has_text="Added: the column Power").wait_for()
        assert 'text: "{Power}"' in layout.read_text("utf-8") and tab.said == []


def archive(*names: str) -> bytes:
    """Return a ZIP archive of empty files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name in names:
            packed.writestr(name, "")
    return file.getvalue()


DOCUMENT = archive("[Content_Types].xml", "word/document.xml")
COPY = "Copy its table into a spreadsheet, and save that as XLSX or CSV"


@pytest.mark.parametrize("view", ["cards", "overview", "game"])
def test_a_file_that_is_no_table_is_refused_at_once_wherever_it_is_dropped(
    chromium: Browser, mine: Path, view: str
) -> None:
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    with studio(mine) as address:
        tab = Tab(chromium, address, f"#{view}")
        tab.views()
        if view == "game":
            tab.page.get_by_role("button", name="Add deck").and_(tab.page.locator(":enabled")).wait_for()
        for name, data, words, cure in (
            ("Notes.docx", DOCUMENT, "This is a Word document; beeprint reads tables (XLSX, ODS, CSV), pictures", COPY),
            ("notes.xlsx", DOCUMENT, "This is a Word document, not an Excel workbook", COPY),
            ("all.xlsx", archive("cards.csv"), "This is a ZIP archive, not an Excel workbook", "Unpack it"),
            ("half.xlsx", b"PK\x03\x04half", "The workbook's file is damaged", "save it again"),
            ("old.xls", b"\xd0\xcf\x11\xe0", "This is a spreadsheet in a format that is not read", "XLSX"),
            ("cards.yaml", b"- a: 1", "This is a table, not a picture or a font", "Drop it on Cards"),
        ):
            drop(tab, 700, 500, (name, data))
            dialog = tab.page.get_by_role("dialog", name="Not brought in")
            dialog.get_by_text(words).wait_for()
            whole = dialog.text_content() or ""  # its words are drawn a moment later
            assert name in whole and cure in whole and "Where it is written" not in whole, whole
            assert tab.violations() == []
            dialog.get_by_role("button", name="Close", exact=True).click()
            dialog.wait_for(state="detached")
        assert tab.page.get_by_role("dialog").count() == 0
        assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before


def test_a_table_dropped_with_pictures_is_compared_before_they_are_brought_in(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#overview")
        tab.views()
        table = CARDS.replace("Drone", "Drake").encode()
        drop(tab, 700, 500, ("Wide Sun.svg", OTHER), ("newer.csv", table))
        dialog = tab.page.get_by_role("dialog", name="Compare newer.csv with Cards")
        dialog.get_by_text("Drone → Drake").first.wait_for()
        dialog.get_by_role("button", name="Cancel").click()
        says(tab, "wide-sun.svg")
        assert (mine / "art" / "wide-sun.svg").read_bytes() == OTHER
        assert (mine / "cards.csv").read_text("utf-8") == CARDS

"""Properties and Layers in Chromium: several slots at once, where a value is set, and how often a slot is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, expect
from test_studio_designer import wait_for

from beeprint import starter
from beeprint.game import model
from beeprint.sources.workspace import Workspace


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=600_000)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def layout(mine: Path) -> Any:
    return Workspace(mine).yaml("layouts", "card", model.Place("")).plain()


def opened(chromium: Browser, address: str, view: str = "#card?at=cards/S1") -> tuple[Tab, Locator, Locator]:
    """Open a card; return its tab, its layers and its properties."""
    tab = Tab(chromium, address, view, reduced_motion="reduce")
    layers, properties = (tab.page.get_by_role("region", name=name) for name in ("Layers", "Properties"))
    layers.get_by_role("button", name=re.compile("^title", re.I)).wait_for()
    return tab, layers, properties


def test_several_slots_share_the_keys_that_all_have(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        layers.get_by_role("button", name=re.compile("^text", re.I)).click(modifiers=["Control"])
        expect(properties.get_by_role("heading", name="2 layers")).to_be_visible()
        expect(properties.get_by_label("Size", exact=True)).to_have_attribute("placeholder", "different")
        for content in ("Text", "Column", "X", "Width"):
            expect(properties.get_by_label(content, exact=True).locator("visible=true")).to_have_count(0)
        assert tab.violations() == []
        properties.get_by_label("Line height", exact=True).fill("1.5")
        wait_for(tab.page, lambda: layout(mine)["slots"]["title"].get("leading") == "1.5")
        assert layout(mine)["slots"]["text"]["leading"] == "1.5"
        layers.get_by_role("button", name=re.compile("^panel", re.I)).click(modifiers=["Control"])
        expect(properties.get_by_role("heading", name="3 layers")).to_be_visible()
        expect(properties.get_by_label("Line height", exact=True)).to_have_count(0)  # a shape has none
        assert tab.said == []


def test_a_value_is_changed_on_the_slot_or_in_the_style_that_it_comes_from(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        size = properties.get_by_label("Size", exact=True)
        expect(size).to_have_value("13")
        field = properties.locator(".slot-field").filter(has=tab.page.get_by_label("Size", exact=True))
        field.get_by_role("button", name="from the style “Title”").click()
        expect(field.get_by_role("button", name="Changes the style “Title” for all")).to_be_visible()
        size.fill("14")
        wait_for(tab.page, lambda: layout(mine)["styles"]["title"]["size"] == "14")
        assert "size" not in layout(mine)["slots"]["title"]
        assert tab.said == []


def test_a_slot_is_repeated_as_often_as_a_column_says(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^value disc", re.I)).click()
        properties.get_by_text("More", exact=True).click()
        properties.get_by_label("Times").fill("{value}")
        properties.get_by_label("Times").press("Tab")
        expect(properties.get_by_role("button", name="Reset Repeat")).to_be_visible()
        properties.get_by_label("Step across").fill("3")
        properties.get_by_label("Step across").press("Tab")
        repeated = {"times": "{value}", "step": ["3", "0"]}
        wait_for(tab.page, lambda: layout(mine)["slots"]["value-disc"].get("repeat") == repeated)
        expect(properties.get_by_label("Step down")).to_have_value("0")
        properties.get_by_label("Times").fill("")
        properties.get_by_label("Times").press("Tab")
        expect(properties.get_by_role("button", name="Reset Repeat")).to_be_hidden()
        assert "repeat" not in layout(mine)["slots"]["value-disc"]
        assert tab.violations() == [] and tab.said == []


def test_a_message_moves_no_field_and_no_line_of_a_file_is_named_before_one_asks(chromium: Browser, mine: Path) -> None:
    cards = (mine / "cards.csv").read_text("utf-8")
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        fields = [properties.get_by_label(name, exact=True) for name in ("X", "Width", "Column", "Font", "Size")]
        fields[-1].wait_for()
        tab.until("() => !document.querySelector('.properties details[hidden]')")
        panel = tab.page.get_by_role("complementary", name="The piece", exact=True)
        named = re.findall(r".*\.(?:yaml|csv).*", panel.inner_text())
        assert named == []
        before = [field.bounding_box() for field in fields]
        (mine / "cards.csv").write_text(cards.replace("Draw a card.", "Draw a card. " * 60), "utf-8")
        panel.locator("summary", has_text="does not fit").wait_for()
        assert [field.bounding_box() for field in fields] == before
        assert tab.violations() == []
        fields[1].fill("-3")
        fields[1].press("Tab")
        message = properties.get_by_text("Width is from 0 to 2000 mm.")
        message.wait_for()
        assert [field.bounding_box() for field in fields] == before and tab.violations() == []
        properties.get_by_role("button", name="Close the message").click()
        message.wait_for(state="hidden")
        place = properties.get_by_text("Where it is written")
        place.click()
        expect(properties.locator(".place code")).to_have_text(re.compile(r"^layouts/card\.yaml:\d+:\d+$"))
        assert tab.said == []


def test_what_is_added_or_deleted_for_some_cards_is_theirs_only(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        title = layers.get_by_role("button", name=re.compile("^title", re.I))
        title.click()
        properties.get_by_label("Edit for").select_option("Garden cards with suit = sun")
        tab.page.get_by_role("toolbar", name="Add to the card").get_by_role("button", name="Add text").click()
        tab.page.get_by_text("added on the cards with suit = sun").first.wait_for()
        assert {**layout(mine)["slots"]["text-2"]["when"]} == {"suit": "sun"}
        title.click()
        properties.get_by_role("heading", name="Title").wait_for()
        expect(properties.get_by_label("Edit for")).to_have_value("")  # another layer begins with all cards
        properties.get_by_label("Edit for").select_option("Garden cards with suit = sun")
        properties.get_by_text("also by what you add or delete").first.wait_for()
        tab.page.get_by_role("toolbar", name="The chosen layers").get_by_role("button", name="Delete").click()
        tab.page.get_by_text("“Title” taken off the cards with suit = sun").first.wait_for()
        assert layout(mine)["slots"]["title"]["when"] == {"suit": {"is-not": "sun"}}
        assert tab.said == []


def test_a_number_that_cannot_be_is_said_beside_its_field_and_not_written(chromium: Browser, mine: Path) -> None:
    before = (mine / "layouts/card.yaml").read_bytes()
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        size = properties.get_by_label("Size", exact=True)
        held = size.input_value()
        message = properties.get_by_text("Size is from 1 to 500 pt.")
        for typed in ("-5", "9999"):
            size.click()
            size.fill("")
            tab.page.keyboard.type(typed)
            message.wait_for()
            assert size.get_attribute("aria-invalid") == "true" and tab.violations() == []
            tab.page.keyboard.press("Tab")
            message.wait_for(state="detached")
            expect(size).to_have_value(held)
        properties.get_by_label("X", exact=True).fill("5e3")
        properties.get_by_label("X", exact=True).press("Tab")
        properties.get_by_text("X is from -2000 to 2000 mm.").wait_for()
        assert (mine / "layouts/card.yaml").read_bytes() == before
        assert tab.said == []


def test_what_uses_an_ink_is_said_in_words(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^panel", re.I)).click()
        properties.get_by_role("button", name="Mix fill").click()
        uses = tab.page.get_by_role("dialog", name="Choose a colour").get_by_role("list")
        expect(uses).to_contain_text("Shape “Panel” on the front of Garden cards")
        dialog = tab.page.get_by_role("dialog", name="Choose a colour")
        everywhere = dialog.get_by_role("button", name=re.compile("^Change .* everywhere$"))
        expect(everywhere).to_be_disabled()  # it has this colour already
        dialog.get_by_label("Code").fill("#556677")
        expect(dialog.get_by_role("status")).to_contain_text(re.compile(r"changes the fill of the chosen layer only\."))
        expect(dialog.get_by_role("status")).to_contain_text(re.compile(r"everywhere” changes \d+ places?"))
        dialog.get_by_label("Keep it in the palette").uncheck()
        expect(dialog.get_by_label("Name, if it is new")).to_be_hidden()
        dialog.get_by_role("button", name="Use it here").click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["panel"]["fill"] == "#556677")
        assert tab.said == []


def test_a_new_picture_asks_which_one_it_shows(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, _, properties = opened(chromium, address)
        tab.page.get_by_role("button", name="Add picture", exact=True).click()
        properties.get_by_role("heading", name="Picture 2").wait_for()
        pictures = properties.get_by_role("list", name="Pictures of the game")
        pictures.get_by_role("button", name="rain", exact=True).click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["picture-2"]["art"] == "icons/rain")
        expect(pictures.get_by_role("button", name="rain", exact=True)).to_have_attribute("aria-pressed", "true")
        assert tab.violations() == []
        properties.get_by_role("button", name="From the column suit").click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["picture-2"]["art"] == "icons/{suit}")
        tab.until("() => !document.querySelector('#link').textContent")
        assert tab.text(".card-problems:not([hidden])") == "No problems" and tab.said == []


def test_a_colour_is_named_as_people_write_and_an_equal_one_is_used_again(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^panel", re.I)).click()
        dialog = tab.page.get_by_role("dialog", name="Choose a colour")
        properties.get_by_role("button", name="Mix fill").click()
        dialog.get_by_label("Code").fill("#556677")
        dialog.get_by_label("Name, if it is new").fill("Storm grey")
        dialog.get_by_role("button", name="Use it here").click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["panel"]["fill"] == "storm-grey")
        palette = (mine / "palette.yaml").read_text("utf-8")
        assert 'storm-grey: "#556677"' in palette
        expect(properties.get_by_label("Fill", exact=True)).to_have_value("storm-grey")
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        properties.get_by_role("button", name="Mix colour").click()
        dialog.get_by_role("button", name="Storm grey", exact=True).click()
        dialog.get_by_role("button", name="Use it here").click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["title"].get("colour") == "storm-grey")
        assert (mine / "palette.yaml").read_text("utf-8") == palette
        assert tab.violations() == [] and tab.said == []


def test_a_colour_without_a_name_is_called_by_what_it_looks_like(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^panel", re.I)).click()
        dialog = tab.page.get_by_role("dialog", name="Choose a colour")
        for code, words, name in (
            ("#0B4F52", "Dark teal", "dark-teal"),
            ("#0D4A50", "Dark teal 2", "dark-teal-2"),
            ("#FFC0CB", "Light pink", "light-pink"),
        ):
            properties.get_by_role("button", name="Mix fill").click()
            dialog.get_by_label("Code").fill(code)
            expect(dialog.get_by_label("Name, if it is new")).to_have_attribute("placeholder", words)
            dialog.get_by_role("button", name="Use it here").click()
            wait_for(tab.page, lambda name=name: layout(mine)["slots"]["panel"]["fill"] == name)
            assert f'{name}: "{code}"' in (mine / "palette.yaml").read_text("utf-8")
            expect(properties.get_by_label("Fill", exact=True)).to_have_value(name)
        words_for = "(codes) => import(`${location.pathname}page/colourwords.js`).then((it) => codes.map(it.wordsFor))"
        codes = ["#000000", "#FFFFFF", "#333333", "#C0C0C0", "#FF0000", "#0000FF", "#0072B2", "#654321", "#FB8500"]
        assert tab.page.evaluate(words_for, codes) == [
            *("black", "white", "dark grey", "light grey", "red", "blue", "blue", "dark brown", "orange"),
        ]
        assert tab.said == []


def test_a_font_is_added_beside_the_list_and_used_at_once(chromium: Browser, mine: Path) -> None:
    data = Workspace(mine).font("fredoka/regular").read_bytes()
    file: Any = {"name": "Merry.ttf", "mimeType": "font/ttf", "buffer": data}
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        properties.get_by_role("button", name="Add a font").wait_for()
        properties.locator("input[type=file][aria-label='Font file']").set_input_files(file)
        wait_for(tab.page, lambda: layout(mine)["slots"]["title"].get("font") == "merry")
        assert tab.violations() == [] and tab.said == []


def test_calm_fields_offer_a_reset_only_where_a_layer_has_a_value_of_its_own(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        reset = properties.get_by_role("button", name="Reset Line height", exact=True)
        properties.get_by_label("Line height", exact=True).wait_for()
        assert reset.count() == 0
        properties.get_by_label("Line height", exact=True).fill("1.4")
        expect(reset).to_have_css("opacity", "1")  # the field has the focus
        tab.page.mouse.move(5, 5)
        properties.get_by_label("X", exact=True).focus()
        expect(reset).to_have_css("opacity", "0")
        reset.focus()
        expect(reset).to_have_css("opacity", "1")


def test_a_text_that_shows_a_column_is_written_around_on_request(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        page, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        text = properties.get_by_label("Text", exact=True)
        properties.get_by_label("Column", exact=True).wait_for()
        expect(text).to_be_hidden()
        properties.get_by_role("button", name="Write around it").click()
        expect(text).to_have_value("«title»")
        text.fill("«title» of {suit}: «nothing» {")
        text.press("End")
        text.press("Backspace")
        wait_for(page.page, lambda: layout(mine)["slots"]["title"]["text"] == "{title} of {suit}: «nothing» ")
        properties.get_by_label("X", exact=True).focus()
        expect(text).to_have_value("«title» of «suit»: «nothing» ")


def test_a_picture_fills_the_card_a_circle_is_round_and_a_shared_back_has_no_row(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        tab.page.get_by_role("button", name="Add circle").click()
        properties.get_by_role("heading", name="shape").wait_for()
        circle = layout(mine)["slots"]["shape"]
        assert circle["shape"] == "ellipse" and circle["box"][2] == circle["box"][3]
        expect(layers.get_by_role("button", name="shape ellipse")).to_be_visible()
        properties.get_by_label("Shape", exact=True).select_option("hexagon")
        expect(layers.get_by_role("button", name="shape hexagon")).to_be_visible()
        fill = properties.get_by_role("button", name="Fill the whole card")
        expect(fill).to_be_hidden()
        layers.get_by_role("button", name=re.compile("^picture", re.I)).click()
        fill.click()
        wait_for(tab.page, lambda: layout(mine)["slots"]["picture"]["box"] == "bleed")
        assert layout(mine)["slots"]["picture"]["fit"] == "cover"
        order = list(layout(mine)["slots"])
        assert order.index("picture") < order.index("title") and order.index("picture") < order.index("text")
        tab.page.get_by_text("picture fills the whole card, behind texts and icons").first.wait_for()
        expect(fill).to_be_hidden()
        tab.go("#card?at=cards/S1&side=back")
        tab.page.get_by_role("heading", name="Back of Garden cards").wait_for()
        expect(tab.page.get_by_role("heading", name="Row of the table")).to_be_hidden()
        assert tab.said == []


def test_a_text_that_does_not_fit_is_fixed_beside_it_by_one_click(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address, "#card?at=cards/S3")
        layers.get_by_role("button", name=re.compile("^text", re.I)).click()
        fixes = tab.page.get_by_role("group", name="Fix the layer")
        expect(fixes).to_be_hidden()
        properties.get_by_label("Height", exact=True).fill("3")
        tab.page.keyboard.press("Enter")
        expect(fixes.get_by_role("button", name="Let text shrink to fit")).to_be_visible()
        expect(layers.get_by_role("img", name="has a problem")).to_be_visible()
        box = tab.page.locator(".slot.chosen .line").bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + 1
        tab.page.mouse.move(*middle)
        tab.page.mouse.down()
        tab.page.mouse.move(middle[0] + 20, middle[1] + 3, steps=3)
        expect(fixes).to_be_hidden()  # while one drags, nothing is in the way
        tab.page.keyboard.press("Escape")
        tab.page.mouse.up()
        fixes.get_by_role("button", name="Enlarge the box of text").click()
        wait_for(tab.page, lambda: float(layout(mine)["slots"]["text"]["box"][3]) > 3)
        expect(fixes).to_be_hidden()
        expect(layers.get_by_role("img", name="has a problem")).to_be_hidden()
        assert tab.said == []


def test_what_a_layer_shows_is_said_in_words_in_place_of_names_in_braces(chromium: Browser, mine: Path) -> None:
    path = mine / "layouts/card.yaml"
    loop = (
        'text: "{item.value}", box: [6, 6, 5, 5], repeat: {over: [value], step: [6, 0]}, when: {item.value: not-empty}'
    )
    path.write_text(f"{path.read_text('utf-8')}  costs: {{kind: text, style: title, {loop}}}\n", "utf-8")
    heir = mine / "layouts/tile.yaml"
    heir.write_text(heir.read_text("utf-8").replace("drop: [", "drop: [costs, "), "utf-8")
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^picture", re.I)).click()
        expect(properties.get_by_text("The picture named in the column suit, from the folder icons")).to_be_visible()
        name = properties.get_by_role("textbox", name="Picture", exact=True)
        expect(name).to_be_hidden()
        properties.get_by_role("button", name="Write around it").locator("visible=true").click()
        expect(name).to_have_value("icons/«suit»")
        layers.get_by_role("button", name=re.compile("^costs", re.I)).click()
        chosen = properties.get_by_role("combobox", name="Column", exact=True).locator("option:checked")
        expect(chosen).to_have_text(["each item's value", "each item's value"])  # of the content, and of Show when
        expect(properties.get_by_text("Decided for each item that it is drawn for.")).to_be_visible()
        expect(properties.get_by_role("textbox", name="Text", exact=True)).to_be_hidden()
        assert tab.said == []


def test_for_whom_a_change_is_stays_in_sight_and_is_said_where_one_changes(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        whom = properties.get_by_label("Edit for")
        whom.select_option("Only S1")
        only = properties.get_by_text("Only S1 will change, also by what you add or delete.")
        expect(only).to_be_visible()
        tab.page.get_by_text("Drag the box or its handles: only S1 will change.").wait_for()
        tab.page.evaluate("() => document.querySelector('.details').scrollTo(0, 1e6)")
        for part in (whom, only, properties.get_by_role("heading", name="Title")):
            expect(part).to_be_in_viewport(ratio=1)
        assert tab.violations() == []
        whom.select_option("All Garden cards")
        expect(only).to_have_count(0)
        tab.page.get_by_text("Drag the box or its handles.", exact=True).wait_for()
        assert tab.said == []


def test_a_place_that_only_some_cards_have_is_said_before_it_is_moved(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        whom = properties.get_by_label("Edit for")
        whom.select_option("Garden cards with suit = sun")
        properties.get_by_label("X", exact=True).fill("10")
        properties.get_by_label("X", exact=True).press("Enter")
        wait_for(tab.page, lambda: "sun" in layout(mine)["slots"]["title"].get("choose", {}))
        tab.page.reload()
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        own = "only the cards with suit = sun will change: they have a place of their own."
        tab.page.get_by_text(f"Drag the box or its handles: {own}").wait_for()
        assert tab.said == []


def test_what_a_text_needs_is_seen_at_once(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^text", re.I)).click()
        for label in ("X", "Y", "Width", "Height", "Column", "Font", "Size", "Colour", "Align", "Show when"):
            expect(properties.get_by_label(label, exact=True).locator("visible=true").first).to_be_in_viewport(ratio=1)
        tops = [properties.get_by_label(name, exact=True).bounding_box() for name in ("X", "Y", "Width", "Height")]
        assert len({box["y"] for box in tops if box}) == 1
        assert tab.said == []


def test_fonts_are_called_as_their_makers_do(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^title", re.I)).click()
        font = properties.get_by_label("Font", exact=True)
        expect(font.locator("option", has_text="Amatic SC")).to_have_attribute("value", "amatic")
        samples = font.locator("option", has_text="Amatic SC").locator("img")
        assert "Amatic" in (samples.get_attribute("src") or ""), "its name is set in its own letters"
        tab.go("#game?part=fonts")
        tab.page.get_by_text("Source Sans Pro", exact=True).wait_for()
        expect(tab.page.get_by_text("bold italic").first).to_be_visible()
        expect(tab.page.get_by_text("source-sans")).to_have_count(0)
        assert tab.said == []


def test_a_choice_beside_the_card_is_a_list_that_takes_new_words(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, _, _ = opened(chromium, address)
        cells = tab.page.get_by_role("table", name="Cells of the row")
        suit = cells.get_by_role("combobox", name="suit")
        expect(suit).to_have_value("sun")
        suit.select_option("rain")
        wait_for(tab.page, lambda: ",rain," in (mine / "cards.csv").read_text("utf-8").splitlines()[1])
        suit.select_option("Another word…")
        other = cells.get_by_role("textbox", name="Another word for suit")
        other.fill("fog")
        other.press("Enter")
        question = tab.page.get_by_role("dialog", name="fog is not in the list of suit. Add it to the list?")
        question.get_by_role("button", name="Cancel").click()
        expect(suit).to_have_value("rain")
        suit.select_option("Another word…")
        other.fill("fog")
        other.press("Enter")
        question.get_by_role("button", name="Add it to the list").click()
        wait_for(tab.page, lambda: ",fog," in (mine / "cards.csv").read_text("utf-8").splitlines()[1])
        expect(suit).to_have_value("fog")
        assert "fog" in str(
            Workspace(mine).yaml("", "game", model.Place("")).plain()["decks"]["cards"]["columns"]["suit"]
        )
        assert tab.said == []


def test_a_message_with_a_button_stays_until_one_goes_on(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, reduced_motion="reduce")
        tab.page.clock.install()
        tab.go("#card?at=cards/S1")
        tab.page.get_by_role("region", name="Layers").get_by_role("button", name=re.compile("^title", re.I)).click()
        x = tab.page.get_by_role("region", name="Properties").get_by_label("X", exact=True)
        x.fill("9")
        x.press("Enter")
        undo = tab.page.locator(".toast").get_by_role("button", name="Undo")
        undo.wait_for()
        tab.page.mouse.click(700, 880)  # too soon: one may not have read it
        expect(undo).to_be_visible()
        tab.page.clock.fast_forward(600_000)
        expect(undo).to_be_visible()
        undo.hover()
        tab.page.keyboard.press("Shift")
        expect(undo).to_be_visible()
        tab.page.mouse.click(700, 150)
        expect(undo).to_be_hidden()


def test_lists_show_their_words_whole_and_the_part_of_a_picture_in_words(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab, layers, properties = opened(chromium, address)
        layers.get_by_role("button", name=re.compile("^text", re.I)).click()
        align = properties.get_by_label("Align", exact=True)
        expect(align).to_have_value("centre")
        assert align.locator("option").all_inner_texts().count("left") == 1
        for width in (1440, 1024, 390):
            tab.page.set_viewport_size({"width": width, "height": 900})
            cut = properties.locator(".slot-field.is-choice select, .is-weight select, .there").evaluate_all(
                """(all) => all.filter((made) => made.checkVisibility()).filter((made) => {
                    const words = made.matches("select") ? made.selectedOptions[0].text : made.textContent;
                    const context = new OffscreenCanvas(1, 1).getContext("2d");
                    context.font = getComputedStyle(made).font;
                    const arrow = 24;
                    return made.matches("select")
                        ? context.measureText(words).width > made.clientWidth - arrow
                        : made.scrollWidth > made.clientWidth + 1;
                }).map((made) => made.textContent)"""
            )
            assert cut == []
        layers.get_by_role("button", name=re.compile("^picture", re.I)).click()
        properties.get_by_text("More", exact=True).click()
        part = properties.get_by_label("Part that shows", exact=True)
        expect(part.locator("option:checked")).to_have_text("middle")
        part.select_option("top")
        wait_for(tab.page, lambda: layout(mine)["slots"]["picture"].get("focus") == ["0.5", "0"])
        assert tab.said == []

"""The canvas in Chromium: a text is typed where it will be printed, and what is dragged moves along."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import browsing
import numpy as np
import pytest
import yaml
from browsing import Tab, browser, studio
from PIL import Image
from playwright.sync_api import Browser, expect

from edits import BACK, CARDS, GAME, SUITS, put

#: Device pixels for each pixel of the page.
DENSE = 3


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=1000 * browsing._PATIENCE)
    with browser() as opened:
        yield opened


def cards(folder: Path, card: str, columns: str = "title: text", table: str = CARDS) -> Path:
    """Write a game of two cards, whose fronts have these slots."""
    game = GAME.replace("title: text", columns)
    files = {"game.yaml": game, "cards.csv": table, "suits.csv": SUITS, "palette.yaml": "ink: '#222222'\n"}
    put(folder, {**files, "layouts/card.yaml": f"slots:\n{card}", "layouts/back.yaml": BACK})
    return folder


def ink(tab: Tab, clip: dict[str, float]) -> tuple[float, float, float, float]:
    """Return the top, bottom, left and right of what is dark in a part of the page, in its pixels."""
    shot = np.array(Image.open(io.BytesIO(tab.page.screenshot(clip=clip))).convert("L"))
    rows, columns = (np.flatnonzero((shot < 128).any(axis=axis)) / DENSE for axis in (1, 0))
    return rows[0], rows[-1], columns[0], columns[-1]


@pytest.mark.parametrize("font", ["fredoka", "source-sans", "source-serif"])
def test_what_is_typed_in_an_empty_text_stands_where_it_is_printed(
    chromium: Browser, tmp_path: Path, font: str
) -> None:
    boxes = {"top": 3, "middle": 23, "bottom": 43}
    card = "".join(
        f'  {name}: {{kind: text, font: {font}, size: 14, min: 6, text: "{{words}}", '
        f"box: [3, {y}, 50, 12], valign: {name}}}\n"
        for name, y in boxes.items()
    )
    table = "id,title,words,copies\nA,Drone,,1\nB,Queen,,1\n"
    with studio(cards(tmp_path, card, 'title: text, words: "text?"', table)) as address:
        tab = Tab(chromium, address, "#card?at=cards/A", reduced_motion="reduce", device_scale_factor=DENSE)
        page, field = tab.page, tab.page.locator("textarea.in-place")
        layers = page.get_by_role("region", name="Layers")
        layers.get_by_role("button", name="bottom", exact=False).first.wait_for()
        tab.pictures()
        over = page.locator(".framed .over").last.bounding_box()
        assert over is not None
        scale = over["width"] / 69
        for name, y in boxes.items():
            box = {"x": over["x"] + 6 * scale, "y": over["y"] + (y + 3) * scale, "width": 50 * scale}
            clip = {**box, "height": 12 * scale}
            layers.locator(f"[data-slot={name}]").click()
            page.mouse.move(over["x"] - 60, over["y"])  # a layer under the pointer has a frame
            page.evaluate("() => document.getElementById('main').focus()")
            page.keyboard.press("Enter")
            expect(field).to_be_focused()
            page.keyboard.type(
                "Ham and jelly, and as many words more as no line at that size can ever hold, so it shrinks"
            )
            assert float(field.evaluate("one => parseFloat(one.style.fontSize)")) / scale < 12 * 25.4 / 72
            field.fill("Ham and jelly")
            page.evaluate(
                "() => { const { style } = document.querySelector('.in-place');"
                "style.caretColor = 'transparent'; style.boxShadow = 'none';"
                "for (const one of document.querySelectorAll('.slot, .grip, .reach')) one.style.display = 'none'; }"
            )
            typed = ink(tab, clip)
            page.keyboard.press("Enter")
            expect(field).to_have_count(0)
            page.keyboard.press("Escape")
            tab.until("() => !document.querySelector('.slot.chosen')")
            tab.pictures()
            printed = ink(tab, clip)
            assert max(abs(a - b) / scale for a, b in zip(typed, printed, strict=True)) < 0.15, (name, typed, printed)
            page.keyboard.press("Control+z")
            tab.until("() => [...document.querySelectorAll('.toast')].some(one => /^Undone/.test(one.textContent))")


LAYERS = """\
  ground: {kind: shape, shape: rectangle, box: [0, 0, 63, 88], fill: "#FFFFFF"}
  patch: {kind: shape, shape: rectangle, box: [10, 10, 20, 20], fill: "#000000"}
  cost: {kind: text, font: fredoka, size: 14, text: "{cost}", box: [5, 60, 20, 9]}
  storm: {kind: text, font: fredoka, size: 14, text: "Storm", box: [5, 70, 20, 9], when: {title: Queen}}
"""


def test_a_layer_that_is_dragged_or_resized_moves_before_it_is_dropped(chromium: Browser, tmp_path: Path) -> None:
    with studio(cards(tmp_path, LAYERS)) as address:
        tab = Tab(chromium, address, "#card?at=cards/A", reduced_motion="reduce", device_scale_factor=DENSE)
        tab.pictures()
        page = tab.page
        page.get_by_role("region", name="Layers").get_by_role("button", name="patch", exact=False).first.wait_for()
        over = page.locator(".framed .over").last.bounding_box()
        assert over is not None
        scale = over["width"] / 69

        def at(x: float, y: float) -> tuple[float, float]:
            return over["x"] + (x + 3) * scale, over["y"] + (y + 3) * scale

        def patch() -> tuple[float, ...]:
            x, y = at(1, 1)
            top, bottom, left, right = ink(tab, {"x": x, "y": y, "width": 61 * scale, "height": 50 * scale})
            return tuple(round(length / scale) + 1 for length in (left, top, right, bottom))

        page.mouse.move(*at(20, 20))
        page.mouse.down()
        page.mouse.move(*at(25, 22), steps=3)
        tab.until("() => document.querySelector('.moves')")
        page.keyboard.down("Alt")  # no guides
        page.mouse.move(*at(40, 25), steps=3)
        page.evaluate("() => { for (const one of document.querySelectorAll('.over > *')) one.style.opacity = 0; }")
        assert patch() == (30, 15, 50, 35)
        page.mouse.up()
        page.keyboard.up("Alt")
        tab.until("() => !document.querySelector('.moves')")
        assert "[30, 15, 20, 20]" in (tmp_path / "layouts/card.yaml").read_text("utf-8")
        page.get_by_role("spinbutton", name="Width", exact=True).fill("10")
        page.get_by_role("spinbutton", name="Width", exact=True).press("Enter")
        tab.until("() => !document.querySelector('.moves') && document.querySelector('.box-panel[aria-busy=false]')")
        assert "[30, 15, 10, 20]" in (tmp_path / "layouts/card.yaml").read_text("utf-8")
        assert tab.said == []


def test_a_chosen_border_is_dragged_by_its_edge_and_what_is_within_it_by_itself(
    chromium: Browser, tmp_path: Path
) -> None:
    border = "  border: {kind: shape, shape: rectangle, box: [3, 3, 57, 60], stroke: ink, width: 0.6}\n"
    with studio(cards(tmp_path, LAYERS + border)) as address:
        tab = Tab(chromium, address, "#card?at=cards/A", reduced_motion="reduce")
        tab.pictures()
        page = tab.page
        page.get_by_role("region", name="Layers").get_by_role("button", name="border", exact=False).first.click()
        over = page.locator(".framed .over").last.bounding_box()
        assert over is not None
        scale = over["width"] / 69

        def drag(x: float, y: float) -> str:
            edge = over or {"x": 0.0, "y": 0.0}
            page.mouse.move(edge["x"] + (x + 3) * scale, edge["y"] + (y + 3) * scale)
            page.mouse.down()
            page.keyboard.down("Alt")  # no guides
            page.mouse.move(edge["x"] + (x + 3) * scale, edge["y"] + (y + 8) * scale, steps=4)
            tab.until("() => document.querySelector('.moves')")
            page.mouse.up()
            page.keyboard.up("Alt")
            tab.until("() => !document.querySelector('.moves')")
            return (tmp_path / "layouts/card.yaml").read_text("utf-8")

        text = drag(20, 20)
        assert "border: {kind: shape, shape: rectangle, box: [3, 3, 57, 60]" in text and "[10, 15, 20, 20]" in text
        page.get_by_role("region", name="Layers").get_by_role("button", name="border", exact=False).first.click()
        assert "border: {kind: shape, shape: rectangle, box: [3, 8, 57, 60]" in drag(15, 3)
        assert tab.said == []


def test_several_chosen_layers_move_as_one(chromium: Browser, tmp_path: Path) -> None:
    pebble = '  pebble: {kind: shape, shape: rectangle, box: [40, 10, 6, 6], fill: "#000000"}\n'
    with studio(cards(tmp_path, LAYERS + pebble)) as address:
        tab = Tab(chromium, address, "#card?at=cards/A", reduced_motion="reduce", device_scale_factor=DENSE)
        tab.pictures()
        page = tab.page
        layers = page.get_by_role("region", name="Layers")
        for name, more in (("patch", []), ("pebble", ["Control"]), ("cost", ["Control"])):
            layers.get_by_role("button", name=name, exact=False).first.click(modifiers=more)  # type: ignore[arg-type]
        over = page.locator(".framed .over").last.bounding_box()
        assert over is not None
        scale = over["width"] / 69

        def at(x: float, y: float) -> tuple[float, float]:
            return over["x"] + (x + 3) * scale, over["y"] + (y + 3) * scale

        def boxes() -> dict[str, list[float]]:
            slots = yaml.safe_load((tmp_path / "layouts/card.yaml").read_text("utf-8"))["slots"]
            return {name: slot["box"] for name, slot in slots.items()}

        def shifts() -> dict[str, list[float]]:
            """Return how far each layer that moved is from where it was, across and down."""
            pairs = {name: list(zip(before[name], box, strict=True)) for name, box in boxes().items()}
            ways = {name: [round(now - was, 3) for was, now in pair[:2]] for name, pair in pairs.items()}
            return {name: way for name, way in ways.items() if way != [0, 0]}

        before = boxes()
        page.mouse.move(*at(43, 13))  # on the second of them
        page.mouse.down()
        page.mouse.move(*at(44, 14), steps=3)
        tab.until("() => document.querySelector('.moves')")
        page.keyboard.down("Alt")  # no guides
        page.mouse.move(*at(48, 23), steps=3)
        page.evaluate("() => { for (const one of document.querySelectorAll('.over > *')) one.style.opacity = 0; }")
        x, y = at(1, 1)
        top, bottom, left, right = ink(tab, {"x": x, "y": y, "width": 61 * scale, "height": 50 * scale})
        assert [round(length / scale) + 1 for length in (left, top, right, bottom)] == [15, 20, 51, 40]
        page.mouse.up()
        page.keyboard.up("Alt")
        tab.until("() => !document.querySelector('.moves')")
        dragged = shifts()
        across, down = dragged["patch"]
        assert dragged == {name: [across, down] for name in ("patch", "cost", "pebble")}
        assert (across, down) == pytest.approx((5, 10), abs=2 / scale)  # a mouse is at whole pixels
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowUp")
        tab.until("() => document.querySelector('.moves')")
        tab.until("() => !document.querySelector('.moves')")
        assert shifts() == {name: [round(across + 1, 3), round(down - 0.1, 3)] for name in dragged}
        page.keyboard.press("Control+z")
        tab.until("() => [...document.querySelectorAll('.toast')].some(one => /^Undone/.test(one.textContent))")
        assert shifts() == dragged
        page.keyboard.press("Control+z")
        expect(page.locator(".toast", has_text=re.compile(r"^Undone.* (4\.9|5|5\.1) mm")).first).to_be_attached()
        assert shifts() == {}
        assert layers.locator("[aria-pressed=true][data-slot]").count() == 3
        page.keyboard.press("Control+d")
        tab.until("() => document.querySelectorAll('.layers [aria-pressed=true][data-slot$=\"-2\"]').length === 3")
        assert tab.said == []


def test_layers_are_the_same_on_every_card_and_say_why_one_is_not_there(chromium: Browser, tmp_path: Path) -> None:
    table = "id,title,cost,suit,copies\nA,Drone,,sun,1\nB,Queen,2,sun,1\n"
    with studio(cards(tmp_path, LAYERS, table=table)) as address:
        tab = Tab(chromium, address, "#card?at=cards/A", reduced_motion="reduce")
        layers = tab.page.get_by_role("region", name="Layers")
        rows = layers.locator(".slot-name")
        expect(rows).to_have_text(
            ["Stormonly where title is Queen", "Costempty on this card", "Patchrectangle", "Groundrectangle"]
        )
        rows.nth(0).click()
        fields = tab.page.get_by_role("region", name="Properties")
        fields.get_by_label("Size", exact=True).fill("11")
        tab.until("() => [...document.querySelectorAll('.toast')].some(one => /Size of .storm/i.test(one.textContent))")
        assert 'size: 11, text: "Storm"' in (tmp_path / "layouts/card.yaml").read_text("utf-8")
        tab.page.get_by_role("button", name="Next card").first.click()
        expect(rows).to_have_text(["Storm", "Costcost", "Patchrectangle", "Groundrectangle"])
        rows.nth(1).click()
        rows.nth(3).click(modifiers=["Shift"])
        expect(fields.get_by_role("heading", name="3 layers")).to_be_visible()
        rows.nth(2).click(modifiers=["Control"])
        expect(fields.get_by_role("heading", name="2 layers")).to_be_visible()
        assert [row.get_attribute("aria-pressed") for row in rows.all()] == ["false", "true", "false", "true"]

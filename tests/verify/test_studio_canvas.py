"""The canvas in Chromium: a text is typed where it will be printed, and what is dragged moves along."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from browsing import Tab, browser, studio
from edits import BACK, CARDS, GAME, SUITS, put
from PIL import Image
from playwright.sync_api import Browser, expect

#: Device pixels for each pixel of the page.
DENSE = 3


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=600_000)
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
            page.evaluate("() => document.getElementById('main').focus()")
            page.keyboard.press("Enter")
            expect(field).to_be_focused()
            page.keyboard.type(
                "Ham and jelly, and as many words more as no line at that size can ever hold, so it shrinks"
            )
            assert float(field.evaluate("one => parseFloat(one.style.fontSize)")) / scale < 12 * 25.4 / 72
            field.fill("Ham and jelly")
            page.evaluate(
                "() => { Object.assign(document.querySelector('.in-place').style, {caretColor: 'transparent', boxShadow: 'none'});"
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

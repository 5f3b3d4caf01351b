"""Design in Chromium: which card it opens, what a click on the card chooses, and what is beside and below the card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Page, expect

from beeprint import starter


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=600_000)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a game of 12 kinds of cards and 3 tiles."""
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


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

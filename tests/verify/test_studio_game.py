"""The view Game in Chromium: a designer sets up decks and what they share, by the names of controls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Locator, expect

from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from small_game import small_game


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game to change: a deck of cards with a back, and a deck of tiles without."""
    return small_game(tmp_path / "mine")


def game_in(folder: Path) -> Game:
    return model.load(Workspace(folder))[0]


def opened(chromium: Browser, address: str, part: str, **context: object) -> Tab:
    """Return a tab that shows a part of the game."""
    tab = Tab(chromium, address, f"#game?part={part}", reduced_motion="reduce", **context)
    expect.set_options(timeout=1_000_000)
    tab.page.set_default_timeout(1_000_000)
    expect(tab.page.get_by_role("region", name="Game", exact=True)).to_be_visible()
    return tab


def says(tab: Tab, words: str) -> Locator:
    """Wait until the page says what was done."""
    toast = tab.page.locator(".view.game .toast")
    expect(toast).to_contain_text(words)
    return toast


def test_a_deck_is_added_shaped_and_deleted(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = opened(chromium, address, "decks")
        page = tab.page
        page.get_by_role("button", name="Add deck", exact=True).click()
        dialog = page.get_by_role("dialog", name="Add a deck")
        dialog.get_by_label("Title").fill("Events")
        dialog.get_by_label("Size").select_option("tarot")
        assert tab.violations() == []
        dialog.get_by_role("button", name="Add", exact=True).click()
        says(tab, "Added: Events")
        deck = page.get_by_role("region", name="Deck", exact=True)
        expect(deck.get_by_role("heading")).to_have_text("Events")  # which is chosen
        deck.get_by_label("Stock").fill("large cards")
        deck.get_by_label("Stock").press("Tab")
        says(tab, "stock of events")
        deck.get_by_text("Size and shape: 70 x 120 mm").click()
        deck.get_by_role("radio", name="Hexagon 60 x 69.3 mm").check()
        deck.get_by_label("Corner radius").wait_for(state="detached")
        deck.get_by_label("From side to side").fill("50")
        expect(deck.locator(".shape-preview")).to_contain_text("50 x 57.7 mm")
        deck.get_by_label("Fit the layout to the new size").check()
        assert tab.violations() == []
        deck.get_by_role("button", name="Change size and shape").click()
        says(tab, "size of events")
        deck.get_by_text("Size and shape: 50 x 57.7 mm").wait_for()
        deck.get_by_text("Back:").click()
        deck.get_by_label("Back", exact=True).select_option("the back of another deck")
        deck.get_by_role("button", name="Change the back").click()
        deck.get_by_text("Back: shared with Garden cards").wait_for()
        made = game_in(mine).decks["events"]
        assert (made.shape.kind, made.spec.stock, made.spec.back and made.spec.back.layout) == (
            "hexagon",
            "large cards",
            "back",
        )
        deck.get_by_role("button", name="Delete deck").click()
        dialog = page.get_by_role("dialog", name="Delete Events?")
        assert "events.csv" in dialog.inner_text()
        dialog.get_by_role("button", name="Delete", exact=True).click()
        toast = says(tab, "delete the deck events")
        assert "events" not in game_in(mine).decks
        toast.get_by_role("button", name="Undo").click()
        says(tab, "Undone: delete the deck events")
        page.get_by_role("button", name="Events").wait_for()
        assert "events" in game_in(mine).decks
        assert tab.said == []

"""The studio by keyboard alone: where the focus goes, and that it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser, Page, expect

from beeprint import starter
from scenes import faulty

#: What has the focus: its name, the part of the page that it is in, and whether it is in sight and marked.
FOCUS = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const box = at.getBoundingClientRect();
  const marks = [at, at.closest("label"), at.querySelector(".card, .name")].filter(Boolean);
  const looks = marks.map((one) => getComputedStyle(one));
  const isIn = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
  return {
    name: at.ariaLabel ?? at.textContent.trim(),
    part: at.closest("[aria-label]:is(nav, aside, section, [role=toolbar])")?.ariaLabel ?? "",
    seen: isIn && at.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    marked: looks.flatMap((look) => [look.outlineStyle, look.boxShadow, look.filter]).some((one) => one !== "none"),
  };
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=1_000_000)
    with browser() as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    starter.write(tmp_path / "mine")
    faulty(tmp_path / "mine")
    return tmp_path / "mine"


def press(page: Page, name: str, *, exact: bool = True) -> None:
    """Press a button with the keyboard."""
    page.locator("main").get_by_role("button", name=name, exact=exact).first.press("Enter")


def focused(page: Page, name: str) -> None:
    expect(page.locator("main").get_by_role("button", name=name, exact=True).first).to_be_focused()


def test_the_focus_stays_where_an_edit_changes_a_list(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#game?part=palette", reduced_motion="reduce")
        page = tab.page
        press(page, "Rename Paper")
        page.get_by_role("dialog", name="Rename Paper").get_by_label("Name").fill("cream")
        page.keyboard.press("Enter")
        focused(page, "Rename Cream")
        press(page, "Add colour")
        page.get_by_role("dialog", name="Add a colour").get_by_label("Name").fill("spare")
        page.keyboard.press("Enter")
        focused(page, "Add colour")
        press(page, "Delete Spare")
        focused(page, "Delete Leaf")  # the last that is left
        page.keyboard.press("6")
        tab.go("#game?part=checks")
        press(page, "Delete: There are 21", exact=False)
        page.get_by_text("The game has no checks yet").wait_for()
        assert page.evaluate("() => document.getElementById('main').contains(document.activeElement)")
        tab.go("#problems")
        fixes = page.locator(".problems").get_by_role("button", name="Fix")
        fixes.first.wait_for()
        words = page.locator(".problems").first.inner_text()
        fixes.first.press("Enter")
        if page.locator(".ways:visible").count():
            page.keyboard.press("Enter")  # the first way to fix it has the focus
        tab.until("words => document.querySelector('.problems').innerText !== words", words)
        tab.until("() => document.getElementById('main').contains(document.activeElement)")
        tab.go("#export")
        page.get_by_label("Draft").check()
        press(page, "Print at home")
        page.locator("[data-profile=home-a4] .files a").first.wait_for()
        focused(page, "Print at home")
        assert tab.said == []


@pytest.mark.parametrize(
    ("view", "ready", "parts"),
    [
        (
            "#card?at=cards/S1&slot=title",
            ".slot-field",
            ["Views", "Layers", "Add to the card", "Extremes", "How the piece is shown", "Properties"],
        ),
        ("#cards?deck=cards", ".cards-cell", ["Views", "Cards"]),
        ("#game", ".deck-tile", ["Views", "Game", "Deck"]),
    ],
)
def test_tab_goes_through_a_view_in_order_and_is_seen(
    chromium: Browser, mine: Path, view: str, ready: str, parts: list[str]
) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, view, reduced_motion="reduce")
        tab.page.locator(ready).first.wait_for()
        tab.page.get_by_role("link", name="Skip to the view").focus()
        places: list[dict[str, object]] = []
        for _ in range(200):
            tab.page.keyboard.press("Tab")
            place = tab.page.evaluate(FOCUS)
            if place is None:
                break
            places.append(place)
        assert len(places) < 200, "Tab never leaves the page"
        unseen = [place for place in places if not (place["seen"] and place["marked"])]
        assert unseen == []
        passed = [str(place["part"]) for place in places]
        assert [part for at, part in enumerate(passed) if part in parts and part not in passed[:at]] == parts
        assert tab.said == []

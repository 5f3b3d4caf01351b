"""Make the deck of docs/design.md in the studio, and take its pictures, from a blank page to print: make screens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "verify"))
from browsing import Tab

#: What the cards of the deck say: name, fare, text.
PASSENGERS = [
    ("The baker", "2", "Gain [coin] for each lantern that is lit."),
    ("The piper", "3", "Every passenger moves one seat."),
    ("The stowaway", "", "Pays nothing. Hide this card until the ferry lands."),
    ("The lamplighter", "1", "Light a lantern."),
]
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4.5" fill="#D9A441"/>'
    '<circle cx="5" cy="5" r="3" fill="none" stroke="#7A5510" stroke-width="0.8"/></svg>'
)

#: Show the paths of a folder as those of a home, since the folder of these pictures has a random name.
_AT_HOME = """folder => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(folder, "/home");
}"""

Save = Callable[[Tab, str], None]


def design(chromium: Browser, save: Save) -> None:
    """Make the deck, and take a picture of each step."""
    with tempfile.TemporaryDirectory() as folder, started(Path(folder) / "sam") as address:
        tab = Tab(chromium, address, color_scheme="light", reduced_motion="reduce")
        page = tab.page
        page.set_viewport_size({"width": 1280, "height": 800})
        begin(tab, save)
        fill_in(tab, save)
        style(tab, save)
        coins(tab, save)
        deck(tab, save)
        show(page, "Export")
        page.get_by_role("button", name="Print at home", exact=True).click()
        page.get_by_role("list", name="What to do now").wait_for()
        page.evaluate(_AT_HOME, folder)
        save(tab, "print")


@contextmanager
def started(home: Path) -> Iterator[str]:
    """Run the studio without a game, in a home of its own; the value is the page's address."""
    (home / "Documents").mkdir(parents=True)
    where: dict[str, Any] = {
        "cwd": home,
        "env": {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")},
    }
    command = [sys.executable, "-m", "beeprint", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **where) as run:
        assert run.stdout
        try:
            yield run.stdout.readline().strip()
        finally:
            run.terminate()


def begin(tab: Tab, save: Save) -> None:
    """Make a game from blank cards."""
    page = tab.page
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_label("Title", exact=True).fill("Night ferry")
    page.get_by_label("What the deck is called").fill("Passengers")
    page.locator(".place-path").filter(has_text="Documents").wait_for()
    page.get_by_label("Title", exact=True).scroll_into_view_if_needed()
    tab.until("() => [...document.querySelectorAll('dialog img')].every((image) => image.complete)")
    save(tab, "start")
    page.get_by_role("button", name="Make the game").click()


def show(page: Page, name: str) -> None:
    """Go to a view."""
    page.get_by_role("navigation", name="Views").get_by_role("button", name=name, exact=True).click()


def done(page: Page, words: str) -> None:
    """Wait until the page says what was written."""
    page.locator(".toast:visible").filter(has_text=re.compile(words, re.IGNORECASE)).first.wait_for()


def fill_in(tab: Tab, save: Save) -> None:
    """Write the cards into the table, with a column of their own."""
    page = tab.page
    show(page, "Cards")
    page.get_by_role("button", name="Add column").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("fare")
    dialog.get_by_label("Type", exact=True).select_option("whole number")
    dialog.get_by_label("First value").fill("1")
    dialog.get_by_label("Place it on the card").check()
    save(tab, "column")
    dialog.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("columnheader", name=re.compile("^fare")).wait_for()
    page.get_by_role("button", name="Add card").click()
    page.get_by_role("gridcell", name="First card", exact=True).click()
    block = "\n".join("\t".join((name, text, "1", fare)) for name, fare, text in PASSENGERS)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", block)
    page.keyboard.press("Control+v")
    page.get_by_role("gridcell", name="The lamplighter", exact=True).wait_for()
    save(tab, "cards")


def slot(page: Page, name: str) -> Locator:
    """Choose a slot in Layers, and return its properties."""
    page.get_by_role("region", name="Layers").get_by_role("button", name=re.compile(f"^{name}\\b")).first.click()
    properties = page.get_by_role("region", name="Properties")
    properties.get_by_role("heading", name=name, exact=True).wait_for()
    return properties


def style(tab: Tab, save: Save) -> None:
    """Give the cards a look."""
    page = tab.page
    show(page, "Overview")
    page.get_by_role("gridcell", name=re.compile("^The baker")).click()
    properties = slot(page, "Title")
    properties.get_by_label("Font", exact=True).select_option("fredoka")
    done(page, "Font.* of .Title")
    properties.get_by_label("Size", exact=True).fill("15")
    done(page, "Size of .Title")
    properties.get_by_label("Font", exact=True).click()
    save(tab, "font")
    page.keyboard.press("Escape")
    properties = slot(page, "Ground")
    properties.get_by_role("button", name="Mix fill").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Code").fill("#1F3A5F")
    dialog.get_by_label("Name, if it is new").fill("night")
    save(tab, "ink")
    dialog.get_by_role("button", name="Use it here").click()
    done(page, "Fill of .Ground")


def coins(tab: Tab, save: Save) -> None:
    """Print a word as an icon."""
    page = tab.page
    show(page, "Game")
    page.get_by_role("button", name="Icons", exact=True).click()
    page.get_by_role("button", name=re.compile("Make it an icon")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="coin", exact=True, checked=True).wait_for()  # proposed for the word
    save(tab, "icon")
    file = {"name": "coin.svg", "mimeType": "image/svg+xml", "buffer": COIN.encode()}
    dialog.locator("input[type=file]").set_input_files(file)
    dialog.get_by_role("button", name="Make it an icon").click()
    done(page, "icon|Icon")


def deck(tab: Tab, save: Save) -> None:
    """Choose the size of the cards, and see how they print."""
    page = tab.page
    page.get_by_role("button", name="Decks", exact=True).click()
    chosen = page.get_by_role("region", name="Deck", exact=True)
    chosen.get_by_text(re.compile("^Size and shape")).click()
    save(tab, "deck")
    show(page, "Sheets")
    page.get_by_role("figure").first.wait_for()
    save(tab, "sheets")

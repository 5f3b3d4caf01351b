"""Every view and every dialog of the studio's page is sound for axe-core, and a dialog gives the focus back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Tab, browser, studio
from playwright.sync_api import Browser
from test_studio_start import started

from beeprint import starter
from scenes import START, Names, Scene, faulty, scenes

NEWER = "id,title,suit,value,text,copies\nS1,First darkness,sun,1,Draw a card.,2\nZ9,New card,rain,9,All is new.,1\n"
PLAIN = Names("cards/S1", "cards", "title", "picture", "panel", "title", "suit", NEWER)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Return the address of a studio, and the folder of the game that it shows."""
    folder = tmp_path_factory.mktemp("games") / "plain"
    starter.write(folder)
    faulty(folder)
    with studio(folder) as address:
        yield address, folder


@pytest.fixture
def address(game: tuple[str, Path]) -> Iterator[str]:
    """Return the address of the studio, and take back afterwards what a scene did to its game."""
    address, folder = game
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    yield address
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path not in before:
            path.unlink()
        elif path.read_bytes() != before[path]:
            path.write_bytes(before[path])


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a studio without a game, in a home of its own."""
    home = tmp_path_factory.mktemp("home")
    (home / "Documents").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        with started(home / "Documents") as address:
            yield address


def check(tab: Tab, scene: Scene) -> None:
    """Show a scene to axe-core in the light and in the dark, and close what is open there."""
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert tab.violations() == [], scheme
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if tab.count("dialog[open]") and not scene.leads:
        tab.page.keyboard.press("Escape")
        tab.until("() => !document.querySelector('dialog')")
        assert tab.page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    assert tab.said == []
    tab.context.close()


@pytest.mark.parametrize("scene", [*scenes(PLAIN)], ids=lambda scene: scene.name)
def test_every_view_and_dialog_is_accessible(chromium: Browser, address: str, scene: Scene) -> None:
    tab = Tab(chromium, address, scene.view, reduced_motion="reduce")
    tab.until("() => document.getElementById('title').textContent === 'Plain'")
    for step in scene.steps:
        step(tab.page)
    assert tab.file_words() == []
    check(tab, scene)


@pytest.mark.parametrize("scene", START, ids=lambda scene: scene.name)
def test_the_start_page_is_accessible(chromium: Browser, start: str, scene: Scene) -> None:
    tab = Tab(chromium, start, scene.view, reduced_motion="reduce")
    for step in scene.steps:
        step(tab.page)
    check(tab, scene)

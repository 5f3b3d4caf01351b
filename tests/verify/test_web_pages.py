"""Every kind of web page that beeprint writes, laid out by Chromium on a telephone, a tablet and a desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import browser
from playwright.sync_api import Browser
from web_pages import at_widths, every_page, faults

from beeprint.sources.workspace import built_in_games


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with every_page(tmp_path_factory.mktemp("pages")) as addresses:
        yield addresses


@pytest.mark.tool("chromium")
def test_no_page_is_squeezed_overlaid_or_wider_than_its_window(chromium: Browser, pages: dict[str, str]) -> None:
    assert {f"rules-{name}" for name in built_in_games()} < set(pages)
    wrong = {
        f"{name} at {width} px": lines
        for name, address in pages.items()
        for width, tab in at_widths(chromium, address)
        if (lines := faults(tab))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        ("li{display:grid;grid-template-columns:5rem 1fr}", "characters to a line"),
        ("main p{margin-bottom:-3em}", " is over "),
        ("main{min-width:50rem}", "the page is"),
    ],
)
def test_each_fault_is_seen(chromium: Browser, pages: dict[str, str], style: str, fault: str) -> None:
    for width, tab in at_widths(chromium, pages["rules-pollen-wars"]):
        if width == 390:
            tab.page.add_style_tag(content=style)
            assert [line for line in faults(tab) if fault in line]

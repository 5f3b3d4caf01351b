"""Help in the studio: the documentation as pages that lead to each other, found by words."""

from __future__ import annotations

import json
import re
from html import unescape
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from beeprint.base.store import Store
from beeprint.sources.workspace import SHIPPED
from beeprint.studio.desk import Desk
from beeprint.studio.help_pages import titles
from beeprint.studio.start import Start
from beeprint.studio.views import Answer, Request

ROOT = Path(__file__).parents[1]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A studio in which no game is open."""
    made = Desk(Store(tmp_path / "cache"))
    Start(made)
    return made


def ask(desk: Desk, *parts: str, **query: str) -> Answer:
    return desk.get(Request(parts, query, {}))


def read(desk: Desk, page: str) -> str:
    answer = ask(desk, "help", page=page)
    assert answer.status == HTTPStatus.OK
    return answer.body.decode()


def search(desk: Desk, words: str) -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = json.loads(ask(desk, "help-search", words=words).body)
    return hits


def test_every_page_is_there_and_links_lead_to_a_page_and_its_heading(desk: Desk) -> None:
    assert set(titles()) == {path.stem for path in (SHIPPED / "docs").glob("*.md")}
    pages = {name: read(desk, name) for name in titles()}
    anchors = {name: set(re.findall(r'id="([^"]+)"', page)) for name, page in pages.items()}
    for name, page in pages.items():
        assert "<h1 id=" in page and f"<title>{titles()[name]} - beeprint help" in unescape(page)
        for target in map(unescape, re.findall(r'href="([^"]*)"', page.partition("<main")[2])):
            if target.startswith("https://"):
                continue
            to = re.fullmatch(r"help\?page=([a-z-]+)(?:#(.+))?", target)
            assert to and (to[2] is None or unquote(to[2]) in anchors[to[1]]), f"{name}: {target}"
        for source in re.findall(r'src="help-picture/([^"]*)"', page):
            kind = "image/svg+xml" if source == "gallery/icons.svg" else "image/png"
            assert ask(desk, "help-picture", *source.split("/")).kind == kind
        assert not re.search(r'<(?:script|img)[^>]* src="(?!page/|help-picture/)', page)


def test_a_view_opens_a_page_that_speaks_of_it(desk: Desk) -> None:
    script = (ROOT / "generator/beeprint/studio/page/main.js").read_text("utf-8")
    places = re.findall(r'^  \["\w+", "\w+", async .*, "([a-z-]+)(?:#([a-z-]+))?"\],$', script, re.M)
    assert len(places) == 9
    for page, anchor in places:
        assert not anchor or f'id="{anchor}"' in read(desk, page)


def test_a_link_of_a_file_name_is_called_by_the_title_of_its_page(desk: Desk) -> None:
    page = read(desk, "design")
    assert '<a href="help?page=studio">The studio</a>' in page
    assert not re.search(r">[a-z-]+\.md<", page)


def test_a_search_needs_all_words_and_begins_with_headings(desk: Desk) -> None:
    hits = search(desk, "ICON word")
    assert hits[0]["address"] == "help?page=design#print-a-word-as-an-icon"
    assert (hits[0]["heading"], hits[0]["title"]) == ("Print a word as an icon", "Design in the studio")
    assert "[coin]" in " ".join(hit["text"] for hit in hits)
    assert search(desk, "icon xyzzy") == search(desk, " ") == []
    assert not any("](" in hit["text"] for hit in search(desk, "boxes"))


@pytest.mark.parametrize("name", ["..", "../README", "index.md", "nowhere"])
def test_no_other_file_is_a_page_or_a_picture(desk: Desk, name: str) -> None:
    assert ask(desk, "help", page=name).status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", "design", name).status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", name, "start.png").status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", "..", "docs", "design", "start.png").status == HTTPStatus.NOT_FOUND

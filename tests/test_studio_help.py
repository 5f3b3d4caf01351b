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


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("colour of an icon", "set-the-colour-of-an-icon"),
        ("colour of an icon svg", "set-the-colour-of-an-icon"),
        ("different look for one type", "give-a-text-or-a-picture-a-different-look-for-one-type"),
        ("send to back", "send-a-layer-to-the-back-or-bring-it-to-the-front"),
        ("print without bleed", "print-with-or-without-bleed"),
        ("hide a text on some cards", "show-or-hide-a-text-on-some-cards"),
        ("change the back", "change-the-back-of-the-cards"),
        ("rules", "write-the-rules-of-play"),
        ("sleeves", "use-sleeves"),
    ],
)
def test_the_first_answer_to_a_designer_is_what_to_do_in_the_page(desk: Desk, words: str, place: str) -> None:
    assert search(desk, words)[0]["address"] == f"help?page=design#{place}"


def test_pages_about_files_and_commands_come_last_unless_their_heading_is_meant(desk: Desk) -> None:
    pages = [hit["address"].partition("page=")[2].partition("#")[0] for hit in search(desk, "colour icon")]
    assert pages[:2] == ["design", "design"] and pages[-1] in {"commands", "press", "svg", "glossary"}
    assert search(desk, "plug-in")[0]["address"].startswith("help?page=plugins")


def test_the_page_about_the_studio_names_the_terminal_last(desk: Desk) -> None:
    page = read(desk, "studio")
    assert re.findall(r"<h2[^>]*>([^<]*)", page)[-1] == "From a terminal"
    assert "<pre" not in page.partition('id="from-a-terminal"')[0]


@pytest.mark.parametrize("name", ["..", "../README", "index.md", "nowhere"])
def test_no_other_file_is_a_page_or_a_picture(desk: Desk, name: str) -> None:
    assert ask(desk, "help", page=name).status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", "design", name).status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", name, "start.png").status == HTTPStatus.NOT_FOUND
    assert ask(desk, "help-picture", "..", "docs", "design", "start.png").status == HTTPStatus.NOT_FOUND

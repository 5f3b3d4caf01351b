"""The documentation that comes with beeprint, as pages of the studio's Help, and a search in it."""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from http import HTTPStatus
from importlib import resources
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from beeprint.sources.workspace import SHIPPED
from beeprint.studio.views import Answer, Request, of_json, refused

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

HOME = "index"
_DOCS = SHIPPED / "docs"
#: How many sections a search returns, and the letters around the first word in each.
_MOST, _BEFORE, _AFTER = 30, 60, 140
#: The pages that a designer reads first, and those about files and commands, which a search names last.
_GUIDE = ("design", "studio", "icons", "text", "fonts", "game", "leaflets", "sheets", "spreadsheet", "boxes", "sleeves")
_REFERENCE = (
    *("benchmarks", "commands", "editors", "frames", "glossary", "large-decks", "licences", "outlines", "plugins"),
    *("preflight", "press", "python", "shelf", "svg"),
)
#: Words that a search leaves out beside others.
_SMALL = frozenset(
    re.findall(r"\w+", "a an and are as at by can do for how i in is it my of on one or some the to with")
)
#: The folders of docs/ whose pictures Help shows.
_PICTURES = ("design", "studio", "gallery")
_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


class Section(NamedTuple):
    """What is below one heading of a page; `anchor` is empty at the top of the page."""

    page: str
    title: str
    heading: str
    anchor: str
    text: str


def help_page(request: Request) -> Answer:
    """Return a page of the documentation, with the list of all pages beside it."""
    name = request.query.get("page") or HOME
    if name not in titles():
        return refused(HTTPStatus.NOT_FOUND)
    shell = (resources.files("beeprint.studio") / "page" / "help.html").read_text("utf-8")
    parts = {"title": escape(titles()[name]), "pages": _list_pages(name), "content": _render(name)}
    page = re.sub(r"\{(title|pages|content)\}", lambda part: parts[part[1]], shell)
    return Answer(HTTPStatus.OK, page.encode(), "text/html; charset=utf-8")


def help_search(request: Request) -> Answer:
    """Return the sections that have all the words of a search, small words aside; the most helpful come first."""
    typed = _fold(request.query.get("words", "")).split()
    words = [word for word in typed if word not in _SMALL] or typed
    return of_json([_hit(section, words) for section in _ranked(words)[:_MOST]] if words else [])


def help_picture(request: Request) -> Answer:
    """Return a picture of a page."""
    path = _picture("/".join(request.parts[1:]))
    if path is None:
        return refused(HTTPStatus.NOT_FOUND)
    return Answer(HTTPStatus.OK, path.read_bytes(), _TYPES[path.suffix], "private, max-age=86400")


@cache
def titles() -> dict[str, str]:
    """Return the title of each page by its name, in the order in which the first page names them."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted(_DOCS.glob("*.md"))}
    named = [HOME, "design", "studio", *re.findall(r"\]\(([a-z-]+)\.md", texts[HOME].partition("\n## All pages")[2])]
    order = dict.fromkeys(name for name in (*named, *texts) if name in texts)
    return {name: texts[name].partition("\n")[0].removeprefix("# ") for name in order}


def _list_pages(current: str) -> str:
    here = ' aria-current="page"'
    items = (
        f'<li><a href="help?page={name}"{here if name == current else ""}>{escape(title)}</a></li>'
        for name, title in titles().items()
    )
    return "".join(items)


@cache
def _render(name: str) -> str:
    """Return a page as HTML."""
    reader = _reader()
    html: str = reader.renderer.render(_read(name), reader.options, {})
    wide = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    return wide.replace("<pre>", '<pre tabindex="0">')


def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # imported here: few who open the studio open its Help

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def _read(name: str) -> list[Token]:
    """Read a page: its headings have the ids by which links name them, as GitHub makes them, and links lead on."""
    tokens = _reader().parse((_DOCS / f"{name}.md").read_text("utf-8"))
    seen: dict[str, int] = {}
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            anchor = re.sub(r"[^\w-]", "", inner.content.lower().replace(" ", "-"))
            count = seen[anchor] = seen.get(anchor, -1) + 1
            token.attrs["id"] = f"{anchor}-{count}" if count else anchor
        for child, after in pairwise(token.children or ()):
            if child.type == "link_open":
                _lead(child, after, name)
        for child in token.children or ():
            if child.type == "image":
                _show(child)
    return tokens


def _lead(link: Token, words: Token, name: str) -> None:
    """Let a link lead to a page of Help, which it calls by its title, or open a web page beside it.

    A link to a file that only the repository has becomes its words.
    """
    target = str(link.attrs["href"])
    page, _, anchor = target.partition("#")
    page = page.removesuffix(".md") or name
    if target.startswith("https:"):
        link.attrs |= {"target": "_blank", "rel": "noreferrer"}
    elif page in titles():
        link.attrs["href"] = _address(page, anchor)
        if words.content.removeprefix("docs/") == f"{page}.md":
            words.content = titles()[page]
    else:
        del link.attrs["href"]


def _show(image: Token) -> None:
    """Let a picture come from the studio; one that only the repository has becomes its words."""
    source = str(image.attrs["src"])
    path = _picture(source)
    if path is None:
        image.type, image.content, image.children = "text", f"[Picture: {image.content}]", None
    else:
        width, height = _size(path)
        image.attrs |= {"src": f"help-picture/{source}", "loading": "lazy", "width": width, "height": height}


def _size(path: Path) -> tuple[int, int]:
    """Return the width and height of a picture in pixels, for which the page keeps room free."""
    data = path.read_bytes()
    if path.suffix == ".png":
        return struct.unpack(">II", data[16:24])
    width, height = re.findall(rb' (?:width|height)="(\d+)"', data[:200])
    return int(width), int(height)


def _address(page: str, anchor: str) -> str:
    return f"help?page={page}" + (f"#{quote(anchor)}" if anchor else "")


def _picture(name: str) -> Path | None:
    """Return the file of a picture; None for any other file."""
    folder, _, file = name.partition("/")
    path = _DOCS / folder / file
    return path if folder in _PICTURES and re.fullmatch(r"[a-z-]+\.(png|svg)", file) and path.is_file() else None


@cache
def _sections() -> tuple[Section, ...]:
    return tuple(section for name in titles() if name != HOME for section in _sections_of(name))


def _sections_of(name: str) -> Iterator[Section]:
    """Split a page at its headings."""
    title = titles()[name]
    heading, anchor, texts, level = title, "", list[str](), 0
    for token in _read(name):
        if token.type == "heading_open" and token.tag != "h1":
            yield Section(name, title, heading, anchor, " ".join(texts))
            heading, anchor, texts, level = "", str(token.attrs["id"]), [], 1
        elif token.type in ("inline", "fence"):
            text = token.content if token.type == "fence" else _plain(token)
            if level == 1:
                heading = text
            elif token.type == "fence" or text != title:
                texts.append(" ".join(text.split()))
            level = 0
    yield Section(name, title, heading, anchor, " ".join(texts))


def _plain(token: Token) -> str:
    """Return the words of a text without its marks."""
    return "".join(child.content if child.content else " " for child in token.children or () if child.nesting == 0)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}")


def _ranked(words: list[str]) -> list[Section]:
    """Return the sections in which each word begins a word.

    Those with all of them in the heading come first, then pages that a designer reads before those about files and
    commands, then texts in which the words are near each other.
    """
    patterns = [_pattern(word) for word in words]
    places = {name: at for at, name in enumerate(_GUIDE)}

    def rank(section: Section) -> tuple[int, ...] | None:
        texts = map(_fold, (section.heading, f"{section.title} {section.heading}", " ".join(section[1:])))
        for rank, text in enumerate(texts):
            if all(pattern.search(text) for pattern in patterns):
                is_reference = section.page in _REFERENCE and rank > 0
                return is_reference, rank, places.get(section.page, len(places)), _span(text, patterns)[1]
        return None

    ranks = ((rank(section), section) for section in _sections())
    placed = [(place, section) for place, section in ranks if place is not None]
    return [section for _, section in sorted(placed, key=itemgetter(0))]


def _span(text: str, patterns: Sequence[re.Pattern[str]]) -> tuple[int, int]:
    """Return where the shortest part of a text that has all patterns begins, and its length; (0, 0) where none has."""
    hits = sorted((match.start(), which) for which, each in enumerate(patterns) for match in each.finditer(text))
    last: dict[int, int] = {}
    spans = []
    for at, which in hits:
        last[which] = at
        if len(last) == len(patterns):
            spans.append((at - min(last.values()), min(last.values())))
    length, start = min(spans, default=(0, 0))
    return start, length


def _hit(section: Section, words: list[str]) -> dict[str, str]:
    """Return a section as a search shows it, with the text where the words that its heading lacks are nearest."""
    text, heading = _fold(section.text), _fold(section.heading)
    lacking = [pattern for pattern in map(_pattern, words) if not pattern.search(heading)]
    there = [pattern for pattern in lacking if pattern.search(text)]
    at = max(0, _span(text, there)[0] - _BEFORE)
    start = section.text.find(" ", at) + 1 if at else 0
    excerpt, more = section.text[start : start + _BEFORE + _AFTER], ""
    if start + len(excerpt) < len(section.text):
        excerpt, more = excerpt.rpartition(" ")[0], " ..."
    return {
        "address": _address(section.page, section.anchor),
        "title": section.title,
        "heading": section.heading,
        "text": f"{'... ' if start else ''}{excerpt}{more}",
    }

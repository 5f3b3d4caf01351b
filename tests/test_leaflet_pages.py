"""The pages of the five games' leaflets, in every language, edition and number of players: filled, and parted well."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from beeprint.base.geometry import PT_PER_MM
from beeprint.base.store import Store
from beeprint.drawing.drawing import Drawing, Run, Solid, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.structure import Element, Shown, Words
from beeprint.face.frame import Frames
from beeprint.face.layout import LayoutContext
from beeprint.face.picture import Pictures
from beeprint.game import edition, model
from beeprint.leaflet import Leaflet, leaflet
from beeprint.sources.fonts import metric_compatible
from beeprint.sources.workspace import Workspace, built_in_games
from cases import marked
from conftest import font_file
from test_boxes import BOXES

#: The most of a page that may be blank, but for the last one's.
BLANK = 0.25
#: mm at the foot of a page for its number.
FOOT = 7.0
#: A text of fewer words may end in a line of one, such as a name in the list of components.
FEW = 4
#: Points below which rules are hard to read; the mark of what a leaflet decides by itself.
LEGIBLE, RULING = 7.5, "\u2020"
HEADS = ("H1", "H2", "H3")
#: The most pages of each leaflet, in any language and of any box.
MOST = {
    "a-nest-for-the-queen": 8,
    "belle-of-the-ball": 6,
    "butine": 6,
    "eye-of-the-bee-holder": 8,
    "pollen-wars": 14,
}


class Said(NamedTuple):
    """A block of a leaflet: its kind, the marks of what it says, and its page."""

    kind: str
    leaves: tuple[Shown, ...]
    page: int


@functools.cache
def whole(name: str, language: str, store: Store) -> tuple[model.Game, edition.Editions, Fonts, Pictures]:
    """Return a game and what is drawn with, which all of its boxes in a language share."""
    place = Workspace(built_in_games()[name])
    game, _ = model.load(place, language)
    fonts = Fonts(font_file, place.font_styles, store, game.spec.fonts, metric_compatible, place.font_weight)
    return game, edition.editions(game), fonts, Pictures(place, fonts, store, game.spec.raster)


#: Fast tests have a game in each language, one of them translated and one an edition; all others part and leave out
#: pieces as these do.
FAST = (
    ("butine", "", None, "fr"),
    ("pollen-wars", "kid", None, ""),
)
PARAMS = [box if box in FAST else marked((box,)) for box in BOXES]


@pytest.fixture(scope="module", params=PARAMS, ids=lambda box: "-".join(str(part) for part in box if part))
def made(request: pytest.FixtureRequest, store: Store) -> tuple[str, Leaflet]:
    """Return the name of a game and the leaflet of one of its boxes, set once for all tests of this file."""
    name, choice, players, language = request.param
    box, editions, fonts, pictures = whole(name, language, store)
    game = edition.chosen(box, editions, choice, players)
    assert (game.spec.fonts, game.spec.raster) == (box.spec.fonts, box.spec.raster)
    booklet = leaflet(LayoutContext(game, fonts, pictures, Frames(pictures)), store, {})
    assert booklet is not None and booklet.problems == ()
    return name, booklet


def blocks(elements: tuple[object, ...]) -> Iterator[Said]:
    """Yield the blocks of a document in order; of a list, its items."""
    for element in elements:
        if not isinstance(element, Element):
            continue
        if element.kind == "L":
            for item in element.inside:
                assert isinstance(item, Element)
                own = [part for part in item.inside if isinstance(part, Element)]
                inside = [part for body in own if body.kind == "LBody" for part in body.inside]
                words = [part for part in inside if isinstance(part, Element) and part.kind not in ("L", "Figure")]
                leaves = tuple(leaf for part in words for leaf in part.leaves())
                yield Said("LI", leaves, leaves[0].page)
                yield from blocks(tuple(part for part in inside if isinstance(part, Element) and part.kind == "L"))
        elif leaves := tuple(element.leaves()):
            yield Said(element.kind, leaves, leaves[0].page)


def lines(said: Said, pages: tuple[Drawing, ...]) -> list[list[str]]:
    """Return the words of a block line by line; icons count as words."""
    lines: dict[float, list[str]] = {}
    icons = []
    for leaf in said.leaves:
        runs = [(mark, at) for mark, at in walk([pages[leaf.page].marks[leaf.mark]]) if isinstance(mark, Run)]
        icons += [leaf.box.bottom] if not runs else []
        for mark, at in runs:
            lines.setdefault(round((at @ mark.place).f, 1), []).extend(mark.text.split())
    for bottom in icons:
        lines[min(lines, key=lambda y: abs(y - bottom))].append("icon")
    return [lines[y] for y in sorted(lines)]


def test_pages_are_filled_and_nothing_is_parted_that_belongs_together(made: tuple[str, Leaflet]) -> None:
    name, booklet = made
    assert booklet.look is not None
    assert len(booklet.pages) <= MOST[name]
    *said, imprint = blocks(booklet.structure.document.inside)
    top = booklet.look.margin
    room = booklet.look.page[1] - 2 * top - FOOT
    for page in range(len(booklet.pages)):
        here = [element for element in said if element.page == page]
        assert here, f"page {page + 1} holds nothing but the imprint"
        if page == len(booklet.pages) - 1:
            # The imprint stands at the foot of the last page.
            assert max(leaf.box.bottom for leaf in imprint.leaves) == pytest.approx(top + room, abs=2)
            break
        foot = max(leaf.box.bottom for element in here for leaf in element.leaves)
        blank = (top + room - foot) / room
        assert blank <= BLANK, f"{blank:.0%} of page {page + 1} is blank"
        assert here[-1].kind not in HEADS, f"a heading ends page {page + 1}"


def test_house_rulings_are_marked_and_explained_on_paper_and_on_screens(made: tuple[str, Leaflet]) -> None:
    _, booklet = made
    runs = [mark for page in booklet.pages for mark, _ in walk(page.marks) if isinstance(mark, Run)]
    printed = [run for run in runs if RULING in run.text]
    shown = [leaf for leaf in booklet.document.leaves() if isinstance(leaf, Words) and RULING in leaf.text]
    assert len(printed) == len(shown) > 3
    accent = booklet.inks[booklet.look.accent] if booklet.look else None
    assert {run.paint for run in printed[:-1]} == {Solid(accent)} and {leaf.ink for leaf in shown[:-1]} == {accent}
    assert min(run.size * PT_PER_MM for run in printed) >= LEGIBLE
    assert printed[-1].text.startswith(f"{RULING} ") and shown[-1].text == printed[-1].text.rstrip()


def test_no_stump_opens_or_ends_a_page_or_a_paragraph(made: tuple[str, Leaflet]) -> None:
    _, booklet = made
    *said, _ = blocks(booklet.structure.document.inside)
    said = [element for element in said if element.kind != "TOC"]
    for before, element, after in zip(said, said[1:], (*said[2:], None), strict=False):
        if before.page == element.page:
            continue
        where = f"page {element.page + 1}"
        alone = after is None or after.kind in HEADS
        assert not (element.kind in ("P", "LI") and alone and len(lines(element, booklet.pages)) == 1), (
            f"a line opens {where}"
        )
        if before.kind == element.kind == "LI":
            run = said.index(element)
            above = [x.kind for x in said[max(run - 2, 0) : run]]
            below = [x.kind for x in said[run : run + 2]]
            assert above == below == ["LI", "LI"], f"one item of a list is alone before or on {where}"
    for element in said:
        if element.kind in ("P", "LI"):
            found_lines = lines(element, booklet.pages)
            few = len(found_lines) < 2 or sum(map(len, found_lines)) < FEW
            assert few or len(found_lines[-1]) > 1, f"{found_lines[-1]} ends a paragraph"

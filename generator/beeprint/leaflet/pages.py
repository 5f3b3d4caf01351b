"""Lay out a leaflet on pages: blocks one below the other, none split, headings with what follows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from beeprint.base.geometry import Rect, translate
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.store import Store
from beeprint.draw.drawing import Drawing, Mark, Solid, group
from beeprint.draw.text import Style, line_run, text_width
from beeprint.face.layout import LayoutContext
from beeprint.files.source import decode
from beeprint.game.model import Game
from beeprint.leaflet import style
from beeprint.leaflet.figures import Faces
from beeprint.leaflet.kept import Kept
from beeprint.leaflet.reading import read
from beeprint.leaflet.setter import Item, Setter
from beeprint.leaflet.values import filled

#: mm at the foot of a page for its number.
_FOOT = 7.0
#: About thirty thousand words: more than any leaflet holds.
_MOST_BYTES = 200_000


@dataclass(frozen=True)
class Leaflet:
    """A leaflet's pages in reading order, drawings of one size in mm, and its problems."""

    title: str
    pages: tuple[Drawing, ...]
    problems: tuple[Problem, ...]


def leaflet(context: LayoutContext, store: Store, faces: Faces) -> Leaflet | None:
    """Lay out the leaflet of a game; None where it has none. Its problems are in it, none is raised.

    `faces` are those already laid out; others that the leaflet shows are laid out here.
    """
    game = context.game
    spec = game.spec.leaflet
    if spec is None:
        return None
    try:
        layout, node = style.load(game.workspace, spec.layout, game.node.at(["leaflet", "layout"]))
        text, file = _text(game)
        blocks = read(text, file, store)
    except BuildError as error:
        return Leaflet("", (), tuple(error.problems))
    kept = Kept(store, f"texts of {file} of {game.spec.id}", context.fonts)
    setter = Setter(context, layout, node, faces, kept)
    items = [*setter.items(blocks), setter.imprint()]
    if not setter.has_fonts(layout.caption):
        return Leaflet("", (), tuple(dict.fromkeys(setter.problems)))  # the pages cannot be numbered
    kept.save()
    pages = tuple(_pages(items, setter))
    title = next(filled(block, game, []) for block in blocks if block.kind == "title")
    return Leaflet(title, pages, tuple(dict.fromkeys(setter.problems)))


def _text(game: Game) -> tuple[str, str]:
    """Return a leaflet's text, translated if there is a translation, and its file's name for messages."""
    assert game.spec.leaflet is not None
    name, place = game.spec.leaflet.text, game.node.at(["leaflet", "text"])
    translated = f"lang/{game.language}/{name}"
    if game.language and (game.workspace.game / translated).is_file():
        name = translated
    data, file = game.workspace.data(name, place)
    if len(data) > _MOST_BYTES:
        raise error_at(Place(file), f"the leaflet has {len(data):,} bytes, more than {_MOST_BYTES:,}")
    return decode(data, file), file


def _pages(items: Sequence[Item], setter: Setter) -> Iterator[Drawing]:
    """Yield the pages."""
    layout = setter.layout
    width, height = layout.page
    for number, marks in enumerate(_split(items, height - 2 * layout.margin - _FOOT, setter), start=1):
        foot = _number(number, setter) if number > 1 else ()
        inner = group([*marks, *foot], translate(layout.margin, layout.margin))
        yield Drawing(Rect(0, 0, width, height), (inner,))


def _split(items: Sequence[Item], room: float, setter: Setter) -> list[list[Mark]]:
    """Return the marks of each page; a block higher than a page is a problem."""
    pages: list[list[Mark]] = [[]]
    y = 0.0
    for index, item in enumerate(items):
        if pages[-1] and (item.fresh or y + item.space + _needed(items, index) > room + 0.01):
            pages.append([])
            y = 0.0
        y += item.space if pages[-1] else 0.0
        if y + item.height > room + 0.01:
            message = f"this block is {item.height:.0f} mm high, more than the {room:.0f} mm of a page"
            setter.problems.append(Problem(item.place, message, "split it, or make its pictures smaller"))
        pages[-1].append(group(item.marks, translate(0, y)))
        y += item.height
    return pages


def _needed(items: Sequence[Item], index: int) -> float:
    """Return the height of an item together with those that must be on the same page."""
    height = items[index].height
    while items[index].keep and index + 1 < len(items):
        index += 1
        height += items[index].space + items[index].height
    return height


def _number(number: int, setter: Setter) -> Iterator[Mark]:
    """Yield the number of a page, in the middle of its foot."""
    look = setter.layout.caption
    text = str(number)
    words = Style(look.font, look.weight, look.size, look.size, paint=Solid(setter.accent))
    x = (setter.width - text_width(setter.context.fonts, text, words)) / 2
    yield line_run(setter.context.fonts, text, words, x, setter.layout.page[1] - 2 * setter.layout.margin)

"""Lay out a leaflet on pages: blocks one below the other, none split, headings with what follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, translate
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.store import Store
from beeprint.draw.drawing import Drawing, Mark, Solid, group
from beeprint.draw.structure import Element, Said, Shown, Structure
from beeprint.draw.text import Style, line_run, text_width
from beeprint.face.layout import LayoutContext
from beeprint.files.source import decode
from beeprint.game.model import Game
from beeprint.leaflet import breaks, pictured, rulings, style
from beeprint.leaflet.breaks import Placed
from beeprint.leaflet.document import Writer
from beeprint.leaflet.figures import Faces
from beeprint.leaflet.kept import Kept
from beeprint.leaflet.outline import bookmarks, headings
from beeprint.leaflet.parts import Inked, Part, elements, gathered, marks, moved
from beeprint.leaflet.passages import MOST_BYTES, passages
from beeprint.leaflet.reading import Block, read
from beeprint.leaflet.setter import Setter, imprint
from beeprint.leaflet.style import LeafletLayout
from beeprint.leaflet.translation import compared
from beeprint.leaflet.values import filled

#: A leaflet of more pages gets contents.
_PAGES_WITHOUT = 8
#: How often pages are laid out again because numbers in the text have changed.
_MOST_ROUNDS = 6
#: mm at the foot of a page for its number.
_FOOT = 7.0


_NOTHING = Structure(Element("Document"), "")
_EMPTY: Element[Said] = Element("Document")


class Leaflet(Struct, frozen=True):
    """A leaflet's pages in reading order, drawings of one size in mm, what they say, and its problems.

    `document` is the same without pages; `inks` are the colours that its `look` names.
    """

    title: str
    pages: tuple[Drawing, ...]
    problems: tuple[Problem, ...]
    structure: Structure = _NOTHING
    document: Element[Said] = _EMPTY
    look: LeafletLayout | None = None
    inks: Mapping[str, Colour] = field(default_factory=dict)
    stock: str = ""


def leaflet(
    context: LayoutContext, store: Store, faces: Faces, go_on: Callable[[], None] = lambda: None
) -> Leaflet | None:
    """Lay out the leaflet of a game; None where it has none. Its problems are in it, none is raised.

    `faces` are those already laid out; others that the leaflet shows are laid out here. `go_on` is called now and then,
    and may raise an exception to end this.
    """
    game = context.game
    spec = game.spec.leaflet
    if spec is None:
        return None
    try:
        layout, node = style.load(game.workspace, spec.layout, game.node.at(["leaflet", "layout"]))
        blocks = written(game, store)
        unlike = tuple(_unlike(game, blocks, store))
    except BuildError as error:
        return Leaflet("", (), tuple(error.problems))
    box = f"{game.spec.id}.{game.edition}.{game.asked_players}.{game.language}"
    kept = Kept(store, f"texts of {spec.text} of {box}", context.fonts)
    lines = [*rulings.explanation(blocks, game), *imprint(game)]
    blocks = rulings.inked(blocks, layout.accent)
    heads = headings(blocks, game)
    setter = Setter(context, layout, node, faces, kept, heads, pictured.other, go_on)
    setter.problems += unlike
    setter.imprint_lines = lines
    try:
        blocks, placed = _laid_out(blocks, setter)
    except BuildError as error:  # a face that a list of components shows cannot be drawn
        return Leaflet("", (), tuple(dict.fromkeys([*setter.problems, *error.problems])))
    if not setter.has_fonts(layout.caption):
        return Leaflet("", (), tuple(dict.fromkeys(setter.problems)))  # the pages cannot be numbered
    kept.save()
    pages, said = _drawn(placed, setter)
    title = next(filled(block, game, []) for block in blocks if block.kind == "title")
    structure = Structure(Element("Document", said), _file(game)[1], bookmarks(heads.values()))
    writer = Writer(context, setter.figures, layout.figure, heads)
    document = writer.document(blocks, lines)
    problems = tuple(dict.fromkeys(setter.problems))
    return Leaflet(title, pages, problems, structure, document, layout, setter.inks(), spec.stock)


def _laid_out(blocks: tuple[Block, ...], setter: Setter) -> tuple[tuple[Block, ...], list[Placed]]:
    """Return where everything goes, numbers of pages in the text right, and the blocks with contents if it has many."""
    room = setter.layout.page[1] - 2 * setter.layout.margin - _FOOT
    for _ in range(_MOST_ROUNDS):
        items = list(setter.items(blocks))
        # The imprint does not stand on a page by itself.
        items[-1:] = [replace(one, near=True) for one in items[-1:]]
        placed = breaks.placed([*items, setter.imprint()], room, setter.problems)
        if placed[-1].page >= _PAGES_WITHOUT and all(block.kind != "contents" for block in blocks):
            first = next((at for at, block in enumerate(blocks) if block.kind == "heading"), len(blocks))
            blocks = (*blocks[:first], Block("contents", blocks[0].place), *blocks[first:])
            continue
        numbers = {
            one.name: item.page + 1
            for item in placed
            for top in elements(item.item.body)
            for one in top.elements()
            if one.name
        }
        if not setter.refers or numbers == setter.numbers:
            break
        setter.numbers = numbers
    return blocks, placed


def written(game: Game, store: Store) -> tuple[Block, ...]:
    """Read what a game's leaflet says of the box that is built; BuildError with every fault of its text."""
    text, file = _text(game)
    return read(text, file, store, passages(text, file, game))


def _unlike(game: Game, blocks: tuple[Block, ...], store: Store) -> Iterator[Problem]:
    """Yield what shows that a leaflet is no translation of its original; nothing if it is the original."""
    original = replace(game, language="")
    if _file(game) != _file(original):
        yield from compared(blocks, written(original, store))


def _file(game: Game) -> tuple[str, str]:
    """Return the file of a leaflet's text, translated if there is a translation, and its language."""
    assert game.spec.leaflet is not None
    name = game.spec.leaflet.text
    translated = f"lang/{game.language}/{name}"
    if game.language and (game.workspace.game / translated).is_file():
        return translated, game.language
    return name, next(iter(game.spec.languages), "")


def _text(game: Game) -> tuple[str, str]:
    """Return a leaflet's text and its file's name for messages."""
    name, _ = _file(game)
    data, file = game.workspace.data(name, game.node.at(["leaflet", "text"]))
    if len(data) > MOST_BYTES:
        raise error_at(Place(file), f"the leaflet has {len(data):,} bytes, more than {MOST_BYTES:,}")
    return decode(data, file), file


def _drawn(placed: Sequence[Placed], setter: Setter) -> tuple[tuple[Drawing, ...], tuple[Element[Shown], ...]]:
    """Draw the pages; return them and what they say."""
    layout = setter.layout
    pages: list[list[Mark]] = [[] for _ in range(placed[-1].page + 1)]

    def show(page: int, inked: Inked) -> Shown:
        pages[page].append(inked.mark)
        return Shown(page, len(pages[page]) - 1, inked.box)

    parts: list[Part[Shown]] = []
    for item, page, y in placed:
        body = moved(item.body, translate(layout.margin, layout.margin + y))
        pages[page] += marks(body)
        shown = tuple(one.mapped(partial(show, page)) for one in elements(body))
        parts.append(Part(shown, item.listed))
    for number, drawn in enumerate(pages[1:], start=2):
        drawn.append(group(_number(number, setter), translate(layout.margin, layout.margin)))
    box = Rect(0, 0, *layout.page)
    return tuple(Drawing(box, tuple(found)) for found in pages), gathered(parts)


def _number(number: int, setter: Setter) -> Iterator[Mark]:
    """Yield the number of a page, in the middle of its foot."""
    look = setter.layout.caption
    text = str(number)
    words = Style(look.font, look.weight, look.size, look.size, paint=Solid(setter.inks()[look.colour]))
    x = (setter.width - text_width(setter.context.fonts, text, words)) / 2
    yield line_run(setter.context.fonts, text, words, x, setter.layout.page[1] - 2 * setter.layout.margin)

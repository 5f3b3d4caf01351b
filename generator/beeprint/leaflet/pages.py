"""Lay out a leaflet on pages: blocks one below the other, none split, headings with what follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import PT_PER_MM, Rect, line, rectangle, scale, translate
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.store import Store
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, group, path_mark, use
from beeprint.drawing.structure import Element, Said, Shown, Structure
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.face.layout import LayoutContext
from beeprint.game.model import Game
from beeprint.leaflet import breaks, rulings
from beeprint.leaflet.breaks import Placed
from beeprint.leaflet.document import Writer
from beeprint.leaflet.figures import Faces, Figure, drawn, named, row_of
from beeprint.leaflet.kept import Kept
from beeprint.leaflet.outline import CONTENTS_LEVEL, Heading, bookmarks, headings
from beeprint.leaflet.parts import Body, Inked, Item, Part, Row, elements, gathered, marks, moved
from beeprint.leaflet.passages import MOST_BYTES, passages
from beeprint.leaflet.reading import Block, compared, read
from beeprint.leaflet.setter import LeafletLayout, Setter, braced, imprint, load
from beeprint.leaflet.values import Component, components, filled, plain
from beeprint.sources.source import decode

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
        layout, node = load(game.workspace, spec.layout, game.node.at(["leaflet", "layout"]))
        blocks = written(game, store)
        unlike = tuple(_unlike(game, blocks, store))
    except BuildError as error:
        return Leaflet("", (), tuple(error.problems))
    box = f"{game.spec.id}.{game.edition}.{game.asked_players}.{game.language}"
    kept = Kept(store, f"texts of {spec.text} of {box}", context.fonts)
    lines = [*rulings.explanation(blocks, game), *imprint(game)]
    blocks = rulings.inked(blocks, layout.accent)
    heads = headings(blocks, game)
    setter = Setter(context, layout, node, faces, kept, heads, other, go_on)
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
        items[-1:] = [replace(last, near=True) for last in items[-1:]]
        placed = breaks.placed([*items, setter.imprint()], room, setter.problems)
        if placed[-1].page >= _PAGES_WITHOUT and all(block.kind != "contents" for block in blocks):
            first = next((at for at, block in enumerate(blocks) if block.kind == "heading"), len(blocks))
            blocks = (*blocks[:first], Block("contents", blocks[0].place), *blocks[first:])
            continue
        numbers = {
            element.name: item.page + 1
            for item in placed
            for top in elements(item.item.body)
            for element in top.elements()
            if element.name
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
        shown = tuple(element.mapped(partial(show, page)) for element in elements(body))
        parts.append(Part(shown, item.listed))
    for number, page_marks in enumerate(pages[1:], start=2):
        page_marks.append(group(_number(number, setter), translate(layout.margin, layout.margin)))
    box = Rect(0, 0, *layout.page)
    return tuple(Drawing(box, tuple(marks)) for marks in pages), gathered(parts)


def _number(number: int, setter: Setter) -> Iterator[Mark]:
    """Yield the number of a page, in the middle of its foot."""
    look = setter.layout.caption
    text = str(number)
    words = Style(look.font, look.weight, look.size, look.size, paint=Solid(setter.inks()[look.colour]))
    x = (setter.width - text_width(setter.context.fonts, text, words)) / 2
    yield line_run(setter.context.fonts, text, words, x, setter.layout.page[1] - 2 * setter.layout.margin)


# What a leaflet shows besides its text: a cover, the pieces in the box, the contents.


#: The box of a component's picture, in mm, and the space round it.
THUMB = (12.0, 10.0)
_GUTTER, _GAP, _COUNT = 5.0, 2.0, 8.0
#: What an entry of the list of components costs besides its texts, in steps.
_ENTRY = 400
#: So many components stand in one column.
_FEW = 4
#: Space round the pieces of a cover, in mm.
_MAT = 5.0
#: Space below the cover, in mm.
_BELOW = 3.0
_CORNER = 2.0


def cover(block: Block, setter: Setter) -> Iterator[Item]:
    """Yield the cover: one picture that fills the width, or pieces side by side on a tinted ground."""
    figures = setter.figures.shown(block, setter.problems)
    if figures:
        yield _cover(block, setter, figures)


def _cover(block: Block, setter: Setter, figures: Sequence[Figure], share: float = 1.0) -> Item:
    asked = block.height or setter.layout.figure
    width, height = setter.width, asked * share
    panel = rectangle(Rect(0, 0, width, height), _CORNER)
    if len(figures) == 1 and not figures[0].piece:
        body: Body = _said(figures[0], _filling(figures[0], width, height))
    else:
        shown, high = row_of(figures, width - 2 * _MAT, height - 2 * _MAT)
        at = translate(_MAT, (height - high) / 2)
        pieces = [text for figure, inked in zip(figures, shown, strict=True) for text in _said(figure, inked.moved(at))]
        body = (path_mark(panel, Solid(setter.tint)), *pieces)
    drawn = partial(_cover, block, setter, figures)
    return Item(block.place, body, height + _BELOW, 0, keep=True, pictures=(Row(asked, 2 * asked),), drawn=drawn)


def _said(figure: Figure, inked: Inked) -> Body:
    return (Element("Figure", (inked,), alt=figure.alt),) if figure.alt else (inked.mark,)


def _filling(figure: Figure, width: float, height: float) -> Inked:
    """Return a picture that fills a panel, what is too much of it cut off on both sides."""
    box = figure.box
    by = max(width / box.width, height / box.height)
    at = translate((width - box.width * by) / 2, (height - box.height * by) / 2) @ scale(by, by)
    panel = rectangle(Rect(0, 0, width, height), _CORNER)
    mark = group([use(figure.symbol, at @ translate(-box.x, -box.y))], clip=panel)
    return Inked(mark, Rect(0, 0, width, height))


def box_list(block: Block, setter: Setter, width: float) -> Item:
    """Return the contents of the box, each with its number and a picture of its first piece; many in two columns."""
    parts = list(components(setter.game))
    columns = 1 if len(parts) <= _FEW else 2
    wide = (width - _GUTTER * (columns - 1)) / columns
    cells = [_component(part, block, setter, wide) for part in parts]
    rows = -(-len(cells) // columns)
    heights = [max(height for _, height in cells[row::rows]) for row in range(rows)]
    entries = []
    for index, (entry, height) in enumerate(cells):
        column, row = divmod(index, rows)
        y = sum(heights[:row]) + (heights[row] - height) / 2
        at = translate(column * (wide + _GUTTER), y)
        entries.append(entry.mapped(partial(Inked.moved, by=at)))
    whole = (Element[Inked]("L", tuple(entries)),) if entries else ()
    return Item(block.place, whole, sum(heights), setter.layout.body.space + 0.5)


def _component(component: Component, block: Block, setter: Setter, width: float) -> tuple[Element[Inked], float]:
    """Return an entry of the list and its height."""
    budget.spend("leaflets", _ENTRY, at=lambda: block.place)
    look, left = setter.layout.body, THUMB[0] + _GAP + _COUNT + _GAP
    number = Block("body", block.place, f"**{component.number}**")
    count, high = setter.said("Lbl", number, look, _COUNT, setter.accent, "right")
    words, more = setter.said("P", Block("body", block.place, braced(component.title)), look, width - left)
    height = max(THUMB[1] + 1.5, high, more)
    figure = setter.figures.first(component.deck)
    by = min(THUMB[0] / figure.box.width, THUMB[1] / figure.box.height)
    x, y = (THUMB[0] - figure.box.width * by) / 2, (height - figure.box.height * by) / 2
    picture = Element("Figure", (drawn(figure, x, y, by),), alt=figure.alt)
    # Leading is below its line, so text stands in the middle of its capitals' height and not of its line's.
    drop = (look.leading - 1) * look.size / PT_PER_MM / 2
    label = elements(moved(count, translate(THUMB[0] + _GAP, (height - high) / 2 + drop)))
    text = elements(moved(words, translate(left, (height - more) / 2 + drop)))
    return Element("LI", (*label, Element("LBody", (*text, picture)))), height


def other(setter: Setter, block: Block, after: Block | None, width: float) -> list[Item]:
    """Return what is not text: a cover above the title, the list of components, the contents; else nothing."""
    if block.kind == "figure" and after is not None and after.kind == "title":
        return list(cover(block, setter))
    if block.kind == "components":
        return [box_list(block, setter, width)]
    if block.kind == "contents":
        setter.refers = True
        heads = [head for head in setter.named.values() if head.level == CONTENTS_LEVEL]
        return [contents(block.place, setter, heads, width)] if heads else []
    return []


def contents(place: Place, setter: Setter, heads: Sequence[Heading], width: float) -> Item:
    """Return the contents in two columns: each heading with dots that lead to the number of its page."""
    look = setter.layout.body
    wide = (width - _GUTTER) / 2
    rows = -(-len(heads) // 2)
    entries: list[Element[Inked]] = []
    dots: list[Mark] = []
    step = look.size * 1.5 / PT_PER_MM
    for index, head in enumerate(heads):
        column, row = divmod(index, rows)
        at = translate(column * (wide + _GUTTER), row * step)
        title, _ = setter.words(Block("body", place, braced(plain(head.title))), look, wide - _COUNT)
        number = Block("body", place, str(setter.numbers.get(head.name, 0)))
        count, _ = setter.words(number, look, _COUNT, setter.accent, "right")
        body = moved((Element("Span", title), Element("Span", count)), at)
        first, last = elements(body)
        last = last.mapped(lambda leaf: leaf.moved(translate(wide - _COUNT, 0)))
        ends = [leaf.box.right for leaf in first.leaves()]
        begins = [leaf.box.x for leaf in last.leaves()]
        inside = (*first.inside, *last.inside)
        entries.append(Element("TOCI", (Element("Link", inside, alt=head.title, to=head.name),)))
        if ends and begins:
            y = row * step + look.size / PT_PER_MM * 0.72
            stroke = Stroke(Solid(setter.accent), 0.3, cap="round", dashes=(0, 1.2))
            dots.append(path_mark(line((max(ends) + 1, y), (min(begins) - 1, y)), None, stroke))
    return Item(place, (*dots, Element("TOC", tuple(entries))), rows * step, 4)


# Check the leaflet of an edition that is not being built: its passages, values and figures, but not its pages.


def check(game: Game, store: Store) -> list[Problem]:
    """Return the problems of what a leaflet says of one box; none where the game has no leaflet."""
    if game.spec.leaflet is None:
        return []
    problems: list[Problem] = []
    try:
        for block in written(game, store):
            _check(block, game, problems)
    except BuildError as error:
        problems += error.problems
    return problems


def _check(block: Block, game: Game, problems: list[Problem]) -> None:
    filled(block, game, problems)
    for name in block.shown:
        if not name.startswith("art/"):
            try:
                named(name, block, game)
            except BuildError as error:
                problems += error.problems
    for inner in block.inner:
        _check(inner, game, problems)

"""What a leaflet shows besides its text: a cover, the pieces in the box, the contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from beeprint.base import budget
from beeprint.base.geometry import PT_PER_MM, Rect, line, rectangle, scale, translate
from beeprint.base.problems import Place
from beeprint.draw.drawing import Mark, Solid, Stroke, group, path_mark, use
from beeprint.draw.structure import Element
from beeprint.leaflet.figures import Figure, drawn, row_of
from beeprint.leaflet.outline import CONTENTS_LEVEL, Heading
from beeprint.leaflet.parts import Body, Inked, Item, Row, elements, moved
from beeprint.leaflet.reading import Block
from beeprint.leaflet.setter import Setter, braced
from beeprint.leaflet.values import Component, components, plain

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
        pieces = [one for figure, inked in zip(figures, shown, strict=True) for one in _said(figure, inked.moved(at))]
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
    found = list(components(setter.game))
    columns = 1 if len(found) <= _FEW else 2
    wide = (width - _GUTTER * (columns - 1)) / columns
    cells = [_component(one, block, setter, wide) for one in found]
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


def _component(one: Component, block: Block, setter: Setter, width: float) -> tuple[Element[Inked], float]:
    """Return an entry of the list and its height."""
    budget.spend("leaflets", _ENTRY, at=lambda: block.place)
    look, left = setter.layout.body, THUMB[0] + _GAP + _COUNT + _GAP
    number = Block("body", block.place, f"**{one.number}**")
    count, high = setter.said("Lbl", number, look, _COUNT, setter.accent, "right")
    words, more = setter.said("P", Block("body", block.place, braced(one.title)), look, width - left)
    height = max(THUMB[1] + 1.5, high, more)
    figure = setter.figures.first(one.deck)
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

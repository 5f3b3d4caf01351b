"""What the blocks of a leaflet become: marks of a known height with what they say, and the lists they form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Affine, Rect, translate
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Mark, Run, Use, group
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.structure import Element, Leaf
from beeprint.drawing.text import BOX, Icon, parted, run_box
from beeprint.drawing.text import Block as Text
from beeprint.leaflet.links import Link
from beeprint.leaflet.reading import Block

#: Ends of lines that no space follows.
_JOINED = (" ", "-", "\u00ad", "\u2010", "\u2013", "\u2014")


class Inked(NamedTuple):
    """A mark and the box in mm that it fills."""

    mark: Mark
    box: Rect

    def moved(self, by: Affine) -> Inked:
        """Return the mark elsewhere."""
        return Inked(group([self.mark], by), by.rect(self.box))


#: Elements, and marks that say nothing.
Body = tuple[Element[Inked] | Mark, ...]


class Listed(NamedTuple):
    """The place of an item in a list: its level from 0, whether it has a mark of its own, and whether that counts."""

    depth: int
    opens: bool
    ordered: bool


class Row(NamedTuple):
    """A row of pictures: its height and the most that its column allows, in mm."""

    height: float
    most: float

    def high(self, share: float) -> float:
        """Return its height if its pictures have a share of their size."""
        return min(self.height * share, max(self.height, self.most))


class Item(Struct, frozen=True):
    """A block typeset with its top left corner at 0, 0: its height and how far it is from what is above it, in mm.

    `keep` keeps it on one page with what follows; `near` does too, unless that costs too much. `fresh` begins a page
    with it. `pictures` are the heights of its rows of pictures; `drawn` typesets it with pictures of another size.
    """

    place: Place
    body: Body
    height: float
    space: float
    keep: bool = False
    near: bool = False
    fresh: bool = False
    listed: Listed | None = None
    kind: str = ""
    pictures: tuple[Row, ...] = ()
    drawn: Callable[[float], Item] | None = None

    def high(self, share: float) -> float:
        """Return its height with pictures of a share of their size."""
        return self.height + sum(row.high(share) - row.height for row in self.pictures)

    def at(self, share: float) -> Item:
        """Return it with pictures of a share of their size; `space` and what it is kept with stay."""
        if not self.pictures or self.drawn is None or share == 1:
            return self
        made = self.drawn(share)
        return replace(self, body=made.body, height=made.height)


class Part(Struct, Generic[Leaf], frozen=True):
    """The elements of a block: of an item of a list, its label, if it has one, and its text."""

    elements: tuple[Element[Leaf], ...]
    listed: Listed | None = None


def moved(body: Body, by: Affine) -> Body:
    """Return a body elsewhere."""
    return tuple(
        element.mapped(lambda leaf: leaf.moved(by)) if isinstance(element, Element) else group([element], by)
        for element in body
    )


def elements(body: Iterable[Element[Inked] | Mark]) -> tuple[Element[Inked], ...]:
    """Return the elements of a body."""
    return tuple(element for element in body if isinstance(element, Element))


def marks(body: Iterable[Element[Inked] | Mark]) -> tuple[Mark, ...]:
    """Return the marks of a body that say nothing."""
    return tuple(element for element in body if not isinstance(element, Element))


def gathered(parts: Iterable[Part[Leaf]]) -> tuple[Element[Leaf], ...]:
    """Return the elements of blocks in order, items of lists gathered into lists."""
    texts: list[Element[Leaf]] = []
    for listed, run in groupby(parts, key=lambda part: part.listed is not None):
        if listed:
            texts += _lists(list(run), 0)
        else:
            texts += (element for part in run for element in part.elements)
    return tuple(texts)


def _lists(parts: Sequence[Part[Leaf]], depth: int) -> Iterator[Element[Leaf]]:
    """Yield the lists of a level, one for each stretch of items that are all numbered, or all not."""
    entries: list[list[Part[Leaf]]] = []
    for part in parts:
        assert part.listed is not None
        if not entries or (part.listed.depth == depth and part.listed.opens):
            entries.append([])
        entries[-1].append(part)
    for ordered, run in groupby(entries, key=lambda entry: bool(entry[0].listed and entry[0].listed.ordered)):
        yield Element("L", tuple(_entry(entry, depth) for entry in run), ordered=ordered)


def _entry(parts: Sequence[Part[Leaf]], depth: int) -> Element[Leaf]:
    """Return an item of a list with its further paragraphs and the lists inside it."""
    labels: list[Element[Leaf]] = []
    inside: list[Element[Leaf]] = []
    for deeper, run in groupby(parts, key=lambda part: part.listed is not None and part.listed.depth > depth):
        if deeper:
            inside += _lists(list(run), depth + 1)
        else:
            elements = [element for part in run for element in part.elements]
            labels += (part_element for part_element in elements if part_element.kind == "Lbl")
            inside += (part_element for part_element in elements if part_element.kind != "Lbl")
    return Element("LI", (*labels, Element("LBody", tuple(inside))))


def text_parts(
    made: Text, icons: Sequence[Mark], fonts: Fonts, named: Callable[[str], str], links: Sequence[Link] = ()
) -> Iterator[Element[Inked] | Inked]:
    """Yield what a typeset text says, in reading order: its words, each icon as it is `named`, and its links."""
    ahead = list(links)
    words: list[Run | Use] = []
    runs = made.runs
    pictures: dict[int, list[Use]] = {}
    for number, picture in made.pictures:
        pictures.setdefault(number, []).append(picture)
    rest = list(zip(made.icons, icons, strict=True))
    for number, (run, after) in enumerate(zip(runs, (*runs[1:], None), strict=False)):
        while rest and _before(rest[0][0].box, run):
            yield from _said(words, fonts)
            words = []
            icon, mark = rest.pop(0)
            yield _inline(icon, mark, named)
        ends = after is not None and after.place.f > run.place.f and not run.text.endswith(_JOINED)
        run = parted(run, fonts[run.font]) if ends else run
        if ahead and run.text.strip() == ahead[0].words:
            yield from _said(words, fonts)
            words = []
            head = ahead.pop(0).heading
            linked = tuple(_said([run, *pictures.get(number, ())], fonts))
            yield Element("Link", linked, alt=head.title, to=head.name)
            continue
        words += (run, *pictures.get(number, ()))
    yield from _said(words, fonts)
    for icon, mark in rest:
        yield _inline(icon, mark, named)


def _inline(icon: Icon, mark: Mark, named: Callable[[str], str]) -> Element[Inked]:
    """Return an icon of a text with its name, or the box for a letter that no font has with that letter."""
    actual = icon.name.removeprefix(BOX) if icon.name.startswith(BOX) else named(icon.name)
    return Element("Span", (Inked(mark, icon.box),), actual=actual)


def _before(icon: Rect, run: Run) -> bool:
    """Return whether an icon stands on a line above a run, or left of it on the same one."""
    x, y = run.place.e, run.place.f
    return icon.bottom < y - run.size * 0.6 or (icon.y < y and icon.x < x)


def _said(words: Sequence[Run | Use], fonts: Fonts) -> Iterator[Inked]:
    """Yield runs, with the pictures of their letters that have colours, as one mark."""
    runs = [word for word in words if isinstance(word, Run)]
    if runs:
        box = run_box(runs[0], fonts)
        for run in runs[1:]:
            box = box.union(run_box(run, fonts))
        yield Inked(words[0] if len(words) == 1 else group(words), box)


# Set a picture beside the text above it, or two narrow pictures side by side.


#: mm between two columns.
GUTTER = 5.0
#: Text beside a picture has at least this share of the width.
_LEAST = 0.35
_TEXT = ("body", "item")


class Column(NamedTuple):
    """Items one below the other in a column of a width, in mm."""

    items: tuple[Item, ...]
    width: float

    @property
    def height(self) -> float:
        """Return the height of the column; the space above its first item is left out."""
        return sum(item.height for item in self.items) + sum(item.space for item in self.items[1:])


def grouped(blocks: Iterable[Block], width: float, wide: Callable[[Block], float]) -> Iterator[Block]:
    """Yield blocks; those that stand side by side as one that holds them.

    A picture that asks for it stands beside the paragraphs and items above it, two others side by side if both fit.
    `wide` is the width of a picture in mm.
    """
    groups: list[Block] = []
    for block in blocks:
        if block.kind == "figure":
            start = _above(groups) if block.beside and wide(block) <= width * (1 - _LEAST) - GUTTER else len(groups)
            if start == len(groups) and groups and groups[-1].kind == "figure":
                start -= wide(groups[-1]) + wide(block) + GUTTER <= width
            if start < len(groups):
                groups[start:] = [Block("abreast", groups[start].place, inner=(*groups[start:], block))]
                continue
        groups.append(block)
    yield from groups


def _above(blocks: Sequence[Block]) -> int:
    """Return how many blocks come before the text that ends them; the introduction does not belong to it."""
    start = next((at for at in range(len(blocks), 0, -1) if blocks[at - 1].kind not in _TEXT), 0)
    return start + (0 < start < len(blocks) and blocks[start - 1].kind == "title")


def abreast(block: Block, columns: Sequence[Column], space: float, width: float) -> Item:
    """Return columns side by side, in the middle of a width; lower ones stand in the middle of the highest."""
    height = max(column.height for column in columns)
    x = (width - sum(column.width for column in columns) - GUTTER * (len(columns) - 1)) / 2
    body: Body = ()
    for column in columns:
        y = (height - column.height) / 2
        parts = []
        for number, item in enumerate(column.items):
            y += item.space if number else 0
            inside = moved(item.body, translate(x, y))
            body += marks(inside)
            parts.append(Part(elements(inside), item.listed))
            y += item.height
        body += gathered(parts)
        x += column.width + GUTTER
    return Item(block.place, body, height, space)

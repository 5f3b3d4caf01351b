"""Set a picture beside the text above it, or two narrow pictures side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from beeprint.base.geometry import translate
from beeprint.leaflet.parts import Body, Item, Part, elements, gathered, marks, moved
from beeprint.leaflet.reading import Block

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
    found: list[Block] = []
    for block in blocks:
        if block.kind == "figure":
            start = _above(found) if block.beside and wide(block) <= width * (1 - _LEAST) - GUTTER else len(found)
            if start == len(found) and found and found[-1].kind == "figure":
                start -= wide(found[-1]) + wide(block) + GUTTER <= width
            if start < len(found):
                found[start:] = [Block("abreast", found[start].place, inner=(*found[start:], block))]
                continue
        found.append(block)
    yield from found


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

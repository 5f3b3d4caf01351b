"""Lay folded pieces on paper: on the smallest sheet that holds the whole net, else in parts that are glued together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from string import ascii_lowercase

from beeprint import sheet
from beeprint.base.geometry import bounds, translate
from beeprint.base.problems import Place
from beeprint.draw.drawing import Symbol, use
from beeprint.folding import Net, parted
from beeprint.game.model import Deck
from beeprint.game.piece_shape import outline_of
from beeprint.sheet import Paper, Piece, Sheet, SheetSpec

#: What to do with glue areas, whichever output prints them.
GLUE_HINT = "glue the hatched flaps under the panels beside them; fold along the dashes"

Specs = Sequence[tuple[SheetSpec, Paper, Place]]


def glue_hints(sheets: Iterable[Sequence[Sheet]]) -> tuple[str, ...]:
    """Return what to do with the areas of glue on the sheets of files; nothing where there are none."""
    glued = any(sheet.has_glue(one.fronts) for drawn in sheets for one in drawn)
    return (GLUE_HINT,) if glued else ()


def on_paper(deck: Deck, net: Net, specs: Specs, usable: Sequence[int]) -> tuple[int, list[Net]] | None:
    """Return which of the usable sheets a net goes on, by its index, and the parts that it goes there in.

    The smallest paper that holds the whole comes first, a page as large as the net last of all, then the paper on which
    there are fewest parts; None where no paper holds even a part.
    """

    def size(which: int) -> tuple[bool, float]:
        spec, paper, _ = specs[which]
        box = paper.box(False)
        return spec.fits_pieces, box.width * box.height

    order = sorted(usable, key=size)
    for which in order:
        if _holds(deck, specs[which], net):
            return which, [net]
    found = [(which, parts) for which in order if (parts := parted(net, partial(_holds, deck, specs[which])))]
    return min(found, key=lambda one: len(one[1]), default=None)


def _holds(deck: Deck, on: tuple[SheetSpec, Paper, Place], net: Net) -> bool:
    spec, paper, _ = on
    return sheet.holds(spec, paper, outline_of(net.at_origin), deck.spec.bleed, False)


def in_parts(whole: Piece, parts: Sequence[Net]) -> Iterator[Piece]:
    """Yield the parts of a piece, each with its share of the art; ids end in a, b and so on."""
    for letter, part in zip(ascii_lowercase, parts, strict=False):
        corner = bounds(part.outline)
        front = Symbol.of([use(whole.front, translate(-corner.x, -corner.y))])
        yield Piece(f"{whole.id}{letter}", outline_of(part.at_origin), whole.bleed, front)

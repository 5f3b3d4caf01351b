"""Compare a translated leaflet with its original: the same blocks, and in each the same names, icons and figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beeprint.base.problems import Problem
from beeprint.game.translation import differences
from beeprint.leaflet.reading import Block

#: What messages call the kinds of blocks.
_KINDS = {
    "title": "the title",
    "heading": "a heading",
    "subheading": "a subheading",
    "body": "a paragraph",
    "item": "an item of a list",
    "aside": "an aside",
    "figure": "a picture",
    "components": "the list of components",
    "page": "a page break",
}


def compared(blocks: Iterable[Block], originals: Iterable[Block]) -> Iterator[Problem]:
    """Yield what differs between a translation and its original, each at its place in the translation.

    Where the blocks part, what follows is not compared.
    """
    found, wanted = list(_flat(blocks)), list(_flat(originals))
    for block, original in zip(found, wanted, strict=False):
        if (block.kind, block.depth, bool(block.mark)) != (original.kind, original.depth, bool(original.mark)):
            message = f"here is {_KINDS[block.kind]}, but in the original {_KINDS[original.kind]}"
            yield Problem(block.place, message, f"translate block by block: the original's is in {original.place}")
            return
        if block.shown != original.shown:
            message = f"the picture shows {' '.join(block.shown)}, but in the original {' '.join(original.shown)}"
            yield Problem(block.place, message, f"the original's is in {original.place}")
        for wrong in differences(original.text, block.text):
            message = f"{_KINDS[block.kind]} {wrong.message}"
            hint = f"the original is in {original.place}"
            yield Problem(block.place, message, hint, wrong.severity)
    longer, shorter = (found, wanted) if len(found) > len(wanted) else (wanted, found)
    if len(longer) > len(shorter):
        block = longer[len(shorter)]
        which = ("translation", "original") if longer is found else ("original", "translation")
        message = f"the {which[0]} goes on here with {_KINDS[block.kind]}, where the {which[1]} ends"
        yield Problem(block.place, message, "translate block by block")


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, each aside followed by those within it."""
    for block in blocks:
        yield block
        yield from _flat(block.inner)

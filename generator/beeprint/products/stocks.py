"""Lay out sheets: the faces as a profile prints them, stock by stock, and the leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.base.problems import Place, error_at
from beeprint.base.words import counted
from beeprint.draw.drawing import Symbol
from beeprint.face.layout import Area, Face
from beeprint.files.schema import Flag
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.leaflet import Leaflet
from beeprint.playtest import LowInk, Taken, stamped, straight
from beeprint.products.output import Order, Profile
from beeprint.products.pieces import Checked, copies_of, rows_of, selected
from beeprint.sheet import Paper, Piece, Sheet, SheetSpec

#: What to do with sheets, whichever output makes them.
HINT = "print at 100 % (actual size); the ruler on each sheet is 50 mm long"


class SheetsKeys(Profile):
    """The keys of profiles that make sheets; each deck goes on the first of `sheets` that fits it.

    For playtests: `ink: low` draws faces pale, `stamp` writes version and piece on them, `stocks: together` prints all
    stocks on one paper, `shared-backs: no` omits backs that a deck shares, which sleeves hide.
    """

    sheets: Annotated[tuple[str, ...], Field(min_length=1)]
    ink: Literal["full", "low"] = "full"
    stamp: Flag = False
    stocks: Literal["apart", "together"] = "apart"
    shared_backs: Flag = True


_Stock = tuple[str, tuple[Sheet, ...]]


def specs_of(order: Order[SheetsKeys]) -> list[tuple[SheetSpec, Paper, Place]]:
    """Return the sheets that a profile may use, each with its paper and where the profile names it."""
    places = [order.node.at(["sheets", index]) for index in range(len(order.profile.sheets))]
    named = zip(order.profile.sheets, places, strict=True)
    return [(*sheet.load(order.checked.game.workspace, name, place), place) for name, place in named]


def stocks(order: Order[SheetsKeys]) -> Iterator[_Stock]:
    """Yield each stock with its sheets, in the game's order."""
    product, node, options = order.profile, order.node, order.options
    specs = specs_of(order)
    make = _Faces(order.checked, product, options)
    for stock, decks in _papers(make, selected(order.checked.game, options)).items():
        two_sided = any(map(make.has_back, decks))
        groups: dict[int, list[Piece]] = {}
        for deck in decks:
            # The pieces of a stock are of one thickness; only a net, to be folded itself, is never glued to a back.
            backed = make.has_back(deck) if deck.shape.folds else two_sided
            which = next((i for i, (spec, *_) in enumerate(specs) if spec.fits.takes(deck.shape, backed)), None)
            if which is None:
                raise error_at(node.at(["sheets"]), f"no sheet of this profile takes the pieces of deck {deck.name}")
            groups.setdefault(which, []).extend(make.pieces(deck))
        imposed: list[Sheet] = []
        for which, pieces in groups.items():
            backs = options.backs != "none"
            imposed += sheet.impose(pieces, *specs[which], options.flip, backs, options.back_offset)
        if product.stocks == "together":
            yield from _by_sides(imposed)
        elif imposed:
            yield stock, _numbered(imposed)


def booklet(order: Order[SheetsKeys]) -> Iterator[_Stock]:
    """Yield the leaflet on the profile's first paper, if the build makes it."""
    made, options = leaflet_of(order), order.options
    if made is None:
        return
    layout, paper, place = specs_of(order)[0]
    size = made.pages[0].box
    pages = [Symbol.of(page.marks) for page in made.pages]
    two_sided = options.backs != "none" and not layout.fold
    trim = (size.width, size.height)
    yield made.stock, sheet.booklet(pages, trim, paper, layout.margin, place, options.flip, two_sided)


def leaflet_of(order: Order[SheetsKeys]) -> Leaflet | None:
    """Return the leaflet that a build makes; None for a playtest or a part of the game."""
    made = order.checked.leaflet
    wanted = order.profile.ink != "low" and not order.options.only
    return made if wanted and made is not None and made.pages else None


def paper_line(file: str, sheets: Sequence[Sheet], options: Options) -> str:
    """Return a line that tells how many sheets of which paper a file has, and how to print them."""
    kinds: dict[tuple[float, float, bool], list[Sheet]] = {}
    for one in sheets:
        kinds.setdefault((one.paper.width, one.paper.height, one.folded), []).append(one)
    parts = []
    for (width, height, folded), alike in kinds.items():
        sides = "fold along the dashed line" if folded else "one side"
        if any(one.two_sided for one in alike):
            edge = "long" if options.flip == "long" else "short"
            sides = f"both sides, flip on the {edge} edge, {'portrait' if height >= width else 'landscape'}"
        parts.append(f"{counted(len(alike), 'sheet')} of {width:g} x {height:g} mm, {sides}")
    return f"{file}: {'; '.join(parts)}"


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return the sheets of a file with their numbers; one two-sided sheet makes the whole file two-sided."""
    two_sided = any(one.two_sided for one in sheets)
    return tuple(
        replace(one, number=number, count=len(sheets), two_sided=two_sided and not one.folded)
        for number, one in enumerate(sheets, start=1)
    )


def _by_sides(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the sheets without backs as one file, and those with backs as another."""
    one = [replace(found, two_sided=False, backs=()) for found in sheets if not found.backs]
    both = [found for found in sheets if found.backs]
    for name, found in (("one side", one), ("both sides", both)):
        if found:
            yield name, _numbered(found)


def _papers(make: _Faces, decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return the decks by stock, or all under one name where stocks are printed together.

    Together, decks with backs come first, so that others can fill their last sheet; within these, equal shapes are
    neighbours and large shapes come first, so that small ones fill the room that is left.
    """
    by_stock: dict[str, list[Deck]] = {}
    if make.profile.stocks == "apart":
        for deck in decks:
            by_stock.setdefault(deck.spec.stock, []).append(deck)
        return by_stock

    def order(deck: Deck) -> tuple[bool, float, str]:
        return not make.has_back(deck), -deck.shape.height * deck.shape.width, repr(deck.shape)

    return {"all": sorted(decks, key=order)}


class _Faces:
    """The faces as a profile prints them: unchanged, or in little ink and stamped."""

    def __init__(self, checked: Checked, profile: SheetsKeys, options: Options) -> None:
        self.checked, self.profile, self.options = checked, profile, options
        self._ink = LowInk() if profile.ink == "low" else None

    def has_back(self, deck: Deck) -> bool:
        """Return whether the backs of a deck are printed."""
        back = deck.spec.back
        shared = self.profile.shared_backs or self.options.backs == "all"
        return self.options.backs != "none" and back is not None and (shared or back.each == "piece")

    def pieces(self, deck: Deck) -> Iterator[Piece]:
        """Yield every copy of every piece of a deck."""
        for row in rows_of(deck, self.options):
            copies = copies_of(deck, row, self.options)
            if not copies:
                continue
            back = self.checked.back(deck, row) if self.has_back(deck) else None
            front = self._printed(deck, row, self.checked.faces[deck.name, row.id, "front"])
            behind = self._printed(deck, row, back) if back else None
            for number in range(1, copies + 1):
                yield Piece(f"{deck.name}/{row.id}#{number}", deck.shape, deck.spec.bleed, front, behind)

    def _printed(self, deck: Deck, row: Row, face: Face) -> Symbol:
        symbol = face.symbol if self._ink is None else self._ink.symbol(face.symbol)
        if not self.profile.stamp:
            return symbol
        # A shared back bears the deck's name: with the piece's id, a card could be recognised from behind.
        words = (self.checked.game.spec.version, face.id or deck.name)
        whole = deck.shape.width * deck.shape.height
        boxes = [ink.box for ink in face.inks if ink.box.width * ink.box.height < whole / 2]
        areas = (one for one in face.painted if isinstance(one, Area))
        taken = Taken(boxes, [side for one in areas for side in straight(one.path, one.at)])
        return stamped(symbol, deck.outline(face.side), deck.spec.safe, words, taken, self.checked.fonts)

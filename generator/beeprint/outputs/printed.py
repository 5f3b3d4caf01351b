"""Sheets: the faces as a profile prints them, stock by stock, and the leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.base.problems import error_at
from beeprint.draw.drawing import Symbol
from beeprint.face.layout import Face
from beeprint.files.schema import understand
from beeprint.files.source import Node
from beeprint.files.workspace import slug
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.outputs.files import write_pdf
from beeprint.outputs.parts import FACE, Checked, Product, copies_of, rows_of, selected
from beeprint.outputs.profile import Profile
from beeprint.playtest import LowInk, stamped
from beeprint.sheet import Piece, Sheet, SheetSpec


def sheets(checked: Checked, found: Profile, node: Node, name: str, work: Path, options: Options) -> Product:
    """Return the product of a printer: a PDF a stock, and the leaflet."""
    made = {
        f"{name}/{slug(stock)}.pdf": (stock, drawn)
        for stock, drawn in (*stocks(checked, found, node, options), *_booklet(checked, found, node, options))
    }
    jobs = tuple(
        (
            FACE * len({placed.symbol.key for one in drawn for placed in (*one.fronts, *one.backs)}) + len(drawn),
            partial(write_pdf, work / file, stock, drawn, checked, options),
        )
        for file, (stock, drawn) in made.items()
    )
    drawn_sheets = {file: drawn for file, (_, drawn) in made.items()}
    return Product(found.title, tuple(made), jobs, drawn_sheets, recorded=found.stamp)


def stocks(checked: Checked, product: Profile, node: Node, options: Options) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield each stock with its sheets, in the order in which the game names them."""
    loaded = checked.game
    specs = []
    for index, name in enumerate(product.sheets):
        place = node.at(["sheets", index])
        specs.append((understand(SheetSpec, loaded.workspace.yaml("layouts", f"sheets/{name}", place)), place))
    make = _Faces(checked, product, options)
    for stock, decks in _papers(make, selected(loaded, options)).items():
        two_sided = any(map(make.has_back, decks))
        groups: dict[int, list[Piece]] = {}
        for deck in decks:
            which = next((i for i, (spec, _) in enumerate(specs) if spec.fits.takes(deck.shape, two_sided)), None)
            if which is None:
                raise error_at(node.at(["sheets"]), f"no sheet of this profile takes the pieces of deck {deck.name}")
            groups.setdefault(which, []).extend(make.pieces(deck))
        found: list[Sheet] = []
        for which, pieces in groups.items():
            spec, place = specs[which]
            found += sheet.impose(pieces, spec, place, options.flip, options.backs, options.back_offset)
        if product.stocks == "together":
            yield from _by_sides(found)
        elif found:
            yield stock, _numbered(found)


def _booklet(
    checked: Checked, product: Profile, node: Node, options: Options
) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the leaflet on the profile's first paper; a part of the game, or a playtest, goes without."""
    spec, made = checked.game.spec.leaflet, checked.leaflet
    if spec is None or made is None or product.ink == "low" or options.only or not made.pages:
        return
    place = node.at(["sheets", 0])
    paper = understand(SheetSpec, checked.game.workspace.yaml("layouts", f"sheets/{product.sheets[0]}", place))
    size = made.pages[0].box
    pages = [Symbol.of(page.marks) for page in made.pages]
    two_sided = options.backs and not paper.fold
    yield spec.stock, sheet.booklet(pages, (size.width, size.height), paper, place, options.flip, two_sided)


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return the sheets of a file numbered through; one two-sided sheet makes the whole file two-sided."""
    two_sided = any(one.two_sided for one in sheets)
    return tuple(
        replace(one, number=number, count=len(sheets), two_sided=two_sided and not one.folded)
        for number, one in enumerate(sheets, start=1)
    )


def _by_sides(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the sheets that are printed on one side as a file, and those that are turned over as another."""
    one = [replace(found, two_sided=False, backs=()) for found in sheets if not found.backs]
    both = [found for found in sheets if found.backs]
    for name, found in (("one side", one), ("both sides", both)):
        if found:
            yield name, _numbered(found)


def _papers(make: _Faces, decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return the decks by the paper they are printed on.

    Where all is one paper, what is turned over comes first, so that what is not can fill the last of its sheets; equal
    shapes lie beside each other, large ones first, so that small ones fill what these leave.
    """
    found: dict[str, list[Deck]] = {}
    if make.profile.stocks == "apart":
        for deck in decks:
            found.setdefault(deck.spec.stock, []).append(deck)
        return found

    def order(deck: Deck) -> tuple[bool, float, str]:
        return not make.has_back(deck), -deck.shape.height * deck.shape.width, repr(deck.shape)

    return {"all": sorted(decks, key=order)}


class _Faces:
    """The faces as a profile prints them: as they are, or in little ink and stamped."""

    def __init__(self, checked: Checked, profile: Profile, options: Options) -> None:
        self.checked, self.profile, self.options = checked, profile, options
        self._ink = LowInk() if profile.ink == "low" else None

    def has_back(self, deck: Deck) -> bool:
        """Return whether the backs of a deck are printed."""
        back = deck.spec.back
        shared = self.profile.shared_backs if self.options.shared_backs is None else self.options.shared_backs
        return self.options.backs and back is not None and (shared or back.each == "piece")

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
        # A back that all share says the deck's name: with its piece on it, a card would be known from behind.
        words = (self.checked.game.spec.version, face.id or deck.name)
        whole = deck.shape.width * deck.shape.height
        taken = [ink.box for ink in face.inks if ink.box.width * ink.box.height < whole / 2]
        return stamped(symbol, deck.shape, deck.spec.safe, words, taken, self.checked.fonts)

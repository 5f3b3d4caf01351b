"""Say which vendors can make which decks: by which die, and what is off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from beeprint.base.words import counted
from beeprint.game.model import Deck, Game
from beeprint.press import vendor as vendors
from beeprint.press.vendor import Cut, Vendor
from beeprint.products.pieces import is_punched
from beeprint.products.press import edges, is_turned

#: Differences of sizes that nobody sees, in mm.
_SAME = 0.05


class Offer(Struct, frozen=True):
    """A deck as a vendor makes it: the die, how many pieces there are to print, and what is off.

    What is `punched` has a die of its own, along cut lines in the file.
    """

    deck: Deck
    cut: Cut
    pieces: int
    off: tuple[str, ...]
    punched: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the offer for tools."""
        said = {"deck": self.deck.name, "die": self.cut.name, "product": self.cut.product}
        how = {"punched": self.punched, "off": list(self.off)}
        return {**said, "trim": list(self.cut.trim), "pieces": self.pieces, **how}


def of_game(game: Game) -> Iterator[tuple[str, Vendor, list[Offer]]]:
    """Yield each vendor by its file, with the decks that it can make, those with dies of their own first.

    Vendors that only print sheets, which somebody else cuts, are left out.
    """
    found = {name: vendors.load(game.workspace, name, game.node.place) for name in vendors.names(game.workspace)}
    for name, vendor in sorted(found.items(), key=lambda one: one[1].sizes == "any"):
        if vendor.files.copies != "sheet" or vendor.punches:
            yield name, vendor, list(_offers(game, vendor))


def printed(game: Game) -> Iterator[tuple[Deck, int]]:
    """Yield the decks of which anything is printed, with the number of their pieces."""
    for deck in game.decks.values():
        pieces = sum(deck.printed(row) for row in deck.rows.rows)
        if pieces:
            yield deck, pieces


def _offers(game: Game, vendor: Vendor) -> Iterator[Offer]:
    for deck, pieces in printed(game):
        cut = vendor.cut_for(deck.shape, deck.role)
        if cut is None:
            continue
        off = tuple(_off(deck, cut, pieces, vendor))
        # Printers of any size cut straight; other outlines need a die that is made for them.
        if vendor.files.copies != "sheet" and (cut in vendor.cuts or deck.shape.is_rectangle):
            yield Offer(deck, cut, pieces, off)
        if vendor.punches and is_punched(deck):
            yield Offer(deck, cut, pieces, off, punched=True)


def _off(deck: Deck, cut: Cut, pieces: int, vendor: Vendor) -> Iterator[str]:
    """Yield what a designer has to know of a deck on a die."""
    turned = is_turned(deck.shape, cut)
    width, height = cut.trim[::-1] if turned else cut.trim
    more = width - deck.shape.width, height - deck.shape.height
    asked, spec = edges(deck.shape, cut), deck.spec
    words = (("wider", "narrower"), ("higher", "lower"))
    apart = [f"{abs(by):.2g} mm {word[by < 0]}" for by, word in zip(more, words, strict=True) if abs(by) > _SAME]
    if apart:
        yield f"the die is {' and '.join(apart)}"
    if turned:
        yield "turned"
    if max(asked.bleed) > spec.bleed + _SAME:
        yield f"{max(asked.bleed):.4g} mm of bleed, drawn for {spec.bleed:g}"
    if asked.safe > spec.safe + _SAME:
        yield f"safe from {asked.safe:.4g} mm, not {spec.safe:g}"
    if spec.back is None:
        yield "no back"
    most, quantity = vendor.quantity.most, vendor.quantity
    if most is not None and quantity.per == "deck" and pieces > most:
        yield f"{counted(pieces, 'piece')}, an order has {most:,}"

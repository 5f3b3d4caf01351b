"""How thick the decks of a game are, which sleeves their cards need, and which box holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from beeprint.game.box_shapes import Tray, TuckBox
from beeprint.game.boxes import held_in
from beeprint.game.model import Deck, Game
from beeprint.game.piece_shape import SLEEVES

if TYPE_CHECKING:
    from beeprint.game.sleeves import Fit
    from beeprint.press.vendor import Box


class Pile(Struct, frozen=True):
    """A deck as it lies in the box: its pieces, and how thick it is bare, in mm, and sleeved, where it is of cards."""

    deck: Deck
    pieces: int
    bare: float
    sleeved: float | None


class Kept(Struct, frozen=True):
    """Cards of one size that go into the same sleeves, deck by deck, with the sleeves that fit, tightest first."""

    width: float
    height: float
    piles: tuple[Pile, ...]
    fits: tuple[Fit, ...]

    @property
    def pieces(self) -> int:
        """Return how many sleeves are needed."""
        return sum(pile.pieces for pile in self.piles)

    def packs(self, fit: Fit) -> int:
        """Return how many packs of a sleeve are needed."""
        return -(-self.pieces // fit.pack)

    def thickness(self, fit: Fit) -> float:
        """Return how thick all of the cards are in these sleeves, in mm."""
        return sum(pile.bare + pile.pieces * fit.thickness for pile in self.piles)


def piles(game: Game) -> Iterator[Pile]:
    """Yield each deck that has pieces in the box; a net to fold is no pile.

    Cards whose stock says nothing of sleeves are taken to be in thin ones.
    """
    for deck in game.decks.values():
        pieces = sum(row.copies for row in deck.rows.rows)
        if not pieces or deck.spec.print_ == 0 or deck.role == "die":
            continue
        stock = game.stock(deck)
        own = stock.sleeve.thickness
        bare = (stock.height(deck.role) - (own if deck.role == "card" else 0.0)) * deck.spec.shape.layers
        film = own or SLEEVES["thin"].thickness
        sleeved = pieces * (bare + film) if deck.role == "card" and deck.shape.is_rectangle else None
        yield Pile(deck, pieces, pieces * bare, sleeved)


def kept(game: Game) -> Iterator[Kept]:
    """Yield the cards of each size with the sleeves for them, the most cards first."""
    from beeprint.game import sleeves  # every build says how thick its decks are, and not which sleeves fit

    known = sleeves.lines(game.workspace)
    sizes: dict[tuple[float, float], list[Pile]] = {}
    for pile in piles(game):
        if pile.sleeved is not None:
            sides = sorted((pile.deck.shape.width, pile.deck.shape.height))
            sizes.setdefault((sides[0], sides[1]), []).append(pile)
    for (width, height), pile_size in sorted(sizes.items(), key=lambda item: -sum(pile.pieces for pile in item[1])):
        fits = sorted(sleeves.fitting(pile_size[0].deck.shape, known), key=lambda fit: fit.loose)
        yield Kept(width, height, tuple(pile_size), tuple(fits))


def unsleeved(game: Game) -> list[Pile]:
    """Return the piles of which no piece is kept in a sleeve."""
    return [pile for pile in piles(game) if pile.sleeved is None]


def own_boxes(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the titles of the game's own boxes and trays that are printed, each with the decks that it holds."""
    for name, spec in game.spec.boxes.items():
        decks = tuple(deck.name for deck in held_in(game, spec)) if isinstance(spec.shape, TuckBox | Tray) else ()
        if decks:
            yield spec.title or name, decks


def boxes(game: Game, cards: Kept) -> Iterator[tuple[str, Box]]:
    """Yield the smallest box of each vendor that holds all cards of a size, bare, with the vendor's name."""
    from beeprint.press import vendor as vendors

    shape = cards.piles[0].deck.shape
    for vendor in vendors.with_boxes(game.workspace, game.node.place):
        holding = [box for box in vendor.boxes if _holds(box, shape.width, shape.height, cards.pieces)]
        if holding:
            yield vendor.name, min(holding, key=lambda box: box.cards or 0)


def _holds(box: Box, width: float, height: float, pieces: int) -> bool:
    sides: Sequence[float] = sorted((width, height))
    around = sorted(box.outside[:2])
    # A box is at most 5 mm larger than its cards, or they slide about in it (an assumption).
    fits = all(0 < outer - side <= 5 for outer, side in zip(around, sides, strict=True))
    return fits and box.cards is not None and box.cards >= pieces

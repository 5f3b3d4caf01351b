"""Summarise a build: what was made, and what to do with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from beeprint.base.options import FileOptions, LaserOptions
from beeprint.base.words import counted

if TYPE_CHECKING:
    from beeprint.game.model import Game
    from beeprint.outputs.shared import Checked
    from beeprint.pipeline import Built


def lines(checked: Checked, built: Built, options: FileOptions) -> Iterator[str]:
    """Yield how many pieces there are, what each profile made of them, and what to do next."""
    game, cut = checked.game, isinstance(options, LaserOptions)
    players = f" for {counted(options.players, 'player')}" if options.players and not cut else ""
    short = [] if cut or _asked(game, options) else game.printed_in_part
    count = game.pieces if short else built.pieces
    part = f", {built.pieces} of them printed ({', '.join(short)})" if short else ""
    yield f"{game.full_title}: {counted(count, 'piece')}{players}{' to cut' if cut else ''}{part}"
    if checked.holes:
        yield f"a draft, with {', '.join(counted(number, kind) for kind, number in checked.holes.items())}"
    for product in built.products.values():
        yield from (f"  {line}" for line in product.summary)
    if options.only and built.sheets:
        yield "these sheets hold only what --only asked for; build without it for the whole game"
    elif built.sheets:
        yield from (f"  {line}" for line in _thick(game))
    yield from dict.fromkeys(hint for product in built.products.values() for hint in product.hints)
    if not cut:
        yield from _lacking(game)


def _lacking(game: Game) -> Iterator[str]:
    """Yield what players need that is not printed."""
    if game.spec.bring:
        yield f"bring your own: {', '.join(game.spec.bring)}"
    if game.spec.not_included:
        yield f"not included yet: {', '.join(game.spec.not_included)}"


def _thick(game: Game) -> Iterator[str]:
    """Yield how thick each pile is, in mm, in brackets with sleeves, and which boxes of the game hold which decks."""
    from beeprint.outputs.shared import piles

    thicknesses = [
        f"{pile.deck.name} {pile.bare:.3g}" + ("" if pile.sleeved is None else f" ({pile.sleeved:.3g})")
        for pile in piles.piles(game)
    ]
    if thicknesses:
        yield f"piles in mm (sleeved): {', '.join(thicknesses)}; beeprint list --sleeves says what to buy"
    own = dict(piles.own_boxes(game))
    for title, decks in own.items():
        yield f"the box {title} holds {', '.join(decks)}"
    for cards in piles.kept(game) if not own else ():
        for vendor, box in piles.boxes(game, cards):
            all_ = f"all {cards.pieces} cards of {cards.width:g} x {cards.height:g} mm"
            yield f"{all_} fit into {vendor}'s box for {box.cards} cards"


def _asked(game: Game, options: FileOptions) -> bool:
    """Return whether the build makes other pieces than the game says."""
    rows = ((deck, row) for deck, entry in game.decks.items() for row in entry.rows.rows)
    return bool(options.only) or any(options.copies_asked(deck, row.id) is not None for deck, row in rows)

"""Preflight: what a finished face must not have, checked before anything is printed."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.game import Deck, Game
from beeprint.layout import Face, Ink
from beeprint.problems import Problem

#: Below this many dots per inch a picture prints visibly coarse: printers ask for 300 and refuse below 150 to 200.
LEAST_DPI = 200


def preflight(game: Game, deck: Deck, face: Face) -> Iterator[Problem]:
    """Yield a problem for text or icons outside the safe zone, text too small to read, pictures too coarse to print."""
    for ink in face.inks:
        if ink.guarded and not deck.shape.encloses(ink.box, deck.spec.safe):
            yield Problem(
                ink.place,
                f"slot {ink.slot} reaches {_outside(deck, ink):.1f} mm out of the safe zone, "
                f"which lies {deck.spec.safe:g} mm inside the trim {ink.where}".rstrip(),
                "move or shrink the slot's box, or set unsafe: yes where a cut through it does no harm",
            )
        if ink.size and ink.size < game.spec.smallest_text - 1e-6:
            yield Problem(
                ink.place,
                f"slot {ink.slot} is set in {ink.size:g} pt, not {game.spec.smallest_text:g} pt {ink.where}".rstrip(),
                "shorten the text, enlarge its box, or lower smallest-text in game.yaml",
            )
        if 0 < ink.dpi < LEAST_DPI:
            yield Problem(
                ink.place,
                f"slot {ink.slot} shows a picture at {ink.dpi:.0f} dpi, less than {LEAST_DPI} {ink.where}".rstrip(),
                "use a larger picture or a smaller box",
                "warning",
            )


def _outside(deck: Deck, ink: Ink) -> float:
    """Return how far the ink lies outside the safe zone, to a tenth of a millimetre."""
    step = 0.1
    inset = deck.spec.safe
    while inset > -50 and not deck.shape.encloses(ink.box, inset):
        inset -= step
    return deck.spec.safe - inset

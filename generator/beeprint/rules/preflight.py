"""Preflight: the last check of the faces before anything is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beeprint.base.problems import Problem
from beeprint.face.layout import Face, Ink, blamed
from beeprint.game.model import Deck, Game

#: Below this resolution, in dots per inch, a picture looks coarse in print. Printers ask for 300 and refuse pictures
#: below 150 to 200.
LEAST_DPI = 200


def preflight(game: Game, deck: Deck, faces: Iterable[Face]) -> Iterator[Problem]:
    """Yield a problem for text or icons outside the safe zone, text too small to read, pictures too coarse to print."""
    sound: set[int] = set()  # inks that faces share are checked once
    for face in faces:
        for ink in face.inks:
            if id(ink) in sound:
                continue
            found = tuple(_faults(game, deck, face, ink))
            yield from found
            if not found:
                sound.add(id(ink))


def _faults(game: Game, deck: Deck, face: Face, ink: Ink) -> Iterator[Problem]:
    outside = ink.guarded and not deck.shape.encloses(ink.box, deck.spec.safe)
    small = ink.size and ink.size < game.spec.smallest_text - 1e-6
    coarse = 0 < ink.dpi < LEAST_DPI
    if not (outside or small or coarse):
        return
    place, where = blamed(deck, deck.rows.by_id.get(face.id), ink.column, ink.place)
    if outside:
        home = f" in {ink.home}" if ink.home else ""
        yield Problem(
            place,
            f"slot {ink.slot} extends {_outside(deck, ink):.1f} mm beyond the safe zone, "
            f"which is {deck.spec.safe:g} mm inside the trim {where}".rstrip(),
            f"move or shrink the slot's box{home}, or set unsafe: yes if cutting through it does no harm",
        )
    if small:
        yield Problem(
            place,
            f"slot {ink.slot} is set at {ink.size:g} pt; the smallest text allowed is "
            f"{game.spec.smallest_text:g} pt {where}".rstrip(),
            "shorten the text, enlarge its box, or lower smallest-text in game.yaml",
        )
    if coarse:
        yield Problem(
            place,
            f"slot {ink.slot} shows a picture at {ink.dpi:.0f} dpi, less than {LEAST_DPI} {where}".rstrip(),
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

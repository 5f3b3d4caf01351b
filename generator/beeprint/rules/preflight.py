"""Preflight: the last check of the faces before anything is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from beeprint.base.geometry import Rect
from beeprint.base.problems import Hint, Place, Problem
from beeprint.base.words import quoted
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.face.layout import Area, Face, Ink, Painted, blamed
from beeprint.game.model import Deck, Game
from beeprint.rules.contrast import Grounds, Unseen
from beeprint.rules.covering import Covering, Covers, Lines
from beeprint.rules.framing import cut_frames
from beeprint.rules.inside import move_inside

#: Below this resolution, in dots per inch, a picture looks coarse in print. Printers ask for 300 and refuse pictures
#: below 150 to 200.
LEAST_DPI = 200


class Preflight:
    """Finds what is outside the safe zone, too small or pale to read, too coarse, on a line, or lies on letters.

    A deck may be checked again and again: what was sound stays so while it is the same object.
    """

    def __init__(self) -> None:
        self._begin(())

    def _begin(self, terms: tuple[object, ...]) -> None:
        self._terms, self._lines = terms, Lines()
        self._letters: tuple[Covers, Grounds] | None = None
        self._sound: set[int] = set()  # inks that faces share are checked once
        self._alive: dict[int, Painted] = {}  # what is known by its id has to live on

    def problems(self, game: Game, deck: Deck, faces: Iterable[Face], fonts: Fonts) -> Iterator[Problem]:
        """Yield the problems of a deck's faces."""
        unseen = frozenset(ink.colour for ink in game.inks if not ink.shown)
        terms = (game.spec.smallest_text, deck.spec, unseen)
        if terms != self._terms:
            self._begin(terms)
        if self._letters is None or self._letters[0].fonts is not fonts:
            self._letters = Covers(fonts, unseen), Grounds(fonts, unseen)
        touching, seen, drawn = set[int](), dict[int, Painted](), set[int]()
        hiding = set[tuple[int, int]]()
        unread = {row.id for row in deck.rows.rows if row.faulty}
        for face in faces:
            drawn.update(id(slot.marks) for slot in face.slots)
            if not _is_rough(face, unread):
                yield from _of_letters(face, *self._letters, hiding)
            yield from cut_frames(deck, face, self._sound)
            for mark in face.painted:
                seen[id(mark)] = mark
                if isinstance(mark, Ink) and id(mark) not in self._sound:
                    faults = tuple(_faults(game, deck, face, mark, self._lines))
                    yield from faults
                    if not faults:
                        self._sound.add(id(mark))
            for ink, area in self._lines.touched(face):
                if id(ink) not in touching:
                    touching.add(id(ink))
                    yield _on_a_line(deck, face, ink, area)
        gone = self._alive.keys() - seen.keys()
        if gone:
            self._sound -= gone
            self._lines.forget(gone)
        self._alive = seen
        for each in self._letters:
            each.keep_only(drawn)


def _is_rough(face: Face, unread: Set[str]) -> bool:
    """Return whether placeholders of a draft or texts that do not fit lie on a face where they do not belong."""
    return bool(face.holes or face.problems) or face.id in unread


def _outside_safe(deck: Deck, face: Face, ink: Ink, length: float, spot: tuple[Place, str], box: Rect) -> Problem:
    place, where = spot
    home = f" in {ink.home}" if ink.home else ""
    hint = f"move or shrink the slot's box{home}, or set unsafe: yes if cutting through it does no harm"
    return Problem(
        place,
        f"slot {ink.slot} extends {length:.1f} mm beyond the safe zone, "
        f"which is {deck.spec.safe:g} mm inside the trim {where}".rstrip(),
        Hint(hint, move_inside(deck, face, ink, box)),
        slot=ink.slot,
    )


def _of_letters(face: Face, covers: Covers, grounds: Grounds, hiding: set[tuple[int, int]]) -> Iterator[Problem]:
    """Yield what keeps letters from being read; `hiding` are the pairs of marks that other faces had."""
    for fault in covers.covered(face):
        pair = id(fault.over.marks), id(fault.under.marks)
        if pair not in hiding:
            hiding.add(pair)
            yield _covering(face, fault)
    yield from (_unseen(face, fault) for fault in grounds.hardly_seen(face))


def _faults(game: Game, deck: Deck, face: Face, ink: Ink, lines: Lines) -> Iterator[Problem]:
    shape = deck.outline(face.side)
    outside = _outside(shape, deck.spec.safe, ink, lines) if ink.guarded else 0.0
    small = ink.size and ink.size < game.spec.smallest_text - 1e-6
    hard = not small and 0 < ink.size < ink.legible - 1e-6
    coarse = 0 < ink.dpi < LEAST_DPI
    strays = ink.within and _beyond(shape, deck.spec.safe, ink, lines)
    if not (outside or small or hard or coarse or strays):
        return
    place, where = blamed(deck, deck.rows.by_id.get(face.id), ink.column, ink.place)
    if outside:
        yield _outside_safe(deck, face, ink, outside, (place, where), lines.box(ink) or ink.box)
    if strays:
        zone = "trim" if ink.within == "trim" else f"safe zone, which is {deck.spec.safe:g} mm inside the trim"
        yield Problem(
            place,
            f"slot {ink.slot} draws {strays:.1f} mm beyond the {zone} {where}".rstrip(),
            f"move or shrink the picture, or remove within: {ink.within} if cutting through it does no harm",
        )
    if small:
        yield Problem(
            place,
            f"slot {ink.slot} is set at {ink.size:g} pt; the smallest text allowed is "
            f"{game.spec.smallest_text:g} pt {where}".rstrip(),
            "shorten the text, enlarge its box, or allow smaller texts in the game (smallest-text:)",
            slot=ink.slot,
        )
    if hard:
        yield Problem(
            ink.asked or place,
            f"slot {ink.slot} is set at {ink.size:g} pt; below {ink.legible:g} pt, text is hard to read "
            f"{'' if ink.asked else where}".rstrip(),
            f"{'enlarge the text' if ink.asked else 'shorten the text or enlarge its box'}; on a small piece, allow "
            "smaller text in the slot (legible:) or in the deck (legible-text:)",
            "warning",
            slot=ink.slot,
        )
    if coarse:
        yield Problem(
            place,
            f"slot {ink.slot} is too coarse for print: {ink.dpi:.0f} dpi, {LEAST_DPI} are wanted {where}".rstrip(),
            "use a larger picture or a smaller box",
            "warning",
        )


def _covering(face: Face, fault: Covering) -> Problem:
    over, under, line, own_line = fault
    who = f" ({face.id})" if face.id and (over.bound or under.bound) else ""
    if own_line:
        message = f"slot {over.slot} is set on letters of slot {under.slot}: {quoted(own_line)} on {quoted(line)}{who}"
        hint = f"move or shrink slot {over.slot} or slot {under.slot}, or make it paler (opacity:)"
        once = f"{over.slot} on {under.slot}"
        return Problem(over.place, message, hint, "warning", once=once, slot=over.slot)
    message = f"slot {over.slot} hides letters of slot {under.slot}, which is drawn before it: {quoted(line)}{who}"
    behind = f"draw it behind slot {under.slot} (below: {under.slot})"
    hint = f"move or shrink slot {over.slot}, {behind}, or make it paler (opacity:)"
    return Problem(over.place, message, hint, once=f"{over.slot} hides {under.slot}", slot=under.slot)


def _unseen(face: Face, fault: Unseen) -> Problem:
    slot, line, ink, ground = fault
    who = f" ({face.id})" if face.id and slot.bound else ""
    message = f"slot {slot.slot} is hardly seen, {ink.hex} on {ground.hex}: {quoted(line)}{who}"
    hint = "change its colour, or the colour of what is behind it"
    once = f"{slot.slot} {ink.hex} on {ground.hex}"
    return Problem(slot.place, message, hint, "warning", once=once, slot=slot.slot)


def _on_a_line(deck: Deck, face: Face, ink: Ink, area: Area) -> Problem:
    place, where = blamed(deck, deck.rows.by_id.get(face.id), ink.column, ink.place)
    message = f"slot {ink.slot} touches the line of slot {area.slot} {where}".rstrip()
    free = f"remove within: {ink.within}" if ink.within else "set unsafe: yes"
    drawn = f"{ink.slot} {ink.column} {ink.box} {ink.mark.key if ink.mark else ''}"
    return Problem(place, message, f"move or shrink it, or {free} if it may lie on the line", "warning", once=drawn)


def _outside(shape: Shape, safe: float, ink: Ink, lines: Lines) -> float:
    """Return how far the ink lies outside the safe zone, to a tenth of a millimetre; 0 if it does not.

    A drawing counts by its edges, all else by its box: on a round piece, the corners of an icon's box are mostly empty.
    """
    if shape.encloses(ink.box, safe):
        return 0.0
    if lines.edges(ink) and not ink.dpi:
        return _beyond(shape, safe, ink, lines)
    step = 0.1
    inset = safe
    while inset > -50 and not shape.encloses(ink.box, inset):
        inset -= step
    return safe - inset


def _beyond(shape: Shape, safe: float, ink: Ink, lines: Lines) -> float:
    """Return how far a picture crosses the trim or leaves the safe zone, to a tenth of a millimetre; 0 if it does not.

    A line counts by its outer edge.
    """
    start, steps = 0.0 if ink.within == "trim" else safe, 0
    edges = lines.edges(ink)
    if not edges or _held(shape, start, *lines.reach(ink)):
        return 0.0
    doubtful = [edge for edge in edges if not _held(shape, start, edge.box, edge.half)]
    spots = [spot for edge in doubtful for spot in edge.spots]
    for half in sorted({half for _, half in spots}):
        points = [point for point, width in spots if width == half]
        while steps < 500 and not shape.holds(points, start + half - steps / 10):
            steps += 1
    return steps / 10


def _held(shape: Shape, inset: float, box: Rect, widest: float) -> bool:
    """Return whether a box of edges lies so far inside that they need not be followed."""
    around = box.grow(0.02)  # more than the tolerance of `encloses`
    return all(shape.encloses(around, inset + half) for half in (widest, 0.0))

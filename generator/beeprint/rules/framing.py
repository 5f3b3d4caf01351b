"""Rectangles that frame a piece of another outline, whose corners are cut off with what is beyond the trim."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.base.geometry import IDENTITY
from beeprint.base.problems import Fix, Hint, Problem
from beeprint.drawing.outline import subpaths
from beeprint.face.layout import Area, Face
from beeprint.game.model import Deck

#: The part of a piece's width and height from which a rectangle inside it is a frame.
_FRAMES = 0.5
#: Distances are measured in these steps, in mm.
_STEP = 0.1


def cut_frames(deck: Deck, face: Face, known: set[int]) -> Iterator[Problem]:
    """Yield a warning for each frame whose corners lie beyond the trim, with the fix that lets it follow the outline.

    Shapes that are `known`, by their ids, are left out, and the others become so.
    """
    for mark in face.painted:
        if isinstance(mark, Area) and id(mark) not in known:
            known.add(id(mark))
            yield from _cut_frame(deck, face, mark)


def _cut_frame(deck: Deck, face: Face, area: Area) -> Iterator[Problem]:
    shape, frame = deck.outline(face.side), area.frame
    if frame is None or area.place is None or area.at != IDENTITY or shape.is_rectangle or shape.panels:
        return
    box, middle = shape.box, shape.box.centre
    is_large = frame.width >= _FRAMES * box.width and frame.height >= _FRAMES * box.height
    holds_middle = frame.x < middle[0] < frame.right and frame.y < middle[1] < frame.bottom
    if not (box.contains(frame, 0.01) and is_large and holds_middle):
        return
    points = [point for ring, _ in subpaths(area.path) for point in ring]
    steps = 0
    while steps < 500 and not shape.holds(points, -steps * _STEP):
        steps += 1
    if not steps:
        return
    inset = round(min(frame.x, frame.y, box.right - frame.right, box.bottom - frame.bottom), 1)
    does = f"Writes shape: outline for {area.slot}, {inset:g} mm inside the trim."
    fix = Fix("Follow the outline", "outline-slot", {"grow": -inset}, does, place=area.place)
    yield Problem(
        area.place,
        f"slot {area.slot} is a rectangle, and its corners lie {steps * _STEP:.1f} mm beyond the trim of the piece",
        Hint("let it follow the outline (shape: outline), or make it smaller", [fix]),
        "warning",
        slot=area.slot,
    )

"""How far something has to move so that it lies inside the safe zone of a piece, and the fix that moves it there."""

from __future__ import annotations

import math

from beeprint.base.geometry import Rect
from beeprint.base.problems import Fix
from beeprint.drawing.shape import Shape
from beeprint.face.layout import Face, Ink
from beeprint.game.model import Deck

#: Moves are in these steps, in mm; boxes in layouts rarely have more digits.
_STEP = 0.1


def move_inside(deck: Deck, face: Face, ink: Ink, box: Rect) -> list[Fix]:
    """Return the fix that moves the slot of some ink into the safe zone; none where it is too large for that.

    `box` is that of what is drawn.
    """
    way = way_inside(deck.outline(face.side), deck.spec.safe, box)
    if way is None or ink.home:
        return []
    across, down = way
    words = [
        f"{abs(length):g} mm {('left', 'right')[length > 0] if at == 0 else ('up', 'down')[length > 0]}"
        for at, length in enumerate(way)
        if length
    ]
    does = f"Moves {ink.slot} {' and '.join(words)}, on all pieces that share its box."
    values = {"deck": deck.name, "side": face.side, "piece": face.id, "slot": ink.slot, "by": (across, down)}
    return [Fix("Move it inside", "move-slot", values, does, place=ink.place)]


def way_inside(shape: Shape, safe: float, box: Rect) -> tuple[float, float] | None:
    """Return the way in mm, right and down, that brings a box into the safe zone of a shape; None where none does.

    The shortest one straight across and down is tried first; in other outlines than rectangles it leads to the middle.
    """
    zone = shape.box.grow(-safe)
    straight = _least(zone.x - box.x, zone.right - box.right), _least(zone.y - box.y, zone.bottom - box.bottom)
    if _holds(shape, safe, box, straight):
        return straight
    middle = (zone.x + zone.width / 2 - box.x - box.width / 2, zone.y + zone.height / 2 - box.y - box.height / 2)
    steps = math.ceil(math.hypot(*middle) / _STEP)
    for step in range(1, steps + 1):
        way = (_rounded(middle[0] * step / steps), _rounded(middle[1] * step / steps))
        if _holds(shape, safe, box, way):
            return way
    return None


def _least(least: float, most: float) -> float:
    """Return the shortest way that lies between two ends, in whole steps."""
    return _rounded(max(least, min(0.0, most)))


def _rounded(way: float) -> float:
    """Return a way in whole steps, rather too long than too short."""
    return round(math.copysign(math.ceil(abs(way) / _STEP - 1e-6) * _STEP, way), 1) if abs(way) > 1e-6 else 0.0


def _holds(shape: Shape, safe: float, box: Rect, way: tuple[float, float]) -> bool:
    return shape.encloses(box.move(*way), safe)

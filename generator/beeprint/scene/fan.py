"""A hand of cards, spread round a point below it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import rotate, translate
from beeprint.scene.things import Thing

#: How far above the ground a hand is held, in mm.
_HELD = 3.0


class Spread(Struct, frozen=True):
    """How a hand is spread: degrees from card to card, and from the first to the last, at most.

    `radius` is the distance of the cards' middles from the point that they are turned about, in diagonals of a card.
    """

    step: float = 11.0
    arc: float = 64.0
    radius: float = 1.27


def fan(things: Sequence[Thing], spread: Spread) -> list[Thing]:
    """Return things as a hand about (0, 0), from left to right, each on top of the one before it."""
    count = len(things)
    step = min(spread.step, spread.arc / (count - 1)) if count > 1 else 0.0
    held = []
    for number, one in enumerate(things):
        width, height = one.outline.width, one.outline.height
        turn = rotate((number - (count - 1) / 2) * step, (0, spread.radius * math.hypot(width, height)))
        held.append(replace(one, at=turn @ translate(-width / 2, -height / 2), height=_HELD))
    return held

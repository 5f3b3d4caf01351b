"""Ways in which pieces are shown: a hand, a front beside its back, rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Affine, rotate, translate
from beeprint.scene.things import Thing

# A hand of cards, spread round a point below it.


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


# A piece beside its back, each turned away a little, as if the two stood in the air.
#
# The view is parallel: lines that are parallel on a card are so in the picture. That is an affine map, which every
# format of drawings has; at the size of a card, the perspective of an eye hardly differs.


#: How far above the ground a piece floats, in its diagonals.
_HIGH = 0.055
#: From how far above it is seen, in degrees.
_PITCH = 8.0
#: How far the back is moved from the front, in widths and heights of a piece: aside, and up.
_ASIDE, _UP = 0.64, -0.05
#: How far apart the layers of a thick piece are drawn, in mm.
_LAYER = 0.1


def pair(things: Sequence[Thing], thickness: float, angle: float, tilt: float) -> list[Thing]:
    """Return a front and its back, if there is one, the front before it, about (0, 0).

    `angle` turns each about its upright axis, one to either side, and `tilt` in its plane, in degrees. The edge shows
    their thickness, in mm.
    """
    stood = []
    for number, one in enumerate(things):
        side = -1 if number == 0 else 1
        view, depth = _turned(side * angle, side * tilt)
        width, height = one.outline.width, one.outline.height
        place = translate(number * _ASIDE * width, number * _UP * height)
        count = max(1, round(thickness / _LAYER))
        step = translate(depth[0] * thickness / count, depth[1] * thickness / count)
        at = place @ view @ translate(-width / 2, -height / 2)
        stood.append(replace(one, at=at, height=_HIGH * math.hypot(width, height), layers=(step,) * count))
    return stood[::-1]


def _turned(yaw: float, roll: float) -> tuple[Affine, tuple[float, float]]:
    """Return how a plane is seen that is turned about its upright axis and in itself, in degrees, and its depth.

    The columns of a rotation are where the plane's axes go; its last one is where a step away from the viewer goes.
    """
    y, p, r = map(math.radians, (yaw, _PITCH, roll))
    cos, sin = math.cos, math.sin
    across = (cos(y) * cos(r), cos(p) * sin(r) + sin(p) * sin(y) * cos(r))
    down = (-cos(y) * sin(r), cos(p) * cos(r) - sin(p) * sin(y) * sin(r))
    return Affine(*across, *down), (sin(y), -sin(p) * cos(y))


# A whole deck at once: its pieces in rows, each row in the middle.


def poster(decks: Sequence[Sequence[Thing]], gap: float, ratio: float, columns: int = 0) -> list[Thing]:
    """Return the pieces of decks in rows, deck below deck, from (0, 0); the pieces of a deck are of one size.

    `ratio` is the width of the picture, divided by its height, that comes out about; `columns` is the number of pieces
    in a row instead.
    """
    decks = [deck for deck in decks if deck]
    cells = [(deck[0].outline.width + gap, deck[0].outline.height + gap) for deck in decks]
    area = sum(len(deck) * width * height for deck, (width, height) in zip(decks, cells, strict=True))
    wanted = math.sqrt(area * ratio)
    counts = [columns or _columns(len(deck), wanted / width) for deck, (width, _) in zip(decks, cells, strict=True)]
    middle = max(min(count, len(deck)) * cell[0] for count, deck, cell in zip(counts, decks, cells, strict=True)) / 2
    placed, top = [], 0.0
    for deck, (width, height), count in zip(decks, cells, counts, strict=True):
        for start in range(0, len(deck), count):
            row = deck[start : start + count]
            left = middle - len(row) * width / 2
            placed += [replace(one, at=translate(left + at * width, top)) for at, one in enumerate(row)]
            top += height
    return placed


def _columns(count: int, wanted: float) -> int:
    """Return how many pieces of a deck make a row: about as many as wanted, with a last row that is nearly full."""
    most = max(1, min(count, round(wanted)))
    near = range(max(1, math.floor(wanted * 0.8)), max(1, min(count, math.ceil(wanted * 1.2))) + 1)
    return min(near, key=lambda columns: (-count % columns / columns, abs(columns - wanted)), default=most)

"""A piece beside its back, each turned away a little, as if the two stood in the air.

The view is parallel: lines that are parallel on a card are so in the picture. That is an affine map, which every format
of drawings has; at the size of a card, the perspective of an eye hardly differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from beeprint.base.geometry import Affine, translate
from beeprint.scene.things import Thing

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

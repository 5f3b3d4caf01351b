"""Nest boxes on as few beds as possible, by several algorithms of rectpack, in whole thousandths of a millimetre."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

import rectpack

from beeprint.base.geometry import Affine, rotate, translate

_STEPS = 1000

# The number of a bed, and where a box goes on it.
_Spot = tuple[int, Affine]


def nest(boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float) -> list[tuple[int, Affine]]:
    """Return for each box its bed, from 0, and its transform; boxes are turned by 90 degrees only if that saves beds.

    `room` is the free area of each bed, large enough for each box; boxes are at least `apart` mm from each other. Of
    the results with the fewest beds, the one that leaves most of the last bed in one piece is chosen.
    """
    ways = product((False, True), (rectpack.MaxRectsBssf, rectpack.MaxRectsBl, rectpack.SkylineBl))
    found = [(turn, _packed(boxes, room, apart, turn, algorithm)) for turn, algorithm in ways]

    def cost(way: tuple[bool, Mapping[int, _Spot]]) -> tuple[int, bool, float]:
        turn, places = way
        last = max(bed for bed, _ in places.values())
        corners = [at.point(*boxes[number]) for number, (bed, at) in places.items() if bed == last]
        corners += [at.point(0, 0) for bed, at in places.values() if bed == last]
        return last, turn, round(max(x for x, _ in corners) * max(y for _, y in corners), 3)

    _, best = min((way for way in found if len(way[1]) == len(boxes)), key=cost)
    return [best[number] for number in range(len(boxes))]


def _packed(
    boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float, turn: bool, algorithm: object
) -> dict[int, _Spot]:
    """Return the places of the boxes that fit, by their numbers."""
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.BFF,
        pack_algo=algorithm,
        sort_algo=rectpack.SORT_AREA,
        rotation=turn,
    )
    # Each box includes its distance on the right and below, and the bed is larger by the same.
    sizes = [(_up(width + apart), _up(height + apart)) for width, height in boxes]
    for number, (width, height) in enumerate(sizes):
        packer.add_rect(width, height, rid=number)
    # One step more than the room, as boxes are rounded up by as much.
    packer.add_bin(_up(room[0] + apart) + 1, _up(room[1] + apart) + 1, count=len(boxes))
    packer.pack()
    found: dict[int, _Spot] = {}
    for bed, x, y, width, height, number in packer.rect_list():
        at = translate(x / _STEPS, y / _STEPS)
        if (width, height) != sizes[number]:
            at = at @ translate(boxes[number][1], 0) @ rotate(90)
        found[number] = (bed, at)
    return found


def _up(length: float) -> int:
    return math.ceil(round(length * _STEPS, 3))

"""Nest boxes on as many beds as it takes: rectpack's maximal rectangles, in whole thousandths of a millimetre."""

from __future__ import annotations

import math
from collections.abc import Sequence

import rectpack

from beeprint.geometry import Affine, rotate, translate

_STEPS = 1000


def nest(boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float) -> list[tuple[int, Affine]]:
    """Return for each box its bed, from 0, and where its (0, 0) goes, turned by a quarter only where that saves beds.

    `room` is what each bed offers and has to be large enough for each box; boxes lie at least `apart` mm from another.
    """
    upright, turned = _packed(boxes, room, apart, False), _packed(boxes, room, apart, True)
    complete = [found for found in (upright, turned) if len(found) == len(boxes)]
    best = min(complete, key=lambda found: max(bed for bed, _ in found.values()))
    return [best[number] for number in range(len(boxes))]


def _packed(
    boxes: Sequence[tuple[float, float]], room: tuple[float, float], apart: float, turn: bool
) -> dict[int, tuple[int, Affine]]:
    """Return the places of the boxes that fit, by their numbers."""
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.BFF,
        pack_algo=rectpack.MaxRectsBssf,
        sort_algo=rectpack.SORT_AREA,
        rotation=turn,
    )
    # Each box takes its distance along on the right and below, where the bed is that much larger.
    sizes = [(_up(width + apart), _up(height + apart)) for width, height in boxes]
    for number, (width, height) in enumerate(sizes):
        packer.add_rect(width, height, rid=number)
    # One step more than the room: boxes are rounded up by as much.
    packer.add_bin(_up(room[0] + apart) + 1, _up(room[1] + apart) + 1, count=len(boxes))
    packer.pack()
    found: dict[int, tuple[int, Affine]] = {}
    for bed, x, y, width, height, number in packer.rect_list():
        at = translate(x / _STEPS, y / _STEPS)
        if (width, height) != sizes[number]:
            at = at @ translate(boxes[number][1], 0) @ rotate(90)
        found[number] = (bed, at)
    return found


def _up(length: float) -> int:
    return math.ceil(round(length * _STEPS, 3))

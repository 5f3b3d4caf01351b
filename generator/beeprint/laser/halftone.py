"""Halftones: bitmaps as rows to engrave, along whose dark stretches the beam burns."""

from __future__ import annotations

import io
import math
from collections.abc import Callable

import shapely
from PIL import Image
from shapely.geometry.base import BaseGeometry

from beeprint.base.colour import Colour, lightness
from beeprint.base.geometry import Affine
from beeprint.draw import bitmap
from beeprint.draw.drawing import ImageMark
from beeprint.laser import planar

#: The distance of rows in mm, and the thresholds of four successive rows, which together give five greys.
PITCH = 0.3
THRESHOLDS = (0.125, 0.625, 0.375, 0.875)
#: The most rows or columns; a larger picture is drawn with wider rows.
MOST = 1_000


def lines(mark: ImageMark, at: Affine, seen: BaseGeometry, tone: Callable[[float], float]) -> list[planar.Coordinates]:
    """Return the rows of a picture, where it is darker than the row's threshold and visible.

    `tone` gives the darkness of a lightness, compared with the ground.
    """
    box = mark.box
    width, height = math.hypot(at.a, at.b) * box.width, math.hypot(at.c, at.d) * box.height
    columns, rows = (max(1, min(MOST, round(size / PITCH))) for size in (width, height))
    with Image.open(io.BytesIO(mark.data), formats=("PNG", "JPEG")) as opened:
        # A large picture has no room for copies.
        opaque = opened.mode in ("L", "RGB") and "transparency" not in opened.info
        whole = opened if opaque else bitmap.in_mode(opened, "RGBA")
        small = whole.resize((columns, rows), Image.Resampling.BOX).convert("RGBA")
    greys = [tone(lightness(Colour(grey, grey, grey))) for grey in range(256)]
    found: list[planar.Coordinates] = []
    white = Image.new("RGBA", small.size, "white")
    values = Image.alpha_composite(white, small).convert("L").tobytes()
    for row in range(rows):
        least = THRESHOLDS[row % len(THRESHOLDS)]
        y = box.y + (row + 0.5) * box.height / rows
        dark = [greys[value] >= least for value in values[row * columns : (row + 1) * columns]]
        stretches: list[planar.Coordinates] = []
        start: int | None = None
        for column, inked in enumerate([*dark, False]):
            if inked and start is None:
                start = column
            elif not inked and start is not None:
                ends = (box.x + side * box.width / columns for side in (start, column))
                stretches.append([at.point(x, y) for x in ends])
                start = None
        found += stretches if row % 2 == 0 else [stretch[::-1] for stretch in reversed(stretches)]
    if not found:
        return []
    return [chain for part in shapely.intersection(shapely.linestrings(found), seen) for chain in planar.chains([part])]

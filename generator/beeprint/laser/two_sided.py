"""Two-sided beds: three holes by which both sides are aligned, and stops for the edges of the sheet.

The sheet is turned over left to right, so its upper edge stays at the top and its left edge moves to the right. Stops
at these two edges align both sides, whatever the true width of the sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from beeprint.base.geometry import Point, Rect, Ring
from beeprint.laser.plan import Material, Polyline

#: A fiducial's width in mm, unless the material needs wider holes; pins of 3 mm are easy to find.
_HOLE = 3.0
#: The length of a stop as drawn, in mm.
STOP = 40.0
_ARM = 2.5


class Fiducials(Struct, frozen=True):
    """The holes by which both sides of a bed are lined up: their middles on the front, and their width."""

    middles: tuple[Point, ...]
    width: float


def fiducials(width: float, height: float, material: Material, kerf: float) -> Fiducials:
    """Return the fiducials of a bed: in three of its corners, so that a sheet turned the wrong way is noticed."""
    hole = max(_HOLE, material.hole)
    inset = material.distance + kerf + hole / 2
    middles = (Point(inset, inset), Point(width - inset, inset), Point(inset, height - inset))
    return Fiducials(middles, hole)


def usable(width: float, height: float, material: Material, kerf: float, two_sided: bool) -> Rect:
    """Return the area for trims on a bed: as far from its edges as the material requires, clear of fiducials."""
    free = Rect(0, 0, width, height).grow(-material.distance - kerf)
    if not two_sided:
        return free
    strip = max(_HOLE, material.hole) + material.distance + 2 * kerf
    if width >= height:
        return Rect(free.x + strip, free.y, free.width - 2 * strip, free.height)
    return Rect(free.x, free.y + strip, free.width, free.height - 2 * strip)


def guides(marks: Fiducials, width: float, back: bool) -> Iterator[Polyline]:
    """Yield what is never cut: the stops for the sheet's edges and a cross in each fiducial."""
    corner, side = (Point(width, 0), Point(width - STOP, 0)) if back else (Point(0, 0), Point(STOP, 0))
    yield Polyline((Point(corner.x, STOP), corner, side))
    for x, y in _seen(marks, width, back):
        yield Polyline((Point(x - _ARM, y), Point(x + _ARM, y)))
        yield Polyline((Point(x, y - _ARM), Point(x, y + _ARM)))


def is_stop(found: Polyline) -> bool:
    """Return whether a guide is the stops: two lines that meet at a corner; the others are the lines of crosses."""
    return len(found.points) == 3


def holes(marks: Fiducials, by: float) -> Iterator[Ring]:
    """Yield the fiducial holes as rings, moved outwards by `by` mm."""
    radius, count = marks.width / 2 + by, 64
    for x, y in marks.middles:
        angles = [2 * math.pi * index / count for index in range(count)]
        yield tuple(Point(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def notes(marks: Fiducials, width: float, back: bool) -> Iterator[str]:
    """Yield instructions for aligning the two sides."""
    spots = ", ".join(f"({x:g}, {y:g})" for x, y in _seen(marks, width, back))
    yield f"fiducials, holes of {marks.width:g} mm, at {spots} mm from the upper left corner"
    edge = "right" if back else "left"
    yield f"stops: strips of waste, fixed to the machine, that the sheet's upper and {edge} edges touch"
    if back:
        yield "1. lay the sheet against the stops above and on the right, and run this file"
        yield "2. turn the sheet over like the page of a book: its upper edge stays above, its right edge goes left"
        yield "3. push it against the stops above and on the left, and run the front"
        return
    yield "with stops: run the back first, turn the sheet over like the page of a book, then run all of this file"
    yield (
        "with a camera: run this file without its outer cuts, turn the sheet, run the back where its crosses lie "
        "in the holes, turn the sheet again and run the outer cuts"
    )


def _seen(marks: Fiducials, width: float, back: bool) -> tuple[Point, ...]:
    """Return the middles of the fiducials as they lie on a side."""
    return tuple(Point(width - x, y) for x, y in marks.middles) if back else marks.middles

"""The plan for a laser: beds of material, the pieces on them and the lines of each pass, in working order.

Lengths are mm, y points down, (0, 0) is the top left corner of the bed. Curves are flattened (geometry.FLAT).
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.geometry import Affine, Point, Rect, Ring
from beeprint.base.printer import Printer

Side = Literal["front", "back"]


class Pass(enum.Enum):
    """What a line is for, in working order; the value names it in files. A guide is never cut."""

    ENGRAVE = "engrave"
    SCORE = "score"
    CUT_INNER = "cut-inner"
    CUT_OUTER = "cut-outer"
    GUIDE = "guide"


class Polyline(Struct, frozen=True):
    """A line of straight segments; a closed one goes back to its first point, which is not repeated."""

    points: tuple[Point, ...]
    closed: bool = False

    @property
    def length(self) -> float:
        """Return how long the line is."""
        ends = (*self.points, self.points[0]) if self.closed else self.points
        return sum(map(math.dist, ends, ends[1:]))


class Area(Struct, frozen=True):
    """An area to engrave: closed rings, even-odd."""

    rings: tuple[Ring, ...]


class Artwork(NamedTuple):
    """What is engraved and scored of a face, by pass."""

    lines: Mapping[Pass, tuple[Polyline, ...]] = {}
    areas: Mapping[Pass, tuple[Area, ...]] = {}


class Material(Struct, frozen=True):
    """A material to cut: its thickness, its kerf, the least web between cuts and the least width of a feature.

    `hole` is the least width of a hole; `source` is where the figures come from.
    """

    name: str
    title: str
    thickness: float
    kerf: float
    distance: float
    feature: float
    hole: float
    source: str = ""


class PlacedPiece(Struct, frozen=True):
    """A piece on a bed: its id, such as field/F01#2; `at` maps its mm to the bed's; `outline` is its nominal trim.

    `folded` says whether it is creased, for which a material must be thin; `holes` are cut out of it.
    """

    piece: str
    deck: str
    at: Affine
    outline: Ring
    folded: bool = False
    holes: tuple[Ring, ...] = ()


class Trial(Struct, frozen=True):
    """What is engraved on layers of its own, of this name, to compare settings of the machine."""

    name: str
    lines: tuple[Polyline, ...]
    areas: tuple[Area, ...]


class Bed(Struct, frozen=True):
    """One side of a sheet of material: `lines` and `areas` hold what each pass does, in working order.

    `waste` is the share of the material outside the pieces, `offcut` the largest rectangle of it; the back of a bed is
    only engraved and scored.
    """

    stock: str
    number: int
    side: Side
    width: float
    height: float
    material: Material
    kerf: float
    placed: tuple[PlacedPiece, ...]
    lines: Mapping[Pass, tuple[Polyline, ...]]
    areas: Mapping[Pass, tuple[Area, ...]] = field(default_factory=dict)
    cut_length: float = 0.0
    waste: float = 0.0
    notes: tuple[str, ...] = ()
    offcut: Rect | None = None
    trials: tuple[Trial, ...] = ()


# Two-sided beds: three holes by which both sides are aligned, and stops for the edges of the sheet.
#
# The sheet is turned over left to right, so its upper edge stays at the top and its left edge moves to the right. Stops
# at these two edges align both sides, whatever the true width of the sheet.


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


def fiducial_guides(marks: Fiducials, width: float, back: bool) -> Iterator[Polyline]:
    """Yield what is never cut: the stops for the sheet's edges and a cross in each fiducial."""
    corner, side = (Point(width, 0), Point(width - STOP, 0)) if back else (Point(0, 0), Point(STOP, 0))
    yield Polyline((Point(corner.x, STOP), corner, side))
    for x, y in _seen(marks, width, back):
        yield Polyline((Point(x - _ARM, y), Point(x + _ARM, y)))
        yield Polyline((Point(x, y - _ARM), Point(x, y + _ARM)))


def is_stop(points: Polyline) -> bool:
    """Return whether a guide is the stops: two lines that meet at a corner; the others are the lines of crosses."""
    return len(points.points) == 3


def fiducial_holes(marks: Fiducials, by: float) -> Iterator[Ring]:
    """Yield the fiducial holes as rings, moved outwards by `by` mm."""
    radius, count = marks.width / 2 + by, 64
    for x, y in marks.middles:
        angles = [2 * math.pi * index / count for index in range(count)]
        yield tuple(Point(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def fiducial_notes(marks: Fiducials, width: float, back: bool) -> Iterator[str]:
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


# Correct two-sided beds for a machine on which backs lie off their fronts.


def corrected(bed: Bed, printer: Printer) -> Bed:
    """Return a bed as it has to be run, about its middle: the back moved, turned and scaled, the front scaled.

    Beds are turned over in one way only, left to right. The stops, which are fixed to the machine, stay where they are;
    the crosses go along, so that nothing changes for who lines them up with the holes by a camera.
    """
    matrix = printer.misprint(bed.side, Rect(0, 0, bed.width, bed.height), printer.flip).inverse()

    def moved(points: Iterable[Point]) -> Ring:
        return tuple(matrix.point(*point) for point in points)

    def line(points: Polyline, pass_: Pass) -> Polyline:
        stop = pass_ is Pass.GUIDE and is_stop(points)
        return points if stop else Polyline(moved(points.points), points.closed)

    return replace(
        bed,
        placed=tuple(
            replace(
                placement,
                at=matrix @ placement.at,
                outline=moved(placement.outline),
                holes=tuple(map(moved, placement.holes)),
            )
            for placement in bed.placed
        ),
        lines={pass_: tuple(line(item, pass_) for item in some) for pass_, some in bed.lines.items()},
        areas={
            pass_: tuple(Area(tuple(map(moved, surface.rings))) for surface in some)
            for pass_, some in bed.areas.items()
        },
    )

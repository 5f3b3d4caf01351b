"""The plan for a laser: beds of material, the pieces on them and the lines of each pass, in working order.

Lengths are mm, y points down, (0, 0) is the top left corner of the bed. Curves are flattened (geometry.FLAT).
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec import Struct, field

from beeprint.base.geometry import Affine, Point, Rect, Ring

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

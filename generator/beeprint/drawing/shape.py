"""Outlines of pieces: cards, boards, hexagons, rosettes, rounds and die nets, each from its trim size in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import geometry
from beeprint.base.geometry import (
    FLAT,
    ROSETTE,
    SAME,
    Path,
    Point,
    Rect,
    Ring,
    bounds,
    ellipse,
    hex_centre,
    hex_corners,
    mirror_x,
    offset_polygon,
    polygon,
    transformed,
)
from beeprint.base.panels import PanelBox
from beeprint.drawing.flatten import directed, subpaths

if TYPE_CHECKING:
    from beeprint.drawing.region import Region

#: Named sizes, trim in mm, with their sources.
SIZES: dict[str, tuple[float, float]] = {
    "standard-card": (63, 88),  # collectible card games and their sleeves; MakePlayingCards' "63 x 88"
    "us-poker": (63.5, 88.9),  # 2.5 x 3.5 in: The Game Crafter, DriveThruCards
    "bridge": (57.15, 88.9),  # 2.25 x 3.5 in: The Game Crafter
    "tarot": (70, 120),  # European tarot
    "japanese": (59, 86),
    "us-game": (56, 87),  # The Game Crafter's template, often "standard American"
    "mini-card": (44, 63),
    "square-card": (70, 70),  # The Game Crafter's euro square
    "domino-card": (44.45, 88.9),  # 1.75 x 3.5 in: The Game Crafter
    "half-sheet": (190, 126),  # two to a page with 3 mm bleed each, on A4 and Letter alike
}

#: The sizes of pieces in mm, from the smallest to the largest: a battle mat has 1830 x 1220.
LEAST, MOST = 4, 2000

#: The names of outlines in sheet files, lists and manifests. Only names: a Shape's properties say what it is like.
Kind = Literal[
    "rectangle", "round", "hexagon", "rosette", "triangle", "rhombus", "trapezoid", "die-net", "outline", "net"
]
#: The pattern-block family: polygons of unit edges and angles of 60 and 120 degrees.
PatternBlock = Literal["hexagon", "triangle", "rhombus", "trapezoid"]
#: How a board folds: once across its longer sides, or to a quarter.
Fold = Literal["half", "quad"]


class Hinge(NamedTuple):
    """A line along which a board folds: its ends, and whether the two parts of the face close on each other."""

    start: Point
    end: Point
    inwards: bool


class Shape(Struct, frozen=True, dict=True):
    """A piece's outline in a box of width x height mm at (0, 0).

    `corners` run clockwise; a round has none. `corner` is the radius to which the corners of a card are cut.
    `folds` are lines to crease, as points. `lattice` names the packing in which equal pieces share their edges.
    A free outline has its exact `curve`, of which `corners` are the chords, and `holes`, closed paths inside.
    `hinges` are where a board folds, and `slits` the cuts into it that let it. A net has `panels`, on which its art
    lies, and areas to `glue`.

    Code elsewhere asks for an outline's properties, never for its kind: a new outline then needs only a function here.
    """

    kind: Kind
    width: float
    height: float
    corners: tuple[Point, ...] = ()
    corner: float = 0.0
    folds: tuple[tuple[Point, ...], ...] = ()
    lattice: tuple[Point, Point] | None = None
    curve: Path = ()
    holes: tuple[Path, ...] = ()
    hinges: tuple[Hinge, ...] = ()
    slits: tuple[tuple[Point, Point], ...] = ()
    panels: tuple[PanelBox, ...] = ()
    glue: tuple[Ring, ...] = ()

    def __repr__(self) -> str:
        """Return all that it is in words, worked out once: the key of a file of sheets names it for each piece."""
        return self._words

    @cached_property
    def _words(self) -> str:
        return Struct.__repr__(self)

    @cached_property
    def cut_words(self) -> str:
        """Return the outline as it is cut in words, to compare it."""
        return repr(self.cut_path())

    @property
    def box(self) -> Rect:
        """Return the trim's box."""
        return Rect(0, 0, self.width, self.height)

    @cached_property
    def is_rectangle(self) -> bool:
        """Return whether it fills its box, so that it can be cut straight across a sheet."""
        return not self.curve and len(self.corners) == 4 and set(self.corners) == set(self.box.corners)

    @property
    def is_round(self) -> bool:
        """Return whether it is a circle, which shares no edge."""
        return not self.corners

    @cached_property
    def is_symmetric(self) -> bool:
        """Return whether it is its own mirror image from left to right; holes and folds do not count."""
        mirrored = {(round(self.width - x, 3), round(y, 3)) for x, y in self.corners}
        return mirrored == {(round(x, 3), round(y, 3)) for x, y in self.corners}

    def is_a(self, kind: Kind | None) -> bool:
        """Return whether it is of this kind; None means any."""
        return kind in (None, self.kind)

    @property
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        """Return the straight edges that neighbours may share, clockwise; none of a round or a free outline."""
        if self.curve:
            return ()
        return tuple(zip(self.corners, (*self.corners[1:], *self.corners[:1]), strict=True))

    def path(self, by: float = 0, distances: Sequence[float] | None = None) -> Path:
        """Return the outline moved outwards by `by` mm, or each edge by its own distance; negative is inwards."""
        if not self.corners:
            return ellipse(self.width / 2, self.height / 2, self.width / 2 + by, self.height / 2 + by)
        if self.curve:
            return self._region.grown(by) if by else self.curve
        return polygon(self.offset_corners(distances or [by] * len(self.corners)))

    def cut_path(self) -> Path:
        """Return the outline as it is cut, with rounded corners and holes."""
        if self.curve:
            return tuple(segment for path in (self.curve, *self.holes) for segment in path)
        return geometry.rectangle(self.box, self.corner) if self.is_rectangle else self.path()

    def ring(self, by: float = 0, rounded: bool = True) -> Ring:
        """Return the outline moved outwards by `by` mm as straight edges, clockwise, curves flattened to FLAT mm.

        Corners are rounded as they are cut; square if not `rounded`.
        """
        if self.is_round:
            radius = self.width / 2
            return tuple(_arc(Point(radius, radius), radius + by, -90, 270))[:-1]
        if self.curve:
            return self._region.ring(by) if by else self.corners
        corners = self.offset_corners([by] * len(self.corners))
        if not rounded or self.corner <= 0:
            return corners
        return tuple(point for index in range(len(corners)) for point in _rounded(corners, index, self.corner + by))

    def offset_corners(self, distances: Sequence[float]) -> tuple[Point, ...]:
        """Return the corners with edge i moved outwards by distances[i] mm."""
        return offset_polygon(self.corners, distances)

    def bleed_box(self, bleed: float) -> Rect:
        """Return the box round the outline grown by the bleed."""
        return self.box.grow(bleed) if not self.edges else bounds(self.offset_corners([bleed] * len(self.corners)))

    def holds(self, points: Iterable[Point], inset: float = 0) -> bool:
        """Return whether all points lie within the outline, or one panel of it, moved inwards by `inset` mm."""
        points = list(points)
        if self.panels and not self._on_a_panel(bounds(points), inset - 0.01):
            return False
        if not self.corners:
            return all(math.dist(point, self.box.centre) <= self.width / 2 - inset + 0.01 for point in points)
        if self.curve:
            return self._region.holds(points, inset - 0.01)
        ring = self.offset_corners([0.01 - inset] * len(self.corners))
        return all(is_inside(point, ring) for point in points)

    def encloses(self, box: Rect, inset: float = 0, tolerance: float = 0.01) -> bool:
        """Return whether the box lies within the outline, or one panel of it, moved inwards by `inset` mm."""
        if self.panels and not self._on_a_panel(box, inset - tolerance):
            return False
        if not self.corners:
            radius = self.width / 2 - inset + tolerance
            return all(math.dist(corner, self.box.centre) <= radius for corner in box.corners)
        if self.curve:
            return self._region.encloses(box, inset - tolerance)
        ring = self._moved(tolerance - inset)
        within = self._within(tolerance - inset)
        if within is not None and within.contains(box, 0):
            return True  # as nearly every mark of a card; the rest would find the same
        inner = box.grow(-0.01)
        return all(is_inside(point, ring) for point in box.corners) and not any(
            _crosses(a, b, inner) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )

    def _moved(self, by: float) -> tuple[Point, ...]:
        """Return the corners with all edges moved outwards by as much; every mark of a deck is held to them."""
        corner_ring = self._rings.get(by)
        if corner_ring is None:
            corner_ring = self._rings[by] = self.offset_corners([by] * len(self.corners))
        return corner_ring

    @cached_property
    def _rings(self) -> dict[float, tuple[Point, ...]]:
        return {}

    def _within(self, by: float) -> Rect | None:
        """Return a box well within a rectangle with all edges moved outwards by as much; None for other shapes."""
        if by not in self._boxes:
            xs, ys = (sorted(values) for values in zip(*self._moved(by), strict=True))
            box = Rect(xs[1], ys[1], xs[-2] - xs[1], ys[-2] - ys[1]).grow(-0.02)
            self._boxes[by] = box if self.is_rectangle and by > -min(self.width, self.height) / 2 else None
        return self._boxes[by]

    @cached_property
    def _boxes(self) -> dict[float, Rect | None]:
        return {}

    def _on_a_panel(self, box: Rect, inset: float) -> bool:
        return any(panel.holds(box, inset) for panel in self.panels)

    @property
    def creases(self) -> Iterator[tuple[Point, Point]]:
        """Yield the folds and hinges, one straight line after the other."""
        yield from (pair for fold in self.folds for pair in pairwise(fold))
        yield from ((hinge.start, hinge.end) for hinge in self.hinges)

    @property
    def rings(self) -> tuple[Ring, ...]:
        """Return the holes as straight edges."""
        return tuple(ring for hole in self.holes for ring, _ in subpaths(hole))

    @property
    def contours(self) -> Iterator[tuple[Path, Ring]]:
        """Yield the outline, its corners square, and each hole: as a path, and as straight edges."""
        yield self.path(), self.ring(rounded=False)
        yield from zip(self.holes, self.rings, strict=True)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle inside a free outline, clear of its holes."""
        return self._region.within

    def coarse(self, by: float) -> Shape:
        """Return a free outline in fewer straight lines, which leave it by `by` mm at most."""
        corners, *holes = self._region.coarse(by)
        return replace(self, corners=corners, holes=tuple(map(polygon, holes)), curve=polygon(corners), folds=())

    @property
    def hull(self) -> Ring:
        """Return a free outline without its notches, clockwise, as straight edges."""
        return self._region.hull

    def triangles(self) -> list[tuple[Point, Point, Point]]:
        """Return a free outline without its holes as triangles, each clockwise."""
        return self._region.triangles()

    @cached_property
    def mirrored(self) -> Shape:
        """Return the outline as it is seen from behind; itself where that is no other."""
        turn = mirror_x(self.width / 2)
        if not self.curve:
            corners = tuple(turn.point(*corner) for corner in reversed(self.corners))
            return self if self.is_symmetric else replace(self, corners=corners)
        curve = directed(transformed(self.curve, turn), clockwise=True)
        [(corners, _)] = subpaths(curve)
        holes = tuple(directed(transformed(hole, turn), clockwise=False) for hole in self.holes)
        folds = tuple(tuple(turn.point(*point) for point in fold) for fold in self.folds)
        return replace(self, corners=corners, curve=curve, holes=holes, folds=folds, panels=(), glue=())

    @cached_property
    def _region(self) -> Region:
        # Only free outlines need the library that it loads.
        from beeprint.drawing.region import Region

        return Region(self.corners, self.rings)


def _arc(centre: Point, radius: float, start: float, end: float) -> Iterator[Point]:
    """Yield the points of an arc, both ends included, with no chord further than FLAT from it."""
    sweep = math.radians(end - start)
    step = 2 * math.acos(max(0.0, 1 - FLAT / radius)) if radius > FLAT else math.pi / 2
    count = max(2, math.ceil(abs(sweep) / step))
    # A multiple of four includes the outermost points of a round.
    count += -count % 4
    for index in range(count + 1):
        angle = math.radians(start) + sweep * index / count
        yield Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))


def _rounded(corners: Ring, index: int, radius: float) -> Iterator[Point]:
    """Yield the arc that rounds a right-angled corner, clockwise."""
    before, at, after = corners[index - 1], corners[index], corners[(index + 1) % len(corners)]
    radius = min(radius, math.dist(before, at) / 2, math.dist(at, after) / 2)
    ux, uy = (before.x - at.x) / math.dist(before, at), (before.y - at.y) / math.dist(before, at)
    vx, vy = (after.x - at.x) / math.dist(after, at), (after.y - at.y) / math.dist(after, at)
    centre = Point(at.x + (ux + vx) * radius, at.y + (uy + vy) * radius)
    start = math.degrees(math.atan2(-vy, -vx))
    yield from _arc(centre, radius, start, start + 90)


def _crosses(a: Point, b: Point, box: Rect) -> bool:
    """Return whether any part of the line from a to b lies in the box (Liang and Barsky's clipping)."""
    start, end = 0.0, 1.0
    for here, step, low, high in ((a.x, b.x - a.x, box.x, box.right), (a.y, b.y - a.y, box.y, box.bottom)):
        if step == 0:
            if not low < here < high:
                return False
            continue
        first, last = sorted(((low - here) / step, (high - here) / step))
        start, end = max(start, first), min(end, last)
    return start < end


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Return whether the point lies in the polygon (even-odd ray to the right)."""
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > point.y) != (y2 > point.y) and point.x < (x2 - x1) * (point.y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def rectangle(width: float, height: float, corner: float = 0) -> Shape:
    """Return a card, board or sheet."""
    lattice = (Point(width, 0), Point(0, height))
    return Shape("rectangle", width, height, Rect(0, 0, width, height).corners, corner, (), lattice)


def folding(board: Shape, fold: Fold) -> Shape:
    """Return a rectangle with the hinges of a board that folds, its face inside.

    To a quarter, both halves of the level hinge close on the face. The upper half of the upright one then opens to the
    back, or the folded parts would lie between; the lower half is a slit, from the middle to the edge. So are boards
    made by hand, with tape on the face of one hinge and on the back of the other.
    """
    width, height = board.width, board.height
    level = Hinge(Point(0, height / 2), Point(width, height / 2), True)
    upright = Hinge(Point(width / 2, 0), Point(width / 2, height), True)
    if fold == "half":
        return replace(board, hinges=(upright if width >= height else level,))
    middle = board.box.centre
    return replace(board, hinges=(level, Hinge(upright.start, middle, False)), slits=((middle, upright.end),))


def circle(diameter: float) -> Shape:
    """Return a round token or chip."""
    return Shape("round", diameter, diameter)


def moved_to_origin(
    kind: Kind,
    corners: Sequence[Point],
    folds: Sequence[tuple[Point, Point]] = (),
    lattice: tuple[Point, Point] | None = None,
) -> Shape:
    """Return the shape with its box moved to (0, 0)."""
    box = bounds(corners)

    def move(point: Point) -> Point:
        return Point(point.x - box.x, point.y - box.y)

    return Shape(
        kind, box.width, box.height, tuple(map(move, corners)), 0, tuple((move(a), move(b)) for a, b in folds), lattice
    )


def hexagon(flats: float, pointy: bool = True) -> Shape:
    """Return a hexagon `flats` mm across its flats, a corner at the top or, not pointy, a flat."""
    lattice = (hex_centre(1, 0, flats, pointy), hex_centre(0, 1, flats, pointy))
    return moved_to_origin("hexagon", hex_corners(Point(0, 0), flats, pointy), (), lattice)


def rosette(flats: float, pointy: bool = True) -> Shape:
    """Return seven hexagons of `flats` mm round a middle one, as one piece; its lattice is (2, 1), (-1, 3)."""
    cells = [hex_corners(hex_centre(q, r, flats, pointy), flats, pointy) for q, r in ROSETTE]
    lattice = (hex_centre(2, 1, flats, pointy), hex_centre(-1, 3, flats, pointy))
    return moved_to_origin("rosette", _union(cells), (), lattice)


_BLOCKS: dict[PatternBlock, tuple[tuple[float, float], ...]] = {
    # Unit-edge outlines on the triangular lattice, clockwise from the top left; a step is an edge or half a height.
    "hexagon": ((0.5, 0), (1.5, 0), (2, 1), (1.5, 2), (0.5, 2), (0, 1)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "rhombus": ((0.5, 0), (1.5, 0), (1, 1), (0, 1)),
    "trapezoid": ((0.5, 0), (1.5, 0), (2, 1), (0, 1)),
}


def pattern_block(name: PatternBlock, edge: float) -> Shape:
    """Return a tile of the pattern-block family: all edges `edge` mm, but the trapezoid's long one, which has two.

    Horizontal edges lie at the top and foot; the triangle points up, the trapezoid stands on its long edge.
    """
    height = edge * math.sqrt(3) / 2
    return moved_to_origin(name, [Point(x * edge, y * height) for x, y in _BLOCKS[name]])


def die_net(edge: float, tab: float = 5) -> Shape:
    """Return the net of a cube of `edge` mm: a column of four faces, wings at the second, glue tabs `tab` mm deep.

    Faces lie at (edge, row x edge) for rows 0 to 3, and left and right of row 1. A tab sits on each free edge
    that has to be glued: on both sides of rows 0, 2 and 3, and below row 3.
    """
    e, t, slant = edge, tab, tab * 0.7
    left, right = e, 2 * e

    corners = [Point(left, 0), Point(right, 0)]
    folds: list[tuple[Point, Point]] = []
    # Down the right-hand side: a tab, the wing, two tabs; then the foot; then the left-hand side as its mirror image.
    side: list[Point] = [
        *(Point(right, 0), Point(right + t, slant), Point(right + t, e - slant), Point(right, e)),
        *(Point(right + e, e), Point(right + e, 2 * e), Point(right, 2 * e)),
        *(Point(right + t, 2 * e + slant), Point(right + t, 3 * e - slant), Point(right, 3 * e)),
        *(Point(right + t, 3 * e + slant), Point(right + t, 4 * e - slant), Point(right, 4 * e)),
    ]
    corners += side[1:]
    corners += [Point(right - slant, 4 * e + t), Point(left + slant, 4 * e + t)]
    corners += [Point(3 * e - x, y) for x, y in reversed(side[1:])]
    for row in range(4):
        folds += [
            (Point(left, row * e), Point(left, (row + 1) * e)),
            (Point(right, row * e), Point(right, (row + 1) * e)),
        ]
        folds.append((Point(left, (row + 1) * e), Point(right, (row + 1) * e)))
    return moved_to_origin("die-net", corners, folds)


def _union(cells: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """Return the outline, clockwise, of cells that share whole edges: the unshared edges, chained."""

    def spot(point: Point) -> tuple[int, int]:
        return round(point.x / SAME), round(point.y / SAME)

    edges = {}
    for cell in cells:
        for a, b in zip(cell, (*cell[1:], cell[0]), strict=True):
            edges[spot(a), spot(b)] = (a, b)
    alone = {start: pair for (start, end), pair in edges.items() if (end, start) not in edges}
    first = min(alone)
    ring, at = [], first
    while True:
        a, b = alone[at]
        ring.append(a)
        at = spot(b)
        if at == first:
            return tuple(ring)

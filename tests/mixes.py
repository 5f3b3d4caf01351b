"""Mixes of pieces on sheets of all kinds, and their outlines as shapely sees them."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st
from shapely import Point, Polygon

from beeprint.base import geometry
from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, path_box, rectangle
from beeprint.base.problems import BuildError
from beeprint.drawing import shape
from beeprint.drawing.drawing import Solid, Symbol, path_mark
from beeprint.drawing.shape import Shape
from beeprint.sheet import Piece, Placed, Sheet, SheetSpec
from sheets import imposed
from svgs import path_points

SHAPES = {
    "card": shape.rectangle(63, 88),
    "poker": shape.rectangle(63.5, 88.9),
    "mini": shape.rectangle(63, 44),
    "board": shape.rectangle(190, 126),
    "large hexagon": shape.hexagon(57),
    "flat hexagon": shape.hexagon(60, pointy=False),
    "hexagon": shape.hexagon(25),
    "rosette": shape.rosette(26),
    "round": shape.circle(22),
    "large round": shape.circle(36),
    "triangle": shape.pattern_block("triangle", 30),
    "rhombus": shape.pattern_block("rhombus", 30),
    "trapezoid": shape.pattern_block("trapezoid", 30),
    "die": shape.die_net(16),
}


class Some(NamedTuple):
    """Pieces of one shape, which share a back (0: none, 1 to 3: one of three) or have one each (4)."""

    name: str
    copies: int
    back: int


MIXES = st.lists(
    st.builds(Some, st.sampled_from(sorted(SHAPES)), st.integers(1, 12), st.integers(0, 4)), min_size=1, max_size=4
)
SPECS = {
    "home-a4": SheetSpec(paper="a4"),
    "home-letter": SheetSpec(paper="letter"),
    "bleed": SheetSpec(paper="a4", spacing="bleed", least_bleed=1.5),
    "letter-bleed": SheetSpec(paper="letter", spacing="bleed", least_bleed=1.5),
    "eight": SheetSpec(paper="a4", spacing="bleed", orientation="landscape"),
    "near": SheetSpec(paper="a4", spacing=0.5),
    "narrow": SheetSpec(paper="a4", spacing="bleed", bleed=2, least_bleed=0.5),
    "gutterfold": SheetSpec(paper="a4", orientation="landscape", fold=True),
    "counters": SheetSpec(paper="a4", unlike_backs="touch", glue=True),
    "playtest": SheetSpec(paper="a4", bleed=0, rounds_gap=0.5, lines=True, fill=True),
}


def face(outline: Shape, number: int) -> Symbol:
    """Return a face in a colour of its own, with its bleed."""
    ground = Solid(Colour(40 + number * 7 % 200, number * 53 % 256, number * 101 % 256))
    return Symbol.of([path_mark(rectangle(outline.bleed_box(3)), ground)])


def mixed(groups: list[Some]) -> list[Piece]:
    """Return the pieces of a mix, all with 3 mm of bleed."""
    made = []
    for number, (name, copies, back) in enumerate(groups):
        for index in range(copies):
            own = {0: None, 4: 100 + 20 * number + index}.get(back, back)
            behind = None if own is None else face(SHAPES[name], own)
            made.append(Piece(f"{number}/{index}#1", SHAPES[name], 3, face(SHAPES[name], 500 + index), behind))
    return made


def sheets_of(groups: list[Some], kind: str, flip: str = "long") -> tuple[Sheet, ...]:
    """Return the sheets of a mix; none where a piece is too large for half a page."""
    try:
        return imposed(mixed(groups), SPECS[kind], flip=flip)
    except BuildError:
        assert kind == "gutterfold"
        return ()


def line_of(path: Path, at: Affine) -> list[tuple[float, float]]:
    """Return the points of a path on the page; the only curves are circles."""
    points = list(path_points(path))
    if any(segment[0] == "C" for segment in path):
        outer = path_box(path)
        radius = outer.width / 2
        ring = Point(outer.centre).buffer(radius, quad_segs=64).exterior.coords
        points = [geometry.Point(*point) for point in ring]
    elif path[-1][0] == "Z":
        points.append(points[0])
    return [at.point(*point) for point in points]


def area(path: Path, at: Affine) -> Polygon:
    """Return the area of a path on the page."""
    return Polygon(line_of(path, at))


def trim(placement: Placed) -> Polygon:
    """Return the area of a piece on the page; that of a back is seen from behind."""
    outline, mirror = placement.piece.shape, geometry.mirror_x(placement.piece.shape.width / 2)
    at = placement.at @ mirror if placement.symbol == placement.piece.back else placement.at
    return Polygon([at.point(*corner) for corner in outline.ring(rounded=False)])

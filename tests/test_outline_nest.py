"""Beds nested by true outlines: what boxes leave no room for, with cuts shared and distances kept."""

from __future__ import annotations

import math
from typing import get_args

import pytest
import shapely
from shapely.ops import polygonize, unary_union

from beeprint.base.geometry import Point, Rect
from beeprint.drawing import shape
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.laser.beds import CutPiece, Setup, plan
from beeprint.laser.nest import largest_free, nest, tolerance
from beeprint.laser.plan import Bed, Material, Pass, usable

BOARD = Material("board", "board", 2, 0.15, 2, 2, 3)
FACE = Symbol.of([])


def beds(bed: tuple[float, float], kerf: float, **decks: tuple[Shape, int]) -> list[Bed]:
    pieces = [
        CutPiece(f"{deck}/a#{number}", deck, outline, FACE)
        for deck, (outline, count) in decks.items()
        for number in range(count)
    ]
    return [planned.bed for planned in plan("stock", pieces, Setup(*bed, BOARD, kerf))]


def hold(bed: Bed) -> None:
    """Assert that each piece falls out in its size, as far from all others as the material asks, or shares a cut."""
    cuts = [
        shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0]))
        for pass_ in (Pass.CUT_INNER, Pass.CUT_OUTER)
        for line in bed.lines.get(pass_, ())
    ]
    together = unary_union(cuts)
    assert sum(cut.length for cut in cuts) == pytest.approx(together.length, abs=1e-3), "cut twice"
    faces = list(polygonize(together))
    outlines = [shapely.Polygon(piece.outline) for piece in bed.placed]
    room = shapely.box(0, 0, bed.width, bed.height).buffer(-bed.material.distance + 1e-3, join_style="mitre")
    for number, outline in enumerate(outlines):
        [face] = [face for face in faces if face.contains(outline.representative_point())]
        assert face.buffer(-bed.kerf / 2, join_style="mitre").hausdorff_distance(outline) < 0.01
        assert room.contains(outline)
        for other in outlines[:number]:
            gap = outline.distance(other)
            assert bed.kerf - 2e-3 <= gap <= 2.2 * bed.kerf + 2e-3 or gap > bed.material.distance + 2 * bed.kerf - 0.01
            assert outline.intersection(other).area < 1e-3


def boxed(bed: Bed) -> int:
    """Return how many beds the pieces of one need if each is nested by its box."""
    room = usable(bed.width, bed.height, bed.material, bed.kerf, False)
    sides = [outline.bounds for outline in (shapely.Polygon(piece.outline) for piece in bed.placed)]
    spots = nest([(x2 - x1, y2 - y1) for x1, y1, x2, y2 in sides], (room.width, room.height), BOARD.distance)
    return 1 + max(number for number, _ in spots)


def blocks(**counts: int) -> dict[str, tuple[Shape, int]]:
    assert set(counts) <= set(get_args(shape.PatternBlock))
    return {name: (shape.pattern_block(name, 30), count) for name, count in counts.items()}


@pytest.mark.slow
def test_pattern_blocks_lie_on_one_bed_and_the_triangles_in_one_lattice() -> None:
    """The tiles of Butine!, which need two beds by their boxes."""
    [bed] = beds(
        (300, 200), 0.15, **blocks(hexagon=7, trapezoid=10, rhombus=10, triangle=12), bee=(shape.circle(15), 2)
    )
    hold(bed)
    assert len(bed.placed) == 41 and boxed(bed) == 2
    triangles = [shapely.Polygon(piece.outline).buffer(0.1) for piece in bed.placed if piece.deck == "triangle"]
    assert isinstance(unary_union(triangles), shapely.Polygon), "all of them share cuts"
    alone = sum(shapely.Polygon(piece.outline).length for piece in bed.placed)
    assert bed.cut_length < 0.75 * alone


@pytest.mark.parametrize("kerf", [0.0, 0.4])
@pytest.mark.slow
def test_outlines_of_every_sort_keep_their_distance(kerf: float) -> None:
    """Tokens lie in the notches of nets, and share no cut with them."""
    [bed] = beds((110, 76), kerf, die=(shape.die_net(16), 2), token=(shape.circle(11), 6))
    hold(bed)
    assert len(bed.placed) == 8 and boxed(bed) == 2


def test_the_same_nest_every_time() -> None:
    counts = {"hexagon": 3, "trapezoid": 4, "triangle": 6}
    first, again = (beds((190, 130), 0.15, **blocks(**counts)) for _ in range(2))
    assert [bed.placed for bed in first] == [bed.placed for bed in again]


def test_the_largest_rectangle_that_is_left_touches_nothing_and_is_not_too_small() -> None:
    """Beside a triangle and below a disc, it has a corner on the triangle's slope, and one in that of the bed."""
    triangle = (Point(0, 0), Point(60, 0), Point(0, 60))
    disc = tuple(Point(80 + 10 * math.cos(k / 10), 10 + 10 * math.sin(k / 10)) for k in range(63))
    for kerf in (0.0, 0.5):
        rect = largest_free(100, 70, (triangle, disc), kerf)
        assert rect is not None
        area = shapely.box(rect.x, rect.y, rect.right, rect.bottom)
        taken = shapely.union_all([shapely.Polygon(triangle), shapely.Polygon(disc)])
        assert area.distance(taken) >= kerf and shapely.box(0, 0, 100, 70).contains(area)
        best = max((100 - x) * (70 - max(60 - x, 20)) for x in range(61))
        slack = 2 * kerf + tolerance(100, 70)
        assert (math.sqrt(best) - slack) ** 2 <= rect.width * rect.height <= best


def test_nothing_is_left_of_a_bed_that_is_full() -> None:
    assert largest_free(100, 70, [Rect(-1, -1, 102, 72).corners], 0.1) is None
    assert largest_free(100, 70, [], 0.1) == Rect(0, 0, 100, 70)

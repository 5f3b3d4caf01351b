"""What a laser is told: pieces of the right size, each edge cut once, nothing too near, inside before outside."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely.ops import polygonize, unary_union

import beam
from beeprint.base.geometry import Affine, Point, Ring, area, ellipse, transformed, translate
from beeprint.drawing import shape
from beeprint.drawing.drawing import Layer, Symbol, path_mark
from beeprint.drawing.shape import Shape
from beeprint.laser.beds import CutPiece, Setup, engraved, plan
from beeprint.laser.checks import read_holes
from beeprint.laser.plan import Area, Artwork, Bed, Pass, Polyline
from beeprint.laser.route import ordered
from beeprint.laser.tiling import tiling
from cases import examples, spread
from laser_beds import FACE, KERF, MATERIAL, SHAPES, beds_of, beds_of_many_outlines, parts

#: Shapes whose copies cover the plane, so that neighbours share cuts.
TILES = [name for name in SHAPES if name not in ("round", "die")]


def lines_of(bed: Bed, *passes: Pass) -> list[shapely.LineString]:
    return [
        shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0]))
        for pass_ in passes or (Pass.CUT_INNER, Pass.CUT_OUTER)
        for line in bed.lines.get(pass_, ())
    ]


def check(bed: Bed) -> None:
    """Hold a bed without holes against what a person measures with calipers."""
    cuts = lines_of(bed)
    together = unary_union(cuts)
    # Nothing is cut twice: what lies on each other counts once in the union.
    assert sum(cut.length for cut in cuts) == pytest.approx(together.length, abs=1e-3)
    assert bed.cut_length == pytest.approx(together.length, abs=1e-3)
    # Each piece is one face of the cuts, which the beam makes smaller by half its width all round.
    faces = list(polygonize(together))
    tree = shapely.STRtree(faces)
    outlines = [shapely.Polygon(piece.outline) for piece in bed.placed]
    for outline in outlines:
        inside = outline.representative_point()
        (face,) = [faces[index] for index in tree.query(inside) if faces[index].contains(inside)]
        left = face.buffer(-bed.kerf / 2, join_style="mitre")
        assert left.hausdorff_distance(outline) < 0.01
    sheet = shapely.box(0, 0, bed.width, bed.height)
    shared = shapely.STRtree(outlines)
    for index, outline in enumerate(outlines):
        assert sheet.exterior.distance(outline) >= MATERIAL.distance and sheet.contains(outline)
        for other in shared.query(outline.buffer(MATERIAL.distance)):
            if other != index:
                gap = outline.distance(outlines[other])
                assert gap > bed.kerf - 1e-6
                if gap < MATERIAL.distance:
                    assert gap == pytest.approx(bed.kerf, abs=1e-6) or corners_meet(outline, outlines[other], bed.kerf)
    # Inside before outside: nothing that is cut later lies in what has been cut out.
    done: list[shapely.Polygon] = []
    for cut in cuts:
        middle = cut.interpolate(0.5, normalized=True)
        assert not any(piece.contains(middle) for piece in done)
        if cut.is_ring:
            done.append(shapely.Polygon(cut).buffer(-0.01))


def corners_meet(a: shapely.Polygon, b: shapely.Polygon, kerf: float) -> bool:
    """Return whether two outlines of a lattice only meet across a corner, where gaps are a kerf times a slant."""
    near = a.buffer(3 * kerf).intersection(b.buffer(3 * kerf))
    return bool(near.area < 100 * kerf * kerf)


@pytest.mark.parametrize("name", spread(SHAPES, lambda name: name != "rosette"))
def test_pieces_of_every_shape_come_out_in_size(name: str) -> None:
    beds = beds_of(parts(SHAPES[name], 13), bed=(300, 250))
    assert sum(len(bed.placed) for bed in beds) == 13
    for bed in beds:
        check(bed)


@given(
    st.lists(st.tuples(st.sampled_from(sorted(SHAPES)), st.integers(1, 24)), min_size=1, max_size=3),
    st.sampled_from([0.0, 0.08, 0.15, 0.45]),
)
@example([("rosette", 24), ("rounded card", 5), ("round", 20)], 0.45)
@settings(max_examples=examples(15), deadline=None, derandomize=True)
@pytest.mark.slow
def test_any_pieces_on_any_beds(decks: list[tuple[str, int]], kerf: float) -> None:
    made = beds_of(*(parts(SHAPES[name], count, f"d{index}") for index, (name, count) in enumerate(decks)), kerf=kerf)
    ids = [piece.piece for bed in made for piece in bed.placed]
    assert sorted(ids) == sorted({f"d{i}/a#{n}" for i, (_, count) in enumerate(decks) for n in range(1, count + 1)})
    for bed in made:
        check(bed)


def test_61_hexagons_are_210_edges_and_not_366() -> None:
    (bed,) = beds_of(parts(shape.hexagon(25), 61))
    edge = (25 + KERF) / math.sqrt(3)
    assert bed.cut_length / edge == pytest.approx(210, abs=1e-4)


def test_shared_edges_of_every_lattice_are_cut_once() -> None:
    # Perimeter of all pieces, less what they share: counted here by whole grown edges, for blocks known by hand.
    for outline, count, edges in (
        (shape.rectangle(40, 40), 9, 24),  # 3 x 3 squares: 4 lines of 3 edges, both ways
        (shape.hexagon(25), 7, 30),  # a hexagon and its ring
        (shape.pattern_block("triangle", 30), 6, 12),  # a hexagon of six
        (shape.pattern_block("rhombus", 30), 9, 24),
    ):
        (bed,) = beds_of(parts(outline, count))
        ring = outline.offset_corners([KERF / 2] * len(outline.corners))
        assert bed.cut_length / math.dist(*ring[:2]) == pytest.approx(edges, abs=1e-4), outline.kind


@pytest.mark.parametrize("name", TILES)
def test_a_lattice_leaves_no_material_between_grown_outlines(name: str) -> None:
    outline = SHAPES[name]
    lattice = tiling(outline.corners, KERF)
    assert lattice is not None
    cell = lattice.first.x * lattice.second.y - lattice.first.y * lattice.second.x
    grown = area(outline.offset_corners([KERF / 2] * len(outline.corners))) * (2 if lattice.shift else 1)
    # Three rosettes leave a triangle as small as the beam where they meet.
    slack = math.sqrt(3) / 6 * KERF**2 if outline.kind == "rosette" else 0
    assert cell - grown == pytest.approx(slack, abs=1e-6)


def test_hexagons_lie_at_flats_plus_kerf() -> None:
    lattice = tiling(shape.hexagon(25).corners, KERF)
    assert lattice is not None
    assert math.hypot(*lattice.first) == pytest.approx(25.2) and math.hypot(*lattice.second) == pytest.approx(25.2)


def test_nets_of_dice_share_nothing_and_are_scored_along_their_folds() -> None:
    net = shape.die_net(16)
    assert tiling(net.corners, KERF) is None
    (bed,) = beds_of(parts(net, 2))
    folds = sum(math.dist(a, b) for a, b in net.folds)
    assert sum(line.length for line in lines_of(bed, Pass.SCORE)) == pytest.approx(2 * folds)
    inside = unary_union([shapely.Polygon(piece.outline) for piece in bed.placed]).buffer(0.001)
    assert inside.contains(unary_union(lines_of(bed, Pass.SCORE)))


def test_lines_are_as_few_as_they_can_be() -> None:
    (bed,) = beds_of(parts(shape.hexagon(25), 61))
    *inner, last = bed.lines[Pass.CUT_OUTER]
    # 54 edges bound the block of 61; the way round it is cut last, in one.
    assert last.closed and len(last.points) == 54
    ends: dict[tuple[float, float], int] = {}
    for line in inner:
        for a, b in pairwise(line.points):
            for spot in (a, b):
                key = (round(spot.x, 2), round(spot.y, 2))
                ends[key] = ends.get(key, 0) + 1
    odd = sum(count % 2 for count in ends.values())
    assert len(inner) == odd // 2


def test_cards_are_cut_along_straight_lines_right_across() -> None:
    (bed,) = beds_of(parts(shape.rectangle(60, 60), 9))
    lines = [line for line in bed.lines[Pass.CUT_OUTER] if not line.closed]
    assert sorted(round(line.length, 1) for line in lines) == [180.6] * 4


def test_rounded_corners_are_cut_apart_and_straight_edges_together() -> None:
    (bed,) = beds_of(parts(shape.rectangle(60, 80, 4), 4))
    radius, width, height = 4 + KERF / 2, 60 + KERF, 80 + KERF
    straight = 2 * 3 * (width - 2 * radius) + 2 * 3 * (height - 2 * radius)
    assert bed.cut_length == pytest.approx(straight + 4 * 2 * math.pi * radius, rel=1e-3)
    square = plan("s", parts(shape.rectangle(60, 80, 4), 4), Setup(400, 300, MATERIAL, KERF, rounded=False))[0].bed
    assert square.cut_length == pytest.approx(6 * width + 6 * height)
    assert {len(piece.outline) for piece in square.placed} == {4}


def burnt_bed(bed: Bed, scale: float) -> np.ndarray:
    return beam.burnt([list(line.coords) for line in lines_of(bed)], bed.kerf, (bed.width, bed.height), scale)


@pytest.mark.parametrize(
    ("outline", "count", "bed", "wasted"),
    [
        (shape.hexagon(12), 19, (75, 75), 0),
        (shape.pattern_block("triangle", 15), 12, (75, 75), 0),
        (shape.pattern_block("trapezoid", 12), 6, (75, 75), 0),
        (shape.rosette(8), 5, (75, 75), 0),
        (shape.circle(14), 9, (75, 75), 0),
        (shape.rectangle(20, 30, 3), 4, (75, 75), 1),  # the star between four rounded corners falls out
    ],
)
def test_the_beam_leaves_pieces_of_the_right_number_and_area(
    outline: Shape, count: int, bed: tuple[float, float], wasted: int
) -> None:
    (made,) = beds_of(parts(outline, count), bed=bed)
    scale = 30
    sheet, *pieces = (pixels / scale**2 for pixels in beam.pieces(burnt_bed(made, scale)) if pixels > scale)
    nominal = [area(placed_piece.outline) for placed_piece in made.placed]
    assert len(pieces) == count + wasted
    for piece in pieces[:count]:
        assert piece == pytest.approx(nominal[0], abs=0.03 * 5 * math.sqrt(nominal[0]))
    assert sheet < bed[0] * bed[1] - sum(nominal)
    # Without the room that the kerf needs, the pieces would be smaller by as much as the beam is wide.
    assert nominal[0] - pieces[count - 1] < made.kerf / 2 * math.sqrt(nominal[0]) * 2


@pytest.mark.parametrize(
    ("kerf", "count"), spread([(0.1, 1), (0.1, 3), (0.45, 1), (0.45, 3)], lambda case: case == (0.45, 3))
)
@pytest.mark.parametrize("name", ["block triangle", "round", "rounded card", "rosette", "die"])
def test_bridges_hold_every_piece_whatever_the_kerf(name: str, kerf: float, count: int) -> None:
    made = parts(SHAPES[name], 1 if name == "rosette" else 3)
    (bare,) = beds_of(made, bed=(240, 220), kerf=kerf)
    (held,) = beds_of(made, bed=(240, 220), kerf=kerf, bridges=count)
    gaps = (bare.cut_length - held.cut_length) / (0.3 + kerf)
    assert gaps == pytest.approx(round(gaps), abs=0.01) and 1 <= round(gaps) <= count * len(made)
    # Cut, all hangs together: no piece on nothing but a neighbour that falls out with it.
    _sheet, *loose = beam.pieces(burnt_bed(held, 12))
    assert not [pixels for pixels in loose if pixels > 144]
    # So many bridges to each outline, and none of them at another's place.
    missing = unary_union(lines_of(bare)).difference(unary_union(lines_of(held)).buffer(0.001))
    for piece in held.placed:
        rim = shapely.Polygon(piece.outline).buffer(kerf / 2 + 0.01, join_style="mitre")
        on_it = [gap for gap in getattr(missing, "geoms", [missing]) if rim.contains(gap) and gap.length > 0.01]
        assert sum(gap.length for gap in on_it) > count * (0.3 + kerf) - 0.02


def test_a_bridge_to_a_neighbour_alone_holds_nothing() -> None:
    (bed,) = beds_of(parts(SHAPES["pointy hexagon"], 37), bed=(250, 250), bridges=1)
    assert len([pixels for pixels in beam.pieces(burnt_bed(bed, 10)) if pixels > 100]) == 1


def ring_path(x: float, y: float, radius: float) -> Symbol:
    return Symbol.of([path_mark(ellipse(x, y, radius, radius), layer=Layer.CUT)])


def test_holes_shrink_and_come_before_outlines() -> None:
    face = ring_path(12.5, 14, 3)
    holes = tuple(read_holes(face))
    part = [CutPiece("d/a#1", "d", shape.hexagon(25), face, None, holes)]
    bed = plan("s", part, Setup(100, 100, MATERIAL, KERF))[0].bed
    (hole,) = bed.lines[Pass.CUT_INNER]
    assert hole.length == pytest.approx(2 * math.pi * 2.9, rel=1e-3)
    assert list(bed.lines) == [Pass.CUT_INNER, Pass.CUT_OUTER]
    check_hole = shapely.Polygon(hole.points)
    assert shapely.Polygon(bed.placed[0].outline).contains(check_hole)
    middle = bed.placed[0].at.point(12.5, 14)
    assert max(abs(math.dist(middle, point) - 2.9) for point in hole.points) < 0.01


def test_a_back_lies_behind_its_front_and_cuts_nothing() -> None:
    front, back = beds_of(parts(SHAPES["rosette"], 5, back=FACE))
    assert (front.side, back.side) == ("front", "back")
    assert set(back.lines) == {Pass.GUIDE} and back.cut_length == 0
    for piece, behind in zip(front.placed, back.placed, strict=True):
        assert piece.piece == behind.piece
        mirrored = shapely.Polygon([(front.width - x, y) for x, y in piece.outline])
        assert mirrored.symmetric_difference(shapely.Polygon(behind.outline)).area < 1e-6
        # A face is never mirrored, and its trim goes onto the outline.
        a, b, c, d, _, _ = behind.at
        assert a * d - b * c == pytest.approx(1)
        trim = shapely.Polygon([behind.at.point(*corner) for corner in SHAPES["rosette"].corners])
        assert trim.symmetric_difference(mirrored).area < 1e-6


def test_an_upright_piece_has_its_back_upright() -> None:
    front, back = beds_of(parts(shape.rectangle(60, 40), 1, back=FACE))
    assert front.placed[0].at[:4] == back.placed[0].at[:4] == (1, 0, 0, 1)


def test_fiducials_are_holes_in_three_corners_that_both_jobs_know() -> None:
    front, back = beds_of(parts(shape.circle(22), 30, back=FACE), bed=(300, 200))
    spots = [shapely.Polygon(line.points).centroid for line in front.lines[Pass.CUT_INNER]]
    assert len(spots) == 3
    for line in front.lines[Pass.CUT_INNER]:
        assert line.closed and line.length == pytest.approx(math.pi * (3 - KERF), rel=1e-2)
    crosses = [line for line in back.lines[Pass.GUIDE] if len(line.points) == 2]
    middles = {(round((a.x + b.x) / 2, 3), round((a.y + b.y) / 2, 3)) for a, b in (line.points for line in crosses)}
    assert middles == {(round(300 - spot.x, 3), round(spot.y, 3)) for spot in spots}
    # Turned upside down by mistake, they do not fall on each other.
    assert middles != {(round(spot.x, 3), round(200 - spot.y, 3)) for spot in spots}
    holes_burnt = [shapely.Polygon(line.points).buffer(KERF) for line in front.lines[Pass.CUT_INNER]]
    for piece in front.placed:
        for hole in holes_burnt:
            assert hole.distance(shapely.Polygon(piece.outline)) >= MATERIAL.distance - 0.02


def test_what_is_engraved_reaches_the_beds_of_its_side() -> None:
    sides = {"front": Symbol.of([path_mark(ellipse(5, 5, 1, 1))]), "back": Symbol.of([path_mark(ellipse(5, 5, 2, 2))])}

    def engrave(symbol: Symbol, at: Affine, ring: Ring, _holes: Sequence[Ring]) -> Artwork:
        size = 1.0 if symbol == sides["front"] else 2.0
        lines = (Polyline((at.point(0, 0), at.point(size, 0))),)
        return Artwork({Pass.SCORE: lines, Pass.ENGRAVE: lines}, {Pass.ENGRAVE: (Area((ring,)),)})

    made = [CutPiece(f"d/a#{n}", "d", shape.circle(22), sides["front"], sides["back"]) for n in range(4)]
    front, back = (engraved(planned, engrave) for planned in plan("s", made, Setup(300, 200, MATERIAL, KERF)))
    assert [line.length for line in front.lines[Pass.SCORE]] == pytest.approx([1.0] * 4)
    assert [line.length for line in back.lines[Pass.ENGRAVE]] == pytest.approx([2.0] * 4)
    assert [area.rings[0] for area in back.areas[Pass.ENGRAVE]] == [piece.outline for piece in back.placed]


def test_a_full_bed_goes_on_with_another() -> None:
    beds = beds_of(parts(shape.rectangle(100, 100), 7), bed=(250, 250))
    assert [(bed.number, len(bed.placed)) for bed in beds] == [(1, 4), (2, 3)]
    assert [bed.waste for bed in beds] == pytest.approx([1 - 4 / 6.25, 1 - 3 / 6.25])
    assert beds[1].notes == ("holds 3 of deck",)


def test_what_is_left_of_a_bed_is_left_in_one_piece() -> None:
    rounds = ((22, 60), (16, 30), (14, 6))
    (bed,) = beds_of(*(parts(shape.circle(width), count, f"d{width}") for width, count in rounds), bed=(600, 400))
    right, low = (max(point[axis] for piece in bed.placed for point in piece.outline) for axis in (0, 1))
    # A strip of at least 240 mm over the whole width is left for another day.
    assert right > 240 and low < 160


def test_decks_of_one_shape_share_their_lattice() -> None:
    (bed,) = beds_of(parts(shape.hexagon(25), 4, "a"), parts(shape.hexagon(25), 3, "b"))
    assert bed.cut_length / ((25 + KERF) / math.sqrt(3)) == pytest.approx(30, abs=1e-4)
    assert bed.notes == ("holds 4 of a, 3 of b",)


def test_a_piece_as_large_as_the_room_fits_lying_down_too() -> None:
    # 2 mm to the edges and the kerf: a board may be 200 - 2 x 2.2 mm long.
    assert len(beds_of(parts(shape.rectangle(195.6, 95.6), 1), bed=(100, 200))) == 1
    with pytest.raises(ValueError, match="larger"):
        beds_of(parts(shape.rectangle(195.7, 95.6), 1), bed=(100, 200))


def test_the_way_between_cuts_is_short() -> None:
    (bed,) = beds_of(parts(shape.circle(22), 40))
    lines = bed.lines[Pass.CUT_OUTER]
    assert math.dist(lines[0].points[0], (0, 0)) == min(math.dist(p, (0, 0)) for line in lines for p in line.points)
    jumps = [math.dist(a.points[0], b.points[0]) for a, b in pairwise(lines)]
    # Nearest next takes hardly more than a pitch for each round; in no order it would be a third of the bed.
    assert sum(jumps) / len(jumps) < 30


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    # The seed of the process that runs the tests is any number.
    done = subprocess.run(
        [sys.executable, "-c", "import laser_beds; print(laser_beds.beds_of_many_outlines())"],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(["tests", *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{beds_of_many_outlines()}\n" and len(done.stdout) > 10_000


def test_distances_are_measured_right() -> None:
    # The check above can fail: two pieces too near, one off the bed, an edge cut twice.
    (bed,) = beds_of(parts(shape.circle(22), 2))
    ring = tuple(Point(x + 1, y) for x, y in bed.placed[0].outline)
    moved = translate(1, 0) @ bed.placed[0].at
    for spoilt in (
        {"lines": {Pass.CUT_OUTER: bed.lines[Pass.CUT_OUTER] * 2}},
        {"placed": (type(bed.placed[0])("x", "x", moved, ring, "round"), bed.placed[1])},
        {"width": bed.placed[0].outline[0].x},
    ):
        with pytest.raises(AssertionError):
            check(replace(bed, **spoilt))


def test_holes_follow_their_symbol() -> None:
    turned = Symbol.of([path_mark(transformed(ellipse(0, 0, 2, 2), translate(7, 8)), layer=Layer.CUT)])
    (ring,) = read_holes(turned)
    assert all(math.dist(point, (7, 8)) == pytest.approx(2, abs=0.01) for point in ring)
    assert not any(math.dist(a, b) < 1e-3 for a, b in combinations(ring, 2))


def test_lines_of_a_layer_are_drawn_with_little_travel_and_none_is_lost() -> None:
    # The hatches of forty tokens and the rings round them, in no good order.
    lines = [
        Polyline((Point(x + 1, y + row), Point(x + 9, y + row)))
        for x in range(0, 200, 20)
        for y in range(0, 80, 20)
        for row in range(1, 10)
    ]
    ring = shape.circle(12).ring()
    lines += [
        Polyline(tuple(Point(x + p.x, y + p.y) for p in ring), True)
        for x in range(0, 200, 20)
        for y in range(0, 80, 20)
    ]
    Random(7).shuffle(lines)
    route = ordered(lines)
    assert {frozenset(line.points) for line in route} == {frozenset(line.points) for line in lines}
    assert len(route) == len(lines) and sum(line.length for line in route) == pytest.approx(
        sum(line.length for line in lines)
    )

    def travel(some: Sequence[Polyline]) -> float:
        spots = [(line.points[0], line.points[0] if line.closed else line.points[-1]) for line in some]
        return sum(math.dist(a[1], b[0]) for a, b in pairwise(spots))

    # A millimetre from line to line, and less than 20 mm to the next token.
    assert travel(route) < 400 + 40 * 20 < travel(lines) / 20
    assert ordered(lines) == route

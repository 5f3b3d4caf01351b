"""Outlines: what each says of itself, and that a new one needs nothing anywhere else."""

from __future__ import annotations

import ast
import json
import math
from pathlib import Path
from typing import get_args

import pytest
import shapely

from beeprint.base.geometry import Point, Rect, path_box, polygon
from beeprint.drawing import shape
from beeprint.drawing.drawing import Layer, PathMark, Symbol, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.free import free
from beeprint.drawing.shape import Shape, moved_to_origin
from beeprint.formats.tabletop import Component, Item, loose, simulator
from beeprint.game import folding, shapes
from beeprint.game.piece_shape import outline_of
from beeprint.laser.beds import CutPiece, Setup, plan
from beeprint.laser.material import hints
from beeprint.laser.plan import Material, Pass
from beeprint.sheet import NamedFace, Piece, SheetSpec, Slug, contact, draw
from beeprint.sheet.playtest import Taken, placed, stamped
from sheets import imposed
from svgs import path_points

PACKAGE = Path(__file__).parents[1] / "generator" / "beeprint"
#: Where outlines are made: nobody else may ask which kind one is.
MAKERS = ("drawing/shape.py", "game/shapes.py")
SPECS = {
    spec.__name__
    for spec in (
        *(shapes.CardShape, shapes.HexShape, shapes.PolygonShape),
        *(shapes.RoundShape, shapes.DieShape, shapes.OutlineShape),
    )
}
FACE = Symbol.of([])
#: A tuck box in small, of a kind that beeprint has never heard of: an L with a crease.
TUCK = moved_to_origin(
    "tuck-box",  # type: ignore[arg-type]
    [Point(0, 0), Point(60, 0), Point(60, 30), Point(30, 30), Point(30, 50), Point(0, 50)],
    [(Point(0, 30), Point(30, 30))],
)


def questions_of_kind(source: str) -> list[int]:
    """Return the lines in which code asks which kind an outline is: it may only write the word down."""
    if ".kind" not in source and not any(name in source for name in SPECS):
        return []
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and SPECS & {alias.name for alias in node.names}:
            lines.append(node.lineno)
        if isinstance(node, ast.Attribute) and (
            node.attr in SPECS or (node.attr == "kind" and _of_a_shape(node.value))
        ):
            written = isinstance(above[node], ast.FormattedValue | ast.List) and node.attr == "kind"
            lines += [] if written else [node.lineno]
    return lines


def _of_a_shape(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name == "outline" or name.endswith("shape")


def test_nobody_asks_which_kind_an_outline_is() -> None:
    questions = {
        path.relative_to(PACKAGE).as_posix(): questions_of_kind(path.read_text("utf-8"))
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: lines for name, lines in questions.items() if lines and name not in MAKERS} == {}


@pytest.mark.parametrize(
    "source",
    [
        'if shape.kind == "rectangle": cut()',
        'flat = one.piece.shape.kind != "round"',
        "native = deck.shape.kind in NATIVE",
        "kind = deck.spec.shape.kind\nif kind == 'card': hold()",
        "match outline.kind:\n    case 'round': roll()",
        "made = MAKERS[shape.kind]",
        "from beeprint.game.shapes import CardShape",
        "isinstance(spec.shape, shapes.DieShape)",
    ],
)
def test_every_way_of_asking_is_seen(source: str) -> None:
    assert questions_of_kind(source)


def test_a_kind_may_be_written_down() -> None:
    assert (
        questions_of_kind(
            "text = f'{deck.shape.kind} {width}'\nrow = [deck.id, deck.shape.kind]\nif block.kind == 'a': go()"
        )
        == []
    )


OUTLINES = {
    "card": shape.rectangle(63, 88, 3),
    "board": shape.rectangle(190, 126),
    "round": shape.circle(22),
    "hexagon": shape.hexagon(25),
    "rosette": shape.rosette(26),
    "die": shape.die_net(16),
    "box": outline_of(folding.sleeve((64, 89, 19), 0.3)),
    "outline": free(polygon([(0, 0), (40, 0), (30, 20), (40, 40), (0, 40)])),
    **{name: shape.pattern_block(name, 30) for name in get_args(shape.PatternBlock) if name != "hexagon"},
}


def test_there_is_one_of_every_kind() -> None:
    assert {outline.kind for outline in OUTLINES.values()} == set(get_args(shape.Kind))


@pytest.mark.parametrize("name", OUTLINES)
def test_an_outline_fills_its_box_or_does_not(name: str) -> None:
    outline = OUTLINES[name]
    share = abs(shapely.Polygon(outline.ring(rounded=False)).area) / (outline.width * outline.height)
    assert outline.is_rectangle == (share > 1 - 1e-9)
    assert outline.is_round == (abs(share - math.pi / 4) < 1e-3)


@pytest.mark.parametrize("name", OUTLINES)
def test_a_ring_is_the_outline_as_it_is_cut(name: str) -> None:
    outline = OUTLINES[name]
    trim = shapely.Polygon(outline.ring())
    drawn = path_box(outline.cut_path())
    assert trim.bounds == pytest.approx((drawn.x, drawn.y, drawn.right, drawn.bottom), abs=1e-9)
    assert trim.exterior.is_ccw  # clockwise as seen, y pointing down
    grown = shapely.Polygon(outline.ring(2))
    assert grown.buffer(-2, join_style="mitre").hausdorff_distance(trim) < 0.01


def test_only_a_corner_that_is_given_is_rounded() -> None:
    card, square = OUTLINES["card"], OUTLINES["board"]
    corner = shapely.Point(0, 0)
    assert shapely.Polygon(card.ring()).distance(corner) == pytest.approx(3 * (math.sqrt(2) - 1), abs=0.01)
    assert min(math.dist(point, (0, 0)) for point in path_points(card.cut_path())) > 1
    assert set(card.ring(rounded=False)) == set(card.box.corners)
    assert set(path_points(square.cut_path())) == set(square.box.corners)


def test_a_sheet_may_take_one_kind_only() -> None:
    assert OUTLINES["card"].is_a("rectangle") and OUTLINES["card"].is_a(None)
    assert not OUTLINES["round"].is_a("rectangle")


# an outline that is new --------------------------------------------------------------------------------------------


def test_a_new_outline_is_laid_apart_cut_along_its_trim_and_creased(fonts: Fonts) -> None:
    sheets = imposed([Piece(f"box/{n}#1", TUCK, 3, FACE) for n in range(7)], SheetSpec(paper="a4"))
    (sheet,) = sheets
    trims = [shapely.Polygon([front.at.point(*corner) for corner in TUCK.corners]) for front in sheet.fronts]
    assert min(a.distance(b) for a in trims for b in trims if a is not b) >= 2 - 1e-6
    drawn = [
        (mark, at) for mark, at in walk(draw(sheet, "front", Slug("g", "v"), fonts).marks) if isinstance(mark, PathMark)
    ]
    cuts = [shapely.Polygon(list(path_points(mark.path))) for mark, _ in drawn if mark.layer is Layer.CUT]
    assert len(cuts) == 7 and all(any(cut.equals(trim) for trim in trims) for cut in cuts)
    assert sum(mark.layer is Layer.SCORE for mark, _ in drawn) == 7


def test_a_new_outline_is_cut_out_of_a_bed_and_its_folds_are_scored() -> None:
    board = Material("board", "board", 2, 0.2, 2, 2, 3)
    (planned,) = plan(
        "boxes", [CutPiece(f"box/a#{n}", "box", TUCK, FACE) for n in range(3)], Setup(300, 200, board, 0.2)
    )
    bed = planned.bed
    assert [shapely.Polygon(piece.outline).area for piece in bed.placed] == pytest.approx([60 * 30 + 30 * 20] * 3)
    assert sum(line.length for line in bed.lines[Pass.SCORE]) == pytest.approx(3 * 30)
    assert any("does not fold" in line and "--only box" in line for line in hints({"boxes-1": bed}))


def test_a_new_outline_lies_on_a_virtual_table_in_its_own_form() -> None:
    component = Component("box", "Boxes", "tile", TUCK, (Item("a", "Box", "", 1, FACE),))
    saved = simulator.saved_object("g", "G", "", [component], lambda name: name, 100)
    (thing,) = json.loads(saved.texts["g.json"])["ObjectStates"]
    assert thing["Name"] == "Custom_Model"
    mesh = saved.texts[thing["CustomMesh"]["MeshURL"]]
    corners = {
        tuple(round(float(value) * 25.4) for value in line.split()[1:])
        for line in mesh.splitlines()
        if line[:2] == "v "
    }
    assert {(x, z) for x, _, z in corners} >= {(round(x - 30), round(y - 25)) for x, y in TUCK.corners}
    (_, *rows) = loose.pictures([component], 100).texts["pieces.csv"].splitlines()
    assert rows[0].endswith("tuck-box,60,50")


def test_a_new_outline_is_stamped_inside_its_safe_zone_and_shown_as_it_is_cut(fonts: Fonts) -> None:
    (stamp,) = stamped(FACE, placed(("1.0", "box"), TUCK, 3, Taken(), fonts), fonts).marks
    boxes = [at.rect(path_box(mark.path)) for mark, at in walk([stamp]) if isinstance(mark, PathMark)]
    assert boxes and all(TUCK.encloses(Rect(*box), 3) for box in boxes)
    shown = contact([NamedFace("a", FACE)], TUCK, fonts, 100).drawing
    clips = [mark.clip for mark in shown.marks if getattr(mark, "clip", None)]
    assert clips == [TUCK.path()]


def test_a_kind_of_piece_says_how_it_is_handled() -> None:
    roles = {
        "card": shapes.CardShape(kind="card", size="bridge"),
        "board": shapes.CardShape(kind="board", width=100, height=100),
        "hexagon": shapes.HexShape(kind="hexagon", flats=30),
        "block": shapes.PolygonShape(kind="polygon", polygon="triangle", edge=30),
        "round": shapes.RoundShape(kind="round", diameter=20),
        "die": shapes.DieShape(kind="die-net", edge=16),
    }
    assert {name: role.role for name, role in roles.items()} == {
        **{"card": "card", "board": "tile", "hexagon": "tile", "block": "tile"},
        **{"round": "tile", "die": "die"},
    }


def outline_of(spec: shapes.ShapeSpec) -> Shape:
    return spec.outline()


@pytest.mark.parametrize(
    "spec",
    [
        shapes.CardShape(kind="board", width=60, height=40),
        shapes.HexShape(kind="hexagon", flats=30),
        shapes.HexShape(kind="rosette", flats=20),
        *(shapes.PolygonShape(kind="polygon", polygon=name, edge=30) for name in get_args(shape.PatternBlock)),
        shapes.RoundShape(kind="round", diameter=20),
    ],
    ids=lambda spec: outline_of(spec).kind,
)
def test_a_piece_lies_in_the_circle_round_it_and_holds_the_circle_within(spec: shapes.ShapeSpec) -> None:
    trim = shapely.Polygon(outline_of(spec).ring())
    assert spec.around >= 2 * shapely.minimum_bounding_radius(trim) - 0.01
    assert spec.within <= 2 * shapely.maximum_inscribed_circle(trim, tolerance=0.001).length + 0.01


@pytest.mark.parametrize("inset", [-3.0, 0.0, 3.2, 30.0])
@pytest.mark.parametrize("size", [(0.5, 0.5), (3.0, 20.0)])
def test_a_rectangle_holds_a_box_up_to_its_edges_wherever_that_is(inset: float, size: tuple[float, float]) -> None:
    card = shape.rectangle(63.5, 88.9, 3)
    right, bottom = 63.5 - inset - size[0], 88.9 - inset - size[1]
    for way in (-0.5, -0.1, -0.03, -0.012, 0.008, 0.012, 0.5):  # from within to without; 0.01 mm is allowed
        held = right + way >= inset and bottom + way >= inset and way < 0.01
        assert card.encloses(Rect(right + way, (inset + bottom) / 2, *size), inset) == held
        assert card.encloses(Rect((inset + right) / 2, bottom + way, *size), inset) == held
        assert card.encloses(Rect(inset - way, (inset + bottom) / 2, *size), inset) == held
        assert card.encloses(Rect((inset + right) / 2, inset - way, *size), inset) == held

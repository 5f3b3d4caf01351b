"""Standees: their slots against the thickness of the board, measured by shapely and read back by svgelements."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pytest
import shapely

from beeprint import pipeline
from beeprint.base.options import LaserOptions, Options
from beeprint.drawing.shape import Shape
from beeprint.game import folding
from beeprint.game.model import load
from beeprint.game.standees import Standee, StandeeBase
from beeprint.laser import bridges
from beeprint.sources.workspace import Workspace
from cutfiles import from_svg
from test_folding import face

BOARD = 2.0
GAME = """id: standees
version: "1"
title: Standees
stocks: {board: {thickness: 2}}
decks:
"""
SHAPES = {
    "hero": "{kind: standee, width: 30, height: 50, corner: 15}",
    "round": "{kind: standee-base, for: hero}",
    "square": "{kind: standee-base, for: hero, form: square, width: 30}",
    "lower": "{kind: standee, width: 40, height: 50, corner: 5, slot: lower}",
    "upper": "{kind: standee, width: 40, height: 50, corner: 5, slot: upper}",
    "tall": "{kind: standee, width: 40, height: 60, slot: lower, deep: 8}",
    "foot": "{kind: standee, width: 30, height: 16, corner: 8, slot: upper, deep: 8}",
    "paper": "{kind: paper-standee, width: 40, height: 60, foot: 10}",
}
DECK = """  {0}: {{title: {0}, data: a.csv, shape: {1}, safe: 1, front: face, stock: {2}}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of standees of every kind."""
    folder = tmp_path_factory.mktemp("game") / "standees"
    (folder / "layouts").mkdir(parents=True)
    (folder / "palette.yaml").write_text('ink: "#000000"\n', "utf-8")
    (folder / "a.csv").write_text("id\none\ntwo\n", "utf-8")
    (folder / "layouts" / "face.yaml").write_text("slots: {}\n", "utf-8")
    decks = "".join(DECK.format(name, shape, "paper" if name == "paper" else "board") for name, shape in SHAPES.items())
    (folder / "game.yaml").write_text(GAME + decks, "utf-8")
    return folder


@pytest.fixture(scope="module")
def outlines(game: Path) -> dict[str, Shape]:
    return {name: deck.shape for name, deck in load(Workspace(game))[0].decks.items()}


def area(shape: Shape) -> shapely.Polygon:
    return shapely.Polygon(shape.corners, shape.rings)


def width_at(shape: Shape, y: float) -> float:
    """Return how wide the gap in the middle of an outline is at a height, in mm."""
    across = shapely.LineString([(shape.width / 2 - 5, y), (shape.width / 2 + 5, y)])
    return float(across.difference(area(shape)).length)


@pytest.mark.parametrize(("lower", "upper"), [("lower", "upper"), ("tall", "foot")])
def test_two_that_cross_stand_on_one_level_and_hold_each_other(
    lower: str, upper: str, outlines: dict[str, Shape]
) -> None:
    below, other = outlines[lower], outlines[upper]
    assert width_at(below, below.height - 0.001) == pytest.approx(BOARD, abs=0.01)
    assert width_at(other, 0.001) == pytest.approx(BOARD, abs=0.01)
    middle = shapely.LineString([(below.width / 2, 0), (below.width / 2, below.height)])
    slot = middle.difference(area(below)).length
    kept = shapely.LineString([(other.width / 2, 0), (other.width / 2, other.height)]).intersection(area(other)).length
    assert slot == pytest.approx(kept, abs=0.01), "the slot takes what is left of the other"
    assert width_at(below, below.height - slot + 0.001) == pytest.approx(BOARD - 0.25, abs=0.01)
    assert width_at(other, other.height - kept - 0.001) == pytest.approx(BOARD - 0.25, abs=0.01)


@pytest.mark.parametrize("name", ["round", "square"])
def test_a_tongue_goes_through_the_slot_of_its_base(name: str, outlines: dict[str, Shape]) -> None:
    hero, base = outlines["hero"], outlines[name]
    assert (hero.width, hero.height) == pytest.approx((30, 50 + BOARD))
    foot = shapely.LineString([(0, 50 + BOARD / 2), (30, 50 + BOARD / 2)]).intersection(area(hero))
    [slot] = [shapely.Polygon(ring) for ring in base.rings]
    x, y, right, bottom = slot.bounds
    assert (right - x, bottom - y) == pytest.approx((foot.length + 0.2, BOARD), abs=0.01)
    assert slot.centroid.distance(shapely.Point(base.width / 2, base.height / 2)) < 0.01
    assert area(base).contains(slot.buffer(1.9).difference(slot.buffer(0.01)))


@pytest.mark.parametrize("slot", ["lower", "upper", "tongue", "none"])
@pytest.mark.parametrize("corner", [0, 8, 15])
@pytest.mark.parametrize("board", [0.1, 2, 12])
def test_standees_of_any_board_have_an_outline_that_a_machine_can_cut(slot: str, corner: float, board: float) -> None:
    made = Standee(kind="standee", width=30, height=50, corner=corner, slot=slot).cut_from(board)  # type: ignore[arg-type]
    assert not list(made.misfits())
    rim = shapely.Polygon(made.outline().corners)
    assert rim.is_valid and made.outline().width == 30
    steps = [math.dist(a, b) for a, b in pairwise(rim.exterior.coords)]
    assert min(steps) > 0.01, "a step of no length burns a dot"


@pytest.mark.parametrize("form", ["round", "square"])
def test_a_base_too_small_for_thick_board_is_refused(form: str) -> None:
    hero = Standee(kind="standee", width=10, height=50, tongue=4).cut_from(12)
    for width, fits in ((15, False), (17, True)):
        base = StandeeBase(kind="standee-base", for_="hero", form=form, width=width).for_standee(hero, 12)  # type: ignore[arg-type]
        assert (not list(base.misfits())) == fits
        if fits:
            outline = base.outline()
            [slot] = [shapely.Polygon(ring) for ring in outline.rings]
            assert shapely.LinearRing(outline.corners).distance(slot) > 1.99


def test_a_paper_standee_stands_on_two_feet_with_its_back_behind_its_front() -> None:
    net = folding.paper_standee(40, 60, 10)
    front, back = face(net, "front"), face(net, "back")
    assert np.ptp(front[:, 2]) == pytest.approx(0) and np.allclose(sorted(map(tuple, front)), sorted(map(tuple, back)))
    feet = np.vstack([face(net, "foot-front"), face(net, "foot-back")])
    assert np.allclose(feet[:, 1], front[:, 1].max()), "both feet lie on the table"
    assert (feet[:, 2].min(), feet[:, 2].max()) == pytest.approx((-10, 10))


def test_standees_are_cut_by_a_laser_and_folded_from_paper(game: Path, tmp_path: Path) -> None:
    laser = LaserOptions(profiles=("generic",), output=tmp_path, kerf=0.0)
    target = pipeline.build(pipeline.check(game, laser), laser).target
    drawn = [line for path in (target / "generic").glob("*.svg") for line in from_svg(path.read_text("utf-8"))]
    cut = [
        shapely.Polygon(line.points)
        for line in drawn
        if line.layer.endswith("cut-outer") or "outer" in line.layer.lower()
    ]
    inner = [line for line in drawn if "inner" in line.layer.lower()]
    assert len(cut) == 2 * len(SHAPES) and len(inner) == 4, "each base has a slot"
    assert sum("score" in line.layer.lower() for line in drawn) >= 2 * 3
    paper = Options(profiles=("folded", "home-a4"), output=tmp_path)
    target = pipeline.build(pipeline.check(game, paper), paper).target
    assert sorted(path.name for path in (target / "folded").glob("*.svg")) == ["paper-one.svg", "paper-two.svg"]


def test_nicks_hold_punched_pieces_in_their_frame(game: Path, tmp_path: Path) -> None:
    profile = "title: t\noutput: die-cut\nvendor: punchboard\ncondition: coated-300\nsheets: [punchboard]\nnicks: {}\n"
    lengths = []
    for nicks in (0, 4):
        (game / "layouts" / "profiles").mkdir(exist_ok=True)
        (game / "layouts" / "profiles" / f"nicks{nicks}.yaml").write_text(profile.format(nicks), "utf-8")
        options = Options(profiles=(f"nicks{nicks}",), output=tmp_path, only={"hero": ()})
        target = pipeline.build(pipeline.check(game, options), options).target
        with pikepdf.Pdf.open(target / f"nicks{nicks}" / "board-die-cut.pdf") as pdf:
            lengths.append(_drawn_length(pdf))
    assert lengths[0] - lengths[1] == pytest.approx(2 * 4 * 0.6, abs=0.05), "two heroes, four nicks of 0.6 mm each"


@pytest.mark.parametrize("slot", ["lower", "upper"])
def test_no_bridge_leaves_a_burr_in_a_slot(slot: str) -> None:
    shape = Standee(kind="standee", width=40, height=60, slot=slot).cut_from(2)
    ring = shape.outline().ring()
    for count in (1, 2, 4, 8, 12):
        middles = bridges.bridges([ring], count, 0.6)
        assert len(middles) == count
        rim = shapely.box(*shapely.Polygon(ring).bounds).exterior
        assert max(rim.distance(shapely.Point(middle)) for middle in middles) < 1e-6
        mouth = shapely.LineString([(19, 0), (21, 0)] if slot == "upper" else [(19, 60), (21, 60)])
        assert min(mouth.distance(shapely.Point(middle)) for middle in middles) > 0.3


def _drawn_length(pdf: pikepdf.Pdf) -> float:
    """Return how long the straight and curved lines of all pages are, in mm; curves by their chords."""
    total, at, start = 0.0, (0.0, 0.0), (0.0, 0.0)
    for page in pdf.pages:
        streams = [pikepdf.parse_content_stream(page)]
        streams += [pikepdf.parse_content_stream(form) for form in page.Resources.get("/XObject", {}).values()]
        for operands, operator in (instruction for stream in streams for instruction in stream):
            word, numbers = str(operator), [float(n) for n in operands] if str(operator) in ("m", "l", "c") else []
            if word == "m":
                at = start = (numbers[0], numbers[1])
            elif word in ("l", "c"):
                to = (numbers[-2], numbers[-1])
                total, at = total + float(np.hypot(to[0] - at[0], to[1] - at[1])), to
            elif word == "h":
                total, at = total + float(np.hypot(start[0] - at[0], start[1] - at[1])), start
    return total  # a page's unit is scaled to a millimetre

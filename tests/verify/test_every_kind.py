"""Boxes, standees, counters and boards of every kind in every game, shipped or of other shapes, read back and folded.

Each game is copied and gets what it has not: a box of each kind for its first deck, standees and their bases, counters,
a board that folds and one larger than the paper. Boxes are folded here from the lines that a machine cuts and scores.
"""

from __future__ import annotations

import shutil
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pikepdf
import pytest
import shapely
import test_every_product
import test_print_cut_games
from shapely import affinity
from shapely.ops import polygonize, unary_union

import shapes_games
import sheets
import test_folding
from beeprint import pipeline
from beeprint.base.options import LaserOptions, Options
from beeprint.game.folding import Fold, Net, Panel
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import built_in_games
from cutfiles import from_svg
from posters import windows
from printing import size
from test_posters import check_art, check_joins

#: The thickness of board differs from game to game, in mm.
BOARDS = {name: 1.0 + 0.25 * number for number, name in enumerate(test_every_product.GAMES)}
DECKS = """\
  x-hero: {{title: Hero, data: x-two.csv, shape: {{kind: standee, width: 30, height: 50, corner: 15}},
    safe: 1, front: x-face, back: {{layout: x-face, each: piece}}, stock: x-board}}
  x-base: {{title: Base, data: x-two.csv, shape: {{kind: standee-base, for: x-hero}},
    safe: 1, front: x-face, stock: x-board}}
  x-square: {{title: Square, data: x-two.csv, shape: {{kind: standee-base, for: x-hero, form: square, width: 30}},
    safe: 1, front: x-face, stock: x-board}}
  x-lower: {{title: Lower, data: x-two.csv, shape: {{kind: standee, width: 40, height: 50, slot: lower}},
    safe: 1, front: x-face, stock: x-board}}
  x-upper: {{title: Upper, data: x-two.csv, shape: {{kind: standee, width: 40, height: 50, slot: upper}},
    safe: 1, front: x-face, stock: x-board}}
  x-paper: {{title: Paper, data: x-two.csv, shape: {{kind: paper-standee, width: 40, height: 60, foot: 10}},
    safe: 1, front: x-face, stock: x-paper}}
  x-chit: {{title: Chit, data: x-many.csv, shape: {{kind: board, width: 15, height: 15}}, safe: 1, front: x-face,
    back: {{layout: x-face, each: piece}}, stock: x-chits}}
  x-map: {{title: Map, data: x-one.csv, shape: {{kind: board, width: 420, height: 380}}, front: x-map, stock: x-maps}}
  x-field: {{title: Field, data: x-one.csv, shape: {{kind: board, width: 360, height: 300, fold: quad}}, front: x-map,
    stock: x-fields}}
"""
BOXES = """\
  x-tuck: {{title: X, shape: {{kind: tuck-box, for: [{deck}]}}}}
  x-glued: {{title: X, shape: {{kind: tuck-box, for: [{deck}], bottom: glue, notch: 0}}}}
  x-base-of-two: {{title: X, shape: {{kind: tray, for: [{deck}], stacks: 2, depth: 20}}}}
  x-lid-of-two: {{title: X, shape: {{kind: lid, for: [{deck}], stacks: 2, depth: 14}}}}
  x-tray: {{title: X, shape: {{kind: tray, for: [x-chit], stacks: 4}}}}
  x-band: {{title: X, shape: {{kind: sleeve, for: [{deck}]}}}}
  x-apart: {{title: X, shape: {{kind: divider, for: [{deck}, x-chit]}}}}
"""
MATERIAL = "title: board\nthickness: {}\nkerf: 0.15\ndistance: 2\nfeature: 2\nhole: 3\nsource: this test\n"
FILES = {
    "x-one.csv": "id,copies\nA,1\n",
    "x-two.csv": "id,copies\nA,1\nB,2\n",
    "x-many.csv": "id,copies\nA,20\nB,16\nC,12\n",
    "layouts/x-face.yaml": 'slots:\n  ground: {kind: shape, shape: outline, grow: 3, fill: "#6fa3c4"}\n',
    "layouts/x-map.yaml": """\
slots:
  ground: {kind: shape, shape: outline, grow: 3, fill: "#e2cf7d"}
  lake: {kind: shape, shape: ellipse, box: [30, 20, 290, 250], fill: "#6fa3c4", stroke: "#22313a", width: 1.5}
  isle: {kind: shape, shape: ellipse, box: [120, 90, 110, 90], fill: "#7fa36b", stroke: "#b3382c", width: 0.4}
  road: {kind: shape, shape: line, box: [5, 7, 340, 280], stroke: "#22313a", width: 0.8}
""",
    # Large enough for every net in one part.
    "layouts/sheets/x-mat.yaml": "paper: [600, 850]\nspacing: bleed\n"
    "registration: {style: silhouette, length: 5, thickness: 1}\n",
    "layouts/profiles/x-cutter.yaml": "title: a large cutter\noutput: print-cut\nlayers: silhouette\nsheets: [x-mat]\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the games are written."""
    return tmp_path_factory.mktemp("kinds")


@cache
def game(name: str, root: Path) -> Checked:
    """Return a game with pieces of every kind, its faces black up to the trim."""
    source = built_in_games().get(name)
    folder = root / name
    if source is None:
        shapes_games.write(name, root)
    else:
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("src"))
    for file, text in FILES.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, "utf-8")
    (folder / "layouts" / "materials").mkdir()
    (folder / "layouts" / "materials" / "x-board.yaml").write_text(MATERIAL.format(BOARDS[name]), "utf-8")
    decks = test_every_product.plain(source or folder).game.decks.values()
    deck = next((deck for deck in decks if deck.role == "card"), None) or next(d for d in decks if d.shape.width < 100)
    text = (folder / "game.yaml").read_text("utf-8")
    stocks = f"  x-board: {{thickness: {BOARDS[name]}}}\n"
    for key, more in (("stocks", stocks), ("decks", DECKS.format()), ("boxes", BOXES.format(deck=deck.name))):
        head = f"\n{key}:\n"
        text = text.replace(head, head + more, 1) if head in text else f"{text}\n{key}:\n{more}"
    (folder / "game.yaml").write_text(text, "utf-8")
    made = test_print_cut_games.plain(folder)
    assert not [problem for problem in made.problems if problem.severity == "error"]
    return made


# boxes --------------------------------------------------------------------------------------------------------------


def printed(folder: Path, net: Net) -> Net:
    """Return a net as the lines of its cut file say: its panels are what lies between cuts and scores.

    The net that was asked for only lends the names of its panels, and which of them begins.
    """
    lines = [line for path in folder.glob("*.svg") for line in from_svg(path.read_text("utf-8"))]
    [rim] = [shapely.Polygon(line.points) for line in lines if line.layer == "cut-outer"]
    scored = [shapely.LineString(line.points) for line in lines if line.layer == "score"]
    reaching = [affinity.scale(line, 1.001, 1.001) for line in scored]
    faces = [panel for panel in polygonize(unary_union([rim.exterior, *reaching])) if panel.area > 1]
    assert sum(face.area for face in faces) == pytest.approx(rim.area, rel=1e-4)
    asked = {panel.name: shapely.Polygon(panel.ring) for panel in net.panels}
    flat = shapely.Polygon(net.outline)
    moves = [
        affinity.translate(turned, *np.subtract(turned.bounds[:2], flat.bounds[:2]) * -1)
        for turned in (rim, _over(rim))
    ]
    which = min((0, 1), key=lambda way: moves[way].symmetric_difference(flat).area)
    assert moves[which].symmetric_difference(flat).area < 0.02 * flat.length, "the outline is that of the box"
    shift = np.subtract(flat.bounds[:2], (rim, _over(rim))[which].bounds[:2])

    def home(geometry: shapely.Geometry) -> shapely.Geometry:
        turned = geometry if which == 0 else affinity.rotate(geometry, 180, origin=rim.envelope.centroid)
        return affinity.translate(turned, *shift)

    faces, scored = [home(face) for face in faces], [home(line) for line in scored]
    named = {max(asked, key=lambda name: asked[name].intersection(face).area): face for face in faces}
    assert named.keys() == asked.keys() and len(faces) == len(asked), "each panel is between lines of its own"
    panels = [Panel(net.panels[0].name, _clockwise(named[net.panels[0].name]))]
    waiting = [net.panels[0].name]
    left = set(named) - {waiting[0]}
    while waiting:
        parent = waiting.pop(0)
        for line in scored:
            for name in sorted(left):
                if all(
                    named[panel].exterior.buffer(0.02).intersection(line).length > 0.98 * line.length
                    for panel in (parent, name)
                ):
                    left.discard(name)
                    waiting.append(name)
                    panels.append(Panel(name, _clockwise(named[name]), _folded(parent, line, named[name])))
    assert not left, "every panel hangs on a fold"
    return Net(tuple(panels), net.glue, net.thickness, net.inside)


def _over(rim: shapely.Polygon) -> shapely.Polygon:
    return affinity.rotate(rim, 180, origin=rim.envelope.centroid)


def _clockwise(face: shapely.Polygon) -> tuple[tuple[float, float], ...]:
    return tuple(face.exterior.coords[:-1])


def _folded(parent: str, line: shapely.LineString, face: shapely.Polygon) -> Fold:
    """Return the fold along a line, by which the panel moves away from the print."""
    a, b = line.coords[0], line.coords[-1]
    x, y = face.centroid.coords[0]
    matrix = test_folding.about(np.array([*a, 0.0]), np.array([*b, 0.0]), 90)
    away = (matrix @ np.array([x, y, 0.0, 1.0]))[2] > 0
    return Fold(parent, *((a, b) if away else (b, a)), 90)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", test_every_product.GAMES)
def test_boxes_folded_from_their_printed_lines_close_and_hold_what_they_are_for(
    name: str, root: Path, tmp_path: Path
) -> None:
    made = game(name, root)
    kinds = set()
    for box, deck in made.game.boxes.items():
        shape = deck.spec.shape
        kinds.add(shape.kind)
        if shape.kind == "divider":
            continue
        target = test_every_product.built(made, tmp_path / box, "x-cutter", only={box: ()})
        net = printed(target / "x-cutter", shape.folded)
        crossed = {(a, b): test_folding.overlap(net, a, b) for a, b in test_folding.pairs(net)}
        assert {pair: volume for pair, volume in crossed.items() if volume > 0.05} == {}, box
        meeting = test_folding.MEETING["tuck box" if shape.kind == "tuck-box" else shape.kind]
        for wall, other in meeting:
            assert test_folding.distance(net, wall, other) <= 0.1, (box, wall, other)
        assert net.glue or shape.kind not in ("tuck-box", "tray", "lid", "sleeve")
        for flap, panel in net.glue:
            inner = test_folding.face(net, panel, net.thickness)
            thin = int(np.argmin(np.ptp(inner, axis=0)))
            assert np.abs(test_folding.face(net, flap)[:, thin] - inner[0, thin]).max() <= 0.1, (box, flap)
        wide, high, deep = test_every_product.held(made, box)
        deep = shape.depth if getattr(shape, "depth", 0) else deep
        if shape.kind == "lid":
            wide, high = wide + 2 * net.thickness, high + 4 * net.thickness
            deep = shape.depth or deep * 2 / 3
        if shape.kind == "sleeve":
            high -= shape.clearance
        room = test_folding.room(net)
        assert all(a >= b - 0.05 for a, b in zip(room, sorted((wide, high, deep)), strict=True)), (box, room)
    assert kinds == {"tuck-box", "tray", "lid", "sleeve", "divider"}


@pytest.mark.parametrize("name", test_every_product.GAMES)
def test_dividers_are_as_large_as_the_cards_with_a_tab_above(name: str, root: Path, tmp_path: Path) -> None:
    made = game(name, root)
    target = test_every_product.built(made, tmp_path, "x-cutter", only={"x-apart": ()})
    cut = [
        shapely.Polygon(line.points)
        for path in (target / "x-cutter").glob("*.svg")
        for line in from_svg(path.read_text("utf-8"))
        if line.layer == "cut-outer"
    ]
    wide, high, _ = test_every_product.held(made, "x-apart")
    assert len(cut) == 2
    for line in cut:
        left, top, right, bottom = line.bounds
        assert (right - left, bottom - top) == pytest.approx((wide, high + 10), abs=0.02)


# standees -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", test_every_product.GAMES)
def test_tongues_and_slots_are_as_thick_as_the_board(name: str, root: Path, tmp_path: Path) -> None:
    made, board = game(name, root), BOARDS[name]
    wanted = ("x-hero", "x-base", "x-square", "x-lower", "x-upper")
    options = LaserOptions(
        profiles=("generic",), output=tmp_path, kerf=0.15, material="x-board", only=dict.fromkeys(wanted, ("A",))
    )
    target = pipeline.build(made, options).target
    drawn = [line for path in (target / "generic").glob("*.svg") for line in from_svg(path.read_text("utf-8"))]
    outer = [
        shapely.Polygon(line.points).buffer(-0.075, join_style="mitre") for line in drawn if line.layer == "cut-outer"
    ]
    inner = [
        shapely.Polygon(line.points).buffer(0.075, join_style="mitre") for line in drawn if line.layer == "cut-inner"
    ]
    inner = [slot for slot in inner if any(piece.envelope.contains(slot) for piece in outer)]  # not for pins
    assert len(outer) == 5 and len(inner) == 2
    for slot in inner:  # of the bases: half the standee, and 0.1 mm of play at either end
        x1, y1, x2, y2 = slot.bounds
        assert sorted((x2 - x1, y2 - y1)) == pytest.approx([board, 15.2], abs=0.01)
    long = sorted(max(panel.bounds[2] - panel.bounds[0], panel.bounds[3] - panel.bounds[1]) for panel in outer)
    assert long == pytest.approx([25, 30, 50, 50, 50 + board], abs=0.01), "the tongue is as long as the board is thick"
    halves = [
        panel for panel in outer if sorted(np.ptp(np.reshape(panel.bounds, (2, 2)), axis=0)) == pytest.approx([40, 50])
    ]
    # Each half lacks a wedge, as wide as the board at its mouth, 0.25 mm less at its end, half as deep as it is high.
    assert [40 * 50 - half.area for half in halves] == pytest.approx([25 * (board - 0.125)] * 2, abs=0.3)


# counters -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "profile"), [*product(test_every_product.GAMES, ("counters-a4", "counters-letter"))])
def test_backs_of_counters_lie_behind_their_fronts_once_glued(
    name: str, profile: str, root: Path, tmp_path: Path
) -> None:
    made = game(name, root)
    target = test_every_product.built(made, tmp_path, profile, only={"x-chit": (), "x-hero": ()})
    count = 0
    for file in (target / profile).glob("*.pdf"):
        if file.stem.endswith("-guide"):
            continue
        with pikepdf.open(file) as pdf:
            papers = [size(page) for page in pdf.pages]
        pieces = sheets.pieces(file)
        for page in range(0, len(papers), 2):
            fronts, backs = ({piece.id: piece for piece in pieces if piece.page == page + side} for side in (0, 1))
            assert fronts.keys() == backs.keys() and papers[page] == papers[page + 1]
            for id_, front in fronts.items():
                w, h = made.game.decks[id_.partition("/")[0]].shape.box[2:]
                count += 1
                for x, y in ((0, 0), (w, 0), (w, h), (0, h)):
                    across, down = front.point(x, y)
                    behind = (papers[page][0] - across, down)
                    assert backs[id_].point(w - x, y) == pytest.approx(behind, abs=0.02), id_
    assert count == 48 + 3


# boards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "profile"), [*product(test_every_product.GAMES, ("home-a4", "home-letter"))])
def test_boards_larger_than_the_paper_join_with_their_art_running_through(
    name: str, profile: str, root: Path, tmp_path: Path
) -> None:
    game(name, root)
    made = pipeline.check(root / name, Options())
    target = test_every_product.built(made, tmp_path, profile, "copyshop", only={"x-map": (), "x-field": ()})
    for deck, stock, wide, high in (("x-map", "x-maps", 420, 380), ("x-field", "x-fields", 360, 300)):
        file, bled = target / profile / f"{stock}.pdf", (-3.0, -3.0, wide + 3.0, high + 3.0)
        tiles = windows(file)
        check_joins(tiles, bled)
        check_art(file, target / "copyshop" / f"{deck}-whole.pdf", tiles, bled, every=2, most=0.005)

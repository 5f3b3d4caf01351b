"""Lines along the edges of a grid's cells: which edges are drawn, each once, and how they look."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
import svgelements

from command import call, made

GAME = """
id: edges
version: "1"
title: Edges
summary: lines along edges
players: 2-4
credits: [nobody]
palette: palette.yaml
tables:
  land: {data: land.csv, columns: {x: int, y: int, river: "text?", realm: text}}
decks:
  map:
    title: Map
    data: map.csv
    columns: {walls: text}
    shape: {kind: card, width: 100, height: 100}
    front: map
    stock: paper
"""
LAND = """id,x,y,river,realm
a,0,0,e,north
b,1,0,w,north
c,0,1,,south
d,1,1,s,south
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = tmp_path / "edges"
    (root / "layouts").mkdir(parents=True)
    (root / "game.yaml").write_text(GAME)
    (root / "palette.yaml").write_text('{ink: "#000000", blue: "#0000ff", red: "#ff0000"}\n')
    (root / "map.csv").write_text("id,walls,copies\nM1,n e,1\n")
    (root / "land.csv").write_text(LAND)
    return root


Line = tuple[tuple[float, float], tuple[float, float]]


def drawn(root: Path, grid: str) -> dict[tuple[str, float], set[Line]]:
    """Build a face with a grid in its middle; return the lines of each colour and width, from the middle, in mm."""
    (root / "layouts" / "map.yaml").write_text(f"slots:\n  land: {{kind: grid, box: trim, {grid}}}\n")
    made("build", str(root), "--output", "made", "--profile", "faces")
    [path] = (root.parent / "made" / "edges" / "faces").rglob("*.svg")
    segments: dict[tuple[str, float], set[Line]] = {}
    for element in svgelements.SVG.parse(path, reify=False).elements():
        if isinstance(element, svgelements.Path) and element.stroke.value is not None:
            look = element.stroke.hex, float(element.values["stroke-width"])
            lines = list(_lines(element))
            assert len(lines) == len(set(lines)), "an edge is drawn twice"
            segments.setdefault(look, set()).update(lines)
    return segments


def _lines(path: svgelements.Path) -> Iterator[Line]:
    for segment in path:
        if isinstance(segment, svgelements.Line):
            ends = sorted((round(p.x - 50, 1) + 0.0, round(p.y - 50, 1) + 0.0) for p in (segment.start, segment.end))
            yield ends[0], ends[1]


def test_each_edge_of_a_rosette_is_drawn_once(game: Path) -> None:
    lines = "in: {kind: edge, on: inner, stroke: ink, width: 1}", "out: {kind: edge, on: outer, stroke: red, width: 2}"
    edges = f"edges: {{{', '.join(lines)}}}"
    segments = drawn(game, f"lattice: hex, pitch: 20, cells: rosette, {edges}")
    inner, outer = segments["#000000", 1.0], segments["#ff0000", 2.0]
    # Seven hexagons have 42 sides; six of the middle one and six between neighbours of the ring are shared.
    assert (len(inner), len(outer)) == (12, 18)
    for (x1, y1), (x2, y2) in inner | outer:
        assert math.dist((x1, y1), (x2, y2)) == pytest.approx(20 / math.sqrt(3), abs=0.1)
    whole = drawn(game, "lattice: hex-flat, pitch: 20, cells: rosette, edges: {a: {kind: edge, stroke: ink, width: 1}}")
    assert len(whole["#000000", 1.0]) == 30


def test_sides_come_from_the_data_and_are_drawn_for_the_first_cell_that_asks(game: Path) -> None:
    edges = """edges: {
      river: {kind: edge, on: "{cell.river}", stroke: blue, width: 2,
        choose: {by: "{cell}", b: {stroke: red}, else: {}}},
      wall: {kind: edge, on: "{walls}", stroke: ink, width: 1, when: {cell: c}},
      border: {kind: edge, differ: "{cell.realm}", stroke: red, width: 3, inset: 2}}"""
    lines = drawn(game, f"pitch: 20, table: land, {edges}")
    # Between a and b, which both name it: as a has it. Below d.
    assert lines.pop(("#0000ff", 2.0)) == {((0, -20), (0, 0)), ((0, 20), (20, 20))}
    assert lines.pop(("#000000", 1.0)) == {((-20, 0), (0, 0)), ((0, 0), (0, 20))}
    # Between north and south, not at the rim, each line 2 mm shorter at both ends.
    assert lines.pop(("#ff0000", 3.0)) == {((-18, 0), (-2, 0)), ((2, 0), (18, 0))}
    assert not lines


@pytest.mark.parametrize(
    ("lattice", "side", "middle"),
    [
        *(("square", side, at) for side, at in (("n", (0, -10)), ("e", (10, 0)), ("s", (0, 10)), ("w", (-10, 0)))),
        *(("hex", side, (10 * math.cos(a), 10 * math.sin(a))) for side, a in (("e", 0), ("w", math.pi))),
        *(
            ("hex", side, (5 * x, 8.7 * y))
            for side, x, y in (("ne", 1, -1), ("se", 1, 1), ("sw", -1, 1), ("nw", -1, -1))
        ),
        *(("hex-flat", side, (0, 10 * y)) for side, y in (("n", -1), ("s", 1))),
        *(
            ("hex-flat", side, (8.7 * x, 5 * y))
            for side, x, y in (("ne", 1, -1), ("se", 1, 1), ("sw", -1, 1), ("nw", -1, -1))
        ),
    ],
)
def test_sides_are_called_by_where_they_lie(lattice: str, side: str, middle: tuple[float, float], game: Path) -> None:
    edges = f"edges: {{one: {{kind: edge, on: {side}, stroke: ink, width: 1}}}}"
    lines = drawn(game, f'lattice: {lattice}, pitch: 20, cells: "0,0", {edges}')
    [((x1, y1), (x2, y2))] = lines["#000000", 1.0]
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(middle, abs=0.1)


def test_a_wrong_word_in_a_table_is_reported_at_its_cell(game: Path) -> None:
    land = LAND.replace("b,1,0,w,north", "b,1,0,left,nord").replace("d,1,1,s,south", "d,1,1,left,south")
    (game / "land.csv").write_text(land)
    edges = """edges: {
      river: {kind: edge, on: "{cell.river}", stroke: blue},
      realm: {kind: edge, differ: "{cell.realm}", stroke: "{cell.realm}"}}"""
    (game / "palette.yaml").write_text('{ink: "#000000", blue: "#0000ff", north: "#ff0000", south: "#00ff00"}\n')
    (game / "layouts" / "map.yaml").write_text(
        f"slots:\n  land: {{kind: grid, box: trim, pitch: 20, table: land, {edges}}}\n"
    )
    output = call("check", str(game), "--all").output
    assert "land.csv:3:7: error: left is no side of a cell on the lattice square (b, column river, cell D3)" in output
    assert "land.csv:5:7: error: left is no side of a cell on the lattice square (d, column river, cell D5)" in output
    assert "land.csv:3:12: error: there is no ink nord (b, column realm, cell E3)" in output

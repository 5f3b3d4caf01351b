"""Pieces larger than the paper: tiles that join to the whole, a plan before them, or a page as large as the piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest

from cases import spread
from command import call, made
from pixels import off
from posters import SPARE, Box, Window, drawn, joined, joints, lines, seen, windows
from sheets import MM

GAME = """
id: boards
version: "1"
title: Boards
summary: boards that no paper holds
players: 2-4
credits: [nobody]
palette: palette.yaml
tables:
  land: {data: land.csv, columns: {x: int, y: int, ground: text, river: "text?", realm: text}}
decks:
"""
PALETTE = '{ink: "#2b1d0e", wood: "#7fa36b", field: "#e2cf7d", lake: "#6fa3c4", red: "#b3382c"}\n'
MAP = """
slots:
  ground: {kind: shape, shape: outline, grow: 3, fill: lake}
  land:
    kind: grid
    lattice: hex
    pitch: 28
    table: land
    box: trim
    each:
      hex: {kind: shape, shape: hexagon, box: [-14, -16.1658, 28, 32.3316], fill: "{cell.ground}"}
      number: {kind: text, font: source-sans, size: 8, text: "{cell}", box: [-9, -9, 18, 5], align: centre, unsafe: yes}
    edges:
      lines: {kind: edge, on: inner, stroke: ink, width: 0.25}
      rivers: {kind: edge, on: "{cell.river}", stroke: red, width: 2}
"""
BACK = """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: wood}
  line: {kind: shape, shape: line, box: [0, 0, 500, 300], stroke: ink, width: 3}
"""
ISLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 160"><path d="M10 60C10 10 60 0 90 20 120 40 150 0 190 '
    '30 220 60 200 120 160 130 120 140 110 110 80 140 50 170 10 120 10 60Z"/></svg>'
)
HEX_MAP = "{kind: board, width: 594, height: 841}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def game(folder: Path, shape: str, sheet: str = "", deck: str = "", cells: tuple[int, int] = (12, 12)) -> Path:
    """Write a game with a map of so many columns and rows of hexes on a board; `sheet` is its sheet, called own."""
    root = folder / "boards"
    (root / "layouts" / "sheets").mkdir(parents=True)
    (root / "layouts" / "profiles").mkdir()
    (root / "art").mkdir()
    keys = f"shape: {shape}, front: map, stock: board{deck}"
    (root / "game.yaml").write_text(f"{GAME}  map: {{title: Map, data: map.csv, columns: {{title: text}}, {keys}}}\n")
    (root / "map.csv").write_text("id,title,copies\nM1,The Marches,1\n")
    rows = [
        f"h{row * cells[0] + column + 1},{column - row // 2},{row},{('wood', 'field')[(column + row) % 2]},"
        f"{'ne e' if column == row else ''},{'north' if row < 5 else 'south'}"
        for row in range(cells[1])
        for column in range(cells[0])
    ]
    (root / "land.csv").write_text("id,x,y,ground,river,realm\n" + "\n".join(rows) + "\n")
    (root / "palette.yaml").write_text(PALETTE)
    (root / "layouts" / "map.yaml").write_text(MAP)
    (root / "layouts" / "back.yaml").write_text(BACK)
    (root / "art" / "isle.svg").write_text(ISLE)
    (root / "layouts" / "profiles" / "own.yaml").write_text("title: own\noutput: sheets\nsheets: [own]\n")
    (root / "layouts" / "sheets" / "own.yaml").write_text(sheet or "paper: a4\n")
    (root / "layouts" / "sheets" / "fit.yaml").write_text("paper: fit\n")
    (root / "layouts" / "profiles" / "whole.yaml").write_text("title: whole\noutput: sheets\nsheets: [fit]\n")
    return root


def built(root: Path, *profiles: str) -> Path:
    """Build profiles of a game, and return the folder that holds their folders."""
    made("build", str(root), "--output", "made", *(word for name in profiles for word in ("--profile", name)))
    return root.parent / "made" / "boards"


def words(path: Path, page: int) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return str(document[page].get_textpage().get_text_bounded())


def check_joins(tiles: Sequence[Window], whole: Box) -> None:
    """Check that what is seen of tiles covers the whole box of a rectangle, with no joint off by 0.02 mm."""
    boxes = seen(tiles)
    for side in (0, 1):
        ends = sorted({round(box[side + 2], 3) for box in boxes})
        starts = sorted({round(box[side], 3) for box in boxes})
        assert starts[0] == pytest.approx(whole[side], abs=0.02) and ends[-1] == pytest.approx(
            whole[side + 2], abs=0.02
        )
        assert starts[1:] == pytest.approx(ends[:-1], abs=0.02)
    area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes)
    assert area == pytest.approx((whole[2] - whole[0]) * (whole[3] - whole[1]), rel=1e-6)


def check_met(tiles: Sequence[Window]) -> None:
    """Check that every tile has a joint with another one."""
    for tile, box in zip(tiles, seen(tiles), strict=True):
        assert box != tile.box


def check_art(path: Path, page: Path, tiles: Sequence[Window], whole: Box, every: int = 1, most: float = 0.002) -> None:
    """Check that beside their joints the tiles look as the whole does on its own page, at 300 dpi.

    At `most` that share of dots may differ: an edge that runs along a joint is antialiased otherwise.
    """
    glued = joined(path, tiles, whole)
    bands = joints(tiles)
    assert bands
    for band in bands[::every]:
        assert off(drawn(glued, band, whole, 12), drawn(page, band, whole, 12)) < most, band


@pytest.mark.slow
def test_a_map_of_hexes_prints_on_a4_on_letter_and_as_one_page(folder: Path) -> None:
    root = game(folder, HEX_MAP, cells=(20, 24))
    target = built(root, "home-a4", "home-letter", "copyshop")
    bled = (-3.0, -3.0, 597.0, 844.0)
    with pikepdf.open(target / "copyshop" / "map-whole.pdf") as pdf:
        assert len(pdf.pages) == 1
        assert [float(side) * MM for side in pdf.pages[0].mediabox] == pytest.approx([0, 0, 600, 847], abs=0.001)
        assert [float(side) * MM for side in pdf.pages[0].trimbox] == pytest.approx([3, 3, 597, 844], abs=0.001)
    for profile, size, sheets in (("home-a4", (210, 297), 11), ("home-letter", (215.9, 279.4), 12)):
        path = target / profile / "board.pdf"
        with pikepdf.open(path) as pdf:
            for page in pdf.pages:
                assert sorted(float(side) * MM for side in page.mediabox)[2:] == pytest.approx(sorted(size), abs=0.001)
            assert len(pdf.pages) == sheets + 1
        tiles = windows(path)
        check_joins(tiles, bled)
        # Nothing is printed where a printer cannot print: 6.35 mm at the edges.
        for tile in tiles:
            (left, top), (right, bottom) = tile.point(*tile.box[:2]), tile.point(*tile.box[2:])
            assert left >= 6.349 and top >= 6.349
            assert right <= size[0] - 6.349 and bottom <= size[1] - 6.349
        check_art(path, target / "copyshop" / "map-whole.pdf", tiles, bled, every=7)
        # Every hex is on some tile.
        read = {word for page in range(1, sheets + 1) for word in re.findall(r"h\d+", words(path, page))}
        assert read >= {f"h{number}" for number in range(1, 481)}
        assert "594 \u00d7 841 mm" in words(path, 0) and f"on {sheets} sheets" in words(path, 0)
        names = {f"{column}{row}" for column in "ABCD" for row in range(1, 5)}
        assert len(tiles) == 16 and names <= set(re.findall(r"\b[A-D]\d\b", words(path, 0)))


SHAPES = {
    "overlap": ("{kind: board, width: 420, height: 300}", "paper: a4\n"),
    "butt": ("{kind: board, width: 420, height: 300}", "paper: a4\ntiles: {joint: butt}\n"),
    "round": ("{kind: round, diameter: 400}", "paper: a4\n"),
    "hexagon": ("{kind: hexagon, flats: 330}", "paper: letter\n"),
    "free": ("{kind: outline, file: art/isle.svg, width: 420}", "paper: a4\ntiles: {overlap: 8}\n"),
    "narrow": ("{kind: board, width: 300, height: 90}", "paper: a5\nmargin: 5\n"),
}


@pytest.mark.parametrize("name", spread(SHAPES, lambda name: name in ("butt", "hexagon", "narrow")))
def test_tiles_of_any_outline_join_with_their_art_running_through(name: str, folder: Path) -> None:
    shape, sheet = SHAPES[name]
    target = built(game(folder, shape, sheet), "own", "whole")
    path, page = target / "own" / "board.pdf", target / "whole" / "map-whole.pdf"
    with pikepdf.open(page) as pdf:
        wide, high = (float(side) * MM for side in pdf.pages[0].mediabox[2:])
        left, top = float(pdf.pages[0].trimbox[0]) * MM, high - float(pdf.pages[0].trimbox[3]) * MM
    whole = (-left, -top, wide - left, high - top)
    tiles = windows(path)
    assert len(tiles) > 1
    check_met(tiles)
    check_art(path, page, tiles, whole)
    for tile, own in zip(tiles, seen(tiles), strict=True):
        # Every joint of a tile has its line, beside it on the side that is cut off or covered.
        drawn_lines = lines(path, tile.page)
        for side, sign in ((0, -1), (2, 1)):
            if abs(own[side] - tile.box[side]) > 0.01:
                x = tile.point(own[side] + sign * 0.075, 0)[0]
                assert any(abs(a - x) < 0.02 and abs(c - x) < 0.02 for a, _, c, _ in drawn_lines), (tile, side)


def test_backs_are_behind_their_tiles(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 500, height: 300}", deck=", back: {layout: back}", cells=(4, 4))
    for flip, pages in (("long", "mirrored"), ("short", "turned")):
        made("build", str(root), "--output", flip, "--profile", "own", "--flip", flip)
        path = folder / flip / "boards" / "own" / "board.pdf"
        views = windows(path)
        fronts, backs = views[::2], views[1::2]
        with pikepdf.open(path) as pdf:
            # The plan and the empty side behind it, then fronts and backs.
            assert len(pdf.pages) == 2 + 2 * len(fronts)
            wide, high = (float(side) * MM for side in pdf.pages[2].mediabox[2:])
        for front, back in zip(fronts, backs, strict=True):
            assert back.page == front.page + 1
            for x, y in ((0, 0), (500, 300), (123, 45)):
                across, down = front.point(x, y)
                upright = (flip == "long") == (high >= wide)
                behind = (wide - across, down) if upright else (across, high - down)
                # The back is seen from behind: its x counts from the other side of the board.
                assert back.point(500 - x, y) == pytest.approx(behind, abs=0.002), pages
            # The strips bear the art of the back, since from behind this tile lies over its neighbour.
            left, right = 500 - back.box[2], 500 - back.box[0]
            assert left == pytest.approx(front.box[0], abs=0.002)
            assert right >= front.box[2] - 0.002
            if front.box[2] < 502:
                assert right == pytest.approx(front.box[2] - SPARE + 15, abs=0.002)


def test_backs_apart_are_tiles_of_their_own(folder: Path) -> None:
    sheet = "paper: a4\ntiles: {backs: apart}\n"
    root = game(folder, "{kind: board, width: 500, height: 300}", sheet, ", back: {layout: back}", (4, 4))
    path = built(root, "own") / "own" / "board.pdf"
    tiles = windows(path)
    half = len(tiles) // 2
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == len({tile.page for tile in tiles}) + 2
    bled = (-3.0, -3.0, 503.0, 303.0)
    check_joins(tiles[:half], bled)
    check_joins(tiles[half:], bled)
    assert "back" in words(path, tiles[half].page - 1) and "A1 \u00b7 back" in words(path, tiles[half].page)


def test_a_folded_sheet_has_its_backs_apart(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 500, height: 300}", deck=", back: {layout: back}", cells=(4, 4))
    path = built(root, "gutterfold-a4") / "gutterfold-a4" / "board.pdf"
    check_joins(windows(path)[: len(windows(path)) // 2], (-3.0, -3.0, 503.0, 303.0))


def test_larger_paper_of_the_profile_comes_before_tiles(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 380, height: 260}", cells=(4, 4))
    (root / "layouts" / "sheets" / "a3.yaml").write_text("paper: a3\n")
    (root / "layouts" / "profiles" / "own.yaml").write_text("title: own\noutput: sheets\nsheets: [own, a3]\n")
    with pikepdf.open(built(root, "own") / "own" / "board.pdf") as pdf:
        assert len(pdf.pages) == 1
        assert sorted(float(side) * MM for side in pdf.pages[0].mediabox[2:]) == pytest.approx([297, 420], abs=0.01)


def test_equal_boards_share_sheets_and_one_plan(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 500, height: 60}", cells=(4, 2))
    (root / "map.csv").write_text("id,title,copies\nT1,North,1\nT2,South,1\nT3,East,2\n")
    path = built(root, "own") / "own" / "board.pdf"
    tiles = windows(path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 5  # eight tiles, two to a sheet, after one plan
    for piece in ("map/T1#1", "map/T2#1", "map/T3#1", "map/T3#2"):
        check_joins([tile for tile in tiles if tile.id == piece], (-3.0, -3.0, 503.0, 63.0))
    assert "North, South, East" in words(path, 0) and "A1 \u00b7 North" in words(path, 1)


def test_tiles_end_at_folds_where_that_takes_no_more_sheets(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 500, height: 500, fold: quad}", cells=(4, 4))
    path = built(root, "own") / "own" / "board.pdf"
    tiles = windows(path)
    bled = (-3.0, -3.0, 503.0, 503.0)
    check_joins(tiles, bled)
    assert len(tiles) == 6
    assert sorted({round(box[3], 2) for box in seen(tiles)}) == [250, 503]
    text = words(path, 0)
    assert "Cut through the board from its middle to the lower edge" in text and "Score and fold" in text


def test_folds_are_marked_outside_the_board_and_its_slit_on_it(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 180, height: 180, fold: quad}", cells=(2, 2))
    path = built(root, "own") / "own" / "board.pdf"
    (piece,) = windows(path)
    left, top = piece.point(0, 0)

    def on_board(line: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(round(value, 2) for value in (line[0] - left, line[1] - top, line[2] - left, line[3] - top))

    board_lines = [on_board(line) for line in lines(path, 0)]
    inside = [line for line in board_lines if all(0.1 < value < 179.9 for value in line[:2])]
    # The slit runs from the middle down to the edge, in stretches that suit what is under them.
    assert inside and all(line[0] == line[2] == 90 and 90 <= line[1] < line[3] <= 180 for line in inside)
    assert min(line[1] for line in inside) == 90 and max(line[3] for line in inside) == 180
    ticks = {line for line in board_lines if 90 in (line[0], line[1]) and line not in inside}
    assert {line for line in ticks if line[0] == line[2]} == {(90, -0.3, 90, -2.8)}
    assert {line for line in ticks if line[1] == line[3]} == {(-0.3, 90, -2.8, 90), (180.3, 90, 182.8, 90)}


def test_a_plan_can_be_left_out(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 380, height: 100}", "paper: a4\ntiles: {plan: no}\n", cells=(2, 2))
    path = built(root, "own") / "own" / "board.pdf"
    assert {tile.page for tile in windows(path)} == {0, 1}


def test_machines_and_beds_take_no_tiles(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 420, height: 300}", cells=(2, 2))
    for words_of in (
        ("build", str(root), "--profile", "silhouette-a4"),
        ("build", str(root), "--profile", "punchboard"),
    ):
        result = call(*words_of, "--output", "made")
        assert result.exit_code == 1
        assert "a piece of 420 x 300 mm (map/M1#1) does not fit on" in result.stderr
    result = call("laser", str(root), "--bed", "300x200", "--output", "made")
    assert result.exit_code == 1 and "420 x 300 mm" in result.stderr


def test_a_laser_scores_folds_and_cuts_the_slit(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 180, height: 180, fold: quad}", cells=(2, 2))
    made("laser", str(root), "--bed", "200x200", "--output", "made")
    [path] = (folder / "made" / "boards" / "generic").glob("*.svg")
    groups = {group.get("id"): group for group in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}g")}

    def lines_of(name: str) -> list[list[float]]:
        numbers = [re.findall(r"[\d.]+", str(path.get("d"))) for path in groups[name]]
        return sorted([float(value) for value in values] for values in numbers)

    (level, upright), [slit], [outline] = lines_of("score"), lines_of("cut-inner"), lines_of("cut-outer")
    left, top = outline[0] + 0.075, outline[1] + 0.075  # half a kerf
    middle = (left + 90, top + 90)
    assert level == pytest.approx([left, middle[1], left + 180, middle[1]], abs=0.01)
    assert sorted((upright[1], upright[3])) == pytest.approx([top, middle[1]], abs=0.01)
    assert slit == pytest.approx([*middle, middle[0], top + 180], abs=0.01)


def test_without_bleed_the_outer_edge_of_a_board_has_its_line(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 380, height: 100}", "paper: a4\nbleed: 0\nlines: yes\n", cells=(2, 2))
    path = built(root, "own") / "own" / "board.pdf"
    tiles = windows(path)
    (first, last), drawn_lines = (tiles[0], tiles[-1]), [lines(path, tile.page) for tile in (tiles[0], tiles[-1])]
    for tile, line, x in ((first, drawn_lines[0], -0.075), (last, drawn_lines[1], 380.075)):
        at = tile.point(x, 0)[0]
        beside = [(b, d) for a, b, c, d in line if abs(a - at) < 0.02 and abs(c - at) < 0.02]
        top, bottom = tile.point(0, 0)[1], tile.point(0, 100)[1]
        assert (top, bottom) in [pytest.approx(ends, abs=0.02) for ends in beside]


def test_boards_that_fit_on_the_paper_in_different_ways_are_whole(folder: Path) -> None:
    root = game(folder, "{kind: board, width: 190, height: 270}", cells=(2, 2))
    text = (root / "game.yaml").read_text()
    deck = (
        text[text.index("  map: {") :]
        .replace("  map:", "  wide:")
        .replace("width: 190, height: 270", "width: 270, height: 190")
    )
    (root / "game.yaml").write_text(text + deck)
    with pikepdf.open(built(root, "own") / "own" / "board.pdf") as pdf:
        sizes = [tuple(round(float(side) * MM) for side in page.mediabox[2:]) for page in pdf.pages]
    assert sorted(sizes) == [(210, 297), (297, 210)]
    assert {tile.id for tile in windows(folder / "made" / "boards" / "own" / "board.pdf")} == {"map/M1#1", "wide/M1#1"}

"""beeprint laser: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ezdxf
import pytest
import shapely
import shapely.affinity
from click.testing import Result
from shapely.ops import polygonize, unary_union
from svgelements import Path as SvgPath

import cutfiles
from beeprint import starter
from beeprint.base import crew
from beeprint.drawing import shape
from beeprint.laser import engrave
from beeprint.outputs.shared import cutting
from command import call, without_leaflet


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(folder: Path) -> Path:
    starter.write(folder / "my-game")
    return without_leaflet(folder / "my-game")


def cuts(path: Path, layer: str = "cut-outer") -> list[shapely.LineString]:
    """Return the lines of a layer of an SVG file."""
    return [
        shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0]))
        for line in cutfiles.from_svg(path.read_text("utf-8"))
        if line.layer == layer
    ]


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_tiles_are_cut_and_cards_are_not(game: Path, folder: Path) -> None:
    result = call("laser", "my-game")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["output/my-game/generic"]
    made = folder / "output/my-game/generic"
    assert sorted(path.name for path in made.iterdir()) == ["tiles-1.dxf", "tiles-1.pdf", "tiles-1.svg"]
    # Three hexagons of 60 mm, a pitch of 60.15 mm apart: 15 edges instead of 18.
    length = 15 * 60.15 / math.sqrt(3)
    assert sum(cut.length for cut in cuts(made / "tiles-1.svg")) == pytest.approx(length, abs=0.01)
    assert f"tiles-1: 3 pieces on 600 x 400 mm, holds 3 of tiles; {length / 1000:.2f} m of cuts" in result.stderr
    assert cutfiles.page((made / "tiles-1.svg").read_text("utf-8")) == (600, 400)


def test_svg_and_dxf_agree_and_pieces_are_in_size(game: Path, folder: Path) -> None:
    arguments = ("--kerf", "0.3", "--bed", "150x140", "--profile", "lightburn", "--copies", "tiles=4")
    assert call("laser", "my-game", *arguments).exit_code == 0
    made = folder / "output/my-game/lightburn"
    beds = sorted(path.stem for path in made.glob("*.svg"))
    assert beds == ["tiles-1", "tiles-2"]
    hexagon = shapely.Polygon(shape.hexagon(60).corners)
    count = 0
    for name in beds:
        drawn = cutfiles.from_svg((made / f"{name}.svg").read_text("utf-8"))
        again = cutfiles.from_dxf((made / f"{name}.dxf").read_text("utf-8"), 140)
        lengths = [
            [shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0])).length for line in lines]
            for lines in (drawn, again)
        ]
        # The chords of an arc are 0.004 mm off at most.
        assert lengths[0] == pytest.approx(lengths[1], rel=1e-3, abs=1e-3)
        for face in polygonize(unary_union(cuts(made / f"{name}.svg"))):
            left = face.buffer(-0.15, join_style="mitre")
            # Whichever way the block lies, a hexagon is one again after a sixth of a turn.
            box = left.envelope.bounds
            if box[2] - box[0] > box[3] - box[1]:
                left = shapely.affinity.rotate(left, 90, origin="center")
            moved = shapely.affinity.translate(
                left, hexagon.centroid.x - left.centroid.x, hexagon.centroid.y - left.centroid.y
            )
            assert moved.hausdorff_distance(hexagon) < 0.01
            count += 1
    assert count == 4


def test_cards_are_cut_when_asked_for_with_backs_behind_them(game: Path, folder: Path) -> None:
    assert call("laser", "my-game", "--only", "cards:R1").exit_code == 0
    made = folder / "output/my-game/generic"
    assert sorted(path.name for path in made.glob("*.svg")) == ["cards-1-back.svg", "cards-1.svg"]
    assert cuts(made / "cards-1-back.svg") == cuts(made / "cards-1-back.svg", "cut-inner") == []
    faces = [face.area for face in polygonize(unary_union(cuts(made / "cards-1.svg")))]
    grown = 63.15 * 88.15 - (4 - math.pi) * 3.075**2
    # Each of the copies of a card; rounded corners as the game says.
    assert {round(area) for area in faces if area > 100} == {round(grown)}
    square = call("laser", "my-game", "--only", "cards:R1", "--corners", "square", "--output", "square")
    assert square.exit_code == 0
    faces = [face.area for face in polygonize(unary_union(cuts(folder / "square/my-game/generic/cards-1.svg")))]
    assert {round(area, 1) for area in faces} == {round(63.15 * 88.15, 1)}


def test_a_game_without_parts_to_cut_is_no_error(game: Path, folder: Path) -> None:
    replace(game / "game.yaml", "shape: {kind: hexagon, flats: 60}", "shape: {kind: card, width: 60, height: 70}")
    result = call("laser", "my-game")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("My Game has nothing to cut: its decks are cards; --only DECK cuts cards too\n")
    assert not (folder / "output").exists()


def test_no_copies_of_the_parts_to_cut_is_no_error(game: Path) -> None:
    result = call("laser", "my-game", "--copies", "tiles=0")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("My Game has nothing to cut: the pieces to cut have no copies\n")


def test_an_edition_is_cut_alone(game: Path, folder: Path) -> None:
    replace(game / "game.yaml", "\nbring:", "\neditions:\n  duel: {title: duel, decks: {tiles: {copies: 2}}}\n\nbring:")
    result = call("laser", "my-game", "--edition", "duel")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == ["output/my-game.duel/generic"]
    assert "tiles-1: 2 pieces on 600 x 400 mm, holds 2 of tiles" in result.stderr
    assert "My Game, duel: 2 pieces to cut" in result.stderr
    assert call("laser", "my-game", "--edition", "duo").exit_code == 2


def test_bridges_are_gaps(game: Path, folder: Path) -> None:
    assert call("laser", "my-game", "--copies", "tiles=1").exit_code == 0
    (whole,) = cuts(folder / "output/my-game/generic/tiles-1.svg")
    assert call("laser", "my-game", "--copies", "tiles=1", "--bridges", "2").exit_code == 0
    held = cuts(folder / "output/my-game/generic/tiles-1.svg")
    assert len(held) == 2 and whole.is_ring
    # What is left standing is 0.3 mm, and the beam burns half a kerf at each end.
    assert sum(cut.length for cut in held) == pytest.approx(whole.length - 2 * (0.3 + 0.15), abs=0.01)


def test_a_bridge_is_as_wide_as_is_asked(game: Path, folder: Path) -> None:
    lengths = []
    for width in ("0.3", "1.2"):
        assert call("laser", "my-game", "--bridges", "3", "--bridge-width", width).exit_code == 0
        lengths.append(sum(cut.length for cut in cuts(folder / "output/my-game/generic/tiles-1.svg")))
    gaps = (lengths[0] - lengths[1]) / 0.9
    # Each of three tiles has three bridges at least, some of which two tiles share.
    assert gaps == pytest.approx(round(gaps), abs=0.01) and 6 <= round(gaps) <= 9


@pytest.mark.slow
def test_stocks_are_merged_on_common_beds(game: Path, folder: Path) -> None:
    both = ("--only", "cards", "--only", "tiles", "--profile", "lightburn", "--profile", "generic")
    apart = call("laser", "my-game", *both, "--output", "apart")
    assert "lightburn/cards-1: 18 pieces" in apart.stderr and "lightburn/tiles-1: 3 pieces" in apart.stderr
    merged = call("laser", "my-game", *both, "--merge")
    assert merged.exit_code == 0
    for name in ("lightburn", "generic"):
        made = folder / "output/my-game" / name
        assert {path.stem for path in made.iterdir()} == {"grey-board-2-1", "grey-board-2-1-back"}
        assert f"{name}/grey-board-2-1: 21 pieces on 600 x 400 mm, holds 18 of cards, 3 of tiles;" in merged.stderr
    assert "My Game: 21 pieces to cut" in merged.stderr, "not once for each profile"


def test_what_is_left_of_a_bed_is_said_as_its_largest_rectangle(game: Path, folder: Path) -> None:
    told = re.search(r"(\d+)% left over, (\d+) x (\d+) mm of it in one piece", call("laser", "my-game").stderr)
    assert told
    outer = [line.points for line in cutfiles.from_svg((folder / "output/my-game/generic/tiles-1.svg").read_text())]
    right, low = (max(point[axis] for line in outer for point in line) for axis in (0, 1))
    # Three hexagons in a corner: a strip beside them or below them, whichever is larger, half a kerf beyond the cuts.
    strips = ((600 - right - 0.075, 400.0), (600.0, 400 - low - 0.075))
    best = max(strips, key=lambda sides: sides[0] * sides[1])
    assert all(0 <= side - int(number) <= 2 for side, number in zip(best, (told[2], told[3]), strict=True))


def test_trays_for_stacks_are_ready_to_paste(game: Path) -> None:
    result = call("laser", "my-game", "--trays", "--material", "plywood-3", "--copies", "tiles=30")
    # Thirty tiles of 60 x 69.3 mm, 3 mm thick: three stacks of ten, with a millimetre of air on each side.
    assert (
        "boxes TypeTray --thickness=3 --burn=0.1 --sx=62:62:62 --sy=71.3 --h=31 --gripwidth=0 --output=tray-tiles.svg"
        in result.stderr.splitlines()
    )
    thin = call("laser", "my-game", "--trays", "--material", "cardstock").stderr
    assert "TypeTray" not in thin and "--trays: nothing here makes a tray" in thin


def test_bridges_leave_something_to_cut(game: Path) -> None:
    replace(game / "game.yaml", "{kind: hexagon, flats: 60}", "{kind: round, diameter: 15}")
    (game / "layouts" / "tile.yaml").write_text(
        "slots:\n  ground: {kind: shape, shape: outline, fill: leaf}\n", "utf-8"
    )
    order = ("laser", "my-game", "--only", "tiles", "--bridge-width", "5", "--bridges")
    assert call(*order, "4").exit_code == 0
    result = call(*order, "12")
    # Twelve bridges of 5 mm and a kerf of 0.15 mm each, round a disc of 15 mm.
    assert result.exit_code == 1
    assert "bridges would leave 62 of the 47 mm round a piece of deck tiles uncut" in result.stderr


def test_beds_of_an_earlier_run_go_and_other_profiles_stay(game: Path, folder: Path) -> None:
    assert call("build", "my-game", "--profile", "faces").exit_code == 0
    assert call("laser", "my-game", "--bed", "100x100").exit_code == 0
    made = folder / "output/my-game"
    assert len(list((made / "generic").glob("*.svg"))) == 3
    assert call("laser", "my-game").exit_code == 0
    assert [path.name for path in (made / "generic").glob("*.svg")] == ["tiles-1.svg"]
    assert (made / "faces/tiles/meadow.front.svg").is_file()
    listed = json.loads((made / "manifest.json").read_text("utf-8"))["profiles"]
    assert sorted(listed) == ["faces", "generic"] and listed["generic"] == [
        f"generic/tiles-1.{ending}" for ending in ("dxf", "pdf", "svg")
    ]


def test_the_same_bytes_from_the_cache_and_without_it(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("laser", "my-game", "--output", "one").exit_code == 0
    again = call("laser", "my-game", "--output", "one")
    assert "nothing has changed" in again.stderr
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "empty"))
    assert call("laser", "my-game", "--output", "two").exit_code == 0
    for path in sorted((folder / "one").rglob("*.*")):
        assert path.read_bytes() == (folder / "two" / path.relative_to(folder / "one")).read_bytes()


@pytest.mark.slow
def test_beds_are_planned_again_only_where_other_pieces_lie_on_them(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []
    made = cutting.plan
    monkeypatch.setattr(cutting, "plan", lambda *asked: planned.append(asked[0]) or made(*asked))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    for change, wanted in (
        ((), ["tiles"]),
        (("--kerf", "0.3"), ["tiles"]),
        (("--copies", "tiles=5"), ["tiles"]),
        (("--kerf", "0.3", "--dxf", "r12"), []),
    ):
        planned.clear()
        assert call("laser", "my-game", *change).exit_code == 0
        assert planned == wanted
    replace(game / "tiles.csv", ",Meadow,", ",Pasture,")
    planned.clear()
    assert call("laser", "my-game", "--output", "one").exit_code == 0
    assert planned == []
    # What is kept of a plan is all of it.
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "empty"))
    assert call("laser", "my-game", "--output", "two").exit_code == 0
    for path in sorted((folder / "one").rglob("*.*")):
        assert path.read_bytes() == (folder / "two" / path.relative_to(folder / "one")).read_bytes()


@pytest.mark.parametrize("version", ["r2010", "r12"])
def test_a_dxf_file_is_sound_and_no_handle_occurs_twice(game: Path, folder: Path, version: str) -> None:
    assert call("laser", "my-game", "--copies", "tiles=1", "--dxf", version).exit_code == 0
    path = folder / "output/my-game/generic/tiles-1.dxf"
    document = ezdxf.readfile(path)
    audit = document.audit()
    assert not audit.errors and not audit.fixes
    handles = re.findall(r"\n  5\n([0-9A-F]+)\n", path.read_text("utf-8"))[1:]  # the first is the next free one
    assert len(handles) == len(set(handles)) > 10
    lines = document.modelspace().query("LWPOLYLINE POLYLINE CIRCLE")
    assert {line.dxf.layer.upper().replace("_", " ") for line in lines} == {"ENGRAVE", "ENGRAVE LINES", "CUT OUTER"}


def test_a_build_on_one_core_gives_the_same_bytes(game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("laser", "my-game", "--bed", "150x100", "--profile", "generic", "--profile", "lightburn")
    for cores in (1, 4):
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / f"empty-{cores}"))
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert call(*asked, "--output", str(cores)).exit_code == 0
    files = [path for path in (folder / "1").rglob("*.*") if path.is_file()]
    assert len(files) > 6
    for path in files:
        assert path.read_bytes() == (folder / "4" / path.relative_to(folder / "1")).read_bytes()


def test_the_sides_of_a_bed_are_one_job_if_there_are_many_beds(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []

    def run(jobs: Sequence[tuple[float, Callable[[], None]]], *more: Any) -> None:
        counts.append(len(jobs))
        for _, do in jobs:
            do()

    monkeypatch.setattr(crew, "run", run)
    asked = ("laser", "my-game", "--only", "cards:S1", "--copies", "cards=4", "--material", "cardstock")
    for size in ("300x300", "80x100"):
        assert call(*asked, "--bed", size, "--output", size).exit_code == 0
    few, many = ([path.stem for path in (folder / size).rglob("*.pdf")] for size in ("300x300", "80x100"))
    assert [count for count in counts if count] == [len(few), sum(not name.endswith("-back") for name in many)]
    assert len(few) == 2
    assert max(counts) >= 4


@pytest.mark.slow
def test_a_changed_tile_engraves_its_face_alone_and_the_beds_of_other_decks_stay(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("laser", "my-game", "--only", "cards", "--only", "tiles", "--material", "cardstock")
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    engraved: list[object] = []
    made = engrave._engraved
    monkeypatch.setattr(engrave, "_engraved", lambda *them: engraved.append(them) or made(*them))
    # Another test may have engraved the same faces.
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "empty"))
    engrave._ENGRAVERS.clear()
    assert call(*asked).exit_code == 0
    whole, out = len(engraved), folder / "output/my-game/generic"
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    engraved.clear()
    head, row, *rest = (game / "tiles.csv").read_text("utf-8").splitlines()
    cells = row.split(",")
    cells[1] = "Changed"
    (game / "tiles.csv").write_text("\n".join([head, ",".join(cells), *rest, ""]), "utf-8")
    assert call(*asked).exit_code == 0
    changed = {path.name for path in out.iterdir() if path.read_bytes() != before[path.name]}
    assert changed and all(name.startswith("tiles") for name in changed)
    assert len(engraved) == 1 < whole


WRONG = [
    (("--profile", "lightburm"), "there is no laser profile lightburm: did you mean lightburn?"),
    (("--profile", "home-a4"), "there is no laser profile home-a4: choose from boxes, generic"),
    (("--material", "plywood"), "there is no material plywood: did you mean plywood-3?"),
    (("--kerf", "-0.1"), "--kerf -0.1: write the width of the cut in mm"),
    (("--kerf", "3"), "--kerf 3: write the width of the cut in mm, such as --kerf 0.15 (at most 2)"),
    (("--bed", "600"), "--bed 600: write WxH in mm, such as --bed 600x400 (sides from 50 to 3000)"),
    (("--bed", "40x400"), "--bed 40x400: write WxH in mm"),
    (("--bridges", "13"), "--bridges 13: write a number from 0 to 12"),
    (("--bridge-width", "0"), "--bridge-width 0: write a width in mm, such as --bridge-width 0.5 (from 0.1 to 5)"),
    (("--bridge-width", "6"), "--bridge-width 6: write a width in mm"),
    (("--bridge-width", "0.5"), "--bridge-width belongs to --bridges; add how many, such as --bridges 2"),
    (("--only", "tile"), "--only: My Game has no deck tile: did you mean tiles?"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_a_wrong_command_line_exits_with_2(game: Path, arguments: tuple[str, ...], said: str) -> None:
    result = call("laser", "my-game", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert not Path("output").exists()


def test_a_piece_larger_than_the_bed_is_named(game: Path) -> None:
    result = call("laser", "my-game", "--bed", "70x70")
    assert result.exit_code == 1
    # The bed less the 2 mm of the board and the kerf of 0.15 mm on both sides.
    assert result.stderr.splitlines()[-3:] == [
        "my-game/game.yaml:31:12: error: a piece of deck tiles is 60 x 69.282 mm; a bed of 70 x 70 mm leaves 65.7 x "
        "65.7 mm for pieces",
        "    hint: use a larger --bed, or leave the deck out: --only names the decks to cut",
        "1 error; nothing was written",
    ]
    assert not Path("output").exists()


def test_a_game_that_takes_too_many_beds_is_refused_at_once(game: Path) -> None:
    result = call("laser", "my-game", "--copies", "tiles=1000", "--bed", "100x100")
    assert result.stderr.splitlines()[-3:] == [
        "my-game/game.yaml:33:12: error: stock tiles needs at least 312 beds, more than 200",
        "    hint: use a larger --bed, or fewer copies",
        "1 error; nothing was written",
    ]


def test_pieces_too_small_for_the_material_are_named_all_at_once(game: Path) -> None:
    (game / "layouts/materials").mkdir()
    text = "title: logs\nthickness: 50\nkerf: 1\ndistance: 5\nfeature: {}\nhole: 50\nsource: assumed\n"
    (game / "layouts/materials/log.yaml").write_text(text.format(35), "utf-8")
    result = call("laser", "my-game", "--material", "log", "--only", "tiles")
    fault = "an edge of the pieces of deck tiles is 34.64 mm long, less than the minimum of 35 mm for logs"
    assert fault in result.stderr
    assert "mm wide" not in result.stderr
    (game / "layouts/materials/log.yaml").write_text(text.format(50), "utf-8")
    assert call("laser", "my-game", "--material", "log").exit_code == 1
    (game / "layouts/materials/log.yaml").write_text(text.format(51), "utf-8")
    result = call("laser", "my-game", "--material", "log")
    assert result.exit_code == 1
    assert "log.yaml:5:10: error: feature is 51; it must be at most 50" in result.stderr


def hole(game: Path, circle: str) -> Result:
    """Put a hole into the picture of the sun, which the tiles show in a box of 18 mm for its 20."""
    art = game / "art/icons/sun.svg"
    if "data-layer" not in art.read_text("utf-8"):
        replace(art, "</svg>", '<circle data-layer="cut" fill="none" stroke="#000000"/></svg>')
    text = re.sub(
        r'<circle data-layer="cut"[^/]*/>', f'<circle data-layer="cut" {circle} fill="none"/>', art.read_text()
    )
    art.write_text(text.replace(' fill="none"/></svg>', ' fill="none" stroke="#000000" stroke-width="0.1"/></svg>'))
    return call("laser", "my-game")


def test_holes_are_cut_first_and_the_kerf_smaller(game: Path, folder: Path) -> None:
    assert hole(game, 'cx="10" cy="10" r="2"').exit_code == 0
    svg = folder / "output/my-game/generic/tiles-1.svg"
    inner = cuts(svg, "cut-inner")
    assert [cut.length for cut in inner] == pytest.approx([2 * math.pi * (1.8 - 0.075)] * 3, rel=2e-3)
    layers = [line.layer for line in cutfiles.from_svg(svg.read_text("utf-8"))]
    assert layers.index("cut-inner") < layers.index("cut-outer")
    assert layers == sorted(layers, key=["engrave", "engrave-lines", "score", "cut-inner", "cut-outer"].index)


def test_holes_that_the_material_does_not_take_are_named(game: Path) -> None:
    result = hole(game, 'cx="10" cy="10" r="1.5"')
    assert result.exit_code == 1
    assert (
        "my-game/tiles.csv:2:1: error: the hole in tiles/meadow at 18.0, 29.0 mm is 2.69 mm wide, less than the "
        "minimum of 3 mm for grey board, 2 mm\n    hint: enlarge the hole, or choose another --material"
        in result.stderr
    )
    # 3 mm are 3 mm, flattened or not: 18 / 20 of the drawing's.
    assert hole(game, 'cx="10" cy="10" r="1.6667"').exit_code == 0
    result = hole(game, 'cx="-7" cy="10" r="2"')
    assert (
        "in tiles/meadow the hole at 2.7, 29.0 mm is 0.90 mm from the edge, less than the minimum of 2 mm"
        in result.stderr
    )
    result = hole(game, 'cx="-10" cy="10" r="2"')
    assert "the hole in tiles/meadow at 0.0, 29.0 mm extends beyond the piece" in result.stderr


HOLES = {
    "M6 6 H14 L10 14": "the cut in tiles/meadow that begins at 14.4, 25.4 mm is not closed",
    "M2 2 H18 V2.1 H2.1 V18 H2 Z": "the hole in tiles/meadow at 18.0, 29.0 mm is 0.11 mm wide, less than the minimum",
    "M2 2 H8 V4 H16 V4.1 H8 V8 H2 Z": "a part of the hole in tiles/meadow at 17.1, 24.5 mm is narrower than the kerf",
    "M2 2 L18 18 V2 L2 18 Z": "the hole in tiles/meadow at 18.0, 29.0 mm crosses itself",
    "M0 0 H20 V20 H0 Z M6 6 H14 V14 H6 Z": "one of the holes at 18.0, 29.0 and 18.0, 29.0 mm is inside the other",
    # What comes back to where it began is closed, with a Z and without.
    "M6 6 H14 L10 14 L6 6": "",
    # A tip as sharp as this is no slit.
    "M2 10 C6 4 14 4 18 10 C14 16 6 16 2 10 Z": "",
}


@pytest.mark.parametrize("path", HOLES)
def test_what_is_no_hole_to_cut_is_refused(game: Path, folder: Path, path: str) -> None:
    cut = f'<path data-layer="cut" d="{path}" fill="none" stroke="#000000" stroke-width="0.1"/></svg>'
    replace(game / "art/icons/sun.svg", "</svg>", cut)
    result = call("laser", "my-game")
    if HOLES[path]:
        assert result.exit_code == 1 and HOLES[path] in result.stderr
        assert not (folder / "output").exists()
        return
    # Told from the drawing by another reader: 0.9 mm to its millimetre, half a kerf smaller all round.
    points = [segment.point(step / 64) for segment in SvgPath(path) for step in range(64) if len(segment) > 0]
    nominal = shapely.affinity.scale(shapely.Polygon([(p.x, p.y) for p in points]), 0.9, 0.9, origin=(0, 0))
    burnt = [shapely.Polygon(cut).buffer(0.075, join_style="mitre", mitre_limit=50) for cut in inner(folder)]
    assert len(burnt) == 3
    for line in burnt:
        x, y = (line.bounds[axis] - nominal.bounds[axis] for axis in (0, 1))
        assert shapely.affinity.translate(nominal, x, y).hausdorff_distance(line) < 0.01


def inner(folder: Path) -> list[shapely.LineString]:
    return cuts(folder / "output/my-game/generic/tiles-1.svg", "cut-inner")


@pytest.mark.slow
def test_old_programs_get_their_file_without_complaints(game: Path, folder: Path) -> None:
    order = [sys.executable, "-m", "beeprint", "laser", "my-game", "--dxf", "r12", "--copies", "tiles=1"]
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=True)
    assert "INSUNITS" not in done.stderr
    assert done.stderr.splitlines()[1].startswith("My Game: 1 piece to cut")


def test_list_names_laser_profiles_and_materials() -> None:
    said = call("list").stdout
    assert re.search(r"^generic +for any laser; one colour for each pass \(default\)$", said, re.MULTILINE)
    assert re.search(r"^grey-board-2 +grey board, 2 mm, kerf 0.15 mm \(default\)$", said, re.MULTILINE)


@pytest.mark.slow
def test_dice_in_thick_board_come_with_advice(folder: Path) -> None:
    advice = "grey board, 2 mm does not fold: cut what folds separately with --only die --material cardstock"
    assert advice in call("laser", "pollen-wars", "--only", "die").stderr
    assert "does not fold" not in call("laser", "pollen-wars", "--only", "die", "--material", "cardstock").stderr


@pytest.mark.slow
def test_fronts_and_backs_of_a_real_game_meet(folder: Path) -> None:
    # Rosettes would take seconds to engrave; a fungus is a hexagon with its stump behind it.
    result = call("laser", "pollen-wars", "--only", "fungus", "--bed", "200x150")
    assert result.exit_code == 0
    made = folder / "output/pollen-wars/generic"
    assert sorted(path.name for path in made.glob("*.svg")) == ["tiles-1-back.svg", "tiles-1.svg"]
    assert len(cuts(made / "tiles-1.svg", "cut-inner")) == 3
    back = {line.layer for line in cutfiles.from_svg((made / "tiles-1-back.svg").read_text("utf-8"))}
    assert back <= {"engrave", "engrave-lines", "score", "guide"} and {"engrave", "guide"} <= back
    # What is engraved on the back lies within the mirror image of the pieces.
    pieces = unary_union(list(polygonize(unary_union(cuts(made / "tiles-1.svg")))))
    mirrored = shapely.affinity.translate(shapely.affinity.scale(pieces, -1, 1, origin=(0, 0)), 200, 0)
    engraved = [
        line for line in cutfiles.from_svg((made / "tiles-1-back.svg").read_text("utf-8")) if line.layer != "guide"
    ]
    assert all(mirrored.contains(shapely.MultiPoint(line.points)) for line in engraved)

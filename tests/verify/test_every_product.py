"""Every product beyond the page for each shipped game and for three of other shapes, read back by tools not ours.

Beds, sheets that a machine cuts, and tiles of the shipped games are held in test_laser_games.py,
test_print_cut_games.py and test_poster_games.py; here the same readers hold those of the other games. Boxes, standees,
counters and boards that a game has not are added to it in test_every_kind.py.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pytest
import shapely
import test_laser_games
import test_poster_games
import test_print_cut_games
from msgspec.structs import replace
from PIL import Image
from shapely.ops import polygonize, unary_union
from svgelements import SVG

import outlines
import shapes_games
import sheets
import test_cutting_guide
import test_folding
from beeprint import pipeline
from beeprint.base.geometry import Rect
from beeprint.base.options import LaserOptions, Options
from beeprint.base.printer import Flip, Printer
from beeprint.laser.plan import Artwork
from beeprint.outputs.shared import Checked, cutting
from beeprint.sheet import Layout
from beeprint.sources.workspace import built_in_games
from cutfiles import Drawn, from_svg
from posters import windows
from printing import Device, size
from test_posters import check_art, check_joins
from test_showing import placed

SHIPPED = sorted(built_in_games())
GAMES = [*SHIPPED, *shapes_games.NAMES]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folder of every game."""
    root = tmp_path_factory.mktemp("games")
    return {**built_in_games(), **{name: shapes_games.write(name, root) for name in shapes_games.NAMES}}


@cache
def plain(folder: Path) -> Checked:
    """Return a game whose faces are black up to the trim."""
    made = test_print_cut_games.plain(folder)
    assert not made.problems
    return made


def built(made: Checked, folder: Path, *profiles: str, **more: object) -> Path:
    return pipeline.build(made, Options(profiles=profiles, output=folder, **more)).target  # type: ignore[arg-type]


# boxes --------------------------------------------------------------------------------------------------------------


def lines(folder: Path, layer: str) -> list[Drawn]:
    return [
        line
        for path in sorted(folder.glob("*.svg"))
        for line in from_svg(path.read_text("utf-8"))
        if line.layer == layer
    ]


def held(made: Checked, box: str) -> tuple[float, float, float]:
    """Return the room that a box needs inside, from the words of game.yaml and the rules of docs/boxes.md."""
    spec = made.game.boxes[box].spec.shape
    wide, high, deep, most = 0.0, 0.0, 0.0, 0.0
    for name in spec.for_:
        deck = made.game.decks[name]
        stock = made.game.spec.stocks.get(deck.spec.stock)
        thickness = stock.thickness if stock and stock.thickness else {"card": 0.333, "tile": 2.0}[deck.role]
        sleeved = deck.role == "card" and stock is not None and stock.sleeves == "thick"
        thickness, more = thickness + 0.2 * sleeved, 3 * sleeved
        left, top, right, bottom = outlines.nominal(deck.spec.shape).bounds
        wide, high, most = max(wide, right - left + more), max(high, bottom - top + more), max(most, thickness)
        deep += thickness * sum(row.copies for row in deck.rows.rows)
    clearance, stacks = spec.clearance, spec.stacks
    if stacks > 1:
        deep = deep / stacks + most
    return wide * stacks + clearance * stacks, high + clearance, deep + clearance


@pytest.mark.parametrize("name", GAMES)
def test_boxes_are_cut_panel_by_panel_and_fold_round_what_they_hold(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    made = plain(folders[name])
    for box, deck in made.game.boxes.items():
        target = built(made, tmp_path / box, "silhouette-a4", only={box: ()})
        net, kind = deck.spec.shape.folded, deck.spec.shape.kind
        wide, high, deep = held(made, box)
        if kind == "lid":  # over a tray for the same: 2 and 4 cards, and 0.8 mm of play; two thirds as deep
            card = net.thickness
            assert net.inside == pytest.approx((wide + 2 * card + 0.8, high + 4 * card + 0.8, deep * 2 / 3), abs=0.01)
        elif kind == "sleeve":
            assert net.inside == pytest.approx((wide, high - deck.spec.shape.clearance, deep), abs=0.01)
        elif kind == "divider":
            assert net.inside[:2] == pytest.approx((wide, high), abs=0.01)
        else:
            assert net.inside == pytest.approx((wide, high, deep), abs=0.01)
        if kind != "divider":
            crossed = {(a, b): test_folding.overlap(net, a, b) for a, b in test_folding.pairs(net)}
            assert max(crossed.values()) < 0.01
        for flap, panel in net.glue:
            printed, inner = test_folding.face(net, flap), test_folding.face(net, panel, net.thickness)
            thin = int(np.argmin(np.ptp(inner, axis=0)))
            assert np.abs(printed[:, thin] - inner[0, thin]).max() <= 0.1, (box, flap)
        # The panels between the lines that the machine cuts and scores, by their areas and their rims.
        cut, scored = (lines(target / "silhouette-a4", layer) for layer in ("cut-outer", "score"))
        rims = [shapely.LinearRing(line.points) for line in cut]
        # A score ends at the outline; a hair beyond it, the two meet whatever the rounding.
        folds = [shapely.affinity.scale(shapely.LineString(line.points), 1.001, 1.001) for line in scored]
        sizes = sorted(
            (panel.area, panel.length) for panel in polygonize(unary_union([*rims, *folds])) if panel.area > 1
        )
        panels = [shapely.Polygon(panel.ring) for panel in net.panels]
        if kind == "divider":
            panels = [shapely.union_all([panel.buffer(1e-6) for panel in panels])] * len(deck.rows.rows)
        if len(cut) == len(deck.rows.rows):
            wanted = sorted((panel.area, panel.length) for panel in panels)
            assert len(sizes) == len(wanted), box
            for (area, rim), (own, length) in zip(sizes, wanted, strict=True):
                assert abs(area - own) < 0.1 + 0.002 * length, box
                assert abs(rim - length) < 0.5, box
        else:  # in parts, each with a flap of 12 mm more; nothing of the net is lost but the thickness of the card
            more = sum(shapely.Polygon(line.points).area for line in cut) - sum(panel.area for panel in panels)
            assert 200 < more / (len(cut) - 1) < 2500


YAW, PITCH = math.radians(32), math.radians(24)


@pytest.mark.parametrize("name", GAMES)
def test_folded_pieces_are_drawn_at_true_size(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    made = plain(folders[name])
    boxes = {box: deck.spec.shape for box, deck in made.game.boxes.items()}
    target = built(made, tmp_path, "folded", only=dict.fromkeys(boxes, ()), dpi=30)
    for box, shape in boxes.items():
        if shape.kind not in ("tuck-box", "sleeve"):
            continue
        slabs = list(test_folding.boxes_of(shape.folded).values())
        sides = np.max([high for _, high in slabs], axis=0) - np.min([low for low, _ in slabs], axis=0)
        wide, high, deep = sides
        page = SVG.parse(str(target / "folded" / f"{box}.svg"), ppi=25.4)
        # In parallel projection, from the front and from behind, with 6 mm round each.
        assert page.width == pytest.approx(2 * (wide * math.cos(YAW) + deep * math.sin(YAW)) + 24, abs=0.5)
        leans = high * math.cos(PITCH) + (wide * math.sin(YAW) + deep * math.cos(YAW)) * math.sin(PITCH)
        assert page.height == pytest.approx(leans + 12, abs=0.5)


# standees -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kerf", [0.0, 0.2])
def test_slots_are_as_wide_as_the_board_once_the_beam_has_cut_them(
    kerf: float, folders: dict[str, Path], tmp_path: Path
) -> None:
    options = LaserOptions(profiles=("generic",), output=tmp_path, kerf=kerf, only={"lower": ("A",), "stand": ("A",)})
    target = pipeline.build(plain(folders["cutouts"]), options).target
    drawn = [line for path in (target / "generic").glob("*.svg") for line in from_svg(path.read_text("utf-8"))]
    outer = [
        shapely.Polygon(line.points).buffer(-kerf / 2, join_style="mitre")
        for line in drawn
        if line.layer == "cut-outer"
    ]
    [slot] = [shapely.Polygon(line.points) for line in drawn if line.layer == "cut-inner"]
    left, top, right, bottom = slot.buffer(kerf / 2, join_style="mitre").bounds
    assert sorted((right - left, bottom - top)) == pytest.approx([2, 15.2], abs=0.01)
    [half] = [
        panel
        for panel in outer
        if max(side for side in (panel.bounds[2] - panel.bounds[0], panel.bounds[3] - panel.bounds[1])) > 45
    ]
    widths = []
    x1, y1, x2, y2 = half.bounds
    level = x2 - x1 > y2 - y1  # the nest may have turned it
    for share in np.linspace(0.01, 0.99, 197):
        across = (
            shapely.LineString([(x1 + share * (x2 - x1), y1 - 1), (x1 + share * (x2 - x1), y2 + 1)])
            if level
            else shapely.LineString([(x1 - 1, y1 + share * (y2 - y1)), (x2 + 1, y1 + share * (y2 - y1))])
        )
        inside = across.intersection(half)
        if isinstance(inside, shapely.MultiLineString):
            gap = shapely.distance(*list(inside.geoms)[:2])
            if gap > 0.01:  # parts that touch are one
                widths.append(gap)
    assert max(widths) == pytest.approx(2, abs=0.02) and min(widths) == pytest.approx(1.75, abs=0.02)
    assert len(widths) == pytest.approx(197 / 2, abs=3), "the slot is half as deep as the standee is high"


# tiles --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shapes_games.NAMES)
@pytest.mark.parametrize("joint", ["overlap", "butt"])
def test_a_piece_of_every_deck_joins_again(name: str, joint: str, folders: dict[str, Path], tmp_path: Path) -> None:
    if name == "hexlands":  # its boards are larger than any number of tiles of small paper
        made = pipeline.check(folders[name], Options())
        options = Options(profiles=("home-a4", "copyshop"), output=tmp_path, only={"map": ()})
        target = pipeline.build(made, options).target
        tiles, bled = windows(target / "home-a4" / "board.pdf"), (-3.0, -3.0, 597.0, 844.0)
        check_joins(tiles, bled)
        check_art(target / "home-a4" / "board.pdf", target / "copyshop" / "map-whole.pdf", tiles, bled, every=5)
        return
    test_poster_games.hold(folders[name], joint, tmp_path)


# printers -----------------------------------------------------------------------------------------------------------

ODD = Device((-0.7, 0.5), -0.25, (0.997, 1.002), (1.001, 0.9992))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_meet_fronts_on_a_printer_that_is_not_true(
    name: str, flip: Flip, folders: dict[str, Path], tmp_path: Path
) -> None:
    made, sign = plain(folders[name]), 1 if flip == "long" else -1
    printer = Printer(
        name="study",
        shift=(sign * ODD.shift[0], sign * ODD.shift[1]),
        turn=ODD.turn,
        scale=(100 * ODD.scale[0], 100 * ODD.scale[1]),
        back_scale=(100 * ODD.back[0], 100 * ODD.back[1]),
        flip=flip,
    )
    two = {deck.name: (deck.rows.rows[0].id,) for deck in made.game.decks.values() if deck.spec.back is not None}
    target = built(made, tmp_path, "home-a4", only=two, printer=printer, flip=flip)
    apart = wide = 0.0
    seen = set()
    for file in (target / "home-a4").glob("*.pdf"):
        with pikepdf.open(file) as pdf:
            papers = [size(page) for page in pdf.pages]
        pairs: dict[str, list[sheets.Found]] = {}
        for piece in sheets.pieces(file):
            pairs.setdefault(piece.id, []).append(piece)
        for id_, some in pairs.items():
            if len(some) != 2 or some[0].page == some[1].page:
                continue  # without a back, or in tiles
            seen.add(id_.partition("/")[0])
            w, h = made.game.decks[id_.partition("/")[0]].shape.box[2:]
            front, back = some
            corners = [(0, 0), (w, 0), (w, h), (0, h)]
            ahead = [ODD.front(shapely.Point(front.point(*at)), papers[front.page]) for at in corners]
            behind = [ODD.behind(shapely.Point(back.point(w - x, y)), papers[back.page], flip) for x, y in corners]
            apart = max(apart, *(a.distance(b) for a, b in zip(ahead, behind, strict=True)))
            round_ = zip(pairwise([*ahead, ahead[0]]), (w, h, w, h), strict=True)
            wide = max(wide, *(abs(a.distance(b) - side) for (a, b), side in round_))
    assert seen and apart < 0.05 and wide < 0.02 + 0.0001 * 200, (apart, wide)


@pytest.mark.parametrize("name", GAMES)
def test_folded_sheets_have_backs_behind_their_fronts(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    made = plain(folders[name])
    two = {deck.name: (deck.rows.rows[0].id,) for deck in made.game.decks.values() if deck.spec.back is not None}
    target = built(made, tmp_path, "gutterfold-a4", only=two)
    count = 0
    for file in (target / "gutterfold-a4").glob("*.pdf"):
        with pikepdf.open(file) as pdf:
            heights = [size(page)[1] for page in pdf.pages]
        pairs: dict[tuple[int, str], list[sheets.Found]] = {}
        for piece in sheets.pieces(file):
            pairs.setdefault((piece.page, piece.id), []).append(piece)
        for (page, id_), some in pairs.items():
            if len(some) != 2:
                continue
            count += 1
            w, h = made.game.decks[id_.partition("/")[0]].shape.box[2:]
            front, back = some
            for x, y in ((0, 0), (w, 0), (w, h), (0, h)):
                across, down = front.point(x, y)
                assert back.point(w - x, y) == pytest.approx((across, heights[page] - down), abs=0.01), id_
    assert count


# pictures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_pictures_to_show_have_every_piece_in_its_size(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    made = plain(folders[name])
    target = built(made, tmp_path, "fan", "showcase", "poster", "table", dpi=20)
    counts = Counter[str]()
    for path in sorted(target.rglob("*.svg")):
        kind = path.relative_to(target).parts[0]
        page = SVG.parse(str(path), ppi=25.4)
        with Image.open(path.with_suffix(".png")) as picture:
            assert picture.size == pytest.approx((page.width * 20 / 25.4, page.height * 20 / 25.4), abs=1)
        areas = []
        for piece, at in placed(path):
            counts[kind] += 1
            deck = made.game.decks[piece.partition("/")[0]]
            w, h = deck.shape.box[2:]
            shown = abs(at.a * at.d - at.b * at.c)
            assert shown < 0.99 if kind == "showcase" else shown == pytest.approx(1, abs=1e-3), (path.name, piece)
            corners = (at.point_in_matrix_space(corner) for corner in ((0, 0), (w, 0), (w, h), (0, h)))
            areas.append(shapely.Polygon([(corner.x, corner.y) for corner in corners]))
            if kind in ("fan", "poster", "showcase"):
                assert shapely.box(0, 0, page.width, page.height).contains(areas[-1]), (path.name, piece)
        if kind == "poster":
            assert min((a.distance(b) for n, a in enumerate(areas) for b in areas[:n]), default=5) > 4.99
            (rows,) = {piece.partition("/")[0] for piece, _ in placed(path)}
            assert len(areas) == len(made.game.decks[rows].rows.rows)
    assert min(counts[kind] for kind in ("fan", "showcase", "poster", "table")) > 0


@pytest.mark.parametrize("name", GAMES)
def test_exported_pictures_have_the_outline_of_their_piece(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    made, dots = plain(folders[name]), 72 / 25.4
    first = {deck.name: (deck.rows.rows[0].id,) for deck in made.game.decks.values() if deck.rows.rows}
    target = built(made, tmp_path, "images", only=first, dpi=72)
    for deck, (row,) in first.items():
        spec = made.game.decks[deck].spec.shape
        trim = outlines.nominal(spec)
        holes = sum(shapely.Polygon(ring).area for ring in made.game.decks[deck].shape.rings)
        left, top, right, bottom = trim.bounds
        files = [path for path in (target / "images" / deck).glob("*.png") if path.name.startswith(f"{row}.front")]
        [path] = files or sorted((target / "images" / deck).glob("*front.png"))
        with Image.open(path) as picture:
            assert picture.size == pytest.approx(((right - left) * dots, (bottom - top) * dots), abs=1)
            alpha = np.asarray(picture.convert("RGBA").getchannel("A"))
        seen = float(alpha.sum()) / 255 / dots**2
        rim = trim.length + 4 * math.sqrt(holes)
        assert abs(seen - (trim.area - holes)) < 0.5 / dots * rim, deck


# cutting ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_cutting_guide_frees_every_rectangle_and_hurts_nothing(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    made = plain(folders[name])
    done = pipeline.build(made, Options(profiles=("home-a4",), output=tmp_path, backs="none"))
    freed = told = 0
    for some in done.sheets.values():
        for sheet in some:
            if any(front.trim.width > sheet.paper.width for front in sheet.fronts):
                continue  # tiles, which have lines and a plan of their own
            layout = Layout(sheet, "")
            boxes = [front.trim for front in sheet.fronts]
            told += bool(layout.plan.cuts)
            parts = test_cutting_guide.cut_up(layout.plan, layout.region, boxes)
            for front in sheet.fronts:
                inside = any(Rect(*rest).grow(0.01).contains(front.trim) for rest in layout.plan.rest)
                if front.piece.shape.is_rectangle and not inside:
                    freed += 1
                    assert test_cutting_guide.freed(parts, front.trim)
    guide = done.target / "home-a4" / "cutting-guide.pdf"
    assert guide.exists() == bool(told) and (freed or name not in SHIPPED)


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the artwork out, which takes most of the time."""
    monkeypatch.setattr(cutting, "engrave", lambda *_: Artwork())


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("job", ["no kerf", "merged, for a knife", "a mat"])
@pytest.mark.parametrize("name", shapes_games.NAMES)
def test_every_bed_is_what_the_game_says(name: str, job: str, folders: dict[str, Path], tmp_path: Path) -> None:
    profile, wanted, _ = test_laser_games.JOBS[job]
    test_laser_games.hold(plain(folders[name]), profile, wanted, 0, shapes_games.CUT[name], tmp_path)


@pytest.mark.parametrize("name", shapes_games.NAMES)
def test_what_is_printed_is_cut_to_a_twentieth_of_a_millimetre(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    made = plain(folders[name])
    small = {deck: content for deck, content in made.game.decks.items() if max(content.shape.box[2:]) < 150}
    test_print_cut_games.hold(replace(made, game=replace(made.game, decks=small)), tmp_path)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("name", GAMES)
def test_trays_hold_the_stack_of_every_deck_that_is_cut(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    made, board = plain(folders[name]), 2.0  # mm of grey board
    options = LaserOptions(
        profiles=("generic",), output=tmp_path, trays=True, only=dict.fromkeys(shapes_games.CUT.get(name, ()), ())
    )
    stacks = {}
    for line in pipeline.build(made, options).products["generic"].hints:
        if trays := re.match(r"boxes TypeTray (.*) --output=tray-([\w-]+)\.svg$", line):
            stacks[trays[2]] = dict(re.findall(r"--(\w+)=(\S+)", trays[1]))
    wanted = [deck for deck in cutting.decks(made.game, options) if not deck.shape.folds]
    assert list(stacks) == [deck.name for deck in wanted] != []
    for deck in wanted:
        tray = stacks[deck.name]
        left, top, right, bottom = outlines.nominal(deck.spec.shape).bounds
        rows = [float(number) for number in tray["sx"].split(":")]
        short, long = sorted((right - left + 2, bottom - top + 2))
        assert rows == pytest.approx([short] * len(rows), abs=0.11) and float(tray["sy"]) == pytest.approx(
            long, abs=0.11
        )
        pieces = sum(map(deck.printed, deck.rows.rows))
        assert len(rows) * math.floor(float(tray["h"]) / board) >= pieces and float(tray["h"]) <= 41
        assert float(tray["thickness"]) == board and float(tray["burn"]) == 0.075 and tray["gripwidth"] == "0"

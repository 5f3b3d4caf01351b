"""Virtual tables: what their programs load is read back by readers of our own making and held against the faces."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
import resvg_py
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from beeprint import pipeline, starter
from beeprint.base.geometry import Rect, rectangle
from beeprint.base.options import Options
from beeprint.cli import cli
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol, path_mark, use
from beeprint.drawing.marks import shown_part
from beeprint.drawing.shape import circle, hexagon, pattern_block, rosette
from beeprint.drawing.shape import rectangle as card_shape
from beeprint.formats.tabletop import Component, Item, Mosaic, loose, mesh, rooms, simulator
from beeprint.formats.tabletop.table import heaps
from beeprint.formats.tabletop.thumbnail import thumbnail
from beeprint.outputs.shared import Checked, exports
from tables import (
    BASE,
    Dealt,
    behind,
    cut_off,
    dealt,
    drawn,
    local,
    manifest,
    objects,
    off,
    opened,
    read_mesh,
    shown,
)

DECKS = """
  pairs:
    title: Two-sided cards
    data: pairs.csv
    columns: {ink: text, other: text}
    shape: {kind: card, size: standard-card, corner: 3}
    front: plain
    back: {layout: plain-back, each: piece}
    stock: cards
  token:
    title: Tokens
    name: "Token of {ink}"
    description: "**Worth** {worth} :sun:"
    data: token.csv
    columns: {ink: text, other: text, worth: int}
    shape: {kind: round, diameter: 20}
    front: plain
    back: {layout: plain-back, each: piece}
    stock: tokens
  plot:
    title: Plots
    data: plot.csv
    columns: {ink: text, other: text}
    shape: {kind: rosette, flats: 20}
    front: plain
    back: {layout: plain-back, each: piece}
    stock: tiles
  board:
    title: Boards
    data: board.csv
    columns: {ink: text, other: text}
    shape: {kind: board, width: 120, height: 60}
    front: plain
    stock: boards
  die:
    title: Dice
    data: die.csv
    columns: {faces: {type: list, of: [leaf, sun, rain, ink, paper, earth]}}
    shape: {kind: die-net, edge: 16}
    safe: 0
    front: die
    stock: tiles

# Checked before"""
FILES = {
    "pairs.csv": "id,ink,other,copies\nP1,sun,ink,2\nP2,rain,paper,1\n",
    "token.csv": "id,ink,other,worth,copies\nT1,sun,rain,1,5\nT2,rain,sun,2,4\n",
    "plot.csv": "id,ink,other\nA,sun,rain\nB,rain,leaf\n",
    "board.csv": "id,ink,other,copies\nM,leaf,sun,2\n",
    "die.csv": "id,faces,copies\nD,leaf sun rain ink paper earth,2\n",
    # A spot in the upper left tells which way a face lies.
    "layouts/plain.yaml": "slots:\n  ground: {kind: shape, shape: outline, grow: 3, fill: '{ink}'}\n"
    "  spot: {kind: shape, shape: ellipse, box: [6, 6, 3, 3], fill: ink}\n",
    "layouts/plain-back.yaml": "slots:\n  ground: {kind: shape, shape: outline, grow: 3, fill: '{other}'}\n"
    "  spot: {kind: shape, shape: ellipse, box: [6, 6, 3, 3], fill: earth}\n",
    "layouts/die.yaml": "extends: base/die\nslots:\n  ground: {fill: paper}\n  faces:\n    each:\n"
    "      face: {kind: shape, shape: rectangle, box: [-6, -6, 12, 12], fill: '{cell}'}\n",
}
TABLES = ("tabletop-simulator", "playingcards-io", "images")
#: What the tables are asked for, half of what their profiles say, and the pixels of a card of 63 x 88 mm.
DPI, CARD = 100, (248, 346)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Checked]:
    """Return a small game with a deck of each kind, built for all tables."""
    folder = tmp_path_factory.mktemp("tables")
    starter.write(folder / "mine")
    game = (folder / "mine" / "game.yaml").read_text("utf-8")
    (folder / "mine" / "game.yaml").write_text(game.replace("\n# Checked before", DECKS, 1), "utf-8")
    inks = (folder / "mine" / "palette.yaml").read_text("utf-8")
    if "earth:" not in inks:
        (folder / "mine" / "palette.yaml").write_text(inks + '\nearth: "#704020"\n', "utf-8")
    for name, text in FILES.items():
        (folder / "mine" / name).write_text(text, "utf-8")
    options = Options(profiles=TABLES, output=folder / "out", base_url=BASE, dpi=DPI)
    checked = pipeline.check(folder / "mine", options)
    assert [str(problem) for problem in checked.problems if problem.severity == "error"] == []
    return pipeline.build(checked, options).target, checked


# Tabletop Simulator -------------------------------------------------------------------------------------------------


def saved(made: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((made / "tabletop-simulator" / "mine.json").read_text("utf-8"))
    return data


def test_the_table_holds_every_piece_as_often_as_the_box(made: tuple[Path, Checked]) -> None:
    pieces = Counter(state["GMNotes"] for state in objects(saved(made[0])["ObjectStates"]))
    assert pieces == {key: piece["copies"] for key, piece in manifest(made[0]).items()}
    assert sum(pieces.values()) == 18 + 3 + 3 + 9 + 2 + 2 + 2


def test_every_card_id_shows_its_own_face_and_back(made: tuple[Path, Checked]) -> None:
    target, checked = made
    cards = [state for state in objects(saved(target)["ObjectStates"]) if state["Name"] == "Card"]
    faces = {key: drawn(checked, key, CARD) for key in checked.faces if key[0] in ("cards", "pairs")}
    small = {key: face.resize((41, 57)) for key, face in faces.items()}
    assert len(cards) == 21
    for state in cards:
        deck, piece = state["GMNotes"].split("/")
        front, back = shown(target, state)
        assert back and off(front, faces[deck, piece, "front"]) < 0.2
        least = front.resize((41, 57))
        nearest = min(small, key=lambda key: off(least, small[key]))
        assert off(faces[nearest], faces[deck, piece, "front"]) == 0, state["GMNotes"]
        assert off(back, faces.get((deck, piece, "back")) or faces[deck, "", "back"]) < 0.2


def test_decks_hold_their_cards_in_the_order_of_their_ids(made: tuple[Path, Checked]) -> None:
    decks = {state["Nickname"]: state for state in saved(made[0])["ObjectStates"] if state["Name"] == "DeckCustom"}
    assert {name: len(deck["DeckIDs"]) for name, deck in decks.items()} == {"Garden cards": 18, "Two-sided cards": 3}
    keys = [key for deck in decks.values() for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))
    for deck in decks.values():
        assert deck["DeckIDs"] == [state["CardID"] for state in deck["ContainedObjects"]]
        assert {str(number // 100) for number in deck["DeckIDs"]} == set(deck["CustomDeck"])
    # Face down where a back is the deck's, face up where each piece has its own.
    assert decks["Garden cards"]["Transform"]["rotZ"] == 180 and decks["Two-sided cards"]["Transform"]["rotZ"] == 0


def test_sheets_are_as_small_as_their_cards_at_the_resolution_asked_for(made: tuple[Path, Checked]) -> None:
    # The twelve cards of the starter and two more, and a place for the hidden card.
    for state in objects(saved(made[0])["ObjectStates"]):
        for deck in state.get("CustomDeck", {}).values():
            assert (deck["NumWidth"], deck["NumHeight"], deck["BackIsHidden"]) == (5, 3, True)
            sheet = opened(local(made[0], deck["FaceURL"]))
            across, down = CARD
            assert (sheet.size, sheet.mode) == ((5 * across, 3 * down), "RGB")
            hidden = sheet.crop((4 * across, 2 * down, 5 * across, 3 * down))
            assert hidden.getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize("count", range(1, 80))
@pytest.mark.parametrize("size", [(63, 88), (44, 63), (70, 120), (120, 70)])
def test_a_sheet_has_the_columns_and_rows_that_its_cards_need(count: int, size: tuple[float, float]) -> None:
    width, height = simulator.cell(card_shape(*size), 150)
    most = min(10, 4096 // width) * min(7, 4096 // height)
    if count > most:
        return
    columns, rows = simulator.grid(count, width, height)
    assert 2 <= columns <= 10 and 2 <= rows <= 7 and columns * width <= 4096 and rows * height <= 4096
    assert columns * rows >= count
    # No sheet with fewer cells would do.
    fitting = [a * b for a in range(2, 11) for b in range(2, 8) if a * width <= 4096 and b * height <= 4096]
    assert columns * rows == min(cells for cells in fitting if cells >= count)


@pytest.mark.parametrize("count", [1, 39, 40, 139])
def test_a_sheet_holds_39_cards_at_200_dpi_and_the_next_begins_another(count: int) -> None:
    faces = [Symbol.of([path_mark(rectangle(Rect(0, 0, 1 + n, 5)))]) for n in range(count)]
    items = tuple(Item(f"C{n}", f"C{n}", "", 1, face, faces[0]) for n, face in enumerate(faces))
    table = simulator.saved_object(
        "g", "G", "", [Component("d", "D", "card", card_shape(63, 88), items)], lambda name: name, 200
    )
    ids = [
        (state["CardID"], state["CustomDeck"]) for state in objects(json.loads(table.texts["g.json"])["ObjectStates"])
    ]
    assert len({number for number, _ in ids}) == count and max(number % 100 for number, _ in ids) <= 38
    for (number, deck), face in zip(ids, faces, strict=True):
        sheet = table.pictures[deck[str(number // 100)]["FaceURL"]]
        assert isinstance(sheet, Mosaic)
        [mark] = sheet.cells[number % 100].drawing.marks
        assert mark.marks[0].symbol.key == face.key  # type: ignore[union-attr]
        assert (sheet.width, sheet.height) == (496, 692)
        assert sheet.cells[sheet.columns * sheet.rows - 1].drawing.marks == ()


@pytest.mark.parametrize("size", [(63, 88), (88, 63), (70, 120), (70, 70), (4, 900), (900, 4), (44.45, 88.9)])
def test_cells_keep_their_shape_and_fit(size: tuple[float, float]) -> None:
    width, height = simulator.cell(card_shape(*size), 200)
    assert width >= 1 and height >= 1 and 2 * width <= 4096 and 2 * height <= 4096
    wanted = [int(side * 200 / 25.4) for side in size]
    assert [width, height] == wanted if max(wanted) <= 2048 else max(width, height) == 2048
    if min(width, height) > 20:
        assert width / height == pytest.approx(size[0] / size[1], rel=0.01)


def test_pieces_carry_names_and_plain_words(made: tuple[Path, Checked]) -> None:
    said = {
        state["GMNotes"]: (state["Nickname"], state["Description"]) for state in objects(saved(made[0])["ObjectStates"])
    }
    assert said["cards/S1"] == ("First light", "")  # the column title
    assert said["token/T2"] == ("Token of rain", "Worth 2 sun")
    assert said["plot/A"] == ("A", "")  # nothing but its id


def test_each_kind_of_token_comes_in_a_bag_of_its_own(made: tuple[Path, Checked]) -> None:
    bags = [state for state in saved(made[0])["ObjectStates"] if state["Name"] == "Bag"]
    assert {bag["Nickname"]: Counter(state["GMNotes"] for state in bag["ContainedObjects"]) for bag in bags} == {
        "Token of sun": {"token/T1": 5},
        "Token of rain": {"token/T2": 4},
    }


@pytest.mark.parametrize(
    ("copies", "groups"),
    [
        ((5, 4), [["a"] * 5, ["b"] * 4]),
        ((7, 0), [["a"] * 7]),  # one kind: a heap of the deck's name
        ((6, 1), [["a"] * 6 + ["b"]]),  # a piece by itself belongs to the others
        ((1,) * 7, [list("abcdefg")]),
        ((3, 3), [["a"] * 3 + ["b"] * 3]),  # few enough to lie about
    ],
)
def test_heaps_are_of_one_kind_where_each_kind_is_many(copies: tuple[int, ...], groups: list[list[str]]) -> None:
    face = Symbol.of([])
    items = tuple(Item(name, name, "", count, face) for name, count in zip("abcdefg", copies, strict=False))
    parts = heaps(Component("d", "D", "tile", circle(20), items))
    assert [[item.id for item in part.pieces] for part in parts] == groups
    assert [part.title for part in parts] == ([ids[0] for ids in groups] if len(groups) > 1 else ["D"])


def test_tiles_show_their_two_sides_at_their_size(made: tuple[Path, Checked]) -> None:
    target, checked = made
    tiles = [state for state in objects(saved(target)["ObjectStates"]) if state["Name"] == "Custom_Tile"]
    assert Counter(state["GMNotes"].split("/")[0] for state in tiles) == {"token": 9, "board": 2}
    for state in tiles:
        deck, piece = state["GMNotes"].split("/")
        image = state["CustomImage"]
        for side, key in (("front", "ImageURL"), ("back", "ImageSecondaryURL")):
            if (deck, piece, side) not in checked.faces:
                assert image[key] == ""
                continue
            picture = Image.open(local(target, image[key]))
            assert off(picture, drawn(checked, (deck, piece, side), picture.size)) < 0.2
        assert image["CustomTile"]["Type"] == {"token": 2, "board": 0}[deck]
        scale = state["Transform"]["scaleX"], state["Transform"]["scaleZ"]
        wide, high = {"token": (20, 20), "board": (120, 60)}[deck]
        assert scale == pytest.approx((wide / 50.8, high / 50.8), abs=1e-3)


def test_a_die_shows_the_faces_of_its_net_opposite_ones_opposite(made: tuple[Path, Checked]) -> None:
    target, checked = made
    dice = [state for state in objects(saved(target)["ObjectStates"]) if state["Name"] == "Custom_Dice"]
    assert len(dice) == 2 and all(state["CustomImage"]["CustomDice"]["Type"] == 1 for state in dice)
    picture = Image.open(local(target, dice[0]["CustomImage"]["ImageURL"]))
    side = picture.width // 3
    # The program's own template: an empty row, then 2 4 5, then 1 3 6.
    numbers = [[0, 0, 0], [2, 4, 5], [1, 3, 6]]
    inks = {colour: name for name, colour in checked.game.palette.items()}
    shown = {
        number: inks.get(picture.getpixel((int((x + 0.5) * side), int((y + 0.5) * side))))
        for y, row in enumerate(numbers)
        for x, number in enumerate(row)
        if number
    }
    # The row that faces leave empty colours the die's edges: it is the ground of its faces.
    assert picture.crop((0, 0, picture.width, side)).getcolors() == [(picture.width * side, shown_ground(checked))]
    values = {turn["Value"]: turn["Rotation"] for turn in dice[0]["RotationValues"]}
    assert set(values) == {"leaf", "sun", "rain", "ink", "paper", "earth"} == set(shown.values())
    assert values[str(shown[2])] == {"x": 0, "y": 0, "z": 0} and values[str(shown[5])] == {"x": 0, "y": 0, "z": 180}
    # On the net the first and third of the column are opposite, the second and fourth, and the two wings.
    opposite = {frozenset((shown[a], shown[b])) for a, b in ((1, 6), (2, 5), (3, 4))}
    assert opposite == {frozenset(("leaf", "rain")), frozenset(("sun", "ink")), frozenset(("paper", "earth"))}


def shown_ground(checked: Checked) -> tuple[int, ...]:
    return tuple(checked.game.palette["paper"])


def test_addresses_are_hosted_or_local_files_that_exist(
    made: tuple[Path, Checked], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = re.findall(r'"(https?://[^"]*)"', json.dumps(saved(made[0])))
    files = {path.name for path in (made[0] / "tabletop-simulator" / "files").iterdir()}
    assert {local(made[0], address).name for address in urls} == files
    thumbnail = Image.open(made[0] / "tabletop-simulator" / "mine.png")
    assert thumbnail.size == (256, 256) and thumbnail.getpixel((0, 0))[3] == 0 and thumbnail.getpixel((128, 110))[3]
    monkeypatch.chdir(tmp_path)
    options = Options(profiles=("tabletop-simulator", "images"), output=Path("here"), only={"token": (), "plot": ()})
    built = pipeline.build(pipeline.check(made[1].game.workspace.game, options), options)
    text = (built.target / "tabletop-simulator" / "mine.json").read_text("utf-8")
    addresses = set(re.findall(r'"(file:[^"]*)"', text))
    paths = {Path(url2pathname(urlparse(address).path)) for address in addresses}
    assert len(paths) == 8 and all(path.is_absolute() and path.is_file() for path in paths)
    assert not re.search(r"https?:", text)
    # At the 200 dpi of both profiles, 20 mm are 157 pixels.
    tokens = [path for path in paths if path.name.startswith("token-")]
    loose = built.target / "images" / "token" / "T1.front.png"
    assert len(tokens) == 4 and {opened(path).size for path in (*tokens, loose)} == {(157, 157)}


def test_a_thumbnail_shows_the_most_varied_decks_the_largest_on_top() -> None:
    faces = {name: Symbol.of([path_mark(rectangle(Rect(0, 0, place + 1, 5)))]) for place, name in enumerate("abcdef")}

    def deck(names: str, kind: Any = "card") -> Component:
        return Component(names, names, kind, card_shape(63, 88), tuple(Item(n, n, "", 1, faces[n]) for n in names))

    def fanned(*decks: Component) -> list[str]:
        shown = [mark.marks[0].symbol.key for mark in thumbnail(decks).drawing.marks]  # type: ignore[union-attr]
        return [name for key in shown for name, face in faces.items() if face.key == key]

    assert fanned(deck("a"), deck("bc"), deck("def")) == ["f", "b", "d"]  # no instructions among them
    assert fanned(deck("a", "tile"), deck("b")) == ["b"]
    assert fanned(deck("ab", "tile")) == ["b", "a"]
    assert fanned() == []


@pytest.mark.slow
def test_equal_games_have_equal_bytes_whatever_the_hash_seed(made: tuple[Path, Checked], tmp_path: Path) -> None:
    game, only = made[1].game.workspace.game, ("token", "plot", "die")
    options = Options(profiles=TABLES, output=tmp_path / "here", only=dict.fromkeys(only, ()), base_url=BASE)
    here = pipeline.build(pipeline.check(game, options), options).target
    command = [sys.executable, "-m", "beeprint", "build", str(game), "--output", str(tmp_path / "there")]
    command += [part for name in TABLES for part in ("--profile", name)] + ["--base-url", BASE]
    seed = {"PYTHONHASHSEED": "1", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run(
        command + [f"--only={deck}" for deck in only], env={**os.environ, **seed}, check=True, capture_output=True
    )
    first, other = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (here, tmp_path / "there" / here.name)
    )
    assert first == other and len(first) > 10


def test_ids_of_objects_are_six_digits_and_differ(whole: str) -> None:
    marks = re.findall(r'"GUID": "([0-9a-f]{6})"', whole)
    assert len(marks) == len(set(marks)) > 200


@pytest.fixture(scope="module")
def whole(checked: Checked) -> str:
    """Return Pollen Wars for Tabletop Simulator, nothing drawn."""
    components = list(exports.components(checked, Options()))
    made = simulator.saved_object("pollen-wars", "Pollen Wars", "", components, lambda name: name, 200)
    return made.texts["pollen-wars.json"]


def test_pollen_wars_is_whole_on_the_table(checked: Checked, whole: str) -> None:
    states = json.loads(whole)["ObjectStates"]
    pieces = Counter(state["GMNotes"] for state in objects(states))
    rows = [(deck.name, row) for deck in checked.game.decks.values() for row in deck.rows.rows]
    assert pieces == {f"{name}/{row.id}": row.copies for name, row in rows}
    assert sum(pieces.values()) == checked.game.pieces == 219
    turned = {state["Nickname"]: state["Transform"]["rotZ"] for state in states if state["Name"] == "DeckCustom"}
    assert turned.pop("Reference cards") == 0 and set(turned.values()) == {180} and len(turned) == 4
    assert {state["Nickname"] for state in states if state["Name"] == "Bag"} == {
        f"{kind}, {hive}"
        for kind in ("Forager", "Soldier")
        for hive in ("pink", "green", "blue", "orange", "sky", "black")
    } | {"Flower field tiles"}


def test_nothing_lies_on_another_thing_and_all_lies_on_the_table(checked: Checked, whole: str) -> None:
    boxes = []
    for state in json.loads(whole)["ObjectStates"]:
        shape = checked.game.decks[state["GMNotes"].split("/")[0]].shape
        width, height = (2, 2) if state["Name"] == "Bag" else (shape.width / 25.4, shape.height / 25.4)
        x, z = state["Transform"]["posX"], state["Transform"]["posZ"]
        boxes.append(Rect(x - width / 2, z - height / 2, width, height))
    assert not any(a.overlaps(b, 0.01) for i, a in enumerate(boxes) for b in boxes[:i])
    # In inches; the program's tables are twice as wide as this is deep.
    assert all(Rect(-22, -11, 44, 22).contains(box, 0.01) for box in boxes)
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    assert left + right == pytest.approx(0, abs=0.01)


# meshes -------------------------------------------------------------------------------------------------------------


def volume(text: str) -> float:
    """Return a mesh's volume: positive where all its triangles face outwards and it is closed."""
    points, _, triangles = read_mesh(text)
    total = 0.0
    for (a, _), (b, _), (c, _) in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points[a], points[b], points[c]
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


HEX = 20**2 * 3**0.5 / 2  # mm2, 20 mm across the flats


@pytest.mark.parametrize(
    ("shape", "area", "core"),
    [
        (hexagon(20), HEX, HEX),
        (hexagon(20, pointy=False), HEX, HEX),
        (rosette(20), 7 * HEX, 4 * HEX),
        (pattern_block("triangle", 30), 30**2 * 3**0.5 / 4, 30**2 * 3**0.5 / 4),
        (pattern_block("rhombus", 30), 30**2 * 3**0.5 / 2, 30**2 * 3**0.5 / 2),
        (pattern_block("trapezoid", 30), 30**2 * 3**0.5 * 0.75, 30**2 * 3**0.5 * 0.75),
    ],
)
def test_a_mesh_is_its_shape_closed_and_turned_outwards(shape: Any, area: float, core: float) -> None:
    inches = 25.4**3
    for parts in (1, 2):
        assert volume(mesh.tile(shape, parts)) * inches == pytest.approx(area * mesh.THICKNESS, rel=1e-3)
    assert volume(mesh.collider(shape)) * inches == pytest.approx(core * mesh.THICKNESS, rel=1e-3)
    points, _, triangles = read_mesh(mesh.tile(shape, 2))
    edges = Counter(
        (tuple(points[a]), tuple(points[b])) for triangle in triangles for (a, _), (b, _) in _ring(triangle)
    )
    assert all(edges[b, a] == count == 1 for (a, b), count in edges.items()), "each edge is shared, once each way"


def _ring(edges: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(edges, (*edges[1:], edges[0]), strict=True))


def test_a_model_shows_its_front_above_and_its_back_below(made: tuple[Path, Checked]) -> None:
    target, checked = made
    models = {s["GMNotes"]: s for s in objects(saved(target)["ObjectStates"]) if s["Name"] == "Custom_Model"}
    assert set(models) == {"plot/A", "plot/B", "tiles/meadow"}
    custom = models["plot/B"]["CustomMesh"]
    points, places, triangles = read_mesh(local(target, custom["MeshURL"]).read_text("utf-8"))
    picture = Image.open(local(target, custom["DiffuseURL"]))
    shape = checked.game.decks["plot"].shape
    size = (round(shape.width * 8), round(shape.height * 8))
    faces = {side: drawn(checked, ("plot", "B", side), size) for side in ("front", "back")}
    seen = Counter()
    for triangle in triangles:
        x, y, z = (sum(points[a][axis] for a, _ in triangle) / 3 for axis in range(3))
        u, v = (sum(places[b][axis] for _, b in triangle) / 3 for axis in range(2))
        if len({points[a][1] for a, _ in triangle}) > 1:
            continue  # the rim
        side = "front" if y > 0 else "back"
        across = x * 25.4 + shape.width / 2
        # Whoever turns the tile about its long axis sees the back upright: left and right change places.
        at = (across if side == "front" else shape.width - across) * 8, (z * 25.4 + shape.height / 2) * 8
        expected = faces[side].getpixel((int(at[0]), int(at[1])))
        colour = picture.getpixel((int(u * picture.width), int((1 - v) * picture.height)))
        assert colour == pytest.approx(expected, abs=3)
        seen[side] += 1
    assert seen == {"front": 18, "back": 18}
    # The spot in the upper left is where it belongs on both halves.
    for half, side in enumerate(("front", "back")):
        u = (half + (7.5 + 1) / (shape.width + 2)) / 2
        spot = picture.getpixel((int(u * picture.width), int((7.5 + 1) / (shape.height + 2) * picture.height)))
        assert spot == faces[side].getpixel((60, 60)) != faces[side].getpixel((size[0] // 2, size[1] // 2))


def test_models_show_their_faces_whole_and_one_sided_ones_stay_readable(made: tuple[Path, Checked]) -> None:
    target, checked = made
    models = [state for state in objects(saved(target)["ObjectStates"]) if state["Name"] == "Custom_Model"]
    for state in models:
        deck, piece = state["GMNotes"].split("/")
        keys = (deck, piece, "front"), behind(checked, state["GMNotes"]) or (deck, piece, "front")
        for picture, key in zip(shown(target, state), keys, strict=True):
            assert picture and off(picture, drawn(checked, key, picture.size)) < 0.5, key


@pytest.mark.parametrize(
    ("shape", "turned"),
    [
        (hexagon(20), True),
        (rosette(20), True),
        (pattern_block("trapezoid", 30), True),
        (pattern_block("rhombus", 30), False),
    ],
)
def test_a_front_seen_from_below_is_turned_where_its_outline_allows(shape: Any, turned: bool) -> None:
    points, places, triangles = read_mesh(mesh.tile(shape, 1))
    below = {
        points[a][0]: places[b][0]
        for triangle in triangles
        for a, b in triangle
        if all(points[c][1] < 0 for c, _ in triangle)
    }
    assert (below[min(below)] > below[max(below)]) == turned


# playingcards.io ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def room(made: tuple[Path, Checked]) -> tuple[list[Dealt], list[dict[str, Any]]]:
    return dealt(made[0] / "playingcards-io" / "mine.pcio")


def test_a_room_holds_every_piece_and_each_shows_its_faces(
    made: tuple[Path, Checked], room: tuple[list[Dealt], list[dict[str, Any]]]
) -> None:
    target, checked = made
    cards, widgets = room
    spinners = [widget for widget in widgets if widget["type"] == "spinner"]
    assert [widget["options"] for widget in spinners] == [["leaf", "sun", "rain", "ink", "paper", "earth"]] * 2
    pieces = Counter([card.id for card in cards] + ["die/D"] * len(spinners))
    assert pieces == {key: piece["copies"] for key, piece in manifest(target).items()}
    for piece_card in {card.id: card for card in cards}.values():
        back = behind(checked, piece_card.id)
        deck, piece = piece_card.id.split("/")
        for side, key in (("front", (deck, piece, "front")), ("back", back)):
            picture = piece_card.sides[side]
            if key:
                assert cut_off(picture, drawn(checked, key, picture.size)) < 0.3
            else:
                assert picture.convert("RGB").getextrema() == ((255, 255),) * 3
    piles = {card.id: card.pile for card in cards}
    assert (piles["cards/S1"], piles["token/T1"], piles["token/T2"]) == (
        "Garden cards",
        "Token of sun",
        "Token of rain",
    )


def test_a_room_fits_its_table(room: tuple[list[Dealt], list[dict[str, Any]]], checked: Checked) -> None:
    large = rooms.room("pollen-wars", list(exports.components(checked, Options())))
    for widgets in (room[1], json.loads(large.texts["widgets.json"])):
        piles = [widget for widget in widgets if widget["type"] in ("cardPile", "spinner")]
        boxes = [Rect(pile["x"], pile["y"], pile["width"], pile["height"]) for pile in piles]
        assert all(Rect(0, 0, 1600, 800).contains(box) for box in boxes)
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


# loose pictures -----------------------------------------------------------------------------------------------------


def test_loose_pictures_are_cut_to_their_outline_and_listed(made: tuple[Path, Checked]) -> None:
    target, checked = made
    folder = target / "images"
    with (folder / "pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert {key: int(row["copies"]) for key, row in rows.items()} == {
        key: piece["copies"] for key, piece in manifest(target).items()
    }
    assert rows["token/T2"]["name"] == "Token of rain" and rows["token/T2"]["width-mm"] == "20"
    assert rows["board/M"]["back"] == "" and rows["cards/S1"]["back"] == rows["cards/R1"]["back"] == "cards/back.png"
    listed = {row[side] for row in rows.values() for side in ("front", "back") if row[side]}
    assert listed == {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}
    picture = Image.open(folder / rows["cards/S1"]["front"])
    assert picture.size == CARD and picture.mode == "RGBA"
    assert picture.getpixel((0, 0))[3] == picture.getpixel((CARD[0] - 1, CARD[1] - 1))[3] == 0  # rounded corners
    assert picture.getpixel((CARD[0] // 2, 1))[3] == 255
    solid = Image.new("RGB", picture.size, "white")
    solid.paste(picture, mask=picture.getchannel("A"))
    assert off(solid, drawn(checked, ("cards", "S1", "front"), picture.size)) < 0.5
    token = Image.open(folder / rows["token/T1"]["front"])
    share = ImageStat.Stat(token.getchannel("A")).mean[0] / 255
    assert share == pytest.approx(3.14159 / 4, abs=0.01)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ('=HYPERLINK("http://example.org","x")', '\'=HYPERLINK("http://example.org","x")'),
        ("@SUM(1)", "'@SUM(1)"),
        ("-2+3", "'-2+3"),
        ("+1", "+1"),
        ("-3.5", "-3.5"),
        ("2 = 2", "2 = 2"),
    ],
)
def test_no_cell_becomes_a_formula(made: tuple[Path, Checked], name: str, written: str) -> None:
    component = next(iter(exports.components(made[1], Options())))
    item = replace(component.items[0], name=name)
    text = loose.pictures([replace(component, items=(item,))], 100).texts["pieces.csv"]
    assert next(csv.DictReader(io.StringIO(text)))["name"] == written


def test_clips_that_hide_nothing_are_left_out_and_change_nothing(checked: Checked) -> None:
    shape = checked.game.decks["honey"].shape
    symbol = checked.faces["honey", "H01", "front"].symbol
    texts = [
        svg.write(Drawing(shape.box, (use(part),)), checked.fonts) for part in (symbol, shown_part(symbol, shape.box))
    ]
    assert texts[1].count("clip-path=") < texts[0].count("clip-path=")
    pictures = [resvg_py.svg_to_bytes(svg_string=text, dpi=60, skip_system_fonts=True) for text in texts]
    image, other = (Image.open(io.BytesIO(bytes(data))).convert("RGBA") for data in pictures)
    assert ImageChops.difference(image, other).getbbox() is None
    assert shown_part(circle_symbol := Symbol.of([path_mark(circle(9).path())]), shape.box) == circle_symbol


# the command line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--base-url", "example.org"), "--base-url example.org: write the address of the hosted files"),
        (("--base-url", "https://a b"), "--base-url https://a b: write the address of the hosted files"),
        (("--base-url", "https://example.org"), "none of the profiles uses it; add --profile tabletop-simulator"),
    ],
)
def test_a_wrong_address_is_a_wrong_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    result = CliRunner().invoke(cli, ["build", "mine", *more])
    assert result.exit_code == 2 and message in result.stderr


def test_a_build_says_what_to_do_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    command = ["build", "mine", "--only", "tiles", "--profile", "tabletop-simulator", "--profile", "playingcards-io"]
    result = CliRunner().invoke(cli, command)
    assert result.stdout.splitlines() == ["output/mine/tabletop-simulator", "output/mine/playingcards-io"]
    assert "copy mine.json and mine.png into Tabletop Simulator's folder Saves/Saved Objects" in result.stderr
    assert "which other players cannot see; to host them, give --base-url" in result.stderr
    assert "import mine.pcio into a room of playingcards.io" in result.stderr
    # The same command again takes the files from the cache; one with an address does not.
    assert "the files come from the cache" in CliRunner().invoke(cli, command).stderr
    again = CliRunner().invoke(cli, [*command, "--base-url", "https://example.org"])
    assert "host the contents of files/ at https://example.org" in again.stderr
    text = (tmp_path / "output/mine/tabletop-simulator/mine.json").read_text("utf-8")
    assert '"https://example.org/tiles-meadow-' in text and "file:" not in text


def test_absurd_resolutions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    (tmp_path / "mine/layouts/profiles").mkdir()
    (tmp_path / "mine/layouts/profiles/fine.yaml").write_text("output: images\ntitle: fine\ndpi: 9000\n", "utf-8")
    result = CliRunner().invoke(cli, ["build", "mine", "--profile", "fine"])
    assert (result.exit_code, result.stderr.splitlines()[0]) == (
        1,
        "mine/layouts/profiles/fine.yaml:3:6: error: dpi is 9000; it must be at most 1200",
    )


@pytest.mark.slow
def test_a_resolution_that_cannot_be_had_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    (tmp_path / "mine/layouts/profiles").mkdir()
    for name, output in (("table", "tabletop-simulator"), ("loose", "images")):
        profile = tmp_path / f"mine/layouts/profiles/{name}.yaml"
        profile.write_text(f"output: {output}\ntitle: fine\ndpi: 1200\n", "utf-8")
    order = ["build", "mine", "--profile", "table", "--profile", "loose", "--only", "cards:S1", "--only", "tiles"]
    said = CliRunner().invoke(cli, order).stderr.splitlines()
    assert [line for line in said if "dpi" in line] == [
        # 2048 pixels for 88 mm, since a sheet has two rows at least; 4096 for the 71.3 mm of a hexagon with its rim.
        "table: pictures of cards have 591 dpi, not 1200: none may have more than 4096 pixels a side",
        "loose: pictures of cards have 1182 dpi, not 1200: none may have more than 4096 pixels a side",
    ]
    usual = CliRunner().invoke(cli, ["build", "mine", "--profile", "tabletop-simulator", "--profile", "images"])
    assert usual.exit_code == 0 and "dpi" not in usual.stderr


def test_an_empty_table_is_no_fault() -> None:
    assert json.loads(simulator.saved_object("g", "G", "", [], str, 200).texts["g.json"])["ObjectStates"] == []
    assert loose.pictures([], 200).texts["pieces.csv"].count("\n") == 1
    assert [widget["type"] for widget in json.loads(rooms.room("g", []).texts["widgets.json"])] == ["hand"]

"""Pictures to show: hands, pairs, posters and tables, read back as pixels and, by svgelements, as places of pieces."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image
from svgelements import SVG, Group, Matrix

from beeprint import starter
from beeprint.base.geometry import Rect, Ring, translate
from beeprint.cli import cli
from beeprint.drawing.drawing import ImageMark, Symbol
from beeprint.drawing.raster import shadow
from beeprint.drawing.shape import rectangle
from beeprint.outputs.scene import things
from command import without_leaflet

#: mm to a user unit of svgelements, which counts pixels of 96 to the inch.
MM = 25.4 / 96
CARD = (63, 88)
Placed = dict[str, list[Matrix]]


def build(folder: Path, *arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(cli, ["build", str(folder / "mine"), "--output", str(folder / "out"), *arguments])
    assert done.exit_code == code, done.stderr
    return done.stderr


def profile(folder: Path, name: str, text: str) -> None:
    path = folder / "mine" / "layouts" / "profiles" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"title: {name}\n{text}", "utf-8")


def opened(path: Path) -> SVG:
    """Return a picture without its outlines, which take svgelements a thousand times as long as all else."""
    return SVG.parse(io.StringIO(re.sub(r' d="[^"]*"', ' d="M0 0"', path.read_text("utf-8"))))


def placed(path: Path) -> list[tuple[str, Matrix]]:
    """Return the pieces of a picture, the lowest first, each with the matrix from its mm to those of the picture."""
    pieces = []
    for element in opened(path).elements():
        piece = element.values["attributes"].get("data-piece") if isinstance(element, Group) else None
        if piece:
            pieces.append((piece, Matrix(element.transform) * Matrix.scale(MM)))
    return pieces


def middle(at: Matrix, size: tuple[float, float] = CARD) -> tuple[float, float]:
    point = at.point_in_matrix_space((size[0] / 2, size[1] / 2))
    return point.x, point.y


def turn(at: Matrix) -> float:
    return math.degrees(math.atan2(at.b, at.a))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game, in which pictures of all kinds have been built once."""
    folder = tmp_path_factory.mktemp("shown")
    starter.write(folder / "mine")
    without_leaflet(folder / "mine")
    for count, formats, dpi in ((1, "svg, png", 50), (2, "svg", 50), (13, "svg, png", 20)):
        fan = f"output: fan\ncount: {count}\npieces: {{cards: []}}\nformats: [{formats}]\ndpi: {dpi}\n"
        profile(folder, f"fan{count}", fan)
    profile(
        folder, "listed", "output: fan\npieces: {tiles: [meadow], cards: [R3, S1]}\ntogether: yes\nformats: [svg]\n"
    )
    profile(folder, "whole", "output: poster\ncopies: yes\nbacks: yes\ngap: 4\nformats: [svg, webp]\ndpi: 20\n")
    profile(folder, "grey", 'output: poster\nground: "#808080"\nmargin: 0\nformats: [png]\ndpi: 20\n')
    profile(folder, "tile", "output: showcase\npieces: {tiles: [meadow]}\nformats: [svg]\nangle: 0\ntilt: 0\n")
    (folder / "mine" / "set-up.yaml").write_text(
        "size: [400, 300]\nground: sun\nplaces:\n"
        "  - {deck: cards, as: pile, side: back, at: [60, 80]}\n"
        "  - {deck: cards, pieces: [S1, R3, S1], at: [250, 80], gap: 7}\n"
        "  - {deck: tiles, pieces: [meadow], at: [60, 220], turn: 30}\n"
        "  - {deck: cards, draw: 4, as: grid, columns: 2, gap: -20, at: [250, 200], turn: 90}\n",
        "utf-8",
    )
    names = ("fan1", "fan2", "fan13", "listed", "whole", "grey", "tile")
    build(folder, *(f"--profile={name}" for name in names))
    # Of these, places are read from the SVG; their pixels take seconds at their own number of dots.
    build(folder, "--profile=showcase", "--profile=poster", "--profile=table", "--dpi=20")
    return folder


def made(shown: Path) -> Path:
    return next((shown / "out").iterdir())


@pytest.mark.parametrize(("count", "step"), [(1, 0.0), (2, 11.0), (13, 64 / 12)])
def test_a_hand_is_spread_round_a_point_below_it(shown: Path, count: int, step: float) -> None:
    cards = placed(made(shown) / f"fan{count}" / "cards.svg")
    turns = [turn(at) for _, at in cards]
    assert turns == pytest.approx([(number - (count - 1) / 2) * step for number in range(count)], abs=0.01)
    centres = [middle(at) for _, at in cards]
    radius = 1.27 * math.hypot(*CARD)
    pivots = [
        (x - radius * math.sin(math.radians(by)), y + radius * math.cos(math.radians(by)))
        for (x, y), by in zip(centres, turns, strict=True)
    ]
    for pivot in pivots:
        assert pivot == pytest.approx(pivots[0], abs=0.05)
    # The game has twelve different cards: none is shown twice before all are.
    assert len({piece for piece, _ in cards}) == min(count, 12)


def test_pictures_have_the_size_in_pixels_and_clear_corners(shown: Path) -> None:
    path = made(shown) / "fan13" / "cards.png"
    with Image.open(path) as image:
        svg = opened(path.with_suffix(".svg"))
        wanted = [float(side) * MM * 20 / 25.4 for side in (svg.width, svg.height)]
        assert list(image.size) == pytest.approx(wanted, abs=1) and image.mode == "RGBA"
        assert image.info["dpi"] == pytest.approx((20, 20), abs=0.1)
        alpha = image.getchannel("A")
        right, low = image.width - 1, image.height - 1
        assert {alpha.getpixel(at) for at in ((0, 0), (right, 0), (0, low), (right, low))} == {0}
        x, y = (int(side * 20 / 25.4) for side in middle(placed(path.with_suffix(".svg"))[6][1]))
        assert alpha.getpixel((x, y)) == 255


def test_shadows_are_soft_black_and_below_the_cards(shown: Path) -> None:
    with Image.open(made(shown) / "fan1" / "cards.png") as image:
        alpha, middle_row = image.getchannel("A"), image.width // 2
        column = [alpha.getpixel((middle_row, y)) for y in range(image.height)]
        edge = max(y for y, value in enumerate(column) if value == 255)
        below = column[edge + 2 :]
        assert below == sorted(below, reverse=True) and 20 < max(below) < 160 and below[-1] <= 2
        assert len({*below}) > 6
        shadow = [image.getpixel((middle_row, edge + 3 + y)) for y in range(3)]
        assert all(max(pixel[:3]) < 40 for pixel in shadow if isinstance(pixel, tuple))


def test_listed_pieces_are_seen_in_their_order_and_in_one_hand(shown: Path) -> None:
    pieces = [piece for piece, _ in placed(made(shown) / "listed" / "hand.svg")]
    assert pieces == ["tiles/meadow", "cards/R3", "cards/S1"]


def test_only_names_the_pieces_of_a_hand(shown: Path) -> None:
    said = build(shown, "--profile", "fan", "--only", "cards:R3,S1,S2", "--dpi", "40")
    assert "  fan: cards (R3, S1, S2)\n" in said
    path = made(shown) / "fan" / "cards.svg"
    assert [piece for piece, _ in placed(path)] == ["cards/R3", "cards/S1", "cards/S2"]
    with Image.open(path.with_suffix(".png")) as image:
        assert image.info["dpi"] == pytest.approx((40, 40), abs=0.1)


def test_a_box_alone_is_no_hand(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    game = tmp_path / "mine" / "game.yaml"
    box = "boxes:\n  card-box: {shape: {kind: tuck-box, for: [cards]}}\n# Checked"
    game.write_text(game.read_text("utf-8").replace("# Checked", box, 1), "utf-8")
    for name in ("fan", "poster", "showcase"):
        said = build(tmp_path, "--profile", name, "--only", "card-box", code=1)
        assert "--only: error: boxes do not lie among cards\n    hint: --profile folded shows them" in said
    build(tmp_path, "--profile", "fan", "--only", "card-box", "--only", "cards:S1", "--dpi", "20")
    assert [path.name for path in (tmp_path / "out" / "mine" / "fan").glob("*.png")] == ["cards.png"]


def test_a_seed_draws_the_same_cards_again_and_another_seed_others(shown: Path) -> None:
    pictures = []
    for seed in ("5", "6", "5"):
        build(shown, "--profile", "fan", "--seed", seed, "--dpi", "10")
        files = sorted((made(shown) / "fan").iterdir())
        pictures.append([path.read_bytes() for path in files])
    assert pictures[0] == pictures[2] != pictures[1]


def test_a_poster_shows_every_piece_once_or_every_copy_and_nothing_overlaps(shown: Path) -> None:
    once = placed(made(shown) / "poster" / "cards.svg")
    rows = (shown / "mine" / "cards.csv").read_text("utf-8").splitlines()[1:]
    assert [piece for piece, _ in once] == [f"cards/{row.split(',')[0]}" for row in rows]
    every = placed(made(shown) / "whole" / "cards.svg")
    assert len(every) == 18 + 1
    corners = {(round(at.e * 1, 2), round(at.f, 2)) for _, at in every}
    assert len(corners) == 19
    centres = [middle(at) for _, at in every]
    for number, (x, y) in enumerate(centres):
        for u, v in centres[:number]:
            assert abs(x - u) >= CARD[0] + 4 - 0.01 or abs(y - v) >= CARD[1] + 4 - 0.01
    with Image.open(made(shown) / "whole" / "cards.webp") as image:
        assert image.format == "WEBP" and image.mode == "RGBA"


def test_a_ground_fills_the_picture(shown: Path) -> None:
    with Image.open(made(shown) / "grey" / "cards.png") as image:
        assert image.convert("RGBA").getpixel((0, 0)) == (128, 128, 128, 255)


def test_a_ground_leaves_no_edge_clear(shown: Path) -> None:
    for path in (made(shown) / "grey" / "cards.png", made(shown) / "table" / "set-up.png"):
        with Image.open(path) as image:
            assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255), path


def test_only_shows_the_pieces_of_a_table_that_are_asked_for(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    (tmp_path / "mine" / "set-up.yaml").write_text(
        "size: [80, 50]\nplaces:\n  - {deck: cards, pieces: [S1, R3], at: [40, 20]}\n"
        "  - {deck: tiles, pieces: [meadow], at: [20, 30]}\n",
        "utf-8",
    )
    build(tmp_path, "--profile", "table", "--only", "cards:R3")
    table = made(tmp_path) / "table" / "set-up.svg"
    assert [piece for piece, _ in placed(table)] == ["cards/R3"]
    with Image.open(table.with_suffix(".png")) as image:
        assert image.size == (round(80 / 25.4 * 100), round(50 / 25.4 * 100)), "in as many dots as the profile says"
    said = build(tmp_path, "--profile", "table", "--only", "cards:S3", code=1)
    assert "--only: error: no pieces of cards lie on the table\n    hint: leave --only out" in said


def test_a_picture_too_long_for_webp_is_refused(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    profile(
        tmp_path,
        "long",
        "output: poster\nformats: [png, webp]\ndpi: 400\ncolumns: 18\ncopies: yes\npieces: {cards: []}\n",
    )
    said = build(tmp_path, "--profile", "long", code=1)
    assert "pixels long; WebP holds at most 16,383\n    hint: use at most" in said


def test_a_game_without_a_table_is_told_to_write_one(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    said = build(tmp_path, "--profile", "table", code=1)
    assert "there is no file set-up.yaml in the game's folder\n    hint: write one" in said


def test_a_showcase_shows_a_piece_before_its_back(shown: Path) -> None:
    (path,) = (made(shown) / "showcase" / "cards").glob("*.svg")
    (back, behind), (front, before) = placed(path)
    assert front == back == f"cards/{path.stem}"
    assert turn(before) < 0 < turn(behind)
    # Turned away, a card is narrower: by the cosine of 22 degrees.
    width = math.hypot(before.a, before.b)
    assert width == pytest.approx(math.hypot(behind.a, behind.b), abs=1e-3) and width < 1
    assert abs(before.a * before.d - before.b * before.c) == pytest.approx(
        math.cos(math.radians(22)) * math.cos(math.radians(8)), abs=0.01
    )
    assert middle(behind)[0] - middle(before)[0] == pytest.approx(0.64 * 63, abs=0.1)


def test_a_showcase_of_a_piece_without_a_back_shows_it_alone(shown: Path) -> None:
    ((piece, at),) = placed(made(shown) / "tile" / "tiles" / "meadow.svg")
    assert piece == "tiles/meadow" and turn(at) == pytest.approx(0, abs=0.01)


def test_a_table_has_its_pieces_where_the_file_says(shown: Path) -> None:
    table = made(shown) / "table" / "set-up.svg"
    pieces = placed(table)
    assert len(pieces) == 1 + 3 + 1 + 4
    assert middle(pieces[0][1]) == pytest.approx((60, 80), abs=0.01)
    assert [piece for piece, _ in pieces[1:4]] == ["cards/S1", "cards/R3", "cards/S1"]
    for (_, at), x in zip(pieces[1:4], (180, 250, 320), strict=True):
        assert middle(at) == pytest.approx((x, 80), abs=0.01)
    assert middle(pieces[4][1], (60, 69.282)) == pytest.approx((60, 220), abs=0.1)
    assert turn(pieces[4][1]) == pytest.approx(30, abs=0.01)
    four = [middle(at) for _, at in pieces[5:]]
    assert (sum(x for x, _ in four) / 4, sum(y for _, y in four) / 4) == pytest.approx((250, 200), abs=0.01)
    assert {round(turn(at)) for _, at in pieces[5:]} == {90}
    with Image.open(table.with_suffix(".png")) as image:
        assert image.size == (round(400 / 25.4 * 20), round(300 / 25.4 * 20))
        assert image.convert("RGBA").getpixel((2, 2))[3] == 255  # type: ignore[index]


def test_a_place_takes_the_decks_that_an_edition_prints_and_dice_show_a_face(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    game = tmp_path / "mine" / "game.yaml"
    dice = (
        "  dice:\n    title: Dice\n    columns: {faces: list}\n    data: dice.csv\n    safe: 0\n    front: die\n"
        "    shape: {kind: die-net, edge: 16}\n    stock: dice\n\n#rules:"
    )
    editions = "\neditions:\n  small: {title: Small, decks: {tiles: no, cards: {where: {value: {max: 3}}}}}\n"
    game.write_text(game.read_text("utf-8").replace("#rules:", dice, 1) + editions, "utf-8")
    (tmp_path / "mine" / "dice.csv").write_text("id,faces,copies\nd,1 2 3 4 5 6,2\n", "utf-8")
    layout = "slots:\n  ground: {kind: shape, shape: rectangle, box: [16, 48, 16, 16], fill: sun}\n"
    (tmp_path / "mine" / "layouts" / "die.yaml").write_text(layout, "utf-8")
    (tmp_path / "mine" / "set-up.yaml").write_text(
        "size: [400, 300]\nplaces:\n"
        "  - {deck: [tiles, cards], as: pile, at: [200, 80]}\n"
        "  - {deck: [tiles, cards], pieces: [S1, R2], at: [200, 200]}\n"
        "  - {deck: tiles, at: [60, 80], leave-out: small}\n"
        "  - {deck: dice, draw: 2, faces: [4, 1], gap: 24, at: [100, 200]}\n",
        "utf-8",
    )
    for edition, tiles in (("full", 1), ("small", 0)):
        build(tmp_path, "--profile", "table", "--dpi", "127", "--edition", edition)
        folder = tmp_path / "out" / ("mine" if edition == "full" else f"mine.{edition}")
        pieces = placed(folder / "table" / "set-up.svg")
        assert sum(piece.startswith("tiles/") for piece, _ in pieces[1:]) == tiles
        assert [piece for piece, _ in pieces[1:] if "tiles" not in piece] == ["cards/S1", "cards/R2", *["dice/d"] * 2]
        faces = [middle(at, (16, 16)) for piece, at in pieces if piece == "dice/d"]
        assert faces == [pytest.approx((80, 200), abs=0.01), pytest.approx((120, 200), abs=0.01)]
        with Image.open(folder / "table" / "set-up.png") as image:
            fourth, first = (image.convert("RGB").getpixel((5 * x, 1000)) for x in (80, 120))
        # Only the fourth face of the net has ink.
        assert fourth == (0xF2, 0xB1, 0x34) != first


FAULTS = {
    "profile fan\npieces: {card: [S1], cards: [S1, X9]}": (
        "odd.yaml:3:10: error: Mine has no deck card\n    hint: did you mean cards?",
        "odd.yaml:3:34: error: cards.csv has no X9",
    ),
    "profile fan\nground: sunn": (
        "odd.yaml:3:9: error: there is no colour sunn\n    hint: did you mean sun? Otherwise",
    ),
    "profile fan\ncount: 0": ("odd.yaml:3:8: error: count is 0; it must be at least 1",),
    "profile fan\nformats: [pngg]": ("odd.yaml:3:11: error: formats is 'pngg'\n    hint: did you mean png?\n1 error;",),
    "profile poster\ndpi: 1200\ncopies: yes": (
        "odd.yaml:3:6: error: the picture cards would have ",
        "pixels, more than 80 million\n    hint: use at most ",
    ),
    "profile table\nset-ups: [nowhere]": ("odd.yaml:3:11: error: there is no file nowhere.yaml in ",),
    "places:\n  - {deck: cards, at: [1, 2], as: lattice}": ("as: lattice needs lattice: [q, r]",),
    "places:\n  - {deck: card, at: [1, 2]}\n  - {deck: cards, at: [1, 2], pieces: [S1, Y]}": (
        "odd-table.yaml:2:12: error: Mine has no deck card",
        "odd-table.yaml:3:44: error: cards.csv has no Y",
    ),
    "places:\n  - {deck: cards, at: [1, 2], as: lattice, lattice: [value, suit]}": (
        "odd-table.yaml:2:61: error: suit is no column of whole numbers of cards\n    hint: ",
    ),
    "places:\n  - {deck: cards, at: [1, 2], pieces: [S1], draw: 2}": ("give pieces or draw, not both",),
    "places: []": ("odd-table.yaml:1:9: error: places: there is nothing on the table; list at least one place",),
    "size: [1, 2]\nplaces:\n  - {deck: cards, at: 1}": (
        "odd-table.yaml:1:8: error: size is 1; it must be at least 10",
        "odd-table.yaml:3:23: error: at: expected x, y; found '1'",
    ),
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_have_their_place_and_all_are_told_at_once(text: str, shown: Path) -> None:
    if text.startswith("profile "):
        profile(shown, "odd", f"output: {text.removeprefix('profile ')}\n")
    else:
        profile(shown, "odd", "output: table\nset-ups: [odd-table]\n")
        (shown / "mine" / "odd-table.yaml").write_text(f"{text}\n", "utf-8")
    said = build(shown, "--profile", "odd", code=1)
    for words in FAULTS[text]:
        assert words in said, said


def test_a_check_reads_the_set_ups_and_a_draft_only_warns_of_them(shown: Path) -> None:
    file = shown / "mine" / "set-up-later.yaml"
    file.write_text("places:\n  - {deck: cards, pieces: [S1, Gone], at: [1, 2]}\n", "utf-8")
    message = "set-up-later.yaml:2:32: {}: cards.csv has no Gone"
    for options, code, severity in (([], 1, "error"), (["--draft"], 0, "warning")):
        done = CliRunner().invoke(cli, ["check", str(shown / "mine"), *options])
        assert done.exit_code == code and message.format(severity) in done.stderr, done.stderr
    file.write_text("places:\n  - {deck: cards, pieces: [S1], at: [1, 2]}\n", "utf-8")
    assert CliRunner().invoke(cli, ["check", str(shown / "mine")]).exit_code == 0
    file.unlink()


def test_pieces_of_one_outline_have_one_narrow_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    blurs = []

    def noted(outlines: Iterable[Sequence[Ring]], blur: float) -> ImageMark:
        blurs.append(blur)
        return shadow(outlines, blur)

    monkeypatch.setattr(things, "shadow", noted)
    things._narrow.cache_clear()
    face, card = Symbol.of([]), rectangle(63, 88, 3)
    hand = [things.Thing(f"cards/{number}", face, card, translate(9 * number, 0)) for number in range(5)]
    things.drawn(hand, Rect(0, 0, 120, 100))
    assert len(blurs) == 2, "one that all cast on the ground, and one that each casts"

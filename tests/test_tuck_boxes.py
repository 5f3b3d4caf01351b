"""Boxes for decks as a person gets them: printed, cut, scored, folded, parted; read back by svgelements and pikepdf."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import shapely

from beeprint import pipeline, sheet
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Layer, PathMark, Run, Symbol, walk
from beeprint.game import edition, folding
from beeprint.game.boxes import left_out, pile_of, with_boxes
from beeprint.game.model import Game, load
from beeprint.game.piece_shape import outline_of
from beeprint.outputs.shared import Checked
from beeprint.outputs.shared.piles import piles
from beeprint.rules import check as check_rules
from beeprint.sheet import Piece
from beeprint.sources.workspace import Workspace, built_in_games
from cutfiles import Drawn, from_svg
from posters import windows

CARD = 0.333
#: Games of other shapes: square cards, a tarot that no A4 holds in one part, tiles and tokens in trays.
OTHERS = {
    "squares": ("{kind: card, size: square-card}", 40, "{kind: tuck-box, for: [pieces]}"),
    "standard": ("{kind: card, size: standard-card}", 60, "{kind: tuck-box, for: [pieces], bottom: glue}"),
    "tarot": ("{kind: card, size: tarot}", 78, "{kind: tuck-box, for: [pieces], bottom: glue}"),
    "hexagons": ("{kind: hexagon, flats: 40}", 12, "{kind: tray, for: [pieces], stacks: 2}"),
    "tokens": ("{kind: round, diameter: 22}", 10, "{kind: lid, for: [pieces]}"),
}
GAME = """id: {id}
version: "1"
title: {id}
languages: [en, fr]
decks:
  pieces:
    title: Pieces
    data: pieces.csv
    shape: {shape}
    safe: 1
    front: face
    stock: pieces
{stocks}boxes:
  box:
    title: The box
    texts: {{line: Open me}}
    shape: {box}
    front: {front}
editions:
  small: {{title: Small, decks: {{pieces: {{copies: 5}}}}}}
"""


def written(folder: Path, name: str, stocks: str = "", front: str = "") -> Path:
    """Write a game of one deck with a box."""
    shape, count, box = OTHERS[name]
    game = folder / name
    (game / "layouts").mkdir(parents=True)
    (game / "palette.yaml").write_text('ink: "#000000"\n', "utf-8")
    (game / "pieces.csv").write_text(f"id,copies\none,{count}\n", "utf-8")
    plain = "base/box" if "tuck" in box else "base/tray"
    (game / "layouts" / "face.yaml").write_text("slots: {}\n", "utf-8")
    text = GAME.format(id=name, shape=shape, box=box, stocks=stocks, front=front or plain)
    (game / "game.yaml").write_text(text, "utf-8")
    (game / "lang" / "fr").mkdir(parents=True)
    (game / "lang" / "fr" / "game.yaml").write_text(f"title: {name}\n", "utf-8")
    return game


def built(
    game: Path, output: Path, *profiles: str, boxes: tuple[str, ...] = ("box",), **more: str
) -> tuple[Checked, Path]:
    """Build the boxes of a game; return its check and the folder with its profiles."""
    options = Options(profiles=profiles, output=output, only=dict.fromkeys(boxes, ()), **more)
    checked = pipeline.check(game, options)
    return checked, pipeline.build(checked, options).target


def lines(folder: Path, layer: str) -> list[Drawn]:
    drawings = [from_svg(path.read_text("utf-8")) for path in sorted(folder.glob("*.svg"))]
    return [line for drawn in drawings for line in drawn if line.layer == layer]


def check_cuts(checked: Checked, folder: Path, boxes: tuple[str, ...]) -> None:
    """Compare the cuts of all sheets with the nets of the boxes: as large, or parted with a flap more for each cut."""
    cut = [shapely.Polygon(line.points) for line in lines(folder, "cut-outer")]
    assert all(area.is_valid for area in cut)
    shapes = [checked.game.boxes[name].shape for name in boxes]
    whole = sum(shapely.Polygon(shape.corners).area for shape in shapes)
    flaps = sum(area.area for area in cut) - whole
    assert len(cut) >= len(boxes)
    if len(cut) == len(boxes):
        assert flaps == pytest.approx(0, abs=0.5)
        scored = sum(shapely.LineString(line.points).length for line in lines(folder, "score"))
        creased = sum(shapely.LineString([a, b]).length for shape in shapes for a, b in shape.creases)
        assert scored == pytest.approx(creased, rel=1e-3)
    else:
        # A flap is 12 mm wide, and as long as the panel that it joins, which loses the thickness of the card.
        assert 200 < flaps / (len(cut) - len(boxes)) < 2500


def cards_in(game: Game, decks: Iterable[str]) -> int:
    """Count the pieces of decks that a build prints."""
    return sum(deck.printed(row) for deck in map(game.decks.__getitem__, decks) for row in deck.rows.rows)


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_the_boxes_of_every_edition_hold_all_of_its_cards(name: str) -> None:
    whole, _ = load(Workspace(built_in_games()[name]))
    assert not list(left_out(whole))
    editions = [variant for variant, _ in edition.variants(whole, edition.editions(whole))]
    for game in map(with_boxes, [whole, *editions, *edition.by_players(whole)]):
        what = (game.edition, game.players)
        cards = [deck.name for deck in game.decks.values() if deck.role == "card"]
        assert sum(row.values["count"] for box in game.boxes.values() for row in box.rows.rows) == cards_in(
            game, cards
        ), what
        for box in game.boxes.values():
            held = [game.decks[name] for name in box.spec.shape.for_]
            width, height, depth = box.spec.shape.folded.inside
            assert depth >= sum(cards_in(game, [deck.name]) * CARD for deck in held), what
            assert all(deck.shape.width < width and deck.shape.height < height for deck in held), what


def test_an_edition_has_a_box_for_the_decks_that_it_prints() -> None:
    whole, _ = load(Workspace(built_in_games()["butine"]))
    for name, cards in (("full", 52), ("quick", 28), ("family", 52)):
        chosen = whole if name == "full" else edition.edited(whole, edition.editions(whole)[name], name)
        [box] = with_boxes(chosen).boxes.values()
        assert box.rows.rows[0].values["count"] == cards
        assert box.spec.shape.folded.inside[2] == pytest.approx(cards * CARD + 1)


@pytest.mark.parametrize("name", sorted(built_in_games()))
@pytest.mark.slow
def test_the_boxes_of_a_shipped_game_are_cut_scored_and_printed(name: str, tmp_path: Path) -> None:
    folder = built_in_games()[name]
    boxes = tuple(load(Workspace(folder))[0].spec.boxes)
    assert boxes
    checked, target = built(folder, tmp_path, "silhouette-a4", boxes=boxes)
    check_cuts(checked, target / "silhouette-a4", boxes)
    with pikepdf.Pdf.open(target / "silhouette-a4" / "boxes.pdf") as pdf:
        assert {tuple(round(float(side)) for side in page.mediabox[2:]) for page in pdf.pages} <= {
            (595, 842),
            (842, 595),
        }
    for box in boxes:
        deck = checked.game.boxes[box]
        held = cards_in(checked.game, deck.spec.shape.for_)
        net = deck.spec.shape.folded
        assert net.inside[2] == pytest.approx(held * CARD + 1)
        cards = [checked.game.decks[name].shape for name in deck.spec.shape.for_]
        assert net.inside[:2] == pytest.approx((cards[0].width + 1, cards[0].height + 1))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.slow
def test_boxes_for_other_shapes_are_cut_scored_and_folded(name: str, tmp_path: Path) -> None:
    checked, target = built(written(tmp_path, name), tmp_path / "made", "silhouette-a4", "folded")
    check_cuts(checked, target / "silhouette-a4", ("box",))
    count = len(lines(target / "silhouette-a4", "cut-outer"))
    assert (count > 1) == (name == "tarot"), "only the tarot is larger than the paper"
    assert {path.name for path in (target / "folded").iterdir()} == {"box.png", "box.svg"}
    text = (target / "folded" / "box.svg").read_text("utf-8")
    assert text.count("<path") > 5
    shape = checked.game.boxes["box"].shape
    assert {panel.name for panel in shape.panels} >= {"front", "back", "left", "right"}


def test_a_box_is_as_deep_as_its_sleeved_cards(tmp_path: Path) -> None:
    stocks = "stocks:\n  pieces: {thickness: 0.3, sleeves: thick}\n  boxes: {thickness: 0.5}\n"
    game, _ = load(Workspace(written(tmp_path, "squares", stocks)))
    [box] = with_boxes(game).boxes.values()
    assert box.spec.shape.folded.inside == pytest.approx((74, 74, 40 * 0.5 + 1))
    assert box.spec.shape.folded.thickness == 0.5


def test_an_edition_has_a_box_that_fits_it(tmp_path: Path) -> None:
    game = written(tmp_path, "squares")
    checked = pipeline.check(game, Options(edition="small"))
    assert checked.game.boxes["box"].spec.shape.folded.inside[2] == pytest.approx(5 * CARD + 1)


def test_a_box_is_no_part_of_the_game(tmp_path: Path) -> None:
    checked = pipeline.check(written(tmp_path, "squares"), Options())
    assert checked.game.pieces == 40 and "box" not in checked.game.decks
    assert not list(check_rules(checked.game))
    options = Options(profiles=("images",), output=tmp_path / "made")
    target = pipeline.build(checked, options).target
    assert [path.name for path in (target / "images").rglob("*box*")] == []


def test_the_title_and_the_texts_of_a_box_are_translated(tmp_path: Path) -> None:
    layout = "slots:\n  a: {kind: text, panel: front, box: safe, text: '{title}, {line}', font: arimo, size: 9}\n"
    game = written(tmp_path, "squares", front="own")
    (game / "layouts" / "own.yaml").write_text(layout, "utf-8")
    (game / "lang" / "fr").mkdir(parents=True, exist_ok=True)
    words = "title: carrés\nboxes:\n  box: {title: La boîte, texts: {line: Ouvrez-moi}}\n"
    (game / "lang" / "fr" / "game.yaml").write_text(words, "utf-8")
    checked = pipeline.check(game, Options(language="fr"))
    runs = [mark.text for mark, _ in walk(checked.faces["box", "box", "front"].drawing.marks) if isinstance(mark, Run)]
    assert " ".join(runs).split() == ["La", "boîte,", "Ouvrez-moi"]


def test_a_text_on_a_fold_or_in_the_notch_is_outside_the_safe_zone(tmp_path: Path) -> None:
    game = written(tmp_path, "squares", front="own")
    slot = "{{kind: text, {}, text: Word, font: arimo, size: 9}}"
    (game / "layouts" / "own.yaml").write_text(
        "slots:\n"
        f"  notch: {slot.format('panel: front, box: [33, 3, 20, 5]')}\n"
        f"  fold: {slot.format('panel: front, box: [-4, 30, 20, 5]')}\n"
        f"  sound: {slot.format('panel: front, box: [10, 30, 20, 5]')}\n",
        "utf-8",
    )
    problems = pipeline.check(game, Options()).problems
    assert [
        re.findall(r"slot (\w+) extends", problem.message) for problem in problems if problem.severity == "error"
    ] == [
        ["notch"],
        ["fold"],
    ]


def test_glue_areas_stay_free_of_ink_and_are_hatched(tmp_path: Path) -> None:
    game = written(tmp_path, "squares", front="own")
    ground = 'slots:\n  g: {kind: shape, box: bleed, shape: rectangle, fill: "#aa3300"}\n'
    (game / "layouts" / "own.yaml").write_text(ground, "utf-8")
    checked, target = built(game, tmp_path / "made", "home-a4")
    with pypdfium2.PdfDocument(target / "home-a4" / "boxes.pdf") as pdf:
        image = pdf[0].render(scale=4).to_pil().convert("RGB")
    colours = image.getcolors(1 << 20)
    red = max(count for count, colour in colours if colour == (170, 51, 0)) / (4 * 72 / 25.4) ** 2
    shape = checked.game.boxes["box"].shape
    outline = shapely.Polygon(shape.corners)
    glue = shapely.union_all([shapely.Polygon(ring) for ring in shape.glue])
    bled = outline.buffer(3).area
    assert red < bled - glue.intersection(outline).area * 0.9
    assert red > outline.area - glue.area - 120


def test_a_factory_gets_cut_and_score_lines_in_spot_inks(tmp_path: Path) -> None:
    _, target = built(written(tmp_path, "squares"), tmp_path / "made", "punchboard")
    with pikepdf.Pdf.open(target / "punchboard" / "boxes-die-cut.pdf") as pdf:
        [page] = pdf.pages
        spots = {str(space[1]) for space in page.Resources.ColorSpace.values() if str(space[0]) == "/Separation"}
    assert spots == {"/die-cut", "/Crease"}


def placed_boxes(game: Game) -> set[str]:
    return set(game.boxes)


def test_only_names_a_box(tmp_path: Path) -> None:
    checked, target = built(written(tmp_path, "squares"), tmp_path / "made", "home-a4")
    assert placed_boxes(checked.game) == {"box"}
    assert {path.name for path in (target / "home-a4").glob("*.pdf")} == {"0-print-guide.pdf", "boxes.pdf"}
    marks = checked.faces["box", "box", "front"].drawing.marks
    assert not [mark for mark, _ in walk(marks) if isinstance(mark, PathMark) and mark.layer is Layer.CUT]


@pytest.mark.parametrize(("profile", "page"), [("home-a4", (842, 595)), ("home-letter", (792, 612))])
def test_a_box_for_sixty_sleeved_cards_takes_one_sheet(profile: str, page: tuple[int, int], tmp_path: Path) -> None:
    game = written(tmp_path, "standard", "stocks:\n  pieces: {sleeves: thick}\n")
    _, target = built(game, tmp_path / "made", profile)
    with pikepdf.Pdf.open(target / profile / "boxes.pdf") as pdf:
        assert [tuple(round(float(side)) for side in page.mediabox[2:]) for page in pdf.pages] == [page]


def test_a_copy_shop_prints_a_box_on_a_page_of_its_size_only_where_its_paper_is_too_small(tmp_path: Path) -> None:
    _, target = built(written(tmp_path, "squares"), tmp_path / "small", "copyshop")
    assert {path.name for path in (target / "copyshop").iterdir()} == {"0-print-guide.pdf", "one-side.pdf"}
    _, target = built(written(tmp_path, "tarot"), tmp_path / "large", "copyshop")
    assert {path.name for path in (target / "copyshop").iterdir()} == {"0-print-guide.pdf", "box-whole.pdf"}


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["cut", "fold", "glue"]), ("fr", ["couper", "plier", "coller"])]
)
def test_a_sheet_with_boxes_says_what_its_lines_mean(language: str, words: list[str], tmp_path: Path) -> None:
    game = written(tmp_path, "squares")
    _, target = built(game, tmp_path / "made", "home-a4", language=language)
    with pypdfium2.PdfDocument(target / "home-a4" / "boxes.pdf") as pdf:
        assert pdf[0].get_textpage().get_text_range().split()[-3:] == words
    target = pipeline.build(
        pipeline.check(game, Options()), Options(profiles=("home-a4",), output=tmp_path / "all")
    ).target
    with pypdfium2.PdfDocument(target / "home-a4" / "pieces.pdf") as pdf:
        assert "glue" not in pdf[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("shape", "inside"),
    [
        ("{kind: board, width: 400, height: 280, fold: quad}", (201, 141, 9)),
        ("{kind: board, width: 400, height: 280, fold: half}", (201, 281, 5)),
        ("{kind: board, width: 280, height: 400, fold: half}", (281, 201, 5)),
        ("{kind: board, width: 400, height: 280}", (401, 281, 3)),
    ],
)
def test_a_board_that_folds_lies_folded_in_its_box(
    shape: str, inside: tuple[float, float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OTHERS, "board", (shape, 1, "{kind: tray, for: [pieces], depth: 12}"))
    game, _ = load(Workspace(written(tmp_path, "board")))
    [box] = with_boxes(game).boxes.values()
    assert box.spec.shape.folded.inside == (*inside[:2], 12)
    pile = pile_of(game, game.decks["pieces"])
    assert pile.thickness * pile.pieces + 1 == inside[2]
    assert [pile.bare for pile in piles(game)] == [inside[2] - 1]


def test_a_box_in_tiles_shows_where_its_glue_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = "{kind: board, width: 220, height: 220}"
    monkeypatch.setitem(OTHERS, "board", (shape, 1, "{kind: tray, for: [pieces], depth: 20}"))
    checked, target = built(written(tmp_path, "board"), tmp_path / "made", "home-a4")
    net = checked.game.boxes["box"].shape
    file = target / "home-a4" / "boxes.pdf"
    count = 0
    with pypdfium2.PdfDocument(file) as pdf:
        for tile in windows(file):
            image = np.asarray(pdf[tile.page].render(scale=4).to_pil().convert("L")) < 230
            for ring in net.glue:
                x, y = shapely.Polygon(ring).centroid.coords[0]
                if tile.box[0] < x - 4 and x + 4 < tile.box[2] and tile.box[1] < y - 4 and y + 4 < tile.box[3]:
                    across, down = (round(at * 4 * 72 / 25.4) for at in tile.point(x, y))
                    count += bool(image[down - 40 : down + 40, across - 40 : across + 40].mean() > 0.02)
    assert count == 4, "each flap is hatched on a tile"


def test_boxes_that_fit_upright_only_and_lying_only_share_no_orientation_where_that_saves_sheets(
    tmp_path: Path,
) -> None:
    nets = [folding.tuck_box((67, 92, 33), 0.3), *[folding.sleeve((60, 120, 25), 0.3)] * 4]
    pieces = [Piece(f"p{n}", outline_of(net), 3, Symbol.of([])) for n, net in enumerate(nets)]
    workspace = Workspace(tmp_path)
    place = Place("profile.yaml", 1, 1)
    drawn = sheet.impose(pieces, *sheet.load(workspace, "a4", place), place)
    papers = sorted((sheet.paper.width, len(sheet.fronts)) for sheet in drawn)
    assert papers == [(210, 2), (210, 2), (297, 1)]

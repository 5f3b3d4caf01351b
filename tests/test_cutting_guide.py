"""The cutting guide: cuts made in its order, with shapely for paper and blade, leave exactly the pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.ops import split

import beeprint
from beeprint import outputs, pipeline
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.outputs.shared import Order
from beeprint.outputs.shared.stocks import SheetsKeys, stocks
from beeprint.sheet import Sheet
from beeprint.sheet.cutting_guide import Plan, plan
from beeprint.sources.workspace import built_in_games
from command import made, without_leaflet
from printing import lines
from sheets import pieces

A4 = Rect(0, 0, 210, 297)


def paper(box: Rect) -> shapely.Polygon:
    return shapely.box(box.x, box.y, box.right, box.bottom)


def cut_up(plan: Plan, sheet: Rect, boxes: Sequence[Rect]) -> list[shapely.Polygon]:
    """Make the cuts in order on paper: each must part one part of it from edge to edge, and hurt no piece."""
    parts = [paper(sheet)]
    for cut in plan.cuts:
        blade = shapely.LineString(
            [(cut.at, cut.part.y), (cut.at, cut.part.bottom)]
            if cut.axis == "x"
            else [(cut.part.x, cut.at), (cut.part.right, cut.at)]
        )
        assert all(blade.intersection(paper(box).buffer(-0.03)).is_empty for box in boxes)
        [under] = [part for part in parts if blade.centroid.within(part)]
        halves = list(split(under, shapely.LineString(blade.coords)).geoms)
        assert len(halves) == 2, "the cut ends within the paper"
        parts = [part for part in parts if part is not under] + halves
    return parts


def freed(parts: Sequence[shapely.Polygon], box: Rect) -> bool:
    """Return whether a piece is a part by itself."""
    return any(part.symmetric_difference(paper(box)).area < 0.1 for part in parts)


def grid(columns: Sequence[float], rows: Sequence[float], gap: float) -> list[Rect]:
    """Return boxes of these widths and heights, with a gap between them, from 10 mm on."""
    boxes, y = [], 10.0
    for height in rows:
        x = 10.0
        for width in columns:
            boxes.append(Rect(x, y, width, height))
            x += width + gap
        y += height + gap
    return boxes


@pytest.fixture
def new_game(new_game: Path) -> Path:
    """Return a new game without its leaflet, which is printed otherwise than cards."""
    return without_leaflet(new_game)


@given(
    st.lists(st.floats(12, 60), min_size=1, max_size=3),
    st.lists(st.floats(12, 60), min_size=1, max_size=4),
    st.sampled_from([0.0, 2.0, 6.0]),
    st.randoms(use_true_random=False),
)
def test_a_grid_is_cut_from_edge_to_edge(columns: list[float], rows: list[float], gap: float, chance: object) -> None:
    boxes = grid(columns, rows, gap)
    kept = [box for box in boxes if chance.random() < 0.8] or boxes[:1]  # type: ignore[attr-defined]
    cuts = plan(kept, lambda box: True, A4)
    parts = cut_up(cuts, A4, kept)
    assert not cuts.rest and all(freed(parts, box) for box in kept)


def test_equal_strips_have_equal_numbers() -> None:
    cuts = plan(grid([63, 63, 63], [88, 88, 88], 0), lambda box: True, A4)
    assert cuts.numbers == 8 and len(cuts.cuts) == 4 + 3 * 4
    assert [cut.number for cut in cuts.cuts] == [1, 2, 3, 4, *[5, 6, 7, 8] * 3]


def test_what_no_straight_cut_frees_is_left_to_scissors() -> None:
    # Four boxes round a fifth one, like the sails of a windmill; below them, one that a cut does free.
    sails = [Rect(10, 10, 60, 30), Rect(70, 10, 30, 60), Rect(40, 70, 60, 30), Rect(10, 40, 30, 60)]
    alone = Rect(10, 120, 50, 50)
    cuts = plan([*sails, Rect(40, 40, 30, 30), alone], lambda box: True, A4)
    parts = cut_up(cuts, A4, [*sails, alone])
    assert cuts.rest == (Rect(10, 10, 90, 90),) and freed(parts, alone)


def test_every_card_of_a_sheet_is_freed(store: Store, tmp_path: Path) -> None:
    # Butine's hive cards have backs of their own, which do not touch each other.
    options = Options(only={"quick": (), "hive": (), "reference": ()})
    checked = pipeline.check(built_in_games()["butine"], options, store)
    drawn = list[Sheet]()
    for name in ("home-a4", "home-letter", "home-a4-bleed"):
        known = outputs.load(checked.game.workspace, name, Place("tests"))
        assert isinstance(known.profile, SheetsKeys)
        order = Order(checked, known.profile, known.node, tmp_path / name, options)
        drawn += [sheet for _, sheets in stocks(order) for sheet in sheets]
    assert len(drawn) > 6
    for sheet in drawn:
        boxes = [placed.trim for placed in sheet.fronts]
        cuts = plan(boxes, lambda box: True, sheet.paper)
        parts = cut_up(cuts, sheet.paper, boxes)
        assert not cuts.rest and all(freed(parts, box) for box in boxes)


def words(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_the_guide_shows_each_way_to_lay_out_a_sheet_once_in_the_games_language(new_game: Path) -> None:
    made("build", "my-game", "--profile", "home-a4", "--profile", "home-letter")
    for profile in ("home-a4", "home-letter"):
        [page] = words(Path("output/my-game") / profile / "cutting-guide.pdf")
        assert page.startswith("Cutting guide") and page.count("cards") == 1
        assert "sheets 1\u20132" in page and "radius 3 mm" in page and "88" in page and "63" in page
        assert "tiles" not in page  # hexagons, which no straight cut frees
    made("build", "butine", "--lang", "fr", "--profile", "home-a4", "--only", "hive")
    [page] = words(Path("output/butine.fr/home-a4/cutting-guide.pdf"))
    assert page.startswith("Guide de coupe") and "Coupez dans l'ordre" in page and "rayon 3 mm" in page


def test_the_guide_goes_by_the_numbers_of_the_sheets(new_game: Path) -> None:
    path = new_game / "game.yaml"
    text = path.read_text("utf-8").replace("{kind: hexagon, flats: 60}", "{kind: card, width: 60, height: 70}")
    path.write_text(text.replace("stock: tiles", "stock: cards"), "utf-8")
    tiles = "id,name,copies\nT01,Pond,12\n"
    (new_game / "tiles.csv").write_text(tiles, "utf-8")  # more on a sheet than cards
    made("build", "my-game", "--profile", "home-a4", "--draft")
    [page] = words(Path("output/my-game/home-a4/cutting-guide.pdf"))
    assert re.findall(r"cards \u00b7 (sheets? [\d\u2013]+)", page) == ["sheets 1\u20132", "sheet 3"]


def test_no_guide_where_nobody_asks_or_nothing_is_cut_straight(new_game: Path) -> None:
    made("build", "my-game", "--profile", "home-a4-bleed", "--profile", "home-a4", "--only", "tiles")
    assert not list(Path("output").rglob("cutting-guide.pdf"))


def test_any_sheet_has_a_guide_if_its_profile_says_so(new_game: Path) -> None:
    (new_game / "layouts" / "profiles").mkdir()
    text = "title: folded\noutput: sheets\nsheets: [a4-gutterfold, a4]\ncutting-guide: yes\n"
    (new_game / "layouts" / "profiles" / "folded.yaml").write_text(text, "utf-8")
    made("build", "my-game", "--profile", "folded", "--only", "cards")
    [page] = words(Path("output/my-game/folded/cutting-guide.pdf"))
    assert "First fold the sheet" in page


def test_arcs_show_where_a_punch_rounds_the_corners(new_game: Path) -> None:
    made("build", "my-game", "--profile", "home-a4", "--profile", "home-a4-bleed", "--only", "cards")
    for profile, expected in (("home-a4", True), ("home-a4-bleed", False)):
        file = Path("output/my-game") / profile / "cards.pdf"
        card = next(piece for piece in pieces(file) if piece.page == 0)
        with pikepdf.open(file) as pdf:
            curved = [line for line in lines(pdf.pages[0]) if len(line.coords) > 2]
            assert not [line for line in lines(pdf.pages[1]) if len(line.coords) > 2]
        for corner, middle in (((0, 0), (3, 3)), ((63, 0), (60, 3)), ((63, 88), (60, 85)), ((0, 88), (3, 85))):
            centre, near = shapely.Point(card.point(*middle)), shapely.Point(card.point(*corner))
            arcs = [line for line in curved if max(centre.distance(shapely.Point(at)) for at in line.coords) < 3.01]
            arcs = [arc for arc in arcs if arc.distance(near) < 1.3]
            assert bool(arcs) == expected
            long = sum(arc.length for arc in arcs)
            assert not arcs or long == pytest.approx(3 * 3.14159 / 2, abs=0.05)


def test_every_number_of_a_crowded_sheet_is_shown_and_none_hides_another(new_game: Path) -> None:
    (new_game / "chits.csv").write_text("id,copies\n" + "".join(f"c{n},7\n" for n in range(1, 21)), "utf-8")
    (new_game / "layouts" / "chit.yaml").write_text("slots: {}\n", "utf-8")
    chits = (
        "  chits:\n    title: Chits\n    data: chits.csv\n    shape: {kind: board, width: 15, height: 15}\n"
        "    front: chit\n    back: {layout: chit, each: piece}\n    stock: chits\n"
    )
    game = new_game / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("decks:\n", f"decks:\n{chits}", 1), "utf-8")
    done = beeprint.build(
        str(new_game), beeprint.Options(profiles=("home-a4",), output=Path("made"), only={"chits": ()})
    )
    drawn = [sheet for some in done.sheets.values() for sheet in some]
    numbers = {
        cut.number
        for sheet in drawn
        for cut in plan([p.trim for p in sheet.fronts], lambda box: True, sheet.paper).cuts
    }
    shown: list[tuple[str, shapely.Point]] = []
    with pypdfium2.PdfDocument(next(Path("made").rglob("cutting-guide.pdf"))) as document:
        text = document[0].get_textpage()
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            word = text.get_text_bounded(left, bottom, right, top).strip()
            if word.isdigit() and word != "15":  # a measure
                shown.append((word, shapely.Point((left + right) / 2 * 25.4 / 72, (top + bottom) / 2 * 25.4 / 72)))
    assert len(numbers) > 20 and {int(word) for word, _ in shown} | {15} >= numbers
    apart = [a.distance(b) for n, (_, a) in enumerate(shown) for _, b in shown[:n]]
    assert min(apart) > 4.0, "no badge, 4.2 mm wide, hides another one"

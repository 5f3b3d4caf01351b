"""Counters: sheets of small pieces with a back each, cut along shared lines and glued back to back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import shapely
from shapely import affinity

from command import call, made
from printing import lines, size
from sheets import Found, content, pieces

_GAME = """\
id: war
version: "0.1"
title: War
decks:
  counters:
    title: Counters
    data: counters.csv
    columns: {side: {type: choice, of: [red, blue]}}
    shape: SHAPE
    bleed: 2
    safe: 1
    front: counter
    back: {layout: spent, each: piece}
    stock: counters
"""
_LAYOUT = """\
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: "{side}"}
  name: {kind: text, text: "{id}", box: safe, font: source-sans, weight: bold, size: 12, colour: ink}
"""
_SQUARE, _ROUND = "{kind: board, width: 15, height: 15}", "{kind: round, diameter: 15}"


@pytest.fixture
def war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "war"
    (folder / "layouts").mkdir(parents=True)
    (folder / "palette.yaml").write_text('ink: "#111111"\nred: "#c05040"\nblue: "#5080c0"\n', "utf-8")
    (folder / "game.yaml").write_text(_GAME.replace("SHAPE", _SQUARE), "utf-8")
    for name in ("counter", "spent"):
        (folder / "layouts" / f"{name}.yaml").write_text(_LAYOUT, "utf-8")
    rows = (f"C{number},{'red' if number < 35 else 'blue'},2\n" for number in range(70))
    (folder / "counters.csv").write_text("id,side,copies\n" + "".join(rows), "utf-8")
    return folder


def squares(pieces: Iterable[Found]) -> dict[str, shapely.Polygon]:
    """Return where the trims of counters are on their page, by id."""
    corners = ((0, 0), (15, 0), (15, 15), (0, 15))
    return {piece.id: shapely.Polygon([piece.point(*corner) for corner in corners]) for piece in pieces}


def sides(file: Path) -> tuple[list[Found], list[Found]]:
    """Return the pieces on the pages of fronts and on those of backs."""
    printed_pieces = pieces(file)
    return [piece for piece in printed_pieces if piece.page % 2 == 0], [
        piece for piece in printed_pieces if piece.page % 2
    ]


def test_counters_share_all_cut_lines_and_keep_their_bleed_round_the_block(war: Path) -> None:
    made("build", "war", "--profile", "counters-a4")
    file = Path("output/war/counters-a4/counters.pdf")
    trims = list(squares(sides(file)[0]).values())
    assert len(trims) == 140
    block = shapely.union_all([trim.buffer(0.005, join_style="mitre") for trim in trims])
    assert block.geom_type == "Polygon" and not block.interiors
    assert sum(trim.area for trim in trims) == pytest.approx(140 * 225) == pytest.approx(block.area, rel=1e-3)
    with pypdfium2.PdfDocument(file) as document:
        assert len(document) == 2
        for page, area in zip(document, (block, affinity.scale(block, -1, 1, origin=(105, 0))), strict=True):
            inked = np.asarray(page.render(scale=100 / 72).to_pil().convert("L")) < 230
            rows, columns = ((axis + 0.5) * 25.4 / 100 for axis in np.mgrid[: inked.shape[0], : inked.shape[1]])
            assert inked[shapely.contains_xy(area.buffer(1.9, join_style="mitre"), columns, rows)].mean() > 0.995
            ring = area.buffer(2.4, join_style="mitre") - area.buffer(2.1, join_style="mitre")
            assert inked[shapely.contains_xy(ring, columns, rows)].mean() < 0.1


def test_each_back_lies_behind_its_front_once_both_sheets_are_glued(war: Path) -> None:
    for profile, paper in (("counters-a4", (210, 297)), ("counters-letter", (215.9, 279.4))):
        made("build", "war", "--profile", profile)
        file = Path(f"output/war/{profile}/counters.pdf")
        fronts, backs = map(squares, sides(file))
        assert len(fronts) == 140 and fronts.keys() == backs.keys()
        for name, front in fronts.items():
            behind = affinity.scale(backs[name], -1, 1, origin=(paper[0] / 2, 0))
            assert front.hausdorff_distance(behind) < 0.02
        # Upright: the top of each back is behind the top of its front.
        assert all(piece.at[0] > 0 and piece.at[3] > 0 for some in sides(file) for piece in some)
        with pikepdf.open(file) as pdf:
            assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
            assert size(pdf.pages[0]) == pytest.approx(paper, abs=0.1)


def test_crosses_lie_behind_each_other_and_ticks_are_outside_the_block(war: Path) -> None:
    made("build", "war", "--profile", "counters-a4")
    file = Path("output/war/counters-a4/counters.pdf")
    fronts, backs = (shapely.union_all(list(squares(some).values())) for some in sides(file))
    with pikepdf.open(file) as pdf:
        marks = [list(lines(page)) for page in pdf.pages]
    crosses = []
    for marks_of_page, block in zip(marks, (fronts, backs), strict=True):
        assert all(line.distance(block) >= 1.9 for line in marks_of_page)
        whole = block.envelope
        long = [line for line in marks_of_page if line.length == pytest.approx(6, abs=0.01)]
        upright = [line for line in long if line.bounds[0] == pytest.approx(line.bounds[2])]
        across = [line for line in long if line.bounds[1] == pytest.approx(line.bounds[3])]
        crosses.append(sorted(a.intersection(b).coords[0] for a in upright for b in across if a.intersects(b)))
        assert len(crosses[-1]) == 4
        # At both ends of each cut through the block: 12 upright ones, 14 across.
        left, top, right, bottom = whole.bounds
        assert (right - left, bottom - top) == pytest.approx((165, 195), abs=0.01)
        xs = {
            round((line.bounds[0] - left) / 15, 2)
            for line in marks_of_page
            if line not in long and line.bounds[3] < top
        }
        ys = {
            round((line.bounds[1] - top) / 15, 2)
            for line in marks_of_page
            if line not in long and line.bounds[2] < left
        }
        assert set(range(12)) <= xs and set(range(14)) <= ys
    for (x, y), behind in zip(crosses[0], sorted((210 - x, y) for x, y in crosses[1]), strict=True):
        assert (x, y) == pytest.approx(behind, abs=0.02)


def test_the_guide_and_the_summary_say_that_counters_are_glued_first(war: Path) -> None:
    result = call("build", "war", "--profile", "counters-a4")
    assert "counters.pdf: 2 sheets, one side, fronts and backs in turn; heavy paper, 120 g/m²" in result.stderr
    assert "For counters.pdf, push pins through the crosses of the fronts" in result.stderr
    with pypdfium2.PdfDocument(Path("output/war/counters-a4/cutting-guide.pdf")) as document:
        text = document[0].get_textpage().get_text_range()
    assert "First glue fronts and backs to the board, pins through the crosses." in text
    with pypdfium2.PdfDocument(Path("output/war/counters-a4/counters.pdf")) as document:
        words = [page.get_textpage().get_text_range() for page in document]
    assert ["back" in word for word in words] == [False, True] and all("sheet 1 of 1" in word for word in words)


def test_round_counters_are_glued_too(war: Path) -> None:
    (war / "game.yaml").write_text(_GAME.replace("SHAPE", _ROUND), "utf-8")
    for layout in (war / "layouts").iterdir():
        layout.write_text(_LAYOUT.replace("box: safe", "box: [3, 5, 9, 5]").replace("12", "8"), "utf-8")
    made("build", "war", "--profile", "counters-a4")
    fronts, backs = sides(Path("output/war/counters-a4/counters.pdf"))
    at = {(piece.id, piece.page): piece.point(7.5, 7.5) for piece in (*fronts, *backs)}
    assert len(fronts) == len(backs) == 140
    for front in fronts:
        x, y = at[front.id, front.page]
        assert at[front.id, front.page + 1] == pytest.approx((210 - x, y), abs=0.02)
    with pikepdf.open("output/war/counters-a4/counters.pdf") as pdf:
        strokes = [sum(word == "S" and not name for word, *_, name in content(page)) for page in pdf.pages]
    # A line round each front at least; on the backs there are only the crosses with their rings, and the ruler.
    assert strokes[0] >= 140 + strokes[1] and strokes[1] == 4 * 3 + 12


@pytest.mark.parametrize("option", [("--printer", "mine"), ("--back-offset", "1,2"), ("--flip", "short")])
def test_what_a_printer_does_to_backs_plays_no_part(war: Path, option: tuple[str, str]) -> None:
    made("calibrate", "--save", "mine", "--shift", "1,2")
    made("build", "war", "--profile", "counters-a4", *option)
    fronts, backs = map(squares, sides(Path("output/war/counters-a4/counters.pdf")))
    for name, front in fronts.items():
        assert front.hausdorff_distance(affinity.scale(backs[name], -1, 1, origin=(105, 0))) < 0.02


def test_unlike_backs_of_small_pieces_stay_apart_on_one_sheet_where_they_fit(war: Path) -> None:
    made("build", "war", "--profile", "home-a4")
    fronts, backs = map(squares, sides(Path("output/war/home-a4/counters.pdf")))
    assert len(fronts) == len(backs) == 140
    assert {piece.page for piece in pieces(Path("output/war/home-a4/counters.pdf"))} == {0, 1}
    numbers = list(backs)
    for first, number in enumerate(numbers):
        for other in numbers[first + 1 :]:
            if number.partition("#")[0] != other.partition("#")[0]:
                assert backs[number].distance(backs[other]) > 1.99


def test_unlike_backs_touch_on_a_sheet_to_fold_that_says_so(war: Path) -> None:
    (war / "layouts" / "sheets").mkdir()
    text = "paper: a4\norientation: landscape\nfold: yes\nunlike-backs: touch\n"
    (war / "layouts" / "sheets" / "a4-gutterfold.yaml").write_text(text, "utf-8")
    made("build", "war", "--profile", "gutterfold-a4")
    printed_pieces = pieces(Path("output/war/gutterfold-a4/counters.pdf"))
    fronts = [piece for piece in printed_pieces if piece.page == 0 and piece.at[3] > 0]
    backs = squares(piece for piece in printed_pieces if piece.page == 0 and piece.at[3] < 0)
    block = shapely.union_all([square.buffer(0.005, join_style="mitre") for square in squares(fronts).values()])
    assert block.geom_type == "Polygon" and not block.interiors and len(backs) == len(fronts) > 90
    for name, front in squares(fronts).items():
        assert front.hausdorff_distance(affinity.scale(backs[name], 1, -1, origin=(0, 105))) < 0.02

"""Packing: what a drift of the backs shows, how tiles interlock, which sheets are folded."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import unary_union
from shapely.affinity import translate

from beeprint import outputs
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.outputs.shared import Checked, Order
from beeprint.outputs.shared.stocks import SheetsKeys, paper_line, stocks
from beeprint.sheet import Piece, SheetSpec
from cases import examples
from mixes import MIXES, SHAPES, SPECS, Some, area, face, mixed, sheets_of, trim
from sheets import imposed

# How far the back of a sheet may lie off its front, in mm.
DRIFT = 1.0


@settings(max_examples=examples(60), deadline=None)
@given(
    groups=MIXES,
    kind=st.sampled_from(sorted(set(SPECS) - {"playtest", "counters"})),
    flip=st.sampled_from(["long", "short"]),
    angle=st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7)]),
)
@example(groups=[Some("card", 7, 1), Some("card", 2, 2)], kind="home-a4", flip="long", angle=(-1, 0))
@example(groups=[Some("card", 7, 1), Some("card", 2, 2)], kind="home-letter", flip="short", angle=(0, 1))
@example(groups=[Some("card", 9, 4)], kind="home-letter", flip="long", angle=(0.7, 0.7))
@example(groups=[Some("rosette", 7, 4), Some("flat hexagon", 3, 4)], kind="home-a4", flip="long", angle=(0, -1))
@example(groups=[Some("rosette", 2, 1), Some("rosette", 5, 2)], kind="home-a4", flip="long", angle=(1, 0))
@example(groups=[Some("mini", 9, 1), Some("mini", 5, 2)], kind="gutterfold", flip="long", angle=(1, 0))
@example(
    groups=[Some("hexagon", 1, 0), Some("hexagon", 1, 1), Some("mini", 2, 4)], kind="near", flip="long", angle=(0, 1)
)
@example(
    groups=[Some("large round", 3, 0), Some("mini", 3, 0), Some("hexagon", 3, 1), Some("large round", 3, 4)],
    kind="near",
    flip="long",
    angle=(1, 0),
)
def test_backs_that_drift_by_a_millimetre_show_no_other_back(
    groups: list[Some], kind: str, flip: str, angle: tuple[float, float]
) -> None:
    by = (DRIFT * angle[0], DRIFT * angle[1])
    for sheet in sheets_of(groups, kind, flip):
        # What each back shows on the drifted page: later ones cover earlier ones.
        seen = [(back.symbol, translate(area(back.clip, back.at), *by)) for back in sheet.backs]
        for cut in sheet.backs:
            inside = trim(cut).buffer(-0.02)
            for symbol, shown in seen:
                assert symbol == cut.symbol or not shown.intersects(inside)


@settings(max_examples=examples(40), deadline=None)
@given(groups=MIXES, kind=st.sampled_from(sorted(SPECS)))
def test_every_piece_is_there_once_and_none_overlaps_another(groups: list[Some], kind: str) -> None:
    sheets = sheets_of(groups, kind)
    if not sheets:
        return
    placed = [front.piece.id for sheet in sheets for front in sheet.fronts]
    assert sorted(placed) == sorted(piece.id for piece in mixed(groups))
    for sheet in sheets:
        trims = [trim(front) for front in sheet.fronts]
        assert sum(trim.area for trim in trims) == pytest.approx(unary_union(trims).area, rel=2e-5)
        assert all(sheet.printable.contains(piece.trim, 0.01) for piece in (*sheet.fronts, *sheet.backs))


@pytest.mark.parametrize(
    ("name", "count", "paper"), [("triangle", 96, "a4"), ("trapezoid", 45, "a3"), ("rhombus", 50, "a4")]
)
def test_tiles_interlock(name: str, count: int, paper: str) -> None:
    (sheet, *_) = imposed(
        [Piece(f"p/{n}#1", SHAPES[name], 3, face(SHAPES[name], 1)) for n in range(200)], SheetSpec(paper=paper)
    )
    assert len(sheet.fronts) >= count
    trims = [trim(front) for front in sheet.fronts]
    for index, neighbour in enumerate(trims):
        assert all(neighbour.distance(other) > 1.99 for other in trims[:index])
    assert any(front.at.a < 0 for front in sheet.fronts) == (name != "rhombus")


def test_a_page_mixes_backs_only_where_that_saves_a_sheet() -> None:
    def backs(*runs: int) -> list[int]:
        sheets = imposed(
            mixed([Some("card", copies, back) for back, copies in enumerate(runs, start=1)]), SPECS["home-a4"]
        )
        return [len({back.symbol for back in sheet.backs}) for sheet in sheets]

    assert backs(17, 4) == [1, 1, 1]
    assert backs(16, 2) == [1, 2]
    assert backs(12, 12, 3) == [1, 2, 2]


def test_a_net_is_printed_flat_and_the_summary_says_which_sheets_to_fold(checked: Checked, tmp_path: Path) -> None:
    known = outputs.load(checked.game.workspace, "gutterfold-a4", Place("tests"))
    assert isinstance(known.profile, SheetsKeys)
    options = Options(profiles=("gutterfold-a4",))
    made = dict(stocks(Order(checked, known.profile, known.node, tmp_path / "gutterfold-a4", options)))
    folded = {front.piece.id.partition("/")[0]: sheet.folded for sheet in made["tiles"] for front in sheet.fronts}
    assert folded == {"fungus": True, "die": False}
    assert paper_line("tiles.pdf", made["tiles"], options) == (
        "tiles.pdf: 1 sheet of 297 x 210 mm, fold along the dashed line; 1 sheet of 210 x 297 mm, one side"
    )

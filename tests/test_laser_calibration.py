"""The bed that calibrates a laser, as a beam cuts it: the scale reads the kerf, and slots are as wide as they say."""

from __future__ import annotations

import itertools
import re
from itertools import pairwise
from pathlib import Path

import pytest
import shapely

import cutfiles
from beeprint import starter
from beeprint.sources.workspace import SHIPPED
from cases import spread
from command import call
from cutfiles import Drawn
from plotted import from_lbrn


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the files of a bed for plywood, drawn for a kerf of 0.25 mm, without their endings."""
    folder = tmp_path_factory.mktemp("calibration")
    result = call(
        *("calibrate", "--laser", "--profile", "lightburn", "--material", "plywood-3"),
        *("--kerf", "0.25", "--output", str(folder)),
    )
    assert result.exit_code == 0
    names = [Path(line).name for line in result.stdout.splitlines()]
    assert names == [f"calibrate-lightburn-plywood-3.{ending}" for ending in ("svg", "dxf", "lbrn2", "pdf")]
    assert "push its bars to the left" in result.stderr
    return folder / "calibrate-lightburn-plywood-3"


def drawn(made: Path, layer: str) -> list[Drawn]:
    return [line for line in cutfiles.from_svg(made.with_suffix(".svg").read_text("utf-8")) if line.layer == layer]


@pytest.mark.parametrize("kerf", spread([0.1, 0.35], lambda kerf: kerf == 0.35))
def test_bars_pushed_to_the_left_end_at_the_tick_of_the_kerf(made: Path, kerf: float) -> None:
    bars = sorted(line.points[0][0] for line in drawn(made, "cut-inner"))
    window = shapely.Polygon(drawn(made, "cut-outer")[0].points)
    left, top, right, _ = window.bounds
    widths = [b - a - kerf for a, b in pairwise((left, *bars, right))]
    assert len(widths) == 19 and max(widths) - min(widths) < 1e-6
    end = left - kerf / 2 + sum(widths)
    ticks = sorted((line.points[0][0] for line in drawn(made, "engrave-lines")), reverse=True)
    assert all(line.points[0][1] < top for line in drawn(made, "engrave-lines"))
    # From 0 to 0.8 mm in steps of 0.05 mm, the first at the window's own line but for the half kerf that it is wider.
    assert len(ticks) == 17 and ticks[0] == pytest.approx(right)
    assert ticks[round(kerf / 0.05)] == pytest.approx(end, abs=1e-3)


def test_slots_are_wider_than_the_material_by_what_is_written_below_them(made: Path) -> None:
    comb = shapely.Polygon(drawn(made, "cut-outer")[1].points).buffer(-0.125, join_style="mitre")
    left, top, right, _ = comb.bounds
    slots = shapely.LineString([(left, top + 5), (right, top + 5)]).difference(comb)
    widths = [line.length for line in slots.geoms]
    assert widths == pytest.approx([3 + step / 10 for step in range(-4, 5)], abs=1e-3)


def test_each_row_of_the_coupon_has_layers_of_its_own(made: Path) -> None:
    text = made.with_suffix(".lbrn2").read_text("utf-8")
    page = cutfiles.page(made.with_suffix(".svg").read_text("utf-8"))
    settings, lines = from_lbrn(text, page[1])
    rows = [setting for setting in settings if setting.name.startswith("Row")]
    assert [(row.mode, row.name) for row in rows] == [
        pair for row in range(1, 6) for pair in (("Scan", f"Row {row} fill"), ("Cut", f"Row {row} lines"))
    ]
    assert len({setting.index for setting in settings}) == len(settings)
    for row in range(1, 6):
        (fill,) = [line for line in lines if line.layer == f"Row {row} fill"]
        assert shapely.Polygon(fill.points).area == pytest.approx(100, abs=0.01)
        # Hatches as far apart as those of engraved faces: 100 mm2 at 1.4, 0.9, 0.6 and 0.4 mm, and five outlines.
        length = sum(
            shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0])).length
            for line in lines
            if line.layer == f"Row {row} lines"
        )
        assert length == pytest.approx(5 * 40 + sum(100 / spacing for spacing in (1.4, 0.9, 0.6, 0.4)), rel=0.05)


MATERIALS, KERFS = ("cardstock", "grey-board-2", "mdf-3", "acrylic-3"), ("0", "0.2", "1.9", "2")
#: Each material and each kerf once.
ONCE = set(zip(MATERIALS, KERFS, strict=True))


@pytest.mark.parametrize(("material", "kerf"), spread(itertools.product(MATERIALS, KERFS), ONCE.__contains__))
def test_every_slot_is_wider_than_the_beam_and_thin_material_has_no_comb(
    material: str, kerf: str, tmp_path: Path
) -> None:
    result = call(
        *("calibrate", "--laser", "--material", material, "--kerf", kerf, "--profile", "lightburn"),
        *("--output", str(tmp_path)),
    )
    assert result.exit_code == 0
    assert ("Slots: " in result.stderr) == (material != "cardstock")
    text = next(tmp_path.glob("*.svg")).read_text("utf-8")
    outer = [shapely.Polygon(line.points) for line in cutfiles.from_svg(text) if line.layer == "cut-outer"]
    assert len(outer) == (2 if material == "cardstock" else 4) and all(slot.is_valid for slot in outer)
    # Gauge, coupon, comb and strip lie apart, so that none is cut into by the beam along another.
    assert min(a.distance(b) for n, a in enumerate(outer) for b in outer[:n]) > float(kerf)


def test_a_bed_that_is_too_small_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starter.write(tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    profile = tmp_path / "mine" / "layouts" / "laser" / "small.yaml"
    profile.parent.mkdir()
    text = (SHIPPED / "layouts" / "laser" / "generic.yaml").read_text("utf-8")
    profile.write_text(text.replace("bed: 600 x 400", "bed: 100 x 300"), "utf-8")
    result = call("calibrate", "--laser", "--profile", "small")
    assert result.exit_code == 2
    assert "--profile small: its bed of 100 x 300 mm is too small; this one takes 157 x 169 mm" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--laser", "--save", "study"), "--laser cannot be combined with options of printers"),
        (("--laser", "--turn", "1"), "--laser cannot be combined with options of printers"),
        (("--laser", "--flip", "short"), "--laser cannot be combined with options of printers"),
        (("--material", "plywood-3"), "--material belongs to --laser"),
        (("--laser", "--material", "plywood"), "there is no material plywood: did you mean plywood-3?"),
        (("--laser", "--profile", "lightbrun"), "there is no profile lightbrun: did you mean lightburn?"),
    ],
)
def test_what_cannot_be_calibrated_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = call("calibrate", *arguments)
    assert result.exit_code == 2 and re.search(re.escape(said), result.stderr)

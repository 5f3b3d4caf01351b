"""The quick look at a bed: each layer in its colour where it lies, the cuts numbered in order, the sums right."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2
from msgspec.structs import replace
from PIL import Image

from beeprint.base.geometry import IDENTITY, Rect
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import Drawing, Run, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, text_width
from beeprint.formats import pdf
from beeprint.laser.plan import Bed, Pass, PlacedPiece, Polyline
from beeprint.laser.proof import MOST_NUMBERS, proof
from test_cut_files import BED, profile, ring

DOTS = 10


def words(drawing: Drawing) -> list[str]:
    return [mark.text for mark, _ in walk(drawing.marks) if isinstance(mark, Run)]


def numbers(drawing: Drawing) -> list[int]:
    return [int(word) for word in words(drawing) if re.fullmatch(r"\d+", word)]


def many(count: int) -> Bed:
    """Return a bed with so many small squares to cut."""
    squares = tuple(
        Polyline(ring((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)), True)
        for x, y in ((5 + 5 * (k % 100), 5 + 5 * (k // 100)) for k in range(count))
    )
    return replace(BED, width=520, height=200, lines={Pass.CUT_OUTER: squares}, areas={})


def test_each_layer_is_seen_in_its_colour_where_it_lies(fonts: Fonts) -> None:
    page = proof(BED, profile("generic"), fonts, "Wood")
    data = raster.draw(svg.write(page, fonts), DOTS * 25.4)
    picture = Image.open(io.BytesIO(data)).convert("RGB")

    def pixel(x: float, y: float) -> tuple[int, ...]:
        value = picture.getpixel((round((x - page.box.x) * DOTS), round((y - page.box.y) * DOTS)))
        assert isinstance(value, tuple)
        return value

    assert pixel(50, 10) == (0xFF, 0, 0)  # cut outside
    assert pixel(34, 20) == (0, 0xA0, 0)  # the window
    assert pixel(15, 70) == (0, 0, 0xFF)  # the fold
    assert pixel(50, 13) == (0, 0, 0) and pixel(50, 15) != (0, 0, 0)  # an engraved frame round bare wood
    assert pixel(60, 0) == (0xFF, 0, 0xFF)  # the guide


def test_cuts_are_numbered_in_their_order_where_each_begins(fonts: Fonts) -> None:
    page = proof(BED, profile("generic"), fonts, "Wood")
    assert numbers(page) == [1, 2]
    runs = [mark for mark, _ in walk(page.marks) if isinstance(mark, Run) and mark.text in ("1", "2")]
    starts = [BED.lines[pass_][0].points[0] for pass_ in (Pass.CUT_INNER, Pass.CUT_OUTER)]
    for run, (x, y) in zip(runs, starts, strict=True):
        assert abs(run.place.e - x) < 1.5 and abs(run.place.f - y) < 1.5


def test_many_cuts_are_numbered_in_round_steps(fonts: Fonts) -> None:
    page = proof(many(MOST_NUMBERS), profile("generic"), fonts, "Many")
    assert numbers(page) == list(range(1, MOST_NUMBERS + 1))
    page = proof(many(1300), profile("generic"), fonts, "Many")
    assert numbers(page) == [1, *range(10, 1301, 10)]
    assert any("one in 10 of" in word for word in words(page))


def test_the_legend_says_what_each_layer_comes_to(fonts: Fonts) -> None:
    piece = PlacedPiece("field/F01#1", "field", IDENTITY, TRIANGLE)
    bed = replace(BED, placed=(piece,), cut_length=2345.6, waste=0.257, notes=("holds 2 of field",))
    bed = replace(bed, offcut=Rect(70, 5, 44.9, 60))
    texts = words(proof(bed, profile("lightburn"), fonts, "Wood"))
    assert "1. C00 Engrave: 1 area, 0.9 cm\u00b2" in texts  # 20 x 6 less 16 x 2 mm
    assert any(re.fullmatch(r"4\. C06 Cut inner: 1 line, 0\.02 m", text) for text in texts)
    assert "holds 2 of field" in texts
    facts = " ".join(texts)
    assert "kerf 0.2 mm" in facts and "2.35 m of cuts, 26% left over, 44 x 60 mm of it in one piece" in facts
    behind = " ".join(words(proof(replace(bed, side="back"), profile("lightburn"), fonts, "Wood")))
    assert "engraved and scored only" in behind and "m of cuts" not in behind


TRIANGLE = ring((10, 10), (90, 10), (50, 60))


def test_the_bed_has_its_true_size_on_a_page_that_names_its_pieces(fonts: Fonts, tmp_path: Path) -> None:
    piece = PlacedPiece("field/F01#2", "field", IDENTITY, TRIANGLE)
    drawing = proof(replace(BED, placed=(piece,)), profile("generic"), fonts, "Wood")
    bed = Rect(0, 0, BED.width, BED.height)
    pdf.write(tmp_path / "look.pdf", [pdf.Page(drawing, bed, bed)], fonts, pdf.Info("Wood"))
    page = pypdfium2.PdfDocument(tmp_path / "look.pdf")[0]
    left, low, right, high = (value * 25.4 / 72 for value in page.get_trimbox())
    assert abs(right - left - 120) < 0.01 and abs(high - low - 80.5) < 0.01
    text = page.get_textpage().get_text_bounded()
    assert "1 field/F01" in text and "Cut outer" in text


def test_nothing_is_written_over_the_pieces_but_the_numbers_of_cuts(fonts: Fonts) -> None:
    pieces = tuple(PlacedPiece(f"field/F0{k}#1", "field", IDENTITY, TRIANGLE) for k in (1, 1, 2))
    page = proof(replace(BED, placed=pieces), profile("generic"), fonts, "Wood")
    runs = [mark for mark, _ in walk(page.marks) if isinstance(mark, Run)]
    over = [run.text for run in runs if 0 < run.place.f < BED.height]
    assert over == ["1", "2"]
    assert "1  field/F01 (2)" in words(page) and "2  field/F02" in words(page)
    # On the map below each piece bears the number of its name.
    spots = [run for run in runs if run.place.f > BED.height and run.text in ("1", "2")]
    assert [run.text for run in spots] == ["1", "1", "2"]


def test_no_text_leaves_the_page_nor_runs_into_the_map(fonts: Fonts) -> None:
    note = "a long note that goes on and on, as those do which say how a sheet is turned over and laid down again " * 3
    for width in (90.0, 300.0, 1200.0):
        page = proof(replace(BED, width=width, height=200, notes=(note,)), profile("generic"), fonts, "Wood")
        for mark, _ in walk(page.marks):
            if isinstance(mark, Run):
                left, right = (
                    mark.place.e,
                    mark.place.e
                    + text_width(fonts, mark.text, Style("source-sans", "regular", mark.size * 72 / 25.4, 1)),
                )
                assert page.box.x <= left and right <= (0.55 * width if mark.text[:6] in note else page.box.right)


def test_a_bed_with_two_sides_shows_its_stops_where_the_sheet_touches_them(fonts: Fonts) -> None:
    for side, x in (("front", -2.0), ("back", BED.width + 2.0)):
        page = proof(replace(BED, side=side), profile("generic"), fonts, "Wood")
        picture = Image.open(io.BytesIO(raster.draw(svg.write(page, fonts), DOTS * 25.4))).convert("L")
        spots = [(x, 20.0), (20.0 if side == "front" else BED.width - 20, -2.0)]
        for spot in spots:
            assert (
                picture.getpixel(tuple(round((a - b) * DOTS) for a, b in zip(spot, page.box[:2], strict=True))) == 120
            )

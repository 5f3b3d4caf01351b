"""Marks: where crop marks and cut lines lie, and that every sheet has its ruler."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, box, unary_union

from beeprint import outputs
from beeprint.base.colour import Colour, lightness
from beeprint.base.geometry import Point as Spot
from beeprint.base.geometry import Rect, rectangle, translate
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.drawing import shape, tone
from beeprint.drawing.drawing import Layer, PathMark, Run, Solid, Symbol, path_mark, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.formats.pdf.write import Info, Page, write
from beeprint.outputs.shared import Checked, Order
from beeprint.outputs.shared.stocks import SheetsKeys, stocks
from beeprint.sheet import Piece, Sheet, SheetSpec, Slug, draw
from cases import examples, spread
from mixes import MIXES, SHAPES, SPECS, Some, area, line_of, mixed, sheets_of, trim
from sheets import imposed

# How far crop marks stay from the trim, in mm.
AWAY = 2.0
WORDS = Slug(
    "A game with a long name \u00b7 the edition for two \u00b7 cards \u00b7 sheet 12 of 18", "version 1.0 \u00b7 by you"
)


def drawn(sheet: Sheet, fonts: Fonts) -> list[tuple[PathMark, list[tuple[float, float]]]]:
    """Return the marks to cut by and the ruler's lines, with their points on the page."""
    marks = walk(draw(sheet, "front", WORDS, fonts).marks)
    return [
        (mark, line_of(mark.path, at))
        for mark, at in marks
        if isinstance(mark, PathMark) and mark.layer is not Layer.PRINT
    ]


def ticks(sheet: Sheet, fonts: Fonts) -> Iterator[LineString]:
    """Yield the crop marks: straight guides in black that belong to no ruler, whose lines are 0.1 mm wide."""
    for mark, points in drawn(sheet, fonts):
        if mark.layer is Layer.GUIDE and mark.stroke is not None and mark.stroke.width == 0.0882:
            yield LineString(points)


@settings(max_examples=examples(60), deadline=None)
@given(groups=MIXES, kind=st.sampled_from(sorted(SPECS)))
@example(groups=[Some("poker", 8, 1), Some("large hexagon", 1, 1)], kind="home-a4")
@example(groups=[Some("poker", 8, 1), Some("large hexagon", 1, 1)], kind="bleed")
@example(groups=[Some("card", 9, 1)], kind="home-a4")
@example(groups=[Some("board", 2, 0)], kind="home-a4")
@pytest.mark.slow
def test_crop_marks_keep_off_every_piece_and_its_bleed(groups: list[Some], kind: str, fonts: Fonts) -> None:
    for sheet in sheets_of(groups, kind):
        shown = (*sheet.fronts, *(sheet.backs if sheet.folded else ()))
        trims = unary_union([trim(piece) for piece in shown])
        bleeds = unary_union([area(piece.clip, piece.at) for piece in shown]).intersection(
            box(*corners(sheet.printable))
        )
        for tick in ticks(sheet, fonts):
            assert tick.distance(trims) >= AWAY - 0.002
            assert tick.intersection(bleeds.buffer(-0.005)).is_empty
            assert tick.length >= 1 - 0.002
            assert box(*corners(sheet.printable.grow(0.01))).contains(tick)


@settings(max_examples=examples(40), deadline=None)
@given(groups=MIXES, kind=st.sampled_from(sorted(SPECS)))
@example(groups=[Some("poker", 8, 1), Some("large hexagon", 1, 1)], kind="home-a4")
@example(groups=[Some("card", 3, 0), Some("mini", 4, 0), Some("flat hexagon", 3, 0)], kind="playtest")
def test_a_crop_mark_invites_no_cut_through_a_piece_and_every_trim_is_marked(
    groups: list[Some], kind: str, fonts: Fonts
) -> None:
    for sheet in sheets_of(groups, kind):
        shown = (*sheet.fronts, *(sheet.backs if sheet.folded else ()))
        cuts = []
        for tick in ticks(sheet, fonts):
            (x1, y1), (x2, y2) = tick.coords
            across = LineString([(x1, 0), (x1, 999)] if x1 == x2 else [(0, y1), (999, y2)])
            assert not any(across.intersects(trim(piece).buffer(-0.02)) for piece in shown)
            cuts.append(across)
        lines = [LineString(points) for mark, points in drawn(sheet, fonts) if mark.layer is Layer.CUT]
        marked = unary_union([*cuts, *lines]).buffer(0.02)
        assert all(marked.contains(trim(front).exterior) for front in sheet.fronts)


def corners(rect: Rect) -> tuple[float, float, float, float]:
    """Return a box as shapely's box takes it."""
    return rect.x, rect.y, rect.right, rect.bottom


@settings(max_examples=examples(40), deadline=None)
@given(groups=MIXES, kind=st.sampled_from(sorted(SPECS)))
@example(groups=[Some("card", 8, 1)], kind="eight")
@example(groups=[Some("mini", 14, 1), Some("mini", 4, 2)], kind="home-letter")
@example(groups=[Some("large hexagon", 7, 0), Some("board", 1, 0), Some("card", 1, 0)], kind="home-letter")
@example(
    groups=[Some("triangle", 2, 0), Some("rhombus", 2, 0), Some("board", 8, 1), Some("rosette", 5, 0)], kind="home-a4"
)
@example(
    groups=[Some("poker", 2, 4), Some("round", 1, 0), Some("large round", 2, 4), Some("board", 3, 0)], kind="narrow"
)
@pytest.mark.slow
def test_every_sheet_has_its_ruler_and_its_name(groups: list[Some], kind: str, fonts: Fonts) -> None:
    for sheet in sheets_of(groups, kind):
        said = [mark.text for mark, _ in walk(draw(sheet, "front", WORDS, fonts).marks) if isinstance(mark, Run)]
        assert "50 mm" in said and WORDS.title in said
        spans = [LineString(points) for mark, points in drawn(sheet, fonts) if mark.stroke and mark.stroke.width == 0.1]
        assert max(span.length for span in spans) == pytest.approx(50)
        trims = unary_union([trim(piece) for piece in (*sheet.fronts, *(sheet.backs if sheet.folded else ()))])
        assert not any(span.intersects(trims) for span in spans)


def test_on_small_paper_the_name_is_shortened_beside_the_ruler(fonts: Fonts) -> None:
    pieces = mixed([Some("mini", 6, 1), Some("rhombus", 3, 0), Some("triangle", 4, 0)])
    for sheet in imposed(pieces, SheetSpec(paper="a5")):
        said = [mark.text for mark, _ in walk(draw(sheet, "front", WORDS, fonts).marks) if isinstance(mark, Run)]
        assert "50 mm" in said
        assert any(WORDS.title.startswith(text.removesuffix("\u2026")) and len(text) > 20 for text in said)


@pytest.mark.parametrize(("lightness", "white"), [(20, True), (230, False)])
@pytest.mark.parametrize("name", ["flat hexagon", "round", "card"])
def test_cut_lines_are_light_on_dark_grounds(name: str, lightness: int, white: bool, fonts: Fonts) -> None:
    outline = SHAPES[name]
    grey = Symbol.of([path_mark(rectangle(outline.bleed_box(3)), Solid(Colour(lightness, lightness, lightness)))])
    spec = SheetSpec(paper="letter")  # nine cards leave no room for crop marks above and below
    (sheet,) = imposed([Piece(f"p/{n}#1", outline, 3, grey) for n in range(9)], spec)
    lines = [mark.stroke.paint for mark, _ in drawn(sheet, fonts) if mark.layer is Layer.CUT and mark.stroke]
    assert lines and all(isinstance(paint, Solid) and (paint.colour.red == 255) == white for paint in lines)


def two_toned(outline: Shape, left: int, right: int) -> Symbol:
    """Return a face whose halves are greys."""
    whole = outline.bleed_box(3)
    half = Rect(whole.x, whole.y, whole.width / 2, whole.height)
    return Symbol.of(
        [
            path_mark(rectangle(whole), Solid(Colour(right, right, right))),
            path_mark(rectangle(half), Solid(Colour(left, left, left))),
        ]
    )


@pytest.mark.parametrize(("left", "right"), [(20, 230), (0, 0), (90, 200), (130, 245), (110, 120)])
@pytest.mark.parametrize("name", ["flat hexagon", "large round", "rhombus"])
def test_a_printed_cut_line_is_a_tint_of_the_art_under_it(
    name: str, left: int, right: int, fonts: Fonts, tmp_path: Path
) -> None:
    outline, scale = SHAPES[name], 600 / 25.4
    (sheet,) = imposed([Piece("p/1#1", outline, 3, two_toned(outline, left, right))], SheetSpec(paper="a4"))
    drawing = draw(sheet, "front", WORDS, fonts)
    write(tmp_path / "sheet.pdf", [Page(drawing, sheet.trim, sheet.bleed)], fonts, Info("A sheet"))
    with pypdfium2.PdfDocument(tmp_path / "sheet.pdf") as pdf:
        picture = pdf[0].render(scale=600 / 72, grayscale=True).to_pil()
    (first,) = sheet.fronts
    ring = LineString([(*first.at.point(*point),) for point in (*outline.ring(), outline.ring()[0])])
    middle = ring.envelope.centroid.x
    seen = set()
    for step in range(200):
        spot = ring.interpolate(step / 200, normalized=True)
        if min(abs(spot.x - middle), min(spot.distance(Point(corner)) for corner in ring.coords[::9])) < 1.6:
            continue  # where the halves meet, and at corners
        ground = left if spot.x < middle else right
        x, y = spot.x * scale, spot.y * scale
        near = [picture.getpixel((round(x + dx), round(y + dy))) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        furthest = max(near, key=lambda grey: abs(grey - ground))
        apart = abs(lightness(Colour(furthest, furthest, furthest)) - lightness(Colour(ground, ground, ground)))
        assert 14 <= apart <= 32
        seen.add(ground)
    assert seen == {left, right}


@given(
    boxes=st.lists(st.tuples(*[st.integers(0, 12)] * 4), max_size=8),
    points=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=6),
)
@example(boxes=[(0, 0, 3, 3), (6, 6, 3, 3)], points=[(3, 3), (4, 4)])
def test_what_is_left_of_a_face_near_a_line_is_as_light_as_the_face(
    boxes: list[tuple[int, int, int, int]], points: list[tuple[int, int]]
) -> None:
    marks = [
        path_mark(rectangle(Rect(x, y, width + 1, height + 1)), Solid(Colour(30 * number, 0, 90), 0.7))
        for number, (x, y, width, height) in enumerate(boxes)
    ]
    spots = [Spot(x, y) for x, y in points]
    near = tone.ground(marks, spots)
    assert [tone.lightness_at(near.marks, spot) for spot in spots] == [tone.lightness_at(marks, spot) for spot in spots]


def test_cards_share_what_lies_under_a_line_whatever_they_say_elsewhere() -> None:
    ground = path_mark(rectangle(Rect(0, 0, 63, 88)), Solid(Colour(200, 180, 90)))
    faces = [[ground, path_mark(rectangle(Rect(20, 20, 5 + n, 5)), Solid(Colour(n, 0, 0)))] for n in range(3)]
    assert {tone.ground(marks, [Spot(0, 3), Spot(3, 0)]).key for marks in faces} == {Symbol.of([ground]).key}


def test_arcs_at_corners_have_the_tint_of_each_card_and_heed_no_text(fonts: Fonts) -> None:
    outline = shape.rectangle(63, 88, corner=3)
    text = Run("words", "source-sans/regular", 90, translate(-5, 80), Solid(Colour(0, 0, 0)), ())
    faces = [two_toned(outline, grey, grey) for grey in (20, 235)]
    faces.append(Symbol.of([*faces[1].marks, text]))
    cards = [Piece(f"p/{number}#1", outline, 3, face) for number, face in enumerate(faces * 9)]
    for sheet in imposed(cards, SheetSpec(paper="a4", corner_marks=True)):
        arcs = [mark for mark, points in drawn(sheet, fonts) if mark.layer is Layer.CUT and len(points) > 2]
        tints = [mark.stroke.paint for mark in arcs if mark.stroke is not None]
        seen = [tints[at : at + 4] for at in range(0, len(tints), 4)]
        assert [len({*four}) for four in seen] == [1] * 9
        assert seen[1] == seen[2] == seen[4] and seen[0] == seen[3] != seen[1]


def test_a_cut_line_on_bare_paper_is_nearly_black(fonts: Fonts) -> None:
    outline = SHAPES["round"]
    (sheet,) = imposed([Piece("p/1#1", outline, 3, two_toned(outline, 255, 255))], SheetSpec(paper="a4"))
    (stroke,) = (mark.stroke for mark, _ in drawn(sheet, fonts) if mark.layer is Layer.CUT)
    assert stroke is not None and isinstance(stroke.paint, Solid)
    assert (stroke.paint.colour, stroke.paint.opacity) == (Colour(0, 0, 0), 0.7)


@pytest.mark.parametrize(
    "profile",
    spread(
        ["home-a4", "home-a4-bleed", "home-letter", "gutterfold-a4", "playtest-letter"],
        lambda profile: profile == "gutterfold-a4",
    ),
)
def test_every_sheet_of_a_game_has_its_ruler(profile: str, checked: Checked, tmp_path: Path) -> None:
    known = outputs.load(checked.game.workspace, profile, Place("tests"))
    assert isinstance(known.profile, SheetsKeys)
    order = Order(checked, known.profile, known.node, tmp_path / profile, Options())
    for _, made in stocks(order):
        for sheet in made:
            said = [
                mark.text for mark, _ in walk(draw(sheet, "front", WORDS, checked.fonts).marks) if isinstance(mark, Run)
            ]
            assert "50 mm" in said

"""Imposition: every copy once, nothing overlaps, all within what prints, each back behind its front."""

from __future__ import annotations

import itertools
import math
from itertools import combinations, permutations

import pytest
import resvg_py
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Rect, bounds, rectangle
from beeprint.base.problems import BuildError
from beeprint.drawing import shape, svg
from beeprint.drawing.drawing import PathMark, Run, Solid, Symbol, path_mark, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.sheet import Piece, Placed, Sheet, SheetSpec, Slug, draw
from cases import examples, spread
from pixels import averaged
from sheets import imposed
from svgs import path_points

FRONT = Symbol.of([path_mark(rectangle(Rect(0, 0, 5, 5)))])
BACK = Symbol.of([path_mark(rectangle(Rect(0, 0, 6, 6)))])
CARD = shape.rectangle(63, 88)

SHAPES = {
    "card": CARD,
    "mini": shape.rectangle(63, 44),
    "board": shape.rectangle(190, 126),
    "hexagon": shape.hexagon(25),
    "flat hexagon": shape.hexagon(60, pointy=False),
    "rosette": shape.rosette(26),
    "round 22": shape.circle(22),
    "round 14": shape.circle(14),
    "die": shape.die_net(16),
}


def pieces(outline: Shape, count: int, two_sided: bool = True, name: str = "p") -> list[Piece]:
    back = BACK if two_sided else None
    return [Piece(f"{name}/{index}#1", outline, 3, FRONT, back) for index in range(count)]


def picture(sheet: Sheet) -> str:
    """Return a sheet as text: the pieces' numbers row by row, fronts and then the backs as the back page shows them."""

    def rows(placed: tuple[Placed, ...]) -> str:
        lines: dict[int, list[tuple[float, str]]] = {}
        for piece in placed:
            name = piece.piece.id.split("/")[1].split("#")[0]
            lines.setdefault(round(piece.trim.y), []).append((piece.trim.x, name))
        return " / ".join(" ".join(name for _, name in sorted(line)) for _, line in sorted(lines.items()))

    return f"front: {rows(sheet.fronts)}" + (f"; back: {rows(sheet.backs)}" if sheet.backs else "")


def test_nine_cards_to_a_page_and_a_ragged_last_one() -> None:
    sheets = imposed(pieces(CARD, 14), SheetSpec(paper="a4"))
    assert [picture(sheet) for sheet in sheets] == [
        "front: 0 1 2 / 3 4 5 / 6 7 8; back: 2 1 0 / 5 4 3 / 8 7 6",
        "front: 9 10 11 / 12 13; back: 11 10 9 / 13 12",
    ]
    assert sheets[0].trim == sheets[1].trim == pytest.approx(Rect(10.5, 16.5, 189, 264))
    assert sheets[1].backs[-1].trim.x == pytest.approx(210 - 10.5 - 2 * 63)


def test_on_the_short_edge_backs_mirror_top_to_bottom_and_turn() -> None:
    (sheet,) = imposed(pieces(CARD, 4), SheetSpec(paper="a4"), flip="short")
    assert picture(sheet) == "front: 0 1 2 / 3; back: 3 / 0 1 2"
    a, b, c, d, *_ = sheet.backs[0].at
    assert (a, b, c, d) == pytest.approx((-1, 0, 0, -1))


def test_landscape_flips_about_its_own_long_edge() -> None:
    spec = SheetSpec(paper="a4", spacing="bleed", orientation="landscape")
    (sheet,) = imposed(pieces(CARD, 6), spec, flip="long")
    assert (sheet.paper.width, sheet.paper.height) == (297, 210)
    assert picture(sheet) == "front: 0 1 2 3 / 4 5; back: 4 5 / 0 1 2 3"


def test_gutterfold_puts_backs_below_turned_by_180_degrees() -> None:
    spec = SheetSpec(paper="a4", orientation="landscape", fold=True)
    (sheet,) = imposed(pieces(CARD, 4), spec)
    assert not sheet.two_sided and sheet.folded
    for front, back in zip(sheet.fronts, sheet.backs, strict=True):
        assert back.trim.x == pytest.approx(front.trim.x)
        assert front.trim.bottom == pytest.approx(105 - 3) and back.trim.y == pytest.approx(105 + 3)
        assert back.at[:4] == pytest.approx((-1, 0, 0, -1))


@pytest.mark.parametrize(
    ("name", "paper", "spacing", "least"),
    [
        ("card", "a4", "touching", 9),
        ("card", "letter", "touching", 9),
        ("card", "a4", "bleed", 8),
        ("board", "a4", "touching", 2),
        ("board", "a4", "bleed", 2),
        ("board", "letter", "bleed", 2),
        ("mini", "a4", "touching", 18),
        ("round 22", "a4", "touching", 77),
        ("rosette", "a4", "touching", 7),
        ("flat hexagon", "a4", "touching", 7),
    ],
)
def test_as_many_as_the_paper_holds(name: str, paper: str, spacing: str, least: int) -> None:
    spec = SheetSpec(paper=paper, spacing=spacing)  # type: ignore[arg-type]
    assert len(imposed(pieces(SHAPES[name], least), spec)) == 1


def test_eight_cards_with_bleed_on_letter() -> None:
    spec = SheetSpec(paper="letter", orientation="landscape", spacing="bleed", bleed=1.8)
    (sheet,) = imposed(pieces(CARD, 8), spec)
    assert sheet.bleed.width == pytest.approx(4 * 63 + 8 * 1.8)
    assert sheet.printable.contains(sheet.bleed)


def overlap(piece: Placed, other: Placed) -> bool:
    """Return whether two trims overlap, by the distance of their middles for rounds, by sampling for polygons."""
    if not piece.trim.overlaps(other.trim, 0.01):
        return False
    if piece.piece.shape.kind == other.piece.shape.kind == "round":
        reach = (piece.trim.width + other.trim.width) / 2
        return math.dist(piece.trim.centre, other.trim.centre) < reach - 0.01
    inverse = other.at.inverse() @ piece.at
    inner = (
        piece.piece.shape.offset_corners([-0.05] * len(piece.piece.shape.corners)) if piece.piece.shape.corners else ()
    )
    inside = [other.piece.shape.encloses(Rect(*inverse.point(*corner), 0, 0), 0, 0) for corner in inner]
    middle = other.piece.shape.encloses(Rect(*inverse.point(*piece.piece.shape.box.centre), 0, 0), 0, 0)
    return middle or any(inside)


@given(
    name=st.sampled_from(sorted(SHAPES)),
    count=st.integers(1, 60),
    paper=st.sampled_from(["a4", "letter", "a3"]),
    spacing=st.sampled_from(["touching", "bleed", 4.0]),
    flip=st.sampled_from(["long", "short"]),
    fold=st.booleans(),
)
@pytest.mark.slow
def test_contract(name: str, count: int, paper: str, spacing: str, flip: str, fold: bool) -> None:
    spec = SheetSpec(paper=paper, spacing=spacing, fold=fold)  # type: ignore[arg-type]
    try:
        sheets = imposed(pieces(SHAPES[name], count), spec, flip=flip)  # type: ignore[arg-type]
    except BuildError:
        # Only half the paper is there above a fold.
        assert fold and SHAPES[name].height > 80
        return
    placed = [front for sheet in sheets for front in sheet.fronts]
    assert [piece.piece.id for piece in placed] == [f"p/{index}#1" for index in range(count)]
    for sheet in sheets:
        for piece in (*sheet.fronts, *sheet.backs):
            assert sheet.printable.contains(piece.trim, 0.001)
        for piece, other in combinations((*sheet.fronts, *(sheet.backs if fold else ())), 2):
            assert not overlap(piece, other)
        for front, back in zip(sheet.fronts, sheet.backs, strict=True):
            assert front.piece is back.piece
            assert behind(sheet, flip, fold, front) == pytest.approx(back.trim, abs=1e-6)
            # The back's content is not mirrored, and a turn of the piece about its upright middle brings it upright.
            a, b, c, d, *_ = back.at
            assert a * d - b * c == pytest.approx(1)


def behind(sheet: Sheet, flip: str, fold: bool, front: Placed) -> Rect:
    """Return where the paper's turn brings the place of a front, from the paper's size alone."""
    width, height, box = sheet.paper.width, sheet.paper.height, front.trim
    turned_upside_down = fold or (flip == "long") == (width > height)
    if turned_upside_down:
        return Rect(box.x, height - box.bottom, box.width, box.height)
    return Rect(width - box.right, box.y, box.width, box.height)


def reaches_into(piece: Placed, other: Placed, by: float) -> bool:
    """Return whether the bleed of one piece reaches more than `by` mm over the trim of another."""
    inverse = other.at.inverse() @ piece.at
    spots = [inverse.point(*point) for point in path_points(piece.clip)]
    return any(other.piece.shape.encloses(Rect(*spot, 0, 0), by, 0) for spot in spots)


@given(name=st.sampled_from(["card", "hexagon", "rosette"]), count=st.integers(2, 12))
def test_bleed_reaches_into_no_neighbour_but_an_equal_one_that_covers_it(name: str, count: int) -> None:
    made = [replace(piece, front=single(index)) for index, piece in enumerate(pieces(SHAPES[name], count))]
    (sheet, *_) = imposed(made, SheetSpec(paper="a4"))
    for side in (sheet.fronts, sheet.backs):
        for (index, piece), (at, other) in permutations(enumerate(side), 2):
            assert not reaches_into(piece, other, 0.35 if side is sheet.backs and at > index else 0.05)


def single(number: int) -> Symbol:
    """Return a face like no other."""
    return Symbol.of([path_mark(rectangle(Rect(0, 0, 5, number + 1)))])


def test_bleed_lies_under_equal_neighbours_only_on_each_sheet_of_a_deck() -> None:
    equal = pieces(CARD, 9)
    unlike = [replace(piece, front=single(index)) for index, piece in enumerate(pieces(CARD, 9))]
    for deck in ([*equal, *unlike, *equal], [*unlike, *equal, *unlike]):
        sheets = imposed(deck, SheetSpec(paper="a4"))
        for sheet in sheets:
            covered = [reaches_into(piece, other, 0.05) for piece, other in permutations(sheet.fronts, 2)]
            assert any(covered) is (len({front.symbol for front in sheet.fronts}) == 1)
            assert not any(reaches_into(piece, other, 0.05) for piece, other in combinations(sheet.fronts[::-1], 2))


@pytest.mark.parametrize(
    ("dpi", "name"),
    spread(itertools.product([96, 131, 150], ["card", "hexagon"]), lambda case: case[0] == 131),
)
def test_no_paper_shines_through_between_equal_backs(name: str, dpi: int, fonts: Fonts) -> None:
    outline = SHAPES[name]
    ground = Symbol.of([path_mark(rectangle(outline.bleed_box(3)), Solid(Colour(120, 60, 0)))])
    made = [replace(piece, back=ground) for piece in pieces(outline, 9)]
    (sheet,) = imposed(made, SheetSpec(paper="a4"))
    backs = draw(sheet, "back", Slug("Game", "version 1"), fonts)
    png = resvg_py.svg_to_bytes(svg_string=svg.write(backs, fonts), dpi=dpi, skip_system_fonts=True)
    image = averaged(bytes(png), 1)
    # From the middle of each back to that of each that touches it.
    middles = [back.trim.centre for back in sheet.backs]
    pairs = [(a, b) for a, b in combinations(middles, 2) if math.dist(a, b) < max(outline.width, outline.height) + 0.1]
    assert len(pairs) >= 10
    for (ax, ay), (bx, by) in pairs:
        spots = [(ax + (bx - ax) * step / 500, ay + (by - ay) * step / 500) for step in range(501)]
        seen = {image.getpixel((int(x * dpi / 25.4), int(y * dpi / 25.4))) for x, y in spots}
        assert (
            max(abs(channel - other) for colour in seen for channel, other in zip(colour, (120, 60, 0), strict=True))
            <= 1
        )


def test_backs_move_by_the_printers_offset() -> None:
    plain, moved = (imposed(pieces(CARD, 1), SheetSpec(paper="a4"), offset=offset)[0] for offset in ((0, 0), (0.5, -1)))
    assert moved.backs[0].trim == pytest.approx(plain.backs[0].trim.move(0.5, -1))
    assert moved.fronts[0].trim == plain.fronts[0].trim


def test_without_backs_no_sheet_is_two_sided() -> None:
    (sheet,) = imposed(pieces(CARD, 1), SheetSpec(paper="a4"), backs=False)
    assert not sheet.two_sided and sheet.backs == ()


def test_a_piece_larger_than_the_paper_is_a_problem() -> None:
    with pytest.raises(BuildError, match=r"a piece of 400 x 300 mm \(p/0#1\) does not fit on a4"):
        imposed(pieces(shape.rectangle(400, 300), 1), SheetSpec(paper="a4"))


def test_unlike_pieces_lie_in_the_middle_of_the_paper_alike_on_all_sheets() -> None:
    mixed = [*pieces(CARD, 15), *pieces(SHAPES["round 22"], 6, name="q")]
    first, second = imposed(mixed, SheetSpec(paper="a4", margin=6.35))
    box = bounds([corner for front in first.fronts for corner in front.trim.corners])
    assert box.y == pytest.approx(first.paper.height - box.bottom) and box.y > 6.35 + 2 * 3
    assert [front.trim for front in second.fronts][:6] == [front.trim for front in first.fronts][:6]
    assert first.trim.y == second.trim.y


def test_groups_of_different_rounds_share_a_sheet() -> None:
    mixed = [*pieces(SHAPES["round 22"], 30), *pieces(SHAPES["round 14"], 6, name="q")]
    (sheet,) = imposed(mixed, SheetSpec(paper="a4"))
    assert len(sheet.fronts) == 36
    assert not any(overlap(piece, other) for piece, other in combinations(sheet.fronts, 2))


def crowded(sheet: Sheet) -> int:
    """Return how many pieces share the most crowded point: outlines, a touch smaller, drawn by PIL at 4 px/mm."""
    total = Image.new("L", (4 * round(sheet.paper.width), 4 * round(sheet.paper.height)))
    for front in sheet.fronts:
        layer = Image.new("L", total.size)
        points = [front.at.point(*corner) for corner in path_points(front.piece.shape.path(-0.3))]
        if front.piece.shape.corners:
            ImageDraw.Draw(layer).polygon([(4 * x, 4 * y) for x, y in points], fill=1)
        else:
            box = front.trim.grow(-0.3)
            ImageDraw.Draw(layer).ellipse([4 * value for value in (box.x, box.y, box.right, box.bottom)], fill=1)
        total = ImageChops.add(total, layer)
    return int(total.getextrema()[1])  # type: ignore[arg-type]


FILLED = SheetSpec(paper="a4", bleed=0, rounds_gap=0.5, lines=True, fill=True)


@settings(max_examples=examples(15), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(SHAPES)), st.integers(1, 14), st.booleans()), min_size=2, max_size=5))
@example([("board", 1, False), ("card", 7, False), ("board", 1, False)])
def test_a_filled_sheet_holds_all_pieces_and_none_on_another(groups: list[tuple[str, int, bool]]) -> None:
    mixed = [
        piece
        for number, (name, count, two_sided) in enumerate(sorted(groups))  # equal shapes beside each other
        for piece in pieces(SHAPES[name], count, two_sided, f"{number}")
    ]
    sheets = imposed(mixed, FILLED)
    assert sorted(front.piece.id for sheet in sheets for front in sheet.fronts) == sorted(piece.id for piece in mixed)
    shapes = {piece.shape for piece in mixed}
    # All sheets of a file lie the same way; apart, each shape could choose its own.
    upright = sheets[0].paper.height > sheets[0].paper.width
    same = replace(FILLED, orientation="portrait" if upright else "landscape")
    apart = [imposed([piece for piece in mixed if piece.shape == outline], same) for outline in shapes]
    assert len(sheets) <= sum(map(len, apart))
    for sheet in sheets:
        assert all(sheet.printable.contains(piece.trim, 0.01) for piece in (*sheet.fronts, *sheet.backs))
        assert crowded(sheet) == 1


def test_small_pieces_lie_beside_large_ones_and_equal_cards_go_on_sharing_their_edges() -> None:
    mixed = [*pieces(CARD, 4), *pieces(SHAPES["board"], 1, False, "b"), *pieces(CARD, 1, False, "q")]
    mixed += pieces(SHAPES["flat hexagon"], 1, False, "h")
    first, second = imposed(mixed, FILLED)
    cards = [front.trim for front in first.fronts]
    corner = cards[0]
    assert [(round(box.x - corner.x, 2), round(box.y - corner.y, 2)) for box in cards[:5]] == [
        *((0, 0), (63, 0), (126, 0), (0, 88)),
        (63, 88),  # goes on where the first four ended, though the board came between
    ]
    assert [front.piece.id for front in second.fronts] == ["b/0#1"]
    assert cards[5].y > corner.bottom and not any(cards[5].overlaps(card) for card in cards[:5])


def test_no_mark_of_a_filled_sheet_invites_a_cut_through_a_piece(fonts: Fonts) -> None:
    mixed = [*pieces(CARD, 3), *pieces(SHAPES["flat hexagon"], 3, name="h"), *pieces(SHAPES["mini"], 4, name="m")]
    sheet, *_ = imposed(mixed, FILLED)
    level = [box.y for box in cuts(sheet, fonts) if box.height == 0 and 1 <= box.width <= 5]
    upright = [box.x for box in cuts(sheet, fonts) if box.width == 0 and 2 < box.height <= 5]
    assert level and all(not front.trim.y + 0.1 < y < front.trim.bottom - 0.1 for y in level for front in sheet.fronts)
    assert all(not front.trim.x + 0.1 < x < front.trim.right - 0.1 for x in upright for front in sheet.fronts)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", [5, 9, 20])
def test_a_filled_sheet_keeps_room_for_its_ruler(count: int, paper: str, fonts: Fonts) -> None:
    mixed = [*pieces(CARD, count), *pieces(SHAPES["round 22"], 40)]
    for sheet in imposed(mixed, replace(FILLED, paper=paper)):
        drawn = draw(sheet, "front", Slug("Game", "version 1"), fonts)
        assert "50 mm" in [mark.text for mark, _ in walk(drawn.marks) if isinstance(mark, Run)]


def test_sheets_of_a_file_share_the_lines_of_their_rulers_so_that_these_are_written_once(fonts: Fonts) -> None:
    rulers = []
    for sheet in imposed(pieces(CARD, 14), SheetSpec(paper="a4")):
        drawn = draw(sheet, "front", Slug(f"Game {sheet.number}", "version 1"), fonts)
        marks = [mark for mark, _ in walk(drawn.marks) if isinstance(mark, PathMark) and mark.stroke is not None]
        rulers.append([mark for mark in marks if mark.stroke is not None and mark.stroke.width == 0.1])
    assert len(rulers) == 2 and len(rulers[0]) == 12 and all(mark.known_key for mark in rulers[0])
    assert all(ruler is other for ruler, other in zip(*rulers, strict=True))


def cuts(sheet: Sheet, fonts: Fonts) -> list[Rect]:
    drawing = draw(sheet, "front", Slug("Game", "version 1"), fonts)
    boxes = []
    for mark in drawing.marks:
        if isinstance(mark, PathMark) and mark.layer.value == "guide":
            xs, ys = zip(*path_points(mark.path), strict=True)
            boxes.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return boxes


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_stand_on_the_rim_outside_the_trim(paper: str, fonts: Fonts) -> None:
    (sheet,) = imposed(pieces(CARD, 9), SheetSpec(paper=paper))
    marks = cuts(sheet, fonts)
    xs = {round(mark.x, 2) for mark in marks if mark.width == 0}
    # Nine cards on Letter leave 1.35 mm above and below, so there the upright cuts are lines along the trims.
    assert xs == ({round(sheet.trim.x + 63 * column, 2) for column in range(4)} if paper == "a4" else set())
    assert {round(mark.y, 2) for mark in marks if mark.height == 0} >= {
        round(sheet.trim.y + 88 * row, 2) for row in range(4)
    }
    for mark in marks:
        assert not mark.grow(0.01).overlaps(sheet.trim)
        assert sheet.printable.contains(mark, 0.01)


def words(sheet: Sheet, fonts: Fonts) -> list[tuple[str, Affine]]:
    drawing = draw(sheet, "front", Slug("Game, sheet 1 of 1", "version 1, by you"), fonts)
    return [(mark.text, at @ mark.place) for mark, at in walk(drawing.marks) if isinstance(mark, Run)]


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("card", SheetSpec(paper="a4")),
        ("card", SheetSpec(paper="letter")),
        ("card", SheetSpec(paper="a4", spacing="bleed")),
        ("card", SheetSpec(paper="letter", orientation="landscape", spacing="bleed", bleed=1.8)),
        ("card", SheetSpec(paper="a4", orientation="landscape", fold=True)),
        ("board", SheetSpec(paper="letter", spacing="bleed")),
        ("board", SheetSpec(paper="a4")),
        ("rosette", SheetSpec(paper="a4")),
        ("round 22", SheetSpec(paper="letter")),
    ],
)
def test_the_slug_and_its_ruler_find_room_in_the_margin(name: str, spec: SheetSpec, fonts: Fonts) -> None:
    (sheet, *_) = imposed(pieces(SHAPES[name], 99), spec)
    said = words(sheet, fonts)
    assert [text for text, _ in said] == ["Game, sheet 1 of 1", "version 1, by you", "50 mm"]
    for _, at in said:
        start = Rect(*at.point(0, 0), 0, 0)
        assert sheet.printable.contains(start) and not sheet.trim.contains(start, -0.5)


def test_a_box_across_a_notch_is_not_inside_an_outline() -> None:
    outline = shape.rosette(26)
    # Between the two upper hexagons of a rosette the outline dips: both ends of such a box lie inside, its middle not.
    assert outline.encloses(Rect(28, 9, 3, 1.5), 3) and outline.encloses(Rect(47, 9, 3, 1.5), 3)
    assert not outline.encloses(Rect(28, 9, 22, 1.5), 3)
    assert outline.encloses(Rect(28, 12, 22, 1.5), 3)

"""Engraving: what a laser makes of artwork, drawn by resvg and measured, beside the artwork drawn by resvg."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path as FilePath

import pytest
import resvg_py
import shapely
from PIL import Image, ImageChops, ImageDraw

from beeprint import pipeline, starter
from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import (
    IDENTITY,
    Affine,
    Path,
    Point,
    Rect,
    ellipse,
    line,
    polygon,
    rectangle,
    rotate,
    translate,
)
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import (
    Drawing,
    ImageMark,
    Layer,
    LinearGradient,
    Mark,
    Run,
    Solid,
    Stop,
    Stroke,
    Symbol,
    group,
    path_mark,
    use,
)
from beeprint.drawing.fonts import Fonts
from beeprint.formats import cutsvg
from beeprint.laser import engrave as engraving
from beeprint.laser import planar
from beeprint.laser.layers import load
from beeprint.laser.plan import Area, Bed, Material, Pass, Polyline
from beeprint.laser.recurring import Recurring
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace

PIECE = Rect(0, 0, 20, 20)
GREY = Colour(128, 128, 128)
DOTS = 20  # to the mm


def fill(path: Path, colour: Colour = BLACK, opacity: float = 1.0) -> Mark:
    return path_mark(path, Solid(colour, opacity))


def box(x: float, y: float, width: float, height: float, colour: Colour = BLACK) -> Mark:
    return fill(rectangle(Rect(x, y, width, height)), colour)


def drawn(
    fonts: Fonts, *marks: Mark, at: Affine = IDENTITY, clip: Iterable[Point] = PIECE.corners
) -> tuple[dict[Pass, tuple[Polyline, ...]], dict[Pass, tuple[Area, ...]]]:
    return engraving.engrave(Symbol.of(marks), fonts, at, tuple(at.point(*corner) for corner in clip))


def bed(lines: dict[Pass, tuple[Polyline, ...]], areas: dict[Pass, tuple[Area, ...]]) -> Bed:
    return Bed("wood", 1, "front", 20, 20, Material("m", "M", 3, 0.2, 0.5, 1, 1), 0.2, (), lines, areas)


def pixels(text: str) -> Image.Image:
    """Return an SVG file drawn by resvg as greys on white."""
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=DOTS * 25.4)))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("L")


def burnt(lines: dict[Pass, tuple[Polyline, ...]], areas: dict[Pass, tuple[Area, ...]]) -> Image.Image:
    return pixels(cutsvg.text(bed(lines, areas), load(Workspace(FilePath("nowhere")), "generic", Place("tests"))))


def printed(fonts: Fonts, *marks: Mark) -> Image.Image:
    return pixels(svg.write(Drawing(PIECE, tuple(marks)), fonts))


def dark(picture: Image.Image, of: Rect = PIECE) -> float:
    """Return how many mm2 of a part of a picture are dark."""
    part = picture.crop(tuple(round(v * DOTS) for v in (of.x, of.y, of.right, of.bottom)))
    return sum(part.histogram()[:128]) / DOTS**2


def differ(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that are clearly different."""
    difference = ImageChops.difference(image, other).histogram()
    return sum(difference[128:]) / sum(difference)


def length(lines: dict[Pass, tuple[Polyline, ...]], pass_: Pass = Pass.ENGRAVE) -> float:
    return sum(line.length for line in lines.get(pass_, ()))


def hatched(lines: dict[Pass, tuple[Polyline, ...]]) -> tuple[list[Polyline], list[Polyline]]:
    """Return the open lines that are engraved, and the closed ones."""
    hatch_lines = lines[Pass.ENGRAVE]
    return [line for line in hatch_lines if not line.closed], [line for line in hatch_lines if line.closed]


def words(text: str, size: float, colour: Colour, fonts: Fonts, x: float = 2, y: float = 12) -> Run:
    """Return a word whose baseline begins at a place."""
    glyphs, _ = fonts["source-sans/bold"].shape(text)
    return Run(text, "source-sans/bold", size, Affine(1, 0, 0, 1, x, y), Solid(colour), glyphs)


# Areas ---------------------------------------------------------------------------------------------------------------


def test_black_is_filled_up_to_the_outline_of_the_piece(fonts: Fonts) -> None:
    lines, areas = drawn(fonts, box(15, 5, 10, 4))
    assert not lines
    [area] = areas[Pass.ENGRAVE]
    assert sorted(area.rings[0]) == [(15, 5), (15, 9), (20, 5), (20, 9)]


def test_white_knocks_out_what_it_covers(fonts: Fonts) -> None:
    lines, areas = drawn(fonts, box(0, 0, 20, 20, WHITE), box(2, 2, 10, 10), box(4, 4, 3, 3, WHITE))
    [area] = areas[Pass.ENGRAVE]
    assert [len(ring) for ring in area.rings] == [4, 4] and not lines
    picture = burnt(lines, areas)
    assert dark(picture) == pytest.approx(100 - 9, abs=0.2)
    assert dark(picture, Rect(4.1, 4.1, 2.8, 2.8)) == 0


def test_what_is_hidden_is_not_engraved(fonts: Fonts) -> None:
    hidden, cover = box(4, 4, 2, 2), box(3, 3, 5, 5, Colour(250, 250, 250))
    assert drawn(fonts, hidden, cover) == ({}, {})
    line_ = path_mark(line((0, 5), (20, 5)), None, Stroke(Solid(BLACK), 0.2))
    lines, _ = drawn(fonts, line_, cover)
    ends = sorted((a.points[0].x, a.points[-1].x) for a in lines[Pass.ENGRAVE])
    assert ends == [pytest.approx((0, 3), abs=0.2), pytest.approx((8, 20), abs=0.2)]


def test_nothing_is_burnt_twice_where_black_lies_on_black(fonts: Fonts) -> None:
    _, areas = drawn(fonts, box(1, 1, 8, 8), box(5, 5, 8, 8), fill(ellipse(9, 9, 5, 5)))
    assert len(areas[Pass.ENGRAVE]) == 1
    assert dark(burnt({}, areas)) == pytest.approx(
        dark(printed(fonts, box(1, 1, 8, 8), box(5, 5, 8, 8), fill(ellipse(9, 9, 5, 5)))), abs=0.1
    )


STAR = polygon((10 + 9 * math.sin(k * 4 * math.pi / 5), 10 - 9 * math.cos(k * 4 * math.pi / 5)) for k in range(5))
#: Drawings in black and white: what is engraved has to look as what is printed.
PICTURES: dict[str, tuple[Mark, ...]] = {
    "a star that crosses itself": (fill(STAR),),
    "a star, even-odd": (path_mark(STAR, Solid(BLACK), even_odd=True),),
    "rings that cross, even-odd": (
        path_mark(rectangle(Rect(2, 2, 10, 10)) * 2 + STAR + ellipse(9, 9, 6, 6), Solid(BLACK), even_odd=True),
    ),
    "a star to clip, even-odd": (group([box(0, 0, 20, 20)], clip=STAR, even_odd=True),),
    "rings that run one way": (fill(rectangle(Rect(2, 2, 10, 10)) + rectangle(Rect(4, 4, 4, 4))),),
    "a ring and a hole": (fill(rectangle(Rect(2, 2, 10, 10)) + polygon(reversed(Rect(4, 4, 4, 4).corners))),),
    "a hole in two that overlap": (
        fill(
            rectangle(Rect(2, 2, 10, 10)) + rectangle(Rect(6, 6, 10, 10)) + polygon(reversed(Rect(4, 4, 6, 6).corners))
        ),
    ),
    "broad strokes": (
        path_mark(line((3, 3), (10, 16), (16, 4)), None, Stroke(Solid(BLACK), 1.2, "round", "round")),
        path_mark(ellipse(10, 12, 3, 5), None, Stroke(Solid(BLACK), 0.8)),
        path_mark(line((2, 18), (18, 18)), None, Stroke(Solid(BLACK), 1, "butt", "miter", 4.0, (2, 1.5), 1)),
        path_mark(line((12, 10), (18, 10), (12.5, 8)), None, Stroke(Solid(BLACK), 1, "square", "miter", 8)),
    ),
    "clipped and turned": (
        group(
            [group([box(0, 0, 12, 6), fill(ellipse(6, 3, 2, 2), WHITE)], rotate(30))],
            translate(6, 2),
            clip=ellipse(4, 7, 5, 5),
        ),
    ),
    "a symbol placed twice, once mirrored": (
        use(Symbol.of([fill(STAR)]), Affine(0.4, 0, 0, 0.4, 1, 1)),
        use(Symbol.of([fill(STAR)]), Affine(-0.4, 0, 0, 0.6, 18, 7)),
    ),
    "what shades and is nearly clear": (box(2, 2, 5, 5), fill(ellipse(10, 10, 6, 6), GREY, 0.2)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_black_and_white_is_engraved_as_it_is_printed(name: str, fonts: Fonts) -> None:
    assert differ(burnt(*drawn(fonts, *PICTURES[name])), printed(fonts, *PICTURES[name])) < 0.001


def test_text_becomes_its_outlines(fonts: Fonts) -> None:
    runs = []
    for number, (word, font) in enumerate((("Bees & g8", "fredoka/regular"), ("R\u00fcbe @%", "source-serif/bold"))):
        glyphs, _ = fonts[font].shape(word)
        runs.append(Run(word, font, 4.0, Affine(1, 0, 0, 1, 1, 6 + 8 * number), Solid(BLACK), glyphs))
    lines, areas = drawn(fonts, *runs)
    assert not lines and len(areas[Pass.ENGRAVE]) >= 14  # as many letters, some in parts
    assert differ(burnt(lines, areas), printed(fonts, *runs)) < 0.002


# Tones ---------------------------------------------------------------------------------------------------------------


def test_the_darker_a_tone_the_nearer_its_lines_within_bounds(fonts: Fonts) -> None:
    spacings = []
    for value in range(0, 256, 5):
        lines, areas = drawn(fonts, box(4, 4, 12, 12, Colour(value, value, value)))
        if areas:
            assert not lines and value < 60
            continue
        if not lines:
            assert value > 210
            continue
        hatch, [outline] = hatched(lines)
        assert outline.length == pytest.approx(48)
        rows = sorted({round((p.points[0].x + p.points[0].y) / math.sqrt(2), 2) for p in hatch})
        gaps = {round(b - a, 2) for a, b in pairwise(rows)}
        assert len(gaps) <= 3 and max(gaps) - min(gaps) < 0.03
        spacings.append(max(gaps))
        assert sum(line.length for line in hatch) == pytest.approx(144 / max(gaps), rel=0.1)
    assert spacings == sorted(spacings) and 0.39 < spacings[0] < 0.42 and spacings[-1] < 1.5


def test_a_hatch_stays_in_its_area_and_goes_there_and_back(fonts: Fonts) -> None:
    ring_ = fill(ellipse(10, 10, 8, 8), GREY), fill(ellipse(10, 10, 3, 3), WHITE)
    lines, _ = drawn(fonts, *ring_)
    hatch, outlines = hatched(lines)
    assert sorted(outline.length for outline in outlines) == pytest.approx([6 * math.pi, 16 * math.pi], rel=0.001)
    for hatch_line in hatch:
        middle = Point(*(sum(axis) / 2 for axis in zip(*hatch_line.points, strict=True)))
        assert 2.98 < math.dist(middle, (10, 10)) < 8.02
        assert all(2.98 < math.dist(point, (10, 10)) < 8.02 for point in hatch_line.points)
    steps = [math.dist(a.points[-1], b.points[0]) for a, b in pairwise(hatch)]
    assert sum(steps) < length(lines) / 2


def test_on_a_dark_ground_light_marks_engrave(fonts: Fonts) -> None:
    night = box(-3, -3, 26, 26, Colour(20, 20, 60))
    lines, areas = drawn(fonts, night, box(5, 5, 4, 4, WHITE), box(10, 10, 4, 4, BLACK))
    assert not lines and [sorted(area.rings[0])[0] for area in areas[Pass.ENGRAVE]] == [(5, 5)]
    ground = LinearGradient(Point(0, 0), Point(0, 20), (Stop(0, Colour(10, 10, 30)), Stop(1, Colour(40, 40, 80))))
    sky = path_mark(rectangle(Rect(-3, -3, 26, 26)), ground)
    assert drawn(fonts, sky, box(5, 5, 4, 4, WHITE))[1] == {Pass.ENGRAVE: areas[Pass.ENGRAVE]}


def test_the_ground_is_what_most_of_a_piece_shows_and_is_not_burnt(fonts: Fonts) -> None:
    night, panel = box(-3, -3, 26, 26, Colour(20, 20, 60)), box(2, 2, 16, 16, Colour(255, 248, 231))
    lines, areas = drawn(fonts, night, panel, words("Aa", 5, BLACK, fonts, 5))
    picture = burnt(lines, areas)
    assert 5 < dark(picture, Rect(2, 2, 16, 16)) < 40  # the letters
    assert dark(picture) < 200
    # Of what takes more than half of the material, and leaves the rest bare, the edge is drawn.
    lines, areas = drawn(fonts, box(2, 2, 16, 16, Colour(160, 160, 160)))
    assert not areas and [line.length for line in lines[Pass.ENGRAVE]] == [pytest.approx(64)]
    # A dark picture on a light ground is no night: it is engraved itself, even where it takes more than half.
    lines, areas = drawn(fonts, box(-3, -3, 26, 26, WHITE), box(2, 2, 16, 16, BLACK))
    assert dark(burnt(lines, areas)) == pytest.approx(256, abs=0.5)


def test_what_is_lighter_than_the_ground_has_an_outline(fonts: Fonts) -> None:
    meadow = box(-3, -3, 26, 26, Colour(130, 184, 130))
    lines, areas = drawn(fonts, meadow, box(2, 2, 6, 6, WHITE), box(5, 5, 3, 3, Colour(220, 229, 224)))
    assert not areas and length(lines) == pytest.approx(24 + 6, abs=0.8)  # the edge they share is drawn once
    stroke = path_mark(line((2, 15), (18, 15)), None, Stroke(Solid(WHITE), 0.8))
    lines, areas = drawn(fonts, meadow, stroke)
    assert not areas and [line.length for line in lines[Pass.ENGRAVE]] == [pytest.approx(16)]


def test_an_outline_is_left_out_where_a_line_runs_already(fonts: Fonts) -> None:
    edge = path_mark(rectangle(Rect(4, 4, 12, 12)), Solid(GREY), Stroke(Solid(BLACK), 0.35))
    _, outlines = hatched(drawn(fonts, edge)[0])
    assert [outline.length for outline in outlines] == [pytest.approx(48)]


def test_no_line_runs_along_the_cut(fonts: Fonts) -> None:
    frame = path_mark(rectangle(PIECE), None, Stroke(Solid(BLACK), 0.3))
    assert drawn(fonts, frame) == ({}, {})


def test_strokes_too_broad_for_a_line_are_filled_where_they_are_dark_and_one_line_where_not(fonts: Fonts) -> None:
    def stroke(value: int) -> Mark:
        return path_mark(line((2, 10), (18, 10)), None, Stroke(Solid(Colour(value, value, value)), 0.8))

    lines, areas = drawn(fonts, stroke(110))
    assert not lines and dark(burnt(lines, areas)) == pytest.approx(16 * 0.8, rel=0.02)
    lines, areas = drawn(fonts, stroke(200))
    assert not areas and [line.length for line in lines[Pass.ENGRAVE]] == [pytest.approx(16)]


@pytest.mark.parametrize(("paper", "ink"), [(Colour(150, 150, 150), WHITE), (WHITE, Colour(150, 150, 150))])
def test_text_is_filled_whether_it_is_lighter_or_darker_than_its_ground(
    paper: Colour, ink: Colour, fonts: Fonts
) -> None:
    shown = box(-3, -3, 26, 26, paper), words("Aa", 8, ink, fonts)
    alone = dark(printed(fonts, words("Aa", 8, BLACK, fonts)))
    lines, areas = drawn(fonts, *shown)
    assert not lines and dark(burnt(lines, areas)) == pytest.approx(alone, rel=0.02)


def test_text_on_a_hatch_has_room_and_on_a_filled_area_is_left_bare(fonts: Fonts) -> None:
    hatch, word = box(1, 4, 14, 12, Colour(140, 140, 140)), words("I", 8, WHITE, fonts, 7)
    lines, areas = drawn(fonts, hatch, word)
    [letter] = areas[Pass.ENGRAVE]
    for hatch_line in hatched(lines)[0]:
        assert all(math.dist(a, b) > 0.4 for a in hatch_line.points for b in letter.rings[0])
    bare = dark(printed(fonts, box(1, 4, 14, 12))) - dark(burnt(*drawn(fonts, box(1, 4, 14, 12), word)))
    assert bare == pytest.approx(dark(printed(fonts, words("I", 8, BLACK, fonts, 7))), rel=0.03)


def test_text_that_is_partly_on_a_filled_area_is_legible_as_a_whole(fonts: Fonts) -> None:
    # A black field that ends halfway up the letter, above it one that is hatched; the letter is white on both.
    ground = (box(1, 2, 18, 7, Colour(150, 150, 150)), box(1, 9, 18, 9))
    letter = words("I", 8, WHITE, fonts, 7)
    ink, seen = printed(fonts, words("I", 8, BLACK, fonts, 7)), burnt(*drawn(fonts, *ground, letter))
    where = ink.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert where is not None
    around = Rect(*(v / DOTS for v in (where[0], where[1], where[2] - where[0], where[3] - where[1])))
    # The letter is dark from top to foot, and half a millimetre round it is bare.
    assert differ(*(picture.crop(where) for picture in (ink, seen))) < 0.01
    beside = [around.grow(0.4).intersection(Rect(0, y, 20, 0.3)) for y in (7.5, 10.5)]
    assert [dark(seen, spot) for spot in beside] == pytest.approx([around.width * 0.3] * 2, abs=0.06)


def test_a_thin_stroke_is_one_line_of_the_beam(fonts: Fonts) -> None:
    stroke = Stroke(Solid(BLACK), 0.35, "round", "round", 4.0, (3.0, 1.0))
    lines, areas = drawn(fonts, path_mark(line((1, 10), (19, 10)), None, stroke))
    assert not areas
    ends = [(p.points[0].x, p.points[-1].x) for p in lines[Pass.ENGRAVE]]
    assert ends == [(1, 4), (5, 8), (9, 12), (13, 16), (17, 19)]
    closed, _ = drawn(fonts, path_mark(rectangle(Rect(4, 4, 6, 6)), None, Stroke(Solid(BLACK), 0.2)))
    assert [(p.closed, len(p.points)) for p in closed[Pass.ENGRAVE]] == [(True, 4)]


def test_a_picture_of_pixels_becomes_rows_as_dark_as_it_is(fonts: Fonts) -> None:
    picture = Image.new("RGB", (400, 100), "white")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 99, 99), "black")
    pen.rectangle((100, 0, 199, 99), (110, 110, 110))
    pen.rectangle((200, 0, 299, 99), (190, 190, 190))
    file = io.BytesIO()
    picture.save(file, "PNG")
    lines, areas = drawn(fonts, ImageMark.of(file.getvalue(), "image/png", Rect(0, 4, 20, 12)), box(1, 5, 3, 3, WHITE))
    assert not areas
    shares = []
    for column in range(4):
        inside = [
            p.length for p in lines[Pass.ENGRAVE] for x in [(p.points[0].x + p.points[1].x) / 2] if x // 5 == column
        ]
        shares.append(sum(inside))
        assert all(4 <= point.y <= 16 for p in lines[Pass.ENGRAVE] for point in p.points)
    knocked = 3 * 3 / 0.3
    # Rows stretch from the black quarter into the grey one where both are dark enough.
    assert shares[3] == 0
    assert sum(shares) == pytest.approx((60 / 0.3) * (1 + 0.5 + 0.25) - knocked, rel=0.06)


# What layouts say ----------------------------------------------------------------------------------------------------


def test_a_group_says_what_becomes_of_it(fonts: Fonts) -> None:
    shape = box(4, 4, 6, 6, GREY)
    lines, areas = drawn(fonts, group([shape], engrave="line"))
    assert not areas and [(p.closed, p.length) for p in lines[Pass.ENGRAVE]] == [(True, pytest.approx(24))]
    lines, areas = drawn(fonts, group([shape], engrave="score"))
    assert not areas and list(lines) == [Pass.SCORE] and length(lines, Pass.SCORE) == pytest.approx(24)
    lines, areas = drawn(fonts, group([shape], engrave="fill"))
    assert not lines and dark(burnt(lines, areas)) == pytest.approx(36, abs=0.2)
    assert drawn(fonts, group([shape], engrave="none")) == ({}, {})
    # What a layout names is not left out for being nearly clear.
    lines, areas = drawn(fonts, group([group([shape], opacity=0.3)], engrave="line"))
    assert not areas and length(lines) == pytest.approx(24)
    # A group in it has the last word; what is left out covers nothing.
    nested = group([shape, group([box(5, 5, 2, 2)], engrave="fill")], engrave="none")
    assert drawn(fonts, nested) == ({}, {})
    _, areas = drawn(fonts, box(1, 1, 18, 18), group([box(5, 5, 2, 2, WHITE)], engrave="none"))
    assert dark(burnt({}, areas)) == pytest.approx(18 * 18, abs=0.2)


def test_lines_run_neither_under_what_hides_them_nor_along_the_edge_of_the_piece(fonts: Fonts) -> None:
    ground = group([box(-3, -3, 26, 26, GREY)], engrave="line")
    assert drawn(fonts, ground) == ({}, {})
    lines, _ = drawn(fonts, group([box(10, -3, 20, 26, GREY)], engrave="line"), box(0, 5, 20, 10, WHITE))
    assert sorted(sorted(p.y for p in line.points) for line in lines[Pass.ENGRAVE]) == [
        pytest.approx([0, 5], abs=0.2),
        pytest.approx([15, 20], abs=0.2),
    ]


def test_art_that_names_a_layer_is_taken_at_its_word(fonts: Fonts) -> None:
    cut = path_mark(rectangle(Rect(2, 2, 4, 4)), None, Stroke(Solid(BLACK), 0.1), Layer.CUT)
    crease = path_mark(line((2, 9), (18, 9)), None, Stroke(Solid(GREY), 2), Layer.SCORE)
    lines, areas = drawn(fonts, cut, crease)
    assert not areas and list(lines) == [Pass.SCORE] and length(lines, Pass.SCORE) == pytest.approx(16)


@pytest.mark.parametrize("word", ["line", "fill", "score", "none"])
def test_a_slot_says_it_in_the_layout(word: str, tmp_path: FilePath, fonts: Fonts) -> None:
    starter.write(tmp_path / "mine")
    layout = tmp_path / "mine" / "layouts" / "tile.yaml"
    layout.write_text(
        "slots:\n  round: {kind: shape, shape: ellipse, box: [26, 30, 8, 8], fill: '#777777', rotate: 10, "
        f"engrave: {word}}}\n",
        "utf-8",
    )
    checked = pipeline.check(tmp_path / "mine", Options())
    deck = next(deck for deck in checked.game.decks.values() if deck.spec.front == "tile")
    face = next(face for key, face in checked.faces.items() if key[0] == deck.name and key[2] == "front")
    at = translate(-22, -26)
    outline = [at.point(*corner) for corner in deck.shape.ring()]
    lines, areas = engraving.engrave(face.symbol, checked.fonts, at, outline)
    around = math.pi * 8
    assert {
        "line": length(lines) == pytest.approx(around, rel=0.001) and not areas,
        "score": length(lines, Pass.SCORE) == pytest.approx(around, rel=0.001) and not areas,
        "fill": not lines and bool(areas) and dark(burnt(lines, areas)) == pytest.approx(math.pi * 16, rel=0.01),
        "none": not lines and not areas,
    }[word]
    again = svg.read(svg.write(face.drawing, checked.fonts), "again.svg")
    assert again == face.drawing


# Pieces --------------------------------------------------------------------------------------------------------------


def test_a_piece_lies_where_it_is_placed_as_often_as_it_is(fonts: Fonts) -> None:
    marks = box(2, 2, 4, 1), path_mark(line((3, 9), (5, 9)), None, Stroke(Solid(BLACK), 0.2))
    lines, areas = drawn(fonts, *marks, at=translate(100, 50) @ rotate(90))
    assert [tuple(round(v, 6) for p in line.points for v in p) for line in lines[Pass.ENGRAVE]] == [(91, 53, 91, 55)]
    [area] = areas[Pass.ENGRAVE]
    assert sorted((round(x, 6), round(y, 6)) for x, y in area.rings[0]) == [(97, 52), (97, 56), (98, 52), (98, 56)]
    assert drawn(fonts, *marks)[1][Pass.ENGRAVE][0].rings[0] != area.rings[0]


def test_a_piece_in_other_colours_is_engraved_by_its_own_tones(fonts: Fonts) -> None:
    def piece(colour: Colour) -> Iterable[Mark]:
        token = Symbol.of([fill(ellipse(0, 0, 3, 3), colour), box(-1, -1, 2, 2, WHITE)])
        return (box(0, 0, 20, 20, WHITE), use(token, translate(5, 6)), use(token, translate(14, 13)))

    _, black = drawn(fonts, *piece(BLACK))
    hatches, grey = drawn(fonts, *piece(GREY))
    assert len(black[Pass.ENGRAVE]) == 2
    assert not grey
    assert length(hatches) > 50


def test_paper_shows_between_the_areas_of_art(fonts: Fonts) -> None:
    art = [box(0, 0, 20, 12, GREY), box(0, 14, 20, 6, GREY), *(box(x, 3, 1, 1) for x in range(2, 18, 2))]
    lines, areas = drawn(fonts, *art)
    assert len(areas[Pass.ENGRAVE]) == 8
    # The ground is the grey, so the paper has an outline: its two long sides, as no line runs along the cut.
    assert length(lines) == pytest.approx(2 * 20, abs=1)


def test_areas_inside_others_do_not_count_for_what_all_of_them_cover() -> None:
    large, beside, across = shapely.box(0, 0, 10, 10), shapely.box(20, 0, 21, 1), shapely.box(9, 9, 11, 11)
    parts = [shapely.box(1, 1, 2, 2), large, beside, shapely.Point(5, 5).buffer(2), across]
    few = planar.outermost(parts)
    assert few == [large, beside, across]
    assert planar.union(few).equals(planar.union(parts))


def test_a_line_keeps_away_from_the_marks_near_it() -> None:
    marks = [shapely.MultiPolygon([shapely.box(4, -1, 6, 1), shapely.box(4, 50, 6, 51)]), shapely.box(9, 1, 10, 3)]
    recurring = Recurring()
    left = recurring.apart([shapely.LineString([(0, 0), (20, 0)])], recurring.numbered(marks), 0.5)
    assert [[*part.coords] for part in left] == [[(0, 0), (3.5, 0)], [(6.5, 0), (20, 0)]]
    assert recurring.apart([], recurring.numbered(marks), 0.5) == []


def test_areas_are_closed_together_with_those_that_they_reach() -> None:
    near, far = [shapely.box(0, 0, 2, 2), shapely.box(2.3, 0, 4, 2)], shapely.box(9, 0, 11, 2)
    broad, narrow = Recurring().broader([*near, far, shapely.box(20, 0, 21, 0.5)], 0.4, 1)
    assert sorted(shapely.bounds(broad).round(9).tolist()) == [[0, 0, 4, 2], [9, 0, 11, 2]]
    assert shapely.bounds(narrow).round(9).tolist() == [[20, 0, 21, 0.5]]
    assert Recurring().broader([far, shapely.box(20, 0, 21, 0.5)], 0.4, 1, 0.6)[1] == []


def test_what_recurs_on_another_face_is_not_worked_out_again(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = [
        box(2, 2, 6, 6, GREY),
        box(12, 2, 2, 2),
        path_mark(line((3, 15), (9, 15)), None, Stroke(Solid(BLACK), 0.2)),
    ]
    engraving._ENGRAVERS.clear()  # another test may have engraved the same parts
    lines, areas = drawn(fonts, *marks)
    for step in ("closed", "hatch", "coarse", "points", "rings"):
        monkeypatch.setattr(planar, step, lambda *_: pytest.fail("worked out again"))
    monkeypatch.setattr(planar, "grown", lambda *_: shapely.Polygon())
    assert drawn(fonts, box(0, 0, 20, 20, WHITE), *marks) == (lines, areas)


def test_a_face_is_the_same_whatever_was_engraved_before(fonts: Fonts) -> None:
    shared = [box(2, 2, 6, 6, GREY), box(8.2, 2, 3, 3, GREY), box(4, 4, 1, 8)]
    faces = [[*shared, box(x, 12, 3, 3, GREY), box(x, 5, 1, 1, WHITE)] for x in (2, 7, 9)]

    def alone(face: Iterable[Mark]) -> object:
        engraving._ENGRAVERS.clear()
        return drawn(fonts, *face)

    each = [alone(face) for face in faces]
    engraving._ENGRAVERS.clear()
    assert [drawn(fonts, *face) for face in reversed(faces)] == each[::-1]


def test_areas_that_cross_themselves_are_joined_too() -> None:
    square = shapely.box(5, 5, 15, 15)
    bow_tie = shapely.Polygon([(0, 0), (10, 10), (10, 0), (0, 10)])
    assert planar.union([bow_tie, square]).area == pytest.approx(25 + 25 + 100 - 12.5)
    stray_hole = shapely.Polygon(shapely.box(0, 0, 10, 10).exterior, [shapely.box(10, 2, 12, 4).exterior])
    assert shapely.covers(planar.union([stray_hole, square]), square)


def test_a_face_that_the_cache_holds_is_not_worked_out_again(
    tmp_path: FilePath, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = box(2, 2, 4, 1, GREY), box(9, 9, 3, 3), path_mark(line((3, 9), (5, 9)), None, Stroke(Solid(BLACK), 0.2))
    order = Symbol.of(marks), fonts, translate(100, 50) @ rotate(90)
    clip = tuple(order[2].point(*corner) for corner in PIECE.corners)
    store = Store(tmp_path)
    engraving._ENGRAVERS.clear()  # another test may have engraved the same face
    first = engraving.engrave(*order, clip, store=store)
    assert first.lines[Pass.ENGRAVE] and first.areas[Pass.ENGRAVE]
    engraving._ENGRAVERS.clear()
    monkeypatch.setattr(engraving, "_engraved", lambda *_: pytest.fail("worked out again"))
    assert engraving.engrave(*order, clip, store=store) == first
    hole = tuple(order[2].point(*corner) for corner in Rect(14, 14, 2, 2).corners)
    with pytest.raises(pytest.fail.Exception, match="worked out again"):
        engraving.engrave(*order, clip, [hole], store=store)


@pytest.mark.slow
def test_the_boards_of_a_real_game_are_read_alike_whatever_their_colour(checked: Checked) -> None:
    deck = checked.game.decks["board"]
    shares = []
    for name in ("board-pink", "board-black"):
        face = checked.faces["board", name, "front"]
        _, areas = engraving.engrave(face.symbol, checked.fonts, IDENTITY, deck.shape.ring())
        filled = shapely.area([shapely.Polygon(area.rings[0], area.rings[1:]) for area in areas[Pass.ENGRAVE]]).sum()
        shares.append(filled / (deck.shape.width * deck.shape.height))
    assert all(0.005 < share < 0.05 for share in shares)


@pytest.mark.slow
def test_the_tokens_of_a_real_game_engrave_inside_their_outlines(checked: Checked) -> None:
    count = 0
    for (name, _, side), face in checked.faces.items():
        if name not in ("forager", "pollen", "varroa", "fungus") or side != "front":
            continue
        outline = checked.game.decks[name].shape.ring()
        lines, areas = engraving.engrave(face.symbol, checked.fonts, IDENTITY, outline)
        assert lines or areas, face.id
        spots = [point for some in lines.values() for line in some for point in line.points]
        spots += [point for some in areas.values() for area in some for ring in area.rings for point in ring]
        sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
        for x, y in spots:
            for a, b in sides:
                assert (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > -0.01 * math.dist(a, b), (face.id, x, y)
        count += 1
    assert count >= 14

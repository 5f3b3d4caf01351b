"""Outlines that games draw: read, printed, cut and played with as drawn, held against tools that are not ours."""

from __future__ import annotations

import math
import re
from pathlib import Path

import ezdxf
import ezdxf.path
import pypdfium2
import pytest
import shapely
import shapely.affinity
import svgelements
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image

from beeprint.base.geometry import Path as Curve
from beeprint.base.geometry import Point, Rect, path_box, polygon
from beeprint.base.problems import BuildError
from beeprint.cli import cli
from beeprint.drawing import svg
from beeprint.drawing.drawing import Layer, Symbol, path_mark
from beeprint.drawing.free import free
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop import mesh
from beeprint.laser.checks import punched
from beeprint.outputs.shared.cutting import bed
from beeprint.sheet import Piece, SheetSpec
from cases import examples
from command import made
from sheets import imposed

PAGE = (Path(__file__).parents[1] / "docs" / "outlines.md").read_text("utf-8")
BLOCKS = [text for _, text in re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)]
STANDEE = next(text for text in BLOCKS if text.startswith("<svg"))
#: The middle of the standee's hole, from the corner of its box.
HOLE = (31.0, 50.0)


def read(text: str, size: tuple[float, float] = (0, 0)) -> Shape:
    cut_shape = svg.read_cut_shape(svg.parse(text, "art/shape.svg"), size)
    return free(cut_shape.outer, cut_shape.holes, cut_shape.folds)


def drawn(body: str, page: str = 'width="60mm" height="60mm" viewBox="0 0 60 60"') -> Shape:
    return read(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>\n{body}\n</svg>')


def faults(body: str, page: str = 'width="60mm" height="60mm" viewBox="0 0 60 60"') -> list[str]:
    with pytest.raises(BuildError) as caught:
        drawn(body, page)
    return [f"{problem.place.line}: {problem.message}" for problem in caught.value.problems]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Write the game of the page."""
    folder = tmp_path / "standees"
    for text in BLOCKS:
        name = re.match(r"# (\S+)\n", text)
        file = name[1] if name else "heroes.csv" if text.startswith("id,") else ""
        file = "art/shapes/standee.svg" if text is STANDEE else file
        if file:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
    return folder


# reading ------------------------------------------------------------------------------------------------------------

_SQUARE = "M10 10H50V50H10Z"
_DOT = '<circle cx="20" cy="20" r="4" {}/>'
_PLAIN, _HOLE, _CUT_3 = (_DOT.format(words) for words in ("", 'id="hole-1"', 'id="cut 3"'))
_MOVED = _DOT.format('transform="translate(-5 -5)"')


@pytest.mark.parametrize(
    "body",
    [
        f'<path id="cut" d="{_SQUARE}"/>{_HOLE}<path id="Fold" d="M0 30H60"/>',
        f'<path id="cut" d="{_SQUARE}M16 20a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"/><path id="score_2" d="M10 30H50"/>',
        f'<g id="Cut"><path d="{_SQUARE}"/>{_PLAIN}</g><g id="folds"><path d="M10 30H50"/></g>',
        f'<g data-layer="cut"><path d="{_SQUARE}"/>{_PLAIN}</g><path data-layer="score" d="M5 30H55"/>',
        '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><g inkscape:label="cut lines"/>'
        f'<g inkscape:label="cut" transform="translate(5 5)"><path transform="translate(-5 -5)" d="{_SQUARE}"/>'
        f'{_MOVED}</g><path inkscape:label="fold" d="M10 30H50"/></g>',
        f'<rect id="cut" x="10" y="10" width="40" height="40"/>{_CUT_3}'
        f'<path id="draft" d="M0 0L9 9"/><path id="old" d="{_SQUARE}"/>'
        '<line id="fold" x1="9" y1="30" x2="60" y2="30"/>',
    ],
)
def test_lines_count_by_their_names_and_layers(body: str) -> None:
    shape = drawn(body)
    assert (shape.width, shape.height, shape.is_rectangle) == (40, 40, False)
    assert [shapely.Polygon(ring).area for ring in shape.rings] == pytest.approx([math.pi * 16], rel=2e-3)
    assert [shapely.Polygon(ring).centroid.coords[0] for ring in shape.rings] == [pytest.approx((10, 10), abs=0.01)]
    ((fold,),) = (shape.folds,)
    assert sorted(fold) == [pytest.approx((0, 20), abs=0.01), pytest.approx((40, 20), abs=0.01)]


def test_a_name_of_many_digits_that_is_none_is_read_at_once() -> None:
    digits = "1" * 4_000
    assert drawn(f'<g id="cut {digits}"><path d="{_SQUARE}"/></g><path id="cut{digits}x" d="{_SQUARE}"/>').width == 40


def test_without_names_the_only_closed_path_is_the_outline() -> None:
    assert drawn(f'<path d="{_SQUARE}"/><path d="M0 0L9 9"/>').width == 40
    assert faults(f'<path d="{_SQUARE}"/><circle cx="30" cy="30" r="5"/>') == [
        "1: the drawing has 2 closed paths, and none with the name cut"
    ]
    assert faults('<path d="M0 0L9 9"/>') == ["1: the drawing has no closed path, and none with the name cut"]


@pytest.mark.parametrize(
    ("page", "size", "width"),
    [
        ('width="6cm" height="60mm" viewBox="0 0 600 600"', (0, 0), 4),
        ('width="6in" height="6in" viewBox="0 0 60 60"', (0, 0), 101.6),
        ('width="170.0787pt" height="170.0787pt" viewBox="0 0 60 60"', (0, 0), 40),
        ('width="600" height="600" viewBox="0 0 60 60"', (25, 0), 25),
        ('viewBox="0 0 60 60"', (0, 31.5), 31.5),
    ],
)
def test_the_size_is_that_of_the_outline_on_its_page_or_a_given_one(
    page: str, size: tuple[float, float], width: float
) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {page}><path id="cut" d="{_SQUARE}"/></svg>'
    assert read(text, size).width == pytest.approx(width, abs=1e-3)


def test_a_drawing_without_a_size_is_refused() -> None:
    for page in ('viewBox="0 0 60 60"', 'width="60" height="60"', 'width="100%" height="60mm" viewBox="0 0 60 60"'):
        (fault,) = faults(f'<path d="{_SQUARE}"/>', page)
        assert fault.startswith("1: the drawing does not say how large it is")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<path id="cut" d="M10 10H50V50H10"/>', "the line to cut that begins at 10, 10 mm and ends at 10, 50 mm"),
        ('<path id="cut" d="M10 10L50 50V10L10 50Z"/>', "the line to cut crosses itself at 30, 30 mm"),
        (f'<path id="cut" d="{_SQUARE}M52 52h5v5h-5Z"/>', "there is a second outline at 54.5, 54.5 mm"),
        (f'<path id="cut" d="{_SQUARE}M45 20h10v5h-10Z"/>', "the hole at 50, 22.5 mm crosses the outline"),
        (
            f'<path id="cut" d="{_SQUARE}M20 20h20v20h-20Z M25 25h5v5h-5Z"/>',
            "the holes at 30, 30 mm and 27.5, 27.5 mm touch or lie in each other",
        ),
        (
            '<path id="cut" d="M10 10H70V50H10Z"/>',
            "the line to cut reaches from 10, 10 mm to 70, 50 mm, beyond the page",
        ),
        (f'<path id="cut" d="{_SQUARE}M20 20h.1v.1h-.1Z"/>', "the line to cut at 20, 20 mm encloses 0.1 x 0.1 mm"),
        (
            f'<path id="cut" d="{_SQUARE}"/><path id="fold" d="M0 55H60"/>',
            "the line to fold along that begins at 0, 55",
        ),
        (f'<path d="{_SQUARE}"/><text id="cut">Bee</text>', "text cannot be a line to cut"),
        ('<path id="cut" d="M10 10' + "L50 50L10 10" * 1001 + 'Z"/>', "the outline has more than 2,000 points"),
        ('<path id="cut" d="M10 10L"/>', "path: "),
    ],
)
def test_what_cannot_be_cut_is_refused_at_its_line(body: str, expected: str) -> None:
    (fault, *_) = faults(f"\n{body}")
    line = 1 if "points" in expected else 3
    assert fault.startswith(f"{line}: {expected}")


def test_curves_stay_curves_and_run_one_way() -> None:
    outline = read(STANDEE)
    assert (outline.width, outline.height) == (40, 95)
    assert {segment[0] for segment in outline.cut_path()} == set("MLCZ")
    outer, hole = (shapely.LinearRing(ring) for ring in (outline.ring(), outline.rings[0]))
    assert outer.is_ccw and not hole.is_ccw  # clockwise as seen, and its hole the other way


# blobs --------------------------------------------------------------------------------------------------------------


def _smooth(points: list[tuple[float, float]]) -> Curve:
    """Return a closed curve through points (Catmull and Rom)."""
    count = len(points)
    path: list[object] = [("M", *points[0])]
    for i in range(count):
        (a, b), (c, d), (e, f), (g, h) = (points[(i + step) % count] for step in (-1, 0, 1, 2))
        path.append(("C", c + (e - a) / 6, d + (f - b) / 6, e - (g - c) / 6, f - (h - d) / 6, e, f))
    return (*path, ("Z",))  # type: ignore[return-value]


@st.composite
def blobs(draw: st.DrawFn) -> str:
    """Draw the path of a star-shaped outline, with curves or straight lines."""
    count = draw(st.integers(3, 9))
    radii = [draw(st.floats(8, 30)) for _ in range(count)]
    turns = [2 * math.pi * (index + draw(st.floats(-0.2, 0.2))) / count for index in range(count)]
    points = [(50 + r * math.cos(turn), 50 + r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True)]
    path = _smooth(points) if draw(st.booleans()) else polygon(points)
    return " ".join(f"{word}{' '.join(f'{value:.4f}' for value in values)}" for word, *values in path)


def nearest(ring: shapely.Geometry, path: svgelements.Path, matrix: tuple[float, float]) -> float:
    """Return the largest distance of points along a path, moved, from a ring."""
    spots = [segment.point(step / 20) for segment in path for step in range(21) if segment.start is not None]
    return float(max(ring.distance(shapely.Point(p.x + matrix[0], p.y + matrix[1])) for p in spots))


@settings(max_examples=examples(25))
@given(blobs(), st.floats(0, 5))
def test_any_outline_is_cut_as_drawn_with_its_bleed_and_apart_from_others(data: str, bleed: float) -> None:
    path = svgelements.Path(data)
    try:
        outline = drawn(f'<path d="{data}"/>', 'width="100mm" height="100mm" viewBox="0 0 100 100"')
    except BuildError as error:
        assume("crosses itself" not in error.problems[0].message and "beyond" not in error.problems[0].message)
        raise
    left, top, right, bottom = path.bbox()
    assert (outline.width, outline.height) == pytest.approx((right - left, bottom - top), abs=1e-3)
    # The line that is cut is the one that was drawn.
    rim = shapely.LinearRing(outline.ring())
    assert nearest(rim, path, (-left, -top)) < 0.01
    trim = shapely.Polygon(rim)
    clip = shapely.Polygon(outline.ring(bleed))
    assert clip.buffer(0.01).contains(trim.buffer(bleed - 0.01 if bleed > 0.01 else 0))
    spec = SheetSpec(paper="a4", spacing="bleed", bleed=5)
    sheets = imposed([Piece(f"blob/{n}#1", outline, bleed, Symbol.of([])) for n in range(5)], spec)
    for sheet in sheets:
        trims = [shapely.affinity.affine_transform(trim, _matrix(front.at)) for front in sheet.fronts]
        bleeds = [
            shapely.affinity.affine_transform(trim.buffer(bleed - 0.02), _matrix(front.at)) for front in sheet.fronts
        ]
        assert all(a.distance(b) >= 2 * bleed - 1e-3 for a in trims for b in trims if a is not b)
        assert all(not a.overlaps(b) for a in bleeds for b in bleeds if a is not b)
        kerf = 0.2
        lines = [
            line
            for pass_, some in bed(sheet, "blob", kerf).lines.items()
            if pass_.value == "cut-outer"
            for line in some
        ]
        assert len(lines) == len(trims)
        for line in lines:
            ring = shapely.Polygon(line.points)
            near = min(trims, key=lambda shape: shape.centroid.distance(ring.centroid))
            assert ring.exterior.hausdorff_distance(near.buffer(kerf / 2, quad_segs=64).exterior) < 0.01


def _matrix(at: tuple[float, float, float, float, float, float]) -> list[float]:
    a, b, c, d, e, f = at
    return [a, c, b, d, e, f]


# a whole game -------------------------------------------------------------------------------------------------------


def test_the_safe_zone_is_the_outline_shrunk_and_stays_clear_of_holes() -> None:
    outline = read(STANDEE)
    assert outline.encloses(Rect(2, 60, 10, 10), 1.9) and not outline.encloses(Rect(2, 60, 10, 10), 2.1)
    x, y = HOLE
    assert outline.encloses(Rect(x - 10, y, 5, 1), 2) and not outline.encloses(Rect(x - 6, y, 2, 1), 2)
    assert not outline.encloses(Rect(18, 90, 4, 1), 0)  # in the slot
    assert outline.holds([Point(20, 20)], 5) and not outline.holds([Point(20, 20), Point(*HOLE)], 0)
    assert path_box(outline.path(3)) == pytest.approx((-3, -3, 46, 101), abs=0.01)
    assert all(outline.holds([Point(*segment[-2:])], 1.99) for segment in outline.path(-2) if len(segment) > 1)
    assert outline.path(-50)  # nothing is left but a point


def test_the_example_is_printed_with_its_cuts_and_folds_and_backs_are_mirrored(game: Path, tmp_path: Path) -> None:
    made("build", str(game), "--profile", "home-a4", "--profile", "images", "--output", str(tmp_path / "out"))
    document = pypdfium2.PdfDocument(tmp_path / "out" / "standees" / "home-a4" / "standees.pdf")
    assert len(document) == 2
    front, back = (page.render(scale=100 / 72).to_pil().convert("RGB") for page in document)
    assert front.size == back.size

    def inked(picture: Image.Image) -> list[tuple[int, int]]:
        small = picture.resize((210, 297))
        return [(x, y) for y in range(250) for x in range(210) if small.getpixel((x, y)) == (0xE8, 0xA3, 0x3D)]

    fronts, backs = inked(front), inked(back)
    # The long edge is flipped: each spot of ink has ink behind it.
    assert len(fronts) > 3 * 1900
    behind = {(209 - x, y) for x, y in backs}
    assert len(set(fronts) - behind) < 0.05 * len(fronts)
    images = tmp_path / "out" / "standees" / "images" / "heroes"
    for name, x in (("bee.front", HOLE[0]), ("bee.back", 40 - HOLE[0])):
        alpha = Image.open(images / f"{name}.png").convert("RGBA").getchannel("A")
        scale = alpha.width / 40
        assert alpha.getpixel((round(x * scale), round(HOLE[1] * scale))) == 0
        assert alpha.getpixel((round((40 - x) * scale), round(HOLE[1] * scale))) == 255
        assert alpha.getpixel((round(20 * scale), round(92 * scale))) == 0  # the slot
        assert alpha.getpixel((round(2 * scale), round(10 * scale))) == 0  # beside the head


def test_a_back_lies_behind_its_front_whatever_the_outline() -> None:
    corner_piece = free(polygon([(0, 0), (40, 0), (40, 10), (10, 10), (10, 60), (0, 60)]))
    assert set(corner_piece.mirrored.corners) == {(40 - x, y) for x, y in corner_piece.corners}
    assert corner_piece.mirrored.mirrored.ring() == corner_piece.ring()
    pieces = [Piece(f"l/{n}#1", corner_piece, 3, Symbol.of([]), Symbol.of([])) for n in range(5)]
    (sheet,) = imposed(pieces, SheetSpec(paper="a4"))

    def areas(placed: object, outline: Shape) -> list[shapely.Polygon]:
        rings = ([place.at.point(*corner) for corner in outline.corners] for place in placed)  # type: ignore[attr-defined]
        return [shapely.Polygon(ring) for ring in rings]

    fronts, backs = areas(sheet.fronts, corner_piece), areas(sheet.backs, corner_piece.mirrored)
    for front, back in zip(fronts, backs, strict=True):
        seen = shapely.affinity.scale(back, -1, 1, origin=(sheet.paper.width / 2, 0))
        assert seen.symmetric_difference(front).area < 1e-6
    clips = [shapely.Polygon([back.at.point(*s[-2:]) for s in back.clip if len(s) > 1]) for back in sheet.backs]
    assert all(clip.contains(back.buffer(2.9)) for clip, back in zip(clips, backs, strict=True))


@pytest.mark.parametrize("command", ["laser", "build"])
def test_the_example_is_cut_true_to_the_drawing(game: Path, tmp_path: Path, command: str) -> None:
    out = tmp_path / "out"
    if command == "laser":
        made("laser", str(game), "--kerf", "0.2", "--output", str(out))
        (file,) = out.rglob("standees-1.dxf")
    else:
        made("build", str(game), "--profile", "silhouette-a4", "--output", str(out))
        (file,) = out.rglob("standees-01.dxf")
    document = ezdxf.readfile(file)
    assert not document.audit().errors
    layers: dict[str, list[shapely.Geometry]] = {}
    for entity in document.modelspace():
        path = ezdxf.path.make_path(entity)
        layers.setdefault(entity.dxf.layer, []).append(
            shapely.LineString([(p.x, -p.y) for p in path.flattening(0.001)])
        )
    outer = next(lines for name, lines in layers.items() if "outer" in name.lower())
    inner = next(lines for name, lines in layers.items() if "inner" in name.lower())
    assert len(outer) == 5
    source = svgelements.Path(re.search(r'd="(M5.*?)"', STANDEE, re.DOTALL)[1])  # type: ignore[index]
    kerf = 0.2 if command == "laser" else 0.0
    for line in outer:
        left, top, _, _ = line.bounds
        away = [
            line.distance(shapely.Point(p.x - 5 + left + kerf / 2, p.y - 14 + top + kerf / 2))
            for segment in source
            if segment.start is not None
            for p in (segment.point(step / 30) for step in range(31))
        ]
        assert max(away) == pytest.approx(kerf / 2, abs=0.05) and min(away) > kerf / 2 - 0.01
        assert sorted(away)[len(away) // 2] == pytest.approx(kerf / 2, abs=0.01)
        middle = left + kerf / 2 + HOLE[0], top + kerf / 2 + HOLE[1]
        rings = [ring for ring in inner if shapely.Polygon(ring).contains(shapely.Point(middle))]
        (hole,) = rings
        width = hole.bounds[2] - hole.bounds[0]
        assert width == pytest.approx(5 - kerf, abs=0.01)
    folds = next(lines for name, lines in layers.items() if "score" in name.lower())
    assert sum(line.length for line in folds) == pytest.approx(5 * 40, abs=0.2)


def test_narrow_parts_and_notches_are_errors_on_a_laser(game: Path, tmp_path: Path) -> None:
    text = STANDEE.replace("H26 V101 H24 V109 Z", "H25.05 V101 H24.95 V109 Z").replace("V57 H9", "V58.6 H5.2 V57 H9")
    spike = STANDEE.replace("V57 H9", "V57 H7 V30 H7.6 V57 H9")
    for body, words in ((text, "a notch of the pieces of deck heroes"), (spike, "a part of the pieces of deck heroes")):
        (game / "art/shapes/standee.svg").write_text(body, "utf-8")
        result = CliRunner().invoke(cli, ["laser", str(game), "--output", str(tmp_path / "out")])
        assert result.exit_code == 1 and words in result.output


def test_what_art_repeats_of_the_outline_is_cut_once() -> None:
    outline = read(STANDEE)
    other = polygon([(5, 60), (9, 60), (9, 64), (5, 64)])
    face = Symbol.of([path_mark(path, layer=Layer.CUT) for path in (outline.curve, *outline.holes, other)])
    holes = punched(outline, face)
    assert [round(shapely.Polygon(ring).area, 1) for ring in holes] == [19.6, 16.0]


def test_a_mesh_is_closed_and_as_large_as_the_outline() -> None:
    outline = read(STANDEE)
    area = shapely.Polygon(outline.ring(), outline.rings).area
    points, faces = [], []
    for line in mesh.tile(outline, 2).splitlines():
        if line.startswith("v "):
            points.append([float(value) * 25.4 for value in line.split()[1:]])
        if line.startswith("f "):
            faces.append([int(corner.split("/")[0]) - 1 for corner in line.split()[1:]])
    edges = [edge for a, b, c in faces for edge in ((a, b), (b, c), (c, a))]
    assert len(set(edges)) == len(edges) and {(b, a) for a, b in edges} == set(edges)
    volume = sum(_volume(*(points[corner] for corner in face)) for face in faces)
    assert volume == pytest.approx(area * mesh.THICKNESS, rel=0.005)
    hull = [line for line in mesh.collider(outline).splitlines() if line.startswith("v ")]
    assert 8 < len(hull) < 400


def _volume(a: list[float], b: list[float], c: list[float]) -> float:
    """Return the signed volume between a triangle and the origin, positive where it faces outwards."""
    cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return sum(x * y for x, y in zip(a, cross, strict=True)) / 6

"""Backs of pieces without left-right symmetry: whatever one cut cuts out is printed whole on both sides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import shapely
import shapely.affinity
from PIL import Image

import cutfiles
from beeprint.game.shapes import PolygonShape
from command import made
from outlines import nominal
from sheets import pieces

#: An L with a hole in its foot: no mirror image of itself, as a rhombus is none.
CORNER = shapely.Polygon(
    [(0, 0), (20, 0), (20, 30), (45, 30), (45, 60), (0, 60)], [[(30, 40), (38, 40), (38, 50), (30, 50)]]
)
RHOMBUS = shapely.affinity.translate(nominal(PolygonShape(kind="polygon", polygon="rhombus", edge=30)), 22.5, 12.990381)
TRIMS = {"diamonds": RHOMBUS, "corners": CORNER}

_GAME = """\
id: backs
version: "0.1"
title: Backs
decks:
  diamonds:
    title: Diamonds
    data: tiles.csv
    shape: {kind: polygon, polygon: rhombus, edge: 30}
    front: face
    back: {layout: face, each: piece}
    stock: tiles
  corners:
    title: Corners
    data: tiles.csv
    shape: {kind: outline, file: art/corner.svg}
    front: face
    back: {layout: face, each: deck}
    stock: tiles
"""
_FILES = {
    "game.yaml": _GAME,
    "tiles.csv": "id,copies\nA,3\nB,2\n",
    "layouts/face.yaml": "slots:\n"
    '  ground: {kind: shape, box: bleed, shape: rectangle, fill: "#3a5a40", engrave: fill}\n'
    '  rim: {kind: shape, box: trim, shape: outline, grow: -2, stroke: "#1d2d20", width: 0.6, engrave: none}\n',
    "art/corner.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="45mm" height="60mm" viewBox="0 0 45 60">\n'
    '<path id="cut" d="M0 0H20V30H45V60H0Z"/><path id="hole" d="M30 40H38V50H30Z"/>\n</svg>\n',
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "backs"
    for name, text in _FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def bare(picture: Image.Image, area: shapely.Geometry, dpi: float) -> float:
    """Return the share of an area, in mm, that a picture leaves white."""
    grey = np.asarray(picture.convert("L"))
    rows, columns = np.mgrid[: grey.shape[0], : grey.shape[1]]
    inside = shapely.contains_xy(area, (columns + 0.5) * 25.4 / dpi, (rows + 0.5) * 25.4 / dpi)
    assert inside.any()
    return float((grey[inside] > 230).mean())


def areas(file: Path, layer: str) -> shapely.Geometry:
    """Return what the rings of a layer surround; a ring in another one is a hole."""
    area: shapely.Geometry = shapely.Polygon()
    for line in cutfiles.from_svg(file.read_text("utf-8")):
        if line.layer == layer and line.closed:
            area = area.symmetric_difference(shapely.Polygon(line.points))
    return area


@pytest.mark.parametrize(
    ("profile", "flip", "bleeds"),
    [
        ("home-a4", "long", (1, 3)),
        ("home-a4", "short", (1, 3)),
        ("home-letter-bleed", "long", (3, 3)),
        ("gutterfold-a4", "long", (1, 3)),
        ("silhouette-a4", "long", (0.5, 0.5)),
    ],
)
@pytest.mark.slow
def test_one_cut_through_both_sides_finds_ink_and_bleed_on_each(
    game: Path, tmp_path: Path, profile: str, flip: str, bleeds: tuple[float, float]
) -> None:
    made("build", str(game), "--profile", profile, "--flip", flip, "--output", str(tmp_path / "out"))
    [file] = (tmp_path / "out" / "backs" / profile).rglob("tiles.pdf")
    printed_pieces = pieces(file)
    dpi, folded = 200, profile.startswith("gutterfold")
    with pypdfium2.PdfDocument(file) as document:
        sides = [page.render(scale=dpi / 72).to_pil() for page in document]
    seen = set()
    for sheet in range(len(sides) if folded else len(sides) // 2):
        front, back = (sides[sheet], sides[sheet]) if folded else (sides[2 * sheet], sides[2 * sheet + 1])
        width, height = (length * 25.4 / dpi for length in front.size)
        ours = [piece for piece in printed_pieces if piece.page == (sheet if folded else 2 * sheet)]
        for piece in ours:
            deck = piece.id.partition("/")[0]
            cut = shapely.transform(
                TRIMS[deck], lambda points, piece=piece: np.array([piece.point(*p) for p in points])
            )
            if folded and cut.centroid.y > height / 2:
                continue  # a back
            whole = shapely.Polygon(cut.exterior).buffer(bleeds[deck == "corners"] - 0.2)
            upright = not folded and (flip == "long") == (height > width)
            behind = (
                shapely.affinity.scale(whole, -1, 1, origin=(width / 2, 0))
                if upright
                else shapely.affinity.scale(whole, 1, -1, origin=(0, height / 2))
            )
            assert bare(front, whole, dpi) < 0.002
            assert bare(back, behind, dpi) < 0.002
            seen.add(piece.id)
    assert len(seen) == 10


def test_pictures_of_backs_are_the_mirror_images_of_fronts(game: Path, tmp_path: Path) -> None:
    made("build", str(game), "--profile", "images", "--output", str(tmp_path / "out"))
    folder = tmp_path / "out" / "backs" / "images"
    for deck, trim in TRIMS.items():
        for path in sorted((folder / deck).glob("*.png")):
            width = trim.bounds[2]
            shown = shapely.affinity.scale(trim, -1, 1, origin=(width / 2, 0)) if "back" in path.name else trim
            with Image.open(path) as picture:
                rgba = np.asarray(picture.convert("RGBA")).astype(int)
            dpi = rgba.shape[1] / width * 25.4
            rows, columns = np.mgrid[: rgba.shape[0], : rgba.shape[1]]
            x, y = (columns + 0.5) * 25.4 / dpi, (rows + 0.5) * 25.4 / dpi
            inside, outside = (
                shapely.contains_xy(shown.buffer(-0.5), x, y),
                ~shapely.contains_xy(shown.buffer(0.5), x, y),
            )
            assert (rgba[inside, 3] == 255).all() and rgba[inside, 0].max() < 80
            assert (rgba[outside, 3] == 0).all()


def test_a_laser_engraves_a_back_up_to_the_edge_that_is_cut_from_the_front(game: Path, tmp_path: Path) -> None:
    made(
        "laser",
        str(game),
        "--copies",
        "diamonds=1",
        "--copies",
        "corners=1",
        "--bed",
        "300x200",
        "--output",
        str(tmp_path / "out"),
    )
    [front] = (tmp_path / "out").rglob("tiles-1.svg")
    cut = areas(front, "cut-outer").difference(areas(front, "cut-inner"))
    back = front.with_name("tiles-1-back.svg")
    for file, expected in ((front, cut), (back, shapely.affinity.scale(cut, -1, 1, origin=(150, 0)))):
        engraved = areas(file, "engrave")
        assert engraved.symmetric_difference(expected).area < 0.03 * expected.area

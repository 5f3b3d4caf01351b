"""Every printed sheet of every game that a machine cuts: where pieces are printed, and where they are cut."""

from __future__ import annotations

import dataclasses
import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import shapely
import shapely.affinity
from msgspec.structs import replace
from PIL import Image, ImageDraw

import bedfiles
import cutfiles
import outlines
import plotted
import sheets
from beeprint import pipeline
from beeprint.base.colour import BLACK
from beeprint.base.options import Options
from beeprint.drawing.drawing import Drawing, Solid, path_mark
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import SHIPPED

GAMES = sorted(path.parent.name for path in (SHIPPED / "data").glob("*/game.yaml"))
PROFILES = ("silhouette-a4", "silhouette-letter", "silhouette-4-a4", "camera-a4")
KERF = {"camera-a4": 0.08}
DOTS = 10
#: pdfium puts the edges of boxes on whole pixels, so pictures tell no more than that; places in the PDF do.
PIXEL = 0.1


def plain(folder: Path) -> Checked:
    """Return a game whose faces are black as far as the trim, and white beyond: what is printed shows where it is."""
    made = pipeline.check(folder, Options(profiles=(), output=Path("nowhere")))
    faces = {
        key: dataclasses.replace(
            face,
            drawing=Drawing(face.drawing.box, (path_mark(made.game.components[face.deck].shape.path(), Solid(BLACK)),)),
        )
        for key, face in made.faces.items()
    }
    return replace(made, faces=faces)


def cut(text: str) -> list[shapely.Polygon]:
    drawn = cutfiles.from_svg(text)
    bedfiles.cut_once(bedfiles.cuts(drawn))
    return [shapely.Polygon(line.points) for line in drawn if line.layer == "cut-outer"]


def pairs(folder: Path) -> Iterator[tuple[Path, int, Path]]:
    """Yield each PDF, the page of a front and the file that cuts it."""
    for file in sorted(folder.glob("*.pdf")):
        files = sorted(path for path in folder.glob("*.svg") if re.fullmatch(rf"{file.stem}-\d+", path.stem))
        with pikepdf.open(file) as document:
            step, rest = divmod(len(document.pages), len(files))
        assert not rest
        for number, page in enumerate(files):
            yield file, number * step, page


def astray(picture: Image.Image, rings: list[shapely.Polygon], size: tuple[float, float]) -> float:
    """Return by how many mm the ink of any piece lies beside its cut, or goes beyond it or not as far as it.

    Rounded corners of cards are cut and not printed, those of drawn outlines and standees are both: ink fills either
    the ring that is cut or the box round it.
    """
    # Pages are stretched to whole pixels.
    scale = picture.width / size[0], picture.height / size[1]
    ink = 1 - np.asarray(picture.convert("L")) / 255
    worst = 0.0
    for ring in rings:
        # Rounded corners of a rectangle are cut and may not be printed; slots and tongues are both.
        rounded = ring.area > 0.9 * ring.envelope.area and ring.area > 0.999 * ring.convex_hull.area
        square = [ring.envelope] if rounded else []
        worst = max(worst, min(_beside(ink, printed, scale) for printed in (ring, *square)))
    return worst


def _beside(ink: np.ndarray, printed: shapely.Polygon, scale: tuple[float, float]) -> float:
    """Return by how many mm ink lies beside an area, or covers more or less than it."""
    across, down = scale
    left, top, right, low = (
        int(side * number) for side, number in zip(printed.buffer(1).bounds, scale * 2, strict=True)
    )
    part = ink[max(top, 0) : low, max(left, 0) : right]
    mask = Image.new("1", part.shape[::-1])
    near = [(x * across - max(left, 0), y * down - max(top, 0)) for x, y in printed.buffer(0.4).exterior.coords]
    ImageDraw.Draw(mask).polygon(near, fill=1)
    part = part * np.asarray(mask)
    # The middle of a pixel is half a pixel from its corner.
    middles = [
        float((part.sum(axis=1 - axis) * np.arange(part.shape[axis])).sum() / part.sum() + 0.5) for axis in (1, 0)
    ]
    x, y = (
        (max(start, 0) + middle) / factor for start, middle, factor in zip((left, top), middles, scale, strict=True)
    )
    beside = math.dist((x, y), (printed.centroid.x, printed.centroid.y))
    return max(beside, abs(float(part.sum()) / (across * down) - printed.area) / printed.length)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_is_cut_to_a_twentieth_of_a_millimetre(game: str, tmp_path: Path) -> None:
    hold(plain(SHIPPED / "data" / game), tmp_path)


def hold(made: Checked, folder: Path) -> None:
    """Print and cut a plain game; what is printed and what is cut lie within 0.05 mm of each other."""
    # Boxes, which are parted where they are too large, have tests of their own.
    only: dict[str, tuple[str, ...]] = dict.fromkeys(made.game.decks, ())
    built = pipeline.build(made, Options(profiles=(*PROFILES, "cricut"), output=folder, only=only))
    wanted = Counter(
        {f"{deck.name}/{row.id}": deck.printed(row) for deck in made.game.decks.values() for row in deck.rows.rows}
    )
    trims, worst = {}, 0.0
    for deck in made.game.decks.values():
        trim = outlines.nominal(deck.spec.shape)
        trims[deck.name] = shapely.affinity.translate(trim, -trim.bounds[0], -trim.bounds[1])
    for profile in PROFILES:
        printed: Counter[str] = Counter()
        for file, page, svg in pairs(built.target / profile):
            text = svg.read_text("utf-8")
            size = cutfiles.page(text)
            again = cutfiles.from_dxf(svg.with_suffix(".dxf").read_text("utf-8"), size[1])
            assert cutfiles.apart(cutfiles.from_svg(text), again) < 0.005
            if profile.startswith("silhouette"):
                # The first mark is 10 mm from the paper's edges.
                assert plotted.agree(svg.with_suffix(""), cutfiles.from_svg(text), size, (10, 10))
            rings = cut(text)
            shown = [piece for piece in sheets.pieces(file) if piece.page == page]
            assert len(shown) == len(rings)
            for piece in shown:
                a, b, c, d, e, f = piece.at
                trim = shapely.affinity.affine_transform(trims[piece.id.partition("/")[0]], (a, c, b, d, e, f))
                (ring,) = [ring for ring in rings if ring.contains(trim.representative_point())]
                grown = trim.buffer(KERF.get(profile, 0) / 2, join_style="mitre")
                worst = max(worst, ring.hausdorff_distance(grown))
                assert worst < 0.05, (profile, piece.id)
                printed[piece.id.partition("#")[0]] += 1
            if page == 0:
                paper = pypdfium2.PdfDocument(file)[0]
                assert [side * sheets.MM for side in paper.get_size()] == pytest.approx(size, abs=0.01)
                picture = paper.render(scale=DOTS * sheets.MM).to_pil()
                assert astray(picture, rings, size) < PIXEL, (profile, file.stem)
        assert printed == wanted, profile
    count = 0
    for file in sorted((built.target / "cricut").glob("*.png")):
        text = file.with_suffix(".svg").read_text("utf-8")
        rings = cut(text)
        count += len(rings)
        with Image.open(file) as picture:
            assert picture.size == tuple(round(side / 25.4 * 300) for side in cutfiles.page(text))
            assert astray(picture, rings, cutfiles.page(text)) < PIXEL, file.stem
    assert count == sum(wanted.values())
    print(f"{made.game.spec.id}: at most {worst:.4f} mm apart")

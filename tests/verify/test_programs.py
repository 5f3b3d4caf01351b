"""Everything that beeprint writes as SVG looks the same in the programs that open it: resvg is held against the others.

150 dpi, each 2 x 2 pixels averaged to one; at most 0.1 % of them differ. `--pictures folder` saves what differs.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import cairosvg
import pytest
import resvg_py
from painters import by_chromium, by_inkscape, by_librsvg
from PIL import Image
from tools import seen_by

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.drawing import svg
from beeprint.sources.workspace import built_in_games
from engines import distinct, named
from pixels import SHARE, off, side_by_side

DPI, BY = 150, 2
GAMES = built_in_games()


def on_pixels(text: str) -> tuple[str, tuple[int, int]]:
    """Return an SVG document extended to whole averaged pixels, with its size in pixels at DPI.

    Programs disagree about a picture that ends within a pixel; its ground is white for all of them.
    """
    head = re.search(r"<svg[^>]*>", text)
    assert head
    width, height = map(float, re.findall(r' (?:width|height)="([\d.]+)mm"', head[0]))
    x, y, *_ = re.findall(r' viewBox="([^"]+)"', head[0])[0].split()
    columns, rows = (math.ceil(side / 25.4 * DPI / BY - 1e-6) * BY for side in (width, height))
    whole = (columns * 25.4 / DPI, rows * 25.4 / DPI)
    new = re.sub(r' (width|height|viewBox)="[^"]*"', "", head[0]).removesuffix(">")
    new += f' width="{whole[0]:.6f}mm" height="{whole[1]:.6f}mm" viewBox="{x} {y} {whole[0]:.6f} {whole[1]:.6f}">'
    ground = f'<rect x="{x}" y="{y}" width="{whole[0]:.6f}" height="{whole[1]:.6f}" fill="#ffffff"/>'
    return text[: head.start()] + new + ground + text[head.end() :], (columns, rows)


def opened(path: Path, size: tuple[int, int]) -> Image.Image:
    """Return a program's picture on white, averaged."""
    with Image.open(path) as image:
        # To some, a picture of n.000001 pixels is n + 1 wide: one more row of the white ground.
        assert (image.width - size[0], image.height - size[1]) in ((0, 0), (0, 1), (1, 0), (1, 1))
        flat = Image.new("RGBA", size, "white")
        flat.alpha_composite(image.convert("RGBA").crop((0, 0, *size)))
    return flat.convert("RGB").reduce(BY)


def shown(texts: Mapping[str, str], folder: Path) -> Iterator[tuple[str, dict[str, Image.Image]]]:
    """Yield what each program shows of each document, by its name."""
    documents = {name: on_pixels(text) for name, text in texts.items()}
    paths = []
    for number, (text, _) in enumerate(documents.values()):
        paths.append(folder / f"{number}.svg")
        paths[-1].write_text(text, "utf-8")
    sizes = [size for _, size in documents.values()]
    inkscape, librsvg, chromium = by_inkscape(paths, DPI), by_librsvg(paths, DPI), by_chromium(paths, sizes)
    for number, (name, (text, size)) in enumerate(documents.items()):
        png = bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=DPI, skip_system_fonts=True))
        (folder / "resvg.png").write_bytes(png)
        (folder / "cairo.png").write_bytes(
            cairosvg.svg2png(text.encode(), dpi=DPI, output_width=size[0], output_height=size[1])
        )
        yield (
            name,
            {
                "resvg": opened(folder / "resvg.png", size),
                "Inkscape": opened(inkscape[number], size),
                "librsvg": opened(librsvg[number], size),
                "Chromium": chromium[number].reduce(BY),
                "CairoSVG": opened(folder / "cairo.png", size),
            },
        )


def hold(texts: Mapping[str, str], folder: Path, request: pytest.FixtureRequest) -> None:
    """Check that no program shows anything else than resvg does, and none shows a blank picture."""
    saved = request.config.getoption("--pictures")
    different = {}
    for name, whole in shown(texts, folder):
        # The last row and column are partly outside the picture, where programs cut it off differently.
        pictures = {
            program: picture.crop((0, 0, picture.width - 1, picture.height - 1)) for program, picture in whole.items()
        }
        shares = {program: off(pictures["resvg"], picture) for program, picture in pictures.items()}
        blank = [
            program for program, picture in pictures.items() if all(low == high for low, high in picture.getextrema())
        ]
        if blank or max(shares.values()) > SHARE:
            different[name] = {program: f"{share:.2%}" for program, share in shares.items()}, blank
            if saved:
                side_by_side(pictures, Path(saved), name)
    assert different == {}


@pytest.mark.parametrize("game", seen_by("inkscape rsvg-convert chromium cairosvg", sorted(GAMES), "butine"))
def test_every_face_looks_the_same_in_five_programs(game: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    made = pipeline.check(GAMES[game], Options())
    faces = {named(face): svg.write(face.drawing, made.fonts, named(face)) for face in distinct(made)}
    assert len(faces) == len(distinct(made)) > 20
    hold(faces, tmp_path, request)


def test_charts_and_cut_files_look_the_same_in_five_programs(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    out = tmp_path / "output"
    for order in (
        ["stats", "pollen-wars", "--by", "deck", "--chart", str(tmp_path / "chart.svg")],
        ["laser", "butine", "--profile", "lightburn", "--output", str(out)],
        ["build", "butine", "--profile", "silhouette-a4", "--profile", "cricut", "--output", str(out)],
    ):
        subprocess.run([sys.executable, "-m", "beeprint", *order], check=True, capture_output=True)
    written = [tmp_path / "chart.svg", *sorted(out.rglob("*.svg"))]
    kinds = {path.parent.name for path in written}
    assert {"lightburn", "silhouette-a4", "cricut"} <= kinds
    files = tmp_path / "opened"
    files.mkdir()
    hold({str(path.relative_to(tmp_path)): path.read_text("utf-8") for path in written}, files, request)

"""Make the pictures of docs/posters.md from a map of 480 hexes, which is drawn here. Run: make gallery."""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
from PIL import Image

from beeprint import pipeline
from beeprint.base.options import Options

COLUMNS, ROWS = 20, 24
GAME = """
id: the-marches
version: "1.0"
title: The Marches
summary: a map of 480 hexes
players: 2-4
credits: ["Game design: beeprint"]
palette: palette.yaml
tables:
  land: {data: land.csv, columns: {x: int, y: int, ground: text, sea: bool, basin: text, realm: text}}
decks:
  map:
    title: Map
    data: map.csv
    columns: {title: text}
    shape: {kind: board, width: 594, height: 841}
    front: map
    stock: map
  board:
    title: Board
    data: map.csv
    columns: {title: text}
    shape: {kind: board, width: 460, height: 460, fold: quad}
    front: board
    stock: board
"""
PALETTE = """
ink: "#3b2f2a"
sea: "#a9cfdc"
plain: "#e9dca4"
wood: "#9dbb84"
hill: "#cfae7c"
peak: "#b9a79a"
river: "#3f86b0"
border: "#a8322d"
"""
LAYOUT = """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: sea}
  land:
    kind: grid
    lattice: hex-flat
    pitch: 32.5
    table: land
    box: trim
    each:
      hex: {kind: shape, shape: hexagon, box: [-18.764, -16.25, 37.528, 32.5], fill: "{cell.ground}"}
      number: {kind: text, font: source-sans, size: 7, text: "{cell}", box: [-9, -15, 18, 4], align: centre}
    edges:
      lines: {kind: edge, stroke: ink, width: 0.2, opacity: 0.5}
      rivers: {kind: edge, differ: "{cell.basin}", stroke: river, width: 2.2, when: {cell.sea: no}}
      coast: {kind: edge, differ: "{cell.sea}", stroke: ink, width: 1}
      borders: {kind: edge, differ: "{cell.realm}", stroke: border, width: 1.4, dash: [4, 3], when: {cell.sea: no}}
  title: {kind: text, font: source-serif, weight: bold, size: 52, text: "{title}", box: [40, 764, 300, 40], colour: ink}
"""
BOARD = LAYOUT.replace("pitch: 32.5", "pitch: 18").replace(
    "[-18.764, -16.25, 37.528, 32.5]", "[-10.392, -9, 20.785, 18]"
)


def height(q: int, k: int) -> float:
    """Return how high the land is at a hex, below 0 for the sea."""
    x, y = (q - 9.5) / 10, (k - 12) / 12
    hills = 0.35 * math.sin(3.1 * x + 1.3 * y + 0.4) + 0.3 * math.cos(4.3 * y - 1.7 * x)
    hills += 0.16 * math.sin(9 * x * y + 2 * y)
    return 0.62 - 0.75 * (x * x + y * y) + hills


def land() -> str:
    """Return the table of hexes."""
    lines = ["id,x,y,ground,sea,basin,realm"]
    for q in range(COLUMNS):
        for k in range(ROWS):
            elevation = height(q, k)
            sea = "yes" if elevation < 0 else "no"
            steps = ((0.0, "sea"), (0.35, "plain"), (0.62, "wood"), (0.85, "hill"), (9.0, "peak"))
            ground = next(name for limit, name in steps if elevation < limit)
            basin = "east" if q + 1.5 * math.sin(k / 2) > 10 else "west"
            realm = "north" if k + 1.2 * math.cos(q / 1.7) < 11 else "south"
            lines.append(f"{q + 1:02}{k + 1:02},{q},{k - q // 2},{ground},{sea},{basin},{realm}")
    return "\n".join(lines) + "\n"


def pictures(small: Callable[[Image.Image, str], None]) -> None:
    """Make the pictures; `small` saves one under a name."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / "the-marches"
        (root / "layouts").mkdir(parents=True)
        files = {
            "game.yaml": GAME,
            "palette.yaml": PALETTE,
            "land.csv": land(),
            "map.csv": "id,title\nM1,The Marches\n",
        }
        files |= {"layouts/map.yaml": LAYOUT, "layouts/board.yaml": BOARD.split("  title:")[0]}
        for name, text in files.items():
            (root / name).write_text(text, "utf-8")
        options = Options(profiles=("home-a4", "copyshop"), output=Path(temporary) / "made")
        target = pipeline.build(pipeline.check(root, options), options).target
        tiles = target / "home-a4" / "map.pdf"
        small(page(tiles, 0), "posters-plan")
        small(page(tiles, 6), "posters-tile")
        corner = page(tiles, 6, 3.0)
        box = (corner.width - 720, corner.height - 440, corner.width - 80, corner.height)
        small(corner.crop(box), "posters-strips")
        small(page(target / "home-a4" / "board.pdf", 0), "posters-fold")
        whole = page(target / "copyshop" / "map-whole.pdf", 0, 2.0)
        small(whole.crop((1300, 1900, 2300, 2600)), "posters-edges")


def page(path: Path, number: int, scale: float = 1.4) -> Image.Image:
    """Return the picture of a page."""
    with pypdfium2.PdfDocument(path) as document:
        return document[number].render(scale=scale).to_pil()


if __name__ == "__main__":
    sys.exit("run docs/gallery.py posters")

"""Make the pictures of docs/standees.md, of counters and of some boxes, of a game drawn here. Run: make gallery."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from beeprint import pipeline
from beeprint.base.options import LaserOptions, Options

GAME = """
id: orchard
version: "1.0"
title: The Orchard
summary: bees and wasps, as standees and as counters
players: 2
stocks:
  standees: {thickness: 2}
decks:
  heroes:
    title: Heroes
    data: heroes.csv
    columns: {name: text, side: text}
    shape: {kind: paper-standee, width: 40, height: 60}
    front: paper
    stock: paper
  scouts:
    title: Scouts
    data: heroes.csv
    columns: {name: text, side: text}
    shape: {kind: standee, width: 30, height: 50, corner: 15}
    front: board
    stock: standees
  bases:
    title: Bases
    data: bases.csv
    columns: {side: text}
    shape: {kind: standee-base, for: scouts, width: 28}
    front: base
    stock: standees
  lower:
    title: Lower halves
    data: trees.csv
    shape: {kind: standee, width: 40, height: 50, corner: 18, slot: lower}
    front: tree
    stock: standees
  upper:
    title: Upper halves
    data: trees.csv
    shape: {kind: standee, width: 40, height: 50, corner: 18, slot: upper}
    front: tree
    stock: standees
  counters:
    title: Counters
    data: counters.csv
    columns: {side: text, attack: int, move: int}
    shape: {kind: board, width: 15, height: 15}
    bleed: 2
    safe: 1
    front: counter
    back: {layout: spent, each: piece}
    stock: counters
boxes:
  tray: {title: Scouts, shape: {kind: tray, for: [scouts], stacks: 2, depth: 20}, front: tray}
  lid: {title: Scouts, shape: {kind: lid, for: [scouts], stacks: 2, depth: 12}, front: lid}
  sleeve: {title: Scouts, shape: {kind: sleeve, for: [scouts]}, front: sleeve}
  divider: {title: Scouts, shape: {kind: divider, for: [scouts]}, front: divider}
"""
LAYOUTS = {
    "paper": """
slots:
  ground: {kind: shape, panel: front, shape: rectangle, box: trim, fill: "{side}-pale"}
  behind: {kind: shape, panel: back, shape: rectangle, box: trim, fill: "{side}-pale"}
  front: {kind: picture, panel: front, box: [4, 8, 32, 46], art: "{side}"}
  back: {kind: picture, panel: back, box: [4, 8, 32, 46], art: "{side}", mirror: yes}
  foot: {kind: shape, panel: foot-front, shape: rectangle, box: trim, fill: "{side}"}
  name: {kind: text, panel: foot-front, box: safe, text: "{name}", font: fredoka, size: 13, align: centre,
    valign: middle}
""",
    "board": """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: "{side}-pale"}
  figure: {kind: picture, box: [4, 8, 22, 36], art: "{side}"}
""",
    "base": """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: "{side}"}
""",
    "tree": """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: leaf}
  trunk: {kind: shape, shape: rectangle, box: [16, 34, 8, 20], fill: bark}
""",
    "counter": """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: "{side}-pale"}
  figure: {kind: picture, box: [4, 1.2, 7, 8.4], art: "{side}"}
  values: {kind: text, text: "{attack}-{move}", box: [1, 9.6, 13, 4.4], font: source-sans, weight: bold, size: 10.5,
    align: centre, valign: middle, colour: ink}
""",
    "spent": """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}
  band: {kind: shape, shape: rectangle, box: [-2, 2, 19, 5], fill: "{side}"}
  values: {kind: text, text: "{attack}-0", box: [1, 9.6, 13, 4.4], font: source-sans, weight: bold, size: 10.5,
    align: centre, valign: middle, colour: ink}
""",
}
#: The decks that are cut from board.
BOARD = ("scouts", "bases", "lower", "upper")
#: The layout of a box, and the panel that says what is in each.
BOX = """
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: bee-pale}
  title: {kind: text, panel: PANEL, box: safe, text: "{title}", font: fredoka, size: 16, align: centre, valign: middle}
"""
TITLED = {"tray": "front", "lid": "top", "sleeve": "front", "divider": "tab"}
PALETTE = """
ink: "#2b2622"
paper: "#fffdf6"
bee: "#e6a52e"
bee-pale: "#fae6b4"
wasp: "#b8503c"
wasp-pale: "#f2cdbd"
leaf: "#7fa867"
bark: "#7a5a41"
"""


def figure(body: str, stripe: str) -> str:
    """Return an insect that stands upright, as SVG, 32 x 46 mm."""
    wings = "".join(
        f'<ellipse cx="{x}" cy="21" rx="6.9" ry="4.4" transform="rotate({turn} {x} 21)" fill="#fff" stroke="{stripe}"/>'
        for x, turn in ((7.5, 28), (24.5, -28))
    )
    stripes = "".join(
        f'<rect x="{16 - half}" y="{y}" width="{2 * half}" height="3" fill="{stripe}"/>'
        for y, half in ((22, 7.2), (28, 7.7), (34, 6.1))
    )
    feelers = f'<path d="M13 6Q11 2 8 2M19 6Q21 2 24 2" fill="none" stroke="{stripe}"/>'
    eyes = f'<circle cx="13.4" cy="9.6" r="1.3" fill="{stripe}"/><circle cx="18.6" cy="9.6" r="1.3" fill="{stripe}"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="32mm" height="46mm" viewBox="0 0 32 46">'
        f'{wings}<ellipse cx="16" cy="29" rx="7.8" ry="14" fill="{body}" stroke="{stripe}"/>{stripes}'
        f'<circle cx="16" cy="10.5" r="6" fill="{body}" stroke="{stripe}"/>{feelers}{eyes}</svg>'
    )


def files() -> dict[str, str]:
    """Return the files of the game."""
    counters = (
        f"{side}-{number},{side},{1 + number % 6},{2 + number % 4},2"
        for side in ("bee", "wasp")
        for number in range(1, 36)
    )
    made = {
        "game.yaml": GAME,
        "palette.yaml": PALETTE,
        "heroes.csv": "id,name,side\nbee,Melitta,bee\nwasp,Vespa,wasp\n",
        "bases.csv": "id,side\nbee,bee\nwasp,wasp\n",
        "trees.csv": "id\ntree\n",
        "counters.csv": "\n".join(["id,side,attack,move,copies", *counters]) + "\n",
        "art/bee.svg": figure("#e6a52e", "#2b2622"),
        "art/wasp.svg": figure("#b8503c", "#2b2622"),
    }
    layouts = LAYOUTS | {name: BOX.replace("PANEL", panel) for name, panel in TITLED.items()}
    return made | {f"layouts/{name}.yaml": text for name, text in layouts.items()}


def pictures(small: Callable[[Image.Image, str], None]) -> None:
    """Make the pictures; `small` saves one under a name."""
    with tempfile.TemporaryDirectory() as temporary:
        root, out = Path(temporary) / "orchard", Path(temporary) / "made"
        for name, text in files().items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        options = Options(profiles=("home-a4", "folded", "counters-a4"), output=out)
        target = pipeline.build(pipeline.check(root, options), options).target
        small(upper(page(target / "home-a4" / "paper.pdf", 0)), "standees-paper-flat")
        with Image.open(target / "folded" / "heroes-bee.png") as image:
            small(image, "standees-paper-folded")
        for name in TITLED:
            [path] = (target / "folded").glob(f"{name}*.png")
            with Image.open(path) as image:
                small(image, f"boxes-{name}")
        counters = target / "counters-a4" / "counters.pdf"
        small(side_by_side(page(counters, 0), page(counters, 1)), "counters-sheets")
        # The left upper corner, 70 mm wide and 52 mm high.
        small(page(counters, 0, 4).crop((0, 0, *(round(side / 25.4 * 72 * 4) for side in (70, 52)))), "counters-corner")
        small(page(target / "counters-a4" / "cutting-guide.pdf", 0), "counters-cutting-guide")
        asked = LaserOptions(output=Path(temporary) / "cut", bed=(190, 64), only=dict.fromkeys(BOARD, ()))
        beds = pipeline.build(pipeline.check(root, asked), asked).target
        small(upper(page(min((beds / "generic").glob("*.pdf")), 0, 4)), "standees-board")


def page(path: Path, number: int, by: float = 2) -> Image.Image:
    """Draw a page of a PDF, at `by` pixels a point."""
    with pypdfium2.PdfDocument(path) as document:
        return document[number].render(scale=by).to_pil().convert("RGB")


def upper(sheet: Image.Image) -> Image.Image:
    """Return what is drawn on a page down to the first wide blank, with a small rim."""
    inked = [bool(box) for box in (_ink(sheet, y) for y in range(sheet.height))]
    start = inked.index(True)
    blank = round(sheet.height * 0.015)
    end = next(y for y in range(start, sheet.height) if not any(inked[y : y + blank]))
    left, _, right, _ = ImageOps.invert(sheet.crop((0, start, sheet.width, end)).convert("L")).getbbox() or (0, 0, 0, 0)
    rim = 12
    return sheet.crop((left - rim, max(0, start - rim), right + rim, end + rim))


def _ink(sheet: Image.Image, y: int) -> tuple[int, int, int, int] | None:
    return ImageOps.invert(sheet.crop((0, y, sheet.width, y + 1)).convert("L")).getbbox()


def side_by_side(*sheets: Image.Image) -> Image.Image:
    """Return sheets beside each other, each with a grey edge."""
    framed = [ImageOps.expand(sheet, 3, "#999999") for sheet in sheets]
    whole = Image.new(
        "RGB", (sum(picture.width for picture in framed) + 40 * (len(framed) - 1), framed[0].height), "white"
    )
    for number, picture in enumerate(framed):
        whole.paste(picture, (number * (picture.width + 40), 0))
    return whole


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pictures(lambda image, name: image.save(folder / f"{name}.png"))

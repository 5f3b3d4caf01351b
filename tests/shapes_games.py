"""Three games of other shapes than those that are shipped, written on the spot: hexes, cut-outs and odd formats."""

from __future__ import annotations

from pathlib import Path

import shapely
import shapely.affinity
import svgelements

from outlines import DRAWN

_HEAD = """\
id: {0}
version: "1"
title: {0}
players: 2-4
palette: palette.yaml
"""
_PALETTE = '{ink: "#2b1d0e", wood: "#7fa36b", field: "#e2cf7d", lake: "#6fa3c4", red: "#b3382c"}\n'
_FACE = """\
slots:
  ground: {kind: shape, shape: outline, grow: 3, fill: field}
  mark: {kind: shape, shape: ellipse, box: [12, 26, 6, 4], fill: red}
"""
_BACK = """\
slots:
  ground: {kind: shape, shape: outline, grow: 3, fill: lake}
  mark: {kind: shape, shape: ellipse, box: [12, 26, 6, 4], fill: ink}
"""
_MAP = """\
slots:
  ground: {kind: shape, shape: outline, grow: 3, fill: lake}
  land:
    kind: grid
    lattice: hex
    pitch: 28
    table: hexes
    box: trim
    each:
      hex: {kind: shape, shape: hexagon, box: [-14, -16.1658, 28, 32.3316], fill: "{cell.ground}"}
    edges:
      lines: {kind: edge, on: inner, stroke: ink, width: 0.25}
"""
#: Columns and rows of the map: 480 hexes.
COLUMNS, ROWS = 20, 24

_HEXLANDS = """\
tables:
  hexes: {data: land.csv, columns: {x: int, y: int, ground: text}}
stocks:
  land: {thickness: 1.5}
decks:
  map: {title: Map, data: one.csv, shape: {kind: board, width: 594, height: 841}, front: map, stock: board}
  field: {title: Field, data: one.csv, shape: {kind: board, width: 300, height: 300, fold: quad},
    front: face, stock: board}
  land: {title: Land, data: many.csv, shape: {kind: hexagon, flats: 40}, front: face, back: {layout: back}, stock: land}
  flat: {title: Flat, data: two.csv, shape: {kind: hexagon, flats: 55, flat-top: yes},
    front: face, back: {layout: back, each: piece}, stock: land}
boxes:
  land-base: {title: Land, shape: {kind: tray, for: [land], stacks: 2}}
  land-lid: {title: Land, shape: {kind: lid, for: [land], stacks: 2}}
"""
_CUTOUTS = """\
stocks:
  board: {thickness: 2}
decks:
  arch: {title: Arch, data: many.csv, shape: {kind: outline, file: art/arch.svg},
    safe: 1, front: face, back: {layout: back, each: piece}, stock: board}
  isle: {title: Isle, data: two.csv, shape: {kind: outline, file: art/isle.svg, width: 70},
    safe: 1, front: face, back: {layout: back}, stock: board}
  hero: {title: Hero, data: two.csv, shape: {kind: standee, width: 30, height: 50, corner: 15},
    safe: 1, front: face, back: {layout: back}, stock: board}
  base: {title: Base, data: two.csv, shape: {kind: standee-base, for: hero}, safe: 1, front: face, stock: board}
  stand: {title: Stand, data: two.csv, shape: {kind: standee-base, for: hero, form: square, width: 30},
    safe: 1, front: face, stock: board}
  lower: {title: Lower, data: two.csv, shape: {kind: standee, width: 40, height: 50, corner: 5, slot: lower},
    safe: 1, front: face, stock: board}
  upper: {title: Upper, data: two.csv, shape: {kind: standee, width: 40, height: 50, corner: 5, slot: upper},
    safe: 1, front: face, stock: board}
  paper: {title: Paper, data: two.csv, shape: {kind: paper-standee, width: 40, height: 60, foot: 10},
    safe: 1, front: face, stock: paper}
boxes:
  tray: {title: Arches, shape: {kind: tray, for: [arch]}}
"""
_FORMATS = """\
stocks:
  cards: {thickness: 0.3, sleeves: thick}
  chips: {thickness: 1}
decks:
  wide: {title: Wide, data: many.csv, shape: {kind: card, size: tarot, landscape: yes, corner: 4},
    front: face, back: {layout: back}, stock: cards}
  square: {title: Square, data: many.csv, shape: {kind: card, size: square-card, corner: 3},
    front: face, back: {layout: back, each: piece}, stock: cards}
  disc: {title: Disc, data: many.csv, shape: {kind: round, diameter: 60},
    front: face, back: {layout: back}, stock: chips}
boxes:
  wide-box: {title: Wide, shape: {kind: tuck-box, for: [wide]}}
  square-box: {title: Square, shape: {kind: tuck-box, for: [square], bottom: glue, notch: 0}}
  disc-base: {title: Disc, shape: {kind: tray, for: [disc], stacks: 2}}
  disc-lid: {title: Disc, shape: {kind: lid, for: [disc], stacks: 2}}
  band: {title: Band, shape: {kind: sleeve, for: [square]}}
  apart: {title: Dividers, shape: {kind: divider, for: [wide, square], place: 2, places: 3}}
"""
_GAMES = {"hexlands": _HEXLANDS, "cutouts": _CUTOUTS, "formats": _FORMATS}
NAMES = tuple(_GAMES)
#: The decks of each that a laser cuts: its boards are larger than a bed, and some cards stand for those of its shape.
CUT = {
    "hexlands": ("land", "flat"),
    "cutouts": ("arch", "isle", "hero", "base", "stand", "lower", "upper", "paper"),
    "formats": ("square", "disc"),
}

#: An arch with a foot, a hole and a fold, 40 x 60 mm; an island with a lake.
_ARCH = "M0 60V20C0 8 8 0 20 0S40 8 40 20V60H30V52H10V60Z"
_ISLE = "M10 60C10 10 60 0 90 20 120 40 150 0 190 30 220 60 200 120 160 130 120 140 110 110 80 140 50 170 10 120 10 60Z"
_DRAWINGS = {
    "art/arch.svg": f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="-10 -10 60 80">
  <path id="cut" d="{_ARCH}"/>
  <circle id="hole" cx="20" cy="18" r="6"/>
  <path id="fold" d="M-5 40H45"/>
</svg>
""",
    "art/isle.svg": f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 160">
  <path id="cut" d="{_ISLE}"/>
  <circle id="hole" cx="60" cy="70" r="20"/>
</svg>
""",
}
#: The middle of the hole in the arch, in mm from the corner of the box round it, and its diameter.
ARCH_HOLE = ((20.0, 18.0), 12.0)


def _drawn(data: str, width: float) -> shapely.Polygon:
    """Return a drawn outline, as svgelements reads it, so many mm wide."""
    path = svgelements.Path(data)
    points = [
        (point.x, point.y)
        for segment in path
        if segment.start is not None
        for point in (segment.point(step / 200) for step in range(200))
    ]
    left, _, right, _ = shapely.Polygon(points).bounds
    return shapely.affinity.scale(shapely.Polygon(points), *(width / (right - left),) * 2, origin=(0, 0))


DRAWN["art/arch.svg"] = lambda: _drawn(_ARCH, 40)
DRAWN["art/isle.svg"] = lambda: _drawn(_ISLE, 70)


def write(name: str, folder: Path) -> Path:
    """Write a game below a folder; return its own folder."""
    game = folder / name
    for part in ("layouts", "art"):
        (game / part).mkdir(parents=True)
    text = _HEAD.format(name) + _GAMES[name]
    land = "".join(
        f"h{row * COLUMNS + column + 1},{column - row // 2},{row},{('wood', 'field')[(column + row) % 2]}\n"
        for row in range(ROWS)
        for column in range(COLUMNS)
    )
    decks = text.partition("decks:\n")[2].partition("boxes:")[0].splitlines()
    first = [line.partition(":")[0].strip() for line in decks if "{title:" in line]
    places = [
        f"  - {{deck: {deck}, pieces: [A], at: [{60 + 90 * number}, 120], turn: {15 * number}}}\n"
        for number, deck in enumerate(first)
    ]
    files = {
        "game.yaml": text,
        "palette.yaml": _PALETTE,
        "one.csv": "id,copies\nA,1\n",
        "two.csv": "id,copies\nA,1\nB,2\n",
        "many.csv": "id,copies\nA,4\nB,3\nC,5\n",
        "land.csv": f"id,x,y,ground\n{land}",
        "layouts/map.yaml": _MAP,
        "layouts/face.yaml": _FACE,
        "layouts/back.yaml": _BACK,
        "set-up.yaml": f"size: [{120 + 90 * len(first)}, 240]\nplaces:\n{''.join(places)}",
        **_DRAWINGS,
    }
    for file, content in files.items():
        (game / file).write_text(content, "utf-8")
    return game

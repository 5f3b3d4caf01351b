"""The pictures of the rules leaflet: nests being sketched, each square where the rules allow it or forbid it."""

from __future__ import annotations

from collections.abc import Sequence

from art.pen import Point
from blocks import GROUNDS, HATCHES
from blocks import SIDE as DRAWN
from style import STUDIO, Pen, polyline, slab
from tokens import crown_shape, egg_shape

SIDE = 5.5  # mm, a square
TEXT = 2.8  # mm, 8 pt
BOLD = 0.75  # mm, round a block
MINUS = "\N{MINUS SIGN}"

#: Squares by block, from the top row down: a letter is a block, a dot an empty square.
Plan = Sequence[str]
#: What the letters of all plans are sketched with.
PENCILS = {
    "a": "yellow",
    "m": "yellow",
    "y": "yellow",
    "b": "brown",
    "d": "brown",
    "k": "brown",
    "f": "green",
    "g": "green",
}

RULES: list[tuple[bool, str, Plan]] = [
    (True, "yellow beside brown", (".....", ".ab..", "aab..")),
    (False, "yellow beside yellow", (".....", ".a...", "aay..")),
    (True, "only corners meet", ("..yyy", ".ab..", "aab..")),
    (True, "green beside green", (".....", "ffff.", "gggff")),
    (True, "one square rests", ("...b.", ".bbb.", ".a...")),
    (False, "no square rests", ("abb..", "a....", "a....")),
]
CLAIM: Plan = ("mmm...", "fffkkk", "yyyygg", ".ddggg", "aaabbg")
CHAMBER: Plan = (".....", ".ggf.", ".gff.", ".fff.", "aaabb")


def nest(pen: Pen, plan: Plan) -> None:
    """Draw the foot of a nest, its lower left corner at (0, 0)."""
    wide, high = len(plan[0]), len(plan)
    pen.flat(slab(0, -high * SIDE, wide * SIDE, high * SIDE), "white")
    for column in range(wide + 1):
        pen.line(polyline([(column * SIDE, 0), (column * SIDE, -high * SIDE)]), "grid", 0.25)
    for row in range(high + 1):
        pen.line(polyline([(0, -row * SIDE), (wide * SIDE, -row * SIDE)]), "grid", 0.25)
    cells = {(x, high - 1 - y): letter for y, line in enumerate(plan) for x, letter in enumerate(line) if letter != "."}
    for (x, y), letter in cells.items():
        pencilled(pen, PENCILS[letter], x * SIDE, -(y + 1) * SIDE)
    for cell in cells:
        rim(pen, cells, cell)
    pen.line(polyline([(-0.8, 0), (wide * SIDE + 0.8, 0)]), "soil-dark", 1.1)


def pencilled(pen: Pen, level: str, x: float, y: float) -> None:
    """Draw a square of the nest as it looks when it is sketched: hatched from edge to edge."""
    pen.flat(slab(x, y, SIDE, SIDE), GROUNDS.get(level, level))
    pen.line(slab(x, y, SIDE, SIDE), "ink", 0.12)
    with pen.at(x, y, SIDE / DRAWN):
        HATCHES[level](pen, SIDE / DRAWN)


def rim(pen: Pen, cells: dict[tuple[int, int], str], cell: tuple[int, int]) -> None:
    """Draw those edges of a square where its block ends."""
    x, y = cell
    left, right, foot, top = x * SIDE, (x + 1) * SIDE, -y * SIDE, -(y + 1) * SIDE
    edges: list[tuple[tuple[int, int], list[Point]]] = [
        ((x - 1, y), [(left, foot), (left, top)]),
        ((x + 1, y), [(right, foot), (right, top)]),
        ((x, y - 1), [(left, foot), (right, foot)]),
        ((x, y + 1), [(left, top), (right, top)]),
    ]
    for neighbour, edge in edges:
        if cells.get(neighbour) != cells[cell]:
            pen.line(polyline(edge), "ink", BOLD)


def verdict(pen: Pen, allowed: bool) -> None:
    """Draw a tick or a cross in a disc about (0, 0)."""
    pen.path(slab(-2, -2, 4, 4, 2), "green" if allowed else "vermillion")
    strokes: list[list[Point]] = [[(-1, 0.1), (-0.2, 0.9), (1.1, -0.8)]]
    if not allowed:
        strokes = [[(-0.8, -0.8), (0.8, 0.8)], [(-0.8, 0.8), (0.8, -0.8)]]
    for stroke in strokes:
        pen.line(polyline(stroke), "white", 0.7)


def touch() -> None:
    """Write six small nests, what is allowed and what is not."""
    width, height = 41.0, 26.0
    pen = Pen(3 * width, 2 * height)
    pen.flat(slab(0, 0, 3 * width, 2 * height), "paper")
    for index, (allowed, text, plan) in enumerate(RULES):
        x, y = index % 3 * width, index // 3 * height
        with pen.at(x + (width - 5 * SIDE) / 2, y + 18.8):
            nest(pen, plan)
            with pen.at(-0.4, 3.9):
                verdict(pen, allowed)
            pen.words(2.6, 4.8, text, TEXT, anchor="start")
    pen.save("leaflet/touch")


def eggs() -> list[int]:
    """Return the eggs beside the rows, from the bottom up, as the game's data says."""
    return [int(row["eggs"] or 0) for row in STUDIO.rows("nest")]


def claim() -> None:
    """Write a nest whose fourth row is the highest complete one, its eggs beside the rows."""
    side, high = SIDE, len(CLAIM)
    pen = Pen(82, high * side + 6)
    pen.flat(slab(0, 0, 82, high * side + 6), "paper")
    level = 4
    with pen.at(12, high * side + 3):
        nest(pen, CLAIM)
        for row, count in enumerate(eggs()[:high]):
            middle = -(row + 0.5) * side
            here = row + 1 == level
            pen.words(-2.4, middle + 1, str(row + 1), TEXT, anchor="end", weight="700" if here else "600")
            pen.flat(slab(34.6, middle - 2.4, 13, 4.8, 1.2), "sun" if here else "sand", 1 if here else 0.45)
            for index in range(count):
                egg_shape(pen, 41.1 + (index - (count - 1) / 2) * 3.1, middle, 1.2)
        middle = -(level - 0.5) * side
        pen.words(50.6, middle + 1.3, f"{eggs()[level - 1]} {MINUS} 1 = 1", 3.9, anchor="start", weight="700")
        pen.line(polyline([(side * 0.28, -side * 1.28), (side * 0.72, -side * 1.72)]), "vermillion", 0.7)
        pen.line(polyline([(side * 0.72, -side * 1.28), (side * 0.28, -side * 1.72)]), "vermillion", 0.7)
    pen.save("leaflet/claim")


def chamber() -> None:
    """Write a royal chamber made of several blocks, with the crown in it."""
    pen = Pen(36, len(CHAMBER) * SIDE + 6)
    pen.flat(slab(0, 0, 36, len(CHAMBER) * SIDE + 6), "paper")
    with pen.at((36 - 5 * SIDE) / 2, len(CHAMBER) * SIDE + 3):
        nest(pen, CHAMBER)
        pen.line(slab(SIDE, -4 * SIDE, 3 * SIDE, 3 * SIDE), "ink", 1.5)
        pen.line(slab(SIDE, -4 * SIDE, 3 * SIDE, 3 * SIDE), "gold", 0.9)
        crown_shape(pen, 2.5 * SIDE, -4.75 * SIDE, 0.33)
    pen.save("leaflet/chamber")


def main() -> None:
    """Write the leaflet's pictures."""
    touch()
    claim()
    chamber()

"""Draw the worked examples of the rule book: the field as it is laid, where bees may stand, patterns, a round's end.

The flowers are those of field.csv and flower.csv, the patterns those of pattern.csv: an example whose bees do not form
its pattern, or do not bring home what the rule book says, is an error and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from art.pen import Point
from comb import Box, grown
from style import rows, save
from table import BUNCHES, FLATS, NEIGHBOURS, Cell, Table, hex_path, middle, neighbours, rim

Bee = tuple[str, str]  # forager or soldier, and its hive
DRIFTING: Bee = ("drifting", "")
STEPS = {  # how far from the middle of its hex a bee is drawn, and how large: whether it is one of two, and allowed
    (1, True): [(3.6, 4.2, 0.72)],
    (1, False): [(0.0, 0.0, 0.9)],
    (2, True): [(0.0, 0.0, 1.0), (0.0, 0.0, 1.0)],
    (2, False): [(-3.2, 2.6, 0.8), (3.2, -2.6, 0.8)],
}
GROWN = {int(row["id"]): row["flower"] for row in rows("blossoms")}


class Harvest(NamedTuple):
    """A pattern that a hive has completed, and the grains that it brings."""

    hive: str
    pattern: str
    cells: Sequence[Cell]
    grains: int


PISTOL = Harvest("pink", "Pistol", ((-3, 2), (-2, 2), (-2, 3), (-1, 2)), 10)
WAVE = Harvest("green", "Wave", ((-1, 0), (0, 0), (1, -1), (2, -1)), 12)
WORM = Harvest("orange", "Worm", ((-1, -1), (0, -1), (1, -1), (1, 0)), 8)

FIRST_VIEW: Box = (-80, 27, 44, 105)  # mm of the field: left, top, right, bottom
FIRST: Mapping[Cell, Sequence[Bee]] = {
    (-3, 2): [("forager", "pink")],
    (-2, 2): [("forager", "blue"), ("soldier", "pink")],
    (-2, 3): [("forager", "pink")],
    (-1, 2): [("forager", "pink")],
    (-3, 4): [("forager", "blue")],
    (-4, 3): [("forager", "pink")],
    (-1, 4): [DRIFTING],
}
SECOND_VIEW: Box = (-54, -42, 79, 42)
SECOND: Mapping[Cell, Sequence[Bee]] = {
    (-1, 0): [("forager", "green")],
    (0, 0): [("forager", "green")],
    (1, -1): [("forager", "orange"), ("soldier", "green")],
    (2, -1): [("forager", "green")],
    (-1, -1): [("forager", "orange")],
    (0, -1): [("forager", "orange")],
    (1, 0): [("forager", "orange")],
    (-2, 1): [("forager", "orange"), ("soldier", "sky")],
    (0, 1): [("forager", "green")],
    (1, 1): [("forager", "sky")],
    (2, 1): [DRIFTING],
}


# ---------------------------------------------------------------------------------------------- the game's data


def field() -> dict[Cell, int]:
    """Return the flowers on each hex of the field whose numbers are all upright."""
    found = {}
    for tile in rows("field") + rows("flower"):
        q, r = int(tile["q"]), int(tile["r"])
        for (dq, dr), value in zip(((0, 0), *NEIGHBOURS), tile["a"].split(), strict=True):
            found[q + dq, r + dr] = int(value)
    return found


def cells_of(pattern: str) -> list[Cell]:
    """Return the cells of the pattern card of that name."""
    [row] = [row for row in rows("pattern") if row["name"] == pattern]
    return [(int(q), int(r)) for q, r in (cell.split(",") for cell in row["cells"].split())]


def turned(cells: Iterable[Cell], steps: int, *, mirrored: bool = False) -> list[Cell]:
    """Return cells mirrored or not, then turned clockwise by so many sixths."""
    found = [(r, q) if mirrored else (q, r) for q, r in cells]
    for _ in range(steps):
        found = [(-r, q + r) for q, r in found]
    return found


def shape_of(cells: Iterable[Cell]) -> list[Cell]:
    """Return what is the same for all cells of that shape, however turned or mirrored."""
    ways = []
    for k in range(12):
        way = turned(cells, k % 6, mirrored=k > 5)
        q0, r0 = min(way)
        ways.append(sorted((q - q0, r - r0) for q, r in way))
    return min(ways)


def check(harvest: Harvest, bees: Mapping[Cell, Sequence[Bee]]) -> None:
    """Raise ValueError unless the uppermost bees form the pattern and bring so many grains."""
    if any(bees[cell][-1] != DRIFTING and bees[cell][-1][1] != harvest.hive for cell in harvest.cells):
        raise ValueError(f"other bees than those of {harvest.hive} stand in the {harvest.pattern}")
    if shape_of(harvest.cells) != shape_of(cells_of(harvest.pattern)):
        raise ValueError(f"the bees of {harvest.hive} do not form the {harvest.pattern}")
    flowers = field()
    grains = sum(flowers[cell] for cell in harvest.cells)
    if grains != harvest.grains:
        raise ValueError(f"the {harvest.pattern} of {harvest.hive} brings {grains} grains, not {harvest.grains}")


# ---------------------------------------------------------------------------------------------- examples


def stand(table: Table, spot: Point, bees: Iterable[Bee]) -> None:
    """Let bees stand on each other."""
    for bee in bees:
        if bee == DRIFTING:
            table.drifting_bee(spot)
        else:
            table.bee(*bee, spot)


def show(name: str, view: Box, bees: Mapping[Cell, Sequence[Bee]], harvest: Harvest) -> None:
    """Draw what of the field lies in a view, the bees on it, and a pattern with the grains that it brings."""
    table, flowers = Table(view, "meadow"), field()
    left, top, right, bottom = grown(view, FLATS)
    for cell, count in flowers.items():
        x, y = middle(cell)
        if left < x < right and top < y < bottom:
            table.hex((x, y), GROWN[count])
    table.ring(harvest.cells, f"hive-{harvest.hive}")
    for cell, standing in bees.items():
        stand(table, middle(cell), standing)
    for cell in harvest.cells:
        table.grains(flowers[cell], middle(cell))
    save(table.picture, f"examples/{name}")


def one_pattern() -> None:
    """Draw a pattern that pink completes."""
    check(PISTOL, FIRST)
    show("pattern", FIRST_VIEW, FIRST, PISTOL)


def end_of_round() -> None:
    """Draw how green completes a pattern, and how one of orange comes to light when its bees have gone."""
    check(WAVE, SECOND)
    left = {cell: bees[:-1] if cell in WAVE.cells else bees for cell, bees in SECOND.items()}
    left = {cell: bees for cell, bees in left.items() if bees}
    check(WORM, left)
    show("round-1", SECOND_VIEW, SECOND, WAVE)
    show("round-2", SECOND_VIEW, left, WORM)


def ways_to_turn(name: str = "Pistol") -> None:
    """Draw a pattern as it is on its card, turned, and mirrored."""
    table = Table((0, 0, 120, 32))
    flats = 9.0
    for k, way in enumerate([cells_of(name), turned(cells_of(name), 1), turned(cells_of(name), 3, mirrored=True)]):
        spots = [middle(cell, flats) for cell in way]
        x = 20 + 40 * k - (min(x for x, _ in spots) + max(x for x, _ in spots)) / 2
        y = 16 - (min(y for _, y in spots) + max(y for _, y in spots)) / 2
        for spot in spots:
            place = spot[0] + x, spot[1] + y
            table.draw(table.pencil.shape(hex_path(place, flats), "meadow"))
            table.place("icons/forager", place, 6.4)
    save(table.picture, "examples/turned")


def where_bees_stand(name: str = "standing", *, fungus: bool = True) -> None:
    """Draw the ways to stand that are allowed, then four that are not; a kid game has no fungus."""
    remedy: Sequence[tuple[str, Sequence[Bee]]] = [("fungus", [("forager", "pink")])] if fungus else []
    right: Sequence[tuple[str, Sequence[Bee]]] = [
        ("pink", [("forager", "pink")]),
        *remedy,
        ("white", [("forager", "green"), ("soldier", "pink")]),
    ]
    wrong: Sequence[tuple[str, Sequence[Bee]]] = [
        ("white", [("forager", "green"), ("forager", "pink")]),
        ("blue", [("soldier", "pink")]),
        ("white", [("soldier", "green"), ("soldier", "pink")]),
        ("white", [DRIFTING, ("soldier", "pink")]),
    ]
    table = Table((-17.5, -18, 29 * (len(right) + len(wrong)) + 1.5, 29))
    for k, (ground, bees) in enumerate([*right, *wrong]):
        allowed = k < len(right)
        x = 29 * k + (0 if allowed else 13)
        table.hex((x, 0), ground)
        if ground == "fungus":
            table.place("field/fungus", (x, -1), 22)
        for bee, (dx, dy, scale) in zip(bees, STEPS[len(bees), allowed], strict=True):
            with table.apart((x + dx, dy), scale):
                stand(table, (0, 0), [bee])
        table.sign((x, 21.5), allowed=allowed)
    save(table.picture, f"examples/{name}")


def field_plan(flats: float = 6.4) -> None:
    """Draw the whole field from above with the positions of its tiles; its flowers are dots."""
    flowers = field()
    table = Table((-6.8 * flats, -6.3 * flats, 6.8 * flats, 6.3 * flats))
    scale = flats / FLATS
    for cell, count in flowers.items():
        x, y = middle(cell, flats)
        table.draw(table.pencil.flat(hex_path((x, y), flats), "meadow"))
        table.draw(table.pencil.stroke(hex_path((x, y), flats), 0.15, "meadow-deep"))
        for dx, dy in BUNCHES[GROWN[count]]:
            petals = "white" if count == 1 else f"petal-{GROWN[count]}"
            table.draw(table.pencil.oval(x + dx * scale, y + dy * scale, 3.6 * scale, 3.6 * scale, petals))
    for tile in rows("field") + rows("flower"):
        heart = int(tile["q"]), int(tile["r"])
        x, y = middle(heart, flats)
        table.draw(table.pencil.stroke(rim([heart, *neighbours(heart)], flats), 0.6, "leaf-dark"))
        table.draw(table.pencil.oval(x, y, 2.7, 2.7, "paper"))
        table.words(tile["position"], (x, y), 3.4)
    save(table.picture, "examples/field")


def main() -> None:
    """Draw all examples."""
    field_plan()
    ways_to_turn()
    where_bees_stand()
    where_bees_stand("standing-kid", fungus=False)
    one_pattern()
    end_of_round()

"""A table on which pieces of the game lie, as the rule book shows them: hexes of the field, bees, marks.

Pieces are the pictures that the other scripts have drawn, each held once in a picture.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from art.pen import ROOT3, Drawn, Point, hexagon
from comb import Box
from style import STUDIO, Pencil, at, canvas, ink, number, outline, rows, spot

Cell = tuple[int, int]  # axial: q to the right, r to the lower right

FLATS = 26.0  # mm across a hex of the field
NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the right, as field.csv lists them
BUNCHES: dict[str, Sequence[Point]] = {  # where the blossoms of a hex stand, as in layouts/pollen-wars/field.yaml
    "white": [(0, 0)],
    "pink": [(0, -5), (-4.6, 3.4), (4.6, 3.4)],
    "blue": [(0, 0), (-6.1, -5.7), (6.1, -5.7), (-6.1, 5.7), (6.1, 5.7)],
}
BEES = {"forager": (22.0, 6.55, 5.9), "soldier": (16.0, 4.0, 5.3)}  # across; the emblem's height and size, as on tokens
SVG = "{http://www.w3.org/2000/svg}"


def middle(cell: Cell, flats: float = FLATS) -> Point:
    """Return where a hex lies, in mm."""
    return flats * (cell[0] + cell[1] / 2), flats * ROOT3 / 2 * cell[1]


def hex_path(place: Point, flats: float = FLATS) -> str:
    """Return the outline of a hex as path data."""
    first, *others = hexagon(*place, flats / ROOT3)
    return f"M{spot(first)}L{spot(*others)}Z"


def neighbours(cell: Cell) -> list[Cell]:
    """Return the six hexes next to a hex."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in NEIGHBOURS]


def rim(cells: Iterable[Cell], flats: float = FLATS) -> str:
    """Return the edges between these hexes and others, as path data."""
    inside, path = set(cells), ""
    for cell in sorted(inside):
        corners = hexagon(*middle(cell, flats), flats / ROOT3, -30)
        for start, end, other in zip(corners, [*corners[1:], corners[0]], neighbours(cell), strict=True):
            if other not in inside:
                path += f"M{spot(start)}L{spot(end)}"
    return path


class Borrowed:
    """A picture of another script, as an element that svgwrite can hold; `cut` round to so many mm, if not 0."""

    def __init__(self, name: str, key: str, colour: str, cut: float) -> None:
        text = STUDIO.drawn(name).replace("currentColor", ink(colour))
        for mark in ('id="', "url(#"):
            text = text.replace(mark, f"{mark}{key}-")
        root = ET.fromstring(text)
        self.width, self.height = (float(root.get(side, "")[:-2]) for side in ("width", "height"))
        self.element = ET.Element("g", {"id": key})
        inner = self.element
        if cut:
            edge = ET.SubElement(self.element, "clipPath", {"id": f"{key}-cut"})
            place = {"cx": number(self.width / 2), "cy": number(self.height / 2), "r": number(cut / 2)}
            ET.SubElement(edge, "circle", place)
            inner = ET.SubElement(self.element, "g", {"clip-path": f"url(#{key}-cut)"})
        inner.extend(root)
        for part in self.element.iter():
            part.tag = part.tag.removeprefix(SVG)

    def get_xml(self) -> ET.Element:
        """Return the element, as svgwrite asks for it."""
        return self.element


class Table:
    """A picture of what lies within `view`, in mm from the middle of hex 0, 0, on a ground of one ink."""

    def __init__(self, view: Box, ground: str = "paper") -> None:
        left, top, right, bottom = view
        self.picture = canvas(round(right - left, 3), round(bottom - top, 3))
        self.pencil = Pencil(self.picture, 1.0)
        self.group = self.picture.g(transform=f"translate({at(-left, -top)})")
        self.picture.add(self.group)
        self.held: dict[str, Borrowed] = {}
        self.emblems = {row["id"]: row["emblem"] for row in rows("hives")}
        self.draw(self.picture.rect((left, top), (right - left, bottom - top), fill=ink(ground)))

    @contextmanager
    def apart(self, spot: Point, scale: float) -> Iterator[None]:
        """Draw what follows round a spot, larger or smaller."""
        outer, self.group = self.group, self.picture.g(transform=f"translate({at(*spot)})scale({number(scale)})")
        outer.add(self.group)
        yield
        self.group = outer

    def draw(self, *parts: Drawn) -> None:
        """Add drawings, in order."""
        for part in parts:
            self.group.add(part)

    def place(self, name: str, spot: Point, size: float = 0.0, colour: str = "ink", cut: float = 0.0) -> None:
        """Lay a picture of the game's art with its middle on the spot, `size` mm wide, else as large as it is."""
        key = f"{name.replace('/', '-')}-{colour}"
        if key not in self.held:
            self.held[key] = Borrowed(name, key, colour, cut)
            self.picture.defs.add(self.held[key])
        held = self.held[key]
        scale = size / held.width if size else 1.0
        x, y = spot[0] - held.width * scale / 2, spot[1] - held.height * scale / 2
        self.draw(self.picture.use(f"#{key}", transform=f"translate({at(x, y)})scale({number(scale)})"))

    def words(self, text: str, spot: Point, size: float, colour: str = "ink") -> None:
        """Set a number or a short word round the spot; `size` in mm."""
        place = round(spot[0], 3), round(spot[1] + size * 0.35, 3)
        look = {"font_family": "fredoka", "font_size": size, "text_anchor": "middle", "fill": ink(colour)}
        self.draw(self.picture.text(text, insert=place, **look))

    def hex(self, spot: Point, flower: str = "") -> None:
        """Lay a hex of the field with its flowers."""
        self.draw(self.pencil.flat(hex_path(spot), "meadow"), self.pencil.stroke(hex_path(spot), 0.5, "meadow-deep"))
        for x, y in BUNCHES.get(flower, ()):
            self.place(f"field/blossom-{flower}", (spot[0] + x, spot[1] + y), 11.8 if flower == "white" else 8.4)

    def bee(self, kind: str, hive: str, spot: Point) -> None:
        """Lay a forager or a soldier of a hive."""
        across, below, size = BEES[kind]
        self.place(f"tokens/{kind}", spot, colour=f"hive-{hive}", cut=across)
        self.place(f"emblems/{self.emblems[hive]}", (spot[0], spot[1] + below), size, f"hive-{hive}")
        middle_of = round(spot[0], 3), round(spot[1], 3)
        self.draw(self.picture.circle(middle_of, across / 2, fill="none", **outline(0.5)))

    def drifting_bee(self, spot: Point) -> None:
        """Lay the die, its peaceful side up."""
        self.place("die/peace", spot, 15)
        corner = round(spot[0] - 7.5, 3), round(spot[1] - 7.5, 3)
        self.draw(self.picture.rect(corner, (15, 15), fill="none", **outline(0.7)))

    def grains(self, count: int, spot: Point) -> None:
        """Say beside a bee how many grains it brings home."""
        x, y = spot[0] + 8.6, spot[1] - 8.6
        self.draw(self.pencil.oval(x, y, 4.4, 4.4, "honey"))
        self.words(str(count), (x, y), 6.2)

    def sign(self, spot: Point, *, allowed: bool) -> None:
        """Say with a tick or a cross whether this may be done."""
        x, y = spot
        mark = f"M{at(x - 2, y)}l1.4 1.7l2.7 -3.4" if allowed else f"M{at(x - 1.6, y - 1.6)}l3.2 3.2m0 -3.2l-3.2 3.2"
        self.draw(self.pencil.oval(x, y, 4.2, 4.2, "timing-green" if allowed else "red"))
        self.draw(self.pencil.stroke(mark, 1.3, "white"))

    def ring(self, cells: Iterable[Cell], colour: str) -> None:
        """Draw a line round hexes."""
        edges = rim(cells)
        self.draw(self.pencil.stroke(edges, 2.6), self.pencil.stroke(edges, 1.6, colour))

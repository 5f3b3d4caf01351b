"""The outlines of pieces as game.yaml states them, and what is wrong with their sizes."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr

from beeprint.base.geometry import Point
from beeprint.base.problems import Problem, did_you_mean
from beeprint.draw import shape
from beeprint.files.nodes import Node
from beeprint.files.schema import Flag, Mm, Model, Reads

#: How pieces are handled: held and shuffled, laid on the table, or rolled.
Role = Literal["card", "tile", "die"]


class _Shape(Model):
    """What all shapes have in common, so that callers need not know which shape they have."""

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "tile"

    def across(self, cell: ShapeSpec | None) -> tuple[float, str]:
        """Return the room in mm that a piece takes on another piece or in a circle, and how it is measured.

        A piece may lie at any angle, so the circle around it counts.
        """
        return self.around, "across"

    @property
    def around(self) -> float:
        """Return the diameter of the circle round a piece's box, in which it lies however it is turned."""
        outline = self.outline()
        return math.hypot(outline.width, outline.height)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle about a piece's centre that fits inside it."""
        outline = self.outline()
        middle = Point(*(sum(values) / len(outline.corners) for values in zip(*outline.corners, strict=True)))
        return 2 * min(_distance(middle, a, b) for a, b in outline.edges)

    @abstractmethod
    def outline(self) -> shape.Shape:
        """Return the shape."""


class CardShape(_Shape):
    """A card or board: a named size, or width and height in mm; `corner` is the radius of rounded corners."""

    kind: Literal["card", "board"]
    size: Annotated[str, Reads({"enum": list(shape.SIZES)})] = ""
    width: Mm = 0
    height: Mm = 0
    corner: Mm = 0
    landscape: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        width, height = shape.SIZES.get(self.size, (self.width, self.height))
        if self.landscape:
            width, height = height, width
        return shape.rectangle(width, height, self.corner)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "card" if self.kind == "card" else "tile"

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece."""
        outline = self.outline()
        return min(outline.width, outline.height)


class HexShape(_Shape):
    """A hexagon or a rosette of seven, `flats` mm across each hexagon's flats."""

    kind: Literal["hexagon", "rosette"]
    flats: Mm
    flat_top: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        make = shape.hexagon if self.kind == "hexagon" else shape.rosette
        return make(self.flats, not self.flat_top)

    def across(self, cell: ShapeSpec | None) -> tuple[float, str]:
        """Return the room that a piece takes; a hexagon lies straight on a hexagon."""
        straight = self.kind == "hexagon" and isinstance(cell, HexShape)
        return (self.flats, "across flats") if straight else super().across(cell)

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a piece."""
        if self.kind == "hexagon":
            return self.flats * 2 / math.sqrt(3)
        outline = self.outline()
        return 2 * max(math.dist(corner, outline.box.centre) for corner in outline.corners)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece, or within one hexagon of a rosette."""
        return self.flats


class PolygonShape(_Shape):
    """A tile of the pattern-block family; its unit edge is `edge` mm."""

    kind: Literal["polygon"]
    polygon: shape.PatternBlock
    edge: Mm

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.pattern_block(self.polygon, self.edge)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece; a trapezoid's touches its parallel edges."""
        return self.outline().height if self.polygon == "trapezoid" else super().within


class RoundShape(_Shape):
    """A round token or chip, `diameter` mm."""

    kind: Literal["round"]
    diameter: Mm

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.circle(self.diameter)

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a piece."""
        return self.diameter

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece."""
        return self.diameter


class DieShape(_Shape):
    """The net of a die of `edge` mm, with glue tabs."""

    kind: Literal["die-net"]
    edge: Mm
    tab: Mm = 5

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.die_net(self.edge, self.tab)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "die"

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a face of the folded die."""
        return self.edge * math.sqrt(2)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a face of the folded die."""
        return self.edge


class OutlineShape(_Shape):
    """A piece whose outline is drawn: an SVG file of the game, at its size or at a width or height in mm."""

    kind: Literal["outline"]
    file: str
    width: Mm = 0
    height: Mm = 0
    _drawn: shape.Shape | None = PrivateAttr(None)

    def drawn(self, found: shape.Shape) -> OutlineShape:
        """Return this with the outline that its file holds."""
        copy = self.model_copy()
        copy._drawn = found
        return copy

    @property
    def is_drawn(self) -> bool:
        """Return whether its file has been read."""
        return self._drawn is not None

    def outline(self) -> shape.Shape:
        """Return the shape; ValueError before its file has been read."""
        if self._drawn is None:
            raise ValueError(f"{self.file} has not been read")
        return self._drawn

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece, clear of its holes."""
        return self.outline().within


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)


ShapeSpec = Annotated[
    CardShape | HexShape | PolygonShape | RoundShape | DieShape | OutlineShape, Field(discriminator="kind")
]


def wrong_sizes(deck: str, spec: ShapeSpec, margins: Mapping[str, float], node: Node) -> Iterator[Problem]:
    """Yield a problem for each length of a deck's pieces that is unknown, missing or absurd.

    `margins` are the deck's bleed and safe, in mm; `node` is game.yaml.
    """
    at = ["decks", deck, "shape"]
    if isinstance(spec, CardShape) and spec.size:
        if spec.size not in shape.SIZES:
            hint = did_you_mean(spec.size, shape.SIZES)
            yield Problem(node.at([*at, "size"]), f"there is no size {spec.size}", hint)
            return
        if spec.width or spec.height:
            message = f"deck {deck} has both a named size and a width or height"
            yield Problem(node.at(at), message, "keep one of the two")
    outline = _stated(spec)
    if isinstance(spec, OutlineShape) and not spec.is_drawn:
        pass  # what is wrong with its file has been found
    elif outline is None or not (4 <= outline.width <= 1000 and 4 <= outline.height <= 1000):
        yield Problem(node.at(at), f"deck {deck} has no usable size", "sizes are in mm, from 4 to 1000")
    else:
        yield from _too_large(spec, outline, margins["safe"], node, ["decks", deck])
    for key, length in margins.items():
        if not 0 <= length <= 20:
            yield Problem(node.at(["decks", deck, key]), f"{key} is {length:g} mm; it must be from 0 to 20")


def _stated(spec: ShapeSpec) -> shape.Shape | None:
    """Return the outline that a game states or draws; None where it states no size, or a negative one."""
    if isinstance(spec, OutlineShape):
        return spec.outline() if spec.is_drawn else None
    sizes = [value for value in spec.model_dump().values() if type(value) in (int, float)]
    named = isinstance(spec, CardShape) and spec.size
    return spec.outline() if min(sizes) >= 0 and (named or max(sizes) > 0) else None


def _too_large(
    spec: ShapeSpec, outline: shape.Shape, safe: float, node: Node, at: list[str | int]
) -> Iterator[Problem]:
    """Yield a problem for each length of a deck that its pieces are too small for."""
    half = min(outline.width, outline.height) / 2
    if isinstance(spec, CardShape) and spec.corner > half:
        message = f"corner is {spec.corner:g} mm; it must be at most {half:g}, half the shorter side"
        yield Problem(node.at([*at, "shape", "corner"]), message)
    if isinstance(spec, DieShape) and spec.tab > spec.edge:
        message = f"tab is {spec.tab:g} mm; it must be at most {spec.edge:g}, the edge of the die"
        yield Problem(node.at([*at, "shape", "tab"]), message)
    if half <= safe <= 20:
        message = f"safe is {safe:g} mm, which leaves no safe zone on pieces of {2 * half:g} mm"
        yield Problem(node.at([*at, "safe"]), message, "choose a smaller safe: for small pieces")

"""The outlines of pieces as game.yaml states them, and what is wrong with their sizes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import astuple, replace

from beeprint.base import budget
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.drawing import shape, svg
from beeprint.drawing.shape import LEAST, MOST, Shape
from beeprint.game.piece_shape import PieceShape, Role
from beeprint.game.standees import PaperStandee, Standee, StandeeBase
from beeprint.sources.nodes import Node
from beeprint.sources.records import ByKey
from beeprint.sources.schema import Flag, Length, Mm, Reads
from beeprint.sources.workspace import Workspace

#: A side of what a piece is made of; the piece itself is larger, as `wrong_sizes` says.
Edge = Annotated[Mm, Meta(ge=0.1, le=2000)]


class CardShape(PieceShape):
    """A card or board: a named size, or width and height in mm; `corner` is the radius of rounded corners.

    `fold` says how a board folds, which marks beside it show: `half`, or `quad` to a quarter with a slit.
    """

    kind: Literal["card", "board"]
    size: Annotated[str, Reads({"enum": list(shape.SIZES)})] = ""
    width: Length = 0
    height: Length = 0
    corner: Length = 0
    landscape: Flag = False
    fold: shape.Fold | None = None

    def outline(self) -> shape.Shape:
        """Return the shape."""
        width, height = shape.SIZES.get(self.size, (self.width, self.height))
        if self.landscape:
            width, height = height, width
        board = shape.rectangle(width, height, self.corner)
        return board if self.fold is None else shape.folding(board, self.fold)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "card" if self.kind == "card" else "tile"

    @property
    def piled(self) -> tuple[float, float, float | None]:
        """Return the width and height of a piece in a pile, a board that folds being folded."""
        outline = self.outline()
        wide = 2 if self.fold == "quad" or (self.fold == "half" and outline.width >= outline.height) else 1
        return outline.width / wide, outline.height * wide / self.layers, None

    @property
    def layers(self) -> int:
        """Return how many layers a folded board has."""
        return 1 if self.fold is None else 2 if self.fold == "half" else 4

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece."""
        outline = self.outline()
        return min(outline.width, outline.height)


class HexShape(PieceShape):
    """A hexagon or a rosette of seven, `flats` mm across each hexagon's flats."""

    kind: Literal["hexagon", "rosette"]
    flats: Edge
    flat_top: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        make = shape.hexagon if self.kind == "hexagon" else shape.rosette
        return make(self.flats, not self.flat_top)

    def across(self, cell: PieceShape | None) -> tuple[float, str]:
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


class PolygonShape(PieceShape):
    """A tile of the pattern-block family; its unit edge is `edge` mm."""

    kind: Literal["polygon"]
    polygon: shape.PatternBlock
    edge: Edge

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.pattern_block(self.polygon, self.edge)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece; a trapezoid's touches its parallel edges."""
        return self.outline().height if self.polygon == "trapezoid" else super().within


class RoundShape(PieceShape):
    """A round token or chip, `diameter` mm."""

    kind: Literal["round"]
    diameter: Edge

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


class DieShape(PieceShape):
    """The net of a die of `edge` mm, with glue tabs."""

    kind: Literal["die-net"]
    edge: Edge
    tab: Edge = 5

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.die_net(self.edge, self.tab)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "die"

    @property
    def faces(self) -> tuple[Rect, ...]:
        """Return the places of the faces on the net: four down the column, then left and right of the second."""
        at = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
        return tuple(Rect(x * self.edge, y * self.edge, self.edge, self.edge) for x, y in at)

    @property
    def piled(self) -> tuple[float, float, float | None]:
        """Return the width, height and thickness of the folded die."""
        return self.edge, self.edge, self.edge

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a face of the folded die."""
        return self.edge * math.sqrt(2)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a face of the folded die."""
        return self.edge


class OutlineShape(PieceShape):
    """A piece whose outline is drawn: an SVG file of the game, at its size or at a width or height in mm."""

    kind: Literal["outline"]
    file: str
    width: Length = 0
    height: Length = 0
    _drawn: shape.Shape | None = None

    def drawn(self, outline: shape.Shape) -> OutlineShape:
        """Return this with the outline that its file holds."""
        return replace(self, _drawn=outline)

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


ShapeSpec = Annotated[
    CardShape | HexShape | PolygonShape | RoundShape | DieShape | OutlineShape | PaperStandee | Standee | StandeeBase,
    ByKey("kind"),
]


def wrong_sizes(deck: str, spec: ShapeSpec, margins: Mapping[str, float], node: Node) -> Iterator[Problem]:
    """Yield a problem for each length of a deck's pieces that is unknown, missing or absurd.

    `margins` are the deck's bleed and safe, in mm; `node` is game.yaml.
    """
    at = ["decks", deck, "shape"]
    if isinstance(spec, CardShape) and spec.size:
        if spec.size not in shape.SIZES:
            match = re.fullmatch(r'([\d.]+) ?(mm|cm|in|")?\s*[x\u00d7,]\s*([\d.]+) ?(mm|cm|in|")?', spec.size)
            hint = did_you_mean(spec.size, shape.SIZES)
            if match:
                width, height = (f"{match[1]}{match[2] or match[4] or ''}", f"{match[3]}{match[4] or match[2] or ''}")
                hint = f"write its sides instead of the size: width: {width}, height: {height}"
            yield Problem(node.at([*at, "size"]), f"there is no size {spec.size}", hint)
            return
        if spec.width or spec.height:
            message = f"deck {deck} has both a named size and a width or height"
            yield Problem(node.at(at), message, "keep one of the two")
    faults = list(spec.misfits())
    for fault in faults:
        yield Problem(_key(node, at, fault.key), fault.message, fault.hint)
    if faults:
        return
    outline = _stated(spec)
    if isinstance(spec, OutlineShape) and not spec.is_drawn:
        pass  # what is wrong with its file has been found
    elif outline is None or not all(shape.LEAST <= side <= shape.MOST for side in (outline.width, outline.height)):
        yield Problem(
            node.at(at), f"deck {deck} has no usable size", f"sizes are in mm, from {shape.LEAST} to {shape.MOST}"
        )
    else:
        yield from _too_large(spec, outline, margins["safe"], node, ["decks", deck])
    for key, length in margins.items():
        if not 0 <= length <= 20:
            yield Problem(node.at(["decks", deck, key]), f"{key} is {length:g} mm; it must be from 0 to 20")


def _key(node: Node, at: Sequence[str | int], key: str) -> Place:
    """Return the place of a key of a mapping, or that of the whole where it is missing."""
    return node.at([*at, key] if node.find([*at, key]) is not None else list(at))


def _stated(spec: ShapeSpec) -> shape.Shape | None:
    """Return the outline that a game states or draws; None where it states no size, or a negative one."""
    if isinstance(spec, OutlineShape):
        return spec.outline() if spec.is_drawn else None
    sizes = [value for value in astuple(spec) if type(value) in (int, float)]
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


# Read the outlines of pieces that a game draws as SVG files.


#: What reading a point of an outline costs, in steps, and what is kept of it, in bytes.
_POINT, _POINT_KEPT = 15, 1_000


def read_outlines(
    workspace: Workspace, shapes: Mapping[str, ShapeSpec], node: Node, fatal: list[Problem]
) -> dict[str, OutlineShape]:
    """Read the outlines that decks draw, by deck; what is wrong with them is added to `fatal`."""
    outlines = {}
    for name, spec in shapes.items():
        if isinstance(spec, OutlineShape):
            place = node.at(["decks", name, "shape", "file"])
            try:
                outlines[name] = spec.drawn(_outline(workspace, spec.file, (spec.width, spec.height), place))
            except BuildError as error:
                fatal += error.problems
    return outlines


def _outline(workspace: Workspace, file: str, size: tuple[float, float], place: Place) -> Shape:
    """Read the outline in a file of the game, scaled to a width or height in mm where there is one.

    BuildError at `place`, where the file is named, if there is none or its outline is too large or too small; else in
    the file.
    """
    if min(size) < 0 or all(size):
        message = "the outline has both a width and a height" if all(size) else "the outline has a negative size"
        raise error_at(place, message, "write one of the two: the other follows from the drawing")
    if not file.lower().endswith(".svg"):
        raise error_at(
            place, f"{file} is not an SVG file", "draw the outline as an SVG, such as art/shapes/standee.svg"
        )
    data, path = _read(workspace, file, place)
    cut_shape = svg.read_cut_shape(svg.parse(svg.decoded(data, path), path), size)
    # Only games with such outlines need the library that it loads.

    points = sum(map(len, (cut_shape.outer, *cut_shape.holes, *cut_shape.folds)))
    budget.spend("outlines", _POINT * points, _POINT_KEPT * points, lambda: place)
    made = shape.free(cut_shape.outer, cut_shape.holes, cut_shape.folds)
    if not (min(made.width, made.height) >= LEAST and max(made.width, made.height) <= MOST):
        message = f"the outline in {path} is {made.width:.4g} x {made.height:.4g} mm; pieces are {LEAST} to {MOST} mm"
        raise error_at(place, message, "draw it at its true size, or write width: of the piece in mm")
    return made


def _read(workspace: Workspace, file: str, place: Place) -> tuple[bytes, str]:
    """Read a drawing; where there is none, the hint names one with a similar name."""
    drawings = [f"art/{name}.svg" for name in workspace.names("art", [".svg"])]
    try:
        return workspace.data(file, place)
    except BuildError as error:
        if (workspace.game / file).exists():
            raise
        raise error_at(place, error.problems[0].message, did_you_mean(file, drawings)) from error

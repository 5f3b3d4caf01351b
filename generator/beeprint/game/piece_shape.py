"""What all shapes of pieces have in common, so that callers need not know which shape they have."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from msgspec.structs import replace
from pydantic import PrivateAttr

from beeprint.base.geometry import Point, Rect, polygon
from beeprint.draw import shape
from beeprint.files.schema import Model

if TYPE_CHECKING:
    from beeprint.folding import Net


class Fault(NamedTuple):
    """What is wrong with a key of a shape, and what to do."""

    key: str
    message: str
    hint: str = ""


#: How pieces are handled: held and shuffled, laid on the table, rolled, or used to keep others in.
Role = Literal["card", "tile", "die", "box"]


class PieceShape(Model):
    """What all shapes have in common, so that callers need not know which shape they have."""

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "tile"

    def across(self, cell: PieceShape | None) -> tuple[float, str]:
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

    @property
    def piled(self) -> tuple[float, float, float | None]:
        """Return the width and height of a piece in a pile, in mm, and its thickness unless it is the stock's."""
        outline = self.outline()
        return outline.width, outline.height, None

    @property
    def layers(self) -> int:
        """Return how many times as thick as its stock a piece is in a pile: more than once where a board is folded."""
        return 1

    @property
    def folded(self) -> Net | None:
        """Return the net of panels that a piece is folded from; None for all others."""
        return None

    @property
    def faces(self) -> tuple[Rect, ...]:
        """Return the places of a die's faces on its net, in the order of its data; empty for all other pieces."""
        return ()

    def cut_from(self, board: float) -> PieceShape:
        """Return this for board of a thickness in mm, on which slots depend."""
        return self

    def misfits(self) -> Iterator[Fault]:
        """Yield what is wrong with its lengths together; until that is put right, it has no outline."""
        yield from ()

    @abstractmethod
    def outline(self) -> shape.Shape:
        """Return the shape."""


class NetShape(PieceShape):
    """What is folded from a net of panels: a box, or a standee of paper."""

    _net: Net | None = PrivateAttr(None)

    def with_net(self, net: Net) -> Self:
        """Return this with the net that it is folded from."""
        copy = self.model_copy()
        copy._net = net
        return copy

    @property
    def folded(self) -> Net | None:
        """Return the net; None where it is not known yet."""
        return self._net

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "box"

    @property
    def one_each(self) -> bool:
        """Return whether there is a piece for each deck, not one for all."""
        return False

    def outline(self) -> shape.Shape:
        """Return the flat net; ValueError where it is not known yet."""
        net = self.folded
        if net is None:
            raise ValueError("the net is not known yet")
        return outline_of(net)


def outline_of(net: Net) -> shape.Shape:
    """Return the outline of a net at the origin: cut along its rim, scored along its folds, with its areas of glue."""
    # Only games that fold something need the library that it loads.
    from beeprint.draw.free import free

    found = free(polygon(net.outline), (), net.folds)
    return replace(found, kind="net", panels=net.places, glue=net.glued)


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)

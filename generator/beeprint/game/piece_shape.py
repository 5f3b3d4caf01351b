"""What all shapes of pieces have in common, so that callers need not know which shape they have."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self

from msgspec import Meta
from msgspec.structs import replace

from beeprint.base.geometry import Point, Rect, polygon
from beeprint.base.problems import Problem, did_you_mean
from beeprint.drawing import shape
from beeprint.sources.nodes import Node
from beeprint.sources.records import Model
from beeprint.sources.schema import Mm

if TYPE_CHECKING:
    from beeprint.game.folding import Net


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

    _net: Net | None = None

    def with_net(self, net: Net) -> Self:
        """Return this with the net that it is folded from."""
        return replace(self, _net=net)

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

    hollow = shape.free(polygon(net.outline), (), net.folds)
    return replace(hollow, kind="net", panels=net.places, glue=net.glued)


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)


# The stocks of a game: how thick a piece of each is, and in which sleeves its cards are kept.


#: mm a bare card: a third of a millimetre (sumpfork/dominiontabs, config_options.py). The Game Crafter's boxes for n
#: cards fit n/72 inch, 0.353 mm.
CARD = 0.333
#: mm a tile, token or board: the grey board of layouts/materials/grey-board-2.yaml.
BOARD = 2.0
#: mm: card of 250 to 300 g/m2, of which boxes are folded (an assumption; a stock's `thickness` says otherwise).
CARTON = 0.3


class Sleeve(NamedTuple):
    """What a sleeve adds to a card, in mm: to its thickness, and to its width and height."""

    thickness: float
    size: float


#: By name. Thickness: 0.40 mm a card in thin and 0.533 mm in thick sleeves (sumpfork/dominiontabs, config_options.py),
#: less the card; size: a sleeve for 63 x 88 mm measures 66 x 91 mm outside (an assumption for all others).
SLEEVES = {"none": Sleeve(0, 0), "thin": Sleeve(0.067, 3), "thick": Sleeve(0.2, 3)}


class Stock(Model):
    """What a stock is: the `thickness` of one piece in mm, and the `sleeves` that its cards are kept in."""

    thickness: Annotated[Mm, Meta(ge=0.05, le=20)] | None = None
    sleeves: Literal["none", "thin", "thick"] = "none"

    def height(self, role: Role) -> float:
        """Return how much of a pile's height one piece takes, in mm, its sleeve included."""
        bare = self.thickness if self.thickness is not None else CARD if role == "card" else BOARD
        return bare + (self.sleeve.thickness if role == "card" else 0)

    @property
    def sleeve(self) -> Sleeve:
        """Return what the sleeves of its cards add."""
        return SLEEVES[self.sleeves]


def unused(stocks: Mapping[str, Stock], used: Collection[str], node: Node) -> Iterator[Problem]:
    """Yield a problem for each entry of `stocks:` that no deck or box has, at its name in game.yaml."""
    for name in stocks:
        if name not in used:
            yield Problem(node.key_at(["stocks"], name), f"no deck has the stock {name}", did_you_mean(name, used))

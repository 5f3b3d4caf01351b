"""The shapes of standees and of what they stand on, as game.yaml states them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from beeprint.base.geometry import SAME, Path, Point, Ring, ellipse, polygon, rectangle
from beeprint.base.geometry import Rect as Box
from beeprint.base.problems import Problem, did_you_mean
from beeprint.drawing import shape
from beeprint.game import folding
from beeprint.game.folding import Net
from beeprint.game.folding.net import QUARTER
from beeprint.game.piece_shape import BOARD, Fault, NetShape, PieceShape, Role
from beeprint.sources.nodes import Node
from beeprint.sources.schema import Mm

Edge = Annotated[Mm, Meta(ge=4, le=1000)]
#: mm: how much narrower a slot is at its inner end than at its opening, so that it holds: at most half as wide.
PINCH = 0.25
#: mm: what a tongue has on either side of it in the slot of its base, and what stays beside any slot.
PLAY, LEAST = 0.1, 2.0


class PaperStandee(NetShape):
    """A standee of paper, folded over at its head, on two feet that fold outwards, `foot` mm deep."""

    kind: Literal["paper-standee"]
    width: Edge
    height: Edge
    foot: Annotated[Mm, Meta(ge=4, le=200)] = 12

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "tile"

    @property
    def folded(self) -> Net | None:
        """Return the net."""
        return folding.paper_standee(self.width, self.height, self.foot)

    def misfits(self) -> Iterator[Fault]:
        """Yield what is wrong with its lengths together."""
        if self.foot > self.height:
            yield Fault("foot", f"foot is {self.foot:g} mm, more than the height of the standee, {self.height:g} mm")


class _OfBoard(PieceShape):
    """What has slots for board: `board` is the thickness of the stock it is cut from, in mm."""

    _board: float = BOARD

    def cut_from(self, board: float) -> Self:
        """Return this for board of a thickness in mm."""
        return replace(self, _board=board)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece, clear of its slots."""
        return self.outline().within


class Standee(_OfBoard):
    """A standee of board, its head rounded by `corner` mm, with a slot for another one or a tongue for a base.

    A `lower` slot is `deep` mm high, from the foot up; an `upper` one reaches from the head down to `deep` mm above the
    foot, so that the two halves of a cross, or a standee and its foot, end on one level. A `tongue` is that wide.
    """

    kind: Literal["standee"]
    width: Edge
    height: Edge
    corner: Annotated[Mm, Meta(ge=0, le=500)] = 0
    slot: Literal["lower", "upper", "tongue", "none"] = "tongue"
    deep: Annotated[Mm, Meta(ge=0, le=1000)] = 0
    tongue: Annotated[Mm, Meta(ge=0, le=1000)] = 0

    @property
    def tongue_width(self) -> float:
        """Return how wide the tongue is, in mm; 0 where there is none."""
        return (self.tongue or self.width / 2) if self.slot == "tongue" else 0.0

    @property
    def meeting(self) -> float:
        """Return how far above the foot the lower slot of a pair ends and the upper one begins, in mm."""
        return self.deep or self.height / 2

    @property
    def mouth(self) -> float:
        """Return how far below the top of the head an upper slot opens, in mm: more than 0 where the head is round."""
        radius = min(self.corner, self.width / 2)
        beside = radius - (self.width - self._board) / 2
        return radius - math.sqrt(radius**2 - beside**2) if beside > 0 else 0.0

    def misfits(self) -> Iterator[Fault]:
        """Yield what is wrong with its lengths together."""
        if self.corner > min(self.width / 2, self.height):
            yield Fault(
                "corner", f"corner is {self.corner:g} mm; it must be at most {self.width / 2:g}, half the width"
            )
        if self.slot == "tongue" and not 3 <= self.tongue_width <= self.width - 2 * LEAST:
            message = f"tongue is {self.tongue_width:g} mm wide; the standee of {self.width:g} mm"
            yield Fault("tongue", f"{message} takes 3 to {self.width - 2 * LEAST:g}")
        if self.slot in ("lower", "upper"):
            if self._board > self.width - 2 * LEAST:
                message = f"the slot is {self._board:g} mm wide, for the board, in a standee of {self.width:g} mm"
                yield Fault("slot", message, "make the standee wider, or correct the thickness of its stock")
                return
            most = self.height - LEAST - (self.mouth if self.slot == "upper" else 0)
            if not LEAST <= self.meeting <= most:
                message = f"deep is {self.meeting:g} mm; a standee of {self.height:g} mm"
                yield Fault("deep", f"{message} takes {LEAST:g} to {math.floor(most * 10) / 10:g}")

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.free(polygon(self._ring()))

    def _ring(self) -> Ring:
        w, h, r = self.width, self.height, self.corner
        middle, half, inner = w / 2, self._board / 2, max(self._board - PINCH, self._board / 2) / 2
        left = [Point(r - r * c, r - r * s) for c, s in QUARTER] if r else [Point(0, 0)]
        right = [Point(w - r + r * s, r - r * c) for c, s in QUARTER] if r else [Point(w, 0)]
        top: list[Point] = []
        foot = [Point(w, h), Point(0, h)]
        if self.slot == "upper":
            end, mouth = h - self.meeting, self.mouth
            left = [point for point in left if point.x < middle - half]
            right = [point for point in right if point.x > middle + half]
            top = [
                Point(middle - half, mouth),
                Point(middle - inner, end),
                Point(middle + inner, end),
                Point(middle + half, mouth),
            ]
        elif self.slot == "lower":
            end = h - self.meeting
            slot = [
                Point(middle + half, h),
                Point(middle + inner, end),
                Point(middle - inner, end),
                Point(middle - half, h),
            ]
            foot = [Point(w, h), *slot, Point(0, h)]
        elif self.slot == "tongue":
            to, deep = self.tongue_width / 2, h + self._board
            tongue = [Point(middle + to, h), Point(middle + to, deep), Point(middle - to, deep), Point(middle - to, h)]
            foot = [Point(w, h), *tongue, Point(0, h)]
        ring = [*left, *top, *right, *foot]
        # Where both corners meet in the middle of a round head, their ends differ in rounding only.
        return tuple(point for index, point in enumerate(ring) if math.dist(point, ring[index - 1]) > SAME)


class StandeeBase(_OfBoard):
    """A base with a slot for the tongue of the standees that it is `for`; `width` is its diameter or side."""

    kind: Literal["standee-base"]
    for_: str
    form: Literal["round", "square"] = "round"
    width: Edge = 25
    _tongue: float = 0.0
    _standee: float = BOARD

    @property
    def _slot(self) -> tuple[float, float]:
        """Return how long and how wide the slot is, in mm."""
        return self._tongue + 2 * PLAY, self._standee

    def for_standee(self, standee: Standee, board: float) -> StandeeBase:
        """Return this with a slot for a standee's tongue, from board of a thickness in mm."""
        return replace(self, _tongue=standee.tongue_width, _standee=board)

    def misfits(self) -> Iterator[Fault]:
        """Yield what is wrong with its lengths together."""
        long, wide = self._slot
        least = (math.hypot(long, wide) if self.form == "round" else max(long, wide)) + 2 * LEAST
        if self.width < least:
            message = f"width is {self.width:g} mm, too small for a tongue of {self._tongue:g} x {wide:g} mm"
            hint = f"write at least {math.ceil(least * 10) / 10:g}, or a narrower tongue: for deck {self.for_}"
            yield Fault("width", message, hint)

    def outline(self) -> shape.Shape:
        """Return the shape."""
        half, (long, wide) = self.width / 2, self._slot
        outer: Path = rectangle(Box(0, 0, self.width, self.width))
        if self.form == "round":
            outer = ellipse(half, half, half, half)
        slot = rectangle(Box(half - long / 2, half - wide / 2, long, wide))
        return shape.free(outer, [slot] if self._tongue else [])


def with_boards(
    shapes: Mapping[str, PieceShape], boards: Mapping[str, float], node: Node, fatal: list[Problem]
) -> dict[str, PieceShape]:
    """Return the shapes of decks that depend on how thick their boards are, by deck, in mm; faults go to `fatal`."""
    cut_shapes = {name: made for name, shape in shapes.items() if (made := shape.cut_from(boards[name])) is not shape}
    for name, cut_shape in cut_shapes.items():
        if not isinstance(cut_shape, StandeeBase):
            continue
        standee = shapes.get(cut_shape.for_)
        place = node.at(["decks", name, "shape", "for"])
        if standee is None:
            fatal.append(Problem(place, f"there is no deck {cut_shape.for_}", did_you_mean(cut_shape.for_, shapes)))
        elif not isinstance(standee, Standee) or not standee.tongue_width:
            hint = "bases are for decks of shape: {kind: standee, slot: tongue}"
            fatal.append(Problem(place, f"the pieces of deck {cut_shape.for_} have no tongue", hint))
        else:
            cut_shapes[name] = cut_shape.for_standee(standee, boards[cut_shape.for_])
    return cut_shapes

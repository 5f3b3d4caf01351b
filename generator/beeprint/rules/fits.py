"""The rule `fits`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from beeprint.base.geometry import SAME, Point
from beeprint.base.problems import Problem, did_you_mean
from beeprint.files.schema import Number
from beeprint.game.model import CardShape, DieShape, Game, HexShape, PolygonShape, RoundShape, ShapeSpec
from beeprint.rules.chosen import Decks
from beeprint.rules.rule import Entry, Rule


class Fits(Rule, Decks):
    """Pieces fit into a round of so many mm, or onto the pieces of another deck: onto one hexagon of a rosette.

    - {rule: fits, deck: forager, into: field, margin: 1}
    - {rule: fits, deck: soldier, diameter: 18}

    `margin` mm stay free on all sides. A piece may lie turned in any way, so the circle round it has to fit into the
    circle within the place; a hexagon on a hexagon lies straight. Of a die, its face counts.
    """

    rule: Literal["fits"]
    into: str = ""
    diameter: Annotated[Number, Field(ge=0)] = 0
    margin: Annotated[Number, Field(ge=0)] = 0

    @model_validator(mode="after")
    def _has_one(self) -> Fits:
        if bool(self.into) == bool(self.diameter):
            raise ValueError("give either into, a deck, or diameter, in mm")
        return self

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown deck."""
        yield from super().faults(game, place)
        if self.into and self.into not in game.decks:
            yield Problem(place("into"), f"there is no deck {self.into}", did_you_mean(self.into, game.decks))

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each deck too large."""
        cell = game.decks[self.into].spec.shape if self.into else None
        room = (_within(cell) if cell else self.diameter) - 2 * self.margin
        for name in self.decks:
            deck = game.decks[name]
            size, across = _round_it(deck.spec.shape), "across"
            if (
                isinstance(cell, HexShape)
                and isinstance(deck.spec.shape, HexShape)
                and deck.spec.shape.kind == "hexagon"
            ):
                size, across = deck.spec.shape.flats, "across flats"
            if size > room + SAME:
                yield Problem(
                    place("into") if self.into else place("diameter"),
                    f"{deck.noun} measure {size:.4g} mm {across}, but have room for {room:.4g} mm",
                    f"change their shape in {game.node.at(['decks', name, 'shape'])}, or the figure",
                )


def _round_it(shape: ShapeSpec) -> float:
    """Return the diameter of the smallest circle round a piece."""
    if isinstance(shape, RoundShape):
        return shape.diameter
    if isinstance(shape, DieShape):
        return shape.edge * math.sqrt(2)
    if isinstance(shape, HexShape) and shape.kind == "hexagon":
        return shape.flats * 2 / math.sqrt(3)
    outline = shape.outline()
    if isinstance(shape, HexShape):
        return 2 * max(math.dist(corner, outline.box.centre) for corner in outline.corners)
    return math.hypot(outline.width, outline.height)


def _within(shape: ShapeSpec) -> float:
    """Return the diameter of the largest circle within a piece, or within one hexagon of a rosette."""
    if isinstance(shape, RoundShape):
        return shape.diameter
    if isinstance(shape, HexShape):
        return shape.flats
    outline = shape.outline()
    if isinstance(shape, CardShape):
        return min(outline.width, outline.height)
    if isinstance(shape, PolygonShape):
        # Twice the distance of the middle to the nearest edge; a trapezoid's largest circle touches its parallel edges.
        if shape.polygon == "trapezoid":
            return outline.height
        middle = Point(*(sum(values) / len(outline.corners) for values in zip(*outline.corners, strict=True)))
        return 2 * min(_distance(middle, a, b) for a, b in outline.edges)
    return shape.edge


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)

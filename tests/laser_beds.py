"""Beds of a laser, planned for pieces of every shape."""

from __future__ import annotations

from typing import get_args

from beeprint.drawing import shape
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.laser.beds import CutPiece, Setup, plan
from beeprint.laser.plan import Bed, Material

MATERIAL = Material("board", "board", 2, 0.2, 2, 2, 3)
KERF = 0.2
FACE = Symbol.of([])

SHAPES = {
    "card": shape.rectangle(63, 88),
    "rounded card": shape.rectangle(44, 63, 3),
    "pointy hexagon": shape.hexagon(25),
    "flat hexagon": shape.hexagon(60, False),
    "rosette": shape.rosette(26),
    "flat rosette": shape.rosette(20, False),
    "round": shape.circle(22),
    "die": shape.die_net(16),
    **{f"block {name}": shape.pattern_block(name, 30) for name in get_args(shape.PatternBlock)},
}


def parts(outline: Shape, count: int, deck: str = "deck", back: Symbol | None = None) -> list[CutPiece]:
    return [CutPiece(f"{deck}/a#{number}", deck, outline, FACE, back) for number in range(1, count + 1)]


def beds_of(
    *decks: list[CutPiece], bed: tuple[float, float] = (400, 300), kerf: float = KERF, bridges: int = 0
) -> list[Bed]:
    setup = Setup(*bed, MATERIAL, kerf, bridges)
    return [planned.bed for planned in plan("stock", [part for deck in decks for part in deck], setup)]


def beds_of_many_outlines() -> list[Bed]:
    rosettes, rounds = parts(SHAPES["rosette"], 7), parts(SHAPES["round"], 9, "b", FACE)
    return beds_of(rosettes, rounds, parts(SHAPES["die"], 5, "c"), parts(SHAPES["block triangle"], 9, "d"), bridges=2)

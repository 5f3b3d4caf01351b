"""Pieces as they are seen: each lies on what was laid before it, and casts a shadow on that and on the ground.

The light falls from above and a little from the left. A piece casts two shadows: a narrow one, on the pieces right
below it, and its part of a wide one, on the ground. Pieces of one height share the wide one, so that it is no darker
where they overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Point, Rect, Ring, bounds, rectangle, translate
from beeprint.draw.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.draw.shadow import REACH, shadow
from beeprint.draw.shape import Shape
from beeprint.draw.shown import shown_part

#: How far a shadow falls for each mm that a piece is above the ground, in mm: to the right and down.
_LIGHT = Point(0.3, 0.8)
#: The wide shadow: its blur in mm, that for each mm of height, its darkness.
_WIDE, _WIDER, _WIDE_DARK = 1.6, 0.8, 0.34
#: The narrow shadow: its blur in mm, the height it falls from in mm, its darkness.
_NARROW, _FALL, _NARROW_DARK = 0.75, 0.35, 0.5
#: A fine line along the edge parts a piece from another one of its colour: width in mm, darkness.
_RIM, _RIM_DARK = 0.18, 0.22
#: The edges of pieces in a pile, one lighter than the next.
_EDGES = (Colour(0xF4, 0xF1, 0xEA), Colour(0xCF, 0xCA, 0xC0))
_BLACK = Colour(0, 0, 0)
#: More than a pixel at the coarsest resolution, in mm.
_BEYOND = 3.0


class Thing(Struct, frozen=True):
    """A face that is seen, its outline as this side shows it, and where the corner (0, 0) of its trim lies.

    `height` is how far it is above the ground, in mm. `layers` are below it, each moved from the one above it: the rest
    of a pile, or the edge of a thick piece.
    """

    piece: str
    face: Symbol
    outline: Shape
    at: Affine
    height: float = 1.0
    layers: tuple[Affine, ...] = ()

    @property
    def places(self) -> list[Affine]:
        """Return where its layers lie, the lowest first, and last where it lies itself."""
        found = [self.at]
        for step in self.layers:
            found.append(step @ found[-1])
        return found[::-1]

    def rings(self, at: Affine) -> list[Ring]:
        """Return its rim and its holes as straight edges, where they lie at a place."""
        return [tuple(at.point(*point) for point in ring) for ring in (self.outline.ring(), *self.outline.rings)]


def frame(things: Sequence[Thing], margin: float) -> Rect:
    """Return the box of a picture of things, in mm: a margin on all sides, and more where a shadow is wider."""
    box: Rect | None = None
    for one in things:
        rim = bounds([point for at in one.places for point in one.rings(at)[0]])
        fallen = rim.move(*_fallen(one.height)).grow(REACH * _blur(one.height))
        around = rim.grow(margin).union(fallen)
        box = around if box is None else box.union(around)
    return box or Rect(0, 0, 2 * margin, 2 * margin)


def drawn(things: Sequence[Thing], box: Rect, ground: Colour | None = None) -> Drawing:
    """Draw things, the first at the bottom, and what lies in a box, in mm, of the picture; clear without a ground."""
    paper = Rect(0, 0, box.width, box.height)
    marks: list[Mark] = [*_on_the_ground(things), *(mark for one in things for mark in _seen(one))]
    shown = group(marks, translate(-box.x, -box.y))
    # A picture of whole pixels reaches a little beyond its box.
    under = [] if ground is None else [path_mark(rectangle(paper.grow(_BEYOND)), Solid(ground))]
    return Drawing(paper, (*under, shown))


def _fallen(height: float) -> Point:
    return Point(_LIGHT.x * height, _LIGHT.y * height)


def _blur(height: float) -> float:
    return _WIDE + _WIDER * height


def _on_the_ground(things: Sequence[Thing]) -> Iterator[Mark]:
    """Yield the wide shadows."""
    for height in sorted({one.height for one in things}):
        rings = [one.rings(at) for one in things if one.height == height for at in {one.places[0], one.at}]
        yield group([shadow(rings, _blur(height))], translate(*_fallen(height)), opacity=_WIDE_DARK)


def _seen(one: Thing) -> Iterator[Mark]:
    """Yield the narrow shadow of a thing, its layers, its face and its rim."""
    cut = one.outline.cut_path()
    *below, _ = places = one.places
    near = _narrow((one.outline.ring(), *one.outline.rings))
    yield group([use(near)], translate(*_fallen(_FALL)) @ places[0], opacity=_NARROW_DARK)
    edges = [Symbol.of([path_mark(cut, Solid(colour))]) for colour in _EDGES]
    for number, at in enumerate(below):
        yield use(edges[number % 2], at)
    yield group([use(shown_part(one.face, one.outline.box))], one.at, clip=cut, piece=one.piece)
    yield use(Symbol.of([path_mark(cut, None, Stroke(Solid(_BLACK, _RIM_DARK), _RIM))]), one.at)


@lru_cache(maxsize=64)
def _narrow(rings: tuple[Ring, ...]) -> Symbol:
    """Return the narrow shadow of an outline, which the pieces of a deck have in common."""
    return Symbol.of([shadow([rings], _NARROW)])

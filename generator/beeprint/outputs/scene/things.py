"""Pieces as they are seen: each lies on what was laid before it, and casts a shadow on that and on the ground.

The light falls from above and a little from the left. A piece casts two shadows: a narrow one, on the pieces right
below it, and its part of a wide one, on the ground. Pieces of one height share the wide one, so that it is no darker
where they overlap.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Point, Rect, Ring, bounds, hex_centre, rectangle, rotate, translate
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.drawing.marks import shown_part
from beeprint.drawing.raster import REACH, shadow
from beeprint.drawing.shape import Shape
from beeprint.sources.records import After, Before, Model
from beeprint.sources.schema import Int, Line, Mm, Number, Words, numbers, one_or_more

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
        spots = [self.at]
        for step in self.layers:
            spots.append(step @ spots[-1])
        return spots[::-1]

    def rings(self, at: Affine) -> list[Ring]:
        """Return its rim and its holes as straight edges, where they lie at a place."""
        return [tuple(at.point(*point) for point in ring) for ring in (self.outline.ring(), *self.outline.rings)]


def frame(things: Sequence[Thing], margin: float) -> Rect:
    """Return the box of a picture of things, in mm: a margin on all sides, and more where a shadow is wider."""
    box: Rect | None = None
    for thing in things:
        rim = bounds([point for at in thing.places for point in thing.rings(at)[0]])
        fallen = rim.move(*_fallen(thing.height)).grow(REACH * _blur(thing.height))
        around = rim.grow(margin).union(fallen)
        box = around if box is None else box.union(around)
    return box or Rect(0, 0, 2 * margin, 2 * margin)


def drawn(things: Sequence[Thing], box: Rect, ground: Colour | None = None) -> Drawing:
    """Draw things, the first at the bottom, and what lies in a box, in mm, of the picture; clear without a ground."""
    paper = Rect(0, 0, box.width, box.height)
    marks: list[Mark] = [*_on_the_ground(things), *(mark for thing in things for mark in _seen(thing))]
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
    for height in sorted({thing.height for thing in things}):
        rings = [thing.rings(at) for thing in things if thing.height == height for at in {thing.places[0], thing.at}]
        yield group([shadow(rings, _blur(height))], translate(*_fallen(height)), opacity=_WIDE_DARK)


def _seen(seen_thing: Thing) -> Iterator[Mark]:
    """Yield the narrow shadow of a thing, its layers, its face and its rim."""
    cut = seen_thing.outline.cut_path()
    *below, _ = places = seen_thing.places
    near = _narrow((seen_thing.outline.ring(), *seen_thing.outline.rings))
    yield group([use(near)], translate(*_fallen(_FALL)) @ places[0], opacity=_NARROW_DARK)
    edges = [Symbol.of([path_mark(cut, Solid(colour))]) for colour in _EDGES]
    for number, at in enumerate(below):
        yield use(edges[number % 2], at)
    yield group(
        [use(shown_part(seen_thing.face, seen_thing.outline.box))], seen_thing.at, clip=cut, piece=seen_thing.piece
    )
    yield use(Symbol.of([path_mark(cut, None, Stroke(Solid(_BLACK, _RIM_DARK), _RIM))]), seen_thing.at)


@lru_cache(maxsize=64)
def _narrow(rings: tuple[Ring, ...]) -> Symbol:
    """Return the narrow shadow of an outline, which the pieces of a deck have in common."""
    return Symbol.of([shadow([rings], _NARROW)])


# A hand of cards, spread round a point below it.


#: How far above the ground a hand is held, in mm.
_HELD = 3.0


class Spread(Struct, frozen=True):
    """How a hand is spread: degrees from card to card, and from the first to the last, at most.

    `radius` is the distance of the cards' middles from the point that they are turned about, in diagonals of a card.
    """

    step: float = 11.0
    arc: float = 64.0
    radius: float = 1.27


def fan(things: Sequence[Thing], spread: Spread) -> list[Thing]:
    """Return things as a hand about (0, 0), from left to right, each on top of the one before it."""
    count = len(things)
    step = min(spread.step, spread.arc / (count - 1)) if count > 1 else 0.0
    held = []
    for number, thing in enumerate(things):
        width, height = thing.outline.width, thing.outline.height
        turn = rotate((number - (count - 1) / 2) * step, (0, spread.radius * math.hypot(width, height)))
        held.append(replace(thing, at=turn @ translate(-width / 2, -height / 2), height=_HELD))
    return held


# A piece beside its back, each turned away a little, as if the two stood in the air.
#
# The view is parallel: lines that are parallel on a card are so in the picture. That is an affine map, which every
# format of drawings has; at the size of a card, the perspective of an eye hardly differs.


#: How far above the ground a piece floats, in its diagonals.
_HIGH = 0.055
#: From how far above it is seen, in degrees.
_PITCH = 8.0
#: How far the back is moved from the front, in widths and heights of a piece: aside, and up.
_ASIDE, _UP = 0.64, -0.05
#: How far apart the layers of a thick piece are drawn, in mm.
_LAYER = 0.1


def pair(things: Sequence[Thing], thickness: float, angle: float, tilt: float) -> list[Thing]:
    """Return a front and its back, if there is one, the front before it, about (0, 0).

    `angle` turns each about its upright axis, one to either side, and `tilt` in its plane, in degrees. The edge shows
    their thickness, in mm.
    """
    stood = []
    for number, thing in enumerate(things):
        side = -1 if number == 0 else 1
        view, depth = _turned(side * angle, side * tilt)
        width, height = thing.outline.width, thing.outline.height
        place = translate(number * _ASIDE * width, number * _UP * height)
        count = max(1, round(thickness / _LAYER))
        step = translate(depth[0] * thickness / count, depth[1] * thickness / count)
        at = place @ view @ translate(-width / 2, -height / 2)
        stood.append(replace(thing, at=at, height=_HIGH * math.hypot(width, height), layers=(step,) * count))
    return stood[::-1]


def _turned(yaw: float, roll: float) -> tuple[Affine, tuple[float, float]]:
    """Return how a plane is seen that is turned about its upright axis and in itself, in degrees, and its depth.

    The columns of a rotation are where the plane's axes go; its last one is where a step away from the viewer goes.
    """
    y, p, r = map(math.radians, (yaw, _PITCH, roll))
    cos, sin = math.cos, math.sin
    across = (cos(y) * cos(r), cos(p) * sin(r) + sin(p) * sin(y) * cos(r))
    down = (-cos(y) * sin(r), cos(p) * cos(r) - sin(p) * sin(y) * sin(r))
    return Affine(*across, *down), (sin(y), -sin(p) * cos(y))


# A whole deck at once: its pieces in rows, each row in the middle.


def poster(decks: Sequence[Sequence[Thing]], gap: float, ratio: float, columns: int = 0) -> list[Thing]:
    """Return the pieces of decks in rows, deck below deck, from (0, 0); the pieces of a deck are of one size.

    `ratio` is the width of the picture, divided by its height, that comes out about; `columns` is the number of pieces
    in a row instead.
    """
    decks = [deck for deck in decks if deck]
    cells = [(deck[0].outline.width + gap, deck[0].outline.height + gap) for deck in decks]
    area = sum(len(deck) * width * height for deck, (width, height) in zip(decks, cells, strict=True))
    wanted = math.sqrt(area * ratio)
    counts = [columns or _columns(len(deck), wanted / width) for deck, (width, _) in zip(decks, cells, strict=True)]
    middle = max(min(count, len(deck)) * cell[0] for count, deck, cell in zip(counts, decks, cells, strict=True)) / 2
    placed, top = [], 0.0
    for deck, (width, height), count in zip(decks, cells, counts, strict=True):
        for start in range(0, len(deck), count):
            row = deck[start : start + count]
            left = middle - len(row) * width / 2
            placed += [replace(thing, at=translate(left + at * width, top)) for at, thing in enumerate(row)]
            top += height
    return placed


def _columns(count: int, wanted: float) -> int:
    """Return how many pieces of a deck make a row: about as many as wanted, with a last row that is nearly full."""
    most = max(1, min(count, round(wanted)))
    near = range(max(1, math.floor(wanted * 0.8)), max(1, min(count, math.ceil(wanted * 1.2))) + 1)
    return min(near, key=lambda columns: (-count % columns / columns, abs(columns - wanted)), default=most)


# A table that is set up: which pieces lie where, as a YAML file of the game says it, and how a place arranges them.


#: How far a table reaches, in mm.
_FAR = 5000
#: Pieces of a heap turn by the golden angle from one to the next, so that no two lie in line, and each by its own.
_GOLDEN = 180 * (3 - math.sqrt(5))
#: The least distance of two points of such a spiral, whose radius is the root of their number and a half.
_NEAREST = 1.5
#: How much of a pile's height is seen beside it, right and down, and by how much its pieces are out of line, in mm.
_SEEN, _LOOSE = (0.07, 0.16), 0.35
#: The most layers of a pile that are drawn, and the tallest shadow of one, in mm.
_LAYERS, _TALL = 120, 7.0

Coordinate = Annotated[Mm, Meta(ge=-_FAR, le=_FAR)]
Side = Annotated[Mm, Meta(ge=10, le=_FAR)]
DieFace = Annotated[Int, Meta(ge=1, le=6)]


class Place(Model):
    """Pieces of a deck on the table, about the point `at`, in mm from the table's upper left corner.

    Several decks are shuffled together, as far as an edition prints them. `pieces` are ids, in this order; without them
    it is all of the deck, or so many as `draw` says, shuffled by `seed`. `leave-out` names editions without this place.
    `faces` are the numbers of the faces that lie up, for dice, in turn.
    `lattice` names the two columns with the coordinates of pieces that interlock; with a `pitch`, in mm, they are axial
    coordinates of hexagons of that width.
    `gap` is between the pieces of rows and grids, in mm: less than 0 lets them overlap.
    """

    deck: Annotated[Words, Meta(min_length=1)]
    pieces: Words = ()
    draw: Annotated[Int, Meta(ge=1, le=1000)] | None = None
    seed: Annotated[Int, Meta(ge=0, le=999_999_999)] = 1
    as_: Literal["row", "grid", "pile", "heap", "fan", "lattice"] = "row"
    at: Annotated[tuple[Coordinate, Coordinate], numbers("x", "y")]
    turn: Annotated[Number, Meta(ge=-360, le=360)] = 0
    side: Literal["front", "back"] = "front"
    faces: Annotated[tuple[DieFace, ...], Meta(min_length=1), Before(one_or_more)] = (1,)
    gap: Annotated[Mm, Meta(ge=-500, le=500)] = 3
    columns: Annotated[Int, Meta(ge=1, le=100)] = 3
    lattice: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)] | None = None
    pitch: Annotated[Mm, Meta(gt=0, le=1000)] | None = None
    leave_out: Words = ()

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if self.as_ == "lattice" and self.lattice is None:
            raise ValueError("as: lattice needs lattice: [q, r], the columns with the coordinates")
        if self.pieces and self.draw:
            raise ValueError("give pieces or draw, not both")


def _some(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Check that there are any, after each has been read: one that is wrong would be missing."""
    if not places:
        raise ValueError("there is nothing on the table; list at least one place")
    return places


class SetUp(Model):
    """A set-up: `size` is that of the table that is seen, in mm; without it, as much is seen as the pieces need.

    `ground` is the colour of the table, instead of the profile's.
    """

    title: Line = ""
    size: Annotated[tuple[Side, Side], numbers("width", "height")] | None = None
    ground: Line = ""
    places: Annotated[tuple[Place, ...], Meta(max_length=1000), After(_some)]


Cells = Sequence[tuple[int, int]]


def arranged(things: Sequence[Thing], place: Place, thickness: float, cells: Cells = ()) -> list[Thing]:
    """Return things as a place arranges them, in the coordinates of the table.

    `thickness` is that of a piece, in mm; `cells` are the coordinates of each on a lattice.
    """
    if place.as_ == "lattice":
        placed_things = _on_lattice(things, cells, place.pitch)
    elif place.as_ == "fan":
        placed_things = fan(things, Spread())
    else:
        placed_things = _ARRANGED[place.as_](things, place, thickness)
    there = translate(*place.at) @ rotate(place.turn)
    turned = (rotate(place.turn), rotate(-place.turn))
    return [
        replace(thing, at=there @ thing.at, layers=tuple(turned[0] @ step @ turned[1] for step in thing.layers))
        for thing in placed_things
    ]


def _middle(thing: Thing) -> Affine:
    return translate(-thing.outline.width / 2, -thing.outline.height / 2)


def _row(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    return _grid(things, replace(place, columns=max(1, len(things))), thickness)


def _grid(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    width = max((thing.outline.width for thing in things), default=0) + place.gap
    height = max((thing.outline.height for thing in things), default=0) + place.gap
    columns = min(place.columns, max(1, len(things)))
    rows = -(-len(things) // columns)
    grid_spots = []
    for number, thing in enumerate(things):
        x = (number % columns - (columns - 1) / 2) * width
        y = (number // columns - (rows - 1) / 2) * height
        grid_spots.append(replace(thing, at=translate(x, y) @ _middle(thing)))
    return grid_spots


def _pile(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    """Return the first of the things, on top of a pile of all."""
    if not things:
        return []
    tall = thickness * len(things)
    count = min(len(things) - 1, _LAYERS)
    steps: list[Affine] = []
    before = Point(0, 0)
    for number in range(1, count + 1):
        share = tall * number / count
        here = Point(
            _SEEN[0] * share + _LOOSE * _uneven(place, number, "x"),
            _SEEN[1] * share + _LOOSE * _uneven(place, number, "y"),
        )
        steps.append(translate(here.x - before.x, here.y - before.y))
        before = here
    return [replace(things[0], at=_middle(things[0]), layers=tuple(steps), height=1 + min(tall / 3, _TALL))]


def _heap(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    """Return things beside each other in a spiral, as close as circles round them may lie."""
    heap_spots = []
    for number, thing in enumerate(things):
        sides = thing.outline.width, thing.outline.height
        apart = math.hypot(*sides) if thing.outline.is_rectangle else max(sides)
        away = (apart + place.gap) / _NEAREST * math.sqrt(number + 0.5)
        turn = math.radians(number * _GOLDEN)
        spot = translate(away * math.cos(turn), away * math.sin(turn))
        heap_spots.append(replace(thing, at=spot @ rotate(180 * _uneven(place, number, "turn")) @ _middle(thing)))
    return heap_spots


def _on_lattice(things: Sequence[Thing], cells: Cells, pitch: float | None) -> list[Thing]:
    """Return things where their coordinates say, edge to edge, about the middle of all."""
    lattice_spots = []
    for thing, (q, r) in zip(things, cells, strict=True):
        if pitch is not None:
            spot = hex_centre(q, r, pitch)
        else:
            across, down = thing.outline.lattice or (Point(thing.outline.width, 0), Point(0, thing.outline.height))
            spot = Point(q * across.x + r * down.x, q * across.y + r * down.y)
        lattice_spots.append(replace(thing, at=translate(*spot) @ _middle(thing)))
    middle = bounds([thing.at.point(*thing.outline.box.centre) for thing in lattice_spots]).centre
    return [replace(thing, at=translate(-middle.x, -middle.y) @ thing.at) for thing in lattice_spots]


def _uneven(place: Place, number: int, what: str) -> float:
    """Return a number from -1 to 1 that looks random, and is the same on every machine."""
    digest = hashlib.sha256(f"{place.seed} {' '.join(place.deck)} {number} {what}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


_Arrange = Callable[[Sequence[Thing], Place, float], list[Thing]]
_ARRANGED: Mapping[str, _Arrange] = {"row": _row, "grid": _grid, "pile": _pile, "heap": _heap}

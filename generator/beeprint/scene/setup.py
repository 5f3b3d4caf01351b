"""A table that is set up: which pieces lie where, as a YAML file of the game says it, and how a place arranges them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from beeprint.base.geometry import Affine, Point, bounds, hex_centre, rotate, translate
from beeprint.files.schema import Int, Line, Mm, Model, Number, Words, numbers, one_or_more
from beeprint.scene.arrangements import Spread, fan
from beeprint.scene.things import Thing

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

Coordinate = Annotated[Mm, Field(ge=-_FAR, le=_FAR)]
Side = Annotated[Mm, Field(ge=10, le=_FAR)]
DieFace = Annotated[Int, Field(ge=1, le=6)]


class Place(Model):
    """Pieces of a deck on the table, about the point `at`, in mm from the table's upper left corner.

    Several decks are shuffled together, as far as an edition prints them. `pieces` are ids, in this order; without them
    it is all of the deck, or so many as `draw` says, shuffled by `seed`. `leave-out` names editions without this place.
    `faces` are the numbers of the faces that lie up, for dice, in turn.
    `lattice` names the two columns with the coordinates of pieces that interlock; with a `pitch`, in mm, they are axial
    coordinates of hexagons of that width.
    `gap` is between the pieces of rows and grids, in mm: less than 0 lets them overlap.
    """

    deck: Annotated[Words, Field(min_length=1)]
    pieces: Words = ()
    draw: Annotated[Int, Field(ge=1, le=1000)] | None = None
    seed: Annotated[Int, Field(ge=0, le=999_999_999)] = 1
    as_: Literal["row", "grid", "pile", "heap", "fan", "lattice"] = "row"
    at: Annotated[tuple[Coordinate, Coordinate], numbers("x", "y")]
    turn: Annotated[Number, Field(ge=-360, le=360)] = 0
    side: Literal["front", "back"] = "front"
    faces: Annotated[tuple[DieFace, ...], Field(min_length=1), BeforeValidator(one_or_more)] = (1,)
    gap: Annotated[Mm, Field(ge=-500, le=500)] = 3
    columns: Annotated[Int, Field(ge=1, le=100)] = 3
    lattice: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] | None = None
    pitch: Annotated[Mm, Field(gt=0, le=1000)] | None = None
    leave_out: Words = ()

    @model_validator(mode="after")
    def _whole(self) -> Place:
        if self.as_ == "lattice" and self.lattice is None:
            raise ValueError("as: lattice needs lattice: [q, r], the columns with the coordinates")
        if self.pieces and self.draw:
            raise ValueError("give pieces or draw, not both")
        return self


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
    places: Annotated[tuple[Place, ...], Field(max_length=1000), AfterValidator(_some)]


Cells = Sequence[tuple[int, int]]


def arranged(things: Sequence[Thing], place: Place, thickness: float, cells: Cells = ()) -> list[Thing]:
    """Return things as a place arranges them, in the coordinates of the table.

    `thickness` is that of a piece, in mm; `cells` are the coordinates of each on a lattice.
    """
    if place.as_ == "lattice":
        found = _on_lattice(things, cells, place.pitch)
    elif place.as_ == "fan":
        found = fan(things, Spread())
    else:
        found = _ARRANGED[place.as_](things, place, thickness)
    there = translate(*place.at) @ rotate(place.turn)
    turned = (rotate(place.turn), rotate(-place.turn))
    return [
        replace(one, at=there @ one.at, layers=tuple(turned[0] @ step @ turned[1] for step in one.layers))
        for one in found
    ]


def _middle(one: Thing) -> Affine:
    return translate(-one.outline.width / 2, -one.outline.height / 2)


def _row(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    return _grid(things, place.model_copy(update={"columns": max(1, len(things))}), thickness)


def _grid(things: Sequence[Thing], place: Place, thickness: float) -> list[Thing]:
    width = max((one.outline.width for one in things), default=0) + place.gap
    height = max((one.outline.height for one in things), default=0) + place.gap
    columns = min(place.columns, max(1, len(things)))
    rows = -(-len(things) // columns)
    found = []
    for number, one in enumerate(things):
        x = (number % columns - (columns - 1) / 2) * width
        y = (number // columns - (rows - 1) / 2) * height
        found.append(replace(one, at=translate(x, y) @ _middle(one)))
    return found


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
    found = []
    for number, one in enumerate(things):
        sides = one.outline.width, one.outline.height
        apart = math.hypot(*sides) if one.outline.is_rectangle else max(sides)
        away = (apart + place.gap) / _NEAREST * math.sqrt(number + 0.5)
        turn = math.radians(number * _GOLDEN)
        spot = translate(away * math.cos(turn), away * math.sin(turn))
        found.append(replace(one, at=spot @ rotate(180 * _uneven(place, number, "turn")) @ _middle(one)))
    return found


def _on_lattice(things: Sequence[Thing], cells: Cells, pitch: float | None) -> list[Thing]:
    """Return things where their coordinates say, edge to edge, about the middle of all."""
    found = []
    for one, (q, r) in zip(things, cells, strict=True):
        if pitch is not None:
            spot = hex_centre(q, r, pitch)
        else:
            across, down = one.outline.lattice or (Point(one.outline.width, 0), Point(0, one.outline.height))
            spot = Point(q * across.x + r * down.x, q * across.y + r * down.y)
        found.append(replace(one, at=translate(*spot) @ _middle(one)))
    middle = bounds([one.at.point(*one.outline.box.centre) for one in found]).centre
    return [replace(one, at=translate(-middle.x, -middle.y) @ one.at) for one in found]


def _uneven(place: Place, number: int, what: str) -> float:
    """Return a number from -1 to 1 that looks random, and is the same on every machine."""
    digest = hashlib.sha256(f"{place.seed} {' '.join(place.deck)} {number} {what}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


_Arrange = Callable[[Sequence[Thing], Place, float], list[Thing]]
_ARRANGED: Mapping[str, _Arrange] = {"row": _row, "grid": _grid, "pile": _pile, "heap": _heap}

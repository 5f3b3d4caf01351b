"""Lines along the edges of a grid's cells: which edges a slot asks for, each once, however many cells name it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.geometry import Point, Rect, hex_corners, line
from beeprint.base.problems import Place, did_you_mean
from beeprint.drawing.drawing import Mark, Solid, Stroke, path_mark
from beeprint.face.layout.face import Area
from beeprint.face.layout.placement import Placement
from beeprint.face.template import EdgeSlot, GridSlot
from beeprint.game.binding import Scope, bind

#: The sides of a cell clockwise, as its corners run, by lattice.
SIDES = {
    "square": ("n", "e", "s", "w"),
    "hex": ("ne", "e", "se", "sw", "w", "nw"),
    "hex-flat": ("ne", "se", "s", "sw", "nw", "n"),
}
#: The words for sides by what lies beyond them.
WORDS = ("all", "inner", "outer")


class _Edge(NamedTuple):
    """An edge: its ends in mm, and the scopes of the cells on both sides, or of its only one."""

    start: Point
    end: Point
    cells: list[Scope]


class Asked(NamedTuple):
    """An edge that is drawn, and by which slot, whose names mean what they do in a cell."""

    slot: EdgeSlot
    scope: Scope
    start: Point
    end: Point


def asked(
    grid: GridSlot, cells: Sequence[tuple[Scope, Point]], chosen: Callable[[Scope], EdgeSlot | None], here: Placement
) -> Iterator[Asked]:
    """Yield the edges that a slot asks for; `chosen` is what it is in a cell, None where it asks for none."""
    edges: dict[tuple[int, int], _Edge] = {}
    sides: list[tuple[Scope, dict[str, tuple[int, int]]]] = []
    for scope, centre in cells:
        named = {}
        for side, a, b in _around(grid, centre):
            named[side] = _key(a, b)
            edges.setdefault(named[side], _Edge(a, b, [])).cells.append(scope)
        sides.append((scope, named))
    drawn: set[tuple[int, int]] = set()
    faulty: set[tuple[Place, str]] = set()
    for scope, named in sides:
        slot = chosen(scope)
        if slot is None:
            continue
        words = bind(slot.on, scope).replace(",", " ").split()
        for word in words:
            if word in named or word in WORDS:
                continue
            place, where = replace(here, scope=scope).blame_text(slot.on, "on")
            if (place, word) not in faulty:
                faulty.add((place, word))
                message = f"{word} is no side of a cell on the lattice {grid.lattice}{where}"
                here.state.problem(place, message, did_you_mean(word, (*named, *WORDS)))
        for side, key in named.items():
            edge = edges[key]
            wanted = {side, "all", "inner" if len(edge.cells) > 1 else "outer"}
            if key not in drawn and not wanted.isdisjoint(words) and _differs(slot, edge):
                drawn.add(key)
                yield Asked(slot, scope, edge.start, edge.end)


def drawn(asked_edges: Sequence[Asked], here: Placement) -> Iterator[Mark]:
    """Draw the edges that a slot asks for, those that look alike as one path."""
    alike: dict[Stroke, list[Asked]] = {}
    for edge in asked_edges:
        slot = edge.slot
        ink = Placement(here.state, here.path, edge.scope, here.box).colour(slot.stroke, "stroke")
        if ink is not None:
            cap = "round" if slot.ends == "round" else "butt"
            stroke = Stroke(Solid(ink, slot.opacity), slot.width, cap, "round", 4.0, slot.dash)
            alike.setdefault(stroke, []).append(edge)
    for stroke, some in alike.items():
        path = tuple(segment for edge in some for segment in line(*_inset(edge)))
        here.state.inks.append(Area(here.path[-1], path, stroke.width, False))
        yield path_mark(path, None, stroke)


def _inset(asked: Asked) -> tuple[Point, Point]:
    """Return the ends of an edge, each moved towards the middle."""
    (x1, y1), (x2, y2) = asked.start, asked.end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    by = min(asked.slot.inset / length, 0.5) if length else 0.0
    return Point(x1 + by * (x2 - x1), y1 + by * (y2 - y1)), Point(x2 + by * (x1 - x2), y2 + by * (y1 - y2))


def _differs(slot: EdgeSlot, edge: _Edge) -> bool:
    """Return whether the cells on both sides of an edge differ in what the slot says, if it says so."""
    return not slot.differ or len({bind(slot.differ, scope) for scope in edge.cells}) > 1


def _around(grid: GridSlot, centre: Point) -> Iterator[tuple[str, Point, Point]]:
    """Yield the sides of a cell and their ends."""
    if grid.lattice == "square":
        half = grid.pitch / 2
        corners: Sequence[Point] = Rect(centre.x - half, centre.y - half, grid.pitch, grid.pitch).corners
    else:
        corners = hex_corners(centre, grid.pitch, grid.lattice == "hex")
    for index, side in enumerate(SIDES[grid.lattice]):
        yield side, corners[index], corners[(index + 1) % len(corners)]


def _key(a: Point, b: Point) -> tuple[int, int]:
    """Return the middle of an edge in steps of about 0.1 mm, so odd that no round length is between two."""
    return round((a.x + b.x) * 4.71234), round((a.y + b.y) * 4.71234)

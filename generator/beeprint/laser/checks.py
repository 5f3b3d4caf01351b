"""What a material does not allow: pieces larger than the bed, parts too narrow, holes too small or too near an edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from beeprint.geometry import SAME, Point
from beeprint.laser import jig
from beeprint.laser.beds import Setup
from beeprint.laser.edges import Ring
from beeprint.laser.outline import ring
from beeprint.problems import Place, Problem
from beeprint.shape import Shape

#: What flattened curves may lack of a measure, in mm.
_SLACK = 0.01


def shape(name: str, outline: Shape, setup: Setup, two_sided: bool, place: Place) -> Iterator[Problem]:
    """Yield what is wrong with the outline of a deck's pieces; `two_sided` says whether their bed is turned over."""
    room = jig.room(setup.width, setup.height, setup.material, setup.kerf, two_sided)
    across, along = sorted((outline.width, outline.height))
    if across > min(room.width, room.height) + SAME or along > max(room.width, room.height) + SAME:
        yield Problem(
            place,
            f"a piece of deck {name} is {outline.width:g} x {outline.height:g} mm; a bed of {setup.width:g} x "
            f"{setup.height:g} mm leaves {max(room.width, 0):g} x {max(room.height, 0):g} mm for pieces",
            "give a larger --bed, or leave the deck out: --only takes the decks to cut",
        )
    least, material = setup.material.feature, setup.material
    width = narrowest(outline.corners) if outline.corners else outline.width
    if width < least - _SLACK:
        yield Problem(
            place,
            f"a piece of deck {name} is {width:.2f} mm wide, less than the {least:g} mm that {material.title} holds",
            "make the piece larger, or choose another --material",
        )
    short = min((math.dist(a, b) for a, b in outline.edges), default=least)
    if short < least - _SLACK:
        yield Problem(
            place,
            f"an edge of the pieces of deck {name} is {short:.2f} mm long, less than the {least:g} mm that "
            f"{material.title} holds",
            "make the piece larger, or choose another --material",
        )


def holes(piece: str, outline: Shape, found: Sequence[Ring], setup: Setup, place: Place) -> Iterator[Problem]:
    """Yield what is wrong with the holes of a piece."""
    material = setup.material
    rim = ring(outline, 0, setup.rounded)
    for hole in found:
        width = narrowest(hole)
        # Adding nothing takes the sign from a rounded minus zero.
        x, y = (round(sum(point[axis] for point in hole) / len(hole), 1) + 0.0 for axis in (0, 1))
        where = f"{x}, {y}"
        if width < material.hole - _SLACK:
            yield Problem(
                place,
                f"the hole of {piece} at {where} mm is {width:.2f} mm wide, less than the {material.hole:g} mm that "
                f"{material.title} takes",
                "enlarge the hole, or choose another --material",
            )
        if not all(_inside(point, rim) for point in hole):
            yield Problem(place, f"the hole of {piece} at {where} mm leaves the piece", "a hole lies within the trim")
        elif _gap(hole, rim) < material.distance - _SLACK:
            yield _near(piece, f"the hole at {where} mm", "the edge", _gap(hole, rim), setup, place)
    for one, other in combinations(found, 2):
        if _gap(one, other) < material.distance - _SLACK:
            yield _near(piece, "a hole", "another", _gap(one, other), setup, place)


def _near(piece: str, one: str, other: str, gap: float, setup: Setup, place: Place) -> Problem:
    return Problem(
        place,
        f"in {piece} {one} is {gap:.2f} mm from {other}, less than the {setup.material.distance:g} mm that "
        f"{setup.material.title} holds",
        "move it, or choose another --material",
    )


def narrowest(corners: Ring) -> float:
    """Return the least distance of two parallels that an outline fits between: one of them lies along an edge."""
    best = math.inf
    for a, b in _edges(corners):
        length = math.dist(a, b)
        if length > SAME:
            across = [((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length for p in corners]
            best = min(best, max(across) - min(across))
    return best


def _edges(points: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _inside(point: Point, outline: Ring) -> bool:
    """Return whether a point lies in a polygon (even-odd ray to the right)."""
    inside = False
    for a, b in _edges(outline):
        if (a.y > point.y) != (b.y > point.y) and point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x:
            inside = not inside
    return inside


def _gap(one: Ring, other: Ring) -> float:
    """Return the least distance of two rings that do not cross: from a corner of one to an edge of the other."""
    return min(
        *(_to_edge(point, a, b) for point in one for a, b in _edges(other)),
        *(_to_edge(point, a, b) for point in other for a, b in _edges(one)),
    )


def _to_edge(point: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if length == 0:
        return math.dist(point, a)
    t = min(1.0, max(0.0, ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length**2))
    return math.dist(point, (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)))

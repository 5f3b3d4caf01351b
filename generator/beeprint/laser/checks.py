"""Check pieces against the bed and the material: sizes, narrow parts, and holes too small or too near an edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from beeprint.base.geometry import SAME, Point, Ring, area, bounds, transformed
from beeprint.base.problems import Place, Problem
from beeprint.drawing.drawing import Layer, PathMark, Symbol, walk
from beeprint.drawing.flatten import subpaths
from beeprint.drawing.shape import Shape
from beeprint.laser.beds import Setup
from beeprint.laser.plan import usable

#: How much flattening a curve may shorten a measure, in mm.
_SLACK = 0.01
#: The most of an outline that bridges may leave uncut: with more, neither they nor the cuts are what was asked for.
_HELD = 0.5
#: How far the hole in a back may be from the one in the front that it repeats, in mm.
_SAME_HOLE = 0.1


def shape(name: str, outline: Shape, setup: Setup, turned: bool, place: Place) -> Iterator[Problem]:
    """Check the outline of a deck's pieces; `turned` says whether their bed is turned over."""
    room = usable(setup.width, setup.height, setup.material, setup.kerf, turned)
    across, along = sorted((outline.width, outline.height))
    if across > min(room.width, room.height) + SAME or along > max(room.width, room.height) + SAME:
        yield Problem(
            place,
            f"a piece of deck {name} is {outline.width:g} x {outline.height:g} mm; a bed of {setup.width:g} x "
            f"{setup.height:g} mm leaves {max(room.width, 0):g} x {max(room.height, 0):g} mm for pieces",
            "use a larger --bed, or leave the deck out: --only names the decks to cut",
        )
    least, material = setup.material.feature, setup.material
    width = outline.width if outline.is_round else narrowest(outline.corners)
    if width < least - _SLACK:
        yield Problem(
            place,
            f"a piece of deck {name} is {width:.2f} mm wide, less than the minimum of {least:g} mm for "
            f"{material.title}",
            "make the piece larger, or choose another --material",
        )
    round_, held = Polygon(outline.ring()).length, setup.bridges * (setup.bridge + setup.kerf)
    if held > round_ * _HELD:
        yield Problem(
            place,
            f"bridges would leave {held:.0f} of the {round_:.0f} mm round a piece of deck {name} uncut",
            f"use fewer --bridges or a narrower --bridge-width, so that {_HELD:.0%} at most stay",
        )
    if outline.curve:
        yield from _reached(name, outline, setup, place)
    short = min((math.dist(a, b) for a, b in outline.edges), default=least)
    if short < least - _SLACK:
        yield Problem(
            place,
            f"an edge of the pieces of deck {name} is {short:.2f} mm long, less than the minimum of {least:g} mm for "
            f"{material.title}",
            "make the piece larger, or choose another --material",
        )


def _reached(name: str, outline: Shape, setup: Setup, place: Place) -> Iterator[Problem]:
    """Check a free outline for parts that are too narrow, and for notches that the beam cannot enter."""
    whole, least, kerf = Polygon(outline.ring()), setup.material.feature, setup.kerf
    broad = whole.buffer(-least / 2).buffer(least / 2)
    filled = whole.buffer(kerf / 2).buffer(-kerf / 2)
    for what, gone, reached, width, limit in (
        ("a part", whole.difference(broad), broad, least, f"the minimum of {least:g} mm for {setup.material.title}"),
        ("a notch", filled.difference(whole), filled.boundary, kerf, f"the kerf of {kerf:g} mm"),
    ):
        for notch in _deep(gone, reached, width):
            message = f"{what} of the pieces of deck {name} at {_where(notch)} mm is narrower than {limit}"
            yield Problem(place, message, f"draw {what.replace('a ', 'that ')} wider, or choose another --material")


def _deep(gone: BaseGeometry, reached: BaseGeometry, width: float) -> list[Polygon]:
    """Return the parts of an area that lie further from what a circle of a width reaches than sharp corners do."""
    parts = [part for part in getattr(gone, "geoms", [gone]) if part.geom_type == "Polygon" and not part.is_empty]
    away = ((part, shapely.distance(shapely.points(part.exterior.coords), reached).max()) for part in parts)
    return sorted((part for part, far in away if not far <= width + _SLACK), key=lambda part: part.bounds)


def holes(piece: str, outline: Shape, rings: Sequence[Ring], setup: Setup, place: Place) -> Iterator[Problem]:
    """Check the holes of a piece."""
    material = setup.material
    rim = Polygon(outline.ring(rounded=setup.rounded))
    sound: list[Polygon] = []
    for hole in map(Polygon, rings):
        if not hole.is_valid:
            hint = "draw the outline of the hole without loops"
            yield Problem(place, f"the hole in {piece} at {_where(hole)} mm crosses itself", hint)
            continue
        sound.append(hole)
        width = 2 * shapely.maximum_inscribed_circle(hole, tolerance=_SLACK / 10).length
        if width < material.hole - _SLACK and not _is_slot(hole, width, setup):
            yield Problem(
                place,
                f"the hole in {piece} at {_where(hole)} mm is {width:.2f} mm wide, less than the minimum of "
                f"{material.hole:g} mm for {material.title}",
                "enlarge the hole, or choose another --material",
            )
        elif not _cuttable(hole, setup.kerf):
            yield Problem(
                place,
                f"a part of the hole in {piece} at {_where(hole)} mm is narrower than the kerf of {setup.kerf:g} mm",
                "make that part wider, or leave it out",
            )
        if not rim.contains(hole):
            hint = "keep the whole hole inside the trim"
            yield Problem(place, f"the hole in {piece} at {_where(hole)} mm extends beyond the piece", hint)
        elif (gap := hole.distance(rim.exterior)) < material.distance - _SLACK:
            yield _near(piece, f"the hole at {_where(hole)} mm", "the edge", gap, setup, place)
    for pair, other in combinations(sound, 2):
        if pair.contains(other) or other.contains(pair):
            hint = "what is inside a hole falls out: leave out the inner one"
            yield Problem(
                place, f"in {piece} one of the holes at {_where(pair)} and {_where(other)} mm is inside the other", hint
            )
        elif (gap := pair.distance(other)) < material.distance - _SLACK:
            yield _near(piece, "a hole", "another", gap, setup, place)


def _is_slot(hole: Polygon, width: float, setup: Setup) -> bool:
    """Return whether a hole is a slot for board of the material: as wide as it is thick, and three times as long."""
    least = setup.material.thickness
    return width >= least - _SLACK and hole.area >= 3 * least**2


def backs(piece: str, outline: Shape, rings: Sequence[Ring], behind: Sequence[Ring], place: Place) -> Iterator[Problem]:
    """Yield a problem for each hole `behind` that is none in the front, from which alone holes are cut."""
    fronts = [Polygon(hole).buffer(0) for hole in rings]
    for hole in behind:
        seen = Polygon([(outline.width - x, y) for x, y in hole]).buffer(0)
        if not any(front.hausdorff_distance(seen) < _SAME_HOLE for front in fronts):
            message = f"the back of {piece} has a hole at {_where(Polygon(hole))} mm that its front does not have"
            yield Problem(place, message, "holes are cut from the front: draw it there, mirrored left to right")


def open_cuts(piece: str, corners: Iterable[Point], place: Place) -> Iterator[Problem]:
    """Yield a problem for each cut in a piece that encloses nothing; `found` is where these cuts begin."""
    for x, y in corners:
        hint = "close its path: cuts inside a piece are holes"
        yield Problem(place, f"the cut in {piece} that begins at {x:.1f}, {y:.1f} mm is not closed", hint)


def _where(hole: Polygon) -> str:
    """Return the middle of a hole's box as text; adding 0.0 turns a rounded minus zero into zero."""
    left, top, right, bottom = hole.bounds
    return f"{round((left + right) / 2, 1) + 0.0}, {round((top + bottom) / 2, 1) + 0.0}"


def _cuttable(hole: Polygon, kerf: float) -> bool:
    """Return whether the beam reaches every part of a hole: shrunk by half a kerf and grown again, it is unchanged."""
    left = hole.buffer(-kerf / 2, join_style="mitre", mitre_limit=100)
    back = left.buffer(kerf / 2, join_style="mitre", mitre_limit=100)
    return isinstance(left, Polygon) and not left.is_empty and back.hausdorff_distance(hole) < max(kerf, _SLACK)


def _near(piece: str, part: str, other: str, gap: float, setup: Setup, place: Place) -> Problem:
    return Problem(
        place,
        f"in {piece} {part} is {gap:.2f} mm from {other}, less than the minimum of {setup.material.distance:g} mm for "
        f"{setup.material.title}",
        "move it, or choose another --material",
    )


def narrowest(corners: Ring) -> float:
    """Return the least distance between two parallels that enclose an outline; one of them lies along an edge."""
    best = math.inf
    for a, b in _edges(corners):
        length = math.dist(a, b)
        if length > SAME:
            across = [((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length for p in corners]
            best = min(best, max(across) - min(across))
    return best


def _edges(points: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


# Holes in pieces: closed paths on the cut layer of a face's drawing.


#: How far a cut in art may be from a line of the outline that it repeats, in mm, and how much larger in mm2.
_SAME, _SAME_AREA = 0.1, 0.5


def read_holes(face: Symbol) -> Iterator[Ring]:
    """Yield the holes in a face's drawing, in mm from the trim's corner, curves flattened."""
    return (points for points, closed in _cuts(face) if closed)


def punched(shape: Shape, face: Symbol) -> tuple[Ring, ...]:
    """Return the holes in a piece: those of its outline, and those of its face that do not repeat a line of it."""
    known = (shape.ring(), *shape.rings) if shape.curve else ()
    return (*shape.rings, *(hole for hole in read_holes(face) if not any(_same(hole, ring) for ring in known)))


def _same(ring: Sequence[Point], other: Sequence[Point]) -> bool:
    a, b = bounds(ring), bounds(other)
    near = all(abs(x - y) <= _SAME for x, y in zip(a, b, strict=True))
    return near and abs(abs(area(ring)) - abs(area(other))) <= _SAME_AREA


def read_open_cuts(face: Symbol) -> Iterator[Point]:
    """Yield the start of each cut that is not a hole, since it does not return to its start."""
    return (points[0] for points, closed in _cuts(face) if not closed)


def _cuts(face: Symbol) -> Iterator[tuple[Ring, bool]]:
    for mark, matrix in walk(face.marks):
        if isinstance(mark, PathMark) and mark.layer is Layer.CUT:
            yield from subpaths(transformed(mark.path, matrix))

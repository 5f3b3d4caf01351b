"""Holes in pieces: closed paths on the cut layer of a face's drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beeprint.base.geometry import Point, Ring, area, bounds, transformed
from beeprint.draw.drawing import Layer, PathMark, Symbol, walk
from beeprint.draw.flatten import subpaths
from beeprint.draw.shape import Shape

#: How far a cut in art may be from a line of the outline that it repeats, in mm, and how much larger in mm2.
_SAME, _SAME_AREA = 0.1, 0.5


def holes(face: Symbol) -> Iterator[Ring]:
    """Yield the holes in a face's drawing, in mm from the trim's corner, curves flattened."""
    return (points for points, closed in _cuts(face) if closed)


def punched(shape: Shape, face: Symbol) -> tuple[Ring, ...]:
    """Return the holes in a piece: those of its outline, and those of its face that do not repeat a line of it."""
    known = (shape.ring(), *shape.rings) if shape.curve else ()
    return (*shape.rings, *(hole for hole in holes(face) if not any(_same(hole, ring) for ring in known)))


def _same(one: Sequence[Point], other: Sequence[Point]) -> bool:
    a, b = bounds(one), bounds(other)
    near = all(abs(x - y) <= _SAME for x, y in zip(a, b, strict=True))
    return near and abs(abs(area(one)) - abs(area(other))) <= _SAME_AREA


def open_cuts(face: Symbol) -> Iterator[Point]:
    """Yield the start of each cut that is not a hole, since it does not return to its start."""
    return (points[0] for points, closed in _cuts(face) if not closed)


def _cuts(face: Symbol) -> Iterator[tuple[Ring, bool]]:
    for mark, matrix in walk(face.marks):
        if isinstance(mark, PathMark) and mark.layer is Layer.CUT:
            yield from subpaths(transformed(mark.path, matrix))

"""The moves of a beam along many lines, as a file writes them: to so many decimals, without steps of no length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from beeprint.base.geometry import Point
from beeprint.draw.decimals import Units, coordinates, units
from beeprint.laser.plan import Area, Polyline

#: The points of a line, and whether it is closed.
Way = tuple[Sequence[Point], bool]


class Moves(NamedTuple):
    """The points of lines, one after the other, in units of the last decimal; where each begins, and the last ends."""

    points: Units
    starts: Sequence[int]

    def parts(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
        """Yield the texts of each line's points, of those of all."""
        for start, end in pairwise(self.starts):
            yield texts[start:end]


def moves(lines: Sequence[Way], digits: int) -> Moves:
    """Return lines, each with whether it is closed, as a file writes them; a beam would dwell where two points are one.

    A line that is no more than a dot keeps its points.
    """
    sizes = np.array([len(points) for points, _ in lines], np.int64)
    closed = np.array([closed for _, closed in lines], np.bool_)
    points = units(coordinates(points for points, _ in lines), digits)
    ends = sizes.cumsum()
    starts = ends - sizes
    kept = np.ones(len(points), np.bool_)
    kept[1:] = (points[1:] != points[:-1]).any(axis=1)
    kept[starts] = True
    before = np.concatenate(([0], kept.cumsum()))
    counts = before[ends] - before[starts]
    last = kept.nonzero()[0][before[ends] - 1]
    back = closed & (counts > 2) & (points[last] == points[starts]).all(axis=1)
    kept[last[back]] = False
    for at in (counts < 2).nonzero()[0].tolist():
        kept[starts[at] : ends[at]] = True
    before = np.concatenate(([0], kept.cumsum()))
    return Moves(points[kept], [0, *before[ends].tolist()])


def closed_rings(areas: Sequence[Area]) -> list[Way]:
    """Return the rings of areas, one after the other, as closed lines."""
    return [(ring, True) for area in areas for ring in area.rings]


def ways(lines: Sequence[Polyline]) -> list[Way]:
    """Return lines as their points and whether they are closed."""
    return [(line.points, line.closed) for line in lines]

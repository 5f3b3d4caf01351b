"""The path that a text runs along: places and directions at distances from its start."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise

from msgspec import Struct

from beeprint.base.geometry import Path

# Into how many pieces a curve is cut to measure its length.
_PIECES = 64

_Curve = tuple[tuple[float, float], ...]


class Along(Struct, frozen=True, eq=False):
    """A path by pieces of its lines and curves: each piece's curve and end, the distance there; where text starts."""

    pieces: tuple[tuple[_Curve, float, float], ...]
    ends: tuple[float, ...]
    start: float = 0.0

    @classmethod
    def of(cls, path: Path) -> Along:
        """Measure a path; a piece is a curve and the part of it from one parameter to another."""
        pieces: list[tuple[_Curve, float, float]] = []
        lengths: list[float] = []
        for curve in _curves(path):
            count = 1 if len(curve) == 2 else _PIECES
            spots = [_at(curve, index / count) for index in range(count + 1)]
            for index, (pair, other) in enumerate(pairwise(spots)):
                if pair != other:
                    pieces.append((curve, index / count, (index + 1) / count))
                    lengths.append(math.dist(pair, other))
        return cls(tuple(pieces), tuple(accumulate(lengths)))

    @property
    def length(self) -> float:
        """Return the length of the path."""
        return self.ends[-1] if self.ends else 0.0

    def spot(self, distance: float) -> tuple[float, float, float] | None:
        """Return the place at a distance from the path's start and its direction in degrees, None beyond its ends."""
        if not 0 <= distance <= self.length or not self.pieces:
            return None
        index = min(bisect_left(self.ends, distance), len(self.pieces) - 1)
        curve, start, end = self.pieces[index]
        before = self.ends[index - 1] if index else 0.0
        share = (distance - before) / (self.ends[index] - before)
        t = start + (end - start) * share
        x, y = _at(curve, t)
        across, down = _slope(curve, t)
        if not (across or down):  # a handle of no length: the chord tells the direction
            (ax, ay), (bx, by) = _at(curve, start), _at(curve, end)
            across, down = bx - ax, by - ay
        return x, y, math.degrees(math.atan2(down, across))


def _curves(path: Path) -> Iterator[_Curve]:
    """Yield each line and curve of a path by its points."""
    start = here = (0.0, 0.0)
    for segment in path:
        if segment[0] == "M":
            start = here = segment[1:3]
            continue
        points = (start,) if segment[0] == "Z" else tuple(zip(segment[1::2], segment[2::2], strict=True))
        yield (here, *points)
        here = points[-1]


def _at(curve: _Curve, t: float) -> tuple[float, float]:
    """Return a point of a line or curve, by de Casteljau's construction."""
    while len(curve) > 1:
        curve = tuple((a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(curve))
    return curve[0]


def _slope(curve: _Curve, t: float) -> tuple[float, float]:
    """Return the direction of a line or curve, which may have no length at an end."""
    return _at(tuple((c - a, d - b) for (a, b), (c, d) in pairwise(curve)), t)

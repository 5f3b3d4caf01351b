"""The edges of outlines, as numbers: whether an outline goes round a box without touching it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct

from beeprint.base.geometry import Affine, Path, Point, Rect
from beeprint.draw.drawing import PathMark
from beeprint.draw.flatten import subpaths
from beeprint.press.icc import Values


class Edges(Struct, frozen=True):
    """Straight edges, rows of x0, y0, x1, y1: those of all rings of an outline, each closed."""

    values: Values

    def moved(self, at: Affine) -> Edges:
        """Return the edges in another space."""
        a, b, c, d, e, f = at
        if not len(self.values) or (a, b, c, d, e, f) == (1, 0, 0, 1, 0, 0):
            return self
        points = self.values.reshape(-1, 2)
        return Edges((points @ np.array([[a, b], [c, d]]) + (e, f)).reshape(-1, 4))

    def goes_round(self, box: Rect, even_odd: bool) -> bool:
        """Return whether all of a box lies inside: no edge meets it, and its middle is inside by the rule."""
        return not self._meets(box) and self._holds(box.centre, even_odd)

    def misses(self, box: Rect, even_odd: bool) -> bool:
        """Return whether all of a box lies outside."""
        return not self._meets(box) and not self._holds(box.centre, even_odd)

    def _meets(self, box: Rect) -> bool:
        x0, y0, x1, y1 = self.values.T
        beside = (np.maximum(x0, x1) < box.x) | (np.minimum(x0, x1) > box.right)
        beside |= (np.maximum(y0, y1) < box.y) | (np.minimum(y0, y1) > box.bottom)
        return _meets(self.values[~beside], box)

    def _holds(self, point: Point, even_odd: bool) -> bool:
        """Return whether a point is inside by the rule."""
        x, y = point
        x0, y0, x1, y1 = self.values.T
        right = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
        up, down = (y0 <= y) & (y1 > y) & (right < 0), (y0 > y) & (y1 <= y) & (right > 0)
        turns = int(up.sum()) - int(down.sum())
        return turns % 2 == 1 if even_odd else turns != 0


def _meets(near: Values, box: Rect) -> bool:
    """Return whether any edge meets a box; `near` edges reach into it in both directions."""
    if not len(near):
        return False
    x0, y0, x1, y1 = near.T
    corners = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in box.corners]
    # An edge passes a box by where all corners are on one side of its line.
    passes = (np.min(corners, axis=0) > 0) | (np.max(corners, axis=0) < 0)
    return not passes.all()


def edges(mark: PathMark) -> Edges:
    """Return the edges of a mark's path."""
    return outline(mark.path)


@lru_cache(maxsize=8192)
def outline(path: Path) -> Edges:
    """Return the edges of a path, curves as chords."""
    rings = [np.array(points) for points, _ in subpaths(path) if len(points) > 2]
    closed = [np.column_stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    return Edges(np.concatenate(closed) if closed else np.zeros((0, 4)))

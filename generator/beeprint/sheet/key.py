"""The key to the lines on sheets with pieces that are folded: which are cut, which are folded, where glue goes."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Rect, line
from beeprint.draw.drawing import Layer, Mark, Solid, Stroke, path_mark
from beeprint.sheet.glue import has_glue, hatched
from beeprint.sheet.impose import Placed
from beeprint.sheet.marks import CREASE, LINE

# How long a sign is, and how high an area of glue, in mm.
_LONG, _HIGH = 8.0, 2.0
#: How much room a sign takes before its word, in mm.
WIDTH = _LONG + 1.2


def kinds(placed: Sequence[Placed]) -> tuple[str, ...]:
    """Return what a key tells of the pieces on a page: nothing where none is folded."""
    if not any(one.piece.shape.folds for one in placed):
        return ()
    return ("cut", "fold", "glue") if has_glue(placed) else ("cut", "fold")


def sign(kind: str) -> Mark:
    """Draw what stands for a kind of line or area, on a base line from 0, 0."""
    if kind == "glue":
        return hatched(Rect(0, -_HIGH, _LONG, _HIGH).corners)
    ends = line((0, -0.8), (_LONG, -0.8))
    dashes = CREASE if kind == "fold" else ()
    return path_mark(ends, None, Stroke(Solid(BLACK), LINE, "butt", "miter", 4.0, dashes), Layer.GUIDE)

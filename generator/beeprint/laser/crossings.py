"""How often the lines of a face cross, counted from straight lines between the points of its outlines.

Laying areas over each other takes as long as their outlines meet often, whatever else they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree

from beeprint.laser.traced import Floats, Outline

#: How many pairs of lines are looked for at once, and then looked at, which bounds the memory that it takes.
_AT_ONCE, _PAIRS = 4_000_000, 250_000


class Crossings(NamedTuple):
    """How many lines meet those of other outlines, how many of these meetings part a stroke, and what own ones count.

    An outline that crosses itself is parted into cells, and each of its lines looked at for each: those meetings are
    multiplied with the number of its lines.
    """

    met: int
    parted: int
    crossed: float


def crossings(outlines: Sequence[Outline]) -> Iterator[Crossings]:
    """Yield how often lines of outlines meet, some after the others.

    Lines of one outline that only touch do not count, as those do that follow each other.
    """
    found = [outline.lines for outline in outlines]
    if not sum(map(len, found)):
        return
    lines, sizes = np.concatenate(found), np.array([len(one) for one in found])
    stroked = np.array([one.stroked for one in outlines])
    owner = np.repeat(np.arange(len(found)), sizes)
    boxes = shapely.linestrings(lines)
    tree = STRtree(boxes)
    most = max(1, _AT_ONCE // len(lines))
    for first in range(0, len(lines), most):
        every = tree.query(boxes[first : first + most])
        every[0] += first
        for start in range(0, len(every[0]), _PAIRS):
            one, other = every[:, start : start + _PAIRS]
            once = (one < other - 1) | (one < other) & (owner[one] != owner[other])
            one, other = one[once], other[once]
            met, crossed = _meet(lines[one], lines[other])
            one, other = owner[one], owner[other]
            own = one == other
            met &= ~own
            parted = met & (stroked[one] | stroked[other])
            yield Crossings(
                int(np.count_nonzero(met)), int(np.count_nonzero(parted)), float(sizes[one[crossed & own]].sum())
            )


def _meet(one: Floats, other: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which lines meet the others beside them, and which cross them and do not only touch."""
    there, back = _sides(one, other), _sides(other, one)
    return (there <= 0) & (back <= 0), (there < 0) & (back < 0)


def _sides(lines: Floats, others: Floats) -> Floats:
    """Return for each line a number below 0 if the ends of the other lie on both sides of it, and 0 if one is on it."""
    x, y, right, down = lines.reshape(-1, 4).T
    x1, y1, x2, y2 = others.reshape(-1, 4).T
    along, across = right - x, down - y
    found: Floats = (along * (y1 - y) - across * (x1 - x)) * (along * (y2 - y) - across * (x2 - x))
    return found

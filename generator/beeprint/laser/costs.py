"""What it costs to engrave and cut beds, spent from the budget before any is: from boxes and lines of marks alone."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import STRtree

from beeprint.base import budget
from beeprint.base.geometry import Affine
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.drawing.drawing import ImageMark, Mark, PathMark, Run, Symbol, walk
from beeprint.drawing.fonts import Fonts
from beeprint.laser.beds import PlannedBed
from beeprint.laser.crossings import Crossings, crossings
from beeprint.laser.engrave import MOST, NEAR, PITCH
from beeprint.laser.traced import Floats, Outline, tracer

#: What a mark costs to engrave, and each pair of marks whose boxes lie over each other, in steps.
_MARK, _PAIR = 150, 4
#: What it costs that two lines of different outlines meet, and that an outline crosses itself, for each of its lines.
_MET, _CROSSED = 18, 3
#: What each point of an area costs for each area below that holds it.
_HELD = 2.6
#: How many pairs are looked for at once, which bounds the memory that it takes.
_AT_ONCE = 2_000_000


class Written(Struct, frozen=True):
    """What a copy costs in all files of its bed: in steps, and in bytes that it takes until they are written."""

    steps: float = 0.0
    kept: float = 0.0

    def __mul__(self, times: float) -> Written:
        """Return what so many cost."""
        return Written(self.steps * times, self.kept * times)


#: What each point of a copy costs, one of a stroke besides, and a line that others lie too near to: they part it.
_POINT, _STROKED, _CROWDED = Written(5, 380), Written(10, 150), Written(30, 700)
#: So many lines are no crowd, however long they are.
_FEW = 20
#: How large the squares are, in mm, in which lines are crowded: where all together are longer than fits side by side.
_SQUARE = 2.0
#: What it costs to fill a ring, to burn a stroke, and that lines meet of which one is a stroke: they part each other,
#: though in most places one of them is covered.
_RING, _STROKE, _PARTED = Written(10), Written(45, 600), Written(4, 115)


def spend(planned: Sequence[PlannedBed], fonts: Fonts, store: Store, at: Callable[[], Place]) -> None:
    """Spend what beds cost, each face once and then each of its copies; SpentError at a place if that is too much.

    What a face costs follows from its key and the fonts, and is kept in the store.
    """
    faces = {face.key: face for one in planned for face in one.faces if face is not None}
    outlines, digests = tracer(fonts), str(fonts.digests)
    copies = dict[str, Written]()
    for key, face in faces.items():
        known = store.get("cost", key, digests)
        if known is None:
            seen, copies[key] = of_face(face, outlines, at)
            store.put("cost", f"{seen!r} {copies[key].steps!r} {copies[key].kept!r}".encode(), key, digests)
        else:
            seen, *written = map(float, known.split())
            copies[key] = Written(*written)
            budget.spend("beds", seen, at=at)
    for one in planned:
        every = [copies[key] * number for key, number in Counter(face.key for face in one.faces if face).items()]
        budget.spend("beds", sum(cost.steps for cost in every), at=at)
        budget.room("beds", sum(cost.kept for cost in every), at)


def of_face(
    face: Symbol, outlines: Callable[[Iterable[tuple[Mark, Affine]]], Iterator[Outline]], at: Callable[[], Place]
) -> tuple[float, Written]:
    """Spend what it costs to see which marks of a face cover which; return that, and what each of its copies costs."""
    placed = [(mark, place) for mark, place in walk(face.marks) if mark.reach is not None]
    traced = list(outlines(placed))
    dots = [_dots(mark, place) for mark, place in placed]
    points = np.array(dots)
    np.add.at(points, [one.mark for one in traced], [one.points for one in traced])
    found, seen = list[Crossings](), 0.0
    for cost in itertools.chain([_MARK * len(placed)], _meetings(traced, found), _overlaps(placed, points)):
        budget.spend("beds", cost, at=at)
        seen += cost
    strokes = [one for one in traced if one.stroked]
    each = (
        _POINT * float(points.sum()),
        _STROKED * sum(one.points for one in strokes),
        _CROWDED * _crowded([one.lines for one in strokes]),
        _RING * sum(one.subpaths for one in traced),
        _STROKE * (sum(one.subpaths for one in strokes) + sum(dots) / 2),
        _PARTED * sum(one.parted for one in found),
    )
    return seen, Written(sum(one.steps for one in each), sum(one.kept for one in each))


def _crowded(strokes: Sequence[Floats]) -> int:
    """Return how many lines of strokes have their middle in a square of the face in which there is not room for all."""
    if not strokes:
        return 0
    lines = np.concatenate(strokes)
    squares = np.floor(lines.mean(axis=1) / _SQUARE)
    _, where, counts = np.unique(squares, axis=0, return_inverse=True, return_counts=True)
    lengths = np.bincount(where.ravel(), np.hypot(*(lines[:, 1] - lines[:, 0]).T), len(counts))
    return int(counts[(lengths * NEAR > _SQUARE**2) & (counts > _FEW)].sum())


def _meetings(traced: Sequence[Outline], found: list[Crossings]) -> Iterator[float]:
    """Yield what it costs that lines meet, some after the others; how often they do is added to `found`."""
    for some in crossings(traced):
        found.append(some)
        yield _MET * some.met + _CROSSED * some.crossed


def _overlaps(placed: Sequence[tuple[Mark, Affine]], points: NDArray[np.float64]) -> Iterator[float]:
    """Yield what it costs that marks, of so many points, lie over each other by their boxes, some after the others."""
    if len(placed) < 2:
        return
    reaches = [place.rect(mark.reach) for mark, place in placed if mark.reach is not None]
    sides = np.array([(box.x, box.y, box.right, box.bottom) for box in reaches])
    boxes = shapely.box(*sides.T)
    filled = np.array(
        [isinstance(mark, Run) or (isinstance(mark, PathMark) and mark.fill is not None) for mark, _ in placed]
    )
    points = np.where(filled, points, 0)
    tree, some = STRtree(boxes), max(1, _AT_ONCE // len(boxes))
    flat = bool((sides[:, :2] == sides[:, 2:]).any())
    for first in range(0, len(boxes), some):
        part = boxes[first : first + some]
        # Boxes meet where the tree says so, and numbers say which hold which: but for those without an area.
        below, above = tree.query(part, predicate="intersects" if flat else None)
        yield _PAIR * len(below)
        if flat:
            below, above = tree.query(part, predicate="contains")
        below += first
        counts = (below < above) & filled[below]
        below, above = below[counts], above[counts]
        if not flat:
            for side in range(4):
                outer, inner = (below, above) if side < 2 else (above, below)
                holds = sides[outer, side] <= sides[inner, side]
                below, above = below[holds], above[holds]
        yield _HELD * float(points[above].sum())


def _dots(mark: Mark, at: Affine) -> float:
    """Return how many points the rows of a picture become on a bed, about; two of them are a stroke."""
    if not isinstance(mark, ImageMark):
        return 0.0
    columns = min(MOST, math.hypot(at.a, at.b) * mark.box.width / PITCH)
    rows = min(MOST, math.hypot(at.c, at.d) * mark.box.height / PITCH)
    return columns * rows / 2

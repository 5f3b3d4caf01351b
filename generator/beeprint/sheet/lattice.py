"""Places for equal pieces in an area: grids, packed rounds, interlocked rows, lattices of hexagons and rosettes.

Grids also keep unlike backs apart, and leave the marks of a cutting machine free.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby, product
from typing import NamedTuple, Protocol, TypeVar

from beeprint.base.geometry import SAME, Point, Rect, bounds
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.sheet.spec import SheetSpec


class Spot(NamedTuple):
    """A place for a piece: the top left corner of its box in mm, and whether the piece is turned by 180 degrees."""

    x: float
    y: float
    turned: bool = False


def places(shape: Shape, area: Rect, gap: float, columns: int | None = None, rows: int | None = None) -> list[Spot]:
    """Return places for as many pieces as fit, row by row, centred left to right from the top of the area.

    `gap` is the distance between neighbouring trims in mm; `columns` and `rows` are upper limits.
    """
    if shape.is_round:
        best = _rounds(shape.width, area, gap)
    elif shape.lattice and not shape.is_rectangle:
        # On a narrow strip, such as the half above a fold, a plain grid may hold more than the lattice does.
        best = max(_lattice(shape, area, gap), _grid(shape, area, gap, columns, rows), key=len)
    else:
        best = max(_grid(shape, area, gap, columns, rows), _interlocked(shape, area, gap, columns, rows), key=len)
    if not best:
        return []
    box = bounds((spot.x, spot.y) for spot in best)
    dx, dy = area.centre.x - (box.centre.x + shape.width / 2), area.y - box.y
    moved = (Spot(spot.x + dx, spot.y + dy, spot.turned) for spot in best)
    return sorted(moved, key=lambda spot: (round(spot.y, 3), spot.x))


def exact(spot: Spot, x: float = 0.0, y: float = 0.0) -> Spot:
    """Return a place moved by x, y mm, without the noise of arithmetic."""
    return Spot(round(spot.x + x, 6), round(spot.y + y, 6), spot.turned)


def fit(room: float, size: float, gap: float) -> int:
    """Return how many of a size fit with gaps between them; a tolerance of 1e-4 mm is added here and nowhere else."""
    return max(0, math.floor((room + gap + SAME) / (size + gap)))


def _grid(shape: Shape, area: Rect, gap: float, columns: int | None, rows: int | None) -> list[Spot]:
    across = min(fit(area.width, shape.width, gap), columns or 999)
    down = min(fit(area.height, shape.height, gap), rows or 999)
    return [Spot(c * (shape.width + gap), r * (shape.height + gap)) for r in range(down) for c in range(across)]


def _rounds(diameter: float, area: Rect, gap: float) -> list[Spot]:
    """Return rows of rounds, every other row shifted by half a pitch, or a square grid where it holds more."""
    pitch = diameter + gap
    across = fit(area.width, diameter, gap)
    shifted = fit(area.width - pitch / 2, diameter, gap)
    step = pitch * math.sqrt(3) / 2
    down = max(0, math.floor((area.height - diameter + SAME) / step) + 1) if area.height + SAME >= diameter else 0
    packed = [
        Spot(c * pitch + (pitch / 2 if r % 2 else 0), r * step)
        for r in range(down)
        for c in range(shifted if r % 2 else across)
    ]
    square = [Spot(c * pitch, r * pitch) for r in range(fit(area.height, diameter, gap)) for c in range(across)]
    return packed if len(packed) > len(square) else square


@lru_cache(maxsize=64)
def _lattice(shape: Shape, area: Rect, gap: float) -> list[Spot]:
    """Return the points of the shape's lattice in the area, at the offset that holds the most.

    Any window can be shifted, without losing a point, until one point lies on its upper edge and one on its left. Since
    all points are alike, the upper one may be the origin, so only the left edge is searched.
    """
    if shape.lattice is None:
        return []
    first, second = shape.lattice
    grow = 1 + gap / _opening(shape)
    (ax, ay), (bx, by) = (first.x * grow, first.y * grow), (second.x * grow, second.y * grow)
    width, height = area.width - shape.width + SAME, area.height - shape.height + SAME
    if width < 0 or height < 0:
        return []
    reach = math.ceil((width + height) / min(math.hypot(ax, ay), math.hypot(bx, by))) + 2
    span = range(-2 * reach, 2 * reach + 1)
    spots = ((i * ax + j * bx, i * ay + j * by) for i in span for j in span)
    points = [Spot(x, y) for x, y in spots if -SAME <= y <= height and -width - SAME <= x <= width + SAME]
    best: list[Spot] = []
    for left in sorted({round(p.x, 6) for p in points if p.x <= SAME}):
        inside = [p for p in points if left - SAME <= p.x <= left + width]
        if len(inside) > len(best):
            best = inside
    return best


@lru_cache(maxsize=64)
def _opening(shape: Shape) -> float:
    """Return by how many mm the narrowest gap of a lattice opens where it is stretched to twice its size."""
    first, second = shape.lattice or (Point(shape.width, 0), Point(0, shape.height))
    edges = {(_rounded(a), _rounded(b)): (a, b) for a, b in shape.edges}
    lengths = [math.hypot(*first), math.hypot(*second)]
    for i, j in ((1, 0), (0, 1), (1, 1), (1, -1)):
        x, y = i * first.x + j * second.x, i * first.y + j * second.y
        for a, b in edges.values():
            back = _rounded(Point(b.x - x, b.y - y)), _rounded(Point(a.x - x, a.y - y))
            if back in edges:
                lengths.append(abs(x * (b.y - a.y) - y * (b.x - a.x)) / math.dist(a, b))
    return min(lengths)


def _interlocked(shape: Shape, area: Rect, gap: float, columns: int | None, rows: int | None) -> list[Spot]:
    """Return rows in which every other piece is turned, each as near to the one before it as the gap allows.

    An outline that a half turn does not change is not turned. None for outlines with notches, free
    outlines and rectangles.
    """
    if not shape.edges or not _is_convex(shape.corners) or shape.is_rectangle:
        return []
    corners = shape.offset_corners([gap / 2] * len(shape.corners))
    other = tuple(Point(shape.width - x, shape.height - y) for x, y in corners)
    turned = {_rounded(corner) for corner in corners} != {_rounded(corner) for corner in other}
    first, second, pair = _step(corners, other), _step(other, corners), _step(corners, corners)
    second = max(second, pair - first)
    xs = [0.0]
    while (x := xs[-1] + (first if len(xs) % 2 else second)) + shape.width <= area.width + SAME:
        xs.append(x)
    if area.width + SAME < shape.width:
        return []
    down = min(fit(area.height, shape.height, gap), rows or 999)
    return [
        Spot(x, row * (shape.height + gap), turned and column % 2 == 1)
        for row in range(down)
        for column, x in enumerate(xs[:columns])
    ]


def _rounded(point: Point) -> tuple[float, float]:
    return round(point.x, 3) + 0.0, round(point.y, 3) + 0.0


def _is_convex(corners: Sequence[Point]) -> bool:
    """Return whether an outline, clockwise, has straight edges and no notch."""
    turns = zip(corners, (*corners[1:], *corners[:1]), (*corners[2:], *corners[:2]), strict=True)
    return bool(corners) and all((b.x - a.x) * (c.y - b.y) >= (b.y - a.y) * (c.x - b.x) - SAME for a, b, c in turns)


def _step(left: Sequence[Point], right: Sequence[Point]) -> float:
    """Return how far to the right a convex outline has to be moved to lie beside another, in mm."""
    heights = {corner.y for corner in (*left, *right)}
    shared = [
        y for y in heights if all(min(c.y for c in ring) <= y <= max(c.y for c in ring) for ring in (left, right))
    ]
    return max((max(_across(left, y)) - min(_across(right, y)) for y in shared), default=0.0)


def _across(ring: Sequence[Point], y: float) -> list[float]:
    """Return the x at which the edges of an outline have a height."""
    spots: list[float] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        if min(a.y, b.y) <= y <= max(a.y, b.y):
            spots += [a.x, b.x] if a.y == b.y else [a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)]
    return spots


# Keep unlike backs apart: grids of cards whose gaps are wider where the back changes.
#
# Paper that is turned over shifts, so the backs lie up to a millimetre off the cuts. Between equal backs nothing shows;
# an unlike neighbour would show as a coloured edge, unless there is bleed between the two.


#: How far backs may lie off their fronts, in mm, before a cut shows the neighbour of an unlike back.
DRIFT = 1.0
# Room that wider gaps leave at the rim of a sheet for bleed, marks and slug, if they need not take it, in mm.
_RIM = 6.42
# With more lines than this in a grid, only some of the ways to widen them are tried.
_MOST_LINES = 6


class HasBack(Protocol):
    """What is asked of a piece here."""

    @property
    def back(self) -> Symbol | None:
        """Return its back."""


P = TypeVar("P", bound=HasBack)


class Lines(NamedTuple):
    """Where the lines of a grid are widened along an axis, and the starts of its cells in mm.

    `taken` is the share of the free room that the wider lines take, `rim` what they leave on either side in mm.
    """

    widened: tuple[int, ...]
    starts: tuple[float, ...]
    taken: float
    rim: float

    def block(self, cell: int) -> int:
        """Return the number of the block of cells, between two wider lines, that a cell is in."""
        return sum(line < cell for line in self.widened)


def are_unlike(pieces: Sequence[HasBack]) -> bool:
    """Return whether pieces have different backs; no back differs from any other."""
    return len({piece.back for piece in pieces}) > 1


def by_back(pieces: Sequence[P]) -> list[P]:
    """Return the pieces with equal ones of their backs together, backs in the order in which they first appear."""
    order: dict[Symbol | None, list[P]] = {}
    for piece in pieces:
        order.setdefault(piece.back, []).append(piece)
    return [piece for alike in order.values() for piece in alike]


def as_alike(pieces: Sequence[P], held: int) -> list[P]:
    """Return the pieces for a page that holds `held`, with as few unlike backs as take no more pages in all."""
    fewest = math.ceil(max(0, len(pieces) - held) / held)
    taken = 0
    for _, alike in groupby(pieces, key=lambda piece: piece.back):
        taken += len(list(alike))
        if taken >= held or math.ceil((len(pieces) - taken) / held) <= fewest:
            break
    return list(pieces[: min(taken, held)])


def dealt(pieces: Sequence[P], shape: Shape, area: Rect, gap: float, bleed: float) -> tuple[list[P], list[Spot]]:
    """Place the first pieces, of which equal backs lie together, on a grid in which unlike backs do not touch.

    Return those that fit and their places, followed by places that stay empty. Of all grids, the one that holds the
    most pieces; then the one that leaves most room at the rim of the sheet.
    """
    runs = [list(alike) for _, alike in groupby(pieces, key=lambda piece: piece.back)]
    best: tuple[tuple[float, ...], list[P], list[Spot]] | None = None
    axes = (_lines(area.width, shape.width, gap, bleed), _lines(area.height, shape.height, gap, bleed))
    for across, down in product(*map(list, axes)):
        taken, spots = _deal(runs, across, down)
        crowded, lines = max(across.rim, down.rim) < _RIM, len(across.widened) + len(down.widened)
        score = (-len(taken), crowded, max(across.taken, down.taken), lines)
        if best is None or score < best[0]:
            best = score, taken, _in_area(spots, across, shape, area)
    return (best[1], best[2]) if best else ([], [])


def _in_area(spots: Sequence[Spot], across: Lines, shape: Shape, area: Rect) -> list[Spot]:
    dx = area.centre.x - (across.starts[-1] + shape.width) / 2
    return [Spot(spot.x + dx, spot.y + area.y) for spot in spots]


def _lines(room: float, size: float, gap: float, bleed: float) -> Iterator[Lines]:
    """Yield the ways to widen the lines of a grid along an axis: from none to all, if need be with fewer cells."""
    cells = fit(room, size, gap)
    if not cells:
        return
    yield from _widened(room, size, gap, bleed, cells)
    fewer = fit(room, size, 2 * DRIFT)
    if 0 < fewer < cells:
        yield from (lines for lines in _widened(room, size, gap, bleed, fewer) if len(lines.widened) == fewer - 1)


def _widened(room: float, size: float, gap: float, bleed: float, cells: int) -> Iterator[Lines]:
    """Yield the ways to widen the lines between so many cells."""
    spare = room - cells * size - (cells - 1) * gap
    most = min(cells - 1, math.floor((spare + SAME) / (2 * DRIFT - gap)))
    for count in range(most + 1):
        wide = gap
        if count:
            wide = min(2 * bleed, max(2 * DRIFT, gap + (spare - 2 * _RIM) / count))
        whole = count == cells - 1
        choices = combinations(range(cells - 1), count) if cells - 1 <= _MOST_LINES or whole else ()
        for widened in choices or [tuple(range(count))]:
            starts = [0.0]
            for line in range(cells - 1):
                starts.append(starts[-1] + size + (wide if line in widened else gap))
            taken = count * (wide - gap)
            yield Lines(widened, tuple(starts), taken / spare if spare > SAME else 0.0, (spare - taken) / 2)


def _deal(runs: Sequence[Sequence[P]], across: Lines, down: Lines) -> tuple[list[P], list[Spot]]:
    """Deal the runs of equal backs to the blocks of a grid in reading order; a block holds one back only."""
    blocks: dict[tuple[int, int], list[Spot]] = {}
    for (row, y), (column, x) in product(enumerate(down.starts), enumerate(across.starts)):
        blocks.setdefault((down.block(row), across.block(column)), []).append(Spot(x, y))
    free = [blocks[key] for key in sorted(blocks)]
    taken: list[P] = []
    used: list[Spot] = []
    empty: list[Spot] = []
    for run in runs:
        left = list(run)
        while left and free:
            block = free.pop(0)
            taken += left[: len(block)]
            used += block[: len(left)]
            empty += block[len(left) :]
            left = left[len(block) :]
        if left:
            break
    return taken, [*used, *empty, *(spot for block in free for spot in block)]


# Places for equal pieces between the marks of a cutting machine.


def between_marks(
    shape: Shape, area: Rect, gap: float, spec: SheetSpec, clear: Sequence[Rect], centred: bool
) -> list[Spot]:
    """Return as many places as fit in an area, with their bleed clear of the corners that hold marks."""
    candidates: list[Spot] = []
    middle = _middle(clear)
    for grid in _grids(shape, area, gap, spec):
        box = bounds((spot.x, spot.y) for spot in grid)
        box = Rect(box.x, box.y, box.width + shape.width, box.height + shape.height)
        for x in _shifts((box.x, box.right), (area.x, area.right), [(c.x, c.right) for c in clear], gap / 2, True):
            for y in _shifts(
                (box.y, box.bottom), (area.y, area.bottom), [(c.y, c.bottom) for c in clear], gap / 2, centred
            ):
                if len(grid) > len(candidates):
                    moved = [exact(spot, x, y) for spot in grid]
                    candidates = max(
                        candidates, [spot for spot in moved if _is_clear(shape, spot, gap / 2, clear, middle)], key=len
                    )
    return candidates


def _grids(shape: Shape, area: Rect, gap: float, spec: SheetSpec) -> Iterator[list[Spot]]:
    """Yield ways to fill an area: as many rows and columns as fit, and fewer, which may lie between the marks."""
    whole = places(shape, area, gap, spec.columns, spec.rows)
    if not whole:
        return
    yield whole
    columns, rows = len({round(spot.x, 3) for spot in whole}), len({round(spot.y, 3) for spot in whole})
    for fewer in range(1, 5) if shape.is_rectangle else ():
        for across in range(fewer + 1):
            if columns > across and rows > fewer - across:
                yield places(shape, area, gap, columns - across, rows - (fewer - across))


def _shifts(
    span: tuple[float, float],
    room: tuple[float, float],
    clear: Sequence[tuple[float, float]],
    away: float,
    middle: bool,
) -> list[float]:
    """Return how far a grid may be moved along an axis: to both ends and the middle of its room, and up to the marks.

    The first is the one preferred: the middle, or the start.
    """
    (start, end), (low, high) = span, room
    first = [(low + high - start - end) / 2, low - start] if middle else [low - start, (low + high - start - end) / 2]
    beside = [spot for a, b in clear for spot in (a - away - end, b + away - start)]
    shifts = [*first, high - end, *beside]
    return list(dict.fromkeys(round(s, 6) for s in shifts if low - SAME <= start + s and end + s <= high + SAME))


def _middle(clear: Sequence[Rect]) -> tuple[float, float, float, float]:
    """Return where the corners with marks end: on the left, above, on the right and below."""
    centre = bounds([corner for spot in clear for corner in spot.corners] or [(0, 0)]).centre
    return (
        max((spot.right for spot in clear if spot.centre.x <= centre.x), default=-math.inf),
        max((spot.bottom for spot in clear if spot.centre.y <= centre.y), default=-math.inf),
        min((spot.x for spot in clear if spot.centre.x > centre.x), default=math.inf),
        min((spot.y for spot in clear if spot.centre.y > centre.y), default=math.inf),
    )


def _is_clear(
    shape: Shape, spot: Spot, bleed: float, clear: Sequence[Rect], middle: tuple[float, float, float, float]
) -> bool:
    """Return whether a piece, with its bleed, keeps out of the corners with a mark."""
    # Most pieces lie between the corners, across or down, which is known at once.
    left, top, right, low = middle
    if top <= spot.y - bleed and spot.y + shape.height + bleed <= low:
        return True
    if left <= spot.x - bleed and spot.x + shape.width + bleed <= right:
        return True
    box = shape.box.move(spot.x, spot.y)
    if not shape.is_round:
        return not any(box.grow(bleed).overlaps(kept) for kept in clear)
    (x, y), reach = box.centre, shape.width / 2 + bleed - SAME
    nearest = ((min(max(x, c.x), c.right), min(max(y, c.y), c.bottom)) for c in clear)
    return all(math.hypot(x - a, y - b) >= reach for a, b in nearest)

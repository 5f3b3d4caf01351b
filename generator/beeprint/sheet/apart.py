"""Keep unlike backs apart: grids of cards whose gaps are wider where the back changes.

Paper that is turned over shifts, so the backs lie up to a millimetre off the cuts. Between equal backs nothing shows;
an unlike neighbour would show as a coloured edge, unless there is bleed between the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from typing import NamedTuple, Protocol, TypeVar

from beeprint.base.geometry import SAME, Rect
from beeprint.draw.drawing import Symbol
from beeprint.draw.shape import Shape
from beeprint.sheet.lattice import Spot, fit

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
        yield from (one for one in _widened(room, size, gap, bleed, fewer) if len(one.widened) == fewer - 1)


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

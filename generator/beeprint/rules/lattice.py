"""Hexagons and rings: standard forms under rotation and reflection, connected areas, holes.

Hexagons are addressed by axial coordinates q, r, as in `geometry.hex_centre`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any

Cell = tuple[int, int]
_STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def turned(cell: Cell) -> Cell:
    """Return the cell turned by 60 degrees about 0, 0."""
    q, r = cell
    return -r, q + r


def mirrored(cell: Cell) -> Cell:
    """Return the cell mirrored in an axis through 0, 0."""
    q, r = cell
    return r, q


def at_origin(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the cells sorted and moved so that the first is 0, 0: the same wherever the figure lies."""
    first = min(cells, default=(0, 0))
    return tuple(sorted((q - first[0], r - first[1]) for q, r in cells))


def figure(cells: Collection[Cell], rotation: bool, reflection: bool) -> tuple[Cell, ...]:
    """Return the figure's standard form: equal for figures alike when moved and, as asked, turned and mirrored."""
    forms = [tuple(cells), *([tuple(map(mirrored, cells))] if reflection else [])]
    if rotation:
        forms = [turn for form in forms for turn in _turns(form)]
    return min(map(at_origin, forms))


def _turns(cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    for _ in range(6):
        yield cells
        cells = tuple(map(turned, cells))


def sequence(
    items: Sequence[Any], reversal: bool = False, rotation: bool = False, reflection: bool = False, centre: bool = False
) -> tuple[Hashable, ...]:
    """Return the list's standard form: equal for lists alike when reversed or, being rings, turned and mirrored.

    With `centre` the first item lies in the middle of the ring and stays there. A ring is mirrored in the axis
    through its first item.
    """
    head, ring = (tuple(items[:1]), tuple(items[1:])) if centre else ((), tuple(items))
    forms = [ring, *([ring[:1] + ring[:0:-1]] if reflection else [])]
    turned = _least_turn if rotation else tuple
    whole = [head + turned(form) for form in forms]
    whole += [turned(form[::-1]) + head for form in forms] if reversal else []
    return min(whole)


def _least_turn(ring: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the first of all rotations of a ring, in linear time (Booth, 1980, as two places that race)."""
    size, first, other, same = len(ring), 0, 1, 0
    while first < size and other < size and same < size:
        here, there = ring[(first + same) % size], ring[(other + same) % size]
        if here == there:
            same += 1
            continue
        if here > there:
            first += same + 1
        else:
            other += same + 1
        other += first == other
        same = 0
    start = min(first, other)
    return ring[start:] + ring[:start]


def islands(cells: Collection[Cell]) -> list[set[Cell]]:
    """Split the cells into groups that are connected by edges."""
    left, parts = set(cells), []
    for cell in sorted(cells):
        if cell not in left:
            continue
        left.discard(cell)
        island, edge = {cell}, [cell]
        while edge:
            new = [near for near in _near(edge.pop()) if near in left]
            left.difference_update(new)
            island.update(new)
            edge += new
        parts.append(island)
    return parts


def holes(cells: Collection[Cell]) -> list[set[Cell]]:
    """Find the holes in connected cells: for each, the empty cells that touch its rim.

    The empty cells around a connected figure are connected too, and so are those inside each hole. The group with the
    leftmost cell lies outside the figure.
    """
    inside = set(cells)
    rim = islands({near for cell in inside for near in _near(cell)} - inside)
    return sorted(rim, key=min)[1:]


def _near(cell: Cell) -> Iterator[Cell]:
    q, r = cell
    return ((q + dq, r + dr) for dq, dr in _STEPS)

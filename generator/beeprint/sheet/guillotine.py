"""Order the cuts that part a sheet into its pieces: each runs straight through what lies under the blade."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.geometry import Rect, bounds

Axis = Literal["x", "y"]
# Cuts nearer to each other than this, in mm, are one; no blade tells them apart.
_ONE = 0.02


class Cut(NamedTuple):
    """A straight cut: its number, the axis on which it is `at` so many mm, and the part of the sheet that it parts."""

    number: int
    axis: Axis
    at: float
    part: Rect


class Plan(Struct, frozen=True):
    """The cuts of a sheet in order, equal ones of like parts under one number; `rest` are parts that no cut parts.

    A part of the rest holds pieces that only scissors free: they interlock, or are no rectangles.
    """

    cuts: tuple[Cut, ...]
    rest: tuple[Rect, ...]

    @property
    def numbers(self) -> int:
        """Return the highest number of a cut."""
        return max((cut.number for cut in self.cuts), default=0)


def plan(boxes: Sequence[Rect], straight: Callable[[Rect], bool], sheet: Rect) -> Plan:
    """Return how to part a sheet with pieces in these boxes; `straight` says of a box whether it is the piece's edge.

    At each step all cuts along one axis are made which go through the whole part and through no piece: of the two axes,
    the one with fewer cuts, so that fewer parts have to be cut in turn.
    """
    cuts: list[Cut] = []
    rest: list[Rect] = []
    known: list[tuple[Axis, float, dict[float, int]]] = []
    parts = [(sheet, tuple(boxes))]
    # Part by part, those of one step before those of the next.
    while parts:
        following: list[tuple[Rect, tuple[Rect, ...]]] = []
        for part, held in parts:
            axis, lines = _lines(part, held, straight)
            if not lines:
                if len(held) > 1 or not all(map(straight, held)):
                    rest.append(bounds([corner for box in held for corner in box.corners]))
                continue
            start, length = (part.x, part.height) if axis == "x" else (part.y, part.width)
            places = {round(at - start, 2): at for at in lines}
            numbers = _known(known, axis, round(length, 2), set(places))
            if numbers is None:
                last = max((cut.number for cut in cuts), default=0)
                numbers = {place: last + index for index, place in enumerate(places, start=1)}
                known.append((axis, round(length, 2), numbers))
            cuts += [Cut(numbers[place], axis, at, part) for place, at in places.items()]
            following += _parted(part, held, axis, lines)
        parts = following
    return Plan(tuple(cuts), tuple(rest))


def _known(
    known: Sequence[tuple[Axis, float, dict[float, int]]], axis: Axis, length: float, places: set[float]
) -> dict[float, int] | None:
    """Return the numbers of the cuts of an earlier part as long that has all these places; None if there is none."""
    return next((found for one, long, found in known if (one, long) == (axis, length) and places <= set(found)), None)


def _lines(part: Rect, held: Sequence[Rect], straight: Callable[[Rect], bool]) -> tuple[Axis, list[float]]:
    """Return the axis to cut along next, and where."""
    axes: tuple[Axis, Axis] = ("y", "x")
    found = [(axis, list(_free(part, held, straight, axis))) for axis in axes]
    return min((one for one in found if one[1]), key=lambda one: len(one[1]), default=found[0])


def _free(part: Rect, held: Sequence[Rect], straight: Callable[[Rect], bool], axis: Axis) -> Iterator[float]:
    """Yield where a part can be cut along edges of its pieces and through none."""
    spans = [_span(box, axis) for box in held]
    low, high = _span(part, axis)
    edges = sorted({at for box, span in zip(held, spans, strict=True) for at in span if straight(box)})
    last = low
    for at in edges:
        inside = last + _ONE < at < high - _ONE
        if inside and not any(start + _ONE < at < end - _ONE for start, end in spans):
            yield at
            last = at


def _parted(
    part: Rect, held: Sequence[Rect], axis: Axis, lines: Sequence[float]
) -> Iterator[tuple[Rect, tuple[Rect, ...]]]:
    """Yield the parts between cuts that hold pieces, with these."""
    low, high = _span(part, axis)
    for start, end in pairwise((low, *lines, high)):
        inside = tuple(box for box in held if start - _ONE <= _span(box, axis)[0] and _span(box, axis)[1] <= end + _ONE)
        if inside:
            across = Rect(start, part.y, end - start, part.height)
            yield (across if axis == "x" else Rect(part.x, start, part.width, end - start)), inside


def _span(box: Rect, axis: Axis) -> tuple[float, float]:
    return (box.x, box.right) if axis == "x" else (box.y, box.bottom)

"""Verniers: pairs of scales on the two sides of a sheet, by which backs are measured, and what follows from readings.

A scale on the front and one on the back have ticks a tenth of a mm more or less far apart. Where the tick of a number
meets that of the same number on the other side, the back is off by as many tenths: the principle of Pierre Vernier
(1631).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.geometry import Affine, Point, Rect
from beeprint.base.printer import Flip, Printer
from beeprint.sheet.impose import mirroring

#: The distance of ticks on the front and the step of a vernier, in mm, and its greatest number. Ticks are farther apart
#: than all that a vernier measures, so that only those of one number ever meet.
PITCH, STEP, TICKS = 3.1, 0.1, 15
#: Negative numbers are in a row of their own, this far outside the other one, in mm.
ROW = 16.0
#: How far the outer rows are from the edges of the paper, and the first ticks from its corners, in mm.
RIM, CORNER = 23.0, (20.0, 52.0)
#: How much a reading may differ from what all of them say together, in mm: more than half a step is a slip somewhere.
SLIP = 0.09


class Vernier(NamedTuple):
    """A pair of scales: its letter, the direction that it measures, and where the first tick of its outer row is.

    Ticks on the front point to the paper's edge: up or left if `out` is -1, down or right if it is 1.
    """

    letter: str
    axis: Literal["x", "y"]
    start: Point
    out: int

    def front(self, number: float) -> Point:
        """Return where a tick meets the line of its row on the front, in mm of the page."""
        along, away = (number + TICKS) * PITCH if number < 0 else number * PITCH, 0.0 if number < 0 else -self.out * ROW
        across, down = (along, away) if self.axis == "x" else (away, along)
        return Point(self.start.x + across, self.start.y + down)

    def back(self, number: float, mirror: Affine) -> Point:
        """Return where it does so on the back, in mm of that page; `mirror` maps a place to the one behind it."""
        x, y = mirror.point(*self.front(number))
        off = number * STEP
        return Point(x - off, y) if self.axis == "x" else Point(x, y - off)


class Ruler(NamedTuple):
    """A line whose printed length gives the scale: its letter, its direction, its middle and its length in mm."""

    letter: str
    axis: Literal["x", "y"]
    middle: Point
    length: float

    @property
    def ends(self) -> tuple[Point, Point]:
        """Return where it starts and ends."""
        half, (x, y) = self.length / 2, self.middle
        if self.axis == "x":
            return Point(x - half, y), Point(x + half, y)
        return Point(x, y - half), Point(x, y + half)


def verniers(paper: Rect) -> tuple[Vernier, ...]:
    """Return the verniers of an upright paper: A to D measure to the right, E to H down, each at the four corners."""
    left, right = CORNER[0], paper.width - CORNER[0] - TICKS * PITCH
    top, bottom = CORNER[1], paper.height - CORNER[1] - TICKS * PITCH
    far, low = paper.width - RIM, paper.height - RIM
    return (
        Vernier("A", "x", Point(left, RIM), -1),
        Vernier("B", "x", Point(right, RIM), -1),
        Vernier("C", "x", Point(left, low), 1),
        Vernier("D", "x", Point(right, low), 1),
        Vernier("E", "y", Point(RIM, top), -1),
        Vernier("F", "y", Point(far, top), 1),
        Vernier("G", "y", Point(RIM, bottom), -1),
        Vernier("H", "y", Point(far, bottom), 1),
    )


def rulers(paper: Rect) -> tuple[Ruler, Ruler]:
    """Return the lines to measure on an upright paper, J across and K down, as long as whole 10 mm allow."""
    across = math.floor((paper.width - 2 * 20) / 10) * 10
    down = math.floor((paper.height - 2 * CORNER[1]) / 10) * 10
    at = paper.height - CORNER[1] - TICKS * PITCH - 15
    return (
        Ruler("J", "x", Point(paper.width / 2, at), across),
        Ruler("K", "y", Point(paper.width - RIM - ROW - 12, paper.height / 2), down),
    )


class Found(Struct, frozen=True):
    """What readings say: a printer, and by how much each vernier's reading differs from that, in mm."""

    printer: Printer
    off: Mapping[str, float]


def measured(name: str, readings: Mapping[str, float], paper: Rect, flip: Flip, named: str) -> Found:
    """Return the printer that explains the readings best, by least squares.

    `readings` are in mm: what the verniers A to H say, and how long the lines J and K are. Where some are missing, the
    rest counts as true: the scale, that of the back, or the turn. ValueError where no vernier measures a direction.
    """
    known = [(one, readings[one.letter]) for one in verniers(paper) if one.letter in readings]
    lacking = {"x": "A, B, C or D", "y": "E, F, G or H"}
    for axis, letters in lacking.items():
        if not any(one.axis == axis for one, _ in known):
            raise ValueError(f"a reading of {letters} is missing")
    mirror = mirroring(paper, flip)
    rows, values = [], []
    for one, reading in known:
        # The displacement is that of the point of the back which now lies behind the tick, about the paper's middle.
        x, y = one.back(reading / STEP, mirror)
        x, y = x - paper.centre.x, y - paper.centre.y
        rows.append((1.0, 0.0, -y, x, 0.0) if one.axis == "x" else (0.0, 1.0, x, 0.0, y))
        values.append(reading)
    solution = _least_squares(rows, values)
    right, down, turn, wide, high = solution
    off = {
        one.letter: value - sum(a * b for a, b in zip(row, solution, strict=True))
        for (one, value), row in zip(known, rows, strict=True)
    }
    lengths = {one.axis: 100 * readings[one.letter] / one.length for one in rulers(paper) if one.letter in readings}
    across, along = lengths.get("x", lengths.get("y", 100.0)), lengths.get("y", lengths.get("x", 100.0))
    upright = math.sqrt(1 - turn**2)  # a turn makes what is measured along the axes shorter
    printer = Printer(
        name=name,
        shift=(round(right, 2) + 0.0, round(down, 2) + 0.0),
        turn=round(math.degrees(math.asin(turn)), 3) + 0.0,
        scale=(round(across, 2), round(along, 2)),
        back_scale=(round(100 * (1 + wide) / upright, 2), round(100 * (1 + high) / upright, 2)),
        flip=flip,
        paper=named,
    )
    return Found(printer, off)


def after(first: Printer, more: Printer) -> Printer:
    """Return a printer whose pages, corrected for `first`, came out as `more` says: both together."""
    there = more.misprint("back", Rect(0, 0, 0, 0), more.flip)
    sign = 1 if first.flip == more.flip else -1
    x, y = there.point(sign * first.shift[0], sign * first.shift[1])
    return Printer(
        name=more.name,
        shift=(round(x, 2) + 0.0, round(y, 2) + 0.0),
        turn=round(first.turn + more.turn, 3) + 0.0,
        scale=_product(first.scale, more.scale),
        back_scale=_product(first.back_scale, more.back_scale),
        flip=more.flip,
        paper=more.paper,
    )


def _product(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return round(one[0] * other[0] / 100, 2), round(one[1] * other[1] / 100, 2)


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> tuple[float, ...]:
    """Return the shift, turn and growth for which the rows differ least from the values.

    Where the rows do not tell all of them apart, growth counts as 0, then the turn too.
    """
    import numpy as np  # loads slowly, and only this needs it

    table = np.array(rows)
    for unknown in (5, 3, 2):
        part = table[:, :unknown]
        if np.linalg.matrix_rank(part) == unknown:
            break
    found = np.linalg.lstsq(part, np.array(values), rcond=None)[0]
    return (*(float(one) for one in found), *(0.0 for _ in range(5 - unknown)))

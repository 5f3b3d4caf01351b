"""Correct two-sided beds for a machine on which backs lie off their fronts."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from beeprint.base.geometry import Point, Rect, Ring
from beeprint.base.printer import Printer
from beeprint.laser import two_sided
from beeprint.laser.plan import Area, Bed, Pass, Polyline


def corrected(bed: Bed, printer: Printer) -> Bed:
    """Return a bed as it has to be run, about its middle: the back moved, turned and scaled, the front scaled.

    Beds are turned over in one way only, left to right. The stops, which are fixed to the machine, stay where they are;
    the crosses go along, so that nothing changes for who lines them up with the holes by a camera.
    """
    matrix = printer.misprint(bed.side, Rect(0, 0, bed.width, bed.height), printer.flip).inverse()

    def moved(points: Iterable[Point]) -> Ring:
        return tuple(matrix.point(*point) for point in points)

    def line(found: Polyline, pass_: Pass) -> Polyline:
        stop = pass_ is Pass.GUIDE and two_sided.is_stop(found)
        return found if stop else Polyline(moved(found.points), found.closed)

    return replace(
        bed,
        placed=tuple(
            replace(one, at=matrix @ one.at, outline=moved(one.outline), holes=tuple(map(moved, one.holes)))
            for one in bed.placed
        ),
        lines={pass_: tuple(line(one, pass_) for one in some) for pass_, some in bed.lines.items()},
        areas={pass_: tuple(Area(tuple(map(moved, one.rings))) for one in some) for pass_, some in bed.areas.items()},
    )

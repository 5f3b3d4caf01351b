"""Write cuts as HPGL for a vinyl cutter: 40 units to the millimetre, x to the right, y up, origin at the bottom left.

Source: HP 7475A Interfacing and Programming Manual, for IN, SP, PU and PD and the unit of 0.025 mm. Force, speed and
the offset of the blade are set at the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from beeprint.base.geometry import Point
from beeprint.laser.plan import Polyline

#: Units in a millimetre.
UNITS = 40
#: The most points of one command: some machines keep no more than a kilobyte of it.
_MOST_POINTS = 64


def text(lines: Iterable[Polyline], height: float) -> str:
    """Return the lines in their order, each cut with the knife down throughout; `height` is that of the bed, in mm."""
    return "".join(f"{command};\n" for command in ("IN", "SP1", *_commands(lines, height), "PU0,0", "SP0"))


def write(path: Path, lines: Iterable[Polyline], height: float) -> None:
    """Write a file of lines."""
    path.write_text(text(lines, height), "ascii", newline="\n")


def _commands(lines: Iterable[Polyline], height: float) -> Iterator[str]:
    for line in lines:
        points = [_units(point, height) for point in (*line.points, *line.points[: 1 if line.closed else 0])]
        yield "PU" + points[0]
        for start in range(1, len(points), _MOST_POINTS):
            yield "PD" + ",".join(_part(points, start))


def _part(points: Sequence[str], start: int) -> Sequence[str]:
    return points[start : start + _MOST_POINTS]


def _units(point: Point, height: float) -> str:
    return f"{round(point.x * UNITS)},{round((height - point.y) * UNITS)}"

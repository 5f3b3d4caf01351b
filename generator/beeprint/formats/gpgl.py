"""Write cuts as GP-GL for a Silhouette machine: 20 units to the millimetre, from the top left corner, y before x.

Source: inkscape-silhouette, `Commands.md` and `Graphtec.py`, which hold what Graphtec's reference and recordings of
Silhouette Studio say of the commands; each ends with the byte 3. Force, speed and the offset of the blade are not in
the file: the machine keeps those it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from beeprint.base.geometry import Point
from beeprint.laser.plan import Polyline

#: Units in a millimetre.
UNITS = 20
_END = "\x03"
_START = "\x1b\x04"
#: How far around its place a machine looks for the first mark, in mm.
_SEARCH = 10.0


class Marks(Struct, frozen=True):
    """Registration marks: where the first is, how far apart they are, their length and their lines' width, in mm."""

    origin: Point
    width: float
    height: float
    length: float
    thickness: float
    four: bool = False


def text(lines: Iterable[Polyline], size: tuple[float, float], marks: Marks | None = None) -> str:
    """Return the lines in their order, on material of a `size` in mm; from the first of the marks if there are any."""
    across, along = (marks.width, marks.height) if marks else size
    origin = marks.origin if marks else Point(0, 0)
    head = [
        "FN0",
        "TB50,0",
        *(_find_marks(marks) if marks else ()),
        "\\0,0",
        f"Z{_units(along)},{_units(across)}",
        "L0",
    ]
    return _START + "".join(command + _END for command in (*head, *_commands(lines, origin), "M0,0", "H"))


def write(path: Path, lines: Iterable[Polyline], size: tuple[float, float], marks: Marks | None = None) -> None:
    """Write a file of lines."""
    path.write_bytes(text(lines, size, marks).encode("ascii"))


def _find_marks(marks: Marks) -> Iterator[str]:
    """Yield the commands that let a machine look for marks; the first of them is the origin of what follows."""
    yield "TB99"
    yield "TB52,2"
    yield f"TB51,{_units(marks.length)}"
    yield f"TB53,{_units(marks.thickness)}"
    yield "TB55,1"
    near = ",".join(str(_units(max(side - _SEARCH, 0))) for side in (marks.origin.y, marks.origin.x))
    yield f"TB{124 if marks.four else 123},{_units(marks.height)},{_units(marks.width)},{near}"


def _commands(lines: Iterable[Polyline], origin: Point) -> Iterator[str]:
    for line in lines:
        first, *rest = (*line.points, *line.points[: 1 if line.closed else 0])
        yield "M" + _spot(first, origin)
        yield from ("D" + _spot(point, origin) for point in rest)


def _spot(point: Point, origin: Point) -> str:
    return f"{_units(point.y - origin.y)},{_units(point.x - origin.x)}"


def _units(length: float) -> int:
    return round(length * UNITS)

"""Read a laser's files back with tools that are not ours: svgelements for SVG, ezdxf for DXF."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from functools import lru_cache

import ezdxf
import ezdxf.math
import ezdxf.recover
import shapely
from msgspec import Struct
from svgelements import SVG, Close, Group, Line, Move, Title
from svgelements import Path as SvgPath

Points = tuple[tuple[float, float], ...]


class Drawn(Struct, frozen=True):
    """A line or ring of a file in the bed's mm, y down, and the layer it stands on."""

    layer: str
    points: Points
    closed: bool


def from_svg(text: str) -> list[Drawn]:
    """Return every line of an SVG file in the file's order."""
    return [*_lines(text)]


@lru_cache(maxsize=16)
def _lines(text: str) -> tuple[Drawn, ...]:
    """Return the lines of an SVG file, once for a text that tests ask for layer by layer."""
    # At 25.4 units to the inch a millimetre of the page is one unit.
    lines = []
    document = SVG.parse(io.StringIO(text), ppi=25.4)
    for layer in document:
        if isinstance(layer, Title):
            continue
        assert isinstance(layer, Group), layer
        for path in layer:
            assert isinstance(path, SvgPath), path
            for sub in path.as_subpaths():
                points, closed = [], False
                for segment in SvgPath(sub):
                    assert isinstance(segment, Move | Line | Close), segment
                    closed = closed or isinstance(segment, Close)
                    if not isinstance(segment, Close):
                        points.append((float(segment.end.x), float(segment.end.y)))
                lines.append(Drawn(str(layer.id), tuple(points), closed))
    return tuple(lines)


def page(text: str) -> tuple[float, float]:
    """Return the size of an SVG file's page in mm; its user unit has to be one."""
    root = ET.fromstring(text)
    width, height = (re.fullmatch(r"([\d.]+)mm", root.attrib[key]) for key in ("width", "height"))
    assert width and height and root.attrib["viewBox"] == f"0 0 {width[1]} {height[1]}"
    return float(width[1]), float(height[1])


def from_dxf(text: str, height: float) -> list[Drawn]:
    """Return every line of a DXF file, which its own audit finds clean, in the file's order."""
    document = ezdxf.read(io.StringIO(text))
    audit = document.audit()
    assert not audit.errors and not audit.fixes
    lines = []
    for entity in document.modelspace():
        # The names of the profiles that come with beeprint: Cut inner, C06 Cut inner, in R12 C06_CUT_INNER.
        layer = re.sub(r"^[ct]\d+-", "", re.sub("[ _]", "-", entity.dxf.layer.lower()))
        kind = entity.dxftype()
        assert kind in ("LWPOLYLINE", "CIRCLE") or (kind == "POLYLINE" and entity.is_2d_polyline), kind
        closed = kind == "CIRCLE" or bool(entity.closed if kind == "LWPOLYLINE" else entity.is_closed)
        if kind == "CIRCLE":
            points = [(p.x, p.y) for p in entity.flattening(0.0005)][:-1]
        elif kind == "LWPOLYLINE":
            points = list(flattened(entity.get_points("xyb"), closed))
        else:
            spots = [(*vertex.dxf.location.vec2, vertex.dxf.bulge) for vertex in entity.vertices]
            points = list(flattened(spots, closed))
        lines.append(Drawn(layer, tuple((x, height - y) for x, y in points), closed))
    return lines


def flattened(steps: Sequence[tuple[float, float, float]], closed: bool) -> Iterator[tuple[float, float]]:
    """Yield the points of a polyline, with those of its arcs every hundredth of a radian."""
    for index, (x, y, bulge) in enumerate(steps):
        yield x, y
        if bulge and (closed or index + 1 < len(steps)):
            end = steps[(index + 1) % len(steps)][:2]
            centre = ezdxf.math.bulge_center((x, y), end, bulge)
            angle = 4 * math.atan(bulge)
            count = math.ceil(abs(angle) / 0.01)
            for step in range(1, count):
                at = centre + (ezdxf.math.Vec2(x, y) - centre).rotate(angle * step / count)
                yield at.x, at.y


def apart(lines: list[Drawn], other: list[Drawn]) -> float:
    """Return the largest distance between lines that correspond in order; infinite where any differ in kind.

    Curves may be chords in one and arcs in the other, but both begin at the same point, except for whole circles.
    """
    if [(a.layer, a.closed) for a in lines] != [(b.layer, b.closed) for b in other]:
        return math.inf
    return max((_apart(a, b) for a, b in zip(lines, other, strict=True)), default=0.0)


def _apart(line: Drawn, other: Drawn) -> float:
    if len(line.points) == len(other.points):
        distance = max(map(math.dist, line.points, other.points))
        if distance < 0.01:
            return distance
    a, b = (shapely.LineString((*x.points, *x.points[: 1 if x.closed else 0])) for x in (line, other))
    return max(float(a.hausdorff_distance(b)), abs(a.length - b.length) / 100)

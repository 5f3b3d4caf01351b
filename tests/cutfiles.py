"""Read a laser's files back with tools that are not ours: svgelements for SVG, ezdxf for DXF."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import ezdxf
import ezdxf.recover
from svgelements import SVG, Close, Group, Line, Move, Title
from svgelements import Path as SvgPath

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Drawn:
    """A line or ring of a file in the bed's mm, y down, and the layer it stands on."""

    layer: str
    points: Points
    closed: bool


def from_svg(text: str) -> list[Drawn]:
    """Return every line of an SVG file in the file's order."""
    # At 25.4 units to the inch a millimetre of the page is one unit.
    found = []
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
                found.append(Drawn(str(layer.id), tuple(points), closed))
    return found


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
    found = []
    for entity in document.modelspace():
        layer = entity.dxf.layer.lower().replace("_", "-")
        if entity.dxftype() == "LWPOLYLINE":
            points, closed = [(x, y) for x, y in entity.get_points("xy")], entity.closed
            assert not entity.has_arc
        else:
            assert entity.dxftype() == "POLYLINE" and entity.is_2d_polyline
            points, closed = [(p.x, p.y) for p in entity.points()], entity.is_closed
        found.append(Drawn(layer, tuple((x, height - y) for x, y in points), bool(closed)))
    return found


def apart(one: list[Drawn], other: list[Drawn]) -> float:
    """Return the largest distance between points of lines that correspond in order; infinite where any differ in kind.

    An SVG path and a DXF polyline list a ring's points from the same one on.
    """
    if [(a.layer, a.closed, len(a.points)) for a in one] != [(b.layer, b.closed, len(b.points)) for b in other]:
        return math.inf
    pairs = ((p, q) for a, b in zip(one, other, strict=True) for p, q in zip(a.points, b.points, strict=True))
    return max((math.dist(p, q) for p, q in pairs), default=0.0)

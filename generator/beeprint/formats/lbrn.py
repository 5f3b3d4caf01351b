"""Write a laser's bed as a LightBurn project, .lbrn2: XML in millimetres, a cut setting for each layer.

LightBurn publishes no description of the format. What is written here is what MeerK40t (`extra/lbrn.py`) reads and what
projects saved by LightBurn hold: a setting's `type` is Cut (Line), Scan (Fill) or Tool, `index` its number in the
palette, `priority` its place in the list of layers; a path is a list of vertices and a list of the lines between them.
Without MirrorX and MirrorY the origin is at the front left, so y points up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from pathlib import Path

from beeprint.drawing.decimals import pairs, units
from beeprint.laser.arcs import Way, closed_rings, moves, ways
from beeprint.laser.layers import BedLayer, LaserProfile, bed_layers, number_of
from beeprint.laser.plan import Bed

#: What follows a vertex from which no curve begins and at which none ends.
_NEITHER = "c0x1c1x1"
#: Decimals of a millimetre that are written.
_DIGITS = 4


def text(bed: Bed, profile: LaserProfile, title: str = "") -> str:
    """Return the bed as a LightBurn project; the profile's colours are those of LightBurn's palette.

    Speed and power are left out, since they depend on the machine.
    """
    layers = list(bed_layers(bed, profile))
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<LightBurnProject AppVersion="1.0.00" FormatVersion="1" MaterialHeight="{_number(bed.material.thickness)}" '
        'MirrorX="False" MirrorY="False">',
    ]
    for priority, layer in enumerate(layers):
        parts.append(f'<CutSetting type="{_mode(layer)}">')
        parts += [
            f'<{key} Value="{escape(str(value))}"/>'
            for key, value in (("index", _index(layer)), ("name", layer.style.name), ("priority", priority))
        ]
        parts.append("</CutSetting>")
    for layer in layers:
        parts += _shapes(layer, bed.height)
    notes = escape("\n".join((title, *bed.notes))).replace("\n", "&#10;")
    return "\n".join((*parts, f'<Notes ShowOnLoad="0" Notes="{notes}"/>', "</LightBurnProject>\n"))


def write(path: Path, bed: Bed, profile: LaserProfile, title: str = "") -> None:
    """Write the bed's file."""
    path.write_text(text(bed, profile, title), "utf-8", newline="\n")


def _mode(layer: BedLayer) -> str:
    return {"engrave": "Scan", "guide": "Tool"}.get(layer.kind, "Cut")


def _index(layer: BedLayer) -> int:
    index = number_of(layer.style.colour)
    if index is None:
        raise ValueError(f"{layer.style.colour.hex} is not a colour of LightBurn's palette")
    return index


def _shapes(layer: BedLayer, height: float) -> Iterator[str]:
    rings = _lines(closed_rings(layer.areas), height)
    for area in layer.areas:
        yield _path(layer, list(islice(rings, len(area.rings))))
    for line in _lines(ways(layer.lines), height):
        yield _path(layer, [line])


def _lines(lines: Sequence[Way], height: float) -> Iterator[tuple[Sequence[str], bool]]:
    """Yield the vertices of each line, y up, and whether it is closed."""
    steps = moves(lines, _DIGITS)
    points = steps.points.copy()
    points[:, 1] = units(height - points[:, 1] / 10.0**_DIGITS, _DIGITS)
    for vertices, (_, closed) in zip(steps.parts(pairs(points, _DIGITS, " ")), lines, strict=True):
        yield vertices, closed


def _path(layer: BedLayer, lines: Sequence[tuple[Sequence[str], bool]]) -> str:
    """Return a shape of one or more lines; of an area, so that its holes stay with it."""
    steps, vertices, first = list[str](), list[str](), 0
    for points, closed in lines:
        vertices += [f"V{point}{_NEITHER}" for point in points]
        last = first + len(points) - 1
        steps += [f"L{number} {number + 1}" for number in range(first, last)]
        steps += [f"L{last} {first}"] if closed else []
        first = last + 1
    return (
        f'<Shape Type="Path" CutIndex="{_index(layer)}"><XForm>1 0 0 1 0 0</XForm>'
        f"<VertList>{''.join(vertices)}</VertList><PrimList>{''.join(steps)}</PrimList></Shape>"
    )


def _number(value: float) -> str:
    """Return a length to 0.0001 mm in as few characters as possible."""
    written = f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written

"""Write a laser's bed as SVG in millimetres, one layer per pass, with nothing but plain paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from pathlib import Path

from beeprint.drawing.decimals import pairs
from beeprint.laser.arcs import Way, closed_rings, moves, ways
from beeprint.laser.layers import BedLayer, LaserProfile, bed_layers
from beeprint.laser.plan import Bed

#: Decimals of a millimetre that are written.
_DIGITS = 4
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def text(bed: Bed, profile: LaserProfile, title: str = "") -> str:
    """Return the bed as an SVG document whose user unit is a millimetre, its layers in order of work.

    Laser programs differ in how much of SVG they read, so it has no references, style sheets, text, clips or
    transforms, and each path has its own colours.
    """
    width, height = _number(bed.width), _number(bed.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{_INKSCAPE}" version="1.1" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
    ]
    if title:
        parts.append(f"<title>{escape(''.join(char for char in title if char.isprintable()))}</title>")
    for layer in bed_layers(bed, profile):
        label = escape(layer.style.name)
        parts += [f'<g id="{layer.id}" inkscape:label="{label}" inkscape:groupmode="layer">', *_paths(layer), "</g>"]
    return "\n".join((*parts, "</svg>\n"))


def write(path: Path, bed: Bed, profile: LaserProfile, title: str = "") -> None:
    """Write the bed's file."""
    path.write_text(text(bed, profile, title), "utf-8", newline="\n")


def _paths(layer: BedLayer) -> Iterator[str]:
    colour = layer.style.colour.hex
    rings = _data(closed_rings(layer.areas))
    for area in layer.areas:
        data = " ".join(islice(rings, len(area.rings)))
        yield f'<path d="{data}" fill="{colour}" fill-rule="evenodd" stroke="none"/>'
    look = f'fill="none" stroke="{colour}" stroke-width="{_number(layer.style.width)}"'
    for data in _data(ways(layer.lines)):
        yield f'<path d="{data}" {look}/>'


def _data(lines: Sequence[Way]) -> Iterator[str]:
    """Yield the data of a path for each line."""
    steps = moves(lines, _DIGITS)
    for points, (_, closed) in zip(steps.parts(pairs(steps.points, _DIGITS, " ")), lines, strict=True):
        yield f"M{' L'.join(points)}{' Z' if closed else ''}"


def _number(value: float) -> str:
    """Return a length to 0.0001 mm in as few characters as possible."""
    written = f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written

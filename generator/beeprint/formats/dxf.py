"""Write a laser's bed as DXF in millimetres, R2010 or R12 for old programs; y points up in DXF."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import ezdxf
from ezdxf import colors, units
from ezdxf.document import Drawing as Document
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace
from ezdxf.sections.classes import ClassesSection

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point
from beeprint.laser.layers import LaserProfile, LayerStyle, bed_layers
from beeprint.laser.plan import Bed


def text(bed: Bed, profile: LaserProfile, r12: bool = False) -> str:
    """Return the bed as a DXF document; the same bed gives the same text.

    R12 has neither lightweight polylines nor units: choose millimetres when opening it. Areas are closed polylines on
    the engraving layer, since few laser programs read hatches.
    """
    with _no_clock():
        # Given units, ezdxf warns on standard error that R12 has none.
        document = Document.new("R12") if r12 else new("R2010", units=units.MM)
        document.header["$MEASUREMENT"] = 1
        space = document.modelspace()
        corners = (0, 0, 0), (bed.width, bed.height, 0)
        space.reset_extents(*corners)
        # ezdxf ignores a corner at the origin, so the header is set as well.
        document.header["$EXTMIN"], document.header["$EXTMAX"] = corners
        space.reset_limits((0, 0), (bed.width, bed.height))
        for layer in bed_layers(bed, profile):
            name = layer.kind.upper().replace("-", "_")
            _add_layer(document, name, layer.style, r12)
            for area in layer.areas:
                for ring in area.rings:
                    _add(space, ring, True, bed.height, name, r12)
            for line in layer.lines:
                _add(space, line.points, line.closed, bed.height, name, r12)
        _register_classes(document)
        stream = io.StringIO(newline="\n")
        document.write(stream)
    return stream.getvalue()


def write(path: Path, bed: Bed, profile: LaserProfile, r12: bool = False) -> None:
    """Write the bed's file."""
    path.write_text(text(bed, profile, r12), "utf-8", newline="\n")


def _add_layer(document: Document, name: str, style: LayerStyle, r12: bool) -> None:
    """Add a layer in its colour: the nearest of AutoCAD's 255, and the exact colour where the format has it.

    Black is only AutoCAD's 7, which is shown in white on a black screen.
    """
    layer = document.layers.add(name, color=_nearest(style.colour))
    if not r12 and style.colour != BLACK:
        red, green, blue = style.colour
        layer.rgb = (red, green, blue)


def _register_classes(document: Document) -> None:
    """Register the classes that ezdxf would register when it writes; it takes them from a set, in no fixed order."""
    required = ClassesSection()
    required.add_required_classes(document.dxfversion)
    for name in (*(one.dxf.name for one in required), *sorted(document.entitydb.dxf_types_in_use())):
        document.classes.add_class(name)


def _add(space: Modelspace, points: Sequence[Point], closed: bool, height: float, layer: str, r12: bool) -> None:
    corners = [(round(x, 6) + 0.0, round(height - y, 6) + 0.0) for x, y in points]
    if r12:
        space.add_polyline2d(corners, close=closed, dxfattribs={"layer": layer})
    else:
        space.add_lwpolyline(corners, close=closed, dxfattribs={"layer": layer})


def _nearest(colour: Colour) -> int:
    """Return the number of AutoCAD's nearest colour; for black 7, which is black on white paper."""
    if colour == BLACK:
        return 7

    def distance(number: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colors.aci2rgb(number), colour, strict=True))

    return min(range(1, 250), key=distance)


@contextmanager
def _no_clock() -> Iterator[None]:
    """Make ezdxf write fixed dates and ids while a document is made."""
    options = ezdxf.options  # type: ignore[attr-defined] # documented, though not marked as exported
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before

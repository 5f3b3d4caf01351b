"""Write a laser's bed as DXF in millimetres, R2010 or R12 for old programs; y points up in DXF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import ezdxf
from ezdxf import colors, units
from ezdxf.document import Drawing as Document
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace
from ezdxf.sections.classes import ClassesSection

from beeprint.base.colour import BLACK, Colour
from beeprint.laser.arcs import Step, circle, steps
from beeprint.laser.layers import BedLayer, LaserProfile, LayerStyle, bed_layers
from beeprint.laser.plan import Bed


def text(bed: Bed, profile: LaserProfile, r12: bool = False) -> str:
    """Return the bed as a DXF document; the same bed gives the same text.

    R12 has neither lightweight polylines nor units: choose millimetres when opening it. Flattened lines become circles
    and arcs again. Areas are closed polylines on the engraving layer, since few laser programs read hatches.
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
            name = _name(document, layer, r12)
            _add_layer(document, name, layer.style, r12)
            for area in layer.areas:
                for ring in area.rings:
                    _add(space, map(Step, ring), True, bed.height, name, r12)
            for line in layer.lines:
                round_ = circle(line)
                if round_ is not None:
                    (x, y), radius = round_
                    space.add_circle(_placed(x, bed.height - y), round(radius, 6), dxfattribs={"layer": name})
                else:
                    _add(space, steps(line), line.closed, bed.height, name, r12)
        _register_classes(document)
        stream = io.StringIO(newline="\n")
        document.write(stream)
    return stream.getvalue()


def write(path: Path, bed: Bed, profile: LaserProfile, r12: bool = False) -> None:
    """Write the bed's file."""
    path.write_text(text(bed, profile, r12), "utf-8", newline="\n")


def _name(document: Document, layer: BedLayer, r12: bool) -> str:
    """Return the name that the profile gives a layer, in the letters that R12 allows; with its pass if it is taken."""
    names = (layer.style.name, f"{layer.style.name} {layer.kind}")
    if r12:
        names = (_r12(names[0]), f"{_r12(layer.kind)}_{_r12(names[0])}"[:31])
    return names[0] if names[0] not in document.layers else names[1]


def _r12(name: str) -> str:
    return re.sub(r"[^A-Z0-9$_-]", "_", name.upper())[:31]


def _add_layer(document: Document, name: str, style: LayerStyle, r12: bool) -> None:
    """Add a layer in its colour: the nearest of AutoCAD's 255, and the exact colour where the format has it.

    Black is only AutoCAD's 7, which is shown in white on a black screen.
    """
    layer = document.layers.add(name, color=nearest(style.colour))
    if not r12 and style.colour != BLACK:
        red, green, blue = style.colour
        layer.rgb = (red, green, blue)


def _register_classes(document: Document) -> None:
    """Register the classes that ezdxf would register when it writes; it takes them from a set, in no fixed order."""
    required = ClassesSection()
    required.add_required_classes(document.dxfversion)
    for name in (*(one.dxf.name for one in required), *sorted(document.entitydb.dxf_types_in_use())):
        document.classes.add_class(name)


def _add(space: Modelspace, steps: Iterable[Step], closed: bool, height: float, layer: str, r12: bool) -> None:
    # As y points up, an arc that runs clockwise has a negative bulge.
    corners = [(*_placed(x, height - y), round(-bulge, 9) + 0.0) for (x, y), bulge in steps]
    if r12:
        space.add_polyline2d(corners, "xyb", close=closed, dxfattribs={"layer": layer})
    else:
        space.add_lwpolyline(corners, "xyb", close=closed, dxfattribs={"layer": layer})


def _placed(x: float, y: float) -> tuple[float, float]:
    return round(x, 6) + 0.0, round(y, 6) + 0.0


def nearest(colour: Colour) -> int:
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

"""Write a laser's bed as DXF in millimetres, R2010 or R12 for old programs; y points up in DXF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import ezdxf
import numpy as np
from ezdxf import colors
from ezdxf.document import Drawing as Document
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace
from ezdxf.sections.classes import ClassesSection
from ezdxf.units import MM

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point
from beeprint.base.problems import Place, error_at
from beeprint.drawing.decimals import Floats, coordinates, pairs, units
from beeprint.laser.arcs import bent, circle, steps
from beeprint.laser.layers import BedLayer, LaserProfile, LayerStyle, bed_layers
from beeprint.laser.plan import Bed

#: Decimals of a millimetre that are written, what stands between x and y, and 0.0001 in units of the last decimal.
_DIGITS, _Y, _TINY = 6, "\n 20\n", 100
#: How the section of a document begins in which everything lies that is seen.
_ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"


def text(bed: Bed, profile: LaserProfile, r12: bool = False) -> str:
    """Return the bed as a DXF document; the same bed gives the same text.

    R12 has neither lightweight polylines nor units: choose millimetres when opening it. Flattened lines become circles
    and arcs again. Areas are closed polylines on the engraving layer, since few laser programs read hatches.
    """
    with _no_clock():
        # Given units, ezdxf warns on standard error that R12 has none.
        document = Document.new("R12") if r12 else new("R2010", units=MM)
        document.header["$MEASUREMENT"] = 1
        space = document.modelspace()
        corners = (0, 0, 0), (bed.width, bed.height, 0)
        space.reset_extents(*corners)
        # ezdxf ignores a corner at the origin, so the header is set as well.
        document.header["$EXTMIN"], document.header["$EXTMAX"] = corners
        space.reset_limits((0, 0), (bed.width, bed.height))
        entities: list[str] = []
        for layer in bed_layers(bed, profile):
            name = _name(document, layer, r12)
            _add_layer(document, name, layer.style, r12)
            entities += _entities(layer, bed.height, _Writer(space, name, r12))
        _register_classes(document)
        stream = io.StringIO(newline="\n")
        document.write(stream)
    before, head, after = stream.getvalue().partition(_ENTITIES)
    return "".join((before, head, *entities, after))


class _Writer:
    """Writes entities of a layer as text: as objects of ezdxf they take ten times as long.

    Handles, which have to be unique in a document, are those that ezdxf gives next.
    """

    def __init__(self, space: Modelspace, layer: str, r12: bool) -> None:
        assert space.doc is not None
        self._next = space.doc.entitydb.handles.next
        self._layer, self._r12 = layer, r12
        self._owner = f"330\n{space.layout_key}\n100\nAcDbEntity\n"

    def _begin(self, kind: str, handle: str, subclass: str = "") -> str:
        """Return the tags with which an entity begins; `subclass` is left out in R12."""
        if self._r12:
            return f"  0\n{kind}\n  5\n{handle}\n  8\n{self._layer}\n"
        return f"  0\n{kind}\n  5\n{handle}\n{self._owner}  8\n{self._layer}\n100\n{subclass}\n"

    def circle(self, x: float, y: float, radius: float) -> str:
        """Return a circle."""
        return f"{self._begin('CIRCLE', self._next(), 'AcDbCircle')} 10\n{x}\n 20\n{y}\n 30\n0.0\n 40\n{radius}\n"

    def line(self, corners: Sequence[str], closed: bool, bulges: Sequence[float] = ()) -> str:
        """Return a polyline; each corner is written by `_corners`, and has a bulge up to the next, if any has one."""
        if self._r12:
            return self._old_line(corners, closed, bulges)
        begin = f"{self._begin('LWPOLYLINE', self._next(), 'AcDbPolyline')} 90\n{len(corners)}\n 70\n{int(closed)}\n"
        if bulges:
            points = (f" 10\n{at}\n{_bulge(bulge)}" for at, bulge in zip(corners, bulges, strict=True))
            return f"{begin}{''.join(points)}"
        between = "\n 10\n"
        return f"{begin} 10\n{between.join(corners)}\n"

    def _old_line(self, corners: Sequence[str], closed: bool, bulges: Sequence[float]) -> str:
        """Return a polyline of R12, in which each vertex is an entity and another one ends the list."""
        begin = self._begin("POLYLINE", self._next())
        end = self._begin("SEQEND", self._next())
        vertices = [
            f"{self._begin('VERTEX', self._next())} 10\n{at}\n 30\n0.0\n{_bulge(bulge)} 70\n0\n"
            for at, bulge in zip(corners, bulges or [0.0] * len(corners), strict=True)
        ]
        corner = " 10\n0.0\n 20\n0.0\n 30\n0.0\n"
        return f"{begin} 66\n1\n{corner} 70\n{int(closed)}\n{''.join(vertices)}{end}"


def _bulge(bulge: float) -> str:
    return f" 42\n{bulge}\n" if bulge else ""


def _entities(layer: BedLayer, height: float, writer: _Writer) -> Iterator[str]:
    """Yield the areas and lines of a layer."""
    rings = [ring for area in layer.areas for ring in area.rings]
    for ring in _parted(rings, _corners(coordinates(rings), height)):
        yield writer.line(ring, True)
    points = coordinates(line.points for line in layer.lines)
    parts = _parted([line.points for line in layer.lines], _corners(points, height))
    for line, corners, begins in zip(layer.lines, parts, bent(layer.lines, points), strict=True):
        arc = circle(line)
        if arc is not None:
            (x, y), radius = arc
            yield writer.circle(round(x, 6) + 0.0, round(height - y, 6) + 0.0, round(radius, 6))
        elif begins:
            ways = list(steps(line, begins))
            # As y points up, an arc that runs clockwise has a negative bulge.
            bulges = [round(-bulge, 9) + 0.0 if bulge else 0.0 for _, bulge in ways]
            yield writer.line([corners[at] for at, _ in ways], line.closed, bulges)
        else:
            yield writer.line(corners, line.closed)


def _parted(lines: Sequence[Sequence[Point]], corners: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the corners of each line, of those of all."""
    start = 0
    for line in lines:
        yield corners[start : start + len(line)]
        start += len(line)


def _corners(points: Floats, height: float) -> list[str]:
    """Return the tags of points, y up, as ezdxf writes numbers of six decimals."""
    places = units(np.stack((points[:, 0], height - points[:, 1]), axis=1), _DIGITS)
    texts = pairs(places, _DIGITS, _Y, 1)
    # Python writes numbers this small with an exponent.
    for at in ((places != 0) & (np.abs(places) < _TINY)).any(axis=1).nonzero()[0].tolist():
        x, y = (places[at] / 10.0**_DIGITS).tolist()
        texts[at] = f"{x}{_Y}{y}"
    return texts


def write(path: Path, bed: Bed, profile: LaserProfile, r12: bool = False) -> None:
    """Write the bed's file; BuildError where ezdxf cannot write it."""
    try:
        made = text(bed, profile, r12)
    except ezdxf.DXFError as error:  # type: ignore[attr-defined] # documented, though not marked as exported
        hint = "leave dxf out of files: in the laser profile, and report it: this is a fault of beeprint"
        raise error_at(Place(path.name), f"the bed cannot be written as DXF: {error}", hint) from error
    path.write_text(made, "utf-8", newline="\n")


def _name(document: Document, layer: BedLayer, r12: bool) -> str:
    """Return the name that the profile gives a layer, in the letters that R12 allows.

    If it is taken, its pass is added, and if that is taken too, a number.
    """
    names = [layer.style.name, f"{layer.style.name} {layer.kind}"]
    if r12:
        names = [_r12(names[0]), f"{_r12(layer.kind)}_{_r12(names[0])}"[:31]]
    numbered = (f"{names[0][:28]}_{number}" for number in range(2, 100))
    return next(name for name in (*names, *numbered) if name not in document.layers)


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
    for name in (*(needed.dxf.name for needed in required), *sorted(document.entitydb.dxf_types_in_use())):
        document.classes.add_class(name)


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

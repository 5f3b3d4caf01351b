"""The outlines that games ask for, drawn anew from their words by shapely, not by the code under test."""

from __future__ import annotations

import math
from collections.abc import Callable

import shapely
import shapely.affinity
from shapely.ops import unary_union

from beeprint.drawing.shape import SIZES
from beeprint.game.shapes import (
    CardShape,
    DieShape,
    HexShape,
    OutlineShape,
    PolygonShape,
    RoundShape,
    ShapeSpec,
)
from beeprint.game.standees import PaperStandee, Standee, StandeeBase

#: Drawn outlines by their files: those of tests/shapes_games.py.
DRAWN: dict[str, Callable[[], shapely.Polygon]] = {}
_HEIGHT = math.sqrt(3) / 2
_BLOCKS = {
    "hexagon": ((0.5, 0), (1.5, 0), (2, 1), (1.5, 2), (0.5, 2), (0, 1)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "rhombus": ((0.5, 0), (1.5, 0), (1, 1), (0, 1)),
    "trapezoid": ((0.5, 0), (1.5, 0), (2, 1), (0, 1)),
}


def nominal(spec: ShapeSpec, rounded: bool = True) -> shapely.Polygon:
    """Return the trim of a piece, its middle at (0, 0)."""
    outline = _drawn(spec, rounded)
    middle = outline.centroid
    return shapely.affinity.translate(outline, -middle.x, -middle.y)


def _drawn(spec: ShapeSpec, rounded: bool) -> shapely.Polygon:
    match spec:
        case CardShape():
            width, height = SIZES.get(spec.size, (spec.width, spec.height))
            card = shapely.box(0, 0, *((height, width) if spec.landscape else (width, height)))
            corner = spec.corner if rounded else 0
            return card.buffer(-corner).buffer(corner, quad_segs=128) if corner else card
        case HexShape(kind="hexagon"):
            return _hexagon(spec.flats, 0 if spec.flat_top else 30)
        case HexShape():
            cells = [_hexagon(spec.flats + 1e-6, 30)]
            for turn in range(0, 360, 60):
                x, y = spec.flats * math.cos(math.radians(turn)), spec.flats * math.sin(math.radians(turn))
                cells.append(shapely.affinity.translate(cells[0], x, y))
            return shapely.affinity.rotate(unary_union(cells).simplify(1e-4), 30 if spec.flat_top else 0, origin=(0, 0))
        case PolygonShape():
            return shapely.Polygon([(x * spec.edge, y * spec.edge * _HEIGHT) for x, y in _BLOCKS[spec.polygon]])
        case RoundShape():
            return shapely.Point(0, 0).buffer(spec.diameter / 2, quad_segs=256)
        case DieShape():
            return _net(spec.edge, spec.tab)
        case OutlineShape():
            return DRAWN[spec.file]()
        case PaperStandee():
            return shapely.box(0, 0, spec.width, 2 * (spec.height + spec.foot))
        case Standee():
            return _standee(spec)
        case StandeeBase(form="round"):
            return shapely.Point(0, 0).buffer(spec.width / 2, quad_segs=256)
        case StandeeBase():
            return shapely.box(0, 0, spec.width, spec.width)


def _standee(spec: Standee) -> shapely.Polygon:
    """Return a standee of board of 2 mm: its head rounded, its slot 1.75 mm wide at the inner end."""
    w, h, r = spec.width, spec.height, spec.corner
    body = shapely.box(0, r, w, h).union(shapely.box(r, 0, w - r, h))
    for x in (r, w - r):
        body = body.union(shapely.Point(x, r).buffer(r, quad_segs=24))
    if spec.slot == "tongue":
        half = (spec.tongue or w / 2) / 2
        return body.union(shapely.box(w / 2 - half, h, w / 2 + half, h + 2))
    end = h - (spec.deep or h / 2)
    mouth = {"upper": 0, "lower": h}[spec.slot]
    slot = [(w / 2 - 1, mouth), (w / 2 - 0.875, end), (w / 2 + 0.875, end), (w / 2 + 1, mouth)]
    return body.difference(shapely.Polygon(slot))


def _hexagon(flats: float, first: float) -> shapely.Polygon:
    radius, turns = flats / math.sqrt(3), [math.radians(first + 60 * step) for step in range(6)]
    return shapely.Polygon([(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns])


def _net(edge: float, tab: float) -> shapely.Polygon:
    """Return a column of four faces, one to the left and right of the second, tabs beside the others and below."""
    column = shapely.box(0, 0, edge, 4 * edge).union(shapely.box(-edge, edge, 2 * edge, 2 * edge))
    flap = shapely.Polygon([(0, 0), (tab, 0.7 * tab), (tab, edge - 0.7 * tab), (0, edge)])
    right = [shapely.affinity.translate(flap, edge, row * edge) for row in (0, 2, 3)]
    left = [shapely.affinity.scale(tab_shape, -1, 1, origin=(edge / 2, 0)) for tab_shape in right]
    below = shapely.affinity.translate(shapely.affinity.rotate(flap, 90, origin=(0, 0)), edge, 4 * edge)
    return unary_union([column, *right, *left, below])

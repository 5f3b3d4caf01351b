"""Draw a symbol with one of its colours replaced by another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beeprint.base.colour import Colour
from beeprint.draw.drawing import Group, ImageMark, Mark, Paint, PathMark, Solid, Symbol, Use, group, path_mark, use


def recoloured(symbol: Symbol, old: Colour, new: Colour) -> Symbol:
    """Return the symbol with `new` wherever it had `old`, in fills, lines, letters and gradients; pixels stay."""
    return Symbol.of(_marks(symbol.marks, old, new))


def _marks(marks: tuple[Mark, ...], old: Colour, new: Colour) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, ImageMark):
            yield mark
        elif isinstance(mark, PathMark):
            fill = None if mark.fill is None else _paint(mark.fill, old, new)
            stroke = None if mark.stroke is None else replace(mark.stroke, paint=_paint(mark.stroke.paint, old, new))
            yield path_mark(mark.path, fill, stroke, mark.layer, mark.even_odd)
        elif isinstance(mark, Group):
            inner = _marks(mark.marks, old, new)
            yield group(inner, mark.transform, mark.opacity, mark.clip, mark.piece, mark.engrave, mark.even_odd)
        elif isinstance(mark, Use):
            yield use(recoloured(mark.symbol, old, new), mark.transform)
        else:
            paint = _paint(mark.paint, old, new)
            yield replace(mark, paint=paint) if isinstance(paint, Solid) else mark


def _paint(paint: Paint, old: Colour, new: Colour) -> Paint:
    if isinstance(paint, Solid):
        return replace(paint, colour=new) if paint.colour.hex == old.hex else paint
    stops = tuple(replace(stop, colour=new) if stop.colour.hex == old.hex else stop for stop in paint.stops)
    return replace(paint, stops=stops)

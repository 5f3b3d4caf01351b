"""Draw marks with other paints, or without some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.drawing.drawing import Group, ImageMark, Mark, Paint, PathMark, Solid, Symbol, Use, group, path_mark, use

#: What becomes of a paint; None where nothing is painted.
Change = Callable[[Paint], Paint | None]


def recoloured(symbol: Symbol, old: Colour, new: Colour) -> Symbol:
    """Return the symbol with `new` wherever it had `old`, in fills, lines, letters and gradients; pixels stay."""

    def change(paint: Paint) -> Paint:
        if isinstance(paint, Solid):
            return replace(paint, colour=new) if paint.colour.hex == old.hex else paint
        stops = tuple(replace(stop, colour=new) if stop.colour.hex == old.hex else stop for stop in paint.stops)
        return replace(paint, stops=stops)

    return Symbol.of(repainted(symbol.marks, change))


def without(marks: Iterable[Mark], colours: Set[Colour]) -> tuple[Mark, ...]:
    """Return marks without what is painted in one of some colours."""

    def change(paint: Paint) -> Paint | None:
        return None if isinstance(paint, Solid) and paint.colour in colours else paint

    return tuple(repainted(marks, change))


def repainted(marks: Iterable[Mark], change: Change) -> Iterator[Mark]:
    """Yield marks with other paints; what paints nothing is left out, and pictures stay."""
    for mark in marks:
        if isinstance(mark, ImageMark):
            yield mark
        elif isinstance(mark, PathMark):
            fill = None if mark.fill is None else change(mark.fill)
            line = None if mark.stroke is None else change(mark.stroke.paint)
            stroke = None if mark.stroke is None or line is None else replace(mark.stroke, paint=line)
            if (fill, stroke) != (None, None) or (mark.fill, mark.stroke) == (None, None):
                yield path_mark(mark.path, fill, stroke, mark.layer, mark.even_odd)
        elif isinstance(mark, Group):
            inner = repainted(mark.marks, change)
            yield group(inner, mark.transform, mark.opacity, mark.clip, mark.piece, mark.engrave, mark.even_odd)
        elif isinstance(mark, Use):
            yield use(Symbol.of(repainted(mark.symbol.marks, change)), mark.transform)
        else:
            paint = change(mark.paint)
            if isinstance(paint, Solid):
                yield replace(mark, paint=paint)

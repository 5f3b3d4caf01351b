"""Marks that are small or thin: which are printed in one ink, since two that do not register blur them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec.structs import replace

from beeprint.base.geometry import PT_PER_MM, Affine
from beeprint.drawing.drawing import Mark, Paint, PathMark, Run, Solid, Symbol, walk

#: Text up to this size in points, and lines up to this width in mm: what printers ask for ranges from 8 to 12 pt.
FINE_TEXT, FINE_LINE = 12.0, 0.4
#: The thinnest line that is printed, in mm: a quarter of a point, which printers name as the least.
LEAST_LINE = 0.088


def is_fine_text(size: float) -> bool:
    """Return whether text of an em in mm is so small that inks which do not register blur it."""
    return size * PT_PER_MM <= FINE_TEXT + 0.01


def is_fine_line(width: float) -> bool:
    """Return whether a line of a width in mm is so thin that inks which do not register blur it."""
    return width <= FINE_LINE


def printable(width: float, scale: float) -> float:
    """Return a line's width, no thinner than what prints; `scale` is how many mm a unit of it is."""
    return max(width, LEAST_LINE / scale) if width > 0 < scale else width


def print_mark(mark: PathMark | Run, at: Affine, repaint: Callable[[Paint, bool], Paint | None]) -> Iterable[Mark]:
    """Return a text or a path as it prints, its lines no thinner than LEAST_LINE; `at` places it on the page.

    `repaint` takes a paint and whether it paints something fine. A mark that loses all its paints is left out.
    """
    if isinstance(mark, Run):
        paint = repaint(mark.paint, is_fine_text(mark.size * (at @ mark.place).scale))
        return (replace(mark, paint=paint),) if isinstance(paint, Solid) else ()
    fill, stroke = mark.fill, mark.stroke
    if fill is not None:
        fill = repaint(fill, False)
    if stroke is not None:
        line = repaint(stroke.paint, is_fine_line(stroke.width * at.scale))
        stroke = None if line is None else replace(stroke, paint=line, width=printable(stroke.width, at.scale))
    return () if mark.paints and fill is None and stroke is None else (mark.painted(fill, stroke),)


def detail(symbol: Symbol, scale: float) -> tuple[float, ...]:
    """Return what differs in a symbol where it is drawn at a scale: which marks are fine, and how lines are widened."""
    texts, lines = _sizes(symbol)
    fine = sum(is_fine_text(size * scale) for size in texts), sum(is_fine_line(width * scale) for width in lines)
    # Lines that are widened are as wide wherever the symbol is nearly as large.
    return (*fine, float(f"{scale:.3g}") if any(width * scale < LEAST_LINE for width in lines) else 0)


@lru_cache(maxsize=4096)
def _sizes(symbol: Symbol) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the different sizes of texts and widths of lines in a symbol, as it is drawn at its own size."""
    texts: set[float] = set()
    lines: set[float] = set()
    for mark, at in walk(symbol.marks):
        if isinstance(mark, Run):
            texts.add(round(mark.size * (at @ mark.place).scale, 4))
        elif isinstance(mark, PathMark) and mark.stroke is not None and mark.stroke.width > 0:
            lines.add(round(mark.stroke.width * at.scale, 4))
    return tuple(sorted(texts)), tuple(sorted(lines))

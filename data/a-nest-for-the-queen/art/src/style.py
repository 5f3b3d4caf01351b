"""How this game's art is drawn: two decimals, outlines all round, rounded slabs."""

from __future__ import annotations

from art.pen import Canvas, Paths, Studio

STUDIO = Studio(__file__, Paths())
DETAIL = 0.25  # mm, lines inside an outline

number, polygon, polyline = STUDIO.paths.number, STUDIO.paths.polygon, STUDIO.paths.polyline
smooth, oval = STUDIO.paths.smooth, STUDIO.paths.oval


def slab(x: float, y: float, width: float, height: float, radius: float = 0.0) -> str:
    """Return a rectangle with round corners as a path."""
    if not radius:
        return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    r, k = radius, radius * 0.4477
    right, foot = x + width, y + height
    at = STUDIO.paths.at
    return (
        f"M{at(x + r, y)}L{at(right - r, y)}C{at(right - k, y, right, y + k, right, y + r)}"
        f"L{at(right, foot - r)}C{at(right, foot - k, right - k, foot, right - r, foot)}"
        f"L{at(x + r, foot)}C{at(x + k, foot, x, foot - k, x, foot - r)}"
        f"L{at(x, y + r)}C{at(x, y + k, x + k, y, x + r, y)}Z"
    )


class Pen(Canvas):
    """A picture of this game."""

    studio = STUDIO
    detail_width = DETAIL

    def scaled(self, size: float, flip: bool) -> str:
        """Return the transform that enlarges and mirrors, always in both directions."""
        return f"scale({number(-size if flip else size)} {number(size)})"

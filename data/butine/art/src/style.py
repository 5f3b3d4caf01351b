"""How this game's art is drawn: shapes cut from coloured paper.

Nothing has an outline. A shape is told from what lies under it by its colour, by the shadow it throws to the lower
right, and by a fold down its middle that leaves one half in the shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, sqrt

from art.pen import ROOT3, Canvas, Frame, Paths, Point, Studio

STUDIO = Studio(__file__, Paths(comma=",", gap=" "))
SHADOW = 0.24  # how dark a shadow is: ink at this opacity
FALL = (0.22, 0.38)  # mm, how far the shadow of a single sheet falls
DEEP = ROOT3 / 2  # the height of a unit triangle

#: The tiles with unit edges, clockwise, their boxes at (0, 0): as beeprint outlines them.
TILES: dict[str, tuple[Point, ...]] = {
    "hexagon": ((0.5, 0), (1.5, 0), (2, DEEP), (1.5, 2 * DEEP), (0.5, 2 * DEEP), (0, DEEP)),
    "rhombus": ((0.5, 0), (1.5, 0), (1, DEEP), (0, DEEP)),
    "trapezoid": ((0.5, 0), (1.5, 0), (2, DEEP), (0, DEEP)),
    "triangle": ((0.5, 0), (1, DEEP), (0, DEEP)),
}

at, spot, polygon, rounded = STUDIO.paths.at, STUDIO.paths.spot, STUDIO.paths.polygon, STUDIO.paths.rounded
disc, ellipse, smooth = STUDIO.paths.disc, STUDIO.paths.ellipse, STUDIO.paths.smooth


def shrunk(points: Sequence[Point], by: float) -> list[Point]:
    """Return a clockwise convex polygon with every edge moved inwards by `by` mm."""
    lines = []
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        length = sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
        nx, ny = -(y2 - y1) / length, (x2 - x1) / length
        lines.append((nx, ny, nx * x1 + ny * y1 + by))
    corners = []
    for (a, b, c), (d, e, f) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        det = a * e - b * d
        corners.append(((c * e - b * f) / det, (a * f - c * d) / det))
    return corners


class Blade:
    """A leaf, petal or wing: half its outline as curves from (0, 0) to (1, 0) of a frame, the other half mirrored."""

    def __init__(self, *curves: tuple[Point, Point, Point]) -> None:
        """Take the curves of the half at negative v: two handles and an end each."""
        self.curves = curves

    def whole(self, to: Frame) -> str:
        """Return the outline."""
        back = []
        ends = [(0.0, 0.0), *(end for _, _, end in self.curves)]
        for (one, two, _), start in zip(reversed(self.curves), reversed(ends[:-1]), strict=True):
            back.append((two, one, start))
        there = " ".join(f"C{spot(*(to(*p) for p in curve))}" for curve in self.curves)
        again = " ".join(f"C{spot(*(to(u, -v) for u, v in curve))}" for curve in back)
        return f"M{spot(to(0, 0))} {there} {again} Z"

    def half(self, to: Frame, side: int = -1) -> str:
        """Return one half, cut along the fold: side 1 or -1."""
        there = " ".join(f"C{spot(*(to(u, -v * side) for u, v in curve))}" for curve in self.curves)
        return f"M{spot(to(0, 0))} {there} Z"


#: Half outlines for a frame in which the blade is 1 long; v is drawn out by `wide` below.
PETAL = Blade(((0.2, -0.3), (0.5, -0.52), (0.78, -0.46)), ((0.94, -0.42), (1, -0.2), (1, 0)))
LEAF = Blade(((0.22, -0.42), (0.6, -0.62), (1, 0)))
DROP = Blade(((0.1, -0.5), (0.55, -0.5), (1, 0)))


def slim(x: float, y: float, degrees: float, length: float, width: float, start: float = 0) -> Frame:
    """Return the frame of a blade that begins `start` mm from (x, y) in a direction."""
    c, s = cos(radians(degrees)), sin(radians(degrees))

    def to(u: float, v: float) -> Point:
        along, across = start + u * (length - start), v * width
        return x + along * c - across * s, y + along * s + across * c

    return to


class Sheet(Canvas):
    """A picture made of paper cuts."""

    studio = STUDIO

    def cut(self, d: str, colour: str, lift: float = 1) -> None:
        """Lay a shape so that it throws a shadow; `lift` is how high it lies."""
        move = f"translate({at(FALL[0] * lift, FALL[1] * lift)})"
        self.path(d, "ink", 0, fill_opacity=SHADOW, transform=move)
        self.flat(d, colour)

    def folded(self, blade: Blade, to: Frame, light: str, shade: str, lift: float = 1, side: int = -1) -> None:
        """Lay a blade with a fold down its middle."""
        self.cut(blade.whole(to), light, lift)
        self.flat(blade.half(to, side), shade)

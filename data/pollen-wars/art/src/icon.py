"""What the icons and emblems share: path shapes with one corner softness, and a small canvas for an icon.

Every icon is drawn in a box of 10 x 10 units and must stay clear at 5 mm printed, so no line is thinner than BOLD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from art.pen import Canvas, Paths, Point, Studio, frame, hexagon

STUDIO = Studio(__file__, Paths(comma=",", gap=" "))
BOX = 10.0
BOLD = 0.6  # units: 0.3 mm when the icon is printed at 5 mm
SOFT = 0.45  # the usual rounding of a corner
SHADE = 0.2  # how dark the second tone is: ink at this opacity
FALL = (-0.55, -0.65)  # the lit part lies this far up and left of the silhouette

number, at, spot = STUDIO.paths.number, STUDIO.paths.at, STUDIO.paths.spot
polygon, polyline = STUDIO.paths.polygon, STUDIO.paths.polyline


def blunt(points: Sequence[Point], soft: float = SOFT) -> str:
    """Return a closed polygon whose corners are rounded by `soft`."""
    return STUDIO.paths.rounded(points, soft)


def cell(x: float, y: float, radius: float) -> str:
    """Return a honeycomb cell, a corner up, as the hexes of the field lie."""
    return polygon(hexagon(x, y, radius))


def oval(x: float, y: float, rx: float, ry: float, tilt: float = 0) -> str:
    """Return an ellipse, turned clockwise by `tilt` degrees."""
    to = frame(x, y, tilt)
    arc = f"A{number(rx)} {number(ry)} {number(tilt)} 1 1"
    return f"M{spot(to(-rx, 0))} {arc} {spot(to(rx, 0))} {arc} {spot(to(-rx, 0))} Z"


def disc(x: float, y: float, r: float) -> str:
    """Return a circle."""
    return oval(x, y, r, r)


def box(x: float, y: float, w: float, h: float, tilt: float = 0, soft: float = SOFT) -> str:
    """Return a rounded box of w x h centred on (x, y), turned clockwise by `tilt` degrees."""
    to = frame(x, y, tilt)
    w, h = w / 2, h / 2
    return blunt([to(-w, -h), to(w, -h), to(w, h), to(-w, h)], soft)


def arrow(tail: Point, tip: Point, shaft: float = 1.4, head: float = 3.6, barb: float = 2.2) -> str:
    """Return a bold straight arrow: `shaft` and `head` are widths, `barb` is the length of the head."""
    length = dist(tail, tip)
    c, s = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    neck = length - barb
    side = [(0, -shaft / 2), (neck, -shaft / 2), (neck, -head / 2)]
    around = [*side, (length, 0), *((u, -v) for u, v in reversed(side))]
    return blunt([(tail[0] + u * c - v * s, tail[1] + u * s + v * c) for u, v in around], 0.3)


class Icon(Canvas):
    """One icon: bold outlined bodies, a second tone at the lower right, a white gloss at the upper left."""

    studio = STUDIO

    def __init__(self, name: str) -> None:
        """Start an empty icon that is to be saved as `art/<name>.svg`."""
        super().__init__(BOX, BOX, BOLD)
        self.name = name
        self.bodies = 0

    def body(
        self, d: str, colour: str, *, shaded: bool = True, inside: Iterable[tuple[str, str]] = (), edge: float = BOLD
    ) -> None:
        """Draw an outlined shape; `inside` lists (path, colour) of what is painted on it and cut at its edge."""
        painted = list(inside)
        if not shaded and not painted:
            self.path(d, colour, edge)
            return
        self.bodies += 1
        # The layouts may put many icons on one sheet, so the id carries the icon's name.
        with self.within(d, f"{self.name.replace('/', '-')}-{self.bodies}"):
            self.add(self.picture.rect(size=(BOX, BOX), fill=STUDIO.ink(colour)))
            if shaded:
                # Darken all of it, then lay the silhouette over it again, moved: what stays dark is the shaded rim.
                self.add(self.picture.rect(size=(BOX, BOX), fill=STUDIO.ink("ink"), opacity=SHADE))
                self.path(d, colour, 0, transform=f"translate({FALL[0]},{FALL[1]})")
            for path, tone in painted:
                self.flat(path, tone)
        self.line(d, width=edge)

    def gloss(self, d: str) -> None:
        """Add the white highlight."""
        self.line(d, "white")

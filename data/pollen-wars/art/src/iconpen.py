"""What the icons and emblems share: path shapes with one corner softness, and a small icon canvas.

Every icon is drawn in a box of 10 x 10 units and must stay clear at 5 mm printed, so no line is thinner than BOLD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, dist, pi, radians, sin

from pen import canvas, ink, outline, save

BOX = 10.0
BOLD = 0.6  # units: 0.3 mm when the icon is printed at 5 mm
SOFT = 0.45  # the usual rounding of a corner
SHADE = 0.2  # how dark the second tone is: ink at this opacity
FALL = (-0.55, -0.65)  # the lit part lies this far up and left of the silhouette

Point = tuple[float, float]


def num(value: float) -> str:
    """Return a number as path data wants it: two decimals at most, no minus zero."""
    return f"{round(value, 2) + 0.0:g}"


def at(point: Point) -> str:
    """Return a point as path data."""
    return f"{num(point[0])},{num(point[1])}"


def frame(x: float, y: float, degrees: float) -> Callable[[float, float], Point]:
    """Return a map from a frame at (x, y), turned clockwise, to the icon box."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return lambda u, v: (x + u * c - v * s, y + u * s + v * c)


def soft_polygon(points: Iterable[Point], soft: float = SOFT) -> str:
    """Return a closed polygon whose corners are rounded by `soft` (less where a side is short)."""
    corners = list(points)
    if not soft:
        return line(*corners) + " Z"
    parts: list[str] = []
    for before, here, after in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False):
        ends = []
        for other in (before, after):
            length = dist(here, other)
            share = min(soft, length / 2) / length
            ends.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
        parts.append(f"{'L' if parts else 'M'}{at(ends[0])} Q{at(here)} {at(ends[1])}")
    return " ".join(parts) + " Z"


def polygon_round(x: float, y: float, r: float, sides: int, start: float = -90, soft: float = SOFT) -> str:
    """Return a regular polygon with its first corner at `start` degrees."""
    turns = (radians(start + 360 * i / sides) for i in range(sides))
    return soft_polygon([(x + r * cos(a), y + r * sin(a)) for a in turns], soft)


def hexagon(x: float, y: float, r: float) -> str:
    """Return a honeycomb cell, a corner up, as the hexes of the field lie."""
    return polygon_round(x, y, r, 6, soft=0)


def star(x: float, y: float, outer: float, inner: float, points: int, soft: float = SOFT, start: float = -90) -> str:
    """Return a star with its first point at `start` degrees."""
    radii = (outer, inner)
    turns = [radians(start) + pi * i / points for i in range(2 * points)]
    return soft_polygon([(x + radii[i % 2] * cos(a), y + radii[i % 2] * sin(a)) for i, a in enumerate(turns)], soft)


def oval(x: float, y: float, rx: float, ry: float, tilt: float = 0) -> str:
    """Return an ellipse, turned clockwise by `tilt` degrees."""
    to = frame(x, y, tilt)
    arc = f"A{num(rx)} {num(ry)} {num(tilt)} 1 1"
    return f"M{at(to(-rx, 0))} {arc} {at(to(rx, 0))} {arc} {at(to(-rx, 0))} Z"


def disc(x: float, y: float, r: float) -> str:
    """Return a circle."""
    return oval(x, y, r, r)


def box(x: float, y: float, w: float, h: float, tilt: float = 0, soft: float = SOFT) -> str:
    """Return a rounded box of w x h centred on (x, y), turned clockwise by `tilt` degrees."""
    to = frame(x, y, tilt)
    w, h = w / 2, h / 2
    return soft_polygon([to(-w, -h), to(w, -h), to(w, h), to(-w, h)], soft)


def arrow(tail: Point, tip: Point, shaft: float = 1.4, head: float = 3.6, barb: float = 2.2) -> str:
    """Return a bold straight arrow: `shaft` and `head` are widths, `barb` is the length of the head."""
    length = dist(tail, tip)
    c, s = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    neck = length - barb
    side = [(0, -shaft / 2), (neck, -shaft / 2), (neck, -head / 2)]
    around = [*side, (length, 0), *((u, -v) for u, v in reversed(side))]
    return soft_polygon([(tail[0] + u * c - v * s, tail[1] + u * s + v * c) for u, v in around], 0.3)


def line(*points: Point) -> str:
    """Return an open line through the points."""
    return "M" + " L".join(at(p) for p in points)


class Icon:
    """One icon: bold outlined bodies, a second tone at the lower right, a white gloss at the upper left."""

    def __init__(self, name: str) -> None:
        """Start an empty icon that is saved as `art/<name>.svg`."""
        self.name = name
        self.picture = canvas(BOX, BOX)
        self.clips = 0

    def flat(self, d: str, colour: str) -> None:
        """Fill a shape without an outline."""
        self.picture.add(self.picture.path(d=d, fill=ink(colour)))

    def line(self, d: str, colour: str = "ink", width: float = BOLD) -> None:
        """Draw along a path."""
        self.picture.add(self.picture.path(d=d, fill="none", **outline(width, colour)))

    def body(
        self, d: str, colour: str, *, shaded: bool = True, inside: Iterable[tuple[str, str]] = (), edge: float = BOLD
    ) -> None:
        """Draw an outlined shape; `inside` lists (path, colour) of what is painted on it and cut at its edge."""
        painted = list(inside)
        if not shaded and not painted:
            self.picture.add(self.picture.path(d=d, fill=ink(colour), **outline(edge)))
            return
        self.clips += 1
        # The layouts may put many icons on one sheet, so the id carries the icon's name.
        clip = self.picture.clipPath(id=f"{self.name.replace('/', '-')}-{self.clips}")
        clip.add(self.picture.path(d=d))
        self.picture.defs.add(clip)
        cut = self.picture.g(clip_path=f"url(#{clip.attribs['id']})")
        cut.add(self.picture.rect(size=(BOX, BOX), fill=ink(colour)))
        if shaded:
            # Darken all of it, then lay the silhouette over it again, moved: what stays dark is the shaded rim.
            cut.add(self.picture.rect(size=(BOX, BOX), fill=ink("ink"), opacity=SHADE))
            cut.add(self.picture.path(d=d, fill=ink(colour), transform=f"translate({FALL[0]},{FALL[1]})"))
        for path, tone in painted:
            cut.add(self.picture.path(d=path, fill=ink(tone)))
        self.picture.add(cut)
        self.picture.add(self.picture.path(d=d, fill="none", **outline(edge)))

    def gloss(self, d: str) -> None:
        """Add the white highlight."""
        self.line(d, "white")

    def rod(self, d: str, colour: str, width: float) -> None:
        """Draw along a path in colour, with the outline on both sides; `width` is that of the colour."""
        self.line(d, "ink", width + 2 * BOLD)
        self.line(d, colour, width)

    def save(self) -> None:
        """Write the file."""
        save(self.picture, self.name)

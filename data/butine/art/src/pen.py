"""What the drawing scripts share: inks by name, a canvas in millimetres, and shapes cut from coloured paper.

Nothing here has an outline. A shape is told from what lies under it by its colour, by the shadow it throws to the
lower right, and by a fold down its middle that leaves one half in the shade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

import svgwrite
import yaml

ART = Path(__file__).resolve().parents[1]
SHADOW = 0.24  # how dark a shadow is: ink at this opacity
FALL = (0.22, 0.38)  # mm, how far the shadow of a single sheet falls
DEEP = sqrt(3) / 2  # the height of a unit triangle

Point = tuple[float, float]
Frame = Callable[[float, float], Point]

_INKS: dict[str, str] = yaml.safe_load((ART.parent / "palette.yaml").read_text("utf-8"))

#: The tiles with unit edges, clockwise, their boxes at (0, 0): as beeprint outlines them.
TILES: dict[str, tuple[Point, ...]] = {
    "hexagon": ((0.5, 0), (1.5, 0), (2, DEEP), (1.5, 2 * DEEP), (0.5, 2 * DEEP), (0, DEEP)),
    "rhombus": ((0.5, 0), (1.5, 0), (1, DEEP), (0, DEEP)),
    "trapezoid": ((0.5, 0), (1.5, 0), (2, DEEP), (0, DEEP)),
    "triangle": ((0.5, 0), (1, DEEP), (0, DEEP)),
}


def ink(name: str) -> str:
    """Return the screen value of a palette ink; `none` and `currentColor` pass through."""
    return name if name in ("none", "currentColor") else _INKS[name]


def num(value: float) -> str:
    """Return a number as path data wants it: two decimals at most, no minus zero."""
    return f"{round(value, 2) + 0.0:g}"


def at(point: Point) -> str:
    """Return a point as path data."""
    return f"{num(point[0])},{num(point[1])}"


def frame(x: float, y: float, degrees: float = 0, size: float = 1) -> Frame:
    """Return a map from a frame at (x, y), turned clockwise and enlarged, to the canvas."""
    c, s = cos(radians(degrees)) * size, sin(radians(degrees)) * size
    return lambda u, v: (x + u * c - v * s, y + u * s + v * c)


def polygon(points: Iterable[Point]) -> str:
    """Return a closed polygon."""
    return "M" + " L".join(at(p) for p in points) + " Z"


def oval(to: Frame, u: float, v: float, ru: float, rv: float) -> str:
    """Return an ellipse about (u, v) of a frame, in four curves."""
    k = 0.5523
    quarters = [
        ((u + ru, v + k * rv), (u + k * ru, v + rv), (u, v + rv)),
        ((u - k * ru, v + rv), (u - ru, v + k * rv), (u - ru, v)),
        ((u - ru, v - k * rv), (u - k * ru, v - rv), (u, v - rv)),
        ((u + k * ru, v - rv), (u + ru, v - k * rv), (u + ru, v)),
    ]
    curves = " ".join("C" + " ".join(at(to(*p)) for p in quarter) for quarter in quarters)
    return f"M{at(to(u + ru, v))} {curves} Z"


def disc(x: float, y: float, r: float) -> str:
    """Return a circle."""
    return oval(frame(x, y), 0, 0, r, r)


def ring(x: float, y: float, r: float, many: int, start: float = -90) -> list[tuple[float, Point]]:
    """Return as many places round a middle, each with its bearing in degrees."""
    bearings = [start + 360 * i / many for i in range(many)]
    return [(b, (x + r * cos(radians(b)), y + r * sin(radians(b)))) for b in bearings]


def star(x: float, y: float, outer: float, inner: float, points: int, start: float = -90) -> str:
    """Return a star with its first point at `start` degrees."""
    spots = ring(x, y, 1, 2 * points, start)
    radii = (outer, inner)
    return polygon((x + (px - x) * radii[i % 2], y + (py - y) * radii[i % 2]) for i, (_, (px, py)) in enumerate(spots))


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


def soft(points: Sequence[Point], by: float) -> str:
    """Return a closed polygon whose corners are rounded, beginning `by` mm before each."""
    parts: list[str] = []
    for before, here, after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        ends = []
        for other in (before, after):
            length = sqrt((other[0] - here[0]) ** 2 + (other[1] - here[1]) ** 2)
            share = min(by, length / 2) / length
            ends.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
        parts.append(f"{'L' if parts else 'M'}{at(ends[0])} Q{at(here)} {at(ends[1])}")
    return " ".join(parts) + " Z"


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
        there = " ".join("C" + " ".join(at(to(*p)) for p in curve) for curve in self.curves)
        again = " ".join("C" + " ".join(at(to(u, -v)) for u, v in curve) for curve in back)
        return f"M{at(to(0, 0))} {there} {again} Z"

    def half(self, to: Frame, side: int = -1) -> str:
        """Return one half, cut along the fold: side 1 or -1."""
        there = " ".join("C" + " ".join(at(to(u, -v * side)) for u, v in curve) for curve in self.curves)
        return f"M{at(to(0, 0))} {there} Z"


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


class Sheet:
    """A picture made of paper cuts."""

    def __init__(self, width: float, height: float) -> None:
        """Start an empty picture of `width` x `height` mm whose user unit is one millimetre."""
        self.size = (width, height)
        self.picture = svgwrite.Drawing(
            size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
        )
        self.layers: list[Any] = [self.picture]

    def flat(self, d: str, colour: str, opacity: float = 1) -> None:
        """Lay a shape flat."""
        more = {} if opacity == 1 else {"fill_opacity": opacity}
        self.layers[-1].add(self.picture.path(d=d, fill=ink(colour), **more))

    def cut(self, d: str, colour: str, lift: float = 1) -> None:
        """Lay a shape so that it throws a shadow; `lift` is how high it lies."""
        move = f"translate({num(FALL[0] * lift)},{num(FALL[1] * lift)})"
        shade = self.picture.path(d=d, fill=ink("ink"), fill_opacity=SHADOW, transform=move)
        self.layers[-1].add(shade)
        self.flat(d, colour)

    def folded(self, blade: Blade, to: Frame, light: str, shade: str, lift: float = 1, side: int = -1) -> None:
        """Lay a blade with a fold down its middle."""
        self.cut(blade.whole(to), light, lift)
        self.flat(blade.half(to, side), shade)

    def line(self, d: str, colour: str, width: float, **more: Any) -> None:
        """Lay a strip along a path."""
        style = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
        self.layers[-1].add(self.picture.path(d=d, fill="none", stroke=ink(colour), stroke_width=width, **style))

    def inside(self, d: str, name: str) -> None:
        """Cut what follows at the edge of a shape, until `done`."""
        clip = self.picture.clipPath(id=name)
        clip.add(self.picture.path(d=d))
        self.picture.defs.add(clip)
        self.open(clip_path=f"url(#{name})")

    @contextmanager
    def twice(self, name: str) -> Iterator[None]:
        """Lay what follows, and lay it again turned by 180 degrees about the middle of the picture."""
        half = self.picture.g(id=name)
        self.layers.append(half)
        yield
        self.layers.pop()
        self.picture.defs.add(half)
        middle = f"{num(self.size[0] / 2)} {num(self.size[1] / 2)}"
        self.layers[-1].add(self.picture.use(f"#{name}"))
        self.layers[-1].add(self.picture.use(f"#{name}", transform=f"rotate(180 {middle})"))

    def open(self, **attributes: Any) -> None:
        """Begin a group."""
        self.layers.append(self.picture.g(**attributes))

    def done(self) -> None:
        """End the group."""
        group = self.layers.pop()
        self.layers[-1].add(group)

    def save(self, name: str) -> None:
        """Write the picture to `art/<name>.svg`, one element a line, the same bytes on every run."""
        path = ART / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            self.picture.write(file, pretty=True, indent=1)

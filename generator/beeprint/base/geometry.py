"""Points, boxes, transforms, paths: plain values in millimetres, y down."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

MM_PER_INCH = 25.4
PT_PER_MM = 72 / MM_PER_INCH

# A quarter circle as one cubic: the handle's length for radius 1 (error 0.03 %).
_KAPPA = 4 / 3 * (math.sqrt(2) - 1)

#: Coordinates that differ by less than this, in mm, are the same.
SAME = 1e-4
#: How far the chords that a machine follows may lie from their curve, in mm.
FLAT = 0.004


class Point(NamedTuple):
    """A place, in mm."""

    x: float
    y: float


class Rect(NamedTuple):
    """A box by its top left corner and size, in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the corners clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def grow(self, by: float) -> Rect:
        """Move every edge outwards by `by` mm."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def move(self, x: float, y: float) -> Rect:
        """Move the box by x, y mm."""
        return Rect(self.x + x, self.y + y, self.width, self.height)

    @property
    def on_its_side(self) -> Rect:
        """Return the box with width and height exchanged, about the same middle."""
        middle = self.centre
        return Rect(middle.x - self.height / 2, middle.y - self.width / 2, self.height, self.width)

    def contains(self, other: Rect, tolerance: float = SAME) -> bool:
        """Return whether `other` lies inside; it may touch the edges."""
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def overlaps(self, other: Rect, tolerance: float = SAME) -> bool:
        """Return whether the two share an area; touching does not count."""
        return (
            other.x < self.right - tolerance
            and self.x < other.right - tolerance
            and other.y < self.bottom - tolerance
            and self.y < other.bottom - tolerance
        )

    def union(self, other: Rect) -> Rect:
        """Return the smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def intersection(self, other: Rect) -> Rect:
        """Return the area that both cover; its size is 0 if they do not meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y))


class Affine(NamedTuple):
    """The transform x' = a x + c y + e, y' = b x + d y + f, as SVG and PDF write it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: Affine) -> Affine:
        """Return `self` after `inner`: (self @ inner)(p) = self(inner(p))."""
        a, b, c, d, e, f = self
        k, m, n, o, p, q = inner
        product = a * k + c * m, b * k + d * m, a * n + c * o, b * n + d * o, a * p + c * q + e, b * p + d * q + f
        return tuple.__new__(Affine, product)  # `Affine(...)` takes three times as long

    def point(self, x: float, y: float) -> Point:
        """Return where x, y goes."""
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def inverse(self) -> Affine:
        """Invert the transform; ZeroDivisionError if it is singular."""
        a, b, c, d, e, f = self
        det = a * d - b * c
        return Affine(d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)

    def rect(self, box: Rect) -> Rect:
        """Return the bounding box of the transformed box."""
        a, b, c, d, e, f = self
        x, y, width, height = box
        # Written out, this takes half of what calls of `point` and `min` do.
        right, under, beside, down = a * width, b * width, c * height, d * height
        left = a * x + c * y + e + (right if right < 0 else 0) + (beside if beside < 0 else 0)
        top = b * x + d * y + f + (under if under < 0 else 0) + (down if down < 0 else 0)
        return Rect(left, top, abs(right) + abs(beside), abs(under) + abs(down))

    @property
    def scale(self) -> float:
        """Return the mean scale factor of lengths."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


IDENTITY = Affine()


def translate(x: float, y: float) -> Affine:
    """Return the move by x, y mm."""
    return Affine(1, 0, 0, 1, x, y)


def scale(x: float, y: float | None = None) -> Affine:
    """Return the scaling about the origin."""
    return Affine(x, 0, 0, x if y is None else y, 0, 0)


def rotate(degrees: float, about: tuple[float, float] = (0, 0)) -> Affine:
    """Return the turn by `degrees`, clockwise as seen (y points down), about a point; quarter turns are exact."""
    quarters = degrees / 90
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if quarters == round(quarters):
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[round(quarters) % 4]
    x, y = about
    return translate(x, y) @ Affine(cos, sin, -sin, cos, 0, 0) @ translate(-x, -y)


def mirror_x(axis: float) -> Affine:
    """Return the mirror image left to right in the vertical line x = axis."""
    return Affine(-1, 0, 0, 1, 2 * axis, 0)


def mirror_y(axis: float) -> Affine:
    """Return the mirror image top to bottom in the horizontal line y = axis."""
    return Affine(1, 0, 0, -1, 0, 2 * axis)


# The segments of a path: a move, a line, a cubic curve by its two handles and its end, and the line back to the last
# move. They are plain tuples, which are quick to create and compare, and whose text identifies drawings in the cache.
MoveTo = tuple[Literal["M"], float, float]
LineTo = tuple[Literal["L"], float, float]
CurveTo = tuple[Literal["C"], float, float, float, float, float, float]
ClosePath = tuple[Literal["Z"]]
Segment = MoveTo | LineTo | CurveTo | ClosePath
Path = tuple[Segment, ...]
#: A closed line of straight edges, given by its corners; the first is not repeated.
Ring = tuple[Point, ...]


def polygon(points: Iterable[tuple[float, float]]) -> Path:
    """Return the closed path through the points."""
    return (*line(*points), ("Z",))


def line(*points: tuple[float, float]) -> Path:
    """Return the open path through the points."""
    return tuple(("L", x, y) if index else ("M", x, y) for index, (x, y) in enumerate(points))


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """Return the ellipse about x, y as four cubics, clockwise from its right."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("Z",),
    )


def rectangle(box: Rect, rx: float = 0, ry: float | None = None) -> Path:
    """Return the box as a path, its corners rounded by rx, ry mm."""
    ry = rx if ry is None else ry
    rx, ry = min(rx, box.width / 2), min(ry, box.height / 2)
    if rx <= 0 or ry <= 0:
        return polygon(box.corners)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    kx, ky = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def transformed(path: Path, matrix: Affine) -> Path:
    """Transform every point of the path."""
    a, b, c, d, e, f = matrix
    moved: list[Segment] = []
    for segment in path:
        if segment[0] == "C":
            _, x1, y1, x2, y2, x, y = segment
            start, two = (a * x1 + c * y1 + e, b * x1 + d * y1 + f), (a * x2 + c * y2 + e, b * x2 + d * y2 + f)
            moved.append(("C", *start, *two, a * x + c * y + e, b * x + d * y + f))
        elif segment[0] == "L":
            _, x, y = segment
            moved.append(("L", a * x + c * y + e, b * x + d * y + f))
        elif segment[0] == "M":
            _, x, y = segment
            moved.append(("M", a * x + c * y + e, b * x + d * y + f))
        else:
            moved.append(segment)
    return tuple(moved)


def path_box(path: Path) -> Rect:
    """Return the bounding box of the path's end points and handles; ValueError for an empty path."""
    xs = [x for segment in path for x in segment[1::2]]
    ys = [y for segment in path for y in segment[2::2]]
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


def bounds(points: Iterable[tuple[float, float]]) -> Rect:
    """Return the bounding box of the points; ValueError if there are none."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def offset_polygon(corners: Sequence[Point], distances: Sequence[float]) -> tuple[Point, ...]:
    """Move edge i of a polygon (clockwise as seen), from corner i to i + 1, outwards by distances[i] mm.

    Corners are mitred. Two edges in a straight line keep their own distances, joined by a step.
    """
    count = len(corners)
    shifted = []
    for index, distance in enumerate(distances):
        (x1, y1), (x2, y2) = corners[index], corners[(index + 1) % count]
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y2 - y1) / length * distance, -(x2 - x1) / length * distance
        shifted.append(((x1 + nx, y1 + ny), (x2 + nx, y2 + ny)))
    result: list[Point] = []
    for index in range(count):
        (p, q), (r, s) = shifted[index - 1], shifted[index]
        dx1, dy1, dx2, dy2 = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
        cross = dx1 * dy2 - dy1 * dx2
        if abs(cross) < 1e-9 * (math.hypot(dx1, dy1) * math.hypot(dx2, dy2)):
            result += [Point(*q)] if math.dist(q, r) < SAME else [Point(*q), Point(*r)]
            continue
        t = ((r[0] - p[0]) * dy2 - (r[1] - p[1]) * dx2) / cross
        result.append(Point(p[0] + t * dx1, p[1] + t * dy1))
    return tuple(result)


def area(corners: Sequence[tuple[float, float]]) -> float:
    """Return the polygon's area in mm2, positive when its corners run clockwise as seen."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True)) / 2


def clipped(corners: Sequence[Point], box: Rect) -> tuple[Point, ...]:
    """Return the part of a polygon inside a box (Sutherland and Hodgman); empty where there is none.

    A polygon with notches may fall apart; its parts are then joined by edges along those of the box.
    """
    polygon = tuple(corners)
    for axis, limit, sign in ((0, box.x, 1), (0, box.right, -1), (1, box.y, 1), (1, box.bottom, -1)):
        polygon = tuple(_beyond(polygon, axis, limit, sign))
    return polygon


def _beyond(corners: Sequence[Point], axis: int, limit: float, sign: int) -> Iterator[Point]:
    """Yield the part of a polygon on one side of an upright or level line."""
    for a, b in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        before, after = sign * (a[axis] - limit), sign * (b[axis] - limit)
        if before >= 0:
            yield a
        if (before < 0) != (after < 0):
            share = before / (before - after)
            yield Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


# Hexagons are addressed by axial coordinates q, r (third s = -q - r). `pitch` is the distance between the centres of
# neighbours, which is the hexagon's width across flats. Formulas: Red Blob Games, "Hexagonal Grids".
_SQRT3 = math.sqrt(3)


def hex_centre(q: float, r: float, pitch: float, pointy: bool = True) -> Point:
    """Return the centre of hexagon q, r in mm; 0, 0 lies at the origin."""
    if pointy:
        return Point(pitch * (q + r / 2), pitch * _SQRT3 / 2 * r)
    return Point(pitch * _SQRT3 / 2 * q, pitch * (r + q / 2))


def hex_corners(centre: Point, pitch: float, pointy: bool = True) -> tuple[Point, ...]:
    """Return the six corners clockwise, from the top (pointy) or the top right (flat top)."""
    radius = pitch / _SQRT3
    first = -90 if pointy else -60
    return tuple(
        Point(
            centre.x + radius * math.cos(math.radians(first + 60 * k)),
            centre.y + radius * math.sin(math.radians(first + 60 * k)),
        )
        for k in range(6)
    )


#: The seven cells of a rosette: the middle, then its ring, as the axial steps run.
ROSETTE = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


#: Units of length and how many mm they are; a PostScript point is 1/72 inch.
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "pt": 1 / PT_PER_MM}
#: With how many decimals a length is written again in its unit: a step of 0.01 mm or less.
_DECIMALS = {"": 2, "mm": 2, "cm": 3, "in": 4, '"': 4, "pt": 2}
_MEASURE = re.compile(r'([+-]?(?:\d{1,9}(?:\.\d+)?|\.\d+)) ?(mm|cm|in|"|pt|)', re.ASCII)


def millimetres(text: str) -> float:
    """Parse a length, in mm or with a unit: 63, 63mm, 6.3cm, 2.5in, 10pt; ValueError for any other text."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a length in mm, or with its unit, such as 2.5in; found {text!r}")
    return float(match[1]) * _UNITS[match[2]]


def written_like(length: float, text: str) -> str:
    """Write a length in mm as `text` writes another one: in its unit, to 0.01 mm, as short as that can be."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a length, found {text!r}")
    unit = match[2]
    number = f"{length / _UNITS[unit]:.{_DECIMALS[unit]}f}".rstrip("0").rstrip(".")
    return ("0" if number == "-0" else number) + text.strip()[match.end(1) :]


def points(text: str) -> float:
    """Parse a size of text, in points or with a unit: 10, 10pt, 3.5mm; ValueError for any other text."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a number of points, found {text!r}")
    return float(match[1]) * (_UNITS[match[2]] * PT_PER_MM if match[2] else 1)

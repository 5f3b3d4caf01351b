"""A tile of any outline as a Wavefront OBJ mesh: its top and foot show a picture that holds front and back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from beeprint.base.geometry import Point, Rect
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop.table import Mosaic, face_picture

#: mm of bleed round each face in the picture, so that no ground is seen at the rim.
_RIM = 1.0
#: How far the edges of a mesh may lie from a free outline, in mm.
_COARSE = 0.05
#: mm to the inch, which is a unit of the mesh, and how thick a tile is.
INCH = 25.4
THICKNESS = 2.0


class Skin(Struct, frozen=True):
    """The picture that covers a tile: front on the left, back on the right; the front alone where there is no back."""

    picture: Mosaic
    parts: int


def skin(shape: Shape, front: Symbol, back: Symbol | None, dpi: float, most: int) -> Skin:
    """Return the picture of a tile's two sides at `dpi`, no side longer than `most` pixels."""
    box = boxed(shape)
    parts = 2 if back else 1
    each = min(dpi / INCH, most / (box.width * parts), most / box.height)
    width, height = max(1, int(box.width * each)), max(1, int(box.height * each))
    faces = [face_picture(symbol, box, width, height) for symbol in (front, back) if symbol]
    return Skin(Mosaic(parts, 1, width, height, dict(enumerate(faces))), parts)


def boxed(shape: Shape) -> Rect:
    """Return the part of a face that a tile's picture shows."""
    return shape.box.grow(_RIM)


def tile(shape: Shape, parts: int) -> str:
    """Return the mesh of a tile that lies flat, y upwards, an inch to the unit, its middle at the origin.

    Seen from above its front is upright with x to the right; turned about its long axis its back is.
    """
    return _free(shape, parts) if shape.curve else _prism(shape, shape.corners, parts)


def collider(shape: Shape) -> str:
    """Return a convex mesh inside the outline to collide with: neighbours that interlock do not push each other off."""
    if shape.curve:
        return _prism(shape, shape.hull, 1)
    core = tuple(b for a, b, c in _triples(shape.corners) if _turn(a, b, c) < -1e-6)
    return _prism(shape, core if len(core) > 2 else shape.corners, 1)


def _triples(ring: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    return [(ring[i - 1], ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return how an outline turns at b: positive to the right, as a clockwise one does at its convex corners."""
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)


def _prism(shape: Shape, ring: Sequence[Point], parts: int) -> str:
    """Return the prism over a clockwise outline that is seen whole from the middle of the shape's box."""
    middle, count = shape.box.centre, len(ring)
    lines = _points(shape, (middle, *ring), _pairs(ring), parts)
    foot = count + 1  # the numbers of the lower side's points begin after the upper side's
    for i in range(count):
        here, after = i + 2, (i + 1) % count + 2
        lines.append(_face((1, 1, 1), (after, after, 1), (here, here, 1)))
        lines.append(_face((1 + foot, 1 + foot, 2), (here + foot, here + foot, 2), (after + foot, after + foot, 2)))
        lines += _rim(here, after, foot, i + 3)
    return "\n".join(lines) + "\n"


def _free(shape: Shape, parts: int) -> str:
    """Return the prism over a free outline with its holes."""
    shape = shape.coarse(_COARSE)
    edges = [edge for ring in (shape.corners, *shape.rings) for edge in _pairs(ring)]
    points = [a for a, _ in edges]
    number = {point: index for index, point in enumerate(points, start=1)}
    foot = len(points)
    lines = _points(shape, points, edges, parts)
    for triangle in shape.triangles():
        # Seen from above, y down, the corners run clockwise; a face's run the other way.
        c, b, a = (number[point] for point in triangle)
        lines.append(_face((a, a, 1), (b, b, 1), (c, c, 1)))
        lines.append(_face((a + foot, a + foot, 2), (c + foot, c + foot, 2), (b + foot, b + foot, 2)))
    for index, (start, end) in enumerate(edges):
        lines += _rim(number[start], number[end], foot, index + 3)
    return "\n".join(lines) + "\n"


def _pairs(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def _points(shape: Shape, points: Sequence[Point], edges: Sequence[tuple[Point, Point]], parts: int) -> list[str]:
    """Return the head of a mesh: points, where they are in the picture, and the ways that sides face."""
    middle, box = shape.box.centre, boxed(shape)
    # A front that is seen from below too stays readable, unless its outline fits there only as in a mirror.
    turned = parts > 1 or shape.is_symmetric

    def at(point: Point, up: float) -> str:
        return f"v {_n((point.x - middle.x) / INCH)} {_n(up)} {_n((point.y - middle.y) / INCH)}"

    def seen(point: Point, below: bool) -> str:
        x = shape.width - point.x if below and turned else point.x
        part = parts - 1 if below else 0
        return f"vt {_n((part + (x - box.x) / box.width) / parts)} {_n(1 - (point.y - box.y) / box.height)}"

    half = THICKNESS / INCH / 2
    lines = ["# a tile, made by beeprint; units are inches", "o tile"]
    lines += [at(point, up) for up in (half, -half) for point in points]
    lines += [seen(point, below) for below in (False, True) for point in points]
    lines += ["vn 0 1 0", "vn 0 -1 0"]
    lines += [f"vn {_n((b.y - a.y) / _length(a, b))} 0 {_n(-(b.x - a.x) / _length(a, b))}" for a, b in edges]
    return lines


def _rim(here: int, after: int, foot: int, normal: int) -> list[str]:
    """Return the two faces below an edge; they show the colours of the front's edge."""
    upper_a, upper_b = (here, here, normal), (after, after, normal)
    lower_a, lower_b = (here + foot, here, normal), (after + foot, after, normal)
    return [_face(upper_a, upper_b, lower_b), _face(upper_a, lower_b, lower_a)]


def _length(a: Point, b: Point) -> float:
    return float(((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5)


def _face(*corners: tuple[int, int, int]) -> str:
    return "f " + " ".join(f"{point}/{picture}/{normal}" for point, picture, normal in corners)


def _n(value: float) -> str:
    return f"{round(value, 5) + 0.0:.5f}"

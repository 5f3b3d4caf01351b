"""Look at a folded piece in parallel projection: which faces are seen, from the farthest to the nearest."""

from __future__ import annotations

import graphlib
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import Affine, Point
from beeprint.game.folding.net import Fold, Net

# Fold a net: where each panel is in space, as a slab of board as thick as it is.


class Turn(NamedTuple):
    """A rigid motion of space: three axes, where x, y and z go, and where the origin goes; lengths in mm.

    A flat net lies in z = 0 with x to the right and y down; z points away from the print, into the folded piece.
    """

    x: tuple[float, float, float] = (1, 0, 0)
    y: tuple[float, float, float] = (0, 1, 0)
    z: tuple[float, float, float] = (0, 0, 1)
    origin: tuple[float, float, float] = (0, 0, 0)

    def point(self, x: float, y: float, z: float = 0) -> tuple[float, float, float]:
        """Return where a point goes."""
        a, b, c, d = self.x, self.y, self.z, self.origin
        return (
            a[0] * x + b[0] * y + c[0] * z + d[0],
            a[1] * x + b[1] * y + c[1] * z + d[1],
            a[2] * x + b[2] * y + c[2] * z + d[2],
        )

    def after(self, inner: Turn) -> Turn:
        """Return this motion after another one."""
        origin = self.point(0, 0, 0)

        def way(axis: tuple[float, float, float]) -> tuple[float, float, float]:
            to = self.point(*axis)
            return (to[0] - origin[0], to[1] - origin[1], to[2] - origin[2])

        return Turn(way(inner.x), way(inner.y), way(inner.z), self.point(*inner.origin))


class Slab(Struct, frozen=True):
    """A panel of a folded net: its outline in mm of the net, the motion that folds it, and how thick it is.

    The printed face is at z = 0 before the motion, the inner face at z = thickness.
    """

    name: str
    ring: tuple[Point, ...]
    turn: Turn
    thickness: float

    @property
    def outer(self) -> list[tuple[float, float, float]]:
        """Return the corners of the printed face in space."""
        return [self.turn.point(*corner) for corner in self.ring]

    @property
    def inner(self) -> list[tuple[float, float, float]]:
        """Return the corners of the inner face in space."""
        return [self.turn.point(*corner, self.thickness) for corner in self.ring]


def folded(net: Net, share: float = 1.0) -> Mapping[str, Slab]:
    """Return the panels of a net by name, every fold made to a `share` of its angle; the root stays where it is."""
    turns: dict[str, Turn] = {}

    def turn(name: str) -> Turn:
        if name not in turns:
            fold = net.by_name[name].fold
            turns[name] = Turn() if fold is None else turn(fold.parent).after(_about(fold, share))
        return turns[name]

    return {panel.name: Slab(panel.name, panel.ring, turn(panel.name), net.thickness) for panel in net.panels}


def _about(fold: Fold, share: float) -> Turn:
    """Return the turn about a fold line, by Rodrigues' formula.

    The panel lies on the left of the line from its start to its end, and a positive angle moves it to z > 0.
    """
    length = math.dist(fold.start, fold.end)
    u, v = (fold.end.x - fold.start.x) / length, (fold.end.y - fold.start.y) / length
    cos, sin = _exact(math.cos(math.radians(fold.angle * share))), _exact(math.sin(math.radians(fold.angle * share)))
    x = (cos + u * u * (1 - cos), u * v * (1 - cos), v * sin)
    y = (u * v * (1 - cos), cos + v * v * (1 - cos), -u * sin)
    z = (-v * sin, u * sin, cos)
    sx, sy = fold.start
    moved = Turn(x, y, z).point(sx, sy)
    return Turn(x, y, z, (sx - moved[0], sy - moved[1], -moved[2]))


def _exact(value: float) -> float:
    """Return a sine or cosine without what is left of it at quarter turns."""
    return 0.0 if abs(value) < 1e-12 else value


Spot = tuple[float, float, float]
#: mm: what is less apart lies in one plane, and faces that share less than this squared do not hide each other.
_NEAR = 0.02


class Face(NamedTuple):
    """A face of a panel that is seen: where the net's mm go in the picture, and which way the face looks.

    `printed` is false for the inner face; `facing` is the direction that it faces: x to the right, y down, z away.
    """

    panel: str
    printed: bool
    ring: tuple[Point, ...]
    at: Affine
    facing: Spot


def view(net: Net, yaw: float, pitch: float) -> list[Face]:
    """Return the faces of a folded net that are seen, in painting order, in mm.

    The piece stands as it is used, its front towards the reader, and is turned by `yaw` degrees about the upright axis,
    so that its right side comes forward, and by `pitch` so that its top does.
    """
    camera = _about_x(pitch).after(_about_y(yaw)).after(_standing(net))
    faces = [face for slab in folded(net).values() for face in _faces(slab, camera)]
    return [face for face, _ in _from_far_to_near([item for item in faces if item[0].facing[2] < -1e-6])]


def _standing(net: Net) -> Turn:
    """Return the turn after which a piece stands: a bottom that is the root of a net faces down, a top up."""
    return {"bottom": _about_x(90), "top": _about_x(-90)}.get(net.panels[0].name, Turn())


def _about_x(degrees: float) -> Turn:
    """Return a turn that moves what faces the reader down, by an angle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Turn((1, 0, 0), (0, cos, sin), (0, -sin, cos))


def _about_y(degrees: float) -> Turn:
    """Return a turn that brings what is on the right forward, by an angle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Turn((cos, 0, -sin), (0, 1, 0), (sin, 0, cos))


def _faces(slab: Slab, camera: Turn) -> Iterator[tuple[Face, list[Spot]]]:
    """Yield the printed and the inner face of a panel, with their corners in space."""
    turn = camera.after(slab.turn)
    for printed, depth in ((True, 0.0), (False, slab.thickness)):
        x, y, _ = turn.point(0, 0, depth)
        at = Affine(turn.x[0], turn.x[1], turn.y[0], turn.y[1], x, y)
        sign = -1 if printed else 1
        facing = (sign * turn.z[0], sign * turn.z[1], sign * turn.z[2])
        corners = [turn.point(*corner, depth) for corner in slab.ring]
        yield Face(slab.name, printed, slab.ring, at, facing), corners


_Seen = tuple[Face, list[Spot]]


def _from_far_to_near(faces: Sequence[_Seen]) -> list[_Seen]:
    """Return faces so that each comes after all that it hides (M. E. Newell, R. G. Newell and T. L. Sancha, 1972)."""
    from shapely import Polygon

    flat = [Polygon([(x, y) for x, y, _ in corners]) for _, corners in faces]
    behind: dict[int, set[int]] = {index: set() for index in range(len(faces))}
    for pair, other in combinations(range(len(faces)), 2):
        if flat[pair].intersection(flat[other]).area < _NEAR:
            continue
        if _is_behind(faces[pair], faces[other]):
            behind[other].add(pair)
        elif _is_behind(faces[other], faces[pair]):
            behind[pair].add(other)
    return [faces[index] for index in graphlib.TopologicalSorter(behind).static_order()]


def _is_behind(seen_face: _Seen, other: _Seen) -> bool:
    """Return whether a face lies behind the plane of another, or that one before its plane."""
    far = _depths(seen_face[1], other)
    near = _depths(other[1], seen_face)
    if max(map(abs, far)) < _NEAR:
        # In one plane: where two panels are glued to each other, their prints are seen.
        return other[0].printed and not seen_face[0].printed
    return max(far) < _NEAR or min(near) > -_NEAR


def _depths(corners: Sequence[Spot], plane: _Seen) -> list[float]:
    """Return how far corners lie before the plane of a face, in mm, towards the reader."""
    (x, y, z), (px, py, pz) = plane[0].facing, plane[1][0]
    return [(a - px) * x + (b - py) * y + (c - pz) * z for a, b, c in corners]

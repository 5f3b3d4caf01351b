"""Look at a folded piece in parallel projection: which faces are seen, from the farthest to the nearest."""

from __future__ import annotations

import graphlib
import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from beeprint.base.geometry import Affine, Point
from beeprint.folding.net import Net
from beeprint.folding.solid import Slab, Turn, folded

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
    found = [face for slab in folded(net).values() for face in _faces(slab, camera)]
    return [face for face, _ in _from_far_to_near([one for one in found if one[0].facing[2] < -1e-6])]


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
    for one, other in combinations(range(len(faces)), 2):
        if flat[one].intersection(flat[other]).area < _NEAR:
            continue
        if _is_behind(faces[one], faces[other]):
            behind[other].add(one)
        elif _is_behind(faces[other], faces[one]):
            behind[one].add(other)
    return [faces[index] for index in graphlib.TopologicalSorter(behind).static_order()]


def _is_behind(one: _Seen, other: _Seen) -> bool:
    """Return whether a face lies behind the plane of another, or that one before its plane."""
    far = _depths(one[1], other)
    near = _depths(other[1], one)
    if max(map(abs, far)) < _NEAR:
        # In one plane: where two panels are glued to each other, their prints are seen.
        return other[0].printed and not one[0].printed
    return max(far) < _NEAR or min(near) > -_NEAR


def _depths(corners: Sequence[Spot], plane: _Seen) -> list[float]:
    """Return how far corners lie before the plane of a face, in mm, towards the reader."""
    (x, y, z), (px, py, pz) = plane[0].facing, plane[1][0]
    return [(a - px) * x + (b - py) * y + (c - pz) * z for a, b, c in corners]

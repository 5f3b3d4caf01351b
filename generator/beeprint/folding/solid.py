"""Fold a net: where each panel is in space, as a slab of board as thick as it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import Point
from beeprint.folding.net import Fold, Net


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

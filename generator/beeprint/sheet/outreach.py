"""How far bleed reaches beyond a piece: further at its corners than along its edges."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.base.geometry import Point, Rect, bounds, clipped
from beeprint.draw.shape import Shape

# A corner whose bleed reaches further than this share of its width beyond the piece is acute, and its tip is cut off.
_ACUTE = 1.3


def blunted(corners: Sequence[Point], box: Rect, reach: float) -> Sequence[Point]:
    """Cut off the tips of a bleed's outline where its corners are so acute that they reach far beyond a box."""
    if box.grow(_ACUTE * reach).contains(bounds(corners)):
        return corners
    return clipped(corners, box.grow(reach))


def outer_box(shape: Shape, reach: float) -> Rect:
    """Return the box of a shape with bleed that reaches so far beyond its edges, in mm."""
    if not shape.edges:
        return shape.box.grow(reach)
    return bounds(blunted(shape.offset_corners([reach] * len(shape.corners)), shape.box, reach))


def outreach(shape: Shape, reach: float) -> float:
    """Return how far such bleed reaches beyond the box of a shape, in mm, on the side where it reaches furthest."""
    box, outer = shape.box, outer_box(shape, reach)
    return max(box.x - outer.x, box.y - outer.y, outer.right - box.right, outer.bottom - box.bottom)

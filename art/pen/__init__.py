"""What the scripts of all games draw with: points, paths, a canvas in mm, inks by name, files of the same bytes."""

from __future__ import annotations

from .canvas import Canvas, clip
from .paths import Paths
from .points import ROOT3, Frame, Point, around, bearings, frame, hexagon, ring, star
from .studio import DETAIL, LINE, Drawn, Picture, Studio

__all__ = [
    "DETAIL",
    "LINE",
    "ROOT3",
    "Canvas",
    "Drawn",
    "Frame",
    "Paths",
    "Picture",
    "Point",
    "Studio",
    "around",
    "bearings",
    "clip",
    "frame",
    "hexagon",
    "ring",
    "star",
]

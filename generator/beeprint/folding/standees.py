"""Standees folded from paper."""

from __future__ import annotations

from beeprint.base.geometry import Point
from beeprint.folding.net import Fold, Net, Panel, rectangle


def paper_standee(width: float, height: float, foot: float) -> Net:
    """Return a standee folded over at its head: front, back upside down above it, and a foot at either end.

    The feet fold outwards, so that it stands like a T upside down. The paper's thickness is not counted: front and back
    are glued to each other.
    """
    w, h = width, height
    head, sole = Point(0, 0), Point(w, 0)
    panels = (
        Panel("front", rectangle(0, 0, w, h)),
        Panel("back", rectangle(0, -h, w, 0), Fold("front", head, sole, 180), 180),
        Panel("foot-front", rectangle(0, h, w, h + foot), Fold("front", Point(w, h), Point(0, h), -90)),
        Panel("foot-back", rectangle(0, -h - foot, w, -h), Fold("back", Point(0, -h), Point(w, -h), -90), 180),
    )
    return Net(panels).at_origin

"""Lay out rows of data: slots become marks, faults become problems at the cell they come from."""

from beeprint.face.layout.anatomy import SlotView, anatomy, boxes_shown
from beeprint.face.layout.deck_faces import DeckFaces, KeptFaces
from beeprint.face.layout.face import (
    SIDES,
    Area,
    Art,
    Face,
    FaceId,
    Ink,
    LayoutContext,
    Painted,
    Side,
    SlotMarks,
    blamed,
)
from beeprint.face.layout.inline import Inline

__all__ = [
    "SIDES",
    "Area",
    "Art",
    "DeckFaces",
    "Face",
    "FaceId",
    "Ink",
    "Inline",
    "KeptFaces",
    "LayoutContext",
    "Painted",
    "Side",
    "SlotMarks",
    "SlotView",
    "anatomy",
    "blamed",
    "boxes_shown",
]

"""Lay out rows of data: slots become marks, faults become problems at the cell they come from."""

from beeprint.face.layout.cache import lay_out
from beeprint.face.layout.face import Face, Ink, LayoutContext, Side, blamed
from beeprint.face.layout.inline import Inline

__all__ = ["Face", "Ink", "Inline", "LayoutContext", "Side", "blamed", "lay_out"]

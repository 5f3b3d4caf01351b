"""Lay rows of data out by a layout: slots become marks, faults become problems at the cell they come from."""

from beeprint.face.layout.desk import lay_out
from beeprint.face.layout.face import Face, Ink, Side, Studio, blamed
from beeprint.face.layout.inline import Inline

__all__ = ["Face", "Ink", "Inline", "Side", "Studio", "blamed", "lay_out"]

"""Lay rows of data out by a layout: slots become marks, faults become problems at the cell they come from."""

from beeprint.layout.desk import lay_out
from beeprint.layout.face import Face, Ink, Side, Studio, blamed
from beeprint.layout.inline import Inline

__all__ = ["Face", "Ink", "Inline", "Side", "Studio", "blamed", "lay_out"]

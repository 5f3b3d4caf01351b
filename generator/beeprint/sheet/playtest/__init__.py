"""Faces for a playtest: the same layouts in little ink, each stamped with the version and its piece's id."""

from beeprint.sheet.playtest.ink import LowInk
from beeprint.sheet.playtest.room import Taken, Takers, straight
from beeprint.sheet.playtest.stamp import Stamp, placed, stamped

__all__ = ["LowInk", "Stamp", "Taken", "Takers", "placed", "stamped", "straight"]

"""Faces for a playtest: the same layouts in little ink, each stamped with the version and its piece's id."""

from beeprint.playtest.ink import LowInk
from beeprint.playtest.room import Taken, Takers, straight
from beeprint.playtest.stamp import Stamp, placed, stamped

__all__ = ["LowInk", "Stamp", "Taken", "Takers", "placed", "stamped", "straight"]

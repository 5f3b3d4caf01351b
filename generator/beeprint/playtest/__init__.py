"""Faces for a playtest: the same layouts in little ink, each stamped with the version and its piece's id."""

from beeprint.playtest.ink import LowInk
from beeprint.playtest.stamp import Taken, stamped, straight

__all__ = ["LowInk", "Taken", "stamped", "straight"]

"""The waist as files: write a Drawing as SVG in normal form, read SVG as a Drawing."""

from beeprint.svg.closed import Closed, closed
from beeprint.svg.document import parse
from beeprint.svg.frame import Spot, Spots, onto, take_spots
from beeprint.svg.read import read, read_tree
from beeprint.svg.write import write

__all__ = ["Closed", "Spot", "Spots", "closed", "onto", "parse", "read", "read_tree", "take_spots", "write"]

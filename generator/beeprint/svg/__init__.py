"""The waist as files: write a Drawing as SVG in normal form, read SVG as a Drawing."""

from beeprint.svg.read import read
from beeprint.svg.write import write

__all__ = ["read", "write"]

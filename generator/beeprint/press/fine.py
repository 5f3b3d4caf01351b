"""Which marks are so fine that they are printed in one ink, since two that do not register blur them."""

from beeprint.base.geometry import PT_PER_MM

#: Text up to this size in points, and lines up to this width in mm: what printers ask for ranges from 8 to 12 pt.
FINE_TEXT, FINE_LINE = 12.0, 0.4


def is_fine_text(size: float) -> bool:
    """Return whether text of an em in mm is so small that inks which do not register blur it."""
    return size * PT_PER_MM <= FINE_TEXT + 0.01


def is_fine_line(width: float) -> bool:
    """Return whether a line of a width in mm is so thin that inks which do not register blur it."""
    return width <= FINE_LINE

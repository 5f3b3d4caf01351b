"""The red box that takes the place of a character in a draft, where no font has it."""

from __future__ import annotations

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, rectangle
from beeprint.drawing.drawing import PathMark, Solid, Stroke, path_mark

#: What the name of such a box begins with among the icons of a text, before the character; no icon's name does.
BOX = "\ufffd"

_RED, _PALE = Colour(214, 32, 32), Colour(252, 228, 228)
# The width of its line and its distance from the letters around it, as shares of its side.
_LINE, _INSET = 0.08, 0.06


def box_mark(box: Rect) -> PathMark:
    """Return the mark of a box of one em."""
    line = _LINE * box.height
    return path_mark(rectangle(box.grow(-_INSET * box.height - line / 2)), Solid(_PALE), Stroke(Solid(_RED), line))

"""Set text into a box: markup, line breaking, hyphenation, bidirectional text, fitting, alignment."""

from beeprint.drawing.text.breaks import hyphenates, languages
from beeprint.drawing.text.fallback import BOX, box_mark, stretches
from beeprint.drawing.text.fitting import Style
from beeprint.drawing.text.levels import BOTH_WAYS, mirror
from beeprint.drawing.text.paragraph import Breadth
from beeprint.drawing.text.setting import Block, Icon, compose, line_run, parted, run_box, style_of, styles, text_width

__all__ = [
    "BOTH_WAYS",
    "BOX",
    "Block",
    "Breadth",
    "Icon",
    "Style",
    "box_mark",
    "compose",
    "hyphenates",
    "languages",
    "line_run",
    "mirror",
    "parted",
    "run_box",
    "stretches",
    "style_of",
    "styles",
    "text_width",
]

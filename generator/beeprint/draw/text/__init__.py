"""Set text into a box: markup, line breaking, hyphenation, bidirectional text, fitting, alignment."""

from beeprint.draw.text.breaks import hyphenates, languages
from beeprint.draw.text.levels import BOTH_WAYS, mirror
from beeprint.draw.text.setting import Block, Icon, Style, compose, line_run, styles, text_width

__all__ = [
    "BOTH_WAYS",
    "Block",
    "Icon",
    "Style",
    "compose",
    "hyphenates",
    "languages",
    "line_run",
    "mirror",
    "styles",
    "text_width",
]

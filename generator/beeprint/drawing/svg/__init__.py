"""Write a Drawing as SVG in normal form, read SVG as a Drawing, sanitise SVG for resvg.

Modules are imported on first use: a build whose art is in the cache never loads the reader.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beeprint.drawing.svg.reader.cut_shape import read_cut_shape
    from beeprint.drawing.svg.reader.elements import read, read_tree
    from beeprint.drawing.svg.reader.limits import in_text, said_once, suits_pixels
    from beeprint.drawing.svg.reader.slot_boxes import SlotBox, SlotBoxes, page_to_face, take_slot_boxes
    from beeprint.drawing.svg.reader.xml import decoded, parse
    from beeprint.drawing.svg.sanitise import Sanitised, sanitised
    from beeprint.drawing.svg.writer import write

__all__ = [
    "Sanitised",
    "SlotBox",
    "SlotBoxes",
    "decoded",
    "in_text",
    "page_to_face",
    "parse",
    "read",
    "read_cut_shape",
    "read_tree",
    "said_once",
    "sanitised",
    "suits_pixels",
    "take_slot_boxes",
    "write",
]

# No module here may have the name of what it exports: importing it would replace the function by the module.
_HOMES = {
    "reader.cut_shape": ("read_cut_shape",),
    "reader.elements": ("read", "read_tree"),
    "reader.limits": ("in_text", "said_once", "suits_pixels"),
    "reader.slot_boxes": ("SlotBox", "SlotBoxes", "page_to_face", "take_slot_boxes"),
    "reader.xml": ("decoded", "parse"),
    "sanitise": ("Sanitised", "sanitised"),
    "writer": ("write",),
}


def __getattr__(name: str) -> Any:
    """Import what a module of this package exports."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"beeprint.drawing.svg.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

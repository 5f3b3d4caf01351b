"""Layouts as data: named slots, read from YAML with `extends`, merged, checked once for a deck's columns."""

from beeprint.template.checking import check, check_text
from beeprint.template.loading import load, merge
from beeprint.template.names import columns_named, first_column, names_used
from beeprint.template.slots import (
    Choice,
    FrameSpec,
    GridSlot,
    IconSlot,
    Layout,
    PictureSlot,
    ShapeSlot,
    Slot,
    TextSlot,
    own_box,
)

__all__ = [
    "Choice",
    "FrameSpec",
    "GridSlot",
    "IconSlot",
    "Layout",
    "PictureSlot",
    "ShapeSlot",
    "Slot",
    "TextSlot",
    "check",
    "check_text",
    "columns_named",
    "first_column",
    "load",
    "merge",
    "names_used",
    "own_box",
]

"""Layouts as data: named slots loaded from YAML, merged through `extends`, checked once against a deck's columns."""

from beeprint.face.template.checking import check
from beeprint.face.template.choosing import layouts
from beeprint.face.template.loading import load, merge, merged
from beeprint.face.template.names import bound_texts, columns_named, first_column, names_used, tables
from beeprint.face.template.pushing import is_pushing, pushed_by
from beeprint.face.template.slots import (
    ALSO,
    CHOICE_KEYS,
    KINDS,
    Choice,
    EdgeSlot,
    FrameSpec,
    GridSlot,
    IconSlot,
    Layout,
    PictureSlot,
    Repeat,
    ShapeSlot,
    Slot,
    TextSlot,
    is_box,
    own_box,
    variants_of,
)

__all__ = [
    "ALSO",
    "CHOICE_KEYS",
    "KINDS",
    "Choice",
    "EdgeSlot",
    "FrameSpec",
    "GridSlot",
    "IconSlot",
    "Layout",
    "PictureSlot",
    "Repeat",
    "ShapeSlot",
    "Slot",
    "TextSlot",
    "bound_texts",
    "check",
    "columns_named",
    "first_column",
    "is_box",
    "is_pushing",
    "layouts",
    "load",
    "merge",
    "merged",
    "names_used",
    "own_box",
    "pushed_by",
    "tables",
    "variants_of",
]

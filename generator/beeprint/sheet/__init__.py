"""Sheets: arrange pieces on paper with their backs behind them, and draw the marks to cut by."""

from beeprint.sheet.arrange import Piece
from beeprint.sheet.booklet import booklet
from beeprint.sheet.calibration import calibration
from beeprint.sheet.contact import GROUND, Contact, NamedFace, contact
from beeprint.sheet.correct import beyond, corrected
from beeprint.sheet.cutting_guide import Layout, cutting_guide
from beeprint.sheet.draw import Slug, draw
from beeprint.sheet.glue import glue_areas, has_glue
from beeprint.sheet.impose import Placed, Sheet, impose
from beeprint.sheet.papers import Paper, papers
from beeprint.sheet.posters import can_tile, holds, tiled, whole
from beeprint.sheet.registration import Outline, Registration, outlines
from beeprint.sheet.spec import SheetSpec, load

__all__ = [
    "GROUND",
    "Contact",
    "Layout",
    "NamedFace",
    "Outline",
    "Paper",
    "Piece",
    "Placed",
    "Registration",
    "Sheet",
    "SheetSpec",
    "Slug",
    "beyond",
    "booklet",
    "calibration",
    "can_tile",
    "contact",
    "corrected",
    "cutting_guide",
    "draw",
    "glue_areas",
    "has_glue",
    "holds",
    "impose",
    "load",
    "outlines",
    "papers",
    "tiled",
    "whole",
]

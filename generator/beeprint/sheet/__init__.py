"""Sheets: arrange pieces on paper with their backs behind them, and draw the marks to cut by."""

from beeprint.sheet.arrange import Piece
from beeprint.sheet.calibration import calibration
from beeprint.sheet.contact import GROUND, Contact, NamedFace, contact
from beeprint.sheet.cutting_guide import Layout, cutting_guide
from beeprint.sheet.draw import Slug, draw, glue_areas, has_glue
from beeprint.sheet.impose import Placed, Sheet, beyond, booklet, corrected, impose
from beeprint.sheet.posters import can_tile, holds, tiled, whole
from beeprint.sheet.spec import Outline, Paper, Registration, SheetSpec, load, outlines, papers

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

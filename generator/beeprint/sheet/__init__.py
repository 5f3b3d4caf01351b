"""Sheets: arrange pieces on paper with their backs behind them, and draw the marks to cut by."""

from beeprint.sheet.arrange import Piece
from beeprint.sheet.booklet import booklet
from beeprint.sheet.contact import NamedFace, contact
from beeprint.sheet.draw import Slug, draw
from beeprint.sheet.impose import Placed, Sheet, impose
from beeprint.sheet.papers import Paper, papers
from beeprint.sheet.registration import Outline, Registration, outlines
from beeprint.sheet.spec import SheetSpec, load

__all__ = [
    "NamedFace",
    "Outline",
    "Paper",
    "Piece",
    "Placed",
    "Registration",
    "Sheet",
    "SheetSpec",
    "Slug",
    "booklet",
    "contact",
    "draw",
    "impose",
    "load",
    "outlines",
    "papers",
]

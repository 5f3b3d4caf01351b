"""Sheets: which piece lies where on which paper, its back behind it, and the marks to cut by."""

from beeprint.sheet.bands import Piece
from beeprint.sheet.booklet import booklet
from beeprint.sheet.contact import Shown, contact
from beeprint.sheet.draw import Slug, draw
from beeprint.sheet.impose import Placed, Sheet, impose
from beeprint.sheet.papers import Paper, papers
from beeprint.sheet.registration import Outline, Registration, outlines
from beeprint.sheet.spec import SheetSpec, load

__all__ = [
    "Outline",
    "Paper",
    "Piece",
    "Placed",
    "Registration",
    "Sheet",
    "SheetSpec",
    "Shown",
    "Slug",
    "booklet",
    "contact",
    "draw",
    "impose",
    "load",
    "outlines",
    "papers",
]

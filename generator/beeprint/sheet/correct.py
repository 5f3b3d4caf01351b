"""Correct pages for a printer: moved, turned and scaled as vectors, so that what it does to them makes them true."""

from __future__ import annotations

from beeprint.base.geometry import Affine, Rect
from beeprint.base.printer import Flip, Printer, Side
from beeprint.draw.drawing import Drawing, group
from beeprint.sheet.impose import Sheet


def corrected(page: Drawing, side: Side, printer: Printer, flip: Flip) -> tuple[Drawing, Affine]:
    """Return a page as it has to be printed, and the transform that it has undergone.

    The page is upright: one that lies on its long side is turned clockwise by a quarter, front and back alike, since
    programs that print turn it as they like, and the printer's errors with it.
    """
    paper, matrix = _matrix(page.box, side, printer, flip)
    return Drawing(paper, (group(page.marks, matrix),)), matrix


def beyond(sheet: Sheet, printer: Printer, flip: Flip) -> float:
    """Return how far the trims of a sheet reach beyond its paper once it is corrected, in mm; 0 where they do not."""
    far = 0.0
    for side in sheet.sides:
        paper, matrix = _matrix(sheet.paper, "front" if sheet.glued else side, printer, flip)
        trims = [matrix.rect(one.trim) for one in (sheet.fronts if side == "front" else sheet.backs)]
        far = max(far, *(max(-one.x, -one.y, one.right - paper.right, one.bottom - paper.bottom) for one in trims), 0.0)
    return far


def _matrix(paper: Rect, side: Side, printer: Printer, flip: Flip) -> tuple[Rect, Affine]:
    """Return the upright paper, and the transform that a page undergoes."""
    upright = Affine()
    if paper.width > paper.height:
        paper, upright = Rect(0, 0, paper.height, paper.width), Affine(0, 1, -1, 0, paper.height, 0)
    return paper, printer.misprint(side, paper, flip).inverse() @ upright

"""Correct pages for a printer: moved, turned and scaled as vectors, so that what it does to them makes them true."""

from __future__ import annotations

from beeprint.base.geometry import Affine, Rect
from beeprint.base.printer import Flip, Printer, Side
from beeprint.draw.drawing import Drawing, group


def corrected(page: Drawing, side: Side, printer: Printer, flip: Flip) -> tuple[Drawing, Affine]:
    """Return a page as it has to be printed, and the transform that it has undergone.

    The page is upright: one that lies on its long side is turned clockwise by a quarter, front and back alike, since
    programs that print turn it as they like, and the printer's errors with it.
    """
    paper, upright = page.box, Affine()
    if paper.width > paper.height:
        paper, upright = Rect(0, 0, paper.height, paper.width), Affine(0, 1, -1, 0, paper.height, 0)
    matrix = printer.misprint(side, paper, flip).inverse() @ upright
    return Drawing(paper, (group(page.marks, matrix),)), matrix

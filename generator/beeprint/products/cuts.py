"""Print then cut: the cuts of a printed sheet, in the coordinates of its paper."""

from __future__ import annotations

from beeprint.base.geometry import area
from beeprint.laser.plan import Bed, Material, Pass, PlacedPiece, Polyline
from beeprint.laser.rings import clockwise
from beeprint.laser.route import route, route_open
from beeprint.sheet import Sheet, outlines


def bed(sheet: Sheet, stock: str, kerf: float, frame: bool = False) -> Bed:
    """Return what a machine does with the front of a printed sheet: crease its folds and cut out its pieces.

    The bed is the paper. Registration marks are guides; with `frame` the paper's edge is a guide too, to align the cuts
    with a picture of the sheet where there are no marks.
    """
    nested = tuple(
        PlacedPiece(
            placed.piece.id,
            placed.piece.id.partition("/")[0],
            placed.at,
            clockwise([placed.at.point(*corner) for corner in placed.piece.shape.ring()]),
            bool(placed.piece.shape.folds),
        )
        for placed in sheet.fronts
    )
    grown = [tuple(placed.at.point(*c) for c in placed.piece.shape.ring(kerf / 2)) for placed in sheet.fronts]
    folds = [(p.at.point(*a), p.at.point(*b)) for p in sheet.fronts for a, b in p.piece.shape.folds]
    lines = {Pass.SCORE: route_open(folds), Pass.CUT_OUTER: route(grown), Pass.GUIDE: _guides(sheet, frame)}
    paper = Material("paper", "printed paper", 0.3, kerf, 0, 0, 0)
    used = sum(area(one.outline) for one in nested)
    width, height = sheet.paper.width, sheet.paper.height
    return Bed(
        stock,
        sheet.number,
        "front",
        width,
        height,
        paper,
        kerf,
        nested,
        {pass_: some for pass_, some in lines.items() if some},
        {},
        sum(line.length for line in lines[Pass.CUT_OUTER]),
        1 - used / (width * height),
    )


def _guides(sheet: Sheet, frame: bool) -> tuple[Polyline, ...]:
    marks = outlines(sheet.registration, sheet.paper) if sheet.registration else ()
    guides = [Polyline(mark.points, mark.closed) for mark in marks]
    return (*guides, Polyline(sheet.paper.corners, True)) if frame else tuple(guides)

"""Print then cut: the cuts of a printed sheet, in the coordinates of its paper, and what is wrong with holes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from beeprint.base.geometry import Ring, area
from beeprint.base.options import FileOptions
from beeprint.base.problems import Problem
from beeprint.game.model import Deck
from beeprint.laser import checks
from beeprint.laser.beds import Setup
from beeprint.laser.checks import punched, read_open_cuts
from beeprint.laser.plan import Bed, Material, Pass, PlacedPiece, Polyline
from beeprint.laser.route import clockwise, in_order, route, route_open, shrunk
from beeprint.products.pieces import Checked, rows_of
from beeprint.sheet import Sheet, outlines

#: Paper as a material: a blade cuts whatever can be drawn.
PAPER = Material("paper", "printed paper", 0.3, 0, 0, 0, 0)


def hole_faults(checked: Checked, deck: Deck, options: FileOptions, setup: Setup) -> Iterator[Problem]:
    """Check the holes of a deck's pieces against their outline, the material, and the cuts of their backs."""
    known: set[str] = set()
    for row in rows_of(deck, options):
        face, back = checked.faces[deck.name, row.id, "front"].symbol, checked.back(deck, row)
        piece, cell, found = f"{deck.name}/{row.id}", deck.rows.place(row), punched(deck.shape, face)
        yield from checks.open_cuts(piece, read_open_cuts(face), cell)
        yield from checks.holes(piece, deck.shape, found, setup, cell)
        if back is not None and back.symbol.key not in known:
            faults = tuple(checks.backs(piece, deck.shape, found, punched(deck.shape.mirrored, back.symbol), cell))
            # A back that many pieces share is reported once.
            known |= {back.symbol.key} if faults else set()
            yield from faults


def bed(sheet: Sheet, stock: str, kerf: float, frame: bool = False) -> Bed:
    """Return what a machine does with the front of a printed sheet: crease its folds, cut holes, cut out its pieces.

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
    shared: list[Ring] = []
    alone: list[Ring] = []
    for p in sheet.fronts:
        free = bool(p.piece.shape.curve)
        (alone if free else shared).append(tuple(p.at.point(*c) for c in p.piece.shape.ring(kerf / 2)))
    folds = [(p.at.point(*a), p.at.point(*b)) for p in sheet.fronts for a, b in p.piece.shape.creases]
    slits = [(p.at.point(*a), p.at.point(*b)) for p in sheet.fronts for a, b in p.piece.shape.slits]
    inner = [tuple(p.at.point(*c) for c in hole) for p in sheet.fronts for hole in punched(p.piece.shape, p.symbol)]
    lines = {
        Pass.SCORE: route_open(folds),
        Pass.CUT_INNER: (*in_order(shrunk(hole, kerf / 2) for hole in inner), *route_open(slits)),
        Pass.CUT_OUTER: route(shared, alone),
        Pass.GUIDE: _guides(sheet, frame),
    }
    used = sum(area(one.outline) for one in nested) - sum(abs(area(hole)) for hole in inner)
    width, height = sheet.paper.width, sheet.paper.height
    return Bed(
        stock,
        sheet.number,
        "front",
        width,
        height,
        replace(PAPER, kerf=kerf),
        kerf,
        nested,
        {pass_: some for pass_, some in lines.items() if some},
        {},
        sum(line.length for pass_ in (Pass.CUT_INNER, Pass.CUT_OUTER) for line in lines[pass_]),
        1 - used / (width * height),
    )


def _guides(sheet: Sheet, frame: bool) -> tuple[Polyline, ...]:
    marks = outlines(sheet.registration, sheet.paper) if sheet.registration else ()
    guides = [Polyline(mark.points, mark.closed) for mark in marks]
    return (*guides, Polyline(sheet.paper.corners, True)) if frame else tuple(guides)

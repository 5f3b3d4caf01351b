"""Cutting: turn a checked game into beds for a laser profile, as jobs that write its files and a PDF proof."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from beeprint import __version__
from beeprint.base.geometry import Affine, Rect, Ring, area, translate
from beeprint.base.options import FileOptions, LaserOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.store import Store
from beeprint.drawing.drawing import Drawing, Symbol, group
from beeprint.drawing.fonts import Fonts
from beeprint.formats import cutsvg, dxf, gpgl, hpgl, lbrn, pdf
from beeprint.formats.pdf import Info
from beeprint.game.model import Deck, Game
from beeprint.laser import checks, costs, layers, material
from beeprint.laser.beds import CutPiece, PlannedBed, Setup, engraved, packed_beds, plan, sources_of, unpacked_beds
from beeprint.laser.checks import punched, read_open_cuts
from beeprint.laser.engrave import TangledError, engrave
from beeprint.laser.layers import LaserProfile
from beeprint.laser.material import Stack
from beeprint.laser.plan import Artwork, Bed, Material, Pass, PlacedPiece, Polyline, corrected
from beeprint.laser.proof import proof
from beeprint.laser.route import clockwise, in_order, route, route_open, shrunk
from beeprint.outputs.shared.output import Product
from beeprint.outputs.shared.pieces import Checked, copies_of, rows_of, selected
from beeprint.outputs.shared.stocks import said_of
from beeprint.sheet import Sheet, outlines
from beeprint.sources.names import slug

# Print then cut: the cuts of a printed sheet, in the coordinates of its paper, and what is wrong with holes.


#: Paper as a material: a blade cuts whatever can be drawn.
PAPER = Material("paper", "printed paper", 0.3, 0, 0, 0, 0)


def hole_faults(checked: Checked, deck: Deck, options: FileOptions, setup: Setup) -> Iterator[Problem]:
    """Check the holes of a deck's pieces against their outline, the material, and the cuts of their backs."""
    known: set[str] = set()
    for row in rows_of(deck, options):
        face, back = checked.faces[deck.name, row.id, "front"].symbol, checked.back(deck, row)
        piece, cell, rings = f"{deck.name}/{row.id}", deck.rows.place(row), punched(deck.shape, face)
        yield from checks.open_cuts(piece, read_open_cuts(face), cell)
        yield from checks.holes(piece, deck.shape, rings, setup, cell)
        if back is not None and back.symbol.key not in known:
            faults = tuple(checks.backs(piece, deck.shape, rings, punched(deck.shape.mirrored, back.symbol), cell))
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
    used = sum(area(placement.outline) for placement in nested) - sum(abs(area(hole)) for hole in inner)
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


# The files that machines read of a bed, by the formats that its laser profile names, and its proof.


#: Writes a file from a bed with its artwork, and from its title.
Write = Callable[[Path, Bed, str], None]


def writers(
    bed: Bed, profile: LaserProfile, r12: bool = False, marks: gpgl.Marks | None = None
) -> Iterator[tuple[str, Write]]:
    """Yield the end of the name of each file of a bed, and what writes it; `bed` needs no artwork here.

    Plotters have one knife: what it cuts through and what it only creases, the folds, are files of their own. They do
    not engrave, so their files hold no artwork.
    """
    size = (bed.width, bed.height)
    for kind in profile.files:
        if kind == "svg":
            yield ".svg", lambda path, whole, title: cutsvg.write(path, whole, profile, title)
        elif kind == "dxf":
            yield ".dxf", lambda path, whole, _title: dxf.write(path, whole, profile, r12)
        elif kind == "lbrn2":
            yield ".lbrn2", lambda path, whole, title: lbrn.write(path, whole, profile, title)
        else:
            for end, lines in _knife(bed):
                yield f"{end}.{'plt' if kind == 'hpgl' else kind}", partial(_plot, kind, lines, size, marks)


def write_proof(path: Path, bed: Bed, profile: LaserProfile, fonts: Fonts, info: pdf.Info) -> None:
    """Write the proof of a bed, as PDF at true size."""
    seen = proof(bed, profile, fonts, info.title)
    paper = Rect(0, 0, seen.box.width, seen.box.height)
    picture = Drawing(paper, (group(seen.marks, translate(-seen.box.x, -seen.box.y)),))
    pdf.write(path, [pdf.Page(picture, paper, paper)], fonts, info)


def _knife(bed: Bed) -> Iterator[tuple[str, tuple[Polyline, ...]]]:
    """Yield the lines to cut and those to crease, each with what is added to the file's name."""
    cuts = (*bed.lines.get(Pass.CUT_INNER, ()), *bed.lines.get(Pass.CUT_OUTER, ()))
    for end, lines in (("", cuts), ("-score", bed.lines.get(Pass.SCORE, ()))):
        if lines:
            yield end, tuple(lines)


def _plot(
    kind: str,
    lines: tuple[Polyline, ...],
    size: tuple[float, float],
    marks: gpgl.Marks | None,
    path: Path,
    _bed: Bed,
    _title: str,
) -> None:
    if kind == "hpgl":
        hpgl.write(path, lines, size[1])
    else:
        gpgl.write(path, lines, size, marks)


#: How many beds one stock may need; more is a mistake in sizes or copies.
_MOST_BEDS = 200
#: From how many beds on their sides need not be written side by side to keep a few cores busy.
_MANY_BEDS = 4
#: The work of a bed's files, in marks.
_BED = 20.0


def decks(loaded: Game, options: FileOptions) -> list[Deck]:
    """Return the decks to cut: those asked for, else all except cards, without those that have no copies."""
    return [
        deck
        for deck in selected(loaded, options, boxes=bool(options.only))
        if (options.only or deck.role != "card")
        and any(copies_of(deck, row, options) for row in rows_of(deck, options))
    ]


def product(checked: Checked, profile: layers.LaserProfile, folder: Path, options: LaserOptions) -> Product:
    """Return the product of a laser profile, in a folder of its name; BuildError with everything that cannot be cut."""
    workspace, name = checked.game.workspace, folder.name
    stuff = material.load(workspace, options.material, Place("--material"))
    kerf = stuff.kerf if options.kerf is None else options.kerf
    size = options.bed or profile.bed
    setup = Setup(*size, stuff, kerf, options.bridges, options.rounded, options.bridge_width)
    stocks: dict[str, list[Deck]] = {}
    for deck in decks(checked.game, options):
        stocks.setdefault(stuff.name if options.merge else deck.spec.stock, []).append(deck)
    faults = [fault for members in stocks.values() for fault in _faults(checked, members, options, setup)]
    if faults:
        raise BuildError(faults)
    planned = {
        f"{name}/{slug(stock)}-{bed.bed.number}{'-back' if bed.bed.side == 'back' else ''}": bed
        for stock, members in stocks.items()
        for bed in _planned(checked, stock, members, options, setup)
    }
    beds = {file: planned_bed.bed for file, planned_bed in planned.items()}

    def write(file: str, bed: PlannedBed) -> None:
        _write(folder.parent / file, bed, profile, checked, options)

    return Product(
        (name,),
        tuple(
            (sum(_BED + len(side.bed.placed) for side in sides.values()), partial(_write_all, sides, write))
            for sides in _together(planned)
        ),
        summary=tuple(material.lines(beds)),
        hints=tuple(_hints(checked, beds, options, setup)),
        beds=beds,
        printer=options.printer,
        spend=partial(
            costs.spend,
            tuple(planned.values()),
            checked.fonts,
            checked.store,
            partial(checked.game.node.at, ["decks"]),
        ),
    )


def _hints(checked: Checked, beds: Mapping[str, Bed], options: LaserOptions, setup: Setup) -> Iterator[str]:
    """Yield advice on all beds, and what else was asked for."""
    yield from material.hints(beds)
    if options.printer:
        yield said_of(options.printer)
    if options.trays:
        yield from _trays(checked, options, setup)


def _trays(checked: Checked, options: LaserOptions, setup: Setup) -> Iterator[str]:
    """Yield commands that make a tray for the stack of each deck; what is folded is not stacked."""
    stacks = [
        Stack(deck.name, deck.shape.width, deck.shape.height, sum(1 for _ in _cut_pieces(checked, deck, options)))
        for deck in decks(checked.game, options)
        if not deck.shape.folds
    ]
    arguments = list(material.arguments(stacks, setup.material, setup.kerf))
    yield from arguments or ["--trays: nothing here makes a tray, neither what is folded nor material so thin"]


def _cut_pieces(checked: Checked, deck: Deck, options: FileOptions) -> Iterator[CutPiece]:
    """Yield every copy of every piece of a deck."""
    for row in rows_of(deck, options):
        front, back = checked.faces[deck.name, row.id, "front"].symbol, checked.back(deck, row)
        cut = punched(deck.shape, front)
        for number in range(1, copies_of(deck, row, options) + 1):
            yield CutPiece(
                f"{deck.name}/{row.id}#{number}", deck.name, deck.shape, front, back.symbol if back else None, cut
            )


def _faults(checked: Checked, members: list[Deck], options: FileOptions, setup: Setup) -> Iterator[Problem]:
    """Check the decks of a stock against the material and the bed."""
    two_sided = any(deck.spec.back for deck in members)
    for deck in members:
        place = checked.game.node.at(["decks", deck.name, "shape"])
        yield from checks.shape(deck.name, deck.shape, setup, two_sided, place)
        yield from hole_faults(checked, deck, options, setup)


def _planned(
    checked: Checked, stock: str, members: list[Deck], options: FileOptions, setup: Setup
) -> tuple[PlannedBed, ...]:
    """Plan the beds of a stock, without artwork."""
    pieces = [piece for deck in members for piece in _cut_pieces(checked, deck, options)]
    # The number without any waste; if even that is too many, nothing is planned.
    least = math.ceil(sum(abs(area(piece.shape.ring())) for piece in pieces) / (setup.width * setup.height))
    planned = _kept_plan(stock, pieces, setup, checked.store) if least <= _MOST_BEDS else ()
    count = planned[-1].bed.number if planned else least
    if count > _MOST_BEDS:
        raise error_at(
            checked.game.node.at(["decks", members[0].name, "stock"]),
            f"stock {stock} needs {'' if planned else 'at least '}{count} beds, more than {_MOST_BEDS}",
            "use a larger --bed, or fewer copies",
        )
    return planned


def _kept_plan(stock: str, pieces: Sequence[CutPiece], setup: Setup, store: Store) -> tuple[PlannedBed, ...]:
    """Return the plan of a stock's beds, from the store if they were planned before: few changes reach it."""
    if not store.keeps:
        return plan(stock, pieces, setup)
    sources = sources_of(stock, pieces, setup)
    known = store.get("planned", *sources)
    if known is not None:
        return unpacked_beds(known, pieces)
    planned = plan(stock, pieces, setup)
    store.put("planned", packed_beds(planned), *sources)
    return planned


def _together(planned: Mapping[str, PlannedBed]) -> list[dict[str, PlannedBed]]:
    """Return the beds that are written one after the other: the sides of a bed, which share much of their artwork.

    The sides of few beds are written side by side, which is sooner done.
    """
    groups: dict[tuple[str, int], dict[str, PlannedBed]] = {}
    for file, beds in planned.items():
        groups.setdefault((beds.bed.stock, beds.bed.number), {})[file] = beds
    return [*groups.values()] if len(groups) >= _MANY_BEDS else [{file: beds} for file, beds in planned.items()]


def _write_all(beds: Mapping[str, PlannedBed], write: Callable[[str, PlannedBed], None]) -> None:
    for file, bed in beds.items():
        write(file, bed)


def _write(
    file: Path, planned: PlannedBed, profile: layers.LaserProfile, checked: Checked, options: LaserOptions
) -> None:
    """Write the files of a bed; its artwork, which takes longest, is made only if they have changed."""
    spec, bed, r12, printer = checked.game.spec, planned.bed, options.r12, options.printer
    title = f"{spec.title} {spec.version}: {bed.stock}, bed {bed.number}, {bed.side}"
    keys = " ".join("-" if face is None else face.key for face in planned.faces)
    sources = (
        repr(bed),
        repr(printer),
        keys,
        repr(profile),
        title,
        repr(spec.credits),
        spec.summary,
        str(checked.fonts.digests),
    )

    @cache
    def whole() -> Bed:
        made = engraved(planned, partial(_engraved, checked))
        return corrected(made, printer) if printer else made

    def as_pdf(path: Path, whole: Bed, title: str) -> None:
        info = Info(title, ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
        write_proof(path, whole, profile, checked.fonts, info)

    def made(ending: str, make: Write) -> None:
        path = file.with_name(f"{file.name}{ending}")
        checked.store.once(path, (ending, str(r12), *sources), lambda: make(path, whole(), title))

    for ending, make in writers(corrected(bed, printer) if printer else bed, profile, r12):
        made(ending, make)
    made(".pdf", as_pdf)


def _engraved(checked: Checked, symbol: Symbol, at: Affine, clip: Ring, holes: Sequence[Ring]) -> Artwork:
    try:
        return engrave(symbol, checked.fonts, at, clip, holes, checked.store)
    except TangledError as error:
        deck, id_ = next((deck, id_) for (deck, id_, _), face in checked.faces.items() if face.symbol.key == symbol.key)
        rows = checked.game.components[deck].rows
        place = rows.place(rows.by_id[id_]) if id_ else checked.game.node.at(["decks", deck, "back"])
        message = "the marks on this face cannot be laid over each other, so that it cannot be engraved"
        raise error_at(place, message, "simplify its pictures, or leave them out with engrave: none") from error

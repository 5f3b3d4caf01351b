"""Cutting: turn a checked game into beds for a laser profile, as jobs that write SVG, DXF and a PDF proof."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from beeprint import __version__
from beeprint.base.geometry import Rect, area, translate
from beeprint.base.options import FileOptions, LaserOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.draw.drawing import Drawing, group
from beeprint.files.names import slug
from beeprint.formats import cutsvg, dxf
from beeprint.game.model import Deck, Game
from beeprint.laser import checks, layers, material, report
from beeprint.laser.beds import CutPiece, PlannedBed, Setup, engraved, plan
from beeprint.laser.engrave import engrave
from beeprint.laser.holes import punched
from beeprint.laser.plan import Bed
from beeprint.laser.proof import proof
from beeprint.products.cuts import hole_faults
from beeprint.products.output import Product
from beeprint.products.pieces import Checked, copies_of, rows_of, selected

#: How many beds one stock may need; more is a mistake in sizes or copies.
_MOST_BEDS = 200
#: The work of a bed's files, in marks.
_BED = 20.0


def decks(loaded: Game, options: FileOptions) -> list[Deck]:
    """Return the decks to cut: those asked for, else all except cards, without those that have no copies."""
    return [
        deck
        for deck in selected(loaded, options)
        if (options.only or deck.role != "card")
        and any(copies_of(deck, row, options) for row in rows_of(deck, options))
    ]


def product(checked: Checked, profile: layers.LaserProfile, folder: Path, options: LaserOptions) -> Product:
    """Return the product of a laser profile, in a folder of its name; BuildError with everything that cannot be cut."""
    workspace, name = checked.game.workspace, folder.name
    stuff = material.load(workspace, options.material, Place("--material"))
    kerf = stuff.kerf if options.kerf is None else options.kerf
    setup = Setup(*(options.bed or profile.bed), stuff, kerf, options.bridges, options.rounded)
    stocks: dict[str, list[Deck]] = {}
    for deck in decks(checked.game, options):
        stocks.setdefault(deck.spec.stock, []).append(deck)
    faults = [fault for members in stocks.values() for fault in _faults(checked, members, options, setup)]
    if faults:
        raise BuildError(faults)
    planned = {
        f"{name}/{slug(stock)}-{one.bed.number}{'-back' if one.bed.side == 'back' else ''}": one
        for stock, members in stocks.items()
        for one in _planned(checked, stock, members, options, setup)
    }
    beds = {file: one.bed for file, one in planned.items()}
    return Product(
        (name,),
        tuple(
            (_BED + len(one.bed.placed), partial(_write, folder.parent / file, one, profile, checked, options.r12))
            for file, one in planned.items()
        ),
        summary=tuple(report.lines(beds)),
        hints=tuple(report.hints(beds)),
        beds=beds,
    )


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
    planned = plan(stock, pieces, setup) if least <= _MOST_BEDS else ()
    count = planned[-1].bed.number if planned else least
    if count > _MOST_BEDS:
        raise error_at(
            checked.game.node.at(["decks", members[0].name, "stock"]),
            f"stock {stock} needs {'' if planned else 'at least '}{count} beds, more than {_MOST_BEDS}",
            "use a larger --bed, or fewer copies",
        )
    return planned


def _write(file: Path, planned: PlannedBed, profile: layers.LaserProfile, checked: Checked, r12: bool) -> None:
    """Write the files of a bed; its artwork, which takes longest, is made only if they have changed."""
    spec, bed = checked.game.spec, planned.bed
    title = f"{spec.title} {spec.version}: {bed.stock}, bed {bed.number}, {bed.side}"
    keys = " ".join("-" if face is None else face.key for face in planned.faces)
    sources = (repr(bed), keys, repr(profile), title, repr(spec.credits), spec.summary, str(checked.fonts.digests))

    @cache
    def whole() -> Bed:
        return engraved(planned, lambda symbol, *piece: engrave(symbol, checked.fonts, *piece))

    def as_svg() -> None:
        cutsvg.write(paths["svg"], whole(), profile, title)

    def as_dxf() -> None:
        dxf.write(paths["dxf"], whole(), profile, r12)

    def as_pdf() -> None:
        from beeprint.formats import pdf

        seen = proof(whole(), profile, checked.fonts, title)
        paper = Rect(0, 0, seen.box.width, seen.box.height)
        picture = Drawing(paper, (group(seen.marks, translate(-seen.box.x, -seen.box.y)),))
        info = pdf.Info(title, ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
        pdf.write(paths["pdf"], [pdf.Page(picture, paper, paper)], checked.fonts, info)

    paths = {ending: file.with_name(f"{file.name}.{ending}") for ending in ("svg", "dxf", "pdf")}
    for ending, make in (("svg", as_svg), ("dxf", as_dxf), ("pdf", as_pdf)):
        checked.store.once(paths[ending], (ending, str(r12), *sources), make)

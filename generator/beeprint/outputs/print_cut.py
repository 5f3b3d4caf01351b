"""Sheets for machines that cut printed paper, and the files that cut them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from beeprint import sheet
from beeprint.base.geometry import Point
from beeprint.base.problems import BuildError, Problem
from beeprint.base.words import counted
from beeprint.formats import gpgl
from beeprint.laser import layers as laser_layers
from beeprint.laser.beds import Setup
from beeprint.laser.layers import LaserProfile
from beeprint.laser.plan import Bed
from beeprint.outputs.shared import Order, Output, PrintedSide, Product, selected
from beeprint.outputs.shared.cutting import PAPER, bed, hole_faults, writers
from beeprint.outputs.shared.files import write_pdf, write_png
from beeprint.outputs.shared.output import FACE, PIXELS, Job
from beeprint.outputs.shared.stocks import SheetsKeys, glue_hints, hints, paper_line, specs_of, stocks
from beeprint.sheet import Sheet
from beeprint.sources.names import slug
from beeprint.sources.schema import Flag, Mm, Number


class PrintCutProfile(SheetsKeys):
    """Sheets and the files that cut them.

    `layers` names a laser profile; cuts run `kerf` / 2 mm outside the trim. With `picture` each sheet is a PNG of `dpi`
    dots per inch, for a program that does not read PDF.
    """

    output: Literal["print-cut"]
    layers: str = "generic"
    kerf: Annotated[Mm, Meta(ge=0, le=1)] = 0
    picture: Flag = False
    dpi: Annotated[Number, Meta(ge=10, le=1200)] = 100


def make(order: Order[PrintCutProfile]) -> Product:
    """Return a PDF for each stock or a picture for each sheet, and each sheet's cuts."""
    checked, profile, folder = order.checked, order.profile, order.folder
    layers = laser_layers.load(checked.game.workspace, profile.layers, order.node.at(["layers"]))
    _check_sheets(order)
    _check_holes(order)
    jobs: list[Job] = []
    sheets: dict[str, tuple[Sheet, ...]] = {}
    pictures: dict[str, tuple[Sheet, ...]] = {}
    title = checked.game.spec.title
    # Pictures are not corrected for a printer.
    laid = replace(order, options=replace(order.options, printer=None)) if profile.picture else order
    for stock, drawn in stocks(laid, tiles=False):
        if not profile.picture:
            sheets[f"{order.name}/{slug(stock)}.pdf"] = drawn
            write = partial(write_pdf, folder / f"{slug(stock)}.pdf", stock, drawn, checked, order.options)
            jobs.append((FACE * sum(len(drawn_sheet.fronts) for drawn_sheet in drawn), write))
        else:
            pictures[stock] = drawn
        for drawn_sheet in drawn:
            path = folder / f"{slug(stock)}-{drawn_sheet.number:02}"
            cuts = bed(drawn_sheet, stock, profile.kerf, frame=profile.picture)
            jobs.append((FACE, partial(_write_cuts, path, cuts, layers, _marks(drawn_sheet), title)))
            if profile.picture:
                picture = sheet.draw(drawn_sheet, "front", None, checked.fonts)
                pixels = PIXELS * drawn_sheet.paper.width * drawn_sheet.paper.height / 645 * (profile.dpi / 100) ** 2
                jobs.append((pixels, partial(write_png, path.with_suffix(".png"), picture, checked, profile.dpi)))
    lines = tuple(paper_line(file, drawn, order.options) for file, drawn in sheets.items() if drawn)
    lines += tuple(_picture_line(f"{order.name}/{slug(stock)}", drawn) for stock, drawn in pictures.items() if drawn)
    printer = order.options.printer
    said = (*hints(order, chain(*sheets.values())), *glue_hints([*sheets.values(), *pictures.values()]))
    if pictures and printer:
        said += (f"{order.name}: not corrected for {printer.name}, since the machine's program prints the pictures",)
    return Product(
        (order.name,),
        tuple(jobs),
        summary=lines,
        hints=said,
        sheets=sheets,
        printer=printer if sheets else None,
        sides=partial(_sides, order, pictures),
    )


def _sides(order: Order[PrintCutProfile], pictures: Mapping[str, Sequence[Sheet]]) -> Iterator[PrintedSide]:
    """Yield the pictures of sheets, with the cuts that are in files of their own."""
    for stock, drawn in pictures.items():
        for drawn_sheet in drawn:
            name = f"{order.name}/{slug(stock)}-{drawn_sheet.number:02}.png"
            cut = tuple(segment for outline in drawn_sheet.cut_lines("front") for segment in outline)
            yield PrintedSide(name, "front", name, 1, sheet.draw(drawn_sheet, "front", None, order.checked.fonts), cut)


def _picture_line(stem: str, sheets: Sequence[Sheet]) -> str:
    """Return a line that tells which pictures of sheets there are, and how large they have to be printed."""
    first, last = (f"{stem}-{sheet.number:02}.png" for sheet in (sheets[0], sheets[-1]))
    sides = sorted({(sheet.paper.width, sheet.paper.height) for sheet in sheets})
    size = " or ".join(f"{width:g} x {height:g}" for width, height in sides)
    files = first if len(sheets) == 1 else f"{first} to {last}"
    return f"{files}: {counted(len(sheets), 'sheet')} of {size} mm, one side, each with its cuts as .svg and .dxf"


def _check_sheets(order: Order[PrintCutProfile]) -> None:
    """Refuse sheets that a machine cannot cut piece by piece."""
    problems, kerf = [], order.profile.kerf
    for (spec, _, place), name in zip(specs_of(order), order.profile.sheets, strict=True):
        if spec.fold:
            hint = "use a sheet without fold:"
            problems.append(Problem(place, f"the sheet {name} is folded and glued, so no machine can cut it", hint))
        if spec.glue:
            message = f"the sheet {name} is glued to another one, so no machine can cut it"
            problems.append(Problem(place, message, "use a sheet without glue:"))
        near = spec.spacing == "touching" or (isinstance(spec.spacing, float) and spec.spacing < 2 * kerf)
        if kerf and near:
            message = f"on the sheet {name} pieces are closer together than twice the kerf of {kerf:g} mm"
            problems.append(Problem(place, message, "use a sheet with spacing: bleed, or set kerf: 0"))
    if problems:
        raise BuildError(problems)


def _check_holes(order: Order[PrintCutProfile]) -> None:
    """Refuse holes that cannot be cut; the size of the paper plays no part."""
    paper = replace(PAPER, kerf=order.profile.kerf)
    setup = Setup(0, 0, paper, order.profile.kerf)
    decks = selected(order.checked.game, order.options, boxes=True)
    faults = [fault for deck in decks for fault in hole_faults(order.checked, deck, order.options, setup)]
    if faults:
        raise BuildError(faults)


def _write_cuts(path: Path, cuts: Bed, layers: LaserProfile, marks: gpgl.Marks | None, title: str) -> None:
    """Write the cut files of a sheet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for ending, write in writers(cuts, layers, marks=marks):
        write(path.with_name(path.name + ending), cuts, f"{title}: {cuts.stock}, sheet {cuts.number}")


def _marks(sheet: Sheet) -> gpgl.Marks | None:
    """Return the marks that a Silhouette machine looks for before it cuts."""
    registration = sheet.registration
    if registration is None or registration.style == "camera":
        return None
    inner = sheet.paper.grow(-registration.inset)
    first = Point(inner.x, inner.y)
    return gpgl.Marks(
        first,
        inner.width,
        inner.height,
        registration.length,
        registration.thickness,
        registration.style == "silhouette-4",
    )


PRINT_CUT = Output(PrintCutProfile, make, frozenset({"printer"}))

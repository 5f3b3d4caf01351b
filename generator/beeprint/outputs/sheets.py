"""Sheets for a printer: a PDF for each stock, and the leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from beeprint.base.geometry import Rect
from beeprint.base.options import MAX_SHEETS
from beeprint.base.words import counted
from beeprint.draw.drawing import Drawing
from beeprint.files.names import slug
from beeprint.files.nodes import Node
from beeprint.files.schema import Flag, Int
from beeprint.files.workspace import Workspace
from beeprint.game.words import say
from beeprint.products import Order, Output, PrintedSide, Product, cutting_guide, parts
from beeprint.products.files import write_pages, write_pdf
from beeprint.products.output import FACE
from beeprint.products.readings import Reading, readings
from beeprint.products.stocks import SheetsKeys, booklet, glue_hints, hints, paper_line, paper_sizes, stocks
from beeprint.sheet import Sheet

if TYPE_CHECKING:
    from beeprint.press.standard import Expected


class SheetsProfile(SheetsKeys):
    """Sheets to print; with `cutting-guide`, pages that show in which order to cut them.

    A stock with more sheets than `sheets-per-file` is written in parts; large decks are in any case.
    """

    output: Literal["sheets"]
    cutting_guide: Flag = False
    sheets_per_file: Annotated[Int, Field(ge=1, le=MAX_SHEETS)] | None = None


def make(order: Order[SheetsProfile]) -> Product:
    """Return a PDF for each stock, how to cut them, the leaflet as a booklet to fold, and to read on a screen."""
    crowded: list[str] = []
    found = stocks(order, deferred=True, crowded=crowded)
    imposed = {f"{order.name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in found}
    guide = _guide(order, {file: drawn for file, (_, drawn) in imposed.items()})
    guides = _written(order, guide)
    imposed |= {f"{order.name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in booklet(order)}
    most = parts.most_sheets(order.profile.sheets_per_file, order)
    files, lines = dict[str, tuple[str, tuple[Sheet, ...]]](), list[str]()
    for file, (stock, drawn) in imposed.items():
        parted = parts.parted(file, drawn, most)
        files |= {name: (stock, some) for name, some in parted.items()}
        lines += [paper_line(parts.called(parted), drawn, order.options)] if drawn else []
    later = {file for file, (_, drawn) in files.items() if parts.is_large(drawn)}
    jobs = tuple(
        (
            FACE * len({placed.symbol.key for one in drawn for placed in (*one.fronts, *one.backs)}) + len(drawn),
            partial(write_pdf, order.folder.parent / file, stock, drawn, order.checked, order.options),
        )
        for file, (stock, drawn) in files.items()
        if file not in later
    )
    sheets = {file: drawn for file, (_, drawn) in files.items()}
    read = readings(order)
    return Product(
        (*files, *(one.file for one in (*guides, *read))),
        (*jobs, *(one.job for one in (*guides, *read))),
        parts=tuple(parts.part(file, *files[file], order.checked, order.options) for file in files if file in later),
        summary=(*lines, *(one.line for one in (*guides, *read))),
        hints=(*hints(order, chain(*sheets.values())), *_crowded(crowded), *glue_hints(sheets.values())),
        sheets=sheets,
        recorded=order.profile.stamp,
        printer=order.options.printer if sheets else None,
        sides=partial(_sides, order.name, guide),
    )


def _crowded(decks: Sequence[str]) -> Iterator[str]:
    """Yield a line that names the decks with faces so full that a stamp hides a part of them."""
    if decks:
        yield f"no room for a stamp on some faces of {', '.join(decks)}: it hides a part of their pictures"


def _guide(order: Order[SheetsProfile], sheets: Mapping[str, tuple[Sheet, ...]]) -> list[Drawing]:
    """Return the pages of the cutting guide; none unless the profile asks for it and there are straight cuts."""
    checked = order.checked
    found = cutting_guide.layouts(sheets, checked.game.written_in) if order.profile.cutting_guide else []
    if not found:
        return []
    paper = found[0].sheet.paper
    upright = Rect(0, 0, min(paper.width, paper.height), max(paper.width, paper.height))
    return cutting_guide.guide(found, checked, upright)


def _written(order: Order[SheetsProfile], guide: Sequence[Drawing]) -> list[Reading]:
    """Return the file of the cutting guide, if it has pages."""
    if not guide:
        return []
    file = f"{order.name}/{cutting_guide.FILE}"
    title = say(order.checked.game.written_in, "cutting-guide")
    write = partial(write_pages, order.folder.parent / file, title, guide, order.checked)
    line = f"{file}: {counted(len(guide), 'page')}, in which order to cut the sheets"
    return [Reading(file, (FACE * len(guide), write), line)]


def _sides(folder: str, guide: Sequence[Drawing]) -> Iterator[PrintedSide]:
    """Yield the pages of the cutting guide, which are printed on one side."""
    file = f"{folder}/{cutting_guide.FILE}"
    for number, page in enumerate(guide, start=1):
        yield PrintedSide(f"{file}/{number}", "front", file, number, page)


def asks(workspace: Workspace, profile: SheetsProfile, node: Node) -> Expected:
    """Return what is asked of sheets for an office printer or a copy shop: its papers, and what ruins any print."""
    from beeprint.press.standard import Expected

    return Expected("pdf", title="an office printer", sizes=paper_sizes(workspace, profile, node))


OUTPUT = Output(SheetsProfile, make, frozenset({"printer", "sheets_per_file"}), asks=asks)

"""Sheets for a printer: a PDF for each stock, and the leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from msgspec import Meta

from beeprint.base.geometry import Rect
from beeprint.base.options import MAX_SHEETS
from beeprint.base.words import counted
from beeprint.drawing.drawing import Drawing
from beeprint.game.words import say
from beeprint.outputs.shared import Order, Output, PrintedSide, Product, parts
from beeprint.outputs.shared.files import write_page, write_pages, write_pdf, write_reading
from beeprint.outputs.shared.output import FACE, Job
from beeprint.outputs.shared.pieces import Checked
from beeprint.outputs.shared.print_guide import draw_print_guide
from beeprint.outputs.shared.printed import Printed, decks_on, ranges
from beeprint.outputs.shared.steps import PRINT_GUIDE, Steps
from beeprint.outputs.shared.stocks import (
    SheetsKeys,
    booklet,
    leaflet_of,
    paper_sizes,
    printer_hints,
    stocks,
)
from beeprint.sheet import Layout, Sheet
from beeprint.sheet import cutting_guide as draw_cutting_guide
from beeprint.sources.names import slug
from beeprint.sources.nodes import Node
from beeprint.sources.schema import Flag, Int
from beeprint.sources.workspace import Workspace

if TYPE_CHECKING:
    from beeprint.press.standard import Expected


# The leaflet to read on a screen: a PDF of single pages and a web page, beside the booklet to fold.


class Reading(NamedTuple):
    """A file to read, by its name below the target, the job that writes it, and a line that tells what it is."""

    file: str
    job: Job
    line: str


def readings(order: Order[SheetsKeys]) -> list[Reading]:
    """Return the files to read, if the build makes the leaflet."""
    made = leaflet_of(order)
    if made is None:
        return []
    pages, name = len(made.pages), slug(made.stock)
    kinds = (
        (f"{name}-read.pdf", write_reading, f"{counted(pages, 'page')} to read on a screen"),
        (f"{name}.html", write_page, "the same as a web page"),
    )
    return [
        Reading(
            f"{order.name}/{file}",
            (FACE * pages, partial(write, order.folder / file, order.checked, order.options)),
            f"{order.name}/{file}: {line}",
        )
        for file, write, line in kinds
    ]


# The cutting guide of sheets: which of them are cut alike, and what is written beside their pictures.


#: The name of its file in the folder of a profile.
GUIDE_FILE = "cutting-guide.pdf"
_Box = tuple[str, float, float, float, float]


def layouts(sheets: Mapping[str, Sequence[Sheet]], language: str) -> list[Layout]:
    """Return the layouts of the sheets in files, each once, by their first sheets.

    Sheets that hold only a part of a layout are cut like it. Those without a straight cut through the sheet are left
    out: there is no order to tell.
    """
    sheet_layouts: list[Layout] = []
    for file, some in sheets.items():
        alike: list[tuple[Sheet, set[_Box], list[int]]] = []
        # Tiles have a plan of their own, and are cut along the lines on them.
        whole = [whole_sheet for whole_sheet in some if not any(placed.tile for placed in whole_sheet.fronts)]
        for whole_sheet in sorted(whole, key=lambda sheet: -len(sheet.fronts)):
            boxes = set(_boxes(whole_sheet))
            for kept, held, numbers in alike:
                if kept.paper == whole_sheet.paper and boxes <= held:
                    numbers.append(whole_sheet.number)
                    break
            else:
                alike.append((whole_sheet, boxes, [whole_sheet.number]))
        stem = PurePosixPath(file).stem
        in_order = sorted(((kept, sorted(numbers)) for kept, _, numbers in alike), key=itemgetter(1))
        made = [_layout(kept, stem, numbers, language) for kept, numbers in in_order]
        sheet_layouts += (layout for layout in made if layout.plan.cuts)
    return sheet_layouts


def draw_guide(sheet_layouts: Sequence[Layout], checked: Checked, paper: Rect) -> list[Drawing]:
    """Draw the pages of the guide on paper of this size."""
    language = checked.game.written_in
    words = {what: say(language, what) for what in ("cutting-guide", "cutting-order")}
    return draw_cutting_guide(sheet_layouts, checked.game.full_title, words, paper, checked.fonts)


def _boxes(sheet: Sheet) -> Iterator[_Box]:
    """Yield the trims on a sheet, each with its outline, to compare them."""
    for placed in sheet.fronts:
        trim = placed.trim
        x, y, width, height = (round(value, 1) for value in trim)
        yield placed.piece.shape.cut_words, x, y, width, height


def _layout(sheet: Sheet, stem: str, numbers: Sequence[int], language: str) -> Layout:
    name = stem
    if sheet.count > 1:
        what = "cutting-sheet" if len(numbers) == 1 else "cutting-sheets"
        name = f"{stem} \u00b7 {say(language, what, numbers=ranges(numbers))}"
    sheet_layout = Layout(sheet, name)
    notes = [say(language, "cutting-fold")] if sheet.folded else [say(language, "cutting-glue")] if sheet.glued else []
    if sheet_layout.plan.rest:
        notes.append(say(language, "cutting-rest"))
    radii = sorted({p.piece.shape.corner for p in sheet.fronts if p.piece.shape.is_rectangle and p.piece.shape.corner})
    if radii:
        notes.append(say(language, "cutting-corners", radius=", ".join(f"{radius:g}" for radius in radii)))
    return Layout(sheet, name, tuple(notes), tuple(numbers))


class SheetsProfile(SheetsKeys):
    """Sheets to print; with `cutting-guide`, pages that show in which order to cut them.

    A stock with more sheets than `sheets-per-file` is written in parts; large decks are in any case.
    """

    output: Literal["sheets"]
    cutting_guide: Flag = False
    sheets_per_file: Annotated[Int, Meta(ge=1, le=MAX_SHEETS)] | None = None


def make(order: Order[SheetsProfile]) -> Product:
    """Return a PDF for each stock, how to print and cut them, the leaflet as a booklet to fold, and to read."""
    crowded: list[str] = []
    laid_stocks = stocks(order, deferred=True, crowded=crowded)
    imposed = {f"{order.name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in laid_stocks}
    language = order.checked.game.written_in
    cuts = {file: tuple(layouts({file: drawn}, language)) for file, (_, drawn) in imposed.items()}
    guide = _guide(order, [layout for some in cuts.values() for layout in some])
    guides = _written(order, guide)
    imposed |= {f"{order.name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in booklet(order)}
    files, printed = _files(order, imposed, cuts)
    later = {file for file, (_, drawn) in files.items() if parts.is_large(drawn)}
    jobs = [_job(order, file, stock, drawn) for file, (stock, drawn) in files.items() if file not in later]
    sheets = {file: drawn for file, (_, drawn) in files.items()}
    read = readings(order)
    cutting_file = guides[0].file if guides else ""
    steps = Steps(order, printed, cutting_file)
    first = _print_guide(order, printed, cutting_file)
    extras = (*guides, *read)
    return Product(
        (*(extra.file for extra in first), *files, *(extra.file for extra in extras)),
        (*jobs, *(extra.job for extra in (*first, *extras))),
        parts=tuple(parts.part(file, *files[file], order.checked, order.options) for file in files if file in later),
        summary=tuple(extra.line for extra in read),
        hints=(*printer_hints(order, chain(*sheets.values())), *_crowded(crowded)),
        sheets=sheets,
        recorded=order.profile.stamp,
        printer=order.options.printer if sheets else None,
        sides=partial(_sides, order, printed, guide),
        steps=steps.steps(),
        total=steps.total(),
    )


def _job(order: Order[SheetsProfile], file: str, stock: str, drawn: tuple[Sheet, ...]) -> Job:
    """Return the job that writes the sheets of a file."""
    faces = {placed.symbol.key for each in drawn for placed in (*each.fronts, *each.backs)}
    write = partial(write_pdf, order.folder.parent / file, stock, drawn, order.checked, order.options)
    return FACE * len(faces) + len(drawn), write


def _files(
    order: Order[SheetsProfile],
    imposed: Mapping[str, tuple[str, tuple[Sheet, ...]]],
    cuts: Mapping[str, tuple[Layout, ...]],
) -> tuple[dict[str, tuple[str, tuple[Sheet, ...]]], list[Printed]]:
    """Return the files of the stocks, those of many sheets in parts, and what is printed with each stock."""
    most = parts.most_sheets(order.profile.sheets_per_file, order)
    files = dict[str, tuple[str, tuple[Sheet, ...]]]()
    printed: list[Printed] = []
    for file, (stock, drawn) in imposed.items():
        parted = parts.parted(file, drawn, most)
        files |= {name: (stock, some) for name, some in parted.items()}
        if drawn:
            called = parts.called([PurePosixPath(name).name for name in parted])
            decks = decks_on(order.checked.game, drawn)
            printed.append(Printed(next(iter(parted)), called, drawn, decks, cuts.get(file, ()), file not in cuts))
    return files, printed


def _print_guide(order: Order[SheetsProfile], printed: Sequence[Printed], cutting_file: str) -> list[Reading]:
    """Return the file of the print guide, whose name comes first in its folder, if there are sheets."""
    if not printed:
        return []
    file = f"{order.name}/{PRINT_GUIDE}"
    steps = Steps(order, printed, cutting_file, order.checked.game.written_in)
    write = partial(_write_print_guide, order.folder.parent / file, order.checked, steps, printed)
    return [Reading(file, (FACE, write), f"{file}: what to do with the sheets, step by step")]


def _write_print_guide(path: Path, checked: Checked, steps: Steps, printed: Sequence[Printed]) -> None:
    """Draw the print guide and write it, which nobody waits for who only looks at sheets."""
    page = draw_print_guide(checked, steps, printed)
    write_pages(path, say(checked.game.written_in, "guide"), [page], checked)


def _crowded(decks: Sequence[str]) -> Iterator[str]:
    """Yield a line that names the decks with faces so full that a stamp hides a part of them."""
    if decks:
        yield f"no room for a stamp on some faces of {', '.join(decks)}: it hides a part of their pictures"


def _guide(order: Order[SheetsProfile], guides: Sequence[Layout]) -> list[Drawing]:
    """Return the pages of the cutting guide; none unless the profile asks for it and there are straight cuts."""
    if not guides or not order.profile.cutting_guide:
        return []
    paper = guides[0].sheet.paper
    upright = Rect(0, 0, min(paper.width, paper.height), max(paper.width, paper.height))
    return draw_guide(guides, order.checked, upright)


def _written(order: Order[SheetsProfile], guide: Sequence[Drawing]) -> list[Reading]:
    """Return the file of the cutting guide, if it has pages."""
    if not guide:
        return []
    file = f"{order.name}/{GUIDE_FILE}"
    title = say(order.checked.game.written_in, "cutting-guide")
    write = partial(write_pages, order.folder.parent / file, title, guide, order.checked)
    line = f"{file}: {counted(len(guide), 'page')}, in which order to cut the sheets"
    return [Reading(file, (FACE * len(guide), write), line)]


def _sides(order: Order[SheetsProfile], printed: Sequence[Printed], guide: Sequence[Drawing]) -> Iterator[PrintedSide]:
    """Yield the pages of the guides, which are printed on one side."""
    file = f"{order.name}/{PRINT_GUIDE}"
    if printed:
        steps = Steps(order, printed, GUIDE_FILE if guide else "", order.checked.game.written_in)
        yield PrintedSide(f"{file}/1", "front", file, 1, draw_print_guide(order.checked, steps, printed))
    file = f"{order.name}/{GUIDE_FILE}"
    for number, page in enumerate(guide, start=1):
        yield PrintedSide(f"{file}/{number}", "front", file, number, page)


def asks(workspace: Workspace, profile: SheetsProfile, node: Node) -> Expected:
    """Return what is asked of sheets for an office printer or a copy shop: its papers, and what ruins any print."""
    from beeprint.press.standard import Expected

    return Expected("pdf", title="an office printer", sizes=paper_sizes(workspace, profile, node))


SHEETS = Output(SheetsProfile, make, frozenset({"printer", "sheets_per_file"}), asks=asks)

"""Sheets of board for a press, with the lines to punch them along in a spot ink of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from beeprint import sheet
from beeprint.base.colour import Cmyk, Colour, PressInk
from beeprint.base.geometry import transformed
from beeprint.base.problems import Problem, error_at
from beeprint.base.words import counted
from beeprint.draw.drawing import Drawing, Layer, Mark, Solid, Stroke, path_mark
from beeprint.files.names import slug
from beeprint.files.schema import Line, Number
from beeprint.products import Checked, Order, Output, Product, selected
from beeprint.products.output import FACE, Job
from beeprint.products.stocks import SheetsKeys, stocks
from beeprint.sheet import Sheet

if TYPE_CHECKING:
    from beeprint.game.model import Deck
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks
    from beeprint.press.vendor import Vendor

#: How the lines look on a screen, and what prints where the spot ink is not known.
_LOOK, _ALTERNATE = Colour(236, 0, 140), Cmyk(0, 100, 0, 0)
#: mm: 0.25 pt, which cutters ask for.
_WIDTH = 0.088


class DieCutProfile(SheetsKeys):
    """Sheets of board for a `vendor` of layouts/vendors/, in a printing `condition` of layouts/conditions/.

    `cut` is the name of the spot ink of the cut lines; the vendor's, if it is missing.
    """

    output: Literal["die-cut"]
    vendor: str
    condition: str
    cut: Line = ""
    standard: Literal["x4", "pdf"] = "x4"
    limit: Annotated[Number, Field(ge=100, le=400)] | None = None


def make(order: Order[DieCutProfile]) -> Product:
    """Return, for each stock, a PDF of both sides of its sheets with cut lines, and one of the cut lines alone."""
    from beeprint.press import condition, vendor
    from beeprint.press.inks import Inks
    from beeprint.products.faces import Edges, laid_out_again

    profile, checked, node = order.profile, order.checked, order.node
    workspace = checked.game.workspace
    printer = vendor.load(workspace, profile.vendor, node.at(["vendor"]))
    press = condition.load(workspace, profile.condition, node.at(["condition"]))
    decks = [deck for deck in selected(checked.game, order.options) if is_punched(deck)]
    if not decks:
        raise error_at(
            node.at(["output"]), "the game has no tiles, tokens or boards to punch out", "choose a profile for cards"
        )
    cuts = {deck.name: printer.cut_for(deck.shape) for deck in decks}
    asked_for = {name: Edges((cut.bleed, cut.bleed), cut.safe) for name, cut in cuts.items() if cut is not None}
    again = laid_out_again(checked, asked_for, order.options, press=True)
    only = {deck.name: order.options.only.get(deck.name, ()) for deck in decks}
    asked = replace(order, checked=again, options=replace(order.options, only=only))
    name = profile.cut or printer.files.spots.get("cut", "CutContour")
    ink = PressInk("cut line", _unused(checked), _ALTERNATE, name, overprint=True)
    limit = min(profile.limit or printer.files.ink or press.limit, press.limit)
    inks = Inks(press.profile, limit, (*checked.game.inks, ink))
    jobs: list[Job] = []
    files: list[str] = []
    lines: list[str] = []
    for stock, sheets in stocks(asked):
        stem = f"{order.name}/{slug(stock)}"
        for file, alone in ((f"{stem}.pdf", False), (f"{stem}-{slug(name)}.pdf", True)):
            work = partial(_write, order.folder.parent / file, stock, sheets, again, profile, press, inks, ink, alone)
            jobs.append((FACE * len(sheets), work))
            files.append(file)
        size = sheets[0].paper
        lines.append(f"{stem}.pdf: {counted(len(sheets), 'sheet')} of {size.width:g} x {size.height:g} mm")
    hint = f"{order.name}: cut lines are the spot ink {name}; made for {press.title}, no more than {limit:g} % of ink"
    known = set(checked.problems)
    problems = [one for one in again.problems if one not in known]
    problems += (fault for deck in decks for fault in _small(deck, printer, checked))
    return Product(tuple(files), tuple(jobs), summary=tuple(lines), hints=(hint,), problems=tuple(problems))


def is_punched(deck: Deck) -> bool:
    """Return whether the pieces of a deck are punched out of board: no cards, and no nets to fold."""
    return deck.role != "card" and not deck.shape.folds


def _unused(checked: Checked) -> Colour:
    """Return a colour for the cut lines that no ink of the palette has."""
    taken, found = set(checked.game.palette.values()), _LOOK
    while found in taken:
        found = Colour(found.red, found.green + 1, found.blue)
    return found


def _small(deck: Deck, printer: Vendor, checked: Checked) -> Iterator[Problem]:
    """Yield a warning for pieces that are too small to be punched."""
    rules, shape = printer.rules, deck.shape
    if rules is None:
        return
    least, place = sorted(rules.least_token), checked.game.node.at(["decks", deck.name, "shape"])
    size = sorted((shape.width, shape.height))
    if size[0] < least[0] or size[1] < least[1]:
        message = f"pieces of deck {deck.name} are {shape.width:g} x {shape.height:g} mm"
        hint = f"{printer.name}: no piece below {least[0]:g} x {least[1]:g} mm"
        yield Problem(place, message, hint, "warning")


def cut_lines(one: Sheet, side: Literal["front", "back"], ink: PressInk) -> Iterator[Mark]:
    """Yield the outlines of the pieces on one side of a sheet, as lines in an ink."""
    for placed in one.fronts if side == "front" else one.backs:
        outline = placed.piece.shape if side == "front" else placed.piece.shape.mirrored
        path = transformed(outline.cut_path(), placed.at)
        yield path_mark(path, None, Stroke(Solid(ink.colour), _WIDTH), Layer.CUT)


def _write(
    path: Path,
    stock: str,
    sheets: Sequence[Sheet],
    checked: Checked,
    profile: DieCutProfile,
    press: Condition,
    inks: Inks,
    ink: PressInk,
    alone: bool,
) -> None:
    from beeprint.products.files import write_press
    from beeprint.products.press import Page

    pages: list[Page] = []
    for one in sheets:
        sides: tuple[Literal["front", "back"], ...] = ("front", "back") if one.two_sided and not alone else ("front",)
        for side in sides:
            drawn = () if alone else sheet.draw(one, side, None, checked.fonts).marks
            drawing = Drawing(one.paper, (*drawn, *cut_lines(one, side, ink)))
            pages.append(Page(f"{slug(stock)}/{one.number}.{side}", drawing, one.trim))
    write_press(path, stock, pages, checked, profile.standard, press, inks)


OUTPUT = Output(DieCutProfile, make)

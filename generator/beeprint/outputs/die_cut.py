"""Sheets of board for a press, with the lines to punch them along in a spot ink of their own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from beeprint import sheet
from beeprint.base.geometry import Point, Rect, Ring
from beeprint.base.problems import Problem, error_at
from beeprint.base.words import counted
from beeprint.drawing.drawing import Drawing
from beeprint.outputs.shared import Checked, Order, Output, PrintedSide, Product, die_lines, selected
from beeprint.outputs.shared.inks import DieKeys, ink_names, limited, printing
from beeprint.outputs.shared.output import FACE, Job
from beeprint.outputs.shared.pieces import is_punched
from beeprint.outputs.shared.stocks import SheetsKeys, paper_sizes, stocks
from beeprint.sheet import Sheet
from beeprint.sources.names import slug
from beeprint.sources.schema import Int

if TYPE_CHECKING:
    from beeprint.game.model import Deck
    from beeprint.outputs.shared.press import Side
    from beeprint.press.condition import Condition
    from beeprint.press.inks import FixedInk, Inks
    from beeprint.press.standard import Expected
    from beeprint.press.vendor import Vendor
    from beeprint.sources.nodes import Node
    from beeprint.sources.workspace import Workspace

    #: Draws the pages of a file, one by one.
    _Drawn = Callable[[], Iterator[Side]]

#: Degrees: chords of a curve turn less at their ends, corners more.
_CORNER = 35


class DieCutProfile(SheetsKeys, DieKeys):
    """Sheets of board: see SheetsKeys and DieKeys. Each piece is held in its frame by so many `nicks`."""

    output: Literal["die-cut"]
    nicks: Annotated[Int, Meta(ge=0, le=24)] = 0
    standard: Literal["x4", "pdf"] = "x4"


def make(order: Order[DieCutProfile]) -> Product:
    """Return, for each stock, a PDF of both sides of its sheets with cut lines, and one of the cut lines alone."""
    from beeprint.outputs.shared.faces import Edges, laid_out_again
    from beeprint.press import vendor

    profile, checked, node = order.profile, order.checked, order.node
    printer = vendor.load(checked.game.workspace, profile.vendor, node.at(["vendor"]))
    press, inks = printing(checked.game, profile, node, order.options.icc)
    decks = [deck for deck in selected(checked.game, order.options, boxes=True) if is_punched(deck)]
    if not decks:
        message = "the game has no tiles, tokens, boards or boxes to punch out"
        raise error_at(node.at(["output"]), message, "choose a profile for cards")
    cuts = {deck.name: printer.cut_for(deck.shape) for deck in decks}
    # What a die needs round tokens would leave no room on the sides of a box.
    safe = {deck.name: deck.spec.safe for deck in decks if deck.role == "box"}
    asked_for = {
        name: Edges((cut.bleed, cut.bleed), safe.get(name, cut.safe)) for name, cut in cuts.items() if cut is not None
    }
    again = laid_out_again(checked, printer.name, asked_for, order.options, press=True)
    only = {deck.name: order.options.only.get(deck.name, ()) for deck in decks}
    condition = replace(order, checked=again, options=replace(order.options, only=only))
    lines = die_lines.inks(profile, printer, node, (deck.shape for deck in decks))
    name = lines[0].printed.spot
    jobs: list[Job] = []
    files: list[str] = []
    summary: list[str] = []
    boards: list[Rect] = []
    drawn: dict[str, _Drawn] = {}
    for stock, sheets in stocks(condition, tiles=False):
        stem = f"{order.name}/{slug(stock)}"
        for file, alone in ((f"{stem}.pdf", False), (f"{stem}-{slug(name)}.pdf", True)):
            drawn[file] = partial(_drawn, stock, sheets, again, profile.nicks, lines, alone)
            work = partial(_write, order.folder.parent / file, stock, drawn[file], again, profile.standard, press, inks)
            jobs.append((FACE * len(sheets), work))
            files.append(file)
        if order.options.proof:
            work = partial(_write_proofs, order.folder / "proof", drawn[f"{stem}.pdf"], again, inks)
            jobs.append((4 * FACE * len(sheets), work))
        size = sheets[0].paper
        boards.append(size)
        summary.append(f"{stem}.pdf: {counted(len(sheets), 'sheet')} of {size.width:g} x {size.height:g} mm")
    last: list[Job] = []
    if order.options.proof:
        last.append((FACE, partial(_write_list, order.folder / "proof")))
        files.append(f"{order.name}/proof")
    hint = f"{order.name}: {die_lines.say(lines)}; made for {press.title}, no more than {inks.limit:g} % of ink"
    hints = (hint, *_lids(printer, boards))
    small = (fault for deck in decks for fault in _small(deck, printer, checked))
    return Product(
        tuple(files),
        tuple(jobs),
        tuple(last),
        summary=tuple(summary),
        hints=hints,
        problems=(*again.problems, *small),
        sides=partial(_sides, drawn),
        inks=inks,
        spend=partial(_spend, drawn, again, inks, order.options.proof),
    )


def asks(workspace: Workspace, profile: DieCutProfile, node: Node) -> Expected:
    """Return what the factory asks of a PDF: boards of its size, with cut lines in its spot colour."""
    from beeprint.press import condition, vendor

    printer = vendor.load(workspace, profile.vendor, node.at(["vendor"]))
    press, limit = limited(workspace, profile, printer, node)
    cut = ink_names(profile, printer)[:1]
    boards = paper_sizes(workspace, profile, node)
    asked_values = condition.asked(printer, press, profile.standard, limit)
    # Bleed and safe distance are those of the pieces, which only their cut lines show; the board itself has none.
    return replace(asked_values, sizes=boards, needs=cut, cuts=cut, bleed=0, safe=0, even=False)


def _lids(printer: Vendor, boards: Sequence[Rect]) -> Iterator[str]:
    """Say how large the lid of a box has to be that holds the boards."""
    if printer.rules is not None and printer.rules.board_smaller_than_box:
        room = printer.rules.board_smaller_than_box
        width, height = (
            max(sides) + room for sides in zip(*((board.width, board.height) for board in boards), strict=True)
        )
        yield f"a box for these sheets has a lid of at least {width:g} x {height:g} mm"


def _small(deck: Deck, printer: Vendor, checked: Checked) -> Iterator[Problem]:
    """Yield warnings for pieces, or edges of pieces, that are too small to be punched."""
    rules, shape = printer.rules, deck.shape
    if rules is None:
        return
    least, place = sorted(rules.least_token), checked.game.node.at(["decks", deck.name, "shape"])
    size = sorted((shape.width, shape.height))
    if size[0] < least[0] or size[1] < least[1]:
        message = f"pieces of deck {deck.name} are {shape.width:g} x {shape.height:g} mm"
        hint = f"{printer.name}: no piece below {least[0]:g} x {least[1]:g} mm"
        yield Problem(place, message, hint, "warning")
    shortest = min((edge for ring in (shape.ring(), *shape.rings) for edge in _edges(ring)), default=math.inf)
    if deck.role != "box" and shortest < rules.least_edge - 0.005:
        message = f"pieces of deck {deck.name} have an edge of {shortest:.3g} mm"
        hint = f"{printer.name}: no edge below {rules.least_edge:g} mm, which a steel rule cannot be bent to"
        yield Problem(place, message, hint, "warning")


def _edges(ring: Ring) -> Iterator[float]:
    """Yield the lengths of the straight edges of a ring that end in corners on both sides; chords of curves do not."""
    for index, point in enumerate(ring):
        before, after, beyond = (ring[(index + step) % len(ring)] for step in (-1, 1, 2))
        if min(_turn(before, point, after), _turn(point, after, beyond)) > _CORNER:
            yield math.dist(point, after)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return by how many degrees a line from a to c turns at b."""
    turn = math.degrees(math.atan2(c.y - b.y, c.x - b.x) - math.atan2(b.y - a.y, b.x - a.x)) % 360
    return min(turn, 360 - turn)


def _drawn(
    stock: str, sheets: Sequence[Sheet], checked: Checked, nicks: int, inks: Sequence[FixedInk], alone: bool
) -> Iterator[Side]:
    """Draw both sides of all sheets with the lines of the die, or only once the lines `alone`."""
    from beeprint.outputs.shared.press import Page, Side

    for drawn_sheet in sheets:
        sides: tuple[Literal["front", "back"], ...] = (
            ("front", "back") if drawn_sheet.two_sided and not alone else ("front",)
        )
        for side in sides:
            marks = () if alone else sheet.draw(drawn_sheet, side, None, checked.fonts).marks
            leaf = f"{slug(stock)}/{drawn_sheet.number}"
            placed = drawn_sheet.fronts if side == "front" else drawn_sheet.backs
            drawing = Drawing(drawn_sheet.paper, (*marks, *die_lines.draw(placed, side, nicks, *inks)))
            yield Side(leaf, side, Page(f"{leaf}.{side}", drawing, drawn_sheet.paper))


def _spend(drawn: Mapping[str, _Drawn], checked: Checked, inks: Inks, proofs: bool) -> None:
    """Spend what all sheets cost, and their proofs."""
    from beeprint.outputs.shared import page_costs

    for number, draw in enumerate(drawn.values()):
        # Of the two files of each stock, the second has the lines of the die alone, and no proofs.
        page_costs.spend((drawn_sheet.page for drawn_sheet in draw()), checked, inks, False, proofs and number % 2 == 0)


def _write(
    path: FilePath,
    stock: str,
    drawn: _Drawn,
    checked: Checked,
    standard: Literal["x4", "pdf"],
    press: Condition,
    inks: Inks,
) -> None:
    from beeprint.outputs.shared.files import write_press

    write_press(path, stock, [drawn_sheet.page for drawn_sheet in drawn()], checked, standard, press, inks)


def _write_proofs(folder: FilePath, drawn: _Drawn, checked: Checked, inks: Inks) -> None:
    from beeprint.outputs.shared import proof

    for drawn_sheet in drawn():
        proof.write(folder, drawn_sheet.page, checked.fonts, inks)


def _write_list(folder: FilePath) -> None:
    from beeprint.outputs.shared import proof

    proof.write_list(folder)


def _sides(files: Mapping[str, _Drawn]) -> Iterator[PrintedSide]:
    """Yield all pages, with their thin lines once more as cuts."""
    for file, drawn in files.items():
        for number, (leaf, side, page) in enumerate(drawn(), start=1):
            yield PrintedSide(f"{file}/{leaf}", side, file, number, page.drawing, die_lines.cuts(page.drawing))


DIE_CUT = Output(DieCutProfile, make, frozenset({"icc", "proof"}), asks)

"""Sheets of board for a press, with the lines to punch them along in a spot ink of their own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from beeprint import sheet
from beeprint.base.colour import Cmyk, Colour, PressInk
from beeprint.base.geometry import Path, Point, Rect, Ring, line, polygon, transformed
from beeprint.base.problems import Problem, error_at
from beeprint.base.words import counted
from beeprint.draw.drawing import Drawing, Layer, Mark, PathMark, Solid, Stroke, path_mark
from beeprint.draw.shape import Shape
from beeprint.files.names import slug
from beeprint.files.schema import Int, Line
from beeprint.laser import bridges
from beeprint.laser.plan import Polyline
from beeprint.products import Checked, Order, Output, PrintedSide, Product, selected
from beeprint.products.inks import InkKeys, limited, printing
from beeprint.products.output import FACE, Job
from beeprint.products.pieces import is_punched
from beeprint.products.stocks import SheetsKeys, paper_sizes, stocks
from beeprint.sheet import Sheet

if TYPE_CHECKING:
    from beeprint.files.nodes import Node
    from beeprint.files.workspace import Workspace
    from beeprint.game.model import Deck
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks
    from beeprint.press.standard import Expected
    from beeprint.press.vendor import Vendor
    from beeprint.products.press import Side

    #: Draws the pages of a file, one by one.
    _Drawn = Callable[[], Iterator[Side]]

#: How the lines look on a screen, and what prints where the spot ink is not known.
_LOOK, _ALTERNATE, _CREASE = Colour(236, 0, 140), Cmyk(0, 100, 0, 0), Cmyk(100, 0, 0, 0)
#: mm: how wide a nick is (assumed: twice what a laser leaves, since a die presses it together).
_NICK = 0.6
#: Degrees: chords of a curve turn less at their ends, corners more.
_CORNER = 35
#: mm: 0.25 pt, which cutters ask for.
_WIDTH = 0.088


class DieCutProfile(SheetsKeys, InkKeys):
    """Sheets of board: see SheetsKeys and InkKeys.

    Each piece is held in its frame by so many `nicks`.
    `cut` is the name of the spot ink of the cut lines, `score` that of lines to fold along; the vendor's, if missing.
    """

    output: Literal["die-cut"]
    cut: Line = ""
    score: Line = ""
    nicks: Annotated[Int, Field(ge=0, le=24)] = 0
    standard: Literal["x4", "pdf"] = "x4"


def make(order: Order[DieCutProfile]) -> Product:
    """Return, for each stock, a PDF of both sides of its sheets with cut lines, and one of the cut lines alone."""
    from beeprint.press import vendor
    from beeprint.press.inks import Inks
    from beeprint.products.faces import Edges, laid_out_again

    profile, checked, node = order.profile, order.checked, order.node
    printer = vendor.load(checked.game.workspace, profile.vendor, node.at(["vendor"]))
    press, plain = printing(checked.game, profile, node, order.options.icc)
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
    asked = replace(order, checked=again, options=replace(order.options, only=only))
    dies = _dies(order, printer, decks)
    name = dies[0].spot
    inks = Inks(press.profile, plain.limit, (*checked.game.inks, *dies))
    jobs: list[Job] = []
    files: list[str] = []
    lines: list[str] = []
    boards: list[Rect] = []
    drawn: dict[str, _Drawn] = {}
    for stock, sheets in stocks(asked, tiles=False):
        stem = f"{order.name}/{slug(stock)}"
        for file, alone in ((f"{stem}.pdf", False), (f"{stem}-{slug(name)}.pdf", True)):
            drawn[file] = partial(_drawn, stock, sheets, again, profile.nicks, dies, alone)
            work = partial(_write, order.folder.parent / file, stock, drawn[file], again, profile.standard, press, inks)
            jobs.append((FACE * len(sheets), work))
            files.append(file)
        if order.options.proof:
            work = partial(_write_proofs, order.folder / "proof", drawn[f"{stem}.pdf"], again, inks)
            jobs.append((4 * FACE * len(sheets), work))
        size = sheets[0].paper
        boards.append(size)
        lines.append(f"{stem}.pdf: {counted(len(sheets), 'sheet')} of {size.width:g} x {size.height:g} mm")
    last: list[Job] = []
    if order.options.proof:
        last.append((FACE, partial(_write_list, order.folder / "proof")))
        files.append(f"{order.name}/proof")
    folded = "".join(f", lines to fold along {one.spot}" for one in dies[1:])
    lines_are = f"{order.name}: cut lines are the spot ink {name}{folded}"
    hint = f"{lines_are}; made for {press.title}, no more than {inks.limit:g} % of ink"
    hints = (hint, *_lids(printer, boards))
    small = (fault for deck in decks for fault in _small(deck, printer, checked))
    return Product(
        tuple(files),
        tuple(jobs),
        tuple(last),
        summary=tuple(lines),
        hints=hints,
        problems=(*again.problems, *small),
        sides=partial(_sides, drawn),
        inks=inks,
        spend=partial(_spend, drawn, again, inks, order.options.proof),
    )


def _dies(order: Order[DieCutProfile], printer: Vendor, decks: Sequence[Deck]) -> tuple[PressInk, ...]:
    """Return the spot ink of the cut lines, and where a deck is folded that of the lines to fold along."""
    profile, spots = order.profile, printer.files.spots
    name, creased = _cut(profile, printer), profile.score or spots.get("score", "Crease")
    cut = PressInk("cut line", _unused(order.checked), _ALTERNATE, name, overprint=True)
    if not any(deck.shape.folds for deck in decks):
        return (cut,)
    if slug(creased) == slug(name):
        place = order.node.at(["score"])
        raise error_at(place, f"cut and score lines have the same ink {name}", "name two spot inks")
    return cut, PressInk("score line", _unused(order.checked, cut.colour), _CREASE, creased, overprint=True)


def asks(workspace: Workspace, profile: DieCutProfile, node: Node) -> Expected:
    """Return what the factory asks of a PDF: boards of its size, with cut lines in its spot colour."""
    from beeprint.press import asked, vendor

    printer = vendor.load(workspace, profile.vendor, node.at(["vendor"]))
    press, limit = limited(workspace, profile, printer, node)
    cut = (_cut(profile, printer),)
    boards = paper_sizes(workspace, profile, node)
    found = asked.asked(printer, press, profile.standard, limit)
    # Bleed and safe distance are those of the pieces, which only their cut lines show; the board itself has none.
    return replace(found, sizes=boards, needs=cut, cuts=cut, bleed=0, safe=0, even=False)


def _cut(profile: DieCutProfile, printer: Vendor) -> str:
    """Return the name of the spot ink of the cut lines."""
    return profile.cut or printer.files.spots.get("cut", "CutContour")


def _unused(checked: Checked, *others: Colour) -> Colour:
    """Return a colour for the lines of a die that no ink of the palette has."""
    taken, found = {*checked.game.palette.values(), *others}, _LOOK
    while found in taken:
        found = Colour(found.red, found.green + 1, found.blue)
    return found


def _lids(printer: Vendor, boards: Sequence[Rect]) -> Iterator[str]:
    """Say how large the lid of a box has to be that holds the boards."""
    if printer.rules is not None and printer.rules.board_smaller_than_box:
        room = printer.rules.board_smaller_than_box
        width, height = (max(sides) + room for sides in zip(*((one.width, one.height) for one in boards), strict=True))
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


def cut_lines(
    one: Sheet, side: Literal["front", "back"], nicks: int, cut: PressInk, *crease: PressInk
) -> Iterator[Mark]:
    """Yield the outlines of the pieces on one side of a sheet, and the lines to fold along, each in its ink.

    Each outline has `nicks` gaps, which hold the piece in its frame.
    """
    for placed in one.fronts if side == "front" else one.backs:
        outline = placed.piece.shape if side == "front" else placed.piece.shape.mirrored
        for path in _nicked(outline, nicks) if nicks else [outline.cut_path()]:
            yield path_mark(transformed(path, placed.at), None, Stroke(Solid(cut.colour), _WIDTH), Layer.CUT)
        for ink in crease:
            for fold in outline.folds:
                yield path_mark(
                    transformed(line(*fold), placed.at), None, Stroke(Solid(ink.colour), _WIDTH), Layer.SCORE
                )


def _nicked(outline: Shape, nicks: int) -> Iterator[Path]:
    """Yield the lines of an outline with gaps in it, and its holes, which fall out."""
    rings = [outline.ring()]
    middles = bridges.bridges(rings, nicks, _NICK)
    for part in bridges.cut([Polyline(ring, True) for ring in rings], middles, _NICK):
        yield polygon(part.points) if part.closed else line(*part.points)
    yield from outline.holes


def _drawn(
    stock: str, sheets: Sequence[Sheet], checked: Checked, nicks: int, dies: Sequence[PressInk], alone: bool
) -> Iterator[Side]:
    """Draw both sides of all sheets with the lines of the die, or only once the lines `alone`."""
    from beeprint.products.press import Page, Side

    for one in sheets:
        sides: tuple[Literal["front", "back"], ...] = ("front", "back") if one.two_sided and not alone else ("front",)
        for side in sides:
            marks = () if alone else sheet.draw(one, side, None, checked.fonts).marks
            leaf = f"{slug(stock)}/{one.number}"
            drawing = Drawing(one.paper, (*marks, *cut_lines(one, side, nicks, *dies)))
            yield Side(leaf, side, Page(f"{leaf}.{side}", drawing, one.paper))


def _spend(drawn: Mapping[str, _Drawn], checked: Checked, inks: Inks, proofs: bool) -> None:
    """Spend what all sheets cost, and their proofs."""
    from beeprint.products import page_costs

    for number, draw in enumerate(drawn.values()):
        # Of the two files of each stock, the second has the lines of the die alone, and no proofs.
        page_costs.spend((one.page for one in draw()), checked, inks, False, proofs and number % 2 == 0)


def _write(
    path: FilePath,
    stock: str,
    drawn: _Drawn,
    checked: Checked,
    standard: Literal["x4", "pdf"],
    press: Condition,
    inks: Inks,
) -> None:
    from beeprint.products.files import write_press

    write_press(path, stock, [one.page for one in drawn()], checked, standard, press, inks)


def _write_proofs(folder: FilePath, drawn: _Drawn, checked: Checked, inks: Inks) -> None:
    from beeprint.products import proof

    for one in drawn():
        proof.write(folder, one.page, checked.fonts, inks)


def _write_list(folder: FilePath) -> None:
    from beeprint.products import proof

    proof.write_list(folder)


def _sides(files: Mapping[str, _Drawn]) -> Iterator[PrintedSide]:
    """Yield all pages, with their thin lines once more as cuts."""
    for file, drawn in files.items():
        for number, (leaf, side, page) in enumerate(drawn(), start=1):
            lines = (mark for mark in page.drawing.marks if isinstance(mark, PathMark) and mark.layer is Layer.CUT)
            cut = tuple(segment for line in lines for segment in line.path)
            yield PrintedSide(f"{file}/{leaf}", side, file, number, page.drawing, cut)


OUTPUT = Output(DieCutProfile, make, frozenset({"icc", "proof"}), asks)

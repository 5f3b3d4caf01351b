"""Files for a press: a piece on each page, in inks, with bleed, as PDF/X."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from beeprint.base.geometry import rectangle
from beeprint.base.words import counted
from beeprint.outputs.shared import Checked, Order, Output, PrintedSide, Product
from beeprint.outputs.shared.files import write_text
from beeprint.outputs.shared.inks import DieKeys, ink_names, limited, printing
from beeprint.outputs.shared.output import FACE, Job
from beeprint.sources.names import slug
from beeprint.sources.schema import Flag
from beeprint.sources.tables_csv import write_csv

#: What a file is said to be, and what is written.
Standard = Literal["x4", "x1a", "x1a-2001", "pdf"]
STANDARDS: Mapping[str, Standard] = {"PDF/X-4": "x4", "PDF/X-1a:2003": "x1a", "PDF": "pdf", "": "pdf"}

if TYPE_CHECKING:
    from beeprint.outputs.shared.press import Page, PressDeck, Side
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks
    from beeprint.press.standard import Expected
    from beeprint.press.vendor import Files, Vendor
    from beeprint.sources.nodes import Node
    from beeprint.sources.workspace import Workspace

    #: The title of a file, and its pages.
    _Titled = tuple[str, Sequence[Side]]


class PressProfile(DieKeys):
    """What a press gets: see DieKeys.

    What is given here counts instead of what the vendor's file says: `standard`, `order` of the sides, in files of
    their own if it is fronts-backs, and whether `copies` are pages or stand in the list. With `boxes`, each box is a
    file too, flat, with the lines of its die.
    """

    output: Literal["press"]
    standard: Standard | None = None
    order: Literal["front-back", "back-front", "fronts-backs"] | None = None
    copies: Literal["pages", "list"] | None = None
    leaflet: Flag = False
    boxes: Flag = False


def make(order: Order[PressProfile]) -> Product:
    """Return a PDF for each deck, or two, a list of the pieces, and boxes and the leaflet if the profile wants them."""
    from beeprint.outputs.shared import die_lines, page_costs, press, proof

    profile, checked, place = order.profile, order.checked, order.node.at(["vendor"])
    printer = press.printer(checked, profile.vendor, "pdf", place)
    takes = printer.files
    cuts = press.dies(checked, printer, order.options, profile.boxes)
    condition, inks = printing(checked.game, profile, order.node, order.options.icc)
    boxes = [box.shape for name, box in checked.game.boxes.items() if name in cuts]
    lines = die_lines.inks(profile, printer, order.node, boxes) if boxes else ()
    decks, problems = press.decks(checked, printer, cuts, order.options, lines)
    files = {f"{order.name}/{name}": sides for name, sides in _all_files(order, printer, decks)}
    standard = profile.standard or STANDARDS[takes.standard]
    different = list({id(side.page): side.page for _, sides in files.values() for side in sides}.values())
    flat = standard in ("x1a", "x1a-2001")
    jobs: list[Job] = []
    last: list[Job] = []
    for file, (title, sides) in files.items():
        pages = [side.page for side in sides]
        work = partial(_write, order.folder.parent / file, title, pages, checked, standard, condition, inks)
        jobs.append((FACE * len({page.name for page in pages}), work))
    shown = [*files, f"{order.name}/pieces.csv"]
    jobs.append((FACE, partial(_write_list, order.folder / "pieces.csv", decks)))
    if order.options.proof:
        jobs += (
            (4 * FACE, partial(proof.write, order.folder / "proof", page, checked.fonts, inks)) for page in different
        )
        last.append((FACE, partial(proof.write_list, order.folder / "proof")))
        shown.append(f"{order.name}/proof")
    printed = {file: sides for file, (_, sides) in files.items()}
    hints = [f"{order.name}: made for {condition.title}; no more than {inks.limit:g} % of ink anywhere"]
    if lines:
        hints.append(f"{order.name}: boxes are flat; their {die_lines.say(lines)}")
    return Product(
        tuple(shown),
        tuple(jobs),
        tuple(last),
        summary=tuple(_line(file, sides[0].page, len(sides)) for file, sides in printed.items()),
        hints=tuple(hints),
        problems=problems,
        sides=partial(_sides, printed),
        inks=inks,
        spend=partial(page_costs.spend, different, checked, inks, flat, order.options.proof),
    )


def _all_files(
    order: Order[PressProfile], printer: Vendor, decks: Sequence[PressDeck]
) -> Iterator[tuple[str, _Titled]]:
    """Yield the files of all decks and of the leaflet by name, each with its title and its pages."""
    from beeprint.outputs.shared import press

    profile, leaflet, takes = order.profile, order.checked.leaflet, printer.files
    many, once = (profile.copies or takes.copies) != "list", takes.shared_back == "one-page"
    sides_in = profile.order or takes.order
    for deck in decks:
        name, order_of_sides = f"boxes/{slug(deck.deck.name)}.pdf", "front-back"
        names: Sequence[str] = [name]
        if deck.deck.role != "box":
            order_of_sides, names = sides_in, _names(deck, takes, sides_in == "fronts-backs")
        for name, sides in _files(deck, order_of_sides, names, many, once):
            yield name, (deck.deck.spec.title, sides)
    if profile.leaflet and not order.options.only and leaflet is not None and leaflet.pages:
        bleed = min(margin.bleed for margin in printer.margins)
        numbered = enumerate(leaflet.pages, start=1)
        pages = [press.leaf(f"rules/{number}", page, bleed) for number, page in numbered]
        yield "rules.pdf", (leaflet.title, [press.Side(page.name, "front", page) for page in pages])


def asks(workspace: Workspace, profile: PressProfile, node: Node) -> Expected:
    """Return what the vendor asks of a PDF, with what the profile says instead."""
    from beeprint.press import vendor
    from beeprint.press.condition import asked

    printer = vendor.load(workspace, profile.vendor, node.at(["vendor"]))
    condition, limit = limited(workspace, profile, printer, node)
    standard = profile.standard or STANDARDS[printer.files.standard]
    lines = ink_names(profile, printer) if profile.boxes else ()
    return asked(printer, condition, standard, limit, profile.order or "", lines)


def _names(deck: PressDeck, takes: Files, two: bool) -> Sequence[str]:
    """Return the names of a deck's files as the vendor says; plain ones where the profile wants more or fewer files."""
    plain = ("{deck}-fronts.pdf", "{deck}-backs.pdf") if two else ("{deck}.pdf",)
    width, height = deck.cut.trim
    said = {"deck": slug(deck.deck.name), "width": f"{width:g}", "height": f"{height:g}"}
    return [name.format(**said) for name in (takes.names if len(takes.names) == len(plain) else plain)]


def _files(
    deck: PressDeck, order: str, names: Sequence[str], many: bool, once: bool
) -> Iterator[tuple[str, list[Side]]]:
    """Yield the files of a deck by name, each with its pages, `many` for copies, `once` for a back that all share."""
    from beeprint.outputs.shared.press import Side

    pieces = [piece for piece in deck.pieces for _ in range(piece.copies if many else 1)]
    name = slug(deck.deck.name)
    leaves = [(f"{name} {number}", piece) for number, piece in enumerate(pieces)]
    fronts = [Side(leaf, "front", piece.front) for leaf, piece in leaves]
    backs = [Side(leaf, "back", piece.back) for leaf, piece in leaves if piece.back is not None]
    if order == "fronts-backs":
        yield names[0], fronts
        if backs:
            yield names[1], backs[:1] if deck.shared_back and once else backs
        return
    behind = {side.leaf: [side] for side in backs}
    pairs = (([side], behind.get(side.leaf, [])) for side in fronts)
    turned = order == "back-front"
    yield names[0], [side for front, back in pairs for side in ((*back, *front) if turned else (*front, *back))]


def _sides(files: Mapping[str, Sequence[Side]]) -> Iterator[PrintedSide]:
    """Yield all pages, each with its cut lines or its trim."""
    from beeprint.outputs.shared import die_lines

    for file, sides in files.items():
        for number, (leaf, side, page) in enumerate(sides, start=1):
            cut = die_lines.cuts(page.drawing) or rectangle(page.trim)
            yield PrintedSide(leaf, side, file, number, page.drawing, cut)


def _line(file: str, page: Page, count: int) -> str:
    trim, box = page.trim, page.drawing.box
    bleed = (box.width - trim.width) / 2
    return f"{file}: {counted(count, 'page')}, trim {trim.width:g} x {trim.height:g} mm, bleed {bleed:g} mm"


def _write(
    path: Path,
    title: str,
    pages: Sequence[Page],
    checked: Checked,
    standard: Standard,
    condition: Condition,
    inks: Inks,
) -> None:
    from beeprint.outputs.shared.files import write_press

    write_press(path, title, pages, checked, standard, condition, inks)


def _write_list(path: Path, decks: Sequence[PressDeck]) -> None:
    """Write which pieces there are, in the order of their pages, and how many copies of each."""
    from beeprint.outputs.shared.press import listed

    write_text(path, write_csv([("deck", "piece", "number", "copies", "sides"), *listed(decks)]))


PRESS = Output(PressProfile, make, frozenset({"icc", "proof"}), asks)

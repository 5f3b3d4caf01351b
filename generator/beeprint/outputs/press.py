"""Files for a press: a piece on each page, in inks, with bleed, as PDF/X."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from beeprint.base.words import counted
from beeprint.files import lists
from beeprint.files.names import slug
from beeprint.files.schema import Flag, Number
from beeprint.products import Checked, Order, Output, Product, Profile
from beeprint.products.files import write_text
from beeprint.products.output import FACE, Job

#: What a file is said to be, and what is written.
Standard = Literal["x4", "x1a", "x1a-2001", "pdf"]
STANDARDS: Mapping[str, Standard] = {"PDF/X-4": "x4", "PDF/X-1a:2003": "x1a", "PDF": "pdf", "": "pdf"}

if TYPE_CHECKING:
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks
    from beeprint.press.vendor import Files
    from beeprint.products.press import Page, PressDeck


class PressProfile(Profile):
    """What a press gets: for a `vendor` of layouts/vendors/, in a printing `condition` of layouts/conditions/.

    What is given here counts instead of what the vendor's file says: `standard`, `limit`, the most ink in percent,
    `order` of the sides, in files of their own if it is fronts-backs, and whether `copies` are pages or stand in the
    list. `intent` and `black-point` are how colours are converted.
    """

    output: Literal["press"]
    vendor: str
    condition: str
    standard: Standard | None = None
    limit: Annotated[Number, Field(ge=100, le=400)] | None = None
    intent: Literal["relative", "perceptual", "saturation"] = "relative"
    black_point: Flag = True
    order: Literal["front-back", "back-front", "fronts-backs"] | None = None
    copies: Literal["pages", "list"] | None = None
    leaflet: Flag = False


def make(order: Order[PressProfile]) -> Product:
    """Return a PDF for each deck, or two, a list of the pieces, and the leaflet where the profile asks for it."""
    from beeprint.press.inks import Inks
    from beeprint.products import press

    profile, checked, place = order.profile, order.checked, order.node.at(["vendor"])
    printer = press.printer(checked, profile.vendor, "pdf", place)
    takes = printer.files
    cuts = press.dies(checked, printer, order.options)
    condition = condition_of(order)
    limit = min(profile.limit or takes.ink or condition.limit, condition.limit)
    inks = Inks(condition.profile, limit, checked.game.inks)
    decks, problems = press.decks(checked, printer, cuts, order.options)
    files = {f"{order.name}/{name}": found for name, found in _all_files(order, takes, decks)}
    standard = profile.standard or STANDARDS[takes.standard]
    jobs: list[Job] = []
    for file, (title, pages) in files.items():
        work = partial(_write, order.folder.parent / file, title, pages, checked, standard, condition, inks)
        jobs.append((FACE * len({page.name for page in pages}), work))
    shown = [*files, f"{order.name}/pieces.csv"]
    jobs.append((FACE, partial(_write_list, order.folder / "pieces.csv", decks)))
    if order.options.proof:
        different = {id(page): page for _, pages in files.values() for page in pages}.values()
        jobs += ((4 * FACE, partial(_write_proofs, order.folder / "proof", page, checked, inks)) for page in different)
        shown.append(f"{order.name}/proof")
    lines = (_line(file, pages) for file, (_, pages) in files.items())
    hint = f"{order.name}: made for {condition.title}; no more than {limit:g} % of ink anywhere"
    return Product(tuple(shown), tuple(jobs), summary=tuple(lines), hints=(hint,), problems=problems)


def _all_files(
    order: Order[PressProfile], takes: Files, decks: Sequence[PressDeck]
) -> Iterator[tuple[str, tuple[str, Sequence[Page]]]]:
    """Yield the files of all decks and of the leaflet by name, each with its title and its pages."""
    from beeprint.products import press

    profile, leaflet = order.profile, order.checked.leaflet
    many, once = (profile.copies or takes.copies) != "list", takes.shared_back == "one-page"
    for one in decks:
        for name, pages in _files(one, profile.order or takes.order, many, once):
            yield name, (one.deck.spec.title, pages)
    if profile.leaflet and not order.options.only and leaflet is not None and leaflet.pages:
        numbered = enumerate(leaflet.pages, start=1)
        yield "rules.pdf", (leaflet.title, [press.Page(f"rules/{number}", page, page.box) for number, page in numbered])


def condition_of(order: Order[PressProfile]) -> Condition:
    """Return the printing condition, or what an ICC profile of the options says."""
    from beeprint.press import condition

    profile = order.profile
    if order.options.icc is not None:
        return condition.of_file(order.options.icc, profile.intent, profile.black_point)
    workspace, place = order.checked.game.workspace, order.node.at(["condition"])
    return condition.load(workspace, profile.condition, place, profile.intent, profile.black_point)


def _files(one: PressDeck, order: str, many: bool, once: bool) -> Iterator[tuple[str, list[Page]]]:
    """Yield the files of a deck by name, each with its pages, `many` for copies, `once` for a back that all share."""
    pieces = [piece for piece in one.pieces for _ in range(piece.copies if many else 1)]
    name = slug(one.deck.name)
    if order == "fronts-backs":
        yield f"{name}-fronts.pdf", [piece.front for piece in pieces]
        backs = [piece.back for piece in pieces if piece.back is not None]
        if backs:
            yield f"{name}-backs.pdf", backs[:1] if one.shared_back and once else backs
        return
    sides = [[piece.front, piece.back] for piece in pieces]
    turned = [pair[::-1] for pair in sides] if order == "back-front" else sides
    yield f"{name}.pdf", [page for pair in turned for page in pair if page is not None]


def _line(file: str, pages: Sequence[Page]) -> str:
    trim, box = pages[0].trim, pages[0].drawing.box
    bleed = (box.width - trim.width) / 2
    return f"{file}: {counted(len(pages), 'page')}, trim {trim.width:g} x {trim.height:g} mm, bleed {bleed:g} mm"


def _write(
    path: Path,
    title: str,
    pages: Sequence[Page],
    checked: Checked,
    standard: Standard,
    condition: Condition,
    inks: Inks,
) -> None:
    from beeprint.products.files import write_press

    write_press(path, title, pages, checked, standard, condition, inks)


def _write_proofs(folder: Path, page: Page, checked: Checked, inks: Inks) -> None:
    from beeprint.press.plates import Plates
    from beeprint.products import proof

    folder.joinpath(page.name).parent.mkdir(parents=True, exist_ok=True)
    found = proof.proof(page.drawing, Plates(inks, checked.fonts), checked.fonts)
    for kind, picture in (("", found.soft()), (".plates", found.separations()), (".ink", found.ink_map())):
        (folder / f"{page.name}{kind}.png").write_bytes(proof.png(picture))


def _write_list(path: Path, decks: Sequence[PressDeck]) -> None:
    """Write which pieces there are, in the order of their pages, and how many copies of each."""
    from beeprint.products.press import listed

    write_text(path, lists.written([("deck", "piece", "number", "copies", "sides"), *listed(decks)]))


OUTPUT = Output(PressProfile, make, frozenset({"icc", "proof"}))

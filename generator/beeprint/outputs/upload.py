"""Pictures to upload to a vendor: each face of exactly the pixels of its die, and a list of what to order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from beeprint.base.crew import Akin
from beeprint.base.geometry import rectangle
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.outputs.shared import Order, Output, PrintedSide, Product, Profile
from beeprint.outputs.shared.files import write_picture, write_text
from beeprint.outputs.shared.output import PIXELS, Job
from beeprint.sources.names import slug
from beeprint.sources.schema import Flag, Line, Number
from beeprint.sources.tables_csv import write_csv

if TYPE_CHECKING:
    from beeprint.outputs.shared.press import Page, PressDeck, PressPiece
    from beeprint.press.vendor import Vendor

_COLUMNS = ("product", "piece", "name", "quantity", "front", "back")


class UploadProfile(Profile):
    """What a vendor gets that prints pictures: a `vendor` of layouts/vendors/.

    `dpi` counts instead of the vendor's, unless that takes no other. `stock` and `foil` are those of an order of
    mpc-autofill.
    """

    output: Literal["upload"]
    vendor: str
    dpi: Annotated[Number, Meta(ge=300, le=1200)] | None = None
    stock: Line = ""
    foil: Flag = False


class _Piece(Struct, frozen=True):
    """A piece, with the names of its pictures; no back where it is blank."""

    piece: PressPiece
    front: str
    back: str


class _Component(Struct, frozen=True):
    """A deck as it is ordered: its pieces, its pictures by name, and their pixels."""

    deck: PressDeck
    pieces: tuple[_Piece, ...]
    pictures: Mapping[str, Page]
    size: tuple[int, int]


def make(order: Order[UploadProfile]) -> Product:
    """Return the pictures of each deck, and a list or an order file."""
    from beeprint.outputs.shared import press

    profile, checked, place = order.profile, order.checked, order.node.at(["vendor"])
    vendor = press.printer(checked, profile.vendor, "png", place)
    dpi = profile.dpi or vendor.files.dpi
    if vendor.files.exact_pixels and dpi != vendor.files.dpi:
        hint = f"remove dpi: {dpi:g}"
        raise error_at(order.node.at(["dpi"]), f"{vendor.name} takes pictures of {vendor.files.dpi} dpi only", hint)
    cuts = press.dies(checked, vendor, order.options)
    decks, problems = press.decks(checked, vendor, cuts, order.options)
    components = [_component(deck, vendor, dpi) for deck in decks]
    problems += tuple(_wrong_sizes(components, vendor, order))
    texts = _orders(order, vendor, components) if vendor.files.list_ == "xml" else _lists(vendor, components)
    jobs: list[Job] = []
    for component in components:
        work = PIXELS * component.size[0] * component.size[1] / 10_000
        for name, page in component.pictures.items():
            path = order.folder / name
            jobs.append(
                (work, Akin(component.size, partial(write_picture, path, page.drawing, checked, component.size, dpi)))
            )
    jobs += ((1.0, partial(write_text, order.folder / name, text)) for name, text in texts.items())
    folders = dict.fromkeys(f"{order.name}/{name.rpartition('/')[0]}".rstrip("/") for name in _pictures(components))
    last: list[Job] = []
    if vendor.files.most_bytes is not None:
        paths = [order.folder / name for name in _pictures(components)]
        last.append((1.0, partial(_weigh, paths, vendor, vendor.files.most_bytes, place)))
    hint = f"{order.name}: beeprint docs press says how to order; order one copy first"
    return Product(
        (*folders, *(f"{order.name}/{name}" for name in texts)),
        tuple(jobs),
        tuple(last),
        summary=tuple(_line(order.name, component, vendor) for component in components),
        hints=(hint,),
        problems=problems,
        sides=partial(_sides, order.name, components),
    )


def _sides(folder: str, components: Sequence[_Component]) -> Iterator[PrintedSide]:
    """Yield the pictures of each piece, with the trim of its die; those of its copies are the same."""
    for component in components:
        for each in component.pieces:
            names: tuple[tuple[Literal["front", "back"], str], ...] = (("front", each.front), ("back", each.back))
            for side, name in names:
                if name:
                    page = component.pictures[name]
                    yield PrintedSide(each.front, side, f"{folder}/{name}", 1, page.drawing, rectangle(page.trim))


def _component(press_deck: PressDeck, vendor: Vendor, dpi: float) -> _Component:
    """Name the pictures of a deck as the vendor's file says."""
    from beeprint.outputs.shared.press import blank

    front, back, shared, _ = vendor.files.names
    deck, digits = slug(press_deck.deck.name), len(str(len(press_deck.pieces)))
    once = press_deck.deck.spec.back is not None and press_deck.deck.spec.back.each == "deck" and vendor.backs != "card"
    pictures: dict[str, Page] = {}
    pieces: list[_Piece] = []
    for number, piece in enumerate(press_deck.pieces, start=1):
        said = {"deck": deck, "piece": piece.stem, "number": f"{number:0{digits}}"}
        names = [front.format(**said), ""]
        pictures[names[0]] = piece.front
        behind = piece.back
        if behind is None and vendor.files.list_ == "xml":
            # An order without a back for every card is refused, or another deck's back is printed.
            once, behind = True, blank(press_deck.cut)
        if behind is not None:
            # By what the deck declares: the pieces that happen to be made must not change the names of files.
            names[1] = (shared if once else back).format(**said)
            pictures[names[1]] = behind
        pieces.append(_Piece(piece, *names))
    return _Component(press_deck, tuple(pieces), pictures, press_deck.cut.pixels_at(dpi))


def _pictures(components: Sequence[_Component]) -> Iterator[str]:
    for component in components:
        yield from component.pictures


def _wrong_sizes(components: Sequence[_Component], vendor: Vendor, order: Order[UploadProfile]) -> Iterator[Problem]:
    """Yield what the vendor does not take: pictures that are too large, more pieces than an order may have, or less."""
    most = vendor.files.most_pixels
    for component in components:
        if most is not None and max(component.size) > most:
            raise error_at(
                order.node.at(["vendor"]),
                f"pictures of deck {component.deck.deck.name} have {component.size[0]} x {component.size[1]} pixels; "
                f"{vendor.name} takes up to {most:,} a side",
                "write a lower dpi, or build the other decks with --only",
            )
    if vendor.files.list_ == "xml":
        return
    node, quantity = order.checked.game.node, vendor.quantity
    counts = [
        (
            f"deck {component.deck.deck.name} has",
            component.deck.copies,
            node.key_at(["decks"], component.deck.deck.name),
        )
        for component in components
    ]
    if quantity.per == "game":
        counts = [("the game has", sum(component.deck.copies for component in components), node.key_at([], "decks"))]
    for who, count, place in counts:
        said = f"{vendor.name}: {who} {counted(count, 'piece')}"
        if quantity.most is not None and count > quantity.most:
            hint = "order it in parts, with --only"
            yield Problem(place, f"{said}, more than the {quantity.most:,} of an order", hint, "warning")
        if quantity.least is not None and count < quantity.least:
            yield Problem(place, f"{said}, less than the {quantity.least:,} of an order", "order more", "warning")


def _lists(vendor: Vendor, components: Sequence[_Component]) -> dict[str, str]:
    """Return a list for each deck: what to order it as, its pieces, how many of each, and their pictures."""
    lists_by_file: dict[str, str] = {}
    for component in components:
        product = component.deck.cut.product or component.deck.cut.name
        rows = [
            (product, each.piece.id, each.piece.name, each.piece.copies, each.front, each.back)
            for each in component.pieces
        ]
        lists_by_file[vendor.files.names[3].format(deck=slug(component.deck.deck.name))] = write_csv([_COLUMNS, *rows])
    return lists_by_file


def _orders(order: Order[UploadProfile], vendor: Vendor, components: Sequence[_Component]) -> dict[str, str]:
    """Return order files of mpc-autofill, as many as the most cards of one make necessary."""
    from beeprint.formats import autofill

    stock, foil = order.profile.stock or vendor.files.stocks[0], order.profile.foil
    if stock not in vendor.files.stocks:
        stocks = ", ".join(vendor.files.stocks)
        raise error_at(order.node.at(["stock"]), f"{vendor.name} has no stock {stock}", f"write one of {stocks}")
    if foil and stock not in vendor.files.foil:
        hint = f"write foil: no, or a stock of {', '.join(vendor.files.foil)}"
        raise error_at(order.node.at(["foil"]), f"{vendor.name} prints no foil on {stock}", hint)
    cards = [
        (each.front, each.back)
        for component in components
        for each in component.pieces
        for _ in range(each.piece.copies)
    ]
    most = vendor.quantity.most or max(1, len(cards))
    stem, _, ending = vendor.files.names[3].rpartition(".")
    return {
        f"{stem}{f'-{number}' if number > 1 else ''}.{ending}": autofill.order(cards[start : start + most], stock, foil)
        for number, start in enumerate(range(0, len(cards), most), start=1)
    }


def _weigh(paths: Sequence[Path], vendor: Vendor, most: int, place: Place) -> None:
    """Check that no picture has more bytes than the vendor takes; BuildError names those that have."""
    heavy = [(path, size) for path in paths if (size := path.stat().st_size) > most]
    if heavy:
        hint = "make its art simpler, or save the picture as a JPEG yourself"
        raise BuildError(
            Problem(place, f"{path.name} has {size:,} bytes; {vendor.name} takes up to {most:,}", hint)
            for path, size in heavy
        )


def _line(name: str, component: _Component, vendor: Vendor) -> str:
    deck, cut = component.deck, component.deck.cut
    # An order file holds all decks, so what a deck alone would cost means nothing.
    step = deck.copies if vendor.files.list_ == "xml" else vendor.quantity.step(deck.copies)
    paid = f", at the price of {step}" if step != deck.copies else ""
    turned = ", turned" if deck.turned else ""
    pixels = f"{component.size[0]} x {component.size[1]} pixels{turned}"
    made = f"{counted(len(component.pictures), 'picture')} of {pixels}"
    return f"{name}/{slug(deck.deck.name)}: {counted(deck.copies, 'piece')}{paid}, {cut.product or cut.name}, {made}"


UPLOAD = Output(UploadProfile, make)

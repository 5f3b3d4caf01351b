"""Lay out pieces for a vendor: one on a page or a picture, in the middle of its die, with its bleed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import IDENTITY, Affine, Rect, rotate, translate
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.drawing.drawing import Drawing, group, use
from beeprint.drawing.shape import Shape
from beeprint.face.layout import Face
from beeprint.formats.faces import file_name
from beeprint.game.binding import label
from beeprint.game.model import Deck, Game
from beeprint.outputs.shared import die_lines
from beeprint.outputs.shared.faces import Edges, laid_out_again
from beeprint.outputs.shared.pieces import Checked, copies_of, is_punched, rows_of, selected
from beeprint.press import vendor as vendors
from beeprint.press.vendor import Cut, Vendor
from beeprint.sheet import Piece, Placed, glue_areas

if TYPE_CHECKING:
    from beeprint.press.inks import FixedInk


class Page(Struct, frozen=True, dict=True):
    """A side of a piece on a page: the drawing with its bleed, and the trim, in mm; the trim starts at (0, 0)."""

    name: str
    drawing: Drawing
    trim: Rect


class Side(NamedTuple):
    """A page of a file: one side of a leaf, which is a copy of a piece or a sheet."""

    leaf: str
    side: Literal["front", "back"]
    page: Page


class PressPiece(Struct, frozen=True):
    """A piece, its pages, and how many copies of it are wanted; a shared back is the same page for all.

    `stem` is what its files are called, `name` what people call it.
    """

    id: str
    stem: str
    name: str
    front: Page
    back: Page | None
    copies: int


class PressDeck(Struct, frozen=True):
    """A deck for a press: its die, whether its pieces are turned to fit it, and its pieces."""

    deck: Deck
    cut: Cut
    turned: bool
    pieces: tuple[PressPiece, ...]

    @property
    def shared_back(self) -> bool:
        """Return whether all pieces have one back."""
        return len({id(piece.back) for piece in self.pieces}) == 1 and self.pieces[0].back is not None

    @property
    def copies(self) -> int:
        """Return how many pieces are wanted."""
        return sum(piece.copies for piece in self.pieces)


def printer(checked: Checked, name: str, kind: Literal["pdf", "png"], place: Place) -> Vendor:
    """Load the vendor of a profile; BuildError where there is none, or where it takes other files."""
    vendor = vendors.load(checked.game.workspace, name, place)
    if vendor.files.kind != kind:
        takes, output = ("pictures", "upload") if vendor.files.kind == "png" else ("PDF files", "press")
        raise error_at(place, f"{vendor.name} takes {takes}", f"write output: {output}, or name another vendor")
    return vendor


def dies(checked: Checked, vendor: Vendor, options: Options, boxes: bool = False) -> dict[str, Cut]:
    """Return the die of each deck that a build makes, and of each box with `boxes`.

    BuildError names each deck that the vendor does not cut.
    """
    uncut: list[Deck] = []
    shapes: dict[str, Cut] = {}
    for deck in selected(checked.game, options, boxes):
        cut = vendor.cut_for(deck.shape, deck.role)
        if cut is None:
            uncut.append(deck)
        else:
            shapes[deck.name] = cut
    if uncut:
        raise BuildError(_uncut(deck, vendor, checked, list(shapes)) for deck in uncut)
    return shapes


def _uncut(deck: Deck, vendor: Vendor, checked: Checked, others: Sequence[str]) -> Problem:
    size, node = f"{deck.shape.width:g} x {deck.shape.height:g} mm", checked.game.node
    if deck.role == "box":
        message = f"{vendor.name} cuts no flat box of {size}, the size of {deck.name}"
        hint = "write boxes: no in the profile, or name a vendor that cuts any size"
        return Problem(node.at(["boxes", deck.name, "shape"]), message, hint)
    nearest = vendor.nearest(deck.shape)
    message = f"{vendor.name} cuts no {deck.shape.kind} of {size}, the size of deck {deck.name}"
    near = ""
    if nearest is not None:
        outline = "" if deck.shape.is_a(nearest.shape) else f"a {nearest.shape} of "
        near = f"the nearest is {nearest.name}, {outline}{nearest.trim[0]:g} x {nearest.trim[1]:g} mm; "
    where = node.at(["decks", deck.name, "shape"])
    rest = f", or build the others: {' '.join(f'--only {name}' for name in others)}" if others else ""
    return Problem(where, message, f"{near}change the shape{rest}")


def decks(
    checked: Checked, vendor: Vendor, cuts: dict[str, Cut], options: Options, lines: Sequence[FixedInk] = ()
) -> tuple[list[PressDeck], tuple[Problem, ...]]:
    """Lay out decks again for their dies, with what is wrong with them there as warnings; BuildError for errors.

    `lines` are the inks of cut lines and of lines to fold along, which boxes have.
    """
    asked = {name: edges_of(checked.game.components[name], cut) for name, cut in cuts.items()}
    again = laid_out_again(checked, vendor.name, asked, options, press=vendor.files.kind == "pdf")
    made = [_deck(again, again.game.components[name], cut, options, lines) for name, cut in cuts.items()]
    return [press_deck for press_deck in made if press_deck.pieces], again.problems


def is_turned(shape: Shape, cut: Cut) -> bool:
    """Return whether pieces of a shape lie on their sides in a die."""
    upright, across = cut.away(shape)
    return across < upright


def edges(shape: Shape, cut: Cut) -> Edges:
    """Return the bleed and the safe zone, from the piece's own trim, that keep those of a die of another size."""
    page, (width, height) = (cut.page.width, cut.page.height), cut.trim
    if is_turned(shape, cut):
        page, (width, height) = page[::-1], (height, width)
    across, down = ((side - own) / 2 for side, own in zip(page, (shape.width, shape.height), strict=True))
    beside = min((width - shape.width) / 2, (height - shape.height) / 2)
    return Edges((round(across, 3), round(down, 3)), round(max(0.0, cut.safe - beside), 3))


def edges_of(deck: Deck, cut: Cut) -> Edges:
    """Return the bleed and the safe zone of a deck in its die; a box keeps its own safe zone.

    What a die for cards needs, a side of a box has no room for.
    """
    die_edges = edges(deck.shape, cut)
    return replace(die_edges, safe=deck.spec.safe) if deck.role == "box" else die_edges


def _deck(again: Checked, deck: Deck, cut: Cut, options: Options, lines: Sequence[FixedInk]) -> PressDeck:
    turned = is_turned(deck.shape, cut)
    pages: dict[int, Page] = {}

    def page(face: Face | None) -> Page | None:
        if face is None:
            return None
        if id(face) not in pages:
            pages[id(face)] = (
                _flat(face, deck, cut, lines) if deck.role == "box" else _page(face, deck.shape, cut, turned)
            )
        return pages[id(face)]

    pieces: list[PressPiece] = []
    for row in rows_of(deck, options):
        copies = copies_of(deck, row, options)
        front = page(again.faces[deck.name, row.id, "front"])
        assert front is not None
        back = page(again.back(deck, row)) if options.backs != "none" else None
        if copies:
            name = label(again.game, deck, row).name
            pieces.append(PressPiece(row.id, row.stem, name, front, back, copies))
    return PressDeck(deck, cut, turned, tuple(pieces))


def _page(face: Face, shape: Shape, cut: Cut, turned: bool) -> Page:
    """Return a face in the middle of a die; a piece on its side is turned so that front and back have one top."""
    width, height = cut.trim
    middle = translate(width / 2, height / 2)
    turn = rotate((90 if face.side == "front" else -90) if turned else 0)
    at: Affine = middle @ turn @ translate(-shape.width / 2, -shape.height / 2)
    trim = Rect(0, 0, width, height)
    drawing = Drawing(cut.page, (group(face.drawing.marks, at),))
    return Page(_name(face), drawing, trim)


def _flat(face: Face, deck: Deck, cut: Cut, lines: Sequence[FixedInk]) -> Page:
    """Return an unfolded box with its bleed, bare where it is glued, under the lines of its die."""
    shape, symbol = deck.shape, face.symbol
    placed = Placed(Piece(face.id, shape, cut.bleed, symbol), symbol, IDENTITY, shape.path(cut.bleed))
    art = group([use(symbol)], clip=placed.clip)
    marks = (art, *glue_areas([placed], hatches=False), *die_lines.draw([placed], "front", 0, *lines))
    return Page(_name(face), Drawing(cut.page, marks), Rect(0, 0, *cut.trim))


def _name(face: Face) -> str:
    return file_name(face).removesuffix(".svg")


def leaf(name: str, page: Drawing, bleed: float) -> Page:
    """Return a page of the leaflet, whose box is its trim, with white bleed round it."""
    return Page(name, Drawing(page.box.grow(bleed), page.marks), page.box)


def blank(cut: Cut) -> Page:
    """Return a side that nothing is printed on."""
    return Page("blank", Drawing(cut.page, ()), Rect(0, 0, *cut.trim))


def listed(press_decks: Sequence[PressDeck]) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield, for each piece, its deck, its id, its first page among the fronts, and its copies and pages."""
    for press_deck in press_decks:
        for number, piece in enumerate(press_deck.pieces, start=1):
            yield press_deck.deck.name, piece.id, number, piece.copies, 1 if piece.back is None else 2


# Say which vendors can make which decks: by which die, and what is off.


#: Differences of sizes that nobody sees, in mm.
_SAME = 0.05


class Offer(Struct, frozen=True):
    """A deck as a vendor makes it: the die, how many pieces there are to print, and what is off.

    What is `punched` has a die of its own, along cut lines in the file.
    """

    deck: Deck
    cut: Cut
    pieces: int
    off: tuple[str, ...]
    punched: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the offer for tools."""
        said = {"deck": self.deck.name, "die": self.cut.name, "product": self.cut.product}
        how = {"punched": self.punched, "off": list(self.off)}
        return {**said, "trim": list(self.cut.trim), "pieces": self.pieces, **how}


def of_game(game: Game) -> Iterator[tuple[str, Vendor, list[Offer]]]:
    """Yield each vendor by its file, with the decks that it can make, those with dies of their own first.

    Vendors that only print sheets, which somebody else cuts, are left out.
    """
    all_vendors = {name: vendors.load(game.workspace, name, game.node.place) for name in vendors.names(game.workspace)}
    for name, vendor in sorted(all_vendors.items(), key=lambda item: item[1].sizes == "any"):
        if vendor.files.copies != "sheet" or vendor.punches:
            yield name, vendor, list(_offers(game, vendor))


def printed(game: Game) -> Iterator[tuple[Deck, int]]:
    """Yield the decks of which anything is printed, with the number of their pieces."""
    for deck in game.decks.values():
        pieces = sum(deck.printed(row) for row in deck.rows.rows)
        if pieces:
            yield deck, pieces


def _offers(game: Game, vendor: Vendor) -> Iterator[Offer]:
    for deck, pieces in printed(game):
        cut = vendor.cut_for(deck.shape, deck.role)
        if cut is None:
            continue
        off = tuple(_off(deck, cut, pieces, vendor))
        # Printers of any size cut straight; other outlines need a die that is made for them.
        if vendor.files.copies != "sheet" and (cut in vendor.cuts or deck.shape.is_rectangle):
            yield Offer(deck, cut, pieces, off)
        if vendor.punches and is_punched(deck):
            yield Offer(deck, cut, pieces, off, punched=True)


def _off(deck: Deck, cut: Cut, pieces: int, vendor: Vendor) -> Iterator[str]:
    """Yield what a designer has to know of a deck on a die."""
    turned = is_turned(deck.shape, cut)
    width, height = cut.trim[::-1] if turned else cut.trim
    more = width - deck.shape.width, height - deck.shape.height
    asked, spec = edges(deck.shape, cut), deck.spec
    words = (("wider", "narrower"), ("higher", "lower"))
    apart = [f"{abs(by):.2g} mm {word[by < 0]}" for by, word in zip(more, words, strict=True) if abs(by) > _SAME]
    if apart:
        yield f"the die is {' and '.join(apart)}"
    if turned:
        yield "turned"
    if max(asked.bleed) > spec.bleed + _SAME:
        yield f"{max(asked.bleed):.4g} mm of bleed, drawn for {spec.bleed:g}"
    if asked.safe > spec.safe + _SAME:
        yield f"safe from {asked.safe:.4g} mm, not {spec.safe:g}"
    if spec.back is None:
        yield "no back"
    most, quantity = vendor.quantity.most, vendor.quantity
    if most is not None and quantity.per == "deck" and pieces > most:
        yield f"{counted(pieces, 'piece')}, an order has {most:,}"

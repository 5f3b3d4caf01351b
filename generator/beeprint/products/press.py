"""Lay out pieces for a press: one on a page, in the middle of the vendor's die, with the vendor's bleed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from beeprint.base.geometry import Affine, Rect, rotate, translate
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.draw.drawing import Drawing, group
from beeprint.draw.shape import Shape
from beeprint.face.layout import Face
from beeprint.formats.faces import file_name
from beeprint.game.model import Deck
from beeprint.press.vendor import Cut, Vendor
from beeprint.products.faces import laid_out_again
from beeprint.products.pieces import Checked, copies_of, rows_of, selected


@dataclass(frozen=True)
class Page:
    """A side of a piece on a page: the drawing with its bleed, and the trim, in mm; the trim starts at (0, 0)."""

    name: str
    drawing: Drawing
    trim: Rect


@dataclass(frozen=True)
class PressPiece:
    """A piece, its pages, and how many copies of it are wanted; a shared back is the same page for all."""

    id: str
    front: Page
    back: Page | None
    copies: int


@dataclass(frozen=True)
class PressDeck:
    """A deck for a press: its die, whether its pieces are turned to fit it, and its pieces."""

    deck: Deck
    cut: Cut
    turned: bool
    pieces: tuple[PressPiece, ...]

    @property
    def shared_back(self) -> bool:
        """Return whether all pieces have one back."""
        return len({id(one.back) for one in self.pieces}) == 1 and self.pieces[0].back is not None


def dies(checked: Checked, vendor: Vendor, options: Options, place: Place) -> dict[str, Cut]:
    """Return the die of each deck that a build makes; BuildError names each deck that the vendor does not cut."""
    problems: list[Problem] = []
    found: dict[str, Cut] = {}
    for deck in selected(checked.game, options):
        cut = vendor.cut_for(deck.shape)
        if cut is None:
            problems.append(_uncut(deck, vendor, checked, place))
        else:
            found[deck.name] = cut
    if problems:
        raise BuildError(problems)
    return found


def _uncut(deck: Deck, vendor: Vendor, checked: Checked, place: Place) -> Problem:
    nearest = vendor.nearest(deck.shape)
    size = f"{deck.shape.width:g} x {deck.shape.height:g} mm"
    message = f"{vendor.name} cuts no {deck.shape.kind} of {size}, the size of deck {deck.name}"
    near = f"the nearest is {nearest.name}, {nearest.trim[0]:g} x {nearest.trim[1]:g} mm; " if nearest else ""
    where = checked.game.node.at(["decks", deck.name, "shape"])
    return Problem(where, message, f"{near}change the shape, or build the other decks with --only")


def decks(checked: Checked, cuts: dict[str, Cut], options: Options) -> tuple[list[PressDeck], tuple[Problem, ...]]:
    """Lay out decks again for their dies, with what is wrong with them there as warnings; BuildError for errors."""
    margins = {name: _margins(checked.game.decks[name].shape, cut) for name, cut in cuts.items()}
    again = laid_out_again(checked, margins, options)
    known = set(checked.problems)
    problems = tuple(problem for problem in again.problems if problem not in known)
    made = [_deck(again, again.game.decks[name], cut, options) for name, cut in cuts.items()]
    return [one for one in made if one.pieces], problems


def is_turned(shape: Shape, cut: Cut) -> bool:
    """Return whether pieces of a shape lie on their sides in a die."""
    upright, across = cut.away(shape)
    return across < upright


def _margins(shape: Shape, cut: Cut) -> tuple[float, float]:
    """Return the bleed and the safe zone, from the piece's own trim, that keep those of a die of another size."""
    width, height = cut.trim if not is_turned(shape, cut) else cut.trim[::-1]
    beside = [(width - shape.width) / 2, (height - shape.height) / 2]
    return round(cut.bleed + max(0.0, *beside), 3), round(cut.safe - min(0.0, *beside), 3)


def _deck(again: Checked, deck: Deck, cut: Cut, options: Options) -> PressDeck:
    turned = is_turned(deck.shape, cut)
    pages: dict[int, Page] = {}

    def page(face: Face | None) -> Page | None:
        if face is None:
            return None
        if id(face) not in pages:
            pages[id(face)] = _page(face, deck.shape, cut, turned)
        return pages[id(face)]

    pieces: list[PressPiece] = []
    for row in rows_of(deck, options):
        copies = copies_of(deck, row, options)
        front = page(again.faces[deck.name, row.id, "front"])
        assert front is not None
        back = page(again.back(deck, row)) if options.backs != "none" else None
        if copies:
            pieces.append(PressPiece(row.id, front, back, copies))
    return PressDeck(deck, cut, turned, tuple(pieces))


def _page(face: Face, shape: Shape, cut: Cut, turned: bool) -> Page:
    """Return a face in the middle of a die; a piece on its side is turned so that front and back have one top."""
    width, height = cut.trim
    middle = translate(width / 2, height / 2)
    turn = rotate((90 if face.side == "front" else -90) if turned else 0)
    at: Affine = middle @ turn @ translate(-shape.width / 2, -shape.height / 2)
    trim = Rect(0, 0, width, height)
    drawing = Drawing(trim.grow(cut.bleed), (group(face.drawing.marks, at),))
    return Page(file_name(face).removesuffix(".svg"), drawing, trim)


def listed(found: Sequence[PressDeck]) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield, for each piece, its deck, its id, its first page among the fronts, and its copies and pages."""
    for one in found:
        for number, piece in enumerate(one.pieces, start=1):
            yield one.deck.name, piece.id, number, piece.copies, 1 if piece.back is None else 2

"""Impose pieces on sheets: place every copy of every piece, and its back behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from beeprint.base.geometry import (
    Affine,
    Path,
    Rect,
    bounds,
    mirror_x,
    mirror_y,
    path_box,
    transformed,
    translate,
)
from beeprint.base.problems import Place, error_at
from beeprint.draw.drawing import Symbol
from beeprint.sheet.arrange import Page, Piece, ways
from beeprint.sheet.bleed import clips, narrow, narrow_for_slug
from beeprint.sheet.papers import Paper
from beeprint.sheet.registration import Registration
from beeprint.sheet.spec import SheetSpec

Flip = Literal["long", "short"]


@dataclass(frozen=True)
class Placed:
    """A piece's face on a page: `at` maps its mm to the page's, `clip` (in its mm) bounds its bleed."""

    piece: Piece
    symbol: Symbol
    at: Affine
    clip: Path

    @property
    def trim(self) -> Rect:
        """Return the box of its trim on the page."""
        return self.at.rect(self.piece.shape.box)


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper: `fronts` and, on its other side, `backs` (on the same side where it is `folded`).

    `trim` and `bleed` are the same on all sheets that are imposed together; `two_sided` says whether it is printed on
    both sides, `slug` whether it has a slug.
    """

    paper: Rect
    printable: Rect
    fronts: tuple[Placed, ...]
    backs: tuple[Placed, ...]
    trim: Rect
    bleed: Rect
    two_sided: bool
    folded: bool = False
    marks: bool = True
    registration: Registration | None = None
    lines: bool = False
    slug: bool = True
    number: int = 1
    count: int = 1


def impose(
    pieces: Sequence[Piece],
    spec: SheetSpec,
    paper: Paper,
    place: Place,
    flip: Flip = "long",
    backs: bool = True,
    offset: tuple[float, float] = (0, 0),
) -> tuple[Sheet, ...]:
    """Impose the pieces in their order; BuildError at `place` if one is larger than the paper.

    `flip` is the edge on which the printer flips the paper; `offset` moves all backs by x, y mm.
    """
    if not pieces:
        return ()
    best: tuple[Rect, list[Page]] | None = None
    for landscape in {"auto": (False, True), "portrait": (False,), "landscape": (True,)}[spec.orientation]:
        box = paper.box(landscape)
        for pages in ways(pieces, spec, box):
            if best is None or _cost(pages) < _cost(best[1]):
                best = (box, pages)
    if best is None:
        large = max((piece.shape for piece in pieces), key=lambda shape: shape.width * shape.height)
        raise error_at(
            place,
            f"a piece of {large.width:g} x {large.height:g} mm ({pieces[0].id}) does not fit on {paper.name}",
            "choose a profile with larger paper, or make the piece smaller",
        )
    box, pages = best
    two_sided = backs and any(piece.back for piece in pieces)
    return tuple(_sheets(pages, spec, box, flip, two_sided, offset))


def _cost(pages: Sequence[Page]) -> tuple[int, float]:
    """Return what makes one way to lay out pieces worse than another: more pages, then less bleed."""
    return len(pages), -min(one.reach for page in pages for one in page.pieces)


def _sheets(
    pages: list[Page], spec: SheetSpec, paper: Rect, flip: Flip, two_sided: bool, offset: tuple[float, float]
) -> Iterator[Sheet]:
    """Yield the finished sheets, numbered, with the boxes that they share."""
    printable = paper.grow(-spec.margin)
    mirror = _mirror(paper, flip, spec.fold)
    # The same boxes on every page: round the fronts and, mirrored, round the places behind them.
    behind = mirror if two_sided else None
    trim = _round((one.at.rect(one.piece.shape.box) for page in pages for one in page.pieces), behind)
    if spec.marks and spec.registration is None:
        narrow(pages, trim, printable)
    for page in pages if spec.registration is None else ():
        narrow_for_slug(page, printable, behind if spec.fold else None)
    fronts = [tuple(_fronts(page)) for page in pages]
    backs = [tuple(_backs(page, placed, mirror, offset)) for page, placed in zip(pages, fronts, strict=True)]
    bled = (one.at.rect(path_box(one.clip)) for placed in fronts for one in placed)
    bleed = _round((trim, *bled), behind).intersection(printable)
    sheet = Sheet(paper, printable, (), (), trim, bleed, two_sided and not spec.fold, spec.fold)
    for number, front in enumerate(fronts, start=1):
        yield replace(
            sheet,
            fronts=front,
            backs=backs[number - 1] if two_sided else (),
            marks=spec.marks and not spec.registration,
            registration=spec.registration,
            lines=spec.lines,
            number=number,
            count=len(fronts),
        )


def _round(boxes: Iterable[Rect], behind: Affine | None) -> Rect:
    """Return the box round boxes and, with a mirroring, round the places behind them."""
    whole = bounds([corner for box in boxes for corner in box.corners])
    return whole.union(behind.rect(whole)) if behind else whole


def _mirror(paper: Rect, flip: Flip, fold: bool) -> Affine:
    """Return the mirroring in the edge or fold on which the paper is flipped: it maps a place to the one behind it."""
    upright = paper.height >= paper.width
    if fold or (flip == "long") != upright:
        return mirror_y(paper.height / 2)
    return mirror_x(paper.width / 2)


def _backs(page: Page, fronts: Sequence[Placed], mirror: Affine, offset: tuple[float, float]) -> Iterator[Placed]:
    """Place the backs behind the fronts of a page: M A V, where V mirrors the piece in its own vertical middle line.

    A finished card is turned over like the page of a book. V keeps the content unmirrored and its top behind the
    front's top: upright if M mirrors left to right, turned by 180 degrees if top to bottom; angles change sign.
    """
    outlines = clips(page, [one.piece.back for one in page.pieces])
    for front, clip in zip(fronts, outlines, strict=True):
        if front.piece.back:
            turn = mirror_x(front.piece.shape.width / 2)
            at = translate(*offset) @ mirror @ front.at @ turn
            yield Placed(front.piece, front.piece.back, at, transformed(clip, turn))


def _fronts(page: Page) -> Iterator[Placed]:
    """Place the fronts of a page."""
    outlines = clips(page, [one.piece.front for one in page.pieces])
    for one, clip in zip(page.pieces, outlines, strict=True):
        yield Placed(one.piece, one.piece.front, one.at, clip)

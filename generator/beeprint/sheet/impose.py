"""Impose pieces on sheets, and the pages of booklets; correct sheets for a printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import (
    Affine,
    Path,
    Rect,
    bounds,
    mirror_x,
    mirror_y,
    path_box,
    rotate,
    transformed,
    translate,
)
from beeprint.base.printer import Flip, Printer, Side
from beeprint.base.problems import Place, error_at
from beeprint.drawing.drawing import Drawing, Symbol, group
from beeprint.drawing.shape import Shape, rectangle
from beeprint.sheet.arrange import Page, Piece, ways
from beeprint.sheet.bleed import Outlines, narrow
from beeprint.sheet.spec import Paper, Registration, SheetSpec, Tiles
from beeprint.sheet.tiling import Tile, Tiling


class Placed(Struct, frozen=True):
    """A piece's face on a page: `at` maps its mm to the page's, `clip` (in its mm) bounds its bleed.

    Of a piece that is larger than the paper, only a `window` (in its mm) is on the page; `tile` says which part it is.
    """

    piece: Piece
    symbol: Symbol
    at: Affine
    clip: Path
    window: Rect | None = None
    tile: Tile | None = None

    @property
    def trim(self) -> Rect:
        """Return the box of its trim on the page."""
        return self.at.rect(self.piece.shape.box)

    @property
    def bled(self) -> Rect:
        """Return the box of its bleed on the page."""
        return _bled_at(self.at, self.clip)


@lru_cache(maxsize=4096)
def _bled_at(at: Affine, clip: Path) -> Rect:
    """Return the box round an outline on the page, which is the same on sheet after sheet."""
    return at.rect(path_box(clip))


class Plan(Struct, frozen=True):
    """How pieces in tiles are joined: their `tiling`, the side shown, and whether backs are behind the tiles."""

    pieces: tuple[Piece, ...]
    face: Symbol
    shape: Shape
    tiling: Tiling
    tiles: Tiles
    is_back: bool
    two_sided: bool


class Sheet(Struct, frozen=True):
    """A sheet of paper: `fronts` and, on its other side, `backs` (on the same side where it is `folded`).

    `trim` and `bleed` are the same on all sheets that are imposed together, but for those with tiles; `two_sided` says
    whether it is printed on both sides, `slug` whether it has a slug. A sheet with a `plan` shows how tiles are joined.
    One that is `glued` is two sheets of paper, each printed on one side, with the fronts and with the backs.
    """

    paper: Rect
    printable: Rect
    fronts: tuple[Placed, ...]
    backs: tuple[Placed, ...]
    trim: Rect
    bleed: Rect
    two_sided: bool
    folded: bool = False
    glued: bool = False
    marks: bool = True
    registration: Registration | None = None
    lines: bool = False
    corner_marks: bool = False
    slug: bool = True
    number: int = 1
    count: int = 1
    plan: Plan | None = None

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that are printed, each on a page."""
        return ("front", "back") if self.two_sided or self.glued else ("front",)

    def cut_lines(self, side: Side) -> Iterator[Path]:
        """Yield the outline of each piece as seen from one side, in mm of the paper."""
        for front in self.fronts if side == "front" else self.backs:
            shape = front.piece.shape if side == "front" else front.piece.shape.mirrored
            yield transformed(shape.cut_path(), front.at)


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

    Those that fit only on upright paper and those that fit only on paper that lies on its side are on sheets apart, and
    so are boxes where that takes fewer sheets.

    `flip` is the edge on which the printer flips the paper; `offset` moves all backs by x, y mm.
    """
    if not pieces:
        return ()
    for shape in dict.fromkeys(piece.shape for piece in pieces):
        _check_positions(shape, spec, paper, place)
    best: tuple[Rect, list[Page]] | None = None
    for box in turned(spec, paper):
        for pages in ways(pieces, spec, box):
            if best is None or _cost(pages) < _cost(best[1]):
                best = (box, pages)
    if best is None or any(piece.shape.panels for piece in pieces):
        parts = _apart(pieces, spec, paper)
        apart = tuple(sheet for part in parts for sheet in impose(part, spec, paper, place, flip, backs, offset))
        if apart and (best is None or len(apart) < len(best[1])):
            return apart
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


def _check_positions(shape: Shape, spec: SheetSpec, paper: Paper, place: Place) -> None:
    """Check the places that a sheet lists, for pieces of a shape; BuildError for those off the paper or overlapping."""
    boxes = [Rect(x, y, shape.width, shape.height) for x, y in spec.positions]
    size = f"a piece of {shape.width:g} x {shape.height:g} mm"
    for box in boxes:
        if not any(page.contains(box) for page in turned(spec, paper)):
            message = f"at {box.x:g}, {box.y:g} of positions, {size} lies off {paper.name}"
            raise error_at(place, message, "move it onto the paper, or remove it from the sheet's positions")
    for pair, other in combinations(boxes if shape.is_rectangle else (), 2):
        if pair.overlaps(other):
            message = f"at {pair.x:g}, {pair.y:g} and at {other.x:g}, {other.y:g} of positions, {size} overlaps itself"
            raise error_at(place, message, "move them apart in the sheet's positions")


def _apart(pieces: Sequence[Piece], spec: SheetSpec, paper: Paper) -> list[list[Piece]]:
    """Return the pieces that fit on the paper upright, and the others, if these fit on it lying; none otherwise."""
    if spec.orientation != "auto":
        return []
    upright, lying = ([any(True for _ in ways([piece], spec, box)) for piece in pieces] for box in turned(spec, paper))
    if all(upright) or not any(upright) or not all(a or b for a, b in zip(upright, lying, strict=True)):
        return []
    return [[piece for piece, fits in zip(pieces, upright, strict=True) if fits is wanted] for wanted in (True, False)]


def turned(spec: SheetSpec, paper: Paper) -> list[Rect]:
    """Return the boxes of a paper, upright or lying on its long side, as a sheet may have it."""
    sides = {"auto": (False, True), "portrait": (False,), "landscape": (True,)}[spec.orientation]
    return [paper.box(landscape) for landscape in sides]


def _cost(pages: Sequence[Page]) -> tuple[int, float]:
    """Return what makes one way to lay out pieces worse than another: more pages, then less bleed."""
    return len(pages), -min(piece.reach for page in pages for piece in page.pieces)


def _sheets(
    pages: list[Page], spec: SheetSpec, paper: Rect, flip: Flip, two_sided: bool, offset: tuple[float, float]
) -> Iterator[Sheet]:
    """Yield the finished sheets, numbered, with the boxes that they share."""
    printable = paper.grow(-spec.margin)
    mirror = mirroring(paper, flip, spec.fold, spec.glue)
    offset = (0, 0) if spec.glue else offset  # no printer turns this paper over
    # The same boxes on every page: round the fronts and, mirrored, round the places behind them.
    behind = mirror if two_sided else None
    trim = _round(_trims(pages), behind)
    if spec.marks and spec.registration is None:
        narrow(pages, trim, printable)
    outlines, share = Outlines(), _Shared()
    if spec.registration is None:
        outlines.narrow_for_slug(pages, printable, behind if spec.fold else None)
    fronts = [tuple(map(share, _fronts(page, outlines))) for page in pages]
    backs = [
        tuple(map(share, _backs(page, placed, mirror, offset, outlines)))
        for page, placed in zip(pages, fronts, strict=True)
    ]
    places = dict.fromkeys((placement.at, placement.clip) for placed in fronts for placement in placed)
    bled = (at.rect(path_box(clip)) for at, clip in places)
    bleed = _round((trim, *bled), behind).intersection(printable)
    sheet = Sheet(paper, printable, (), (), trim, bleed, two_sided and not spec.fold and not spec.glue, spec.fold)
    for number, front in enumerate(fronts, start=1):
        yield replace(
            sheet,
            fronts=front,
            backs=backs[number - 1] if two_sided else (),
            glued=spec.glue and two_sided,
            marks=spec.marks and not spec.registration,
            registration=spec.registration,
            lines=spec.lines,
            corner_marks=spec.corner_marks,
            number=number,
            count=len(fronts),
        )


def _trims(pages: Iterable[Page]) -> Iterator[Rect]:
    """Yield the box of each trim on pages, once for equal pieces that lie alike."""
    laid = {(piece.spot, id(piece.piece.shape)): piece for page in pages for piece in page.pieces}
    yield from (trim.at.rect(trim.piece.shape.box) for trim in laid.values())


class _Shared:
    """Keeps one of equal places and outlines: they are the same on sheet after sheet."""

    def __init__(self) -> None:
        self._places: dict[Affine, Affine] = {}
        self._clips: dict[Path, Path] = {}

    def __call__(self, placement: Placed) -> Placed:
        at, clip = (
            self._places.setdefault(placement.at, placement.at),
            self._clips.setdefault(placement.clip, placement.clip),
        )
        if at is placement.at and clip is placement.clip:
            return placement
        return Placed(
            placement.piece, placement.symbol, at, clip, placement.window, placement.tile
        )  # `replace` takes five times as long


def _round(boxes: Iterable[Rect], behind: Affine | None) -> Rect:
    """Return the box round boxes and, with a mirroring, round the places behind them."""
    whole = bounds([corner for box in boxes for corner in box.corners])
    return whole.union(behind.rect(whole)) if behind else whole


def mirroring(paper: Rect, flip: Flip, fold: bool = False, glue: bool = False) -> Affine:
    """Return the mirroring in the edge or fold on which the paper is flipped: it maps a place to the one behind it.

    Two sheets that are glued back to back are turned over like the page of a book, however a printer flips paper.
    """
    if glue:
        return mirror_x(paper.width / 2)
    upright = paper.height >= paper.width
    if fold or (flip == "long") != upright:
        return mirror_y(paper.height / 2)
    return mirror_x(paper.width / 2)


def _backs(
    page: Page, fronts: Sequence[Placed], mirror: Affine, offset: tuple[float, float], outlines: Outlines
) -> Iterator[Placed]:
    """Place the backs behind the fronts of a page: M A V, where V mirrors the piece in its own vertical middle line.

    A finished card is turned over like the page of a book. V keeps the content unmirrored and its top behind the
    front's top: upright if M mirrors left to right, turned by 180 degrees if top to bottom; angles change sign.
    """
    for front, clip in zip(fronts, outlines.clips(page, [piece.piece.back for piece in page.pieces]), strict=True):
        if front.piece.back:
            yield behind(replace(front, clip=clip), front.piece.back, mirror, offset)


def behind(front: Placed, back: Symbol, mirror: Affine, offset: tuple[float, float]) -> Placed:
    """Place a back behind a front, moved by `offset` mm; its window is the front's, seen from behind."""
    turn = mirror_x(front.piece.shape.width / 2)
    at = translate(*offset) @ mirror @ front.at @ turn
    window = turn.rect(front.tile.whole) if front.tile else None
    return Placed(front.piece, back, at, transformed(front.clip, turn), window)


def _fronts(page: Page, outlines: Outlines) -> Iterator[Placed]:
    """Place the fronts of a page."""
    for piece, clip in zip(
        page.pieces, outlines.clips(page, [piece.piece.front for piece in page.pieces]), strict=True
    ):
        yield Placed(piece.piece, piece.piece.front, piece.at, clip)


# Impose a booklet: two pages per side, so that nested and folded sheets read in order.


_Spread = tuple[int, int]


def booklet(
    pages: Sequence[Symbol],
    size: tuple[float, float],
    paper: Paper,
    margin: float,
    place: Place,
    flip: Flip,
    two_sided: bool,
) -> tuple[Sheet, ...]:
    """Impose pages of `size` mm as a booklet; BuildError at `place` if two of them do not fit on the paper.

    `margin` mm at the paper's edges stay free. Two-sided sheets are nested and folded; one-sided ones show the pages in
    reading order.
    """
    sheet = paper.box(landscape=True)
    printable = sheet.grow(-margin)
    width, height = size
    if 2 * width > printable.width + 0.01 or height > printable.height + 0.01:
        message = f"two pages of {width:g} x {height:g} mm do not fit on {paper.name}"
        raise error_at(place, message, "make the pages of the leaflet's layout smaller")
    # In the middle of each half, so that the margins at the fold equal those at the edges.
    half = sheet.width / 2
    halves = [translate((half - width) / 2 + shift, (sheet.height - height) / 2) for shift in (0, half)]
    trim = halves[0].rect(Rect(0, 0, width, height)).union(halves[1].rect(Rect(0, 0, width, height)))
    # Flipped on the short edge of a landscape sheet, the back is upright; on the long edge it is upside down.
    turn = rotate(180, sheet.centre) if flip == "long" else translate(0, 0)
    plain = Sheet(sheet, printable, (), (), trim, trim, two_sided, marks=False, slug=False)

    def placed(spread: _Spread, matrix: Affine) -> Iterator[Placed]:
        for number, at in zip(spread, halves, strict=True):
            if 0 < number <= len(pages):
                page = Piece("", rectangle(width, height), 0, pages[number - 1])
                yield Placed(page, page.front, matrix @ at, page.shape.path())

    spreads = _folded(len(pages)) if two_sided else [(2 * n + 1, 2 * n + 2) for n in range((len(pages) + 1) // 2)]
    sides = (
        [(*spreads[n : n + 2], (0, 0))[:2] for n in range(0, len(spreads), 2)]
        if two_sided
        else [(spread, (0, 0)) for spread in spreads]
    )
    return tuple(
        replace(
            plain,
            fronts=tuple(placed(front, translate(0, 0))),
            backs=tuple(placed(back, turn)),
            number=number,
            count=len(sides),
        )
        for number, (front, back) in enumerate(sides, start=1)
    )


def _folded(count: int) -> list[_Spread]:
    """Return the left and right page of each side of a folded booklet; numbers above `count` are empty pages."""
    whole = -(-count // 4) * 4
    return [(whole - n, n + 1) if n % 2 == 0 else (n + 1, whole - n) for n in range(whole // 2)]


# Correct pages for a printer: moved, turned and scaled as vectors, so that what it does to them makes them true.


def corrected(page: Drawing, side: Side, printer: Printer, flip: Flip) -> tuple[Drawing, Affine]:
    """Return a page as it has to be printed, and the transform that it has undergone.

    The page is upright: one that lies on its long side is turned clockwise by a quarter, front and back alike, since
    programs that print turn it as they like, and the printer's errors with it.
    """
    paper, matrix = _matrix(page.box, side, printer, flip)
    return Drawing(paper, (group(page.marks, matrix),)), matrix


def beyond(sheet: Sheet, printer: Printer, flip: Flip) -> float:
    """Return how far the trims of a sheet reach beyond its paper once it is corrected, in mm; 0 where they do not."""
    far = 0.0
    for side in sheet.sides:
        paper, matrix = _matrix(sheet.paper, "front" if sheet.glued else side, printer, flip)
        trims = [matrix.rect(front.trim) for front in (sheet.fronts if side == "front" else sheet.backs)]
        far = max(
            far, *(max(-trim.x, -trim.y, trim.right - paper.right, trim.bottom - paper.bottom) for trim in trims), 0.0
        )
    return far


def _matrix(paper: Rect, side: Side, printer: Printer, flip: Flip) -> tuple[Rect, Affine]:
    """Return the upright paper, and the transform that a page undergoes."""
    upright = Affine()
    if paper.width > paper.height:
        paper, upright = Rect(0, 0, paper.height, paper.width), Affine(0, 1, -1, 0, paper.height, 0)
    return paper, printer.misprint(side, paper, flip).inverse() @ upright

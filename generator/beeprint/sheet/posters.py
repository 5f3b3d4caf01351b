"""Impose pieces that are larger than the paper: as tiles with a plan of how to join them, or each on its own page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Path, Rect, bounds, path_box, translate
from beeprint.base.printer import Flip
from beeprint.base.problems import Place, error_at
from beeprint.draw.drawing import Symbol
from beeprint.draw.shape import Shape
from beeprint.sheet.arrange import Piece, ways
from beeprint.sheet.impose import Placed, Plan, Sheet, behind, mirroring, turned
from beeprint.sheet.papers import Paper
from beeprint.sheet.spec import SPARE, SheetSpec
from beeprint.sheet.tiling import MOST_TILES, Spread, Tiling, cost, free_area, tilings


def holds(spec: SheetSpec, paper: Paper, shape: Shape, bleed: float, two_sided: bool) -> bool:
    """Return whether a sheet holds a piece of this outline whole."""
    if spec.fits_pieces:
        return True
    symbol = Symbol.of([])
    piece = Piece("", shape, bleed, symbol, symbol if two_sided else None)
    return any(found for box in turned(spec, paper) for found in ways([piece], spec, box))


def can_tile(spec: SheetSpec) -> bool:
    """Return whether a sheet takes tiles: one with fixed places, or with marks for a machine that cuts it, does not."""
    return not (spec.fits_pieces or spec.positions or spec.registration)


def whole(pieces: Sequence[Piece], spec: SheetSpec, backs: bool) -> tuple[Sheet, ...]:
    """Return each piece on a page of exactly its size with its bleed, its back on the next page, upright."""
    found = []
    for piece in pieces:
        bleed = min(piece.bleed, spec.bleed)
        box = path_box(piece.shape.path(bleed))
        paper = Rect(0, 0, round(box.width, 3), round(box.height, 3))
        at = translate(-box.x, -box.y)
        front = Placed(piece, piece.front, at, piece.shape.path(bleed))
        turn = translate(paper.width - piece.shape.width + box.x, -box.y)
        back = [Placed(piece, piece.back, turn, piece.shape.mirrored.path(bleed))] if piece.back and backs else []
        trim = at.rect(piece.shape.box)
        found.append(Sheet(paper, paper, (front,), tuple(back), trim, paper, bool(back), marks=False, slug=False))
    return tuple(replace(one, number=number, count=len(found)) for number, one in enumerate(found, start=1))


def tiled(
    pieces: Sequence[Piece],
    spec: SheetSpec,
    paper: Paper,
    place: Place,
    flip: Flip = "long",
    backs: bool = True,
    offset: tuple[float, float] = (0, 0),
) -> tuple[Sheet, ...]:
    """Return sheets with the tiles of pieces, each kind after a plan; BuildError at `place` for too many tiles.

    Backs are behind their tiles; where the sheet says `backs: apart`, or is one to fold, they are tiles of their own.
    """
    groups: dict[tuple[Shape, float, bool], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.shape, piece.bleed, backs and piece.back is not None), []).append(piece)
    apart = spec.fold or spec.glue or spec.tiles.backs == "apart"
    found: list[Sheet] = []
    for (shape, bleed, backed), alike in groups.items():
        poster = _Poster(alike, shape, min(bleed, spec.bleed), spec, paper, place)
        found += poster.sheets([piece.front for piece in alike], backed and not apart, flip, offset)
        if backed and apart:
            other = replace(poster, shape=shape.mirrored)
            found += other.sheets([piece.back or piece.front for piece in alike], False, flip, offset, True)
    return tuple(replace(one, number=number, count=len(found)) for number, one in enumerate(found, start=1))


class _Poster(Struct, frozen=True):
    """Equal pieces that are larger than the paper."""

    pieces: Sequence[Piece]
    shape: Shape
    bleed: float
    spec: SheetSpec
    paper: Paper
    place: Place

    def sheets(
        self,
        faces: Sequence[Symbol],
        two_sided: bool,
        flip: Flip,
        offset: tuple[float, float],
        is_back: bool = False,
    ) -> Iterator[Sheet]:
        """Yield the plan, and the sheets with the tiles of all pieces."""
        spec, (box, tiling) = self.spec, self._best()
        printable = box.grow(-spec.margin)
        area = free_area(printable)
        mirror = mirroring(box, flip, False)
        clip = self.shape.path(self.bleed)
        empty = Sheet(box, printable, (), (), area, area, two_sided, marks=False, lines=spec.lines)
        if spec.tiles.plan:
            shown = tuple({piece.title: piece for piece in self.pieces}.values())
            plan = Plan(shown, faces[0], self.shape, tiling, spec.tiles, is_back, two_sided)
            yield replace(empty, plan=plan)
        for spreads in tiling.sheets:
            fronts = tuple(self._placed(spreads, faces, area, clip))
            backs = (behind(one, one.piece.back, mirror, offset) for one in fronts if one.piece.back)
            trims = [one.at.rect(one.tile.own.intersection(self.shape.box)) for one in fronts if one.tile]
            bleeds = [one.at.rect(one.tile.whole) for one in fronts if one.tile]
            yield replace(
                empty,
                fronts=fronts,
                backs=tuple(backs) if two_sided else (),
                trim=_round(trims),
                bleed=_round(bleeds),
            )

    def _placed(self, spreads: Sequence[Spread], faces: Sequence[Symbol], area: Rect, clip: Path) -> Iterator[Placed]:
        """Place tiles in the middle of an area of the page."""
        right = max(one.x + one.tile.whole.width for one in spreads)
        low = max(one.y + one.tile.whole.height + one.tile.foot for one in spreads)
        x, y = area.x + (area.width - right) / 2, area.y + (area.height - low) / 2
        for one in spreads:
            whole = one.tile.whole
            at = translate(round(x + one.x - whole.x, 3), round(y + one.y - whole.y, 3))
            piece = replace(self.pieces[one.piece], shape=self.shape)
            yield Placed(piece, faces[one.piece], at, clip, one.tile.art, one.tile)

    def _best(self) -> tuple[Rect, Tiling]:
        """Return the paper, upright or not, and the tiling that take the fewest sheets."""
        best: tuple[tuple[float, ...], Rect, Tiling] | None = None
        tiles = self.spec.tiles
        strip = SPARE if tiles.joint == "butt" else tiles.overlap
        for box in turned(self.spec, self.paper):
            area = free_area(box.grow(-self.spec.margin))
            for found in tilings(self.shape, self.bleed, tiles, area.width, area.height, len(self.pieces)):
                price = cost(found, self.shape, strip)
                if best is None or price < best[0]:
                    best = price, box, found
        if best is not None:
            return best[1:]
        size = f"{self.shape.width:g} x {self.shape.height:g} mm"
        message = f"a piece of {size} ({self.pieces[0].id}) is too large for tiles of {self.paper.name}"
        hint = f"there may be {MOST_TILES} tiles: choose a profile with larger paper, or make the piece smaller"
        raise error_at(self.place, message, hint)


def _round(boxes: Sequence[Rect]) -> Rect:
    return bounds([corner for box in boxes for corner in box.corners])

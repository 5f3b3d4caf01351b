"""Arrange pieces on pages: equal pieces in rows that share edges, other shapes in the room that is left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.geometry import SAME, Affine, Point, Rect, bounds, clipped, rotate, translate
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.sheet.lattice import DRIFT, Spot, are_unlike, as_alike, between_marks, by_back, dealt, exact, places
from beeprint.sheet.spec import GLUE_RIM, SLUG_KEPT, SLUG_LEAST, SheetSpec, strips

# How far bleed reaches beyond a piece: further at its corners than along its edges.


# A corner whose bleed reaches further than this share of its width beyond the piece is acute, and its tip is cut off.
_ACUTE = 1.3


def blunted(corners: Sequence[Point], box: Rect, reach: float) -> Sequence[Point]:
    """Cut off the tips of a bleed's outline where its corners are so acute that they reach far beyond a box."""
    if box.grow(_ACUTE * reach).contains(bounds(corners)):
        return corners
    return clipped(corners, box.grow(reach))


def outer_box(shape: Shape, reach: float) -> Rect:
    """Return the box of a shape with bleed that reaches so far beyond its edges, in mm."""
    if not shape.edges:
        return shape.box.grow(reach)
    return bounds(blunted(shape.offset_corners([reach] * len(shape.corners)), shape.box, reach))


def outreach(shape: Shape, reach: float) -> float:
    """Return how far such bleed reaches beyond the box of a shape, in mm, on the side where it reaches furthest."""
    box, outer = shape.box, outer_box(shape, reach)
    return max(box.x - outer.x, box.y - outer.y, outer.right - box.right, outer.bottom - box.bottom)


# Between groups of different pieces on one sheet: room for two bleeds and the scissors.
_BAND_GAP = 1.0
# The same where the sheet is filled, without bleed.
_FILL_GAP = 0.5
# Kept free for the slug at the foot of a filled sheet, unless cards need it.
_FOOT = 5.5
# How exactly a bleed is shrunk, in mm.
_BLEED_STEP = 0.02


class Piece(Struct, frozen=True):
    """One copy of a component to print: an `id` such as honey/H01#3, faces as symbols in mm from the trim's corner.

    `title` is what a person calls it.
    """

    id: str
    shape: Shape
    bleed: float
    front: Symbol
    back: Symbol | None = None
    title: str = ""


class Room(NamedTuple):
    """A free part of a page; `shape` is that of the pieces `above` it, or `before` it on its left.

    The bleed of these pieces, `reach` mm, is outside the box on these sides.
    """

    box: Rect
    shape: Shape | None = None
    above: bool = False
    before: bool = False
    reach: float = 0.0


class Laid(Struct, frozen=True, dict=True):
    """A piece on a page: its place, and how far its bleed reaches, in mm."""

    piece: Piece
    spot: Spot
    reach: float

    @cached_property
    def at(self) -> Affine:
        """Return the transform from the piece's mm to the page's."""
        moved = translate(self.spot.x, self.spot.y)
        return moved @ rotate(180, self.piece.shape.box.centre) if self.spot.turned else moved


class Page(Struct, dict=True):
    """The fronts on a page, and the room they leave; `apart` where gaps between unlike backs limit their bleed."""

    pieces: list[Laid] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    apart: bool = False


class _Group(NamedTuple):
    """Equal pieces: where they may lie on a page, the gap between them, how far the bleed of each reaches.

    `rim` is how much of the bleed may lie outside that area, in mm. Rectangles that share edges are `apart` where their
    backs are unlike.
    """

    shape: Shape
    members: list[Piece]
    area: Rect
    gap: float
    rim: float
    reach: float
    apart: bool = False


def arranged(pieces: Sequence[Piece], spec: SheetSpec, paper: Rect, split: bool = False) -> list[Page] | None:
    """Arrange the pieces on pages of a paper, equal shapes together; None where one does not fit at all.

    Each shape fills the rooms that those before it leave, on any page: below them, and beside them where neither has
    straight cuts or the sheet says `fill`. With `split`, rectangles with unlike backs are on pages of their own.
    """
    alike: dict[tuple[Shape, float, bool | Symbol | None], list[Piece]] = {}
    for piece in pieces:
        apart = piece.back if split and piece.shape.is_rectangle else spec.fill and piece.back is None
        alike.setdefault((piece.shape, piece.bleed, apart), []).append(piece)
    groups = [_group(shape, bleed, members, spec, paper) for (shape, bleed, _), members in alike.items()]
    alone = len({group.shape for group in groups}) == 1
    pages: list[Page] = []
    for group in groups:
        left = group.members
        for page in () if alone and not spec.fill else pages:
            left = _joined(page, group, left, spec, paper)
        while left:
            page = Page([], [Room(paper)])
            rest = _filled(page, group, left, spec, paper, alone)
            if len(rest) == len(left):
                return None
            pages.append(page)
            left = rest
    if spec.fold:
        return [_at_the_fold(page, paper.height / 2) for page in pages]
    return pages if alone or spec.positions or spec.registration else _in_the_middle(pages, spec, paper)


def ways(pieces: Sequence[Piece], spec: SheetSpec, paper: Rect) -> Iterator[list[Page]]:
    """Yield the arrangements on a paper to choose from; none where a piece does not fit at all.

    Where the least bleed is less than backs drift, unlike backs have more than that or are on pages of their own.
    """
    whole = _with_most_bleed(pieces, spec, paper)
    if whole is None:
        return
    yield whole
    if spec.least_bleed is not None and spec.least_bleed < DRIFT and are_unlike(pieces):
        yield arranged(pieces, spec, paper, split=True) or whole


def _with_most_bleed(pieces: Sequence[Piece], spec: SheetSpec, paper: Rect) -> list[Page] | None:
    """Arrange the pieces with all their bleed, or with as much as takes no more pages than the sheet's least bleed."""
    best, most, least = arranged(pieces, spec, paper), spec.bleed, _least_bleed(spec, pieces)
    if best is None or len(best) == 1 or least is None or least >= most:
        return best
    narrow = arranged(pieces, replace(spec, bleed=least), paper)
    if narrow is None or len(narrow) >= len(best):
        return best
    best = narrow
    while most - least > _BLEED_STEP:
        middle = (least + most) / 2
        tried = arranged(pieces, replace(spec, bleed=middle), paper)
        if tried is None or len(tried) > len(narrow):
            most = middle
        else:
            least, best = middle, tried
    return best


def _least_bleed(spec: SheetSpec, pieces: Sequence[Piece]) -> float | None:
    """Return how far the bleed of pieces may shrink: less than backs drift only where all are equal."""
    least = spec.least_bleed
    return max(least, DRIFT) if least is not None and are_unlike(pieces) else least


def _group(shape: Shape, full_bleed: float, members: list[Piece], spec: SheetSpec, paper: Rect) -> _Group:
    """Return equal pieces as a group, with the largest bleed that takes no more pages than the least one does.

    Where backs are unlike and the sheet leaves no room between them, other shapes than rectangles get bleed too.
    """
    bleed = min(full_bleed, spec.bleed)
    near = (
        spec.unlike_backs == "apart"
        and bleed >= DRIFT
        and not spec.positions
        and spec.gap(shape, full_bleed) < 2 * DRIFT - SAME
    )
    if near and are_unlike(members):
        if shape.is_rectangle and spec.registration is None:
            return _with_bleed(shape, full_bleed, by_back(members), spec, paper)._replace(apart=True)
        spec = replace(spec, spacing="bleed", least_bleed=DRIFT)
    group = _with_bleed(shape, full_bleed, members, spec, paper)
    most, least = min(full_bleed, spec.bleed), _least_bleed(spec, members)
    if least is None or least >= most:
        return group

    def pages(group: _Group) -> float:
        held = len(_spots(shape, group.area, group.gap, spec, paper))
        return math.ceil(len(members) / held) if held else math.inf

    def tried(bleed: float) -> _Group:
        return _with_bleed(shape, full_bleed, members, replace(spec, bleed=bleed), paper)

    best = tried(least)
    fewest = pages(best)
    if pages(group) <= fewest:
        return group
    while most - least > _BLEED_STEP:
        middle = (least + most) / 2
        attempt = tried(middle)
        if pages(attempt) > fewest:
            most = middle
        else:
            least, best = middle, attempt
    return best


def _with_bleed(shape: Shape, full_bleed: float, members: list[Piece], spec: SheetSpec, paper: Rect) -> _Group:
    bleed = min(full_bleed, spec.bleed)
    gap = spec.gap(shape, full_bleed)
    rim = 0.0 if spec.spacing == "touching" and shape.lattice else min(bleed, gap / 2)
    whole = _front_area(spec, paper, bleed)
    if spec.fill:
        low = Rect(whole.x, whole.y, whole.width, whole.height - _FOOT)
        fewer = len(_spots(shape, low, gap, spec, paper)) < len(_spots(shape, whole, gap, spec, paper))
        whole = whole if fewer and shape.is_rectangle else low
    elif not shape.is_rectangle:
        whole = _beside_the_slug(shape, whole, gap, min(bleed, gap / 2 if gap else bleed), spec, paper)
    # The printable area may cut off bleed at the rim; where each piece has its own bleed, keep it whole if it fits.
    # Marks need no more room than the bleed has beside them; above and below is the slug.
    if spec.registration:
        inner = whole.intersection(paper.grow(-(spec.margin + SLUG_KEPT + rim)))
    elif spec.fill or shape.is_rectangle:
        inner = whole.grow(-rim)
    else:  # above and below, the room for the slug holds the bleed
        inner = Rect(whole.x + rim, whole.y, whole.width - 2 * rim, whole.height)
    area = inner if spec.registration or _spots(shape, inner, gap, spec, paper) else whole
    return _Group(shape, members, area, gap, rim, bleed if not gap or gap >= 2 * bleed else gap / 2)


def _beside_the_slug(shape: Shape, area: Rect, gap: float, bleed: float, spec: SheetSpec, paper: Rect) -> Rect:
    """Return where pieces other than rectangles lie: between two slugs, or above one where that holds more.

    Only where neither holds a piece they lie beside it.
    """
    room = SLUG_KEPT + bleed
    if spec.fold:
        return Rect(area.x, area.y + room, area.width, area.height - room)
    even = Rect(area.x, area.y + room, area.width, area.height - 2 * room)
    low = Rect(area.x, area.y + bleed, area.width, area.height - room - bleed)

    def held(box: Rect) -> int:
        return len(_spots(shape, box, gap, spec, paper))

    best = max((even, low), key=held)
    beside = Rect(area.x + SLUG_KEPT, area.y + bleed, area.width - 2 * SLUG_KEPT, area.height - 2 * bleed)
    return best if held(best) else beside


def _filled(
    page: Page, group: _Group, left: list[Piece], spec: SheetSpec, paper: Rect, centred: bool = False
) -> list[Piece]:
    """Place pieces in the rooms of a page, and return those that are left."""
    rooms: list[Room] = []
    for room in page.rooms:
        used, spots = _in_room(room, group, left, spec, paper, centred) if left else ([], [])
        if not spots:
            rooms.append(room)
            continue
        spots = _centred(spots, group.shape, group.area, spec) if centred and not spec.registration else spots
        left = left[len(used) :]
        page.pieces += [Laid(piece, spot, group.reach) for piece, spot in zip(used, spots, strict=False)]
        page.apart |= group.apart
        rooms += _rest(room, group, spots[: len(used)], spec)
    page.rooms = rooms
    return left


def _joined(page: Page, group: _Group, left: list[Piece], spec: SheetSpec, paper: Rect) -> list[Piece]:
    """Place pieces beside and below others, and return those that are left; what is left for the slug stays free."""
    if spec.positions or spec.registration or not _has_strip(page, spec, paper):
        return _filled(page, group, left, spec, paper)
    area = group.area
    for low in (area, Rect(area.x, area.y, area.width, area.height - SLUG_KEPT - group.reach)):
        tried = Page(list(page.pieces), page.rooms, page.apart)
        rest = _filled(tried, group._replace(area=low), left, spec, paper)
        if _has_strip(tried, spec, paper):
            page.pieces, page.rooms, page.apart = tried.pieces, tried.rooms, tried.apart
            return rest
    return left


def _has_strip(page: Page, spec: SheetSpec, paper: Rect) -> bool:
    """Return whether the trims on a page leave a strip for the slug."""
    if spec.fold:
        page = _at_the_fold(page, paper.height / 2)
    box = bounds([corner for piece in page.pieces for corner in piece.at.rect(piece.piece.shape.box).corners])
    if spec.fold:
        box = Rect(box.x, box.y, box.width, paper.height - 2 * box.y)
    return max(strips(box, paper.grow(-spec.margin))) >= SLUG_LEAST


def _in_room(
    room: Room, group: _Group, left: list[Piece], spec: SheetSpec, paper: Rect, centred: bool
) -> tuple[list[Piece], list[Spot]]:
    """Return the pieces that a room takes, and the places in it, touching the pieces beside it if they are alike.

    Places that stay empty come last.
    """
    same = spec.fill and room.shape == group.shape and group.shape.is_rectangle and not group.gap and not group.apart
    if room.before and group.shape.is_rectangle and not spec.fill:
        return [], []
    inner = room.box.intersection(group.area) if same else _clear_of(room, group, spec)
    spots = _spots(group.shape, inner, group.gap, spec, paper, centred)
    used = left[: len(spots)]
    if spots and group.apart and are_unlike(used):
        used = as_alike(left, len(spots))
        if are_unlike(used):
            return dealt(used, group.shape, inner, group.gap, min(group.members[0].bleed, spec.bleed))
    if not spots or not (same and room.before):
        return used, spots
    moved = room.box.x - min(spot.x for spot in spots)
    return used, [spot._replace(x=round(spot.x + moved, 6)) for spot in spots]


def _clear_of(room: Room, group: _Group, spec: SheetSpec) -> Rect:
    """Return where in a room trims may lie, so that their bleed stays off the pieces beside it and theirs off them."""
    beyond = outreach(group.shape, group.reach)
    gap = _FILL_GAP if spec.fill else _BAND_GAP
    x, y = room.box.x + (gap + beyond) * room.before, room.box.y + (gap + beyond) * room.above
    low = room.box.bottom
    if room.before:
        # What lies below is a gap off the bleed of those beside; the row above is theirs too, with its bleed.
        y += abs(beyond - room.reach) if room.above else max(0.0, beyond - room.reach)
        low -= max(0.0, beyond - room.reach)
    return Rect(x, y, room.box.right - x, low - y).intersection(group.area)


def _rest(room: Room, group: _Group, used: Sequence[Spot], spec: SheetSpec) -> Iterator[Room]:
    """Yield the room that is left: beside the last row, if no other row reaches down there, and below it."""
    box, shape = room.box, group.shape
    last = max(spot.y for spot in used)
    earlier = [spot.y for spot in used if spot.y < last - SAME]
    beyond = outreach(shape, group.reach)
    right = max(spot.x for spot in used if spot.y > last - SAME) + shape.width + beyond
    if (spec.fill or not shape.is_rectangle) and all(y + shape.height < last + SAME for y in earlier):
        beside = Rect(right, last, box.right - right, shape.height)
        yield Room(beside, shape, bool(earlier), True, beyond)
    floor = last + shape.height + beyond
    yield Room(Rect(box.x, floor, box.width, box.bottom - floor), shape, True, room.before)


def _at_the_fold(page: Page, fold: float) -> Page:
    """Move the pieces of a page down until the lowest, with its bleed, lies at the fold near its back."""
    return _lowered(
        page, fold - max(piece.spot.y + piece.piece.shape.height + piece.piece.bleed for piece in page.pieces)
    )


def _in_the_middle(pages: list[Page], spec: SheetSpec, paper: Rect) -> list[Page]:
    """Move the pieces of all pages down alike, so that there is room for bleed and ticks above them as below them."""
    low = max(piece.spot.y + piece.piece.shape.height for page in pages for piece in page.pieces)
    high = min(piece.spot.y for page in pages for piece in page.pieces)
    room = (paper.height - low - high) / 2
    moved = [_lowered(page, room) for page in pages]
    strips = [[_has_strip(page, spec, paper) for page in each] for each in (pages, moved)]
    return moved if room > 0 and strips[0] == strips[1] else pages


def _lowered(page: Page, room: float) -> Page:
    moved = [replace(piece, spot=piece.spot._replace(y=round(piece.spot.y + room, 6))) for piece in page.pieces]
    return Page(moved, [], page.apart)


def _front_area(spec: SheetSpec, paper: Rect, bleed: float) -> Rect:
    """Return where fronts may lie: the printable area, or its part above the fold."""
    area = paper.grow(-max(spec.margin, spec.registration.margin if spec.registration else 0))
    if spec.glue:
        return area.grow(-GLUE_RIM)
    if not spec.fold:
        return area
    return Rect(area.x, area.y, area.width, paper.height / 2 - bleed - area.y)


def _spots(shape: Shape, area: Rect, gap: float, spec: SheetSpec, paper: Rect, centred: bool = False) -> list[Spot]:
    """Return the places in an area: those the sheet lists, or as many as fit clear of the marks."""
    if spec.positions:
        return [Spot(*position) for position in spec.positions]
    if area.width <= 0 or area.height <= 0:
        return []
    if spec.registration is None:
        return [exact(spot) for spot in places(shape, area, gap, spec.columns, spec.rows)]
    return between_marks(shape, area, gap, spec, spec.registration.clear(paper), centred)


def _centred(spots: list[Spot], shape: Shape, area: Rect, spec: SheetSpec) -> list[Spot]:
    """Move the places down to the middle of the area, or to its foot if the paper is folded there."""
    if spec.positions:
        return spots
    box = bounds((spot.x, spot.y) for spot in spots)
    room = area.bottom - (box.bottom + shape.height)
    return [exact(spot, 0, room if spec.fold else room / 2) for spot in spots]

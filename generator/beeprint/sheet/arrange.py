"""Arrange pieces on pages: equal pieces in rows that share edges, other shapes in the room that is left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from beeprint.base.geometry import SAME, Point, Rect, bounds
from beeprint.draw.drawing import Symbol
from beeprint.draw.shape import Shape
from beeprint.sheet.lattice import places
from beeprint.sheet.spec import SheetSpec

# Between groups of different pieces on one sheet: room for two bleeds and the scissors.
_BAND_GAP = 1.0
# The same where the sheet is filled, without bleed.
_FILL_GAP = 0.5
# Kept free for the slug above and below pieces that are not rectangles, in mm.
_SLUG_ROOM = 3.4
# Kept free for the slug at the foot of a filled sheet, unless cards need it.
_FOOT = 5.5
# How exactly a bleed is shrunk, in mm.
_BLEED_STEP = 0.02


@dataclass(frozen=True)
class Piece:
    """One copy of a component to print: an `id` such as honey/H01#3, faces as symbols in mm from the trim's corner."""

    id: str
    shape: Shape
    bleed: float
    front: Symbol
    back: Symbol | None = None


class Room(NamedTuple):
    """A free part of a page; `shape` is that of the pieces `above` it, or `before` it on its left."""

    box: Rect
    shape: Shape | None = None
    above: bool = False
    before: bool = False


class Laid(NamedTuple):
    """A piece on a page: the top left corner of its trim, and how far its bleed reaches, in mm."""

    piece: Piece
    corner: Point
    reach: float


@dataclass
class Page:
    """The fronts on a page, and the room they leave."""

    pieces: list[Laid] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)


class _Group(NamedTuple):
    """Equal pieces: where they may lie on a page, the gap between them, how far the bleed of each reaches.

    `rim` is how much of the bleed may lie outside that area, in mm.
    """

    shape: Shape
    members: list[Piece]
    area: Rect
    gap: float
    rim: float
    reach: float


def arranged(pieces: Sequence[Piece], spec: SheetSpec, paper: Rect) -> list[Page] | None:
    """Arrange the pieces in their order on pages of a paper; None where one does not fit at all.

    Each shape begins below the one before it; with the sheet's `fill`, in any room on any page.
    """
    groups = [
        _group(shape, bleed, list(found), spec, paper) for (shape, bleed), found in groupby(pieces, _shape_and_bleed)
    ]
    alone = len({group.shape for group in groups}) == 1
    pages: list[Page] = []
    for group in groups:
        left = group.members
        for page in pages if spec.fill else () if alone else pages[-1:]:
            left = _filled(page, group, left, spec, paper)
        while left:
            page = Page([], [Room(paper)])
            rest = _filled(page, group, left, spec, paper, alone)
            if len(rest) == len(left):
                return None
            pages.append(page)
            left = rest
    if spec.fold and not alone:
        return [_at_the_fold(page, paper.height / 2) for page in pages]
    return pages


def _shape_and_bleed(piece: Piece) -> tuple[Shape, float]:
    return piece.shape, piece.bleed


def _group(shape: Shape, full_bleed: float, members: list[Piece], spec: SheetSpec, paper: Rect) -> _Group:
    """Return equal pieces as a group, with the largest bleed that takes no more pages than the least one does."""
    group = _with_bleed(shape, full_bleed, members, spec, paper)
    most, least = min(full_bleed, spec.bleed), spec.least_bleed
    if least is None or least >= most:
        return group

    def pages(found: _Group) -> float:
        held = len(_spots(shape, found.area, found.gap, spec, paper))
        return math.ceil(len(members) / held) if held else math.inf

    def tried(bleed: float) -> _Group:
        return _with_bleed(shape, full_bleed, members, spec.model_copy(update={"bleed": bleed}), paper)

    best = tried(least)
    fewest = pages(best)
    if pages(group) <= fewest:
        return group
    while most - least > _BLEED_STEP:
        middle = (least + most) / 2
        found = tried(middle)
        if pages(found) > fewest:
            most = middle
        else:
            least, best = middle, found
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
        room = _SLUG_ROOM + min(bleed, gap / 2 if gap else bleed)
        whole = Rect(whole.x, whole.y + room, whole.width, whole.height - (1 if spec.fold else 2) * room)
    # The printable area may cut off bleed at the rim; where each piece has its own bleed, keep it whole if it fits.
    # Marks need no more room than the bleed has beside them; above and below is the slug.
    inner = whole.intersection(paper.grow(-(spec.margin + _SLUG_ROOM + rim))) if spec.registration else whole.grow(-rim)
    area = inner if spec.registration or _spots(shape, inner, gap, spec, paper) else whole
    return _Group(shape, members, area, gap, rim, bleed if not gap or gap >= 2 * bleed else gap / 2)


def _filled(
    page: Page, group: _Group, left: list[Piece], spec: SheetSpec, paper: Rect, centred: bool = False
) -> list[Piece]:
    """Place pieces in the rooms of a page, and return those that are left."""
    rooms: list[Room] = []
    for room in page.rooms:
        spots = _in_room(room, group, spec, paper, centred) if left else []
        if not spots:
            rooms.append(room)
            continue
        spots = _centred(spots, group.shape, group.area, spec) if centred and not spec.registration else spots
        used, left = list(zip(left, spots, strict=False)), left[len(spots) :]
        page.pieces += [Laid(piece, spot, group.reach) for piece, spot in used]
        rooms += _rest(room, group, [spot for _, spot in used], spec)
    page.rooms = rooms
    return left


def _in_room(room: Room, group: _Group, spec: SheetSpec, paper: Rect, centred: bool) -> list[Point]:
    """Return the corners of the places in a room, touching the pieces beside it if they are alike, else apart."""
    same = spec.fill and room.shape == group.shape and group.shape.is_rectangle and not group.gap
    away = 0.0 if same else (_FILL_GAP if spec.fill else _BAND_GAP) + 2 * group.rim
    x, y = room.box.x + away * room.before, room.box.y + away * room.above
    inner = Rect(x, y, room.box.right - x, room.box.bottom - y).intersection(group.area)
    spots = _spots(group.shape, inner, group.gap, spec, paper, centred)
    if not spots or not (same and room.before):
        return spots
    moved = room.box.x - min(spot.x for spot in spots)
    return [Point(round(spot.x + moved, 6), spot.y) for spot in spots]


def _rest(room: Room, group: _Group, used: Sequence[Point], spec: SheetSpec) -> Iterator[Room]:
    """Yield the room that is left: beside the last row, if no other row reaches down there, and below it."""
    box, shape = room.box, group.shape
    last = max(spot.y for spot in used)
    earlier = [spot.y for spot in used if spot.y < last - SAME]
    right = max(spot.x for spot in used if spot.y > last - SAME) + shape.width + group.reach
    if spec.fill and all(y + shape.height < last + SAME for y in earlier):
        yield Room(Rect(right, last, box.right - right, shape.height), shape, bool(earlier), True)
    floor = last + shape.height + group.reach
    yield Room(Rect(box.x, floor, box.width, box.bottom - floor), shape, True, room.before)


def _at_the_fold(page: Page, fold: float) -> Page:
    """Move the pieces of a page down until the lowest, with its bleed, lies at the fold near its back."""
    room = fold - max(one.corner.y + one.piece.shape.height + one.piece.bleed for one in page.pieces)
    moved = [Point(one.corner.x, round(one.corner.y + room, 6)) for one in page.pieces]
    return Page([one._replace(corner=corner) for one, corner in zip(page.pieces, moved, strict=True)])


def _front_area(spec: SheetSpec, paper: Rect, bleed: float) -> Rect:
    """Return where fronts may lie: the printable area, or its part above the fold."""
    area = paper.grow(-max(spec.margin, spec.registration.margin if spec.registration else 0))
    if not spec.fold:
        return area
    return Rect(area.x, area.y, area.width, paper.height / 2 - bleed - area.y)


def _spots(shape: Shape, area: Rect, gap: float, spec: SheetSpec, paper: Rect, centred: bool = False) -> list[Point]:
    """Return the corners of the places in an area: those the sheet lists, or as many as fit clear of the marks."""
    if spec.positions:
        return [Point(*position) for position in spec.positions]
    if area.width <= 0 or area.height <= 0:
        return []
    if spec.registration is None:
        return [Point(round(x, 6), round(y, 6)) for x, y in places(shape, area, gap, spec.columns, spec.rows)]
    clear = spec.registration.clear(paper)
    found: list[Point] = []
    for grid in _grids(shape, area, gap, spec):
        box = bounds(grid)
        box = Rect(box.x, box.y, box.width + shape.width, box.height + shape.height)
        for x in _shifts((box.x, box.right), (area.x, area.right), [(c.x, c.right) for c in clear], gap / 2, True):
            for y in _shifts(
                (box.y, box.bottom), (area.y, area.bottom), [(c.y, c.bottom) for c in clear], gap / 2, centred
            ):
                if len(grid) > len(found):
                    moved = [Point(round(spot.x + x, 6), round(spot.y + y, 6)) for spot in grid]
                    found = max(found, [spot for spot in moved if _is_clear(shape, spot, gap / 2, clear)], key=len)
    return found


def _grids(shape: Shape, area: Rect, gap: float, spec: SheetSpec) -> Iterator[list[Point]]:
    """Yield ways to fill an area: as many rows and columns as fit, and fewer, which may lie between the marks."""
    whole = places(shape, area, gap, spec.columns, spec.rows)
    if not whole:
        return
    yield whole
    columns, rows = (len({round(value, 3) for value in axis}) for axis in zip(*whole, strict=True))
    for fewer in range(1, 5) if shape.is_rectangle else ():
        for across in range(fewer + 1):
            if columns > across and rows > fewer - across:
                yield places(shape, area, gap, columns - across, rows - (fewer - across))


def _shifts(
    span: tuple[float, float],
    room: tuple[float, float],
    clear: Sequence[tuple[float, float]],
    away: float,
    middle: bool,
) -> list[float]:
    """Return how far a grid may be moved along an axis: to both ends and the middle of its room, and up to the marks.

    The first is the one preferred: the middle, or the start.
    """
    (start, end), (low, high) = span, room
    first = [(low + high - start - end) / 2, low - start] if middle else [low - start, (low + high - start - end) / 2]
    beside = [spot for a, b in clear for spot in (a - away - end, b + away - start)]
    shifts = [*first, high - end, *beside]
    return list(dict.fromkeys(round(s, 6) for s in shifts if low - SAME <= start + s and end + s <= high + SAME))


def _is_clear(shape: Shape, spot: Point, bleed: float, clear: Sequence[Rect]) -> bool:
    """Return whether a piece, with its bleed, keeps out of the corners with a mark."""
    box = shape.box.move(*spot)
    if not shape.is_round:
        return not any(box.grow(bleed).overlaps(one) for one in clear)
    (x, y), reach = box.centre, shape.width / 2 + bleed - SAME
    nearest = ((min(max(x, c.x), c.right), min(max(y, c.y), c.bottom)) for c in clear)
    return all(math.hypot(x - a, y - b) >= reach for a, b in nearest)


def _centred(spots: list[Point], shape: Shape, area: Rect, spec: SheetSpec) -> list[Point]:
    """Move the places down to the middle of the area, or to its foot if the paper is folded there."""
    if spec.positions:
        return spots
    box = bounds(spots)
    room = area.bottom - (box.bottom + shape.height)
    return [Point(x, round(y + (room if spec.fold else room / 2), 6)) for x, y in spots]

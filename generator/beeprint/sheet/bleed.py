"""Bleed on a page: the outline that bounds that of each face, narrowed where crop marks or the slug need the room."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from beeprint.base.geometry import SAME, Affine, Path, Point, Rect, bounds, path_box, polygon
from beeprint.drawing.drawing import Symbol
from beeprint.sheet.arrange import Laid, Page, blunted, outer_box
from beeprint.sheet.spec import MARK_AWAY, MARK_LEAST, SLUG_HEIGHT, SLUG_LEAST, SLUG_ROOM, strips

# The length of crop marks in mm for which bleed is narrowed down to the least distance of the marks.
_MARK_ROOM = 1.5
# How far a face extends under an equal neighbour: a pixel on screen, so that no paper shows where they meet.
_RIM = 0.3


def narrow(pages: Sequence[Page], trim: Rect, printable: Rect) -> None:
    """Narrow the bleed of all pieces where the rim of the paper would else have no room for crop marks or the slug."""
    pieces = [piece for page in pages for piece in page.pieces]
    if not any(piece.piece.shape.is_rectangle for piece in pieces):
        return
    left, up, right, down = strips(trim, printable)
    most = max(piece.reach for piece in pieces)
    for room in (min(up, down), min(left, right)):
        if room >= MARK_AWAY + MARK_LEAST:
            most = min(most, max(MARK_AWAY, room - _MARK_ROOM))
    for slug, least in ((SLUG_ROOM + 0.01, MARK_AWAY), (SLUG_LEAST, 0.0)):
        bleed = max(up, down, left, right) - slug
        if bleed >= least:
            most = min(most, bleed)
            break
    for page in pages:
        page.pieces = [replace(piece, reach=min(piece.reach, most)) for piece in page.pieces]


class Outlines:
    """Works out how bleed is bounded, once for all pages on which equal shapes lie alike: nearly all of a large deck's.

    It knows shapes by their identity, so that it must not outlive the pages.
    """

    def __init__(self) -> None:
        self._clips: dict[Hashable, tuple[Path, ...]] = {}
        self._reaches: dict[Hashable, list[float]] = {}

    def clips(self, page: Page, faces: Sequence[Symbol | None]) -> tuple[Path, ...]:
        """Return the outlines that bound the bleed of the faces of a page, as `clips` does."""
        key = _likeness(page, faces)
        clip_paths = self._clips.get(key)
        if clip_paths is None:
            clip_paths = self._clips[key] = tuple(clips(page, faces))
        return clip_paths

    def narrow_for_slug(self, pages: Iterable[Page], printable: Rect, mirror: Affine | None) -> None:
        """Narrow the bleed of pieces on pages without a strip for the slug, where least of it has to go.

        `mirror` maps fronts to the backs that are on the same side of the paper, if any are. Where trims leave no
        strip, nothing is narrowed.
        """
        for page in pages:
            faces = [piece.piece.front for piece in page.pieces]
            key = _likeness(page, faces)
            if key not in self._reaches:
                self._reaches[key] = _narrowed(page, self.clips(page, faces), printable, mirror)
            reaches = self._reaches[key]
            if reaches != [piece.reach for piece in page.pieces]:
                page.pieces = [replace(piece, reach=reach) for piece, reach in zip(page.pieces, reaches, strict=True)]


def _likeness(page: Page, faces: Sequence[Symbol | None]) -> Hashable:
    """Return what the outlines of a page's faces follow from: where which shapes lie, and which faces are equal."""
    first: dict[Symbol | None, int] = {}
    alike = tuple([first.setdefault(face, index) for index, face in enumerate(faces)])
    return page.apart, alike, tuple([(id(piece.piece.shape), piece.spot, piece.reach) for piece in page.pieces])


def _narrowed(page: Page, outlines: Sequence[Path], printable: Rect, mirror: Affine | None) -> list[float]:
    """Return how far the bleed of each piece on a page reaches once there is room for the slug, if there can be."""
    reaches = [piece.reach for piece in page.pieces]
    pairs = zip(page.pieces, outlines, strict=True)
    bled = bounds([corner for piece, clip in pairs for corner in piece.at.rect(path_box(clip)).corners])
    if max(strips(bled.union(mirror.rect(bled)) if mirror else bled, printable)) >= SLUG_HEIGHT:
        return reaches
    limits = [_limits(piece, printable, mirror) for piece in page.pieces]
    excess = {
        max(reach - limit for reach, limit in zip(reaches, side, strict=True)): side
        for side in zip(*limits, strict=True)
        if min(side) >= 0
    }
    return list(map(min, reaches, excess[min(excess)])) if excess else reaches


def _limits(laid: Laid, printable: Rect, mirror: Affine | None) -> list[float]:
    """Return how far a piece's bleed may reach if the slug is on its left, above it, on its right or below it."""
    shape = laid.piece.shape
    boxes = [(laid.at.rect(shape.box), laid.at.rect(outer_box(shape, 1.0)))]
    boxes += [(mirror.rect(trim), mirror.rect(grown)) for trim, grown in boxes] if mirror else []
    rooms = [
        [(room - SLUG_LEAST) / by for room, by in zip(strips(trim, printable), strips(trim, grown), strict=True)]
        for trim, grown in boxes
    ]
    return [min(side) for side in zip(*rooms, strict=True)]


def clips(page: Page, faces: Sequence[Symbol | None]) -> Iterator[Path]:
    """Yield the outline that bounds the bleed of each face of a page: an edge shared with a neighbour gets no bleed.

    Under a later neighbour with the same face it gets a narrow rim, which the neighbour covers. Across a gap, bleed
    reaches to its middle.
    """
    # The edges of each piece by their ends on the page.
    edges = [[(piece.at.point(*a), piece.at.point(*b)) for a, b in piece.piece.shape.edges] for piece in page.pieces]
    keys = [[_edge(a, b) for a, b in each] for each in edges]
    owners: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for index, each in enumerate(keys):
        for key in each:
            owners.setdefault(key, []).append(index)
    boxes = [piece.at.rect(piece.piece.shape.box) for piece in page.pieces] if page.apart else []
    for index, piece in enumerate(page.pieces):
        shape, distances = piece.piece.shape, []
        for (a, b), key in zip(edges[index], keys[index], strict=True):
            others = [other for other in owners[key] if other != index]
            covered = all(other > index and faces[other] == faces[index] for other in others)
            reach = _reach(piece, a, b, boxes)
            distances.append(reach if not others else min(reach, _RIM) if covered else 0.0)
        if not distances:  # a round or a free outline
            yield shape.path(piece.reach)
            continue
        yield polygon(blunted(shape.offset_corners(distances), shape.box, piece.reach))


def _reach(laid: Laid, a: Point, b: Point, boxes: Sequence[Rect]) -> float:
    """Return how far the bleed of a piece may reach beyond an edge; pieces that stand apart have `boxes`."""
    if not boxes or not laid.piece.shape.is_rectangle:
        return laid.reach
    upright = abs(a.x - b.x) < SAME
    inner = laid.at.rect(laid.piece.shape.box)
    return min(2 * laid.reach, *(_gap(inner, box, a, upright, laid.reach) for box in boxes)) / 2


def _gap(inner: Rect, box: Rect, at: Point, upright: bool, reach: float) -> float:
    """Return the distance from an edge of a box, through the point `at`, to a box in front of it; inf for none."""
    if upright:
        beside = box.y < inner.bottom + reach and inner.y - reach < box.bottom
        gap = box.x - at.x if at.x > inner.centre.x else at.x - box.right
    else:
        beside = box.x < inner.right + reach and inner.x - reach < box.right
        gap = box.y - at.y if at.y > inner.centre.y else at.y - box.bottom
    return gap if beside and gap > SAME else math.inf


def _edge(a: Point, b: Point) -> tuple[tuple[int, int], ...]:
    """Return a key of an edge on the page, the same for both pieces that share it: its ends in steps of about 0.02 mm.

    The step is an odd number, so that no round length in mm lies on the boundary between two steps.
    """
    end, other = ((round(x * 47.1234), round(y * 47.1234)) for x, y in (a, b))
    return (end, other) if end <= other else (other, end)

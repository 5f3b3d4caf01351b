"""Whether art goes on to the edge of a printer's page, where that is not the one that its layout was drawn for."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from PIL import Image

from beeprint.base.geometry import Affine, Point, Rect, scale, translate
from beeprint.base.problems import Problem
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import Drawing, Group, Mark, PathMark, Solid, Use, group
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.face.layout import Art, Face, Side, blamed
from beeprint.game.model import Deck
from beeprint.press.beneath import edges, outline

# How finely art is looked at: pixels in a mm, the most pixels of a side, and the distance of two spots in mm.
_PIXELS, _MOST, _STEP = 10.0, 4000.0, 0.5
# Art counts as cut off where it ends along the outline for so many mm; a wing that ends in the bleed does not.
_LEAST = 4.0
# How far inside the trim art has to be to count as going through it, and how near to the page's edge it has to get.
_INSIDE, _NEAR = 0.2, 0.1


class _Spot(Struct, frozen=True):
    """A point of the trim, the direction outwards, and how far the page's edge is."""

    at: Point
    out: Point
    reach: float


class _Seen(Struct, frozen=True, dict=True):
    """How much of the outline art hides, and how far outside the trim it ends in mm, where it is cut off."""

    covers: bool
    ends: float | None
    needed: float = 0.0


class Bleeds:
    """Finds art of a deck that goes through the trim and ends short of the page.

    `reach` is how far the page goes beyond the trim, across and down, in mm; around an outline that is no rectangle it
    is the less of the two. Art that faces share is looked at once.
    """

    def __init__(self, deck: Deck, reach: tuple[float, float], fonts: Fonts) -> None:
        self._deck, self._reach, self._fonts = deck, reach, fonts
        self._seen: dict[int, _Seen] = {}
        self._spots: dict[Side, tuple[_Spot, ...]] = {}

    def problems(self, faces: Iterable[Face]) -> Iterator[Problem]:
        """Yield a warning for each slot and frame that ends short of the page."""
        for face in faces:
            # What lies below art that hides the whole edge may end where it likes.
            for art in reversed([mark for mark in face.painted if isinstance(mark, Art)]):
                seen = self._look(art, face.side)
                if seen.ends is not None:
                    yield self._problem(face, art, seen)
                if seen.covers:
                    break

    @property
    def _page(self) -> Rect:
        (across, down), shape = self._reach, self._deck.shape
        return Rect(-across, -down, shape.width + 2 * across, shape.height + 2 * down)

    def _problem(self, face: Face, art: Art, seen: _Seen) -> Problem:
        filled = art.slot != "frame" and art.at.rect(art.box).contains(self._page, _NEAR)
        row = self._deck.rows.by_id.get(face.id)
        place, where = blamed(self._deck, row, art.column if filled else "", art.place)
        what = "the frame" if art.slot == "frame" else f"slot {art.slot}"
        ends = f"{seen.ends:.1f} mm outside the trim" if seen.ends else "at the trim"
        message = f"{what} ends {ends}, where {seen.needed:.4g} mm of bleed are needed {where}".rstrip()
        hint = "write box: bleed, or let its box go on beyond the edge"
        if art.slot == "frame":
            hint = "draw it on beyond its page; what lies there is printed too"
        elif filled:
            hint = "write fit: cover, or draw the picture with more bleed"
        return Problem(place, message, hint, "warning")

    def _look(self, art: Art, side: Side) -> _Seen:
        seen = self._seen.get(id(art))
        if seen is None:
            inside = self._deck.shape.box.grow(-_INSIDE).contains(art.at.rect(art.box), 0)
            seen = self._seen[id(art)] = _Seen(False, None) if inside else self._looked(art, side)
        return seen

    def _looked(self, art: Art, side: Side) -> _Seen:
        if side not in self._spots:
            self._spots[side] = tuple(_spots(self._deck.outline(side), self._reach))
        page, spots = self._page, self._spots[side]
        if _hides(art.marks, art.at, page.grow(-_NEAR)):
            return _Seen(True, None)
        each = min(_PIXELS, _MOST / max(page.width, page.height))
        opacity = _opacity(art, page, each, self._fonts)
        (width, height), pixels = opacity.size, opacity.load()
        assert pixels is not None

        def paints(spot: _Spot, by: float, least: int = 128) -> bool:
            x, y = spot.at.x + by * spot.out.x - page.x, spot.at.y + by * spot.out.y - page.y
            value = pixels[min(width - 1, max(0, int(x * each))), min(height - 1, max(0, int(y * each)))]
            assert isinstance(value, int)
            return value >= least

        through = [spot for spot in spots if paints(spot, -_INSIDE)]
        short = [spot for spot in through if not paints(spot, spot.reach - _NEAR)]
        covers = len(through) == len(spots) and all(
            paints(spot, -_INSIDE, 255) and paints(spot, spot.reach - _NEAR, 255) for spot in spots
        )
        ends = Counter(_end(spot, paints) for spot in short)
        if not ends:
            return _Seen(covers, None)
        end = max(ends, key=lambda place: (ends[place], -place))
        # An edge between two pixels counts for both.
        along = sum(count for other, count in ends.items() if abs(other - end) < 0.25) * _STEP
        needed = max(spot.reach for spot in short)
        return _Seen(covers, end if along >= _LEAST else None, needed)


def _end(spot: _Spot, paints: Callable[[_Spot, float], bool]) -> float:
    """Return how far outside the trim art ends at a spot, to a tenth of a mm."""
    steps = 0
    while steps / 10 < spot.reach and paints(spot, steps / 10 + 0.05):
        steps += 1
    return steps / 10


def _spots(outline: Shape, reach: tuple[float, float]) -> Iterator[_Spot]:
    """Yield points along an outline, with the direction outwards and the bleed there."""
    ring: Sequence[Point] = outline.ring(0, rounded=False)
    left = _STEP / 2
    for start, end in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        length = math.dist(start, end)
        if not length:
            continue
        along = Point((end.x - start.x) / length, (end.y - start.y) / length)
        out = Point(along.y, -along.x)
        across, down = reach
        bleed = abs(out.x) * across + abs(out.y) * down if outline.is_rectangle else min(reach)
        while left < length:
            yield _Spot(Point(start.x + along.x * left, start.y + along.y * left), out, bleed)
            left += _STEP
        left -= length


def _hides(marks: Iterable[Mark], at: Affine, box: Rect) -> bool:
    """Return whether one opaque fill covers all of a box, as most grounds do; then nothing need be drawn."""
    for mark in marks:
        if isinstance(mark, Group):
            inner = at @ mark.transform
            whole = mark.clip is None or outline(mark.clip).moved(inner).goes_round(box, mark.even_odd)
            if mark.opacity >= 1 and whole and _hides(mark.marks, inner, box):
                return True
        elif isinstance(mark, Use):
            if _hides(mark.symbol.marks, at @ mark.transform, box):
                return True
        elif isinstance(mark, PathMark) and isinstance(mark.fill, Solid) and mark.fill.opacity >= 1:
            near = mark.reach is not None and at.rect(mark.reach).contains(box, 0)
            if near and edges(mark).moved(at).goes_round(box, mark.even_odd):
                return True
    return False


def _opacity(art: Art, page: Rect, each: float, fonts: Fonts) -> Image.Image:
    """Return how opaque what art paints is, in pixels of which a mm has `each`."""
    place = scale(each) @ translate(-page.x, -page.y) @ art.at
    box = Rect(0, 0, math.ceil(page.width * each), math.ceil(page.height * each))
    data = raster.draw(svg.write(Drawing(box, (group(art.marks, place),)), fonts), 25.4)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        return image.convert("RGBA").getchannel("A")

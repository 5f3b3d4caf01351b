"""Where there is room on a face for a new slot: beside what its pieces show, in a size that suits what it shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import product
from operator import sub
from typing import NamedTuple

from beeprint.base.geometry import Point, Rect
from beeprint.edit.boxes import Side, SlotPlace
from beeprint.edit.snapshot import spots_of

#: Returns the boxes in mm that each slot of a side of a deck fills on any piece, or on the piece of a row, by its name,
#: the lowest slot first; a slot that is repeated has several.
Sight = Callable[[str, Side, str], Mapping[str, Sequence[Rect]]]

#: How far a new slot stays at least from the trim and from what is there, in mm.
_MARGIN, _GAP = 3.0, 1.0
#: How far it stays from the edge of a panel on which the other slots are, in mm.
_EDGE = 1.5
#: How far a slot for which nothing is free is from the middle of another, across and down, in mm.
_AWAY = 4.0
#: About how many places are tried across and down.
_TRIED = 60
#: The least step between these places, in mm: the rim of a small token leaves little room.
_STEP = 0.25
#: Slots that fill this part of a piece are its ground, over which the others are.
GROUND = 0.5
#: Shapes that fill this part of a piece may be panels, on which there is room, and pictures that fill this part may be
#: hidden by another picture where nothing else is free.
_PANEL, _LARGE = 0.1, 0.05
#: The parts of its usual size that a slot has where there is less room.
_SMALLER = (1.0, 0.8, 0.6, 0.45)
#: How many of them show a picture well, and the part of a piece that a picture has which does.
_FAIR, _ROOMY = 3, 0.1
#: The least side of a picture in free space, in mm, and how many times as long as wide it is at most.
_LEAST, _LONGEST = 12.0, 2.0
#: Up to which width or height of its safe zone a piece is small, in mm.
_SMALL = 32.0
#: By which parts of the way to its greatest size a box comes closer to it.
_HALVINGS = 12
#: The part of the card's width and height that lies over what is there, where nothing is free.
_OVER = 0.5


class Size(NamedTuple):
    """How large a slot is, in mm, and where a place for it is looked for.

    `corner` tries corners first, `grows` takes the largest free place, and `shrinks` allows smaller sizes. `middle`
    takes the middle of a small piece, which has no room beside it.
    """

    width: float
    height: float
    corner: bool = False
    grows: bool = False
    middle: bool = False
    shrinks: bool = True


def where(box: Rect, trim: Rect) -> str:
    """Return in words where a box is on a piece: "at the top left", "in the middle"."""
    x, y = (box.centre.x - trim.x) / trim.width, (box.centre.y - trim.y) / trim.height
    down, across = _third(y, ("top", "", "bottom")), _third(x, ("left", "", "right"))
    return f"at the {down} {across}".rstrip().replace("  ", " ") if down or across else "in the middle"


def _third(part: float, words: tuple[str, str, str]) -> str:
    return words[0] if part < 0.36 else words[2] if part > 0.64 else words[1]


class Room:
    """What is free on a side of a deck's pieces."""

    def __init__(self, at: SlotPlace, shown: Mapping[str, Sequence[Rect]] | None = None) -> None:
        """`shown` has the boxes that slots fill on the pieces; others, such as empty texts, take up their own."""
        self._at, self._trim = at, at.deck.shape.box
        self._seen = shown or {}
        self._shown = {**_boxes_of(at), **self._seen}

    def find(self, size: Size) -> Rect:
        """Return the best free box for a slot, or a box in the middle of the safe zone where nothing is free."""
        if size.middle and min(self._trim.width, self._trim.height) - 2 * self._margin <= _SMALL:
            return self._over(size)
        if size.grows:
            return self._largest_of_all(size) or self._over(size)
        boxes = (self._nearest(size, taken) for taken in (self._taken, self._content))
        return next(filter(None, boxes), None) or self._over(size)

    def _largest_of_all(self, size: Size) -> Rect | None:
        """Return the largest free box; where that is small, one over an ornament and what is drawn on that."""
        boxes = [box for box in (self._largest(size, taken) for taken in (self._taken, self._content)) if box]
        if not self._ornaments or size.middle or (boxes and self._fills(boxes[0], _ROOMY)):
            return next(iter(boxes), None)
        over = self._over_ornament(size) or self._largest(size, self._without(self._ornaments))
        return over if over and self._fills(over, _ROOMY) else next(iter(boxes), None)

    def _over_ornament(self, size: Size) -> Rect | None:
        """Return the largest box in the middle of an ornament that hides nothing else and has room for a picture."""
        taken, centres = self._without(self._ornaments), [box.centre for box in self._ornaments]
        sides = [(width, height) for width in _up_to(size.width, 1) for height in _up_to(size.height, 1)]
        near = [(wide, high) for wide, high in sides if high <= _LONGEST * wide and wide <= _LONGEST * high]
        boxes = [_about(centre, *each) for centre in centres for each in near]
        fair = [box for box in boxes if self._fills(box, _ROOMY) and _is_free(box, taken)]
        whole = [box for box in fair if self._at.deck.shape.encloses(box, self._margin)]
        return max(whole, key=lambda box: box.width * box.height, default=None)

    def _over(self, size: Size) -> Rect:
        """Return the box in the middle of the safe zone, beside one of its size that was added there before."""
        most = _OVER if size.grows else 1.0
        box = middle = self._inscribed(
            min(size.width, most * self._trim.width), min(size.height, most * self._trim.height)
        )
        while any(max(map(abs, map(sub, box, other))) < _GAP for other in self._taken):
            box = box.move(_AWAY, _AWAY)
            if not self._at.deck.shape.encloses(box, self._margin):
                return middle
        return box

    def _inscribed(self, width: float, height: float) -> Rect:
        """Return a box of these proportions in the middle of the safe zone, as large as it may be up to this size."""
        shape, centre = self._at.deck.shape, self._trim.centre
        low, high = 0.0, 1.0
        if shape.encloses(_about(centre, width, height), self._margin):
            return _about(centre, width, height)
        for _ in range(_HALVINGS):
            part = (low + high) / 2
            inside = shape.encloses(_about(centre, part * width, part * height), self._margin)
            low, high = (part, high) if inside else (low, part)
        return _about(centre, low * width, low * height) if low else _about(centre, width, height)

    @property
    def _margin(self) -> float:
        return max(_MARGIN, self._at.deck.spec.safe)

    def corner(self, size: Size) -> Rect | None:
        """Return the box of a size that is nearest to a corner and hides no words; None where there is none."""
        tiers = (self._taken, self._content, self._marks)
        return next(filter(None, (self._nearest(size, taken) for taken in tiers)), None)

    def is_without_marks(self, box: Rect) -> bool:
        """Return whether a box in the safe zone meets no words, marks or badges; it may be on a picture or a panel."""
        return not any(box.overlaps(each) for each in self._marks) and self._at.deck.shape.encloses(
            box, self._at.deck.spec.safe - 0.01
        )

    def box_of(self, slot: str) -> Rect | None:
        """Return the box that a slot fills; None where it has none."""
        boxes = self._shown.get(slot)
        return reduce(Rect.union, boxes) if boxes else None

    def about(self, point: Point, size: Size, over: Rect | None = None) -> Rect:
        """Return a box about a point within the trim: as small as it has to be to hide nothing, if that helps.

        What lies at `over`, and what is drawn round that, may be hidden.
        """
        most = _OVER if size.grows else 1.0
        boxes = [self._within(_about(point, width * most, height * most)) for width, height in _sizes(size)]
        for taken in (self._taken, self._content):
            kept = [box for box in taken if over is None or not box.contains(over)]
            free = next((box for box in boxes if _is_free(box, kept)), None)
            if free is not None:
                return free
        return boxes[0]

    def free_near(self, point: Point, size: Size, over: Rect | None = None) -> Rect | None:
        """Return a box that hides nothing: about a point, as `about` does, else the nearest one; None where none does.

        Where nothing is free, a large picture may be hidden with what is drawn on it, but no words.
        """
        sizes = [(width * _OVER, height * _OVER) if size.grows else (width, height) for width, height in _sizes(size)]
        kept = [[box for box in taken if over is None or not box.contains(over)] for taken in self._tiers]
        free, ornaments, words = kept[:2], kept[2:3], kept[3:]
        large, small = sizes[:_FAIR], sizes[_FAIR:]  # an ornament is hidden before a picture becomes a stamp
        order = [*product(free, large), *product(ornaments, large), *product(free, small), *product(words, sizes)]
        for taken, each in order:
            box = self._within(_about(point, *each))
            if _is_free(box, taken):
                return box
        for taken, each in order:
            places = [Rect(x, y, *each) for x in self._columns(each[0]) for y in self._rows(each[1])]
            over_pictures = [_about(box.centre, *each) for box in self._large_pictures if box not in taken]
            for box in (*over_pictures, *sorted(places, key=lambda box: math.dist(box.centre, point))):
                if _is_free(box, taken) and self._at.deck.shape.encloses(box, self._margin):
                    return box
        return None

    @property
    def _tiers(self) -> tuple[list[Rect], ...]:
        """Return what a new picture should not hide, each list with less in it."""
        return self._taken, self._content, self._without(self._ornaments), self._words

    @cached_property
    def _taken(self) -> list[Rect]:
        """Return what a new slot should not hide or touch: all slots but the ground of others."""
        boxes = (box for boxes in self._shown.values() for box in boxes)
        return [box for box in boxes if box.overlaps(self._trim) and box not in self._grounds]

    @cached_property
    def _inside(self) -> Rect:
        """Return the box within which places are tried: a panel that has most of the piece, else the safe zone."""
        inside = self._trim.grow(-self._margin)
        for box in self._grounds:
            within = inside.intersection(box.grow(-_EDGE))
            inside = within if min(within.width, within.height) >= _LEAST else inside
        return inside

    @cached_property
    def _grounds(self) -> list[Rect]:
        """Return what fills most of a piece, words that its pieces show left out."""
        names = (name for name in self._shown if name not in self._seen or self._kind(name) != "text")
        boxes = (box for name in names for box in self._shown[name])
        return [box for box in boxes if self._fills(box, GROUND)]

    @cached_property
    def _content(self) -> list[Rect]:
        """Return what a new slot should not hide at least: all that is taken but large shapes, which may be panels."""
        shapes = self._boxes_of("shape")
        return [box for box in self._taken if box not in shapes or not self._fills(box, _PANEL)]

    @cached_property
    def _words(self) -> list[Rect]:
        """Return what a new picture never hides: the content without large pictures and the marks drawn on them."""
        return self._without(self._large_pictures)

    def _without(self, pictures: list[Rect]) -> list[Rect]:
        """Return the content without some pictures and what is drawn on them but words."""
        texts = self._boxes_of("text")
        return [
            box
            for box in self._content
            if box not in pictures and (box in texts or not any(each.contains(box) for each in pictures))
        ]

    @cached_property
    def _marks(self) -> list[Rect]:
        """Return the content without large pictures, on which small things may be."""
        return [box for box in self._content if box not in self._large_pictures]

    @cached_property
    def _large_pictures(self) -> list[Rect]:
        """Return the pictures that are no badges and not the ground, such as the medal of an empty card."""
        pictures = self._boxes_of("picture")
        return [box for box in pictures if self._fills(box, _LARGE) and box not in self._grounds]

    @cached_property
    def _ornaments(self) -> list[Rect]:
        """Return the large pictures that are the same on all pieces, such as the medal of a template."""
        nodes = self._at.layout.nodes
        own = [box for name in nodes if "{" in str(nodes[name].plain().get("art")) for box in self._shown.get(name, ())]
        return [box for box in self._large_pictures if box not in own]

    def _boxes_of(self, kind: str) -> list[Rect]:
        return [box for name, boxes in self._shown.items() if self._kind(name) == kind for box in boxes]

    def _kind(self, slot: str) -> str:
        node = self._at.layout.nodes.get(slot)
        return "" if node is None else str(node.plain().get("kind"))

    def _fills(self, box: Rect, share: float) -> bool:
        return box.width * box.height >= share * self._trim.width * self._trim.height

    def _within(self, box: Rect) -> Rect:
        """Return a box moved into the trim."""
        trim = self._trim
        x = min(max(box.x, trim.x), max(trim.x, trim.right - box.width))
        y = min(max(box.y, trim.y), max(trim.y, trim.bottom - box.height))
        return box._replace(x=x, y=y)

    def _nearest(self, size: Size, taken: list[Rect]) -> Rect | None:
        """Return the free box that is nearest to a corner, or to the middle, as large as there is room for."""
        for width, height in _sizes(size):
            places = [Rect(x, y, width, height) for x in self._columns(width) for y in self._rows(height)]
            for box in sorted(places, key=self._from_corner if size.corner else self._from_middle):
                if _is_free(box, taken) and self._at.deck.shape.encloses(box, self._margin):
                    return box
        return None

    def _largest(self, size: Size, taken: list[Rect]) -> Rect | None:
        """Return the largest free box that is about as wide as high."""
        step, best = self._step, Rect(0, 0, 0, 0)
        for left, top in ((x, y) for x in self._columns(_LEAST) for y in self._rows(_LEAST)):
            if not _is_free(Rect(left, top, _LEAST, _LEAST), taken):
                continue
            bottom, right = self._inside.bottom, self._inside.right
            # What is beside the box as far as it reaches down limits how wide it is.
            for height in _up_to(bottom - top, step):
                strip = Rect(left, top, right - left, height)
                ahead = (box.x - _GAP for box in taken if box.grow(_GAP).overlaps(strip))
                width = min((right, *ahead)) - left
                width, tall = min(width, _LONGEST * height), min(height, _LONGEST * width)
                if width < _LEAST:
                    break
                box = Rect(left, top, width, tall)
                if width * tall > best.width * best.height + 0.1 and self._at.deck.shape.encloses(
                    box, self._margin - 0.01
                ):
                    best = box
        return self._shrunk(best, size) if best.width else None

    def _shrunk(self, box: Rect, size: Size) -> Rect:
        """Return the middle of a free box where a slot fills no more than its greatest size."""
        width, height = min(box.width, size.width), min(box.height, size.height)
        return _about(box.centre, width, height)

    @property
    def _step(self) -> float:
        return max(_STEP, max(self._trim.width, self._trim.height) / _TRIED)

    def _columns(self, width: float) -> list[float]:
        return _spread(self._inside.x, self._inside.right - width, self._step)

    def _rows(self, height: float) -> list[float]:
        return _spread(self._inside.y, self._inside.bottom - height, self._step)

    def _from_middle(self, box: Rect) -> float:
        return math.dist(box.centre, self._trim.centre)

    def _from_corner(self, box: Rect) -> float:
        """Return how far a box is from the nearest corner; of places alike, those above are nearer."""
        across = min(box.x - self._inside.x, self._inside.right - box.right)
        down = min(box.y - self._inside.y, self._inside.bottom - box.bottom)
        return across + down + 0.01 * box.y - 0.001 * box.x


def _sizes(size: Size) -> list[tuple[float, float]]:
    return [(size.width * part, size.height * part) for part in (_SMALLER if size.shrinks else _SMALLER[:1])]


def _about(centre: Point, width: float, height: float) -> Rect:
    return Rect(centre.x - width / 2, centre.y - height / 2, width, height)


def _is_free(box: Rect, taken: list[Rect]) -> bool:
    wide = box.grow(_GAP)
    return not any(wide.overlaps(other) for other in taken)


def _spread(first: float, last: float, step: float) -> list[float]:
    """Return places from the first to the last, both of them too, so that the middle is a place."""
    if last < first:
        return []
    count = 2 * math.ceil((last - first) / step / 2)
    return [first + (last - first) * number / count for number in range(count + 1)] if count else [first]


def _up_to(last: float, step: float) -> Iterator[float]:
    yield from (_LEAST + step * number for number in range(int((last - _LEAST) / step) + 1))


def _boxes_of(at: SlotPlace) -> dict[str, Sequence[Rect]]:
    """Return the boxes of a layout's slots that are numbers."""
    spots = {name: spots_of(node.find(["box"])) for name, node in at.layout.nodes.items()}
    return {name: (Rect(*(spot.value for spot in each)),) for name, each in spots.items() if each}

"""Check that letters stand out from what lies behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.colour import WHITE, Colour, contrast
from beeprint.base.geometry import IDENTITY, Affine, Path, Point, Rect, path_box
from beeprint.drawing.drawing import Group, ImageMark, Mark, PathMark, Solid, Use, marks_box, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import without_colours
from beeprint.drawing.outline import subpaths
from beeprint.drawing.shape import is_inside
from beeprint.face.layout import Face, SlotMarks
from beeprint.rules.covering import OPAQUE, Line, lines_of

#: Below this contrast (WCAG 2.2), letters are hardly seen; 3 is the least that is asked of large ones.
LEAST = 1.5
#: A drawing of more paths, or a path of more segments, is a picture: what is seen on it is not worked out.
_FEW, _SHORT = 40, 120
#: Where along a line what lies behind it is looked at, as shares of its width.
_SPOTS = (0.1, 0.3, 0.5, 0.7, 0.9)


class Unseen(NamedTuple):
    """A line of a slot whose colour is nearly that of what lies behind it."""

    slot: SlotMarks
    line: str
    ink: Colour
    ground: Colour


class _Fill(NamedTuple):
    """What is painted behind letters, in a box: a path in one colour; None for a picture, a gradient or pale paint."""

    box: Rect
    path: Path | None
    at: Affine
    colour: Colour | None


class _Slot(Struct, frozen=True):
    """The lines of a slot and what it paints besides, and the marks that it is known by."""

    source: tuple[Mark, ...]
    lines: tuple[Line, ...]
    fills: tuple[_Fill, ...]


class Grounds:
    """Finds letters that are hardly seen; what faces share is looked at once."""

    def __init__(self, fonts: Fonts, unseen: Set[Colour]) -> None:
        self._fonts, self._unseen = fonts, unseen
        self._slots: dict[int, _Slot] = {}  # by the id of the marks, which each entry keeps alive
        self._known: dict[tuple[int, ...], tuple[tuple[str, Colour, Colour] | None, tuple[_Slot, ...]]] = {}

    def hardly_seen(self, face: Face) -> Iterator[Unseen]:
        """Yield the slots of a face with a line that is hardly seen, one line of each."""
        beneath = [self._ground(face.ground)]
        for slot in face.slots:
            here = self._slot(slot.marks)
            if here.lines:
                near = tuple(each for each in beneath if _meets(each, here))
                key = (id(slot.marks), *(id(each.source) for each in near))
                if key not in self._known:
                    self._known[key] = next(_faults(here, near), None), (here, *near)
                if fault := self._known[key][0]:
                    yield Unseen(slot, *fault)
            if here.fills or here.lines:
                beneath.append(here)

    def keep_only(self, seen: Set[int]) -> None:
        """Forget what no face shows; `seen` are the ids of the marks of slots."""
        if len(seen) < len(self._slots):
            self._slots = {key: slot for key, slot in self._slots.items() if key in seen}
            self._known = {key: held for key, held in self._known.items() if key[0] in seen}

    def _ground(self, marks: tuple[Mark, ...]) -> _Slot:
        return _Slot(marks, (), self._slot(marks).fills)

    def _slot(self, marks: tuple[Mark, ...]) -> _Slot:
        slot = self._slots.get(id(marks))
        if slot is None:
            shown = without_colours(marks, self._unseen) if self._unseen else marks
            lines = tuple(lines_of(shown, IDENTITY, self._fonts))
            slot = self._slots[id(marks)] = _Slot(marks, lines, tuple(_fills(shown, IDENTITY, None)))
        return slot


def _meets(under: _Slot, over: _Slot) -> bool:
    boxes = [*(fill.box for fill in under.fills), *(line.box for line in under.lines)]
    return any(box.overlaps(line.box) for line in over.lines for box in boxes)


def _faults(slot: _Slot, beneath: Sequence[_Slot]) -> Iterator[tuple[str, Colour, Colour]]:
    for line in slot.lines:
        # The same words a little aside are the light or shade of these, by which they are read.
        twins = (other for each in beneath for other in each.lines if other.run.text == line.run.text)
        if not line.opaque or any(twin.box.overlaps(line.box) for twin in twins):
            continue
        ink, ground = line.run.paint.colour, _behind(line.box, beneath)
        if ground is not None and contrast(ink, ground) < LEAST:
            yield line.run.text, ink, ground


def _behind(box: Rect, beneath: Sequence[_Slot]) -> Colour | None:
    """Return the one colour behind a line; None where there are several, or it is not known."""
    spots = [Point(box.x + share * box.width, box.y + box.height / 2) for share in _SPOTS]
    for slot in reversed(beneath):
        for fill in reversed(slot.fills):
            if not fill.box.overlaps(box):
                continue
            inside = sum(_holds(fill, spot) for spot in spots)
            if inside:
                return fill.colour if inside == len(spots) else None
    return WHITE


def _holds(fill: _Fill, spot: Point) -> bool:
    """Return whether a fill paints a spot; where paths overlap, by the even-odd rule."""
    if not fill.box.contains(Rect(spot.x, spot.y, 0, 0)):
        return False
    if fill.path is None:
        return True
    return sum(is_inside(spot, ring) for ring in _rings(fill.path, fill.at)) % 2 == 1


@lru_cache(maxsize=512)
def _rings(path: Path, at: Affine) -> tuple[tuple[Point, ...], ...]:
    rings = (tuple(at.point(x, y) for x, y in ring) for ring, _ in subpaths(path))
    return tuple(ring for ring in rings if len(ring) > 2)


def _fills(marks: Iterable[Mark], at: Affine, clip: Rect | None) -> Iterator[_Fill]:
    """Yield what marks paint that is no text, from the lowest."""
    for mark in marks:
        if isinstance(mark, Group):
            inner = at @ mark.transform
            window = clip if mark.clip is None else inner.rect(path_box(mark.clip))
            window = window if clip is None or window is None else window.intersection(clip)
            fills = _fills(mark.marks, inner, window)
            yield from fills if mark.opacity * 255 >= OPAQUE else (each._replace(colour=None) for each in fills)
        elif isinstance(mark, Use):
            inner = at @ mark.transform
            if sum(1 for _ in islice(walk(mark.symbol.marks), _FEW + 1)) > _FEW:
                box = inner.rect(marks_box(mark.symbol.marks) or Rect(0, 0, 0, 0))
                yield _Fill(box if clip is None else box.intersection(clip), None, inner, None)
            else:
                yield from _fills(mark.symbol.marks, inner, clip)
        elif isinstance(mark, ImageMark) or (isinstance(mark, PathMark) and mark.fill is not None):
            box = at.rect(mark.box)
            box = box if clip is None else box.intersection(clip)
            path = mark.path if isinstance(mark, PathMark) and len(mark.path) <= _SHORT else None
            yield _Fill(box, path, at, _colour(mark) if path else None)


def _colour(mark: ImageMark | PathMark) -> Colour | None:
    fill = mark.fill if isinstance(mark, PathMark) else None
    return fill.colour if isinstance(fill, Solid) and fill.opacity * 255 >= OPAQUE else None

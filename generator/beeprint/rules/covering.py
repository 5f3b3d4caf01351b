"""Whether a slot hides the letters of one that is drawn before it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence, Set

from msgspec import Struct
from PIL import Image, ImageChops

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Rect, path_box, scale, translate
from beeprint.draw import raster, svg
from beeprint.draw.drawing import (
    Drawing,
    Group,
    ImageMark,
    Mark,
    PathMark,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    marks_box,
)
from beeprint.draw.fonts import Fonts
from beeprint.draw.recolour import without
from beeprint.draw.text import run_box
from beeprint.face.layout import Face, SlotMarks

#: How finely letters are looked at: pixels in an em. Less opaque paint lets letters through.
_PIXELS, _OPAQUE = 24, 235
#: Letters count as hidden where, in a window of so many ems, more than this share of their ink is hidden, and there is
#: ink on more than this share of the window.
_WINDOW, _HIDDEN, _INKED = 0.6, 0.5, 0.04


class _Slot(Struct, frozen=True):
    """What a slot draws: its lines of text where they are on the face, and a box round all that is no text.

    `marks` are those that are printed, `source` those that the slot is known by.
    """

    source: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    lines: tuple[tuple[Run, Affine, Rect], ...]
    around: Rect | None


class Covers:
    """Finds slots that hide letters; pairs of slots that faces share are compared once."""

    def __init__(self, fonts: Fonts, unseen: Set[Colour]) -> None:
        self.fonts, self._unseen = fonts, unseen
        self._slots: dict[int, _Slot] = {}  # by the id of the marks, which each entry keeps alive
        self._known: dict[tuple[int, int], str] = {}
        self._symbols: dict[str, tuple[Rect, ...]] = {}

    def covered(self, face: Face) -> Iterator[tuple[SlotMarks, SlotMarks, str]]:
        """Yield each slot that hides letters with the slot that it hides, and the line of text."""
        beneath: list[tuple[SlotMarks, _Slot]] = []
        for slot in face.slots:
            here = self._slot(slot.marks)
            for under, there in beneath if here.around is not None else ():
                key = (id(under.marks), id(slot.marks))
                line = self._known.get(key)
                if line is None:
                    line = self._known[key] = self._hidden(there, here)
                if line:
                    yield slot, under, line
            if here.lines:
                beneath.append((slot, here))

    def keep_only(self, seen: set[int]) -> None:
        """Forget what no face shows; `seen` are the ids of the marks of slots."""
        if len(seen) < len(self._slots):
            self._slots = {key: slot for key, slot in self._slots.items() if key in seen}
            self._known = {pair: line for pair, line in self._known.items() if seen.issuperset(pair)}

    def _slot(self, marks: tuple[Mark, ...]) -> _Slot:
        slot = self._slots.get(id(marks))
        if slot is None:
            shown = without(marks, self._unseen) if self._unseen else marks
            lines = tuple(_lines(shown, IDENTITY, self.fonts))
            around = marks_box(mark for mark in shown if not isinstance(mark, Run))
            slot = self._slots[id(marks)] = _Slot(marks, shown, lines, around)
        return slot

    def _paints(self, marks: Iterable[Mark], at: Affine, clip: Rect | None) -> Iterator[Rect]:
        """Yield the boxes of opaque fills and pictures."""
        for mark in marks:
            if isinstance(mark, Group):
                if mark.opacity * 255 >= _OPAQUE:
                    inner = at @ mark.transform
                    window = None if mark.clip is None else inner.rect(path_box(mark.clip))
                    both = window if clip is None or window is None else window.intersection(clip)
                    yield from self._paints(mark.marks, inner, clip if window is None else both)
                continue
            if isinstance(mark, Use):
                found, inner = self._symbol(mark.symbol), at @ mark.transform
            elif isinstance(mark, ImageMark) or (isinstance(mark, PathMark) and _is_opaque(mark)):
                found, inner = (mark.box,), at
            else:
                continue
            for box in map(inner.rect, found):
                yield box if clip is None else box.intersection(clip)

    def _symbol(self, symbol: Symbol) -> tuple[Rect, ...]:
        found = self._symbols.get(symbol.key)
        if found is None:
            found = self._symbols[symbol.key] = tuple(self._paints(symbol.marks, IDENTITY, None))
        return found

    def _hidden(self, under: _Slot, over: _Slot) -> str:
        """Return the first line of which letters are hidden, empty where there is none."""
        assert over.around is not None
        near = [line for line in under.lines if line[2].overlaps(over.around)]
        paints = list(self._paints(over.marks, IDENTITY, None)) if near else []
        for run, at, box in near:
            if any(box.overlaps(paint) for paint in paints) and self._hides(over, run, at, box):
                return run.text
        return ""

    def _hides(self, over: _Slot, run: Run, at: Affine, box: Rect) -> bool:
        em = run.size * (at @ run.place).scale
        each = _PIXELS / em
        place = scale(each) @ translate(-box.x, -box.y)
        letters = self._alpha([group([run], place @ at)], box, each)
        paint = self._alpha([group(_without_text(over.marks), place)], box, each)
        hiding = paint.point([255 if value >= _OPAQUE else 0 for value in range(256)])
        hidden = ImageChops.multiply(letters, hiding)
        across = box.width >= box.height
        side = max(1, round(_WINDOW * _PIXELS))
        long, short = (letters.width, letters.height) if across else (letters.height, letters.width)
        for start in range(0, max(1, long - side // 2), max(1, side // 2)):
            ends = (start, 0, start + side, short) if across else (0, start, short, start + side)
            ink, gone = (_sum(image.crop(ends)) for image in (letters, hidden))
            if ink > _INKED * side * _PIXELS and gone > _HIDDEN * ink:
                return True
        return False

    def _alpha(self, marks: Sequence[Mark], box: Rect, each: float) -> Image.Image:
        """Return how opaque marks are, in the pixels of a box of which a mm has `each`."""
        paper = Rect(0, 0, max(1, math.ceil(box.width * each)), max(1, math.ceil(box.height * each)))
        data = raster.draw(svg.write(Drawing(paper, tuple(marks)), self.fonts), 25.4)
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            return image.convert("RGBA").getchannel("A")


def _sum(image: Image.Image) -> float:
    """Return how many pixels are covered."""
    return sum(value * count for value, count in enumerate(image.histogram())) / 255


def _is_opaque(mark: PathMark) -> bool:
    fill = mark.fill
    return fill is not None and (not isinstance(fill, Solid) or fill.opacity * 255 >= _OPAQUE)


def _lines(marks: Iterable[Mark], at: Affine, fonts: Fonts) -> Iterator[tuple[Run, Affine, Rect]]:
    """Yield the runs of a slot with their places and boxes; letters of its pictures are art."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from _lines(mark.marks, at @ mark.transform, fonts)
        elif isinstance(mark, Run) and mark.text.strip():
            yield mark, at, at.rect(run_box(mark, fonts))


def _without_text(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return marks without the letters of texts, which may lie on others as their light or shade."""
    kept: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Group):
            inside = _without_text(mark.marks)
            kept.append(group(inside, mark.transform, mark.opacity, mark.clip, even_odd=mark.even_odd))
        elif not isinstance(mark, Run):
            kept.append(mark)
    return tuple(kept)

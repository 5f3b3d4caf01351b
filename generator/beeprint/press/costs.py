"""What it costs to print pages in inks, spent from the budget before any is: their colours, gradients and overprint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Rect
from beeprint.base.problems import Place
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Use,
    walk,
)
from beeprint.press.fine import is_fine_line, is_fine_text
from beeprint.press.inks import ROUNDING, Inks
from beeprint.press.overprint import MOST_COLOURS

#: What a mark costs, each mark beside one that overprints, and each whose box meets its box, in steps.
_MARK, _BESIDE, _MEETING = 3, 0.03, 1
#: What a layer beneath a mark costs, and each of its points, in steps; and the bytes of a point in memory.
_LAYER, _POINT, _POINT_KEPT = 5, 0.2, 12
#: About how many points a letter has.
_LETTER = 20
#: What the inks of a colour cost, those between two stops of a gradient, and those of a pixel.
COLOUR, STOPS, PIXEL = 120, 650, 0.3


class Costs:
    """Spends what pages cost, the inks of each colour and of each picture once."""

    def __init__(self, inks: Inks, at: Callable[[], Place]) -> None:
        """`at` is where to look for what is too costly."""
        self._inks, self._at = inks, at
        self._colours: set[tuple[Colour, bool]] = set()
        self._pictures: set[str] = set()

    def spend(self, drawing: Drawing, times: int = 1) -> None:
        """Spend what a page costs that is drawn in inks so many times; SpentError where that is too much."""
        boxes: list[Rect] = []
        over: list[int] = []
        heavy: list[bool] = []
        sizes: list[int] = []
        for mark, at in walk(drawing.marks):
            self._spend(_MARK + self._pixels(mark) + times * _gradients(mark))
            if isinstance(mark, Group | Use) or mark.reach is None:
                continue
            if any(self._overprints(colour, fine) for colour, fine in _solids(mark, at)):
                over.append(len(boxes))
            boxes.append(at.rect(mark.reach))
            heavy.append(self._is_heavy(mark, at))
            sizes.append(_size(mark))
        for index, met, layers in _met(boxes, over, heavy):
            layers = min(layers, MOST_COLOURS)
            self._spend(times * (_BESIDE * len(boxes) + _MEETING * met + layers * (_LAYER + _POINT * sizes[index])))
            budget.room("inks", _POINT_KEPT * layers * sizes[index], self._at)

    def _spend(self, steps: float) -> None:
        budget.spend("inks", steps, at=self._at)

    def _pixels(self, mark: Mark) -> float:
        """Return what the inks of a picture's pixels cost; they are kept."""
        if not isinstance(mark, ImageMark) or mark.digest in self._pictures:
            return 0.0
        self._pictures.add(mark.digest)
        return PIXEL * bitmap.pixels(mark.data)

    def _is_heavy(self, mark: Mark, at: Affine) -> bool:
        """Return whether black does not overprint a mark as it is."""
        solids = [self._inks.of(colour, fine) for colour, fine in _solids(mark, at)]
        if not solids or _gradients(mark):
            return True
        return any(sum(printed.cmyk[:3]) + 100 > self._inks.limit - ROUNDING for printed in solids if not printed.spot)

    def _overprints(self, colour: Colour, fine: bool) -> bool:
        if (colour, fine) not in self._colours:
            self._colours.add((colour, fine))
            self._spend(COLOUR)
        return self._inks.of(colour, fine).overprint


def _gradients(mark: Mark) -> float:
    """Return what the inks along the gradients of a mark cost."""
    paints = (mark.fill, mark.stroke.paint if mark.stroke else None) if isinstance(mark, PathMark) else ()
    return sum(STOPS * len(paint.stops) for paint in paints if isinstance(paint, LinearGradient | RadialGradient))


def _solids(mark: Mark, at: Affine) -> Iterator[tuple[Colour, bool]]:
    """Yield the plain colours of a mark, and whether it is fine where it is."""
    if isinstance(mark, Run):
        yield mark.paint.colour, is_fine_text(mark.size * (at @ mark.place).scale)
    elif isinstance(mark, PathMark):
        if isinstance(mark.fill, Solid):
            yield mark.fill.colour, False
        if mark.stroke is not None and isinstance(mark.stroke.paint, Solid):
            yield mark.stroke.paint.colour, is_fine_line(mark.stroke.width * at.scale)


def _size(mark: Mark) -> int:
    """Return about how many points a mark has."""
    if isinstance(mark, PathMark):
        return len(mark.path)
    return _LETTER * len(mark.glyphs) if isinstance(mark, Run) else 4


def _met(boxes: Sequence[Rect], over: Sequence[int], heavy: Sequence[bool]) -> Iterator[tuple[int, int, int]]:
    """Yield each box of those that overprint, how many boxes it meets, and how many of these may be drawn beneath it.

    These are the ones below it, down to the lowest that is too heavy for black.
    """
    if not over:
        return
    left, top, width, height = np.array(boxes).T
    right, bottom, weighs = left + width, top + height, np.array(heavy)
    for at in over:
        across = (left < right[at]) & (right > left[at])
        meets = across & (top < bottom[at]) & (bottom > top[at])
        lower = meets[:at]
        deepest = np.flatnonzero(lower & weighs[:at])
        yield at, int(np.count_nonzero(meets)), int(np.count_nonzero(lower[deepest[0] :])) if len(deepest) else 0

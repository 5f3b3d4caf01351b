"""Draw a face in little ink, by changing its paints and pictures, so that it works for every layout.

Large fills become white with a thin edge, hatched where they were dark or colourful; small ones, such as icons, keep
their tone as a grey; letters are black. Shapes still cover what is below them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from beeprint.base.colour import WHITE, Colour, grey
from beeprint.base.geometry import IDENTITY, Affine, scale
from beeprint.draw.drawing import (
    Group,
    ImageMark,
    Mark,
    Paint,
    PathMark,
    Run,
    Solid,
    Stroke,
    Symbol,
    Use,
    walk,
)
from beeprint.playtest import hatch
from beeprint.playtest.tone import opacity, paled, tone

if TYPE_CHECKING:
    from PIL import Image

_LETTERS = Solid(Colour(0x1C, 0x1C, 0x1C))
# mm: up to the first, a fill keeps its tone; from the second on it is dropped; between them it fades.
_SMALL, _LARGE = 2.0, 8.0
# How much of its darkness a small fill and a thin line keep.
_KEPT, _LINE_KEPT = 0.5, 0.6
_EDGE = 0.12
#: mm: from this breadth on, a fill whose colour carries meaning is hatched.
_HATCHED = 7.0


class LowInk:
    """Draws symbols in little ink, once for each size at which they are placed, and hatched ones for each rotation."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Symbol] = {}
        self._hatched: dict[tuple[str, int], bool] = {}
        self._images: dict[str, ImageMark] = {}

    def symbol(self, symbol: Symbol, at: Affine = IDENTITY) -> Symbol:
        """Return the symbol in little ink, to be placed on the face by `at`."""
        # Steps of about 9 %: sizes that differ by less share a symbol.
        step = round(8 * math.log2(max(at.scale, 1e-3)))
        key: tuple[object, ...] = (symbol.key, step)
        if self._is_hatched(symbol, step):
            key = (symbol.key, *(round(value, 3) for value in at[:4]))
        else:
            at = scale(2 ** (step / 8))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Symbol.of(self._marks(symbol.marks, at))
        return found

    def _is_hatched(self, symbol: Symbol, step: int) -> bool:
        """Return whether any fill of a symbol is hatched at the size of a step."""
        key = symbol.key, step
        if key not in self._hatched:
            marks = walk(symbol.marks, scale(2 ** (step / 8)))
            self._hatched[key] = any(isinstance(mark, PathMark) and _hatches(mark, at.scale) for mark, at in marks)
        return self._hatched[key]

    def _marks(self, marks: Iterable[Mark], at: Affine) -> Iterator[Mark]:
        for mark in marks:
            yield from self._mark(mark, at)

    def _mark(self, mark: Mark, at: Affine) -> Iterator[Mark]:
        if isinstance(mark, Group):
            inner = tuple(self._marks(mark.marks, at @ mark.transform))
            if inner:
                yield replace(mark, marks=inner)
        elif isinstance(mark, Use):
            yield replace(mark, symbol=self.symbol(mark.symbol, at @ mark.transform))
        elif isinstance(mark, Run):
            yield replace(mark, paint=replace(_LETTERS, opacity=max(mark.paint.opacity, 0.6)))
        elif isinstance(mark, ImageMark):
            yield self._image(mark)
        else:
            yield from _path(mark, at)

    def _image(self, mark: ImageMark) -> ImageMark:
        """Return a picture in pale grey, its transparent parts kept."""
        found = self._images.get(mark.digest)
        if found is None:
            from PIL import Image  # loads slowly, and only games with pictures in pixels need it

            from beeprint.draw import bitmap

            with Image.open(io.BytesIO(mark.data), formats=("PNG", "JPEG")) as picture:
                grey = Image.new("LA", picture.size)
                for box in bitmap.bands(picture):
                    grey.paste(_faint(picture.crop(box).convert("RGBA")), box)
            file = io.BytesIO()
            grey.save(file, "PNG")
            found = self._images[mark.digest] = ImageMark.of(file.getvalue(), "image/png", mark.box)
        return replace(found, box=mark.box, layer=mark.layer)


def _faint(part: Image.Image) -> Image.Image:
    """Return a part of a picture, in RGBA, as pale as little ink makes it."""
    from PIL import Image

    ground = Image.new("RGBA", part.size, "white")
    grey = Image.alpha_composite(ground, part).convert("L").point(lambda value: 255 - (255 - value) * 0.35)
    grey.putalpha(part.getchannel("A"))
    return grey


def _path(mark: PathMark, at: Affine) -> Iterator[Mark]:
    """Draw a path in little ink: its fill by its size, its line by its width, an edge where the fill is dropped."""
    size = at.scale
    breadth = _breadth(mark, size)
    fill = None if mark.fill is None else _filled(mark.fill, _kept(breadth))
    stroke = None if mark.stroke is None else _stroked(mark.stroke, size)
    if mark.fill is not None and stroke is None and _wants_edge(mark.fill, breadth):
        stroke = Stroke(Solid(grey(55)), _EDGE / size, "butt", "round")
    if mark.fill is None or not _hatches(mark, size):
        yield PathMark(mark.path, fill, stroke, mark.layer, mark.even_odd)
        return
    yield PathMark(mark.path, fill, None, mark.layer, mark.even_odd)
    yield hatch.hatching(mark.fill, mark.path, at, mark.even_odd)
    if stroke is not None:
        yield PathMark(mark.path, None, stroke, mark.layer)


def _hatches(mark: PathMark, scale: float) -> bool:
    """Return whether a fill is so large that its tone is dropped, and its colour carries meaning."""
    return mark.fill is not None and _breadth(mark, scale) >= _HATCHED and hatch.wanted(mark.fill)


def _breadth(mark: PathMark, scale: float) -> float:
    """Return the shorter side of a path's box, in mm on the face; 0 of an empty path."""
    return min(mark.box.width, mark.box.height) * scale if mark.path else 0.0


def _kept(breadth: float) -> float:
    """Return how much of its darkness a fill keeps."""
    share = (breadth - _SMALL) / (_LARGE - _SMALL)
    return _KEPT * (1 - min(1.0, max(0.0, share)))


def _wants_edge(paint: Paint, breadth: float) -> bool:
    """Return whether a shape needs an edge to be seen: if it is large, or pale on a ground that is dropped."""
    if opacity(paint) < 0.5:
        return False
    return breadth >= _LARGE * 0.6 or (breadth >= 1.2 and tone(paint).lightness > 79.5)


def _filled(paint: Paint, kept: float) -> Paint:
    if isinstance(paint, Solid):
        return replace(paint, colour=_pale(paint.colour, kept))
    return replace(paint, stops=tuple(replace(stop, colour=_pale(stop.colour, kept)) for stop in paint.stops))


def _pale(colour: Colour, kept: float) -> Colour:
    return WHITE if kept <= 0 else paled(colour, kept)


def _stroked(stroke: Stroke, scale: float) -> Stroke:
    width = stroke.width * scale
    kept = _LINE_KEPT * min(1.0, max(0.15, 1.0 - (width - 0.6) / 3))
    return replace(stroke, paint=_filled(stroke.paint, kept))

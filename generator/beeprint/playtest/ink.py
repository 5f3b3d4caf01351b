"""Draw a face in little ink: a transform of its paints and pictures, so that every layout has it.

Large fills become paper with a thin edge, or with hatching where they were dark or colourful; small ones, icons among
them, keep their tone as a grey; letters are black. Shapes go on covering what lies below them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from PIL import Image

from beeprint.colour import WHITE, Colour
from beeprint.drawing import (
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Stop,
    Stroke,
    Symbol,
    Use,
    path_mark,
)
from beeprint.geometry import Path, path_box

_LETTERS = Solid(Colour(0x1C, 0x1C, 0x1C))
# mm: up to the first, a fill keeps its tone; from the second on it is dropped; between them it pales.
_SMALL, _LARGE = 2.0, 8.0
# How much of its darkness a small fill, a thin line and a dropped fill keep.
_KEPT, _LINE_KEPT, _DROPPED = 0.55, 0.65, 0.0
_EDGE = 0.12


class LowInk:
    """Draws symbols in little ink, each once for every size at which it is placed."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Symbol] = {}
        self._images: dict[str, ImageMark] = {}

    def symbol(self, symbol: Symbol, scale: float = 1.0) -> Symbol:
        """Return the symbol in little ink, as it is to be placed at a scale."""
        # Steps of about 9 %: sizes that differ by less need no symbols of their own.
        step = round(8 * math.log2(max(scale, 1e-3)))
        key = symbol.key, step
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Symbol.of(self._marks(symbol.marks, 2 ** (step / 8)))
        return found

    def _marks(self, marks: Iterable[Mark], scale: float) -> Iterator[Mark]:
        for mark in marks:
            yield from self._mark(mark, scale)

    def _mark(self, mark: Mark, scale: float) -> Iterator[Mark]:
        if isinstance(mark, Group):
            inner = tuple(self._marks(mark.marks, scale * mark.transform.scale))
            if inner:
                yield replace(mark, marks=inner)
        elif isinstance(mark, Use):
            yield replace(mark, symbol=self.symbol(mark.symbol, scale * mark.transform.scale))
        elif isinstance(mark, Run):
            yield replace(mark, paint=replace(_LETTERS, opacity=max(mark.paint.opacity, 0.6)))
        elif isinstance(mark, ImageMark):
            yield self._image(mark)
        else:
            yield from _path(mark, scale)

    def _image(self, mark: ImageMark) -> ImageMark:
        """Return a picture as a pale grey one, what is transparent as paper."""
        found = self._images.get(mark.digest)
        if found is None:
            with Image.open(io.BytesIO(mark.data), formats=("PNG", "JPEG")) as picture:
                whole = picture.convert("RGBA")
            ground = Image.new("RGBA", whole.size, "white")
            grey = Image.alpha_composite(ground, whole).convert("L").point(lambda value: 255 - (255 - value) * 0.35)
            grey.putalpha(whole.getchannel("A"))
            file = io.BytesIO()
            grey.save(file, "PNG")
            found = self._images[mark.digest] = ImageMark.of(file.getvalue(), "image/png", mark.box)
        return replace(found, box=mark.box, layer=mark.layer)


def _path(mark: PathMark, scale: float) -> Iterator[Mark]:
    """Yield a path in little ink: its fill by its size, its line by its width, an edge where the fill is lost."""
    fill = None if mark.fill is None else _filled(mark.fill, _kept(mark.path, scale))
    stroke = None if mark.stroke is None else _stroked(mark.stroke, scale)
    if mark.fill is not None and stroke is None and _wants_edge(mark.fill, mark.path, scale):
        stroke = Stroke(Solid(_grey(0.55)), _EDGE / scale, "butt", "round")
    yield path_mark(mark.path, fill, stroke, mark.layer)


def _breadth(path: Path, scale: float) -> float:
    """Return how broad a path is at its narrower side, in mm on the face."""
    box = path_box(path)
    return min(box.width, box.height) * scale


def _kept(path: Path, scale: float) -> float:
    """Return how much of its darkness a fill keeps."""
    share = (_breadth(path, scale) - _SMALL) / (_LARGE - _SMALL)
    return _KEPT + (_DROPPED - _KEPT) * min(1.0, max(0.0, share))


def _wants_edge(paint: Paint, path: Path, scale: float) -> bool:
    """Return whether a shape would be lost without an edge: a pale one on a lost ground, or a large one."""
    if _opacity(paint) < 0.5:
        return False
    breadth = _breadth(path, scale)
    return breadth >= _LARGE * 0.6 or (breadth >= 1.2 and _lightness(paint) > 0.8)


def _filled(paint: Paint, kept: float) -> Paint:
    if isinstance(paint, Solid):
        return replace(paint, colour=_pale(paint.colour, kept))
    return replace(paint, stops=tuple(replace(stop, colour=_pale(stop.colour, kept)) for stop in paint.stops))


def _stroked(stroke: Stroke, scale: float) -> Stroke:
    width = stroke.width * scale
    kept = _LINE_KEPT * min(1.0, max(0.15, 1.0 - (width - 0.6) / 3))
    return replace(stroke, paint=_filled(stroke.paint, kept))


def _stops(paint: Paint) -> tuple[Stop, ...]:
    return (Stop(0, paint.colour, paint.opacity),) if isinstance(paint, Solid) else paint.stops


def _opacity(paint: Paint) -> float:
    whole = paint.opacity if isinstance(paint, LinearGradient | RadialGradient) else 1.0
    stops = _stops(paint)
    return whole * sum(stop.opacity for stop in stops) / max(1, len(stops))


def _lightness(paint: Paint) -> float:
    stops = _stops(paint)
    return sum(_light(stop.colour) for stop in stops) / max(1, len(stops))


def _light(colour: Colour) -> float:
    """Return the lightness L* of a colour, 0 to 1 (CIE 1976, of sRGB with a gamma of 2.2)."""
    red, green, blue = (math.pow(channel / 255, 2.2) for channel in colour)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return (116 * math.cbrt(luminance) - 16) / 100 if luminance > 0.0089 else luminance * 9.033


def _grey(lightness: float) -> Colour:
    """Return the grey of a lightness L*, 0 to 1."""
    luminance = ((lightness + 0.16) / 1.16) ** 3 if lightness > 0.08 else lightness / 9.033
    value = round(255 * luminance ** (1 / 2.2))
    return Colour(value, value, value)


def _pale(colour: Colour, kept: float) -> Colour:
    """Return a colour as a grey that keeps a share of its darkness."""
    return WHITE if kept <= 0 else _grey(1 - (1 - _light(colour)) * kept)

"""Draw a face in little ink, by changing its paints and pictures, so that it works for every layout.

Large fills become white with a thin edge, hatched where they were dark or colourful; small ones, such as icons, keep
their tone as a grey; letters are black. Shapes still cover what is below them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from beeprint.base.colour import WHITE, Colour, Lch, grey, lch, lightness
from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, Segment, path_box, rotate, scale, transformed
from beeprint.drawing.drawing import (
    Group,
    ImageMark,
    Leaf,
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
    group,
    path_mark,
    walk,
)
from beeprint.drawing.marks import Rewriter

if TYPE_CHECKING:
    from PIL import Image


# Lightness, chroma and hue of paints, their opacity, and the greys they fade to.


@lru_cache(maxsize=4096)
def tone(paint: Paint) -> Lch:
    """Return the colour of a paint as it is perceived; for a gradient, that of the mean of its stops."""
    colours = [stop.colour for stop in stops(paint)] or [WHITE]
    return lch(Colour(*(round(sum(channel) / len(channel)) for channel in zip(*colours, strict=True))))


def stops(paint: Paint) -> tuple[Stop, ...]:
    """Return the colours of a paint."""
    return (Stop(0, paint.colour, paint.opacity),) if isinstance(paint, Solid) else paint.stops


def opacity(paint: Paint) -> float:
    """Return the opacity of a paint, 0 to 1; for a gradient, the mean."""
    whole = paint.opacity if isinstance(paint, LinearGradient | RadialGradient) else 1.0
    stops_ = stops(paint)
    return whole * sum(stop.opacity for stop in stops_) / max(1, len(stops_))


def paled(colour: Colour, kept: float) -> Colour:
    """Return a colour as a grey that keeps a share of its darkness."""
    return grey(100 - (100 - lightness(colour)) * kept)


# Hatch areas that were dark or colourful: the direction of the lines shows the hue, their distance the darkness.
#
# The directions are those of heraldic hatching, in use since the 17th century (the system of Petra Sancta): red
# vertical, blue horizontal, green falling, purple rising, gold dotted, black both vertical and horizontal.


#: Fills with less lightness than the first or more chroma than the second are hatched.
_DARK, _COLOURFUL = 60, 30
#: Up to this chroma a colour has no hue that you would name.
_NEUTRAL = 11.5
#: Upper limits of hues, and their directions in degrees, clockwise from horizontal on paper; None is dots.
_HUES: tuple[tuple[float, float | None], ...] = ((65.5, 90), (115, None), (205, 45), (285, 0), (355, -45), (360, 90))
_LINE = Stroke(Solid(grey(60)), 0.12)
_DOT = 0.34
#: mm from line to line for black, and how many times as much for white.
_NEAR, _FARTHER = 0.75, 4.5


def wanted(paint: Paint) -> bool:
    """Return whether a fill's colour carries meaning, so that it must be hatched when it is dropped."""
    tone_ = tone(paint)
    return opacity(paint) > 0.5 and (tone_.lightness < _DARK or tone_.chroma > _COLOURFUL)


def hatching(paint: Paint, path: Path, at: Affine, even_odd: bool = False) -> Group:
    """Return the hatching of a path, clipped to it; `at` maps the path's space to the face, where distances are mm."""
    upright = Affine(at.a, at.b, at.c, at.d)
    box = path_box(transformed(path, upright))
    return group([group(_lines(tone(paint), box), upright.inverse())], clip=path, even_odd=even_odd)


def _lines(lch: Lch, box: Rect) -> Iterator[Mark]:
    distance = _NEAR * _FARTHER ** (lch.lightness / 100)
    if lch.chroma < _NEUTRAL:
        for turn in (0, 90):
            yield path_mark(_ruled(box, turn, 1.5 * distance), None, _LINE)
        return
    angle = next(angle for hue, angle in _HUES if lch.hue <= hue)
    if angle is not None:
        yield path_mark(_ruled(box, angle, distance), None, _LINE)
        return
    # Dots in rows, every other row shifted by half their distance.
    for row in (0, 1):
        stroke = Stroke(_LINE.paint, _DOT, "round", "round", 4.0, (0.001, round(2 * distance - 0.001, 3)))
        yield path_mark(_ruled(box, 0, 2 * distance, row * distance), None, stroke)


def _ruled(box: Rect, angle: float, distance: float, shift: float = 0.0) -> Path:
    """Return parallels over a box, from a ruling of the whole plane: shapes of one colour match where they meet.

    `shift` moves the ruling along and across its lines, which begin at multiples of their distance, for dashes.
    """
    turn = rotate(angle)
    area = turn.inverse().rect(box)
    first, last = math.ceil((area.y - shift) / distance), math.floor((area.bottom - shift) / distance)
    start = math.floor((area.x - shift) / distance) * distance + shift
    path: list[Segment] = []
    for number in range(first, last + 1):
        y = number * distance + shift
        path += [("M", *turn.point(start, y)), ("L", *turn.point(area.right, y))]
    return tuple(path)


_LETTERS = Solid(Colour(0x1C, 0x1C, 0x1C))
# mm: up to the first, a fill keeps its tone; from the second on it is dropped; between them it fades.
_SMALL, _LARGE = 2.0, 8.0
# How much of its darkness a small fill and a thin line keep.
_KEPT, _LINE_KEPT = 0.5, 0.6
_EDGE = 0.12
#: mm: from this breadth on, a fill whose colour carries meaning is hatched.
_HATCHED = 7.0


class LowInk(Rewriter):
    """Draws symbols in little ink, once for each size at which they are placed, and hatched ones for each rotation."""

    def __init__(self) -> None:
        super().__init__()
        self._hatched: dict[tuple[str, int], bool] = {}
        self._images: dict[str, ImageMark] = {}

    def symbol(self, symbol: Symbol, at: Affine = IDENTITY) -> Symbol:
        """Return the symbol in little ink, to be placed on the face by `at`."""
        step = _step(at)
        return super().symbol(symbol, at if self._is_hatched(symbol, step) else scale(2 ** (step / 8)))

    def variant(self, symbol: Symbol, at: Affine) -> Hashable:
        """Return the size at which a symbol is drawn and, where it is hatched, how it is turned."""
        step = _step(at)
        return tuple(round(value, 3) for value in at[:4]) if self._is_hatched(symbol, step) else step

    def _is_hatched(self, symbol: Symbol, step: int) -> bool:
        """Return whether any fill of a symbol is hatched at the size of a step."""
        key = symbol.key, step
        if key not in self._hatched:
            marks = walk(symbol.marks, scale(2 ** (step / 8)))
            self._hatched[key] = any(isinstance(mark, PathMark) and _hatches(mark, at.scale) for mark, at in marks)
        return self._hatched[key]

    def group(self, mark: Group, at: Affine) -> Iterable[Group]:
        """Return a group in little ink; an empty one is left out."""
        return (made for made in super().group(mark, at) if made.marks)

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        """Return a mark in little ink."""
        if isinstance(mark, Run):
            return (replace(mark, paint=replace(_LETTERS, opacity=max(mark.paint.opacity, 0.6))),)
        return (self._image(mark),) if isinstance(mark, ImageMark) else _path(mark, at)

    def _image(self, mark: ImageMark) -> ImageMark:
        """Return a picture in pale grey, its transparent parts kept."""
        image = self._images.get(mark.digest)
        if image is None:
            from PIL import Image  # loads slowly, and only games with pictures in pixels need it

            from beeprint.drawing import bitmap

            with Image.open(io.BytesIO(mark.data), formats=("PNG", "JPEG")) as picture:
                grey = Image.new("LA", picture.size)
                for box in bitmap.bands(picture):
                    grey.paste(_faint(picture.crop(box).convert("RGBA")), box)
            file = io.BytesIO()
            grey.save(file, "PNG")
            image = self._images[mark.digest] = ImageMark.of(file.getvalue(), "image/png", mark.box)
        return replace(image, box=mark.box, layer=mark.layer)


def _step(at: Affine) -> int:
    """Return a size in steps of about 9 %: sizes that differ by less share a symbol."""
    return round(8 * math.log2(max(at.scale, 1e-3)))


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
    yield hatching(mark.fill, mark.path, at, mark.even_odd)
    if stroke is not None:
        yield PathMark(mark.path, None, stroke, mark.layer)


def _hatches(mark: PathMark, scale: float) -> bool:
    """Return whether a fill is so large that its tone is dropped, and its colour carries meaning."""
    return mark.fill is not None and _breadth(mark, scale) >= _HATCHED and wanted(mark.fill)


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

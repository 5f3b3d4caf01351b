"""Draw the glyphs of colour fonts: COLR and SVG as paths and gradients, bitmaps (CBDT, sbix) as pictures.

A glyph becomes a symbol in hundredths of the em, its origin on the baseline, y down.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import uharfbuzz as hb

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Point, Rect, path_box, polygon, scale, transformed
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.drawing import (
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Solid,
    Stop,
    Symbol,
    group,
    marks_box,
    path_mark,
)
from beeprint.drawing.fonts import Font

#: The units of a symbol per em.
EM = 100.0
_MOST_SVG = 4_000_000
#: The most segments and colours of gradients of one glyph's layers; each step of painting it counts as some.
_MOST_SEGMENTS, _STEP = 200_000, 4
# What a segment costs in steps and keeps in bytes; what a tag, an attribute and a letter of a font's SVG cost to read.
_SEGMENT, _SEGMENT_KEPT = 3, 150
_TAG, _ATTRIBUTE, _LETTER = 8, 1.5, 0.02
# The largest bitmap of a glyph, and what a pixel of it costs to unpack, in steps.
_MOST_PIXELS, _PIXEL = 4_000_000, 0.02
_MOST_REPEATS = 64
_TINY = 1e-6
_KNOWN: WeakKeyDictionary[Font, dict[tuple[int, Colour], Symbol | str | None]] = WeakKeyDictionary()


class UndrawableError(ValueError):
    """Raised for a coloured glyph that cannot be drawn exactly; its text says why."""


def picture(font: Font, number: int, colour: Colour) -> Symbol | None:
    """Return a glyph in its colours, None where it has none; `colour` is that of the words around it.

    UndrawableError where it needs what drawings do not have.
    """
    known = _KNOWN.setdefault(font, {})
    key = number, colour
    if key not in known:
        try:
            known[key] = _picture(font, number, colour)
        except UndrawableError as error:
            known[key] = str(error)
    parts = known[key]
    if isinstance(parts, str):
        raise UndrawableError(parts)
    return parts


def _picture(font: Font, number: int, colour: Colour) -> Symbol | None:
    face, shaper = font.face, hb.Font(font.face)
    if (face.has_color_paint and face.glyph_has_color_paint(number)) or (
        face.has_color_layers and face.get_glyph_color_layers(number)
    ):
        marks = _layered(font, shaper, number, colour)
    elif face.has_color_svg and (data := bytes(face.get_glyph_color_svg(number).data)):
        marks = _from_svg(data, number, font, colour)
    elif face.has_color_png and (data := bytes(shaper.get_glyph_color_png(number).data)):
        marks = [_bitmap(data, shaper.get_glyph_extents(number), font.upem)]
    else:
        return None
    return Symbol.of(marks)


# COLR ---------------------------------------------------------------------------------------------------------------


def _layered(font: Font, shaper: hb.Font, number: int, colour: Colour) -> list[Mark]:
    painter = _Painter(font)
    shaper.paint_glyph(number, _functions(), painter, 0, hb.Color(*colour, 255))
    budget.spend("fonts", _SEGMENT * painter.segments, 0 if painter.refused else _SEGMENT_KEPT * painter.segments)
    if painter.refused:
        raise UndrawableError(painter.refused)
    return painter.layers[0]


class _Painter:
    """Turns what HarfBuzz says of a glyph's layers into marks; `refused` is what cannot be drawn, if anything."""

    def __init__(self, font: Font) -> None:
        self._font = font
        self._spaces = [scale(EM / font.upem)]
        self._clips: list[Path] = []
        self.layers: list[list[Mark]] = [[]]
        self.refused = ""
        self.segments = 0

    def refuse(self, what: str) -> None:
        """Note what cannot be drawn."""
        self.refused = self.refused or f"it has {what}, which cannot be drawn exactly"

    def goes_on(self) -> bool:
        """Count a step, and return whether it is of any use: not once the glyph is refused."""
        self.segments += _STEP
        if self.segments > _MOST_SEGMENTS:
            self.refuse("too many layers and corners")
        return not self.refused

    def enter(self, matrix: Affine) -> None:
        """Go into a transformed space."""
        self._spaces.append(self._spaces[-1] @ matrix)

    def leave(self) -> None:
        """Go back to the outer space."""
        self._spaces.pop()

    def clip(self, path: Path) -> None:
        """Clip what follows to a path in font units."""
        self.segments += len(path)
        self._clips.append(transformed(path, self._spaces[-1]))

    def clip_to_glyph(self, number: int) -> None:
        """Clip what follows to another glyph."""
        self.clip(self._font.outline(number))

    def unclip(self) -> None:
        """End the last clip."""
        self._clips.pop()

    def fill(self, paint: Paint | None) -> None:
        """Paint all that the clips leave."""
        if paint is None:
            return
        if not self._clips:
            self.refuse("a colour without an edge")
            return
        *outer, path = self._clips
        if not path:
            return
        mark: Mark = path_mark(path, paint)
        box = path_box(path)
        for clip in reversed(outer):
            if not (_is_box(clip) and clip and path_box(clip).grow(_TINY).contains(box)):
                mark = group([mark], clip=clip)
        self.layers[-1].append(mark)

    def compose(self, mode: hb.PaintCompositeMode) -> None:
        """Lay the last layer on the one below it."""
        modes = hb.PaintCompositeMode
        source, backdrop = self.layers.pop(), self.layers[-1]
        if mode == modes.SRC_OVER:
            backdrop += source
        elif mode == modes.DEST_OVER:
            backdrop[:0] = source
        elif mode == modes.SRC:
            backdrop[:] = source
        elif mode == modes.CLEAR:
            backdrop.clear()
        elif mode == modes.SRC_IN:
            backdrop[:] = self._within(source, backdrop)
        elif mode == modes.DEST_IN:
            backdrop[:] = self._within(backdrop, source)
        elif mode != modes.DEST:
            self.refuse(f"layers composed by {modes(mode).name}")

    def _within(self, shown: Sequence[Mark], by: Sequence[Mark]) -> list[Mark]:
        """Return marks where others cover them: a single area of one colour, which clips and fades them."""
        if not shown or not by:
            return []
        cover: Mark | None = by[0] if len(by) == 1 else None
        clips: list[Path] = []
        while isinstance(cover, Group) and cover.clip is not None and len(cover.marks) == 1:
            clips.append(cover.clip)  # as `fill` makes them
            cover = cover.marks[0]
        if not isinstance(cover, PathMark) or not isinstance(cover.fill, Solid):
            self.refuse("layers that mask each other")
            return []
        box = marks_box(shown)
        whole = box is not None and _is_box(cover.path) and path_box(cover.path).grow(_TINY).contains(box)
        clipped_group: Mark = group(shown, opacity=cover.fill.opacity, clip=None if whole else cover.path)
        for clip in clips:
            clipped_group = group([clipped_group], clip=clip)
        return [clipped_group]

    def _stops(self, line: hb.ColorLine) -> tuple[tuple[Stop, ...], float, float]:
        """Return the stops of a gradient, and count them: many gradients may share theirs."""
        stops = _stops(line)
        self.segments += len(stops[0])
        return stops

    def linear(self, line: hb.ColorLine, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> None:
        """Fill with a linear gradient; the third point turns it (OpenType, COLR, "Linear gradients")."""
        qx, qy = x2 - x0, y2 - y0
        size = qx * qx + qy * qy
        share = (qx * (x1 - x0) + qy * (y1 - y0)) / size if size > _TINY else 0.0
        end = Point(x1 - share * qx, -(y1 - share * qy))
        start = Point(x0, -y0)
        if math.dist(start, end) < _TINY:
            return
        space = self._spaces[-1]
        stops, low, high = self._stops(line)
        if line.extend != hb.PaintExtend.PAD and self._clips and self._clips[-1] and high > low:
            reach = [_along(start, end, space.inverse().point(*corner)) for corner in path_box(self._clips[-1]).corners]
            unrolled = _unrolled(stops, low, high, min(reach), max(reach), line.extend == hb.PaintExtend.REFLECT)
            if unrolled is None:
                self.refuse("a gradient that repeats too often")
                return
            stops, low, high = unrolled
        low_point, other = _between(start, end, low), _between(start, end, high)
        self.fill(
            LinearGradient(low_point, other, stops, space) if high > low else Solid(stops[-1].colour, stops[-1].opacity)
        )

    def radial(self, line: hb.ColorLine, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> None:
        """Fill with a gradient between two circles."""
        stops, low, high = self._stops(line)
        if line.extend != hb.PaintExtend.PAD and high > low:
            self.refuse("a round gradient that repeats")
            return
        start_point, other = Point(x0, -y0), Point(x1, -y1)
        # The circles at the first and the last stop.
        start, end = _between(start_point, other, low), _between(start_point, other, high)
        radius, more = r0 + low * (r1 - r0), r0 + high * (r1 - r0)
        if high <= low:
            self.fill(Solid(stops[-1].colour, stops[-1].opacity))
            return
        if radius > more:
            start, end, radius, more = end, start, more, radius
            stops = tuple(Stop(1 - stop.offset, stop.colour, stop.opacity) for stop in reversed(stops))
        if radius < 0 or more - radius < _TINY:
            self.refuse("a gradient between circles of one size")
            return
        # Where the circle would have no size lies the focus; the stops begin at the smaller circle.
        first = -radius / (more - radius)
        focus = _between(start, end, first)
        kept = tuple(Stop((stop.offset - first) / (1 - first), stop.colour, stop.opacity) for stop in stops)
        if abs(math.dist(focus, end) - more) < more * 1e-3:
            self.refuse("a round gradient whose focus lies on its edge")
            return
        self.fill(RadialGradient(end, more, focus, kept, self._spaces[-1]))


def _functions() -> hb.PaintFuncs:
    """Return what HarfBuzz calls for each step of a glyph's paint."""
    functions = hb.PaintFuncs()
    functions.set_push_transform_func(
        _told(lambda to, xx, yx, xy, yy, dx, dy: to.enter(Affine(xx, -yx, -xy, yy, dx, -dy)))
    )
    functions.set_pop_transform_func(_told(_Painter.leave))
    functions.set_push_clip_glyph_func(_told(_Painter.clip_to_glyph))
    functions.set_push_clip_rectangle_func(_told(lambda to, x, y, right, top: to.clip(_box(x, y, right, top))))
    functions.set_pop_clip_func(_told(_Painter.unclip))
    functions.set_color_func(_told(lambda to, colour, own: to.fill(Solid(_colour(colour), _share(colour)))))
    functions.set_linear_gradient_func(_told(_Painter.linear))
    functions.set_radial_gradient_func(_told(_Painter.radial))
    functions.set_sweep_gradient_func(_told(lambda to, *sweep: to.refuse("a gradient around a point")))
    functions.set_push_group_func(_told(lambda to: to.layers.append([])))
    functions.set_pop_group_func(_told(_Painter.compose))
    return functions


def _told(step: Callable[..., None]) -> Callable[..., None]:
    """Return a function that HarfBuzz calls with the painter last; it ignores exceptions, so that they are refusals."""

    def call(*arguments: Any) -> None:
        *values, painter = arguments
        try:
            if painter.goes_on():
                step(painter, *values)
        except budget.SpentError:
            painter.refuse("more than the game may cost")  # the next spending says so
        except (ArithmeticError, ValueError, LookupError):
            painter.refuse("a shape or a gradient of no size")

    return call


def _box(x: float, y: float, right: float, top: float) -> Path:
    return polygon([Point(x, -y), Point(right, -y), Point(right, -top), Point(x, -top)])


def _is_box(path: Path) -> bool:
    """Return whether a path is an upright rectangle."""
    corners = {segment[-2:] for segment in path if len(segment) > 1}
    return len(corners) == 4 and {*path_box(path).corners} == {Point(*corner) for corner in corners}


def _colour(colour: hb.Color) -> Colour:
    return Colour(colour.red, colour.green, colour.blue)


def _share(colour: hb.Color) -> float:
    return round(float(colour.alpha) / 255, 4)


def _stops(line: hb.ColorLine) -> tuple[tuple[Stop, ...], float, float]:
    """Return a gradient's stops, moved to lie from 0 to 1, and where they lay on its line."""
    raw = sorted(line.color_stops, key=lambda stop: float(stop.offset))
    low, high = (float(raw[0].offset), float(raw[-1].offset)) if raw else (0.0, 0.0)
    reach = (high - low) or 1.0
    stops = (Stop(round((stop.offset - low) / reach, 6), _colour(stop.color), _share(stop.color)) for stop in raw)
    return tuple(stops) or (Stop(0, Colour(0, 0, 0), 0),), low, high


def _unrolled(
    stops: Sequence[Stop], low: float, high: float, least: float, most: float, mirrored: bool
) -> tuple[tuple[Stop, ...], float, float] | None:
    """Repeat stops until they reach from `least` to `most` along their line; None where that takes too many."""
    step = high - low
    first, last = math.floor((least - low) / step), math.ceil((most - low) / step)
    count = max(last - first, 1)
    if count > _MOST_REPEATS:
        return None
    line: list[Stop] = []
    for turn in range(first, first + count):
        back = mirrored and turn % 2
        for stop in reversed(stops) if back else stops:
            offset = (1 - stop.offset if back else stop.offset) + turn - first
            line.append(Stop(round(offset / count, 6), stop.colour, stop.opacity))
    return tuple(line), low + first * step, low + (first + count) * step


def _between(point: Point, other: Point, share: float) -> Point:
    return Point(point.x + (other.x - point.x) * share, point.y + (other.y - point.y) * share)


def _along(start: Point, end: Point, point: Point) -> float:
    """Return how far along a line a point lies, in lengths of the line."""
    dx, dy = end.x - start.x, end.y - start.y
    return ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)


# SVG and bitmaps ----------------------------------------------------------------------------------------------------

_ROOT = re.compile(rb"<svg\b")


def _from_svg(data: bytes, number: int, font: Font, colour: Colour) -> list[Mark]:
    """Return the marks of a glyph in a document of the font's table SVG, which may hold many."""
    if data[:2] == b"\x1f\x8b":
        try:
            data = zlib.decompressobj(31).decompress(data, _MOST_SVG)
        except zlib.error as error:
            raise UndrawableError("its SVG cannot be unpacked") from error
    root = _ROOT.search(data)
    end = data.find(b">", root.start()) + 1 if root is not None else 0
    if root is None or not end or len(data) >= _MOST_SVG:
        raise UndrawableError("its SVG cannot be read")
    # Each glyph reads its document anew.
    budget.spend("fonts", _TAG * data.count(b"<") + _ATTRIBUTE * data.count(b"=") + _LETTER * len(data))
    own = data[root.start() : end]
    if re.search(rb"\bviewBox\s*=", own):
        raise UndrawableError("its SVG has a viewBox")
    inner = b"" if own.endswith(b"/>") else data[end : data.rindex(b"</svg>")] if b"</svg>" in data else b""
    attributes = re.sub(rb"\s(width|height|x|y|version)\s*=\s*(\"[^\"]*\"|'[^']*')", b"", own[4:].rstrip(b"/>"))
    spaces = b" ".join(match[0] for match in re.finditer(rb"xmlns(:\w+)?\s*=\s*(\"[^\"]*\"|'[^']*')", attributes))
    rest = re.sub(rb"xmlns(:\w+)?\s*=\s*(\"[^\"]*\"|'[^']*')", b"", attributes)
    if b"xmlns:xlink" not in spaces:
        spaces += b' xmlns:xlink="http://www.w3.org/1999/xlink"'
    if b"xmlns=" not in spaces:
        spaces += b' xmlns="http://www.w3.org/2000/svg"'
    page = (
        b'<svg %b width="300mm" height="300mm" viewBox="-100 -200 300 300"><defs><g %b>%b</g></defs>'
        b'<use xlink:href="#glyph%d" transform="scale(%b)"/></svg>'
    ) % (spaces, rest, inner, number, repr(EM / font.upem).encode())
    try:
        return list(svg.read(page, font.path.name, current=colour).marks)
    except BuildError as error:
        raise UndrawableError(f"its SVG cannot be drawn ({error.problems[0].message})") from error


def _bitmap(data: bytes, extents: hb.GlyphExtents | None, upem: int) -> Mark:
    """Return the picture of a bitmap glyph, as large as the font says."""
    from beeprint.drawing import bitmap  # and with it Pillow

    try:
        picture = bitmap.normal(data, _MOST_PIXELS)
        budget.spend("fonts", picture.width * picture.height * _PIXEL, len(picture.data))
    except ValueError as error:
        raise UndrawableError(f"its picture cannot be read: {error}") from error
    if extents is None or not extents.width or not extents.height:
        raise UndrawableError("its picture has no size")
    by = EM / upem
    box = Rect(extents.x_bearing * by, -extents.y_bearing * by, extents.width * by, -extents.height * by)
    return ImageMark.of(picture.data, picture.mime, box)

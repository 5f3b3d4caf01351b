"""Pack marks as JSON and unpack them: the form in which the cache keeps art."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Point, Rect
from beeprint.draw.drawing import (
    Glyph,
    Group,
    ImageMark,
    Layer,
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
)


def pack(marks: Iterable[Mark], **more: Any) -> bytes:
    """Pack the marks, with more JSON values, as bytes; each symbol is packed once."""
    symbols: dict[str, Any] = {}
    packed = [_mark(mark, symbols) for mark in marks]
    return json.dumps({**more, "symbols": symbols, "marks": packed}, separators=(",", ":")).encode("utf-8")


def unpack(data: bytes) -> tuple[tuple[Mark, ...], dict[str, Any]]:
    """Unpack the marks, equal to those packed, and the other values."""
    found = json.loads(data)
    # A symbol comes after those that it places.
    symbols: dict[str, Symbol] = {}
    for key, packed in found.pop("symbols").items():
        symbols[key] = Symbol(key, tuple(_unmark(mark, symbols) for mark in packed))
    marks = tuple(_unmark(mark, symbols) for mark in found.pop("marks"))
    return marks, found


def _mark(mark: Mark, symbols: dict[str, Any]) -> Any:
    if isinstance(mark, PathMark):
        line = mark.stroke
        stroke = None if line is None else [_paint(line.paint), *_line(line)]
        return ["path", mark.path, _paint(mark.fill), stroke, mark.layer.value, mark.even_odd]
    if isinstance(mark, Group):
        inner = [_mark(one, symbols) for one in mark.marks]
        return ["group", inner, mark.transform, mark.opacity, mark.clip, mark.piece, mark.engrave, mark.even_odd]
    if isinstance(mark, Use):
        symbol = mark.symbol
        if symbol.key not in symbols:
            inner = [_mark(one, symbols) for one in symbol.marks]
            symbols[symbol.key] = inner
        return ["use", symbol.key, mark.transform]
    if isinstance(mark, ImageMark):
        data = base64.b64encode(mark.data).decode("ascii")
        return ["image", data, mark.mime, mark.box, mark.digest, mark.layer.value]
    return ["run", mark.text, mark.font, mark.size, mark.place, _paint(mark.paint), mark.glyphs, mark.layer.value]


def _line(line: Stroke) -> tuple[Any, ...]:
    return line.width, line.cap, line.join, line.miter_limit, line.dashes, line.dash_offset


def _paint(paint: Paint | None) -> Any:
    if paint is None:
        return None
    if isinstance(paint, Solid):
        return [paint.colour, paint.opacity]
    stops = [[stop.offset, stop.colour, stop.opacity] for stop in paint.stops]
    if isinstance(paint, LinearGradient):
        return ["linear", paint.start, paint.end, stops, paint.transform, paint.opacity]
    return ["radial", paint.centre, paint.radius, paint.focus, stops, paint.transform, paint.opacity]


def _unmark(packed: Any, symbols: dict[str, Symbol]) -> Mark:
    kind, *parts = packed
    if kind == "path":
        path, fill, line, layer, even_odd = parts
        stroke = None
        if line is not None:
            paint, width, cap, join, limit, dashes, offset = line
            stroke = Stroke(_unpaint(paint), width, cap, join, limit, tuple(dashes), offset)
        return PathMark(_path(path), None if fill is None else _unpaint(fill), stroke, Layer(layer), even_odd)
    if kind == "group":
        marks, matrix, opacity, clip, piece, engrave, even_odd = parts
        inner = tuple(_unmark(mark, symbols) for mark in marks)
        cut = None if clip is None else _path(clip)
        return Group(inner, Affine(*matrix), opacity, cut, piece, engrave, even_odd)
    if kind == "use":
        return Use(symbols[parts[0]], Affine(*parts[1]))
    if kind == "image":
        data, mime, box, digest, layer = parts
        return ImageMark(base64.b64decode(data), mime, Rect(*box), digest, Layer(layer))
    text, font, size, place, paint, glyphs, layer = parts
    colour, opacity = paint
    shown = tuple(Glyph(*glyph) for glyph in glyphs)
    return Run(text, font, size, Affine(*place), Solid(Colour(*colour), opacity), shown, Layer(layer))


def _path(packed: list[list[Any]]) -> Path:
    return tuple([tuple(segment) for segment in packed])


def _unpaint(packed: Any) -> Paint:
    if isinstance(packed[0], list):
        colour, opacity = packed
        return Solid(Colour(*colour), opacity)
    kind, *parts, stops, matrix, opacity = packed
    made = tuple(Stop(offset, Colour(*colour), share) for offset, colour, share in stops)
    if kind == "linear":
        start, end = parts
        return LinearGradient(Point(*start), Point(*end), made, Affine(*matrix), opacity)
    centre, radius, focus = parts
    return RadialGradient(Point(*centre), radius, Point(*focus), made, Affine(*matrix), opacity)

"""Pack marks as MessagePack and unpack them: the form in which the cache keeps art.

What is packed has types of its own, which msgspec reads without Python's help: the tuples of paths are most of art. A
whole number stays one, so that a mark has the key that it had.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Point, Rect
from beeprint.drawing.drawing import (
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
    as_glyph,
)

_Number = int | float
_Numbers = tuple[_Number, ...]
_Path = tuple[tuple[str | _Number, ...], ...]
_Stops = tuple[tuple[_Number, Colour, _Number], ...]


class _Solid(Struct, array_like=True, tag=0):
    colour: Colour
    opacity: _Number


class _Linear(Struct, array_like=True, tag=1):
    start: _Numbers
    end: _Numbers
    stops: _Stops
    transform: _Numbers
    opacity: _Number


class _Radial(Struct, array_like=True, tag=2):
    centre: _Numbers
    radius: _Number
    focus: _Numbers
    stops: _Stops
    transform: _Numbers
    opacity: _Number


_Paint = _Solid | _Linear | _Radial


class _Stroke(Struct, array_like=True):
    paint: _Paint
    width: _Number
    cap: str
    join: str
    miter_limit: _Number
    dashes: _Numbers
    dash_offset: _Number


class _PathMark(Struct, array_like=True, tag=0):
    path: _Path
    fill: _Paint | None
    stroke: _Stroke | None
    layer: Layer
    even_odd: bool


class _Group(Struct, array_like=True, tag=1):
    marks: tuple[_Mark, ...]
    transform: _Numbers
    opacity: _Number
    clip: _Path | None
    piece: str
    engrave: str
    even_odd: bool


class _Use(Struct, array_like=True, tag=2):
    symbol: str
    transform: _Numbers


class _Image(Struct, array_like=True, tag=3):
    data: bytes
    mime: str
    box: _Numbers
    digest: str
    layer: Layer


class _Run(Struct, array_like=True, tag=4):
    text: bytes
    font: str
    size: _Number
    place: _Numbers
    paint: _Solid
    glyphs: tuple[tuple[int, int, int, int], ...]
    layer: Layer


_Mark = _PathMark | _Group | _Use | _Image | _Run


class _Packed(Struct, array_like=True):
    """All marks; a symbol comes after those that it places. What else was packed is JSON."""

    symbols: dict[str, tuple[_Mark, ...]]
    marks: tuple[_Mark, ...]
    more: bytes


def pack(marks: Iterable[Mark], **more: Any) -> bytes:
    """Pack the marks, with more JSON values, as bytes; each symbol is packed once."""
    symbols: dict[str, tuple[_Mark, ...]] = {}
    packed = tuple(_mark(mark, symbols) for mark in marks)
    return msgspec.msgpack.encode(_Packed(symbols, packed, json.dumps(more, separators=(",", ":")).encode()))


@cache
def _decoder() -> msgspec.msgpack.Decoder[_Packed]:
    return msgspec.msgpack.Decoder(_Packed)


def unpack(data: bytes) -> tuple[tuple[Mark, ...], dict[str, Any]]:
    """Unpack the marks, equal to those packed, and the other values."""
    tree = _decoder().decode(data)
    symbols: dict[str, Symbol] = {}
    for key, packed in tree.symbols.items():
        symbols[key] = Symbol(key, tuple([_unmark(mark, symbols) for mark in packed]))
    return tuple([_unmark(mark, symbols) for mark in tree.marks]), json.loads(tree.more)


def _mark(mark: Mark, symbols: dict[str, tuple[_Mark, ...]]) -> _Mark:
    if isinstance(mark, PathMark):
        line = mark.stroke
        stroke = None
        if line is not None:
            paint = _paint(line.paint)
            stroke = _Stroke(paint, line.width, line.cap, line.join, line.miter_limit, line.dashes, line.dash_offset)
        fill = None if mark.fill is None else _paint(mark.fill)
        return _PathMark(mark.path, fill, stroke, mark.layer, mark.even_odd)
    if isinstance(mark, Group):
        inner = tuple(_mark(inner_mark, symbols) for inner_mark in mark.marks)
        return _Group(inner, mark.transform, mark.opacity, mark.clip, mark.piece, mark.engrave, mark.even_odd)
    if isinstance(mark, Use):
        symbol = mark.symbol
        if symbol.key not in symbols:
            symbols[symbol.key] = tuple([_mark(inner_mark, symbols) for inner_mark in symbol.marks])
        return _Use(symbol.key, mark.transform)
    if isinstance(mark, ImageMark):
        return _Image(mark.data, mark.mime, mark.box, mark.digest, mark.layer)
    text, paint = mark.text.encode("utf-8", "surrogatepass"), _Solid(mark.paint.colour, mark.paint.opacity)
    return _Run(text, mark.font, mark.size, mark.place, paint, mark.glyphs, mark.layer)


def _paint(paint: Paint) -> _Paint:
    if isinstance(paint, Solid):
        return _Solid(paint.colour, paint.opacity)
    stops = tuple((stop.offset, stop.colour, stop.opacity) for stop in paint.stops)
    if isinstance(paint, LinearGradient):
        return _Linear(paint.start, paint.end, stops, paint.transform, paint.opacity)
    return _Radial(paint.centre, paint.radius, paint.focus, stops, paint.transform, paint.opacity)


def _unmark(mark: _Mark, symbols: dict[str, Symbol]) -> Mark:
    if isinstance(mark, _PathMark):
        stroke, line = None, mark.stroke
        if line is not None:
            paint = _unpaint(line.paint)
            stroke = Stroke(paint, line.width, line.cap, line.join, line.miter_limit, line.dashes, line.dash_offset)
        fill = None if mark.fill is None else _unpaint(mark.fill)
        return PathMark(_segments(mark.path), fill, stroke, mark.layer, mark.even_odd)
    if isinstance(mark, _Group):
        inner = tuple([_unmark(inner_mark, symbols) for inner_mark in mark.marks])
        clip = None if mark.clip is None else _segments(mark.clip)
        return Group(inner, Affine(*mark.transform), mark.opacity, clip, mark.piece, mark.engrave, mark.even_odd)
    if isinstance(mark, _Use):
        return Use(symbols[mark.symbol], Affine(*mark.transform))
    if isinstance(mark, _Image):
        return ImageMark(mark.data, mark.mime, Rect(*mark.box), mark.digest, mark.layer)
    text, paint = mark.text.decode("utf-8", "surrogatepass"), Solid(mark.paint.colour, mark.paint.opacity)
    return Run(text, mark.font, mark.size, Affine(*mark.place), paint, tuple(map(as_glyph, mark.glyphs)), mark.layer)


def _segments(path: _Path) -> Path:
    """Return a path as what it is: the tuples of its segments."""
    return path  # type: ignore[return-value]


def _unpaint(paint: _Paint) -> Paint:
    if isinstance(paint, _Solid):
        return Solid(paint.colour, paint.opacity)
    stops = tuple([Stop(*stop) for stop in paint.stops])
    place = Affine(*paint.transform)
    if isinstance(paint, _Linear):
        return LinearGradient(Point(*paint.start), Point(*paint.end), stops, place, paint.opacity)
    return RadialGradient(Point(*paint.centre), paint.radius, Point(*paint.focus), stops, place, paint.opacity)

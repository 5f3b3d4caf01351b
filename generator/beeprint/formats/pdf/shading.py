"""Gradients as PDF shadings, SVG's odd cases settled first: PDF paints nothing where SVG paints one colour."""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec.structs import replace

from beeprint.base.geometry import Point
from beeprint.drawing.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop
from beeprint.formats.pdf.objects import Name, Value, array, dictionary
from beeprint.formats.pdf.paints import Paints, Part, stitched

# A focus on the circle itself leaves half the plane unpainted, in PDF as in SVG 2, and rounding decides which way it
# falls: one this near is moved inside. A focus further outside paints a cone (SVG 2, 14.2.3), in PDF too.
_ON_CIRCLE = 0.001

# Two stops at one end: the outer one's colour reaches on outside, and keeps this share of the way inside.
_SLIVER = 1e-4


def settled(paint: Paint | None) -> Paint | None:
    """Return the paint as PDF can show it: no gradient without stops or length, or with a focus on its circle."""
    if not isinstance(paint, LinearGradient | RadialGradient):
        return paint
    a, b, c, d, _, _ = paint.transform
    if not paint.stops or a * d == b * c:
        return None
    flat = paint.start == paint.end if isinstance(paint, LinearGradient) else paint.radius <= 0
    if flat or len(paint.stops) == 1:
        last = paint.stops[-1]
        return Solid(last.colour, last.opacity * paint.opacity)
    if isinstance(paint, RadialGradient):
        away, radius = math.dist(paint.centre, paint.focus), paint.radius
        if abs(away - radius) < radius * _ON_CIRCLE:
            (x, y), (fx, fy), share = paint.centre, paint.focus, radius * (1 - _ON_CIRCLE) / away
            return replace(paint, focus=Point(x + (fx - x) * share, y + (fy - y) * share))
    return paint


def shading(paint: LinearGradient | RadialGradient, paints: Paints, grey: bool = False) -> Value:
    """Return the shading in the gradient's own space, its ends extended; `grey` shades the stops' opacities instead."""
    coordinates: tuple[float, ...] = (
        (*paint.start, *paint.end)
        if isinstance(paint, LinearGradient)
        else (*paint.focus, 0.0, *paint.centre, paint.radius)
    )
    stops = _ordered(paint.stops)
    parts: list[Part] = []
    for start, other in pairwise(stops):
        if grey:
            parts += ((stop.offset, (stop.opacity * paint.opacity,)) for stop in (start, other))
        elif other.offset > start.offset:
            parts += paints.parts(start, other)
    return dictionary(
        {
            "ShadingType": 2 if isinstance(paint, LinearGradient) else 3,
            "ColorSpace": Name("DeviceGray" if grey else paints.space),
            "Coords": array([float(value) for value in coordinates]),
            "Function": stitched(parts),
            "Extend": array(["true", "true"]),
        }
    )


def _ordered(stops: tuple[Stop, ...]) -> list[Stop]:
    """Return the stops with offsets that do not fall, from 0 to 1, at least two."""
    result: list[Stop] = []
    low = 0.0
    for stop in stops:
        # Four decimals are what is written, and PDF wants each bound above the last.
        low = round(min(1.0, max(low, stop.offset)), 4)
        result.append(Stop(low, stop.colour, stop.opacity))
    first, last = result[0], result[-1]
    if first.offset > 0:
        result.insert(0, Stop(0.0, first.colour, first.opacity))
    if last.offset < 1 or len(result) == 1:
        result.append(Stop(1.0, last.colour, last.opacity))
    inner = [replace(stop, offset=min(1 - _SLIVER, max(_SLIVER, stop.offset))) for stop in result[1:-1]]
    return [result[0], *inner, result[-1]]

"""Lightness, chroma and hue of colours (CIE 1976 L*a*b*, white at D65)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from beeprint.base.colour import WHITE, Colour
from beeprint.draw.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop

_WHITE = 0.9505, 1.0, 1.089


class Tone(NamedTuple):
    """A colour as it is perceived: `light` is L* / 100, `chroma` C*ab / 100, `hue` in degrees, yellow near 100."""

    light: float
    chroma: float
    hue: float


@lru_cache(maxsize=4096)
def tone(paint: Paint) -> Tone:
    """Return the tone of a paint; for a gradient, that of the mean of its stops."""
    colours = [stop.colour for stop in stops(paint)] or [WHITE]
    red, green, blue = (math.pow(sum(one) / len(one) / 255, 2.2) for one in zip(*colours, strict=True))
    found = (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )
    x, y, z = (_root(value / white) for value, white in zip(found, _WHITE, strict=True))
    a, b = 5 * (x - y), 2 * (y - z)
    return Tone(1.16 * y - 0.16, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def _root(value: float) -> float:
    return math.cbrt(value) if value > 0.008856 else 7.787 * value + 16 / 116


def stops(paint: Paint) -> tuple[Stop, ...]:
    """Return the colours of a paint."""
    return (Stop(0, paint.colour, paint.opacity),) if isinstance(paint, Solid) else paint.stops


def opacity(paint: Paint) -> float:
    """Return the opacity of a paint, 0 to 1; for a gradient, the mean."""
    whole = paint.opacity if isinstance(paint, LinearGradient | RadialGradient) else 1.0
    found = stops(paint)
    return whole * sum(stop.opacity for stop in found) / max(1, len(found))


def grey(light: float) -> Colour:
    """Return the grey of a lightness L*, 0 to 1."""
    luminance = ((light + 0.16) / 1.16) ** 3 if light > 0.08 else light / 9.033
    value = round(255 * luminance ** (1 / 2.2))
    return Colour(value, value, value)


def paled(colour: Colour, kept: float) -> Colour:
    """Return a colour as a grey that keeps a share of its darkness."""
    return grey(1 - (1 - tone(Solid(colour)).light) * kept)

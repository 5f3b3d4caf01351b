"""Lightness, chroma and hue of paints, their opacity, and the greys they fade to."""

from __future__ import annotations

from functools import lru_cache

from beeprint.base.colour import WHITE, Colour, Lch, grey, lch, lightness
from beeprint.draw.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop


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
    found = stops(paint)
    return whole * sum(stop.opacity for stop in found) / max(1, len(found))


def paled(colour: Colour, kept: float) -> Colour:
    """Return a colour as a grey that keeps a share of its darkness."""
    return grey(100 - (100 - lightness(colour)) * kept)

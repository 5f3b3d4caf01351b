"""Tones: the lightness of paints, and how far they are from the ground of a piece."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from beeprint.base.colour import lightness
from beeprint.draw.drawing import Paint, Solid


def lightness_and_opacity(paint: Paint) -> tuple[float, float]:
    """Return a paint's lightness and opacity; for a gradient, the means of its stops, weighted by the range of each."""
    if isinstance(paint, Solid):
        return lightness(paint.colour), paint.opacity
    stops = sorted(paint.stops, key=lambda stop: stop.offset)
    ends = [0.0, *((a.offset + b.offset) / 2 for a, b in pairwise(stops)), 1.0]
    shares = [max(0.0, after - before) for before, after in pairwise(ends)]
    light = sum(share * lightness(stop.colour) for share, stop in zip(shares, stops, strict=True))
    return light, paint.opacity * sum(share * stop.opacity for share, stop in zip(shares, stops, strict=True))


def median(shares: Iterable[tuple[float, float]]) -> float:
    """Return the median lightness of a surface, given pairs of lightness and area."""
    known = sorted(shares)
    left = sum(area for _, area in known) / 2
    for light, area in known:
        left -= area
        if left <= 0:
            return light
    return 100.0


def tone(light: float, ground: float) -> float:
    """Return how far a lightness is from the ground's, 0 to 1, towards black, or on a dark ground towards white."""
    return max(0.0, (ground - light) / ground if ground >= 50 else (light - ground) / (100 - ground))

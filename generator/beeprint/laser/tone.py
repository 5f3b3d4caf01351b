"""Tones: how far a lightness is from the ground of a piece, and what that ground is."""

from __future__ import annotations

from collections.abc import Iterable


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

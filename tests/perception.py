"""How different two colours look: CIEDE2000 (CIE 142-2001), from L*, a* and b* of many colours at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Labs = NDArray[np.float64]


def difference(labs: Labs, other: Labs) -> Labs:
    """Return dE00 of each pair of rows."""
    (l1, a1, b1), (l2, a2, b2) = labs.T, other.T
    mean = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(mean / (mean + 25.0**7))
    c1, c2 = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    turn = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    hue = np.where(grey, h1 + h2, h1 + turn / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2

    def wave(times: float, shift: float) -> Labs:
        cosine: Labs = np.cos(np.radians(times * hue + shift))
        return cosine

    weight = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)
    far = (light - 50) ** 2
    lights = (l2 - l1) / (1 + 0.015 * far / np.sqrt(20 + far))
    chromas = (c2 - c1) / (1 + 0.045 * chroma)
    hues = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    seventh = chroma**7
    blue = 60 * np.exp(-(((hue % 360 - 275) / 25) ** 2))
    twist = 2 * np.sqrt(seventh / (seventh + 25.0**7)) * np.sin(np.radians(blue))
    differences: Labs = np.sqrt(lights**2 + chromas**2 + hues**2 - twist * chromas * hues)
    return differences

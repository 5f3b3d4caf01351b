"""Colours as sRGB values, and how they are perceived: lightness, chroma and hue."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from msgspec import Struct


class Colour(NamedTuple):
    """An sRGB colour; each channel is 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """Return `#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)


def parse(text: str) -> Colour | None:
    """Parse `#rgb` or `#rrggbb`; None for any other text."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return Colour(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        return Colour(*(int(digit * 2, 16) for digit in text[1:]))
    return None


class Cmyk(NamedTuple):
    """Amounts of the four process inks, each in percent of its area."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """Return the ink in all, up to 400 %."""
        return sum(self)


class PressInk(Struct, frozen=True):
    """What a press prints for a colour of the palette, where the designer says it.

    `cmyk` are the process inks, or the alternate of the spot ink that `spot` names. With `overprint` the ink is printed
    over what lies below it, which is not knocked out. An ink that is not `shown`, such as varnish, is left out
    everywhere but in files for a press.
    """

    name: str
    colour: Colour
    cmyk: Cmyk | None = None
    spot: str = ""
    overprint: bool = False
    shown: bool = True


class Lch(NamedTuple):
    """A colour as it is perceived, in CIE LCh: L* from 0 to 100, chroma C*ab, hue in degrees, yellow near 100."""

    lightness: float
    chroma: float
    hue: float


# X, Y and Z of the primaries and of the white point, D65 (IEC 61966-2-1).
_X, _Y, _Z = (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)
_WHITE = 0.9505, 1.0, 1.089
# Below this share of white's luminance, lightness is linear in it (CIE 15).
_DIM = 0.008856


def lightness(colour: Colour) -> float:
    """Return CIE L* of a colour, 0 black to 100 white (CIE 15)."""
    y = _weighted(_Y, _linear(colour))
    return 116 * y ** (1 / 3) - 16 if y > _DIM else 903.3 * y


def contrast(colour: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted(_weighted(_Y, _linear(each)) for each in (colour, other))
    return (high + 0.05) / (low + 0.05)


def lch(colour: Colour) -> Lch:
    """Return a colour as it is perceived (CIE 15: 1976 L*a*b* in polar coordinates)."""
    linear = _linear(colour)
    lch_xyz = (_weighted(weights, linear) / white for weights, white in zip((_X, _Y, _Z), _WHITE, strict=True))
    x, y, z = (math.cbrt(value) if value > _DIM else 7.787 * value + 16 / 116 for value in lch_xyz)
    a, b = 500 * (x - y), 200 * (y - z)
    return Lch(lightness(colour), math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def grey(light: float) -> Colour:
    """Return the grey of a CIE L* from 0 to 100."""
    y = ((light + 16) / 116) ** 3 if light > 8 else light / 903.3
    share = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055
    value = round(255 * share)
    return Colour(value, value, value)


def _linear(colour: Colour) -> tuple[float, float, float]:
    """Return the linear light of the channels, 0 to 1 (IEC 61966-2-1)."""
    shares = (value / 255 for value in colour)
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return red, green, blue


def _weighted(weights: tuple[float, float, float], linear: tuple[float, float, float]) -> float:
    return weights[0] * linear[0] + weights[1] * linear[1] + weights[2] * linear[2]

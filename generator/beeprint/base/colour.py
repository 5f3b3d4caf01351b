"""Colours as sRGB values."""

from __future__ import annotations

import re
from typing import NamedTuple


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

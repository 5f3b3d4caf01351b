"""Lengths as people write them: in mm, or with a unit."""

from __future__ import annotations

import re

from beeprint.base.geometry import MM_PER_INCH, PT_PER_MM

#: Units of length and how many mm they are; a PostScript point is 1/72 inch.
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "pt": 1 / PT_PER_MM}
#: With how many decimals a length is written again in its unit: a step of 0.01 mm or less.
_DECIMALS = {"": 2, "mm": 2, "cm": 3, "in": 4, '"': 4, "pt": 2}
_MEASURE = re.compile(r'([+-]?(?:\d{1,9}(?:\.\d+)?|\.\d+)) ?(mm|cm|in|"|pt|)', re.ASCII)


def millimetres(text: str) -> float:
    """Parse a length, in mm or with a unit: 63, 63mm, 6.3cm, 2.5in, 10pt; ValueError for any other text."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a length in mm, or with its unit, such as 2.5in; found {text!r}")
    return float(match[1]) * _UNITS[match[2]]


def written_like(length: float, text: str) -> str:
    """Write a length in mm as `text` writes another one: in its unit, to 0.01 mm, as short as that can be."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a length, found {text!r}")
    unit = match[2]
    number = f"{length / _UNITS[unit]:.{_DECIMALS[unit]}f}".rstrip("0").rstrip(".")
    return ("0" if number == "-0" else number) + text.strip()[match.end(1) :]


def points(text: str) -> float:
    """Parse a size of text, in points or with a unit: 10, 10pt, 3.5mm; ValueError for any other text."""
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a number of points, found {text!r}")
    return float(match[1]) * (_UNITS[match[2]] * PT_PER_MM if match[2] else 1)

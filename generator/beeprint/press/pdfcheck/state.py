"""The state in which a content stream paints (ISO 32000-1, 8.4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from beeprint.press.pdfcheck import objects
from beeprint.press.pdfcheck.colours import GRAY, Space
from beeprint.press.pdfcheck.marks import EVERYWHERE, Clip, Edges
from beeprint.press.pdfcheck.objects import get

# Fonts of a PDF: whether they are embedded, and how wide their letters are.


_MAX_WIDTHS = 100_000
_USUAL = 0.5


@dataclass(frozen=True)
class Font:
    """A font; widths are in parts of its size. A Type 3 font has its glyphs as content streams in `value`."""

    name: str
    kind: str
    embedded: bool
    label: str
    wide: bool  # two bytes a letter
    widths: Mapping[int, float] = field(repr=False)
    usual: float
    value: Any = field(default=None, repr=False, compare=False)

    def advance(self, text: bytes) -> tuple[int, float]:
        """Return how many letters a string has, and how far they reach."""
        if not self.wide:
            return len(text), sum(self.widths.get(code, self.usual) for code in text)
        codes = [text[at] << 8 | text[at + 1] for at in range(0, len(text) - 1, 2)]
        return len(codes), sum(self.widths.get(code, self.usual) for code in codes)


def read(value: Any) -> Font:
    """Read a font, whatever is missing in it."""
    kind = objects.name(get(value, "Subtype"))
    inner = next(objects.items(get(value, "DescendantFonts"), 1), None) if kind == "Type0" else value
    descriptor = get(inner, "FontDescriptor")
    embedded = kind == "Type3" or any(
        isinstance(get(descriptor, key), pikepdf.Stream) for key in ("FontFile", "FontFile2", "FontFile3")
    )
    name = objects.name(get(value, "BaseFont")) or objects.name(get(value, "Name")) or "without a name"
    if kind == "Type0":
        widths, usual = _wide_widths(inner), objects.number(get(inner, "DW"), 1000) / 1000
    else:
        matrix = objects.numbers(get(value, "FontMatrix"), 6)
        unit = abs(matrix[0]) if kind == "Type3" and matrix else 0.001
        first = int(objects.number(get(value, "FirstChar")))
        listed = objects.items(get(value, "Widths"), 256)
        widths = {first + index: objects.number(width) * unit for index, width in enumerate(listed)}
        usual = 0.0 if kind == "Type3" else objects.number(get(descriptor, "MissingWidth")) / 1000 or _USUAL
    return Font(name, kind or "a font", embedded, objects.label(value), kind == "Type0", widths, usual, value)


def _wide_widths(font: Any) -> dict[int, float]:
    """Read the widths of a CID font: `first [w w w]` and `first last w` (ISO 32000-1, 9.7.4.3)."""
    widths: dict[int, float] = {}
    parts = list(objects.items(get(font, "W"), _MAX_WIDTHS))
    at, room = 0, _MAX_WIDTHS
    while at + 1 < len(parts) and room > 0:
        first = int(objects.number(parts[at]))
        if isinstance(parts[at + 1], pikepdf.Array):
            for index, width in enumerate(objects.items(parts[at + 1], _MAX_WIDTHS)):
                widths[first + index] = objects.number(width) / 1000
            at += 2
            continue
        last = int(objects.number(parts[at + 1]))
        width = objects.number(parts[at + 2]) / 1000 if at + 2 < len(parts) else 0.0
        codes = range(first, min(last, first + 65_535) + 1)
        widths.update(dict.fromkeys(codes, width))
        room -= len(codes)
        at += 3
    return widths


Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does the first and then the other."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return a point moved by a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def corners(matrix: Matrix, x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a rectangle moved by a matrix."""
    return tuple(apply(matrix, x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


class Paint:
    """What is filled or stroked with: a colour, or a pattern."""

    __slots__ = ("pattern", "space", "values")

    def __init__(self, space: Space, values: tuple[float, ...], pattern: Any = None) -> None:
        self.space, self.values, self.pattern = space, values, pattern

    @property
    def key(self) -> tuple[object, ...]:
        """Return what makes two paints equal."""
        return self.space, self.values, None if self.pattern is None else id(self.pattern)


class State:
    """A graphics state; `ctm` leads to mm on the page, `clip` is the box around what is not clipped away.

    `clips` are the outlines of clipping paths that are no upright rectangles.
    """

    def __init__(self, ctm: Matrix) -> None:
        self.ctm = ctm
        self.clip: Edges = EVERYWHERE
        self.clips: tuple[Clip, ...] = ()
        self.fill = self.stroke = Paint(GRAY, GRAY.first)
        self.width = 1.0
        self.opacity = {"ca": 1.0, "CA": 1.0}
        self.blend, self.masked = "Normal", False
        self.overprint = {"op": False, "OP": False}
        self.overprint_mode = 0
        self.font: Font | None = None
        self.size, self.spacing, self.word_spacing, self.stretch = 0.0, 0.0, 0.0, 1.0
        self.leading, self.rise, self.text_mode = 0.0, 0.0, 0

    def copy(self) -> State:
        """Return a copy that can be changed by itself."""
        made = State.__new__(State)
        made.__dict__.update(self.__dict__)  # no value of it is ever changed, only exchanged
        return made

    @property
    def scale(self) -> float:
        """Return how many mm a unit of length is, on average."""
        a, b, c, d, _, _ = self.ctm
        return math.sqrt(abs(a * d - b * c))

    def key(self) -> tuple[object, ...]:
        """Return what decides how a form looks that is painted now, except for its place."""
        return (
            *(round(part, 6) for part in self.ctm[:4]),
            self.fill.key,
            self.stroke.key,
            self.width,
            *self.opacity.values(),
            *self.overprint.values(),
            self.blend,
            self.masked,
            self.overprint_mode,
            id(self.font),
            self.size,
            self.text_mode,
        )

"""The state in which a content stream paints (ISO 32000-1, 8.4)."""

from __future__ import annotations

import math
from typing import Any

from beeprint.pdfcheck.colours import GRAY, Space
from beeprint.pdfcheck.fonts import Font
from beeprint.pdfcheck.marks import EVERYWHERE, Clip, Edges

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

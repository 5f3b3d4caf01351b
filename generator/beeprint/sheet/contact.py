"""Contact sheets: all faces of a deck in one picture, cut to their trim, each with its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import MM_PER_INCH, Point, Rect, rectangle, scale, translate
from beeprint.drawing.drawing import Drawing, Group, Mark, Solid, Symbol, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.drawing.text import Style, line_run, text_width

GROUND = Colour(0xE9, 0xE7, 0xE2)
_LABEL = Style("source-sans", "semibold", 7, 7, paint=Solid(Colour(0x55, 0x50, 0x48)))
_GAP, _LABEL_HEIGHT = 5.0, 4.5
# The least width in mm; beyond it, the picture is about as wide as high, to be seen at a glance.
_WIDTH = 300.0


class NamedFace(Struct, frozen=True):
    """A face to show and its name."""

    name: str
    face: Symbol
    behind: bool = False


class Contact(Struct, frozen=True, dict=True):
    """Faces in rows at `dpi` dots per inch, on a pale ground, with their names below.

    Each lies on whole pixels, so that it looks the same wherever it lies.
    """

    faces: tuple[NamedFace, ...]
    shape: Shape
    fonts: Fonts
    dpi: float

    @property
    def each(self) -> float:
        """Return how many pixels a mm has."""
        return self.dpi / MM_PER_INCH

    @property
    def size(self) -> tuple[int, int]:
        """Return how many pixels a face has."""
        return max(1, round(self.shape.width * self.each)), max(1, round(self.shape.height * self.each))

    @property
    def _columns(self) -> int:
        width, height = self.shape.width + _GAP, self.shape.height + _GAP + _LABEL_HEIGHT
        count = len(self.faces)
        wide = max(_WIDTH, math.sqrt(count * width * height) * 1.2)
        return max(1, min(count, round(wide / width)))

    @property
    def _steps(self) -> tuple[int, int, int]:
        """Return the gap between faces in pixels, and how far it is to the next one, across and down."""
        gap, (width, height) = round(_GAP * self.each), self.size
        return gap, width + gap, height + gap + round(_LABEL_HEIGHT * self.each)

    @property
    def paper(self) -> Rect:
        """Return the whole picture, in pixels."""
        gap, across, down = self._steps
        return Rect(0, 0, self._columns * across + gap, -(-len(self.faces) // self._columns) * down + gap)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the top left corner of each face, in pixels."""
        gap, across, down = self._steps
        return tuple(
            (gap + number % self._columns * across, gap + number // self._columns * down)
            for number in range(len(self.faces))
        )

    def outline(self, named_face: NamedFace) -> Shape:
        """Return the shape that a face is cut to."""
        return self.shape.mirrored if named_face.behind else self.shape

    @cached_property
    def under(self) -> Drawing:
        """Draw the ground and the names; a unit is a pixel."""
        labels = (Group((label,), scale(self.each)) for label in self._labels())
        return Drawing(self.paper, (path_mark(rectangle(self.paper), Solid(GROUND)), *labels))

    @property
    def drawing(self) -> Drawing:
        """Draw the whole picture, in mm."""
        width, height = (side / self.each for side in self.paper[2:])
        paper = Rect(0, 0, width, height)
        across, down = self.size[0] / self.each / self.shape.width, self.size[1] / self.each / self.shape.height
        marks: list[Mark] = [path_mark(rectangle(paper), Solid(GROUND)), *self._labels()]
        for face, corner in zip(self.faces, self._corners, strict=True):
            place = translate(*corner) @ scale(across, down)
            marks.append(group([use(face.face)], place, clip=self.outline(face).cut_path()))
        return Drawing(paper, tuple(marks))

    @property
    def _corners(self) -> list[Point]:
        return [Point(x / self.each, y / self.each) for x, y in self.places]

    def _labels(self) -> list[Mark]:
        """Return the names below the faces, in mm."""
        texts: list[Mark] = []
        for face, (x, y) in zip(self.faces, self._corners, strict=True):
            start = x + (self.shape.width - text_width(self.fonts, face.name, _LABEL)) / 2
            texts.append(line_run(self.fonts, face.name, _LABEL, max(start, x - _GAP / 2), y + self.shape.height + 3.4))
        return texts


def contact(faces: Sequence[NamedFace], shape: Shape, fonts: Fonts, dpi: float) -> Contact:
    """Place the faces of a deck on a contact sheet."""
    return Contact(tuple(faces), shape, fonts, dpi)

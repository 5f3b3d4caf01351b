"""Marks without their colours: numbers that tell shapes apart, and the lightness of what is painted in each.

Pieces of several players, and of several species, often differ in their colours only. What their marks show of each
other is then the same, and need not be worked out again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.colour import BLACK
from beeprint.draw.drawing import Group, ImageMark, Layer, Mark, PathMark, Run, Solid, Stroke, Use
from beeprint.draw.tone import lightness_and_opacity

#: The width, in mm, of a line that is scored although it is not painted: a hair.
_HAIR = 0.1


class Colourless(NamedTuple):
    """A mark without its colours: marks of one `shape` differ in colour only.

    `lights` are the lightnesses of what the mark paints, in painting order: a path's fill comes before its stroke.
    """

    shape: int
    lights: tuple[float, ...]


class Shapes:
    """Numbers the shapes of marks."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[str, Colourless] = {}

    def of(self, mark: Mark) -> Colourless:
        """Return a mark without its colours."""
        found = self._known.get(mark.key)
        if found is None:
            content, lights = self._taken_apart(mark)
            # A number is never given twice, so that it stays true for whoever keeps it.
            number = self._numbers.setdefault(content, len(self._numbers))
            found = self._known[mark.key] = Colourless(number, lights)
        return found

    def all(self, marks: Iterable[Mark]) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the shapes of several marks, and all their lights, one mark after the other."""
        every = [self.of(mark) for mark in marks]
        return tuple(one.shape for one in every), tuple(chain.from_iterable(one.lights for one in every))

    def _taken_apart(self, mark: Mark) -> tuple[Hashable, tuple[float, ...]]:
        """Return all of a mark that its outlines follow from, and its lights."""
        if isinstance(mark, Use):
            shapes, lights = self.all(mark.symbol.marks)
            return ("use", shapes, mark.transform), lights
        if isinstance(mark, Group):
            shapes, lights = self.all(mark.marks)
            return ("group", shapes, mark.transform, mark.opacity, mark.clip, mark.even_odd, mark.engrave), lights
        if isinstance(mark, ImageMark):
            return ("image", mark.key), (0.0,)
        if isinstance(mark, Run):
            light, opacity = lightness_and_opacity(mark.paint)
            return ("run", mark.font, mark.size, mark.place, mark.glyphs, mark.layer, opacity), (light,)
        mark = painted(mark)
        paints = [] if mark.fill is None else [mark.fill]
        paints += [] if mark.stroke is None else [mark.stroke.paint]
        lights, opacities = zip(*map(lightness_and_opacity, paints), strict=True)
        line = mark.stroke and replace(mark.stroke, paint=Solid(BLACK))
        return ("path", mark.path, mark.fill is None, line, mark.even_odd, mark.layer, opacities), lights


def painted(mark: PathMark) -> PathMark:
    """Return the mark with a paint: on a layer of its own, a path need not be painted to be scored or engraved."""
    if mark.fill is not None or mark.stroke is not None:
        return mark
    ink = Solid(BLACK)
    return replace(mark, fill=ink) if mark.layer is Layer.ENGRAVE else replace(mark, stroke=Stroke(ink, _HAIR))

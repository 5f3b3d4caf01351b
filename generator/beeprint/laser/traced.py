"""The outlines of marks as numbers: the lines they are, about, and how many points they become on a bed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from beeprint.base.geometry import Affine, Path, scale
from beeprint.drawing.drawing import Mark, PathMark, Run
from beeprint.drawing.fonts import Fonts
from beeprint.laser.planar import FLAT, MOST_CHORDS

Floats = NDArray[np.float64]
#: Into how many lines a curve is parted, and how much each of its four points counts at their ends.
_PIECES = 3
_AT = np.linspace(0, 1, _PIECES + 1)[:, None]
_ALONG = np.hstack([(1 - _AT) ** 3, 3 * _AT * (1 - _AT) ** 2, 3 * _AT**2 * (1 - _AT), _AT**3])


class Outline(Struct):
    """A path or a glyph at its place: its lines as n x 2 x 2 coordinates, three of a curve.

    With them come the number of the mark that it is of, those of its points on a bed and of its subpaths, and whether
    it has a stroke.
    """

    mark: int
    lines: Floats
    points: float
    subpaths: int
    stroked: bool = False


class _Traced:
    """A path as it is, without a place."""

    def __init__(self, path: Path) -> None:
        straight, curved = list[tuple[float, ...]](), list[tuple[float, ...]]()
        places: tuple[list[int], list[int]] = ([], [])
        start = now = (0.0, 0.0)
        self.subpaths = 0
        for number, segment in enumerate(path):
            if segment[0] == "M":
                start = now = segment[1], segment[2]
                self.subpaths += 1
            elif segment[0] == "C":
                curved.append((*now, *segment[1:]))
                places[1].append(number)
                now = segment[5], segment[6]
            else:
                end = start if segment[0] == "Z" else (segment[1], segment[2])
                straight.append((*now, *end))
                places[0].append(number)
                now = end
        self.lines: Floats = np.array(straight).reshape(-1, 2, 2)
        corners: Floats = np.array(curved).reshape(-1, 4, 2)
        # How far curves bend, from which `planar.flatten` takes how many chords they become.
        self._bends = corners[:, :2] - 2 * corners[:, 1:3] + corners[:, 2:]
        self._straight = self.subpaths + len(straight)
        if curved:
            spots = _ALONG @ corners
            pieces = np.stack([spots[:, :-1], spots[:, 1:]], axis=2).reshape(-1, 2, 2)
            order = np.argsort(np.concatenate([places[0], np.repeat(places[1], _PIECES)]), kind="stable")
            self.lines = np.concatenate([self.lines, pieces])[order]

    def at(self, mark: int, place: Affine, stroked: bool) -> Outline:
        """Return the path at a place, as the outline of a mark."""
        turned = np.array([[place.a, place.b], [place.c, place.d]])
        points: float = self._straight
        if len(self._bends):
            bends = np.sqrt(((self._bends @ turned) ** 2).sum(axis=2)).max(axis=1)
            points += float(np.clip(np.ceil(np.sqrt(0.75 * bends / FLAT)), 1, MOST_CHORDS).sum())
        return Outline(mark, self.lines @ turned + (place.e, place.f), points, self.subpaths, stroked)


def tracer(fonts: Fonts) -> Callable[[Iterable[tuple[Mark, Affine]]], Iterator[Outline]]:
    """Return what yields the outlines of marks at their places; what recurs is looked at once."""
    # With each path is kept what it became, so that no other comes to have its identity.
    known: dict[int, tuple[Path, _Traced]] = {}

    def traced(path: Path) -> _Traced:
        if id(path) not in known:
            known[id(path)] = path, _Traced(path)
        return known[id(path)][1]

    def outlines(marks: Iterable[tuple[Mark, Affine]]) -> Iterator[Outline]:
        for number, (mark, at) in enumerate(marks):
            if isinstance(mark, PathMark):
                yield traced(mark.path).at(number, at, mark.stroke is not None)
            elif isinstance(mark, Run):
                font = fonts[mark.font]
                place = at @ mark.place @ scale(mark.size / font.upem)
                for glyph in mark.glyphs:
                    spot = place @ Affine(1, 0, 0, 1, glyph.x, -glyph.y)
                    yield traced(font.outline(glyph.number)).at(number, spot, False)

    return outlines

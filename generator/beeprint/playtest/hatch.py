"""Hatch what was dark or colourful: lines whose direction tells the hue, and whose distance how dark it was.

The directions are those by which engravers of arms have told colours without colour since the 17th century (the system
of Petra Sancta): red upright, blue level, green falling, purple rising, gold dotted, black both upright and level.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.base.geometry import Affine, Path, Rect, Segment, path_box, rotate, transformed
from beeprint.draw.drawing import Group, Mark, Paint, Solid, Stroke, group, path_mark
from beeprint.playtest.tone import Tone, grey, opacity, tone

#: What is darker than the first or more colourful than the second is hatched.
_DARK, _COLOURFUL = 0.6, 0.3
#: Up to this chroma a colour has no hue that one would name.
_NEUTRAL = 0.12
#: Directions in degrees, clockwise from level on paper, up to a hue; none is dots.
_HUES: tuple[tuple[float, float | None], ...] = ((66, 90), (115, None), (205, 45), (285, 0), (355, -45), (360, 90))
_LINE = Stroke(Solid(grey(0.6)), 0.12)
_DOT = 0.34
#: mm from line to line: of black, and how many times as much of white.
_NEAR, _FARTHER = 0.75, 4.5


def wanted(paint: Paint) -> bool:
    """Return whether a fill means something by its colour, so that it has to be hatched where it is dropped."""
    found = tone(paint)
    return opacity(paint) > 0.5 and (found.light < _DARK or found.chroma > _COLOURFUL)


def hatching(paint: Paint, path: Path, at: Affine) -> Group:
    """Return the hatching of a path, clipped to it; `at` maps the path's space to the face, where distances are mm."""
    upright = Affine(at.a, at.b, at.c, at.d)
    box = path_box(transformed(path, upright))
    return group([group(_lines(tone(paint), box), upright.inverse())], clip=path)


def _lines(found: Tone, box: Rect) -> Iterator[Mark]:
    distance = _NEAR * _FARTHER**found.light
    if found.chroma < _NEUTRAL:
        for turn in (0, 90):
            yield path_mark(_ruled(box, turn, 1.5 * distance), None, _LINE)
        return
    angle = next(angle for hue, angle in _HUES if found.hue <= hue)
    if angle is not None:
        yield path_mark(_ruled(box, angle, distance), None, _LINE)
        return
    # Dots in rows, each second row shifted by half of their distance.
    for row in (0, 1):
        stroke = Stroke(_LINE.paint, _DOT, "round", "round", 4.0, (0.001, round(2 * distance - 0.001, 3)))
        yield path_mark(_ruled(box, 0, 2 * distance, row * distance), None, stroke)


def _ruled(box: Rect, angle: float, distance: float, shift: float = 0.0) -> Path:
    """Return parallels over a box, cut from a ruling of the whole plane: shapes of one colour match where they meet.

    The ruling may be shifted along and across its lines, which begin at multiples of their distance, for dashes.
    """
    turn = rotate(angle)
    there = turn.inverse().rect(box)
    first, last = math.ceil((there.y - shift) / distance), math.floor((there.bottom - shift) / distance)
    start = math.floor((there.x - shift) / distance) * distance + shift
    path: list[Segment] = []
    for number in range(first, last + 1):
        y = number * distance + shift
        path += [("M", *turn.point(start, y)), ("L", *turn.point(there.right, y))]
    return tuple(path)

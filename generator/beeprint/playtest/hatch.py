"""Hatch areas that were dark or colourful: the direction of the lines shows the hue, their distance the darkness.

The directions are those of heraldic hatching, in use since the 17th century (the system of Petra Sancta): red
vertical, blue horizontal, green falling, purple rising, gold dotted, black both vertical and horizontal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.base.colour import Lch, grey
from beeprint.base.geometry import Affine, Path, Rect, Segment, path_box, rotate, transformed
from beeprint.draw.drawing import Group, Mark, Paint, Solid, Stroke, group, path_mark
from beeprint.playtest.tone import opacity, tone

#: Fills with less lightness than the first or more chroma than the second are hatched.
_DARK, _COLOURFUL = 60, 30
#: Up to this chroma a colour has no hue that you would name.
_NEUTRAL = 11.5
#: Upper limits of hues, and their directions in degrees, clockwise from horizontal on paper; None is dots.
_HUES: tuple[tuple[float, float | None], ...] = ((65.5, 90), (115, None), (205, 45), (285, 0), (355, -45), (360, 90))
_LINE = Stroke(Solid(grey(60)), 0.12)
_DOT = 0.34
#: mm from line to line for black, and how many times as much for white.
_NEAR, _FARTHER = 0.75, 4.5


def wanted(paint: Paint) -> bool:
    """Return whether a fill's colour carries meaning, so that it must be hatched when it is dropped."""
    found = tone(paint)
    return opacity(paint) > 0.5 and (found.lightness < _DARK or found.chroma > _COLOURFUL)


def hatching(paint: Paint, path: Path, at: Affine, even_odd: bool = False) -> Group:
    """Return the hatching of a path, clipped to it; `at` maps the path's space to the face, where distances are mm."""
    upright = Affine(at.a, at.b, at.c, at.d)
    box = path_box(transformed(path, upright))
    return group([group(_lines(tone(paint), box), upright.inverse())], clip=path, even_odd=even_odd)


def _lines(found: Lch, box: Rect) -> Iterator[Mark]:
    distance = _NEAR * _FARTHER ** (found.lightness / 100)
    if found.chroma < _NEUTRAL:
        for turn in (0, 90):
            yield path_mark(_ruled(box, turn, 1.5 * distance), None, _LINE)
        return
    angle = next(angle for hue, angle in _HUES if found.hue <= hue)
    if angle is not None:
        yield path_mark(_ruled(box, angle, distance), None, _LINE)
        return
    # Dots in rows, every other row shifted by half their distance.
    for row in (0, 1):
        stroke = Stroke(_LINE.paint, _DOT, "round", "round", 4.0, (0.001, round(2 * distance - 0.001, 3)))
        yield path_mark(_ruled(box, 0, 2 * distance, row * distance), None, stroke)


def _ruled(box: Rect, angle: float, distance: float, shift: float = 0.0) -> Path:
    """Return parallels over a box, from a ruling of the whole plane: shapes of one colour match where they meet.

    `shift` moves the ruling along and across its lines, which begin at multiples of their distance, for dashes.
    """
    turn = rotate(angle)
    area = turn.inverse().rect(box)
    first, last = math.ceil((area.y - shift) / distance), math.floor((area.bottom - shift) / distance)
    start = math.floor((area.x - shift) / distance) * distance + shift
    path: list[Segment] = []
    for number in range(first, last + 1):
        y = number * distance + shift
        path += [("M", *turn.point(start, y)), ("L", *turn.point(area.right, y))]
    return tuple(path)

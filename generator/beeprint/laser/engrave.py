"""Engrave: what a laser makes of a face's artwork, from the same drawing that is printed.

Where nothing else is said, a mark's tone decides: how dark it is beside the piece's ground, which stays bare. Dark
areas are filled; lighter ones hatched, with a line round them where no line runs already; what is lighter than the
ground gets that line only; what is as light is left out and knocks out what it covers. On a dark ground light marks
engrave. Text is filled, or knocked out of what is filled. A slot may say `engrave: line`, `fill`, `score` or `none`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import shapely
from shapely.geometry.base import BaseGeometry

from beeprint.base.geometry import Affine, Point
from beeprint.draw.drawing import Symbol
from beeprint.draw.fonts import Fonts
from beeprint.laser import planes, screen
from beeprint.laser.plan import Area, Pass, Polyline
from beeprint.laser.shown import THIN, Marks, Shown
from beeprint.laser.tone import middle, tone

Lines = dict[Pass, tuple[Polyline, ...]]
Areas = dict[Pass, tuple[Area, ...]]

#: Tones, from 0 the ground's to 1, above which an area is hatched, and the distance of its lines in mm: never nearer
#: than lines merge, never wider than an area still reads as one.
HATCHES = ((0.12, 1.4), (0.3, 0.9), (0.45, 0.6), (0.6, 0.4))
#: Areas narrower than two steps of their hatch are filled up to this spacing; others have their outline only.
NARROW = 0.6
#: The tone from which an area is filled, and below which a mark is no darker than the ground.
SOLID, FAINT = 0.8, HATCHES[0][0]
#: The tone from which strokes too broad for a line are filled.
SLIGHT = 0.3
#: How much lighter than a light ground, in L*, a mark has an outline, one of a light mark in another one too; and how
#: much text differs from what it is on.
LIGHTER = 6.0
#: What is hatched or outlined is at least so large, in mm2, and what is filled: the beam is about 0.1 mm wide.
SMALL, LEAST = 0.5, 0.02
#: How near to another line or to the cut, in mm, no line is drawn.
NEAR = 0.15
#: How far in mm hatches stay away from text.
HALO = 0.5


def engrave(symbol: Symbol, fonts: Fonts, at: Affine, clip: Sequence[Point]) -> tuple[Lines, Areas]:
    """Return the lines and areas to engrave and score for a face; `at` maps the piece's mm to the bed's.

    `clip` is the piece's outline on the bed, which nothing leaves. Copies of a piece are worked out once.
    """
    cache = _CACHES.get(fonts)
    if cache is None:
        cache = _CACHES[fonts] = _Cache(fonts)
    back = at.inverse()
    found = cache.face(symbol, _ring(back.point(x, y) for x, y in clip))
    lines, areas = found

    a, b, c, d, e, f = at

    def moved(points: Iterable[Point]) -> tuple[Point, ...]:
        # Hundreds of thousands of points to a bed: written out, this takes half as long as a call for each.
        return tuple([Point(a * x + c * y + e, b * x + d * y + f) for x, y in points])

    return (
        {work: tuple(Polyline(moved(line.points), line.closed) for line in some) for work, some in lines.items()},
        {work: tuple(Area(tuple(map(moved, one.rings))) for one in some) for work, some in areas.items()},
    )


class _Cache:
    """Where faces are engraved, with those that were before."""

    def __init__(self, fonts: Fonts) -> None:
        self._marks = Marks(fonts)
        self._known: dict[tuple[str, tuple[Point, ...]], tuple[Lines, Areas]] = {}

    def face(self, symbol: Symbol, outline: tuple[Point, ...]) -> tuple[Lines, Areas]:
        """Return what is engraved of a face in mm from its trim's corner."""
        key = (symbol.key, outline)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            piece = shapely.Polygon(outline)
            found = self._known[key] = _engraved(self._marks.of(symbol, piece), piece)
        return found


_MAX_KNOWN = 500
_CACHES: WeakKeyDictionary[Fonts, _Cache] = WeakKeyDictionary()


@dataclass
class _Sorted:
    """The marks of a face by what becomes of them."""

    solid: list[BaseGeometry] = field(default_factory=list)
    text: list[BaseGeometry] = field(default_factory=list)
    hatched: dict[float, list[BaseGeometry]] = field(default_factory=lambda: defaultdict(list))
    light: dict[int, list[BaseGeometry]] = field(default_factory=lambda: defaultdict(list))
    strokes: list[BaseGeometry] = field(default_factory=list)
    faint: list[BaseGeometry] = field(default_factory=list)
    lines: dict[Pass, list[BaseGeometry]] = field(default_factory=lambda: {Pass.ENGRAVE: [], Pass.SCORE: []})
    rows: list[planes.Ring] = field(default_factory=list)

    def add_dark(self, mark: Shown, dark: float) -> None:
        """Add a mark that is darker than the ground: as a line, filled, or hatched."""
        line = mark.seen if mark.thin else mark.middle
        if line is not None and (mark.thin or dark < SLIGHT):
            self.lines[Pass.ENGRAVE].append(line)
            self.strokes.append(mark.area)
        elif mark.mode == "fill" or dark >= SOLID or mark.middle is not None:
            self.solid.append(mark.seen)
        else:
            self.hatched[_spacing(dark)].append(mark.seen)

    def add_light(self, mark: Shown, step: int) -> None:
        """Add a mark that is lighter than the ground by so many steps: as a line, or by its outline."""
        line = mark.seen if mark.thin else mark.middle
        if line is None:
            self.light[step].append(mark.seen)
        else:
            self.faint.append(line)


def _engraved(shown: Sequence[Shown], piece: BaseGeometry) -> tuple[Lines, Areas]:
    found = _sorted(shown, _ground(shown))
    halo = planes.grown(found.text, HALO)
    outlined: list[BaseGeometry] = []
    for spacing in sorted(found.hatched):
        area = planes.closed(planes.union(found.hatched[spacing]), THIN)
        broad, narrow = planes.broader(area, 2 * spacing)
        if spacing <= NARROW:
            found.solid.append(narrow)
        else:
            outlined.append(planes.larger(narrow, SMALL))
        outlined.append(broad)
        found.rows += planes.hatch(planes.without(broad, [halo]), spacing)
    found.lines[Pass.ENGRAVE].append(planes.without(_borders(outlined, found), [halo]))
    rim = planes.grown([piece.boundary], NEAR)  # no line runs along the cut
    lines = {work: sorted(planes.chains(some, rim), key=_first) for work, some in found.lines.items()}
    lines[Pass.ENGRAVE] += found.rows
    areas = [
        Area(tuple(map(_ring, rings))) for rings in planes.surfaces(planes.union([*found.solid, *found.text]), LEAST)
    ]
    return (
        {work: tuple(map(_polyline, some)) for work, some in lines.items() if some},
        {Pass.ENGRAVE: tuple(sorted(areas, key=lambda area: _first(area.rings[0])))} if areas else {},
    )


def _sorted(shown: Sequence[Shown], ground: float) -> _Sorted:
    """Return marks by what becomes of them on a ground of a lightness."""
    found = _Sorted()
    for index, one in enumerate(shown):
        dark = tone(one.light, ground)
        if one.mode in ("line", "score"):
            found.lines[Pass.SCORE if one.mode == "score" else Pass.ENGRAVE].append(
                one.seen if one.thin else _edge(one)
            )
        elif one.image is not None:
            found.rows += screen.lines(*one.image, one.seen, lambda light: tone(light, ground))
        elif one.text or (one.mode == "fill" and dark < FAINT):
            if _stands_out(one, shown[:index], ground):
                (found.text if one.text else found.solid).append(one.seen)
        elif dark >= FAINT:
            found.add_dark(one, dark)
        elif one.light - ground >= LIGHTER and ground >= 50:
            found.add_light(one, math.floor((one.light - ground) / LIGHTER))
    return found


def _stands_out(mark: Shown, below: Sequence[Shown], ground: float) -> bool:
    """Return whether text or what is to be filled is burnt: it differs from what it is on, and that is not filled."""
    spot = mark.seen.representative_point()
    for one in reversed(below):
        if not one.text and not one.thin and shapely.intersects(one.area, spot):
            filled = one.image is None and tone(one.light, ground) >= (FAINT if one.mode == "fill" else SOLID)
            return not filled and abs(mark.light - one.light) >= LIGHTER
    return tone(mark.light, ground) >= FAINT


def _borders(hatched: Sequence[BaseGeometry], found: _Sorted) -> BaseGeometry:
    """Return the lines round what is hatched or lighter than the ground, where no line or filled area is already."""
    marks = [*found.solid, *found.text, *found.strokes]
    dark = planes.union(hatched)
    edges = [planes.apart(dark.boundary, marks, NEAR)]
    marks.append(dark)
    edges += [planes.apart(line, marks, NEAR) for line in found.faint]
    # From the lightest on; an edge that two steps share is drawn once.
    for step in sorted(found.light, reverse=True):
        pale = planes.larger(planes.union(found.light[step]), SMALL)
        edges.append(planes.apart(pale.boundary, marks, NEAR))
        marks.append(edges[-1])
    return shapely.union_all(edges)


def _ring(points: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple([Point(round(x, 4), round(y, 4)) for x, y in points])


def _polyline(points: planes.Ring) -> Polyline:
    closed = len(points) > 3 and points[0] == points[-1]
    return Polyline(_ring(points[:-1] if closed else points), closed)


def _first(points: Iterable[tuple[float, float]]) -> tuple[int, float, float]:
    """Return a key that puts lines and areas in rows of a centimetre, each from the left."""
    x, y = min(points, key=lambda point: (point[1], point[0]))
    return math.floor(y / 10), x, y


def _spacing(dark: float) -> float:
    return next(spacing for least, spacing in reversed(HATCHES) if dark >= least)


def _ground(shown: Sequence[Shown]) -> float:
    """Return the lightness of what stays bare: of the middle of all that shows, so that never most of a piece is burnt.

    A dark one is that of what lies under all else: a dark picture on light paper is no night.
    """
    found = middle((one.light, one.seen.area) for one in shown if not one.mode and one.image is None)
    return found if found >= 50 or shown[0].light < 50 else 100.0


def _edge(one: Shown) -> BaseGeometry:
    """Return the outline of an area where it shows."""
    return shapely.intersection(one.area.boundary, shapely.buffer(one.seen, 0.005))

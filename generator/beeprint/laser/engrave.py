"""Engrave: what a laser makes of a face's artwork, from the same drawing that is printed.

Marks are taken as they show: later ones cover earlier ones, and nothing leaves the piece. Where nothing else is said, a
mark's tone decides: how dark it is beside the piece's ground, the last mark that covers all of it. Dark areas are
filled, lighter ones hatched, what is as light as the ground is left out and knocks out what it covers. Text is filled
whatever its tone, as are dark areas too narrow for a hatch: both would fall into dots. On a dark ground light marks
engrave. A slot may say `engrave: line`, `fill`, `score` or `none` instead.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from weakref import WeakKeyDictionary

import shapely
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from beeprint.colour import Colour
from beeprint.drawing import Group, ImageMark, Layer, Mark, Paint, PathMark, Run, Solid, Symbol, Use
from beeprint.fonts import Fonts
from beeprint.geometry import IDENTITY, Affine, Point, scale
from beeprint.laser import planes, screen
from beeprint.laser.plan import Area, Pass, Polyline

Lines = dict[Pass, tuple[Polyline, ...]]
Areas = dict[Pass, tuple[Area, ...]]

#: Tones, from 0 the ground's to 1, above which an area is hatched, and the distance of its lines in mm: never nearer
#: than lines merge, never wider than an area still reads as one.
HATCHES = ((0.12, 1.4), (0.3, 0.9), (0.45, 0.6), (0.6, 0.4))
#: Areas whose hatch would have at most this spacing are filled where they are narrower than two of its steps.
NARROW = 0.6
#: The tone from which an area is filled, and below which a mark is no darker than the ground.
SOLID, FAINT = 0.8, HATCHES[0][0]
#: A stroke of at most this width in mm is one line of the beam, a broader one an area.
THIN = 0.4
#: What shows less than this of its colour shades what lies under it, and is left out.
SHEER = 0.5
#: No area smaller than this in mm2: the beam is about 0.1 mm wide.
LEAST = 0.02


@dataclass(frozen=True)
class _Shown:
    """A mark as it lies on the face: its area, its middle line where it is a thin stroke, its lightness, its mode."""

    area: BaseGeometry
    line: BaseGeometry | None
    light: float
    mode: str
    text: bool = False
    image: tuple[ImageMark, Affine] | None = None


def engrave(symbol: Symbol, fonts: Fonts, at: Affine, clip: Sequence[Point]) -> tuple[Lines, Areas]:
    """Return the lines and areas to engrave and score for a face; `at` maps the piece's mm to the bed's.

    `clip` is the piece's outline on the bed, which nothing leaves. Copies of a piece are worked out once.
    """
    known = _KNOWN.setdefault(fonts, {})
    back = at.inverse()
    outline = _ring(back.point(x, y) for x, y in clip)
    key = (symbol.key, outline)
    found = known.get(key)
    if found is None:
        if len(known) >= _MAX_KNOWN:
            known.clear()
        found = known[key] = _engraved(symbol, fonts, outline)
    lines, areas = found

    def moved(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(at.point(x, y) for x, y in points)

    return (
        {work: tuple(Polyline(moved(line.points), line.closed) for line in some) for work, some in lines.items()},
        {work: tuple(Area(tuple(map(moved, one.rings))) for one in some) for work, some in areas.items()},
    )


_MAX_KNOWN = 500
_KNOWN: WeakKeyDictionary[Fonts, dict[tuple[str, tuple[Point, ...]], tuple[Lines, Areas]]] = WeakKeyDictionary()


def _engraved(symbol: Symbol, fonts: Fonts, clip: Sequence[Point]) -> tuple[Lines, Areas]:
    piece = shapely.Polygon(clip)
    shown = [one for one in _Walk(fonts, piece).marks(symbol.marks, IDENTITY, piece, 1.0, "") if not one.area.is_empty]
    ground, marks = _ground(shown, piece)
    solid: list[BaseGeometry] = []
    tones: dict[float, list[BaseGeometry]] = defaultdict(list)
    drawn: dict[Pass, list[planes.Ring]] = {Pass.ENGRAVE: [], Pass.SCORE: []}
    for one, seen in _uncovered(marks):
        tone = 0.0 if one.image else _tone(one.light, ground)
        if one.mode in ("line", "score"):
            edge = one.line if one.line is not None else _edges(one.area, seen, piece)
            work = Pass.SCORE if one.mode == "score" else Pass.ENGRAVE
            drawn[work] += planes.chains(edge if one.line is None else shapely.intersection(edge, seen))
        elif one.image is not None:
            drawn[Pass.ENGRAVE] += screen.lines(*one.image, seen, lambda light: _tone(light, ground), lightness)
        elif tone < FAINT:
            continue
        elif one.line is not None:
            drawn[Pass.ENGRAVE] += planes.chains(shapely.intersection(one.line, seen))
        elif one.text or one.mode == "fill" or tone >= SOLID:
            solid.append(seen)
        else:
            tones[_spacing(tone)].append(seen)
    for spacing in sorted(tones):
        area = shapely.union_all(tones[spacing])
        if spacing <= NARROW:
            area, narrow = planes.broader(area, 2 * spacing)
            solid.append(narrow)
        drawn[Pass.ENGRAVE] += planes.hatch(area, spacing)
    lines = {work: tuple(map(_polyline, some)) for work, some in drawn.items() if some}
    areas = [Area(tuple(map(_ring, rings))) for rings in planes.surfaces(shapely.union_all(solid), LEAST)]
    return lines, {Pass.ENGRAVE: tuple(sorted(areas, key=_place))} if areas else {}


def _ring(points: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple(Point(round(x, 4), round(y, 4)) for x, y in points)


def _polyline(points: planes.Ring) -> Polyline:
    closed = len(points) > 3 and points[0] == points[-1]
    return Polyline(_ring(points[:-1] if closed else points), closed)


def _place(area: Area) -> tuple[int, float, float]:
    """Return a key that puts areas in rows of a centimetre, each from the left."""
    x, y = min(area.rings[0], key=lambda point: (point.y, point.x))
    return math.floor(y / 10), x, y


def _spacing(tone: float) -> float:
    return next(spacing for least, spacing in reversed(HATCHES) if tone >= least)


def _ground(shown: list[_Shown], piece: BaseGeometry) -> tuple[float, list[_Shown]]:
    """Return the lightness of the ground and the marks above it: the last one that covers the piece, else paper."""
    core = shapely.buffer(piece, -0.2)
    for index in range(len(shown) - 1, -1, -1):
        one = shown[index]
        if not one.mode and one.image is None and one.line is None and shapely.covers(one.area, core):
            return one.light, shown[index + 1 :]
    return 100.0, shown


def _tone(light: float, ground: float) -> float:
    """Return how far a lightness is from the ground's, 0 to 1: towards black, or on a dark ground towards white."""
    return max(0.0, (ground - light) / ground if ground >= 50 else (light - ground) / (100 - ground))


def _uncovered(shown: Sequence[_Shown]) -> Iterator[tuple[_Shown, BaseGeometry]]:
    """Yield each mark with what later ones leave of it, where they leave anything."""
    tree = STRtree([one.area for one in shown])
    for index, one in enumerate(shown):
        above = [shown[other].area for other in sorted(tree.query(one.area, predicate="intersects")) if other > index]
        seen = shapely.difference(one.area, shapely.union_all(above)) if above else one.area
        if not seen.is_empty:
            yield one, seen


def _edges(area: BaseGeometry, seen: BaseGeometry, piece: BaseGeometry) -> BaseGeometry:
    """Return the outline of an area where it shows, without the edge at which the piece ends."""
    rim = shapely.buffer(piece.boundary, 0.02)
    return shapely.difference(shapely.intersection(area.boundary, shapely.buffer(seen, 0.005)), rim)


def lightness(colour: Colour) -> float:
    """Return CIE L* of an sRGB colour, 0 black to 100 white (IEC 61966-2-1, CIE 15)."""
    shares = [value / 255 for value in colour]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def _look(paint: Paint) -> tuple[float, float]:
    """Return a paint's lightness and opacity; of a gradient, those halfway between its ends' and stops'."""
    if isinstance(paint, Solid):
        return lightness(paint.colour), paint.opacity
    stops = sorted(paint.stops, key=lambda stop: stop.offset)
    ends = [0.0, *((a.offset + b.offset) / 2 for a, b in pairwise(stops)), 1.0]
    shares = [max(0.0, after - before) for before, after in pairwise(ends)]
    light = sum(share * lightness(stop.colour) for share, stop in zip(shares, stops, strict=True))
    return light, paint.opacity * sum(share * stop.opacity for share, stop in zip(shares, stops, strict=True))


class _Walk:
    """The way through a face's marks, in painting order."""

    def __init__(self, fonts: Fonts, piece: BaseGeometry) -> None:
        self.fonts, self.piece = fonts, piece

    def marks(
        self, marks: Iterable[Mark], at: Affine, clip: BaseGeometry, opacity: float, mode: str
    ) -> Iterator[_Shown]:
        """Yield what marks show inside a clip; what a laser is told to leave, and what is nearly clear, is left out."""
        for mark in marks:
            if isinstance(mark, Use):
                yield from self.marks(mark.symbol.marks, at @ mark.transform, clip, opacity, mode)
            elif isinstance(mark, Group):
                inner = mark.engrave or mode
                if inner == "none" or opacity * mark.opacity < SHEER:
                    continue
                space, window = at @ mark.transform, clip
                if mark.clip is not None:
                    rings = (ring for ring, _ in planes.flatten(mark.clip, space))
                    window = shapely.intersection(clip, planes.filled(rings))
                if not window.is_empty:
                    yield from self.marks(mark.marks, space, window, opacity * mark.opacity, inner)
            elif mark.layer not in (Layer.CUT, Layer.GUIDE):
                own = {Layer.ENGRAVE: "fill", Layer.SCORE: "score"}.get(mark.layer, mode)
                for one in self._leaf(mark, at, opacity, own):
                    yield _Shown(_within(one.area, clip), one.line, one.light, own, one.text, one.image)

    def _leaf(self, mark: PathMark | ImageMark | Run, at: Affine, opacity: float, mode: str) -> Iterator[_Shown]:
        if isinstance(mark, ImageMark):
            box = shapely.Polygon([at.point(*corner) for corner in mark.box.corners])
            yield _Shown(box, None, 0, mode, False, (mark, at))
        elif isinstance(mark, Run):
            light, share = _look(mark.paint)
            if share * opacity >= SHEER:
                yield _Shown(self._letters(mark, at), None, light, mode, True)
        else:
            yield from _path(mark, at, opacity, mode)

    def _letters(self, run: Run, at: Affine) -> BaseGeometry:
        """Return the outlines of a line of text as one area."""
        font = self.fonts[run.font]
        place = at @ run.place @ scale(run.size / font.upem)
        letters = []
        for glyph in run.glyphs:
            spot = place @ Affine(1, 0, 0, 1, glyph.x, -glyph.y)
            letters.append(planes.filled(ring for ring, _ in planes.flatten(font.outline(glyph.number), spot)))
        return shapely.union_all(letters)


def _within(area: BaseGeometry, clip: BaseGeometry) -> BaseGeometry:
    """Return what of an area lies in a clip; most marks lie inside their clips, which is told faster."""
    shapely.prepare(clip)
    return area if shapely.contains(clip, area) else shapely.intersection(area, clip)


def _path(mark: PathMark, at: Affine, opacity: float, mode: str) -> Iterator[_Shown]:
    parts = list(planes.flatten(mark.path, at))
    if mark.fill is not None:
        light, share = _look(mark.fill)
        if share * opacity >= SHEER:
            yield _Shown(planes.filled(ring for ring, _ in parts), None, light, mode)
    if mark.stroke is not None:
        light, share = _look(mark.stroke.paint)
        growth = math.sqrt(abs(at.a * at.d - at.b * at.c))
        if share * opacity >= SHEER:
            line = planes.lines(parts, mark.stroke, growth)
            thin = mark.stroke.width * growth <= THIN or mode in ("line", "score")
            yield _Shown(planes.broad(line, mark.stroke, growth), line if thin else None, light, mode)

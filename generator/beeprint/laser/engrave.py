"""Engrave faces: turn the drawing that is printed into artwork for a laser.

Unless a slot has `engrave: line`, `fill`, `score` or `none`, a mark's tone decides: how dark it is compared with the
piece's ground, which stays bare. Dark areas are filled; lighter ones are hatched and outlined, unless a line runs there
already; marks lighter than the ground are only outlined; marks as light as the ground are left out and knock out what
they cover. On a dark ground, light marks are engraved. Text is filled, or knocked out of filled areas; text partly on a
filled area is filled with space around it.
"""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from weakref import WeakKeyDictionary

import msgspec
import shapely
from msgspec import Struct, field
from PIL import Image
from shapely.geometry.base import BaseGeometry

from beeprint.base.colour import Colour, lightness
from beeprint.base.geometry import Affine, Point, Ring
from beeprint.base.store import NOWHERE, Store
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import ImageMark, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.laser import planar
from beeprint.laser.plan import Area, Artwork, Pass, Polyline
from beeprint.laser.recurring import POINT, Recurring, polyline, rounded
from beeprint.laser.visible import THIN, VisibleMark, VisibleMarks

# Tones: how far a lightness is from the ground of a piece, and what that ground is.


def median(shares: Iterable[tuple[float, float]]) -> float:
    """Return the median lightness of a surface, given pairs of lightness and area."""
    known = sorted(shares)
    left = sum(area for _, area in known) / 2
    for light, area in known:
        left -= area
        if left <= 0:
            return light
    return 100.0


def tone(light: float, ground: float) -> float:
    """Return how far a lightness is from the ground's, 0 to 1, towards black, or on a dark ground towards white."""
    return max(0.0, (ground - light) / ground if ground >= 50 else (light - ground) / (100 - ground))


# Halftones: bitmaps as rows to engrave, along whose dark stretches the beam burns.


#: The distance of rows in mm, and the thresholds of four successive rows, which together give five greys.
PITCH = 0.3
THRESHOLDS = (0.125, 0.625, 0.375, 0.875)
#: The most rows or columns; a larger picture is drawn with wider rows.
MOST = 1_000


def lines(mark: ImageMark, at: Affine, seen: BaseGeometry, tone: Callable[[float], float]) -> list[planar.Coordinates]:
    """Return the rows of a picture, where it is darker than the row's threshold and visible.

    `tone` gives the darkness of a lightness, compared with the ground.
    """
    box = mark.box
    width, height = math.hypot(at.a, at.b) * box.width, math.hypot(at.c, at.d) * box.height
    columns, rows = (max(1, min(MOST, round(size / PITCH))) for size in (width, height))
    with Image.open(io.BytesIO(mark.data), formats=("PNG", "JPEG")) as opened:
        # A large picture has no room for copies.
        opaque = opened.mode in ("L", "RGB") and "transparency" not in opened.info
        whole = opened if opaque else bitmap.in_mode(opened, "RGBA")
        small = whole.resize((columns, rows), Image.Resampling.BOX).convert("RGBA")
    greys = [tone(lightness(Colour(grey, grey, grey))) for grey in range(256)]
    strokes: list[planar.Coordinates] = []
    white = Image.new("RGBA", small.size, "white")
    values = Image.alpha_composite(white, small).convert("L").tobytes()
    for row in range(rows):
        least = THRESHOLDS[row % len(THRESHOLDS)]
        y = box.y + (row + 0.5) * box.height / rows
        dark = [greys[value] >= least for value in values[row * columns : (row + 1) * columns]]
        stretches: list[planar.Coordinates] = []
        start: int | None = None
        for column, inked in enumerate([*dark, False]):
            if inked and start is None:
                start = column
            elif not inked and start is not None:
                ends = (box.x + side * box.width / columns for side in (start, column))
                stretches.append([at.point(x, y) for x in ends])
                start = None
        strokes += stretches if row % 2 == 0 else [stretch[::-1] for stretch in reversed(stretches)]
    if not strokes:
        return []
    return [
        chain for part in shapely.intersection(shapely.linestrings(strokes), seen) for chain in planar.chains([part])
    ]


#: Tones, from 0 (the ground) to 1, from which an area is hatched, and the distance of the lines in mm: not so close
#: that lines merge, nor so wide that the area no longer reads as one.
HATCHES = ((0.12, 1.4), (0.3, 0.9), (0.45, 0.6), (0.6, 0.4))
#: Areas narrower than two steps of their hatch are filled up to this spacing; beyond it they are only outlined.
NARROW = 0.6
#: The tone from which an area is filled, and below which a mark is no darker than the ground.
SOLID, FAINT = 0.8, HATCHES[0][0]
#: The tone from which strokes too broad for a line are filled.
SLIGHT = 0.3
#: How much lighter than a light ground, in L*, a mark must be to be outlined, also inside another light mark; and how
#: much text must differ from what it is on.
LIGHTER = 6.0
#: The least size in mm2 of what is hatched or outlined, and of what is filled: the beam is about 0.1 mm wide.
SMALL, LEAST = 0.5, 0.02
#: No line is drawn nearer than this to another line or to the cut, in mm.
NEAR = 0.15
#: How far hatches stay away from text, and filled areas from text that is partly on them, in mm.
HALO = 0.5
#: The least share of a text that counts as being on a ground of its own.
PARTLY = 0.1


class TangledError(Exception):
    """Raised where marks cannot be laid over each other: their outlines cross in a way that no rounding resolves."""


def engrave(
    symbol: Symbol,
    fonts: Fonts,
    at: Affine,
    clip: Sequence[Point],
    holes: Sequence[Sequence[Point]] = (),
    store: Store = NOWHERE,
) -> Artwork:
    """Return the artwork of a face; `at` maps the piece's mm to the bed's.

    `clip` is the piece's outline on the bed and `holes` are those in it: what lies beside the one or over the others is
    left out. Copies of a piece are worked out once, and again only if it is not in the store. TangledError where that
    cannot be worked out.
    """
    engraver = _ENGRAVERS.get(fonts)
    if engraver is None:
        engraver = _ENGRAVERS[fonts] = _Engraver(fonts)
    back = at.inverse()
    rings = [rounded(back.point(x, y) for x, y in ring) for ring in (clip, *holes)]
    artwork = engraver.face(symbol, rings, store)

    a, b, c, d, e, f = at

    def moved(points: Iterable[Point]) -> Ring:
        # A bed has hundreds of thousands of points: written out, this takes a third of a call for each.
        return tuple(map(POINT, [(a * x + c * y + e, b * x + d * y + f) for x, y in points]))

    return Artwork(
        {
            pass_: tuple(Polyline(moved(line.points), line.closed) for line in lines)
            for pass_, lines in artwork.lines.items()
        },
        {pass_: tuple(Area(tuple(map(moved, area.rings))) for area in areas) for pass_, areas in artwork.areas.items()},
    )


class _Engraver:
    """Engraves faces with the fonts of a game, and caches them for further copies."""

    def __init__(self, fonts: Fonts) -> None:
        self._marks = VisibleMarks(fonts)
        self._recurring = Recurring()
        self._fonts = str(fonts.digests)
        self._known: dict[tuple[str | Ring, ...], Artwork] = {}

    def face(self, symbol: Symbol, rings: Sequence[Ring], store: Store) -> Artwork:
        """Return the artwork of a face, in mm from its trim's corner; `rings` are its outline and its holes."""
        key: tuple[str | Ring, ...] = (symbol.key, *rings)
        artwork = self._known.get(key)
        if artwork is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            sources = (symbol.key, repr([[*map(tuple, ring)] for ring in rings]), self._fonts)
            stored = store.get("engraved", *sources)
            if stored is not None:
                artwork = msgspec.msgpack.decode(stored, type=Artwork)
            else:
                outline, *holes = map(shapely.Polygon, rings)
                piece = planar.without(outline, holes)
                try:
                    self._recurring.tidy()
                    artwork = _engraved(self._marks.of(symbol, piece), piece, self._recurring)
                except shapely.GEOSException as error:
                    raise TangledError(str(error)) from error
                if store.keeps:
                    store.put("engraved", msgspec.msgpack.encode(artwork), *sources)
            self._known[key] = artwork
        return artwork


_MAX_KNOWN = 500
_ENGRAVERS: WeakKeyDictionary[Fonts, _Engraver] = WeakKeyDictionary()


class _Sorted(Struct):
    """The marks of a face, sorted by how they are engraved."""

    solid: list[BaseGeometry] = field(default_factory=list)
    text: list[BaseGeometry] = field(default_factory=list)
    astride: list[BaseGeometry] = field(default_factory=list)
    hatched: dict[float, list[BaseGeometry]] = field(default_factory=lambda: defaultdict(list))
    light: dict[int, list[BaseGeometry]] = field(default_factory=lambda: defaultdict(list))
    strokes: list[BaseGeometry] = field(default_factory=list)
    faint: list[BaseGeometry] = field(default_factory=list)
    lines: dict[Pass, list[BaseGeometry]] = field(default_factory=lambda: {Pass.ENGRAVE: [], Pass.SCORE: []})
    rows: list[Polyline] = field(default_factory=list)

    def add_dark(self, mark: VisibleMark, dark: float) -> None:
        """Add a mark that is darker than the ground: as a line, filled, or hatched."""
        line = mark.seen if mark.thin else mark.middle
        if line is not None and (mark.thin or dark < SLIGHT):
            self.lines[Pass.ENGRAVE].append(line)
            self.strokes.append(mark.area)
        elif mark.engrave == "fill" or dark >= SOLID or mark.middle is not None:
            self.solid.append(mark.seen)
        else:
            self.hatched[_spacing(dark)].append(mark.seen)

    def add_light(self, mark: VisibleMark, step: int) -> None:
        """Add a mark that is lighter than the ground by `step` steps: as a line, or by its outline."""
        line = mark.seen if mark.thin else mark.middle
        if line is None:
            self.light[step].append(mark.seen)
        else:
            self.faint.append(line)


def _engraved(marks: Sequence[VisibleMark], piece: BaseGeometry, recurring: Recurring) -> Artwork:
    sorted_marks = _sorted(marks, _ground(marks), recurring)
    halo = planar.grown(sorted_marks.text, HALO)
    outlined: list[BaseGeometry] = []
    for spacing in sorted(sorted_marks.hatched):
        filled = spacing <= NARROW
        broad, narrow = recurring.broader(sorted_marks.hatched[spacing], THIN, 2 * spacing, 0 if filled else SMALL)
        (sorted_marks.solid if filled else outlined).extend(narrow)
        outlined += broad
        sorted_marks.rows += recurring.hatch(planar.each_without(broad, halo), spacing)
    sorted_marks.lines[Pass.ENGRAVE].append(planar.without(_borders(outlined, sorted_marks, recurring), [halo]))
    rim = planar.grown([piece.boundary], NEAR)  # no line runs along the cut
    lines = {pass_: recurring.chains(parts, rim) for pass_, parts in sorted_marks.lines.items()}
    lines[Pass.ENGRAVE] += sorted_marks.rows
    solid = sorted_marks.solid
    if sorted_marks.astride:
        solid = [planar.without(planar.union(solid), [planar.grown(sorted_marks.astride, HALO)])]
    areas = recurring.surfaces(planar.union([*solid, *sorted_marks.text]), LEAST)
    return Artwork(
        {pass_: tuple(some) for pass_, some in lines.items() if some}, {Pass.ENGRAVE: tuple(areas)} if areas else {}
    )


def _sorted(marks: Sequence[VisibleMark], ground: float, recurring: Recurring) -> _Sorted:
    """Sort marks by how they are engraved on a ground of a lightness."""
    sorted_marks = _Sorted()
    for index, mark in enumerate(marks):
        dark = tone(mark.light, ground)
        if mark.engrave in ("line", "score"):
            line = mark.seen if mark.thin else recurring.edge(mark.area, mark.seen)
            sorted_marks.lines[Pass.SCORE if mark.engrave == "score" else Pass.ENGRAVE].append(line)
        elif mark.image is not None:
            rows = lines(*mark.image, mark.seen, lambda light: tone(light, ground))
            sorted_marks.rows += map(polyline, rows)
        elif mark.text and _is_astride(mark, marks[:index], ground):
            sorted_marks.text.append(mark.seen)
            sorted_marks.astride.append(mark.seen)
        elif mark.text or (mark.engrave == "fill" and dark < FAINT):
            if _stands_out(mark, marks[:index], ground):
                (sorted_marks.text if mark.text else sorted_marks.solid).append(mark.seen)
        elif dark >= FAINT:
            sorted_marks.add_dark(mark, dark)
        elif mark.light - ground >= LIGHTER and ground >= 50:
            sorted_marks.add_light(mark, math.floor((mark.light - ground) / LIGHTER))
    return sorted_marks


def _stands_out(mark: VisibleMark, below: Sequence[VisibleMark], ground: float) -> bool:
    """Return whether text or a fill is engraved: whether it differs from what it is on, and that is not filled."""
    spot = mark.seen.representative_point()
    for under in reversed(below):
        if not under.text and not under.thin and shapely.intersects(under.area, spot):
            return not _is_filled(under, ground) and abs(mark.light - under.light) >= LIGHTER
    return tone(mark.light, ground) >= FAINT


def _is_filled(mark: VisibleMark, ground: float) -> bool:
    """Return whether an area is filled, so that light text on it is left bare."""
    least = FAINT if mark.engrave == "fill" else SOLID
    return mark.image is None and tone(mark.light, ground) >= least


def _is_astride(mark: VisibleMark, below: Sequence[VisibleMark], ground: float) -> bool:
    """Return whether text is partly on a filled area and partly on one that is not filled but differs from it.

    Neither left bare nor filled would it be legible as a whole.
    """
    whole, rest = mark.seen.area, mark.seen
    shares = {True: 0.0, False: 0.0}
    for under in reversed(below):
        if under.text or under.thin or not shapely.intersects(under.area, rest):
            continue
        if abs(mark.light - under.light) >= LIGHTER:
            shares[_is_filled(under, ground)] += shapely.intersection(rest, under.area).area
        rest = shapely.difference(rest, under.area)
        if rest.area < LEAST:
            break
    return bool(min(shares.values()) > PARTLY * whole)


def _borders(hatched: Sequence[BaseGeometry], sorted_marks: _Sorted, recurring: Recurring) -> BaseGeometry:
    """Return the lines round what is hatched or lighter than the ground, except along other lines and filled areas."""
    marks = recurring.numbered([*sorted_marks.solid, *sorted_marks.text, *sorted_marks.strokes])
    dark = planar.union(hatched)
    edges = recurring.apart([dark.boundary], marks, NEAR)
    marks += recurring.numbered([dark])
    edges += recurring.apart(sorted_marks.faint, marks, NEAR)
    # Lightest first; an edge that two steps share is drawn once.
    for step in sorted(sorted_marks.light, reverse=True):
        pale = planar.larger(planar.union(sorted_marks.light[step]), SMALL)
        left = recurring.apart([pale.boundary], marks, NEAR)
        edges += left
        marks += recurring.numbered(left)
    return shapely.union_all(edges)


def _spacing(dark: float) -> float:
    return next(spacing for least, spacing in reversed(HATCHES) if dark >= least)


def _ground(marks: Sequence[VisibleMark]) -> float:
    """Return the lightness of what stays bare: the median of all that shows, so that at most half of a piece is burnt.

    The ground is dark only if the lowest mark is: a dark picture on light paper still has a light ground.
    """
    middle = median((mark.light, mark.seen.area) for mark in marks if not mark.engrave and mark.image is None)
    return middle if middle >= 50 or marks[0].light < 50 else 100.0

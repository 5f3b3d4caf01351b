"""The marks to cut by: ticks at the rim of a sheet where it can be cut straight across, lines along all other trims."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from beeprint.base.colour import BLACK, WHITE
from beeprint.base.geometry import SAME, Affine, Point, Rect, bounds, ellipse, line, transformed
from beeprint.drawing.drawing import Layer, Mark, Run, Solid, Stroke, Symbol, group, path_mark
from beeprint.drawing.shape import Shape
from beeprint.drawing.tone import ground, lightness_at
from beeprint.sheet.impose import Placed, Sheet
from beeprint.sheet.spec import GLUE_AWAY, GLUE_MARK, MARK_AWAY, MARK_LEAST

# In mm: a hairline (0.25 pt, as presses use for crop marks), a line along a trim or a fold, the length of ticks.
HAIRLINE = 0.0882
LINE = 0.15
MARK_LENGTH = 5.0
#: Dashes of a line to fold along, in mm.
CREASE = (1.0, 1.0)
#: Dashes of a line that folds so that the face is inside, and of one that folds the other way, as in origami, in mm.
VALLEY, MOUNTAIN = (0.7, 0.5), (0.9, 0.35, 0.15, 0.35)
# Where the mark of a hinge begins and ends beyond the trim, in mm.
_TICK = 0.3, 2.8
# On grounds less light than this, lines are white; on those lighter than the second, there is bare paper.
_DARK, _PAPER = 55.0, 99.5
# By how much a line is lighter or darker than the art under it: enough to cut along, little enough to be no rim.
_CONTRAST = 24.0
# A line has the tint of its ground, which is looked at every so many mm, but not more often than so between corners;
# where the ground changes by more, so does the line.
_STEP, _MOST_STEPS, _ALIKE = 1.5, 24, 20.0
# The chords of an arc at a corner.
_ARC = 8

Side = Literal["top", "bottom", "left", "right"]
_Edge = tuple[float, float, float, float]


class _Rim(NamedTuple):
    """One side of what is printed on a page: where trims end and, outwards from there, what is free, in mm."""

    at: float
    sign: int
    start: float
    end: float

    @property
    def ends(self) -> tuple[float, float]:
        """Return where a tick begins and ends across the side."""
        return self.at + self.sign * self.start, self.at + self.sign * self.end

    @property
    def holds(self) -> bool:
        """Return whether there is room for a tick."""
        return self.end - self.start >= MARK_LEAST - 0.001


def shown(sheet: Sheet) -> tuple[Placed, ...]:
    """Return all pieces on the front of a sheet."""
    return (*sheet.fronts, *(sheet.backs if sheet.folded else ()))


def reach(sheet: Sheet) -> Rect:
    """Return the box round everything printed on the front of a sheet, including bleed."""
    boxes = tuple(placement.bled for placement in shown(sheet))
    return _around_all(boxes).intersection(sheet.printable)


@lru_cache(maxsize=256)
def _around_all(boxes: tuple[Rect, ...]) -> Rect:
    """Return the box round boxes: pieces lie alike on sheet after sheet."""
    return bounds([corner for box in boxes for corner in box.corners])


def cut_marks(sheet: Sheet, keep: Mapping[str, float]) -> Iterator[Mark]:
    """Draw the marks of a sheet; `keep` mm at the printable edge of a side stay free, for the slug.

    A tick invites a cut across the whole sheet, so there are ticks, at both ends, where no piece lies in the way. Other
    cuts of rectangles are lines along their trims, and so are all of a sheet with `lines`, which is cut by these alone:
    they are as dark as on bare paper.
    """
    yield from outlined(sheet)
    yield from _corners(sheet)
    ticks, drawn = _cuts(sheet, keep)
    yield from ticks
    lines: dict[_Edge, list[Placed]] = {}
    for cut, edge in drawn:
        lines.setdefault(edge, []).append(cut)
    for (x1, y1, x2, y2), owners in lines.items():
        light = _bare if sheet.lines else partial(_mean_light, owners)
        for stretch in _stretches((Point(x1, y1), Point(x2, y2)), light):
            yield path_mark(line(*stretch.points), None, _hairline(stretch.light), Layer.CUT)


def ticks(sheet: Sheet, keep: Mapping[str, float]) -> Iterator[Mark]:
    """Draw the marks of a sheet that lie outside its pieces: the ticks of cuts straight across it."""
    yield from _cuts(sheet, keep)[0]


def _cuts(sheet: Sheet, keep: Mapping[str, float]) -> tuple[list[Mark], list[tuple[Placed, _Edge]]]:
    """Return the ticks of a sheet, and the edges that are to be lines, each with its piece."""
    placed = [placement for placement in shown(sheet) if placement.piece.shape.is_rectangle]
    if not placed:
        return [], []
    boxes = tuple(placement.trim for placement in shown(sheet))
    rims = _rims(boxes, reach(sheet), sheet.printable, keep)
    if len(placed) == len(boxes) and not sheet.lines:
        straight = _straight(boxes, *rims.values())
        if straight is not None:
            return list(straight), []
    marks: list[Mark] = []
    lines: list[tuple[Placed, _Edge]] = []
    for upright, near, far in ((True, rims["top"], rims["bottom"]), (False, rims["left"], rims["right"])):
        spans = [(box.x, box.right) if upright else (box.y, box.bottom) for box in boxes]
        cuts = _edges(placed, upright)
        free = [cut for cut in cuts if near.holds and far.holds and _is_free(cut, spans)]
        for cut in free:
            marks += _ticks(cut, near, far, upright)
        lines += chain.from_iterable(lights for cut, lights in cuts.items() if sheet.lines or cut not in free)
    return marks, lines


@lru_cache(maxsize=256)
def _straight(boxes: tuple[Rect, ...], top: _Rim, bottom: _Rim, left: _Rim, right: _Rim) -> tuple[Mark, ...] | None:
    """Return the ticks of rectangles that are all cut straight across their sheet; None where one is not.

    They are the same on sheet after sheet.
    """
    marks: list[Mark] = []
    for upright, near, far in ((True, top, bottom), (False, left, right)):
        spans = [(box.x, box.right) if upright else (box.y, box.bottom) for box in boxes]
        ends = (end for box in boxes for end in ((box.x, box.right) if upright else (box.y, box.bottom)))
        for cut in sorted({round(end, 3) for end in ends}):
            if not (near.holds and far.holds and _is_free(cut, spans)):
                return None
            marks += _ticks(cut, near, far, upright)
    return tuple(marks)


def glue_marks(sheet: Sheet) -> Iterator[Mark]:
    """Draw a ring with a cross near each corner of a sheet to glue: a pin through them lays both sheets in register.

    They are as far from the left edge as from the right one, so that they lie behind each other.
    """
    stroke = Stroke(Solid(BLACK), LINE)
    for x, y in sheet.printable.grow(-GLUE_AWAY).corners:
        yield path_mark(ellipse(x, y, GLUE_MARK * 0.6, GLUE_MARK * 0.6), None, stroke, Layer.GUIDE)
        yield path_mark(line((x - GLUE_MARK, y), (x + GLUE_MARK, y)), None, stroke, Layer.GUIDE)
        yield path_mark(line((x, y - GLUE_MARK), (x, y + GLUE_MARK)), None, stroke, Layer.GUIDE)


@lru_cache(maxsize=1024)
def _ticks(cut: float, near: _Rim, far: _Rim, upright: bool) -> tuple[Mark, ...]:
    """Return the two marks of a cut, with their keys, since they are the same on sheet after sheet."""
    ends = (rim.ends for rim in (near, far))
    lines = (line((cut, a), (cut, b)) if upright else line((a, cut), (b, cut)) for a, b in ends)
    ticks = [path_mark(tick, None, Stroke(Solid(BLACK), HAIRLINE), Layer.GUIDE) for tick in lines]
    return tuple(tick for tick in ticks if tick.key)


def _rims(trims: tuple[Rect, ...], whole: Rect, outer: Rect, keep: Mapping[str, float]) -> dict[Side, _Rim]:
    """Return the four sides of what is printed on a page: ticks begin beyond all bleed, 2 mm or more from the trim.

    `whole` is the box round everything with its bleed, `outer` what the printer reaches.
    """
    rim = _around_all(trims)
    sides: tuple[tuple[Side, float, int, float, float], ...] = (
        ("top", rim.y, -1, rim.y - whole.y, rim.y - outer.y),
        ("bottom", rim.bottom, 1, whole.bottom - rim.bottom, outer.bottom - rim.bottom),
        ("left", rim.x, -1, rim.x - whole.x, rim.x - outer.x),
        ("right", rim.right, 1, whole.right - rim.right, outer.right - rim.right),
    )
    return {
        side: _Rim(at, sign, start, min(room - keep.get(side, 0.0), start + MARK_LENGTH))
        for side, at, sign, start, room in (
            (side, at, sign, max(MARK_AWAY, bleed), room) for side, at, sign, bleed, room in sides
        )
    }


def _edges(placed: Iterable[Placed], upright: bool) -> dict[float, list[tuple[Placed, _Edge]]]:
    """Return the edges of rectangles along an axis by where the cut runs, in mm."""
    by_line: dict[float, list[tuple[Placed, _Edge]]] = {}
    for placement in placed:
        x, y, right, bottom = (
            round(v, 3) for v in (placement.trim.x, placement.trim.y, placement.trim.right, placement.trim.bottom)
        )
        edges = (
            ((x, y, x, bottom), (right, y, right, bottom))
            if upright
            else ((x, y, right, y), (x, bottom, right, bottom))
        )
        for edge in edges:
            by_line.setdefault(edge[0] if upright else edge[1], []).append((placement, edge))
    return dict(sorted(by_line.items()))


def _is_free(cut: float, spans: Sequence[tuple[float, float]]) -> bool:
    """Return whether a straight cut across the sheet goes through no piece."""
    return not any(start + 0.01 < cut < end - 0.01 for start, end in spans)


def _bare(_spot: Point) -> float:
    """Return the lightness of bare paper."""
    return 100.0


def outlined(sheet: Sheet) -> Iterator[Mark]:
    """Draw the lines of all pieces on a sheet that are not cut straight across it."""
    for front in sheet.fronts:
        yield from outline_marks(front, front.at, sheet.lines)


def outline_marks(placement: Placed, at: Affine, bare: bool = False) -> Iterator[Mark]:
    """Draw the lines of a piece that is not cut straight across the sheet, `at` mapping its mm to those of the marks.

    They run along its trim and holes, unless it is a rectangle, along its slits and, dashed, its folds.
    """
    shape = placement.piece.shape
    for whole, ring in () if shape.is_rectangle else shape.contours:
        points = (*ring, ring[0])
        parts = tuple(_stretches(points, _bare)) if bare else _around(placement.symbol, points)
        for stretch in parts:
            path = whole if len(parts) == 1 else line(*stretch.points)
            yield path_mark(transformed(path, at), None, _hairline(stretch.light), Layer.CUT)
    for fold in shape.folds:
        parts = _around(placement.symbol, fold)
        light = sum(stretch.light for stretch in parts) / len(parts)
        crease = transformed(line(*fold), at)
        paint = Solid(WHITE if light < _DARK else BLACK)
        yield path_mark(crease, None, Stroke(paint, LINE, "butt", "miter", 4.0, CREASE), Layer.SCORE)
    if shape.hinges:
        yield group(_hinges(placement.symbol, shape), at)


def _hinges(symbol: Symbol, shape: Shape) -> Iterator[Mark]:
    """Draw how a board folds, in its own mm: dashes beyond both ends of each hinge, and a line along each slit.

    Dashes are outside the trim, so that none are left on the board; those of a hinge that opens to the back have dots.
    """
    for start, end, inwards in shape.hinges:
        length = math.dist(start, end)
        ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
        for x, y, way in ((*start, -1), (*end, 1)):
            if shape.box.grow(-SAME).contains(Rect(x, y, 0, 0), 0):
                continue  # it ends in the middle of the board
            tick = line(*((x + way * ux * away, y + way * uy * away) for away in _TICK))
            dashes = VALLEY if inwards else MOUNTAIN
            yield path_mark(tick, None, Stroke(Solid(WHITE), 3 * LINE), Layer.GUIDE)
            yield path_mark(tick, None, Stroke(Solid(BLACK), LINE, dashes=dashes), Layer.SCORE)
    for slit in shape.slits:
        yield from along(symbol, slit)


def along(symbol: Symbol, points: Sequence[Point], bare: bool = False) -> Iterator[Mark]:
    """Draw a line to cut along on a face, in its own mm: only so much lighter or darker than what is under it.

    With `bare`, it is as dark as on bare paper.
    """
    for stretch in tuple(_stretches(points, _bare)) if bare else _around(symbol, tuple(points)):
        yield path_mark(line(*stretch.points), None, _hairline(stretch.light), Layer.CUT)


def _corners(sheet: Sheet) -> Iterator[Mark]:
    """Draw an arc at each rounded corner of a rectangle, along which a punch cuts, if the sheet asks for it."""
    for front in sheet.fronts if sheet.corner_marks else ():
        shape = front.piece.shape
        if shape.is_rectangle and shape.corner:
            yield from _arc_marks(_art(front.symbol), shape.box, shape.corner, front.at)


@lru_cache(maxsize=4096)
def _arc_marks(art: Symbol, box: Rect, radius: float, at: Affine) -> tuple[Mark, ...]:
    """Return the arcs at the corners of a card that shows an art, in mm of the page.

    Their keys are computed here, so that a PDF writes them once: cards with the same art lie there on many sheets.
    """
    marks = [
        path_mark(transformed(line(*stretch.points), at), None, _hairline(stretch.light), Layer.CUT)
        for arc in _arcs(box, radius)
        for stretch in _around_art(art, arc)
    ]
    return tuple(mark for mark in marks if mark.key)


@lru_cache(maxsize=64)
def _arcs(box: Rect, radius: float) -> tuple[tuple[Point, ...], ...]:
    """Return the arcs of a box's rounded corners, as chords."""
    arcs = []
    for index, middle in enumerate(box.grow(-radius).corners):
        turns = (math.radians(180 + 90 * index + 90 * step / _ARC) for step in range(_ARC + 1))
        arcs.append(tuple(Point(middle.x + radius * math.cos(a), middle.y + radius * math.sin(a)) for a in turns))
    return tuple(arcs)


class _Stretch(NamedTuple):
    """A part of a line whose ground is of one lightness."""

    points: tuple[Point, ...]
    light: float


def _around(symbol: Symbol, points: tuple[Point, ...]) -> tuple[_Stretch, ...]:
    """Return the stretches of a line on a face, in its own mm."""
    return _around_art(_art(symbol), points)


@lru_cache(maxsize=64)
def _art(symbol: Symbol) -> Symbol:
    """Return a face without its texts, which no line heeds: it is the same for many cards of a deck."""
    return Symbol.of(mark for mark in symbol.marks if not isinstance(mark, Run))


@lru_cache(maxsize=4096)
def _around_art(art: Symbol, points: tuple[Point, ...]) -> tuple[_Stretch, ...]:
    """Return the stretches of a line on a face without texts, in its own mm."""
    return _over(ground(art.marks, points), points)


@lru_cache(maxsize=4096)
def _over(ground: Symbol, points: tuple[Point, ...]) -> tuple[_Stretch, ...]:
    return tuple(_stretches(points, partial(lightness_at, ground.marks)))


def _stretches(points: Sequence[Point], light: Callable[[Point], float]) -> Iterator[_Stretch]:
    """Yield the stretches of a line, from how light its ground is at a point."""
    run, runs = [points[0]], list[float]()
    for a, b in pairwise(points):
        steps = max(1, min(_MOST_STEPS, math.ceil(math.dist(a, b) / _STEP)))
        for step in range(steps):
            here = light(_between(a, b, (step + 0.5) / steps))
            if runs and not _alike(here, sum(runs) / len(runs)):
                yield _Stretch(tuple(run), sum(runs) / len(runs))
                run, runs = run[-1:], []
            runs.append(here)
            run.append(_between(a, b, (step + 1) / steps))
    yield _Stretch(tuple(run), sum(runs) / len(runs))


def _between(a: Point, b: Point, share: float) -> Point:
    return b if share == 1 else Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def _alike(first: float, other: float) -> bool:
    """Return whether one line does for two grounds of these lightnesses."""
    return abs(first - other) <= _ALIKE and (first > _PAPER) == (other > _PAPER)


def _mean_light(placed: Sequence[Placed], spot: Point) -> float:
    """Return the mean lightness of faces at a spot of the page."""
    spots = [placement.at.inverse().point(*spot) for placement in placed]
    light = [
        _lightness(placement.symbol, round(at.x, 3), round(at.y, 3))
        for placement, at in zip(placed, spots, strict=True)
    ]
    return sum(light) / len(light)


@lru_cache(maxsize=16384)
def _lightness(symbol: Symbol, x: float, y: float) -> float:
    """Return the lightness of a face at a spot in its own mm."""
    return lightness_at(symbol.marks, Point(x, y))


def _hairline(light: float) -> Stroke:
    """Return the line along a trim on a ground of a lightness: a darker tint of a light one, a lighter one of a dark.

    What is left of it beside the cut looks like the art; on bare paper it is nearly black.
    """
    if light > _PAPER:
        return Stroke(Solid(BLACK, 0.7), LINE)
    colour, range_ = (WHITE, 100 - light) if light < _DARK else (BLACK, light)
    return Stroke(Solid(colour, round(_CONTRAST / range_, 2)), LINE)

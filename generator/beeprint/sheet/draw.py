"""Draw a sheet: its pieces, the marks to cut by, the slug that identifies it, a ruler to check the scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Literal, NamedTuple

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Affine, Rect, bounds, line, path_box, polygon, rotate, transformed, translate
from beeprint.draw.drawing import Drawing, Layer, Mark, Solid, Stroke, group, path_mark, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Style, line_run, text_width
from beeprint.sheet.impose import Placed, Sheet
from beeprint.sheet.registration import Registration, outlines

# In mm: a hairline (0.25 pt, as presses use for crop marks), the length of marks and their least length.
HAIRLINE = 0.0882
MARK_LENGTH = 5.0
MARK_LEAST = 2.0
_SLUG_HEIGHT = 3.0
_RULER = 50.0
_SLUG = Style("source-sans", "regular", 6.5, 6.5)

#: Where something begins and ends along an axis, in mm.
_Span = tuple[float, float]


@dataclass(frozen=True)
class Slug:
    """The text of the slug: `title` is what the sheet is, `fine` the version, the credits and the word unofficial."""

    title: str
    fine: str


class _Strip(NamedTuple):
    """A strip of free paper along an edge of the sheet; `matrix` lays x along it and y across."""

    side: str
    length: float
    height: float
    matrix: Affine


def draw(sheet: Sheet, side: Literal["front", "back"], slug: Slug | None, fonts: Fonts) -> Drawing:
    """Draw one side of a sheet on its paper; marks and slug are on the front only, where you cut.

    Without a slug only the pieces are drawn.
    """
    slug = slug if sheet.slug else None
    placed = sheet.fronts if side == "front" else sheet.backs
    marks = list(_pieces(placed, sheet.printable))
    if sheet.folded and side == "front":
        marks += _pieces(sheet.backs, sheet.printable)
    if side == "front" and slug is not None:
        slug = Slug(_shortened(slug.title, 80, fonts), _shortened(slug.fine, 80, fonts))
        # The same place on every sheet of a file if the slug fits there, else the room this sheet's pieces leave.
        strips = [*_strips(sheet, sheet.bleed), *_strips(sheet, _reach(sheet))]
        if sheet.registration:
            strips = [strip for strip in strips if strip.side != "top"]
            marks += _registration(sheet.registration, sheet, fonts)
        strip = _slug_strip(strips, slug, sheet, fonts)
        if sheet.marks:
            marks += _cut_marks(sheet, strip)
        marks += _folds(sheet, strip)
        marks += _slug(strip, slug, sheet, fonts)
    return Drawing(sheet.paper, tuple(marks))


def _pieces(placed: Iterable[Placed], printable: Rect) -> Iterator[Mark]:
    """Draw the pieces, each clipped to its own bleed and to the printable area."""
    for one in placed:
        mark: Mark = use(one.symbol)
        reach = one.at.rect(path_box(one.clip))
        if not printable.contains(reach, 0.005):
            inverse = one.at.inverse()
            mark = group([mark], clip=polygon(inverse.point(*corner) for corner in printable.corners))
        yield group([mark], one.at, clip=one.clip, piece=one.piece.id)


def _registration(registration: Registration, sheet: Sheet, fonts: Fonts) -> Iterator[Mark]:
    """Draw the marks for a cutting machine, and at the top what to enter in its program."""
    for one in outlines(registration, sheet.paper):
        path = polygon(one.points) if one.closed else line(*one.points)
        stroke = Stroke(Solid(BLACK), registration.thickness)
        yield (
            path_mark(path, Solid(BLACK), None, Layer.GUIDE)
            if one.filled
            else path_mark(path, None, stroke, Layer.GUIDE)
        )
    start = registration.side + 2
    words = _shortened(registration.says(sheet.paper), sheet.paper.width - 2 * start, fonts)
    yield line_run(fonts, words, _SLUG, start, sheet.printable.y + _SLUG_HEIGHT - 0.8)


# cut marks ----------------------------------------------------------------------------------------------------------


def _cut_marks(sheet: Sheet, strip: _Strip | None) -> Iterator[Mark]:
    """Draw marks on the rim for rectangles, which are cut straight across, and outlines along other trims."""
    yield from _outlines(sheet.fronts)
    placed = (*sheet.fronts, *(sheet.backs if sheet.folded else ()))
    boxes = [one.trim for one in placed if one.piece.shape.is_rectangle]
    if sheet.lines:
        yield from _cut_lines(boxes)
    if not boxes:
        return
    rim = reduce(Rect.union, boxes)
    # Lines show each cut; a mark invites a cut across the whole sheet, which must not go through a piece.
    whole = [one.trim for one in placed] if sheet.lines else []
    xs = _straight_cuts([(box.x, box.right) for box in boxes], [(box.x, box.right) for box in whole])
    ys = _straight_cuts([(box.y, box.bottom) for box in boxes], [(box.y, box.bottom) for box in whole])
    for side in ("top", "bottom", "left", "right"):
        keep = _SLUG_HEIGHT + 0.4 if strip is not None and strip.side == side and strip.height > _thin() else 0.0
        yield from _rim_marks(side, xs if side in ("top", "bottom") else ys, rim, sheet, keep)


def _outlines(placed: Iterable[Placed]) -> Iterator[Mark]:
    """Draw a hairline along the trim of each piece that is not a rectangle, and a dashed line along each fold."""
    for one in placed:
        if not one.piece.shape.is_rectangle:
            trim = transformed(one.piece.shape.path(), one.at)
            yield path_mark(trim, None, _hairline(BLACK, 0.15, 0.7), Layer.CUT)
        for fold in one.piece.shape.folds:
            crease = transformed(line(*fold), one.at)
            yield path_mark(crease, None, Stroke(Solid(BLACK), 0.15, "butt", "miter", 4.0, (1.0, 1.0)), Layer.SCORE)


def _straight_cuts(trims: Iterable[_Span], whole: Sequence[_Span]) -> list[float]:
    """Return where straight cuts run along an axis, in mm: at both ends of each trim, but not through `whole` spans."""
    cuts = sorted({round(end, 3) for trim in trims for end in trim})
    return [cut for cut in cuts if not any(start + 0.01 < cut < end - 0.01 for start, end in whole)]


def _cut_lines(boxes: Iterable[Rect]) -> Iterator[Mark]:
    """Draw a hairline along each edge of the boxes, shared edges once."""
    edges: dict[tuple[float, ...], None] = {}
    for box in boxes:
        x, y, right, bottom = (round(value, 3) for value in (box.x, box.y, box.right, box.bottom))
        for edge in ((x, y, right, y), (x, bottom, right, bottom), (x, y, x, bottom), (right, y, right, bottom)):
            edges[edge] = None
    for x1, y1, x2, y2 in edges:
        yield path_mark(line((x1, y1), (x2, y2)), None, _hairline(BLACK, 0.15, 0.7), Layer.CUT)


def _thin() -> float:
    """Return the height of a strip that holds the slug beyond the marks; in a lower one the slug is between them."""
    return _SLUG_HEIGHT + 0.4 + MARK_LEAST


def _rim_marks(side: str, cuts: list[float], rim: Rect, sheet: Sheet, keep: float) -> Iterator[Mark]:
    """Draw the marks on one side of the rim, from beyond the bleed towards the printable edge, `keep` mm left free.

    Where less than 2 mm is left beyond the bleed, marks are in the bleed, which is cut away, with a white outline.
    """
    edge, limit, sign = {
        "top": (rim.y, sheet.printable.y, -1),
        "bottom": (rim.bottom, sheet.printable.bottom, 1),
        "left": (rim.x, sheet.printable.x, -1),
        "right": (rim.right, sheet.printable.right, 1),
    }[side]
    bleed = {
        "top": sheet.trim.y - sheet.bleed.y,
        "bottom": sheet.bleed.bottom - sheet.trim.bottom,
        "left": sheet.trim.x - sheet.bleed.x,
        "right": sheet.bleed.right - sheet.trim.right,
    }[side]
    room = abs(limit - edge)
    start, end = bleed, min(room - keep, bleed + MARK_LENGTH)
    in_bleed = end - start < MARK_LEAST
    if in_bleed:
        start, end = min(0.2, room / 8), min(room - keep, MARK_LENGTH)
    if end - start < 0.5:
        return
    for cut in cuts:
        near, far = edge + sign * start, edge + sign * end
        ends = ((cut, near), (cut, far)) if side in ("top", "bottom") else ((near, cut), (far, cut))
        if in_bleed:
            yield path_mark(line(*ends), None, _hairline(WHITE, 0.9), Layer.GUIDE)
        yield path_mark(line(*ends), None, _hairline(BLACK, HAIRLINE if not in_bleed else 0.15), Layer.GUIDE)


def _hairline(colour: Colour, width: float, opacity: float = 1.0) -> Stroke:
    return Stroke(Solid(colour, opacity), width)


def _folds(sheet: Sheet, strip: _Strip | None) -> Iterator[Mark]:
    """Draw the line to fold a sheet along, between the bleeds of fronts and backs, which are cut away with it."""
    if not sheet.folded:
        return
    y = sheet.paper.height / 2
    side = strip.side if strip is not None else ""
    start = sheet.printable.x + (_SLUG_HEIGHT + 1 if side == "left" else 0)
    end = sheet.printable.right - (_SLUG_HEIGHT + 1 if side == "right" else 0)
    stroke = Stroke(Solid(BLACK), 0.15, "butt", "miter", 4.0, (2.0, 1.0))
    yield path_mark(line((start, y), (end, y)), None, _hairline(WHITE, 0.5), Layer.GUIDE)
    yield path_mark(line((start, y), (end, y)), None, stroke, Layer.SCORE)


# slug ---------------------------------------------------------------------------------------------------------------


def _reach(sheet: Sheet) -> Rect:
    """Return the box round everything printed on the front of a sheet, including bleed."""
    placed = (*sheet.fronts, *(sheet.backs if sheet.folded else ()))
    boxes = [one.at.rect(path_box(one.clip)) for one in placed]
    return bounds([corner for box in boxes for corner in box.corners]).intersection(sheet.printable)


def _strips(sheet: Sheet, inner: Rect) -> list[_Strip]:
    """Return the free strips between a box and the printable edge, the roomiest first."""
    outer = sheet.printable
    strips = [
        _Strip("bottom", outer.width, outer.bottom - inner.bottom, translate(outer.x, outer.bottom - _SLUG_HEIGHT)),
        _Strip("top", outer.width, inner.y - outer.y, translate(outer.x, outer.y)),
        _Strip("right", outer.height, outer.right - inner.right, translate(outer.right, outer.y) @ rotate(90)),
        _Strip("left", outer.height, inner.x - outer.x, translate(outer.x, outer.bottom) @ rotate(-90)),
    ]
    return sorted((s for s in strips if s.height >= _SLUG_HEIGHT), key=lambda strip: -min(strip.height, _thin() + 0.1))


def _stretches(strip: _Strip, sheet: Sheet) -> list[tuple[float, float]]:
    """Return where along a strip there is room: all of it, or between the marks if they need its whole height."""
    if sheet.registration:
        aside = sheet.registration.side - (sheet.printable.x - sheet.paper.x) + 2
        return [(aside, strip.length - aside)]
    boxes = [one.trim for one in sheet.fronts if one.piece.shape.is_rectangle]
    if strip.height > _thin() or not boxes or not sheet.marks:
        return [(0.0, strip.length)]
    if strip.side in ("top", "bottom"):
        cuts = {x - sheet.printable.x for box in boxes for x in (box.x, box.right)}
    else:
        cuts = {y - sheet.printable.y for box in boxes for y in (box.y, box.bottom)}
    if strip.side == "left":
        cuts = {strip.length - cut for cut in cuts}
    stops = [0.0, *sorted(cuts), strip.length]
    return [(a + 1.5, b - 1.5) for a, b in pairwise(stops) if b - a > 8]


def _shortened(text: str, length: float, fonts: Fonts) -> str:
    """Shorten a text that is longer than `length` mm, with an ellipsis."""
    while text and text_width(fonts, text, _SLUG) > length:
        text = text.rstrip("\u2026")[:-2].rstrip() + "\u2026"
    return text


def _lengths(slug: Slug, fonts: Fonts) -> tuple[float, float, float]:
    return text_width(fonts, slug.title, _SLUG), text_width(fonts, slug.fine, _SLUG), _RULER + 12


def _slug_strip(strips: list[_Strip], slug: Slug, sheet: Sheet, fonts: Fonts) -> _Strip | None:
    """Return the first strip that holds the whole slug, else the first that holds its title."""
    lengths = _lengths(slug, fonts)
    for strip in strips:
        if len(_fill(_stretches(strip, sheet), lengths)) == len(lengths):
            return strip
    for strip in strips:
        if _fill(_stretches(strip, sheet), lengths[:1]):
            return strip
    return None


def _fill(stretches: list[tuple[float, float]], lengths: Iterable[float]) -> list[float]:
    """Return where each part starts; parts are placed in order in the stretches, until one does not fit."""
    starts: list[float] = []
    room = list(stretches)
    for length in lengths:
        while room and room[0][1] - room[0][0] < length:
            room.pop(0)
        if not room:
            break
        start, end = room[0]
        starts.append(start)
        room[0] = (start + length + 6, end)
    return starts


def _slug(strip: _Strip | None, slug: Slug, sheet: Sheet, fonts: Fonts) -> Iterator[Mark]:
    """Draw the slug: what the sheet is, its version and credits, a 50 mm ruler."""
    if strip is None:
        return
    parts: list[Mark] = []
    starts = _fill(_stretches(strip, sheet), _lengths(slug, fonts))
    baseline = _SLUG_HEIGHT - 0.8
    for text, start in zip((slug.title, slug.fine), starts, strict=False):
        parts.append(line_run(fonts, text, _SLUG, start, baseline))
    if len(starts) == 3:
        parts += _ruler(starts[2], baseline, fonts)
    yield group(parts, strip.matrix)


def _ruler(x: float, y: float, fonts: Fonts) -> Iterator[Mark]:
    """Draw a ruler of exactly 50 mm, with a tick every 5 mm."""
    stroke = _hairline(BLACK, 0.1)
    yield path_mark(line((x, y), (x + _RULER, y)), None, stroke, Layer.GUIDE)
    for tick in range(0, int(_RULER) + 1, 5):
        height = 2.0 if tick in (0, int(_RULER)) else 1.2 if tick % 10 == 0 else 0.7
        yield path_mark(line((x + tick, y), (x + tick, y - height)), None, stroke, Layer.GUIDE)
    yield line_run(fonts, "50 mm", _SLUG, x + _RULER + 1.2, y)

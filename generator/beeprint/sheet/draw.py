"""Draw a sheet: its pieces, the marks to cut by, the slug that identifies it, a ruler to check the scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Affine, Path, Rect, Ring, Segment, bounds, line, polygon, rotate, translate
from beeprint.drawing.drawing import Drawing, Layer, Mark, Solid, Stroke, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.sheet.impose import Placed, Sheet
from beeprint.sheet.marks import CREASE, LINE, cut_marks, glue_marks, outlined, reach, ticks
from beeprint.sheet.posters import Say, plan_marks, tile_marks, title
from beeprint.sheet.spec import GLUE_AWAY, GLUE_MARK, SLUG_HEIGHT, SLUG_KEPT, SLUG_ROOM, Registration, outlines
from beeprint.sheet.tiling import free_area

# Where to put glue: areas of folded pieces that stay free of ink, hatched where a person cuts the piece out.


#: mm between the lines of the hatch, and their width; light enough not to show through.
_DISTANCE, _WIDTH, _OPACITY = 2.0, 0.15, 0.35


def glue_areas(placed: Iterable[Placed], hatches: bool) -> Iterator[Mark]:
    """Yield bare paper, with a hatch or without, for each area of glue of the pieces on a page."""
    for placement in placed:
        for ring in placement.piece.shape.glue:
            marks: list[Mark] = [path_mark(polygon(ring), Solid(WHITE), None)]
            if hatches:
                marks.append(hatched(ring))
            area = group(marks, clip=polygon(ring))
            yield group([area], placement.at, clip=polygon(placement.window.corners) if placement.window else None)


def hatched(ring: Ring) -> Mark:
    """Draw the hatch of an area of glue."""
    lines = path_mark(_hatch(ring), None, Stroke(Solid(BLACK, _OPACITY), _WIDTH), Layer.GUIDE)
    return group([lines], clip=polygon(ring))


def _hatch(ring: Ring) -> Path:
    """Return lines at 45 degrees over the box of a ring."""
    box = bounds(ring)
    start, count = box.x - box.height, math.ceil((box.width + box.height) / _DISTANCE)
    lines: list[Segment] = []
    for number in range(1, count + 1):
        x = start + number * _DISTANCE
        lines += [("M", x, box.bottom), ("L", x + box.height, box.y)]
    return tuple(lines)


def has_glue(placed: Iterable[Placed]) -> bool:
    """Return whether any of the pieces has an area of glue."""
    return any(placement.piece.shape.glue for placement in placed)


# The key to the lines on sheets with pieces that are folded: which are cut, which are folded, where glue goes.


# How long a sign is, and how high an area of glue, in mm.
_LONG, _HIGH = 8.0, 2.0
#: How much room a sign takes before its word, in mm.
WIDTH = _LONG + 1.2


def kinds(placed: Sequence[Placed]) -> tuple[str, ...]:
    """Return what a key tells of the pieces on a page: nothing where none is folded."""
    if not any(placement.piece.shape.folds for placement in placed):
        return ()
    return ("cut", "fold", "glue") if has_glue(placed) else ("cut", "fold")


def sign(kind: str) -> Mark:
    """Draw what stands for a kind of line or area, on a base line from 0, 0."""
    if kind == "glue":
        return hatched(Rect(0, -_HIGH, _LONG, _HIGH).corners)
    ends = line((0, -0.8), (_LONG, -0.8))
    dashes = CREASE if kind == "fold" else ()
    return path_mark(ends, None, Stroke(Solid(BLACK), LINE, "butt", "miter", 4.0, dashes), Layer.GUIDE)


_RULER = 50.0
# How far the slug stays from the ends of its strip where there are no marks, and its parts from each other, in mm.
_INSET, _APART = 3.0, 6.0
# The same where there are marks to glue by at the ends, in mm.
_ASIDE = GLUE_AWAY + GLUE_MARK + 2.0
# A title is not shortened to less than this, in mm.
_LEAST = 15.0
_SLUG = Style("source-sans", "regular", 6.5, 6.5)


def _unsaid(what: str, **values: object) -> str:
    """Say nothing, for sheets on which there is nothing to say."""
    return ""


class Slug(Struct, frozen=True):
    """The text of the slug: `title` is what the sheet is, `fine` the version, the credits and the word unofficial.

    `say` says what else is printed, on tiles and their plan, in the game's language.
    """

    title: str
    fine: str
    say: Say = _unsaid


class _Strip(NamedTuple):
    """A strip of free paper along an edge of the sheet; `matrix` lays x along it and y across."""

    side: str
    length: float
    height: float
    matrix: Affine


class _Part(NamedTuple):
    """A part of the slug, a line of text or, without one, the ruler: its length and its start on a strip in mm.

    An entry of the key to the lines has a `sign` before its text: `cut`, `fold` or `glue`.
    """

    text: str
    length: float
    start: float = 0.0
    sign: str = ""


def draw(sheet: Sheet, side: Literal["front", "back"], slug: Slug | None, fonts: Fonts) -> Drawing:
    """Draw one side of a sheet on its paper; marks and slug are on the front, where you cut, and where both are glued.

    Without a slug only the pieces are drawn.
    """
    if sheet.plan is not None or any(front.tile for front in sheet.fronts):
        return Drawing(sheet.paper, tuple(_poster(sheet, side, slug, fonts)))
    if side == "back":
        marks = list(_pieces(sheet.backs, sheet.printable))
        if sheet.glued and slug is not None:
            # What is glued behind is not cut along: its marks only say where it belongs.
            marks += _marks(replace(sheet, fronts=sheet.backs, backs=()), slug, fonts, ticks)
        return Drawing(sheet.paper, tuple(marks))
    marks = list(_pieces((*sheet.fronts, *(sheet.backs if sheet.folded else ())), sheet.printable))
    marks += glue_areas(sheet.fronts, hatches=slug is not None)
    if slug is not None:
        marks += _marks(sheet, slug, fonts) if sheet.slug else outlined(sheet)
    return Drawing(sheet.paper, tuple(marks))


def _marks(
    sheet: Sheet,
    slug: Slug,
    fonts: Fonts,
    cuts: Callable[[Sheet, Mapping[str, float]], Iterator[Mark]] = cut_marks,
) -> Iterator[Mark]:
    """Draw the marks of a sheet, of its cuts as `cuts` does, and its slug."""
    slug = replace(slug, title=_shortened(slug.title, 80, fonts), fine=_shortened(slug.fine, 80, fonts))
    # The same place on every sheet of a file if the slug fits there, else the room this sheet's pieces leave.
    strips = [*_strips(sheet, sheet.bleed), *_strips(sheet, reach(sheet))]
    if sheet.registration:
        strips = [strip for strip in strips if strip.side != "top"]
        yield from _registration(sheet.registration, sheet, fonts)
    words = _placed(strips, slug, sheet, fonts)
    if sheet.marks:
        keep = {strip.side: SLUG_KEPT for strip, parts in words if not _is_between(strip, parts, sheet)}
        yield from cuts(sheet, keep)
    if sheet.glued:
        yield from glue_marks(sheet)
    yield from _folds(sheet, [strip.side for strip, _ in words])
    yield from (_slug(strip, parts, fonts) for strip, parts in words)


def _poster(sheet: Sheet, side: Literal["front", "back"], slug: Slug | None, fonts: Fonts) -> Iterator[Mark]:
    """Draw one side of a sheet with tiles or their plan; the slug is below them."""
    yield from _pieces(sheet.fronts if side == "front" else sheet.backs, sheet.printable)
    if side == "front":
        yield from glue_areas(sheet.fronts, hatches=slug is not None)
    if side == "back" or slug is None:
        return
    if sheet.plan is not None:
        yield from plan_marks(sheet, sheet.plan, slug.say, fonts)
    names: list[str] = []
    several = len({front.piece.id for front in sheet.fronts}) > 1
    for front in sheet.fronts:
        if front.tile is not None:
            yield tile_marks(front, front.tile, sheet.lines, several, slug.say, fonts)
            names.append(title(front, front.tile, several, slug.say))
    slug = replace(slug, title=" \u00b7 ".join([slug.title, *([", ".join(names)] if names else [])]))
    strips = [strip for strip in _strips(sheet, free_area(sheet.printable)) if strip.side == "bottom"]
    yield from (_slug(strip, parts, fonts) for strip, parts in _placed(strips, slug, sheet, fonts))


def _pieces(placed: Iterable[Placed], printable: Rect) -> Iterator[Mark]:
    """Draw the pieces, each clipped to its own bleed and to the printable area."""
    for placement in placed:
        mark: Mark = use(placement.symbol)
        if placement.window is not None:
            mark = group([mark], clip=polygon(placement.window.corners))
        elif not printable.contains(placement.bled, 0.005):
            inverse = placement.at.inverse()
            mark = group([mark], clip=polygon(inverse.point(*corner) for corner in printable.corners))
        yield group([mark], placement.at, clip=placement.clip, piece=placement.piece.id)


def _registration(registration: Registration, sheet: Sheet, fonts: Fonts) -> Iterator[Mark]:
    """Draw the marks for a cutting machine, and at the top what to enter in its program."""
    for outline in outlines(registration, sheet.paper):
        path = polygon(outline.points) if outline.closed else line(*outline.points)
        stroke = Stroke(Solid(BLACK), registration.thickness)
        yield (
            path_mark(path, Solid(BLACK), None, Layer.GUIDE)
            if outline.filled
            else path_mark(path, None, stroke, Layer.GUIDE)
        )
    start = registration.side + 2
    words = _shortened(registration.says(sheet.paper), sheet.paper.width - 2 * start, fonts)
    yield line_run(fonts, words, _SLUG, start, sheet.printable.y + SLUG_HEIGHT - 0.8)


def _hairline(colour: Colour, width: float, opacity: float = 1.0) -> Stroke:
    return Stroke(Solid(colour, opacity), width)


def _folds(sheet: Sheet, sides: Sequence[str]) -> Iterator[Mark]:
    """Draw the line to fold a sheet along, between the bleeds of fronts and backs, which are cut away with it."""
    if not sheet.folded:
        return
    y = sheet.paper.height / 2
    start = sheet.printable.x + (SLUG_HEIGHT + 1 if "left" in sides else 0)
    end = sheet.printable.right - (SLUG_HEIGHT + 1 if "right" in sides else 0)
    stroke = Stroke(Solid(BLACK), 0.15, "butt", "miter", 4.0, (2.0, 1.0))
    yield path_mark(line((start, y), (end, y)), None, _hairline(WHITE, 0.5), Layer.GUIDE)
    yield path_mark(line((start, y), (end, y)), None, stroke, Layer.SCORE)


# slug ---------------------------------------------------------------------------------------------------------------


def _strips(sheet: Sheet, inner: Rect) -> list[_Strip]:
    """Return the free strips between a box and the printable edge, the roomiest first."""
    outer = sheet.printable
    strips = [
        _Strip("bottom", outer.width, outer.bottom - inner.bottom, translate(outer.x, outer.bottom - SLUG_HEIGHT)),
        _Strip("top", outer.width, inner.y - outer.y, translate(outer.x, outer.y)),
        _Strip("right", outer.height, outer.right - inner.right, translate(outer.right, outer.y) @ rotate(90)),
        _Strip("left", outer.height, inner.x - outer.x, translate(outer.x, outer.bottom) @ rotate(-90)),
    ]
    return sorted((s for s in strips if s.height >= SLUG_HEIGHT), key=lambda strip: -min(strip.height, SLUG_ROOM + 0.1))


def _stretches(strip: _Strip, sheet: Sheet) -> list[tuple[float, float]]:
    """Return where along a strip there is room: all of it, or between the marks if they need its whole height."""
    if sheet.registration:
        aside = sheet.registration.side - (sheet.printable.x - sheet.paper.x) + 2
        return [(aside, strip.length - aside)]
    if sheet.glued:
        return [(_ASIDE, strip.length - _ASIDE)]
    boxes = [front.trim for front in sheet.fronts if front.piece.shape.is_rectangle]
    if strip.height > SLUG_ROOM or not boxes or not sheet.marks:
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


def _placed(strips: list[_Strip], slug: Slug, sheet: Sheet, fonts: Fonts) -> list[tuple[_Strip, list[_Part]]]:
    """Return what is written on which strip: title, small print and ruler on the first strip that holds all three.

    For pieces to fold, a key to the lines follows where there is room. Else the small print is left out, then the crop
    marks on that side, which lines along the trims replace; then the ruler may be on another strip than the title. On
    small paper, finally, the title is shortened to the room beside it.
    """
    title, fine = (_Part(text, text_width(fonts, text, _SLUG)) for text in (slug.title, slug.fine))
    ruler = _Part("", _RULER + 12)
    signs = _key(sheet, slug, fonts)
    folded = [((title, fine, ruler, *signs), True), ((title, ruler, *signs), True)] if signs else []
    for parts, marks in (*folded, ((title, fine, ruler), True), ((title, ruler), True), ((title, ruler), False)):
        for strip in strips:
            if made := _on(strip, parts, sheet, marks):
                return [(strip, made)]
    symbols: dict[str, tuple[_Strip, list[_Part]]] = {}
    for part in (ruler, title):
        for strip in strips:
            if strip.side not in symbols and (made := _on(strip, (part,), sheet, False)):
                symbols[strip.side] = strip, made
                break
    if len(symbols) == 1:
        for strip in strips:
            room = strip.length - 2 * _INSET - ruler.length - _APART
            words = _shortened(slug.title, room, fonts) if room >= _LEAST else ""
            if not words:
                continue
            both = (_Part(words, text_width(fonts, words, _SLUG)), ruler)
            if made := _on(strip, both, sheet, False):
                return [(strip, made)]
    return list(symbols.values())


def _key(sheet: Sheet, slug: Slug, fonts: Fonts) -> list[_Part]:
    """Return the key to the lines of a sheet; nothing where nothing is folded."""
    said = [(kind, slug.say(f"key-{kind}")) for kind in kinds(sheet.fronts)]
    return [_Part(text, WIDTH + text_width(fonts, text, _SLUG), 0.0, kind) for kind, text in said if text]


def _on(strip: _Strip, parts: Sequence[_Part], sheet: Sheet, marks: bool) -> list[_Part]:
    """Return the parts with their places on a strip, with or without `marks` there; none if they do not all fit."""
    stretches = _stretches(strip, sheet) if marks or sheet.glued else [(_INSET, strip.length - _INSET)]
    starts = _fill(stretches, [part.length for part in parts])
    if len(starts) < len(parts):
        return []
    return [part._replace(start=start) for part, start in zip(parts, starts, strict=True)]


def _is_between(strip: _Strip, parts: Sequence[_Part], sheet: Sheet) -> bool:
    """Return whether the parts on a strip lie between crop marks that need its whole height."""
    ends = _stretches(strip, sheet)
    return strip.height <= SLUG_ROOM and all(
        any(a <= part.start and part.start + part.length <= b for a, b in ends) for part in parts
    )


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
        room[0] = (start + length + _APART, end)
    return starts


def _slug(strip: _Strip, parts: Sequence[_Part], fonts: Fonts) -> Mark:
    """Draw the parts of the slug on a strip."""
    marks: list[Mark] = []
    baseline = SLUG_HEIGHT - 0.8
    for part in parts:
        if part.sign:
            marks.append(group([sign(part.sign)], translate(part.start, baseline)))
            marks.append(line_run(fonts, part.text, _SLUG, part.start + WIDTH, baseline))
        elif part.text:
            marks.append(line_run(fonts, part.text, _SLUG, part.start, baseline))
        else:
            marks += _ruler(part.start, baseline, fonts)
    return group(marks, strip.matrix)


def _ruler(x: float, y: float, fonts: Fonts) -> Iterator[Mark]:
    """Draw a ruler of exactly 50 mm, with a tick every 5 mm."""
    yield from _ruled(x, y)
    yield line_run(fonts, "50 mm", _SLUG, x + _RULER + 1.2, y)


@lru_cache(maxsize=64)
def _ruled(x: float, y: float) -> tuple[Mark, ...]:
    """Return the lines of a ruler, with their keys, since they are the same on sheet after sheet."""
    stroke = _hairline(BLACK, 0.1)
    lines = [line((x, y), (x + _RULER, y))]
    for tick in range(0, int(_RULER) + 1, 5):
        height = 2.0 if tick in (0, int(_RULER)) else 1.2 if tick % 10 == 0 else 0.7
        lines.append(line((x + tick, y), (x + tick, y - height)))
    marks = [path_mark(tick_line, None, stroke, Layer.GUIDE) for tick_line in lines]
    return tuple(mark for mark in marks if mark.key)

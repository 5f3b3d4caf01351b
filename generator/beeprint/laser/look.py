"""A quick look at a bed: its layers in their colours, the order of the cuts in numbers, and what it all comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beeprint.colour import BLACK, Colour
from beeprint.drawing import Drawing, Mark, Solid, Stroke, path_mark
from beeprint.fonts import Fonts
from beeprint.geometry import Path, Point, Rect, area, bounds, ellipse, line, polygon, rectangle
from beeprint.laser.layers import Job, LaserProfile, jobs
from beeprint.laser.plan import Bed, Pass
from beeprint.text import Style, line_run, text_width

#: Beds with more cuts than this have every second, fifth or tenth of them numbered, and so on.
MOST_NUMBERS = 250
_MARGIN = 8.0
_ROW = 5.0  # times the scale, as all that is written: a large bed is looked at from further away
_LEAST_SCALE, _MOST_SCALE = 1.0, 3.0
_GROUND, _PIECE, _EDGE = Colour(250, 248, 243), Colour(238, 228, 206), Colour(150, 150, 150)
_WIDTHS = {Pass.CUT_INNER: 0.35, Pass.CUT_OUTER: 0.35, Pass.SCORE: 0.25, Pass.GUIDE: 0.25}
_CUTS = (Pass.CUT_INNER, Pass.CUT_OUTER)


def look(bed: Bed, profile: LaserProfile, fonts: Fonts, title: str) -> Drawing:
    """Return the picture of a bed in true size, the bed's corner at (0, 0), a legend below it."""
    found = tuple(jobs(bed, profile))
    cuts = [one for job in found if job.work in _CUTS for one in job.lines]
    step = _step(len(cuts))
    rows = [*_facts(bed, title, len(cuts), step), *bed.notes]
    scale = min(_MOST_SCALE, max(_LEAST_SCALE, bed.width / 250))
    height = _MARGIN + (len(found) + len(rows)) * _ROW * scale
    paper = Rect(-_MARGIN, -_MARGIN, bed.width + 2 * _MARGIN, bed.height + _MARGIN + height + _MARGIN / 2)
    marks: list[Mark] = [
        path_mark(rectangle(paper), Solid(Colour(255, 255, 255))),
        path_mark(rectangle(Rect(0, 0, bed.width, bed.height)), Solid(_GROUND), Stroke(Solid(_EDGE), 0.3)),
    ]
    marks += [path_mark(polygon(one.outline), Solid(_PIECE)) for one in bed.placed]
    for job in found:
        marks += _job(job)
    marks += _names(bed, fonts)
    for number, one in enumerate(cuts, start=1):
        if number % step == 0 or number in (1, len(cuts)):
            marks += _number(str(number), one.points[0], fonts, scale)
    marks += _legend(found, rows, bed, fonts, scale)
    return Drawing(paper, tuple(marks))


def _step(count: int) -> int:
    """Return which of the cuts are numbered: each, or each second, fifth, tenth and so on."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if count <= factor * power * MOST_NUMBERS:
                return factor * power
        power *= 10


def _job(job: Job) -> Iterator[Mark]:
    """Yield the areas and lines of a layer, each as one path, lines wide enough to be seen."""
    paint = Solid(job.layer.colour)
    for surface in job.areas:
        # Drawings know non-zero fills only: holes run the other way round than what they are in.
        outer, *holes = surface.rings
        yield path_mark(_ways(outer, holes), paint)
    path = tuple(segment for one in job.lines for segment in (polygon(one.points) if one.closed else line(*one.points)))
    if path:
        yield path_mark(path, None, Stroke(paint, _WIDTHS.get(job.work, 0.12), "round", "round"))


def _ways(outer: tuple[Point, ...], holes: Iterable[tuple[Point, ...]]) -> Path:
    rings = [outer if area(outer) > 0 else outer[::-1], *(hole[::-1] if area(hole) > 0 else hole for hole in holes)]
    return tuple(segment for ring in rings for segment in polygon(ring))


def _names(bed: Bed, fonts: Fonts) -> Iterator[Mark]:
    """Yield the names of the pieces, as far as they fit above the foot of each."""
    for one in bed.placed:
        box = bounds(one.outline)
        size = min(7.0, 7.0 * box.width * 0.7 / max(1.0, text_width(fonts, one.piece, _style(7.0))))
        if size >= 2:
            style = _style(size, Colour(120, 100, 60))
            width = text_width(fonts, one.piece, style)
            yield line_run(fonts, one.piece, style, box.centre.x - width / 2, box.bottom - box.height * 0.12)


def _number(text: str, at: Point, fonts: Fonts, scale: float) -> Iterator[Mark]:
    """Yield a number on a disc where its cut begins."""
    style = _style(5.0 * scale)
    width = text_width(fonts, text, style)
    radius = max(1.1 * scale, width / 2 + 0.4)
    yield path_mark(ellipse(*at, radius, radius), Solid(Colour(255, 255, 255)), Stroke(Solid(BLACK), 0.1))
    yield line_run(fonts, text, style, at.x - width / 2, at.y + 0.62 * scale)


def _style(size: float, colour: Colour = BLACK) -> Style:
    return Style("source-sans", "regular", size, size, paint=Solid(colour))


def _facts(bed: Bed, title: str, cuts: int, step: int) -> Iterator[str]:
    yield title
    yield (
        f"{bed.stock}, bed {bed.number}, {bed.side}: {bed.width:g} x {bed.height:g} mm of {bed.material.title}, "
        f"kerf {bed.kerf:g} mm; {_count(len(bed.placed), 'piece')}, {bed.cut_length / 1000:.2f} m of cuts, "
        f"{bed.waste:.0%} left over"
    )
    if cuts:
        which = "" if step == 1 else f", one in {step} of them"
        yield f"{_count(cuts, 'cut')}, numbered in order where each begins{which}; inner cuts come first."


def _legend(found: tuple[Job, ...], rows: list[str], bed: Bed, fonts: Fonts, scale: float) -> Iterator[Mark]:
    """Yield a line for each layer in the order of the work, then the facts and the notes, none wider than the bed."""
    y = bed.height + _MARGIN
    for number, job in enumerate(found, start=1):
        colour = job.layer.colour
        yield path_mark(rectangle(Rect(0, y - 2.6 * scale, 9 * scale, 3 * scale)), Solid(colour))
        yield from _row(f"{number}. {job.layer.name}: {_sum(job)}", 11 * scale, y, bed.width - 11 * scale, fonts, scale)
        y += _ROW * scale
    for text in rows:
        yield from _row(text, 0, y, bed.width, fonts, scale)
        y += _ROW * scale


def _row(text: str, x: float, y: float, room: float, fonts: Fonts, scale: float) -> Iterator[Mark]:
    size = 9.0 * scale
    size *= min(1.0, room / max(1.0, text_width(fonts, text, _style(size))))
    yield line_run(fonts, text, _style(max(2.0, size)), x, y)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _sum(job: Job) -> str:
    """Return how much a layer has to do."""
    if job.areas:
        surface = sum(2 * abs(area(one.rings[0])) - sum(abs(area(ring)) for ring in one.rings) for one in job.areas)
        return f"{_count(len(job.areas), 'area')}, {surface / 100:.1f} cm\u00b2"
    length = sum(one.length for one in job.lines)
    return f"{_count(len(job.lines), 'line')}, {length / 1000:.2f} m"

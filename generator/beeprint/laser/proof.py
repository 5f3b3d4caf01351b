"""Proofs of beds: the layers in their colours, the cuts numbered in order, a map of the pieces, and what to do.

Only the numbers of the cuts are written over the artwork; a small map below shows which piece is which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point, Rect, Ring, Segment, area, bounds, ellipse, polygon, rectangle
from beeprint.base.words import counted
from beeprint.draw.decimals import coordinates, units
from beeprint.draw.drawing import Drawing, Mark, PathMark, Solid, Stroke, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.laser import two_sided
from beeprint.laser.layers import BedLayer, LaserProfile, bed_layers
from beeprint.laser.legend import Pen, below
from beeprint.laser.moves import Way, ways
from beeprint.laser.plan import Bed, Pass
from beeprint.laser.report import left_over

#: Beds with more cuts than this have every second, fifth or tenth of them numbered, and so on.
MOST_NUMBERS = 250
_MARGIN = 10.0
_LEAST_SCALE, _MOST_SCALE = 1.0, 3.0  # of all that is written: a large bed is looked at from further away
_GROUND, _PIECE, _EDGE = Colour(250, 248, 243), Colour(238, 228, 206), Colour(150, 150, 150)
_STOP = Colour(120, 120, 120)
_WIDTHS = {Pass.CUT_INNER: 0.35, Pass.CUT_OUTER: 0.35, Pass.SCORE: 0.25, Pass.GUIDE: 0.25}
_CUTS = (Pass.CUT_INNER, Pass.CUT_OUTER)
#: A number's disc is at most so much of the smallest piece, and never smaller than this in mm.
_DISC, _LEAST_DISC = 0.12, 1.1


def proof(bed: Bed, profile: LaserProfile, fonts: Fonts, title: str) -> Drawing:
    """Draw the proof of a bed at true size, the bed's corner at (0, 0), with a legend below it."""
    layers = tuple(bed_layers(bed, profile))
    cuts = [line for layer in layers if layer.pass_ in _CUTS for line in layer.lines]
    step = _step(len(cuts))
    scale = min(_MOST_SCALE, max(_LEAST_SCALE, bed.width / 250))
    pen = Pen(fonts, scale)
    marks: list[Mark] = [
        path_mark(rectangle(Rect(0, 0, bed.width, bed.height)), Solid(_GROUND), Stroke(Solid(_EDGE), 0.3)),
        *(path_mark(polygon(one.outline), Solid(_PIECE)) for one in bed.placed),
    ]
    for layer in layers:
        marks += _layer(layer)
    if Pass.GUIDE in bed.lines:
        marks += _stops(bed, pen)
    radius = _radius(bed, scale)
    for number, one in enumerate(cuts, start=1):
        if number % step == 0 or number in (1, len(cuts)):
            marks += _number(str(number), one.points[0], radius, pen)
    legend, bottom = below(layers, _facts(bed, title, len(cuts), step), bed, pen, bed.height + _MARGIN)
    paper = Rect(-_MARGIN, -_MARGIN, bed.width + 2 * _MARGIN, bottom + 2 * _MARGIN)
    return Drawing(paper, (path_mark(rectangle(paper), Solid(Colour(255, 255, 255))), *marks, *legend))


def _step(count: int) -> int:
    """Return the step between numbered cuts: 1, 2, 5, 10 and so on."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if count <= factor * power * MOST_NUMBERS:
                return factor * power
        power *= 10


def _layer(layer: BedLayer) -> Iterator[Mark]:
    """Draw the areas of a layer, each as one path, and its lines as another, wide enough to be seen."""
    paint = Solid(layer.style.colour)
    rings = _paths([(_turned(ring, inner > 0), True) for one in layer.areas for inner, ring in enumerate(one.rings)])
    for surface in layer.areas:
        yield PathMark(tuple(chain.from_iterable(islice(rings, len(surface.rings)))), paint)
    path = tuple(chain.from_iterable(_paths(ways(layer.lines))))
    if path:
        yield PathMark(path, None, Stroke(paint, _WIDTHS.get(layer.pass_, 0.12), "round", "round"))


def _turned(ring: Ring, inner: bool) -> Ring:
    """Return a ring the way that its outline or, for a hole, the opposite runs: so the non-zero rule knows holes."""
    return ring[::-1] if (area(ring) > 0) == inner else ring


def _paths(lines: Sequence[Way]) -> Iterator[list[Segment]]:
    """Yield the path of each line, rounded as a Drawing keeps it; those of a bed are rounded all at once."""
    points = (units(coordinates(points for points, _ in lines), 3) / 1000).tolist()
    start = 0
    for line, closed in lines:
        path: list[Segment] = [("L", x, y) for x, y in points[start : start + len(line)]]
        path[0] = ("M", *points[start])
        if closed:
            path.append(("Z",))
        yield path
        start += len(line)


def _stops(bed: Bed, pen: Pen) -> Iterator[Mark]:
    """Draw the stops, strips beside the bed that the sheet's edges touch."""
    thick, long = 0.4 * _MARGIN, two_sided.STOP
    side = Rect(bed.width, 0, thick, long) if bed.side == "back" else Rect(-thick, 0, thick, long)
    above = Rect(bed.width - long if bed.side == "back" else 0, -thick, long, thick)
    for strip in (side, above):
        yield path_mark(rectangle(strip), Solid(_STOP))
    x = above.x - pen.width("stop", 8) - 2 if bed.side == "back" else above.right + 2
    yield pen.write("stop", x, -0.5, 8)


def _radius(bed: Bed, scale: float) -> float:
    """Return the radius of a number's disc: readable, and small compared with the pieces."""
    boxes = [bounds(one.outline) for one in bed.placed]
    least = min((min(box.width, box.height) for box in boxes), default=100.0)
    return max(_LEAST_DISC, min(_LEAST_DISC * scale, _DISC * least))


def _number(text: str, at: Point, radius: float, pen: Pen) -> Iterator[Mark]:
    """Draw a number on a disc where its cut begins."""
    size = 4.6 * radius / pen.scale
    width = pen.width(text, size)
    around = max(radius, width / 2 + 0.3)
    yield path_mark(ellipse(*at, around, around), Solid(Colour(255, 255, 255)), Stroke(Solid(BLACK), 0.1))
    yield pen.write(text, at.x - width / 2, at.y + 0.56 * radius, size)


def _facts(bed: Bed, title: str, cuts: int, step: int) -> Iterator[str]:
    yield title
    cutting = "engraved and scored only" if bed.side == "back" else f"{bed.cut_length / 1000:.2f} m of cuts"
    yield f"{bed.width:g} x {bed.height:g} mm of {bed.material.title}, kerf {bed.kerf:g} mm; " + (
        f"{counted(len(bed.placed), 'piece')}, {cutting}, {left_over(bed)}" if bed.placed else cutting
    )
    if cuts:
        which = "" if step == 1 else f", one in {step} of them"
        yield f"{counted(cuts, 'cut')}, numbered in order where each begins{which}; inner cuts come first."
    yield from bed.notes

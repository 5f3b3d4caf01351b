"""Proofs of beds: the layers in their colours, the cuts numbered in order, a map of the pieces, and what to do.

Only the numbers of the cuts are written over the artwork; a small map below shows which piece is which.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from msgspec import Struct

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point, Rect, Ring, Segment, area, bounds, ellipse, polygon, rectangle
from beeprint.base.words import counted
from beeprint.drawing.decimals import coordinates, units
from beeprint.drawing.drawing import Drawing, Mark, PathMark, Solid, Stroke, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.laser.arcs import Way, ways
from beeprint.laser.layers import BedLayer, LaserProfile, bed_layers
from beeprint.laser.material import left_over
from beeprint.laser.plan import STOP, Bed, Pass

# The legend below the proof of a bed: its layers in working order, its facts, a map of its pieces.


_GREY = Colour(110, 110, 110)
#: Sizes in points and the height of a row in mm, times the scale; of the map, its share of the width.
_TITLE, _TEXT, _SMALL, _ROW, _MAP, _GAP = 11.0, 9.0, 7.0, 5.0, 0.45, 8.0


class Pen(Struct, frozen=True):
    """Writes text on a page: sizes in points are those of a small bed and grow with `scale`."""

    fonts: Fonts
    scale: float

    def write(self, text: str, x: float, y: float, size: float = _TEXT, colour: Colour = BLACK) -> Mark:
        """Return a line of text whose baseline begins at x, y."""
        return line_run(self.fonts, text, self._style(size, colour), x, y)

    def width(self, text: str, size: float = _TEXT) -> float:
        """Return how wide a line of text is in mm."""
        return text_width(self.fonts, text, self._style(size, BLACK))

    def wrapped(self, text: str, room: float, size: float = _TEXT) -> Iterator[str]:
        """Break a text into lines that fit into `room` mm, except for a word that is wider."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, size) > room:
                yield line
                longer = word
            line = longer
        yield line

    def _style(self, size: float, colour: Colour) -> Style:
        size = max(2.0, size * self.scale)
        return Style("source-sans", "regular", size, size, paint=Solid(colour))


def below(
    layers: Iterable[BedLayer], facts: Iterable[str], bed: Bed, pen: Pen, top: float
) -> tuple[tuple[Mark, ...], float]:
    """Draw the legend of a bed from `top` down, text on the left, the map on the right; return where it ends too."""
    gap = _GAP * pen.scale
    across = _MAP * bed.width
    written, text_end = _text(layers, facts, pen, top, bed.width - across - gap)
    names = tuple(Counter(placement.piece.partition("#")[0] for placement in bed.placed).items())
    frame = Rect(bed.width - across, top, across, bed.height * _MAP)
    drawn = _map(bed, [name for name, _ in names], frame, pen) if names else ()
    listed, end = _list(names, pen, max(text_end, frame.bottom + gap if names else 0), bed.width)
    return (*written, *drawn, *listed), end


def _text(
    layers: Iterable[BedLayer], facts: Iterable[str], pen: Pen, top: float, room: float
) -> tuple[list[Mark], float]:
    """Draw the title, a line for each layer in working order, and the other facts; return where they end too."""
    title, *rest = facts
    row, y = _ROW * pen.scale, top + 2.6 * pen.scale
    marks: list[Mark] = []
    for part in pen.wrapped(title, room, _TITLE):
        marks.append(pen.write(part, 0, y, _TITLE))
        y += 1.2 * row
    for number, layer in enumerate(layers, start=1):
        swatch = Rect(0, y - 2.6 * pen.scale, 9 * pen.scale, 3 * pen.scale)
        marks.append(path_mark(rectangle(swatch), Solid(layer.style.colour)))
        marks.append(pen.write(f"{number}. {layer.style.name}: {_sum(layer)}", 11 * pen.scale, y))
        y += row
    for text in rest:
        y += 0.25 * row
        for part in pen.wrapped(text, room):
            marks.append(pen.write(part, 0, y))
            y += 0.85 * row
    return marks, y


def _map(bed: Bed, names: Sequence[str], frame: Rect, pen: Pen) -> Iterator[Mark]:
    """Draw the outlines of the pieces on a small scale, each with its number in the list of names."""
    share = frame.width / bed.width
    yield path_mark(rectangle(frame), None, Stroke(Solid(_GREY), 0.2))
    if bed.offcut:
        yield from _offcut(bed.offcut, frame, share, pen)
    for placement in bed.placed:
        outline = [Point(frame.x + x * share, frame.y + y * share) for x, y in placement.outline]
        yield path_mark(polygon(outline), None, Stroke(Solid(_GREY), 0.15))
        box = bounds(outline)
        text = str(names.index(placement.piece.partition("#")[0]) + 1)
        size = min(_TEXT, _TEXT * 0.6 * box.width / pen.width(text), 1.4 * box.height / pen.scale)
        width = pen.width(text, size)
        yield pen.write(text, box.centre.x - width / 2, box.centre.y + 0.12 * size * pen.scale, size)


def _offcut(free: Rect, frame: Rect, share: float, pen: Pen) -> Iterator[Mark]:
    """Draw the largest rectangle that is left, with its size where that fits."""
    box = Rect(frame.x + free.x * share, frame.y + free.y * share, free.width * share, free.height * share)
    yield path_mark(rectangle(box), None, Stroke(Solid(_GREY), 0.2, dashes=(1.2, 1.2)))
    text = f"{math.floor(free.width)} x {math.floor(free.height)} mm"
    width = pen.width(text, _SMALL)
    if width < box.width and 4 * pen.scale < box.height:
        yield pen.write(text, box.centre.x - width / 2, box.centre.y + pen.scale, _SMALL, _GREY)


def _list(names: Sequence[tuple[str, int]], pen: Pen, top: float, room: float) -> tuple[list[Mark], float]:
    """List the names of the map's numbers with their copies, in columns; return where they end too."""
    texts = [
        f"{number}  {name}{f' ({count})' if count > 1 else ''}" for number, (name, count) in enumerate(names, start=1)
    ]
    if not texts:
        return [], top
    widest = max(pen.width(text, _SMALL) for text in texts) + 4 * pen.scale
    columns = max(1, int(room // widest))
    rows = -(-len(texts) // columns)
    height = 0.7 * _ROW * pen.scale
    marks: list[Mark] = [
        pen.write(text, index // rows * widest, top + (index % rows + 1) * height, _SMALL)
        for index, text in enumerate(texts)
    ]
    return marks, top + rows * height


def _sum(layer: BedLayer) -> str:
    """Return how much work a layer is, as text."""
    if layer.areas:
        surface = sum(
            2 * abs(area(surface.rings[0])) - sum(abs(area(ring)) for ring in surface.rings) for surface in layer.areas
        )
        return f"{counted(len(layer.areas), 'area')}, {surface / 100:.1f} cm\u00b2"
    length = sum(line.length for line in layer.lines)
    return f"{counted(len(layer.lines), 'line')}, {length / 1000:.2f} m"


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
        *(path_mark(polygon(placement.outline), Solid(_PIECE)) for placement in bed.placed),
    ]
    for layer in layers:
        marks += _layer(layer)
    if Pass.GUIDE in bed.lines:
        marks += _stops(bed, pen)
    radius = _radius(bed, scale)
    for number, cut in enumerate(cuts, start=1):
        if number % step == 0 or number in (1, len(cuts)):
            marks += _number(str(number), cut.points[0], radius, pen)
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
    rings = _paths([(_turned(ring, inner > 0), True) for area in layer.areas for inner, ring in enumerate(area.rings)])
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
    thick, long = 0.4 * _MARGIN, STOP
    side = Rect(bed.width, 0, thick, long) if bed.side == "back" else Rect(-thick, 0, thick, long)
    above = Rect(bed.width - long if bed.side == "back" else 0, -thick, long, thick)
    for strip in (side, above):
        yield path_mark(rectangle(strip), Solid(_STOP))
    x = above.x - pen.width("stop", 8) - 2 if bed.side == "back" else above.right + 2
    yield pen.write("stop", x, -0.5, 8)


def _radius(bed: Bed, scale: float) -> float:
    """Return the radius of a number's disc: readable, and small compared with the pieces."""
    boxes = [bounds(placement.outline) for placement in bed.placed]
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

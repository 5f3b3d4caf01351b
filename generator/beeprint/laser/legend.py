"""The legend below the proof of a bed: its layers in working order, its facts, a map of its pieces."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point, Rect, area, bounds, polygon, rectangle
from beeprint.base.words import counted
from beeprint.draw.drawing import Mark, Solid, Stroke, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Style, line_run, text_width
from beeprint.laser.layers import BedLayer
from beeprint.laser.plan import Bed

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
    names = tuple(Counter(one.piece.partition("#")[0] for one in bed.placed).items())
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
    for one in bed.placed:
        outline = [Point(frame.x + x * share, frame.y + y * share) for x, y in one.outline]
        yield path_mark(polygon(outline), None, Stroke(Solid(_GREY), 0.15))
        box = bounds(outline)
        text = str(names.index(one.piece.partition("#")[0]) + 1)
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
        surface = sum(2 * abs(area(one.rings[0])) - sum(abs(area(ring)) for ring in one.rings) for one in layer.areas)
        return f"{counted(len(layer.areas), 'area')}, {surface / 100:.1f} cm\u00b2"
    length = sum(one.length for one in layer.lines)
    return f"{counted(len(layer.lines), 'line')}, {length / 1000:.2f} m"

"""Draw a shape: its fill or pattern, its stroke, its markers, in the order in which they are painted."""

from __future__ import annotations

from msgspec.structs import replace

from beeprint.base.geometry import Point
from beeprint.drawing.drawing import Layer, LinearGradient, Mark, Paint, Stroke, path_mark
from beeprint.drawing.svg.reader.document import Context, Document
from beeprint.drawing.svg.reader.grouping import exact, ghost
from beeprint.drawing.svg.reader.limits import Weight
from beeprint.drawing.svg.reader.markers import Markers, has_markers
from beeprint.drawing.svg.reader.paint import by_even_odd, fallen_back, paint_order, read_paint, read_stroke
from beeprint.drawing.svg.reader.patterns import Patterns
from beeprint.drawing.svg.reader.regions import Area
from beeprint.drawing.svg.reader.xml import Element

# The paint of a shape that is filled with a pattern, for its markers: no colour that they could take.
_PATTERNED = LinearGradient(Point(0, 0), Point(0, 0), ())


class Shapes:
    """Turn the shapes of a document into marks."""

    def __init__(self, document: Document, patterns: Patterns, markers: Markers) -> None:
        self._document, self._patterns, self._markers = document, patterns, markers

    def of(self, element: Element, context: Context) -> list[Mark]:
        """Return the marks of a shape; a ghost, where boxes are wanted of what is not painted."""
        document, look = self._document, context.style
        path = document.path(element, context.measure)
        if not path or (look["visibility"] != "visible" and not document.boxed):
            return []
        document.drawn.count(Weight(0, len(path)), "simplify it")
        document.spend_on_path(path)
        if look["visibility"] != "visible":
            return [ghost(path, context.growth)]
        area = Area(path, by_even_odd(element, look["fill-rule"]))
        fill, tiles = self._fill(element, area, context)
        paint = read_paint(document, element, "stroke", context, path)
        stroke = None if paint is None else read_stroke(document, paint, context, "pathLength" in element.attributes)
        markers: list[Mark] = []
        if has_markers(element, look):
            shown = _PATTERNED if tiles else fill
            markers = self._markers.of(element, path, replace(context, shape=(shown, paint)))
        parts = _painted(area, fill, stroke, tiles, context)
        if document.boxed and not (fill or stroke):
            markers.append(ghost(path, context.growth))
        return [mark for part in paint_order(look["paint-order"]) for mark in {**parts, "markers": markers}[part]]

    def _fill(self, element: Element, area: Area, context: Context) -> tuple[Paint | None, list[Mark]]:
        """Return the paint of a shape's fill, or the tiles of a pattern."""
        if element.name == "line":
            return None, []
        pattern = self._patterns.named(context)
        if pattern is None:
            return read_paint(self._document, element, "fill", context, area.path), []
        tiles = self._patterns.fill(element, pattern, area, context)
        return (fallen_back(self._document, "fill", context), []) if tiles is None else (None, tiles)


def _painted(
    area: Area, fill: Paint | None, stroke: Stroke | None, tiles: list[Mark], context: Context
) -> dict[str, list[Mark]]:
    """Return a shape's marks by the part they paint: one mark for fill and stroke where they follow on each other."""
    (path, even_odd), layer = area, context.layer
    if tiles and layer is not Layer.PRINT:
        raise ValueError(f"a pattern on the layer {layer.value} is not supported; fill it with a colour")
    order = paint_order(context.style["paint-order"])
    together = fill is not None and stroke is not None and order.index("fill") + 1 == order.index("stroke")
    # A cut is one line, however it is painted: drawn in two marks, it would be cut twice. Only what is printed has to
    # be painted at all.
    if layer is Layer.CUT or together or (layer is not Layer.PRINT and fill is None and stroke is None):
        return {"fill": [exact(path_mark(path, fill, stroke, layer, even_odd), path, context.growth)], "stroke": []}
    parts = {"fill": tiles, "stroke": list[Mark]()}
    if fill is not None:
        parts["fill"] = [exact(path_mark(path, fill, None, layer, even_odd), path, context.growth)]
    if stroke is not None:
        parts["stroke"] = [exact(path_mark(path, None, stroke, layer), path, context.growth)]
    return parts

"""Markers, such as arrowheads: each is drawn once and placed on every corner that has it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from beeprint.base.geometry import Affine, Path, Rect, rotate, scale, translate
from beeprint.drawing.drawing import Layer, Mark
from beeprint.drawing.svg.reader import style, viewports
from beeprint.drawing.svg.reader.clips import Clips
from beeprint.drawing.svg.reader.corners import Corner, corners
from beeprint.drawing.svg.reader.document import Context, Document, growth_of
from beeprint.drawing.svg.reader.grouping import box_of, cut_at, enlarged, placed, placed_use
from beeprint.drawing.svg.reader.limits import RefusedError, Weight
from beeprint.drawing.svg.reader.paths import NUMBER
from beeprint.drawing.svg.reader.style import MARKERS, Measure
from beeprint.drawing.svg.reader.xml import Element

_MARKED = {"path", "line", "polyline", "polygon"}
ATTRIBUTES = {
    *("markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "viewBox", "preserveAspectRatio"),
}
_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn|)")
_DEGREES = {"deg": 1.0, "": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
# Budget: steps for a placed marker.
_PLACED = 40


def has_markers(element: Element, properties: Mapping[str, str]) -> bool:
    """Return whether a shape's inherited properties give it markers.

    RefusedError on shapes whose markers Inkscape draws (SVG 2) and browsers leave out (SVG 1.1, 11.6.2).
    """
    if properties["marker-start"] == properties["marker-mid"] == properties["marker-end"] == "none":
        return False
    if element.name not in _MARKED:
        hint = "remove them, or turn it into a path (Inkscape: Path > Object to Path)"
        raise RefusedError(element.place, f"markers on a {element.name} are drawn by some programs only", hint)
    return True


class Markers:
    """The markers of one document; `children` draws an element's content."""

    def __init__(
        self, document: Document, clips: Clips, children: Callable[[Element, Context], Iterable[Mark]]
    ) -> None:
        self._document, self._clips, self._children = document, clips, children

    def of(self, element: Element, path: Path, context: Context) -> list[Mark]:
        """Draw the markers on a path's corners; `context` is the shape's, with its paints."""
        marks: list[Mark] = []
        width = style.length(context.style["stroke-width"], "stroke-width", context.measure)
        self._document.spend_on_path(path, "markers")
        places = corners(element, path)
        for key in MARKERS:
            text = context.style[key]
            if text == "none":
                continue
            target = self._document.ids.get(style.reference(text) or "")
            if target is None or target.name != "marker":
                raise RefusedError(element.place, f"{key} does not refer to a marker: {text}", "remove it")
            some = [c for c in places if (c.first, not (c.first or c.last), c.last)[MARKERS.index(key)]]
            if some and width:
                marks += self._placed(element, target, some, context, width)
        return marks

    def _placed(
        self, element: Element, target: Element, some: list[Corner], context: Context, width: float
    ) -> Iterator[Mark]:
        document, key = self._document, target.attributes["id"]
        if key in context.through:
            raise RefusedError(element.place, f"a marker refers to itself: {' > '.join((*context.through, key))}")
        context = replace(context, through=(*context.through, key), level=context.level + 1)
        document.drawn.enter(element, context.level)
        known = (target, context.measure, width, enlarged(context.growth), context.shape)
        make = partial(self._content, target, context, width)
        for corner in some:
            document.budget.spend(_PLACED, "markers")
            symbol = document.drawn.symbol(known, element, context.level, make)
            if symbol.marks:
                document.drawn.count(Weight(1, 0), "use fewer markers")
                yield placed_use(symbol, _onto_corner(element, target, corner), context.growth)

    def _content(self, target: Element, context: Context, width: float) -> list[Mark]:
        """Draw a marker for a line of this width, on a corner at (0, 0) that points right."""
        document = self._document
        document.spend_on(target)
        document.check_attributes(target, ATTRIBUTES)
        own = document.own(target)
        document.check_refused(target, own)
        marker_frame = _frame(target, context.measure, width)
        if marker_frame is None:  # `display` does not apply to a marker
            return []
        box, onto, content, measure = marker_frame
        growth = context.growth * growth_of(onto @ content)
        # Like its style, the layer of a marker is not that of the line it stands on.
        standing = document.standing(target)
        inside = replace(context, style=standing, measure=measure, growth=growth, layer=Layer.PRINT)
        marks: list[Mark] = [placed(self._children(target, inside), content, growth=growth)]
        cut = cut_at(marks, box, own)
        clips = self._clips.of(target, own, measure, box_of(marks, document.budget))
        opacity = style.ratio(own.get("opacity", "1"))
        return [placed(marks, onto, opacity, clips if cut is None else (*clips, cut), growth)]


def _frame(marker: Element, measure: Measure, width: float) -> tuple[Rect, Affine, Affine, Measure] | None:
    """Return a marker's box, the matrix from it to a corner that points right, that of its content, and its measure.

    `width` is the line's. None where the marker has no size.
    """
    attributes = {
        "width": marker.attributes.get("markerWidth", "3"),
        "height": marker.attributes.get("markerHeight", "3"),
    }
    attributes |= {
        key: marker.attributes[key] for key in ("viewBox", "preserveAspectRatio") if key in marker.attributes
    }
    view = viewports.viewport(attributes, measure, {})
    if view is None:
        return None
    box, content, inner = view
    # Shares of refX and refY are those of the viewport that the marked shape lies in, as of markerWidth.
    ref = content.point(*(style.length(marker.attributes.get(key, "0"), key, measure) for key in ("refX", "refY")))
    units = marker.attributes.get("markerUnits", "strokeWidth").strip()
    if units not in ("strokeWidth", "userSpaceOnUse"):
        raise ValueError(f"markerUnits is {units!r}, not strokeWidth or userSpaceOnUse")
    factor = width if units == "strokeWidth" else 1.0
    return box, scale(factor) @ translate(-ref.x, -ref.y), content, inner


def _onto_corner(element: Element, marker: Element, corner: Corner) -> Affine:
    """Return the matrix that moves a marker from (0, 0), pointing right, to a corner."""
    text = marker.attributes.get("orient", "0").strip()
    if text in ("auto", "auto-start-reverse"):
        if corner.angle is None:
            message = "programs turn a marker differently where the line turns back on itself"
            raise RefusedError(element.place, message, "move the corner a little, or turn the marker into a path")
        angle = corner.angle + (180 if text != "auto" and corner.first else 0)
    else:
        match = _ANGLE.fullmatch(text)
        if not match:
            raise ValueError(f"orient is {text!r}, not auto, auto-start-reverse or an angle")
        angle = float(match[1]) * _DEGREES[match[2]]
    return translate(*corner.at) @ rotate(angle)

"""Clip paths: each clipPath element becomes one area, followed by those of its own clip path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from beeprint.base.geometry import IDENTITY, Affine, Rect, transformed, translate
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.document import TEXTS, Document, applies
from beeprint.drawing.svg.reader.limits import RefusedError
from beeprint.drawing.svg.reader.paint import by_even_odd
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.regions import Area, union
from beeprint.drawing.svg.reader.shapes import ATTRIBUTES
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.xml import Element

#: The most clip paths on one element, and in a chain of references.
MAX_CLIPS = 16
# Budget: steps to follow a reference.
_FOLLOWED = 50
_ON = "clip paths"
#: Clips everything away.
NOTHING = Area((("M", 0.0, 0.0), ("Z",)))
_UNITS = "userSpaceOnUse", "objectBoundingBox"
_SKIPPED = {*TEXTS, "linearGradient", "radialGradient", "clipPath", "defs", "pattern", "mask", "filter", "marker"}
_USE_ATTRIBUTES = {"href", "x", "y", "width", "height"}


class Clips:
    """The clip paths of a document, each converted to areas once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._made: dict[tuple[Element, Measure], tuple[Area, ...]] = {}

    def of(
        self, element: Element, own: Mapping[str, str], measure: Measure, box: Callable[[], Rect | None]
    ) -> tuple[Area, ...]:
        """Return the areas that together clip an element, in its own space; `box` measures the box round its shapes."""
        text = own.get("clip-path", "none")
        clips = () if text in ("none", "") else self._named(element, text, measure, box, ())
        for area in clips:
            self._document.spend_on_path(area.path, _ON)
        return clips

    def _named(
        self,
        element: Element,
        text: str,
        measure: Measure,
        box: Callable[[], Rect | None],
        through: tuple[Element, ...],
    ) -> tuple[Area, ...]:
        key = style.reference(text)
        target = self._document.ids.get(key or "")
        if target is None and key:
            # It clips nothing then (CSS Masking 1, 3.5).
            self._document.warn_of_nothing(element, f"clip-path refers to #{key}", key, "clips nothing")
            return ()
        if target is None or target.name != "clipPath":
            hint = "refer to a clipPath, or remove it"
            raise RefusedError(element.place, f"clip-path does not refer to a clip path: {text}", hint)
        if target in through:
            raise RefusedError(target.place, f"the clip path {key} refers to itself")
        if len(through) >= MAX_CLIPS:
            raise self._too_many(target)
        self._document.budget.spend(_FOLLOWED, _ON)
        units = target.attributes.get("clipPathUnits", _UNITS[0]).strip()
        if units not in _UNITS:
            raise RefusedError(target.place, f"clipPathUnits is {units!r}, not {' or '.join(_UNITS)}")
        if units == _UNITS[0]:
            if (target, measure) not in self._made:
                self._made[target, measure] = self._clip(target, IDENTITY, measure, box, through)
            return self._made[target, measure]
        paths = box()
        if paths is None or not paths.width or not paths.height:
            return (NOTHING,)
        frame = Affine(paths.width, 0, 0, paths.height, paths.x, paths.y)
        return self._clip(target, frame, Measure(1, 1, measure.em), box, through)

    @staticmethod
    def _too_many(target: Element) -> RefusedError:
        message = f"more than {MAX_CLIPS} clip paths are nested"
        return RefusedError(target.place, message, "combine them into one (Inkscape: Path > Intersection)")

    def _clip(
        self,
        target: Element,
        frame: Affine,
        measure: Measure,
        box: Callable[[], Rect | None],
        through: tuple[Element, ...],
    ) -> tuple[Area, ...]:
        """Convert a clip path's content to areas that clip together.

        `frame` maps its units to user space, where its own transform applies.
        """
        document = self._document
        document.check_attributes(target, {"clipPathUnits"})
        document.spend_on(target)
        own = document.own(target)
        document.check_refused(target, own)
        outer = parse_transform(own.get("transform", ""))
        if outer != IDENTITY and own.get("clip-path", "none") != "none":
            message = "a clip path with both transform and clip-path is not supported"
            raise RefusedError(target.place, message, "transform the shapes in it instead")
        through = (*through, target)
        parts = [part for child in target.children for part in self._parts(child, outer @ frame, measure, box, through)]
        document.budget.spend(sum(map(len, parts)), _ON)
        # Where there is one shape, what clips it clips the whole.
        clip = parts[0] if len(parts) == 1 else (self._union(target, parts),)
        if own.get("clip-path", "none") != "none":
            clip = (*clip, *self._named(target, own["clip-path"], measure, box, through))
        if len(clip) > MAX_CLIPS:
            raise self._too_many(target)
        return clip

    def _union(self, target: Element, parts: list[tuple[Area, ...]]) -> Area:
        joined = union(parts, self._document.budget)
        if joined is None:
            message = "the edges of the clip path cross or touch too often"
            raise RefusedError(target.place, message, "combine its shapes into one path")
        return joined if joined.path else NOTHING

    def _parts(
        self,
        child: Element,
        outer: Affine,
        measure: Measure,
        box: Callable[[], Rect | None],
        through: tuple[Element, ...],
    ) -> Iterator[tuple[Area, ...]]:
        """Yield the area that a child adds to a clip path, if any, followed by those that clip it."""
        document, name = self._document, child.name
        if name in _SKIPPED or name.startswith("{") or not applies(child):
            return
        chain = self._chain(child)
        if chain is None:
            return
        shape = chain[-1]
        if shape.name not in ATTRIBUTES:
            message = f"{shape.name} in a clip path is not supported"
            raise RefusedError(child.place, message, "convert it to one path")
        document.check_attributes(shape, ATTRIBUTES[shape.name])
        document.spend_on(child)
        matrix, clips = outer, tuple[Area, ...]()
        # The use's properties first, then those of the shape that it refers to.
        standing = document.standing(child)
        for element in chain:
            own = document.own(element)
            document.check_refused(element, own)
            if element is not child:
                standing = style.inherited(standing, own)
            if own.get("display") == "none" or not applies(element):
                return
            matrix = matrix @ parse_transform(own.get("transform", ""))
            if own.get("clip-path", "none") != "none":
                area_clips = self._named(element, own["clip-path"], measure, box, through)
                clips += tuple(self._moved(clip, matrix) for clip in area_clips)
            if element is not shape:
                x, y = (style.length(element.attributes.get(key, "0"), key, measure) for key in ("x", "y"))
                matrix = matrix @ translate(x, y)
        if standing["visibility"] != "visible":
            return
        path = document.path(shape, measure)
        if not path:
            return
        yield (self._moved(Area(path, by_even_odd(shape, standing["clip-rule"])), matrix), *clips)

    def _chain(self, child: Element) -> list[Element] | None:
        """Return a child of a clip path, and what it refers to where it is a use; None where that is not there."""
        chain = [child]
        while chain[-1].name == "use":
            element = chain[-1]
            self._document.check_attributes(element, _USE_ATTRIBUTES)
            self._document.budget.spend(_FOLLOWED, _ON)
            attributes = element.attributes
            target = self._document.target(element, attributes.get("href", ""), "use")
            if target is None:
                return None
            if target in chain or len(chain) >= MAX_CLIPS:
                raise RefusedError(child.place, "use in a clip path refers to itself", "refer to a shape")
            chain.append(target)
        return chain

    def _moved(self, area: Area, matrix: Affine) -> Area:
        if matrix == IDENTITY:
            return area
        self._document.spend_on_path(area.path, _ON)
        return area._replace(path=transformed(area.path, matrix))

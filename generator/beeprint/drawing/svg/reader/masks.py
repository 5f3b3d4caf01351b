"""Masks that are plain shapes: what is opaque and white shows, what is black hides, as a clip path would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from beeprint.base.colour import BLACK, WHITE
from beeprint.base.geometry import IDENTITY, Affine, Rect, path_box, rectangle, transformed, translate
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.clips import NOTHING, Clips
from beeprint.drawing.svg.reader.colours import colour
from beeprint.drawing.svg.reader.document import HINTS, TEXTS, Document, applies
from beeprint.drawing.svg.reader.limits import Budget, RefusedError
from beeprint.drawing.svg.reader.paint import by_even_odd
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.regions import Area, region, union
from beeprint.drawing.svg.reader.shapes import ATTRIBUTES
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.xml import Element

_ON = "masks"
# Budget: steps to follow a reference.
_FOLLOWED = 50
_MAX_LEVELS = 20
_SIDES = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
_KNOWN = {*_SIDES, "maskUnits", "maskContentUnits", "mask-type"}
_UNITS = "objectBoundingBox", "userSpaceOnUse"
_SKIPPED = {
    *TEXTS,
    "linearGradient",
    "radialGradient",
    "clipPath",
    "defs",
    "pattern",
    "mask",
    "filter",
    "marker",
    "style",
}
_GROUPS = {"g", "a"}
_USE_ATTRIBUTES = {"href", "x", "y", "width", "height"}
#: Measures the box round what is masked.
Box = Callable[[], Rect | None]


class _Shade(NamedTuple):
    """A shape in a mask: the areas that together cover it, and whether it shows or hides what lies there."""

    parts: tuple[Area, ...]
    shows: bool


class Masks:
    """The masks of a document that are plain shapes, each as areas that clip."""

    def __init__(self, document: Document, clips: Clips) -> None:
        self._document, self._clips = document, clips

    def of(self, element: Element, own: Mapping[str, str], measure: Measure, box: Box) -> tuple[Area, ...]:
        """Return the areas that together mask an element, in its own space; `box` measures the box round its shapes."""
        text = own.get("mask", "none")
        if text in ("none", ""):
            return ()
        document, key = self._document, style.reference(text)
        target = document.ids.get(key or "")
        if target is None and key:
            # It hides nothing then (CSS Masking 1, 7.1).
            document.warn_of_nothing(element, f"mask refers to #{key}", key, "hides nothing")
            return ()
        if target is None or target.name != "mask":
            raise RefusedError(element.place, f"mask does not refer to a mask: {text}", "refer to a mask, or remove it")
        document.budget.spend(_FOLLOWED, _ON)
        document.check_attributes(target, _KNOWN)
        own = document.own(target)
        document.check_refused(target, own)
        limits = self._limits(target, measure, box)
        frame = self._frame(target, "maskContentUnits", _UNITS[1], box)
        if limits is None or frame is None:
            return (NOTHING,)
        within = measure if frame == IDENTITY else Measure(1, 1, measure.em)
        reader = _Reader(document, self._clips, within, own.get("mask-type") == "alpha")
        shades = [*reader.shades(target, frame, document.standing(target), (), 0)]
        cover = _combined(target, shades, document.budget)
        for area in (cover, limits):
            document.spend_on_path(area.path, _ON)
        if path_box(limits.path).contains(path_box(cover.path)):
            return (cover,)
        return cover, limits

    def _frame(self, target: Element, key: str, default: str, box: Box) -> Affine | None:
        """Return the matrix from the units that an attribute names to user space; None for those of an empty box."""
        units = target.attributes.get(key, default).strip()
        if units not in _UNITS:
            raise RefusedError(target.place, f"{key} is {units!r}, not {' or '.join(_UNITS)}")
        if units == _UNITS[1]:
            return IDENTITY
        bounds = box()
        if bounds is None or not bounds.width or not bounds.height:
            return None
        return Affine(bounds.width, 0, 0, bounds.height, bounds.x, bounds.y)

    def _limits(self, target: Element, measure: Measure, box: Box) -> Area | None:
        """Return the area outside which a mask hides everything, None where it is empty."""
        frame = self._frame(target, "maskUnits", _UNITS[0], box)
        if frame is None:
            return None
        within = measure if frame == IDENTITY else Measure(1, 1, measure.em)
        sides = (style.length(target.attributes.get(key, text), key, within) for key, text in _SIDES.items())
        limits = Rect(*sides)
        if min(limits.width, limits.height) < 0:
            raise RefusedError(target.place, "width or height of the mask is negative")
        return Area(rectangle(frame.rect(limits))) if limits.width and limits.height else None


class _Reader:
    """Reads the shapes of one mask; `alpha`: it goes by opacity alone, whatever the colours."""

    def __init__(self, document: Document, clips: Clips, measure: Measure, alpha: bool) -> None:
        self._document, self._clips, self._measure, self._alpha = document, clips, measure, alpha

    def shades(
        self, parent: Element, outer: Affine, inherited: Mapping[str, str], cuts: tuple[Area, ...], level: int
    ) -> Iterator[_Shade]:
        """Yield the shapes below an element, in painting order; RefusedError for all that is not a plain shape.

        `outer` leads to user space, `cuts` are the areas that clip them there.
        """
        for child in parent.children:
            if child.name not in _SKIPPED and not child.name.startswith("{"):
                yield from self._shade(child, outer, inherited, cuts, level + 1)

    def _shade(
        self, child: Element, outer: Affine, inherited: Mapping[str, str], cuts: tuple[Area, ...], level: int
    ) -> Iterator[_Shade]:
        document, name = self._document, child.name
        if not (name in ATTRIBUTES or name in _GROUPS or name == "use"):
            raise _refused(child, f"{name} in a mask")
        if level > _MAX_LEVELS:
            raise _refused(child, "a mask nested this deeply")
        document.check_attributes(child, ATTRIBUTES.get(name, _USE_ATTRIBUTES if name == "use" else set()))
        document.spend_on(child)
        own = document.own(child)
        document.check_refused(child, own)
        if own.get("display") == "none" or not applies(child):
            return
        opacity = style.ratio(own.get("opacity", "1"))
        if opacity == 0:
            return
        if opacity != 1:
            raise _refused(child, "opacity in a mask")
        matrix, inherited_style = outer @ parse_transform(own.get("transform", "")), style.inherited(inherited, own)
        if own.get("clip-path", "none") != "none":
            cuts += self._cuts(child, own, matrix)
        if name == "use":
            attributes = child.attributes
            x, y = (style.length(attributes.get(key, "0"), key, self._measure) for key in ("x", "y"))
            target = document.target(child, attributes.get("href", ""), "use")
            if target is not None:
                yield from self._shade(target, matrix @ translate(x, y), inherited_style, cuts, level + 1)
        elif name in _GROUPS:
            yield from self.shades(child, matrix, inherited_style, cuts, level)
        else:
            yield from self._shape(child, matrix, inherited_style, cuts)

    def _cuts(self, child: Element, own: Mapping[str, str], matrix: Affine) -> tuple[Area, ...]:
        """Return the areas that an element's clip path makes, in the mask's space."""

        def box() -> Rect | None:
            if child.name not in ATTRIBUTES:
                raise _refused(child, f"a clip path in units of the box on {child.name} in a mask")
            path = self._document.path(child, self._measure)
            return path_box(path) if path else None

        clips = self._clips.of(child, own, self._measure, box)
        return tuple(Area(transformed(area.path, matrix), area.even_odd) for area in clips)

    def _shape(
        self, shape: Element, matrix: Affine, properties: Mapping[str, str], cuts: tuple[Area, ...]
    ) -> Iterator[_Shade]:
        document = self._document
        path = document.path(shape, self._measure)
        if not path or properties["visibility"] != "visible":
            return
        if self._is_stroked(properties):
            raise _refused(shape, "a stroke in a mask")
        if properties["fill"] == "none" or shape.name == "line":
            return
        try:
            shown, covers = colour(properties["fill"], document.current_colour(properties))
        except ValueError:
            raise _refused(shape, f"the fill {properties['fill']} in a mask") from None
        covers *= style.ratio(properties["fill-opacity"])
        if covers == 0:
            return
        shows = self._alpha or shown == WHITE
        if covers != 1 or not (shows or shown == BLACK):
            raise _refused(shape, "a shape in a mask that is neither black nor white")
        document.spend_on_path(path, _ON)
        area = Area(transformed(path, matrix), by_even_odd(shape, properties["fill-rule"]))
        yield _Shade((area, *cuts), shows)

    def _is_stroked(self, properties: Mapping[str, str]) -> bool:
        if properties["stroke"] == "none" or style.ratio(properties["stroke-opacity"]) == 0:
            return False
        return style.length(properties["stroke-width"], "stroke-width", self._measure) != 0


def _refused(element: Element, what: str) -> RefusedError:
    return RefusedError(element.place, f"{what} cannot be drawn exactly", HINTS["mask"])


def _combined(target: Element, shades: list[_Shade], budget: Budget) -> Area:
    """Return the area where the topmost shape shows."""
    budget.spend(sum(len(shade.parts) for shade in shades), _ON)
    first = next((number for number, shade in enumerate(shades) if shade.shows), len(shades))
    parts = [shade.parts for shade in shades[first:]]
    mask: Area | None = NOTHING
    if len(parts) == 1 and len(parts[0]) == 1:
        (mask,) = parts[0]
    elif parts and all(shade.shows for shade in shades[first:]):
        mask = union(parts, budget)
    elif parts:
        mask = _topmost(shades[first:], budget)
    if mask is None:
        raise _refused(target, "a mask whose edges cross or touch this often")
    return mask if mask.path else NOTHING


def _topmost(shades: list[_Shade], budget: Budget) -> Area | None:
    """Return the area where the last shape that covers a point shows, None where that is too complex."""
    areas = [(number, area) for number, shade in enumerate(shades) for area in shade.parts]

    def covered(turns: Counter[int]) -> bool:
        inside = [True] * len(shades)
        for index, (number, area) in enumerate(areas):
            inside[number] &= bool(turns[index] % 2 if area.even_odd else turns[index])
        return any(inside) and shades[max(number for number, within in enumerate(inside) if within)].shows

    topmost = region([area.path for _, area in areas], covered, budget)
    return None if topmost is None else Area(topmost)

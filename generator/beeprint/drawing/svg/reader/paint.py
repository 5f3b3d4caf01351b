"""Read how a shape is painted from inherited properties: fill, stroke and their order."""

from __future__ import annotations

import math

from beeprint.base.geometry import Path, Rect
from beeprint.drawing.drawing import Paint, Solid, Stroke
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.colours import colour
from beeprint.drawing.svg.reader.document import HINTS, Context, Document
from beeprint.drawing.svg.reader.gradients import check_gradient, gradient_chain, read_gradient
from beeprint.drawing.svg.reader.limits import RefusedError
from beeprint.drawing.svg.reader.paths import tight_box
from beeprint.drawing.svg.reader.xml import Element

_ORDER = ["fill", "stroke", "markers"]
_CONTEXT = {"context-fill": 0, "context-stroke": 1}


def read_paint(document: Document, element: Element, key: str, context: Context, path: Path) -> Paint | None:
    """Read a path's fill or stroke paint (`key`), None where it paints nothing."""
    text = context.style[key]
    if text == "none":
        return None
    opacity = style.ratio(context.style[f"{key}-opacity"])
    if text in _CONTEXT:
        return _of_shape(element, key, text, opacity, context)
    target = style.reference(text)
    if target is None:
        return _solid(document, text, opacity, context)
    gradient = document.ids.get(target)
    if gradient is None:
        # What is not there paints its fallback, else nothing (SVG 2, 13.2).
        if not style.fallback(text):
            document.warn_of_nothing(element, f"{key} refers to #{target}", target, "paints nothing")
        return fallen_back(document, key, context)
    if gradient.name not in ("linearGradient", "radialGradient"):
        hint = HINTS.get(gradient.name, "refer to a gradient, or write a colour")
        raise RefusedError(element.place, f"{key} refers to a {gradient.name}: {text}", hint)
    for link in gradient_chain(gradient, document.ids):
        check_gradient(document, link)
    document.spend_on_path(path, "gradients")
    box = tight_box(path) if path else Rect(0, 0, 0, 0)
    gradient_paint = read_gradient(document, gradient, box, _reach(context, key, box), opacity, context.measure)
    return fallen_back(document, key, context) if gradient_paint is None else gradient_paint


def fallen_back(document: Document, key: str, context: Context) -> Solid | None:
    """Return the fallback colour after the reference of a fill or stroke (`key`), None where it paints nothing."""
    word = style.fallback(context.style[key])
    opacity = style.ratio(context.style[f"{key}-opacity"])
    return None if word in ("", "none") else _solid(document, word, opacity, context)


def _solid(document: Document, text: str, opacity: float, context: Context) -> Solid:
    solid, own = colour(text, document.current_colour(context.style))
    return Solid(solid, opacity * own)


def _of_shape(element: Element, key: str, text: str, opacity: float, context: Context) -> Solid | None:
    """Return context-fill or context-stroke: the paint of the shape whose marker is drawn."""
    if context.shape is None:
        raise RefusedError(element.place, f"{key} is {text} outside a marker", "write the colour")
    paint = context.shape[_CONTEXT[text]]
    if paint is not None and not isinstance(paint, Solid):
        message = f"{key} is {text}, a gradient or pattern, which cannot be drawn exactly on a marker"
        raise RefusedError(element.place, message, "write a colour")
    return None if paint is None else Solid(paint.colour, paint.opacity * opacity)


def _reach(context: Context, key: str, box: Rect) -> Rect:
    """Return the box that the paint may cover: a stroke extends beyond its shape."""
    if key == "fill":
        return box
    width = style.length(context.style["stroke-width"], "stroke-width", context.measure)
    mitre = style.number(context.style["stroke-miterlimit"], "stroke-miterlimit")
    return box.grow(
        max(0.0, width) / 2 * max(math.sqrt(2), mitre if context.style["stroke-linejoin"] == "miter" else 0)
    )


def read_stroke(document: Document, paint: Paint, context: Context, scaled: bool = False) -> Stroke | None:
    """Read the stroke from inherited properties, None where it has no width; `scaled`: there is a pathLength."""
    values, measure = context.style, context.measure
    width = style.length(values["stroke-width"], "stroke-width", measure)
    miter = style.number(values["stroke-miterlimit"], "stroke-miterlimit")
    if width < 0:
        raise ValueError("stroke-width is negative")
    if width == 0:
        return None
    if miter < 0:
        raise ValueError("stroke-miterlimit is negative; write 1 or more")
    dashes: tuple[float, ...] = ()
    if values["stroke-dasharray"] not in ("none", ""):
        document.budget.spend(len(values["stroke-dasharray"]) / 2, "dashes")
        parts = values["stroke-dasharray"].replace(",", " ").split()
        dashes = tuple(style.length(part, "dash", measure) for part in parts)
        if min(dashes, default=0) < 0:
            raise ValueError("a dash is negative")
        # An odd list is read twice over (SVG 1.1, 11.4); all zeros is a solid line.
        dashes = (dashes * 2 if len(dashes) % 2 else dashes) if any(dashes) else ()
        if dashes and scaled:
            raise ValueError("dashes with pathLength are not supported; write actual lengths and remove pathLength")
    offset = style.length(values["stroke-dashoffset"], "stroke-dashoffset", measure)
    cap, join = values["stroke-linecap"], values["stroke-linejoin"]
    if 0 in dashes[::2]:
        dashes, offset = _without_dots(dashes, offset) if cap == "butt" else _dots(dashes, offset, width)
        if not dashes:
            return None
    # No mitre is shorter than the line is wide, so that a limit below 1 bevels all corners, as 1 does.
    return Stroke(paint, width, cap, join, max(1.0, miter), dashes, offset)


def _dots(dashes: tuple[float, ...], offset: float, width: float) -> tuple[tuple[float, ...], float]:
    """Give dashes of no length a little of the gap behind, so that every program turns their caps along the line.

    They begin half of that later: one that begins on a corner of the line is drawn in part by some programs.
    """
    points: list[float] = []
    least = width / 1000
    for dash, gap in zip(dashes[::2], dashes[1::2], strict=True):
        least = least if dash else min(least, gap)
        points += (dash, gap) if dash else (min(width / 1000, gap), gap - min(width / 1000, gap))
    return tuple(points), offset - least / 2


def _without_dots(dashes: tuple[float, ...], offset: float) -> tuple[tuple[float, ...], float]:
    """Join the gaps round dashes of no length, which paint nothing without caps; no dashes where none is left."""
    pairs = [*zip(dashes[::2], dashes[1::2], strict=True)]
    first = next((index for index, (dash, _) in enumerate(pairs) if dash), None)
    if first is None:
        return (), 0.0
    kept_path: list[float] = []
    for dash, gap in (*pairs[first:], *pairs[:first]):
        if dash:
            kept_path += (dash, gap)
        else:
            kept_path[-1] += gap
    return tuple(kept_path), offset - sum(gap for _, gap in pairs[:first])


def by_even_odd(element: Element, rule: str) -> bool:
    """Return whether a fill rule makes a difference to a shape: those of one plain outline have no holes."""
    return rule == "evenodd" and element.name not in ("rect", "circle", "ellipse", "line")


def paint_order(text: str) -> list[str]:
    """Return fill, stroke and markers in the order they are painted."""
    if text == "normal":
        return _ORDER
    named = text.split()
    if len(set(named)) != len(named) or not set(named) <= set(_ORDER):
        raise ValueError(f"paint-order is {text!r}; write normal, or fill, stroke and markers in the order wanted")
    return named + [part for part in _ORDER if part not in named]

"""SVG's gradients in normal form: in user space, references resolved, stops whole."""

from __future__ import annotations

from collections.abc import Mapping

from beeprint.colour import Colour
from beeprint.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop
from beeprint.geometry import IDENTITY, Affine, Point, Rect
from beeprint.svg import style
from beeprint.svg.document import Element
from beeprint.svg.paths import parse_transform

_MAX_CHAIN = 16


def read_gradient(
    element: Element, ids: Mapping[str, Element], box: Rect, opacity: float, current: Colour
) -> Paint | None:
    """Return the paint of a gradient over a box; None where it paints nothing; ValueError for what is not drawn."""
    chain = gradient_chain(element, ids)
    attributes: dict[str, str] = {}
    for link in reversed(chain):
        attributes |= {key: value for key, value in link.attributes.items() if key != "id"}
    if attributes.get("spreadMethod", "pad") != "pad":
        raise ValueError(f"a gradient's spreadMethod {attributes['spreadMethod']} is not drawn; use pad")
    stops = next((found for link in chain if (found := _stops(link, current))), ())
    if not stops:
        return None
    if len(stops) == 1:
        return Solid(stops[0].colour, stops[0].opacity * opacity)
    relative = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    frame = Affine(box.width, 0, 0, box.height, box.x, box.y) if relative else IDENTITY
    if relative and (not box.width or not box.height):
        return None
    transform = frame @ parse_transform(attributes.get("gradientTransform", ""))

    def value(key: str, default: str) -> float:
        text = attributes.get(key, default if relative else default.removesuffix("%"))
        if text.strip().endswith("%"):
            if not relative:
                raise ValueError(f"a gradient's {key} in percent of the page is not drawn; write a number")
            return style.length(text.strip()[:-1], key) / 100
        return style.length(text, key)

    if element.name == "linearGradient":
        start, end = Point(value("x1", "0%"), value("y1", "0%")), Point(value("x2", "100%"), value("y2", "0%"))
        if start == end:
            return Solid(stops[-1].colour, stops[-1].opacity * opacity)
        return LinearGradient(start, end, stops, transform, opacity)
    centre, radius = Point(value("cx", "50%"), value("cy", "50%")), value("r", "50%")
    focus = Point(*(value(key, "") if key in attributes else own for key, own in (("fx", centre.x), ("fy", centre.y))))
    if radius <= 0:
        return Solid(stops[-1].colour, stops[-1].opacity * opacity)
    if style.length(attributes.get("fr", "0").removesuffix("%"), "fr"):
        raise ValueError("a gradient's fr is not drawn")
    return RadialGradient(centre, radius, focus, stops, transform, opacity)


def gradient_chain(element: Element, ids: Mapping[str, Element]) -> list[Element]:
    """Return the gradient and those it takes attributes and stops from."""
    chain = [element]
    while len(chain) <= _MAX_CHAIN:
        link = chain[-1].attributes
        href = link.get("href", link.get("xlink:href"))
        if href is None:
            return chain
        target = ids.get(href.removeprefix("#"))
        if target is None or target in chain or target.name not in ("linearGradient", "radialGradient"):
            raise ValueError(f"a gradient refers to {href}, which is no other gradient of the file")
        chain.append(target)
    raise ValueError("gradients refer to each other without end")


def _stops(element: Element, current: Colour) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in element.children:
        if child.name != "stop":
            continue
        found = style.properties(child.attributes)
        colour, own = style.colour(found.get("stop-color", "black"), current)
        opacity = style.ratio(found.get("stop-opacity", "1")) * own
        offset = style.ratio(child.attributes.get("offset", "0"))
        stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), colour, opacity))
    return tuple(stops)

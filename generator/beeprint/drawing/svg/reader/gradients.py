"""Read gradients in normal form: in user space, with references, stops and repetitions resolved."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Point, Rect
from beeprint.drawing.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.colours import colour
from beeprint.drawing.svg.reader.document import TEXTS, Document
from beeprint.drawing.svg.reader.limits import Budget
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.xml import Element

_MAX_CHAIN = 16
# Budget: steps for a stop when it is read, when a repetition adds one, and each time it is painted with.
_READ, _MADE, _PAINTED = 40, 20, 5
#: The most stops that repetitions may need.
MAX_STOPS = 2_000
_SHARED = {"gradientUnits", "gradientTransform", "spreadMethod"}
_PLACES = {"linearGradient": {"x1", "y1", "x2", "y2"}, "radialGradient": {"cx", "cy", "r", "fx", "fy", "fr"}}
_ATTRIBUTES = {"href", *_SHARED}.union(*_PLACES.values())
# How near to its circle, as a share of the radius, a focus is taken to lie on it.
_ON_CIRCLE = 0.001


def read_gradient(
    document: Document, element: Element, box: Rect, reach: Rect, opacity: float, measure: Measure
) -> Paint | None:
    """Read the paint of a gradient over a box; None where it paints nothing; ValueError where it is not supported.

    `reach` is the area covered, which repetitions have to fill.
    """
    chain = gradient_chain(element, document.ids)
    document.budget.spend(sum(len(link.attributes) for link in chain), "gradients")
    stops = next((own_stops for link in chain if (own_stops := _stops(document, link))), ())
    if not stops:
        return None
    document.budget.spend(_PAINTED * (len(stops) + 10), "gradients")
    if len(stops) == 1:
        return _one_colour(stops[0], opacity)
    attributes = _attributes(chain)
    relative = _word(attributes, "gradientUnits", ("objectBoundingBox", "userSpaceOnUse")) == "objectBoundingBox"
    spread = _word(attributes, "spreadMethod", ("pad", "reflect", "repeat"))
    frame = Affine(box.width, 0, 0, box.height, box.x, box.y) if relative else IDENTITY
    if relative and (not box.width or not box.height):
        return None  # an empty box has no units: the fallback colour after the reference applies (SVG 1.1, 13.2.2)
    within = parse_transform(attributes.get("gradientTransform", ""))
    if within.a * within.d == within.b * within.c:
        name = element.attributes.get("id", "")
        raise ValueError(f"the gradientTransform of gradient {name} flattens it to nothing; remove that attribute")
    transform = frame @ within
    lengths = _Lengths(attributes, Measure(1, 1, measure.em) if relative else measure)
    if element.name == "linearGradient":
        line = _line(lengths, stops, transform, opacity)
        if spread == "pad" or isinstance(line, Solid):
            return line
        return _line_spread(line, spread, reach, document.budget)
    circle = _circle(lengths, spread, stops, transform, opacity)
    if spread == "pad" or isinstance(circle, Solid):
        return circle
    return _circle_spread(circle, spread, reach, document.budget)


class _Lengths(NamedTuple):
    """The lengths in a gradient's attributes, in its own space; `measure` resolves relative ones."""

    attributes: Mapping[str, str]
    measure: Measure

    def of(self, key: str, default: str) -> float:
        return style.length(self.attributes.get(key, default), key, self.measure)


def _attributes(chain: Sequence[Element]) -> dict[str, str]:
    """Return a gradient's attributes, missing ones taken from the gradients it refers to.

    Places come from gradients of its own kind only: a radial gradient has no x1 to pass on.
    """
    values: dict[str, str] = {}
    for link in reversed(chain):
        own = _SHARED | _PLACES[chain[0].name] & _PLACES[link.name]
        values |= {key: value for key, value in link.attributes.items() if key in own}
    return values


def _one_colour(stop: Stop, opacity: float) -> Solid:
    return Solid(stop.colour, stop.opacity * opacity)


def _agree(stops: tuple[Stop, ...]) -> bool:
    """Return whether all stops have one colour and one opacity, as a swatch of Inkscape has."""
    return len({(stop.colour, stop.opacity) for stop in stops}) == 1


def _line(lengths: _Lengths, stops: tuple[Stop, ...], transform: Affine, opacity: float) -> LinearGradient | Solid:
    """Make a linear gradient; where it has no length or its stops agree, its last colour."""
    start = Point(lengths.of("x1", "0%"), lengths.of("y1", "0%"))
    end = Point(lengths.of("x2", "100%"), lengths.of("y2", "0%"))
    flat = start == end or _agree(stops)
    return _one_colour(stops[-1], opacity) if flat else LinearGradient(start, end, stops, transform, opacity)


def _circle(
    lengths: _Lengths, spread: str, stops: tuple[Stop, ...], transform: Affine, opacity: float
) -> RadialGradient | Solid:
    """Make a radial gradient, its inner circle folded into the stops; where it has no size, its last colour.

    Stops that agree make one colour too, unless the focus is outside the circle, where part of the plane stays bare.
    The focus is the centre by default.
    """
    centre, radius = Point(lengths.of("cx", "50%"), lengths.of("cy", "50%")), lengths.of("r", "50%")
    x, y = (
        lengths.of(key, "") if key in lengths.attributes else own for key, own in (("fx", centre.x), ("fy", centre.y))
    )
    focus = Point(x, y)
    if radius < 0:
        raise ValueError("a gradient's radius is negative")
    if radius == 0:
        return _one_colour(stops[-1], opacity)
    if abs(math.dist(focus, centre) - radius) < _ON_CIRCLE * radius:
        raise ValueError(
            "the focus (fx, fy) of a gradient lies on the gradient's own rim, which programs draw differently; "
            "move it towards the gradient's centre"
        )
    if _agree(stops) and math.dist(focus, centre) < radius:
        return _one_colour(stops[-1], opacity)
    inner = lengths.of("fr", "0")
    if inner:
        if focus != centre or not 0 < inner < radius:
            raise ValueError(
                "a gradient's fr is supported only where both circles share a centre and fr is less than r"
            )
        if spread != "pad":
            raise ValueError(f"a gradient's spreadMethod {spread} with an fr is not supported; use pad")
        stops = tuple(replace(stop, offset=(inner + stop.offset * (radius - inner)) / radius) for stop in stops)
    return RadialGradient(centre, radius, focus, stops, transform, opacity)


def _word(attributes: Mapping[str, str], key: str, known: tuple[str, ...]) -> str:
    word = attributes.get(key, known[0]).strip()
    if word not in known:
        raise ValueError(f"a gradient's {key} is {word!r}, not {' or '.join(known)}")
    return word


# repetitions -------------------------------------------------------------------------------------------------------


def _corners(transform: Affine, reach: Rect) -> list[Point]:
    """Return the corners of the covered area in the gradient's own space."""
    try:
        back = transform.inverse()
    except ZeroDivisionError:
        raise ValueError("a gradient whose gradientTransform has no inverse cannot be repeated; use pad") from None
    return [back.point(*corner) for corner in reach.corners]


def _line_spread(paint: LinearGradient, spread: str, reach: Rect, budget: Budget) -> LinearGradient:
    (x, y), (x2, y2) = paint.start, paint.end
    dx, dy = x2 - x, y2 - y
    along = [((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy) for px, py in _corners(paint.transform, reach)]
    first, last = _periods(min(along), max(along))
    start, end = Point(x + first * dx, y + first * dy), Point(x + last * dx, y + last * dy)
    return replace(paint, start=start, end=end, stops=_repeated(paint.stops, spread, first, last, budget))


def _circle_spread(paint: RadialGradient, spread: str, reach: Rect, budget: Budget) -> RadialGradient:
    """Enlarge a gradient's circle about its focus by as many periods as the covered area needs."""
    (fx, fy), radius = paint.focus, paint.radius
    cx, cy = paint.centre.x - fx, paint.centre.y - fy
    # The circle at t has its centre at t c and the radius t r, seen from the focus; |p - t c| = t r solved for t.
    a = radius * radius - cx * cx - cy * cy
    if a <= 1e-6 * radius * radius:
        raise ValueError(
            f"a gradient's spreadMethod {spread} with a focus outside its circle is not supported; use pad"
        )
    far = 1.0
    for px, py in _corners(paint.transform, reach):
        x, y = px - fx, py - fy
        b = x * cx + y * cy
        far = max(far, (math.sqrt(b * b + a * (x * x + y * y)) - b) / a)
    _, last = _periods(0.0, far)
    centre = Point(fx + cx * last, fy + cy * last)
    return replace(paint, centre=centre, radius=radius * last, stops=_repeated(paint.stops, spread, 0, last, budget))


def _periods(low: float, high: float) -> tuple[int, int]:
    if not high - low < MAX_STOPS:
        raise ValueError(f"a gradient is repeated more than {MAX_STOPS:,} times; enlarge it")
    first = math.floor(low)
    return first, max(math.ceil(high), first + 1)


def _repeated(stops: tuple[Stop, ...], spread: str, first: int, last: int, budget: Budget) -> tuple[Stop, ...]:
    """Return the stops of all periods from `first` to `last`; `reflect` reverses every other one."""
    count = last - first
    if count * (len(stops) + 2) > MAX_STOPS:
        raise ValueError(f"a gradient's repetitions need more than {MAX_STOPS:,} stops; enlarge it")
    budget.spend(_MADE * count * (len(stops) + 2), "gradients")
    once = list(stops)
    if once[0].offset > 0:
        once.insert(0, replace(once[0], offset=0.0))
    if once[-1].offset < 1:
        once.append(replace(once[-1], offset=1.0))
    turned = [replace(stop, offset=1 - stop.offset) for stop in reversed(once)]
    return tuple(
        replace(stop, offset=(period - first + stop.offset) / count)
        for period in range(first, last)
        for stop in (turned if spread == "reflect" and period % 2 else once)
    )


# chains and stops ----------------------------------------------------------------------------------------


def gradient_chain(element: Element, ids: Mapping[str, Element]) -> list[Element]:
    """Return the gradient and those it inherits attributes and stops from."""
    chain = [element]
    while len(chain) <= _MAX_CHAIN:
        link = chain[-1].attributes
        href = link.get("href")
        if href is None:
            return chain
        target = ids.get(href.strip().removeprefix("#"))
        if target is None or target in chain or target.name not in ("linearGradient", "radialGradient"):
            raise ValueError(f"a gradient refers to {href}, which is not another gradient in the file")
        chain.append(target)
    raise ValueError(f"more than {_MAX_CHAIN} gradients refer to each other in a row")


def check_gradient(document: Document, link: Element) -> None:
    """Note, once, what cannot be drawn in a gradient and its stops."""
    if link in document.checked:
        return
    document.checked.add(link)
    document.check_attributes(link, _ATTRIBUTES)
    document.check_refused(link, document.own(link))
    for stop in link.children:
        if stop.name == "stop":
            document.check_attributes(stop, {"offset"})
            document.check_refused(stop, document.own(stop))
        elif stop.name not in TEXTS and not stop.name.startswith("{"):
            document.refuse(stop)


def _stops(document: Document, element: Element) -> tuple[Stop, ...]:
    """Return a gradient's own stops, read once."""
    gradient_stops = document.stops.get(element)
    if gradient_stops is None:
        document.budget.spend(_READ * len(element.children), "gradients")
        gradient_stops = document.stops[element] = _read_stops(document, element)
    return gradient_stops


def _read_stops(document: Document, element: Element) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in element.children:
        if child.name != "stop":
            continue
        properties = document.own(child)
        word = properties.get("stop-color", "black")
        current: Colour = document.current_colour(document.standing(child))
        shown, own = colour(word, current)
        opacity = style.ratio(properties.get("stop-opacity", "1")) * own
        offset = style.ratio(child.attributes.get("offset", "0"))
        stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), shown, opacity))
    return tuple(stops)

"""Convert SVG's basic shapes to paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from beeprint.base.geometry import Path, Rect, ellipse, line, polygon, rectangle
from beeprint.drawing.svg.reader.paths import numbers
from beeprint.drawing.svg.reader.style import Measure, length

#: The attributes of each shape, presentation attributes apart.
ATTRIBUTES = {
    "path": {"d", "pathLength"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
}


def shape_path(name: str, attributes: Mapping[str, str], measure: Measure | None = None) -> Path:
    """Convert a basic shape to a path, empty where it has no size; ValueError where a number is bad.

    `measure` resolves relative lengths.
    """

    def value(key: str) -> float:
        return length(attributes.get(key, "0"), key, measure)

    if name == "rect":
        return _rect(attributes, value)
    if name == "circle":
        return _ellipse(value("r"), value("r"), value)
    if name == "ellipse":
        return _ellipse(*_radii(attributes, value), value)
    if name == "line":
        return line((value("x1"), value("y1")), (value("x2"), value("y2")))
    return _through(attributes.get("points", ""), closed=name == "polygon")


def _rect(attributes: Mapping[str, str], value: Callable[[str], float]) -> Path:
    box = Rect(value("x"), value("y"), value("width"), value("height"))
    if min(box.width, box.height) < 0:
        raise ValueError("width or height is negative")
    if not box.width or not box.height:
        return ()
    across, down = _radii(attributes, value)
    if min(across, down) < 0:
        raise ValueError("a radius is negative")
    return rectangle(box, across, down)


def _radii(attributes: Mapping[str, str], value: Callable[[str], float]) -> tuple[float, float]:
    """Return rx and ry: a missing one equals the other (SVG 2, 10.4), also where that is a percentage."""
    rx, ry = (None if attributes.get(key, "auto").strip() == "auto" else value(key) for key in ("rx", "ry"))
    return (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0


def _ellipse(rx: float, ry: float, value: Callable[[str], float]) -> Path:
    if min(rx, ry) < 0:
        raise ValueError("a radius is negative")
    return ellipse(value("cx"), value("cy"), rx, ry) if rx and ry else ()


def _through(text: str, closed: bool) -> Path:
    """Return the path through a list of points, empty without any."""
    parsed = numbers(text)
    if len(parsed) % 2:
        raise ValueError("points has an odd number of coordinates")
    points = list(zip(parsed[::2], parsed[1::2], strict=True))
    if not points:
        return ()
    return polygon(points) if closed else line(*points)

"""The page of an SVG file and its viewports: their boxes, and how a viewBox is fitted into them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from beeprint.base.geometry import MM_PER_INCH, Affine, Rect, scale, translate
from beeprint.drawing.drawing import rounded_rect
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.paths import numbers
from beeprint.drawing.svg.reader.style import Measure

ATTRIBUTES = {"width", "height", "viewBox", "preserveAspectRatio", "x", "y"}
_TO_MM = MM_PER_INCH / 96
#: The sides that a page may have, in mm, and those of a viewBox.
_LEAST, _MOST = 1e-3, 1e7
# Sizes that follow from the viewBox, and the default font size.
_AUTO, _EM = {"auto", "", "inherit", "initial", "unset", "fit-content", "max-content", "min-content"}, 16.0
_FIT = re.compile(r"(?:defer )?(none|x(Min|Mid|Max)Y(Min|Mid|Max))( meet| slice)?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def with_style(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the attributes of the outermost svg, their width and height replaced by those in its style."""
    if "style" not in attributes:
        return attributes
    values = style.declarations(attributes["style"])
    return {**attributes, **{key: values[key] for key in ("width", "height") if key in values}}


def read_page(attributes: Mapping[str, str]) -> tuple[Rect, Affine | None]:
    """Read the page and the matrix from user units to it, None where a unit is a millimetre already."""
    attributes = with_style(attributes)
    view = view_box(attributes)
    width, height = (_size(attributes, key) for key in ("width", "height"))
    if view is None:
        if width is None or height is None:
            raise ValueError("the picture has neither a viewBox nor a width and height; give it a viewBox")
        view = Rect(0, 0, width / _TO_MM, height / _TO_MM)
    if width is None:
        width = view.width if height is None else view.width * height / view.height
    if height is None:
        height = view.height * width / view.width
    if width <= 0 or height <= 0:
        raise ValueError("the picture has no size")
    if not all(_LEAST <= side <= _MOST for side in (width, height, view.width, view.height)):
        sizes = f"{width:g} x {height:g} mm, its viewBox {view.width:g} x {view.height:g}"
        raise ValueError(f"the picture is {sizes}; sides may be {_LEAST:g} to {_MOST:,.0f}")
    x, y = width / view.width, height / view.height
    if abs(x - 1) < 1e-4 and abs(y - 1) < 1e-4:
        return rounded_rect(view), None
    return rounded_rect(Rect(0, 0, width, height)), fit(attributes, view, width, height)


def user_size(attributes: Mapping[str, str]) -> Measure:
    """Return the page's size in user units, which percentages refer to."""
    attributes = with_style(attributes)
    view = view_box(attributes)
    if view is not None:
        return Measure(view.width, view.height)
    width, height = (_size(attributes, key) or 0.0 for key in ("width", "height"))
    return Measure(width / _TO_MM, height / _TO_MM)


def viewport(
    attributes: Mapping[str, str], measure: Measure, size: Mapping[str, str]
) -> tuple[Rect, Affine, Measure] | None:
    """Return the box of a nested svg or symbol, the matrix of its content, and the measure inside.

    `size` is the width and height given by a use, which override its own. None where it has no size.
    """
    x, y = (style.length(attributes.get(key, "0"), key, measure) for key in ("x", "y"))
    wanted = (size.get(key, attributes.get(key, "auto")).strip() for key in ("width", "height"))
    width, height = (
        style.length("100%" if text == "auto" else text, key, measure)
        for key, text in zip(("width", "height"), wanted, strict=True)
    )
    if width < 0 or height < 0:
        raise ValueError("width or height is negative")
    view = None if is_empty(attributes) else view_box(attributes)
    if not width or not height or is_empty(attributes):
        return None
    box = Rect(x, y, width, height)
    if view is None:
        return box, translate(x, y), Measure(width, height, measure.em)
    return box, translate(x, y) @ fit(attributes, view, width, height), Measure(view.width, view.height, measure.em)


def is_empty(attributes: Mapping[str, str]) -> bool:
    """Return whether a viewBox has no width or height, which hides its content (SVG 1.1, 7.7)."""
    values = numbers(attributes.get("viewBox", ""))
    return len(values) == 4 and min(values[2:]) == 0


def _size(attributes: Mapping[str, str], key: str) -> float | None:
    text = attributes.get(key, "auto").strip()
    if text in _AUTO or text.endswith("%"):
        return None
    # Icons of the web are as large as a letter.
    return style.length(text.replace("rem", "em"), key, Measure(0, 0, _EM)) * _TO_MM


def view_box(attributes: Mapping[str, str]) -> Rect | None:
    """Return the viewBox, None without one; ValueError where it is bad."""
    text = attributes.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError(f"viewBox is {text!r}, not x, y, width and height")
    return Rect(*values)


def fit(attributes: Mapping[str, str], view: Rect, width: float, height: float) -> Affine:
    """Return the matrix that fits a view into a size by preserveAspectRatio; a slice overflows it."""
    text = " ".join(attributes.get("preserveAspectRatio", "").split()) or "xMidYMid"
    match = _FIT.fullmatch(text)
    if not match:
        raise ValueError(f"preserveAspectRatio is {text!r}, not none or a value such as xMidYMid")
    x, y = width / view.width, height / view.height
    if match[1] == "none":
        return scale(x, y) @ translate(-view.x, -view.y)
    factor = max(x, y) if match[4] == " slice" else min(x, y)
    dx, dy = (width - view.width * factor) * _SHARE[match[2]], (height - view.height * factor) * _SHARE[match[3]]
    return translate(dx, dy) @ scale(factor) @ translate(-view.x, -view.y)

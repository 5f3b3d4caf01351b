"""The page of an SVG file: its box in mm and how its viewBox comes to fill it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from beeprint.drawing import rounded_rect
from beeprint.geometry import MM_PER_INCH, Affine, Rect, scale, translate
from beeprint.svg.paths import numbers
from beeprint.svg.style import length

ATTRIBUTES = {"width", "height", "viewBox", "preserveAspectRatio", "x", "y"}
_TO_MM = MM_PER_INCH / 96
_FIT = re.compile(r"(?:defer )?(none|x(Min|Mid|Max)Y(Min|Mid|Max))( meet| slice)?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def read_page(attributes: Mapping[str, str]) -> tuple[Rect, Affine | None]:
    """Return the page and the matrix from user units to it, None where a unit is a millimetre already."""
    view = _view_box(attributes)
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
    x, y = width / view.width, height / view.height
    if abs(x - 1) < 1e-4 and abs(y - 1) < 1e-4:
        return rounded_rect(view), None
    return rounded_rect(Rect(0, 0, width, height)), _page_fit(attributes, view, width, height)


def _size(attributes: Mapping[str, str], key: str) -> float | None:
    text = attributes.get(key, "auto").strip()
    return None if text == "auto" or text.endswith("%") else length(text, key) * _TO_MM


def _view_box(attributes: Mapping[str, str]) -> Rect | None:
    text = attributes.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError(f"viewBox is {text!r}, not x, y, width and height")
    return Rect(*values)


def _page_fit(attributes: Mapping[str, str], view: Rect, width: float, height: float) -> Affine:
    matrix = fit(attributes, view, width, height)
    if "slice" in attributes.get("preserveAspectRatio", "") and abs(width / view.width - height / view.height) > 1e-4:
        raise ValueError("preserveAspectRatio slice is not read; crop the page to the picture")
    return matrix


def fit(attributes: Mapping[str, str], view: Rect, width: float, height: float) -> Affine:
    """Return the matrix that makes a view fill a size as preserveAspectRatio says; a slice reaches beyond it."""
    text = " ".join(attributes.get("preserveAspectRatio", "").split()) or "xMidYMid"
    match = _FIT.fullmatch(text)
    if not match:
        raise ValueError(f"preserveAspectRatio is {text!r}, not none or such as xMidYMid")
    x, y = width / view.width, height / view.height
    if match[1] == "none":
        return scale(x, y) @ translate(-view.x, -view.y)
    factor = max(x, y) if match[4] == " slice" else min(x, y)
    dx, dy = (width - view.width * factor) * _SHARE[match[2]], (height - view.height * factor) * _SHARE[match[3]]
    return translate(dx, dy) @ scale(factor) @ translate(-view.x, -view.y)

"""Animations: a picture shows its first moment, which most animations begin with what the file draws anyway."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from beeprint.base.geometry import IDENTITY
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.paths import numbers, parse_transform
from beeprint.drawing.svg.reader.xml import Element

ANIMATIONS = {"animate", "animateColor", "animateMotion", "animateTransform", "set", "discard"}
# Values of begin that wait for an interaction, or never start by themselves.
_AT_A_READER = re.compile(
    r"(?:[\w-]+\.)?(?:click|mouse(?:down|up|over|move|out)|focus(?:in|out)|activate|key(?:down|up|press))(?:\s*[+].*)?"
    r"|accessKey\(.\).*|indefinite"
)
# Values of begin after the picture's first moment: a clock value above 0, alone or after another animation's begin, and
# any animation's end.
_LATER = re.compile(
    r"(?:[\w-]+\.begin\s*\+\s*|\+?\s*)(?=[\d:.]*[1-9])(?:\d+:){0,2}\d*\.?\d+\s*(?:h|min|s|ms|)"
    r"|[\w-]+\.end(?:\s*\+\s*[\d:.]+\s*(?:h|min|s|ms|))?"
)
_AT_ONCE = re.compile(r"\+?(?:0+:){0,2}0*\.?0+\s*(?:h|min|s|ms|)")
# How far numbers may differ that count as equal.
_SAME = 1e-6


def _beginnings(element: Element) -> list[str]:
    return [part.strip() for part in element.attributes.get("begin", "0").split(";")]


def begins(element: Element) -> bool:
    """Return whether an animation runs at the picture's first moment, or may run then."""
    return not all(_AT_A_READER.fullmatch(part) or _LATER.fullmatch(part) for part in _beginnings(element))


def begins_later(element: Element) -> bool:
    """Return whether an animation begins by itself after the picture's first moment."""
    return any(map(_LATER.fullmatch, _beginnings(element)))


def begins_as_drawn(element: Element, parent: Element) -> bool:
    """Return whether an animation that begins at once begins with the value that its parent has in the file."""
    attributes = element.attributes
    if not all(map(_AT_ONCE.fullmatch, _beginnings(element))) or "href" in attributes:
        return False
    first = attributes.get("values", "").partition(";")[0].strip() or attributes.get("from", "").strip()
    name = attributes.get("attributeName", "")
    if element.name == "animateTransform" and first:
        return _is_same_transform(first, attributes, parent)
    if element.name != "animate":
        return False
    # From what is there already, to or by something (SMIL 3, 12.4).
    return _is_same(first, _base(name, parent)) if first else "to" in attributes or "by" in attributes


def _base(name: str, parent: Element) -> str:
    """Return the value that an element has without the animation; an attribute that it lacks is 0."""
    initial = {**style.INITIAL, "opacity": "1", "stop-opacity": "1", "display": "inline"}
    own: Mapping[str, str] = style.properties(parent.attributes) if style.is_property(name) else parent.attributes
    return own.get(name, initial.get(name, "0"))


def _is_same(text: str, other: str) -> bool:
    """Return whether two values are the same text or the same numbers."""
    try:
        pairs = zip(numbers(text), numbers(other), strict=True)
        return all(math.isclose(a, b, abs_tol=_SAME) for a, b in pairs)
    except ValueError:
        return " ".join(text.split()).lower() == " ".join(other.split()).lower()


def _is_same_transform(first: str, attributes: Mapping[str, str], parent: Element) -> bool:
    """Return whether the first transform of an animation leaves its parent where it is."""
    try:
        begin = parse_transform(f"{attributes.get('type', 'translate')}({first})")
        added = attributes.get("additive") == "sum"
        base = IDENTITY if added else parse_transform(parent.attributes.get("transform", ""))
    except ValueError:
        return False
    return all(math.isclose(a, b, abs_tol=_SAME) for a, b in zip(begin, base, strict=True))

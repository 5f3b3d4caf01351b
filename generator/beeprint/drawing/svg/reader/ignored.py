"""Values of properties that every program ignores: what is drawn is as if the file did not have them."""

from __future__ import annotations

import re
from collections.abc import Mapping

# The words that a property has; another word counts as not there (CSS 2.1, 4.2).
_WORDS = {
    "stroke-linejoin": ("miter", "round", "bevel"),
    "stroke-linecap": ("butt", "round", "square"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
_COLOURS = ("fill", "stroke", "color", "stop-color")
#: Properties that may have a value worth a warning.
CHECKED = frozenset((*_WORDS, *_COLOURS, "stroke-miterlimit"))
_EVERYWHERE = ("inherit", "initial", "unset", "revert", "revert-layer")
# A colour that begins with a digit, a dot or # and has too few digits, too many, or others: no slip of the pen can be
# read from it, as it can from a name.
_NO_COLOUR = re.compile(r"#(?!(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?:\s|$)).*|[\d.].*", re.IGNORECASE)


def unusable(name: str, value: str) -> str:
    """Return what to write instead of a value that every program ignores, empty for any other value."""
    if name in _WORDS:
        words = _WORDS[name]
        return "" if value in words or value in _EVERYWHERE else f"write {', '.join(words[:-1])} or {words[-1]}"
    return "write it as #rrggbb" if name in _COLOURS and _NO_COLOUR.fullmatch(value) else ""


def without(own: Mapping[str, str], names: set[str], attributes: Mapping[str, str]) -> dict[str, str]:
    """Return properties without those named, each as its attribute has it if a style had overridden that."""
    kept = {name: value for name, value in own.items() if name not in names}
    for name in names:
        value = attributes.get(name, "").strip()
        if value and not unusable(name, value):
            kept[name] = value
    return kept

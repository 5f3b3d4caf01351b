"""Say where on a card the columns of a table are printed, as the layout that was written for them says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from beeprint.sources.nodes import read_yaml

#: Down to which part of a card's height things stand at its top, and from which at its foot.
_TOP, _FOOT = 0.25, 0.62
_BADGE = ("badge", "number")
_COLOURS = "colours the cards"


def places(layout: str, column: str) -> str:
    """Say where a layout shows a column: printed at the top, colours the cards; empty where it does not."""
    spec = read_yaml(layout.encode(), "layout").plain()
    assert isinstance(spec, dict)
    height = float(str(spec["size"][1]))
    uses = dict.fromkeys(_uses(spec["slots"], column, height))
    printed = " and ".join(place for place in uses if place != _COLOURS)
    return ", ".join([*([f"printed {printed}"] if printed else []), *([_COLOURS] if _COLOURS in uses else [])])


def _uses(slots: Mapping[str, Any], column: str, height: float) -> Iterator[str]:
    """Yield what each slot does with a column."""
    for name, slot in slots.items():
        shown = [text for key, text in slot.items() if isinstance(text, str) and key in ("text", "art")]
        over = slot.get("repeat", {}).get("over", ())
        if column in over or any(f"{{{column}}}" in text for text in shown):
            yield f"in the badge{_at(slot, height)}" if name in _BADGE else _at(slot, height).strip() or f"in {name}"
        elif f"{{{column}}}" in str(slot.get("choose", {}).get("by", "")) and slot.get("kind") == "shape":
            yield _COLOURS


def _at(slot: Mapping[str, Any], height: float) -> str:
    """Say at which height of a card a slot stands, after a space; empty where the layout does not say."""
    boxes = [slot.get("box"), *(case.get("box") for case in slot.get("choose", {}).values() if isinstance(case, dict))]
    box = next((box for box in boxes if isinstance(box, (list, tuple)) and len(box) == 4), None)
    numbers = [float(str(value)) for value in box or () if re.fullmatch(r"-?[\d.]+", str(value))]
    if len(numbers) < 4:
        return ""
    middle = (numbers[1] + numbers[3] / 2) / height
    return " at the top" if middle < _TOP else " at the foot" if middle > _FOOT else " in the middle"

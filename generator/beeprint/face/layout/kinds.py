"""What draws a slot of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from beeprint.drawing.drawing import Mark
from beeprint.face.layout import art
from beeprint.face.layout.placement import Placement
from beeprint.face.layout.words import words
from beeprint.face.template import KINDS, EdgeSlot, GridSlot, IconSlot, PictureSlot, ShapeSlot, Slot, TextSlot

#: The function that draws a slot in its box, by its kind. Grids and edges hold slots, which are drawn one by one.
DRAW: dict[type[Slot], Callable[[Any, Placement], Iterable[Mark]]] = {
    TextSlot: words,
    PictureSlot: art.picture,
    IconSlot: art.icon,
    ShapeSlot: art.shape,
}
_WITH_OTHERS: set[type[Slot]] = {GridSlot, EdgeSlot}


def check_kinds() -> None:
    """Fail where a kind of slot has nothing that draws it."""
    lacking = sorted(name for name, kind in KINDS.items() if kind not in {*DRAW, *_WITH_OTHERS})
    if lacking:
        raise TypeError(f"nothing in face/layout/kinds.py draws slots of the kind {', '.join(lacking)}")


check_kinds()

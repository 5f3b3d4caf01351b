"""Work out how a text that is too long for its box could fit: in a smaller size, or in a higher box."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from beeprint.base.geometry import Rect
from beeprint.base.problems import Fix
from beeprint.base.words import titled
from beeprint.drawing.text import Block, Style
from beeprint.face.layout.placement import Placement
from beeprint.face.template import Choice, TextSlot

#: The smallest size, in points, that a fix lets a text shrink to.
LEAST_POINTS = 6
#: How much higher, in mm, a box may become than all faces are.
_HIGH = 2_000


def ways_to_fit(
    slot: TextSlot, here: Placement, compose: Callable[[Style, Rect], Block], style: Style, box: Rect
) -> Iterator[Fix]:
    """Yield the fixes of a text that is too long: a lower `min`, and a higher box where nothing is below it."""
    keys = ("slots", *(key for name in here.path for key in (name, "each")))[:-1]
    points = LEAST_POINTS if slot.legible is None else max(LEAST_POINTS, slot.legible)
    name, size = here.path[-1], here.place("size")
    if slot.smallest > points:
        block = compose(replace(style, smallest=points, largest=0), box)
        if not block.overflow:
            least = math.floor(block.size * 2) / 2 if math.floor(block.size * 2) / 2 >= points else points
            values = {"keys": (*keys, "min"), "value": float(least), "pick": "min"}
            does = f"Lets the texts of slot {name} shrink to {least:g} pt (min: in {size.file})."
            yield Fix(f"Let {titled(name)} shrink to fit", "set", values, does, place=size)
    if len(here.path) > 1 or slot.height is not None or not isinstance(slot.box, tuple):
        return
    block = compose(replace(style, size=slot.smallest, largest=0), box._replace(height=_HIGH))
    height = math.ceil(block.height * 2 + 1) / 2
    if not block.overflow and _has_room(here, box, box._replace(height=height)):
        values = {"keys": (*keys, "box", 3), "value": height, "pick": "max"}
        does = f"Makes the box of slot {name} {height:g} mm high (box: in {size.file})."
        yield Fix(f"Enlarge the box of {titled(name)}", "set", values, does, place=here.place("box"))


def _has_room(here: Placement, box: Rect, higher: Rect) -> bool:
    """Return whether a higher box stays in the safe zone, and touches no slot that it did not touch before."""
    state = here.state
    trim = state.deck.shape.box.grow(-state.deck.spec.safe)
    if higher.bottom > trim.bottom or here.state.deck.shape.panels:
        return False
    others = (
        state.home(other, (name,))
        for name, other in state.layout.slots.items()
        if name != here.path[0] and not isinstance(other, Choice)
    )
    return not any(_meet(higher, other) and not _meet(box, other) for other in others)


def _meet(box: Rect, other: Rect) -> bool:
    return box.x < other.right and other.x < box.right and box.y < other.bottom and other.y < box.bottom

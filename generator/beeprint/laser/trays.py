"""Trays for what is cut: the arguments of Boxes.py's TypeTray for each stack of equal pieces.

Source: Boxes.py, `boxes/generators/typetray.py` and its manual: `sx` and `sy` are the inner widths of compartments,
`24:24:24` three of them, `h` the inner height, `burn` half the kerf; `gripwidth=0` leaves out the hole to grip.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec import Struct

from beeprint.laser.material import FOLDS
from beeprint.laser.plan import Material

#: The room round a stack and above it, in mm, and how high a stack may be; assumed: fingers reach down as far.
_ROOM, _HIGHEST = 1.0, 40.0


class Stack(Struct, frozen=True):
    """Equal pieces of a deck, to be stacked: their box in mm and their number."""

    deck: str
    width: float
    height: float
    count: int


def arguments(stacks: Iterable[Stack], material: Material, kerf: float) -> Iterator[str]:
    """Yield a command for each stack that makes a tray of the same material; nothing for one that is too thin."""
    if material.thickness <= FOLDS:
        return
    for stack in stacks:
        columns = math.ceil(stack.count * material.thickness / _HIGHEST)
        high = math.ceil(stack.count / columns) * material.thickness + _ROOM
        # Several stacks stand side by side, their shorter sides in a row.
        across, along = sorted((stack.width + 2 * _ROOM, stack.height + 2 * _ROOM))
        row = ":".join([_side(across)] * columns)
        yield (
            f"boxes TypeTray --thickness={_number(material.thickness)} --burn={_number(kerf / 2)} --sx={row} "
            f"--sy={_side(along)} --h={_side(high)} --gripwidth=0 --output=tray-{stack.deck}.svg"
        )


def _number(value: float) -> str:
    return f"{round(value, 4):g}"


def _side(value: float) -> str:
    """Return a length, rounded up to a tenth of a millimetre."""
    return f"{math.ceil(round(value * 10, 3)) / 10:g}"

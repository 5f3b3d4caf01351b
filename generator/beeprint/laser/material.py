"""Materials to cut, from layouts/materials/*.yaml; trays for their cut pieces, and how much of them beds use."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from beeprint.base.problems import Place
from beeprint.base.words import counted
from beeprint.laser.plan import Bed, Material
from beeprint.sources.conversion import understand
from beeprint.sources.records import Model
from beeprint.sources.schema import Mm, Title
from beeprint.sources.workspace import Workspace

#: The thickest material that folds along a score without breaking, in mm; card for folding boxes is thinner.
FOLDS = 0.6


class MaterialSpec(Model):
    """A material: lengths in mm, `kerf` the width that the beam removes; `source` is where the figures come from."""

    title: Title
    thickness: Annotated[Mm, Meta(gt=0, le=50)]
    kerf: Annotated[Mm, Meta(ge=0, le=2)]
    distance: Annotated[Mm, Meta(ge=0, le=50)]
    feature: Annotated[Mm, Meta(ge=0, le=50)]
    hole: Annotated[Mm, Meta(ge=0, le=50)]
    source: str
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> Material:
    """Load a material by name; BuildError at `place` where there is none."""
    spec = understand(MaterialSpec, workspace.yaml("layouts", f"materials/{name}", place))
    return Material(
        name,
        spec.title,
        spec.thickness,
        spec.kerf,
        spec.distance,
        spec.feature,
        spec.hole,
        spec.source,
    )


def names(workspace: Workspace) -> list[str]:
    """Return the names of all materials."""
    files = workspace.names("layouts", [".yaml"])
    return [name.removeprefix("materials/") for name in files if name.startswith("materials/")]


# Trays for what is cut: the arguments of Boxes.py's TypeTray for each stack of equal pieces.
#
# Source: Boxes.py, `boxes/generators/typetray.py` and its manual: `sx` and `sy` are the inner widths of compartments,
# `24:24:24` three of them, `h` the inner height, `burn` half the kerf; `gripwidth=0` leaves out the hole to grip.


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


# Tell the person at the machine about the beds that were written.


def lines(beds: Mapping[str, Bed]) -> Iterator[str]:
    """Yield what lies on each bed, by its files' name."""
    for file, bed in beds.items():
        if bed.side == "back":
            yield f"{file}: the back of that bed, engraved and scored only"
            continue
        yield (
            f"{file}: {counted(len(bed.placed), 'piece')} on {bed.width:g} x {bed.height:g} mm, {bed.notes[0]}; "
            f"{bed.cut_length / 1000:.2f} m of cuts, {left_over(bed)}"
        )


def left_over(bed: Bed) -> str:
    """Return what is left of a bed, as text."""
    if bed.offcut is None:
        return f"{bed.waste:.0%} left over"
    width, height = (math.floor(side) for side in (bed.offcut.width, bed.offcut.height))
    return f"{bed.waste:.0%} left over, {width} x {height} mm of it in one piece"


def hints(beds: Mapping[str, Bed]) -> Iterator[str]:
    """Yield advice that applies to all beds."""
    for bed in list(beds.values())[:1]:
        yield f"cut for {bed.material.title}, kerf {bed.kerf:g} mm: cut one piece first, measure it, and set --kerf"
        folded = {placement.deck for bed in beds.values() for placement in bed.placed if placement.folded}
        if folded and bed.material.thickness > FOLDS:
            only = " ".join(f"--only {deck}" for deck in sorted(folded))
            yield f"{bed.material.title} does not fold: cut what folds separately with {only} --material cardstock"
    if any(bed.side == "back" for bed in beds.values()):
        yield (
            "two-sided beds: run the back first, turn the sheet over left to right against the same stops, "
            "then run the front"
        )

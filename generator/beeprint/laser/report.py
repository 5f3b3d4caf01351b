"""Tell the person at the machine about the beds that were written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from beeprint.base.words import counted
from beeprint.laser.material import FOLDS
from beeprint.laser.plan import Bed


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
        folded = {one.deck for bed in beds.values() for one in bed.placed if one.folded}
        if folded and bed.material.thickness > FOLDS:
            only = " ".join(f"--only {deck}" for deck in sorted(folded))
            yield f"{bed.material.title} does not fold: cut what folds separately with {only} --material cardstock"
    if any(bed.side == "back" for bed in beds.values()):
        yield (
            "two-sided beds: run the back first, turn the sheet over left to right against the same stops, "
            "then run the front"
        )
